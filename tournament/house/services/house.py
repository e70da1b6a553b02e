"""Furnish the house: its name, its logo, its two colours, its deck."""

import base64
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from tournament.house.queries import colours
from tournament.house.services import logos
from tournament.models import House
from tournament.permissions import Actor, Permission, require


@dataclass(frozen=True, slots=True)
class Look:
    """What the director wishes; an empty colour brings the product's own back."""

    name: str
    colour: str = ""
    accent: str = ""
    has_four_colours: bool = False


@transaction.atomic
def furnish(look: Look, *, actor: Actor, now: datetime, logo: bytes | None = None) -> House:
    """Name, colours and deck as wished. A logo only where one is given."""
    require(actor, Permission.FURNISH_HOUSE)
    words = " ".join(look.name.split())
    if len(words) > 60:
        raise Refused("The house's name can have at most 60 characters.")
    found = House.objects.select_for_update().filter(pk=1).first() or House(pk=1)
    found.name, found.has_four_colours = words, look.has_four_colours
    found.colour, found.accent = look.colour.lower(), look.accent.lower()
    check_colour(found.colour)
    check_accent(found.accent)
    if logo:
        found.logo_kind = logos.check(logo)
        found.logo = base64.b64encode(logo).decode()
    found.changed_at, found.changed_by = now, actor.name
    found.save()
    return found


@transaction.atomic
def remove_logo(*, actor: Actor, now: datetime) -> None:
    """Show the product's own mark again."""
    require(actor, Permission.FURNISH_HOUSE)
    House.objects.filter(pk=1).update(logo="", logo_kind="", changed_at=now, changed_by=actor.name)


def check_colour(colour: str) -> None:
    """White letters stand on it."""
    _check(colour, ground=colours.WHITE, what="white letters on it", towards="#000000")


def check_accent(accent: str) -> None:
    """It is read from afar on the dark hall screens, and dark letters stand on it."""
    _check(accent, ground=colours.HALL, what="it on the dark hall screens", towards=colours.WHITE)


def _check(colour: str, *, ground: str, what: str, towards: str) -> None:
    if not colour:
        return
    if not colours.is_colour(colour):
        raise Refused("Enter a colour as # and six digits, such as #14553b.")
    reached = colours.contrast(colour, ground)
    if reached < colours.TEXT:
        better = colours.readable(colour, ground, towards=towards)
        raise Refused(
            f"{colour} is hard to read: {what} have a contrast of {reached:.1f} to 1, "
            f"and 4.5 to 1 is needed. Use {better}."
        )
