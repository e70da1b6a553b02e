"""Director and floor: the clock's buttons, its sounds, and words for the hall."""

from pydantic import Field

from tournament.api.fields import CommandId, Count, Line, Moment, Name, Sent, Where
from tournament.api.operations import Here, Operations, one_of
from tournament.clock.queries import announcements as announcement_queries
from tournament.clock.queries import sounds as sound_queries
from tournament.clock.queries.sounds import MOMENTS, SOUNDS
from tournament.clock.services import announcements, buttons, clock, sounds
from tournament.models import Announcement
from tournament.setup.services import tournaments

router = Operations(tags=["clock"])


class Press(Sent):
    """A press on one of the clock's buttons."""

    minutes: int | None = Field(None, ge=0, le=10_000, examples=[5])
    reason: Line = ""
    finishes_at: Moment | None = None
    version: Count | None = None
    command_id: CommandId | None = None


class Sounds(Sent):
    """What the clock screens play, by moment: minute, ten, level, break_end; `""` is silence,
    and a moment left out stays as it is."""

    sounds: dict[str, Name] = Field({}, max_length=10, examples=[{"level": "chime"}])
    is_muted: bool | None = Field(None, description="Left out or null: as it is.")


class Message(Sent):
    """Words on every clock screen; empty takes them off."""

    text: Line = Field(examples=["Dinner is served"])


class Words(Sent):
    """Words that take over screens for some minutes."""

    text: Line = Field(examples=["Dinner is served"])
    minutes: int = Field(2, ge=0, le=1000)
    places: list[str] = Field(list(announcement_queries.PLACES), max_length=10)
    sound: str = Field(next(iter(SOUNDS)), max_length=40)


class Shown(Sent):
    """Whether the hall sees it."""

    is_shown: bool = True


@router.act("/clock/{kind}", "Press a clock button", "clock-act")
def press(here: Here, kind: str, press: Press) -> None:
    """One of: start, pause, resume, next, previous, add, take, break, back, undo and the others
    the console has."""
    wish = buttons.Press(**press.dict())
    clock.act(kind=kind, press=wish, **here.by)


@router.act("/sounds", "Set the clock sounds", "clock-sounds")
def choose_sounds(here: Here, wish: Sounds) -> None:
    now = sound_queries.chosen(here.tournament)
    is_muted = now.muted if wish.is_muted is None else wish.is_muted
    chosen = {moment: getattr(now, moment) for moment in MOMENTS} | wish.sounds
    sounds.choose(sounds=chosen, is_muted=is_muted, **here.by)


@router.act("/message", "Set the clock message", "tournament-message")
def message(here: Here, wish: Message) -> None:
    tournaments.announce(text=wish.text, **here.by)


@router.act("/announcements", "Make an announcement", "announce")
def announce(here: Here, wish: Words) -> int:
    said = announcements.Words(
        text=wish.text, minutes=wish.minutes, places=tuple(wish.places), sound=wish.sound
    )
    made = announcements.announce(words=said, **here.by)
    return made.pk


@router.act(
    "/announcements/{announcement_id}/withdraw",
    "Withdraw an announcement",
    "announcement-withdraw",
)
def withdraw(here: Here, announcement_id: Where) -> None:
    said = one_of(
        Announcement.objects.filter(tournament=here.tournament), "announcement", pk=announcement_id
    )
    announcements.withdraw(announcement=said, **here.when)


@router.act("/forecast/show", "Show or hide the expected end in the hall", "forecast-show")
def show_end(here: Here, wish: Shown) -> None:
    tournaments.show_end(is_shown=wish.is_shown, **here.by)
