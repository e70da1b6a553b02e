"""Everything a dealer reports that is no ordinary action, answered by the book's tables."""

from engine.amounts import figure
from engine.hand import commands, events, shuffling
from engine.hand.events import Event
from engine.hand.shuffling import Shuffle
from engine.hand.state import Hand
from engine.referee import betting, showdown
from engine.refusal import NeedsRuling, Refused
from engine.rules import irregularities as what
from engine.rules import known, voiding
from engine.rules import put_chips as chips
from engine.rules.book import Rules
from engine.rules.in_question import streets_in_question as in_question


def report(
    hand: Hand, command: commands.Report, rules: Rules, shuffle: Shuffle | None = None
) -> list[Event]:
    """What the book prescribes for what went wrong; a deck it has shuffled is ordered by chance."""
    return shuffling.by_chance(ruling(hand, command, rules), shuffle)


def ruling(hand: Hand, command: commands.Report, rules: Rules) -> list[Event]:
    """The book's first case that applies; what is to be shuffled is not in its new order yet."""
    cases = rules.irregularities.get(command.what)
    if cases is None:
        known_at_all = command.what in rules.book.irregularities
        where = "In this game there is no" if known_at_all else "No rulebook knows of"
        raise Refused(f"{where} “{command.what}”.", rules.clause("ruling") if known_at_all else "")
    if hand.ended in ("misdeal", "void"):
        raise Refused("The hand is void already.")
    if command.what in what.ON_THE_BOARD and not in_question(hand, command.what, rules):
        raise Refused(f"There is no card now for “{command.what}”.", rules.clause("ruling"))
    case = next((case for case in cases if case.when(hand, command, rules)), None)
    if case is None:
        raise Refused(f"Nothing is prescribed now for “{command.what}”.", rules.clause("ruling"))
    clause = case.clause.format(appendix=rules.game.appendix)
    happened = case.remedy(hand, command, rules, clause)
    if hand.ended and not all(isinstance(event, _EVEN_AFTERWARDS) for event in happened[:2]):
        raise Refused("The hand is over.", clause)
    return happened


# What can still be done when the pots are paid: note it, void the hand, pay the pot
# anew.
_EVEN_AFTERWARDS = (
    events.IrregularityRuled,
    events.BlindOwed,
    events.HandVoided,
    events.AwardsTakenBack,
)


# -- hands and players -----------------------------------------------------------------------------


def kill(hand: Hand, command: commands.KillHand, rules: Rules) -> list[Event]:
    if command.seat not in hand.in_hand() or hand.awards or hand.drawer >= 0:
        raise Refused(f"Seat {command.seat} has no hand to lose.")
    if command.seat in hand.shown and len(hand.in_hand()) > 1 and _wins(hand, rules, command.seat):
        raise Refused("A winning hand on the table stays alive.", rules.clause("cards_speak"))
    return [events.HandKilled(command.seat, command.reason, 0, rules.clause("kill"))]


def _wins(hand: Hand, rules: Rules, seat: int) -> bool:
    proposals = showdown.propose(hand, rules)
    return any(seat in (*proposal.high, *proposal.low) for proposal in proposals)


def expose(hand: Hand, command: commands.ExposeCards, rules: Rules) -> list[Event]:
    """Cards that one player saw are shown to all."""
    seat, shown = command.seat, command.cards
    if seat not in hand.order or not 0 < len(shown) <= len(hand.hole[seat]):
        raise Refused(f"Seat {seat} has no such cards.")
    known.require_of_seat(hand, rules, seat, (*hand.exposed.get(seat, ()), *shown))
    if hand.deck and set(shown) - set(hand.hole[seat]):
        raise Refused(f"Seat {seat} does not hold these cards.")
    question = "show_live" if seat in hand.in_hand() else "show_all"
    return [events.CardsExposed(seat, shown, rules.clause(question))]


def restore(hand: Hand, command: commands.RestoreHand, rules: Rules) -> list[Event]:
    """A director takes a folded hand out of the muck, where the book lets them."""
    seat = command.seat
    if not rules.book.restore.value:
        raise Refused("Cards in the muck are dead.", rules.clause("restore"))
    if seat not in hand.folds or hand.contenders < 2 or hand.awards or hand.drawer >= 0:
        raise Refused(f"Seat {seat} has no folded hand to give back.", rules.clause("restore"))
    if hand.acted[seat] < 0 and hand.paid[seat] < max(hand.paid):
        raise Refused("The betting has gone on without this hand.", rules.clause("restore"))
    return [events.HandRestored(seat, command.reason, rules.clause("restore"))]


def void(hand: Hand, command: commands.VoidHand, rules: Rules) -> list[Event]:
    if hand.ended in ("misdeal", "void"):
        raise Refused("The hand is void already.")
    reasons = rules.book.rulings.void_reasons.value
    clause = reasons.get(command.reason, rules.clause("void"))
    return [events.HandVoided(command.reason, clause, _lost(hand, command, rules))]


def _lost(hand: Hand, command: commands.VoidHand, rules: Rules) -> tuple[tuple[int, int], ...]:
    """What each seat put in, where the director chooses not to refund it (canberra:18.5)."""
    bets = rules.book.rulings.void_bets
    if command.choice and command.choice not in bets.value:
        raise Refused("The bets of a void hand go back.", bets.clause)
    if command.choice != voiding.KEEP:
        return ()
    put_in = {seat: hand.paid[seat] + hand.dead[seat] for seat in hand.seats}
    if all(hand.began[seat] == amount for seat, amount in put_in.items()):
        raise Refused("Nobody in the hand would have chips left: give the bets back.", bets.clause)
    return tuple((seat, amount) for seat, amount in put_in.items() if amount)


