"""The clock as screens show it."""

from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.utils import timezone

from engine import games
from engine.amounts import figure, hour
from engine.clock import clock as engine_clock
from engine.clock import clock_reading, clock_sales, clock_state
from engine.clock.clock_state import COUNTING, STANDING, ClockState, Phase
from engine.entries.law import Rebuys
from engine.lifecycle import TournamentState
from engine.schedule import schedule as engine_schedule
from engine.schedule.schedule import MINUTE, Break, Level, Schedule
from engine.structure import structure, windows
from tournament.clock.queries import sounds
from tournament.clock.queries.sounds import Sounds
from tournament.models import Bust, Clock, ClockMove, Entry, JournalEntry, Licence, Tournament
from tournament.models.sessions import IN_SESSION
from tournament.planner.queries import forecast

PHASES = {
    Phase.WAITING: "before",
    Phase.ARMED: "armed",
    Phase.PLAYING: "play",
    Phase.SCHEDULED_BREAK: "break",
    Phase.CALLED_BREAK: "break",
    Phase.PAUSED: "paused",
    Phase.FINISHED: "finished",
}
MOVE_WORDS = {
    "pause": "pause",
    "resume": "resume",
    "next": "next level",
    "previous": "previous level",
    "add": "time added",
    "take": "time taken",
    "break": "break",
    "back": "end of the break",
    "finish_at": "finishing time",
    "play_for": "length of play",
    "no_finish": "no finishing time",
    "last_hand": "last hand",
    "play_on": "play on",
}
# Moves with a button of their own: the clock's undo does not take them back.
OWN_MOVE_WORDS = {
    "start": "start of play",
    "first_card": "first card dealt",
    "hand_for_hand": "hand-for-hand",
    "end_hand_for_hand": "end of hand-for-hand",
}
STATE_WORDS = {
    Phase.WAITING: "not started",
    Phase.ARMED: "waiting for the first card",
    Phase.PLAYING: "running",
    Phase.SCHEDULED_BREAK: "running",
    Phase.CALLED_BREAK: "in a break",
    Phase.PAUSED: "stopped",
    Phase.FINISHED: "finished",
}


class Players(NamedTuple):
    """How many entered, how many are left, and the chips they hold."""

    entries: int
    left: int
    chips: int


@dataclass(frozen=True, kw_only=True)
class Face:
    """What the clock itself says."""

    version: int
    phase: str
    is_called_break: bool
    is_timed: bool
    reason: str
    waits_text: str
    level_name: str
    blinds_text: str
    ante_text: str
    next_kind: str
    next_text: str
    next_break_in: int | None
    seconds_left: int | None
    ends_at_ms: int | None
    server_ms: int
    note: str
    message: str
    is_over: bool
    row: int
    sounds: Sounds
    can_start: bool
    needs_finish: bool


@dataclass(frozen=True, kw_only=True)
class ClockPicture(Face):
    """The clock with the tournament around it."""

    finish_text: str
    players_left: int
    entries: int
    chips_in_play: int
    average_stack: int
    average_in_blinds: str
    tables_open: int
    rebuys_text: str
    winner_name: str


MOST_READ = 100
_read: dict[int, tuple[dict[str, Any], Schedule]] = {}


def schedule_of(tournament: Tournament) -> Schedule:
    """The tournament's schedule as the engine knows it."""
    schedule = _schedule(tournament.pk, tournament.structure["schedule"])
    return replace(schedule, windows=windows.of(tournament.structure))


def _schedule(key: int, plain: dict[str, Any]) -> Schedule:
    """What these figures say; they are read anew only when they are not those read last."""
    known = _read.get(key)
    if known is not None and known[0] == plain:
        return known[1]
    if len(_read) >= MOST_READ:
        _read.clear()
    schedule = engine_schedule.from_plain(plain)
    _read[key] = deepcopy(plain), schedule
    return schedule


def state_of(clock: Clock) -> ClockState:
    """The clock as the engine knows it."""
    state = clock_state.from_plain(clock.state)
    if "on_sale" in clock.state:
        return state
    return clock_sales.taken_over(schedule_of(clock.tournament), state)


def level_now(tournament: Tournament) -> Level:
    """The level that the next hand is dealt at."""
    return schedule_of(tournament).level(state_of(tournament.clock).index)


def chips(amount: int) -> str:
    """12,500."""
    return figure(amount)


def blinds_text(level: Level) -> str:
    """300 / 600, or the ante alone where there are no blinds."""
    if not level.blinds:
        return f"Ante {chips(level.ante)}"
    return " / ".join(chips(blind) for blind in level.blinds)


