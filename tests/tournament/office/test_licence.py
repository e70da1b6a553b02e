"""The licence: recorded, kept to, changed by addendum only; papers on the wall; records kept."""

from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db.models import ProtectedError
from django.test import Client

from engine import games
from engine.office import licensing
from engine.office.law.licence import STRUCTURE
from engine.office.law.money import Account, Method
from engine.office.money import Line
from engine.refusal import Refused
from engine.schedule import schedule as engine_schedule
from engine.structure import house_rules, offers, presets
from tables.equipment.queries import decks as deck_queries
from tables.equipment.services import decks
from tests.factories import (
    ADULT,
    DIRECTOR,
    NOW,
    deal,
    entry_in,
    for_a_good_cause,
    house_director,
    refreshed,
    running,
    seated,
    sell,
    signed_in,
    somebody,
    table_of,
)
from tests.licensed import staffed, ticketed
from tests.refusals import refused
from tournament.clock.services import buttons, clock
from tournament.entries.services import entries
from tournament.models import Addendum, Due, Licence, Payout, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import proceeds
from tournament.money.services import money
from tournament.office.queries import licence as queries
from tournament.office.services import licence
from tournament.permissions import Role
from tournament.records.queries.reports import money as money_reports
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import readiness, schedules, setup, tournaments

IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
HALL = ZoneInfo("Australia/Sydney")
FRIDAY = datetime(2027, 3, 5, 18, 0, tzinfo=HALL)
HOUR = timedelta(hours=1)
CHIPS = licence.Extras(chip_set="Food Bank, blue edge")
TERMS = licensing.Terms(
    number="R27-118",
    holder="Food Bank",
    place="Parish hall",
    opens_at=FRIDAY - HOUR,
    closes_at=FRIDAY + 8 * HOUR,
    starts_at=FRIDAY,
    finishes_at=FRIDAY + 6 * HOUR,
    tickets=250,
    fee=5000,
    prizes="$1,000 in cash",
    has_rebuy=True,
    site="Meadow Reserve",
)


def by(cup: Tournament, now: datetime = FRIDAY) -> dict[str, Any]:
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": now}


def bare() -> Tournament:
    """An IGR tournament without its licence."""
    return tournaments.create(name="Friday Cup", preset=IGR, actor=DIRECTOR, now=NOW)


def on_record(cup: Tournament) -> Licence:
    return Licence.objects.get(tournament=cup)


def recorded(cup: Tournament) -> Licence:
    return licence.record(terms=TERMS, extras=CHIPS, **by(cup))


@pytest.mark.parametrize(
    ("wrong", "clause"),
    [
        ({"starts_at": FRIDAY.replace(hour=9), "opens_at": FRIDAY.replace(hour=8)}, "(iii)"),
        ({"finishes_at": FRIDAY + 9 * HOUR, "closes_at": FRIDAY + 9 * HOUR}, "(iii)"),
        ({"starts_at": FRIDAY.replace(hour=10), "opens_at": FRIDAY.replace(hour=10)}, "(ii)"),
        ({"closes_at": FRIDAY + 5 * HOUR}, "(i)"),
    ],
)
def test_hours_the_licence_or_the_law_does_not_cover_are_refused(wrong, clause: str):
    terms = replace(TERMS, **wrong)
    refused(f"igr:5.07(a){clause}", licensing.check_terms, terms, rulebook="igr")


@pytest.mark.rule("igr:5.07(a)(iii)")
def test_hours_the_law_does_not_cover_are_named_while_the_licence_is_typed():
    cup = bare()
    typed = {**asdict(TERMS), "fee": "50", "has_rebuy": "on", "chip_set": "blue edge"}
    moments = {name: at for name, at in typed.items() if isinstance(at, datetime)}
    typed |= {name: at.strftime("%Y-%m-%dT%H:%M") for name, at in moments.items()}
    browser, where = signed_in(house_director()), f"/t/{cup.code}/licence/check/"
    early = {**typed, "starts_at": "2027-03-05T09:00", "opens_at": "2027-03-05T08:00"}
    assert "igr:5.07(a)(iii)" in browser.post(where, early).content.decode()
    assert "Allowed by the rulebook" in browser.post(where, typed).content.decode()
    assert "start of play" in browser.post(where, {**typed, "starts_at": ""}).content.decode()
    assert not Licence.objects.filter(tournament=cup).exists()


