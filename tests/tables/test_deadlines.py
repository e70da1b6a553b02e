"""A deadline holds at the moment somebody acts, though no sweep has run since it passed."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.clock.clock_state import STANDING, Phase
from engine.conduct.table_order import DISPUTE
from engine.hand import commands
from engine.lifecycle import TournamentState
from engine.schedule.schedule import Break, Level, Schedule
from engine.structure import presets
from engine.structure.law import Preset
from tables.conduct.services import timing
from tables.models import Bagging, FloorCall, Table, TimeBank
from tables.play.queries import hands
from tests.factories import (
    FREEZE_OUT,
    MINUTE,
    NOW,
    WITH_REBUYS,
    Wall,
    award_to,
    cards_ready,
    deal,
    do,
    entry_in,
    hand_at,
    offered,
    passive,
    refreshed,
    registering,
    running,
    set_stacks,
    table_of,
    tablet_browser,
    tap,
)
from tests.tables.sessions.test_sessions import begin, enter, with_heats
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import Bust, Entry, PlacingDecision, Tournament

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
END = NOW + 300 * MINUTE
NO_RACE_OFFS = Schedule((Level(400, blinds=(25, 50)),))


@pytest.fixture(autouse=True, name="wall")
def wall_a_minute_after_the_start(wall: Wall) -> Wall:
    """The clock on the wall; nothing sweeps while a test sets it on."""
    wall.now = NOW + MINUTE
    return wall


def dealt(key: str, players: int = 4, **changed: Any) -> tuple[Table, Client]:
    preset = replace(presets.get(key), starting_stack=5000, min_players=2, **changed)
    table = table_of(running(players, preset=preset))
    tablet = tablet_browser(table)
    steps = ",".join(cards_ready(table))
    begun = tap(tablet, table, "start_hand", steps=steps, confirmed="blinds")
    assert begun.status_code == 200
    return table, tablet


def count(director: Client, table: Table) -> None:
    """The chips decide the places, so they are counted (igr:A.2(jj)(ii))."""
    asked = {"kind": "open_count", "table": 1, "because": "Play is over"}
    assert director.post(f"/t/{table.tournament.code}/checks/act/", asked).status_code == 302
    table.refresh_from_db()
    seats = [seat for seat in hands.seated(table) if seat.entry.stack]
    held = {f"stack_{seat.seat}": seat.entry.stack for seat in seats}
    assert tap(tablet_browser(table), table, "chip_count", **held).status_code == 200


def call_time(director: Client, table: Table, **fields: object) -> int:
    """Time is called on the player in turn, on the floor's page of the table."""
    table.refresh_from_db()
    seat = hand_at(table).actor
    sent = {"kind": "call_time", "seat": seat, "version": table.version, "command_id": str(uuid4())}
    sent |= fields
    where = f"/t/{table.tournament.code}/tables/{table.number}/floor/act/"
    assert director.post(where, sent).status_code in (200, 302)
    table.refresh_from_db()
    assert table.time_called is not None
    return seat


# -- time called on a player -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "seconds"),
    [
        pytest.param("igr", 60, marks=pytest.mark.rule("igr:A.2(hh)")),
        pytest.param("adelaide-no-limit", 70, marks=pytest.mark.rule("adelaide:52")),
        pytest.param("canberra-h", 90, marks=pytest.mark.rule("canberra:4.7")),
    ],
)
def test_a_call_after_the_time_was_up_stood_because_no_sweep_had_run(key, seconds, wall, director):
    table, tablet = dealt(key)
    seat = call_time(director, table)
    called_at, stack = wall.now, hand_at(table).stacks[seat]
    wall.now = called_at + seconds * SECOND
    answer = tap(tablet, table, "call", seat=seat)
    assert answer.status_code == 409
    assert "Time was up before that" in answer.content.decode()
    hand = hand_at(table)
    assert seat not in hand.in_hand()
    assert (hand.stacks[seat], hand.actor != seat) == (stack, True)
    assert tap(tablet, table, "fold", seat=hand.actor).status_code == 200, "play goes on"


