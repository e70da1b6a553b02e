"""What a tournament plays, as every page and every hand reads it."""

from dataclasses import replace

from engine.games import Game
from engine.rules.book import Settings
from engine.structure import played
from engine.structure.played import Played
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament


def of(tournament: Tournament) -> Played:
    """Its book, game, deck, way to win and house rules, as Setup saved them."""
    return played.of(
        tournament.structure,
        rulebook=tournament.rulebook,
        preset=tournament.preset,
        game=tournament.game,
    )


def games(tournament: Tournament) -> list[Game]:
    """Every game it plays, its own first."""
    return of(tournament).all_of(clock_queries.schedule_of(tournament))


def undecided_games(tournament: Tournament) -> list[Game]:
    """The same before the house has decided on the deck and on which hand wins."""
    usual = replace(of(tournament), settings=Settings())
    return usual.all_of(clock_queries.schedule_of(tournament))
