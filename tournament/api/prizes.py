"""Director and desk: prizes, deals, payments, donations and clubs. Amounts are in cents."""

from dataclasses import replace
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from pydantic import Field

from engine.office.law.money import Method
from engine.prizes import deals as engine_deals
from engine.prizes.prizes import How, Row, Source, Thing
from tournament.api.answers import Made, Trial, trial
from tournament.api.fields import AMENDS, Cents, EntryNumber, Line, Name, Number, Sent, Where, Why
from tournament.api.operations import Here, Operations, one_of
from tournament.api.values import Entrant, Priced, people, someone
from tournament.models import Deal, Donation, Due, Ineligibility, Payout
from tournament.models import PrizeList as PrizeListRow
from tournament.permissions import Permission
from tournament.prizes.queries import prize_page
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import clubs, deals, giving, payout_desk, prizes
from tournament.setup.services import dry_run

router = Operations(tags=["prizes"])
DEAL = "/prizes/deals/{deal_id}"


class PrizeRow(Sent):
    """What one place wins: a percentage of the pool, an amount, or a thing."""

    place: int = Field(ge=1, le=999, examples=[1])
    percent: str | None = Field(None, pattern=r"^[0-9]{1,3}(\.[0-9]{1,2})?$", examples=["50"])
    amount: Cents = 0
    item: Name = Field("", max_length=120)
    price: Cents = 0
    tax: Cents = 0
    source: Source = Source.POOL
    kind: Thing | None = Field(None, description="What the thing is.")

    def row(self) -> Row:
        """As the service takes it."""
        percent = None if self.percent is None else Fraction(self.percent)
        return Row(**self.dict(exclude={"percent"}), percent=percent)


class PrizeList(Sent):
    """The list as the director writes it: its rows whole, of the rest what stays out stays."""

    how: How
    rows: list[PrizeRow] = Field(max_length=60, examples=[[{"place": 1, "percent": "100"}]])
    unit: int = Field(100, ge=1, le=10**9, description="Prizes are rounded to this many cents.")
    guarantee: Cents = 0
    reason: Line = Field("", description=AMENDS)
    addendum: Name = Field("", description="Its number, once the list is approved.")


class Finding(Why):
    """A winner who may not win."""

    entry: EntryNumber
    is_underage: bool = False


class Division(StrEnum):
    """Everybody the same, by the chips, or by what the chips are worth (ICM)."""

    EVEN = engine_deals.Method.EVEN.value
    CHIPS = engine_deals.Method.CHIPS.value
    ICM = engine_deals.Method.ICM.value


class Proposal(Sent):
    """How the money left is divided, and what is kept back for the winner."""

    divide: Division
    kept: Cents = 0


class Voice(Sent):
    """What one player says to the deal."""

    entry: EntryNumber
    says_yes: bool


class Receipt(Sent):
    """A prize handed over against a signature."""

    receiver: Line = ""
    method: Method = Method.CASH
    signature: str = Field("", max_length=200_000, examples=["M0 0 L10 10"])
    is_on_paper: bool = False
    cheque: Name = ""
    cheque_date: date | None = None


class Donations(Sent):
    """What each place gives, the first place first."""

    amounts: list[Cents] = Field(max_length=9, examples=[[50000, 20000]])


class Charity(Sent):
    """One more charity to choose from."""

    name: Name = Field(examples=["Food Bank"])
    involvement: Line = ""


class ChosenCharity(Sent):
    """The charity a winner chose."""

    charity: Number


class Clubs(Sent):
    """The club of each entry, by the entry's number."""

    clubs: dict[EntryNumber, Name] = Field(max_length=100, examples=[{"1": "Hearts"}])


class Share(Entrant):
    """What one player of a deal takes, in cents."""

    amount: int


class DealState(Priced):
    """A deal: the shares, and whether everybody has agreed."""

    id: int
    shares: list[Share]
    kept: int = Field(description="Set aside for the winner, in cents.")
    is_agreed: bool
    is_off: bool


class DueState(Entrant, Priced):
    """A prize somebody is owed, and whether it was paid."""

    id: int
    place: int
    amount: int = Field(description="In cents.")
    item: str
    value: int = Field(description="What the item is worth, in cents.")
    is_withdrawn: bool
    paid_at: datetime | None
    receipt: int | None


