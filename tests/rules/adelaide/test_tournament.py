"""Rules 32, 87a, 91, 92, 95 and 106: what tournament play adds to a hand."""

from datetime import timedelta
from functools import partial

import pytest

from engine import rulebooks
from engine.conduct import penalties
from engine.entries import purchases
from engine.entries.purchases import Buyer
from engine.hand import events
from engine.refusal import Refused
from engine.rulebooks.presets import adelaide
from tests.scenario import THREE, Scenario, dealt

TEN_MINUTES = timedelta(minutes=10)
REBUYS = adelaide.rebuys(chips=5000, price=2000, minutes=60, stack_below=3000)


three = partial(dealt, "adelaide", stacks=THREE)


@pytest.mark.rule("adelaide:91")
def test_who_is_not_there_at_the_last_card_of_the_deal_has_a_dead_hand():
    hand = three(away={1: "absent"})
    story = hand.events
    dealt = story.index(hand.last(events.HoleDealt))
    killed = hand.last(events.HandKilled)
    assert (killed.seat, killed.reason) == (1, "absent")
    assert story.index(killed) == dealt + 1, "the moment the deal is complete"
    assert (1, 5000, "absent") in hand.last(events.HandStarted).seats, "presence is on record"
    hand.refuses("seat 1 arrives")
    assert hand.seat == 2
    assert 1 not in hand.hand.in_hand()


@pytest.mark.rule("adelaide:92")
def test_an_absent_player_is_dealt_in_and_pays_blinds_and_antes_until_nothing_is_left():
    hand = three(stacks=(5000, 5000, 160), ante=10, away={3: "absent"})
    assert 3 in [seat for seat, _ in hand.last(events.HoleDealt).cards]
    assert hand.stacks[3] == 50
    hand = hand.fold_round().then(away={3: "absent"})
    assert hand.hand.blind_seats[0] == 3
    assert hand.stacks[3] == 0
    hand.fold_round()
    assert hand.last(events.HandEnded).busts == (3,), "which eliminates him"
    assert 3 not in hand.then().hand.seats


@pytest.mark.rule("adelaide:92")
def test_an_absent_players_last_chips_win_nothing():
    hand = three(stacks=(5000, 5000, 100), away={3: "absent"}).play("seat 1 calls", "seat 2 calls")
    assert hand.pots == [(300, (2, 1))]
    hand.check_down().refuses("pot 0 to 3", clause="adelaide:47-2")


@pytest.mark.rule("adelaide:106b-2")
@pytest.mark.rule("adelaide:106c-2")
def test_under_a_penalty_hands_are_dealt_dead_and_blinds_and_antes_taken():
    hand = three(ante=25, away={3: "penalty"})
    assert 3 in [seat for seat, _ in hand.last(events.HoleDealt).cards]
    killed = hand.last(events.HandKilled)
    assert (killed.seat, killed.reason) == (3, "penalty")
    assert hand.stacks[3] == 4875
    assert 3 not in hand.hand.in_hand()
    hand.refuses("seat 3 arrives")


@pytest.mark.rule("adelaide:106c-2")
def test_a_hand_penalty_runs_out_by_one_with_every_hand():
    penalty = penalties.missed_hands(3, rulebooks.get("adelaide"))
    hand = three(away={3: "penalty"})
    for _ in range(3):
        assert 3 not in hand.hand.in_hand()
        penalty = penalties.after_hand(hand.fold_round() and penalty)
        hand = hand.then(away={3: "penalty"} if penalty.hands_left else {})
    assert penalty.hands_left == 0
    assert 3 in hand.hand.in_hand(), "at zero he is back"


@pytest.mark.rule("adelaide:87a")
def test_a_hand_is_over_when_its_pots_are_paid_and_only_then_is_somebody_out():
    hand = three(stacks=(300, 300, 5000)).play("seat 1 all-in", "seat 2 all-in", "seat 3 calls")
    hand.play("flop Ah Kd 2c", "turn 3c", "river 9d")
    hand.play("seat 2 shows As Qs", "seat 3 shows Ks Qh", "seat 1 shows 7s 6s")
    assert not hand.hand.ended
    assert not hand.all(events.HandEnded)
    hand.play("pay")
    assert hand.hand.ended == "played"
    assert hand.last(events.HandEnded).busts == (1,)
    assert hand.events[-1] == hand.last(events.HandEnded)


@pytest.mark.rule("adelaide:32")
def test_a_stack_never_grows_during_a_hand_and_bought_chips_wait_for_the_next():
    with pytest.raises(Refused) as refused:
        purchases.check_rebuy(REBUYS, Buyer(stack=500, is_in_hand=True), at=TEN_MINUTES)
    assert refused.value.clause == "adelaide:33"
    hand = three(stacks=(5000, 500, 5000)).play("seat 1 raises to 900")
    hand.refuses("seat 2 raises to 1200", clause="adelaide:47")
    hand.fold_round()
    purchases.check_rebuy(REBUYS, Buyer(stack=450), at=TEN_MINUTES)
    following = hand.then(stacks={**hand.stacks, 2: hand.stacks[2] + REBUYS.chips})
    assert following.stacks[2] == 5450


@pytest.mark.rule("adelaide:86")
@pytest.mark.rule("adelaide:25")
@pytest.mark.rule("adelaide:58a")
@pytest.mark.rule("adelaide:58b")
@pytest.mark.rule("adelaide:77a(i)")
@pytest.mark.rule("adelaide:77a(ii)")
@pytest.mark.rule("adelaide:77a(iii)")
@pytest.mark.rule("adelaide:77a(iv)")
@pytest.mark.rule("adelaide:77b")
@pytest.mark.parametrize(
    ("limit", "blinds"),
    [
        ("adelaide-limit", (2, 4)),
        ("adelaide-limit", (10, 20)),
        ("adelaide-half-pot", (1, 2)),
        ("adelaide-pot", (1, 2)),
        ("adelaide", (1, 2)),
        ("adelaide", (5, 10)),
    ],
)
@pytest.mark.parametrize("winners", ["1", "1 and 2"])
def test_a_tournament_pot_is_paid_in_full_without_commission_or_fee(limit, blinds, winners):
    hand = Scenario(limit, stacks=(5000, 5000), blinds=blinds).check_down()
    hand.play(f"pot 0 to {winners}")
    assert sum(hand.won[0].values()) == 2 * blinds[1]
    assert sum(hand.stacks.values()) == 10_000
