"""What a draw is applied to, as it is published before, and what comes of it.

A list is plain data with the name of its rule; its text (`engine.chance.as_text`) is what is
hashed. `result` is the only way from a list to an outcome: whoever draws calls it, and so does
whoever checks. `static/js/draws.js` says the same in the visitor's browser.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.cards import cards as card_names
from engine.chance import Chance
from engine.hand import shuffling
from engine.seating import ballots, card_draws
from engine.seating.ballots import Ballot
from engine.seating.seating import Draw, Place, Table

List = dict[str, Any]
People = Mapping[int, str]  # numbers of entries (or of seats), with the names they are known by

SEATS, SEATS_BY_CARD, CARDS, DECK = "seats", "seats by card", "cards", "deck"


# What is published.


def of_seats(ballot: Ballot, people: People) -> List:
    """People into open seats; entries are named by their numbers."""
    free: dict[int, list[int]] = {table.number: [] for table in ballot.tables}
    for place in ballot.open_places:
        free[place.table].append(place.seat)
    return {
        "rule": SEATS,
        "people": _people(ballot.entries, people),
        "staying": [
            [entry, people[entry], place.table, place.seat]
            for entry, place in sorted(ballot.locked.items())
        ],
        "tables": [
            {
                "table": table.number,
                "seats": free[table.number],
                "players": sorted(table.players.values()),
            }
            for table in ballot.tables
        ],
        "apart": sorted(sorted(pair) for pair in ballot.apart),
    }


def of_seats_by_card(entries: Iterable[int], seats: Iterable[Place], people: People) -> List:
    """One card each, from the ace on; the seats in the order of the cards (fours:seating-1)."""
    return {
        "rule": SEATS_BY_CARD,
        "people": _people(sorted(entries), people),
        "seats": [[place.table, place.seat] for place in seats],
    }


def of_cards(
    order: Iterable[int], people: People, deck: Iterable[int], *, until_decided: bool = False
) -> List:
    """A card each in this order; people are named by their entries, or at a table by their seats.

    `until_decided`: again for those whose cards are of one rank.
    """
    return {
        "rule": CARDS,
        "people": _people(order, people),
        "deck": [card_names.text((card,)) for card in deck],
        "again": until_decided,
    }


def of_deck(cards: Sequence[int]) -> List:
    """Cards to be shuffled and cut, and how deep the cut may be."""
    return {
        "rule": DECK,
        "cards": [card_names.text((card,)) for card in cards],
        "cut": list(shuffling.cut_places(len(cards))),
    }


def _people(entries: Iterable[int], people: People) -> list[list[Any]]:
    return [[entry, people[entry]] for entry in entries]


# What comes of it.


def result(about: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    """What chance makes of a published list, as it is published."""
    return _RULES[about["rule"]](about, chance)


def _seats(about: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    drawn = ballots.draw(_ballot(about), chance)
    return {
        "places": [[n, place.table, place.seat] for n, place in sorted(drawn.places.items())],
        "together": sorted(sorted(pair) for pair in drawn.together),
    }


def _ballot(about: Mapping[str, Any]) -> Ballot:
    """The ballot a list was made of. Where the players sit at their tables makes no difference."""
    return Ballot(
        entries=tuple(entry for entry, _ in about["people"]),
        tables=tuple(_table(table) for table in about["tables"]),
        locked={entry: Place(table, seat) for entry, _, table, seat in about["staying"]},
        apart=frozenset(frozenset(pair) for pair in about["apart"]),
    )


def _table(table: Mapping[str, Any]) -> Table:
    players = {-turn: entry for turn, entry in enumerate(table["players"], 1)}
    return Table(table["table"], tuple(table["seats"]), players)


def _seats_by_card(about: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    numbers = [entry for entry, _ in about["people"]]
    fell = chance.order("cards", range(1, len(numbers) + 1))
    drawn = list(zip(numbers, fell, strict=True))
    return {
        "cards": [[entry, card] for entry, card in drawn],
        "places": [[entry, *about["seats"][card - 1]] for entry, card in drawn],
    }


def _cards(about: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    order = [person for person, _ in about["people"]]
    deck = iter(chance.order("deck", about["deck"]))
    dealt = {person: [next(deck)] for person in order}
    while about["again"] and (tied := _still_tied(dealt)):
        for person in order:
            if person in tied:
                dealt[person].append(next(deck))
    return {"cards": [[person, dealt[person]] for person in order]}


def _deck(about: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    shuffled = chance.order("cards", about["cards"])
    at = next(iter(chance.order("cut", about["cut"])), 0)
    return {"deck": [*shuffled[at:], *shuffled[:at]]}


def _still_tied(dealt: Mapping[int, Sequence[str]]) -> set[int]:
    cards = {person: card_names.parse(" ".join(held)) for person, held in dealt.items()}
    return {p for tier in card_draws.ranked(cards) if len(tier) > 1 for p in tier}


_RULES: dict[str, Callable[[Mapping[str, Any], Chance], dict[str, Any]]] = {
    SEATS: _seats,
    SEATS_BY_CARD: _seats_by_card,
    CARDS: _cards,
    DECK: _deck,
}


# What it means.


def drawn_seats(outcome: Mapping[str, Any]) -> Draw:
    """The seats of an outcome, by the numbers of the entries."""
    return Draw(
        {entry: Place(table, seat) for entry, table, seat in outcome["places"]},
        tuple(frozenset(pair) for pair in outcome.get("together", ())),
    )


def drawn_cards(outcome: Mapping[str, Any]) -> dict[int, tuple[int, ...]]:
    """The cards of an outcome, by entry or seat."""
    return {person: card_names.parse(" ".join(held)) for person, held in outcome["cards"]}


def drawn_deck(outcome: Mapping[str, Any]) -> tuple[int, ...]:
    """The deck of an outcome, the top card first."""
    return card_names.parse(" ".join(outcome["deck"]))
