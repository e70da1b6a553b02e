"""The front page: every tournament with its screens."""

from dataclasses import dataclass

from tables import screens
from tables.seating.queries import seating
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, may
from tournament.setup.queries import poster, tournaments

LATEST = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenLink:
    """A hall screen, and what it is for."""

    title: str
    about: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontCard:
    """A tournament on the front page, with what this visitor may open."""

    tournament: tournaments.PageHeading
    players: clock_queries.Players
    screens: list[ScreenLink]
    tables: list[int]
    may_see_console: bool
    may_register: bool
    may_run: bool
    may_pair: bool
    may_deal: bool

    @property
    def is_for_staff(self) -> bool:
        """Whether there is anything here for staff."""
        return self.may_see_console or self.may_register or self.may_pair or self.may_deal


def cards(actor: Actor) -> list[FrontCard]:
    """The latest tournaments, each with what this visitor may open."""
    latest = Tournament.objects.select_related("clock")[:LATEST]
    return [_card(tournament, actor) for tournament in latest if poster.is_told(tournament, actor)]


def screen_links(tournament: Tournament) -> list[ScreenLink]:
    """The hall screens of a tournament, and what each is for."""
    return [
        ScreenLink(title=screen.title, about=screen.about, url=screen.url(tournament.code))
        for screen in screens.offered(tournament)
    ]


def _card(tournament: Tournament, actor: Actor) -> FrontCard:
    return FrontCard(
        tournament=tournaments.heading(tournament),
        players=clock_queries.players(tournament.pk),
        screens=screen_links(tournament),
        tables=[table.number for table in seating.open_tables(tournament.pk)],
        may_see_console=may(actor, Permission.SEE_CONSOLE, tournament.pk),
        may_register=may(actor, Permission.REGISTER_PLAYERS, tournament.pk),
        may_run=may(actor, Permission.RUN_TOURNAMENT, tournament.pk),
        may_pair=may(actor, Permission.PAIR_DEVICES, tournament.pk),
        may_deal=may(actor, Permission.DEAL, tournament.pk),
    )
