"""What happened at the table, in the order it happened: the story a hand is folded from."""

from dataclasses import dataclass

# How a wager counts: it reopens and uses up a raise, it is too short to, or it only completes.
FULL = "full"
SHORT = "short"
COMPLETION = "completion"

# Why a pot went where it went.
UNCONTESTED = "uncontested"
CARDS = "cards"
DECLARED = "declared"
AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class HandStarted:
    """Who takes part with what, and where the marker lies; forced bets are events of their own."""

    number: int
    rulebook: str
    game: str
    seats: tuple[tuple[int, int, str], ...]  # seat, stack, present | absent | penalty
    dealt_in: tuple[int, ...]  # clockwise, the first seat dealt first
    marker: int
    blind_seats: tuple[int, ...]  # -1 where nobody posts
    blinds: tuple[int, ...]
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int = 0
    unit: int = 0  # the small bet: what wagers are measured in
    chip: int = 1
    bonus: int = 0
    is_elimination: bool = False


@dataclass(frozen=True, slots=True)
class StackRemoved:
    """Chips leave play for good."""

    seat: int
    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class AntePosted:
    seat: int
    amount: int
    is_for_the_table: bool = False


@dataclass(frozen=True, slots=True)
class BlindPosted:
    seat: int
    amount: int
    due: int


@dataclass(frozen=True, slots=True)
class OverBlindPosted:
    """`amount` is the total in front of the seat, a blind posted before included."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class DeadBlindPosted:
    """Goes straight to the pot and counts towards nothing."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class OwedBlindPosted:
    """A live blind posted out of position; `clause` where it is an absent opener's call."""

    seat: int
    amount: int
    clause: str = ""


@dataclass(frozen=True, slots=True)
class BlindOwed:
    """A blind that was not posted is taken with the next hand, live and dead."""

    seat: int
    live: int
    dead: int
    clause: str


@dataclass(frozen=True, slots=True)
class BringInPosted:
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The order of the cards still to come; never shown to anybody."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HoleDealt:
    """The initial deal: per seat its cards, -1 where unseen; who opens, or -1; the last `up` of
    each seat's cards lie face up."""

    cards: tuple[tuple[int, tuple[int, ...]], ...]
    opener: int
    up: int = 0


@dataclass(frozen=True, slots=True)
class BoardDealt:
    cards: tuple[int, ...]
    burned: int  # how many cards were burned before
    opener: int


@dataclass(frozen=True, slots=True)
class StreetDealt:
    """One more card to each player (stud)."""

    cards: tuple[tuple[int, int], ...]
    is_up: bool
    opener: int


@dataclass(frozen=True, slots=True)
class UpCardsEntered:
    """The up cards of the initial deal, read off the table (stud)."""

    cards: tuple[tuple[int, int], ...]
    opener: int


@dataclass(frozen=True, slots=True)
class BettingOpened:
    opener: int


