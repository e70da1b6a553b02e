"""Who sits where: the draw before play, seats for latecomers, and redraws.

Players are named by their entry's number. Chance comes in as `rng`; a draw made from a published
seed can be made again by anyone. Plans change nothing: they say who moves, whence, whereto and why.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from engine import clauses, rulebooks
from engine.refusal import Refused
from engine.seating.law import BALLOT, CARD, HAND

Pairs = frozenset[frozenset[int]]
NOBODY: frozenset[int] = frozenset()
NO_PAIRS: Pairs = frozenset()
TRIES = 200  # swaps tried for a pair before the draw gives up and says so


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
    """The outcome of a draw, with what could not be honoured."""

    places: Mapping[int, Place]
    warnings: tuple[str, ...] = ()


def with_player(table: Table, seat: int, entry: int) -> Table:
    return replace(table, players={**table.players, seat: entry})


def without_player(table: Table, entry: int) -> Table:
    seat = table.seat_of(entry)
    left = {s: holder for s, holder in table.players.items() if s != seat}
    return replace(table, players=left, vacated=(*table.vacated, seat))


def places_of(tables: Iterable[Table]) -> dict[int, Place]:
    """Where everybody sits."""
    return {e: Place(table.number, s) for table in tables for s, e in table.players.items()}


# The draw before play.


def ballot(
    entries: Sequence[int],
    tables: Sequence[Table],
    rng: Random,
    *,
    apart: Pairs = NO_PAIRS,
    locked: Mapping[int, Place] | None = None,
) -> Draw:
    """A random ballot into balanced tables (canberra:8.4, igr:A.2(r)); who is placed stays."""
    fixed = dict(locked or {})
    drawn = [entry for entry in sorted(entries) if entry not in fixed]
    open_seats = _open_places(tables, fixed)
    if len(drawn) > len(open_seats):
        raise Refused(f"{len(drawn)} players, but only {len(open_seats)} seats.")
    rng.shuffle(drawn)
    chosen = _level_places(open_seats, _counts(tables, fixed.values()), len(drawn), rng)
    rng.shuffle(chosen)
    places = dict(zip(drawn, chosen, strict=True))
    drawn_apart = _kept_apart(places, fixed | places_of(tables), apart, rng)
    return replace(drawn_apart, places=fixed | dict(drawn_apart.places))


def _open_places(tables: Iterable[Table], taken: Mapping[int, Place]) -> list[Place]:
    used = set(taken.values())
    everywhere = (Place(table.number, seat) for table in tables for seat in table.open_seats)
    return [place for place in everywhere if place not in used]


def _counts(tables: Iterable[Table], taken: Iterable[Place]) -> dict[int, int]:
    counts = {table.number: table.size for table in tables}
    for place in taken:
        counts[place.table] += 1
    return counts


def _level_places(
    places: Sequence[Place], counts: Mapping[int, int], number: int, rng: Random
) -> list[Place]:
    """So many open places, always one more at a table with fewest players; seats at random."""
    seats: dict[int, list[Place]] = {table: [] for table in sorted(counts)}
    for place in places:
        seats[place.table].append(place)
    for free in seats.values():
        rng.shuffle(free)
    sizes, chosen = dict(counts), []
    for _ in range(number):
        fewest = min(sizes[table] for table in seats if seats[table])
        table = rng.choice([t for t in seats if seats[t] and sizes[t] == fewest])
        chosen.append(seats[table].pop())
        sizes[table] += 1
    return chosen


def _kept_apart(
    places: dict[int, Place], fixed: Mapping[int, Place], apart: Pairs, rng: Random
) -> Draw:
    """Exchange places at random until no pair shares a table, or say that it could not be done."""
    for _ in range(TRIES):
        together = _together(places | dict(fixed), apart)
        movable = sorted(entry for pair in together for entry in pair if entry in places)
        if not movable:
            break
        one, other = rng.choice(movable), rng.choice(sorted(places))
        swapped = places | {one: places[other], other: places[one]}
        if len(_together(swapped | dict(fixed), apart)) <= len(together):
            places = swapped
    still = _together(places | dict(fixed), apart)
    return Draw(places, tuple(_sorry(pair) for pair in still))


def _together(places: Mapping[int, Place], apart: Pairs) -> list[frozenset[int]]:
    present = (pair for pair in apart if all(entry in places for entry in pair))
    found = [pair for pair in present if len({places[entry].table for entry in pair}) == 1]
    return sorted(found, key=sorted)


def _sorry(pair: Collection[int]) -> str:
    one, other = sorted(pair)
    return f"Entries {one} and {other} could not be kept apart (adelaide:62)."


def draw_cards(entries: Sequence[int], rng: Random) -> dict[int, int]:
    """4S: one card each from ace, two, three ... as many as there are players (fours:seating-1)."""
    cards = list(range(1, len(entries) + 1))
    rng.shuffle(cards)
    return dict(zip(sorted(entries), cards, strict=True))


def by_card(cards: Mapping[int, int], table: Table, *, button: int, rulebook: str) -> Draw:
    """4S: ace at the button, two the small blind, three the big blind, then in card order."""
    clause = clauses.own("fours:seating-1", rulebook=rulebook)
    _check_one_each(cards, clause)
    if len(cards) > len(table.open_seats) or button not in table.open_seats:
        raise Refused("There are not enough seats from the button on.", clause)
    ring = [seat for seat in table.clockwise_after(button) if seat in table.open_seats]
    seats = [ring[-1], *ring[:-1]]
    order = sorted(cards, key=lambda entry: cards[entry])
    return Draw({entry: Place(table.number, seats[n]) for n, entry in enumerate(order)})


def _check_one_each(cards: Mapping[int, int], clause: str) -> None:
    """Refuse cards that are not the ace, two, three ... once each, and name those that are not."""
    fell, wanted = Counter(cards.values()), range(1, len(cards) + 1)
    wrong = [str(card) for card in sorted(fell) if fell[card] > 1 or card not in wanted]
    missing = [str(card) for card in wanted if card not in fell]
    if wrong:
        why = f"Each player draws one card, from the ace (1) to {len(cards)}"
        told = f"{why}: look at {', '.join(wrong)}; nobody has {', '.join(missing)}."
        raise Refused(told, clause)


# One more player.


def late_seat(
    entry: int, tables: Sequence[Table], rng: Random, *, apart: Pairs = NO_PAIRS
) -> Place:
    """A random open seat at a table with fewest players (tda2024:R8)."""
    free = [table for table in tables if table.open_seats]
    if not free:
        raise Refused("Every seat is taken.")
    welcome = [table for table in free if met(entry, table, apart) is None] or free
    fewest = min(table.size for table in welcome)
    table = rng.choice([table for table in welcome if table.size == fewest])
    return Place(table.number, rng.choice(table.open_seats))


def met(entry: int, table: Table, apart: Pairs) -> int | None:
    """Whom a player would meet at this table though the two are kept apart (adelaide:62)."""
    return next((one for one in table.players.values() if frozenset((entry, one)) in apart), None)


def together(tables: Iterable[Table], apart: Pairs) -> list[frozenset[int]]:
    """The pairs that share a table though they are kept apart."""
    return _together(places_of(tables), apart)


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


def break_table(
    tables: Sequence[Table],
    number: int,
    rng: Random,
    *,
    locked: Collection[int] = NOBODY,
    apart: Pairs = NO_PAIRS,
) -> Plan:
    """Redraw the players of a table at random into the open seats of the others (tda2024:R10)."""
    table = next((t for t in tables if t.number == number), None)
    if table is None:
        raise Refused(f"There is no table {number}.")
    players = sorted(table.players.values())
    if any(entry in locked for entry in players):
        raise Refused(f"A seat at table {number} is locked: break another table, or unlock it.")
    others = [t for t in tables if t.number != number]
    drawn = ballot(players, others, rng, apart=apart)
    origin = {entry: Place(number, table.seat_of(entry)) for entry in players}
    reason = f"table {number} breaks"
    moves = (Move(e, origin[e], drawn.places[e], reason, "tda2024:R10") for e in players)
    return Plan(tuple(moves), drawn.warnings)


def final_size(seats_per_table: int) -> int:
    """Nine- and eight-handed events come together at nine, seven- and six-handed ones at seven."""
    usual = {9: 9, 8: 9, 7: 7, 6: 7}
    return usual.get(seats_per_table, seats_per_table)


def is_final_table_due(players: int, *, seats_per_table: int, final_seats: int = 0) -> bool:
    """Whether all who are left fit at one last table (tda2024:RP-9)."""
    return 0 < players <= (final_seats or final_size(seats_per_table))


def final_redraw(
    tables: Sequence[Table], final: Table, rng: Random, *, locked: Collection[int] = NOBODY
) -> tuple[Move, ...]:
    """Everyone draws a new seat at the final table, but for those who cannot leave theirs there."""
    empty = replace(final, players={})
    origin = places_of(tables)
    stuck = {e: place for e, place in origin.items() if e in locked}
    if any(place.table != final.number for place in stuck.values()):
        raise Refused("A locked seat is at another table: unlock it, or play the final there.")
    places = ballot(sorted(origin), [empty], rng, locked=stuck).places
    reason = "final table"
    return tuple(Move(e, origin[e], places[e], reason, "tda2024:RP-9") for e in sorted(origin))


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
        raise Refused("Seats are drawn before play: none is chosen.", known.clause)


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
    return f"Table {number} has no written approval of the inspector ({asked.clause})."


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
