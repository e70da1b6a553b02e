"""Penalties by each book, no-shows at the start, and who may stop the clock."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from engine import rulebooks
from engine.clock.clock_state import Phase
from engine.conduct import penalties
from engine.hand import commands
from engine.refusal import Refused
from engine.structure import presets
from tables.commands import TableCommand
from tables.conduct.services import absences
from tables.conduct.services import penalties as services
from tables.console.queries import console
from tables.crew.services import timekeeping
from tables.models import Penalty, Seating, Table
from tables.play.queries import hands
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    do,
    entry_in,
    fold_round,
    hand_at,
    house_director,
    refreshed,
    request,
    running,
    seated,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
)
from tournament import requests
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock
from tournament.entries.services import entries
from tournament.models import Bust, ChipMove, Entry, Exclusion, JournalEntry, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Forbidden, Role
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db


def give(table: Table, kind: str, amount: int = 0, *, actor: Actor = DIRECTOR) -> Penalty | None:
    wish = request(table, actor=actor)
    return services.give(wish, seat=2, kind=kind, amount=amount, reason="Abuse of the dealer")


@pytest.mark.rule("canberra:18.3(b)")
@pytest.mark.rule("charity:4.7")
@pytest.mark.parametrize("preset", ["canberra-e", "charity"])
def test_an_excluded_player_is_out_with_a_place_and_his_chips_leave_play(preset: str):
    cup = running(4, preset=replace(presets.get(preset), min_players=2))
    table = table_of(cup)
    gone = entry_in(table, 2)
    made = give(table, "disqualification")
    assert made is not None
    assert (made.reason, made.at) == ("Abuse of the dealer", NOW + MINUTE)
    assert not Seating.objects.filter(entry=gone, until__isnull=True).exists()
    assert Bust.standing.get().entry == gone
    left = ChipMove.objects.get(entry=gone, reason=ChipReason.PENALTY)
    assert left.amount == -gone.stack
    assert console.ledger(cup.pk).ok
    assert 2 not in deal(table_of(cup)).seats


@pytest.mark.rule("charity:22.4")
def test_a_wager_is_void_and_a_player_excluded_for_a_period_is_not_entered_while_it_lasts():
    cup = running(4, preset=presets.get("charity"))
    table = table_of(cup)
    deal(table)
    seat = hand_at(table).actor or 0
    do(table, commands.Call(seat))
    put_in, left = hand_at(table).bets[seat], hand_at(table).stacks[seat]
    do(table, commands.KillHand(seat, "harm to the game"))
    assert seat not in hand_at(table).in_hand()
    assert put_in > 0
    told = JournalEntry.objects.filter(tournament_id=cup.pk, name="hand.ruled").latest("sequence")
    assert "Charity 22.4" in told.data["cited"]
    while not hand_at(table).is_over:
        do(table, commands.Fold(hand_at(table).actor))
    assert entry_in(table, seat).stack == left  # what was wagered is not given back
    assert console.ledger(cup.pk).ok
    player = entry_in(table, 2).player
    give(table_of(cup), "exclusion", 7)
    until = Exclusion.objects.get(player=player).until
    assert until == NOW + MINUTE + timedelta(days=7)
    another = tournaments.create(
        name="Tomorrow", preset=presets.get("charity"), actor=DIRECTOR, now=NOW + MINUTE
    )

    def enter(now: datetime) -> Entry:
        return entries.register(
            tournament_id=another.pk,
            name=player.name,
            actor=DIRECTOR,
            now=now,
            wish=entries.Wish(is_checked=True, has_agreed=True, is_invited=True),
        )

    with pytest.raises(Refused, match="excluded until"):
        enter(until - MINUTE)
    assert enter(until).player == player


def test_only_a_book_that_excludes_for_a_period_offers_it():
    table = table_of(running(3))
    before = stored()
    with pytest.raises(Refused, match="not used at this tournament"):
        give(table, "exclusion", 7)
    assert stored() == before
    with pytest.raises(Refused, match="1, 7, 30 or 365"):
        penalties.exclusion(8, rulebooks.get("charity"), now=NOW)
    with pytest.raises(Refused, match="knows no exclusion"):
        penalties.exclusion(7, rulebooks.get("igr"), now=NOW)


@pytest.mark.rule("igr:A.2(gg)")
def test_the_chairperson_alone_removes_a_disruptive_player():
    cup = running(4, preset=presets.get("igr"))
    table = table_of(cup)
    for role in (Role.FLOOR, Role.DEALER, Role.DESK):
        with pytest.raises(Forbidden):
            give(table, "disqualification", actor=somebody(cup, role))
    give(table, "disqualification", actor=somebody(cup, Role.DIRECTOR))
    assert Bust.standing.count() == 1


@pytest.mark.rule("igr:A.2(gg)-2")
def test_the_chairperson_defines_the_penalties_of_the_event_before_they_are_used():
    cup = running(4, preset=presets.get("igr"))
    table = table_of(cup)
    director = signed_in(house_director())
    where = f"/t/{cup.code}/penalties/"
    assert "Hands missed for each player" in director.get(where).content.decode()
    assert director.post(where, {"form": ["warning", "time"]}).status_code == 302
    with pytest.raises(Refused) as refused:
        give(table_of(cup), "hands", 3)
    assert refused.value.clause == "igr:A.2(gg)-2"
    menu = director.get(f"/t/{cup.code}/tables/1/seat/2/?penalty=choose").content.decode()
    assert "Warning" in menu
    assert "3 hands" not in menu
    give(table_of(cup), "warning")
    assert director.post(where, {"form": ["hands"]}).status_code == 409
    assert "Abuse of the dealer" in director.get(where).content.decode()
    assert table.tournament_id == cup.pk


@pytest.mark.parametrize("forms", [[], ["flogging"], ["exclusion"]])
def test_a_list_of_penalties_that_makes_no_sense_is_refused(forms):
    with pytest.raises(Refused, match="at least one"):
        penalties.check_forms(forms, rulebooks.get("igr").conduct, is_used=False)


# -- absence ---------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:17.3/deduct")
def test_an_absent_players_chips_are_taken_after_the_director_has_confirmed_once():
    cup = running(4, preset=replace(presets.get("canberra-h"), min_players=2))
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    assert tap(tablet, table, "absent", seat=2).status_code == 200
    assert not Seating.objects.get(table=table, seat=2).is_absent
    with pytest.raises(Refused, match="has to confirm that") as refusal:
        deal(table)
    assert refusal.value.clause == "canberra:17.3/deduct"
    line = next(
        item for item in console.picture(cup, now=NOW + MINUTE).queue if "is away" in item.text
    )
    floor = signed_in(house_director())
    assert line.form is not None
    assert floor.post(line.form.url, line.form.fields).status_code == 302
    before, hands_dealt = entry_in(table, 2).stack, 4
    for _ in range(hands_dealt):
        fold_round(table)
    assert entry_in(table, 2).stack < before
    assert Seating.objects.get(table=table, seat=2).is_absent


@pytest.mark.rule("canberra:17.3/deduct")
def test_who_is_back_before_the_director_confirmed_was_never_away():
    cup = running(4, preset=replace(presets.get("canberra-h"), min_players=2))
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    tap(tablet, table, "absent", seat=2)
    assert tap(tablet, table, "back", seat=2).status_code == 200
    deal(table)
    assert 2 in hand_at(table).in_hand()


# -- no-shows --------------------------------------------------------------------------------------


def start_with_one_away(preset) -> tuple[Tournament, Entry]:
    cup = seated(4, preset=preset)
    until = buttons.Press(finishes_at=NOW + 300 * MINUTE)
    clock.act(tournament_id=cup.pk, kind="finish_at", actor=DIRECTOR, now=NOW, press=until)
    table = table_of(cup)
    away = entry_in(table, 2)
    absences.set_absent(TableCommand(table.pk, DIRECTOR, NOW), seat=2, is_absent=True)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    away.refresh_from_db()
    return refreshed(cup), away


@pytest.mark.rule("igr:A.2(t)")
def test_who_is_not_seated_at_the_start_takes_no_part():
    cup, away = start_with_one_away(presets.get("igr"))
    assert away.stack == 0
    assert away.withdrawn_at == NOW
    assert [seat.seat for seat in hands.seated(table_of(cup))] == [1, 3, 4]
    assert console.ledger(cup.pk).ok
    assert JournalEntry.objects.filter(tournament_id=cup.pk, name="entry.no_show").count() == 1


def test_no_shows_brought_the_players_below_the_least_and_play_started(monkeypatch):
    monkeypatch.setattr(requests, "now", lambda: NOW)
    cup = seated(4, preset=replace(presets.get("igr"), min_players=4))
    director, table = signed_in(house_director()), table_of(cup)
    until = buttons.Press(finishes_at=NOW + 300 * MINUTE)
    clock.act(tournament_id=cup.pk, kind="finish_at", actor=DIRECTOR, now=NOW, press=until)
    assert tap(tablet_browser(table), table, "absent", seat=2).status_code == 200
    refused = director.post(f"/t/{cup.code}/start/")
    assert refused.status_code == 409
    assert "3 players are entered: this tournament needs at least 4" in refused.content.decode()
    assert entry_in(table, 2).withdrawn_at is None, "nobody is taken out"
    assert tap(tablet_browser(table), table, "back", seat=2).status_code == 200
    assert director.post(f"/t/{cup.code}/start/").status_code == 302


@pytest.mark.rule("adelaide:61a")
def test_elsewhere_an_absent_player_keeps_the_seat_and_is_blinded_off():
    cup, away = start_with_one_away(replace(presets.get("adelaide-no-limit"), starting_stack=1000))
    assert away.stack == 1000
    table = table_of(cup)
    for _ in range(8):  # two big blinds each
        deal(table)
        while not hand_at(table).is_over:
            do(table, commands.Fold(hand_at(table).actor))
    away.refresh_from_db()
    assert 0 < away.stack < 1000
    assert Seating.objects.get(entry=away, until__isnull=True).seat == 2


# -- who keeps the time ----------------------------------------------------------------------------


@pytest.mark.rule("fours:td-2")
def test_the_4s_director_hands_the_timer_to_a_table_and_takes_it_back():
    cup = running(4, preset=replace(presets.get("fours"), min_players=2))
    tablet = tablet_browser(table_of(cup))
    by: dict[str, Any] = {"actor": DIRECTOR, "now": NOW + MINUTE}
    timekeeping.delegate(tournament_id=cup.pk, number=1, **by)
    assert tap(tablet, table_of(cup), "stop_clock").status_code == 200
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.PAUSED
    pressed = {"command_id": str(uuid4())}
    assert tap(tablet, table_of(cup), "go_on", **pressed).status_code == 200
    with pytest.raises(Forbidden):
        clock.act(
            tournament_id=cup.pk, kind="next", actor=tablet_actor(table_of(cup)), now=NOW + MINUTE
        )
    timekeeping.delegate(tournament_id=cup.pk, number=None, **by)
    assert tap(tablet, table_of(cup), "stop_clock").status_code == 403
    assert tap(tablet, table_of(cup), "go_on", **pressed).status_code == 200  # it was done then


def test_the_table_that_was_asked_stops_and_starts_the_clock_and_nothing_else():
    cup = running(4, seats=2)
    table = table_of(cup)
    tablet = tablet_browser(table)

    def delegate(number: int | None) -> None:
        timekeeping.delegate(tournament_id=cup.pk, number=number, actor=DIRECTOR, now=NOW + MINUTE)

    def press(kind: str, actor: Actor) -> None:
        clock.act(tournament_id=cup.pk, kind=kind, actor=actor, now=NOW + MINUTE)

    assert tap(tablet, table, "stop_clock").status_code == 403
    delegate(1)
    assert "Stop clock" in tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert tap(tablet, table, "stop_clock").status_code == 200
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.PAUSED
    assert tap(tablet, table, "go_on").status_code == 200
    assert clock_queries.state_of(refreshed(cup).clock).phase is Phase.PLAYING
    with pytest.raises(Forbidden):
        press("next", tablet_actor(table))
    with pytest.raises(Forbidden):
        press("pause", tablet_actor(table_of(cup, 2)))
    delegate(None)
    with pytest.raises(Forbidden):
        press("pause", tablet_actor(table))
    with pytest.raises(Refused, match="Table 9 is not open"):
        delegate(9)
