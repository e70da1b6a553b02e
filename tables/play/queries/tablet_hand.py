"""The hand on the dealer's tablet: whose turn it is, what may be done, which cards, who wins."""

from typing import Any

from engine import clauses
from engine.cards import cards
from engine.conduct import table_order
from engine.games import BOARD, UP
from engine.hand.state import LIVE, Hand
from engine.referee import draw_round, showdown
from engine.referee import options as engine_options
from engine.referee.options import Choice, Deal, Options, Raising
from engine.rules import opening
from engine.rules.book import Rules
from tables.play.queries import pictures
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries

PHASES = {
    engine_options.BET: "betting",
    engine_options.DEAL: "board",
    engine_options.DRAW: "draw",
    engine_options.OPENER: "opener",
    engine_options.SHOW: "show",
    engine_options.AWARD: "award",
    engine_options.OVER: "ended",
}
PRESETS = {"least": "Min", "half pot": "½ pot", "pot": "Pot", "all-in": "All-in", "most": "Max"}
chips = clock_queries.chips


def parts(reading: Reading, offered: Options | None) -> dict[str, Any]:
    """What the panel beside the table is drawn from."""
    return {
        "turn": _turn(reading, offered),
        "actions": _actions(offered) if offered else [],
        "raise": _raise(offered.raising, reading) if offered and offered.seat else None,
        "board": _board(reading, offered),
        "choice": _choice(reading, offered),
        "show": _show(reading, offered),
        "award": _award(reading, offered),
        "deck": deck(reading.rules),
    }


def phase(offered: Options) -> str:
    """Which panel a hand in play needs."""
    if offered.deal is not None and offered.deal.kind != BOARD:
        return "street"
    return PHASES[offered.phase]


def deck(rules: Rules) -> dict[str, Any]:
    """The keys of the card picker: the ranks of this game's deck, and the joker if it plays."""
    lowest = cards.lowest_rank(rules.game.deck_size)
    return {"ranks": cards.RANKS[lowest:][::-1], "joker": rules.game.has_joker}


