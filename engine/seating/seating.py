"""Who sits where: places, moves and plans, and what may be done by hand.

Players are named by their entry's number. Seats that are drawn are in `ballots`. Plans change
nothing: they say who moves, whence, whereto and why.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine import rulebooks
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from engine.seating.law import BALLOT, CARD, HAND

Pairs = frozenset[frozenset[int]]
NOBODY: frozenset[int] = frozenset()
NO_PAIRS: Pairs = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A seat at a table."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table as seating sees it; `seats` are the usable ones, in clockwise order.

    `big_blind` is the seat that posted the last big blind, None before the first hand;
    `vacated` are the seats that came free, the latest last (for stud, where the seat counts).
    """

    number: int
    seats: tuple[int, ...]
    players: Mapping[int, int] = field(default_factory=dict)
    big_blind: int | None = None
    vacated: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.players)

    @property
    def open_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat not in self.players)

    def seat_of(self, entry: int) -> int:
        return next(seat for seat, holder in self.players.items() if holder == entry)

    def clockwise_after(self, seat: int | None) -> tuple[int, ...]:
        """All seats, beginning behind this one and ending with it."""
        ring = sorted({*self.seats, *self.players})
        cut = sum(s <= seat for s in ring) if seat is not None else 0
        return tuple(ring[cut:] + ring[:cut])


@dataclass(frozen=True, slots=True)
class Move:
    """One player changes seat."""

    entry: int
    origin: Place
    target: Place
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves to make, in this order, and what they could not honour."""

    moves: tuple[Move, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """The outcome of a draw, and the pairs that could not be kept apart."""

    places: Mapping[int, Place]
    together: tuple[frozenset[int], ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the director is told of it."""
        return tuple(_sorry(pair) for pair in self.together)


def _sorry(pair: Collection[int]) -> str:
    one, other = sorted(pair)
    return f"Entries {one} and {other} could not be kept apart."


def with_player(table: Table, seat: int, entry: int) -> Table:
    return replace(table, players={**table.players, seat: entry})


def without_player(table: Table, entry: int) -> Table:
    seat = table.seat_of(entry)
    left = {s: holder for s, holder in table.players.items() if s != seat}
    return replace(table, players=left, vacated=(*table.vacated, seat))


def places_of(tables: Iterable[Table]) -> dict[int, Place]:
    """Where everybody sits."""
    return {e: Place(table.number, s) for table in tables for s, e in table.players.items()}


# Cards for seats.


def by_card(cards: Mapping[int, int], table: Table, *, button: int, rulebook: str) -> Draw:
    """4S: ace at the button, two the small blind, three the big blind, then in card order."""
    _check_one_each(cards, rulebooks.get(rulebook).seating.methods.clause)
    places = card_places(table, len(cards), button=button, rulebook=rulebook)
    order = sorted(cards, key=lambda entry: cards[entry])
    return Draw(dict(zip(order, places, strict=True)))


def card_places(table: Table, players: int, *, button: int, rulebook: str) -> list[Place]:
    """4S: the seats of the ace, the two, the three and so on."""
    if players > len(table.open_seats) or button not in table.open_seats:
        clause = rulebooks.get(rulebook).seating.methods.clause
        raise Refused("There are not enough seats from the button on.", clause)
    ring = [seat for seat in table.clockwise_after(button) if seat in table.open_seats]
    return [Place(table.number, seat) for seat in (ring[-1], *ring[:-1])][:players]


def _check_one_each(cards: Mapping[int, int], clause: str) -> None:
    """Refuse cards that are not the ace, two, three ... once each, and name those that are not."""
    fell, wanted = Counter(cards.values()), range(1, len(cards) + 1)
    wrong = [str(card) for card in sorted(fell) if fell[card] > 1 or card not in wanted]
    missing = [str(card) for card in wanted if card not in fell]
    if wrong:
        why = f"Each player draws one card, from the ace (1) to {len(cards)}"
        told = f"{why}: look at {', '.join(wrong)}; nobody has {', '.join(missing)}."
        raise Refused(told, clause)


# Who meets whom.


def met(entry: int, table: Table, apart: Pairs) -> int | None:
    """Whom a player would meet at this table though the two are kept apart (adelaide:62)."""
    return next(
        (player for player in table.players.values() if frozenset((entry, player)) in apart), None
    )


def together(tables: Iterable[Table], apart: Pairs) -> list[frozenset[int]]:
    """The pairs that share a table though they are kept apart."""
    return sharing(places_of(tables), apart)


def sharing(places: Mapping[int, Place], apart: Pairs) -> list[frozenset[int]]:
    """The pairs whose places are at one table, in order."""
    present = (pair for pair in apart if all(entry in places for entry in pair))
    found = [pair for pair in present if len({places[entry].table for entry in pair}) == 1]
    return sorted(found, key=sorted)


# Closing a table, and the final.


