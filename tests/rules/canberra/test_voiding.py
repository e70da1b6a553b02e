"""The director voids a round, for the reasons the rules list (18.1, 18.4)."""

import pytest

from engine.hand.events import Event, HandVoided
from engine.referee import reports
from engine.refusal import Refused
from tests.scenario import Scenario

FOUR = (2000, 2000, 2000, 2000)


def void(hand: Scenario, reason: str) -> list[Event]:
    answers = {"reason": reason}
    return hand.do(reports.command(hand.hand, hand.rules, reports.VOID_HAND, answers))


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        pytest.param("fire", "canberra:18.1", marks=pytest.mark.rule("canberra:18.1")),
        pytest.param("act of God", "canberra:18.1", marks=pytest.mark.rule("canberra:18.1")),
        pytest.param("it cannot go on", "canberra:18.4", marks=pytest.mark.rule("canberra:18.4")),
        pytest.param(
            "a fraud affected it", "canberra:18.4", marks=pytest.mark.rule("canberra:18.4")
        ),
    ],
)
def test_a_round_is_void_for_a_listed_reason_and_every_chip_goes_back(reason: str, clause: str):
    hand = Scenario("canberra-e", stacks=FOUR)
    hand.play("seat 3 raises to 300")
    (voided,) = void(hand, reason)
    assert voided == HandVoided(reason, clause)
    assert list(hand.stacks.values()) == list(FOUR)


@pytest.mark.rule("canberra:18.1")
def test_only_the_listed_reasons_are_offered_and_taken():
    hand = Scenario("canberra-e", stacks=FOUR)
    asked = reports.question(hand.hand, hand.rules, reports.VOID_HAND, {})
    assert asked is not None
    assert {"fire", "robbery", "brawl", "riot", "civil commotion", "act of God"} <= {
        value for value, _ in asked.answers
    }
    with pytest.raises(Refused, match="Choose the reason from the list"):
        void(hand, "I feel like it")
