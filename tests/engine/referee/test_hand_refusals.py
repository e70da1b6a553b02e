"""Hands that cannot start, cards that cannot lie there, pots that cannot go there."""

from dataclasses import replace
from typing import Any

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.hand import commands
from engine.refusal import Refused
from engine.rulebooks.common import COMMON
from engine.rules import irregularities as what
from engine.rules.book import Rules, Settings
from tests.scenario import THREE, Scenario


@pytest.mark.parametrize(
    ("rules", "setup", "clause"),
    [
        ("fours", {"stacks": {1: 500, 2: 0}}, ""),
        ("fours", {"stacks": (500,)}, ""),
        ("fours", {"stacks": THREE, "blinds": ()}, "tda2024:R1"),
        ("canberra-e", {"stacks": (500,) * 5, "blinds": (1, 2, 3, 4)}, "canberra:4.3(d)"),
        ("canberra-e", {"stacks": THREE, "over_blind": 200}, "canberra:T.over_blind"),
        ("canberra-d", {"stacks": THREE, "blinds": (), "big_blind_ante": 50}, "canberra:4.3(d)"),
        ("igr", {"stacks": THREE, "over_blind": 200}, "igr:A.2(k)"),
        ("igr", {"stacks": THREE, "blinds": (100,)}, "igr:A.2(z)"),
        ("charity", {"stacks": THREE, "blinds": (40, 100)}, "charity:9.3.1"),
        ("adelaide", {"stacks": THREE, "blinds": (100, 50)}, "adelaide:App1.1d"),
        ("adelaide", {"stacks": THREE, "blinds": (100,)}, "adelaide:15"),
    ],
)
def test_a_hand_that_cannot_be_played_is_refused_with_the_clause(
    rules, setup: dict[str, Any], clause
):
    with pytest.raises(Refused) as refusal:
        Scenario(rules, **setup)
    assert refusal.value.clause == clause


@pytest.mark.rule("canberra:T.over_blind")
def test_an_over_blind_makes_its_poster_the_last_blind():
    allowed = Settings(may_over_blind=True)
    hand = Scenario("canberra-e", stacks=(500,) * 4, over_blind=200, settings=allowed)
    assert (hand.hand.bets[3], hand.seat, hand.options.raising.least) == (200, 4, 400)
    hand.play("seat 4 calls", "seat 1 calls", "seat 2 calls")
    assert hand.options.stand.is_allowed
    with pytest.raises(Refused):
        Scenario("canberra-e", stacks=(500, 500, 150), over_blind=200, settings=allowed)


def test_the_big_blind_ante_comes_after_or_before_the_blind():
    stacks = (500, 500, 120)
    after = Scenario("fours", stacks=stacks, marker=1, big_blind_ante=100)
    assert (after.hand.bets[3], after.hand.dead[3]) == (100, 20)
    first = Settings(ante_comes_first=True)
    before = Scenario("fours", stacks=stacks, marker=1, big_blind_ante=100, settings=first)
    assert (before.hand.bets[3], before.hand.dead[3]) == (20, 100)


def test_a_big_blind_ante_that_takes_the_last_chip_leaves_the_price_of_a_call_as_it_was():
    first = Settings(ante_comes_first=True)
    hand = Scenario("fours", stacks=(500, 500, 100), marker=1, big_blind_ante=100, settings=first)
    assert (hand.hand.bets[3], hand.options.call.amount) == (0, 100)


def test_cards_must_be_possible():
    hand = Scenario("adelaide", stacks=(500, 500)).play("seat 1 calls", "seat 2 checks")
    hand.refuses("flop Ah Ah 2c", clause="adelaide:4").refuses("flop Ah 2c", clause="adelaide:22")
    hand.play("flop Ah Kd 2c", "seat 2 checks", "seat 1 checks", "turn", "seat 2 checks")
    hand.play("seat 1 checks", "river", "seat 2 checks", "seat 1 checks")
    hand.refuses("seat 2 shows Ah Kh").refuses("seat 2 shows 3c 4c 5c").refuses("river 2d")
    hand.refuses("seat 2 mucks", clause="adelaide:46a").play("seat 2 shows", "seat 1 mucks")
    assert hand.hand.ended


def test_the_engine_deals_its_own_cards_only():
    hand = Scenario("fours", stacks=(500, 500), deck="As Kd Ac Kh")
    hand.refuses("flop Ah Kd 2c").refuses("pay").refuses("seat 1 draws 2").refuses("street")
    hand.refuses(commands.ExposeCards(1, cards.parse("2c")))
    hand.refuses("seat 1 opens")


