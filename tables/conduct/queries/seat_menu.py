"""The small menu behind a seat of the oval: away or back, blinds missed, time, penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.urls import reverse

from engine.conduct import joining, time_called
from engine.conduct.law import ANYONE
from engine.referee import reports
from engine.refusal import Refused
from tables.chips.queries import purchases
from tables.conduct.queries import owed_blinds, penalties, timing
from tables.models import Seating
from tables.play.queries import hands
from tables.play.queries.cited import Cited
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries

GROUNDS = ("Taken ill", "Called away", "A family matter")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTime(Cited):
    """Whether time can be called on this player, and on whose word."""

    may_call: bool
    seconds: tuple[tuple[int, str], ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedFor(Cited):
    """Who could put the blinds in for a player who is away."""

    by: str
    names: list[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedBlinds(Cited):
    """What a player who missed their blinds would post."""

    is_due: bool
    words: str
    may: bool = False
    is_asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal(Cited):
    """On which grounds a player may leave with chips."""

    may: bool
    is_choosing: bool
    grounds: tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMenu:
    """What concerns the player in one seat."""

    seat: int
    name: str
    stack: int
    is_absent: bool
    is_asked: bool
    version: int
    url: str
    dead_url: str
    time: CallTime | None
    rebuy: purchases.Askable | None
    may_penalise: bool
    waits: Cited
    posting: PostedFor | None
    owed: OwedBlinds | None
    withdrawal: Withdrawal | None
    given: list[penalties.Given]
    offers: list[penalties.PenaltyOffer]
    is_choosing: bool
    picked: penalties.PenaltyOffer | None
    reasons: list[penalties.Reason]


def picture(
    reading: Reading,
    number: int,
    *,
    may_rule: bool,
    may_penalise: bool,
    chosen: Mapping[str, str],
    now: datetime,
) -> SeatMenu:
    """What concerns the player in this seat."""
    seat = reading.seats.get(number)
    if seat is None:
        raise Refused(f"Nobody sits in seat {number}.")
    offers = penalties.offers(reading.table.tournament, len(reading.seats))
    where = {"code": reading.table.tournament.code, "number": reading.table.number}
    return SeatMenu(
        seat=number,
        name=seat.entry.name,
        stack=seat.entry.stack,
        is_absent=seat.is_absent or seat.absence_asked_at is not None,
        is_asked=seat.absence_asked_at is not None,
        version=reading.table.version,
        url=reverse("seat-menu", kwargs={**where, "seat": number}),
        dead_url=_dead_url(reading, number, where),
        time=_time(reading, number, may_rule=may_rule),
        rebuy=next(iter(purchases.askable(reading.table, [seat], now=now)), None),
        may_penalise=may_penalise,
        waits=Cited(clause=reading.waits.get(number, "")),
        posting=_posting(reading, seat),
        owed=_owed(reading, seat, chosen, may_rule=may_rule),
        withdrawal=_withdrawal(reading, chosen, may_rule=may_rule),
        given=penalties.history(seat.entry_id),
        offers=offers,
        is_choosing=chosen.get("penalty") == "choose",
        picked=_picked(offers, chosen),
        reasons=penalties.reasons(reading.table.tournament),
    )


def _dead_url(reading: Reading, number: int, where: dict[str, object]) -> str:
    """The sheet's question why a hand is dead; nothing where there is no hand."""
    hand = reading.hand
    if hand is None or hand.is_over or number not in hand.in_hand():
        return ""
    sheet = reverse("what-happened", kwargs=where)
    return f"{sheet}?what={reports.DEAD_HAND.replace(' ', '+')}&seat={number}"


def _time(reading: Reading, number: int, *, may_rule: bool) -> CallTime | None:
    """Whether time can be called on this player, and on whose word."""
    hand, said = reading.hand, timing.terms_of(reading.table)
    terms = said.value
    if hand is None or hand.actor != number or timing.running(reading.table, hand):
        return None
    return CallTime(
        may_call=may_rule or terms.caller == ANYONE,
        seconds=time_called.choices(terms),
        total=(terms.seconds or 0) + terms.countdown,
        clause=said.clause,
    )


def _posting(reading: Reading, seat: Seating) -> PostedFor | None:
    """Who could put the blinds in for a player who is away, where the book asks for it."""
    asked = reading.table.tournament.law.conduct.posted_by_others
    if not asked.value or not seat.is_absent:
        return None
    here = [one for one in reading.seats.values() if one.pk != seat.pk and not one.is_absent]
    names = [f"{one.seat} {one.entry.name}" for one in here]
    return PostedFor(
        by=seat.posts_for_him,
        names=["The dealer", *names, "Somebody the player named"],
        clause=asked.clause,
    )


def owed(reading: Reading, seat: Seating) -> OwedBlinds | None:
    """What a player who missed their blinds would post; None where none can be owed."""
    table, blinds = reading.table, clock_queries.level_now(reading.table.tournament).blinds
    law = table.tournament.law.conduct
    try:
        joining.check_may_owe(blinds, law.missed_blinds)
    except Refused:
        return None
    return OwedBlinds(
        is_due=owed_blinds.is_due(table, seat),
        words=owed_blinds.words(table),
        clause=law.missed_blinds.clause,
    )


def _owed(
    reading: Reading, seat: Seating, chosen: Mapping[str, str], *, may_rule: bool
) -> OwedBlinds | None:
    """What is owed, and whether it is being asked; the floor's word where the book wants it."""
    due = owed(reading, seat)
    if due is None:
        return None
    needs_floor = reading.table.tournament.law.conduct.absence_confirmed.value
    may_take = may_rule or not needs_floor
    return replace(due, may=may_take, is_asked=bool(chosen.get("owed")) and may_take)


def _withdrawal(
    reading: Reading, chosen: Mapping[str, str], *, may_rule: bool
) -> Withdrawal | None:
    """On which grounds a player may leave with chips, where the book knows it."""
    allowed = reading.table.tournament.law.entries.withdrawals
    if not allowed.value or hands.is_in_play(reading.table):
        return None
    return Withdrawal(
        may=may_rule,
        is_choosing=bool(chosen.get("withdraw")) and may_rule,
        grounds=GROUNDS,
        clause=allowed.clause,
    )


def _picked(
    offers: list[penalties.PenaltyOffer], chosen: Mapping[str, str]
) -> penalties.PenaltyOffer | None:
    wanted = (chosen.get("penalty", ""), chosen.get("amount", ""))
    return next((offer for offer in offers if (offer.kind, str(offer.amount)) == wanted), None)
