"""What people type wrong at the desk and in the office: a sentence, its clause, nothing changed."""

import csv
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from io import BytesIO, StringIO
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.test import Client
from openpyxl import load_workbook

from engine.structure import offers, presets
from engine.structure.law import Preset
from tables.records.queries import reports
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    Wall,
    bust_all_but,
    entry_in,
    registering,
    running,
    seated,
    set_stacks,
    stored,
    table_of,
)
from tests.licensed import ticketed
from tournament.models import Bust, Entry, Player, RefusedEntry, Tournament
from tournament.setup.services import setup

pytestmark = pytest.mark.django_db
IGR = presets.get("igr")
CANBERRA = replace(presets.get("canberra-g"), min_players=2)
SECOND = timedelta(seconds=1)
SOMEBODY = {"name": "Ann", "email": "ann@example.org", "born_on": "1990-05-17", "method": "cash"}


@pytest.fixture(autouse=True, name="wall")
def wall_a_minute_after_the_start(wall: Wall) -> Wall:
    """The clock on the wall; nothing sweeps while a test sets it on."""
    wall.now = NOW + MINUTE
    return wall


def refuses(client: Client, where: str, sent: dict[str, Any], *said: str) -> None:
    """The answer says these words, and no row of the database is another than before."""
    before = stored()
    answer = client.post(where, sent)
    page = unquote(unescape(answer.content.decode()))  # links name clauses, too
    assert 400 <= answer.status_code < 500, answer.status_code
    for words in said:
        assert words in page, (words, re.findall(r'(?:field-wrong|role="alert")[^>]*>(.*)', page))
    assert stored() == before


def desk(cup: Tournament, page: str) -> str:
    return f"/t/{cup.code}/{page}/"


# -- who enters ------------------------------------------------------------------------------------


@pytest.mark.rule("igr:5.03(a)")
@pytest.mark.parametrize("page", ["entries", "desk/enter"])
def test_somebody_too_young_does_not_enter_and_that_is_noted(director: Client, page: str):
    cup = ticketed(registering(preset=IGR), now=NOW)
    answer = director.post(desk(cup, page), {**SOMEBODY, "born_on": "2008-03-09"})
    assert answer.status_code == 409
    assert "igr:5.03(a)" in answer.content.decode()
    assert not Entry.objects.filter(tournament=cup).exists()
    (noted,) = RefusedEntry.objects.filter(tournament=cup)
    assert "is 18" in noted.reason


@pytest.mark.rule("igr:5.03(a)")
@pytest.mark.parametrize(("born_on", "said"), [("", "date of birth"), ("1990-13-45", "date")])
def test_somebody_without_an_age_does_not_enter(director: Client, born_on, said):
    cup = ticketed(registering(preset=IGR), now=NOW)
    for page in ("entries", "desk/enter"):
        clause = () if born_on == "1990-13-45" else ("igr:5.03(a)",)
        refuses(director, desk(cup, page), {**SOMEBODY, "born_on": born_on}, said, *clause)


@pytest.mark.rule("igr:5.05(c)")
@pytest.mark.rule("adelaide:88e")
@pytest.mark.rule("canberra:E.3.1")
@pytest.mark.parametrize(
    ("preset", "said", "clause"),
    [
        (IGR, "sold out", "igr:5.05(c)"),
        (replace(FREEZE_OUT, max_players=2), "full", "adelaide:88e"),
        (replace(presets.get("canberra-e"), max_players=2), "full", "canberra:E.3.1"),
    ],
    ids=["igr", "adelaide", "canberra"],
)
def test_a_sold_out_tournament_takes_nobody_more(director: Client, preset: Preset, said, clause):
    cup = ticketed(registering(min(preset.max_players, 10), preset=preset), now=NOW)
    for page in ("entries", "desk/enter"):
        refuses(director, desk(cup, page), SOMEBODY, said, clause)


@pytest.mark.rule("igr:5.05(c)")
def test_a_licensed_event_with_its_most_players_cites_the_tickets_approved(director: Client):
    cup = ticketed(registering(3, preset=IGR), now=NOW)
    fewer = replace(offers.of(cup.structure, game=cup.game), max_players=3)
    setup.change(tournament_id=cup.pk, name=cup.name, offer=fewer, actor=DIRECTOR, now=NOW)
    for page in ("entries", "desk/enter"):
        refuses(director, desk(cup, page), SOMEBODY, "full", "igr:5.05(c)")


