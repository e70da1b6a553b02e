"""The front page: every tournament with its screens."""

from typing import Any

from tables import screens
from tables.seating.queries import seating
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, may
from tournament.setup.queries import poster, tournaments

LATEST = 30


def cards(actor: Actor) -> list[dict[str, Any]]:
    """The latest tournaments, each with what this visitor may open."""
    found = Tournament.objects.select_related("clock")[:LATEST]
    return [_card(tournament, actor) for tournament in found if poster.is_told(tournament, actor)]


def screen_links(tournament: Tournament) -> list[dict[str, str]]:
    """The hall screens of a tournament, and what each is for."""
    return [
        {"title": screen.title, "about": screen.about, "url": screen.url(tournament.code)}
        for screen in screens.offered(tournament)
    ]


def _card(tournament: Tournament, actor: Actor) -> dict[str, Any]:
    return {
        **tournaments.heading(tournament),
        "players": clock_queries.players(tournament.pk),
        "screens": screen_links(tournament),
        "tables": [table.number for table in seating.open_tables(tournament.pk)],
        "may_see_console": may(actor, Permission.SEE_CONSOLE, tournament.pk),
        "may_register": may(actor, Permission.REGISTER_PLAYERS, tournament.pk),
        "may_run": may(actor, Permission.RUN_TOURNAMENT, tournament.pk),
        "may_pair": may(actor, Permission.PAIR_DEVICES, tournament.pk),
        "may_deal": may(actor, Permission.DEAL, tournament.pk),
    }
