"""The house's director, signed in: how the house looks, and its leagues. No token may."""

from dataclasses import asdict, fields, replace
from typing import Any

from ninja import File, Form, Schema
from ninja.files import UploadedFile
from pydantic import Field

from tournament import requests
from tournament.api.answers import Done
from tournament.api.fields import Line, Name, Sent
from tournament.api.operations import House, Operations, one_of
from tournament.house.services import house
from tournament.house.services.logos import MOST_BYTES
from tournament.models import House as HouseRow
from tournament.models import League, Tournament
from tournament.permissions import Permission
from tournament.prizes.queries import leagues as league_queries
from tournament.prizes.services import leagues

router = Operations(tags=["house"])


class Look(Sent):
    """Name, colours, deck, how amounts and hours are written. What stays out stays as it is."""

    name: Name = Field("", max_length=60, examples=["The Green Room"])
    colour: str = Field("", max_length=7, examples=["#1f6f4a"])
    accent: str = Field("", max_length=7, examples=["#e0a526"])
    has_four_colours: bool = False
    currency: Name = Field("$", max_length=4, examples=["$"])
    separators: str = Field("comma", pattern="^(comma|point|space)$", examples=["comma"])
    has_12_hours: bool = False


class LeagueTerms(Sent):
    """A league's name, its formula, how many results count, and its tournaments by code."""

    name: Name = Field(examples=["Spring"])
    formula: Line = Field(examples=["10 * sqrt(players / place)"])
    best: int | None = Field(None, ge=0, le=requests.FEW, examples=[8])
    tournaments: list[str] = Field([], max_length=500, examples=[["ABCD"]])

    def terms(self) -> leagues.Terms:
        """As the service takes it."""
        codes = [code.upper() for code in self.tournaments if code.isascii() and code.isalnum()]
        found = Tournament.objects.filter(code__in=codes).values_list("pk", flat=True)
        return leagues.Terms(self.name, self.formula, self.best, list(found))


class LeagueChange(LeagueTerms):
    """The same of a league that there is; what stays out stays as it is."""

    name: Name = Field("", examples=["Spring"])
    formula: Line = Field("", examples=["10 * sqrt(players / place)"])


class LeagueName(Schema):
    """A league, and where it is found."""

    slug: str
    name: str


class Night(Schema):
    """A tournament of a league."""

    code: str
    name: str
    is_finished: bool


class NightPoints(Schema):
    """What one tournament brought somebody; no points: did not play."""

    points: float | None
    counts: bool


class LeagueRow(Schema):
    """Somebody's place in a league."""

    place: int
    player: int
    name: str
    points: float
    played: int
    results: list[NightPoints]


class LeagueTable(LeagueName):
    """The table of a league."""

    formula: str
    best: int | None
    tournaments: list[Night]
    rows: list[LeagueRow]


class Kept(Done):
    """Where the league is found."""

    slug: str


@router.act("/house", "Set the branding", "house", may=Permission.FURNISH_HOUSE)
def furnish(here: House, look: Look) -> None:
    house.furnish(_over_now(look), **here.when)


@router.act("/house/logo", "Set the logo", "house", may=Permission.FURNISH_HOUSE)
def set_logo(here: House, file: File[UploadedFile], look: Form[Look]) -> None:
    """PNG or SVG."""
    house.furnish(_over_now(look), logo=file.read(MOST_BYTES + 1), **here.when)


def _over_now(look: Look) -> house.Look:
    kept = HouseRow.objects.first() or HouseRow()
    said = {one.name: getattr(kept, one.name) for one in fields(house.Look)}
    return look.over(house.Look(**said))


@router.act("/house/logo/remove", "Remove the logo", "house-logo-remove")
def remove_logo(here: House) -> None:
    house.remove_logo(**here.when)


@router.show("/leagues", "List leagues")
def all_leagues(here: House) -> list[LeagueName]:
    return [LeagueName.from_orm(one) for one in League.objects.order_by("name")]


@router.show("/leagues/{slug}", "A league")
def league(here: House, slug: str) -> LeagueTable:
    found = asdict(league_queries.page(_league(slug)))
    return LeagueTable(**{**found, "rows": [_league_row(row) for row in found["rows"]]})


def _league_row(row: dict[str, Any]) -> LeagueRow:
    nights = [
        NightPoints(points=float(one["points"]) if one["points"] else None, counts=one["counts"])
        for one in row["results"]
    ]
    return LeagueRow(**{**row, "points": float(row["points"]), "results": nights})


@router.act("/leagues", "Create a league", "league-new", may=Permission.CREATE_TOURNAMENTS)
def new_league(here: House, wish: LeagueTerms) -> Kept:
    made = leagues.save(wish.terms(), **here.when)
    return Kept(slug=made.slug)


@router.act(
    "/leagues/{slug}", "Change a league", "league-change", may=Permission.CREATE_TOURNAMENTS
)
def change_league(here: House, slug: str, wish: LeagueChange) -> Kept:
    found = _league(slug)
    counted = list(found.tournaments.values_list("pk", flat=True))
    kept = leagues.Terms(found.name, found.formula, found.best, counted)
    terms = wish.terms()
    said = {name: getattr(terms, name) for name in wish.model_fields_set}
    made = leagues.save(replace(kept, **said), **here.when, league_id=found.pk)
    return Kept(slug=made.slug)


def _league(slug: str) -> League:
    found: League = one_of(League.objects, "league", slug=slug.replace("\0", ""))
    return found
