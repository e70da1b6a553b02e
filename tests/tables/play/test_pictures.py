"""A table as one audience may see it, and what nobody sees before it is shown."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.cards import cards
from engine.hand import commands
from engine.practice import bots
from engine.structure import presets
from tables import drawings, screens
from tables.models import Table
from tables.play.queries import pictures, tablet
from tables.play.queries.pictures import Reading
from tables.play.services import undoing
from tests.factories import (
    MINUTE,
    NOW,
    all_in,
    award_to,
    call_down,
    deal,
    deck_of,
    do,
    entry_in,
    fold_round,
    hand_at,
    house_director,
    offered,
    request,
    running,
    seats_at,
    set_stacks,
    signed_in,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament import requests
from tournament.models import Tournament
from tournament.templatetags import show

pytestmark = pytest.mark.django_db


def seat(table: Table, number: int) -> pictures.Seat:
    return pictures.Reading(table_of(table.tournament)).public.seats[number - 1]


def shown_cards(markup: str) -> set[str]:
    """Every card whose face is drawn in this markup."""
    texts = (cards.text([card]) for card in cards.deck())
    return {text for text in texts if show.card(text) in markup}


def test_all_seats_are_there_in_their_order():
    table = table_of(running(3, seats=6))
    picture = pictures.Reading(table).public
    assert [one.seat for one in picture.seats] == [1, 2, 3, 4, 5, 6]
    assert sum(one.state == "empty" for one in picture.seats) == 3
    assert (picture.phase, picture.pot_total, picture.board) == ("between", 0, [])


def test_blinds_bets_and_whose_turn_it_is(table: Table):
    hand = deal(table)
    picture = pictures.Reading(table).public
    assert picture.pot_total == sum(hand.blinds)
    assert [one.seat for one in picture.seats if one.to_act] == [hand.actor]
    assert [one.seat for one in picture.seats if one.marker] == [hand.marker]
    assert seat(table, hand.blind_seats[-1]).bet == max(hand.blinds)


def test_what_everybody_did_last_is_told_until_the_next_street(table: Table):
    hand = deal(table)
    do(table, commands.Call(hand.actor))
    assert seat(table, hand.actor).last_action == "Calls 50"
    do(table, commands.Fold(hand_at(table).actor))
    assert {one.state for one in pictures.Reading(table).public.seats} == {"in", "folded"}
    do(table, commands.Check(hand_at(table).actor), commands.DealBoard())
    assert {one.last_action for one in pictures.Reading(table).public.seats} == {""}


def test_side_pots_are_named(table: Table):
    set_stacks(table, {1: 100, 2: 1000, 3: 1900})
    deal(table)
    all_in(table)
    labels = [(pot.label, pot.amount) for pot in pictures.Reading(table).public.pots]
    assert labels == [("Main pot", 300), ("Side pot", 1800)]


def test_a_pot_that_was_paid_still_lay_on_the_table(table: Table, client: Client):
    set_stacks(table, {1: 100, 2: 1000, 3: 1900})
    deal(table)
    all_in(table)
    call_down(table)
    do(table, commands.Award(0, (1,)))
    pots = client.get(f"/t/{table.tournament.code}/tables/1/").content.decode()
    lying = pots.partition('class="oval-pots"')[2].partition('class="oval-seats"')[0]
    assert "Side pot" in lying
    assert "1,800" in lying
    assert "Main pot" not in lying
    assert "300" not in lying


def test_no_side_pot_is_shown_while_everybody_may_still_call(table: Table):
    actor = deal(table).actor
    do(table, commands.AllIn(actor))
    labels = [(pot.label, pot.amount) for pot in pictures.Reading(table).public.pots]
    assert labels == [("Pot", 1075)]


def test_a_hand_that_ended_is_shown_until_the_next(table: Table):
    hand = fold_round(table)
    picture = pictures.Reading(table).public
    assert picture.phase == "ended"
    assert picture.street_words == "Hand 1 is over"
    winner = hand.awards[0].shares[0][0]
    assert picture.seats[winner - 1].won == hand.awards[0].amount


def test_one_who_went_out_stays_in_the_picture_of_his_last_hand(table: Table):
    deal(table)
    all_in(table)
    award_to(table, 1)
    assert [one.state for one in pictures.Reading(table).public.seats] == [
        "all_in",
        "out",
        "out",
    ]


def test_the_story_is_told_in_sentences_and_forgets_what_was_taken_back(table: Table):
    hand = deal(table)
    before = pictures.Reading(table).public.story
    do(table, commands.RaiseTo(hand.actor, 300))
    assert len(pictures.Reading(table).public.story) == len(before) + 1
    undoing.undo(request(table))
    assert pictures.Reading(table_of(table.tournament)).public.story == before


@pytest.mark.parametrize(("state", "words"), [("closed", "closed"), ("held", "on hold")])
def test_a_closed_or_held_table_says_so(table: Table, state: str, words: str):
    Table.objects.update(state=state)
    assert words in pictures.Reading(table_of(table.tournament)).public.message


# -- the tablet ------------------------------------------------------------------------------------


def tablet_picture(table: Table) -> Any:
    return tablet.picture(Reading(table_of(table.tournament)), now=NOW)


def test_the_buttons_are_always_the_same_in_the_same_places(table: Table):
    deal(table)
    seen = []
    while (seat := hand_at(table).actor) >= 0:
        kinds = [action.kind for action in tablet_picture(table).actions]
        seen.append(kinds)
        do(table, commands.Call(seat) if kinds[1] == "call" else commands.Check(seat))
    assert {kinds[0] for kinds in seen} == {"fold"}
    assert {kinds[1] for kinds in seen} <= {"call", "check", "stand"}
    assert {kinds[2] for kinds in seen} == {"all_in"}


def test_what_is_offered_is_what_the_engine_takes(table: Table):
    hand = deal(table)
    raising = tablet_picture(table).wager
    assert raising.allowed
    for preset in raising.presets:
        assert raising.least <= preset.amount <= raising.most
    do(table, commands.RaiseTo(hand.actor, raising.least))


def test_a_button_that_is_not_allowed_says_why(table: Table):
    deal(table)
    call_down(table)
    assert tablet_picture(table).phase == "show"
    assert tablet_picture(table).actions == []


def test_cards_already_on_the_table_cannot_be_picked_again(table: Table):
    deal(table)
    all_in(table)
    do(table, commands.DealBoard(cards.parse("AhKd2c")))
    assert set(tablet_picture(table).board.used_cards) == {"Ah", "Kd", "2c"}


def test_the_undo_button_says_what_it_takes_back(table: Table):
    hand = deal(table)
    assert tablet_picture(table).undo == tablet.Undo(can=True, label="Undo deal of hand 1")
    do(table, commands.Fold(hand.actor))
    undo = tablet_picture(table).undo
    assert undo.can
    assert re.match(r"Undo: Player \d", undo.label)


def test_the_winner_is_proposed_where_the_cards_say_so(table: Table):
    deal(table)
    all_in(table)
    board = [commands.DealBoard(cards.parse(text)) for text in ("AhKd2c", "9s", "4h")]
    do(table, *board, commands.ShowCards(1, cards.parse("AcAd")))
    pot = tablet_picture(table).award.pots[0]
    assert [one.seat for one in pot.eligible] != []
    assert "ace" in seat(table, 1).hand_words.lower()


# -- hole cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_hole_cards_dealt_electronically_are_in_no_picture_before_they_are_shown(seed: int):
    cup = running(3)
    table, rng = table_of(cup), Random(seed)
    browsers = (tablet_browser(table), signed_in(house_director()))
    deck = list(cards.deck())
    rng.shuffle(deck)
    deal(table, deck=deck)
    while True:
        hand = hand_at(table)
        may_be_seen = {cards.text([card]) for card in hand.board}
        may_be_seen |= {cards.text([c]) for shown in hand.shown.values() for c in shown}
        for markup in _everything_drawn(table, browsers):
            assert shown_cards(markup) <= may_be_seen
            assert _told(markup) <= may_be_seen
        if hand.is_over:
            break
        do(table, bots.choose(hand, offered(table), rng))


def _everything_drawn(table: Table, browsers) -> list[str]:
    where = f"/t/{table.tournament.code}"
    tablet_page, director = browsers
    return [
        drawings.public_table(table.pk).text.encode().decode("unicode_escape"),
        drawings.tablet(table.pk).text.encode().decode("unicode_escape"),
        screens.STANDINGS.draw(table.tournament_id).text,
        drawings.console(table.tournament_id).text,
        tablet_page.get(f"{where}/tables/1/tablet/").content.decode(),
        director.get(f"{where}/tables/1/").content.decode(),
        director.get(f"{where}/journal/").content.decode(),
    ]


def _told(markup: str) -> set[str]:
    """Cards named in words: "Ah", "Tc"; "As" is also a word of English."""
    words = re.sub(r"<svg.*?</svg>|id=\"[^\"]*\"", "", markup, flags=re.DOTALL)
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", words)) - {"As"}


def test_a_shown_hand_is_seen_by_everybody(table: Table):
    deal(table, deck=deck_of("AhAdAc KhKdKc"))
    all_in(table)
    assert hand_at(table).is_over
    drawn = drawings.public_table(table.pk).text
    assert all(one.cards for one in pictures.Reading(table_of(table.tournament)).public.seats)
    assert "AhAd" not in drawn


def test_drawing_changes_nothing(table: Table):
    deal(table)
    before = stored()
    drawings.public_table(table.pk)
    drawings.tablet(table.pk)
    assert stored() == before


# -- who is not in the hand, and why ---------------------------------------------------------------


def on_the_tablet(cup: Tournament) -> str:
    page = tablet_browser(table_of(cup)).get(f"/t/{cup.code}/tables/1/tablet/")
    return " ".join(page.content.decode().split())


def label(page: str, seat: int) -> str:
    """The word on the plate of a seat."""
    plate = page.split(f'id="seat-{seat}"', 1)[1].split("</li>", 1)[0]
    return plate.split('class="seat-state">', 1)[1].split("</span>", 1)[0].strip()


@pytest.mark.rule("igr:A.2(cc)(iii)-2")
def test_a_stack_that_was_removed_was_called_absent():
    cup = running(4, preset=replace(presets.get("igr"), starting_stack=1000))
    table = table_of(cup)
    first = fold_round(table)
    short = first.next_seat[first.blind_seats[-1]]
    rich = next(seat for seat in (1, 2, 3, 4) if seat != short)
    both = entry_in(table, short).stack + entry_in(table, rich).stack
    set_stacks(table, {short: 1, rich: both - 1})
    assert deal(table).removed == 1
    assert label(on_the_tablet(cup), short) == "Removed"


def test_a_player_who_is_away_and_not_dealt_in_is_absent(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(requests, "now", lambda: NOW + MINUTE)
    cup = running(4, preset=replace(presets.get("fours"), min_players=2))
    table = table_of(cup)
    assert tap(tablet_browser(table), table, "absent", seat=3).status_code == 200
    deal(table)
    assert label(on_the_tablet(cup), 3) == "Absent"


def test_a_seat_that_somebody_was_moved_from_said_no_more_than_one_who_was_removed():
    cup = running(7, seats=5)
    table = table_of(cup)
    fold_round(table)
    left, taken = seats_at(table)[:2]
    moved, removed = entry_in(table, left), entry_in(table, taken)
    free = next(seat for seat in range(1, 6) if not table_of(cup, 2).seatings.filter(seat=seat))
    director = signed_in(house_director())
    sent = {"entry": moved.pk, "table": 2, "seat": free, "reason": "to balance"}
    assert director.post(f"/t/{cup.code}/moves/", sent).status_code == 302
    out = {"seat": taken, "penalty": "disqualification", "reason": "Conduct"}
    assert tap(director, table_of(cup), "penalise", **out).status_code == 200
    page = on_the_tablet(cup)
    assert label(page, left) == f"{moved.name} moved to table 2"
    assert label(page, taken) == f"{removed.name} was removed"
