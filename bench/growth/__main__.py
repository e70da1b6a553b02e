"""`python -m bench growth`: one action and one page, as hands, tables, screens and players grow."""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any
from uuid import uuid4

from bench import house

HANDS = (1, 1_000, 10_000)
TABLES = (1, 10, 100)
SCREENS = (10, 1_000)
PLAYERS = (10, 100, 1_000)
MODELS = 4  # hands that are really played before they are copied
ACTIONS = 60
PAGES = 5
PARTS = 4  # of the time during which the memory is watched


@dataclass(frozen=True, slots=True)
class Cost:
    """What something took: processor time of this process, and questions to the database."""

    seconds: float
    queries: int
    most: int

    def __str__(self) -> str:
        return f"{1000 * self.seconds:7.2f} ms {self.queries:3} statements, {self.most} at most"


def main() -> None:
    parser = ArgumentParser(prog="bench.growth", description=__doc__)
    parser.add_argument("--most", type=int, default=max(HANDS), help="hands of the longest evening")
    parser.add_argument("--minutes", type=int, default=60, help="how long the memory is watched")
    chosen, _ = parser.parse_known_args()
    with house.opened() as site:
        import django

        django.setup()
        say("one action at hand", ((n, action_at_hand(n)) for n in HANDS if n <= chosen.most))
        say("one action with tables", ((n, action_with_tables(n)) for n in TABLES))
        say("one action with screens", ((n, action_with_screens(site, n)) for n in SCREENS))
        for name in ("console", "leaderboard"):
            say(f"{name} with players", ((n, page(name, n)) for n in PLAYERS))
        say("memory after minutes", memory(site, chosen.minutes))


def say(what: str, found: Any) -> None:
    """A line for each size, as soon as it is known."""
    for size, cost in found:
        sys.stdout.write(f"{what:<28}{size:>8,}  {cost}\n")
        sys.stdout.flush()


def timed(works: Iterable[Callable[[], object]]) -> Cost:
    """The usual cost of these, and the most that one of them asked the database."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    seconds, queries = [], []
    for work in works:
        with CaptureQueriesContext(connection) as asked:
            began = process_time()
            work()
            seconds.append(process_time() - began)
        queries.append(len(asked))
    return Cost(median(seconds), round(median(queries)), max(queries))


def actions(table: Any) -> Iterator[Callable[[], object]]:
    """What a table's tablet posts, one thing after the other, for ever."""
    from django.test import Client

    from bench.live import evening
    from tables.middleware import DEVICE_COOKIE

    rng, client = Random(4), Client()
    client.cookies[DEVICE_COOKIE] = evening.paired(table)
    address = f"/t/{table.tournament.code}/tables/{table.number}/command/"

    def post(wish: dict[str, Any]) -> None:
        answer = client.post(address, {**wish, "command_id": uuid4()})
        assert answer.status_code == 200, answer.content

    while True:
        version, wish = evening.next_wish(table.pk, rng)
        yield partial(post, {**wish, "version": version})


def action_at_hand(number: int) -> Cost:
    """An action of an evening that has already had so many hands."""
    from bench.growth import history
    from bench.live import evening

    (table,) = evening.tables_of(evening.running(1, f"Hand {number}"))
    due = actions(table)
    if number > 1:
        while table.hand_number < MODELS or not is_between_hands(table):
            next(due)()
            table.refresh_from_db()
        history.lengthen(table, number)
    return timed(islice(due, ACTIONS))


def is_between_hands(table: Any) -> bool:
    """Whether the table's last hand is over."""
    from tables.queries import hands

    hand = hands.of(table)
    return hand is None or hand.is_over


def action_with_tables(count: int) -> Cost:
    """An action at one of so many tables."""
    from bench.live import evening

    due = actions(evening.tables_of(evening.running(count, f"{count} tables"))[0])
    next(due)()
    return timed(islice(due, ACTIONS))


def action_with_screens(site: house.House, count: int) -> str:
    """The web process's own time per action, with so many screens on the table."""
    from bench.live import real

    async def played() -> float:
        hall = await real.opened(site, 1, count, only_tables=True)
        with hall.screens:
            await hall.play(4, 3)
            load = await hall.play(4, 15)
        return load.cpu

    cpu = asyncio.run(played())
    return f"{1000 * cpu:7.2f} ms in all processes, {1e6 * cpu / count:,.0f} µs a screen"


def memory(site: house.House, minutes: int) -> Iterator[tuple[int, str]]:
    """What each process holds after a while of a hundred tables at a live pace."""
    from bench.live import real

    async def played(hall: real.Hall, seconds: float) -> None:
        await hall.play(real.PACE, seconds)

    async def opened() -> real.Hall:
        return await real.opened(site, max(TABLES), 300)

    with asyncio.Runner() as runner:
        hall = runner.run(opened())
        with hall.screens:
            runner.run(played(hall, 20))
            yield 0, held(site)
            for part in range(1, PARTS + 1):
                runner.run(played(hall, 60 * minutes / PARTS))
                yield minutes * part // PARTS, held(site)


def held(site: house.House) -> str:
    """Each process and its megabytes."""
    return ", ".join(f"{name} {size:,.0f} MB" for name, size in site.memory().items())


def page(name: str, players: int) -> Cost:
    """A page of a tournament with so many players."""
    from django.test import Client

    from bench.live import evening
    from tournament.models import User

    cup = evening.running(-(-players // evening.SEATS), f"{players} players")
    client = Client()
    user, _ = User.objects.get_or_create(username="bench", is_house_director=True)
    client.force_login(user)
    address = f"/t/{cup.code}/{name}/"
    assert client.get(address).status_code == 200, address
    return timed([partial(client.get, address)] * PAGES)


if __name__ == "__main__":
    main()
