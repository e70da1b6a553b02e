"""Time called on a player: for how long, and what happens when it is up."""

from datetime import datetime
from typing import Any

from engine import time_called
from engine.hand import Hand
from engine.time_called import Outcome, TimeTerms
from tables.models import Table
from tables.queries import happened
from tables.queries.pictures import Reading

CHOICES = (30, 60, 90)
ENDS: dict[Outcome, str] = {
    Outcome.DEAD: "Time is up: the hand is dead",
    Outcome.MAY_FOLD: "Time is up: fold the hand",
    Outcome.CHECK: "Time is up: the player checks",
}


def terms_of(table: Table) -> TimeTerms:
    """What this book says about time called."""
    return time_called.TERMS.get(table.tournament.rulebook, time_called.TDA)


def mark(hand: Hand) -> list[int]:
    """The decision the clock runs on: once it is taken, the clock is off."""
    return [hand.number, hand.actor, hand.decisions, hand.street]


def running(table: Table, hand: Hand | None) -> dict[str, Any] | None:
    """The clock that runs on the player in turn; None where none does."""
    stored = table.time_called
    if not stored or hand is None or hand.is_over or stored["mark"] != mark(hand):
        return None
    return {**stored, "ends_at": datetime.fromisoformat(stored["ends_at"])}


def picture(reading: Reading, *, now: datetime) -> dict[str, Any] | None:
    """The countdown as tablet and console show it."""
    hand = reading.hand
    stored = running(reading.table, hand)
    if stored is None or hand is None:
        return None
    terms, seat = terms_of(reading.table), stored["seat"]
    faces_bet = hand.bet_to_match > hand.bets[seat]
    return {
        "seat": seat,
        "name": reading.names.get(seat, f"Seat {seat}"),
        "ends_at_ms": round(stored["ends_at"].timestamp() * 1000),
        "server_ms": round(now.timestamp() * 1000),
        "left": max(0, round((stored["ends_at"] - now).total_seconds())),
        "countdown": terms.countdown,
        "ends": ENDS[time_called.outcome(terms, faces_bet=faces_bet)],
        **happened.cited(terms.clause),
    }
