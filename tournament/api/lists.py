"""Staff: the rows of a tournament that other operations name by their ids."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournament.api.operations import Here, Operations
from tournament.models import Addendum, Bust, Ineligibility, Payout, Staff, Tournament
from tournament.permissions import Permission

router = Operations(tags=["reading"])
MOST = 1000


class Rows(StrEnum):
    """What can be listed."""

    STAFF = "staff"
    INVITATIONS = "invitations"
    ALTERNATES = "alternates"
    ANNOUNCEMENTS = "announcements"
    BUSTS = "busts"
    DECISIONS = "decisions"
    TOGETHER = "together"
    INELIGIBLE = "ineligible"
    DEALS = "deals"
    PAYMENTS = "payments"
    POSTINGS = "postings"
    DONATIONS = "donations"
    CHARITIES = "charities"
    LICENCE_CHANGES = "licence-changes"


class Listed(NamedTuple):
    """Who may see a list, where its rows are, and what is told of each."""

    permission: Permission
    rows: Callable[[Tournament], QuerySet[Any]]
    fields: tuple[str, ...]


def tell(tournament: Tournament, listed: Listed) -> list[dict[str, Any]]:
    """The newest rows first."""
    found = listed.rows(tournament).order_by("-pk")[:MOST]
    return [{"id": row.pop("pk"), **row} for row in found.values("pk", *listed.fields)]


ENTRY = ("entry__number", "entry__player__name")
LISTS: Mapping[Rows, Listed] = {
    Rows.STAFF: Listed(
        Permission.APPOINT_STAFF,
        lambda cup: Staff.serving.filter(tournament=cup),
        ("user__username", "role", "title"),
    ),
    Rows.INVITATIONS: Listed(
        Permission.REGISTER_PLAYERS,
        lambda cup: cup.invitations.filter(withdrawn_at=None),
        ("player__name",),
    ),
    Rows.ALTERNATES: Listed(
        Permission.REGISTER_PLAYERS,
        lambda cup: cup.waiting.filter(called_at=None, left_at=None),
        ("number", "player__name"),
    ),
    Rows.ANNOUNCEMENTS: Listed(
        Permission.SEE_CONSOLE, lambda cup: cup.announcements.all(), ("text", "at", "until")
    ),
    Rows.BUSTS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: Bust.objects.filter(entry__tournament=cup, retracted_at=None),
        (*ENTRY, "table_number", "hand_number", "at"),
    ),
    Rows.DECISIONS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: cup.placing_decisions.filter(withdrawn_at=None),
        ("reason", "clause", "at"),
    ),
    Rows.TOGETHER: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: cup.simultaneous_busts.filter(withdrawn_at=None),
        ("reason", "clause", "at"),
    ),
    Rows.INELIGIBLE: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: Ineligibility.objects.filter(entry__tournament=cup, withdrawn_at=None),
        ENTRY,  # why is the player's own affair: it stands in the journal
    ),
    Rows.DEALS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: cup.deals.all(),
        ("at", "agreed_at", "withdrawn_at", "withdrawn_because"),
    ),
    Rows.PAYMENTS: Listed(
        Permission.SEE_MONEY,
        lambda cup: Payout.objects.filter(due__tournament=cup),
        ("number", "due__place", "due__amount", "receiver", "at"),
    ),
    Rows.POSTINGS: Listed(
        Permission.SEE_MONEY,
        lambda cup: cup.money.all(),
        ("number", "kind", "what", "method", "at", "by"),
    ),
    Rows.DONATIONS: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: cup.donations.all(),
        ("place", "amount", "charity__name"),
    ),
    Rows.CHARITIES: Listed(Permission.SEE_CONSOLE, lambda cup: cup.charities.all(), ("name",)),
    Rows.LICENCE_CHANGES: Listed(
        Permission.SEE_CONSOLE,
        lambda cup: Addendum.objects.filter(licence__tournament=cup, approved_at=None),
        ("request", "asked_at"),
    ),
}


@router.look("/lists/{kind}", "List rows with their ids", None)
def rows(here: Here, kind: Rows) -> list[dict[str, Any]]:
    """The newest first, a thousand at most."""
    listed = LISTS[kind]
    here.look(listed.permission)
    return tell(here.tournament, listed)
