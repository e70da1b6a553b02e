"""Rebuys are sold under the book's terms, declined, or run out."""

from dataclasses import replace
from datetime import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from engine.office.money import Sold
from engine.refusal import Refused
from engine.structure import presets
from tables import tasks
from tables.chips.services import rebuys, sales
from tables.console.queries import console
from tables.models import Seating
from tables.seating.services import seating
from tests.factories import (
    ADULT,
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    all_in,
    award_to,
    bust_all_but,
    deal,
    entry_in,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    sell,
    set_stacks,
    signed_in,
    somebody,
    stored,
    table_of,
)
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.models import Bust, ChipMove, Entry, EntryTerms, Tournament
from tournament.money.services import money_desk
from tournament.permissions import Forbidden, Role
from tournament.setup.services import tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SOON, TOO_LATE = NOW + 5 * MINUTE, NOW + 61 * MINUTE


def rebuy(
    tournament: Tournament, entry: Entry, *, now: datetime = SOON, ticket: int | None = None
) -> Entry:
    assert entry.tournament_id == tournament.pk
    return sell(entry, now=now, ticket=ticket).entry


def decline(tournament: Tournament, entry: Entry) -> None:
    rebuys.decline(tournament_id=tournament.pk, entry_id=entry.pk, actor=DIRECTOR, now=SOON)


@pytest.fixture
def cup() -> Tournament:
    """Three players, rebuys for an hour; seat 1 has lost everything to seat 2."""
    made = running(3, preset=WITH_REBUYS)
    table = table_of(made)
    set_stacks(table, {1: 100, 2: 1000, 3: 1900})
    deal(table)
    all_in(table)
    award_to(table, 2, 3)
    return made


@pytest.fixture
def loser(cup: Tournament) -> Entry:
    """One who has no chips and may buy again."""
    return Bust.standing.filter(may_rebuy=True)[0].entry


def test_a_rebuy_puts_the_player_back_with_new_chips(cup: Tournament, loser: Entry):
    rebuy(cup, loser)
    loser.refresh_from_db()
    assert loser.stack == 5000
    assert not Bust.standing.filter(entry=loser).exists()
    assert Bust.objects.filter(entry=loser).get().retracted_because == "rebuy"
    assert ChipMove.objects.get(reason="rebuy").amount == 5000
    assert console.ledger(cup.pk).ok
    assert loser.name in cup.journal.get(name="entry.bought").data["player"]


def test_who_has_bought_again_is_dealt_into_the_next_hand(cup: Tournament, loser: Entry):
    seat = Seating.objects.get(entry=loser, until__isnull=True).seat
    rebuy(cup, loser)
    assert seat in deal(table_of(cup), now=SOON).seats


def test_rebuys_end_with_the_hour(cup: Tournament, loser: Entry):
    clock.advance_due(TOO_LATE)
    before = stored()
    with pytest.raises(Refused, match="Rebuys closed after 60 minutes") as refusal:
        rebuy(cup, loser, now=TOO_LATE)
    assert refusal.value.clause == "adelaide:1.Re-buy"
    assert stored() == before


def test_a_stack_above_the_limit_is_no_reason_to_buy(cup: Tournament):
    rich = cup.entries.order_by("-stack")[0]
    Entry.objects.filter(pk=rich.pk).update(stack=5000)
    before = stored()
    with pytest.raises(Refused, match="A rebuy needs a stack below"):
        rebuy(cup, rich)
    assert stored() == before


def test_nobody_buys_in_the_middle_of_a_hand(cup: Tournament, loser: Entry):
    rebuy(cup, loser)
    deal(table_of(cup), now=SOON)
    Entry.objects.filter(pk=loser.pk).update(stack=10)
    before = stored()
    with pytest.raises(Refused, match="between hands only"):
        rebuy(cup, loser)
    assert stored() == before


def test_a_freeze_out_sells_nothing():
    frozen = running(3)
    before = stored()
    with pytest.raises(Refused, match="freeze-out") as refusal:
        rebuy(frozen, frozen.entries.get(number=1))
    assert refusal.value.clause == "adelaide:1.Freeze Out"
    assert stored() == before


def test_nobody_buys_again_before_play_or_after_it():
    before_play = seated(3, preset=WITH_REBUYS)
    called_off = running(3, preset=WITH_REBUYS)
    tournaments.cancel(tournament_id=called_off.pk, actor=DIRECTOR, now=NOW, reason="flood")
    stood = stored()
    for tournament in (before_play, called_off):
        with pytest.raises(Refused, match="Chips are sold while the tournament is in play"):
            rebuy(tournament, tournament.entries.get(number=1))
    assert stored() == stood


def test_an_entry_of_another_tournament_buys_nothing_here(cup: Tournament):
    stranger = running(3, preset=WITH_REBUYS).entries.get(number=1)
    before = stored()
    with pytest.raises(Refused, match="no seat"):
        sales.sell(
            sales.Purchase(Sold.REBUY),
            tournament_id=cup.pk,
            entry_id=stranger.pk,
            actor=DIRECTOR,
            now=SOON,
        )
    assert stored() == before


