"""Cards shown, pots paid, a hand that ends or never was."""

from engine.hand import events
from engine.hand.applying.betting import leave
from engine.hand.applying.start import note_all_in
from engine.hand.state import NOBODY, Hand


def shown(hand: Hand, event: events.HandShown) -> None:
    hand.shown[event.seat] = event.cards


def mucked(hand: Hand, event: events.HandMucked) -> None:
    leave(hand, event.seat)


def awarded(hand: Hand, event: events.PotAwarded) -> None:
    for seat, share in event.shares:
        hand.stacks[seat] += share
    hand.pot -= event.amount
    hand.awards += (event,)


def result(hand: Hand, event: events.ResultEntered) -> None:
    for seat, amount in event.put_in:
        more = amount - hand.paid[seat] - hand.dead[seat]
        hand.stacks[seat] -= more
        hand.paid[seat] += more
        hand.pot += more
        note_all_in(hand, seat)
    hand.actor = hand.drawer = NOBODY


def ended(hand: Hand, event: events.HandEnded) -> None:
    hand.ended = "played"
    hand.actor = NOBODY


def awards_back(hand: Hand, event: events.AwardsTakenBack) -> None:
    for award in hand.awards:
        for seat, share in award.shares:
            hand.stacks[seat] -= share
        hand.pot += award.amount
    hand.awards = ()
    hand.ended = ""


def undone(hand: Hand, event: events.Misdealt | events.HandVoided) -> None:
    """All as before the deal; a stack removed before it stays out (igr:A.2(cc)(iii))."""
    gone = [s for s in hand.seats if not hand.stacks[s] and not hand.paid[s] and not hand.dead[s]]
    for seat in hand.seats:
        hand.stacks[seat] = 0 if hand.removed and seat in gone else hand.began[seat]
    hand.pot = 0
    hand.awards = ()
    hand.actor = hand.drawer = NOBODY
    hand.ended = "misdeal" if isinstance(event, events.Misdealt) else "void"


def voided(hand: Hand, event: events.HandVoided) -> None:
    undone(hand, event)
    for seat, amount in event.lost:
        hand.stacks[seat] -= amount
        hand.removed += amount
