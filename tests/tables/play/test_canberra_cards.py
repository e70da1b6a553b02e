"""Canberra's cards told on the tablet: misdeals, exposed and early cards, hands of a wrong size.

What the house decides before play is chosen on its page; what the dealer finds is told and carried
out as the tablet posts it.
"""

from dataclasses import replace

import pytest
from django.test import Client

from engine.cards import cards
from engine.referee import reports
from engine.rules import irregularities as what
from engine.structure import presets
from tables.models import HandEvent, Table
from tests.factories import (
    hand_at,
    house_browser,
    house_director,
    offered,
    refreshed,
    seated,
    sheet,
    signed_in,
    stacks,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tests.tables.play.test_card_troubles import (
    board,
    burn_due,
    on_the_board,
    passed_round,
    report,
    stay,
    table_under,
)
from tests.written_forms import form_with
from tournament.models import Tournament
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db

FLOP, TURN, RIVER = "AhKd2c", "3c", "9d"
REPLACED = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.3")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.3")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.3")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.3")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.3")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.3")),
]
UNBURNED = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.4")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.4")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.4")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.4")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.4")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.4")),
]
BURNING = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.1.2")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.1.2")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.1.2")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.1.2")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.1.2")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.1.2")),
]
SHOWN_EARLY = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.1")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.1")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.1")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.1")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.1")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.1")),
]
FIRST_OF_SHOE = [
    pytest.param("c", marks=pytest.mark.rule("canberra:C.4.2")),
    pytest.param("e", marks=pytest.mark.rule("canberra:E.4.2")),
    pytest.param("f", marks=pytest.mark.rule("canberra:F.4.2")),
    pytest.param("g", marks=pytest.mark.rule("canberra:G.4.2")),
    pytest.param("h", marks=pytest.mark.rule("canberra:H.4.2")),
    pytest.param("i", marks=pytest.mark.rule("canberra:I.4.2")),
]


def choose(cup: Tournament, **words: str) -> int:
    """The house rules in these words on their page; what it answers."""
    director, where = house_browser(), f"/t/{cup.code}/house-rules/"
    form = form_with(director.get(where).content.decode(), next(iter(words)))
    wanted = {
        name: next(value for value, said in form[name].offered if said == answer)
        for name, answer in words.items()
    }
    return director.post(where, form.body(**wanted)).status_code


def cannot_change(table: Table, **values: str) -> bool:
    """Whether the page refuses it, now that play has begun."""
    director, where = house_browser(), f"/t/{table.tournament.code}/house-rules/"
    before = stored()
    return director.post(where, values).status_code == 409 and stored() == before


def decided(letter: str, players: int = 3, **words: str) -> tuple[Client, Table]:
    """Chosen on the page before play, which then begins on the console."""
    chosen = replace(presets.get(f"canberra-{letter}"), min_players=2)
    cup = seated(players, preset=chosen)
    assert choose(cup, **words) == 302
    assert house_browser().post(f"/t/{cup.code}/start/").status_code == 302
    table = table_of(cup)
    return tablet_browser(table), table


def begun(letter: str, players: int = 3, **words: str) -> tuple[Client, Table]:
    """The same with the first hand dealt on the tablet."""
    tablet, table = decided(letter, players, **words)
    assert tap(tablet, table, "start_hand").status_code == 200
    return tablet, table


def dealt(letter: str) -> tuple[Client, Table]:
    """A hand just dealt; nobody has acted."""
    table = table_under(f"canberra-{letter}")
    return tablet_browser(table), table


def remedy(tablet: Client, table: Table, clause: str, name: str, **answers: str) -> str:
    """What the sheet says will be done, citing this clause."""
    told = sheet(tablet, table, what=name, **answers)
    assert clause in told
    return one_line(told).partition('class="sheet-remedy">')[2].partition("<")[0]


