"""What the clock screens play, and when: the director chooses, each sound is made by the screen."""

from typing import Any

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
DEFAULT = {"minute": "chime", "ten": "ticks", "level": "gong", "break_end": "bell"}
MUTED = "muted"


def chosen(tournament: Tournament) -> dict[str, Any]:
    """The sound of each moment, and whether all are muted."""
    return {**DEFAULT, MUTED: False, **tournament.sounds}


def choices(tournament: Tournament) -> dict[str, Any]:
    """The same as the console's form offers it."""
    now = chosen(tournament)
    return {
        "muted": now[MUTED],
        "moments": [
            {"key": key, "words": words, "sound": now[key]} for key, words in MOMENTS.items()
        ],
        "sounds": list(SOUNDS.items()),
    }
