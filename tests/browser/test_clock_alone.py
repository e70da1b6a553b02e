"""Without network the tablet's clock goes on by itself, as far as it was told."""

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LEVEL, BREAK, NEXT = 3, 4, 5
ENDS = {LEVEL: 1000, BREAK: 2000, NEXT: 3000}
ROWS = [
    {"row": row, "is_break": row == BREAK, "ends_at": ENDS[row], "blinds_text": "100 / 200"}
    for row in (BREAK, NEXT)
]
STOPS = "Then chips are raced off."
COMING: dict[str, Any] = {"level": LEVEL, "is_break": False, "stops": STOPS, "rows": ROWS}
AFTER = "The next hand is dealt after it, at 100 / 200."
WAITS = "The next hand waits for the network."

CLOCK = """async ([shown, coming, time]) => {
  const { clockNow, levelOf } = await import("/static/js/tablet-ahead.js");
  const now = clockNow({ row: 3, ends: 1000, word: "", ...shown }, coming, time);
  return [now.row, levelOf(now), now.why];
}"""


@pytest.mark.parametrize(
    ("time", "found"),
    [
        (999, [LEVEL, LEVEL, ""]),
        (1000, [BREAK, None, f"It is a break. {AFTER}"]),
        (2000, [NEXT, NEXT, ""]),
        (3000, [NEXT, None, f"{STOPS} {WAITS}"]),
    ],
)
def test_it_goes_from_level_to_level_and_through_the_break(
    scripts: Page, time: int, found: list[Any]
):
    assert scripts.evaluate(CLOCK, [{}, COMING, time]) == found


def test_of_what_was_not_told_only_the_server_knows(scripts: Page):
    over = "The level is over: the next hand waits"
    row, level, why = scripts.evaluate(CLOCK, [{}, None, 1000])
    assert (row, level, why) == (LEVEL, None, f"{over} for the network.")


@pytest.mark.parametrize("word", ["Paused", "Break"])
def test_a_clock_that_stands_goes_nowhere(scripts: Page, word: str):
    row, _, why = scripts.evaluate(CLOCK, [{"word": word}, COMING, 5000])
    assert (row, why) == (LEVEL, f"Clock paused: the {WAITS.removeprefix('The ')}")


def test_a_break_that_was_told_counts_down_and_ends(scripts: Page):
    resting = COMING | {"is_break": True, "over_at": ENDS[LEVEL], "rows": ROWS[1:]}
    shown = {"word": "Break"}
    assert scripts.evaluate(CLOCK, [shown, resting, 999])[1] is None
    assert scripts.evaluate(CLOCK, [shown, resting, 1000]) == [NEXT, NEXT, ""]
