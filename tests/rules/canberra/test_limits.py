"""How much may be bet and how often raised (rules 4.3, 5, 6 and part 3 of the appendices)."""

from dataclasses import replace

import pytest

from engine import games, rulebooks
from engine.hand import commands
from engine.hand.commands import RaiseTo
from engine.rulebooks.presets import schedules as built_in
from engine.rules.book import Rules
from engine.schedule.schedule import MINUTE
from engine.structure import game_presets
from tests.engine.strategies import row_in_force
from tests.scenario import Scenario

RICH = (50_000,) * 4


def span(hand):
    """The least and the most the player in turn may bet or raise to."""
    return hand.options.raising.least, hand.options.raising.most


def holdem(limit):
    return Rules(rulebooks.get("canberra"), games.get({"pot": "phe", "half-pot": "hhe"}[limit]))


def a_pot_of_600_facing_200(limit):
    """On the flop: 400 in the pot, 200 bet, seat 2 in turn."""
    hand = Scenario(holdem(limit), stacks=RICH)
    hand.play("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 stands", "flop")
    return hand.play("seat 1 bets 200")


@pytest.mark.rule("canberra:4.3(h)/pot")
@pytest.mark.rule("canberra:T.full_pot")
def test_full_pot_counts_the_call_before_the_raise():
    hand = a_pot_of_600_facing_200("pot")
    assert (hand.hand.pot, hand.options.call.amount) == (600, 200)
    assert span(hand) == (400, 1000)
    hand.refuses("seat 2 raises to 1001", clause="canberra:4.3(h)/pot")
    assert hand.play("seat 2 raises to 1000").seat == 3


@pytest.mark.rule("canberra:4.3(h)/pot")
@pytest.mark.rule("canberra:T.half_pot")
def test_half_pot_counts_the_call_before_halving():
    hand = a_pot_of_600_facing_200("half-pot")
    assert span(hand) == (400, 600)
    hand.refuses("seat 2 raises to 601", clause="canberra:4.3(h)/pot")
    assert hand.play("seat 2 raises to 600").seat == 3


@pytest.mark.rule("canberra:4.3(h)/pot")
def test_a_half_that_is_no_whole_chip_is_rounded_down():
    hand = Scenario(holdem("half-pot"), stacks=RICH[:3], blinds=(25, 50), chip=25)
    hand.play("seat 3 calls", "seat 1 folds", "seat 2 stands", "flop")
    assert hand.hand.pot == 125
    assert span(hand) == (50, 50)
    hand.play("seat 2 bets 50")
    assert span(hand) == (100, 150)


@pytest.mark.rule("canberra:T.pot")
def test_the_pot_holds_everything_bet_blinds_and_antes_included():
    hand = Scenario(holdem("pot"), stacks=RICH, blinds=(50, 100), ante=25)
    assert hand.hand.pot == 250
    hand.play("seat 3 calls", "seat 4 folds")
    assert hand.hand.pot == 350
    assert span(hand) == (200, 100 + 350 + 50)
    hand.play("seat 1 calls", "seat 2 stands", "flop")
    assert span(hand) == (100, 400)


@pytest.mark.rule("canberra:T.raise")
def test_a_raise_is_only_the_part_above_the_last_bet():
    hand = Scenario("canberra-a", stacks=RICH[:3], blinds=(100,)).play("board")
    assert span(hand) == (200, 300)
    hand.play("seat 2 raises to 300")
    assert span(hand) == (500, 500)
    hand.play("seat 3 raises to 500")
    assert hand.hand.full_raise == 200


NO_LIMIT = [
    pytest.param("e", marks=pytest.mark.rule("canberra:E.3.2")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.3.2")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.3.2")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.3.2")),
]