def test_pots_go_only_to_those_who_contest_them():
    hand = Scenario("fours", stacks=(100, 5000, 5000), blinds=(10, 20), marker=3)
    hand.play("seat 3 raises to 400", "seat 1 all-in", "seat 2 calls", "flop")
    hand.refuses("pot 0 to 1").refuses("seat 2 mucks").play("seat 2 checks", "seat 3 checks")
    hand.refuses("pot 0 to 1").check_down()
    hand.refuses("pot 1 to 1").refuses("pot 2 to 2").refuses(commands.Award(0, ()))
    hand.refuses("pay", why="Say who wins the main pot")
    assert hand.play("pot 0 to 1", "pot 1 to 2").stacks == {1: 300, 2: 5200, 3: 4600}


@pytest.mark.rule("fours:show-1")
def test_who_shows_one_card_wins_nothing_at_a_showdown():
    hand = Scenario("fours", stacks=(500, 500)).check_down().play("seat 1 shows Ah")
    hand.refuses("pot 0 to 1", clause="fours:show-1")


def test_an_agreement_needs_everybody():
    Scenario("charity", stacks=(500, 500)).check_down().refuses("pot 0 split by 1")


def test_reports_that_make_no_sense_are_refused():
    hand = Scenario("adelaide", stacks=THREE, marker=3)
    hand.refuses(commands.Report("a dog on the table")).refuses(commands.KillHand(9, "none"))
    hand.refuses("out of turn seat 3 calls").refuses("time expires for seat 1")
    hand.refuses(commands.ActOutOfTurn(1, "sing")).refuses("seat 1 arrives")
    hand.play("out of turn seat 1 calls").refuses("out of turn seat 1 calls")
    hand.refuses("seat 1 puts out 100").refuses("seat 3 puts out 9000")
    hand.play(commands.VoidHand("commotion")).refuses(commands.VoidHand("again"))
    hand.refuses(commands.Report(what.WRONG_COUNT, 1))


def test_a_hand_played_to_its_end_is_only_voided_or_noted():
    hand = Scenario("fours", stacks=THREE, marker=3).fold_round()
    hand.refuses(commands.Report(what.HAND_IN_MUCK, 2))
    hand.report(what.MISSING_CARD).report(what.DUPLICATE_CARD)
    assert hand.hand.ended == "void"


def test_a_stud_opener_is_named_by_cards_or_by_the_dealer():
    hand = Scenario("canberra-d", stacks=THREE, blinds=(), ante=25)
    hand.refuses("street 1 Kd").refuses("seat 9 opens").play("seat 2 opens")
    hand.refuses("seat 3 opens").refuses("street")
    hand.play("seat 2 bets 25", "seat 3 calls", "seat 1 calls").refuses("board Kd")
    hand.refuses("street 9 Kd")


def test_a_draw_gives_up_cards_that_are_held():
    hand = Scenario("canberra-b", stacks=(500, 500), deck="As Kd").play("seat 1 calls")
    hand.play("seat 2 stands").refuses("seat 2 draws 1").refuses("seat 1 draws 6")
    hand.refuses("seat 1 draws 2 giving up AsAs").refuses("seat 1 draws 1 giving up Kd")


def test_nobody_owes_more_than_the_big_blind():
    with pytest.raises(Refused, match="Seat 2 owes more than the big blind"):
        Scenario("adelaide", stacks=THREE, owing={2: (150, 50)})
    with pytest.raises(Refused, match="Seat 2 owes more than the big blind"):
        Scenario("canberra-d", stacks=THREE, blinds=(), ante=25, owing={2: (100, 50)})


def test_a_third_blind_owed_stopped_the_deal_between_two():
    hand = Scenario("adelaide", stacks=(1000, 1000), blinds=(50, 100, 200), owing={2: (200, 0)})
    assert hand.hand.bet_to_match == 100
    assert hand.hand.bets[2] <= 100


def test_chips_smaller_than_the_smallest_are_not_bet():
    hand = Scenario("fours", stacks=THREE, marker=3, chip=25)
    hand.refuses("seat 3 raises to 210", why="the smallest is 25").play("seat 3 raises to 225")


def test_when_a_dead_hand_leaves_one_player_with_chips_the_betting_is_over():
    hand = Scenario("canberra-d", stacks=(5000, 25, 5000), blinds=(), ante=25)
    hand.play("seat 1 opens", commands.KillHand(3, "fouled"))
    assert (hand.seat, hand.options.phase) == (-1, "deal")


def test_up_cards_are_entered_for_all_or_the_opener_is_named():
    rules = Rules(COMMON, games.get("lstud"))
    hand = Scenario(rules, stacks=(900, 900, 900), blinds=(), ante=10, bring_in=20, small_bet=40)
    assert hand.options.phase == "opener"
    for entered in ("street 1 Ah, 2 Kd", "street 1 Ah, 2 Kd, 3 ??"):
        hand.refuses(entered, clause="tda2024:R34-B", why="name the opener")
    assert hand.hand.pot == 30, "nobody has brought it in"
    hand.play("seat 2 opens")
    assert (hand.hand.bets[2], hand.seat) == (20, 3)


