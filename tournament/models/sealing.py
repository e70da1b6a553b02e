"""Rows sealed by the journal, the signed heads of its chains, and the keys that sign them."""

from typing import Any, ClassVar, Self

from django.db import models


class Named(models.Model):
    """A row that seals name by its key; brought in from an archive, by the key it had there."""

    sealed_as = models.PositiveBigIntegerField(
        null=True, editable=False, help_text="Its key where the seals that name it were made."
    )

    class Meta:
        abstract = True


def name_of(row: Named | None) -> int | None:
    """How seals name this row, here and wherever it came from."""
    return None if row is None else row.sealed_as or row.pk


class Sealed(models.Model):
    """A row that a line of its tournament's journal answers for; it is never changed."""

    SEALS: ClassVar[tuple[str, ...]] = ()
    CALLED: ClassVar[str] = "row"

    link = models.PositiveBigIntegerField(
        null=True, editable=False, help_text="The line of the journal that covers this row."
    )
    digest = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True

    def content(self) -> dict[str, Any]:
        """What of this row is sealed."""
        return {name: getattr(self, name) for name in self.SEALS}

    @classmethod
    def of_tournament(cls, tournament_id: int) -> models.QuerySet[Self]:
        """The rows of one tournament."""
        rows: models.QuerySet[Self] = cls._default_manager.filter(tournament_id=tournament_id)
        return rows


class SigningKey(models.Model):
    """A key that signs records, with its span; a key that was followed names its successor.

    Both sign the succession: who trusts one of them can trust the other without this database.
    """

    public = models.CharField(max_length=64, unique=True)
    house = models.CharField(max_length=60, blank=True, help_text="Whose; empty: this house's own.")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    because = models.CharField(max_length=200, blank=True, help_text="Why another one followed.")
    next_public = models.CharField(max_length=64, blank=True)
    signed_by_itself = models.CharField(
        max_length=100, blank=True, help_text="Empty where the key was lost."
    )
    signed_by_next = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ("since", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("house",),
                condition=models.Q(house="", until__isnull=True),
                name="one_key_in_use",
            ),
        )

    def __str__(self) -> str:
        return self.public[:16]


class Signature(models.Model):
    """A signed head: written once, at every mark of the evening and every few minutes."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="signatures"
    )
    number = models.PositiveIntegerField()
    lines = models.PositiveBigIntegerField(help_text="How many lines of the journal it covers.")
    tables = models.JSONField(help_text="The end of each table's own chain.")
    at = models.DateTimeField()
    word = models.CharField(max_length=400, help_text="The signed head itself.")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="signatures_in_order"),
        )

    def __str__(self) -> str:
        return f"signature {self.number}, {self.lines} lines"
