"""`python -m bench growth`: one action and one page, as hands, tables, screens and players grow."""

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any
from uuid import uuid4

from bench import figures, house, table
from bench.figures import Row

HANDS = (1, 1_000, 10_000)
TABLES = (1, 10, 100)
SCREENS = (10, 1_000)
PLAYERS = (10, 100, 1_000)
MODELS = 4  # hands that are really played before they are copied
ACTIONS = 60
PAGES = 5
PARTS_OF_THE_TIME = 4  # during which the memory is watched
FLAT, FLAT_MEMORY = 1.5, 1.2


@dataclass(frozen=True, slots=True)
class Cost:
    """What something usually took: processor time of this process, statements to the database;
    and the statements of whatever asked most."""

    seconds: float
    queries: int
    most: int


def main() -> None:
    parser = ArgumentParser(prog="bench.growth", description=__doc__)
    parser.add_argument("--only", choices=sorted(PARTS), help="one part of the table")
    parser.add_argument("--most", type=int, default=max(HANDS), help="hands of the longest evening")
    parser.add_argument("--minutes", type=int, default=60, help="how long the memory is watched")
    chosen, _ = parser.parse_known_args()
    with house.opened() as site:
        import django

        django.setup()
        for name, part in PARTS.items():
            if chosen.only in (None, name):
                table.say(f"growth, {name}", part(site, chosen))


def hands(_: house.House, chosen: Namespace) -> list[Row]:
    """One action late in a long evening."""
    sizes = [number for number in HANDS if number <= chosen.most]
    return [flat("one action at hand", sizes, [action_at_hand(number) for number in sizes])]


def tables(*_: object) -> list[Row]:
    """One action in a large hall."""
    costs = [action_with_tables(count) for count in TABLES]
    return [flat("one action at one table of", TABLES, costs)]


def flat(what: str, sizes: Sequence[int], costs: Sequence[Cost]) -> Row:
    """A line whose last figure should not be much more than its first."""
    usual, most = listed(cost.queries for cost in costs), listed(cost.most for cost in costs)
    asked = f"statements {usual}; of the action that asks most {most}"
    times = costs[-1].seconds / costs[0].seconds
    return figures.within(f"{what} {listed(sizes)}", taken(costs), asked, times, most=FLAT)


def taken(costs: Iterable[Cost]) -> str:
    """Processor time of each, in milliseconds."""
    return ", ".join(f"{1000 * cost.seconds:.1f}" for cost in costs) + " ms"


def listed(sizes: Iterable[int]) -> str:
    """Numbers in words of one line."""
    return "; ".join(f"{size:,}" for size in sizes)


def screens(site: house.House, _: Namespace) -> list[Row]:
    """One action that many screens show: each is sent its bytes, so that this cannot be flat."""
    few, many = (action_with_screens(site, count) for count in SCREENS)
    each = (many - few) / (SCREENS[1] - SCREENS[0])
    what = f"one action with {listed(SCREENS)} screens on its table, all processes"
    beside = f"{1e6 * each:.0f} µs for each screen more"
    return [Row(what, f"{1000 * few:.1f}, {1000 * many:.1f} ms", beside)]


def pages(*_: object) -> list[Row]:
    """Pages that show everybody: as long as their lists, with as many questions."""
    return [_page(name) for name in ("console", "leaderboard")]


def _page(name: str) -> Row:
    costs = [page(name, players) for players in PLAYERS]
    asked = [cost.queries for cost in costs]
    beside, is_flat = f"statements {listed(asked)}", asked[0] == asked[-1]
    what = f"{name} with {listed(PLAYERS)} players"
    return Row(what, taken(costs), beside, "statements flat", is_flat)


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
    from tables.play.queries import hands

    hand = hands.of(table)
    return hand is None or hand.is_over


def action_with_tables(count: int) -> Cost:
    """An action at one of so many tables."""
    from bench.live import evening

    due = actions(evening.tables_of(evening.running(count, f"{count} tables"))[0])
    next(due)()
    return timed(islice(due, ACTIONS))


def action_with_screens(site: house.House, count: int) -> float:
    """The web process's own time per action, with so many screens on the table."""
    from bench.live import real

    async def played() -> float:
        hall = await real.opened(site, 1, count, only_tables=True)
        with hall.screens:
            await hall.play(4, 3)
            load = await hall.play(4, 15)
        return load.cpu

    return asyncio.run(played())


def memory(site: house.House, chosen: Namespace) -> list[Row]:
    """What each process holds after a while of a hundred tables at a live pace."""
    held = list(_held_during(site, chosen.minutes))
    minutes = [chosen.minutes * part // PARTS_OF_THE_TIME for part in range(PARTS_OF_THE_TIME + 1)]
    what = f"memory of its own after {listed(minutes)} minutes of 100 tables, 300 screens"
    return [_memory(f"{what}: {part}", [sizes[part] for sizes in held]) for part in held[0]]


def _memory(what: str, sizes: list[float]) -> Row:
    """The first quarter fills what is kept for later; after that nothing more should come."""
    seen = ", ".join(f"{size:,.0f}" for size in sizes) + " MB"
    beside = "last beside the first quarter's"
    return figures.within(what, seen, beside, sizes[-1] / sizes[1], most=FLAT_MEMORY)


def _held_during(site: house.House, minutes: int) -> Iterator[dict[str, float]]:
    from bench.live import real

    with asyncio.Runner() as runner:
        hall = runner.run(real.opened(site, max(TABLES), 300))
        with hall.screens:
            runner.run(hall.play(real.PACE, 20))
            yield site.memory()
            for _ in range(PARTS_OF_THE_TIME):
                runner.run(hall.play(real.PACE, 60 * minutes / PARTS_OF_THE_TIME))
                yield site.memory()


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


PARTS: dict[str, Callable[[house.House, Namespace], list[Row]]] = {
    "hands": hands,
    "tables": tables,
    "screens": screens,
    "pages": pages,
    "memory": memory,
}


if __name__ == "__main__":
    main()
