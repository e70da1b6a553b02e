"""What is stored can be read back, from this version and from older ones."""

import pytest

from engine.hand import commands, events
from engine.hand.codec import read_command, read_event, read_hand, write_event, write_hand
from tests.scenario import Scenario


def test_an_event_without_its_newest_fields_is_read_with_their_defaults():
    assert read_event(["pot_awarded", 0, 90, [[1, 90]], "cards"]) == events.PotAwarded(
        0, 90, ((1, 90),), "cards"
    )
    assert read_event(["hand_voided", "fire", ""]) == events.HandVoided("fire", "")
    assert read_command(["void_hand", "fire"]) == commands.VoidHand("fire")


def test_events_are_compact():
    stored = write_event(events.Called(3, 200, all_in=False))
    assert stored == ["called", 3, 200, False]


@pytest.mark.parametrize(
    "stored", [[], [3], ["no_such_kind", 1], ["called"], ["called", 1, 2, 3, 4]]
)
def test_what_is_no_event_is_a_value_error(stored):
    with pytest.raises(ValueError, match=r"."):
        read_event(stored)


def test_a_command_is_no_event_and_the_other_way_round():
    with pytest.raises(ValueError, match="unknown kind"):
        read_event(["raise_to", 1, 200])
    with pytest.raises(ValueError, match="unknown kind"):
        read_command(["called", 1, 200, False])
    assert read_command(["raise_to", 1, 200]) == commands.RaiseTo(1, 200)
    assert read_command(["award_pots"]) == commands.AwardPots()


def test_a_hand_that_cannot_be_read_asks_for_a_replay():
    stored = write_hand(Scenario("fours", stacks=(500, 500)).hand)
    with pytest.raises(ValueError, match="replay"):
        read_hand({**stored, "v": 1})
    del stored["hand"]["raised_from"]  # stored before that field existed
    with pytest.raises(ValueError, match="replay"):
        read_hand(stored)
