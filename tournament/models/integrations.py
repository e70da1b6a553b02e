"""What other software is trusted with: tokens for the API, and addresses that are told things."""

from django.db import models

from tournament.models.people import User
from tournament.models.tournaments import Tournament
from tournament.permissions import Role


class ApiToken(models.Model):
    """A key to one tournament, in one role, for a time; only its hash is kept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=120)
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="tokens")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name


class Webhook(models.Model):
    """An address that is told of certain things as they happen."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)
    topics = models.JSONField(help_text="Which kinds of news it wants.")
    told_until = models.PositiveBigIntegerField(help_text="The last line of the journal it knows.")
    created_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)
    stopped_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One piece of news for one address: tried until it is taken, or given up."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    sequence = models.PositiveBigIntegerField(help_text="The line of the journal it tells of.")
    topic = models.CharField(max_length=20)
    body = models.JSONField()
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_index=True, help_text="None: done with.")
    delivered_at = models.DateTimeField(null=True)
    last_answer = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=("webhook", "sequence", "topic"), name="news_told_once"),
        )

    def __str__(self) -> str:
        return f"{self.sequence} to {self.webhook}"
