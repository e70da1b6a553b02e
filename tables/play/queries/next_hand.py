"""What the next hand at a table will be: its game, and whether somebody may post an over-blind."""

from dataclasses import dataclass
from typing import Any

from engine.conduct import table_order
from engine.hand.events import (
    AntePosted,
    BlindPosted,
    DeadBlindPosted,
    Event,
    HandStarted,
    OverBlindPosted,
    OwedBlindPosted,
)
from engine.referee import start
from engine.refusal import Refused
from engine.schedule.schedule import Level
from tables.models import HandRecord, Seating, Table
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
class Ahead:
    """The next hand before it is dealt: level, marker, who posts what, and who owes."""

    level: str
    marker: str
    posts: list[str]
    ante: str
    owes: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindsToConfirm:
    """Who posts what, where the dealer confirms it before the deal."""

    name: str
    words: str
    posts: list[Any]
    clause: str


def game_words(tournament: Tournament, late: Level | None = None) -> str:
    """The game of a level that differs from the tournament's; else empty."""
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


def over_blind(
    table: Table, names: dict[int, str], sitting: list[Seating], last: HandRecord | None
) -> OverBlind | None:
    """Who may post an over-blind and how much; None where nobody may (canberra:T.over_blind)."""
    if not clock_queries.level_now(table.tournament).over_blind:
        return None
    try:
        begun = hands.next_setup(table, with_over_blind=True, sitting=sitting)
        begun = hands.without_waiting(table, begun, sitting=sitting, last=last)
        events = start.start(begun, hands.rules_of_next(table))
    except Refused:
        return None
    (posted,) = [event for event in events if isinstance(event, OverBlindPosted)]
    name = names.get(posted.seat, f"Seat {posted.seat}")
    amount = clock_queries.chips(posted.amount)
    return OverBlind(seat=posted.seat, label=f"Over-blind {amount} by {posted.seat} {name}")


def opening(table: Table, sitting: list[Seating], last: HandRecord | None) -> list[Event]:
    """How the next hand would begin now with those who sit; nothing where there can be none."""
    try:
        begun = hands.next_setup(table, sitting=sitting)
        begun = hands.without_waiting(table, begun, sitting=sitting, last=last)
        return start.start(begun, hands.rules_of_next(table))
    except Refused:
        return []


def ahead(table: Table, events: list[Event], names: dict[int, str]) -> Ahead | None:
    """The next hand as the dealer looks it over before the deal."""
    if not events or not isinstance(begins := events[0], HandStarted):
        return None
    antes = [event for event in events if isinstance(event, AntePosted)]
    late = [event for event in events if isinstance(event, OwedBlindPosted | DeadBlindPosted)]
    return Ahead(
        level=level_of(table),
        marker=_who(begins.marker, names),
        posts=[_posts(one, names) for one in events if isinstance(one, BlindPosted)],
        ante=_ante(antes, names),
        owes=[_owes(one, names) for one in late],
    )


def _who(seat: int, names: dict[int, str]) -> str:
    return f"{seat} {names.get(seat, '')}".strip()


def _posts(posted: BlindPosted, names: dict[int, str]) -> str:
    return f"{clock_queries.chips(posted.amount)} by {_who(posted.seat, names)}"


def _ante(antes: list[AntePosted], names: dict[int, str]) -> str:
    """One ante for the table by its name, or what each posts."""
    if not antes:
        return ""
    most = clock_queries.chips(max(one.amount for one in antes))
    is_one = len(antes) == 1 and antes[0].is_for_the_table
    return f"{most} by {_who(antes[0].seat, names)}" if is_one else f"{most} each"


def _owes(posted: OwedBlindPosted | DeadBlindPosted, names: dict[int, str]) -> str:
    way = "dead" if isinstance(posted, DeadBlindPosted) else "live"
    return f"{clock_queries.chips(posted.amount)} {way} by {_who(posted.seat, names)}"


def blinds_to_confirm(
    table: Table, events: list[Event], names: dict[int, str]
) -> BlindsToConfirm | None:
    """Who posts what, where the dealer confirms it before the deal; None elsewhere (igr:A.3(s))."""
    first = table.tournament.law.conduct.blinds_first
    if not first.value or not events:
        return None
    return BlindsToConfirm(
        name=table_order.BLINDS,
        words="Blinds are in",
        posts=[_posts(one, names) for one in events if isinstance(one, BlindPosted)],
        clause=first.clause,
    )
