"""The last hands: announced, counted by each table for itself, taken back, and the end of play."""

import pytest

from engine.clock.clock_state import Phase
from engine.hand.commands import Report
from engine.refusal import Refused
from tables.procedures.queries import last_hands as queries
from tables.procedures.services import last_hands
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    do,
    fold_out,
    fold_round,
    house_director,
    refreshed,
    running,
    signed_in,
    stored,
    table_of,
    tablet_browser,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock
from tournament.models import JournalEntry

pytestmark = pytest.mark.django_db
LATER = NOW + 5 * MINUTE


def announce(cup, hands: int = 2) -> None:
    last_hands.announce(tournament_id=cup.pk, hands=hands, actor=DIRECTOR, now=LATER)


def phase(cup) -> Phase:
    return clock_queries.state_of(refreshed(cup).clock).phase


def test_every_table_counts_its_own_hands_from_the_announcement_and_then_play_is_over():
    cup = running(4, seats=2)
    first, second = table_of(cup, 1), table_of(cup, 2)
    fold_round(first)
    deal(second)
    announce(cup)
    assert clock_queries.picture(refreshed(cup), now=LATER).finish_text == "Last 2 hands"
    assert queries.notices(table_of(cup, 2), is_in_play=True) == ["Last 2 hands after this one."]
    fold_round(first)
    assert queries.notices(table_of(cup, 1), is_in_play=False) == ["Last hand."]
    fold_round(first)
    with pytest.raises(Refused, match="The last hands of this table have been played"):
        deal(first)
    assert queries.unfinished(cup.pk) == [(2, 2)]
    assert phase(cup) is Phase.PLAYING
    fold_out(second)
    fold_round(second)
    fold_round(second)
    assert phase(cup) is Phase.FINISHED
    told = JournalEntry.objects.filter(tournament_id=cup.pk).values_list("name", flat=True)
    assert list(told).count("last_hands.announced") == 1
    assert list(told).count("clock.play_finished") == 1


def test_a_misdeal_is_dealt_again_and_does_not_count():
    cup = running(3)
    table = table_of(cup)
    announce(cup, hands=1)
    deal(table)
    do(table, Report("cards exposed in the cut"))
    assert queries.left(table_of(cup)) == 1
    fold_round(table)
    assert phase(cup) is Phase.FINISHED


def test_the_announcement_can_be_taken_back_and_play_on_forgets_it():
    cup = running(3)
    table = table_of(cup)
    announce(cup, hands=1)
    last_hands.withdraw(tournament_id=cup.pk, actor=DIRECTOR, now=LATER)
    assert clock_queries.picture(refreshed(cup), now=LATER).finish_text == ""
    announce(cup, hands=1)
    fold_round(table)
    assert phase(cup) is Phase.FINISHED
    clock.act(tournament_id=cup.pk, kind="play_on", actor=DIRECTOR, now=LATER)
    clock.act(tournament_id=cup.pk, kind="resume", actor=DIRECTOR, now=LATER)
    fold_round(table)
    assert phase(cup) is Phase.PLAYING


@pytest.mark.parametrize("hands", [0, 51])
def test_a_number_that_makes_no_sense_is_refused_and_changes_nothing(hands: int):
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match="1 to 50"):
        announce(cup, hands=hands)
    assert stored() == before


def test_what_is_announced_is_not_announced_twice():
    cup = running(3)
    announce(cup)
    before = stored()
    with pytest.raises(Refused, match="already been announced"):
        announce(cup)
    assert stored() == before


def test_console_and_tablet_show_it():
    cup = running(3)
    director = signed_in(house_director())
    sent = {"hands": 3, "command_id": "5f0c9d1e-7a34-4a1a-9f5f-2f8f35a6f7ad"}
    assert director.post(f"/t/{cup.code}/last-hands/", sent).status_code == 302
    page = director.get(f"/t/{cup.code}/console/").content.decode()
    assert "Last 3 hands at every table" in page
    assert "Cancel" in page
    tablet = tablet_browser(table_of(cup)).get(f"/t/{cup.code}/tables/1/tablet/")
    assert "Last 3 hands." in tablet.content.decode()
    assert director.post(f"/t/{cup.code}/last-hands/withdraw/").status_code == 302
    assert "Last 3 hands" not in director.get(f"/t/{cup.code}/console/").content.decode()


@pytest.mark.parametrize("kind", ["pause", "next", "add"])
def test_an_undo_of_what_was_said_before_the_announcement_leaves_it_standing(kind: str):
    cup = running(3)
    press = buttons.Press(minutes=3 if kind == "add" else None)
    clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=LATER, press=press)
    announce(cup)
    clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=LATER + MINUTE)
    assert refreshed(cup).clock.last_hands == 2