@pytest.mark.rule("charity:5.1")
@pytest.mark.rule("igr:A.2(n)")
@pytest.mark.rule("canberra:A.3.1")
@pytest.mark.rule("canberra:B.3.1")
@pytest.mark.rule("canberra:C.3.1")
@pytest.mark.rule("canberra:H.3.1")
@pytest.mark.parametrize(
    ("book", "game", "size", "most", "clause"),
    [
        ("charity", "nlhe", 52, 10, "charity:5.1"),
        ("igr", "nlhe", 52, 10, "igr:A.2(n)"),
        ("canberra", "manila", 52, 9, "canberra:A.3.1"),
        ("canberra", "draw", 44, 8, "canberra:B.3.1"),
        ("canberra", "draw", 40, 7, "canberra:B.3.1"),
        ("canberra", "draw", 36, 6, "canberra:B.3.1"),
        ("canberra", "draw", 32, 5, "canberra:B.3.1"),
        ("canberra", "plo", 52, 10, "canberra:C.3.1"),
        ("canberra", "plo", 48, 10, "canberra:C.3.1"),
        ("canberra", "plo", 44, 9, "canberra:C.3.1"),
        ("canberra", "nlhe", 52, 10, "canberra:H.3.1"),
    ],
)
def test_more_players_than_the_table_or_the_deck_can_take_are_refused(
    book, game, size, most, clause
):
    rules = Rules(rulebooks.get(book), games.with_deck(games.get(game), size=size))
    Scenario(rules, stacks=(5000,) * most, blinds=(50, 100)[-rules.game.blinds :])
    with pytest.raises(Refused, match=f"At most {most} players can be dealt in") as refusal:
        Scenario(rules, stacks=(5000,) * (most + 1), blinds=(50, 100)[-rules.game.blinds :])
    assert refusal.value.clause == clause


@pytest.mark.parametrize(
    ("book", "change", "why"),
    [
        ("igr", {"has_joker": True}, "No joker is played under this rulebook."),
        ("igr", {"low": "split8"}, "High/low poker is not played under this rulebook."),
        ("adelaide", {"limit": "structured"}, "Structured limit is not played"),
        ("charity", {"family": "stud"}, "Stud is not played under this rulebook."),
        ("charity", {"deck_size": 40}, "A deck of 40 cards is not played"),
    ],
)
def test_what_a_book_does_not_know_is_refused_in_plain_words(book, change, why):
    with pytest.raises(Refused) as refusal:
        Rules(rulebooks.get(book), replace(games.get("nlhe"), **change))
    assert why in refusal.value.why
    assert refusal.value.clause.startswith(f"{book}:")


def _stud_at_the_showdown():
    hand = Scenario("canberra-d", stacks=(5000, 5000), blinds=(), ante=25)
    hand.play("street 1 9c, 2 Kd", "seat 2 bets 25", "seat 1 calls")
    for rank in "345":
        hand.play(f"street 1 {rank}c, 2 {rank}d", "seat 2 checks", "seat 1 checks")
    return hand.play("street", "seat 2 checks", "seat 1 checks")


def test_a_stud_hand_is_shown_with_its_own_up_cards_and_without_those_of_others():
    hand = _stud_at_the_showdown()
    hand.refuses("seat 2 shows As Ah Ad Ac Ks Kh Kc", why="has shown other cards before")
    hand.refuses("seat 1 shows Kd 9c 3c 4c 5c Qs Qd", why="The king of diamonds is there twice.")
    hand.refuses("seat 2 shows As Ah Ad Ac Ks", why="has shown other cards before")
    hand.play("seat 2 shows Kd 3d 4d 5d As Ah Ad").play("seat 1 shows 9c 3c 4c 5c Qs Qd Ac", "pay")
    assert hand.won == [{2: 100}]


def test_an_up_card_of_a_folded_hand_does_not_come_again():
    hand = Scenario("canberra-d", stacks=(5000,) * 3, blinds=(), ante=25)
    hand.play("street 1 9c, 2 Kd, 3 2h", "seat 2 bets 25", "seat 3 folds", "seat 1 calls")
    hand.refuses("street 1 2h, 2 3d", clause="canberra:2.1(a)")


