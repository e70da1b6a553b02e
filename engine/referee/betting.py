"""Whose turn it is, what it costs, and what may be wagered: the questions and the decisions."""

from engine.amounts import figure
from engine.hand import commands, events
from engine.hand.events import COMPLETION, FULL, Event
from engine.hand.state import LIVE, Hand
from engine.refusal import Refused
from engine.rules import opening
from engine.rules.book import Rules

Reason = tuple[str, str] | None  # why not, and by which clause; None: allowed


# -- what may be done ------------------------------------------------------------------------------


def to_call(hand: Hand, seat: int) -> int:
    """What this seat must add to stay in; its whole stack at most."""
    return min(hand.bet_to_match - hand.bets[seat], hand.stacks[seat])


def why_not_in_turn(hand: Hand, rules: Rules, seat: int) -> Reason:
    if seat == hand.actor:
        return None
    if hand.actor < 0:
        return "No betting is open now.", rules.clause("turn")
    return f"It is the turn of seat {hand.actor}.", rules.clause("turn")


def why_not_fold(hand: Hand, rules: Rules, seat: int) -> Reason:
    return _why_not_as_opener(hand, rules, "fold")


def why_not_check(hand: Hand, rules: Rules, seat: int) -> Reason:
    if hand.bets[seat] < hand.bet_to_match:
        return _owed(hand, seat), _check_clause(hand, rules, seat)
    if is_first_round(hand, rules) and rules.book.first_round_word.value != "check":
        return "Nobody checks in the first betting round.", rules.clause("first_round_word")
    if not rules.settings.may_check_last_round and hand.street == len(rules.streets) - 1:
        return "Nobody checks in the last betting round.", "canberra:B.1.4"
    return _why_not_as_opener(hand, rules, "check")


def _owed(hand: Hand, seat: int) -> str:
    return f"Seat {seat} has {figure(to_call(hand, seat))} to call."


def _check_clause(hand: Hand, rules: Rules, seat: int) -> str:
    """Before the flop a clause of its own, for the blinds and for the others."""
    if not is_first_round(hand, rules):
        return rules.clause("check")
    return rules.clause("blinds_check" if seat in hand.blind_seats else "first_round_word")


def why_not_stand(hand: Hand, rules: Rules, seat: int) -> Reason:
    if not is_first_round(hand, rules) or rules.book.first_round_word.value != "stand":
        return "A player with nothing to pay checks.", rules.clause("first_round_word")
    if not hand.bet_to_match and why_not_raise(hand, rules, seat) is None:
        return "Bet or fold: there is no blind.", rules.clause("first_round_word")
    if hand.bets[seat] < hand.bet_to_match:
        return _owed(hand, seat), rules.clause("check")
    return _why_not_as_opener(hand, rules, "stand")


def why_not_call(hand: Hand, rules: Rules, seat: int) -> Reason:
    if hand.bets[seat] >= hand.bet_to_match:
        return "There is nothing to call.", rules.clause("call")
    return _why_not_as_opener(hand, rules, "call")


def why_not_call_and_fold(hand: Hand, rules: Rules, seat: int) -> Reason:
    if rules.forbids_opener != opening.FORBIDDEN["a"] or not is_opening(hand, rules):
        why = "Only an opener with a compulsory call may call and fold."
        return why, rules.clause("call_and_fold")
    return why_not_call(hand, rules, seat)


def why_not_raise(hand: Hand, rules: Rules, seat: int) -> Reason:
    """Why this seat may not bet or raise any amount."""
    if hand.bets[seat] + hand.stacks[seat] <= hand.bet_to_match:
        return "The stack does not reach beyond a call.", rules.clause("all_in")
    if not _somebody_could_answer(hand, seat):
        return "Nobody is left who could call a raise.", rules.clause("all_in")
    if hand.raises > 2 and rules.raise_is_capped(hand, rules):
        return "The raises of this betting round are used up.", rules.clause("raise_cap")
    if hand.bet_to_match and not rules.may_reopen(hand, seat, rules):
        why = f"Seat {seat} may call or fold. A short all-in does not reopen the betting."
        return why, rules.clause("reopening")
    if hand.ceiling >= 0 or hand.barred:
        return _why_barred(hand, seat)
    return None


def _somebody_could_answer(hand: Hand, seat: int) -> bool:
    """Whether another player has chips beyond the bet to match."""
    match, bets, stacks, status = hand.bet_to_match, hand.bets, hand.stacks, hand.status
    for other in hand.order:
        if status[other] == LIVE and other != seat and bets[other] + stacks[other] > match:
            return True
    return False


def _why_barred(hand: Hand, seat: int) -> Reason:
    if seat in hand.barred:
        return "This player may not raise any more in this betting round.", hand.barred[seat]
    amount, clause = hand.ceiling, hand.ceiling_clause
    if amount >= 0 and hand.bet_to_match >= amount:
        return f"No wager goes above {figure(amount)} in this betting round.", clause
    return None


def is_first_round(hand: Hand, rules: Rules) -> bool:
    return hand.street == rules.first_betting_street


def is_opening(hand: Hand, rules: Rules) -> bool:
    """Whether the player in turn is the opener of the first betting round, acting first.

    Once the opener's hand is folded, the next player is bound by nothing (canberra:9.1).
    """
    if not is_first_round(hand, rules) or hand.street_decisions or hand.bring_in:
        return False
    return rules.opens_by_cards or hand.actor == opening.bound_to_open(hand)


