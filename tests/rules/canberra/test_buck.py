"""The Buck and what is collected before the first card (rules 8, T.buck, T.blind, T.ante)."""

import pytest

from engine.cards import cards
from engine.hand import events
from engine.hand.setup import Participant, Setup
from engine.referee.start import begin
from engine.refusal import Refused
from engine.rules.book import Settings
from tests.scenario import Scenario, posted

FIVE = (1000, 1000, 1000, 1000, 1000)


@pytest.mark.rule("canberra:8.6")
@pytest.mark.rule("canberra:alt.8.3")
def test_the_first_buck_is_at_the_dealers_left_and_moves_on_after_every_hand():
    hand = Scenario("canberra-e", stacks={2: 1000, 5: 1000, 9: 1000})
    bucks = [hand.hand.marker]
    for _ in range(4):
        hand = hand.fold_round().then()
        bucks.append(hand.hand.marker)
    assert bucks == [2, 5, 9, 2, 5]


@pytest.mark.rule("canberra:8.6")
def test_the_buck_passes_over_the_seat_of_a_player_who_is_out():
    hand = Scenario("canberra-e", stacks=(1000, 100, 1000, 1000))
    hand.play("seat 3 raises to 300", "seat 4 folds", "seat 1 folds")
    assert hand.hand.ended == ""
    hand.check_down().play("pot 0 to 3")
    assert hand.last(events.HandEnded).busts == (2,)
    assert hand.then().hand.marker == 3


@pytest.mark.rule("canberra:T.buck")
def test_one_marker_says_who_posts_the_first_blind_and_who_is_dealt_first():
    deck = "As Ks Qs Js Ac Kc Qc Jc"
    hand = Scenario("canberra-e", stacks=(1000,) * 4, deck=deck, marker=3)
    assert hand.all(events.BlindPosted)[0] == events.BlindPosted(seat=3, amount=50, due=50)
    assert hand.hand.hole[3] == cards.parse("As Ac")
    assert hand.rules.book.marker_name == "Buck"
    heads_up = Scenario("canberra-e", stacks=(1000, 1000), deck="As Ks Ac Kc")
    assert posted(heads_up) == {1: 50, 2: 100}
    assert heads_up.hand.hole[1] == cards.parse("As Ac")
    assert heads_up.seat == 1


@pytest.mark.rule("canberra:8.7")
def test_an_absent_player_still_gets_the_buck():
    hand = Scenario("canberra-e", stacks=FIVE).fold_round().then(away={2: "absent"})
    assert hand.hand.marker == 2
    assert posted(hand) == {2: 50, 3: 100}
    assert hand.fold_round().then().hand.marker == 3


@pytest.mark.rule("canberra:8.8(a)")
@pytest.mark.rule("canberra:T.blind")
@pytest.mark.parametrize(
    ("game", "blinds", "due", "opener"),
    [
        ("canberra-a", (25,), {2: 25}, 3),
        ("canberra-e", (25, 50), {2: 25, 3: 50}, 4),
        ("canberra-e", (25, 50, 100), {2: 25, 3: 50, 4: 100}, 5),
    ],
)
def test_the_buck_posts_the_first_blind_and_the_next_players_the_others(game, blinds, due, opener):
    hand = Scenario(game, stacks=FIVE, blinds=blinds, marker=2)
    assert posted(hand) == due
    if game == "canberra-a":
        hand.play("board")
    assert hand.seat == opener
    dealt = next(at for at, event in enumerate(hand.events) if isinstance(event, events.HoleDealt))
    assert all(hand.events.index(event) < dealt for event in hand.all(events.BlindPosted))


@pytest.mark.rule("canberra:8.8(a)")
def test_a_short_stack_posts_what_it_has_and_the_others_still_owe_the_full_blind():
    hand = Scenario("canberra-e", stacks=(30, 60, 1000, 1000))
    assert posted(hand) == {1: 30, 2: 60}
    assert hand.options.call.amount == 100


@pytest.mark.rule("canberra:8.8(a)")
def test_a_blind_whose_ante_took_the_last_chip_posts_nothing_and_the_others_owe_all_of_it():
    hand = Scenario("canberra-h", stacks=(1000, 25, 1000, 1000), ante=25)
    assert posted(hand) == {1: 50, 2: 0}
    assert hand.options.call.amount == 100
    assert hand.options.raising.least == 200


@pytest.mark.rule("canberra:T.blind")
@pytest.mark.rule("canberra:9.2(a)")
def test_a_posted_blind_counts_towards_the_call():
    hand = Scenario("canberra-e", stacks=FIVE, blinds=(25, 100))
    hand.play("seat 3 raises to 300", "seat 4 folds", "seat 5 folds")
    assert (hand.seat, hand.options.call.amount) == (1, 275)
    hand.play("seat 1 calls")
    assert (hand.seat, hand.options.call.amount) == (2, 200)


@pytest.mark.rule("canberra:8.8(b)")
@pytest.mark.rule("canberra:T.ante")
def test_every_player_antes_before_the_first_card_and_nobody_calls_an_ante():
    hand = Scenario("canberra-d", stacks=(1000, 1000, 3, 1000), blinds=(), ante=5)
    antes = hand.all(events.AntePosted)
    assert [(ante.seat, ante.amount) for ante in antes] == [(1, 5), (2, 5), (3, 3), (4, 5)]
    dealt = next(at for at, event in enumerate(hand.events) if isinstance(event, events.HoleDealt))
    assert all(hand.events.index(ante) < dealt for ante in antes)
    assert hand.hand.pot == 18
    assert hand.hand.bet_to_match == 0
    assert not any(hand.hand.bets)


