"""Draw seats, move players, break tables, start play."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from engine import rulebooks
from engine.conduct.law import How
from engine.lifecycle import TournamentState, move
from engine.refusal import Refused
from engine.seating import ballots
from engine.seating import seating as engine_seating
from engine.seating.ballots import Ballot
from engine.seating.law import CARD, HAND
from engine.seating.seating import Place
from tables.commands import Hall, across
from tables.crew.services import dealer_rota
from tables.models import LockedSeat, Seating, SeatOrder, Table
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.seating.queries import balance
from tables.seating.services import no_shows, notices, seat_draws, seat_orders, sitting
from tables.seating.services.seat_draws import SeatDraw
from tables.seating.services.sitting import Order
from tables.sessions.services import sessions
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Entry, Tournament
from tournament.models.draws import DrawKind
from tournament.models.sessions import IN_SESSION
from tournament.permissions import Actor, Permission
from tournament.setup.services import sessions as plans
from tournament.setup.services import tournaments


@dataclass(frozen=True, slots=True)
class HowDrawn:
    """By ballot, by card or by hand; the cards as they fell at the table; a card turned for all."""

    method: str = ""
    cards: Mapping[int, int] | None = None
    card: str = ""


def draw(
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    method: str = "",
    cards: Mapping[int, int] | None = None,
    card: str = "",
) -> tuple[str, ...]:
    """Open the tables the field needs and seat everybody; returns what could not be honoured.

    By ballot or by card, as the book has it; cards that fell at the table may be given, else they
    are drawn; a card turned in front of everybody is mixed into the draw. By hand, the tables open
    and the floor places each player.
    """
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        return _draw(hall, HowDrawn(method, cards, card))


def publish(*, tournament_id: int, actor: Actor, now: datetime, method: str = "") -> None:
    """Show who draws for which seats, and the hash, before `draw` is called."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        asked = _foreseen(hall, method)
        draws.publish(hall.tournament, asked.wanted, actor=actor, now=now)
        hall.tell(*EVERYBODY)


def _foreseen(hall: Hall, method: str) -> SeatDraw:
    """What would be drawn now; nothing of it is stored."""
    with transaction.atomic():
        ready = _prepare(hall, method)
        if ready.method == HAND:
            raise Refused("Seats given by hand are not drawn.")
        tables = balance.engine_tables(ready.tables, ())
        asked = _wanted(hall.tournament, ready, tables, _chosen_places(hall.tournament))
        transaction.set_rollback(True)
    return asked


def _draw(hall: Hall, how: HowDrawn) -> tuple[str, ...]:
    tournament = hall.tournament
    ready = _prepare(hall, how.method)
    tournament.save(update_fields=["state"])
    drawn, by_chance = _drawn(hall, ready, how)
    _seat(drawn.places, ready.tables, now=hall.now)
    if by_chance is not None:
        draws.record(by_chance, actor=hall.actor, now=hall.now)
    elif published := draws.waiting(tournament, DrawKind.SEATS):
        because = "Seats were given otherwise."
        draws.cancel(published, because=because, actor=hall.actor, now=hall.now)
    names = {entry.pk: entry.name for entry in ready.entries}
    warnings = [balance.named(words, names) for words in drawn.warnings]
    hall.write(
        "seats.drawn",
        method=ready.method,
        players=len(ready.entries),
        tables=len(ready.tables),
        draw=by_chance.draw.key if by_chance else "",
        places=_plain(drawn.places, ready.entries),
        warnings=warnings,
        commitments=draws.ready(tournament, [t.number for t in ready.tables], now=hall.now),
    )
    hall.change(*hall.tables.values())
    hall.tell(*EVERYBODY)
    return (*ready.left_out, *warnings)


class Ready(NamedTuple):
    """Who is to be seated, at which tables, and who is not and why."""

    method: str
    entries: list[Entry]
    tables: list[Table]
    left_out: list[str]


def _prepare(hall: Hall, method: str) -> Ready:
    """Everybody who plays this session, and tables enough for them."""
    tournament = hall.tournament
    method = method or engine_seating.methods(tournament.rulebook)[0]
    engine_seating.check_method(method, tournament.rulebook)
    left_out = plans.to_draw(tournament, actor=hall.actor, now=hall.now)
    entries = _to_seat(tournament)
    tournament.state = move(TournamentState(tournament.state), TournamentState.SEATED)
    tables = _open_tables(tournament, hall.tables, len(entries))
    return Ready(method, entries, tables, left_out)


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


def _plain(places: Mapping[int, Place], entries: list[Entry]) -> dict[str, list[int]]:
    """Places by entry number, as the journal keeps them."""
    numbers = {entry.pk: entry.number for entry in entries}
    return {str(numbers[pk]): [place.table, place.seat] for pk, place in sorted(places.items())}


