"""What happened? What a dealer can report now, what must be asked first, and the command it makes.

The card troubles are those of the book's own tables (`rulebooks/irregularities`); a question is put
only where its answer changes what the book prescribes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.cards import cards
from engine.hand import commands, events
from engine.hand.commands import Command, Report
from engine.hand.state import LIVE, Hand
from engine.referee import irregular, probing, showdown, well_formed
from engine.referee.law import RulingsLaw
from engine.refusal import Refused
from engine.rules import irregularities as what
from engine.rules import remedies, voiding
from engine.rules.book import Rulebook, Rules

DEAL, BOARD, DECK, CARDS, CHIPS, HANDS = (
    "The deal",
    "The board",
    "The deck",
    "Players' cards",
    "Chips and turns",
    "Rulings",
)
OUT_OF_TURN = "action out of turn"
STRING_BET = "string bet"
OVER_CHIP = "over-chip"
WRONG_AMOUNT = "too few chips for a call or raise"
DEAD_HAND = "a hand is dead"
GIVE_BACK = "a folded hand is given back"
SHOW_TO_ALL = "one player saw another's cards"
AGREED_SPLIT = "players agree to split the pot"
VOID_HAND = "the hand is void"
BACK_IN_TIME = "an absent player is back"

Answers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that may have happened."""

    name: str
    group: str


@dataclass(frozen=True, slots=True)
class Question:
    """What must be known first: one of some answers (value, words), an amount, or cards."""

    field: str
    words: str
    answers: tuple[tuple[str, str], ...] = ()
    seats: tuple[int, ...] = ()
    cards: int = 0
    is_amount: bool = False


_GROUPS: Mapping[str, tuple[str, ...]] = {
    DEAL: (
        what.EXPOSED_HOLE_CARD,
        what.WRONG_COUNT,
        what.OUT_OF_ORDER,
        what.PLAYER_MISSED,
        what.BOXED_CARD,
        what.EXPOSED_IN_THE_CUT,
        what.NOT_SHUFFLED_OR_CUT,
        what.WRONG_BUTTON,
        what.NOT_POSTED,
        what.FIRST_CARD_UP,
        what.LAST_CARD_UP,
        what.EXPOSED_IN_THE_DRAW,
    ),
    BOARD: (
        what.PREMATURE_FLOP,
        what.PREMATURE_TURN,
        what.PREMATURE_RIVER,
        what.TOO_MANY_FLOP_CARDS,
        what.FLOP_CARD_EXPOSED,
        what.NO_BURN,
        what.TWO_BURNS,
        what.TWO_CARDS_AT_ONCE,
        what.MANY_CARDS_AT_ONCE,
        what.NEXT_CARD_TOO_EARLY,
        what.NEXT_CARD_BEFORE_BETTING,
        what.FIRST_OF_SHOE_SHOWN,
    ),
    CARDS: (
        what.SHOWN_BY_PLAYER,
        what.FLASHED_BY_DEALER,
        what.OFF_THE_TABLE,
        what.HAND_IN_MUCK,
        what.UNPROTECTED,
    ),
    DECK: (
        what.FOREIGN_CARD,
        what.FOREIGN_CARD_IN_STUB,
        what.DUPLICATE_CARD,
        what.MISSING_CARD,
        what.JOKER_FOUND,
        what.DEFECTIVE_DECK,
    ),
}
_OF_A_SEAT = frozenset(
    [
        what.EXPOSED_HOLE_CARD,
        what.WRONG_COUNT,
        what.NOT_POSTED,
        what.FIRST_CARD_UP,
        what.LAST_CARD_UP,
        what.EXPOSED_IN_THE_DRAW,
        what.SHOWN_BY_PLAYER,
        what.FLASHED_BY_DEALER,
        what.OFF_THE_TABLE,
        what.HAND_IN_MUCK,
        what.UNPROTECTED,
    ]
)
_COUNTED = {
    what.EXPOSED_HOLE_CARD: "How many cards were exposed?",
    what.BOXED_CARD: "How many cards lay face up?",
    what.WRONG_COUNT: "How many hands are wrong?",
}
_HOLE_CARDS = frozenset({what.PLAYER_MISSED, what.WRONG_COUNT, what.OUT_OF_ORDER})
_WHICH = {what.BOXED_CARD: ("Where did it turn up?", "Elsewhere")}  # adelaide:1.Boxed Card
_CARDS_ASKED = {
    what.TWO_CARDS_AT_ONCE: ("Which was the other card?", 1),
    what.MANY_CARDS_AT_ONCE: ("Which were the other cards?", 2),
    what.FLOP_CARD_EXPOSED: ("Which card was exposed?", 1),
}
_YES_OR_NO = (("yes", "Yes"), ("no", "No"))


