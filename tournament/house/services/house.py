"""Furnish the house: name, logo, two colours, deck, and how it writes money and hours."""

import base64
import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine import amounts
from engine.refusal import Refused
from tournament.house.queries import colours
from tournament.house.queries import house as queries
from tournament.house.services import logos
from tournament.models import House
from tournament.permissions import Actor, Permission, require


@dataclass(frozen=True)
class Look:
    """What the director wishes; what is empty brings the product's own back."""

    name: str
    colour: str = ""
    accent: str = ""
    has_four_colours: bool = False
    currency: str = "$"
    separators: str = "comma"
    has_12_hours: bool = False


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
    found.currency = look.currency.strip() or Look.currency
    found.separators = look.separators or Look.separators
    found.has_12_hours = look.has_12_hours
    check_written(found)
    if logo:
        found.logo_kind = logos.check(logo)
        found.logo = base64.b64encode(logo).decode()
    found.changed_at, found.changed_by = now, actor.name
    found.save()
    transaction.on_commit(lambda: amounts.use(queries.style(found)))
    return found


@transaction.atomic
def remove_logo(*, actor: Actor, now: datetime) -> None:
    """Show the product's own mark again."""
    require(actor, Permission.FURNISH_HOUSE)
    House.objects.filter(pk=1).update(logo="", logo_kind="", changed_at=now, changed_by=actor.name)


def check_written(found: House) -> None:
    """A currency is a sign or a few letters; figures would be taken for the amount."""
    if found.separators not in amounts.SEPARATORS:
        raise Refused("Choose what stands between thousands and before cents.")
    is_sign = 0 < len(found.currency) <= 4 and not re.search(r"[0-9.,\s\u2212-]", found.currency)
    if not is_sign:
        raise Refused("Enter the currency as a sign or up to four letters, such as $, € or AUD.")


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
