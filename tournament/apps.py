"""Makes this package a Django app."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """People, entries, clock, money."""

    name = "tournament"
