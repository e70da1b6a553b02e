"""Desk and director: the players of the house, and the staff."""

from datetime import date

from django.db.models import QuerySet
from ninja import File, Schema
from ninja.files import UploadedFile
from pydantic import Field

from tournament import requests
from tournament.api.fields import Name, Number, Sent, Where, Why
from tournament.api.operations import Here, Operations, one_of
from tournament.entries.queries import players as player_queries
from tournament.entries.services import photos, players
from tournament.house.services import people
from tournament.models import Player, Staff
from tournament.office.queries import staffing as staff_queries
from tournament.office.services import staffing
from tournament.permissions import Permission, Role

router = Operations(tags=["people"])
PERSON = "/people/{player_id}"
OFFICER = "/staff/{staff_id}"


class Written(Sent):
    """What is written of a player; what stays out stays as it is."""

    name: Name = ""
    alias: Name = Field("", max_length=40, examples=["The Owl"])
    email: Name = Field("", examples=["ann@example.org"])
    phone: Name = Field("", max_length=40, examples=["0400 000 000"])
    born_on: date | None = None
    group: Name = Field("", max_length=40, examples=["Veterans"])
    country: Name = Field("", max_length=40, examples=["Australia"])


class Other(Sent):
    """The row that is the same person."""

    other: Number


class Known(Schema):
    """Somebody the house knows."""

    id: int
    name: str


class Appointment(Sent):
    """Somebody for an office: a role, and the title the rulebook gives it."""

    username: str = Field(max_length=60, pattern=r"^[-a-zA-Z0-9_]+$", examples=["dora"])
    full_name: Name = Field(max_length=120, examples=["Dora Dealer"])
    role: Role
    title: Name = ""
    is_paid: bool = False
    born_on: date | None = None


class Appointed(Schema):
    """The user name and the password for the first time; the latter is told only once."""

    username: str
    password: str


class Attendance(Sent):
    """Somebody came, or leaves."""

    is_here: bool = True


class Conflict(Sent):
    """What somebody declares; of a conflict of interest, the roles it closes."""

    name: Name
    words: str = Field("", max_length=300)
    declared: str = Field("", max_length=12, description="The kind, as the rulebook has it.")
    declared_on: date | None = None
    bars: list[Role] = Field([], max_length=10, examples=[["dealer"]])


@router.look("/people", "List players", Permission.REGISTER_PLAYERS)
def known(here: Here, find_words: str = "") -> list[Known]:
    return [
        Known(id=one.pk, name=one.name)
        for one in _people(here) & player_queries.found(find_words.replace("\0", "")[:80])
    ]


def _people(here: Here) -> QuerySet[Player]:
    return player_queries.within_reach(here.actor, here.tournament)


def _person(here: Here, player_id: int) -> Player:
    found: Player = one_of(_people(here), "player", pk=player_id)
    return found


@router.act(PERSON, "Edit a player", "person", may=Permission.REGISTER_PLAYERS)
def change(here: Here, player_id: Where, wish: Written) -> None:
    found = _person(here, player_id)
    kept = players.Details(**{field: getattr(found, field) for field in players.TOLD})
    name = wish.name if "name" in wish.model_fields_set else found.name
    players.change(player_id=found.pk, name=name, details=wish.over(kept), **here.by)


@router.act(PERSON + "/bar", "Bar a player", "person-bar")
def bar(here: Here, player_id: Where, why: Why) -> None:
    players.bar(player_id=_person(here, player_id).pk, reason=why.reason, **here.by)


@router.act(PERSON + "/unbar", "Lift the bar on a player", "person-unbar")
def unbar(here: Here, player_id: Where) -> None:
    players.unbar(player_id=_person(here, player_id).pk, **here.by)


@router.act(PERSON + "/merge", "Merge two players", "person-merge", may=Permission.RUN_TOURNAMENT)
def merge(here: Here, player_id: Where, wish: Other) -> None:
    kept, gone = _person(here, player_id), _person(here, wish.other)
    players.merge(keep_id=kept.pk, gone_id=gone.pk, **here.by)


@router.act(PERSON + "/photo", "Save a photograph", "photo-keep")
def keep_photo(here: Here, player_id: Where, photo: File[UploadedFile]) -> None:
    jpeg = photo.read(photos.MOST_BYTES + 1)
    photos.keep(jpeg, player_id=_person(here, player_id).pk, **here.by)


@router.act(PERSON + "/photo/remove", "Remove a photograph", "photo-remove")
def remove_photo(here: Here, player_id: Where) -> None:
    photos.remove(player_id=_person(here, player_id).pk, **here.by)


@router.act("/staff", "Appoint staff", "staff", may=Permission.APPOINT_STAFF)
def appoint(here: Here, wish: Appointment) -> Appointed:
    office = f"{wish.role.value}/{wish.title}" if wish.title else wish.role.value
    if office not in dict(staff_queries.offices(here.tournament.rulebook)):
        raise requests.Malformed("This rulebook has no such office.")
    user, password = people.appoint(
        tournament=here.tournament,
        username=wish.username,
        full_name=wish.full_name,
        post=people.Post(wish.role.value, wish.title, not wish.is_paid, wish.born_on),
        **here.when,
    )
    return Appointed(username=user.username, password=password)


@router.act("/staff/declare", "Declare a conflict of interest", "staff-declare")
def declare(here: Here, wish: Conflict) -> None:
    said = staffing.Said(
        name=wish.name,
        words=wish.words,
        bars=[role.value for role in wish.bars],
        kind=wish.declared,
        declared_on=wish.declared_on,
    )
    staffing.declare(said, tournament=here.tournament, **here.when)


@router.act(OFFICER + "/dismiss", "Remove a role", "staff-dismiss")
def dismiss(here: Here, staff_id: Where) -> None:
    people.dismiss(staff_id=here.key(Staff, "member of staff", staff_id), **here.when)


@router.act(OFFICER + "/attend", "Check staff in or out", "staff-attend")
def attend(here: Here, staff_id: Where, wish: Attendance) -> None:
    act = staffing.check_in if wish.is_here else staffing.check_out
    act(staff_id=here.key(Staff, "member of staff", staff_id), **here.when)