@pytest.mark.rule("charity:8.5")
def test_a_charity_hand_is_folded_on_time_only_where_somebody_says_so(wall, director):
    table, tablet = dealt("charity")
    while offered(table).phase == "bet" and not hand_at(table).board:
        do(table, passive(offered(table)))
    assert tap(tablet, table, "board", cards="2c7d9s").status_code == 200
    for is_folded in (False, True):
        seat = call_time(director, table, seconds=30)
        assert offered(table).check.is_allowed, "no bet is faced"
        wall.now += 29 * SECOND
        assert tap(tablet, table, "time_expired", seat=seat).status_code == 409
        wall.now += 2 * SECOND
        assert timing.expire_due(now=wall.now) == 0, "not by itself"
        shown = tablet.get(f"/t/{table.tournament.code}/tables/1/tablet/").content.decode()
        assert "Time is up: fold the hand" in shown
        kind = "time_expired" if is_folded else "check"
        assert tap(tablet, table, kind, seat=seat).status_code == 200
        assert (seat in hand_at(table).in_hand()) != is_folded


@pytest.mark.rule("igr:A.2(hh)")
def test_a_second_before_the_time_is_up_the_player_is_in_time(wall, director):
    table, tablet = dealt("igr")
    seat = call_time(director, table)
    wall.now += 59 * SECOND
    assert tap(tablet, table, "call", seat=seat).status_code == 200
    assert seat in hand_at(table).in_hand()


@pytest.mark.rule("igr:A.2(hh)")
def test_time_called_in_the_last_hand_never_ran_out_once_the_clock_had_finished(wall, director):
    table, tablet = dealt("igr")
    wall.now = END + SECOND
    seat = call_time(director, table)
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    wall.now += 59 * SECOND
    shown = tablet.get(where).content.decode()
    assert 'data-left="1"' in shown, "it counts down"
    wall.now += SECOND
    answer = tap(tablet, table, "call", seat=seat)
    assert answer.status_code == 409
    assert "Time was up before that" in answer.content.decode()
    assert seat not in hand_at(table).in_hand()


@pytest.mark.rule("igr:A.2(hh)")
def test_time_called_a_moment_before_the_end_of_play_was_given_all_that_came_after(wall, director):
    table, tablet = dealt("igr")
    wall.now = END - 30 * SECOND
    seat = call_time(director, table)
    wall.now = END + 29 * SECOND
    assert tap(tablet, table, "time_expired", seat=seat).status_code == 409, "one second is left"
    wall.now = END + 30 * SECOND
    assert tap(tablet, table, "time_expired", seat=seat).status_code == 200
    assert seat not in hand_at(table).in_hand()


@pytest.mark.rule("canberra:4.7")
def test_a_break_gave_the_player_on_the_clock_its_minutes_too(wall, director):
    """The hand in play is finished before the break: nobody stopped it."""
    level = Level(20, blinds=(25, 50))
    table, tablet = dealt("canberra-h", schedule=Schedule((level, Break(15), level)))
    wall.now = NOW + 20 * MINUTE - 30 * SECOND
    seat = call_time(director, table)
    wall.now += 89 * SECOND
    where = f"/t/{table.tournament.code}/tables/{table.number}/tablet/"
    shown = tablet.get(where).content.decode()
    assert 'data-left="1"' in shown, "it counts down"
    wall.now += SECOND
    assert tap(tablet, table, "call", seat=seat).status_code == 409
    assert seat not in hand_at(table).in_hand()


