"""`python -m bench clock`: level changes on real screens, each measured from its due time."""

import asyncio
import json
import time
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta

from bench import figures, house, table
from bench.figures import Row

GOAL_SECONDS = 0.150
TOURNAMENTS = 6
AHEAD = 2.0  # seconds from one change to the next at a tournament, at least
WARM_UP = 2  # changes of each before those that count: an evening's first level lasts minutes


def main() -> None:
    parser = ArgumentParser(prog="bench.clock", description=__doc__)
    parser.add_argument("--changes", type=int, default=72, help="level changes to measure")
    chosen, _ = parser.parse_known_args()
    with house.opened(tasks=("bench.clock.bare",)) as site:
        import django

        django.setup()
        late, bare = measure(site.port, chosen.changes)
    table.say("clock", [row(late, bare)])


def measure(port: int, changes: int) -> tuple[list[float], list[float]]:
    """How late each change reached its screen, and how late a bare task at its side was."""
    from bench.clock import evening

    codes = evening.tournaments(TOURNAMENTS)
    evening.start(codes)
    rounds = -(-changes // TOURNAMENTS) + WARM_UP
    late = asyncio.run(_watch(port, codes, rounds))
    return late, evening.bare_delays(rounds * TOURNAMENTS)[WARM_UP * TOURNAMENTS :]


async def _watch(port: int, codes: list[str], rounds: int) -> list[float]:
    screens = [
        asyncio.ensure_future(_screen(port, code, rounds, number))
        for number, code in enumerate(codes)
    ]
    return [late for each in await asyncio.gather(*screens) for late in each[WARM_UP:]]


async def _screen(port: int, code: str, rounds: int, number: int) -> list[float]:
    """A browser's socket, and how late each next row of the schedule was on it."""
    import websockets

    from bench.clock import evening

    late = []
    address = f"ws://127.0.0.1:{port}/ws/t/{code}/clock/"
    async with websockets.connect(address, origin=f"http://127.0.0.1:{port}") as socket:  # type: ignore[arg-type]  # a plain text
        for row in range(1, rounds + 1):
            due = datetime.now(UTC) + timedelta(seconds=AHEAD + 0.4 * number + 0.13 * (row % 5))
            await asyncio.to_thread(evening.let_end, code, due)
            while f'data-row="{row}"' not in json.loads(await socket.recv()).get("content", ""):
                pass
            late.append(time.time() - due.timestamp())
    return late


def row(late: list[float], bare: list[float]) -> Row:
    """The line of the table."""
    return Row(
        f"a level change on the screen after its due time, {len(late)} changes",
        spread(late),
        f"a bare Celery task {spread(bare)}",
        f"p99 at most {figures.ms(GOAL_SECONDS)}",
        figures.percentile(late, 0.99) <= GOAL_SECONDS,
    )


def spread(seconds: list[float]) -> str:
    """Median, 99th percentile and the worst."""
    return f"{figures.spread(seconds)}, worst {figures.ms(max(seconds))}"


if __name__ == "__main__":
    main()
