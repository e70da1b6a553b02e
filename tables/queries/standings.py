"""Who has how many chips, and who finished where."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils import timezone

from tables.models import HandRecord, Seating
from tournament.models import Tournament
from tournament.queries import clock as clock_queries
from tournament.queries import placings
from tournament.queries import prizes as prize_queries

LATEST = 5


def standing_seats(tournament_id: int) -> QuerySet[Seating]:
    """Everybody who sits somewhere now."""
    seats = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    return seats.select_related("entry__player", "table").order_by("table__number", "seat")


def picture(tournament: Tournament) -> dict[str, Any]:
    """Everything the leaderboard shows."""
    count = clock_queries.players(tournament.pk)
    big_blind = clock_queries.level_now(tournament).greatest
    finished = finished_rows(tournament)
    return {
        "version": version(tournament),
        "players_left": count["left"],
        "entries": count["entries"],
        "average_stack": count["chips"] // count["left"] if count["left"] else 0,
        "rows": [] if tournament.is_over else _rows(tournament, big_blind),
        "finished": finished,
        "latest_busts": finished[:LATEST],
        "biggest_pots": _biggest_pots(tournament.pk),
    }


def version(tournament: Tournament) -> int:
    """Grows with everything a whole-tournament screen shows: journal, hands and clock."""
    played = tournament.tables.aggregate(all=Sum("version"))["all"] or 0
    return int(played) + tournament.chain.length


def _rows(tournament: Tournament, big_blind: int) -> list[dict[str, Any]]:
    seats = sorted(standing_seats(tournament.pk), key=lambda seat: -seat.entry.stack)
    before = stacks_as_the_level_began(tournament)
    return [
        {
            "rank": rank,
            "name": seat.entry.name,
            "stack": seat.entry.stack,
            "big_blinds": round(seat.entry.stack / big_blind) if big_blind else 0,
            "table": seat.table.number,
            "seat": seat.seat,
            "change": seat.entry.stack - before.get(seat.entry_id, seat.entry.stack),
        }
        for rank, seat in enumerate(seats, 1)
    ]


def stacks_as_the_level_began(tournament: Tournament) -> dict[int, int]:
    """Each entry's chips at the start of its first hand of this level."""
    level = clock_queries.level_text(clock_queries.level_now(tournament))
    hands = HandRecord.objects.filter(table__tournament=tournament, level=level)
    found: dict[int, int] = {}
    for players in hands.order_by("started_at", "id").values_list("players", flat=True):
        for player in players:
            found.setdefault(player["entry"], player["stack"])
    return found


def finished_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Those who are out, the latest first, each with his place and what it won."""
    placed = placings.of(tournament)
    won = prize_queries.won_words(tournament, placed) if placed else {}
    return [
        {
            "place": placing.place,
            "place_text": placing.text,
            "name": placing.name,
            "prize_text": won.get(placing.entry, ""),
            "time_text": _time(placing.at),
        }
        for placing in placed
    ]


def _time(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime("%H:%M") if moment else ""


def _biggest_pots(tournament_id: int) -> list[dict[str, Any]]:
    hands = HandRecord.objects.filter(
        table__tournament_id=tournament_id, ended_at__isnull=False, pot__gt=0
    )
    return [
        {"amount": hand.pot, "name": hand.winners, "table": hand.table.number, "hand": hand.number}
        for hand in hands.select_related("table").order_by("-pot")[:3]
    ]
