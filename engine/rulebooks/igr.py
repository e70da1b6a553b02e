"""Indigenous Gaming Regulators charity hold'em, Saskatchewan."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.clock.law import small_blind_is_half_the_big_one
from engine.entries.law import EntryLaw, never_after_the_start
from engine.prizes.law import Caps, Order, PrizeRules, Tie, by_stack
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import igr as irregularities
from engine.rules import (
    absence,
    button,
    odd_chips,
    opening,
    put_chips,
    raise_cap,
    raise_size,
    reopening,
    setup_checks,
    short_big_blind,
    showing,
    substantial_action,
)
from engine.rules.book import citing_its_own_fallback
from engine.seating.law import BALLOT, TableLimit

_TERMS = replace(
    COMMON,
    id="igr",
    name="IGR Charitable Texas Hold'em",
    first_marker=Answer(button.at_the_dealers_right, "igr:A.2(v)"),
    next_marker=Answer(
        button.to_the_next_player(button.left_of_the_button), "igr:A.1.Dealer Button"
    ),
    positions=Answer(button.left_of_the_button, "igr:A.3(e)-2"),
    later_opener=Answer(opening.dealt_first, "igr:A.3(o)"),
    turn=Answer(None, "igr:A.3(k)(ii)"),
    first_round_word=Answer("check", "igr:A.3(k)(ii)"),
    check=Answer(None, "igr:A.1.Check"),
    call=Answer(None, "igr:A.1.Call"),
    all_in=Answer(None, "igr:A.3(t)"),
    raise_size=Answer(raise_size.double_the_bet, "igr:A.1.Raise"),
    limit_raise_size=Answer(raise_size.double_the_bet, "igr:A.1.Raise-2"),
    reopening=Answer(reopening.when_facing_double_the_bet, "igr:A.1.Raise"),
    raise_cap=Answer(raise_cap.three_unless_two_contested_before, "igr:A.2(x)"),
    limit_raise_cap=Answer(raise_cap.three_unless_two_contested_before, "igr:A.2(x)"),
    showing_order=Answer(showing.the_called_player_first, "igr:A.3(p)(ii)a"),
    must_show=Answer(showing.all_show_when_nobody_bet, "igr:A.3(p)(ii)b"),
    folded_open=Answer(value=False, clause="igr:A.3(j)"),
    face_up=Answer(showing.once_betting_is_over, "igr:A.3(u)"),
    odd_chips=Answer(odd_chips.one_each_left_of_the_button, "igr:A.3(r)(ii)a.ii"),
    short_big_blind=Answer(short_big_blind.is_out_below_the_small_blind, "igr:A.2(cc)(iii)-2"),
    penalty=Answer(absence.KILLED_AT_THE_DEAL, "igr:A.2(gg)-2"),
    over_blind=Answer(value=False, clause="igr:A.2(k)"),
    streets=Answer(None, "igr:A.1.Round Of Play"),
    deck=Answer(None, "igr:A.2(c)"),
    one_hand=Answer(None, "igr:A.2(w)"),
    pots=Answer(None, "igr:A.3(v)(i)"),
    cards_speak=Answer(None, "igr:A.3(r)(i)"),
    show_to_win=Answer(None, "igr:A.3(r)(iii)"),
    substantial_action=Answer(substantial_action.two_decisions, "igr:A.1.Substantial Action"),
    misdeal=Answer(value=True, clause="igr:A.3(y)"),
    kill=Answer(None, "igr:A.1.Dead Hand"),
    restore=Answer(value=False, clause="igr:A.1.Muck"),
    time_up=Answer("fold", "igr:A.2(hh)"),
    string_bet=Answer(None, "igr:A.1.String Bet"),
    spoken_opening=Answer(value=True, clause="igr:A.3(k)(i)-2"),
    spoken_raise=Answer(value=True, clause="igr:A.3(k)(iii)"),
    short_raise=Answer(put_chips.the_word_makes_the_raise, "igr:A.1.String Bet"),
    irregularities=irregularities.IGR,
    stake=Answer(None, "igr:A.2(y)"),
    chips=Answer(None, "igr:A.2(y)"),
    blinds_check=Answer(None, "igr:A.3(k)(ii)"),
    limit_clauses={"fixed": "igr:A.1.Raise-2", "structured": "igr:A.1.Raise-2"},
    families=Answer(("holdem",), "igr:1.01(j)"),
    lows=Answer(("high",), "igr:A.2(h)"),
    decks=Answer((52,), "igr:A.2(c)"),
    joker=Answer(value=False, clause="igr:A.2(j)"),
    forced_bets=Answer(setup_checks.exactly_two_blinds, "igr:A.2(z)"),
    seats=Answer(None, "igr:A.2(n)"),
    clock=replace(
        COMMON.clock,
        no_more_hands=said("igr:A.2(ii)(ii)"),
        unusual=Answer(
            (
                (
                    small_blind_is_half_the_big_one,
                    "has a small blind that is not half the big blind, as is typical",
                    "igr:A.1.Small Blind",
                ),
            ),
            "igr:A.1.Small Blind",
        ),
    ),
    seating=replace(
        COMMON.seating,
        methods=Answer((BALLOT,), "igr:A.2(r)"),
        table_limit=Answer(TableLimit(most=10), "igr:A.2(n)"),
        balance=Answer(None, "igr:A.2(p)-2"),
        carried=said("igr:A.2(s)"),
    ),
    prizes=replace(
        COMMON.prizes,
        order=Answer(
            Order(
                *(by_stack, "igr:A.2(jj)(i)", Tie.JOINT, "igr:A.2(jj)(i)"),
                *(Tie.JOINT, "igr:A.2(jj)(ii)"),
                separate_tables=Tie.JOINT,
                ranked="igr:A.2(jj)(ii)",
                winner="igr:A.2(jj)(i)",
                alone="igr:A.2(jj)(i)",
                separate_clause="igr:6.02(e)",
            ),
            "igr:A.2(jj)(i)",
        ),
        counted=said("igr:A.2(jj)(ii)"),
        prizes=Answer(
            PrizeRules(
                caps=Caps(500_000, "igr:5.04(a)", 200_000, "igr:5.04(a)-2"),
                no_online="igr:5.04(a)-3",
                locked="igr:A.2(e)",
                value="igr:1.01(i)",
            ),
            "igr:5.04(a)",
        ),
        no_deals=Answer("Prizes follow the places: there are no deals.", "igr:A.1.Chop"),
    ),
    entries=replace(
        COMMON.entries,
        entry=Answer(
            EntryLaw(
                minimum_age=19,
                age_clause="igr:5.03(a)",
                price_clause="igr:5.05(e)",
                contact_clause="igr:5.05(b)",
                ticket_clause="igr:5.05(b)",
            ),
            "igr:5.03(a)",
        ),
        late=Answer(
            never_after_the_start("Ticket sales stopped when the tournament started."),
            "igr:5.05(d)",
        ),
        no_shows=said("igr:A.2(t)"),
        finishing_time=said("igr:1.01(c)"),
        limited_hours=said("igr:5.07(a)(ii)"),
        equal_stacks=said("igr:A.2(a)"),
        no_free_chips=Answer("One re-buy is all that may be had.", "igr:A.2(i)"),
    ),
    choices=frozenset({"ante_comes_first", "may_over_blind"}),
    fixed={"burns": "igr:A.1.Burn", "deck_size": "igr:A.2(c)", "has_joker": "igr:A.2(j)"},
)
# Robert's Rules fill the gaps of the terms (igr:6.02(e)).
IGR = citing_its_own_fallback(_TERMS)
