"""Draws of chance: a secret published by its hash, the list it is applied to, what came of it."""

from typing import Any

from django.db import models

from engine import chance
from engine.chance import Chance


class DrawKind(models.TextChoices):
    """What is drawn."""

    SEATS = "seats", "Seats"
    LATE_SEAT = "late seat", "Seat for a latecomer"
    BREAK = "break", "Seats when a table breaks"
    FINAL = "final", "Seats at the final table"
    RACE_OFF = "race-off", "Cards of a race-off"
    ELIMINATION = "elimination", "Cards of an elimination"
    PLACES = "places", "Cards for tied places"
    DECK = "deck", "Deck of a hand"


# Where there is time to publish the list before: witnesses add their words until it is drawn.
PUBLISHED_BEFORE = (DrawKind.SEATS, DrawKind.FINAL, DrawKind.PLACES)


class PublicDraw(models.Model):
    """One draw, from the hash of its secret to the result. Cancelled, it stays on record.

    The secret lies ready before anybody knows what will be drawn from it; its row gets a list when
    there is something to draw, and the result in the same moment or later.
    """

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="public_draws"
    )
    table = models.PositiveIntegerField(
        default=0, help_text="The number of the table it is made at; 0 for the whole tournament."
    )
    number = models.PositiveIntegerField(help_text="From 1, at each table and for the tournament.")
    secret = models.CharField(max_length=64, help_text="In hexadecimal; not shown before its time.")
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the secret.")
    committed_at = models.DateTimeField()
    kind = models.CharField(max_length=20, choices=DrawKind.choices, blank=True)
    title = models.CharField(max_length=160, blank=True)
    about = models.TextField(blank=True, help_text="The list, as the text that is hashed.")
    words = models.JSONField(default=list, help_text="Who added which word, in order.")
    published_at = models.DateTimeField(null=True)
    drawn_at = models.DateTimeField(null=True)
    by = models.CharField(max_length=120, blank=True)
    result = models.JSONField(null=True)
    revealed_at = models.DateTimeField(
        null=True, help_text="When its secret was shown: never a deck's."
    )
    cancelled_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True, help_text="Why it was cancelled.")

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "table", "number"), name="public_draw_numbered"
            ),
        )

    def __str__(self) -> str:
        return f"draw {self.key}"

    @property
    def key(self) -> str:
        """Its number; at a table behind the table's, as in 3.1."""
        return f"{self.table}.{self.number}" if self.table else str(self.number)

    @property
    def digest(self) -> str:
        """What is published of its list: the hash; of a deck one from which nobody can guess."""
        is_deck = self.kind == DrawKind.DECK
        return chance.digest(f"{self.secret}\n{self.about}" if is_deck else self.about)

    @property
    def words_text(self) -> str:
        """The words as the text that is hashed."""
        return chance.as_text([[word["who"], word["word"]] for word in self.words])

    @property
    def chance(self) -> Chance:
        """What its result follows from."""
        return Chance.of(bytes.fromhex(self.secret), self.about, self.words_text)

    @property
    def outcome(self) -> dict[str, Any]:
        """The result of a draw that has been made."""
        if self.result is None:
            raise ValueError(f"draw {self.key} has not been made")
        return dict(self.result)
