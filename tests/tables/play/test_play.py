"""One dealer action: decided, stored once, and never by halves."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest

from engine.cards import cards
from engine.hand import commands
from engine.hand.applying import replay
from engine.practice import bots
from engine.refusal import Refused
from engine.seating.seating import Place
from engine.structure import presets
from tables.console.queries import console
from tables.models import HandEvent, HandRecord, Table
from tables.play.queries import hands
from tables.play.services import play, undoing
from tables.records.queries import chain
from tables.seating.services import seating
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    award_to,
    bust_all_but,
    call_down,
    deal,
    do,
    everybody_arrives,
    fold_round,
    hand_at,
    offered,
    refreshed,
    request,
    running,
    seated,
    somebody,
    stacks,
    stored,
    table_of,
    tablet_actor,
)
from tournament.clock.services import clock
from tournament.models import CommandRecord
from tournament.permissions import NOBODY, Forbidden, Role
from tournament.records.services.idempotency import Reused
from tournament.records.services.stale import Stale

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


# -- starting --------------------------------------------------------------------------------------


def test_a_hand_begins_with_button_and_blinds_by_themselves():
    table = table_of(running(3))
    hand = deal(table)
    assert (hand.number, table.hand_number, table.version) == (1, 1, 1)
    assert hand.pot == sum(hand.blinds)
    record = HandRecord.objects.get()
    assert [player["seat"] for player in record.players] == [1, 2, 3]
    assert {player["stack"] for player in record.players} == {1000}


def test_the_button_goes_round():
    table = table_of(running(3))
    assert len({fold_round(table).marker for _ in range(3)}) == 3


BLINDS_OF = [
    pytest.param("fours", marks=pytest.mark.rule("fours:level-3")),
    pytest.param("charity", marks=pytest.mark.rule("charity:8.6")),
    pytest.param("adelaide-no-limit", marks=pytest.mark.rule("tda2024:R23")),
]


@pytest.mark.parametrize("preset", BLINDS_OF)
def test_new_blinds_apply_from_the_next_hand_and_a_hand_in_play_keeps_the_old(preset: str):
    book = presets.get(preset)
    cup = running(3, preset=replace(book, min_players=2))
    table, length = table_of(cup), book.schedule.levels[0].minutes * MINUTE
    first, second = (level.blinds for level in book.schedule.levels[:2])
    assert deal(table, now=NOW + length - MINUTE).blinds == first
    clock.advance_due(NOW + length)
    assert hand_at(table).blinds == first
    while not hand_at(table).is_over:
        do(table, commands.Fold(offered(table).seat or 0), now=NOW + length + MINUTE)
    assert hand_at(table).blinds == first
    assert deal(table, now=NOW + length + MINUTE).blinds == second


@pytest.mark.rule("fours:level-4")
def test_a_hand_whose_bets_go_in_after_the_timer_has_run_out_takes_the_new_level():
    cup = running(3, preset=replace(presets.get("fours"), min_players=2))
    table = table_of(cup)
    hand = deal(table, now=NOW + 10 * MINUTE)  # the tap: shuffled, and the bets are in
    assert (hand.blinds, hand.pot) == ((15, 30), 45)
    other = table_of(running(3, preset=replace(presets.get("fours"), min_players=2)))
    assert deal(other, now=NOW + 10 * MINUTE - timedelta(seconds=1)).blinds == (10, 20)


def test_a_hand_is_dealt_at_the_level_the_clock_shows():
    cup = running(3)
    table = table_of(cup)
    first = fold_round(table).blinds
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)
    assert deal(table).blinds > first


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        (lambda cup: deal(table_of(cup)), "The hand in play must end first"),
        (
            lambda cup: Table.objects.update(state="held"),
            "This table is on hold",
        ),
        (lambda cup: Table.objects.update(state="closed"), "Table 1 is closed"),
        (
            lambda cup: clock.act(
                tournament_id=cup.pk, kind="break", actor=DIRECTOR, now=NOW + MINUTE
            ),
            "No new hand now",
        ),
        (lambda cup: cup.entries.filter(number__gt=1).update(stack=0), "needs two players"),
        (lambda cup: bust_all_but(table_of(cup), 1), "The tournament is over"),
    ],
    ids=["in play", "held", "closed", "break", "alone", "over"],
)
def test_no_hand_begins_where_there_cannot_be_one(prepare, why: str):
    cup = running(3)
    prepare(cup)
    before = stored()
    with pytest.raises(Refused, match=why):
        play.start_hand(request(table_of(cup)))
    assert stored() == before


def test_no_hand_begins_before_play_does():
    cup = seated(3)
    before = stored()
    with pytest.raises(Refused, match="Play has not started"):
        play.start_hand(request(table_of(cup)))
    assert stored() == before


def test_an_action_without_a_hand_is_refused():
    table = table_of(running(3))
    before = stored()
    for wish in (
        lambda: play.act(request(table), commands.Fold(1)),
        lambda: undoing.undo(request(table)),
    ):
        with pytest.raises(Refused, match="hand"):
            wish()
    assert stored() == before


# -- acting ----------------------------------------------------------------------------------------


def test_an_action_is_stored_with_who_when_and_its_command():
    cup = running(3)
    table = table_of(cup)
    hand = deal(table)
    wish = request(table, actor=tablet_actor(table), version=table.version)
    play.act(wish, commands.Fold(hand.actor))
    event = HandEvent.objects.get(version=2)
    assert (event.by, event.at, event.command_id) == ("tablet 1", wish.now, wish.command_id)
    assert CommandRecord.objects.filter(pk=str(wish.command_id)).exists()
    table.refresh_from_db()
    assert table.version == 2


WRONG = {
    "checks what must be paid": lambda hand: commands.Check(hand.actor),
    "out of turn": lambda hand: commands.Fold(hand.actor % 3 + 1),
    "raises too much": lambda hand: commands.RaiseTo(hand.actor, 10**14),
    "raises too little": lambda hand: commands.RaiseTo(hand.actor, 1),
    "no such seat": lambda hand: commands.Fold(99),
    "seat 0": lambda hand: commands.Fold(0),
    "award too early": lambda hand: commands.Award(0, (1,)),
    "award of no pot": lambda hand: commands.Award(9, (99,)),
    "board too early": lambda hand: commands.DealBoard(),
    "shows too early": lambda hand: commands.ShowCards(1),
    "shows from nowhere": lambda hand: commands.ShowCards(99),
    "mucks from nowhere": lambda hand: commands.Muck(0),
}


@pytest.mark.parametrize("wish", WRONG.values(), ids=WRONG)
def test_what_the_engine_refuses_changes_nothing(wish):
    table = table_of(running(3))
    hand = deal(table)
    before = stored()
    with pytest.raises(Refused):
        play.act(request(table), wish(hand))
    assert stored() == before


def test_a_repeated_command_is_harmless_however_often_it_comes():
    table = table_of(running(3))
    start = request(table, version=0)
    for _ in range(2):
        play.start_hand(start)
    fold = request(table, version=1)
    wish = commands.Fold(hand_at(table).actor)
    play.act(fold, wish)
    before = stored()
    play.act(fold, wish)
    play.start_hand(start)
    with pytest.raises(Reused):
        undoing.undo(fold)
    assert stored() == before


def test_a_repeated_command_of_a_hand_that_ended_meanwhile_is_harmless():
    table = table_of(running(2))
    last = request(table)
    actor = deal(table).actor
    play.act(last, commands.Fold(actor))
    assert hand_at(table).is_over
    before = stored()
    play.act(last, commands.Fold(actor))
    assert stored() == before


@pytest.mark.parametrize("version", [0, 2, 10**14])
def test_a_command_for_another_version_is_stale(version: int):
    table = table_of(running(3))
    hand = deal(table)
    before = stored()
    with pytest.raises(Stale, match="The table has moved on"):
        play.act(request(table, version=version), commands.Fold(hand.actor))
    with pytest.raises(Stale):
        undoing.undo(request(table, version=version))
    assert stored() == before


def test_a_refused_command_may_come_again_with_the_same_id():
    table = table_of(running(3))
    hand = deal(table)
    wish = request(table)
    with pytest.raises(Refused):
        play.act(wish, commands.Check(hand.actor))
    play.act(wish, commands.Fold(hand.actor))
    assert table_of(table.tournament).version == 2


def test_nobody_plays_at_a_closed_table():
    cup = running(3)
    table = table_of(cup)
    hand = deal(table)
    Table.objects.update(state="closed")
    before = stored()
    with pytest.raises(Refused, match="Table 1 is closed"):
        play.act(request(table), commands.Fold(hand.actor))
    assert stored() == before


def test_only_those_who_may_deal_here_act():
    cup = running(4, seats=2)
    table, other = table_of(cup, 1), table_of(cup, 2)
    hand = deal(table)
    before = stored()
    strangers = [
        NOBODY,
        tablet_actor(other),
        *(somebody(cup, role) for role in (Role.DESK, Role.INSPECTOR)),
    ]
    for actor in strangers:
        for wish in (
            lambda who: play.act(request(table, actor=who), commands.Fold(hand.actor)),
            lambda who: play.start_hand(request(table, actor=who)),
            lambda who: undoing.undo(request(table, actor=who)),
        ):
            with pytest.raises(Forbidden):
                wish(actor)
    assert stored() == before


# -- the story is the truth ------------------------------------------------------------------------


def test_the_saved_hand_is_the_fold_of_its_events_after_every_action():
    table = table_of(running(3))
    deal(table)
    while not hand_at(table).is_over:
        assert replay(hands.story(hands.record_of(table))) == hand_at(table)
        hand = hand_at(table)
        do(table, commands.Fold(hand.actor))
    assert replay(hands.story(hands.record_of(table))) == hand_at(table)


@pytest.mark.parametrize("seed", range(4))
def test_after_any_play_chips_add_up_and_every_hand_replays_to_what_was_saved(seed: int):
    cup, rng = running(4), Random(seed)
    table = table_of(cup)
    for _ in range(6):
        if refreshed(cup).is_over:
            break
        _play_by_chance(table, rng)
        assert replay(hands.story(hands.record_of(table))) == hand_at(table)
        assert console.ledger(cup.pk).ok
        assert sum(stacks(cup)) == 4000
    assert chain.first_broken_event(table) is None


def _play_by_chance(table: Table, rng: Random) -> None:
    deck = list(cards.deck())
    rng.shuffle(deck)
    deal(table, deck=deck)
    while not hand_at(table).is_over:
        if rng.random() < 0.15 and hands.last_step(hands.rows(hands.record_of(table))):
            undoing.undo(request(table))
        else:
            do(table, bots.choose(hand_at(table), offered(table), rng))


def test_a_hand_saved_by_an_older_version_is_read_from_its_events():
    table = table_of(running(3))
    hand = deal(table)
    Table.objects.update(hand={"v": 0, "hand": []})
    assert hand_at(table) == hand
    do(table, commands.Fold(hand.actor))
    assert hand_at(table).folds == (hand.actor,)


def test_versions_and_events_count_up_without_gaps():
    table = table_of(running(3))
    deal(table)
    call_down(table)
    versions = sorted(set(HandEvent.objects.values_list("version", flat=True)))
    assert versions == list(range(1, hand_at(table).number + len(versions)))
    assert versions[-1] == table.version


def test_a_hand_played_to_the_showdown_by_hand_ends_with_the_award():
    table = table_of(running(3))
    deal(table)
    call_down(table)
    assert offered(table).phase == "show"
    hand = award_to(table, 2)
    assert hand.ended == "played"
    assert HandRecord.objects.get().winners.startswith("Player")


def test_a_player_who_moved_in_is_dealt_in_the_next_hand():
    cup = running(7, seats=6)
    first, second = table_of(cup, 1), table_of(cup, 2)
    entry = first.seatings.all()[0].entry
    taken = set(second.seatings.values_list("seat", flat=True))
    seat = min(set(range(1, 7)) - taken)
    seating.move_player(
        tournament_id=cup.pk,
        entry_id=entry.pk,
        to=Place(2, seat),
        order=Order("balance"),
        actor=DIRECTOR,
        now=NOW,
    )
    everybody_arrives(cup)
    assert seat in deal(second).seats


def test_two_commands_with_ids_of_their_own_are_two():
    table = table_of(running(3))
    assert request(table).command_id != request(table).command_id
    deal(table)
    do(table, commands.Fold(hand_at(table).actor))
    assert CommandRecord.objects.count() == 2
    assert not CommandRecord.objects.filter(pk=uuid4()).exists()
