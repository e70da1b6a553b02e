"""What happened? Asked step by step on the tablet, ruled on by the book, carried out, recorded."""

from dataclasses import replace
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from engine.cards import cards
from engine.hand import commands
from engine.referee import reports
from engine.rules import irregularities as what
from engine.structure import presets
from tables.console.queries import console
from tables.models import FloorCall, HandRecord, Table
from tables.play.queries import hands, happened
from tables.play.queries.pictures import Reading
from tables.play.services import play, undoing
from tests.factories import (
    DIRECTOR,
    bust_all_but,
    call_down,
    deal,
    do,
    fold_out,
    fold_round,
    hand_at,
    house_director,
    just_dealt,
    picture,
    request,
    running,
    seats_at,
    sheet,
    signed_in,
    stacks,
    stored,
    table_of,
    tablet_browser,
    tap,
    user,
)
from tournament.models import Bust, ChipMove, JournalEntry
from tournament.permissions import Role
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
CHARITY = replace(presets.get("charity"), starting_stack=1000)


@pytest.fixture
def table() -> Table:
    """Four players under Adelaide's rules, a hand just dealt."""
    return just_dealt(4)


def told(table: Table) -> list[str]:
    """The journal, the newest line first."""
    return [journal.row(entry).sentence for entry in journal.newest_first(table.tournament_id)]


# -- chips and cards that are not as they should be ------------------------------------------------


@pytest.mark.rule("adelaide:1.Over-Chip")
@pytest.mark.rule("adelaide:71")
def test_one_chip_worth_a_raise_is_reported_as_such_and_is_a_call_unless_a_raise_was_said(
    table: Table, tablet: Client
):
    seat, to_call = hand_at(table).actor, hand_at(table).bet_to_match
    assert "Over-chip" in sheet(tablet, table)
    told_of = {"what": reports.OVER_CHIP, "amount": "500"}
    assert "adelaide:71" in sheet(tablet, table, **told_of)
    assert tap(tablet, table, "happened", **told_of).status_code == 200
    hand = hand_at(table)
    assert (hand.bets[seat], hand.bet_to_match) == (to_call, to_call), "change is given"
    tap(tablet, table, "undo")
    assert tap(tablet, table, "raise_to", seat=seat, amount=500).status_code == 200
    hand = hand_at(table)
    assert (hand.bets[seat], hand.bet_to_match) == (500, 500)


@pytest.mark.rule("adelaide:1.Unprotected")
@pytest.mark.rule("adelaide:46b")
def test_a_hand_left_unprotected_is_reported_as_such_and_dead_when_swept_into_the_muck(
    table: Table, tablet: Client
):
    raiser = hand_at(table).actor
    tap(tablet, table, "raise_to", seat=raiser, amount=300)
    caller = hand_at(table).actor
    tap(tablet, table, "call", seat=caller)
    stack = hand_at(table).stacks[caller]
    assert "Unprotected" in sheet(tablet, table)
    told_of = {"what": what.UNPROTECTED, "seat": str(caller)}
    assert "adelaide:46b" in sheet(tablet, table, **told_of)
    assert tap(tablet, table, "happened", **told_of).status_code == 200
    assert caller not in hand_at(table).in_hand()
    assert hand_at(table).stacks[caller] == stack, "no money back"
    tap(tablet, table, "undo")
    raised = hand_at(table).actor
    tap(tablet, table, "raise_to", seat=raised, amount=900)
    told_of = {"what": what.UNPROTECTED, "seat": str(raised)}
    assert tap(tablet, table, "happened", **told_of).status_code == 200
    hand = hand_at(table)
    assert hand.began[raised] - hand.stacks[raised] == 300, "a raise nobody called goes back"


# -- the sheet -------------------------------------------------------------------------------------


