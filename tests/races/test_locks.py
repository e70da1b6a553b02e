"""Two at once. For each lock: what goes wrong without it, and that it does not with it."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, models

from engine.entries import purchases
from engine.hand import commands
from engine.refusal import Refused
from engine.seating.seating import Place
from tables import locking
from tables.commands import TableCommand
from tables.console.queries import console
from tables.equipment.services import devices
from tables.models import Device, HandEvent, PairingCode, Seating, Table
from tables.play.queries import hands
from tables.play.services import play
from tables.records.queries import chain
from tables.seating.services import seating, sitting
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    deal,
    fold_round,
    hand_at,
    refreshed,
    registering,
    request,
    running,
    sell,
    table_of,
)
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.house.services import lockout
from tournament.house.services.lockout import Door
from tournament.models import (
    Bust,
    Chain,
    Clock,
    CommandRecord,
    Entry,
    Tournament,
    WrongTries,
)
from tournament.records.queries import journal as journal_queries
from tournament.records.services import journal
from tournament.records.services.stale import Stale
from tournament.setup.services import tournaments

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
Wish = Callable[[], Any]


class Race:
    """Two wishes that meet at one point, between what they read and what they write.

    Without the lock both get there. With it the second is kept out, so the first waits for him
    only a moment.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.patience = 0.5
        self.has_met = False
        self.barrier = threading.Barrier(2)

    def without_lock_on(self, *unlocked: type[models.Model]) -> None:
        """Leave out `select_for_update` on these rows."""
        original = models.QuerySet.select_for_update

        def select_for_update(queryset: Any, *args: Any, **options: Any) -> Any:
            if queryset.model in unlocked:
                return queryset
            return original(queryset, *args, **options)

        self.monkeypatch.setattr(models.QuerySet, "select_for_update", select_for_update)
        self.patience = 20.0

    def with_locks_on_keys(self) -> None:
        """Lock rows so that nobody may even point to them."""
        original = models.QuerySet.select_for_update

        def select_for_update(queryset: Any, *args: Any, **options: Any) -> Any:
            return original(queryset, *args, **{**options, "no_key": False})

        self.monkeypatch.setattr(models.QuerySet, "select_for_update", select_for_update)
        self.patience = 20.0

    def meet_at(self, place: Any, name: str) -> None:
        """Let both come together where this is called."""
        original = getattr(place, name)

        def meeting(*args: Any, **fields: Any) -> Any:
            self.meet()
            return original(*args, **fields)

        self.monkeypatch.setattr(place, name, meeting)

    def meet(self) -> None:
        try:
            self.barrier.wait(self.patience)
        except threading.BrokenBarrierError:
            return
        self.has_met = True

    def run(self, *wishes: Wish) -> list[Any]:
        """What each of them got: its answer, or what was raised."""
        with ThreadPoolExecutor(len(wishes)) as pool:
            return list(pool.map(self._run, wishes))

    def _run(self, wish: Wish) -> Any:
        try:
            return wish()
        except (Refused, DatabaseError) as trouble:
            return trouble
        finally:
            connection.close()


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Race:
    """Two at once."""
    return Race(monkeypatch)


def kinds(answers: list[Any]) -> list[type]:
    """What went wrong, if anything did."""
    return sorted((type(a) for a in answers if isinstance(a, Exception)), key=str)


# -- one table -------------------------------------------------------------------------------------


def two_taps(race: Race, table: Table, *, same_id: bool) -> list[Any]:
    race.meet_at(hands, "in_play_or_just_over")
    wish = commands.Fold(hand_at(table).actor)
    ids = [uuid4()] * 2 if same_id else [uuid4(), uuid4()]
    requests = [
        TableCommand(table.pk, DIRECTOR, NOW + MINUTE, command_id=one, version=1) for one in ids
    ]
    return race.run(*(lambda one=one: play.act(one, wish) for one in requests))


