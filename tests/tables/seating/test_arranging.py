"""What the floor arranges: seats locked, players kept apart, seats and tables used or not."""

from datetime import date
from typing import Any

import pytest

from engine.refusal import Refused
from engine.seating.seating import Place
from engine.structure import presets
from tables.models import KeptApart, LockedSeat, Seating, Table
from tables.play.queries import hands, seldom, tablet_tasks
from tables.seating.queries import balance, seat_queue, seats_page
from tables.seating.services import arrangements, latecomers, seating
from tables.seating.services.arrangements import Designation, Wish
from tables.seating.services.sitting import Order
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    deal,
    entry_in,
    fold_round,
    hand_at,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    signed_in,
    somebody,
    stored,
    table_of,
)
from tournament.draws.queries import checks
from tournament.models import Tournament
from tournament.permissions import Forbidden, Role
from tournament.requests import By

pytestmark = pytest.mark.django_db
LATER = NOW + 5 * MINUTE
CHARITY, CANBERRA, IGR, FOURS = (
    presets.get(key) for key in ("charity", "canberra-e", "igr", "fours")
)


def wish(cup: Tournament) -> Wish:
    return Wish(cup.pk, DIRECTOR, LATER)


def entry(cup: Tournament, number: int) -> int:
    return cup.entries.get(number=number).pk


def place_of(cup: Tournament, number: int) -> Place:
    seat = Seating.objects.select_related("table").get(entry=entry(cup, number), until=None)
    return Place(seat.table.number, seat.seat)


def draw(cup: Tournament, **how) -> tuple[str, ...]:
    return seating.draw(tournament_id=cup.pk, actor=DIRECTOR, now=NOW, **how)


def clause_of(deed, *args, **kwargs) -> str:
    """The clause by which something is refused, without a trace in the database."""
    before = stored()
    with pytest.raises(Refused) as refused:
        deed(*args, **kwargs)
    assert stored() == before
    return refused.value.clause


# -- who stays, and who is kept apart --------------------------------------------------------------


@pytest.mark.rule("tda2024:R9")
def test_a_seat_is_chosen_and_locked_for_somebody_who_cannot_move():
    cup = registering(12, seats=6)
    place = Place(2, 3)
    arrangements.lock_seat(wish(cup), entry_id=entry(cup, 4), reason="wheelchair", place=place)
    draw(cup)
    assert place_of(cup, 4) == place
    order = Order("to balance")
    to = Place(1, 1)
    moved = {"tournament_id": cup.pk, "entry_id": entry(cup, 4), "to": to, "order": order}
    assert clause_of(seating.move_player, **moved, actor=DIRECTOR, now=LATER) == "tda2024:R9"
    assert list(checks.faults(cup)) == []
    arrangements.unlock_seat(wish(cup), entry_id=entry(cup, 4))
    assert not LockedSeat.objects.filter(lifted_at=None).exists()


@pytest.mark.rule("adelaide:62")
def test_two_named_players_are_kept_apart_in_the_draw_and_warned_about_where_it_cannot_be():
    cup = registering(8, seats=4)
    for other in (2, 3, 4):
        arrangements.keep_apart(wish(cup), one=entry(cup, 1), other=entry(cup, other))
    assert draw(cup) == ()
    assert all(place_of(cup, other).table != place_of(cup, 1).table for other in (2, 3, 4))
    twice = {"one": entry(cup, 2), "other": entry(cup, 1)}
    assert clause_of(arrangements.keep_apart, wish(cup), **twice) == "adelaide:62"
    small = registering(2)
    arrangements.keep_apart(wish(small), one=entry(small, 1), other=entry(small, 2))
    [warning] = draw(small)
    assert warning == "Player 1 and Player 2 could not be kept apart."
    arrangements.lift_apart(wish(small), pair_id=KeptApart.objects.get(tournament=small).pk)
    assert balance.kept_apart(small.pk) == frozenset()


def two_kept_apart(cup: Tournament) -> tuple[Seating, Seating]:
    """One at table 1 and one at table 2 who are kept apart."""
    one, other = (table_of(cup, number).seatings.filter(until=None)[0] for number in (1, 2))
    arrangements.keep_apart(wish(cup), one=one.entry_id, other=other.entry_id)
    return one, other