@pytest.mark.rule("igr:5.05(d)")
@pytest.mark.rule("adelaide:88j")
@pytest.mark.rule("canberra:8.4")
@pytest.mark.parametrize(
    ("preset", "clause"),
    [(IGR, "igr:5.05(d)"), (FREEZE_OUT, "adelaide:88j"), (CANBERRA, "canberra:8.4")],
    ids=["igr", "adelaide", "canberra"],
)
def test_nobody_enters_after_the_start_unless_the_terms_say_so(director: Client, preset, clause):
    cup = running(3, preset=preset)
    for page in ("entries", "desk/enter"):
        refuses(director, desk(cup, page), SOMEBODY, clause)


@pytest.mark.rule("canberra:8.1")
def test_the_same_person_does_not_enter_twice(director: Client):
    cup = registering(2, preset=presets.get("canberra-e"))
    refuses(director, desk(cup, "entries"), {**SOMEBODY, "name": "PLAYER 1"}, "canberra:8.1")


BROKEN = """name;email;date of birth
Ann Marsh;ann@example.org;1990-05-17
;nobody@example.org;1990-05-17
Ben Okafor;ben@example.org;31.31.1990
Cy Young;cy@example.org;2015-01-01
Ann Marsh;ann@example.org;1990-05-17
Dee Light;;1990-05-17"""


def test_a_file_with_broken_rows_is_shown_row_by_row_and_nothing_is_entered(director: Client):
    cup = ticketed(registering(preset=IGR), now=NOW)
    before = stored()
    sent = {"text": BROKEN, "is_checked": "on", "method": "cash"}
    answer = director.post(desk(cup, "entries/file"), sent)
    page = unescape(answer.content.decode())
    assert "1 can be entered" in page
    assert "5 cannot" in page
    for said in ("igr:5.03(a)", "igr:5.05(b)", "31.31.1990"):
        assert said in page, said
    assert stored() == before
    director.post(desk(cup, "entries/file"), {**sent, "sure": "yes"})
    assert [entry.name for entry in cup.entries.all()] == ["Ann Marsh"]


@pytest.mark.parametrize("text", ["", "name\n", "colour;size\nred;7", "\0"])
def test_a_file_that_is_no_list_of_players_enters_nobody(director: Client, text: str):
    cup = registering()
    before = stored()
    director.post(desk(cup, "entries/file"), {"text": text, "sure": "yes"})
    assert stored() == before


# -- chips that are sold ---------------------------------------------------------------------------


def sale(cup: Tournament, seat: int, *, kind: str = "rebuy") -> dict[str, Any]:
    entry = entry_in(table_of(cup), seat)
    ticket = getattr(entry, "ticket", None)
    return {
        "entry": entry.pk,
        "kind": kind,
        "ticket": ticket.number if ticket else "",
        "command_id": str(uuid4()),
    }


def short(cup: Tournament) -> Tournament:
    """Seat 1 has little left, seat 2 the rest of it."""
    stack = cup.structure["stack"]
    set_stacks(table_of(cup), {1: 100, 2: 2 * stack - 100})
    return cup


@pytest.mark.rule("igr:A.2(i)-2")
@pytest.mark.rule("igr:5.05(b)-2")
def test_a_second_rebuy_is_refused_and_the_ticket_counts_once(director: Client):
    cup = short(running(3, preset=IGR))
    assert director.post(desk(cup, "desk/sell"), sale(cup, 1)).status_code == 302
    set_stacks(table_of(cup), {1: 100, 2: 3 * cup.structure["stack"] - 100})
    refuses(director, desk(cup, "desk/sell"), sale(cup, 1), "No more than 1 rebuy", "igr:A.2(i)-2")