def test_without_the_table_s_lock_two_taps_clash_in_the_events(race: Race):
    table = table_of(running(3))
    deal(table)
    race.without_lock_on(Table)
    answers = two_taps(race, table, same_id=False)
    assert race.has_met
    assert kinds(answers) == [IntegrityError]  # the net below the lock: unique (table, version)


def test_with_it_the_second_tap_is_stale_and_the_dealer_is_told(race: Race):
    table = table_of(running(3))
    deal(table)
    answers = two_taps(race, table, same_id=False)
    assert not race.has_met
    assert kinds(answers) == [Stale]
    assert HandEvent.objects.filter(version=2).count() == 1
    assert chain.first_broken_event(table_of(table.tournament)) is None


def test_even_without_the_lock_a_repeated_tap_waits_at_its_id_and_is_harmless(race: Race):
    table = table_of(running(3))
    deal(table)
    race.without_lock_on(Table)
    race.patience = 0.5
    assert kinds(two_taps(race, table, same_id=True)) == []
    assert not race.has_met
    assert table_of(table.tournament).version == 2


def test_with_it_a_repeated_tap_is_harmless_even_at_the_same_moment(race: Race):
    table = table_of(running(3))
    deal(table)
    answers = two_taps(race, table, same_id=True)
    assert kinds(answers) == []
    assert CommandRecord.objects.count() == 2
    assert table_of(table.tournament).version == 2


# -- registration ----------------------------------------------------------------------------------


def two_desks(race: Race, cup: Tournament) -> list[Any]:
    race.meet_at(entries, "_next_number")
    return race.run(
        *(
            lambda: entries.register(tournament_id=cup.pk, name="Ann", actor=DIRECTOR, now=NOW)
            for _ in range(2)
        )
    )


def test_without_the_tournament_s_lock_both_desks_enter_the_same_player(race: Race):
    race.without_lock_on(Tournament)
    answers = two_desks(race, registering())
    assert race.has_met
    assert kinds(answers) == [IntegrityError]  # the net below: an entry's number is unique


def test_with_it_the_second_desk_is_told_that_he_is_entered(race: Race):
    cup = registering()
    answers = two_desks(race, cup)
    assert not race.has_met
    assert kinds(answers) == [Refused]
    assert cup.entries.count() == 1


def register_during_the_draw(race: Race, cup: Tournament) -> list[Any]:
    race.meet_at(entries, "_check_room")
    race.meet_at(seating, "_drawn")
    return race.run(
        lambda: entries.register(tournament_id=cup.pk, name="Late", actor=DIRECTOR, now=NOW),
        lambda: seating.draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW),
    )


def unseated(cup: Tournament) -> int:
    return cup.entries.exclude(seatings__until__isnull=True, seatings__isnull=False).count()


def test_without_the_lock_a_late_entry_slips_past_the_draw_and_has_no_seat(race: Race):
    cup = registering(3)
    race.without_lock_on(Tournament)
    assert kinds(register_during_the_draw(race, cup)) == []
    assert race.has_met
    assert unseated(cup) == 1


def test_with_it_a_late_entry_is_seated_or_refused(race: Race):
    cup = registering(3)
    register_during_the_draw(race, cup)
    assert unseated(cup) == 0


# -- the journal -----------------------------------------------------------------------------------


def two_lines(race: Race, cup: Tournament) -> list[Any]:
    race.meet_at(journal, "link")
    return race.run(
        lambda: fold_round(table_of(cup, 1)),
        lambda: fold_round(table_of(cup, 2)),
    )


def test_without_the_chain_s_lock_two_tables_write_the_same_line(race: Race):
    race.without_lock_on(Chain)
    answers = two_lines(race, running(4, seats=2))
    assert race.has_met
    assert kinds(answers) == [IntegrityError]


def test_with_it_the_lines_of_two_tables_follow_one_another(race: Race):
    cup = running(4, seats=2)
    answers = two_lines(race, cup)
    assert not race.has_met
    assert kinds(answers) == []
    assert journal_queries.first_broken_link(cup.pk) is None
    assert cup.journal.filter(name="hand.ended").count() == 2