@pytest.mark.rule("canberra:T.no_limit")
@pytest.mark.parametrize("game", NO_LIMIT)
def test_no_limit_ends_at_the_players_own_stake_and_keeps_the_least_raise_and_the_cap(game):
    hand = Scenario(f"canberra-{game}", stacks=(9000, 9000, 9000, 7000))
    assert span(hand) == (200, 9000)
    hand.refuses("seat 3 raises to 9001", clause="canberra:T.no_limit")
    hand.refuses("seat 3 raises to 199", clause="canberra:5.1/min")
    hand.play("seat 3 raises to 200", "seat 4 raises to 400", "seat 1 raises to 5000")
    hand.refuses("seat 2 all-in", clause="canberra:5.1")
    bold = Scenario(f"canberra-{game}", stacks=(9000, 9000, 9000, 7000)).play("seat 3 all-in")
    assert bold.stacks[3] == 0


@pytest.mark.rule("canberra:5.1")
@pytest.mark.parametrize("game", ["e", "i", "c"])
def test_three_raises_a_round_and_no_fourth_while_three_can_bet(game):
    hand = Scenario(f"canberra-{game}", stacks=RICH)
    for seat in (3, 4, 1):
        hand.do(RaiseTo(seat, span(hand)[0]))
    assert not hand.options.raising.is_allowed
    hand.refuses("seat 2 raises to 800", clause="canberra:5.1")
    hand.play("seat 2 calls", "seat 3 calls", "seat 4 calls", "flop")
    hand.do(RaiseTo(1, span(hand)[0]))
    for seat in (2, 3, 4):
        hand.do(RaiseTo(seat, span(hand)[0]))
    hand.refuses("seat 1 raises to 2000", clause="canberra:5.1")


@pytest.mark.rule("canberra:5.1/two_players")
def test_two_players_raise_each_other_until_their_chips_are_gone():
    hand = Scenario("canberra-i", stacks=(1000, 1000), blinds=(50, 100))
    for to in range(200, 1001, 100):
        hand.do(RaiseTo(hand.seat, to))
    assert hand.hand.raises == 9
    assert hand.hand.status.count(2) == 1


@pytest.mark.rule("canberra:5.1/two_players")
@pytest.mark.parametrize("game", ["e", "i"])
def test_the_cap_is_lifted_as_soon_as_only_two_can_bet(game):
    hand = Scenario(f"canberra-{game}", stacks=(9000, 9000, 9000))
    hand.play("seat 3 raises to 200", "seat 1 raises to 300", "seat 2 raises to 400")
    hand.refuses("seat 3 raises to 500", clause="canberra:5.1")
    hand.play("seat 3 folds", "seat 1 raises to 500", "seat 2 raises to 600")
    assert hand.hand.raises == 5


@pytest.mark.rule("canberra:5.1")
@pytest.mark.parametrize("stud", ["stud", "lstud"])
def test_stud_without_blinds_knows_no_cap_of_three(stud):
    rules = Rules(rulebooks.get("canberra"), games.get(stud))
    hand = Scenario(rules, stacks=(9000, 9000, 9000), blinds=(), ante=25)
    hand.play("seat 1 opens")
    for _ in range(6):
        hand.do(RaiseTo(hand.seat, span(hand)[0]))
    assert hand.hand.raises == 5
    assert hand.options.raising.is_allowed


@pytest.mark.rule("canberra:5.1/min")
def test_a_raise_is_never_less_than_the_opening_bet_or_an_earlier_raise():
    hand = Scenario("canberra-e", stacks=RICH).play("seat 3 calls", "seat 4 calls")
    hand.play("seat 1 calls", "seat 2 stands", "flop", "seat 1 bets 300")
    hand.refuses("seat 2 raises to 599", clause="canberra:5.1/min")
    hand.play("seat 2 raises to 1300")
    hand.refuses("seat 3 raises to 2299", clause="canberra:5.1/min")
    hand.play("seat 3 raises to 2300", "seat 4 folds")
    assert span(hand)[0] == 3300


@pytest.mark.rule("canberra:5.1/min")
def test_a_smaller_raise_is_possible_only_by_tapping_out():
    hand = Scenario("canberra-e", stacks=(9000, 9000, 9000, 450)).play("seat 3 raises to 400")
    hand.refuses("seat 4 raises to 425", clause="canberra:5.1/min")
    assert hand.play("seat 4 all-in").hand.bet_to_match == 450


