"""Clubs, their points so far and their medals."""

from dataclasses import dataclass

from engine.lifecycle import TournamentState
from engine.prizes import clubs as engine_clubs
from engine.prizes.placings import Standing
from tournament.models import Tournament
from tournament.prizes.queries import placings


def has_clubs(tournament: Tournament) -> bool:
    """Whether clubs play here."""
    return tournament.law.prizes.clubs.value


@dataclass(frozen=True, kw_only=True)
class ClubPlayer:
    """A club's player: place and points once they are known, else why not."""

    entry: int
    name: str
    place_text: str
    points: int | None
    open_text: str


@dataclass(frozen=True, kw_only=True)
class ClubRow:
    """A club, how it stands, and who plays for it."""

    club: str
    points: int
    place_text: str
    medal: str
    players: list[ClubPlayer]


@dataclass(frozen=True, kw_only=True)
class ClubEntry:
    """Somebody entered, and the club they play for."""

    entry: int
    name: str
    club: str


@dataclass(frozen=True, kw_only=True)
class ClubsPage:
    """Who plays for whom, and how they stand."""

    rows: list[ClubRow]
    entries: list[ClubEntry]
    names: list[str]
    has_started: bool


@dataclass(frozen=True, kw_only=True)
class ClubsPicture:
    """Everything the screen of clubs shows; the page asks for it itself."""

    rows: list[ClubRow]
    version: int = 0


def rows(tournament: Tournament) -> list[ClubRow]:
    """Every club: final with its medal when all places are known, so far until then."""
    members = {
        club.name: [(member.entry_id, member.entry.name) for member in club.members.all()]
        for club in tournament.clubs.prefetch_related("members__entry__player")
    }
    standing = placings.standing(tournament)
    is_final = tournament.state == TournamentState.FINISHED and not standing.questions
    placed = placings.of(tournament)
    places = {place.entry: place.place for place in placed if not place.is_joint}
    tied = {place.entry for place in placed if place.is_joint}
    medals = _final(members, standing, tournament.law.prizes.clubs.clause) if is_final else {}
    found = [
        _row(club, [_player(*player, places, tied) for player in players], medals.get(club))
        for club, players in members.items()
    ]
    order = {club: number for number, club in enumerate(medals)}
    found.sort(key=lambda row: (order.get(row.club, 0), -row.points, row.club))
    return found


def picture(tournament: Tournament) -> ClubsPicture:
    """The clubs as the hall sees them."""
    return ClubsPicture(rows=rows(tournament))


def _final(
    members: dict[str, list[tuple[int, str]]], standing: Standing, clause: str
) -> dict[str, engine_clubs.ClubResult]:
    plain = {club: tuple(entry for entry, _ in players) for club, players in members.items()}
    if not engine_clubs.is_complete(plain, standing):
        return {}
    return {result.club: result for result in engine_clubs.results(plain, standing, clause=clause)}


def _row(club: str, players: list[ClubPlayer], result: engine_clubs.ClubResult | None) -> ClubRow:
    return ClubRow(
        club=club,
        points=sum(player.points or 0 for player in players),
        place_text=placings.ordinal(result.place) if result else "",
        medal=result.medal if result else "",
        players=players,
    )


def _player(entry: int, name: str, places: dict[int, int], tied: set[int]) -> ClubPlayer:
    place = places.get(entry)
    return ClubPlayer(
        entry=entry,
        name=name,
        place_text=placings.ordinal(place) if place else "",
        points=engine_clubs.points_for(place) if place else None,
        open_text="tied: to be decided" if entry in tied else "still in",
    )


def page(tournament: Tournament) -> ClubsPage:
    """The page of clubs: who plays for whom, and how they stand."""
    entries = tournament.entries.filter(withdrawn_at=None).select_related("player")
    clubs = {
        member.entry_id: club.name
        for club in tournament.clubs.prefetch_related("members")
        for member in club.members.all()
    }
    return ClubsPage(
        rows=rows(tournament),
        entries=[
            ClubEntry(entry=entry.pk, name=entry.name, club=clubs.get(entry.pk, ""))
            for entry in entries
        ],
        names=sorted(set(clubs.values())),
        has_started=tournament.started_at is not None,
    )