@pytest.mark.rule("fours:dead-hand-6")
def test_under_the_league_a_check_or_a_fold_after_the_time_stood(wall, director):
    table, tablet = dealt("fours", 8)
    seat = call_time(director, table, seconds=30)
    wall.now += 30 * SECOND
    assert tap(tablet, table, "call", seat=seat).status_code == 409
    assert seat not in hand_at(table).in_hand(), "facing a bet the hand is dead"
    while hand_at(table).street == 0 and (other := hand_at(table).actor) >= 0:
        kind = "check" if hand_at(table).bets[other] == hand_at(table).bet_to_match else "call"
        assert tap(tablet, table, kind, seat=other).status_code == 200
    assert tap(tablet, table, "skip_board").status_code == 200
    free = call_time(director, table, seconds=30)
    wall.now += 30 * SECOND
    least = offered(table).raising.least
    answer = tap(tablet, table, "raise_to", seat=free, amount=least)
    assert answer.status_code == 409
    assert "fours:dead-hand-6" in answer.content.decode()
    hand = hand_at(table)
    assert free in hand.in_hand(), "facing nothing the player checks"
    assert (hand.bet_to_match, hand.actor != free) == (0, True)


# -- the clock on every decision -------------------------------------------------------------------


def test_a_time_bank_was_taken_after_the_time_for_the_decision_was_up(wall, director):
    table = table_of(running(4))
    sent = {"seconds": 30, "banks": 2, "bank_seconds": 20, "reason": "slow play"}
    assert director.post(f"/t/{table.tournament.code}/time/", sent).status_code == 302
    tablet = tablet_browser(table)
    wall.now += SECOND
    assert tap(tablet, table, "start_hand").status_code == 200
    seat = hand_at(table).actor
    wall.now += 29 * SECOND
    assert tap(tablet, table, "time_bank", seat=seat).status_code == 200
    wall.now += 21 * SECOND
    answer = tap(tablet, table, "time_bank", seat=seat)
    assert answer.status_code == 409
    assert "The time for this decision is up" in answer.content.decode()
    assert TimeBank.objects.count() == 1
    shown = tablet.get(f"/t/{table.tournament.code}/tables/{table.number}/tablet/")
    assert 'data-command="time_bank"' not in shown.content.decode(), "nothing to be refused"
    assert tap(tablet, table, "time_expired", seat=seat).status_code == 200


# -- twenty minutes away ---------------------------------------------------------------------------


@pytest.mark.rule("fours:leave-4")
def test_a_hand_was_dealt_with_the_blinds_of_a_player_whose_twenty_minutes_were_over(wall):
    table = table_of(running(4, preset=replace(presets.get("fours"), min_players=2)))
    tablet = tablet_browser(table)
    away = entry_in(table, 1)
    tap(tablet, table, "absent", seat=1)
    wall.now += 20 * MINUTE
    first = tap(tablet, table, "start_hand")
    away.refresh_from_db()
    assert away.stack == 0, "the chips are shared before the cards"
    assert first.status_code == 409, "the tablet has not seen that yet"
    assert tap(tablet, table, "start_hand").status_code == 200
    assert 1 not in hand_at(table).seats


@pytest.mark.rule("fours:leave-4")
def test_a_minute_earlier_the_absent_player_still_posts(wall):
    table = table_of(running(4, preset=replace(presets.get("fours"), min_players=2)))
    tablet = tablet_browser(table)
    tap(tablet, table, "absent", seat=1)
    wall.now += 19 * MINUTE
    assert tap(tablet, table, "start_hand").status_code == 200
    assert entry_in(table, 1).stack


@pytest.mark.rule("fours:leave-4")
def test_a_player_back_after_twenty_minutes_sat_down_with_chips_nobody_had_shared(wall):
    table = table_of(running(4, preset=replace(presets.get("fours"), min_players=2)))
    tablet, away = tablet_browser(table), entry_in(table, 1)
    tap(tablet, table, "absent", seat=1)
    wall.now += 20 * MINUTE
    tap(tablet, table, "back", seat=1)
    away.refresh_from_db()
    assert away.stack == 0, "the time was over before the return"
    assert tap(tablet, table, "start_hand").status_code == 200
    assert 1 not in hand_at(table).seats


@pytest.mark.rule("fours:leave-4")
def test_a_second_earlier_the_player_is_back_in_time(wall):
    table = table_of(running(4, preset=replace(presets.get("fours"), min_players=2)))
    tablet = tablet_browser(table)
    tap(tablet, table, "absent", seat=1)
    wall.now += 20 * MINUTE - SECOND
    assert tap(tablet, table, "back", seat=1).status_code == 200
    assert entry_in(table, 1).stack


