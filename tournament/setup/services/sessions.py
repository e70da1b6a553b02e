"""Plan sessions, fill them, begin them: heats, second chances, finals."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max

from engine.entries import advancing, sessions
from engine.entries.advancing import By, Rule
from engine.entries.sessions import SessionEnd
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from tournament.clock.services import clock, session_clock
from tournament.entries.queries import sent_home
from tournament.entries.services import entries
from tournament.live import broadcast
from tournament.models import Entry, Session, SessionResult, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.sessions import IN_SESSION, AdvanceBy, SessionKind, StacksBegin
from tournament.office.queries import licence as licence_queries
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.queries import kept
from tournament.records.services import journal, ledger
from tournament.setup.queries import sessions as session_queries
from tournament.setup.services import conditions


@dataclass(frozen=True, slots=True)
class Plan:
    """A session as the director plans it."""

    kind: str = SessionKind.HEAT
    name: str = ""
    planned_at: datetime | None = None
    places: int | None = None
    minutes: int | None = None
    hands: int | None = None
    players_left: int = 1
    finishing_time: datetime | None = None
    stacks: str = StacksBegin.FRESH
    advances_to: int | None = None
    advance_by: str = AdvanceBy.TABLE
    advancing: int = 1
    admits: int | None = None


@transaction.atomic
def plan(
    *,
    tournament_id: int,
    wanted: Plan,
    actor: Actor,
    now: datetime,
    number: int | None = None,
    reason: str = "",
) -> Session:
    """Add a session, or change one that has not begun; in play the conditions are amended by it."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = _locked(tournament_id)
    session = _to_change(tournament, number)
    target = _target(tournament, session, wanted)
    _check(tournament, session, wanted, target)
    before = conditions.told(tournament)
    for field, value in asdict(wanted).items():
        if field != "advances_to":
            setattr(session, field, value)
    session.name = " ".join(wanted.name.split())[:80]
    session.advances_to = target
    session.save()
    _take_in(tournament, session, actor=actor, now=now)
    words = session_queries.words(session)
    said = {"session": session.title, "words": words}
    journal.write(actor, "session.planned", tournament_id=tournament_id, at=now, **said)
    conditions.amend(tournament, before, reason=reason, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return session


def _locked(tournament_id: int) -> Tournament:
    held = Tournament.objects.select_for_update(of=("self",), no_key=True)
    return held.select_related("clock", "session").get(pk=tournament_id)


def _to_change(tournament: Tournament, number: int | None) -> Session:
    if tournament.is_over:
        raise Refused("The tournament is over: its sessions can no longer change.")
    if number is None:
        if tournament.started_at is not None and tournament.session_id is None:
            raise Refused("Play has begun as one session: plan sessions before the start.")
        highest = tournament.sessions.aggregate(highest=Max("number"))["highest"] or 0
        return Session(tournament=tournament, number=highest + 1)
    session = tournament.sessions.filter(number=number).first()
    if session is None:
        raise Refused(f"No session {number}.")
    if session.started_at is not None:
        raise Refused(
            f"{session.title} has started and can no longer change.",
            tournament.law.desk.session_length.clause,
        )
    return session


def _target(tournament: Tournament, session: Session, wanted: Plan) -> Session | None:
    if wanted.advances_to is None:
        return None
    if wanted.kind == SessionKind.FINAL:
        raise Refused("The final decides: nobody advances from it.")
    target = tournament.sessions.filter(number=wanted.advances_to).first()
    if target is None or target.pk == session.pk:
        raise Refused(
            "Choose another session for those who advance.",
            tournament.law.desk.session_target.clause,
        )
    if target.started_at is not None:
        raise Refused(
            f"{target.title} has already started.",
            tournament.law.desk.session_target.clause,
        )
    if _leads_to(target, session):
        raise Refused(
            "These sessions would advance to each other in a circle.",
            tournament.law.desk.session_target.clause,
        )
    return target


def _leads_to(start: Session, goal: Session) -> bool:
    step: Session | None = start
    while step is not None:
        if step.pk == goal.pk:
            return True
        step = step.advances_to
    return False


def _check(tournament: Tournament, session: Session, wanted: Plan, target: Session | None) -> None:
    book = tournament.rulebook
    if wanted.kind not in SessionKind.values or wanted.stacks not in StacksBegin.values:
        raise Refused("The page sent an unknown command. Reload it.")
    if wanted.advance_by not in AdvanceBy.values:
        raise Refused("The page sent an unknown command. Reload it.")
    end = SessionEnd(wanted.minutes, wanted.hands, wanted.players_left, wanted.finishing_time)
    sessions.check_end(end, rulebook=book, has_started=False)
    licence_queries.check_finish(tournament, wanted.finishing_time)
    is_carried = wanted.stacks == StacksBegin.CARRIED
    advancing.check_stacks_begin(is_carried=is_carried, rulebook=book)
    if target is not None or session.advances_to_id is not None:
        rule = Rule(By(wanted.advance_by), wanted.advancing)
        is_late = tournament.started_at is not None and _is_other_rule(session, wanted, target)
        advancing.check_rule(rule, rulebook=book, has_started=is_late)
    _check_times(tournament, session, wanted, target)
    _check_places(tournament, session, wanted, target)


def _is_other_rule(session: Session, wanted: Plan, target: Session | None) -> bool:
    """Whether a change touches who comes in, how many advance, or where to (charity:21.1)."""
    kept = (session.advances_to_id, session.advance_by, session.advancing, session.admits)
    asked = (target.pk if target else None, wanted.advance_by, wanted.advancing, wanted.admits)
    return session._state.adding or kept != asked


def _check_times(
    tournament: Tournament, session: Session, wanted: Plan, target: Session | None
) -> None:
    """Refuse a start after that of the session where its winners play."""
    own = _name(session, wanted), wanted.planned_at
    feeding = () if session._state.adding else session.fed_by.all()
    pairs = [((one.title, one.planned_at), own) for one in feeding]
    if target is not None:
        pairs.append((own, (target.title, target.planned_at)))
    for (first, begins), (then, later) in pairs:
        if begins is not None and later is not None and begins >= later:
            raise Refused(
                f"{first} must begin before {then}, to which its winners advance.",
                tournament.law.desk.session_target.clause,
            )


def _name(session: Session, wanted: Plan) -> str:
    return wanted.name or ("This session" if session._state.adding else session.title)


def _check_places(
    tournament: Tournament, session: Session, wanted: Plan, target: Session | None
) -> None:
    """Refuse fewer places than are entered, or than the numbers that advance need (3.2(c))."""
    by_count = tournament.sessions.filter(advance_by=AdvanceBy.COUNT).exclude(pk=session.pk)
    if wanted.places is not None and not session._state.adding:
        entered = session.entries.filter(withdrawn_at__isnull=True).count()
        coming = sum(by_count.filter(advances_to=session).values_list("advancing", flat=True))
        _check_holds(tournament, _name(session, wanted), wanted.places, max(entered, coming))
    if target is not None and target.places and wanted.advance_by == AdvanceBy.COUNT:
        others = sum(by_count.filter(advances_to=target).values_list("advancing", flat=True))
        _check_holds(tournament, target.title, target.places, others + wanted.advancing)


def _check_holds(tournament: Tournament, title: str, places: int, players: int) -> None:
    if players > places:
        raise Refused(
            f"{title} has {places} places and {players} players: plan more places or fewer "
            "who advance.",
            tournament.law.desk.session_place.clause,
        )


def _take_in(tournament: Tournament, session: Session, *, actor: Actor, now: datetime) -> None:
    """Entries taken before any session was planned belong to the first; its draw deals chips."""
    if not session_queries.takes_entries(session):
        return
    loose = tournament.entries.filter(session__isnull=True, withdrawn_at__isnull=True)
    session_queries.check_room(session, loose.count())
    for entry in loose.select_related("player"):
        ledger.move({entry.pk: -entry.stack}, reason=ChipReason.RETURNED, actor=actor, now=now)
        entry.session = session
        entry.save(update_fields=["session"])


@transaction.atomic
def remove(
    *, tournament_id: int, number: int, actor: Actor, now: datetime, reason: str = ""
) -> None:
    """Take a session off the plan that nobody has entered and nothing leads to."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = _locked(tournament_id)
    session = _to_change(tournament, number)
    if session.entries.exists() or tournament.session_id == session.pk:
        raise Refused(f"{session.title} has entries: move them to another session first.")
    if feeding := session.fed_by.first():
        raise Refused(f"Those of {feeding.title} advance to it: change that first.")
    title, before = session.title, conditions.told(tournament)
    session.delete()
    journal.write(actor, "session.removed", tournament_id=tournament_id, at=now, session=title)
    conditions.amend(tournament, before, reason=reason, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def allocate(*, entry_id: int, number: int, actor: Actor, now: datetime) -> Entry:
    """The house puts an entry into another session (adelaide:88f)."""
    entry = Entry.objects.select_related("player", "session").get(pk=entry_id)
    require(actor, Permission.REGISTER_PLAYERS, entry.tournament_id)
    tournament = _locked(entry.tournament_id)
    session = session_queries.to_enter(tournament, number)
    if session is None or session.started_at is not None:
        raise Refused(
            "Choose a session that has not begun.",
            tournament.law.desk.allocation.clause,
        )
    if entry.withdrawn_at is not None or (entry.session and entry.session.started_at):
        raise Refused(
            f"{entry.name} can no longer change session.",
            tournament.law.desk.allocation.clause,
        )
    if session.entries.filter(player=entry.player, withdrawn_at__isnull=True).exists():
        raise Refused(
            f"{entry.name} is already in {session.title}.",
            tournament.law.desk.session_place.clause,
        )
    session_queries.check_room(session, 1)
    entry.session = session
    entry.save(update_fields=["session"])
    said = {"player": entry.name, "session": session.title}
    journal.write(actor, "session.allocated", tournament_id=tournament.pk, at=now, **said)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return entry


@transaction.atomic
def let_in_again(
    *, tournament_id: int, number: int, actor: Actor, now: datetime, chosen: list[int]
) -> int:
    """A second chance for those whom the session's rule lets in (charity:3.2(c))."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = _locked(tournament_id)
    session = _to_change(tournament, number)
    if session.kind != SessionKind.SECOND_CHANCE:
        raise Refused(
            f"{session.title} is not a second chance.",
            tournament.law.desk.second_chance.clause,
        )
    found = session_queries.hopefuls(session, now=now)
    hopeful = {result.entry_id: result.entry for result in found}
    if not chosen or not set(chosen) <= set(hopeful):
        _refuse_stranger(session, set(chosen) - set(hopeful), now=now)
    session_queries.check_room(session, len(chosen))
    rows = kept.of_entries(*[_advance(hopeful[entry_id], session) for entry_id in chosen])
    names = ", ".join(hopeful[entry_id].name for entry_id in chosen)
    said: dict[str, Any] = {"session": session.title, "names": names, "rows": rows}
    journal.write(actor, "session.second_chance", tournament_id=tournament_id, at=now, **said)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return len(chosen)


def _refuse_stranger(session: Session, strangers: set[int], *, now: datetime) -> None:
    """Say who gets the second chance, and why others do not."""
    tournament = session.tournament
    asked = tournament.entries.filter(pk__in=strangers).select_related("player")
    sent_home.check(tournament, *(entry.player for entry in asked), now=now)
    raise Refused(
        f"{session.title} is {session_queries.admission(session)}: pick among those who have no "
        "place in a later session.",
        tournament.law.desk.second_chance.clause,
    )


# -- the draw, the start ---------------------------------------------------------------------------


def to_draw(tournament: Tournament, *, actor: Actor, now: datetime) -> list[str]:
    """Before a draw: which session it is for, with its chips dealt out. The caller holds it.

    Whoever was sent home is left out; the sentences say so (charity:4.7, charity:22.4).
    """
    session = session_queries.next_up(tournament)
    if session is None and tournament.session_id is not None:
        raise Refused("All sessions have been played.")
    if session is not None:
        _check_filled(session, now=now)
        tournament.session = session
        tournament.save(update_fields=["session"])
    left_out = _leave_out(tournament, actor=actor, now=now)
    if session is not None:
        _deal_out(tournament, session, actor=actor, now=now)
    return left_out


def _check_filled(session: Session, *, now: datetime) -> None:
    """Refuse to draw before everybody who qualifies has come."""
    unfinished = session.fed_by.filter(ended_at__isnull=True).first()
    if unfinished is not None:
        raise Refused(
            f"{unfinished.title} is played first: its winners advance to {session.title}."
        )
    if gone := session_queries.missing(session, now=now):
        names = ", ".join(gone)
        raise Refused(f"{names} qualified for {session.title} and is not entered: see Sessions.")


def _leave_out(tournament: Tournament, *, actor: Actor, now: datetime) -> list[str]:
    """Nobody who was sent home is dealt in again: the entry is taken back."""
    barred = sent_home.of(tournament, now=now)
    standing = tournament.entries.filter(IN_SESSION, withdrawn_at__isnull=True)
    found = standing.filter(player__in=barred).select_related("player", "session")
    for entry in found:
        why = barred[entry.player_id]
        because = f"{why.words} ({cite(why.clause)})" if why.clause else why.words
        entries.take_back(tournament, entry, because=because, actor=actor, now=now)
    return [f"{one.name} {barred[one.player_id].words}: not seated." for one in found]


def _deal_out(tournament: Tournament, session: Session, *, actor: Actor, now: datetime) -> None:
    for entry in session.entries.filter(withdrawn_at__isnull=True, stack=0).select_related(
        "player", "advanced_from"
    ):
        stack = _stack(tournament, session, entry)
        ledger.move({entry.pk: stack}, reason=ChipReason.ENTRY, actor=actor, now=now)


def _stack(tournament: Tournament, session: Session, entry: Entry) -> int:
    if session.stacks == StacksBegin.CARRIED and entry.advanced_from_id is not None:
        brought = SessionResult.objects.filter(entry_id=entry.advanced_from_id, advances=True)
        chips = brought.order_by("-pk").values_list("chips", flat=True).first()
        return int(chips or 0) or int(tournament.structure["stack"])
    return int(tournament.structure["stack"])


def take_back_draw(tournament: Tournament, *, actor: Actor, now: datetime) -> None:
    """The draw is cancelled: its chips go back, the session waits. The caller holds it."""
    session = tournament.session
    if session is None:
        return
    if not session_queries.goes_on_itself(session):
        chips = {entry.pk: -entry.stack for entry in session.entries.filter(stack__gt=0)}
        ledger.move(chips, reason=ChipReason.RETURNED, actor=actor, now=now)
    played = tournament.sessions.filter(ended_at__isnull=False)
    tournament.session = played.order_by("-ended_at").first()
    tournament.save(update_fields=["session"])


def begin(tournament: Tournament, *, actor: Actor, now: datetime) -> None:
    """The drawn session starts; its end is set on the clock. The caller holds the tournament."""
    session = tournament.session
    if session is None:
        return
    if session.kind != SessionKind.SESSION or session.stacks == StacksBegin.FRESH:
        stacks = session.entries.filter(withdrawn_at__isnull=True).values_list("stack", flat=True)
        advancing.check_equal_stacks(stacks, rulebook=tournament.rulebook)
    session.started_at = now
    session.save(update_fields=["started_at"])
    minutes = None if session.minutes is None else timedelta(minutes=session.minutes)
    session_clock.set_end(
        tournament.pk, finishes_at=session.finishing_time, plays_for=minutes, now=now
    )
    said = {"session": session.title}
    journal.write(actor, "session.started", tournament_id=tournament.pk, at=now, **said)


def take_back_begin(tournament: Tournament) -> None:
    """The session had not started after all. The caller holds the tournament and says so."""
    if tournament.session is not None:
        tournament.session.started_at = None
        tournament.session.save(update_fields=["started_at"])


# -- the end ---------------------------------------------------------------------------------------


def stop(tournament: Tournament, *, because: str, actor: Actor, now: datetime) -> None:
    """No hand is dealt any more: the clock ends. The caller holds the tournament."""
    session = tournament.session
    if session is None or not session.is_in_play or session_queries.is_stopped(tournament):
        return
    clock.finish(tournament_id=tournament.pk, reason=because, actor=actor, now=now)
    said = {"session": session.title, "reason": because}
    journal.write(actor, "session.stopped", tournament_id=tournament.pk, at=now, **said)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)


