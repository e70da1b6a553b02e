"""When does a case apply? Conditions in a dealer's words, to be combined with `both`."""

from typing import TYPE_CHECKING

from engine.hand import pots
from engine.hand.commands import Report
from engine.hand.state import Hand
from engine.rules.in_question import street_in_question
from engine.rules.irregularities import Condition

if TYPE_CHECKING:
    from engine.rules.book import Rules


def always(hand: Hand, report: Report, rules: "Rules") -> bool:
    return True


def both(*conditions: Condition) -> Condition:
    """All of these."""

    def holds(hand: Hand, report: Report, rules: "Rules") -> bool:
        return all(condition(hand, report, rules) for condition in conditions)

    return holds


def no(condition: Condition) -> Condition:
    def holds(hand: Hand, report: Report, rules: "Rules") -> bool:
        return not condition(hand, report, rules)

    return holds


def before_substantial_action(hand: Hand, report: Report, rules: "Rules") -> bool:
    """Early enough for a misdeal."""
    return hand.street <= 0 and not rules.book.substantial_action.value(hand)


def several(hand: Hand, report: Report, rules: "Rules") -> bool:
    return report.count > 1


def another_was_exposed(hand: Hand, report: Report, rules: "Rules") -> bool:
    """A hole card was kept or exchanged before: nothing else is burned before the flop."""
    was_replaced = hand.street <= 0 and hand.burned > 0
    return was_replaced or hand.kept > 0


def has_an_uncalled_bet(hand: Hand, report: Report, rules: "Rules") -> bool:
    """The seat bet or raised and nobody has called all of it yet; blinds are no such bet."""
    return pots.uncalled_wager(hand, report.seat) > 0


def can_be_repaired(hand: Hand, report: Report, rules: "Rules") -> bool:
    return report.can_be_repaired


def detail(word: str) -> Condition:
    """The dealer said so."""

    def holds(hand: Hand, report: Report, rules: "Rules") -> bool:
        return report.detail == word

    return holds


def burning(hand: Hand, report: Report, rules: "Rules") -> bool:
    return rules.burns


def is_of_the_flop(hand: Hand, report: Report, rules: "Rules") -> bool:
    """It is about the first community cards."""
    return street_in_question(hand, report, rules) == 1


def is_past(hand: Hand, report: Report, rules: "Rules") -> bool:
    """Later cards lie already than those in question."""
    return street_in_question(hand, report, rules) < hand.street


def two_acted_on_it(hand: Hand, report: Report, rules: "Rules") -> bool:
    """Two decisions on the cards in question."""
    return _acted_on_it(hand, report, rules, 2)


def somebody_acted_on_it(hand: Hand, report: Report, rules: "Rules") -> bool:
    return _acted_on_it(hand, report, rules, 1)


def _acted_on_it(hand: Hand, report: Report, rules: "Rules", least: int) -> bool:
    """Not on cards still awaited, whatever was bet on those before them."""
    street = street_in_question(hand, report, rules)
    return street < hand.street or (street == hand.street and hand.street_decisions >= least)


def he_has_acted(hand: Hand, report: Report, rules: "Rules") -> bool:
    """The player themselves has acted in this hand."""
    return report.seat in hand.seats and (hand.street > 0 or hand.acted[report.seat] >= 0)


def nobody_has_bet(hand: Hand, report: Report, rules: "Rules") -> bool:
    return not hand.decisions


def one_card_is_out(hand: Hand, report: Report, rules: "Rules") -> bool:
    """Only the first community card lies on the table (Manila)."""
    return len(hand.board) == 1


def is_on_the_table(hand: Hand, report: Report, rules: "Rules") -> bool:
    """Whether the cards in question are entered already, or still to come when this happened."""
    return street_in_question(hand, report, rules) <= hand.street


def last_street_is_out(hand: Hand, report: Report, rules: "Rules") -> bool:
    """No more community cards are due after those in question."""
    return street_in_question(hand, report, rules) >= len(rules.streets) - 1


def is_the_only_hand_left(hand: Hand, report: Report, rules: "Rules") -> bool:
    return hand.in_hand() == [report.seat]


def at_the_showdown_against_one(hand: Hand, report: Report, rules: "Rules") -> bool:
    """The betting is over, and one other hand is left to compare with."""
    is_over = hand.actor < 0 and hand.street >= len(rules.streets) - 1
    return is_over and len(hand.in_hand()) == 2 and report.seat in hand.in_hand()


def replacing(hand: Hand, report: Report, rules: "Rules") -> bool:
    return rules.settings.replaces_exposed_card
