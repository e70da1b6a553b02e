"""Who plays for which club."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine.prizes import clubs as engine_clubs
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Club, ClubMember, Tournament
from tournament.money.services.money_desk import held
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def assign(clubs: Mapping[int, str], *, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Give each entry its club; four clubs of two, until the play begins (fours:medals-1)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    engine_clubs.check_known(tournament.rulebook)
    clause = tournament.law.prizes.clubs.clause
    if tournament.started_at is not None and tournament.clubs.exists():
        raise Refused("Clubs cannot change once play has begun.", clause)
    names = _named(tournament, clubs)
    engine_clubs.check_members(names, clause=clause)
    ClubMember.objects.filter(club__tournament=tournament).delete()
    tournament.clubs.exclude(name__in=names).delete()
    for name, entries in names.items():
        club, _ = Club.objects.get_or_create(tournament=tournament, name=name)
        ClubMember.objects.bulk_create(ClubMember(club=club, entry_id=e) for e in entries)
    journal.write(
        actor, "clubs.assigned", tournament_id=tournament_id, at=now, words=", ".join(names)
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def _named(tournament: Tournament, clubs: Mapping[int, str]) -> dict[str, list[int]]:
    """Entries by club, as written; an empty name is no club."""
    known = set(tournament.entries.filter(withdrawn_at=None).values_list("pk", flat=True))
    names: dict[str, list[int]] = {}
    spelling: dict[str, str] = {}
    for entry, written in clubs.items():
        words = " ".join(written.split())[:80]
        if entry in known and words:
            name = spelling.setdefault(words.casefold(), words)
            names.setdefault(name, []).append(entry)
    return names