def misdealt(tablet: Client, table: Table, clause: str, name: str, **answers: str) -> None:
    """The book calls it a misdeal: the sheet says so and the journal keeps it with its clause.

    It is dealt again from the same Buck, and what was posted is not taken twice (17.2).
    """
    assert remedy(tablet, table, clause, name, **answers) == "Misdeal"
    before = hand_at(table)
    report(tablet, table, name, **answers)
    assert hand_at(table).ended == "misdeal"
    assert any("misdeal" in line for line in journal_of(table))
    assert tap(tablet, table, "start_hand").status_code == 200
    again = hand_at(table)
    assert (again.marker, again.blind_seats) == (before.marker, before.blind_seats)
    assert again.pot == sum(before.blinds) + before.ante * len(before.order)


def played_on(tablet: Client, table: Table, clause: str, name: str, **answers: str) -> str:
    """No misdeal: the sheet names the clause, the hand goes on; what the tablet then orders."""
    assert remedy(tablet, table, clause, name, **answers) not in ("", "Misdeal")
    page = report(tablet, table, name, **answers)
    assert hand_at(table).ended == ""
    return page


def journal_of(table: Table) -> list[str]:
    return [journal.row(line).sentence for line in journal.newest_first(table.tournament_id)]


# -- misdeals of every game ------------------------------------------------------------------------


@pytest.mark.rule("canberra:17.1(a)")
def test_cards_exposed_in_the_cut_are_told_and_dealt_again():
    misdealt(*dealt("e"), "canberra:17.1(a)", what.EXPOSED_IN_THE_CUT)


@pytest.mark.rule("canberra:17.1(b)")
def test_a_deck_that_was_not_cut_is_cut_before_the_first_bet_and_a_misdeal_after_it():
    tablet, table = dealt("e")
    page = played_on(tablet, table, "canberra:17.1(b)", what.NOT_SHUFFLED_OR_CUT)
    assert "Cut the deck" in page
    now = offered(table)
    assert tap(tablet, table, "raise_to", seat=now.seat, amount=300).status_code == 200
    misdealt(tablet, table, "canberra:17.1(b)", what.NOT_SHUFFLED_OR_CUT)


@pytest.mark.rule("canberra:17.1(c)")
@pytest.mark.parametrize("letter", ["d", "e"])
def test_two_exposed_hole_cards_are_told_and_dealt_again(letter: str):
    tablet, table = dealt(letter)
    misdealt(tablet, table, "canberra:17.1(c)", what.EXPOSED_HOLE_CARD, count="2")
    seat = str(hand_at(table).order[1])
    one = {"count": "1", "seat": seat, "cards": "Ah"}
    report(tablet, table, what.EXPOSED_HOLE_CARD, **one)
    assert hand_at(table).ended == "", "one alone is none"
    report(tablet, table, what.EXPOSED_HOLE_CARD, **one | {"cards": "Kd"})
    assert hand_at(table).ended == "misdeal", "the second, whoever held it"


@pytest.mark.rule("canberra:17.1(d)")
@pytest.mark.rule("canberra:17.1(d)/repair")
def test_a_card_dealt_out_of_turn_is_put_right_unless_the_wrong_player_looked():
    tablet, table = dealt("e")
    assert "Looked at" in sheet(tablet, table, what=what.OUT_OF_ORDER)
    page = played_on(tablet, table, "canberra:17.1(d)/repair", what.OUT_OF_ORDER, detail="")
    assert "Put the deal right" in page
    misdealt(tablet, table, "canberra:17.1(d)", what.OUT_OF_ORDER, detail="looked at")
    stay(tablet, table)
    told = sheet(tablet, table, what=what.OUT_OF_ORDER, detail="looked at")
    assert "too late for a misdeal" in told, "the betting has begun"


@pytest.mark.rule("canberra:17.1(e)")
@pytest.mark.rule("canberra:17.1(e)/repair")
def test_a_player_left_out_is_dealt_in_while_nobody_has_seen_the_cards():
    tablet, table = dealt("e")
    asked = sheet(tablet, table, what=what.PLAYER_MISSED)
    assert "Nobody has seen the cards, and it can be put right?" in asked
    unseen = {"repaired": "yes"}
    played_on(tablet, table, "canberra:17.1(e)/repair", what.PLAYER_MISSED, **unseen)
    misdealt(tablet, table, "canberra:17.1(e)", what.PLAYER_MISSED, repaired="no")


