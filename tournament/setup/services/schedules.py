"""Change a schedule before its rows begin, and keep schedules for another evening."""

from datetime import datetime
from typing import Any

from django.db import transaction

from engine.clock import lawful_schedules
from engine.refusal import Refused
from engine.schedule import schedule as engine_schedule
from engine.schedule.schedule import Schedule
from engine.structure import level_games, windows
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock as clock_service
from tournament.live import broadcast
from tournament.models import Clock, ScheduleTemplate, Tournament
from tournament.office.services import licence
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal
from tournament.records.services.stale import Stale
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.services import conditions

MOST_LETTERS = 80


@transaction.atomic
def change(
    *,
    tournament_id: int,
    schedule: Schedule,
    seen: str,
    actor: Actor,
    now: datetime,
    reason: str = "",
) -> None:
    """Play by another schedule from the next row on; before the first hand, from the beginning.

    In play the conditions are amended by it, with the reason.
    """
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    clock = Clock.objects.select_for_update().get(pk=tournament_id)
    clock_service.catch_up(clock, now=now)
    current = clock_queries.schedule_of(tournament)
    if schedule == current:
        return
    lawful_schedules.check_open(
        has_started=tournament.started_at is not None, rulebook=tournament.rulebook
    )
    if seen != schedule_queries.stamp(current):
        raise Stale("Somebody else has changed the schedule. Reload the page and check it.")
    check(tournament, schedule)
    _check_not_begun(tournament, clock, current, schedule)
    before = conditions.told(tournament)
    tournament.structure = {
        **tournament.structure,
        "schedule": engine_schedule.to_plain(schedule),
    }
    tournament.save(update_fields=["structure"])
    clock.tournament = tournament
    clock_service.follow_schedule(clock, now=now)
    journal.write(
        actor,
        "schedule.changed",
        tournament_id=tournament_id,
        at=now,
        levels=len(schedule.levels),
        minutes=sum(row.minutes for row in schedule.rows),
        was=engine_schedule.to_plain(current),
        became=engine_schedule.to_plain(schedule),
    )
    conditions.amend(tournament, before, reason=reason, actor=actor, now=now)
    licence.structure_changed(tournament, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def check(tournament: Tournament, schedule: Schedule) -> None:
    """Refuse what cannot be played with this stack and these chips, or not by this book."""
    structure = tournament.structure
    chips = [chip["value"] for chip in structure["chips"]]
    engine_schedule.check(schedule, stack=structure["stack"], chips=chips)
    lawful_schedules.check(schedule, rulebook=tournament.rulebook)
    windows.check(schedule, structure)
    played = schedule_queries.played_with(tournament, schedule)
    level_games.check(schedule, played=played, seats=structure["seats_per_table"])


def _check_not_begun(
    tournament: Tournament, clock: Clock, current: Schedule, schedule: Schedule
) -> None:
    if tournament.is_over:
        raise Refused(f"The tournament is {tournament.state}: its schedule can no longer change.")
    begun = schedule_queries.rows_begun(clock)
    if schedule.rows[:begun] != current.rows[:begun]:
        raise Refused("A row that has begun cannot change, only rows still to come.")
    if begun > len(current.rows):
        raise Refused("The whole schedule has been played: nothing is left to change.")


@transaction.atomic
def save_template(
    *, tournament_id: int, name: str, schedule: Schedule, actor: Actor, now: datetime
) -> ScheduleTemplate:
    """Keep a schedule under a name; the same name again replaces it."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    words = " ".join(name.split())
    if not words or len(words) > MOST_LETTERS:
        raise Refused(f"Give the template a name of at most {MOST_LETTERS} characters.")
    engine_schedule.check(schedule)
    kept, _ = ScheduleTemplate.objects.update_or_create(
        name=words,
        defaults={
            "schedule": engine_schedule.to_plain(schedule),
            "house_rules": _house_rules(tournament_id),
            "by": actor.name,
            "at": now,
        },
    )
    journal.write(
        actor, "schedule.kept_as_template", tournament_id=tournament_id, at=now, template=words
    )
    return kept


@transaction.atomic
def drop_template(*, tournament_id: int, template_id: int, actor: Actor, now: datetime) -> None:
    """A kept schedule is thrown away; tournaments made from it keep theirs."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    kept = ScheduleTemplate.objects.filter(pk=template_id).first()
    if kept is None:
        return
    kept.delete()
    journal.write(
        actor, "schedule.template_dropped", tournament_id=tournament_id, at=now, template=kept.name
    )


def _house_rules(tournament_id: int) -> dict[str, Any]:
    """The house's own choices go with the schedule they were played with."""
    structure = Tournament.objects.values_list("structure", flat=True).get(pk=tournament_id)
    return dict(structure.get("house_rules", {}))
