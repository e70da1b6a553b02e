"""Chips that move outside a hand: every one of them has a row here."""

from typing import Any, Self

from django.db import models
from django.db.models import Q

from tournament.models.sealing import Sealed, name_of


class ChipReason(models.TextChoices):
    """Why chips came into play or left it."""

    ENTRY = "entry", "Starting stack"
    REBUY = "rebuy", "Rebuy"
    TOP_UP = "top_up", "Top-up"
    ADD_ON = "add_on", "Add-on"
    FREE_CHIPS = "free_chips", "Chips given"
    BONUS = "bonus", "Bonus round"
    RACE_OFF = "race_off", "Race-off rounding"
    PENALTY = "penalty", "Penalty"
    FORFEIT = "forfeit", "Forfeited"
    CORRECTION = "correction", "Count correction"
    COUNTED = "counted", "Stacks as counted"
    POCKETED = "pocketed", "Pocketed, out of play"
    WITHDRAWN = "withdrawn", "Entry withdrawn"
    REMOVED = "removed", "Taken out of play"
    RETURNED = "returned", "Returned at the end of the session"


class ChipMove(Sealed):
    """A signed number of chips put into play or taken out of it."""

    SEALS = ("entry_id", "amount", "reason", "at", "by", "note")
    CALLED = "chip move"

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="chips")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, null=True, related_name="chips")
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=12, choices=ChipReason.choices)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("id",)
        indexes = (
            models.Index(
                fields=("tournament",), condition=Q(link__isnull=True), name="chips_not_sealed_yet"
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount:+} {self.reason}"

    def content(self) -> dict[str, Any]:
        """The move, its entry by the name the seal has for it."""
        return {**super().content(), "entry_id": name_of(self.entry)}

    @classmethod
    def of_tournament(cls, tournament_id: int) -> models.QuerySet[Self]:
        """The moves of one tournament with their entries."""
        return super().of_tournament(tournament_id).select_related("entry")