# -- what may be reported --------------------------------------------------------------------------


def offered(hand: Hand, rules: Rules) -> list[Matter]:
    """What can have happened in this game, under this book, at this point of the hand."""
    if hand.ended in ("misdeal", "void"):
        return []
    troubles = [
        Matter(name, group)
        for group, names in _GROUPS.items()
        for name in names
        if name in rules.irregularities and _is_possible(hand, rules, name)
    ]
    return [*troubles, *(matter for matter, is_so in _others(hand, rules) if is_so)]


def _is_possible(hand: Hand, rules: Rules, name: str) -> bool:
    is_dealing = name in _GROUPS[DEAL] and hand.street <= 0 and not hand.ended
    return is_dealing or probing.is_prescribed(hand, name, rules)


def _others(hand: Hand, rules: Rules) -> list[tuple[Matter, bool]]:
    is_betting = hand.actor >= 0
    owes = is_betting and hand.bet_to_match > hand.bets[hand.actor]
    is_going = not hand.ended
    has_last_cards = hand.street == len(rules.streets) - 1 and hand.drawer < 0
    may_split = is_going and not is_betting and has_last_cards and hand.contenders > 1
    return [
        (Matter(OUT_OF_TURN, CHIPS), bool(_others_to_act(hand))),
        (Matter(STRING_BET, CHIPS), is_betting),
        (Matter(OVER_CHIP, CHIPS), owes),
        (Matter(WRONG_AMOUNT, CHIPS), is_betting),
        (Matter(DEAD_HAND, HANDS), is_going and hand.contenders > 1),
        (Matter(GIVE_BACK, HANDS), is_going and bool(hand.folds)),
        (Matter(SHOW_TO_ALL, CARDS), bool(hand.order)),
        (Matter(AGREED_SPLIT, HANDS), may_split),
        (Matter(BACK_IN_TIME, HANDS), bool(hand.away)),
        (Matter(VOID_HAND, HANDS), True),
    ]


def _others_to_act(hand: Hand) -> tuple[int, ...]:
    if hand.actor < 0:
        return ()
    return tuple(
        seat
        for seat in sorted(hand.in_hand())
        if seat != hand.actor and hand.status[seat] == LIVE and seat not in hand.held
    )


# -- what must be asked ----------------------------------------------------------------------------


def question(hand: Hand, rules: Rules, name: str, answers: Answers) -> Question | None:
    """The next thing to ask, or None when the book can rule."""
    if name in rules.irregularities:
        return _about_cards(hand, rules, name, answers)
    asked = _QUESTIONS[name](hand, answers) if name in _QUESTIONS else []
    if name == VOID_HAND:
        asked = _void_questions(rules.book.rulings)
    return next((one for one in asked if one.field not in answers), None)


def _about_cards(hand: Hand, rules: Rules, name: str, answers: Answers) -> Question | None:
    report = _report(name, answers)
    given = frozenset(_FIELDS[field] for field in answers if field in _FIELDS)

    def is_asked(field: str) -> bool:
        return _FIELDS[field] not in given and probing.is_asked(
            hand, report, rules, _FIELDS[field], given
        )

    if is_asked("detail"):
        return _which(name, probing.details(hand, name, rules))
    if is_asked("count"):
        several = (("1", "One"), ("2", "Two or more"))
        return Question("count", _COUNTED.get(name, "How many cards?"), several)
    if is_asked("repaired"):
        return Question("repaired", _can_be_put_right(name, rules), _YES_OR_NO)
    return _whose(hand, rules, report, answers) or _which_card(hand, rules, report)


def _can_be_put_right(name: str, rules: Rules) -> str:
    """With what the book wants to be true, where hole cards went wrong."""
    unseen = rules.book.rulings.put_right.value if name in _HOLE_CARDS else ""
    return f"{unseen} and it can be put right?" if unseen else "Can it still be put right?"


def _which(name: str, words: tuple[str, ...]) -> Question:
    answers = tuple((word, word[:1].upper() + word[1:]) for word in words)
    if name in what.ON_THE_BOARD:
        return Question("detail", "Which cards was it?", answers)
    asked, otherwise = _WHICH.get(name, ("Which of these?", "None of these"))
    return Question("detail", asked, (*answers, ("", otherwise)))