def test_the_sheet_lists_what_this_book_knows_of_this_moment(table: Table, tablet: Client):
    page = sheet(tablet, table)
    assert "Hole card exposed" in page
    assert "Flop before the betting ended" in page
    assert "Turn before the betting ended" not in page
    assert "Action out of turn" in page


def test_before_the_first_hand_the_sheet_only_calls_the_floor():
    table = table_of(running(3))
    page = sheet(tablet_browser(table), table)
    assert "No hand in progress" in page
    assert 'data-command="call_floor"' in page


def test_the_sheet_asks_one_thing_after_the_other_and_shows_the_procedure(
    table: Table, tablet: Client
):
    name = what.EXPOSED_HOLE_CARD
    assert "How many cards were exposed?" in sheet(tablet, table, what=name)
    assert "Which seat?" in sheet(tablet, table, what=name, count="1")
    assert "Which card?" in sheet(tablet, table, what=name, count="1", seat="3")
    page = sheet(tablet, table, what=name, count="1", seat="3", cards="Ah")
    assert "The card is replaced" in page
    assert "adelaide:53a" in page
    assert "A♥" in page


@pytest.mark.rule("adelaide:1.Boxed Card")
def test_the_sheet_asks_where_a_boxed_card_turned_up_and_says_what_follows(
    table: Table, tablet: Client
):
    asked = sheet(tablet, table, what=what.BOXED_CARD)
    assert "Where did it turn up?" in asked
    assert "Hole card" in asked
    answers = {"detail": "hole card", "count": "1", "seat": "3", "cards": "9d"}
    hole = sheet(tablet, table, what=what.BOXED_CARD, **answers)
    assert "adelaide:53a" in hole
    assert "adelaide:53b" in sheet(tablet, table, what=what.BOXED_CARD, detail="", count="1")
    assert tap(tablet, table, "happened", what=what.BOXED_CARD, **answers).status_code == 200
    assert not hand_at(table).ended, "one is replaced by the burn card"
    again = {"what": what.BOXED_CARD, **answers, "seat": "2", "cards": "Th"}
    assert "adelaide:28e" in sheet(tablet, table, **again)
    assert tap(tablet, table, "happened", **again).status_code == 200
    assert hand_at(table).ended == "misdeal"


@pytest.mark.rule("adelaide:45")
def test_the_sheet_asks_for_what_must_be_true_before_a_deal_is_put_right(
    table: Table, tablet: Client
):
    asked = sheet(tablet, table, what=what.PLAYER_MISSED)
    assert "No player has looked at their cards, none is exposed, and it can be put right?" in asked
    assert "adelaide:45" in sheet(tablet, table, what=what.PLAYER_MISSED, repaired="yes")
    assert "adelaide:28d" in sheet(tablet, table, what=what.PLAYER_MISSED, repaired="no")
    before = hand_at(table)
    put_right = {"what": what.PLAYER_MISSED, "repaired": "yes"}
    assert tap(tablet, table, "happened", **put_right).status_code == 200
    hand = hand_at(table)
    assert (hand.ended, hand.stacks, hand.actor) == ("", before.stacks, before.actor)
    assert any("adelaide:45" in line or "Adelaide rule 45" in line for line in told(table))
    tap(tablet, table, "call", seat=hand.actor)
    tap(tablet, table, "call", seat=hand_at(table).actor)
    late = tap(tablet, table, "happened", what=what.PLAYER_MISSED, repaired="no")
    assert late.status_code == 409, "too late for a misdeal"
    assert not hand_at(table).ended


def test_looking_at_the_sheet_changes_nothing(table: Table, tablet: Client):
    before = stored()
    sheet(tablet, table, what=what.EXPOSED_HOLE_CARD, count="2")
    assert stored() == before


def test_where_it_is_too_late_the_sheet_says_so_with_the_clause(table: Table, tablet: Client):
    for _ in range(3):
        seat = hand_at(table).actor
        do(table, commands.Call(seat))
    page = sheet(tablet, table, what=what.OUT_OF_ORDER)
    assert "It is too late for a misdeal" in page
    assert "adelaide:28-2" in page


