"""The 4S league."""

from dataclasses import replace
from datetime import timedelta

from engine.answers import Answer, said
from engine.clock.law import has_blinds_and_no_ante
from engine.conduct.law import ANYONE, Outcome, TimeTerms
from engine.entries.law import only_who_promised
from engine.office.law.licence import STRUCTURE, Paper
from engine.office.law.staff import DIRECTOR, DIRECTS, FLOOR, SEATING, USUAL_TITLES, Level, Title
from engine.prizes.law import Order, PrizeRules, Tie, by_stack
from engine.rulebooks import options
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import fours as irregularities
from engine.rulebooks.presets import fours
from engine.rules import absence, button, substantial_action
from engine.seating.law import CARD

BOOK = replace(
    COMMON,
    id="fours",
    name="4S club tournament",
    cites=(
        (r"buyin-\d+", r"4S rules, buy-in"),
        (r"td-\d+", r"4S rules, tournament director"),
        (r"([a-z]+)(?:-\d+)?", r"4S rules, \1"),
        (r"([a-z]+)-([a-z]+)(?:-\d+)?", r"4S rules, \1 \2"),
    ),
    next_marker=Answer(button.with_the_big_blind, "fours:dead-button-1"),
    positions=Answer(button.left_of_the_button, "fours:heads-up-1"),
    absence=Answer(absence.NOT_DEALT_IN, "fours:leave-2"),
    show_to_win=Answer(None, "fours:show-1"),
    substantial_action=Answer(substantial_action.two_decisions, "fours:action-1"),
    misdeal=Answer(value=False, clause="fours:misdeal-window"),
    kill=Answer(None, "fours:dead-hand-4"),
    restore=Answer(value=True, clause="fours:muck-1"),
    time_up=Answer("check", "fours:dead-hand-6"),
    irregularities=irregularities.FOURS,
    deck=Answer(None, "fours:deck-3"),
    families=Answer(("holdem",), "fours:action-3"),
    lows=Answer(("high",), "fours:action-3"),
    decks=Answer((52,), "fours:deck-4"),
    joker=Answer(value=False, clause="fours:dead-hand-5"),
    clock=replace(
        COMMON.clock,
        hand_level=replace(COMMON.clock.hand_level, clause="fours:level-4"),
        no_hand=said("fours:break-4"),
        delegated=said("fours:td-2"),
        demands=Answer(
            (
                (
                    has_blinds_and_no_ante,
                    "has an ante, which 4S does not know",
                    "fours:schedule",
                ),
            ),
            "fours:schedule",
        ),
    ),
    seating=replace(COMMON.seating, methods=Answer((CARD,), "fours:seating-1")),
    prizes=replace(
        COMMON.prizes,
        order=Answer(
            Order(
                *(by_stack, "fours:same-hand-1", Tie.DRAW, "fours:same-hand-1"),
                *(Tie.RULING, "tda2024:R1"),
            ),
            "fours:same-hand-1",
        ),
        prizes=Answer(
            PrizeRules(refused=("There are medals, no money.", "fours:buyin-2")), "fours:buyin-2"
        ),
        no_deals=Answer("There is no prize money to divide.", "fours:buyin-2"),
        clubs=said("fours:medals-1"),
    ),
    entries=replace(
        COMMON.entries,
        late=Answer(only_who_promised, "fours:late-1"),
        by_promise=said("fours:late-1"),
        equal_stacks=said("fours:buyin-1"),
        no_free_chips=Answer("There are no rebuys and no add-ons.", "fours:buyin-3"),
    ),
    conduct=replace(
        COMMON.conduct,
        time_called=Answer(
            TimeTerms(None, 0, ANYONE, Outcome.DEAD, Outcome.CHECK), "fours:dead-hand-6"
        ),
        away_limit=Answer(timedelta(minutes=20), "fours:leave-4"),
        posted_by_others=said("fours:leave-3"),
        missed_blinds=said("fours:leave-2"),
        dispute_stops_clock=said("fours:break-3"),
    ),
    rulings=replace(COMMON.rulings, restored_by_floor=said("fours:muck-1")),
    structure=replace(
        COMMON.structure,
        options=Answer((options.EXPOSED,), "fours:exposed-2"),
        numbers_fixed=said("fours:medals-1"),
        stack_fixed=said("fours:buyin-1"),
    ),
    presets=fours.PRESETS,
    games=fours.GAMES,
    desk=replace(COMMON.desk, stack=said("fours:buyin-1"), price=said("fours:buyin-2")),
    staff=replace(
        COMMON.staff,
        titles=Answer(
            (
                Title("tournament-director", "Tournament director", DIRECTOR, 4, "fours:td-1"),
                Title("floor", "Floor manager", FLOOR, 3, may_not=((SEATING, "fours:td-1"),)),
                *USUAL_TITLES[2:],
            ),
            "fours:td-1",
        ),
        ladder=Answer(
            (Level("Tournament director", DIRECTS, "fours:td-3", is_final=True),), "fours:td-3"
        ),
    ),
    licence=replace(
        COMMON.licence,
        papers=Answer(
            (Paper(STRUCTURE, "The blind schedule", "fours:schedule-posted", blocks_start=False),),
            "fours:schedule-posted",
        ),
    ),
    money=replace(
        COMMON.money,
        no_money=Answer("Nothing is paid here: chips have no value.", "fours:buyin-2"),
    ),
    conditions=replace(
        COMMON.conditions, wagers=said("fours:schedule-posted"), stack=said("fours:footer")
    ),
    choices=frozenset({"replaces_exposed_card", "ante_comes_first", "may_over_blind"}),
    fixed={
        "burns": "fours:no-burn-1",
        "deck_size": "fours:deck-4",
        "has_joker": "fours:dead-hand-5",
    },
)
