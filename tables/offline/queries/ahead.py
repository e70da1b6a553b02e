"""What a tablet needs to go on without network: the hand as figures, and empty panels.

The tablet follows whose turn it is, what lies in the pots and how much may be wagered; what is
lawful the server decides when it hears of it.
"""

from collections.abc import Iterable
from typing import Any

from engine.conduct import table_order
from engine.hand.numbers import as_shown
from engine.hand.state import Hand
from engine.referee import betting, showdown
from engine.rules import odd_chips, opening
from engine.rules.book import Rules
from tables.offline.queries import ahead_raises
from tables.play.queries import tablet_hand

# From the marker's own seat or its left, and one chip each or all to the first.
_ODD: dict[object, tuple[int, bool]] = {
    odd_chips.all_to_the_first_left_of_the_button: (0, False),
    odd_chips.all_to_the_first_from_the_buck: (1, False),
}


def hand(found: Hand, rules: Rules) -> dict[str, Any]:
    """The hand as it stands, in figures."""
    to_marker, is_one_each = _ODD.get(rules.book.odd_chips.value, (0, True))
    return {
        "number": as_shown(found.number),
        "ended": bool(found.ended),
        "is_strange": _is_strange(found),
        "street": found.street,
        "streets": [[street.name, street.deal, street.cards] for street in rules.streets],
        "first_word": rules.book.first_round_word.value,
        "first_round": rules.first_betting_street,
        "opening": found.actor > 0 and betting.is_opening(found, rules),
        "opener_may_not": list(rules.forbids_opener),
        "checks_last": rules.settings.may_check_last_round,
        "waits": found.street < rules.first_betting_street,
        "order": list(found.order),
        "opens": "cards" if rules.opens_by_cards else "seat",
        "opens_with": [opening.in_words(rules, is_first=first) for first in (True, False)],
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
        "is_split": rules.game.low in showdown.SPLIT,
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


def blank(rules: Rules) -> dict[str, Any]:
    """Panels without a table's figures: the tablet fills them in while it is alone."""
    choice = {"allowed": True, "label": ""}
    kinds: Iterable[str] = ("fold", "check", "all_in")
    pot = {"index": 0, "label": "Pot", "amount": 0, "eligible": [], "proposed": []}
    is_split = rules.game.low in showdown.SPLIT
    clause = rules.book.conduct.muck_first.clause
    before = {"name": table_order.MUCKED, "words": "Losing hands mucked"} if clause else None
    return {
        "turn": {"seat": "", "name": "", "to_call": 0, "stack": 0, "pot": 0, "after": ()},
        "actions": [{**choice, "kind": kind, "label": kind.capitalize()} for kind in kinds],
        "wager": {"allowed": True, "word": "Raise to", "least": 0, "most": 0, "presets": ()},
        "board": {
            "street_words": "",
            "cards_needed": 0,
            "burn": None,  # a hand ahead counts no burn cards
            "can_skip": True,
            "used_cards": (),
        },
        "deck": tablet_hand.deck(rules),
        "clauses": ahead_raises.texts(rules),
        "choice": {"answers": ()},
        "award": {"pots": [pot], "is_split": is_split, "before": before},
    }
