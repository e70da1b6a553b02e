"""After the evening: what the devices were told against what is on record.

Every function yields one sentence for each thing that is not as it should be; an evening in which
nothing was lost yields none.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from engine.clock import clock as engine_clock
from engine.clock.clock_state import ClockState, Fact
from engine.hand import numbers
from engine.hand.applying import replay
from tables import drawings as table_drawings
from tables import screens
from tables.chips.queries import counts
from tables.models import FloorCall, HandEvent, HandRecord, Table
from tables.play.queries import hands
from tables.records.queries import chain
from tests.faults.figures import IN_TIME, Figures
from tests.faults.tablet import NOT_OF_THE_HAND, Outcome, Tap
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services.buttons import WISHES, Press
from tournament.clock.services.clock import START
from tournament.live.fanout import Drawn
from tournament.models import ChipMove, CommandRecord, Entry, Posting, Tournament
from tournament.models.ledger import ChipReason
from tournament.models.money import PostingKind
from tournament.money.queries import money

STOPPED = "session.stopped"  # a line of the journal
LONGEST_WAIT = timedelta(seconds=30)  # of a writer for his turn
# What differs between two drawings of the same picture.
OF_THE_MOMENT = re.compile(
    r'data-(?:version|server-now|left|ends-at)="[^"]*"|<time.*?</time>', re.DOTALL
)


@dataclass(frozen=True)
class Told:
    """What the devices know of the evening."""

    taps: Sequence[Tap] = ()
    pressed: Mapping[UUID, str] = field(default_factory=dict)
    sold: Sequence[int] = ()
    unsure: Sequence[int] = ()
    began: datetime | None = None
    ended: datetime | None = None
    wrong: Sequence[str] = field(default_factory=list)


def complaints(cup: Tournament, told: Told, *, now: datetime) -> list[str]:
    """Everything that is not as it should be."""
    return [
        *told.wrong,
        *lost_or_doubled(cup, told.taps),
        *recorded_against_the_word(told.taps),
        *floor_calls(cup, told.taps),
        *presses(cup, told.pressed),
        *moves(cup, told.pressed),
        *sales(cup, told),
        *replays(cup),
        *chips(cup),
        *cash(cup),
        *links(cup),
        *clock(cup, now=now),
        *times(cup, told),
        *levels(cup, now=now),
    ]


# -- what was acknowledged -------------------------------------------------------------------------


def lost_or_doubled(cup: Tournament, taps: Sequence[Tap]) -> Iterator[str]:
    """Each acknowledged command is on record once, at its table."""
    versions = recorded(cup)
    kept = set(CommandRecord.objects.filter(tournament=cup).values_list("pk", flat=True))
    for tap in accepted(taps):
        found = versions.get(tap.id, set())
        if tap.id not in kept or (tap.kind not in NOT_OF_THE_HAND and not found):
            yield f"Lost: {tap.kind} {tap.id} was acknowledged and is not on record."
        elif len(found) > 1:
            yield f"Doubled: {tap.kind} {tap.id} is on record {len(found)} times."
        elif found and next(iter(found))[0] != tap.table_id:
            yield f"Astray: {tap.kind} {tap.id} is on record at another table."


def recorded(cup: Tournament) -> dict[UUID, set[tuple[int, int]]]:
    """Where the events of each command are: tables and the versions they made there."""
    found: dict[UUID, set[tuple[int, int]]] = defaultdict(set)
    events = HandEvent.objects.filter(table__tournament=cup, command_id__isnull=False)
    for command, table, version in events.values_list("command_id", "table_id", "version"):
        if command is not None:
            found[command].add((table, version))
    return found


def accepted(taps: Iterable[Tap]) -> list[Tap]:
    """The commands that their tablet was told were carried out."""
    return [tap for tap in taps if tap.outcome is Outcome.ACCEPTED]


def recorded_against_the_word(taps: Sequence[Tap]) -> Iterator[str]:
    """What was refused or never sent is not on record, and nothing is left without an answer."""
    ours = {tap.id: tap for tap in taps if tap.outcome is not Outcome.ACCEPTED}
    for pk in CommandRecord.objects.filter(pk__in=ours).values_list("pk", flat=True):
        yield f"Against the word: {ours[pk].kind} {pk} is on record, yet was {ours[pk].outcome}."
    for tap in taps:
        if tap.outcome is Outcome.WAITING:
            yield f"Without an answer: {tap.kind} {tap.id}."


def floor_calls(cup: Tournament, taps: Sequence[Tap]) -> Iterator[str]:
    """The floor was called as often as the tablets were told."""
    called = Counter(tap.table_id for tap in accepted(taps) if tap.kind == "call_floor")
    for table in Table.objects.filter(tournament=cup):
        found = FloorCall.objects.filter(table=table).count()
        if found != called[table.pk]:
            yield f"Table {table.number} called the floor {called[table.pk]} times; {found} rang."


def presses(cup: Tournament, pressed: Mapping[UUID, str]) -> Iterator[str]:
    """Each acknowledged press of the clock is on record, and no other."""
    records = CommandRecord.objects.filter(tournament=cup, kind__startswith="clock.")
    found = set(records.values_list("pk", flat=True))
    for pk in pressed.keys() - found:
        yield f"Lost: the press {pk} of the clock was acknowledged and is not on record."
    for pk in found - pressed.keys():
        yield f"Against the word: the press {pk} of the clock is on record, yet was refused."


def moves(cup: Tournament, pressed: Mapping[UUID, str]) -> Iterator[str]:
    """Each press moved the clock once and has one line in the journal; every press is answered."""
    told = Counter(pressed.values())
    made = Counter(cup.clock.moves.filter(kind__in=WISHES).values_list("kind", flat=True))
    names = [f"clock.{kind}" for kind in WISHES]
    lines = Counter(cup.journal.filter(name__in=names).values_list("name", flat=True))
    for kind in sorted({*told, *made}):
        counts_of = (told[kind], made[kind], lines[f"clock.{kind}"])
        if len(set(counts_of)) > 1:
            yield "Clock: {} was told {} times, moved it {} times and is written {} times.".format(
                kind, *counts_of
            )


def sales(cup: Tournament, told: Told) -> Iterator[str]:
    """A rebuy is sold as often as the desk was told, in chips and in money.

    Where no answer came, the desk looked again: such a sale may be on record or not.
    """
    kind = ChipReason.REBUY
    moves = ChipMove.objects.filter(tournament=cup, reason=kind)
    chips_sold = Counter(moves.values_list("entry_id", flat=True))
    postings = Posting.objects.filter(tournament=cup, kind=PostingKind.REBUY)
    paid = Counter(postings.values_list("entry_id", flat=True))
    sold, unsure = Counter(told.sold), Counter(told.unsure)
    for entry in {*chips_sold, *paid, *sold}:
        if not sold[entry] <= chips_sold[entry] <= sold[entry] + unsure[entry]:
            yield f"Entry {entry} was sold {sold[entry]} rebuys; {chips_sold[entry]} are on record."
        if chips_sold[entry] != paid[entry]:
            yield f"Entry {entry} has {chips_sold[entry]} rebuys and paid for {paid[entry]}."


# -- whether the record agrees with itself ---------------------------------------------------------


def replays(cup: Tournament) -> Iterator[str]:
    """The stored hand of every table is the replay of its events."""
    for table in Table.objects.filter(tournament=cup).exclude(hand=None):
        told = replay(hands.story(hands.record_of(table)))
        if told != hands.of(table):
            yield f"Table {table.number} is not where the replay of its events leads."


def chips(cup: Tournament) -> Iterator[str]:
    """Chips issued are chips held, in all and for everybody as the story tells."""
    found = counts.audit(cup)
    if found.difference:
        yield f"Chips: {found.issued:,} were issued and {found.held:,} are held."
    story = counts.stacks_by_story(cup)
    for entry in Entry.objects.filter(tournament=cup).select_related("player"):
        if entry.stack != story.get(entry.pk, 0):
            yield f"{entry.name} has {entry.stack:,} chips; the story says {story[entry.pk]:,}."


def cash(cup: Tournament) -> Iterator[str]:
    """Money adds up, and nobody paid less than he was asked."""
    found = money.state(cup.pk)
    if not found.adds_up:
        yield f"Money does not add up: posting {found.first_odd}."


def links(cup: Tournament) -> Iterator[str]:
    """Journal, events and ledgers are as they were written."""
    if broken := chain.verify(cup).broken:
        yield f"Chain: {broken}"


def times(cup: Tournament, told: Told) -> Iterator[str]:
    """Everything carries the server's time, whatever the tablets' clocks say."""
    if told.began is None or told.ended is None:
        return
    events = HandEvent.objects.filter(table__tournament=cup)
    strange = events.exclude(at__range=(told.began, told.ended)).count()
    if strange:
        yield f"{strange} events carry a time outside the evening."


# -- the clock -------------------------------------------------------------------------------------


def clock(cup: Tournament, *, now: datetime) -> Iterator[str]:
    """The clock stands where an undisturbed one would, and told each change once, in order."""
    state, facts = undisturbed(cup, now)
    cup.clock.refresh_from_db()
    if clock_queries.state_of(cup.clock) != state:
        yield f"Clock: it is at {clock_queries.state_of(cup.clock)}, not at {state}."
    lines = cup.journal.filter(by="clockwork", name__startswith="clock.").order_by("sequence")
    written = [(line.data["index"], line.at) for line in lines if "index" in line.data]
    if written != facts:
        yield f"Clock: it told {written}, an undisturbed one tells {facts}."


def is_clock_right(cup: Tournament, now: datetime) -> bool:
    """Whether the clock has caught up with what fell due."""
    cup.clock.refresh_from_db()
    return clock_queries.state_of(cup.clock) == undisturbed(cup, now)[0]


def undisturbed(cup: Tournament, now: datetime) -> tuple[ClockState, list[tuple[int, datetime]]]:
    """Started when this one was, stopped and let go when the director said so."""
    schedule, told = clock_queries.schedule_of(cup), list[Fact]()
    state = engine_clock.waiting(schedule)
    for at, kind, reason in pressed_on(cup):
        state, due = engine_clock.advance_due(schedule, state, at)
        if kind == START:  # of the heat, and of the final
            state, facts = engine_clock.start(schedule, engine_clock.waiting(schedule), at)
        elif kind == STOPPED:
            state, facts = engine_clock.finish(schedule, state, at, reason=reason)
        else:
            state, facts = WISHES[kind](schedule, state, at, Press())
        told += [*due, *facts]
    state, due = engine_clock.advance_due(schedule, state, now)
    return state, [(fact.index, fact.at) for fact in (*told, *due)]


def pressed_on(cup: Tournament) -> list[tuple[datetime, str, str]]:
    """What moved the clock, in its order: its own buttons, and the ends of sessions' play."""
    moves = cup.clock.moves.values_list("at", "kind")
    stops = cup.journal.filter(name=STOPPED).values_list("at", "data__reason")
    told = [(at, kind, "") for at, kind in moves]
    return sorted([*told, *((at, STOPPED, reason) for at, reason in stops)])


