"""What a tablet is told of the hands to come, so that it deals on without network.

The hands of this level, and for each level after it what is different in them; in which seats each
is dealt the tablet puts in, and how many chips everybody has.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.clock.clock_state import Phase
from engine.conduct import table_order
from engine.conduct.law import ConductLaw
from engine.equipment import decks as engine_decks
from engine.equipment.law import Step
from engine.hand.setup import ABSENT, PRESENT, Setup
from engine.hand.state import NOBODY, Hand
from engine.refusal import Refused
from engine.rules.book import Rules
from tables.conduct.queries import penalties
from tables.conduct.queries.penalties import DeadNext
from tables.equipment.queries import decks
from tables.models import Table
from tables.offline.queries import ahead, ahead_raises, hands_to_come, level_to_come
from tables.offline.queries.hands_to_come import Coming, Foresight
from tables.offline.queries.level_to_come import RowToCome
from tables.play.queries import hands, next_hand, seldom, tablet_hand, tablet_tasks
from tables.procedures.queries import hand_for_hand, last_hands, raceoffs, special_rounds
from tables.seating.queries import seat_orders
from tournament.clock.queries import clock as clock_queries


def of(table: Table) -> dict[str, Any]:
    """The next hands at this level and those after it, whoever goes out.

    Nothing where something comes first, and why. `most` is how many of them are as foreseen, None
    where all are.
    """
    last, nothing = hands.of(table), {"after": table.hand_shown, "first": {}, "hands": []}
    cards = _card_steps(table)
    if last is None or cards is None:
        return nothing
    if why := _comes_first(table, last):
        return {**nothing, "why": why}
    try:
        tablet_tasks.check_may_deal(table, seldom.of(table))
        dead = penalties.dead_next(table, last)
        first, most = _first(table, dead)
    except Refused as refusal:
        return {**nothing, "why": refusal.why}
    rules = hands.rules_of_next(table)
    ways = hands_to_come.MOST // (2 if dead.until else 1)  # each hand is told twice then
    then, foresight = hands_to_come.after(last, first, rules, most=ways)
    return {
        **nothing,
        **cards,
        "most": most,
        "why": "",
        "is_over": last.is_over,
        "first": then,
        "hands": [told(one) for one in foresight.found],
        **_rows(table, foresight, dead.until),
        "confirms": _confirms(table.tournament.law.conduct),
    }


def told(one: Coming) -> list[Any]:
    """A hand to come: its pattern, the marker, the seats it is dealt in, and the hands after it."""
    return [one.pattern, one.previous.marker, one.seats, one.then]


def _rows(table: Table, foresight: Foresight, until: dict[int, datetime]) -> dict[str, Any]:
    """The patterns at this level, and the rows after it, each level by what is different in it."""
    prospect = level_to_come.of(table.tournament)
    state, here = clock_queries.state_of(table.tournament.clock), patterns(foresight)
    is_again = hands.to_deal_again(table) is not None  # at the level of the hand that was misdealt
    later, why = _as_far_as_foreseen(table, foresight, () if is_again else prospect.rows)
    dealt = [(row, hands.rules_of(table.tournament, late=row.level)) for row in later]
    return {
        "level": state.index,
        "is_break": state.phase is Phase.SCHEDULED_BREAK,
        "over_at": level_to_come.in_milliseconds(prospect.over_at),
        "book": ahead_raises.book(foresight.rules),
        "game": next_hand.game_words(table.tournament),
        **once(here),
        "rows": [
            {
                **row.told(),
                "book": ahead_raises.book(rules),
                "game": next_hand.game_words(table.tournament, row.level),
                "patterns": at_row(foresight, here, row, rules),
            }
            for row, rules in dealt
        ],
        "stops": why or prospect.then,
        **_minutes(table, foresight, until, here, dealt),
    }


def _minutes(
    table: Table,
    foresight: Foresight,
    until: dict[int, datetime],
    here: list[dict[str, Any]],
    later: list[tuple[RowToCome, Rules]],
) -> dict[str, Any]:
    """Who serves minutes of a penalty now, and the hands to come when they are over."""
    if not until:
        return {}
    seats = [seat.seat for seat in hands.seated(table) if seat.entry_id in until]
    stages = _stages(table, foresight, until)
    return {
        "in_minutes": seats,
        "served": [_let_off(stage, foresight, here, later) for stage in stages],
    }


def _as_far_as_foreseen(
    table: Table, foresight: Foresight, later: Iterable[RowToCome]
) -> tuple[list[RowToCome], str]:
    """The rows until one that cannot be dealt alone, and why not."""
    found: list[RowToCome] = []
    for row in later:
        rules = hands.rules_of(table.tournament, late=row.level)
        if why := _other_panels(foresight, row, rules):
            return found, why
        found.append(row)
    return found, ""


@dataclass(frozen=True, slots=True)
class Stage:
    """From when on some have served their minutes: who still has not, and how each takes part."""

    since: datetime
    dead: tuple[int, ...]
    status: dict[int, str]

    def at(self, wanted: Setup) -> Setup:
        """The same hand then."""
        players = [replace(one, status=self.status[one.seat]) for one in wanted.seats]
        return replace(wanted, seats=tuple(players))


def _stages(table: Table, foresight: Foresight, until: dict[int, datetime]) -> list[Stage]:
    """One after the other is let off when his minutes are over (adelaide:106b)."""
    seats = {seat.entry_id: seat for seat in hands.seated(table) if seat.entry_id in until}
    status = {player.seat: player.status for player in foresight.first.seats}
    order, found = sorted(seats, key=lambda entry: until[entry]), list[Stage]()
    for count, entry in enumerate(order, start=1):
        status = status | {seats[entry].seat: ABSENT if seats[entry].is_absent else PRESENT}
        dead = sorted(seats[other].seat for other in order[count:])
        found.append(Stage(until[entry], tuple(dead), status))
    return found


def _let_off(
    stage: Stage,
    foresight: Foresight,
    here: list[dict[str, Any]],
    later: list[tuple[RowToCome, Rules]],
) -> dict[str, Any]:
    """The same hands when some have served their minutes, at this level and those after it."""
    then = [replace(one, wanted=stage.at(one.wanted)) for one in foresight.patterns]
    begun = [hands_to_come.begun(one.wanted, foresight.rules) for one in then]
    free = replace(foresight, patterns=then)
    return {
        "since": clock_queries.milliseconds(stage.since),
        "dead": stage.dead,
        "patterns": _differences(here, begun, foresight.rules),
        "rows": {row.row: at_row(free, here, row, rules) for row, rules in later},
    }


def _other_panels(foresight: Foresight, row: RowToCome, rules: Rules) -> str:
    """Why a level's hands cannot be followed from this level's page; mostly nothing."""
    if len(row.level.blinds) != len(foresight.first.blinds):
        return "The level is over: a game with other blinds comes."
    if tablet_hand.deck(rules) != tablet_hand.deck(foresight.rules):
        return "The level is over: a game with another deck comes."
    return ""


def at_row(
    foresight: Foresight, here: list[dict[str, Any]], row: RowToCome, rules: Rules
) -> list[dict[str, Any] | None]:
    """The same hands at another level, by what is different; in a break no hand is dealt."""
    if row.is_break:
        return []
    begun = [hands_to_come.begun(row.at(one.wanted), rules) for one in foresight.patterns]
    return _differences(here, begun, rules)


def _differences(
    here: list[dict[str, Any]], begun: list[Hand | None], rules: Rules
) -> list[dict[str, Any] | None]:
    return [
        _difference(known, _foreseen(dealt, rules)) if dealt else None
        for known, dealt in zip(here, begun, strict=True)
    ]


def patterns(foresight: Foresight) -> list[dict[str, Any]]:
    """Every pattern as it is dealt at this level."""
    return [_foreseen(one.dealt, foresight.rules) for one in foresight.patterns]


def _difference(here: dict[str, Any], there: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in there.items() if value != here[name]}


def _comes_first(table: Table, last: Hand) -> str:
    """What the server has to say between this hand and the next, in words; mostly nothing."""
    if last.is_elimination or special_rounds.called(table, last):
        return "A bonus or elimination round comes first."
    if hand_for_hand.running(table.tournament_id) is not None:
        return "In hand-for-hand all tables wait for each other."
    if raceoffs.owed(table, hands.seated(table)) is not None:
        return "The race-off comes first."
    return "A player is to move." if seat_orders.at(table) else ""


def _first(table: Table, dead: DeadNext) -> tuple[Setup, int | None]:
    """The next hand as it stands now, and how many are dealt to the same players on its terms."""
    wanted = hands.next_setup(table, on_penalty=dead.entries)
    first = hands.without_waiting(table, wanted)
    owes = any(player.owes_live or player.owes_dead for player in first.seats)
    is_again = hands.to_deal_again(table) is not None  # at the level of the hand that was misdealt
    once = [1] if owes or is_again or len(first.seats) < len(wanted.seats) else []
    return first, min([*once, *dead.hands.values(), *_last_hands(table)], default=None)


def _last_hands(table: Table) -> list[int]:
    left = last_hands.left(table)
    return [] if left is None else [left]


def once(told: list[dict[str, Any]]) -> dict[str, Any]:
    """What is the same in every pattern is said once."""
    one = told[0] if told else {}
    same = {key: one[key] for key in one if all(other[key] == one[key] for other in told)}
    return {
        "same": same,
        "patterns": [{key: one[key] for key in one if key not in same} for one in told],
    }


def _confirms(law: ConductLaw) -> str:
    """What the dealer confirms before the deal, where the book wants that."""
    return table_order.BLINDS if law.blinds_first.value else ""


def _card_steps(table: Table) -> dict[str, Any] | None:
    """What is done with the cards before each hand; None where the deck is not ready."""
    if not decks.is_asked_for(table.tournament):
        return {"steps": "", "ticks": []}
    rules, cards = decks.rules_of(table.tournament), decks.read(table)
    if engine_decks.opening_owed(rules, cards.facts):
        return None
    steps = engine_decks.hand_steps(rules, cards.facts)
    if not rules.is_ticked_each_hand:
        return {"steps": ",".join(step.name for step in steps), "ticks": []}
    return {"steps": "", "ticks": [_tick(table, step) for step in steps]}


def _tick(table: Table, step: Step) -> dict[str, str]:
    counted = f"&counted={decks.expected(table.tournament)}" if step.name in decks.COUNTS else ""
    return {"fields": f"step={step.name}{counted}", "words": step.done.capitalize()}


def _foreseen(dealt: Hand, rules: Rules) -> dict[str, Any]:
    """A hand to come, its players by their order at the table.

    The book's answers are given once for all; seats, marker and stacks are put in by the tablet.
    """
    figures, place = ahead.hand(dealt, rules), _places(dealt)
    del figures["book"], figures["number"], figures["marker"]
    chip, odd_from, is_one_each = figures["odd"]
    return {
        **figures,
        **{name: place[figures[name]] for name in ("last_blind", "opener", "actor", "drawer")},
        **{name: [place[one] for one in figures[name]] for name in ("order", "after", "away")},
        "odd": [chip, odd_from - dealt.marker, is_one_each],
        "seats": [[place[seat], 0, *rest] for seat, _, *rest in figures["seats"]],
    }


def _places(dealt: Hand) -> dict[int, int]:
    """Each seat's place in the order of the players, from 1; nobody stays nobody."""
    ordered = {seat: place for place, seat in enumerate(sorted(dealt.seats), start=1)}
    return {NOBODY: NOBODY, 0: 0, **ordered}
