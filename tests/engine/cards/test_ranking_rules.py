"""The order of hands clause by clause, in the words of the rulebooks."""

import pytest

from engine.cards.cards import parse
from engine.cards.ranking import evaluator
from engine.cards.values import Category
from engine.structure import game_presets

ROYAL = "AsKsQsJsTs"
FIVE = "AsAhAdAcJk"
STRAIGHT_FLUSH = "JhTh9h8h7h"
FOUR = "AsAhAdAc4s"
FULL_HOUSE = "KsKhKdJsJh"
FLUSH = "KdJd9d7d5d"
STRAIGHT = "KhQcJcTs9d"
THREE = "QsQhQd8s5h"
TWO_PAIRS = "QsQh9s9hJd"
PAIR = "TsThKs6h5d"
ODD = "QhTc9c7d4s"

TEN_RANKS = [
    ROYAL, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS, PAIR, ODD,
]  # fmt: skip


BOOKS = [game_presets.get(name) for name in ("adelaide", "charity", "igr", "canberra-e")]


def worth(hand, size=52, **how):
    """What a hand is worth; with a full deck and no choice made, under each of the books."""
    cards = parse(hand)
    if size == 52 and not how:
        (value,) = {rules.evaluator.high(cards[:2], cards[2:]) for rules in BOOKS}
        return value
    return evaluator("draw", size, **how).high(cards, ())


def kind(hand, size=52, **how):
    return evaluator("draw", size, **how).category(worth(hand, size, **how))


def low_worth(hand, **how):
    value = evaluator("draw", wins="low", **how).low(parse(hand), ())
    assert value is not None
    return value


def beats(better, worse, size=52, **how):
    return worth(better, size, **how) > worth(worse, size, **how)


def ties(one, other, size=52, **how):
    return worth(one, size, **how) == worth(other, size, **how)


@pytest.mark.rule("adelaide:42")
@pytest.mark.rule("charity:17.1")
def test_ten_kinds_of_hands_stand_in_one_descending_order():
    worths = [worth(hand) for hand in TEN_RANKS]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == 10


@pytest.mark.rule("adelaide:42a")
@pytest.mark.rule("charity:17.1(a)")
@pytest.mark.rule("igr:A.3(r)(i)a")
@pytest.mark.rule("canberra:3.3(a)")
def test_a_royal_flush_is_the_best_hand_and_its_suits_are_equal():
    assert kind(ROYAL) is Category.ROYAL_FLUSH
    assert ties(ROYAL, ROYAL.replace("s", "h"))
    assert beats(ROYAL, "KsQsJsTs9s")
    assert beats(ROYAL, FIVE)


@pytest.mark.rule("adelaide:42b")
@pytest.mark.rule("charity:17.1(b)")
@pytest.mark.rule("igr:A.3(r)(i)b")
@pytest.mark.rule("canberra:3.3(c)")
def test_a_straight_flush_goes_by_its_top_card_and_a_low_ace_makes_it_five_high():
    assert kind(STRAIGHT_FLUSH) is Category.STRAIGHT_FLUSH
    assert beats(STRAIGHT_FLUSH, "Tc9c8c7c6c")
    assert ties(STRAIGHT_FLUSH, STRAIGHT_FLUSH.replace("h", "d"))
    assert kind("5d4d3d2dAd") is Category.STRAIGHT_FLUSH
    assert beats("6c5c4c3c2c", "5d4d3d2dAd")
    assert beats("5d4d3d2dAd", FOUR)
    assert kind("5d4d3d2dAd", ace_low_straights=False) is Category.FLUSH


@pytest.mark.rule("adelaide:42c")
@pytest.mark.rule("charity:17.1(c)")
@pytest.mark.rule("igr:A.3(r)(i)c")
@pytest.mark.rule("canberra:3.3(d)")
def test_four_of_a_kind_beats_a_full_house_and_the_fifth_card_breaks_ties():
    assert kind(FOUR) is Category.FOUR
    assert beats("2s2h2d2c3s", "AsAhAdKsKh")
    assert beats("AsAhAdAc5s", FOUR)
    assert beats(FOUR, "KsKhKdKcAs")
    on_board = parse("7c7d7h7s2c")
    holdem = evaluator("holdem")
    assert holdem.high(parse("Kc3d"), on_board) > holdem.high(parse("QcQd"), on_board)


