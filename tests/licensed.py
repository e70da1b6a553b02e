"""What the stricter books want before the first hand: staff, licence, papers on the wall."""

from dataclasses import asdict
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from engine.office import staffing
from engine.office.law.staff import DEALER, DIRECTOR, FLOOR
from engine.office.licensing import Terms
from engine.office.money import Sold, price
from engine.prizes.prizes import How, Row
from tables.models import DealerDuty
from tournament.entries.queries import tickets as ticket_queries
from tournament.entries.services import tickets
from tournament.models import Attendance, Licence, Staff, TicketSheet, Tournament, User
from tournament.office.queries import licence as queries
from tournament.office.services import licence
from tournament.permissions import Actor
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import prizes

HOUR = timedelta(hours=1)
HOUSE = Actor(name="Dora Marsh", user_id=1, is_house_director=True)


def terms_for(tournament: Tournament, now: datetime) -> Terms:
    """A licence for just what this tournament offers, from an hour ago until two at night."""
    return Terms(
        number="L-2027-12",
        holder="Food Bank",
        place="Parish hall",
        opens_at=now - HOUR,
        closes_at=now + 7 * HOUR,
        starts_at=now,
        finishes_at=now + 5 * HOUR,
        tickets=tournament.structure["max_players"],
        fee=price(tournament.structure, Sold.ENTRY),
        prizes="$1,000 in cash",
        has_rebuy=price(tournament.structure, Sold.REBUY) > 0,
        site="Meadow Reserve",
    )


def licensed(tournament: Tournament, *, now: datetime) -> Tournament:
    """The licence is on record and everything hangs on the wall, where the book asks for it."""
    needs_one = tournament.law.licence.required.value
    if needs_one and queries.find(tournament) is None:
        Licence.objects.create(
            tournament=tournament,
            **asdict(terms_for(tournament, now)),
            chip_set=f"Food Bank, series {tournament.code}",
            at=now,
            by=HOUSE.name,
        )
    for paper in tournament.law.licence.papers.value:
        if paper.blocks_start or paper.blocks_publishing:
            licence.post_document(
                tournament_id=tournament.pk, what=paper.key, is_up=True, actor=HOUSE, now=now
            )
    return tournament


def staffed(tournament: Tournament, *, now: datetime) -> Tournament:
    """Somebody is in charge and here, with a table manager for every five tables."""
    if not tournament.law.staff.head.value:
        return tournament
    managers = staffing.managers_needed(queries.tables(tournament))
    for role in (DIRECTOR, *[FLOOR] * managers):
        number = User.objects.count() + 1
        user = User.objects.create(username=f"staff-{number}", first_name=f"Staff {number}")
        duty = Staff.objects.create(tournament=tournament, user=user, role=role)
        Attendance.objects.create(staff=duty, came_at=now)
    return tournament


def with_dealers(tournament: Tournament, *, now: datetime) -> Tournament:
    """Each table has a dealer of its own, where the book asks for it (igr:6.01(g))."""
    if not tournament.law.staff.dealers.value:
        return tournament
    for table in tournament.tables.all():
        number = User.objects.count() + 1
        user = User.objects.create(username=f"dealer-{number}", first_name=f"Dealer {number}")
        Staff.objects.create(tournament=tournament, user=user, role=DEALER)
        DealerDuty.objects.create(table=table, user=user, since=now)
    return tournament


def ticketed(tournament: Tournament, *, now: datetime, players: int = 0) -> Tournament:
    """The entry tickets are numbered, where entries are sold by them (igr:5.05(b)).

    Ten, or one for each of so many players; never more than the licence allows.
    """
    is_needed = tournament.law.entries.entry.value.ticket_clause
    if is_needed and not TicketSheet.objects.filter(pk=tournament.pk).exists():
        said = ticket_queries.suggested(tournament)
        said["for_sale"] = min(said["approved"], max(10, players))
        plan = tickets.Plan(**said)
        tickets.number(tournament_id=tournament.pk, plan=plan, actor=HOUSE, now=now)
    return tournament


def with_prizes(tournament: Tournament, *, now: datetime) -> Tournament:
    """The prize list is written and stands with the licence, where the book locks it."""
    if tournament.law.prizes.prizes.value.locked and prize_queries.list_of(tournament) is None:
        shares = tuple(Row(place, percent=Fraction(p)) for place, p in ((1, 40), (2, 35), (3, 25)))
        by: dict[str, Any] = {"tournament_id": tournament.pk, "actor": HOUSE, "now": now}
        prizes.save(prizes.ListWish(How.PERCENTAGES, shares), **by)
        prizes.approve(**by)
    return tournament


def lawful(tournament: Tournament, *, now: datetime) -> Tournament:
    """Everything the book wants before play."""
    with_prizes(ticketed(licensed(tournament, now=now), now=now), now=now)
    return with_dealers(staffed(tournament, now=now), now=now)