# -- minutes of a penalty --------------------------------------------------------------------------


@pytest.mark.rule("adelaide:106b")
def test_a_player_was_dealt_dead_though_the_minutes_of_the_penalty_were_over(wall, director):
    table = table_of(running(4))
    tablet = tablet_browser(table)
    sent = {"seat": 2, "penalty": "time", "amount": 10, "reason": "Phone at the table"}
    assert tap(director, table, "penalise", **sent).status_code == 200
    wall.now += 10 * MINUTE - SECOND
    assert tap(tablet, table, "start_hand").status_code == 200
    assert 2 not in hand_at(table).in_hand(), "one second is left"
    assert tap(tablet, table, "undo").status_code == 200
    wall.now += SECOND
    assert tap(tablet, table, "start_hand").status_code == 200
    assert 2 in hand_at(table).in_hand()


# -- what is sold while play goes on ---------------------------------------------------------------


@pytest.mark.rule("canberra:E.3.3/topup")
def test_a_top_up_opened_and_closed_with_the_sweep_instead_of_the_minute(wall, director):
    cup = running(3, preset=replace(presets.get("canberra-e"), min_players=2))
    buyer, other = (entry_in(table_of(cup), seat) for seat in (1, 2))

    def sell(entry: Entry) -> Any:
        sent = {"entry": entry.pk, "kind": "top_up", "command_id": str(uuid4())}
        return director.post(f"/t/{cup.code}/desk/sell/", sent)

    wall.now = NOW + 90 * MINUTE - SECOND
    early = sell(buyer)
    assert early.status_code == 409
    assert "Canberra app. E, 3.3" in early.content.decode()
    wall.now += SECOND
    assert sell(buyer).status_code == 302
    wall.now = NOW + 105 * MINUTE
    late = sell(other)
    assert late.status_code == 409
    assert "closed" in late.content.decode()


@pytest.mark.rule("adelaide:88j")
def test_a_late_entry_was_taken_until_the_sweep_had_seen_the_end_of_it(wall, director):
    cup = registering(3)
    terms = {"kind": "paid", "late_minutes": 30, "per_player": 1}
    assert director.post(f"/t/{cup.code}/entries/terms/", terms).status_code == 302
    wall.now = NOW
    for step in ("draw/", "start/"):
        assert director.post(f"/t/{cup.code}/{step}").status_code == 302

    def enter_late(name: str) -> Any:
        return director.post(f"/t/{cup.code}/entries/", {"name": name, "is_checked": "on"})

    wall.now = NOW + 30 * MINUTE - SECOND
    assert enter_late("Late").status_code == 302
    wall.now += SECOND
    refused = enter_late("Later")
    assert refused.status_code == 409
    assert "Adelaide rule 88(j)" in refused.content.decode()
    assert not cup.entries.filter(player__name="Later").exists()


# -- a stop with a dispute in it -------------------------------------------------------------------


def pressed(director: Client, cup: Tournament, kind: str, **more: Any) -> None:
    sent = {"kind": kind, "version": refreshed(cup).clock.version, "command_id": str(uuid4())}
    assert director.post(f"/t/{cup.code}/clock/act/", sent | more).status_code in (204, 302)


def disputed(table: Table) -> FloorCall:
    """The dealer calls the floor to a disagreement of players."""
    assert tap(tablet_browser(table), table, "call_floor", reason=DISPUTE).status_code == 200
    return FloorCall.objects.get(table=table, answered_at__isnull=True)


