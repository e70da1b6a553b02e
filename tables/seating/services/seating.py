"""Draw seats, move players, break tables, start play."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from engine import clauses
from engine.conduct.joining import How
from engine.lifecycle import TournamentState, move
from engine.refusal import Refused
from engine.seating import seating as engine_seating
from engine.seating.law import CARD, HAND
from engine.seating.seating import Place
from tables import broadcast as table_broadcast
from tables import locking
from tables.crew.services import dealer_rota
from tables.models import LockedSeat, Seating, SeatOrder, Table
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.seating.queries import balance
from tables.seating.services import no_shows, notices, seat_orders, sitting
from tables.seating.services.sitting import Order
from tables.sessions.services import sessions
from tournament.live import broadcast
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Entry, Tournament
from tournament.models.sessions import IN_SESSION
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal
from tournament.setup.services import sessions as plans
from tournament.setup.services import tournaments


@transaction.atomic
def draw(
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    method: str = "",
    cards: Mapping[int, int] | None = None,
) -> tuple[str, ...]:
    """Open the tables the field needs and seat everybody; returns what could not be honoured.

    By ballot or by card, as the book has it; cards that fell at the table may be given, else they
    come from the seed. By hand, the tables open and the floor places each player.
    """
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, known = locking.tournament_and_tables(tournament_id)
    method = method or engine_seating.methods(tournament.rulebook)[0]
    engine_seating.check_method(method, tournament.rulebook)
    left_out = plans.to_draw(tournament, actor=actor, now=now)
    entries = _to_seat(tournament)
    tournament.state = move(TournamentState(tournament.state), TournamentState.SEATED)
    tables = _open_tables(tournament, known, len(entries))
    drawn = _drawn(tournament, entries, tables, method, cards)
    tournament.save(update_fields=["state", "draws"])
    _seat(drawn.places, tables, now=now)
    facts = _facts(tournament, entries, tables, drawn)
    how = {"method": method, "seed": _seed(tournament) if cards is None else ""}
    journal.write(actor, "seats.drawn", tournament_id=tournament_id, at=now, **how, **facts)
    for table in known.values():
        sitting.bump(table)
    broadcast.changed(tournament_id, *EVERYBODY)
    return (*left_out, *facts["warnings"])


def _to_seat(tournament: Tournament) -> list[Entry]:
    """Everybody who plays this session, if they are enough."""
    standing = tournament.entries.filter(IN_SESSION, withdrawn_at__isnull=True)
    entries = list(standing.select_related("player"))
    _check_enough(tournament, len(entries))
    return entries


def _seat(places: Mapping[int, Place], tables: list[Table], *, now: datetime) -> None:
    by_number = {table.number: table for table in tables}
    Seating.objects.bulk_create(
        Seating(entry_id=entry, table=by_number[place.table], seat=place.seat, since=now)
        for entry, place in places.items()
    )


def _seed(tournament: Tournament) -> str:
    """What the last draw followed from, as anyone can make it again."""
    return f"{tournament.seed}/{tournament.draws}"


def _facts(
    tournament: Tournament, entries: list[Entry], tables: list[Table], drawn: engine_seating.Draw
) -> dict[str, Any]:
    """A draw as the journal keeps it: all that it was made from, and what came out."""
    numbers = {entry.pk: entry.number for entry in entries}
    names = {entry.pk: entry.name for entry in entries}
    return {
        "players": len(entries),
        "tables": len(tables),
        "draw": tournament.draws,
        "hall": {table.number: list(balance.usable_seats(table)) for table in tables},
        "fixed": _plain(_chosen_places(tournament), numbers),
        "apart": [sorted(numbers[e] for e in pair) for pair in _pairs(tournament, numbers)],
        "places": _plain(drawn.places, numbers),
        "warnings": [balance.named(words, names) for words in drawn.warnings],
    }


def _plain(places: Mapping[int, Place], numbers: Mapping[int, int]) -> dict[str, list[int]]:
    """Places by entry number, as the journal keeps them and anyone can check them."""
    return {
        str(numbers[entry]): [place.table, place.seat]
        for entry, place in sorted(places.items())
        if entry in numbers
    }


def _pairs(tournament: Tournament, numbers: Mapping[int, int]) -> list[frozenset[int]]:
    pairs = balance.kept_apart(tournament.pk)
    return sorted((pair for pair in pairs if pair <= set(numbers)), key=sorted)


def _drawn(
    tournament: Tournament,
    entries: list[Entry],
    tables: list[Table],
    method: str,
    cards: Mapping[int, int] | None,
) -> engine_seating.Draw:
    hall = balance.engine_tables(tables, ())
    fixed = _chosen_places(tournament)
    for place in fixed.values():
        engine_seating.check_place(place, hall)
    if method == HAND:
        return engine_seating.Draw(fixed)
    players = [entry.pk for entry in entries]
    if method == CARD:
        return _by_card(tournament, players, hall, cards)
    apart = balance.kept_apart(tournament.pk)
    return engine_seating.ballot(players, hall, sitting.rng(tournament), apart=apart, locked=fixed)


def _by_card(
    tournament: Tournament,
    players: list[int],
    hall: list[engine_seating.Table],
    cards: Mapping[int, int] | None,
) -> engine_seating.Draw:
    """The ace sits where the book lays the first button (fours:seating-1)."""
    if len(hall) != 1:
        raise Refused("Seats are drawn by card at one table; draw by ballot for more.")
    if cards is None:
        cards = engine_seating.draw_cards(players, sitting.rng(tournament))
    if set(cards) != set(players):
        clause = clauses.own("fours:seating-1", rulebook=tournament.rulebook)
        raise Refused("Enter one card for each player.", clause)
    button = hands.rules_of(tournament).book.first_marker.value(hall[0].seats)
    return engine_seating.by_card(cards, hall[0], button=button, rulebook=tournament.rulebook)


def _chosen_places(tournament: Tournament) -> dict[int, Place]:
    """Seats kept for those who cannot sit elsewhere (tda2024:R9)."""
    locks = LockedSeat.objects.filter(
        entry__tournament=tournament,
        entry__withdrawn_at__isnull=True,
        lifted_at__isnull=True,
        seat__isnull=False,
    )
    found = locks.values_list("entry_id", "table_number", "seat")
    return {entry: Place(table or 0, seat or 0) for entry, table, seat in found}


def _check_enough(tournament: Tournament, players: int) -> None:
    least = max(2, tournament.structure["min_players"])
    if players < least:
        here = f" for {tournament.session.title}" if tournament.session else ""
        are = "player is" if players == 1 else "players are"
        raise Refused(
            f"{players} {are} entered{here}: this tournament needs at least {least}.",
            tournament.structure["few_clause"],
        )


def _open_tables(tournament: Tournament, known: dict[int, Table], players: int) -> list[Table]:
    """As many tables as the field needs; those of an earlier draw keep their tablets.

    Where tables have been designated, no other is opened (charity:4.1).
    """
    designated = [table for table in known.values() if table.is_designated]
    wanted = designated or [*known.values()]
    opened: list[Table] = []
    room = 0
    for table in wanted:
        if room < players:
            opened.append(table)
            room += len(balance.usable_seats(table))
    if designated and room < players:
        clause = clauses.own("charity:4.1", rulebook=tournament.rulebook)
        raise Refused(f"The designated tables seat {room}: designate another.", clause)
    for table in known.values():
        table.state = TableState.OPEN if table in opened else TableState.CLOSED
        table.save(update_fields=["state"])
    seats = min(
        tournament.structure["seats_per_table"], engine_seating.most_seats(tournament.rulebook)
    )
    missing = max(0, -(-(players - room) // seats))
    first = max(known, default=0) + 1
    new = [
        Table.objects.create(tournament=tournament, number=number, seats=seats)
        for number in range(first, first + missing)
    ]
    return [*opened, *new]


@transaction.atomic
def clear_draw(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Take the draw back before the first hand and open registration again."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state != TournamentState.SEATED:
        raise Refused("There is no draw to take back, or play has begun.")
    has_played = tournament.started_at is not None
    before = TournamentState.BETWEEN if has_played else TournamentState.REGISTERING
    tournament.state = move(TournamentState.SEATED, before)
    tournament.save(update_fields=["state"])
    plans.take_back_draw(tournament, actor=actor, now=now)
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    seats.update(until=now)
    journal.write(actor, "seats.cleared", tournament_id=tournament_id, at=now)
    for table in tables.values():
        sitting.bump(table)
    broadcast.changed(tournament_id, *EVERYBODY)


@transaction.atomic
def start_play(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Shuffle up and deal: play begins, the clock with it."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state != TournamentState.SEATED:
        raise Refused(_why_not_start(tournament))
    no_shows.take_out(tournament, actor=actor, now=now)
    players = Seating.objects.filter(table__tournament=tournament, until__isnull=True).count()
    standing = tournament.entries.filter(IN_SESSION, withdrawn_at__isnull=True)
    entered = standing.exclude(pk__in=Bust.standing.values("entry")).count()
    if players < entered:
        raise Refused(f"{entered - players} of {entered} players have no seat yet: seat them.")
    _check_enough(tournament, players)
    dealer_rota.check_start(tournament, tables.values())
    tournaments.start(tournament, players=players, actor=actor, now=now)
    sessions.begin(tournament, tables)
    for table in tables.values():
        table_broadcast.table_changed(table)


def _why_not_start(tournament: Tournament) -> str:
    if tournament.state == TournamentState.REGISTERING:
        return "Nobody is seated: register the players and draw the seats first."
    return f"The tournament is {TournamentState(tournament.state).words.lower()}."


@transaction.atomic
def move_player(
    *,
    tournament_id: int,
    entry_id: int,
    to: Place,
    order: Order,
    actor: Actor,
    now: datetime,
) -> SeatOrder | None:
    """A player changes seat, or will when the hand at his table has ended; once, however often.

    Returns the order that waits for the hand, None where the move is made.
    """
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    seat = sitting.seat_of(tournament, entry_id)
    if Place(seat.table.number, seat.seat) == to:
        return None
    _check_may_move(tournament, seat, to, order)
    if to.table != seat.table.number:
        check_apart(seat.entry, to, is_confirmed=order.despite_pair)
    if order.settles_dispute:
        _add_seat(tournament, tables, to)
    check_place(tournament, tables, to, entry_id=entry_id)
    if hands.is_in_play(tables[seat.table.number]):
        return seat_orders.move(seat, to, order, actor=actor, now=now)
    target = tables[to.table]
    target.tournament = tournament
    if order.settles_dispute:
        target.save(update_fields=["seats"])
    sitting.sit(seat, target, to.seat, order, actor=actor, now=now)
    for number in {seat.table.number, to.table}:
        sitting.bump(tables[number])
    broadcast.changed(tournament_id, *EVERYBODY)
    return None


def _check_may_move(tournament: Tournament, seat: Seating, to: Place, order: Order) -> None:
    if seat.entry_id in balance.locked(tournament.pk):
        clause = clauses.cited("tda2024:R9", rulebook=tournament.rulebook)
        raise Refused(f"{seat.entry.name} has a locked seat: unlock it first.", clause)
    is_running = tournament.state == TournamentState.RUNNING
    engine_seating.check_may_choose_seat(tournament.rulebook, has_started=is_running)
    if is_running and to.table != seat.table.number:
        engine_seating.check_carrier(order.carried_by, rulebook=tournament.rulebook)


def _add_seat(tournament: Tournament, tables: dict[int, Table], to: Place) -> None:
    """Adelaide: one seat over the table's usual number settles a dispute (adelaide:63)."""
    table = tables.get(to.table)
    if table is None or to.seat <= table.seats:
        return
    engine_seating.check_table_size(
        to.seat,
        seats=tournament.structure["seats_per_table"],
        rulebook=tournament.rulebook,
        is_dispute_settled=True,
    )
    table.seats = to.seat