def stop_if_few(tournament: Tournament, *, left: int, now: datetime) -> bool:
    """Stop a session that has come down to its last players; whether it was or is stopped."""
    session = tournament.session
    if session is None or not session.is_in_play:
        return False
    if session.advances_to_id is None and session.players_left == 1:
        return False
    if left > session.players_left:
        return False
    words = "one player is left" if left == 1 else f"{left} players are left"
    stop(tournament, because=words, actor=SYSTEM, now=now)
    return True


def check_decides(tournament: Tournament) -> None:
    """Refuse to declare a winner of the tournament in a session that others follow."""
    session = tournament.session
    if session is not None and session.advances_to_id is not None:
        raise Refused(f"{session.title} is not the last session: end it under Sessions.")


def close_final(tournament: Tournament, *, now: datetime) -> None:
    """The deciding session is over with the tournament, or when its chips are back (22.3)."""
    session = tournament.session
    if tournament.law.entries.counted_back.value:
        return
    if session is not None and session.ended_at is None:
        session.ended_at = now
        session.save(update_fields=["ended_at"])


def reopen_final(tournament: Tournament, *, actor: Actor, now: datetime) -> None:
    """The finish is taken back, and with it the end of the deciding session and of its chips."""
    session = tournament.session
    if session is not None:
        session.ended_at = None
        session.save(update_fields=["ended_at"])
        back = session_queries.counted_back(session)
        ledger.move(back, reason=ChipReason.RETURNED, actor=actor, now=now)


