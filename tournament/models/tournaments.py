"""The event itself, its clock, and the announcements made at it."""

from django.db import models

from engine import rulebooks
from engine.lifecycle import TournamentState
from engine.rules.book import Rulebook


class Tournament(models.Model):
    """The whole event, from registration to prizes."""

    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=120)
    preset = models.CharField(max_length=60)
    rulebook = models.CharField(max_length=20)
    game = models.CharField(max_length=60)
    structure = models.JSONField()
    state = models.CharField(
        max_length=16,
        choices=[(state.value, state.value) for state in TournamentState],
        default=TournamentState.REGISTERING.value,
    )
    seed = models.CharField(
        max_length=64,
        blank=True,
        help_text="Of a rehearsal only: its draws follow from it, so anybody can predict them.",
    )
    message = models.CharField(max_length=200, blank=True)
    sounds = models.JSONField(default=dict, help_text="What the clock screens play, and when.")
    shows_end = models.BooleanField(default=False, help_text="The hall sees the expected end.")
    session = models.ForeignKey(
        "Session",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="The one last drawn; none where the tournament is played in one go.",
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name

    @property
    def law(self) -> Rulebook:
        """The book it is played by, with all its answers."""
        return rulebooks.get(self.rulebook)

    @property
    def is_over(self) -> bool:
        return self.state in (TournamentState.FINISHED, TournamentState.CANCELLED)


class Clock(models.Model):
    """Where in the schedule a tournament stands: a due time, or what remains."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="clock"
    )
    state = models.JSONField()
    due_at = models.DateTimeField(null=True, db_index=True)
    version = models.PositiveIntegerField(default=0)
    last_hands = models.PositiveSmallIntegerField(
        null=True, help_text="How many more hands each table deals, once that is announced."
    )
    timekeeper_table = models.PositiveBigIntegerField(
        null=True, help_text="The table whose tablet may stop and start the clock (fours:td-2)."
    )

    def __str__(self) -> str:
        return f"clock of {self.tournament_id}, version {self.version}"


class ClockMove(models.Model):
    """What somebody said to the clock, and where it stood before: enough to take it back."""

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="moves")
    kind = models.CharField(max_length=20)
    before = models.JSONField()
    journal_length = models.PositiveBigIntegerField(
        help_text="How long the journal was before it: what came after may have to be told again."
    )
    is_standing = models.BooleanField(default=True, help_text="It can still be taken back.")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.kind} by {self.by}"


class ScheduleTemplate(models.Model):
    """A schedule kept under a name for other tournaments of the house."""

    name = models.CharField(max_length=80, unique=True)
    schedule = models.JSONField()
    house_rules = models.JSONField(default=dict, help_text="What the house had chosen with it.")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


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
