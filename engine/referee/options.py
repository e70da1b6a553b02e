"""What the tablet may offer now, and why not the rest: the same questions `decide` asks."""

from dataclasses import dataclass, field

from engine.amounts import figure
from engine.games import BOARD
from engine.hand.state import Hand
from engine.referee import betting, dealing, showdown
from engine.referee.betting import Reason
from engine.referee.showdown import Proposal
from engine.rules.book import Rules

BET, DEAL, OPENER, DRAW, SHOW, AWARD, OVER = (
    "bet",
    "deal",
    "opener",
    "draw",
    "show",
    "award",
    "over",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One action: allowed, with what it costs, or why not."""

    is_allowed: bool = False
    amount: int = 0
    why: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Raising:
    """Bet or raise: from `least` to `most`, as totals, with amounts worth a button."""

    is_allowed: bool = False
    is_bet: bool = False
    least: int = 0
    most: int = 0
    presets: tuple[tuple[str, int], ...] = ()
    why: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer's next step: so many cards of this street, after so many burned."""

    street: str
    kind: str
    cards: int
    burn: int
    face_up: tuple[int, ...] = ()  # hands to be turned up first


@dataclass(frozen=True, slots=True)
class Showing:
    """Whose hand comes next, who follows, and whether it may go unseen."""

    seat: int
    order: tuple[int, ...]
    must_show: bool
    clause: str


NO = Choice()
NO_RAISE = Raising()


@dataclass(frozen=True, slots=True)
class Options:
    """What may be done now; `phase` says which of the fields speak."""

    phase: str
    seat: int | None = None
    fold: Choice = NO
    check: Choice = NO
    stand: Choice = NO
    call: Choice = NO
    call_and_fold: Choice = NO
    raising: Raising = NO_RAISE
    all_in: Choice = NO
    deal: Deal | None = None
    showing: Showing | None = None
    pots: tuple[Proposal, ...] = field(default=())


def options(hand: Hand, rules: Rules) -> Options:
    """What may be done now, with amounts, or the clause that forbids it."""
    if hand.ended:
        return Options(OVER)
    if hand.actor >= 0:
        return _bet(hand, rules, hand.actor)
    if hand.drawer >= 0:
        return Options(DRAW, hand.drawer)
    if dealing.opener_is_missing(hand, rules):
        return Options(OPENER)
    street = dealing.street_due(hand, rules)
    if street is not None:
        return _deal(hand, rules)
    return _showdown(hand, rules)


def _bet(hand: Hand, rules: Rules, seat: int) -> Options:
    call = betting.to_call(hand, seat)
    return Options(
        BET,
        seat,
        fold=_choice(betting.why_not_fold(hand, rules, seat)),
        check=_choice(betting.why_not_check(hand, rules, seat)),
        stand=_choice(betting.why_not_stand(hand, rules, seat)),
        call=_choice(betting.why_not_call(hand, rules, seat), call),
        call_and_fold=_choice(betting.why_not_call_and_fold(hand, rules, seat), call),
        raising=_raising(hand, rules, seat),
        all_in=_all_in(hand, rules, seat),
    )


def _choice(reason: Reason, amount: int = 0) -> Choice:
    if reason is None:
        return Choice(is_allowed=True, amount=amount)
    why, clause = reason
    return Choice(why=why, clause=clause)


def _raising(hand: Hand, rules: Rules, seat: int) -> Raising:
    is_bet = not hand.bet_to_match
    reason = betting.why_not_raise(hand, rules, seat)
    if reason is not None:
        why, clause = reason
        return Raising(is_bet=is_bet, why=why, clause=clause)
    least, most, _ = betting.span(hand, rules, seat)
    presets = _presets(hand, seat, least, most)
    return Raising(is_allowed=True, is_bet=is_bet, least=least, most=most, presets=presets)


def _presets(hand: Hand, seat: int, least: int, most: int) -> tuple[tuple[str, int], ...]:
    """Useful amounts within the limits, each once."""
    pot = hand.pot + hand.bet_to_match - hand.bets[seat]
    wanted = (
        ("least", least),
        ("half pot", hand.bet_to_match + pot // 2),
        ("pot", hand.bet_to_match + pot),
        ("all-in" if most == hand.bets[seat] + hand.stacks[seat] else "most", most),
    )
    offered: dict[int, str] = {}
    for name, amount in wanted:
        rounded = amount if amount in (least, most) else amount - amount % hand.chip
        if least <= rounded <= most:
            offered[rounded] = name
    return tuple((name, amount) for amount, name in sorted(offered.items()))


def _all_in(hand: Hand, rules: Rules, seat: int) -> Choice:
    """Everything, as a call or as a raise, whichever it reaches."""
    stack = hand.stacks[seat]
    total = hand.bets[seat] + stack
    if total <= hand.bet_to_match:
        return _choice(betting.why_not_call(hand, rules, seat), stack)
    raising = _raising(hand, rules, seat)
    if not raising.is_allowed:
        return Choice(why=raising.why, clause=raising.clause)
    if total > raising.most:
        return Choice(why=f"Raise to {figure(raising.most)} at most.", clause=rules.limit_clause())
    return Choice(is_allowed=True, amount=stack)


def _deal(hand: Hand, rules: Rules) -> Options:
    street = rules.streets[hand.street + 1]
    burn = dealing.burns_before(hand, rules) if street.deal == BOARD else 0
    kind = BOARD if dealing.is_too_short(hand, rules) else street.deal
    turned = rules.hands_are_up(hand)
    face_up = [seat for seat in hand.in_hand() if seat not in hand.shown] if turned else []
    return Options(DEAL, deal=Deal(street.name, kind, street.cards, burn, tuple(face_up)))


def _showdown(hand: Hand, rules: Rules) -> Options:
    proposals = tuple(showdown.propose(hand, rules))
    waiting = showdown.to_show(hand, rules)
    if not waiting or hand.awards:
        return Options(AWARD, pots=proposals)
    seat = waiting[0]
    must = showdown.must_show(hand, rules, seat)
    showing = Showing(seat, tuple(waiting), must, rules.clause("showing_order"))
    return Options(SHOW, seat, showing=showing, pots=proposals)
