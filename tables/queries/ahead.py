"""What a tablet needs to deal on without network: the hand as figures, and the hands to come.

The tablet follows whose turn it is, what lies in the pots and how much may be wagered; what is
lawful the server decides when it hears of it.
"""

from collections.abc import Iterable
from typing import Any

from engine import betting, showdown, table_order
from engine import decks as engine_decks
from engine.hand import Hand
from engine.refusal import Refused
from engine.rulebooks import Rules
from engine.rules import odd_chips
from engine.setup import Setup
from tables.models import Table
from tables.queries import (
    ahead_raises,
    decks,
    duties,
    hand_for_hand,
    hands,
    hands_to_come,
    last_hands,
    level_to_come,
    penalties,
    raceoffs,
    seat_orders,
    special_rounds,
    tablet_hand,
)
from tournament.queries import clock as clock_queries

MOST_AT_THE_NEXT_LEVEL = 150
IN_MINUTES = "A penalty in minutes is being served."

# From the marker's own seat or its left, and one chip each or all to the first.
_ODD: dict[object, tuple[int, bool]] = {
    odd_chips.all_to_the_first_left_of_the_button: (0, False),
    odd_chips.all_to_the_first_from_the_buck: (1, False),
}


def hand(found: Hand, rules: Rules) -> dict[str, Any]:
    """The hand as it stands, in figures."""
    to_marker, is_one_each = _ODD.get(rules.book.odd_chips.value, (0, True))
    return {
        "number": found.number,
        "ended": bool(found.ended),
        "is_strange": _is_strange(found),
        "street": found.street,
        "streets": [[one.name, one.deal, one.cards] for one in rules.streets],
        "first_word": rules.book.first_round_word.value,
        "first_round": rules.first_betting_street,
        "opening": found.actor > 0 and betting.is_opening(found, rules),
        "opener_may_not": list(rules.forbids_opener),
        "checks_last": rules.settings.may_check_last_round,
        "waits": found.street < rules.first_betting_street,
        "order": list(found.order),
        "opens": "cards" if rules.opens_by_cards else "seat",
        "last_blind": _last_blind(found),
        "opener": found.opener,
        "actor": found.actor,
        "drawer": found.drawer,
        "after": tablet_hand.after(found, found.actor) if found.actor > 0 else [],
        "to_match": found.bet_to_match,
        **ahead_raises.figures(found, rules),
        "book": ahead_raises.book(rules),
        "bonus": found.bonus,
        "odd": [found.chip, found.marker + 1 - to_marker, is_one_each],
        "away": sorted(found.away),
        "cards_left": rules.game.cards_in_deck - found.deck_at,
        "proposed": _proposed(found, rules),
        "paid_pots": [award.pot for award in found.awards],
        "hole": max((len(found.hole[seat]) for seat in found.in_hand()), default=0),
        "marker": found.marker,
        "seats": [_seat(found, seat) for seat in found.seats],
    }


def _is_strange(found: Hand) -> bool:
    """Where the next turn follows from more than the figures: only the server knows it."""
    is_held = bool(found.held or found.barred) or found.resumes_at is not None
    brings_in = bool(found.bring_in) and found.street <= 0
    return not found.ended and (is_held or brings_in or bool(found.deck))


def _last_blind(found: Hand) -> int:
    posted = [seat for seat in found.blind_seats if seat in found.seats]
    return posted[-1] if posted else 0


def _proposed(found: Hand, rules: Rules) -> list[list[Any]]:
    """Which pots the cards give to whom, once they lie open."""
    if found.ended or found.actor >= 0 or found.drawer >= 0 or not found.shown:
        return []
    pots = showdown.propose(found, rules)
    return [[pot.pot, list(pot.high), list(pot.low)] for pot in pots if pot.is_known]


def _seat(found: Hand, seat: int) -> list[int]:
    """Seat, stack, bet, put in, dead money, how it stands in the hand, and what it acted on."""
    return [
        seat,
        found.stacks[seat],
        found.bets[seat],
        found.paid[seat],
        found.dead[seat],
        found.status[seat],
        found.acted[seat],
    ]


def coming(table: Table) -> dict[str, Any]:
    """The next hands at this level and the one after it, whoever goes out.

    Nothing where something comes first, and why. `most` is how many of them are as foreseen, None
    where all are.
    """
    last, nothing = hands.of(table), {"after": table.hand_number, "first": {}, "hands": []}
    cards = _card_steps(table)
    if last is None or cards is None:
        return nothing
    if why := _comes_first(table, last):
        return {**nothing, "why": why}
    try:
        duties.check_may_deal(table)
        first, most = _first(table, penalties.dead_next(table, last))
    except Refused as refusal:
        return {**nothing, "why": refusal.why}
    rules = hands.rules_of_next(table)
    then, found = hands_to_come.after(last, first, rules)
    told = [_foreseen(one.dealt, rules) | {"then": one.then} for one in found]
    return {
        **nothing,
        **cards,
        "most": most,
        "why": IN_MINUTES if most == 0 else "",
        "is_over": last.is_over,
        "level": clock_queries.state_of(table.tournament.clock).index,
        "book": ahead_raises.book(rules),
        "first": then,
        **_once(told),
        "next": _at_the_next_level(table, told, found, rules),
        "confirms": _confirms(table.tournament.rulebook),
    }


