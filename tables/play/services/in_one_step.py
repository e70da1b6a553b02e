"""Several actions of a hand with one tap: stored, shown and undone as one step."""

from collections.abc import Iterator

from engine.hand.commands import Check, Command, Fold, ShowCards
from engine.hand.state import Hand
from engine.referee import showdown
from engine.refusal import Refused
from tables.commands import TableCommand
from tables.models import Table
from tables.play.services import play


def pass_to(command: TableCommand, *, seat: int) -> Table:
    """Everybody before this seat folds, or checks where there is nothing to call."""

    def passing(hand: Hand) -> Iterator[Command]:
        street = hand.street
        while hand.actor != seat:
            if hand.actor < 0 or hand.street != street:
                raise Refused(f"Seat {seat} is not to act in this betting round any more.")
            owes = hand.bet_to_match > hand.bets[hand.actor]
            yield Fold(hand.actor) if owes else Check(hand.actor)

    return play.act_in_turn(command, passing)


def face_up(command: TableCommand) -> Table:
    """The hands that must lie face up are turned up, without their cards being entered."""

    def turning(hand: Hand) -> Iterator[Command]:
        for seat in hand.in_hand():
            if not showdown.has_shown(hand, seat):
                yield ShowCards(seat)

    return play.act_in_turn(command, turning)