def test_sunday_begins_at_noon():
    sunday = FRIDAY + timedelta(days=2)
    early = sunday.replace(hour=11)
    terms = replace(
        TERMS,
        opens_at=early,
        starts_at=early,
        finishes_at=sunday.replace(hour=20),
        closes_at=sunday.replace(hour=21),
    )
    refused("igr:5.07(a)(iii)", licensing.check_terms, terms, rulebook="igr")
    noon = replace(terms, starts_at=sunday.replace(hour=12))
    licensing.check_terms(noon, rulebook="igr")


@pytest.mark.rule("igr:5.01(a)")
def test_an_igr_event_runs_only_as_its_licence_says():
    cup = for_a_good_cause(bare())
    refused("igr:5.01(a)", readiness.check_start, cup, now=FRIDAY)
    recorded(cup)
    for wrong in ({"fee": 4000}, {"has_rebuy": False}, {"tickets": 100}):
        Licence.objects.filter(pk=cup.pk).update(**wrong)
        refused("igr:5.01(a)", queries.check_start, cup, now=FRIDAY)
        Licence.objects.filter(pk=cup.pk).update(fee=5000, has_rebuy=True, tickets=250)
    refused("igr:5.07(a)(i)", queries.check_start, cup, now=FRIDAY + timedelta(days=1))


@pytest.mark.rule("igr:Preamble.5")
def test_no_check_of_the_licensed_game_is_switched_off_by_itself():
    cup = bare()
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": FRIDAY}
    refused("igr:Preamble.5", decks.choose_mode, mode="shown", players_cut=False, **by)
    setup.take_preset(preset="friday", **by)
    decks.choose_mode(mode="shown", players_cut=False, **by)
    assert not deck_queries.is_asked_for(refreshed(cup))
    setup.take_preset(preset=cup.preset, **by)  # what another book let the house choose
    assert deck_queries.is_asked_for(refreshed(cup))
    page = signed_in(house_director()).get(f"/t/{cup.code}/decks/").content.decode()
    assert "The steps are not asked for" not in page
    offered = house_rules.offered(cup.law, [games.get("nlhe")])
    own = [option for option in offered if option.clause.startswith("igr:")]
    assert {option.clause for option in own} == {cup.law.fallback}, "none waives a check"


@pytest.mark.rule("igr:5.01(c)")
@pytest.mark.rule("igr:A.2(d)")
def test_licence_requirements_rules_and_levels_hang_in_public_view_before_the_start():
    cup = for_a_good_cause(bare())
    recorded(cup)
    for key, clause in (
        ("licence", "igr:5.01(c)"),
        ("requirements", "igr:5.01(c)"),
        ("rules", "igr:5.01(c)"),
        ("structure", "igr:A.2(d)"),
        ("door", "igr:5.03(a)"),
    ):
        refused(clause, queries.check_start, cup, now=FRIDAY)
        licence.post_document(what=key, is_up=True, **by(cup))
    queries.check_start(cup, now=FRIDAY)
    licence.post_document(what="rules", is_up=False, **by(cup))
    refused("igr:5.01(c)", queries.check_start, cup, now=FRIDAY)
    assert cup.journal.filter(name="document.posted").count() == 5


@pytest.mark.rule("igr:5.01(b)")
def test_a_change_of_the_licence_waits_for_request_and_addendum_and_the_past_stands():
    cup = for_a_good_cause(bare())
    recorded(cup)
    moved = replace(TERMS, place="Town hall", finishes_at=FRIDAY + 7 * HOUR)
    refused("igr:5.01(b)", licence.ask_change, terms=moved, request=" ", **by(cup))
    asked = licence.ask_change(terms=moved, request="Letter of 1 March, Cora", **by(cup))
    assert asked is not None
    assert on_record(cup).place == "Parish hall"
    approve: dict[str, Any] = {"addendum_id": asked.pk, "actor": DIRECTOR, "now": FRIDAY}
    refused("igr:5.01(b)", licence.approve, number="", **approve)
    licence.approve(number="A-1", **approve)
    kept = on_record(cup)
    assert (kept.place, kept.finishes_at) == ("Town hall", moved.finishes_at)
    told = cup.journal.get(name="licence.changed").data["words"]
    assert "place Parish hall to Town hall" in told
    later = Addendum.objects.create(
        licence=kept, changes={"place": ["Town hall", "Parish hall"]}, asked_at=FRIDAY
    )
    Tournament.objects.filter(pk=cup.pk).update(started_at=FRIDAY)
    refused("igr:5.01(b)", licence.ask_change, terms=TERMS, request="Letter", **by(cup))
    again = {"addendum_id": later.pk, "actor": DIRECTOR, "now": FRIDAY}
    refused("igr:5.01(b)", licence.approve, number="A-2", **again)


