"""Donations of a charity tournament: amounts, choices and what was paid."""

from typing import Any

from engine.amounts import dollars
from tournament.models import Donation, Tournament
from tournament.prizes.queries import placings


def is_for_charity(tournament: Tournament) -> bool:
    """Whether this tournament's winners choose charities."""
    return tournament.law.prizes.donations.value is not None


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Each winning place with its donation, player and charity (charity:2.1)."""
    names: dict[int, list[str]] = {}
    for placed in (one for one in placings.of(tournament) if not one.is_joint):
        names.setdefault(placed.place, []).append(placed.name)
    found = tournament.donations.select_related("charity", "posting")
    return [_row(one, names.get(one.place, [])) for one in found]


def _row(one: Donation, names: list[str]) -> dict[str, Any]:
    return {
        "id": one.pk,
        "place": one.place,
        "place_text": placings.ordinal(one.place),
        "amount": one.amount,
        "amount_text": dollars(one.amount),
        "name": ", ".join(names),
        "charity": one.charity.name if one.charity else "",
        "chosen_by": one.chosen_by,
        "chosen_at": one.chosen_at,
        "is_paid": one.posting_id is not None,
    }


def page(tournament: Tournament) -> dict[str, Any]:
    """The page of the good cause."""
    return {
        "rows": rows(tournament),
        "charities": [
            {"id": one.pk, "name": one.name, "involvement": one.involvement}
            for one in tournament.charities.all()
        ],
        "has_started": tournament.started_at is not None,
        "is_over": tournament.is_over,
    }
