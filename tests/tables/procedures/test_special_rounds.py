"""Charity's bonus and elimination rounds: fixed, called, played and carried out."""

from dataclasses import asdict, replace
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from engine.cards import cards
from engine.hand.commands import Fold, Report
from engine.refusal import Refused
from engine.rules.irregularities import EXPOSED_IN_THE_CUT
from engine.structure import presets
from tables.console.queries import console
from tables.models import SpecialRound, Table
from tables.models.rounds import RoundKind
from tables.play.queries import tablet
from tables.play.queries.pictures import Reading
from tables.play.services import undoing
from tables.procedures.services import special_rounds
from tables.procedures.services.special_rounds import Call
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    by_seat,
    deal,
    do,
    fold_round,
    hand_at,
    house_director,
    offered,
    refreshed,
    registering,
    request,
    running,
    seated,
    set_stacks,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tournament.models import Bust, ChipMove, Tournament
from tournament.permissions import Forbidden, Role
from tournament.prizes.queries import placings
from tournament.records.queries import journal as journal_queries

pytestmark = pytest.mark.django_db
CHARITY = replace(presets.get("charity"), starting_stack=2000)
SOON = NOW + MINUTE
BONUS, ELIMINATION = RoundKind.BONUS, RoundKind.ELIMINATION


def fix(cup: Tournament, *amounts: int) -> Tournament:
    return special_rounds.fix_plan(tournament_id=cup.pk, amounts=amounts, actor=DIRECTOR, now=NOW)


def call(cup: Tournament, kind: str, *, is_announced: bool = True, **more: Any) -> list[Any]:
    only_table = more.pop("only_table", None)
    sent: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": SOON} | more
    return special_rounds.call(Call(kind, is_announced, only_table), **sent)


def with_plan(*amounts: int, players: int = 4, seats: int = 4) -> Tournament:
    """In play, with these bonus rounds fixed before the start."""
    cup = running(players, preset=CHARITY, seats=seats)
    cup.structure["bonus_rounds"] = list(amounts)
    cup.save(update_fields=["structure"])
    return cup


def eliminate(table: Table, text: str | None = None) -> Table | None:
    dealt = None if text is None else cards.parse(text)
    return special_rounds.eliminate(request(table), cards=dealt)


def picture(table: Table) -> Any:
    return tablet.picture(Reading(table_of(table.tournament, table.number)), now=SOON)


def after_an_elimination_hand(stacks: dict[int, int]) -> tuple[Tournament, Table]:
    """The flagged hand is played and these are the stacks; nothing is carried out yet."""
    cup = running(len(stacks), preset=CHARITY, seats=len(stacks))
    table = table_of(cup)
    call(cup, ELIMINATION)
    fold_round(table)
    set_stacks(table, stacks)
    return cup, table_of(cup)


@pytest.mark.rule("charity:15.1")
def test_number_and_amounts_are_fixed_before_the_start():
    cup = seated(3, preset=CHARITY)
    assert fix(cup, 500, 1000).structure["bonus_rounds"] == [500, 1000]
    begun = running(3, preset=CHARITY)
    before = stored()
    with pytest.raises(Refused, match="fixed at the start") as refusal:
        fix(begun, 500)
    assert refusal.value.clause == "charity:15.1"
    assert stored() == before
    with pytest.raises(Refused, match="at least one chip"):
        fix(registering(preset=CHARITY), 0)


@pytest.mark.rule("charity:15.1")
@pytest.mark.rule("charity:1.1(bonus-round)")
def test_bonus_chips_come_from_the_bank_and_a_further_round_is_refused():
    cup = with_plan(500)
    table = table_of(cup)
    call(cup, BONUS)
    assert picture(table).notices[0].startswith("Bonus round: 500 chips")
    assert deal(table).bonus == 500
    assert "Bonus round" in picture(table).notices[0]
    assert picture(table).table.story[0].endswith("500 chips are added to the pot.")
    while not hand_at(table).is_over:
        do(table, Fold(offered(table).seat or 0))
    assert sum(by_seat(table).values()) == 4 * 2000 + 500
    assert ChipMove.objects.get(reason="bonus").amount == 500
    assert console.ledger(cup.pk).ok
    with pytest.raises(Refused, match="All 1 bonus rounds are played"):
        call(cup, BONUS)


