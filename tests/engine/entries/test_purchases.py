"""Rebuys, top-ups, add-ons and free chips by the terms of each book."""

from datetime import timedelta

import pytest

from engine import rulebooks
from engine.entries import purchases
from engine.entries.purchases import Buyer
from engine.refusal import Refused
from engine.rulebooks.presets import adelaide, charity, fours, igr
from engine.rulebooks.presets import canberra as canberra_presets
from engine.rulebooks.presets.schedules import canberra_games

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def refused(check, terms, buyer, **how):
    with pytest.raises(Refused) as caught:
        check(terms, buyer, **how)
    return caught.value.clause


def canberra(game):
    return canberra_presets.rebuys(game, chips=1000, price=5000)


def top_up(game):
    return canberra_presets.top_up(game, chips=1000, price=5000)


@pytest.mark.parametrize(
    ("game", "clause", "minutes", "below"),
    [
        pytest.param(
            *("draw_poker", "canberra:B.3.3", 120, 1000), marks=pytest.mark.rule("canberra:B.3.3")
        ),
        pytest.param(
            *("omaha", "canberra:C.3.3", 120, 1000), marks=pytest.mark.rule("canberra:C.3.3")
        ),
        pytest.param(
            *("seven_card_stud", "canberra:D.3.3", 120, 1000),
            marks=pytest.mark.rule("canberra:D.3.3"),
        ),
        pytest.param(
            *("nlhe_early_bird", "canberra:E.3.3", 90, 1000),
            marks=pytest.mark.rule("canberra:E.3.3"),
        ),
        pytest.param(
            *("nlhe_super_satellite", "canberra:G.3.3", 60, 500),
            marks=pytest.mark.rule("canberra:G.3.3"),
        ),
    ],
)
def test_rebuys_without_number_while_the_stake_is_small_and_the_period_lasts(
    game, clause, minutes, below
):
    terms, last = canberra(game), minutes * MINUTE - SECOND
    purchases.check_rebuy(terms, Buyer(stack=0, rebuys=40), at=last)
    purchases.check_rebuy(terms, Buyer(stack=below - 1), at=timedelta(0))
    assert refused(purchases.check_rebuy, terms, Buyer(stack=below), at=last) == clause
    assert refused(purchases.check_rebuy, terms, Buyer(stack=0), at=minutes * MINUTE) == clause


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(
            *("three_card_manila", "canberra:A.3.3"), marks=pytest.mark.rule("canberra:A.3.3")
        ),
        pytest.param(
            *("nlhe_instant_satellite", "canberra:F.3.3"), marks=pytest.mark.rule("canberra:F.3.3")
        ),
        pytest.param(*("nlhe", "canberra:H.3.3"), marks=pytest.mark.rule("canberra:H.3.3")),
        pytest.param(*("lhe", "canberra:I.3.3"), marks=pytest.mark.rule("canberra:I.3.3")),
    ],
)
def test_games_without_rebuys_refuse_them_at_any_time(game, clause):
    for minute in (0, 30, 500):
        at = minute * MINUTE
        assert refused(purchases.check_rebuy, canberra(game), Buyer(stack=0), at=at) == clause
    assert refused(purchases.check_top_up, top_up(game), Buyer(stack=0), at=120 * MINUTE) == clause


@pytest.mark.rule("canberra:4.1/rebuys")
def test_only_five_canberra_games_have_rebuys():
    offered = {
        game
        for game in canberra_games()
        if purchases.may_rebuy(canberra(game), Buyer(stack=0), at=timedelta(0))
    }
    assert offered == {
        *("draw_poker", "omaha", "seven_card_stud", "nlhe_early_bird", "nlhe_super_satellite")
    }


@pytest.mark.parametrize(
    ("game", "minute"),
    [
        pytest.param("draw_poker", 120, marks=pytest.mark.rule("canberra:B.3.3/topup")),
        pytest.param("omaha", 120, marks=pytest.mark.rule("canberra:C.3.3/topup")),
        pytest.param("seven_card_stud", 120, marks=pytest.mark.rule("canberra:D.3.3/topup")),
        pytest.param("nlhe_early_bird", 90, marks=pytest.mark.rule("canberra:E.3.3/topup")),
        pytest.param("nlhe_super_satellite", 60, marks=pytest.mark.rule("canberra:G.3.3/topup")),
    ],
)
def test_one_top_up_for_everybody_when_the_rebuys_end_whatever_the_stack(game, minute):
    terms, at = top_up(game), minute * MINUTE
    purchases.check_top_up(terms, Buyer(stack=90_000), at=at)
    check = purchases.check_top_up
    clause = terms.clause
    assert clause.endswith(".3.3/topup")
    assert refused(check, terms, Buyer(stack=5), at=at - SECOND) == clause
    assert refused(check, terms, Buyer(stack=5, top_ups=1), at=at) == clause
    assert refused(check, terms, Buyer(stack=5), at=at + 15 * MINUTE) == clause


IGR = igr.rebuys(starting_stack=5000, price=5000)


@pytest.mark.rule("igr:A.2(i)-2")
def test_a_second_re_buy_is_refused():
    purchases.check_rebuy(IGR, Buyer(stack=0), at=timedelta(0))
    again = Buyer(stack=0, rebuys=1)
    assert refused(purchases.check_rebuy, IGR, again, at=timedelta(0)) == "igr:A.2(i)-2"


