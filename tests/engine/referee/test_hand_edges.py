"""The rare turns of a hand: common practice, odd declarations, cards that run out."""

from dataclasses import replace
from random import Random

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.chance import Chance
from engine.hand import codec, commands, events, shuffling
from engine.lifecycle import TournamentState, move
from engine.practice import bots
from engine.refusal import Refused
from engine.rulebooks.common import COMMON
from engine.rules import irregularities as what
from engine.rules import put_chips as chips
from engine.rules.book import Rules, Settings
from tests.scenario import THREE, Scenario

FOUR = (5000,) * 4


def common(game="nlhe", **how):
    how.setdefault("stacks", THREE)
    how.setdefault("marker", 1)
    return Scenario(Rules(COMMON, games.get(game), how.pop("settings", None)), **how)


def on_the_flop(book):
    hand = Scenario(book, stacks=FOUR)
    while not hand.hand.board:
        hand.play(hand.passive())
    return hand


# -- declarations ----------------------------------------------------------------------------------


def test_a_winner_is_named_once_and_no_chip_is_lost():
    hand = common().check_down()
    hand.refuses(commands.Award(0, (1, 1)), why="Name each winner once.")
    hand.refuses(commands.Award(0, ()), why="Name at least one winner.")
    hand.refuses(commands.Award(0, (1,), (2,)), why="No low hand shares the pot")
    assert hand.play("pot 0 to 1 and 2").won == [{1: 150, 2: 150}]


def test_of_a_split_pot_the_high_half_has_a_winner():
    hand = common("plo8").check_down()
    hand.refuses(commands.Award(0, (), (2,)), why="Name at least one winner.")
    hand.refuses(commands.Award(0, (1,), (2, 2)), why="Name each winner once.")
    assert hand.play("pot 0 to 1; low to 2").won == [{1: 150}, {2: 150}]


def test_known_low_hands_are_not_contradicted_while_others_stay_unseen():
    hand = common("plo8", settings=Settings(ace_is_low_in_low_hands=True))
    hand.play("seat 1 calls", "seat 2 calls", "seat 3 checks", "flop 2c 4d 6h")
    hand.play("seat 2 checks", "seat 3 checks", "seat 1 checks", "turn Ks")
    hand.play("seat 2 checks", "seat 3 checks", "seat 1 checks", "river Kd")
    hand.play("seat 2 checks", "seat 3 checks", "seat 1 checks")
    hand.play("seat 2 shows As 3s Kh Kc", "seat 3 shows Ah 5s Qh Qc")
    hand.refuses(commands.Award(0, (2,), (3,)), why="seat 2 wins the low half.")
    hand.play(commands.Award(0, (2,), (2,)))
    assert sum(share for part in hand.won for share in part.values()) == 300


def test_before_the_last_card_nothing_is_mucked_and_no_other_card_shown():
    hand = common(stacks=(500, 500), deck="As Kd Ac Kh").play("seat 1 all-in", "seat 2 calls")
    assert hand.hand.ended == "played", "an engine-dealt hand runs out by itself"
    human = common(stacks=(500, 500)).play("seat 1 all-in", "seat 2 calls")
    human.refuses("seat 1 mucks", clause="tda2024:R17", why="not dealt yet")


# -- common practice with chips and turns ----------------------------------------------------------


def test_too_few_chips_are_a_call_heads_up_and_the_floors_question_after_a_raise():
    opening = common().play("seat 1 puts out 60")
    assert opening.last(events.ActionCorrected).counts_as == chips.CALL
    assert opening.last(events.ActionCorrected).clause == "tda2024:R51"
    assert opening.stacks[1] == 4900
    raised = common().play("seat 1 raises to 400")
    short = commands.PutChips(2, 300)
    assert raised.needs_ruling(short, clause="tda2024:R51") == (chips.CALL, chips.FORFEIT)


@pytest.mark.parametrize(
    ("amount", "said", "counts_as"),
    [(149, "", chips.CALL), (150, "", chips.LEAST_RAISE), (110, "raise", chips.LEAST_RAISE)],
)
def test_half_a_raise_or_the_word_makes_the_least_raise(amount, said, counts_as):
    hand = common().play(commands.PutChips(1, amount, chips=2, said=said))
    assert hand.last(events.ActionCorrected).counts_as == counts_as
    assert hand.hand.bets[1] == (100 if counts_as == chips.CALL else 200)


def test_chips_in_two_motions_with_nothing_owed_are_a_check():
    hand = common().play("seat 1 calls", "seat 2 calls", "seat 3 puts out 300 in two motions")
    assert hand.last(events.Checked).seat == 3
    assert hand.stacks[3] == 4900


@pytest.mark.parametrize("book", ["canberra-e", "fours"])
def test_a_check_out_of_turn_is_off_once_there_is_a_bet_and_a_fold_always_stands(book):
    hand = on_the_flop(book)
    first, second, third = hand.hand.order[:3]
    hand.play(commands.ActOutOfTurn(second, "check"), commands.ActOutOfTurn(third, "fold"))
    hand.play(f"seat {first} bets 300")
    assert hand.seat == second, "free to call, raise or fold"
    hand.play(f"seat {second} calls")
    assert hand.last(events.Folded).seat == third


# -- the deal --------------------------------------------------------------------------------------