def free_seat(table: Table) -> Place:
    taken = table.seatings.filter(until=None).values_list("seat", flat=True)
    return Place(table.number, min(set(range(1, table.seats + 1)) - set(taken)))


@pytest.mark.rule("adelaide:62")
def test_a_move_to_one_he_is_kept_apart_from_is_refused_until_the_floor_says_it_must_be():
    cup = running(8, seats=6)
    one, other = two_kept_apart(cup)
    wanted = {"entry_id": one.entry_id, "to": free_seat(table_of(cup, 2))}
    moved: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER, **wanted}
    assert clause_of(seating.move_player, **moved, order=Order("asked")) == "adelaide:62"
    seating.move_player(**moved, order=Order("asked", despite_pair=True))
    shown = [line.text for line in seat_queue.queue(refreshed(cup))]
    names = sorted([one.entry.name, other.entry.name])
    assert f"{' and '.join(names)} share table 2 though they are kept apart" in shown


@pytest.mark.rule("adelaide:62")
def test_an_order_to_move_to_his_pair_keeps_the_floors_word():
    cup = running(8, seats=6)
    one, _ = two_kept_apart(cup)
    deal(table_of(cup, 1))
    order = Order("asked", despite_pair=True)
    to = free_seat(table_of(cup, 2))
    waits = seating.move_player(
        tournament_id=cup.pk,
        entry_id=one.entry_id,
        to=to,
        order=order,
        actor=DIRECTOR,
        now=LATER,
    )
    assert waits is not None
    assert waits.despite_pair


@pytest.mark.rule("adelaide:62")
def test_a_seat_chosen_for_a_latecomer_respects_the_pair_too():
    cup = running(8, seats=6)
    one, _ = two_kept_apart(cup)
    Seating.objects.filter(pk=one.pk).update(until=NOW)
    place = free_seat(table_of(cup, 2))
    wanted = {"tournament_id": cup.pk, "entry_id": one.entry_id}
    given: dict[str, Any] = {**wanted, "actor": DIRECTOR, "now": LATER}
    assert clause_of(latecomers.give_seat, **given, to=place) == "adelaide:62"
    assert latecomers.give_seat(**given).table == 1
    Seating.objects.filter(entry=one.entry_id).update(until=NOW)
    assert latecomers.give_seat(**given, to=place, despite_pair=True) == place


@pytest.mark.rule("adelaide:62")
def test_a_break_that_brings_a_pair_together_says_so():
    cup = running(7, seats=6)
    one, other = two_kept_apart(cup)
    gone = table_of(cup, 1).seatings.filter(until=None).exclude(pk=one.pk)[0]
    Seating.objects.filter(pk=gone.pk).update(until=NOW)
    broken = seating.break_table(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=LATER)
    names = " and ".join(e.name for e in sorted((one.entry, other.entry), key=lambda e: e.pk))
    assert broken.warnings == (f"{names} could not be kept apart.",)
    assert cup.journal.get(name="table.broken").data["warnings"] == list(broken.warnings)


def test_a_table_with_a_locked_seat_is_not_proposed_to_break():
    cup = running(6, seats=4)
    stuck = table_of(cup, 2).seatings.filter(until=None)[0]
    Seating.objects.filter(table__number=1, table__tournament=cup).exclude(
        pk__in=Seating.objects.filter(table__number=1, table__tournament=cup)[:1]
    ).update(until=NOW)
    assert balance.table_to_break(refreshed(cup)) == 2
    arrangements.lock_seat(wish(cup), entry_id=stuck.entry_id)
    assert balance.table_to_break(refreshed(cup)) == 1


# -- the draw --------------------------------------------------------------------------------------