def test_a_hand_that_was_void_still_said_who_had_won_it():
    table = just_dealt(2, preset=CHARITY)
    fold_out(table)
    tablet = tablet_browser(table)
    where = f"/t/{table.tournament.code}/tables/1/tablet/"
    assert "is-winner" in tablet.get(where).content.decode()
    told = {"what": what.DEFECTIVE_DECK, "choice": "void"}
    assert tap(tablet, table, "happened", **told).status_code == 200
    assert stacks(table.tournament) == [1000, 1000]
    assert "is-winner" not in tablet.get(where).content.decode()


def test_a_closed_table_offered_to_rule_on_its_last_hand_and_then_refused():
    cup = running(6, seats=4)
    closed = table_of(cup, 2)
    bust_all_but(closed, seats_at(closed)[0])
    director, tablet = signed_in(house_director()), tablet_browser(closed)
    assert director.post(f"/t/{cup.code}/tables/2/break/").status_code in (204, 302)
    where = f"/t/{cup.code}/tables/2/happened/"
    for asked in ({}, {"what": what.JOKER_FOUND, "choice": "play on"}):
        sheet = tablet.get(where, asked).content.decode()
        assert "Table 2 is closed." in sheet
        assert "do-happened" not in sheet
        assert 'class="matter"' not in sheet


def test_the_sheet_belongs_to_the_table(table: Table):
    where = f"/t/{table.tournament.code}/tables/1/happened/"
    assert Client().get(where).status_code == 403


@pytest.mark.parametrize("cards", ["XX", "A", "AhAhAh?"])
def test_no_cards_are_no_cards(table: Table, tablet: Client, cards: str):
    where = f"/t/{table.tournament.code}/tables/1/happened/?what=card+flashed&cards={cards}"
    assert tablet.get(where).status_code == 422


