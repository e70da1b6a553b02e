"""The 4S league."""

from dataclasses import replace

from engine.answers import Answer, said
from engine.clock.law import has_blinds_and_no_ante
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
    choices=frozenset({"replaces_exposed_card", "ante_comes_first", "may_over_blind"}),
    fixed={
        "burns": "fours:no-burn-1",
        "deck_size": "fours:deck-4",
        "has_joker": "fours:dead-hand-5",
    },
)
