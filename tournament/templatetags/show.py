"""How pages write chips, times, places and cards: the same on every screen.

A filter meets the empty text where a page does not have the value: it writes nothing, or a dash.
"""

import json
from datetime import datetime
from functools import lru_cache
from math import ceil
from typing import Any
from urllib.parse import quote

import segno
from django import template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engine import clauses
from engine.amounts import figure, in_a_field
from engine.rulebooks import citing
from tournament import requests

register = template.Library()

NOTHING = "\u2013"

MINUTE, HOUR, DAY = 60, 3600, 86400

RANKS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
JOKER = "Jk"
HIDDEN = "??"

# The suits as outlines in a box of 24 by 24.
PIPS = {
    "c": (
        "M12 1.8a4.9 4.9 0 0 0-3.9 7.9 4.9 4.9 0 1 0 2.9 7.6c-.2 2.3-1.1 4-2.8 5.1h7.6"
        "c-1.7-1.1-2.6-2.8-2.8-5.1a4.9 4.9 0 1 0 2.9-7.6A4.9 4.9 0 0 0 12 1.8z"
    ),
    "d": (
        "M12 1.4c2 4.1 4.9 7.6 8.4 10.6-3.5 3-6.4 6.5-8.4 10.6-2-4.1-4.9-7.6-8.4-10.6"
        "C7.1 9 10 5.5 12 1.4z"
    ),
    "h": (
        "M12 22C9.2 17.3 1.9 13.8 1.9 8c0-3.3 2.4-5.6 5.3-5.6 2.2 0 4 1.3 4.8 3.4"
        ".8-2.1 2.6-3.4 4.8-3.4 2.9 0 5.3 2.3 5.3 5.6 0 5.8-7.3 9.3-10.1 14z"
    ),
    "s": (
        "M12 1.6C9.2 6.7 1.9 10 1.9 15.2c0 2.9 2.2 4.7 4.7 4.7 1.9 0 3.5-1 4.4-2.5"
        "-.2 2.2-1.1 3.9-2.8 5h7.6c-1.7-1.1-2.6-2.8-2.8-5 .9 1.5 2.5 2.5 4.4 2.5"
        " 2.5 0 4.7-1.8 4.7-4.7C22.1 10 14.8 6.7 12 1.6z"
    ),
}
STAR = "M12 1.5l3 7.3 7.8.6-6 5.1 1.9 7.7L12 18l-6.7 4.2 1.9-7.7-6-5.1 7.8-.6z"

FRAME = (
    '<svg class="card {kind}" viewBox="0 0 50 70" role="img" aria-label="{name}" focusable="false">'
    '<rect class="card-face" x=".5" y=".5" width="49" height="69" rx="5"/>{drawing}</svg>'
)
# Where a rank begins and how wide it is: a ten needs more, a jack hangs out to its left.
ROOM = {"10": (5, 30), "J": (10, 13)}
FACE = (
    '<text class="card-rank" x="{left}" y="31" textLength="{width}"'
    ' lengthAdjust="spacingAndGlyphs">{rank}</text>'
    '<path class="card-pip" transform="translate(16.5 34) scale(1.25)" d="{pip}"/>'
)
BACK = (
    '<rect class="card-back" x="4" y="4" width="42" height="62" rx="3"/>'
    '<path class="card-back-line" d="M25 15l11 20-11 20-11-20zM25 25l5.5 10L25 45l-5.5-10z"/>'
)


@register.filter
def chips(amount: int | str | None) -> str:
    """12500 as 12,500."""
    if amount is None or amount == "":
        return NOTHING
    try:
        return figure(int(amount))
    except ValueError:
        return str(amount)


@register.filter
def cents(amount: int | str | None) -> str:
    """5000 cents as a field holds them: 50, or 12.50."""
    if amount is None or amount == "":
        return ""
    return in_a_field(int(amount))


@register.filter
def signed(amount: int | str | None) -> str:
    """A change in chips with its sign, and nothing for no change."""
    if not amount or isinstance(amount, str):
        return ""
    return f"+{chips(amount)}" if amount > 0 else chips(amount)


@register.filter
def clock(seconds: float | str | None) -> str:
    """Time left as 12:47 or 1:02:47; the last second shows until it is over."""
    if seconds is None or isinstance(seconds, str):
        return NOTHING
    left = max(0, ceil(seconds))
    minutes, second = divmod(left, MINUTE)
    if left < HOUR:
        return f"{minutes:02}:{second:02}"
    hours, minute = divmod(minutes, MINUTE)
    return f"{hours}:{minute:02}:{second:02}"


