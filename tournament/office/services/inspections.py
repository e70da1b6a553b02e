"""What inspectors looked at and took away stays on record (igr:4.01-2)."""

from datetime import datetime

from tournament.models import InspectorAccess, Tournament
from tournament.permissions import Actor, Role


def note(
    tournament: Tournament, what: str, *, actor: Actor, now: datetime, is_copy: bool = False
) -> None:
    """Keep it, if an inspector asked."""
    if Role.INSPECTOR in actor.roles_at(tournament.pk):
        InspectorAccess.objects.create(
            tournament=tournament, what=what[:120], is_copy=is_copy, at=now, by=actor.name
        )
