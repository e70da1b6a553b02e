"""Pair tablets and screens by a short code, bind them, and let them go."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables import screens
from tables.equipment.queries.devices import fingerprint, words
from tables.models import Device, PairingCode, Table
from tables.models.devices import DeviceKind
from tournament.house.services import lockout
from tournament.house.services.lockout import Door
from tournament.live import broadcast
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

ALPHABET = "ACDEFGHJKLMNPQRTUVWXY34679"
CODE_LENGTH = 6
GOOD_FOR = timedelta(minutes=15)
SEEN_EVERY = timedelta(seconds=10)


@transaction.atomic
def make_code(
    *,
    tournament: Tournament,
    kind: str,
    view: str,
    table: Table | None,
    actor: Actor,
    now: datetime,
) -> PairingCode:
    """A code for one tablet or screen, good once and for a quarter of an hour."""
    require(actor, Permission.PAIR_DEVICES, tournament.pk)
    table = _place(tournament.pk, kind=kind, view=view, table=table)
    code = PairingCode.objects.create(
        tournament=tournament,
        kind=kind,
        view=view,
        table=table,
        code="".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)),
        created_at=now,
        expires_at=now + GOOD_FOR,
    )
    journal.write(
        actor, "device.code_made", tournament_id=tournament.pk, at=now, target=words(code)
    )
    return code


def _place(tournament_id: int, *, kind: str, view: str, table: Table | None) -> Table | None:
    """The table a device is bound to, if what it shows belongs to one."""
    _check_target(kind=kind, view=view, table=table)
    if table is not None and table.tournament_id != tournament_id:
        raise Refused(f"Table {table} is not in this tournament.")
    return table if kind == DeviceKind.TABLET or view == screens.TABLE.name else None


def _check_target(*, kind: str, view: str, table: Table | None) -> None:
    if kind not in DeviceKind.values:
        raise Refused("Choose what the device is: a dealer tablet or a hall screen.")
    if kind == DeviceKind.TABLET and table is None:
        raise Refused("Choose the table for this tablet.")
    if kind == DeviceKind.SCREEN and screens.named(view) is None:
        raise Refused("Choose what this screen shows.")
    if view == screens.TABLE.name and table is None:
        raise Refused("Choose the table this screen shows.")


def pair(*, text: str, door: str, now: datetime) -> tuple[Device, str]:
    """Turn a code into a paired device and the secret it keeps."""
    lockout.count(Door(door), now=now)
    paired = _use(text=text, now=now)
    lockout.right(Door(door))
    return paired


@transaction.atomic
def _use(*, text: str, now: datetime) -> tuple[Device, str]:
    code = PairingCode.objects.select_for_update().filter(code=tidy(text)).first()
    if code is None:
        raise Refused("No such code. Check it on the console under Devices and type it again.")
    if code.used_at is not None:
        raise Refused("This code has been used. Create a new one under Devices.")
    if code.expires_at <= now:
        raise Refused("This code has expired. Create a new one under Devices.")
    code.used_at = now
    code.save(update_fields=["used_at"])
    return _device_from(code, now)


def _device_from(code: PairingCode, now: datetime) -> tuple[Device, str]:
    secret = secrets.token_urlsafe(32)
    device = Device.objects.create(
        tournament_id=code.tournament_id,
        kind=code.kind,
        view=code.view,
        table_id=code.table_id,
        name=words(code),
        secret_hash=fingerprint(secret),
        paired_at=now,
        paired_by=f"code {code.code}",
        last_seen=now,
    )
    journal.write(
        Actor(name=device.name, device_id=device.pk),
        "device.paired",
        tournament_id=device.tournament_id,
        at=now,
        device=device.pk,
        target=words(device),
    )
    broadcast.changed(device.tournament_id, broadcast.Audience.CONSOLE)
    return device, secret


def tidy(text: str) -> str:
    """A code as people type it: any case, with spaces or dashes."""
    return "".join(ch for ch in text.upper() if ch.isalnum())[:8]


@transaction.atomic
def revoke(*, device: Device, actor: Actor, now: datetime) -> None:
    """Let a device go, at once: its next request is a stranger's."""
    require(actor, Permission.PAIR_DEVICES, device.tournament_id)
    if device.revoked_at is not None:
        return
    device.revoked_at = now
    device.save(update_fields=["revoked_at"])
    if device.table_id is not None:
        _look_again_at_tablets_of(device.table_id)
    journal.write(
        actor, "device.revoked", tournament_id=device.tournament_id, at=now, device=device.pk
    )
    broadcast.changed(device.tournament_id, broadcast.Audience.CONSOLE)
    if device.table_id is not None:
        table_broadcast.hang_up_tablets(device.table_id)


@transaction.atomic
def show(*, device: Device, view: str, table: Table | None, actor: Actor, now: datetime) -> None:
    """Give a paired screen another view, without touching the screen."""
    require(actor, Permission.PAIR_DEVICES, device.tournament_id)
    table = _place(device.tournament_id, kind=device.kind, view=view, table=table)
    if device.kind == DeviceKind.TABLET and device.table_id is not None:
        table_broadcast.hang_up_tablets(device.table_id)
        _look_again_at_tablets_of(device.table_id)
    device.view, device.table = view, table
    device.name = words(device)
    device.rotation = []
    device.save(update_fields=["view", "table", "name", "rotation"])
    journal.write(
        actor,
        "device.shows",
        tournament_id=device.tournament_id,
        at=now,
        device=device.pk,
        target=words(device),
    )
    broadcast.changed(device.tournament_id, broadcast.Audience.WORD)


def _look_again_at_tablets_of(table_id: int) -> None:
    """Who was known as a tablet of this table is looked up at its next command."""
    Table.objects.filter(pk=table_id).update(scene=F("scene") + 1)


def seen(*, device: Device, now: datetime) -> None:
    """Note that a device is there, not more often than needed."""
    if now - device.last_seen >= SEEN_EVERY:
        Device.objects.filter(pk=device.pk).update(last_seen=now)