@pytest.mark.rule("canberra:T.ante")
def test_an_ante_beside_the_blinds_counts_towards_no_call():
    hand = Scenario("canberra-h", stacks=FIVE, blinds=(100, 200), ante=25)
    assert hand.hand.pot == 425
    assert hand.options.call.amount == 200
    assert [hand.hand.stacks[seat] for seat in (1, 2, 3)] == [875, 775, 975]


@pytest.mark.rule("canberra:T.over_blind")
def test_an_over_blind_comes_before_the_cards_and_makes_its_poster_the_last_blind():
    allowed = Settings(may_over_blind=True)
    hand = Scenario("canberra-e", stacks=FIVE, settings=allowed, over_blind=200)
    kinds = [type(event) for event in hand.events]
    assert kinds.index(events.OverBlindPosted) < kinds.index(events.HoleDealt)
    assert hand.last(events.OverBlindPosted).seat == 3
    assert (hand.seat, hand.options.call.amount) == (4, 200)
    hand.play("seat 4 calls", "seat 5 calls", "seat 1 calls", "seat 2 calls")
    assert hand.seat == 3
    assert hand.options.raising.is_allowed


@pytest.mark.rule("canberra:T.over_blind")
def test_heads_up_the_first_blind_makes_his_own_blind_an_over_blind():
    allowed = Settings(may_over_blind=True)
    hand = Scenario("canberra-e", stacks=(1000, 1000), settings=allowed, over_blind=200)
    assert hand.stacks == {1: 800, 2: 900}
    assert hand.hand.bet_to_match == 200
    assert (hand.seat, hand.options.call.amount) == (2, 100)
    hand.play("seat 2 calls")
    assert (hand.seat, hand.options.stand.is_allowed) == (1, True), "he is the last blind"


@pytest.mark.rule("canberra:T.over_blind")
@pytest.mark.parametrize("amount", [60, 100])
def test_an_over_blind_is_more_than_the_last_blind(amount):
    allowed = Settings(may_over_blind=True)
    with pytest.raises(Refused) as refusal:
        Scenario("canberra-e", stacks=FIVE, settings=allowed, over_blind=amount)
    assert refusal.value.clause == "canberra:T.over_blind"


@pytest.mark.rule("canberra:T.over_blind")
@pytest.mark.parametrize("status", ["absent", "penalty"])
def test_nobody_posts_an_over_blind_for_a_player_who_is_away(status):
    allowed = Settings(may_over_blind=True)
    with pytest.raises(Refused) as refusal:
        Scenario("canberra-e", stacks=FIVE, settings=allowed, over_blind=200, away={3: status})
    assert refusal.value.clause == "canberra:T.over_blind"


@pytest.mark.rule("canberra:4.3(f)")
@pytest.mark.rule("canberra:T.over_blind")
def test_an_over_blind_is_refused_unless_the_operator_allowed_it():
    with pytest.raises(Refused) as refusal:
        Scenario("canberra-e", stacks=FIVE, over_blind=200)
    assert refusal.value.clause == "canberra:T.over_blind"


@pytest.mark.rule("canberra:9.1/option")
def test_the_last_blind_may_raise_when_nobody_else_has():
    hand = Scenario("canberra-e", stacks=(1000,) * 4)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls")
    assert hand.seat == 2
    assert hand.options.raising.least == 200
    hand.play("seat 2 raises to 200")
    assert hand.seat == 3


@pytest.mark.rule("canberra:9.1/option")
def test_the_round_closes_when_the_last_blind_does_not_raise():
    hand = Scenario("canberra-e", stacks=(1000, 1000))
    hand.play("seat 1 calls")
    assert hand.seat == 2
    hand.play("seat 2 stands")
    assert hand.options.phase == "deal"


@pytest.mark.rule("canberra:8.8(a)")
def test_with_equal_blinds_the_buck_still_gets_a_turn():
    hand = Scenario("canberra-b", stacks=(1000,) * 3, blinds=(25, 25))
    hand.play("seat 3 calls")
    assert hand.seat == 1
    hand.play("seat 1 stands")
    assert hand.seat == 2


@pytest.mark.rule("canberra:4.3(d)")
@pytest.mark.parametrize("blinds", [(), (25, 50, 75, 100)])
def test_no_blind_at_all_and_a_fourth_one_are_refused(blinds):
    with pytest.raises(Refused) as refusal:
        Scenario("canberra-e", stacks=FIVE, blinds=blinds)
    assert refusal.value.clause == "canberra:4.3(d)"


@pytest.mark.rule("canberra:16.2")
def test_one_player_one_seat_one_hand():
    rules = Scenario("canberra-e", stacks=FIVE).rules
    twice = Setup(number=1, seats=(Participant(1, 500), Participant(1, 500)), blinds=(50, 100))
    with pytest.raises(Refused) as refusal:
        begin(twice, rules)
    assert refusal.value.clause == "canberra:16.2"
