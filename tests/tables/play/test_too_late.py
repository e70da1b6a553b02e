"""What comes to light after the pots were paid: voided, given to another, or left alone."""

import pytest

from engine.hand import commands
from engine.refusal import Refused
from engine.rules import irregularities as what
from tables.console.queries import console
from tables.models import HandRecord, Table
from tables.play.queries import hands
from tables.play.services import play, undoing
from tests.factories import (
    all_in,
    award_to,
    deal,
    do,
    fold_round,
    hand_at,
    just_dealt,
    refreshed,
    request,
    running,
    stacks,
    stored,
    table_of,
)
from tests.tables.play.test_happened import CHARITY, told
from tournament.models import Bust

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Four players under Adelaide's rules, a hand just dealt."""
    return just_dealt(4)


@pytest.mark.rule("charity:19.1.7")
def test_a_last_hand_of_the_wrong_size_voids_a_hand_that_was_already_paid():
    table = just_dealt(3, preset=CHARITY)
    while not hand_at(table).is_over:
        do(table, commands.Fold(hand_at(table).actor))
    winner = hand_at(table).in_hand()[0]
    play.report(request(table), what.WRONG_COUNT, {"seat": str(winner)})
    assert hand_at(table).ended == "void"
    assert stacks(table.tournament) == [1000] * 3


@pytest.mark.rule("adelaide:56-2")
def test_the_last_to_fold_gets_the_pot_of_a_wrong_last_hand_even_when_it_was_paid(table: Table):
    folded = []
    while not hand_at(table).is_over:
        folded.append(hand_at(table).actor)
        do(table, commands.Fold(folded[-1]))
    winner = hand_at(table).in_hand()[0]
    play.report(request(table), what.WRONG_COUNT, {"seat": str(winner)})
    hand = hand_at(table)
    assert hand.is_over
    assert hand.stacks[folded[-1]] > 1000
    assert hand.stacks[winner] < 1000
    assert console.ledger(table.tournament_id).ok


def test_undoing_what_came_to_light_settles_the_hand_as_it_was(table: Table):
    fold_round_after(table)
    before = stacks(table.tournament)
    play.act(request(table), commands.VoidHand("wrong deck"))
    assert stacks(table.tournament) == [1000] * 4
    undoing.undo(request(table))
    assert stacks(table.tournament) == before
    assert hand_at(table).ended == "played"
    assert HandRecord.objects.get().ended_at is not None


def fold_round_after(table: Table) -> None:
    while not hand_at(table).is_over:
        do(table, commands.Fold(hand_at(table).actor))


def test_a_bust_goes_away_with_its_hand():
    table = table_of(running(3))
    deal(table)
    do(table, commands.Fold(hand_at(table).actor))
    all_in(table)
    award_to(table, hand_at(table).in_hand()[0])
    assert Bust.standing.count() == 1
    play.act(request(table), commands.VoidHand("two aces of spades"))
    assert not Bust.standing.exists()
    assert stacks(table.tournament) == [1000] * 3
    assert len(hands.seated(table)) == 3


def test_a_note_after_the_end_leaves_the_stacks_alone():
    table = just_dealt(3, preset=CHARITY)
    fold_round_after(table)
    before = stacks(table.tournament)
    play.report(request(table), what.SHOWN_BY_PLAYER, {"seat": "1"})
    assert stacks(table.tournament) == before
    assert not any("undid" in line for line in told(table))


def test_nothing_is_voided_once_the_next_hand_is_dealt(table: Table):
    fold_round_after(table)
    first = stacks(table.tournament)
    fold_round(table)
    play.act(request(table), commands.VoidHand("the second one"))
    assert stacks(table.tournament) == first


def test_an_ordinary_action_still_needs_a_hand(table: Table):
    fold_round_after(table)
    before = stored()
    with pytest.raises(Refused, match="No hand is in play"):
        play.act(request(table), commands.Fold(1))
    assert stored() == before


def test_a_void_after_the_end_waits_for_the_floor_when_chips_were_added(table: Table):
    fold_round_after(table)
    refreshed(table.tournament).entries.filter(number=1).update(stack=5000)
    before = stored()
    with pytest.raises(Refused, match="has received chips since"):
        play.act(request(table), commands.VoidHand("late"))
    assert stored() == before
