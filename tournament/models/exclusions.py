"""Players whom a supervisor has excluded for a time (charity:22.4)."""

from django.db import models

from tournament.models.entries import Player


class Exclusion(models.Model):
    """Until when somebody may not be entered or seated, and why."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exclusions")
    until = models.DateTimeField()
    reason = models.CharField(max_length=200)
    clause = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.player} excluded until {self.until:%Y-%m-%d %H:%M}"
