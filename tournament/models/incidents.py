"""Disputes, irregularities and complaints: what happened, who decided what, who was told."""

from django.db import models

from engine.hand import numbers


class IncidentKind(models.TextChoices):
    """What sort of matter it is."""

    DISPUTE = "dispute", "Dispute"
    IRREGULARITY = "irregularity", "Irregularity"
    INTEGRITY = "integrity", "Cheating or collusion"
    COMPLAINT = "complaint", "Complaint"
    CORRECTION = "correction", "Correction of a result"
    MISCARRIAGE = "miscarriage", "Game interrupted"


class Incident(models.Model):
    """One matter with its time, table, people and facts; never deleted."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="incidents")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=IncidentKind.choices)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    hand_number = models.PositiveIntegerField(null=True, blank=True)
    people = models.CharField(max_length=300, blank=True)
    facts = models.TextField()
    came_from = models.CharField(
        max_length=40, blank=True, help_text="The record it was taken from, such as 'call 7'."
    )
    happened_at = models.DateTimeField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    reported_at = models.DateTimeField(null=True, help_text="Reported to the regulator.")
    reported_by = models.CharField(max_length=120, blank=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="incident_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}"

    @property
    def hand_shown(self) -> int | None:
        """Its hand by the number it has in its session."""
        return None if self.hand_number is None else numbers.as_shown(self.hand_number)


class Decision(models.Model):
    """What one level decided on it: the next level only reviews."""

    incident = models.ForeignKey(Incident, on_delete=models.CASCADE, related_name="decisions")
    level = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=60, help_text="The book's own name of the level.")
    words = models.TextField()
    reason = models.CharField(max_length=400)
    source = models.CharField(max_length=80, help_text="The clause or the rules it rests on.")
    before = models.CharField(max_length=300, blank=True)
    after = models.CharField(max_length=300, blank=True)
    told_of_inspector = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("level", "id")
        constraints = (
            models.UniqueConstraint(fields=("incident", "level"), name="one_decision_per_level"),
        )

    def __str__(self) -> str:
        return f"{self.title}: {self.words}"
