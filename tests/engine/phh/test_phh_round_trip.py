"""Hands dealt by the engine under every built-in game, written out, read and played again."""

import re
from random import Random

import pytest

from engine.hand import commands
from engine.hand.events import AwardsTakenBack
from engine.hand.setup import ABSENT, PRESENT, Participant, Setup
from engine.phh import phh, phh_export, phh_play
from engine.referee.options import DRAW, options
from engine.referee.referee import act
from engine.referee.start import begin
from engine.rules import irregularities as what
from engine.structure import game_presets
from tests import strategies
from tests.scenario import Scenario


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", game_presets.names())
def test_a_hand_dealt_by_the_engine_survives_the_journey(preset, seed):
    rules = game_presets.get(preset)
    hand, story = random_hand(rules, Random(f"{preset} {seed}"))
    text = phh_export.write(story, rules, {})
    (written,) = phh.read(text)
    again = phh_play.play(written)
    assert again.refused is None, text
    assert again.agrees_with(written), text
    assert sum(again.stacks) == sum(hand.began)


def random_hand(rules, rng):
    stacks = [25 * rng.randint(8, 200) for _ in range(rng.randint(2, 6))]
    away = rng.choice((PRESENT, PRESENT, ABSENT)) if len(stacks) > 3 else PRESENT
    seats = [Participant(2 * at + 1, stack) for at, stack in enumerate(stacks)]
    seats[1] = Participant(3, stacks[1], away)
    blinds = {0: (), 1: (50,), 2: (25, 50)}[rules.game.blinds]
    deck = rng.sample(sorted(rules.cards), len(rules.cards))
    vacant = rng.choice((None, 2))  # a dead button
    setup = Setup(
        7,
        tuple(seats),
        blinds=blinds,
        ante=25 if not blinds or rng.random() < 0.3 else 0,
        chip=25,
        marker=vacant if rules.book.marker_name != "Buck" and len(seats) > 2 else None,
        deck=tuple(deck),
    )
    hand, story = begin(setup, rules)
    while not hand.ended:
        story += act(hand, choose(hand, rules, rng), rules, strategies.mixing(rng))
    return hand, story


def choose(hand, rules, rng):
    """A random wish among those offered."""
    offered, seat = options(hand, rules), hand.actor
    if offered.phase == DRAW:
        count = rng.randint(0, 3)
        return commands.Draw(hand.drawer, count, hand.hole[hand.drawer][:count])
    raising = offered.raising
    may = {
        commands.Check(seat): offered.check.is_allowed,
        commands.Stand(seat): offered.stand.is_allowed,
        commands.Call(seat): offered.call.is_allowed,
        commands.Fold(seat): offered.fold.is_allowed,
        commands.RaiseTo(seat, raising.least): raising.is_allowed,
        commands.RaiseTo(seat, raising.most): raising.is_allowed,
    }
    return rng.choice([wish for wish, is_allowed in may.items() if is_allowed])


@pytest.mark.parametrize("is_electronic", [True, False])
@pytest.mark.parametrize("preset", game_presets.names())
def test_a_hand_with_rulings_and_declared_winners_survives_the_journey(preset, is_electronic):
    rules = game_presets.get(preset)
    for seed in range(6):
        rng = Random(f"{preset} {is_electronic} {seed}")
        setup = strategies.some_setup(rules, rng, is_electronic=is_electronic)
        hand, story = begin(setup, rules)
        while not hand.ended:
            story += act(hand, strategies.any_wish(hand, rules, rng), rules, strategies.mixing(rng))
        text = phh_export.write(story, rules, {})
        (written,) = phh.read(text)
        again = phh_play.play(written)
        assert again.refused is None, text
        assert again.stacks == tuple(hand.stacks[seat] for seat in written.seats), text


def exported(hand):
    (written,) = phh.read(phh_export.write(hand.events, hand.rules, {2: "Zo\u00eb \U0001f0a1"}))
    played = phh_play.play(written)
    assert played.refused is None
    assert played.agrees_with(written)
    return written


