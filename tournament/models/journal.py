"""Who did what, when: one chain of hashes per tournament; and which commands were carried out."""

from typing import Any

from django.db import models


class Chain(models.Model):
    """The last link of a tournament's journal. Locked last, after every other row."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="chain"
    )
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"{self.length} links, {self.head[:8]}"


class JournalEntry(models.Model):
    """One link: a dotted name, who, when, and what changed."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="journal")
    sequence = models.PositiveBigIntegerField()
    name = models.CharField(max_length=60)
    by = models.CharField(max_length=120)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)
    ledger = models.CharField(
        max_length=64, blank=True, help_text="Digest of the ledger rows written with it."
    )
    rows = models.JSONField(default=dict, help_text="Digests of other rows it left so, by name.")
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "sequence"), name="journal_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.sequence} {self.name} by {self.by}"

    def content(self) -> dict[str, Any]:
        """What its link covers; one that left no other row behind says nothing of any."""
        said = {"name": self.name, "by": self.by, "at": self.at, "data": self.data}
        left = {"ledger": self.ledger, "rows": self.rows}
        return {**said, **{name: what for name, what in left.items() if what}}


class CommandRecord(models.Model):
    """A command's own id, kept with what it did."""

    id = models.UUIDField(primary_key=True)
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="commands")
    kind = models.CharField(max_length=40)
    said = models.CharField(max_length=64, blank=True, help_text="A digest of what was asked.")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
