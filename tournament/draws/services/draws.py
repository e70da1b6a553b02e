"""Make a draw: its hash lies ready, its list is published, its secret is revealed with the result.

At any time one secret lies ready for the tournament and one for each table that draws: nobody knew
what it would be used for when its hash was published. The caller holds the tournament, or the
table; `record` writes the journal and comes last, as every line does.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from engine import chance
from engine.cards import cards
from engine.refusal import Refused
from engine.seating import draw_lists
from tournament.models import PublicDraw, Tournament
from tournament.models.draws import PUBLISHED_BEFORE, DrawKind
from tournament.permissions import Actor
from tournament.records.services import journal

CARD_TURNED = "Card turned"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn: its list, and what people call it."""

    kind: DrawKind
    title: str
    about: draw_lists.List
    table: int = 0

    @property
    def text(self) -> str:
        return chance.as_text(self.about)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw that was made, and whether its list was published before that moment."""

    draw: PublicDraw
    was_published: bool

    @property
    def outcome(self) -> dict[str, Any]:
        return self.draw.outcome


def ready(tournament: Tournament, tables: Iterable[int] = (0,), *, now: datetime) -> dict[str, str]:
    """Have a secret lie ready for each of these; the hashes of those made now, for the journal."""
    known = PublicDraw.objects.filter(tournament=tournament)
    numbers = dict(known.order_by("table").values_list("table").annotate(Count("pk")))
    waiting = set(_lying_ready(tournament).values_list("table", flat=True))
    made = [
        _secret_draw(tournament, table, numbers.get(table, 0) + 1, now)
        for table in tables
        if table not in waiting
    ]
    PublicDraw.objects.bulk_create(made)
    return {draw.key: draw.commitment for draw in made}


def _lying_ready(tournament: Tournament) -> QuerySet[PublicDraw]:
    """Not those brought in from an archive: their secrets stayed in the other house."""
    return PublicDraw.objects.filter(tournament=tournament, kind="").exclude(secret="")


def _secret_draw(tournament: Tournament, table: int, number: int, now: datetime) -> PublicDraw:
    draw = PublicDraw(tournament=tournament, table=table, number=number, committed_at=now)
    secret = _secret(tournament, draw.key)
    draw.secret, draw.commitment = secret.hex(), chance.commitment(secret)
    return draw


def _secret(tournament: Tournament, key: str) -> bytes:
    """The system's randomness; in a rehearsal what follows from its seed, as its pages say."""
    if tournament.seed:
        return hashlib.sha256(f"{tournament.seed}/{key}".encode()).digest()
    return secrets.token_bytes(chance.SECRET_BYTES)


def make(
    tournament: Tournament, wanted: Wanted, *, actor: Actor, now: datetime, card: str = ""
) -> Drawn:
    """Draw, from what was published before if it was; `record` is still to be called."""
    published = _published(tournament, wanted) if wanted.kind in PUBLISHED_BEFORE else None
    draw = published or _take(tournament, wanted, now)
    if card:
        draw.words.append({"who": CARD_TURNED, "word": _card(card)})
    draw.result = draw_lists.result(wanted.about, draw.chance)
    draw.drawn_at = now
    draw.revealed_at = None if wanted.kind == DrawKind.DECK else now
    draw.by = actor.name[:120]
    draw.save()
    return Drawn(draw, was_published=published is not None)


def publish(tournament: Tournament, wanted: Wanted, *, actor: Actor, now: datetime) -> PublicDraw:
    """Show the list and the hash before it is drawn; until then witnesses add their words.

    Published again with another list, the draw before is cancelled.
    """
    before = waiting(tournament, wanted.kind, wanted.title)
    if before is not None and before.about == wanted.text:
        return before
    if before is not None:
        cancel(before, because="The list has changed.", actor=actor, now=now)
    draw = _take(tournament, wanted, now)
    draw.by = actor.name[:120]
    draw.save()
    _write_published(draw, actor, now)
    return draw


