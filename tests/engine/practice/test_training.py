"""The practice table: every game of every book can be dealt, and entries are judged by the book."""

from dataclasses import replace

import pytest

from engine.hand import commands
from engine.practice import training
from engine.practice.training import Answered, Moment
from engine.referee import options, showdown
from engine.structure import game_presets

NAMES = {seat: f"Player {seat}" for seat in range(1, 7)}


def at(rules_name: str, seed: str = "a") -> Moment:
    """A hand just dealt."""
    rules = game_presets.get(rules_name)
    hand, told = training.begin(rules, seed, 1, None)
    return Moment(rules, seed, hand, told, 0)


def goes_on(moment: Moment, command: commands.Command, kind: str) -> Moment:
    hand, happened = training.carried_out(moment, command)
    trouble = moment.had_trouble or kind == training.TROUBLE
    told = [*moment.told, *happened]
    return Moment(moment.rules, moment.seed, hand, told, moment.step + 1, trouble)


@pytest.mark.parametrize("name", game_presets.names())
def test_what_happens_at_the_table_can_be_entered_to_the_last_pot(name: str):
    moment = at(name)
    while not moment.hand.is_over:
        seen = training.scene(moment, NAMES)
        assert seen == training.scene(moment, NAMES)
        assert seen.words
        assert training.judge(moment, seen, seen.command, NAMES).is_right
        moment = goes_on(moment, seen.command, seen.kind)
    assert moment.step > 0


def test_a_wrong_action_is_told_with_what_is_right():
    moment = at("adelaide")
    seen = training.scene(moment, NAMES)
    other = commands.AllIn(moment.hand.actor)
    verdict = training.judge(moment, seen, other, NAMES)
    assert not verdict.is_right
    assert "all-in" in verdict.entered
    assert verdict.right == training.answer_to(moment, seen, NAMES).right
    assert verdict.clause.startswith("adelaide:")


def find(name: str, kind: str) -> tuple[Moment, training.Scene]:
    """The first scene of this kind on some table."""
    for seed in range(40):
        moment = at(name, str(seed))
        while not moment.hand.is_over:
            seen = training.scene(moment, NAMES)
            if seen.kind == kind:
                return moment, seen
            moment = goes_on(moment, seen.command, seen.kind)
    raise AssertionError(kind)


def test_to_play_on_after_an_irregularity_is_wrong_and_the_clause_is_named():
    moment, seen = find("canberra-e", training.TROUBLE)
    played_on = commands.Fold(moment.hand.actor) if moment.hand.actor >= 0 else commands.DealBoard()
    verdict = training.judge(moment, seen, played_on, NAMES)
    assert not verdict.is_right
    assert verdict.clause in (training.answer_to(moment, seen, NAMES).clause,)


def test_the_wrong_winner_is_told_which_hand_wins():
    moment, seen = find("adelaide", training.AWARD)
    assert isinstance(seen.command, commands.Award)
    losers = [one for one in moment.hand.in_hand() if one not in seen.command.winners]
    wrong = commands.Award(seen.command.pot, tuple(losers[:1]) or (9,))
    verdict = training.judge(moment, seen, wrong, NAMES)
    assert not verdict.is_right
    assert any(
        word in verdict.right for word in ("air", "high", "full", "Three", "lush", "traight")
    )


def test_the_mark_counts_what_was_right_at_once_and_half_what_needed_help():
    right, helped, wrong = Answered("actions"), Answered("pots", 0, True), Answered("pots", 3)
    assert training.mark([right, right]) == 100
    assert training.mark([right, helped, wrong, wrong]) == 38
    assert training.mark([]) == 0
    assert training.mark_words(100) != training.mark_words(60) != training.mark_words(10)


def to_the_showdown(name: str) -> Moment:
    """Everybody stays in: two and more contest the pot."""
    moment = replace(at(name), had_trouble=True)
    while not moment.hand.is_over:
        seen = training.scene(moment, NAMES)
        if seen.kind == training.AWARD and moment.hand.contenders > 1:
            return moment
        passing = moment.hand.actor >= 0 and seen.kind == training.ACTION
        moment = goes_on(moment, stays(moment) if passing else seen.command, seen.kind)
    raise AssertionError(name)


def stays(moment: Moment) -> commands.Command:
    """Check, or call."""
    seat = moment.hand.actor
    owes = moment.hand.bet_to_match > moment.hand.bets[seat]
    return commands.Call(seat) if owes else commands.Check(seat)


def test_a_losing_hand_may_go_unseen_and_a_winning_one_not():
    moment = to_the_showdown("adelaide")
    seen = training.scene(moment, NAMES)
    assert isinstance(seen.command, commands.Award)
    shown_first = options.options(moment.hand, moment.rules).showing
    assert shown_first is not None
    for seat in shown_first.order:
        verdict = training.judge(moment, seen, commands.Muck(seat), NAMES)
        loses = seat not in (*seen.command.winners, *seen.command.low_winners)
        may_muck = not showdown.must_show(moment.hand, moment.rules, seat)
        assert verdict.is_right is (loses and may_muck), seat


@pytest.mark.rule("adelaide:96")
def test_all_in_hands_are_turned_up_before_the_board_and_their_cards_may_be_left_out():
    moment = at("adelaide")
    first = moment.hand.actor
    moment = goes_on(moment, commands.AllIn(first), training.ACTION)
    while moment.hand.actor >= 0:
        still = moment.hand.contenders > 2
        seat = moment.hand.actor
        answer = commands.Fold(seat) if still else commands.Call(seat)
        moment = goes_on(moment, answer, training.ACTION)
    moment = replace(moment, had_trouble=True)
    seen = training.scene(moment, NAMES)
    assert isinstance(seen.command, commands.ShowCards)
    seat, cards = seen.command.seat, seen.command.cards
    for entered in (commands.ShowCards(seat), commands.ShowCards(seat, cards[::-1])):
        assert training.judge(moment, seen, entered, NAMES).is_right
    assert not training.judge(moment, seen, commands.DealBoard(), NAMES).is_right
