"""A refusal and a ruling name the clause they follow from, and no other book's."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from engine import rulebooks
from engine.hand.commands import AllIn
from engine.referee import reports
from engine.referee.options import BET, DEAL
from engine.rules import irregularities
from engine.schedule.schedule import Level, Schedule
from engine.structure import presets
from engine.structure.law import Preset
from tables.models import HandEvent, Penalty, Table
from tests import written_forms
from tests.factories import (
    FREEZE_OUT,
    award_to,
    bust_all_but,
    by_seat,
    cards_ready,
    deal,
    do,
    hand_at,
    house_director,
    offered,
    passive,
    refreshed,
    running,
    seated,
    set_stacks,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.models import Bust, Tournament

pytestmark = pytest.mark.django_db
SMALL_STACKS = replace(FREEZE_OUT, starting_stack=1000)
BOOKS = ("adelaide", "canberra-e", "charity", "igr", "fours")


def small(key: str) -> Preset:
    """The book's own tournament, with stacks small enough to lose in a hand."""
    if key == "adelaide":
        key = "friday"
    return replace(presets.get(key), min_players=2)


def cited(words: str) -> set[str]:
    """The books that a page names by a clause."""
    books = ("adelaide", "canberra", "charity", "igr", "fours", "tda2024")
    return {book for book in books if f"{book}:" in words}


# -- penalties -------------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:106")
@pytest.mark.parametrize("key", BOOKS)
def test_a_dealers_penalty_is_refused_by_rule_106_under_its_own_book_only(key):
    cup = running(8 if key == "fours" else 3, preset=small(key))
    table = table_of(cup)
    tablet = tablet_browser(table)
    before = stored()
    answer = tap(tablet, table, "penalise", seat=2, penalty="warning", reason="Conduct")
    assert answer.status_code == 403
    words = answer.content.decode()
    assert ("adelaide:106" in words) == (key == "adelaide"), words
    assert cited(words) <= {"adelaide"}
    assert stored() == before


@pytest.mark.parametrize("key", BOOKS)
def test_a_penalty_of_another_book_cited_adelaides_list(key):
    cup = running(8 if key == "fours" else 3, preset=small(key))
    table, director = table_of(cup), signed_in(house_director())
    own = cup.rulebook
    wrong = (("time", 7), ("hands", 4), ("per_player", 9))
    for kind, amount in wrong:
        sent = {"seat": 2, "penalty": kind, "amount": amount, "reason": "Conduct"}
        answer = tap(director, table, "penalise", **sent)
        assert answer.status_code == 409
        assert cited(answer.content.decode()) <= {own}
    unsaid = tap(director, table, "penalise", seat=2, penalty="warning", reason="")
    assert cited(unsaid.content.decode()) <= {own}
    for kind, amount in (("warning", 0), ("time", 5), ("hands", 3), ("per_player", 1)):
        sent = {"seat": 2, "penalty": kind, "amount": amount, "reason": "Conduct"}
        is_known = kind in rulebooks.get(own).conduct.penalty_forms.value
        assert tap(director, table, "penalise", **sent).status_code == (200 if is_known else 409)
    for given in Penalty.objects.all():
        assert cited(given.clause) <= {own, "tda2024"}
    listed = [given.clause for given in Penalty.objects.order_by("pk")]
    if own == "adelaide":
        assert listed == [f"adelaide:106{part}" for part in ("a", "b", "c", "c")]


# -- chips and pots --------------------------------------------------------------------------------


