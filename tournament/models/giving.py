"""Where the good goes: donations of a charity tournament, and proceeds of a licensed one."""

from django.db import models


class Charity(models.Model):
    """One that may be chosen; whoever helps to run the event or plays in it may not."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="charities")
    name = models.CharField(max_length=120)
    involvement = models.CharField(
        max_length=200, blank=True, help_text="How it takes part in the event, if it does."
    )

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="charity_name_once"),
        )

    def __str__(self) -> str:
        return self.name


class Donation(models.Model):
    """What a winning place gives, fixed before the start, to the charity its player chooses."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="donations")
    place = models.PositiveIntegerField()
    amount = models.PositiveBigIntegerField()
    charity = models.ForeignKey(
        Charity, on_delete=models.PROTECT, null=True, related_name="donations"
    )
    chosen_by = models.CharField(max_length=120, blank=True)
    chosen_at = models.DateTimeField(null=True)
    posting = models.OneToOneField(
        "Posting", on_delete=models.PROTECT, null=True, related_name="donation"
    )

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "place"), name="one_donation_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.amount}"


class Proceeds(models.Model):
    """Who runs a licensed event, for which approved purposes, from which account (igr:8.01)."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="proceeds"
    )
    organisation = models.CharField(max_length=120)
    purposes = models.JSONField(default=list, help_text="As approved on the licence.")
    account = models.CharField(max_length=80, blank=True)
    guaranteed_by = models.CharField(
        max_length=120, blank=True, help_text="Who of the executive guarantees the proceeds."
    )
    guaranteed_at = models.DateTimeField(null=True)
    bank_holidays = models.JSONField(default=list)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"proceeds of {self.organisation}"
