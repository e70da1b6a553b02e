"""What the floor arranges about seats and tables: who stays, who is kept apart, which are used."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime

from engine import rulebooks
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import seating as engine_seating
from engine.seating.seating import Place
from tables.commands import Hall, across
from tables.models import KeptApart, LockedSeat, Seating, Table
from tables.models.tables import TableState
from tables.seating.services import notices, seating
from tournament.live.broadcast import EVERYBODY
from tournament.models import Entry, Tournament
from tournament.permissions import Actor, Permission, require

MOST_TABLES = 99


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants something arranged, where and when."""

    tournament_id: int
    actor: Actor
    now: datetime


@contextmanager
def _held(wish: Wish) -> Iterator[Hall]:
    who = Permission.SEAT_PLAYERS
    with across(wish.tournament_id, who, actor=wish.actor, now=wish.now) as hall:
        if hall.tournament.is_over:
            raise Refused("The tournament is over: seats can no longer change.")
        yield hall


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    found = tournament.entries.filter(pk=entry_id, withdrawn_at__isnull=True)
    entry = found.select_related("player").first()
    if entry is None:
        raise Refused("This player is not entered in this tournament.")
    return entry


def _told(hall: Hall, name: str, **facts: object) -> None:
    hall.write(name, **facts)
    hall.tell(*EVERYBODY)


def lock_seat(
    wish: Wish, *, entry_id: int, reason: str = "", place: Place | None = None
) -> LockedSeat:
    """A player who cannot move easily stays; before the draw, in a seat kept free (tda2024:R9)."""
    with _held(wish) as hall:
        tournament = hall.tournament
        entry = _entry(tournament, entry_id)
        if LockedSeat.objects.filter(entry=entry, lifted_at__isnull=True).exists():
            raise Refused(f"{entry.name} already has a locked seat.")
        if place is not None:
            _check_may_keep(tournament, place)
        made = LockedSeat.objects.create(
            entry=entry,
            table_number=place.table if place else None,
            seat=place.seat if place else None,
            reason=reason[:160],
            at=wish.now,
            by=wish.actor.name,
        )
        where = f"table {place.table}, seat {place.seat}" if place else "the seat drawn"
        _told(
            hall, "seat.locked", player=entry.name, place=where, reason=reason or "no reason given"
        )
        return made


def _check_may_keep(tournament: Tournament, place: Place) -> None:
    """A seat is kept before the draw, where the book lets a seat be chosen, and once."""
    if tournament.state != TournamentState.REGISTERING:
        raise Refused("Seats have been drawn: move the player first, then lock the seat.")
    engine_seating.check_may_choose_seat(tournament.rulebook, has_started=False)
    if not 1 <= place.table <= MOST_TABLES or place.seat < 1:
        raise Refused("No such seat.")
    kept = LockedSeat.objects.filter(
        entry__tournament=tournament,
        lifted_at__isnull=True,
        table_number=place.table,
        seat=place.seat,
    )
    if kept.exists():
        raise Refused(f"Seat {place.seat} at table {place.table} is already kept for somebody.")


def unlock_seat(wish: Wish, *, entry_id: int) -> None:
    """Seat unlocked."""
    with _held(wish) as hall:
        tournament = hall.tournament
        entry = _entry(tournament, entry_id)
        locks = LockedSeat.objects.filter(entry=entry, lifted_at__isnull=True)
        if locks.update(lifted_at=wish.now):
            _told(hall, "seat.unlocked", player=entry.name)


def keep_apart(wish: Wish, *, one: int, other: int, reason: str = "") -> KeptApart:
    """Two players do not share a table: draws, balance and moves avoid it (adelaide:62)."""
    with _held(wish) as hall:
        tournament = hall.tournament
        if one == other:
            raise Refused("Name two players.", tournament.law.seating.apart.clause)
        first, second = sorted((_entry(tournament, one), _entry(tournament, other)), key=_number)
        pairs = KeptApart.objects.filter(one=first, other=second, lifted_at__isnull=True)
        if pairs.exists():
            why = f"{first.name} and {second.name} are already kept apart."
            raise Refused(why, tournament.law.seating.apart.clause)
        made = KeptApart.objects.create(
            tournament=tournament,
            one=first,
            other=second,
            reason=reason[:160],
            at=wish.now,
            by=wish.actor.name,
        )
        names = f"{first.name} and {second.name}"
        _told(hall, "seats.kept_apart", players=names, reason=reason or "no reason given")
        return made


