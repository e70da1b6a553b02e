"""Desk: hand prizes over against a signed receipt."""

from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.office.law.money import Method
from tournament import requests
from tournament.models import Due, Payout
from tournament.office.queries import conflicts
from tournament.permissions import Permission, may, require
from tournament.prizes.queries import prize_page
from tournament.prizes.services import payout_desk
from tournament.setup.queries import tournaments


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """Unpaid prizes first, then the paid ones with their receipts."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "desk": prize_page.desk(tournament),
        "warnings": conflicts.warnings(tournament),
        "may_handle": may(request.actor, Permission.HANDLE_MONEY, tournament.pk),
    }
    return render(request, "console/payout_desk.html", context)


@require_POST
def pay(request: requests.Request, code: str, due_id: int) -> HttpResponse:
    """One prize handed over."""
    tournament = tournaments.find(code)
    due = get_object_or_404(Due, pk=due_id, tournament=tournament)
    made = payout_desk.pay(
        payout_desk.Receipt(
            receiver=requests.text(request, "receiver"),
            method=requests.choice(request, "method", Method),
            signature=requests.text(request, "signature"),
            is_on_paper=bool(request.POST.get("on_paper")),
            cheque=requests.text(request, "cheque"),
            cheque_date=_day(request),
        ),
        due_id=due.pk,
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"Paid to {made.receiver}: receipt {made.number}.")
    return redirect("payout-desk", code=tournament.code)


def _day(request: requests.Request) -> date | None:
    words = requests.text(request, "cheque_date")
    try:
        return date.fromisoformat(words) if words else None
    except ValueError:
        raise requests.Malformed("Enter the date as 2027-03-05.") from None


@require_POST
def take_back(request: requests.Request, code: str, payout_id: int) -> HttpResponse:
    """A payment undone."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Payout, pk=payout_id, due__tournament=tournament)
    payout_desk.take_back(
        payout_id=found.pk,
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Payout undone: the prize is unpaid again.")
    return redirect("payout-desk", code=tournament.code)


@require_safe
def receipt(request: requests.Request, code: str, payout_id: int) -> HttpResponse:
    """The signed receipt."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    found = get_object_or_404(
        Payout.objects.select_related("due__entry__player", "posting"),
        pk=payout_id,
        due__tournament=tournament,
    )
    context = {
        "tournament": tournaments.heading(tournament),
        "receipt": prize_page.receipt(found),
    }
    return render(request, "console/prize_receipt.html", context)


@require_safe
def blank(request: requests.Request, code: str, due_id: int) -> HttpResponse:
    """A receipt to sign on paper."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_MONEY, tournament.pk)
    dues = Due.objects.select_related("entry__player").prefetch_related("payouts")
    found = get_object_or_404(dues, pk=due_id, tournament=tournament)
    context = {
        "tournament": tournaments.heading(tournament),
        "receipt": prize_page.blank_receipt(found),
    }
    return render(request, "console/prize_receipt.html", context)
