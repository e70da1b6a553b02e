"""Counts of chips: what lay in front of each player, against what the ledger says."""

from django.db import models
from django.db.models import Q

from tables.models.tables import Table
from tournament.models import Entry, Session, Tournament


class StandingCounts(models.Manager["ChipCount"]):
    """Counts that were not called off."""

    def get_queryset(self) -> models.QuerySet["ChipCount"]:
        return super().get_queryset().filter(called_off_at__isnull=True)


class ChipCount(models.Model):
    """A count at one table or at every table, opened by the director."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="chip_counts")
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, null=True, related_name="chip_counts"
    )
    only_table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+")
    because = models.CharField(max_length=160, help_text="Who asked for it, or why.")
    opened_at = models.DateTimeField()
    opened_by = models.CharField(max_length=120)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=120, blank=True)
    called_off_at = models.DateTimeField(null=True)

    objects = models.Manager["ChipCount"]()
    standing = StandingCounts()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament",),
                condition=Q(closed_at__isnull=True, called_off_at__isnull=True),
                name="one_chip_count_at_a_time",
            ),
        )

    def __str__(self) -> str:
        where = f"table {self.only_table.number}" if self.only_table else "every table"
        return f"count at {where}"


class TableCount(models.Model):
    """One table's part of a count."""

    count = models.ForeignKey(ChipCount, on_delete=models.CASCADE, related_name="tables")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chip_counts")
    after_hand = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("table__number",)
        constraints = (
            models.UniqueConstraint(fields=("count", "table"), name="a_table_counts_once"),
        )

    def __str__(self) -> str:
        return f"{self.table} counted"


class CountedStack(models.Model):
    """What one player had, and what became of a difference."""

    table_count = models.ForeignKey(TableCount, on_delete=models.CASCADE, related_name="stacks")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="counted_stacks")
    seat = models.PositiveSmallIntegerField()
    recorded = models.BigIntegerField(help_text="By the ledger and the hands, at that moment.")
    counted = models.BigIntegerField()
    chips = models.JSONField(default=dict, help_text="How many of each denomination, if entered.")
    explanation = models.CharField(max_length=200, blank=True)
    explained_by = models.CharField(max_length=120, blank=True)
    explained_at = models.DateTimeField(null=True)
    is_corrected = models.BooleanField(default=False, help_text="The ledger follows the count.")

    class Meta:
        ordering = ("seat",)

    def __str__(self) -> str:
        return f"{self.entry}: {self.counted} of {self.recorded}"

    @property
    def difference(self) -> int:
        return self.counted - self.recorded


class FoundChips(models.Model):
    """Chips without an owner that went back to stock (tda2024:R64)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="found_chips")
    amount = models.PositiveIntegerField()
    where = models.CharField(max_length=120)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.amount} chips found: {self.where}"
