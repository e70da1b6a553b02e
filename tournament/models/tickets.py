"""Entry tickets in two parts, numbered without a gap (igr:5.05(b))."""

from django.db import models
from django.db.models import F, Q


class TicketSheet(models.Model):
    """What every ticket of a tournament prints, fixed once they are numbered (igr:5.05(a))."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="ticket_sheet"
    )
    licensee = models.CharField(max_length=120)
    licence_number = models.CharField(max_length=40)
    fee = models.PositiveIntegerField(help_text="In cents.")
    prizes = models.CharField(max_length=300)
    starts_at = models.DateTimeField()
    place = models.CharField(max_length=160)
    approved = models.PositiveIntegerField(help_text="Tickets the licence allows.")
    for_sale = models.PositiveIntegerField()
    rebuy = models.CharField(max_length=120)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(for_sale__lte=F("approved")), name="no_more_tickets_than_approved"
            ),
        )

    def __str__(self) -> str:
        return f"{self.for_sale} tickets of {self.licensee}"


class Ticket(models.Model):
    """One number: the player's part, and the stub that stays with name and contact."""

    sheet = models.ForeignKey(TicketSheet, on_delete=models.CASCADE, related_name="tickets")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=12, unique=True, help_text="What the QR code says.")
    entry = models.OneToOneField(
        "Entry", on_delete=models.PROTECT, null=True, related_name="ticket"
    )
    holder = models.CharField(max_length=80, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    sold_at = models.DateTimeField(null=True)
    sold_by = models.CharField(max_length=120, blank=True)
    void_at = models.DateTimeField(null=True)
    void_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("sheet", "number"), name="ticket_number_once"),
        )

    def __str__(self) -> str:
        return f"ticket {self.number}"