def levels(cup: Tournament, *, now: datetime) -> Iterator[str]:
    """A hand heard of late may have the level before: a table's levels do not go back.

    None is ahead of the clock; but the next level may begin while a deal waits for its table. Each
    session begins at the first level.
    """
    schedule = clock_queries.schedule_of(cup)
    words = [clock_queries.level_text(schedule.level(row)) for row in range(len(schedule.rows))]
    _, facts = undisturbed(cup, now)
    starts = [move.at for move in cup.clock.moves.filter(kind=START).order_by("pk")]
    played = list(HandRecord.objects.filter(table__tournament=cup).order_by("pk"))
    sessions = sorted({numbers.session_of(hand.number) for hand in played})
    before: dict[tuple[int, int], int] = defaultdict(int)
    for hand in played:
        row, until = words.index(hand.level), hand.started_at + LONGEST_WAIT
        session = sessions.index(numbers.session_of(hand.number))
        begun = [begun for begun, at in facts if starts[session] <= at <= until]
        if not before[hand.table_id, session] <= row <= max(begun, default=0):
            yield f"Level: hand {hand.number} of {hand.table} is recorded at {hand.level}."
        before[hand.table_id, session] = row


# -- the screens -----------------------------------------------------------------------------------


def pictures(cup: Tournament) -> dict[str, Callable[[], Drawn]]:
    """Every screen of the evening by its socket, and how its picture is drawn."""

    def of(draw: Callable[[int], Drawn], pk: int) -> Callable[[], Drawn]:
        return lambda: draw(pk)

    found = {
        f"/ws/t/{cup.code}/clock/": of(screens.CLOCK.draw, cup.pk),
        f"/ws/t/{cup.code}/standings/": of(screens.STANDINGS.draw, cup.pk),
        f"/ws/t/{cup.code}/seating/": of(screens.SEATING.draw, cup.pk),
    }
    for table in Table.objects.filter(tournament=cup):
        where = f"/ws/t/{cup.code}/tables/{table.number}/"
        found[where] = of(table_drawings.public_table, table.pk)
        found[f"{where}tablet/"] = of(table_drawings.tablet, table.pk)
    return found


