"""Director and desk: prizes, deals, payments, donations and clubs. Amounts are in cents."""

from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any

from ninja import Router, Schema
from pydantic import Field

from engine import deals as engine_deals
from engine.money import Method
from engine.prizes import How, Row, Source
from tournament import http
from tournament.api.basics import (
    AT,
    Cents,
    Done,
    EntryNumber,
    Line,
    Made,
    Name,
    Number,
    Signed,
    Trial,
    Where,
    Why,
    action,
    by,
    entry_of,
    find,
    look,
    one_of,
    picture,
    trial,
)
from tournament.models import Award, Deal, Donation, Ineligibility, Payout, Tournament
from tournament.permissions import Permission, require
from tournament.queries import prize_page
from tournament.services import clubs, deals, giving, payout_desk, prizes, trials

router = Router(tags=["prizes"])
DEAL = AT + "/prizes/deals/{deal_id}"


class PrizeRow(Schema):
    """What one place wins: a percentage of the pool, an amount, or a thing."""

    place: int = Field(ge=1, le=999, examples=[1])
    percent: str | None = Field(None, pattern=r"^[0-9]{1,3}(\.[0-9]{1,2})?$", examples=["50"])
    amount: Cents = 0
    item: Name = Field("", max_length=120)
    price: Cents = 0
    tax: Cents = 0
    source: Source = Source.POOL

    def row(self) -> Row:
        """As the service takes it."""
        percent = None if self.percent is None else Fraction(self.percent)
        return Row(**self.dict(exclude={"percent"}), percent=percent)


class PrizeList(Schema):
    """The list as the director writes it."""

    how: How
    rows: list[PrizeRow] = Field(max_length=60, examples=[[{"place": 1, "percent": "100"}]])
    unit: int = Field(100, ge=1, le=10**9, description="Prizes are rounded to this many cents.")
    guarantee: Cents = 0


class Finding(Why):
    """A winner who may not win."""

    entry: EntryNumber
    is_underage: bool = False


class Division(StrEnum):
    """Everybody the same, by the chips, or by what the chips are worth (ICM)."""

    EVEN = engine_deals.Method.EVEN.value
    CHIPS = engine_deals.Method.CHIPS.value
    ICM = engine_deals.Method.ICM.value


class Proposal(Schema):
    """How the money left is divided, and what is kept back for the winner."""

    divide: Division
    kept: Cents = 0


class Voice(Schema):
    """What one player says to the deal."""

    entry: EntryNumber
    says_yes: bool


class Receipt(Schema):
    """A prize handed over against a signature."""

    receiver: Line = ""
    method: Method = Method.CASH
    signature: str = Field("", max_length=200_000, examples=["M0 0 L10 10"])
    is_on_paper: bool = False
    cheque: Name = ""
    cheque_date: date | None = None


class Donations(Schema):
    """What each place gives, the first place first."""

    amounts: list[Cents] = Field(max_length=9, examples=[[50000, 20000]])


class Charity(Schema):
    """One more charity to choose from."""

    name: Name = Field(examples=["Food Bank"])
    involvement: Line = ""


class ChosenCharity(Schema):
    """The charity a winner chose."""

    charity: Number


class Clubs(Schema):
    """The club of each entry, by the entry's number."""

    clubs: dict[EntryNumber, Name] = Field(max_length=100, examples=[{"1": "Hearts"}])


class Step(StrEnum):
    """What is done with the list and with the places."""

    APPROVE = "approve"
    PUBLISH = "publish"
    UNPUBLISH = "unpublish"
    CONFIRM = "confirm"
    UNCONFIRM = "unconfirm"


@action(router, AT + "/prizes", "Write the prize list", "prizes-save")
def save(request: Signed, code: str, wish: PrizeList) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    _save(request, tournament, wish)
    return Done()


def _save(request: Signed, tournament: Tournament, wish: PrizeList) -> list[str]:
    rows = tuple(row.row() for row in wish.rows)
    made = prizes.ListWish(wish.how, rows, wish.unit, wish.guarantee)
    prizes.save(made, **by(request, tournament))
    return prize_page.would_pay(tournament)


@action(
    router,
    AT + "/prizes/check",
    "What the book has against a prize list",
    "prizes-check",
    answers=Trial,
)
def check(request: Signed, code: str, wish: PrizeList) -> Trial:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    return trial(trials.of(lambda: _save(request, tournament, wish)))


@action(router, AT + "/prizes/steps/{step}", "Approve, publish or confirm", "prizes-act")
def act(request: Signed, code: str, step: Step, why: Why) -> Done:
    """The list is approved, published and unpublished; the places confirmed and unconfirmed."""
    where = by(request, find(code))
    if step is Step.UNPUBLISH:
        prizes.unpublish(reason=why.reason, **where)
    elif step is Step.UNCONFIRM:
        prizes.unconfirm(reason=why.reason, **where)
    else:
        plain = {
            Step.APPROVE: prizes.approve,
            Step.PUBLISH: prizes.publish,
            Step.CONFIRM: prizes.confirm,
        }
        plain[step](**where)
    return Done()


@action(router, AT + "/ineligible", "A winner who may not win", "prizes-ineligible", answers=Made)
def find_ineligible(request: Signed, code: str, wish: Finding) -> Made:
    tournament = find(code)
    entry = entry_of(tournament, wish.entry)
    finding = prizes.Finding(wish.reason, is_underage=wish.is_underage)
    made = prizes.find_ineligible(finding, entry_id=entry.pk, **by(request, tournament))
    return Made(id=made.pk)


