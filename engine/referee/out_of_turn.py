"""Action out of turn: held until the turn comes, then it stands, is off, or binds in part."""

from engine.amounts import figure
from engine.hand import commands, events
from engine.hand.events import Event
from engine.hand.state import FOLDED, Hand
from engine.referee import betting
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.rules.out_of_turn import CALL_OR_FORFEIT, NO_RAISE, STANDS, TAKEN_BACK, Held
from engine.rules.put_chips import CALL, Put

ACTIONS = ("fold", "check", "call", "bet", "raise")


def report(hand: Hand, command: commands.ActOutOfTurn, rules: Rules) -> list[Event]:
    """Somebody acted before their turn: take it back at once, or hold it."""
    seat = command.seat
    _require_out_of_turn(hand, command, rules)
    amount = _total(hand, command)
    betting.require_chips(hand, rules, seat, amount)
    held = Held(command.action, amount, hand.bet_to_match)
    clause = _clause(rules, held)
    if rules.book.out_of_turn.value(hand, seat, held) == TAKEN_BACK:
        done = f"{command.action} out of turn"
        return [events.ActionCorrected(seat, done, "nothing, it is taken back", clause)]
    return [events.WagerHeld(seat, command.action, amount, hand.bet_to_match, clause)]


def _clause(rules: Rules, held: Held) -> str:
    """Where the book speaks of this: most speak of wagers only."""
    return rules.clause(_OF_ACTION.get(held.action, "out_of_turn"))


_OF_ACTION = {"fold": "out_of_turn_fold", "check": "out_of_turn_check"}


def _require_out_of_turn(hand: Hand, command: commands.ActOutOfTurn, rules: Rules) -> None:
    seat = command.seat
    if hand.actor < 0 or seat == hand.actor:
        raise Refused("This is not out of turn.")
    if command.action not in ACTIONS:
        raise Refused(f"Say one of these: {', '.join(ACTIONS)}.")
    if seat not in hand.order or hand.status[seat] == FOLDED or not hand.stacks[seat]:
        raise Refused(f"Seat {seat} has nothing to act with.")
    if seat in hand.held:
        why = f"Seat {seat} has already acted out of turn: that stands until its turn."
        raise Refused(why, rules.clause("out_of_turn"))


def _total(hand: Hand, command: commands.ActOutOfTurn) -> int:
    """What lies in front of the seat now, all of it; the limit is judged at its turn."""
    everything = hand.bets[command.seat] + hand.stacks[command.seat]
    if command.action in ("fold", "check"):
        return 0
    wagered = hand.bet_to_match if command.action == "call" else command.amount
    return min(wagered, everything)


def at_the_turn(hand: Hand, rules: Rules) -> list[Event]:
    """The turn has come to somebody who acted before it."""
    seat = hand.actor
    held = Held(*hand.held[seat])
    verdict = rules.book.out_of_turn.value(hand, seat, held)
    if verdict == STANDS or (verdict == CALL_OR_FORFEIT and _is_everything(hand, seat, held)):
        return _stands(hand, rules, seat, held)
    released = events.WagerReleased(seat, verdict, rules.clause("out_of_turn_raised"))
    return [released, *_terms(hand, rules, seat, held, verdict)]


def _is_everything(hand: Hand, seat: int, held: Held) -> bool:
    """Whether the player is all-in by it, so that no raise leaves them anything to decide."""
    return held.amount == hand.bets[seat] + hand.stacks[seat]


def _stands(hand: Hand, rules: Rules, seat: int, held: Held) -> list[Event]:
    """What was done is done now; a wager that fits no more is free, or the supervisor's."""
    standing = _as_done(hand, rules, seat, held)
    if standing:
        released = events.WagerReleased(seat, STANDS, _clause(rules, held))
        return [released, *_returned(hand, rules, held, standing), standing]
    unfit = rules.book.out_of_turn_unfit
    return [events.WagerReleased(seat, unfit.value, rules.clause("out_of_turn_unfit"))]


def _returned(hand: Hand, rules: Rules, held: Held, standing: Event) -> list[Event]:
    """What the wager out of turn has more than what stands of it: it goes back, on record."""
    seat = hand.actor
    stands = _total_after(hand, standing)
    if held.action not in ("bet", "raise") or stands >= held.amount:
        return []
    done = f"{figure(held.amount)} put out before the turn came"
    counts_as = f"{figure(stands)}, {figure(held.amount - stands)} go back"
    return [events.ActionCorrected(seat, done, counts_as, _excess_clause(hand, rules, held))]


def _total_after(hand: Hand, standing: Event) -> int:
    if isinstance(standing, events.Bet | events.Raised):
        return standing.to
    paid = standing.amount if isinstance(standing, events.Called) else 0
    return hand.bets[hand.actor] + paid


def _excess_clause(hand: Hand, rules: Rules, held: Held) -> str:
    """Too much for the limit, or too little for a raise."""
    least, _, _ = betting.span(hand, rules, hand.actor)
    is_short = hand.bet_to_match < held.amount < least
    return rules.clause("short_raise" if is_short else "out_of_turn_excess")


def _terms(hand: Hand, rules: Rules, seat: int, held: Held, verdict: str) -> list[Event]:
    if verdict == CALL_OR_FORFEIT:
        clause = rules.clause("out_of_turn_raised")
        put = max(held.amount - hand.bets[seat], 0)
        return [events.WagerLeftIn(seat, put, clause), events.RaisingBarred(seat, clause)]
    if verdict == NO_RAISE:
        return [events.RaisingBarred(seat, rules.clause("out_of_turn_check"))]
    return []


def _as_done(hand: Hand, rules: Rules, seat: int, held: Held) -> Event | None:
    """The held action as what it is now; None once it is no longer legal."""
    if held.action == "fold":
        return events.Folded(seat)
    owes = hand.bet_to_match > hand.bets[seat]
    if held.action == "check":
        return None if owes else events.Checked(seat)
    if held.amount <= hand.bet_to_match:
        return betting.called(hand, seat) if owes else events.Checked(seat)
    return _as_raise(hand, rules, seat, held)


def _as_raise(hand: Hand, rules: Rules, seat: int, held: Held) -> Event | None:
    """As much of it as the limit allows now."""
    least, most, full = betting.span(hand, rules, seat)
    if held.amount < least or betting.why_not_raise(hand, rules, seat) is not None:
        return _as_call(hand, rules, seat, held, least)
    within = held.amount if held.amount <= most else max(least, most - most % hand.chip)
    return betting.raised(hand, rules, seat, within, full)


def _as_call(hand: Hand, rules: Rules, seat: int, held: Held, least: int) -> Event | None:
    """Too little for a raise: a call where the book says so of any such chips (canberra:17.6)."""
    match, bet = hand.bet_to_match, hand.bets[seat]
    put = Put(held.amount - bet, match - bet, held.amount - match, least - match, held.action)
    is_call = rules.book.short_raise.value(hand, put, rules).choices == (CALL,)
    return betting.called(hand, seat) if is_call and match > bet else None
