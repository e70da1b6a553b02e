"""The planner's evenings: fair, repeatable, and what the referee's own evenings come to."""

import json
from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import games, rulebooks
from engine.cards import cards
from engine.cards.equity import HOLE_CARDS, OWN_CARDS
from engine.cards.ranking import Evaluator, evaluator
from engine.planner import (
    chips_needed,
    evening,
    habits,
    in_full,
    outlook,
    plans,
    quick,
    stakes,
    wishes,
)
from engine.planner.evening import Plan, Purchase, Standing
from engine.planner.habits import Habits
from engine.planner.stakes import Stakes
from engine.refusal import Refused
from engine.rules.book import Rules, Settings
from engine.schedule.schedule import Break, Doubling, Level, Schedule
from engine.structure import played, presets, structure
from engine.structure.played import Played

LEVELS = ((25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600))
SCHEDULE = Schedule(
    (*(Level(12, blinds=blinds) for blinds in LEVELS[:4]), Break(10), Level(12, blinds=(150, 300))),
    Doubling(12),
)


def playing(game: str, settings: Settings | None = None) -> Played:
    """A game under the book that knows all of them."""
    return Played("canberra", "", game, settings or Settings())


PLAN = Plan((12, 12), 3000, 6, SCHEDULE, playing("nlhe"), paid=3)
REFEREE = in_full.Referee(Rules(rulebooks.get("charity"), games.get("nlhe"), Settings()))


def evenings(plan: Plan, count: int, **how: object) -> list[evening.Told]:
    return [evening.play(plan, Random(number), **how) for number in range(count)]  # type: ignore[arg-type]


@given(
    stacks=st.lists(st.integers(1, 5000), min_size=2, max_size=10),
    button=st.integers(0, 9),
    ante=st.sampled_from((0, 10)),
    big_blind_ante=st.sampled_from((0, 100)),
    limit=st.sampled_from(("no", "pot", "half-pot", "fixed")),
    seed=st.integers(),
)
def test_a_hand_moves_chips_and_makes_none(
    stacks: list[int], button: int, ante: int, big_blind_ante: int, limit: str, seed: int
) -> None:
    before = sum(stacks)
    asked = Stakes((50, 100), ante, big_blind_ante, 100, 3, limit, shared=0.3)
    quick.play(stacks, button % len(stacks), asked, Habits(), Random(seed))
    assert sum(stacks) == before
    assert min(stacks) >= 0


def test_heads_up_a_player_wins_as_often_as_his_share_of_the_chips() -> None:
    """A fair game: with a quarter of the chips one match in four is won, whatever the habits."""
    asked = Stakes((50, 100), 0, 0, 100, 3, "no", shared=0.04)
    rng, won = Random(4), 0
    for _ in range(1500):
        stacks, button = [1500, 4500], 0
        while all(stacks):
            quick.play(stacks, button, asked, Habits(), rng)
            button = 1 - button
        won += stacks[0] > 0
    assert won / 1500 == pytest.approx(0.25, abs=0.03)


def test_with_fixed_bets_twice_the_chips_take_four_times_the_hands() -> None:
    """A walk of even steps between two ends lasts as the product of the distances."""
    flat = Schedule((Level(20, blinds=(50, 100)),))
    quickly = Habits(seconds=5, seconds_a_player=0)
    plan = Plan((2, 2), 2000, 2, flat, playing("lhe"), habits=quickly)
    small = sum(told.hands for told in evenings(plan, 60))
    large = sum(told.hands for told in evenings(replace(plan, stack=4000), 60))
    assert large / small == pytest.approx(4, rel=0.3)


def test_the_quick_hands_and_the_refereed_ones_make_the_same_evenings() -> None:
    """Both models' end times and players left lie as close as two samples of one kind do."""
    quickly, in_cards = evenings(PLAN, 200), evenings(PLAN, 60, hand=REFEREE.play)
    ends = [sorted(told.minutes for told in each) for each in (quickly, in_cards)]
    assert distance(*ends) < 0.2  # where samples of 200 and 60 begin to differ at 5 %
    for minute in (30, 60, 90, 120):
        left = [
            sum(evening.players_at(told, minute) for told in each) / len(each)
            for each in (quickly, in_cards)
        ]
        assert left[0] == pytest.approx(left[1], abs=0.75)


