"""Reports: every one on screen, as PDF, CSV and XLSX; words never become formulas."""

import csv
import json
from dataclasses import replace
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime
from fpdf.fonts import TTFFont
from openpyxl import load_workbook

from engine.office.money import Sold
from engine.structure import presets
from tables import tasks
from tables.conduct.queries import incident_report
from tables.equipment.services import devices
from tables.models.devices import DeviceKind
from tables.records import packing
from tables.records.queries import reports
from tests.factories import (
    DIRECTOR,
    NOW,
    bust_all_but,
    deal,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    table_of,
    user,
)
from tests.markup import one_line
from tournament.house.queries.house import Letterhead
from tournament.models import (
    Due,
    Incident,
    InspectorAccess,
    Licence,
    Payout,
    Player,
    Tournament,
)
from tournament.money.services import money, money_desk
from tournament.office.services import incidents
from tournament.office.services.incidents import Matter, Ruling
from tournament.permissions import Role
from tournament.records.papers import csv_file, faces, pdf_file, xlsx_file
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet
from tournament.records.queries.reports import money as money_reports
from tournament.records.queries.reports import office
from tournament.records.services import journal
from tournament.setup.services import tournaments

IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
CANBERRA = replace(presets.get("canberra-h"), min_players=2)
FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "Ann"]


def a_paper() -> Report:
    """A report of names that a spreadsheet would take for formulas."""
    sheet = Sheet(
        "Names: [all]",
        (Column("Name"), Column("Paid", Kind.MONEY), Column("When", Kind.MOMENT)),
        [(name, 1050, NOW) for name in FORMULAS],
        ("In all", 6300, None),
    )
    return Report("x", "=Report", "Cup", NOW, [Fact("Place", "@hall")], [sheet], ["Director"])


def test_words_that_look_like_formulas_stay_words_in_csv():
    lines = list(csv.reader(StringIO(csv_file.write(a_paper()).decode("utf-8-sig"))))
    cells = [cell for line in lines for cell in line]
    assert "1050" not in cells
    assert "10.50" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")]
    assert "'=1+1" in cells


def test_a_table_without_a_title_leaves_one_line_free_in_csv():
    paper = Report("x", "Results", "Cup", NOW, [], [Sheet("", (Column("Name"),), [("Ann",)])], [])
    written = csv_file.write(paper).decode("utf-8-sig").splitlines()
    assert written == ["Results,Cup", "", "Name", "Ann"]


def test_words_that_look_like_formulas_stay_words_in_a_workbook():
    book = load_workbook(BytesIO(xlsx_file.write(a_paper())))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert {"=1+1", "@SUM(A1)", 10.5} <= {cell.value for cell in cells}


def an_evening(players: int = 3) -> Tournament:
    """Paid entries, a bust and a winner."""
    cup = running(players)
    for entry in cup.entries.all():
        money.receive(cup, Sold.ENTRY, entry, money.Till(DIRECTOR, NOW))
    bust_all_but(table_of(cup), 1)
    return refreshed(cup)


def a_licensed_evening() -> Tournament:
    """Paid tickets of an IGR event, and a hand in which two players are out."""
    cup = running(3, preset=IGR)
    bust_all_but(table_of(cup), 1)
    return refreshed(cup)


def test_every_report_opens_and_downloads_in_every_form():
    cup = an_evening()
    director = signed_in(house_director())
    for offer in reports.OFFERS:
        page = director.get(f"/t/{cup.code}/reports/{offer.key}/")
        assert offer.title in page.content.decode(), offer.key
    for form, start in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("csv", b"\xef\xbb\xbf")):
        file = director.get(f"/t/{cup.code}/reports/results/{form}/")
        assert file.content.startswith(start)
        assert f'filename="{cup.code}-results.{form}"' in file["Content-Disposition"]
    assert director.get(f"/t/{cup.code}/reports/nothing/").status_code == 404
    assert director.get(f"/t/{cup.code}/reports/results/doc/").status_code == 404


def test_an_empty_tournament_has_reports_too():
    cup = registering()
    for offer in reports.OFFERS:
        report = offer.build(cup, NOW)
        assert pdf_file.write(report, head=Letterhead("Casino")).startswith(b"%PDF"), offer.key
        xlsx_file.write(report)


