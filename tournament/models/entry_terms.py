"""Who may enter, on which terms, and who waits for a place."""

from django.db import models
from django.db.models import Q


class EntryKind(models.TextChoices):
    """What an entry needs."""

    PAID = "paid", "Paid"
    FREE_ROLL = "free_roll", "Free-roll"
    INVITATION = "invitation", "By invitation only"


class EntryTerms(models.Model):
    """What the house decided about entering; a row only where it differs from the book's own."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="entry_terms"
    )
    kind = models.CharField(max_length=12, choices=EntryKind.choices)
    per_player = models.PositiveSmallIntegerField(
        default=1, help_text="Maximum entries per person."
    )
    late_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How long after the start one may still enter."
    )
    minimum_age = models.PositiveSmallIntegerField(null=True, blank=True)
    group = models.CharField(
        max_length=40, blank=True, help_text="Only players of this group, such as 'newcomers'."
    )
    play_on = models.DateField(null=True, blank=True, help_text="The day ages are reckoned on.")

    def __str__(self) -> str:
        return f"{self.kind}, {self.per_player} per player"


class Invitation(models.Model):
    """The house asks one person to come; without it nobody enters an invitation tournament."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="invitations"
    )
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="invitations")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "player"),
                condition=Q(withdrawn_at__isnull=True),
                name="invited_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} to {self.tournament_id}"


class Waiting(models.Model):
    """An alternate: waits with a number until a place comes free."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="waiting")
    session = models.ForeignKey(
        "Session", on_delete=models.CASCADE, null=True, related_name="waiting"
    )
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="waits")
    number = models.PositiveIntegerField()
    since = models.DateTimeField()
    called_at = models.DateTimeField(null=True, help_text="Became an entry.")
    left_at = models.DateTimeField(null=True, help_text="Gave up waiting.")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="alternate_number_once"),
        )

    def __str__(self) -> str:
        return f"alternate {self.number}: {self.player}"


class Substitution(models.Model):
    """Another person took over an entry's seat and chips (canberra:8.2)."""

    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="substitutions")
    before = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    approved_by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.after} for {self.before}"


class RefusedEntry(models.Model):
    """Somebody the house turned away, with its reason (charity:3.2(g)(ii))."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="refused_entries"
    )
    name = models.CharField(max_length=80)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} refused"
