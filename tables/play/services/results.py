"""Record less than every action: a hand's result in one step, or stacks without hands."""

from collections.abc import Mapping

from django.db import transaction

from engine.amounts import figure
from engine.hand.commands import Command, EnterResult
from engine.hand.state import Hand
from engine.refusal import Refused
from engine.rules.book import Rules
from tables import between
from tables.chips.queries import counts
from tables.models import Table
from tables.play.queries import depth, hands
from tables.play.queries.depth import Depth
from tables.play.services import busts, play
from tournament.models.ledger import ChipReason
from tournament.records.services import journal, ledger
from tournament.setup.services import tournaments

Pairs = tuple[tuple[int, int], ...]


def enter(request: play.Request, *, put_in: Pairs, won: Pairs) -> Table:
    """What each put into the pots and what each won: the hand is over, settled as any other."""

    def wish(hand: Hand, rules: Rules) -> Command:
        table = Table.objects.select_related("tournament").get(pk=request.table_id)
        if depth.of(table) is not Depth.RESULTS:
            raise Refused("This table records every action: enter them one by one.")
        return EnterResult(put_in, won)

    return play.act_on(request, wish)


def enter_stacks(request: play.Request, counted: Mapping[int, int]) -> Table | None:
    """The stacks as they lie, seat by seat; their sum must be what the table holds."""
    with transaction.atomic():
        table = between.opened(request)
        if table is None:
            return None
        _check_counts_only(table)
        seats = {seat.seat: seat.entry for seat in hands.seated(table) if seat.entry.stack}
        _check_sum({seat: entry.stack for seat, entry in seats.items()}, counted)
        moves = {entry.pk: counted[seat] - entry.stack for seat, entry in seats.items()}
        _move(request, table, moves)
        out = [
            busts.Fallen(entry.pk, entry.name, entry.stack)
            for seat, entry in seats.items()
            if not counted[seat]
        ]
        words = ", ".join(f"{seats[seat].name} {counted[seat]}" for seat in sorted(seats))
        _write(request, table, words)
        _go_out(request, table, out)
        between.closed(request, table, kind="stacks")
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
    return table


def count_out(request: play.Request, *, seat: int, taker: int) -> Table | None:
    """A player has lost the last chip between two counts; who took them is known."""
    with transaction.atomic():
        table = between.opened(request)
        if table is None:
            return None
        _check_counts_only(table)
        seats = {one.seat: one.entry for one in hands.seated(table)}
        if seat not in seats or taker not in seats or seat == taker or not seats[seat].stack:
            raise Refused("Tap who is out, then who took the chips.")
        gone, winner = seats[seat], seats[taker]
        _move(request, table, {gone.pk: -gone.stack, winner.pk: gone.stack})
        _write(request, table, f"{gone.name} lost {gone.stack} to {winner.name}")
        _go_out(request, table, [busts.Fallen(gone.pk, gone.name, gone.stack)])
        between.closed(request, table, kind="stacks")
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
    return table


def _check_counts_only(table: Table) -> None:
    if depth.of(table) is not Depth.COUNTS:
        raise Refused("This table records its hands: stacks follow from them.")


def _check_sum(known: Mapping[int, int], counted: Mapping[int, int]) -> None:
    counts.check_each(known, counted)
    held, now = sum(known.values()), sum(counted.values())
    if held != now:
        raise Refused(
            f"The table holds {figure(held)} and these stacks add up to {figure(now)}: "
            "count again, or call the floor for a chip count."
        )


def _move(request: play.Request, table: Table, moves: Mapping[int, int]) -> None:
    ledger.move(
        moves,
        reason=ChipReason.COUNTED,
        note=f"Stacks at table {table.number}",
        actor=request.actor,
        now=request.now,
    )


def _write(request: play.Request, table: Table, words: str) -> None:
    journal.write(
        request.actor,
        "stacks.entered",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        words=words,
    )


def _go_out(request: play.Request, table: Table, out: list[busts.Fallen]) -> None:
    busts.record(table, out, actor=request.actor, now=request.now, story="entry.counted_out")