def check_apart(entry: Entry, to: Place, *, is_confirmed: bool) -> None:
    """Refuse a table at which a player meets one he is kept apart from (adelaide:62)."""
    hall = balance.read(entry.tournament_id)
    target = next((table for table in hall.expected if table.number == to.table), None)
    found = engine_seating.met(entry.pk, target, hall.apart) if target else None
    if found is not None:
        names = f"{entry.name} and {hall.names[found]}"
        engine_seating.check_apart(
            names, is_confirmed=is_confirmed, rulebook=entry.tournament.rulebook
        )


def check_place(
    tournament: Tournament, tables: dict[int, Table], to: Place, *, entry_id: int = 0
) -> None:
    """Refuse a place that is not there, out of use, taken, or kept for somebody else."""
    kept = SeatOrder.waiting.filter(tournament=tournament, to_table=to.table, to_seat=to.seat)
    if order := kept.exclude(entry_id=entry_id).select_related("entry__player").first():
        name = order.entry.name if order.entry else ""
        raise Refused(f"Seat {to.seat} at table {to.table} is kept for {name} after a hand.")
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    open_tables = [table for table in tables.values() if table.is_open]
    engine_seating.check_place(to, balance.engine_tables(open_tables, seats))


class Broken(NamedTuple):
    """What came of breaking a table: done, or an order that waits for its hand."""

    waits: SeatOrder | None = None
    warnings: tuple[str, ...] = ()


