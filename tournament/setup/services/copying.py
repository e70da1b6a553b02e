"""What a copy of a tournament takes over: everything that was decided, nothing that happened."""

from datetime import datetime

from tournament.entries.services import entry_terms
from tournament.models import (
    Charity,
    Conditions,
    Donation,
    PrizeList,
    Proceeds,
    Staff,
    Tournament,
)
from tournament.permissions import Actor
from tournament.setup.queries import conditions
from tournament.setup.services import sessions


def copy_all(origin: Tournament, made: Tournament, *, actor: Actor, now: datetime) -> None:
    """Sessions, terms, conditions, prizes, good cause, tables and staff of another tournament."""
    sessions.copy_plan(origin, made)
    entry_terms.copy(origin, made)
    _copy_conditions(origin, made, actor=actor, now=now)
    _copy_prizes(origin, made)
    _copy_cause(origin, made, actor=actor, now=now)
    _copy_tables(origin, made)
    _copy_staff(origin, made)


def _copy_conditions(origin: Tournament, made: Tournament, *, actor: Actor, now: datetime) -> None:
    """The house's own words, as the first version here."""
    found = conditions.find(origin)
    if found is not None:
        Conditions.objects.create(
            tournament=made,
            version=1,
            words=found.words,
            asks_acceptance=found.asks_acceptance,
            at=now,
            by=actor.name,
        )


def _copy_prizes(origin: Tournament, made: Tournament) -> None:
    """The list as it was written; it is approved and published anew."""
    found = PrizeList.objects.filter(tournament=origin).first()
    if found is not None:
        PrizeList.objects.create(
            tournament=made,
            how=found.how,
            rows=found.rows,
            unit=found.unit,
            guarantee=found.guarantee,
        )


def _copy_cause(origin: Tournament, made: Tournament, *, actor: Actor, now: datetime) -> None:
    """Donations and charities, or organisation and account; a guarantee is given anew."""
    Charity.objects.bulk_create(
        Charity(tournament=made, name=charity.name, involvement=charity.involvement)
        for charity in origin.charities.all()
    )
    Donation.objects.bulk_create(
        Donation(tournament=made, place=donation.place, amount=donation.amount)
        for donation in origin.donations.all()
    )
    found = Proceeds.objects.filter(tournament=origin).first()
    if found is not None:
        Proceeds.objects.create(
            tournament=made,
            organisation=found.organisation,
            purposes=found.purposes,
            account=found.account,
            bank_holidays=found.bank_holidays,
            at=now,
            by=actor.name,
        )


def _copy_tables(origin: Tournament, made: Tournament) -> None:
    """The tables that were named for it; one of the house serves one open tournament alone."""
    for table in origin.tables.filter(is_designated=True):
        place = table.place if origin.is_over else ""
        made.tables.create(
            number=table.number, seats=table.seats, place=place, is_designated=True, state="closed"
        )


def _copy_staff(origin: Tournament, made: Tournament) -> None:
    """Who works there has the same office here."""
    Staff.objects.bulk_create(
        Staff(
            tournament=made,
            user_id=staff.user_id,
            role=staff.role,
            title=staff.title,
            is_volunteer=staff.is_volunteer,
        )
        for staff in Staff.serving.filter(tournament=origin)
    )
