"""The hands to come at one level, whoever goes out: enough to deal on without the server.

While nobody goes out the marker comes round to where it was, so that a few hands stand for any
number of them.
"""

from dataclasses import dataclass, field, replace

from engine import setup
from engine.hand import Hand
from engine.refusal import Refused
from engine.rulebooks import Rules
from engine.rules.button import Positions, Previous, positions
from engine.setup import Setup

MOST = 240  # hands told to a tablet: any one player may go out at nine seats, and many a second
NOBODY = 0
_PLENTY = 10**9  # nobody runs out in the hands to come: the tablet puts the real stacks in


@dataclass(slots=True)
class Coming:
    """A hand and who takes part after it; `then` is the place of the next, by who goes out."""

    dealt: Hand
    seats: tuple[int, ...]
    then: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Foresight:
    """Every hand found so far, each once."""

    first: Setup
    rules: Rules
    found: list[Coming] = field(default_factory=list)
    places: dict[tuple[Positions, tuple[int, ...]], int] = field(default_factory=dict)

    def link(self, one: Coming, out: int) -> Coming | None:
        """Name the hand after this one; given back where it was not known before."""
        wanted = self._after(one, out)
        if len(wanted.seats) < 2 or len(self.found) >= MOST:
            return None
        key = positions(wanted, self.rules), tuple([player.seat for player in wanted.seats])
        if key in self.places:
            one.then[out] = self.places[key]
            return None
        made = self._begun(wanted)
        if made is not None:
            one.then[out] = self.places[key] = len(self.found)
            self.found.append(made)
        return made

    def _after(self, one: Coming, out: int) -> Setup:
        players = [player for player in self.first.seats if player.seat in one.seats]
        return replace(
            self.first,
            seats=tuple([replace(p, stack=_PLENTY) for p in players if p.seat != out]),
            previous=_facts(one.dealt, out),
        )

    def _begun(self, wanted: Setup) -> Coming | None:
        try:
            dealt, _ = setup.begin(wanted, self.rules)
        except Refused:
            return None
        return Coming(dealt, dealt.seats)


def _facts(dealt: Hand, out: int) -> Previous:
    facts = setup.facts(dealt)
    return facts if dealt.is_over else replace(facts, busts=(out,) if out else ())


def after(last: Hand, first: Setup, rules: Rules) -> tuple[dict[int, int], list[Coming]]:
    """The hands after this one: where nobody goes out, then where one does, then a second one.

    `first` is the next hand as it stands; places among all found, by who goes out in this one.
    """
    foresight = Foresight(first, rules)
    root = Coming(last, tuple([player.seat for player in first.seats]))
    ring = _ring(foresight, [root])
    while ring:
        ring = _ring(foresight, _one_more_out(foresight, ring))
    return root.then, foresight.found


def _ring(foresight: Foresight, begun: list[Coming]) -> list[Coming]:
    """These hands and all that follow them while nobody goes out."""
    for one in begun:  # grows until the marker has come round
        made = foresight.link(one, NOBODY)
        if made is not None:
            begun.append(made)
    return begun


def _one_more_out(foresight: Foresight, ring: list[Coming]) -> list[Coming]:
    """The hands after one of these in which a player goes out."""
    made = [
        foresight.link(one, seat) for one in ring if not one.dealt.is_over for seat in one.seats
    ]
    return [one for one in made if one is not None]
