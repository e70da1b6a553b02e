"""Players, their entries and busts; who is excluded, photographs, and the links to own pages."""

from typing import Any

from django.db import models
from django.db.models import Q

from engine.hand import numbers
from tournament.models.sealing import Named


def shown_name(alias: str, name: str) -> str:
    """As everybody may see it: the alias where the player wants one."""
    return alias or name


class Player(models.Model):
    """A person who plays; one person may enter many tournaments."""

    name = models.CharField(max_length=80)
    alias = models.CharField(max_length=40, blank=True, help_text="Shown instead of the name.")
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    born_on = models.DateField(null=True, blank=True)
    group = models.CharField(max_length=40, blank=True, help_text="Such as 'newcomers'.")
    country = models.CharField(max_length=40, blank=True, help_text="As results are published.")
    barred_at = models.DateTimeField(null=True, blank=True)
    barred_because = models.CharField(max_length=200, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="duplicates"
    )
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        return shown_name(self.alias, self.name)

    @property
    def contact(self) -> str:
        return self.email or self.phone

    @property
    def is_barred(self) -> bool:
        return self.barred_at is not None


class Entry(Named):
    """One participation; a re-entry is a new one."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=80, help_text="As everybody sees it, since it was made.")
    number = models.PositiveIntegerField()
    stack = models.PositiveBigIntegerField(default=0)
    registered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)
    session = models.ForeignKey(
        "Session", on_delete=models.PROTECT, null=True, related_name="entries"
    )
    advanced_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="advanced_to"
    )
    price = models.PositiveIntegerField(default=0, help_text="What it cost, in cents.")
    checked_in_at = models.DateTimeField(null=True)
    eligible_by = models.CharField(
        max_length=120, blank=True, help_text="Who checked that this person may play."
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def content(self) -> list[Any]:
        """What the journal keeps of it when it is made, and whenever its name is corrected."""
        return [self.number, self.name]


class StandingBusts(models.Manager["Bust"]):
    """Busts that have not been taken back."""

    def get_queryset(self) -> models.QuerySet["Bust"]:
        return super().get_queryset().filter(retracted_at__isnull=True)


class Bust(models.Model):
    """An entry lost its last chip: a fact, with its hand. Taken back, it stays on record."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="busts")
    table_number = models.PositiveIntegerField()
    hand_number = models.PositiveIntegerField()
    stack_before = models.PositiveBigIntegerField()
    chips_put_in = models.PositiveBigIntegerField(default=0)
    all_in_order = models.PositiveSmallIntegerField(default=0)
    seats_from_marker = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()
    order = models.PositiveIntegerField(help_text="Busts of the same hand share it.")
    may_rebuy = models.BooleanField(default=False, help_text="Not out yet: may still buy in again.")
    retracted_at = models.DateTimeField(null=True)
    retracted_by = models.CharField(max_length=120, blank=True)
    retracted_because = models.CharField(max_length=200, blank=True)

    objects = models.Manager["Bust"]()
    standing = StandingBusts()

    class Meta:
        ordering = ("order", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("entry",),
                condition=Q(retracted_at__isnull=True),
                name="one_standing_bust_per_entry",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} bust in hand {self.hand_shown} at table {self.table_number}"

    def content(self) -> list[Any]:
        """What the journal keeps of it: all but what is decided later."""
        lost = [self.stack_before, self.chips_put_in, self.all_in_order, self.seats_from_marker]
        where = [self.entry.number, self.table_number, self.hand_number]
        return [*where, *lost, self.at, self.order]

    @property
    def hand_shown(self) -> int:
        """Its hand by the number it has in its session."""
        return numbers.as_shown(self.hand_number)


class Exclusion(models.Model):
    """Until when somebody may not be entered or seated, and why."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exclusions")
    until = models.DateTimeField()
    reason = models.CharField(max_length=200)
    clause = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.player} excluded until {self.until:%Y-%m-%d %H:%M}"


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


class PersonalLink(models.Model):
    """The link of one entry; of its secret only the fingerprint can be looked up."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="links")
    nonce = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=120)
    revoked_at = models.DateTimeField(null=True)
    seen_seating = models.PositiveBigIntegerField(
        null=True, help_text="The move the player has confirmed to have seen."
    )
    seen_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("entry",),
                condition=models.Q(revoked_at__isnull=True),
                name="one_standing_link_per_entry",
            ),
        )

    def __str__(self) -> str:
        return f"link of {self.entry}"
