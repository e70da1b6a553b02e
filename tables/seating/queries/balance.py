"""What the engine proposes: moves that even tables out, the table to break, the final."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Count

from engine.lifecycle import TournamentState
from engine.seating import balancing, seating
from tables.models import KeptApart, LockedSeat, Seating, SeatOrder, Table
from tables.models.orders import OrderKind
from tables.play.queries import hands
from tables.results.queries import standings
from tables.seating.queries import seat_orders
from tables.seating.queries import seating as seating_queries
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.setup.queries import played

USUAL_BLINDS = 2


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move the director can accept with one tap."""

    entry_id: int
    name: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    reason: str
    clause: str
    moved_before: int
    meets: str = ""

    @property
    def why(self) -> str:
        """Why this player, in a sentence for whoever asks."""
        times = {0: "has not moved yet", 1: "has moved once"}
        moved = times.get(self.moved_before, f"has moved {self.moved_before} times")
        met = f"; meets {self.meets}, to be kept apart: nobody else can move" if self.meets else ""
        return f"{self.reason}; {self.name} {moved}{met}"


@dataclass(frozen=True)
class Hall:
    """The open tables with their players, and what the floor arranged about them."""

    tables: list[Table]
    seats: list[Seating]
    locked: frozenset[int]
    apart: seating.Pairs
    orders: list[SeatOrder]

    @cached_property
    def _as_they_are(self) -> list[seating.Table]:
        return engine_tables(self.tables, self.seats)

    @property
    def for_engine(self) -> list[seating.Table]:
        """The tables as they are; a seat kept for somebody who moves after a hand is not open."""
        kept = {(order.to_table, order.to_seat) for order in self.orders}
        return [
            replace(table, seats=tuple(s for s in table.seats if (table.number, s) not in kept))
            for table in self._as_they_are
        ]

    @property
    def expected(self) -> list[seating.Table]:
        """The tables as they will be when every move that was ordered has been made."""
        tables = {table.number: table for table in self._as_they_are}
        where = seating.places_of(tables.values())
        for order in self.orders:
            if order.entry_id in where and order.to_table in tables:
                origin = where[order.entry_id].table
                tables[origin] = seating.without_player(tables[origin], order.entry_id)
                target = tables[order.to_table]
                tables[order.to_table] = seating.with_player(
                    target, order.to_seat or 0, order.entry_id
                )
        return list(tables.values())

    @property
    def is_breaking(self) -> bool:
        """Whether a break or the final is ordered and waits for a hand to end."""
        return any(order.kind != OrderKind.MOVE for order in self.orders)

    @property
    def moving(self) -> set[int]:
        """Who is on the way, or moves after a hand."""
        on_the_way = {seat.entry_id for seat in self.seats if seat.in_transit}
        return on_the_way | {order.entry_id for order in self.orders if order.entry_id}

    @property
    def order(self) -> list[int]:
        """Tables in the order in which they are declared to break (tda2024:RP-19)."""
        declared = [table for table in self.tables if table.break_order is not None]
        return [t.number for t in sorted(declared, key=lambda t: (t.break_order or 0, t.number))]

    @property
    def names(self) -> dict[int, str]:
        return {seat.entry_id: seat.entry.name for seat in self.seats}


def read(tournament_id: int) -> Hall:
    """The hall as it is now, in five statements however large it is."""
    return Hall(
        tables=seating_queries.open_tables(tournament_id),
        seats=list(standings.standing_seats(tournament_id)),
        locked=locked(tournament_id),
        apart=kept_apart(tournament_id),
        orders=seat_orders.waiting(tournament_id),
    )


def locked(tournament_id: int) -> frozenset[int]:
    """Entries that are not moved (tda2024:R9)."""
    locks = LockedSeat.objects.filter(entry__tournament_id=tournament_id, lifted_at__isnull=True)
    return frozenset(locks.values_list("entry_id", flat=True))


def kept_apart(tournament_id: int) -> seating.Pairs:
    """Pairs of entries that do not share a table (adelaide:62)."""
    pairs = KeptApart.objects.filter(tournament_id=tournament_id, lifted_at__isnull=True)
    return frozenset(frozenset(pair) for pair in pairs.values_list("one_id", "other_id"))


def engine_tables(tables: Iterable[Table], seats: Iterable[Seating]) -> list[seating.Table]:
    """Tables as the engine sees them; players are named by their entry's id."""
    players: dict[int, dict[int, int]] = {}
    for seat in seats:
        players.setdefault(seat.table_id, {})[seat.seat] = seat.entry_id
    return [
        seating.Table(
            number=table.number,
            seats=usable_seats(table),
            players=players.get(table.pk, {}),
            big_blind=_big_blind(table, players.get(table.pk, {})),
        )
        for table in tables
    ]


def usable_seats(table: Table) -> tuple[int, ...]:
    """The seats somebody may be given."""
    return tuple(seat for seat in range(1, table.seats + 1) if seat not in table.out_of_use)


