"""For each book an evening set up, played and paid through its pages, with everything in between.

EXAMPLES= plays so many evenings of every preset, each with a seed of its own.
"""

import os

import pytest
from django.utils import timezone

from engine.structure.presets import PRESETS
from tests.evenings.night import Night
from tests.factories import Wall, house_director, signed_in

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("EXAMPLES") or 0)
SHORT = ("friday", "canberra-e", "charity", "igr", "fours")
STEPS = 40
EVENINGS = (
    [(preset.key, seed) for preset in PRESETS for seed in range(1, EXAMPLES + 1)]
    if EXAMPLES
    else [(preset, 0) for preset in SHORT]
)


@pytest.mark.parametrize(("preset", "seed"), EVENINGS)
def test_a_whole_evening_holds_together(
    preset: str, seed: int, wall: Wall, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(timezone, "now", lambda: wall.now)
    director = signed_in(house_director())
    players = 8 if preset == "fours" else 7
    night = Night(preset, seed, players=players, director=director, wall=wall)
    night.begin()
    night.play(STEPS)
    night.close()