@pytest.mark.rule("charity:22.1")
@pytest.mark.parametrize("kind", ["pause", "break"])
def test_a_stop_ended_by_itself_over_a_dispute_nobody_had_decided(wall, director, kind: str):
    cup = running(3, preset=replace(presets.get("charity"), min_players=2))
    pressed(director, cup, kind, minutes=10)
    wall.now += MINUTE
    call = disputed(table_of(cup))
    assert "Dispute at table 1" in director.get(f"/t/{cup.code}/clock/").content.decode()
    wall.now += 20 * MINUTE
    clock.advance_due(wall.now)
    assert clock_queries.state_of(refreshed(cup).clock).phase in STANDING
    director.post(f"/t/{cup.code}/calls/{call.pk}/", {"ruling": "It stands."})
    state = clock_queries.state_of(refreshed(cup).clock)
    assert (state.phase, state.remaining) == (Phase.PLAYING, None)
    assert state.played == MINUTE


@pytest.mark.rule("charity:22.1")
def test_a_break_in_which_a_dispute_was_decided_was_over_at_once(wall, director):
    cup = running(3, preset=replace(presets.get("charity"), min_players=2))
    pressed(director, cup, "break", minutes=10)
    end = wall.now + 10 * MINUTE
    call = disputed(table_of(cup))
    wall.now += 2 * MINUTE
    director.post(f"/t/{cup.code}/calls/{call.pk}/", {"ruling": "It stands."})
    state = clock_queries.state_of(refreshed(cup).clock)
    assert (state.phase, state.resumes_at) == (Phase.CALLED_BREAK, end)
    clock.advance_due(end)
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.PLAYING


@pytest.mark.rule("charity:22.1")
def test_the_end_of_hand_for_hand_let_the_clock_go_on_over_a_dispute(wall, director):
    cup = running(6, preset=replace(presets.get("charity"), min_players=2), seats=3)
    where = f"/t/{cup.code}/hand-for-hand/"
    assert director.post(where, {"minutes": 2}).status_code == 302
    tap(tablet_browser(table_of(cup)), table_of(cup), "start_hand", confirmed="blinds")
    disputed(table_of(cup))
    refused = director.post(f"{where}end/")
    assert refused.status_code == 409
    assert "charity:22.1" in refused.content.decode()
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.PAUSED


# -- the end of play -------------------------------------------------------------------------------


@pytest.mark.rule("igr:A.2(jj)(ii)")
def test_the_end_of_play_was_not_noticed_when_the_chips_were_to_decide(wall, director):
    cup = running(3, preset=presets.get("igr"))
    wall.now = END - SECOND
    assert director.post(f"/t/{cup.code}/finish/").status_code == 409
    wall.now = END
    count(director, table_of(cup))
    assert director.post(f"/t/{cup.code}/finish/").status_code == 302
    assert refreshed(cup).state == TournamentState.FINISHED


def busts_seat_three(table: Table) -> None:
    """In the first minute, while it may still be bought back."""
    stacks = {seat: entry_in(table, seat).stack for seat in (1, 3)}
    set_stacks(table, {1: stacks[1] + stacks[3] - 500, 3: 500})
    deal(table)
    while (seat := hand_at(table).actor) >= 0:
        do(table, commands.Fold(2) if seat == 2 else commands.AllIn(seat))
    award_to(table, 1)
    assert Bust.standing.filter(may_rebuy=True).count() == 1


@pytest.mark.rule("igr:A.2(i)-3")
def test_a_rebuy_nobody_could_buy_any_more_kept_the_tournament_from_its_end(wall, director):
    cup = running(3, preset=replace(presets.get("igr"), schedule=NO_RACE_OFFS))
    busts_seat_three(table_of(cup))
    wall.now = END
    count(director, table_of(cup))
    assert director.post(f"/t/{cup.code}/finish/").status_code == 302
    assert not Bust.standing.filter(may_rebuy=True).exists()


@pytest.mark.rule("igr:A.2(i)-3")
def test_a_player_waited_for_a_rebuy_though_the_hour_was_over_when_the_next_hand_ended(wall):
    table = table_of(running(3, preset=presets.get("igr")))
    cup, tablet = table.tournament, tablet_browser(table)
    busts_seat_three(table)
    steps = ",".join(cards_ready(table))
    begun = tap(tablet, table, "start_hand", steps=steps, confirmed="blinds")
    assert begun.status_code == 200
    wall.now = NOW + 60 * MINUTE
    assert Bust.standing.get(entry__tournament=cup).may_rebuy
    assert tap(tablet, table, "fold", seat=hand_at(table).actor).status_code == 200
    assert not Bust.standing.get(entry__tournament=cup).may_rebuy, "the place is final"


