"""The licence of a tournament, what is posted, and whether all of it is in order."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from engine.answers import Answer
from engine.lifecycle import TournamentState
from engine.office import licensing, staffing
from engine.office.law.licence import STRUCTURE, LicenceLaw
from engine.office.law.staff import DEALER, DIRECTOR, FLOOR
from engine.office.licensing import Terms
from engine.structure import offers
from engine.structure.offers import Doubt, Offer
from tournament.clock.queries import clock as clock_queries
from tournament.models import Addendum, Advert, Licence, PostedDocument, TicketSheet, Tournament
from tournament.office.queries import staffing as staff_queries

FIELDS = (
    "number",
    "holder",
    "place",
    "opens_at",
    "closes_at",
    "starts_at",
    "finishes_at",
    "tickets",
    "fee",
    "prizes",
    "has_rebuy",
    "language",
    "issuer",
    "site",
    "event_type",
)
WORDS = {
    "number": "Number",
    "holder": "Licensee",
    "place": "Place",
    "opens_at": "Licensed from",
    "closes_at": "Licensed until",
    "starts_at": "Start of play",
    "finishes_at": "End of play",
    "tickets": "Entry tickets",
    "fee": "Entry fee",
    "prizes": "Prizes on offer",
    "has_rebuy": "Re-buy",
    "language": "Designated language",
    "issuer": "Issued by",
    "site": "Reserve",
    "event_type": "Kind of event",
    "prize_list": "Prize list",  # no term of its own: the list approved with the licence
}


def find(tournament: Tournament) -> Licence | None:
    """The licence on record, if any."""
    return Licence.objects.filter(tournament=tournament).first()


def terms(licence: Licence) -> Terms:
    """As the engine checks it: in the hall's own time."""
    values = {name: getattr(licence, name) for name in FIELDS}
    return Terms(**{name: _local(value) for name, value in values.items()})


def local(approved: Terms) -> Terms:
    """The same terms in the hall's own time."""
    return Terms(**{name: _local(getattr(approved, name)) for name in FIELDS})


def _local(value: Any) -> Any:
    return timezone.localtime(value) if isinstance(value, datetime) else value


def language(tournament: Tournament) -> str:
    """The one language of the tables, where the book names one (igr:A.1.Designated Language)."""
    if not tournament.law.licence.language.value:
        return ""
    found = find(tournament)
    return found.language if found else ""


def posted(tournament: Tournament) -> set[str]:
    """The documents that hang now."""
    found = PostedDocument.objects.filter(tournament=tournament, taken_down_at__isnull=True)
    return set(found.values_list("what", flat=True))


def to_post_again(tournament: Tournament) -> str:
    """By which clause the structure, once posted and changed since, must hang again."""
    clause = next(
        (paper.clause for paper in tournament.law.licence.papers.value if paper.key == STRUCTURE),
        "",
    )
    sheets = tournament.posted.filter(what=STRUCTURE).order_by("-id")[:1]
    return clause if any(sheet.taken_down_at for sheet in sheets) else ""


def check_valid(tournament: Tournament, *, now: datetime | None = None) -> None:
    """Refuse a sale or a hand that no valid licence covers, where the book wants one."""
    if not tournament.law.licence.valid.value:
        return
    found = find(tournament)
    licensing.check_valid(
        found.state if found else None,
        closes_at=found.closes_at if found else None,
        rulebook=tournament.rulebook,
        now=now,
    )


def check_start(tournament: Tournament, *, now: datetime) -> None:
    """Refuse to start an event that is not the one approved."""
    found = find(tournament)
    licensing.check_start(
        terms(found) if found else None,
        tournament.structure,
        rulebook=tournament.rulebook,
        now=_local(now),
        announced=announced(tournament),
    )
    licensing.check_papers(posted(tournament), rulebook=tournament.rulebook)


def check_finish(tournament: Tournament, finishes_at: datetime | None) -> None:
    """Refuse an end of play that the licence does not cover (igr:5.01(b), 5.07(a)(i))."""
    found = find(tournament)
    if found is not None and finishes_at is not None:
        licensing.check_finish(terms(found), _local(finishes_at), rulebook=tournament.rulebook)


def announced(tournament: Tournament) -> licensing.Announced:
    """What players were told on their tickets, and when the clock ends play."""
    sheet = TicketSheet.objects.filter(pk=tournament.pk).first()
    ends_at = clock_queries.state_of(tournament.clock).finishes_at
    if sheet is None:
        return licensing.Announced(finishes_at=_local(ends_at))
    since = Addendum.objects.filter(licence__tournament=tournament, approved_at__gte=sheet.at)
    return licensing.Announced(
        tickets=printed({name: getattr(sheet, name) for name in licensing.PRINTED}),
        changed=frozenset(name for one in since for name in one.changes),
        finishes_at=_local(ends_at),
    )


def printed(said: Mapping[str, Any]) -> dict[str, Any]:
    """What tickets say, in the hall's own time."""
    return {name: _local(value) for name, value in said.items()}


