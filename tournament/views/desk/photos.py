"""Desk and director: the photographs of players, which nobody else is shown."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from tournament import requests
from tournament.entries.queries import photos as queries
from tournament.entries.queries import players as player_queries
from tournament.entries.services import photos
from tournament.permissions import Permission
from tournament.setup.queries import tournaments


@require_safe
def show(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """The picture, kept by no browser: desks are shared."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.REGISTER_PLAYERS, tournament.pk)
    people = player_queries.within_reach(request.actor, tournament)
    jpeg = queries.jpeg(get_object_or_404(people, pk=player_id))
    if jpeg is None:
        raise Http404("No photograph of this player.")
    headers = {"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(jpeg, content_type="image/jpeg", headers=headers)


@require_POST
def keep(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """A photograph chosen from a file, or taken with the device's camera."""
    tournament = tournaments.find(code)
    sent = request.FILES.get("photo")
    photos.keep(
        sent.read(photos.MOST_BYTES + 1) if sent else b"",
        tournament_id=tournament.pk,
        player_id=player_id,
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Photograph saved.")
    return redirect("person", code=tournament.code, player_id=player_id)


@require_POST
def remove(request: requests.Request, code: str, player_id: int) -> HttpResponse:
    """Forget it."""
    tournament = tournaments.find(code)
    photos.remove(
        tournament_id=tournament.pk, player_id=player_id, actor=request.actor, now=requests.now()
    )
    messages.success(request, "Photograph removed.")
    return redirect("person", code=tournament.code, player_id=player_id)
