"""Put busts on record, and take them back: entries out together share one moment."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from engine.entries.purchases import Buyer, is_waiting_to_rebuy
from engine.refusal import Refused
from engine.structure import structure
from tables.commands import AtTable
from tables.models import HandForHand, Seating, Table
from tables.records.queries import retold
from tournament.clock.queries import clock as clock_queries
from tournament.models import Bust, Chain, ChipMove, Entry
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor
from tournament.records.services import journal

HAND, WAITS = "entry.bust", "entry.lost_all"
REBUY = "rebuy"


@dataclass(frozen=True, slots=True)
class Fallen:
    """Somebody who has lost the last chip, and what the books may ask about it."""

    entry_id: int
    name: str
    stack_before: int
    chips_put_in: int = 0
    all_in_order: int = 0
    seats_from_marker: int = 0


def record(
    table: Table,
    fallen: Iterable[Fallen],
    *,
    actor: Actor,
    now: datetime,
    story: str = HAND,
    is_final: bool = False,
) -> None:
    """Busts of one moment; who may still rebuy keeps the seat unless going out is final."""
    fallen = list(fallen)
    if not fallen:
        return
    Chain.objects.select_for_update().get(pk=table.tournament_id)
    order = _moment(table.tournament_id, is_hand=story == HAND)
    for one in fallen:
        may_rebuy = not is_final and _may_rebuy(table, one.entry_id, now)
        bust = Bust.objects.create(
            entry_id=one.entry_id,
            table_number=table.number,
            hand_number=table.hand_number,
            stack_before=one.stack_before,
            chips_put_in=one.chips_put_in,
            all_in_order=one.all_in_order,
            seats_from_marker=one.seats_from_marker,
            at=now,
            order=order,
            may_rebuy=may_rebuy,
        )
        _write(table, bust, one.name, WAITS if may_rebuy else story, actor=actor)
        if not may_rebuy:
            _vacate(one.entry_id, now)


def _write(table: Table, bust: Bust, name: str, story: str, *, actor: Actor) -> None:
    journal.write(
        actor,
        story,
        tournament_id=table.tournament_id,
        at=bust.at,
        player=name,
        hand=table.hand_number,
        table=table.number,
        rows=retold.of_bust(bust),
    )


def _moment(tournament_id: int, *, is_hand: bool) -> int:
    """Hands played one for one end together, at whatever table (adelaide:99c-3, tda2024:RP-8-A)."""
    together = HandForHand.objects.filter(tournament_id=tournament_id, ended_at__isnull=True)
    shared = together.first() if is_hand else None
    if shared is None:
        return _next_order(tournament_id)
    if shared.order is None:
        shared.order = _next_order(tournament_id)
        shared.save(update_fields=["order"])
    return shared.order


def _next_order(tournament_id: int) -> int:
    busts = Bust.objects.filter(entry__tournament_id=tournament_id)
    return int(busts.aggregate(last=Max("order"))["last"] or 0) + 1


def _may_rebuy(table: Table, entry_id: int, now: datetime) -> bool:
    bought = ChipMove.objects.filter(entry_id=entry_id, reason=ChipReason.REBUY).count()
    terms = structure.rebuys(table.tournament.structure)
    at = clock_queries.purchase_time(table.tournament, terms, now)
    return is_waiting_to_rebuy(terms, Buyer(stack=0, rebuys=bought), at=at)


def _vacate(entry_id: int, now: datetime) -> None:
    Seating.objects.filter(entry_id=entry_id, until__isnull=True).update(until=now)


def take_back(found: QuerySet[Bust], *, because: str, actor: Actor, now: datetime) -> list[Bust]:
    """The one door by which busts are void: who says so, and why, stays on record with them."""
    taken = list(found.select_related("entry__player"))
    for bust in taken:
        bust.retracted_at, bust.retracted_by = now, actor.name[:120]
        bust.retracted_because = because[:200]
        bust.save(update_fields=["retracted_at", "retracted_by", "retracted_because"])
    return taken


def seat_again(
    table: Table, found: QuerySet[Bust], *, because: str, actor: Actor, now: datetime
) -> None:
    """What put them out is undone: they sit where they sat; where others were told, that too."""
    for bust in take_back(found, because=because, actor=actor, now=now):
        if not bust.may_rebuy:
            said = {"player": bust.entry.name, "table": table.number, "because": because}
            where = table.tournament_id
            journal.write(actor, "bust.undone", tournament_id=where, at=now, **said)
        sit_down_again(table, bust.entry_id)


def bought_back(table: Table, entry: Entry, sold_at: datetime) -> Bust | None:
    """The bust that a rebuy of this moment took back, while no hand was dealt there since."""
    found = Bust.objects.filter(entry=entry, retracted_at=sold_at, retracted_because=REBUY)
    return found.filter(table_number=table.number, hand_number=table.hand_number).last()


def stand_again(at: AtTable, undone: Bust) -> None:
    """The rebuy that took a bust back is undone: the player waits without chips, as before."""
    kept = ("stack_before", "chips_put_in", "all_in_order", "seats_from_marker", "at", "order")
    bust = Bust.objects.create(
        entry=undone.entry,
        table_number=undone.table_number,
        hand_number=undone.hand_number,
        may_rebuy=True,
        **{name: getattr(undone, name) for name in kept},
    )
    at.write(
        WAITS,
        player=undone.entry.name,
        hand=bust.hand_number,
        table=bust.table_number,
        rows=retold.of_bust(bust),
    )


def sit_down_again(table: Table, entry_id: int) -> None:
    """In the seat they left at this table, if nobody has taken it."""
    seat = Seating.objects.filter(entry_id=entry_id, table=table).order_by("-id").first()
    if seat is None or seat.until is None:
        return
    if Seating.objects.filter(table=table, seat=seat.seat, until__isnull=True).exists():
        raise Refused(f"Seat {seat.seat} has been taken since this hand: call the floor.")
    seat.until = None
    seat.save(update_fields=["until"])