@pytest.mark.rule("charity:15.2")
@pytest.mark.rule("charity:16.1")
@pytest.mark.parametrize("kind", [BONUS, ELIMINATION])
def test_a_round_is_called_between_hands_and_only_when_players_were_told(kind: str):
    cup = with_plan(500)
    clause = "charity:15.2" if kind == BONUS else "charity:16.1"
    with pytest.raises(Refused, match="Tell the players first") as untold:
        call(cup, kind, is_announced=False)
    deal(table_of(cup))
    before = stored()
    with pytest.raises(Refused, match="call it after") as too_late:
        call(cup, kind)
    assert (untold.value.clause, too_late.value.clause) == (clause, clause)
    assert stored() == before


def test_a_round_is_called_for_one_table_or_for_all_and_once_for_a_hand():
    cup = with_plan(500, 700, players=6, seats=3)
    call(cup, BONUS, only_table=2)
    assert [one.table.number for one in SpecialRound.objects.all()] == [2]
    with pytest.raises(Refused, match="already a special round"):
        call(cup, BONUS)
    fold_round(table_of(cup, 2))
    pressed = uuid4()
    for _ in range(2):
        call(cup, BONUS, command_id=pressed)
    rounds = SpecialRound.objects.filter(hand_number__isnull=True)
    assert [(one.table.number, one.amount) for one in rounds] == [(1, 500), (2, 700)]
    with pytest.raises(Refused, match="Table 9 is not open"):
        call(cup, BONUS, only_table=9)
    with pytest.raises(Refused, match="Call a bonus"):
        call(cup, "party")


def test_a_misdeal_hands_the_round_on_to_the_next_deal():
    cup = with_plan(500)
    table = table_of(cup)
    call(cup, BONUS)
    deal(table)
    do(table, Report(EXPOSED_IN_THE_CUT))
    assert hand_at(table).ended == "misdeal"
    assert not ChipMove.objects.filter(reason="bonus").exists()
    assert deal(table).bonus == 500


def test_other_books_know_no_such_rounds():
    cup = running(3)
    with pytest.raises(Refused, match="knows no bonus"):
        call(cup, BONUS)
    with pytest.raises(Refused, match="knows no bonus"):
        fix(cup, 100)


@pytest.mark.rule("charity:4.4")
def test_only_the_supervisor_sets_method_and_timing():
    cup = with_plan(500)
    before = stored()
    for role in (Role.FLOOR, Role.DESK, Role.DEALER, Role.INSPECTOR):
        for kind in (BONUS, ELIMINATION):
            with pytest.raises(Forbidden):
                call(cup, kind, actor=somebody(cup, role))
        with pytest.raises(Forbidden):
            special_rounds.fix_plan(
                tournament_id=cup.pk, amounts=(500,), actor=somebody(cup, role), now=NOW
            )
    assert stored() == before
    call(cup, BONUS, actor=somebody(cup, Role.DIRECTOR))


@pytest.mark.rule("charity:16.3")
@pytest.mark.rule("charity:1.1(elimination-round)")
def test_the_lowest_stack_goes_after_the_hand_and_is_shared():
    cup, table = after_an_elimination_hand({1: 1000, 2: 4000, 3: 1600, 4: 1400})
    assert picture(table).phase == "elimination"
    with pytest.raises(Refused, match="Carry out the elimination round first"):
        deal(table)
    assert console.queue(refreshed(cup))[0].text == "Table 1: carry out the elimination round"
    eliminate(table)
    shared = by_seat(table)
    assert set(shared) == {2, 3, 4}
    assert sum(shared.values()) == 8000
    assert sorted(stack % 25 for stack in shared.values()) == [0, 0, 0]
    assert Bust.standing.get().stack_before == 1000
    assert placings.of(refreshed(cup))[-1].place == 4
    assert console.ledger(cup.pk).ok
    assert console.player_count(cup.pk).ok
    assert picture(table).eliminated.words.endswith("are shared among the others.")
    deal(table)