class PaidOut(Made):
    """A prize was handed over, and the number of its receipt."""

    receipt: int


class SavedPrize(PrizeRow):
    """A row of the list as it was saved."""


class SavedPrizes(Priced):
    """The prize list as the director saved it, and how far it has come."""

    how: How
    rows: list[SavedPrize]
    unit: int
    guarantee: int
    pool: int = Field(description="What is divided, as far as it is known, in cents.")
    approved_at: datetime | None
    published_at: datetime | None


class PrizeStep(StrEnum):
    """What is done with the list and with the places."""

    APPROVE = "approve"
    PUBLISH = "publish"
    UNPUBLISH = "unpublish"
    CONFIRM = "confirm"
    UNCONFIRM = "unconfirm"


@router.look("/prizes", "The prize list", Permission.SEE_CONSOLE)
def saved(here: Here) -> SavedPrizes:
    """As it was saved; before anything was, the one that would be used."""
    kept = prize_queries.list_of(here.tournament)
    made = kept or PrizeListRow(how=How.PERCENTAGES.value)
    rows = prize_queries.rows_of(here.tournament, kept)
    return SavedPrizes(
        how=How(made.how),
        rows=[_saved(row) for row in rows],
        unit=made.unit,
        guarantee=made.guarantee,
        pool=prize_queries.pool(here.tournament, kept),
        approved_at=made.approved_at,
        published_at=made.published_at,
    )


def _saved(row: Row) -> SavedPrize:
    said = {name: getattr(row, name) for name in PrizeRow.model_fields if hasattr(row, name)}
    percent = None if row.percent is None else f"{float(row.percent):.2f}".rstrip("0").rstrip(".")
    return SavedPrize(**{**said, "percent": percent})


@router.act("/prizes", "Save the prize list", "prizes-save", may=Permission.RUN_TOURNAMENT)
def save(here: Here, wish: PrizeList) -> None:
    _save(here, wish)


def _save(here: Here, wish: PrizeList) -> list[str]:
    rows = tuple(row.row() for row in wish.rows)
    now = prize_queries.list_of(here.tournament)
    made = prizes.ListWish(wish.how, rows)
    if now is not None:
        made = replace(made, unit=now.unit, guarantee=now.guarantee)
    made = replace(wish.over(made), rows=rows)
    prizes.save(made, **here.by)
    return prize_page.would_pay(here.tournament)


@router.act(
    "/prizes/check",
    "Check a prize list against the rulebook",
    "prizes-check",
    may=Permission.RUN_TOURNAMENT,
)
def check(here: Here, wish: PrizeList) -> Trial:
    return trial(dry_run.of(lambda: _save(here, wish)))


@router.act(
    "/prizes/steps/{step}", "Approve or publish the prizes, confirm the places", "prizes-act"
)
def act(here: Here, step: PrizeStep, why: Why) -> None:
    """The list is approved, published and unpublished; the places confirmed and unconfirmed."""
    where = here.by
    if step is PrizeStep.UNPUBLISH:
        prizes.unpublish(reason=why.reason, **where)
    elif step is PrizeStep.UNCONFIRM:
        prizes.unconfirm(reason=why.reason, **where)
    else:
        plain = {
            PrizeStep.APPROVE: prizes.approve,
            PrizeStep.PUBLISH: prizes.publish,
            PrizeStep.CONFIRM: prizes.confirm,
        }
        plain[step](**where)


@router.act("/ineligible", "Mark a winner as ineligible", "prizes-ineligible")
def find_ineligible(here: Here, wish: Finding) -> int:
    finding = prizes.Finding(wish.reason, is_underage=wish.is_underage)
    made = prizes.find_ineligible(finding, entry_id=here.entry(wish.entry), **here.by)
    return made.pk


@router.act("/ineligible/{ineligibility_id}", "Restore a winner's eligibility", "prizes-eligible")
def find_eligible(here: Here, ineligibility_id: Where) -> None:
    prizes.find_eligible(
        ineligibility_id=here.key(Ineligibility, "finding", ineligibility_id, "entry__tournament"),
        **here.when,
    )


