"""Players as the public may read about them, under the name they chose."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from tables.models import HandRecord, Seating
from tables.play.queries import delayed
from tournament.models import Bust, Entry, Tournament
from tournament.prizes.queries import placings
from tournament.setup.queries import poster

LATEST_HANDS, LATEST_RESULTS = 12, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """A line of the list of players."""

    number: int
    name: str
    stack: int
    place_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOf:
    """Where a player sits."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOf:
    """A hand a player was dealt into, and the stack before it."""

    table: int
    number: int
    shown: int
    level: str
    stack: int
    pot: int
    winners: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOf:
    """What a player did in another tournament of the house."""

    name: str
    code: str
    number: int
    at: datetime
    place_text: str
    of: int
    is_bust: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPicture:
    """One player's page."""

    name: str
    number: int
    stack: int
    place_text: str
    seat: SeatOf | None
    hands_played: int
    hands: list[HandOf]
    results: list[ResultOf]


def listed(tournament: Tournament, *, now: datetime) -> list[ListedPlayer]:
    """Everybody who entered, with stack or place."""
    stacks = delayed.stacks_told(tournament.pk, now=now)
    places = {placed.entry: placed.text for placed in placings.of(tournament)}
    entries = Entry.objects.filter(tournament=tournament, withdrawn_at=None)
    players = [
        ListedPlayer(
            number=entry.number,
            name=entry.name,
            stack=stacks.get(entry.pk, entry.stack),
            place_text=places.get(entry.pk, ""),
        )
        for entry in entries.select_related("player")
    ]
    return sorted(players, key=lambda player: player.name.casefold())


def picture(entry: Entry, *, now: datetime) -> PlayerPicture:
    """One player's page; a table that is shown late is late here too."""
    stacks = delayed.stacks_told(entry.tournament_id, now=now)
    seat = Seating.objects.filter(entry=entry, until=None).select_related("table").first()
    hands = _hands(entry, now)
    return PlayerPicture(
        name=entry.name,
        number=entry.number,
        stack=stacks.get(entry.pk, entry.stack),
        place_text=_place_text(entry),
        seat=SeatOf(table=seat.table.number, seat=seat.seat) if seat else None,
        hands_played=len(hands),
        hands=[_hand(record, entry) for record in hands[:LATEST_HANDS]],
        results=_results(entry),
    )


def _place_text(entry: Entry) -> str:
    places = placings.of(entry.tournament)
    return next((placed.text for placed in places if placed.entry == entry.pk), "")


def _hands(entry: Entry, now: datetime) -> list[HandRecord]:
    """Every hand this entry was dealt into, the newest first."""
    tables = Seating.objects.filter(entry=entry).values("table_id")
    records = delayed.hands_told(entry.tournament_id, now=now).filter(table_id__in=tables)
    mine = records.select_related("table").order_by("-started_at", "-id")
    return [hand for hand in mine if any(p["entry"] == entry.pk for p in hand.players)]


def _hand(record: HandRecord, entry: Entry) -> HandOf:
    return HandOf(
        table=record.table.number,
        number=record.number,
        shown=record.shown,
        level=record.level,
        stack=next(p["stack"] for p in record.players if p["entry"] == entry.pk),
        pot=record.pot,
        winners=record.winners,
        at=record.started_at,
    )


def _results(entry: Entry) -> list[ResultOf]:
    """What the same person did in other tournaments of the house, the newest first."""
    others = (
        Entry.objects.filter(player_id=entry.player_id, withdrawn_at=None)
        .exclude(pk=entry.pk)
        .select_related("tournament")
        .order_by("-tournament__created_at")
    )
    published = (other for other in others if poster.is_published(other.tournament))
    return [_result(other) for other in islice(published, LATEST_RESULTS)]


def _result(entry: Entry) -> ResultOf:
    tournament = entry.tournament
    return ResultOf(
        name=tournament.name,
        code=tournament.code,
        number=entry.number,
        at=tournament.started_at or tournament.created_at,
        place_text=_place_text(entry),
        of=Entry.objects.filter(tournament=tournament, withdrawn_at=None).count(),
        is_bust=Bust.standing.filter(entry=entry).exists(),
    )
