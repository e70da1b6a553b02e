"""Floor and director: tablets and screens, delays, notices. Desk: players' own links."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from ninja import Router, Schema
from pydantic import Field

from tables.api.basics import TABLE, table_of
from tables.models import Device, Table
from tables.models.devices import DeviceKind, ScreenView
from tables.queries import seating
from tables.services import devices, hall, notices
from tournament import http
from tournament.api.basics import (
    AT,
    Done,
    Signed,
    TableNumber,
    Where,
    action,
    by,
    entry_of,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import Tournament
from tournament.permissions import Permission, require
from tournament.queries import links as link_queries
from tournament.services import links

router = Router(tags=["devices and links"])
DEVICE = AT + "/devices/{device_id}"


class ScreenShows(Schema):
    """What a screen shows."""

    view: ScreenView | None = None
    table: TableNumber | None = None


class NewDevice(ScreenShows):
    """A tablet for a table, or a screen for a view."""

    kind: DeviceKind


class Code(Schema):
    """What the device is paired with, and for how long."""

    code: str
    expires_at: str


class Turn(Schema):
    """One view of a rotation."""

    view: ScreenView
    table: TableNumber | None = None
    seconds: int = Field(20, ge=1, le=86_400)


class Rotation(Schema):
    """Views in turn; none: the screen shows its own view."""

    steps: list[Turn] = Field([], max_length=20, examples=[[{"view": "clock", "seconds": 20}]])


class Delay(Schema):
    """How many minutes late the public sees a table."""

    minutes: int = Field(ge=0, le=1000, examples=[30])


class Notice(Schema):
    """In how many minutes a table closes, or after its last hands."""

    minutes: int = Field(0, ge=0, le=1000, examples=[10])
    after_last_hands: bool = False


class Link(Schema):
    """A player's own page."""

    entry: int
    name: str
    url: str


class LinkChange(Schema):
    """Another link, or none."""

    revoke: bool = False


def _device(code: str, device_id: int) -> Device:
    found: Device = one_of(Device.objects.filter(tournament=find(code)), "device", pk=device_id)
    return found


def _table(tournament: Tournament, number: int | None) -> Table | None:
    if number is None:
        return None
    shown = [one for one in seating.open_tables(tournament.pk) if one.number == number]
    if not shown:
        raise Http404(f"No table {number} is open.")
    return shown[0]


@picture(router, AT + "/devices", "Every paired device", list[dict[str, Any]])
def all_devices(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.PAIR_DEVICES, tournament)
    return [
        {"id": one.pk, "name": one.name, "kind": one.kind, "view": one.view}
        for one in Device.objects.filter(tournament=tournament, revoked_at__isnull=True)
    ]


@action(router, AT + "/devices", "A code for a new device", "devices", answers=Code)
def make_code(request: Signed, code: str, wish: NewDevice) -> Code:
    tournament = find(code)
    require(request.auth, Permission.PAIR_DEVICES, tournament.pk)
    made = devices.make_code(
        tournament=tournament,
        kind=wish.kind.value,
        view=wish.view.value if wish.view else "",
        table=_table(tournament, wish.table),
        actor=request.auth,
        now=http.now(),
    )
    return Code(code=made.code, expires_at=made.expires_at.isoformat())


@action(router, DEVICE + "/revoke", "Let a device go", "device-revoke")
def revoke(request: Signed, code: str, device_id: Where) -> Done:
    devices.revoke(device=_device(code, device_id), actor=request.auth, now=http.now())
    return Done()


@action(router, DEVICE + "/show", "Give a screen another view", "device-show")
def show(request: Signed, code: str, device_id: Where, wish: ScreenShows) -> Done:
    device = _device(code, device_id)
    devices.show(
        device=device,
        view=wish.view.value if wish.view else "",
        table=_table(device.tournament, wish.table),
        actor=request.auth,
        now=http.now(),
    )
    return Done()


@action(router, DEVICE + "/rotation", "Give a screen its views in turn", "rotate-screen")
def rotate(request: Signed, code: str, device_id: Where, wish: Rotation) -> Done:
    steps: list[hall.Step] = [
        {"view": one.view.value, "table": one.table, "seconds": one.seconds} for one in wish.steps
    ]
    device = _device(code, device_id)
    hall.rotate(device=device, steps=steps, actor=request.auth, now=http.now())
    return Done()


@action(router, TABLE + "/delay", "How late the public sees a table", "delay-table")
def delay(request: Signed, code: str, number: Where, wish: Delay) -> Done:
    table = table_of(code, number)
    hall.delay(table=table, minutes=wish.minutes, actor=request.auth, now=http.now())
    return Done()


@action(router, TABLE + "/notice", "Tell a table when it closes", "table-notice")
def notice(request: Signed, code: str, number: Where, wish: Notice) -> Done:
    table = table_of(code, number)
    if wish.after_last_hands:
        notices.announce_last_hands(table=table, actor=request.auth, now=http.now())
    else:
        notices.give(table=table, minutes=wish.minutes, actor=request.auth, now=http.now())
    return Done()


@picture(router, AT + "/links", "Players' own links", list[Link])
def all_links(request: Signed, code: str) -> list[Link]:
    tournament = find(code)
    look(request, Permission.REGISTER_PLAYERS, tournament)
    standing = link_queries.by_entry(tournament.pk)
    return [
        Link(
            entry=entry.number,
            name=entry.name,
            url=http.address_for_others(
                request,
                reverse(
                    "mine",
                    kwargs={"token": link_queries.token(entry.pk, standing[entry.pk].nonce)},
                ),
            ),
        )
        for entry in link_queries.entries(tournament.pk)
        if entry.pk in standing
    ]


@action(router, AT + "/links", "A link for everybody who has none", "links-give")
def give_links(request: Signed, code: str) -> Done:
    count = links.give(**by(request, find(code)))
    return Done(words=f"{count} links were made.")


@action(router, AT + "/links/{number}", "Another link for one player, or none", "link-change")
def change_link(request: Signed, code: str, number: Where, wish: LinkChange) -> Done:
    entry = entry_of(find(code), number)
    change = links.revoke if wish.revoke else links.renew
    change(entry=entry, actor=request.auth, now=http.now())
    return Done()
