"""An entrant says on the phone that the move was seen."""

from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from tables.console.queries import mine
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import PersonalLink
from tournament.permissions import Actor
from tournament.records.services import journal


@transaction.atomic
def seen(*, link: PersonalLink, seating_id: int, now: datetime) -> None:
    """Note that the entrant has seen this move; the second time changes nothing."""
    found = PersonalLink.objects.select_for_update().get(pk=link.pk)
    if found.seen_seating == seating_id:
        return
    if not mine.is_my_move(found, seating_id):
        raise Refused("You have been moved again. Look at your page once more.")
    found.seen_seating, found.seen_at = seating_id, now
    found.save(update_fields=["seen_seating", "seen_at"])
    entry = link.entry
    journal.write(
        Actor(name=entry.name),
        "move.seen",
        tournament_id=entry.tournament_id,
        at=now,
        player=entry.name,
    )
    broadcast.changed(entry.tournament_id, Audience.CONSOLE)
