"""Race-offs carried out at a table: who handed in what, which cards fell, and what it led to."""

from django.db import models
from django.db.models import Q

from tables.models.tables import Table


class StandingRaceOffs(models.Manager["RaceOff"]):
    """Race-offs that have not been taken back."""

    def get_queryset(self) -> models.QuerySet["RaceOff"]:
        return super().get_queryset().filter(undone_at__isnull=True)


class RaceOff(models.Model):
    """One denomination exchanged at one table. Taken back, it stays on record."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="race_offs")
    row = models.PositiveSmallIntegerField(help_text="The row of the schedule it fell due after.")
    chip = models.PositiveIntegerField()
    larger = models.PositiveIntegerField()
    method = models.CharField(max_length=20)
    rounding = models.CharField(max_length=4)
    after_hand = models.PositiveIntegerField(help_text="The table's last hand before it.")
    seats = models.JSONField(help_text="Seat, entry, name, odd chips, card, before and after.")
    drawn_from = models.CharField(max_length=120, blank=True, help_text="The number of its draw.")
    total_before = models.PositiveBigIntegerField()
    total_after = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    undone_at = models.DateTimeField(null=True)
    removed = models.PositiveIntegerField(
        null=True, help_text="Small chips counted out of play by who supervised it."
    )
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.CharField(max_length=120, blank=True)

    objects = models.Manager["RaceOff"]()
    standing = StandingRaceOffs()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("table", "chip", "after_hand"),
                condition=Q(undone_at__isnull=True),
                name="a_chip_leaves_once_between_hands",
            ),
        )

    def __str__(self) -> str:
        return f"race-off of the {self.chip} chip at {self.table}"

    @property
    def difference(self) -> int:
        """What the rounding added to the table, or took from it."""
        return self.total_after - self.total_before