def _at_the_next_level(
    table: Table, told: list[dict[str, Any]], found: list[hands_to_come.Coming], rules: Rules
) -> dict[str, Any] | None:
    """The same hands at the next level, each by what is different in it."""
    coming = level_to_come.of(table.tournament)
    if coming is None or hands.to_deal_again(table) is not None:
        return None
    begun = [
        hands_to_come.begun(coming.at(one.wanted), rules) for one in found[:MOST_AT_THE_NEXT_LEVEL]
    ]
    return {
        **coming.told(),
        "hands": [
            _difference(here, _foreseen(dealt, rules)) if dealt else None
            for here, dealt in zip(told, begun, strict=False)
        ],
    }


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


def _first(table: Table, dead: dict[int, int]) -> tuple[Setup, int | None]:
    """The next hand as it stands now, and how many are dealt to the same players on its terms."""
    wanted = hands.next_setup(table, on_penalty=dead)
    first = hands.without_waiting(table, wanted)
    owes = any(player.owes_live or player.owes_dead for player in first.seats)
    is_again = hands.to_deal_again(table) is not None  # at the level of the hand that was misdealt
    once = [1] if owes or is_again or len(first.seats) < len(wanted.seats) else []
    return first, min([*once, *dead.values(), *_last_hands(table)], default=None)


def _last_hands(table: Table) -> list[int]:
    left = last_hands.left(table)
    return [] if left is None else [left]


def _once(told: list[dict[str, Any]]) -> dict[str, Any]:
    """What is the same in every hand is said once."""
    one = told[0] if told else {}
    same = {key: one[key] for key in one if all(other[key] == one[key] for other in told)}
    return {
        "same": same,
        "hands": [{key: one[key] for key in one if key not in same} for one in told],
    }


def _confirms(book: str) -> str:
    """What the dealer confirms before the deal, where the book wants that."""
    return table_order.BLINDS if book in table_order.BLINDS_FIRST else ""


def _card_steps(table: Table) -> dict[str, Any] | None:
    """What is done with the cards before each hand; None where the deck is not ready at all."""
    if not decks.is_asked_for(table.tournament):
        return {"steps": "", "ticks": []}
    rules, cards = decks.rules_of(table.tournament), decks.read(table)
    if engine_decks.opening_owed(rules, cards.facts):
        return None
    steps = engine_decks.hand_steps(rules, cards.facts)
    if not rules.is_ticked_each_hand:
        return {"steps": ",".join(step.name for step in steps), "ticks": []}
    return {"steps": "", "ticks": [_tick(table, step) for step in steps]}


def _tick(table: Table, step: engine_decks.Step) -> dict[str, str]:
    counted = f"&counted={decks.expected(table.tournament)}" if step.name in decks.COUNTS else ""
    return {"fields": f"step={step.name}{counted}", "words": step.done.capitalize()}


def _foreseen(dealt: Hand, rules: Rules) -> dict[str, Any]:
    """A hand to come; the book's answers are given once for all, and stacks by the tablet."""
    figures = hand(dealt, rules)
    del figures["book"], figures["number"]
    return {**figures, "seats": [[seat, 0, *rest] for seat, _, *rest in figures["seats"]]}


def blank(rules: Rules) -> dict[str, Any]:
    """Panels without a table's figures: the tablet fills them in while it is alone."""
    choice = {"allowed": True, "label": ""}
    kinds: Iterable[str] = ("fold", "check", "all_in")
    pot = {"index": 0, "label": "Pot", "amount": 0, "eligible": [], "proposed": []}
    is_split = rules.game.low in showdown.SPLIT
    clause = table_order.MUCK_FIRST.get(rules.book.id, "")
    before = {"name": table_order.MUCKED, "words": "Losing hands mucked"} if clause else None
    return {
        "turn": {"seat": "", "name": "", "to_call": 0, "stack": 0, "pot": 0, "after": ()},
        "actions": [{**choice, "kind": kind, "label": kind.capitalize()} for kind in kinds],
        "raise": {"allowed": True, "word": "Raise to", "least": 0, "most": 0, "presets": ()},
        "board": {"street_words": "", "cards_needed": 0, "can_skip": True, "used_cards": ()},
        "deck": tablet_hand.deck(rules),
        "clauses": ahead_raises.texts(rules),
        "choice": {"answers": ()},
        "award": {"pots": [pot], "is_split": is_split, "before": before},
    }
