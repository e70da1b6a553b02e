"""A player's own page, reached by a link that nobody can guess."""

from django.db import models

from tournament.models.entries import Entry


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