@pytest.mark.rule("canberra:5.2")
@pytest.mark.parametrize(
    ("game", "first", "last"),
    [
        ("a", (200, 300), (100, 400)),
        ("c", (200, 450), (100, 400)),
        ("e", (200, 50_000), (100, 49_900)),
        ("i", (200, 200), (200, 200)),
    ],
)
def test_bets_and_raises_obey_what_was_fixed_for_each_round(game, first, last):
    blinds = (100,) if game == "a" else (50, 100)
    hand = Scenario(f"canberra-{game}", stacks=RICH, blinds=blinds)
    if game == "a":
        hand.play("board", "seat 2 calls", "seat 3 calls", "seat 4 folds")
        assert span(hand) == first
        hand.play("seat 1 folds")
    else:
        hand.play("seat 3 calls")
        assert span(hand)[0] == first[0]
        assert span(hand)[1] == first[1]
        hand.play("seat 4 calls", "seat 1 calls", "seat 2 stands")
    to_the_last_round(hand)
    assert span(hand)[0] == last[0]
    hand.refuses(f"seat {hand.seat} bets {last[0] - 1}")
    hand.refuses(f"seat {hand.seat} bets {last[1] + 1}")


def to_the_last_round(hand):
    """Check until the last betting round is open."""
    while hand.hand.street < len(hand.rules.streets) - 1 or hand.options.phase != "bet":
        hand.do(commands.DealBoard() if hand.options.phase == "deal" else commands.Check(hand.seat))


@pytest.mark.rule("canberra:A.3.2")
def test_manila_bets_run_from_one_to_two_blinds_and_to_four_in_the_last_round():
    hand = Scenario("canberra-a", stacks=RICH[:3], blinds=(100,)).play("board")
    hand.play("seat 2 calls", "seat 3 calls", "seat 1 stands")
    for _ in range(3):
        hand.play("board")
        assert span(hand) == (100, 200)
        hand.refuses("seat 1 bets 99", clause="canberra:5.1/min")
        hand.refuses("seat 1 bets 201", clause="canberra:A.3.2")
        hand.play("seat 1 checks", "seat 2 bets 100")
        assert span(hand) == (200, 300)
        hand.play("seat 3 calls", "seat 1 calls")
    hand.play("board")
    assert span(hand) == (100, 400)
    hand.refuses("seat 1 bets 401", clause="canberra:A.3.2")
    hand.play("seat 1 bets 150")
    assert span(hand) == (300, 550)


FULL_POT = [
    pytest.param("b", marks=pytest.mark.rule("canberra:B.3.2")),
    pytest.param("c", marks=pytest.mark.rule("canberra:C.3.2")),
]


@pytest.mark.parametrize("game", FULL_POT)
def test_draw_and_omaha_are_played_with_a_full_pot_limit(game):
    hand = Scenario(f"canberra-{game}", stacks=RICH, blinds=(50, 100))
    assert span(hand) == (200, 350)
    hand.refuses("seat 3 raises to 351", clause="canberra:4.3(h)/pot")
    hand.play("seat 3 raises to 350")
    assert span(hand) == (600, 350 + 500 + 350)


@pytest.mark.rule("canberra:D.3.2")
@pytest.mark.rule("canberra:6.1")
def test_stud_bets_run_from_the_ante_to_half_the_pot():
    hand = Scenario("canberra-d", stacks=RICH, blinds=(), ante=25, chip=5)
    hand.play("seat 2 opens")
    assert span(hand) == (25, 50)
    hand.refuses("seat 2 bets 20", clause="canberra:D.3.2")
    hand.refuses("seat 2 bets 55", clause="canberra:4.3(h)/pot")
    hand.play("seat 2 bets 50")
    assert span(hand) == (100, 50 + 100)


