"""How pages write chips, times, places and cards."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from tournament import requests
from tournament.requests import Malformed
from tournament.templatetags import show

NOON = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0, "0"),
        (600, "600"),
        (12500, "12,500"),
        (1234567, "1,234,567"),
        (-300, "\u2212300"),
        ("2500", "2,500"),
        ("ten", "ten"),
        (None, "\u2013"),
        ("", "\u2013"),
    ],
)
def test_chips_are_written_with_commas(amount, written):
    assert show.chips(amount) == written


@pytest.mark.parametrize(
    ("amount", "written"), [(1500, "+1,500"), (-300, "\u2212300"), (0, ""), (None, "")]
)
def test_a_change_carries_its_sign(amount, written):
    assert show.signed(amount) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "00:00"),
        (0.2, "00:01"),
        (59, "00:59"),
        (767, "12:47"),
        (3599, "59:59"),
        (3600, "1:00:00"),
        (3767, "1:02:47"),
        (-5, "00:00"),
        (None, "\u2013"),
    ],
)
def test_time_left_is_minutes_and_seconds(seconds, written):
    assert show.clock(seconds) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (111, "111th"),
        (0, ""),
        (None, ""),
    ],
)
def test_places_are_ordinals(number, written):
    assert show.ordinal(number) == written


@pytest.mark.parametrize(
    ("passed", "written"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=3, seconds=20), "3 min ago"),
        (timedelta(hours=2, minutes=59), "2 h ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=3), "3 days ago"),
    ],
)
def test_ago_says_how_long_since(passed, written):
    assert show.ago(NOON - passed, NOON) == written


def test_what_was_never_seen_says_so():
    assert show.ago(None) == "never"


@pytest.mark.parametrize("rank", "23456789TJQKA")
@pytest.mark.parametrize("suit", "cdhs")
def test_every_card_has_its_own_picture_and_name(rank, suit):
    picture = show.card(rank + suit)
    assert f"card--{suit}" in picture
    assert f'aria-label="{show.RANKS[rank]} of {show.SUITS[suit]}"' in picture
    assert f">{rank.replace('T', '10')}</text>" in picture


def test_a_hidden_card_gives_nothing_away():
    assert "face-down card" in show.card("??")
    assert "<text" not in show.card("??")


def test_the_joker_and_the_empty_place_are_drawn():
    assert 'aria-label="joker"' in show.card("Jk")
    assert "card--slot" in show.card("")
    assert show.card(None) == show.card("")


def test_words_that_are_no_card_are_never_printed():
    assert "script" not in show.card("<script>")


def test_templates_get_the_picture_unescaped_and_the_rest_escaped():
    page = Template("{% load show %}{{ ace|card }} {{ name|chips }}")
    written = page.render(Context({"ace": "As", "name": "<b>"}))
    assert "<svg" in written
    assert "&lt;b&gt;" in written


def test_a_value_the_page_does_not_have_leaves_a_dash_or_nothing():
    page = Template("{% load show %}{{ no|chips }}{{ no|clock }}{{ no|ordinal }}{{ no|signed }}")
    assert page.render(Context()) == "\u2013\u2013"


def test_a_clause_is_read_on_the_page_of_its_book():
    assert show.clause_url("canberra:13.4") == "/rulebooks/canberra/#canberra:13.4"
    assert show.clause_url("igr:A.2(cc)(iii)-2") == "/rulebooks/igr/#igr:A.2(cc)(iii)-2"
    assert show.clause_url("tda2024:R47-C") == "/rulebooks/tda2024/#tda2024:R47"
    assert show.clause_url("") == "/rulebooks/"


def test_a_qr_code_leads_to_the_name_the_page_is_reached_by():
    page = Template("{% load show %}{% qr '/K7Q2/' %}")
    request = RequestFactory(headers={"host": "hall.example"}).get("/K7Q2/clock/")
    written = page.render(Context({"request": request}))
    assert written == show.squares("http://hall.example/K7Q2/")
    assert "<svg" in written


def test_a_qr_code_at_localhost_leads_to_the_name_that_phones_reach(settings):
    settings.OUTWARD_URL = "https://192.168.1.5:8443/"
    page = Template("{% load show %}{% qr '/K7Q2/' %}")
    request = RequestFactory(headers={"host": "localhost:8443"}).get("/K7Q2/clock/")
    written = page.render(Context({"request": request}))
    assert written == show.squares("https://192.168.1.5:8443/K7Q2/")


def test_a_push_has_no_qr_code_of_its_own():
    page = Template("{% load show %}{% qr '/K7Q2/' %}")
    assert page.render(Context()) == ""


def test_a_qr_code_has_no_style_of_its_own():
    assert "style=" not in show.squares("http://hall.example/")


def test_money_is_read_as_it_is_written():
    written = ("$1,250", "1 250.50", "1,250", "12.5", "")
    assert [requests.amount(words, "fee") for words in written] == [
        125_000,
        125_050,
        125_000,
        1250,
        0,
    ]


@pytest.mark.parametrize("words", ["12 50", "55,50", "1,25", "12,5000", "1,250,50", "$", "1.250"])
def test_a_comma_for_the_cents_is_never_read_as_thousands(words):
    with pytest.raises(Malformed, match="must be an amount"):
        requests.amount(words, "fee")
