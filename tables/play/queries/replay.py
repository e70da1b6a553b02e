"""A tournament and its hands, stepped through afterwards."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import Http404

from engine.hand import numbers
from engine.hand.applying import replay as fold
from engine.hand.applying import standing
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.referee import story
from tables.chips.queries import chip_graph
from tables.models import HandRecord, Seating
from tables.play.queries import delayed, hands, pictures
from tournament.models import Bust, Entry, Tournament
from tournament.prizes.queries import placings
from tournament.setup.queries import sessions

GRAPHED, ROWS = 6, 12


class Replayed(pictures.Reading):
    """A hand that is over, as far as this step; cards are seen only once they were tabled."""

    def __init__(self, record: HandRecord, told: list[Event], step: int) -> None:
        self._told = told[:step]
        self._of = record
        self._step = step
        super().__init__(record.table)

    def _record(self) -> HandRecord | None:
        return self._of

    def _rows(self) -> list[tuple[int, Event]]:
        return [(self._step, event) for event in self._told]

    def _hand(self) -> Hand | None:
        return fold(self._told) if self._told else None

    def _seats(self) -> list[Seating]:
        return []

    @property
    def version(self) -> int:
        return self._step

    @property
    def hand_number(self) -> int:
        return self._of.shown

    def _is_shown_in_hand(self, number: int) -> bool:
        return True


def find(tournament: Tournament, table: int, number: int, *, now: datetime) -> HandRecord:
    """A hand that is over, and that the public may know of by now."""
    told = delayed.hands_told(tournament.pk, now=now)
    found = told.filter(table__number=table, number=number)
    record = found.select_related("table__tournament__clock").first()
    if record is None:
        raise Http404("This hand is not complete yet.")
    return record


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a hand that has a sentence."""

    step: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedHand:
    """The table at one step of a hand, the story, and the way on and back."""

    number: int
    session: str
    table: pictures.TablePicture
    steps: list[Step]
    at: int
    level: str
    started_at: datetime
    hand_before: HandRecord | None
    hand_after: HandRecord | None

    @property
    def before(self) -> int | None:
        """The step to go back to."""
        return max((told.step for told in self.steps if told.step < self.at), default=None)

    @property
    def after(self) -> int | None:
        """The step to go on to."""
        return min((told.step for told in self.steps if told.step > self.at), default=None)


def hand(record: HandRecord, step: int | None, *, now: datetime) -> ReplayedHand:
    """The table at this step, the story with a link to each, and the way on and back."""
    told = standing([event for _, event in hands.rows(record)])
    at = len(told) if step is None else max(1, min(step, len(told)))
    others = delayed.hands_told(record.table.tournament_id, now=now).filter(table=record.table)
    return ReplayedHand(
        number=record.shown,
        session=_session_of(record),
        table=replace(Replayed(record, told, at).public, message=""),
        steps=sentences(record, told),
        at=at,
        level=record.level,
        started_at=record.started_at,
        hand_before=others.filter(number__lt=record.number).order_by("-number").first(),
        hand_after=others.filter(number__gt=record.number).order_by("number").first(),
    )


def sentences(record: HandRecord, told: list[Event]) -> list[Step]:
    """What happened in a hand, one sentence for each step that has one."""
    names = {player["seat"]: player["name"] for player in record.players}
    rules = hands.rules_of(record.table.tournament, fold(told) if told else None)
    said = enumerate(story.sentences(told, names, rules), 1)
    return [Step(step=at, words=words) for at, words in said if words]


def _session_of(record: HandRecord) -> str:
    played = sessions.of_hands(record.table.tournament)
    return played.get(numbers.session_of(record.number), "")


@dataclass(frozen=True, slots=True)
class _Played:
    """One hand of the evening, as it began."""

    table: int
    number: int
    shown: int
    at: datetime
    level: str
    stacks: dict[int, int]
    pot: int
    winners: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Somebody went out: when, in which hand, and at which step of the evening."""

    name: str
    moment: datetime
    table: int
    hand: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A stack among the largest of that moment."""

    place_text: str
    name: str
    number: int
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The tournament as it stood when one of its hands began."""

    count: int
    at: int
    hand: _Played | None
    rows: list[Ranked]
    busts: list[Out]
    next_out: int | None
    graph: chip_graph.Graph


def evening(tournament: Tournament, *, at: int | None, now: datetime) -> Evening:
    """The tournament as it stood when hand number `at` of all its hands began."""
    played = _played(tournament, now)
    entries = Entry.objects.filter(tournament=tournament, withdrawn_at=None)
    by_id = {entry.pk: entry for entry in entries.select_related("player", "tournament")}
    busts = _busts(tournament, now)
    step = len(played) if at is None else max(1, min(at, len(played)))
    moment = played[step - 1].at if played else now
    outs = [_out(bust, played) for bust in busts]
    return Evening(
        count=len(played),
        at=step,
        hand=played[step - 1] if played else None,
        rows=_standing(played[:step], by_id, {b.entry_id for b in busts if b.at <= moment}),
        busts=[out for out in outs if out.moment <= moment][::-1],
        next_out=next((out.step for out in outs if out.step > step), None),
        graph=chip_graph.drawn(_best(by_id, now)),
    )


def _played(tournament: Tournament, now: datetime) -> list[_Played]:
    records = delayed.hands_told(tournament.pk, now=now)
    ordered = records.select_related("table").order_by("started_at", "id")
    return [
        _Played(
            record.table.number,
            record.number,
            record.shown,
            record.started_at,
            record.level,
            {player["entry"]: player["stack"] for player in record.players},
            record.pot,
            record.winners,
        )
        for record in ordered
    ]


def _busts(tournament: Tournament, now: datetime) -> list[Bust]:
    busts = Bust.standing.filter(entry__tournament=tournament, may_rebuy=False, at__lte=now)
    return list(busts.select_related("entry__player").order_by("order", "id"))


def _out(bust: Bust, played: list[_Played]) -> Out:
    steps = (
        number
        for number, hand in enumerate(played, 1)
        if (hand.table, hand.number) == (bust.table_number, bust.hand_number)
    )
    return Out(
        name=bust.entry.name,
        moment=bust.at,
        table=bust.table_number,
        hand=bust.hand_number,
        step=next(steps, 0),
    )


def _standing(played: list[_Played], entries: dict[int, Entry], out: set[int]) -> list[Ranked]:
    stacks: dict[int, int] = {}
    for hand in played:
        stacks |= hand.stacks
    ranked = sorted(
        (pk for pk in stacks if pk in entries and pk not in out), key=lambda p: -stacks[p]
    )
    return [
        Ranked(
            place_text=placings.ordinal(place),
            name=entries[pk].name,
            number=entries[pk].number,
            stack=stacks[pk],
        )
        for place, pk in enumerate(ranked[:ROWS], 1)
    ]


def _best(entries: dict[int, Entry], now: datetime) -> list[chip_graph.Line]:
    """The lines of those who came furthest."""
    tournament = next((entry.tournament_id for entry in entries.values()), 0)
    told = delayed.stacks_told(tournament, now=now)
    furthest = sorted(entries.values(), key=lambda entry: -told.get(entry.pk, entry.stack))
    best = furthest[:GRAPHED]
    return chip_graph.lines(best, now=now)
