"""The Django app of the tournament: people, entries, clock, money."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """What Django is told of it."""

    name = "tournament"