# -- carried out -----------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:53a")
def test_an_exposed_card_is_replaced_and_the_dealer_is_told_how(table: Table, tablet: Client):
    answer = tap(
        tablet, table, "happened", what=what.EXPOSED_HOLE_CARD, count=1, seat=3, cards="Ah"
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Give seat 3 the top card of the deck" in page
    assert hand_at(table).burned == 1


def test_orders_stay_until_the_next_step(table: Table, tablet: Client):
    tap(tablet, table, "happened", what=what.EXPOSED_HOLE_CARD, count=1, seat=3, cards="")
    page = tap(tablet, table, "call", seat=hand_at(table).actor).content.decode()
    assert "Give seat 3 the top card" not in page


@pytest.mark.rule("adelaide:28c")
def test_a_misdeal_ends_the_hand_gives_the_chips_back_and_is_dealt_again(
    table: Table, tablet: Client
):
    marker = hand_at(table).marker
    page = tap(tablet, table, "happened", what=what.EXPOSED_HOLE_CARD, count=2).content.decode()
    assert "Deal again, same marker" in page
    assert stacks(table.tournament) == [1000] * 4
    assert deal(table).marker == marker


def test_a_ruling_is_in_the_journal_with_its_clause(table: Table):
    play.report(request(table), what.EXPOSED_HOLE_CARD, {"count": "2"})
    line = next(line for line in told(table) if line.startswith("ruled"))
    assert line == "ruled at table 1, hand 1: Hole card exposed: misdeal. (Adelaide rule 28(c))"


def test_what_the_floor_chose_is_in_the_journal():
    table = just_dealt(3, preset=CHARITY)
    supervisor = user("sue", table.tournament, Role.DIRECTOR)
    by = replace(DIRECTOR, user_id=supervisor.pk)
    play.report(request(table, actor=by), what.JOKER_FOUND, {"choice": "void"})
    chosen = "The tournament supervisor chose: void. (Charity 6.1)"
    assert any(chosen in line for line in told(table))


@pytest.mark.rule("charity:6.1")
def test_what_the_book_leaves_open_is_asked_of_the_floor():
    table = just_dealt(3, preset=CHARITY)
    tablet = tablet_browser(table)
    page = sheet(tablet, table, what=what.DEFECTIVE_DECK)
    assert "The floor decides" in page
    assert "choice=void" in page
    assert "choice=play+on" in page
    assert tap(tablet, table, "happened", what=what.DEFECTIVE_DECK).status_code == 409
    assert not hand_at(table).is_over
    tap(tablet, table, "happened", what=what.DEFECTIVE_DECK, choice="void")
    assert hand_at(table).ended == "void"
    assert stacks(table.tournament) == [1000] * 3


def test_an_ordinary_action_is_no_ruling(table: Table):
    do(table, commands.Call(hand_at(table).actor))
    assert not any(line.startswith("ruled") for line in told(table))


def test_a_refused_report_changes_nothing(table: Table, tablet: Client):
    before = stored()
    answer = tap(tablet, table, "happened", what=reports.AGREED_SPLIT, agreed="yes")
    assert answer.status_code == 409
    assert "adelaide:51" in answer.content.decode()
    assert tap(tablet, table, "happened", what="rain").status_code == 409
    assert stored() == before


@pytest.mark.rule("adelaide:51")
def test_no_pot_is_split_by_agreement_in_adelaide(table: Table, tablet: Client):
    call_down(table)
    page = sheet(tablet, table, what=reports.AGREED_SPLIT, agreed="yes")
    assert "A pot is never divided by agreement" in page
    assert "adelaide:51" in page


@pytest.mark.rule("charity:18.1")
def test_a_pot_is_split_where_all_who_contest_it_agree():
    table = just_dealt(3, preset=CHARITY)
    call_down(table)
    tablet = tablet_browser(table)
    assert "Do all who contest the pot agree?" in sheet(tablet, table, what=reports.AGREED_SPLIT)
    tap(tablet, table, "happened", what=reports.AGREED_SPLIT, agreed="yes")
    assert hand_at(table).is_over
    assert stacks(table.tournament) == [1000] * 3


def test_undo_takes_a_ruling_back(table: Table, tablet: Client):
    tap(tablet, table, "happened", what=what.EXPOSED_HOLE_CARD, count=2)
    tap(tablet, table, "undo")
    assert not hand_at(table).is_over
    assert HandRecord.objects.get().ended_at is None


def test_the_same_report_sent_twice_counts_once(table: Table):
    wish = request(table)
    play.report(wish, reports.DEAD_HAND, {"seat": "2", "reason": "rule broken"})
    play.report(wish, reports.DEAD_HAND, {"seat": "2", "reason": "rule broken"})
    assert len([line for line in told(table) if line.startswith("ruled")]) == 1


# -- what only the floor may do --------------------------------------------------------------------


def canberra() -> Table:
    found = table_of(running(10, preset=presets.get("canberra-e")))
    deal(found)
    return found


def fours() -> Table:
    """Somebody's hand is in the muck already."""
    found = table_of(running(8, preset=presets.get("fours")))
    deal(found)
    do(found, commands.Fold(hand_at(found).actor))
    return found


def a_folded_seat(table: Table) -> str:
    return str(next(iter(hand_at(table).folds)))


DIRECTORS = [
    pytest.param(
        canberra,
        lambda table: {"what": reports.DEAD_HAND, "seat": "2", "reason": "rule broken"},
        "canberra:18.3(a)",
        "is dead",
        marks=pytest.mark.rule("canberra:18.3(a)"),
    ),
    pytest.param(
        canberra,
        lambda table: {
            "what": reports.VOID_HAND,
            "reason": "it cannot go on",
            "choice": "bets go back",
        },
        "canberra:18.4",
        "All chips go back",
        marks=pytest.mark.rule("canberra:18.4"),
    ),
    pytest.param(
        just_dealt,
        lambda table: {"what": reports.VOID_HAND, "reason": "fraud by a player"},
        "adelaide:78",
        "All chips go back",
        marks=[pytest.mark.rule("adelaide:78"), pytest.mark.rule("adelaide:78c")],
    ),
    pytest.param(
        just_dealt,
        lambda table: {"what": what.MISSING_CARD},
        "adelaide:78a",
        "All chips go back",
        marks=[pytest.mark.rule("adelaide:78"), pytest.mark.rule("adelaide:78a")],
    ),
    pytest.param(
        fours,
        lambda table: {
            "what": reports.GIVE_BACK,
            "seat": a_folded_seat(table),
            "reason": "ruling of the floor",
        },
        "fours:muck-1",
        "gets the hand back",
        marks=pytest.mark.rule("fours:muck-1"),
    ),
]


@pytest.mark.parametrize(("make", "wish", "clause", "words"), DIRECTORS)
def test_what_only_the_director_may_do_asks_for_the_floor(make, wish, clause, words):
    table = make()
    told, tablet = wish(table), tablet_browser(table)
    page = sheet(tablet, table, **told)
    assert "Only the floor can do this" in page
    assert clause in page
    assert 'id="do-happened"' not in page
    before = stored()
    refused = tap(tablet, table, "happened", **told)
    assert "Only the director can do this: call the floor." in refused.content.decode()
    assert stored() == before
    director = signed_in(house_director())
    assert 'id="do-happened"' in sheet(director, table, **told)
    assert words in tap(director, table, "happened", **told).content.decode()


@pytest.mark.rule("canberra:18.5")
def test_the_floor_chooses_that_the_bets_of_a_void_hand_leave_play():
    table, director = canberra(), signed_in(house_director())
    before = stacks(table.tournament)
    asked = {"what": reports.VOID_HAND, "reason": "a fraud affected it"}
    page = sheet(director, table, **asked)
    assert "What becomes of the bets?" in page
    assert "The bets go back" in page
    chosen = asked | {"choice": "bets leave play"}
    pot = hand_at(table).pot
    words = f"The bets are not refunded: {pot} chips leave play."
    assert words in sheet(director, table, **chosen)
    tap(director, table, "happened", **chosen)
    assert any(words in line for line in told(table))
    assert sum(stacks(table.tournament)) == sum(before) - pot > 0
    taken = ChipMove.objects.filter(reason="removed")
    assert sum(move.amount for move in taken) == -pot
    assert console.ledger(table.tournament_id).ok
    undoing.undo(request(table))
    assert hand_at(table).pot == pot
    assert sum(move.amount for move in taken.all()) == 0


def test_who_bet_all_in_a_void_hand_without_refund_is_out():
    table = canberra()
    seat = hand_at(table).actor
    do(table, commands.AllIn(seat))
    play.act(request(table), commands.VoidHand("a fraud affected it", "bets leave play"))
    assert Bust.standing.count() == 1
    assert console.ledger(table.tournament_id).ok


def test_the_floor_is_called_for_it_with_all_that_was_said():
    table = canberra()
    tablet = tablet_browser(table)
    asked = {"what": reports.DEAD_HAND, "seat": "2", "reason": "rule broken"}
    name = next(seating.entry.name for seating in hands.seated(table) if seating.seat == 2)
    reason = f"A hand is dead, Seat 2, {name}, Rule broken"
    assert f"reason={quote(reason)}" in unescape(sheet(tablet, table, **asked))
    tap(tablet, table, "call_floor", reason=reason)
    assert FloorCall.objects.get().reason == reason


def test_the_picker_of_the_sheet_never_offers_a_card_that_lies_open(table: Table, tablet: Client):
    do(table, commands.ExposeCards(2, cards.parse("Ah")))
    page = sheet(tablet, table, what=reports.SHOW_TO_ALL, seat="3")
    assert 'data-used="Ah"' in page
    own = sheet(tablet, table, what=what.EXPOSED_HOLE_CARD, count="1", seat="2")
    assert 'data-used=""' in own


# -- after the pots were paid ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "is_folded"),
    [
        pytest.param("adelaide-no-limit", True, marks=pytest.mark.rule("adelaide:46a-2")),
        pytest.param("canberra-e", True, marks=pytest.mark.rule("canberra:16.5")),
        pytest.param("charity", False, marks=pytest.mark.rule("charity:20.2")),
    ],
)
def test_cards_that_one_player_saw_lie_open_on_every_view_of_the_table(name: str, is_folded: bool):
    table = table_of(running(4, preset=replace(presets.get(name), min_players=2)))
    seat = deal(table).actor
    if is_folded:
        do(table, commands.Fold(seat))
    views = [
        (Client(), "tables/1/"),
        (Client(), "overlay/tables/1/"),
        (tablet_browser(table), "tables/1/tablet/"),
    ]
    code = table.tournament.code

    def seen() -> list[bool]:
        pages = [browser.get(f"/t/{code}/{page}").content.decode() for browser, page in views]
        return ["ace of hearts" in page and "king of diamonds" in page for page in pages]

    assert seen() == [False] * 3
    do(table, commands.ExposeCards(seat, cards.parse("AhKd")))
    assert seen() == [True] * 3


