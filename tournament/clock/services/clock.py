"""Run the clock: what the director says, and what falls due by itself."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine.clock import clock as engine_clock
from engine.clock import clock_reading, clock_sales, clock_state
from engine.clock.clock_state import COUNTING, NOT_BEGUN, STANDING, ClockState, Fact, Moved, Phase
from engine.conduct import table_order
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.schedule.schedule import Schedule
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons
from tournament.clock.services.buttons import ENDS, WISHES, Press
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Chain, Clock, ClockMove, JournalEntry, Tournament
from tournament.office.queries import incidents
from tournament.office.queries import licence as licence_queries
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import idempotency, journal
from tournament.records.services.stale import Stale

UNDO, PLAY_ON = "undo", "play_on"
FIRST_CARD = "first_card"
START, HAND_FOR_HAND, END_HAND_FOR_HAND = "start", "hand_for_hand", "end_hand_for_hand"
# More than the clock moved: taken back where that is known.
OWN_BUTTON = (START, FIRST_CARD, HAND_FOR_HAND, END_HAND_FOR_HAND)
STOP_AND_GO = frozenset({"pause", "resume"})
RACE_OFF_DUE = "clock.race_off_fell_due"
SILENT = Press()


@transaction.atomic
def act(
    *, tournament_id: int, kind: str, actor: Actor, now: datetime, press: Press = SILENT
) -> Clock:
    """Carry out one of the director's wishes, once."""
    clock = _locked(tournament_id)
    asked = f"clock.{kind}"
    if idempotency.is_repeated(press.command_id, tournament_id=tournament_id, kind=asked):
        return clock  # even for a table that keeps the time no more
    if not _keeps_time(clock, kind, actor):
        require(actor, Permission.RUN_CLOCK, tournament_id)
    _check(clock, kind, press)
    if kind == UNDO:
        _take_back(clock, _last_move(clock), actor=actor, now=now)
    else:
        _carry_out(clock, kind, press, actor=actor, now=now)
    idempotency.remember(press.command_id, tournament_id=tournament_id, kind=asked, now=now)
    return clock


def _keeps_time(clock: Clock, kind: str, actor: Actor) -> bool:
    """The table to which it was delegated may stop and start the clock only (fours:td-2)."""
    is_keeper = actor.table_id is not None and actor.table_id == clock.timekeeper_table
    return is_keeper and kind in STOP_AND_GO


def _check(clock: Clock, kind: str, press: Press) -> None:
    tournament = clock.tournament
    if tournament.is_over:
        raise Refused(f"The tournament is {tournament.state}: its clock no longer moves.")
    if kind not in (*WISHES, UNDO):
        raise Refused("Unknown clock command. Reload the page.")
    if kind not in (*ENDS, UNDO) and tournament.state != TournamentState.RUNNING:
        raise Refused("Play has not begun: the clock starts with it.")
    if press.version is not None and press.version != clock.version:
        raise Stale("The clock has changed. Check it, then press again.")
    buttons.check(press)


def _carry_out(clock: Clock, kind: str, press: Press, *, actor: Actor, now: datetime) -> None:
    schedule, state = _read(clock)
    before, due = engine_clock.advance_due(schedule, state, now)
    after, facts = WISHES[kind](schedule, before, now, press)
    _check_no_dispute(clock.tournament, before, after)
    if kind in ENDS:
        is_running = clock.tournament.state == TournamentState.RUNNING
        _check_end(clock.tournament, after, has_started=is_running)
    elif kind == PLAY_ON:
        _check_end(clock.tournament, after, has_started=False)
    _write_facts(clock, state, due)
    _remember(clock, kind, before, actor=actor, now=now)
    store(clock, after)
    _write_move(
        clock,
        (before, after),
        f"clock.{kind}",
        actor,
        now,
        about=press.about,
        minutes=press.minutes,
    )
    _write_facts(clock, before, facts)
    if kind == PLAY_ON:
        _set_last_hands(clock, None)


def _check_no_dispute(tournament: Tournament, before: ClockState, after: ClockState) -> None:
    """A clock that stands goes on only when every dispute is decided (charity:22.1)."""
    if before.phase in STANDING and after.phase in COUNTING:
        disputed = incidents.disputed_table(tournament)
        table_order.check_clock_goes_on(tournament.law.conduct, disputed=disputed)


def _set_last_hands(clock: Clock, hands: int | None) -> None:
    """After how many hands each table stops; None where it does not."""
    clock.last_hands = hands
    clock.save(update_fields=["last_hands"])


def _check_end(tournament: Tournament, after: ClockState, *, has_started: bool) -> None:
    """Once play has started some books let nobody change its end; play on is no change of it."""
    began = after.started_at and timezone.localtime(after.started_at)
    buttons.check_end(after, rulebook=tournament.rulebook, has_started=has_started, starts_at=began)
    licence_queries.check_finish(tournament, after.finishes_at)


