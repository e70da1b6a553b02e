"""A dealer's taps in the order the book fixes: blinds, deal; losing hands, pot."""

from collections.abc import Collection
from typing import Any

from engine.conduct import table_order
from engine.hand.commands import Command
from tables.models import Table
from tables.play.services import play


def start_hand(request: play.Request, *, confirmed: Collection[str], **more: Any) -> Table:
    """The next hand, once the blinds are in."""
    table_order.check_blinds_are_in(_book(request), confirmed)
    return play.start_hand(request, **more)


def pay(request: play.Request, command: Command, *, confirmed: Collection[str]) -> Table:
    """A pot to its winner, once the losing hands are mucked."""
    table_order.check_losers_are_mucked(_book(request), confirmed)
    return play.act(request, command)


def _book(request: play.Request) -> str:
    found = Table.objects.filter(pk=request.table_id).values_list("tournament__rulebook", flat=True)
    return str(found.get())
