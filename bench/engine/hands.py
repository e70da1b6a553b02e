"""Hands played with every rule checked and every event made, beside PokerKit on the same hands."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from pokerkit import Automation, Card, NoLimitTexasHoldem

from bench.engine.measure import in_turns, rate
from bench.figures import Row
from engine import games
from engine.cards import cards
from engine.hand import commands
from engine.hand.applying import replay
from engine.hand.commands import Command
from engine.hand.events import Event
from engine.hand.setup import Participant, Setup
from engine.hand.state import Hand
from engine.phh import phh, phh_play
from engine.referee.options import options
from engine.referee.referee import act
from engine.referee.start import begin
from engine.rulebooks.common import COMMON
from engine.rules.book import Rules

PEER = "PokerKit"
PLAYERS = 6
BLINDS = (50, 100)
BY_HAND = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
BY_ITSELF = tuple(step for step in Automation if step not in BY_HAND)
RULES = Rules(COMMON, games.get("nlhe"))
Call = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Script:
    """One hand, for our engine as commands and for PokerKit as calls with ready-made cards."""

    rules: Rules
    setup: Setup
    wishes: tuple[Command, ...]
    state: Callable[[], Any]
    calls: tuple[Call, ...]
    story: tuple[Event, ...]


def scripts(number: int) -> list[Script]:
    """The same hands in every run."""
    rng = Random(2024)
    return [_script(rng, at) for at in range(number)]


def _script(rng: Random, number: int) -> Script:
    stacks = tuple(100 * rng.randint(20, 200) for _ in range(PLAYERS))
    deck = list(cards.deck())
    rng.shuffle(deck)
    seats = tuple(Participant(seat, stack) for seat, stack in enumerate(stacks, 1))
    setup = Setup(number, seats, blinds=BLINDS, marker=PLAYERS, deck=tuple(deck))
    hand, story = begin(setup, RULES)
    calls = [_deal_hole(hand, seat) for seat in range(1, PLAYERS + 1)]
    wishes: list[Command] = []
    while not hand.ended:
        shown = len(hand.board)
        wish, call = _choose(hand, rng)
        story += act(hand, wish, RULES)
        wishes.append(wish)
        calls += [call, *_deal_board(hand, shown)]
    return Script(RULES, setup, tuple(wishes), _state(stacks), tuple(calls), tuple(story))


def _state(stacks: tuple[int, ...]) -> Callable[[], Any]:
    return lambda: NoLimitTexasHoldem.create_state(
        BY_ITSELF, True, 0, BLINDS, BLINDS[1], stacks, len(stacks)
    )


def _choose(hand: Hand, rng: Random) -> tuple[Command, Call]:
    seat, chance, offered = hand.actor, rng.random(), options(hand, RULES)
    raising = offered.raising
    if raising.is_allowed and chance < 0.2:
        amount = rng.choice((raising.least, min(3 * raising.least, raising.most)))
        return commands.RaiseTo(seat, amount), lambda state: state.complete_bet_or_raise_to(amount)
    if offered.check.is_allowed:
        return commands.Check(seat), lambda state: state.check_or_call()
    if chance < 0.6:
        return commands.Call(seat), lambda state: state.check_or_call()
    return commands.Fold(seat), lambda state: state.fold()


def _deal_hole(hand: Hand, seat: int) -> Call:
    dealt = tuple(Card.parse(cards.text(hand.hole[seat])))
    return lambda state: state.deal_hole(dealt, seat - 1)


def _deal_board(hand: Hand, shown: int) -> Iterator[Call]:
    """A burn and the new cards, street by street, as they came."""
    for first, last in ((0, 3), (3, 4), (4, 5)):
        if shown <= first and len(hand.board) >= last:
            dealt = tuple(Card.parse(cards.text(hand.board[first:last])))
            yield from _burn_and_turn(dealt)


def _burn_and_turn(dealt: tuple[Card, ...]) -> list[Call]:
    return [lambda state: state.burn_card("??"), lambda state: state.deal_board(dealt)]


# -- playing ---------------------------------------------------------------------------------------


def play_ours(script: Script) -> tuple[int, ...]:
    """Start, decide, apply, pay; the events are kept."""
    rules = script.rules
    hand, story = begin(script.setup, rules)
    for wish in script.wishes:
        story += act(hand, wish, rules)
    return tuple(hand.stacks[1:])


def play_theirs(script: Script) -> tuple[int, ...]:
    """The same hand by direct calls of PokerKit's methods."""
    state = script.state()
    for call in script.calls:
        call(state)
    return tuple(state.stacks)


def rows(repeats: int, sample: Path | None) -> Iterator[Row]:
    """Random hands, refolding them, and recorded hands where they are at hand."""
    hands = _agreeing(scripts(100))
    yield _hands("no-limit hold'em hands", hands, repeats, goal=15)
    timed = in_turns(
        lambda: [replay(script.story) for script in hands],
        lambda: [play_theirs(script) for script in hands],
        repeats,
    )
    yield rate("refolding stored events", (len(hands), len(hands)), timed, PEER, goal=25)
    if sample is not None:
        yield _hands("recorded no-limit hands", _agreeing(_recorded(sample)), repeats, goal=10)


def _hands(what: str, hands: list[Script], repeats: int, goal: float) -> Row:
    timed = in_turns(
        lambda: [play_ours(script) for script in hands],
        lambda: [play_theirs(script) for script in hands],
        repeats,
    )
    return rate(what, (len(hands), len(hands)), timed, PEER, goal)


def _agreeing(hands: list[Script]) -> list[Script]:
    """Both must play the same hand to be compared; odd chips apart they always do."""
    return [script for script in hands if play_ours(script) == play_theirs(script)]


# -- recorded hands --------------------------------------------------------------------------------


def _recorded(sample: Path) -> list[Script]:
    """Every no-limit hand of six players."""
    written = [
        hand
        for path in sorted(sample.rglob("*.phh"))
        for hand in phh.read(path.read_text(encoding="utf-8"))
    ]
    return [
        _of_file(hand)
        for hand in written
        if hand.variant == phh.VARIANTS["NT"] and len(hand.stacks) == PLAYERS and hand.parts == 1
    ]


def _of_file(written: phh.Written) -> Script:
    played = phh_play.play(written)
    assert played.rules is not None
    setup = phh_play.setup_of(written, played.rules)
    calls = [call for action in written.actions for call in _calls(action)]
    state = _state(written.stacks)
    return Script(played.rules, setup, played.wishes, state, tuple(calls), played.story)


def _calls(action: phh.Action) -> list[Call]:
    who, amount = action.who - 1, action.amount
    dealt = tuple(Card.parse(cards.text(action.cards)))
    by_verb: dict[str, list[Call]] = {
        "dealt": [lambda state: state.deal_hole(dealt, who)],
        "board": _burn_and_turn(dealt),
        "f": [lambda state: state.fold()],
        "cc": [lambda state: state.check_or_call()],
        "cbr": [lambda state: state.complete_bet_or_raise_to(amount)],
    }
    return by_verb.get(action.verb, [])
