"""What happened? What is offered, what is asked, and what every answer leads to."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hand import commands
from engine.hand.events import HandKilled, IrregularityRuled, PotAwarded
from engine.hand.state import Hand
from engine.referee import reports
from engine.referee.options import options
from engine.referee.referee import act, decide
from engine.referee.start import begin
from engine.refusal import NeedsRuling, Refused
from engine.rules import irregularities as what
from engine.rules.book import Rules
from tests import strategies
from tests.scenario import Scenario

SIX = (9000,) * 6


def names(hand: Scenario) -> list[str]:
    return [matter.name for matter in reports.offered(hand.hand, hand.rules)]


def asked(hand: Scenario, name: str, **answers: str) -> reports.Question | None:
    return reports.question(hand.hand, hand.rules, name, answers)


def field(hand: Scenario, name: str, **answers: str) -> str:
    found = asked(hand, name, **answers)
    return found.field if found else ""


def do(hand: Scenario, name: str, **answers: str) -> Scenario:
    return hand.play(reports.command(hand.hand, hand.rules, name, answers))


def passed_round(hand: Scenario) -> Scenario:
    """Nobody raises and nobody folds in this betting round."""
    while (seat := hand.hand.actor) >= 0:
        offered = options(hand.hand, hand.rules)
        stays = commands.Check if offered.check.is_allowed else commands.Call
        hand.play(commands.Stand(seat) if offered.stand.is_allowed else stays(seat))
    return hand


# -- what is offered -------------------------------------------------------------------------------


def test_the_list_follows_the_hand_from_street_to_street():
    hand = Scenario("adelaide", stacks=(9000, 9000))
    assert what.PREMATURE_FLOP in names(hand)
    assert what.PREMATURE_TURN not in names(hand)
    assert what.NO_BURN not in names(hand)
    assert reports.AGREED_SPLIT not in names(hand)
    passed_round(hand).play("flop")
    assert what.PREMATURE_TURN in names(hand)
    assert what.NO_BURN in names(hand)
    assert what.OUT_OF_ORDER not in names(hand)


@pytest.mark.parametrize(
    ("preset", "offered", "not_offered"),
    [
        ("canberra-d", what.LAST_CARD_UP, what.PREMATURE_FLOP),
        ("canberra-b", what.EXPOSED_IN_THE_DRAW, what.LAST_CARD_UP),
        ("canberra-e", what.PREMATURE_FLOP, what.EXPOSED_IN_THE_DRAW),
    ],
)
def test_the_list_is_that_of_the_game(preset: str, offered: str, not_offered: str):
    stud = preset == "canberra-d"
    hand = Scenario(preset, stacks=SIX, blinds=() if stud else (50, 100), ante=100 if stud else 0)
    assert offered in names(hand)
    assert not_offered not in names(hand)


def test_no_trouble_is_offered_in_a_hand_that_is_void():
    hand = Scenario("charity", stacks=SIX).play(commands.VoidHand("fire alarm"))
    assert names(hand) == []


def test_what_comes_to_light_after_the_pots_are_paid_can_still_be_told():
    hand = Scenario("charity", stacks=(9000, 9000))
    hand.play(commands.Fold(hand.hand.actor))
    assert hand.hand.is_over
    assert what.WRONG_COUNT in names(hand)
    assert reports.VOID_HAND in names(hand)
    assert what.OUT_OF_ORDER not in names(hand)
    assert reports.DEAD_HAND not in names(hand)


# -- what is asked ---------------------------------------------------------------------------------


def test_only_what_changes_the_ruling_is_asked():
    charity = Scenario("charity", stacks=SIX)
    assert field(charity, what.EXPOSED_IN_THE_CUT) == ""
    assert field(charity, what.OUT_OF_ORDER) == "repaired"
    assert field(charity, what.OUT_OF_ORDER, repaired="no") == ""
    adelaide = Scenario("adelaide", stacks=SIX)
    assert field(adelaide, what.OUT_OF_ORDER) == "detail"
    assert field(adelaide, what.OUT_OF_ORDER, detail="looked at") == ""


def test_a_book_names_what_it_distinguishes():
    found = asked(Scenario("adelaide", stacks=SIX), what.OUT_OF_ORDER)
    assert found is not None
    assert found.answers == (("looked at", "Looked at"), ("", "None of these"))


def test_whose_card_is_asked_only_where_the_hand_goes_on():
    hand = Scenario("adelaide", stacks=SIX)
    assert field(hand, what.EXPOSED_HOLE_CARD) == "count"
    assert field(hand, what.EXPOSED_HOLE_CARD, count="2") == ""
    assert field(hand, what.EXPOSED_HOLE_CARD, count="1") == "seat"
    assert field(hand, what.EXPOSED_HOLE_CARD, count="1", seat="3") == "cards"
    assert field(hand, what.EXPOSED_HOLE_CARD, count="1", seat="3", cards="Ah") == ""


def test_nothing_is_asked_where_it_is_too_late_anyway():
    hand = Scenario("adelaide", stacks=SIX)
    for _ in range(3):
        hand.play(commands.Call(hand.hand.actor))
    assert field(hand, what.EXPOSED_HOLE_CARD) == ""
    with pytest.raises(Refused, match="too late for a misdeal"):
        do(hand, what.EXPOSED_HOLE_CARD)


def test_a_seat_is_asked_where_the_remedy_needs_one():
    assert field(Scenario("fours", stacks=SIX), what.JOKER_FOUND) == "seat"
    assert field(Scenario("charity", stacks=SIX), what.JOKER_FOUND) == ""


def test_the_card_in_question_is_one_of_the_board_where_it_lies_there():
    hand = passed_round(Scenario("charity", stacks=(9000, 9000))).play("flop Ah Kd 2c")
    found = asked(hand, what.FLOP_CARD_EXPOSED)
    assert found is not None
    assert [value for value, _ in found.answers] == ["Ah", "Kd", "2c"]


def test_an_amount_is_asked_only_of_a_wager_out_of_turn():
    hand = Scenario("canberra-e", stacks=SIX)
    seat = str(next(seat for seat in hand.hand.order if seat != hand.hand.actor))
    assert field(hand, reports.OUT_OF_TURN) == "seat"
    assert field(hand, reports.OUT_OF_TURN, seat=seat) == "action"
    assert field(hand, reports.OUT_OF_TURN, seat=seat, action="fold") == ""
    assert field(hand, reports.OUT_OF_TURN, seat=seat, action="raise") == "amount"


def test_an_unknown_matter_is_refused_and_nothing_is_asked():
    hand = Scenario("charity", stacks=SIX)
    assert asked(hand, "rain") is None
    with pytest.raises(Refused, match="No rulebook knows of"):
        reports.command(hand.hand, hand.rules, "rain", {})


# -- what it leads to ------------------------------------------------------------------------------


def test_answers_become_the_command():
    hand = Scenario("adelaide", stacks=SIX)
    do(hand, what.EXPOSED_HOLE_CARD, count="1", seat="3", cards="Ah")
    ruled = next(event for event in hand.events if isinstance(event, IrregularityRuled))
    assert (ruled.what, ruled.seat) == (what.EXPOSED_HOLE_CARD, 3)


def test_a_choice_of_the_floor_goes_with_the_same_command():
    hand = Scenario("charity", stacks=SIX)
    with pytest.raises(NeedsRuling) as open_:
        do(hand, what.JOKER_FOUND)
    do(hand, what.JOKER_FOUND, choice=open_.value.choices[0])
    assert hand.hand.ended == "void"


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        (reports.STRING_BET, {"amount": "600"}),
        (reports.OVER_CHIP, {"amount": "500"}),
        (reports.WRONG_AMOUNT, {"amount": "150", "said": "raise"}),
        (reports.OUT_OF_TURN, {"seat": "5", "action": "fold"}),
        (reports.DEAD_HAND, {"seat": "4", "reason": "rule broken"}),
        (reports.SHOW_TO_ALL, {"seat": "4", "cards": "Ah"}),
        (reports.VOID_HAND, {"reason": "fire alarm"}),
    ],
)
def test_other_matters_are_carried_out(name: str, answers: dict[str, str]):
    hand = Scenario("igr", stacks=SIX)
    told = len(hand.events)
    assert asked(hand, name, **answers) is None
    assert len(do(hand, name, **answers).events) > told


def test_a_folded_hand_is_given_back_where_the_book_lets_it():
    hand = Scenario("fours", stacks=SIX)
    seat = hand.hand.actor
    hand.play(f"seat {seat} folds")
    assert field(hand, reports.GIVE_BACK) == "seat"
    do(hand, reports.GIVE_BACK, seat=str(seat), reason="misread")
    assert seat in hand.hand.in_hand()


def test_an_absent_player_comes_back_in_time():
    hand = Scenario("charity", stacks=SIX, away={5: "absent"})
    assert reports.BACK_IN_TIME in names(hand)
    assert field(hand, reports.BACK_IN_TIME) == "seat"
    do(hand, reports.BACK_IN_TIME, seat="5")
    assert not hand.hand.away


def to_the_showdown(preset: str) -> Scenario:
    hand = Scenario(preset, stacks=(9000, 9000))
    for street in ("flop", "turn", "river"):
        passed_round(hand).play(street)
    return passed_round(hand)


def test_a_split_is_for_all_who_contest_the_pot():
    hand = to_the_showdown("charity")
    assert field(hand, reports.AGREED_SPLIT) == "agreed"
    with pytest.raises(Refused, match="must agree"):
        do(hand, reports.AGREED_SPLIT, agreed="no")
    do(hand, reports.AGREED_SPLIT, agreed="yes")
    assert any(isinstance(event, PotAwarded) for event in hand.events)
    with pytest.raises(Refused, match="No pot is left"):
        do(hand, reports.AGREED_SPLIT, agreed="yes")


def test_a_dead_hand_is_dead():
    hand = Scenario("charity", stacks=SIX)
    do(hand, what.HAND_IN_MUCK, seat="4")
    assert any(isinstance(event, HandKilled) for event in hand.events)


def test_the_card_of_an_engine_dealt_hand_is_one_it_holds():
    hand = Scenario("adelaide", stacks=(9000, 9000), deck="AhKhQhJh")
    assert field(hand, what.EXPOSED_HOLE_CARD, count="1", seat="1") == "cards"


# -- whatever happens ------------------------------------------------------------------------------


def any_answers(hand: Hand, rules: Rules, name: str, rng: Random) -> dict[str, str]:
    """The dealer answers whatever is asked; the questions come to an end."""
    answers: dict[str, str] = {}
    while (found := reports.question(hand, rules, name, answers)) is not None:
        assert found.field not in answers
        values = [value for value, _ in found.answers] + [str(seat) for seat in found.seats]
        answers[found.field] = rng.choice(values or (["Ah"] if found.cards else ["350"]))
    return answers


@given(st.data())
def test_every_matter_comes_to_a_ruling_a_choice_or_a_refusal(data: st.DataObject):
    rules = data.draw(strategies.rules())
    hand, _ = begin(data.draw(strategies.setups(rules)), rules)
    rng = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(0, 12))):
        if hand.is_over:
            break
        act(hand, strategies.any_command(hand, rules, rng), rules, strategies.mixing(rng))
    offered = reports.offered(hand, rules)
    for matter in rng.sample(offered, min(len(offered), 4)):
        answers = any_answers(hand, rules, matter.name, rng)
        command = reports.command(hand, rules, matter.name, answers)
        with suppress(Refused):
            assert decide(hand, command, rules, strategies.mixing(rng))
