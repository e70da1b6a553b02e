"""Desk and director: what came in, what went out, what lies in the drawers."""

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from engine.office.law.giving import Area, Category, Expense
from engine.office.law.money import Method
from engine.office.money import CHIPS, FEES, Sold
from engine.office.spending import AccountKind, Disbursement
from engine.structure import sale_terms
from engine.structure.law import BELOW, MOST, OFFERED
from tournament import requests
from tournament.models import Tournament
from tournament.money.queries import money as money_queries
from tournament.money.queries import money_page
from tournament.money.queries import revenue as revenue_queries
from tournament.money.services import money_desk, proceeds
from tournament.permissions import Permission, may, require
from tournament.setup.queries import tournaments
from tournament.setup.services import dry_run


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Where the money is, and everything that moved it."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    today = timezone.localdate(requests.now())
    context = {
        "tournament": tournaments.heading(tournament),
        "money": money_page.page(tournament, today=today),
        "may_handle": may(request.actor, Permission.HANDLE_MONEY, tournament.pk),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "today": today.isoformat(),
    }
    return render(request, "console/money.html", context)


@require_POST
def prices(request: requests.Request, code: str) -> HttpResponse:
    """What each thing costs, and what of it is the fee."""
    tournament = tournaments.find(code)
    _fix_prices(request, tournament)
    return _back(request, tournament, "Prices saved.")


def _fix_prices(request: requests.Request, tournament: Tournament) -> list[str]:
    sent = [what for what in FEES if f"price-{what}" in request.POST]
    wish = money_desk.Prices(
        price={what: requests.cents(request, f"price-{what}") for what in sent},
        fee={what: requests.cents(request, f"fee-{what}") for what in sent},
    )
    money_desk.set_prices(
        wish, tournament_id=tournament.pk, actor=request.actor, now=requests.now()
    )
    return money_page.split_words(tournaments.find(tournament.code))


@require_POST
def sales(request: requests.Request, code: str) -> HttpResponse:
    """Which chips are sold during play, how many and how often."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    _fix_sales(request, tournament)
    return _back(request, tournament, "Rebuy settings saved.")


def _fix_sales(request: requests.Request, tournament: Tournament) -> list[str]:
    sent = [what for what in CHIPS if f"chips-{what}" in request.POST]
    wish = {what: _sale(request, tournament, what) for what in sent}
    money_desk.set_sales(wish, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return []


TRIED = {"prices": _fix_prices, "sales": _fix_sales}


@require_POST
def check(request: requests.Request, code: str, what: str) -> HttpResponse:
    """What the book has against the prices or sales typed so far; nothing is kept."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    if what not in TRIED:
        raise Http404("Nothing of this name to check.")
    found = dry_run.of(lambda: TRIED[what](request, tournament))
    context = {"doubts": found.doubts, "facts": found.facts}
    return render(request, "console/_checked.html", context)


def _sale(request: requests.Request, tournament: Tournament, what: Sold) -> sale_terms.Sale:
    """One purchase as the form says it; what it does not ask stays as it is."""
    plain = tournament.structure
    was, parts = (
        sale_terms.of(plain, what),
        sale_terms.houses(plain, what, tournament.law.structure),
    )
    asks = {name: name in parts for name in (MOST, BELOW)}
    most, below = (
        requests.optional_number(request, f"{name}-{what}") for name in ("most", "stack_below")
    )
    return sale_terms.Sale(
        is_sold=f"is_sold-{what}" in request.POST if OFFERED in parts else was.is_sold,
        chips=requests.number(request, f"chips-{what}"),
        most=most if asks[MOST] else was.most,
        stack_below=below if asks[BELOW] else was.stack_below,
    )


@require_POST
def change(request: requests.Request, code: str) -> HttpResponse:
    """Cash brought into a drawer, or taken out of it."""
    tournament = tournaments.find(code)
    amount = requests.cents(request, "amount")
    is_out = request.POST.get("way") == "out"
    money_desk.bring_change(
        tournament_id=tournament.pk,
        amount=-amount if is_out else amount,
        note=requests.text(request, "note"),
        **requests.once(request),
    )
    return _back(request, tournament, "Saved.")


@require_POST
def count(request: requests.Request, code: str) -> HttpResponse:
    """A drawer counted at the end of the day."""
    tournament = tournaments.find(code)
    counted = money_desk.Counted(
        cashier=requests.text(request, "cashier"),
        amount=requests.cents(request, "counted"),
        note=requests.text(request, "note"),
    )
    made = money_desk.count_drawer(
        counted, tournament_id=tournament.pk, actor=request.actor, now=requests.now()
    )
    words = "It matches the ledger." if not made.difference else "The difference is posted."
    return _back(request, tournament, f"Counted. {words}")


