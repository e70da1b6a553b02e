"""Players, by the link of their own: their page, a move seen, yes or no to a deal."""

from typing import ClassVar

from django.http import Http404, HttpRequest

from tables.console.queries import mine
from tables.seating.services import seen
from tournament.api.fields import Line, Number, Sent, Where
from tournament.api.operations import OPEN, House, Operations, one_of
from tournament.api.problems import Problem
from tournament.draws.services import witnesses
from tournament.entries.queries import links as link_queries
from tournament.models import Deal
from tournament.prizes.services import deals

router = Operations(tags=["phones"])


class Seen(Sent):
    """The move that was seen."""

    move: Number


class Said(Sent):
    """Yes or no to the deal."""

    deal: Number
    says_yes: bool


class Word(Sent):
    """Any word: it is mixed into the draw, and everybody can read it."""

    word: Line


class Phone(House):
    """A player asks, by the link of their own."""

    address = "/me/{token}"
    auth = None
    refusals: ClassVar[dict[int, type[Problem]]] = {**OPEN, 409: Problem, 413: Problem}

    def __init__(self, request: HttpRequest, token: str) -> None:
        super().__init__(request)
        link = link_queries.find(token) if token.isascii() and token.isprintable() else None
        if link is None:
            raise Http404("This link no longer works. Ask the desk for a new one.")
        self.link = link


@router.show("", "A player's personal page")
def page(here: Phone) -> mine.OwnPage:
    return mine.picture(here.link, now=here.now)


@router.act("/seen", "Confirm a seat change", "mine-seen")
def saw(here: Phone, wish: Seen) -> None:
    seen.seen(link=here.link, seating_id=wish.move, now=here.now)


@router.act("/draws/{draw_id}", "Add my word to a draw", "mine-word")
def add_word(here: Phone, draw_id: Where, wish: Word) -> None:
    witnesses.add_word(here.link, draw_id=draw_id, word=wish.word, now=here.now)


@router.act("/deal", "Accept or decline a deal", "mine-deal")
def answer(here: Phone, wish: Said) -> None:
    of_mine = Deal.objects.filter(tournament_id=here.link.entry.tournament_id)
    deal = one_of(of_mine, "deal", pk=wish.deal)
    deals.hear_link(here.link, deal_id=deal.pk, says_yes=wish.says_yes, now=here.now)
