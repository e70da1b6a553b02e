"""What each book wants done with its cards, and by whom a deck is changed."""

from dataclasses import replace
from typing import Any

import pytest

from engine import rulebooks
from engine.equipment import decks
from engine.equipment.decks import Change, Facts
from engine.equipment.law import DEALER, DIRECTOR, SUPERVISOR
from engine.refusal import Refused
from tests.refusals import refused

ADELAIDE, CANBERRA, CHARITY, IGR = (
    rulebooks.get(book).equipment.decks.value for book in ("adelaide", "canberra", "charity", "igr")
)


@pytest.mark.rule("adelaide:4-2")
@pytest.mark.rule("adelaide:4-3")
def test_a_new_deck_is_checked_then_washed_before_its_first_hand():
    new = Facts(has_deck=True)
    refused("adelaide:4-2", decks.check_ready, ADELAIDE, new)
    refused("adelaide:4-2", decks.check_step, ADELAIDE, new, "wash", players=5)
    refused("adelaide:4-2", decks.check_step, ADELAIDE, new, "check", players=1)
    assert decks.check_step(ADELAIDE, new, "check", players=2).clause == "adelaide:4-2"
    checked = replace(new, opened=frozenset({"check"}))
    refused("adelaide:4-3", decks.check_ready, ADELAIDE, checked)
    ready = replace(new, opened=frozenset({"check", "wash"}))
    decks.check_ready(ADELAIDE, ready, confirmed=("shuffle", "cut"))
    refused("adelaide:4-5", decks.check_ready, ADELAIDE, ready, confirmed=("shuffle",))


@pytest.mark.rule("charity:7.1.1")
@pytest.mark.rule("charity:7.1.2")
@pytest.mark.rule("charity:7.2")
def test_charity_ticks_shuffle_and_cut_before_every_hand():
    facts = Facts(has_deck=True, opened=frozenset({"check"}))
    refused("charity:7.1.2", decks.check_ready, CHARITY, facts, confirmed=("shuffle", "cut"))
    shuffled = replace(facts, for_hand=frozenset({"shuffle"}))
    refused("charity:7.2", decks.check_ready, CHARITY, shuffled)
    decks.check_ready(CHARITY, replace(facts, for_hand=frozenset({"shuffle", "cut"})))
    later = replace(facts, hands=4)
    assert [step.name for step in decks.hand_owed(CHARITY, later)] == ["collect", "shuffle", "cut"]


@pytest.mark.rule("igr:A.2(c)-2")
@pytest.mark.rule("igr:A.3(c)")
@pytest.mark.rule("igr:A.1.Cut Card")
def test_igr_lays_the_cut_card_counts_at_breaks_and_cuts_once():
    facts = Facts(has_deck=True, opened=frozenset({"check"}), must_count=True)
    names = [step.name for step in decks.opening_owed(IGR, facts)]
    assert names == ["cut_card", "count"]
    ready = Facts(has_deck=True, opened=frozenset({"check", "cut_card"}))
    cut = replace(ready, for_hand=frozenset({"wash", "cut"}))
    refused("igr:A.3(c)", decks.check_step, IGR, cut, "cut", players=5)


def test_a_sealed_deck_keeps_its_check_where_the_book_says_so():
    sealed = Facts(has_deck=True, is_checked=True)
    assert not decks.opening_owed(CHARITY, sealed)
    assert decks.opening_owed(ADELAIDE, sealed)


@pytest.mark.rule("adelaide:5")
@pytest.mark.rule("adelaide:5a")
@pytest.mark.rule("adelaide:5b")
@pytest.mark.rule("adelaide:6")
def test_adelaide_changes_a_deck_for_one_of_three_reasons():
    told: dict[str, Any] = {"rank": DEALER, "old_colour": "red", "players": 8}
    refused("adelaide:5", decks.check_change, ADELAIDE, Change("bored", "blue"), **told)
    refused("adelaide:5a", decks.check_change, ADELAIDE, Change("players", "blue", asked=4), **told)
    decks.check_change(ADELAIDE, Change("players", "blue", asked=5), **told)
    refused("adelaide:5b", decks.check_change, ADELAIDE, Change("damaged", "blue"), **told)
    decks.check_change(ADELAIDE, Change("damaged", "blue", card="Ah"), **told)
    same = Change("players", "red", asked=5)
    refused("adelaide:6", decks.check_change, ADELAIDE, same, **told)


@pytest.mark.rule("adelaide:5c")
@pytest.mark.rule("charity:6.4")
@pytest.mark.rule("igr:A.2(g)")
def test_who_decides_on_a_new_deck():
    told: dict[str, Any] = {"old_colour": "red", "players": 8}
    wish = Change("supervisor", "blue")
    refused("adelaide:5c", decks.check_change, ADELAIDE, wish, rank=DEALER, **told)
    decks.check_change(ADELAIDE, wish, rank=SUPERVISOR, **told)
    unfit = Change("unfit", "red", card="7d", is_partial=True)
    refused("charity:6.4", decks.check_change, CHARITY, unfit, rank=DEALER, **told)
    decks.check_change(CHARITY, unfit, rank=SUPERVISOR, **told)
    marked = Change("marked", "red")
    refused("igr:A.2(f)", decks.check_change, IGR, marked, rank=SUPERVISOR, **told)
    decks.check_change(IGR, marked, rank=DIRECTOR, **told)
    chair = Change("chairperson", "red")
    refused("igr:A.2(g)", decks.check_change, IGR, chair, rank=DEALER, **told)


def test_single_cards_are_named_and_only_where_the_book_allows_it():
    told: dict[str, Any] = {"rank": DIRECTOR, "old_colour": "red", "players": 8}
    some = Change("operator", "red", is_partial=True)
    refused("canberra:2.4", decks.check_change, CANBERRA, some, **told)
    decks.check_change(CANBERRA, replace(some, card="7d"), **told)
    cards = Change("players", "red", asked=8, card="7d", is_partial=True)
    refused("adelaide:5", decks.check_change, ADELAIDE, cards, **told)


@pytest.mark.rule("igr:5.09(c)")
def test_all_igr_decks_are_of_one_kind():
    decks.check_make(IGR, "Bee", ())
    refused("igr:5.09(c)", decks.check_make, IGR, "Copag", ("Bee",))
    decks.check_make(ADELAIDE, "Copag", ("Bee",))


def test_a_count_is_told_in_words():
    assert decks.count_words(52, expected=52) == "52 cards, complete"
    assert decks.count_words(51, expected=52) == "51 cards instead of 52: 1 missing"
    assert decks.count_words(54, expected=53) == "54 cards instead of 53: 1 too many"


def test_steps_come_in_their_order_and_once():
    ready = Facts(has_deck=True, opened=frozenset({"check", "wash"}))
    refused("adelaide:4-4", decks.check_step, ADELAIDE, ready, "cut", players=5)
    with pytest.raises(Refused, match="done already"):
        decks.check_step(ADELAIDE, ready, "check", players=5)
    refused("adelaide:4-2", decks.check_step, ADELAIDE, Facts(), "shuffle", players=5)
    common = rulebooks.COMMON.equipment.decks
    assert rulebooks.get("fours").equipment.decks == common