def _published(tournament: Tournament, wanted: Wanted) -> PublicDraw | None:
    """The draw that waits to be made; refused if what it is applied to is another by now."""
    draw = waiting(tournament, wanted.kind, wanted.title)
    if draw is not None and not draw.secret:
        raise Refused("The secret of this draw stayed in the other house: cancel it, draw anew.")
    if draw is not None and draw.about != wanted.text:
        raise Refused("The list has changed since this draw was published: publish it again.")
    return draw


def waiting(tournament: Tournament, kind: DrawKind, title: str = "") -> PublicDraw | None:
    """The draw of this kind that is published and not yet made; of several ties, of this one."""
    found = PublicDraw.objects.select_for_update().filter(tournament=tournament, kind=kind)
    if kind == DrawKind.PLACES:
        found = found.filter(title=title[:160])
    return found.filter(
        published_at__isnull=False, drawn_at__isnull=True, cancelled_at__isnull=True
    ).first()


def _take(tournament: Tournament, wanted: Wanted, now: datetime) -> PublicDraw:
    """The secret that lies ready gets its list."""
    ready(tournament, [wanted.table], now=now)
    draw = _lying_ready(tournament).get(table=wanted.table)
    draw.kind, draw.title, draw.about = wanted.kind, wanted.title[:160], wanted.text
    draw.published_at = now
    return draw


def _card(written: str) -> str:
    try:
        (card,) = cards.parse(written)
    except ValueError:
        raise Refused("Write the card that was turned as rank and suit, such as Qh.") from None
    return cards.text((card,))


def record(drawn: Drawn, *, actor: Actor, now: datetime) -> None:
    """The journal's lines of a draw that was made; the next secret lies ready from here on."""
    draw = drawn.draw
    if not drawn.was_published:
        _write_published(draw, actor, now)
    journal.write(
        actor,
        "draw.made",
        tournament_id=draw.tournament_id,
        at=now,
        draw=draw.key,
        title=draw.title,
        secret=draw.secret,
        words=json.loads(draw.words_text),
        result=draw.result,
        commitments=ready(draw.tournament, [draw.table], now=now),
    )


def record_deck(drawn: Drawn, *, title: str, actor: Actor, now: datetime) -> None:
    """The journal's line of a shuffle: nothing of the cards (adelaide:49)."""
    draw = drawn.draw
    draw.title = title
    draw.save(update_fields=["title"])
    journal.write(
        actor,
        "deck.shuffled",
        tournament_id=draw.tournament_id,
        at=now,
        draw=draw.key,
        title=draw.title,
        commitment=draw.commitment,
        digest=draw.digest,
        commitments=ready(draw.tournament, [draw.table], now=now),
    )


def cancel(draw: PublicDraw, *, because: str, actor: Actor, now: datetime) -> None:
    """It does not count. With its secret anybody sees what it was, or would have been."""
    draw.cancelled_at, draw.reason = now, because.strip()[:200]
    if draw.secret and draw.revealed_at is None:
        draw.revealed_at = now
    draw.save(update_fields=["cancelled_at", "reason", "revealed_at"])
    journal.write(
        actor,
        "draw.cancelled",
        tournament_id=draw.tournament_id,
        at=now,
        draw=draw.key,
        title=draw.title or "not yet published",
        reason=draw.reason,
        secret=draw.secret,
    )


def take_back(
    tournament: Tournament, key: str, *, because: str, actor: Actor, now: datetime
) -> None:
    """What was drawn does not count any more; the draw stays, with the reason. None for no key."""
    table, _, number = key.rpartition(".")
    found = PublicDraw.objects.filter(tournament=tournament, table=int(table or 0))
    draw = found.filter(number=int(number or 0), cancelled_at__isnull=True).first()
    if draw is not None:
        cancel(draw, because=because, actor=actor, now=now)


def _write_published(draw: PublicDraw, actor: Actor, now: datetime) -> None:
    journal.write(
        actor,
        "draw.published",
        tournament_id=draw.tournament_id,
        at=now,
        draw=draw.key,
        title=draw.title,
        kind=draw.kind,
        commitment=draw.commitment,
        list=json.loads(draw.about),
        digest=draw.digest,
        commitments=ready(draw.tournament, [draw.table], now=now),
    )
