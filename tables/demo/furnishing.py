"""What a house has besides a tournament: people, devices, papers. A demo has it from the start."""

from datetime import datetime

from tables.commands import TableCommand
from tables.conduct.services import penalties
from tables.equipment.services import devices, rotation
from tables.models import Device, Table
from tables.models.devices import DeviceKind
from tournament.entries.services import links
from tournament.house.services import house, people
from tournament.models import House, Tournament
from tournament.models.incidents import IncidentKind
from tournament.office.services import incidents
from tournament.permissions import SYSTEM, Actor, Role

NAME = "The Demo Room"
STAFF = (
    ("dora", "Dora Marsh", Role.DIRECTOR),
    ("lena", "Lena Virtanen", Role.FLOOR),
    ("marco", "Marco Greco", Role.DESK),
    ("ursula", "Ursula Blanc", Role.INSPECTOR),
)
VIEWS, SECONDS_EACH = ("clock", "leaderboard", "seating"), 20
MATTER = incidents.Matter(
    IncidentKind.COMPLAINT,
    "Players at table 2 cannot hear the dealer: the music from the bar is too loud.",
    people="Seats 3 and 6",
    table=2,
)
RULING = incidents.Ruling("The bar turns the music down until the end.", reason="They are right.")


def house_of_demo(*, now: datetime) -> None:
    """A name that says what it is, on every page and paper."""
    if not House.objects.exists():
        house.furnish(house.Look(NAME), actor=SYSTEM, now=now)


def furnish(cup: Tournament, *, now: datetime) -> None:
    """Staff, a phone page for every player, paired devices, a ruling and a penalty."""
    links.give(tournament_id=cup.pk, actor=SYSTEM, now=now)
    director, *_ = [appointed(cup, *each, now=now) for each in STAFF]
    tables = list(Table.objects.filter(tournament=cup).order_by("number"))
    for table in tables:
        paired(cup, DeviceKind.TABLET, now=now, table=table)
    screen = paired(cup, DeviceKind.SCREEN, now=now, view="clock")
    steps = [rotation.Step(view=view, table=None, seconds=SECONDS_EACH) for view in VIEWS]
    rotation.rotate(device=screen, steps=steps, actor=SYSTEM, now=now)
    incident = incidents.open_matter(tournament_id=cup.pk, matter=MATTER, actor=SYSTEM, now=now)
    incidents.decide(incident_id=incident.pk, ruling=RULING, actor=director, now=now)
    penalties.give(
        TableCommand(tables[0].pk, director, now),
        seat=5,
        kind="hands",
        amount=3,
        reason="Phone at the table",
    )


def appointed(cup: Tournament, username: str, name: str, role: Role, *, now: datetime) -> Actor:
    """One of the staff, as they act once they have a password of their own."""
    user, _password = people.appoint(
        tournament=cup,
        username=username,
        full_name=name,
        post=people.Post(role),
        actor=SYSTEM,
        now=now,
    )
    return Actor(name=str(user), user_id=user.pk, roles=frozenset({(cup.pk, role)}))


def paired(
    cup: Tournament, kind: str, *, now: datetime, view: str = "", table: Table | None = None
) -> Device:
    """A device as if somebody had typed its code."""
    code = devices.make_code(
        tournament=cup, kind=kind, view=view, table=table, actor=SYSTEM, now=now
    )
    device, _secret = devices.pair(text=code.code, door="demo", now=now)
    return device


def stay_connected(*, now: datetime) -> None:
    """No real tablet or screen is there to be heard of: all of them count as connected."""
    Device.objects.update(last_seen=now)
