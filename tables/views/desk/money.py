"""Desk: a posting taken back, with the chips it paid for."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from tables.chips.services import sales
from tournament import requests
from tournament.setup.queries import tournaments


@require_POST
def void(request: requests.Request, code: str, number: int) -> HttpResponse:
    """Void one posting, with its reason."""
    tournament = tournaments.find(code)
    posting = get_object_or_404(tournament.money, number=number)
    sales.void(
        posting_id=posting.pk,
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, f"No. {number} voided; both stay in the ledger.")
    return redirect("money", code=tournament.code)
