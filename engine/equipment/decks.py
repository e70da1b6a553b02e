"""Decks of cards: what is owed before a hand, and who may change one."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.equipment.law import (
    CHECK,
    COLLECT,
    CUT,
    DEALER,
    DIRECTOR,
    SUPERVISOR,
    DeckRules,
    Reason,
    Step,
)
from engine.refusal import Refused

COLOURS = ("red", "blue", "green", "black", "brown", "purple")
BY_HAND, BY_MACHINE = "hand", "machine"
_RANKS = (DEALER, SUPERVISOR, DIRECTOR)


@dataclass(frozen=True, slots=True)
class Facts:
    """What has been done with the cards of a table so far."""

    has_deck: bool = False
    is_checked: bool = False  # the deck came checked and sealed
    opened: frozenset[str] = frozenset()  # steps done since this deck came
    for_hand: frozenset[str] = field(default_factory=frozenset)  # steps done for the next hand
    hands: int = 0
    must_count: bool = False  # a break has begun since the deck was last counted


def opening_owed(rules: DeckRules, facts: Facts) -> tuple[Step, ...]:
    """What must still be done before the deck's first hand, or its first after a break."""
    done = set(facts.opened)
    if facts.is_checked and rules.is_secured_check_enough:
        done.add(CHECK)
    owed = tuple(step for step in rules.opening if not facts.has_deck or step.name not in done)
    if rules.at_breaks is not None and facts.must_count:
        owed = (*owed, rules.at_breaks)
    return owed


def hand_steps(rules: DeckRules, facts: Facts) -> tuple[Step, ...]:
    """What is done before each hand; nothing lies to be collected before the first."""
    return tuple(step for step in rules.each_hand if step.name != COLLECT or facts.hands)


def hand_owed(rules: DeckRules, facts: Facts) -> tuple[Step, ...]:
    """Those of them not done for the next hand yet."""
    return tuple(step for step in hand_steps(rules, facts) if step.name not in facts.for_hand)


def check_ready(rules: DeckRules, facts: Facts, *, confirmed: Collection[str] = ()) -> None:
    """Refuse a hand while the cards are not ready; `confirmed` came with the tap that deals."""
    for step in opening_owed(rules, facts):
        raise Refused(f"{step.words} first.", step.clause)
    told = () if rules.is_ticked_each_hand else confirmed
    for step in hand_owed(rules, facts):
        if step.name not in told:
            raise Refused(f"{step.words} first.", step.clause)


def check_step(rules: DeckRules, facts: Facts, name: str, *, players: int) -> Step:
    """The step the dealer says is done; refused where nobody asked for it, or out of order."""
    opening = opening_owed(rules, facts)
    for step in opening:
        if step.name == name:
            if players < rules.opening_players:
                raise Refused("A table is made by two players: check then.", step.clause)
            _check_order(opening, step)
            return step
    if name == CUT and CUT in facts.for_hand and rules.one_cut_clause:
        raise Refused("The cards are cut once: no further cut.", rules.one_cut_clause)
    if opening:
        raise Refused(f"{opening[0].words} first.", opening[0].clause)
    owed = hand_owed(rules, facts)
    found = next((step for step in owed if step.name == name), None)
    if found is None:
        raise Refused("This is done already, or not asked for here.")
    _check_order(owed, found)
    return found


def _check_order(owed: tuple[Step, ...], step: Step) -> None:
    if owed[0] is not step:
        raise Refused(f"{owed[0].words} first.", owed[0].clause)


# Changing a deck.


@dataclass(frozen=True, slots=True)
class Change:
    """What was told of a deck change."""

    reason: str
    colour: str
    make: str = ""
    asked: int = 0  # how many players want it
    card: str = ""
    is_partial: bool = False  # single cards, not the deck


def find_reason(rules: DeckRules, name: str) -> Reason:
    """The reason by its name; refused where the book knows no such one."""
    found = next((reason for reason in rules.reasons if reason.name == name), None)
    if found is None:
        raise Refused("Name the reason for the change.", rules.between_hands_clause)
    return found


def may_decide(reason: Reason, rank: str) -> bool:
    """Whether somebody of this rank decides it; others may only ask."""
    return _RANKS.index(rank) >= _RANKS.index(reason.decider)


def check_change(
    rules: DeckRules, change: Change, *, rank: str, old_colour: str, players: int
) -> Reason:
    """Refuse a change the book does not allow, or not to this person."""
    reason = find_reason(rules, change.reason)
    if not may_decide(reason, rank):
        raise Refused("Ask for it: the floor decides on a new deck.", reason.clause)
    if reason.needs_majority and 2 * change.asked <= players:
        more = players // 2 + 1
        raise Refused(f"At least {more} of the {players} players must ask.", reason.clause)
    if reason.needs_card and not change.card:
        raise Refused("Say which card it is.", reason.clause)
    if change.is_partial:
        _check_partial(rules, change)
    elif rules.other_colour_clause and change.colour == old_colour:
        raise Refused("The new deck has another colour than the old.", rules.other_colour_clause)
    return reason


def _check_partial(rules: DeckRules, change: Change) -> None:
    if not rules.partial_clause:
        raise Refused("Here the whole deck is changed.", rules.between_hands_clause)
    if not change.card:
        raise Refused("Say which cards were changed.", rules.partial_clause)


def check_make(rules: DeckRules, make: str, known: Collection[str]) -> None:
    """Refuse a second kind of deck where all must be identical (igr:5.09(c))."""
    if rules.same_make_clause and known and make not in known:
        raise Refused("All decks of the event are of one kind.", rules.same_make_clause)


def count_words(counted: int, *, expected: int) -> str:
    """What a count of the deck says."""
    if counted == expected:
        return f"{counted} cards, complete"
    kind = "missing" if counted < expected else "too many"
    return f"{counted} cards instead of {expected}: {abs(expected - counted)} {kind}"
