"""A command with a wrong field is refused before anything is decided, and nothing has changed."""

from dataclasses import fields, replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from engine import rulebooks
from engine.hand import commands, events
from engine.hand.commands import Command
from engine.hand.state import Hand
from engine.referee import well_formed
from engine.referee.referee import act, decide
from engine.referee.start import begin
from engine.refusal import Malformed, Refused
from engine.rules.book import Rules
from tests import strategies
from tests.scenario import Scenario

KINDS = get_args(Command)
# What a field holds when it is right, by its type; the wrong ones are tried one at a time.
PLAIN: dict[Any, Any] = {
    int: 1,
    str: "",
    bool: False,
    tuple[int, ...]: (),
    tuple[tuple[int, int], ...]: (),
}
NEVER: tuple[Any, ...] = (
    *(None, 1.5, float("nan"), b"x", {}, [], [1], object(), "\0", "x" * 5000),
    *(10**5000, -(10**5000), 10**18, -2, -99, (None,), ("x",), ((1,),), ((1, 2, 3),), (1.0,)),
)
SEATS_OF_NOBODY = (-1, 0, 99, True, "1", 2.0, 10**9)
CARDS_OF_NO_DECK = (-2, 53, 99, True, "As", 10**9, None)


def with_plain_fields(kind: type, hand: Hand) -> Command:
    """A command of this kind whose fields are all of their types."""
    made = {each.name: PLAIN[each.type] for each in fields(kind)}
    if "seat" in made:
        made["seat"] = hand.seats[0]
    return kind(**made)  # type: ignore[no-any-return]


def wrong_values(kind: type, name: str) -> st.SearchStrategy[Any]:
    """Whatever cannot stand in this field."""
    of = {each.name: each.type for each in fields(kind)}[name]
    wrong = [value for value in NEVER if not isinstance(value, of if isinstance(of, type) else ())]
    wrong += [-2, -99, True, 10**18, 10**5000] if of is int else []
    wrong += [0, 1, "yes"] if of is bool else []
    wrong += [3, "\0", "x" * 5000] if of is str else []
    if name in ("winners", "low_winners", "agreed"):
        wrong += [(seat,) for seat in SEATS_OF_NOBODY]
    if name == "cards" and kind is not commands.DealStreet:
        wrong += [(card,) for card in CARDS_OF_NO_DECK]
    if of == tuple[tuple[int, int], ...]:
        wrong += [((seat, 5),) for seat in SEATS_OF_NOBODY] + [((1, 5), (1, 6)), ((1, -2),)]
    if name == "seat":
        wrong += [seat for seat in SEATS_OF_NOBODY if seat != 0 or kind is not commands.Report]
    return st.sampled_from(wrong)


@st.composite
def wrong_commands(draw: st.DrawFn, hand: Hand) -> Command:
    """Any command with one field that makes no sense in this hand."""
    kind = draw(st.sampled_from([kind for kind in KINDS if fields(kind)]))
    name = draw(st.sampled_from([each.name for each in fields(kind)]))
    return replace(with_plain_fields(kind, hand), **{name: draw(wrong_values(kind, name))})


@st.composite
def moments(draw: st.DrawFn) -> tuple[Rules, Hand]:
    """Some hand of some book and game, a few decisions in."""
    playing = draw(strategies.rules())
    try:
        hand, _ = begin(draw(strategies.setups(playing)), playing)
    except Refused:  # somebody owes more than the book lets be posted
        reject()
    rng = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 12))):
        if not hand.ended:
            act(hand, strategies.any_wish(hand, playing, rng), playing, strategies.mixing(rng))
    return playing, hand


