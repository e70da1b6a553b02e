"""The Django app of the tables: seats, and the hands played there."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """What Django is told of it."""

    name = "tables"
