"""Hands told in a dealer's words: "seat 2 raises to 500", "flop Ah Kd 2c", "seat 1 shows As Ac".

    hand = Scenario("canberra-e", stacks=(9000, 9000, 9000, 800), blinds=(50, 100))
    hand.play("seat 3 raises to 500", "seat 4 all-in")
    hand.refuses("seat 1 raises to 5000", clause="canberra:13.4")

Seats are numbered from 1 in the order of `stacks`, or as a mapping says. Without a `deck` a human
deals and cards are entered, or not: "flop" alone lays three unseen cards.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from engine.cards import cards
from engine.chance import Chance
from engine.hand import commands, shuffling
from engine.hand.applying import apply, replay
from engine.hand.codec import read_command, read_event, write_command, write_event
from engine.hand.commands import Command
from engine.hand.events import BlindPosted, Event, IrregularityRuled
from engine.hand.pots import build
from engine.hand.setup import Participant, Setup
from engine.referee.options import Options, options
from engine.referee.referee import decide
from engine.referee.start import begin, facts
from engine.refusal import NeedsRuling, Refused
from engine.rules.book import Rules, Settings
from engine.structure import game_presets

_NUMBER = r"([\d,]+)"
THREE = (5000, 5000, 5000)
FOUR = (5000, 5000, 5000, 5000)


class Scenario:
    """One hand under one rulebook; `then` goes on with the next hand at the same table."""

    def __init__(
        self,
        rules: str | Rules,
        *,
        stacks: Sequence[int] | Mapping[int, int],
        blinds: Sequence[int] = (50, 100),
        settings: Settings | None = None,
        away: Mapping[int, str] | None = None,
        deck: str = "",
        **setup: Any,
    ) -> None:
        self.rules = game_presets.get(rules, settings) if isinstance(rules, str) else rules
        by_seat = stacks if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
        status = away or {}
        owing = setup.pop("owing", {})  # seat: live blind, dead blind
        self.setup = Setup(
            number=setup.pop("number", 1),
            seats=tuple(
                Participant(seat, stack, status.get(seat, "present"), *owing.get(seat, ()))
                for seat, stack in by_seat.items()
            ),
            blinds=tuple(blinds),
            deck=stacked(deck, self.rules) if deck else (),
            **setup,
        )
        self.shuffle = partial(shuffling.mixed, chance=Chance(b"%d" % self.setup.number))
        self.hand, self.events = begin(self.setup, self.rules)
        self._check_story()

    def play(self, *lines: str | Command) -> "Scenario":
        """Do these one after the other; a refusal fails the test."""
        for line in lines:
            self.do(_wish(line))
        return self

    def report(self, what: str, *, cards_shown: str = "", **told: Any) -> "Scenario":
        """Something went wrong: `seat`, `count`, `detail`, `can_be_repaired`, `choice` say more."""
        return self.play(commands.Report(what, cards=cards.parse(cards_shown), **told))

    def needs_ruling(self, line: str | Command, *, clause: str) -> tuple[str, ...]:
        """The book leaves it open; the choices it offers."""
        with pytest.raises(NeedsRuling) as caught:
            decide(self.hand, _wish(line), self.rules, self.shuffle)
        assert caught.value.clause == clause, caught.value.clause
        return caught.value.choices

    def do(self, command: Command) -> list[Event]:
        """Decide and apply one command, and check that both agree with the stored story."""
        assert read_command(write_command(command)) == command
        before = self.hand.copy()
        happened = decide(self.hand, command, self.rules, self.shuffle)
        assert self.hand == before, "decide changed the hand"
        for event in happened:
            apply(self.hand, event)
        self.events += happened
        self._check_story()
        return happened

    def refuses(
        self, line: str | Command, *, clause: str | None = None, why: str = ""
    ) -> "Scenario":
        """This is refused, by this clause, and changes nothing."""
        before = self.hand.copy()
        with pytest.raises(Refused) as caught:
            decide(self.hand, _wish(line), self.rules, self.shuffle)
        assert self.hand == before, "a refusal changed the hand"
        refusal = caught.value
        assert clause is None or refusal.clause == clause, f"{refusal.clause}: {refusal.why}"
        assert why in refusal.why, refusal.why
        return self

    def then(self, **changes: Any) -> "Scenario":
        """The next hand at this table, with the stacks as they are now; busted seats are gone."""
        stacks = changes.pop("stacks", None) or {
            seat: stack for seat, stack in self.stacks.items() if stack
        }
        changes.setdefault("blinds", self.setup.blinds)
        changes.setdefault("ante", self.setup.ante)
        changes.setdefault("chip", self.setup.chip)
        changes.setdefault("number", self.setup.number + 1)
        return Scenario(self.rules, stacks=stacks, previous=facts(self.hand), **changes)

    def fold_round(self) -> "Scenario":
        """Everyone in turn folds until the hand is over."""
        while not self.hand.ended:
            self.do(commands.Fold(self.hand.actor))
        return self

    def check_down(self) -> "Scenario":
        """Check or call to the showdown, laying unseen cards."""
        while self.options.phase in ("bet", "deal"):
            self.do(self.passive())
        return self

    def passive(self) -> Command:
        """The next step of who checks or calls, or of the dealer."""
        return _passive(self.options)

    def last(self, kind: type) -> Any:
        """The latest event of this kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def all(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def ruled(self) -> IrregularityRuled:
        """What the book prescribed last: `remedy`, `orders` and `clause`."""
        ruled: IrregularityRuled = self.last(IrregularityRuled)
        return ruled

    @property
    def options(self) -> Options:
        return options(self.hand, self.rules)

    @property
    def seat(self) -> int:
        """Whose turn it is, -1 when nobody's."""
        return self.hand.actor

    @property
    def stacks(self) -> dict[int, int]:
        return {seat: self.hand.stacks[seat] for seat in self.hand.seats}

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each pot's amount and who may win it."""
        return [(pot.amount, pot.seats) for pot in build(self.hand)]

    @property
    def won(self) -> list[dict[int, int]]:
        """Per award, who got how much."""
        return [dict(award.shares) for award in self.hand.awards]

    def _check_story(self) -> None:
        """The state is the fold of what is stored, and no chip is lost on the way."""
        stored = [read_event(write_event(event)) for event in self.events]
        assert replay(stored) == self.hand
        assert all(self.hand.stacks[seat] >= 0 for seat in self.hand.seats)
        issued = sum(player.stack for player in self.setup.seats) + self.setup.bonus
        returned = self.setup.bonus if self.hand.ended in ("misdeal", "void") else 0
        assert self.hand.chips() == issued - self.hand.removed - returned


def stacked(top: str, rules: Rules) -> tuple[int, ...]:
    """A whole deck that begins with these cards."""
    first = cards.parse(top)
    return first + tuple(sorted(rules.cards - set(first)))


def _passive(offered: Options) -> Command:
    if offered.deal is not None:
        return commands.DealBoard() if offered.deal.kind == "board" else commands.DealStreet()
    seat = offered.seat or 0
    for choice, command in (
        (offered.check, commands.Check),
        (offered.stand, commands.Stand),
        (offered.call, commands.Call),
    ):
        if choice.is_allowed:
            return command(seat)
    return commands.RaiseTo(seat, offered.raising.least)


def _wish(line: str | Command) -> Command:
    return read(line) if isinstance(line, str) else line


def read(line: str) -> Command:
    """One line of a scenario as a command."""
    for pattern, make in _GRAMMAR:
        match = re.fullmatch(pattern, line.strip())
        if match:
            return make(*match.groups())
    raise ValueError(f"no such line in a scenario: {line!r}")


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in re.findall(r"\d+", text))


