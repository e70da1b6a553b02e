"""Where money went: double entry in whole cents. Nothing is deleted; a void is a posting too."""

from typing import Any, Self

from django.db import models
from django.db.models import Q

from engine.office.law.money import Account, Method
from engine.office.money import WORDS
from tournament.models.sealing import Named, Sealed, name_of


class PostingKind(models.TextChoices):
    """What a posting is about."""

    ENTRY = "entry", "Entry"
    REBUY = "rebuy", "Rebuy"
    TOP_UP = "top_up", "Top-up"
    ADD_ON = "add_on", "Add-on"
    REFUND = "refund", "Refund"
    ADDED = "added", "Added by the house"
    FLOAT = "float", "Float in or out"
    AWARD = "award", "Prize awarded"
    PRIZE = "prize", "Prize paid"
    EXPENSE = "expense", "Expense"
    DEPOSIT = "deposit", "Deposit"
    INTEREST = "interest", "Interest"
    DONATION = "donation", "Donation"
    DIFFERENCE = "difference", "Cash difference"
    TRANSFER = "transfer", "Moved between accounts"
    VOID = "void", "Void"


class Posting(Named, Sealed):
    """One move of money; its lines add up to zero."""

    SEALS = (
        "number",
        "kind",
        "what",
        "entry_id",
        "method",
        "about",
        "voids_id",
        "reason",
        "at",
        "by",
    )
    CALLED = "money posting"

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="money")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=PostingKind.choices)
    what = models.CharField(max_length=200)
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, null=True, related_name="money")
    method = models.CharField(
        max_length=8, choices=[(m.value, m.value) for m in Method], default=Method.CASH.value
    )
    about = models.JSONField(default=dict, help_text="Payee, cheque, approval: what its kind asks.")
    voids = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="voided_by"
    )
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="posting_number_once"),
        )
        indexes = (
            models.Index(
                fields=("tournament",), condition=Q(link__isnull=True), name="money_not_sealed_yet"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.what}"

    def content(self) -> dict[str, Any]:
        """The posting with its lines."""
        lines = [[line.account, line.amount] for line in self.lines.all()]
        names = {"entry_id": name_of(self.entry), "voids_id": name_of(self.voids)}
        return {**super().content(), **names, "lines": lines}

    @classmethod
    def of_tournament(cls, tournament_id: int) -> models.QuerySet[Self]:
        """The postings of one tournament with their lines and what their seals name."""
        found = super().of_tournament(tournament_id)
        return found.select_related("entry", "voids").prefetch_related("lines")


class MoneyLine(models.Model):
    """One account's part of a posting, in cents: above zero comes in, below goes out."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="lines")
    account = models.CharField(max_length=16, choices=[(a.value, WORDS[a]) for a in Account])
    amount = models.BigIntegerField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.account} {self.amount:+}"


class CashCount(models.Model):
    """What a cashier counted at the end of the day, beside what the ledger expects."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.PROTECT, related_name="cash_counts"
    )
    cashier = models.CharField(max_length=120)
    expected = models.BigIntegerField()
    counted = models.BigIntegerField()
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.cashier} counted {self.counted}"

    @property
    def difference(self) -> int:
        return self.counted - self.expected