def advance(session: Session, results: list[SessionResult]) -> list[Entry]:
    """Those who go on get their place in the next session; of several entries the best is kept."""
    target = session.advances_to
    if target is None:
        return []
    going = [result.entry for result in results if result.advances]
    return [_advance(entry, target) for entry in going]


def _advance(entry: Entry, target: Session) -> Entry:
    there = Entry.objects.filter(
        session=target, player_id=entry.player_id, withdrawn_at__isnull=True
    ).first()
    if there is not None:
        return _keep_best(there, entry)
    if session_queries.goes_on_itself(target):
        entry.session = target
        entry.save(update_fields=["session"])
        return entry
    highest = Entry.objects.filter(tournament_id=entry.tournament_id).aggregate(n=Max("number"))[
        "n"
    ]
    return Entry.objects.create(
        tournament_id=entry.tournament_id,
        player_id=entry.player_id,
        name=entry.name,
        number=highest + 1,
        session=target,
        advanced_from=entry,
        eligible_by=entry.eligible_by,
        registered_at=entry.registered_at,
    )


def _keep_best(there: Entry, other: Entry) -> Entry:
    if there.advanced_from_id is None:
        return there
    found = SessionResult.objects.filter(
        entry__in=(there.advanced_from_id, other.pk), advances=True
    )
    chips = dict(found.values_list("entry", "chips"))
    there.advanced_from_id = advancing.best(chips) if chips else there.advanced_from_id
    there.save(update_fields=["advanced_from"])
    return there


def copy_plan(origin: Tournament, made: Tournament) -> None:
    """A copy of a tournament is played in the same sessions; their days are its own."""
    ends = ("minutes", "hands", "players_left")
    kept = ("number", "kind", "name", "places", "stacks", "admits", *ends)
    by_number = {
        session.number: Session.objects.create(
            tournament=made,
            advance_by=session.advance_by,
            advancing=session.advancing,
            **{field: getattr(session, field) for field in kept},
        )
        for session in origin.sessions.all()
    }
    for one in origin.sessions.filter(advances_to__isnull=False).select_related("advances_to"):
        if one.advances_to is not None:
            by_number[one.number].advances_to = by_number[one.advances_to.number]
            by_number[one.number].save(update_fields=["advances_to"])
