"""The hands to come, whoever goes out: enough to deal on without the server.

While nobody goes out the marker comes round to where it was, so that a few hands stand for any
number of them. Hands with as many players and the marker and blinds in the same places of the
order are one pattern: it is dealt once, and the seats are put in.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations

from engine.hand.setup import PENALTY, Participant, Previous, Setup
from engine.hand.state import Hand
from engine.referee import start
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.rules.button import Positions, following

MOST = (
    5000  # ways from a hand to the next that a tablet is told: at nine seats any seven may go out
)
NOBODY: tuple[int, ...] = ()
_PLENTY = 10**9  # nobody runs out in the hands to come: the tablet puts the real stacks in


def key(gone: Iterable[int]) -> str:
    """Who goes out, as the tablet asks for it."""
    return ",".join([str(seat) for seat in gone]) or "0"


@dataclass(slots=True)
class Coming:
    """A hand by what is known after it; `then` is the place of the next, by who goes out."""

    previous: Previous
    seats: tuple[int, ...]
    pattern: int = 0
    is_over: bool = False
    then: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One of the hands that are alike, as it begins."""

    wanted: Setup
    dealt: Hand


@dataclass(slots=True)
class Foresight:
    """Every hand found so far, each once, and their patterns."""

    first: Setup
    rules: Rules
    most: int = MOST
    ways: int = 0
    found: list[Coming] = field(default_factory=list)
    patterns: list[Pattern] = field(default_factory=list)
    places: dict[tuple[Positions, tuple[int, ...]], int] = field(default_factory=dict)
    known: dict[tuple[object, ...], int | None] = field(default_factory=dict)
    players: dict[int, Participant] = field(default_factory=dict)
    kinds: dict[int, tuple[object, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in self.first.seats:
            self.players[seat.seat] = replace(seat, stack=_PLENTY)
            who = seat.seat if seat.status == PENALTY else 0  # each is let off at his own time
            self.kinds[seat.seat] = (seat.status, who, seat.owes_live, seat.owes_dead)

    @property
    def is_full(self) -> bool:
        """Whether no more is told."""
        return self.ways >= self.most

    def link(self, one: Coming, gone: tuple[int, ...]) -> Coming | None:
        """Name the hand after this one; given back where it was not known before."""
        seats = tuple([seat for seat in one.seats if seat not in gone]) if gone else one.seats
        name = key(gone)
        if len(seats) < 2 or self.is_full or name in one.then:
            return None
        self.ways += 1
        previous = one.previous if one.is_over else _with_busts(one.previous, gone)
        placed = following(previous, seats, self.rules, len(self.first.blinds))
        place = self.places.get((placed, seats))
        if place is not None:
            one.then[name] = place
            return None
        pattern = self._pattern(previous, placed, seats)
        if pattern is None:
            return None
        one.then[name] = self.places[placed, seats] = len(self.found)
        made = Coming(Previous(placed.marker, placed.blind_seats, seats), seats, pattern)
        self.found.append(made)
        return made

    def _pattern(self, previous: Previous, placed: Positions, seats: tuple[int, ...]) -> int | None:
        """Which pattern a hand is of; None where it cannot be dealt."""
        marked = (placed.marker, placed.dealt_first, *placed.blind_seats)
        spots = [_spot(seats, seat) for seat in marked]
        alike = (*spots, *[self.kinds[seat] for seat in seats])
        if alike not in self.known:
            players = tuple([self.players[seat] for seat in seats])
            self.known[alike] = self._begin(replace(self.first, seats=players, previous=previous))
        return self.known[alike]

    def _begin(self, wanted: Setup) -> int | None:
        dealt = begun(wanted, self.rules)
        if dealt is None:
            return None
        self.patterns.append(Pattern(wanted, dealt))
        return len(self.patterns) - 1


def _with_busts(previous: Previous, gone: tuple[int, ...]) -> Previous:
    if previous.busts == gone:
        return previous
    return Previous(previous.marker, previous.blind_seats, previous.seats, gone)


def _spot(seats: tuple[int, ...], seat: int) -> int:
    """A place in the order of these players, or between two of them where nobody sits."""
    at = bisect_left(seats, seat)
    return 2 * at + (at < len(seats) and seats[at] == seat)


def begun(wanted: Setup, rules: Rules) -> Hand | None:
    """The hand as it is dealt; None where it cannot be."""
    try:
        return start.begin(wanted, rules)[0]
    except Refused:
        return None


def after(
    last: Hand, first: Setup, rules: Rules, *, most: int = MOST
) -> tuple[dict[str, int], Foresight]:
    """The hands after this one: nobody goes out, then one does, two at once, three, and so on.

    `first` is the next hand as it stands; places among all found, by who goes out in this one.
    """
    foresight = Foresight(first, rules, most)
    seats = tuple(sorted([player.seat for player in first.seats]))
    root = Coming(first.previous or start.facts(last), seats, is_over=last.is_over)
    whole = _ring(foresight, [root])
    one = _ring(foresight, _out(foresight, whole, 1))
    two = _ring(foresight, _out(foresight, whole[:2], 2))
    ring = [*one, *two, *_ring(foresight, _out(foresight, whole[2:], 2))]
    ring += _ring(foresight, _out(foresight, one, 1))
    for count in range(3, len(seats) - 1):  # in this hand and the next
        ring += _ring(foresight, _out(foresight, whole[:2], count))
    while ring and not foresight.is_full:
        ring = _ring(foresight, _more_out(foresight, ring))
    return root.then, foresight


def _ring(foresight: Foresight, begun: list[Coming]) -> list[Coming]:
    """These hands and all that follow them while nobody goes out."""
    for one in begun:  # grows until the marker has come round
        made = foresight.link(one, NOBODY)
        if made is not None:
            begun.append(made)
    return begun


def _out(foresight: Foresight, hands: list[Coming], count: int) -> list[Coming]:
    """The hands after one of these in which so many players go out."""
    made = [
        foresight.link(hand, gone)
        for hand in hands
        if not hand.is_over
        for gone in combinations(hand.seats, count)
    ]
    return [one for one in made if one is not None]


def _more_out(foresight: Foresight, hands: list[Coming]) -> list[Coming]:
    """The hands after these in which up to three go out, as many as are told."""
    made = []
    for one in hands:
        if foresight.is_full:
            break
        made += [hand for count in (1, 2, 3) for hand in _out(foresight, [one], count)]
    return made
