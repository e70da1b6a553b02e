"""Rules 8 and 10.3.1: antes and blinds.

Four players: seat 4 is the designated player, seats 1 and 2 post 50 and 100, seat 3 opens.
"""

import pytest

from engine.hand import events
from engine.refusal import Refused
from tests.scenario import FOUR, Scenario

FORCED = (events.AntePosted, events.BlindPosted)


def four(**how):
    how.setdefault("stacks", FOUR)
    return Scenario("charity", **how)


@pytest.mark.rule("charity:1.1(ante)")
@pytest.mark.rule("charity:8.7")
@pytest.mark.rule("charity:10.3.1")
@pytest.mark.rule("charity:11.4")
def test_everyone_antes_and_the_blinds_are_posted_before_the_first_card():
    hand = four(ante=25)
    forced = [event for event in hand.events if isinstance(event, FORCED)]
    assert [event.seat for event in forced] == [1, 2, 3, 4, 1, 2], "left of the button first"
    assert {event.amount for event in hand.all(events.AntePosted)} == {25}
    assert hand.stacks == {1: 4925, 2: 4875, 3: 4975, 4: 4975}
    assert hand.hand.pot == 250, "antes and blinds form the pot"
    dealt = hand.events.index(hand.last(events.HoleDealt))
    assert all(hand.events.index(event) < dealt for event in forced)


@pytest.mark.rule("charity:1.1(ante)")
def test_an_ante_is_no_part_of_the_first_wager():
    hand = four(ante=100)
    assert hand.options.call.amount == 100
    hand.play("seat 3 calls")
    assert hand.stacks[3] == 4800


@pytest.mark.rule("charity:11.4")
@pytest.mark.parametrize(("button", "order"), [(4, [1, 2, 3, 4]), (2, [3, 4, 1, 2])])
def test_the_player_left_of_the_button_is_first_to_ante_and_to_get_a_card(button, order):
    hand = four(ante=25, marker=button)
    assert [event.seat for event in hand.all(events.AntePosted)] == order
    assert hand.hand.blind_seats[0] == order[0]
    assert hand.last(events.HoleDealt).cards[0][0] == order[0]


@pytest.mark.rule("charity:1.1(blind)")
def test_a_blind_counts_towards_the_posters_wager_of_the_first_round():
    hand = four().play("seat 3 calls", "seat 4 calls")
    assert hand.options.call.amount == 50, "the first blind has 50 in already"
    hand.play("seat 1 calls")
    assert hand.options.stand.is_allowed, "the second has everything in"
    assert hand.options.call.amount == 0
    hand.play("seat 2 stands")
    assert hand.hand.pot == 400


@pytest.mark.rule("charity:1.1(blind)")
def test_a_blind_wins_the_pot_when_nobody_adds_to_it():
    hand = four().play("seat 3 folds", "seat 4 folds", "seat 1 folds")
    assert hand.hand.ended == "played"
    assert hand.stacks == {1: 4950, 2: 5050, 3: 5000, 4: 5000}


@pytest.mark.rule("charity:8.8")
def test_a_player_short_of_the_blind_or_the_ante_is_all_in_with_what_is_left():
    hand = four(stacks=(30, 80, 20, 5000), ante=25)
    assert hand.all(events.AntePosted)[2] == events.AntePosted(3, 20)
    assert hand.all(events.BlindPosted) == [
        events.BlindPosted(1, 5, 50),
        events.BlindPosted(2, 55, 100),
    ]
    assert hand.stacks == {1: 0, 2: 0, 3: 0, 4: 4975}
    assert hand.hand.in_hand() == [1, 2, 3, 4], "and plays for what was paid"


@pytest.mark.rule("charity:8.8")
@pytest.mark.rule("charity:8.7")
def test_nobody_sits_out_the_antes_and_blinds():
    hand = four(away={1: "absent", 3: "absent"}, ante=25)
    assert {event.seat for event in hand.all(events.AntePosted)} == {1, 2, 3, 4}
    assert hand.all(events.BlindPosted)[0] == events.BlindPosted(1, 50, 50)
    assert hand.stacks[1] == 4925
    with pytest.raises(Refused, match="needs a blind or an ante"):
        four(blinds=())


@pytest.mark.rule("charity:10.3.1.1")
@pytest.mark.parametrize(("button", "first"), [(1, 2), (2, 3), (3, 4), (4, 1)])
def test_the_first_blind_is_left_of_the_designated_player(button, first):
    hand = four(marker=button)
    assert hand.all(events.BlindPosted)[0] == events.BlindPosted(first, 50, 50)


@pytest.mark.rule("charity:10.3.1.1")
def test_of_two_players_the_designated_player_posts_the_first_blind():
    hand = Scenario("charity", stacks=(5000, 5000), marker=1)
    assert hand.all(events.BlindPosted) == [
        events.BlindPosted(1, 50, 50),
        events.BlindPosted(2, 100, 100),
    ]


@pytest.mark.rule("charity:10.3.1.2")
@pytest.mark.parametrize(
    ("blinds", "posted", "opener"),
    [
        ((100,), {1: 100}, 2),
        ((50, 100), {1: 50, 2: 100}, 3),
        ((50, 100, 200), {1: 50, 2: 100, 3: 200}, 4),
        ((50, 100, 200, 400), {1: 50, 2: 100, 3: 200, 4: 400}, 5),
    ],
)
def test_further_blinds_follow_clockwise_until_all_are_posted(blinds, posted, opener):
    hand = Scenario("charity", stacks=(5000,) * 6, blinds=blinds)
    assert {event.seat: event.amount for event in hand.all(events.BlindPosted)} == posted
    assert hand.seat == opener, "the first player after the last blind"
    assert hand.options.call.amount == blinds[-1]


@pytest.mark.rule("charity:10.3.1.2")
def test_the_blinds_go_round_the_table_past_the_last_seat():
    hand = Scenario("charity", stacks={2: 900, 5: 900, 7: 900, 9: 900}, marker=7)
    assert hand.hand.blind_seats == (9, 2)
