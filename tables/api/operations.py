"""How an operation at a table is made: the table, and the way dealers and floor ask there."""

from functools import cached_property
from uuid import UUID

from django.http import HttpRequest
from pydantic import Field

from tables.commands import TableCommand
from tables.models import Table
from tables.play.queries import hands, tablet_tasks
from tables.play.queries.pictures import Reading
from tables.seating.queries import tables as table_queries
from tournament.api.answers import Done
from tournament.api.fields import MOST, CommandId, SeatNumber, Sent, Where
from tournament.api.operations import AT, Here
from tournament.permissions import Permission, require
from tournament.setup.queries import poster


class Wish(Sent):
    """Something done at a table: its id makes a repetition harmless, the version seen refuses
    what comes too late."""

    command_id: CommandId
    version: int = Field(ge=0, le=MOST, examples=[12], description="The table's, as you saw it.")


class AtSeat(Wish):
    """Something about the player in one seat."""

    seat: SeatNumber


class TableDone(Done):
    """It was done at a table, and how the table stands now."""

    version: int = Field(description="What the next command names.")
    hand_number: int
    is_in_hand: bool
    to_act: int | None = Field(description="The seat whose turn it is; null: nobody's.")
    due: str = Field(description="What the table waits for before the next hand, in a word.")


class AtTable(Here):
    """Somebody asks at a table."""

    address = AT + "/tables/{number}"
    answers = TableDone

    def done(self, words: str) -> TableDone:
        """The answer of what was done, with the table as it stands now."""
        now = Table.objects.select_related("tournament__clock").get(pk=self.table.pk)
        hand = hands.of(now)
        is_in_hand = hands.is_in_play(now)
        is_turn = hand is not None and is_in_hand and hand.actor >= 0
        return TableDone(
            words=words,
            version=now.version,
            hand_number=now.hand_shown,
            is_in_hand=is_in_hand,
            to_act=hand.actor if hand is not None and is_turn else None,
            due="" if is_in_hand else tablet_tasks.picture(Reading(now)).due,
        )

    def __init__(self, request: HttpRequest, code: str, number: Where) -> None:
        super().__init__(request, code)
        self.number = number

    @cached_property
    def table(self) -> Table:
        """The table of the address."""
        return table_queries.find(self.tournament, self.number)

    def dealing(self, wish: Wish, *, clause: str = "") -> TableCommand:
        """What somebody who deals here asks; `clause` is what leaves it to dealer and floor."""
        require(self.actor, Permission.DEAL, self.tournament.pk, self.table.pk, clause=clause)
        return TableCommand(self.table.pk, self.actor, self.now, wish.command_id, wish.version)

    def ruling(self, wish: Wish) -> TableCommand:
        """What the floor asks here, of what it saw."""
        return self.floors(wish.command_id, wish.version)

    def floors(self, command_id: UUID, version: int | None = None) -> TableCommand:
        """What the floor asks here, whatever happened since."""
        table = self.table
        self.require(Permission.RULE)
        return TableCommand(table.pk, self.actor, self.now, command_id, version)


class TableShown(AtTable):
    """Anybody looks at a table; refused while the tournament is not published."""

    def __init__(self, request: HttpRequest, code: str, number: Where) -> None:
        super().__init__(request, code, number)
        poster.told(self.tournament, self.actor)
