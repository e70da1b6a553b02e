"""The commands already carried out, so that a repeated request is harmless."""

from django.db import models


class CommandRecord(models.Model):
    """A command's own id, kept with what it did."""

    id = models.UUIDField(primary_key=True)
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="commands")
    kind = models.CharField(max_length=40)
    said = models.CharField(max_length=64, blank=True, help_text="A digest of what was asked.")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
