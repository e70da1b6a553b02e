"""Points that add up: over several tournaments, and of the two players of a club (4S)."""

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


class Club(models.Model):
    """A club that takes part."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="clubs")
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="club_name_once"),
        )

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    """An entry plays for one club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    entry = models.OneToOneField("Entry", on_delete=models.PROTECT, related_name="club_member")

    class Meta:
        ordering = ("entry__number",)

    def __str__(self) -> str:
        return f"{self.entry} for {self.club}"
