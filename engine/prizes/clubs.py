"""4S: points for two players of a club, added up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import rulebooks
from engine.prizes.placings import Standing
from engine.refusal import Refused

POINTS = (9, 7, 6, 5, 4, 3, 2, 0)  # from the last standing to the first out (fours:points-1)
MEDALS = ("gold", "silver", "bronze")
CLUBS = 4
FOUR_OF_TWO = "Four clubs of two players each take part."


@dataclass(frozen=True, slots=True)
class ClubResult:
    club: str
    points: int
    best_place: int
    place: int = 0
    medal: str = ""


def points_for(place: int) -> int:
    return POINTS[place - 1]


def results(
    clubs: Mapping[str, tuple[int, ...]], standing: Standing, *, clause: str
) -> tuple[ClubResult, ...]:
    """Clubs by points; level ones by their better finisher (fours:team-tie-1)."""
    _check_clubs(clubs, standing, clause)
    scores = [_score(club, entries, standing) for club, entries in clubs.items()]
    scores.sort(key=lambda score: (-score.points, score.best_place))
    return tuple(
        ClubResult(score.club, score.points, score.best_place, n + 1, _medal(n))
        for n, score in enumerate(scores)
    )


def _score(club: str, entries: tuple[int, ...], standing: Standing) -> ClubResult:
    places = [standing.place_of(entry) for entry in entries]
    return ClubResult(club, sum(points_for(place) for place in places), min(places))


def _medal(index: int) -> str:
    return MEDALS[index] if index < len(MEDALS) else ""


def _check_clubs(clubs: Mapping[str, tuple[int, ...]], standing: Standing, clause: str) -> None:
    check_members(clubs, clause=clause)
    if not is_complete(clubs, standing):
        raise Refused(FOUR_OF_TWO, clause)
    if standing.questions:
        raise Refused("Places still wait for a decision.", standing.questions[0].clause)


def check_members(clubs: Mapping[str, Sequence[int]], *, clause: str) -> None:
    """Refuse anything but four clubs of two players each."""
    if any(len(entries) != 2 for entries in clubs.values()):
        raise Refused("A club has exactly two players.", clause)
    if len(clubs) != CLUBS:
        raise Refused(FOUR_OF_TWO, clause)


def is_complete(clubs: Mapping[str, Sequence[int]], standing: Standing) -> bool:
    """Whether the players of four clubs are exactly those who have places."""
    members = sorted(entry for entries in clubs.values() for entry in entries)
    placed = sorted(placing.entry for placing in standing.placings)
    return members == placed and len(members) == 2 * CLUBS


def check_known(rulebook: str) -> None:
    """Refuse clubs where the book knows none."""
    if not rulebooks.get(rulebook).prizes.clubs.value:
        raise Refused("Clubs play under the 4S rules.")
