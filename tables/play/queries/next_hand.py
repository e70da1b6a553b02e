"""What the next hand at a table will be: its game, and whether somebody may post an over-blind."""

from dataclasses import dataclass
from typing import Any

from engine.conduct import table_order
from engine.hand.events import BlindPosted, OverBlindPosted
from engine.referee import start
from engine.refusal import Refused
from engine.schedule.schedule import Level
from tables.models import HandRecord, Table
from tables.offline.queries import level_to_come
from tables.play.queries import hands
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.setup.queries import played


@dataclass(frozen=True, slots=True, kw_only=True)
class OverBlind:
    """Who may post an over-blind and how much."""

    seat: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindsToConfirm:
    """Who posts what, where the dealer confirms it before the deal."""

    name: str
    words: str
    posts: list[Any]
    clause: str


def game_words(tournament: Tournament, late: Level | None = None) -> str:
    """The game of the level where it is not the tournament's own; else nothing."""
    game = hands.next_game(tournament, late)
    return "" if game == tournament.game else played.of(tournament).of_id(game).name


def level_words(tournament: Tournament) -> str:
    """The level a hand is dealt at, as its record keeps it."""
    return _words(clock_queries.level_now(tournament))


def _words(level: Level) -> str:
    words = (clock_queries.level_text(level), clock_queries.game_text(level))
    return " · ".join(filter(None, words))[:80]


def level_of(table: Table, late: Level | None = None) -> str:
    """The level the next hand of this table is dealt at: a misdealt hand keeps its own."""
    if hands.to_deal_again(table) is not None:
        return hands.record_of(table).level
    return level_words(table.tournament) if late is None else _words(late)


def of_before(table: Table, row: int | None) -> int | None:
    """This row, where the clock has left it: a hand dealt at it is heard of late."""
    is_left = row is not None and row < clock_queries.state_of(table.tournament.clock).index
    return row if is_left else None


def other_level(table: Table, row: int | None) -> Level | None:
    """The level of a hand dealt without network, where the clock here shows another; else None.

    A hand begun at the old level is played at it (tda2024:R23), as long as the table has dealt
    none at a newer one. The next level a tablet begins by itself: here the clock may have been
    given more time meanwhile.
    """
    index = clock_queries.state_of(table.tournament.clock).index
    if row is None or row == index:
        return None
    if row == index + 1:
        _check_may_begin(table.tournament, row)
    schedule = clock_queries.schedule_of(table.tournament)
    rows = [schedule.row(one) for one in range(row + 1)] if row <= index + 1 else []
    last = HandRecord.objects.filter(table=table, number=table.hand_number).first()
    until_then = {_words(one) for one in rows if isinstance(one, Level)}
    if last is None or last.level not in until_then or not isinstance(rows[-1], Level):
        raise Refused("The level has changed. Look at the table again.", "tda2024:R23")
    return rows[-1]


def _check_may_begin(tournament: Tournament, row: int) -> None:
    """Only a level that a tablet is told of may begin before the clock here says so."""
    if row not in [one.row for one in level_to_come.of(tournament).rows if not one.is_break]:
        raise Refused("The next level has not begun. Look at the table again.")


def over_blind(table: Table, names: dict[int, str]) -> OverBlind | None:
    """Who may post an over-blind and how much; None where nobody may (canberra:T.over_blind)."""
    if not clock_queries.level_now(table.tournament).over_blind:
        return None
    try:
        begun = hands.next_setup(table, with_over_blind=True)
        begun = hands.without_waiting(table, begun)
        events = start.start(begun, hands.rules_of_next(table))
    except Refused:
        return None
    (posted,) = [event for event in events if isinstance(event, OverBlindPosted)]
    name = names.get(posted.seat, f"Seat {posted.seat}")
    amount = clock_queries.chips(posted.amount)
    return OverBlind(seat=posted.seat, label=f"Over-blind {amount} by {posted.seat} {name}")


def blinds_to_confirm(table: Table, names: dict[int, str]) -> BlindsToConfirm | None:
    """Who posts what, where the dealer confirms it before the deal; None elsewhere (igr:A.3(s))."""
    first = table.tournament.law.conduct.blinds_first
    if not first.value:
        return None
    try:
        begun = hands.without_waiting(table, hands.next_setup(table))
        events = start.start(begun, hands.rules_of_next(table))
    except Refused:
        return None
    posted = [event for event in events if isinstance(event, BlindPosted)]
    return BlindsToConfirm(
        name=table_order.BLINDS,
        words="Blinds are in",
        posts=[
            f"{clock_queries.chips(one.amount)} by {one.seat} {names.get(one.seat, '')}"
            for one in posted
        ],
        clause=first.clause,
    )
