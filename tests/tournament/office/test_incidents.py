"""The incident log: who decides in which order, on which rules, and what must be reported."""

from dataclasses import replace

import pytest
from django.test import Client

from engine.conduct.table_order import DISPUTE
from engine.office import staffing
from engine.refusal import Refused
from engine.structure import presets
from tables.conduct.services import disputes
from tables.models import FloorCall
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    NOW,
    house_director,
    request,
    running,
    signed_in,
    somebody,
    table_of,
    user,
)
from tournament.house.queries import people as people_queries
from tournament.models import Incident, Tournament
from tournament.office.queries import incidents as queries
from tournament.office.services import incidents
from tournament.office.services.incidents import Matter, Ruling
from tournament.permissions import Actor, Forbidden, Role

CHARITY = presets.get("charity")
FOURS = presets.get("fours")
IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
CANBERRA_E = presets.get("canberra-e")
FACTS = Matter("dispute", "Seat 3 says the raise was to 600.", people="Player 3", table=1, hand=2)


def a_dispute(cup: Tournament) -> Incident:
    return incidents.open_matter(tournament_id=cup.pk, matter=FACTS, actor=DIRECTOR, now=NOW)


def decided(incident: Incident, words: str, actor: Actor = DIRECTOR, **more) -> None:
    ruling = Ruling(words, **more)
    incidents.decide(incident_id=incident.pk, ruling=ruling, actor=actor, now=NOW)


def titles(incident: Incident) -> list[str]:
    return [made.title for made in incident.decisions.all()]


@pytest.mark.rule("charity:22.5")
@pytest.mark.rule("charity:22.6")
def test_a_charity_dispute_goes_up_from_the_supervisor_to_the_operator_and_the_inspector():
    cup = running(2, preset=CHARITY)
    incident = a_dispute(cup)
    with pytest.raises(Refused, match="tournament supervisor to decide") as refused:
        decided(incident, "The raise stands.", somebody(cup, Role.FLOOR))
    assert refused.value.clause == "charity:22.1"
    decided(incident, "The raise stands.")
    decided(incident, "Reviewed: it stands.", somebody(cup, Role.FLOOR))
    decided(incident, "It stands.", told_of_inspector=True)
    assert titles(incident) == ["Tournament supervisor", "Casino supervisor", "Operator"]
    kept = [(made.by, made.at, made.words) for made in incident.decisions.order_by("level")[:2]]
    assert kept == [
        (DIRECTOR.name, NOW, "The raise stands."),
        ("the floor", NOW, "Reviewed: it stands."),
    ]
    assert incident.decisions.get(level=2).told_of_inspector
    decided(incident, "A complaint was handed over.")
    with pytest.raises(Refused, match="had the last word"):
        decided(incident, "Once more.")


@pytest.mark.rule("adelaide:81")
@pytest.mark.rule("adelaide:82")
@pytest.mark.rule("adelaide:83")
def test_an_adelaide_house_ruling_is_final_and_the_complainant_hears_of_the_inspector():
    cup = running(2)
    incident = a_dispute(cup)
    decided(incident, "A call.", somebody(cup, Role.FLOOR))
    assert queries.rows(cup)[0].tell == ""
    decided(incident, "A call: the house's ruling.")
    page = signed_in(house_director()).get(f"/t/{cup.code}/incidents/").content.decode()
    assert "a government inspector is here and may be asked" in page
    decided(incident, "The inspector saw no fault.", told_of_inspector=True)
    assert queries.rows(cup)[0].tell == ""
    assert staffing.ladder("adelaide")[1].is_final
    assert titles(incident)[-1] == "Inspector's review"


@pytest.mark.rule("fours:td-3")
def test_the_director_of_a_fours_tournament_has_the_last_word_and_there_is_no_appeal():
    steps = staffing.ladder("fours")
    assert [step.is_final for step in steps] == [True]
    with pytest.raises(Refused, match="had the last word") as refused:
        staffing.deciding_level("fours", taken=1, roles={"director"})
    assert refused.value.clause == "fours:td-3"
    cup = running(4, preset=replace(FOURS, min_players=2))
    incident = a_dispute(cup)
    with pytest.raises(Refused, match="tournament director to decide"):
        decided(incident, "A call.", somebody(cup, Role.FLOOR))
    decided(incident, "A raise.")
    with pytest.raises(Refused, match="had the last word") as again:
        decided(incident, "A call.")
    assert again.value.clause == "fours:td-3"
    assert [made.words for made in incident.decisions.all()] == ["A raise."]