@pytest.mark.rule("canberra:6.2")
def test_a_raise_in_ante_betting_is_at_least_the_bet_or_raise_before_and_is_not_counted():
    hand = Scenario("canberra-d", stacks=RICH, blinds=(), ante=100)
    hand.play("seat 2 opens")
    hand.play("seat 2 bets 150")
    hand.refuses("seat 3 raises to 299", clause="canberra:D.3.2")
    hand.play("seat 3 raises to 350")
    hand.refuses("seat 4 raises to 549", clause="canberra:D.3.2")
    for seat in (4, 1, 2, 3):
        hand.do(RaiseTo(seat, span(hand)[0]))
    assert hand.hand.raises == 5
    assert hand.options.raising.is_allowed


@pytest.mark.rule("canberra:I.3.2")
@pytest.mark.rule("canberra:I.3.2/last")
def test_the_structured_limit_doubles_in_the_last_round_only():
    hand = Scenario("canberra-i", stacks=RICH, blinds=(50, 100))
    assert span(hand) == (200, 200)
    hand.refuses("seat 3 raises to 300", clause="canberra:I.3.2")
    hand.play("seat 3 raises to 200", "seat 4 calls", "seat 1 folds", "seat 2 calls")
    for street in ("flop", "turn"):
        hand.play(street)
        assert span(hand) == (100, 100)
        hand.play("seat 2 bets 100")
        assert span(hand) == (200, 200)
        hand.play("seat 3 calls", "seat 4 calls")
    hand.play("river")
    assert span(hand) == (200, 200)
    hand.refuses("seat 2 bets 100", clause="canberra:I.3.2")
    hand.play("seat 2 bets 200")
    assert span(hand) == (400, 400)


@pytest.mark.rule("canberra:I.3.4/doubling")
@pytest.mark.parametrize(("minute", "bet"), [(469, 10_000), (470, 20_000), (500, 40_000)])
def test_the_structured_bets_double_with_the_blinds_after_the_last_level(minute: int, bet: int):
    schedule = built_in.canberra("lhe")
    level = schedule.level(row_in_force(schedule, minute * MINUTE))
    hand = Scenario("canberra-i", stacks=(10_000_000,) * 3, blinds=level.blinds)
    assert level.blinds == (bet // 2, bet)
    assert span(hand) == (2 * bet, 2 * bet)


@pytest.mark.rule("canberra:I.3.2/last")
def test_only_a_tap_out_may_be_smaller_than_the_structured_bet():
    hand = Scenario("canberra-i", stacks=(50_000, 50_000, 250), blinds=(50, 100))
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands")
    to_the_last_round(hand)
    hand.play("seat 1 checks", "seat 2 checks")
    assert span(hand) == (150, 150)
    hand.play("seat 3 all-in")
    assert hand.hand.bet_to_match == 150


@pytest.mark.rule("canberra:4.6")
@pytest.mark.parametrize("amount", [201, 212, 250.5, 9100])
def test_only_chips_on_the_table_can_be_bet(amount):
    hand = Scenario("canberra-e", stacks=(9000,) * 4, blinds=(50, 100), chip=25)
    clause = "canberra:4.6" if amount < 9000 else "canberra:T.no_limit"
    hand.refuses(RaiseTo(3, amount), clause=clause)
    hand.play("seat 3 raises to 225")


@pytest.mark.rule("canberra:T.straddle")
def test_a_straddle_is_a_limit_of_twice_the_bet_before_and_no_third_blind():
    game = replace(games.get("nlhe"), limit="straddle")
    hand = Scenario(Rules(rulebooks.get("canberra"), game), stacks=RICH, blinds=(50, 100))
    assert hand.hand.pot == 150
    assert span(hand) == (200, 200)
    hand.play("seat 3 raises to 200")
    assert span(hand) == (300, 400)
    hand.refuses("seat 4 raises to 401", clause="canberra:T.straddle")
    hand.play("seat 4 raises to 400", "seat 1 folds", "seat 2 folds", "seat 3 calls", "flop")
    assert span(hand) == (100, 200)


@pytest.mark.rule("canberra:T.straddle")
def test_no_appendix_has_a_straddle_limit():
    presets = [game_presets.get(f"canberra-{letter}") for letter in "abcdefghi"]
    assert "straddle" not in {rules.game.limit for rules in presets}