@pytest.mark.rule("charity:16.5")
def test_the_rest_goes_whole_to_the_first_player_left_of_the_button():
    _, table = after_an_elimination_hand({1: 1000, 2: 4000, 3: 1600, 4: 1400})
    button = hand_at(table).marker
    before = by_seat(table)
    told = picture(table).elimination.shares
    eliminate(table)
    gained = {seat: stack - before[seat] for seat, stack in by_seat(table).items()}
    assert {one.seat: one.chips for one in told} == gained
    assert picture(table).eliminated.shares == [asdict(one) for one in told]
    order = [s for s in (*range(button + 1, 5), *range(1, button + 1)) if s in gained]
    assert [gained[seat] for seat in order] == [350, 325, 325]


@pytest.mark.rule("charity:16.4")
@pytest.mark.rule("charity:16.4.1")
@pytest.mark.rule("charity:16.4.2")
@pytest.mark.rule("charity:16.4.3")
def test_tied_lowest_draw_clockwise_from_the_button_again_while_undecided():
    cup, table = after_an_elimination_hand({1: 1000, 2: 5000, 3: 1000, 4: 1000})
    button = hand_at(table).marker
    order = [s for s in (*range(button + 1, 5), *range(1, button + 1)) if s != 2]
    asked = picture(table).elimination
    assert [one.seat for one in asked.draws] == order
    with pytest.raises(Refused) as refusal:
        eliminate(table, "Ac Kd")
    assert refusal.value.clause == "charity:16.4.1"
    eliminate(table, "3s 3h Ad")
    again = picture(table).elimination
    assert [one.seat for one in again.draws] == order[:2]
    with pytest.raises(Refused, match="dealt twice"):
        eliminate(table, "3s 9c")
    eliminate(table, "8c 9c")
    assert order[0] not in by_seat(table)
    seen = [one["cards"] for one in picture(table).eliminated.drawn]
    assert seen == [["3s", "8c"], ["3h", "9c"], ["Ad"]]
    assert Bust.standing.count() == 1
    assert console.ledger(cup.pk).ok


def test_the_cards_can_be_drawn_here():
    _, table = after_an_elimination_hand({1: 1000, 2: 4000, 3: 1000})
    while SpecialRound.objects.get().done_at is None:
        eliminate(table)
    assert len(SpecialRound.objects.get().cards) == 2


def test_undo_gives_the_chips_and_the_seat_back_until_the_next_hand():
    cup, table = after_an_elimination_hand({1: 1000, 2: 4000, 3: 1600, 4: 1400})
    before = by_seat(table)
    eliminate(table)
    assert picture(table).undo.label == "Undo elimination"
    undoing.undo(request(table))
    assert by_seat(table) == before
    assert not Bust.standing.exists()
    assert console.ledger(cup.pk).ok
    assert picture(table).phase == "elimination"


def test_an_elimination_that_leaves_one_ends_the_tournament():
    cup, table = after_an_elimination_hand({1: 1000, 2: 3000})
    eliminate(table)
    assert refreshed(cup).state == "finished"


def test_nothing_is_carried_out_that_is_not_due():
    table = table_of(running(3, preset=CHARITY))
    before = stored()
    with pytest.raises(Refused, match="No elimination is due"):
        eliminate(table)
    assert stored() == before


def test_the_pages_fix_call_and_carry_out():
    cup = seated(3, preset=CHARITY)
    director = signed_in(house_director())
    where = f"/t/{cup.code}/rounds/"
    assert "Save bonus rounds" in director.get(where).content.decode()
    director.post(f"{where}plan/", {"amounts": "500, 700"})
    assert refreshed(cup).structure["bonus_rounds"] == [500, 700]
    assert director.post(f"{where}plan/", {"amounts": "many"}).status_code == 422
    director.post(f"/t/{cup.code}/start/")
    sent = {"kind": "elimination", "table": "1", "announced": "yes", "command_id": str(uuid4())}
    page = director.post(f"{where}call/", sent, follow=True).content.decode()
    assert "Elimination round: after this hand" in page
    table = table_of(cup)
    fold_round(table, now=timezone.now())
    set_stacks(table, {1: 1000, 2: 2000, 3: 3000})
    tablet_page = tap(tablet_browser(table), table, "draw_elimination")
    assert "is out;" in tablet_page.content.decode()
    lines = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert any("carried out the elimination round at table 1" in line for line in lines)
