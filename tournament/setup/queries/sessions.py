"""Sessions: which one is entered, drawn and played next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, Sum
from django.utils import timezone

from engine.amounts import figure, hour
from engine.clock.clock_state import Phase
from engine.entries import advancing
from engine.hand import numbers
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tournament.clock.queries import clock as clock_queries
from tournament.entries.queries import sent_home
from tournament.models import ChipMove, Entry, Session, SessionResult, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.sessions import AdvanceBy, SessionKind, StacksBegin


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
            "No session takes entries now.",
            tournament.law.desk.session_place.clause,
        )
    session = next((one for one in planned if one.number == number), None)
    if session is None:
        raise Refused(f"No session {number}.")
    if not takes_entries(session):
        raise Refused(
            f"{session.title} takes no entries: players advance to it.",
            tournament.law.desk.session_place.clause,
        )
    if session.ended_at is not None:
        raise Refused(f"{session.title} is over.", tournament.law.desk.late_session.clause)
    return session


def key_before(tournament: Tournament) -> int:
    """The key before the first hand of the session in play; 0 without sessions."""
    return numbers.before_session(tournament.sessions.filter(started_at__isnull=False).count())


def of_hands(tournament: Tournament) -> dict[int, str]:
    """What the sessions played are called, by the place that the keys of their hands name."""
    played = tournament.sessions.filter(started_at__isnull=False).order_by("started_at", "pk")
    return {place: one.title for place, one in enumerate(played, 1)}


def counted_back(session: Session) -> dict[int, int]:
    """What each entry has given back of the chips it held in this session (charity:22.3)."""
    moves = ChipMove.objects.filter(
        entry__session=session, reason=ChipReason.RETURNED, at__gte=session.started_at
    )
    sums = moves.order_by().values_list("entry").annotate(chips=Sum("amount"))
    return {entry: -chips for entry, chips in sums}


def in_order(sessions: Iterable[Session]) -> list[Session]:
    """As they are played: by their start, but never before those whose players they take."""
    waiting = list(sessions)
    ordered: list[Session] = []
    while waiting:
        free = [one for one in waiting if not _comes_after(one, waiting)]
        following = min(free, key=_start)
        waiting.remove(following)
        ordered.append(following)
    return ordered


def _comes_after(session: Session, others: list[Session]) -> bool:
    """Whether one of the others is played first: its players come here."""
    feeds = any(other.advances_to_id == session.pk for other in others)
    return feeds or bool(takes_from(session, others))


def _start(session: Session) -> tuple[int, float, int]:
    """Those that have begun, then those with a time, then the others as they were planned."""
    begins = session.started_at or session.planned_at
    rank = 0 if session.started_at else 1 if begins else 2
    return rank, begins.timestamp() if begins else 0, session.number


def takes_from(session: Session, planned: Iterable[Session]) -> list[Session]:
    """The sessions before a second chance, whose players may come into it; none for any other."""
    if session.kind != SessionKind.SECOND_CHANCE:
        return []
    known = {one.pk: one for one in planned}
    after = _leading_on(session, known)
    return [
        one
        for one in known.values()
        if one.kind in (SessionKind.HEAT, SessionKind.SESSION)
        and one.pk not in after
        and not _is_later(one, session)
    ]


def _leading_on(session: Session, known: dict[int, Session]) -> set[int]:
    """The sessions that follow from this one."""
    found: set[int] = set()
    step = session.advances_to_id
    while step is not None and step not in found:
        found.add(step)
        step = known[step].advances_to_id if step in known else None
    return found


def _is_later(one: Session, than: Session) -> bool:
    begins, than_begins = one.planned_at, than.planned_at
    return begins is not None and than_begins is not None and begins > than_begins


def next_up(tournament: Tournament) -> Session | None:
    """The session to be drawn next; None when all have been played."""
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


def hopefuls(session: Session, *, now: datetime) -> list[SessionResult]:
    """Results of those who may come into a second chance and have no place in a later session.

    Nobody who was sent home is among them (charity:4.7, charity:22.4).
    """
    tournament = session.tournament
    later = tournament.entries.filter(
        session__started_at__isnull=True, session__isnull=False, withdrawn_at__isnull=True
    )
    placed = set(later.values_list("player", flat=True))
    kept: dict[int, SessionResult] = {}
    for result in admitted(session, now=now):
        kept.setdefault(result.entry.player_id, result)
    found = (one for one in kept.values() if one.entry.player_id not in placed)
    return sorted(found, key=lambda result: (result.session.number, result.place))


def admitted(session: Session, *, now: datetime) -> list[SessionResult]:
    """Whom the session's own rule lets in: of each session before it the best who did not advance.

    Where somebody was sent home, the next one moves up.
    """
    barred = sent_home.of(session.tournament, now=now)
    before = takes_from(session, session.tournament.sessions.all())
    results = SessionResult.objects.filter(session__in=before, advances=False)
    found: dict[int, list[SessionResult]] = {}
    for result in results.select_related("entry__player", "session").order_by("place", "pk"):
        if result.entry.player_id not in barred and result.entry.withdrawn_at is None:
            found.setdefault(result.session_id, []).append(result)
    best = [one for rows in found.values() for one in rows[: session.admits]]
    return sorted(best, key=lambda result: -result.chips)


def check_room(session: Session, coming: int) -> None:
    """Refuse more players than a session has places (charity:3.2(c))."""
    if session.places is None:
        return
    taken = session.entries.filter(withdrawn_at__isnull=True).count()
    free = max(0, session.places - taken)
    if coming > free:
        raise Refused(
            f"{session.title} is full: it has {session.places} places, {free} of them free, and "
            f"{coming} would come in.",
            session.tournament.law.desk.session_place.clause,
        )


def missing(session: Session, *, now: datetime) -> list[str]:
    """Names of those who qualified for a session and are not in it (nor taken back, sent home)."""
    qualified = SessionResult.objects.filter(session__advances_to=session, advances=True)
    players = dict(qualified.values_list("entry__player", "entry__player__name"))
    there = {*session.entries.values_list("player", flat=True)}
    there |= set(sent_home.of(session.tournament, now=now))
    return sorted(players[player] for player in advancing.missing(players, there))


def told(tournament: Tournament) -> list[str]:
    """Every session: who plays in it, how it ends, who goes on (charity:3.2(c), charity:21.2)."""
    planned = in_order(tournament.sessions.select_related("advances_to"))
    return [
        f"{one.title}: {words(one)}." + (f" {one.places} places." if one.places else "")
        for one in planned
    ]


def words(session: Session) -> str:
    """Who plays in a session, how it ends and who goes on, in one sentence."""
    parts = (admission(session), f"ends {ending(session)}", onward(session))
    return "; ".join(filter(None, parts))


def admission(session: Session) -> str:
    """Who may come into a second chance (charity:3.2(c)); nothing for any other session."""
    if session.kind != SessionKind.SECOND_CHANCE:
        return ""
    before = in_order(takes_from(session, session.tournament.sessions.all()))
    titles = [one.title for one in before] or ["a session before it"]
    if session.admits is None:
        return f"for everybody who did not advance from {' or '.join(titles)}"
    best = f"the best {session.admits}" if session.admits > 1 else "the best player"
    each = "each of " if len(titles) > 1 else ""
    return f"for {best} who did not advance from {each}{' and '.join(titles)}"


def ending(session: Session) -> str:
    """When a session ends: the first of these that is reached."""
    ends = [f"after {session.minutes} minutes"] if session.minutes else []
    ends += [f"after {session.hands} hands at each table"] if session.hands else []
    if session.finishing_time:
        at = timezone.localtime(session.finishing_time)
        ends.append(f"at {hour(at)} on {at:%-d %B}")
    left = session.players_left
    ends.append(f"when {left} players are left" if left > 1 else "when one player is left")
    return " or ".join(ends)


def onward(session: Session) -> str:
    """Who goes on, and where to."""
    if session.advances_to is None:
        return "the last player left, or the one with most chips at its end, wins"
    many = session.advancing
    who = {
        AdvanceBy.TABLE: f"the best {many} of each table go"
        if many > 1
        else "each table's winner goes",
        AdvanceBy.COUNT: f"the best {many} go" if many > 1 else "the winner goes",
        AdvanceBy.CHIPS: f"everybody with {figure(many)} chips or more goes",
    }[AdvanceBy(session.advance_by)]
    return f"{who} on to {session.advances_to.title}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A session of the plan, its state and its results."""

    session: Session
    title: str
    kind: str
    words: str
    entered: int
    state: str
    is_open: bool
    hopefuls: list[SessionResult]
    results: list[SessionResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class QualifiedRow:
    """Somebody who qualified, from where, and whether they are there."""

    name: str
    origin: str
    chips: int
    is_there: bool
    is_taken_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """For a session that others lead to: whether everybody is there who qualified."""

    title: str
    rows: list[QualifiedRow]
    waits: list[str]

    @property
    def is_whole(self) -> bool:
        """Whether nobody is missing and nothing is still played for."""
        return not self.waits and all(row.is_there or row.is_taken_back for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionsPage:
    """The sessions page: the plan, the results so far, and who qualified for what."""

    sessions: list[SessionRow]
    checklist: list[Check]


def page(tournament: Tournament, *, now: datetime) -> SessionsPage:
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
    return SessionsPage(
        sessions=[
            _row(tournament, session, results.get(session.pk, []), now) for session in planned
        ],
        checklist=_checklist(tournament, planned, results),
    )


def _is_second(session: Session) -> bool:
    return session.kind == SessionKind.SECOND_CHANCE and session.started_at is None


def _row(
    tournament: Tournament, session: Session, results: list[SessionResult], now: datetime
) -> SessionRow:
    return SessionRow(
        session=session,
        title=session.title,
        kind=SessionKind(session.kind).label,
        words=words(session),
        entered=session.entered,  # type: ignore[attr-defined]  # annotated above
        state=_state(tournament, session),
        is_open=session.started_at is None,
        hopefuls=hopefuls(session, now=now) if _is_second(session) else [],
        results=results,
    )


def _state(tournament: Tournament, session: Session) -> str:
    if session.ended_at is not None:
        return "over"
    if session.started_at is not None:
        return "stopped" if is_stopped(tournament) else "in play"
    is_drawn = tournament.session_id == session.pk
    return "drawn" if is_drawn and tournament.state == TournamentState.SEATED else "planned"


def _checklist(
    tournament: Tournament, planned: list[Session], results: dict[int, list[SessionResult]]
) -> list[Check]:
    """For each session that others lead to: is everybody there who qualified, and nobody else."""
    led_to = {session.advances_to_id for session in planned}
    fed = [session for session in planned if session.pk in led_to]
    entered: dict[int, dict[int, Entry]] = {session.pk: {} for session in fed}
    for entry in tournament.entries.filter(session__in=fed).select_related("player"):
        entered[entry.session_id or 0][entry.player_id] = entry
    return [_check(session, planned, results, entered[session.pk]) for session in fed]


def _check(
    target: Session,
    planned: list[Session],
    results: dict[int, list[SessionResult]],
    there: dict[int, Entry],
) -> Check:
    feeding = [session for session in planned if session.advances_to_id == target.pk]
    qualified = {
        result.entry.player_id: (result, session)
        for session in feeding
        for result in results.get(session.pk, [])
        if result.advances
    }
    rows = [
        QualifiedRow(
            name=result.entry.player.name,
            origin=session.title,
            chips=result.chips,
            is_there=player in there and there[player].withdrawn_at is None,
            is_taken_back=player in there and there[player].withdrawn_at is not None,
        )
        for player, (result, session) in sorted(
            qualified.items(), key=lambda item: (item[1][1].number, item[1][0].place)
        )
    ]
    waits = [session.title for session in feeding if session.ended_at is None]
    return Check(title=target.title, rows=rows, waits=waits)