# -- pairing and guessing --------------------------------------------------------------------------


def two_devices(race: Race) -> list[Any]:
    cup = running(2)
    code = devices.make_code(
        tournament=cup, kind="tablet", view="", table=table_of(cup), actor=DIRECTOR, now=NOW
    )
    race.meet_at(PairingCode, "save")
    return race.run(
        *(lambda door=door: devices.pair(text=code.code, door=door, now=NOW) for door in "ab")
    )


def test_without_the_code_s_lock_one_code_pairs_two_devices(race: Race):
    race.without_lock_on(PairingCode)
    assert kinds(two_devices(race)) == []
    assert race.has_met
    assert Device.objects.count() == 2


def test_with_it_the_second_device_is_told_that_the_code_is_used(race: Race):
    answers = two_devices(race)
    assert not race.has_met
    assert kinds(answers) == [Refused]
    assert Device.objects.count() == 1


def two_guesses(race: Race) -> int:
    lockout.count(Door("door"), now=NOW)
    race.meet_at(WrongTries, "save")
    race.run(*(lambda: lockout.count(Door("door"), now=NOW) for _ in range(2)))
    return WrongTries.objects.get().count


def test_without_the_door_s_lock_a_guess_is_not_counted(race: Race):
    race.without_lock_on(WrongTries)
    assert two_guesses(race) == 2
    assert race.has_met


def test_with_it_every_guess_counts(race: Race):
    assert two_guesses(race) == 3
    assert not race.has_met


# -- the clock -------------------------------------------------------------------------------------


def two_presses(race: Race, cup: Tournament) -> str:
    race.meet_at(Clock, "save")

    def press() -> Clock:
        return clock.act(tournament_id=cup.pk, kind="next", actor=DIRECTOR, now=NOW + MINUTE)

    race.run(press, press)
    assert cup.journal.filter(name="clock.next").count() == 2
    return str(clock_queries.picture(refreshed(cup), now=NOW + MINUTE).level_name)


def test_without_the_clock_s_lock_two_presses_move_one_level(race: Race):
    race.without_lock_on(Clock)
    assert two_presses(race, running(3)) == "Level 2"
    assert race.has_met


def test_with_it_two_presses_move_two(race: Race):
    assert two_presses(race, running(3)) == "Level 3"
    assert not race.has_met


def two_sweeps(race: Race, cup: Tournament) -> int:
    due = Clock.objects.get(pk=cup.pk).due_at
    assert due is not None
    race.meet_at(Clock, "save")
    race.run(lambda: clock.advance_due(due), lambda: clock.advance_due(due))
    return cup.journal.filter(name="clock.level_started").count()


def test_without_the_lock_two_sweeps_tell_a_level_twice(race: Race):
    cup = running(3)
    race.without_lock_on(Clock)
    assert two_sweeps(race, cup) == 3
    assert race.has_met


def test_with_it_a_level_begins_once(race: Race):
    assert two_sweeps(race, running(3)) == 2


# -- chips and the end -----------------------------------------------------------------------------


def two_sales(race: Race, cup: Tournament) -> list[Any]:
    bust_all_but(table_of(cup), 1)
    loser = Bust.standing.get().entry
    race.meet_at(purchases, "check_rebuy")
    return race.run(*(lambda: sell(loser) for _ in range(2)))


def test_without_the_locks_one_bust_is_sold_two_rebuys_and_the_chips_differ(race: Race):
    cup = running(2, preset=WITH_REBUYS)
    race.without_lock_on(Table, Entry)
    assert kinds(two_sales(race, cup)) == []
    assert race.has_met
    assert not console.ledger(cup.pk).ok


def test_with_them_one_is_sold(race: Race):
    cup = running(2, preset=WITH_REBUYS)
    answers = two_sales(race, cup)
    assert not race.has_met
    assert kinds(answers) == [Refused]
    assert console.ledger(cup.pk).ok


