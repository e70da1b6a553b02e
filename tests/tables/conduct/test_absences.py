"""4S: who stays away for twenty minutes forfeits the chips to the table."""

from dataclasses import replace
from datetime import datetime
from uuid import uuid4

import pytest

from engine.hand.commands import Fold
from engine.refusal import Refused
from engine.seating.seating import Place
from engine.structure import presets
from tables import tasks
from tables.commands import TableCommand
from tables.conduct.queries import absences as queries
from tables.conduct.services import absences
from tables.console.queries import console
from tables.models import Seating, Table
from tables.play.queries import hands
from tables.seating.services import seating
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    by_seat,
    deal,
    do,
    entry_in,
    fold_out,
    hand_at,
    offered,
    refreshed,
    running,
    set_stacks,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.clock.services import clock
from tournament.models import Bust, Tournament
from tournament.records.queries import journal as journal_queries

pytestmark = pytest.mark.django_db
FOURS = replace(presets.get("fours"), starting_stack=1000, min_players=2)
LEFT = NOW + MINUTE


def at(minutes: float) -> datetime:
    """So long after seat 1 left."""
    return LEFT + minutes * MINUTE


def leave(table: Table, *, seat: int = 1, now: datetime = LEFT) -> None:
    absences.set_absent(TableCommand(table.pk, DIRECTOR, now), seat=seat, is_absent=True)


def come_back(table: Table, now: datetime) -> None:
    absences.set_absent(TableCommand(table.pk, DIRECTOR, now), seat=1, is_absent=False)


def test_a_word_that_comes_late_does_not_send_a_player_away_who_is_back(cup: Tournament):
    table = table_of(cup)
    tablet = tablet_browser(table)
    away = {"seat": 1, "command_id": str(uuid4())}
    tap(tablet, table, "absent", **away)
    tap(tablet, table, "back", seat=1)
    before = stored()
    assert tap(tablet, table, "absent", **away).status_code == 200
    assert stored() == before
    assert not Seating.objects.filter(table=table, is_absent=True).exists()


@pytest.fixture
def cup() -> Tournament:
    return running(4, preset=FOURS, seats=4)


@pytest.fixture
def table(cup: Tournament) -> Table:
    """Seat 1 has 1,050 chips and is away."""
    found = table_of(cup)
    set_stacks(found, {1: 1050, 2: 950})
    leave(found)
    return found


@pytest.mark.rule("fours:leave-1")
def test_who_leaves_is_marked_with_the_time_drops_every_hand_and_is_back_on_return(
    cup: Tournament, table: Table
):
    seat = Seating.objects.get(table=table, seat=1)
    assert (seat.is_absent, seat.absent_since) == (True, LEFT)
    item = queries.queue(refreshed(cup), now=at(5))[0]
    assert item.text.endswith("is away from table 1, seat 1")
    assert "4S rules, leave" in item.detail
    for minute in (1, 3, 5):
        assert 1 not in deal(table, now=at(minute)).in_hand()
        fold_out(table)
    come_back(table, at(6))
    assert 1 in deal(table, now=at(6)).in_hand()
    seat.refresh_from_db()
    assert (seat.is_absent, seat.absent_since) == (False, None)
    assert queries.queue(refreshed(cup), now=at(7)) == []
    names = [entry.name for entry in cup.journal.filter(name__startswith="seat.")]
    assert names == ["seat.absent", "seat.back"]


@pytest.mark.rule("fours:leave-4")
@pytest.mark.rule("fours:leave-5")
def test_after_twenty_minutes_the_chips_are_shared_and_odd_ones_go_to_the_bank(
    cup: Tournament, table: Table
):
    gone = entry_in(table, 1)
    before = by_seat(table)
    assert absences.forfeit_due(now=at(19.99)) == 0
    assert absences.forfeit_due(now=at(20)) == 1
    assert absences.forfeit_due(now=at(21)) == 0
    gained = {seat: stack - before[seat] for seat, stack in by_seat(table).items()}
    share = 1050 // (3 * hands.smallest_chip(cup)) * hands.smallest_chip(cup)
    assert gained == dict.fromkeys((2, 3, 4), share)
    told = cup.journal.get(name="absence.forfeited").data
    assert told["to_bank"] == 1050 - 3 * share
    assert Bust.standing.get().entry == gone
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok


@pytest.mark.rule("fours:leave-4")
def test_back_a_moment_earlier_keeps_the_chips(cup: Tournament, table: Table):
    come_back(table, at(19.9))
    assert absences.forfeit_due(now=at(30)) == 0
    assert by_seat(table)[1] == 1050


