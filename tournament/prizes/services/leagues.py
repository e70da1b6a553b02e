"""Make a league, change its terms, say which tournaments count."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.text import slugify

from engine.prizes import league
from engine.refusal import Refused
from tournament.models import League, Tournament
from tournament.permissions import Actor, Permission, require


@dataclass(frozen=True, slots=True)
class Terms:
    """What a league counts, and how."""

    name: str
    formula: str
    best: int | None
    tournaments: Sequence[int]


@transaction.atomic
def save(terms: Terms, *, actor: Actor, now: datetime, league_id: int | None = None) -> League:
    """Keep a league; its table follows from the tournaments at once."""
    require(actor, Permission.CREATE_TOURNAMENTS)
    words = " ".join(terms.name.split())
    if not words or len(words) > 80:
        raise Refused("Give the league a name of at most 80 characters.")
    league.read(terms.formula)
    if terms.best is not None and terms.best < 1:
        raise Refused("At least one result must count.")
    made = League.objects.get(pk=league_id) if league_id else League(at=now)
    same = League.objects.filter(name__iexact=words).exclude(pk=made.pk)
    if same.exists():
        raise Refused(f"A league is already called {words}.")
    made.name, made.formula, made.best = words, terms.formula.strip(), terms.best
    made.slug = made.slug or _unused_slug(words)
    made.by = actor.name
    made.save()
    made.tournaments.set(Tournament.objects.filter(pk__in=terms.tournaments))
    return made


def _unused_slug(name: str) -> str:
    base = slugify(name)[:60] or "league"
    taken = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (base, *numbered) if slug not in taken)
