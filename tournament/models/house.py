"""The house: its name, its logo, its two colours and its deck, on every page, screen and sheet."""

from django.db import models


class House(models.Model):
    """One row, made when the house is first furnished; without it the product's own look."""

    name = models.CharField(max_length=60, blank=True)
    colour = models.CharField(max_length=7, blank=True, help_text="Buttons and links.")
    accent = models.CharField(max_length=7, blank=True, help_text="What is live or due.")
    logo = models.TextField(blank=True, help_text="The picture, in base64.")
    logo_kind = models.CharField(max_length=20, blank=True)
    has_four_colours = models.BooleanField(default=False, help_text="A colour for each suit.")
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name