def _remember(clock: Clock, kind: str, before: ClockState, *, actor: Actor, now: datetime) -> None:
    """Keep where the clock stood, so that the move can be taken back."""
    ClockMove.objects.create(
        clock=clock,
        kind=kind,
        before={**clock_state.to_plain(before), "last_hands": clock.last_hands},
        journal_length=Chain.objects.values_list("length", flat=True).get(pk=clock.pk),
        at=now,
        by=actor.name,
    )


def _last_move(clock: Clock) -> ClockMove:
    move = clock_queries.last_move(clock)
    if move is None or move.kind in OWN_BUTTON:
        raise Refused("Nothing to undo: nobody has moved the clock.")
    return move


def _take_back(clock: Clock, move: ClockMove, *, actor: Actor, now: datetime) -> None:
    move.is_standing = False
    move.save(update_fields=["is_standing"])
    _go_back(clock, move, actor=actor, now=now)


def _go_back(clock: Clock, move: ClockMove, *, actor: Actor, now: datetime) -> None:
    """As if the move had never been; what fell due in both stories is told once."""
    schedule, state = _read(clock)
    before = clock_state.from_plain(move.before)
    after, facts = engine_clock.undo(schedule, before, now)
    _check_no_dispute(clock.tournament, state, after)
    if move.kind in (PLAY_ON, START):
        _set_last_hands(clock, move.before["last_hands"])
    store(clock, after)
    told, kept = _told_since(clock, move), {_key(_name(fact), asdict(fact)) for fact in facts}
    void = [line for line in told if _key(line.name, line.data) not in kept]
    _write_move(
        *(clock, (state, after), "clock.undo", actor, now),
        undone=move.kind,
        void=[line.sequence for line in void],
    )
    _close_race_offs(clock, void, now=now)
    known = {_key(line.name, line.data) for line in told}
    untold = [fact for fact in facts if _key(_name(fact), asdict(fact)) not in known]
    _write_facts(clock, before, untold)


def _key(name: str, data: Mapping[str, Any]) -> tuple[Any, ...]:
    """By what a line of the journal tells the same as another, whenever it was told."""
    return (name, *(data.get(part) for part in ("index", "chip", "what")))


def _told_since(clock: Clock, move: ClockMove) -> list[JournalEntry]:
    """What fell due by itself since the move that is taken back, and was not taken back itself."""
    since = JournalEntry.objects.filter(tournament_id=clock.pk, sequence__gt=move.journal_length)
    undone = since.filter(name="clock.undo").values_list("data__void", flat=True)
    void = {sequence for sequences in undone for sequence in sequences or ()}
    told = since.filter(by=SYSTEM.name, name__startswith="clock.").order_by("sequence")
    return [line for line in told if line.sequence not in void]


def _close_race_offs(clock: Clock, void: Iterable[JournalEntry], *, now: datetime) -> None:
    """A race-off that only the move had opened is closed again: the chip is back in play."""
    schedule = clock_queries.schedule_of(clock.tournament)
    for line in void:
        if line.name == RACE_OFF_DUE:
            became = clock_queries.row_words(schedule, line.data["index"])
            closed = {"chip": line.data["chip"], "became": became}
            journal.write(SYSTEM, "clock.race_off_closed", tournament_id=clock.pk, at=now, **closed)


def settle(tournament_id: int) -> None:
    """Nothing said so far can be taken back any more: something was built on it."""
    ClockMove.objects.filter(clock_id=tournament_id, is_standing=True).update(is_standing=False)


