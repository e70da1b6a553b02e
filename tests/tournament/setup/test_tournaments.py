"""A tournament's life: created, started, decided, reopened, called off."""

from typing import Any

import pytest

from engine.hand import commands
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import presets
from engine.structure.law import Preset
from tables import tasks
from tables.chips.services import rebuys
from tables.play.services import play, undoing
from tables.seating.services import arrangements, seating
from tables.seating.services.arrangements import Designation, Wish
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    bust_all_but,
    deal,
    for_a_good_cause,
    refreshed,
    registering,
    request,
    running,
    seated,
    stored,
    table_of,
    user,
)
from tournament.clock.queries import clock as clock_queries
from tournament.models import Bust, Clock
from tournament.permissions import Role
from tournament.prizes.queries import placings
from tournament.prizes.services import giving
from tournament.setup.queries import conditions as condition_queries
from tournament.setup.services import conditions, tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + 5 * MINUTE


def phase(tournament) -> str:
    return str(clock_queries.picture(refreshed(tournament), now=LATER).phase)


@pytest.mark.parametrize("preset", presets.PRESETS, ids=lambda preset: preset.key)
def test_every_preset_makes_a_tournament(preset: Preset):
    cup = tournaments.create(name=" Cup ", preset=preset, actor=DIRECTOR, now=NOW)
    assert (cup.name, cup.rulebook, cup.state) == ("Cup", preset.rulebook, "registering")
    assert cup.structure["stack"] == preset.starting_stack
    commitments = {"1": cup.public_draws.get().commitment}
    assert cup.journal.get().data == {"preset": preset.key, "commitments": commitments}
    assert Clock.objects.get(pk=cup.pk).due_at is None


def test_two_tournaments_have_two_codes_and_two_secrets():
    first, second = (
        registering(),
        tournaments.create(name="Other", preset=presets.get("charity"), actor=DIRECTOR, now=NOW),
    )
    assert first.code != second.code
    assert first.public_draws.get().secret != second.public_draws.get().secret


def test_a_tournament_without_a_name_is_refused():
    before = stored()
    with pytest.raises(Refused, match="Give the tournament a name"):
        tournaments.create(name="  ", preset=presets.get("igr"), actor=DIRECTOR, now=NOW)
    assert stored() == before


def test_nobody_starts_a_tournament_without_players():
    for cup in (registering(), registering(5)):
        before = stored()
        with pytest.raises(Refused, match="Nobody is seated"):
            seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
        assert stored() == before


def test_play_starts_once_and_the_clock_with_it():
    cup = seated(3)
    assert phase(cup) == "before"
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    assert (refreshed(cup).state, refreshed(cup).started_at, phase(cup)) == ("running", NOW, "play")
    before = stored()
    with pytest.raises(Refused, match="in play"):
        seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=LATER)
    assert stored() == before


def test_the_last_one_standing_is_declared_and_the_clock_stops():
    cup = running(3)
    bust_all_but(table_of(cup), 2)
    assert refreshed(cup).state == TournamentState.FINISHED
    assert phase(cup) == "finished"
    winner = cup.journal.get(name="tournament.finished").data["winner"]
    first = placings.of(refreshed(cup))[0]
    assert (first.text, first.name) == ("1st", winner)


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param("igr", marks=pytest.mark.rule("igr:A.2(ii)(i)")),
        pytest.param("charity", marks=pytest.mark.rule("charity:10.1.3")),
    ],
)
def test_play_goes_on_until_one_player_is_left_and_he_is_the_winner(preset: str):
    cup = running(3, preset=presets.get(preset))
    table = table_of(cup)
    deal(table)
    all_in(table)
    assert refreshed(cup).state == TournamentState.RUNNING
    award_to(table, 1)
    for waiting in Bust.standing.filter(may_rebuy=True):
        rebuys.decline(tournament_id=cup.pk, entry_id=waiting.entry_id, actor=DIRECTOR, now=LATER)
    assert refreshed(cup).state == TournamentState.FINISHED
    assert (phase(cup), placings.of(refreshed(cup))[0].text) == ("finished", "1st")


def test_a_tournament_is_not_decided_while_two_have_chips_nor_decided_twice():
    cup = running(3)
    assert not tournaments.finish_if_decided(tournament_id=cup.pk, now=NOW)
    bust_all_but(table_of(cup), 2)
    before = stored()
    assert not tournaments.finish_if_decided(tournament_id=cup.pk, now=LATER)
    assert stored() == before


