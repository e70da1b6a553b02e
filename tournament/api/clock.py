"""Director and floor: the clock's buttons, its sounds, and words for the hall."""

from ninja import Router, Schema
from pydantic import Field

from tournament import http
from tournament.api.basics import (
    AT,
    CommandId,
    Count,
    Done,
    Line,
    Made,
    Moment,
    Name,
    Signed,
    Where,
    action,
    by,
    find,
    one_of,
)
from tournament.models import Announcement
from tournament.queries import announcements as announcement_queries
from tournament.queries.sounds import MOMENTS, SOUNDS
from tournament.services import announcements, clock, clock_wishes, sounds, tournaments

router = Router(tags=["clock and hall"])


class Press(Schema):
    """A press on one of the clock's buttons."""

    minutes: int | None = Field(None, ge=0, le=10_000, examples=[5])
    reason: Line = ""
    finishes_at: Moment | None = None
    version: Count | None = None
    command_id: CommandId | None = None


class Sounds(Schema):
    """What the clock screens play, by moment: minute, ten, level, break_end."""

    sounds: dict[str, Name] = Field({}, max_length=10, examples=[{"level": "chime"}])
    is_muted: bool = False


class Message(Schema):
    """Words on every clock screen; empty takes them off."""

    text: Line = Field("", examples=["Dinner is served"])


class Words(Schema):
    """Words that take over screens for some minutes."""

    text: Line = Field(examples=["Dinner is served"])
    minutes: int = Field(2, ge=0, le=1000)
    places: list[str] = Field(list(announcement_queries.PLACES), max_length=10)
    sound: str = Field(next(iter(SOUNDS)), max_length=40)


class Shown(Schema):
    """Whether the hall sees it."""

    is_shown: bool = True


@action(router, AT + "/clock/{kind}", "Press the clock", "clock-act")
def press(request: Signed, code: str, kind: str, press: Press) -> Done:
    """One of: start, pause, resume, next, previous, add, take, break, back, undo and the others
    the console has."""
    wish = clock_wishes.Press(**press.dict())
    clock.act(kind=kind, press=wish, **by(request, find(code)))
    return Done()


@action(router, AT + "/sounds", "What the clock screens play", "clock-sounds")
def choose_sounds(request: Signed, code: str, wish: Sounds) -> Done:
    chosen = {moment: wish.sounds.get(moment, "") for moment in MOMENTS}
    sounds.choose(sounds=chosen, is_muted=wish.is_muted, **by(request, find(code)))
    return Done()


@action(router, AT + "/message", "Words on every clock screen", "tournament-message")
def message(request: Signed, code: str, wish: Message) -> Done:
    tournaments.announce(text=wish.text, **by(request, find(code)))
    return Done()


@action(router, AT + "/announcements", "Tell the hall", "announce", answers=Made)
def announce(request: Signed, code: str, wish: Words) -> Made:
    said = announcements.Words(
        text=wish.text, minutes=wish.minutes, places=tuple(wish.places), sound=wish.sound
    )
    made = announcements.announce(words=said, **by(request, find(code)))
    return Made(id=made.pk)


@action(
    router,
    AT + "/announcements/{announcement_id}/withdraw",
    "Take an announcement off every screen",
    "announcement-withdraw",
)
def withdraw(request: Signed, code: str, announcement_id: Where) -> Done:
    said = one_of(
        Announcement.objects.filter(tournament=find(code)), "announcement", pk=announcement_id
    )
    announcements.withdraw(announcement=said, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/forecast/show", "Whether the hall sees the expected end", "forecast-show")
def show_end(request: Signed, code: str, wish: Shown) -> Done:
    tournaments.show_end(is_shown=wish.is_shown, **by(request, find(code)))
    return Done()