@pytest.mark.rule("igr:5.09(a)")
def test_chips_are_registered_as_this_events_own():
    first, second = bare(), bare()
    refused("igr:5.09(a)", licence.record, terms=TERMS, extras=licence.Extras(), **by(first))
    recorded(first)
    refused("igr:5.09(a)", licence.record, terms=TERMS, extras=CHIPS, **by(second))
    Tournament.objects.filter(pk=first.pk).update(state="finished")
    recorded(second)
    page = signed_in(house_director()).get(f"/t/{second.code}/setup/").content.decode()
    assert 'value="5000"' in page
    assert "brown" in page


@pytest.mark.rule("igr:6.01")
@pytest.mark.rule("igr:A.1.Designated Language")
def test_the_readiness_list_has_a_line_for_each_thing_the_licensee_answers_for():
    cup = bare()
    recorded(cup)
    lines = queries.checklist(cup, now=FRIDAY)
    assert [line.clause for line in lines][:7] == [f"igr:6.01({part})" for part in "abcdefg"]
    assert not lines[4].is_done
    staffed(cup, now=FRIDAY)
    assert queries.checklist(cup, now=FRIDAY)[4].is_done
    posted = signed_in(house_director()).get(f"/t/{cup.code}/conditions/").content.decode()
    assert "The language at the tables is English." in posted


@pytest.mark.rule("igr:A.1.Designated Language")
@pytest.mark.rule("igr:A.2(dd)")
def test_the_designated_language_is_shown_on_the_tablet_and_beside_the_table():
    cup, browser = running(2, preset=IGR), signed_in(house_director())
    Licence.objects.filter(tournament=cup).update(language="French")
    assert "French only" in browser.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert "French only at the table." in Client().get(shown_at(cup)).content.decode()
    other = running(2)
    assert " only at the table." not in Client().get(shown_at(other)).content.decode()


def shown_at(cup: Tournament) -> str:
    """The public view of the first table."""
    return f"/t/{cup.code}/tables/1/"


@pytest.mark.rule("igr:6.01(b)")
def test_settings_against_the_terms_are_refused():
    cup = bare()
    offer = offers.of(cup.structure, game=cup.game)
    for changed, clause in (
        (replace(offer, entry_price=0), "igr:5.05(e)"),
        (replace(offer, seats=11), "igr:A.2(n)"),
    ):
        refused(clause, setup.change, name="Cup", offer=changed, **by(cup))
    assert refreshed(cup).structure == cup.structure


@pytest.mark.rule("igr:A.2(d)-2")
def test_after_the_start_only_the_chairperson_changes_the_structure_and_it_is_logged():
    cup = running(2, preset=IGR)
    plan = engine_schedule.from_plain(cup.structure["schedule"])
    seen = schedule_queries.stamp(plan)
    rows = (*plan.rows[:-1], replace(plan.rows[-1], minutes=30))
    manager = somebody(cup, Role.FLOOR)
    wanted = replace(plan, rows=rows)
    with pytest.raises(Refused, match="may not"):
        schedules.change(schedule=wanted, seen=seen, **{**by(cup, NOW), "actor": manager})
    assert STRUCTURE in queries.posted(cup)
    again, console = "Post the structure again", f"/t/{cup.code}/console/"
    browser = signed_in(house_director())
    assert again not in browser.get(console).content.decode()
    schedules.change(schedule=wanted, seen=seen, reason="play is slow", **by(cup, NOW))
    assert cup.journal.filter(name="schedule.changed").exists()
    assert cup.journal.filter(name="document.outdated").exists()
    assert STRUCTURE not in queries.posted(cup)
    assert again in browser.get(console).content.decode()
    browser.post(f"/t/{cup.code}/licence/posted/", {"what": STRUCTURE, "is_up": "1"})
    assert STRUCTURE in queries.posted(cup)
    assert again not in browser.get(console).content.decode()


