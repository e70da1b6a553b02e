"""Players, by the link of their own: their page, a move seen, yes or no to a deal."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router, Schema

from tables.queries import mine
from tables.services import seen
from tournament import http
from tournament.api.basics import PUBLIC, Done, Number, Refusal, one_of
from tournament.models import Deal, PersonalLink
from tournament.queries import links as link_queries
from tournament.services import deals

router = Router(tags=["players' own links"])
ANSWERS = {**PUBLIC, 409: Refusal}


class Seen(Schema):
    """The move that was seen."""

    move: Number


class Said(Schema):
    """Yes or no to the deal."""

    deal: Number
    says_yes: bool


def _link(token: str) -> PersonalLink:
    link = link_queries.find(token) if token.isascii() and token.isprintable() else None
    if link is None:
        raise Http404("This link opens nothing any more. Ask at the desk for a new one.")
    return link


@router.get(
    "/me/{token}", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="A player's page"
)
def page(request: HttpRequest, token: str) -> dict[str, Any]:
    return mine.picture(_link(token), now=http.now())


@router.post(
    "/me/{token}/seen",
    auth=None,
    response={200: Done, **ANSWERS},
    summary="I have seen the move",
    openapi_extra={"x-pages": ["mine-seen"]},
)
def saw(request: HttpRequest, token: str, wish: Seen) -> Done:
    seen.seen(link=_link(token), seating_id=wish.move, now=http.now())
    return Done()


@router.post(
    "/me/{token}/deal",
    auth=None,
    response={200: Done, **ANSWERS},
    summary="I say yes or no to the deal",
    openapi_extra={"x-pages": ["mine-deal"]},
)
def answer(request: HttpRequest, token: str, wish: Said) -> Done:
    link = _link(token)
    of_mine = Deal.objects.filter(tournament_id=link.entry.tournament_id)
    deal = one_of(of_mine, "deal", pk=wish.deal)
    deals.hear_link(link, deal_id=deal.pk, says_yes=wish.says_yes, now=http.now())
    return Done()
