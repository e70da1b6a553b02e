"""Sessions: which one is entered, drawn and played next."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from engine import advancing
from engine.amounts import figure
from engine.clock_state import Phase
from engine.lifecycle import TournamentState
from engine.office_clauses import Matter, clause
from engine.refusal import Refused
from tournament.models import Entry, Session, SessionResult, Tournament
from tournament.models.sessions import AdvanceBy, SessionKind, StacksBegin
from tournament.queries import clock as clock_queries


def takes_entries(session: Session) -> bool:
    """Only sessions of the first heat are entered; the later ones are filled by who advances."""
    if session.kind in (SessionKind.FINAL, SessionKind.SECOND_CHANCE):
        return False
    return not session.fed_by.exists()


def to_enter(tournament: Tournament, number: int | None = None) -> Session | None:
    """The session an entry is for: the one asked for, else the next that takes entries."""
    planned = in_order(tournament.sessions.all())
    if not planned:
        return None
    if number is None:
        waiting = [one for one in planned if one.started_at is None and takes_entries(one)]
        if waiting:
            return waiting[0]
        if any(one.is_in_play and takes_entries(one) for one in planned):
            return next(one for one in planned if one.is_in_play)
        raise Refused(
            "No session takes entries any more.",
            clause(Matter.SESSION_PLACE, rulebook=tournament.rulebook),
        )
    session = next((one for one in planned if one.number == number), None)
    if session is None:
        raise Refused(f"There is no session {number}.")
    if not takes_entries(session):
        raise Refused(
            f"{session.title} is not entered: one advances to it.",
            clause(Matter.SESSION_PLACE, rulebook=tournament.rulebook),
        )
    if session.ended_at is not None:
        raise Refused(
            f"{session.title} is over.", clause(Matter.LATE_SESSION, rulebook=tournament.rulebook)
        )
    return session


def in_order(sessions: Iterable[Session]) -> list[Session]:
    """As they are played: the longest way to the final first."""
    known = {one.pk: one for one in sessions}

    def steps(one: Session | None) -> int:
        return 0 if one is None else 1 + steps(known.get(one.advances_to_id or 0))

    return sorted(known.values(), key=lambda one: (-steps(one), one.number))


def next_up(tournament: Tournament) -> Session | None:
    """The session to be drawn next; None where there are none, or all have been played."""
    planned = in_order(tournament.sessions.all())
    return next((one for one in planned if one.started_at is None), None)


def is_stopped(tournament: Tournament) -> bool:
    """Whether the session in play deals no more hands; its ties may still be open."""
    session = tournament.session
    if session is None or not session.is_in_play:
        return False
    return clock_queries.state_of(tournament.clock).phase is Phase.FINISHED


def goes_on_itself(target: Session) -> bool:
    """A plain session goes on with the same entries and chips; a heat or final begins anew."""
    return target.kind == SessionKind.SESSION and target.stacks == StacksBegin.CARRIED


def hopefuls(tournament: Tournament) -> list[SessionResult]:
    """Results of those who did not advance and whose player has no place in a later session."""
    results = SessionResult.objects.filter(session__tournament=tournament)
    later = tournament.entries.filter(
        session__started_at__isnull=True, session__isnull=False, withdrawn_at__isnull=True
    ).values("player")
    found = results.filter(advances=False).exclude(entry__player__in=later)
    kept: dict[int, SessionResult] = {}
    for result in found.select_related("entry__player", "session").order_by("-chips", "place"):
        kept.setdefault(result.entry.player_id, result)
    return sorted(kept.values(), key=lambda result: (result.session.number, result.place))


def missing(session: Session) -> list[str]:
    """Names of those who qualified for a session and are not in it (nor taken back)."""
    qualified = SessionResult.objects.filter(session__advances_to=session, advances=True)
    players = dict(qualified.values_list("entry__player", "entry__player__name"))
    there = session.entries.values_list("player", flat=True)
    return sorted(players[player] for player in advancing.missing(players, there))


def words(session: Session) -> str:
    """How a session ends and who goes on, in one sentence."""
    ends = [f"{session.minutes} minutes"] if session.minutes else []
    ends += [f"{session.hands} hands at each table"] if session.hands else []
    if session.players_left > 1:
        ends.append(f"{session.players_left} players left")
    if session.finishing_time:
        ends.append(f"{timezone.localtime(session.finishing_time):%d %B, %H:%M}")
    until = " or ".join(ends) or "one player is left"
    return f"until {until}; {onward(session)}"


def onward(session: Session) -> str:
    """Who goes on, and where to."""
    if session.advances_to is None:
        return "it decides the places"
    many = session.advancing
    who = {
        AdvanceBy.TABLE: f"the best {many} of each table" if many > 1 else "each table's winner",
        AdvanceBy.COUNT: f"the best {many}" if many > 1 else "the winner",
        AdvanceBy.CHIPS: f"everybody with {figure(many)} chips",
    }[AdvanceBy(session.advance_by)]
    return f"{who} to {session.advances_to.title}"


def page(tournament: Tournament) -> dict[str, Any]:
    """The sessions page: the plan, the results so far, and who qualified for what."""
    planned = in_order(
        tournament.sessions.select_related("advances_to").annotate(
            entered=Count("entries", filter=Q(entries__withdrawn_at__isnull=True))
        )
    )
    results: dict[int, list[SessionResult]] = {}
    for result in SessionResult.objects.filter(session__tournament=tournament).select_related(
        "entry__player"
    ):
        results.setdefault(result.session_id, []).append(result)
    return {
        "sessions": [_row(tournament, one, results.get(one.pk, [])) for one in planned],
        "checklist": _checklist(tournament, planned, results),
        "hopefuls": hopefuls(tournament) if any(_is_second(one) for one in planned) else [],
        "has_started": tournament.started_at is not None,
    }


def _is_second(session: Session) -> bool:
    return session.kind == SessionKind.SECOND_CHANCE and session.started_at is None


def _row(tournament: Tournament, session: Session, results: list[SessionResult]) -> dict[str, Any]:
    return {
        "session": session,
        "title": session.title,
        "kind": SessionKind(session.kind).label,
        "words": words(session),
        "entered": session.entered,  # type: ignore[attr-defined]  # annotated above
        "state": _state(tournament, session),
        "is_open": session.started_at is None,
        "is_second": _is_second(session),
        "results": results,
    }


def _state(tournament: Tournament, session: Session) -> str:
    if session.ended_at is not None:
        return "over"
    if session.started_at is not None:
        return "stopped" if is_stopped(tournament) else "in play"
    is_drawn = tournament.session_id == session.pk
    return "drawn" if is_drawn and tournament.state == TournamentState.SEATED else "planned"


def _checklist(
    tournament: Tournament, planned: list[Session], results: dict[int, list[SessionResult]]
) -> list[dict[str, Any]]:
    """For each session that others lead to: is everybody there who qualified, and nobody else."""
    fed = [one for one in planned if any(other.advances_to_id == one.pk for other in planned)]
    entered: dict[int, dict[int, Entry]] = {one.pk: {} for one in fed}
    for entry in tournament.entries.filter(session__in=fed).select_related("player"):
        entered[entry.session_id or 0][entry.player_id] = entry
    return [_check(one, planned, results, entered[one.pk]) for one in fed]


def _check(
    target: Session,
    planned: list[Session],
    results: dict[int, list[SessionResult]],
    there: dict[int, Entry],
) -> dict[str, Any]:
    feeding = [one for one in planned if one.advances_to_id == target.pk]
    qualified = {
        result.entry.player_id: (result, one)
        for one in feeding
        for result in results.get(one.pk, [])
        if result.advances
    }
    rows = [
        {
            "name": result.entry.player.name,
            "origin": one.title,
            "chips": result.chips,
            "is_there": player in there and there[player].withdrawn_at is None,
            "is_taken_back": player in there and there[player].withdrawn_at is not None,
        }
        for player, (result, one) in sorted(
            qualified.items(), key=lambda item: (item[1][1].number, item[1][0].place)
        )
    ]
    waits = [one.title for one in feeding if one.ended_at is None]
    return {
        "title": target.title,
        "rows": rows,
        "waits": waits,
        "is_whole": not waits and all(row["is_there"] or row["is_taken_back"] for row in rows),
    }
