"""The office's page of money: accounts, postings, drawers and what has not been paid yet."""

from dataclasses import dataclass
from datetime import date, datetime

from django.core import signing
from django.db.models import QuerySet

from engine.amounts import dollars
from engine.answers import Answer
from engine.lifecycle import TournamentState
from engine.office import money
from engine.office.law.money import Account, Method
from engine.office.money import HELD, Sold
from engine.office.spending import ACCOUNT_WORDS, AREA_WORDS, CATEGORY_WORDS
from engine.structure import sale_terms
from tournament.entries.queries import entries as entry_queries
from tournament.models import CashCount, Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import drawers, proceeds
from tournament.money.queries import money as money_queries
from tournament.prizes.queries import prizes

LATEST = 300
SALT = "receipt"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    """An account and its balance."""

    words: str
    amount: int
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingRow:
    """A posting with its lines, and whether it can be voided here."""

    id: int
    number: int
    at: datetime
    by: str
    what: str
    reason: str
    amount: int
    parts: list[str]
    voided_by: int | None
    can_void: bool
    has_receipt: bool

    @property
    def is_voided(self) -> bool:
        """Whether a later posting takes it back."""
        return self.voided_by is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpaid:
    """An entry that owes its payment."""

    entry: int
    number: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRow:
    """What one thing costs, and the parts of it."""

    what: Sold
    price: int
    fee: int
    parts: tuple[money.Part, ...]

    @property
    def words(self) -> str:
        """What it is called."""
        return self.what.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The prices; fixed once somebody has paid."""

    rows: list[PriceRow]
    parts: list[str]
    is_fixed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleRow:
    """Chips sold during play: on which terms, and which of them the house may set."""

    what: Sold
    sale: sale_terms.Sale
    parts: list[str]

    @property
    def words(self) -> str:
        """What it is called."""
        return self.what.words


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyPage:
    """Everything the office sees of the money."""

    state: money_queries.MoneyState
    no_money: Answer[str]
    accounts: list[AccountRow]
    postings: list[PostingRow]
    drawers: list[drawers.Drawer]
    counts: QuerySet[CashCount]
    unpaid: list[Unpaid]
    kept: list[PostingRow]
    kept_clause: str
    forfeited: list[str]
    forfeit_clause: str
    prices: Prices
    sales: list[SaleRow]
    methods: list[str]
    reconciliation: proceeds.Reconciliation
    categories: list[tuple[str, str]]
    asks_more: bool
    areas: list[tuple[str, str]]
    proceeds: proceeds.Figures | None
    bank_accounts: list[tuple[str, str]]


def page(tournament: Tournament, *, today: date) -> MoneyPage:
    """Everything the office sees of the money."""
    law, giving = tournament.law.money, tournament.law.giving
    is_licensed = giving.organisation.value
    return MoneyPage(
        state=money_queries.state(tournament.pk),
        no_money=law.no_money,
        accounts=_accounts(money_queries.balances(tournament.pk)),
        postings=postings(tournament),
        drawers=drawers.rows(tournament),
        counts=tournament.cash_counts.order_by("-id"),
        unpaid=unpaid(tournament),
        kept=not_given_back(tournament),
        kept_clause=law.cancelled.clause,
        forfeited=_forfeited(tournament),
        forfeit_clause=law.forfeited.clause,
        prices=_prices(tournament),
        sales=_sales(tournament),
        methods=[method.value for method in Method if method in law.methods.value],
        reconciliation=proceeds.reconciliation(tournament),
        categories=[(key.value, words) for key, words in CATEGORY_WORDS.items()],
        asks_more=bool(giving.spending.value),
        areas=[(key.value, words) for key, words in AREA_WORDS.items()],
        proceeds=proceeds.figures(tournament, today=today) if is_licensed else None,
        bank_accounts=[(key.value, words) for key, words in ACCOUNT_WORDS.items()],
    )


def _accounts(balances: dict[Account, int]) -> list[AccountRow]:
    return [
        AccountRow(
            words=money.WORDS[account],
            amount=money_queries.shown(account, amount),
            is_held=account in HELD,
        )
        for account, amount in balances.items()
        if amount
    ]


def postings(tournament: Tournament) -> list[PostingRow]:
    """The newest first, each with its lines and whether it can be voided here."""
    every = tournament.money.select_related("voids", "voided_by", "entry__player")
    rows = every.prefetch_related("lines").order_by("-number")[:LATEST]
    return [_posting(posting) for posting in rows]


def _posting(posting: Posting) -> PostingRow:
    lines = [money.Line(Account(line.account), line.amount) for line in posting.lines.all()]
    voided = getattr(posting, "voided_by", None)
    return PostingRow(
        id=posting.pk,
        number=posting.number,
        at=posting.at,
        by=posting.by,
        what=posting.what,
        reason=posting.reason,
        amount=sum(line.amount for line in lines if line.amount > 0),
        parts=[money_queries.lines_words([line]) for line in lines],
        voided_by=voided.number if voided else None,
        can_void=voided is None and posting.voids_id is None and posting.kind in VOIDABLE,
        has_receipt=posting.kind in money_queries.RECEIVED,
    )


VOIDABLE = (
    *money_queries.RECEIVED,
    PostingKind.FLOAT,
    PostingKind.EXPENSE,
    PostingKind.DEPOSIT,
    PostingKind.INTEREST,
    PostingKind.TRANSFER,
)


def unpaid(tournament: Tournament) -> list[Unpaid]:
    """Entries that owe their payment; nobody owes anything to a tournament that was called off."""
    if tournament.state == TournamentState.CANCELLED:
        return []
    paid = tournament.money.filter(kind=PostingKind.ENTRY, voided_by=None).values("entry")
    owing = tournament.entries.filter(withdrawn_at=None, price__gt=0).exclude(pk__in=paid)
    return [
        Unpaid(entry=entry.pk, number=entry.number, name=entry.name)
        for entry in owing.select_related("player")
    ]


def not_given_back(tournament: Tournament) -> list[PostingRow]:
    """What was bought besides the entry in a tournament that was called off.

    Entries are refunded by themselves; about rebuys the director decides (canberra:14.3/cancel).
    """
    if tournament.state != TournamentState.CANCELLED:
        return []
    bought = [kind for kind in money_queries.RECEIVED if kind != PostingKind.ENTRY]
    kept = tournament.money.filter(kind__in=bought, voids=None, voided_by=None)
    rows = kept.select_related("voids", "voided_by", "entry__player").prefetch_related("lines")
    return [_posting(posting) for posting in rows.order_by("number")]


def _forfeited(tournament: Tournament) -> list[str]:
    """Who was disqualified from a tournament that was called off, and gets nothing back."""
    if tournament.state != TournamentState.CANCELLED:
        return []
    entries = entry_queries.forfeited(tournament).select_related("player").order_by("number")
    return [entry.name for entry in entries]


def _prices(tournament: Tournament) -> Prices:
    plain, book = tournament.structure, tournament.rulebook
    rows = [
        PriceRow(
            what=what,
            price=money.price(plain, what),
            fee=money.split(plain, what).fee,
            parts=money.parts(plain, what, rulebook=book),
        )
        for what in Sold
        if what is Sold.ENTRY or money.price(plain, what)
    ]
    has_paid = tournament.money.filter(kind__in=money_queries.RECEIVED, voided_by=None).exists()
    return Prices(rows=rows, parts=list(money.part_words(book).values()), is_fixed=has_paid)


def _sales(tournament: Tournament) -> list[SaleRow]:
    """What the house may set of chips sold during play; nothing once it has begun."""
    if tournament.started_at is not None:
        return []
    plain, law = tournament.structure, tournament.law.structure
    return [
        SaleRow(what=what, sale=sale_terms.of(plain, what), parts=sorted(parts))
        for what in money.CHIPS
        if (parts := sale_terms.houses(plain, what, law))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A receipt for money that came in."""

    number: int
    what: str
    name: str
    at: datetime
    by: str
    method: str
    paid: int
    parts: list[money.Part]
    is_voided: bool
    token: str


