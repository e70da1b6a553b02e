"""The office's page of money: accounts, postings, drawers and what has not been paid yet."""

from datetime import date
from typing import Any

from django.core import signing

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import money
from engine.office.law.money import Account, Method
from engine.office.money import HELD
from engine.office.spending import ACCOUNT_WORDS, AREA_WORDS, CATEGORY_WORDS
from engine.structure import sale_terms
from tournament.entries.queries import entries as entry_queries
from tournament.models import Posting, Tournament
from tournament.models.money import PostingKind
from tournament.money.queries import drawers, proceeds
from tournament.money.queries import money as money_queries
from tournament.prizes.queries import prizes

LATEST = 300
SALT = "receipt"


def page(tournament: Tournament, *, today: date) -> dict[str, Any]:
    """Everything the office sees of the money."""
    balances = money_queries.balances(tournament.pk)
    law = tournament.law.money
    found = {
        "state": money_queries.state(tournament.pk),
        "no_money": law.no_money.value,
        "accounts": _accounts(balances),
        "postings": postings(tournament),
        "drawers": drawers.rows(tournament),
        "counts": _counts(tournament),
        "unpaid": unpaid(tournament),
        "kept": not_given_back(tournament),
        "kept_clause": law.cancelled.clause,
        "forfeited": _forfeited(tournament),
        "forfeit_clause": law.forfeited.clause,
        "prices": _prices(tournament),
        "sales": _sales(tournament),
        "methods": [method.value for method in Method if method in law.methods.value],
        "reconciliation": proceeds.reconciliation(tournament),
        "categories": [(key.value, words) for key, words in CATEGORY_WORDS.items()],
        "asks_more": bool(tournament.law.giving.spending.value),
        "areas": [(key.value, words) for key, words in AREA_WORDS.items()],
    }
    if tournament.law.giving.organisation.value:
        found["proceeds"] = _proceeds(tournament, today)
    return found


def _accounts(balances: dict[Account, int]) -> list[dict[str, Any]]:
    return [
        {
            "words": money.WORDS[account],
            "amount_text": dollars(money_queries.shown(account, amount)),
            "is_held": account in HELD,
        }
        for account, amount in balances.items()
        if amount
    ]


def postings(tournament: Tournament) -> list[dict[str, Any]]:
    """The newest first, each with its lines and whether it can be voided here."""
    found = tournament.money.select_related("voids", "voided_by", "entry__player")
    rows = found.prefetch_related("lines").order_by("-number")[:LATEST]
    return [_posting(one) for one in rows]


def _posting(one: Posting) -> dict[str, Any]:
    lines = [money.Line(Account(line.account), line.amount) for line in one.lines.all()]
    voided = getattr(one, "voided_by", None)
    return {
        "id": one.pk,
        "number": one.number,
        "at": one.at,
        "by": one.by,
        "what": one.what,
        "reason": one.reason,
        "method": one.method,
        "amount_text": dollars(sum(line.amount for line in lines if line.amount > 0)),
        "parts": [money_queries.lines_words([line]) for line in lines],
        "is_voided": voided is not None,
        "voided_by": voided.number if voided else None,
        "can_void": voided is None and one.voids_id is None and one.kind in VOIDABLE,
        "has_receipt": one.kind in money_queries.RECEIVED,
    }


VOIDABLE = (
    *money_queries.RECEIVED,
    PostingKind.FLOAT,
    PostingKind.EXPENSE,
    PostingKind.DEPOSIT,
    PostingKind.INTEREST,
    PostingKind.TRANSFER,
)


def _counts(tournament: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "cashier": count.cashier,
            "at": count.at,
            "counted_text": dollars(count.counted),
            "expected_text": dollars(count.expected),
            "difference_text": dollars(count.difference) if count.difference else "",
            "note": count.note,
        }
        for count in tournament.cash_counts.order_by("-id")
    ]


def unpaid(tournament: Tournament) -> list[dict[str, Any]]:
    """Entries that owe their payment; nobody owes anything to a tournament that was called off."""
    if tournament.state == TournamentState.CANCELLED:
        return []
    paid = tournament.money.filter(kind=PostingKind.ENTRY, voided_by=None).values("entry")
    owing = tournament.entries.filter(withdrawn_at=None, price__gt=0).exclude(pk__in=paid)
    return [
        {"entry": entry.pk, "number": entry.number, "name": entry.name}
        for entry in owing.select_related("player")
    ]


