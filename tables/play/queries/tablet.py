"""The dealer's tablet: the table, whose turn it is, and what may be done."""

import json
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse

from engine.clock import clock_reading
from engine.hand import events
from engine.hand.numbers import as_shown
from engine.lifecycle import TournamentState
from engine.referee import options as engine_options
from engine.referee import story
from engine.referee.options import Options
from engine.refusal import Refused
from tables.chips.queries import purchases
from tables.conduct.queries import shot_clock, timing
from tables.models import RaceOff, SpecialRound
from tables.models.tables import TableState
from tables.offline.queries import ahead
from tables.play.queries import (
    depth,
    hands,
    happened,
    next_hand,
    pictures,
    tablet_hand,
    tablet_tasks,
)
from tables.play.queries.cited import Cited
from tables.play.queries.depth import Depth
from tables.play.queries.pictures import Reading
from tables.play.queries.tablet_hand import HandParts
from tables.procedures.queries import face_down, last_hands, raceoffs, special_rounds
from tables.seating.queries import arriving, seat_orders
from tournament.clock.queries import clock as clock_queries
from tournament.office.queries import licence as licence_queries
from tournament.setup.queries import played

chips = clock_queries.chips


@dataclass(frozen=True, slots=True)
class Between:
    """What is to be done at the table before the next hand, and what was done since the last."""

    owed: raceoffs.Owed | None = None
    raced: RaceOff | None = None
    elimination: special_rounds.Owed | None = None
    eliminated: SpecialRound | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameNamed:
    """The game of the hand in play or the next, and the tournament's usual one."""

    name: str
    usual: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceDown(Cited):
    """What the dealer is told while all-in hands wait in hand-for-hand."""

    others: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Cited):
    """Whether the next hand may be dealt, and what goes with it."""

    can: bool
    why: str
    label: str
    steps: str = ""
    steps_words: str = ""
    over_blind: next_hand.OverBlind | None = None
    before: next_hand.BlindsToConfirm | None = None
    ahead: next_hand.Ahead | None = None
    marker_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """The last step, by its words."""

    can: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeLevel:
    """What stands where a tournament's tablet shows the clock."""

    blinds_text: str
    level_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeScene:
    """What is seen and heard at a practice table, and how it goes so far."""

    words: str
    facts: tuple[str, ...]
    is_trouble: bool
    hand: int
    hands: int
    right: int
    entered: int
    mark_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletPicture(HandParts):
    """Everything the tablet shows; a practice leaves out what only a tournament has."""

    version: int
    table: pictures.TablePicture
    clock: clock_queries.Face | PracticeLevel
    command_url: str
    phase: str
    start: Start
    undo: Undo
    refusal: dict[str, str] | None
    notices: list[str]
    happened_url: str
    orders: happened.Orders | None
    game: GameNamed | None = None
    face_down: FaceDown | None = None
    ahead: str = ""
    open_cards: list[str] = field(default_factory=list)
    ahead_url: str = ""
    race_off: raceoffs.RaceOffAsked | None = None
    raced: raceoffs.RaceOffDone | None = None
    elimination: special_rounds.EliminationAsked | None = None
    eliminated: special_rounds.Eliminated | None = None
    rebuys: list[purchases.Askable] = field(default_factory=list)
    duty: tablet_tasks.Duty | None = None
    arrivals: arriving.Arrivals | None = None
    sent: list[arriving.Sent] = field(default_factory=list)
    floor_reasons: tuple[str, ...] = ()
    time: timing.Countdown | None = None
    shot: shot_clock.Shot | None = None
    dealer: str = ""
    dealer_url: str = ""
    language: str = ""
    keeps_time: bool = False
    hand_level: str = ""
    called: str = ""
    seat_url: str = ""
    practice: PracticeScene | None = None