@pytest.mark.rule("igr:5.05(b)-2")
def test_the_console_sells_a_rebuy_against_the_players_ticket_as_the_desk_does(director: Client):
    cup = running(3, preset=IGR)
    bust_all_but(table_of(cup), 1)
    loser = Bust.standing.filter(may_rebuy=True)[0].entry
    queue = director.get(desk(cup, "console")).content.decode()
    assert queue.count('name="ticket"') == 2
    where, sent = desk(cup, "desk/sell"), sale(cup, 1) | {"entry": loser.pk, "from": "console"}
    sent["ticket"] = ""
    assert f'action="{where}"' in queue
    refuses(director, where, sent, "Enter the number", "igr:5.05(b)-2")
    refuses(director, where, {**sent, "ticket": "99"}, "Ticket 99 is not", "igr:5.05(b)-2")
    director.post(where, {**sent, "ticket": loser.ticket.number})
    loser.refresh_from_db()
    assert loser.stack == IGR.starting_stack


@pytest.mark.rule("igr:A.2(i)-3")
@pytest.mark.rule("canberra:G.3.3")
@pytest.mark.parametrize(
    ("preset", "clause"),
    [(IGR, "igr:A.2(i)-3"), (CANBERRA, "canberra:G.3.3")],
    ids=["igr", "canberra"],
)
def test_a_rebuy_at_sixty_minutes_sharp_is_refused(
    director: Client, wall: Wall, preset: Preset, clause: str
):
    cup = short(running(3, preset=preset))
    wall.now = NOW + 60 * MINUTE
    refuses(director, desk(cup, "desk/sell"), sale(cup, 1), clause, "60 minutes")
    wall.now -= SECOND
    assert director.post(desk(cup, "desk/sell"), sale(cup, 1)).status_code == 302


@pytest.mark.rule("igr:A.2(i)-4")
@pytest.mark.rule("canberra:G.3.3")
@pytest.mark.rule("adelaide:1.Re-buy")
@pytest.mark.parametrize(
    ("preset", "clause"),
    [
        (IGR, "igr:A.2(i)-4"),
        (CANBERRA, "canberra:G.3.3"),
        (presets.get("friday"), "adelaide:1.Re-buy"),
    ],
    ids=["igr", "canberra", "adelaide"],
)
def test_who_still_has_the_whole_stack_buys_no_more(director: Client, preset: Preset, clause: str):
    cup = running(3, preset=preset)
    refuses(director, desk(cup, "desk/sell"), sale(cup, 1), clause)


@pytest.mark.rule("adelaide:1.Freeze Out")
@pytest.mark.rule("charity:2.4")
@pytest.mark.rule("fours:buyin-3")
@pytest.mark.rule("canberra:H.3.3")
@pytest.mark.parametrize(
    ("preset", "players", "clause"),
    [
        (FREEZE_OUT, 3, "adelaide:1.Freeze Out"),
        (presets.get("charity"), 3, "charity:2.4"),
        (presets.get("fours"), 8, "fours:buyin-3"),
        (replace(presets.get("canberra-h"), min_players=2), 3, "canberra:H.3.3"),
    ],
    ids=["freeze-out", "charity", "fours", "canberra-h"],
)
def test_where_nothing_is_sold_the_desk_sells_nothing(
    director: Client, preset: Preset, players: int, clause: str
):
    cup = short(running(players, preset=preset))
    for kind in ("rebuy", "add_on"):
        before = stored()
        answer = director.post(desk(cup, "desk/sell"), sale(cup, 1, kind=kind))
        assert answer.status_code == 409
        assert stored() == before
    refuses(director, desk(cup, "desk/sell"), sale(cup, 1), clause)


# -- prizes and prices -----------------------------------------------------------------------------


def prize_list(how: str, *shares: str) -> dict[str, Any]:
    blank = [""] * len(shares)
    return {
        "how": how,
        "unit": "1",
        "guarantee": "",
        "place": [str(place) for place in range(1, len(shares) + 1)],
        "share": list(shares),
        "item": blank,
        "price": blank,
        "tax": blank,
        "source": ["pool"] * len(shares),
    }


@pytest.mark.rule("igr:5.04(a)")
@pytest.mark.rule("igr:5.04(a)-2")
@pytest.mark.rule("igr:A.2(m)")
@pytest.mark.parametrize(
    ("shares", "said", "clause"),
    [
        (("2000", "2000", "1000.01"), "$5,000", "igr:5.04(a)"),
        (("2000.01",), "$2,000", "igr:5.04(a)-2"),
    ],
)
def test_prizes_beyond_the_caps_are_refused_when_they_are_written(
    director: Client, shares, said, clause
):
    cup = registering(2, preset=IGR)
    refuses(director, desk(cup, "prizes/save"), prize_list("fixed", *shares), said, clause)