def _simple(kind: Callable[[int], Command]) -> Callable[[str], Command]:
    return lambda seat: kind(int(seat))


def _raise(seat: str, amount: str) -> Command:
    return commands.RaiseTo(int(seat), _number(amount))


def _show(seat: str, shown: str | None) -> Command:
    return commands.ShowCards(int(seat), cards.parse(shown or ""))


def _board(shown: str | None) -> Command:
    return commands.DealBoard(cards.parse(shown or ""))


def _award(pot: str, winners: str, low: str | None) -> Command:
    return commands.Award(int(pot), _seats(winners), _seats(low or ""))


def _split(pot: str, seats: str) -> Command:
    return commands.SplitByAgreement(int(pot), _seats(seats))


def _draw(seat: str, count: str, given_up: str | None) -> Command:
    return commands.Draw(int(seat), int(count), cards.parse(given_up or ""))


def _street(dealt: str | None) -> Command:
    """ "street 1 Ah, 2 Kd": seat and card."""
    pairs = [pair.split() for pair in dealt.split(",")] if dealt else []
    return commands.DealStreet(tuple((int(seat), cards.parse(card)[0]) for seat, card in pairs))


def _out_of_turn(seat: str, action: str, amount: str | None) -> Command:
    return commands.ActOutOfTurn(int(seat), action, _number(amount or "0"))


def _put(seat: str, amount: str, how: str | None) -> Command:
    """How: "in one chip", "saying raise", "in two motions"."""
    told = how or ""
    return commands.PutChips(
        int(seat),
        _number(amount),
        chips=1 if "one chip" in told else 0,
        said="raise" if "saying raise" in told else "",
        motions=2 if "two motions" in told else 1,
    )


_GRAMMAR: tuple[tuple[str, Callable[..., Command]], ...] = (
    (r"seat (\d+) folds", _simple(commands.Fold)),
    (r"seat (\d+) checks", _simple(commands.Check)),
    (r"seat (\d+) stands", _simple(commands.Stand)),
    (r"seat (\d+) calls", _simple(commands.Call)),
    (r"seat (\d+) calls and folds", _simple(commands.CallAndFold)),
    (rf"seat (\d+) bets {_NUMBER}", _raise),
    (rf"seat (\d+) raises (?:to|all-in) {_NUMBER}", _raise),
    (r"seat (\d+) (?:goes )?all-in", _simple(commands.AllIn)),
    (r"seat (\d+) shows(?: (.+))?", _show),
    (r"seat (\d+) mucks", _simple(commands.Muck)),
    (r"(?:flop|turn|river|board)(?: (.+))?", _board),
    (r"pot (\d+) to ([\d, and]+?)(?:; low to ([\d, and]+))?", _award),
    (r"pot (\d+) split by ([\d, and]+)", _split),
    (r"pay", lambda: commands.AwardPots()),
    (r"seat (\d+) draws (\d)(?: giving up (.+))?", _draw),
    (r"street(?: (.+))?", _street),
    (r"seat (\d+) opens", _simple(commands.NameOpener)),
    (rf"out of turn seat (\d+) (fold|check|call|bet|raise)s(?: (?:to )?{_NUMBER})?", _out_of_turn),
    (rf"seat (\d+) puts out {_NUMBER}( .+)?", _put),
    (r"seat (\d+) arrives", _simple(commands.Arrive)),
    (r"time expires for seat (\d+)", _simple(commands.TimeExpired)),
)


def dealt(rules="adelaide", *lines, stacks=FOUR, **how):
    """A hand of four players with equal stacks, played to the last of these lines."""
    return Scenario(rules, stacks=stacks, **how).play(*lines)


def posted(hand):
    """The blinds of a hand by the seats that posted them."""
    return {event.seat: event.amount for event in hand.all(BlindPosted)}