def behind(cup: Tournament, shown: Iterable[tuple[str, int, str]]) -> list[str]:
    """The screens that do not show the last picture: path, version shown, content shown."""
    draw = pictures(cup)
    looked = (_differs(path, version, content, draw[path]()) for path, version, content in shown)
    return [trouble for trouble in looked if trouble]


def drawn(picture: Drawn) -> tuple[int, str]:
    """Version and content of a picture as it is pushed."""
    told = json.loads(picture.text)
    return int(told["version"]), str(told["content"])


def _differs(path: str, version: int, content: str, picture: Drawn) -> str:
    """A table is current by its version; the hall's screens are told only of what they show."""
    last, text = drawn(picture)
    if version != last and "/tables/" in path:
        return f"Screen {path} shows version {version}; {last} is the last."
    if OF_THE_MOMENT.sub("", content) != OF_THE_MOMENT.sub("", text):
        return f"Screen {path} shows version {version}, but not as it is drawn."
    return ""


# -- figures ---------------------------------------------------------------------------------------


# What an evening is: by the lines of its journal, with how many there must be.
HAPPENED = {
    "moves": ("seat.moved", 1),
    "broken tables": ("table.broken", 1),
    "race-offs": ("race_off.done", 1),
    "sessions ended": ("session.ended", 1),
    "answers to deals": ("deal.answered", 2),
    "prizes paid": ("prize.paid", 1),
}
COMMANDS, HANDS = 5_000, 200


