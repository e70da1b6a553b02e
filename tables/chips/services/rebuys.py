"""Who may buy again and does not: by declining, or because the rebuys have ended."""

from datetime import datetime

from engine.entries.law import NotOffered
from engine.entries.purchases import Buyer, check_rebuy
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import structure
from tables.chips.queries import purchases
from tables.chips.services import stacks
from tables.commands import across
from tables.models import Seating
from tables.play.services import busts
from tournament.clock.queries import clock as clock_queries
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Entry, Tournament
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.setup.services import tournaments


def decline(*, tournament_id: int, entry_id: int, actor: Actor, now: datetime) -> None:
    """A player without chips does not buy again: they are out."""
    require(actor, Permission.SELL_CHIPS, tournament_id)
    _go_out(tournament_id, entry_id, actor=actor, now=now)
    tournaments.finish_if_decided(tournament_id=tournament_id, now=now)


def _go_out(tournament_id: int, entry_id: int, *, actor: Actor, now: datetime) -> None:
    with stacks.held(tournament_id, entry_id, "no_rebuy", actor=actor, now=now) as (at, entry):
        waiting = Bust.standing.filter(entry=entry, may_rebuy=True)
        if not waiting.update(may_rebuy=False):
            raise Refused(f"{entry.name} is not waiting for a rebuy.")
        Seating.objects.filter(entry=entry, until__isnull=True).update(until=now)
        at.write("entry.declined_rebuy", player=entry.name)


def wait_again(*, tournament_id: int, entry_id: int, actor: Actor, now: datetime) -> None:
    """The decline is undone: the player sits where they sat and may buy again."""
    with across(tournament_id, Permission.SELL_CHIPS, actor=actor, now=now) as hall:
        bust = _declined(hall.tournament, entry_id)
        bought = purchases.bought_by([entry_id]).get(entry_id, {})
        terms = structure.rebuys(hall.tournament.structure)
        buyer = purchases.buyer(bust.entry, bought, is_in_hand=False)
        check_rebuy(terms, buyer, at=clock_queries.purchase_time(hall.tournament, terms, now))
        bust.may_rebuy = True
        bust.save(update_fields=["may_rebuy"])
        table = hall.tables[bust.table_number]
        busts.sit_down_again(table, bust.entry_id)
        hall.write("entry.decline_undone", player=bust.entry.name)
        hall.change(table)
        hall.tell(*EVERYBODY)


def _declined(tournament: Tournament, entry_id: int) -> Bust:
    """The bust of somebody who kept the seat for a while, and then did not buy."""
    if tournament.state != TournamentState.RUNNING:
        raise Refused("The tournament is over: undo the finish first.")
    found = Bust.standing.filter(entry=entry_id, entry__tournament=tournament, may_rebuy=False)
    bust = found.select_related("entry__player").first()
    left = Seating.objects.filter(entry=entry_id, until__isnull=False).order_by("-id").first()
    if bust is None or left is None or left.until == bust.at:
        raise Refused("This player has not declined a rebuy.")
    return bust


def close_expired(*, now: datetime, tournament_id: int | None = None) -> int:
    """Those who still wait when the rebuys have ended are out; everywhere, or at one tournament."""
    waiting = Bust.standing.filter(may_rebuy=True).select_related("entry__tournament__clock")
    if tournament_id is not None:
        waiting = waiting.filter(entry__tournament=tournament_id)
    late = [bust.entry for bust in waiting if _has_ended(bust.entry.tournament, now)]
    return sum(_close(entry, now) for entry in late)


def close_expired_at(tournament: Tournament, *, now: datetime) -> int:
    """The same after a hand: nothing is asked where no rebuys are sold."""
    if isinstance(structure.rebuys(tournament.structure), NotOffered):
        return 0
    return close_expired(now=now, tournament_id=tournament.pk)


def _close(entry: Entry, now: datetime) -> bool:
    try:
        _go_out(entry.tournament_id, entry.pk, actor=SYSTEM, now=now)
    except Refused:
        return False  # somebody at the desk was quicker
    tournaments.finish_if_decided(tournament_id=entry.tournament_id, now=now)
    return True


def _has_ended(tournament: Tournament, now: datetime) -> bool:
    terms = structure.rebuys(tournament.structure)
    try:
        at = clock_queries.purchase_time(tournament, terms, now)
        check_rebuy(terms, Buyer(stack=0), at=at)
    except Refused:
        return True
    return False