@pytest.mark.rule("canberra:17.1(f)")
@pytest.mark.rule("canberra:17.1(e)/repair")
def test_an_extra_card_is_put_back_while_nobody_has_seen_it_and_else_a_misdeal():
    tablet, table = dealt("e")
    seat = str(hand_at(table).order[1])
    unseen = {"repaired": "yes", "seat": seat}
    played_on(tablet, table, "canberra:17.1(e)/repair", what.WRONG_COUNT, **unseen)
    misdealt(tablet, table, "canberra:17.1(f)", what.WRONG_COUNT, repaired="no")


# -- exposed hole cards in each game ---------------------------------------------------------------


@pytest.mark.rule("canberra:A.4.1")
def test_one_exposed_card_is_a_misdeal_in_manila():
    misdealt(*dealt("a"), "canberra:A.4.1", what.EXPOSED_HOLE_CARD)


@pytest.mark.rule("canberra:B.4.1")
def test_one_exposed_card_is_kept_in_draw_and_a_second_anywhere_is_a_misdeal():
    tablet, table = dealt("b")
    one, other = (str(seat) for seat in hand_at(table).order[:2])
    shown = {"count": "1", "seat": one, "cards": "Ah"}
    played_on(tablet, table, "canberra:B.4.1", what.EXPOSED_HOLE_CARD, **shown)
    second = {"count": "1", "seat": other, "cards": "Kd"}
    misdealt(tablet, table, "canberra:B.4.1", what.EXPOSED_HOLE_CARD, **second)
    misdealt(tablet, table, "canberra:B.4.1", what.EXPOSED_HOLE_CARD, count="2")


@pytest.mark.parametrize("letter", REPLACED)
def test_with_burning_an_exposed_card_is_replaced_and_the_flop_comes_unburned(letter: str):
    tablet, table = begun(letter, burns="Yes")
    shown = {"count": "1", "seat": str(hand_at(table).order[1]), "cards": "Qs"}
    clause = f"canberra:{letter.upper()}.4.3"
    page = played_on(tablet, table, clause, what.EXPOSED_HOLE_CARD, **shown)
    assert "the top card of the deck" in page
    passed_round(tablet, table)
    assert "no burn card" in tablet_page(tablet, table)
    burns = []
    for laid in (FLOP, TURN, RIVER):
        burns.append(burn_due(table))
        assert board(tablet, table, laid) == 200
        passed_round(tablet, table)
    assert burns == [0, 1, 1]


@pytest.mark.parametrize("letter", UNBURNED)
def test_where_no_card_is_burned_one_exposed_card_is_a_misdeal(letter: str):
    tablet, table = begun(letter, burns="No")
    one = {"count": "1"}
    misdealt(tablet, table, f"canberra:{letter.upper()}.4.4", what.EXPOSED_HOLE_CARD, **one)


# -- burning ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("burns", ["Yes", "No"])
@pytest.mark.parametrize("letter", BURNING)
def test_the_director_says_before_play_whether_a_card_is_burned(letter: str, burns: str):
    tablet, table = begun(letter, burns=burns)
    told = {"Yes": "burn one card first", "No": "no burn card"}[burns]
    for laid in (FLOP, TURN, RIVER):
        passed_round(tablet, table)
        assert told in tablet_page(tablet, table)
        assert board(tablet, table, laid) == 200
    assert hand_at(table).burned == {"Yes": 3, "No": 0}[burns]
    assert cannot_change(table, burns={"Yes": "1", "No": "0"}[burns])


def tablet_page(tablet: Client, table: Table) -> str:
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    return one_line(tablet.get(where).content.decode())


# -- cards that come too early ---------------------------------------------------------------------


EARLY = [what.PREMATURE_FLOP, what.PREMATURE_TURN, what.PREMATURE_RIVER]


