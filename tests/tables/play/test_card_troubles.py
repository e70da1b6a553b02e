"""Cards that go wrong, told on the tablet: what is offered, what is asked, what is carried out."""

from dataclasses import replace
from random import Random

import pytest
from django.test import Client

from engine.cards import cards
from engine.hand.state import Hand
from engine.referee import reports
from engine.rules import irregularities as what
from engine.structure import presets
from tables.models import Table
from tables.play.queries.pictures import Reading
from tests.factories import deal, hand_at, offered, running, sheet, table_of, tablet_browser, tap
from tests.markup import read_aloud

pytestmark = pytest.mark.django_db


def table_under(preset: str, players: int = 3, *, deck: str = "") -> Table:
    """A table of this book with a hand just dealt, by the engine where a deck is given."""
    chosen = replace(presets.get(preset), min_players=2)
    table = table_of(running(players, preset=chosen))
    top = cards.parse(deck)
    rest = [card for card in cards.deck() if card not in top]
    deal(table, deck=(*top, *rest) if deck else ())
    return table


def report(tablet: Client, table: Table, name: str, **answers: str) -> str:
    """Posted as the last button of the sheet does; the tablet's answer."""
    answer = tap(tablet, table, "happened", what=name, **answers)
    assert answer.status_code == 200, answer.content.decode()
    return str(answer.content.decode())


def stay(tablet: Client, table: Table) -> None:
    """Whose turn it is stands, checks or calls."""
    now = offered(table)
    kinds = (("stand", now.stand), ("check", now.check), ("call", now.call))
    kind = next(kind for kind, choice in kinds if choice.is_allowed)
    assert tap(tablet, table, kind, seat=now.seat).status_code == 200


def passed_round(tablet: Client, table: Table) -> Hand:
    """Nobody raises and nobody folds until a card is due."""
    while hand_at(table).actor >= 0:
        stay(tablet, table)
    return hand_at(table)


def board(tablet: Client, table: Table, laid: str) -> int:
    """The dealer enters community cards; the answer's status."""
    return int(tap(tablet, table, "board", cards=laid).status_code)


def burn_due(table: Table) -> int:
    """How many cards are burned before the card that is due."""
    due = offered(table).deal
    assert due is not None
    return due.burn


def on_the_board(preset: str, *streets: str, deck: str = "") -> tuple[Client, Table]:
    """These cards lie, each betting round before them passed without a bet."""
    table = table_under(preset, deck=deck)
    tablet = tablet_browser(table)
    for laid in streets:
        passed_round(tablet, table)
        assert board(tablet, table, laid) == 200
    return tablet, table


FLOP, TURN, RIVER = "AhKd2c", "3c", "9d"
PICKER = "data-sheet-picker"

# -- cards that come too early ---------------------------------------------------------------------


@pytest.mark.rule("charity:20.8")
def test_an_early_turn_asked_for_a_card_of_the_board_and_refused_the_real_one():
    tablet, table = on_the_board("charity", FLOP)
    asked = sheet(tablet, table, what=what.PREMATURE_TURN)
    assert PICKER in asked
    assert "data-used=" in asked
    assert all(card in asked.split('data-used="')[1].split('"')[0] for card in ("Ah", "Kd", "2c"))
    refused = tap(tablet, table, "happened", what=what.PREMATURE_TURN, cards="Ah")
    assert refused.status_code == 409
    report(tablet, table, what.PREMATURE_TURN, cards="9c")
    passed_round(tablet, table)
    assert board(tablet, table, "8c") == 409
    assert board(tablet, table, "9c") == 200
    assert hand_at(table).board == cards.parse(FLOP + "9c")
    assert board(tablet, table, "9c") == 409, "no card lies twice"


@pytest.mark.rule("charity:20.8")
def test_what_came_too_early_was_offered_when_the_betting_was_over():
    tablet, table = on_the_board("charity", FLOP)
    assert "Turn before the betting ended" in sheet(tablet, table)
    passed_round(tablet, table)
    assert "Turn before the betting ended" not in sheet(tablet, table)
    board(tablet, table, TURN)
    assert "Turn before the betting ended" not in sheet(tablet, table), "its betting is over"
    assert "River before the betting ended" in sheet(tablet, table)


