"""Settle a hand when it ends, and take that back when its last step is undone."""

from datetime import datetime

from engine.hand import outcome
from engine.hand.events import Event
from engine.hand.outcome import HandOutcome
from engine.hand.state import Hand
from engine.refusal import Refused
from tables.conduct.services import penalties
from tables.models import HandRecord, Seating, Table
from tables.play.queries import hands
from tables.play.services import busts
from tables.records.queries import retold
from tournament.models import Bust, ChipMove
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor
from tournament.records.services import journal, ledger
from tournament.records.services.ledger import Page, Row


def settle(
    table: Table,
    record: HandRecord,
    hand: Hand,
    *,
    actor: Actor,
    now: datetime,
    told: list[Event] | None = None,
) -> None:
    """Stacks to their owners, busts on record, the hand closed in the journal.

    `told` is everything that stands of the hand, where it is known.
    """
    came = outcome.of(hand, told or hands.story(record), table_seats=table.seats)
    page = Page(table.tournament_id, actor, now, _note(table, record))
    stacks = {player["entry"]: came.stacks[player["seat"]] for player in record.players}
    ledger.settle(stacks, _rows(record, came), page)
    penalties.serve(record, hand, now=now)
    record.ended_at, record.pot, record.winners = now, came.pot, _names(record, came.winners)
    record.save(update_fields=["ended_at", "pot", "winners"])
    journal.write(
        actor,
        "hand.ended",
        tournament_id=table.tournament_id,
        at=now,
        table=table.number,
        hand=record.number,
        pot=record.pot,
        head=table.head,
        rows=retold.of_hand(record, table),
    )
    busts.record(table, _fallen(record, came), actor=actor, now=now)


def _names(record: HandRecord, seats: frozenset[int]) -> str:
    return ", ".join(p["name"] for p in record.players if p["seat"] in seats)[:200]


def _rows(record: HandRecord, came: HandOutcome) -> list[Row]:
    """Chips a hand took out of play, or a bonus brought in."""
    owner = {player["seat"]: player["entry"] for player in record.players}
    rows = [Row(owner[seat], -lost, ChipReason.REMOVED) for seat, lost in came.removed]
    return [*rows, Row(None, came.bonus, ChipReason.BONUS)] if came.bonus else rows


def _note(table: Table, record: HandRecord) -> str:
    return f"Table {table.number}, hand {record.shown}"


def _fallen(record: HandRecord, came: HandOutcome) -> list[busts.Fallen]:
    players = {player["seat"]: player for player in record.players}
    return [
        busts.Fallen(
            entry_id=players[bust.seat]["entry"],
            name=players[bust.seat]["name"],
            stack_before=players[bust.seat]["stack"],
            chips_put_in=bust.chips_put_in,
            all_in_order=bust.all_in_order,
            seats_from_marker=bust.seats_from_marker,
        )
        for bust in came.busts
        if bust.seat in players
    ]


def take_back(table: Table, record: HandRecord, *, actor: Actor, now: datetime) -> None:
    """Undo a settlement while nothing has been built on it."""
    _check_nobody_left(table, record)
    page = Page(table.tournament_id, actor, now, f"{_note(table, record)}, taken back")
    stacks = {player["entry"]: player["stack"] for player in record.players}
    ledger.settle(stacks, _reversed_rows(table, record), page)
    _retract_busts(table, record, actor, now)
    _unserve(table, record)
    record.ended_at, record.pot, record.winners = None, 0, ""
    record.save(update_fields=["ended_at", "pot", "winners"])
    journal.write(
        actor,
        "hand.retracted",
        tournament_id=table.tournament_id,
        at=now,
        table=table.number,
        hand=record.number,
        rows=retold.of_hand(record, table),
    )


def _unserve(table: Table, record: HandRecord) -> None:
    hand = hands.of(table)
    if hand is not None:
        penalties.unserve(record, hand)


def _check_nobody_left(table: Table, record: HandRecord) -> None:
    """A player who moved, rebought or was given chips since would have them twice."""
    hand = hands.of(table)
    entries = ledger.held(player["entry"] for player in record.players)
    for player in record.players:
        left = hand.stacks[player["seat"]] if hand is not None else 0
        if entries[player["entry"]].stack != left:
            raise Refused(f"{player['name']} has received chips since this hand: call the floor.")
    seats = Seating.objects.filter(table=table, entry_id__in=entries)
    for seat in seats.filter(until__isnull=False, until__gt=record.started_at):
        if not Bust.standing.filter(entry_id=seat.entry_id).exists():
            raise Refused("A player has moved since this hand: call the floor.")


def _reversed_rows(table: Table, record: HandRecord) -> list[Row]:
    moves = ChipMove.objects.filter(
        tournament_id=table.tournament_id, note=_note(table, record), at__gte=record.ended_at
    )
    return [Row(move.entry_id, -move.amount, ChipReason(move.reason)) for move in moves]


def _retract_busts(table: Table, record: HandRecord, actor: Actor, now: datetime) -> None:
    found = Bust.standing.filter(
        entry__tournament_id=table.tournament_id,
        table_number=table.number,
        hand_number=record.number,
    )
    busts.seat_again(table, found, because="the hand was taken back", actor=actor, now=now)
