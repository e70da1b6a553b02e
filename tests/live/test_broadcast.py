"""After commit, and only then: who is told what, once."""

import json
import logging
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from config.machine import local_redis
from engine.hand import commands
from engine.rules import irregularities as what
from engine.seating.seating import Place
from tables import broadcast as table_broadcast
from tables import drawings, screens
from tables.commands import TableCommand
from tables.conduct.services import absences, disputes
from tables.equipment.services import devices
from tables.models import Table
from tables.play.queries import hands
from tables.play.services import play, undoing
from tables.procedures.services import hand_for_hand
from tables.seating.services import seating
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    deal,
    hand_at,
    paired_tablet,
    refreshed,
    registering,
    request,
    running,
    seated,
    sell,
    stored,
    table_of,
)
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.live import broadcast
from tournament.models import Bust, Tournament
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db
Messages = list[tuple[str, dict[str, Any]]]
EVERYBODY = {"clock", "standings", "seating", "console"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Messages:
    """What left for the screens."""
    messages: Messages = []

    def send(these: Messages) -> dict[str, int]:
        messages.extend(these)
        return {}

    monkeypatch.setattr(broadcast, "send", send)
    return messages


def told(sent: Messages) -> set[str]:
    """The audiences told, without the ids: clock, console, table 1 public ..."""
    names = set()
    for group, _ in sent:
        kind, key, *rest = group.split(".")
        audience = rest[0] if rest else "entrants"
        number = Table.objects.get(pk=key).number if kind == "table" else ""
        names.add(f"{kind} {number} {audience}" if number else audience)
    return names


TABLE_1 = {"table 1 public", "table 1 dealer"}
TABLE_2 = {"table 2 public", "table 2 dealer"}


def _move(cup: Tournament) -> None:
    first, second = table_of(cup, 1), table_of(cup, 2)
    taken = set(second.seatings.values_list("seat", flat=True))
    seating.move_player(
        tournament_id=cup.pk,
        entry_id=first.seatings.all()[0].entry_id,
        to=Place(2, min(set(range(1, 4)) - taken)),
        order=Order(""),
        actor=DIRECTOR,
        now=NOW,
    )


def _rebuy(cup: Tournament) -> None:
    sell(Bust.standing.get().entry, now=NOW)


SCENES = {
    "a registration": (
        lambda: registering(1),
        lambda cup: entries.register(tournament_id=cup.pk, name="A", actor=DIRECTOR, now=NOW),
        EVERYBODY,
    ),
    "a draw": (
        lambda: registering(2),
        lambda cup: seating.draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW),
        EVERYBODY,
    ),
    "the start": (
        lambda: seated(2),
        lambda cup: seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW),
        EVERYBODY | TABLE_1,
    ),
    "a hand begins": (
        lambda: running(3),
        lambda cup: play.start_hand(request(table_of(cup))),
        {"console"} | TABLE_1,
    ),
    "an action": (
        lambda: _dealt(running(3)),
        lambda cup: play.act(request(table_of(cup)), commands.Fold(hand_at(table_of(cup)).actor)),
        {"console"} | TABLE_1,
    ),
    "the end of a hand": (
        lambda: _dealt(running(2)),
        lambda cup: play.act(request(table_of(cup)), commands.Fold(hand_at(table_of(cup)).actor)),
        {"standings", "console", "entrants"} | TABLE_1,
    ),
    "the end of a hand that others wait for": (
        lambda: _hand_for_hand(_dealt(running(4, seats=2))),
        lambda cup: play.act(request(table_of(cup)), commands.Fold(hand_at(table_of(cup)).actor)),
        EVERYBODY | TABLE_1,
    ),
    "the end of somebody's tournament": (
        lambda: running(2),
        lambda cup: _bust(cup),
        EVERYBODY | TABLE_1,
    ),
    "a result that is taken back": (
        lambda: _folded(running(2)),
        lambda cup: play.act(request(table_of(cup)), commands.VoidHand("two aces of spades")),
        EVERYBODY | TABLE_1,
    ),
    "a result that is taken back and paid anew at once": (
        lambda: _folded(running(2)),
        lambda cup: play.report(
            request(table_of(cup)),
            what.WRONG_COUNT,
            {"seat": str(hand_at(table_of(cup)).in_hand()[0])},
        ),
        EVERYBODY | TABLE_1,
    ),
    "an undo": (
        lambda: _folded(running(3)),
        lambda cup: undoing.undo(request(table_of(cup))),
        EVERYBODY | TABLE_1,
    ),
    "a move": (lambda: running(4, seats=3), _move, EVERYBODY | TABLE_1 | TABLE_2),
    "a rebuy": (lambda: _bust(running(2, preset=WITH_REBUYS)), _rebuy, EVERYBODY | TABLE_1),
    "an absence": (
        lambda: running(2),
        lambda cup: absences.set_absent(
            TableCommand(table_of(cup).pk, DIRECTOR, NOW), seat=1, is_absent=True
        ),
        {"console"} | TABLE_1,
    ),
    "a call": (
        lambda: running(2),
        lambda cup: disputes.call(request(table_of(cup)), reason=""),
        {"console"} | TABLE_1,
    ),
    "the clock": (
        lambda: running(2),
        lambda cup: clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW),
        {"clock", "console"},
    ),
    "a level": (
        lambda: running(2),
        lambda cup: clock.advance_due(NOW + 600 * MINUTE),
        {"clock", "console"},
    ),
    "words": (
        lambda: running(2),
        lambda cup: tournaments.announce(
            tournament_id=cup.pk, text="Dinner", actor=DIRECTOR, now=NOW
        ),
        {"clock", "console"},
    ),
    "a pairing": (lambda: running(2), lambda cup: paired_tablet(table_of(cup)), {"console"}),
    "the end": (
        lambda: running(2),
        lambda cup: tournaments.cancel(
            tournament_id=cup.pk, actor=DIRECTOR, now=NOW, reason="flood"
        ),
        EVERYBODY,
    ),
}


