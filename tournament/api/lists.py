"""Staff: the rows of a tournament that other operations name by their ids."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from django.db.models import F, QuerySet
from ninja import Query, Schema
from pydantic import Field

from engine.office.law.money import Method
from tournament.api.fields import MOST
from tournament.api.operations import Here, Operations
from tournament.api.values import Limit, Page, Priced
from tournament.models import Addendum, Bust, Ineligibility, Payout, Staff, Tournament
from tournament.models.money import PostingKind
from tournament.permissions import Permission, Role

router = Operations(tags=["lists"])
USUAL = 1000
Before = Annotated[int | None, Query(ge=0, le=MOST, description="`next` of the page before.")]


class IdRow(Schema):
    """A row that other operations name by its id."""

    id: int


class EntryRow(IdRow):
    """Something about one entry."""

    entry: int = Field(description="The entry's number.")
    player: int = Field(description="The player's id.")
    name: str


class StaffRow(IdRow):
    """Somebody on duty."""

    username: str
    role: Role
    title: str


class InvitationRow(IdRow):
    """Somebody who is invited."""

    player: int
    name: str


class AlternateRow(InvitationRow):
    """Somebody who waits for a place."""

    number: int


class AnnouncementRow(IdRow):
    """An announcement that was made."""

    text: str
    at: datetime
    until: datetime


class BustRow(EntryRow):
    """A bust that stands."""

    table: int
    hand: int
    at: datetime


class DecisionRow(IdRow):
    """What was decided about places."""

    reason: str
    clause: str
    at: datetime


class DealRow(Priced):
    """A deal that was proposed."""

    id: int
    at: datetime
    kept: int = Field(description="Set aside for the winner, in cents.")
    agreed_at: datetime | None
    withdrawn_at: datetime | None
    withdrawn_because: str


class PaymentRow(Priced):
    """A prize that was handed over."""

    id: int
    receipt: int
    place: int
    amount: int
    receiver: str
    method: Method
    at: datetime


class PostingRow(IdRow):
    """A line of the money ledger; its number is the receipt's."""

    number: int
    kind: PostingKind
    what: str
    method: str
    at: datetime
    by: str


class DonationRow(Priced):
    """What a place gives, and to which charity."""

    id: int
    place: int
    amount: int
    given_to: str | None


class CharityRow(IdRow):
    """A charity to choose from."""

    name: str


class LicenceChangeRow(IdRow):
    """A change of the licence that was asked for."""

    request: str
    asked_at: datetime


class Listed(NamedTuple):
    """A list: its name, what is told of each row, who may see it, and where its rows are.

    `paths` says where a field stands that is not one of the row's own.
    """

    kind: str
    row: type[Schema]
    permission: Permission
    rows: Callable[[Tournament], QuerySet[Any]]
    paths: dict[str, str] = {}  # noqa: RUF012 (a tuple's field, never changed)

    @property
    def fields(self) -> dict[str, str]:
        """Where each field of a row is found."""
        names = [name for name in self.row.model_fields if name not in ("id", "currency")]
        return {name: self.paths.get(name, name) for name in names}


PLAYER = {"player": "player_id", "name": "player__name"}
ENTRY = {"entry": "entry__number", "player": "entry__player_id", "name": "entry__name"}
LISTS = (
    Listed(
        "staff",
        StaffRow,
        Permission.APPOINT_STAFF,
        lambda cup: Staff.serving.filter(tournament=cup),
        {"username": "user__username"},
    ),
    Listed(
        "invitations",
        InvitationRow,
        Permission.REGISTER_PLAYERS,
        lambda cup: cup.invitations.filter(withdrawn_at=None),
        PLAYER,
    ),
    Listed(
        "alternates",
        AlternateRow,
        Permission.REGISTER_PLAYERS,
        lambda cup: cup.waiting.filter(called_at=None, left_at=None),
        PLAYER,
    ),
    Listed(
        "announcements",
        AnnouncementRow,
        Permission.SEE_CONSOLE,
        lambda cup: cup.announcements.all(),
    ),
    Listed(
        "busts",
        BustRow,
        Permission.SEE_CONSOLE,
        lambda cup: Bust.objects.filter(entry__tournament=cup, retracted_at=None),
        ENTRY | {"table": "table_number", "hand": "hand_number"},
    ),
    Listed(
        "decisions",
        DecisionRow,
        Permission.SEE_CONSOLE,
        lambda cup: cup.placing_decisions.filter(withdrawn_at=None),
    ),
    Listed(
        "together",
        DecisionRow,
        Permission.SEE_CONSOLE,
        lambda cup: cup.simultaneous_busts.filter(withdrawn_at=None),
    ),
    Listed(
        "ineligible",
        EntryRow,  # why is the player's own affair: it stands in the journal
        Permission.SEE_CONSOLE,
        lambda cup: Ineligibility.objects.filter(entry__tournament=cup, withdrawn_at=None),
        ENTRY,
    ),
    Listed("deals", DealRow, Permission.SEE_CONSOLE, lambda cup: cup.deals.all()),
    Listed(
        "payments",
        PaymentRow,
        Permission.SEE_MONEY,
        lambda cup: Payout.objects.filter(due__tournament=cup),
        {"receipt": "number", "place": "due__place", "amount": "due__amount"},
    ),
    Listed("postings", PostingRow, Permission.SEE_MONEY, lambda cup: cup.money.all()),
    Listed(
        "donations",
        DonationRow,
        Permission.SEE_CONSOLE,
        lambda cup: cup.donations.all(),
        {"given_to": "charity__name"},
    ),
    Listed("charities", CharityRow, Permission.SEE_CONSOLE, lambda cup: cup.charities.all()),
    Listed(
        "licence-changes",
        LicenceChangeRow,
        Permission.SEE_CONSOLE,
        lambda cup: Addendum.objects.filter(licence__tournament=cup, approved_at=None),
    ),
)


def offer(operations: Operations, listed: Listed, folder: str) -> None:
    """An operation that lists these rows, the newest first."""
    name = "".join(word.capitalize() for word in listed.kind.split("-"))
    page = type(f"{name}Page", (Page,), {"__annotations__": {"rows": list[listed.row]}})  # type: ignore[name-defined]  # made here
    page.__doc__ = "Rows, the newest first."

    def read(here: Here, before: Before = None, limit: Limit = USUAL) -> Any:
        rows = listed.rows(here.tournament).order_by("-pk")
        if before is not None:
            rows = rows.filter(pk__lt=before)
        found = list(rows.values("pk", **_renamed(listed.fields))[: limit + 1])
        told = [_told(row) for row in found[:limit]]
        return page(rows=told, next=told[-1]["id"] if len(found) > limit else None)

    read.__annotations__["return"] = page
    summary = f"List {listed.kind.replace('-', ' ')}"
    operations.look(f"{folder}/{listed.kind}", summary, listed.permission)(read)


MARK = "row_"  # before a name in a query: a model's own field of that name is no annotation


def _renamed(fields: dict[str, str]) -> dict[str, Any]:
    return {MARK + name: F(path) for name, path in fields.items()}


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return {"id": row["pk"]} | {
        name.removeprefix(MARK): value for name, value in row.items() if name != "pk"
    }


for each in LISTS:
    offer(router, each, "/lists")
