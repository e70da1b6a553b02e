"""The league's table: points of finished tournaments by its formula."""

from typing import Any

from django.db.models import Sum

from engine.lifecycle import TournamentState
from engine.prizes import league
from engine.prizes.league import Line, Result
from engine.refusal import Refused
from tournament.models import Due, Entry, League, Tournament
from tournament.prizes.queries import placings
from tournament.setup.queries import poster


def every() -> list[dict[str, Any]]:
    """All leagues by name."""
    return [
        {"name": one.name, "slug": one.slug, "tournaments": one.tournaments.count()}
        for one in League.objects.prefetch_related("tournaments")
    ]


def page(found: League) -> dict[str, Any]:
    """The public table of one league."""
    every_night = found.tournaments.select_related("clock").order_by("created_at")
    tournaments = [night for night in every_night if poster.is_published(night)]
    finished = [one for one in tournaments if one.state == TournamentState.FINISHED]
    results = _results(found, finished)
    lines = league.table(results, best=found.best)
    by_player = {(one.player, one.tournament): one.points for one in results}
    names = _names({line.player for line in lines}, finished)
    return {
        "name": found.name,
        "slug": found.slug,
        "formula": found.formula,
        "best": found.best,
        "tournaments": [
            {"code": one.code, "name": one.name, "is_finished": one in finished}
            for one in tournaments
        ],
        "rows": [_row(line, names, finished, by_player) for line in lines],
    }


def _row(
    line: Line,
    names: dict[int, str],
    finished: list[Tournament],
    points: dict[tuple[int, int], int],
) -> dict[str, Any]:
    return {
        "place": line.place,
        "name": names.get(line.player, ""),
        "points": shown(line.points),
        "played": line.played,
        "results": [
            {
                "points": shown(points[line.player, one.pk])
                if (line.player, one.pk) in points
                else "",
                "counts": one.pk in line.counted,
            }
            for one in finished
        ],
    }


def shown(hundredths: int) -> str:
    """12.5 or 12."""
    return f"{hundredths / 100:g}" if hundredths % 100 else str(hundredths // 100)


def _results(found: League, finished: list[Tournament]) -> list[Result]:
    formula = league.read(found.formula)
    made: dict[tuple[int, int], int] = {}
    for one in finished:
        placed = placings.of(one)
        players = dict(one.entries.values_list("pk", "player_id"))
        won = _won(one)
        entry = one.structure.get("entry_price", 0) / 100
        for row in placed:
            facts = {
                "place": row.place,
                "players": len(placed),
                "entry": entry,
                "prize": won.get(row.entry, 0) / 100,
            }
            key = (players[row.entry], one.pk)
            made[key] = max(made.get(key, 0), _points(formula, facts))
    return [Result(player, night, points) for (player, night), points in made.items()]


def _points(formula: league.Formula, facts: dict[str, float]) -> int:
    """Points by the formula; none where it has no value, such as a division by nothing."""
    try:
        return league.points(formula, facts)
    except Refused:
        return 0


def _won(tournament: Tournament) -> dict[int, int]:
    dues = Due.objects.filter(tournament=tournament, withdrawn_at=None)
    return dict(dues.values_list("entry_id").annotate(Sum("amount")).order_by("entry_id"))


def _names(players: set[int], finished: list[Tournament]) -> dict[int, str]:
    entries = Entry.objects.filter(player_id__in=players, tournament__in=finished)
    return {entry.player_id: entry.name for entry in entries.select_related("player")}


def form(found: League | None) -> dict[str, Any]:
    """The fields of a league, with every tournament it may count."""
    chosen = set(found.tournaments.values_list("pk", flat=True)) if found else set()
    return {
        "name": found.name if found else "",
        "formula": found.formula if found else "10 * sqrt(players / place)",
        "best": found.best if found and found.best else "",
        "words": list(league.WORDS.items()),
        "tournaments": [
            {"id": one.pk, "name": one.name, "code": one.code, "chosen": one.pk in chosen}
            for one in Tournament.objects.exclude(state=TournamentState.CANCELLED)
        ],
    }