@pytest.mark.rule("adelaide:42d")
@pytest.mark.rule("charity:17.1(d)")
@pytest.mark.rule("igr:A.3(r)(i)d")
@pytest.mark.rule("canberra:3.3(e)")
def test_a_full_house_goes_by_its_three_then_its_pair_and_beats_a_flush():
    assert kind(FULL_HOUSE) is Category.FULL_HOUSE
    assert beats(FULL_HOUSE, "QsQhQdAsAh")
    assert beats("KsKhKdAsAh", FULL_HOUSE)
    assert beats("2s2h2d3s3h", "AdQdJd9d8d")


@pytest.mark.rule("adelaide:42e")
@pytest.mark.rule("charity:17.1(e)")
@pytest.mark.rule("igr:A.3(r)(i)e")
@pytest.mark.rule("canberra:3.3(f)")
def test_a_flush_is_compared_card_by_card_from_the_top():
    assert kind(FLUSH) is Category.FLUSH
    assert beats("KdJd9d7d6d", "KhJh9h7h5h")
    assert beats("AdJd9d7d5d", "KhQhJh9h8h")
    assert ties(FLUSH, FLUSH.replace("d", "s"))
    assert beats("7d5d4d3d2d", STRAIGHT)


@pytest.mark.rule("adelaide:42f")
@pytest.mark.rule("charity:17.1(f)")
@pytest.mark.rule("igr:A.3(r)(i)f")
@pytest.mark.rule("canberra:3.3(g)")
def test_a_straight_goes_by_its_top_card_with_a_low_ace_but_never_round_the_corner():
    assert kind(STRAIGHT) is Category.STRAIGHT
    assert beats("AhKcQcJsTd", STRAIGHT)
    assert ties(STRAIGHT, "KsQhJdTc9c")
    assert kind("5h4c3c2sAd") is Category.STRAIGHT
    assert beats("6h5c4c3s2d", "5h4c3c2sAd")
    assert kind("QhKcAc2s3d") is Category.ODD_CARDS
    assert kind("5h4c3c2sAd", ace_low_straights=False) is Category.ODD_CARDS
    assert beats("5h4c3c2sAd", THREE)


@pytest.mark.rule("adelaide:42g")
@pytest.mark.rule("charity:17.1(g)")
@pytest.mark.rule("igr:A.3(r)(i)g")
@pytest.mark.rule("canberra:3.3(h)")
def test_three_of_a_kind_goes_by_the_three_then_two_side_cards():
    assert kind(THREE) is Category.THREE
    assert beats(THREE, "JsJhJdAsKh")
    assert beats("QsQhQd9s2h", THREE)
    assert beats("QsQhQd8s6h", THREE)
    assert beats("5h4c3c2s6d", "AsAhAdKsQh")
    assert beats("2s2h2d4s3h", "AsAhKsKhQd")


@pytest.mark.rule("adelaide:42h")
@pytest.mark.rule("charity:17.1(h)")
@pytest.mark.rule("igr:A.3(r)(i)h")
@pytest.mark.rule("canberra:3.3(i)")
def test_two_pairs_go_by_the_higher_pair_the_lower_pair_then_the_fifth_card():
    assert kind(TWO_PAIRS) is Category.TWO_PAIRS
    assert beats("KsKh2s2h3d", TWO_PAIRS)
    assert beats("QsQhTsTh2d", TWO_PAIRS)
    assert beats(TWO_PAIRS, "QsQh9s9hTd")
    assert beats("3s3h2s2h4d", "AsAhKsQhJd")


@pytest.mark.rule("adelaide:42i")
@pytest.mark.rule("charity:17.1(i)")
@pytest.mark.rule("igr:A.3(r)(i)i")
@pytest.mark.rule("canberra:3.3(j)")
def test_a_pair_goes_by_the_pair_then_three_side_cards():
    assert kind(PAIR) is Category.PAIR
    assert beats("JsJh4s3h2d", PAIR)
    assert beats("TsThAs6h5d", PAIR)
    assert beats("TsThKs7h5d", PAIR)
    assert beats(PAIR, "TsThKs6h4d")
    assert beats("2s2h5s4h3d", "AsKhQdJc9s")