@pytest.mark.rule("canberra:E.4.2")
def test_the_first_card_of_the_shoe_was_a_board_card_and_came_again():
    tablet, table = on_the_board("canberra-e", FLOP)
    assert "First card of the shoe shown" not in sheet(tablet, table), "betting goes on"
    passed_round(tablet, table)
    assert PICKER in sheet(tablet, table, what=what.FIRST_OF_SHOE_SHOWN)
    refused = tap(tablet, table, "happened", what=what.FIRST_OF_SHOE_SHOWN, cards="Ah")
    assert refused.status_code == 409
    assert "the burn card" in report(tablet, table, what.FIRST_OF_SHOE_SHOWN, cards="9c")
    assert board(tablet, table, "9c") == 409, "it is burned"
    assert board(tablet, table, "8c") == 200


@pytest.mark.rule("canberra:A.4.2")
@pytest.mark.parametrize("lying", [1, 2, 3, 4])
def test_a_manila_card_too_early_could_be_told_only_as_flop_turn_or_river(lying: int):
    tablet, table = on_the_board("canberra-a", *("Ah", "Kd", "Qc", "9d")[:lying])
    offered_now = sheet(tablet, table)
    assert "Community card before the betting ended" in offered_now
    assert "Flop" not in offered_now
    assert "Turn before" not in offered_now
    early = what.NEXT_CARD_TOO_EARLY
    assert PICKER in sheet(tablet, table, what=early)
    assert tap(tablet, table, "happened", what=early, cards="Ah").status_code == 409
    page = report(tablet, table, early, cards="Ts")
    assert "canberra:A.4.2" in page
    assert not offered(table).raising.is_allowed
    passed_round(tablet, table)
    assert board(tablet, table, "8c") == 409
    assert board(tablet, table, "Ts") == 200


@pytest.mark.rule("canberra:A.4.3")
def test_a_card_before_the_betting_began_was_offered_after_a_bet():
    tablet, table = on_the_board("canberra-a", "Ah", "Kd")
    assert "Next card shown before the betting began" in sheet(tablet, table)
    now = offered(table)
    assert (
        tap(tablet, table, "raise_to", seat=now.seat, amount=now.raising.least).status_code == 200
    )
    assert "Next card shown before the betting began" not in sheet(tablet, table)
    assert "Community card before the betting ended" in sheet(tablet, table)


@pytest.mark.rule("fours:early-turn-1")
@pytest.mark.rule("fours:early-turn-2")
@pytest.mark.rule("fours:early-turn-3")
def test_an_early_turn_of_the_league_could_be_dealt_in_its_own_place():
    tablet, table = on_the_board("fours", FLOP)
    assert PICKER in sheet(tablet, table, what=what.PREMATURE_TURN)
    report(tablet, table, what.PREMATURE_TURN, cards="9c")
    passed_round(tablet, table)
    assert board(tablet, table, "9c") == 409, "it is out for this street"
    assert board(tablet, table, "8c") == 200
    while hand_at(table).actor >= 0:
        now = offered(table)
        last = tap(tablet, table, "check", seat=now.seat)
    page = last.content.decode()
    assert "Shuffle the card set aside into the deck, without burns, and cut" in page
    assert burn_due(table) == 0
    assert board(tablet, table, "9c") == 200, "it may come from the new shuffle"


@pytest.mark.rule("fours:early-turn-2")
@pytest.mark.rule("fours:early-turn-3")
def test_an_early_turn_of_the_engines_deck_was_shuffled_back_at_once():
    table = table_under("fours", deck="2c 3c 4c")
    tablet = tablet_browser(table)
    passed_round_of(tablet, table, 0)
    before = hand_at(table)
    burn, early, second_burn, river = before.deck[before.deck_at : before.deck_at + 4]
    report(tablet, table, what.PREMATURE_TURN)
    passed_round_of(tablet, table, 1)
    hand = hand_at(table)
    assert hand.board[3:] == (river,), "the river to be is the turn"
    assert early not in hand.deck[hand.deck_at :]
    passed_round_of(tablet, table, 2)
    hand = hand_at(table)
    assert sorted(hand.deck) == sorted(before.deck)
    assert len(hand.board) == 5
    assert hand.board[4] not in (burn, second_burn)
    assert early in (hand.board[4], *hand.deck[hand.deck_at :])


def passed_round_of(tablet: Client, table: Table, street: int) -> None:
    """Everybody passes in this round; the engine deals on by itself."""
    while hand_at(table).street == street:
        stay(tablet, table)


