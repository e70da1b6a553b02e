"""The house's director, signed in: how the house looks, and its leagues. No token may."""

from typing import Any

from django.http import HttpRequest
from ninja import File, Form, Router, Schema
from ninja.files import UploadedFile
from pydantic import Field

from tournament import http
from tournament.api.basics import (
    PUBLIC,
    Count,
    Done,
    Line,
    Name,
    Signed,
    action,
    one_of,
)
from tournament.models import League, Tournament
from tournament.permissions import Permission, require
from tournament.queries import leagues as league_queries
from tournament.services import house, leagues
from tournament.services.logos import MOST_BYTES

router = Router(tags=["house"])


class Look(Schema):
    """Name, two colours, the deck; empty: the usual."""

    name: Name = Field("", max_length=60, examples=["The Green Room"])
    colour: str = Field("", max_length=7, examples=["#1f6f4a"])
    accent: str = Field("", max_length=7, examples=["#e0a526"])
    has_four_colours: bool = False


class LeagueTerms(Schema):
    """A league's name, its formula, how many results count, and its tournaments by code."""

    name: Name = Field(examples=["Spring"])
    formula: Line = Field(examples=["10 * sqrt(n / k)"])
    best: Count | None = None
    tournaments: list[str] = Field([], max_length=500, examples=[["ABCD"]])

    def terms(self) -> leagues.Terms:
        """As the service takes it."""
        codes = [code.upper() for code in self.tournaments if code.isascii() and code.isalnum()]
        found = Tournament.objects.filter(code__in=codes).values_list("pk", flat=True)
        return leagues.Terms(self.name, self.formula, self.best, list(found))


class Kept(Done):
    """Where the league is found."""

    slug: str


@action(router, "/house", "How the house looks", "house")
def furnish(request: Signed, look: Look) -> Done:
    require(request.auth, Permission.FURNISH_HOUSE)
    house.furnish(house.Look(**look.dict()), actor=request.auth, now=http.now())
    return Done()


@action(router, "/house/logo", "The house's logo", "house")
def set_logo(request: Signed, file: File[UploadedFile], look: Form[Look]) -> Done:
    """PNG or SVG."""
    require(request.auth, Permission.FURNISH_HOUSE)
    house.furnish(
        house.Look(**look.dict()),
        logo=file.read(MOST_BYTES + 1),
        actor=request.auth,
        now=http.now(),
    )
    return Done()


@action(router, "/house/logo/remove", "The product's own mark again", "house-logo-remove")
def remove_logo(request: Signed) -> Done:
    house.remove_logo(actor=request.auth, now=http.now())
    return Done()


@router.get("/leagues", auth=None, response=list[dict[str, Any]], summary="All leagues")
def all_leagues(request: HttpRequest) -> list[dict[str, Any]]:
    return [{"slug": one.slug, "name": one.name} for one in League.objects.order_by("name")]


@router.get(
    "/leagues/{slug}", auth=None, response={200: dict[str, Any], **PUBLIC}, summary="A league"
)
def league(request: HttpRequest, slug: str) -> dict[str, Any]:
    return league_queries.page(_league(slug))


@action(router, "/leagues", "A new league", "league-new", answers=Kept)
def new_league(request: Signed, wish: LeagueTerms) -> Kept:
    require(request.auth, Permission.CREATE_TOURNAMENTS)
    made = leagues.save(wish.terms(), actor=request.auth, now=http.now())
    return Kept(slug=made.slug)


@action(router, "/leagues/{slug}", "Change a league", "league-change", answers=Kept)
def change_league(request: Signed, slug: str, wish: LeagueTerms) -> Kept:
    require(request.auth, Permission.CREATE_TOURNAMENTS)
    found = _league(slug)
    made = leagues.save(wish.terms(), actor=request.auth, now=http.now(), league_id=found.pk)
    return Kept(slug=made.slug)


def _league(slug: str) -> League:
    found: League = one_of(League.objects, "league", slug=slug.replace("\0", ""))
    return found
