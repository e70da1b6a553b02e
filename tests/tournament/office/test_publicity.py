"""Publicity, declarations and the door of an IGR event: asked on the pages, kept, reported."""

import pytest
from django.test import Client

from engine.office import licensing
from engine.office.law.licence import NO_MINORS, NOT_FOR_MINORS, REALISTIC, ROOM, STANDARDS
from engine.rulebooks.citing import cite
from engine.structure import presets
from tests.factories import (
    DIRECTOR,
    NOW,
    registering,
    running,
    seated,
    table_of,
)
from tests.markup import said
from tournament.models import Advert, Declaration, Due, PostedDocument, Staff, Tournament, User
from tournament.permissions import Role

pytestmark = pytest.mark.django_db
IGR = presets.get("igr")
CHECKLIST = {
    NO_MINORS: "igr:5.08(c)(i)",
    NOT_FOR_MINORS: "igr:5.08(c)(ii)",
    REALISTIC: "igr:5.08(d)(i)",
    STANDARDS: "igr:5.08(d)(ii)",
}


def tick(director: Client, cup: Tournament, what: str, way: str = "up") -> None:
    sent = {"what": what, "way": way}
    assert director.post(f"/t/{cup.code}/licence/posted/", sent).status_code == 302


def chairperson(cup: Tournament, name: str = "Carol") -> Staff:
    user = User.objects.create(username=name.lower(), first_name=name)
    return Staff.objects.create(tournament=cup, user=user, role=Role.DIRECTOR)


@pytest.mark.rule("igr:5.08(c)")
@pytest.mark.rule("igr:5.08(c)(i)")
@pytest.mark.rule("igr:5.08(c)(ii)")
@pytest.mark.rule("igr:5.08(d)")
@pytest.mark.rule("igr:5.08(d)(i)")
@pytest.mark.rule("igr:5.08(d)(ii)")
@pytest.mark.parametrize("what", CHECKLIST)
def test_an_event_was_published_with_a_line_of_the_checklist_open(director: Client, what: str):
    cup = registering(2, preset=IGR)
    public = f"/t/{cup.code}/"
    assert Client().get(public).status_code == 200
    tick(director, cup, what, "down")
    for place in (public, f"{public}poster/"):
        refused = Client().get(place)
        assert refused.status_code == 409, place
        assert CHECKLIST[what] in said(refused), place
    assert public not in said(Client().get("/"))
    assert "Not published yet" in said(director.get(public))
    assert CHECKLIST[what] in said(director.get(f"/t/{cup.code}/licence/"))
    tick(director, cup, what)
    assert Client().get(public).status_code == 200
    assert cite(CHECKLIST[what]) in said(director.get(f"/t/{cup.code}/reports/licence/"))


@pytest.mark.rule("igr:5.08(c)(ii)a")
@pytest.mark.rule("igr:5.08(c)(ii)b")
def test_the_checklist_names_what_may_be_addressed_to_minors(director: Client):
    cup = registering(2, preset=IGR)
    page = said(director.get(f"/t/{cup.code}/licence/"))
    for words, clause in (
        ("Except material to promote abstinence or moderation in gambling", "igr:5.08(c)(ii)a"),
        ("Except material to warn of the harm of excessive gambling", "igr:5.08(c)(ii)b"),
    ):
        assert clause in page.split(words, 1)[1][:200]


@pytest.mark.rule("igr:A.2(q)")
def test_light_and_room_are_ticked_on_the_checklist_and_hold_nothing_up(director: Client):
    cup = registering(2, preset=IGR)
    words = "Light, and room for the chairperson, inspectors and spectators"
    assert f"{words}: done" in said(director.get(f"/t/{cup.code}/licence/"))
    tick(director, cup, ROOM)
    assert PostedDocument.objects.filter(what=ROOM, taken_down_at=None).exists()
    assert f"{words}: no longer" in said(director.get(f"/t/{cup.code}/licence/"))
    assert words in said(director.get(f"/t/{cup.code}/reports/licence/"))
    licensing.check_papers(
        [paper.key for paper in licensing.papers("igr") if paper.key != ROOM],
        rulebook="igr",
    )


@pytest.mark.rule("igr:5.08(b)")
def test_the_advert_log_tells_where_each_advert_ran(director: Client):
    cup = registering(2, preset=IGR)
    where = f"/t/{cup.code}/licence/adverts/"
    inside = {"outlet": "Prairie Herald", "place": "Regina", "ran_on": "2027-02-20"}
    assert director.post(where, {**inside, "is_inside": "yes"}).status_code == 302
    outside = {"outlet": "Radio 5", "place": "Calgary", "ran_on": "2027-02-21"}
    assert director.post(where, outside).status_code == 302
    assert "igr:5.08(b)" in said(director.post(where, {**outside, "place": " "}))
    assert Advert.objects.count() == 2
    page = said(director.get(f"/t/{cup.code}/licence/"))
    assert "20 Feb 2027: Prairie Herald, Regina" in page
    assert 'Radio 5, Calgary <span class="badge badge--stop">outside Saskatchewan' in page
    report = said(director.get(f"/t/{cup.code}/reports/licence/"))
    assert "Prairie Herald" in report
    assert "Radio 5, Calgary: advertised outside Saskatchewan (IGR term 5.08(b))." in report
    for page_of_it in ("", "poster/"):
        told = said(Client().get(f"/t/{cup.code}/{page_of_it}"))
        assert "In Saskatchewan only (IGR term 5.08(b))" in told, page_of_it


