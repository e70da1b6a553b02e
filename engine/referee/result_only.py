"""A hand of which only the result is recorded: what went in, what came out, nothing in between."""

from collections.abc import Mapping

from engine.amounts import figure
from engine.hand import commands, events
from engine.hand.events import Event
from engine.hand.state import ALL_IN, LIVE, Hand
from engine.refusal import Refused
from engine.rules.book import Rules


def enter(hand: Hand, command: commands.EnterResult, rules: Rules) -> list[Event]:
    """The whole hand in one step; refused unless the chips add up and could have been won so."""
    put_in = {seat: posted(hand, seat) for seat in hand.seats} | dict(command.put_in)
    won = {seat: amount for seat, amount in command.won if amount}
    for seat, amount in put_in.items():
        _check_put_in(hand, seat, amount)
    _check_winners(hand, won)
    pot = sum(put_in.values()) + hand.bonus
    if sum(won.values()) != pot:
        raise Refused(
            f"{figure(pot)} went into the pot and {figure(sum(won.values()))} are given out: "
            "they must be the same.",
            rules.clause("pots"),
        )
    _check_could_be_won(hand, put_in, won, rules)
    return [
        events.ResultEntered(tuple(sorted(put_in.items()))),
        events.PotAwarded(0, pot, tuple(sorted(won.items())), events.DECLARED),
        events.HandEnded(_busts(hand, put_in, won)),
    ]


def _busts(hand: Hand, put_in: Mapping[int, int], won: Mapping[int, int]) -> tuple[int, ...]:
    left = {
        seat: hand.stacks[seat] + posted(hand, seat) - put_in[seat] + won.get(seat, 0)
        for seat in hand.seats
    }
    return tuple(seat for seat in hand.seats if hand.began[seat] and not left[seat])


def posted(hand: Hand, seat: int) -> int:
    """What a seat has in the pot so far."""
    return hand.paid[seat] + hand.dead[seat]


def _check_put_in(hand: Hand, seat: int, amount: int) -> None:
    least, had = posted(hand, seat), posted(hand, seat) + hand.stacks[seat]
    if amount < least:
        raise Refused(f"Seat {seat} has posted {figure(least)} already.")
    if amount > had:
        raise Refused(f"Seat {seat} has {figure(had)}: no more can go in.")
    if amount > least and hand.status[seat] not in (LIVE, ALL_IN):
        raise Refused(f"Seat {seat} holds no cards and puts nothing in.")


def _check_winners(hand: Hand, won: Mapping[int, int]) -> None:
    for seat in won:
        if hand.status[seat] not in (LIVE, ALL_IN):
            raise Refused(f"Seat {seat} holds no cards and cannot win.")


def _check_could_be_won(
    hand: Hand, put_in: Mapping[int, int], won: Mapping[int, int], rules: Rules
) -> None:
    """Nobody takes from a pot they had no part in: side pots, worked out from what went in."""
    live = {seat: amount - hand.dead[seat] for seat, amount in put_in.items()}
    free = sum(hand.dead) + hand.bonus
    for most in sorted(set(live.values())):
        reached = free + sum(min(amount, most) for amount in live.values())
        taken = sum(amount for seat, amount in won.items() if live[seat] <= most)
        if taken > reached:
            who = max((seat for seat in won if live[seat] <= most), key=lambda seat: won[seat])
            raise Refused(
                f"Seat {who} put in {figure(put_in[who])} and has no part in all of that: "
                f"at most {figure(reached)}.",
                rules.clause("pots"),
            )
