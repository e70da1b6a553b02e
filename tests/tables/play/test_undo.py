"""The last step is taken back, also over the end of a hand and a bust."""

import pytest

from engine.hand import commands
from engine.hand.applying import replay
from engine.refusal import Refused
from engine.seating.seating import Place
from tables.console.queries import console
from tables.models import HandEvent, HandRecord, Seating
from tables.play.queries import hands
from tables.play.queries import taking_back as taking_back_queries
from tables.play.services import undoing
from tables.records.queries import chain
from tables.seating.services import seating
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    all_in,
    award_to,
    bust_all_but,
    deal,
    do,
    entry_in,
    fold_round,
    hand_at,
    offered,
    refreshed,
    request,
    running,
    sell,
    set_stacks,
    somebody,
    stacks,
    stored,
    table_of,
    tablet_actor,
)
from tournament.models import Bust, JournalEntry
from tournament.models.ledger import ChipReason
from tournament.permissions import Role
from tournament.records.services import ledger
from tournament.setup.services import tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + 5 * MINUTE


def undo(table) -> None:
    undoing.undo(request(table, now=LATER))


def one_bust(table):
    """Seat 1 has 100 chips and loses them to seat 2; seat 3 folds."""
    lost, won = entry_in(table, 1).pk, entry_in(table, 2).pk
    ledger.move({lost: -900, won: 900}, reason=ChipReason.CORRECTION, actor=DIRECTOR, now=NOW)
    hand = deal(table)
    while hand.actor >= 0:
        seat = hand.actor
        hand = do(table, commands.Fold(3) if seat == 3 else _in(table, seat))
    return award_to(table, 2)


def _in(table, seat: int):
    hand = hand_at(table)
    if seat == 1:
        return commands.AllIn(1)
    return commands.Check(2) if hand.bets[2] == hand.bet_to_match else commands.Call(2)


def test_an_action_taken_back_gives_the_state_before_it_and_the_record_keeps_both():
    table = table_of(running(3))
    before = deal(table)
    do(table, commands.RaiseTo(before.actor, 300))
    undo(table)
    assert hand_at(table) == before
    assert table.version == 3
    kinds = [data[0] for data in HandEvent.objects.values_list("data", flat=True)]
    assert "raised" in kinds
    assert kinds[-1] == "retracted"
    assert chain.first_broken_event(table) is None


def test_steps_are_taken_back_one_after_the_other_down_to_the_deal():
    table = table_of(running(3))
    states = [deal(table)]
    for wish in (commands.Call, commands.Call):
        states.append(do(table, wish(states[-1].actor)))
    for expected in reversed(states[:-1]):
        undo(table)
        assert hand_at(table) == expected


def test_a_hand_dealt_too_early_is_taken_back_and_dealt_again_with_the_same_button():
    cup = running(3)
    table = table_of(cup)
    first = deal(table)
    undo(table)
    assert hand_at(table).ended == "misdeal"
    assert stacks(cup) == [1000] * 3
    again = deal(table)
    assert (again.marker, again.number) == (first.marker, 2)
    undo(table)
    undo(table)  # and the taking back itself, as if it had never been
    assert not hand_at(table).ended
    assert chain.first_broken_event(table) is None


def _stays(table):
    seat, now_offered = hand_at(table).actor, offered(table)
    return [commands.Check(seat) if now_offered.check.is_allowed else commands.Call(seat)]


def test_the_floor_takes_several_steps_back_with_a_reason_and_the_journal_keeps_it():
    cup = running(3)
    table = table_of(cup)
    before = deal(table)
    for _ in range(3):
        do(table, *_stays(table))
    undone = request(table, actor=somebody(cup, Role.FLOOR))
    since = taking_back_queries.steps(table)[0].version
    for since_, reason, words in (
        (since, "", "Give the reason"),
        (99, "wrong seat", "no longer exists"),
    ):
        with pytest.raises(Refused, match=words):
            undoing.take_back(undone, since=since_, reason=reason)
    by_dealer = request(table, actor=tablet_actor(table))
    with pytest.raises(Refused, match="You may not give rulings"):
        undoing.take_back(by_dealer, since=since, reason="me")
    undoing.take_back(undone, since=since, reason="seat 2 had folded")
    undoing.take_back(undone, since=since, reason="seat 2 had folded")
    assert hand_at(table) == before
    line = JournalEntry.objects.get(name="hand.taken_back")
    assert (line.data["steps"], line.data["reason"]) == (3, "seat 2 had folded")
    assert chain.first_broken_event(table) is None


def test_after_an_undo_the_hand_goes_on_another_way():
    table = table_of(running(3))
    hand = deal(table)
    do(table, commands.Fold(hand.actor))
    undo(table)
    after = do(table, commands.Call(hand.actor))
    assert after.bets[hand.actor] == after.bet_to_match
    assert replay(hands.story(hands.record_of(table))) == after


def test_the_end_of_a_hand_is_taken_back_with_its_settlement():
    cup = running(3)
    table = table_of(cup)
    fold_round(table)
    assert stacks(cup) != [1000] * 3
    undo(table)
    record = HandRecord.objects.get()
    assert stacks(cup) == [1000] * 3
    assert (record.ended_at, record.pot, record.winners) == (None, 0, "")
    assert not hand_at(table).is_over
    assert console.ledger(cup.pk).ok
    assert cup.journal.get(name="hand.retracted").data == {"table": 1, "hand": 1}