def test_chips_bagged_after_the_end_of_play_stopped_a_clock_that_had_finished(wall, director):
    cup = running(3, preset=presets.get("igr"))
    wall.now = END
    sent = {"kind": "end_session", "because": "Day one", "command_id": str(uuid4())}
    assert director.post(f"/t/{cup.code}/checks/act/", sent).status_code == 302
    assert not Bagging.objects.get(tournament=cup).stopped_clock
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.FINISHED


# -- the end of a session --------------------------------------------------------------------------

AN_HOUR = 60


def heat_in_play(preset: Preset = FREEZE_OUT) -> Tournament:
    """Three play an hour's heat; nothing has swept since it began."""
    cup = with_heats(minutes=AN_HOUR, preset=preset)
    enter(cup, "Ann", "Ben", "Cat", session=2)
    begin(cup, now=NOW)
    return refreshed(cup)


@pytest.mark.rule("adelaide:87b")
def test_a_session_whose_time_was_played_could_not_be_ended(wall, director):
    cup = heat_in_play()
    set_stacks(table_of(cup), {1: 1500, 2: 1000, 3: 500})
    wall.now = NOW + AN_HOUR * MINUTE - SECOND
    early = director.post(f"/t/{cup.code}/sessions/end/")
    assert early.status_code == 409
    assert "The session is still in play" in early.content.decode()
    wall.now += SECOND
    assert director.post(f"/t/{cup.code}/sessions/end/").status_code == 302
    assert refreshed(cup).state == TournamentState.BETWEEN


def test_a_rebuy_nobody_could_buy_any_more_kept_a_session_from_its_end(wall, director):
    cup = heat_in_play(WITH_REBUYS)
    busts_seat_three(table_of(cup))
    wall.now = NOW + AN_HOUR * MINUTE
    assert director.post(f"/t/{cup.code}/sessions/end/").status_code == 302
    assert not Bust.standing.filter(may_rebuy=True).exists()
    assert refreshed(cup).state == TournamentState.BETWEEN


@pytest.mark.rule("adelaide:98")
def test_a_tie_was_not_open_though_the_time_of_the_session_was_played(wall, director):
    cup = heat_in_play()
    sent = {"entries": [entry.pk for entry in cup.entries.all()], "draw": "1"}
    wall.now = NOW + AN_HOUR * MINUTE - SECOND
    early = director.post(f"/t/{cup.code}/sessions/decide/", sent)
    assert early.status_code == 409
    assert "This tie is no longer open" in early.content.decode()
    wall.now += SECOND
    assert director.post(f"/t/{cup.code}/sessions/decide/", sent).status_code == 302
    assert PlacingDecision.objects.filter(tournament=cup).count() == 1
    assert director.post(f"/t/{cup.code}/sessions/end/").status_code == 302


@pytest.mark.rule("igr:A.2(ii)(ii)")
def test_last_hands_were_announced_after_the_end_of_play(wall, director):
    cup = running(3, preset=presets.get("igr"))
    wall.now = END
    sent = {"hands": 2, "command_id": str(uuid4())}
    refused = director.post(f"/t/{cup.code}/last-hands/", sent)
    assert refused.status_code == 409
    assert "Play is already over" in refused.content.decode()


@pytest.mark.rule("igr:A.2(i)-3")
def test_a_rebuy_is_refused_from_the_sixtieth_minute_on_though_nothing_swept(wall, director):
    cup = running(3, preset=presets.get("igr"))
    wall.now = NOW + 60 * MINUTE
    wanted = {"kind": "rebuy", "entry": entry_in(table_of(cup), 1).pk, "command_id": uuid4()}
    refused = director.post(f"/t/{cup.code}/desk/sell/", wanted)
    assert refused.status_code == 409
    assert "igr:A.2(i)-3" in refused.content.decode()