def _dealt(cup: Tournament) -> Tournament:
    deal(table_of(cup))
    return cup


def _hand_for_hand(cup: Tournament) -> Tournament:
    deal(table_of(cup, 2))
    hand_for_hand.begin(tournament_id=cup.pk, minutes=2, actor=DIRECTOR, now=NOW)
    return cup


def _folded(cup: Tournament) -> Tournament:
    table = table_of(cup)
    deal(table)
    play.act(request(table), commands.Fold(hand_at(table).actor))
    return cup


def _bust(cup: Tournament) -> Tournament:
    bust_all_but(table_of(cup), 1)
    return cup


@pytest.mark.parametrize("scene", SCENES)
def test_every_change_tells_those_who_see_it(scene, sent, django_capture_on_commit_callbacks):
    begin, happen, audiences = SCENES[scene]
    cup = begin()
    with django_capture_on_commit_callbacks(execute=True):
        happen(cup)
    assert told(sent) == audiences


def test_nothing_is_told_before_the_commit_or_after_a_rollback(
    sent, django_capture_on_commit_callbacks
):
    cup = running(3)
    before = stored()
    with django_capture_on_commit_callbacks(execute=True) as callbacks, transaction.atomic():
        play.start_hand(request(table_of(cup)))
        assert sent == []
        transaction.set_rollback(True)
    assert (sent, callbacks) == ([], [])
    assert stored() == before


def test_a_repeated_or_refused_command_tells_nobody(sent, django_capture_on_commit_callbacks):
    cup = running(3)
    table = table_of(cup)
    wish = request(table)
    play.start_hand(wish)
    with django_capture_on_commit_callbacks(execute=True):
        play.start_hand(wish)
    assert sent == []


@pytest.mark.parametrize(
    ("draw", "element", "version"),
    [
        (lambda cup: drawings.public_table(table_of(cup).pk), "table", 1),
        (lambda cup: drawings.tablet(table_of(cup).pk), "tablet", 1),
        (lambda cup: screens.STANDINGS.draw(cup.pk), "standings", None),
        (lambda cup: screens.SEATING.draw(cup.pk), "seating", None),
        (lambda cup: drawings.console(cup.pk), "console", None),
        (lambda cup: screens.CLOCK.draw(cup.pk), "clock", 1),
    ],
    ids=["table", "tablet", "standings", "seating", "console", "clock"],
)
def test_a_push_is_the_whole_fragment_with_its_id_and_version(draw, element: str, version):
    cup = running(3)
    deal(table_of(cup))
    message = json.loads(draw(cup).text)
    assert message["target"] == f"#{element}"
    assert message["swap"] == "outerMorph"
    assert version is None or message["version"] == version
    head = message["content"].strip().split(">")[0]
    assert f'id="{element}"' in head
    assert f'data-version="{message["version"]}"' in head


def test_an_action_sends_each_audience_of_the_table_one_finished_picture(
    sent, django_capture_on_commit_callbacks
):
    cup = running(3)
    table = table_of(cup)
    with django_capture_on_commit_callbacks(execute=True):
        play.start_hand(request(table))
    pictures = {group: message for group, message in sent if message["type"] == "picture"}
    assert set(pictures) == {
        table_broadcast.public_group(table.pk),
        table_broadcast.dealer_group(table.pk),
    }
    public = json.loads(pictures[table_broadcast.public_group(table.pk)]["text"])
    assert public["version"] == 1
    assert 'id="tablet"' not in public["content"]


def test_a_tablet_that_is_let_go_or_moved_is_hung_up_on(sent, django_capture_on_commit_callbacks):
    cup = running(4, seats=2)
    table = table_of(cup)
    device, _ = paired_tablet(table)
    group = table_broadcast.dealer_group(table.pk)
    with django_capture_on_commit_callbacks(execute=True):
        devices.show(device=device, view="", table=table_of(cup, 2), actor=DIRECTOR, now=NOW)
    assert (group, {"type": "hang_up"}) in sent
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        devices.revoke(device=device, actor=DIRECTOR, now=NOW)
    assert (table_broadcast.dealer_group(table_of(cup, 2).pk), {"type": "hang_up"}) in sent


