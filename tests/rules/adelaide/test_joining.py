"""Rules 65, 66 and 86: who joins a running game, or comes back to it, and the blinds he owes.

Five seats; seat 1 has the button, seats 2 and 3 the blinds of 50 and 100, seat 4 opens.
"""

import pytest

from engine import rulebooks
from engine.conduct import joining
from engine.conduct.law import How
from engine.hand import commands, events
from engine.hand.applying import replay
from engine.hand.setup import Participant, Setup
from engine.referee.referee import undo
from engine.referee.start import begin
from engine.refusal import Refused
from engine.rules import irregularities as what
from tests.scenario import Scenario

BLINDS = (50, 100)
POSTING = rulebooks.get("adelaide").conduct.posting.value
NEWCOMER = Participant(5, 5000)


def clause_of(how, **told):
    return joining.owed(how, BLINDS, POSTING, **told).clause


def dealt_in(how, *, posts=True, is_big_blind=False, is_first_lap=False):
    due = joining.owed(how, BLINDS, POSTING, is_first_lap=is_first_lap)
    player = joining.seat(NEWCOMER, due, posts=posts, is_big_blind=is_big_blind)
    others = tuple(Participant(seat, 5000) for seat in (1, 2, 3, 4))
    hand, _ = begin(Setup(number=9, seats=(*others, player), blinds=BLINDS), _rules())
    return hand


def _rules():
    return Scenario("adelaide", stacks=(5000, 5000)).rules


@pytest.mark.rule("adelaide:65a")
def test_who_joins_a_running_game_posts_a_big_blind_or_waits_for_it():
    hand = dealt_in(How.NEW)
    assert hand.stacks[5] == 4900
    assert hand.bets[5] == 100, "it is live"
    with pytest.raises(Refused) as refused:
        dealt_in(How.NEW, posts=False)
    assert refused.value.clause == "adelaide:65a"
    assert dealt_in(How.NEW, posts=False, is_big_blind=True).stacks[5] == 5000


@pytest.mark.rule("adelaide:65a(i)")
@pytest.mark.rule("adelaide:65a(ii)")
@pytest.mark.rule("adelaide:65a(iii)")
@pytest.mark.parametrize(
    ("how", "is_first_lap", "clause"),
    [
        (How.NEW, True, "adelaide:65a(i)"),
        (How.FROM_A_BROKEN_TABLE, False, "adelaide:65a(ii)"),
        (How.MOVED_BY_STAFF, False, "adelaide:65a(iii)"),
    ],
)
def test_in_the_first_lap_from_a_broken_table_or_moved_by_staff_nothing_is_posted(
    how, is_first_lap, clause
):
    assert clause_of(how, is_first_lap=is_first_lap) == clause
    hand = dealt_in(how, posts=False, is_first_lap=is_first_lap)
    assert hand.stacks[5] == 5000
    assert 5 in hand.order, "dealt in at once"


@pytest.mark.rule("adelaide:66a")
@pytest.mark.rule("adelaide:1.Dead Blind Bet")
def test_who_missed_his_blinds_posts_a_dead_small_and_a_live_big_blind_or_waits():
    hand = dealt_in(How.BACK)
    assert hand.stacks[5] == 4850
    assert hand.bets[5] == 100, "the dead part counts towards nothing"
    assert hand.pot == 300
    with pytest.raises(Refused) as refused:
        dealt_in(How.BACK, posts=False)
    assert refused.value.clause == "adelaide:66a"
    assert dealt_in(How.BACK, posts=False, is_big_blind=True).stacks[5] == 5000


@pytest.mark.rule("adelaide:65b")
@pytest.mark.rule("adelaide:66b")
@pytest.mark.parametrize(
    ("detail", "clause", "due"), [("", "adelaide:65b", 100), ("came back", "adelaide:66b", 150)]
)
def test_a_hand_dealt_without_the_post_is_dead_once_there_was_action(detail, clause, due):
    hand = _five().report(what.NOT_POSTED, seat=5, detail=detail)
    assert hand.ruled.clause == clause
    assert hand.stacks[5] == 5000 - due, "before any action he posts"
    assert hand.hand.bets[5] == 100

    hand = _five().play("seat 4 folds").report(what.NOT_POSTED, seat=5, detail=detail)
    assert hand.ruled.clause == clause
    assert hand.last(events.HandKilled).seat == 5
    assert hand.seat == 1

    hand = _five().play("seat 4 folds", "seat 5 calls")
    hand.report(what.NOT_POSTED, seat=5, detail=detail)
    assert hand.ruled.orders == (f"{due} are taken from seat 5 with the next hand",)
    assert 5 in hand.hand.in_hand(), "who has acted plays on"
    assert hand.hand.owed_blinds == ((5, 100, due - 100),)


@pytest.mark.rule("adelaide:65b")
def test_a_blind_is_not_taken_from_who_has_posted_or_cannot_pay_it_and_play():
    _five().refuses(commands.Report(what.NOT_POSTED, seat=3), clause="adelaide:65b")
    short = Scenario("adelaide", stacks=(5000, 5000, 5000, 5000, 100))
    short.refuses(commands.Report(what.NOT_POSTED, seat=5), clause="adelaide:65b")


def _five():
    return Scenario("adelaide", stacks=(5000,) * 5)


def test_a_post_taken_after_the_deal_is_undone_with_its_ruling():
    hand = _five()
    before = hand.hand.copy()
    hand.play(commands.Report(what.NOT_POSTED, seat=5, detail="came back"))
    assert replay([*hand.events, *undo(hand.events, hand.rules)]) == before


@pytest.mark.rule("adelaide:86")
def test_in_a_tournament_an_absent_player_misses_no_blind_and_owes_none_when_he_is_back():
    hand = Scenario("adelaide", stacks=(5000, 5000, 5000), away={2: "absent"})
    for _ in range(3):
        hand = hand.fold_round().then(away={2: "absent"})
    taken = 5000 - hand.hand.began[2]
    assert taken == 150, "both blinds of the lap were taken"
    back = hand.fold_round().then()
    assert not back.all(events.OwedBlindPosted)
    assert not back.all(events.DeadBlindPosted)
    assert 2 in back.hand.in_hand()
