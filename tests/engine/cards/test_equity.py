"""Exact chances held against counting every deal the obvious way."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from engine.cards import cards
from engine.cards.cards import parse
from engine.cards.equity import Spot, TooMany, chances
from engine.cards.ranking import evaluator

WAYS = ["high", "low", "split", "split8"]
HOLE = {"holdem": 2, "omaha": 4, "manila": 3}


def hands(*written):
    return [parse(each) for each in written]


def one_by_one(ranking, holes, board, dead=(), has_joker=False):
    """Wins, ties and shares by settling every board on its own."""
    seen = {card for some in (*holes, board, dead) for card in some}
    stub = [card for card in cards.deck(ranking.deck_size, has_joker) if card not in seen]
    boards = [(*board, *rest) for rest in combinations(stub, 5 - len(board))]
    return tally(ranking, Counter(best(ranking, holes, full) for full in boards))


def best(ranking, holes, board):
    """Who has the best high and who the best low hand."""
    return (
        the_most([ranking.high(hole, board) for hole in holes]),
        the_most([ranking.low(hole, board) for hole in holes]),
    )


def the_most(values):
    most = max((value for value in values if value is not None), default=None)
    return tuple(value is not None and value == most for value in values)


def tally(ranking, outcomes):
    """Wins, ties and shares from how often each outcome was seen."""
    deals, rows = outcomes.total(), []
    for parts in zip(*(settle(ranking, *outcome) for outcome in outcomes), strict=True):
        seen = list(zip(parts, outcomes.values(), strict=True))
        wins = sum(count for part, count in seen if part == 1)
        ties = sum(count for part, count in seen if 0 < part < 1)
        rows.append((wins, ties, sum(part * count for part, count in seen) / deals))
    return deals, rows


def settle(ranking, high, low):
    if ranking.wins == "low":
        return divide(low)
    if ranking.wins == "high" or not any(low):
        return divide(high)
    return [(one + other) / 2 for one, other in zip(divide(high), divide(low), strict=True)]


def divide(winners):
    return [Fraction(won, sum(winners) or 1) for won in winners]


def as_rows(found):
    return found.deals, [(one.wins, one.ties, one.share) for one in found.players]


def test_ace_king_suited_against_queens_before_the_flop():
    found = chances(evaluator("holdem"), hands("AhKh", "QcQd"))
    assert found.deals == 1_712_304
    ours, theirs = found.players
    assert (ours.wins, ours.ties, theirs.wins) == (787_966, 6_732, 917_606)
    assert ours.share + theirs.share == 1


def test_a_better_kicker_and_a_dead_card_are_both_counted():
    free = chances(evaluator("holdem"), hands("AsAd", "KsKd"))
    without_kings = chances(evaluator("holdem"), hands("AsAd", "KsKd"), dead=parse("KcKh"))
    assert free.deals == 1_712_304
    assert without_kings.deals == 1_370_754
    assert without_kings.players[0].share > free.players[0].share


@pytest.mark.parametrize("wins", WAYS)
@pytest.mark.parametrize("game", HOLE)
@pytest.mark.parametrize("players", [2, 3])
def test_boards_counted_in_groups_agree_with_boards_counted_one_by_one(game, wins, players):
    rng = Random(f"{game} {wins} {players}")
    ranking = evaluator(game, 32, wins=wins, ace_low=True)
    dealt = rng.sample(cards.deck(32), players * HOLE[game] + 3)
    holes = [dealt[at * HOLE[game] : (at + 1) * HOLE[game]] for at in range(players)]
    board, dead = dealt[-3:-1], dealt[-1:]
    found = chances(ranking, holes, board=board, dead=dead)
    assert as_rows(found) == one_by_one(ranking, holes, board, dead)


@pytest.mark.parametrize("seed", range(12))
def test_flops_of_a_full_deck_agree_with_boards_counted_one_by_one(seed):
    rng = Random(seed)
    suited = [card for card in cards.deck() if card & 3 == seed % 4]
    dealt = list(dict.fromkeys(rng.sample(suited, 6) + rng.sample(cards.deck(), 9)))
    rng.shuffle(dealt)
    for game, number in HOLE.items():
        ranking = evaluator(game, wins=WAYS[seed % 4], ace_low=True)
        holes, board = [dealt[:number], dealt[number : 2 * number]], dealt[-3:]
        assert as_rows(chances(ranking, holes, board=board)) == one_by_one(ranking, holes, board)


@pytest.mark.parametrize("game", HOLE)
@pytest.mark.parametrize("where", ["hole", "board", "deck"])
def test_the_joker_is_counted_wherever_it_is(game, where):
    rng = Random(f"{game} {where}")
    dealt = rng.sample(cards.deck(32), 2 * HOLE[game] + 2)
    if where == "hole":
        dealt[0] = cards.JOKER
    elif where == "board":
        dealt[-1] = cards.JOKER
    ranking = evaluator(game, 32)
    holes, board = [dealt[: HOLE[game]], dealt[HOLE[game] : -2]], dealt[-2:]
    found = chances(ranking, holes, board=board, has_joker=True)
    assert as_rows(found) == one_by_one(ranking, holes, board, has_joker=True)


def test_a_finished_board_has_one_deal():
    found = chances(evaluator("holdem"), hands("AsAd", "KsKd"), board=parse("2c3c4d9hTs"))
    assert as_rows(found) == (1, [(1, 0, 1), (0, 0, 0)])


def test_one_hand_alone_wins_every_board():
    found = chances(evaluator("holdem", 32), hands("AsAd"))
    assert as_rows(found) == (142_506, [(142_506, 0, 1)])


def test_stud_players_get_cards_of_their_own():
    found = chances(evaluator("stud"), hands("AsAd2c3c4d7h", "KsKdKc9s8s5d"), dead=parse("AhAc"))
    assert found.deals == 38 * 37
    ours, theirs = found.players
    assert ours.wins == _aces_up_or_a_straight_beat_three_kings()
    assert ours.share + theirs.share == 1


def _aces_up_or_a_straight_beat_three_kings():
    stud, wins = evaluator("stud"), 0
    ours, theirs = hands("AsAd2c3c4d7h", "KsKdKc9s8s5d")
    stub = set(cards.deck()) - {*ours, *theirs, *parse("AhAc")}
    for mine in stub:
        for yours in stub - {mine}:
            wins += stud.high((*ours, mine), ()) > stud.high((*theirs, yours), ())
    return wins


def dealt_out(ranking, holes, stub, shares_last=False):
    """Wins, ties and shares of stud or draw players by dealing every card that is missing."""
    number = {"stud": 7, "draw": 5}[ranking.game] - shares_last
    outcomes: Counter[tuple[tuple[bool, ...], tuple[bool, ...]]] = Counter()
    for last in combinations(stub, int(shares_last)):
        rest = [card for card in stub if card not in last]
        for full in each_deal(holes, rest, number):
            outcomes[best(ranking, [(*hole, *last) for hole in full], ())] += 1
    return tally(ranking, outcomes)


def each_deal(holes, stub, number):
    if not holes:
        yield ()
        return
    for more in combinations(stub, number - len(holes[0])):
        rest = [card for card in stub if card not in more]
        for others in each_deal(holes[1:], rest, number):
            yield ((*holes[0], *more), *others)


@pytest.mark.parametrize("wins", WAYS)
@pytest.mark.parametrize(
    ("game", "known", "dead"),
    [
        ("stud", (5, 5), 10),
        ("stud", (6, 4), 10),
        ("stud", (4, 7), 10),
        ("stud", (6, 6, 6), 4),
        ("stud", (5, 6, 6), 9),
        ("draw", (2, 3), 14),
        ("draw", (4, 4, 3), 11),
        ("draw", (0, 5), 14),
        ("stud", (5, 5, 5), 9),
        ("stud", (6, 6, 6, 5), 3),
        ("draw", (4, 3, 4, 4), 10),
    ],
)
def test_cards_of_their_own_counted_at_once_agree_with_every_deal_made(game, known, dead, wins):
    rng = Random(f"{game} {known} {wins}")
    ranking = evaluator(game, 32, wins=wins, ace_low=True)
    dealt = rng.sample(cards.deck(32, joker=True), 33)
    holes = [tuple(dealt.pop() for _ in range(number)) for number in known]
    gone = [dealt.pop() for _ in range(dead)]
    found = chances(ranking, holes, dead=gone, has_joker=True)
    assert as_rows(found) == dealt_out(ranking, holes, dealt)


@pytest.mark.parametrize("wins", WAYS)
def test_flushes_of_several_players_in_one_suit_agree_with_every_deal_made(wins):
    ranking = evaluator("stud", wins=wins, ace_low=True)
    holes = hands("AhKh9h4c2d", "QhJh7h7c3d", "5h6hThTc8d")
    stub = parse("2h3h4h8hAcKc9d5s6s")
    gone = [card for card in cards.deck() if card not in {*stub, *sum(holes, ())}]
    found = chances(ranking, holes, dead=gone)
    assert as_rows(found) == dealt_out(ranking, holes, stub)


def test_a_full_deck_of_low_cards_is_split_as_every_deal_made():
    ranking = evaluator("stud", wins="split8", ace_low=True)
    holes = hands("Ac2d3h9hKs", "4c5d6hQdJc")
    gone = [card for card in cards.deck() if 24 <= card < 50 and card not in sum(holes, ())]
    stub = [card for card in cards.deck() if card not in {*gone, *sum(holes, ())}]
    found = chances(ranking, holes, dead=gone)
    assert as_rows(found) == dealt_out(ranking, holes, stub)


def test_two_stud_players_are_counted_from_third_street_on():
    found = chances(evaluator("stud", 32), hands("AhKhQh", "7c8c9c"))
    assert found.deals == comb(26, 4) * comb(22, 4)
    ours, theirs = found.players
    assert ours.share + theirs.share == 1
    assert ours.wins + theirs.wins + ours.ties == found.deals
    turned = chances(evaluator("stud", 32), hands("7c8c9c", "AhKhQh"))
    assert (turned.players[1], turned.players[0]) == found.players


def test_two_who_draw_five_cards_each_are_counted():
    """Neither knows a card: as many deals for one as for the other, and every one is there."""
    found = chances(evaluator("draw", 32), hands("", ""))
    assert found.deals == comb(32, 5) * comb(27, 5)
    ours, theirs = found.players
    assert ours == theirs
    assert ours.wins * 2 + ours.ties == found.deals


def test_three_stud_players_on_fourth_street_are_counted_in_any_order():
    holes = hands("AhAd9c", "KhKd8c", "QhQd7c")
    gone = [card for card in cards.deck(32) if card & 3 == 3]
    found = chances(
        evaluator("stud", 32),
        [(*hole, card) for hole, card in zip(holes, parse("TcJcTd"), strict=True)],
        dead=gone,
    )
    stub = 32 - 12 - 8
    assert found.deals == comb(stub, 3) * comb(stub - 3, 3) * comb(stub - 6, 3)
    assert sum(player.share for player in found.players) == 1


@pytest.mark.rule("canberra:D.4.4")
@pytest.mark.parametrize("wins", WAYS)
def test_the_last_card_of_a_deck_that_runs_out_is_everybodys(wins):
    ranking = evaluator("stud", wins=wins, ace_low=True)
    dealt = Random(f"{wins} eight").sample(cards.deck(), 52)
    holes = [tuple(dealt.pop() for _ in range(6)) for _ in range(8)]
    found = chances(ranking, holes, shares_last=True)
    assert as_rows(found) == dealt_out(ranking, holes, dealt, shares_last=True)
    assert found.deals == 4
    with pytest.raises(ValueError, match="not so many cards left"):
        chances(ranking, holes)


def test_a_low_hand_takes_its_half_in_stud():
    ranking = evaluator("stud", wins="split8", ace_low=True)
    found = chances(ranking, hands("Ac2d3h5h8sAdQc", "KhKsKcJdTh9c6d"))
    assert as_rows(found) == (1, [(0, 1, Fraction(1, 2)), (0, 1, Fraction(1, 2))])


def test_stud_players_may_share_a_communal_last_card():
    holes = hands("AsAd2c3c4d7h", "KsKdQc9s8s5d")
    found = chances(evaluator("stud"), holes, board=parse("2d"))
    assert as_rows(found) == (1, [(1, 0, 1), (0, 0, 0)])


def test_draw_hands_are_compared_as_they_stand_and_may_still_draw():
    stand = chances(evaluator("draw"), hands("AsAdKc3c4d", "KsKdQc9s8s"))
    assert as_rows(stand) == (1, [(1, 0, 1), (0, 0, 0)])
    drawing = chances(evaluator("draw"), hands("AsAdKc3c4d", "2h5h9hTh"))
    assert drawing.deals == 43
    assert drawing.players[1].wins == 9


@pytest.mark.parametrize("wins", WAYS)
@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ("AhKh", "QcQd"), "2h3h9c"),
        ("omaha", ("AhKh2c3d", "QcQdJhTh"), "4h5h9c"),
        ("manila", ("AhKhTc", "QcQdJh"), "7h9h9c"),
        ("stud", ("AhKhTc9c2d", "QcQdJh7h3d"), ""),
        ("stud", ("AhKhTc9c2d4s", "QcQdJh7h3d4h"), "5c"),
        ("draw", ("AhAd", "QcQdJh"), ""),
    ],
)
def test_an_estimate_lies_within_its_margin_of_the_count(game, hands, board, wins):
    ranking = evaluator(game, wins=wins, ace_low=True)
    spot = Spot(ranking, [parse(hand) for hand in hands], parse(board))
    exact, found = spot.chances(), spot.estimate(Random(17), deals=2000)
    assert found.seen.deals == 2000
    for player, seen, margin in zip(exact.players, found.seen.players, found.margins, strict=True):
        assert abs(player.share - seen.share) <= 2 * margin  # one estimate of 16,000 is beyond
        assert margin < 0.023


def test_an_estimate_follows_from_its_chance_alone():
    spot = Spot(evaluator("stud"), hands("AhKhQh", "2c3c4c", "7d8d9d"))
    assert spot.estimate(Random(1), 50) == spot.estimate(Random(1), 50)
    assert spot.estimate(Random(1), 50) != spot.estimate(Random(2), 50)


def test_an_estimate_shares_the_last_card_of_a_deck_that_runs_out():
    dealt = Random("eight").sample(cards.deck(), 52)
    holes = [tuple(dealt.pop() for _ in range(6)) for _ in range(8)]
    spot = Spot(evaluator("stud"), holes, shares_last=True)
    exact, found = spot.chances(), spot.estimate(Random(3), 400)
    for player, seen, margin in zip(exact.players, found.seen.players, found.margins, strict=True):
        assert abs(player.share - seen.share) <= 2 * margin


def test_chances_refuse_in_a_sentence():
    with pytest.raises(ValueError, match="The ace of hearts is there twice"):
        chances(evaluator("holdem"), hands("AhKh", "AhQh"))
    with pytest.raises(ValueError, match="has no two of clubs"):
        chances(evaluator("holdem", 32), hands("AhKh", "2cQh"))
    with pytest.raises(TooMany, match="too many deals"):
        chances(evaluator("stud"), hands("AhKhQh", "2c3c4c", "7d8d9d"))
    with pytest.raises(ValueError, match="not enough cards left for the board"):
        chances(evaluator("manila", 32), [cards.deck(32)[at : at + 3] for at in range(0, 30, 3)])


@pytest.mark.parametrize(
    ("game", "hands", "board", "said"),
    [
        ("holdem", (), "", "Name at least one hand."),
        ("holdem", ("AhKh", "Qc"), "", "A hand has 2 cards in this game, not 1."),
        ("holdem", ("AhKhQh", "QcQd"), "", "A hand has 2 cards in this game, not 3."),
        ("omaha", ("AhKh", "QcQdJcJd"), "", "A hand has 4 cards in this game, not 2."),
        ("holdem", ("AhKh", "QcQd"), "2c3c4c5c6c7c", "The board has at most 5 cards"),
        ("holdem", ("AhKh", "Qc??"), "", "Every card must be known"),
        ("stud", ("AhKhQhJhTh9h8h7h", "QcQd"), "", "A hand has at most 7 cards"),
        ("draw", ("AhKhQhJhTh", "QcQd"), "2c", "A hand has at most 4 cards"),
    ],
)
def test_what_cannot_be_counted_is_told_in_a_sentence(game, hands, board, said):
    with pytest.raises(ValueError, match=said):
        chances(evaluator(game), [parse(hand) for hand in hands], board=parse(board))
