"""Casino Canberra Tournament Poker, with its nine appendices."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.cards.cards import DECK_SIZES
from engine.conduct.law import DISQUALIFIED, WARNED, How, Kind, Outcome, TimeTerms
from engine.entries.law import EntryLaw, within_the_window
from engine.equipment.law import Choice, DeckRules, Method, Reason, card_by_card, cut, shuffle
from engine.games import FAMILIES, LIMITS, LOWS
from engine.office.law.licence import STRUCTURE, Paper
from engine.office.law.staff import (
    CASHIER,
    DEALER,
    DIRECTOR,
    DIRECTS,
    FLOOR,
    NOTED,
    OUTSIDER,
    RULING,
    SEATING,
    Level,
    Title,
)
from engine.prizes.law import Order, Tie, by_chips_put_in
from engine.rulebooks import options
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import canberra as irregularities
from engine.rulebooks.presets import canberra
from engine.rules import (
    absence,
    button,
    limits,
    odd_chips,
    opening,
    out_of_turn,
    put_chips,
    raise_cap,
    raise_size,
    reopening,
    setup_checks,
    short_all_in,
    showing,
    voiding,
)
from engine.rules.book import BET_SIZES
from engine.seating.law import BALLOT
from engine.structure.law import CHIPS, REBUYS, TOP_UP

_INTERRUPTED = ("fire", "robbery", "brawl", "riot", "civil commotion", "act of God")
_DECKS = DeckRules(
    opening=(card_by_card("canberra:2.3"),),
    each_hand=(
        shuffle("canberra:7.1"),
        cut(
            "canberra:7.2",
            "Cut once, more than one card from either end, and load the shoe",
        ),
    ),
    closing=card_by_card("canberra:2.3"),
    reasons=(Reason("operator", "The operator changes cards", "canberra:2.4"),),
    between_hands_clause="canberra:2.4",
    partial_clause="canberra:2.4",
    count_clause="canberra:2.5",
)
# What is the director's alone: moving players, calling time, voiding, the last word (canberra:18).
_THE_DIRECTORS = ((SEATING, "canberra:T.tournament_director"), (RULING, "canberra:18.6"))
BOOK = replace(
    COMMON,
    id="canberra",
    name="Canberra",
    cites=(
        (r"(\d[^/]*)(?:/.+)?", r"Canberra \1"),
        (r"([A-I])\.([^/]+)(?:/.+)?", r"Canberra app. \1, \2"),
        (r"T\.(.+)", r"Canberra terms, “\1”"),
        (r"alt\.(.+)", r"Canberra cash games, \1"),
        (r"decl|appr", r"Canberra gazette notice"),
    ),
    source="ACT Special Gazette S2 of 31 January 2001: rules approved on 25 January 2001 "
    "by the delegate of the Gambling and Racing Commission.",
    marker_name="Buck",
    first_marker=Answer(button.at_the_dealers_left, "canberra:8.6"),
    next_marker=Answer(button.to_the_next_player(button.from_the_buck), "canberra:8.6"),
    positions=Answer(button.from_the_buck, "canberra:T.buck"),
    turn=Answer(None, "canberra:11.3"),
    first_round_word=Answer("stand", "canberra:9.2"),
    check=Answer(None, "canberra:10.2"),
    call=Answer(None, "canberra:11.3(a)"),
    all_in=Answer(None, "canberra:13.1"),
    bet_sizes=Answer(limits.by_the_limit, "canberra:I.3.2"),
    raise_size=Answer(raise_size.the_largest_raise_so_far, "canberra:5.1/min"),
    limit_raise_size=Answer(raise_size.one_bet_more, "canberra:I.3.2"),
    short_all_in=Answer(short_all_in.never_a_raise, "canberra:13.4"),
    limit_short_all_in=Answer(short_all_in.never_a_raise, "canberra:13.4"),
    reopening=Answer(reopening.nobody_after_a_short_all_in, "canberra:13.4"),
    limit_reopening=Answer(reopening.nobody_after_a_short_all_in, "canberra:13.4"),
    raise_cap=Answer(raise_cap.three_unless_two_can_bet, "canberra:5.1"),
    limit_raise_cap=Answer(raise_cap.three_unless_two_can_bet, "canberra:5.1"),
    call_and_fold=Answer(None, "canberra:9.1(a)(iii)"),
    draw=Answer(None, "canberra:B.2.3"),
    discard=Answer(None, "canberra:B.2.4"),
    later_opener=Answer(opening.dealt_first, "canberra:{appendix}.1.3/later"),
    showing_order=Answer(showing.the_called_player_or_the_openers_order, "canberra:12.1"),
    must_show=Answer(showing.first_shows_others_may_muck, "canberra:12.1"),
    face_up=Answer(showing.never_before_the_showdown, "canberra:12.1"),
    odd_chips=Answer(odd_chips.all_to_the_first_from_the_buck, "canberra:12.2/odd"),
    odd_half=Answer(odd_chips.to_the_half_nearest_the_buck, "canberra:12.2/odd"),
    agreement=Answer(value=False, clause="canberra:12.3"),
    chances=Answer(value=False, clause="canberra:18.2(a)"),
    absence=Answer(absence.KILLED_AT_THE_DEAL, "canberra:17.3/absent"),
    over_blind=Answer(value=True, clause="canberra:T.over_blind"),
    streets=Answer(None, "canberra:{appendix}.2.3"),
    deck=Answer(None, "canberra:2.1({deck})"),
    one_hand=Answer(None, "canberra:16.2"),
    pots=Answer(None, "canberra:13.2"),
    cards_speak=Answer(None, "canberra:12.1"),
    show_to_win=Answer(None, "canberra:12.1"),
    out_of_turn=Answer(out_of_turn.stands_unless_raised, "canberra:17.4"),
    out_of_turn_raised=Answer(None, "canberra:17.5"),
    out_of_turn_excess=Answer(None, "canberra:17.4/excess"),
    misdeal=Answer(value=True, clause="canberra:17.2"),
    kill=Answer(None, "canberra:18.3(a)"),
    restore=Answer(value=False, clause="canberra:17.9"),
    void=Answer(None, "canberra:18.4"),
    time_up=Answer("fold", "canberra:4.7"),
    short_call=Answer(put_chips.complete_or_take_back_and_fold, "canberra:17.7"),
    short_raise=Answer(put_chips.is_only_a_call, "canberra:17.6"),
    show_all=Answer(None, "canberra:16.5"),
    show_live=Answer(None, "canberra:16.6"),
    irregularities=irregularities.CANBERRA,
    stake=Answer(None, "canberra:T.no_limit"),
    chips=Answer(None, "canberra:4.6"),
    blinds_check=Answer(None, "canberra:9.1/option"),
    limit_clauses={
        "pot": "canberra:4.3(h)/pot",
        "half-pot": "canberra:4.3(h)/pot",
        "fixed": "canberra:5.2",
        "structured": "canberra:I.3.2",
        "manila": "canberra:A.3.2",
        "straddle": "canberra:T.straddle",
    },
    opener_clauses={options: f"canberra:9.1({options})" for options in opening.FORBIDDEN},
    families=Answer(tuple(FAMILIES), "canberra:decl"),
    decks=Answer(DECK_SIZES, "canberra:2.1"),
    joker=Answer(value=True, clause="canberra:2.2"),
    limits=Answer(LIMITS, "canberra:4.3(h)"),
    lows=Answer(LOWS, "canberra:3.5(b)"),
    forced_bets=Answer(setup_checks.one_to_three_blinds, "canberra:4.3(d)"),
    seats=Answer(None, "canberra:{appendix}.3.1"),
    clock=replace(
        COMMON.clock,
        starts_with_first_card=said("canberra:{appendix}.3.6"),
        fixed_at_the_start=said("canberra:4.3"),
        over_blinds=Answer(None, "canberra:4.3(f)"),
    ),
    seating=replace(
        COMMON.seating,
        methods=Answer((BALLOT,), "canberra:8.4"),
        approved=said("canberra:1.1"),
    ),
    prizes=replace(
        COMMON.prizes,
        order=Answer(
            Order(
                *(by_chips_put_in, "canberra:15.2", Tie.RULING, "canberra:15.2"),
                *(Tie.RULING, "canberra:15.1"),
                only_where_it_matters=True,  # canberra:15.2: one of them is eligible for a place
                ranked="canberra:15.1",
                winner="canberra:15.1",
            ),
            "canberra:15.2",
        ),
    ),
    entries=replace(
        COMMON.entries,
        entry=Answer(
            EntryLaw(most_each=1, each_clause="canberra:8.1", group_clause="canberra:8.3"),
            "canberra:8.1",
        ),
        late=Answer(
            within_the_window("Seats were balloted before play: entries are closed."),
            "canberra:8.4",
        ),
        equal_stacks=said("canberra:4.1"),
        no_free_chips=Answer("Stacks grow by play, rebuys and the top-up only.", "canberra:4.5"),
    ),
    conduct=replace(
        COMMON.conduct,
        time_called=Answer(TimeTerms(90, 0, DIRECTOR, Outcome.DEAD, Outcome.DEAD), "canberra:4.7"),
        absence_confirmed=said("canberra:17.3/deduct"),
        # The blinds of who is away are taken, and nothing else changes a stack.
        missed_blinds=Answer(value=False, clause="canberra:4.5"),
        # Nobody waits: who has a seat is dealt in and posts what falls due there.
        at_once=Answer(frozenset(How), "canberra:8.4"),
        # Nobody is sent away for minutes or hands: a breach costs the hand, which the tablet
        # declares folded (canberra:18.3(a)), or the tournament.
        penalty_forms=Answer((WARNED, DISQUALIFIED), "canberra:18.3(b)"),
        penalty_kinds=Answer({Kind.DISQUALIFICATION: "canberra:18.3(b)"}, "canberra:18.3(b)"),
    ),
    equipment=replace(
        COMMON.equipment,
        decks=Answer(_DECKS, "canberra:2.3"),
        chip_counts=Answer(2, "canberra:4.9"),
        race_off=Answer(Choice(Method.HIGHEST_TAKES_ALL), "canberra:4.8"),
    ),
    rulings=replace(
        COMMON.rulings,
        void_reasons=Answer(
            {
                "it cannot go on": "canberra:18.4",
                "a fraud affected it": "canberra:18.4",
                **dict.fromkeys(_INTERRUPTED, "canberra:18.1"),
            },
            "canberra:18.4",
        ),
        void_bets=Answer((voiding.REFUND, voiding.KEEP), "canberra:18.5"),
        voided_by_floor=said("canberra:18.4"),
        killed_by_floor=said("canberra:18.3(a)"),
        put_right=Answer("Nobody has seen the cards,", "canberra:17.1(e)/repair"),
    ),
    structure=replace(
        COMMON.structure,
        options=Answer(
            (
                *(options.DECK, options.JOKER, options.WINS, options.ACE_LOW),
                *(options.ACE_LOW_IN_LOWS, options.BURNS, options.OPENER, options.LAST_CHECK),
                *(options.STUD_OPENS, options.ANTE_FIRST, options.HAND_MINUTES),
                options.SEPARATE_TABLES,
            ),
            "canberra:4.3",
        ),
        authorised=said("canberra:decl"),
        numbers_fixed=said("canberra:{appendix}.3.1"),
        least_chips=Answer(None, "canberra:4.3(b)"),
        frozen=Answer(None, "canberra:4.3"),
        houses_sale=Answer(
            {REBUYS: frozenset({CHIPS}), TOP_UP: frozenset({CHIPS})}, "canberra:4.1/rebuys"
        ),
    ),
    presets=canberra.PRESETS,
    games=canberra.GAMES,
    desk=replace(
        COMMON.desk,
        stack=said("canberra:4.1"),
        price=said("canberra:14.1"),
        entry_terms=said("canberra:4.3"),
        substitute=said("canberra:8.2"),
        places=said("canberra:15.1"),
    ),
    staff=replace(
        COMMON.staff,
        titles=Answer(
            (
                Title(
                    *("tournament-director", "Tournament director", DIRECTOR, 4),
                    clause="canberra:T.tournament_director",
                ),
                Title(
                    *("assistant", "Assistant to the director", FLOOR, 3),
                    clause="canberra:T.assistant_to_the_director",
                    may_not=_THE_DIRECTORS,
                ),
                Title(
                    *("casino-supervisor", "Casino supervisor", FLOOR, 2),
                    clause="canberra:T.casino_supervisor",
                    may_not=_THE_DIRECTORS,
                ),
                CASHIER,
                Title(
                    *("dealer", "Dealer", DEALER, 1),
                    clause="canberra:T.dealer",
                    plays_not="canberra:T.dealer",
                ),
                OUTSIDER,
            ),
            "canberra:T.tournament_director",
        ),
        ladder=Answer(
            (
                Level("Tournament director", DIRECTS, "canberra:18.6", is_final=True),
                Level("Inspector's review", NOTED, "canberra:18.6/review", is_outside=True),
            ),
            "canberra:18.6",
        ),
    ),
    licence=replace(
        COMMON.licence,
        papers=Answer(
            (
                Paper(
                    *(STRUCTURE, "Starting chips, rebuys and betting", "canberra:4.2"),
                    blocks_start=False,
                ),
            ),
            "canberra:4.2",
        ),
    ),
    money=replace(
        COMMON.money,
        fee_word=Answer("Commission", "canberra:14.1"),
        no_refund=said("canberra:14.3"),
        cancelled=said("canberra:14.3/cancel"),
        price=said("canberra:14.1"),
    ),
    conditions=replace(
        COMMON.conditions, stack=said("canberra:4.1/sign"), wagers=said("canberra:4.2")
    ),
    choices=frozenset(
        {
            "burns",
            "opener_options",
            "may_check_last_round",
            "stud_opens",
            "may_over_blind",
            "ace_is_low_too",
            "ace_is_low_in_low_hands",
            "ante_comes_first",
            "deck_size",
            "has_joker",
            "wins",
        }
    ),
    fixed={
        "short_all_in_reopens": "canberra:13.4",
        **dict.fromkeys(BET_SIZES, "canberra:I.3.2"),
    },
    by_family={
        "manila": {
            "later_opener": Answer(opening.dealt_first, "canberra:A.1.2/later"),
            "streets": Answer(None, "canberra:A.2.4"),
            "irregularities": irregularities.MANILA,
        },
        "draw": {
            "later_opener": Answer(opening.after_the_last_blind, "canberra:B.1.2"),
            "showing_order": Answer(
                showing.the_called_player_or_after_the_last_blind, "canberra:12.1"
            ),
            "irregularities": irregularities.DRAW,
        },
        "stud": {
            "irregularities": irregularities.STUD,
            "raise_cap": Answer(raise_cap.none, "canberra:6.2"),
            "limit_raise_cap": Answer(raise_cap.none, "canberra:6.2"),
            "raise_size": Answer(raise_size.complete_the_bring_in, "canberra:D.3.2"),
            "first_round_word": Answer("check", "canberra:9.1(d)"),
            "later_opener": Answer(opening.by_one_card, "canberra:D.1.2/later"),
            "showing_order": Answer(
                showing.the_called_player_or_the_opener_by_cards, "canberra:12.1"
            ),
        },
    },
)