@pytest.mark.rule("adelaide:69-3")
def test_a_short_raise_given_up_was_forfeited_by_the_rule_on_short_calls():
    cup = running(3, preset=SMALL_STACKS)
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    hand = deal(table)
    seat, big = hand.actor, hand.bet_to_match
    report = {"what": reports.WRONG_AMOUNT, "seat": seat, "amount": big * 3 // 2}
    answer = tap(tablet, table, "happened", **report, choice="a fold, the chips stay in")
    assert answer.status_code == 200
    told = [row.data for row in HandEvent.objects.filter(table=table).order_by("pk")]
    left = next(one for one in told if one[0] == "wager_left_in")
    assert left[-1] == "adelaide:69-3"
    assert hand_at(table).status[seat] == 3


# -- placings --------------------------------------------------------------------------------------


def places(client: Client, cup: Tournament) -> str:
    return client.get(f"/t/{cup.code}/places/").content.decode()


@pytest.mark.rule("adelaide:99b")
@pytest.mark.rule("adelaide:99c")
@pytest.mark.rule("adelaide:99c-2")
def test_adelaides_places_named_no_clause_or_the_cut_of_cards():
    cup = running(5, preset=SMALL_STACKS)
    table, director = table_of(cup), signed_in(house_director())
    set_stacks(table, {1: 500, 2: 700, 3: 700, 4: 900, 5: 2200})
    bust_all_but(table, 5)
    page = places(director, cup)
    assert page.count("Adelaide rule 99(c)") == 4, "by the amounts, or by who was all-in first"
    assert "adelaide:98" not in page, "nobody cuts cards for a first place"
    again = running(3, preset=SMALL_STACKS)
    out_alone(table_of(again))
    assert places(director, again).count("Adelaide rule 99(b)") == 1


@pytest.mark.rule("igr:A.2(jj)(i)")
def test_an_igr_player_out_alone_was_placed_by_no_clause():
    cup = running(3, preset=replace(presets.get("igr"), starting_stack=1000))
    cup.structure["rebuys"] = {"kind": "none"}
    out_alone(table_of(cup))
    Bust.objects.update(may_rebuy=False)
    assert places(signed_in(house_director()), cup).count("IGR app. A, 2(jj)(i)") == 1


def out_alone(table: Table) -> None:
    """Seat 1 loses a small stack; nobody else goes out."""
    set_stacks(table, {1: 200, 2: 1400, 3: 1400})
    hand = deal(table)
    while offered(table).phase == "bet":
        now = offered(table)
        seat = now.seat or 0
        shoves = seat == 1 and now.all_in.is_allowed
        do(table, AllIn(seat) if shoves else passive(now))
    assert hand.order
    award_to(table, 2, 3)


def no_more_hands(director: Client, cup: Tournament) -> None:
    """The director ends play after the hands in progress."""
    version = refreshed(cup).clock.version
    sent = {"kind": "last_hand", "version": version, "command_id": str(uuid4()), "reason": "late"}
    assert director.post(f"/t/{cup.code}/clock/act/", sent).status_code in (200, 204, 302)


@pytest.mark.rule("adelaide:99a")
def test_those_still_in_were_placed_by_no_clause_when_play_ended():
    cup, director = running(3, preset=SMALL_STACKS), signed_in(house_director())
    set_stacks(table_of(cup), {1: 500, 2: 900, 3: 1600})
    no_more_hands(director, cup)
    assert director.post(f"/t/{cup.code}/finish/").status_code == 302
    page = places(director, cup)
    assert page.count("Adelaide rule 99(a)") == 3, "by their chips"
    assert "adelaide:98" not in page, "nobody is equal"


@pytest.mark.rule("adelaide:100")
@pytest.mark.parametrize("key", BOOKS)
def test_a_hand_after_the_end_of_play_was_refused_by_rule_100_under_every_book(key):
    cup = running(8 if key == "fours" else 3, preset=small(key))
    table, director = table_of(cup), signed_in(house_director())
    no_more_hands(director, cup)
    before = stored()
    steps = ",".join(cards_ready(table)) if key != "igr" else ""
    answer = tap(tablet_browser(table), table, "start_hand", steps=steps, confirmed="blinds")
    assert answer.status_code == 409
    words = answer.content.decode()
    assert ("adelaide:100" in words) == (key == "adelaide"), words
    assert cited(words) <= {cup.rulebook}
    assert len(stored()) >= len(before)
    assert table_of(cup).hand is None


@pytest.mark.rule("adelaide:17")
@pytest.mark.rule("canberra:9.2")
@pytest.mark.rule("charity:13.1")
@pytest.mark.rule("igr:A.3(k)(ii)")
@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("adelaide", "adelaide:17"),
        ("canberra-e", "canberra:9.2"),
        ("charity", "charity:13.1"),
        ("igr", "igr:A.3(k)(ii)"),
        ("fours", "tda2024:R51"),
    ],
)
def test_a_check_facing_a_bet_was_refused_by_tda_51_where_the_book_states_the_price(key, clause):
    cup = running(8 if key == "fours" else 3, preset=small(key))
    table = table_of(cup)
    hand = deal(table)
    answer = tap(tablet_browser(table), table, "check", seat=hand.actor)
    assert answer.status_code == 409
    said = answer.content.decode().partition('id="refusal"')[2].partition("<footer")[0]
    assert f'data-clause="{clause}"' in said, said
    assert hand_at(table).actor == hand.actor


