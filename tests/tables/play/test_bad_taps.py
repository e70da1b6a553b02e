"""What makes no sense at a table gets a clear sentence and changes nothing."""

from dataclasses import replace

import pytest

from engine.referee.reports import VOID_HAND
from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from tables.conduct.services import penalties
from tables.console.queries import console
from tables.models import Penalty
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    deal,
    entry_in,
    fold_out,
    hand_at,
    house_director,
    offered,
    registering,
    request,
    running,
    seated,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
    user,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.permissions import Forbidden, Role
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import schedules

pytestmark = pytest.mark.django_db


def test_a_card_is_not_dealt_twice_and_an_award_must_match_the_cards():
    table = table_of(running(2))
    browser = tablet_browser(table)
    deal(table)
    all_in(table)
    before = stored()
    twice = tap(browser, table, "board", cards="AhAh2c")
    assert "The ace of hearts is there twice." in twice.content.decode()
    assert stored() == before
    for cards in ("Ah7d2c", "9s", "3h"):
        assert tap(browser, table, "board", cards=cards).status_code == 200
    before = stored()
    out = tap(browser, table, "show", seat=offered(table).seat, cards="AhKd")
    assert "The ace of hearts is there twice." in out.content.decode()
    assert stored() == before
    best = offered(table).seat
    tap(browser, table, "show", seat=best, cards="AsAd")
    tap(browser, table, "show", seat=offered(table).seat, cards="KsKd")
    before = stored()
    loser = next(seat for seat in hand_at(table).in_hand() if seat != best)
    wrong = tap(browser, table, "award", pot=0, winners=[loser])
    assert f"By the cards on the table seat {best} wins." in wrong.content.decode()
    assert "clause-link" in wrong.content.decode()
    assert stored() == before


def test_no_penalty_reaches_a_player_of_another_table():
    cup = running(6, seats=4)
    first, second = table_of(cup, 1), table_of(cup, 2)
    sat = set(first.seatings.filter(until__isnull=True).values_list("seat", flat=True))
    nobody = next(seat for seat in range(1, 9) if seat not in sat)
    browser = signed_in(house_director())
    before = stored()
    answer = tap(browser, first, "penalise", seat=nobody, penalty="warning", reason="Conduct")
    assert f"Nobody sits in seat {nobody} of table 1." in answer.content.decode()
    assert stored() == before
    for by in (tablet_browser(first), tablet_browser(second)):
        kept = stored()
        taken = tap(by, first, "penalise", seat=1, penalty="warning", reason="Conduct")
        assert taken.status_code == 403
        assert stored() == kept
    elsewhere = somebody(running(2), Role.DIRECTOR)
    with pytest.raises(Forbidden):
        penalties.give(request(first, actor=elsewhere), seat=1, kind="warning", reason="Conduct")


@pytest.mark.rule("canberra:18.4")
def test_a_dealer_calls_the_floor_to_void_a_round_and_the_director_does_it():
    preset = presets.get("canberra-e")
    table = table_of(running(10, preset=preset))
    deal(table)
    told = {"what": VOID_HAND, "reason": "a fraud affected it"}
    tablet = tablet_browser(table)
    before = stored()
    asked = tap(tablet, table, "happened", **told)
    assert "Only the director can do this: call the floor." in asked.content.decode()
    assert stored() == before
    assert not hand_at(table).is_over
    assert tap(signed_in(house_director()), table, "happened", **told).status_code == 200
    assert hand_at(table).ended == "void"


@pytest.mark.rule("igr:A.2(ff)")
def test_the_chairperson_removes_who_looks_intoxicated_for_that_reason():
    cup = running(4, preset=presets.get("igr"))
    table = table_of(cup)
    dealer = tap(tablet_browser(table), table, "penalise", seat=1, reason="Intoxicated")
    assert dealer.status_code == 403
    out = entry_in(table, 1)
    wish = {"seat": 1, "penalty": "disqualification", "amount": 0, "reason": "Intoxicated"}
    director = signed_in(house_director())
    assert tap(director, table, "penalise", **wish).status_code == 200
    assert Penalty.objects.get().clause == "igr:A.2(ff)"
    out.refresh_from_db()
    assert out.stack == 0
    assert not table.seatings.filter(seat=1, until__isnull=True).exists()
    assert console.ledger(cup.pk).ok


