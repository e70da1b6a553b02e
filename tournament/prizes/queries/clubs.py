"""Clubs, their points so far and their medals."""

from typing import Any

from engine.lifecycle import TournamentState
from engine.prizes import clubs as engine_clubs
from engine.prizes.placings import Standing
from tournament.models import Tournament
from tournament.prizes.queries import placings


def has_clubs(tournament: Tournament) -> bool:
    """Whether clubs play here."""
    return tournament.law.prizes.clubs.value


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Every club: final with its medal when all places are known, so far until then."""
    members = {
        club.name: [(member.entry_id, member.entry.name) for member in club.members.all()]
        for club in tournament.clubs.prefetch_related("members__entry__player")
    }
    standing = placings.standing(tournament)
    is_final = tournament.state == TournamentState.FINISHED and not standing.questions
    placed = placings.of(tournament)
    places = {one.entry: one.place for one in placed if not one.is_joint}
    tied = {one.entry for one in placed if one.is_joint}
    medals = _final(members, standing) if is_final else {}
    found = [_row(club, players, places, medals.get(club)) for club, players in members.items()]
    for row in found:
        for player in row["players"]:
            player["open_text"] = "tied: to be decided" if player["entry"] in tied else "still in"
    order = {club: number for number, club in enumerate(medals)}
    found.sort(key=lambda row: (order.get(row["club"], 0), -row["points"], row["club"]))
    return found


def _final(
    members: dict[str, list[tuple[int, str]]], standing: Standing
) -> dict[str, engine_clubs.ClubResult]:
    plain = {club: tuple(entry for entry, _ in players) for club, players in members.items()}
    if not engine_clubs.is_complete(plain, standing):
        return {}
    return {result.club: result for result in engine_clubs.results(plain, standing)}


def _row(
    club: str,
    players: list[tuple[int, str]],
    places: dict[int, int],
    result: engine_clubs.ClubResult | None,
) -> dict[str, Any]:
    return {
        "club": club,
        "points": sum(engine_clubs.points_for(places[e]) for e, _ in players if e in places),
        "place_text": placings.ordinal(result.place) if result else "",
        "medal": result.medal if result else "",
        "players": [
            {
                "entry": entry,
                "name": name,
                "place_text": placings.ordinal(places[entry]) if entry in places else "",
                "points": engine_clubs.points_for(places[entry]) if entry in places else None,
            }
            for entry, name in players
        ],
    }


def page(tournament: Tournament) -> dict[str, Any]:
    """The page of clubs: who plays for whom, and how they stand."""
    entries = tournament.entries.filter(withdrawn_at=None).select_related("player")
    clubs = {
        member.entry_id: club.name
        for club in tournament.clubs.prefetch_related("members")
        for member in club.members.all()
    }
    return {
        "rows": rows(tournament),
        "entries": [
            {"entry": entry.pk, "name": entry.name, "club": clubs.get(entry.pk, "")}
            for entry in entries
        ],
        "names": sorted(set(clubs.values())),
        "has_started": tournament.started_at is not None,
    }