@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data())
def test_every_command_with_any_wrong_field_is_refused_and_nothing_changed(data):
    playing, hand = data.draw(moments())
    before, wrong = hand.copy(), data.draw(wrong_commands(hand))
    for ask in (decide, act):
        with pytest.raises(Malformed, match="must be"):
            ask(hand, wrong, playing)
        assert hand == before


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_command_has_a_wrong_value_that_is_tried(kind):
    """A new field is met by the test above, or fails here."""
    hand = Scenario("fours", stacks=(500, 500)).hand
    for each in fields(kind):
        assert each.type in PLAIN, f"say in PLAIN what a right {each.name} is"
        for value in NEVER[:4]:
            wrong = replace(with_plain_fields(kind, hand), **{each.name: value})
            with pytest.raises(Malformed):
                well_formed.check(hand, wrong, Scenario("fours", stacks=(500, 500)).rules)


@pytest.mark.parametrize("wrong", [object(), None, 3, events.Folded(1)])
def test_what_is_no_command_is_refused(wrong):
    scene = Scenario("fours", stacks=(500, 500))
    with pytest.raises(Malformed, match="no command"):
        act(scene.hand, wrong, scene.rules)


def test_a_negative_seat_shows_nobodys_cards():
    """Lists are read from their end by a negative number: somebody else's cards were shown."""
    scene = Scenario("fours", stacks=(500, 500)).check_down()
    with pytest.raises(Malformed, match="Seats here: 1, 2"):
        act(scene.hand, commands.ShowCards(-1), scene.rules)
    with pytest.raises(Malformed, match="cards of this deck"):
        act(scene.hand, commands.ShowCards(1, (99, 98)), scene.rules)


def test_chips_below_nothing_are_not_held_out_of_turn():
    scene = Scenario("canberra-e", stacks=(500,) * 3)
    with pytest.raises(Malformed, match="amount"):
        act(scene.hand, commands.ActOutOfTurn(scene.hand.order[-1], "bet", -500), scene.rules)


@pytest.mark.parametrize(
    "told",
    [
        events.HandShown(-1, ()),
        events.HandShown(99, ()),
        events.HandShown(1, (99,)),
        events.Raised(1, -5, "full", False),
        events.Raised(1, True, "full", False),
        events.PotAwarded(0, 20, ((1, 40), (2, -20)), "declared"),
        events.PotAwarded(0, 20, ((1, 10), (1, 10)), "declared"),
        events.BoardDealt((1, 2, "3"), 1, 1),  # type: ignore[arg-type]
        events.HandStarted(2, "fours", "nlhe", ((1, 5, "present"),), (9,), 1, (), ()),
        events.Retracted(0 - 1),
        events.Retracted(50),
        events.StackRemoved(1, 10**6, ""),
    ],
)
def test_a_story_from_elsewhere_is_looked_at_event_by_event(told):
    story = Scenario("fours", stacks=(500, 500)).events
    assert well_formed.replayed(story) == Scenario("fours", stacks=(500, 500)).hand
    with pytest.raises(ValueError, match=r"."):
        well_formed.replayed([*story, told])


def test_a_story_begins_with_a_start_that_names_each_seat_once():
    start, *rest = Scenario("fours", stacks=(500, 500)).events
    assert isinstance(start, events.HandStarted)
    for wrong in (
        replace(start, seats=()),
        replace(start, seats=(start.seats[0], start.seats[0])),
        replace(start, seats=((10**9, 500, "present"), start.seats[0])),
    ):
        with pytest.raises(ValueError, match=r"."):
            well_formed.replayed([wrong, *rest])
    for story in ([], rest):
        with pytest.raises(ValueError, match="begins"):
            well_formed.replayed(story)


def test_every_event_of_every_hand_is_well_formed_itself():
    rng = Random(7)
    for _ in range(40):
        rules = Rules(*_book_and_game(rng))
        hand, story = begin(strategies.some_setup(rules, rng, is_electronic=False), rules)
        while not hand.ended:
            try:
                story += act(hand, strategies.any_wish(hand, rules, rng), rules)
            except Refused:  # a ruling was needed
                continue
        assert well_formed.replayed(story, rules.cards) == hand


def _book_and_game(rng: Random) -> Any:
    book, game = rng.choice(strategies.VARIANTS)
    return rulebooks.get(book), game
