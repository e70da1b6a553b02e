"""What is written of a table: its hands with their times and orbits, and who went out."""

import pytest

from tables.play.queries import histories
from tests.factories import (
    MINUTE,
    NOW,
    all_in,
    award_to,
    bust_all_but,
    deal,
    fold_round,
    house_director,
    refreshed,
    running,
    set_stacks,
    signed_in,
    table_of,
)
from tests.tables.equipment.test_decks import CHARITY
from tournament.models import Bust

pytestmark = pytest.mark.django_db


@pytest.mark.rule("charity:1.1(round)")
@pytest.mark.rule("charity:1.1(round-of-play)")
def test_hands_have_numbers_and_times_and_orbits_are_counted_apart():
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    for minute in range(1, 5):
        fold_round(table, now=NOW + minute * MINUTE)
    found = histories.picture(table, may_inspect=False)
    assert [hand.number for hand in found.hands] == [4, 3, 2, 1]
    assert all(hand.ended_at for hand in found.hands)
    assert found.orbits == 1
    assert histories.count_orbits([4, 5, 1, 4, 4, 5]) == 1
    page = signed_in(house_director()).get(f"/t/{cup.code}/tables/1/history/").content.decode()
    assert "4 hands, 1 full orbit." in page


@pytest.mark.rule("charity:10.2")
def test_a_game_runs_from_its_first_card_until_the_winner_is_known():
    cup = running(2, preset=CHARITY)
    table, director = table_of(cup), signed_in(house_director())
    where = f"/t/{cup.code}/tables/1/history/"
    assert "First card dealt" not in director.get(where).content.decode()
    fold_round(table, now=NOW + MINUTE)
    assert histories.game_span(refreshed(cup)) == (NOW + MINUTE, None)
    assert "winner known" not in director.get(where).content.decode()
    bust_all_but(table, 1, now=NOW + 3 * MINUTE)
    assert histories.game_span(refreshed(cup)) == (NOW + MINUTE, NOW + 3 * MINUTE)
    page = " ".join(director.get(where).content.decode().split())
    assert "First card dealt 6 March, 06:01:00, winner known 6 March, 06:03:00." in page


@pytest.mark.rule("charity:21.4")
def test_who_goes_out_is_recorded_with_hand_table_and_time_and_shown_at_once():
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    set_stacks(table, {1: 500, 2: 500, 3: 2000})
    deal(table, now=NOW + MINUTE)
    all_in(table, now=NOW + MINUTE)
    award_to(table, 3, now=NOW + MINUTE)
    out = Bust.standing.all()
    where = {(bust.table_number, bust.hand_number, bust.at) for bust in out}
    assert where == {(1, 1, NOW + MINUTE)}
    assert cup.journal.filter(name="entry.bust").count() == 2
    board = signed_in(house_director()).get(f"/t/{cup.code}/leaderboard/").content.decode()
    assert all(bust.entry.name in board for bust in out)
