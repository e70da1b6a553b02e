"""Keep every matter that came up, and what each level decided on it."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine import clauses
from engine.office import staffing
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Chain, Decision, Incident, Tournament
from tournament.models.incidents import IncidentKind
from tournament.office.queries import incidents as queries
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal
from tournament.setup.queries import sessions as session_queries


@dataclass(frozen=True, slots=True)
class Matter:
    """What happened: where, to whom, and the facts."""

    kind: str
    facts: str
    people: str = ""
    table: int | None = None
    hand: int | None = None
    came_from: str = ""
    happened_at: datetime | None = None
    is_settled: bool = False  # the book itself settled it


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided, why, and on which rules it rests."""

    words: str
    reason: str = ""
    source: str = ""
    before: str = ""
    after: str = ""
    told_of_inspector: bool = False


@transaction.atomic
def open_matter(*, tournament_id: int, matter: Matter, actor: Actor, now: datetime) -> Incident:
    """Write a matter down, by anybody of the staff who works the floor."""
    require(actor, Permission.RULE, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if matter.hand is not None:  # as people say it: of the session in play
        matter = replace(matter, hand=session_queries.key_before(tournament) + matter.hand)
    return note(tournament, matter, actor=actor, now=now)


def note(tournament: Tournament, matter: Matter, *, actor: Actor, now: datetime) -> Incident:
    """The same for a service that holds the table or the tournament already."""
    if matter.kind not in IncidentKind.values:
        raise Refused("No such kind of incident.")
    if not matter.facts.strip():
        raise Refused("Enter what happened.", queries.record_clause(tournament))
    Chain.objects.select_for_update().get(pk=tournament.pk)
    highest = tournament.incidents.aggregate(highest=Max("number"))["highest"]
    made = Incident.objects.create(
        tournament=tournament,
        number=int(highest or 0) + 1,
        kind=matter.kind,
        table_number=matter.table,
        hand_number=matter.hand,
        people=matter.people.strip()[:300],
        facts=matter.facts.strip()[:4000],
        came_from=matter.came_from[:40],
        happened_at=matter.happened_at or now,
        at=now,
        by=actor.name,
        closed_at=now if matter.is_settled else None,
    )
    journal.write(
        actor,
        "incident.opened",
        tournament_id=tournament.pk,
        at=now,
        number=made.number,
        kind=made.get_kind_display().lower(),
        where=f" at table {made.table_number}" if made.table_number else "",
        facts=made.facts,
        people=made.people,
    )
    return made


@transaction.atomic
def decide(*, incident_id: int, ruling: Ruling, actor: Actor, now: datetime) -> Decision:
    """The next level's decision; each level decides once, in order, until the last word."""
    incident = Incident.objects.select_related("tournament").get(pk=incident_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=incident.tournament_id)
    require(actor, Permission.RULE, tournament.pk)
    return rule(incident, ruling, actor=actor, now=now)


def rule(incident: Incident, ruling: Ruling, *, actor: Actor, now: datetime) -> Decision:
    """The same for a service that holds what it needs already."""
    tournament = incident.tournament
    taken = queries.steps_taken(incident.decisions.all())
    roles = queries.roles(tournament, actor)
    level = staffing.deciding_level(tournament.rulebook, taken=taken, roles=roles)
    step = staffing.ladder(tournament.rulebook)[level]
    if not ruling.words.strip():
        raise Refused("Enter what was decided.", step.clause)
    made = Decision.objects.create(
        incident=incident,
        level=level,
        title=step.title,
        words=ruling.words.strip(),
        reason=ruling.reason.strip()[:400],
        source=_source(tournament, ruling.source),
        before=ruling.before.strip()[:300],
        after=ruling.after.strip()[:300],
        told_of_inspector=ruling.told_of_inspector,
        at=now,
        by=actor.name,
    )
    journal.write(
        actor,
        "incident.decided",
        tournament_id=tournament.pk,
        at=now,
        number=incident.number,
        title=step.title.lower(),
        words=made.words,
        source=made.source,
        before=made.before,
        after=made.after,
    )
    broadcast.changed(tournament.pk, broadcast.Audience.CONSOLE)
    return made


def _source(tournament: Tournament, source: str) -> str:
    """A clause of the book, or the rules that fill its gaps (igr:6.02(e))."""
    words = source.strip()
    if not words:
        return tournament.law.records.gaps.value
    if ":" in words and clauses.find(words) is None:
        raise Refused(f"No clause {words}.")
    return words[:80]


@transaction.atomic
def report(*, incident_id: int, actor: Actor, now: datetime) -> None:
    """It was reported to the regulator in writing (igr:6.02(i))."""
    incident = _held(incident_id, actor)
    if incident.reported_at is None:
        incident.reported_at, incident.reported_by = now, actor.name
        incident.save(update_fields=["reported_at", "reported_by"])
        _tell(incident, "incident.reported", actor, now)


@transaction.atomic
def close(*, incident_id: int, actor: Actor, now: datetime) -> None:
    """Nobody asks for more; not before something was decided."""
    incident = _held(incident_id, actor)
    if not incident.decisions.exists():
        raise Refused("Record a decision first.")
    if incident.closed_at is None:
        incident.closed_at = now
        incident.save(update_fields=["closed_at"])
        _tell(incident, "incident.closed", actor, now)


def _held(incident_id: int, actor: Actor) -> Incident:
    incident = Incident.objects.select_related("tournament").get(pk=incident_id)
    require(actor, Permission.RUN_TOURNAMENT, incident.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=incident.tournament_id)
    return incident


def _tell(incident: Incident, name: str, actor: Actor, now: datetime) -> None:
    journal.write(actor, name, tournament_id=incident.tournament_id, at=now, number=incident.number)