@pytest.mark.rule("igr:A.2(i)-3")
def test_re_buys_close_when_the_first_hour_of_real_time_is_over():
    assert IGR.is_real_time
    purchases.check_rebuy(IGR, Buyer(stack=0), at=60 * MINUTE - SECOND)
    assert refused(purchases.check_rebuy, IGR, Buyer(stack=0), at=60 * MINUTE) == "igr:A.2(i)-3"


@pytest.mark.rule("igr:A.2(i)-4")
def test_a_re_buy_needs_less_than_the_starting_stack():
    purchases.check_rebuy(IGR, Buyer(stack=4999), at=timedelta(0))
    full = Buyer(stack=5000)
    assert refused(purchases.check_rebuy, IGR, full, at=timedelta(0)) == "igr:A.2(i)-4"


@pytest.mark.rule("igr:A.2(i)-4")
def test_a_busted_player_with_the_re_buy_open_is_not_yet_out():
    busted = Buyer(stack=0)
    assert purchases.is_waiting_to_rebuy(IGR, busted, at=59 * MINUTE)
    assert not purchases.is_waiting_to_rebuy(IGR, busted, at=60 * MINUTE)
    assert not purchases.is_waiting_to_rebuy(IGR, Buyer(stack=0, rebuys=1), at=MINUTE)
    assert not purchases.is_waiting_to_rebuy(IGR, Buyer(stack=1), at=MINUTE)


@pytest.mark.rule("igr:A.2(i)")
@pytest.mark.rule("igr:A.1.Re-Buy")
def test_a_re_buy_has_the_price_and_chips_of_the_entry():
    purchases.check_rebuy_offer(IGR, entry_chips=5000, entry_price=5000)
    with pytest.raises(Refused, match="exactly what the entry did") as caught:
        purchases.check_rebuy_offer(IGR, entry_chips=5000, entry_price=4000)
    assert caught.value.clause == "igr:A.2(i)"
    purchases.check_rebuy_offer(canberra("omaha"), entry_chips=1, entry_price=1)


ADELAIDE = adelaide.rebuys(chips=5000, price=2000, minutes=60, stack_below=3000)
ADD_ONS = adelaide.add_ons(chips=5000, price=2000, from_minute=60, until_minute=90)


@pytest.mark.rule("adelaide:1.Re-buy")
def test_an_adelaide_re_buy_is_for_stacks_below_the_threshold():
    purchases.check_rebuy(ADELAIDE, Buyer(stack=0), at=timedelta(0))
    purchases.check_rebuy(ADELAIDE, Buyer(stack=2999, rebuys=7), at=timedelta(0))
    for stack in (3000, 9000):
        clause = refused(purchases.check_rebuy, ADELAIDE, Buyer(stack=stack), at=timedelta(0))
        assert clause == "adelaide:1.Re-buy"


@pytest.mark.rule("adelaide:1.Add-On")
def test_an_add_on_is_sold_whatever_the_stack_in_its_window_and_not_in_a_freeze_out():
    purchases.check_add_on(ADD_ONS, Buyer(stack=90_000), at=60 * MINUTE)
    check = purchases.check_add_on
    for minute in (59, 90):
        assert refused(check, ADD_ONS, Buyer(stack=1), at=minute * MINUTE) == "adelaide:1.Add-On"
    bought = Buyer(stack=1, add_ons=1)
    assert refused(check, ADD_ONS, bought, at=60 * MINUTE) == "adelaide:1.Add-On"


@pytest.mark.rule("adelaide:1.Freeze Out")
def test_a_freeze_out_refuses_every_re_buy_and_add_on():
    terms, at = adelaide.FREEZE_OUT, timedelta(0)
    for check in (purchases.check_rebuy, purchases.check_add_on):
        assert refused(check, terms, Buyer(stack=0), at=at) == "adelaide:1.Freeze Out"


@pytest.mark.rule("adelaide:33")
def test_chips_are_added_between_hands_only():
    playing, at = Buyer(stack=0, is_in_hand=True), 60 * MINUTE
    assert refused(purchases.check_rebuy, ADELAIDE, playing, at=at) == "adelaide:33"
    assert refused(purchases.check_add_on, ADD_ONS, playing, at=at) == "adelaide:33"


def test_a_player_who_is_out_buys_nothing():
    with pytest.raises(Refused, match="out of the tournament"):
        purchases.check_rebuy(ADELAIDE, Buyer(stack=0, is_out=True), at=timedelta(0))


@pytest.mark.rule("fours:buyin-3")
def test_fours_sells_nothing_at_any_time():
    terms = fours.SELLS_NOTHING
    for check in (purchases.check_rebuy, purchases.check_add_on, purchases.check_top_up):
        assert refused(check, terms, Buyer(stack=0), at=timedelta(0)) == "fours:buyin-3"


def test_charity_sells_nothing_to_a_player():
    terms = charity.SELLS_NOTHING
    for check in (purchases.check_rebuy, purchases.check_add_on):
        assert refused(check, terms, Buyer(stack=0), at=timedelta(0)) == "charity:2.4"


@pytest.mark.rule("charity:1.1(add-on)")
def test_free_chips_are_given_between_hands_to_those_still_in():
    clause = purchases.gives_chips(rulebooks.get("charity"))
    purchases.check_free_chips(Buyer(stack=10), clause)
    for buyer in (Buyer(stack=10, is_in_hand=True), Buyer(stack=0, is_out=True)):
        with pytest.raises(Refused) as caught:
            purchases.check_free_chips(buyer, clause)
        assert caught.value.clause == "charity:1.1(add-on)"
