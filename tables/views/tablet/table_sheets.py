"""The tablet's sheets besides the hand: the deck, counts, bags, and tables that record less."""

import re
from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.equipment.decks import Change
from tables.chips.services import bags, counts
from tables.chips.services.counts import Counted
from tables.commands import TableCommand
from tables.conduct.services import forfeits
from tables.crew.services import dealer_rota
from tables.equipment.queries import decks as deck_queries
from tables.equipment.services import decks
from tables.models import Table
from tables.play.queries import tablet_tasks
from tables.play.queries.pictures import Reading
from tables.play.services import results
from tables.seating.queries import tables as table_queries
from tournament import requests
from tournament.permissions import Permission, require
from tournament.setup.queries import tournaments

Pairs = tuple[tuple[int, int], ...]
_FIELD = re.compile(r"^(stack|put|won|chip)_(\d{1,3})(?:_(\d{1,9}))?$")


@require_safe
def sheet(request: requests.Request, code: str, number: int, what: str) -> HttpResponse:
    """One sheet of the tablet."""
    tournament = tournaments.find(code)
    table = table_queries.find(tournament, number)
    require(request.actor, Permission.DEAL, tournament.pk, table.pk)
    if what not in tablet_tasks.SHEETS:
        raise Http404(f"The tablet has no sheet called {what}.")
    chosen = {name: request.GET.get(name, "") for name in ("by", "entry", "out")}
    rank = deck_queries.rank(request.actor, tournament.pk)
    picture = tablet_tasks.sheet(Reading(table), what, rank=rank, chosen=chosen)
    return render(request, f"dealer/_sheet_{what}.html", {"sheet": picture})


def _numbers(request: requests.Request, kind: str) -> dict[int, int]:
    """The filled fields of one kind, by seat."""
    found = {}
    for name in request.POST:
        match = _FIELD.match(name)
        if match and match[1] == kind and not match[3] and request.POST[name].strip():
            found[int(match[2])] = requests.number(request, name)
    return found


def piles(request: requests.Request) -> dict[int, dict[int, int]]:
    """The chips of each denomination, by seat."""
    piles: dict[int, dict[int, int]] = {}
    for name in request.POST:
        match = _FIELD.match(name)
        if match and match[1] == "chip" and match[3]:
            number = requests.optional_number(request, name) or 0
            piles.setdefault(int(match[2]), {})[int(match[3])] = number
    return piles


def _counted(request: requests.Request) -> dict[int, Counted]:
    """What was counted, by stack or by denomination."""
    if by_seat := piles(request):
        return {
            seat: Counted(sum(value * n for value, n in pile.items()), pile)
            for seat, pile in by_seat.items()
        }
    return {seat: Counted(total) for seat, total in _numbers(request, "stack").items()}


def _seal(request: requests.Request, wanted: TableCommand) -> None:
    pile = piles(request).get(0, {})
    bags.seal(
        wanted,
        entry_id=requests.number(request, "entry"),
        number=requests.text(request, "seal"),
        counted=Counted(sum(value * n for value, n in pile.items()), pile),
    )


def _tick(request: requests.Request, wanted: TableCommand) -> None:
    told = decks.Told(
        method=requests.text(request, "method") or "hand",
        counted=requests.optional_number(request, "counted"),
        cutter=requests.optional_number(request, "cutter"),
    )
    decks.tick(wanted, step=requests.text(request, "step"), told=told)


def read_change(request: requests.Request) -> Change:
    """A deck change as its form tells it."""
    return Change(
        reason=requests.text(request, "reason"),
        colour=requests.text(request, "colour"),
        make=requests.text(request, "make"),
        asked=requests.optional_number(request, "asked") or 0,
        card=requests.text(request, "card")[:80],
        is_partial=bool(requests.text(request, "partial")),
    )


def _change(request: requests.Request, wanted: TableCommand) -> None:
    deck_id = requests.optional_number(request, "deck")
    decks.change(wanted, read_change(request), deck_id=deck_id)


def _pairs(found: dict[int, int]) -> Pairs:
    return tuple(sorted(found.items()))


def _push_in(request: requests.Request, wanted: TableCommand) -> None:
    table = Table.objects.select_related("tournament").get(pk=wanted.table_id)
    dealer_rota.push_in(
        table=table,
        code=requests.text(request, "code"),
        actor=wanted.actor,
        now=wanted.now,
        command_id=wanted.command_id,
    )


def _push_out(_: requests.Request, wanted: TableCommand) -> None:
    table = Table.objects.select_related("tournament").get(pk=wanted.table_id)
    dealer_rota.push_out(
        table=table, actor=wanted.actor, now=wanted.now, command_id=wanted.command_id
    )


# What the sheets and panels send, beside the actions of a hand.
WISHES: dict[str, Callable[[requests.Request, TableCommand], object]] = {
    "push_in": _push_in,
    "push_out": _push_out,
    "take_deck": lambda request, wanted: decks.take(
        wanted,
        colour=requests.text(request, "colour"),
        deck_id=requests.optional_number(request, "deck"),
    ),
    "card_step": _tick,
    "change_deck": _change,
    "ask_deck": lambda request, wanted: decks.ask(
        wanted, reason=requests.text(request, "reason"), why=requests.text(request, "card")
    ),
    "card_count": lambda request, wanted: decks.enter_count(
        wanted, counted=requests.number(request, "counted")
    ),
    "machine": lambda request, wanted: decks.set_machine(
        wanted, is_used=requests.text(request, "used") == "yes", why=requests.text(request, "why")
    ),
    "clear_jam": lambda request, wanted: decks.clear_jam(wanted),
    "inspect": lambda request, wanted: decks.inspect(
        wanted, seat=requests.number(request, "seat"), cards=requests.text(request, "cards")
    ),
    "chip_count": lambda request, wanted: counts.enter(wanted, _counted(request)),
    "result": lambda request, wanted: results.enter(
        wanted, put_in=_pairs(_numbers(request, "put")), won=_pairs(_numbers(request, "won"))
    ),
    "stacks": lambda request, wanted: results.enter_stacks(
        wanted, {seat: one.total for seat, one in _counted(request).items()}
    ),
    "count_out": lambda request, wanted: results.count_out(
        wanted, seat=requests.number(request, "seat"), taker=requests.number(request, "taker")
    ),
    "seal_bag": _seal,
    "pocketed": lambda request, wanted: forfeits.pocketed(
        wanted,
        seat=requests.number(request, "seat"),
        amount=requests.number(request, "amount"),
        why=requests.text(request, "why"),
    ),
}


def card_steps(request: requests.Request) -> tuple[str, ...]:
    """What the tap that deals says has been done with the cards."""
    return tuple(name for name in requests.text(request, "steps").split(",") if name)
