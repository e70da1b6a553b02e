"""Moments that reach every screen at once: a bust, a new level, a server that comes back."""

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import median

from bench import figures
from bench.figures import Row
from bench.house import House, wait
from bench.live import evening, peers
from bench.live.evening import Dealers, Tablet
from bench.live.peers import FLOOR, STOCK, Peer
from bench.live.screens import Screens
from engine.clock import clock_state
from engine.referee import options as engine_options
from tables.models import Table
from tables.play.queries import hands
from tournament.clock.queries import clock as clock_queries
from tournament.models import Clock, Tournament

VIEWS = ("standings", "clock", "seating")
BUSTS = 7
AHEAD = timedelta(seconds=3)


async def measure(house: House, screens: int) -> list[Row]:
    """All three, on one tournament of ten tables."""
    cup = await asyncio.to_thread(evening.running, 10, "Moments")
    dealers = Dealers(await asyncio.to_thread(evening.tablets, cup, house.port))
    await dealers.open()
    busts = await bust(house, cup, dealers, 300)
    await dealers.close()
    level = await new_level(house, cup, screens)
    return [busts, level, await return_of_the_server(house, cup, screens)]


async def of_a_push(name: str, count: int, pushes: int = 1) -> list[list[float]]:
    """How late a bare push through one of the peers is on so many screens, time after time."""
    with peers.opened(name) as peer:
        paths = ["/"] * count
        screens = await asyncio.to_thread(Screens, peer.port, paths, number=peers.made_at)
        with screens:
            async with peer.publishing as publish:
                every = [await _pushed(screens, publish, count) for _ in range(1 + pushes)]
    return every[1:]  # the first one warms up


async def _pushed(screens: Screens, publish: peers.Publish, count: int) -> list[float]:
    screens.take()
    began = time.monotonic()
    await publish(peers.push(began))
    reached = await asyncio.to_thread(_reached, screens, 0, count)
    return [at - began for at in reached.values()]


async def bust(house: House, cup: Tournament, dealers: Dealers, count: int) -> Row:
    """Everybody at a table is all-in; the award that ends the hand changes every screen.

    At one table after the other.
    """
    paths = [f"/ws/t/{cup.code}/{VIEWS[number % len(VIEWS)]}/" for number in range(count)]
    screens = await asyncio.to_thread(Screens, house.port, paths)
    with screens:
        late = [await _bust(screens, tablet) for tablet in dealers.tablets[:BUSTS]]
    bare = [[max(one) for one in await of_a_push(name, count, BUSTS)] for name in (FLOOR, STOCK)]
    beside = f"a bare push: floor {_usual(bare[0])}; stock {_usual(bare[1])}"
    return Row(f"{BUSTS} busts, POST to the last of {count} screens", _usual(late), beside)


def _usual(late: list[float]) -> str:
    return f"median {figures.ms(median(late))}, worst {figures.ms(max(late))}"


async def _bust(screens: Screens, tablet: Tablet) -> float:
    await _until_one_award_is_left(tablet)
    await asyncio.sleep(1)
    screens.forget_who_is_current()
    began = time.monotonic()
    status = await tablet.post(tablet.wish)
    assert status == 200, f"the award was answered with {status}"
    return await asyncio.to_thread(screens.until_current) - began


async def _until_one_award_is_left(tablet: Tablet) -> None:
    """Play a hand until only the last pot is to be given."""
    while True:
        tablet.version, tablet.wish = await asyncio.to_thread(_all_in, tablet.table.pk)
        if tablet.wish["kind"] == "award":
            return
        status = await tablet.post(tablet.wish)
        assert status == 200, f"{tablet.wish} was answered with {status}"


def _all_in(table_id: int) -> tuple[int, evening.Wish]:
    table = Table.objects.select_related("tournament__clock").get(pk=table_id)
    hand = hands.of(table)
    if hand is None or hand.is_over:
        return table.version, {"kind": "start_hand"}
    offered = engine_options.options(hand, hands.rules_of(table.tournament, hand))
    if offered.phase == engine_options.BET:
        kind = "all_in" if offered.all_in.is_allowed else "call"
        return table.version, {"kind": kind, "seat": offered.seat}
    if offered.phase == engine_options.DEAL:
        return table.version, {"kind": "skip_board"}
    (pot,) = offered.pots
    return table.version, {"kind": "award", "pot": pot.pot, "winners": pot.seats[0]}


async def new_level(house: House, cup: Tournament, count: int) -> Row:
    """A level ends by itself; every clock shows the next."""
    screens = await asyncio.to_thread(Screens, house.port, [f"/ws/t/{cup.code}/clock/"] * count)
    with screens:
        first, _ = await asyncio.to_thread(screens.take)
        due = datetime.now(UTC) + AHEAD
        moment = time.monotonic() + AHEAD.total_seconds()
        await asyncio.to_thread(_let_end, cup, due)
        reached = await asyncio.to_thread(_reached, screens, max(first.numbers), count)
    late = [at - moment for at in reached.values()]
    what = f"a new level on {count:,} screens, after its due time"
    floor, stock = [figures.spread(*await of_a_push(name, count)) for name in (FLOOR, STOCK)]
    return Row(what, figures.spread(late), f"a bare push: floor {floor}; stock {stock}")


def _reached(screens: Screens, before: int, count: int) -> dict[int, float]:
    """When each screen was first sent a later version than this one."""
    reached: dict[int, float] = {}

    def is_told() -> bool:
        seen, _ = screens.take()
        for screen, version, at in seen:
            if version > before:
                reached.setdefault(screen, at)
        return len(reached) == count

    wait(is_told, "every screen")
    return reached


def _let_end(cup: Tournament, due: datetime) -> None:
    clock = Clock.objects.get(tournament=cup)
    ending = replace(clock_queries.state_of(clock), ends_at=due)
    clock.state, clock.due_at = clock_state.to_plain(ending), due
    clock.save(update_fields=["state", "due_at"])


async def return_of_the_server(house: House, cup: Tournament, count: int) -> Row:
    """The web process is killed and started again; every screen comes back by itself."""
    paths = [f"/ws/t/{cup.code}/{VIEWS[number % len(VIEWS)]}/" for number in range(count)]
    screens = await asyncio.to_thread(Screens, house.port, paths)
    with screens:
        house.kill("web")
        house.start("web")
        await asyncio.to_thread(house.wait)
        took, turned_away = await _all_back(screens, count)
    what = f"{count:,} screens after a restart, from the first answer to all current; turned away"
    seen = f"{figures.ms(took)}; {turned_away:,}"
    beside = f"floor {await _back_at(FLOOR, count)}, stock {await _back_at(STOCK, count)}"
    return Row(what, seen, beside, "none turned away", not turned_away)


async def _all_back(screens: Screens, count: int) -> tuple[float, int]:
    """How long until the last is current again, and how often one had to come twice."""
    began = time.monotonic()
    last = await asyncio.to_thread(screens.until_current)
    _, drops = await asyncio.to_thread(screens.take)
    return last - began, drops - count


async def _back_at(name: str, count: int) -> str:
    """The same at one of the peers, whose screens are current with its greeting."""
    with peers.opened(name) as peer:
        paths = ["/"] * count
        screens = await asyncio.to_thread(Screens, peer.port, paths, number=peers.made_at)
        with screens:
            await asyncio.to_thread(_anew, peer)
            took, turned_away = await _all_back(screens, count)
    return f"{figures.ms(took)}; {turned_away:,}"


def _anew(peer: Peer) -> None:
    peer.end()
    peer.start()
