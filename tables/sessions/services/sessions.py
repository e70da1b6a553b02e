"""Begin and end sessions at the tables: no hand left, ties settled, chips back, winners on."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine.entries import advancing
from engine.lifecycle import TournamentState, move
from engine.refusal import Refused
from tables import locking
from tables.chips.services import rebuys, stacks
from tables.models import Seating, Table
from tables.play.queries import hands
from tables.sessions.queries import sessions as session_queries
from tables.sessions.queries.sessions import Outcome
from tournament.clock.services import clock, session_clock
from tournament.live import broadcast
from tournament.models import Bust, PlacingDecision, Session, SessionResult, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.sessions import StacksBegin
from tournament.permissions import Actor, Permission, require
from tournament.prizes.services import placings
from tournament.records.services import journal, ledger
from tournament.setup.queries import sessions as plan_queries
from tournament.setup.services import sessions as plans
from tournament.setup.services import tournaments


def begin(tournament: Tournament, tables: dict[int, Table]) -> None:
    """Every table begins anew, and counts its hands where the session has so many (adelaide:87b).

    No hand of an earlier session comes before the first one: the button is where the book lays it
    first (charity:11.1).
    """
    session = tournament.session
    if session is None:
        return
    for table in tables.values():
        table.hand = None
        table.save(update_fields=["hand"])
    if session.hands is None:
        return
    for table in tables.values():
        table.last_hands_after = table.hand_number
        table.save(update_fields=["last_hands_after"])
    clock.set_last_hands(tournament_id=tournament.pk, hands=session.hands)


@transaction.atomic
def stop(*, tournament_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """The director ends the session's play: hands in progress are finished, none is begun."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, _ = locking.tournament_and_tables(tournament_id)
    if tournament.session is None or not tournament.session.is_in_play:
        raise Refused("No session is in play.")
    words = " ".join(reason.split())[:120] or "the director ended it"
    plans.stop(tournament, because=words, actor=actor, now=now)