def picture(
    reading: Reading, *, now: datetime, refusal: dict[str, str] | None = None
) -> TabletPicture:
    """Everything the tablet shows."""
    table, hand = reading.table, reading.hand
    where = {"code": table.tournament.code, "number": table.number}
    offered = engine_options.options(hand, reading.rules) if hand else None
    between = _between(reading)
    duty = tablet_tasks.picture(reading)
    clock = clock_queries.face(table.tournament, now=now)
    return TabletPicture(
        version=table.version,
        table=reading.public,
        game=_game(reading),
        clock=clock,
        command_url=reverse("tablet-command", kwargs=where),
        phase=_phase(reading, offered, between),
        face_down=_face_down(reading),
        ahead=_ahead(reading, clock),
        open_cards=tablet_hand.out(reading),
        ahead_url=reverse("tablet-ahead", kwargs=where),
        race_off=_race_off(reading, between),
        raced=raceoffs.result_picture(between.raced) if between.raced else None,
        elimination=_elimination(reading, between),
        eliminated=special_rounds.eliminated(between.eliminated) if between.eliminated else None,
        rebuys=_rebuys(reading, now),
        start=_start(reading, duty, now),
        duty=duty,
        **tablet_hand.flat(tablet_hand.parts(reading, offered)),
        undo=_undo(reading, between),
        refusal=refusal,
        notices=_notices(reading),
        called=_called(reading),
        hand_level=_hand_level(reading),
        arrivals=arriving.of_tablet(reading),
        sent=[] if table.is_open else arriving.sent_from(table),
        happened_url=reading.sheet_url,
        floor_reasons=happened.REASONS,
        orders=happened.orders(reading),
        time=timing.picture(reading, now=now),
        shot=shot_clock.picture(reading, now=now),
        language=licence_queries.language(table.tournament),
        keeps_time=table.tournament.clock.timekeeper_table == table.pk,
        dealer=reading.scene.dealer,
        dealer_url=reverse("table-sheet", kwargs={**where, "what": "dealer"}),
        seat_url=reverse("seat-menu", kwargs={**where, "seat": 0}),
    )


def _game(reading: Reading) -> GameNamed:
    """The game of the hand in play, or of the next; without network the tablet knows the usual."""
    is_in_play = reading.hand is not None and not reading.hand.is_over
    rules = reading.rules if is_in_play else hands.rules_of_next(reading.table)
    return GameNamed(name=rules.game.name, usual=played.of(reading.table.tournament).game.name)


def _phase(reading: Reading, offered: Options | None, between: Between) -> str:
    if reading.table.state == TableState.CLOSED:
        return "closed"
    if offered is None or offered.phase == engine_options.OVER:
        return _between_phase(reading, between)
    if face_down.is_waiting(reading.table, reading.hand):
        return "face_down"
    return tablet_hand.phase(offered)


def _face_down(reading: Reading) -> FaceDown | None:
    """What the dealer is told while all-in hands wait in hand-for-hand."""
    if not face_down.is_waiting(reading.table, reading.hand):
        return None
    return FaceDown(others=face_down.others(reading.table), clause=face_down.CLAUSE)


def _ahead(reading: Reading, clock: clock_queries.Face) -> str:
    """What the tablet goes on from without network; nothing where only results are kept."""
    if reading.hand is None or depth.of(reading.table) != Depth.ACTIONS:
        return ""
    figures = ahead.hand(reading.hand, reading.rules)
    is_held = clock.reason.lower() == clock_reading.HAND_FOR_HAND
    return json.dumps({**figures, "holds": is_held}, separators=(",", ":"))


def _between_phase(reading: Reading, between: Between) -> str:
    if reading.table.state == TableState.HELD:
        return "hold"
    if between.elimination:
        return "elimination"
    if between.owed:
        return "race_off"
    return "start" if reading.hand is None else "ended"


def _between(reading: Reading) -> Between:
    if hands.is_in_play(reading.table):
        return Between()
    is_running = reading.table.tournament.state == TournamentState.RUNNING
    seats = list(reading.seats.values())
    return Between(
        owed=raceoffs.owed(reading.table, seats) if is_running else None,
        raced=raceoffs.last_of(reading.table) if reading.unusual.race_off else None,
        elimination=special_rounds.owed(reading.table, reading.hand, seats) if is_running else None,
        eliminated=special_rounds.last_done(reading.table),
    )


def _race_off(reading: Reading, between: Between) -> raceoffs.RaceOffAsked | None:
    """The race-off that is due."""
    tournament = reading.table.tournament
    return raceoffs.picture(between.owed, tournament) if between.owed else None