@pytest.mark.rule("adelaide:55a")
def test_an_extra_turn_card_stayed_on_top_of_the_engines_deck():
    table = table_under("adelaide-no-limit", deck="2c 3c 4c")
    tablet = tablet_browser(table)
    passed_round_of(tablet, table, 0)
    passed_round_of(tablet, table, 1)
    before = hand_at(table)
    burn, extra = before.deck[before.deck_at - 2], before.deck[before.deck_at]
    report(tablet, table, what.TWO_CARDS_AT_ONCE, repaired="yes")
    hand = hand_at(table)
    assert hand.board == before.board
    assert hand.burned == before.burned - 1
    stub = hand.deck[hand.deck_at :]
    assert {burn, extra} <= set(stub)
    assert sorted(hand.deck) == sorted(before.deck)
    assert stub[1:] != before.deck[before.deck_at :]


# -- one card in one place -------------------------------------------------------------------------


def used(page: str) -> str:
    """The cards that the sheet's or the tablet's picker no longer offers."""
    return page.split('data-used="')[1].split('"')[0]


@pytest.mark.rule("charity:20.9")
@pytest.mark.parametrize("is_entered", [True, False])
def test_the_other_of_two_cards_could_be_burned_and_come_on_the_river(is_entered: bool):
    tablet, table = on_the_board("charity", FLOP, *([TURN] if is_entered else []))
    if not is_entered:
        passed_round(tablet, table)
    answers = {"repaired": "yes"}
    asked = sheet(tablet, table, what=what.TWO_CARDS_AT_ONCE, **answers)
    assert "Which was the other card?" in asked
    assert PICKER in asked
    assert ("3c" in used(asked)) == is_entered
    lying = tap(tablet, table, "happened", what=what.TWO_CARDS_AT_ONCE, cards="Ah", **answers)
    assert lying.status_code == 409
    report(tablet, table, what.TWO_CARDS_AT_ONCE, cards="8h", **answers)
    if not is_entered:
        assert board(tablet, table, "8h") == 409, "it is the next burn card"
        assert board(tablet, table, TURN) == 200
    passed_round(tablet, table)
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    assert "8h" in used(tablet.get(where).content.decode()), "no picker offers it"
    assert board(tablet, table, "8h") == 409
    assert board(tablet, table, RIVER) == 200
    assert hand_at(table).burned == 3


TWO, MANY = (what.TWO_CARDS_AT_ONCE, "8h"), (what.MANY_CARDS_AT_ONCE, "8h7h")
DISCARDS = [
    pytest.param("charity", *TWO, marks=pytest.mark.rule("charity:20.9")),
    pytest.param("charity", *MANY, marks=pytest.mark.rule("charity:20.10")),
    pytest.param("adelaide-no-limit", *TWO, marks=pytest.mark.rule("adelaide:55a")),
    pytest.param("adelaide-no-limit", *MANY, marks=pytest.mark.rule("adelaide:55a")),
]


@pytest.mark.parametrize(("preset", "name", "extra"), DISCARDS)
def test_a_card_discarded_with_the_river_could_be_shown_in_a_hand(preset, name, extra):
    tablet, table = on_the_board(preset, FLOP, TURN)
    passed_round(tablet, table)
    answers = {"detail": "river", "repaired": "yes"}
    asked = sheet(tablet, table, what=name, **answers)
    count = len(extra) // 2
    assert ("Which was the other card?" if count == 1 else "Which were the other cards?") in asked
    assert f'data-needed="{count}"' in asked
    told = sheet(tablet, table, what=name, **answers, cards=extra)
    assert "Out of this hand: " in told
    report(tablet, table, name, **answers, cards=extra)
    assert board(tablet, table, extra[-2:]) == 409
    assert board(tablet, table, RIVER) == 200
    hand = passed_round(tablet, table)
    shows = {"seat": hand.in_hand()[0]}
    assert tap(tablet, table, "show", cards=f"{extra[-2:]}Qs", **shows).status_code == 409
    assert tap(tablet, table, "show", cards="QdQs", **shows).status_code == 200


@pytest.mark.rule("charity:20.4")
def test_an_exposed_flop_card_put_an_unknown_card_on_the_board():
    table = table_under("charity")
    tablet = tablet_browser(table)
    passed_round(tablet, table)
    asked = sheet(tablet, table, what=what.FLOP_CARD_EXPOSED)
    assert "Which card was exposed?" in asked
    assert PICKER in asked
    report(tablet, table, what.FLOP_CARD_EXPOSED, cards="8h")
    assert board(tablet, table, "8hKd2c") == 409, "it is the burn card now"
    assert board(tablet, table, FLOP) == 200
    assert (hand_at(table).board, hand_at(table).burned) == (cards.parse(FLOP), 1)


