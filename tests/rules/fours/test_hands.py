"""Dead hands, faulty decks, absent players, heads-up order and the showdown."""

from datetime import UTC, datetime, timedelta

import pytest

from engine import rulebooks
from engine.conduct import absences
from engine.hand import commands, events
from engine.rules import irregularities as what
from tests.scenario import Scenario

LIMPED = ("seat 3 calls", "seat 1 calls", "seat 2 checks")
START = dict.fromkeys((1, 2, 3), 2000)


def three(*lines, **how):
    how.setdefault("stacks", (2000, 2000, 2000))
    return Scenario("fours", blinds=(10, 20), **how).play(*lines)


@pytest.mark.rule("fours:heads-up-2")
def test_heads_up_the_button_acts_first_before_the_flop_and_second_after_it():
    hand = Scenario("fours", stacks=(2000, 2000), blinds=(10, 20), marker=1)
    assert hand.hand.blind_seats == (1, 2)
    assert hand.seat == 1
    hand.play("seat 1 calls", "seat 2 checks")
    for street in ("flop", "turn", "river"):
        hand.play(street)
        assert hand.seat == 2
        hand.play("seat 2 checks", "seat 1 checks")


@pytest.mark.rule("fours:dead-hand-1")
def test_a_fold_facing_a_bet_kills_the_hand_and_is_not_taken_back():
    hand = three("seat 3 raises to 60", "seat 1 folds")
    assert 1 not in hand.hand.in_hand()
    for change_of_mind in ("calls", "raises to 200", "checks"):
        hand.refuses(f"seat 1 {change_of_mind}")
    hand.play("seat 2 calls").check_down().refuses("pot 0 to 1")


@pytest.mark.rule("fours:dead-hand-2")
def test_a_hand_thrown_forward_is_dead_though_no_bet_was_faced():
    hand = three(*LIMPED, "flop", "seat 1 folds", "seat 2 bets 40")
    assert 1 not in hand.hand.in_hand()
    hand.refuses("seat 1 calls")


@pytest.mark.rule("fours:dead-hand-5")
def test_a_hand_with_a_joker_is_dead():
    hand = three("seat 3 calls").report(what.JOKER_FOUND, seat=3)
    assert hand.ruled.clause == "fours:dead-hand-5"
    assert 3 not in hand.hand.in_hand()
    assert hand.stacks[3] == 1980


@pytest.mark.rule("fours:muck-2")
def test_a_hand_folded_on_false_information_is_retrieved_with_the_reason_on_record():
    hand = three("seat 3 calls", "seat 1 folds")
    hand.play(commands.RestoreHand(1, "was told the bet was 200"))
    restored = hand.last(events.HandRestored)
    assert (restored.seat, restored.reason) == (1, "was told the bet was 200")
    assert 1 in hand.hand.in_hand()


@pytest.mark.rule("fours:muck-3")
def test_cards_thrown_into_another_hand_are_dead_and_not_retrieved():
    hand = three("seat 3 calls").report(what.HAND_IN_MUCK, seat=3)
    assert hand.ruled.clause == "fours:muck-3"
    assert 3 not in hand.hand.in_hand()
    hand.refuses(commands.RestoreHand(3, "face up"), clause="fours:muck-1")


# -- the deck --------------------------------------------------------------------------------------


@pytest.mark.rule("fours:deck-1")
@pytest.mark.parametrize("lines", [(), ("seat 3 raises to 60",), (*LIMPED, "flop")])
def test_a_card_with_another_back_voids_the_hand_at_any_stage(lines):
    hand = three(*lines).report(what.FOREIGN_CARD)
    assert hand.hand.ended == "void"
    assert hand.ruled.clause == "fours:deck-1"
    assert hand.stacks == START


@pytest.mark.rule("fours:deck-2")
def test_found_in_the_stub_it_changes_nothing():
    hand = three("seat 3 raises to 60", "seat 1 folds").report(what.FOREIGN_CARD_IN_STUB)
    assert hand.ruled.clause == "fours:deck-2"
    assert hand.seat == 2
    assert hand.hand.pot == 90
    over = three().fold_round()
    stacks = over.stacks
    assert over.report(what.FOREIGN_CARD_IN_STUB).stacks == stacks


@pytest.mark.rule("fours:deck-4")
def test_missing_cards_undo_no_result_but_the_deck_is_changed():
    hand = three().fold_round()
    stacks = hand.stacks
    hand.report(what.MISSING_CARD)
    assert hand.hand.ended == "played"
    assert hand.stacks == stacks
    assert hand.ruled.orders == ("change the deck",)
    assert hand.ruled.clause == "fours:deck-4"


@pytest.mark.rule("fours:deck-6")
@pytest.mark.rule("fours:deck-8")
@pytest.mark.parametrize(
    ("detail", "clause"), [("", "fours:deck-6"), ("on the floor", "fours:deck-8")]
)
def test_a_card_flashed_or_dropped_by_its_player_is_played(detail, clause):
    hand = three().report(what.SHOWN_BY_PLAYER, seat=3, detail=detail)
    assert hand.ruled.clause == clause
    assert hand.seat == 3
    assert 3 in hand.hand.in_hand()
    assert not hand.all(events.CardReplaced)


# -- absent players --------------------------------------------------------------------------------


@pytest.mark.rule("fours:late-2")
@pytest.mark.rule("fours:leave-2")
def test_a_late_players_blinds_and_antes_are_posted_and_he_gets_no_cards():
    hand = three(away={2: "absent"}, ante=5)
    assert hand.stacks[2] == 1975
    assert [seat for seat, _ in hand.last(events.HoleDealt).cards] == [1, 3]
    hand.play("seat 3 folds")
    assert hand.stacks == {1: 2030, 2: 1975, 3: 1995}, "the absent big blind wins nothing"


@pytest.mark.rule("fours:late-2")
def test_a_late_player_has_twenty_minutes_like_one_who_left():
    limit = rulebooks.get("fours").conduct.away_limit.value
    assert limit is not None
    first_deal = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)
    almost = first_deal + timedelta(minutes=19, seconds=59)
    assert not absences.is_forfeit(first_deal, almost, limit=limit)
    assert absences.is_forfeit(first_deal, first_deal + timedelta(minutes=20), limit=limit)


# -- the showdown ----------------------------------------------------------------------------------


@pytest.mark.rule("fours:show-1")
def test_every_card_is_shown_to_win_any_part_of_a_pot():
    hand = three(*LIMPED, "flop Ah Kd 2c").check_down()
    hand.play("seat 1 shows As")
    hand.refuses("pot 0 to 1", clause="fours:show-1")
    hand.refuses("pot 0 to 1 and 2", clause="fours:show-1")
    hand.play("seat 1 shows As Qs")
    assert hand.play("pot 0 to 1").won == [{1: 60}]


@pytest.mark.rule("fours:show-1")
def test_an_uncontested_pot_needs_no_showing():
    hand = three("seat 3 raises to 60", "seat 1 folds", "seat 2 folds")
    assert hand.won == [{3: 50}]
    assert not hand.hand.shown
