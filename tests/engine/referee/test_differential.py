"""Hands played by our referee and by PokerKit at once: random ones, compared at every step, and
recorded ones, compared by what everybody has in the end."""

from pathlib import Path

import pytest
from pokerkit import HandHistory

from engine.phh import phh, phh_play
from tests.engine.twin import BLIND_GAMES, STUD_GAMES, Twins

ROOT = Path(__file__).resolve().parents[3]
RECORDED = [
    *sorted((ROOT / "tests" / "hands").glob("*.phh")),
    *sorted((ROOT.parent / "shared" / "phh").rglob("*.phh")),  # a larger set, where it is at hand
]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", [*BLIND_GAMES, *STUD_GAMES])
def test_both_referees_agree_on_turns_amounts_and_winners(game, seed):
    twins = Twins(game, seed)
    twins.play()
    assert sum(twins.stacks()) == sum(twins.theirs.stacks)
    assert twins.halves_only_some_pots() or twins.stacks() == list(twins.theirs.stacks)


def test_both_referees_agree_on_recorded_hands():
    compared = 0
    for path in RECORDED:
        text = path.read_text(encoding="utf-8")
        (written,) = phh.read(text)
        if "_game" in text or written.parts > 1:  # a game of ours, or parts of a chip
            continue
        ours = phh_play.play(written)
        *_, theirs = HandHistory.loads(text)
        assert ours.refused is None, path
        assert [*ours.stacks] == [*theirs.stacks], path
        compared += 1
    assert compared > 5
