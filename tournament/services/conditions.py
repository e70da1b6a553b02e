"""Write the conditions, and keep who agreed to them."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine import conditions_sheet
from engine.office_clauses import Matter, clause
from engine.refusal import Refused
from tournament.models import Acceptance, Conditions, Entry, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.queries import conditions as queries
from tournament.services import journal

LONGEST = 2000


@transaction.atomic
def write(
    *,
    tournament_id: int,
    words: Mapping[str, str],
    asks_acceptance: bool,
    actor: Actor,
    now: datetime,
) -> Conditions:
    """The house's own words; a new version each time, until the first hand."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.started_at is not None:
        raise Refused(
            "Play has begun: the conditions stand.",
            clause(Matter.CONDITIONS, rulebook=tournament.rulebook),
        )
    known = {*conditions_sheet.LABELS, "extra"}
    kept = {key: " ".join(said.split()) for key, said in words.items() if key in known}
    if any(len(said) > LONGEST for said in kept.values()):
        raise Refused(f"An item has at most {LONGEST} letters.")
    found = queries.find(tournament)
    made = Conditions(
        tournament=tournament,
        version=found.version + 1 if found else 1,
        words={key: said for key, said in kept.items() if said},
        asks_acceptance=asks_acceptance,
        at=now,
        by=actor.name,
    )
    made.save()
    journal.write(
        actor,
        "conditions.written",
        tournament_id=tournament_id,
        at=now,
        version=made.version,
        words=made.words,
        acceptance="asked for" if asks_acceptance else "not asked for",
    )
    return made


def accept(
    tournament: Tournament, entry: Entry, *, has_agreed: bool, actor: Actor, now: datetime
) -> None:
    """An entrant agrees in writing, where that is asked; the caller holds the tournament."""
    asked = queries.find(tournament)
    is_asked = asked is not None and asked.asks_acceptance
    conditions_sheet.check_accepted(
        is_asked=is_asked, has_agreed=has_agreed, rulebook=tournament.rulebook
    )
    if asked is None or not has_agreed:
        return
    Acceptance.objects.create(
        tournament=tournament,
        entry=entry,
        name=entry.player.name,
        version=asked.version,
        at=now,
        by=actor.name,
    )
    journal.write(
        actor,
        "conditions.accepted",
        tournament_id=tournament.pk,
        at=now,
        player=entry.player.name,
        version=asked.version,
    )
