"""Random hands played by our referee and by PokerKit at once, compared at every step."""

import pytest

from tests.engine.twin import BLIND_GAMES, STUD_GAMES, Twins


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", [*BLIND_GAMES, *STUD_GAMES])
def test_both_referees_agree_on_turns_amounts_and_winners(game, seed):
    twins = Twins(game, seed)
    twins.play()
    assert sum(twins.stacks()) == sum(twins.theirs.stacks)
    assert twins.halves_only_some_pots() or twins.stacks() == list(twins.theirs.stacks)
