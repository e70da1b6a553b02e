"""One sentence per event, for screens and the journal."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.amounts import figure
from engine.cards import cards
from engine.hand import events
from engine.hand.events import Event
from engine.hand.numbers import as_shown
from engine.rules.book import Rules

Names = Mapping[int, str]
Seat = Callable[[int], str]


def sentences(told: Sequence[Event], names: Names, rules: Rules) -> list[str]:
    """A sentence for each event of a hand from its beginning, the turn and river by their names."""
    said, board = [], 0
    for event in told:
        words = sentence(event, names, rules)
        if isinstance(event, events.BoardDealt):
            board += len(event.cards)
            words = words.replace("Board:", f"{LATER_STREETS.get(board, 'Board')}:", 1)
        elif isinstance(event, events.BoardTakenBack):
            board -= len(event.cards)
        said.append(words)
    return said


def sentence(event: Event, names: Names, rules: Rules) -> str:
    """What happened, in words a spectator understands; seats without a name keep their number."""

    if isinstance(event, events.HandStarted):
        said = _started(event, _seat, rules)
    else:
        said = _SENTENCES[event.__class__](event, _seat)
    counted = _AMOUNT.sub(lambda found: figure(int(found[0])), said)
    return _SEAT.sub(lambda found: names.get(int(found[1]), f"Seat {found[1]}"), counted)


FLOP, LATER_STREETS = 3, {4: "Turn", 5: "River"}
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_AMOUNT = re.compile(r"\d{4,}")
_SEAT = re.compile("\0(\\d+)\0")


def _seat(number: int) -> str:
    """Stands for whoever sits there until the numbers are written: a name may hold some too."""
    return f"\0{number}\0"


def _written(shown: tuple[int, ...], otherwise: str) -> str:
    """The cards apart from each other, or other words where one was not entered."""
    if cards.UNKNOWN in shown:
        return otherwise
    return " ".join(_with_suit(cards.text((card,))) for card in shown)


def cards_words(shown: tuple[int, ...]) -> str:
    """Cards as they are written on a screen: "A♠ 10♦"."""
    return _written(shown, "cards nobody entered")


def _with_suit(name: str) -> str:
    rank, suit = name[0].replace("T", "10"), name[1]
    return f"{rank}{SUITS[suit]}" if suit in SUITS else "joker"


def _started(event: events.HandStarted, seat: Seat, rules: Rules) -> str:
    bonus = f" {event.bonus} chips are added to the pot." if event.bonus else ""
    marker = f"{seat(event.marker)} has the {rules.book.marker_name}"
    return f"Hand {as_shown(event.number)} begins; {marker}.{bonus}"


def _ante(event: events.AntePosted, seat: Seat) -> str:
    whose = " for the table" if event.is_for_the_table else ""
    return f"{seat(event.seat)} antes {event.amount}{whose}."


def _opened(event: events.BettingOpened, seat: Seat) -> str:
    return f"{seat(event.opener)} opens." if event.opener >= 0 else "No betting is possible."


def _all_in(event: events.Called | events.Bet | events.Raised) -> str:
    return " and is all-in" if event.all_in else ""


def _ended(event: events.HandEnded, seat: Seat) -> str:
    if not event.busts:
        return "Hand complete."
    out = _listed([seat(number) for number in event.busts])
    return f"Hand complete; {out} {'are' if len(event.busts) > 1 else 'is'} out of chips."


def _listed(words: Sequence[str]) -> str:
    """One, two and three."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _voided(event: events.HandVoided, seat: Seat) -> str:
    lost = sum(amount for _, amount in event.lost)
    bets = f"The bets are not refunded: {lost} chips leave play." if lost else "All chips go back."
    return f"The hand is void{_because(event.reason)}. {bets}"


def _award(event: events.PotAwarded, seat: Seat) -> str:
    pot = f"side pot {event.pot}" if event.pot else "pot"
    half = f"the {event.half} half of " if event.half else ""
    if len(event.shares) == 1:
        article = "" if event.pot else "the "
        return f"{seat(event.shares[0][0])} wins {half}{article}{pot}, {event.amount}."
    agreed = " by agreement" if event.how == events.AGREED else ""
    takers = _listed([f"{seat(number)} {share}" for number, share in event.shares])
    return f"Split {pot}{f', {event.half} half' if half else ''}{agreed}: {takers}."


def _owed(event: events.OwedBlindPosted, seat: Seat) -> str:
    if event.clause:
        return f"{seat(event.seat)} is away: the compulsory call of {event.amount} is taken."
    return f"{seat(event.seat)} posts {event.amount}."


def _blind(event: events.BlindPosted, seat: Seat) -> str:
    if not event.amount:
        return f"{seat(event.seat)} has nothing left for the blind of {event.due}."
    return f"{seat(event.seat)} posts {event.amount}."


def _result(event: events.ResultEntered, seat: Seat) -> str:
    given = [f"{seat(number)} {amount}" for number, amount in event.put_in if amount]
    return f"The result is entered; into the pot: {_listed(given)}."


def _retracted(event: events.Retracted, seat: Seat) -> str:
    entries = f"last {event.count} entries are" if event.count > 1 else "last entry is"
    return f"The {entries} undone{_because(event.reason)}."


def _dealt_in(count: int) -> str:
    return f"{count} {'player is' if count == 1 else 'players are'} dealt in."


def _board(event: events.BoardDealt, seat: Seat) -> str:
    street = "Flop" if len(event.cards) == FLOP else "Board"
    return f"{street}: {_written(event.cards, 'dealt, not entered')}."


def _drawn(event: events.CardsDrawn, seat: Seat) -> str:
    number = {0: "no card", 1: "one card"}.get(event.count, f"{event.count} cards")
    return f"{seat(event.seat)} draws {number}."


