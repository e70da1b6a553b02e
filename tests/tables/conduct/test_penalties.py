"""Penalties, given by the director and served by themselves; absences by a tap on the seat."""

from datetime import datetime, timedelta

import pytest

from engine.hand import commands
from engine.office.money import Sold
from engine.refusal import Refused
from tables import broadcast
from tables.conduct.queries import penalties as queries
from tables.conduct.services import penalties
from tables.console.queries import console
from tables.models import Penalty, Seating, Table
from tables.play.queries import hands
from tables.play.queries.pictures import Reading
from tables.play.services import play, undoing
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    deal,
    do,
    entry_in,
    fold_round,
    hand_at,
    house_director,
    offered,
    refreshed,
    request,
    running,
    signed_in,
    somebody,
    stacks,
    stored,
    table_of,
    tablet_actor,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tournament.clock.queries.clock import milliseconds
from tournament.entries.services import entries
from tournament.models import Bust, ChipMove
from tournament.money.services import money
from tournament.permissions import Actor, Forbidden, Role
from tournament.records.queries import journal

pytestmark = pytest.mark.django_db


def give(table: Table, kind: str, amount: int = 0, *, seat: int = 2, reason: str = "Conduct"):
    return penalties.give(request(table), seat=seat, kind=kind, amount=amount, reason=reason)


def is_dead(table: Table, seat: int = 2) -> bool:
    return seat not in hand_at(table).in_hand()


@pytest.mark.rule("adelaide:106")
def test_only_the_director_imposes_penalties_and_each_is_on_record(table: Table):
    for actor in (somebody(table.tournament, Role.FLOOR), tablet_actor(table)):
        with pytest.raises(Forbidden):
            penalties.give(request(table, actor=actor), seat=2, kind="warning", reason="Conduct")
    made = give(table, "warning")
    assert made is not None
    assert (made.entry, made.reason, made.by) == (entry_in(table, 2), "Conduct", DIRECTOR.name)
    newest = journal.row(journal.newest_first(table.tournament_id)[0]).sentence
    assert newest.endswith("warning, for Conduct (Adelaide rule 106(a))")


@pytest.mark.rule("adelaide:106a")
def test_a_warning_changes_nothing_in_play(table: Table):
    give(table, "warning")
    deal(table)
    assert not is_dead(table)
    assert queries.history(entry_in(table, 2).pk)[0].words == "Warning"


@pytest.mark.rule("adelaide:106b")
@pytest.mark.rule("adelaide:106b-2")
def test_a_time_penalty_kills_hands_until_it_ends(table: Table):
    give(table, "time", 5)
    fold_round(table, now=NOW + 2 * MINUTE)
    assert is_dead(table)
    deal(table, now=NOW + 7 * MINUTE)
    assert not is_dead(table)


@pytest.mark.rule("adelaide:106c")
@pytest.mark.parametrize(("kind", "amount", "hands"), [("hands", 3, 3), ("per_player", 2, 8)])
def test_hands_to_miss_are_counted_from_the_table(table: Table, kind: str, amount: int, hands: int):
    made = give(table, kind, amount)
    assert made is not None
    assert made.hands_left == hands


@pytest.mark.rule("adelaide:106c")
@pytest.mark.parametrize(("kind", "amount"), [("hands", 4), ("per_player", 4), ("time", 7)])
def test_other_lengths_are_refused(table: Table, kind: str, amount: int):
    before = stored()
    with pytest.raises(Refused):
        give(table, kind, amount)
    assert stored() == before


@pytest.mark.rule("adelaide:106c-2")
def test_missed_hands_count_themselves_down_and_cost_blinds(table: Table):
    give(table, "hands", 3)
    for left in (2, 1, 0):
        fold_round(table)
        assert is_dead(table)
        assert Penalty.objects.get().hands_left == left
    assert entry_in(table, 2).stack < 1000
    deal(table)
    assert not is_dead(table)


def test_a_hand_that_is_taken_back_counts_no_more(table: Table):
    give(table, "hands", 3)
    fold_round(table)
    undoing.undo(request(table))
    assert Penalty.objects.get().hands_left == 3


def test_a_misdeal_counts_no_hand(table: Table):
    give(table, "hands", 3)
    deal(table)
    do(table, commands.Report("cards exposed in the cut"))
    assert hand_at(table).ended == "misdeal"
    assert Penalty.objects.get().hands_left == 3


def test_the_last_hand_served_and_taken_back_is_to_be_served_again(table: Table):
    give(table, "hands", 3)
    for _ in range(3):
        fold_round(table)
    assert not Penalty.open.exists()
    undoing.undo(request(table))
    assert Penalty.open.get().hands_left == 1