def _whose(hand: Hand, rules: Rules, report: Report, answers: Answers) -> Question | None:
    if "seat" in answers or probing.ends_the_hand(hand, report, rules):
        return None
    if probing.is_refused(hand, report, rules):
        return None
    if report.what not in _OF_A_SEAT and not probing.needs_seat(hand, report, rules):
        return None
    return Question("seat", "Which seat?", seats=tuple(sorted(hand.in_hand())))


def _which_card(hand: Hand, rules: Rules, report: Report) -> Question | None:
    if set(report.cards) - {cards.UNKNOWN}:
        return None
    lies = probing.needs_board_card(hand, report, rules)
    known_cards = [card for card in hand.board if card != cards.UNKNOWN] if lies else []
    board = tuple((text, text) for text in map(cards.text, zip(known_cards)))
    if probing.needs_card(hand, report, rules):
        words, count = _CARDS_ASKED.get(report.what, ("Which card?", 1))
        return Question("cards", words, board, cards=count)
    return Question("cards", "Which card of the board?", board) if board else None


_Asked = Callable[[Hand, Answers], list[Question]]


def _out_of_turn_questions(hand: Hand, answers: Answers) -> list[Question]:
    wager = "raise" if hand.bet_to_match else "bet"
    passing = "call" if hand.bet_to_match else "check"
    actions = tuple((one, one.capitalize()) for one in ("fold", passing, wager))
    return [
        Question("seat", "Who acted out of turn?", seats=_others_to_act(hand)),
        Question("action", "What did the player do?", actions),
        *(_amount(hand, answers) if answers.get("action") == wager else []),
    ]


def _amount(hand: Hand, answers: Answers) -> list[Question]:
    return [Question("amount", "How much lies in front of the player now?", is_amount=True)]


def _wrong_amount_questions(hand: Hand, answers: Answers) -> list[Question]:
    said = (("raise", "“Raise” was said"), ("", "Nothing was said"))
    return [Question("said", "What was said first?", said), *_amount(hand, answers)]


def _dead_hand_questions(hand: Hand, answers: Answers) -> list[Question]:
    seats = tuple(sorted(hand.in_hand()))
    return [Question("seat", "Whose hand?", seats=seats), _why()]


def _give_back_questions(hand: Hand, answers: Answers) -> list[Question]:
    seats = tuple(sorted(set(hand.folds)))
    return [Question("seat", "Whose hand?", seats=seats), _why(voiding.GIVEN_BACK)]


def _why(reasons: Iterable[str] = voiding.USUAL_REASONS) -> Question:
    answers = tuple((reason, f"{reason[:1].upper()}{reason[1:]}") for reason in reasons)
    return Question("reason", "For what reason?", answers)


def _void_questions(law: RulingsLaw) -> list[Question]:
    """The reason; and what becomes of the bets, where that is the director's choice."""
    why = _why(law.void_reasons.value or voiding.USUAL_REASONS)
    choices = law.void_bets.value
    if len(choices) == 1:
        return [why]
    answers = tuple((choice, f"The {choice}") for choice in choices)
    return [why, Question("choice", "What becomes of the bets?", answers)]


def _show_questions(hand: Hand, answers: Answers) -> list[Question]:
    return [
        Question("seat", "Whose cards were seen?", seats=tuple(sorted(hand.order))),
        Question("cards", "Which card was seen?", cards=1),
    ]


def _split_questions(hand: Hand, answers: Answers) -> list[Question]:
    return [Question("agreed", "Do all who contest the pot agree?", _YES_OR_NO)]


def _back_questions(hand: Hand, answers: Answers) -> list[Question]:
    return [Question("seat", "Who is back?", seats=tuple(sorted(hand.away)))]


_QUESTIONS: Mapping[str, _Asked] = {
    OUT_OF_TURN: _out_of_turn_questions,
    STRING_BET: _amount,
    OVER_CHIP: _amount,
    WRONG_AMOUNT: _wrong_amount_questions,
    DEAD_HAND: _dead_hand_questions,
    GIVE_BACK: _give_back_questions,
    SHOW_TO_ALL: _show_questions,
    AGREED_SPLIT: _split_questions,
    BACK_IN_TIME: _back_questions,
}


# -- the command -----------------------------------------------------------------------------------

_FIELDS: Mapping[str, str] = {"count": "count", "repaired": "can_be_repaired", "detail": "detail"}


def command(hand: Hand, rules: Rules, name: str, answers: Answers) -> Command:
    """The engine's command for what happened, or a refusal of what nobody knows."""
    made = _command(hand, rules, name, answers)
    well_formed.check(hand, made, rules)
    return made