def test_a_start_that_no_field_can_say_is_kept_as_it_was():
    removed = exported(Scenario("igr", stacks=(5000, 5000, 10), marker=1).fold_round())
    assert removed.opening
    owing = exported(Scenario("adelaide", stacks=(5000,) * 4, owing={4: (100, 50)}).fold_round())
    assert owing.opening
    plain = exported(Scenario("adelaide", stacks=(5000,) * 4).fold_round())
    assert not plain.opening
    dead_button = Scenario("fours", stacks={1: 500, 3: 500, 4: 500}, marker=2).fold_round()
    assert exported(dead_button).seats == (3, 4, 1)


def test_a_pot_that_was_taken_back_is_paid_before_it():
    hand = Scenario("canberra-e", stacks=(5000,) * 3).play("seat 3 folds", "seat 1 folds")
    assert hand.hand.ended
    hand.report(what.WRONG_COUNT, seat=2)
    assert hand.last(AwardsTakenBack)
    assert exported(hand).finishing_stacks == (5050, 4950, 5000)


def test_the_bets_of_a_void_hand_that_left_play_stay_out():
    hand = Scenario("canberra-e", stacks=(5000,) * 3).play("seat 3 calls")
    hand.play(commands.VoidHand("fire", "bets leave play"))
    assert exported(hand).finishing_stacks == (4950, 4900, 4900)


def test_a_table_entered_by_its_result_alone_survives_too():
    hand = Scenario("charity", stacks=(5000,) * 3)
    hand.play(commands.EnterResult(((1, 50), (2, 300), (3, 300)), ((3, 650),)))
    assert exported(hand).finishing_stacks == (4950, 4700, 5350)


def test_rulings_that_do_not_fit_the_hand_are_refused_in_a_sentence():
    text = phh_export.write(
        Scenario("charity", stacks=(5000,) * 3).check_down().play("pot 0 to 2").events,
        game_presets.get("charity"),
        {},
    )
    for told, why in (
        ('["hand_killed", 77, "x", 0, "y"]', "does not fit the hand"),
        ('["hand_voided", "x", "y", [[1, 500], [2, -500]]]', "does not fit the hand"),
        ('["pot_awarded", 0, 100, [[2, 300]], "ruled", "", 0, ""]', "makes or loses chips"),
        ('["pot_awarded", 0, 300, [[9, 300]], "declared", "", 0, ""]', "seats of this hand"),
    ):
        (written,) = phh.read(re.sub(r'\["pot_awarded".*?"\]', told, text, count=1))
        refused = phh_play.play(written).refused
        assert refused is not None, told
        assert refused.action == 18
        assert re.search(why, refused.why), refused.why


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("_seats = [1, 2]", "_seats must tell of each player"),
        ("_seats = [1, 1, 2]", "_seats must tell of each player"),
        ("_opening = [7]", "_opening must be events"),
        ('_rulings = [[1, "x", []]]', "_rulings must be lists"),
        ('_rulings = [[1, 1, [["nothing"]]]]', "_rulings must be events"),
    ],
)
def test_our_own_fields_are_read_as_strictly_as_the_others(field, said):
    text = phh_export.write(
        Scenario("charity", stacks=(5000,) * 3).fold_round().events, game_presets.get("charity"), {}
    )
    kept = "".join(line + "\n" for line in text.splitlines() if not line.startswith("_seats"))
    with pytest.raises(phh.Malformed, match=said):
        phh.read(f"{kept}{field}\n")


def test_an_opening_of_other_players_is_refused():
    hand = Scenario("adelaide", stacks=(5000,) * 4, owing={4: (100, 50)}).fold_round()
    text = phh_export.write(hand.events, hand.rules, {})
    (written,) = phh.read(text.replace("_seats = [2, 3, 4, 1]", "_seats = [2, 3, 4, 7]"))
    refused = phh_play.play(written).refused
    assert refused is not None
    assert refused.why.startswith("The opening does not fit")
