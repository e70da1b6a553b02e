"""What cards or the director decided about places."""

from django.db import models


class PlacingDecision(models.Model):
    """The order of tied players, best first. Taken back, it stays on record."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="placing_decisions"
    )
    order = models.JSONField(help_text="Entries, the best placed first.")
    cards = models.JSONField(default=dict, help_text="What each of them drew, where cards decided.")
    drawn_from = models.CharField(max_length=120, blank=True, help_text="The number of its draw.")
    reason = models.CharField(max_length=200, blank=True)
    clause = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"order of {self.order}"


class SimultaneousBusts(models.Model):
    """Hands of separate tables that the director says ended together (adelaide:99c-3)."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="simultaneous_busts"
    )
    entries = models.JSONField(help_text="Who went out together.")
    reason = models.CharField(max_length=200)
    clause = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.entries} out together"
