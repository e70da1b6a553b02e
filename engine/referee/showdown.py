"""Who wins: read from the cards where they are known, declared by the dealer where not."""

from dataclasses import dataclass, replace
from itertools import combinations

from engine.cards.cards import UNKNOWN
from engine.cards.ranking import High, Low
from engine.hand import commands, events, pots
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.refusal import Refused
from engine.rules import known, odd_chips
from engine.rules.book import Rules

SPLIT = ("split", "split8")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pot and who wins it as far as the cards say; no winners: the dealer must declare."""

    pot: int
    amount: int
    seats: tuple[int, ...]
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()

    @property
    def is_known(self) -> bool:
        return bool(self.high)


# -- showing ---------------------------------------------------------------------------------------


def to_show(hand: Hand, rules: Rules) -> list[int]:
    """Who has neither shown nor mucked, in the order of showing."""
    order = rules.book.showing_order.value(hand)
    return [seat for seat in order if not has_shown(hand, seat)]


def has_shown(hand: Hand, seat: int) -> bool:
    """Whether the seat has tabled every card it holds by now."""
    return seat in hand.shown and (bool(hand.deck) or len(hand.shown[seat]) == len(hand.hole[seat]))


def must_show(hand: Hand, rules: Rules, seat: int) -> bool:
    if rules.hands_are_up(hand):
        return True
    return rules.book.must_show.value(hand, seat, rules)


def show(hand: Hand, command: commands.ShowCards, rules: Rules) -> list[Event]:
    seat, cards = command.seat, command.cards
    is_told_now = UNKNOWN in hand.shown.get(seat, ()) and bool(cards) and UNKNOWN not in cards
    _require_showdown(hand, rules, seat, has_more=is_told_now)
    held = hand.hole[seat]
    if not cards:
        cards = held
    if len(cards) > len(held):
        raise Refused(f"A hand has {len(held)} cards.")
    known.require_of_seat(hand, rules, seat, cards)
    if hand.is_electronic and set(cards) - set(held):
        raise Refused(f"Seat {seat} was dealt other cards.")
    return [events.HandShown(seat, cards)]


def _require_showdown(hand: Hand, rules: Rules, seat: int, *, has_more: bool = False) -> None:
    """Refuse outside the showdown, or who has shown all there is to show."""
    if hand.actor >= 0 or hand.drawer >= 0 or hand.awards or hand.ended:
        raise Refused(
            "Hands are shown after the betting and before the pots are paid.",
            rules.clause("showing_order"),
        )
    is_done = has_shown(hand, seat) and not has_more
    if is_done or not 0 < hand.status[seat] < 3:
        raise Refused(f"Seat {seat} has no hand to show.", rules.clause("showing_order"))


def muck(hand: Hand, command: commands.Muck, rules: Rules) -> list[Event]:
    seat = command.seat
    _require_showdown(hand, rules, seat)
    _require_last_cards(hand, rules)
    if must_show(hand, rules, seat):
        question = "face_up" if rules.hands_are_up(hand) else "must_show"
        raise Refused(f"Seat {seat} must show.", rules.clause(question))
    return [events.HandMucked(seat)]


# -- reading ---------------------------------------------------------------------------------------


def cards_of(hand: Hand, seat: int) -> tuple[int, ...]:
    """The seat's cards as far as they may be read now."""
    return hand.hole[seat] if hand.deck else hand.shown.get(seat, ())


def is_readable(hand: Hand, rules: Rules, seat: int) -> bool:
    """Whether the seat's whole hand and the board are known."""
    cards = cards_of(hand, seat)
    whole = len(cards) == len(hand.hole[seat]) and len(cards) > 0
    return whole and UNKNOWN not in cards and UNKNOWN not in hand.board


def words(hand: Hand, rules: Rules, seat: int) -> str:
    """A tabled hand read aloud, as high, low or both, whichever wins here; empty if unreadable."""
    if seat not in hand.shown or not is_readable(hand, rules, seat):
        return ""
    read, cards = rules.evaluator, hand.shown[seat]
    low = read.words(read.low(cards, hand.board)) if rules.game.low != "high" else ""
    if rules.game.low == "low":
        return low
    high = read.words(read.high(cards, hand.board))
    return f"{high}; {low[0].lower()}{low[1:]}" if low else high


def propose(hand: Hand, rules: Rules) -> list[Proposal]:
    """Every unpaid pot with its winners, or without where cards are missing."""
    paid = {award.pot for award in hand.awards}
    return [
        _proposal(hand, rules, at, pot) for at, pot in enumerate(pots.build(hand)) if at not in paid
    ]


def _proposal(hand: Hand, rules: Rules, at: int, pot: pots.Pot) -> Proposal:
    seats = pot.seats
    if len(seats) == 1:
        return Proposal(at, pot.amount, seats, seats)
    if not all(is_readable(hand, rules, seat) for seat in seats):
        return Proposal(at, pot.amount, seats)
    return Proposal(at, pot.amount, seats, *winners(hand, rules, seats))