@pytest.mark.rule("adelaide:106d")
def test_a_disqualified_player_is_out_and_the_chips_leave_play(table: Table):
    entry = entry_in(table, 2)
    paid = money.receive(table.tournament, Sold.ENTRY, entry, money.Till(DIRECTOR, NOW))
    give(table, "disqualification")
    with pytest.raises(Refused, match="Seats have been drawn"):
        entries.withdraw(entry_id=entry.pk, actor=DIRECTOR, now=NOW + 2 * MINUTE, is_refunded=True)
    assert list(table.tournament.money.filter(entry=entry, voided_by=None)) == [paid]
    assert 2 not in [seat.seat for seat in hands.seated(table)]
    assert ChipMove.objects.get(reason="penalty").amount == -1000
    assert Bust.standing.get().entry == entry
    assert console.ledger(table.tournament_id) == console.ChipLedger(
        ok=True, issued=3000, in_play=3000, difference=0
    )
    assert console.player_count(table.tournament_id).ok


def test_nobody_is_disqualified_in_the_middle_of_a_hand(table: Table):
    deal(table)
    before = stored()
    with pytest.raises(Refused, match="A hand is in play"):
        give(table, "disqualification")
    assert stored() == before


def test_the_last_but_one_disqualified_decides_the_tournament():
    table = table_of(running(2))
    give(table, "disqualification", seat=1)
    assert refreshed(table.tournament).state == "finished"


