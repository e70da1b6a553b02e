"""What a dealer tells the tablet of a hand: asked, ruled on by the book's clause, carried out."""

import pytest
from django.test import Client

from engine.cards import cards
from engine.referee import reports
from engine.rules import irregularities as what
from tables.console.queries import console
from tables.models import HandEvent, Table
from tests.factories import (
    by_seat,
    deal,
    hand_at,
    house_browser,
    offered,
    sheet,
    stacks,
    table_of,
    tablet_browser,
    tap,
)
from tests.tables.play.test_card_troubles import (
    FLOP,
    TURN,
    board,
    burn_due,
    on_the_board,
    passed_round,
    report,
    stay,
    table_under,
)
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db
ADELAIDE, CHARITY, IGR, FOURS = "adelaide-no-limit", "charity", "igr", "fours"
CHIP = 25  # the smallest of the first levels


def newest(table: Table) -> str:
    """The last lines of the journal in words."""
    lines = journal.newest_first(table.tournament_id)[:4]
    return " ".join(journal.row(entry).sentence for entry in lines)


def raised(tablet: Client, table: Table, to: int) -> int:
    """Whose turn it is raises; the seat."""
    seat = hand_at(table).actor
    assert tap(tablet, table, "raise_to", seat=seat, amount=to).status_code == 200
    return seat


# -- misdeals --------------------------------------------------------------------------------------

MISDEALS = [
    pytest.param(
        ADELAIDE,
        {"what": what.EXPOSED_IN_THE_CUT},
        "adelaide:28a",
        marks=pytest.mark.rule("adelaide:28a"),
    ),
    pytest.param(
        ADELAIDE,
        {"what": what.OUT_OF_ORDER, "detail": "looked at"},
        "adelaide:28b",
        marks=pytest.mark.rule("adelaide:28b"),
    ),
    pytest.param(
        ADELAIDE,
        {"what": what.PLAYER_MISSED, "repaired": "no"},
        "adelaide:28d",
        marks=pytest.mark.rule("adelaide:28d"),
    ),
    pytest.param(
        CHARITY,
        {"what": what.EXPOSED_IN_THE_CUT},
        "charity:19.1.1",
        marks=[pytest.mark.rule("charity:19.1"), pytest.mark.rule("charity:19.1.1")],
    ),
    pytest.param(
        IGR, {"what": what.OUT_OF_ORDER}, "igr:A.3(x)(i)", marks=pytest.mark.rule("igr:A.3(x)(i)")
    ),
    pytest.param(
        IGR,
        {"what": what.WRONG_COUNT, "seat": "1"},
        "igr:A.3(x)(ii)",
        marks=pytest.mark.rule("igr:A.3(x)(ii)"),
    ),
    pytest.param(
        IGR,
        {"what": what.BOXED_CARD, "count": "2"},
        "igr:A.3(x)(iii)",
        marks=pytest.mark.rule("igr:A.3(x)(iii)"),
    ),
    pytest.param(
        IGR, {"what": what.JOKER_FOUND}, "igr:A.3(x)(v)", marks=pytest.mark.rule("igr:A.3(x)(v)")
    ),
    pytest.param(
        IGR,
        {"what": what.PLAYER_MISSED},
        "igr:A.3(x)(vi)",
        marks=pytest.mark.rule("igr:A.3(x)(vi)"),
    ),
    pytest.param(
        IGR,
        {"what": what.NOT_SHUFFLED_OR_CUT},
        "igr:A.3(x)(vii)",
        marks=pytest.mark.rule("igr:A.3(x)(vii)"),
    ),
    pytest.param(
        IGR,
        {"what": what.EXPOSED_HOLE_CARD, "detail": "first card of a blind", "seat": "1"},
        "igr:A.3(x)(viii)",
        marks=pytest.mark.rule("igr:A.3(x)(viii)"),
    ),
    pytest.param(
        IGR,
        {"what": what.EXPOSED_HOLE_CARD, "count": "2", "seat": "3", "detail": ""},
        "igr:A.3(x)(ix)",
        marks=pytest.mark.rule("igr:A.3(x)(ix)"),
    ),
]