def test_a_finish_can_be_taken_back_and_stays_so_until_the_last_hand_is_played_anew():
    cup = running(2)
    table = table_of(cup)
    bust_all_but(table, 2)
    tournaments.reopen(tournament_id=cup.pk, actor=DIRECTOR, now=LATER)
    tasks.tidy_up()
    assert refreshed(cup).state == TournamentState.RUNNING
    assert phase(cup) == "paused"
    undoing.undo(request(table, now=LATER))
    play.act(request(table, now=LATER), commands.Award(0, (1,)))
    assert refreshed(cup).state == TournamentState.FINISHED
    assert placings.of(refreshed(cup))[0].at == LATER


def test_only_a_finished_tournament_is_reopened():
    cup = running(3)
    before = stored()
    with pytest.raises(Refused, match="not finished"):
        tournaments.reopen(tournament_id=cup.pk, actor=DIRECTOR, now=LATER)
    assert stored() == before


@pytest.mark.parametrize("stage", [registering, seated, running])
def test_a_tournament_is_called_off_at_any_stage(stage):
    cup = stage(3)
    tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=LATER, reason="flood")
    cup = refreshed(cup)
    assert (cup.state, cup.finished_at) == ("cancelled", LATER)
    assert Clock.objects.get(pk=cup.pk).due_at is None
    before = stored()
    with pytest.raises(Refused, match="cancelled"):
        tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=LATER, reason="flood")
    assert stored() == before


def test_a_finished_tournament_is_not_called_off():
    cup = running(2)
    bust_all_but(table_of(cup), 1)
    with pytest.raises(Refused, match="finished"):
        tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=LATER, reason="flood")


def test_no_hand_goes_on_in_a_tournament_that_was_called_off():
    cup = running(3)
    table = table_of(cup)
    hand = deal(table)
    tournaments.cancel(tournament_id=cup.pk, actor=DIRECTOR, now=LATER, reason="flood")
    before = stored()
    for wish in (
        lambda: play.act(request(table), commands.Fold(hand.actor)),
        lambda: undoing.undo(request(table)),
    ):
        with pytest.raises(Refused, match="The tournament is cancelled"):
            wish()
    assert stored() == before


def test_words_are_put_on_the_clock_screen_and_taken_off():
    cup = running(3)
    tournaments.announce(tournament_id=cup.pk, text="  Pizza  is here ", actor=DIRECTOR, now=NOW)
    assert clock_queries.picture(refreshed(cup), now=NOW).message == "Pizza is here"
    tournaments.announce(tournament_id=cup.pk, text="", actor=DIRECTOR, now=NOW)
    assert clock_queries.picture(refreshed(cup), now=NOW).message == ""


def test_an_announcement_fits_the_screen():
    cup = registering()
    before = stored()
    with pytest.raises(Refused, match="200 characters"):
        tournaments.announce(tournament_id=cup.pk, text="x" * 201, actor=DIRECTOR, now=NOW)
    assert stored() == before


def test_a_copy_takes_over_everything_that_was_decided_and_nothing_that_happened():
    cup = for_a_good_cause(registering(2, preset=presets.get("charity"), seats=4))
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    conditions.write(words={"extra": "No hats."}, asks_acceptance=True, **by)
    conditions.write(words={"extra": "No hats, no pets."}, asks_acceptance=True, **by)
    giving.list_charity(name="Food Bank", involvement="", **by)
    arrangements.designate(Wish(cup.pk, DIRECTOR, NOW), Designation(5, 4))
    user("flo", cup, Role.FLOOR)
    made = tournaments.duplicate(name="Next", **by)
    sheet = condition_queries.find(made)
    assert sheet is not None
    assert (sheet.version, sheet.words, sheet.asks_acceptance) == (
        *(1, {"extra": "No hats, no pets."}),
        True,
    )
    assert [one.amount for one in made.donations.all()] == [100_000, 50_000, 25_000]
    assert [one.name for one in made.charities.all()] == ["Food Bank"]
    assert [(t.number, t.seats, t.is_designated) for t in made.tables.all()] == [(5, 4, True)]
    assert [one.role for one in made.staff.all()] == ["floor"]
    assert not made.entries.exists()
    assert not made.acceptances.exists()


def test_a_copy_of_a_licensed_event_is_approved_anew():
    cup = running(3, preset=presets.get("igr"))
    made = tournaments.duplicate(tournament_id=cup.pk, name="Next", actor=DIRECTOR, now=NOW)
    assert made.prize_list.rows == cup.prize_list.rows
    assert made.prize_list.approved_at is None
    assert (made.proceeds.organisation, made.proceeds.account) == ("Food Bank", "77")
    assert not hasattr(made, "licence")
    assert not made.money.exists()