def _drawn(hall: Hall, ready: Ready, how: HowDrawn) -> tuple[engine_seating.Draw, Drawn | None]:
    """Where everybody sits, and the draw it came of; None where people decided it."""
    tables = balance.engine_tables(ready.tables, ())
    fixed = _chosen_places(hall.tournament)
    for place in fixed.values():
        engine_seating.check_place(place, tables)
    if ready.method == HAND:
        return engine_seating.Draw(fixed), None
    if ready.method == CARD and how.cards is not None:
        return _as_cards_fell(hall.tournament, ready, tables, how.cards), None
    return seat_draws.make(hall, _wanted(hall.tournament, ready, tables, fixed), how.card)


def _wanted(
    tournament: Tournament,
    ready: Ready,
    tables: list[engine_seating.Table],
    fixed: dict[int, Place],
) -> SeatDraw:
    """The list that is drawn from before play."""
    players = [entry.pk for entry in ready.entries]
    title = f"Seats for {len(players)} players"
    if ready.method == CARD:
        table, button = _card_table(tournament, tables)
        places = engine_seating.card_places(
            table, len(players), button=button, rulebook=tournament.rulebook
        )
        return seat_draws.by_card(DrawKind.SEATS, title, players, places)
    ballot = ballots.of(players, tables, apart=balance.kept_apart(tournament.pk), locked=fixed)
    return seat_draws.by_ballot(DrawKind.SEATS, title, ballot)


def _as_cards_fell(
    tournament: Tournament,
    ready: Ready,
    tables: list[engine_seating.Table],
    cards: Mapping[int, int],
) -> engine_seating.Draw:
    table, button = _card_table(tournament, tables)
    if set(cards) != {entry.pk for entry in ready.entries}:
        clause = tournament.law.seating.methods.clause
        raise Refused("Enter one card for each player.", clause)
    return engine_seating.by_card(cards, table, button=button, rulebook=tournament.rulebook)


def _card_table(
    tournament: Tournament, tables: list[engine_seating.Table]
) -> tuple[engine_seating.Table, int]:
    """The ace sits where the book lays the first button (fours:seating-1)."""
    if len(tables) != 1:
        raise Refused("Seats are drawn by card at one table; draw by ballot for more.")
    return tables[0], hands.rules_of(tournament).book.first_marker.value(tables[0].seats)


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
        clause = tournament.law.seating.designated.clause
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