@pytest.mark.rule("adelaide:102")
@pytest.mark.parametrize("shares", [("60", "39"), ("60", "40.01"), ("100", "1")])
def test_percentages_that_are_not_the_whole_are_refused(director: Client, shares):
    cup = registering(2)
    said = ("The percentages add up to", "not to 100", "adelaide:102")
    refuses(director, desk(cup, "prizes/save"), prize_list("percentages", *shares), *said)


@pytest.mark.rule("adelaide:102")
def test_fixed_prizes_that_leave_money_over_are_not_published(director: Client):
    cup = running(2)
    for entry in cup.entries.all():
        director.post(desk(cup, f"entries/{entry.number}/pay"), {"method": "cash"})
    director.post(desk(cup, "prizes/save"), prize_list("fixed", "100", "50"))
    cup.prize_list.refresh_from_db()
    assert [row["amount"] for row in cup.prize_list.rows] == [10_000, 5000]
    refuses(director, desk(cup, "prizes/act"), {"what": "publish"}, "adelaide:102")


@pytest.mark.rule("charity:2.5")
@pytest.mark.rule("fours:buyin-2")
@pytest.mark.parametrize(
    ("preset", "clause"),
    [(presets.get("charity"), "charity:2.5"), (presets.get("fours"), "fours:buyin-2")],
    ids=["charity", "fours"],
)
def test_where_players_win_no_money_no_prize_is_written_or_confirmed_into_one(
    director: Client, preset: Preset, clause: str
):
    cup = registering(2, preset=preset)
    whole = prize_list("percentages", "100")
    refuses(director, desk(cup, "prizes/save"), whole, clause)
    for page in ("prizes", "payout-desk"):
        assert clause in director.get(desk(cup, page)).content.decode()


PRICES = {
    "adelaide:101a": (FREEZE_OUT, {"price-entry": "100", "fee-entry": "30.01"}),
    "adelaide:88c": (FREEZE_OUT, {"price-entry": "100", "fee-entry": "100.01"}),
    "charity:2.4": (presets.get("charity"), {"price-entry": "10"}),
    "fours:buyin-2": (presets.get("fours"), {"price-entry": "10"}),
    "igr:5.05(e)": (IGR, {"price-entry": "0", "price-rebuy": "0"}),
}


@pytest.mark.rule("adelaide:101a")
@pytest.mark.rule("adelaide:88b")
@pytest.mark.rule("adelaide:88c")
@pytest.mark.rule("charity:2.4")
@pytest.mark.rule("fours:buyin-2")
@pytest.mark.rule("igr:5.05(e)")
@pytest.mark.parametrize("clause", PRICES)
def test_prices_the_book_does_not_allow_are_not_kept(director: Client, clause: str):
    preset, sent = PRICES[clause]
    cup = registering(preset=preset)
    refuses(director, desk(cup, "money/prices"), sent, clause)


# -- files that leave the house --------------------------------------------------------------------

FORMULAS = ('=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)")


def test_names_like_formulas_are_words_in_every_file_that_leaves_the_house(director: Client):
    cup = seated(4)
    for player, name in zip(Player.objects.order_by("pk"), FORMULAS, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name, alias=f"={player.pk}")
    here = f"/t/{cup.code}"
    files = [f"{here}/entries/players.csv"]
    files += [f"{here}/reports/{offer.key}/csv/" for offer in reports.OFFERS]
    seen = set()
    for file in files:
        text = director.get(file).content.decode("utf-8-sig")
        cells = [cell for line in csv.reader(StringIO(text)) for cell in line]
        assert not [cell for cell in cells if cell[:1] in "=+@" and cell], file
        seen |= {cell for cell in cells if cell.lstrip("'") in FORMULAS}
    assert {f"'{name}" for name in FORMULAS} <= seen
    for offer in reports.OFFERS:
        book = load_workbook(BytesIO(director.get(f"{here}/reports/{offer.key}/xlsx/").content))
        typed = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
        assert not [cell for cell in typed if cell.data_type == "f"], offer.key
