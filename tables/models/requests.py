"""Chips that a table asks the desk for."""

from django.db import models

from tables.models.tables import Table
from tournament.models import Entry


class ChipRequest(models.Model):
    """A dealer asked the desk to sell a player a rebuy."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chip_requests")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="chip_requests")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.entry} asks for a rebuy"
