"""Penalties: who was given what, why, and how much of it is left."""

from django.db import models

from tournament.models import Entry


class OpenPenalties(models.Manager["Penalty"]):
    """Those still to be served."""

    def get_queryset(self) -> models.QuerySet["Penalty"]:
        """Neither served nor lifted."""
        return super().get_queryset().filter(finished_at__isnull=True)


class Penalty(models.Model):
    """What a director imposed on a player (`engine.conduct.penalties` knows the kinds)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="penalties")
    kind = models.CharField(max_length=20)
    clause = models.CharField(max_length=40)
    reason = models.CharField(max_length=200)
    hands = models.PositiveSmallIntegerField(default=0, help_text="Hands to miss, as given.")
    hands_left = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField(null=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    finished_at = models.DateTimeField(
        null=True, help_text="Served or lifted; at once for a warning."
    )
    lifted_because = models.CharField(max_length=200, default="", help_text="Why it was lifted.")

    objects = models.Manager["Penalty"]()
    open = OpenPenalties()

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.kind} for {self.entry}"
