"""The engine as a Django app, for its commands: it has no models."""

from django.apps import AppConfig


class EngineConfig(AppConfig):
    """What Django is told of it."""

    name = "engine"
