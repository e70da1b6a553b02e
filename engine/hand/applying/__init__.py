"""The fold that makes a hand of its events: `apply` knows no rules and never refuses.

May import hand's values and cards; whoever wants `apply` imports it from here.
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine.hand import events
from engine.hand.applying import betting, cards, ending, start, trouble
from engine.hand.events import Event
from engine.hand.state import Hand


def replay(story: Iterable[Event]) -> Hand:
    """The state that a list of events leads to, retractions taken into account."""
    hand = Hand.__new__(Hand)
    for event in standing(story):
        _APPLY[event.__class__](hand, event)
    return hand


def standing(story: Iterable[Event]) -> list[Event]:
    """The events that still count."""
    left: list[Event] = []
    for event in story:
        if isinstance(event, events.Retracted):
            del left[len(left) - event.count :]
        else:
            left.append(event)
    return left


def apply(hand: Hand, event: Event) -> None:
    """Change the hand by what happened."""
    _APPLY[event.__class__](hand, event)


# A table, not a `match`: forty kinds of events would be tried one after the other on every action.
_APPLY: dict[type, Callable[[Hand, Any], None]] = {
    events.HandStarted: start.started,
    events.StackRemoved: start.removed,
    events.AntePosted: start.ante,
    events.BlindPosted: start.blind,
    events.OverBlindPosted: start.over_blind,
    events.DeadBlindPosted: start.dead_blind,
    events.OwedBlindPosted: start.owed_blind,
    events.BlindOwed: trouble.blind_owed,
    events.BringInPosted: start.bring_in,
    events.DeckShuffled: cards.shuffled,
    events.HoleDealt: cards.hole_dealt,
    events.BoardDealt: cards.board_dealt,
    events.StreetDealt: cards.street_dealt,
    events.UpCardsEntered: cards.up_entered,
    events.BettingOpened: cards.betting_opened,
    events.DrawOpened: cards.draw_opened,
    events.CardsDrawn: cards.drawn,
    events.DrawCompleted: cards.draw_completed,
    events.Folded: betting.folded,
    events.Checked: betting.checked,
    events.Stood: betting.checked,
    events.Called: betting.called,
    events.Bet: betting.raised,
    events.Raised: betting.raised,
    events.UncalledReturned: betting.returned,
    events.HandShown: ending.shown,
    events.HandMucked: ending.mucked,
    events.PotAwarded: ending.awarded,
    events.ResultEntered: ending.result,
    events.HandEnded: ending.ended,
    events.PlayerArrived: trouble.arrived,
    events.AbsenceNoted: trouble.absent,
    events.WagerHeld: trouble.held,
    events.WagerLeftIn: trouble.left_in,
    events.WagerReleased: trouble.released,
    events.ActionCorrected: trouble.corrected,
    events.RaisingBarred: trouble.barred,
    events.WagersCapped: trouble.capped,
    events.IrregularityRuled: trouble.corrected,
    events.CardReplaced: trouble.replaced,
    events.CardKept: trouble.kept,
    events.BoardTakenBack: trouble.taken_back,
    events.BoardCorrected: trouble.board_corrected,
    events.NextCardFixed: trouble.next_fixed,
    events.CardSetAside: trouble.set_aside,
    events.CardShuffledBack: trouble.shuffled_back,
    events.BurnTakenBack: trouble.burn_taken_back,
    events.BurnSeen: trouble.burn_seen,
    events.CardsDiscarded: trouble.discarded,
    events.BurnSkipped: trouble.burn_skipped,
    events.CardsExposed: trouble.exposed,
    events.AwardsTakenBack: ending.awards_back,
    events.LastCardExposed: trouble.last_exposed,
    events.BettingGivenUp: trouble.given_up,
    events.HandKilled: trouble.killed,
    events.HandRestored: trouble.restored,
    events.Misdealt: ending.undone,
    events.HandVoided: ending.voided,
}
