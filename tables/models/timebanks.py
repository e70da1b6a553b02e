"""Time banks that players have used, and decisions whose time ran out: the log of stalling."""

from django.db import models

from engine.hand import numbers
from tables.models.tables import Table
from tournament.models import Entry


class TimeBank(models.Model):
    """Seconds a player added to one decision. Taken back, it stays on record."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="time_banks")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="time_banks")
    seat = models.PositiveSmallIntegerField()
    hand_number = models.PositiveIntegerField()
    mark = models.JSONField(help_text="The decision it was used on.")
    period = models.PositiveSmallIntegerField(default=0, help_text="Banks are given anew in each.")
    seconds = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"time bank of {self.entry} in hand {numbers.as_shown(self.hand_number)}"