@pytest.mark.rule("adelaide:42j")
@pytest.mark.rule("charity:17.1(j)")
@pytest.mark.rule("igr:A.3(r)(i)j")
@pytest.mark.rule("canberra:3.3(k)")
def test_odd_cards_are_compared_from_the_highest_down():
    assert kind(ODD) is Category.ODD_CARDS
    assert beats("KhTc9c7d4s", ODD)
    assert beats("QhJc8c7d4s", ODD)
    assert beats(ODD, "QhTc9c7d3s")
    assert ties(ODD, "QsTh9d7c4h")


@pytest.mark.rule("adelaide:9")
@pytest.mark.rule("charity:17.1")
@pytest.mark.rule("igr:A.3(a)")
@pytest.mark.rule("canberra:3.1")
def test_cards_rank_from_the_ace_to_the_two_and_suits_are_equal():
    aces_to_twos = [f"{rank}s{rank}h" for rank in "AKQJT98765432"]
    pairs = [worth(pair) for pair in aces_to_twos]
    assert pairs == sorted(pairs, reverse=True)
    assert len(set(pairs)) == 13
    for suit in "cdh":
        assert ties(FLUSH, FLUSH.replace("d", suit))
    assert kind("5h4c3c2sAd") is Category.STRAIGHT
    assert beats("AhKc9d8s7h", "KhQc9d8s7h")


@pytest.mark.rule("adelaide:43")
@pytest.mark.rule("canberra:3.2")
@pytest.mark.rule("canberra:T.hand")
def test_all_five_cards_count_and_the_sixth_and_seventh_never_do():
    assert beats("QsQh9s9h8d", "QcQd9c9d7s")
    assert beats("QsQhJsJhTd", "QcQdJcJd9s")
    holdem, board = evaluator("holdem"), parse("QcQd9c9dAs")
    assert holdem.high(parse("8d7d"), board) == holdem.high(parse("3h2h"), board)


@pytest.mark.rule("igr:A.1.Kicker")
@pytest.mark.rule("igr:A.3(r)(ii)a")
def test_equal_combinations_are_decided_by_unused_cards_within_five():
    holdem = evaluator("holdem")
    for board, better, worse in (
        ("7c7d7h7s2c", "Kc3d", "QcJd"),
        ("7c7d7hTs2c", "Kc3d", "QcJd"),
        ("7c7dThTs2c", "Kc3d", "QcJd"),
        ("7c7d9hTs2c", "KcQd", "KhJd"),
    ):
        assert holdem.high(parse(better), parse(board)) > holdem.high(parse(worse), parse(board))
    no_room = parse("7c7dAhKsQc")
    assert holdem.high(parse("Jc2d"), no_room) == holdem.high(parse("4h3d"), no_room)


@pytest.mark.rule("adelaide:13")
@pytest.mark.rule("igr:A.1.Hand")
@pytest.mark.rule("igr:A.3(q)")
@pytest.mark.rule("canberra:E.2.5")
@pytest.mark.rule("canberra:F.2.5")
@pytest.mark.rule("canberra:G.2.5")
@pytest.mark.rule("canberra:H.2.5")
@pytest.mark.rule("canberra:I.2.5")
@pytest.mark.parametrize("preset", ["adelaide", "igr", *(f"canberra-{one}" for one in "efghi")])
def test_a_holdem_hand_is_the_best_five_of_seven_with_none_one_or_two_hole_cards(preset):
    holdem = game_presets.get(preset).evaluator
    board = parse("AsKsQsJs2d")
    assert holdem.category(holdem.high(parse("Ts3c"), board)) is Category.ROYAL_FLUSH
    assert holdem.category(holdem.high(parse("2c2h"), board)) is Category.THREE
    played = parse("AsKsQsJsTs")
    assert holdem.high(parse("2c3c"), played) == holdem.high(parse("AhAd"), played)


