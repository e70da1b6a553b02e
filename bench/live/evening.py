"""An evening of many tables whose dealers post like tablets do: over HTTP, paired, with a token.

Every action is one POST with an id and the version seen, on a connection that is kept open. What
is to be done next is read from the database between two actions; that takes no part in what is
timed.
"""

import asyncio
import time
import urllib.parse
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from engine.referee import options as engine_options
from engine.referee.options import Options
from engine.structure import presets
from tables.equipment.services import devices
from tables.middleware import DEVICE_COOKIE
from tables.models import Table
from tables.models.devices import DeviceKind
from tables.play.queries import hands
from tables.seating.services import seating
from tournament.entries.services import entries
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.setup.services import tournaments

DIRECTOR = Actor(name="bench", user_id=1, is_house_director=True)
SEATS, STACK = 6, 1_000_000
STAYS = 0.35
PRESET = replace(
    presets.get("friday"), starting_stack=STACK, seats_per_table=SEATS, max_players=10_000
)

Wish = dict[str, Any]


def running(tables: int, name: str = "Bench") -> Tournament:
    """So many full tables, play begun, stacks so deep that nobody busts by chance."""
    now = datetime.now(UTC)
    cup = tournaments.create(name=name, preset=PRESET, actor=DIRECTOR, now=now)
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": now}
    cup.structure["card_steps"] = "shown"
    cup.save(update_fields=["structure"])
    names = [f"Player {n}" for n in range(1, tables * SEATS + 1)]
    for first in range(0, len(names), entries.MOST_ROWS):
        entries.register_all(names=names[first : first + entries.MOST_ROWS], **by)
    seating.draw(**by)
    seating.start_play(**by)
    return cup


def tables_of(cup: Tournament) -> list[Table]:
    """Its tables in order."""
    return list(Table.objects.filter(tournament=cup).order_by("number"))


def next_wish(table_id: int, rng: Random) -> tuple[int, Wish]:
    """The version of a table, and what its dealer taps next."""
    table = Table.objects.select_related("tournament__clock").get(pk=table_id)
    hand = hands.of(table)
    if hand is None or hand.is_over:
        return table.version, {"kind": "start_hand"}
    offered = engine_options.options(hand, hands.rules_of(table.tournament, hand))
    return table.version, _tap(offered, rng)


def _tap(offered: Options, rng: Random) -> Wish:
    """Most fold, some stay in; the first who may wins a pot."""
    if offered.phase == engine_options.BET:
        return {"kind": _bet(offered, rng), "seat": offered.seat}
    if offered.phase == engine_options.DEAL:
        return {"kind": "skip_board"}
    pot = offered.pots[0]
    return {"kind": "award", "pot": pot.pot, "winners": pot.seats[0]}


def _bet(offered: Options, rng: Random) -> str:
    if offered.check.is_allowed:
        return "check"
    return "call" if rng.random() < STAYS else "fold"


@dataclass
class Tablet:
    """One table's tablet: its cookies, and its line to the site."""

    table: Table
    secret: str
    port: int
    token: str = ""
    version: int = 0
    wish: Wish = field(default_factory=dict)
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def path(self) -> str:
        """Its table's address; the page and the commands lie below."""
        return f"/t/{self.table.tournament.code}/tables/{self.table.number}"

    async def open(self) -> None:
        """Load the page once, as a tablet does, for the token that goes with every command."""
        head, _ = await self.send("GET", f"{self.path}/tablet/", "")
        found = head.split("csrftoken=", 1)
        self.token = found[1].split(";", 1)[0]

    async def close(self) -> None:
        """Hang up."""
        if self.line is not None:
            self.line[1].close()
            await self.line[1].wait_closed()

    async def post(self, wish: Wish) -> int:
        """Send one command; the status of the answer."""
        body = {**wish, "command_id": uuid.uuid4(), "version": self.version}
        head, _ = await self.send("POST", f"{self.path}/command/", urllib.parse.urlencode(body))
        return int(head.split(" ", 2)[1])

    async def send(self, method: str, path: str, body: str) -> tuple[str, bytes]:
        """One request on a line that is kept."""
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        writer.write(self._request(method, path, body))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = int(head.lower().split("content-length:", 1)[1].split("\r\n", 1)[0])
        return head, await reader.readexactly(size)

    def _request(self, method: str, path: str, body: str) -> bytes:
        host = f"127.0.0.1:{self.port}"
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            f"Cookie: {DEVICE_COOKIE}={self.secret}; csrftoken={self.token}",
            f"X-CSRFToken: {self.token}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


