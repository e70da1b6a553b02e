"""A structure that somebody sent as a file, whichever of the two kinds it is."""

from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile

from engine.structure import td_file
from tournament import requests
from tournament.entries import spreadsheets

MOST_BYTES = 3_000_000


@dataclass(frozen=True, slots=True)
class Sent:
    """A structure file, the title it came with, and what of the sent file is not in it."""

    text: str
    title: str = ""
    left: tuple[str, ...] = ()


def read(file: "UploadedFile[bytes] | None", *, preset: str) -> Sent:
    """The file as a structure; a save of The Tournament Director takes the rest from a preset."""
    if file is None:
        raise requests.Malformed("Choose a file first.")
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise requests.TooLarge("The file is larger than three megabytes: it is no structure.")
    text = spreadsheets.decoded(data)
    if not td_file.looks_like_one(text):
        return Sent(text)
    taken = td_file.read(text, preset=preset)
    return Sent(taken.text, taken.title, taken.left)
