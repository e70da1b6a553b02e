"""Incidents as the log shows them: what happened, who decided, who decides next."""

from collections.abc import Iterable
from typing import Any

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
    """A table whose players disagree and nobody has decided yet; None where there is none."""
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


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Every matter, the newest first."""
    found = Incident.objects.filter(tournament=tournament).prefetch_related("decisions")
    ladder = staffing.ladder(tournament.rulebook)
    return [
        _row(one, ladder, tournament.law.records.told.clause) for one in found.order_by("-number")
    ]


def _row(one: Incident, ladder: tuple[Level, ...], tell: str) -> dict[str, Any]:
    made = list(one.decisions.all())
    taken = steps_taken(made)
    after = ladder[taken] if taken < len(ladder) and not one.closed_at else None
    is_final = any(ladder[decision.level].is_final for decision in made)
    told = any(decision.told_of_inspector for decision in made)
    return {
        "id": one.pk,
        "number": one.number,
        "kind": one.get_kind_display(),
        "is_integrity": one.kind == IncidentKind.INTEGRITY,
        "table": one.table_number,
        "hand": one.hand_shown,
        "people": one.people,
        "facts": one.facts,
        "at": one.happened_at,
        "by": one.by,
        "decisions": made,
        "next": after,
        "is_final": is_final,
        "is_closed": one.closed_at is not None,
        "reported_at": one.reported_at,
        "tell": tell if is_final and not one.closed_at and not told else "",
    }


def page(tournament: Tournament) -> dict[str, Any]:
    """The log with what its forms offer."""
    return {
        "rows": rows(tournament),
        "kinds": IncidentKind.choices,
        "ladder": staffing.ladder(tournament.rulebook),
        "gap_rules": tournament.law.records.gaps.value,
        "tables": list(tournament.tables.values_list("number", flat=True).order_by("number")),
    }
