"""A dispute: the floor is called, play and clock wait where the book says so, and go on by the
decision (charity:22.1, fours:break-3)."""

from datetime import datetime
from typing import Any

from engine.clock.clock_state import COUNTING, ClockState, Phase
from engine.conduct.table_order import DISPUTE
from engine.refusal import Refused
from tables.commands import AtTable, TableCommand, When, table_command
from tables.conduct.queries import disputes
from tables.conduct.services import floor
from tables.models import FloorCall, Table
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.live.broadcast import Audience
from tournament.models import Clock
from tournament.office.services import staffing
from tournament.permissions import SYSTEM, Actor, Permission


@table_command("floor", when=When.ANY_TIME, tells=(Audience.CONSOLE,))
def call(at: AtTable, *, reason: str) -> FloorCall:
    """Ring for the floor; a disagreement of players stops clock or game under some books."""
    stops = reason == DISPUTE and bool(disputes.clock_clause(at.table))
    state = _clock(at.table) if stops else None
    made = floor.ring(at, reason)
    at.keep_version()
    if state is not None and state.phase in COUNTING:
        _press("pause", at, Press(reason=disputes.clock_words(at.table)))
    elif state is not None and state.resumes_at is not None:
        clock.hold(reason=disputes.clock_words(at.table), **_for_all(at))
    return made


@table_command("call_off", when=When.ANY_TIME, tells=(Audience.CONSOLE,))
def call_off(at: AtTable) -> None:
    """The table takes its last call back."""
    floor.call_off(at)
    at.keep_version()


def answer(*, call_id: int, ruling: str, actor: Actor, now: datetime) -> None:
    """The decision on record ends the pause; whoever had won meanwhile is declared then."""
    table_id = FloorCall.objects.values_list("table_id", flat=True).get(pk=call_id)
    _answer(TableCommand(table_id, actor, now), call_id=call_id, ruling=ruling)


@table_command(
    "answer",
    permission=Permission.RULE,
    when=When.ANY_TIME,
    tells=(Audience.CONSOLE,),
    may_decide=True,
)
def _answer(at: AtTable, *, call_id: int, ruling: str) -> None:
    found = FloorCall.objects.get(pk=call_id)
    clause = disputes.clock_clause(at.table)
    stands = bool(clause) and found.reason == DISPUTE
    if stands and found.answered_at is None and not ruling.strip():
        raise Refused("Write the decision down: play waits for it.", clause)
    if found.reason == DISPUTE:
        staffing.require_ruling(at.actor, at.table.tournament)
        disputes.check_decides(at.table, at.actor)
    state = _clock(at.table) if stands else None
    if found.answered_at is None:
        floor.answer(at, found, ruling)
        at.keep_version()
    else:
        at.leave_as_it_was()
    if state is not None and not disputes.is_any_open(at.table.tournament_id):
        _go_on(at, state)


def _go_on(at: AtTable, state: ClockState) -> None:
    if not state.reason.startswith(disputes.STANDS_FOR):
        return
    if state.held_until is not None:
        clock.release(**_for_all(at))
    elif state.phase == Phase.PAUSED:
        _press("resume", at, Press())


def _clock(table: Table) -> ClockState:
    """Where the clock stands, held before the journal is."""
    held = Clock.objects.select_for_update(of=("self",), no_key=True)
    return clock_queries.state_of(held.get(tournament_id=table.tournament_id))


def _press(kind: str, at: AtTable, press: Press) -> None:
    clock.act(kind=kind, press=press, **_for_all(at))


def _for_all(at: AtTable) -> dict[str, Any]:
    return {"tournament_id": at.table.tournament_id, "actor": SYSTEM, "now": at.now}