def winners(
    hand: Hand, rules: Rules, seats: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The best high hands and the best qualifying low hands among seats that can be read."""
    low = rules.game.low
    high_winners = () if low == "low" else _best(hand, rules.evaluator.high, seats)
    low_winners = () if low == "high" else _best(hand, rules.evaluator.low, seats)
    return (high_winners, low_winners) if low != "low" else (low_winners, ())


def _best(hand: Hand, value_of: High | Low, seats: tuple[int, ...]) -> tuple[int, ...]:
    values = {seat: value_of(cards_of(hand, seat), hand.board) for seat in seats}
    best = max((value for value in values.values() if value is not None), default=None)
    return tuple(seat for seat in seats if best is not None and values[seat] == best)


# -- paying ----------------------------------------------------------------------------------------


def award_all(hand: Hand, rules: Rules) -> list[Event]:
    """Pay every pot as the cards say; refused where a pot must be declared."""
    proposals = propose(hand, rules)
    unknown = next((proposal for proposal in proposals if not proposal.is_known), None)
    if unknown:
        raise Refused(f"Say who wins {_named(unknown.pot)}: not all of its cards were entered.")
    return [event for proposal in proposals for event in pay(hand, rules, proposal, events.CARDS)]


def _named(pot: int) -> str:
    return f"side pot {pot}" if pot else "the main pot"


def award(hand: Hand, command: commands.Award, rules: Rules) -> list[Event]:
    """Pay one pot as the dealer declares, unless known cards say otherwise."""
    _require_last_cards(hand, rules)
    proposal = _open_proposal(hand, rules, command.pot)
    _require_halves(rules, command)
    _require_contestants(hand, rules, proposal, (*command.winners, *command.low_winners))
    _require_agrees(hand, rules, proposal, command)
    declared = Proposal(
        proposal.pot, proposal.amount, proposal.seats, command.winners, command.low_winners
    )
    return pay(hand, rules, declared, events.DECLARED)


def _require_last_cards(hand: Hand, rules: Rules) -> None:
    """Every hand is played to its end, however its pots are shared then (charity:18.1)."""
    if hand.contenders > 1 and hand.street < len(rules.streets) - 1:
        raise Refused("The last cards are not dealt yet.", rules.clause("showing_order"))


def _open_proposal(hand: Hand, rules: Rules, pot: int) -> Proposal:
    if hand.actor >= 0 or hand.drawer >= 0 or hand.ended:
        raise Refused("Pots are paid after the last betting round.", rules.clause("showing_order"))
    for proposal in propose(hand, rules):
        if proposal.pot == pot:
            return proposal
    raise Refused(f"There is no pot {pot} to pay.")


def _require_halves(rules: Rules, command: commands.Award) -> None:
    """A winner of the pot or its high half, each named once; a low half only where there is one."""
    if not command.winners:
        raise Refused("Name at least one winner.")
    for named in (command.winners, command.low_winners):
        if len(set(named)) != len(named):
            raise Refused("Name each winner once.")
    if command.low_winners and rules.game.low not in SPLIT:
        raise Refused("No low hand shares the pot in this game.", rules.clause("pots"))


def _require_contestants(
    hand: Hand, rules: Rules, proposal: Proposal, seats: tuple[int, ...]
) -> None:
    for seat in seats:
        if seat not in proposal.seats:
            why = f"Seat {seat} has no part in {_named(proposal.pot)}."
            raise Refused(why, rules.clause("pots"))
        if seat in hand.shown and len(hand.shown[seat]) < len(hand.hole[seat]):
            raise Refused(f"Seat {seat} must show every card to win.", rules.clause("show_to_win"))


def _require_agrees(hand: Hand, rules: Rules, proposal: Proposal, command: commands.Award) -> None:
    """A declaration may not contradict cards that lie on the table."""
    tabled = tuple(seat for seat in proposal.seats if is_readable(hand, rules, seat))
    if len(tabled) < 1 or len(proposal.seats) == 1:
        return
    high, low = winners(hand, rules, tabled)
    _require_best(rules, tabled, high, command.winners, proposal)
    if rules.game.low in SPLIT and (command.low_winners or proposal.is_known):
        _require_best(rules, tabled, low, command.low_winners, proposal, " the low half")


def _require_best(
    rules: Rules,
    tabled: tuple[int, ...],
    best: tuple[int, ...],
    declared: tuple[int, ...],
    proposal: Proposal,
    half: str = "",
) -> None:
    named = {seat for seat in declared if seat in tabled}
    beaten = named - set(best)
    everyone_known = len(tabled) == len(proposal.seats)
    left_out = set(best) - named if named or everyone_known else set()
    if beaten or left_out:
        seats = f"seat {' and '.join(str(seat) for seat in best)}" if best else "nobody"
        raise Refused(f"By the cards on the table {seats} wins{half}.", rules.clause("cards_speak"))


def pay(hand: Hand, rules: Rules, proposal: Proposal, how: str) -> list[Event]:
    """One award for a whole pot, two where high and low share it."""
    if not proposal.low:
        return [_awarded(hand, rules, proposal, proposal.high, how)]
    return _halves(hand, rules, proposal, how)


def _halves(hand: Hand, rules: Rules, proposal: Proposal, how: str) -> list[Event]:
    half = proposal.amount // 2
    half -= half % hand.chip
    rest = proposal.amount - half
    high_first = rules.book.odd_half.value(hand, proposal.high, proposal.low)
    amounts = (rest, half) if high_first else (half, rest)
    shared = [
        _share(hand, rules, proposal, (seats, amount, name), how)
        for seats, amount, name in zip(
            (proposal.high, proposal.low), amounts, ("high", "low"), strict=True
        )
    ]
    odd = rest - half
    return [_with_odd_half(share, rules, odd if share.amount == rest else 0) for share in shared]


def _with_odd_half(award: events.PotAwarded, rules: Rules, odd: int) -> events.PotAwarded:
    """What the halves differ by, and by which clause it went to this one (canberra:12.2/odd)."""
    if not odd:
        return award
    clause = award.clause or rules.clause("odd_half")
    return replace(award, odd_chips=award.odd_chips + odd, clause=clause)


def _awarded(
    hand: Hand, rules: Rules, proposal: Proposal, seats: tuple[int, ...], how: str
) -> Event:
    if len(seats) == 1:
        return events.PotAwarded(proposal.pot, proposal.amount, ((seats[0], proposal.amount),), how)
    return _share(hand, rules, proposal, (seats, proposal.amount, ""), how)


def _share(
    hand: Hand, rules: Rules, proposal: Proposal, part: tuple[tuple[int, ...], int, str], how: str
) -> events.PotAwarded:
    seats, amount, half = part
    shares = rules.book.odd_chips.value(hand, amount, _in_order(hand, rules, seats, half))
    least = min(shares.values())
    odd = amount - least * len(seats)
    clause = rules.clause("odd_chips") if odd else ""
    return events.PotAwarded(proposal.pot, amount, tuple(shares.items()), how, half, odd, clause)


def _in_order(hand: Hand, rules: Rules, seats: tuple[int, ...], half: str) -> list[int]:
    """The winners as they come for odd chips; in stud by their highest card, where it is known."""
    if not rules.opens_by_cards:
        return list(seats)
    clockwise = list(odd_chips.clockwise(hand.marker + 1, list(seats)))
    if not all(is_readable(hand, rules, seat) for seat in seats):
        return clockwise
    is_low = half == "low" or rules.game.low == "low"
    value_of: High | Low = rules.evaluator.low if is_low else rules.evaluator.high
    above = 4 if is_low and rules.settings.ace_is_low_in_low_hands else 0  # a low ace below a two
    highest = {
        seat: max([(card + above) % 52 for card in _five(hand, seat, value_of)]) for seat in seats
    }
    return sorted(clockwise, key=lambda seat: -highest[seat])


def _five(hand: Hand, seat: int, value_of: High | Low) -> tuple[int, ...]:
    """The five cards that make the seat's hand."""
    held = (*cards_of(hand, seat), *hand.board)
    return max(combinations(held, 5), key=lambda five: value_of(five, ()) or 0)


def uncontested(hand: Hand) -> Event:
    """Everyone else has folded."""
    (seat,) = hand.in_hand()
    return events.PotAwarded(0, hand.pot, ((seat, hand.pot),), events.UNCONTESTED)


def uncontested_rest(hand: Hand, rules: Rules) -> list[Event]:
    """Once a pot is paid, pots that one player alone has a part in need no declaration."""
    rest = propose(hand, rules) if hand.awards else []
    if any(len(proposal.seats) > 1 for proposal in rest):
        return []
    return [event for proposal in rest for event in pay(hand, rules, proposal, events.UNCONTESTED)]


def split_by_agreement(hand: Hand, command: commands.SplitByAgreement, rules: Rules) -> list[Event]:
    """Divide a pot when the book lets players agree to it and all who contest it do."""
    if not rules.book.agreement.value:
        raise Refused("A pot is never divided by agreement.", rules.clause("agreement"))
    _require_last_cards(hand, rules)
    proposal = _open_proposal(hand, rules, command.pot)
    if set(command.agreed) != set(proposal.seats):
        raise Refused("Every player who contests the pot must agree.", rules.clause("agreement"))
    return [_share(hand, rules, proposal, (proposal.seats, proposal.amount, ""), events.AGREED)]


def could_win(hand: Hand, rules: Rules, seat: int) -> bool:
    """Whether this hand ties or beats what is shown in a pot it contests."""
    for pot in pots.build(hand):
        if seat not in pot.seats:
            continue
        rivals = tuple(other for other in pot.seats if other == seat or other in hand.shown)
        high, low = winners(hand, rules, rivals)
        if seat in high or seat in low:
            return True
    return False
