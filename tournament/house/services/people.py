"""Accounts: the first director, staff, and passwords."""

import secrets
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from engine.office import staffing as offices
from engine.office.staffing import Person
from engine.refusal import Refused
from tournament.house.services import integrations
from tournament.live import broadcast
from tournament.models import Attendance, Staff, Tournament, User
from tournament.office.services import staffing
from tournament.permissions import Actor, Permission, Role, require
from tournament.records.queries.names import legible
from tournament.records.services import journal

SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprst" for vowel in "aeiou"]


def one_time_password() -> str:
    """A password that can be read aloud; it must be changed at the first sign-in."""
    return "-".join("".join(secrets.choice(SYLLABLES) for _ in range(3)) for _ in range(4))


@transaction.atomic
def first_director() -> tuple[User, str] | None:
    """The account that opens a new house; None when there is one already."""
    if User.objects.filter(is_house_director=True).exists():
        return None
    password = one_time_password()
    user = User.objects.create_user("director", password=password)
    user.first_name, user.last_name = "Tournament", "Director"
    user.is_house_director = user.must_change_password = True
    user.save()
    return user, password


def demo_director() -> User:
    """Who everybody is in a demo: the house's director, with no password to choose or lose."""
    found = User.objects.filter(is_house_director=True).first()
    made = found or User(username="director", first_name="Tournament", last_name="Director")
    made.is_house_director, made.must_change_password = True, False
    if found is None:
        made.set_unusable_password()
    made.save()
    return made


@dataclass(frozen=True, slots=True)
class Post:
    """What somebody is appointed to: the role, the book's own office, and on which terms."""

    role: str
    title: str = ""
    is_volunteer: bool = True
    born_on: date | None = None  # looked at where the book has a least age, and not kept


@transaction.atomic
def appoint(
    *,
    tournament: Tournament,
    username: str,
    full_name: str,
    post: Post,
    actor: Actor,
    now: datetime,
) -> tuple[User, str]:
    """Give a person a role here; a new account comes with a one-time password, else ""."""
    require(actor, Permission.APPOINT_STAFF, tournament.pk)
    if post.role not in set(Role):
        raise Refused("No such role.")
    user, password = _account(username, full_name)
    person = Person(str(user), post.role, post.title, post.is_volunteer)
    staffing.check_appointment(tournament, person)
    staffing.check_age(tournament, person, born_on=post.born_on, now=now)
    _, is_new = Staff.serving.get_or_create(
        tournament=tournament,
        user=user,
        role=post.role,
        defaults={"title": post.title, "is_volunteer": post.is_volunteer},
    )
    if not is_new:
        raise Refused(f"{user} is already {post.role} here.")
    journal.write(
        actor,
        "staff.appointed",
        tournament_id=tournament.pk,
        at=now,
        user=username,
        role=offices.title(tournament.rulebook, post.role, post.title).words.lower(),
    )
    return user, password


def _account(username: str, full_name: str) -> tuple[User, str]:
    user = User.objects.filter(username=username).first()
    if user is not None:
        return _named(user, full_name), ""
    password = one_time_password()
    user = User.objects.create_user(username, password=password)
    user.first_name, user.must_change_password = legible(full_name), True
    user.save()
    return user, password


def _named(user: User, full_name: str) -> User:
    """An account keeps its name; one without a name takes what is typed, another is refused."""
    typed = legible(full_name)
    if not typed or typed.casefold() == str(user).casefold():
        return user
    if user.get_full_name():
        why = f"The username {user.username} belongs to {user}: choose another for {typed}."
        raise Refused(why)
    user.first_name = typed
    user.save(update_fields=["first_name"])
    return user


@transaction.atomic
def dismiss(*, staff_id: int, actor: Actor, now: datetime) -> None:
    """Take a role away, at once; that somebody had it stays on record."""
    staff = Staff.objects.select_related("user", "tournament").get(pk=staff_id)
    require(actor, Permission.APPOINT_STAFF, staff.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=staff.tournament_id)
    if not Staff.serving.filter(pk=staff_id).update(ended_at=now):
        return
    Attendance.objects.filter(staff=staff, left_at__isnull=True).update(left_at=now)
    if not Staff.serving.filter(tournament=staff.tournament_id, user=staff.user_id).exists():
        where = staff.tournament_id
        integrations.revoke_tokens_of(staff.user_id, where, actor=actor, now=now)
    broadcast.turn_out(staff.user_id)
    journal.write(
        actor,
        "staff.dismissed",
        tournament_id=staff.tournament_id,
        at=now,
        user=staff.user.username,
        role=offices.title(staff.tournament.rulebook, staff.role, staff.title).words.lower(),
    )


@transaction.atomic
def renew_password(*, staff_id: int, actor: Actor, now: datetime) -> tuple[User, str]:
    """A new one-time password for who lost the old one; signed in with that, nobody stays."""
    require(actor, Permission.RENEW_PASSWORDS)
    staff = Staff.serving.select_related("user").get(pk=staff_id)
    user, password = staff.user, one_time_password()
    if user.is_house_director:
        raise Refused(
            "A house director's password is changed on the server, with manage.py changepassword."
        )
    user.set_password(password)
    user.must_change_password = True
    user.save(update_fields=["password", "must_change_password"])
    broadcast.turn_out(user.pk)
    cup = staff.tournament_id
    journal.write(actor, "staff.password", tournament_id=cup, at=now, user=user.username)
    return user, password


def set_password(*, user: User, password: str) -> None:
    """The password a person chose."""
    user.set_password(password)
    user.must_change_password = False
    user.save(update_fields=["password", "must_change_password"])
    broadcast.turn_out(user.pk)
