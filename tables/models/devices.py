"""Tablets and hall screens, how they are paired, and calls for the floor."""

from django.db import models

from engine.hand import numbers
from tables.models.tables import Table
from tournament.models import Tournament


class DeviceKind(models.TextChoices):
    """What a paired device is for."""

    TABLET = "tablet", "Dealer tablet"
    SCREEN = "screen", "Hall screen"


class Target(models.Model):
    """What a device is bound to: a table's tablet, or a screen of `tables/screens.py`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    kind = models.CharField(max_length=8, choices=DeviceKind.choices)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="%(class)ss")
    view = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True


class PairingCode(Target):
    """A short code shown on the console; good once, and not for long."""

    code = models.CharField(max_length=8, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.code


class Device(Target):
    """A paired tablet or screen."""

    name = models.CharField(max_length=80)
    secret_hash = models.CharField(max_length=64, unique=True)
    paired_at = models.DateTimeField()
    paired_by = models.CharField(max_length=120)
    last_seen = models.DateTimeField()
    rotation = models.JSONField(
        default=list, blank=True, help_text="Views in turn, each with its seconds; empty for one."
    )
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class FloorCall(models.Model):
    """A dealer asked for the floor."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="floor_calls")
    hand_number = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=0, help_text="The table as it stood then.")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=120, blank=True)
    ruling = models.CharField(max_length=400, blank=True)

    def __str__(self) -> str:
        return f"floor call at {self.table}"

    @property
    def hand_shown(self) -> int:
        """Its hand by the number it has in its session."""
        return numbers.as_shown(self.hand_number)
