"""Give free chips, and carry a table's wish for a rebuy to the desk."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.entries import purchases
from engine.entries.purchases import Buyer
from engine.office.money import Sold
from engine.refusal import Refused
from tables.chips.queries import purchases as purchase_queries
from tables.chips.queries.purchases import Counter
from tables.commands import AtTable, When, across, table_command
from tables.models import ChipRequest, Table
from tables.play.queries import hands
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.models import Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger


def give(
    *,
    tournament_id: int,
    amount: int,
    only_table: int | None = None,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> int:
    """Free chips for everybody still in, at one table or all, between hands; to how many."""
    with across(
        tournament_id,
        Permission.RUN_TOURNAMENT,
        actor=actor,
        now=now,
        kind="give",
        command_id=command_id,
    ) as hall:
        if hall.is_repeat:
            return 0
        purchases.check_gives_chips(hall.tournament.rulebook, amount)
        chosen = [table for table in hall.open_tables if only_table in (None, table.number)]
        players = _receivers(hall.tournament, chosen)
        moves = dict.fromkeys((entry.pk for entry in players), amount)
        ledger.move(moves, reason=ChipReason.FREE_CHIPS, actor=actor, now=now)
        where = f"table {only_table}" if only_table else "every table"
        hall.write("chips.given", amount=amount, players=len(players), where=where)
        hall.change(*chosen)
        hall.tell(*broadcast.EVERYBODY)
    return len(players)


def _receivers(tournament: Tournament, tables: Iterable[Table]) -> list[Entry]:
    found, clause = [], purchases.gives_chips(tournament.law)
    for table in tables:
        is_in_play = hands.is_in_play(table)
        for seat in hands.seated(table):
            is_out = not seat.entry.stack
            if not is_out:
                purchases.check_free_chips(
                    Buyer(stack=seat.entry.stack, is_out=is_out, is_in_hand=is_in_play), clause
                )
                found.append(seat.entry)
    if not found:
        raise Refused("No players to give chips to.", clause)
    return found


@table_command("ask_rebuy", when=When.ANY_TIME)
def ask_for_rebuy(at: AtTable, *, seat: int) -> None:
    """The dealer asks the desk to come with chips; it rings on the console."""
    table = at.table
    entry = sitting.who_sits(table, seat).entry
    counter = Counter(table.tournament, at.now)
    counter.check(Sold.REBUY, purchase_queries.buyer_of(table, entry))
    ChipRequest.objects.filter(entry=entry, answered_at__isnull=True).update(answered_at=at.now)
    ChipRequest.objects.create(table=table, entry=entry, at=at.now)
    at.write("rebuy.asked", player=entry.name, table=table.number)


@transaction.atomic
def drop_request(*, request_id: int, actor: Actor, now: datetime) -> None:
    """The player does not buy after all."""
    asked = ChipRequest.objects.select_related("table", "entry__player").get(pk=request_id)
    require(actor, Permission.SELL_CHIPS, asked.table.tournament_id)
    if asked.answered_at is not None:
        return
    asked.answered_at = now
    asked.save(update_fields=["answered_at"])
    journal.write(
        actor,
        "rebuy.dropped",
        tournament_id=asked.table.tournament_id,
        at=now,
        player=asked.entry.name,
    )
    broadcast.changed(asked.table.tournament_id, broadcast.Audience.CONSOLE)