@register.filter
def ordinal(number: int | str | None) -> str:
    """1st, 2nd, 3rd, 11th."""
    if not number or isinstance(number, str):
        return ""
    teen = 11 <= number % 100 <= 13
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@register.filter
def ago(moment: datetime | str | None, now: datetime | None = None) -> str:
    """How long since a moment, in the words of the hall: just now, 3 min ago, 2 h ago."""
    if moment is None or isinstance(moment, str):
        return "never"
    passed = int(((now or timezone.now()) - moment).total_seconds())
    if passed < MINUTE:
        return "just now"
    if passed < HOUR:
        return f"{passed // MINUTE} min ago"
    if passed < DAY:
        return f"{passed // HOUR} h ago"
    days = passed // DAY
    return f"{days} day ago" if days == 1 else f"{days} days ago"


@register.filter
def card_words(text: str) -> str:
    """The card's name for those who hear the page: ace of hearts."""
    if text == JOKER:
        return "joker"
    if is_a_card(text):
        return f"{RANKS[text[0]]} of {SUITS[text[1]]}"
    return "face-down card" if text == HIDDEN else "no card yet"


@register.filter
def card(text: str | None) -> SafeString:
    """The card drawn: "Ah" face up, "??" its back, "" the empty place on the board."""
    return drawn(text or "")


@lru_cache(maxsize=64)
def drawn(text: str) -> SafeString:
    """The picture of one card; the deck is small, so each is drawn once."""
    return format_html(FRAME, kind=kind_of(text), name=card_words(text), drawing=drawing_of(text))


@register.filter
def clause_text(clause: str) -> str:
    """What a clause says, for a tap on its name."""
    found = clauses.find(clause) if clause else None
    return found.behaviour if found else ""


@register.filter
def own_clause(clause: str, rulebook: str) -> str:
    """The clause in brackets where it is of this book, and nothing elsewhere."""
    return citing.by(clauses.own(clause, rulebook=rulebook))


@register.filter
def cite(clause: str) -> str:
    """A clause as people cite it: Adelaide rule 88(e)."""
    return citing.cite(clause or "")


@register.simple_tag
def citations() -> str:
    """How every book is cited, for pages that cite by themselves (static/js/cite.js)."""
    return json.dumps(citing.patterns())


@register.filter
def clause_url(clause: str) -> str:
    """Where a clause can be read: its place on its book's page, or its whole rule's."""
    book, found = clause.partition(":")[0], clauses.find(clause)
    place = quote(found.id if found else clause, safe=":.()-")
    try:
        return f"{reverse('rulebook', kwargs={'book': book})}#{place}"
    except NoReverseMatch:
        return reverse("rulebooks")


@register.simple_tag(takes_context=True)
def qr(context: dict[str, Any], address: str) -> SafeString:
    """A QR code that leads a phone to this address, by the name this page was reached by or,
    where that is localhost, by the one that phones can reach.

    A picture drawn for a push has no such name: the page keeps the code it came with.
    """
    request = context.get("request")
    return squares(requests.address_for_others(request, address)) if request else SafeString("")


@register.filter
@lru_cache(maxsize=64)
def squares(address: str) -> SafeString:
    """The code as a drawing that takes the size of its place."""
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(omitsize=True, border=1, svgclass=None, lineclass=None)
    return format_html(
        '<span class="qr" role="img" aria-label="QR code of {}">{}</span>',
        address,
        SafeString(drawing),
    )


def kind_of(text: str) -> str:
    if text == JOKER:
        return "card--joker"
    if is_a_card(text):
        return f"card--{text[1]}"
    return "card--back" if text == HIDDEN else "card--slot"


def drawing_of(text: str) -> SafeString:
    """What is printed on the card."""
    if text == JOKER:
        return face("JK", STAR)
    if is_a_card(text):
        return face(text[0].replace("T", "10"), PIPS[text[1]])
    return mark_safe(BACK if text == HIDDEN else "")


def face(rank: str, pip: str) -> SafeString:
    """A rank and a pip; the width is given so that every system's font fits the card."""
    left, width = ROOM.get(rank, (6, 19))
    return format_html(FACE, left=left, width=width, rank=rank, pip=pip)


def is_a_card(text: str) -> bool:
    return len(text) == 2 and text[0] in RANKS and text[1] in SUITS