@pytest.mark.parametrize(("preset", "told", "clause"), MISDEALS)
def test_a_misdeal_is_told_on_the_tablet_and_dealt_again_from_the_same_marker(preset, told, clause):
    table = table_under(preset, 4)
    tablet, before = tablet_browser(table), stacks(table.tournament)
    marker, name = hand_at(table).marker, str(told["what"])
    assert f"what={name.split()[0]}" in sheet(tablet, table), "it is offered"
    assert clause in sheet(tablet, table, **told)
    assert clause in report(tablet, table, name, **_rest(told))
    hand = hand_at(table)
    assert (hand.ended, hand.pot) == ("misdeal", 0)
    assert stacks(table.tournament) == before
    assert console.ledger(table.tournament_id).ok
    assert "misdeal" in newest(table)
    again = deal(table)
    assert (again.marker, again.pot) == (marker, sum(again.paid))


def _rest(told: dict[str, str]) -> dict[str, str]:
    return {field: said for field, said in told.items() if field != "what"}


@pytest.mark.rule("charity:19.1")
@pytest.mark.parametrize(
    ("preset", "name"),
    [
        pytest.param(ADELAIDE, what.EXPOSED_IN_THE_CUT, marks=pytest.mark.rule("adelaide:28a")),
        pytest.param(ADELAIDE, what.OUT_OF_ORDER, marks=pytest.mark.rule("adelaide:28b")),
        pytest.param(CHARITY, what.OUT_OF_ORDER),
        pytest.param(CHARITY, what.PLAYER_MISSED),
        pytest.param(CHARITY, what.NOT_SHUFFLED_OR_CUT),
        pytest.param(IGR, what.OUT_OF_ORDER, marks=pytest.mark.rule("igr:A.3(x)(i)")),
        pytest.param(IGR, what.JOKER_FOUND, marks=pytest.mark.rule("igr:A.3(x)(v)")),
        pytest.param(IGR, what.PLAYER_MISSED, marks=pytest.mark.rule("igr:A.3(x)(vi)")),
        pytest.param(IGR, what.NOT_SHUFFLED_OR_CUT, marks=pytest.mark.rule("igr:A.3(x)(vii)")),
    ],
)
def test_after_two_players_have_acted_a_misdeal_is_too_late(preset: str, name: str):
    table = table_under(preset, 4)
    tablet = tablet_browser(table)
    stay(tablet, table)
    stay(tablet, table)
    version = table_of(table.tournament).version
    answer = tap(tablet, table, "happened", what=name, detail="looked at", repaired="no")
    assert answer.status_code == 409
    assert "too late" in answer.content.decode()
    assert table_of(table.tournament).version == version
    assert not hand_at(table).ended


@pytest.mark.rule("adelaide:28b")
def test_cards_to_the_wrong_seat_that_nobody_looked_at_are_put_right():
    table = table_under(ADELAIDE, 4)
    tablet = tablet_browser(table)
    asked = sheet(tablet, table, what=what.OUT_OF_ORDER)
    assert "detail=looked+at" in asked
    assert "The deal is put right" in report(tablet, table, what.OUT_OF_ORDER, detail="")
    assert not hand_at(table).ended


@pytest.mark.rule("adelaide:28e")
@pytest.mark.parametrize("second", [what.EXPOSED_HOLE_CARD, what.BOXED_CARD])
def test_the_second_exposed_or_boxed_hole_card_is_a_misdeal(second: str):
    table = table_under(ADELAIDE, 4)
    tablet = tablet_browser(table)
    first = {"count": "1", "seat": "2", "cards": "Ah"}
    assert "adelaide:53a" in report(tablet, table, what.EXPOSED_HOLE_CARD, **first)
    assert not hand_at(table).ended
    again = {"count": "1", "seat": "3", "cards": "Kd", "detail": "hole card"}
    told = report(tablet, table, second, **again)
    assert "adelaide:28e" in told
    assert hand_at(table).ended == "misdeal"
    assert by_seat(table) == dict.fromkeys((1, 2, 3, 4), 10_000)


@pytest.mark.rule("igr:A.3(x)(iii)")
@pytest.mark.rule("igr:A.3(x)(ix)")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        (what.BOXED_CARD, {"count": "1", "cards": "9d"}),
        (what.EXPOSED_HOLE_CARD, {"count": "1", "seat": "3", "cards": "9d", "detail": ""}),
    ],
)
def test_a_single_card_seen_in_an_igr_deal_is_replaced_and_the_hand_goes_on(name, told):
    table = table_under(IGR, 4)
    report(tablet_browser(table), table, name, **told)
    assert not hand_at(table).ended
    assert "replaced" in newest(table) or "takes its place" in newest(table)


# -- the board -------------------------------------------------------------------------------------


