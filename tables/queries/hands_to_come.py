"""The hands to come at one level, whoever goes out: enough to deal on without the server.

While nobody goes out the marker comes round to where it was, so that a few hands stand for any
number of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations

from engine import setup
from engine.hand import Hand
from engine.refusal import Refused
from engine.rulebooks import Rules
from engine.rules.button import Positions, Previous, positions
from engine.setup import Participant, Setup

MOST = 360  # hands told to a tablet: at nine seats any two may go out, at once or one by one
NOBODY: tuple[int, ...] = ()
_PLENTY = 10**9  # nobody runs out in the hands to come: the tablet puts the real stacks in


def key(gone: Iterable[int]) -> str:
    """Who goes out, as the tablet asks for it."""
    return ",".join([str(seat) for seat in gone]) or "0"


@dataclass(slots=True)
class Coming:
    """A hand and who takes part after it; `then` is the place of the next, by who goes out."""

    dealt: Hand
    seats: tuple[int, ...]
    wanted: Setup
    then: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Foresight:
    """Every hand found so far, each once."""

    first: Setup
    rules: Rules
    found: list[Coming] = field(default_factory=list)
    places: dict[tuple[Positions, tuple[int, ...]], int] = field(default_factory=dict)
    players: tuple[Participant, ...] = ()

    def __post_init__(self) -> None:
        self.players = tuple([replace(one, stack=_PLENTY) for one in self.first.seats])

    @property
    def is_full(self) -> bool:
        """Whether no more hands are told."""
        return len(self.found) >= MOST

    def link(self, one: Coming, gone: tuple[int, ...]) -> Coming | None:
        """Name the hand after this one; given back where it was not known before."""
        wanted = self._after(one, gone)
        if len(wanted.seats) < 2:
            return None
        where = positions(wanted, self.rules), tuple([player.seat for player in wanted.seats])
        if where in self.places:
            one.then[key(gone)] = self.places[where]
            return None
        made = None if self.is_full else self._begun(wanted)
        if made is not None:
            one.then[key(gone)] = self.places[where] = len(self.found)
            self.found.append(made)
        return made

    def _after(self, one: Coming, gone: tuple[int, ...]) -> Setup:
        staying = set(one.seats).difference(gone)
        players = tuple([player for player in self.players if player.seat in staying])
        return replace(self.first, seats=players, previous=_facts(one.dealt, gone))

    def _begun(self, wanted: Setup) -> Coming | None:
        dealt = begun(wanted, self.rules)
        return None if dealt is None else Coming(dealt, dealt.seats, wanted)


def begun(wanted: Setup, rules: Rules) -> Hand | None:
    """The hand as it is dealt; None where it cannot be."""
    try:
        return setup.begin(wanted, rules)[0]
    except Refused:
        return None


def _facts(dealt: Hand, gone: tuple[int, ...]) -> Previous:
    facts = setup.facts(dealt)
    return facts if dealt.is_over else replace(facts, busts=gone)


def after(last: Hand, first: Setup, rules: Rules) -> tuple[dict[str, int], list[Coming]]:
    """The hands after this one: nobody goes out, then one does, two at once, and so on.

    `first` is the next hand as it stands; places among all found, by who goes out in this one.
    """
    foresight = Foresight(first, rules)
    root = Coming(last, tuple([player.seat for player in first.seats]), first)
    whole = _ring(foresight, [root])
    one = _ring(foresight, _out(foresight, whole, 1))
    two = _ring(foresight, _out(foresight, whole[:2], 2))
    ring = [*one, *two, *_ring(foresight, _out(foresight, whole[2:], 2))]
    ring += _ring(foresight, _out(foresight, one, 1))
    while ring and not foresight.is_full:
        ring = _ring(foresight, _more_out(foresight, ring))
    return root.then, foresight.found


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
        foresight.link(one, gone)
        for one in hands
        if not one.dealt.is_over
        for gone in combinations(sorted(one.seats), count)
    ]
    return [one for one in made if one is not None]


def _more_out(foresight: Foresight, hands: list[Coming]) -> list[Coming]:
    """The hands after these in which one or two go out, as many as are told."""
    made = []
    for one in hands:
        if foresight.is_full:
            break
        made += _out(foresight, [one], 1) + _out(foresight, [one], 2)
    return made
