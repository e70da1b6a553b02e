"""When a hand ends: stacks to their owners, busts on record, chips that left play in the ledger."""

from dataclasses import replace

import pytest

from engine.hand import commands
from engine.structure import presets
from tables.console.queries import console
from tables.models import HandRecord, Seating, Table
from tests.factories import (
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
    refreshed,
    running,
    set_stacks,
    stacks,
    table_of,
)
from tournament.models import Bust, ChipMove, Tournament
from tournament.prizes.queries import placings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_stacks_go_to_their_owners_and_the_hand_is_closed():
    cup = running(3)
    table = table_of(cup)
    hand = fold_round(table)
    for seat in (1, 2, 3):
        assert entry_in(table, seat).stack == hand.stacks[seat]
    record = HandRecord.objects.get()
    assert (record.ended_at, record.pot) == (NOW + MINUTE, hand.awards[0].amount)
    assert cup.journal.get(name="hand.ended").data["head"] == table.head


def test_several_who_go_out_in_one_hand_share_its_moment_and_are_told_apart_by_the_book():
    cup = running(4)
    table = table_of(cup)
    set_stacks(table, {1: 400, 2: 1600, 3: 1000, 4: 1000})
    bust_all_but(table, 2)
    busts = {bust.entry.name: bust for bust in Bust.standing.all()}
    assert len({bust.order for bust in busts.values()}) == 1
    assert sorted(bust.stack_before for bust in busts.values()) == [400, 1000, 1000]
    assert sorted(bust.all_in_order for bust in busts.values())[0] >= 1
    places = [placed.text for placed in placings.of(refreshed(cup))]
    assert places[0] == "1st"
    assert places[-1] == "4th"


def test_busts_of_different_hands_have_an_order():
    cup = running(3)
    table = table_of(cup)
    set_stacks(table, {1: 100, 2: 100, 3: 2800})
    deal(table)
    all_in(table)
    award_to(table, 1, 3)
    assert [bust.order for bust in Bust.standing.all()] == [1]
    bust_all_but(table, 3)
    assert [bust.order for bust in Bust.standing.all()] == [1, 2]
    assert [placed.place for placed in placings.of(refreshed(cup))] == [1, 2, 3]


def test_one_who_is_out_has_no_seat_any_more():
    cup = running(3)
    table = table_of(cup)
    set_stacks(table, {1: 100, 2: 1000, 3: 1900})
    deal(table)
    all_in(table)
    award_to(table, 2, 3)
    assert not Seating.objects.filter(entry__stack=0, until__isnull=True).exists()


def test_one_who_may_still_rebuy_keeps_his_seat_and_has_no_place():
    cup = running(2, preset=WITH_REBUYS)
    bust_all_but(table_of(cup), 1)
    bust = Bust.standing.get()
    assert bust.may_rebuy
    assert Seating.objects.filter(entry=bust.entry, until__isnull=True).exists()
    assert placings.of(refreshed(cup)) == []
    assert refreshed(cup).state == "running"


def one_chip_short() -> tuple[Tournament, Table, int]:
    """An IGR table whose next big blind had one chip, dealt; and the seat with his others."""
    cup = running(3, preset=replace(presets.get("igr"), starting_stack=1000))
    table = table_of(cup)
    first = fold_round(table)
    short = first.next_seat[first.blind_seats[-1]]
    rich = next(seat for seat in (1, 2, 3) if seat != short)
    both = entry_in(table, short).stack + entry_in(table, rich).stack
    set_stacks(table, {short: 1, rich: both - 1})
    assert deal(table).removed == 1
    return cup, table, rich


def test_chips_taken_out_of_play_by_the_book_are_rows_of_the_ledger():
    """The IGR book takes a stack that cannot pay the big blind (igr:A.2(cc)(iii)-2)."""
    cup, table, rich = one_chip_short()
    all_in(table)
    award_to(table, rich, *(seat for seat in (1, 2, 3) if seat != rich))
    move = ChipMove.objects.get(reason="removed")
    assert (move.amount, move.note) == (-1, "Table 1, hand 2")
    assert console.ledger(cup.pk).ok
    assert sum(stacks(cup)) == 2999


def test_a_void_hand_leaves_them_out_of_play_and_the_ledger_adds_up():
    cup, table, _ = one_chip_short()
    do(table, commands.VoidHand("two aces of spades"))
    assert ChipMove.objects.get(reason="removed").amount == -1
    assert console.ledger(cup.pk).ok
    assert sum(stacks(cup)) == 2999
    assert Bust.standing.count() == 1