@transaction.atomic
def break_table(
    *,
    tournament_id: int,
    number: int,
    actor: Actor,
    now: datetime,
    carried_by: str = "",
    emergency: str = "",
) -> Broken:
    """Close a table and redraw its players at random into the open seats of the others.

    The table that is next to break has become defunct (adelaide:65a(ii)); any other is closed at
    the house's discretion and needs its notice, or an emergency (adelaide:80).
    """
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    engine_seating.check_carrier(carried_by, rulebook=tournament.rulebook)
    hall = balance.read(tournament_id)
    table = _to_break(tables, number, hall)
    if balance.next_to_break(hall) != number:
        notices.check(tournament, table, emergency=emergency, now=now)
    draw = sitting.rng(tournament)
    plan = engine_seating.break_table(
        hall.for_engine, number, draw, locked=hall.locked, apart=hall.apart
    )
    if hands.is_in_play(table):  # who is left when it has ended draws then
        order = seat_orders.break_table(
            table, carried_by=carried_by, emergency=emergency, actor=actor, now=now
        )
        return Broken(order)
    note_emergency(table, emergency, actor=actor, now=now)
    return _broken(tournament, tables, hall, plan, table, (actor, now, carried_by))


def _to_break(tables: dict[int, Table], number: int, hall: balance.Hall) -> Table:
    table = tables.get(number)
    if table is None or not table.is_open:
        raise Refused(f"There is no open table {number}.")
    if len(hall.tables) < 2:
        raise Refused("This is the last table: it cannot be broken.")
    return table


