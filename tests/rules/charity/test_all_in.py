"""Rule 14: going all-in, and what others owe then.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import events
from engine.rules.book import Settings
from tests.scenario import Scenario


def table(*stacks, rules="charity", **how):
    return Scenario(rules, stacks=stacks, **how)


FLOP = ("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")


@pytest.mark.rule("charity:1.1(all-in)")
@pytest.mark.parametrize(
    ("rules", "most", "clause"),
    [
        ("charity-limit", 200, "charity:9.2"),
        ("charity-pot", 350, "charity:9.3.3"),
        ("charity-half-pot", 225, "charity:9.3.3"),
    ],
)
def test_an_all_in_may_not_exceed_the_limit(rules, most, clause):
    hand = table(5000, 5000, 5000, 5000, rules=rules)
    assert hand.options.raising.most == most
    hand.refuses("seat 3 all-in", clause=clause)
    assert not hand.options.all_in.is_allowed
    short = table(5000, 5000, most - 25, 5000, rules=rules).play("seat 3 all-in")
    assert short.stacks[3] == 0, "within the limit it may be everything"


@pytest.mark.rule("charity:1.1(all-in)")
def test_in_no_limit_all_in_is_every_chip_left():
    hand = table(5000, 5000, 3475, 5000).play("seat 3 all-in")
    assert hand.last(events.Raised) == events.Raised(3, 3475, events.FULL, all_in=True)
    assert hand.stacks[3] == 0


@pytest.mark.rule("charity:14.1")
@pytest.mark.rule("charity:1.1(bet)")
def test_who_cannot_cover_the_wager_puts_in_all_and_takes_no_more_turns():
    hand = table(5000, 5000, 5000, 180).play("seat 3 raises to 300")
    assert hand.options.call.amount == 180, "all of it, no less"
    hand.play("seat 4 calls", "seat 1 folds", "seat 2 calls")
    turns = []
    for card in ("flop", "turn", "river"):
        hand.play(card)
        while hand.options.phase == "bet":
            turns.append(hand.seat)
            hand.play(f"seat {hand.seat} checks")
    assert turns == [2, 3] * 3
    assert 4 in hand.hand.in_hand(), "and stays an active player to the end"
    hand.play("pot 0 to 4", "pot 1 to 2")
    assert hand.stacks[4] == 180 * 3 + 50


@pytest.mark.rule("charity:14.2")
def test_an_all_in_below_the_bet_leaves_the_price_and_the_raise_as_they_were():
    hand = table(5000, 5000, 5000, 180).play("seat 3 raises to 300", "seat 4 all-in")
    assert hand.hand.bet_to_match == 300
    assert hand.options.call.amount == 250, "not the short amount"
    hand.refuses("seat 1 raises to 499", clause="charity:9.3.2")
    hand.play("seat 1 raises to 500", "seat 2 folds", "seat 3 calls")
    assert hand.pots == [(640, (1, 3, 4)), (640, (1, 3))], "the excess is a side pot"


@pytest.mark.rule("charity:14.2")
@pytest.mark.parametrize(("stack", "due"), [(60, 100), (20, 100)])
def test_a_short_blind_does_not_lower_the_bet(stack, due):
    hand = table(5000, stack, 5000, 5000)
    assert hand.last(events.BlindPosted) == events.BlindPosted(2, stack, 100)
    assert hand.options.call.amount == due
    assert hand.options.raising.least == 200


@pytest.mark.rule("charity:14.2")
def test_a_blind_all_in_for_its_ante_does_not_lower_the_bet():
    hand = table(5000, 25, 5000, 5000, ante=25)
    assert hand.last(events.BlindPosted) == events.BlindPosted(2, 0, 100)
    assert hand.options.call.amount == 100
    assert hand.options.raising.least == 200


@pytest.mark.rule("charity:14.3")
@pytest.mark.parametrize(("rules", "raised"), [("charity", 100), ("charity-limit", 100)])
def test_a_short_opening_all_in_may_be_called_as_it_is_or_raised_to_the_limit(rules, raised):
    hand = table(160, 5000, 5000, 5000, rules=rules).play(*FLOP, "seat 1 all-in")
    assert hand.last(events.Bet) == events.Bet(1, 60, events.SHORT, all_in=True)
    assert hand.options.call.amount == 60
    assert hand.options.raising.least == raised
    hand.play("seat 2 calls", f"seat 3 raises to {raised}", "seat 4 folds", "seat 2 calls")
    assert hand.pots == [(580, (1, 2, 3)), (80, (2, 3))]


@pytest.mark.rule("charity:14.3")
def test_completing_a_short_opening_bet_uses_none_of_the_three_raises():
    hand = table(160, 5000, 5000, 5000, rules="charity-limit").play(*FLOP, "seat 1 all-in")
    hand.play("seat 2 raises to 100", "seat 3 raises to 200", "seat 4 raises to 300")
    hand.play("seat 2 raises to 400").refuses("seat 3 raises to 500", clause="charity:9.3.5")


@pytest.mark.rule("charity:14.4")
@pytest.mark.parametrize(
    ("rules", "all_in", "least"),
    [("charity", 140, 240), ("charity-limit", 140, 200), ("charity-limit", 170, 200)],
)
def test_an_all_in_above_the_call_but_no_full_raise_is_no_raise(rules, all_in, least):
    hand = table(5000, 100 + all_in, 5000, 5000, rules=rules).play(*FLOP)
    hand.play("seat 1 bets 100", "seat 2 all-in")
    assert hand.last(events.Raised) == events.Raised(2, all_in, events.SHORT, all_in=True)
    assert hand.hand.raises == 0
    assert hand.options.call.amount == all_in, "later players match the new total"
    assert hand.options.raising.least == least, "or make a full raise"
    hand.play("seat 3 calls", "seat 4 calls")
    hand.refuses(f"seat 1 raises to {least}", clause="charity:14.4")
    assert hand.options.call.amount == all_in - 100, "who had acted calls or folds"


@pytest.mark.rule("charity:14.4")
def test_short_all_ins_do_not_add_up_to_a_raise():
    hand = table(5000, 240, 300, 5000).play(*FLOP, "seat 1 bets 100", "seat 2 all-in")
    hand.play("seat 3 all-in", "seat 4 calls")
    assert hand.hand.bet_to_match == 200, "40 and 60 more, together a full raise"
    hand.refuses("seat 1 raises to 300", clause="charity:14.4")


@pytest.mark.rule("charity:14.4")
def test_a_full_raise_after_the_short_one_lets_the_first_bettor_raise_again():
    hand = table(5000, 240, 5000, 5000).play(*FLOP, "seat 1 bets 100", "seat 2 all-in")
    hand.play("seat 3 raises to 240", "seat 4 folds")
    assert hand.seat == 1
    assert hand.options.raising.least == 340


@pytest.mark.rule("charity:14.4")
def test_a_director_may_let_all_subsequent_players_raise_a_short_all_in():
    to_the_letter = Settings(short_all_in_reopens=True)
    hand = table(5000, 240, 5000, 5000, settings=to_the_letter)
    hand.play(*FLOP, "seat 1 bets 100", "seat 2 all-in", "seat 3 calls", "seat 4 calls")
    assert hand.options.raising.least == 240
    hand.play("seat 1 raises to 240")
    assert hand.hand.raises == 1
