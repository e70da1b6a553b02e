"""Conduct hand-for-hand: hold each table after its hand until all are done (tda2024:RP-8)."""

from datetime import datetime

from django.db import transaction

from engine import clauses
from engine.hand.state import Hand
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables import locking
from tables.models import HandForHand, Table
from tables.models.tables import TableState
from tables.play.queries import depth, hands
from tables.procedures.queries import hand_for_hand
from tournament.clock.services import clock
from tournament.live import broadcast
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def begin(*, tournament_id: int, minutes: int, actor: Actor, now: datetime) -> HandForHand:
    """From the announcement on: hands in play are finished first, and the other tables wait."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Hand-for-hand is played while the tournament is in play.")
    if hand_for_hand.running(tournament_id) is not None:
        raise Refused("Hand-for-hand is on already.")
    if bare := depth.counting(tournament, tables.values()):
        raise Refused(f"Table {bare[0]} keeps counts only: let it record its hands first.")
    if not 1 <= minutes <= hand_for_hand.MOST_MINUTES:
        clause = clauses.cited("tda2024:RP-8", rulebook=tournament.rulebook)
        raise Refused("A hand takes one to three minutes off the clock.", clause)
    clock.begin_hand_for_hand(tournament_id=tournament_id, actor=actor, now=now)
    on = HandForHand.objects.create(tournament=tournament, minutes=minutes, started_at=now)
    journal.write(
        actor, "hand_for_hand.begun", tournament_id=tournament_id, at=now, minutes=minutes
    )
    _hold_for_hands_in_play([table for table in tables.values() if table.is_open])
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return on


def _hold_for_hands_in_play(tables: list[Table]) -> None:
    waiting = [table for table in tables if not hands.is_in_play(table)]
    for table in waiting if len(waiting) < len(tables) else ():
        _set(table, TableState.HELD)


def hold(table: Table, hand: Hand) -> None:
    """Its hand is over: the table waits for the others; the caller holds it and tells."""
    if hand.ended == "misdeal" or hand_for_hand.running(table.tournament_id) is None:
        return
    table.state = TableState.HELD
    table.save(update_fields=["state"])


def advance(*, tournament_id: int, now: datetime) -> bool:
    """The last table is done: the clock takes its minutes and all may deal; once."""
    is_on = hand_for_hand.running(tournament_id) is not None
    return is_on and _advance(tournament_id, now)


@transaction.atomic
def _advance(tournament_id: int, now: datetime) -> bool:
    tournament, tables = locking.tournament_and_tables(tournament_id)
    on = hand_for_hand.running(tournament_id)
    if on is None or tournament.state != TournamentState.RUNNING:
        return False
    return _release_if_all_are_done(on, [t for t in tables.values() if t.is_open], now)


def _release_if_all_are_done(on: HandForHand, tables: list[Table], now: datetime) -> bool:
    if hand_for_hand.still_playing(on.tournament_id):
        return False
    on.hands, on.order = on.hands + 1, None
    on.save(update_fields=["hands", "order"])
    clock.take_hand(tournament_id=on.tournament_id, minutes=on.minutes, actor=SYSTEM, now=now)
    journal.write(
        SYSTEM, "hand_for_hand.played", tournament_id=on.tournament_id, at=now, hands=on.hands
    )
    _release(tables)
    broadcast.changed(on.tournament_id, *broadcast.EVERYBODY)
    return True


@transaction.atomic
def end(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The bubble has burst: everybody deals on and the clock runs."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    _, tables = locking.tournament_and_tables(tournament_id)
    on = hand_for_hand.running(tournament_id)
    if on is None:
        raise Refused("Hand-for-hand is not on.")
    on.ended_at = now
    on.stood = {str(table.number): [table.state, table.head] for table in tables.values()}
    on.save(update_fields=["ended_at", "stood"])
    clock.end_hand_for_hand(tournament_id=tournament_id, actor=actor, now=now)
    journal.write(actor, "hand_for_hand.ended", tournament_id=tournament_id, at=now, hands=on.hands)
    _release([table for table in tables.values() if table.is_open])
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def take_back_end(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """It was ended too soon: the tables that waited wait again, and the clock stands."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    on = hand_for_hand.last_ended(tournament_id)
    if on is None or tournament.state != TournamentState.RUNNING:
        raise Refused("Hand-for-hand has not ended: there is nothing to take back.")
    if played := hand_for_hand.played_on(on, tables.values()):
        raise Refused(f"Table {played[0]} has played on: begin hand-for-hand again instead.")
    clock.take_back_end_of_hand_for_hand(tournament_id=tournament_id, actor=actor, now=now)
    on.ended_at = None
    on.save(update_fields=["ended_at"])
    journal.write(
        actor, "hand_for_hand.end_taken_back", tournament_id=tournament_id, at=now, hands=on.hands
    )
    _hold_again(on, [table for table in tables.values() if table.is_open])
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def _hold_again(on: HandForHand, tables: list[Table]) -> None:
    for table in tables:
        state, _ = on.stood.get(str(table.number), (table.state, table.head))
        if state == TableState.HELD:
            _set(table, TableState.HELD)


def _release(tables: list[Table]) -> None:
    for table in tables:
        if table.state == TableState.HELD:
            _set(table, TableState.OPEN)


def _set(table: Table, state: TableState) -> None:
    table.state = state
    table.version += 1
    table.save(update_fields=["state", "version"])
    table_broadcast.table_changed(table)
