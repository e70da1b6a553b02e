"""`python -m bench clock`: level changes on real screens, each measured from its due time."""

import asyncio
import json
import statistics
import sys
import time
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta

from bench import house

GOAL_SECONDS = 0.150
TOURNAMENTS = 6
AHEAD = 2.0  # seconds from one change to the next at a tournament, at least
WARM_UP = 2  # changes of each before those that count: an evening's first level lasts minutes


def main() -> None:
    parser = ArgumentParser(prog="bench.clock", description=__doc__)
    parser.add_argument("--changes", type=int, default=72, help="level changes to measure")
    parser.add_argument("--json", action="store_true", help="print one JSON value instead")
    chosen, _ = parser.parse_known_args()
    with house.opened(tasks=("bench.clock.bare",)) as site:
        import django

        django.setup()
        late, bare = measure(site.port, chosen.changes)
    found = {"screens": figures(late), "bare": figures(bare), "goal": GOAL_SECONDS}
    sys.stdout.write(json.dumps(found) + "\n" if chosen.json else table(found))


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


def figures(seconds: list[float]) -> dict[str, float]:
    """Median, 99th percentile and the worst, in milliseconds."""
    ordered = sorted(seconds)
    at = min(len(ordered) - 1, round(0.99 * (len(ordered) - 1)))
    return {
        "count": len(ordered),
        "median_ms": round(1000 * statistics.median(ordered), 1),
        "p99_ms": round(1000 * ordered[at], 1),
        "worst_ms": round(1000 * ordered[-1], 1),
    }


def table(found: dict[str, object]) -> str:
    """The same for people."""
    lines = [f"{'level changes':28}{'count':>7}{'median':>10}{'p99':>10}{'worst':>10}"]
    for name, words in (("screens", "on the screen after due"), ("bare", "bare Celery and Redis")):
        row = found[name]
        assert isinstance(row, dict)
        cells = (f"{row[key]:.1f} ms" for key in ("median_ms", "p99_ms", "worst_ms"))
        lines.append(f"{words:28}{row['count']:>7}" + "".join(f"{cell:>10}" for cell in cells))
    met = found["screens"]["p99_ms"] <= 1000 * GOAL_SECONDS  # type: ignore[index]  # figures()
    lines.append(f"goal: p99 within {1000 * GOAL_SECONDS:.0f} ms{'' if met else ', missed'}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
