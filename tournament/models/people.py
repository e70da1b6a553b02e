"""Who may sign in, and what each of them is at which tournament."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from tournament.permissions import Role


class User(AbstractUser):
    """A person with a password; what they may do depends on the tournament."""

    must_change_password = models.BooleanField(default=False)
    is_house_director = models.BooleanField(
        default=False, help_text="May create tournaments and direct all of them."
    )

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class ServingStaff(models.Manager["Staff"]):
    """Roles that have not been taken away."""

    def get_queryset(self) -> models.QuerySet["Staff"]:
        return super().get_queryset().filter(ended_at__isnull=True)


class Staff(models.Model):
    """A user's role at one tournament; taken away, it stays on record."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="duties")
    role = models.CharField(max_length=12, choices=[(role.value, role.words) for role in Role])
    title = models.CharField(max_length=40, blank=True, help_text="The book's own name of it.")
    is_volunteer = models.BooleanField(default=True, help_text="Unpaid, a member of the licensee.")
    ended_at = models.DateTimeField(null=True, help_text="When the role was taken away.")

    objects = models.Manager["Staff"]()
    serving = ServingStaff()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "user", "role"),
                condition=models.Q(ended_at__isnull=True),
                name="one_role_once_per_person",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} as {self.role}"