def _broken(
    tournament: Tournament,
    tables: dict[int, Table],
    hall: balance.Hall,
    plan: engine_seating.Plan,
    table: Table,
    by: tuple[Actor, datetime, str],
) -> Broken:
    """Everybody of the table goes where the draw sent him, and it is closed."""
    warnings = tuple(balance.named(words, hall.names) for words in plan.warnings)
    tournament.save(update_fields=["draws"])
    actor, now, _ = by
    journal.write(
        actor,
        "table.broken",
        tournament_id=tournament.pk,
        at=now,
        table=table.number,
        seed=_seed(tournament),
        warnings=list(warnings),
    )
    carry_out(tournament, tables, hall, plan.moves, How.FROM_A_BROKEN_TABLE, by)
    close(table)
    for changed in {table.number, *(one.target.table for one in plan.moves)}:
        sitting.bump(tables[changed])
    broadcast.changed(tournament.pk, *EVERYBODY)
    return Broken(warnings=warnings)


def carry_out(
    tournament: Tournament,
    tables: dict[int, Table],
    hall: balance.Hall,
    moves: tuple[engine_seating.Move, ...],
    how: How,
    by: tuple[Actor, datetime, str],
) -> None:
    """Several moves of one plan; seats that change hands within it are free by then."""
    actor, now, carried_by = by
    held = {seat.entry_id: seat for seat in hall.seats}
    moving = [one for one in moves if one.target != one.origin]
    Seating.objects.filter(pk__in=[held[one.entry].pk for one in moving]).update(until=now)
    for one in moving:
        target = tables[one.target.table]
        target.tournament = tournament
        order = Order(one.reason, one.clause, how, carried_by)
        sitting.sit(held[one.entry], target, one.target.seat, order, actor=actor, now=now)


def note_emergency(table: Table, emergency: str, *, actor: Actor, now: datetime) -> None:
    """Why a table was closed without notice stays on record (adelaide:80)."""
    if emergency.strip():
        facts = {"table": table.number, "emergency": emergency.strip()[:160]}
        where = table.tournament_id
        journal.write(actor, "table.emergency", tournament_id=where, at=now, **facts)


def close(table: Table) -> None:
    """No more hands here; the declared order, a waiver and a notice go with it."""
    table.state, table.break_order = TableState.CLOSED, None
    table.is_waived = table.is_stopped = False
    table.closes_at = table.closes_after = None
    words = ["is_waived", "is_stopped", "closes_at", "closes_after"]
    table.save(update_fields=["state", "break_order", *words])