def _why_not_as_opener(hand: Hand, rules: Rules, action: str) -> Reason:
    forbidden = rules.forbids_opener
    if not forbidden or action not in forbidden or not is_opening(hand, rules):
        return None
    return f"The opener may not {action}.", rules.opener_clause


def span(hand: Hand, rules: Rules, seat: int) -> tuple[int, int, int]:
    """The least and the most this seat may raise to, and from where on it is a full raise."""
    full, most = rules.range(hand, seat, rules)
    stack = hand.bets[seat] + hand.stacks[seat]
    if hand.ceiling >= 0:
        most = min(most, hand.ceiling)
    return min(full, stack, most), min(most, stack), full


# -- the decisions ---------------------------------------------------------------------------------


def _require(reason: Reason) -> None:
    if reason is not None:
        raise Refused(*reason)


def require_turn(hand: Hand, rules: Rules, seat: int) -> None:
    _require(why_not_in_turn(hand, rules, seat))


def fold(hand: Hand, command: commands.Fold, rules: Rules) -> list[Event]:
    seat = command.seat
    if seat != hand.actor:
        _require(why_not_in_turn(hand, rules, seat))
    if rules.forbids_opener:
        _require(why_not_fold(hand, rules, seat))
    return [events.Folded(seat)]


def check(hand: Hand, command: commands.Check, rules: Rules) -> list[Event]:
    seat = command.seat
    _require(why_not_in_turn(hand, rules, seat))
    _require(why_not_check(hand, rules, seat))
    if seat == hand.taps_out_on_check:
        return [events.Checked(seat), events.BettingGivenUp(seat, "canberra:D.4.3/check")]
    return [events.Checked(seat)]


def stand(hand: Hand, command: commands.Stand, rules: Rules) -> list[Event]:
    seat = command.seat
    _require(why_not_in_turn(hand, rules, seat))
    _require(why_not_stand(hand, rules, seat))
    return [events.Stood(seat)]


def call(hand: Hand, command: commands.Call, rules: Rules) -> list[Event]:
    seat = command.seat
    _require(why_not_in_turn(hand, rules, seat))
    _require(why_not_call(hand, rules, seat))
    return [called(hand, seat)]


def called(hand: Hand, seat: int) -> events.Called:
    amount = to_call(hand, seat)
    return events.Called(seat, amount, amount == hand.stacks[seat])


def call_and_fold(hand: Hand, command: commands.CallAndFold, rules: Rules) -> list[Event]:
    seat = command.seat
    _require(why_not_in_turn(hand, rules, seat))
    _require(why_not_call_and_fold(hand, rules, seat))
    return [
        called(hand, seat),
        events.HandKilled(seat, "call and fold", 0, "canberra:9.1(a)(iii)"),
    ]


def raise_to(hand: Hand, command: commands.RaiseTo, rules: Rules) -> list[Event]:
    seat = command.seat
    _require(why_not_in_turn(hand, rules, seat))
    _require(why_not_raise(hand, rules, seat))
    least, most, full = span(hand, rules, seat)
    amount = command.amount
    if not least <= amount <= most:
        raise _outside(hand, rules, amount, (least, most))
    if amount % hand.chip:
        require_chips(hand, rules, seat, amount)
    return [raised(hand, rules, seat, amount, full)]


def require_chips(hand: Hand, rules: Rules, seat: int, amount: int) -> None:
    """Refuse a total that no chips make; everything a player has, and a call, always do."""
    everything = hand.bets[seat] + hand.stacks[seat]
    if amount % hand.chip and amount not in (everything, hand.bet_to_match):
        why = f"{figure(amount)} cannot be made of chips: the smallest is {figure(hand.chip)}."
        raise Refused(why, rules.clause("chips"))


def _outside(hand: Hand, rules: Rules, amount: int, limits: tuple[int, int]) -> Refused:
    least, most = limits
    action = "Raise to" if hand.bet_to_match else "Bet"
    from_least = f"between {figure(least)} and {figure(most)}"
    allowed = figure(least) if least == most else from_least
    if amount < least:
        return Refused(f"{action} {allowed}.", rules.clause("raise_size"))
    clause = hand.ceiling_clause if most == hand.ceiling else rules.limit_clause()
    return Refused(f"{action} {allowed}.", clause)


def raised(hand: Hand, rules: Rules, seat: int, to: int, full: int) -> Event:
    """The fact, with its size: full, short, or only completing what came short."""
    all_in = to == hand.bets[seat] + hand.stacks[seat]
    if not hand.bet_to_match:
        size = FULL if to >= full else rules.short_size(hand, to, rules)
        return events.Bet(seat, to, size, all_in)
    if to < full:
        size = rules.short_size(hand, to, rules)
    else:
        size = FULL if hand.full_level else COMPLETION
    return events.Raised(seat, to, size, all_in)


def all_in(hand: Hand, command: commands.AllIn, rules: Rules) -> list[Event]:
    """Everything: as a call when it does not reach further, as a bet or raise when it does."""
    seat = command.seat
    _require(why_not_in_turn(hand, rules, seat))
    amount = hand.bets[seat] + hand.stacks[seat]
    if amount <= hand.bet_to_match:
        return call(hand, commands.Call(seat), rules)
    return raise_to(hand, commands.RaiseTo(seat, amount), rules)