def wrong(tournament: Tournament, licence: Licence) -> list[str]:
    """Where the event is not the one that was approved."""
    approved = terms(licence)
    return [
        *licensing.mismatches(approved, tournament.structure),
        *licensing.told_otherwise(approved, announced(tournament)),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of the checklist."""

    words: str
    is_done: bool
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """A paper that must hang in the hall, or be there."""

    key: str
    words: str
    clause: str
    is_posted: bool
    besides: tuple[tuple[str, str], ...]
    is_publicity: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LicencePage:
    """The licence page: terms, addenda, papers on the wall, and what is still missing."""

    licence: Licence | None
    rules: LicenceLaw
    addenda: QuerySet[Addendum] | None
    wrong: list[str]
    papers: list[PaperRow]
    checklist: list[Item]
    adverts: QuerySet[Advert]
    advertised: Answer[str]
    has_begun: bool
    is_over: bool
    managers_needed: int


def page(tournament: Tournament, *, now: datetime) -> LicencePage:
    """The licence page: terms, addenda, papers on the wall, and what is still missing."""
    licence = find(tournament)
    hanging = posted(tournament)
    return LicencePage(
        licence=licence,
        rules=tournament.law.licence,
        addenda=licence.addenda.filter(withdrawn_at__isnull=True) if licence else None,
        wrong=wrong(tournament, licence) if licence else [],
        papers=[
            PaperRow(
                key=paper.key,
                words=paper.words,
                clause=paper.clause,
                is_posted=paper.key in hanging,
                besides=paper.besides,
                is_publicity=paper.blocks_publishing,
            )
            for paper in tournament.law.licence.papers.value
        ],
        checklist=checklist(tournament, now=now),
        adverts=tournament.adverts.all(),
        advertised=tournament.law.public.region,
        has_begun=tournament.started_at is not None,
        is_over=tournament.is_over,
        managers_needed=staffing.managers_needed(tables(tournament)),
    )


def tables(tournament: Tournament) -> int:
    """How many tables play, or will: those drawn, or as many as the entries fill."""
    drawn = tournament.tables.exclude(state="closed").count()
    seats = tournament.structure["seats_per_table"]
    entered = tournament.entries.filter(withdrawn_at__isnull=True).count()
    return drawn or -(-entered // seats)


def checklist(tournament: Tournament, *, now: datetime) -> list[Item]:
    """One line for each thing the licensee answers for before the start (igr:6.01)."""
    if not tournament.law.licence.required.value:
        return []
    licence = find(tournament)
    people = staff_queries.people(tournament)
    needed = staffing.managers_needed(tables(tournament))
    managers = sum(person.role == FLOOR for person in people)
    heads = [person for person in people if person.role == DIRECTOR]
    dealers = sum(person.role == DEALER for person in people)
    sold = hasattr(tournament, "ticket_sheet")
    prizes = hasattr(tournament, "prize_list")
    clauses = {part.key: part.clause for part in tournament.law.staff.parts.value}
    own_chips = tournament.law.licence.unique_chips.clause
    head = staffing.title(tournament.rulebook, DIRECTOR).words.lower()
    return [
        _line("Tickets and entry fees are in the books", sold, clauses["money"]),
        _line("The event runs as the licence says", _matches(tournament, now), clauses["terms"]),
        _line("The prizes are fixed", prizes, clauses["prizes"]),
        _line("An account for expenses is named", _has_account(tournament), clauses["expenses"]),
        _line(f"One {head} is appointed", len(heads) == 1, clauses["head"]),
        _line(
            f"{managers} of {needed} table managers appointed",
            managers >= needed,
            clauses["managers"],
        ),
        _line(
            f"{dealers} dealers are appointed", dealers >= tables(tournament), clauses["dealers"]
        ),
        _line("The chips are this event's own", bool(licence and licence.chip_set), own_chips),
        *_declared(tournament, {person.name for person in heads}),
    ]


def _declared(tournament: Tournament, heads: set[str]) -> list[Item]:
    """What whoever is in charge declares before the start (igr:6.02(b), igr:6.02(j))."""
    said = {(line.key, line.name) for line in staff_queries.declarations(tournament)}
    return [
        _line(f"Declared: {kind.words[:1].lower()}{kind.words[1:]}", is_said, kind.clause)
        for kind in staffing.declared(tournament.rulebook)
        if not kind.is_conflict
        for is_said in [any((kind.key, name) in said for name in heads)]
    ]


def _line(words: str, is_done: object, clause: str) -> Item:
    return Item(words=words, is_done=bool(is_done), clause=clause)


def _matches(tournament: Tournament, now: datetime) -> bool:
    found = find(tournament)
    return found is not None and not wrong(tournament, found)


def _has_account(tournament: Tournament) -> bool:
    return hasattr(tournament, "proceeds") and bool(tournament.proceeds.account)


def chip_sets_in_use(tournament: Tournament) -> list[str]:
    """What other open events play with."""
    over = (TournamentState.FINISHED, TournamentState.CANCELLED)
    others = Licence.objects.exclude(tournament=tournament).exclude(tournament__state__in=over)
    return list(others.exclude(chip_set="").values_list("chip_set", flat=True))


def doubts(tournament: Tournament, offer: Offer) -> list[Doubt]:
    """Where an offer is not what the licence approved."""
    found = find(tournament)
    if found is None:
        return []
    clause = tournament.law.licence.approved_only.clause
    offered = offers.into(tournament.structure, offer)
    return [Doubt("licence", why, clause) for why in licensing.mismatches(terms(found), offered)]