def receipt(posting: Posting) -> Receipt:
    """A receipt for money that came in."""
    lines = {Account(line.account): line.amount for line in posting.lines.all()}
    words = money.part_words(posting.tournament.rulebook)
    return Receipt(
        number=posting.number,
        what=str(PostingKind(posting.kind).label),
        name=posting.entry.name if posting.entry else "",
        at=posting.at,
        by=posting.by,
        method=posting.method,
        paid=sum(amount for account, amount in lines.items() if account in HELD),
        parts=[
            money.Part(account, words.get(account, money.WORDS[account]), -amount)
            for account, amount in lines.items()
            if account not in HELD
        ],
        is_voided=Posting.objects.filter(voids=posting).exists(),
        token=token(posting),
    )


def paid(posting: Posting) -> int:
    """What was paid with it, in cents."""
    return sum(line.amount for line in posting.lines.all() if line.amount > 0)


def token(posting: Posting) -> str:
    """What the receipt's QR code says: nobody can guess another's."""
    return signing.dumps([posting.tournament_id, posting.number], salt=SALT)


def by_token(text: str) -> Posting | None:
    """The posting a receipt's code stands for."""
    try:
        tournament_id, number = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        return None
    received = Posting.objects.filter(
        tournament_id=tournament_id, number=number, kind__in=money_queries.RECEIVED
    )
    return received.select_related("entry__player", "tournament").first()


def pool_text(tournament: Tournament) -> str:
    """The prize pool in words, for screens; empty while there is no money in it."""
    divided = prizes.pool(tournament, prizes.list_of(tournament))
    return dollars(divided) if divided else ""


def split_words(tournament: Tournament) -> list[str]:
    """How each payment divides, in a sentence with its percentage (adelaide:101)."""
    sentences = []
    for what in Sold:
        whole = money.price(tournament.structure, what)
        pool, *rest = money.parts(tournament.structure, what, rulebook=tournament.rulebook)
        if whole:
            share = f"{100 * pool.cents / whole:.1f}".removesuffix(".0")
            others = "".join(f", {part.words.lower()} {part.text}" for part in rest)
            sentences.append(
                f"{what.words}: {pool.text} of {dollars(whole)} to the prize pool"
                f" ({share} %){others}."
            )
    return sentences