@pytest.mark.rule("canberra:C.2.5")
def test_an_omaha_hand_is_exactly_two_of_four_and_three_of_five():
    omaha = evaluator("omaha")

    def said(hole, board):
        return omaha.words(omaha.high(parse(hole), parse(board)))

    assert said("KsKc2d3h", "AsQsJsTs4d") == "Pair of kings, ace kicker"
    assert said("Ks8s2d3h", "AsQsJsTs4d") == "Flush, A-K-Q-J-8"
    assert said("AsAhAdAc", "7c7d7h9sTs") == "Sevens full of aces"
    assert said("2c3d4h6s", "KcKdKhKs5s") == "Three kings, six kicker"


@pytest.mark.rule("canberra:A.2.5")
def test_a_manila_hand_is_exactly_two_of_three_and_three_of_five():
    manila = evaluator("manila", 32)

    def said(hole, board):
        return manila.words(manila.high(parse(hole), parse(board)))

    assert said("KsKcKd", "7s8s9hTcJd") == "Pair of kings, jack kicker"
    assert said("Ts9s8s", "As7s8d9cJs") == "Flush, A-J-10-9-7"
    assert said("QhJh7c", "ThKhAh9s8s") == "Royal flush"
    assert said("7c7d8h", "AcAdAhAsKs") == "Aces full of sevens"


@pytest.mark.rule("canberra:D.2.4")
def test_a_stud_hand_is_the_best_five_of_seven():
    stud = evaluator("stud")
    own = parse("2c2dKh" + "KdKs9h3s")
    assert stud.words(stud.high(own, ())) == "Kings full of twos"
    assert stud.words(stud.high(own[:6], parse("2h"))) == "Kings full of twos"
    assert stud.words(stud.high(parse("2c2dKh" + "KdQs9h"), parse("2h"))) == "Twos full of kings"


@pytest.mark.rule("canberra:T.full_deck")
@pytest.mark.rule("canberra:3.3")
def test_a_full_deck_has_eleven_kinds_with_five_of_a_kind_below_the_royal_flush():
    ladder = [ROYAL, FIVE, *TEN_RANKS[1:]]
    worths = [worth(hand) for hand in ladder]
    assert worths == sorted(worths, reverse=True)
    assert [kind(hand) for hand in ladder] == list(Category)


@pytest.mark.rule("canberra:3.3(b)")
def test_five_of_a_kind_stands_between_the_royal_and_every_other_straight_flush():
    assert kind(FIVE) is Category.FIVE
    assert beats(ROYAL, FIVE)
    assert beats("2s2h2d2cJk", "KsQsJsTs9s")
    assert beats("3s3h3d3cJk", "2s2h2d2cJk")


REDUCED = (48, 44, 40, 36, 32)
REDUCED_LADDER = [
    ROYAL, "AsAhAdAcJk", STRAIGHT_FLUSH, "AsAhAdAc7s", "KdJd9d8d7d", FULL_HOUSE, STRAIGHT,
    "QsQhQd8s7h", TWO_PAIRS, "TsThKs8h7d", "QhTc9c8d7s",
]  # fmt: skip


@pytest.mark.rule("canberra:T.reduced_deck")
@pytest.mark.rule("canberra:3.4")
@pytest.mark.parametrize("size", REDUCED)
def test_a_reduced_deck_puts_the_flush_above_the_full_house(size):
    worths = [worth(hand, size) for hand in REDUCED_LADDER]
    assert worths == sorted(worths, reverse=True)
    kinds = [kind(hand, size) for hand in REDUCED_LADDER]
    assert kinds.index(Category.FLUSH) == kinds.index(Category.FULL_HOUSE) - 1
    assert set(kinds) == set(Category)


@pytest.mark.rule("canberra:3.4(a)")
@pytest.mark.rule("canberra:3.4(b)")
@pytest.mark.parametrize("size", REDUCED)
def test_in_a_reduced_deck_five_of_a_kind_is_below_the_royal_flush_and_above_the_straight_flush(
    size,
):
    assert ties(ROYAL, "AdKdQdJdTd", size)
    assert beats(ROYAL, FIVE, size)
    assert beats("8s8h8d8cJk", "KsQsJsTs9s", size)
    assert beats("9s9h9d9cJk", "8s8h8d8cJk", size)