@pytest.mark.rule("charity:20.4")
@pytest.mark.parametrize("acted", [0, 1, 3])
def test_a_flop_entered_with_its_exposed_card_is_entered_again_after_the_swap(acted: int):
    tablet, table = on_the_board("charity", FLOP)
    for _ in range(acted):
        stay(tablet, table)
    actor = hand_at(table).actor
    asked = sheet(tablet, table, what=what.FLOP_CARD_EXPOSED)
    assert "cards=Kd" in asked, "it may lie on the board as entered"
    assert PICKER in asked, "or not"
    report(tablet, table, what.FLOP_CARD_EXPOSED, cards="Kd")
    assert hand_at(table).board == ()
    assert board(tablet, table, "AhKd2c") == 409
    assert board(tablet, table, "Ah8h2c") == 200
    hand = hand_at(table)
    assert (hand.board, hand.burned, hand.actor) == (cards.parse("Ah8h2c"), 1, actor)


@pytest.mark.rule("charity:20.4")
def test_a_flop_entered_as_it_lay_after_the_swap_stays():
    tablet, table = on_the_board("charity", FLOP)
    report(tablet, table, what.FLOP_CARD_EXPOSED, cards="8h")
    assert hand_at(table).board == cards.parse(FLOP)
    passed_round(tablet, table)
    assert board(tablet, table, "8h") == 409


@pytest.mark.rule("charity:20.8")
@pytest.mark.parametrize("unsaid", [{}, {"cards": ""}, {"cards": "??"}])
def test_a_card_seen_too_early_could_be_left_unnamed_and_come_a_second_time(unsaid):
    tablet, table = on_the_board("charity", FLOP)
    asked = sheet(tablet, table, what=what.PREMATURE_TURN, **unsaid)
    assert PICKER in asked
    assert "sheet-skip" not in asked
    refused = tap(tablet, table, "happened", what=what.PREMATURE_TURN, **unsaid)
    assert refused.status_code == 409
    assert hand_at(table).next_card == cards.UNKNOWN
    report(tablet, table, what.PREMATURE_TURN, cards="9s")
    passed_round(tablet, table)
    assert board(tablet, table, TURN) == 409, "the card that was seen comes next"
    assert board(tablet, table, "9s") == 200


@pytest.mark.rule("charity:20.8")
def test_a_card_seen_too_early_was_laid_unrecorded_and_came_again_on_the_river():
    tablet, table = on_the_board("charity", FLOP)
    report(tablet, table, what.PREMATURE_TURN, cards="9s")
    passed_round(tablet, table)
    assert tap(tablet, table, "skip_board").status_code == 200
    assert hand_at(table).board == cards.parse(FLOP + "9s"), "it has been seen"
    passed_round(tablet, table)
    assert board(tablet, table, "9s") == 409
    assert board(tablet, table, RIVER) == 200


@pytest.mark.rule("charity:20.8")
@pytest.mark.rule("fours:early-turn-1")
@pytest.mark.parametrize("preset", ["charity", "fours"])
def test_a_second_early_turn_made_the_table_forget_the_first(preset: str):
    tablet, table = on_the_board(preset, FLOP)
    report(tablet, table, what.PREMATURE_TURN, cards="9s")
    assert "Turn before the betting ended" not in sheet(tablet, table)
    again = tap(tablet, table, "happened", what=what.PREMATURE_TURN, cards="8s")
    assert again.status_code == 409
    kept = {hand_at(table).next_card, *hand_at(table).set_aside[:1]} - {cards.UNKNOWN}
    assert kept == set(cards.parse("9s"))


# -- what a report concerns ------------------------------------------------------------------------


@pytest.mark.rule("adelaide:55c")
def test_no_burn_before_the_turn_stood_because_the_flop_had_been_bet_on():
    tablet, table = on_the_board("adelaide-no-limit", FLOP)
    passed_round(tablet, table)
    asked = sheet(tablet, table, what=what.NO_BURN)
    assert "Which cards was it?" in asked
    assert "detail=flop" in asked
    told = sheet(tablet, table, what=what.NO_BURN, detail="turn")
    assert "The cards are dealt again" in told
    assert "adelaide:55c" in told
    report(tablet, table, what.NO_BURN, detail="turn")
    assert hand_at(table).board == cards.parse(FLOP), "the flop stays"
    assert board(tablet, table, TURN) == 200


