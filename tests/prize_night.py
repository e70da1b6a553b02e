"""A tournament on its way from the entry payment to the signed receipt."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.test import Client

from engine.office.law.money import Account
from engine.prizes.prizes import How, Row
from engine.structure import presets
from tests.factories import (
    DIRECTOR,
    NOW,
    bust_all_but,
    refreshed,
    sell,
    table_of,
)
from tournament.models import (
    Due,
    Entry,
    Tournament,
)
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.services import payout_desk, prizes
from tournament.prizes.services.payout_desk import Receipt

IGR = presets.get("igr")


BY: dict[str, Any] = {"actor": DIRECTOR, "now": NOW}
HALVES = (Row(1, percent=Fraction(60)), Row(2, percent=Fraction(40)))
SIGNED = "M10 10L20 20L30 10"


def all_paid(tournament: Tournament) -> Tournament:
    """Everybody's entry is in the drawer."""
    paid = tournament.money.filter(kind=PostingKind.ENTRY, voided_by=None).values("entry")
    for entry in tournament.entries.exclude(pk__in=paid):
        sell(entry, "entry", **BY)
    return refreshed(tournament)


def listed(tournament: Tournament, *rows: Row, how: How = How.PERCENTAGES, guarantee: int = 0):
    wish = prizes.ListWish(how, rows or HALVES, guarantee=guarantee)
    return prizes.save(wish, tournament_id=tournament.pk, **BY)


def played(tournament: Tournament) -> list[Entry]:
    """Seat 1 wins everything; the entries in the order of their places."""
    bust_all_but(table_of(tournament), 1)
    placed = placing_queries.of(refreshed(tournament))
    return [Entry.objects.get(pk=one.entry) for one in placed]


def balance(tournament: Tournament, account: Account) -> int:
    return money_queries.balances(tournament.pk)[account]


def pay(due: Due, **changes):
    receipt = replace(Receipt(due.entry.name, signature=SIGNED), **changes)
    return payout_desk.pay(receipt, due_id=due.pk, **BY)


def seen(place: str) -> str:
    """A page as anybody gets it, without its scripts' words."""
    page = Client().get(place).content.decode()
    return " ".join(page[page.index("<body") :].split())
