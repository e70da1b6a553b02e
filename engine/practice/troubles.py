"""What goes wrong at a practice table: an irregularity of this book, made up and told in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from engine.amounts import figure
from engine.cards import cards
from engine.hand import events
from engine.hand.commands import Command
from engine.hand.state import Hand
from engine.referee import options, referee, reports
from engine.referee.reports import Question
from engine.refusal import NeedsRuling, Refused
from engine.rules import irregularities as what
from engine.rules.book import Rules

Names = Mapping[int, str]
Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is seen, what must be said of it, and the command that puts it on record."""

    words: str
    facts: tuple[str, ...]
    command: Command


# How each looks to the dealer, told without the tablet's own name for it where that is possible.
_SEEN: Mapping[str, str] = {
    what.EXPOSED_HOLE_CARD: "While you deal, a hole card turns over and everybody sees it.",
    what.WRONG_COUNT: "A player holds one card more or less than the others.",
    what.OUT_OF_ORDER: "The deal began at the wrong seat.",
    what.PLAYER_MISSED: "You dealt a player over, or gave an empty seat a hand.",
    what.BOXED_CARD: "A card comes off the deck with its face up.",
    what.EXPOSED_IN_THE_CUT: "When the deck was cut, cards were seen.",
    what.NOT_SHUFFLED_OR_CUT: "You dealt without cutting the deck.",
    what.WRONG_BUTTON: "The marker was not moved on before the deal.",
    what.FIRST_CARD_UP: "A player's first card, which belongs face down, lies face up.",
    what.EXPOSED_IN_THE_DRAW: "A card you give in the draw is seen by all.",
    what.PREMATURE_FLOP: "You lay out the flop; then somebody says: “I have not acted.”",
    what.PREMATURE_TURN: "You lay out the turn; then somebody says: “I have not acted.”",
    what.PREMATURE_RIVER: "You lay out the river; then somebody says: “I have not acted.”",
    what.TOO_MANY_FLOP_CARDS: "Four cards lie where the flop should have three.",
    what.NO_BURN: "You dealt the board without burning a card.",
    what.TWO_BURNS: "You burned two cards instead of one.",
    what.TWO_CARDS_AT_ONCE: "Two cards of the board came at once.",
    what.FOREIGN_CARD: "One of the cards in play has another back.",
    what.DUPLICATE_CARD: "The same card is there twice.",
    what.JOKER_FOUND: "A joker turns up among the cards.",
    what.SHOWN_BY_PLAYER: "A player lets a card be seen.",
    what.FLASHED_BY_DEALER: "You let a player's card flash as you dealt it.",
    what.OFF_THE_TABLE: "A player's card falls off the table.",
    reports.OUT_OF_TURN: "Somebody acts although it is another player's turn.",
    reports.STRING_BET: "{name} puts chips out, reaches back and adds more, without a word.",
    reports.OVER_CHIP: "{name} puts out a single chip and says nothing.",
    reports.WRONG_AMOUNT: "{name} puts out several chips, and they do not make a lawful raise.",
}
_CHIPS = (100, 500, 1000, 5000)
_TRIES = 8
_WAGERS = 0.5  # how often it is the players' chips, not the dealer's cards


def make(
    hand: Hand, rules: Rules, chance: Random, names: Names, spare: Cards = ()
) -> Trouble | None:
    """Something this book has an answer to now; nothing where nothing fits.

    A card that is seen is one of the spare ones, which no later scene deals.
    """
    found_now = [report for report in reports.offered(hand, rules) if report.name in _SEEN]
    chance.shuffle(found_now)
    if chance.random() < _WAGERS:
        found_now.sort(key=lambda one: one.group != reports.CHIPS)
    for name in [one.name for one in found_now][:_TRIES]:
        found = _made(hand, rules, chance, names, name, spare)
        if found is not None:
            return found
    return None


def _made(
    hand: Hand, rules: Rules, chance: Random, names: Names, name: str, spare: Cards
) -> Trouble | None:
    answers: dict[str, str] = {}
    facts: list[str] = []
    while asked := reports.question(hand, rules, name, answers):
        given = _answer(hand, rules, chance, name, asked, spare)
        if given is None:
            return None
        answers[asked.field] = given
        facts += _fact(asked, given, names)
    try:
        command = reports.command(hand, rules, name, answers)
        referee.decide(hand, command, rules)
    except NeedsRuling as open_:
        answers["choice"] = chance.choice(open_.choices)
        facts.append(f"The floor rules: {answers['choice']}")
        command = reports.command(hand, rules, name, answers)
    except Refused:
        return None
    if not _is_carried_out(hand, rules, command):
        return None
    return Trouble(_SEEN[name].format(name=names.get(hand.actor, "")), tuple(facts), command)


def _is_carried_out(hand: Hand, rules: Rules, command: Command) -> bool:
    try:
        happened = referee.decide(hand, command, rules)
    except Refused:
        return False
    is_dealt_next = any(isinstance(event, events.NextCardFixed) for event in happened)
    return bool(happened) and not is_dealt_next


def _answer(
    hand: Hand, rules: Rules, chance: Random, name: str, asked: Question, spare: Cards
) -> str | None:
    """What happened to be so; None where the question fits no practice."""
    if asked.is_amount:
        return str(_AMOUNTS.get(name, _raise)(hand, rules, chance))
    if asked.cards:
        return cards.text(spare[: asked.cards]) or None
    if asked.seats:
        return str(chance.choice(asked.seats))
    return chance.choice(asked.answers)[0] if asked.answers else None


def _raise(hand: Hand, rules: Rules, chance: Random) -> int:
    """A lawful bet or raise, as a total in front of the player."""
    raising = options.options(hand, rules).raising
    return raising.least if raising.is_allowed else hand.bet_to_match + hand.unit


def _one_chip(hand: Hand, rules: Rules, chance: Random) -> int:
    """The smallest single chip that is more than the call."""
    owed = hand.bet_to_match - hand.bets[hand.actor]
    return hand.bets[hand.actor] + next((chip for chip in _CHIPS if chip > owed), _CHIPS[-1])


def _too_little(hand: Hand, rules: Rules, chance: Random) -> int:
    """More than the bet to match, less than a raise."""
    part = chance.choice((0.25, 0.5, 0.75))
    short = int(hand.unit * part)
    return hand.bet_to_match + max(hand.chip, short - short % hand.chip)


_AMOUNTS: Mapping[str, Callable[[Hand, Rules, Random], int]] = {
    reports.OVER_CHIP: _one_chip,
    reports.WRONG_AMOUNT: _too_little,
}


def _fact(asked: Question, given: str, names: Names) -> list[str]:
    """What the dealer must be told to be able to answer."""
    if asked.seats:
        return [f"Seat {given}, {names[int(given)]}"]
    if asked.is_amount:
        return [f"{figure(int(given))} in front of the player now"]
    if asked.field == "repaired":
        return ["It can be put right" if given == "yes" else "It cannot be put right any more"]
    if asked.cards:
        return [", ".join(cards.words(card) for card in cards.parse(given)).capitalize()]
    return [words for value, words in asked.answers if value == given]
