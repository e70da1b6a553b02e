"""The start of play, pressed too soon: taken back while nothing has come of it."""

from dataclasses import replace

import pytest

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import presets
from tables.models import Seating
from tables.seating.services import seating
from tables.sessions.services import false_starts
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    deal,
    house_director,
    refreshed,
    running,
    seated,
    signed_in,
    somebody,
    stored,
    table_of,
)
from tournament.clock.services import buttons, clock
from tournament.models import Tournament
from tournament.models.sessions import Session
from tournament.permissions import Forbidden, Role

pytestmark = pytest.mark.django_db
SOON = NOW + 3 * MINUTE


def take_back(cup: Tournament) -> None:
    false_starts.take_back(tournament_id=cup.pk, actor=DIRECTOR, now=SOON)


def press(cup: Tournament, kind: str) -> None:
    clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=NOW + MINUTE)


def test_the_clock_waits_again_everybody_sits_and_play_can_be_started_anew():
    cup = seated(3, preset=WITH_REBUYS)
    waiting = cup.clock.state
    seats = list(Seating.objects.values_list("entry", "seat", "until"))
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    take_back(cup)
    cup = refreshed(cup)
    assert (cup.state, cup.started_at) == (TournamentState.SEATED, None)
    assert (cup.clock.state, cup.clock.due_at) == (waiting, None)
    assert list(Seating.objects.values_list("entry", "seat", "until")) == seats
    assert clock.advance_due(NOW + 60 * MINUTE) == 0
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=SOON + MINUTE)
    deal(table_of(cup), now=SOON + 2 * MINUTE)


def test_what_was_said_to_the_clock_since_goes_with_it():
    cup = running(3)
    press(cup, "next")
    press(cup, "pause")
    take_back(cup)
    assert refreshed(cup).clock.state["index"] == 0
    with pytest.raises(Refused, match="Nothing to undo"):
        clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=SOON)


def test_once_a_hand_is_dealt_the_start_stands():
    cup = running(3)
    deal(table_of(cup))
    before = stored()
    with pytest.raises(Refused, match="A hand has been dealt: the start of play stands"):
        take_back(cup)
    assert stored() == before


def test_before_the_start_there_is_nothing_to_take_back():
    cup = seated(3)
    before = stored()
    with pytest.raises(Refused, match="Play has not begun"):
        take_back(cup)
    assert stored() == before


def test_who_was_taken_out_at_the_start_is_not_brought_back_in_silence():
    cup = seated(3, preset=replace(presets.get("igr"), min_players=2))
    ends = buttons.Press(finishes_at=NOW + 300 * MINUTE)
    clock.act(tournament_id=cup.pk, kind="finish_at", actor=DIRECTOR, now=NOW, press=ends)
    Seating.objects.filter(table__tournament=cup, seat=1).update(is_absent=True)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    with pytest.raises(Refused, match="Chips have been sold, given or taken since"):
        take_back(cup)


def test_a_session_of_hands_has_not_begun_either():
    cup = seated(3)
    cup.session = Session.objects.create(tournament=cup, number=1, hands=5, started_at=NOW)
    cup.save()
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    take_back(cup)
    cup = refreshed(cup)
    assert cup.clock.last_hands is None
    assert cup.session is not None
    assert cup.session.started_at is None


def test_the_console_offers_it_until_something_came_of_the_start():
    cup = running(3)
    with pytest.raises(Forbidden):
        false_starts.take_back(tournament_id=cup.pk, actor=somebody(cup, Role.FLOOR), now=SOON)
    director = signed_in(house_director())
    page = f"/t/{cup.code}/console/"
    assert "Undo start" in director.get(page).content.decode()
    press(cup, "pause")
    assert "Undo start" not in director.get(page).content.decode()
    press(cup, "undo")
    answer = director.post(f"/t/{cup.code}/start/take-back/", follow=True).content.decode()
    assert "Start undone" in answer
    assert "Shuffle up and deal" in answer
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=SOON)
    deal(table_of(cup), now=SOON + MINUTE)
    assert "Undo start" not in director.get(page).content.decode()
