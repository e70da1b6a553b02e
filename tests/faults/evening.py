"""One evening full of faults: bots play it over HTTP while the house is killed around them."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from bench.live.evening import paired
from config.machine.supervisor import say
from engine.entries.law import Rebuys
from engine.office.law.money import Method
from engine.prizes.prizes import How, Row
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from engine.structure.law import Preset
from tables.middleware import DEVICE_COOKIE
from tables.models import Table
from tables.rehearsal import PLAYERS
from tables.seating.services import seating
from tests.faults import audit, plan, story
from tests.faults.figures import Figures
from tests.faults.house import WEBS, House
from tests.faults.lines import Line
from tests.faults.office import Office
from tests.faults.plan import Fault, Kind
from tests.faults.screens import Screen
from tests.faults.story import Story
from tests.faults.tablet import Tablet
from tests.faults.web import Browser
from tournament.entries.services import entries
from tournament.models import Tournament, User
from tournament.models.sessions import AdvanceBy
from tournament.permissions import SYSTEM
from tournament.prizes.services import prizes
from tournament.setup.services import sessions, tournaments

SEATS, PLAYERS_AT_A_TABLE, STACK = 6, 5, 20_000
BLINDS = ((25, 50), (25, 50), (50, 100), (50, 100), (100, 200))
RACED_OFF_AFTER = 4  # levels: no chip of 25 is needed then
PRIZES = tuple(Row(place, percent=Fraction(share)) for place, share in ((1, 50), (2, 30), (3, 20)))
DIRECTOR, PASSWORD = "dora", "nine-of-diamonds"
RUNS_ALREADY = timedelta(seconds=50)  # the first level ends ten seconds after the doors open
MOST_WRONG = 12  # minutes by which a tablet's clock is off
PATIENCE = 600.0  # seconds: it may be a busy machine
SUPERVISED_EVERY = 0.5
SAID_EVERY = 20  # kills
PLAYED_PER_KILL, IN_SHORT = 50, 10  # commands acknowledged in all, at least
FULL = 100  # kills: what is shorter only shows that it works
KILLS_A_MINUTE = 20  # while rebuys are sold
IN_THE_HEAT = 0.92  # of them


def preset(rebuys_for: int) -> Preset:
    """Levels of one minute, so that some end while the worker is dead; rebuys in the first ones.

    Blinds stay low, so that an evening of thousands of taps is not over before its end.
    """
    friday = presets.get("friday")
    levels = [Level(1, blinds=blinds) for blinds in BLINDS]
    levels[RACED_OFF_AFTER] = replace(levels[RACED_OFF_AFTER], race_offs=(25,))
    terms = friday.rebuys
    if isinstance(terms, Rebuys):
        terms = replace(terms, chips=STACK, minutes=rebuys_for, stack_below=STACK // 20, most=None)
    return replace(
        friday,
        starting_stack=STACK,
        seats_per_table=SEATS,
        schedule=Schedule((*levels, *levels[-1:] * 90)),
        rebuys=terms,
        add_ons=presets.get("adelaide-no-limit").add_ons,
    )


def set_up(asked: argparse.Namespace, now: datetime) -> Tournament:
    """Everybody has paid and sits in the heat, the final is planned, and the clock runs."""
    by: dict[str, Any] = {"actor": SYSTEM, "now": now}
    played = preset(max(1, asked.kills // KILLS_A_MINUTE))
    cup = tournaments.create(name="Evening of faults", preset=played, seed=asked.seed, **by)
    cup.structure["card_steps"] = "shown"  # steps of the deck are read, not ticked
    Tournament.objects.filter(pk=cup.pk).update(structure=cup.structure)
    by["tournament_id"] = cup.pk
    sessions.plan(wanted=sessions.Plan(kind="final", name="Final"), **by)
    heat = sessions.Plan(
        name="Heat", advances_to=1, advance_by=AdvanceBy.COUNT, advancing=story.ADVANCING
    )
    sessions.plan(wanted=heat, **by)
    names = [f"{PLAYERS[n % 27]} {n // 27 + 1}" for n in range(asked.tables * PLAYERS_AT_A_TABLE)]
    paid = entries.Wish(method=Method.CASH, session=2)
    entries.register_all(names=names, wish=paid, **by)
    prizes.save(prizes.ListWish(How.PERCENTAGES, PRIZES), **by)
    seating.draw(**by)
    seating.start_play(**by)
    director = User.objects.create_user(DIRECTOR, password=PASSWORD)
    User.objects.filter(pk=director.pk).update(is_house_director=True)
    return Tournament.objects.select_related("clock", "chain").get(pk=cup.pk)


@dataclass
class Evening:
    """Who plays, who watches, and what goes wrong meanwhile."""

    house: House
    cup: Tournament
    seed: str
    faults: list[Fault] = field(default_factory=list)
    figures: Figures = field(default_factory=Figures)
    lines: dict[str, Line] = field(default_factory=dict)
    tablets: list[Tablet] = field(default_factory=list)
    screens: list[Screen] = field(default_factory=list)
    office: Office | None = None
    story: Story | None = None
    repairs: set[asyncio.Task[None]] = field(default_factory=set)

    # -- people come in ----------------------------------------------------------------------------

    async def lay_line(self, name: str) -> Line:
        """A line of its own for each device."""
        line = Line([self.house.ports["web1"], self.house.ports["web2"]], turn=len(self.lines))
        await line.lay()
        self.lines[name] = line
        return line

    async def seat_tablet(self, table: Table, secret: str) -> None:
        """A tablet with a clock of its own, its page open and its socket connected."""
        name = f"table {table.number}"
        rng = Random(f"{self.seed}/{name}")
        wrong_by = timedelta(minutes=rng.choice((-1, 1)) * rng.randint(1, MOST_WRONG))
        line = await self.lay_line(name)
        browser = Browser(line.port, {DEVICE_COOKIE: secret}, wrong_by)
        address = f"/t/{self.cup.code}/tables/{table.number}/tablet/"
        tablet = Tablet(name, table.pk, address, browser, rng, self.figures)
        await until(tablet.look, lambda: tablet.page is not None)
        self.tablets.append(tablet)
        self.screens.append(
            Screen(
                f"/ws{address}",
                browser,
                self.figures,
                on_connect=tablet.nudged.set,
                on_push=tablet.show,
            )
        )

    async def hang_screens(self) -> None:
        """Clock, leaderboard, seats and every table, twice: one at each web process."""
        for path in await database_sync_to_async(audit.pictures)(self.cup):
            if not path.endswith("/tablet/"):
                for copy in (1, 2):
                    line = await self.lay_line(f"screen {copy} {path}")
                    self.screens.append(Screen(path, Browser(line.port), self.figures))

    async def seat_director(self) -> None:
        """Signed in, with the console open."""
        browser = Browser((await self.lay_line("console")).port)
        await browser.get("/sign-in/")
        answer = await browser.post("/sign-in/", [("username", DIRECTOR), ("password", PASSWORD)])
        if answer is None or answer.status >= 400:
            raise RuntimeError("the director cannot sign in")
        self.office = Office(self.cup.code, browser, Random(f"{self.seed}/office"))

    # -- what goes wrong ---------------------------------------------------------------------------

    async def disturb(self) -> None:
        """Carry the plan out; a part is killed only once it has come back from the last time."""
        rng = Random(f"{self.seed}/disturb")
        for fault in self.faults:
            await until_so(lambda due=fault.due: self.figures.accepted >= due, "it was played")  # type: ignore[misc]  # the loop's own
            await asyncio.sleep(fault.after)
            await self.do(fault, rng)
        await asyncio.gather(*self.repairs)

    async def do(self, fault: Fault, rng: Random) -> None:
        match fault.kind:
            case Kind.KILL:
                await self.is_up(fault.target)
                await asyncio.to_thread(self.house.kill, fault.target)
                self.figures.kills[fault.target] += 1
                self.later(fault.lasts, lambda: self.house.start(fault.target), fault.target)
                if self.figures.kills.total() % SAID_EVERY == 0:
                    say(
                        f"{self.figures.kills.total()} killed, {self.figures.accepted} acknowledged"
                    )
                return
            case Kind.CUT:
                self.lines[fault.target].cut()
                self.later(fault.lasts, self.lines[fault.target].mend, fault.target)
            case Kind.DEAF:
                self.lines[fault.target].loses_answers = True
                self.later(fault.lasts, self.lines[fault.target].mend, fault.target)
            case Kind.DISK:
                await self.fill_disk(fault.lasts)
            case Kind.BACKEND:
                await self.is_up("postgres")
                self.house.kill_backend(rng)
                self.later(0.0, lambda: None, "postgres")
        self.figures.faults[fault.kind] += 1

    async def fill_disk(self, seconds: float) -> None:
        """No room for both web processes, until a tablet has met it and a while longer."""
        for web in WEBS:
            await self.is_up(web)
        before = self.figures.troubles
        self.house.fill_disk()
        try:
            await until_so(lambda: self.figures.troubles > before, "the full disk was met")
            await asyncio.sleep(seconds)
        finally:
            self.house.empty_disk()
            self.figures.is_back("sqlite")

    async def supervise(self) -> None:
        """Start again whatever ended by itself."""
        while True:
            await asyncio.sleep(SUPERVISED_EVERY)
            for part in self.house.raise_dead():
                self.figures.faults[f"{part} ended by itself"] += 1
                self.later(0.0, lambda: None, part)

    def later(self, seconds: float, repair: Callable[[], None], what: str) -> None:
        """Put it right after a while, and note when it does its work again."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            repair()
            if what in self.house.parts:
                await self.is_up(what)
            self.figures.is_back(what)

        task = asyncio.ensure_future(wait())
        self.repairs.add(task)
        task.add_done_callback(self.repairs.discard)

    async def is_up(self, part: str) -> None:
        """Return once this part does its work."""
        while not await asyncio.to_thread(self.house.is_up, part):
            await asyncio.sleep(0.05)

    # -- the evening -------------------------------------------------------------------------------

    async def run(self) -> list[str]:
        """Play until all faults have happened and the last prize is paid."""
        watching = [asyncio.ensure_future(screen.watch()) for screen in self.screens]
        playing = [asyncio.ensure_future(tablet.play()) for tablet in self.tablets]
        assert self.office is not None
        assert self.story is not None
        working = asyncio.ensure_future(self.office.work())
        watching.append(asyncio.ensure_future(self.supervise()))
        ending = asyncio.ensure_future(self.story.tell())
        try:
            await asyncio.gather(self.disturb(), ending)
            self.say_closing()
            await asyncio.gather(*playing, working)
            return await self.catch_up()
        finally:
            for task in (*watching, *playing, working, ending):
                task.cancel()
            await asyncio.gather(*watching, *playing, working, ending, return_exceptions=True)
            for line in self.lines.values():
                await line.take_down()

    def say_closing(self) -> None:
        """Nobody begins anything new."""
        assert self.office is not None
        self.office.is_closing = True
        for tablet in self.tablets:
            tablet.is_closing = True

    async def catch_up(self) -> list[str]:
        """Give clock and screens the time they need; what is behind even then."""
        late: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while not await database_sync_to_async(audit.is_clock_right)(self.cup, timezone.now()):
                await asyncio.sleep(0.2)
        for _ in range(int(PATIENCE)):
            late = await database_sync_to_async(audit.behind)(self.cup, self.shown())
            if not late:
                return []
            await asyncio.sleep(1)
        return late

    def shown(self) -> Iterable[tuple[str, int, str]]:
        """What every screen shows."""
        return [(screen.path, screen.version, screen.content) for screen in self.screens]