def _big_blind(table: Table, players: Collection[int]) -> int | None:
    hand = hands.of(table)
    if hand is None:
        return None
    schedule = clock_queries.schedule_of(table.tournament) if not hand.blind_seats else None
    levels = schedule.levels if schedule else ()
    blinds = max((len(level.blinds) for level in levels), default=0) or USUAL_BLINDS
    return balancing.last_big_blind(hand, players, blinds=blinds)


def table_to_break(tournament: Tournament, hall: Hall | None = None) -> int | None:
    """The table whose players now fit at the others."""
    if tournament.state != TournamentState.RUNNING:
        return None
    hall = hall or read(tournament.pk)
    if hall.is_breaking:
        return None
    return next_to_break(hall)


def next_to_break(hall: Hall) -> int | None:
    """The next table of the declared order, if its players fit at the others."""
    return seating.table_to_break(hall.expected, order=hall.order, locked=hall.locked)


def is_final_due(tournament: Tournament, hall: Hall | None = None) -> bool:
    """Whether those left at two tables or more come together at the last one (tda2024:RP-9)."""
    if tournament.state != TournamentState.RUNNING:
        return False
    hall = hall or read(tournament.pk)
    return len(hall.tables) > 1 and seating.is_final_table_due(
        len(hall.seats), seats_per_table=tournament.structure["seats_per_table"]
    )


def plan(tournament: Tournament, hall: Hall) -> seating.Plan:
    """The moves that balance the tables; who moves already is not moved again."""
    method = balancing.method_of({game.family for game in played.games(tournament)})
    tables = _with_vacated(hall) if method is balancing.BY_POSITION else hall.expected
    return balancing.balance(
        tables,
        rulebook=tournament.rulebook,
        method=method,
        locked=hall.locked | hall.moving,
        apart=hall.apart,
    )


def _with_vacated(hall: Hall) -> list[seating.Table]:
    """For stud, where the seat that opened last counts."""
    left = Seating.objects.filter(table__in=hall.tables, until__isnull=False).order_by("until")
    opened: dict[int, list[int]] = {}
    for number, seat in left.values_list("table__number", "seat"):
        opened.setdefault(number, []).append(seat)
    return [
        seating.Table(
            *(table.number, table.seats, table.players, table.big_blind),
            tuple(opened.get(table.number, ())),
        )
        for table in hall.expected
    ]


def proposals(tournament: Tournament, hall: Hall | None = None) -> list[Proposal]:
    """The moves that balance the tables, unless one should break instead."""
    if tournament.state != TournamentState.RUNNING:
        return []
    hall = hall or read(tournament.pk)
    is_breaking = hall.is_breaking or table_to_break(tournament, hall) is not None
    if is_breaking or is_final_due(tournament, hall):
        return []
    found = plan(tournament, hall).moves
    moved = move_counts(tournament.pk) if found else {}
    return [_proposal(move, hall, moved) for move in found]


def _proposal(move: seating.Move, hall: Hall, moved: dict[int, int]) -> Proposal:
    tables = {table.number: table for table in hall.expected}
    met = seating.met(move.entry, tables[move.target.table], hall.apart)
    return Proposal(
        entry_id=move.entry,
        name=hall.names[move.entry],
        meets=hall.names[met] if met is not None else "",
        from_table=move.origin.table,
        from_seat=move.origin.seat,
        to_table=move.target.table,
        to_seat=move.target.seat,
        reason=move.reason,
        clause=move.clause,
        moved_before=moved.get(move.entry, 0),
    )


def move_counts(tournament_id: int) -> dict[int, int]:
    """How often each player has been moved."""
    moves = Seating.objects.filter(table__tournament_id=tournament_id).exclude(came_from="")
    counted = moves.exclude(how="").values_list("entry_id").annotate(Count("pk"))
    return dict(counted.order_by())


def warnings(tournament: Tournament, hall: Hall) -> list[str]:
    """What keeps tables uneven or pairs together, with names."""
    if tournament.state != TournamentState.RUNNING:
        return []
    return [named(words, hall.names) for words in plan(tournament, hall).warnings]


def sharing(hall: Hall) -> list[str]:
    """The pairs at one table though they are kept apart, while there is another table."""
    pairs = seating.together(hall.for_engine, hall.apart) if len(hall.tables) > 1 else []
    where = seating.places_of(hall.for_engine)
    return [
        f"{' and '.join(hall.names[entry] for entry in sorted(pair))} share table "
        f"{where[min(pair)].table} though they are kept apart"
        for pair in pairs
    ]


def named(words: str, names: dict[int, str]) -> str:
    """The engine's warnings speak of entries; people have names."""
    for entry, name in sorted(names.items(), reverse=True):
        words = words.replace(f"Entry {entry} ", f"{name} ")
        words = words.replace(f"Entries {entry} and ", f"{name} and ")
        words = words.replace(f" and {entry} could", f" and {name} could")
    return words


def place_of(move: Proposal) -> seating.Place:
    """Where a proposed move leads."""
    return seating.Place(move.to_table, move.to_seat)
