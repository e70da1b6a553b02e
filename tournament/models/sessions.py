"""Stretches of play with their own end, and who goes on from one to the next."""

from django.db import models
from django.db.models import F, Q

# Entries of the session last drawn; all of them where the tournament is played in one go.
IN_SESSION = Q(tournament__session__isnull=True) | Q(session=F("tournament__session"))


class SessionKind(models.TextChoices):
    """What a session is for."""

    SESSION = "session", "Session"
    HEAT = "heat", "Heat"
    SECOND_CHANCE = "second", "Second chance"
    FINAL = "final", "Final"


class StacksBegin(models.TextChoices):
    """What a player sits down with."""

    FRESH = "fresh", "The same fresh stack for everybody"
    CARRIED = "carried", "The chips carried from the session before"


class AdvanceBy(models.TextChoices):
    """How it is worked out who goes on."""

    TABLE = "table", "So many from each table"
    COUNT = "count", "So many from all tables together"
    CHIPS = "chips", "Everybody with at least so many chips"


class Session(models.Model):
    """One stretch of play; the first end reached counts, after the hand in progress.

    A session of the first heat takes entries; the later ones are filled by those who advance.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(
        max_length=8, choices=SessionKind.choices, default=SessionKind.SESSION.value
    )
    name = models.CharField(max_length=80, blank=True)
    planned_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveIntegerField(null=True, blank=True, help_text="Seats on offer.")

    minutes = models.PositiveIntegerField(null=True, blank=True)
    hands = models.PositiveIntegerField(null=True, blank=True)
    players_left = models.PositiveIntegerField(default=1)
    finishing_time = models.DateTimeField(null=True, blank=True)

    stacks = models.CharField(
        max_length=8, choices=StacksBegin.choices, default=StacksBegin.FRESH.value
    )
    advances_to = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="fed_by"
    )
    advance_by = models.CharField(
        max_length=8, choices=AdvanceBy.choices, default=AdvanceBy.TABLE.value
    )
    advancing = models.PositiveIntegerField(default=1)
    admits = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Of a second chance: so many of each session before it; empty: all of them.",
    )

    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_because = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="session_number_once"),
            models.UniqueConstraint(
                fields=("tournament",),
                condition=Q(started_at__isnull=False, ended_at__isnull=True),
                name="one_session_in_play",
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.name or f"{SessionKind(self.kind).label} {self.number}"

    @property
    def is_in_play(self) -> bool:
        return self.started_at is not None and self.ended_at is None


class SessionResult(models.Model):
    """How an entry finished a session: a fact when it ended, with whether it goes on."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="results")
    table_number = models.PositiveSmallIntegerField()
    place = models.PositiveIntegerField(help_text="Among all of the session.")
    place_at_table = models.PositiveSmallIntegerField()
    chips = models.PositiveBigIntegerField()
    advances = models.BooleanField(default=False)
    is_winner = models.BooleanField(default=False)

    class Meta:
        ordering = ("place", "table_number", "place_at_table")
        constraints = (
            models.UniqueConstraint(fields=("session", "entry"), name="one_result_each"),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.place} of {self.session}"