def wagered(tablet: Client, table: Table) -> int:
    """The first to act bets and everybody calls; the pot."""
    raised(tablet, table, offered(table).raising.least)
    passed_round(tablet, table)
    return hand_at(table).pot


@pytest.mark.rule("adelaide:54")
def test_a_flop_put_right_keeps_every_wager_that_was_made():
    table = table_under(ADELAIDE)
    tablet = tablet_browser(table)
    pot = wagered(tablet, table)
    assert board(tablet, table, FLOP) == 200
    assert "adelaide:54a" in sheet(tablet, table, what=what.TOO_MANY_FLOP_CARDS)
    report(tablet, table, what.TOO_MANY_FLOP_CARDS)
    assert (hand_at(table).board, hand_at(table).pot) == ((), pot)
    assert board(tablet, table, "Qh7d2s") == 200
    bettor = raised(tablet, table, offered(table).raising.least)
    bet = hand_at(table).bets[bettor]
    report(tablet, table, what.TOO_MANY_FLOP_CARDS)
    assert (hand_at(table).board, hand_at(table).pot) == ((), pot + bet)
    assert board(tablet, table, "Qh7d2s") == 200
    assert hand_at(table).actor != bettor, "the betting goes on where it was"


@pytest.mark.rule("adelaide:54")
@pytest.mark.rule("adelaide:55")
@pytest.mark.parametrize(
    ("laid", "early", "clause"),
    [
        ((), what.PREMATURE_FLOP, "adelaide:54b"),
        ((FLOP,), what.PREMATURE_TURN, "adelaide:55b"),
        ((FLOP, TURN), what.PREMATURE_RIVER, "adelaide:55b"),
    ],
)
def test_a_street_before_the_betting_ended_goes_back_and_the_betting_is_finished(
    laid, early, clause
):
    tablet, table = on_the_board(ADELAIDE, *laid)
    raised(tablet, table, offered(table).raising.least)
    told = report(tablet, table, early)
    assert clause in told
    assert "Finish the betting" in told
    assert hand_at(table).actor >= 0
    passed_round(tablet, table)
    assert burn_due(table) == 1
    assert board(tablet, table, "QhJd9s" if not laid else "Qh") == 200


@pytest.mark.rule("adelaide:54")
@pytest.mark.rule("adelaide:55")
@pytest.mark.parametrize("burns", [what.NO_BURN, what.TWO_BURNS])
@pytest.mark.parametrize(
    ("laid", "street", "clause"),
    [((FLOP,), "flop", "adelaide:54c"), ((FLOP, TURN), "turn", "adelaide:55c")],
)
def test_a_street_after_the_wrong_burn_goes_back_until_somebody_has_acted_on_it(
    burns, laid, street, clause
):
    tablet, table = on_the_board(ADELAIDE, *laid)
    lying = hand_at(table).board
    assert clause in report(tablet, table, burns, detail=street)
    assert len(hand_at(table).board) < len(lying)
    assert tap(tablet, table, "undo").status_code == 200
    stay(tablet, table)
    told = report(tablet, table, burns, detail=street)
    assert clause in told
    assert hand_at(table).board == lying, "it stands"


@pytest.mark.rule("adelaide:55")
def test_of_two_cards_turned_the_right_one_stays_and_without_it_all_go_back():
    tablet, table = on_the_board(ADELAIDE, FLOP, TURN)
    answers = {"detail": "turn", "repaired": "yes", "cards": "8h"}
    told = sheet(tablet, table, what=what.TWO_CARDS_AT_ONCE, **answers)
    assert "The right card stays" in told
    assert "adelaide:55a" in told
    report(tablet, table, what.TWO_CARDS_AT_ONCE, detail="turn", repaired="no")
    assert hand_at(table).board == cards.parse(FLOP)
    assert burn_due(table) == 1


# -- chips and words -------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:1.String Bet")
@pytest.mark.rule("adelaide:70")
@pytest.mark.parametrize("preset", ["adelaide-no-limit", "adelaide-pot", "adelaide-half-pot"])
def test_chips_in_a_second_motion_are_cut_back_to_the_call(preset: str):
    table = table_under(preset)
    tablet, hand = tablet_browser(table), hand_at(table)
    asked = {"what": reports.STRING_BET, "amount": str(hand.bet_to_match * 3)}
    assert "String bet" in sheet(tablet, table)
    assert "How much lies in front" in sheet(tablet, table, what=reports.STRING_BET)
    assert "adelaide:70" in sheet(tablet, table, **asked)
    assert tap(tablet, table, "happened", **asked).status_code == 200
    seat = hand.actor
    assert hand_at(table).bets[seat] == hand.bet_to_match == hand_at(table).bet_to_match