async def until(do: Callable[[], Awaitable[None]], is_so: Callable[[], bool]) -> None:
    """Do this again and again until it has worked."""
    while not is_so():
        await do()


async def until_so(is_so: Callable[[], bool], what: str) -> None:
    """Return as soon as this is so; fail when it never will be."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise TimeoutError(f"waited {PATIENCE:g} seconds until {what}") from None


async def open_and_run(
    house: House, cup: Tournament, seed: str, kills: int
) -> tuple[Evening, list[str]]:
    """Everybody comes in, and the evening takes its course."""
    evening = Evening(house, cup, seed)
    tables = [
        table async for table in Table.objects.filter(tournament=cup).select_related("tournament")
    ]
    for table in tables:
        secret = await database_sync_to_async(paired)(table)
        await evening.seat_tablet(table, secret)
    names = [tablet.name for tablet in evening.tablets]
    await evening.hang_screens()
    await evening.seat_director()
    in_all = kills * (PLAYED_PER_KILL if kills >= FULL else IN_SHORT)
    heat = round(IN_THE_HEAT * in_all)
    evening.faults = plan.make(seed, kills=kills, played=heat, parts=house.parts, tablets=names)
    assert evening.office is not None
    evening.story = Story(evening.office, evening.figures, heat, in_all)
    late = await evening.run()
    return evening, late