def test_a_hand_can_end_be_taken_back_and_end_again():
    cup = running(3)
    table = table_of(cup)
    deal(table)
    all_in(table)
    for winner in (1, 2, 3):
        award_to(table, winner)
        assert Bust.standing.count() == 2
        if winner < 3:
            tournaments.reopen(tournament_id=cup.pk, actor=DIRECTOR, now=LATER)
            undo(table)
            assert Bust.standing.count() == 0
    assert Bust.objects.count() == 6
    assert sorted(stacks(cup)) == [0, 0, 3000]
    assert refreshed(cup).state == "finished"


def test_a_bust_taken_back_gives_the_seat_back():
    cup = running(3)
    table = table_of(cup)
    loser = entry_in(table, 1)
    one_bust(table)
    assert Bust.standing.get().entry == loser
    assert not Seating.objects.filter(entry=loser, until__isnull=True).exists()
    undo(table)
    assert entry_in(table, 1) == loser
    assert not Bust.standing.exists()
    assert Bust.objects.get().retracted_because == "the hand was taken back"
    loser.refresh_from_db()
    assert loser.stack == 100
    assert console.player_count(cup.pk).ok


def test_a_hand_is_not_taken_back_once_the_next_is_dealt():
    table = table_of(running(3))
    ended = fold_round(table)
    deal(table)
    undo(table)  # the deal
    assert HandRecord.objects.get(number=1).ended_at is not None
    assert [hand_at(table).stacks[seat] for seat in ended.seats] == [
        ended.stacks[seat] for seat in ended.seats
    ]


def test_a_hand_is_not_taken_back_once_one_of_its_players_has_moved():
    cup = running(3, seats=6)
    table = table_of(cup)
    fold_round(table)
    seat = table.seatings.filter(until__isnull=True)[0]
    taken = set(table.seatings.values_list("seat", flat=True))
    seating.move_player(
        tournament_id=cup.pk,
        entry_id=seat.entry_id,
        to=Place(1, min(set(range(1, 7)) - taken)),
        order=Order("asked for it"),
        actor=DIRECTOR,
        now=LATER,
    )
    before = stored()
    with pytest.raises(Refused, match="A player has moved since this hand: call the floor"):
        undo(table)
    assert stored() == before


def test_a_hand_is_not_taken_back_once_the_loser_has_bought_again_even_at_the_same_moment():
    cup = running(3, preset=WITH_REBUYS)
    table = table_of(cup)
    one_bust(table)
    sell(Bust.standing.get().entry)
    before = stored()
    with pytest.raises(Refused, match="has received chips since this hand: call the floor"):
        undo(table)
    assert stored() == before


def test_a_hand_is_not_taken_back_once_the_loser_s_seat_is_taken():
    cup = running(3)
    table = table_of(cup)
    one_bust(table)
    other = Seating.objects.get(table=table, seat=3, until__isnull=True)
    Seating.objects.filter(pk=other.pk).update(seat=1)
    before = stored()
    with pytest.raises(Refused, match="Seat 1 has been taken since this hand"):
        undo(table)
    assert stored() == before


def test_a_finish_is_taken_back_by_the_director_first():
    cup = running(2)
    table = table_of(cup)
    bust_all_but(table, 1)
    before = stored()
    with pytest.raises(Refused, match="the director can reopen it"):
        undo(table)
    assert stored() == before


# -- the hand before -------------------------------------------------------------------------------


def back_to(table, step, *, reason="seat 3 had won"):
    """The floor opens the hand before again, at this step of it."""
    wish = request(table, actor=somebody(table.tournament, Role.FLOOR), now=LATER)
    return undoing.take_back(wish, since=step.version, reason=reason)


def test_the_floor_opens_the_hand_before_again_and_the_last_one_is_void():
    cup = running(3)
    table = table_of(cup)
    one_bust(table)
    assert Bust.standing.count() == 1
    second = deal(table)
    do(table, commands.RaiseTo(second.actor, 300))
    awarded = taking_back_queries.steps_before(table)[-1]
    back_to(table, awarded)
    table.refresh_from_db()
    assert (table.hand_number, hand_at(table).is_over) == (1, False)
    assert not Bust.standing.exists()
    void = HandRecord.objects.get(table=table, number=2)
    assert replay(hands.story(void)).ended == "void"
    award_to(table, 1)
    assert console.ledger(cup.pk).ok
    assert entry_in(table, 1).stack > 100
    third = deal(table)
    assert third.number == 3
    assert third.marker != second.marker or third.order != second.order
    line = JournalEntry.objects.get(name="hand.taken_back")
    assert (line.data["hand"], line.data["reason"]) == (1, "seat 3 had won")
    assert chain.first_broken_event(table) is None
    assert chain.verify(refreshed(cup)).is_whole


def test_a_hand_before_is_opened_again_though_the_last_is_over_too():
    cup = running(3)
    table = table_of(cup)
    fold_round(table)
    between = stacks(cup)
    fold_round(table)
    back_to(table, taking_back_queries.steps_before(table)[0], reason="wrong seat folded")
    assert hand_at(table).number == 1
    assert stacks(cup) == [1000] * 3
    assert between != stacks(cup)
    assert chain.verify(refreshed(cup)).is_whole


def test_the_hand_before_stays_closed_where_chips_came_since_and_nothing_changes():
    cup = running(3)
    table = table_of(cup)
    fold_round(table)
    step = taking_back_queries.steps(table)[-1]
    one, two = entry_in(table, 1).stack, entry_in(table, 2).stack
    set_stacks(table, {1: one + 100, 2: two - 100})
    deal(table)
    before = stored()
    with pytest.raises(Refused, match="has received chips since this hand"):
        back_to(table, step)
    assert stored() == before


def test_before_the_second_hand_there_is_none_to_open_again():
    table = table_of(running(3))
    deal(table)
    assert taking_back_queries.hand_before(table) is None
    assert taking_back_queries.picture(table).earlier is None
