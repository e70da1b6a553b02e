"""What a book forbids at the table: named as a reason, kept off the screens, told to everybody."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from engine.amounts import figure
from engine.cards import cards
from engine.hand import events
from engine.referee.reports import SHOW_TO_ALL
from engine.rulebooks.citing import cite
from engine.structure import presets
from tables.models import CountedStack, HandRecord, Penalty, Table
from tables.play.queries import hands
from tests.factories import (
    NOW,
    all_in,
    deal,
    deck_of,
    entry_in,
    hand_at,
    offered,
    registering,
    running,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import said
from tournament.models import Incident

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
CANBERRA = replace(presets.get("canberra-e"), starting_stack=1000, min_players=2)
HOUR = timedelta(hours=1)


def penalise(director: Client, table: Table, reason: str) -> Penalty:
    tapped = tap(director, table, "penalise", seat=2, penalty="warning", amount=0, reason=reason)
    assert tapped.status_code == 200
    return Penalty.objects.get()


REASONS = {
    "adelaide:72": "Talking about a live hand",
    "adelaide:74a": "Soft play",
    "adelaide:75": "Language",
    "adelaide:84b": "Phone at the table",
}


@pytest.mark.rule("adelaide:72")
@pytest.mark.rule("adelaide:74a")
@pytest.mark.rule("adelaide:75")
@pytest.mark.rule("adelaide:84b")
@pytest.mark.parametrize("clause", REASONS)
def test_a_breach_of_conduct_is_a_reason_that_cites_its_own_rule(director: Client, clause: str):
    cup, reason, cited = running(4), REASONS[clause], cite(clause)
    where = f"/t/{cup.code}/tables/1"
    menu = said(director.get(f"{where}/seat/2/", {"penalty": "warning", "amount": "0"}))
    assert f'{reason} <small class="quiet">{cited}</small>' in menu
    assert f'<option value="{reason}">{cited}</option>' in said(director.get(f"{where}/floor/"))
    assert penalise(director, table_of(cup), reason).clause == clause
    for page in ("penalties", "reports/penalties"):
        assert cited in said(director.get(f"/t/{cup.code}/{page}/")), page


@pytest.mark.rule("adelaide:75")
def test_what_is_forbidden_at_the_table_stands_among_the_house_rules(director: Client):
    cup = running(2)
    for who, page in ((director, "house-rules"), (Client(), "rules")):
        told = said(who.get(f"/t/{cup.code}/{page}/"))
        assert "Away from the table" in told
        assert "No foreign-language conversation at or near a table" in told
    other = running(2, preset=presets.get("charity"))
    assert "Away from the table" not in said(Client().get(f"/t/{other.code}/rules/"))


@pytest.mark.rule("adelaide:74a")
def test_collusion_is_reported_and_the_report_leads_to_a_penalty(director: Client):
    cup = running(4)
    name = entry_in(table_of(cup), 2).name
    page = f"/t/{cup.code}/incidents/"
    assert "Cheating or collusion" in said(director.get(page))
    reported = {"kind": "integrity", "table": 1, "people": name, "facts": "Checked a full house"}
    assert director.post(page, reported).status_code == 302
    assert Incident.objects.get().kind == "integrity"
    assert penalise(director, table_of(cup), "Soft play").clause == "adelaide:74a"
    for where in ("incidents", "reports/incidents"):
        assert "Checked a full house" in said(director.get(f"/t/{cup.code}/{where}/")), where


@pytest.mark.rule("adelaide:93a")
def test_the_director_has_the_chips_of_every_seat_counted(director: Client):
    cup = running(3)
    table = table_of(cup)
    asked = {"kind": "open_count", "table": 1, "because": "Chips out of sight"}
    assert director.post(f"/t/{cup.code}/checks/act/", asked).status_code in (204, 302)
    counted = {"stack_1": 1000, "stack_2": 900, "stack_3": 1000}
    assert tap(tablet_browser(table), table, "chip_count", **counted).status_code == 200
    found = CountedStack.objects.order_by("seat").values_list("seat", "recorded", "counted")
    assert list(found) == [(1, 1000, 1000), (2, 1000, 900), (3, 1000, 1000)]
    assert "\u2212100" in said(director.get(f"/t/{cup.code}/reports/chips/"))


@pytest.mark.rule("canberra:16.5")
@pytest.mark.rule("canberra:16.6")
@pytest.mark.parametrize(("folds", "clause"), [(False, "canberra:16.6"), (True, "canberra:16.5")])
def test_what_one_player_saw_of_another_s_cards_everybody_sees(folds: bool, clause: str):
    table = table_of(running(3, preset=CANBERRA))
    browser = tablet_browser(table)
    seat = deal(table).actor
    if folds:
        assert tap(browser, table, "fold", seat=seat).status_code == 200
    shown = tap(browser, table, "happened", what=SHOW_TO_ALL, seat=seat, cards="Ah")
    assert shown.status_code == 200
    told = hands.story(HandRecord.objects.get(table=table))
    assert told[-1] == events.CardsExposed(seat, cards.parse("Ah"), clause)
    page = Client().get(f"/t/{table.tournament.code}/tables/1/").content.decode()
    assert "ace of hearts" in page


@pytest.mark.rule("canberra:13.3")
@pytest.mark.parametrize("kind", ["give", "lend", "transfer", "move_chips", "give_chips"])
def test_no_player_gives_or_bets_chips_for_another(kind: str):
    table = table_of(running(3, preset=CANBERRA))
    browser = tablet_browser(table)
    actor = deal(table).actor
    other = next(seat for seat in (1, 2, 3) if seat != actor)
    before = hand_at(table).stacks
    assert tap(browser, table, kind, seat=actor, to=other, amount=100).status_code >= 400
    for wager in ("call", "raise_to", "all_in"):  # what a player may do, but not in this seat
        assert tap(browser, table, wager, seat=other, amount=200).status_code == 409, wager
    assert hand_at(table).stacks == before
    where = f"/t/{table.tournament.code}/tables/1"
    for page in ("tablet/", f"seat/{actor}/"):
        told = said(browser.get(f"{where}/{page}")).lower()
        assert not [word for word in ("lend", "give chips", "transfer") if word in told], page


@pytest.mark.rule("canberra:18.7(a)")
def test_the_tablet_tells_what_is_allowed_and_never_what_is_wise():
    table = table_of(running(2, preset=CANBERRA))
    browser = tablet_browser(table)
    deal(table, deck=deck_of("AhKd AsKc 2c2d2h3c4d5h"))
    assert offered(table).fold.is_allowed
    told = said(browser.get(f"/t/{table.tournament.code}/tables/1/tablet/"))
    assert 'data-command="fold"' in told
    lower = told.lower()
    hints = ("seat-chance", "pair of aces", "odds", "equity", "advice", "recommend", "should fold")
    assert not [hint for hint in hints if hint in lower]
    all_in(table)
    assert "seat-chance" not in said(browser.get(f"/t/{table.tournament.code}/tables/1/tablet/"))


@pytest.mark.rule("canberra:17.3")
def test_screens_tell_the_published_start_until_play_begins(director: Client):
    cup = registering(3, preset=CANBERRA)
    begins = timezone.localtime(NOW + 2 * HOUR)
    planned = {
        "kind": "final",
        "planned_at": f"{begins:%Y-%m-%dT%H:%M}",
        "players_left": 1,
        "stacks": "fresh",
        "advance_by": "table",
        "advancing": 1,
    }
    assert director.post(f"/t/{cup.code}/sessions/", planned).status_code == 302
    words = f"Play starts {begins:%-d %B, %H:%M}: be in your seat before"
    for page in ("", "clock/"):
        assert words in said(Client().get(f"/t/{cup.code}/{page}")), page
    playing = running(3, preset=CANBERRA)
    assert "be in your seat" not in said(Client().get(f"/t/{playing.code}/clock/"))


@pytest.mark.rule("igr:A.2(bb)")
def test_the_table_view_shows_every_stack():
    table = table_of(running(4, preset=presets.get("igr")))
    deal(table)
    page = Client().get(f"/t/{table.tournament.code}/tables/1/").content.decode()
    held = hand_at(table).stacks
    for seat in (1, 2, 3, 4):
        part = page.split(f'id="seat-{seat}"', 1)[1].split('id="seat-')[0]
        assert figure(held[seat]) in part, seat