@pytest.mark.parametrize(
    ("seat", "kind", "reason", "why"),
    [
        (9, "warning", "Conduct", "Nobody sits in seat 9"),
        (2, "exile", "Conduct", "not used at this tournament"),
        (2, "warning", "", "needs its reason"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(
    table: Table, seat: int, kind: str, reason: str, why: str
):
    before = stored()
    with pytest.raises(Refused, match=why):
        give(table, kind, seat=seat, reason=reason)
    assert stored() == before


def test_a_penalty_sent_twice_is_given_once(table: Table):
    wish = request(table)
    for _ in range(2):
        penalties.give(wish, seat=2, kind="warning", reason="Conduct")
    assert Penalty.objects.count() == 1


def test_a_player_out_of_the_tournament_cannot_be_penalised():
    table = table_of(running(3))
    bust_all_but(table, 1)
    with pytest.raises(Refused):
        give(table, "warning", seat=2)


# -- the seat's menu -------------------------------------------------------------------------------


def menu(client, table: Table, seat: int = 2, **query: object) -> str:
    where = f"/t/{table.tournament.code}/tables/1/seat/{seat}/"
    return str(client.get(where, query).content.decode())


def test_a_seat_says_away_and_back(table: Table):
    tablet = tablet_browser(table)
    assert "Away from the table" in menu(tablet, table)
    assert tap(tablet, table, "absent", seat=2).status_code == 200
    assert Seating.objects.get(table=table, seat=2).is_absent
    assert "Back at the table" in menu(tablet, table)
    assert tap(tablet, table, "back", seat=2).status_code == 200
    assert not Seating.objects.get(table=table, seat=2).is_absent


def test_a_tablet_asks_the_director_for_a_penalty(table: Table):
    tablet = tablet_browser(table)
    assert "Penalty: ask the director" in menu(tablet, table)
    sent = {"seat": 2, "penalty": "warning", "reason": "Conduct"}
    assert tap(tablet, table, "penalise", **sent).status_code == 403
    assert not Penalty.objects.exists()


def test_the_director_chooses_penalty_and_reason_at_the_table(table: Table):
    director = signed_in(house_director())
    assert "Penalty…" in menu(director, table)
    assert "2 per player: 8 hands" in menu(director, table, penalty="choose")
    assert "5 hands: reason?" in menu(director, table, penalty="hands", amount=5)
    sent = {"seat": 2, "penalty": "hands", "amount": 5, "reason": "Phone at the table"}
    page = one_line(tap(director, table, "penalise", **sent).content.decode())
    assert "Penalty, 5 hands" in page
    assert "5 hands" in menu(director, table)


def test_a_time_penalty_is_on_the_tablet_until_when(table: Table):
    give(table, "time", 10)
    until = Penalty.objects.get().ends_at
    assert until == NOW + MINUTE + timedelta(minutes=10)
    page = tap(tablet_browser(table), table, "start_hand").content.decode()
    assert f'data-ends-at="{milliseconds(until)}"' in page
    assert ">until " in page


# -- how it ends -----------------------------------------------------------------------------------


def on_the_seat(table: Table) -> str:
    seat = Reading(table_of(table.tournament)).seat(2)
    return seat.penalty.words if seat.penalty else ""


def told(table: Table, name: str) -> list[tuple[str, datetime]]:
    lines = table.tournament.journal.filter(name=name).order_by("sequence")
    return [(journal.row(line).sentence, line.at) for line in lines]


@pytest.mark.rule("adelaide:106b")
def test_a_time_penalty_ends_by_itself_at_its_own_moment_with_a_line_and_a_push(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    give(table, "time", 5)
    pushed: list[int] = []
    monkeypatch.setattr(broadcast, "table_changed", lambda one, *_, **more: pushed.append(one.pk))
    assert penalties.finish_due(now=NOW + 5 * MINUTE) == 0
    assert penalties.finish_due(now=NOW + 20 * MINUTE) == 1
    assert penalties.finish_due(now=NOW + 20 * MINUTE) == 0
    assert on_the_seat(table) == ""
    assert pushed == [table.pk]
    said = "Player 2 has served the penalty: 5 minutes away"
    assert told(table, "penalty.served")[0][1] == NOW + 6 * MINUTE
    assert told(table, "penalty.served")[0][0].endswith(said.removeprefix("Player 2"))


def test_what_a_tablet_without_network_entered_still_holds_when_the_minutes_are_over(table: Table):
    give(table, "time", 5)
    deal(table)
    version = table_of(table.tournament).version
    penalties.finish_due(now=NOW + 20 * MINUTE)
    seat = hand_at(table).actor
    play.act(request(table, version=version), commands.Fold(seat))
    assert table_of(table.tournament).version == version + 1


def test_a_time_that_is_over_does_not_hide_hands_still_to_be_missed(table: Table):
    give(table, "hands", 3)
    give(table, "time", 5)
    assert on_the_seat(table).startswith("3 hands and until")
    penalties.finish_due(now=NOW + 20 * MINUTE)
    assert on_the_seat(table) == "3 hands"


def test_the_list_counts_the_minutes_that_are_left(table: Table):
    give(table, "time", 10)
    page = signed_in(house_director()).get(f"/t/{table.tournament.code}/penalties/")
    assert f'data-ends-at="{milliseconds(NOW + 11 * MINUTE)}"' in page.content.decode()


def lift(table: Table, reason: str = "The wrong player", actor: Actor = DIRECTOR) -> Penalty:
    return penalties.lift(
        tournament_id=table.tournament_id,
        penalty_id=Penalty.objects.get().pk,
        reason=reason,
        actor=actor,
        now=NOW + 2 * MINUTE,
    )


@pytest.mark.parametrize(("kind", "amount"), [("time", 30), ("hands", 20), ("warning", 0)])
def test_a_penalty_given_by_mistake_is_lifted_with_a_reason(table: Table, kind: str, amount: int):
    give(table, kind, amount)
    assert lift(table).lifted_because == "The wrong player"
    lift(table, "again")
    assert on_the_seat(table) == ""
    deal(table, now=NOW + 3 * MINUTE)
    assert not is_dead(table)
    assert len(told(table, "penalty.lifted")) == 1
    assert told(table, "penalty.lifted")[0][0].endswith(": The wrong player")


def test_a_penalty_lifted_during_a_hand_stays_lifted_when_the_hand_ends_or_is_taken_back(
    table: Table,
):
    give(table, "hands", 3)
    deal(table)
    lift(table)
    while not hand_at(table).is_over:
        do(table, commands.Fold(offered(table).seat or 0))
    undoing.undo(request(table))
    assert not Penalty.open.exists()


@pytest.mark.parametrize(
    ("kind", "reason", "why"),
    [("hands", " ", "Give the reason"), ("disqualification", "A mistake", "undo the elimination")],
)
def test_what_cannot_be_lifted_stays(table: Table, kind: str, reason: str, why: str):
    give(table, kind, 3 if kind == "hands" else 0)
    before = stored()
    with pytest.raises(Refused, match=why):
        lift(table, reason)
    assert stored() == before


def test_a_penalty_that_was_served_is_not_lifted_and_only_the_director_lifts_one(table: Table):
    give(table, "time", 5)
    with pytest.raises(Forbidden):
        lift(table, actor=somebody(table.tournament, Role.FLOOR))
    penalties.finish_due(now=NOW + 20 * MINUTE)
    with pytest.raises(Refused, match="has already served it"):
        lift(table)


def test_the_director_lifts_from_the_list(table: Table):
    give(table, "hands", 5)
    director, where = signed_in(house_director()), f"/t/{table.tournament.code}/penalties/"
    assert "Lift penalty" in director.get(where).content.decode()
    answer = director.post(f"{where}{Penalty.objects.get().pk}/lift/", {"reason": "Mistaken"})
    assert answer.status_code == 302
    assert "lifted: Mistaken" in director.get(where).content.decode()


def test_an_empty_seat_has_no_menu(table: Table):
    answer = tablet_browser(table).get(f"/t/{table.tournament.code}/tables/1/seat/9/")
    assert answer.status_code == 409


def test_a_hand_in_play_can_be_declared_dead_from_its_seat(table: Table):
    tablet = tablet_browser(table)
    assert "Hand is dead" not in menu(tablet, table)
    deal(table)
    assert "what=a+hand+is+dead&amp;seat=2" in menu(tablet, table)
    before = stacks(table.tournament)
    sent = {"what": "a hand is dead", "seat": 2, "reason": "rule broken"}
    assert tap(tablet, table, "happened", **sent).status_code == 200
    assert is_dead(table)
    assert stacks(table.tournament) == before
