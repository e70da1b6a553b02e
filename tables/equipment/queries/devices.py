"""Paired devices, as pages and permissions see them."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from tables import screens
from tables.models import Device, PairingCode
from tables.models.devices import DeviceKind, Target
from tournament.permissions import Actor, Role

SILENT_AFTER = timedelta(seconds=60)


def find(secret: str) -> Device | None:
    """The device that keeps this secret, with table and tournament, unless it was let go."""
    return _kept(secret).select_related("table", "tournament").first() if secret else None


def _kept(secret: str) -> QuerySet[Device]:
    fingerprint = hashlib.sha256(secret.encode()).hexdigest()
    return Device.objects.filter(secret_hash=fingerprint, revoked_at__isnull=True)


def actor(secret: str) -> Actor | None:
    """What a device may do: a tablet deals at its own table, a screen only shows."""
    device = _kept(secret).first() if secret else None
    if device is None:
        return None
    is_tablet = device.kind == DeviceKind.TABLET
    roles = frozenset({(device.tournament_id, Role.DEALER)}) if is_tablet else frozenset()
    return Actor(name=device.name, device_id=device.pk, roles=roles, table_id=device.table_id)


def standing(tournament_id: int) -> QuerySet[Device]:
    """The devices of a tournament that have not been let go."""
    devices = Device.objects.filter(tournament_id=tournament_id, revoked_at__isnull=True)
    return devices.select_related("table").order_by("kind", "table__number", "id")


def words(target: Target) -> str:
    """What a device shows, in words."""
    if target.kind == DeviceKind.TABLET and target.table is not None:
        return f"Tablet of table {target.table.number}"
    view = screens.title(target.view) if target.view else "Screen"
    return f"{view}, table {target.table.number}" if target.table is not None else view


def rows(tournament_id: int, now: datetime) -> list[dict[str, Any]]:
    """The device page's list."""
    return [
        {
            "id": device.pk,
            "name": device.name,
            "kind": device.kind,
            "view": device.view,
            "table": device.table.number if device.table else None,
            "last_seen": device.last_seen,
            "is_silent": now - device.last_seen > SILENT_AFTER,
        }
        for device in standing(tournament_id)
    ]


def open_codes(tournament_id: int, now: datetime) -> QuerySet[PairingCode]:
    """Codes that can still be used."""
    codes = PairingCode.objects.filter(
        tournament_id=tournament_id, used_at__isnull=True, expires_at__gt=now
    )
    return codes.select_related("table").order_by("-id")
