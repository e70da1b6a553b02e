"""What the floor arranged about seats: who stays, who is kept apart, who has confirmed a table."""

from django.db import models
from django.db.models import Q

from tables.models.tables import Table
from tournament.models import Entry, Tournament


class Arrangement(models.Model):
    """Somebody's word about seats, with its reason; lifted, it stays on record."""

    reason = models.CharField(max_length=160, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class LockedSeat(Arrangement):
    """A player who is not moved; before the draw, with the seat they are to get (tda2024:R9)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="locks")
    table_number = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("entry",), condition=Q(lifted_at__isnull=True), name="one_lock_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} stays"


class KeptApart(Arrangement):
    """Two players who do not share a table (adelaide:62)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="kept_from")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="kept_away")

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("one", "other"),
                condition=Q(lifted_at__isnull=True),
                name="a_pair_is_kept_apart_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.one} and {self.other} apart"


class SeatCheck(models.Model):
    """Every table is asked to confirm who sits there, before the money is announced."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seat_checks")
    asked_at = models.DateTimeField()
    asked_by = models.CharField(max_length=120)
    closed_at = models.DateTimeField(null=True)
    announced = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament",),
                condition=Q(closed_at__isnull=True),
                name="one_seat_check_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"seat check of {self.asked_at:%H:%M}"


class SeatConfirmation(models.Model):
    """One table has said how many sit there; it counts while that is still so."""

    check_of = models.ForeignKey(SeatCheck, on_delete=models.CASCADE, related_name="confirmations")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seat_confirmations")
    players = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.players} at {self.table}"
