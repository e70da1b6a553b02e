"""State sheets: how play stood as a level began, for the day on which everything else is gone."""

from django.db import models

from tournament.models import Tournament


class StateSheet(models.Model):
    """Seats, stacks and the clock at one moment; never changed."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="state_sheets"
    )
    row = models.PositiveSmallIntegerField(help_text="Of the schedule; breaks are rows too.")
    level = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=120, help_text="The level in words, as the journal has it.")
    left = models.CharField(max_length=12, blank=True, help_text="Of the level, as clocks show it.")
    seats = models.JSONField(help_text="Table, seat, name and chips of everybody still in.")
    out = models.JSONField(help_text="Place and name of everybody who is out.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.what}"