def paid(cup: Tournament, number: int, amount: int) -> None:
    entry = cup.entries.get(number=number)
    owed = [Line(Account.PRIZE_POOL, amount), Line(Account.PLAYERS, -amount)]
    till = money.Till(DIRECTOR, NOW)
    posting = money.post(cup, money.Move(PostingKind.AWARD, "Prize", owed, entry), till)
    due = Due.objects.create(
        tournament=cup,
        entry=entry,
        place=number,
        amount=amount,
        source="pool",
        posting=posting,
        at=NOW,
        by="x",
    )
    Payout.objects.create(
        due=due, number=number, receiver=entry.name, method="cash", at=NOW, by="x"
    )


@pytest.mark.rule("igr:1.01(f)")
@pytest.mark.rule("igr:7.01(c)")
@pytest.mark.rule("igr:7.01(d)")
@pytest.mark.rule("igr:7.01(e)")
def test_the_financial_report_has_prizes_paid_expenses_and_the_winners_names():
    cup = running(3, preset=IGR)
    paid(cup, 1, 6000)
    paid(cup, 2, 3000)
    bank = [Line(Account.EXPENSES, 2500), Line(Account.BANK, -2500)]
    about = {"payee": "Print shop", "purpose": "Tickets"}
    move = money.Move(PostingKind.EXPENSE, "Tickets", bank, about=about)
    money.post(cup, move, money.Till(DIRECTOR, NOW))
    report = money_reports.financial(cup, NOW)
    facts = {fact.label: fact.value for fact in report.facts}
    assert facts["Prizes paid to winners"] == 9000
    assert facts["Expenses"] == 2500
    assert facts["Net proceeds"] == 15000 - 9000 - 2500 == proceeds.figures(cup).net
    assert [row[1] for row in report.sheets[0].rows] == ["Player 1", "Player 2"]
    assert report.sheets[1].rows[0][1:4] == ("Print shop", "Tickets", 2500)


def kept_until(cup: Tournament) -> object:
    facts = {fact.label: fact.value for fact in money_reports.financial(cup, NOW).facts}
    return facts["Records kept until"]


@pytest.mark.rule("igr:8.01(h)")
def test_records_are_kept_three_years_and_cannot_be_deleted_before():
    cup = running(2, preset=IGR)
    assert kept_until(cup) == NOW.astimezone(HALL).date().replace(year=2030)
    with pytest.raises(ProtectedError):
        Tournament.objects.get(pk=cup.pk).delete()
    with pytest.raises(ProtectedError):
        cup.entries.get(number=1).delete()
    assert Posting.objects.filter(tournament=cup).exists()


def test_the_page_records_asks_and_puts_into_force():
    cup = bare()
    browser = signed_in(house_director())
    where = f"/t/{cup.code}/licence/"
    moments = ("opens_at", "closes_at", "starts_at", "finishes_at")
    given = {key: value for key, value in asdict(TERMS).items() if key not in moments}
    sent = {
        **given,
        **{name: getattr(TERMS, name).strftime("%Y-%m-%dT%H:%M") for name in moments},
        "fee": "50",
        "has_rebuy": "on",
        "chip_set": "Blue edge",
    }
    assert browser.post(where, {**sent, "starts_at": "soon"}).status_code == 422
    too_late = {"closes_at": "2027-03-06T05:00", "finishes_at": "2027-03-06T03:00"}
    late = browser.post(where, {**sent, **too_late})
    assert "(IGR term 5.07(a)(iii))" in late.content.decode()
    assert browser.post(where, sent).status_code == 302
    browser.post(where, {**sent, "place": "Town hall", "request": "Letter of today"})
    asked = Addendum.objects.get()
    assert "Waiting for its number" in browser.get(where).content.decode()
    browser.post(f"{where}{asked.pk}/approve/", {"number": "A-9"})
    browser.post(f"{where}posted/", {"what": "licence", "way": "up"})
    page = browser.get(where).content.decode()
    assert "A-9" in page
    assert "Done: undo" in page