@transaction.atomic
def end(
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    counted: Mapping[int, int] | None = None,
) -> Session:
    """Store how everybody finished, send the winners on, take the chips and the seats back."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    rebuys.close_expired(now=now, tournament_id=tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if tournament.state == TournamentState.FINISHED:
        return _close(tournament, counted or {}, actor=actor, now=now)
    found = _ended(tournament, tables, now=now)
    held = found.chips_at_tables()
    advancing.check_counted_back(counted or {}, held, rulebook=tournament.rulebook)
    session = found.session
    results = _results(found)
    session.ended_at = now
    session.ended_because = tournament.clock.state["reason"][:120]
    session.save(update_fields=["ended_at", "ended_because"])
    _clear(tournament, tables, found, actor=actor, now=now)
    plans.advance(session, results)
    tournament.state = move(TournamentState(tournament.state), TournamentState.BETWEEN)
    tournament.save(update_fields=["state"])
    following = plan_queries.next_up(tournament)
    keeps = following is not None and following.stacks == StacksBegin.CARRIED
    session_clock.wind_back(tournament_id, keeps_level=keeps)
    said = {"session": session.title, "words": _words(found, results), "returned": held}
    journal.write(actor, "session.ended", tournament_id=tournament_id, at=now, **said)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return session


def _close(
    tournament: Tournament, counted: Mapping[int, int], *, actor: Actor, now: datetime
) -> Session:
    """The last session is over when its chips are counted back (charity:22.3)."""
    found = session_queries.outcome(tournament, now=now)
    if found is None:
        raise Refused("No session is in play.")
    held = found.chips_at_tables()
    advancing.check_counted_back(counted, held, rulebook=tournament.rulebook)
    session = found.session
    session.ended_at = now
    session.ended_because = tournament.clock.state["reason"][:120]
    session.save(update_fields=["ended_at", "ended_because"])
    said = {"session": session.title, "words": "the places are decided", "returned": held}
    journal.write(actor, "session.ended", tournament_id=tournament.pk, at=now, **said)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return session


def _ended(tournament: Tournament, tables: dict[int, Table], *, now: datetime) -> Outcome:
    """The outcome, once play has stopped, the last hands are over and every tie is settled."""
    clock.catch_up(tournament.clock, now=now)
    found = session_queries.outcome(tournament, now=now)
    if found is None:
        raise Refused("No session is in play.")
    if found.session.advances_to_id is None:
        raise Refused("This session decides: declare the winner on the console.")
    if not plan_queries.is_stopped(tournament):
        raise Refused("The session is still in play: it ends with its time, hands or players.")
    if playing := [number for number, table in tables.items() if hands.is_in_play(table)]:
        why = f"Table {playing[0]} still plays its last hand: it is finished first."
        raise Refused(why, tournament.law.clock.no_more_hands.clause)
    tournaments.check_no_dispute(tournament)
    waiting = Bust.standing.filter(entry__session=found.session, may_rebuy=True)
    if bust := waiting.select_related("entry__player").first():
        raise Refused(f"{bust.entry.name} may still rebuy: settle that first.")
    if found.questions:
        first = found.questions[0]
        names = " and ".join(found.entries[entry].name for entry in sorted(first.entries))
        raise Refused(f"{names} are equal: settle that first.", first.clause)
    _check_room(found)
    return found


def _check_room(found: Outcome) -> None:
    """Refuse to send more on than the next session has places; its plan can be changed first."""
    target = found.session.advances_to
    if target is None:
        return
    going = advancing.who(found.rule, found.contest)
    players = {found.entries[entry].player_id for entry in going}
    there = target.entries.filter(withdrawn_at__isnull=True).values_list("player", flat=True)
    plan_queries.check_room(target, len(players - set(there)))


def _results(found: Outcome) -> list[SessionResult]:
    going, winners = advancing.who(found.rule, found.contest), advancing.winners(found.contest)
    at_table = {
        placing.entry: placing.place
        for standing in found.finish.tables.values()
        for placing in standing.placings
    }
    return SessionResult.objects.bulk_create(
        SessionResult(
            session=found.session,
            entry=found.entries[placing.entry],
            table_number=found.table_of.get(placing.entry, 0),
            place=placing.place,
            place_at_table=at_table.get(placing.entry, 0),
            chips=found.entries[placing.entry].stack,
            advances=placing.entry in going,
            is_winner=placing.entry in winners,
        )
        for placing in found.finish.overall.placings
    )


def _clear(
    tournament: Tournament, tables: dict[int, Table], found: Outcome, *, actor: Actor, now: datetime
) -> None:
    """Everybody leaves; chips are the house's unless the next session keeps them (charity:22.3)."""
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    seats.update(until=now)
    target = found.session.advances_to
    keeps = target is not None and plan_queries.goes_on_itself(target)
    going = advancing.who(found.rule, found.contest)
    back = [pk for pk in found.entries if not (keeps and pk in going)]
    chips = {pk: -entry.stack for pk, entry in ledger.held(back).items()}
    ledger.move(chips, reason=ChipReason.RETURNED, actor=actor, now=now)
    clock.set_last_hands(tournament_id=tournament.pk, hands=None)
    for table in tables.values():
        stacks.bump(table)


def _words(found: Outcome, results: list[SessionResult]) -> str:
    names = [found.entries[one.entry_id].name for one in results if one.advances]
    target = found.session.advances_to
    return f"{', '.join(names)} to {target.title if target else ''}"


@transaction.atomic
def decide(
    answer: placings.Answer, *, tournament_id: int, actor: Actor, now: datetime
) -> PlacingDecision:
    """Settle a tie at the session's end: cards cut or drawn, or a ruling (adelaide:98)."""
    require(actor, Permission.RULE, tournament_id)
    rebuys.close_expired(now=now, tournament_id=tournament_id)
    tournament, _ = locking.tournament_and_tables(tournament_id)
    clock.catch_up(tournament.clock, now=now)
    found = session_queries.outcome(tournament, now=now)
    asked = found.questions if found is not None else ()
    question = next((one for one in asked if one.entries == answer.entries), None)
    if question is None or not plan_queries.is_stopped(tournament):
        raise Refused("This order is not open any more: look at the page again.")
    return placings.settle(tournament, question, answer, actor=actor, now=now)