@pytest.mark.rule("fours:seating-1")
def test_4s_draws_a_card_each_and_the_ace_has_the_first_button():
    cup = registering(8, preset=FOURS)
    ids = list(cup.entries.values_list("pk", flat=True))
    assert clause_of(draw, cup, method="ballot") == "fours:seating-1"
    assert clause_of(draw, cup, cards=dict.fromkeys(ids, 1)) == "fours:seating-1"
    draw(cup, cards={pk: card for card, pk in enumerate(reversed(ids), 1)})
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    hand = deal(table_of(cup))
    by_card = {9 - number: place_of(cup, number).seat for number in range(1, 9)}
    assert hand.marker == by_card[1]
    assert hand.blind_seats == (by_card[2], by_card[3])
    assert hand.actor == by_card[4]


def test_cards_drawn_for_seats_can_be_worked_out_again_by_anyone():
    cup = seated(8, preset=FOURS)
    drawn = cup.public_draws.get(kind="seats")
    assert sorted(card for _, card in drawn.outcome["cards"]) == list(range(1, 9))
    assert list(checks.faults(cup)) == []


@pytest.mark.rule("adelaide:88g")
@pytest.mark.rule("charity:4.3")
@pytest.mark.parametrize("preset", [FREEZE_OUT, CHARITY])
def test_the_house_chooses_how_seats_are_given_and_may_place_each_player(preset):
    cup = registering(3, preset=preset)
    draw(cup, method="hand")
    with pytest.raises(Refused, match="3 of 3 players have no seat yet"):
        seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    by: By = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    for number in (1, 2, 3):
        latecomers.give_seat(**by, entry_id=entry(cup, number), to=Place(1, number))
    assert [place_of(cup, number).seat for number in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("preset", "clause"),
    [
        pytest.param(CANBERRA, "canberra:8.4", marks=pytest.mark.rule("canberra:8.4")),
        pytest.param(IGR, "igr:A.2(r)", marks=pytest.mark.rule("igr:A.2(r)")),
    ],
)
def test_where_the_book_has_a_ballot_no_seat_is_chosen_before_play(preset, clause):
    cup = registering(preset.min_players, preset=preset, seats=preset.seats_per_table)
    assert clause_of(draw, cup, method="hand") == clause
    kept = {"entry_id": entry(cup, 1), "place": Place(1, 1)}
    assert clause_of(arrangements.lock_seat, wish(cup), **kept) == clause
    draw(cup)
    seats = table_of(cup).seatings.count()
    free = {"tournament_id": cup.pk, "entry_id": entry(cup, 1), "to": Place(1, seats + 1)}
    moved = {**free, "order": Order("asked"), "actor": DIRECTOR, "now": NOW}
    assert clause_of(seating.move_player, **moved) == clause


@pytest.mark.rule("adelaide:59a")
@pytest.mark.rule("adelaide:11")
def test_only_the_floor_gives_seats_no_player_takes_one():
    cup = registering(4, seats=3)
    for role in (Role.DESK, Role.DEALER, Role.INSPECTOR):
        actor = somebody(cup, role)
        with pytest.raises(Forbidden):
            seating.draw(tournament_id=cup.pk, actor=actor, now=NOW)
        with pytest.raises(Forbidden):
            arrangements.lock_seat(Wish(cup.pk, actor, NOW), entry_id=entry(cup, 1))
        with pytest.raises(Forbidden):
            latecomers.give_seat(
                tournament_id=cup.pk, entry_id=1, to=Place(1, 1), actor=actor, now=NOW
            )


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.rule("charity:4.1")
def test_only_designated_tables_are_opened_seated_and_dealt():
    cup = registering(6, preset=CHARITY, seats=4)
    for number in (5, 8):
        arrangements.designate(wish(cup), Designation(number, 4))
    draw(cup)
    assert {table for (table,) in cup.tables.filter(state="open").values_list("number")} == {5, 8}
    assert clause_of(arrangements.open_table, wish(cup), number=1) == "charity:4.1"
    by: By = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    before = stored()
    with pytest.raises(Refused, match="There is no table 1"):
        seating.move_player(**by, entry_id=entry(cup, 1), to=Place(1, 1), order=Order("asked"))
    assert stored() == before
    crowded = registering(9, preset=CHARITY, seats=4)
    arrangements.designate(wish(crowded), Designation(1, 8))
    assert clause_of(draw, crowded) == "charity:4.1"