def test_without_redis_the_action_stands_and_the_log_says_that_nobody_was_told(
    caplog, django_capture_on_commit_callbacks
):
    cup = running(3)
    nowhere = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [f"redis://127.0.0.1:{local_redis.free_port()}/0"],
                "prefix": "shuffle-up",
            },
        }
    }
    with (
        override_settings(CHANNEL_LAYERS=nowhere),
        caplog.at_level(logging.ERROR),
        django_capture_on_commit_callbacks(execute=True),
    ):
        play.start_hand(request(table_of(cup)))
    assert table_of(cup).hand_number == 1
    assert "A push was not sent: Redis does not answer" in caplog.text


def test_groups_of_different_tournaments_and_tables_are_different():
    first, second = running(2), running(2)
    names = {broadcast.group(cup.pk, one) for cup in (first, second) for one in broadcast.Audience}
    tables = [table_of(refreshed(cup)).pk for cup in (first, second)]
    names |= {table_broadcast.public_group(pk) for pk in tables}
    names |= {table_broadcast.dealer_group(pk) for pk in tables}
    assert len(names) == 2 * len(broadcast.Audience) + 2 * 2


def test_a_table_is_drawn_for_screens_only_while_one_watches(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    """Word is sent all the same: whoever takes it draws the table and is not left behind."""
    table, watching = table_of(running(3)), 0
    group, told = table_broadcast.public_group(table.pk), []

    def send(messages: Messages) -> dict[str, int]:
        told.append(dict(messages)[group]["type"])
        return {group: watching}

    monkeypatch.setattr(broadcast, "send", send)
    for watching in (0, 0, 1, 1, 0):  # noqa: B007 (`send` reads it)
        with django_capture_on_commit_callbacks(execute=True):
            undo_or_deal(table)
    assert told == ["picture", "changed", "changed", "picture", "picture"]
    assert table.pk in table_broadcast._unwatched


def undo_or_deal(table: Table) -> None:
    """One change of a table, whatever it is."""
    table.refresh_from_db()
    (undoing.undo if hands.is_in_play(table) else play.start_hand)(request(table))


def test_every_group_is_told_in_one_round_trip_how_many_listen():
    assert broadcast.send([("a", {"type": "changed"}), ("b", {"type": "changed"})]) == {
        "a": 0,
        "b": 0,
    }


# -- the price of one action -----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 9])
def test_one_action_costs_eight_queries_until_it_is_committed(
    players: int, django_assert_max_num_queries
):
    table = table_of(running(players))
    hand = deal(table)
    with django_assert_max_num_queries(8):  # savepoint, lock, repeated?, record, three writes
        play.act(request(table), commands.Call(hand.actor))


@pytest.mark.parametrize("players", [2, 9])
def test_telling_the_table_s_audiences_costs_four_more_however_many_there_are(
    players: int, sent, django_assert_max_num_queries, django_capture_on_commit_callbacks
):
    table = table_of(running(players))
    hand = deal(table)
    with django_capture_on_commit_callbacks() as callbacks:
        play.act(request(table), commands.Call(hand.actor))
    with django_assert_max_num_queries(4):  # glance, hand, seats, what is out of the ordinary
        for callback in callbacks:
            callback()


def test_what_is_told_from_the_row_just_written_is_what_is_stored(
    sent, django_capture_on_commit_callbacks, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    table = table_of(running(3))
    hand = deal(table)
    for _ in range(2):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            play.act(request(table), commands.Call(hand.actor))
        hand = hand_at(table)
        told = {group: message["text"] for group, message in sent if "text" in message}
        drawn = drawings.stored(table.pk)
        assert told[table_broadcast.dealer_group(table.pk)] == drawn.dealer().text
        assert told[table_broadcast.public_group(table.pk)] == drawn.public().text


def test_a_clock_that_is_stopped_meanwhile_is_not_told_as_running(
    sent, django_capture_on_commit_callbacks, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    cup = running(3)
    table = table_of(cup)
    hand = deal(table)
    with django_capture_on_commit_callbacks() as callbacks:
        play.act(request(table), commands.Call(hand.actor))
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW)
    sent.clear()
    for callback in callbacks:
        callback()
    told = {group: message["text"] for group, message in sent if "text" in message}
    assert told[table_broadcast.dealer_group(table.pk)] == drawings.stored(table.pk).dealer().text


def test_the_clock_is_drawn_anew_for_anything_it_says_and_not_for_what_it_counts():
    cup = running(4, seats=2)
    seen = screens.CLOCK.draw(cup.pk).stamp
    assert screens.CLOCK.draw(cup.pk).stamp == seen
    Table.objects.filter(tournament=cup, number=2).update(state="closed")
    assert screens.CLOCK.draw(cup.pk).stamp != seen


def test_a_table_is_drawn_anew_when_the_level_it_posts_has_changed():
    cup = running(2)
    seen = drawings.public_table(table_of(cup).pk).stamp
    assert drawings.public_table(table_of(cup).pk).stamp == seen
    clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW)
    assert drawings.public_table(table_of(cup).pk).stamp != seen
