"""Evening out tables: who moves, into which seat, and by which rule."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine import rulebooks
from engine.hand.state import Hand
from engine.referee import start
from engine.seating.seating import (
    NO_PAIRS,
    NOBODY,
    Move,
    Pairs,
    Place,
    Plan,
    Table,
    met,
    with_player,
    without_player,
)

SIX_MAX, TURBO_MINUTES = 6, 10


@dataclass(frozen=True, slots=True)
class Method:
    """How the mover and the seat are chosen."""

    movers: Callable[[Table, int], tuple[int, ...]]
    seat: Callable[[Table], int]
    reason: str


def next_big_blinds(table: Table, _: int) -> tuple[int, ...]:
    """Players in the order in which the big blind reaches them."""
    ring = table.clockwise_after(table.big_blind)
    return tuple(table.players[seat] for seat in ring if seat in table.players)


def worst_seat(table: Table) -> int:
    """The open seat the big blind reaches first; never the one that would be small blind."""
    ring = [seat for seat in table.clockwise_after(table.big_blind) if seat in table.open_seats]
    return next((seat for seat in ring if seat != table.big_blind), ring[0])


def same_position(table: Table, seat: int) -> tuple[int, ...]:
    """Players from the seat of this number on, clockwise."""
    ring = table.clockwise_after(seat)
    ring = (ring[-1], *ring[:-1]) if seat in ring else ring
    return tuple(table.players[s] for s in ring if s in table.players)


def seat_opened_last(table: Table) -> int:
    """The seat that came free last, or the first open one."""
    free = [seat for seat in reversed(table.vacated) if seat in table.open_seats]
    return free[0] if free else table.open_seats[0]


BY_BIG_BLIND = Method(next_big_blinds, worst_seat, "next big blind to the worst seat")
BY_POSITION = Method(same_position, seat_opened_last, "by position to the seat that opened last")


def method_of(families: Collection[str]) -> Method:
    """Stud alone has no blinds: there the seat decides; mixed games go by the big blind."""
    return BY_POSITION if set(families) == {"stud"} else BY_BIG_BLIND


def last_big_blind(hand: Hand, players: Collection[int], *, blinds: int) -> int | None:
    """The seat behind which the big blind comes next at this table.

    After a hand without blinds it is worked out from the marker: the mover is who would be big
    blind (tda2024:R11-B). Players are named by their seats.
    """
    if hand.blind_seats:
        return hand.blind_seats[-1]
    seats = tuple(sorted(players))
    if len(seats) < 2:
        return None
    move = rulebooks.get(hand.rulebook).next_marker.value
    due = move(start.facts(hand), seats, blinds).blind_seats[-1]
    return seats[seats.index(due) - 1]


def balance(
    tables: Sequence[Table],
    *,
    rulebook: str = rulebooks.COMMON.id,
    method: Method = BY_BIG_BLIND,
    locked: Collection[int] = NOBODY,
    apart: Pairs = NO_PAIRS,
) -> Plan:
    """The fewest moves after which tables differ by one at most; nobody moves twice."""
    state = {table.number: table for table in tables}
    clause, moves, warnings = rulebooks.get(rulebook).seating.balance.clause, [], []
    stuck: set[int] = set(locked)
    while (found := _next_step(list(state.values()), method, stuck, apart)) is not None:
        giving, taking, entry = found
        if met(entry, taking, apart) is not None:
            warnings.append(f"Entry {entry} meets a player they are kept apart from.")
        moves.append(_move(entry, giving, taking, method, clause))
        stuck.add(entry)
        state[giving.number] = without_player(giving, entry)
        state[taking.number] = with_player(taking, moves[-1].target.seat, entry)
    return Plan(tuple(moves), (*warnings, *_left_uneven(list(state.values()))))


def is_cited(clause: str) -> bool:
    """Whether a move or a stop by this clause evens tables out, under whatever book."""
    books = (rulebooks.COMMON, *rulebooks.BOOKS.values())
    return any(book.seating.balance.clause == clause for book in books)


def is_balanced(tables: Sequence[Table]) -> bool:
    sizes = [table.size for table in tables]
    return not sizes or max(sizes) - min(sizes) <= 1


def too_short(tables: Sequence[Table], *, short_by: int = 3) -> tuple[int, ...]:
    """Tables so far short of the fullest that they are to stop (tda2024:R11-D)."""
    fullest = max((table.size for table in tables), default=0)
    return tuple(table.number for table in tables if fullest - table.size >= short_by)


def are_blinds_touched(table: Table) -> bool:
    """Whether the big blind would now fall on an empty seat: then the table stops."""
    ring = table.clockwise_after(table.big_blind)
    return table.big_blind is None or not ring or ring[0] in table.open_seats


def is_at_discretion(*, seats_per_table: int, level_minutes: int) -> bool:
    """In six-handed events and turbos the director says which table stops."""
    return seats_per_table <= SIX_MAX or 0 < level_minutes <= TURBO_MINUTES


def _next_step(
    tables: Sequence[Table], method: Method, stuck: Collection[int], apart: Pairs
) -> tuple[Table, Table, int] | None:
    """From the fullest table that can give, to the emptiest that can take, if two or more apart."""
    receiving = [table for table in tables if table.open_seats]
    if not receiving:
        return None
    taking = min(receiving, key=lambda table: (table.size, table.number))
    fuller = [table for table in tables if table.size - taking.size > 1]
    for giving in sorted(fuller, key=lambda table: (-table.size, table.number)):
        entry = _mover(giving, taking, method, stuck, apart)
        if entry is not None:
            return giving, taking, entry
    return None


def _mover(
    giving: Table, taking: Table, method: Method, stuck: Collection[int], apart: Pairs
) -> int | None:
    """The first in order who may move; one who meets their pair only when nobody else can."""
    order = [e for e in method.movers(giving, method.seat(taking)) if e not in stuck]
    welcome = [e for e in order if met(e, taking, apart) is None]
    return next(iter(welcome or order), None)


def _move(entry: int, giving: Table, taking: Table, method: Method, clause: str) -> Move:
    origin = Place(giving.number, giving.seat_of(entry))
    target = Place(taking.number, method.seat(taking))
    return Move(entry, origin, target, method.reason, clause)


def _left_uneven(tables: Sequence[Table]) -> tuple[str, ...]:
    if is_balanced(tables):
        return ()
    return ("Locked seats or seats out of use keep the tables uneven.",)