@router.act("/prizes/deals", "Propose a deal", "deal-propose")
def propose(here: Here, wish: Proposal) -> DealState:
    """Evenly, by chips, or by chip value (ICM) at the stacks of this moment."""
    proposal = deals.Proposal(engine_deals.Method(wish.divide.value), wish.kept)
    return _deal(deals.propose(proposal, **here.by))


@router.act(DEAL + "/answer", "Record a player's answer to a deal", "deal-answer/hear")
def hear(here: Here, deal_id: Where, wish: Voice) -> DealState:
    voice = deals.Voice(here.entry(wish.entry), wish.says_yes)
    return _deal(deals.hear(voice, deal_id=here.key(Deal, "deal", deal_id), **here.when))


@router.act(DEAL + "/withdraw", "Cancel a deal", "deal-answer/withdraw")
def withdraw_deal(here: Here, deal_id: Where, why: Why) -> None:
    deals.withdraw(deal_id=here.key(Deal, "deal", deal_id), reason=why.reason, **here.when)


def _deal(deal: Deal) -> DealState:
    who = people(deal.tournament, map(int, deal.shares))
    return DealState(
        id=deal.pk,
        shares=[Share(**who[int(entry)], amount=cents) for entry, cents in deal.shares.items()],
        kept=deal.kept,
        is_agreed=deal.agreed_at is not None,
        is_off=deal.withdrawn_at is not None,
    )


@router.look("/dues", "Prizes and whether they are paid", Permission.SEE_MONEY)
def dues(here: Here) -> list[DueState]:
    found = Due.objects.filter(tournament=here.tournament).select_related("entry")
    paid = prize_queries.paid(here.tournament)
    return [
        DueState(
            id=due.pk,
            **someone(due.entry),
            place=due.place,
            amount=due.amount,
            item=due.item,
            value=due.value,
            is_withdrawn=due.withdrawn_at is not None,
            paid_at=paid[due.pk].at if due.pk in paid else None,
            receipt=paid[due.pk].number if due.pk in paid else None,
        )
        for due in found.order_by("place", "pk")
    ]


@router.act("/dues/{due_id}/pay", "Pay a prize", "payout-pay")
def pay(here: Here, due_id: Where, wish: Receipt) -> PaidOut:
    receipt = payout_desk.Receipt(**wish.dict())
    made = payout_desk.pay(receipt, due_id=here.key(Due, "prize", due_id), **here.when)
    return PaidOut(id=made.pk, words=f"Receipt {made.number}.", receipt=made.number)


@router.act("/payouts/{payout_id}/take-back", "Undo a payout", "payout-take-back")
def take_back(here: Here, payout_id: Where, why: Why) -> None:
    payout_desk.take_back(
        payout_id=here.key(Payout, "payment", payout_id, "due__tournament"),
        reason=why.reason,
        **here.when,
    )


@router.act("/donations", "Set the donations", "donations-fix")
def fix_donations(here: Here, wish: Donations) -> None:
    giving.fix_donations(wish.amounts, **here.by)


@router.act("/charities", "Add a charity", "charity")
def list_charity(here: Here, wish: Charity) -> int:
    made = giving.list_charity(name=wish.name, involvement=wish.involvement, **here.by)
    return made.pk


@router.act(
    "/donations/{donation_id}/choose",
    "Set a winner's charity",
    "donation/choose",
    may=Permission.RUN_TOURNAMENT,
)
def choose_charity(here: Here, donation_id: Where, wish: ChosenCharity) -> None:
    chosen = one_of(here.tournament.charities, "charity", pk=wish.charity)
    giving.choose(
        charity_id=chosen.pk, donation_id=here.key(Donation, "donation", donation_id), **here.when
    )


@router.act("/donations/{donation_id}/pay", "Mark a donation as paid", "donation/pay")
def pay_donation(here: Here, donation_id: Where) -> None:
    giving.pay(donation_id=here.key(Donation, "donation", donation_id), **here.when)


@router.act("/clubs", "Set the clubs", "clubs-assign")
def assign_clubs(here: Here, wish: Clubs) -> None:
    keys = dict(here.tournament.entries.values_list("number", "pk"))
    wanted = {keys[number]: name for number, name in wish.clubs.items() if number in keys}
    clubs.assign(wanted, **here.by)