def ante_text(level: Level) -> str:
    """What comes on top of the blinds."""
    if level.bring_in:
        return f"Bring-in {chips(level.bring_in)}"
    if not level.blinds:
        return ""
    if level.big_blind_ante:
        return f"Big-blind ante {chips(level.big_blind_ante)}"
    return f"Ante {chips(level.ante)}" if level.ante else ""


def in_blinds(stack: int, level: Level) -> str:
    """A stack as players reckon it: 38 BB, or 38 antes where nobody posts a blind."""
    if not level.greatest:
        return ""
    return f"{chips(round(stack / level.greatest))} {'BB' if level.blinds else 'antes'}"


def level_text(level: Level) -> str:
    """Blinds and ante on one line."""
    extra = level.ante or level.big_blind_ante
    if level.bring_in:
        return f"{blinds_text(level)} · bring-in {chips(level.bring_in)}"
    return blinds_text(level) + (f" · {chips(extra)}" if extra and level.blinds else "")


def game_text(level: Level) -> str:
    """The game or limit of a level that differs from the tournament's."""
    game, _, limit = level.game.partition(":")
    if game:
        return games.get(level.game).name
    return _sentence(games.LIMIT_NAMES[limit]) if limit else ""


def following_text(schedule: Schedule, state: ClockState) -> str:
    """The next level's amounts; nothing after the last."""
    later = schedule.rows[state.index + 1 :]
    following = next((row for row in later if isinstance(row, Level)), None)
    return level_text(following) if following else ""


def row_words(schedule: Schedule, index: int) -> str:
    """A row of the schedule as the journal names it."""
    row = schedule.row(index)
    if isinstance(row, Break):
        return "break"
    return f"level {schedule.number(index)} ({level_text(row)})"


def state_words(schedule: Schedule, state: ClockState, now: datetime) -> str:
    """Where the clock stands, in one line: level 3 (100 / 200) running, 12:30 left."""
    words = [f"{row_words(schedule, state.index)} {STATE_WORDS[state.phase]}"]
    left = clock_reading.remaining(state, now)
    words += [] if left is None else [f"{written(left)} left"]
    words += [text] if (text := finish_text(state)) else []
    return ", ".join(words)


def written(left: timedelta) -> str:
    """A length of time as a clock writes it: 12:30, 1:02:30."""
    minutes, second = divmod(_seconds_up(left), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute:02}:{second:02}"


