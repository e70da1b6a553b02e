"""Decks of cards: where each is, who checked it, and everything that was done with it."""

from django.db import models
from django.db.models import Q

from tables.models.tables import Table
from tournament.models import Tournament, User


class Deck(models.Model):
    """One deck: locked away, at a table, or taken out of use."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="decks")
    number = models.PositiveSmallIntegerField()
    colour = models.CharField(max_length=20)
    make = models.CharField(max_length=60, blank=True, help_text="Maker and kind of card.")
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, related_name="decks", help_text="In use there."
    )
    checked_at = models.DateTimeField(null=True)
    checked_by = models.CharField(max_length=120, blank=True)
    check_method = models.CharField(max_length=10, blank=True)
    supervisor = models.CharField(max_length=120, blank=True, help_text="Who checked it as well.")
    secured_at = models.DateTimeField(null=True)
    secured_where = models.CharField(max_length=80, blank=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="deck_number_once"),
            models.UniqueConstraint(
                fields=("table",), condition=Q(table__isnull=False), name="one_deck_at_a_table"
            ),
        )

    def __str__(self) -> str:
        return f"deck {self.number} ({self.colour})"


class DeckEvent(models.Model):
    """One thing that was done with the cards of a table: who, when, before which hand."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="deck_events")
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, related_name="deck_events"
    )
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, null=True, related_name="events")
    kind = models.CharField(max_length=20)
    hand_number = models.PositiveIntegerField(default=0, help_text="The hand it was done for.")
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("table", "hand_number"), name="cards_of_a_hand"),)

    def __str__(self) -> str:
        return f"{self.kind} at {self.table}"


class DealerDuty(models.Model):
    """Who deals at a table, from when to when (igr:6.01(g))."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="dealers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tables_dealt")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("table",), condition=Q(until__isnull=True), name="one_dealer_at_a_table"
            ),
            models.UniqueConstraint(
                fields=("user",), condition=Q(until__isnull=True), name="one_table_for_a_dealer"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} deals at {self.table}"


class ManagerDuty(models.Model):
    """Who manages a table, from when to when (igr:6.03(b)); one person may have many."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="managers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tables_managed")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("table",), condition=Q(until__isnull=True), name="one_manager_of_a_table"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} manages {self.table}"
