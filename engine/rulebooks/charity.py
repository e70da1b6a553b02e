"""Charity Tournament Poker."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.conduct.law import EXCLUDED, Outcome, SpecialRounds, TimeTerms
from engine.conduct.law import Kind as Penalty
from engine.entries.law import EntryLaw, Kind, within_the_window
from engine.equipment.law import CHECK, COLLECT, SUPERVISOR, DeckRules, Reason, Step, cut, shuffle
from engine.office.law.licence import BUTTON, CONDITIONS, SHOE, STRUCTURE, Paper
from engine.office.law.staff import (
    CASHIER,
    DEALER,
    DIRECTOR,
    DIRECTS,
    FLOOR,
    HOUSE,
    NOTED,
    OUTSIDER,
    Level,
    Title,
)
from engine.prizes.law import DonationRules, Order, PrizeRules, Tie, by_stack
from engine.rulebooks import options
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import charity as irregularities
from engine.rulebooks.presets import charity
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
    voiding,
)
from engine.rules.book import BET_SIZES
from engine.seating.law import TableLimit

_DECKS = DeckRules(
    opening=(Step(CHECK, "Check the deck, by hand or by machine", "checked", "charity:6.2"),),
    each_hand=(
        Step(COLLECT, "Collect and count the cards", "counted", "charity:18.2.2"),
        shuffle("charity:7.1.2"),
        cut("charity:7.2", "Cut onto the cutting card and load the shoe"),
    ),
    is_ticked_each_hand=True,
    reasons=(Reason("unfit", "Cards are unfit for use", "charity:6.4", SUPERVISOR),),
    between_hands_clause="charity:6.4",
    partial_clause="charity:6.4",
    secured_clause="charity:6.3",
    is_secured_check_enough=True,
    player_cut_clause="charity:7.3",
    count_clause="charity:6.7",
    inspection_clause="charity:6.6",
)
BOOK = replace(
    COMMON,
    id="charity",
    name="Charity poker",
    cites=(
        (r"diagram-(.+)", r"Charity diagram \1"),
        (r"(.+)bis", r"Charity second \1"),
        (r"(.+)", r"Charity \1"),
    ),
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
    clock=replace(COMMON.clock, hand_level=replace(COMMON.clock.hand_level, clause="charity:8.6")),
    seating=replace(
        COMMON.seating,
        table_limit=Answer(TableLimit(most=10), "charity:5.1"),
        designated=said("charity:4.1"),
        exclusive=said("charity:4.2"),
    ),
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
        donations=Answer(
            DonationRules(fixed="charity:2.3", uninvolved="charity:2.2"), "charity:2.1"
        ),
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
    conduct=replace(
        COMMON.conduct,
        time_called=Answer(
            TimeTerms(None, 0, DIRECTOR, Outcome.MAY_FOLD, Outcome.MAY_FOLD), "charity:8.5"
        ),
        wager_limit=said("charity:8.4"),
        absence_confirmed=said("charity:4.5"),
        missed_blinds=said("charity:4.5"),
        penalty_forms=Answer((*COMMON.conduct.penalty_forms.value, EXCLUDED), "charity:22.4"),
        penalty_kinds=Answer(
            {Penalty.DISQUALIFICATION: "charity:4.7", Penalty.EXCLUSION: "charity:22.4"},
            "charity:22.4",
        ),
        dispute_stops_play=said("charity:22.1"),
        dispute_stops_clock=said("charity:22.1"),
        special_rounds=Answer(
            SpecialRounds(
                plan="charity:15.1",
                bonus="charity:15.2",
                elimination="charity:16.1",
                lowest="charity:16.3",
                tied="charity:16.4",
                dealt="charity:16.4.1",
            ),
            "charity:15.1",
        ),
    ),
    equipment=replace(
        COMMON.equipment,
        decks=Answer(_DECKS, "charity:6.2"),
        chip_counts=Answer(None, "charity:22.2"),
    ),
    rulings=replace(
        COMMON.rulings,
        void_bets=Answer((voiding.REFUND,), "charity:1.1(void)"),
        misdeal_declared=said("charity:19.4"),
    ),
    structure=replace(
        COMMON.structure,
        options=Answer(
            (
                *options.BET_SIZES,
                *(options.SHORT_ALL_IN, options.ANTE_FIRST, options.HAND_MINUTES),
                options.SEPARATE_TABLES,
            ),
            "charity:3.2",
        ),
        frozen=Answer(None, "charity:3.2"),
    ),
    presets=charity.PRESETS,
    games=charity.GAMES,
    desk=replace(
        COMMON.desk,
        name=said("charity:2.6"),
        stack=said("charity:8.2"),
        price=said("charity:2.4"),
        entry_terms=said("charity:3.2"),
        turned_away=said("charity:3.2(g)(ii)"),
        session_place=said("charity:3.2(c)"),
        second_chance=said("charity:3.2(c)"),
        conditions=said("charity:3.2"),
    ),
    staff=replace(
        COMMON.staff,
        titles=Answer(
            (
                Title(
                    *("tournament-supervisor", "Tournament supervisor", DIRECTOR, 4),
                    clause="charity:1.1(tournament-supervisor)",
                ),
                Title(
                    *("casino-supervisor", "Casino supervisor", FLOOR, 3),
                    clause="charity:1.1(casino-supervisor)",
                ),
                Title(
                    *("games-supervisor", "Games supervisor", FLOOR, 3),
                    clause="charity:1.1(games-supervisor)",
                ),
                CASHIER,
                Title("dealer", "Dealer", DEALER, 1, "charity:1.1(dealer)"),
                replace(OUTSIDER, clause="charity:1.1(inspector)"),
            ),
            "charity:1.1(tournament-supervisor)",
        ),
        house_office=Answer("Operator", "charity:22.6"),
        ladder=Answer(
            (
                Level("Tournament supervisor", DIRECTS, "charity:22.1"),
                Level("Casino supervisor", frozenset({FLOOR}), "charity:22.5"),
                Level("Operator", frozenset({HOUSE}), "charity:22.6", is_final=True),
                Level("Inspector", NOTED, "charity:22.6", is_outside=True),
            ),
            "charity:22.1",
        ),
        head=said("charity:1.1(tournament-supervisor)"),
        head_here=said("charity:1.1(tournament-supervisor)"),
    ),
    licence=replace(
        COMMON.licence,
        papers=Answer(
            (
                Paper(SHOE, "A shoe for one deck at every table", "charity:5.3.1"),
                Paper(BUTTON, "A dealer button at every table", "charity:5.3"),
                Paper(CONDITIONS, "The terms of entry", "charity:3.1", blocks_start=False),
                Paper(STRUCTURE, "Limits, structure and blinds", "charity:9.1", blocks_start=False),
            ),
            "charity:5.3",
        ),
    ),
    money=replace(COMMON.money, no_money=Answer("No player pays anything here.", "charity:2.4")),
    records=replace(COMMON.records, incidents=said("charity:22.5"), told=said("charity:22.6")),
    conditions=replace(
        COMMON.conditions,
        stack=said("charity:3.2(a)"),
        wagers=said("charity:3.2(b)"),
        structure=said("charity:3.2(c)"),
        tables=said("charity:3.2(d)"),
        play=said("charity:3.2(e)"),
        entry=said("charity:3.2(f)"),
        lawful=said("charity:3.2(g)(i)"),
        discretion=said("charity:3.2(g)(ii)"),
        prizes=said("charity:3.2(h)"),
        rules=said("charity:3.2(i)"),
        complete=said("charity:3.2"),
        agreed=said("charity:3.3"),
        amended=said("charity:8.6"),
    ),
    choices=frozenset({"short_all_in_reopens", "ante_comes_first", "may_over_blind", *BET_SIZES}),
    fixed={"burns": "charity:10.3.4.1", "deck_size": "charity:6.1", "has_joker": "charity:6.1"},
)