def test_only_director_and_desk_sell_chips(cup: Tournament, loser: Entry):
    for role in (Role.FLOOR, Role.DEALER, Role.INSPECTOR):
        who = somebody(cup, role)
        with pytest.raises(Forbidden):
            sell(loser, actor=who, now=SOON)
        with pytest.raises(Forbidden):
            rebuys.decline(tournament_id=cup.pk, entry_id=loser.pk, actor=who, now=SOON)
    sell(loser, actor=somebody(cup, Role.DESK), now=SOON)


def test_who_declines_is_out_and_his_seat_is_free(cup: Tournament, loser: Entry):
    decline(cup, loser)
    assert not Bust.standing.get(entry=loser).may_rebuy
    assert not Seating.objects.filter(entry=loser, until__isnull=True).exists()
    before = stored()
    with pytest.raises(Refused, match="no seat"):
        decline(cup, loser)
    with pytest.raises(Refused, match="they are out"):
        rebuy(cup, loser)
    assert stored() == before


@pytest.mark.usefixtures("wall")
def test_a_decline_is_undone_from_the_toast_while_the_seat_is_free(cup: Tournament, loser: Entry):
    """Eliminate acted at once, and there was no way back but a bust undone with chips."""
    director = signed_in(house_director())
    here = f"/t/{cup.code}/rebuys/decline/"
    toast = director.post(here, {"entry": loser.pk}, headers={"HX-Request": "true"})
    assert f'action="{here}undo/"' in toast.content.decode()
    refused = director.post(f"{here}undo/", {"entry": entry_in(table_of(cup), 2).pk})
    assert "has not declined a rebuy" in refused.content.decode()
    director.post(f"{here}undo/", {"entry": loser.pk})
    assert Bust.standing.get(entry=loser).may_rebuy
    assert Seating.objects.filter(entry=loser, until=None).count() == 1
    rebuy(cup, loser)
    assert not Bust.standing.filter(entry=loser).exists()


def test_who_went_out_without_a_rebuy_to_decline_does_not_get_one_by_undo():
    cup = running(3)
    bust_all_but(table_of(cup), 1)
    out = Bust.standing.first()
    assert out is not None
    with pytest.raises(Refused, match="over"):
        rebuys.wait_again(tournament_id=cup.pk, entry_id=out.entry_id, actor=DIRECTOR, now=SOON)


@pytest.mark.usefixtures("wall")
def test_a_rebuy_is_undone_at_once_and_the_player_waits_as_before(cup: Tournament, loser: Entry):
    """Its chips were the whole stack: it was refused as played with."""
    cup.structure["rebuys"]["terms"]["price"] = 5000
    cup.save(update_fields=["structure"])
    director = signed_in(house_director())
    said = {"entry": loser.pk, "kind": "rebuy", "from": "console", "command_id": str(uuid4())}
    sold = director.post(f"/t/{cup.code}/desk/sell/", said, headers={"HX-Request": "true"})
    toast = sold.content.decode()
    posting = cup.money.get()
    assert f"Rebuy sold to {loser.name}. $50 cash." in " ".join(toast.split())
    assert f"/t/{cup.code}/money/{posting.number}/void/" in toast
    director.post(f"/t/{cup.code}/money/{posting.number}/void/", {"reason": "wrong player"})
    loser.refresh_from_db()
    assert (loser.stack, Bust.standing.get(entry=loser).may_rebuy) == (0, True)
    assert [item.kind for item in console.queue(refreshed(cup))].count("rebuy") == 1
    rebuy(cup, loser)
    assert not Bust.standing.filter(entry=loser).exists()


def test_who_has_chips_has_nothing_to_decline(cup: Tournament):
    rich = cup.entries.order_by("-stack")[0]
    before = stored()
    with pytest.raises(Refused, match="is not waiting for a rebuy"):
        decline(cup, rich)
    assert stored() == before


def test_when_the_last_opponent_declines_there_is_a_winner():
    duel = running(2, preset=WITH_REBUYS)
    bust_all_but(table_of(duel), 1)
    assert refreshed(duel).state == "running"
    decline(duel, Bust.standing.get().entry)
    assert refreshed(duel).state == "finished"


def test_who_still_waits_when_the_time_is_over_is_out(cup: Tournament, loser: Entry):
    assert rebuys.close_expired(now=SOON) == 0
    clock.advance_due(TOO_LATE)
    assert rebuys.close_expired(now=TOO_LATE) == 1
    assert not Bust.standing.get(entry=loser).may_rebuy
    before = stored()
    assert rebuys.close_expired(now=TOO_LATE) == 0
    assert stored() == before


