"""Accounts: the first director, staff with one-time passwords, roles given and taken."""

import pytest
from django.core.management import call_command

from engine.refusal import Refused
from tests.factories import DIRECTOR, MINUTE, NOW, registering, stored, user
from tournament.house.queries import people as people_queries
from tournament.house.services import people
from tournament.models import Staff, User
from tournament.office.services import staffing
from tournament.permissions import Permission, Role, may
from tournament.records.queries.reports import people as people_reports

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def appoint(tournament, username: str = "flo", role: str = "floor", full_name: str = "Flo Kay"):
    return people.appoint(
        tournament=tournament,
        username=username,
        full_name=full_name,
        post=people.Post(role),
        actor=DIRECTOR,
        now=NOW,
    )


def test_a_new_house_gets_one_director_with_a_password_for_one_use():
    made = people.first_director()
    assert made is not None
    director, password = made
    assert director.check_password(password)
    assert director.is_house_director
    assert director.must_change_password
    assert people.first_director() is None
    assert User.objects.count() == 1


def test_prepare_prints_the_password_once(capsys):
    call_command("prepare", address="http://hall.local:8000")
    said = capsys.readouterr().out
    password = said.split("password")[1].split()[0]
    assert "http://hall.local:8000" in said
    assert User.objects.get(username="director").check_password(password)
    call_command("prepare")
    assert capsys.readouterr().out == ""


def test_one_time_passwords_can_be_read_aloud_and_are_not_the_same():
    made = {people.one_time_password() for _ in range(20)}
    assert len(made) == 20
    assert all(word.isalpha() and len(word) == 6 for one in made for word in one.split("-"))


def test_a_new_member_of_staff_has_the_role_here_only_once_he_has_a_password_of_his_own():
    here, elsewhere = registering(), registering()
    flo, password = appoint(here)
    assert flo.check_password(password)
    assert flo.must_change_password
    assert not may(people_queries.actor(flo), Permission.RUN_CLOCK, here.pk)
    people.set_password(user=flo, password="seven of clubs")
    actor = people_queries.actor(flo)
    assert actor.name == "Flo Kay"
    assert may(actor, Permission.RUN_CLOCK, here.pk)
    assert not may(actor, Permission.RUN_CLOCK, elsewhere.pk)
    told = here.journal.get(name="staff.appointed").data
    assert told == {"user": "flo", "role": "game supervisor"}


def test_nothing_of_a_dismissed_person_is_deleted_and_the_role_can_be_given_again():
    cup = registering()
    appoint(cup)
    duty = Staff.objects.get()
    staffing.check_in(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
    later = NOW + MINUTE
    for _ in range(2):
        people.dismiss(staff_id=duty.pk, actor=DIRECTOR, now=later)
    report = people_reports.staff(cup, later)
    assert report.sheets[0].rows == [("Flo Kay", "Game supervisor", "volunteer", later)]
    assert report.sheets[1].rows == [("Flo Kay", NOW, later)]
    assert cup.journal.filter(name="staff.dismissed").count() == 1
    with pytest.raises(Refused, match="no longer works here"):
        staffing.check_in(staff_id=duty.pk, actor=DIRECTOR, now=later)
    appoint(cup)
    assert (Staff.objects.count(), Staff.serving.count()) == (2, 1)


def test_somebody_with_an_account_keeps_his_password():
    known = user("flo")
    found, password = appoint(registering())
    assert (found, password) == (known, "")


def test_one_person_may_have_two_roles_but_none_twice():
    cup = registering()
    appoint(cup)
    appoint(cup, role="desk")
    before = stored()
    with pytest.raises(Refused, match="Flo Kay is already floor here"):
        appoint(cup)
    assert stored() == before


def test_an_unknown_role_is_refused_and_no_account_is_made():
    cup = registering()
    before = stored()
    with pytest.raises(Refused, match="No such role"):
        appoint(cup, role="croupier")
    assert stored() == before


def test_a_role_is_taken_away_at_once():
    cup = registering()
    flo, _ = appoint(cup)
    people.dismiss(staff_id=Staff.objects.get().pk, actor=DIRECTOR, now=NOW)
    assert not may(people_queries.actor(flo), Permission.RUN_CLOCK, cup.pk)
    told = cup.journal.get(name="staff.dismissed").data
    assert told == {"user": "flo", "role": "game supervisor"}


def test_a_chosen_password_takes_the_place_of_the_one_time_one():
    flo, password = appoint(registering())
    people.set_password(user=flo, password="seven of clubs")
    flo.refresh_from_db()
    assert flo.check_password("seven of clubs")
    assert not flo.check_password(password)
    assert not flo.must_change_password


def test_every_role_can_be_appointed():
    cup = registering()
    for role in Role:
        appoint(cup, username=role.value, role=role.value)
    assert Staff.objects.count() == len(Role)