def tablets(cup: Tournament, port: int) -> list[Tablet]:
    """A paired tablet for every table."""
    return [Tablet(table, paired(table), port) for table in tables_of(cup)]


def paired(table: Table) -> str:
    """The secret of a tablet that lies on this table."""
    now = datetime.now(UTC)
    code = devices.make_code(
        tournament=table.tournament,
        kind=DeviceKind.TABLET,
        view="",
        table=table,
        actor=DIRECTOR,
        now=now,
    )
    return devices.pair(text=code.code, door="bench", now=now)[1]


@dataclass
class Played:
    """What was posted: when the action that made each version of a table set out, and how long
    its answer took."""

    sent: dict[tuple[int, int], float] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    refused: int = 0
    seconds: float = 0.0

    @property
    def pace(self) -> float:
        """How many actions a second it really was."""
        return len(self.answered) / self.seconds


@dataclass
class Dealers:
    """All tablets, taking turns at an even pace whatever the answers take."""

    tablets: list[Tablet]
    rng: Random = field(default_factory=lambda: Random(4))

    async def open(self) -> None:
        """Load every tablet's page."""
        for tablet in self.tablets:
            await tablet.open()
            await self.look(tablet)

    async def close(self) -> None:
        """Put every tablet away."""
        for tablet in self.tablets:
            await tablet.close()

    async def look(self, tablet: Tablet) -> None:
        """See what is to be done next there."""
        found = await asyncio.to_thread(next_wish, tablet.table.pk, self.rng)
        tablet.version, tablet.wish = found

    async def play(self, rate: float, seconds: float) -> Played:
        """Post so many actions a second, each at its time."""
        played, began, busy = Played(), time.monotonic(), set[asyncio.Task[None]]()
        free = list(self.tablets)
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            if not free:
                await asyncio.wait(busy, return_when=asyncio.FIRST_COMPLETED)
            tablet = free.pop(0)
            task = asyncio.ensure_future(self._act(tablet, played, free))
            busy.add(task)
            task.add_done_callback(busy.discard)
        await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
        played.seconds = time.monotonic() - began
        await asyncio.gather(*busy)
        return played

    async def _act(self, tablet: Tablet, played: Played, free: list[Tablet]) -> None:
        began = time.monotonic()
        status = await tablet.post(tablet.wish)
        played.answered.append(time.monotonic() - began)
        played.refused += status != 200
        await self.look(tablet)
        played.sent[tablet.table.number, tablet.version] = began
        free.append(tablet)


@dataclass(frozen=True, slots=True)
class Shown:
    """How late the screens of the tables were, and how often one never showed an action."""

    late: list[float]
    never: int


def shown(seen: Iterable[tuple[int, int, float]], numbers: list[int], played: Played) -> Shown:
    """From each POST to the first message that shows it, on every screen of that table.

    A message shows an action when it is of its version or a later one. `numbers` says which table
    a screen shows; screens beyond its end show something else.
    """
    told: dict[int, list[tuple[int, float]]] = {}
    for screen, version, at in seen:
        told.setdefault(screen, []).append((version, at))
    late = [
        _first(told.get(screen, []), version, began)
        for screen, table in enumerate(numbers)
        for version, began in _sent(played, table)
    ]
    return Shown([one for one in late if one is not None], late.count(None))


def _sent(played: Played, table: int) -> list[tuple[int, float]]:
    return [(version, began) for (number, version), began in played.sent.items() if number == table]


def _first(told: list[tuple[int, float]], version: int, began: float) -> float | None:
    return next((at - began for shown, at in told if shown >= version and at >= began), None)