@dataclass(frozen=True, slots=True)
class DrawOpened:
    """The exchange of cards begins with this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """How many a seat gave up, which (where known), what it got now, and how many it still gets;
    `passed` cards went from the shoe to the discards in between."""

    seat: int
    count: int
    discarded: tuple[int, ...]
    cards: tuple[int, ...]
    owed: int
    passed: int
    next_seat: int


@dataclass(frozen=True, slots=True)
class DrawCompleted:
    """The fifth cards of those who changed all five; then the last betting round."""

    cards: tuple[tuple[int, int], ...]
    opener: int


@dataclass(frozen=True, slots=True)
class Folded:
    seat: int


@dataclass(frozen=True, slots=True)
class Checked:
    seat: int


@dataclass(frozen=True, slots=True)
class Stood:
    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    seat: int
    amount: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Bet:
    seat: int
    to: int
    size: str
    all_in: bool


@dataclass(frozen=True, slots=True)
class Raised:
    seat: int
    to: int
    size: str
    all_in: bool


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class HandShown:
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandMucked:
    seat: int


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """One pot, or one half of it, paid: who got how much."""

    pot: int
    amount: int
    shares: tuple[tuple[int, int], ...]
    how: str
    half: str = ""  # "", "high" or "low"
    odd_chips: int = 0
    clause: str = ""


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """What each seat put in, told at the end; the actions themselves were not recorded."""

    put_in: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HandEnded:
    """Nothing is left to do; these seats have no chips any more."""

    busts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerArrived:
    seat: int


@dataclass(frozen=True, slots=True)
class AbsenceNoted:
    """The seat is dealt in; its hand is folded when its turn comes, unless the player is back."""

    seat: int
    clause: str


@dataclass(frozen=True, slots=True)
class WagerHeld:
    """An action out of turn that waits for its turn."""

    seat: int
    action: str
    amount: int
    faced: int  # the bet to match at that moment
    clause: str


@dataclass(frozen=True, slots=True)
class WagerLeftIn:
    """Chips put out in error stay in front of the seat; it still has to act."""

    seat: int
    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class WagerReleased:
    """A held action is off: the seat acts anew, bound by nothing or by `terms`."""

    seat: int
    terms: str
    clause: str


@dataclass(frozen=True, slots=True)
class ActionCorrected:
    """What was done or said counts as something else."""

    seat: int
    done: str
    counts_as: str
    clause: str


@dataclass(frozen=True, slots=True)
class RaisingBarred:
    """This seat may not raise any more in this betting round."""

    seat: int
    clause: str


@dataclass(frozen=True, slots=True)
class WagersCapped:
    """No wager of this betting round may go above this amount."""

    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class IrregularityRuled:
    """What went wrong, what the book prescribes, and what the dealer is to do now."""

    what: str
    seat: int
    remedy: str
    orders: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """A hole card was exchanged; -1 where unseen. The old one is the burn of the next street."""

    seat: int
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class CardKept:
    """A card exposed in the initial deal stays with its player; no cards: not entered."""

    seat: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardTakenBack:
    """The last street's cards leave the board, with so many burn cards, and come again.

    Where wagers are kept, its betting round goes on with the new cards.
    """

    cards: tuple[int, ...]
    burned: int
    keeps_wagers: bool = False


@dataclass(frozen=True, slots=True)
class BoardCorrected:
    """One board card gives way to another."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class NextCardFixed:
    """A card already seen will be the next community card."""

    card: int


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card shown too early is out of play until the betting on this street is over."""

    card: int
    street: int
    burned: int  # before it, by the engine's own deal


@dataclass(frozen=True, slots=True)
class CardShuffledBack:
    """The card set aside goes back among the cards to come."""

    card: int


@dataclass(frozen=True, slots=True)
class BurnTakenBack:
    """The burn card under the last board card goes back among the cards to come."""


@dataclass(frozen=True, slots=True)
class BurnSeen:
    """Everybody has seen the card that is burned next."""

    card: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards turned with another, and seen by everybody, are out of this hand."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BurnSkipped:
    """This street comes without a burn."""

    street: int


@dataclass(frozen=True, slots=True)
class CardsExposed:
    """Cards of a hand, folded or not, lie open for everyone."""

    seat: int
    cards: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class AwardsTakenBack:
    """Pots already paid are in the middle again."""

    clause: str


@dataclass(frozen=True, slots=True)
class LastCardExposed:
    """The seat's last card lies open: it opens, and a check ends its betting (stud)."""

    seat: int
    clause: str


@dataclass(frozen=True, slots=True)
class BettingGivenUp:
    """The seat keeps its chips and contests only what is in the pot so far."""

    seat: int
    clause: str


@dataclass(frozen=True, slots=True)
class HandKilled:
    """A hand is dead; `returned` chips went back to its player, the rest stays in the pot."""

    seat: int
    reason: str
    returned: int
    clause: str


@dataclass(frozen=True, slots=True)
class HandRestored:
    seat: int
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The deal is void and dealt again with the same marker; posted chips stay where the book
    says so and go back otherwise."""

    reason: str
    posts_stay: bool
    clause: str


@dataclass(frozen=True, slots=True)
class HandVoided:
    """Every chip went back to who put it in, but for what each seat lost where the director chose
    not to refund the bets (canberra:18.5)."""

    reason: str
    clause: str
    lost: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Retracted:
    """The last `count` standing events are taken back."""

    count: int
    reason: str = ""


Event = (
    HandStarted
    | StackRemoved
    | AntePosted
    | BlindPosted
    | OverBlindPosted
    | DeadBlindPosted
    | OwedBlindPosted
    | BlindOwed
    | BringInPosted
    | DeckShuffled
    | HoleDealt
    | BoardDealt
    | StreetDealt
    | UpCardsEntered
    | BettingOpened
    | DrawOpened
    | CardsDrawn
    | DrawCompleted
    | Folded
    | Checked
    | Stood
    | Called
    | Bet
    | Raised
    | UncalledReturned
    | HandShown
    | HandMucked
    | PotAwarded
    | ResultEntered
    | HandEnded
    | PlayerArrived
    | AbsenceNoted
    | WagerHeld
    | WagerLeftIn
    | WagerReleased
    | ActionCorrected
    | RaisingBarred
    | WagersCapped
    | IrregularityRuled
    | CardReplaced
    | CardKept
    | BoardTakenBack
    | BoardCorrected
    | NextCardFixed
    | CardSetAside
    | CardShuffledBack
    | BurnTakenBack
    | BurnSeen
    | CardsDiscarded
    | BurnSkipped
    | CardsExposed
    | AwardsTakenBack
    | LastCardExposed
    | BettingGivenUp
    | HandKilled
    | HandRestored
    | Misdealt
    | HandVoided
    | Retracted
)