@pytest.mark.rule("igr:A.2(ff)")
def test_the_desk_refuses_the_entry_of_who_looks_intoxicated():
    cup = registering(2, preset=presets.get("igr"))
    desk = signed_in(user("kim", cup, Role.DESK))
    sent = {"name": "Ivo Swayer", "reason": "Intoxicated"}
    assert desk.post(f"/t/{cup.code}/entries/refuse/", sent).status_code == 302
    noted = cup.refused_entries.get()
    assert (noted.name, noted.reason, noted.by) == ("Ivo Swayer", "Intoxicated", "kim")
    assert cup.entries.count() == 2
    page = signed_in(house_director()).get(f"/t/{cup.code}/journal/").content.decode()
    assert "refused entry to Ivo Swayer: Intoxicated" in page


# -- who says what the blinds are ------------------------------------------------------------------


@pytest.mark.rule("adelaide:37")
@pytest.mark.rule("adelaide:88d")
@pytest.mark.rule("adelaide:App1.1b")
@pytest.mark.rule("adelaide:App1.6c")
@pytest.mark.parametrize("role", [Role.DEALER, Role.DESK, Role.FLOOR])
def test_the_house_fixes_blinds_and_ante_in_the_schedule_and_nobody_else_is_asked(role: Role):
    cup = registering(3)
    planned = Schedule((Level(20, (25, 50)), Level(20, (50, 100), ante=25)))

    def change(actor):
        seen = schedule_queries.stamp(clock_queries.schedule_of(cup))
        schedules.change(
            tournament_id=cup.pk, schedule=planned, seen=seen, actor=actor, now=NOW + MINUTE
        )

    before = stored()
    with pytest.raises(Forbidden):
        change(somebody(cup, role))
    assert stored() == before
    change(DIRECTOR)
    cup.refresh_from_db()
    levels = clock_queries.schedule_of(cup).levels
    assert [(level.blinds, level.ante) for level in levels] == [((25, 50), 0), ((50, 100), 25)]


@pytest.mark.rule("adelaide:37")
def test_limits_rise_with_the_level_and_no_table_is_asked():
    cup = running(3, preset=presets.get("adelaide-fixed"))
    table = table_of(cup)
    raises = []
    for kind in ("", "next"):
        if kind:
            clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=NOW + MINUTE)
        deal(table, now=NOW + 2 * MINUTE)
        raises.append((offered(table).raising.least, offered(table).raising.most))
        fold_out(table, now=NOW + 2 * MINUTE)
    assert raises == [(100, 100), (200, 200)]
    assert console.queue(cup) == []


@pytest.mark.rule("canberra:4.3(e)")
def test_the_director_sets_the_limits_of_blind_betting_before_play_and_hands_keep_to_them():
    preset = replace(presets.get("canberra-i"), min_players=2)
    cup = seated(3, preset=preset)
    planned = Schedule((Level(40, (50, 100)), Level(40, (100, 200))))
    seen = schedule_queries.stamp(clock_queries.schedule_of(cup))
    schedules.change(tournament_id=cup.pk, schedule=planned, seen=seen, actor=DIRECTOR, now=NOW)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    table = table_of(cup)
    hand = deal(table)
    raising = offered(table).raising
    assert (hand.bet_to_match, raising.least, raising.most) == (100, 200, 200)
    before = stored()
    again = schedule_queries.stamp(planned)
    other = Schedule((Level(40, (100, 200)), *planned.rows[1:]))
    with pytest.raises(Refused, match="the levels are fixed"):
        schedules.change(
            tournament_id=cup.pk, schedule=other, seen=again, actor=DIRECTOR, now=NOW + MINUTE
        )
    assert stored() == before