LOW_STRAIGHTS = [
    (48, "Ac3c4c5c6c", "7d6d5d4d3d"),
    (44, "Ac4c5c6c7c", "8d7d6d5d4d"),
    (40, "Ac5c6c7c8c", "9d8d7d6d5d"),
    (36, "Ac6c7c8c9c", "Td9d8d7d6d"),
    (32, "Ac7c8c9cTc", "JdTd9d8d7d"),
]


@pytest.mark.rule("canberra:3.4(c)")
@pytest.mark.parametrize(("size", "lowest", "next_one"), LOW_STRAIGHTS)
def test_the_ace_low_straight_flush_starts_at_the_lowest_rank_of_the_deck(size, lowest, next_one):
    assert kind(lowest, size) is Category.STRAIGHT_FLUSH
    assert beats(next_one, lowest, size)
    assert beats(lowest, "AsAhAdAcKs", size)
    assert kind(lowest, size, ace_low_straights=False) is Category.FLUSH


@pytest.mark.rule("canberra:3.4(g)")
@pytest.mark.parametrize(("size", "suited", "next_suited"), LOW_STRAIGHTS)
def test_the_ace_low_straight_starts_at_the_lowest_rank_and_beats_three_of_a_kind(
    size, suited, next_suited
):
    lowest, next_one = suited[:-1] + "h", next_suited[:-1] + "s"
    assert kind(lowest, size) is Category.STRAIGHT
    assert beats(next_one, lowest, size)
    assert beats(lowest, "AsAhAdKsQh", size)
    assert beats("KsKhKdJsJh", next_one, size)
    assert kind(lowest, size, ace_low_straights=False) is Category.ODD_CARDS
    assert kind("Ah2c3c4c5c") is Category.STRAIGHT


@pytest.mark.rule("canberra:3.4(d)")
@pytest.mark.rule("canberra:3.4(e)")
@pytest.mark.rule("canberra:3.4(f)")
@pytest.mark.parametrize("size", REDUCED)
def test_in_a_reduced_deck_four_of_a_kind_flush_and_full_house_follow_each_other(size):
    assert beats("7s7h7d7c8s", "AdKdQdJd9d", size)
    assert beats("AsAhAdAc8s", "AsAhAdAc7s", size)
    assert beats("Qd9d8d7dJd", "AsAhAdKsKh", size)
    assert beats("AdKd9d8d7d", "AhQhJhTh8h", size)
    assert beats("KsKhKd7s7h", "QsQhQdAsAh", size)
    assert beats("QsQhQdAsAh", "QsQhQdKsKh", size)
    assert beats("7s7h7d8s8h", "AsKhQdJcTs", size)


@pytest.mark.rule("canberra:3.4(h)")
@pytest.mark.rule("canberra:3.4(i)")
@pytest.mark.rule("canberra:3.4(j)")
@pytest.mark.rule("canberra:3.4(k)")
@pytest.mark.parametrize("size", REDUCED)
def test_in_a_reduced_deck_the_lower_hands_stand_as_in_a_full_one(size):
    assert beats("JsTh9d8c7s", "AsAhAdKsQh", size)
    assert beats("7s7h7d9s8h", "AsAhKsKhQd", size)
    assert beats("QsQhQdAs7h", "QsQhQdKsJh", size)
    assert beats("8s8h7s7h9d", "AsAhKsQhJd", size)
    assert beats("AsAh7s7h9d", "AsAh7s7h8d", size)
    assert beats("7s7hTs9h8d", "AsKhQdJc9s", size)
    assert beats("7s7hAs9h8d", "7s7hKsQhJd", size)
    assert beats("AsKhQdJc9s", "AsKhQdJc8s", size)


@pytest.mark.rule("canberra:T.wild_card")
def test_the_joker_stands_for_whichever_card_of_the_deck_helps_most():
    assert ties("KdJd9d7dJk", "KhJhAh9h7h")
    assert ties("AdKd9d7dJk", "AhKhQh9h7h")
    assert ties("KsKhJsJhJk", "KsKhKdJsJh")
    assert ties("9h8c7d6sJk", "9h8c7d6sTs")
    assert ties("AhKcQd9sJk", "AhAcKdQs9c")
    assert ties("Ah7c8dTsJk", "Ac7h8d9cTs", 32)
    assert kind("Ah2c3dJk5s", 52, ace_low_straights=False) is Category.PAIR


