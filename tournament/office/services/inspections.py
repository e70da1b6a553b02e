"""What inspectors looked at and took away stays on record (igr:4.01-2)."""

from datetime import datetime, timedelta

from tournament.models import InspectorAccess, Tournament
from tournament.permissions import Actor, Role

ONE_LOOK = timedelta(minutes=10)  # a page that refreshes itself is looked at once in this time


def note(
    tournament: Tournament, what: str, *, actor: Actor, now: datetime, is_copy: bool = False
) -> None:
    """Keep it, if an inspector asked; every copy, and every look but for a page's refreshes."""
    if Role.INSPECTOR not in actor.roles_at(tournament.pk):
        return
    seen = InspectorAccess(
        tournament=tournament, what=what[:120], is_copy=is_copy, at=now, by=actor.name
    )
    if is_copy or not _is_refresh(seen):
        seen.save()


def _is_refresh(seen: InspectorAccess) -> bool:
    return InspectorAccess.objects.filter(
        tournament=seen.tournament,
        what=seen.what,
        is_copy=False,
        by=seen.by,
        at__gt=seen.at - ONE_LOOK,
    ).exists()
