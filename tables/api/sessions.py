"""Director: sessions, heats and finals, and the end of the tournament."""

from dataclasses import fields
from datetime import datetime

from ninja import Schema
from pydantic import Field

from tables.results.services import endings
from tables.sessions.services import sessions as table_sessions
from tournament.api.fields import (
    AMENDS,
    Chips,
    Count,
    EntryNumber,
    Line,
    Moment,
    Name,
    Number,
    Sent,
    TableNumber,
    Where,
    Why,
)
from tournament.api.office import TieOrder, answer
from tournament.api.operations import Here, Operations, one_of
from tournament.models import Session
from tournament.models.sessions import AdvanceBy, SessionKind, StacksBegin
from tournament.permissions import Permission
from tournament.setup.services import sessions, tournaments

router = Operations(tags=["sessions"])
SESSION = "/sessions/{number}"


class Plan(Sent):
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
    admits: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="Of a second chance: the best of each session before it; none: everybody.",
    )
    reason: Line = Field("", description=AMENDS)

    def plan(self) -> sessions.Plan:
        """As the service takes it."""
        return sessions.Plan(**self.dict(exclude={"reason"}))

    def changed(self, session: Session) -> sessions.Plan:
        """A session that is planned, with what was sent in its place."""
        names = {field.name for field in fields(sessions.Plan)} - {"advances_to"}
        target = session.advances_to.number if session.advances_to else None
        planned = {name: getattr(session, name) for name in names}
        return self.over(sessions.Plan(**planned, advances_to=target))


class PlannedSession(Schema):
    """A session of the plan, and how far it has come."""

    number: int
    title: str
    kind: SessionKind
    planned_at: datetime | None
    minutes: int | None
    hands: int | None
    players_left: int
    started_at: datetime | None
    ended_at: datetime | None


class TablesCounted(Sent):
    """The chips counted at each table, where the book asks for it."""

    tables: dict[TableNumber, Chips] = Field({}, max_length=500, examples=[{"1": 90000}])


class Chosen(Sent):
    """Entries by their numbers."""

    entries: list[EntryNumber] = Field(max_length=1000, examples=[[1, 2]])


class TakingBack(Sent):
    """What is known by whoever takes the finish back."""

    is_confirmed: bool = Field(False, description="Donations that were paid stay paid.")


class Allocation(Sent):
    """Which session an entry plays in."""

    entry: EntryNumber
    session: Count


@router.look("/sessions", "The plan of sessions", Permission.SEE_CONSOLE)
def planned(here: Here) -> list[PlannedSession]:
    return [PlannedSession.from_orm(one) for one in here.tournament.sessions.order_by("number")]


@router.act("/sessions", "Plan a session", "sessions", may=Permission.RUN_TOURNAMENT)
def plan(here: Here, wish: Plan) -> str:
    made = sessions.plan(wanted=wish.plan(), reason=wish.reason, **here.by)
    return f"{made.title} added to the plan."


@router.act(
    SESSION + "/change",
    "Change a session",
    "session-change",
    may=Permission.RUN_TOURNAMENT,
)
def change(here: Here, number: Where, wish: Plan) -> None:
    """What stays out stays as it is."""
    planned = one_of(here.tournament.sessions, "session", number=number)
    sessions.plan(wanted=wish.changed(planned), number=number, reason=wish.reason, **here.by)


@router.act(SESSION + "/remove", "Remove a session from the plan", "session-remove")
def remove(here: Here, number: Where, why: Why) -> None:
    sessions.remove(number=number, reason=why.reason, **here.by)


@router.act(SESSION + "/again", "Give players a second chance", "second-chance")
def second_chance(here: Here, number: Where, wish: Chosen) -> str:
    keys = [here.entry(entry) for entry in wish.entries]
    count = sessions.let_in_again(number=number, chosen=keys, **here.by)
    return f"{count} have a second chance."


@router.act("/sessions/stop", "No more hands in this session", "session-stop")
def stop(here: Here, why: Why) -> None:
    table_sessions.stop(reason=why.reason, **here.by)


@router.act("/sessions/end", "End the session", "session-end")
def end(here: Here, wish: TablesCounted) -> str:
    made = table_sessions.end(counted=wish.tables, **here.by)
    return f"{made.title} is over; qualifiers are entered."


@router.act("/sessions/decide", "Decide ties of a session", "session-decide")
def decide(here: Here, wish: TieOrder) -> None:
    table_sessions.decide(answer(here, wish), **here.by)


@router.act(
    "/sessions/allocate",
    "Move an entry to another session",
    "session-allocate",
    may=Permission.REGISTER_PLAYERS,
)
def allocate(here: Here, wish: Allocation) -> None:
    who = here.by
    sessions.allocate(
        entry_id=here.entry(wish.entry), number=wish.session, actor=who["actor"], now=who["now"]
    )


@router.act("/finish", "Set places by chips", "finish-by-chips")
def finish_by_chips(here: Here) -> None:
    endings.finish_by_chips(**here.by)


@router.act("/reopen", "Undo the finish", "reopen")
def reopen(here: Here, wish: TakingBack) -> None:
    tournaments.reopen(**here.by, is_confirmed=wish.is_confirmed)
