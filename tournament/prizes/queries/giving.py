"""Donations of a charity tournament: amounts, choices and what was paid."""

from dataclasses import dataclass
from datetime import datetime

from engine.amounts import dollars
from tournament.models import Donation, Tournament
from tournament.prizes.queries import placings


def is_for_charity(tournament: Tournament) -> bool:
    """Whether this tournament's winners choose charities."""
    return tournament.law.prizes.donations.value is not None


@dataclass(frozen=True, kw_only=True)
class DonationRow:
    """A winning place's donation: who won it, who gets it, whether it is paid."""

    id: int
    place: int
    place_text: str
    amount: int
    amount_text: str
    name: str
    charity: str
    chosen_by: str
    chosen_at: datetime | None
    is_paid: bool


@dataclass(frozen=True, kw_only=True)
class CharityRow:
    """A charity to choose from."""

    id: int
    name: str
    involvement: str


@dataclass(frozen=True, kw_only=True)
class GivingPage:
    """The page of the good cause."""

    rows: list[DonationRow]
    charities: list[CharityRow]
    has_started: bool
    is_over: bool


@dataclass(frozen=True, kw_only=True)
class DonationsPicture:
    """Everything the screen of donations shows; the page asks for it itself."""

    rows: list[DonationRow]
    version: int = 0


def picture(tournament: Tournament) -> DonationsPicture:
    """The donations as the hall sees them."""
    return DonationsPicture(rows=rows(tournament))


def rows(tournament: Tournament) -> list[DonationRow]:
    """Each winning place with its donation, player and charity (charity:2.1)."""
    names: dict[int, list[str]] = {}
    for placed in (one for one in placings.of(tournament) if not one.is_joint):
        names.setdefault(placed.place, []).append(placed.name)
    found = tournament.donations.select_related("charity", "posting")
    return [_row(one, names.get(one.place, [])) for one in found]


def _row(one: Donation, names: list[str]) -> DonationRow:
    return DonationRow(
        id=one.pk,
        place=one.place,
        place_text=placings.ordinal(one.place),
        amount=one.amount,
        amount_text=dollars(one.amount),
        name=", ".join(names),
        charity=one.charity.name if one.charity else "",
        chosen_by=one.chosen_by,
        chosen_at=one.chosen_at,
        is_paid=one.posting_id is not None,
    )


def page(tournament: Tournament) -> GivingPage:
    """The page of the good cause."""
    return GivingPage(
        rows=rows(tournament),
        charities=[
            CharityRow(id=charity.pk, name=charity.name, involvement=charity.involvement)
            for charity in tournament.charities.all()
        ],
        has_started=tournament.started_at is not None,
        is_over=tournament.is_over,
    )
