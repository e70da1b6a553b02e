"""What the places win, as far as it is known, and who won it."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import money
from engine.office.law.money import Account
from engine.prizes import payouts, placings, prizes
from engine.prizes.placings import Standing
from engine.prizes.prizes import How, Prize, Row, Source, Thing
from engine.refusal import Refused
from engine.structure import presets, windows
from engine.structure.law import PERCENTAGES
from tournament.clock.queries import clock as clock_queries
from tournament.models import (
    Deal,
    Due,
    Ineligibility,
    Licence,
    Payout,
    PrizeList,
    Tournament,
)
from tournament.models.money import PostingKind
from tournament.money.queries import money as money_queries
from tournament.prizes.queries import placings as placing_queries


def to_plain(row: Row) -> dict[str, Any]:
    """A row as it is stored."""
    return {**asdict(row), "percent": None if row.percent is None else str(row.percent)}


def from_plain(plain: dict[str, Any]) -> Row:
    """A row as the engine knows it."""
    share, kind = plain.get("percent"), plain.get("kind", Thing.GOODS)
    percent = None if share is None else Fraction(share)
    known = {"percent": percent, "source": Source(plain["source"]), "kind": kind and Thing(kind)}
    return Row(**{**plain, **known})


def prize_from_plain(plain: dict[str, Any]) -> Prize:
    """A published prize as the engine knows it."""
    return Prize(**{**plain, "source": Source(plain["source"])})


def list_of(tournament: Tournament) -> PrizeList | None:
    """The tournament's list, if somebody wrote one."""
    return PrizeList.objects.filter(tournament=tournament).first()


def rows_of(tournament: Tournament, made: PrizeList | None) -> list[Row]:
    """The list as written, or a sensible one by the number of entries."""
    if made is not None:
        return [from_plain(row) for row in made.rows]
    if tournament.structure["prizes"] != PERCENTAGES:
        return []
    if tournament.law.prizes.prizes.value.caps is not None:
        return _usual_within_caps(tournament)
    entries = clock_queries.players(tournament.pk).entries
    return _usual(entries) if entries > 1 else []


def _usual(entries: int) -> list[Row]:
    shares = payouts.usual_list(entries)
    return [Row(place, percent=Fraction(share)) for place, share in enumerate(shares, 1)]


def _usual_within_caps(tournament: Tournament) -> list[Row]:
    """The list is approved before anybody enters: one for all who may (igr:A.2(e))."""
    most = most_entries(tournament)
    for entries in range(most, most + 8 * len(payouts.USUAL_LISTS), 8):
        found = _usual(entries)
        try:
            check_reach(tournament, found, how=How.PERCENTAGES)
        except Refused:
            continue
        return found
    return []


def most_entries(tournament: Tournament) -> int:
    """How many may enter, by the setup and by the licence."""
    licence = Licence.objects.filter(tournament=tournament).first()
    most = int(tournament.structure["max_players"])
    return min(most, licence.tickets) if licence else most


def check_reach(
    tournament: Tournament, rows: Sequence[Row], *, how: How, unit: int = 100, guarantee: int = 0
) -> None:
    """Refuse a list that could pass the book's caps at the entries it allows (igr:5.04(a)-2)."""
    caps = tournament.law.prizes.prizes.value.caps
    if caps is None:
        return
    most = most_entries(tournament)
    pools = money.pools(tournament.structure, entries=most, most=caps.total)
    pools = {max(pool, guarantee) for pool in pools}
    prizes.check_reach(rows, how=how, pools=pools, unit=unit, rulebook=tournament.rulebook)


def contributions(tournament: Tournament) -> int:
    """What the prize pool got from payments and has not handed on."""
    balances = money_queries.balances(tournament.pk)
    return -balances[Account.PRIZE_POOL]


def pool(tournament: Tournament, made: PrizeList | None) -> int:
    """The pool that is divided: contributions, or the guarantee where they fall short of it."""
    if made is not None and made.published_at is not None:
        return made.pool
    known = prizes.most_payable(contributions(tournament), rulebook=tournament.rulebook)
    return max(known, made.guarantee if made else 0)


def why_not_known(tournament: Tournament, *, now: datetime) -> str:
    """Why more money may still come in; nothing when the pool is known (adelaide:105)."""
    if tournament.state == TournamentState.REGISTERING:
        return "Entries are open"
    if tournament.is_over:
        return ""
    at = {
        name: clock_queries.purchase_time(tournament, terms, now)
        for name, terms in windows.terms_of(tournament.structure).items()
    }
    still = windows.still_open(tournament.structure, at)
    return f"{' and '.join(still)} can still be sold" if still else ""


def amounts(tournament: Tournament, made: PrizeList | None) -> list[Prize]:
    """What each place wins: as published, or as it would be now."""
    if made is not None and made.published_at is not None:
        return [prize_from_plain(plain) for plain in made.amounts]
    how = How(made.how) if made else How.PERCENTAGES
    rows = rows_of(tournament, made)
    divided = pool(tournament, made)
    if not rows or not divided:
        return []
    try:
        return prizes.work_out(
            rows,
            how=how,
            pool=divided,
            unit=made.unit if made else 100,
            rulebook=tournament.rulebook,
        )
    except Refused:
        return []  # not payable as it stands: the prizes page says why


