"""The story of every hand: events are the truth, everything else is folded from them."""

from typing import Any

from django.db import models

from engine.hand import numbers
from tables.models.tables import Table


class HandRecord(models.Model):
    """One hand, from its first event to its last."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField(help_text="Never used twice at a table.")
    level = models.CharField(max_length=80)
    players = models.JSONField(help_text="Seat, entry, name and stack as the hand began.")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    pot = models.PositiveBigIntegerField(default=0)
    winners = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="hand_number_once"),
        )

    def __str__(self) -> str:
        return f"hand {self.shown} at {self.table}"

    @property
    def shown(self) -> int:
        """Its number in the session, as people say it."""
        return numbers.as_shown(self.number)

    def content(self) -> list[Any]:
        """What the journal keeps of it when it ends: who sat there by which name, and its end."""
        said = ("seat", "name", "stack")
        players = [[player.get(word) for word in said] for player in self.players]
        began = [self.number, self.level, players, self.started_at]
        return [*began, self.ended_at, self.pot, self.winners]


class HandEvent(models.Model):
    """One fact of a hand, linked to the one before it."""

    hand = models.ForeignKey(HandRecord, on_delete=models.CASCADE, related_name="events")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events")
    version = models.PositiveIntegerField(help_text="The table's version this event made.")
    index = models.PositiveSmallIntegerField(help_text="Place among the events of one command.")
    data = models.JSONField()
    by = models.CharField(max_length=120)
    at = models.DateTimeField()
    command_id = models.UUIDField(null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("version", "index")
        constraints = (
            models.UniqueConstraint(fields=("table", "version", "index"), name="events_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.version}.{self.index} {self.data}"

    def content(self) -> list[Any]:
        """What its link in the chain covers."""
        return [self.version, self.index, self.data, self.by, self.at, self.command_id]
