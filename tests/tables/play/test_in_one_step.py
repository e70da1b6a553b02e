"""One tap for several actions: play passed on to a seat, all-in hands turned up."""

import pytest

from engine.hand.state import FOLDED
from tables.models import Table
from tests.factories import (
    all_in,
    call_down,
    hand_at,
    just_dealt,
    picture,
    tablet_browser,
    tap,
)

pytestmark = pytest.mark.django_db


def step(table: Table, kind: str, status: int = 200, **fields: object) -> str:
    """One tap, and what the tablet shows after it."""
    answer = tap(tablet_browser(table), table, kind, **fields)
    assert answer.status_code == status
    return str(answer.content.decode())


def folded(table: Table) -> set[int]:
    hand = hand_at(table)
    return {seat for seat in hand.seats if hand.status[seat] == FOLDED}


def test_a_tap_on_a_seat_folds_everybody_before_it_and_one_undo_takes_it_back():
    table = just_dealt(6)
    turn = picture(table).turn
    before, wanted = {turn.seat, *turn.after[:2]}, turn.after[2]
    step(table, "pass_to", seat=wanted)
    assert (hand_at(table).actor, folded(table)) == (wanted, before)
    assert picture(table).undo.label == f"Undo: folds to {picture(table).turn.name}"
    step(table, "undo")
    assert (hand_at(table).actor, folded(table)) == (turn.seat, set())


def test_where_nobody_has_bet_a_tap_on_a_seat_checks_to_it():
    table = just_dealt(4)
    while picture(table).phase == "betting":
        turn = picture(table).turn
        step(table, "call" if turn.to_call else "check", seat=turn.seat)
    step(table, "skip_board")
    turn = picture(table).turn
    step(table, "pass_to", seat=turn.after[-1])
    assert (hand_at(table).actor, folded(table)) == (turn.after[-1], set())
    assert picture(table).undo.label == f"Undo: checks to {picture(table).turn.name}"


def test_play_is_not_passed_to_a_seat_that_acts_no_more():
    table = just_dealt(4)
    first = hand_at(table).actor
    step(table, "fold", seat=first)
    before = hand_at(table).actor
    said = step(table, "pass_to", status=409, seat=first)
    assert f"Seat {first} is not to act in this betting round any more." in said
    assert hand_at(table).actor == before


@pytest.mark.rule("adelaide:96")
def test_all_in_hands_are_turned_up_before_the_board_and_without_their_cards_by_one_tap():
    table = just_dealt(3)
    all_in(table)
    shown = picture(table)
    assert (shown.phase, shown.show.turned_up, shown.show.may_muck) == ("show", 3, False)
    assert shown.show.clause == "adelaide:96"
    said = step(table, "show", seat=shown.show.seat, cards="AsAh")
    assert "Turn the hands face up" in said
    assert picture(table).show.turned_up == 2
    step(table, "face_up")
    assert picture(table).phase == "board"
    assert set(hand_at(table).shown) == {1, 2, 3}
    step(table, "undo")
    assert set(hand_at(table).shown) == {shown.show.seat}


def test_hands_are_not_turned_up_while_somebody_may_bet():
    table = just_dealt(3)
    assert "Hands are shown after the betting" in step(table, "face_up", status=409)
    call_down(table)
    assert picture(table).show.turned_up == 0
