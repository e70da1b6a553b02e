"""Runs a hand under a rulebook: starts it, says what may be done, decides what is wished.

`decide` changes nothing. `act` decides and changes the hand in place: the fast path for a caller
who owns the hand. Both answer with the events that happened, or raise `Refused` and leave all as it
was. Where the engine deals, `shuffle` puts a deck in a new order; a human's deck
needs none.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.hand import commands, events
from engine.hand.applying import apply, standing
from engine.hand.commands import Command
from engine.hand.events import Event
from engine.hand.shuffling import Shuffle
from engine.hand.state import LIVE, Hand
from engine.referee import (
    betting,
    dealing,
    draw_round,
    irregular,
    out_of_turn,
    result_only,
    showdown,
    well_formed,
)
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.rules.out_of_turn import STANDS


def decide(
    hand: Hand, command: Command, rules: Rules, shuffle: Shuffle | None = None
) -> list[Event]:
    """What happens when this is done now; the hand itself stays as it is."""
    happened = _answer(hand, command, rules, shuffle)
    if not _only_passes_the_turn(hand, happened):
        _let_happen(hand.copy(), happened, rules, shuffle)
    return happened


def act(hand: Hand, command: Command, rules: Rules, shuffle: Shuffle | None = None) -> list[Event]:
    """Decide, and change the hand by what happens."""
    happened = _answer(hand, command, rules, shuffle)
    _let_happen(hand, happened, rules, shuffle)
    return happened


def _answer(hand: Hand, command: Command, rules: Rules, shuffle: Shuffle | None) -> list[Event]:
    """What the command itself brings about; changes nothing."""
    well_formed.check(hand, command, rules)
    kind = command.__class__
    if hand.ended and kind not in _AFTER_THE_END:
        raise Refused("The hand is over.")
    if kind in _BY_CHANCE:
        return _BY_CHANCE[kind](hand, command, rules, shuffle)
    return _DECIDE[kind](hand, command, rules)


def _let_happen(hand: Hand, happened: list[Event], rules: Rules, shuffle: Shuffle | None) -> None:
    """Apply it, and add what follows by itself."""
    for event in happened:
        apply(hand, event)
    if hand.actor < 0 or hand.away or hand.held:
        dealing.proceed(hand, rules, happened, shuffle)


def _only_passes_the_turn(hand: Hand, happened: list[Event]) -> bool:
    """Whether it is one wager after which another player must act, so that nothing follows."""
    event = happened[0] if happened else None
    if event.__class__ not in _WAGERS or len(happened) > 1:
        return False
    if hand.live < 3 or hand.away or hand.held:
        return False
    status, acted, actor = hand.status, hand.acted, hand.actor
    match = getattr(event, "to", hand.bet_to_match)
    return any(status[s] == LIVE and acted[s] < match for s in hand.order if s != actor)


def undo(story: Sequence[Event], rules: Rules, reason: str = "") -> list[Event]:
    """Take back the last decision and all that followed from it; refused without one."""
    *earlier, last = decisions(story, rules)
    if not earlier:
        raise Refused("There is nothing left to take back.")
    return [events.Retracted(len(last), reason)]


def decisions(story: Iterable[Event], rules: Rules) -> list[list[Event]]:
    """What still stands, the start first, then each decision with what followed by itself."""
    left = standing(story)
    hand = Hand.__new__(Hand)
    found: list[list[Event]] = [[]]
    for at, event in enumerate(left):
        if at and _begins_a_decision(left, at) and dealing.is_at_rest(hand, rules):
            found.append([])
        apply(hand, event)
        found[-1].append(event)
    return found


def _begins_a_decision(story: Sequence[Event], at: int) -> bool:
    """Whether this is the first event of what somebody did, not the next one of the same."""
    event, before = story[at], story[at - 1]
    if isinstance(event, _CONSEQUENCES) or isinstance(before, events.WagerLeftIn):
        return False
    if isinstance(before, events.WagerReleased) and before.terms == STANDS:
        return False
    if isinstance(before, events.ActionCorrected):
        return before.counts_as.startswith("nothing")
    if isinstance(before, events.IrregularityRuled | events.HandRestored):
        return not isinstance(event, _REMEDIES) or event.reason != _cause(before)
    if isinstance(event, events.DeckShuffled):  # the shoe ran out in the draw
        return isinstance(story[(at + 1) % len(story)], events.CardsDrawn)
    return not _goes_on(event, before)


def _cause(before: events.IrregularityRuled | events.HandRestored) -> str:
    return before.what if isinstance(before, events.IrregularityRuled) else before.reason


def _goes_on(event: Event, before: Event) -> bool:
    """Whether the event is the second half of the one before."""
    if isinstance(before, events.ResultEntered):
        return True
    if isinstance(event, events.PotAwarded):
        return isinstance(before, events.PotAwarded) and _is_same_payment(event, before)
    if isinstance(event, events.HandKilled):
        return event.reason == "call and fold"
    return isinstance(event, events.CardsDrawn) and isinstance(before, events.DeckShuffled)


def _is_same_payment(event: events.PotAwarded, before: events.PotAwarded) -> bool:
    """The low half after the high one, or the next pot when all are paid as the cards say."""
    is_low_half = event.half == "low" and event.pot == before.pot
    return is_low_half or event.how == before.how == events.CARDS


def _award_pots(hand: Hand, command: commands.AwardPots, rules: Rules) -> list[Event]:
    if hand.actor >= 0 or hand.drawer >= 0 or hand.street < len(rules.streets) - 1:
        raise Refused("Pots are paid after the last betting round.", rules.clause("showing_order"))
    return showdown.award_all(hand, rules)


# Events that never stand first in what one decision brings about.
_CONSEQUENCES = (
    events.UncalledReturned,
    events.AwardsTakenBack,
    events.LastCardExposed,
    events.BettingGivenUp,
    events.CardReplaced,
    events.CardKept,
    events.BoardTakenBack,
    events.BoardCorrected,
    events.NextCardFixed,
    events.CardSetAside,
    events.BurnTakenBack,
    events.BurnSeen,
    events.CardsDiscarded,
    events.BurnSkipped,
    events.WagerLeftIn,
    events.WagersCapped,
    events.RaisingBarred,
    events.DrawCompleted,
    events.BringInPosted,
    events.DeadBlindPosted,
    events.OwedBlindPosted,
    events.BlindOwed,
)

_REMEDIES = (events.HandKilled, events.Misdealt, events.HandVoided)

_WAGERS = {
    events.Folded,
    events.Checked,
    events.Stood,
    events.Called,
    events.Bet,
    events.Raised,
}
_AFTER_THE_END = {commands.VoidHand, commands.Report, commands.ExposeCards}

# A table, not a `match`: this is asked for every action.
_DECIDE: dict[type, Callable[[Hand, Any, Rules], list[Event]]] = {
    commands.Fold: betting.fold,
    commands.Check: betting.check,
    commands.Stand: betting.stand,
    commands.Call: betting.call,
    commands.CallAndFold: betting.call_and_fold,
    commands.RaiseTo: betting.raise_to,
    commands.AllIn: betting.all_in,
    commands.DealBoard: dealing.board,
    commands.DealStreet: dealing.street,
    commands.NameOpener: dealing.name_opener,
    commands.ShowCards: showdown.show,
    commands.Muck: showdown.muck,
    commands.Award: showdown.award,
    commands.AwardPots: _award_pots,
    commands.EnterResult: result_only.enter,
    commands.ActOutOfTurn: out_of_turn.report,
    commands.PutChips: irregular.put_chips,
    commands.ExposeCards: irregular.expose,
    commands.KillHand: irregular.kill,
    commands.RestoreHand: irregular.restore,
    commands.VoidHand: irregular.void,
    commands.Arrive: irregular.arrive,
    commands.TimeExpired: irregular.time_expired,
    commands.SplitByAgreement: showdown.split_by_agreement,
}
# What may shuffle the engine's deck anew.
_BY_CHANCE: dict[type, Callable[[Hand, Any, Rules, Shuffle | None], list[Event]]] = {
    commands.Draw: draw_round.draw,
    commands.Report: irregular.report,
}