@pytest.mark.parametrize("letter", SHOWN_EARLY)
def test_a_communal_card_shown_too_early_goes_back_into_the_shoe(letter: str):
    tablet, table = dealt(letter)
    clause = f"canberra:{letter.upper()}.4.1"
    for early, laid in zip(EARLY, (FLOP, TURN, RIVER), strict=True):
        page = played_on(tablet, table, clause, early)
        assert "huffle the cards back into the deck" in page
        assert "and cut" in page
        passed_round(tablet, table)
        assert board(tablet, table, laid) == 200, "whatever comes then"
    assert len(hand_at(table).board) == 5


@pytest.mark.rule("canberra:T.shoe")
def test_the_cards_left_in_the_shoe_are_those_that_are_shuffled():
    table = table_under("canberra-e", deck="2c 3c 4c")
    tablet, before = tablet_browser(table), hand_at(table)
    report(tablet, table, what.PREMATURE_FLOP)
    hand, at = hand_at(table), before.deck_at
    assert hand.hole == before.hole, "what was dealt is out of the shoe"
    assert sorted(hand.deck[at:]) == sorted(before.deck[at:])
    assert hand.deck[at:] != before.deck[at:]


@pytest.mark.parametrize("letter", FIRST_OF_SHOE)
def test_the_first_card_of_the_shoe_is_the_burn_or_the_next_card(letter: str):
    clause, first = f"canberra:{letter.upper()}.4.2", what.FIRST_OF_SHOE_SHOWN
    tablet, table = begun(letter, burns="Yes")
    assert "First card of the shoe shown" not in sheet(tablet, table), "betting goes on"
    passed_round(tablet, table)
    page = report(tablet, table, first, cards="9c")
    assert clause in page
    assert "the burn card" in page
    assert board(tablet, table, "9cKd2c") == 409, "it is burned"
    assert board(tablet, table, FLOP) == 200
    tablet, table = begun(letter, burns="No")
    passed_round(tablet, table)
    report(tablet, table, first, cards="9c")
    assert board(tablet, table, FLOP) == 409
    assert board(tablet, table, "9cKd2h") == 200, "it is the first communal card"


# -- stud ------------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:D.4.1")
def test_a_first_card_dealt_face_up_is_the_up_card():
    tablet, table = dealt("d")
    seat = str(hand_at(table).order[1])
    page = played_on(tablet, table, "canberra:D.4.1", what.FIRST_CARD_UP, seat=seat)
    assert "Deal the second and third card face down" in page
    assert "It is the up card" in page


@pytest.mark.rule("canberra:D.4.2")
@pytest.mark.rule("canberra:D.4.2/first")
def test_a_card_found_face_up_in_the_shoe_is_dealt_unless_a_betting_round_follows():
    tablet, table = dealt("d")
    assert "First card of a betting round" in sheet(tablet, table, what=what.BOXED_CARD)
    page = played_on(tablet, table, "canberra:D.4.2", what.BOXED_CARD, detail="")
    assert "dealt in normal order" in page
    first = {"detail": "first card of a betting round"}
    page = played_on(tablet, table, "canberra:D.4.2/first", what.BOXED_CARD, **first)
    assert "Shuffle it into the shoe, cut, deal on" in page


# -- draw ------------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:B.2.4")
@pytest.mark.rule("canberra:B.4.2")
def test_the_cards_drawn_are_counted_on_the_tablet_and_an_exposed_one_is_kept():
    tablet, table = dealt("b")
    passed_round(tablet, table)
    order = hand_at(table).order
    for seat, count in zip(order, (3, 4, 0), strict=True):
        assert hand_at(table).drawer == seat, "clockwise from the Buck"
        assert tap(tablet, table, "draw", seat=seat, count=count).status_code == 200
        assert len(hand_at(table).hole[seat]) == 5, "as many as were passed, at once"
        if count == 3:
            drawn = {"seat": str(seat)}
            page = played_on(tablet, table, "canberra:B.4.2", what.EXPOSED_IN_THE_DRAW, **drawn)
            assert "stays with its player" in page
    story = " ".join(str(row.data) for row in HandEvent.objects.filter(table=table))
    assert story.count("cards_drawn") == 3
    page = Client().get(f"/t/{table.tournament.code}/tables/1/").content.decode()
    assert "draws 3" in page
    assert "draws 4" in page


