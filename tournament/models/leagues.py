"""Points over several tournaments."""

from typing import TYPE_CHECKING

from django.db import models

if TYPE_CHECKING:
    from tournament.models.tournaments import Tournament


class League(models.Model):
    """A season: which tournaments count, by which formula, and how many of them for each player."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True)
    formula = models.CharField(max_length=200)
    best = models.PositiveSmallIntegerField(null=True, help_text="Only the best so many count.")
    tournaments: "models.ManyToManyField[Tournament, models.Model]" = models.ManyToManyField(
        "Tournament", related_name="leagues"
    )
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