def _elimination(reading: Reading, between: Between) -> special_rounds.EliminationAsked | None:
    """The elimination that is due."""
    due = between.elimination
    unit = hands.smallest_chip(reading.table.tournament) if due else 0
    return special_rounds.picture(due, unit=unit) if due else None


def _rebuys(reading: Reading, now: datetime) -> list[purchases.Askable]:
    """Between hands: who may buy again and needs to; for others it is in the seat's menu."""
    if hands.is_in_play(reading.table):
        return []
    offered = purchases.askable(reading.table, list(reading.seats.values()), now=now)
    return [one for one in offered if one.needs]


def _start(reading: Reading, duty: tablet_tasks.Duty, now: datetime) -> Start:
    why, clause = "", ""
    sitting, last = list(reading.seats.values()), reading.record
    try:
        hands.check_between(reading.table)
        hands.check_may_start(reading.table, now=now, sitting=sitting, unusual=reading.unusual)
        tablet_tasks.check_may_deal(reading.table, reading.unusual)
    except Refused as refusal:
        why, clause = refusal.why, refusal.clause
    why = why or tablet_tasks.why_cards_wait(duty)
    game = next_hand.game_words(reading.table.tournament)
    label = f"Deal hand {as_shown(reading.table.next_hand_number)}" + (f": {game}" if game else "")
    confirms = duty.cards.confirms if duty.cards else None
    names = {seat.seat: seat.entry.name for seat in reading.seats.values()}
    begins = [] if why else next_hand.opening(reading.table, sitting, last)
    return Start(
        can=not why,
        why=why,
        label=label,
        steps=confirms.names if confirms else "",
        steps_words=confirms.words if confirms else "",
        clause=clause,
        over_blind=None if why else next_hand.over_blind(reading.table, names, sitting, last),
        before=None if why else next_hand.blinds_to_confirm(reading.table, begins, names),
        ahead=next_hand.ahead(reading.table, begins, names),
        marker_name=reading.rules.book.marker_name.capitalize(),
    )


def _undo(reading: Reading, between: Between) -> Undo:
    if between.raced:
        return Undo(can=True, label=f"Undo race-off of the {chips(between.raced.chip)} chip")
    if between.eliminated:
        return Undo(can=True, label="Undo elimination")
    if depth.of(reading.table) is Depth.COUNTS:
        return Undo(can=False, label="Undo")  # its hands were played before it kept counts
    step = hands.last_step(reading.rows)
    if step is None:
        is_dealt = reading.hand is not None and not reading.hand.is_over
        dealt = f"Undo deal of hand {reading.table.hand_shown}"
        return Undo(can=is_dealt, label=dealt if is_dealt else "Undo")
    return Undo(can=True, label=f"Undo: {_said(reading, step)}")


def _said(reading: Reading, step: hands.Step) -> str:
    """The step in words: by whom it came to where several passed with one tap."""
    hand, first = reading.hand, step.first
    if step.count > 1 and hand is not None and hand.actor in reading.names:
        who = reading.names[hand.actor]
        if isinstance(first, events.Folded | events.Checked):
            return f"{'folds' if isinstance(first, events.Folded) else 'checks'} to {who}"
    return story.sentence(first, reading.names, reading.rules)


def _notices(reading: Reading) -> list[str]:
    is_in_play = reading.hand is not None and not reading.hand.is_over
    return [
        *(seat_orders.notices(reading.scene.orders) if is_in_play else ()),
        *special_rounds.notices(reading.table, reading.hand),
        *last_hands.notices(reading.table, is_in_play=is_in_play),
    ]


def _hand_level(reading: Reading) -> str:
    """The level of the hand in play, where the clock has gone on to another meanwhile."""
    if reading.record is None or reading.hand is None or reading.hand.is_over:
        return ""
    now = next_hand.level_words(reading.table.tournament)
    return reading.record.level if reading.record.level != now else ""


def _called(reading: Reading) -> str:
    """That the floor is on its way, and what for; nothing where nobody was called."""
    call = reading.scene.floor_call
    if call is None:
        return ""
    said = "The floor has been called"
    return f"{said}: {call.reason}." if call.reason else f"{said}."