def _number(entry: Entry) -> int:
    return entry.number


def lift_apart(wish: Wish, *, pair_id: int) -> None:
    """The two may share a table again."""
    with _held(wish) as hall:
        tournament = hall.tournament
        pair = (
            KeptApart.objects.filter(pk=pair_id, tournament=tournament, lifted_at__isnull=True)
            .select_related("one__player", "other__player")
            .first()
        )
        if pair is None:
            return
        pair.lifted_at = wish.now
        pair.save(update_fields=["lifted_at"])
        _told(hall, "seats.together", players=f"{pair.one.name} and {pair.other.name}")


def _table(tables: dict[int, Table], number: int) -> Table:
    table = tables.get(number)
    if table is None:
        raise Refused(f"There is no table {number}.")
    return table


def set_out_of_use(wish: Wish, *, number: int, seats: Sequence[int]) -> None:
    """Seats nobody is given: a broken chair, a pillar, a wheelchair's room."""
    with _held(wish) as hall:
        table = _table(hall.tables, number)
        wanted = sorted(set(seats))
        if any(not 1 <= seat <= table.seats for seat in wanted):
            raise Refused(f"Table {number} has seats 1 to {table.seats}.")
        if len(wanted) > table.seats - 2:
            raise Refused("Two seats at least must stay in use.")
        taken = Seating.objects.filter(table=table, until__isnull=True, seat__in=wanted)
        if seat := taken.select_related("entry__player").first():
            raise Refused(f"{seat.entry.name} sits in seat {seat.seat}: move the player first.")
        if wanted == table.out_of_use:
            return
        table.out_of_use = wanted
        table.save(update_fields=["out_of_use"])
        words = ", ".join(str(seat) for seat in wanted) or "none"
        _told(hall, "table.out_of_use", table=number, seats=words)
        hall.change(table)


@dataclass(frozen=True, slots=True)
class Designation:
    """A table named for this tournament, with the inspector's approval where a book asks."""

    number: int
    seats: int
    place: str = ""
    approval: str = ""
    approved_on: date | None = None


def designate(wish: Wish, wanted: Designation) -> str:
    """Name a table for this tournament (charity:4.1); a warning where its approval is missing."""
    with _held(wish) as hall:
        tournament = hall.tournament
        if not 1 <= wanted.number <= MOST_TABLES:
            raise Refused(f"Tables are numbered from 1 to {MOST_TABLES}.")
        if wanted.seats < 2:
            raise Refused("A table has two seats at least.")
        engine_seating.check_table_size(
            wanted.seats, seats=wanted.seats, rulebook=tournament.rulebook
        )
        _check_is_ours_alone(tournament, wanted)
        table = hall.tables.get(wanted.number) or Table(
            tournament=tournament, number=wanted.number, state=TableState.CLOSED
        )
        highest = table.seatings.filter(until__isnull=True).order_by("-seat") if table.pk else None
        if highest and (last := highest.first()) and last.seat > wanted.seats:
            raise Refused(f"Seat {last.seat} is taken: move the player first.")
        table.seats, table.place = wanted.seats, wanted.place.strip()[:40]
        table.approval, table.approved_on = wanted.approval.strip()[:80], wanted.approved_on
        table.out_of_use = [seat for seat in table.out_of_use if seat <= wanted.seats]
        table.is_designated = True
        table.save()
        _told(hall, "table.designated", table=wanted.number, seats=wanted.seats, place=table.place)
        return engine_seating.missing_approval(
            table.number,
            rulebook=tournament.rulebook,
            is_approved=bool(table.approval and table.approved_on),
        )


