"""The league's table: points of finished tournaments by its formula."""

from dataclasses import dataclass

from django.db.models import Sum

from engine.lifecycle import TournamentState
from engine.prizes import league
from engine.prizes.league import Line, Result
from engine.refusal import Refused
from tournament.models import Due, Entry, League, Tournament
from tournament.prizes.queries import placings
from tournament.setup.queries import poster


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLink:
    """A league of the list."""

    name: str
    slug: str
    tournaments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueNight:
    """A tournament that counts for a league."""

    code: str
    name: str
    is_finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightResult:
    """What a player got in one tournament, and whether it is among the best that count."""

    points: str
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A player of a league."""

    place: int
    player: int
    name: str
    points: str
    played: int
    results: list[NightResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePage:
    """The public table of one league."""

    name: str
    slug: str
    formula: str
    best: int | None
    tournaments: list[LeagueNight]
    rows: list[LeagueRow]


def every() -> list[LeagueLink]:
    """All leagues by name."""
    return [
        LeagueLink(name=row.name, slug=row.slug, tournaments=row.tournaments.count())
        for row in League.objects.prefetch_related("tournaments")
    ]


def page(row: League) -> LeaguePage:
    """The public table of one league."""
    every_night = row.tournaments.select_related("clock").order_by("created_at")
    nights = [night for night in every_night if poster.is_published(night)]
    finished = [night for night in nights if night.state == TournamentState.FINISHED]
    results = _results(row, finished)
    lines = league.table(results, best=row.best)
    points = {(result.player, result.tournament): result.points for result in results}
    names = _names({line.player for line in lines}, finished)
    return LeaguePage(
        name=row.name,
        slug=row.slug,
        formula=row.formula,
        best=row.best,
        tournaments=[
            LeagueNight(code=night.code, name=night.name, is_finished=night in finished)
            for night in nights
        ],
        rows=[_row(line, names, finished, points) for line in lines],
    )


def _row(
    line: Line,
    names: dict[int, str],
    finished: list[Tournament],
    points: dict[tuple[int, int], int],
) -> LeagueRow:
    return LeagueRow(
        place=line.place,
        player=line.player,
        name=names.get(line.player, ""),
        points=shown(line.points),
        played=line.played,
        results=[
            NightResult(
                points=shown(points[line.player, night.pk])
                if (line.player, night.pk) in points
                else "",
                counts=night.pk in line.counted,
            )
            for night in finished
        ],
    )


def shown(hundredths: int) -> str:
    """12.5 or 12."""
    return f"{hundredths / 100:g}" if hundredths % 100 else str(hundredths // 100)


def _results(row: League, finished: list[Tournament]) -> list[Result]:
    formula = league.read(row.formula)
    best: dict[tuple[int, int], int] = {}
    for night in finished:
        places = placings.of(night)
        players = dict(night.entries.values_list("pk", "player_id"))
        won = _won(night)
        price = night.structure.get("entry_price", 0) / 100
        for placed in places:
            facts = {
                "place": placed.place,
                "players": len(places),
                "entry": price,
                "prize": won.get(placed.entry, 0) / 100,
            }
            key = (players[placed.entry], night.pk)
            best[key] = max(best.get(key, 0), _points(formula, facts))
    return [Result(player, night, points) for (player, night), points in best.items()]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Countable:
    """A tournament that a league may count."""

    id: int
    name: str
    code: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueForm:
    """The fields of a league, with every tournament it may count."""

    name: str
    formula: str
    best: int | str
    words: list[tuple[str, str]]
    tournaments: list[Countable]


def form(row: League | None) -> LeagueForm:
    """The fields of a league, with every tournament it may count."""
    chosen = set(row.tournaments.values_list("pk", flat=True)) if row else set()
    return LeagueForm(
        name=row.name if row else "",
        formula=row.formula if row else "10 * sqrt(players / place)",
        best=row.best if row and row.best else "",
        words=list(league.WORDS.items()),
        tournaments=[
            Countable(id=cup.pk, name=cup.name, code=cup.code, chosen=cup.pk in chosen)
            for cup in Tournament.objects.exclude(state=TournamentState.CANCELLED)
        ],
    )