@pytest.mark.rule("fours:leave-4")
def test_in_the_middle_of_a_hand_it_waits_for_the_end(cup: Tournament, table: Table):
    deal(table, now=at(19))
    assert absences.forfeit_due(now=at(21)) == 0
    while not hand_at(table).is_over:
        do(table, Fold(offered(table).seat or 0), now=at(22))
    assert 1 not in by_seat(table)
    assert Bust.standing.count() == 1
    assert console.ledger(cup.pk).ok


def test_breaks_do_not_count(cup: Tournament, table: Table):
    for kind, minute in (("break", 5), ("back", 15)):
        clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=at(minute))
    assert absences.forfeit_due(now=at(29)) == 0
    assert absences.forfeit_due(now=at(30)) == 1


def test_a_break_that_lasts_keeps_the_chips_safe(cup: Tournament, table: Table):
    clock.act(tournament_id=cup.pk, kind="break", actor=DIRECTOR, now=at(5))
    assert absences.forfeit_due(now=at(60)) == 0
    assert "not in a break" in queries.queue(refreshed(cup), now=at(60))[0].detail


def test_the_last_one_there_wins_when_the_other_forfeits():
    cup = running(2, preset=FOURS, seats=2)
    leave(table_of(cup))
    absences.forfeit_due(now=at(20))
    assert refreshed(cup).state == "finished"


def test_other_books_let_an_absent_player_be(cup: Tournament):
    other = running(3)
    leave(table_of(other))
    assert absences.forfeit_due(now=at(100)) == 0
    assert queries.queue(refreshed(other), now=at(100)) == []
    tasks.tidy_up()


def test_the_time_away_moves_with_the_player():
    cup = running(4, preset=FOURS, seats=5)
    table = table_of(cup)
    gone = entry_in(table, 1)
    leave(table)
    free = next(n for n in range(1, 6) if n not in by_seat(table))
    seating.move_player(
        tournament_id=cup.pk,
        entry_id=gone.pk,
        to=Place(1, free),
        order=Order("a broken chair"),
        actor=DIRECTOR,
        now=at(10),
    )
    assert Seating.objects.get(entry=gone, until__isnull=True).seat == free
    assert absences.forfeit_due(now=at(19.9)) == 0
    assert absences.forfeit_due(now=at(20)) == 1
    assert Bust.standing.get().entry_id == gone.pk
    lines = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert any("was away too long" in line for line in lines)


# -- breaks that were undone, and returns that came too late --------------------------------------


def press(cup: Tournament, kind: str, minute: float) -> None:
    clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=at(minute))


@pytest.mark.rule("fours:leave-4")
def test_a_break_that_was_taken_back_counts_as_absence(cup: Tournament, table: Table):
    press(cup, "break", 5)
    press(cup, "undo", 6)
    assert absences.forfeit_due(now=at(19.9)) == 0
    assert absences.forfeit_due(now=at(20)) == 1


@pytest.mark.rule("fours:leave-4")
def test_a_break_whose_end_was_taken_back_goes_on_and_counts_no_minute(
    cup: Tournament, table: Table
):
    for kind, minute in (("break", 5), ("back", 10), ("undo", 11), ("back", 25)):
        press(cup, kind, minute)
    assert absences.forfeit_due(now=at(39.9)) == 0
    assert absences.forfeit_due(now=at(40)) == 1


@pytest.mark.rule("fours:leave-4")
def test_the_next_level_within_a_called_break_does_not_end_it(cup: Tournament, table: Table):
    for kind, minute in (("break", 5), ("next", 6), ("back", 25)):
        press(cup, kind, minute)
    assert absences.forfeit_due(now=at(39.9)) == 0
    assert absences.forfeit_due(now=at(40)) == 1


@pytest.mark.rule("fours:leave-4")
def test_back_too_late_during_a_hand_is_refused_and_the_chips_go_after_it(
    cup: Tournament, table: Table
):
    deal(table, now=at(19))
    before = stored()
    with pytest.raises(Refused, match="shared out after this hand") as refusal:
        come_back(table, at(21))
    assert refusal.value.clause == "fours:leave-4"
    assert stored() == before


@pytest.mark.rule("fours:leave-4")
def test_back_too_late_between_hands_forfeits_even_if_no_worker_noticed(
    cup: Tournament, table: Table
):
    gone = entry_in(table, 1)
    come_back(table, at(20))
    gone.refresh_from_db()
    assert (gone.stack, Bust.standing.get().entry_id) == (0, gone.pk)
    assert console.ledger(cup.pk).ok
