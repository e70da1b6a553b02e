"""Hand-for-hand: one hand at every table, then all wait; busts of a hand share one moment."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from engine.hand.commands import Fold
from engine.refusal import Refused
from tables import tasks
from tables.commands import TableCommand
from tables.console.queries import console
from tables.models import HandForHand, Table
from tables.models.tables import TableState
from tables.play.queries import tablet
from tables.play.queries.pictures import Reading
from tables.procedures.queries import hand_for_hand as hand_for_hand_queries
from tables.procedures.services import face_down, hand_for_hand
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    bust_all_but,
    deal,
    do,
    fold_out,
    fold_round,
    hand_at,
    house_director,
    offered,
    refreshed,
    running,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock
from tournament.models import Bust, Tournament
from tournament.permissions import Forbidden, Role
from tournament.prizes.queries import placings
from tournament.records.queries import journal as journal_queries

pytestmark = pytest.mark.django_db
SOON = NOW + MINUTE


def begin(cup: Tournament, minutes: int = 2) -> HandForHand:
    return hand_for_hand.begin(tournament_id=cup.pk, minutes=minutes, actor=DIRECTOR, now=SOON)


def end(cup: Tournament) -> None:
    hand_for_hand.end(tournament_id=cup.pk, actor=DIRECTOR, now=SOON)


def left(cup: Tournament) -> timedelta | None:
    return clock_queries.state_of(refreshed(cup).clock).remaining


def states(cup: Tournament) -> list[str]:
    return list(Table.objects.filter(tournament=cup).values_list("state", flat=True))


def turn_up(table: Table) -> None:
    face_down.turn_up(TableCommand(table.pk, DIRECTOR, SOON))


def bust_face_down(table: Table, winner: int) -> None:
    """Everybody is all-in, the floor lets the hands be turned up, and one wins all."""
    deal(table)
    all_in(table)
    turn_up(table)
    award_to(table, winner)


@pytest.fixture
def cup() -> Tournament:
    """Nine players at three tables."""
    return running(9, seats=3)


def test_tables_hold_until_all_have_played_their_hand(cup: Tournament):
    begin(cup)
    fold_round(table_of(cup, 1))
    with pytest.raises(Refused, match="waiting for tables 2, 3"):
        deal(table_of(cup, 1))
    fold_round(table_of(cup, 2))
    assert states(cup) == ["held", "held", "open"]
    assert tablet.picture(Reading(table_of(cup, 1)), now=SOON).phase == "hold"
    fold_round(table_of(cup, 3))
    assert states(cup) == ["open"] * 3
    assert HandForHand.objects.get().hands == 1
    deal(table_of(cup, 1))


def test_a_hand_in_play_at_the_announcement_is_finished_first(cup: Tournament):
    deal(table_of(cup, 2))
    begin(cup)
    assert states(cup) == ["held", "open", "held"]
    fold_out(table_of(cup, 2))
    assert states(cup) == ["open"] * 3


def test_the_clock_stands_and_each_hand_takes_its_minutes(cup: Tournament):
    begin(cup, minutes=3)
    before = left(cup)
    for number in (1, 2, 3):
        fold_round(table_of(cup, number), now=NOW + 30 * MINUTE)
    after = left(cup)
    assert before is not None
    assert after is not None
    assert before - after == 3 * MINUTE
    assert cup.journal.filter(name="clock.take_hand").count() == 1
    end(cup)
    assert clock_queries.picture(refreshed(cup), now=SOON).phase == "play"


@pytest.mark.rule("adelaide:99c-3")
def test_busts_of_the_same_hand_share_one_moment_across_tables(cup: Tournament):
    begin(cup)
    bust_face_down(table_of(cup, 1), 1)
    fold_round(table_of(cup, 2))
    bust_face_down(table_of(cup, 3), 2)
    assert len(set(Bust.standing.values_list("order", flat=True))) == 1
    assert Bust.standing.count() == 4
    bust_face_down(table_of(cup, 2), 3)
    orders = sorted(Bust.standing.values_list("order", flat=True))
    assert orders[:4] == [orders[0]] * 4
    assert orders[4] > orders[3]


def test_without_it_tables_bust_one_after_the_other(cup: Tournament):
    bust_all_but(table_of(cup, 1), 1)
    bust_all_but(table_of(cup, 3), 2)
    assert len(set(Bust.standing.values_list("order", flat=True))) == 2
    assert placings.of(refreshed(cup))[-1].place == 9


def test_it_ends_with_a_press_and_everybody_deals_on(cup: Tournament):
    begin(cup)
    fold_round(table_of(cup, 1))
    assert console.queue(refreshed(cup))[0].text == "Hand-for-hand, hand 1"
    end(cup)
    assert states(cup) == ["open"] * 3
    deal(table_of(cup, 1))
    with pytest.raises(Refused, match="not on"):
        end(cup)


def test_a_table_of_one_is_not_waited_for(cup: Tournament):
    bust_all_but(table_of(cup, 3), 1)
    begin(cup)
    fold_round(table_of(cup, 1))
    fold_round(table_of(cup, 2))
    assert states(cup) == ["open"] * 3
    assert HandForHand.objects.get().hands == 1


def test_bad_wishes_change_nothing(cup: Tournament):
    for minutes in (0, 4):
        before = stored()
        with pytest.raises(Refused, match="one to three minutes"):
            begin(cup, minutes=minutes)
        assert stored() == before
    begin(cup)
    before = stored()
    with pytest.raises(Refused, match="already on"):
        begin(cup)
    assert stored() == before
    with pytest.raises(Forbidden):
        hand_for_hand.end(tournament_id=cup.pk, actor=somebody(cup, Role.DEALER), now=SOON)


def test_it_begins_only_while_a_level_is_played(cup: Tournament):
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=SOON)
    before = stored()
    with pytest.raises(Refused, match="while the clock runs a level"):
        begin(cup)
    assert stored() == before


def test_nobody_stops_the_clock_under_its_name(cup: Tournament):
    press = buttons.Press(reason="hand-for-hand", command_id=uuid4())
    with pytest.raises(Refused, match="its own button"):
        clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=SOON, press=press)


def test_a_release_cut_short_is_made_up_for(cup: Tournament, monkeypatch: pytest.MonkeyPatch):
    begin(cup)
    monkeypatch.setattr(hand_for_hand, "advance", lambda **_: False)
    for number in (1, 2, 3):
        fold_round(table_of(cup, number))
    assert states(cup) == ["held"] * 3
    monkeypatch.undo()
    tasks.tidy_up()
    assert states(cup) == [TableState.OPEN] * 3


def test_the_console_switches_it(cup: Tournament):
    director = signed_in(house_director())
    assert 'action="/t/' in director.get(f"/t/{cup.code}/console/").content.decode()
    page = director.post(f"/t/{cup.code}/hand-for-hand/", {"minutes": 2}, follow=True)
    assert "End hand-for-hand" in page.content.decode()
    page = director.post(f"/t/{cup.code}/hand-for-hand/end/", follow=True)
    assert "Minutes per hand" in page.content.decode()
    lines = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert "ended hand-for-hand after 0 hands" in lines


@pytest.mark.rule("tda2024:RP-8")
def test_a_scheduled_break_interrupts_hand_for_hand_and_no_table_deals_in_it(cup: Tournament):
    late = NOW + 119 * MINUTE
    clock.advance_due(late)
    hand_for_hand.begin(tournament_id=cup.pk, minutes=2, actor=DIRECTOR, now=late)
    for number in (1, 2, 3):
        fold_round(table_of(cup, number), now=late + MINUTE)
    shown = clock_queries.picture(refreshed(cup), now=late + MINUTE)
    assert (shown.phase, shown.seconds_left) == ("break", 15 * 60)
    with pytest.raises(Refused, match="it is a break"):
        deal(table_of(cup, 1), now=late + 2 * MINUTE)
    after = late + 17 * MINUTE
    clock.advance_due(after)
    deal(table_of(cup, 1), now=after)
    assert clock_queries.picture(refreshed(cup), now=after).reason == "Hand-for-hand"


def test_hand_for_hand_that_ends_before_its_first_hand_has_cost_no_play(cup: Tournament):
    undisturbed = refreshed(cup).clock.state
    begin(cup)
    hand_for_hand.end(tournament_id=cup.pk, actor=DIRECTOR, now=SOON + 3 * MINUTE)
    assert refreshed(cup).clock.state == undisturbed
    assert cup.journal.filter(name="clock.undo").get().data["undone"] == "hand_for_hand"


def test_hand_for_hand_that_ends_after_something_else_was_said_leaves_that_as_it_was(
    cup: Tournament,
):
    begin(cup)
    more = buttons.Press(minutes=5, command_id=uuid4())
    clock.act(tournament_id=cup.pk, kind="add", actor=DIRECTOR, now=SOON, press=more)
    left = clock_queries.picture(refreshed(cup), now=SOON).seconds_left
    end(cup)
    assert clock_queries.picture(refreshed(cup), now=SOON).seconds_left == left


def is_offered_again(cup: Tournament) -> bool:
    shown = console.picture(refreshed(cup), now=SOON)
    return bool(shown.can_take_back_hand_for_hand)


def again(cup: Tournament, now: datetime = SOON + 3 * MINUTE) -> None:
    hand_for_hand.take_back_end(tournament_id=cup.pk, actor=DIRECTOR, now=now)


def test_the_end_is_taken_back_with_the_hold_and_the_standing_clock(cup: Tournament):
    begin(cup)
    for number in (1, 2, 3, 1):
        fold_round(table_of(cup, number))
    standing = refreshed(cup).clock.state
    end(cup)
    clock.advance_due(SOON + 40 * MINUTE)
    again(cup, SOON + 40 * MINUTE)
    assert refreshed(cup).clock.state == standing
    assert states(cup) == ["held", "open", "open"]
    for number in (2, 3):
        fold_round(table_of(cup, number))
    assert states(cup) == ["open"] * 3
    assert HandForHand.objects.get().hands == 2
    lines = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert "undid the end of hand-for-hand, after 1 hands" in lines
    assert any("(end of hand-for-hand)" in line for line in lines)


def test_an_end_before_the_first_hand_is_taken_back_and_made_again_at_no_cost(cup: Tournament):
    undisturbed = refreshed(cup).clock.state
    begin(cup)
    standing = refreshed(cup).clock.state
    end(cup)
    again(cup)
    assert refreshed(cup).clock.state == standing
    hand_for_hand.end(tournament_id=cup.pk, actor=DIRECTOR, now=SOON + 5 * MINUTE)
    assert refreshed(cup).clock.state == undisturbed


def test_the_console_asks_before_the_clock_runs_in_hand_for_hand(cup: Tournament):
    director = signed_in(house_director())
    begin(cup)
    page = director.get(f"/t/{cup.code}/console/").content.decode()
    assert "Run the clock during hand-for-hand?" in page
    assert ">Resume<" not in page
    assert "Waiting for tables 1, 2, 3. Each hand takes 2 min." in page
    end(cup)
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=SOON)
    assert ">Resume<" in director.get(f"/t/{cup.code}/console/").content.decode()


def test_what_was_said_before_the_end_can_be_taken_back_after_it(cup: Tournament):
    begin(cup)
    before = left(cup)
    more = buttons.Press(minutes=5, command_id=uuid4())
    clock.act(tournament_id=cup.pk, kind="add", actor=DIRECTOR, now=SOON, press=more)
    end(cup)
    assert is_offered_again(cup)
    with pytest.raises(Refused, match="Nothing to undo"):
        clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=SOON)
    again(cup, SOON)
    clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=SOON)
    assert left(cup) == before


def test_an_end_after_the_clock_was_let_go_leaves_the_clock_as_it_was(cup: Tournament):
    begin(cup)
    clock.act(tournament_id=cup.pk, kind="resume", actor=DIRECTOR, now=SOON)
    going = refreshed(cup).clock.state
    end(cup)
    again(cup)
    assert refreshed(cup).clock.state == going
    assert hand_for_hand_queries.running(cup.pk) is not None


def test_an_end_on_which_somebody_built_stands(cup: Tournament):
    def refused(words: str) -> None:
        before = stored()
        with pytest.raises(Refused, match=words):
            again(cup)
        assert stored() == before
        assert not is_offered_again(cup)

    refused("has not ended")
    begin(cup)
    deal(table_of(cup, 2))
    refused("has not ended")
    end(cup)
    assert is_offered_again(cup)
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=SOON)
    refused("The clock has been moved since")
    clock.act(tournament_id=cup.pk, kind="undo", actor=DIRECTOR, now=SOON)
    with pytest.raises(Forbidden):
        hand_for_hand.take_back_end(
            tournament_id=cup.pk, actor=somebody(cup, Role.DEALER), now=SOON
        )
    do(table_of(cup, 2), Fold(offered(table_of(cup, 2)).seat or 0))
    refused("Table 2 has played on")


def test_the_console_takes_the_end_back(cup: Tournament):
    director = signed_in(house_director())
    director.post(f"/t/{cup.code}/hand-for-hand/", {"minutes": 2})
    page = director.post(f"/t/{cup.code}/hand-for-hand/end/", follow=True)
    assert "Undo end of hand-for-hand" in page.content.decode()
    page = director.post(f"/t/{cup.code}/hand-for-hand/end/take-back/", follow=True)
    assert "Hand-for-hand, hand 1" in page.content.decode()
    assert "Undo end of hand-for-hand" not in page.content.decode()


@pytest.mark.rule("tda2024:RP-8")
def test_all_in_hands_stay_face_down_until_the_floor_says_so(cup: Tournament):
    first = table_of(cup, 1)
    begin(cup)
    deal(first)
    all_in(first)
    tablet_of_it = tablet_browser(first)
    page = tablet_of_it.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert 'data-phase="face_down"' in page
    assert "Still in their hand: table 2, 3." in page
    seat = hand_at(first).in_hand()[0]
    before = stored()
    for kind, fields in (
        ("skip_board", {}),
        ("board", {"cards": "AsKsQs"}),
        ("show", {"seat": seat, "cards": "AhAd"}),
        ("award", {"pot": 0, "winners": [seat]}),
    ):
        refused = tap(tablet_of_it, first, kind, **fields)
        assert "stay face down until the floor says so" in refused.content.decode()
        assert "tda2024:RP-8" in refused.content.decode()
        assert stored() == before
    director = signed_in(house_director())
    assert (
        "all-in and called, hands face down"
        in director.get(f"/t/{cup.code}/console/").content.decode()
    )
    director.post(f"/t/{cup.code}/tables/1/turn-up/")
    assert tablet.picture(Reading(table_of(cup, 1)), now=SOON).phase == "show"  # adelaide:96
    assert tap(tablet_of_it, first, "skip_board").status_code == 200
    with pytest.raises(Refused, match="No hands wait face down"):
        turn_up(table_of(cup, 1))
    line = journal_queries.row(cup.journal.get(name="hand_for_hand.turned_up")).sentence
    assert line == "let table 1 turn up the all-in hands of hand 1"


def test_without_hand_for_hand_all_in_hands_are_turned_up_at_once(cup: Tournament):
    deal(table_of(cup, 1))
    all_in(table_of(cup, 1))
    assert tablet.picture(Reading(table_of(cup, 1)), now=SOON).phase == "show"  # adelaide:96


def test_hands_that_wait_face_down_go_on_when_hand_for_hand_ends(cup: Tournament):
    begin(cup)
    deal(table_of(cup, 1))
    all_in(table_of(cup, 1))
    end(cup)
    award_to(table_of(cup, 1), 1)
    assert Bust.standing.count() == 2
