"""The office's side of money: prices, change, payments, counting the drawers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.amounts import dollars, figure
from engine.entries import purchases
from engine.office import money as engine_money
from engine.office.law.money import Account, Method
from engine.office.money import Line, Sold
from engine.refusal import Refused
from engine.structure import offers, sale_terms, structure
from engine.structure.sale_terms import Sale
from tournament.live import broadcast
from tournament.models import CashCount, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import drawers
from tournament.money.queries import money as money_queries
from tournament.money.services import money
from tournament.money.services.money import Move, Till
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal


def held(tournament_id: int) -> Tournament:
    """The tournament, held until the end of the transaction."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def opened(
    kind: str, *, tournament_id: int, actor: Actor, now: datetime, command_id: UUID | None
) -> Tournament | None:
    """The tournament held for a move of money; None where this command was carried out before."""
    require(actor, Permission.HANDLE_MONEY, tournament_id)
    tournament = held(tournament_id)
    is_new = idempotency.is_new(command_id, tournament_id=tournament_id, kind=kind, now=now)
    return tournament if is_new else None


@dataclass(frozen=True, slots=True)
class Prices:
    """What each thing costs and what of it is the fee, in cents."""

    price: Mapping[Sold, int]
    fee: Mapping[Sold, int]


@transaction.atomic
def set_prices(prices: Prices, *, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Fix what is paid, and how it divides, before anybody has paid (adelaide:88a)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    begun = tournament.started_at is not None
    offers.check_open(tournament.law.structure, has_started=begun)
    clause = tournament.law.money.price.clause
    if tournament.money.filter(kind__in=money_queries.RECEIVED, voided_by=None).exists():
        raise Refused("Somebody has already paid: everybody pays the same price.", clause)
    plain = _with(prices, tournament.structure)
    engine_money.check_terms(plain, rulebook=tournament.rulebook)
    purchases.check_rebuy_offer(
        structure.rebuys(plain), entry_chips=plain["stack"], entry_price=plain["entry_price"]
    )
    tournament.structure = plain
    tournament.save(update_fields=["structure"])
    tournament.entries.filter(price__gt=0).update(price=plain["entry_price"])
    words = ", ".join(
        f"{what.words.lower()} {dollars(engine_money.price(plain, what))}"
        for what in engine_money.FEES
        if engine_money.price(plain, what)
    )
    journal.write(
        actor, "money.prices", tournament_id=tournament_id, at=now, words=words or "free entry"
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def _with(prices: Prices, plain: Mapping[str, Any]) -> dict[str, Any]:
    """The structure at these prices; what is not sold keeps having none."""
    made = dict(plain)
    for what, field in engine_money.FEES.items():
        made[field] = prices.fee.get(what, 0)
    made["entry_price"] = prices.price.get(Sold.ENTRY, 0)
    for what, key in engine_money.TERMS.items():
        terms = made[key]
        if not terms["is_refused"] and what in prices.price:
            made[key] = {**terms, "terms": {**terms["terms"], "price": prices.price[what]}}
    return made


@transaction.atomic
def set_sales(
    sales: Mapping[Sold, Sale], *, tournament_id: int, actor: Actor, now: datetime
) -> None:
    """Fix which chips are sold during play, how many and how often, before play begins."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    begun = tournament.started_at is not None
    offers.check_open(tournament.law.structure, has_started=begun)
    plain = sale_terms.into(tournament.structure, sales, tournament.law.structure)
    if plain == tournament.structure:
        return
    engine_money.check_terms(plain, rulebook=tournament.rulebook)
    tournament.structure = plain
    tournament.save(update_fields=["structure"])
    sold = [what for what in engine_money.CHIPS if sale_terms.of(plain, what).is_sold]
    words = ", ".join(
        f"{what.words.lower()} {figure(sale_terms.of(plain, what).chips)} chips" for what in sold
    )
    said = {"words": words or "no chips are sold"}
    journal.write(actor, "money.sales", tournament_id=tournament_id, at=now, **said)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def bring_change(
    *,
    tournament_id: int,
    amount: int,
    note: str,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> None:
    """The house puts cash into a drawer, or takes it out again (an amount below zero)."""
    tournament = opened(
        "money change", tournament_id=tournament_id, actor=actor, now=now, command_id=command_id
    )
    if tournament is None:
        return
    in_drawer = drawers.cash_of(tournament, actor.name)
    if amount < 0 and in_drawer + amount < 0:
        raise Refused(f"This drawer holds {dollars(in_drawer)}.")
    words = note.strip() or ("Float in" if amount > 0 else "Float out")
    lines = (Line(Account.CASH, amount), Line(Account.HOUSE, -amount))
    money.post(tournament, Move(PostingKind.FLOAT, words, lines), Till(actor, now))


@dataclass(frozen=True, slots=True)
class Counted:
    """What lies in a drawer."""

    cashier: str
    amount: int
    note: str = ""


@transaction.atomic
def count_drawer(counted: Counted, *, tournament_id: int, actor: Actor, now: datetime) -> CashCount:
    """The end of a cashier's day: what was counted, and the difference posted."""
    require(actor, Permission.HANDLE_MONEY, tournament_id)
    tournament = held(tournament_id)
    expected = drawers.cash_of(tournament, counted.cashier)
    difference = counted.amount - expected
    if difference and not counted.note.strip():
        words = dollars(abs(difference))
        side = "more" if difference > 0 else "less"
        raise Refused(f"That is {words} {side} than the ledger: count again, or say why.")
    made = CashCount.objects.create(
        tournament=tournament,
        cashier=counted.cashier,
        expected=expected,
        counted=counted.amount,
        note=counted.note.strip()[:200],
        at=now,
        by=actor.name,
    )
    if difference:
        _post_difference(tournament, counted, difference, Till(actor, now))
    journal.write(
        actor,
        "money.counted",
        tournament_id=tournament_id,
        at=now,
        cashier=counted.cashier,
        counted=dollars(counted.amount),
        expected=dollars(expected),
    )
    broadcast.changed(tournament_id, broadcast.Audience.CONSOLE)
    return made


def _post_difference(
    tournament: Tournament, counted: Counted, difference: int, till: Till
) -> Posting:
    lines = (Line(Account.CASH, difference), Line(Account.DIFFERENCES, -difference))
    move = Move(
        PostingKind.DIFFERENCE,
        f"Cash difference of {counted.cashier}: {counted.note}",
        lines,
        about={"drawer": counted.cashier},
    )
    return money.post(tournament, move, replace(till, method=Method.CASH))