@pytest.mark.rule("igr:Preamble.2")
@pytest.mark.rule("igr:Preamble.3")
def test_the_licence_comes_from_igr_for_a_holdem_tournament_on_a_reserve():
    cup = bare()
    for terms, clause in (
        (replace(TERMS, issuer="The town"), "igr:Preamble.2"),
        (replace(TERMS, site=" "), "igr:Preamble.2"),
        (replace(TERMS, event_type="Bingo"), "igr:Preamble.3"),
    ):
        refused(clause, licence.record, terms=terms, extras=CHIPS, **by(cup))
    kept = recorded(cup)
    assert (kept.issuer, kept.site) == ("IGR", "Meadow Reserve")


@pytest.mark.rule("igr:Preamble.4")
@pytest.mark.rule("igr:1.01(e)")
def test_nothing_is_sold_without_a_licence_or_after_it_ran_out():
    cup = bare()
    sale: dict[str, Any] = {
        "tournament_id": cup.pk,
        "name": "Ann",
        "actor": DIRECTOR,
        "wish": replace(ADULT, method=Method.CASH),
    }
    refused("igr:Preamble.4", entries.register, now=FRIDAY, **sale)
    recorded(cup)
    refused("igr:1.01(e)", entries.register, now=FRIDAY + timedelta(days=2), **sale)
    ticketed(cup, now=FRIDAY - timedelta(days=4))
    entries.register(now=FRIDAY - timedelta(days=3), **sale)


@pytest.mark.rule("igr:5.01(a)")
def test_an_event_that_is_not_the_approved_one_does_not_start():
    cup = seated(3, preset=IGR)
    readiness.check_start(cup, now=NOW)
    refused("igr:5.01(a)", readiness.check_start, cup, now=NOW - HOUR / 60)
    lawful_end = buttons.Press(finishes_at=NOW + 5 * HOUR)
    clock.act(kind="finish_at", press=lawful_end, **by(cup, NOW))
    Licence.objects.filter(pk=cup.pk).update(finishes_at=NOW + 4 * HOUR)
    refused("igr:5.01(a)", readiness.check_start, refreshed(cup), now=NOW)
    Licence.objects.filter(pk=cup.pk).update(finishes_at=NOW + 5 * HOUR)
    readiness.check_start(refreshed(cup), now=NOW)
    Licence.objects.filter(pk=cup.pk).update(place="Town hall")
    page = signed_in(house_director()).get(f"/t/{cup.code}/licence/").content.decode()
    assert "The tickets say “Parish hall”, approved was “Town hall”." in page
    refused("igr:5.01(a)", readiness.check_start, refreshed(cup), now=NOW)
    Addendum.objects.create(
        licence=refreshed(cup).licence,
        changes={"place": ["Parish hall", "Town hall"]},
        number="A-1",
        asked_at=NOW,
        approved_at=NOW,
    )
    readiness.check_start(refreshed(cup), now=NOW)


def refuses_every_sale(cup: Tournament) -> None:
    """Neither a re-buy nor what an entry owes is taken, at the desk or in the office."""
    entry = entry_in(table_of(cup), 1)
    entry.stack = 100
    entry.save(update_fields=["stack"])
    refused("igr:3.01", sell, entry=entry, ticket=entry.ticket.number, now=NOW)
    paid = entry.money.get()
    money.void(posting_id=paid.pk, reason="false note", actor=DIRECTOR, now=NOW)
    refused("igr:3.01", sell, entry=entry, what="entry", now=NOW)


@pytest.mark.rule("igr:3.01")
@pytest.mark.rule("igr:Preamble.4")
@pytest.mark.parametrize("state", ["suspended", "cancelled"])
def test_a_licence_out_of_force_stops_sales_and_hands_on_all_its_events_at_once(state: str):
    first, second = running(2, preset=IGR), running(2, preset=IGR)
    refused("igr:3.01", licence.set_state, state=state, because="", **by(first))
    touched = licence.set_state(state=state, because="Letter of 5 March", **by(first))
    assert touched == 2
    for cup in (first, second):
        refused("igr:3.01", deal, table_of(cup))
        refuses_every_sale(cup)
        assert cup.journal.filter(name="licence.state").exists()
    signed_in(house_director()).post(
        f"/t/{second.code}/licence/state/", {"state": "active", "because": "Settled"}
    )
    deal(table_of(first))
