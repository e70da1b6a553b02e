"""Bags: a player's chips sealed at the end of a session and opened at the next."""

from django.db import models
from django.db.models import Q

from tournament.models import Entry, Session, Tournament


class Bagging(models.Model):
    """From the end of a session to the start of the next, all chips lie in bags."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="baggings")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, related_name="+")
    because = models.CharField(max_length=120)
    stopped_clock = models.BooleanField(default=False, help_text="It goes on with the next start.")
    began_at = models.DateTimeField()
    began_by = models.CharField(max_length=120)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament",),
                condition=Q(ended_at__isnull=True),
                name="one_bagging_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"bags of {self.tournament_id}: {self.because}"


class Bag(models.Model):
    """What went into the bag, who looked at it, and what was in it when it was opened."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="bags")
    bagging = models.ForeignKey(Bagging, on_delete=models.CASCADE, null=True, related_name="bags")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bags")
    table_number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    recorded = models.BigIntegerField(help_text="By the ledger and the hands, at that moment.")
    counted = models.BigIntegerField()
    chips = models.JSONField(default=dict, help_text="How many of each denomination.")
    seal = models.CharField(max_length=40)
    sealed_at = models.DateTimeField()
    sealed_by = models.CharField(max_length=120)
    sealed_key = models.CharField(max_length=40, help_text="Which person or tablet that was.")
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.CharField(max_length=120, blank=True)
    opened_at = models.DateTimeField(null=True)
    opened_by = models.CharField(max_length=120, blank=True)
    found = models.BigIntegerField(null=True, help_text="What was counted when it was opened.")
    found_chips = models.JSONField(default=dict)
    is_seal_whole = models.BooleanField(default=True)
    explanation = models.CharField(max_length=200, blank=True)
    explained_by = models.CharField(max_length=120, blank=True)
    is_corrected = models.BooleanField(default=False, help_text="The ledger follows the count.")
    discarded_at = models.DateTimeField(null=True, help_text="Filled or sealed anew.")

    class Meta:
        ordering = ("table_number", "seat", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("entry",),
                condition=Q(opened_at__isnull=True, discarded_at__isnull=True),
                name="one_closed_bag_each",
            ),
            models.UniqueConstraint(fields=("tournament", "seal"), name="a_seal_is_used_once"),
        )

    def __str__(self) -> str:
        return f"bag {self.seal} of {self.entry}"

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_at is not None

    @property
    def difference(self) -> int:
        """When it was opened: what was there against what went in."""
        return 0 if self.found is None else self.found - self.counted
