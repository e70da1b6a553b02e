"""What the clock screens play, and when: the director chooses, each sound is made by the screen."""

from dataclasses import dataclass

from tournament.models import Tournament

MOMENTS = {
    "minute": "One minute left",
    "ten": "Ten seconds left",
    "level": "New level",
    "break_end": "End of a break",
}
SOUNDS = {
    "chime": "Chime",
    "bell": "Bell",
    "gong": "Gong",
    "ticks": "Ticks",
    "": "Silence",
}
MUTED = "muted"


@dataclass(frozen=True)
class Sounds:
    """The sound of each moment, and whether all are muted."""

    minute: str = "chime"
    ten: str = "ticks"
    level: str = "gong"
    break_end: str = "bell"
    muted: bool = False


@dataclass(frozen=True)
class Moment:
    """One moment of the console's form, and its sound now."""

    key: str
    words: str
    sound: str


@dataclass(frozen=True)
class Choices:
    """What the console's form offers."""

    muted: bool
    moments: list[Moment]
    sounds: list[tuple[str, str]]


def chosen(tournament: Tournament) -> Sounds:
    """What the director chose; the usual where nothing was chosen."""
    return Sounds(**tournament.sounds)


def choices(tournament: Tournament) -> Choices:
    """The same as the console's form offers it."""
    now = chosen(tournament)
    moments = [Moment(key, words, getattr(now, key)) for key, words in MOMENTS.items()]
    return Choices(now.muted, moments, list(SOUNDS.items()))
