"""The pages of prizes: the list as written and worked out, and the payout desk."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import spending
from engine.office.money import Method
from engine.prizes import prizes
from engine.prizes.prizes import How, Row, Source
from engine.refusal import Refused
from engine.structure import presets
from tournament.entries.queries import photos
from tournament.models import Award, Payout, PrizeList, Tournament
from tournament.prizes.queries import clubs, deals, giving, placings, prizes_shown
from tournament.prizes.queries import prizes as prize_queries

SOURCES = {
    Source.POOL: "pool",
    Source.HOUSE: "house",
    Source.DONATED: "donor",
}
EMPTY_ROWS = 3


def page(
    tournament: Tournament, *, now: datetime, written: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Everything the director sees of prizes; `written` is a list that was refused."""
    made = prize_queries.list_of(tournament)
    refused = tournament.law.prizes.prizes.value.refused
    return {
        "refused": refused,
        "kind": tournament.structure["prizes"],
        "is_for_charity": giving.is_for_charity(tournament),
        "has_clubs": clubs.has_clubs(tournament),
        "why_not_known": "" if refused else prize_queries.why_not_known(tournament, now=now),
        "known_clause": tournament.law.prizes.prizes.value.known,
        "why_not_payable": "" if refused else _why_not_payable(tournament, made),
        "pool_text": dollars(prize_queries.pool(tournament, made)),
        "contributions_text": dollars(prize_queries.contributions(tournament)),
        "is_published": bool(made and made.published_at),
        "published_at": made.published_at if made else None,
        "is_approved": bool(made and made.approved_at),
        "asks_approval": bool(tournament.law.prizes.prizes.value.locked),
        "cap_text": _cap_text(tournament),
        "rows": prizes_shown.named(tournament, prizes_shown.rows(tournament, with_values=True)),
        "form": written or _form(tournament, made),
        "room": deals.room(tournament),
        "places": _places(tournament),
    }


def _why_not_payable(tournament: Tournament, made: PrizeList | None) -> str:
    """What is wrong with the list for the money that is there."""
    rows, divided = prize_queries.rows_of(tournament, made), prize_queries.pool(tournament, made)
    if (made and made.published_at) or not (rows and divided):
        return ""
    try:
        prizes.work_out(
            rows,
            how=How(made.how) if made else How.PERCENTAGES,
            pool=divided,
            unit=made.unit if made else 100,
            rulebook=tournament.rulebook,
        )
    except Refused as refusal:
        return f"{refusal.why} {refusal.clause}".strip()
    return ""


def would_pay(tournament: Tournament) -> list[str]:
    """What each place would win of the money that is there, in one sentence."""
    made = prize_queries.list_of(tournament)
    if why := _why_not_payable(tournament, made):
        return [f"As far as money is in: {why}"]
    amounts = prize_queries.by_place(prize_queries.amounts(tournament, made))
    if not amounts:
        return ["Nothing is paid in yet: what each place wins shows with the first entry."]
    won = [f"{placings.ordinal(place)} {words}" for place, words in amounts.items()]
    return [f"Of {dollars(prize_queries.pool(tournament, made))}: {', '.join(won)}."]


def _cap_text(tournament: Tournament) -> str:
    caps = tournament.law.prizes.prizes.value.caps
    if caps is None:
        return ""
    total, player = dollars(caps.total), dollars(caps.player)
    return f"At most {total} in all and {player} for one player, taxes included."


def _form(tournament: Tournament, made: PrizeList | None) -> dict[str, Any]:
    """The list as fields hold it."""
    how = made.how if made else How.PERCENTAGES.value
    rows = prize_queries.rows_of(tournament, made)
    if made is None and tournament.structure["prizes"] == presets.FIXED:
        how = How.FIXED.value
    return {
        "how": how,
        "unit": _plain(made.unit if made else 100),
        "guarantee": _plain(made.guarantee) if made and made.guarantee else "",
        "rows": [_fields(row) for row in rows],
        "spare": _spare(len({row.place for row in rows})),
        **_choices(),
        "why": "",
        "clause": "",
    }


def _choices() -> dict[str, Any]:
    return {
        "sources": [(source.value, words) for source, words in SOURCES.items()],
        "kinds": [(kind.value, words) for kind, words in prizes.KIND_WORDS.items()],
    }


def _spare(places: int) -> list[dict[str, str]]:
    """Empty rows for the places that come next."""
    return [{"place": str(places + number)} for number in range(1, EMPTY_ROWS + 1)]


