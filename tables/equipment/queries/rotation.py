"""What a hall screen shows at this moment: one view, or several in turn."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from tables import screens
from tables.equipment.queries import devices
from tables.models import Device
from tables.models.devices import DeviceKind


@dataclass(frozen=True, slots=True)
class Shown:
    """A view, the table it is about, and how many seconds it still stays (None: for good)."""

    view: str
    table: int | None
    seconds: float | None


def shown(device: Device, now: datetime) -> Shown:
    """The turn follows from the time alone: screens with the same rotation change together."""
    if not device.rotation:
        return Shown(device.view, device.table.number if device.table else None, None)
    lengths = [step["seconds"] for step in device.rotation]
    into = now.timestamp() % sum(lengths)
    for step in device.rotation:
        if into < step["seconds"]:
            return Shown(step["view"], step["table"], step["seconds"] - into)
        into -= step["seconds"]
    raise AssertionError("the remainder is less than the sum")


def words(device: Device) -> str:
    """Clock 30 s, Table 2 20 s."""
    return ", ".join(f"{step_words(step)} {step['seconds']} s" for step in device.rotation)


def step_words(step: dict[str, object]) -> str:
    """What one step shows."""
    return f"Table {step['table']}" if step["table"] else screens.title(str(step["view"]))


def fingerprint(tournament_id: int) -> str:
    """Changes when any hall screen is told to show something else."""
    rows = devices.standing(tournament_id).filter(kind=DeviceKind.SCREEN)
    told = [[row.pk, row.view, row.table_id, row.rotation] for row in rows]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]
