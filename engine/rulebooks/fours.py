"""The 4S league."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.clock.law import has_blinds_and_no_ante
from engine.entries.law import only_who_promised
from engine.prizes.law import Order, PrizeRules, Tie, by_stack
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import fours as irregularities
from engine.rules import absence, button, substantial_action
from engine.seating.law import CARD

FOURS = replace(
    COMMON,
    id="fours",
    name="4S League",
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
        no_hand=said("fours:break-4"),
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
    choices=frozenset({"replaces_exposed_card", "ante_comes_first", "may_over_blind"}),
    fixed={
        "burns": "fours:no-burn-1",
        "deck_size": "fours:deck-4",
        "has_joker": "fours:dead-hand-5",
    },
)
