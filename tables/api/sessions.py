"""Director: sessions, heats and finals, and the end of the tournament."""

from typing import Any

from ninja import Router, Schema
from pydantic import Field

from tables.services import endings
from tables.services import sessions as table_sessions
from tournament.api.basics import (
    AT,
    Chips,
    Count,
    Done,
    EntryNumber,
    Moment,
    Name,
    Number,
    Signed,
    TableNumber,
    Where,
    Why,
    action,
    by,
    entry_of,
    find,
    look,
    one_of,
    picture,
)
from tournament.api.office import TieOrder, answer
from tournament.models.sessions import AdvanceBy, SessionKind, StacksBegin
from tournament.permissions import Permission, require
from tournament.services import sessions, tournaments

router = Router(tags=["sessions"])
SESSION = AT + "/sessions/{number}"


class Plan(Schema):
    """A session as the director plans it."""

    kind: SessionKind = SessionKind.HEAT
    name: Name = ""
    planned_at: Moment | None = None
    places: int | None = Field(None, ge=2, le=10_000)
    minutes: int | None = Field(None, ge=1, le=10_000)
    hands: int | None = Field(None, ge=1, le=10_000)
    players_left: int = Field(1, ge=1, le=10_000)
    finishing_time: Moment | None = None
    stacks: StacksBegin = StacksBegin.FRESH
    advances_to: Number | None = None
    advance_by: AdvanceBy = AdvanceBy.TABLE
    advancing: int = Field(1, ge=1, le=10_000)

    def plan(self) -> sessions.Plan:
        """As the service takes it."""
        return sessions.Plan(**self.dict())


class TablesCounted(Schema):
    """The chips counted at each table, where the book asks for it."""

    tables: dict[TableNumber, Chips] = Field({}, max_length=500, examples=[{"1": 90000}])


class Chosen(Schema):
    """Entries by their numbers."""

    entries: list[EntryNumber] = Field(max_length=1000, examples=[[1, 2]])


class Allocation(Schema):
    """Which session an entry plays in."""

    entry: EntryNumber
    session: Count


@picture(router, AT + "/sessions", "The plan of sessions", list[dict[str, Any]])
def planned(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return [
        {
            "number": one.number,
            "title": one.title,
            "kind": one.kind,
            "has_begun": one.started_at is not None,
            "has_ended": one.ended_at is not None,
        }
        for one in tournament.sessions.order_by("number")
    ]


@action(router, AT + "/sessions", "Plan a session", "sessions")
def plan(request: Signed, code: str, wish: Plan) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    made = sessions.plan(wanted=wish.plan(), **by(request, tournament))
    return Done(words=f"{made.title} is planned.")


@action(router, SESSION + "/change", "Change a session that has not begun", "session-change")
def change(request: Signed, code: str, number: Where, wish: Plan) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    one_of(tournament.sessions, "session", number=number)
    sessions.plan(wanted=wish.plan(), number=number, **by(request, tournament))
    return Done()


@action(router, SESSION + "/remove", "Take a session off the plan", "session-remove")
def remove(request: Signed, code: str, number: Where) -> Done:
    sessions.remove(number=number, **by(request, find(code)))
    return Done()


@action(router, SESSION + "/again", "Let players in who did not advance", "second-chance")
def second_chance(request: Signed, code: str, number: Where, wish: Chosen) -> Done:
    tournament = find(code)
    keys = [entry_of(tournament, entry).pk for entry in wish.entries]
    count = sessions.let_in_again(number=number, entries=keys, **by(request, tournament))
    return Done(words=f"{count} have a second chance.")


@action(router, AT + "/sessions/stop", "No more hands in this session", "session-stop")
def stop(request: Signed, code: str, why: Why) -> Done:
    table_sessions.stop(reason=why.reason, **by(request, find(code)))
    return Done()


@action(router, AT + "/sessions/end", "Fix the results of this session", "session-end")
def end(request: Signed, code: str, wish: TablesCounted) -> Done:
    made = table_sessions.end(counted=wish.tables, **by(request, find(code)))
    return Done(words=f"{made.title} is over; who advances is entered.")


@action(router, AT + "/sessions/decide", "Decide between players at the line", "session-decide")
def decide(request: Signed, code: str, wish: TieOrder) -> Done:
    tournament = find(code)
    table_sessions.decide(answer(tournament, wish), **by(request, tournament))
    return Done()


@action(router, AT + "/sessions/allocate", "Put an entry into a session", "session-allocate")
def allocate(request: Signed, code: str, wish: Allocation) -> Done:
    tournament = find(code)
    require(request.auth, Permission.REGISTER_PLAYERS, tournament.pk)
    entry = entry_of(tournament, wish.entry)
    who = by(request, tournament)
    sessions.allocate(entry_id=entry.pk, number=wish.session, actor=who["actor"], now=who["now"])
    return Done()


@action(router, AT + "/finish", "Places by chip counts", "finish-by-chips")
def finish_by_chips(request: Signed, code: str) -> Done:
    endings.finish_by_chips(**by(request, find(code)))
    return Done()


@action(router, AT + "/reopen", "Take the finish back", "reopen")
def reopen(request: Signed, code: str) -> Done:
    tournaments.reopen(**by(request, find(code)))
    return Done()