@pytest.mark.rule("canberra:B.1.4")
def test_the_check_of_the_last_round_is_gone_where_the_director_announced_it():
    tablet, table = begun("b", may_check_last_round="No")
    rules = Client().get(f"/t/{table.tournament.code}/rules/").content.decode()
    assert "last betting round" in rules
    passed_round(tablet, table)
    while hand_at(table).drawer >= 0:
        assert tap(tablet, table, "draw", seat=hand_at(table).drawer, count=0).status_code == 200
    now = offered(table)
    refused = tap(tablet, table, "check", seat=now.seat)
    assert refused.status_code == 409
    assert "canberra:B.1.4" in refused.content.decode()
    assert tap(tablet, table, "fold", seat=now.seat).status_code == 200
    following = offered(table)
    bet = following.raising.least
    assert tap(tablet, table, "check", seat=following.seat).status_code == 409, "for everyone"
    assert tap(tablet, table, "raise_to", seat=following.seat, amount=bet).status_code == 200
    assert cannot_change(table, may_check_last_round="0")


# -- hands of a wrong size -------------------------------------------------------------------------


@pytest.mark.rule("canberra:17.8")
@pytest.mark.rule("canberra:17.8/nobody")
def test_a_hand_of_a_wrong_size_is_folded_and_its_bets_stay():
    tablet, table = on_the_board("canberra-e", FLOP)
    now = offered(table)
    bettor, bet = now.seat or 0, now.raising.least
    assert tap(tablet, table, "raise_to", seat=bettor, amount=bet).status_code == 200
    pot, stack = hand_at(table).pot, hand_at(table).stacks[bettor]
    told = sheet(tablet, table, what=what.WRONG_COUNT, seat=str(bettor))
    assert "canberra:17.8" in told
    report(tablet, table, what.WRONG_COUNT, seat=str(bettor))
    hand = hand_at(table)
    assert bettor not in hand.in_hand()
    assert (hand.pot, hand.stacks[bettor]) == (pot, stack), "nothing goes back"
    folded = offered(table).seat or 0
    assert tap(tablet, table, "fold", seat=folded).status_code == 200
    (last,) = hand_at(table).in_hand()
    assert hand_at(table).is_over
    report(tablet, table, what.WRONG_COUNT, seat=str(last))
    ((winner, _),) = hand_at(table).awards[0].shares
    assert winner == folded, "who folded last"


# -- the director voids it -------------------------------------------------------------------------


@pytest.mark.rule("canberra:18.1")
@pytest.mark.parametrize(
    "reason", ["fire", "robbery", "brawl", "riot", "civil commotion", "act of God"]
)
def test_the_director_picks_why_a_game_was_interrupted_and_it_is_kept(reason: str):
    tablet, table = dealt("e")
    before, director = stacks(table.tournament), signed_in(house_director())
    asked = sheet(director, table, what=reports.VOID_HAND)
    assert f"{reason[:1].upper()}{reason[1:]}" in asked
    answers = {"reason": reason, "choice": "bets go back"}
    assert "Only the floor can do this" in sheet(tablet, table, what=reports.VOID_HAND, **answers)
    wrong = {"reason": "I feel like it", "choice": "bets go back"}
    refused = tap(director, table, "happened", what=reports.VOID_HAND, **wrong)
    assert refused.status_code == 409
    assert "canberra:18" in refused.content.decode()
    assert hand_at(table).ended == ""
    report(director, table, reports.VOID_HAND, **answers)
    assert hand_at(table).ended == "void"
    assert stacks(refreshed(table.tournament)) == before
    assert any(reason.lower() in line.lower() for line in journal_of(table))


# -- who opens the betting -------------------------------------------------------------------------