def test_names_of_any_letters_are_printed():
    cup = an_evening()
    Player.objects.filter(entries__number=1).update(name="Łukasz Ωμέγα Жуков 王")
    assert pdf_file.write(reports.OFFERS[0].build(cup, NOW), head=Letterhead("Casino"))


@pytest.mark.rule("igr:7.01")
@pytest.mark.rule("igr:7.01(a)")
@pytest.mark.rule("igr:7.01(b)")
def test_the_financial_report_counts_people_and_gross_revenue_and_says_when_it_is_due():
    cup = running(3, preset=IGR)
    entry = cup.entries.get(number=1)
    money.receive(cup, Sold.REBUY, entry, money.Till(DIRECTOR, NOW))
    facts = {fact.label: fact for fact in money_reports.financial(cup, NOW).facts}
    assert facts["Participants"].value == 3
    assert facts["Gross revenue"].value == 4 * 5000
    assert facts["To be handed in by"].value == localtime(NOW).date() + timedelta(days=20)
    assert not money_reports.financial(cup, NOW + timedelta(days=20)).warnings
    late = money_reports.financial(cup, NOW + timedelta(days=21))
    assert "was due" in late.warnings[0]


@pytest.mark.rule("igr:5.09(b)")
def test_the_chip_audit_shows_the_difference_in_all_and_per_table():
    cup = running(4, seats=2)
    report = reports.chips(cup, NOW)
    facts = {fact.label: fact.value for fact in report.facts}
    assert facts["Chips issued"] == facts["Chips in play"] == 4000
    assert [row[:3] for row in report.sheets[1].rows] == [
        ("Table 1", 2, 2000),
        ("Table 2", 2, 2000),
    ]
    cup.entries.filter(number=1).update(stack=1500)
    wrong = reports.chips(cup, NOW)
    assert {fact.label: fact.value for fact in wrong.facts}["Difference"] == 500
    assert wrong.warnings


@pytest.mark.rule("igr:6.02(i)")
def test_a_cheating_incident_that_was_not_reported_is_flagged():
    cup, other = running(2, preset=IGR), running(2)
    Incident.objects.create(
        tournament=other, number=1, kind="integrity", facts="x", happened_at=NOW, at=NOW, by="F"
    )
    one = Incident.objects.create(
        tournament=cup,
        number=1,
        kind="integrity",
        facts="Chips passed under the table.",
        happened_at=NOW,
        at=NOW,
        by="Flo",
    )
    report = reports.find("incidents")
    assert report is not None
    assert report.build(cup, NOW).warnings == ["Incident 1 is not reported yet (IGR term 6.02(i))."]
    Incident.objects.filter(pk=one.pk).update(reported_at=NOW)
    assert not report.build(cup, NOW).warnings
    assert not report.build(other, NOW).warnings


def test_the_chip_ledger_is_listed_row_by_row_up_to_what_is_issued():
    cup = running(3)
    sheet = reports.chips(cup, NOW).sheets[-1]
    assert sheet.title == "Chip ledger"
    assert [row[1:5] for row in sheet.rows] == [
        ("Player 1", "Starting stack", 1000, 1000),
        ("Player 2", "Starting stack", 1000, 2000),
        ("Player 3", "Starting stack", 1000, 3000),
    ]


def test_hands_are_told_action_by_action_on_screen_and_in_every_file():
    cup = running(3)
    bust_all_but(table_of(cup), 1)
    found = reports.find("histories")
    assert found is not None
    rows = found.build(cup, NOW).sheets[0].rows
    assert {row[:2] for row in rows} == {("Table 1", 1)}
    words = [str(row[3]) for row in rows]
    assert words[0].startswith("Hand 1 begins")
    assert any("is all-in" in said for said in words)
    assert "Hand complete" in words[-1]
    browser = signed_in(house_director())
    where = f"/t/{cup.code}/reports/histories/"
    page = browser.get(where).content.decode()
    assert "Hand 1 begins" in page
    for form, kind in (("pdf", "pdf"), ("csv", "csv"), ("xlsx", "sheet")):
        assert kind in browser.get(f"{where}{form}/")["Content-Type"]


