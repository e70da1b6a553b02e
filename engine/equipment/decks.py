"""Decks of cards: what each book wants done with them, when, and who may change one."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.refusal import Refused

CHECK, WASH, SHUFFLE, CUT, CUT_CARD, COLLECT, COUNT = (
    "check",
    "wash",
    "shuffle",
    "cut",
    "cut_card",
    "collect",
    "count",
)
COLOURS = ("red", "blue", "green", "black", "brown", "purple")
BY_HAND, BY_MACHINE = "hand", "machine"

# Misdeals after which the deck must have been replaced.
ANOTHER_DECK_AFTER = frozenset({"igr:A.3(x)(iv)"})

# Who may decide: each may do what those before may.
DEALER, SUPERVISOR, DIRECTOR = "dealer", "supervisor", "director"
_RANKS = (DEALER, SUPERVISOR, DIRECTOR)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the dealer does with the cards, as the tablet asks for it."""

    name: str
    words: str
    done: str
    clause: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a deck may be changed, who decides, and what must be told with it."""

    name: str
    words: str
    clause: str
    decider: str = DEALER
    needs_majority: bool = False
    needs_card: bool = False
    is_suspect: bool = False


@dataclass(frozen=True, slots=True)
class DeckRules:
    """One book's answers; an empty clause means that the book does not say."""

    opening: tuple[Step, ...] = ()  # when a table is made or a new deck comes in
    each_hand: tuple[Step, ...] = ()
    is_ticked_each_hand: bool = False  # else the tap that deals confirms them
    at_breaks: Step | None = None
    closing: Step | None = None
    reasons: tuple[Reason, ...] = ()
    between_hands_clause: str = ""
    partial_clause: str = ""  # single cards may be changed
    other_colour_clause: str = ""
    same_make_clause: str = ""
    secured_clause: str = ""
    is_secured_check_enough: bool = False
    machine_clause: str = ""
    jam_clause: str = ""
    player_cut_clause: str = ""
    one_cut_clause: str = ""
    count_clause: str = ""  # who may order a count at any time
    inspection_clause: str = ""
    opening_players: int = 0


_CHECK = "Check the deck, card by card"
_CHECKED = "checked card by card"


def _shuffle(clause: str) -> Step:
    return Step(SHUFFLE, "Shuffle", "shuffled", clause)


def _cut(clause: str, words: str = "Cut onto the cut card") -> Step:
    return Step(CUT, words, "cut", clause)


COMMON = DeckRules(
    reasons=(
        Reason("unfit", "A card is damaged, marked or missing", "tda2024:R1", needs_card=True),
        Reason("floor", "The floor decides", "tda2024:R1", decider=SUPERVISOR),
    ),
    between_hands_clause="tda2024:R1",
    count_clause="tda2024:R1",
)

BY_BOOK = {
    "adelaide": DeckRules(
        opening=(
            Step(CHECK, _CHECK, _CHECKED, "adelaide:4-2"),
            Step(WASH, "Wash the new deck face down", "washed", "adelaide:4-3"),
        ),
        each_hand=(_shuffle("adelaide:4-4"), _cut("adelaide:4-5")),
        reasons=(
            Reason("players", "More than half of the players ask", "adelaide:5a", DEALER, True),
            Reason("damaged", "A card is mutilated", "adelaide:5b", needs_card=True),
            Reason("supervisor", "The supervisor decides", "adelaide:5c", SUPERVISOR),
        ),
        between_hands_clause="adelaide:5",
        other_colour_clause="adelaide:6",
        secured_clause="adelaide:7",
        machine_clause="adelaide:4-6",
        jam_clause="adelaide:4-7",
        count_clause="tda2024:R1",
        opening_players=2,
    ),
    "canberra": DeckRules(
        opening=(Step(CHECK, _CHECK, _CHECKED, "canberra:2.3"),),
        each_hand=(
            _shuffle("canberra:7.1"),
            _cut("canberra:7.2", "Cut once, more than one card from either end, and load the shoe"),
        ),
        closing=Step(CHECK, _CHECK, _CHECKED, "canberra:2.3"),
        reasons=(Reason("operator", "The operator changes cards", "canberra:2.4"),),
        between_hands_clause="canberra:2.4",
        partial_clause="canberra:2.4",
        count_clause="canberra:2.5",
    ),
    "charity": DeckRules(
        opening=(Step(CHECK, "Check the deck, by hand or by machine", "checked", "charity:6.2"),),
        each_hand=(
            Step(COLLECT, "Collect and count the cards", "counted", "charity:18.2.2"),
            _shuffle("charity:7.1.2"),
            _cut("charity:7.2", "Cut onto the cutting card and load the shoe"),
        ),
        is_ticked_each_hand=True,
        reasons=(Reason("unfit", "Cards are unfit for use", "charity:6.4", SUPERVISOR),),
        between_hands_clause="charity:6.4",
        partial_clause="charity:6.4",
        secured_clause="charity:6.3",
        is_secured_check_enough=True,
        player_cut_clause="charity:7.3",
        count_clause="charity:6.7",
        inspection_clause="charity:6.6",
    ),
    "igr": DeckRules(
        opening=(
            Step(CHECK, "52 cards, no joker, same make as all decks", "counted", "igr:A.2(c)"),
            Step(CUT_CARD, "Lay the cut card ready", "cut card ready", "igr:A.1.Cut Card"),
        ),
        each_hand=(
            Step(WASH, "Wash and shuffle", "washed and shuffled", "igr:A.3(b)"),
            _cut("igr:A.3(c)", "Cut once with the cut card"),
        ),
        at_breaks=Step(COUNT, "Count the deck", "counted", "igr:A.2(c)-2"),
        reasons=(
            Reason("marked", "Cards may be marked", "igr:A.2(f)", DIRECTOR, is_suspect=True),
            Reason("damaged", "A card is damaged", "igr:A.2(f)", DIRECTOR, needs_card=True),
            Reason("chairperson", "The chairperson decides", "igr:A.2(g)", DIRECTOR),
        ),
        between_hands_clause="igr:A.2(g)",
        same_make_clause="igr:5.09(c)",
        one_cut_clause="igr:A.3(c)",
        count_clause="igr:A.2(c)-2",
    ),
}


def of(rulebook: str) -> DeckRules:
    """What this book says of decks."""
    return BY_BOOK.get(rulebook, COMMON)


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
    """The step the dealer says is done; refused where it is not asked for, or is out of order."""
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
