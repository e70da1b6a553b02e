"""Conduct hand-for-hand: hold each table after its hand until all are done (tda2024:RP-8)."""

from datetime import datetime

from engine import rulebooks
from engine.hand.state import Hand
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.commands import Hall, across
from tables.models import HandForHand, Table
from tables.models.tables import TableState
from tables.play.queries import depth, hands
from tables.procedures.queries import hand_for_hand
from tournament.clock.services import clock
from tournament.live.broadcast import EVERYBODY
from tournament.permissions import SYSTEM, Actor, Permission


def begin(*, tournament_id: int, minutes: int, actor: Actor, now: datetime) -> HandForHand:
    """From the announcement on: hands in play are finished first, and the other tables wait."""
    with across(tournament_id, Permission.RUN_CLOCK, actor=actor, now=now) as hall:
        _check_may_begin(hall, minutes)
        clock.begin_hand_for_hand(tournament_id=tournament_id, actor=actor, now=now)
        on = HandForHand.objects.create(tournament=hall.tournament, minutes=minutes, started_at=now)
        hall.write("hand_for_hand.begun", minutes=minutes)
        waiting = [table for table in hall.open_tables if not hands.is_in_play(table)]
        if len(waiting) < len(hall.open_tables):
            _set(hall, waiting, TableState.HELD)
        hall.tell(*EVERYBODY)
    return on


def _check_may_begin(hall: Hall, minutes: int) -> None:
    tournament = hall.tournament
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Hand-for-hand is played while the tournament is in play.")
    if hand_for_hand.running(tournament.pk) is not None:
        raise Refused("Hand-for-hand is already on.")
    if bare := depth.counting(tournament, hall.tables.values()):
        raise Refused(
            f"Table {bare[0]} records counts only: let it record results or every action first, "
            "under Checks or on its tablet under Deck."
        )
    if not 1 <= minutes <= hand_for_hand.MOST_MINUTES:
        clause = rulebooks.cited("tda2024:RP-8", rulebook=tournament.rulebook)
        raise Refused("A hand takes one to three minutes off the clock.", clause)


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


def _advance(tournament_id: int, now: datetime) -> bool:
    with across(tournament_id, Permission.RUN_CLOCK, actor=SYSTEM, now=now) as hall:
        on = hand_for_hand.running(tournament_id)
        if on is None or hall.tournament.state != TournamentState.RUNNING:
            return False
        return _release_if_all_are_done(hall, on)


def _release_if_all_are_done(hall: Hall, on: HandForHand) -> bool:
    where = hall.tournament.pk
    if hand_for_hand.still_playing(where):
        return False
    on.hands, on.order = on.hands + 1, None
    on.save(update_fields=["hands", "order"])
    clock.take_hand(tournament_id=where, minutes=on.minutes, actor=SYSTEM, now=hall.now)
    hall.write("hand_for_hand.played", hands=on.hands)
    _release(hall)
    hall.tell(*EVERYBODY)
    return True


def end(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The bubble has burst: everybody deals on and the clock runs."""
    with across(tournament_id, Permission.RUN_CLOCK, actor=actor, now=now) as hall:
        on = hand_for_hand.running(tournament_id)
        if on is None:
            raise Refused("Hand-for-hand is not on.")
        on.ended_at = now
        on.stood = {str(number): [t.state, t.head] for number, t in hall.tables.items()}
        on.save(update_fields=["ended_at", "stood"])
        clock.end_hand_for_hand(tournament_id=tournament_id, actor=actor, now=now)
        hall.write("hand_for_hand.ended", hands=on.hands)
        _release(hall)
        hall.tell(*EVERYBODY)


def take_back_end(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """It was ended too soon: the tables that waited wait again, and the clock stands."""
    with across(tournament_id, Permission.RUN_CLOCK, actor=actor, now=now) as hall:
        on = hand_for_hand.last_ended(tournament_id)
        if on is None or hall.tournament.state != TournamentState.RUNNING:
            raise Refused("Hand-for-hand has not ended: nothing to undo.")
        if played := hand_for_hand.played_on(on, hall.tables.values()):
            raise Refused(f"Table {played[0]} has played on: begin hand-for-hand again instead.")
        clock.take_back_end_of_hand_for_hand(tournament_id=tournament_id, actor=actor, now=now)
        on.ended_at = None
        on.save(update_fields=["ended_at"])
        hall.write("hand_for_hand.end_taken_back", hands=on.hands)
        _set(hall, [t for t in hall.open_tables if _was_held(on, t)], TableState.HELD)
        hall.tell(*EVERYBODY)


def _was_held(on: HandForHand, table: Table) -> bool:
    state, _ = on.stood.get(str(table.number), (table.state, table.head))
    return bool(state == TableState.HELD)


def _release(hall: Hall) -> None:
    held = [table for table in hall.open_tables if table.state == TableState.HELD]
    _set(hall, held, TableState.OPEN)


def _set(hall: Hall, tables: list[Table], state: TableState) -> None:
    for table in tables:
        table.state = state
        table.save(update_fields=["state"])
    hall.change(*tables)
