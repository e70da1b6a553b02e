"""One table's history: hands with their times and orbits, cards, counts, who dealt."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, QuerySet

from engine.cards import cards as card_names
from engine.hand import codec
from engine.hand.events import HandStarted, HoleDealt
from tables.equipment.queries import decks
from tables.models import DealerDuty, HandEvent, HandRecord, Table, TableCount
from tables.play.queries import hands
from tournament.models import Tournament

MOST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedHand:
    """A hand that was not shown, for the supervisor."""

    name: str
    cards: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHistory:
    """What was done at one table: its hands, cards and counts, and who dealt."""

    number: int
    hands: list[HandRecord]
    orbits: int
    span: tuple[datetime | None, datetime | None]
    cards: list[decks.DeckLine]
    counts: QuerySet[TableCount]
    dealers: QuerySet[DealerDuty]
    inspected: list[FoldedHand]
    inspection_clause: str


def picture(table: Table, *, may_inspect: bool) -> TableHistory:
    """Everything the page shows."""
    records = list(HandRecord.objects.filter(table=table).order_by("-number")[:MOST])
    clause = table.tournament.law.equipment.decks.value.inspection_clause
    last = records[0] if records else None
    is_over = last is not None and last.ended_at is not None
    return TableHistory(
        number=table.number,
        hands=records,
        orbits=orbits(table),
        span=game_span(table.tournament),
        cards=decks.history(table)[:MOST],
        counts=TableCount.objects.filter(table=table).select_related("count").order_by("-id"),
        dealers=DealerDuty.objects.filter(table=table).select_related("user").order_by("-id"),
        inspected=folded_hands(last) if last and is_over and clause and may_inspect else [],
        inspection_clause=clause,
    )


def game_span(tournament: Tournament) -> tuple[datetime | None, datetime | None]:
    """When the first card was dealt and when the winner was known (charity:10.2)."""
    first = HandRecord.objects.filter(table__tournament=tournament).aggregate(at=Min("started_at"))
    return first["at"], tournament.finished_at


def orbits(table: Table) -> int:
    """How often the marker has come back to the same seat; not the hand counter (charity:1.1)."""
    started = HandEvent.objects.filter(table=table, data__0="hand_started").order_by("version")
    events = [codec.read_event(data) for data in started.values_list("data", flat=True)]
    markers = [event.marker for event in events if isinstance(event, HandStarted)]
    return count_orbits(markers)


def count_orbits(markers: list[int]) -> int:
    """Whole rounds of the marker: each time it passes the seat it began with."""
    whole, last = 0, None
    for marker in markers:
        if last is not None and marker != last and marker == markers[0]:
            whole += 1
        last = marker
    return whole


def folded_hands(record: HandRecord) -> list[FoldedHand]:
    """Every hand of an electronic deal, mucked ones too, for the supervisor only (charity:6.6)."""
    names = {player["seat"]: player["name"] for player in record.players}
    for event in hands.story(record):
        if isinstance(event, HoleDealt):
            return [
                FoldedHand(name=names.get(seat, f"Seat {seat}"), cards=card_names.text(cards))
                for seat, cards in event.cards
                if card_names.UNKNOWN not in cards
            ]
    return []
