"""A dispute: the floor is called, play and clock wait where the book says so, and go on by the
decision (charity:22.1, fours:break-3)."""

from datetime import datetime

from engine.clock_state import ClockState, Phase
from engine.refusal import Refused
from tables.models import FloorCall, Table
from tables.queries import disputes
from tables.services import floor, play
from tournament.models import Clock
from tournament.permissions import SYSTEM, Actor
from tournament.queries import clock as clock_queries
from tournament.services import clock
from tournament.services.clock_wishes import Press


def call(request: play.Request, *, reason: str) -> None:
    """Ring for the floor; a disagreement of players stops clock or game under some books."""
    made = floor.call(request, reason=reason)
    if made is None or reason != disputes.DISPUTE or not disputes.clock_clause(made.table):
        return
    if _clock(made.table).phase == Phase.PLAYING:
        _press("pause", made.table, request.now, Press(reason=disputes.clock_words(made.table)))


def answer(*, call_id: int, ruling: str, actor: Actor, now: datetime) -> None:
    """The decision on record ends the pause."""
    found = FloorCall.objects.select_related("table__tournament").get(pk=call_id)
    clause = disputes.clock_clause(found.table)
    stands = bool(clause) and found.reason == disputes.DISPUTE
    if stands and found.answered_at is None and not ruling.strip():
        raise Refused("Write the decision down: play waits for it.", clause)
    floor.answer(call_id=call_id, ruling=ruling, actor=actor, now=now)
    if stands and not disputes.is_any_open(found.table.tournament_id):
        _go_on(found.table, now)


def _go_on(table: Table, now: datetime) -> None:
    state = _clock(table)
    if state.phase == Phase.PAUSED and state.reason.startswith(disputes.STANDS_FOR):
        _press("resume", table, now, Press())


def _clock(table: Table) -> ClockState:
    return clock_queries.state_of(Clock.objects.get(tournament_id=table.tournament_id))


def _press(kind: str, table: Table, now: datetime, press: Press) -> None:
    clock.act(tournament_id=table.tournament_id, kind=kind, actor=SYSTEM, now=now, press=press)