def _check_is_ours_alone(tournament: Tournament, wanted: Designation) -> None:
    """A table in use here is in use nowhere else (charity:4.2)."""
    if not wanted.place.strip():
        return
    elsewhere = Table.objects.filter(place__iexact=wanted.place.strip()).exclude(
        state=TableState.CLOSED
    )
    running = elsewhere.filter(tournament__state=TournamentState.RUNNING.value)
    if other := running.exclude(tournament=tournament).select_related("tournament").first():
        raise Refused(
            f"{wanted.place.strip()} is table {other.number} of {other.tournament.name}.",
            tournament.law.seating.exclusive.clause,
        )


def withdraw_table(wish: Wish, *, number: int, emergency: str = "") -> None:
    """A table nobody sits at is not used any more; an open one is told beforehand (adelaide:80)."""
    with _held(wish) as hall:
        tournament = hall.tournament
        table = _table(hall.tables, number)
        if table.seatings.filter(until__isnull=True).exists():
            raise Refused(f"Players sit at table {number}: break it first.")
        if table.is_open:
            notices.check(tournament, table, emergency=emergency, now=wish.now)
            seating.note_emergency(hall, table, emergency)
        table.is_designated = False
        table.save(update_fields=["is_designated"])
        seating.close(table)
        _told(hall, "table.withdrawn", table=number)
        hall.change(table)


def open_table(wish: Wish, *, number: int) -> Table:
    """Open one more table for those who come; where tables are designated, one of those."""
    with _held(wish) as hall:
        tournament = hall.tournament
        table = hall.tables.get(number)
        if table is not None and table.is_open:
            raise Refused(f"Table {number} is already open.")
        if not 1 <= number <= MOST_TABLES:
            raise Refused(f"Tables are numbered from 1 to {MOST_TABLES}.")
        has_designated = any(one.is_designated for one in hall.tables.values())
        if has_designated and (table is None or not table.is_designated):
            clause = tournament.law.seating.designated.clause
            raise Refused(f"Table {number} is not designated for this tournament.", clause)
        if table is None:
            most = engine_seating.most_seats(tournament.rulebook)
            seats = min(tournament.structure["seats_per_table"], most)
            table = Table(tournament=tournament, number=number, seats=seats)
        table.state = TableState.OPEN
        table.save()
        _told(hall, "table.opened", table=number)
        hall.change(table)
        return table


def declare_order(wish: Wish, *, numbers: Sequence[int]) -> None:
    """The order in which tables break, said beforehand (tda2024:RP-19)."""
    with _held(wish) as hall:
        tournament = hall.tournament
        clause = rulebooks.cited("tda2024:RP-19", rulebook=tournament.rulebook)
        if len(set(numbers)) != len(numbers):
            raise Refused("Name each table once.", clause)
        for number in numbers:
            if not _table(hall.tables, number).is_open:
                raise Refused(f"Table {number} is closed.", clause)
        for table in hall.tables.values():
            place = numbers.index(table.number) + 1 if table.number in numbers else None
            if place != table.break_order:
                table.break_order = place
                table.save(update_fields=["break_order"])
        words = ", ".join(str(number) for number in numbers) or "the highest number first"
        _told(hall, "hall.tables.order", order=words)


def waive(wish: Wish, *, number: int, is_waived: bool = True) -> None:
    """The director's word on a table that is too short: it plays on, or it waits (tda2024:R11-D).

    To play on is no misdeal.
    """
    require(wish.actor, Permission.RUN_TOURNAMENT, wish.tournament_id)
    with _held(wish) as hall:
        table = _table(hall.tables, number)
        if not table.is_open:
            raise Refused(f"Table {number} is closed.")
        if (table.is_waived, table.is_stopped) == (is_waived, not is_waived):
            return
        table.is_waived, table.is_stopped = is_waived, not is_waived
        table.save(update_fields=["is_waived", "is_stopped"])
        _told(hall, "table.waived" if is_waived else "table.not_waived", table=number)
        hall.change(table)
