"""End a session with bags: sealed, confirmed by a second person, opened and compared later."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine.amounts import figure
from engine.clock import clock_reading
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.chips.queries import bags
from tables.chips.services import counts
from tables.chips.services.counts import Counted
from tables.commands import AtTable, Hall, When, across, table_command
from tables.models import Bag, Bagging, Seating, Table
from tables.play.queries import hands
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.models import Entry, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


def end_session(*, tournament_id: int, because: str, actor: Actor, now: datetime) -> Bagging:
    """Play stops after the hands in progress, and every player's chips go into a bag."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        tournament = hall.tournament
        _check_may_end(tournament, hall.tables)
        clock.catch_up(tournament.clock, now=now)
        made = Bagging.objects.create(
            tournament=tournament,
            session=tournament.session,
            because=" ".join(because.split())[:120] or "The session is over",
            stopped_clock=_is_counting(tournament),
            began_at=now,
            began_by=actor.name,
        )
        if made.stopped_clock:
            press = buttons.Press(reason="Session over: chips are bagged")
            clock.act(tournament_id=tournament_id, kind="pause", actor=actor, now=now, press=press)
        hall.write("bags.begun", because=made.because)
        _show(hall)
    return made


def _show(hall: Hall) -> None:
    hall.change(*hall.tables.values())
    hall.tell(*EVERYBODY)


def _check_may_end(tournament: Tournament, tables: Mapping[int, Table]) -> None:
    if tournament.state not in (TournamentState.RUNNING, TournamentState.BETWEEN):
        raise Refused("Chips are bagged at the end of a session in play.")
    if bags.current(tournament.pk) is not None:
        raise Refused("Chips are already being bagged.")
    if playing := [str(n) for n, table in tables.items() if hands.is_in_play(table)]:
        raise Refused(f"Hands in progress must end first: table {', '.join(playing)}.")


def _is_counting(tournament: Tournament) -> bool:
    return clock_reading.may_start_hand(clock_queries.state_of(tournament.clock))