@pytest.mark.rule("charity:4.2")
def test_a_table_in_play_is_given_to_no_other_event():
    cup = registering(4, preset=CHARITY, seats=4)
    mine = Designation(1, 4, place="Pit 2, table 14")
    arrangements.designate(wish(cup), mine)
    draw(cup)
    other = registering(2, preset=CHARITY)
    arrangements.designate(wish(other), mine)
    arrangements.withdraw_table(wish(other), number=1)
    Tournament.objects.filter(pk=cup.pk).update(state="running")
    taken = Designation(3, 4, place="pit 2, table 14")
    assert clause_of(arrangements.designate, wish(other), taken) == "charity:4.2"


@pytest.mark.rule("canberra:1.1")
def test_a_table_without_the_inspectors_approval_gives_a_warning():
    cup = registering(2, preset=CANBERRA)
    warning = arrangements.designate(wish(cup), Designation(1, 9))
    assert "no written approval of the inspector (Canberra 1.1)" in warning
    approved = Designation(1, 9, approval="AI-2027/114", approved_on=date(2027, 3, 1))
    assert arrangements.designate(wish(cup), approved) == ""
    table = table_of(cup)
    assert (table.approval, table.approved_on) == ("AI-2027/114", date(2027, 3, 1))


@pytest.mark.parametrize(("preset", "clause"), [(CHARITY, "charity:5.1"), (IGR, "igr:A.2(n)")])
def test_no_table_has_more_seats_than_the_book_allows(preset, clause):
    cup = registering(2, preset=preset)
    assert clause_of(arrangements.designate, wish(cup), Designation(1, 11)) == clause


def test_a_seat_out_of_use_is_given_to_nobody():
    cup = registering(7, seats=6)
    arrangements.designate(wish(cup), Designation(1, 6))
    arrangements.designate(wish(cup), Designation(2, 6))
    arrangements.set_out_of_use(wish(cup), number=1, seats=[1, 2])
    draw(cup)
    assert not Seating.objects.filter(table__number=1, seat__in=(1, 2), until=None).exists()
    taken = table_of(cup, 2).seatings.filter(until=None)[0].seat
    clause_of(arrangements.set_out_of_use, wish(cup), number=2, seats=[taken])
    clause_of(arrangements.set_out_of_use, wish(cup), number=2, seats=[7])
    clause_of(arrangements.set_out_of_use, wish(cup), number=2, seats=[1, 2, 3, 4, 5])
    with pytest.raises(Refused, match="not in use"):
        seating.move_player(
            tournament_id=cup.pk,
            entry_id=entry_in(table_of(cup, 2), taken).pk,
            to=Place(1, 1),
            order=Order("asked"),
            actor=DIRECTOR,
            now=NOW,
        )


@pytest.mark.rule("adelaide:63")
def test_one_seat_more_settles_a_dispute_in_adelaide_two_do_not():
    cup = running(8, seats=4)
    one, two = (seat.entry_id for seat in table_of(cup, 1).seatings.all()[:2])
    by: By = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}
    settled = Order("a dispute settled", settles_dispute=True)
    seating.move_player(**by, entry_id=one, to=Place(2, 5), order=settled)
    assert table_of(cup, 2).seats == 5
    again = {**by, "entry_id": two, "to": Place(2, 6), "order": settled}
    assert clause_of(seating.move_player, **again) == "adelaide:63"


@pytest.mark.rule("adelaide:63")
def test_the_seats_page_offers_one_seat_more_at_each_full_table_and_never_a_second():
    cup = running(8, seats=4)
    director = signed_in(house_director())
    assert seats_page.picture(cup).seats_over == [
        seats_page.SeatOver(table=1, seat=5),
        seats_page.SeatOver(table=2, seat=5),
    ]
    page = director.get(f"/t/{cup.code}/seats/").content.decode()
    assert 'value="2-5-over"' in page
    one = table_of(cup, 1).seatings.all()[0].entry_id
    wish = {"kind": "move", "entry": one, "place": "2-5-over", "reason": "to balance the tables"}
    director.post(f"/t/{cup.code}/seats/act/", wish)
    moved = Seating.objects.get(entry=one, until=None)
    assert (moved.table.number, moved.seat, moved.clause) == (2, 5, "adelaide:63")
    assert seats_page.picture(refreshed(cup)).seats_over == []
    assert seats_page.picture(running(8, seats=4, preset=CHARITY)).seats_over == []


