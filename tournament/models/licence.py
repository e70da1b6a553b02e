"""The licence an event runs under, what is posted for it, and who is on duty."""

from django.db import models
from django.db.models import Q


class LicenceState(models.TextChoices):
    """Whether the regulator lets it count."""

    ACTIVE = "active", "In force"
    SUSPENDED = "suspended", "Suspended"
    CANCELLED = "cancelled", "Cancelled"


class Licence(models.Model):
    """What the regulator approved for one tournament; changed only by an addendum."""

    tournament = models.OneToOneField(
        "Tournament", on_delete=models.CASCADE, primary_key=True, related_name="licence"
    )
    number = models.CharField(max_length=40)
    holder = models.CharField(max_length=120, help_text="The licensee.")
    place = models.CharField(max_length=160)
    opens_at = models.DateTimeField(help_text="From when the licence allows play.")
    closes_at = models.DateTimeField(help_text="Until when it does.")
    starts_at = models.DateTimeField()
    finishes_at = models.DateTimeField()
    tickets = models.PositiveIntegerField(help_text="Entry tickets approved.")
    fee = models.PositiveIntegerField(help_text="Approved entry fee in cents.")
    prizes = models.CharField(max_length=300, help_text="The prizes on offer.")
    has_rebuy = models.BooleanField(default=False)
    language = models.CharField(max_length=40, default="English")
    issuer = models.CharField(max_length=80, default="IGR")
    site = models.CharField(max_length=120, blank=True, help_text="The reserve it is played on.")
    event_type = models.CharField(max_length=40, default="Hold'em tournament")
    state = models.CharField(
        max_length=10, choices=LicenceState.choices, default=LicenceState.ACTIVE.value
    )
    state_because = models.CharField(max_length=200, blank=True)
    more_tables = models.CharField(
        max_length=80, blank=True, help_text="Approval for more tables than the staffing list has."
    )
    liquor_permit = models.CharField(
        max_length=40, blank=True, help_text="Number of the special-occasion liquor permit."
    )
    chip_set = models.CharField(max_length=120, blank=True, help_text="What marks these chips.")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"{self.number} of {self.holder}"


class Addendum(models.Model):
    """A change the regulator was asked for in writing; it counts once it has its number."""

    licence = models.ForeignKey(Licence, on_delete=models.CASCADE, related_name="addenda")
    changes = models.JSONField(help_text="Field, value before and value after.")
    request = models.CharField(max_length=200, help_text="The written request: date and sender.")
    number = models.CharField(max_length=40, blank=True)
    asked_at = models.DateTimeField()
    asked_by = models.CharField(max_length=120)
    approved_at = models.DateTimeField(null=True)
    approved_by = models.CharField(max_length=120, blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.number or "addendum asked for"


class PostedDocument(models.Model):
    """Somebody saw this document hang where the public can read it."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="posted")
    what = models.CharField(max_length=40)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)
    taken_down_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "what"),
                condition=Q(taken_down_at__isnull=True),
                name="posted_once",
            ),
        )

    def __str__(self) -> str:
        return self.what


class Advert(models.Model):
    """Where the event was advertised; never deleted."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="adverts")
    outlet = models.CharField(max_length=120, help_text="The paper, station, site or wall.")
    place = models.CharField(max_length=120, help_text="Where that is read or heard.")
    is_inside = models.BooleanField(help_text="Inside the part of the country the book names.")
    ran_on = models.DateField()
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("ran_on", "id")

    def __str__(self) -> str:
        return f"{self.outlet}, {self.place}"


class Attendance(models.Model):
    """Somebody on the staff came, and left."""

    staff = models.ForeignKey("Staff", on_delete=models.CASCADE, related_name="attendances")
    came_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("staff",), condition=Q(left_at__isnull=True), name="here_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.staff} came"


class Declaration(models.Model):
    """What somebody declared, on which day; of a conflict, the roles it closes to them."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="declarations"
    )
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, blank=True, help_text="As the rulebook has it.")
    words = models.CharField(max_length=300, blank=True)
    declared_on = models.DateField(null=True)
    bars = models.JSONField(default=list, help_text="Roles this person may not have here.")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name}: {self.words}"


class InspectorAccess(models.Model):
    """An inspector looked at, or took a copy of, a record."""

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, related_name="inspections"
    )
    what = models.CharField(max_length=120)
    is_copy = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.by}: {self.what}"
