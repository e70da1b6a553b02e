"""Whether a tournament may begin: its staff, its licence, its conditions."""

from datetime import datetime

from engine.clock import lawful_schedules
from engine.entries import entering
from engine.office import money
from engine.structure import offers
from tournament.clock.queries import clock as clock_queries
from tournament.models import TicketSheet, Tournament
from tournament.models.sessions import IN_SESSION
from tournament.money.queries import money_page
from tournament.office.queries import licence
from tournament.office.services import staffing
from tournament.prizes.queries import prizes as prize_queries
from tournament.setup.queries import conditions


def check_start(tournament: Tournament, *, now: datetime) -> None:
    """Refuse with the first thing the book still wants."""
    licence.check_start(tournament, now=now)
    _check_sold(tournament)
    prize_queries.check_standing(tournament)
    conditions.check_complete(tournament)
    stacks = tournament.entries.filter(IN_SESSION, withdrawn_at__isnull=True)
    found = set(stacks.values_list("stack", flat=True))
    offers.check_equal_stacks(found, tournament.law.entries.equal_stacks)
    _check_structure(tournament)
    staffing.check_start(tournament, tables=licence.tables(tournament))


def _check_structure(tournament: Tournament) -> None:
    """Levels and prices are such as the book allows, however they came here."""
    schedule = clock_queries.schedule_of(tournament)
    lawful_schedules.check(schedule, rulebook=tournament.rulebook)
    money.check_terms(tournament.structure, rulebook=tournament.rulebook)


def _check_sold(tournament: Tournament) -> None:
    """Who plays holds a numbered ticket and has paid for it, where the book sells them."""
    entering.check_sold(
        has_tickets=TicketSheet.objects.filter(pk=tournament.pk).exists(),
        owing=[entry.name for entry in money_page.unpaid(tournament)],
        rulebook=tournament.rulebook,
    )
