"""Paired devices, as pages and permissions see them."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import QuerySet

from tables import screens
from tables.models import Device, PairingCode, Table
from tables.models.devices import DeviceKind, Target
from tournament.permissions import NOBODY, Actor, Role

SILENT_AFTER = timedelta(seconds=60)
MOST_KNOWN = 2000  # tablets


def find(secret: str) -> Device | None:
    """The device that keeps this secret, with table and tournament, unless it was let go."""
    return _kept(secret).select_related("table", "tournament").first() if secret else None


def _kept(secret: str) -> QuerySet[Device]:
    return Device.objects.filter(secret_hash=fingerprint(secret), revoked_at__isnull=True)


def fingerprint(secret: str) -> str:
    """What we keep of a device's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def actor(secret: str) -> Actor | None:
    """What a device may do: a tablet deals at its own table, a screen only shows."""
    device = _kept(secret).first() if secret else None
    return _actor(device) if device is not None else None


def _actor(device: Device) -> Actor:
    is_tablet = device.kind == DeviceKind.TABLET
    roles = frozenset({(device.tournament_id, Role.DEALER)}) if is_tablet else frozenset()
    return Actor(name=device.name, device_id=device.pk, roles=roles, table_id=device.table_id)


@dataclass(frozen=True, slots=True)
class AtItsTable:
    """A tablet where it lies: who it is, and the keys of its place."""

    actor: Actor
    tournament_id: int
    table_id: int
    place: tuple[str, int]


_tablets: dict[str, int] = {}  # by the fingerprint of its secret
_places: dict[int, AtItsTable] = {}


def at_its_table(secret: str, code: str, number: int) -> AtItsTable | None:
    """The tablet with this secret, if it lies on this table; as it was when last looked up.

    Only for who asks `sure` under the table's lock. Whoever lets a tablet go counts one change more
    of its table (`Table.scene`): what is kept here is not believed after that.
    """
    place = code.upper(), number
    found = _places.get(_tablets.get(fingerprint(secret), 0))
    if found is None or found.place != place:
        found = _look_up(secret)
    return found if found is not None and found.place == place else None


def _look_up(secret: str) -> AtItsTable | None:
    tablets = _kept(secret).filter(kind=DeviceKind.TABLET, table__isnull=False)
    device = tablets.select_related("table", "tournament").first() if secret else None
    if device is None or device.table is None:
        return None
    if len(_places) >= MOST_KNOWN:
        _tablets.clear()
        _places.clear()
    _tablets[device.secret_hash] = device.pk
    found = _places[device.pk] = AtItsTable(
        replace(_actor(device), known_at=device.table.scene),
        device.tournament_id,
        device.table.pk,
        (device.tournament.code, device.table.number),
    )
    return found


def sure(actor: Actor, table: Table) -> Actor:
    """Who asks, at a table that is held: a tablet known before its last change is looked up."""
    if actor.known_at is None or actor.known_at == table.scene:
        return actor
    device = Device.objects.filter(pk=actor.device_id or 0, revoked_at__isnull=True).first()
    return replace(_actor(device), known_at=table.scene) if device is not None else NOBODY


def still_known(actor: Actor, table: Table) -> None:
    """A command of this tablet was carried out: it is known as of the change it made."""
    found = _places.get(actor.device_id or 0) if actor.known_at is not None else None
    if found is not None:
        _places[found.actor.device_id or 0] = replace(
            found, actor=replace(actor, known_at=table.scene)
        )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """A device on the page of devices."""

    id: int
    name: str
    kind: str
    view: str
    table: int | None
    last_seen: datetime
    is_silent: bool


def rows(tournament_id: int, now: datetime) -> list[DeviceRow]:
    """The device page's list."""
    return [
        DeviceRow(
            id=device.pk,
            name=device.name,
            kind=device.kind,
            view=device.view,
            table=device.table.number if device.table else None,
            last_seen=device.last_seen,
            is_silent=now - device.last_seen > SILENT_AFTER,
        )
        for device in standing(tournament_id)
    ]


def open_codes(tournament_id: int, now: datetime) -> QuerySet[PairingCode]:
    """Codes that can still be used."""
    codes = PairingCode.objects.filter(
        tournament_id=tournament_id, used_at__isnull=True, expires_at__gt=now
    )
    return codes.select_related("table").order_by("-id")
