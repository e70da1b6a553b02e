"""Rules 12a, 15, 19, 64 and 95, Appendix 1.1 and 1.6: blinds, antes and their players' turns.

Seat 1 has the button, seats 2 and 3 the blinds of 50 and 100.
"""

import pytest

from engine.hand import events
from engine.refusal import Refused
from tests.scenario import Scenario, dealt

BEFORE_CARDS = (events.AntePosted, events.BlindPosted)


def place(hand, kind):
    """Where the last event of this kind stands in the story."""
    return max(at for at, event in enumerate(hand.events) if isinstance(event, kind))


@pytest.mark.rule("adelaide:12a")
@pytest.mark.rule("adelaide:1.Ante")
@pytest.mark.rule("adelaide:1.Blind")
@pytest.mark.rule("adelaide:App1.6b")
def test_blinds_and_antes_are_in_before_the_first_card():
    hand = dealt(ante=25)
    assert hand.all(events.BlindPosted) == [
        events.BlindPosted(2, 50, 50),
        events.BlindPosted(3, 100, 100),
    ]
    assert [(event.seat, event.amount) for event in hand.all(events.AntePosted)] == [
        (2, 25), (3, 25), (4, 25), (1, 25),
    ]  # fmt: skip
    first_card = place(hand, events.HoleDealt)
    assert all(place(hand, kind) < first_card for kind in BEFORE_CARDS)
    assert hand.stacks == {1: 4975, 2: 4925, 3: 4875, 4: 4975}
    assert hand.hand.pot == 250


@pytest.mark.rule("adelaide:1.Ante")
def test_an_ante_counts_nothing_towards_the_first_round():
    hand = dealt(ante=50)
    assert hand.options.call.amount == 100
    hand.play("seat 4 calls", "seat 1 calls")
    assert hand.options.call.amount == 50


@pytest.mark.rule("adelaide:1.Blind")
def test_a_player_too_short_for_his_blind_posts_all_of_it_and_the_deal_goes_on():
    hand = dealt(stacks=(5000, 30, 60, 5000))
    assert hand.all(events.BlindPosted) == [
        events.BlindPosted(2, 30, 50),
        events.BlindPosted(3, 60, 100),
    ]
    assert hand.all(events.HoleDealt)
    assert hand.options.call.amount == 100, "the big blind is still what a call costs"
    assert hand.play("seat 4 calls", "seat 1 calls").options.phase == "deal"
    assert hand.pots == [(120, (2, 3, 4, 1)), (90, (3, 4, 1)), (80, (4, 1))]


@pytest.mark.rule("adelaide:1.Blind")
def test_a_big_blind_all_in_for_the_ante_leaves_the_price_of_a_call_as_it_was():
    hand = dealt(stacks=(5000, 5000, 25, 5000), ante=25)
    assert hand.all(events.BlindPosted)[1] == events.BlindPosted(3, 0, 100)
    assert hand.options.call.amount == 100
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls")
    assert hand.pots == [(100, (2, 3, 4, 1)), (300, (2, 4, 1))]


@pytest.mark.rule("adelaide:64")
@pytest.mark.rule("adelaide:92")
@pytest.mark.parametrize("status", ["present", "absent", "penalty"])
def test_nobody_declines_his_turn_to_post(status):
    hand = dealt(away={2: status, 3: status})
    assert [event.seat for event in hand.all(events.BlindPosted)] == [2, 3]
    assert hand.stacks[2] == 4950
    assert hand.stacks[3] == 4900


@pytest.mark.rule("adelaide:64")
def test_every_player_in_turn_posts_the_big_blind():
    hand = dealt()
    posted = []
    for _ in range(4):
        posted.append(hand.all(events.BlindPosted)[-1].seat)
        hand = hand.fold_round().then()
    assert posted == [3, 4, 1, 2]


@pytest.mark.rule("adelaide:15")
@pytest.mark.rule("adelaide:App1.1a")
@pytest.mark.rule("adelaide:App1.6a")
@pytest.mark.parametrize(
    "limit", ["adelaide", "adelaide-pot", "adelaide-half-pot", "adelaide-limit"]
)
def test_every_limit_is_played_with_two_blinds(limit):
    for ante in (0, 25):
        hand = dealt(limit, ante=ante)
        assert len(hand.all(events.BlindPosted)) == 2
        assert hand.hand.pot == 150 + 4 * ante
    for blinds in ((), (100,)):
        with pytest.raises(Refused) as refused:
            dealt(limit, blinds=blinds, ante=10)
        assert refused.value.clause == "adelaide:15"


@pytest.mark.rule("adelaide:App1.1c")
def test_a_third_blind_is_posted_by_the_next_player_to_the_left():
    hand = dealt(stacks=(5000,) * 5, blinds=(50, 100, 200))
    assert [(event.seat, event.amount) for event in hand.all(events.BlindPosted)] == [
        (2, 50), (3, 100), (4, 200),
    ]  # fmt: skip
    assert hand.seat == 5
    assert hand.options.call.amount == 200
    with pytest.raises(Refused):
        dealt(blinds=(100,))