# -- the showdown ----------------------------------------------------------------------------------


def called_down(tablet: Client, table: Table) -> None:
    """To the showdown by taps: everybody calls or checks, the board is not entered."""
    while (now := offered(table)).phase in (BET, DEAL):
        if now.phase == DEAL:
            assert tap(tablet, table, "skip_board").status_code == 200
            continue
        choices = {"stand": now.stand, "check": now.check, "call": now.call}
        kind = next(kind for kind, choice in choices.items() if choice.is_allowed)
        assert tap(tablet, table, kind, seat=now.seat).status_code == 200


@pytest.mark.rule("canberra:17.8/showdown")
def test_a_hand_with_too_many_cards_at_the_showdown_was_only_folded():
    table = table_of(running(2, preset=small("canberra-e")))
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand").status_code == 200
    called_down(tablet, table)
    first = offered(table).seat
    assert tap(tablet, table, "show", seat=first, cards="As Ad").status_code == 200
    sheet = f"/t/{table.tournament.code}/tables/1/happened/"
    told = tap(tablet, table, "happened", what=irregularities.WRONG_COUNT, seat=first)
    assert told.status_code == 200, sheet
    assert "Canberra 17.8" in told.content.decode()
    hand = hand_at(table)
    assert hand.ended == "played"
    ((winner, _),) = hand.awards[0].shares
    assert winner != first, "without comparison"


ODD = Schedule((Level(20, blinds=(25, 75)),))  # an odd number of 25s from each player


@pytest.mark.rule("canberra:12.2/odd")
@pytest.mark.parametrize(("high", "low"), [(3, 2), (2, 3), (3, 1), (1, 3)])
def test_what_the_halves_differ_by_went_to_one_of_them_by_no_clause(high: int, low: int):
    cup = seated(3, preset=replace(small("canberra-e"), schedule=ODD))
    director = signed_in(house_director())
    rules = written_forms.form_with(
        director.get(f"/t/{cup.code}/house-rules/").content.decode(), "wins"
    )
    split = next(
        value for value, words in rules["wins"].offered if words == "High and low share each pot"
    )
    assert director.post(f"/t/{cup.code}/house-rules/", rules.body(wins=split)).status_code == 302
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    table = table_of(cup)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand").status_code == 200
    assert hand_at(table).marker == 1, "the Buck"
    called_down(tablet, table)
    paid = tap(tablet, table, "award", pot=0, winners=[high], low_winners=[low])
    assert paid.status_code == 200
    halves = {award.shares[0][0]: award.amount for award in hand_at(table).awards}
    nearest, other = sorted((high, low))
    assert halves == {nearest: 125, other: 100}, "the Buck's own seat, or next clockwise from it"
    told = [row.data for row in HandEvent.objects.filter(table=table).order_by("pk")]
    named = {str(one): "canberra:12.2/odd" in one for one in told if one[0] == "pot_awarded"}
    assert sorted(named.values()) == [False, True]


@pytest.mark.rule("canberra:12.2/odd")
@pytest.mark.parametrize("winners", [[2, 3, 4, 5], [1, 3, 4, 5], [4, 5]])
def test_the_whole_remainder_of_a_pot_goes_to_the_one_winner_nearest_the_buck(winners: list[int]):
    cup = running(5, preset=replace(small("canberra-e"), schedule=ODD))
    table = table_of(cup)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand").status_code == 200
    assert hand_at(table).marker == 1, "the Buck"
    called_down(tablet, table)
    assert tap(tablet, table, "award", pot=0, winners=winners).status_code == 200
    shares = dict(hand_at(table).awards[0].shares)
    each = 5 * 75 // len(winners) // 25 * 25
    rest = 5 * 75 - each * len(winners)
    assert shares == {seat: each + rest * (seat == winners[0]) for seat in winners}
    assert set(by_seat(table).values()) >= {1000 - 75 + each, 1000 - 75 + each + rest}