def two_declarations(race: Race, cup: Tournament) -> int:
    cup.entries.filter(number__gt=1).update(stack=0)
    race.meet_at(tournaments, "move")
    race.run(
        *(lambda: tournaments.finish_if_decided(tournament_id=cup.pk, now=NOW) for _ in range(2))
    )
    return cup.journal.filter(name="tournament.finished").count()


def test_without_the_tournament_s_lock_the_winner_is_declared_twice(race: Race):
    race.without_lock_on(Tournament)
    assert two_declarations(race, running(3)) == 2
    assert race.has_met


def test_with_it_once(race: Race):
    assert two_declarations(race, running(3)) == 1
    assert not race.has_met


def two_moves(race: Race, cup: Tournament) -> list[Any]:
    first, second = (entry.pk for entry in cup.entries.all()[:2])
    taken = set(Seating.objects.values_list("seat", flat=True))
    free = Place(1, min(set(range(1, 7)) - taken))
    race.meet_at(sitting, "sit")
    return race.run(
        *(
            lambda who=who: seating.move_player(
                tournament_id=cup.pk,
                entry_id=who,
                to=free,
                order=Order(""),
                actor=DIRECTOR,
                now=NOW,
            )
            for who in (first, second)
        )
    )


def test_without_the_locks_two_players_are_sent_to_one_seat(race: Race):
    race.without_lock_on(Tournament, Table)
    answers = two_moves(race, running(3, seats=6))
    assert race.has_met
    assert kinds(answers) == [IntegrityError]  # the net below: one player in a seat


def test_with_them_the_second_is_refused(race: Race):
    answers = two_moves(race, running(3, seats=6))
    assert not race.has_met
    assert kinds(answers) == [Refused]


def a_dealer_and_the_floor(race: Race, cup: Tournament) -> list[Any]:
    """The dealer holds his table when the floor, holding the tournament, wants it too."""
    table, hold = table_of(cup), locking.tournament_and_tables
    hand = deal(table)

    def held(tournament_id: int) -> Any:
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
        race.meet()
        return hold(tournament_id)

    race.monkeypatch.setattr(locking, "tournament_and_tables", held)
    race.meet_at(hands, "in_play_or_just_over")
    return race.run(
        lambda: play.act(request(table), commands.Fold(hand.actor)),
        lambda: seating.break_table(tournament_id=cup.pk, number=9, actor=DIRECTOR, now=NOW),
    )


def test_a_lock_on_the_tournament_s_key_and_a_dealer_wait_for_each_other_for_ever(race: Race):
    race.with_locks_on_keys()
    assert OperationalError in kinds(a_dealer_and_the_floor(race, running(3)))


def test_a_lock_beside_the_key_lets_the_dealer_write(race: Race):
    race.patience = 20.0
    cup = running(3)
    assert kinds(a_dealer_and_the_floor(race, cup)) == [Refused]  # there is no table 9
    assert race.has_met
    assert table_of(cup).version == 2


def test_dealers_and_the_floor_never_wait_for_each_other_in_a_circle(race: Race):
    cup = running(7, seats=6)
    first, second = table_of(cup, 1), table_of(cup, 2)
    wanderer = first.seatings.get(seat=first.seatings.all()[0].seat)
    home, away = (
        wanderer.seat,
        min(set(range(1, 7)) - set(second.seatings.values_list("seat", flat=True))),
    )

    def walk() -> None:
        for place in [Place(2, away), Place(1, home)] * 4:
            try:
                seating.move_player(
                    tournament_id=cup.pk,
                    entry_id=wanderer.entry_id,
                    to=place,
                    order=Order(""),
                    actor=DIRECTOR,
                    now=NOW,
                )
            except Refused:
                continue

    def play_on(table: Table) -> None:
        for _ in range(3):
            fold_round(table)

    answers = race.run(walk, lambda: play_on(table_of(cup, 1)), lambda: play_on(table_of(cup, 2)))
    assert kinds(answers) == []
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok
    assert journal_queries.first_broken_link(cup.pk) is None
