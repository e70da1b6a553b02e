"""Record less than every action: a hand's result in one step, or stacks without hands."""

from collections.abc import Mapping

from engine.amounts import figure
from engine.hand.commands import Command, EnterResult
from engine.hand.state import Hand
from engine.refusal import Refused
from engine.rules.book import Rules
from tables.chips.queries import counts
from tables.commands import AtTable, TableCommand, When, table_command
from tables.models import Table
from tables.play.queries import depth, hands
from tables.play.queries.depth import Depth
from tables.play.services import busts, play
from tournament.models import Entry
from tournament.models.ledger import ChipReason
from tournament.records.services import ledger

Pairs = tuple[tuple[int, int], ...]


def enter(command: TableCommand, *, put_in: Pairs, won: Pairs) -> Table:
    """What each put into the pots and what each won: the hand is over, settled as any other."""

    def wish(at: AtTable, hand: Hand, rules: Rules) -> Command:
        if depth.of(at.table) is not Depth.RESULTS:
            raise Refused("This table records every action: enter them one by one.")
        return EnterResult(put_in, won)

    return play.act_on(command, wish)


@table_command("stacks", when=When.BETWEEN_HANDS, may_decide=True)
def enter_stacks(at: AtTable, counted: Mapping[int, int]) -> None:
    """The stacks as they lie, seat by seat; their sum must be what the table holds."""
    _check_counts_only(at.table)
    seats = {seat.seat: seat.entry for seat in hands.seated(at.table) if seat.entry.stack}
    _check_sum({seat: entry.stack for seat, entry in seats.items()}, counted)
    _move(at, {entry.pk: counted[seat] - entry.stack for seat, entry in seats.items()})
    words = ", ".join(f"{seats[seat].name} {counted[seat]}" for seat in sorted(seats))
    at.write("stacks.entered", table=at.table.number, words=words)
    _go_out(at, *(entry for seat, entry in seats.items() if not counted[seat]))


@table_command("stacks", when=When.BETWEEN_HANDS, may_decide=True)
def count_out(at: AtTable, *, seat: int, taker: int) -> None:
    """A player has lost the last chip between two counts; who took them is known."""
    _check_counts_only(at.table)
    seats = {one.seat: one.entry for one in hands.seated(at.table)}
    if seat not in seats or taker not in seats or seat == taker or not seats[seat].stack:
        raise Refused("Tap the eliminated player, then who has the chips.")
    gone, winner = seats[seat], seats[taker]
    _move(at, {gone.pk: -gone.stack, winner.pk: gone.stack})
    words = f"{gone.name} lost {gone.stack} to {winner.name}"
    at.write("stacks.entered", table=at.table.number, words=words)
    _go_out(at, gone)


def _check_counts_only(table: Table) -> None:
    if depth.of(table) is not Depth.COUNTS:
        raise Refused("This table records its hands, so stacks follow from them.")


def _check_sum(known: Mapping[int, int], counted: Mapping[int, int]) -> None:
    counts.check_each(known, counted)
    held, now = sum(known.values()), sum(counted.values())
    if held != now:
        raise Refused(
            f"The table holds {figure(held)} and these stacks add up to {figure(now)}: "
            "count again, or call the floor for a chip count."
        )


def _move(at: AtTable, moves: Mapping[int, int]) -> None:
    ledger.move(
        moves,
        reason=ChipReason.COUNTED,
        note=f"Stacks at table {at.table.number}",
        actor=at.actor,
        now=at.now,
    )


def _go_out(at: AtTable, *gone: Entry) -> None:
    out = [busts.Fallen(entry.pk, entry.name, entry.stack) for entry in gone]
    busts.record(at.table, out, actor=at.actor, now=at.now, story="entry.counted_out")