def arrive(hand: Hand, command: commands.Arrive, rules: Rules) -> list[Event]:
    """Back in time to play the hand that would have been folded."""
    if command.seat not in hand.away:
        raise Refused(f"Seat {command.seat} is not awaited in this hand.", rules.clause("absence"))
    return [events.PlayerArrived(command.seat)]


def time_expired(hand: Hand, command: commands.TimeExpired, rules: Rules) -> list[Event]:
    """The hand is dead, or checks where the book is kind and a check is free."""
    seat = command.seat
    if seat != hand.actor:
        raise Refused("The clock runs on the player in turn only.", rules.clause("time_up"))
    owes = hand.bet_to_match > hand.bets[seat]
    if not owes and rules.book.time_up.value == "check":
        return [events.Checked(seat)]
    done = "time ran out"
    return [
        events.ActionCorrected(seat, done, "a fold", rules.clause("time_up")),
        events.Folded(seat),
    ]


# -- chips without words ---------------------------------------------------------------------------


def put_chips(hand: Hand, command: commands.PutChips, rules: Rules) -> list[Event]:
    """Chips came forward: what they count as, and the action that follows."""
    seat = command.seat
    _require_chips(hand, command, rules)
    reading = _read(hand, command, rules)
    if reading is None:
        return _as_wagered(hand, command, rules)
    counts_as = _chosen(reading, command.choice)
    done = f"{figure(command.amount)} put out"
    note = events.ActionCorrected(seat, done, counts_as, reading.clause)
    return [note, *_as_judged(hand, command, rules, note)]


def _require_chips(hand: Hand, command: commands.PutChips, rules: Rules) -> None:
    seat = command.seat
    betting.require_turn(hand, rules, seat)
    if not hand.bets[seat] < command.amount <= hand.bets[seat] + hand.stacks[seat]:
        raise Refused("Only chips on the table can be wagered.", rules.clause("all_in"))
    betting.require_chips(hand, rules, seat, command.amount)
    is_heads_up_opener = len(hand.order) == 2 and betting.is_opening(hand, rules)
    if rules.book.spoken_opening.value and is_heads_up_opener and not command.said:
        raise Refused("Say call, raise or fold.", rules.clause("spoken_opening"))


def _read(hand: Hand, command: commands.PutChips, rules: Rules) -> chips.Verdict | None:
    """A verdict of the book, or none when the chips are a plain call, bet or raise."""
    seat, amount, match = command.seat, command.amount, hand.bet_to_match
    is_all_in = amount == hand.bets[seat] + hand.stacks[seat]
    if amount > match and command.motions > 1 and command.said != "raise":
        return chips.Verdict((chips.CALL,), rules.clause("string_bet"))
    if amount > match > hand.bets[seat] and command.chips == 1 and command.said != "raise":
        return chips.Verdict((chips.CALL,), rules.clause("over_chip"))
    if is_all_in or amount == match:
        return None
    least, _, _ = betting.span(hand, rules, seat)
    put = chips.Put(
        added=amount - hand.bets[seat],
        owed=match - hand.bets[seat],
        raise_part=amount - match,
        least_part=least - match,
        said=command.said,
    )
    if amount < match:
        return rules.book.short_call.value(hand, put, rules)
    if amount < least:
        return rules.book.short_raise.value(hand, put, rules)
    return _silent_raise(hand, command, rules)


def _silent_raise(hand: Hand, command: commands.PutChips, rules: Rules) -> chips.Verdict | None:
    """A call only, where the word must be said; a first bet needs none."""
    if command.said == "raise" or not hand.bet_to_match or not rules.book.spoken_raise.value:
        return None
    return chips.Verdict((chips.CALL,), rules.clause("spoken_raise"))


def _chosen(reading: chips.Verdict, choice: str) -> str:
    if len(reading.choices) == 1:
        return reading.choices[0]
    if choice in reading.choices:
        return choice
    raise NeedsRuling(
        "The chips fit no action: what do they count as?",
        reading.clause,
        reading.choices,
        is_players=reading.is_players,
    )


def _as_wagered(hand: Hand, command: commands.PutChips, rules: Rules) -> list[Event]:
    seat = command.seat
    if command.amount <= hand.bet_to_match:
        return betting.call(hand, commands.Call(seat), rules)
    return betting.raise_to(hand, commands.RaiseTo(seat, command.amount), rules)


def _as_judged(
    hand: Hand, command: commands.PutChips, rules: Rules, note: events.ActionCorrected
) -> list[Event]:
    seat, counts_as = command.seat, note.counts_as
    if counts_as == chips.LEAST_RAISE:
        least, _, _ = betting.span(hand, rules, seat)
        return betting.raise_to(hand, commands.RaiseTo(seat, least), rules)
    if counts_as == chips.TAKE_BACK:
        return []
    if counts_as == chips.FOLD:
        return [events.Folded(seat)]
    if counts_as == chips.FORFEIT:
        put = command.amount - hand.bets[seat]
        return [events.WagerLeftIn(seat, put, note.clause), events.Folded(seat)]
    return _call_or_check(hand, seat)


def _call_or_check(hand: Hand, seat: int) -> list[Event]:
    """A call, or a check where nothing is owed."""
    if hand.bet_to_match > hand.bets[seat]:
        return [betting.called(hand, seat)]
    return [events.Checked(seat)]
