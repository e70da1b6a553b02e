"""An entrant's own page by an unguessable link, the players' pages, and hands stepped through."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from engine.hand import commands
from engine.prizes.prizes import How, Row
from engine.refusal import Refused
from engine.structure import presets
from tables import drawings
from tables.equipment.services import rotation
from tables.models import Penalty, Seating, Table
from tables.play.queries import replay
from tables.seating.services import seen
from tables.views.console.devices import qr
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    all_in,
    award_to,
    bust_all_but,
    deal,
    deck_of,
    do,
    entry_in,
    fold_round,
    house_director,
    offered,
    refreshed,
    running,
    sell,
    set_stacks,
    signed_in,
    stored_lines,
    table_of,
    user,
)
from tests.markup import public
from tournament import requests
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import Entry, PersonalLink, Tournament
from tournament.permissions import Role
from tournament.prizes.services import prizes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "now", lambda: NOW + 3 * MINUTE)


@pytest.fixture
def cup() -> Tournament:
    return running(4, seats=3)


def first_at(table: Table) -> Seating:
    """Who sits in the first seat taken."""
    return Seating.objects.filter(table=table, until=None)[0]


def link_of(entry: Entry) -> tuple[PersonalLink, str]:
    links.give(tournament_id=entry.tournament_id, actor=DIRECTOR, now=NOW)
    link = PersonalLink.objects.get(entry=entry, revoked_at=None)
    return link, link_queries.token(entry.pk, link.nonce)


def test_a_link_opens_its_own_page_and_is_stored_nowhere(cup: Tournament):
    entry = first_at(table_of(cup)).entry
    _, token = link_of(entry)
    Entry.objects.filter(pk=entry.pk).update(name="The Fox")
    page = public(f"/me/{token}/")
    assert "The Fox" in page
    assert entry.player.name not in page
    assert f"Table 1, seat {first_at(table_of(cup)).seat}" in page
    assert len(token) == 24
    assert all(token not in line for line in stored_lines())
    assert links.give(tournament_id=cup.pk, actor=DIRECTOR, now=NOW) == []


def test_a_link_taken_away_or_renewed_opens_nothing_any_more(cup: Tournament):
    entry = first_at(table_of(cup)).entry
    _, first = link_of(entry)
    renewed = links.renew(entry=entry, actor=DIRECTOR, now=NOW)
    second = link_queries.token(entry.pk, renewed.nonce)
    assert [Client().get(f"/me/{one}/").status_code for one in (first, second)] == [404, 200]
    links.revoke(entry=entry, actor=DIRECTOR, now=NOW)
    links.revoke(entry=entry, actor=DIRECTOR, now=NOW)
    answer = Client().get(f"/me/{second}/")
    assert answer.status_code == 404
    assert "Ask the desk for a new one." in answer.content.decode()
    assert cup.journal.filter(name="link.revoked").count() == 1


def test_my_move_is_shown_until_i_say_that_i_have_seen_it(cup: Tournament):
    entry = first_at(table_of(cup)).entry
    link, token = link_of(entry)
    Seating.objects.filter(entry=entry).update(came_from="Table 2, seat 2", since=NOW + MINUTE)
    seat = Seating.objects.get(entry=entry)
    assert "Please move" in public(f"/me/{token}/")
    assert "Please move" in drawings.mine(link.pk).text
    client = Client()
    assert client.post(f"/me/{token}/seen/", {"move": seat.pk}).status_code == 302
    seen.seen(link=link, seating_id=seat.pk, now=NOW)
    page = public(f"/me/{token}/")
    assert "Please move" not in page
    assert "from Table 2, seat 2, seen" in page
    assert cup.journal.filter(name="move.seen").count() == 1
    with pytest.raises(Refused, match="moved again"):
        seen.seen(link=link, seating_id=seat.pk + 99, now=NOW)


def test_my_penalty_counts_down_and_my_place_comes_with_my_bust(cup: Tournament):
    table = table_of(cup, 1)
    entry = first_at(table).entry
    _, token = link_of(entry)
    made = {"entry": entry, "reason": "Phone", "clause": "tda2024:R71", "at": NOW, "by": "Dora"}
    away = Penalty.objects.create(kind="time away", ends_at=NOW + 5 * MINUTE, **made)
    assert 'data-left="120"' in public(f"/me/{token}/")
    away.delete()
    Penalty.objects.create(kind="hands", hands=2, hands_left=2, **made)
    assert "2 hands" in public(f"/me/{token}/")
    Penalty.objects.all().delete()
    bust_all_but(table, Seating.objects.filter(table=table, until=None)[1].seat)
    page = public(f"/me/{token}/")
    assert "3rd" in page or "4th" in page
    assert "My chips" in page


def test_my_rebuys_are_on_my_page_with_the_time_they_end():
    cup = running(2, preset=presets.get("friday"))
    entry = entry_in(table_of(cup), 1)
    _, token = link_of(entry)
    assert '<dd>0 <span class="more">until ' in public(f"/me/{token}/")
    set_stacks(table_of(cup), {1: 50, 2: 9950})
    sell(entry)
    assert '<dd>1 <span class="more">until ' in public(f"/me/{token}/")


def test_my_prize_is_on_my_page_with_my_place():
    cup = running(2, preset=FREEZE_OUT)
    _, token = link_of(entry_in(table_of(cup), 1))
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW + MINUTE}
    shares = (Row(1, percent=Fraction(100)),)
    prizes.save(prizes.ListWish(How.PERCENTAGES, shares, guarantee=50_000), **by)
    bust_all_but(table_of(cup), 1, now=NOW + MINUTE)
    prizes.publish(**by)
    prizes.confirm(**by)
    assert '<p class="mine-place">1st · $500</p>' in public(f"/me/{token}/")


def test_a_link_is_shown_to_who_made_it_once_and_the_journal_says_who_saw_whose(cup: Tournament):
    desk, address = signed_in(user("desmond", cup, Role.DESK)), f"/t/{cup.code}/links/"
    assert "Create 4 links" in desk.get(address).content.decode()
    made = desk.post(f"{address}give/").content.decode()
    assert made.count("QR code") == made.count("/me/") // 3 == 4
    names = list(cup.entries.values_list("name", flat=True))
    line = cup.journal.get(name="links.given")
    assert (line.by, line.data["names"]) == ("desmond", ", ".join(names))
    assert desk.post(f"{address}2/", {"renew": "yes"}).content.decode().count("QR code") == 1
    renewed = cup.journal.latest("sequence")
    assert (renewed.name, renewed.data) == ("link.renewed", {"player": names[1]})
    desk.post(f"{address}1/", {"revoke": "yes"})
    assert PersonalLink.objects.filter(revoked_at=None).count() == 3
    for client in (desk, signed_in(house_director())):
        assert "/me/" not in client.get(address).content.decode()
        assert "/me/" not in client.get(f"/api/v1/tournaments/{cup.code}/links").content.decode()


def test_a_players_page_has_hands_chips_over_time_and_results_elsewhere(cup: Tournament):
    table = table_of(cup, 1)
    fold_round(table)
    fold_round(table, now=NOW + 2 * MINUTE)
    entry = first_at(table).entry
    other = running(2)
    Entry.objects.filter(tournament=other, number=1).update(player=entry.player)
    page = public(f"/t/{cup.code}/players/{entry.number}/")
    assert "2 hands played" in page
    assert "<polyline" in page
    assert other.name in page
    listed = public(f"/t/{cup.code}/players/")
    assert listed.count("/players/") >= 4


@pytest.mark.rule("canberra:16.7")
@pytest.mark.rule("igr:A.3(j)")
def test_a_hand_is_stepped_through_and_folded_or_mucked_cards_are_never_seen():
    cup = running(3)
    table = table_of(cup)
    deal(table, deck=deck_of("AhKhQhAsKsQs"))
    do(table, commands.Fold(offered(table).seat or 0))
    all_in(table)
    award_to(table, 1, 2, 3, now=NOW + MINUTE)
    address = f"/t/{cup.code}/tables/1/hands/1/"
    first, last = public(f"{address}?step=1"), public(address)
    assert "Hand 1 begins" in first
    assert 'rel="next"' in first
    assert 'rel="next"' not in last
    assert "?step=" in last
    for page in (first, last, public(f"{address}?step=9")):
        assert "queen of hearts" not in page
        assert "queen of spades" not in page
    rotation.delay(table=table, minutes=30, actor=DIRECTOR, now=NOW)
    assert Client().get(address).status_code == 404
    assert Client().get(f"/t/{cup.code}/tables/1/hands/2/").status_code == 404


def test_the_evening_is_stepped_through_with_its_busts(cup: Tournament):
    assert "No hands played yet." in public(f"/t/{cup.code}/replay/")
    fold_round(table_of(cup, 1))
    bust_all_but(table_of(cup, 2), first_at(table_of(cup, 2)).seat, now=NOW + 2 * MINUTE)
    told = replay.evening(refreshed(cup), at=1, now=NOW + 5 * MINUTE)
    assert (told.count, told.at, told.next_out) == (2, 1, 2)
    assert told.busts == []
    page = public(f"/t/{cup.code}/replay/?hand=2")
    assert "Already out" in page
    assert "/tables/2/hands/1/" in page


def test_overlays_show_clock_leaderboard_and_table_on_nothing(cup: Tournament):
    for name in ("clock", "leaderboard", "tables/1"):
        assert "overlay.css" in public(f"/t/{cup.code}/overlay/{name}/")


def test_addresses_that_are_handed_on_can_be_reached_by_those_who_get_them(cup, settings):
    settings.OUTWARD_URL = "http://192.168.1.5:8000/"
    table = table_of(cup)
    fold_round(table)
    here = {"host": "localhost:8000"}
    director = signed_in(house_director())
    shared = director.get(f"/t/{cup.code}/tables/1/hands/1/", headers=here).content.decode()
    assert f"http://192.168.1.5:8000/t/{cup.code}/tables/1/hands/1/?step=" in shared
    again = {"renew": "yes"}
    given = director.post(f"/t/{cup.code}/links/1/", again, headers=here).content.decode()
    assert 'href="http://192.168.1.5:8000/me/' in given
    public = director.get(f"/t/{cup.code}/", headers=here).content.decode()
    assert escape(qr(f"http://192.168.1.5:8000/t/{cup.code}/")) in public