@pytest.mark.rule("adelaide:70")
@pytest.mark.parametrize("preset", ["adelaide-no-limit", "adelaide-pot", "adelaide-half-pot"])
def test_raise_said_without_an_amount_is_the_least_raise_at_least(preset: str):
    table = table_under(preset)
    tablet, hand = tablet_browser(table), hand_at(table)
    short = hand.bet_to_match + offered(table).raising.least // 4
    asked = {"what": reports.WRONG_AMOUNT, "said": "raise", "amount": str(short)}
    assert "adelaide:70" in sheet(tablet, table, **asked)
    least = offered(table).raising.least
    assert tap(tablet, table, "happened", **asked).status_code == 200
    assert (hand_at(table).bets[hand.actor], hand_at(table).bet_to_match) == (least, least)


@pytest.mark.rule("igr:A.1.String Bet")
@pytest.mark.rule("igr:A.3(k)(iii)")
def test_igr_counts_only_the_call_without_the_word_raise_or_in_two_motions():
    table = table_under(IGR)
    tablet, seat, call = tablet_browser(table), hand_at(table).actor, hand_at(table).bet_to_match
    least, plenty = offered(table).raising.least, str(4 * call)
    assert least == 2 * call, "at least double"
    told = [
        ({"what": reports.STRING_BET, "amount": plenty}, "igr:A.1.String Bet", call),
        ({"what": reports.WRONG_AMOUNT, "said": "", "amount": plenty}, "igr:A.3(k)(iii)", call),
        (
            {"what": reports.WRONG_AMOUNT, "said": "", "amount": str(least - CHIP)},
            "igr:A.1.String Bet",
            call,
        ),
        (
            {"what": reports.WRONG_AMOUNT, "said": "raise", "amount": str(least - CHIP)},
            "igr:A.1.String Bet",
            least,
        ),
    ]
    for asked, clause, counted in told:
        assert clause in sheet(tablet, table, **asked)
        assert tap(tablet, table, "happened", **asked).status_code == 200
        assert hand_at(table).bets[seat] == counted
        assert tap(tablet, table, "undo").status_code == 200
    short = tap(tablet, table, "raise_to", seat=seat, amount=least - CHIP)
    assert short.status_code == 409
    assert hand_at(table).bets[seat] == 0


@pytest.mark.rule("charity:8.10")
def test_a_charity_wager_is_entered_as_it_was_said_or_as_the_chips_lie():
    table = table_under(CHARITY)
    tablet, seat, to = tablet_browser(table), hand_at(table).actor, offered(table).raising.least
    raised(tablet, table, to)
    said = hand_at(table)
    assert tap(tablet, table, "undo").status_code == 200
    put = {"what": reports.WRONG_AMOUNT, "said": "", "amount": str(to)}
    assert tap(tablet, table, "happened", **put).status_code == 200
    lies = hand_at(table)
    assert (lies.bets, lies.stacks, lies.actor) == (said.bets, said.stacks, said.actor)
    assert lies.bets[seat] == to
    for kind in ("call", "fold"):
        assert tap(tablet, table, kind, seat=hand_at(table).actor).status_code == 200


@pytest.mark.rule("adelaide:73a")
@pytest.mark.parametrize("said", ["fold", "call", "raise_to", "all_in"])
def test_what_was_said_in_turn_binds_and_cannot_be_changed_by_another_word(said: str):
    table = table_under(ADELAIDE)
    tablet, seat = tablet_browser(table), hand_at(table).actor
    amount = {"amount": offered(table).raising.least} if said == "raise_to" else {}
    assert tap(tablet, table, said, seat=seat, **amount).status_code == 200
    hand = hand_at(table)
    for other in {"fold", "check", "call", "all_in"} - {said}:
        answer = tap(tablet, table, other, seat=seat)
        assert answer.status_code == 409
        assert "adelaide:41" in answer.content.decode()
    assert hand_at(table) == hand


@pytest.mark.rule("adelaide:73a")
@pytest.mark.rule("adelaide:73b")
def test_a_knock_is_a_check_that_binds():
    tablet, table = on_the_board(ADELAIDE, FLOP)
    page = tablet.get(f"/t/{table.tournament.code}/tables/1/tablet/").content.decode()
    assert "Check" in page
    seat = hand_at(table).actor
    assert tap(tablet, table, "check", seat=seat).status_code == 200
    bet = tap(tablet, table, "raise_to", seat=seat, amount=offered(table).raising.least)
    assert bet.status_code == 409
    assert "adelaide:41" in bet.content.decode()
    assert seat not in hand_at(table).folds
    assert hand_at(table).bets[seat] == 0


