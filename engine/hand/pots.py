"""Who can win how much: the main pot and a side pot for every all-in level."""

from dataclasses import dataclass

from engine.hand.state import ALL_IN, FOLDED, OUT, Hand


@dataclass(frozen=True, slots=True)
class Pot:
    amount: int
    seats: tuple[int, ...]  # who may win it, first dealt first


def build(hand: Hand) -> list[Pot]:
    """The pots as they stand, the main pot first, dead money and bonus chips in it.

    While a betting round is open, whoever is not all-in may still pay into all of them.
    """
    rivals = hand.in_hand()
    if ALL_IN not in hand.status:
        return [Pot(hand.pot, tuple(rivals))]
    done = [seat for seat in rivals if hand.actor < 0 or hand.status[seat] == ALL_IN]
    levels = sorted({hand.paid[seat] for seat in done} | {max(hand.paid[seat] for seat in rivals)})
    dead = hand.bonus + sum(hand.dead)
    layers: list[Pot] = []
    below = 0
    for level in levels:
        is_top = level == levels[-1]
        amount = sum(_slice(hand.paid[seat], below, level, is_top) for seat in hand.seats)
        seats = tuple(seat for seat in rivals if hand.paid[seat] >= level or seat not in done)
        layers.append(Pot(amount + (0 if layers else dead), seats))
        below = level
    return layers


def _slice(chips: int, below: int, level: int, is_top: bool) -> int:
    """What one player has in this layer; what a folded player has above all lies in the top one."""
    return max((chips if is_top else min(chips, level)) - below, 0)


def uncalled(hand: Hand) -> tuple[int, int]:
    """Who has more in front than anybody could call, and how much; (-1, 0) when all is called."""
    bets = hand.bets
    top = second = 0
    seat = -1
    for other in hand.seats:
        bet = bets[other]
        if bet > top:
            top, second, seat = bet, top, other
        elif bet > second:
            second = bet
    if top == second or hand.status[seat] in (OUT, FOLDED):
        return -1, 0
    return seat, top - second


def uncalled_wager(hand: Hand, wagerer: int) -> int:
    """How much of this seat's bet or raise nobody has called; posted blinds are neither."""
    seat, amount = uncalled(hand)
    return amount if seat == wagerer == hand.aggressor else 0