def test_another_book_owes_no_report_within_twenty_days():
    cup = running(2)
    report = money_reports.financial(cup, NOW + timedelta(days=30))
    labels = {fact.label for fact in report.facts}
    assert not {"To be handed in by", "Records kept until"} & labels
    assert not report.warnings


@pytest.mark.rule("igr:4.01")
@pytest.mark.rule("igr:4.01-2")
def test_an_inspector_reads_and_copies_everything_and_each_look_is_logged():
    cup = a_licensed_evening()
    inspector = signed_in(user("ines", cup, Role.INSPECTOR))
    page = inspector.get(f"/t/{cup.code}/inspect/").content.decode()
    assert "The records are as they were written." in page
    for offer in reports.OFFERS:
        assert inspector.get(f"/t/{cup.code}/reports/{offer.key}/").status_code == 200
    assert inspector.get(f"/t/{cup.code}/reports/journal/csv/").status_code == 200
    seen = InspectorAccess.objects.filter(tournament=cup)
    assert seen.filter(is_copy=False).count() == len(reports.OFFERS) + 1
    assert [one.what for one in seen.filter(is_copy=True)] == [f"{cup.code}-journal.csv"]
    assert inspector.post(f"/t/{cup.code}/cancel/").status_code == 403


@pytest.mark.rule("igr:4.01-2")
def test_whatever_page_an_inspector_opens_is_kept_and_what_others_open_is_not():
    cup = a_licensed_evening()
    inspector, director = signed_in(user("ines", cup, Role.INSPECTOR)), signed_in(house_director())
    for browser in (inspector, director):
        for page in ("entries", "money", "schedule", "desk", "entries/players.csv"):
            assert browser.get(f"/t/{cup.code}/{page}/".replace(".csv/", ".csv")).status_code == 200
    seen = InspectorAccess.objects.filter(tournament=cup).order_by("pk")
    assert {one.by for one in seen} == {"ines"}
    looked = [one.what for one in seen if not one.is_copy]
    assert looked == ["Entries", "Money", "Schedule", "Desk"]
    assert [one.what for one in seen if one.is_copy] == [f"{cup.code}-players.csv"]
    page = inspector.get(f"/t/{cup.code}/entries/").content.decode()
    assert "you can see everything and change nothing" in page


@pytest.mark.rule("igr:4.01-2")
def test_no_header_of_an_inspectors_own_keeps_a_look_off_the_record():
    cup = an_evening()
    inspector = signed_in(user("ines", cup, Role.INSPECTOR))
    for page in ("money/", "entries/players.csv", "planner/?part=1", "money/"):
        inspector.get(f"/t/{cup.code}/{page}", headers={"HX-Request": "true"})
    seen = InspectorAccess.objects.filter(tournament=cup).order_by("pk")
    parts = f"/t/{cup.code}/planner/"
    assert [one.what for one in seen] == ["Money", f"{cup.code}-players.csv", parts]


def test_an_inspector_sees_no_code_that_would_pair_a_tablet():
    cup = an_evening()
    made = devices.make_code(
        tournament=cup,
        kind=DeviceKind.SCREEN,
        view="clock",
        table=None,
        actor=DIRECTOR,
        now=timezone.now(),
    )
    where = f"/t/{cup.code}/devices/"
    assert made.code in signed_in(house_director()).get(where).content.decode()
    inspector = signed_in(user("ines", cup, Role.INSPECTOR))
    assert made.code not in inspector.get(where).content.decode()


@pytest.mark.parametrize(
    ("name", "sets"), [("Zo\u00eb \u2192 \u20ac", 1), ("\u0418\u0432\u0430\u043d", 2)]
)
def test_a_name_beyond_the_everyday_letters_is_printed_too(monkeypatch, name, sets):
    papers: list[pdf_file.Paper] = []
    compose = pdf_file._composed

    def noted(*told) -> pdf_file.Paper:
        papers.append(compose(*told))
        return papers[-1]

    monkeypatch.setattr(pdf_file, "_composed", noted)
    report = replace(a_paper(), facts=(Fact("Winner", name),), sheets=())
    assert pdf_file.write(report, head=Letterhead("House")).startswith(b"%PDF")
    assert len(papers) == sets
    assert not faces.lacks_letters(papers[-1])
    faces_used = [font for font in papers[-1].fonts.values() if isinstance(font, TTFFont)]
    embedded = {code for font in faces_used for code in printed(font)}
    assert {ord(letter) for letter in name} <= embedded


