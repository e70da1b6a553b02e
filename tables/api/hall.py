"""Floor and director: tablets and screens, delays, notices. Desk: players' own links."""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from django.urls import reverse
from ninja import Schema
from pydantic import Field

from tables import screens
from tables.api.operations import AtTable
from tables.commands import TableCommand
from tables.equipment.services import devices, rotation
from tables.models import Device, Table
from tables.models.devices import DeviceKind
from tables.seating.queries import seating
from tables.seating.services import notices
from tournament import requests
from tournament.api.fields import Sent, TableNumber, Where
from tournament.api.operations import Here, Operations, one_of
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import PersonalLink, Tournament
from tournament.permissions import Permission

router = Operations(tags=["devices"])
DEVICE = "/devices/{device_id}"
View = Annotated[
    str, Field(json_schema_extra={"enum": [name for name, _ in screens.choices()]}, max_length=40)
]


class ScreenShows(Sent):
    """What a screen shows."""

    view: View | None = None
    table: TableNumber | None = None


class NewDevice(ScreenShows):
    """A tablet for a table, or a screen for a view."""

    kind: DeviceKind


class PairedDevice(Schema):
    """A tablet or a screen, and what it shows."""

    id: int
    name: str
    kind: DeviceKind
    view: str
    table: int | None


class Code(Schema):
    """What the device is paired with, and for how long."""

    code: str
    expires_at: datetime


class Turn(Sent):
    """One view of a rotation."""

    view: View
    table: TableNumber | None = None
    seconds: int = Field(20, ge=1, le=86_400)


class Rotation(Sent):
    """Views in turn; none: the screen shows its own view."""

    steps: list[Turn] = Field(max_length=20, examples=[[{"view": "clock", "seconds": 20}]])


class Delay(Sent):
    """How many minutes late the public sees a table."""

    minutes: int = Field(ge=0, le=1000, examples=[30])


class Notice(Sent):
    """In how many minutes a table closes, or after its last hands."""

    minutes: int = Field(0, ge=0, le=1000, examples=[10])
    after_last_hands: bool = False


class LinkHolder(Schema):
    """Who has a page of their own, since when and from whom."""

    entry: int
    name: str
    made_at: datetime
    made_by: str


class Link(Schema):
    """A player's own page, told once: when the link is made."""

    entry: int
    name: str
    url: str


class LinkChange(Sent):
    """Another link, or none."""

    revoke: bool = False


def _device(here: Here, device_id: int) -> Device:
    found: Device = one_of(
        Device.objects.filter(tournament=here.tournament), "device", pk=device_id
    )
    return found


def _table(tournament: Tournament, number: int | None) -> Table | None:
    if number is None:
        return None
    shown = [one for one in seating.open_tables(tournament.pk) if one.number == number]
    if not shown:
        raise Http404(f"Table {number} is not open.")
    return shown[0]


@router.look("/devices", "Every paired device", Permission.PAIR_DEVICES)
def all_devices(here: Here) -> list[PairedDevice]:
    paired = Device.objects.filter(tournament=here.tournament, revoked_at__isnull=True)
    return [
        PairedDevice(
            id=one.pk,
            name=one.name,
            kind=DeviceKind(one.kind),
            view=one.view,
            table=one.table.number if one.table else None,
        )
        for one in paired.select_related("table")
    ]


@router.act("/devices", "Create a pairing code", "devices", may=Permission.PAIR_DEVICES)
def make_code(here: Here, wish: NewDevice) -> Code:
    made = devices.make_code(
        tournament=here.tournament,
        kind=wish.kind.value,
        view=wish.view or "",
        table=_table(here.tournament, wish.table),
        **here.when,
    )
    return Code(code=made.code, expires_at=made.expires_at)


@router.act(DEVICE + "/revoke", "Unpair a device", "device-revoke")
def revoke(here: Here, device_id: Where) -> None:
    devices.revoke(device=_device(here, device_id), **here.when)


@router.act(DEVICE + "/show", "Change the view of a screen", "device-show")
def show(here: Here, device_id: Where, wish: ScreenShows) -> None:
    """A view and a table that stay out stay as they are."""
    device = _device(here, device_id)
    said = wish.model_fields_set
    devices.show(
        device=device,
        view=(wish.view or "") if "view" in said else device.view,
        table=_table(device.tournament, wish.table) if "table" in said else device.table,
        **here.when,
    )


@router.act(DEVICE + "/rotation", "Set the rotation of a screen", "rotate-screen")
def rotate(here: Here, device_id: Where, wish: Rotation) -> None:
    steps: list[rotation.Step] = [
        {"view": one.view, "table": one.table, "seconds": one.seconds} for one in wish.steps
    ]
    device = _device(here, device_id)
    rotation.rotate(device=device, steps=steps, **here.when)


@router.act("/delay", "Delay a table for the public", "delay-table")
def delay(here: AtTable, wish: Delay) -> None:
    rotation.delay(table=here.table, minutes=wish.minutes, **here.when)


@router.act("/notice", "Give a table notice that it closes", "table-notice")
def notice(here: AtTable, wish: Notice) -> None:
    wanted = TableCommand(here.table.pk, here.actor, here.now)
    if wish.after_last_hands:
        notices.announce_last_hands(wanted)
    else:
        notices.give(wanted, minutes=wish.minutes)


@router.look("/links", "Who has a personal link", Permission.REGISTER_PLAYERS)
def all_links(here: Here) -> list[LinkHolder]:
    here.require(Permission.REGISTER_PLAYERS)  # inspectors look on without it
    standing = link_queries.by_entry(here.tournament.pk)
    return [
        LinkHolder(
            entry=entry.number,
            name=entry.name,
            made_at=standing[entry.pk].made_at,
            made_by=standing[entry.pk].made_by,
        )
        for entry in link_queries.entries(here.tournament.pk)
        if entry.pk in standing
    ]


def _told(here: Here, made: PersonalLink) -> Link:
    token = link_queries.token(made.entry_id, made.nonce)
    path = reverse("mine", kwargs={"token": token})
    url = requests.address_for_others(here.request, path)
    return Link(entry=made.entry.number, name=made.entry.name, url=url)


@router.act("/links", "Create the missing personal links", "links-give")
def give_links(here: Here) -> list[Link]:
    return [_told(here, made) for made in links.give(**here.by)]


@router.act("/links/{number}", "Replace or remove a personal link", "link-change")
def change_link(here: Here, number: Where, wish: LinkChange) -> list[Link]:
    entry = one_of(here.tournament.entries, "entry", number=number)
    if not wish.revoke:
        return [_told(here, links.renew(entry=entry, **here.when))]
    links.revoke(entry=entry, **here.when)
    return []