def test_an_exposed_card_lies_neither_with_another_player_nor_on_the_board():
    hand = Scenario("charity", stacks=(5000, 5000)).play(
        commands.ExposeCards(1, cards.parse("Ah")), "seat 2 calls", "seat 1 stands"
    )
    hand.refuses("flop Ah Kd 2c", clause="charity:6.1").check_down()
    hand.refuses(commands.ExposeCards(2, cards.parse("Ah")), clause="charity:6.1")
    hand.refuses("seat 2 shows Ah Kd", clause="charity:6.1")
    hand.refuses("seat 1 shows 2c 3c", clause="charity:18.4")
    hand.play("seat 2 shows Kh Kd", "seat 1 shows Ah 3c")


def test_a_card_that_was_replaced_is_a_burn_card_and_never_seen_again():
    hand = Scenario("fours", stacks=THREE, marker=3)
    hand.report(what.EXPOSED_HOLE_CARD, seat=1, cards_shown="Ah")
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 checks")
    hand.refuses("flop Ah Kd 2c", clause="fours:deck-3").check_down()
    hand.refuses("seat 1 shows Ah Kd", clause="fours:deck-3").play("seat 1 shows As Kd")


def test_a_card_given_up_in_the_draw_is_not_shown():
    hand = Scenario("canberra-b", stacks=(5000, 5000)).check_down()
    hand.play(commands.ExposeCards(2, cards.parse("2c")))
    hand.refuses("seat 1 draws 1 giving up 2c", clause="canberra:2.1(a)")
    hand.play("seat 1 draws 1 giving up Ah", "seat 2 draws 1 giving up 2c").check_down()
    for seat in (1, 2):
        hand.refuses(f"seat {seat} shows Ah Kh Qh Jh Th", clause="canberra:2.1(a)")
    hand.refuses("seat 2 shows 2c Ks Qs Js Ts", clause="canberra:2.1(a)")
    hand.play("seat 1 shows 9h Kh Qh Jh Th", "seat 2 shows 9s Ks Qs Js Ts", "pay")


def test_what_was_exposed_before_an_unseen_exchange_need_not_be_shown():
    hand = Scenario("canberra-b", stacks=(5000, 5000)).check_down()
    hand.play(commands.ExposeCards(1, cards.parse("2c")), "seat 1 draws 1", "seat 2 draws 0")
    hand.check_down().refuses("seat 2 shows 2c Ks Qs Js Ts", clause="canberra:2.1(a)")
    hand.play("seat 1 shows Ah Kh Qh Jh Th")


@pytest.mark.parametrize(
    ("book", "game", "changes", "clause"),
    [
        ("fours", "plo", {}, "fours:action-3"),
        ("fours", "stud", {}, "fours:action-3"),
        ("fours", "nlhe", {"has_joker": True}, "fours:dead-hand-5"),
        ("fours", "nlhe", {"deck_size": 36}, "fours:deck-4"),
        ("fours", "nlhe", {"low": "split8"}, "fours:action-3"),
    ],
)
def test_the_league_plays_holdem_with_a_whole_deck_and_nothing_else(book, game, changes, clause):
    with pytest.raises(Refused) as refused:
        Rules(rulebooks.get(book), replace(games.get(game), **changes))
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("book", "settings", "clause"),
    [
        ("igr", Settings(burns=False), "igr:A.1.Burn"),
        ("charity", Settings(burns=False), "charity:10.3.4.1"),
        ("adelaide", Settings(short_all_in_reopens=True), "adelaide:47-6"),
        ("canberra", Settings(short_all_in_reopens=True), "canberra:13.4"),
        ("fours", Settings(opener_options="a"), ""),
    ],
)
def test_a_choice_the_book_does_not_leave_to_the_director_is_refused(book, settings, clause):
    with pytest.raises(Refused, match="leaves no choice") as refused:
        Rules(rulebooks.get(book), games.get("nlhe"), settings)
    assert refused.value.clause == clause


@pytest.mark.parametrize("book", rulebooks.BOOKS)
@pytest.mark.parametrize("choice", ["ante_comes_first", "may_over_blind"])
def test_every_book_leaves_the_order_of_the_ante_and_over_blinds_to_the_director(book, choice):
    chosen: dict[str, Any] = {choice: True}
    settings = replace(Settings(), **chosen)
    assert Rules(rulebooks.get(book), games.get("nlhe"), settings).settings == settings


@pytest.mark.parametrize(
    "settings", [Settings(deck_size=40), Settings(has_joker=True), Settings(wins="split8")]
)
def test_canberra_leaves_deck_joker_and_what_wins_to_the_director(settings):
    game = Rules(rulebooks.get("canberra"), games.get("nlhe"), settings).game
    told = game.deck_size, game.has_joker, game.low
    usual = 52, False, "high"
    assert [one != other for one, other in zip(told, usual, strict=True)].count(True) == 1
