"""Begin and end sessions at the tables: no hand left, ties settled, chips back, winners on."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine.entries import advancing
from engine.lifecycle import TournamentState, move
from engine.refusal import Refused
from tables.chips.services import rebuys
from tables.commands import Hall, across
from tables.models import Seating, Table
from tables.play.queries import hands
from tables.sessions.queries import sessions as session_queries
from tables.sessions.queries.sessions import Outcome
from tournament.clock.services import clock, session_clock
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, PlacingDecision, Session, SessionResult, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.sessions import StacksBegin
from tournament.permissions import Actor, Permission, require
from tournament.prizes.services import placings
from tournament.records.queries import kept
from tournament.records.services import ledger
from tournament.setup.queries import sessions as plan_queries
from tournament.setup.services import sessions as plans
from tournament.setup.services import tournaments


def begin(tournament: Tournament, tables: dict[int, Table]) -> None:
    """Every table begins anew, and counts its hands where the session has so many (adelaide:87b).

    No hand of an earlier session comes before the first one: it is hand 1, and the button is where
    the book lays it first (charity:11.1).
    """
    session = tournament.session
    if session is None:
        return
    first = plan_queries.key_before(tournament)
    for table in tables.values():
        table.numbers_used = table.next_hand_number - 1
        table.hand, table.hand_number = None, first
        table.save(update_fields=["hand", "hand_number", "numbers_used"])
    if session.hands is None:
        return
    for table in tables.values():
        table.last_hands_after = table.hand_number
        table.save(update_fields=["last_hands_after"])
    clock.set_last_hands(tournament_id=tournament.pk, hands=session.hands)


def stop(*, tournament_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """The director ends the session's play: hands in progress are finished first."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        tournament = hall.tournament
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
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        hall.tell(*EVERYBODY)
        if hall.tournament.state == TournamentState.FINISHED:
            return _close(hall, counted or {})
        return _end(hall, counted or {})


def _end(hall: Hall, counted: Mapping[int, int]) -> Session:
    tournament = hall.tournament
    found = _ended(tournament, hall.tables, now=hall.now)
    held = _counted_back(found, counted, tournament)
    results = _results(found)
    session = _over(found.session, tournament, hall.now)
    _clear(hall, found)
    rows = kept.of_entries(*plans.advance(session, results))
    tournament.state = move(TournamentState(tournament.state), TournamentState.BETWEEN)
    tournament.save(update_fields=["state"])
    following = plan_queries.next_up(tournament)
    keeps = following is not None and following.stacks == StacksBegin.CARRIED
    session_clock.wind_back(tournament.pk, keeps_level=keeps)
    words = _words(found, results)
    hall.write("session.ended", session=session.title, words=words, returned=held, rows=rows)
    return session


def _close(hall: Hall, counted: Mapping[int, int]) -> Session:
    """The last session is over when its chips are counted back (charity:22.3)."""
    tournament = hall.tournament
    found = session_queries.outcome(tournament, now=hall.now)
    if found is None:
        raise Refused("No session is in play.")
    held = _counted_back(found, counted, tournament)
    session = _over(found.session, tournament, hall.now)
    chips = {entry: -left for entry, left in found.finish.chips.items()}
    ledger.move(chips, reason=ChipReason.RETURNED, actor=hall.actor, now=hall.now)
    words = "the places are decided"
    hall.write("session.ended", session=session.title, words=words, returned=held)
    return session


def _counted_back(
    found: Outcome, counted: Mapping[int, int], tournament: Tournament
) -> dict[int, int]:
    """The chips at the tables, if so many were counted back."""
    held = found.chips_at_tables()
    advancing.check_counted_back(counted, held, rulebook=tournament.rulebook)
    return held


def _over(session: Session, tournament: Tournament, now: datetime) -> Session:
    session.ended_at = now
    session.ended_because = tournament.clock.state["reason"][:120]
    session.save(update_fields=["ended_at", "ended_because"])
    return session


def _ended(tournament: Tournament, tables: dict[int, Table], *, now: datetime) -> Outcome:
    """The outcome, once play has stopped, the last hands are over and every tie is settled."""
    clock.catch_up(tournament.clock, now=now)
    found = session_queries.outcome(tournament, now=now)
    if found is None:
        raise Refused("No session is in play.")
    if found.session.advances_to_id is None:
        raise Refused("This session decides the tournament: declare the winner on the console.")
    if not plan_queries.is_stopped(tournament):
        raise Refused("The session is still in play: it ends with its time, hands or players.")
    if playing := [number for number, table in tables.items() if hands.is_in_play(table)]:
        why = f"Table {playing[0]} still plays its last hand: it is finished first."
        raise Refused(why, tournament.law.clock.no_more_hands.clause)
    tournaments.check_no_dispute(tournament)
    waiting = Bust.standing.filter(entry__session=found.session, may_rebuy=True)
    if bust := waiting.select_related("entry__player").first():
        raise Refused(f"{bust.entry.name} may still rebuy: decide that first.")
    if found.questions:
        first = found.questions[0]
        names = " and ".join(found.entries[entry].name for entry in sorted(first.entries))
        raise Refused(f"{names} are tied: decide that first.", first.clause)
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


def _clear(hall: Hall, found: Outcome) -> None:
    """Everybody leaves; chips are the house's unless the next session keeps them (charity:22.3)."""
    tournament = hall.tournament
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    seats.update(until=hall.now)
    target = found.session.advances_to
    keeps = target is not None and plan_queries.goes_on_itself(target)
    going = advancing.who(found.rule, found.contest)
    back = [pk for pk in found.entries if not (keeps and pk in going)]
    chips = {pk: -entry.stack for pk, entry in ledger.held(back).items()}
    ledger.move(chips, reason=ChipReason.RETURNED, actor=hall.actor, now=hall.now)
    clock.set_last_hands(tournament_id=tournament.pk, hands=None)
    hall.change(*hall.tables.values())


def _words(found: Outcome, results: list[SessionResult]) -> str:
    names = [found.entries[result.entry_id].name for result in results if result.advances]
    target = found.session.advances_to
    return f"{', '.join(names)} to {target.title if target else ''}"


@transaction.atomic
def decide(
    answer: placings.Answer, *, tournament_id: int, actor: Actor, now: datetime
) -> PlacingDecision:
    """Settle a tie at the session's end: cards cut or drawn, or a ruling (adelaide:98)."""
    require(actor, Permission.RULE, tournament_id)
    rebuys.close_expired(now=now, tournament_id=tournament_id)
    with across(tournament_id, Permission.RULE, actor=actor, now=now) as hall:
        tournament = hall.tournament
        clock.catch_up(tournament.clock, now=now)
        found = session_queries.outcome(tournament, now=now)
        asked = found.questions if found is not None else ()
        question = next((one for one in asked if one.entries == answer.entries), None)
        if question is None or not plan_queries.is_stopped(tournament):
            raise Refused("This tie is no longer open. Look at the page again.")
        return placings.settle(tournament, question, answer, actor=actor, now=now)