# -- hands that are dead ---------------------------------------------------------------------------


def killed(table: Table, seat: int) -> bool:
    """Whether the seat is out of the hand and its chips are in the pot."""
    hand = hand_at(table)
    return seat not in hand.in_hand() and hand.pot == sum(hand.paid)


@pytest.mark.rule("adelaide:1.Killed")
def test_a_hand_the_dealer_kills_is_void_for_the_rest_of_the_deal():
    table = table_under(ADELAIDE, 4)
    tablet, seat = tablet_browser(table), hand_at(table).actor
    stay(tablet, table)
    asked = {"what": reports.DEAD_HAND, "seat": str(seat), "reason": "cards not protected"}
    assert "For what reason?" in sheet(tablet, table, what=reports.DEAD_HAND, seat=str(seat))
    assert "adelaide:1.Killed" in sheet(tablet, table, **asked)
    assert tap(tablet, table, "happened", **asked).status_code == 200
    assert killed(table, seat)
    assert "cards not protected" in newest(table)
    passed_round(tablet, table)
    assert board(tablet, table, FLOP) == 200
    while hand_at(table).actor >= 0:
        assert hand_at(table).actor != seat
        stay(tablet, table)
    assert tap(tablet, table, "show", seat=seat, cards="AsAc").status_code == 409


@pytest.mark.rule("igr:A.3(i)")
def test_a_card_off_the_table_kills_an_igr_hand():
    table = table_under(IGR, 4)
    tablet = tablet_browser(table)
    raiser = raised(tablet, table, offered(table).raising.least)
    assert "off the table" in sheet(tablet, table)
    stack = hand_at(table).stacks[raiser]
    told = report(tablet, table, what.OFF_THE_TABLE, seat=str(raiser))
    assert "igr:A.3(i)" in told
    assert killed(table, raiser)
    assert hand_at(table).stacks[raiser] >= stack


@pytest.mark.rule("fours:dead-hand-5")
def test_a_4s_hand_that_acted_with_a_joker_is_dead():
    table = table_under(FOURS, 8)
    tablet, seat = tablet_browser(table), hand_at(table).actor
    stay(tablet, table)
    assert "Which seat?" in sheet(tablet, table, what=what.JOKER_FOUND)
    assert "fours:dead-hand-5" in report(tablet, table, what.JOKER_FOUND, seat=str(seat))
    assert killed(table, seat)
    assert not hand_at(table).ended


@pytest.mark.rule("fours:dead-hand-2")
def test_a_4s_hand_thrown_forward_without_a_bet_to_face_is_dead_once_the_next_has_acted():
    tablet, table = on_the_board(FOURS, FLOP)
    seat = hand_at(table).actor
    assert offered(table).check.is_allowed, "no bet is faced"
    assert tap(tablet, table, "fold", seat=seat).status_code == 200
    stay(tablet, table)
    for kind in ("check", "call"):
        assert tap(tablet, table, kind, seat=seat).status_code == 409
    assert killed(table, seat)
    asked = {"what": reports.GIVE_BACK, "seat": str(seat), "reason": "ruling of the floor"}
    assert tap(tablet, table, "happened", **asked).status_code == 409, "for the floor alone"


@pytest.mark.rule("fours:muck-2")
def test_a_hand_folded_on_false_information_comes_back_with_that_reason_on_record():
    table = table_under(FOURS, 8)
    tablet, seat = tablet_browser(table), hand_at(table).actor
    assert tap(tablet, table, "fold", seat=seat).status_code == 200
    floor = house_browser()
    asked = {"what": reports.GIVE_BACK, "seat": str(seat)}
    assert "False information" in sheet(floor, table, **asked)
    told = {**asked, "reason": "false information"}
    assert tap(floor, table, "happened", **told).status_code == 200
    assert seat in hand_at(table).in_hand()
    assert "false information" in newest(table)


@pytest.mark.rule("fours:muck-3")
def test_cards_thrown_into_an_opponents_are_dead_and_not_given_back():
    table = table_under(FOURS, 8)
    tablet, seat = tablet_browser(table), hand_at(table).actor
    stay(tablet, table)
    assert "fours:muck-3" in report(tablet, table, what.HAND_IN_MUCK, seat=str(seat))
    assert killed(table, seat)
    back = {"what": reports.GIVE_BACK, "seat": str(seat), "reason": "ruling of the floor"}
    assert tap(house_browser(), table, "happened", **back).status_code == 409
    assert killed(table, seat)