def _turn(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    hand = reading.hand
    if hand is None or offered is None or offered.phase != engine_options.BET or not offered.seat:
        return None
    seat = offered.seat
    return {
        "seat": seat,
        "name": reading.names[seat],
        "to_call": max(0, hand.bet_to_match - hand.bets[seat]),
        "stack": hand.stacks[seat],
        "pot": hand.pot,
        "after": after(hand, seat),
    }


def after(hand: Hand, seat: int) -> list[int]:
    """Who must still act behind this seat, for a tablet that is offline for a while."""
    seats, following = [], hand.next_seat[seat]
    while following != seat:
        if hand.status[following] == LIVE and hand.acted[following] < hand.bet_to_match:
            seats.append(following)
        following = hand.next_seat[following]
    return seats


def _actions(offered: Options) -> list[dict[str, Any]]:
    """Always the same buttons in the same places."""
    if offered.phase != engine_options.BET:
        return []
    passing = _passing(offered)
    all_in = f"All-in {chips(offered.all_in.amount)}" if offered.all_in.is_allowed else "All-in"
    return [
        _giving_up(offered),
        passing,
        _action("all_in", all_in, offered.all_in),
    ]


def _giving_up(offered: Options) -> dict[str, Any]:
    """The left button: fold, after the opener's compulsory call where the book wants that."""
    owed = offered.call_and_fold
    if owed.is_allowed and not offered.fold.is_allowed:
        return _action("call_and_fold", f"Call {chips(owed.amount)} and fold", owed)
    return _action("fold", "Fold", offered.fold)


def _passing(offered: Options) -> dict[str, Any]:
    """The middle button: stand, check or call, whichever the book offers."""
    if offered.stand.is_allowed:
        return _action("stand", "Stand", offered.stand)
    if offered.check.is_allowed:
        return _action("check", "Check", offered.check)
    if not (offered.call.is_allowed or offered.call.amount):
        return _action("check", "Check", offered.check)
    return _action("call", f"Call {chips(offered.call.amount)}", offered.call)


def _action(kind: str, label: str, choice: Choice) -> dict[str, Any]:
    return {
        "kind": kind,
        "label": label,
        "amount": choice.amount or None,
        "allowed": choice.is_allowed,
        "why": choice.why,
        "clause": choice.clause,
        "clause_text": clause_text(choice.clause),
    }


def clause_text(clause: str) -> str:
    """What a clause says, for one tap on it."""
    found = clauses.find(clause) if clause else None
    return found.behaviour if found else ""


def _raise(raising: Raising, reading: Reading) -> dict[str, Any]:
    return {
        "allowed": raising.is_allowed,
        "word": "Bet" if raising.is_bet else "Raise to",
        "least": raising.least,
        "most": raising.most,
        "step": reading.hand.chip if reading.hand else 1,
        "presets": [{"label": PRESETS[name], "amount": amount} for name, amount in raising.presets],
        "why": raising.why,
        "clause": raising.clause,
        "clause_text": clause_text(raising.clause),
        **(_range_clauses(raising, reading.hand, reading.rules) if reading.hand else {}),
    }


def _range_clauses(raising: Raising, hand: Hand, rules: Rules) -> dict[str, Any]:
    """Where the book says how little and how much may be wagered."""
    least = rules.clause("raise_size")
    most = hand.ceiling_clause if raising.most == hand.ceiling else rules.limit_clause()
    return {
        "least_clause": least,
        "least_text": clause_text(least),
        "most_clause": most,
        "most_text": clause_text(most),
    }


def out(reading: Reading, seat: int = 0) -> list[str]:
    """Cards that lie open elsewhere: no picker offers them, but to whom they belong."""
    hand = reading.hand
    if hand is None:
        return []
    tabled = (cards for cards in hand.shown.values())
    open_ = (cards for owner, cards in hand.exposed.items() if owner != seat)
    up = (hand.up[owner] for owner in hand.order if owner not in (seat, *hand.shown))
    gone = (hand.burns_seen, hand.set_aside[:1])
    lying = (hand.board, *gone, *tabled, *open_, *up)
    seen = dict.fromkeys(card for cards in lying for card in cards)
    return [text for text in pictures.texts(tuple(seen)) if text != pictures.BACK]


def _board(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    if offered is None or offered.deal is None:
        return None
    face_up = [reading.names[seat] for seat in offered.deal.face_up]
    return {
        "street_words": offered.deal.street.capitalize(),
        "cards_needed": offered.deal.cards,
        "burn": offered.deal.burn,
        "face_up": face_up,
        "can_skip": True,
        "used_cards": out(reading),
    }


def _choice(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    """A question with a few answers, each one tap: streets of stud, who opens, how many to draw."""
    hand = reading.hand
    if offered is None or hand is None:
        return None
    if offered.phase == engine_options.DRAW and offered.seat:
        return _how_many(reading, hand, offered.seat)
    if offered.phase == engine_options.OPENER:
        return _who_opens(reading, hand)
    if offered.deal is not None and offered.deal.kind != BOARD:
        return _street(offered.deal)
    return None


def _how_many(reading: Reading, hand: Hand, seat: int) -> dict[str, Any]:
    name, most = reading.names[seat], len(hand.hole[seat])
    labels = {0: "None", draw_round.AT_ONCE + 1: draw_round.all_five(hand, seat)}
    waiting = draw_round.then_fifth(hand, seat)
    return {
        "eyebrow": f"Seat {seat} draws",
        "title": name,
        "question": f"How many cards are changed?{waiting}",
        "answers": [
            {
                "command": "draw",
                "seat": seat,
                "count": count,
                "label": labels.get(count, str(count)),
                "words": f"{name} draws {count}",
            }
            for count in range(most + 1)
        ],
    }


def _who_opens(reading: Reading, hand: Hand) -> dict[str, Any]:
    brings_in = hand.bring_in and hand.street <= 0
    does = f"brings it in for {chips(hand.bring_in)}" if brings_in else "opens the betting"
    shows = opening.in_words(reading.rules, is_first=hand.street <= 0)
    return {
        "eyebrow": "Who opens?",
        "title": "See the up cards",
        "question": f"Tap the seat with {shows}: it {does}.",
        "answers": [
            {
                "command": "opener",
                "seat": seat,
                "label": f"{seat} {reading.names[seat]}",
                "words": f"{reading.names[seat]} opens",
            }
            for seat in sorted(hand.in_hand())
        ],
    }


def _street(deal: Deal) -> dict[str, Any]:
    way = "face up" if deal.kind == UP else "face down"
    return {
        "eyebrow": "Deal",
        "title": deal.street.capitalize(),
        "question": f"One card {way} to each player.",
        "answers": [{"command": "street", "label": "Dealt", "words": f"{deal.street} dealt"}],
    }


def _show(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    if offered is None or offered.showing is None or reading.hand is None:
        return None
    seat = offered.showing.seat
    return {
        "seat": seat,
        "name": reading.names[seat],
        "cards_needed": len(reading.hand.hole[seat]),
        "may_muck": not offered.showing.must_show,
        "clause": offered.showing.clause,
        "clause_text": clause_text(offered.showing.clause),
        "used_cards": out(reading, seat),
        "award": _award_pots(reading, offered),
    }


def _award(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    if offered is None or offered.phase not in (engine_options.AWARD, engine_options.SHOW):
        return None
    is_split = reading.rules.game.low in showdown.SPLIT
    return {
        "pots": _award_pots(reading, offered),
        "is_split": is_split,
        "before": _before_paying(reading, offered),
    }


def _before_paying(reading: Reading, offered: Options) -> dict[str, Any] | None:
    """The losing hands go first where the book says so, by name where the cards are known."""
    clause = table_order.MUCK_FIRST.get(reading.rules.book.id)
    if clause is None:
        return None
    winners = {seat for pot in offered.pots for seat in (*pot.high, *pot.low)}
    contenders = {seat for pot in offered.pots for seat in pot.seats}
    losers = sorted(contenders - winners) if winners else []
    named = f": {', '.join(f'{seat} {reading.names[seat]}' for seat in losers)}" if losers else ""
    return {"name": table_order.MUCKED, "words": f"Losing hands mucked{named}", "clause": clause}


def _award_pots(reading: Reading, offered: Options) -> list[dict[str, Any]]:
    labels = pictures.pot_rows(reading.hand) if reading.hand else []
    return [
        {
            "index": pot.pot,
            "label": labels[pot.pot]["label"] if pot.pot < len(labels) else "Pot",
            "amount": pot.amount,
            "eligible": [
                {"seat": seat, "name": reading.names[seat], "words": reading.words(seat)}
                for seat in pot.seats
            ],
            "proposed": list(pot.high),
            "proposed_low": list(pot.low),
            "words": reading.words(pot.high[0]) if pot.high else "",
        }
        for pot in offered.pots
    ]