def printed(font: TTFFont) -> set[int]:
    return {code for glyph, _ in font.subset.items() if glyph for code in glyph.unicode}


def made_pack(browser: Client, cup: Tournament, asked: list[dict[str, Any]]) -> bytes:
    """Look at the page, let the worker make the pack, look again, and take the file."""
    page = one_line(browser.get(f"/t/{cup.code}/pack/").content.decode())
    assert "Starting …" in page
    again = page.split('hx-get="')[1].split('"')[0]
    assert browser.get(f"/t/{cup.code}/pack/").status_code == 200
    assert len(asked) == 1
    tasks.make_pack(asked[0])
    part = browser.get(again, headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in part
    file = part.split('href="')[1].split('"')[0]
    answer = browser.get(file)
    assert answer["Content-Disposition"] == f'attachment; filename="{cup.code}-compliance.zip"'
    return answer.content


def test_a_pack_says_how_far_it_is_and_one_that_fails_can_be_asked_for_again(monkeypatch):
    cup = an_evening()
    wish = packing.Wish(cup.pk, cup.chain.head, "http://hall/")
    assert (packing.claim(wish), packing.claim(wish)) == (True, False)
    told = []
    write = csv_file.write

    def slow(report):
        told.append((packing.progress(wish.key, cup.pk) or {})["done"])
        return write(report)

    monkeypatch.setattr(csv_file, "write", slow)
    packing.make(wish, now=NOW)
    assert told == list(range(len(reports.OFFERS)))
    assert packing.kept(wish.key, cup.pk + 1) is None

    def broken(report):
        raise RuntimeError("no room left")

    monkeypatch.setattr(csv_file, "write", broken)
    with pytest.raises(RuntimeError, match="no room"):
        tasks.make_pack(wish.to_plain())
    assert packing.progress(wish.key, cup.pk) is None
    assert packing.claim(wish)


def test_no_word_and_no_moment_of_a_paper_is_broken_where_a_text_is_long():
    columns = (Column("When", Kind.MOMENT), Column("Amount", Kind.MONEY), Column("What"))
    sheet = Sheet("", columns, [(NOW, 120_000, "a long sentence " * 20)])
    moment, amount, what = pdf_file._widths(sheet, room=100.0)
    letter = 100.0 / (moment + amount + what)
    assert moment * letter >= len("5 Mar 2027 19:00") * pdf_file.LETTER
    assert amount * letter >= len("Amount") * pdf_file.LETTER
    assert what > moment


def test_the_compliance_pack_holds_every_report_the_hands_and_the_chain(monkeypatch):
    cup = an_evening()
    matter = Matter("dispute", "Seat 2 says he folded.", people="Player 2", table=1, hand=1)
    incidents.open_matter(tournament_id=cup.pk, matter=matter, actor=DIRECTOR, now=NOW)
    a_signed_receipt(cup)
    cup = refreshed(cup)
    director, asked = signed_in(house_director()), list[dict[str, Any]]()
    monkeypatch.setattr(tasks.make_pack, "delay", asked.append)
    with ZipFile(BytesIO(made_pack(director, cup, asked))) as pack:
        names = set(pack.namelist())
        for form in ("pdf", "csv", "xlsx"):
            assert {f"{form}/{offer.key}.{form}" for offer in reports.OFFERS} <= names
        papers = {"conditions", "prize-receipts", "incident-1"}
        assert {name for name in names if "papers/" in name} == {f"papers/{p}.pdf" for p in papers}
        assert all(pack.read(f"papers/{one}.pdf").startswith(b"%PDF") for one in papers)
        assert b"variant" in pack.read("hands.phhs")
        assert "is whole" in pack.read("README.txt").decode()
        rows = json.loads(pack.read("chain.json"))
    assert len(rows["journal"]) == cup.chain.length
    assert rows["journal"][-1][-1] == cup.chain.head
    assert len(rows["chips"]) == 3


def a_signed_receipt(cup: Tournament) -> Payout:
    """A prize handed over against a signature on the screen, and taken back again."""
    entry = cup.entries.get(number=1)
    prize = {"place": 1, "amount": 10_000, "source": "pool", "at": NOW}
    due = Due.objects.create(tournament=cup, entry=entry, **prize)
    signed = {"signature": "M10 10L200 90L300 20", "withdrawn_because": "wrong drawer"}
    made = Payout.objects.create(
        due=due,
        number=1,
        receiver="Player 1",
        method="cash",
        at=NOW,
        withdrawn_at=NOW,
        **signed,
    )
    said = {"player": "Player 1", "receipt": 1, "reason": "wrong drawer"}
    amounts = {"before": "$50 paid", "after": "$50 owed"}
    journal.write(DIRECTOR, "prize.taken_back", tournament_id=cup.pk, at=NOW, **said, **amounts)
    return made


def test_the_cash_report_lays_each_cashier_s_count_beside_the_ledger():
    cup = running(2)
    for number, cashier in ((1, "Dora"), (2, "Carl")):
        entry = cup.entries.get(number=number)
        money.receive(cup, Sold.ENTRY, entry, money.Till(replace(DIRECTOR, name=cashier), NOW))
    counted = money_desk.Counted(cashier="Carl", amount=10_900, note="a dollar short")
    money_desk.count_drawer(counted, tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    held, counts = office.cash(cup, NOW).sheets
    assert counts.rows == [(NOW, "Carl", 11_000, 10_900, -100, "a dollar short", DIRECTOR.name)]
    assert held.rows == [("Carl", 10_900), ("Dora", 11_000)]


def test_the_licence_report_tells_its_terms_its_changes_and_what_was_posted():
    cup = running(2, preset=IGR)
    approved = Licence.objects.get(tournament=cup)
    moved = {"finishes_at": ["2027-03-06T11:00:00+11:00", "2027-03-06T12:00:00+11:00"]}
    approved.addenda.create(changes={**moved, "tickets": [250, 300]}, request="A", asked_at=NOW)
    report = office.licence(cup, NOW)
    facts = {fact.label: fact.text for fact in report.facts}
    assert facts["Licence number"] == approved.number
    assert facts["Entry fee"] == "$50"
    addenda, papers, _ = report.sheets
    assert addenda.rows[0][2] == (
        "End of play: 6 Mar 2027 11:00 to 6 Mar 2027 12:00; Entry tickets: 250 to 300"
    )
    assert ("The licence", "IGR term 5.01(c)") in [row[:2] for row in papers.rows]
    bare = tournaments.create(name="Bare", preset=IGR, actor=DIRECTOR, now=NOW)
    assert office.licence(bare, NOW).warnings == ["No licence is on record (IGR term 5.01(a))."]


@pytest.mark.rule("canberra:18.6/review")
def test_an_inspector_reviews_a_ruling_with_the_hand_and_its_reason():
    cup = running(2, preset=CANBERRA)
    deal(table_of(cup))
    matter = Matter("dispute", "Seat 2 says he folded.", people="Player 2", table=1, hand=1)
    one = incidents.open_matter(tournament_id=cup.pk, matter=matter, actor=DIRECTOR, now=NOW)
    ruling = Ruling("The hand is live.", reason="the cards were not passed", source="canberra:18.6")
    incidents.decide(incident_id=one.pk, ruling=ruling, actor=DIRECTOR, now=NOW)
    told = incident_report.report(one, NOW)
    assert told.sheets[0].rows[0][1:4] == (
        "The hand is live.",
        "the cards were not passed",
        "canberra:18.6",
    )
    assert any("posts" in str(row[0]) for row in told.sheets[1].rows)
    inspector = signed_in(user("ivo", cup, Role.INSPECTOR))
    paper = inspector.get(f"/t/{cup.code}/incidents/{one.pk}/paper/")
    assert paper.content.startswith(b"%PDF")