@pytest.mark.rule("adelaide:54c")
@pytest.mark.parametrize("burns", [what.NO_BURN, what.TWO_BURNS])
def test_no_burn_before_the_flop_took_the_turn_back(burns: str):
    tablet, table = on_the_board("adelaide-no-limit", FLOP, TURN)
    told = sheet(tablet, table, what=burns, detail="flop")
    assert "The flop stands" in told
    assert "adelaide:54c" in told
    report(tablet, table, burns, detail="flop")
    assert hand_at(table).board == cards.parse(FLOP + TURN)
    report(tablet, table, burns, detail="turn")
    assert hand_at(table).board == cards.parse(FLOP), "nobody had bet on it"


@pytest.mark.rule("adelaide:55a")
def test_two_cards_at_once_took_the_flop_back():
    tablet, table = on_the_board("adelaide-no-limit", FLOP)
    assert "Two cards turned at once" not in sheet(tablet, table)
    assert "Too many flop cards" in sheet(tablet, table)
    refused = tap(tablet, table, "happened", what=what.TWO_CARDS_AT_ONCE)
    assert refused.status_code == 409
    passed_round(tablet, table)
    assert "Two cards turned at once" in sheet(tablet, table), "for the fourth card"
    report(tablet, table, what.TWO_CARDS_AT_ONCE)
    assert hand_at(table).board == cards.parse(FLOP)


@pytest.mark.rule("charity:20.5")
def test_no_burn_before_the_turn_was_ruled_by_the_clause_on_the_flop():
    tablet, table = on_the_board("charity", FLOP, TURN)
    told = sheet(tablet, table, what=what.NO_BURN, detail="turn")
    assert "charity:20.5" not in told
    assert "The book is silent; by TDA 2024 rule 1" in read_aloud(told)
    flop = sheet(tablet, table, what=what.NO_BURN, detail="flop")
    assert "charity:20.5" in flop
    assert "The cards stand" in flop