@pytest.mark.rule("igr:5.07(c)")
def test_the_number_of_the_liquor_permit_is_kept(director: Client):
    cup = registering(2, preset=IGR)
    saved = director.post(f"/t/{cup.code}/licence/permit/", {"number": " SO-118 "})
    assert saved.status_code == 302
    assert 'value="SO-118"' in said(director.get(f"/t/{cup.code}/licence/"))
    assert "SO-118" in said(director.get(f"/t/{cup.code}/reports/licence/"))


DECLARED = {
    "skill": ("igr:6.02(b)", "has the knowledge and skill"),
    "record": ("igr:6.02(j)", "has no record of gaming, liquor, fraud, violence"),
}


@pytest.mark.rule("igr:6.02(b)")
@pytest.mark.rule("igr:6.02(j)")
@pytest.mark.parametrize("kind", DECLARED)
def test_what_the_chairperson_declares_is_kept_with_its_date(director: Client, kind: str):
    cup = registering(2, preset=IGR)
    chairperson(cup)
    clause, words = DECLARED[kind]
    assert clause in said(director.get(f"/t/{cup.code}/staff/"))
    waiting = said(director.get(f"/t/{cup.code}/licence/")).split(words, 1)[1][:200]
    assert "Not yet" in waiting
    sent = {"name": "Carol", "declared": kind, "declared_on": "2027-02-18"}
    where = f"/t/{cup.code}/staff/declare/"
    assert director.post(where, sent).status_code == 302
    assert clause in said(director.post(where, {**sent, "name": "Nobody"}))
    found = Declaration.objects.get()
    assert (found.kind, f"{found.declared_on}", found.words) == (kind, "2027-02-18", "")
    assert f"18 Feb 2027: The chairperson {words}" in said(director.get(f"/t/{cup.code}/staff/"))
    report = said(director.get(f"/t/{cup.code}/reports/staff/"))
    assert words in report
    assert cite(clause) in report
    assert "Not yet" not in said(director.get(f"/t/{cup.code}/licence/")).split(words, 1)[1][:200]


@pytest.mark.rule("igr:9.01(a)")
@pytest.mark.rule("igr:9.01(b)")
@pytest.mark.parametrize(("kind", "clause"), [("interest", "igr:9.01(a)"), ("gain", "igr:9.01(b)")])
def test_a_declared_conflict_of_either_kind_is_in_the_report(director: Client, kind, clause: str):
    cup = registering(2, preset=IGR)
    form = said(director.get(f"/t/{cup.code}/staff/"))
    assert f'name="declared" value="{kind}"' in form
    sent = {"name": "Sid", "words": "Sells us the chips", "declared": kind}
    assert director.post(f"/t/{cup.code}/staff/declare/", sent).status_code == 302
    assert Declaration.objects.get().kind == kind
    for page in ("staff", "reports/staff"):
        told = said(director.get(f"/t/{cup.code}/{page}/"))
        assert "Sells us the chips" in told, page
        assert clause in told or cite(clause) in told, page


@pytest.mark.rule("igr:9.01(b)")
@pytest.mark.parametrize("position", ["declared", "ticket seller", "nothing"])
def test_a_prize_to_somebody_with_a_position_raises_a_warning(director: Client, position: str):
    cup = running(3, preset=IGR)
    winner = cup.entries.order_by("number")[0]
    Due.objects.create(
        tournament=cup, entry=winner, place=1, amount=10000, source="pool", at=NOW, by=DIRECTOR.name
    )
    if position == "declared":
        sent = {"name": winner.name, "words": "Sells us the chips", "declared": "gain"}
        director.post(f"/t/{cup.code}/staff/declare/", sent)
    if position == "ticket seller":
        user = User.objects.create(username="seller", first_name=winner.player.name)
        Staff.objects.create(tournament=cup, user=user, role=Role.DESK)
    for page in ("payout-desk", "reports/prizes"):
        told = said(director.get(f"/t/{cup.code}/{page}/"))
        warned = f"{winner.player.name} wins a prize and" in told and "IGR term 9.01(b)" in told
        assert warned == (position != "nothing"), page


@pytest.mark.rule("igr:A.2(o)")
def test_the_door_has_lists_of_seats_and_staff_to_print(director: Client):
    cup = seated(4, preset=IGR)
    assert "Lists for the door" in said(director.get(f"/t/{cup.code}/reports/"))
    page = said(director.get(f"/t/{cup.code}/reports/door/"))
    for seating in table_of(cup).seatings.filter(until=None).select_related("entry__player"):
        assert seating.entry.name in page
    for member in Staff.objects.filter(tournament=cup).select_related("user"):
        assert str(member.user) in page
    paper = director.get(f"/t/{cup.code}/reports/door/pdf/")
    assert (paper.status_code, paper["Content-Type"]) == (200, "application/pdf")
