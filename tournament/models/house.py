"""The house: its name and looks on every page, and the wrong guesses at its doors."""

from django.db import models


class House(models.Model):
    """One row, made when the house is first furnished; without it the product's own look."""

    name = models.CharField(max_length=60, blank=True)
    colour = models.CharField(max_length=7, blank=True, help_text="Buttons and links.")
    accent = models.CharField(max_length=7, blank=True, help_text="What is live or due.")
    logo = models.TextField(blank=True, help_text="The picture, in base64.")
    logo_kind = models.CharField(max_length=20, blank=True)
    has_four_colours = models.BooleanField(default=False, help_text="A colour for each suit.")
    currency = models.CharField(max_length=4, default="$")
    separators = models.CharField(
        max_length=5, default="comma", help_text="Between thousands, and before cents."
    )
    has_12_hours = models.BooleanField(default=False, help_text="9:05 PM for 21:05.")
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class WrongTries(models.Model):
    """How often somebody at this door guessed wrong lately."""

    door = models.CharField(max_length=160, unique=True)
    count = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    locked_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.count} wrong tries at {self.door}"
