"""Rows of a ledger: written once, and covered by the line of the journal written with them."""

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
