"""Witnesses add words to a draw that is published, and whoever may draw may cancel it."""

from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from tournament.draws.queries import draws as queries
from tournament.draws.services import draws
from tournament.live import broadcast
from tournament.models import PersonalLink, PublicDraw, Tournament
from tournament.models.draws import DrawKind
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

MOST_LETTERS = 40
MAY_DRAW: dict[str | None, Permission] = {
    DrawKind.PLACES: Permission.RULE
}  # else those who seat players


@transaction.atomic
def add_word(link: PersonalLink, *, draw_id: int, word: str, now: datetime) -> PublicDraw:
    """A player's word, from their own phone: one for each draw, and nobody takes it out again."""
    words = _clean(word)
    if not PersonalLink.objects.filter(pk=link.pk, revoked_at=None).exists():
        raise Refused("This link is revoked. Ask at the desk for a new one.")
    draw = _waiting(link.entry.tournament_id, draw_id)
    who = queries.witness(link.entry)
    if any(known["who"] == who for known in draw.words):
        raise Refused("Your word is in this draw already.")
    draw.words.append({"who": who, "word": words})
    draw.save(update_fields=["words"])
    journal.write(
        Actor(name=link.entry.name),
        "draw.word",
        tournament_id=draw.tournament_id,
        at=now,
        draw=draw.key,
        title=draw.title,
        who=who,
        word=words,
    )
    broadcast.changed(draw.tournament_id, broadcast.Audience.CONSOLE)
    return draw


def _clean(word: str) -> str:
    words = " ".join("".join(c if c.isprintable() else " " for c in word).split())
    if not words:
        raise Refused("Write a word: any word that comes to your mind.")
    if len(words) > MOST_LETTERS:
        raise Refused(f"A word has at most {MOST_LETTERS} characters.")
    return words


def _waiting(tournament_id: int, draw_id: int) -> PublicDraw:
    found = PublicDraw.objects.select_for_update().filter(pk=draw_id, tournament_id=tournament_id)
    draw = found.exclude(kind="").first()
    if draw is None or draw.drawn_at is not None or draw.cancelled_at is not None:
        raise Refused("This draw has been made or cancelled: no word can be added.")
    return draw


@transaction.atomic
def cancel(*, tournament_id: int, draw_id: int, because: str, actor: Actor, now: datetime) -> None:
    """A published draw will not be made; the reason stands beside it for everybody."""
    found = PublicDraw.objects.filter(pk=draw_id, tournament=tournament_id)
    kind = found.values_list("kind", flat=True).first()
    require(actor, MAY_DRAW.get(kind, Permission.SEAT_PLAYERS), tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    draw = _waiting(tournament_id, draw_id)
    if not because.strip():
        raise Refused("Give the reason for cancelling: everybody can read it.")
    draws.cancel(draw, because=because, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
