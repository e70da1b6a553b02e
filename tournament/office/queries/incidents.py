"""Incidents as the log shows them: what happened, who decided, who decides next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine.conduct import table_order
from engine.office import staffing
from engine.office.law.staff import HOUSE, Level
from tournament.models import Decision, Incident, Tournament
from tournament.models.incidents import IncidentKind
from tournament.permissions import Actor


def record_clause(tournament: Tournament) -> str:
    """The clause by which a matter is written down."""
    return tournament.law.records.incidents.clause


def may_rule_first(tournament: Tournament, actor: Actor) -> bool:
    """Whether this actor is of the level that decides first."""
    return bool(staffing.ladder(tournament.rulebook)[0].roles & roles(tournament, actor))


def disputed_table(tournament: Tournament) -> int | None:
    """A table whose players disagree and nobody has decided yet."""
    waiting = {"floor_calls__reason": table_order.DISPUTE, "floor_calls__answered_at": None}
    tables = tournament.tables.filter(**waiting).order_by("number")
    return tables.values_list("number", flat=True).first()


def roles(tournament: Tournament, actor: Actor) -> set[str]:
    """The actor's roles here, as the ladder of decisions knows them."""
    of_the_house = {HOUSE} if actor.is_house_director else set()
    return {role.value for role in actor.roles_at(tournament.pk)} | of_the_house


def steps_taken(decisions: Iterable[Decision]) -> int:
    """How many steps of the ladder are behind."""
    return max((made.level + 1 for made in decisions), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentRow:
    """A matter of the log, with what was decided and who decides next."""

    id: int
    number: int
    kind: str
    is_integrity: bool
    table: int | None
    hand: int | None
    people: str
    facts: str
    at: datetime
    by: str
    decisions: list[Decision]
    next: Level | None
    is_final: bool
    is_closed: bool
    reported_at: datetime | None
    tell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentLog:
    """The log with what its forms offer."""

    rows: list[IncidentRow]
    kinds: list[tuple[str, str]]
    ladder: tuple[Level, ...]
    gap_rules: str
    tables: list[int]


def rows(tournament: Tournament) -> list[IncidentRow]:
    """Every matter, the newest first."""
    matters = Incident.objects.filter(tournament=tournament).prefetch_related("decisions")
    ladder, tell = staffing.ladder(tournament.rulebook), tournament.law.records.told.clause
    return [_row(matter, ladder, tell) for matter in matters.order_by("-number")]


def _row(matter: Incident, ladder: tuple[Level, ...], tell: str) -> IncidentRow:
    decisions = list(matter.decisions.all())
    taken = steps_taken(decisions)
    is_final = any(ladder[decision.level].is_final for decision in decisions)
    was_told = any(decision.told_of_inspector for decision in decisions)
    return IncidentRow(
        id=matter.pk,
        number=matter.number,
        kind=matter.get_kind_display(),
        is_integrity=matter.kind == IncidentKind.INTEGRITY,
        table=matter.table_number,
        hand=matter.hand_shown,
        people=matter.people,
        facts=matter.facts,
        at=matter.happened_at,
        by=matter.by,
        decisions=decisions,
        next=ladder[taken] if taken < len(ladder) and not matter.closed_at else None,
        is_final=is_final,
        is_closed=matter.closed_at is not None,
        reported_at=matter.reported_at,
        tell=tell if is_final and not matter.closed_at and not was_told else "",
    )


def page(tournament: Tournament) -> IncidentLog:
    """The log with what its forms offer."""
    return IncidentLog(
        rows=rows(tournament),
        kinds=list(IncidentKind.choices),
        ladder=staffing.ladder(tournament.rulebook),
        gap_rules=tournament.law.records.gaps.value,
        tables=list(tournament.tables.values_list("number", flat=True).order_by("number")),
    )
