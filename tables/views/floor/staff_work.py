"""Director and floor: the checklist before a session, counts, bags, decks, and who deals where."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.amounts import figure
from tables.chips.queries import bags as bag_queries
from tables.chips.queries import counts as count_queries
from tables.chips.services import bags, counts
from tables.chips.services.counts import Counted
from tables.commands import TableCommand
from tables.conduct.services import forfeits
from tables.crew.queries import managers
from tables.crew.services import dealer_rota, managing
from tables.equipment.queries import decks as deck_queries
from tables.equipment.services import decks
from tables.models import Bag, ChipCount, CountedStack
from tables.play.queries import histories
from tables.play.services import depth
from tables.seating.queries import tables as table_queries
from tables.sessions.queries import checks as check_queries
from tables.views.tablet import table_sheets
from tournament import doors, requests
from tournament.models import Tournament
from tournament.permissions import Permission, may, may_see, require
from tournament.setup.queries import tournaments
from tournament.views.office import staff


def _page(request: requests.Request, code: str, template: str, **more: object) -> HttpResponse:
    tournament = tournaments.find(code)
    context = {
        "tournament": tournaments.heading(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "may_rule": may(request.actor, Permission.RULE, tournament.pk),
        "opened": doors.opened_to(request.actor, tournament.pk),
        "may_order": may(request.actor, Permission.ORDER_CARD_COUNT, tournament.pk),
        **more,
    }
    return render(request, template, context)


def _seen(request: requests.Request, code: str) -> Tournament:
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    return tournament


@require_safe
def checks(request: requests.Request, code: str) -> HttpResponse:
    """Is everything ready for the first hand of the session?"""
    found = check_queries.page(_seen(request, code), now=requests.now())
    return _page(request, code, "console/checks.html", checks=found)


@require_safe
def counts_page(request: requests.Request, code: str) -> HttpResponse:
    """Counts of chips, held and to be held."""
    tournament = _seen(request, code)
    found = count_queries.page(tournament)
    may_penalise = may(request.actor, Permission.PENALISE, tournament.pk)
    return _page(request, code, "console/counts.html", counts=found, may_penalise=may_penalise)


@require_safe
def count_result(request: requests.Request, code: str, count_id: int) -> HttpResponse:
    """What one count said."""
    tournament = _seen(request, code)
    count = get_object_or_404(
        ChipCount.objects.select_related("only_table", "tournament"),
        pk=count_id,
        tournament=tournament,
    )
    found = count_queries.result(count)
    return _page(request, code, "console/count_result.html", result=found)


@require_safe
def bags_page(request: requests.Request, code: str) -> HttpResponse:
    """Bags of the session that has ended."""
    found = bag_queries.page(_seen(request, code))
    return _page(request, code, "console/bags.html", bags=found)


@require_safe
def bag_sheets(request: requests.Request, code: str) -> HttpResponse:
    """One sheet for each bag, to print and sign."""
    tournament = _seen(request, code)
    bagging = tournament.baggings.order_by("-id").first()
    sheets = bag_queries.sheets(bagging) if bagging is not None else []
    return _page(request, code, "console/bag_sheets.html", sheets=sheets, bagging=bagging)


@require_safe
def decks_page(request: requests.Request, code: str) -> HttpResponse:
    """Decks at the tables and in the safe."""
    found = deck_queries.page(_seen(request, code))
    return _page(request, code, "console/decks.html", decks=found)


@require_safe
def history(request: requests.Request, code: str, number: int) -> HttpResponse:
    """What was done at one table: its hands, cards and counts."""
    tournament = _seen(request, code)
    table = table_queries.find(tournament, number)
    may_inspect = may_see(request.actor, Permission.RULE, tournament.pk)
    found = histories.picture(table, may_inspect=may_inspect)
    return _page(request, code, "console/table_history.html", history=found)


@require_POST
def order_card_count(request: requests.Request, code: str) -> HttpResponse:
    """The deck of one table is counted now."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.ORDER_CARD_COUNT, tournament.pk)
    table = table_queries.find(tournament, requests.number(request, "table"))
    decks.order_count(
        TableCommand(table.pk, request.actor, requests.now()), why=requests.text(request, "why")
    )
    messages.success(request, f"Table {table.number} counts its deck: play waits there.")
    return redirect("decks", code=code)


Act = Callable[[requests.Request, Tournament], tuple[str, str]]