def not_given_back(tournament: Tournament) -> list[dict[str, Any]]:
    """What was bought besides the entry in a tournament that was called off.

    Entries are refunded by themselves; about rebuys the director decides (canberra:14.3/cancel).
    """
    if tournament.state != TournamentState.CANCELLED:
        return []
    bought = [kind for kind in money_queries.RECEIVED if kind != PostingKind.ENTRY]
    found = tournament.money.filter(kind__in=bought, voids=None, voided_by=None)
    rows = found.select_related("voids", "voided_by", "entry__player").prefetch_related("lines")
    return [_posting(one) for one in rows.order_by("number")]


def _forfeited(tournament: Tournament) -> list[str]:
    """Who was disqualified from a tournament that was called off, and gets nothing back."""
    if tournament.state != TournamentState.CANCELLED:
        return []
    found = entry_queries.forfeited(tournament).select_related("player").order_by("number")
    return [entry.name for entry in found]


def _prices(tournament: Tournament) -> dict[str, Any]:
    plain, book = tournament.structure, tournament.rulebook
    has_paid = tournament.money.filter(kind__in=money_queries.RECEIVED, voided_by=None).exists()
    rows = [
        {
            "what": what,
            "words": what.words,
            "price": _plain(money.price(plain, what)),
            "fee": _plain(money.split(plain, what).fee),
            "price_text": dollars(money.price(plain, what)),
            "parts": money.parts(plain, what, rulebook=book),
        }
        for what in money.Sold
        if what is money.Sold.ENTRY or money.price(plain, what)
    ]
    heads = list(money.part_words(book).values())
    return {"rows": rows, "parts": heads, "is_fixed": has_paid}


def _sales(tournament: Tournament) -> list[dict[str, Any]]:
    """What the house may set of chips sold during play; nothing once it has begun."""
    if tournament.started_at is not None:
        return []
    plain, found = tournament.structure, []
    for what in money.CHIPS:
        parts = sale_terms.houses(plain, what, tournament.law.structure)
        sale = sale_terms.of(plain, what)
        if parts:
            row = {"what": what, "words": what.words, "sale": sale, "parts": sorted(parts)}
            found.append(row)
    return found


def _plain(cents: int) -> str:
    """An amount as a field holds it."""
    return f"{cents / 100:.2f}"


def _proceeds(tournament: Tournament, today: date) -> dict[str, Any]:
    figures = proceeds.figures(tournament, today=today)
    texts = ("gross", "prizes", "expenses", "net", "interest", "given", "left", "deposit_due")
    return {
        **figures,
        **{f"{key}_text": dollars(figures[key]) for key in texts},
        "missing_text": dollars(figures["deposit_missing"]),
        "banked_text": dollars(figures["banked"]),
        "accounts": [(key.value, words) for key, words in ACCOUNT_WORDS.items()],
    }


def receipt(posting: Posting) -> dict[str, Any]:
    """A receipt for money that came in."""
    lines = {Account(line.account): line.amount for line in posting.lines.all()}
    paid = sum(amount for account, amount in lines.items() if account in HELD)
    words = money.part_words(posting.tournament.rulebook)
    is_voided = Posting.objects.filter(voids=posting).exists()
    return {
        "number": posting.number,
        "what": PostingKind(posting.kind).label,
        "name": posting.entry.name if posting.entry else "",
        "at": posting.at,
        "by": posting.by,
        "method": posting.method,
        "paid_text": dollars(paid),
        "parts": [
            money.Part(account, words.get(account, money.WORDS[account]), -amount)
            for account, amount in lines.items()
            if account not in HELD
        ],
        "is_voided": is_voided,
        "token": token(posting),
    }


def token(posting: Posting) -> str:
    """What the receipt's QR code says: nobody can guess another's."""
    return signing.dumps([posting.tournament_id, posting.number], salt=SALT)


def by_token(text: str) -> Posting | None:
    """The posting a receipt's code stands for."""
    try:
        tournament_id, number = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        return None
    found = Posting.objects.filter(
        tournament_id=tournament_id, number=number, kind__in=money_queries.RECEIVED
    )
    return found.select_related("entry__player", "tournament").first()


def pool_text(tournament: Tournament) -> str:
    """The prize pool in words, for screens; nothing while there is none."""
    divided = prizes.pool(tournament, prizes.list_of(tournament))
    return dollars(divided) if divided else ""


def split_words(tournament: Tournament) -> list[str]:
    """How each payment divides, in a sentence with its percentage (adelaide:101)."""
    found = []
    for what in money.Sold:
        whole = money.price(tournament.structure, what)
        pool, *rest = money.parts(tournament.structure, what, rulebook=tournament.rulebook)
        if whole:
            share = f"{100 * pool.cents / whole:.1f}".removesuffix(".0")
            others = "".join(f", {part.words.lower()} {part.text}" for part in rest)
            found.append(
                f"{what.words}: {pool.text} of {dollars(whole)} to the prize pool"
                f" ({share} %){others}."
            )
    return found