STUD = Schedule(
    tuple(Level(10, ante=ante, bring_in=2 * ante, small_bet=5 * ante) for ante in (20, 40, 80)),
    Doubling(10),
)
STUD_PLAN = Plan((6, 6), 2000, 6, STUD, playing("lstud"))
SMALL = replace(PLAN, entries=(6, 6), stack=2000)
ONE_BLIND = Schedule(tuple(Level(12, blinds=(blinds[1],)) for blinds in LEVELS), Doubling(12))
ANTES = Schedule(tuple(Level(12, ante=blinds[0] // 2) for blinds in LEVELS), Doubling(12))


@pytest.mark.parametrize(
    ("game", "plan"),
    [
        ("lhe", SMALL),
        ("she", SMALL),
        ("hhe", SMALL),
        ("plo8", SMALL),
        ("phe:straddle", SMALL),
        ("manila", replace(SMALL, schedule=ONE_BLIND)),
        ("draw", SMALL),
        ("stud", replace(SMALL, schedule=ANTES)),
        ("lstud", STUD_PLAN),
    ],
)
def test_every_game_and_limit_is_played_as_the_referee_would_have_it(game: str, plan: Plan) -> None:
    """Fixed bets, halves of the pot, one blind or antes only, a bring-in: they end alike."""
    plan = replace(plan, played=playing(game))
    referee = in_full.Referee(plan.played.rules())
    both = evenings(plan, 120), evenings(plan, 40, hand=referee.play)
    ends = [sorted(told.minutes for told in each) for each in both]
    assert distance(*ends) < 0.29  # where samples of 120 and 40 begin to differ at 1 %


@pytest.mark.parametrize(
    ("wins", "ace_low"),
    [("high", False), ("low", False), ("split", False), ("split8", False), ("split8", True)],
)
@pytest.mark.parametrize("family", stakes.SHARED)
def test_pots_are_shared_as_often_as_cards_say(family: str, wins: str, ace_low: bool) -> None:
    game = replace(next(g for g in map(games.get, games.ids()) if g.family == family), low=wins)
    rules = Rules(rulebooks.get("canberra"), game, Settings(ace_is_low_in_low_hands=ace_low))
    asked = stakes.of(SCHEDULE.levels[0], rules)
    ranking, rng = evaluator(family, wins=wins, ace_low=ace_low), Random(wins)
    for players in (2, 3):
        measured = sum(spread_out(ranking, players, rng) for _ in range(300)) / 300
        assert measured == pytest.approx(asked.shared_by(players), abs=0.08)


def spread_out(ranking: Evaluator, players: int, rng: Random) -> float:
    """How far a pot is from going to one hand: 0, or 1 where two have half of it each."""
    own, board = (HOLE_CARDS | OWN_CARDS)[ranking.game], 5 if ranking.game in HOLE_CARDS else 0
    dealt = rng.sample(cards.deck(), players * own + board)
    hands, middle = [dealt[i * own :][:own] for i in range(players)], dealt[players * own :]
    shares = [0.0] * players
    for rank, is_left_out in ((ranking.high, "low"), (ranking.low, "high")):
        if ranking.wins == is_left_out:
            continue
        values = [rank(hand, middle) for hand in hands]
        best = max((value for value in values if value is not None), default=None)
        for seat, value in enumerate(values):
            shares[seat] += (best is not None and value == best) / values.count(best)
    return 2 - 2 * sum((share / sum(shares)) ** 2 for share in shares)


def test_a_level_is_planned_in_the_game_it_is_dealt_as() -> None:
    """Fixed bets from the first level on take longer than what the tournament is named by."""
    levels = tuple(replace(level, game=":fixed") for level in SCHEDULE.levels)
    slowly = replace(SMALL, schedule=replace(SCHEDULE, rows=levels))
    known = replace(SMALL, schedule=slowly.schedule, played=playing("lhe"))
    told = evening.play(slowly, Random(3))
    assert told == evening.play(known, Random(3))
    assert told != evening.play(SMALL, Random(3))


def test_what_the_house_lets_win_shares_the_planners_pots() -> None:
    split = replace(SMALL, played=playing("nlhe", Settings(wins="split")))
    assert mean_end(split) > mean_end(SMALL) * 1.1


def mean_end(plan: Plan) -> float:
    return fmean(told.minutes for told in evenings(plan, 60))


def test_a_bring_in_and_its_first_bet_end_an_evening_sooner() -> None:
    antes = Schedule(
        tuple(replace(level, bring_in=0, small_bet=0) for level in STUD.levels), Doubling(10)
    )
    longer, sooner = evenings(replace(STUD_PLAN, schedule=antes), 60), evenings(STUD_PLAN, 60)
    middle = [outlook.spread(told.minutes for told in each).middle for each in (longer, sooner)]
    assert middle[0] > middle[1] + 5


@given(
    stacks=st.lists(st.integers(1, 500), min_size=2, max_size=8),
    limit=st.sampled_from(("half-pot", "fixed")),
    seed=st.integers(),
)
def test_a_bring_in_moves_chips_and_makes_none(stacks: list[int], limit: str, seed: int) -> None:
    before = sum(stacks)
    quick.play(stacks, 0, Stakes((), 10, 0, 50, 4, limit, bring_in=20), Habits(), Random(seed))
    assert sum(stacks) == before
    assert min(stacks) >= 0


def distance(one: list[float], other: list[float]) -> float:
    """The greatest gap between two samples' shares below a value (Kolmogorov and Smirnov)."""
    return max(
        abs(bisect_right(one, value) / len(one) - bisect_right(other, value) / len(other))
        for value in (*one, *other)
    )


def test_the_same_seed_tells_the_same_evening() -> None:
    assert evening.play(PLAN, Random("a")) == evening.play(PLAN, Random("a"))
    assert evening.play(PLAN, Random("a")) != evening.play(PLAN, Random("b"))


def test_an_evening_goes_on_from_where_it_stands() -> None:
    """Three left, one far ahead, the blinds high: it is soon over, and the leader mostly wins."""
    standing = Standing(((90_000, 3000, 3000),), row=5, seconds_left=300, played_seconds=4000)
    told = [evening.play(PLAN, Random(n), standing=standing) for n in range(30)]
    assert outlook.spread(one.minutes for one in told).middle < 60
    assert all(one.entries == 3 for one in told)


def test_what_has_happened_already_is_not_foreseen_again() -> None:
    """Five of six paid left at one table: neither bubble nor final table is to come."""
    plan = replace(PLAN, paid=6)
    standing = Standing(((4000, 3000, 3000, 3000, 3000),), 2, 300, 2000)
    seen = outlook.of(
        [evening.play(plan, Random(number), standing=standing) for number in range(5)]
    )
    assert (seen.bubble, seen.final, seen.final_blinds) == (None, None, None)


def test_players_left_for_one_table_at_two_are_about_to_meet() -> None:
    standing = Standing(((4000, 3000), (3000, 3000)), 2, 300, 2000)
    told = evening.play(PLAN, Random(1), standing=standing)
    assert told.final == 0.0
    assert told.bubble is not None
    assert told.bubble > 0


def test_a_plan_may_begin_in_the_money_and_at_its_final_table() -> None:
    told = evening.play(replace(PLAN, entries=(5, 5), paid=5), Random(1))
    assert (told.bubble, told.final, told.final_blinds) == (0.0, 0.0, 60.0)


def test_a_break_that_is_on_is_waited_for() -> None:
    """Row 4 is the break: what is left of it passes before the next hand, at the level after it."""
    standing = Standing(((20_000, 20_000),), row=4, seconds_left=300, played_seconds=2880)
    in_play = Standing(((20_000, 20_000),), row=5, seconds_left=720, played_seconds=2880)
    rested = evening.play(PLAN, Random(1), standing=standing)
    at_once = evening.play(PLAN, Random(1), standing=in_play)
    assert rested.minutes == pytest.approx(at_once.minutes + 5)


def test_the_pace_is_learned_from_the_hands_of_the_evening() -> None:
    for seconds in (180, 90, 40, 15):
        tonight = habits.at_pace(Habits(), seconds=seconds, players=9)
        assert tonight.seconds_of(9) == pytest.approx(seconds)
        assert tonight.seconds_of(2) < tonight.seconds_of(9)
        habits.check(tonight)
    hasty = habits.at_pace(Habits(), seconds=0, players=9)
    assert hasty.seconds_of(2) == pytest.approx(6)
    habits.check(hasty)


def test_rebuys_are_sold_while_they_are_open_and_lengthen_the_evening() -> None:
    with_rebuys = replace(PLAN, rebuys=Purchase(3000, 48), top_up=Purchase(3000, 48, 1))
    told, without = evenings(with_rebuys, 20), evenings(PLAN, 20)
    assert sum(one.rebuys for one in told) > 0
    assert all(one.top_ups <= 12 for one in told)
    assert outlook.of(told).end.middle > outlook.of(without).end.middle
    nobody = replace(with_rebuys, habits=Habits(rebuys=0, top_ups=0))
    assert all(one.rebuys == one.top_ups == 0 for one in evenings(nobody, 5))


def test_an_outlook_tells_the_middle_and_what_eight_of_ten_keep_within() -> None:
    told = evenings(PLAN, 40)
    seen = outlook.of(told)
    assert seen.end.low < seen.end.middle < seen.end.high
    assert sum(one.minutes <= seen.end.high + 0.1 for one in told) >= 36
    assert seen.moments[0].players.middle == 12
    counts = [moment.players.middle for moment in seen.moments]
    assert counts == sorted(counts, reverse=True)
    (left, when), *_ = seen.breaks
    assert left == 1
    assert seen.final is not None
    assert 0 <= when.middle - seen.final.middle < 3  # the hand that made the final table ends
    assert seen.bubble is not None
    assert seen.bubble.middle > when.middle
    assert outlook.dealers_by_hour(seen)[0] == (0, 3)  # two tables and a relief
    json.dumps(outlook.to_plain(seen))


def test_a_change_is_measured_by_the_same_luck() -> None:
    changes = {change.words: change for change in wishes.changes(PLAN, seed="x")}
    assert changes["Every level one minute longer"].difference > 0
    assert changes["Every level one minute shorter"].difference < 0


def test_a_schedule_is_found_that_ends_when_it_should() -> None:
    found = wishes.to_end_after(PLAN, minutes=180, seed="x", evenings=30)
    plan = replace(PLAN, schedule=found.schedule)
    assert wishes.expected_end(plan, seeds=wishes.seeds("x", 30)) == found.end
    assert found.is_reached
    assert found.end.middle == pytest.approx(180, rel=0.08)
    levels = zip(found.schedule.levels, SCHEDULE.levels, strict=True)
    assert all(level.blinds == before.blinds for level, before in levels)
    with pytest.raises(Refused, match="30 minutes"):
        wishes.to_end_after(PLAN, minutes=10, seed="x")


def test_a_wish_out_of_reach_is_said_to_be() -> None:
    """With a level of three minutes at least, and stacks that deep, half an hour is not enough."""
    deep = replace(PLAN, stack=60_000)
    found = wishes.to_end_after(deep, minutes=30, seed="x", evenings=5)
    assert not found.is_reached
    assert found.end.middle > 30 + wishes.NEAR
    assert {level.minutes for level in found.schedule.levels} == {wishes.SHORTEST}


@pytest.mark.parametrize("preset", [each.key for each in presets.PRESETS])
def test_every_built_in_tournament_can_be_planned(preset: str) -> None:
    known = presets.get(preset)
    offer = structure.to_plain(known)
    plan = plans.of_structure(offer, played=played.of_preset(known), entries=(9, 11))
    again = plans.from_plain(json.loads(json.dumps(plans.to_plain(plan))))
    assert again == plan
    told = evening.play(again, Random(1))
    assert 9 <= told.entries <= 11
    assert plans.told_from_plain(json.loads(json.dumps(plans.told_to_plain(told)))) == told


def test_a_standing_is_the_same_after_a_journey() -> None:
    standing = Standing(((100, 200), (300,)), 2, 90.0, 1200.0)
    plain = json.loads(json.dumps(plans.standing_to_plain(standing)))
    assert plans.standing_from_plain(plain) == standing
    assert plans.standing_from_plain(None) is None


@given(
    st.integers(1, 400),
    st.sampled_from(((25, 100, 500, 1000, 5000), (5, 25, 100), (1, 5, 25, 100, 500), (25,))),
)
def test_a_starting_pile_is_worth_its_stack(units: int, denominations: tuple[int, ...]) -> None:
    stack = units * denominations[0]
    pile = chips_needed.starting_pile(stack, denominations)
    assert sum(value * count for value, count in pile.items()) == stack
    assert min(pile.values()) > 0


def test_chips_are_counted_for_everybody_and_every_purchase() -> None:
    denominations = (25, 100, 500, 1000)
    pile = chips_needed.starting_pile(3000, denominations)
    assert pile == {25: 8, 100: 8, 500: 2, 1000: 1}
    total = chips_needed.needed([(80, 3000), (20, 1000)], denominations)
    assert sum(value * count for value, count in total.items()) == 80 * 3000 + 20 * 1000
    with pytest.raises(Refused, match="cannot be made"):
        chips_needed.starting_pile(1010, denominations)


def test_chips_that_leave_play_are_changed_into_larger_ones() -> None:
    """Eighty stacks of 8x25, 8x100, 2x500 and 1x1000: when the 25s go, 160 more 100s come."""
    values = (25, 100, 500, 1000, 5000)
    start = {25: 640, 100: 640, 500: 160, 1000: 80}
    most = chips_needed.with_race_offs(start, [25], values)
    assert most == {25: 640, 100: 800, 500: 160, 1000: 80, 5000: 0}
    most = chips_needed.with_race_offs(start, [25, 100, 500], values)
    assert most == {25: 640, 100: 800, 500: 320, 1000: 240, 5000: 0}
    assert chips_needed.with_race_offs({1000: 3}, [1000, 700], (1000,)) == {1000: 3}


def test_who_finds_no_seat_does_not_play() -> None:
    plan = replace(PLAN, entries=(30, 40), seats=8, tables=3)
    told = [evening.play(plan, Random(seed)) for seed in range(4)]
    assert {one.entries for one in told} == {24}
    assert max(one.tables[0] for one in told) == 3
    assert plans.from_plain(json.loads(json.dumps(plans.to_plain(plan)))) == plan


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"tables": 0}, "one at least"),
        ({"entries": (1, 5)}, "two players"),
        ({"entries": (9, 5)}, "greater number second"),
        ({"entries": (9, 10_001)}, "10,000 players"),
        ({"seats": 11}, "two to ten seats"),
        ({"stack": 0}, "needs a stack"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        evening.check(replace(PLAN, **wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"bets": 1.5}, "from 0 to 1"),
        ({"seconds": -60}, "from zero up"),
        ({"seconds": float("nan")}, "from zero up"),
        ({"played": 0.01}, "At least 5%"),
        ({"seconds": 0, "seconds_a_player": 0}, "five seconds"),
    ],
)
def test_habits_under_which_nothing_would_end_are_refused(
    wrong: dict[str, float], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        habits.check(Habits(**wrong))  # type: ignore[arg-type]


def test_of_very_many_players_fewer_evenings_tell_enough():
    few, many = (replace(PLAN, entries=(size, size)) for size in (1000, 10_000))
    assert evening.enough(few, 100, least=10) == 100
    assert evening.enough(many, 100, least=10) == 10
    assert evening.enough(many, 40, least=5) == 5


def test_an_evening_of_ten_thousand_is_played_to_its_winner():
    """A hundred times as many players are dealt a hundred times as many hands, not ten thousand."""
    hands = Counter[int]()
    for size in (100, 10_000):
        plan = replace(PLAN, entries=(size, size))
        told = evening.play(plan, Random(1), hand=counting(hands, size))
        assert told.entries == size
    assert hands[10_000] < 300 * hands[100]


def counting(hands: Counter[int], size: int) -> evening.PlayHand:
    """The quick model, counted."""

    def play(*args):
        hands[size] += 1
        return quick.play(*args)

    return play
