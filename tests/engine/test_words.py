"""What the engine says to a dealer: whole sentences, amounts as the hall writes them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from engine import amounts
from engine.cards import cards
from engine.hand import events
from engine.hand.commands import PutChips
from engine.referee.story import _SENTENCES, sentence
from engine.rules import irregularities as what
from engine.structure import game_presets
from tests.scenario import Scenario

ENGINE = Path(settings.BASE_DIR) / "engine"
NAMES = {1: "Ann", 2: "Bob", 3: "Cy"}


def _said(call: ast.Call) -> str | None:
    """The first argument as far as it is written out, a letter for what is filled in."""
    match call.args:
        case [ast.Constant(value=str(said)), *_]:
            return said
        case [ast.JoinedStr(values=parts), *_]:
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else "X" for part in parts
            )
        case _:
            return None


def _refusals() -> Iterator[tuple[str, str]]:
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = _said(node) if node.func.id in ("Refused", "NeedsRuling", "ask") else None
                if said is not None:
                    yield f"{path.name}:{node.lineno}", said


def test_every_refusal_and_every_question_to_the_floor_is_a_sentence():
    said = dict(_refusals())
    assert len(said) > 150
    wrong = {place: words for place, words in said.items() if not _is_sentence(words)}
    assert wrong == {}


def _is_sentence(words: str) -> bool:
    return (words[0].isupper() or words[0].isdigit()) and words[-1] in ".?"


def test_chips_are_written_with_commas():
    assert amounts.figure(25) == "25"
    assert amounts.figure(1_250_000) == "1,250,000"


@pytest.mark.parametrize("preset", game_presets.names())
def test_every_reason_on_the_tablet_is_a_sentence_with_legible_amounts(preset):
    rules = game_presets.get(preset)
    has_blinds = rules.game.blinds > 0
    blinds = (1500, 3000)[-rules.game.blinds :] if has_blinds else ()
    hand = Scenario(rules, stacks=(90000,) * 3, blinds=blinds, ante=0 if has_blinds else 3000)
    offered = hand.options
    reasons = [
        choice.why
        for choice in (offered.fold, offered.check, offered.stand, offered.call, offered.all_in)
        if choice.why
    ]
    for why in reasons:
        assert _is_sentence(why)
        assert "3000" not in why


def test_a_refused_amount_names_what_is_allowed():
    hand = Scenario("adelaide", stacks=(90000,) * 3, blinds=(1500, 3000))
    hand.refuses("seat 1 raises to 4000", why="Raise to between 6,000 and 90,000.")


def test_nobody_is_named_when_no_betting_is_open():
    hand = Scenario("adelaide", stacks=(5000,) * 3).play("seat 1 calls", "seat 2 calls")
    hand.play("seat 3 checks").refuses(PutChips(2, 200), why="No betting is open now.")


TOLD = [
    (events.HandEnded(()), "Hand complete."),
    (events.HandEnded((1,)), "Hand complete; Ann is out of chips."),
    (events.HandEnded((1, 2, 3)), "Hand complete; Ann, Bob and Cy are out of chips."),
    (events.Retracted(1, ""), "The last entry is undone."),
    (events.Retracted(3, "misheard"), "The last 3 entries are undone: misheard."),
    (events.BoardTakenBack((0,), 1), "One card of the board is removed."),
    (events.BoardTakenBack((0, 1, 2), 1), "3 cards of the board are removed."),
    (events.HandKilled(1, "", 0, ""), "The hand of Ann is dead."),
    (events.HandKilled(1, "rule broken", 0, ""), "The hand of Ann is dead: rule broken."),
    (events.HandVoided("", ""), "The hand is void. All chips go back."),
    (
        events.HandVoided("fraud", "", ((1, 50), (2, 100))),
        "The hand is void: fraud. The bets are not refunded: 150 chips leave play.",
    ),
    (events.CardKept(2), "Bob keeps the exposed card."),
    (events.WagerLeftIn(1, 1500, ""), "1,500 from Ann stay in the pot."),
    (events.ActionCorrected(1, "40 put out", "a call", ""), "Ann: 40 put out, counted as a call."),
    (events.StackRemoved(1, 40, ""), "Ann cannot post: 40 chips leave play."),
    (
        events.PotAwarded(0, 3000, ((1, 1000), (2, 1000), (3, 1000)), events.CARDS),
        "Split pot: Ann 1,000, Bob 1,000 and Cy 1,000.",
    ),
]


@pytest.mark.parametrize(("event", "said"), TOLD)
def test_the_story_reads_well(event, said):
    assert sentence(event, NAMES, game_presets.get("adelaide")) == said


@pytest.mark.parametrize(("count", "said"), [(0, "no card"), (1, "one card"), (3, "3 cards")])
def test_a_draw_is_told_in_cards(count, said):
    drawn = events.CardsDrawn(2, count, (), (cards.UNKNOWN,) * count, 0, 0, -1)
    assert sentence(drawn, NAMES, game_presets.get("canberra-b")) == f"Bob draws {said}."


def test_every_kind_of_event_has_its_sentence():
    kinds = set(events.Event.__args__) - {events.HandStarted}
    assert kinds == set(_SENTENCES)


def test_an_order_writes_its_amount_like_the_rest():
    hand = Scenario("charity", stacks=(90000,) * 3, blinds=(1500, 3000), marker=3)
    hand.play("seat 3 calls", "seat 1 calls", "seat 2 stands", "flop", "seat 1 bets 12000")
    hand.report(what.PREMATURE_TURN)
    assert hand.ruled.orders[0] == "take no wager above 12,000 in this betting round"