def words(prize: Prize) -> str:
    """$1,200, or the thing with what it is worth."""
    return f"{prize.item} ({dollars(prize.value)})" if prize.item else dollars(prize.amount)


def short_words(prize: Prize) -> str:
    """$1,200, or the thing: for screens."""
    return prize.item or dollars(prize.amount)


def by_place(made: list[Prize], say: Callable[[Prize], str] = words) -> dict[int, str]:
    """Each place's prizes on one line."""
    found: dict[int, list[str]] = {}
    for prize in made:
        found.setdefault(prize.place, []).append(say(prize))
    return {place: " + ".join(parts) for place, parts in sorted(found.items())}


def list_words(made: PrizeList) -> str:
    """A list as it was written: 1st 40%, 2nd 35%, 3rd Watch ($100)."""
    return ", ".join(
        f"{placing_queries.ordinal(row.place)} {_row_words(row)}"
        for row in map(from_plain, made.rows)
    )


def _row_words(row: Row) -> str:
    if row.percent is not None:
        return f"{float(row.percent):g}%"
    return f"{row.item} ({dollars(row.value)})" if row.item else dollars(row.amount)


def check_standing(tournament: Tournament) -> None:
    """Refuse to begin before a list stands that was approved and keeps the caps (igr:A.2(e))."""
    made = list_of(tournament)
    is_approved = made is not None and made.approved_at is not None
    prizes.check_locked(is_approved=is_approved, rulebook=tournament.rulebook)
    if made is not None:
        how, rows = How(made.how), rows_of(tournament, made)
        check_reach(tournament, rows, how=how, unit=made.unit, guarantee=made.guarantee)


def standing(tournament: Tournament) -> Standing:
    """The places by which prizes are won: without those who may not win (adelaide:104)."""
    found = placing_queries.standing(tournament)
    for one in ineligible(tournament):
        if not one.is_underage:
            found = placings.without(found, one.entry_id)
    return found


def ineligible(tournament: Tournament) -> list[Ineligibility]:
    """Those found ineligible."""
    found = Ineligibility.objects.filter(entry__tournament=tournament, withdrawn_at=None)
    return list(found.select_related("entry__player"))


def standing_deal(tournament: Tournament) -> Deal | None:
    """The deal on the table or agreed."""
    found = Deal.objects.filter(tournament=tournament, withdrawn_at=None)
    return found.prefetch_related("voices__entry__player").first()


def cash_by_place(made: list[Prize]) -> list[int]:
    """The money of each place, the first place first."""
    last = max((prize.place for prize in made), default=0)
    cash = [0] * last
    for prize in made:
        cash[prize.place - 1] += prize.amount
    return cash


def paid(tournament: Tournament) -> dict[int, Payout]:
    """What was handed over and not taken back, by what was due."""
    standing = Payout.objects.filter(due__tournament=tournament, withdrawn_at=None)
    return {payout.due_id: payout for payout in standing}


def seats(tournament: Tournament) -> int:
    """How many win the same seat in a satellite; 1 in every other tournament."""
    if tournament.preset not in presets.SATELLITES:
        return 1
    made = list_of(tournament)
    return prizes.seats(rows_of(tournament, made)) or 1 if made else 1


def places_paid(tournament: Tournament) -> int:
    """How many places win money as things stand; none where nothing is divided."""
    made = amounts(tournament, list_of(tournament))
    return sum(cash > 0 for cash in cash_by_place(made))


def won(tournament: Tournament, made: PrizeList) -> list[prizes.Due]:
    """Who wins what by the places, the list and the deal."""
    found = prizes.dues(
        [prize_from_plain(plain) for plain in made.amounts],
        standing(tournament),
        rulebook=tournament.rulebook,
    )
    deal = standing_deal(tournament)
    if deal is None or deal.agreed_at is None:
        return found
    return _as_agreed(found, deal, standing(tournament))


def _as_agreed(found: list[prizes.Due], deal: Deal, places: Standing) -> list[prizes.Due]:
    """The money of those who made the deal by its shares; what was kept is the winner's."""
    shares = {int(entry): cents for entry, cents in deal.shares.items()}
    ranked = sorted(shares, key=places.place_of)
    shares[ranked[0]] += deal.kept
    dealt = [one for one in found if one.entry in shares and not one.prize.item]
    added = sum(one.prize.amount for one in dealt if one.prize.source is Source.HOUSE)
    made = [one for one in found if one not in dealt]
    for entry in ranked:
        of_house = min(added, shares[entry])
        added -= of_house
        parts = {Source.HOUSE: of_house, Source.POOL: shares[entry] - of_house}
        made += [
            prizes.Due(entry, Prize(places.place_of(entry), cents, source=source))
            for source, cents in parts.items()
            if cents
        ]
    return sorted(made, key=lambda one: (one.prize.place, one.entry, one.prize.item))


def standing_dues(tournament: Tournament) -> list[Due]:
    """Prizes awarded and not taken back."""
    found = Due.objects.filter(tournament=tournament, withdrawn_at=None)
    return list(found.select_related("entry__player").prefetch_related("payouts"))


def differs(tournament: Tournament, made: PrizeList) -> bool:
    """Whether the pool changed since the list was published."""
    awarded = tournament.money.filter(kind=PostingKind.AWARD, voided_by=None, voids=None)
    return not awarded.exists() and contributions(tournament) != made.pool
