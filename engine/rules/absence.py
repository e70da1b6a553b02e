"""What happens to the hand of a player who is not at the table, or may not play it?"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from engine.hand import events
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.rules import opening

if TYPE_CHECKING:
    from engine.rules.book import Rules

NOT_DEALT_IN = "not dealt in"
KILLED_AT_THE_DEAL = "killed at the deal"
FOLDED_AT_THE_TURN = "folded at the turn"


class Away(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def status(self) -> str: ...


def is_dealt_in(status: str, rules: "Rules") -> bool:
    """Whether a player with this status gets cards."""
    return _treatment(status, rules) != NOT_DEALT_IN


def at_the_deal(hand: Hand, away: Sequence[Away], rules: "Rules") -> Iterator[Event]:
    """Dead hands at once, or a note that the hand goes at its turn; the last hand left wins."""
    opener = opening.bound_to_open(hand)
    for player in away:
        treatment = _treatment(player.status, rules)
        clause = rules.clause("penalty" if player.status == "penalty" else "absence")
        if treatment == KILLED_AT_THE_DEAL and hand.contenders > 1:
            if player.seat == opener:
                yield from _compulsory_call(hand, opener, rules)
            yield events.HandKilled(player.seat, player.status, 0, clause)
        elif treatment == FOLDED_AT_THE_TURN:
            yield events.AbsenceNoted(player.seat, clause)


def _compulsory_call(hand: Hand, seat: int, rules: "Rules") -> Iterator[Event]:
    """An absent opener pays the call they could not have refused (canberra:17.3/deduct)."""
    amount = min(hand.bet_to_match - hand.bets[seat], hand.stacks[seat])
    if rules.forbids_opener == opening.FORBIDDEN["a"] and amount > 0:
        yield events.OwedBlindPosted(seat, amount, "canberra:17.3/deduct")


def _treatment(status: str, rules: "Rules") -> str:
    book = rules.book
    return (book.penalty if status == "penalty" else book.absence).value
