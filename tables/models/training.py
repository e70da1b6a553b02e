"""Practice for dealers: a table of its own that belongs to no tournament."""

from uuid import uuid4

from django.db import models


class Practice(models.Model):
    """One exercise: the hand as far as it has come, and how each scene was answered."""

    token = models.UUIDField(default=uuid4, unique=True)
    visitor = models.CharField(max_length=64, blank=True, db_index=True, help_text="A digest.")
    dealer = models.CharField(max_length=80, blank=True)
    rules = models.CharField(max_length=40, help_text="A built-in game of a rulebook.")
    seed = models.CharField(max_length=64)
    is_scripted = models.BooleanField(default=False)
    hands = models.PositiveSmallIntegerField(help_text="How many are dealt in all.")
    number = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    told = models.JSONField(default=list, help_text="Version and event, of the hand in play.")
    wrong = models.JSONField(default=list, help_text="Wrong entries for the scene in play.")
    is_helped = models.BooleanField(default=False)
    done = models.JSONField(default=list, help_text="Every scene that was answered.")
    last_command = models.UUIDField(null=True)
    at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"practice of {self.rules}, hand {self.number} of {self.hands}"