def test_one_whom_the_desk_settles_first_does_not_keep_the_sweep_from_the_others(monkeypatch):
    cup = running(3, preset=WITH_REBUYS)
    bust_all_but(table_of(cup), 1)
    clock.advance_due(TOO_LATE)
    go_out, quicker = rebuys._go_out, Bust.standing.all()[0].entry_id

    def later(tournament_id: int, entry_id: int, **who):
        if entry_id == quicker:
            go_out(tournament_id, entry_id, **who)
        go_out(tournament_id, entry_id, **who)

    monkeypatch.setattr(rebuys, "_go_out", later)
    assert rebuys.close_expired(now=TOO_LATE) == 1
    assert not Bust.standing.filter(may_rebuy=True).exists()


def test_the_sweep_decides_a_tournament_whose_last_rebuy_ran_out(monkeypatch):
    duel = running(2, preset=WITH_REBUYS)
    bust_all_but(table_of(duel), 1)
    clock.advance_due(TOO_LATE)
    monkeypatch.setattr(timezone, "now", lambda: TOO_LATE)
    tasks.tidy_up()
    assert refreshed(duel).state == "finished"


def test_one_who_waits_moves_with_his_table_and_may_still_buy():
    cup = running(4, seats=3, preset=WITH_REBUYS)
    table = table_of(cup, 2)
    bust_all_but(table, table.seatings.all()[0].seat)
    loser = Bust.standing.get().entry
    keeper = Seating.objects.filter(table=table_of(cup, 1), until__isnull=True)[0]
    Seating.objects.filter(pk=keeper.pk).update(until=NOW)
    seating.break_table(tournament_id=cup.pk, number=2, actor=DIRECTOR, now=SOON)
    assert rebuy(cup, loser).stack == 5000


@pytest.mark.rule("igr:1.01(g)")
def test_an_igr_re_buy_is_one_fixed_number_of_chips_for_one_fixed_price():
    cup = registering(preset=presets.get("igr"))
    other = money_desk.Prices(
        {Sold.ENTRY: 5000, Sold.REBUY: 2500}, {Sold.ENTRY: 2500, Sold.REBUY: 1250}
    )
    with pytest.raises(Refused, match="exactly what the entry did"):
        money_desk.set_prices(other, tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    cup = running(2, preset=presets.get("igr"))
    bust_all_but(table_of(cup), 1)
    loser = Bust.standing.get().entry
    assert rebuy(cup, loser, ticket=loser.ticket.number).stack == 5000


def test_the_igr_book_sells_one_and_counts_real_time():
    cup = running(2, preset=replace(presets.get("igr"), starting_stack=1000))
    table = table_of(cup)
    bust_all_but(table, 1)
    loser = Bust.standing.get().entry
    rebuy(cup, loser, ticket=loser.ticket.number)
    Entry.objects.filter(pk=loser.pk).update(stack=10)
    before = stored()
    with pytest.raises(Refused, match="No more than 1 rebuy") as refusal:
        rebuy(cup, loser)
    assert refusal.value.clause == "igr:A.2(i)-2"
    assert stored() == before


def test_no_window_stays_open_because_a_worker_is_dead(cup: Tournament):
    (loser,) = [bust.entry for bust in Bust.standing.all()]
    before = refreshed(cup).clock.due_at
    with pytest.raises(Refused, match="Rebuys closed after 60 minutes"):
        rebuy(cup, loser, now=TOO_LATE)
    assert refreshed(cup).clock.due_at == before
    rebuy(cup, loser, now=NOW + 59 * MINUTE)
    assert refreshed(cup).clock.due_at != before


# -- entering again --------------------------------------------------------------------------------


def enter_again(tournament: Tournament, entry: Entry, now: datetime) -> Entry:
    return entries.register(
        tournament_id=tournament.pk, name=entry.name, actor=DIRECTOR, now=now, wish=ADULT
    )


@pytest.mark.parametrize(
    ("preset", "kind", "clause"),
    [
        pytest.param(
            *("adelaide-no-limit", "paid", "adelaide:88j"), marks=pytest.mark.rule("adelaide:88j")
        ),
        pytest.param(
            *("charity", "invitation", "charity:3.2(f)"), marks=pytest.mark.rule("charity:3.2(f)")
        ),
    ],
)
def test_who_is_out_enters_again_in_the_window_as_often_as_the_terms_say_and_not_after_it(
    preset: str, kind: str, clause: str
):
    cup = running(4, preset=presets.get(preset))
    EntryTerms.objects.update_or_create(
        tournament=cup, defaults={"kind": kind, "per_player": 2, "late_minutes": 30}
    )
    table = table_of(cup)
    stack = cup.structure["stack"]
    set_stacks(table, {1: stack, 2: 25, 3: 25, 4: 3 * stack - 50})
    bust_all_but(table, 1)
    first, second = (bust.entry for bust in Bust.standing.order_by("entry_id")[:2])
    again = enter_again(cup, first, NOW + 29 * MINUTE)
    assert (again.player_id, again.stack) == (first.player_id, stack)
    assert console.ledger(cup.pk).ok
    before = stored()
    with pytest.raises(Refused):
        enter_again(cup, first, NOW + 29 * MINUTE)
    with pytest.raises(Refused) as late:
        enter_again(cup, second, NOW + 30 * MINUTE)
    assert late.value.clause == clause
    assert stored() == before