def table_to_break(
    tables: Sequence[Table], *, order: Sequence[int] = (), locked: Collection[int] = NOBODY
) -> int | None:
    """The next table in the declared order, once the others have room for everybody.

    Tables nobody put in an order follow it, the highest number first (tda2024:RP-19); one at
    which somebody cannot move is passed over.
    """
    breakable = [t.number for t in tables if not set(t.players.values()) & set(locked)]
    declared = [number for number in order if number in breakable]
    number = next(iter(declared or sorted(breakable, reverse=True)), None)
    if len(tables) < 2 or number is None:
        return None
    players = sum(table.size for table in tables)
    room = sum(len(table.seats) for table in tables if table.number != number)
    return number if players <= room else None


def final_size(seats_per_table: int) -> int:
    """Nine- and eight-handed events come together at nine, seven- and six-handed ones at seven."""
    usual = {9: 9, 8: 9, 7: 7, 6: 7}
    return usual.get(seats_per_table, seats_per_table)


def is_final_table_due(players: int, *, seats_per_table: int, final_seats: int = 0) -> bool:
    """Whether all who are left fit at one last table (tda2024:RP-9)."""
    return 0 < players <= (final_seats or final_size(seats_per_table))


# By hand.


def check_place(place: Place, tables: Sequence[Table]) -> None:
    """Refuse a seat that is not there, not in use, or taken."""
    table = next((t for t in tables if t.number == place.table), None)
    if table is None:
        raise Refused(f"There is no table {place.table}.")
    if place.seat in table.players:
        raise Refused(f"Seat {place.seat} at table {place.table} is taken.")
    if place.seat not in table.seats:
        raise Refused(f"Seat {place.seat} at table {place.table} is not in use.")


def check_apart(names: str, *, is_confirmed: bool, rulebook: str) -> None:
    """Refuse to bring a pair together unless the supervisor says that it cannot be avoided."""
    if not is_confirmed:
        why = f"{names} are kept apart: choose another table, or say that it cannot be avoided."
        raise Refused(why, rulebooks.get(rulebook).seating.apart.clause)


def check_holder(*, is_registered: bool, is_out: bool, rulebook: str) -> None:
    """A seat holds a registered player who is still in (adelaide:59b)."""
    clause = rulebooks.get(rulebook).seating.holders.clause
    if not is_registered:
        raise Refused("Only a registered player gets a seat.", clause)
    if is_out:
        raise Refused("This player is out of the tournament.", clause)


def methods(rulebook: str) -> tuple[str, ...]:
    """How seats may be given before play, the usual way first (charity:4.3, adelaide:88g)."""
    return rulebooks.get(rulebook).seating.methods.value


def check_method(method: str, rulebook: str) -> None:
    """Refuse a way of seating that the book does not know."""
    known = rulebooks.get(rulebook).seating.methods
    if method not in known.value:
        words = {BALLOT: "by ballot", CARD: "by card"}[known.value[0]]
        raise Refused(f"Seats are drawn {words} here.", known.clause)


def check_may_choose_seat(rulebook: str, *, has_started: bool) -> None:
    """Before play some books seat players by the draw and in no other way."""
    known = rulebooks.get(rulebook).seating.methods
    if not has_started and HAND not in known.value:
        raise Refused("Seats are drawn before play; players cannot choose one.", known.clause)


def check_carrier(carried_by: str, *, rulebook: str) -> None:
    """Refuse a move whose chips nobody is named to carry."""
    asked = rulebooks.get(rulebook).seating.carried
    if asked.value and not carried_by.strip():
        raise Refused("Say which table manager carries the chips.", asked.clause)


def missing_approval(number: int, *, rulebook: str, is_approved: bool) -> str:
    """A warning before a table is used that nobody approved."""
    asked = rulebooks.get(rulebook).seating.approved
    if is_approved or not asked.value:
        return ""
    return f"Table {number} has no written approval of the inspector ({cite(asked.clause)})."


def most_seats(rulebook: str) -> int:
    """How many seats a table may have under this book."""
    return rulebooks.get(rulebook).seating.table_limit.value.most


def check_table_size(
    players: int, *, seats: int, rulebook: str, is_dispute_settled: bool = False
) -> None:
    """Refuse more players than a table may seat; Adelaide lets a supervisor add one."""
    answer = rulebooks.get(rulebook).seating.table_limit
    limit = answer.value
    most = min(limit.most, seats + (limit.over if is_dispute_settled else 0))
    if players > most:
        raise Refused(f"This table seats at most {most} players.", answer.clause)


def seat_over(present: int, *, seats: int, rulebook: str) -> int | None:
    """The one seat more that may be added to settle a dispute (adelaide:63); None where none is."""
    limit = rulebooks.get(rulebook).seating.table_limit.value
    return present + 1 if present < min(limit.most, seats + limit.over) and limit.over else None
