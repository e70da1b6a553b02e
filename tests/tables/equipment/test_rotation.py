"""What the hall sees: announcements that take over, views in turn, tables shown late."""

from datetime import timedelta

import pytest
from django.test import Client

from engine.refusal import Refused
from tables import drawings
from tables.equipment.queries import rotation
from tables.equipment.services import devices
from tables.equipment.services import rotation as hall
from tables.middleware import DEVICE_COOKIE
from tables.models import Device
from tests.factories import DIRECTOR, MINUTE, NOW, house_director, signed_in, table_of
from tournament.clock.queries import announcements as announcement_queries
from tournament.clock.services import announcements
from tournament.clock.services.announcements import Words
from tournament.models import Announcement, Tournament

pytestmark = pytest.mark.django_db
CLOCK: hall.Step = {"view": "clock", "table": None, "seconds": 30}
TABLE: hall.Step = {"view": "table", "table": 2, "seconds": 10}


def screen(cup: Tournament) -> tuple[Device, Client]:
    """A paired hall screen and its browser."""
    code = devices.make_code(
        tournament=cup, kind="screen", view="seating", table=None, actor=DIRECTOR, now=NOW
    )
    device, secret = devices.pair(text=code.code, door="test", now=NOW)
    client = Client()
    client.cookies[DEVICE_COOKIE] = secret
    return device, client


def test_a_screen_shows_its_views_in_turn_and_all_screens_change_together(cup: Tournament):
    device, client = screen(cup)
    hall.rotate(device=device, steps=[CLOCK, TABLE], actor=DIRECTOR, now=NOW)
    device.refresh_from_db()
    start = NOW - timedelta(seconds=NOW.timestamp() % 40)
    turns = [rotation.shown(device, start + timedelta(seconds=at)) for at in (0, 29, 30, 39, 40)]
    assert [(turn.view, turn.seconds) for turn in turns] == [
        ("clock", 30),
        ("clock", 1),
        ("table", 10),
        ("table", 1),
        ("clock", 30),
    ]
    answer = client.get("/device/here/", {"at": f"/t/{cup.code}/seating/"})
    assert answer.headers["X-Place"] in (f"/t/{cup.code}/clock/", f"/t/{cup.code}/tables/2/")
    assert 0 < float(answer.headers["X-Place-For"]) <= 30
    assert cup.journal.get(name="device.rotates").data["words"] == "Clock 30 s, Table 2 10 s"


def test_a_new_view_from_the_console_reaches_the_screen_by_the_next_word(cup: Tournament):
    device, client = screen(cup)
    before = drawings.word(cup.pk)
    assert client.get("/device/here/").headers["X-Place"] == f"/t/{cup.code}/seating/"
    hall.rotate(device=device, steps=[CLOCK], actor=DIRECTOR, now=NOW)
    assert drawings.word(cup.pk).stamp != before.stamp
    device.refresh_from_db()
    devices.show(device=device, view="leaderboard", table=None, actor=DIRECTOR, now=NOW)
    answer = client.get("/device/here/")
    assert answer.headers["X-Place"] == f"/t/{cup.code}/leaderboard/"
    assert "X-Place-For" not in answer.headers


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({**CLOCK, "view": "oracle"}, "Choose what"),
        ({**CLOCK, "seconds": 1}, "5 to 900 seconds"),
        ({**CLOCK, "table": 1}, "only for that"),
        ({**TABLE, "table": 9}, "no table 9"),
    ],
)
def test_a_turn_that_cannot_be_shown_is_refused(cup: Tournament, step: hall.Step, why: str):
    device, _ = screen(cup)
    with pytest.raises(Refused, match=why):
        hall.rotate(device=device, steps=[step], actor=DIRECTOR, now=NOW)
    with pytest.raises(Refused, match="at most 12"):
        hall.rotate(device=device, steps=[CLOCK] * 13, actor=DIRECTOR, now=NOW)
    device.kind = "tablet"
    device.save()
    with pytest.raises(Refused, match="tablet shows its table"):
        hall.rotate(device=device, steps=[CLOCK], actor=DIRECTOR, now=NOW)


def test_an_announcement_stands_for_its_minutes_where_it_was_asked_for(cup: Tournament):
    said = announcements.announce(
        tournament_id=cup.pk,
        words=Words("  Dinner  is served ", places=["on_screens", "on_phones"], minutes=3),
        actor=DIRECTOR,
        now=NOW,
    )
    (item,) = announcement_queries.picture(cup.pk, now=NOW + MINUTE).items
    assert (item.text, item.on, item.left) == ("Dinner is served", "screens phones", 120)
    assert announcement_queries.picture(cup.pk, now=NOW + 3 * MINUTE).items == []
    announcements.withdraw(announcement=said, actor=DIRECTOR, now=NOW + MINUTE)
    announcements.withdraw(announcement=said, actor=DIRECTOR, now=NOW + MINUTE)
    assert announcement_queries.picture(cup.pk, now=NOW + MINUTE).items == []
    told = list(cup.journal.filter(name__startswith="announcement").values_list("name", flat=True))
    assert told == ["announcement.made", "announcement.withdrawn"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (Words(" "), "1 to 200 characters"),
        (Words("Tea", places=()), "where it is shown"),
        (Words("Tea", minutes=0), "1 to 120 minutes"),
        (Words("Tea", sound="shout"), "Unknown sound"),
    ],
)
def test_an_announcement_that_says_nothing_to_nobody_is_refused(cup: Tournament, words, why: str):
    with pytest.raises(Refused, match=why):
        announcements.announce(tournament_id=cup.pk, words=words, actor=DIRECTOR, now=NOW)


def test_everything_is_done_from_the_hall_page(cup: Tournament):
    device, _ = screen(cup)
    director, address = signed_in(house_director()), f"/t/{cup.code}/hall/"
    assert "No hall screen" not in director.get(address).content.decode()
    sent = {"text": "Tea", "minutes": "2", "on_tablets": "on", "sound": "bell"}
    director.post(f"{address}announce/", sent)
    director.post(
        f"{address}screens/{device.pk}/", {"step": ["clock", "table-2", ""], "seconds": ["9"] * 3}
    )
    director.post(f"{address}tables/2/delay/", {"minutes": "5"})
    page = director.get(address).content.decode()
    assert "Rotates: Clock 9 s, Table 2 9 s" in page
    assert "Withdraw" in page
    said = Announcement.objects.get()
    director.post(f"{address}announced/{said.pk}/withdraw/")
    assert "withdrawn" in director.get(address).content.decode()
    assert table_of(cup, 2).delay_minutes == 5
    bad = director.post(f"{address}screens/{device.pk}/", {"step": "clock", "seconds": "soon"})
    assert bad.status_code == 422
    with pytest.raises(Refused, match="up to 60 minutes"):
        hall.delay(table=table_of(cup, 2), minutes=99, actor=DIRECTOR, now=NOW)


def test_the_hall_page_has_what_a_web_site_needs_to_show_clock_and_leaderboard(cup: Tournament):
    page = signed_in(house_director()).get(f"/t/{cup.code}/hall/").content.decode()
    for view in ("clock", "leaderboard"):
        address = f"http://testserver/t/{cup.code}/overlay/{view}/"
        assert f"&lt;iframe src=&quot;{address}&quot;" in page
