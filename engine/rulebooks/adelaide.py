"""Adelaide hold'em, with the tournament rules 86 to 106 in force."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.clock.law import ante_is_at_most_the_small_blind, blinds_do_not_fall, has_two_blinds
from engine.conduct.law import (
    ANYONE,
    LANGUAGE,
    PHONE,
    SOFT_PLAY,
    TALKING,
    How,
    Kind,
    Outcome,
    Posting,
    TimeTerms,
)
from engine.entries.law import EntryLaw, within_the_window
from engine.equipment.law import (
    SUPERVISOR,
    WASH,
    DeckRules,
    Reason,
    Step,
    card_by_card,
    cut,
    shuffle,
)
from engine.office.law.licence import RANKING, STRUCTURE, Paper
from engine.office.law.money import FREE_ROLL, FREEZE_OUT, REBUY
from engine.office.law.staff import (
    CASHIER,
    DEALER,
    DIRECTOR,
    DIRECTS,
    FLOOR,
    FLOOR_TOO,
    NOTED,
    OUTSIDER,
    Level,
    Title,
)
from engine.prizes.law import Order, PrizeRules, Tie, all_in_clause, by_all_in
from engine.rulebooks import options
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import adelaide as irregularities
from engine.rulebooks.presets import adelaide
from engine.rules import (
    absence,
    button,
    limits,
    odd_chips,
    out_of_turn,
    put_chips,
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
from engine.structure.law import ADD_ONS, BELOW, CHIPS, MOST, OFFERED, REBUYS

_DISRUPTED = ("commotion", "fire", "riot", "brawl", "robbery", "natural disaster")
_DECKS = DeckRules(
    opening=(
        card_by_card("adelaide:4-2"),
        Step(WASH, "Wash the new deck face down", "washed", "adelaide:4-3"),
    ),
    each_hand=(shuffle("adelaide:4-4"), cut("adelaide:4-5")),
    reasons=(
        Reason("players", "More than half of the players ask", "adelaide:5a", DEALER, True),
        Reason("damaged", "A card is mutilated", "adelaide:5b", needs_card=True),
        Reason("supervisor", "The supervisor decides", "adelaide:5c", SUPERVISOR),
    ),
    between_hands_clause="adelaide:5",
    other_colour_clause="adelaide:6",
    secured_clause="adelaide:7",
    machine_clause="adelaide:4-6",
    jam_clause="adelaide:4-7",
    count_clause="tda2024:R1",
    opening_players=2,
)
BOOK = replace(
    COMMON,
    id="adelaide",
    name="Adelaide",
    cites=(
        (r"1\.(.+)", r"Adelaide rule 1, “\1”"),
        (r"App(\d+)\.(\d+)", r"Adelaide app. \1, \2"),
        (r"App(\d+)\.(\d+)([a-z])", r"Adelaide app. \1, \2(\3)"),
        (r"(\d+)(?:-\d+)?", r"Adelaide rule \1"),
        (r"(\d+)([a-z])((?:\([ivx]+\))?)(?:-\d+)?", r"Adelaide rule \1(\2)\3"),
    ),
    first_marker=Answer(button.at_the_dealers_left, "adelaide:10"),
    next_marker=Answer(button.to_the_next_player(button.left_of_the_button), "adelaide:10"),
    positions=Answer(button.left_of_the_button, "adelaide:95"),
    turn=Answer(None, "adelaide:41"),
    first_round_word=Answer("check", "adelaide:17"),
    check=Answer(None, "adelaide:40"),
    call=Answer(None, "adelaide:1.Call"),
    all_in=Answer(None, "adelaide:47"),
    bet_sizes=Answer(limits.by_the_limit, "adelaide:App1.4"),
    raise_size=Answer(raise_size.the_largest_raise_so_far, "adelaide:47-3"),
    limit_raise_size=Answer(raise_size.one_bet_more, "adelaide:1.Limit"),
    short_all_in=Answer(short_all_in.never_a_raise, "adelaide:47-6"),
    limit_short_all_in=Answer(short_all_in.half_a_bet_is_a_raise, "adelaide:47-5"),
    reopening=Answer(reopening.when_facing_a_full_raise, "adelaide:47-6"),
    limit_reopening=Answer(reopening.when_facing_half_a_bet, "adelaide:47-4"),
    limit_raise_cap=Answer(raise_cap.three_unless_two_could_bet_before, "adelaide:67-2"),
    showing_order=Answer(showing.the_called_player_first, "adelaide:23"),
    must_show=Answer(showing.first_shows_others_may_muck, "adelaide:46a"),
    face_up=Answer(showing.once_betting_is_over, "adelaide:96"),
    odd_chips=Answer(odd_chips.one_each_left_of_the_button, "adelaide:57"),
    absence=Answer(absence.KILLED_AT_THE_DEAL, "adelaide:92"),
    penalty=Answer(absence.KILLED_AT_THE_DEAL, "adelaide:106c-2"),
    streets=Answer(None, "adelaide:22"),
    deck=Answer(None, "adelaide:4"),
    pots=Answer(None, "adelaide:47-2"),
    cards_speak=Answer(None, "adelaide:46c"),
    show_to_win=Answer(None, "adelaide:1.Tabled"),
    agreement=Answer(value=False, clause="adelaide:51"),
    chances=Answer(value=False, clause="adelaide:79"),
    out_of_turn=Answer(out_of_turn.binds_even_when_raised, "adelaide:68a"),
    out_of_turn_raised=Answer(None, "adelaide:68a-2"),
    out_of_turn_check=Answer(None, "adelaide:68b"),
    out_of_turn_excess=Answer(None, "adelaide:68a"),
    out_of_turn_unfit=Answer(out_of_turn.RULING, "adelaide:68a"),
    substantial_action=Answer(substantial_action.two_decisions, "adelaide:1.Substantial Action"),
    misdeal=Answer(value=False, clause="adelaide:28"),
    kill=Answer(None, "adelaide:1.Killed"),
    restore=Answer(value=False, clause="adelaide:1.Dead Hand"),
    void=Answer(None, "adelaide:78"),
    time_up=Answer("fold", "adelaide:52"),
    string_bet=Answer(None, "adelaide:70"),
    over_chip=Answer(None, "adelaide:71"),
    short_call=Answer(put_chips.half_binds_the_call, "adelaide:69"),
    short_raise=Answer(put_chips.half_binds_the_raise, "adelaide:69-3"),
    show_all=Answer(None, "adelaide:46a-2"),
    show_live=Answer(None, "adelaide:46a-2"),
    folded_open=Answer(value=True, clause="adelaide:74c"),
    irregularities=irregularities.ADELAIDE,
    stake=Answer(None, "adelaide:31"),
    chips=Answer(None, "adelaide:31"),
    blinds_check=Answer(None, "adelaide:19d"),
    limit_clauses={
        "pot": "adelaide:App1.7c",
        "half-pot": "adelaide:App1.7b",
        "fixed": "adelaide:App1.7a",
    },
    families=Answer(("holdem",), "adelaide:13"),
    limits=Answer(("no", "pot", "half-pot", "fixed"), "adelaide:App1.7"),
    lows=Answer(("high",), "adelaide:42"),
    decks=Answer((52,), "adelaide:8"),
    joker=Answer(value=False, clause="adelaide:4"),
    forced_bets=Answer(setup_checks.rising_blinds_and_a_small_ante, "adelaide:15"),
    clock=replace(
        COMMON.clock,
        no_more_hands=said("adelaide:100"),
        demands=Answer(
            (
                (has_two_blinds, "needs two blinds at least", "adelaide:App1.1c"),
                (
                    blinds_do_not_fall,
                    "has a blind smaller than the one before it",
                    "adelaide:App1.1d",
                ),
                (
                    ante_is_at_most_the_small_blind,
                    "has an ante above the small blind",
                    "adelaide:App1.6d",
                ),
            ),
            "adelaide:App1.1c",
        ),
    ),
    seating=replace(
        COMMON.seating,
        table_limit=Answer(TableLimit(over=1), "adelaide:63"),
        apart=said("adelaide:62"),
        holders=said("adelaide:59b"),
    ),
    prizes=replace(
        COMMON.prizes,
        order=Answer(
            Order(
                *(by_all_in, "adelaide:99c", Tie.RULING, "adelaide:99c-4", Tie.CUT, "adelaide:98"),
                ranked="adelaide:99a",
                alone="adelaide:99b",
                reason=all_in_clause,
            ),
            "adelaide:99c",
        ),
        simultaneous=Answer(None, "adelaide:99c-3"),
        table_winners=said("adelaide:97"),
        prizes=Answer(PrizeRules(pays_all="adelaide:102", known="adelaide:105"), "adelaide:102"),
    ),
    entries=replace(
        COMMON.entries,
        entry=Answer(
            EntryLaw(each_clause="adelaide:88j", price_clause="adelaide:1.Free Roll"),
            "adelaide:88j",
        ),
        late=Answer(within_the_window("Entries are closed."), "adelaide:88j"),
        end_fixed=said("adelaide:88h"),
        notice=said("adelaide:80"),
        go_on=said("adelaide:87c"),
        no_free_chips=Answer("Stacks grow by play, re-buys and add-ons only.", "adelaide:94"),
    ),
    conduct=replace(
        COMMON.conduct,
        time_called=Answer(TimeTerms(60, 10, ANYONE, Outcome.DEAD, Outcome.DEAD), "adelaide:52"),
        missed_blinds=Answer(value=False, clause="adelaide:86"),
        posting=Answer(
            Posting(
                new="adelaide:65a",
                first_lap="adelaide:65a(i)",
                from_a_broken_table="adelaide:65a(ii)",
                moved_by_staff="adelaide:65a(iii)",
                back="adelaide:66a",
            ),
            "adelaide:65a",
        ),
        at_once=Answer(
            frozenset({How.FROM_A_BROKEN_TABLE, How.MOVED_BY_STAFF}), "adelaide:65a(ii)"
        ),
        penalty_kinds=Answer(
            {
                Kind.WARNING: "adelaide:106a",
                Kind.TIME: "adelaide:106b",
                Kind.HANDS: "adelaide:106c",
                Kind.DISQUALIFICATION: "adelaide:106d",
            },
            "adelaide:106",
        ),
        penalties_given=said("adelaide:106"),
        forbidden=Answer(
            {
                LANGUAGE: "adelaide:75",
                PHONE: "adelaide:84b",
                SOFT_PLAY: "adelaide:74a",
                TALKING: "adelaide:72",
            },
            "adelaide:72",
        ),
    ),
    equipment=replace(
        COMMON.equipment,
        decks=Answer(_DECKS, "adelaide:4"),
    ),
    rulings=replace(
        COMMON.rulings,
        void_reasons=Answer(
            {
                **dict.fromkeys(_DISRUPTED, "adelaide:78b"),
                "fraud by a player": "adelaide:78c",
                "fraud by a dealer": "adelaide:78c",
            },
            "adelaide:78",
        ),
        void_bets=Answer((voiding.REFUND,), "adelaide:78"),
        voided_by_floor=said("adelaide:78"),
        put_right=Answer("No player has looked at their cards, none is exposed,", "adelaide:45"),
    ),
    structure=replace(
        COMMON.structure,
        options=Answer((options.ANTE_FIRST, options.HAND_MINUTES), "tda2024:RP-8"),
        altered=said("adelaide:88"),
        houses_sale=Answer(
            {
                REBUYS: frozenset({CHIPS, MOST, BELOW, OFFERED}),
                ADD_ONS: frozenset({CHIPS, MOST, OFFERED}),
            },
            "adelaide:88",
        ),
        house_terms=Answer(adelaide.HOUSE_TERMS, "adelaide:1.Re-buy"),
    ),
    presets=adelaide.PRESETS,
    games=adelaide.GAMES,
    desk=replace(
        COMMON.desk,
        session_place=said("adelaide:90"),
        session_length=said("adelaide:88h"),
        session_target=said("adelaide:87c"),
        allocation=said("adelaide:88f"),
        late_session=said("adelaide:88j"),
        ineligible=said("adelaide:104"),
        cancel=said("adelaide:88"),
    ),
    staff=replace(
        COMMON.staff,
        titles=Answer(
            (
                Title("pit-manager", "Pit manager", DIRECTOR, 4, "adelaide:1.Pit Manager"),
                Title("game-supervisor", "Game supervisor", FLOOR, 3, "adelaide:1.Game Supervisor"),
                CASHIER,
                Title("dealer", "Dealer", DEALER, 1, "adelaide:3"),
                OUTSIDER,
            ),
            "adelaide:3",
        ),
        ladder=Answer(
            (
                Level("Game supervisor", FLOOR_TOO, "adelaide:3"),
                Level("House ruling", DIRECTS, "adelaide:81", is_final=True),
                Level("Inspector's review", NOTED, "adelaide:82", is_outside=True),
            ),
            "adelaide:81",
        ),
        corrected_above=said("adelaide:3"),
        pocketed=said("adelaide:93b"),
    ),
    licence=replace(
        COMMON.licence,
        papers=Answer(
            (
                Paper(STRUCTURE, "Minimum and maximum wagers", "adelaide:36", blocks_start=False),
                Paper(RANKING, "The ranking of hands", "adelaide:44", blocks_start=False),
            ),
            "adelaide:36",
        ),
    ),
    money=replace(
        COMMON.money,
        forfeited=said("adelaide:106d"),
        price=said("adelaide:88c"),
        floors=Answer(
            {
                FREEZE_OUT: (70, "adelaide:101a"),
                REBUY: (50, "adelaide:101b"),
                FREE_ROLL: (70, "adelaide:101c"),
            },
            "adelaide:101a",
        ),
    ),
    records=replace(COMMON.records, incidents=said("adelaide:81"), told=said("adelaide:83")),
    conditions=replace(
        COMMON.conditions,
        entry=said("adelaide:88j"),
        prizes=said("adelaide:89"),
        wagers=said("adelaide:36"),
        amended=said("adelaide:88"),
    ),
    choices=frozenset({"ante_comes_first", "may_over_blind"}),
    fixed={
        "burns": "adelaide:12d",
        "separate_tables": "adelaide:99c",
        "short_all_in_reopens": "adelaide:47-6",
        "deck_size": "adelaide:8",
        "has_joker": "adelaide:4",
        **dict.fromkeys(BET_SIZES, "adelaide:App1.4"),
        "second_round_bet": "adelaide:App1.3",
    },
)