def test_the_five_likeliest_come_first_and_everything_is_in_its_group():
    table = just_dealt(4)
    now = happened.picture(Reading(table), "", {}, may_rule=False).now
    named = [link.words for group in now.groups for link in group.matters]
    assert len(now.likely) == 5 < len(named)
    assert {link.words for link in now.likely} <= set(named)
    assert now.likely[0].words == "Action out of turn"


def test_a_pot_paid_to_the_wrong_player_is_the_first_thing_named_and_undone_from_the_sheet():
    table = table_of(running(3, preset=presets.get("charity")))
    fold_round(table)
    tablet = tablet_browser(table)
    said = sheet(tablet, table)
    assert said.index("Pot went to the wrong player") < said.index("The hand is void")
    asked = sheet(tablet, table, what="pot went to the wrong player")
    assert "Undo the payment" in asked
    winner = next(seat.name for seat in picture(table).table.seats if seat.won)
    assert winner in asked
    assert tap(tablet, table, "undo").status_code == 200
    assert picture(table).phase == "betting"
    gone = sheet(tablet, table, what="pot went to the wrong player")
    assert "Something has happened since this pot was paid." in gone


@pytest.mark.rule("adelaide:3")
def test_a_pot_paid_to_the_wrong_player_is_the_supervisors_to_correct_where_the_book_says_so():
    table = table_of(running(3))
    fold_round(table)
    asked = sheet(tablet_browser(table), table, what="pot went to the wrong player")
    assert "Only the floor can do this" in asked
    assert "Undo the payment" not in asked


def test_a_call_for_the_floor_is_taken_back_by_the_table():
    table = just_dealt(3)
    tablet = tablet_browser(table)
    tap(tablet, table, "call_floor", reason="Conduct")
    assert "The floor has been called: Conduct." in picture(table).called
    assert tap(tablet, table, "call_off").status_code == 200
    assert picture(table).called == ""
    kinds = JournalEntry.objects.values_list("name", flat=True)
    assert "floor.called_off" in kinds
    assert tap(tablet, table, "call_off").status_code == 409


def test_a_dispute_is_not_taken_back_by_the_table():
    table = just_dealt(3)
    tablet = tablet_browser(table)
    tap(tablet, table, "call_floor", reason="Players disagree")
    refused = tap(tablet, table, "call_off")
    assert "A dispute waits for its decision" in refused.content.decode()
    assert "The floor has been called: Players disagree." in picture(table).called
