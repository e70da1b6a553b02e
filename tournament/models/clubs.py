"""4S: clubs of two players whose points add up."""

from django.db import models


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
