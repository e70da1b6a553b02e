"""What a dealer or player wishes to do; any of them may be refused."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fold:
    seat: int


@dataclass(frozen=True, slots=True)
class Check:
    seat: int


@dataclass(frozen=True, slots=True)
class Stand:
    """The last blind stays in without paying, where the book knows no check before the flop."""

    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    seat: int


@dataclass(frozen=True, slots=True)
class CallAndFold:
    """The opener's compulsory call, given up at once (canberra:9.1(a)(iii))."""

    seat: int


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """Bet or raise: `amount` is the total in front of the seat afterwards."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class AllIn:
    seat: int


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The next community cards; no cards means they were dealt but not entered."""

    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DealStreet:
    """One more card to each player (stud): pairs of seat and card; none means not entered."""

    cards: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class NameOpener:
    """Whose up card opens, when the up cards were not entered (stud)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Exchange `count` cards; `cards` are those given up, where known (draw poker)."""

    seat: int
    count: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowCards:
    """Table a hand; no cards means tabled but not entered."""

    seat: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Muck:
    seat: int


@dataclass(frozen=True, slots=True)
class Award:
    """The dealer declares who wins a pot, and who its low half where there is one."""

    pot: int
    winners: tuple[int, ...]
    low_winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AwardPots:
    """Pay every pot as the entered cards say."""


@dataclass(frozen=True, slots=True)
class SplitByAgreement:
    """All who contest a pot agree to divide it."""

    pot: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EnterResult:
    """Who put in and who won how much, where a table records results only: pairs of seat and chips.

    A seat that is not named put in what it had posted, or won nothing.
    """

    put_in: tuple[tuple[int, int], ...]
    won: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Arrive:
    """A player who was away is back before the hand was folded for them."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """The clock called on the player in turn has run out."""

    seat: int


@dataclass(frozen=True, slots=True)
class ActOutOfTurn:
    """A wager, check or fold out of turn; `amount` is the player's total in front."""

    seat: int
    action: str
    amount: int = 0
    choice: str = ""


@dataclass(frozen=True, slots=True)
class PutChips:
    """Chips put out in turn without the words for it: how much is in front now, in how many chips.

    `said` is the word spoken first ("raise" or nothing); `motions` is how often chips came forward.
    """

    seat: int
    amount: int
    chips: int = 0
    said: str = ""
    motions: int = 1
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Something went wrong with the cards; `engine.rules.irregularities` names what may happen.

    `count` says how many cards, `detail` what a book distinguishes ("looked at", "first two cards",
    "first card of a blind", "same player"), `choice` answers a `NeedsRuling`.
    """

    what: str
    seat: int = 0
    cards: tuple[int, ...] = ()
    count: int = 1
    can_be_repaired: bool = False
    detail: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class ExposeCards:
    """What one player saw of a hand, all must see: shown to the whole table."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KillHand:
    """A dealer or supervisor declares a hand dead."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class RestoreHand:
    """A director gives a folded hand back (fours:muck-1)."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Every chip goes back to who put it in, unless the director chooses otherwise where the book
    lets them (`rules.voiding`, canberra:18.5)."""

    reason: str
    choice: str = ""


Command = (
    Fold
    | Check
    | Stand
    | Call
    | CallAndFold
    | RaiseTo
    | AllIn
    | DealBoard
    | DealStreet
    | NameOpener
    | Draw
    | ShowCards
    | Muck
    | Award
    | AwardPots
    | SplitByAgreement
    | EnterResult
    | Arrive
    | TimeExpired
    | ActOutOfTurn
    | PutChips
    | Report
    | ExposeCards
    | KillHand
    | RestoreHand
    | VoidHand
)