def _held(event: events.WagerHeld, seat: Seat) -> str:
    much = f" {event.amount}" if event.amount else ""
    return f"{seat(event.seat)} acted out of turn: {event.action}{much} stands for now."


def _taken_back(event: events.BoardTakenBack, seat: Seat) -> str:
    count = len(event.cards)
    number = f"{count} cards of the board are" if count > 1 else "One card of the board is"
    return f"{number} removed."


def _corrected_board(event: events.BoardCorrected, seat: Seat) -> str:
    new, old = (_written((card,), "another card") for card in (event.new, event.old))
    return f"{new} takes the place of {old} on the board."


_SENTENCES: dict[type, Callable[[Any, Seat], str]] = {
    events.StackRemoved: lambda e, s: f"{s(e.seat)} cannot post: {e.amount} chips leave play.",
    events.AntePosted: _ante,
    events.BlindPosted: _blind,
    events.OwedBlindPosted: _owed,
    events.BlindOwed: lambda e, s: f"{s(e.seat)} owes {e.live + e.dead} with the next hand.",
    events.OverBlindPosted: lambda e, s: f"{s(e.seat)} posts an over-blind of {e.amount}.",
    events.DeadBlindPosted: lambda e, s: f"{s(e.seat)} posts {e.amount} dead.",
    events.BringInPosted: lambda e, s: f"{s(e.seat)} brings it in for {e.amount}.",
    events.DeckShuffled: lambda e, s: "The deck is shuffled and cut.",
    events.HoleDealt: lambda e, s: _dealt_in(len(e.cards)),
    events.BoardDealt: _board,
    events.StreetDealt: lambda e, s: f"Each player gets a card face {'up' if e.is_up else 'down'}.",
    events.UpCardsEntered: lambda e, s: f"The up cards are entered; {s(e.opener)} opens.",
    events.BettingOpened: _opened,
    events.DrawOpened: lambda e, s: f"The draw begins with {s(e.seat)}.",
    events.CardsDrawn: _drawn,
    events.DrawCompleted: lambda e, s: "The draw is complete.",
    events.Folded: lambda e, s: f"{s(e.seat)} folds.",
    events.Checked: lambda e, s: f"{s(e.seat)} checks.",
    events.Stood: lambda e, s: f"{s(e.seat)} stands.",
    events.Called: lambda e, s: f"{s(e.seat)} calls {e.amount}{_all_in(e)}.",
    events.Bet: lambda e, s: f"{s(e.seat)} bets {e.to}{_all_in(e)}.",
    events.Raised: lambda e, s: f"{s(e.seat)} raises to {e.to}{_all_in(e)}.",
    events.UncalledReturned: lambda e, s: f"{e.amount} go back to {s(e.seat)}.",
    events.HandShown: lambda e, s: f"{s(e.seat)} shows {_written(e.cards, 'a hand')}.",
    events.HandMucked: lambda e, s: f"{s(e.seat)} mucks.",
    events.PotAwarded: _award,
    events.ResultEntered: _result,
    events.HandEnded: _ended,
    events.Retracted: _retracted,
    events.Misdealt: lambda e, s: f"Misdeal{_because(e.reason)}. The hand is dealt again.",
    events.HandVoided: _voided,
    events.PlayerArrived: lambda e, s: f"{s(e.seat)} is back.",
    events.AbsenceNoted: lambda e, s: f"{s(e.seat)} is away; the hand is folded at the turn.",
    events.WagerHeld: _held,
    events.WagerLeftIn: lambda e, s: f"{e.amount} from {s(e.seat)} stay in the pot.",
    events.WagerReleased: lambda e, s: f"{s(e.seat)} acted out of turn: {e.terms}.",
    events.ActionCorrected: lambda e, s: f"{s(e.seat)}: {e.done}, counted as {e.counts_as}.",
    events.RaisingBarred: lambda e, s: f"{s(e.seat)} may not raise on this street.",
    events.WagersCapped: lambda e, s: f"No wager above {e.amount} on this street.",
    events.IrregularityRuled: lambda e, s: f"{e.what.capitalize()}: {e.remedy}.",
    events.CardReplaced: lambda e, s: f"{s(e.seat)} gets another card for the exposed one.",
    events.CardKept: lambda e, s: f"{s(e.seat)} keeps the exposed card.",
    events.BoardTakenBack: _taken_back,
    events.BoardCorrected: _corrected_board,
    events.NextCardFixed: lambda e, s: f"{_written((e.card,), 'The card')} will be the next card.",
    events.CardSetAside: lambda e, s: f"{_written((e.card,), 'The card')} is set aside.",
    events.CardShuffledBack: lambda e, s: (
        f"{_written((e.card,), 'The card set aside')} goes back into the deck."
    ),
    events.BurnTakenBack: lambda e, s: "The burn card goes back into the deck.",
    events.BurnSeen: lambda e, s: f"{_written((e.card,), 'The card')} will be the burn card.",
    events.CardsDiscarded: lambda e, s: f"Out of this hand: {_written(e.cards, 'a card')}.",
    events.BurnSkipped: lambda e, s: "The street comes without a burn.",
    events.CardsExposed: lambda e, s: f"{_written(e.cards, 'A card')} of {s(e.seat)} lies open.",
    events.AwardsTakenBack: lambda e, s: "The pots are taken back.",
    events.LastCardExposed: lambda e, s: f"The last card of {s(e.seat)} is exposed.",
    events.BettingGivenUp: lambda e, s: f"{s(e.seat)} is out of the betting.",
    events.HandKilled: lambda e, s: f"The hand of {s(e.seat)} is dead{_because(e.reason)}.",
    events.HandRestored: lambda e, s: f"{s(e.seat)} gets the hand back{_because(e.reason)}.",
}