def test_with_another_number_of_blinds_the_dead_button_starts_anew():
    first = common(blinds=(50, 100, 200), stacks=FOUR).fold_round()
    then = first.then(blinds=(50, 100))
    assert then.hand.marker == first.hand.order[0]


def test_a_big_blind_without_a_chip_left_pays_no_ante_for_the_table():
    hand = common(stacks=(5000, 5000, 100), marker=1, big_blind_ante=100)
    assert not hand.all(events.AntePosted)
    assert hand.hand.bets[3] == 100


@pytest.mark.rule("igr:A.2(cc)(iii)-2")
def test_a_last_opponent_who_cannot_post_is_out_and_the_other_has_won():
    hand = Scenario("igr", stacks=(5000, 40), marker=1)
    assert hand.hand.ended == "played"
    assert hand.hand.removed == 40
    assert hand.stacks == {1: 5000, 2: 0}


def test_in_electronic_stud_no_street_is_entered():
    rules = Rules(rulebooks.get("canberra"), games.get("stud"))
    deck = cards.text(range(52))
    hand = Scenario(rules, stacks=THREE, blinds=(), ante=25, deck=deck)
    hand.refuses("street", clause="canberra:D.2.3")


def test_when_everybody_draws_five_their_discards_come_back():
    """The book is silent: there are not enough others to deal from."""
    game = replace(games.get("draw"), deck_size=32)
    rules = Rules(rulebooks.get("canberra"), game)
    deck = cards.text(sorted(rules.cards))
    hand = Scenario(rules, stacks=(5000,) * 5, blinds=(25, 25), deck=deck)
    while hand.options.phase == "bet":
        hand.play(commands.Call(hand.seat) if hand.options.call.is_allowed else _stay(hand))
    while hand.options.phase == "draw":
        seat = hand.hand.drawer
        hand.play(commands.Draw(seat, 5, hand.hand.hole[seat]))
    held = [card for seat in hand.hand.in_hand() for card in hand.hand.hole[seat]]
    assert len(held) == len(set(held)) == 25


def _stay(hand):
    return commands.Stand(hand.seat)


def test_a_flop_card_that_is_not_there_cannot_be_swapped():
    hand = Scenario("charity", stacks=THREE, deck="2c 3c 4c 2d 3d 4d 5d Ah Kd 2h")
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    wrong = commands.Report(what.FLOP_CARD_EXPOSED, cards=cards.parse("9s"))
    hand.refuses(wrong, why="not on the board")


def test_the_last_card_opens_only_the_last_round():
    hand = Scenario("canberra-d", stacks=THREE, blinds=(), ante=25)
    hand.refuses(commands.Report(what.LAST_CARD_UP, 1), clause="canberra:D.4.3")


def test_who_checks_with_an_exposed_last_card_leaves_the_other_alone():
    hand = Scenario("canberra-d", stacks=(5000, 5000), blinds=(), ante=25)
    hand.play("seat 1 opens", "seat 1 bets 25", "seat 2 calls")
    for _ in range(3):
        hand.play("street", "seat 1 opens", "seat 1 checks", "seat 2 checks")
    hand.play("street", commands.Report(what.LAST_CARD_UP, 2), "seat 2 checks")
    assert (hand.seat, hand.options.phase) == (-1, "show")


def test_nobody_has_folded_whose_fold_could_be_reversed():
    hand = Scenario("adelaide", stacks=(5000, 5000), away={2: "absent"})
    assert hand.hand.ended == "played"
    hand.refuses(commands.Report(what.WRONG_COUNT, 1), clause="adelaide:56-2", why="Nobody")


# -- stored, compared ------------------------------------------------------------------------------


def test_a_hand_is_equal_to_hands_only():
    hand = common().hand
    assert hand != "a hand"
    assert hand == hand.copy()


def test_a_kind_stored_under_an_old_name_is_read_on(monkeypatch):
    monkeypatch.setitem(codec._OLD, "mucks", lambda values: events.HandMucked(*values))
    assert codec.read_event(["mucks", 3]) == events.HandMucked(3)


# -- players of a rehearsal ------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["a", "b", "c", "d"])
@pytest.mark.parametrize("seed", range(4))
def test_bots_do_only_what_is_allowed_and_end_the_hand(options, seed):
    rng = Random(seed)
    rules = Rules(rulebooks.get("canberra"), games.get("nlhe"), Settings(opener_options=options))
    deck = cards.text(shuffling.fresh_deck(rules.game, Chance(rng.randbytes(32))))
    hand = Scenario(rules, stacks=(900, 5000, 5000, 5000), deck=deck)
    while not hand.hand.ended:
        hand.do(bots.choose(hand.hand, hand.options, rng))
    assert sum(hand.stacks.values()) == 15_900


def test_a_bot_acts_in_turn_only_and_plays_unseen_cards_by_chance():
    hand = common()
    assert bots.strength(hand.hand, 1) == 0.5
    over = hand.fold_round()
    with pytest.raises(ValueError, match="nobody is to act"):
        bots.choose(over.hand, over.options, Random(1))


def test_a_tournament_moves_between_its_states_by_the_table():
    assert move(TournamentState.SEATED, TournamentState.RUNNING) is TournamentState.RUNNING
    with pytest.raises(Refused, match="is finished: it cannot become seats drawn"):
        move(TournamentState.FINISHED, TournamentState.SEATED)
