"""What a newcomer sees in a demo: every moment at its moment, side by side, and said to be one."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tables import rehearsal
from tables.demo import evenings, furnishing, moments
from tables.models import Device, HandForHand
from tables.play.queries import hands
from tests.factories import hand_at, house_browser, offered, refreshed, table_of
from tournament import requests
from tournament.clock.queries import clock
from tournament.clock.services import clock as clock_services
from tournament.models import Entry, House, Incident, League, Staff, Tournament, User
from tournament.prizes.queries import placings
from tournament.prizes.queries import prizes as prize_queries

pytestmark = pytest.mark.django_db
MADE = [moment.key for moment in moments.MOMENTS if moment.make is not None]


@pytest.fixture
def visitor(settings: Any) -> Client:
    """Somebody who opens the demo, and knows no password."""
    settings.DEMO, settings.X_FRAME_OPTIONS = True, "SAMEORIGIN"
    settings.ROOT_URLCONF = "config.demo_urls"
    return Client()


def made(key: str) -> Tournament:
    """The event that stands at this moment."""
    moment = moments.BY_KEY[key]
    assert moment.make is not None
    return moment.make(moment.event, now=requests.now())


def stacks(cup: Tournament) -> list[int]:
    """Who is left, the deepest first."""
    found = Entry.objects.filter(tournament=cup, stack__gt=0, withdrawn_at=None)
    return sorted(found.values_list("stack", flat=True), reverse=True)


def test_registration_has_some_who_have_paid_and_some_who_have_not():
    cup = made("registration")
    assert (cup.state, cup.entries.count(), cup.tables.count()) == ("registering", 25, 0)
    assert cup.money.filter(kind="entry").count() == 21


def test_at_dinner_the_clock_counts_the_break_down():
    cup = made("break")
    shown = clock.picture(refreshed(cup), now=requests.now())
    assert shown.phase == "break"
    assert shown.seconds_left
    assert len(set(stacks(cup))) > 4


def test_a_tablet_lies_at_each_table_and_none_falls_silent():
    cup = made("break")
    later = requests.now() + timedelta(hours=1)
    tablets = Device.objects.filter(tournament=cup, kind="tablet")
    assert tablets.count() == cup.tables.count() == 2
    furnishing.stay_connected(now=later)
    assert set(tablets.values_list("last_seen", flat=True)) == {later}


@pytest.mark.parametrize("key", ["bubble", "final"])
def test_late_in_an_event_the_blinds_are_worth_something(key: str):
    """The average of the last seven was 370 big blinds."""
    cup = made(key)
    clock_services.advance_due(requests.now())
    shown = clock.picture(refreshed(cup), now=requests.now())
    assert int(shown.average_in_blinds.split()[0]) < 80


def test_two_are_all_in_and_the_turn_is_the_visitors():
    table = table_of(made("all-in"))
    hand = hand_at(table)
    assert len(hand.in_hand()) == 2
    assert len(hand.board) == 3
    assert offered(table).phase == "deal"


def test_one_more_has_to_go_before_the_money():
    cup = made("bubble")
    paid = prize_queries.list_of(cup)
    assert paid is not None
    assert len(stacks(cup)) == len(paid.rows) + 1
    assert HandForHand.objects.filter(tournament=cup, ended_at=None).exists()
    assert cup.tables.exclude(state="closed").count() == 2


def test_nine_have_drawn_seats_for_the_final_and_nothing_has_been_dealt_there():
    cup = made("final")
    assert cup.journal.filter(name="table.final").count() == 1
    (table,) = cup.tables.exclude(state="closed")
    assert len(hands.seated(table)) == len(stacks(cup)) == 9
    assert not hands.is_in_play(table)


def test_a_deal_was_agreed_and_one_prize_waits_at_the_desk():
    cup = made("deal")
    cup.refresh_from_db()
    assert cup.state == "finished"
    assert cup.deals.get(withdrawn_at=None).agreed_at is not None
    dues = list(prize_queries.standing_dues(cup))
    assert len([due for due in dues if not due.payouts.exists()]) == len(dues) - 2 > 0


def test_four_clubs_of_two_play_by_the_rules_of_4s():
    cup = made("4s")
    assert cup.rulebook == "fours"
    assert [club.members.count() for club in cup.clubs.all()] == [2, 2, 2, 2]
    assert len(stacks(cup)) == 6


def test_a_league_has_three_nights_and_different_winners():
    last = made("league")
    league = League.objects.get(name=evenings.LEAGUE)
    nights = list(league.tournaments.all())
    assert last in nights
    assert len(nights) == 3
    assert {night.state for night in nights} == {"finished"}
    winners = {placings.of(night)[0].entry for night in nights}
    names = set(Entry.objects.filter(pk__in=winners).values_list("player__name", flat=True))
    assert len(names) == 3


def test_the_leagues_table_is_there_before_its_last_night(monkeypatch: pytest.MonkeyPatch):
    """Whoever came in between found no league."""
    make, seen = evenings.league_night, []

    def watched(name: str, **told: Any) -> Tournament:
        seen.append(League.objects.filter(name=evenings.LEAGUE).count())
        return make(name, **told)

    monkeypatch.setattr(evenings, "league_night", watched)
    made("league")
    assert seen == [0, 1, 1]


@pytest.mark.parametrize("key", MADE)
def test_a_moments_four_windows_open_inside_its_page_and_none_is_empty(key: str, visitor: Client):
    cup = made(key)
    page = visitor.get(f"/demo/{key}/")
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    panes = page.context["panes"]
    assert len(panes) == 4
    for pane in panes:
        assert f'src="{pane.path}"' in page.content.decode()
        answer = visitor.get(pane.path)
        assert answer.status_code == 200, pane.path
        assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "SAMEORIGIN"
        assert "Demo" in answer.content.decode()
    assert page.context["cup"] == cup


def test_a_demo_asks_for_no_password_and_says_on_every_page_what_it_is(visitor: Client):
    assert "Bots play this one" not in visitor.get("/demo/").content.decode()  # not dealt yet
    assert visitor.get("/tournaments/new/").status_code == 200
    assert User.objects.get().is_house_director
    for place in ("/", "/leagues/", "/rulebooks/", "/tournaments/new/"):
        said = visitor.get(place).content.decode()
        assert "Demo: players, money and results are made up." in said


def test_starting_a_moment_again_makes_another_event_and_keeps_the_first(visitor: Client):
    first = made("registration")
    visitor.get("/demo/")
    answer = visitor.post("/demo/registration/start/")
    assert answer.headers["Location"] == "/demo/registration/"
    second = visitor.get("/demo/registration/").context["cup"]
    assert second.pk != first.pk
    assert Tournament.objects.filter(name=first.name).count() == 2


def test_moments_are_made_once(monkeypatch: pytest.MonkeyPatch):
    only = [moments.BY_KEY["play"], moments.BY_KEY["registration"]]
    monkeypatch.setattr(moments, "MOMENTS", only)
    now = requests.now()
    assert len(moments.make_missing(now=now)) == 1
    assert moments.make_missing(now=now + timedelta(hours=1)) == []


def test_an_installation_has_no_demo_and_lets_nobody_frame_it():
    staff = house_browser()
    assert staff.get("/demo/").status_code == 404
    front = staff.get("/")
    assert "frame-ancestors 'none'" in front["Content-Security-Policy"]
    assert "frame-src" not in front["Content-Security-Policy"]
    assert front["X-Frame-Options"] == "DENY"
    assert "Demo:" not in front.content.decode()


def test_the_house_of_a_demo_has_people_devices_a_ruling_and_a_name():
    now = requests.now()
    cup = rehearsal.seat_everybody(now=now)
    furnishing.house_of_demo(now=now)
    furnishing.furnish(cup, now=now)
    assert House.objects.get().name == furnishing.NAME
    assert Staff.objects.filter(tournament=cup).count() == len(furnishing.STAFF)
    assert Device.objects.filter(tournament=cup).count() == rehearsal.USUAL_TABLES + 1
    assert {matter.decisions.count() for matter in Incident.objects.filter(tournament=cup)} == {1}