@pytest.mark.rule("adelaide:69")
@pytest.mark.parametrize("choice", ["a call", "a fold, the chips stay in"])
def test_a_call_of_half_was_left_to_the_floor(choice: str):
    table = table_under("adelaide-no-limit")
    tablet, hand = tablet_browser(table), hand_at(table)
    asked = {"what": reports.WRONG_AMOUNT, "said": "", "amount": str(hand.bet_to_match // 2)}
    told = sheet(tablet, table, **asked)
    assert "The player chooses" in told
    assert "The floor decides" not in told
    assert "adelaide:69" in told
    answer = tap(tablet, table, "happened", **asked, choice=choice)
    assert answer.status_code == 200
    paid = hand.bet_to_match if choice == "a call" else hand.bet_to_match // 2
    assert hand_at(table).paid[hand.actor] == paid
    assert (hand.actor in hand_at(table).folds) == (choice != "a call")


def test_a_deck_not_cut_was_a_misdeal_by_a_clause_that_does_not_list_it():
    table = table_under("adelaide-no-limit")
    told = sheet(tablet_browser(table), table, what=what.NOT_SHUFFLED_OR_CUT)
    assert "adelaide:28" not in told
    assert "The book is silent; by TDA 2024 rule 35" in read_aloud(told)
    assert "put right" not in told


@pytest.mark.rule("adelaide:53a")
def test_a_card_the_dealer_flashed_in_the_deal_stayed_with_its_player():
    table = table_under("adelaide-no-limit")
    tablet, seat = tablet_browser(table), str(hand_at(table).actor)
    asked = {"count": "1", "seat": seat, "cards": "Ah"}
    told = sheet(tablet, table, what=what.FLASHED_BY_DEALER, **asked)
    assert "The card is replaced" in told
    assert "adelaide:53a" in told
    report(tablet, table, what.FLASHED_BY_DEALER, **asked)
    assert hand_at(table).burned == 1
    again = report(tablet, table, what.FLASHED_BY_DEALER, **asked | {"cards": "Kh"})
    assert "adelaide:28e" in again


@pytest.mark.rule("charity:20.3")
def test_a_fold_out_of_turn_was_taken_back_by_a_clause_on_wagers():
    table = table_under("charity")
    tablet, hand = tablet_browser(table), hand_at(table)
    early, other = (seat for seat in hand.order if seat != hand.actor)
    told = sheet(tablet, table, what=reports.OUT_OF_TURN, seat=str(early), action="fold")
    assert "charity:20.3" not in told
    assert "The book is silent; by TDA 2024 rule 53" in read_aloud(told)
    report(tablet, table, reports.OUT_OF_TURN, seat=str(early), action="fold")
    called = sheet(tablet, table, what=reports.OUT_OF_TURN, seat=str(other), action="call")
    assert "charity:20.3" in called
    while hand_at(table).actor >= 0 and early not in hand_at(table).folds:
        stay(tablet, table)
    assert early in hand_at(table).folds


@pytest.mark.rule("canberra:B.2.5(a)")
@pytest.mark.rule("canberra:B.2.5(b)")
def test_a_draw_of_five_did_not_tell_the_dealer_that_the_fifth_comes_last():
    table = table_under("canberra-b")
    tablet = tablet_browser(table)
    passed_round(tablet, table)
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    first = hand_at(table).drawer
    assert "5: four now, the fifth last" in tablet.get(where).content.decode()
    tap(tablet, table, "draw", seat=first, count=5)
    assert len(hand_at(table).hole[first]) == 4
    while hand_at(table).drawer != hand_at(table).in_hand()[-1]:
        tap(tablet, table, "draw", seat=hand_at(table).drawer, count=0)
    page = tablet.get(where).content.decode()
    assert f"Then the fifth card for seat {first}." in page
    assert "5: four, one aside, then the fifth" in page
    tap(tablet, table, "draw", seat=hand_at(table).drawer, count=0)
    assert len(hand_at(table).hole[first]) == 5


@pytest.mark.rule("canberra:D.1.2")
@pytest.mark.rule("canberra:D.1.2/later")
@pytest.mark.parametrize(("players", "last"), [(3, "street"), (8, "board")])
def test_who_opens_in_stud_was_asked_without_saying_by_which_card_and_once_more_at_the_end(
    players: int, last: str
):
    table = table_under("canberra-d", players)
    tablet = tablet_browser(table)
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    which = {"low": "lowest", "high": "highest"}[rules_at(table).settings.stud_opens]
    words = [f"the {which} up card", *["the highest up card"] * 3]
    seat = hand_at(table).order[1]
    for number, card in enumerate(words):
        if number:
            tap(tablet, table, "street")
        assert f"Tap the seat with {card}" in tablet.get(where).content.decode()
        tap(tablet, table, "opener", seat=seat)
        if not number:  # the opener of the first round must bet (canberra:9.1(d))
            tap(tablet, table, "raise_to", seat=seat, amount=offered(table).raising.least)
        passed_round(tablet, table)
    assert tap(tablet, table, last).status_code == 200
    assert hand_at(table).actor == seat, "a card face down changes nothing"


def rules_at(table: Table):
    table.refresh_from_db()
    return Reading(table).rules


@pytest.mark.rule("canberra:C.4.1")
def test_an_omaha_flop_too_early_was_burned_for_twice():
    table = table_under("canberra-c")
    tablet = tablet_browser(table)
    told = report(tablet, table, what.PREMATURE_FLOP)
    assert "canberra:C.4.1" in told
    assert "The book is silent on the burn card" in told
    passed_round(tablet, table)
    assert burn_due(table) == 0
    assert board(tablet, table, FLOP) == 200


def test_a_card_exposed_in_the_cut_was_to_be_put_right_by_moving_cards():
    table = table_under("igr")
    tablet = tablet_browser(table)
    told = sheet(tablet, table, what=what.EXPOSED_IN_THE_CUT)
    assert "put right" not in told
    assert "Shuffle and cut" in told
    assert "The book is silent; by IGR term 6.02(e)" in read_aloud(told)
    report(tablet, table, what.EXPOSED_IN_THE_CUT)
    assert hand_at(table).ended == "misdeal"


# -- chance --------------------------------------------------------------------------------------


def test_a_reshuffle_followed_from_the_deck_before_it_and_its_sheet_told_what_would_come():
    table = table_under("charity", deck="2c 3c 4c")
    tablet = tablet_browser(table)
    before = hand_at(table)
    stub = list(before.deck[before.deck_at :])
    told = sheet(tablet, table, what=what.PREMATURE_FLOP)
    assert "The deck is shuffled and cut." in told
    assert "Board:" not in told
    report(tablet, table, what.PREMATURE_FLOP)
    once = hand_at(table).deck[before.deck_at :]
    assert sorted(once) == sorted(stub)
    Random(repr(before.deck)).shuffle(stub)
    assert list(once) != stub
    report(tablet, table, what.PREMATURE_FLOP)
    assert hand_at(table).deck[before.deck_at :] != once