def take_back_end(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The session goes on after all, while no bag has been sealed."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        bagging = _current(tournament_id)
        if bags.of(bagging):
            raise Refused("Bags are sealed: open them to resume.")
        _end(hall, bagging, words="took the end back")


@table_command("bag", when=When.ANY_TIME)
def seal(at: AtTable, *, entry_id: int, number: str, counted: Counted) -> Bag:
    """A player's chips go into a bag, by denomination, under a seal's number."""
    bagging = _current(at.table.tournament_id)
    seat = _seat(at.table, entry_id)
    return _seal(at, bagging, seat, number, counts.checked(at.table.tournament, counted))


def _seat(table: Table, entry_id: int) -> Seating:
    mine = Seating.objects.filter(table=table, entry_id=entry_id).select_related("entry__player")
    seat = mine.order_by("-id").first()
    if seat is None or not seat.entry.stack:
        raise Refused("This player has no chips at this table.")
    return seat


def _seal(at: AtTable, bagging: Bagging, seat: Seating, number: str, counted: Counted) -> Bag:
    number = " ".join(number.split())[:40]
    if not number:
        raise Refused("Type the number of the seal.")
    if not counted.chips:
        raise Refused("Enter the chips by denomination: they are on the bag sheet.")
    if Bag.objects.filter(tournament_id=bagging.tournament_id, seal=number).exists():
        raise Refused(f"Seal {number} has been used already: take another.")
    if before := bags.closed_bag(seat.entry_id):
        _discard(before, actor=at.actor, now=at.now)
    made = Bag.objects.create(
        tournament_id=bagging.tournament_id,
        bagging=bagging,
        entry=seat.entry,
        table_number=seat.table.number,
        seat=seat.seat,
        recorded=seat.entry.stack,
        counted=counted.total,
        chips={str(value): n for value, n in counted.chips.items()},
        seal=number,
        sealed_at=at.now,
        sealed_by=at.actor.name,
        sealed_key=key(at.actor),
    )
    _write("bag.sealed", made, actor=at.actor, now=at.now, chips=made.counted)
    return made


def key(actor: Actor) -> str:
    """Who somebody is, whatever the name: two confirmations come from two of these."""
    return f"user {actor.user_id}" if actor.user_id else f"device {actor.device_id}"


def _discard(bag: Bag, *, actor: Actor, now: datetime) -> None:
    bag.discarded_at = now
    bag.save(update_fields=["discarded_at"])
    _write("bag.discarded", bag, actor=actor, now=now)


def _write(name: str, bag: Bag, *, actor: Actor, now: datetime, **data: object) -> None:
    journal.write(
        actor,
        name,
        tournament_id=bag.tournament_id,
        at=now,
        seal=bag.seal,
        player=bag.entry.name,
        **data,
    )


@transaction.atomic
def confirm(*, bag_id: int, actor: Actor, now: datetime) -> Bag:
    """A second person has seen the same chips; never the one who sealed it."""
    bag = _bag(bag_id)
    require(actor, Permission.RULE, bag.tournament_id)
    if bag.is_confirmed:
        return bag
    if bag.sealed_key == key(actor):
        raise Refused("Somebody else confirms it: two people look at each bag.")
    if bag.counted != bag.entry.stack:
        raise Refused(
            f"The ledger has {figure(bag.entry.stack)} and the bag {figure(bag.counted)}: "
            "count again, or hold a chip count and have the difference explained."
        )
    bag.confirmed_at, bag.confirmed_by = now, actor.name
    bag.save(update_fields=["confirmed_at", "confirmed_by"])
    _write("bag.confirmed", bag, actor=actor, now=now)
    broadcast.changed(bag.tournament_id, Audience.CONSOLE)
    return bag


def _bag(bag_id: int) -> Bag:
    held = Bag.objects.select_for_update(of=("self",), no_key=True)
    return held.select_related("entry__player", "bagging").get(pk=bag_id)


@transaction.atomic
def open_bag(
    *, bag_id: int, counted: Counted, is_seal_whole: bool, actor: Actor, now: datetime
) -> Bag:
    """At the next session, before the player: count, compare, keep the difference.

    Until a difference has its reason it may be counted again.
    """
    tournament_id = Bag.objects.values_list("tournament_id", flat=True).get(pk=bag_id)
    require(actor, Permission.RULE, tournament_id)
    bag = _bag(bag_id)
    if not bag.is_confirmed or bag.discarded_at is not None:
        raise Refused("A second person must confirm this bag first.")
    if bag.opened_at is not None and (not bag.difference or bag.explanation):
        raise Refused(f"Bag {bag.seal} is open already.")
    one = counts.checked(Tournament.objects.get(pk=tournament_id), counted)
    bag.opened_at, bag.opened_by = now, actor.name
    bag.is_seal_whole = (
        bag.is_seal_whole and is_seal_whole
    )  # a broken one is not mended by counting
    bag.found, bag.found_chips = one.total, {str(v): n for v, n in one.chips.items()}
    bag.save()
    _write("bag.opened", bag, actor=actor, now=now, found=bag.found, counted=bag.counted)
    broadcast.changed(tournament_id, Audience.CONSOLE)
    return bag


@transaction.atomic
def explain(*, bag_id: int, why: str, corrects: bool, actor: Actor, now: datetime) -> Bag:
    """The floor says where a difference comes from; the ledger may follow what was found."""
    bag = _bag(bag_id)
    require(actor, Permission.RULE, bag.tournament_id)
    words = " ".join(why.split())[:200]
    if not words:
        raise Refused("Give the reason for the difference.")
    if not bag.difference or bag.is_corrected:
        raise Refused("No difference remains.")
    if corrects:
        counts.correct(bag.entry, bag.difference, why=words, actor=actor, now=now)
    bag.explanation, bag.explained_by, bag.is_corrected = words, actor.name, corrects
    bag.save(update_fields=["explanation", "explained_by", "is_corrected"])
    corrected = "; the ledger follows" if corrects else ""
    _write("bag.explained", bag, actor=actor, now=now, why=words, corrected=corrected)
    broadcast.changed(bag.tournament_id, Audience.CONSOLE)
    return bag


def start_next(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The next session may begin: every bag is open and every difference has its reason."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        bagging = _current(tournament_id)
        _check_all_open(bagging)
        _end(hall, bagging, words="opened all bags")


def _check_all_open(bagging: Bagging) -> None:
    if left := bags.must_seal(bagging):
        raise Refused(f"No bag was sealed for {_names(left)}.")
    standing = bags.of(bagging)
    if shut := [bag.entry for bag in standing if bag.opened_at is None]:
        raise Refused(f"These bags are still closed: {_names(shut)}.")
    if odd := [bag.entry for bag in standing if bag.difference and not bag.explanation]:
        raise Refused(f"Explain the difference first: {_names(odd)}.")


def _names(entries: list[Entry]) -> str:
    more = f" and {len(entries) - 5} more" if len(entries) > 5 else ""
    return ", ".join(entry.name for entry in entries[:5]) + more


def _current(tournament_id: int) -> Bagging:
    bagging = bags.current(tournament_id)
    if bagging is None:
        raise Refused("No chips are bagged now.")
    return bagging


def _end(hall: Hall, bagging: Bagging, *, words: str) -> None:
    tournament, actor, now = hall.tournament, hall.actor, hall.now
    bagging.ended_at, bagging.ended_by = now, actor.name
    bagging.save(update_fields=["ended_at", "ended_by"])
    if bagging.stopped_clock and tournament.state == TournamentState.RUNNING:
        clock.act(tournament_id=tournament.pk, kind="resume", actor=actor, now=now)
    hall.write("bags.ended", words=words)
    _show(hall)
