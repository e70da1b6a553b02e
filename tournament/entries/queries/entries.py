"""Entries as the desk lists and finds them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from engine.lifecycle import TournamentState
from tournament.models import Bust, ChipMove, Entry, Invitation, Posting, Ticket, Tournament
from tournament.models.entry_terms import RefusedEntry, Waiting
from tournament.models.ledger import ChipReason
from tournament.models.money import PostingKind
from tournament.records.queries import names

# When an entry's payment came in that still stands: asked of the money ledger, never kept twice.
PAYMENTS = Posting.objects.filter(kind=PostingKind.ENTRY, voided_by__isnull=True)
PAID_AT = Subquery(PAYMENTS.filter(entry=OuterRef("pk")).order_by("-pk").values("at")[:1])


def payment(entry: Entry) -> Posting | None:
    """What this entry was paid with; None while it owes."""
    return PAYMENTS.filter(entry=entry).order_by("-pk").first()


def paid_at(entry: Entry) -> datetime | None:
    """When this entry was paid; None while it owes."""
    paid = payment(entry)
    return paid.at if paid else None


def disqualified(tournament: Tournament) -> QuerySet[Entry]:
    """Who is out by a penalty that stands: chips taken, the elimination not undone."""
    taken = ChipMove.objects.filter(entry=OuterRef("pk"), reason=ChipReason.PENALTY)
    out = Bust.standing.filter(entry=OuterRef("pk"))
    return tournament.entries.filter(Exists(taken), Exists(out), stack=0)


def forfeited(tournament: Tournament) -> QuerySet[Entry]:
    """Whose entry payment is not refunded, even when the event is cancelled (adelaide:106d)."""
    is_kept = bool(tournament.law.money.forfeited.value)
    return disqualified(tournament) if is_kept else tournament.entries.none()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry of the desk's list."""

    id: int
    number: int
    name: str
    alias: str
    player_id: int
    stack: int
    price: int
    is_out: bool
    is_withdrawn: bool
    can_withdraw: bool
    owes: int
    paid_at: datetime | None
    is_here: bool
    session: str
    has_advanced: bool
    ticket: int | None
    registered_at: datetime


def rows(
    tournament: Tournament,
    *,
    number: int | None = None,
    before: int | None = None,
    limit: int | None = None,
) -> list[EntryRow]:
    """Every entry, the newest first; the one with a number, or so many before another."""
    standing = Bust.standing.filter(entry=OuterRef("pk"), may_rebuy=False)
    entries = tournament.entries.select_related("player", "session", "ticket", "advanced_from")
    if number is not None:
        entries = entries.filter(number=number)
    if before is not None:
        entries = entries.filter(number__lt=before)
    found = entries.annotate(is_out=Exists(standing), paid_at=PAID_AT).order_by("-number")
    return [_row(tournament, entry) for entry in found[:limit]]


def _row(tournament: Tournament, entry: Entry) -> EntryRow:
    ticket = getattr(entry, "ticket", None)
    return EntryRow(
        id=entry.pk,
        number=entry.number,
        name=entry.player.name,
        alias=entry.player.alias,
        player_id=entry.player_id,
        stack=entry.stack,
        price=entry.price,
        is_out=entry.is_out,  # type: ignore[attr-defined]  # annotated
        is_withdrawn=entry.withdrawn_at is not None,
        can_withdraw=entry.withdrawn_at is None and is_free(tournament, entry),
        owes=owes(tournament, entry),
        paid_at=entry.paid_at,  # type: ignore[attr-defined]  # annotated
        is_here=entry.checked_in_at is not None,
        session=entry.session.title if entry.session else "",
        has_advanced=entry.advanced_from_id is not None,
        ticket=ticket.number if ticket else None,
        registered_at=entry.registered_at,
    )


def places(tournament: Tournament) -> dict[int, dict[str, int]]:
    """Table and seat of everybody who sits somewhere, by entry."""
    sitting = tournament.entries.filter(seatings__isnull=False, seatings__until=None)
    found = sitting.values_list("pk", "seatings__table__number", "seatings__seat")
    return {entry: {"table": table, "seat": seat} for entry, table, seat in found}


def owes(tournament: Tournament, entry: Entry) -> int:
    """What is still to pay for an entry that was annotated with its payment."""
    if tournament.state == TournamentState.CANCELLED:
        return 0
    return entry.price if entry.price and entry.paid_at is None else 0  # type: ignore[attr-defined]  # annotated


def is_free(tournament: Tournament, entry: Entry) -> bool:
    """Whether this entry can still be taken back: its seat is not drawn, nothing was played."""
    if entry.session is not None:
        is_drawn = tournament.state == TournamentState.SEATED
        is_next = is_drawn and entry.session_id == tournament.session_id
        return entry.session.started_at is None and not is_next
    return tournament.state == TournamentState.REGISTERING


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is beside the list: who waits, who is invited, who was refused."""

    waiting: QuerySet[Waiting]
    invited: QuerySet[Invitation]
    refused: QuerySet[RefusedEntry]


def beside(tournament: Tournament) -> Beside:
    """Who waits, who is invited, who was refused."""
    waiting = tournament.waiting.filter(called_at__isnull=True, left_at__isnull=True)
    invited = tournament.invitations.filter(withdrawn_at__isnull=True).select_related("player")
    entered = tournament.entries.filter(player=OuterRef("player"), withdrawn_at__isnull=True)
    return Beside(
        waiting=waiting.select_related("player"),
        invited=invited.annotate(has_come=Exists(entered)).order_by("id"),
        refused=tournament.refused_entries.all(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCount:
    """How many entered, how many of them owe, how many are here."""

    entered: int
    owing: int
    here: int


def count(entries: list[EntryRow]) -> EntryCount:
    """How many entered, how many of them owe, how many are here."""
    standing = [row for row in entries if not row.is_withdrawn]
    return EntryCount(
        entered=sum(not row.has_advanced for row in standing),
        owing=sum(bool(row.owes) for row in standing),
        here=sum(row.is_here for row in standing),
    )


def by_code(tournament: Tournament, words: str) -> Entry | None:
    """The entry of a ticket as it was scanned (the address of its page) or typed."""
    text = words.strip().rstrip("/").rpartition("/")[2].upper()
    tickets = Ticket.objects.filter(
        sheet_id=tournament.pk, void_at__isnull=True, entry__isnull=False
    )
    entries = _cards(tournament)
    found = tickets.filter(code=text).values_list("entry", flat=True).first()
    if found is not None:
        return entries.get(pk=found)
    bare = text.lstrip("#")
    if text.startswith("#") and bare.isascii() and bare.isdigit() and len(bare) < 8:
        return entries.filter(number=int(bare)).first()
    return None


def _cards(tournament: Tournament) -> QuerySet[Entry]:
    entries = tournament.entries.select_related("player", "session", "ticket")
    return entries.annotate(paid_at=PAID_AT)


def named(tournament: Tournament, words: str) -> list[Entry]:
    """Entries in whose name or alias words begin like these, the whole name first."""
    wanted = names.plain(words).split()
    standing = tournament.entries.filter(withdrawn_at__isnull=True)
    rows = standing.values_list("pk", "player__name", "player__alias")
    fitting = [pk for pk, name, alias in rows if names.begins(wanted, f"{name} {alias}")]
    return sorted(
        _cards(tournament).filter(pk__in=fitting).order_by("player__name", "number"),
        key=lambda entry: names.plain(entry.player.name).split() != wanted,
    )
