"""Desk: a posting taken back, with the chips it paid for."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from tables.chips.services import sales
from tables.views.console import buttons
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
    page = requests.text(request, "from")
    words = f"No. {number} voided; both stay in the ledger."
    return buttons.back(
        request, tournament, words, then=page if page in buttons.SELLING else "money"
    )