@pytest.mark.rule("canberra:3.7")
def test_a_joker_counts_exactly_as_the_card_it_replaces():
    assert ties("AsKsQsJsJk", ROYAL)
    assert ties("JkKsQsJsTs", ROYAL)
    assert ties("JhTh9hJk7h", STRAIGHT_FLUSH)
    assert ties("AsAhAdJk4s", FOUR)
    natural, wild = parse("KsKhJdJc9s"), parse("KsKhJdJcJk")
    draw = evaluator("draw")
    assert draw.high(wild, ()) > draw.high(natural, ())


@pytest.mark.rule("canberra:3.6")
def test_straights_and_flushes_are_ignored_in_a_low_hand_and_pairs_count_against_it():
    assert evaluator("draw").words(low_worth("6s5s4s3s2s")) == "6-5-4-3-2 low"
    assert evaluator("draw").words(low_worth("2s2h3s4h5d")) == "Low, pair of twos, five kicker"
    best_first = [
        "6s5s4s3s2s", "7h5s4s3s2s", "KhQdJsTc9s", "2s2h3s4h5d", "2s2h3s3h4d", "2s2h2d3s4h",
        "2s2h2d3s3h", "2s2h2d2c3h",
    ]  # fmt: skip
    worths = [low_worth(hand) for hand in best_first]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == len(worths)


@pytest.mark.rule("canberra:T.low_ball")
def test_in_low_ball_the_lowest_hand_is_the_best_and_the_ace_is_high_unless_set_low():
    high_ace = evaluator("stud", wins="low")
    low_ace = evaluator("stud", wins="low", ace_low=True)
    assert low_worth("7c5d4h3s2c") > low_worth("Ac2d3h4s5c")
    assert low_worth("7c5d4h3s2c", ace_low=True) < low_worth("Ac2d3h4s5c", ace_low=True)
    wheel = parse("Ac2d3h4s5c" + "KdKh")
    assert high_ace.words(high_ace.low(wheel, ())) == "K-5-4-3-2 low"
    assert low_ace.words(low_ace.low(wheel, ())) == "5-4-3-2-A low"


@pytest.mark.rule("canberra:3.5(d)")
def test_eight_or_better_wants_five_different_ranks_of_eight_or_less():
    split = evaluator("omaha", wins="split8")

    def low(hole, board="2s4c6hKdKc"):
        return split.low(parse(hole), parse(board))

    assert split.words(low("3d8hQsQd")) == "8-6-4-3-2 low"
    assert low("3d9hQsQd") is None
    assert low("2d4hQsQd") is None
    assert low("Ad3hQsQd") is None
    assert split.words(None) == "No low"
    assert low("3d8hQsQd", "2s4cThKdKc") is None
    ace_low = evaluator("omaha", wins="split8", ace_low=True)
    assert ace_low.words(ace_low.low(parse("Ad3hQsQd"), parse("2s4c6hKdKc"))) == "6-4-3-2-A low"


def test_in_a_low_hand_the_joker_is_the_lowest_useful_card():
    draw = evaluator("draw", 40, wins="low")
    assert draw.words(draw.low(parse("KcQd8h5sJk"), ())) == "K-Q-8-6-5 low"
    assert draw.words(draw.low(parse("KcQd8h6sJk"), ())) == "K-Q-8-6-5 low"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (ROYAL, "Royal flush"),
        (FIVE, "Five aces"),
        (STRAIGHT_FLUSH, "Straight flush, jack high"),
        (FOUR, "Four aces, four kicker"),
        ("KsKhKdTsTh", "Kings full of tens"),
        (FLUSH, "Flush, K-J-9-7-5"),
        ("5h4c3c2sAd", "Straight, five high"),
        ("6s6h6dTs5h", "Three sixes, ten kicker"),
        (TWO_PAIRS, "Two pair, queens and nines, jack kicker"),
        (PAIR, "Pair of tens, king kicker"),
        (ODD, "Queen high, 10-9-7-4"),
        ("QhQc", "Pair of queens"),
    ],
)
def test_hands_are_announced_in_words(hand, said):
    draw = evaluator("draw")
    assert draw.words(draw.high(parse(hand), ())) == said
