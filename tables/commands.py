"""The one way in for a command at a table, and for one across tables.

Each is carried out once, by who may, on what its sender saw: the rows are locked in order, leave
is asked, a repetition is recognised and what comes too late refused. On the way out the table is
one version on and its audiences are told, once. A service says only what it decides and writes.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum, auto
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Case, F
from django.db.models import When as Where

from engine.hand.events import Event
from engine.refusal import Refused
from tables import broadcast, locking
from tables.conduct.queries import disputes
from tables.crew.queries import dealers
from tables.drawings import Shown
from tables.equipment.queries import devices
from tables.models import HandRecord, Table
from tables.play.queries import at_rest, hands
from tournament.live import broadcast as news
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal
from tournament.records.services.stale import Stale
from tournament.setup.services import tournaments

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class TableCommand:
    """What every command at a table comes with; `shown` is where its answer is put."""

    table_id: int
    actor: Actor
    now: datetime
    command_id: UUID | None = None
    version: int | None = None
    shown: Shown = field(default_factory=Shown, compare=False, repr=False)


class When(Enum):
    """At which moments something may be done at a table."""

    ANY_TIME = auto()
    AS_SEEN = auto()  # at a table that plays, and has not moved on since its sender looked
    BETWEEN_HANDS = auto()  # the same, and no hand is in play


@dataclass(slots=True)
class AtTable:
    """A table held by a command, from its leave to its last word."""

    command: TableCommand
    table: Table
    actor: Actor
    now: datetime
    is_repeat: bool = False
    tells: tuple[Audience, ...] = EVERYBODY
    _kept: list[str] = field(default_factory=list)
    _has_moved_on: bool = False
    _moves: int = 0
    _keeps_version: bool = False
    _is_bare: bool = False
    _is_unchanged: bool = False
    _record: HandRecord | None = None
    _events: list[Event] = field(default_factory=list)
    _entrants: Iterable[int] = ()

    def write(self, name: str, **facts: object) -> None:
        """A line of the journal: who, when and where are known."""
        journal.write(
            self.actor, name, tournament_id=self.table.tournament_id, at=self.now, **facts
        )

    @property
    def events(self) -> list[Event]:
        """What was stored of a hand."""
        return self._events

    def keep(self, *fields: str) -> None:
        """These fields of the table are stored with its next version."""
        self._kept += fields

    def move_on(self, *fields: str, events: Iterable[Event] = ()) -> None:
        """Store the next version now, where what is written besides must name it."""
        self.table.version += 1
        self._events += events
        self._store("version", *fields)
        self._has_moved_on = True
        self._moves += 1

    def _store(self, *fields: str) -> None:
        """These fields and those kept; and one scene on, if more than the hand has changed."""
        scene = () if self._is_bare else ("scene",)
        self.table.scene += len(scene)
        self.table.save(update_fields=[*fields, *scene, *self._kept])
        self._kept = []

    def only_the_hand(self) -> None:
        """Nothing of the table changes but the hand in play: what is around it still holds."""
        self._is_bare = True

    def leave_as_it_was(self) -> None:
        """There was nothing to change: no new version, and nobody is told."""
        self._is_unchanged = True

    def keep_version(self) -> None:
        """Told, but what others are about to tap still holds."""
        self._has_moved_on = self._keeps_version = True

    def tell(
        self,
        *audiences: Audience,
        record: HandRecord | None = None,
        entrants: Iterable[int] = (),
    ) -> None:
        """Who is told besides tablet and table screen, as `broadcast.table_changed` has it."""
        self.tells, self._record, self._entrants = audiences, record, entrants

    def close(self) -> None:
        """One version on, if it is not yet, and the audiences told."""
        if self._is_unchanged:
            return
        if self._kept or not self._has_moved_on:
            self.move_on()
        elif self._keeps_version:
            self._store()
        broadcast.table_changed(
            self.table,
            *self.tells,
            record=self._record,
            events=self._events if self._moves == 1 else None,
            is_bare=self._is_bare,
            entrants=self._entrants,
            shown=self.command.shown,
        )


@contextmanager
def at_table(
    command: TableCommand,
    kind: str,
    *,
    permission: Permission = Permission.DEAL,
    when: When = When.AS_SEEN,
    tells: tuple[Audience, ...] = EVERYBODY,
    left_to: Callable[[Tournament], str] | None = None,
) -> Iterator[AtTable]:
    """The table, held for this command. Of a repetition (`is_repeat`) nothing is written.

    `left_to` names the clause that leaves it to others than who asked.
    """
    with transaction.atomic():
        table = locking.table(command.table_id)
        clause = left_to(table.tournament) if left_to else ""
        command = replace(command, actor=devices.sure(command.actor, table))
        require(command.actor, permission, table.tournament_id, table.pk, clause=clause)
        at = AtTable(command, table, command.actor, command.now, tells=tells)
        at.is_repeat = not idempotency.is_new(
            command.command_id, tournament_id=table.tournament_id, kind=kind, now=command.now
        )
        if at.is_repeat:
            yield at
            return
        _check(command, table, permission, when)
        yield at
        at.close()
        transaction.on_commit(lambda: devices.still_known(command.actor, table))


def table_command(
    kind: str,
    *,
    permission: Permission = Permission.DEAL,
    when: When = When.AS_SEEN,
    tells: tuple[Audience, ...] = EVERYBODY,
    left_to: Callable[[Tournament], str] | None = None,
    may_decide: bool = False,
) -> Callable[
    [Callable[Concatenate[AtTable, P], R]], Callable[Concatenate[TableCommand, P], R | None]
]:
    """Make a command of what is done at a held table; None is the answer to a repetition.

    With `may_decide` somebody may be out after it: the last player left is declared then, in a
    transaction of its own that holds the tournament, which no table command may.
    """

    def command_of(
        act: Callable[Concatenate[AtTable, P], R],
    ) -> Callable[Concatenate[TableCommand, P], R | None]:
        @wraps(act)
        def carry_out(command: TableCommand, /, *args: P.args, **asked: P.kwargs) -> R | None:
            with at_table(
                command, kind, permission=permission, when=when, tells=tells, left_to=left_to
            ) as at:
                done = None if at.is_repeat else act(at, *args, **asked)
            if may_decide and not at.is_repeat:
                finish_if_decided(at)
            return done

        return carry_out

    return command_of


def finish_if_decided(at: AtTable) -> None:
    """One player may be left: declare the winner, and look again at what was drawn before."""
    if tournaments.finish_if_decided(tournament_id=at.table.tournament_id, now=at.now):
        at.command.shown.doubt()


def _check(command: TableCommand, table: Table, permission: Permission, when: When) -> None:
    if when is When.ANY_TIME:
        return
    if permission is Permission.DEAL:
        dealers.check_deals(command.actor, table)
    at_rest.check_plays(table)
    disputes.check_none(table, command.actor)
    if command.version is not None and command.version != table.version:
        raise Stale("The table has moved on. Check it again, then tap.")
    if when is When.BETWEEN_HANDS:
        check_between_hands(table)


def check_between_hands(table: Table) -> None:
    """Refuse what belongs between hands while one is in play."""
    if hands.is_in_play(table):
        raise Refused(f"A hand is in play at table {table.number}: do this when it has ended.")


@dataclass(slots=True)
class Hall:
    """A tournament and its tables by number, held by a command across them."""

    tournament: Tournament
    tables: dict[int, Table]
    actor: Actor
    now: datetime
    is_repeat: bool = False
    _changed: dict[int, Table] = field(default_factory=dict)
    _shown: dict[int, Table] = field(default_factory=dict)
    _audiences: dict[Audience, None] = field(default_factory=dict)

    @property
    def open_tables(self) -> list[Table]:
        """Those that play, by number."""
        return [table for table in self.tables.values() if table.is_open]

    def write(self, name: str, **facts: object) -> None:
        """A line of the journal: who, when and where are known."""
        journal.write(self.actor, name, tournament_id=self.tournament.pk, at=self.now, **facts)

    def change(self, *tables: Table) -> None:
        """These tables are one version on when the command is done, and shown anew."""
        self._changed |= {table.pk: table for table in tables}

    def show(self, *tables: Table) -> None:
        """These are drawn anew, but what others are about to tap there still holds."""
        self._shown |= {table.pk: table for table in tables}

    def tell(self, *audiences: Audience) -> None:
        """Who watches the tournament and is told."""
        self._audiences |= dict.fromkeys(audiences)

    def close(self) -> None:
        """Every table that changed one version on, and everybody told once."""
        drawn = self._shown | self._changed
        if drawn:
            moved = Case(Where(pk__in=list(self._changed), then=1), default=0)
            rows = Table.objects.filter(pk__in=drawn)
            rows.update(version=F("version") + moved, scene=F("scene") + 1)
        for table in self._changed.values():
            table.version += 1
        for table in drawn.values():
            table.scene += 1
        broadcast.tables_changed(list(drawn.values()))
        if self._audiences:
            news.changed(self.tournament.pk, *self._audiences)


@contextmanager
def across(
    tournament_id: int,
    permission: Permission,
    *,
    actor: Actor,
    now: datetime,
    kind: str = "",
    command_id: UUID | None = None,
) -> Iterator[Hall]:
    """The tournament and its tables, held in order for a command that concerns several.

    Of a repetition (`is_repeat`) nothing is written.
    """
    require(actor, permission, tournament_id)
    with transaction.atomic():
        hall = Hall(*locking.tournament_and_tables(tournament_id), actor, now)
        hall.is_repeat = not idempotency.is_new(
            command_id, tournament_id=tournament_id, kind=kind, now=now
        )
        yield hall
        hall.close()