@pytest.mark.rule("adelaide:19")
@pytest.mark.rule("adelaide:19d")
@pytest.mark.rule("adelaide:1.Live Blind Bet")
def test_both_blinds_have_a_turn_though_nobody_raised():
    hand = dealt().play("seat 4 calls", "seat 1 calls")
    assert hand.seat == 2
    hand.refuses("seat 2 checks", clause="adelaide:19d")
    hand.play("seat 2 calls")
    assert hand.seat == 3
    offered = hand.options
    assert offered.check.is_allowed
    assert offered.raising.is_allowed
    assert offered.fold.is_allowed
    assert not offered.call.is_allowed
    assert hand.play("seat 3 checks").options.deal.street == "flop"


@pytest.mark.rule("adelaide:19a")
@pytest.mark.rule("adelaide:1.Live Blind Bet")
def test_a_blind_calls_with_the_difference_to_what_he_posted():
    hand = dealt().play("seat 4 raises to 300", "seat 1 folds")
    assert hand.options.call.amount == 250
    hand.play("seat 2 calls")
    assert hand.options.call.amount == 200
    assert hand.play("seat 3 calls").stacks == {1: 5000, 2: 4700, 3: 4700, 4: 4700}


@pytest.mark.rule("adelaide:19b")
@pytest.mark.rule("adelaide:1.Live Blind Bet")
def test_a_blind_may_raise_in_turn_when_everyone_just_called():
    hand = dealt().play("seat 4 calls", "seat 1 calls", "seat 2 raises to 300", "seat 3 calls")
    assert hand.seat == 4
    hand = dealt().play("seat 4 calls", "seat 1 calls", "seat 2 calls")
    hand.refuses("seat 3 raises to 199", clause="adelaide:47-3")
    hand.play("seat 3 raises to 400")
    assert hand.seat == 4
    assert hand.options.call.amount == 300

    limit = dealt("adelaide-limit").play("seat 4 calls", "seat 1 calls", "seat 2 calls")
    limit.refuses("seat 3 raises to 400", clause="adelaide:App1.7a")
    limit.play("seat 3 raises to 200")


@pytest.mark.rule("adelaide:19c")
def test_a_blind_who_folds_loses_what_he_posted():
    hand = dealt().play("seat 4 raises to 300", "seat 1 calls", "seat 2 folds", "seat 3 folds")
    assert hand.stacks[2] == 4950
    assert hand.stacks[3] == 4900
    assert hand.pots == [(750, (4, 1))]


@pytest.mark.rule("adelaide:19d")
def test_the_big_blind_may_not_check_a_raise():
    hand = dealt().play("seat 4 raises to 200", "seat 1 folds", "seat 2 folds")
    hand.refuses("seat 3 checks", clause="adelaide:19d")


@pytest.mark.rule("adelaide:95")
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last():
    hand = Scenario("adelaide", stacks=(5000, 5000))
    assert hand.hand.marker == 1
    assert hand.all(events.BlindPosted) == [
        events.BlindPosted(1, 50, 50),
        events.BlindPosted(2, 100, 100),
    ]
    assert hand.hand.order == (2, 1), "the button is dealt last"
    assert hand.seat == 1
    hand.play("seat 1 calls", "seat 2 checks", "flop")
    assert hand.seat == 2
    following = hand.play("seat 2 bets 100", "seat 1 folds").then()
    assert following.hand.blind_seats == (2, 1)
    assert following.seat == 2


@pytest.mark.rule("adelaide:1.Live Blind Bet")
def test_who_owes_a_blind_and_posts_one_in_turn_puts_in_the_difference():
    hand = dealt(owing={2: (100, 0), 3: (100, 50)})
    assert hand.hand.bets[1:] == [0, 100, 100, 0]
    assert hand.stacks == {1: 5000, 2: 4900, 3: 4850, 4: 5000}
    assert (hand.seat, hand.options.call.amount) == (4, 100)


@pytest.mark.rule("adelaide:1.Dead Blind Bet")
def test_a_dead_small_blind_gives_no_credit_and_a_live_big_blind_does():
    hand = dealt(stacks=(5000,) * 5, owing={5: (100, 50)})
    assert events.DeadBlindPosted(5, 50) in hand.events
    assert events.OwedBlindPosted(5, 100) in hand.events
    assert hand.stacks[5] == 4850
    assert hand.hand.pot == 300
    hand.play("seat 4 raises to 300")
    assert hand.options.call.amount == 200, "the dead 50 counts towards nothing"
    hand.play("seat 5 folds").fold_round()
    assert hand.won == [{4: 400}]