def _command(hand: Hand, rules: Rules, name: str, answers: Answers) -> Command:
    if name in rules.irregularities:
        return _named(hand, rules, _report(name, answers))
    if name not in (AGREED_SPLIT, VOID_HAND, *_COMMANDS):
        raise Refused(f"No rulebook knows of “{name}”.")
    if name == AGREED_SPLIT:
        return _split(hand, rules, answers)
    if name == VOID_HAND:
        return _void(rules.book.rulings, answers)
    return _COMMANDS[name](hand, answers)


def _report(name: str, answers: Answers) -> Report:
    return Report(
        name,
        seat=_number(answers, "seat"),
        cards=cards.parse(answers.get("cards", "")),
        count=_number(answers, "count") or 1,
        can_be_repaired=answers.get("repaired") == "yes",
        detail=answers.get("detail", ""),
        choice=answers.get("choice", ""),
    )


def _named(hand: Hand, rules: Rules, report: Report) -> Report:
    """The report, once it names the card it turns on: an unnamed one could come again."""
    if asked := _which_card(hand, rules, report):
        raise Refused(f"{asked.words} It has been seen, so it must be named.")
    return report


def _number(answers: Answers, field: str) -> int:
    text = answers.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _out_of_turn(hand: Hand, answers: Answers) -> Command:
    action, amount = answers.get("action", ""), _number(answers, "amount")
    return commands.ActOutOfTurn(_number(answers, "seat"), action, amount)


def _chips(hand: Hand, answers: Answers, *, chips: int, motions: int = 1) -> Command:
    amount, said = _number(answers, "amount"), answers.get("said", "")
    choice = answers.get("choice", "")
    return commands.PutChips(hand.actor, amount, chips, said, motions, choice)


def _split(hand: Hand, rules: Rules, answers: Answers) -> Command:
    """The next pot to be paid, between all who contest it."""
    pot = next(iter(showdown.propose(hand, rules)), None)
    if pot is None:
        raise Refused("No pot is left to split.")
    return commands.SplitByAgreement(pot.pot, pot.seats if answers.get("agreed") == "yes" else ())


def _void(law: RulingsLaw, answers: Answers) -> Command:
    """For one of the book's reasons (canberra:18.1, canberra:18.4, adelaide:78)."""
    reason, listed = answers.get("reason", ""), law.void_reasons
    if listed.value and reason not in listed.value:
        raise Refused("Choose the reason from the list.", listed.clause)
    return commands.VoidHand(reason, answers.get("choice", ""))


# -- what a dealer may not do alone ----------------------------------------------------------------


def declared_by(book: Rulebook, name: str) -> str:
    """The clause that leaves this report to the dealer or the floor; empty for other reports."""
    cases = book.irregularities.get(name, ())
    is_misdeal = any(case.remedy is remedies.misdeal for case in cases)
    return book.rulings.misdeal_declared.clause if is_misdeal else ""


def directors_clause(hand: Hand, rules: Rules, command: Command) -> str:
    """The clause that leaves this to the floor; empty where a dealer may carry it out."""
    law = rules.book.rulings
    if isinstance(command, commands.VoidHand):
        return law.voided_by_floor.clause
    if isinstance(command, commands.KillHand):
        return law.killed_by_floor.clause
    if isinstance(command, commands.RestoreHand):
        return law.restored_by_floor.clause
    return _voiding_clause(hand, rules, command) if isinstance(command, Report) else ""


def _voiding_clause(hand: Hand, rules: Rules, command: Report) -> str:
    """A deck found wrong voids the hand: by a supervisor where the book says so (adelaide:78)."""
    if not rules.book.rulings.voided_by_floor.value:
        return ""
    happened = irregular.ruling(hand, command, rules)
    return next((one.clause for one in happened if isinstance(one, events.HandVoided)), "")


_COMMANDS: Mapping[str, Callable[[Hand, Answers], Command]] = {
    OUT_OF_TURN: _out_of_turn,
    STRING_BET: lambda hand, answers: _chips(hand, answers, chips=0, motions=2),
    OVER_CHIP: lambda hand, answers: _chips(hand, answers, chips=1),
    WRONG_AMOUNT: lambda hand, answers: _chips(hand, answers, chips=2),
    DEAD_HAND: lambda hand, answers: commands.KillHand(
        _number(answers, "seat"), answers.get("reason", "")
    ),
    GIVE_BACK: lambda hand, answers: commands.RestoreHand(
        _number(answers, "seat"), answers.get("reason", "")
    ),
    SHOW_TO_ALL: lambda hand, answers: commands.ExposeCards(
        _number(answers, "seat"), cards.parse(answers.get("cards", ""))
    ),
    BACK_IN_TIME: lambda hand, answers: commands.Arrive(_number(answers, "seat")),
}
