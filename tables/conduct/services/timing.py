"""Call time on a player, let time banks be used, and end it as the book says."""

from datetime import datetime

from django.db import transaction

from engine.conduct import shot_clock as engine_shot_clock
from engine.conduct import time_called
from engine.conduct.law import Outcome
from engine.conduct.shot_clock import ShotClock
from engine.hand.commands import Command, TimeExpired
from engine.hand.state import Hand
from engine.refusal import Refused
from engine.rules.book import Rules
from tables.commands import AtTable, TableCommand, table_command
from tables.conduct.queries import shot_clock, timing
from tables.models import HandRecord, Table, TimeBank
from tables.play.queries import hands
from tables.play.services import play
from tournament.live import broadcast
from tournament.models import Tournament
from tournament.permissions import SYSTEM, Actor, Permission, may, require
from tournament.records.services import journal
from tournament.setup.services import conditions


@table_command("time")
def call(at: AtTable, *, seat: int, seconds: int | None = None) -> None:
    """The clock runs on the player in turn."""
    table = at.table
    hand, said = hands.in_play(table), timing.terms_of(table)
    called = time_called.call(
        said,
        seat=seat,
        to_act=hand.actor,
        is_director=may(at.actor, Permission.DECIDE_DISPUTES, table.tournament_id),
        now=at.now,
        seconds=seconds,
    )
    table.time_called = {
        "seat": seat,
        "mark": timing.mark(hand),
        "ends_at": called.ends_at.isoformat(),
        "countdown": round((called.ends_at - called.countdown_at).total_seconds()),
        "rested": timing.rested(table, now=at.now).total_seconds(),
    }
    table.time_due_at = called.ends_at if _ends_by_itself(table, hand, seat) else None
    at.keep("time_called", "time_due_at")
    length = round((called.ends_at - called.called_at).total_seconds())
    at.write(
        "time.called",
        table=table.number,
        seat=seat,
        hand=hand.number,
        seconds=length,
        clause=said.clause,
    )


def _ends_by_itself(table: Table, hand: Hand, seat: int) -> bool:
    """Where the director only may fold the hand, somebody must say so (charity:8.5)."""
    faces_bet = hand.bet_to_match > hand.bets[seat]
    ends = time_called.outcome(timing.terms_of(table).value, faces_bet=faces_bet)
    return ends is not Outcome.MAY_FOLD


def expire(command: TableCommand, *, seat: int) -> Table:
    """Somebody says that time is up: dead, folded or checked, as the book has it."""

    def wish(at: AtTable, hand: Hand, rules: Rules) -> Command:
        """Decided while the table is held: a player who acted in the meantime was in time."""
        clause, ends_at = timing.terms_of(at.table).clause, _ends_at(at.table, hand, seat, at.now)
        if ends_at is None:
            raise Refused("This player isn't on the clock.", clause)
        if at.now < ends_at:
            raise Refused("Time is not up yet.", clause)
        return TimeExpired(seat)

    return play.act_on(command, wish)


def _ends_at(table: Table, hand: Hand, seat: int, now: datetime) -> datetime | None:
    """When the time called on this player is up, or that of their decision."""
    called = timing.running(table, hand)
    if called is not None:
        return timing.ends_at(table, called, now=now) if called["seat"] == seat else None
    shot = shot_clock.running(table, hand, hands.record_of(table))
    return shot.ends_at if shot is not None and shot.seat == seat else None


def expire_due(*, now: datetime) -> int:
    """Time called that is up ends by itself, at its due time and once; how many did."""
    due = Table.objects.filter(time_due_at__lte=now).select_related("tournament__clock")
    return sum(_expire_late(table, now) for table in list(due))


def _expire_late(table: Table, now: datetime) -> bool:
    """A second worker, or a player who was quicker, finds nothing to do.

    While play stands it waits, and afterwards it ends as much later as play has stood.
    """
    due, called = table.time_due_at, table.time_called
    if due is None or called is None or timing.stands(table, now=now):
        return False
    end = timing.ends_at(table, called, now=now)
    has_ended = _end_at(table, called["seat"], end) if end <= now else False
    later = end if end > now else None
    Table.objects.filter(pk=table.pk, time_due_at=due).update(time_due_at=later)
    return has_ended


def _end_at(table: Table, seat: int, due: datetime) -> bool:
    try:
        expire(TableCommand(table.pk, SYSTEM, due), seat=seat)
    except Refused:
        return False
    return True


def due_within(*, now: datetime, until: datetime) -> list[datetime]:
    """The due times that a sweep would reach too late."""
    due = Table.objects.filter(time_due_at__gt=now, time_due_at__lte=until)
    return [at for at in due.values_list("time_due_at", flat=True) if at is not None]


# The clock on every decision.


@table_command("time_bank")
def use_bank(at: AtTable, *, seat: int) -> None:
    """The player in turn takes more time, once more than the tap."""
    table = at.table
    hand, record = hands.in_play(table), hands.record_of(table)
    shot = shot_clock.running(table, hand, record)
    if shot is None or shot.seat != seat:
        raise Refused("A time bank is for the player whose decision is timed.")
    is_up = shot.ends_at is not None and shot.ends_at <= at.now
    engine_shot_clock.check_use_bank(shot.clock, used=shot.used, is_up=is_up)
    used = TimeBank.objects.create(
        table=table,
        entry_id=_entry(record, seat),
        seat=seat,
        hand_number=hand.number,
        mark=timing.mark(hand),
        period=shot.period,
        seconds=shot.clock.bank_seconds,
        at=at.now,
        by=at.actor.name,
    )
    at.write(
        "time_bank.used",
        player=used.entry.name,
        table=table.number,
        hand=hand.number,
        seconds=used.seconds,
        left=engine_shot_clock.banks_left(shot.clock, used=shot.used + 1),
    )


def _entry(record: HandRecord, seat: int) -> int:
    return int(next(player["entry"] for player in record.players if player["seat"] == seat))


@transaction.atomic
def choose_shot_clock(
    *,
    tournament_id: int,
    clock: ShotClock | None,
    actor: Actor,
    now: datetime,
    reason: str = "",
) -> None:
    """How long each decision may take from the next hand on; None: as long as it takes."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.is_over:
        raise Refused("The tournament is over: its shot clock can no longer change.")
    if clock is not None:
        engine_shot_clock.check(clock)
    if clock == shot_clock.of(tournament):
        return
    before = conditions.told(tournament)
    kept = {**engine_shot_clock.to_plain(clock), "announced_at": now.isoformat()} if clock else None
    tournament.structure = {**tournament.structure, "shot_clock": kept}
    tournament.save(update_fields=["structure"])
    journal.write(
        actor, "shot_clock.chosen", tournament_id=tournament_id, at=now, words=_words(clock)
    )
    conditions.amend(tournament, before, reason=reason, actor=actor, now=now)
    broadcast.changed(tournament_id, broadcast.Audience.CONSOLE)


def _words(clock: ShotClock | None) -> str:
    if clock is None:
        return "none"
    return (
        f"{clock.seconds} seconds for a decision, {clock.banks} time banks "
        f"of {clock.bank_seconds} seconds"
    )
