"""Hand-for-hand: every table deals one hand, then waits for the others."""

from django.db import models
from django.db.models import Q

from tournament.models import Tournament


class HandForHand(models.Model):
    """One stretch of play in which hands are played one for one."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="hand_for_hand"
    )
    minutes = models.PositiveSmallIntegerField(help_text="What each hand takes off the clock.")
    hands = models.PositiveIntegerField(default=0, help_text="How many all tables have played.")
    order = models.PositiveIntegerField(
        null=True, help_text="The moment shared by those who bust in this hand."
    )
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    stood = models.JSONField(
        default=dict, help_text="Each table's state and last event as it ended, by number."
    )

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament",), condition=Q(ended_at__isnull=True), name="one_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"hand-for-hand at {self.tournament_id}, {self.hands} hands"
