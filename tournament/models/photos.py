"""A player's photograph, where one was taken: for the desk to know who stands before it."""

from django.db import models

from tournament.models.entries import Player


class Photo(models.Model):
    """A small square picture; in a row of its own, so that no list of players carries it."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="photo"
    )
    jpeg = models.BinaryField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"Photograph of {self.player}"
