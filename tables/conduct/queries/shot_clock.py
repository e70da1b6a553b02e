"""The clock on every decision: until when, how many banks are left, and who has used them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.clock.clock_state import Phase
from engine.conduct import shot_clock, time_called
from engine.conduct.shot_clock import ShotClock, Stop
from engine.conduct.time_called import WagerLimit
from engine.hand.state import Hand
from engine.lifecycle import TournamentState
from tables.conduct.queries import timing
from tables.models import HandEvent, HandRecord, Table, TimeBank
from tables.models.tables import TableState
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries
from tournament.models import JournalEntry, Tournament

STOPPED = ("clock.play_stopped",)
BREAK = "break"
WENT_ON = ("clock.play_resumed", "clock.level_started", "clock.last_level_stayed")
NOTHING = timedelta(0)
LOGGED = ("time.called", "time.expired", "time_bank.used")


@dataclass(frozen=True, slots=True)
class Running:
    """The clock that runs on one decision; `ends_at` is None while the tournament stands."""

    clock: ShotClock
    seat: int
    ends_at: datetime | None
    used: int
    period: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """The clock on this decision, and the bank one tap away."""

    seat: int
    name: str
    ends_at_ms: int | None
    server_ms: int
    left: int | None
    banks: int
    bank_seconds: int
    ends: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BanksUsed:
    """How many banks a player has used, and has left."""

    name: str
    used: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePage:
    """The choice, what each player has left, and the log of time taken."""

    clock: ShotClock | None
    is_over: bool
    has_begun: bool
    clause: str
    players: list[BanksUsed]
    log: list[JournalEntry]


def of(tournament: Tournament) -> ShotClock | None:
    """How long each decision may take here; None where there is no such clock."""
    return shot_clock.of(tournament.structure)


def running(table: Table, hand: Hand | None, record: HandRecord | None) -> Running | None:
    """The clock on the player in turn, in a hand that began after it was announced."""
    clock = of(table.tournament)
    if clock is None or hand is None or record is None or hand.is_over or hand.actor < 0:
        return None
    if not _applies(table.tournament, record) or timing.running(table, hand):
        return None
    began = _turn_began(record)
    entry = next(p["entry"] for p in record.players if p["seat"] == hand.actor)
    period = period_of(table.tournament, clock)
    used = TimeBank.objects.filter(entry_id=entry)
    now = sum(use.mark == timing.mark(hand) for use in used.filter(table=table))
    return Running(
        clock,
        hand.actor,
        shot_clock.ends_at(
            clock,
            turn_began_at=began,
            banks_used_now=now,
            stops=_stops(table.tournament, began),
        ),
        used.filter(period=period).count(),
        period,
    )


def _applies(tournament: Tournament, record: HandRecord) -> bool:
    announced = datetime.fromisoformat(tournament.structure["shot_clock"]["announced_at"])
    limit = WagerLimit(seconds=1, announced_at=announced)
    return time_called.applies(limit, hand_started_at=record.started_at)  # charity:8.4


def _turn_began(record: HandRecord) -> datetime:
    """Whatever happened last in the hand made it this player's turn."""
    last = HandEvent.objects.filter(hand=record).order_by("-version", "-index")
    return last.values_list("at", flat=True).first() or record.started_at


def _stops(tournament: Tournament, since: datetime) -> list[Stop]:
    """When the tournament's clock stood during this decision."""
    told = JournalEntry.objects.filter(
        tournament_id=tournament.pk, name__in=(*STOPPED, *WENT_ON), at__gte=since
    ).exclude(name__in=STOPPED, data__reason=BREAK)  # the hand in play is finished first
    found: list[Stop] = []
    began: datetime | None = None
    for name, at in told.order_by("sequence").values_list("name", "at"):
        if name in STOPPED:
            began = began or at
        elif began is not None:
            found.append(Stop(began, at))
            began = None
    is_standing = clock_queries.state_of(tournament.clock).phase is Phase.PAUSED
    return [*found, Stop(began)] if began is not None and is_standing else found


def period_of(tournament: Tournament, clock: ShotClock) -> int:
    """How often banks have been given anew: by the level, and by the final table."""
    state = clock_queries.state_of(tournament.clock)
    level = clock_queries.schedule_of(tournament).number(state.index)
    tables = Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
    is_final = clock.anew_at_final_table and tables.count() == 1
    return shot_clock.period(clock, level=level, is_final_table=is_final)


def picture(reading: Reading, *, now: datetime) -> Shot | None:
    """What the tablet counts down by itself, the bank that is one tap away, and what follows."""
    found = running(reading.table, reading.hand, reading.record)
    if found is None or reading.hand is None:
        return None
    hand, seat = reading.hand, found.seat
    faces_bet = hand.bet_to_match > hand.bets[seat]
    left = None if found.ends_at is None else max(NOTHING, found.ends_at - now)
    terms = timing.terms_of(reading.table).value
    return Shot(
        seat=seat,
        name=reading.names.get(seat, f"Seat {seat}"),
        ends_at_ms=None if found.ends_at is None else round(found.ends_at.timestamp() * 1000),
        server_ms=round(now.timestamp() * 1000),
        left=None if left is None else round(left.total_seconds()),
        banks=0 if left == NOTHING else shot_clock.banks_left(found.clock, used=found.used),
        bank_seconds=found.clock.bank_seconds,
        ends=timing.ENDS[time_called.outcome(terms, faces_bet=faces_bet)],
    )


def page(tournament: Tournament) -> TimePage:
    """The choice, what each player has left, and the log of time taken."""
    clock = of(tournament)
    log = JournalEntry.objects.filter(tournament_id=tournament.pk, name__in=LOGGED)
    return TimePage(
        clock=clock,
        is_over=tournament.is_over,
        has_begun=tournament.state == TournamentState.RUNNING,
        clause=tournament.law.conduct.wager_limit.clause,
        players=_players(tournament, clock) if clock else [],
        log=list(log.order_by("-sequence")[:200]),
    )


def _players(tournament: Tournament, clock: ShotClock) -> list[BanksUsed]:
    """Who has used banks, the most first."""
    now = period_of(tournament, clock)
    found: dict[int, list[TimeBank]] = {}
    used = TimeBank.objects.filter(table__tournament=tournament).select_related("entry__player")
    for use in used:
        found.setdefault(use.entry_id, []).append(use)
    rows = [_banks_used(clock, taken, now) for taken in found.values()]
    return sorted(rows, key=lambda row: (-row.used, row.name))


def _banks_used(clock: ShotClock, taken: list[TimeBank], now: int) -> BanksUsed:
    lately = sum(use.period == now for use in taken)
    left = shot_clock.banks_left(clock, used=lately)
    return BanksUsed(name=taken[0].entry.name, used=len(taken), left=left)
