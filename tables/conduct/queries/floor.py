"""A table as the floor needs it: the call, the hand so far, the clauses that bear on it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from engine import clauses
from engine.clauses import Clause
from engine.conduct import time_called
from engine.conduct.law import DIRECTOR
from engine.hand.applying import standing
from engine.referee import story as told
from tables.conduct.queries import penalties, seat_menu, timing
from tables.console.queries import table_tiles
from tables.models import FloorCall, HandRecord, Table
from tables.play.queries import hands
from tables.play.queries.cited import Cited
from tables.play.queries.pictures import Reading
from tables.results.queries import standings
from tables.seating.queries import balance
from tournament.clock.queries.clock import milliseconds

MOST_CLAUSES = 8
# Where the books speak of what dealers call the floor for.
TOPICS = {
    "Ruling wanted": ("dispute", "irregularity"),
    "Players disagree": ("dispute", "showdown"),
    "Conduct": ("conduct", "penalty"),
    "Chip count": ("dispute", "pots"),
    "Cards or deck": ("cards", "misdeal"),
    "Dealer": ("staff", "deal"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that waits, and the hand as it stood then."""

    story: list[str]
    reason: str
    hand_number: int
    at: datetime
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseShown:
    """A clause that bears on the hand."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorSeat:
    """A player as the floor sees them."""

    seat: int
    name: str
    stack: int
    is_absent: bool
    in_transit: bool
    owed: seat_menu.OwedBlinds | None
    penalty: penalties.ToServe | None
    moves: int
    is_locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnShown(Cited):
    """On whom time could be called now, and for how long."""

    seat: int
    name: str
    seconds: tuple[tuple[int, str], ...]
    total: int
    is_directors: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalAllowed:
    """That players may leave with chips, and by which clause."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorPicture:
    """A table as the floor needs it."""

    glance: table_tiles.Glance
    server_ms: int
    stamp: int
    url: str
    number: int
    hand_number: int
    version: int
    is_in_play: bool
    calls: list[Call]
    answered: list[FloorCall]
    story: list[str]
    clauses: list[ClauseShown]
    seats: list[FloorSeat]
    offers: list[penalties.PenaltyOffer]
    reasons: list[penalties.Reason]
    time: timing.Countdown | None
    turn: TurnShown | None
    withdrawal: WithdrawalAllowed | None
    tablet_url: str
    act_url: str


def picture(table: Table, *, now: datetime) -> FloorPicture:
    """Everything a ruling needs."""
    reading = Reading(table)
    calls = list(FloorCall.objects.filter(table=table).order_by("-at"))
    waiting = [call for call in calls if call.answered_at is None]
    reasons = [call.reason for call in waiting]
    where = {"code": table.tournament.code, "number": table.number}
    moved = balance.move_counts(table.tournament_id)
    locked = balance.locked(table.tournament_id)
    return FloorPicture(
        glance=table_tiles.glance(table, list(reading.seats.values()), now=now),
        server_ms=milliseconds(now),
        stamp=standings.version(table.tournament) + table.tournament.clock.version,
        url=reverse("floor-table", kwargs=where),
        number=table.number,
        hand_number=table.hand_shown,
        version=table.version,
        is_in_play=hands.is_in_play(table),
        calls=[_call(call, reading) for call in waiting],
        answered=[call for call in calls if call.answered_at is not None][:5],
        story=reading.story(),
        clauses=[
            ClauseShown(id=reason.id, text=reason.behaviour) for reason in bearing(reading, reasons)
        ],
        seats=[
            _seat(reading, number, moved=moved, locked=locked) for number in sorted(reading.seats)
        ],
        offers=penalties.offers(reading.table.tournament, len(reading.seats)),
        reasons=penalties.reasons(reading.table.tournament),
        time=timing.picture(reading, now=now),
        turn=_turn(reading),
        withdrawal=_withdrawal(table),
        tablet_url=reverse("tablet", kwargs=where),
        act_url=reverse("floor-act", kwargs=where),
    )


def _call(call: FloorCall, reading: Reading) -> Call:
    where = {"code": reading.table.tournament.code, "call_id": call.pk}
    return Call(
        story=as_it_stood(call, reading),
        reason=call.reason or "No reason was given",
        hand_number=call.hand_shown,
        at=call.at,
        url=reverse("answer-call", kwargs=where),
    )


def as_it_stood(call: FloorCall, reading: Reading) -> list[str]:
    """The hand in sentences up to the moment of the call; nothing where none was in play."""
    record = HandRecord.objects.filter(table=reading.table, number=call.hand_number).first()
    if record is None or not call.version:
        return []
    until = [event for version, event in hands.rows(record) if version <= call.version]
    names = {player["seat"]: player["name"] for player in record.players}
    lines = (told.sentence(event, names, reading.rules) for event in standing(until))
    return [line for line in lines if line]


def _seat(
    reading: Reading, number: int, *, moved: dict[int, int], locked: Collection[int]
) -> FloorSeat:
    seat = reading.seats[number]
    return FloorSeat(
        seat=number,
        name=seat.entry.name,
        stack=seat.entry.stack,
        is_absent=seat.is_absent,
        in_transit=seat.in_transit,
        owed=seat_menu.owed(reading, seat),
        penalty=reading.penalty(seat),
        moves=moved.get(seat.entry_id, 0),
        is_locked=seat.entry_id in locked,
    )


def _withdrawal(table: Table) -> WithdrawalAllowed | None:
    allowed = table.tournament.law.entries.withdrawals
    return WithdrawalAllowed(clause=allowed.clause) if allowed.value else None


def _turn(reading: Reading) -> TurnShown | None:
    """On whom time could be called now, and for how long."""
    hand, said = reading.hand, timing.terms_of(reading.table)
    terms = said.value
    if hand is None or hand.actor < 0 or timing.running(reading.table, hand):
        return None
    return TurnShown(
        seat=hand.actor,
        name=reading.names[hand.actor],
        seconds=time_called.choices(terms),
        total=(terms.seconds or 0) + terms.countdown,
        is_directors=terms.caller == DIRECTOR,
        clause=said.clause,
    )


def bearing(reading: Reading, reasons: list[str]) -> list[Clause]:
    """The clauses that bear on the hand and on what the floor was called for."""
    cited = [getattr(event, "clause", "") for event in reversed(reading.events)]
    for reason in reasons:
        cited += _prescribed(reading, reason)
        cited += _on_topic(reading, reason)
    found = (clauses.find(clause) for clause in dict.fromkeys(cited) if clause)
    return [clause for clause in found if clause is not None][:MOST_CLAUSES]


def _prescribed(reading: Reading, reason: str) -> list[str]:
    """What the book's own table holds on an irregularity the dealer named."""
    name = reason[:1].lower() + reason[1:]
    cases = reading.rules.irregularities.get(name, ())
    appendix = reading.rules.game.appendix
    return [case.clause.format(appendix=appendix) for case in cases]


def _on_topic(reading: Reading, reason: str) -> list[str]:
    topics = TOPICS.get(reason, ("dispute",))
    return [clause.id for clause in clauses.of(reading.rules.book.id) if clause.topic in topics]