def clear_draw(*, tournament_id: int, actor: Actor, now: datetime, reason: str = "") -> None:
    """Take the draw back before the first hand and open registration again."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        tournament = hall.tournament
        if tournament.state != TournamentState.SEATED:
            raise Refused("No draw to cancel, or play has begun.")
        has_played = tournament.started_at is not None
        before = TournamentState.BETWEEN if has_played else TournamentState.REGISTERING
        tournament.state = move(TournamentState.SEATED, before)
        tournament.save(update_fields=["state"])
        plans.take_back_draw(tournament, actor=actor, now=now)
        seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
        seats.update(until=now)
        because = reason.strip() or "The seats were drawn again."
        draws.take_back(tournament, _last_draw(tournament), because=because, actor=actor, now=now)
        hall.write("seats.cleared")
        hall.change(*hall.tables.values())
        hall.tell(*EVERYBODY)


def _last_draw(tournament: Tournament) -> str:
    """The number of the draw by which everybody sits; none where people decided it."""
    drawn = tournament.journal.filter(name="seats.drawn").order_by("sequence").last()
    return str(drawn.data["draw"]) if drawn else ""


def start_play(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Shuffle up and deal: play begins, the clock with it."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        tournament, tables = hall.tournament, hall.tables
        if tournament.state != TournamentState.SEATED:
            raise Refused(_why_not_start(tournament))
        no_shows.take_out(tournament, actor=actor, now=now)
        players = _check_all_seated(tournament)
        _check_enough(tournament, players)
        dealer_rota.check_start(tournament, tables.values())
        tournaments.start(tournament, players=players, actor=actor, now=now)
        sessions.begin(tournament, tables)
        hall.show(*tables.values())


def _check_all_seated(tournament: Tournament) -> int:
    """How many play, if everybody who is entered has a seat."""
    players = Seating.objects.filter(table__tournament=tournament, until__isnull=True).count()
    standing = tournament.entries.filter(IN_SESSION, withdrawn_at__isnull=True)
    entered = standing.exclude(pk__in=Bust.standing.values("entry")).count()
    if players < entered:
        raise Refused(f"{entered - players} of {entered} players have no seat yet: seat them.")
    return players


def _why_not_start(tournament: Tournament) -> str:
    if tournament.state == TournamentState.REGISTERING:
        return "Nobody is seated: register the players and draw seats first."
    return f"The tournament is {TournamentState(tournament.state).words.lower()}."


def move_player(
    *,
    tournament_id: int,
    entry_id: int,
    to: Place,
    order: Order,
    actor: Actor,
    now: datetime,
) -> SeatOrder | None:
    """A player changes seat, or will when the hand at their table has ended; once, however often.

    Returns the order that waits for the hand, None where the move is made.
    """
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as hall:
        seat = sitting.seat_of(hall.tournament, entry_id)
        if Place(seat.table.number, seat.seat) == to:
            return None
        return _move(hall, seat, to, order)


def _move(hall: Hall, seat: Seating, to: Place, order: Order) -> SeatOrder | None:
    tournament, tables = hall.tournament, hall.tables
    _check_may_move(tournament, seat, to, order)
    if to.table != seat.table.number:
        check_apart(seat.entry, to, is_confirmed=order.despite_pair)
    if order.settles_dispute:
        _add_seat(tournament, tables, to)
    check_place(tournament, tables, to, entry_id=seat.entry_id)
    if hands.is_in_play(tables[seat.table.number]):
        return seat_orders.move(hall, seat, to, order)
    target = tables[to.table]
    target.tournament = tournament
    if order.settles_dispute:
        target.save(update_fields=["seats"])
    sitting.sit(seat, target, to.seat, order, actor=hall.actor, now=hall.now)
    hall.change(tables[seat.table.number], target)
    hall.tell(*EVERYBODY)
    return None


def _check_may_move(tournament: Tournament, seat: Seating, to: Place, order: Order) -> None:
    if seat.entry_id in balance.locked(tournament.pk):
        clause = rulebooks.cited("tda2024:R9", rulebook=tournament.rulebook)
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
    """Refuse a table at which a player meets one they are kept apart from (adelaide:62)."""
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
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as held:
        tournament, hall = held.tournament, balance.read(tournament_id)
        engine_seating.check_carrier(carried_by, rulebook=tournament.rulebook)
        table = _to_break(held.tables, number, hall)
        if balance.next_to_break(hall) != number:
            notices.check(tournament, table, emergency=emergency, now=now)
        ballot = ballots.of_broken_table(
            hall.for_engine, number, locked=hall.locked, apart=hall.apart
        )
        if hands.is_in_play(table):  # who is left when it has ended draws then
            return Broken(
                seat_orders.break_table(held, table, carried_by=carried_by, emergency=emergency)
            )
        note_emergency(held, table, emergency)
        return _broken(held, hall, ballot, table, carried_by)


def _to_break(tables: dict[int, Table], number: int, hall: balance.Hall) -> Table:
    table = tables.get(number)
    if table is None or not table.is_open:
        raise Refused(f"Table {number} is not open.")
    if len(hall.tables) < 2:
        raise Refused("This is the last table: it cannot be broken.")
    return table


def _broken(held: Hall, hall: balance.Hall, ballot: Ballot, table: Table, carried: str) -> Broken:
    """Everybody of the table goes where the draw sent them, and it is closed."""
    title = f"Table {table.number} breaks"
    drawn, by_chance = seat_draws.make(held, seat_draws.by_ballot(DrawKind.BREAK, title, ballot))
    plan = ballots.broken(hall.for_engine, table.number, drawn)
    warnings = tuple(balance.named(words, hall.names) for words in plan.warnings)
    draws.record(by_chance, actor=held.actor, now=held.now)
    key = by_chance.draw.key
    held.write("table.broken", table=table.number, draw=key, warnings=list(warnings))
    carry_out(held, hall, plan.moves, How.FROM_A_BROKEN_TABLE, carried)
    close(table)
    held.change(table, *(held.tables[one.target.table] for one in plan.moves))
    held.tell(*EVERYBODY)
    return Broken(warnings=warnings)


def carry_out(
    held: Hall,
    hall: balance.Hall,
    moves: tuple[engine_seating.Move, ...],
    how: How,
    carried_by: str = "",
) -> None:
    """Several moves of one plan; seats that change hands within it are free by then."""
    seats = {seat.entry_id: seat for seat in hall.seats}
    moving = [one for one in moves if one.target != one.origin]
    left = Seating.objects.filter(pk__in=[seats[one.entry].pk for one in moving])
    left.update(until=held.now)
    for one in moving:
        target = held.tables[one.target.table]
        target.tournament = held.tournament
        order = Order(one.reason, one.clause, how, carried_by)
        seat, number = seats[one.entry], one.target.seat
        sitting.sit(seat, target, number, order, actor=held.actor, now=held.now)


def note_emergency(held: Hall, table: Table, emergency: str) -> None:
    """Why a table was closed without notice stays on record (adelaide:80)."""
    if words := emergency.strip()[:160]:
        held.write("table.emergency", table=table.number, emergency=words)


def close(table: Table) -> None:
    """No more hands here; the declared order, a waiver and a notice go with it."""
    table.state, table.break_order = TableState.CLOSED, None
    table.is_waived = table.is_stopped = False
    table.closes_at = table.closes_after = None
    words = ["is_waived", "is_stopped", "closes_at", "closes_after"]
    table.save(update_fields=["state", "break_order", *words])