@pytest.mark.rule("adelaide:78b")
@pytest.mark.parametrize("reason", ["commotion", "fire", "riot", "brawl", "robbery"])
def test_the_floor_voids_a_hand_that_was_disrupted(reason: str):
    table = table_under(ADELAIDE, 4)
    tablet, floor, before = tablet_browser(table), house_browser(), by_seat(table)
    raised(tablet, table, offered(table).raising.least)
    assert f"reason={reason}" in sheet(floor, table, what=reports.VOID_HAND)
    asked = {"what": reports.VOID_HAND, "reason": reason}
    assert "call the floor" in tap(tablet, table, "happened", **asked).content.decode()
    assert not hand_at(table).ended
    assert "adelaide:78b" in sheet(floor, table, **asked)
    assert tap(floor, table, "happened", **asked).status_code == 200
    assert hand_at(table).ended == "void"
    assert by_seat(table) == before
    assert reason in newest(table)


# -- folds, burns and the showdown of the charity --------------------------------------------------


@pytest.mark.rule("charity:12.3")
@pytest.mark.rule("charity:12.4")
def test_a_folded_charity_hand_is_never_shown_and_a_wrong_count_voids_it():
    table = table_under(CHARITY, 4)
    tablet = tablet_browser(table)
    seat = hand_at(table).actor
    assert tap(tablet, table, "fold", seat=seat).status_code == 200
    assert tap(tablet, table, "show", seat=seat, cards="AsAc").status_code == 409
    assert seat not in hand_at(table).shown
    raiser = raised(tablet, table, offered(table).raising.least)
    stay(tablet, table)
    began = hand_at(table).began[raiser]
    assert "Which seat?" in sheet(tablet, table, what=what.WRONG_COUNT, repaired="no")
    told = report(tablet, table, what.WRONG_COUNT, repaired="no", seat=str(raiser))
    assert "charity:19.1.6" in told
    hand = hand_at(table)
    assert raiser not in hand.in_hand()
    assert (hand.stacks[raiser], hand.ended) == (began, ""), "its wagers go back, others play on"


@pytest.mark.rule("charity:1.1(burn)")
def test_a_burned_card_lies_on_no_page_of_an_electronic_charity_deal():
    order = "2c3c4c 5c6c7c 9s AhKhQh 9h Jd 9d Th".replace(" ", "")
    table = table_under(CHARITY, deck=order)
    tablet = tablet_browser(table)
    while hand_at(table).actor >= 0:
        stay(tablet, table)
    assert hand_at(table).board == cards.parse("AhKhQhJdTh")
    assert hand_at(table).burned == 3
    assert not hand_at(table).discards
    code = table.tournament.code
    pages = [
        tablet.get(f"/t/{code}/tables/1/tablet/"),
        Client().get(f"/t/{code}/tables/1/"),
        Client().get(f"/t/{code}/tables/1/hands/{hand_at(table).number}/"),
    ]
    for page in pages:
        assert "nine of" not in page.content.decode()
    laid = [
        row.data for row in HandEvent.objects.filter(table=table) if row.data[0] == "board_dealt"
    ]
    assert len(laid) == 3


@pytest.mark.rule("charity:18.5")
def test_the_tablet_names_the_best_value_and_pays_it_only_when_the_dealer_confirms():
    tablet, table = on_the_board(CHARITY, "7hTd9s", "2c", "Jh")
    passed_round(tablet, table)
    hands_shown = {1: "JsJd", 2: "8sTc", 3: "2s4h"}
    for seat in hand_at(table).in_hand():
        assert tap(tablet, table, "show", seat=seat, cards=hands_shown[seat]).status_code == 200
    page = tablet.get(f"/t/{table.tournament.code}/tables/1/tablet/").content.decode()
    assert "traight" in page
    assert "hree" in page
    assert not hand_at(table).awards, "nothing is paid by itself"
    wrong = tap(tablet, table, "award", pot=0, winners=[1])
    assert wrong.status_code == 409
    assert "charity:18.4" in wrong.content.decode()
    assert tap(tablet, table, "award", pot=0, winners=[2]).status_code == 200
    ((winner, _),) = hand_at(table).awards[0].shares
    assert winner == 2
