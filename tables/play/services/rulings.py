"""What was ruled at a table stays on record with its clause."""

from collections.abc import Sequence
from datetime import datetime

from engine.hand import commands
from engine.hand.commands import Command
from engine.hand.events import ActionCorrected, Event, HandVoided, IrregularityRuled
from engine.referee import story
from engine.rulebooks.citing import cite
from tables.models import HandRecord, Table
from tables.play.queries import hands
from tournament.models.incidents import IncidentKind
from tournament.office.queries import staffing
from tournament.office.services import incidents
from tournament.permissions import Actor
from tournament.records.services import journal

IRREGULAR = (
    commands.Report,
    commands.ActOutOfTurn,
    commands.PutChips,
    commands.KillHand,
    commands.RestoreHand,
    commands.VoidHand,
    commands.ExposeCards,
    commands.TimeExpired,
    commands.SplitByAgreement,
)


def _log(table: Table, hand: HandRecord, first: Event, *, by: Actor, at: datetime) -> None:
    """An irregularity the book settled is in the incident log too (igr:6.02(f))."""
    if not isinstance(first, IrregularityRuled | HandVoided):
        return
    names = {player["seat"]: player["name"] for player in hand.players}
    rules = hands.rules_of(table.tournament, hands.of(table))
    clause = getattr(first, "clause", "")
    matter = incidents.Matter(
        kind=IncidentKind.IRREGULARITY,
        facts=story.sentence(first, names, rules) + (f" ({cite(clause)})" if clause else ""),
        people=", ".join(names.values()),
        table=table.number,
        hand=hand.number,
        is_settled=True,
    )
    incidents.note(table.tournament, matter, actor=by, now=at)


def record(
    table: Table,
    hand: HandRecord,
    command: Command,
    happened: Sequence[Event],
    *,
    by: Actor,
    at: datetime,
) -> None:
    """Write the ruling into the journal, if this was one."""
    first = _ruling(command, happened)
    if first is None:
        return
    names = {player["seat"]: player["name"] for player in hand.players}
    clause = getattr(first, "clause", "")
    choice = getattr(command, "choice", "")
    _log(table, hand, first, by=by, at=at)
    journal.write(
        by,
        "time.expired" if isinstance(command, commands.TimeExpired) else "hand.ruled",
        tournament_id=table.tournament_id,
        at=at,
        table=table.number,
        hand=hand.number,
        ruling=story.sentence(first, names, hands.rules_of(table.tournament, hands.of(table))),
        chosen=f" The {_office(table, by)} chose: {choice}." if choice else "",
        cited=f" ({cite(clause)})" if clause else "",
    )


def _ruling(command: Command, happened: Sequence[Event]) -> Event | None:
    """What was ruled; after an ordinary action, on a wager out of turn whose turn has come."""
    if isinstance(command, IRREGULAR):
        return happened[0] if happened else None
    return next((event for event in happened if isinstance(event, ActionCorrected)), None)


def _office(table: Table, by: Actor) -> str:
    """Which office ruled, in the book's own words (charity:22.5)."""
    return staffing.office(table.tournament, by).lower() or "floor"
