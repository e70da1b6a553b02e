"""What one more action costs, early and late in a hand, early and late in a table's evening."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from bench import figures
from bench.engine.measure import seconds
from bench.figures import Row
from engine import games
from engine.cards import cards
from engine.hand import commands
from engine.hand.events import Event
from engine.hand.setup import Participant, Setup
from engine.hand.state import Hand
from engine.referee.referee import act
from engine.referee.start import begin, facts
from engine.rulebooks.common import COMMON
from engine.rules.book import Rules

RULES = Rules(COMMON, games.get("nlhe"))
RAISES = 400
HANDS = 400


def rows(repeats: int) -> Iterator[Row]:
    yield _flat(f"raise number {RAISES} of a hand", raising_war, repeats)
    yield _flat(f"hand number {HANDS} of a table", evening, repeats)


def _flat(what: str, run: Callable[[], list[float]], repeats: int) -> Row:
    """The median of the first and of the last eighth of each run."""
    run()
    runs = [run() for _ in range(repeats)]
    early = median(median(each[: len(each) // 8]) for each in runs)
    late = median(median(each[-len(each) // 8 :]) for each in runs)
    seen = f"{late * 1e6:.1f} µs"
    return figures.within(what, seen, f"first ones {early * 1e6:.1f} µs", late / early, most=1.25)


def raising_war() -> list[float]:
    """Two players with endless chips raise each other by the least."""
    seats = (Participant(1, 10**9), Participant(2, 10**9))
    hand, story = begin(Setup(1, seats, blinds=(50, 100), marker=2), RULES)
    spent = []
    for number in range(2, RAISES + 2):
        wish = commands.RaiseTo(hand.actor, 100 * number)
        spent.append(seconds(lambda wish=wish: story.extend(act(hand, wish, RULES))))  # type: ignore[misc]  # bound now
    return spent


def evening() -> list[float]:
    """Hand after hand at one table, every event of the evening kept; the chips wander from stack to
    stack, who has none left buys in again, and the button moves."""
    rng, spent = Random(3), []
    story: list[Event] = []
    stacks, previous = dict.fromkeys(range(1, 10), 20_000), None
    for number in range(HANDS):
        seats = tuple(Participant(seat, stack) for seat, stack in stacks.items())
        deck = rng.sample(cards.deck(), 52)
        setup = Setup(number, seats, blinds=(50, 100), previous=previous, deck=tuple(deck))
        ended: list[Hand] = []
        spent.append(seconds(lambda setup=setup, ended=ended: ended.append(_play(setup, story))))  # type: ignore[misc]  # bound now
        stacks = {seat: ended[0].stacks[seat] or 20_000 for seat in stacks}
        previous = facts(ended[0])
    return spent


def _play(setup: Setup, story: list[Event]) -> Hand:
    """Everybody calls and checks to the end."""
    hand, began = begin(setup, RULES)
    story += began
    while not hand.ended:
        story += act(hand, _call_or_check(hand), RULES)
    return hand


def _call_or_check(hand: Hand) -> commands.Call | commands.Check:
    seat = hand.actor
    if hand.bets[seat] < hand.bet_to_match:
        return commands.Call(seat)
    return commands.Check(seat)
