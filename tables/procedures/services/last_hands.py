"""Announce the last hands: every table counts its own from the announcement, then play is over."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.clock.clock_state import Phase
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import locking
from tables.chips.services import stacks
from tables.models import Table
from tables.play.queries import hands as hand_queries
from tables.procedures.queries import last_hands
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import Clock, Tournament
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import idempotency, journal

PLAYED = "the last hands are played"


@transaction.atomic
def announce(
    *,
    tournament_id: int,
    hands: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """So many more hands at each table; a hand in play is finished and does not count."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if idempotency.is_repeated(command_id):
        return
    _check(tournament, hands, now=now)
    clock.set_last_hands(tournament_id=tournament_id, hands=hands)
    journal.write(actor, "last_hands.announced", tournament_id=tournament_id, at=now, hands=hands)
    idempotency.remember(command_id, tournament_id=tournament_id, kind="last_hands", now=now)
    _count_from_here([table for table in tables.values() if table.is_open])


def _check(tournament: Tournament, hands: int, *, now: datetime) -> None:
    if tournament.state != TournamentState.RUNNING:
        raise Refused("The last hands are announced while the tournament is in play.")
    clock.catch_up(tournament.clock, now=now)
    if clock_queries.state_of(tournament.clock).phase is Phase.FINISHED:
        raise Refused("Play is over already.")
    if tournament.clock.last_hands is not None:
        raise Refused("The last hands are announced already: take that back first.")
    if not 1 <= hands <= last_hands.MOST_HANDS:
        raise Refused(f"Announce from 1 to {last_hands.MOST_HANDS} last hands.")


def _count_from_here(tables: list[Table]) -> None:
    for table in tables:
        table.last_hands_after = table.hand_number
        table.save(update_fields=["last_hands_after"])
        stacks.bump(table)


@transaction.atomic
def withdraw(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Play goes on as if nothing had been announced."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.clock.last_hands is None:
        raise Refused("No last hands are announced.")
    clock.set_last_hands(tournament_id=tournament_id, hands=None)
    journal.write(actor, "last_hands.withdrawn", tournament_id=tournament_id, at=now)
    for table in tables.values():
        if table.is_open:
            stacks.bump(table)


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
