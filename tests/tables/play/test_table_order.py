"""The order in which a dealer does things, where the book fixes it; and who may do them at all."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cards import cards
from engine.conduct.table_order import DISPUTE
from engine.hand import commands
from engine.referee.reports import SHOW_TO_ALL
from engine.refusal import Refused
from engine.structure import presets
from tables.commands import TableCommand
from tables.conduct.services import absences, disputes
from tables.models import FloorCall, HandRecord, Seating, Table
from tables.play.queries import replay, tablet_hand
from tables.play.queries.pictures import Reading
from tables.play.services import play
from tests import written_forms
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    call_down,
    cards_ready,
    deal,
    deck_of,
    do,
    fold_round,
    hand_at,
    house_director,
    offered,
    refreshed,
    request,
    running,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
    user,
)
from tests.tables.test_api import Software
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import Entry, Incident, JournalEntry, Tournament
from tournament.permissions import Role

pytestmark = pytest.mark.django_db


def at(preset: str, players: int = 3) -> tuple[Table, Client]:
    """A table in play under this preset, and a browser that may deal and rule there."""
    table = table_of(running(players, preset=presets.get(preset)))
    return table, signed_in(house_director())


def page(browser: Client, table: Table) -> str:
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    return browser.get(where).content.decode()


@pytest.mark.rule("igr:A.3(s)")
def test_the_deal_is_locked_until_the_dealer_has_confirmed_the_blinds():
    table, browser = at("igr")
    steps = ",".join(cards_ready(table))
    assert "Blinds are in" in page(browser, table)
    early = tap(browser, table, "start_hand", steps=steps)
    assert early.status_code == 409
    assert "Confirm first that the blinds are in." in early.content.decode()
    assert table_of(table.tournament).hand_number == 0
    sure = tap(browser, table, "start_hand", steps=steps, confirmed="blinds")
    assert sure.status_code == 200
    assert sum(hand_at(table).bets) > 0


@pytest.mark.rule("igr:A.3(r)(iii)")
def test_losing_hands_are_mucked_before_the_pot_is_pushed():
    table, browser = at("igr")
    deal(table)
    call_down(table)
    loser, *_ = hand_at(table).in_hand()
    winner = hand_at(table).in_hand()[-1]
    assert "Losing hands mucked" in page(browser, table)
    early = tap(browser, table, "award", pot=0, winners=[winner])
    assert early.status_code == 409
    assert "Muck the losing hands first" in early.content.decode()
    assert 'data-clause="igr:A.3(r)(iii)"' in early.content.decode()
    assert not hand_at(table).is_over
    tap(browser, table, "award", pot=0, winners=[winner], confirmed="mucked")
    assert hand_at(table).is_over
    assert hand_at(table).stacks[loser] < hand_at(table).stacks[winner]


@pytest.mark.rule("charity:10.3.8")
@pytest.mark.rule("charity:18.2")
def test_the_result_is_announced_pot_by_pot_then_paid_then_the_cards_are_collected():
    table, browser = at("charity")
    Entry.objects.filter(seatings__table=table, seatings__seat=1).update(stack=600)
    deal(table)
    all_in(table)
    for board in ("2c7d9h", "Js", "3s"):
        tap(browser, table, "board", cards=board)
    shown = {1: "KhKd", 2: "AsAh", 3: "5c4d"}
    while offered(table).phase == "show":
        seat = offered(table).seat or 0
        tap(browser, table, "show", seat=seat, cards=shown[seat])
    announced = page(browser, table)
    assert announced.count("Pair of aces") >= 2  # the hand, and with each pot it wins
    assert "Main pot" in announced
    assert "Side pot" in announced
    assert not hand_at(table).is_over  # nothing moves before the dealer confirms
    tap(browser, table, "award_all")
    assert hand_at(table).is_over
    stays = tap(browser, table, "start_hand")
    assert stays.status_code == 409  # the cards of this hand are not collected yet
    assert HandRecord.objects.filter(table=table).count() == 1


@pytest.mark.rule("charity:22.1")
def test_a_dispute_stops_the_game_and_its_clock_until_the_decision_is_recorded():
    table, _ = at("charity")
    deal(table)
    dealer, seat = tablet_actor(table), hand_at(table).actor
    disputes.call(request(table, actor=dealer), reason="Players disagree")
    assert clock_queries.picture(refreshed(table.tournament), now=NOW + MINUTE).phase == "paused"
    browser = tablet_browser(table)
    for kind in ("fold", "undo"):
        waits = tap(browser, table, kind, seat=seat)
        assert "Play waits for the supervisor" in waits.content.decode()
        assert "charity:22.1" in waits.content.decode()
    call = FloorCall.objects.get()
    floor = somebody(table.tournament, Role.FLOOR)
    with pytest.raises(Refused, match="Write the decision down"):
        disputes.answer(call_id=call.pk, ruling=" ", actor=floor, now=NOW + 2 * MINUTE)
    decision: dict[str, Any] = {"call_id": call.pk, "ruling": "It stands.", "now": NOW + 2 * MINUTE}
    with pytest.raises(Refused, match="tournament supervisor to decide") as refused:
        disputes.answer(actor=floor, **decision)
    assert refused.value.clause == "charity:22.1"
    with pytest.raises(Refused, match="Play waits for the supervisor"):
        play.act(request(table, actor=floor), commands.Fold(seat))
    assert stands(table.tournament, 2)[0] == "paused"
    assert not Incident.objects.exists()
    disputes.answer(actor=DIRECTOR, **decision)
    assert Incident.objects.get().decisions.get().title == "Tournament supervisor"
    assert stands(table.tournament, 2)[0] == "play"
    assert tap(browser, table, "fold", seat=seat).status_code == 200


@pytest.mark.rule("charity:22.1")
@pytest.mark.rule("fours:break-3")
@pytest.mark.parametrize("key", ["charity", "fours"])
def test_the_consoles_button_for_a_dispute_sent_no_decision_and_was_always_refused(
    key: str, director: Client
):
    cup = running(3, preset=replace(presets.get(key), min_players=2))
    disputes.call(request(table_of(cup), actor=tablet_actor(table_of(cup))), reason=DISPUTE)
    console = director.get(f"/t/{cup.code}/console/").content.decode()
    asked = written_forms.form_with(console, "ruling")
    assert director.post(asked.action, asked.body()).status_code == 409
    decided = director.post(asked.action, asked.body(ruling="The raise stands."))
    assert decided.status_code == 302
    assert FloorCall.objects.get().ruling == "The raise stands."
    assert stands(cup, 2)[0] == "play"


def stands(cup: Tournament, minutes: int) -> tuple[str, str]:
    shown = clock_queries.picture(refreshed(cup), now=NOW + minutes * MINUTE)
    return shown.phase, shown.reason


@pytest.mark.rule("fours:break-3")
@pytest.mark.rule("fours:break-4")
def test_4s_stops_the_timer_for_a_dispute_says_why_and_lets_the_hand_be_finished():
    cup = running(3, preset=replace(presets.get("fours"), min_players=2))
    table = table_of(cup)
    dealer = tablet_actor(table)
    deal(table)
    left = clock_queries.picture(refreshed(cup), now=NOW + MINUTE).seconds_left
    disputes.call(request(table, actor=dealer), reason="Players disagree")
    assert stands(cup, 1) == ("paused", "Dispute at table 1")
    while not hand_at(table).is_over:
        do(table, commands.Fold(hand_at(table).actor))
    with pytest.raises(Refused, match="Dispute at table 1"):
        deal(table)
    call, floor = FloorCall.objects.get(), somebody(cup, Role.FLOOR)
    later = NOW + 31 * MINUTE
    disputes.answer(call_id=call.pk, ruling="The bet stands.", actor=floor, now=later)
    shown = clock_queries.picture(refreshed(cup), now=later)
    assert (shown.phase, shown.reason) == ("play", "")
    assert shown.seconds_left == left


def test_a_dispute_whose_clock_could_not_be_stopped_is_called_again_and_stops_it(monkeypatch):
    """A process that dies in between must not leave the call without the pause."""
    cup = running(3, preset=presets.get("charity"))
    called = request(table_of(cup))

    def dies(**_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(clock, "act", dies)
        with pytest.raises(SystemExit):
            disputes.call(called, reason="Players disagree")
    for _ in range(2):
        disputes.call(called, reason="Players disagree")
    assert FloorCall.objects.count() == 1
    assert stands(cup, 1) == ("paused", "Dispute at table 1")


def test_the_clock_stands_until_the_last_dispute_is_decided():
    cup = running(6, preset=presets.get("charity"), seats=3)
    for number in (1, 2):
        disputes.call(request(table_of(cup, number)), reason="Players disagree")
    first, second = FloorCall.objects.order_by("pk")
    disputes.answer(call_id=first.pk, ruling="It stands.", actor=DIRECTOR, now=NOW + 2 * MINUTE)
    assert stands(cup, 2)[0] == "paused"
    disputes.answer(call_id=second.pk, ruling="It stands.", actor=DIRECTOR, now=NOW + 3 * MINUTE)
    assert stands(cup, 3)[0] == "play"


def test_a_call_for_something_else_stops_nothing():
    table, _ = at("charity")
    deal(table)
    disputes.call(request(table), reason="Conduct")
    assert tap(tablet_browser(table), table, "fold", seat=hand_at(table).actor).status_code == 200


@pytest.mark.rule("fours:leave-3")
def test_others_put_the_blinds_of_an_absent_player_in_and_the_record_names_them():
    table, browser = at("fours", players=8)
    where = f"/t/{table.tournament.code}/tables/1/seat/2/"
    refused = tap(browser, table, "name_poster", seat=2, by="3 Player 3")
    assert "post for themselves" in refused.content.decode()
    absences.set_absent(TableCommand(table.pk, DIRECTOR, NOW), seat=2, is_absent=True)
    assert "Who posts the blinds?" in browser.get(where).content.decode()
    same = {"command_id": str(uuid4()), "version": refreshed_version(table)}
    for _ in range(2):  # the answer was lost, and the tablet sends it again
        named = tap(browser, table, "name_poster", seat=2, by="3 Player 3", **same)
        assert named.status_code == 200
    stack = Seating.objects.get(table=table, seat=2).entry.stack
    for number in range(1, 9):
        fold_round(table)
        record = HandRecord.objects.get(table=table, number=number)
        mine = next(player for player in record.players if player["seat"] == 2)
        assert mine["posted_by"] == "3 Player 3"
    assert Seating.objects.get(table=table, seat=2).entry.stack < stack
    assert "3 Player 3" in str(JournalEntry.objects.get(name="seat.posting").data)


def refreshed_version(table: Table) -> int:
    table.refresh_from_db()
    return table.version


@pytest.mark.rule("charity:19.4")
def test_only_a_dealer_here_or_the_floor_declares_a_misdeal():
    table = table_of(running(4, preset=presets.get("charity"), seats=2), 1)
    deal(table)
    before = stored()
    strangers = [
        Client(),
        tablet_browser(table_of(table.tournament, 2)),
        signed_in(user("desk", table.tournament, Role.DESK)),
        signed_in(user("eye", table.tournament, Role.INSPECTOR)),
    ]
    before = stored()
    for browser in strangers:
        answer = tap(browser, table, "happened", what="cards dealt out of order")
        assert answer.status_code == 403
        assert "charity:19.4" in answer.content.decode()
        assert "charity" not in tap(browser, table, "fold", seat=1).content.decode()
    assert stored() == before
    told = tap(tablet_browser(table), table, "happened", what="cards dealt out of order")
    assert told.status_code == 200
    assert hand_at(table).ended == "misdeal"


# -- whose chips, whose turn, whose seat -----------------------------------------------------------


@pytest.mark.rule("adelaide:35")
def test_nobody_bets_for_another_and_an_absent_player_only_posts():
    table = table_of(running(4))
    browser = tablet_browser(table)
    absences.set_absent(TableCommand(table.pk, DIRECTOR, NOW), seat=2, is_absent=True)
    first = deal(table)
    other = next(seat for seat in first.in_hand() if seat != first.actor)
    before = stored()
    for seat in (other, 2):
        for kind, more in (("call", {}), ("raise_to", {"amount": 400}), ("all_in", {})):
            assert tap(browser, table, kind, seat=seat, **more).status_code == 409
    assert stored() == before
    while hand_at(table).actor >= 0 and not hand_at(table).is_over:
        assert hand_at(table).actor != 2
        do(table, commands.Fold(hand_at(table).actor))


@pytest.mark.rule("adelaide:50")
def test_no_chips_pass_from_player_to_player_but_by_pots():
    table = table_of(running(3))
    browser = tablet_browser(table)
    before = stored()
    for kind in ("lend", "give", "move_chips", "transfer"):
        answer = tap(browser, table, kind, seat=1, to=2, amount=500)
        assert answer.status_code == 422
    assert stored() == before
    stacks = dict(Entry.objects.values_list("pk", "stack"))
    fold_round(table)
    after = dict(Entry.objects.values_list("pk", "stack"))
    moved = {pk: after[pk] - stacks[pk] for pk in stacks if after[pk] != stacks[pk]}
    assert sum(moved.values()) == 0
    record = HandRecord.objects.get()
    assert record.pot > 0  # what changed hands went through the pot


@pytest.mark.rule("adelaide:61a")
@pytest.mark.rule("adelaide:61b")
def test_in_a_tournament_absent_players_keep_their_seats_and_are_blinded_off():
    table = table_of(running(4))
    for seat in (1, 2, 3):
        absences.set_absent(TableCommand(table.pk, DIRECTOR, NOW), seat=seat, is_absent=True)
    for _ in range(8):  # more than two big blinds each
        fold_round(table)
    kept = Seating.objects.filter(table=table, until__isnull=True)
    assert sorted(kept.values_list("seat", flat=True)) == [1, 2, 3, 4]
    assert all(seat.entry.stack < 1000 for seat in kept.filter(seat__lt=4))


@pytest.mark.rule("canberra:16.7")
def test_mucked_and_undealt_cards_are_nowhere_to_be_seen():
    preset = replace(presets.get("canberra-e"), min_players=2)
    table = table_of(running(3, preset=preset))
    hand = deal(table, deck=deck_of("AhKdQc AsKsQs 2c2d2h3c4d 5h"))
    folded = hand.actor
    do(table, commands.Fold(folded))
    call_down(table)
    hidden = [cards.words(card) for card in hand.hole[folded]]
    hidden += [cards.words(card) for card in hand.deck[hand_at(table).deck_at :]]
    shown = {cards.words(card) for one in hand_at(table).shown.values() for card in one}
    code = table.tournament.code
    for where in (f"/t/{code}/tables/1/", f"/t/{code}/"):
        text = Client().get(where).content.decode()
        assert not [card for card in hidden if card in text]
    replayed = str(replay.hand(HandRecord.objects.get(), None, now=NOW + 9 * MINUTE))
    assert not [card for card in hand.hole[folded] if f"'{cards.text((card,))}'" in replayed]
    assert shown  # while what was tabled may be seen


@pytest.mark.rule("canberra:T.hole_card")
def test_hole_cards_are_shown_to_nobody_before_they_are_tabled():
    preset = replace(presets.get("canberra-e"), min_players=2)
    table = table_of(running(2, preset=preset))
    hand = deal(table, deck=deck_of("AhKd AsKs 2c2d2h3c4d5h"))
    held = [cards.words(card) for seat in hand.order for card in hand.hole[seat]]
    code, floor = table.tournament.code, signed_in(house_director())
    for browser, page in (
        *((Client(), one) for one in ("", "tables/1/", "overlay/tables/1/")),
        (tablet_browser(table), "tables/1/tablet/"),
        *((floor, one) for one in ("console/", "tables/1/floor/", "tables/1/tablet/")),
    ):
        answer = browser.get(f"/t/{code}/{page}")
        assert answer.status_code == 200
        assert not [card for card in held if card in answer.content.decode()], page
    all_in(table)
    call_down(table)
    tabled = Client().get(f"/t/{code}/tables/1/").content.decode()
    assert any(card in tabled for card in held)  # the showdown opens them


# -- what the buttons offer ------------------------------------------------------------------------


@pytest.mark.rule("canberra:9.1(a)(iii)")
def test_an_opener_who_must_call_gives_up_with_one_tap():
    preset = replace(presets.get("canberra-e"), min_players=2)
    cup = running(3, preset=preset)
    Tournament.objects.filter(pk=cup.pk).update(
        structure={**cup.structure, "house_rules": {"opener_options": "a"}}
    )
    table = table_of(cup)
    first = deal(table)
    browser = tablet_browser(table)
    assert "and fold" in page(browser, table)
    assert tap(browser, table, "call_and_fold", seat=first.actor).status_code == 200
    assert first.actor not in hand_at(table).in_hand()
    assert hand_at(table).paid[first.actor] > 0


def test_a_card_that_lies_open_is_offered_to_its_owner_alone():
    table = table_of(running(2))
    browser = tablet_browser(table)
    hand = deal(table)
    owner = hand.order[0]
    tap(browser, table, "happened", what=SHOW_TO_ALL, seat=owner, cards="Ah")
    all_in(table)
    offered_cards = tablet_hand.parts(Reading(table), offered(table))
    assert offered_cards.board is not None
    assert "Ah" in offered_cards.board.used_cards
    call_down(table)
    shown = tablet_hand.parts(Reading(table), offered(table)).show
    assert shown is not None
    assert ("Ah" in shown.used_cards) is (shown.seat != owner)


@pytest.mark.rule("charity:19.4")
def test_the_api_refused_a_strangers_misdeal_without_the_clause():
    table = table_of(running(4, preset=presets.get("charity"), seats=2), 1)
    deal(table)
    before = stored()
    wish = {"what": "cards dealt out of order", "version": refreshed_version(table)}
    refusals = {
        Role.DESK: ("You may not deal at this table. Ask the tournament director.", "charity:19.4"),
        Role.INSPECTOR: ("An inspector's token only reads.", ""),  # whatever the book says
    }
    for role, (why, clause) in refusals.items():
        software = Software(table.tournament, role)
        before = stored()
        refused = software.post("/tables/1/happened", **wish, command_id=str(uuid4()))
        assert refused.status_code == 403
        assert (refused.json()["detail"], refused.json()["clause"]) == (why, clause)
        assert stored() == before
    floor = Software(table.tournament, Role.DIRECTOR)
    told = floor.post("/tables/1/happened", **wish, command_id=str(uuid4()))
    assert told.status_code == 200
    assert hand_at(table).ended == "misdeal"
