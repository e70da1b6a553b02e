"""Who has how many chips, and who finished where."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet, Sum
from django.utils import timezone

from engine.amounts import hour
from engine.lifecycle import TournamentState
from tables.models import HandRecord, Seating, Table
from tables.play.queries import delayed, next_hand
from tournament.clock.queries import clock as clock_queries
from tournament.models import Entry, Tournament
from tournament.prizes.queries import placings, prizes_shown

LATEST = 5


class Place(NamedTuple):
    """A table and a seat at it; neither for who is in transit to the next session."""

    table: int | None = None
    seat: int | None = None


NOWHERE = Place()


class Left(NamedTuple):
    """Somebody who is left: the entry's key and number, the player, the name and the stack."""

    entry: int
    number: int
    player: int
    name: str
    stack: int


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """Somebody who is left."""

    rank: int
    entry: int
    player: int
    name: str
    stack: int
    in_blinds: str
    table: int | None
    seat: int | None
    change: int


@dataclass(frozen=True, kw_only=True)
class FinishedRow:
    """Somebody who is out."""

    place: int
    place_text: str
    name: str
    prize_text: str
    time_text: str


@dataclass(frozen=True, kw_only=True)
class BigPot:
    """One of the biggest pots."""

    amount: int
    name: str
    table: int
    hand: int


@dataclass(frozen=True, kw_only=True)
class StandingsPicture:
    """Everything the leaderboard shows."""

    version: int
    players_left: int
    entries: int
    average_stack: int
    rows: list[BoardRow]
    finished: list[FinishedRow]
    latest_busts: list[FinishedRow]
    biggest_pots: list[BigPot]


def standing_seats(tournament_id: int) -> QuerySet[Seating]:
    """Everybody who sits somewhere now; the hand in play is not read with each seat."""
    seats = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    tables = Prefetch("table", Table.objects.defer("hand"))
    seats = seats.select_related("entry__player").prefetch_related(tables)
    return seats.order_by("table__number", "seat")


def picture(tournament: Tournament, *, now: datetime) -> StandingsPicture:
    """Everything the leaderboard shows; chips and pots of a table shown late are late here too."""
    rows = [] if tournament.is_over else _rows(tournament, now)
    finished = finished_rows(tournament)
    count = _count(tournament, rows)
    return StandingsPicture(
        version=version(tournament),
        players_left=count.left,
        entries=count.entries,
        average_stack=count.chips // count.left if count.left else 0,
        rows=rows,
        finished=finished,
        latest_busts=finished[:LATEST],
        biggest_pots=_biggest_pots(tournament.pk, now),
    )


def _count(tournament: Tournament, rows: list[BoardRow]) -> clock_queries.Players:
    """How many are left of how many, and their chips; between sessions those with chips."""
    count = clock_queries.players(tournament.pk)
    if rows and tournament.state == TournamentState.BETWEEN:
        return count._replace(left=len(rows), chips=sum(row.stack for row in rows))
    return count


def version(tournament: Tournament) -> int:
    """Grows with everything a whole-tournament screen shows: journal, hands and clock."""
    played = tournament.tables.aggregate(all=Sum("version"))["all"] or 0
    return int(played) + tournament.chain.length


def _rows(tournament: Tournament, now: datetime) -> list[BoardRow]:
    """Everybody who is left, most chips first: with a seat, or on the way to the next session."""
    seats = _places(tournament.pk)
    told = delayed.stacks_told(tournament.pk, now=now)
    left = _left(tournament, seats)
    stacks = {one.entry: told.get(one.entry, one.stack) for one in left}
    level = clock_queries.level_now(tournament)
    before = stacks_as_the_level_began(tournament)
    ranked = sorted(left, key=lambda one: -stacks[one.entry])
    return [
        BoardRow(
            rank=rank,
            entry=one.number,
            player=one.player,
            name=one.name,
            stack=(stack := stacks[one.entry]),
            in_blinds=clock_queries.in_blinds(stack, level),
            **seats.get(one.entry, NOWHERE)._asdict(),
            change=stack - before.get(one.entry, stack),
        )
        for rank, one in enumerate(ranked, 1)
    ]


def _left(tournament: Tournament, seats: Collection[int]) -> list[Left]:
    """Those who sit somewhere and, once play has begun, those who hold chips without a seat.

    Each with the name as everybody may see it, and the stack.
    """
    wanted = Q(pk__in=seats)
    if tournament.started_at is not None:
        wanted |= Q(stack__gt=0)
    left = Entry.objects.filter(wanted, tournament=tournament, withdrawn_at=None)
    found = left.order_by("number").values_list("pk", "number", "player_id", "name", "stack")
    return [Left(*row) for row in found]


def _places(tournament_id: int) -> dict[int, Place]:
    """Where everybody sits, by entry."""
    sitting = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    found = sitting.values_list("entry", "table__number", "seat")
    return {entry: Place(table, seat) for entry, table, seat in found}


def stacks_as_the_level_began(tournament: Tournament) -> dict[int, int]:
    """Each entry's chips at the start of its first hand of this level.

    Looked for from the newest hand back: the same amounts may have been played earlier, in
    another game's turn or in another session.
    """
    level = next_hand.level_words(tournament)
    hands = HandRecord.objects.filter(table__tournament=tournament)
    if tournament.session is not None and tournament.session.started_at is not None:
        hands = hands.filter(started_at__gte=tournament.session.started_at)
    newest = hands.order_by("-started_at", "-id").values_list("level", "players")
    found: dict[int, int] = {}
    for played, players in newest.iterator(chunk_size=100):
        if played != level:
            break
        found |= {player["entry"]: player["stack"] for player in players}
    return found


def finished_rows(tournament: Tournament) -> list[FinishedRow]:
    """Those who are out, the latest first, each with their place and what it won."""
    placed = placings.of(tournament)
    won = prizes_shown.won_words(tournament) if placed else {}
    return [
        FinishedRow(
            place=placing.place,
            place_text=placing.text,
            name=placing.name,
            prize_text=won.get(placing.entry, ""),
            time_text=_time(placing.at),
        )
        for placing in placed
    ]


def _time(moment: datetime | None) -> str:
    return hour(timezone.localtime(moment)) if moment else ""


def _biggest_pots(tournament_id: int, now: datetime) -> list[BigPot]:
    hands = delayed.hands_told(tournament_id, now=now).filter(pot__gt=0)
    return [
        BigPot(amount=hand.pot, name=hand.winners, table=hand.table.number, hand=hand.number)
        for hand in hands.select_related("table").order_by("-pot")[:3]
    ]
