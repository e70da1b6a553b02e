"""The conditions sheet of a tournament, and who accepted it."""

from django.db import models


class Conditions(models.Model):
    """What the house adds to what the setup says; each change is a new version."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="conditions"
    )
    version = models.PositiveIntegerField(default=1)
    words = models.JSONField(default=dict, help_text="The house's words, item by item.")
    asks_acceptance = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"conditions, version {self.version}"


class Acceptance(models.Model):
    """An entrant agreed to rules and conditions in writing (charity:3.3)."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="acceptances"
    )
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="acceptances")
    name = models.CharField(max_length=80, help_text="Who agreed; a substitute agrees anew.")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120, help_text="Who took the agreement.")

    def __str__(self) -> str:
        return f"{self.entry} accepted version {self.version}"


class KeptSheet(models.Model):
    """The line of the journal that has the sheet as it stood at the first hand, or amended it."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="kept_sheets"
    )
    line = models.PositiveBigIntegerField()
    void_at = models.DateTimeField(null=True, help_text="When the start was taken back.")

    class Meta:
        ordering = ("line",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "line"), name="one_sheet_for_a_line"),
        )

    def __str__(self) -> str:
        return f"conditions of line {self.line}"
