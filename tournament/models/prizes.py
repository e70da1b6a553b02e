"""What is won and owed, and what cards or the director decided about places."""

from django.db import models
from django.db.models import Q

from engine.office.law.money import Method
from engine.prizes.prizes import How


class OnRecord(models.Model):
    """Done by somebody at a time; taken back, it stays on record with its reason."""

    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True
        ordering = ("id",)


def one_standing(name: str) -> models.UniqueConstraint:
    """At most one of a tournament's that was not taken back."""
    return models.UniqueConstraint(
        fields=("tournament",), condition=Q(withdrawn_at__isnull=True), name=name
    )


class PrizeList(models.Model):
    """The prizes of a tournament; published, its amounts stand (adelaide:105)."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="prize_list"
    )
    how = models.CharField(max_length=12, choices=[(h.value, h.value) for h in How])
    rows = models.JSONField(default=list, help_text="Shares, amounts and things, place by place.")
    unit = models.PositiveIntegerField(default=100, help_text="Prizes round to this many cents.")
    guarantee = models.PositiveBigIntegerField(default=0, help_text="The pool is at least this.")
    approved_at = models.DateTimeField(null=True, help_text="From then on it stays (igr:A.2(e)).")
    approved_by = models.CharField(max_length=120, blank=True)
    published_at = models.DateTimeField(null=True)
    published_by = models.CharField(max_length=120, blank=True)
    pool = models.PositiveBigIntegerField(default=0, help_text="The pool when it was published.")
    amounts = models.JSONField(default=list, help_text="What each place wins, once published.")

    def __str__(self) -> str:
        return f"prizes of {self.tournament_id}"


class Confirmation(OnRecord):
    """The director confirmed the places; taken back, it stays on record."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="confirmations"
    )
    places = models.JSONField(help_text="Entry and place, the best first.")

    class Meta(OnRecord.Meta):
        constraints = (one_standing("one_standing_confirmation"),)

    def __str__(self) -> str:
        return f"places of {self.tournament_id} confirmed by {self.by}"


class Ineligibility(models.Model):
    """A player found not to have been allowed to win (adelaide:104)."""

    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="ineligibilities")
    reason = models.CharField(max_length=200)
    is_underage = models.BooleanField(default=False, help_text="The prize goes to the Crown.")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("entry",),
                condition=Q(withdrawn_at__isnull=True),
                name="ineligible_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} ineligible"


class Due(models.Model):
    """What is owed to a person: the prize, or the part of one, that an entry won."""

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="dues")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="dues")
    place = models.PositiveIntegerField()
    amount = models.PositiveBigIntegerField(default=0, help_text="Cash, in cents.")
    item = models.CharField(max_length=120, blank=True)
    value = models.PositiveBigIntegerField(
        default=0, help_text="Of the thing: price with all taxes."
    )
    source = models.CharField(max_length=8)
    posting = models.OneToOneField(
        "Posting", on_delete=models.PROTECT, null=True, related_name="due"
    )
    is_crown = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("place", "id")

    def __str__(self) -> str:
        return f"{self.place}: {self.amount or self.item}"


class Payout(OnRecord):
    """A prize handed over, with the receiver's signature on screen or on paper (igr:8.01(i))."""

    due = models.ForeignKey(Due, on_delete=models.PROTECT, related_name="payouts")
    number = models.PositiveIntegerField()
    receiver = models.CharField(max_length=120)
    method = models.CharField(max_length=8, choices=[(m.value, m.value) for m in Method])
    signature = models.TextField(blank=True, help_text="What was drawn, as path data.")
    is_on_paper = models.BooleanField(default=False)
    posting = models.OneToOneField(
        "Posting", on_delete=models.PROTECT, null=True, related_name="payout"
    )

    class Meta(OnRecord.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("due",), condition=Q(withdrawn_at__isnull=True), name="paid_once"
            ),
        )

    def __str__(self) -> str:
        return f"receipt {self.number} of {self.receiver}"


class Deal(OnRecord):
    """How the players left wish to divide what is left; it holds when all have said yes."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="deals")
    method = models.CharField(max_length=16)
    kept = models.PositiveBigIntegerField(default=0, help_text="Set aside for the winner.")
    stacks = models.JSONField(help_text="Chips when it was proposed, by entry.")
    shares = models.JSONField(help_text="Cents by entry.")
    agreed_at = models.DateTimeField(null=True)

    class Meta(OnRecord.Meta):
        constraints = (one_standing("one_standing_deal"),)

    def __str__(self) -> str:
        return f"deal {self.method} of {self.tournament_id}"


class DealVoice(models.Model):
    """One player's yes or no to a deal."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="voices")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="deal_voices")
    says_yes = models.BooleanField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    confirmed_by = models.CharField(
        max_length=120, blank=True, help_text="Who heard the player say so, face to face."
    )

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("deal", "entry"), name="one_voice_each"),)

    def __str__(self) -> str:
        return f"{self.entry} says {'yes' if self.says_yes else 'no'}"

    @property
    def holds(self) -> bool:
        """A yes that somebody heard from the player; a link may be in other hands."""
        return self.says_yes and bool(self.confirmed_by)


class PlacingDecision(models.Model):
    """The order of tied players, best first. Taken back, it stays on record."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="placing_decisions"
    )
    order = models.JSONField(help_text="Entries, the best placed first.")
    cards = models.JSONField(default=dict, help_text="What each of them drew, where cards decided.")
    drawn_from = models.CharField(max_length=120, blank=True, help_text="The number of its draw.")
    reason = models.CharField(max_length=200, blank=True)
    clause = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"order of {self.order}"


class SimultaneousBusts(models.Model):
    """Hands of separate tables that the director says ended together (adelaide:99c-3)."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="simultaneous_busts"
    )
    entries = models.JSONField(help_text="Who went out together.")
    reason = models.CharField(max_length=200)
    clause = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.entries} out together"
