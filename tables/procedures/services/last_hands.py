"""Announce the last hands: every table counts its own from the announcement, then play is over."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.clock.clock_state import Phase
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.commands import across
from tables.models import Table
from tables.play.queries import hands as hand_queries
from tables.procedures.queries import last_hands
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.live.broadcast import EVERYBODY
from tournament.models import Clock, Tournament
from tournament.permissions import SYSTEM, Actor, Permission

PLAYED = "the last hands are played"


def announce(
    *,
    tournament_id: int,
    hands: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """So many more hands at each table; a hand in play is finished and does not count."""
    with across(
        tournament_id,
        Permission.RUN_CLOCK,
        actor=actor,
        now=now,
        kind="last_hands",
        command_id=command_id,
    ) as hall:
        if hall.is_repeat:
            return
        _check(hall.tournament, hands, now=now)
        clock.set_last_hands(tournament_id=tournament_id, hands=hands)
        hall.write("last_hands.announced", hands=hands)
        for table in hall.open_tables:
            table.last_hands_after = table.hand_number
            table.save(update_fields=["last_hands_after"])
        hall.change(*hall.open_tables)
        hall.tell(*EVERYBODY)


def _check(tournament: Tournament, hands: int, *, now: datetime) -> None:
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Last hands are announced while the tournament is in play.")
    clock.catch_up(tournament.clock, now=now)
    if clock_queries.state_of(tournament.clock).phase is Phase.FINISHED:
        raise Refused("Play is already over.")
    if tournament.clock.last_hands is not None:
        raise Refused("Last hands have already been announced: cancel them first.")
    if not 1 <= hands <= last_hands.MOST_HANDS:
        raise Refused(f"Announce 1 to {last_hands.MOST_HANDS} last hands.")


def withdraw(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Play goes on as if nothing had been announced."""
    with across(tournament_id, Permission.RUN_CLOCK, actor=actor, now=now) as hall:
        if hall.tournament.clock.last_hands is None:
            raise Refused("No last hands have been announced.")
        clock.set_last_hands(tournament_id=tournament_id, hands=None)
        hall.write("last_hands.withdrawn")
        hall.change(*hall.open_tables)
        hall.tell(*EVERYBODY)


def finish_if_played(*, tournament_id: int, now: datetime) -> bool:
    """Every table has dealt its last hand: the clock ends play, once."""
    announced = Clock.objects.filter(pk=tournament_id, last_hands__isnull=False)
    if not announced.exists() or _is_still_playing(tournament_id):
        return False
    with transaction.atomic():
        clock.finish(tournament_id=tournament_id, reason=PLAYED, actor=SYSTEM, now=now)
    return True


def _is_still_playing(tournament_id: int) -> bool:
    if last_hands.unfinished(tournament_id):
        return True
    tables = Table.objects.filter(tournament_id=tournament_id)
    return any(hand_queries.is_in_play(table) for table in tables)
