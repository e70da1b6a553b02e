"""Desk and director: the players of the house, and the staff."""

from datetime import date

from ninja import File, Router, Schema
from ninja.files import UploadedFile
from pydantic import Field

from tournament import http
from tournament.api.basics import (
    AT,
    Done,
    Name,
    Number,
    Signed,
    Story,
    Where,
    Why,
    action,
    by,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import Player, Staff
from tournament.permissions import Permission, Role, require
from tournament.queries import players as player_queries
from tournament.queries import staffing as staff_queries
from tournament.services import people, photos, players, staffing

router = Router(tags=["people"])
PERSON = AT + "/people/{player_id}"
OFFICER = AT + "/staff/{staff_id}"


class Written(Schema):
    """What is written of a player; what stays out becomes empty."""

    name: Name
    alias: Name = Field("", max_length=40, examples=["The Owl"])
    email: Name = Field("", examples=["ann@example.org"])
    phone: Name = Field("", max_length=40, examples=["0400 000 000"])
    born_on: date | None = None
    group: Name = Field("", max_length=40, examples=["Veterans"])
    country: Name = Field("", max_length=40, examples=["Australia"])


class Other(Schema):
    """The row that is the same person."""

    other: Number


class Known(Schema):
    """Somebody the house knows."""

    id: int
    name: str
    is_barred: bool


class Appointment(Schema):
    """Somebody for an office: a role, and the title the rulebook gives it."""

    username: str = Field(max_length=60, pattern=r"^[-a-zA-Z0-9_]+$", examples=["dora"])
    full_name: Name = Field(max_length=120, examples=["Dora Dealer"])
    role: Role
    title: Name = ""
    is_paid: bool = False


class Appointed(Schema):
    """The user name and the password for the first time; the latter is told only once."""

    username: str
    password: str


class Attendance(Schema):
    """Somebody came, or leaves."""

    is_here: bool = True


class Conflict(Schema):
    """A conflict of interest, and the roles it closes."""

    name: Name
    words: Story
    bars: list[Role] = Field([], max_length=10, examples=[["dealer"]])


@picture(router, AT + "/people", "The players of the house", list[Known])
def known(request: Signed, code: str, find_words: str = "") -> list[Known]:
    tournament = find(code)
    look(request, Permission.REGISTER_PLAYERS, tournament)
    return [
        Known(id=one.pk, name=one.name, is_barred=bool(one.barred_because))
        for one in player_queries.found(find_words.replace("\0", "")[:80])
    ]


@action(router, PERSON, "Put right what is written of a player", "person")
def change(request: Signed, code: str, player_id: Where, wish: Written) -> Done:
    tournament = find(code)
    require(request.auth, Permission.REGISTER_PLAYERS, tournament.pk)
    found = one_of(Player.objects.filter(merged_into__isnull=True), "player", pk=player_id)
    details = players.Details(**wish.dict(exclude={"name"}))
    players.change(player_id=found.pk, name=wish.name, details=details, **by(request, tournament))
    return Done()


@action(router, PERSON + "/bar", "Take no entry of this person", "person-bar")
def bar(request: Signed, code: str, player_id: Where, why: Why) -> Done:
    players.bar(player_id=player_id, reason=why.reason, **by(request, find(code)))
    return Done()


@action(router, PERSON + "/unbar", "Take this person's entries again", "person-unbar")
def unbar(request: Signed, code: str, player_id: Where) -> Done:
    players.unbar(player_id=player_id, **by(request, find(code)))
    return Done()


@action(router, PERSON + "/merge", "Two rows are one person", "person-merge")
def merge(request: Signed, code: str, player_id: Where, wish: Other) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    players.merge(keep_id=player_id, gone_id=wish.other, **by(request, tournament))
    return Done()


@action(router, PERSON + "/photo", "Keep a photograph", "photo-keep")
def keep_photo(request: Signed, code: str, player_id: Where, photo: File[UploadedFile]) -> Done:
    jpeg = photo.read(photos.MOST_BYTES + 1)
    photos.keep(jpeg, player_id=player_id, **by(request, find(code)))
    return Done()


@action(router, PERSON + "/photo/remove", "Forget a photograph", "photo-remove")
def remove_photo(request: Signed, code: str, player_id: Where) -> Done:
    photos.remove(player_id=player_id, **by(request, find(code)))
    return Done()


@action(router, AT + "/staff", "Appoint somebody", "staff", answers=Appointed)
def appoint(request: Signed, code: str, wish: Appointment) -> Appointed:
    tournament = find(code)
    require(request.auth, Permission.APPOINT_STAFF, tournament.pk)
    office = f"{wish.role.value}/{wish.title}" if wish.title else wish.role.value
    if office not in dict(staff_queries.offices(tournament.rulebook)):
        raise http.Malformed("The rulebook knows no such office.")
    user, password = people.appoint(
        tournament=tournament,
        username=wish.username,
        full_name=wish.full_name,
        post=people.Post(wish.role.value, wish.title, is_volunteer=not wish.is_paid),
        actor=request.auth,
        now=http.now(),
    )
    return Appointed(username=user.username, password=password)


@action(router, AT + "/staff/declare", "Declare a conflict of interest", "staff-declare")
def declare(request: Signed, code: str, wish: Conflict) -> Done:
    staffing.declare(
        tournament=find(code),
        name=wish.name,
        words=wish.words,
        bars=[role.value for role in wish.bars],
        actor=request.auth,
        now=http.now(),
    )
    return Done()


@action(router, OFFICER + "/dismiss", "Take a role away", "staff-dismiss")
def dismiss(request: Signed, code: str, staff_id: Where) -> Done:
    found = one_of(Staff.objects.filter(tournament=find(code)), "member of staff", pk=staff_id)
    people.dismiss(staff_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, OFFICER + "/attend", "Somebody came, or leaves", "staff-attend")
def attend(request: Signed, code: str, staff_id: Where, wish: Attendance) -> Done:
    found = one_of(Staff.objects.filter(tournament=find(code)), "member of staff", pk=staff_id)
    act = staffing.check_in if wish.is_here else staffing.check_out
    act(staff_id=found.pk, actor=request.auth, now=http.now())
    return Done()