OPENERS = [
    ("Call or raise; who folds pays the call first", "call call_and_fold raise_to", "fold"),
    ("Call, raise or fold", "call fold raise_to", "call_and_fold"),
    ("Raise or fold", "fold raise_to", "call"),
]


@pytest.mark.rule("canberra:9.1")
@pytest.mark.parametrize(("chosen", "may", "may_not"), OPENERS)
def test_the_house_chooses_what_binds_the_player_who_opens_and_nobody_after_them(
    chosen: str, may: str, may_not: str
):
    tablet, table = begun("e", players=4, opener_options=chosen)
    opener, least = hand_at(table).actor, offered(table).raising.least
    refused = tap(tablet, table, may_not, seat=opener)
    assert refused.status_code == 409
    assert "canberra:9.1" in refused.content.decode()
    for kind in may.split():
        amount = {"amount": least} if kind == "raise_to" else {}
        assert tap(tablet, table, kind, seat=opener, **amount).status_code == 200, kind
        following = hand_at(table).actor
        assert following != opener
        for other in ("call", "fold"):
            assert tap(tablet, table, other, seat=following).status_code == 200, (kind, other)
            assert tap(tablet, table, "undo").status_code == 200
        assert tap(tablet, table, "call_and_fold", seat=following).status_code == 409
        assert tap(tablet, table, "undo").status_code == 200
    assert cannot_change(table, opener_options="0")


@pytest.mark.rule("canberra:9.1")
def test_the_player_who_opens_after_antes_must_bet_and_the_next_may_fold():
    tablet, table = dealt("d")
    opener = hand_at(table).order[1]
    assert tap(tablet, table, "opener", seat=opener).status_code == 200
    for kind in ("check", "fold"):
        refused = tap(tablet, table, kind, seat=opener)
        assert refused.status_code == 409
        assert "canberra:9.1(d)" in refused.content.decode()
    bet = offered(table).raising.least
    assert tap(tablet, table, "raise_to", seat=opener, amount=bet).status_code == 200
    assert tap(tablet, table, "fold", seat=hand_at(table).actor).status_code == 200


# -- what wins -------------------------------------------------------------------------------------


def shown_down(tablet: Client, table: Table, laid: str, **held: str) -> set[int]:
    """Everybody calls, the cards are entered and shown on the tablet; who is paid."""
    at = 0
    while (now := offered(table)).phase != "show":
        if now.phase == "bet":
            stay(tablet, table)
            continue
        assert now.deal is not None
        count = now.deal.cards
        cards_due = "".join(cards.text([card]) for card in cards.parse(laid)[at : at + count])
        assert board(tablet, table, cards_due) == 200
        at += count
    while (now := offered(table)).phase == "show" and now.showing is not None:
        shows = {"seat": now.seat, "cards": held[f"seat_{now.seat}"]}
        assert tap(tablet, table, "show", **shows).status_code == 200
    assert tap(tablet, table, "award_all").status_code == 200
    return {seat for award in hand_at(table).awards for seat, _ in award.shares}


@pytest.mark.rule("canberra:3.5(a)")
@pytest.mark.parametrize(("low", "winner"), [("Yes", 1), ("No", 2)])
def test_the_ace_is_low_in_a_straight_where_it_was_chosen_before_play(low: str, winner: int):
    tablet, table = begun("e", players=2, ace_is_low_too=low)
    paid = shown_down(tablet, table, "3c4d5hKc9c", seat_1="As2s", seat_2="JdJh")
    assert paid == {winner}
    assert cannot_change(table, ace_is_low_too="01"[low == "Yes"])


@pytest.mark.rule("canberra:3.5(d)")
@pytest.mark.parametrize(
    ("laid", "paid"), [("2s4c6hKdKc", {1, 2}), ("2s9cThKdKc", {1})], ids=["a low", "no low"]
)
def test_the_low_half_needs_eight_or_better_where_it_was_chosen(laid: str, paid: set[int]):
    words = "High and low share each pot, low needs eight or better"
    tablet, table = begun("e", players=2, wins=words)
    assert shown_down(tablet, table, laid, seat_1="KsQh", seat_2="3d8h") == paid
