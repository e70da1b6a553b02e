"""Makes this package a Django app."""

from django.apps import AppConfig


class EngineConfig(AppConfig):
    """The rules of poker."""

    name = "engine"