def length_text(length: timedelta) -> str:
    """4 h 20 min."""
    hours, minutes = divmod(length // MINUTE, 60)
    parts = ([f"{hours} h"] if hours else []) + ([f"{minutes} min"] if minutes or not hours else [])
    return " ".join(parts)


def finish_text(state: ClockState) -> str:
    """When play ends by itself; nothing where it goes on to the last player."""
    at = state.finishes_at and timezone.localtime(state.finishes_at)
    parts = [f"at {hour(at)}"] if at else []
    parts += [f"after {state.plays_for // MINUTE} min of play"] if state.plays_for else []
    return f"play ends {' or '.join(parts)}" if parts else ""


def finishing_time(tournament: Tournament) -> datetime | None:
    """When play is over, whoever is left: as the clock was told, or as the licence says."""
    if ends_at := state_of(tournament.clock).finishes_at:
        return ends_at
    licence = Licence.objects.filter(pk=tournament.pk).first()
    return licence.finishes_at if licence else None


def last_move(clock: Clock) -> ClockMove | None:
    """The last thing said to the clock that still stands."""
    return clock.moves.filter(is_standing=True).last()


def undo_label(clock: Clock) -> str:
    """What the clock's own button takes back, as it says; nothing where it takes nothing."""
    last = last_move(clock)
    return f"Undo {MOVE_WORDS[last.kind]}" if last and last.kind in MOVE_WORDS else ""


def move_words(kind: str) -> str:
    """A press as the journal names it."""
    return (MOVE_WORDS | OWN_MOVE_WORDS).get(kind, kind)


def is_just_started(clock: Clock) -> bool:
    """Nothing has been said to the clock since play began."""
    last = last_move(clock)
    return last is not None and last.kind == "start"


def began_at(clock: Clock) -> datetime | None:
    """When the director began play; an armed clock has not counted since."""
    if (began := state_of(clock).started_at) is not None:
        return began
    return clock.moves.filter(kind="start").values_list("at", flat=True).last()


def has_just_ended_hand_for_hand(clock: Clock) -> bool:
    """Nothing has been said to the clock since hand-for-hand ended."""
    last = last_move(clock)
    return last is not None and last.kind == "end_hand_for_hand"


def players(tournament_id: int) -> Players:
    """How many entered, how many are left, and the chips they hold."""
    standing = Bust.standing.filter(entry=OuterRef("pk"), may_rebuy=False)
    entered = Entry.objects.filter(
        IN_SESSION, tournament_id=tournament_id, withdrawn_at__isnull=True
    )
    found = entered.annotate(is_out=Exists(standing)).aggregate(
        entries=Count("id"), left=Count("id", filter=Q(is_out=False)), chips=Sum("stack")
    )
    return Players(found["entries"], found["left"], found["chips"] or 0)


def picture(tournament: Tournament, *, now: datetime) -> ClockPicture:
    """Everything the clock screen shows."""
    count = players(tournament.pk)
    average = count.chips // count.left if count.left else 0
    level = level_now(tournament)
    return ClockPicture(
        **vars(face(tournament, now=now)),
        finish_text=_sentence(_end_text(tournament.clock, state_of(tournament.clock)))
        or forecast.end_text(tournament),
        players_left=count.left,
        entries=count.entries,
        chips_in_play=count.chips,
        average_stack=average,
        average_in_blinds=in_blinds(average, level),
        tables_open=tournament.tables.exclude(state="closed").count(),
        rebuys_text=rebuys_text(tournament, now),
        winner_name=_winner(tournament),
    )


def face(tournament: Tournament, *, now: datetime) -> Face:
    """What the clock itself says: it is known without asking who plays."""
    schedule, state = schedule_of(tournament), state_of(tournament.clock)
    level = schedule.level(state.index)
    held = state.remaining if state.phase in STANDING else None
    name = _level_name(schedule, state)
    next_kind, next_text = _next(schedule, state)
    ends_at = state.resumes_at or (state.ends_at if state.phase in COUNTING else None)
    return Face(
        version=tournament.clock.version,
        phase=PHASES[state.phase],
        is_called_break=state.phase is Phase.CALLED_BREAK,
        is_timed=state.resumes_at is not None,
        reason=_reason(state),
        waits_text="" if held is None else f"{name}: {written(held)} left",
        level_name=name,
        blinds_text=blinds_text(level),
        ante_text=" · ".join(filter(None, (ante_text(level), game_text(level)))),
        next_kind=next_kind,
        next_text=next_text,
        next_break_in=None if next_kind == "none" else _next_break_in(schedule, state, now),
        seconds_left=_seconds_left(state, now),
        ends_at_ms=milliseconds(ends_at) if ends_at else None,
        server_ms=milliseconds(now),
        note=schedule.row(state.index).note,
        message=_message(schedule, state, tournament),
        is_over=tournament.is_over,
        row=state.index,
        sounds=sounds.chosen(tournament),
        can_start=tournament.state == TournamentState.SEATED,
        needs_finish=_needs_finish(tournament, state, now),
    )


def _message(schedule: Schedule, state: ClockState, tournament: Tournament) -> str:
    """Why the clock stands, what the schedule notes of the level, and the director's words.

    Once there is a winner the screen says so in its largest letters: once is enough.
    """
    if tournament.is_over:
        return tournament.message
    row = schedule.row(state.index)
    note = row.note if isinstance(row, Level) else ""
    words = (_reason(state), _start_text(state, tournament), note, tournament.message)
    return " · ".join(filter(None, words))


def _start_text(state: ClockState, tournament: Tournament) -> str:
    """Before play begins: by which published time players are in their seats (canberra:17.3)."""
    begins = published_start(tournament) if state.phase is Phase.WAITING else None
    if begins is None:
        return ""
    at = timezone.localtime(begins)
    return f"Play starts {at:%-d %B}, {hour(at)}: be in your seat before"


def published_start(tournament: Tournament) -> datetime | None:
    """When the session that is next begins, or the event as its licence says; None if unsaid."""
    session = tournament.session
    if session is None or session.ended_at is not None:
        waiting = tournament.sessions.filter(started_at=None, planned_at__isnull=False)
        session = waiting.order_by("planned_at").first()
    if session is not None:
        return session.planned_at
    licence = Licence.objects.filter(pk=tournament.pk).first()
    return licence.starts_at if licence else None


def _needs_finish(tournament: Tournament, state: ClockState, now: datetime) -> bool:
    """Whether play goes on only to a new finishing time (igr:1.01(c))."""
    is_ahead = state.finishes_at is not None and state.finishes_at > now
    return tournament.law.entries.finishing_time.value and not is_ahead


def rebuys_text(tournament: Tournament, now: datetime) -> str:
    """Until when chips are sold again, as a sentence; nothing where they never are."""
    when = rebuys_when(tournament, now)
    return f"Rebuys {when}" if when else ""


def rebuys_when(tournament: Tournament, now: datetime) -> str:
    """The same beside a label that says what is sold."""
    terms = structure.rebuys(tournament.structure)
    if not isinstance(terms, Rebuys):
        return ""
    left = terms.minutes * MINUTE - purchase_time(tournament, terms, now)
    if left <= timedelta(0):
        return "closed"
    until = _wall_time(tournament, terms, now, left)
    if until is None:
        return f"open, {ceil(left / MINUTE)} min left"
    return f"until {hour(timezone.localtime(until))}"


def _wall_time(
    tournament: Tournament, terms: Rebuys, now: datetime, left: timedelta
) -> datetime | None:
    """When so much of the purchase's own time will have passed; None while the clock stands."""
    state = state_of(tournament.clock)
    if state.phase not in COUNTING:
        return None
    if terms.is_real_time:
        return now + left
    lines = clock_reading.upcoming(schedule_of(tournament), state, now)
    until = now + left
    if state.phase is Phase.SCHEDULED_BREAK:
        until += clock_reading.remaining(state, now) or timedelta(0)
    for line in lines:
        if isinstance(line.row, Break) and line.starts_at < until:
            until += line.row.minutes * MINUTE
    return until


def _winner(tournament: Tournament) -> str:
    if tournament.state != TournamentState.FINISHED:
        return ""
    told = JournalEntry.objects.filter(tournament=tournament, name="tournament.finished")
    said = told.order_by("-sequence").values_list("data", flat=True).first()
    return str(said["winner"]) if said else ""


def _level_name(schedule: Schedule, state: ClockState) -> str:
    if isinstance(schedule.row(state.index), Break):
        return "Break"
    return f"Level {schedule.number(state.index)}"


def _end_text(clock: Clock, state: ClockState) -> str:
    """What ends play: so many last hands, a time on the wall, so much play."""
    count = clock.last_hands
    last = "" if count is None else "last hand" if count == 1 else f"last {count} hands"
    return " · ".join(filter(None, (last, finish_text(state))))


def _reason(state: ClockState) -> str:
    """Why the clock stands; a break says so itself."""
    if state.phase is Phase.ARMED:
        return "The clock starts with the first card dealt"
    return "" if state.reason == clock_reading.CALLED else _sentence(state.reason)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _seconds_left(state: ClockState, now: datetime) -> int | None:
    """What the big figures count: the row, or the time-out or called break that holds it up."""
    if state.resumes_at is None:
        left = clock_reading.remaining(state, now)
    else:
        left = _until(state.resumes_at, now)
    return None if left is None else _seconds_up(left)


def _until(moment: datetime | None, now: datetime) -> timedelta | None:
    return None if moment is None else max(timedelta(0), moment - now)


def _seconds_up(left: timedelta) -> int:
    """Whole seconds, counted as a clock does: 0 only when nothing is left."""
    return -(-left // timedelta(seconds=1))


def milliseconds(moment: datetime) -> int:
    """A moment as a browser counts it."""
    return int(moment.timestamp() * 1000)


def _next(schedule: Schedule, state: ClockState) -> tuple[str, str]:
    """What kind of row follows, and how it is announced."""
    if None in (schedule.length(state.index), schedule.length(state.index + 1)):
        return "none", "Last level"
    following = schedule.row(state.index + 1)
    if isinstance(following, Break):
        words: tuple[str, str] = (f"{following.minutes}-minute break", following.note)
        return "break", " · ".join(filter(None, words))
    return "level", " · ".join(filter(None, (level_text(following), game_text(following))))


def _next_break_in(schedule: Schedule, state: ClockState, now: datetime) -> int | None:
    lines = clock_reading.upcoming(schedule, state, now)
    due = next((line.starts_at for line in lines if isinstance(line.row, Break)), None)
    held = _until(state.resumes_at, now) or timedelta(0)
    return None if due is None else _seconds_up(due - now + held)


def purchase_time(tournament: Tournament, terms: object, now: datetime) -> timedelta:
    """The time a purchase is measured by: the schedule's, or real time where the book says so.

    What fell due counts even if nobody has noticed: no window stays open because a worker is dead.
    """
    schedule = schedule_of(tournament)
    state, _ = engine_clock.advance_due(schedule, state_of(tournament.clock), now)
    if isinstance(terms, Rebuys) and terms.is_real_time:
        return clock_reading.real_time(state, now)
    return clock_reading.schedule_time(schedule, state, now)