def start(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Play begins: the clock starts or waits for the first card; the caller holds all of it."""
    clock = _locked(tournament_id)
    _, state = _read(clock)
    is_armed = clock.tournament.law.clock.starts_with_first_card.value
    buttons.check_end(
        state,
        rulebook=clock.tournament.rulebook,
        has_started=False,
        starts_at=timezone.localtime(now),
    )
    wish, name = (
        (engine_clock.arm, "clock.arm") if is_armed else (engine_clock.start, "clock.start")
    )
    _move(clock, wish, actor=actor, name=name, now=now, kind=START)


def first_card(clock: Clock, *, actor: Actor, now: datetime) -> None:
    """A hand has been dealt: an armed clock starts, once; the caller holds the table.

    The row read is renewed where it changed.
    """
    if clock_queries.state_of(clock).phase is not Phase.ARMED:
        return
    held = _locked(clock.pk)
    if clock_queries.state_of(held).phase is Phase.ARMED:
        _move(held, engine_clock.start, actor=actor, name="clock.start", now=now, kind=FIRST_CARD)
    clock.refresh_from_db()


def take_back_first_card(tournament_id: int, *, actor: Actor, now: datetime) -> None:
    """The only hand so far was taken back: the clock waits for the first card again.

    Nothing happens where more was said to the clock since; the caller holds the table.
    """
    clock = _locked(tournament_id)
    move = clock_queries.last_move(clock)
    if move is not None and move.kind == FIRST_CARD:
        _take_back(clock, move, actor=actor, now=now)


def take_back_start(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Play had not begun after all: the clock waits as it did; the caller holds the tournament."""
    clock = _locked(tournament_id)
    move = clock.moves.filter(is_standing=True, kind=START).last()
    if move is None:
        raise Refused("Play has moved on since the start: pause the clock instead.")
    _take_back(clock, move, actor=actor, now=now)
    settle(tournament_id)


def stand_at(
    *, tournament_id: int, level: int, left: timedelta | None, actor: Actor, now: datetime
) -> None:
    """Take up play that began elsewhere, stopped; the caller holds the tournament."""

    def wish(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
        return engine_clock.stand_at(schedule, state, at, index=schedule.index_of(level), left=left)

    _move(_locked(tournament_id), wish, actor=actor, name="clock.stand_at", now=now)


def finish(*, tournament_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """Stop for good, if it has not stopped already."""
    clock = _locked(tournament_id)
    if clock_state.from_plain(clock.state).phase is Phase.FINISHED:
        return

    def wish(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
        return engine_clock.finish(schedule, state, at, reason=reason)

    _move(clock, wish, actor=actor, name="clock.finish", now=now)


def set_last_hands(*, tournament_id: int, hands: int | None) -> None:
    """How many more hands each table deals; the caller holds the tournament and its tables."""
    clock = _locked(tournament_id)
    clock.last_hands = hands
    clock.version += 1
    clock.save(update_fields=["last_hands", "version"])
    broadcast.changed(tournament_id, Audience.CLOCK, Audience.CONSOLE)


def hold(*, tournament_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """A stop that would end by itself waits for the decision on a dispute (charity:22.1)."""

    def wish(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
        return engine_clock.hold(schedule, state, at, reason=reason)

    _move(_locked(tournament_id), wish, actor=actor, name="clock.hold", now=now)


def release(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The dispute is decided: the stop goes on to its own end."""
    clock = _locked(tournament_id)
    _move(clock, engine_clock.release, actor=actor, name="clock.release", now=now)


def begin_hand_for_hand(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """From now on the clock stands, and each hand takes its minutes off it."""
    clock = _locked(tournament_id)

    def wish(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
        if state.phase is not Phase.PLAYING:
            raise Refused("Hand-for-hand begins while the clock runs a level.")
        return engine_clock.pause(schedule, state, at, reason=clock_reading.HAND_FOR_HAND)

    _move(clock, wish, actor=actor, name="clock.hand_for_hand", now=now, kind=HAND_FOR_HAND)


def take_hand(*, tournament_id: int, minutes: int, actor: Actor, now: datetime) -> None:
    """All tables have played one hand: it costs its fixed minutes (tda2024:RP-8)."""
    clock = _locked(tournament_id)
    if not clock_reading.is_hand_for_hand(clock_queries.state_of(clock)):
        return

    def wish(schedule: Schedule, state: ClockState, at: datetime) -> Moved:
        return engine_clock.take_hand(schedule, state, at, minutes=minutes)

    _move(clock, wish, actor=actor, name="clock.take_hand", now=now)


def end_hand_for_hand(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The clock runs on by itself, unless somebody has let it go already.

    Where no hand was played under it and nothing was said since, it was never announced. What was
    said before the end stands beneath it, for when the end is taken back.
    """
    clock = _locked(tournament_id)
    catch_up(clock, now=now)
    state, last = clock_queries.state_of(clock), clock_queries.last_move(clock)
    _remember(clock, END_HAND_FOR_HAND, state, actor=actor, now=now)
    if last is not None and last.kind == HAND_FOR_HAND:
        _go_back(clock, last, actor=actor, now=now)
    elif clock_reading.keeps_hand_for_hand(state):
        after, facts = engine_clock.end_hand_for_hand(_read(clock)[0], state, now)
        _check_no_dispute(clock.tournament, state, after)
        store(clock, after)
        _write_move(clock, (state, after), "clock.resume", actor, now)
        _write_facts(clock, state, facts)


def take_back_end_of_hand_for_hand(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """The clock stands for it as it did before; the caller holds the tournament and its tables."""
    clock = _locked(tournament_id)
    last = clock_queries.last_move(clock)
    if last is None or last.kind != END_HAND_FOR_HAND:
        raise Refused(
            "The clock has been moved since hand-for-hand ended: undo that first, "
            "or start hand-for-hand again."
        )
    _take_back(clock, last, actor=actor, now=now)


def reopen(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Take a finish back; the clock is stopped where it ended."""
    clock = _locked(tournament_id)
    _move(clock, engine_clock.reopen, actor=actor, name="clock.reopen", now=now)
    _set_last_hands(clock, None)


def advance_due(now: datetime) -> int:
    """Do what fell due at every tournament, each change once, at its own due time."""
    due = Clock.objects.filter(due_at__lte=now).values_list("pk", flat=True)
    return sum(_advance(tournament_id, now) for tournament_id in list(due))


@transaction.atomic
def _advance(tournament_id: int, now: datetime) -> bool:
    clock = _locked(tournament_id)
    if clock.due_at is None or clock.due_at > now:
        return False
    schedule, before = _read(clock)
    after, facts = engine_clock.advance_due(schedule, before, now)
    store(clock, after)
    _write_facts(clock, before, facts)
    return True


def catch_up(clock: Clock, *, now: datetime) -> None:
    """Do what fell due before somebody builds on it, even if no worker lives to do it.

    The caller holds what comes before the clock in the order of locks; the row read is renewed.
    """
    if clock.due_at is not None and clock.due_at <= now:
        _advance(clock.pk, now)
        clock.refresh_from_db()


def follow_schedule(clock: Clock, *, now: datetime) -> None:
    """Another schedule holds: a waiting clock shows its first level, a running one its sales."""
    schedule, state = _read(clock)
    if state.phase in NOT_BEGUN:
        waiting = engine_clock.waiting(
            schedule, finishes_at=state.finishes_at, plays_for=state.plays_for
        )
        store(clock, replace(waiting, phase=state.phase, since=state.since))
    else:
        after, facts = clock_sales.sell_by_the_clock(schedule, state, now)
        store(clock, after)
        _write_facts(clock, state, facts)
    settle(clock.pk)


def due_within(*, now: datetime, seconds: float) -> list[datetime]:
    """The due times that a sweep would reach too late."""
    soon = now + timedelta(seconds=seconds)
    due = Clock.objects.filter(due_at__gt=now, due_at__lte=soon)
    return [at for at in due.values_list("due_at", flat=True) if at is not None]


def _locked(tournament_id: int) -> Clock:
    return (
        Clock.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .get(pk=tournament_id)
    )


def _read(clock: Clock) -> tuple[Schedule, ClockState]:
    return clock_queries.schedule_of(clock.tournament), clock_queries.state_of(clock)


def _move(
    clock: Clock,
    wish: buttons.PlainWish,
    *,
    actor: Actor,
    name: str,
    now: datetime,
    kind: str = "",
) -> None:
    """A move that belongs to the tournament's own story, and is taken back with it only."""
    schedule, state = _read(clock)
    before, due = engine_clock.advance_due(schedule, state, now)
    after, facts = wish(schedule, before, now)
    settle(clock.pk)
    _write_facts(clock, state, due)
    if kind:
        _remember(clock, kind, before, actor=actor, now=now)
    store(clock, after)
    _write_move(clock, (before, after), name, actor, now)
    _write_facts(clock, before, facts)


def store(clock: Clock, after: ClockState) -> None:
    """Keep where the clock stands, when it next moves by itself, and tell the screens."""
    schedule = clock_queries.schedule_of(clock.tournament)
    clock.state = clock_state.to_plain(after)
    clock.due_at = engine_clock.next_due(schedule, after)
    clock.version += 1
    clock.save(update_fields=["state", "due_at", "version"])
    broadcast.changed(clock.pk, Audience.CLOCK, Audience.CONSOLE)


def _write_move(
    clock: Clock,
    moved: tuple[ClockState, ClockState],
    name: str,
    actor: Actor,
    now: datetime,
    **said: object,
) -> None:
    """What somebody did, with where the clock stood before and where it stands now."""
    schedule = clock_queries.schedule_of(clock.tournament)
    was, became = (clock_queries.state_words(schedule, state, now) for state in moved)
    data = {"was": was, "became": became, **said}
    journal.write(actor, name, tournament_id=clock.pk, at=now, **data)


def _write_facts(clock: Clock, before: ClockState, facts: Iterable[Fact]) -> None:
    """An automatic change is written at its due time, not when it was noticed."""
    schedule = clock_queries.schedule_of(clock.tournament)
    was = clock_queries.row_words(schedule, before.index)
    if before.phase in NOT_BEGUN:
        was = "the start"
    for fact in facts:
        became = clock_queries.row_words(schedule, fact.index)
        data = {key: value for key, value in asdict(fact).items() if key != "at"}
        data |= {"was": was, "became": became}
        journal.write(SYSTEM, _name(fact), tournament_id=clock.pk, at=fact.at, **data)
        was = became


def _name(fact: Fact) -> str:
    """LevelStarted as clock.level_started."""
    words = type(fact).__name__
    return "clock." + "".join(
        f"_{letter.lower()}" if letter.isupper() else letter for letter in words
    ).lstrip("_")
