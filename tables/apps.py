"""Makes this package a Django app."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, seats and the hands played there."""

    name = "tables"
