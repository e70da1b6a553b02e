"""Write the prize list, publish it, confirm the places, and due what they won."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office.law.money import Account
from engine.office.money import Line
from engine.prizes import prizes
from engine.prizes.placings import Placing
from engine.prizes.prizes import How, Prize, Row, Source
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import (
    Confirmation,
    Due,
    Entry,
    Ineligibility,
    Licence,
    PrizeList,
    Tournament,
)
from tournament.models.money import PostingKind
from tournament.money.queries import proceeds as proceeds_queries
from tournament.money.services import money
from tournament.money.services.money import Move, Till
from tournament.money.services.money_desk import held
from tournament.permissions import Actor, Permission, require
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.queries import prizes as prize_queries
from tournament.records.services import journal
from tournament.setup.services import conditions

FORESEEN = "Prizes are announced once the pool is final, as the terms say."
ACCOUNTS = {Source.POOL: Account.PRIZE_POOL, Source.HOUSE: Account.ADDED_PRIZES}


@dataclass(frozen=True, slots=True)
class ListWish:
    """A prize list as the director writes it."""

    how: How
    rows: tuple[Row, ...]
    unit: int = 100
    guarantee: int = 0
    reason: str = ""  # in play, where another list stood in the conditions
    addendum: str = ""  # its number, where the list was approved with the licence


@transaction.atomic
def save(wish: ListWish, *, tournament_id: int, actor: Actor, now: datetime) -> PrizeList:
    """Keep a list that can be paid, until it is published; approved, by addendum (igr:A.2(e))."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    _check_may_change(tournament, wish.addendum)
    _check_list(tournament, wish)
    before, old = conditions.told(tournament), prize_queries.list_of(tournament)
    made, _ = PrizeList.objects.update_or_create(
        tournament=tournament,
        defaults={
            "how": wish.how,
            "rows": [prize_queries.to_plain(row) for row in wish.rows],
            "unit": wish.unit,
            "guarantee": wish.guarantee,
        },
    )
    places = len({row.place for row in wish.rows})
    journal.write(
        actor, "prizes.written", tournament_id=tournament_id, at=now, places=places, how=wish.how
    )
    if old is not None and old.approved_at is not None:
        _record_addendum(old, made, wish.addendum, actor=actor, now=now)
    reason = wish.reason if old else wish.reason or FORESEEN
    conditions.amend(tournament, before, reason=reason, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


def _check_list(tournament: Tournament, wish: ListWish) -> None:
    prizes.check_rows(wish.rows, how=wish.how, rulebook=tournament.rulebook)
    prizes.check_guarantee(wish.guarantee, rulebook=tournament.rulebook)
    if wish.unit < 1:
        raise Refused("Round prizes to at least one cent.")
    prize_queries.check_reach(
        tournament, wish.rows, how=wish.how, unit=wish.unit, guarantee=wish.guarantee
    )


def _check_may_change(tournament: Tournament, addendum: str = "") -> None:
    made = prize_queries.list_of(tournament)
    if made is None:
        return
    if made.published_at is not None:
        raise Refused("The list is published: unpublish it first.")
    locked = tournament.law.prizes.prizes.value.locked
    if made.approved_at is not None and not addendum.strip():
        why = "The list was approved with the licence: give the number of the addendum"
        raise Refused(f"{why} that changes it.", locked)


def _record_addendum(
    old: PrizeList, made: PrizeList, number: str, *, actor: Actor, now: datetime
) -> None:
    """The regulator's word on the new list, beside the licence (igr:A.2(e))."""
    was, wanted = (prize_queries.list_words(one) for one in (old, made))
    licence = Licence.objects.filter(tournament_id=made.pk).first()
    if licence is not None:
        licence.addenda.create(
            changes={"prize_list": [was, wanted]},
            number=number.strip()[:40],
            asked_at=now,
            asked_by=actor.name,
            approved_at=now,
            approved_by=actor.name,
        )
    journal.write(
        actor,
        "prizes.amended",
        tournament_id=made.pk,
        at=now,
        number=number.strip()[:40],
        before=was,
        after=wanted,
    )


@transaction.atomic
def approve(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The list is part of the licence from now on: it does not change (igr:A.2(e))."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    made = prize_queries.list_of(tournament)
    if made is None:
        raise Refused("Write the prize list first.")
    if made.approved_at is not None:
        raise Refused("The list is already approved.", tournament.law.prizes.prizes.value.locked)
    _check_may_change(tournament)
    _check_stored(tournament, made)
    made.approved_at, made.approved_by = now, actor.name
    made.save(update_fields=["approved_at", "approved_by"])
    journal.write(actor, "prizes.approved", tournament_id=tournament_id, at=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def _check_stored(tournament: Tournament, made: PrizeList) -> None:
    """Prices or places may have been changed since the list was written."""
    rows = prize_queries.rows_of(tournament, made)
    _check_list(tournament, ListWish(How(made.how), tuple(rows), made.unit, made.guarantee))


@transaction.atomic
def publish(*, tournament_id: int, actor: Actor, now: datetime) -> PrizeList:
    """Fix every prize to the cent, once no more money can come in (adelaide:105)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    made = _ready_to_publish(tournament, now)
    amounts = prizes.work_out(
        [prize_queries.from_plain(row) for row in made.rows],
        how=How(made.how),
        pool=prize_queries.pool(tournament, made),
        unit=made.unit,
        rulebook=tournament.rulebook,
    )
    made.pool = sum(prize.worth for prize in amounts if prize.source is Source.POOL)
    made.amounts = [asdict(prize) for prize in amounts]
    made.published_at, made.published_by = now, actor.name
    made.save()
    _fund(tournament, made.pool, amounts, Till(actor, now))
    proceeds_queries.check_floor(tournament)
    journal.write(
        actor,
        "prizes.published",
        tournament_id=tournament_id,
        at=now,
        pool=dollars(made.pool),
        places=len({prize.place for prize in amounts}),
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


def _ready_to_publish(tournament: Tournament, now: datetime) -> PrizeList:
    if refused := tournament.law.prizes.prizes.value.refused:
        raise Refused(*refused)
    made = prize_queries.list_of(tournament)
    if made is None:
        made = PrizeList(
            tournament=tournament,
            how=How.PERCENTAGES,
            rows=[prize_queries.to_plain(r) for r in prize_queries.rows_of(tournament, None)],
        )
    if made.published_at is not None:
        raise Refused("The list is already published.")
    if why := prize_queries.why_not_known(tournament, now=now):
        clause = tournament.law.prizes.prizes.value.known
        raise Refused(f"{why}: the pool is not known yet.", clause)
    return made


def _fund(tournament: Tournament, pool: int, amounts: list[Prize], till: Till) -> None:
    """The house makes up a guarantee and pays what it added; what no prize takes is proceeds."""
    there = prize_queries.contributions(tournament)
    added = sum(prize.worth for prize in amounts if prize.source is Source.HOUSE)
    rest_to = tournament.law.money.fee.value
    moves = (
        ("Guarantee made up by the house", Account.HOUSE, Account.PRIZE_POOL, pool - there),
        ("Prizes added by the house", Account.HOUSE, Account.ADDED_PRIZES, added),
        ("Not needed for prizes", Account.PRIZE_POOL, rest_to, there - pool),
    )
    for words, into, out_of, amount in moves:
        if amount > 0:
            lines = (Line(into, amount), Line(out_of, -amount))
            move = Move(PostingKind.ADDED, words, lines, about={"prize_list": "funding"})
            money.post(tournament, move, till)


@transaction.atomic
def unpublish(*, tournament_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """Take the published list back, before anything was awarded by it."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        raise Refused("The list is not published.")
    if prize_queries.standing_dues(tournament):
        raise Refused("Prizes have been awarded by this list: undo the confirmation first.")
    if prize_queries.standing_deal(tournament) is not None:
        raise Refused("The players' deal divides this list: cancel the deal first.")
    if not reason.strip():
        raise Refused("Give the reason for unpublishing the list: it is recorded.")
    made.published_at, made.amounts, made.pool = None, [], 0
    made.save(update_fields=["published_at", "amounts", "pool"])
    funding = tournament.money.filter(about__prize_list="funding", voids=None, voided_by=None)
    for posting in list(funding):
        money.reverse(posting, reason, Till(actor, now))
    journal.write(
        actor, "prizes.unpublished", tournament_id=tournament_id, at=now, reason=reason.strip()
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


# -- places and dues -----------------------------------------------------------------------------


@transaction.atomic
def confirm(*, tournament_id: int, actor: Actor, now: datetime) -> Confirmation:
    """The director confirms the places; what they won is awarded (canberra:15.1)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    if tournament.state != TournamentState.FINISHED:
        raise Refused(
            "Places are confirmed when the play is over.",
            tournament.law.desk.places.clause,
        )
    if open_ones := placing_queries.questions(tournament):
        raise Refused("Some places still need a decision.", open_ones[0].clause)
    if tournament.confirmations.filter(withdrawn_at=None).exists():
        raise Refused("The places are already confirmed.")
    found = prize_queries.standing(tournament)
    made = Confirmation.objects.create(
        tournament=tournament,
        places=[[placing.entry, placing.place] for placing in found.placings],
        at=now,
        by=actor.name,
    )
    settle(tournament, Till(actor, now))
    said = {"players": len(made.places), "places": _told(tournament, found.placings)}
    journal.write(actor, "placing.confirmed", tournament_id=tournament_id, at=now, **said)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


def _told(tournament: Tournament, placings: Iterable[Placing]) -> list[dict[str, Any]]:
    """The places as the journal keeps them and others are told: entries by number and name."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    rows = [(placing.place, entries[placing.entry]) for placing in placings]
    rows.sort(key=lambda row: (row[0], row[1].number))
    return [{"place": place, "entry": one.number, "player": one.name} for place, one in rows]


@transaction.atomic
def unconfirm(*, tournament_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """Take the confirmation back, and the dues with it, while nobody was paid."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    standing = tournament.confirmations.filter(withdrawn_at=None).first()
    if standing is None:
        raise Refused("The places are not confirmed.")
    if not reason.strip():
        raise Refused("Give the reason for undoing the confirmation: it is recorded.")
    dues = prize_queries.standing_dues(tournament)
    if any(_is_paid(due) for due in dues):
        raise Refused("A prize has been paid: undo that payout first.")
    standing.withdrawn_at, standing.withdrawn_because = now, reason.strip()[:200]
    standing.save(update_fields=["withdrawn_at", "withdrawn_because"])
    for due in dues:
        _withdraw(due, reason, Till(actor, now))
    journal.write(
        actor, "placing.unconfirmed", tournament_id=tournament_id, at=now, reason=reason.strip()
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def settle(tournament: Tournament, till: Till) -> None:
    """Award what is won by the places as they stand; who was paid gets only what is more."""
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        if tournament.law.prizes.prizes.value.refused or not _has_money(tournament):
            return
        raise Refused("Publish the prize list first: the places decide who wins what.")
    if prize_queries.differs(tournament, made):
        raise Refused("The pool has changed since the list was published: publish it again.")
    paid: dict[tuple[int, str, str], int] = {}
    for due in prize_queries.standing_dues(tournament):
        if _is_paid(due):
            key = (due.entry_id, due.source, due.item)
            paid[key] = paid.get(key, 0) + due.amount + due.value
        else:
            _withdraw(due, "The places were settled anew", till)
    _owe_rest(tournament, prize_queries.won(tournament, made), paid, till)


def _has_money(tournament: Tournament) -> bool:
    return prize_queries.contributions(tournament) > 0


def _is_paid(due: Due) -> bool:
    return any(payout.withdrawn_at is None for payout in due.payouts.all())


def _owe_rest(
    tournament: Tournament,
    won: list[prizes.Due],
    paid: dict[tuple[int, str, str], int],
    till: Till,
) -> None:
    crown = {
        barred.entry_id for barred in prize_queries.ineligible(tournament) if barred.is_underage
    }
    entries = tournament.entries.select_related("player").in_bulk([one.entry for one in won])
    for one in won:
        entry = entries[one.entry]
        due = one.prize.worth - paid.pop((entry.pk, one.prize.source, one.prize.item), 0)
        if due < 0:
            why = f"{entry.name} was paid more than they win now: undo that payout first."
            raise Refused(why, tournament.law.desk.ineligible.clause)
        if due:
            prize = one.prize if one.prize.item else replace(one.prize, amount=due)
            _owe(entry, prize, till, is_crown=entry.pk in crown)
    if paid:
        why = "Somebody who wins nothing now was paid: undo that payout first."
        raise Refused(why, tournament.law.desk.ineligible.clause)


def _owe(entry: Entry, prize: Prize, till: Till, *, is_crown: bool) -> None:
    """One prize; of an underage winner it is the Crown's (adelaide:104a)."""
    owed_to = Account.CROWN if is_crown else Account.PLAYERS
    posting = None
    if prize.source in ACCOUNTS:
        lines = (Line(ACCOUNTS[prize.source], prize.worth), Line(owed_to, -prize.worth))
        words = f"{placing_queries.ordinal(prize.place)} place: {entry.name}"
        posting = money.post(entry.tournament, Move(PostingKind.AWARD, words, lines, entry), till)
    Due.objects.create(
        tournament=entry.tournament,
        entry=entry,
        place=prize.place,
        amount=prize.amount,
        item=prize.item,
        value=prize.value,
        source=prize.source,
        posting=posting,
        is_crown=is_crown,
        at=till.now,
        by=till.actor.name,
    )


def _withdraw(due: Due, reason: str, till: Till) -> None:
    due.withdrawn_at = till.now
    due.save(update_fields=["withdrawn_at"])
    if due.posting is not None:
        money.reverse(due.posting, reason, till)


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a player may not win."""

    reason: str
    is_underage: bool = False


@transaction.atomic
def find_ineligible(
    finding: Finding, *, tournament_id: int, entry_id: int, actor: Actor, now: datetime
) -> Ineligibility:
    """A winner may not win: the next in line move up, or the Crown takes it (adelaide:104)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    entry = Entry.objects.select_related("player", "tournament").get(
        pk=entry_id, tournament=tournament
    )
    if not finding.reason.strip():
        raise Refused(
            "Give the reason for the ineligibility: it is recorded.",
            tournament.law.desk.ineligible.clause,
        )
    if entry.ineligibilities.filter(withdrawn_at=None).exists():
        raise Refused(f"{entry.name} is already marked ineligible.")
    deal = prize_queries.standing_deal(tournament)
    if deal is not None and str(entry.pk) in deal.shares:
        raise Refused(f"{entry.name} is part of the deal: cancel the deal first.")
    made = Ineligibility.objects.create(
        entry=entry,
        reason=finding.reason.strip()[:200],
        is_underage=finding.is_underage,
        at=now,
        by=actor.name,
    )
    _settle_if_confirmed(tournament, Till(actor, now))
    journal.write(
        actor,
        "placing.ineligible",
        tournament_id=tournament_id,
        at=now,
        player=entry.name,
        reason=made.reason,
        crown=", underage: the prize goes to the Crown" if made.is_underage else "",
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


@transaction.atomic
def find_eligible(*, ineligibility_id: int, actor: Actor, now: datetime) -> None:
    """The player may win after all."""
    found = Ineligibility.objects.select_related("entry__player").get(pk=ineligibility_id)
    require(actor, Permission.RUN_TOURNAMENT, found.entry.tournament_id)
    tournament = held(found.entry.tournament_id)
    if found.withdrawn_at is not None:
        return
    found.withdrawn_at = now
    found.save(update_fields=["withdrawn_at"])
    _settle_if_confirmed(tournament, Till(actor, now))
    journal.write(
        actor,
        "placing.eligible",
        tournament_id=tournament.pk,
        at=now,
        player=found.entry.name,
    )
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)


def _settle_if_confirmed(tournament: Tournament, till: Till) -> None:
    if tournament.confirmations.filter(withdrawn_at=None).exists():
        settle(tournament, till)
