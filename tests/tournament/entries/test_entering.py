"""The desk takes entries by the book: invitations, substitutes, alternates, refunds, files."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from openpyxl import Workbook

from engine.entries.entering import Terms
from engine.entries.law import Kind
from engine.office.law.money import Method
from engine.refusal import Refused
from engine.structure import presets
from tests.factories import (
    ADULT,
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    house_director,
    refreshed,
    refusal,
    registering,
    running,
    seated,
    sell,
    signed_in,
    somebody,
    stored,
)
from tests.licensed import ticketed
from tournament.entries import spreadsheets
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import players as player_queries
from tournament.entries.services import alternates, entries, entry_terms, imports, players
from tournament.entries.services.players import Details
from tournament.models import (
    Entry,
    EntryTerms,
    Exclusion,
    Player,
    Staff,
    Ticket,
    TicketSheet,
    Tournament,
)
from tournament.money.queries import money_page
from tournament.money.services import money
from tournament.permissions import Forbidden, Role
from tournament.records.queries import journal as journal_queries
from tournament.records.queries.names import legible
from tournament.setup.services import conditions, readiness, tournaments

pytestmark = pytest.mark.django_db
CHARITY, CANBERRA, IGR, FOURS = (
    presets.get(key) for key in ("charity", "canberra-e", "igr", "fours")
)
CASH = replace(ADULT, method=Method.CASH)


def enter(cup: Tournament, name: str, *, wish=ADULT, actor=DIRECTOR, now=NOW) -> Entry:
    return entries.register(tournament_id=cup.pk, name=name, actor=actor, now=now, wish=wish)


@pytest.mark.rule("charity:2.3bis")
def test_only_the_house_invites_and_without_it_the_desk_takes_nobody():
    cup = registering(preset=CHARITY)
    desk = somebody(cup, Role.DESK)
    assert refusal(enter, cup, "Ann", actor=desk).clause == "charity:2.3bis"
    names: dict[str, Any] = {"tournament_id": cup.pk, "names": ["Ann"], "now": NOW}
    assert isinstance(refusal(entry_terms.invite, **names, actor=desk), Forbidden)
    entry_terms.invite(**names, actor=DIRECTOR)
    assert enter(cup, "ann", actor=desk).number == 1
    entry_terms.invite(tournament_id=cup.pk, names=["Ben"], actor=DIRECTOR, now=NOW)
    asked = cup.invitations.get(player__name="Ben")
    entry_terms.take_invitation_back(invitation_id=asked.pk, actor=DIRECTOR, now=NOW)
    assert refusal(enter, cup, "Ben", actor=desk).clause == "charity:2.3bis"


@pytest.mark.rule("charity:3.2(g)(i)")
@pytest.mark.rule("charity:3.2(g)(ii)")
def test_who_looked_at_the_person_and_who_turned_one_away_is_on_record():
    cup = registering(preset=CHARITY)
    unchecked = replace(ADULT, is_checked=False)
    assert refusal(enter, cup, "Ann", wish=unchecked).clause == "charity:3.2(g)(i)"
    assert enter(cup, "Ann").eligible_by == DIRECTOR.name
    away: dict[str, Any] = {"tournament_id": cup.pk, "name": "Ben", "actor": DIRECTOR, "now": NOW}
    assert refusal(entry_terms.turn_away, **away, reason=" ").clause == "charity:3.2(g)(ii)"
    entry_terms.turn_away(**away, reason="drunk")
    assert cup.journal.get(name="entry.turned_away").data == {"player": "Ben", "reason": "drunk"}
    assert cup.refused_entries.get().by == DIRECTOR.name


def test_a_barred_player_is_refused_anywhere_in_the_house_until_let_in_again():
    cup, other = registering(1), registering()
    who: dict[str, Any] = {
        "tournament_id": cup.pk,
        "player_id": Player.objects.get().pk,
        "now": NOW,
    }
    desk = somebody(cup, Role.DESK)
    assert isinstance(refusal(players.bar, **who, actor=desk, reason="fight"), Forbidden)
    players.bar(**who, actor=DIRECTOR, reason="fight")
    assert "barred: fight" in refusal(enter, other, "player 1").why
    players.unbar(**who, actor=DIRECTOR)
    assert enter(other, "Player 1").player_id == who["player_id"]


@pytest.mark.rule("igr:5.03(a)")
def test_under_igr_the_date_of_birth_decides_on_the_day_of_play():
    cup = ticketed(registering(preset=IGR), now=NOW)
    assert refusal(enter, cup, "Ann", wish=entries.PLAIN).clause == "igr:5.03(a)"
    young = replace(CASH, details=Details(born_on=date(2008, 3, 9), email="ann@example.org"))
    assert "is 18" in refusal(enter, cup, "Ann", wish=young).why
    EntryTerms.objects.create(tournament=cup, kind="paid", minimum_age=19, play_on=date(2027, 3, 9))
    assert enter(cup, "Ann", wish=young).number == 1


@pytest.mark.rule("canberra:8.1")
@pytest.mark.rule("canberra:8.3")
def test_a_canberra_entry_is_once_only_and_for_the_chosen_group():
    cup = registering(preset=CANBERRA)
    enter(cup, "Ann")
    assert refusal(enter, cup, "ANN").clause == "canberra:8.1"
    group = Terms(group="newcomers")
    entry_terms.decide(tournament_id=cup.pk, terms=group, actor=DIRECTOR, now=NOW)
    assert refusal(enter, cup, "Ben").clause == "canberra:8.3"
    newcomer = replace(ADULT, details=Details(group="Newcomers"))
    assert enter(cup, "Ben", wish=newcomer).number == 2
    twice: dict[str, Any] = {"tournament_id": cup.pk, "terms": Terms(per_player=2), "now": NOW}
    assert refusal(entry_terms.decide, **twice, actor=DIRECTOR).clause == "canberra:8.1"


@pytest.mark.rule("canberra:8.2")
def test_a_substitute_takes_over_seat_and_chips_with_the_directors_approval_only():
    cup = running(3, preset=replace(CANBERRA, min_players=2))
    entry = cup.entries.get(number=2)
    how: dict[str, Any] = {
        "entry_id": entry.pk,
        "name": "Sam",
        "reason": "taken ill",
        "wish": ADULT,
        "now": NOW,
    }
    floor = somebody(cup, Role.FLOOR)
    assert isinstance(refusal(entries.substitute, **how, actor=floor), Forbidden)
    unsaid: dict[str, Any] = {**how, "reason": ""}
    assert refusal(entries.substitute, **unsaid, actor=DIRECTOR).clause == "canberra:8.2"
    entries.substitute(**how, actor=DIRECTOR)
    entry.refresh_from_db()
    assert (entry.name, entry.stack) == ("Sam", cup.structure["stack"])
    assert entry.seatings.filter(until__isnull=True).exists()
    told = entry.substitutions.get()
    assert (told.before.name, told.after.name, told.approved_by) == (
        *("Player 2", "Sam"),
        DIRECTOR.name,
    )
    assert refusal(entries.substitute, **{**how, "name": "Player 1"}, actor=DIRECTOR).clause


@pytest.mark.rule("adelaide:88j")
def test_late_entry_is_open_as_long_as_the_terms_say():
    cup = running(3)
    assert refusal(enter, cup, "Late").clause == "adelaide:88j"
    EntryTerms.objects.create(tournament=cup, kind="paid", late_minutes=30)
    assert enter(cup, "Late", now=NOW + 29 * MINUTE).stack == 1000
    assert refusal(enter, cup, "Later", now=NOW + 30 * MINUTE).clause == "adelaide:88j"


@pytest.mark.rule("igr:5.05(d)")
def test_no_igr_entry_is_sold_after_the_start_whatever_the_terms():
    cup = running(3, preset=IGR)
    EntryTerms.objects.create(tournament=cup, kind="paid", minimum_age=19, late_minutes=60)
    assert refusal(enter, cup, "Late").clause == "igr:5.05(d)"


def test_alternates_come_in_by_number_when_a_place_is_free():
    cup = registering(2, preset=replace(FREEZE_OUT, max_players=2))
    for name in ("Ann", "Ben", "Cat"):
        alternates.wait(tournament_id=cup.pk, name=name, actor=DIRECTOR, now=NOW)
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    assert "already on the waiting list" in refusal(alternates.wait, **by, name="ann").why
    assert "full" in refusal(alternates.call_next, **by).why
    entries.withdraw(entry_id=cup.entries.get(number=1).pk, actor=DIRECTOR, now=NOW)
    first = cup.waiting.get(number=1)
    alternates.leave(waiting_id=first.pk, actor=DIRECTOR, now=NOW)
    assert alternates.call_next(**by).name == "Ben"
    assert [one.player.name for one in entry_queries.beside(cup).waiting] == ["Cat"]


@pytest.mark.rule("canberra:14.3")
@pytest.mark.rule("canberra:14.3/cancel")
def test_canberra_refunds_nobody_alone_and_everybody_when_the_house_cancels():
    cup = registering(preset=CANBERRA)
    ann, _ = enter(cup, "Ann", wish=CASH), enter(cup, "Ben", wish=CASH)
    back: dict[str, Any] = {"entry_id": ann.pk, "is_refunded": True, "actor": DIRECTOR, "now": NOW}
    assert refusal(entries.withdraw, **back).clause == "canberra:14.3"
    tournaments.cancel(tournament_id=cup.pk, reason="flood", actor=DIRECTOR, now=NOW)
    assert entry_queries.paid_at(ann) is None
    assert sum(line.amount for line in cash_lines(cup)) == 0
    assert cup.journal.get(name="tournament.called_off").data == {"reason": "flood"}


def cash_lines(cup: Tournament):
    return [line for one in cup.money.all() for line in one.lines.all() if line.account == "cash"]


@pytest.mark.rule("adelaide:88")
def test_adelaide_refunds_a_withdrawn_entry_and_a_cancelled_event_with_the_reason():
    cup = registering()
    ann = enter(cup, "Ann", wish=CASH)
    entries.withdraw(entry_id=ann.pk, is_refunded=True, reason="ill", actor=DIRECTOR, now=NOW)
    assert [line.amount for line in cash_lines(cup)] == [11_000, -11_000]
    tournaments.cancel(tournament_id=cup.pk, reason="no power", actor=DIRECTOR, now=NOW)
    told = cup.journal.get(name="tournament.called_off")
    assert (told.by, told.at, told.data) == (DIRECTOR.name, NOW, {"reason": "no power"})


def test_the_journal_says_whose_entry_was_taken_back_and_why():
    cup = registering(2)
    desk = signed_in(house_director())
    desk.post(f"/t/{cup.code}/entries/2/withdraw/", {"reason": "  missed  the train "})
    assert cup.entries.get(number=2).withdrawn_because == "missed the train"
    told = journal_queries.row(cup.journal.get(name="entry.taken_back"))
    assert told.sentence == "cancelled entry 2 of Player 2: missed the train"
    entries.withdraw(entry_id=cup.entries.get(number=1).pk, actor=DIRECTOR, now=NOW)
    last = journal_queries.newest_first(cup.pk)[0]
    assert journal_queries.row(last).sentence.endswith("Player 1: no reason given")


def test_one_pays_later_once_and_is_checked_in_once():
    cup = registering(1)
    entry = cup.entries.get()
    by: dict[str, Any] = {"entry_id": entry.pk, "actor": DIRECTOR, "now": NOW}
    sell(entry, "entry", method=Method.CARD)
    assert "has already paid" in refusal(sell, entry=entry, what="entry").why
    entries.check_in(**by)
    assert "was checked in at" in refusal(entries.check_in, **by).why


@pytest.mark.rule("igr:5.05(e)")
def test_an_invitation_is_no_complimentary_entry():
    cup = ticketed(registering(preset=IGR), now=NOW)
    invited = Terms(kind=Kind.INVITATION, minimum_age=19)
    entry_terms.decide(tournament_id=cup.pk, terms=invited, actor=DIRECTOR, now=NOW)
    ann = enter(cup, "Ann", wish=CASH)
    assert (ann.price, [line.amount for line in cash_lines(cup)]) == (5000, [5000])
    assert money_page.unpaid(cup) == []
    free = Terms(kind=Kind.FREE_ROLL, minimum_age=19)
    how: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    assert refusal(entry_terms.decide, **how, terms=free).clause == "igr:5.05(e)"


def test_the_money_page_lists_who_owes_and_nobody_who_plays_free():
    cup = registering(1)
    assert [entry.name for entry in money_page.unpaid(cup)] == ["Player 1"]
    free = registering(1, preset=CHARITY)
    assert money_page.unpaid(free) == []


@pytest.mark.rule("igr:5.05(e)")
def test_an_igr_entry_is_paid_in_cash_only():
    cup = ticketed(registering(preset=IGR), now=NOW)
    by_card = replace(ADULT, method=Method.CARD)
    assert refusal(enter, cup, "Ann", wish=by_card).clause == "igr:5.05(e)"
    assert refusal(enter, cup, "Ann", wish=ADULT).clause == "igr:5.05(e)"
    assert entry_queries.paid_at(enter(cup, "Ann", wish=CASH)) == NOW
    page = signed_in(house_director()).get(f"/t/{cup.code}/desk/?find=Ben").content.decode()
    assert "$50 cash" in page
    assert "later" not in page


@pytest.mark.rule("igr:5.05(b)")
@pytest.mark.rule("igr:5.05(e)")
def test_igr_play_begins_with_numbered_tickets_that_are_paid():
    cup = seated(3, preset=IGR)
    readiness.check_start(cup, now=NOW)
    paid = cup.entries.get(number=2).money.get()
    money.void(posting_id=paid.pk, reason="false note", actor=DIRECTOR, now=NOW)
    owes = refusal(readiness.check_start, cup, now=NOW)
    assert (owes.clause, "Player 2" in owes.why) == ("igr:5.05(e)", True)
    Ticket.objects.all().delete()
    TicketSheet.objects.all().delete()
    assert refusal(readiness.check_start, cup, now=NOW).clause == "igr:5.05(b)"


@pytest.mark.rule("fours:late-1")
def test_the_4s_director_seats_a_late_player_who_promised_to_come():
    cup = running(3, preset=replace(FOURS, min_players=2))
    director = signed_in(house_director())
    where = f"/t/{cup.code}/entries/"
    late = director.post(where, {"name": "Late"})
    assert (late.status_code, "fours:late-1" in late.content.decode()) == (409, True)
    promised = replace(ADULT, is_promised=True)
    floor = somebody(cup, Role.FLOOR)
    assert refusal(enter, cup, "Late", wish=promised, actor=floor).clause == "fours:late-1"
    assert director.post(where, {"name": "Late", "is_promised": "on"}).status_code == 302
    assert cup.entries.get(player__name="Late").stack == 2000


# -- others than the one who entered ---------------------------------------------------------------


@pytest.mark.rule("igr:6.02(h)")
@pytest.mark.rule("igr:5.05(b)")
def test_a_substitute_is_old_enough_works_elsewhere_and_is_named_on_the_stub():
    cup = seated(3, preset=IGR)
    chair = Staff.objects.get(tournament=cup, role=Role.DIRECTOR)
    entry = cup.entries.get(number=2)
    how: dict[str, Any] = {"entry_id": entry.pk, "reason": "ill", "actor": DIRECTOR, "now": NOW}
    reach = Details(born_on=date(1980, 1, 1), phone="306 555 01")
    wish = entries.Wish(details=reach)
    chairs = refusal(entries.substitute, **how, name=str(chair.user), wish=wish)
    assert chairs.clause == "igr:6.02(h)"
    assert refusal(entries.substitute, **how, name="Sam").clause == "igr:5.03(a)"
    nowhere = entries.Wish(details=Details(born_on=date(1980, 1, 1)))
    assert refusal(entries.substitute, **how, name="Sam", wish=nowhere).clause == "igr:5.05(b)"
    sent = {"name": "Sam", "reason": "ill", "born_on": "1980-01-01", "phone": "306 555 01"}
    signed_in(house_director()).post(f"/t/{cup.code}/entries/2/substitute/", sent)
    stub = Ticket.objects.get(entry=entry)
    assert (stub.holder, stub.contact) == ("Sam", "306 555 01")


@pytest.mark.rule("charity:3.3")
def test_a_substitute_agrees_to_the_conditions_too():
    cup = seated(2, preset=CHARITY)
    conditions.write(tournament_id=cup.pk, words={}, asks_acceptance=True, actor=DIRECTOR, now=NOW)
    how: dict[str, Any] = {
        "entry_id": cup.entries.get(number=1).pk,
        "name": "Sam",
        "reason": "ill",
        "actor": DIRECTOR,
        "now": NOW,
    }
    assert refusal(entries.substitute, **how, wish=ADULT).clause == "charity:3.3"
    entries.substitute(**how, wish=replace(ADULT, has_agreed=True))
    assert [one.name for one in cup.acceptances.all()] == ["Sam"]


def test_an_igr_alternate_and_a_file_bring_what_the_ticket_asks():
    cup = ticketed(registering(preset=IGR), now=NOW)
    alternates.wait(tournament_id=cup.pk, name="Ann", actor=DIRECTOR, now=NOW)
    desk = signed_in(house_director())
    call = f"/t/{cup.code}/entries/call/"
    asked = {"born_on": "1990-05-17", "email": "ann@example.org", "method": "cash"}
    assert desk.post(call, {**asked, "born_on": "yesterday"}).status_code == 422
    assert desk.post(call, asked).status_code == 302
    listed = {"text": "name,phone,born\nBen,306 555 02,1991-01-01", "method": "cash"}
    done = desk.post(f"/t/{cup.code}/entries/file/", {**listed, "sure": "yes"}, follow=True)
    assert "1 player entered." in done.content.decode()
    assert [line.amount for line in cash_lines(cup)] == [5000, 5000]


def test_two_rows_of_one_person_become_one_and_keep_what_each_knew():
    cup, other = registering(), registering()
    kept = enter(cup, "Ann", wish=entries.PLAIN).player
    details = Details(email="ann@example.org", born_on=date(1990, 1, 2))
    gone = enter(other, "Anne", wish=entries.Wish(details=details)).player
    by: dict[str, Any] = {
        "tournament_id": cup.pk,
        "keep_id": kept.pk,
        "actor": DIRECTOR,
        "now": NOW,
    }
    assert "two different" in refusal(players.merge, **by, gone_id=kept.pk).why
    players.merge(**by, gone_id=gone.pk)
    kept.refresh_from_db()
    assert (kept.email, kept.born_on) == ("ann@example.org", date(1990, 1, 2))
    assert {entry.tournament_id for entry in kept.entries.all()} == {cup.pk, other.pk}
    listed = player_queries.page(Player.objects.all(), "ann").players
    assert [player.row.pk for player in listed] == [kept.pk]
    assert "not on this tournament's list" in refusal(players.merge, **by, gone_id=gone.pk).why


def test_a_name_typed_wrongly_is_found_as_the_same_person_by_birthday_or_by_a_part_of_it():
    ann = Player.objects.create(name="Ann Marsh", born_on=date(1990, 5, 17), created_at=NOW)
    born = Player.objects.create(name="Ann Marhs", born_on=date(1990, 5, 17), created_at=NOW)
    other = Player.objects.create(name="Anne M.", created_at=NOW)
    assert list(player_queries.maybe_same(Player.objects.all(), ann)) == [born]
    cup, director = registering(), signed_in(house_director())
    page = director.get(f"/t/{cup.code}/people/{ann.pk}/", {"other": "anne"}).content.decode()
    assert f'name="other" value="{other.pk}"' in page
    assert f'name="other" value="{born.pk}"' not in page


def test_a_merged_person_stays_excluded():
    cup, other = registering(preset=CHARITY), registering(preset=CHARITY)
    kept, gone = enter(cup, "Ann").player, enter(other, "Anne").player
    Exclusion.objects.create(
        player=gone, until=NOW + 60 * MINUTE, reason="cheating", at=NOW, by="Dora"
    )
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    players.merge(**by, keep_id=kept.pk, gone_id=gone.pk)
    later = registering(preset=CHARITY)
    assert "excluded until" in refusal(enter, later, "Ann").why


def test_two_people_of_one_entered_tournament_are_not_merged():
    cup = registering(2)
    first, second = (entry.player_id for entry in cup.entries.all())
    how: dict[str, Any] = {"tournament_id": cup.pk, "keep_id": first, "gone_id": second, "now": NOW}
    assert "Both are entered" in refusal(players.merge, **how, actor=DIRECTOR).why


# -- files -----------------------------------------------------------------------------------------

BROKEN = """name;email;date of birth
Ann Marsh;ann@example.org;1990-05-17
;nobody@example.org;1990-01-01
Ben Oak;not an address;1990-01-01
Cat Fern;cat@example.org;17.5.1990
ann marsh;;
=HYPERLINK("http://evil.example")&A1;;
Dan "the Man" Elm;dan@example.org;2001-01-01
"""


def test_a_file_with_broken_rows_says_so_row_by_row_and_takes_the_good_ones():
    cup = registering()
    how: dict[str, Any] = {"tournament_id": cup.pk, "text": BROKEN, "actor": DIRECTOR, "now": NOW}
    before = stored()
    rows = imports.preview(**how)
    assert stored() == before
    assert [(row.line, row.wrong) for row in rows] == [
        (2, ""),
        (3, "Enter the player's name."),
        (4, "“not an address” is not an e-mail address."),
        (5, "“17.5.1990” is not a date: write it as 1990-05-17."),
        (6, "Ann Marsh is already entered. If this is somebody else, add a second name."),
        (7, ""),
        (8, ""),
    ]
    taken = imports.take(**how)
    assert [replace(row, entry=None) for row in taken] == rows
    assert [row.entry for row in taken if not row.wrong] == [1, 2, 3]
    assert [entry.name for entry in cup.entries.all()] == [
        "Ann Marsh",
        '=HYPERLINK("http://evil.example")&A1',
        'Dan "the Man" Elm',
    ]
    assert Player.objects.get(name="Ann Marsh").born_on == date(1990, 5, 17)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("colour,size\nred,9", "“name” among them"),
        ("name\n" + "A\n" * 501, "At most 500 rows"),
        ("name\n" + "x" * 200_001, "too long"),
    ],
)
def test_a_file_that_is_no_list_of_players_is_refused(text: str, why: str):
    cup = registering()
    how: dict[str, Any] = {"tournament_id": cup.pk, "text": text, "actor": DIRECTOR, "now": NOW}
    assert why in refusal(imports.preview, **how).why


def test_a_workbook_and_old_encodings_are_read_and_rubbish_is_not():
    book, out = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    sheet.append(["Last name", "First name", "Born"])
    sheet.append(["Marsh", "Ann", date(1990, 5, 17)])
    book.save(out)
    assert spreadsheets.as_text(out.getvalue()).splitlines()[0] == "Last name,First name,Born"
    assert imports.read(spreadsheets.as_text(out.getvalue())) == [
        (2, {"born_on": "1990-05-17", "name": "Ann Marsh"})
    ]
    assert spreadsheets.as_text("name\nZoë".encode("cp1252")) == "name\nZoë"
    for rubbish in (b"PK\x03\x04 no zip", b"x" * 1_000_001):
        with pytest.raises(Refused):
            spreadsheets.as_text(rubbish)


def test_players_go_out_as_a_file_and_come_back_in_another_tournament():
    first, second = registering(), registering()
    text = """name;alias;email;phone;date of birth;group;country
