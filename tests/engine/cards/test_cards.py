"""Cards and decks: how they are written, what each deck holds, what is refused as input."""

import pytest

from engine.cards import cards
from engine.cards.cards import JOKER, UNKNOWN


def test_a_card_is_read_and_written_the_same_way():
    assert cards.text(cards.parse("2c Ah,Td JkKs")) == "2cAhTdJkKs"
    assert cards.parse("2c2d3cAs") == (0, 1, 4, 51)
    assert cards.parse("jkAH??") == (JOKER, 50, UNKNOWN)
    assert cards.text((UNKNOWN, JOKER)) == "??Jk"
    assert cards.parse("10h") == cards.parse("Th")


@pytest.mark.parametrize("every", range(53))
def test_every_card_has_one_name(every):
    assert cards.parse(cards.text([every])) == (every,)


@pytest.mark.parametrize("written", ["A", "Ahx", "1h", "Az", "AhK", "hA"])
def test_what_is_no_card_is_refused_in_a_sentence(written):
    with pytest.raises(ValueError, match="card"):
        cards.parse(written)


def test_cards_have_words():
    assert cards.words(cards.parse("Ah")[0]) == "ace of hearts"
    assert cards.words(JOKER) == "joker"
    assert cards.words(UNKNOWN) == "unseen card"
    assert [cards.plural(rank) for rank in (0, 4, 12)] == ["twos", "sixes", "aces"]


DECKS = [
    pytest.param(
        52,
        "AKQJT98765432",
        marks=[pytest.mark.rule("canberra:2.1(a)"), pytest.mark.rule("canberra:alt.2.2(a)")],
    ),
    pytest.param(
        48,
        "AKQJT9876543",
        marks=[pytest.mark.rule("canberra:2.1(b)"), pytest.mark.rule("canberra:alt.2.2(b)")],
    ),
    pytest.param(
        44,
        "AKQJT987654",
        marks=[pytest.mark.rule("canberra:2.1(c)"), pytest.mark.rule("canberra:alt.2.2(c)")],
    ),
    pytest.param(
        40,
        "AKQJT98765",
        marks=[pytest.mark.rule("canberra:2.1(d)"), pytest.mark.rule("canberra:alt.2.2(d)")],
    ),
    pytest.param(
        36,
        "AKQJT9876",
        marks=[pytest.mark.rule("canberra:2.1(e)"), pytest.mark.rule("canberra:alt.2.2(e)")],
    ),
    pytest.param(
        32,
        "AKQJT987",
        marks=[pytest.mark.rule("canberra:2.1(f)"), pytest.mark.rule("canberra:alt.2.2(f)")],
    ),
]


@pytest.mark.parametrize(("size", "ranks"), DECKS)
def test_a_deck_holds_its_ranks_in_four_suits_each_once_and_refuses_lower_ones(size, ranks):
    names = sorted(rank + suit for rank in ranks for suit in "cdhs")
    assert sorted(cards.text([card]) for card in cards.deck(size)) == names
    assert not cards.fault(cards.deck(size), size=size)
    for stranger in range(52 - size):
        assert "has no" in cards.fault([stranger], size=size)


@pytest.mark.rule("canberra:2.2")
@pytest.mark.parametrize("size", cards.DECK_SIZES)
def test_one_joker_may_be_added_to_any_deck_and_never_two(size):
    assert JOKER not in cards.deck(size)
    assert cards.deck(size, joker=True) == (*cards.deck(size), JOKER)
    assert not cards.fault([JOKER, 51], size=size, joker=True)
    assert cards.fault([JOKER, 51, JOKER], size=size, joker=True) == "The joker is there twice."
    assert cards.fault([JOKER], size=size) == f"The deck of {size} cards has no joker."


@pytest.mark.parametrize("size", [53, 20, 0])
def test_no_other_deck_size_is_accepted(size):
    with pytest.raises(ValueError, match="choose 52, 48, 44, 40, 36 or 32"):
        cards.deck(size)


def test_unseen_cards_are_never_at_fault_and_known_ones_are_there_once():
    assert not cards.fault([UNKNOWN, UNKNOWN, 3])
    assert cards.fault([50, UNKNOWN, 50]) == "The ace of hearts is there twice."
