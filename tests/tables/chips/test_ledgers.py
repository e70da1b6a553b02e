"""Both ledgers balance after any sequence of what the office and the tables can do."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from engine.office.law.giving import Category, Expense
from engine.office.law.money import Account, Method
from engine.office.money import CHIPS, HELD, Sold
from engine.prizes.prizes import How, Row
from engine.refusal import Refused
from engine.structure import presets
from tables.chips.services import rebuys, sales
from tables.console.queries import console
from tables.play.services import undoing
from tables.records.queries import chain
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    all_in,
    award_to,
    deal,
    fold_round,
    refreshed,
    request,
    running,
    stored,
    table_of,
)
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.models import Due, Ineligibility, Payout
from tournament.money.queries import money as money_queries
from tournament.money.services import money_desk, proceeds
from tournament.money.services.money_desk import Counted
from tournament.prizes.services import payout_desk, prizes
from tournament.prizes.services.payout_desk import Receipt
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db
CANBERRA = replace(presets.get("canberra-e"), starting_stack=1000, min_players=2)
PRESETS = {"adelaide": WITH_REBUYS, "canberra": CANBERRA}
ANY = st.integers(0, 8)
EXAMPLES, STEPS = 6, 15
LISTS = (
    (Row(1, percent=Fraction(60)), Row(2, percent=Fraction(40))),
    (Row(1, percent=Fraction(100)),),
    (Row(1, percent=Fraction(100)), Row(1, item="Watch", price=9000, tax=1000)),
)


class Evening(RuleBasedStateMachine):
    """An evening in which everything may happen, lawful or not, in any order."""

    @initialize(book=st.sampled_from(sorted(PRESETS)), players=st.sampled_from([3, 4]))
    def begin(self, book: str, players: int) -> None:
        """Nobody has paid yet; play has just begun."""
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.cup = running(players, preset=PRESETS[book])
        self.now, self.postings = NOW + MINUTE, 0

    def teardown(self) -> None:
        """Leave nothing to the next evening."""
        if hasattr(self, "undone"):
            assert chain.verify(refreshed(self.cup)).broken == ""
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    def attempt(self, what: Any, *args: Any, **given: Any) -> None:
        """Do it, or be refused; a refusal changes nothing."""
        before = stored()
        try:
            with transaction.atomic():
                what(*args, **given)
        except Refused:
            is_as_before = stored() == before
        else:
            is_as_before = True
        assert is_as_before

    @property
    def by(self) -> dict[str, Any]:
        return {"actor": DIRECTOR, "now": self.now}

    @property
    def here(self) -> dict[str, Any]:
        return {"tournament_id": self.cup.pk, **self.by}

    def entry(self, n: int) -> int:
        found = list(self.cup.entries.order_by("number").values_list("pk", flat=True))
        return int(found[n % len(found)])

    # -- the desk ----------------------------------------------------------------------------------

    @rule(n=ANY, method=st.sampled_from(Method))
    def somebody_pays(self, n: int, method: Method) -> None:
        wanted = sales.Purchase(Sold.ENTRY, method)
        self.attempt(sales.sell, wanted=wanted, entry_id=self.entry(n), **self.here)

    @rule(n=ANY, what=st.sampled_from(CHIPS))
    def somebody_buys_chips(self, n: int, what: Sold) -> None:
        wanted = sales.Purchase(what)
        self.attempt(sales.sell, wanted=wanted, entry_id=self.entry(n), **self.here)

    @rule(n=ANY)
    def somebody_declines_a_rebuy(self, n: int) -> None:
        self.attempt(rebuys.decline, entry_id=self.entry(n), **self.here)

    @rule(n=ANY)
    def a_posting_is_voided(self, n: int) -> None:
        found = list(self.cup.money.order_by("-number").values_list("pk", flat=True))
        if found:
            one = found[n % len(found)]
            self.attempt(sales.void, posting_id=one, reason="by mistake", **self.by)

    @rule(n=ANY, is_refunded=st.booleans())
    def somebody_withdraws(self, n: int, is_refunded: bool) -> None:
        how = {"entry_id": self.entry(n), "is_refunded": is_refunded, "reason": "ill"}
        self.attempt(entries.withdraw, **how, **self.by)

    @rule(amount=st.integers(-20_000, 20_000))
    def change_is_brought(self, amount: int) -> None:
        self.attempt(money_desk.bring_change, amount=amount, note="float", **self.here)

    @rule(amount=st.integers(0, 50_000))
    def the_drawer_is_counted(self, amount: int) -> None:
        counted = Counted(DIRECTOR.name, amount, "as counted")
        self.attempt(money_desk.count_drawer, counted, **self.here)

    @rule(amount=st.integers(-1, 20_000))
    def something_is_spent(self, amount: int) -> None:
        tea = Expense(Category.OTHER, "Shop", amount, "Tea")
        self.attempt(proceeds.spend, tea, **self.here)

    @rule(amount=st.integers(0, 20_000))
    def cash_is_banked(self, amount: int) -> None:
        self.attempt(proceeds.bank, amount=amount, **self.here)

    # -- the tables --------------------------------------------------------------------------------

    @rule()
    def a_hand_is_folded(self) -> None:
        self.attempt(lambda: fold_round(table_of(self.cup), now=self.now))

    @rule(seat=st.integers(1, 4))
    def everybody_is_all_in(self, seat: int) -> None:
        self.attempt(self.shove, seat)

    def shove(self, seat: int) -> None:
        table = table_of(self.cup)
        deal(table, now=self.now)
        all_in(table, now=self.now)
        award_to(table, seat, *range(1, 5), now=self.now)

    @rule()
    def the_last_step_at_the_table_is_undone(self) -> None:
        self.attempt(undoing.undo, request(table_of(self.cup), now=self.now))

    @rule(minutes=st.sampled_from([1, 30, 65]))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)
        clock.advance_due(self.now)
        rebuys.close_expired(now=self.now)

    # -- prizes ------------------------------------------------------------------------------------

    @rule(rows=st.sampled_from(LISTS), guarantee=st.sampled_from([0, 0, 50_000]))
    def a_prize_list_is_written(self, rows: tuple[Row, ...], guarantee: int) -> None:
        wish = prizes.ListWish(How.PERCENTAGES, rows, guarantee=guarantee)
        self.attempt(prizes.save, wish, **self.here)

    @rule()
    def prizes_are_published_and_confirmed(self) -> None:
        self.attempt(prizes.publish, **self.here)
        self.attempt(prizes.confirm, **self.here)

    @rule(seat=st.integers(1, 4))
    def the_evening_comes_to_its_end(self, seat: int) -> None:
        """Everybody pays and plays on, so that there is something to pay out."""
        for n in range(self.cup.entries.count()):
            self.somebody_pays(n, Method.CASH)
        self.a_prize_list_is_written(LISTS[0], 0)
        self.everybody_is_all_in(seat)
        for n in range(self.cup.entries.count()):
            self.somebody_declines_a_rebuy(n)
        self.time_passes(65)
        self.prizes_are_published_and_confirmed()

    @rule(step=st.sampled_from([prizes.unconfirm, prizes.unpublish]))
    def prizes_are_taken_back(self, step: Any) -> None:
        self.attempt(step, reason="a wrong list", **self.here)

    @rule(n=ANY, is_underage=st.booleans())
    def somebody_may_not_win(self, n: int, is_underage: bool) -> None:
        finding = prizes.Finding("a friend played", is_underage=is_underage)
        self.attempt(prizes.find_ineligible, finding, entry_id=self.entry(n), **self.here)

    @rule()
    def somebody_may_win_after_all(self) -> None:
        found = Ineligibility.objects.filter(entry__tournament=self.cup).last()
        if found is not None:
            self.attempt(prizes.find_eligible, ineligibility_id=found.pk, **self.by)

    @rule(n=ANY, method=st.sampled_from(Method))
    def a_prize_is_paid(self, n: int, method: Method) -> None:
        found = list(Due.objects.filter(entry__tournament=self.cup).order_by("pk"))
        if found:
            receipt = Receipt("Whoever", method=method, is_on_paper=True, cheque=str(n))
            self.attempt(payout_desk.pay, receipt, due_id=found[n % len(found)].pk, **self.by)

    @rule()
    def a_payout_is_taken_back(self) -> None:
        found = Payout.objects.filter(due__entry__tournament=self.cup).last()
        if found is not None:
            self.attempt(payout_desk.take_back, payout_id=found.pk, reason="not his", **self.by)

    @rule(sure=st.integers(0, 9))
    def the_house_calls_it_off(self, sure: int) -> None:
        if not sure:
            self.attempt(tournaments.cancel, reason="no power", **self.here)

    # -- what holds at every moment ----------------------------------------------------------------

    @invariant()
    def every_posting_adds_up_to_zero_and_none_is_lost(self) -> None:
        count = self.cup.money.count()
        assert count >= self.postings
        self.postings = count
        sums = self.cup.money.annotate(total=Sum("lines__amount")).exclude(total=0)
        assert not sums.exists()

    @invariant()
    def nobody_is_given_more_than_there_is(self) -> None:
        found = money_queries.balances(self.cup.pk)
        assert sum(found.values()) == 0
        assert all(found[account] >= 0 for account in HELD), found
        owed = (Account.PRIZE_POOL, Account.ADDED_PRIZES, Account.PLAYERS, Account.CROWN)
        assert all(found[account] <= 0 for account in owed), found
        assert money_queries.state(self.cup.pk).adds_up

    @invariant()
    def what_is_owed_is_what_was_awarded_and_not_paid(self) -> None:
        dues = Due.objects.filter(entry__tournament=self.cup, withdrawn_at=None)
        paid = Payout.objects.filter(due__in=dues, withdrawn_at=None).values("due")
        owed = dues.exclude(pk__in=paid).aggregate(total=Sum("amount"))["total"] or 0
        found = money_queries.balances(self.cup.pk)
        assert -(found[Account.PLAYERS] + found[Account.CROWN]) == owed

    @invariant()
    def every_chip_issued_is_held_by_somebody(self) -> None:
        assert console.ledger(self.cup.pk).ok, console.ledger(self.cup.pk)
        assert not self.cup.entries.filter(stack__lt=0).exists()


UNHURRIED = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    derandomize=True,
    database=None,
)


def test_both_ledgers_balance_after_any_sequence_of_operations():
    run_state_machine_as_test(Evening, settings=UNHURRIED)