@pytest.mark.rule("canberra:18.6")
def test_under_canberra_the_director_decides_and_only_an_inspector_reviews():
    with pytest.raises(Refused) as refused:
        staffing.deciding_level("canberra", taken=0, roles={"floor"})
    assert refused.value.clause == "canberra:18.6"
    step = staffing.deciding_level("canberra", taken=0, roles={"director"})
    assert staffing.ladder("canberra")[step].is_final
    assert staffing.ladder("canberra")[1].is_outside
    cup = running(3, preset=replace(CANBERRA_E, min_players=2))
    incident = a_dispute(cup)
    with pytest.raises(Refused) as refused:
        decided(incident, "A call.", somebody(cup, Role.FLOOR))
    assert refused.value.clause == "canberra:18.6"
    decided(incident, "A raise.")
    assert cup.journal.filter(name="incident.decided").count() == 1


@pytest.mark.rule("adelaide:3-2")
def test_a_corrected_result_is_kept_with_who_when_before_and_after():
    cup = running(2)
    incident = incidents.open_matter(
        tournament_id=cup.pk,
        matter=Matter("correction", "The pot went to the wrong seat.", table=1, hand=1),
        actor=DIRECTOR,
        now=NOW,
    )
    decided(incident, "300 go to seat 2.", before="seat 1 has 1,150", after="seat 1 has 850")
    made = incident.decisions.get()
    assert (made.by, made.at, made.before) == (DIRECTOR.name, NOW, "seat 1 has 1,150")
    told = cup.journal.get(name="incident.decided").data
    assert (told["before"], told["after"]) == ("seat 1 has 1,150", "seat 1 has 850")


def call_about(cup: Tournament, reason: str) -> FloorCall:
    made = disputes.call(request(table_of(cup)), reason=reason)
    assert made is not None
    return made


@pytest.mark.rule("igr:6.02(d)")
@pytest.mark.rule("igr:6.02(e)")
@pytest.mark.rule("igr:6.02(f)")
@pytest.mark.rule("igr:6.03(c)")
def test_a_table_manager_settles_the_minor_and_passes_a_dispute_to_the_chairperson():
    cup = running(3, preset=IGR)
    manager = people_queries.actor(user("tina", cup, Role.FLOOR))
    minor = call_about(cup, "A drink was spilled")
    disputes.answer(call_id=minor.pk, ruling="New cards.", actor=manager, now=NOW)
    assert titles(cup.incidents.get()) == ["Table manager, minor matter"]
    major = call_about(cup, DISPUTE)
    with pytest.raises(Forbidden, match="Pass this on to the chairperson") as refused:
        disputes.answer(call_id=major.pk, ruling="A call.", actor=manager, now=NOW)
    assert refused.value.clause == "igr:6.03(c)"
    disputes.answer(call_id=major.pk, ruling="A call.", actor=DIRECTOR, now=NOW)
    kept = cup.incidents.get(came_from=f"call {major.pk}")
    assert (kept.table_number, kept.facts, kept.happened_at) == (1, DISPUTE, major.at)
    assert titles(kept) == ["Chairperson"]
    assert kept.decisions.get().source == "Robert's Rules of Poker"
    other = a_dispute(cup)
    with pytest.raises(Refused, match="No clause igr:99"):
        decided(other, "A call.", source="igr:99")
    decided(other, "A call.", source="igr:A.2(x)")
    assert other.decisions.get().source == "igr:A.2(x)"


@pytest.mark.rule("igr:6.02(i)")
def test_cheating_is_reported_to_the_regulator_and_the_log_says_when():
    cup = running(2, preset=IGR)
    incident = incidents.open_matter(
        tournament_id=cup.pk,
        matter=Matter("integrity", "Two players passed chips.", people="Player 1, Player 2"),
        actor=DIRECTOR,
        now=NOW,
    )
    browser = signed_in(house_director())
    assert "Reported to the regulator" in browser.get(f"/t/{cup.code}/incidents/").content.decode()
    browser.post(f"/t/{cup.code}/incidents/{incident.pk}/report/")
    incident.refresh_from_db()
    assert incident.reported_at is not None
    assert cup.journal.filter(name="incident.reported").exists()


def test_the_page_takes_a_matter_a_decision_and_closes_it():
    cup = running(2, preset=FREEZE_OUT)
    browser: Client = signed_in(house_director())
    where = f"/t/{cup.code}/incidents/"
    assert "No incidents yet" in browser.get(where).content.decode()
    assert browser.post(where, {"kind": "dispute", "facts": " "}).status_code == 409
    browser.post(where, {"kind": "complaint", "facts": "Too loud.", "table": "1"})
    incident = cup.incidents.get()
    assert browser.post(f"{where}{incident.pk}/close/").status_code == 409
    browser.post(f"{where}{incident.pk}/decide/", {"words": "The music is off."})
    browser.post(f"{where}{incident.pk}/close/")
    page = browser.get(where).content.decode()
    assert "The music is off." in page
    assert "closed" in page