def on_record(cup: Tournament) -> dict[str, int]:
    """How much there is to be right or wrong."""
    hand_rows = HandRecord.objects.filter(table__tournament=cup)
    verdict = chain.verify(cup)
    rebuys = ChipMove.objects.filter(tournament=cup, reason=ChipReason.REBUY)
    return {
        "hands played": hand_rows.filter(ended_at__isnull=False).count(),
        "events on record": verdict.events,
        "lines in the journal": verdict.lines,
        "rebuys sold": rebuys.count(),
        **{what: cup.journal.filter(name=name).count() for what, (name, _) in HAPPENED.items()},
        "deals agreed": cup.deals.filter(agreed_at__isnull=False).count(),
        "presses of the clock": cup.clock.moves.filter(kind__in=WISHES).count(),
        "levels reached": clock_queries.state_of(cup.clock).index + 1,
    }


def short_of(figures: Figures) -> Iterator[str]:
    """What a whole evening has and this one lacks."""
    most = {what: most for what, (_, most) in HAPPENED.items()}
    most |= {"hands played": HANDS, "rebuys sold": 1, "deals agreed": 1}
    for what, wanted in most.items():
        if figures.record[what] < wanted:
            yield f"Short: {what}: {figures.record[what]}, of {wanted} at least."
    if figures.accepted < COMMANDS:
        yield f"Short: {figures.accepted} commands were acknowledged, of {COMMANDS} at least."
    if figures.late:
        yield f"Slow: {figures.late} taps waited longer than {IN_TIME:g} s with all they need back."


def absorbed(cup: Tournament, taps: Sequence[Tap]) -> int:
    """Retries of commands that had been recorded already: only the answer had been lost."""
    first: dict[UUID, datetime] = {}
    events = HandEvent.objects.filter(table__tournament=cup, command_id__isnull=False)
    for command, at in events.values_list("command_id", "at"):
        if command is not None:
            first[command] = at
    return sum(
        1
        for tap in accepted(taps)
        if tap.tried > 1
        and tap.last_tried_at
        and first.get(tap.id, tap.last_tried_at) < tap.last_tried_at
    )
