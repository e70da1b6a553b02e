"""What the floor has ordered about seats while a hand is in play."""

from django.db import models
from django.db.models import Q

from tables.models.tables import Table
from tournament.models import Entry, Tournament


class OrderKind(models.TextChoices):
    """What is to be done."""

    MOVE = "move", "a player moves"
    BREAK = "break", "the table breaks"
    FINAL = "final", "the final table is drawn"


class WaitingOrders(models.Manager["SeatOrder"]):
    """Those still to be carried out."""

    def get_queryset(self) -> models.QuerySet["SeatOrder"]:
        """Neither carried out, nor withdrawn, nor lapsed."""
        return super().get_queryset().filter(closed_at__isnull=True)


class SeatOrder(models.Model):
    """Accepted now, carried out when the hand in play has ended; closed, it stays on record."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seat_orders")
    kind = models.CharField(max_length=8, choices=OrderKind.choices)
    table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="seat_orders",
        help_text="Whose hand it waits for; none: the hands of all tables.",
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, related_name="seat_orders"
    )
    to_table = models.PositiveSmallIntegerField(null=True)
    to_seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=160, blank=True)
    clause = models.CharField(max_length=40, blank=True)
    carried_by = models.CharField(max_length=120, blank=True)
    settles_dispute = models.BooleanField(default=False)
    despite_pair = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    closed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=200, blank=True)

    objects = models.Manager["SeatOrder"]()
    waiting = WaitingOrders()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("entry",),
                condition=Q(closed_at__isnull=True, kind=OrderKind.MOVE),
                name="one_move_ordered_each",
            ),
            models.UniqueConstraint(
                fields=("table",),
                condition=Q(closed_at__isnull=True, kind=OrderKind.BREAK),
                name="one_break_ordered_each",
            ),
            models.UniqueConstraint(
                fields=("tournament",),
                condition=Q(closed_at__isnull=True, kind=OrderKind.FINAL),
                name="one_final_ordered",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} at {self.tournament_id}"
