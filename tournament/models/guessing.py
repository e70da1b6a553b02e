"""Wrong passwords and pairing codes, counted per door and address."""

from django.db import models


class WrongTries(models.Model):
    """How often somebody at this door guessed wrong lately."""

    door = models.CharField(max_length=160, unique=True)
    count = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    locked_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.count} wrong tries at {self.door}"
