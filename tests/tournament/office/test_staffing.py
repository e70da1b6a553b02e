"""Offices of the books: who may what, who outranks whom, and who is needed before play."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from engine.entries.entering import Terms
from engine.office import licensing, staffing
from engine.office.law.licence import DOOR
from engine.office.staffing import Person
from engine.referee.reports import DEAD_HAND, VOID_HAND
from engine.refusal import Refused
from engine.structure import presets
from tables.chips.services import counts
from tables.conduct.services import penalties, timing
from tables.crew.services import dealer_rota
from tables.play.queries import hands
from tables.play.services import play, undoing
from tables.seating.services import seating
from tests.factories import (
    ADULT,
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    cards_ready,
    deal,
    for_a_good_cause,
    hand_at,
    house_director,
    registering,
    request,
    running,
    seated,
    signed_in,
    stored,
    table_of,
    tablet_actor,
    user,
)
from tests.licensed import lawful, licensed, with_dealers
from tests.refusals import refused
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import entries, entry_terms
from tournament.house.queries import people as people_queries
from tournament.house.services import people
from tournament.house.services.people import Post
from tournament.models import Attendance, Bust, Proceeds, Staff, Tournament, User
from tournament.office.services import incidents, licence
from tournament.office.services import staffing as services
from tournament.permissions import Forbidden, Permission, Role, may
from tournament.prizes.services import prizes
from tournament.setup.services import tournaments

CHARITY = presets.get("charity")
IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
CANBERRA = presets.get("canberra-h")
OUT: dict[str, Any] = {"kind": "disqualification", "reason": "Conduct"}


def appoint(cup: Tournament, name: str, role: str, title: str = "", **terms: Any) -> User:
    return people.appoint(
        tournament=cup,
        username=name.lower(),
        full_name=name,
        post=Post(role, title, **{"born_on": ADULT.details.born_on, **terms}),
        actor=DIRECTOR,
        now=NOW,
    )[0]


@pytest.mark.rule("adelaide:1.Game Supervisor")
@pytest.mark.rule("adelaide:1.Pit Manager")
def test_a_pit_manager_runs_the_tournament_and_a_game_supervisor_rules_at_its_tables():
    cup = registering()
    pit, game = user("pit", cup, Role.DIRECTOR), user("game", cup, Role.FLOOR)
    assert may(people_queries.actor(pit), Permission.RUN_TOURNAMENT, cup.pk)
    assert not may(people_queries.actor(game), Permission.RUN_TOURNAMENT, cup.pk)
    assert may(people_queries.actor(game), Permission.RULE, cup.pk)


@pytest.mark.rule("adelaide:3")
def test_only_a_supervisor_corrects_a_paid_pot_and_a_dealer_only_his_own_table():
    cup = running(4, seats=2)
    table = table_of(cup)
    bust_all_but(table, 1)
    dealer = tablet_actor(table)
    refused("adelaide:3", undoing.undo, request(table, actor=dealer))
    with pytest.raises(Forbidden):
        play.start_hand(request(table_of(cup, 2), actor=dealer))
    supervisor = people_queries.actor(user("gus", cup, Role.FLOOR))
    undoing.undo(request(table, actor=supervisor))
    assert not Bust.standing.filter(entry__tournament=cup).exists()


@pytest.mark.rule("canberra:T.tournament_director")
@pytest.mark.rule("canberra:T.assistant_to_the_director")
@pytest.mark.rule("canberra:T.casino_supervisor")
@pytest.mark.rule("canberra:T.dealer")
def test_canberra_has_a_director_who_alone_names_assistants_supervisors_and_dealers():
    cup = registering(preset=CANBERRA)
    names = {office.key for office in staffing.titles("canberra")}
    assert {"tournament-director", "assistant", "casino-supervisor", "dealer"} <= names
    assistant = appoint(cup, "Asa", "floor", "assistant")
    appoint(cup, "Cas", "floor", "casino-supervisor")
    User.objects.update(must_change_password=False)
    as_assistant = people_queries.actor(User.objects.get(pk=assistant.pk))
    with pytest.raises(Forbidden):
        people.appoint(
            tournament=cup,
            username="x",
            full_name="X",
            post=Post("floor", "assistant"),
            actor=as_assistant,
            now=NOW,
        )
    assert not may(as_assistant, Permission.RUN_TOURNAMENT, cup.pk)
    assert not may(as_assistant, Permission.PENALISE, cup.pk)
    dealer = people_queries.actor(user("deb", cup, Role.DEALER))
    assert [p for p in Permission if may(dealer, p, cup.pk)] == [Permission.DEAL]
    refused("canberra:T.dealer", staffing.check_title, "canberra", "dealer", "pit-manager")


@pytest.mark.rule("charity:1.1(casino-supervisor)")
@pytest.mark.rule("charity:1.1(games-supervisor)")
@pytest.mark.rule("charity:1.1(dealer)")
def test_a_games_supervisor_has_every_power_of_a_casino_supervisor():
    cup = registering(preset=CHARITY)
    appoint(cup, "Cas", "floor", "casino-supervisor")
    appoint(cup, "Gam", "floor", "games-supervisor")
    User.objects.update(must_change_password=False)
    powers = [
        {p for p in Permission if may(people_queries.actor(one), p, cup.pk)}
        for one in User.objects.filter(username__in=("cas", "gam"))
    ]
    assert powers[0] == powers[1]
    assert Permission.RULE in powers[0]
    dealer = staffing.title("charity", "dealer")
    assert (dealer.role, dealer.clause) == ("dealer", "charity:1.1(dealer)")
    hand = people_queries.actor(user("d", cup, Role.DEALER))
    assert [p for p in Permission if may(hand, p, cup.pk)] == [Permission.DEAL]


@pytest.mark.rule("charity:1.1(tournament-supervisor)")
def test_charity_neither_starts_nor_deals_without_its_tournament_supervisor():
    cup = seated(2, preset=CHARITY)
    duty = Staff.objects.get(tournament=cup, role=Role.DIRECTOR)
    services.check_out(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    start: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    refused("charity:1.1(tournament-supervisor)", seating.start_play, **start)
    services.check_in(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    seating.start_play(**start)
    services.check_out(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    refused("charity:1.1(tournament-supervisor)", deal, table_of(cup))
    services.check_in(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    deal(table_of(cup))
    assert Attendance.objects.filter(staff=duty).count() == 3
    assert cup.journal.filter(name="staff.left").count() == 2


@pytest.mark.rule("charity:21.4")
def test_who_goes_out_is_on_record_with_hand_table_and_time_and_on_the_screens_at_once():
    cup = running(3, preset=CHARITY)
    bust_all_but(table_of(cup), 1, now=NOW + MINUTE)
    kept = Bust.standing.filter(entry__tournament=cup)
    assert {(one.table_number, one.hand_number) for one in kept} == {(1, 1)}
    assert {one.at for one in kept} == {NOW + MINUTE}
    told = cup.journal.filter(name="entry.bust").values_list("data", flat=True)
    assert {one["player"] for one in told} == {one.entry.name for one in kept}
    board = signed_in(house_director()).get(f"/t/{cup.code}/leaderboard/").content.decode()
    assert all(one.entry.name in board for one in kept)


@pytest.mark.rule("igr:6.01(e)")
@pytest.mark.rule("igr:6.02(c)")
def test_igr_needs_one_chairperson_who_is_there_from_start_to_end():
    cup = licensed(for_a_good_cause(registering(2, preset=IGR)), now=NOW)
    refused("igr:6.01(e)", services.check_start, cup, tables=1)
    head = Staff.objects.create(
        tournament=cup, user=user("cora"), role=Role.DIRECTOR, is_volunteer=True
    )
    refused("igr:6.02(c)", services.check_start, cup, tables=1)
    services.check_in(staff_id=head.pk, actor=DIRECTOR, now=NOW)
    refused("igr:6.01(f)", services.check_start, cup, tables=1)
    user("tim", cup, Role.FLOOR)
    services.check_start(cup, tables=1)
    user("two", cup, Role.DIRECTOR)
    refused("igr:6.01(e)", services.check_start, cup, tables=1)


@pytest.mark.rule("igr:6.02(c)")
def test_no_igr_hand_starts_while_the_chairperson_is_away():
    cup = running(2, preset=IGR)
    head = Staff.objects.get(tournament=cup, role=Role.DIRECTOR)
    services.check_out(staff_id=head.pk, actor=DIRECTOR, now=NOW)
    refused("igr:6.02(c)", deal, table_of(cup))
    services.check_in(staff_id=head.pk, actor=DIRECTOR, now=NOW)
    deal(table_of(cup))
    assert Attendance.objects.filter(staff=head, left_at=NOW).count() == 1
    assert cup.journal.filter(name="staff.left").count() == 1


@pytest.mark.rule("igr:6.01(f)")
@pytest.mark.parametrize(
    ("tables", "needed"), [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (16, 4), (21, 5), (25, 5)]
)
def test_five_tables_have_one_table_manager(tables: int, needed: int):
    head = Person("Cora", "director")
    enough = [head, *[Person(f"T{n}", "floor") for n in range(needed)]]
    staffing.check_staff(enough, tables=tables, rulebook="igr")
    refused("igr:6.01(f)", staffing.check_staff, enough[:-1], tables=tables, rulebook="igr")


@pytest.mark.rule("igr:6.01(f)")
def test_more_than_twenty_five_tables_need_an_approval_on_record():
    many = [Person("Cora", "director"), *[Person(f"T{n}", "floor") for n in range(6)]]
    refused("igr:6.01(f)", staffing.check_staff, many, tables=26, rulebook="igr")
    staffing.check_staff(many, tables=26, rulebook="igr", approval="IGR letter 7")


@pytest.mark.rule("igr:1.01(b)")
@pytest.mark.rule("igr:1.01(h)")
@pytest.mark.rule("igr:A.1.Table Manager")
@pytest.mark.rule("igr:6.02(a)")
@pytest.mark.rule("igr:6.03(a)")
@pytest.mark.rule("igr:6.04(a)")
@pytest.mark.rule("igr:5.06(a)")
def test_chairperson_table_managers_sellers_and_dealers_are_volunteers():
    cup = registering(preset=IGR)
    for role, clause in (
        ("director", "igr:6.02(a)"),
        ("floor", "igr:6.03(a)"),
        ("desk", "igr:5.06(a)"),
        ("dealer", "igr:6.04(a)"),
    ):
        refused(clause, appoint, cup, f"Paid{role}", role, is_volunteer=False)
        appoint(cup, f"Free{role}", role)
    assert staffing.title("igr", "director").words == "Chairperson"
    assert staffing.title("igr", "floor").words == "Table manager"
    Proceeds.objects.create(
        tournament=cup, organisation="Food Bank", guaranteed_by="The board", at=NOW, by="x"
    )
    appoint(cup, "Paid", "dealer", is_volunteer=False)
    refused("igr:6.03(a)", appoint, cup, "Tom", "floor", is_volunteer=False)


@pytest.mark.rule("igr:5.03(a)")
def test_nobody_under_nineteen_works_or_watches_at_a_licensed_event():
    cup = registering(preset=IGR)
    day = term_queries.day_of_play(cup, NOW)
    tomorrow_nineteen = day.replace(year=day.year - 19) + timedelta(days=1)
    before = User.objects.count()
    for born_on in (None, tomorrow_nineteen):
        with transaction.atomic():
            refused("igr:5.03(a)", appoint, cup, "Ned", "dealer", born_on=born_on)
    appoint(cup, "Nell", "dealer", born_on=tomorrow_nineteen - timedelta(days=1))
    appoint(cup, "Ines", "inspector", born_on=None)
    appoint(registering(), "Ned", "dealer", born_on=None)
    director = signed_in(house_director())
    form = {"username": "kid", "full_name": "Kid", "role": "dealer", "born_on": "2020-01-01"}
    page = director.post(f"/t/{cup.code}/staff/", form).content.decode()
    assert "IGR term 5.03(a)" in page
    assert not User.objects.filter(username="kid").exists()
    assert User.objects.count() > before
    assert "igr:5.03(a)" in [paper.clause for paper in licensing.papers("igr")]


@pytest.mark.rule("igr:5.03(a)")
def test_play_does_not_begin_before_the_door_keeps_the_young_out():
    cup = lawful(for_a_good_cause(registering(3, preset=IGR)), now=NOW)
    licence.post_document(tournament_id=cup.pk, what=DOOR, is_up=False, actor=DIRECTOR, now=NOW)
    seating.draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    with_dealers(cup, now=NOW)
    refused("igr:5.03(a)", seating.start_play, tournament_id=cup.pk, actor=DIRECTOR, now=NOW)


@pytest.mark.rule("igr:6.02(h)")
@pytest.mark.rule("igr:6.03(d)")
@pytest.mark.rule("igr:6.04(c)")
def test_who_works_here_does_not_play_here_nor_the_other_way_round():
    cup = registering(2, preset=IGR)
    for role, clause in (
        ("director", "igr:6.02(h)"),
        ("floor", "igr:6.03(d)"),
        ("dealer", "igr:6.04(c)"),
    ):
        refused(clause, appoint, cup, "Player 1", role)
        User.objects.filter(username="player 1").delete()
        appoint(cup, f"Kim {role}", role)
        refused(clause, services.check_entrant, cup, f"kim {role}")
    appoint(cup, "Des", "desk")
    services.check_entrant(cup, "Des")


@pytest.mark.rule("igr:6.04(c)")
def test_a_dealer_is_turned_away_at_the_desk_and_an_entrant_is_not_made_a_dealer():
    cup = registering(2, preset=IGR)
    director, here = signed_in(house_director()), f"/t/{cup.code}"
    office = {"username": "kim", "role": "dealer", "born_on": "1990-05-17"}
    refused_one = director.post(f"{here}/staff/", {**office, "full_name": "Player 1"})
    assert "IGR term 6.04(c)" in refused_one.content.decode()
    assert not Staff.objects.filter(user__username="kim").exists()
    assert director.post(f"{here}/staff/", {**office, "full_name": "Kim Lee"}).status_code == 200
    entrant = {"name": "Kim Lee", "born_on": "1990-05-17", "method": "cash"}
    entrant["email"] = "kim@example.org"
    turned_away = director.post(f"{here}/entries/", entrant)
    assert turned_away.status_code == 409
    assert "IGR term 6.04(c)" in turned_away.content.decode()
    assert cup.entries.count() == 2


@pytest.mark.rule("igr:6.02(h)")
def test_the_desk_turns_the_chairperson_away():
    cup = registering(preset=IGR)
    appoint(cup, "Cora", "director")
    refused(
        "igr:6.02(h)",
        entries.register,
        tournament_id=cup.pk,
        name="Cora",
        actor=DIRECTOR,
        now=NOW,
        wish=ADULT,
    )


@pytest.mark.rule("igr:6.04(b)")
def test_a_table_manager_looks_at_every_table_and_a_dealer_stays_at_his():
    cup = running(4, preset=IGR, seats=2)
    tina = user("tina", cup, Role.FLOOR)
    manager = signed_in(tina)
    console = manager.get(f"/t/{cup.code}/console/").content.decode()
    assert "Table 1" in console
    assert "Table 2" in console
    assert manager.get(f"/t/{cup.code}/tables/2/floor/").status_code == 200
    dealer = tablet_actor(table_of(cup, 1))
    with pytest.raises(Forbidden):
        play.start_hand(request(table_of(cup, 2), actor=dealer))
    ready = cards_ready(table_of(cup, 1))
    play.start_hand(request(table_of(cup, 1), actor=dealer), card_steps=ready)
    undoing.undo(request(table_of(cup, 1), actor=people_queries.actor(tina)))
    assert not hands.is_in_play(table_of(cup, 1))


@pytest.mark.rule("fours:td-1")
def test_the_4s_director_alone_decides_on_tables_seats_and_dealers():
    cup = running(4, preset=replace(presets.get("fours"), min_players=2))
    floor = people_queries.actor(user("tina", cup, Role.FLOOR))
    by: dict[str, Any] = {"tournament_id": cup.pk, "now": NOW}
    refused("fours:td-1", seating.draw, actor=floor, **by)
    refused("fours:td-1", seating.break_table, number=1, actor=floor, **by)
    refused("fours:td-1", dealer_rota.assign, number=1, user_id=None, actor=floor, **by)
    with pytest.raises(Refused, match="Table 3 is not open"):
        seating.break_table(number=3, actor=DIRECTOR, **by)


@pytest.mark.rule("canberra:T.tournament_director")
@pytest.mark.parametrize("office", ["assistant", "casino-supervisor"])
def test_a_canberra_assistant_watches_but_the_director_alone_does_what_the_book_gives_him(office):
    cup = running(4, preset=replace(presets.get("canberra-e"), min_players=2), seats=2)
    Staff.objects.create(tournament=cup, user=user("ada"), role=Role.FLOOR, title=office)
    ada = people_queries.actor(User.objects.get(username="ada"))
    table = table_of(cup)
    deal(table)
    seat = hand_at(table).actor or 0
    entry = cup.entries.all()[0]
    here: dict[str, Any] = {"tournament_id": cup.pk, "actor": ada, "now": NOW + MINUTE}
    told = {"seat": str(seat), "reason": "rule broken"}
    void = {"reason": "a fraud affected it", "choice": "bets go back"}
    named: dict[str, Any] = {"reason": "ill", "actor": ada, "now": NOW}
    the_directors: list[tuple[str, Callable[[], Any]]] = [
        ("4.7", lambda: timing.call(request(table, actor=ada), seat=seat)),
        ("4.9", lambda: counts.open_count(only_table=None, because="asked", **here)),
        ("8.2", lambda: entries.substitute(entry_id=entry.pk, name="Sub", **named)),
        ("8.3", lambda: entry_terms.decide(terms=Terms(group="new"), **here)),
        ("8.4", lambda: seating.draw(**here)),
        ("8.5", lambda: seating.break_table(number=2, **here)),
        ("15.1", lambda: prizes.confirm(**here)),
        ("18.1", lambda: tournaments.cancel(reason="fire", **here)),
        ("18.3", lambda: play.report(request(table, actor=ada), DEAD_HAND, told)),
        ("18.3b", lambda: penalties.give(request(table, actor=ada), seat=seat, **OUT)),
        ("18.4", lambda: play.report(request(table, actor=ada), VOID_HAND, void)),
    ]
    before = stored()
    for clause, attempt in the_directors:
        with pytest.raises(Refused) as caught, transaction.atomic():
            attempt()
        is_his_alone = isinstance(caught.value, Forbidden)
        assert is_his_alone or caught.value.clause.startswith("canberra:"), clause
        assert stored() == before, clause
    page = signed_in(house_director()).get(f"/t/{cup.code}/staff/").content.decode()
    assert "May not seat and move players" in page
    matter = incidents.Matter("irregularity", "Two cards stuck together")
    noted = incidents.open_matter(matter=matter, **here)
    assert noted.by == ada.name
    timing.call(request(table), seat=seat)


@pytest.mark.rule("igr:9.01")
def test_a_declared_conflict_of_interest_closes_a_role():
    cup = registering(preset=IGR)
    browser = signed_in(house_director())
    sent = {"name": "Sid Supplier", "words": "Sells us the chips", "bars": ["director", "floor"]}
    browser.post(f"/t/{cup.code}/staff/declare/", sent)
    refused("igr:9.01", appoint, cup, "Sid Supplier", "floor")
    appoint(cup, "Tom", "floor")
    refused(
        "igr:9.01",
        services.declare,
        services.Said("Tom", "His brother plays", ["floor"]),
        tournament=cup,
        actor=DIRECTOR,
        now=NOW,
    )


def test_the_staff_page_offers_the_books_offices_and_checks_people_in():
    cup = registering(preset=IGR)
    browser = signed_in(house_director())
    where = f"/t/{cup.code}/staff/"
    assert "Table manager" in browser.get(where).content.decode()
    sent = {"username": "tina", "full_name": "Tina", "role": "floor", "is_paid": "on"}
    assert "(IGR term 6.03(a))" in browser.post(where, sent).content.decode()
    browser.post(where, {**sent, "is_paid": "", "born_on": "1990-01-02"})
    duty = Staff.objects.get(tournament=cup)
    browser.post(f"{where}{duty.pk}/attend/", {"way": "in"})
    assert "Here: check out" in browser.get(where).content.decode()
    browser.post(f"{where}{duty.pk}/attend/", {"way": "out"})
    assert not Attendance.objects.filter(left_at__isnull=True).exists()
