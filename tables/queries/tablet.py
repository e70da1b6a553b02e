"""The dealer's tablet: the table, whose turn it is, and what may be done."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from engine import clauses, story
from engine import options as engine_options
from engine.games import BOARD, UP
from engine.hand import LIVE, Hand
from engine.lifecycle import TournamentState
from engine.options import Choice, Deal, Options, Raising
from engine.refusal import Refused
from tables.models import FloorCall, RaceOff, SpecialRound
from tables.models.tables import TableState
from tables.queries import hands, happened, pictures, purchases, raceoffs, special_rounds, timing
from tables.queries.pictures import Reading
from tournament.queries import clock as clock_queries

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


@dataclass(frozen=True, slots=True)
class Between:
    """What is to be done at the table before the next hand, and what was done since the last."""

    owed: raceoffs.Owed | None = None
    raced: RaceOff | None = None
    elimination: special_rounds.Owed | None = None
    eliminated: SpecialRound | None = None


def picture(
    reading: Reading, *, now: datetime, refusal: dict[str, str] | None = None
) -> dict[str, Any]:
    """Everything the tablet shows."""
    table, hand = reading.table, reading.hand
    where = {"code": table.tournament.code, "number": table.number}
    offered = engine_options.options(hand, reading.rules) if hand else None
    between = _between(reading)
    return {
        "version": table.version,
        "table": reading.public(),
        "clock": clock_queries.picture(table.tournament, now=now),
        "command_url": reverse("tablet-command", kwargs=where),
        "phase": _phase(reading, offered, between),
        **_race_off(reading, between),
        **_elimination(between),
        "rebuys": _rebuys(reading, now),
        "start": _start(reading),
        "turn": _turn(reading, offered),
        "actions": _actions(offered) if offered else [],
        "raise": _raise(offered.raising, reading) if offered and offered.seat else None,
        "board": _board(reading, offered),
        "choice": _choice(reading, offered),
        "show": _show(reading, offered),
        "award": _award(reading, offered),
        "undo": _undo(reading, between),
        "refusal": refusal,
        "notices": _notices(reading),
        "happened_url": reverse("what-happened", kwargs=where),
        "orders": happened.orders(reading),
        "time": timing.picture(reading, now=now),
        "seat_url": reverse("seat-menu", kwargs={**where, "seat": 0}),
    }


def _phase(reading: Reading, offered: Options | None, between: Between) -> str:
    if reading.table.state == TableState.CLOSED:
        return "closed"
    if offered is None or offered.phase == engine_options.OVER:
        return _between_phase(reading, between)
    if offered.deal is not None and offered.deal.kind != BOARD:
        return "street"
    return PHASES[offered.phase]


def _between_phase(reading: Reading, between: Between) -> str:
    if reading.table.state == TableState.HELD:
        return "hold"
    if between.elimination:
        return "elimination"
    if between.owed:
        return "race_off"
    return "start" if reading.hand is None else "ended"


def _between(reading: Reading) -> Between:
    if hands.is_in_play(reading.table):
        return Between()
    is_running = reading.table.tournament.state == TournamentState.RUNNING
    seats = list(reading.seats.values())
    return Between(
        owed=raceoffs.owed(reading.table, seats) if is_running else None,
        raced=raceoffs.last_of(reading.table),
        elimination=special_rounds.owed(reading.table, reading.hand, seats) if is_running else None,
        eliminated=special_rounds.last_done(reading.table),
    )


def _race_off(reading: Reading, between: Between) -> dict[str, Any]:
    """The race-off that is due, and the one just carried out."""
    choice = raceoffs.choice_of(reading.table.tournament)
    return {
        "race_off": raceoffs.picture(between.owed, choice) if between.owed else None,
        "raced": raceoffs.result_picture(between.raced) if between.raced else None,
    }


def _elimination(between: Between) -> dict[str, Any]:
    """The elimination that is due, and the one just carried out."""
    due, done = between.elimination, between.eliminated
    return {
        "elimination": special_rounds.picture(due) if due else None,
        "eliminated": special_rounds.outcome_words(done) if done else "",
    }


def _rebuys(reading: Reading, now: datetime) -> list[dict[str, Any]]:
    """Between hands: who may buy again, so that the dealer can ask the desk."""
    if hands.is_in_play(reading.table):
        return []
    return purchases.askable(reading.table, list(reading.seats.values()), now=now)


def _start(reading: Reading) -> dict[str, Any]:
    why = ""
    try:
        hands.check_may_start(reading.table)
    except Refused as refusal:
        why = refusal.why
    label = f"Deal hand {reading.table.hand_number + 1}"
    return {"can": not why, "why": why, "label": label, "waiting_text": why}


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
        "after": _after(hand, seat),
    }


def _after(hand: Hand, seat: int) -> list[int]:
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
        _action("fold", "Fold", offered.fold),
        passing,
        _action("all_in", all_in, offered.all_in),
    ]


def _passing(offered: Options) -> dict[str, Any]:
    """The middle button: stand, check or call, whichever the book offers."""
    if offered.stand.is_allowed:
        return _action("stand", "Stand", offered.stand)
    if offered.check.is_allowed:
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
    }


def _used(reading: Reading) -> list[str]:
    hand = reading.hand
    if hand is None:
        return []
    seen = (*hand.board, *(card for shown in hand.shown.values() for card in shown))
    return [text for text in pictures.texts(seen) if text != pictures.BACK]


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
        "used_cards": _used(reading),
    }


def _choice(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    """A question with a few answers, each one tap: streets of stud, who opens, how many to draw."""
    hand = reading.hand
    if offered is None or hand is None:
        return None
    if offered.phase == engine_options.DRAW and offered.seat:
        return _how_many(reading, offered.seat, len(hand.hole[offered.seat]))
    if offered.phase == engine_options.OPENER:
        return _who_opens(reading, hand)
    if offered.deal is not None and offered.deal.kind != BOARD:
        return _street(offered.deal)
    return None


def _how_many(reading: Reading, seat: int, most: int) -> dict[str, Any]:
    name = reading.names[seat]
    return {
        "eyebrow": f"Seat {seat} draws",
        "title": name,
        "question": "How many cards are changed?",
        "answers": [
            {
                "command": "draw",
                "seat": seat,
                "count": count,
                "label": str(count) if count else "None",
                "words": f"{name} draws {count}",
            }
            for count in range(most + 1)
        ],
    }


def _who_opens(reading: Reading, hand: Hand) -> dict[str, Any]:
    return {
        "eyebrow": "Who opens?",
        "title": "Look at the up cards",
        "question": "Tap the seat whose card opens the betting.",
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
        "used_cards": _used(reading),
        "award": _award_pots(reading, offered),
    }


def _award(reading: Reading, offered: Options | None) -> dict[str, Any] | None:
    if offered is None or offered.phase not in (engine_options.AWARD, engine_options.SHOW):
        return None
    return {"pots": _award_pots(reading, offered)}


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
            "words": reading.words(pot.high[0]) if pot.high else "",
        }
        for pot in offered.pots
    ]


def _undo(reading: Reading, between: Between) -> dict[str, Any]:
    if between.raced:
        return {"can": True, "label": f"Undo: race-off of the {chips(between.raced.chip)} chip"}
    if between.eliminated:
        return {"can": True, "label": "Undo: the elimination"}
    step = hands.last_step(reading.rows)
    if step is None:
        return {"can": False, "label": "Undo"}
    return {
        "can": True,
        "label": f"Undo: {story.sentence(step.first, reading.names, reading.rules)}",
    }


def _notices(reading: Reading) -> list[str]:
    calls = FloorCall.objects.filter(table=reading.table, answered_at__isnull=True)
    floor = ["The floor has been called."] if calls.exists() else []
    return [*special_rounds.notices(reading.table, reading.hand), *floor]
