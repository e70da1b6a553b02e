"""Bonus and elimination rounds that were called at a table."""

from django.db import models

from tables.models.tables import Table


class RoundKind(models.TextChoices):
    """What was called."""

    BONUS = "bonus", "Bonus round"
    ELIMINATION = "elimination", "Elimination round"


class SpecialRound(models.Model):
    """Called between hands for the next one; an elimination is carried out after it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="special_rounds")
    kind = models.CharField(max_length=12, choices=RoundKind.choices)
    amount = models.PositiveIntegerField(default=0, help_text="Chips a bonus round adds.")
    called_at = models.DateTimeField()
    called_by = models.CharField(max_length=120)
    hand_number = models.PositiveIntegerField(null=True, help_text="The hand it is played in.")
    cards = models.JSONField(default=dict, help_text="Cards drawn by those tied for the lowest.")
    done_at = models.DateTimeField(null=True, help_text="When the elimination was carried out.")
    outcome = models.JSONField(default=dict, help_text="Who went, and what the others got.")

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.kind} round at {self.table}"
