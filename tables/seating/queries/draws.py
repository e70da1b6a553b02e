"""Every seat draw, with what it followed from, and whether the seed leads to it again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.seating import seating
from engine.seating.law import BALLOT, CARD
from engine.seating.seating import Place
from tables.play.queries import hands
from tournament.models import JournalEntry, Tournament


def picture(tournament: Tournament) -> list[dict[str, Any]]:
    """The draws before play, newest first, each made again from what was published."""
    drawn = JournalEntry.objects.filter(tournament=tournament, name="seats.drawn")
    names = {
        str(entry.number): entry.name
        for entry in tournament.entries.select_related("player").order_by("number")
    }
    return [_draw(tournament, entry, names) for entry in drawn.order_by("-sequence")]


def _draw(tournament: Tournament, entry: JournalEntry, names: dict[str, str]) -> dict[str, Any]:
    told = entry.data
    places = told.get("places", {})
    return {
        "number": told["draw"],
        "at": entry.at,
        "method": told.get("method", BALLOT),
        "seed": told.get("seed", ""),
        "hall": told.get("hall", {}),
        "fixed": told.get("fixed", {}),
        "apart": told.get("apart", []),
        "again": repeats(tournament, told) if told.get("seed") and places else None,
        "rows": [
            {"number": number, "name": names.get(number, ""), "table": table, "seat": seat}
            for number, (table, seat) in sorted(places.items(), key=lambda row: int(row[0]))
        ],
    }


def repeats(tournament: Tournament, told: Mapping[str, Any]) -> bool:
    """Whether the same seed, entries and tables give the same seats."""
    hall = [seating.Table(int(number), tuple(seats)) for number, seats in told["hall"].items()]
    entries = sorted(int(number) for number in told["places"])
    again = _again(tournament, told, hall, entries)
    drawn = {str(e): [place.table, place.seat] for e, place in again.items()}
    return bool(drawn == told["places"])


def _again(
    tournament: Tournament,
    told: Mapping[str, Any],
    hall: Sequence[seating.Table],
    entries: list[int],
) -> Mapping[int, Place]:
    rng = Random(told["seed"])
    if told["method"] == CARD:
        button = hands.rules_of(tournament).book.first_marker.value(hall[0].seats)
        cards = seating.draw_cards(entries, rng)
        drawn = seating.by_card(cards, hall[0], button=button, rulebook=tournament.rulebook)
        return drawn.places
    return seating.ballot(
        entries,
        hall,
        rng,
        apart=frozenset(frozenset(pair) for pair in told["apart"]),
        locked={int(number): Place(*place) for number, place in told["fixed"].items()},
    ).places
