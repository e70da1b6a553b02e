"""Settle a hand when it ends, and take that back when its last step is undone."""

from datetime import datetime

from engine.hand import events
from engine.hand.applying import standing
from engine.hand.state import Hand
from engine.refusal import Refused
from tables.conduct.services import serving
from tables.models import HandRecord, Seating, Table
from tables.play.queries import hands
from tables.play.services import busts
from tournament.models import Bust, ChipMove, Entry
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor
from tournament.records.services import journal


def settle(table: Table, record: HandRecord, hand: Hand, *, actor: Actor, now: datetime) -> None:
    """Stacks to their owners, busts on record, the hand closed in the journal."""
    entries = _entries(record)
    for player in record.players:
        entries[player["entry"]].stack = hand.stacks[player["seat"]]
    Entry.objects.bulk_update(entries.values(), ["stack"])
    _book_removed_chips(table, record, hand, actor=actor, now=now)
    serving.serve(record, hand, now=now)
    record.ended_at = now
    record.pot = _won(hand)
    record.winners = _winners(record, hand)
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
    )
    _record_busts(table, record, hand, actor=actor, now=now)


def _entries(record: HandRecord) -> dict[int, Entry]:
    wanted = [player["entry"] for player in record.players]
    found = Entry.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=wanted)
    return {entry.pk: entry for entry in found.select_related("player").order_by("pk")}


def _won(hand: Hand) -> int:
    """What was won: nothing in a hand that came to nothing."""
    return sum(award.amount for award in hand.awards) if hand.ended == "played" else 0


def _winners(record: HandRecord, hand: Hand) -> str:
    """Who won; a lone blind that all fold to has won, though the blind only goes back."""
    if hand.ended != "played":
        return ""
    paid = {seat for award in hand.awards for seat, share in award.shares if share}
    seats = paid or set(hand.in_hand())
    names = [player["name"] for player in record.players if player["seat"] in seats]
    return ", ".join(names)[:200]


def _book_removed_chips(
    table: Table, record: HandRecord, hand: Hand, *, actor: Actor, now: datetime
) -> None:
    """Chips a hand took out of play, or a bonus brought in, are rows of the ledger."""
    owner = {player["seat"]: player["entry"] for player in record.players}
    told = standing(hands.story(record))
    moves = [
        (owner[event.seat], -event.amount, ChipReason.REMOVED)
        for event in told
        if isinstance(event, events.StackRemoved)
    ]
    moves += [(owner[seat], -lost, ChipReason.REMOVED) for seat, lost in _lost(told[-1])]
    if hand.bonus and hand.ended == "played":
        moves.append((None, hand.bonus, ChipReason.BONUS))
    ChipMove.objects.bulk_create(
        ChipMove(
            tournament_id=table.tournament_id,
            entry_id=entry_id,
            amount=amount,
            reason=reason,
            at=now,
            by=actor.name,
            note=_note(table, record),
        )
        for entry_id, amount, reason in moves
    )


def _lost(last: events.Event) -> tuple[tuple[int, int], ...]:
    """The bets of a void hand that were not refunded (canberra:18.5)."""
    return last.lost if isinstance(last, events.HandVoided) else ()


def _note(table: Table, record: HandRecord) -> str:
    return f"Table {table.number}, hand {record.number}"


def _record_busts(
    table: Table, record: HandRecord, hand: Hand, *, actor: Actor, now: datetime
) -> None:
    out = [p for p in record.players if _is_out(hand, p["seat"])]
    fallen = [
        busts.Fallen(
            entry_id=player["entry"],
            name=player["name"],
            stack_before=player["stack"],
            chips_put_in=hand.paid[player["seat"]] + hand.dead[player["seat"]],
            all_in_order=_all_in_order(record, player["seat"]),
            seats_from_marker=_from_marker(hand, player["seat"], table.seats),
        )
        for player in out
    ]
    busts.record(table, fallen, actor=actor, now=now)


def _is_out(hand: Hand, seat: int) -> bool:
    """Nothing left: all of it was lost in play, or bet in a void hand and not refunded."""
    is_lost = hand.ended == "played" or (hand.ended == "void" and hand.began[seat] > 0)
    return is_lost and not hand.stacks[seat]


def _all_in_order(record: HandRecord, seat: int) -> int:
    """Who went all-in first, second, ...; 0 for one whose blind or ante took his last chip."""
    acted = [
        event.seat
        for event in standing(hands.story(record))
        if isinstance(event, events.Called | events.Bet | events.Raised) and event.all_in
    ]
    return acted.index(seat) + 1 if seat in acted else 0


def _from_marker(hand: Hand, seat: int, seats: int) -> int:
    """How many of the table's seats clockwise from the marker, its left neighbour being 1."""
    size = max(seats, *hand.seats)
    return (seat - hand.marker) % size or size


def take_back(table: Table, record: HandRecord, *, actor: Actor, now: datetime) -> None:
    """Undo a settlement while nothing has been built on it."""
    _check_nobody_left(table, record)
    entries = _entries(record)
    for player in record.players:
        entries[player["entry"]].stack = player["stack"]
    Entry.objects.bulk_update(entries.values(), ["stack"])
    _unbook(table, record, actor=actor, now=now)
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
    )


def _unserve(table: Table, record: HandRecord) -> None:
    hand = hands.of(table)
    if hand is not None:
        serving.unserve(record, hand)


def _check_nobody_left(table: Table, record: HandRecord) -> None:
    """A player who moved, rebought or was given chips since would have them twice."""
    hand = hands.of(table)
    entries = _entries(record)
    for player in record.players:
        left = hand.stacks[player["seat"]] if hand is not None else 0
        if entries[player["entry"]].stack != left:
            raise Refused(f"{player['name']} has got chips since this hand: call the floor.")
    seats = Seating.objects.filter(table=table, entry_id__in=entries)
    for seat in seats.filter(until__isnull=False, until__gt=record.started_at):
        if not Bust.standing.filter(entry_id=seat.entry_id).exists():
            raise Refused("A player has moved since this hand: call the floor.")


def _unbook(table: Table, record: HandRecord, *, actor: Actor, now: datetime) -> None:
    moves = ChipMove.objects.filter(
        tournament_id=table.tournament_id, note=_note(table, record), at__gte=record.ended_at
    )
    ChipMove.objects.bulk_create(
        ChipMove(
            tournament_id=move.tournament_id,
            entry_id=move.entry_id,
            amount=-move.amount,
            reason=move.reason,
            at=now,
            by=actor.name,
            note=f"{_note(table, record)}, taken back",
        )
        for move in moves
    )


def _retract_busts(table: Table, record: HandRecord, actor: Actor, now: datetime) -> None:
    found = Bust.standing.filter(
        entry__tournament_id=table.tournament_id,
        table_number=table.number,
        hand_number=record.number,
    )
    busts.retract(table, found, because="the hand was taken back", actor=actor, now=now)
