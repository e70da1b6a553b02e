"""A dispute: the floor is called, play and clock wait where the book says so, and go on by the
decision (charity:22.1, fours:break-3)."""

from datetime import datetime

from django.db import transaction

from engine.clock.clock_state import COUNTING, ClockState, Phase
from engine.conduct.table_order import DISPUTE
from engine.refusal import Refused
from tables import locking
from tables.conduct.queries import disputes
from tables.conduct.services import floor
from tables.models import FloorCall, Table
from tables.play.services import play
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import Clock
from tournament.permissions import SYSTEM, Actor
from tournament.setup.services import tournaments


@transaction.atomic
def call(request: play.Request, *, reason: str) -> None:
    """Ring for the floor; a disagreement of players stops clock or game under some books."""
    table = locking.table(request.table_id)
    stops = reason == DISPUTE and bool(disputes.clock_clause(table))
    state = _clock(table) if stops else None
    made = floor.call(request, reason=reason)
    if made is not None and state is not None and state.phase in COUNTING:
        _press("pause", table, request.now, Press(reason=disputes.clock_words(table)))


def answer(*, call_id: int, ruling: str, actor: Actor, now: datetime) -> None:
    """The decision on record ends the pause; whoever had won meanwhile is declared then."""
    tournament_id = _answer(call_id, ruling, actor=actor, now=now)
    tournaments.finish_if_decided(tournament_id=tournament_id, now=now)


@transaction.atomic
def _answer(call_id: int, ruling: str, *, actor: Actor, now: datetime) -> int:
    found = FloorCall.objects.select_related("table__tournament").get(pk=call_id)
    clause = disputes.clock_clause(found.table)
    stands = bool(clause) and found.reason == DISPUTE
    if stands and found.answered_at is None and not ruling.strip():
        raise Refused("Write the decision down: play waits for it.", clause)
    state = _clock(found.table) if stands else None
    floor.answer(call_id=call_id, ruling=ruling, actor=actor, now=now)
    if state is not None and not disputes.is_any_open(found.table.tournament_id):
        _go_on(found.table, state, now)
    return found.table.tournament_id


def _go_on(table: Table, state: ClockState, now: datetime) -> None:
    if state.phase == Phase.PAUSED and state.reason.startswith(disputes.STANDS_FOR):
        _press("resume", table, now, Press())


def _clock(table: Table) -> ClockState:
    """Where the clock stands, held before the journal is."""
    held = Clock.objects.select_for_update(of=("self",), no_key=True)
    return clock_queries.state_of(held.get(tournament_id=table.tournament_id))


def _press(kind: str, table: Table, now: datetime, press: Press) -> None:
    clock.act(tournament_id=table.tournament_id, kind=kind, actor=SYSTEM, now=now, press=press)