@pytest.mark.rule("tda2024:RP-19")
def test_the_order_of_breaking_is_declared_beforehand():
    cup = running(7, seats=4)
    assert arrangements.open_table(wish(cup), number=3).is_open
    assert balance.table_to_break(refreshed(cup)) == 3
    arrangements.declare_order(wish(cup), numbers=[1, 3])
    assert balance.table_to_break(refreshed(cup)) == 1
    for wrong in ([1, 1], [9]):
        clause_of(arrangements.declare_order, wish(cup), numbers=wrong)


def too_short(cup: Tournament, *, keep: int) -> Table:
    """Table 2 with only so many players left, in its first seats."""
    short = table_of(cup, 2)
    kept = [seat.pk for seat in short.seatings.filter(until=None).order_by("seat")[:keep]]
    Seating.objects.filter(table=short).exclude(pk__in=kept).update(until=NOW)
    return short


def may_deal(table: Table) -> None:
    """Ask as the tap does that deals the next hand."""
    hands.check_may_start(table, now=NOW + MINUTE)
    tablet_tasks.check_may_deal(table, seldom.of(table))


def lines(cup: Tournament) -> list[str]:
    return [item.text for item in seat_queue.queue(refreshed(cup))]


@pytest.mark.rule("tda2024:R11-D")
def test_a_table_three_short_waits_once_its_blinds_are_touched_until_the_director_waives_it():
    cup = running(18, seats=9)
    fold_round(table_of(cup, 2))
    big_blind = hand_at(table_of(cup, 2)).blind_seats[-1]
    too_short(cup, keep=big_blind + 1)
    may_deal(table_of(cup, 2))  # the big blind goes to a player once more
    assert "Table 2 is too short" in lines(cup)
    fold_round(table_of(cup, 2))  # and would fall on an empty seat now
    with pytest.raises(Refused, match="three players short of the fullest") as refused:
        may_deal(table_of(cup, 2))
    assert refused.value.clause == "tda2024:R11-D"
    may_deal(table_of(cup, 1))
    assert "Table 2 is too short and waits" in lines(cup)
    floor_man = Wish(cup.pk, somebody(cup, Role.FLOOR), LATER)
    with pytest.raises(Forbidden):
        arrangements.waive(floor_man, number=2)
    arrangements.waive(wish(cup), number=2)
    may_deal(table_of(cup, 2))
    assert "Table 2 is too short and plays on" in lines(cup)


@pytest.mark.rule("tda2024:R11-D")
def test_in_a_six_handed_event_a_short_table_waits_only_if_the_director_says_so():
    cup = running(12, seats=6)
    too_short(cup, keep=3)
    may_deal(table_of(cup, 2))
    assert "Table 2 is too short and plays on" in lines(cup)
    arrangements.waive(wish(cup), number=2, is_waived=False)
    with pytest.raises(Refused) as refused:
        may_deal(table_of(cup, 2))
    assert refused.value.clause == "tda2024:R11-D"
    assert (
        "Too short: waits"
        in signed_in(house_director()).get(f"/t/{cup.code}/seats/").content.decode()
    )


@pytest.mark.parametrize(
    ("preset", "clause"),
    [
        pytest.param(CHARITY, "charity:5.1", marks=pytest.mark.rule("charity:5.1")),
        pytest.param(IGR, "igr:A.2(n)", marks=pytest.mark.rule("igr:A.2(n)")),
    ],
    ids=["charity", "igr"],
)
def test_no_table_of_eleven_is_designated_or_set_up(preset, clause: str):
    cup = registering(2, preset=preset)
    before = stored()
    assert clause_of(arrangements.designate, wish(cup), Designation(1, 11)) == clause
    assert stored() == before
    arrangements.designate(wish(cup), Designation(1, 10))
    assert table_of(cup).seats == 10
