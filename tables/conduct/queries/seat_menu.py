"""The small menu behind a seat of the oval: away or back, blinds missed, time, penalties."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from engine.conduct import joining, table_order, time_called
from engine.conduct.joining import How
from engine.referee import reports
from engine.refusal import Refused
from tables.conduct.queries import owed_blinds, penalties, timing
from tables.models import Seating
from tables.play.queries import hands, happened
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries

GROUNDS = ("Taken ill", "Called away", "A family matter")


def picture(
    reading: Reading,
    number: int,
    *,
    may_rule: bool,
    may_penalise: bool,
    chosen: Mapping[str, str],
) -> dict[str, Any]:
    """What concerns the player in this seat."""
    seat = reading.seats.get(number)
    if seat is None:
        raise Refused(f"Nobody sits in seat {number}.")
    where = {"code": reading.table.tournament.code, "number": reading.table.number}
    return {
        "seat": number,
        "name": seat.entry.name,
        "stack": seat.entry.stack,
        "is_absent": seat.is_absent or seat.absence_asked_at is not None,
        "is_asked": seat.absence_asked_at is not None,
        "version": reading.table.version,
        "url": reverse("seat-menu", kwargs={**where, "seat": number}),
        "dead_url": _dead_url(reading, number, where),
        "time": _time(reading, number, may_rule=may_rule),
        "may_penalise": may_penalise,
        "waits": happened.cited(reading.waits.get(number, "")),
        "posting": _posting(reading, seat),
        "owed": _owed(reading, seat, chosen, may_rule=may_rule),
        "withdrawal": _withdrawal(reading, chosen, may_rule=may_rule),
        **_penalties(reading, seat, chosen),
    }


def _dead_url(reading: Reading, number: int, where: dict[str, Any]) -> str:
    """The sheet's question why a hand is dead; nothing where there is no hand."""
    hand = reading.hand
    if hand is None or hand.is_over or number not in hand.in_hand():
        return ""
    sheet = reverse("what-happened", kwargs=where)
    return f"{sheet}?what={reports.DEAD_HAND.replace(' ', '+')}&seat={number}"


def _time(reading: Reading, number: int, *, may_rule: bool) -> dict[str, Any] | None:
    """Whether time can be called on this player, and on whose word."""
    hand, terms = reading.hand, timing.terms_of(reading.table)
    if hand is None or hand.actor != number or timing.running(reading.table, hand):
        return None
    return {
        "may_call": may_rule or terms.caller == time_called.ANYONE,
        "seconds": time_called.choices(terms),
        "total": (terms.seconds or 0) + terms.countdown,
        **happened.cited(terms.clause),
    }


def _posting(reading: Reading, seat: Seating) -> dict[str, Any] | None:
    """Who could put the blinds in for a player who is away, where the book asks for it."""
    clause = table_order.POSTED_BY_OTHERS.get(reading.table.tournament.rulebook)
    if clause is None or not seat.is_absent:
        return None
    here = [one for one in reading.seats.values() if one.pk != seat.pk and not one.is_absent]
    names = [f"{one.seat} {one.entry.name}" for one in here]
    return {
        "by": seat.posts_for_him,
        "names": ["The dealer", *names, "Whom the player named"],
        **happened.cited(clause),
    }


def owed(reading: Reading, seat: Seating) -> dict[str, Any] | None:
    """What a player who missed his blinds would post; None where none can be owed."""
    table, blinds = reading.table, clock_queries.level_now(reading.table.tournament).blinds
    try:
        joining.check_may_owe(blinds, hands.rules_of_next(table))
    except Refused:
        return None
    due = joining.owed(How.BACK, blinds)
    dead = f" and {clock_queries.chips(due.dead)} dead" if due.dead else ""
    return {
        "is_due": owed_blinds.is_due(table, seat),
        "words": f"{clock_queries.chips(due.live)} live{dead}",
        **happened.cited(joining.OWED_BY[table.tournament.rulebook]),
    }


def _owed(
    reading: Reading, seat: Seating, chosen: Mapping[str, str], *, may_rule: bool
) -> dict[str, Any] | None:
    """What is owed, and whether it is being asked; the floor's word where the book wants it."""
    due = owed(reading, seat)
    if due is None:
        return None
    needs_floor = reading.table.tournament.rulebook in table_order.ABSENCE_CONFIRMED
    may_take = may_rule or not needs_floor
    return {**due, "may": may_take, "is_asked": bool(chosen.get("owed")) and may_take}


def _withdrawal(
    reading: Reading, chosen: Mapping[str, str], *, may_rule: bool
) -> dict[str, Any] | None:
    """On which grounds a player may leave with chips, where the book knows it."""
    allowed = reading.table.tournament.law.entries.withdrawals
    if not allowed.value or hands.is_in_play(reading.table):
        return None
    return {
        "may": may_rule,
        "is_choosing": bool(chosen.get("withdraw")) and may_rule,
        "grounds": GROUNDS,
        **happened.cited(allowed.clause),
    }


def _penalties(reading: Reading, seat: Seating, chosen: Mapping[str, str]) -> dict[str, Any]:
    offers = penalties.offers(reading.table.tournament, len(reading.seats))
    wanted = (chosen.get("penalty", ""), chosen.get("amount", ""))
    picked = next((one for one in offers if (one["kind"], str(one["amount"])) == wanted), None)
    return {
        "given": penalties.history(seat.entry_id),
        "offers": offers,
        "is_choosing": wanted[0] == "choose",
        "picked": picked,
        "reasons": penalties.reasons(reading.table.tournament),
    }