@action(router, AT + "/ineligible/{ineligibility_id}", "May win after all", "prizes-eligible")
def find_eligible(request: Signed, code: str, ineligibility_id: Where) -> Done:
    barred = Ineligibility.objects.filter(entry__tournament=find(code))
    found = one_of(barred, "finding", pk=ineligibility_id)
    prizes.find_eligible(ineligibility_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/prizes/deals", "Propose a deal", "deal-propose", answers=dict[str, Any])
def propose(request: Signed, code: str, wish: Proposal) -> dict[str, Any]:
    """Evenly, by chips, or by chip value (ICM) at the stacks of this moment."""
    tournament = find(code)
    proposal = deals.Proposal(engine_deals.Method(wish.divide.value), wish.kept)
    return _deal(deals.propose(proposal, **by(request, tournament)))


@action(
    router, DEAL + "/answer", "A player's yes or no", "deal-answer/hear", answers=dict[str, Any]
)
def hear(request: Signed, code: str, deal_id: Where, wish: Voice) -> dict[str, Any]:
    tournament = find(code)
    found = one_of(Deal.objects.filter(tournament=tournament), "deal", pk=deal_id)
    voice = deals.Voice(entry_of(tournament, wish.entry).pk, wish.says_yes)
    return _deal(deals.hear(voice, deal_id=found.pk, actor=request.auth, now=http.now()))


@action(router, DEAL + "/withdraw", "Take a deal back", "deal-answer/withdraw")
def withdraw_deal(request: Signed, code: str, deal_id: Where, why: Why) -> Done:
    found = one_of(Deal.objects.filter(tournament=find(code)), "deal", pk=deal_id)
    deals.withdraw(deal_id=found.pk, reason=why.reason, actor=request.auth, now=http.now())
    return Done()


def _deal(deal: Deal) -> dict[str, Any]:
    numbers = dict(deal.tournament.entries.values_list("pk", "number"))
    return {
        "id": deal.pk,
        "shares": {numbers[int(entry)]: cents for entry, cents in deal.shares.items()},
        "is_agreed": deal.agreed_at is not None,
        "is_off": deal.withdrawn_at is not None,
    }


@picture(router, AT + "/awards", "Prizes and whether they are paid", list[dict[str, Any]])
def awards(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_MONEY, tournament)
    found = Award.objects.filter(tournament=tournament).select_related("entry__player")
    return [
        {"id": one.pk, "entry": one.entry.number, "place": one.place, "amount": one.amount}
        for one in found.order_by("place", "pk")
    ]


@action(router, AT + "/awards/{award_id}/pay", "Hand a prize over", "payout-pay", answers=Made)
def pay(request: Signed, code: str, award_id: Where, wish: Receipt) -> Made:
    award = one_of(Award.objects.filter(tournament=find(code)), "prize", pk=award_id)
    receipt = payout_desk.Receipt(**wish.dict())
    made = payout_desk.pay(receipt, award_id=award.pk, actor=request.auth, now=http.now())
    return Made(id=made.pk, words=f"Receipt {made.number}.")


@action(router, AT + "/payouts/{payout_id}/take-back", "Take a payment back", "payout-take-back")
def take_back(request: Signed, code: str, payout_id: Where, why: Why) -> Done:
    paid = Payout.objects.filter(award__tournament=find(code))
    found = one_of(paid, "payment", pk=payout_id)
    payout_desk.take_back(payout_id=found.pk, reason=why.reason, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/donations", "Fix the donations", "donations-fix")
def fix_donations(request: Signed, code: str, wish: Donations) -> Done:
    giving.fix_donations(wish.amounts, **by(request, find(code)))
    return Done()


@action(router, AT + "/charities", "List a charity", "charity", answers=Made)
def list_charity(request: Signed, code: str, wish: Charity) -> Made:
    made = giving.list_charity(
        name=wish.name, involvement=wish.involvement, **by(request, find(code))
    )
    return Made(id=made.pk)


@action(
    router,
    AT + "/donations/{donation_id}/choose",
    "A winner's charity",
    "donation/choose",
)
def choose_charity(request: Signed, code: str, donation_id: Where, wish: ChosenCharity) -> Done:
    tournament = find(code)
    found = one_of(Donation.objects.filter(tournament=tournament), "donation", pk=donation_id)
    chosen = one_of(tournament.charities, "charity", pk=wish.charity)
    giving.choose(charity_id=chosen.pk, donation_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/donations/{donation_id}/pay", "A donation is paid", "donation/pay")
def pay_donation(request: Signed, code: str, donation_id: Where) -> Done:
    found = one_of(Donation.objects.filter(tournament=find(code)), "donation", pk=donation_id)
    giving.pay(donation_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, AT + "/clubs", "Give each entry its club", "clubs-assign")
def assign_clubs(request: Signed, code: str, wish: Clubs) -> Done:
    tournament = find(code)
    keys = dict(tournament.entries.values_list("number", "pk"))
    wanted = {keys[number]: name for number, name in wish.clubs.items() if number in keys}
    clubs.assign(wanted, **by(request, tournament))
    return Done()
