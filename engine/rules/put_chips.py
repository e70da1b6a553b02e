"""Chips put out in turn that fit no action: what do they count as?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.hand.state import Hand

if TYPE_CHECKING:
    from engine.rules.book import Rules

CALL = "a call"
LEAST_RAISE = "the least raise"
TAKE_BACK = "nothing, the chips go back"
FOLD = "a fold, the chips go back"
FORFEIT = "a fold, the chips stay in"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One outcome, or several to choose from: by the player, else by the supervisor."""

    choices: tuple[str, ...]
    clause: str
    is_players: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """What came forward: chips added, what was owed, the raise part and the least raise part."""

    added: int
    owed: int
    raise_part: int
    least_part: int
    said: str


Judge = Callable[[Hand, Put, "Rules"], Verdict]


# Less than the call.


def complete_or_take_back_and_fold(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """Top it up or fold; a fold gets the chips back (canberra:17.7)."""
    return Verdict((CALL, FOLD), "canberra:17.7", is_players=True)


def half_binds_the_call(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """Half the call or more: complete it or lose hand and chips; less goes back."""
    if 2 * put.added >= put.owed:
        return Verdict((CALL, FORFEIT), "adelaide:69", is_players=True)
    return Verdict((TAKE_BACK,), "adelaide:69-2")


def is_a_call_where_it_is_plain(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """A full call heads-up and against an opening bet; else the floor decides."""
    is_plain = hand.contenders == 2 or not hand.raises
    return Verdict((CALL,) if is_plain else (CALL, FORFEIT), rules.clause("short_call"))


# More than the call and less than a raise.


def is_only_a_call(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """A call, whatever its size; the excess goes back."""
    return Verdict((CALL,), "canberra:17.6")


def half_binds_the_raise(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """Half the least raise or more: complete it or lose hand and chips; less goes back.

    Who said "raise" is bound by it: the least raise at least (adelaide:70).
    """
    if put.said == "raise":
        return Verdict((LEAST_RAISE,), "adelaide:70")
    if 2 * put.raise_part >= put.least_part:
        return Verdict((LEAST_RAISE, FORFEIT), "adelaide:69-3", is_players=True)
    return Verdict((TAKE_BACK,), "adelaide:69-4")


def the_word_makes_the_raise(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """The least raise when "raise" was said, else a call."""
    return Verdict((LEAST_RAISE if put.said == "raise" else CALL,), "igr:A.1.String Bet")


def half_makes_the_raise(hand: Hand, put: Put, rules: "Rules") -> Verdict:
    """Half the least raise or more, or the word "raise": the least raise; less: a call."""
    is_raise = put.said == "raise" or 2 * put.raise_part >= put.least_part
    return Verdict((LEAST_RAISE if is_raise else CALL,), rules.clause("short_raise"))
