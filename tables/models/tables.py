"""Tables, and who sits where from when to when."""

from django.db import models
from django.db.models import Q

from engine.hand import numbers
from tournament.models import Entry, Tournament


class TableState(models.TextChoices):
    """Whether hands may be dealt here."""

    OPEN = "open", "open"
    HELD = "held", "on hold"
    CLOSED = "closed", "closed"


class Table(models.Model):
    """A physical table, the hand in play on it, and how many changes it has seen."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=TableState.choices, default=TableState.OPEN)
    version = models.PositiveIntegerField(default=0)
    scene = models.PositiveIntegerField(
        default=0, help_text="How many changes of more than the hand in play it has seen."
    )
    hand_number = models.PositiveIntegerField(
        default=0, help_text="The key of the last hand: each session begins a new ten thousand."
    )
    numbers_used = models.PositiveIntegerField(
        default=0, help_text="The last hand's number where an earlier hand was opened again."
    )
    hand = models.JSONField(null=True, help_text="The hand in play: a fold of its events.")
    head = models.CharField(max_length=64, default="", help_text="Hash of the last hand event.")
    delay_minutes = models.PositiveSmallIntegerField(
        default=0,
        help_text="How far the public sees this table behind.",
    )
    closes_at = models.DateTimeField(null=True, help_text="Notice was given: it closes then.")
    closes_after = models.PositiveIntegerField(
        null=True, help_text="The last of its hands, where those were announced."
    )
    time_called = models.JSONField(null=True, help_text="On whom, on which decision, until when.")
    time_due_at = models.DateTimeField(
        null=True, db_index=True, help_text="When time called on a player is up by itself."
    )
    last_hands_after = models.PositiveIntegerField(
        null=True, help_text="Its hand when the last hands were announced: they are counted on."
    )
    depth = models.CharField(
        max_length=8, blank=True, help_text="How much is recorded here; empty: as the tournament."
    )
    card_count = models.JSONField(
        null=True, help_text="Who ordered the deck to be counted, and when; play waits for it."
    )
    out_of_use = models.JSONField(default=list, help_text="Numbers of the seats nobody gets.")
    is_designated = models.BooleanField(default=False, help_text="Named for this tournament.")
    place = models.CharField(max_length=40, blank=True, help_text="Which table of the house it is.")
    approval = models.CharField(max_length=80, blank=True, help_text="The inspector's reference.")
    approved_on = models.DateField(null=True)
    break_order = models.PositiveSmallIntegerField(null=True)
    is_waived = models.BooleanField(default=False, help_text="Plays on though it is too short.")
    turned_up = models.PositiveIntegerField(
        null=True, help_text="The hand whose all-in players the floor let show in hand-for-hand."
    )
    is_stopped = models.BooleanField(default=False, help_text="Waits while it is too short.")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="table_number_once"),
        )

    def __str__(self) -> str:
        return f"Table {self.number}"

    @property
    def is_open(self) -> bool:
        return self.state != TableState.CLOSED

    @property
    def hand_shown(self) -> int:
        """The last hand's number in its session, as people say it; 0 before the first."""
        return numbers.as_shown(self.hand_number)

    @property
    def closes_after_shown(self) -> int:
        """The last hand before it closes, by its number in the session."""
        return numbers.as_shown(self.closes_after or 0)

    @property
    def next_hand_number(self) -> int:
        """No number is used twice, also where a hand was opened again."""
        return max(self.hand_number, self.numbers_used) + 1


class Seating(models.Model):
    """An entry in a seat, from when to when."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    seat = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    in_transit = models.BooleanField(default=False)
    is_absent = models.BooleanField(default=False)
    absent_since = models.DateTimeField(null=True)
    absence_asked_at = models.DateTimeField(
        null=True, help_text="The table says so; the director has still to confirm it."
    )
    posts_for_him = models.CharField(
        max_length=80, blank=True, help_text="Who puts the blinds in while the player is away."
    )
    owes_from = models.PositiveIntegerField(
        null=True, help_text="The first hand in which they post the blinds that they missed."
    )
    reason = models.CharField(max_length=160, blank=True)
    came_from = models.CharField(max_length=40, blank=True)
    how = models.CharField(max_length=40, blank=True, help_text="How they came to this table.")
    clause = models.CharField(max_length=40, blank=True)
    stack_sent = models.PositiveBigIntegerField(null=True)
    stack_received = models.PositiveBigIntegerField(null=True)
    carried_by = models.CharField(max_length=120, blank=True)
    sent_by = models.CharField(max_length=120, blank=True)
    received_by = models.CharField(max_length=120, blank=True)
    arrived_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("seat", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "seat"), condition=Q(until__isnull=True), name="one_per_seat"
            ),
            models.UniqueConstraint(
                fields=("entry",), condition=Q(until__isnull=True), name="one_seat_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} at table {self.table.number}, seat {self.seat}"