@require_POST
def act(request: requests.Request, code: str) -> HttpResponse:
    """One of the buttons of these pages; each service asks who may."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RULE, tournament.pk)
    doing = ACTS.get(request.POST.get("kind", ""))
    if doing is None:
        raise requests.Malformed("The page sent an unknown command. Reload it.")
    page, sentence = doing(request, tournament)
    messages.success(request, sentence)
    if page == "count-result":
        return redirect(page, code=code, count_id=requests.number(request, "count"))
    return redirect(page, code=code)


def _table_request(request: requests.Request, tournament: Tournament) -> TableCommand:
    table = table_queries.find(tournament, requests.number(request, "table"))
    return TableCommand(table.pk, request.actor, requests.now(), requests.command_id(request))


def _assign(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    dealer_rota.assign(
        **requests.by(request, tournament),
        number=requests.number(request, "table"),
        user_id=requests.optional_number(request, "user"),
    )
    return "checks", "Dealer set."


@require_http_methods(["GET", "POST"])
def staff_page(request: requests.Request, code: str) -> HttpResponse:
    """Who works here, and who manages which table."""
    return staff.staff_page(request, code, managers=managers.page)


@require_POST
def manager(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Who manages this table; set on the page of the staff."""
    managing.assign(
        tournament_id=tournaments.find(code).pk,
        number=number,
        user_id=requests.optional_number(request, "user"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"Manager of table {number} set.")
    return redirect("staff", code=code)


def _depth(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    depth.choose(
        **requests.by(request, tournament),
        depth=requests.text(request, "depth"),
        only_table=requests.optional_number(request, "table"),
    )
    return "checks", "Saved. Tablets ask for this from the next hand."


def _open_count(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    counts.open_count(
        **requests.by(request, tournament),
        only_table=requests.optional_number(request, "table"),
        because=requests.text(request, "because"),
    )
    return "counts", "Count started; the tablets ask for it between hands."


def _count(request: requests.Request, tournament: Tournament) -> ChipCount:
    return get_object_or_404(ChipCount, pk=requests.number(request, "count"), tournament=tournament)


def _close_count(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    count = _count(request, tournament)
    counts.close(count_id=count.pk, actor=request.actor, now=requests.now())
    return "count-result", "Count closed."


def _call_off(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    count = _count(request, tournament)
    counts.call_off(count_id=count.pk, actor=request.actor, now=requests.now())
    return "counts", "Count cancelled."


def _explain_count(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    row = get_object_or_404(
        CountedStack,
        pk=requests.number(request, "stack"),
        table_count__count__tournament=tournament,
    )
    counts.explain(
        stack_id=row.pk,
        why=requests.text(request, "why"),
        corrects=requests.text(request, "corrects") == "yes",
        actor=request.actor,
        now=requests.now(),
    )
    return "count-result", "Reason saved."


def _find_chips(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    counts.find_chips(
        **requests.by(request, tournament),
        amount=requests.number(request, "amount"),
        where=requests.text(request, "where"),
    )
    return "counts", "Chips returned to stock."


def _pocketed(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    require(request.actor, Permission.PENALISE, tournament.pk)
    forfeits.pocketed(
        _table_request(request, tournament),
        seat=requests.number(request, "seat"),
        amount=requests.number(request, "amount"),
        why=requests.text(request, "why"),
    )
    return "counts", "Chips removed from play."


def _end_session(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    bags.end_session(
        **requests.by(request, tournament),
        because=requests.text(request, "because"),
    )
    return "bags", "Session ended; the tablets ask for the bags."


def _take_back_end(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    bags.take_back_end(tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return "bags", "Session resumed."


def _start_next(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    bags.start_next(tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return "bags", "Next session started."


def _bag(request: requests.Request, tournament: Tournament) -> Bag:
    return get_object_or_404(Bag, pk=requests.number(request, "bag"), tournament=tournament)


def _confirm_bag(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    bag = bags.confirm(bag_id=_bag(request, tournament).pk, actor=request.actor, now=requests.now())
    return "bags", f"Bag {bag.seal} confirmed."


def _open_bag(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    pile = table_sheets.piles(request).get(0, {})
    bag = bags.open_bag(
        bag_id=_bag(request, tournament).pk,
        counted=Counted(sum(value * n for value, n in pile.items()), pile),
        is_seal_whole=requests.text(request, "whole") == "yes",
        actor=request.actor,
        now=requests.now(),
    )
    more = figure(abs(bag.difference))
    words = f"{more} too {'much' if bag.difference > 0 else 'little'}"
    return "bags", f"Bag {bag.seal} is open: {words if bag.difference else 'as it was sealed'}."


def _explain_bag(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    bags.explain(
        bag_id=_bag(request, tournament).pk,
        why=requests.text(request, "why"),
        corrects=requests.text(request, "corrects") == "yes",
        actor=request.actor,
        now=requests.now(),
    )
    return "bags", "Reason saved."


def _register_deck(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    new = decks.NewDeck(
        colour=requests.text(request, "colour"),
        make=requests.text(request, "make"),
        where=requests.text(request, "where"),
        method=requests.text(request, "method"),
    )
    deck = decks.register(new, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return "decks", f"Deck {deck.number} added."


def _look_after_deck(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    deck = decks.look_after(
        deck_id=requests.number(request, "deck"),
        kind=requests.text(request, "done"),
        why=requests.text(request, "why"),
        tournament_id=tournament.pk,
        actor=request.actor,
        now=requests.now(),
    )
    return "decks", f"Saved for deck {deck.number}."


def _change_deck(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    decks.change(
        _table_request(request, tournament),
        table_sheets.read_change(request),
        deck_id=requests.optional_number(request, "deck"),
    )
    return "decks", "Deck changed; the tablet asks for its check."


def _decline_deck(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    decks.decline(_table_request(request, tournament))
    return "decks", "Deck kept."


def _card_steps(request: requests.Request, tournament: Tournament) -> tuple[str, str]:
    decks.choose_mode(
        **requests.by(request, tournament),
        mode=requests.text(request, "mode"),
        players_cut=requests.text(request, "players_cut") == "yes",
    )
    return "decks", "Saved. The tablets follow from the next hand."


ACTS: dict[str, Act] = {
    "assign": _assign,
    "depth": _depth,
    "open_count": _open_count,
    "close_count": _close_count,
    "call_off_count": _call_off,
    "explain_count": _explain_count,
    "find_chips": _find_chips,
    "pocketed": _pocketed,
    "end_session": _end_session,
    "take_back_end": _take_back_end,
    "start_next": _start_next,
    "confirm_bag": _confirm_bag,
    "open_bag": _open_bag,
    "explain_bag": _explain_bag,
    "register_deck": _register_deck,
    "look_after_deck": _look_after_deck,
    "change_deck": _change_deck,
    "decline_deck": _decline_deck,
    "card_steps": _card_steps,
}
