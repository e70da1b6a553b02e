"""Words that take over screens for some minutes."""

from django.db import models


class Announcement(models.Model):
    """What is said, where, and until when; withdrawn, it stays on record."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.CharField(max_length=200)
    on_screens = models.BooleanField(default=True)
    on_tablets = models.BooleanField(default=True)
    on_phones = models.BooleanField(default=True)
    sound = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField()
    until = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return self.text
