"""May a player play who cannot post the big blind?"""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.rules.button import positions

if TYPE_CHECKING:
    from engine.hand.setup import Participant, Setup
    from engine.rules.book import Rules

Outcome = tuple["Setup", tuple["Participant", ...]]


def plays_all_in(setup: "Setup", rules: "Rules") -> Outcome:
    """Any chip plays."""
    return setup, ()


def is_out_below_the_small_blind(setup: "Setup", rules: "Rules") -> Outcome:
    """Less than the small blind in the big-blind seat: out, and the chips leave play."""
    gone: tuple[Participant, ...] = ()
    while len(setup.seats) > 1 and len(setup.blinds) > 1:
        big = positions(setup, rules).blind_seats[-1]
        player = next(player for player in setup.seats if player.seat == big)
        if player.stack >= setup.blinds[0]:
            break
        gone = (*gone, player)
        setup = replace(setup, seats=tuple(other for other in setup.seats if other != player))
    return setup, gone
