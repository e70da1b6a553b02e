"""Charity Tournament Poker."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.entries.law import EntryLaw, Kind, within_the_window
from engine.prizes.law import DonationRules, Order, PrizeRules, Tie, by_stack
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import charity as irregularities
from engine.rules import (
    absence,
    button,
    limits,
    odd_chips,
    out_of_turn,
    raise_cap,
    raise_size,
    reopening,
    setup_checks,
    short_all_in,
    showing,
    substantial_action,
)
from engine.rules.book import BET_SIZES
from engine.seating.law import TableLimit

CHARITY = replace(
    COMMON,
    id="charity",
    name="Charity Tournament Poker",
    first_marker=Answer(button.at_the_dealers_right, "charity:11.1"),
    next_marker=Answer(
        button.onto_a_vacated_first_blind(button.heads_up_the_button_is_first), "charity:11.5"
    ),
    positions=Answer(button.heads_up_the_button_is_first, "charity:11.7"),
    turn=Answer(None, "charity:8.9"),
    first_round_word=Answer("stand", "charity:13.1"),
    check=Answer(None, "charity:13.4"),
    call=Answer(None, "charity:1.1(call)"),
    all_in=Answer(None, "charity:1.1(all-in)"),
    bet_sizes=Answer(limits.as_the_house_sets, "charity:9.1"),
    raise_size=Answer(raise_size.complete_or_the_largest_raise, "charity:9.3.2"),
    limit_raise_size=Answer(raise_size.one_bet_more, "charity:9.2"),
    short_all_in=Answer(short_all_in.never_a_raise, "charity:14.4"),
    limit_short_all_in=Answer(short_all_in.never_a_raise, "charity:14.4"),
    reopening=Answer(reopening.after_a_full_raise_only, "charity:14.4"),
    limit_reopening=Answer(reopening.after_a_full_raise_only, "charity:14.4"),
    raise_cap=Answer(raise_cap.none, "charity:9.3.4"),
    limit_raise_cap=Answer(raise_cap.three_unless_two_on_the_last_round, "charity:9.3.5"),
    showing_order=Answer(showing.all_in_players_first, "charity:10.3.7"),
    must_show=Answer(showing.all_in_and_first_of_the_others_show, "charity:10.3.7.3"),
    face_up=Answer(showing.never_before_the_showdown, "charity:14.7"),
    odd_chips=Answer(odd_chips.all_to_the_first_left_of_the_button, "charity:18.3"),
    absence=Answer(absence.FOLDED_AT_THE_TURN, "charity:4.6"),
    streets=Answer(None, "charity:10.3"),
    deck=Answer(None, "charity:6.1"),
    one_hand=Answer(None, "charity:8.11"),
    pots=Answer(None, "charity:14.6"),
    cards_speak=Answer(None, "charity:18.4"),
    agreement=Answer(value=True, clause="charity:18.1"),
    out_of_turn=Answer(out_of_turn.wagers_are_taken_back, "charity:20.3"),
    out_of_turn_raised=Answer(None, "charity:20.3"),
    out_of_turn_excess=Answer(None, "charity:20.3"),
    substantial_action=Answer(substantial_action.two_decisions, "charity:1.1(substantial-action)"),
    misdeal=Answer(value=False, clause="charity:19.2"),
    kill=Answer(None, "charity:22.4"),  # a void wager wins nothing; its chips stay in the pot
    void=Answer(None, "charity:1.1(void)"),
    time_up=Answer("fold", "charity:8.5"),
    show_all=Answer(None, "charity:20.2"),
    show_live=Answer(None, "charity:20.2"),
    irregularities=irregularities.CHARITY,
    stake=Answer(None, "charity:1.1(table-stake)"),
    chips=Answer(None, "charity:8.1"),
    blinds_check=Answer(None, "charity:13.1"),
    limit_clauses={
        "pot": "charity:9.3.3",
        "half-pot": "charity:9.3.3",
        "fixed": "charity:9.2",
        "structured": "charity:9.2",
    },
    families=Answer(("holdem",), "charity:10.3"),
    limits=Answer(
        ("no", "pot", "half-pot", "fixed", "structured"), "charity:1.1(structured-limit)"
    ),
    lows=Answer(("high",), "charity:10.3.7.3"),
    decks=Answer((52,), "charity:6.1"),
    joker=Answer(value=False, clause="charity:6.1"),
    forced_bets=Answer(setup_checks.first_blind_half_or_all_of_the_minimum, "charity:9.3.1"),
    seats=Answer(None, "charity:5.1"),
    seating=replace(COMMON.seating, table_limit=Answer(TableLimit(most=10), "charity:5.1")),
    prizes=replace(
        COMMON.prizes,
        order=Answer(
            Order(by_stack, "charity:21.3", Tie.DRAW, "charity:21.3", Tie.RULING, "tda2024:R1"),
            "charity:21.3",
        ),
        prizes=Answer(
            PrizeRules(
                refused=("Players win nothing here: donations go to charities.", "charity:2.5")
            ),
            "charity:2.5",
        ),
        no_deals=Answer("Players win no prizes here.", "charity:2.5"),
        donations=Answer(DonationRules(fixed="charity:2.3", uninvolved="charity:2.2"), "charity:2"),
    ),
    entries=replace(
        COMMON.entries,
        entry=Answer(
            EntryLaw(
                kind=Kind.INVITATION,
                kind_clause="charity:2.3bis",
                barred_clause="charity:3.2(g)(i)",
                check_clause="charity:3.2(g)(i)",
                price_clause="charity:2.4",
            ),
            "charity:2.3bis",
        ),
        late=Answer(
            within_the_window("The conditions allow no entry at this time."), "charity:3.2(f)"
        ),
        withdrawals=said("charity:10.1.2"),
        equal_stacks=said("charity:10.1.1"),
        counted_back=said("charity:22.3"),
        number_fixed=said("charity:21.1"),
        go_on=said("charity:21.1"),
        no_free_chips=Answer("", "charity:1.1(add-on)"),
    ),
    choices=frozenset({"short_all_in_reopens", "ante_comes_first", "may_over_blind", *BET_SIZES}),
    fixed={"burns": "charity:10.3.4.1", "deck_size": "charity:6.1", "has_joker": "charity:6.1"},
)
