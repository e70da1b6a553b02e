"""What is shown of prizes everywhere: by the list, by an agreed deal, and at last as they are won.

One reading for the console, the hall, phones and papers, so that none of them names another amount.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.prizes.prizes import Prize, Source
from engine.refusal import Refused
from tournament.models import Deal, PrizeList, Tournament
from tournament.prizes.queries import placings
from tournament.prizes.queries import prizes as prize_queries

DEAL, WINNER = "Deal", "Winner"


class Won(NamedTuple):
    """One prize of one entry."""

    entry: int
    place: int
    prize: Prize


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of a prize list: a place's prize, or one player's share of a deal."""

    place_text: str
    prize_text: str
    entries: tuple[int, ...] = ()


def is_final(tournament: Tournament, made: PrizeList | None) -> bool:
    """Whether the amounts stand: published, or no more money can come in (adelaide:105)."""
    is_published = made is not None and made.published_at is not None
    return is_published or tournament.state == TournamentState.FINISHED


def rows(tournament: Tournament, *, with_values: bool = False) -> list[Shown]:
    """Every prize, the best first; with what a thing is worth where that is asked for."""
    made = prize_queries.list_of(tournament)
    if won := _won(tournament, made):
        return [_won_row(each, with_values=with_values) for each in _by_entry(won).values()]
    amounts = prize_queries.amounts(tournament, made)
    dealt = agreed(tournament)
    say = prize_queries.words if with_values else prize_queries.short_words
    placed = winners(tournament)
    kept = amounts if dealt is None else _beside(amounts, dealt)
    listed = [
        Shown(placings.ordinal(place), words, tuple(placed.get(place, ())))
        for place, words in prize_queries.by_place(kept, say).items()
    ]
    return [*_dealt_rows(dealt), *listed] if dealt else listed


def won_words(tournament: Tournament) -> dict[int, str]:
    """What each entry wins, as far as its prize is fixed; joint places wait for the end."""
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        return {}
    return {
        entry: row.prize_text
        for row in rows(tournament)
        for entry in row.entries
        if len(row.entries) == 1
    }


def won_amounts(tournament: Tournament) -> dict[int, Prize]:
    """The same in cents and things; a deal's shares are what was awarded."""
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        return {}
    if won := _won(tournament, made):
        return {entry: _together(each) for entry, each in _by_entry(won).items()}
    if agreed(tournament) is not None:
        return {}
    placed = winners(tournament)
    return {
        placed[prize.place][0]: prize
        for prize in prize_queries.amounts(tournament, made)
        if len(placed.get(prize.place, ())) == 1
    }


def _together(each: list[Won]) -> Prize:
    things = [won.prize.item for won in each if won.prize.item]
    return Prize(
        each[-1].place,
        sum(won.prize.amount for won in each),
        " + ".join(things),
        sum(won.prize.value for won in each),
    )


@dataclass(frozen=True, kw_only=True)
class PrizeRow:
    """One line of a prize list as pages draw it."""

    place_text: str
    prize_text: str
    name: str = ""
    is_about: bool = False


def named(
    tournament: Tournament, shown: Iterable[Shown], *, is_about: bool = False
) -> list[PrizeRow]:
    """The lines with the players' names, as pages draw them."""
    lines = list(shown)
    wanted = {entry for line in lines for entry in line.entries}
    winners = tournament.entries.filter(pk__in=wanted).select_related("player")
    called = {entry.pk: entry.name for entry in winners}
    return [
        PrizeRow(
            place_text=line.place_text,
            prize_text=line.prize_text,
            name=", ".join(called[entry] for entry in line.entries),
            is_about=is_about,
        )
        for line in lines
    ]


def _won(tournament: Tournament, made: PrizeList | None) -> list[Won]:
    """As awarded; the play over and nobody's place in doubt, as it will be."""
    if dues := prize_queries.standing_dues(tournament):
        return [
            Won(
                due.entry_id,
                due.place,
                Prize(due.place, due.amount, due.item, due.value, Source(due.source)),
            )
            for due in sorted(dues, key=lambda due: due.pk)
        ]
    if made is None or made.published_at is None or tournament.state != TournamentState.FINISHED:
        return []
    if placings.questions(tournament):
        return []
    try:
        return [Won(w.entry, w.prize.place, w.prize) for w in prize_queries.won(tournament, made)]
    except Refused:
        return []  # a thing two players share: the prizes page asks who gets it


def _by_entry(won: list[Won]) -> dict[int, list[Won]]:
    """Each winner's prizes together, the best place first; the newest due knows the place."""
    found: dict[int, list[Won]] = {}
    for each in won:
        found.setdefault(each.entry, []).append(each)
    return dict(sorted(found.items(), key=lambda item: (item[1][-1].place, item[0])))


def _won_row(each: list[Won], *, with_values: bool) -> Shown:
    cash: dict[Source, int] = {}
    for won in each:
        cash[won.prize.source] = cash.get(won.prize.source, 0) + won.prize.amount
    things = [won.prize for won in each if won.prize.item]
    say = prize_queries.words if with_values else prize_queries.short_words
    words = [*(dollars(cents) for cents in cash.values() if cents), *map(say, things)]
    return Shown(placings.ordinal(each[-1].place), " + ".join(words), (each[0].entry,))


def agreed(tournament: Tournament) -> Deal | None:
    """The deal that every player of it has agreed to."""
    deal = prize_queries.standing_deal(tournament)
    return deal if deal is not None and deal.agreed_at is not None else None


def _dealt_rows(deal: Deal) -> list[Shown]:
    """Each player's share, the largest first, and what is left to play for."""
    shares = sorted(deal.shares.items(), key=lambda item: (-item[1], int(item[0])))
    lines = [Shown(DEAL, dollars(cents), (int(entry),)) for entry, cents in shares]
    return [*lines, Shown(WINNER, f"+ {dollars(deal.kept)}")] if deal.kept else lines


def _beside(amounts: list[Prize], deal: Deal) -> list[Prize]:
    """What the deal does not divide: the places below it, and things."""
    return [prize for prize in amounts if prize.place > len(deal.shares) or prize.item]


def winners(tournament: Tournament) -> dict[int, list[int]]:
    """The entries of each place."""
    found: dict[int, list[int]] = {}
    for placed in placings.of(tournament):
        found.setdefault(placed.place, []).append(placed.entry)
    return found