def written_form(
    rows: Sequence[dict[str, str]], fields: Mapping[str, str], *, refusal: Refused
) -> dict[str, Any]:
    """A refused list as it was written, with what is wrong with it."""
    return {
        **fields,
        "rows": rows,
        "spare": _spare(len({row["place"] for row in rows})),
        **_choices(),
        "why": refusal.why,
        "clause": refusal.clause,
    }


def _fields(row: Row) -> dict[str, str]:
    share = "" if row.percent is None else f"{float(row.percent):g}"
    return {
        "place": str(row.place),
        "share": share or (_plain(row.amount) if row.amount else ""),
        "item": row.item,
        "kind": row.kind.value if row.kind else "",
        "price": _plain(row.price) if row.price else "",
        "tax": _plain(row.tax) if row.tax else "",
        "source": row.source.value,
    }


def _plain(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def _places(tournament: Tournament) -> dict[str, Any]:
    confirmed = tournament.confirmations.filter(withdrawn_at=None).first()
    return {
        "is_over": tournament.state == TournamentState.FINISHED,
        "questions": bool(placings.questions(tournament)),
        "confirmed_at": confirmed.at if confirmed else None,
        "confirmed_by": confirmed.by if confirmed else "",
        "rows": [
            {"entry": one.entry, "text": one.text, "name": one.name}
            for one in placings.of(tournament)
        ],
        "ineligible": [
            {
                "id": one.pk,
                "name": one.entry.name,
                "reason": one.reason,
                "is_underage": one.is_underage,
            }
            for one in prize_queries.ineligible(tournament)
        ],
    }


# -- the payout desk -------------------------------------------------------------------------------


def desk(tournament: Tournament) -> dict[str, Any]:
    """Who is still to be paid, and who was (igr:6.01(c))."""
    awards = prize_queries.standing_awards(tournament)
    pictured = photos.among(award.entry.player_id for award in awards)
    rows = [{**_award(award), "has_photo": award.entry.player_id in pictured} for award in awards]
    waiting = [row for row in rows if not row["payout"]]
    return {
        "waiting": waiting,
        "paid": [row for row in rows if row["payout"]],
        "owed_text": dollars(sum(row["amount"] for row in waiting)),
        "is_confirmed": tournament.confirmations.filter(withdrawn_at=None).exists(),
        "methods": [method.value for method in Method if method is not Method.CARD],
        "clause": spending.giving(tournament.rulebook).needs_signature,
        "refused": tournament.law.prizes.prizes.value.refused,
    }


def _award(award: Award) -> dict[str, Any]:
    payout = next((one for one in award.payouts.all() if one.withdrawn_at is None), None)
    prize = f"{award.item} ({dollars(award.value)})" if award.item else dollars(award.amount)
    return {
        "id": award.pk,
        "place_text": placings.ordinal(award.place),
        "name": award.entry.name,
        "player": award.entry.player_id,
        "prize_text": prize,
        "amount": award.amount,
        "is_thing": bool(award.item),
        "is_crown": award.is_crown,
        "receiver": "The Crown" if award.is_crown else award.entry.name,
        "source": SOURCES[Source(award.source)],
        "payout": _paid(payout) if payout else None,
    }


def _paid(payout: Payout) -> dict[str, Any]:
    return {
        "id": payout.pk,
        "number": payout.number,
        "receiver": payout.receiver,
        "method": payout.method,
        "at": payout.at,
        "by": payout.by,
        "how": signed(payout),
    }


def signed(payout: Payout) -> str:
    """Where the receiver signed, if anywhere: a cheque needs no signature (igr:8.01(i))."""
    if payout.signature:
        return "signed on screen"
    return "signed on paper" if payout.is_on_paper else "not signed"


def receipt(payout: Payout) -> dict[str, Any]:
    """A prize receipt to print or to look at."""
    award = payout.award
    posting = payout.posting
    return {
        **_award(award),
        "number": payout.number,
        "receiver": payout.receiver,
        "method": payout.method,
        "signature": payout.signature,
        "is_on_paper": payout.is_on_paper,
        "cheque": posting.about.get("cheque", "") if posting else "",
        "at": payout.at,
        "by": payout.by,
        "is_void": payout.withdrawn_at is not None,
        "why_void": payout.withdrawn_because,
    }


def blank_receipt(award: Award) -> dict[str, Any]:
    """A receipt to be signed on paper before the prize is handed over."""
    return {**_award(award), "number": "", "method": "cash", "is_on_paper": True, "at": None}
