"""The office's page of money: accounts, postings, drawers and what has not been paid yet."""

from datetime import date
from typing import Any

from django.core import signing

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import money, spending
from engine.office.money import HELD, Account
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
WHAT = {
    money.ENTRY: "Entry",
    money.REBUYS: "Rebuy",
    money.TOP_UP: "Top-up",
    money.ADD_ON: "Add-on",
}


def page(tournament: Tournament, *, today: date) -> dict[str, Any]:
    """Everything the office sees of the money."""
    balances = money_queries.balances(tournament.pk)
    book = money.BOOKS[tournament.rulebook]
    found = {
        "state": money_queries.state(tournament.pk),
        "no_money": book.no_money,
        "accounts": _accounts(balances),
        "postings": postings(tournament),
        "drawers": drawers.rows(tournament),
        "counts": _counts(tournament),
        "unpaid": unpaid(tournament),
        "kept": not_given_back(tournament),
        "kept_clause": book.cancel_clause,
        "forfeited": _forfeited(tournament),
        "forfeit_clause": book.forfeit_clause,
        "prices": _prices(tournament),
        "sales": _sales(tournament),
        "methods": [method.value for method in money.Method if method in book.methods],
        "reconciliation": proceeds.reconciliation(tournament),
        "categories": [(key.value, words) for key, words in CATEGORY_WORDS.items()],
        "asks_more": tournament.rulebook in spending.CHECKS,
        "areas": [(key.value, words) for key, words in AREA_WORDS.items()],
    }
    if spending.giving(tournament.rulebook).names_organisation:
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
    plain = tournament.structure
    has_paid = tournament.money.filter(kind__in=money_queries.RECEIVED, voided_by=None).exists()
    rows = []
    for what, words in WHAT.items():
        is_sold = what == money.ENTRY or bool(money.price(plain, what))
        parts = money.split(plain, what)
        if is_sold:
            rows.append(
                {
                    "what": what,
                    "words": words,
                    "price": _plain(parts.total),
                    "fee": _plain(parts.fee),
                    "price_text": dollars(parts.total),
                    "pool_text": dollars(parts.pool),
                    "fee_text": dollars(parts.fee),
                }
            )
    return {"rows": rows, "is_fixed": has_paid}


def _sales(tournament: Tournament) -> list[dict[str, Any]]:
    """What the house may set of chips sold during play; nothing once it has begun."""
    if tournament.started_at is not None:
        return []
    plain, found = tournament.structure, []
    for what in sale_terms.KEYS:
        parts = sale_terms.houses(plain, what, rulebook=tournament.rulebook)
        sale = sale_terms.of(plain, what)
        if parts:
            row = {"what": what, "words": WHAT[what], "sale": sale, "parts": sorted(parts)}
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
    lines = {line.account: line.amount for line in posting.lines.all()}
    paid = sum(amount for account, amount in lines.items() if account in HELD)
    is_voided = Posting.objects.filter(voids=posting).exists()
    fees = [lines[key] for key in (Account.HOUSE_FEE, Account.PROCEEDS) if key in lines]
    return {
        "number": posting.number,
        "what": PostingKind(posting.kind).label,
        "name": posting.entry.name if posting.entry else "",
        "at": posting.at,
        "by": posting.by,
        "method": posting.method,
        "paid_text": dollars(paid),
        "pool_text": dollars(-lines.get(Account.PRIZE_POOL, 0)),
        "fee_text": dollars(-sum(fees)) if fees else "",
        "fee_word": money.BOOKS[posting.tournament.rulebook].fee_word,
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
    fee = money.BOOKS[tournament.rulebook].fee_word.lower()
    found = []
    for what, words in WHAT.items():
        parts = money.split(tournament.structure, what)
        if parts.total:
            share = f"{100 * parts.pool / parts.total:.1f}".removesuffix(".0")
            found.append(
                f"{words}: {dollars(parts.pool)} of {dollars(parts.total)} to the prize"
                f" pool ({share} %), {fee} {dollars(parts.fee)}."
            )
    return found