@require_POST
def expense(request: requests.Request, code: str) -> HttpResponse:
    """Something paid to run the event."""
    tournament = tournaments.find(code)
    wish = Expense(
        category=requests.choice(request, "category", Category),
        payee=requests.text(request, "payee"),
        amount=requests.cents(request, "amount"),
        purpose=requests.text(request, "purpose"),
        method=_method(request),
        is_approved=bool(request.POST.get("approved")),
        registration=requests.text(request, "registration"),
        area=requests.choice(request, "area", Area) if request.POST.get("area") else None,
        is_percentage=bool(request.POST.get("percentage")),
        cheque=requests.text(request, "cheque"),
        cheque_date=_day(request, "cheque_date"),
        voucher=requests.text(request, "voucher"),
    )
    proceeds.spend(wish, tournament_id=tournament.pk, **requests.once(request))
    return _back(request, tournament, "Expense paid.")


@require_POST
def purpose(request: requests.Request, code: str) -> HttpResponse:
    """Who runs the event, and what for."""
    tournament = tournaments.find(code)
    wish = proceeds.Purpose(
        organisation=requests.text(request, "organisation"),
        purposes=tuple(requests.text(request, "purposes").splitlines()),
        account=requests.text(request, "account"),
        account_kind=requests.choice(request, "account_kind", AccountKind),
        bank_holidays=_days(request, "bank_holidays"),
        guaranteed_by=requests.text(request, "guaranteed_by"),
    )
    proceeds.set_purpose(wish, tournament_id=tournament.pk, actor=request.actor, now=requests.now())
    return _back(request, tournament, "Saved.")


@require_POST
def bank(request: requests.Request, code: str) -> HttpResponse:
    """Cash to the bank, interest from it, or a wish to move it elsewhere."""
    tournament = tournaments.find(code)
    amount, by = requests.cents(request, "amount"), requests.once(request)
    kind = request.POST.get("kind")
    if kind == "interest":
        proceeds.add_interest(tournament_id=tournament.pk, amount=amount, **by)
    elif kind == "elsewhere":
        account = requests.text(request, "account")
        proceeds.move_elsewhere(tournament_id=tournament.pk, amount=amount, account=account, **by)
    else:
        proceeds.bank(tournament_id=tournament.pk, amount=amount, **by)
    return _back(request, tournament, "Saved.")


@require_POST
def disburse(request: requests.Request, code: str) -> HttpResponse:
    """Proceeds paid to what they are for."""
    tournament = tournaments.find(code)
    paid = Disbursement(
        payee=requests.text(request, "payee"),
        amount=requests.cents(request, "amount"),
        purpose=requests.text(request, "purpose"),
        cheque=requests.text(request, "cheque"),
        cheque_date=_day(request, "cheque_date"),
    )
    proceeds.disburse(paid, tournament_id=tournament.pk, **requests.once(request))
    return _back(request, tournament, "Proceeds paid.")


@require_safe
def receipt(request: requests.Request, code: str, number: int) -> HttpResponse:
    """A receipt to print; its code leads the payer to the same page."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    received = tournament.money.filter(kind__in=money_queries.RECEIVED)
    posting = get_object_or_404(
        received.select_related("entry__player", "tournament"), number=number
    )
    return _receipt(request, tournament, money_page.receipt(posting))


@require_safe
def my_receipt(request: requests.Request, token: str) -> HttpResponse:
    """The receipt as its owner sees it."""
    posting = money_page.by_token(token)
    if posting is None:
        raise Http404
    return _receipt(request, posting.tournament, money_page.receipt(posting))


@require_safe
def revenue(request: requests.Request) -> HttpResponse:
    """What all tournaments of the house took in."""
    require(request.actor, Permission.CREATE_TOURNAMENTS)
    return render(request, "console/revenue.html", {"revenue": revenue_queries.page()})


def _receipt(
    request: requests.Request, tournament: Tournament, shown: money_page.Receipt
) -> HttpResponse:
    context = {"tournament": tournaments.heading(tournament), "receipt": shown}
    return render(request, "console/receipt.html", context)


def _method(request: requests.Request) -> Method:
    return requests.choice(request, "method", Method)


def _day(request: requests.Request, field: str) -> date | None:
    words = requests.text(request, field)
    try:
        return date.fromisoformat(words) if words else None
    except ValueError:
        raise requests.Malformed("Enter the date as 2027-03-05.") from None


def _days(request: requests.Request, field: str) -> tuple[date, ...]:
    try:
        return tuple(date.fromisoformat(word) for word in requests.text(request, field).split())
    except ValueError:
        raise requests.Malformed("Enter each date as 2027-03-05.") from None


def _back(request: requests.Request, tournament: Tournament, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return redirect("money", code=tournament.code)