=SUM(A1) Marsh;-Annie;ann@example.org;+44 20;1990-05-17;newcomers;Norway
't Hooft;;;;;;
"""
    by: dict[str, Any] = {"actor": DIRECTOR, "now": NOW}
    assert not any(row.wrong for row in imports.take(tournament_id=first.pk, text=text, **by))
    file = signed_in(house_director()).get(f"/t/{first.code}/entries/players.csv")
    assert f"{first.code}-players.csv" in file["Content-Disposition"]
    assert "'=SUM(A1) Marsh,'-Annie" in file.content.decode("utf-8-sig")
    cells = imports.read(spreadsheets.as_text(file.content))
    before = list(Player.objects.order_by("pk").values())
    imports.take(tournament_id=second.pk, text=spreadsheets.as_text(file.content), **by)
    assert list(Player.objects.order_by("pk").values()) == before
    assert [entry.player.name for entry in second.entries.all()] == ["=SUM(A1) Marsh", "'t Hooft"]
    assert cells[0][1] == {
        "name": "=SUM(A1) Marsh",
        "alias": "-Annie",
        "email": "ann@example.org",
        "phone": "+44 20",
        "born_on": "1990-05-17",
        "group": "newcomers",
        "country": "Norway",
        "session": "",
        "agreed": "",
    }


def test_the_page_shows_what_a_file_would_do_and_then_does_it():
    cup = registering()
    desk = signed_in(house_director())
    where = f"/t/{cup.code}/entries/file/"
    page = desk.post(where, {"text": BROKEN}).content.decode()
    assert "3 can be entered" in page
    assert "is not a date" in page
    assert cup.entries.count() == 0
    done = desk.post(where, {"text": BROKEN, "sure": "yes"}, follow=True).content.decode()
    assert "3 players entered. 4 were left out." in done
    assert desk.post(where, {"text": "colour"}).status_code == 409
    odd = desk.post(where, {"text": "name;Shoe size\nZoe Zander;42"}).content.decode()
    assert "Columns ignored: “Shoe size”." in odd


def test_pages_of_players_and_terms_work():
    cup = registering(2)
    desk = signed_in(house_director())
    player = cup.entries.get(number=1).player
    where = f"/t/{cup.code}/people/{player.pk}/"
    page = desk.post(where, {"name": "Ann Marsh", "alias": "Ace", "born_on": "1990-05-17"})
    assert page.status_code == 302
    assert cup.entries.get(number=1).name == "Ace"
    assert "Ann Marsh" in desk.get(f"/t/{cup.code}/people/?find=ann").content.decode()
    assert desk.post(where, {"name": "Ann", "email": "no"}).status_code == 422
    terms: dict[str, Any] = {
        "kind": Kind.PAID,
        "per_player": 2,
        "late_minutes": 30,
        "play_on": "2027-03-05",
    }
    done = desk.post(f"/t/{cup.code}/entries/terms/", terms, follow=True).content.decode()
    assert "each person up to 2 times; until 30 minutes after the start" in done
    assert refreshed(cup).entry_terms.late_minutes == 30


TRICKS = "Ann\u202e Marsh\u2066\x07\u200b\u2028of\tElm"


def test_a_name_loses_what_nobody_sees_and_what_turns_others_round(client: Client):
    """A mark that reverses the words after it made one player's chips read as another's."""
    cup = registering()
    client.force_login(house_director())
    client.post(f"/t/{cup.code}/entries/", {"name": TRICKS})
    player = Player.objects.get()
    assert player.name == "Ann Marsh of Elm"
    said = {"name": "Ann\u202e Elm", "alias": "Ac\u202ee"}
    client.post(f"/t/{cup.code}/people/{player.pk}/", said)
    player.refresh_from_db()
    assert (player.name, player.alias) == ("Ann Elm", "Ace")
    joined = "\u0645\u06cc\u200c\u0646\u0627"  # Persian: the joiner is part of the spelling
    assert legible(joined) == joined
    assert legible("\u202e\u0007") == ""


def test_a_name_stands_apart_from_what_is_written_beside_it():
    """A name that is written from right to left does not move the figures after it."""
    cup = running(3)
    for page in ("seating", "players"):
        shown = Client().get(f"/t/{cup.code}/{page}/").content.decode()
        for entry in cup.entries.all():
            assert f"<bdi>{entry.name}</bdi>" in shown, page


@contextmanager
def begun_transactions(seen: list[int]) -> Iterator[None]:
    """Note every transaction that begins, however deep its savepoints go."""
    begin = connection.set_autocommit

    def noted(autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False):
        if not autocommit:
            seen.append(1)
        return begin(autocommit, force_begin_transaction_with_broken_autocommit)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "set_autocommit", noted)
        yield


@pytest.mark.django_db(transaction=True)
def test_a_long_list_is_tried_and_taken_a_few_rows_at_a_time():
    """The preview of a long list held every writer of the hall until it was through."""
    cup = registering()
    names = [f"Player {number}" for number in range(2 * imports.AT_A_TIME + 5)]
    how: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    how["text"] = "\n".join(["name", *names, "player 0"])
    for work, left in ((imports.preview, 0), (imports.take, len(names))):
        seen: list[int] = []
        with begun_transactions(seen):
            rows = work(**how)
        assert [row.line for row in rows] == list(range(2, len(names) + 3))
        assert [row.wrong for row in rows if row.wrong] == [
            "Player 0 is already entered. If this is somebody else, add a second name."
        ]
        assert len(seen) == 3
        assert cup.entries.count() == left


def test_a_preview_counts_the_rows_before_it_where_the_places_run_out(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(imports, "AT_A_TIME", 2)
    cup = registering()
    cup.structure["max_players"] = 5
    cup.save(update_fields=["structure"])
    how: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    how["text"] = "name\n" + "\n".join("ABCDEFG")
    rows = imports.preview(**how)
    assert [row.name for row in rows if row.wrong] == ["F", "G"]
    assert [replace(row, entry=None) for row in imports.take(**how)] == rows


def test_a_typed_list_has_a_most_too():
    cup = registering()
    names = ["A"] * (entries.MOST_ROWS + 1)
    how: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    assert "At most 500 names" in refusal(entries.register_all, names=names, **how).why
