"""The draws of a tournament as anybody may read and check them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from tournament.models import Entry, PublicDraw, Tournament
from tournament.models.draws import PUBLISHED_BEFORE, DrawKind

MOST_DECKS = 500  # on one page, the latest
SUITS = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRow:
    """Somebody of the list, and what the draw gave them."""

    number: int
    name: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordShown:
    """What a witness added."""

    who: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawShown:
    """A draw with a list; `proof` is what a browser checks it by."""

    key: str
    title: str
    kind: str
    commitment: str
    committed_at: datetime
    published_at: datetime | None
    drawn_at: datetime | None
    cancelled_at: datetime | None
    by: str
    reason: str
    is_at_once: bool
    is_waiting: bool
    is_sealed: bool
    words: list[WordShown]
    rows: list[DrawnRow]
    proof: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HashShown:
    """The hash of a secret that lies ready, and where it will be drawn from."""

    where: str
    commitment: str
    committed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDecks:
    """How many decks were shuffled for a table here."""

    table: int
    decks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawsPage:
    """Every draw, the newest first, and the hashes of those to come; or the decks of one table."""

    is_rehearsal: bool
    decks_of: int | None
    draws: list[DrawShown]
    ready: list[HashShown]
    decks: list[TableDecks]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedDraw:
    """A draw that is published and waits to be made, for those who make it."""

    id: int
    title: str
    commitment: str
    published_at: datetime | None
    people: int
    words: list[WordShown]


def published(tournament_id: int, *kinds: DrawKind) -> list[PublishedDraw]:
    """Those of these kinds, the oldest first."""
    found = PublicDraw.objects.filter(
        tournament=tournament_id,
        kind__in=kinds or PUBLISHED_BEFORE,
        published_at__isnull=False,
        drawn_at__isnull=True,
        cancelled_at__isnull=True,
    )
    return [
        PublishedDraw(
            id=draw.pk,
            title=draw.title,
            commitment=draw.commitment,
            published_at=draw.published_at,
            people=len(json.loads(draw.about)["people"]),
            words=_words(draw),
        )
        for draw in found
    ]


def _words(draw: PublicDraw) -> list[WordShown]:
    return [WordShown(who=word["who"], word=word["word"]) for word in draw.words]


def word_of(draw: PublicDraw, entry: Entry) -> str:
    """What this player added; nothing where they did not."""
    who = witness(entry)
    return next((word["word"] for word in draw.words if word["who"] == who), "")


def witness(entry: Entry) -> str:
    """How a player's word is signed: the number keeps two of one name apart."""
    return f"{entry.number} {entry.name}"


def picture(tournament: Tournament, *, decks_of: int | None = None) -> DrawsPage:
    """Everything the page shows; no secret before its time."""
    found = PublicDraw.objects.filter(tournament=tournament)
    listed = found.filter(published_at__isnull=False).order_by("-published_at", "-pk")
    if decks_of is None:
        shown_here = listed.exclude(kind=DrawKind.DECK)
    else:
        shown_here = listed.filter(kind=DrawKind.DECK, table=decks_of)[:MOST_DECKS]
    return DrawsPage(
        is_rehearsal=bool(tournament.seed),
        decks_of=decks_of,
        draws=[shown(draw) for draw in shown_here],
        ready=[_ready(draw) for draw in found.filter(kind="").exclude(secret="")],
        decks=_decks(found),
    )


def _decks(found: QuerySet[PublicDraw]) -> list[TableDecks]:
    counted = found.filter(kind=DrawKind.DECK).order_by("table").values_list("table")
    return [TableDecks(table=table, decks=decks) for table, decks in counted.annotate(Count("pk"))]


def _ready(draw: PublicDraw) -> HashShown:
    where = f"Table {draw.table}" if draw.table else "The tournament"
    return HashShown(where=where, commitment=draw.commitment, committed_at=draw.committed_at)


def shown(draw: PublicDraw) -> DrawShown:
    """One draw as the page has it."""
    return DrawShown(
        key=draw.key,
        title=draw.title,
        kind=DrawKind(draw.kind).label,
        commitment=draw.commitment,
        committed_at=draw.committed_at,
        published_at=draw.published_at,
        drawn_at=draw.drawn_at,
        cancelled_at=draw.cancelled_at,
        by=draw.by,
        reason=draw.reason,
        is_at_once=draw.drawn_at == draw.published_at,
        is_waiting=draw.drawn_at is None and draw.cancelled_at is None,
        is_sealed=draw.drawn_at is not None and draw.revealed_at is None,
        words=_words(draw),
        rows=_rows(draw),
        proof=proof(draw),
    )


def proof(draw: PublicDraw) -> dict[str, Any]:
    """All that a stranger needs to work a draw out again, as far as it may be known by now."""
    is_known = draw.revealed_at is not None
    return {
        "draw": draw.key,
        "title": draw.title,
        "kind": draw.kind,
        "commitment": draw.commitment,
        "list": draw.about if draw.kind != DrawKind.DECK else None,  # what is left of a deck
        "digest": draw.digest,
        "words": draw.words_text,
        "secret": draw.secret if is_known else None,
        "result": draw.result if is_known else None,
        "cancelled": draw.reason if draw.cancelled_at else None,
    }


def proofs(tournament: Tournament) -> list[dict[str, Any]]:
    """Of every draw, as far as it may be known by now, and of the secrets that lie ready."""
    found = PublicDraw.objects.filter(tournament=tournament)
    return [proof(draw) for draw in found]


def _rows(draw: PublicDraw) -> list[DrawnRow]:
    about = json.loads(draw.about)
    if draw.kind == DrawKind.DECK:
        return []
    what = _what(draw.result) if draw.result and draw.revealed_at else {}
    people = [*about.get("people", ()), *about.get("staying", ())]
    return [
        DrawnRow(number=number, name=name, what=what.get(number, ""))
        for number, name, *_ in sorted(people)
    ]


def _what(result: Mapping[str, Any]) -> dict[int, str]:
    """What each number drew, in words."""
    if "places" in result:
        return {number: f"Table {table}, seat {seat}" for number, table, seat in result["places"]}
    return {number: _cards(held) for number, held in result.get("cards", ())}


def _cards(held: Iterable[str]) -> str:
    return " ".join(str(card)[0] + str(card)[1:].translate(SUITS) for card in held)
