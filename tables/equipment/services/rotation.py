"""What hall screens show in turn, and how late the public sees a table."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from django.db import transaction

from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables import screens
from tables.equipment.queries import devices, rotation
from tables.models import Device, Table
from tables.models.devices import DeviceKind
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

MOST_STEPS, SHORTEST, LONGEST = 12, 5, 900
MOST_DELAY = 60


class Step(TypedDict):
    """One view of a rotation."""

    view: str
    table: int | None
    seconds: int


@transaction.atomic
def rotate(*, device: Device, steps: Sequence[Step], actor: Actor, now: datetime) -> None:
    """Show these views in turn, without touching the screen; no steps: its one view again."""
    require(actor, Permission.PAIR_DEVICES, device.tournament_id)
    found = Device.objects.select_for_update().get(pk=device.pk)
    if found.kind != DeviceKind.SCREEN:
        raise Refused("A tablet shows its table. Only hall screens rotate views.")
    _check(found.tournament_id, steps)
    found.rotation = list(steps)
    found.save(update_fields=["rotation"])
    journal.write(
        actor,
        "device.rotates",
        tournament_id=found.tournament_id,
        at=now,
        device=found.pk,
        words=rotation.words(found) or devices.words(found),
    )
    broadcast.changed(found.tournament_id, Audience.WORD)


def _check(tournament_id: int, steps: Sequence[Step]) -> None:
    if len(steps) > MOST_STEPS:
        raise Refused(f"A screen rotates at most {MOST_STEPS} views.")
    tables = set(Table.objects.filter(tournament_id=tournament_id).values_list("number", flat=True))
    for step in steps:
        if screens.named(step["view"]) is None:
            raise Refused("Choose what this screen shows.")
        if (step["view"] == screens.TABLE.name) != (step["table"] is not None):
            raise Refused("Choose a table for a view of one table, and only for that.")
        if step["table"] is not None and step["table"] not in tables:
            raise Refused(f"There is no table {step['table']}.")
        if not SHORTEST <= step["seconds"] <= LONGEST:
            raise Refused(f"Each view stays for {SHORTEST} to {LONGEST} seconds.")


@transaction.atomic
def delay(*, table: Table, minutes: int, actor: Actor, now: datetime) -> None:
    """From now on the public sees this table so many minutes late; tablets and staff do not."""
    require(actor, Permission.PAIR_DEVICES, table.tournament_id)
    if not 0 <= minutes <= MOST_DELAY:
        raise Refused(f"A table can be shown up to {MOST_DELAY} minutes late.")
    found = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if found.delay_minutes == minutes:
        return
    found.delay_minutes = minutes
    found.save(update_fields=["delay_minutes"])
    journal.write(
        actor,
        "table.delayed",
        tournament_id=found.tournament_id,
        at=now,
        table=found.number,
        minutes=minutes,
    )
    table_broadcast.hang_up_watchers(found.pk)
