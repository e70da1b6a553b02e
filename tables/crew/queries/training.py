"""A practice table as its dealer sees it, and the mark at its end. No tournament is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.urls import reverse

from engine import clauses, rulebooks
from engine.hand import codec
from engine.hand.applying import replay
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.practice import training
from engine.referee import options as engine_options
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.structure import game_presets
from tables.conduct.queries.penalties import Left
from tables.models import HandRecord, Practice, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import happened, pictures, tablet_hand
from tables.play.queries.depth import Depth
from tables.play.queries.pictures import Reading
from tables.play.queries.tablet import PracticeLevel, PracticeScene, Start, TabletPicture, Undo
from tournament.models import Entry

NAMES = dict(enumerate(("Anna", "Ben", "Chloe", "Dan", "Emma", "Farid"), start=1))


def find(token: UUID) -> Practice:
    """A practice by its address."""
    found = Practice.objects.filter(token=token).first()
    if found is None:
        raise Refused("This practice is no longer available. Start a new one.")
    return found


def rules_of(practice: Practice) -> Rules:
    """The book and the game that are practised."""
    return game_presets.get(practice.rules)


def rows_of(practice: Practice) -> list[tuple[int, Event]]:
    """The hand in play, with the version each event made."""
    return [(version, codec.read_event(data)) for version, data in practice.told]


def hand_of(practice: Practice) -> Hand | None:
    """The last hand; None before the first."""
    rows = rows_of(practice)
    return replay([event for _, event in rows]) if rows else None


def moment_of(practice: Practice) -> training.Moment | None:
    """Where the practice stands; None before the first hand."""
    rows = rows_of(practice)
    if not rows:
        return None
    told = [event for _, event in rows]
    here = [scene for scene in practice.done if scene["hand"] == practice.number]
    return training.Moment(
        rules=rules_of(practice),
        seed=practice.seed,
        hand=replay(told),
        told=told,
        step=len(here),
        had_trouble=any(one["kind"] == training.TROUBLE for one in here),
    )


class PracticeReading(Reading):
    """A table made up for practice: nothing of it is stored among tables, seats and entries."""

    def __init__(self, practice: Practice) -> None:
        self.token = practice.token
        self.moment = moment_of(practice)
        self.rules = rules_of(practice)
        self.hand = self.moment.hand if self.moment else None
        self.table = Table(
            pk=0,
            number=0,
            seats=training.PLAYERS,
            version=practice.version,
            hand_number=practice.number,
            depth=Depth.ACTIONS,
            state=TableState.OPEN,
        )
        first = training.stacks_of(practice.seed, practice.number + 1)
        stacks = self.hand.stacks if self.hand else (0, *first)
        self.seats = {seat: self._seated(seat, stacks[seat]) for seat in NAMES}
        players = [{"seat": seat, "entry": seat, "name": NAMES[seat]} for seat in NAMES]
        self.record = (
            HandRecord(pk=0, number=practice.number, players=players) if self.hand else None
        )
        self.rows = rows_of(practice)
        self.events = [event for _, event in self.rows]

    def check_plays(self) -> None:
        """A practice table always does."""

    @cached_property
    def to_serve(self) -> dict[int, Left]:
        """Nobody here is a real player, with a real penalty."""
        return {}

    def _seated(self, seat: int, stack: int) -> Seating:
        entry = Entry(pk=seat, name=NAMES[seat], stack=stack)
        return Seating(seat=seat, entry=entry)

    def _cards(self, hand: Hand, number: int) -> list[str]:
        """Hands that lie face up are seen, as at a real table, before anybody enters them."""
        shown = super()._cards(hand, number)
        if not shown or self.moment is None or number in hand.shown:
            return shown
        offered = engine_options.options(hand, self.rules)
        if training.is_tabled(self.moment, offered):
            return pictures.texts(training.cards_of(self.moment, number))
        up = pictures.texts(training.up_cards(self.moment, number))
        return [*up, *[pictures.BACK] * (len(shown) - len(up))]

    @property
    def sheet_url(self) -> str:
        """The sheet of the practice, not of a tournament's table."""
        return reverse("practice-happened", kwargs={"token": self.token})


def picture(practice: Practice, *, refusal: dict[str, str] | None = None) -> TabletPicture:
    """The tablet of a practice."""
    reading = PracticeReading(practice)
    offered = engine_options.options(reading.hand, reading.rules) if reading.hand else None
    where = {"token": practice.token}
    return TabletPicture(
        version=practice.version,
        table=reading.public,
        clock=PracticeLevel(blinds_text=_blinds(reading), level_name=reading.rules.game.name),
        command_url=reverse("practice-command", kwargs=where),
        phase=_phase(practice, reading, offered),
        start=_start(practice),
        **tablet_hand.flat(tablet_hand.parts(reading, offered)),
        undo=Undo(can=False, label="Undo"),
        refusal=refusal,
        notices=[],
        happened_url=reading.sheet_url,
        orders=happened.orders(reading),
        practice=_practice(practice, reading),
    )


def _blinds(reading: PracticeReading) -> str:
    hand = reading.hand
    if hand is None:
        return ""
    return " / ".join(str(blind) for blind in hand.blinds) or f"Ante {hand.ante}"


def _phase(
    practice: Practice, reading: PracticeReading, offered: engine_options.Options | None
) -> str:
    if practice.finished_at is not None:
        return "finished"
    if offered is None or offered.phase == engine_options.OVER:
        return "start" if reading.hand is None else "ended"
    return tablet_hand.phase(offered)


def _start(practice: Practice) -> Start:
    label = f"Deal hand {practice.number + 1} of {practice.hands}"
    return Start(can=True, why="", label=label)


def _practice(practice: Practice, reading: PracticeReading) -> PracticeScene:
    moment = reading.moment
    is_playing = moment is not None and not moment.hand.is_over
    seen = training.scene(moment, NAMES) if moment is not None and is_playing else None
    return PracticeScene(
        words=seen.words if seen else "",
        facts=seen.facts if seen else (),
        is_trouble=seen is not None and seen.kind == training.TROUBLE,
        hand=practice.number,
        hands=practice.hands,
        right=sum(not scene["wrong"] and not scene["helped"] for scene in practice.done),
        entered=len(practice.done),
        mark_url=reverse("practice-mark", kwargs={"token": practice.token}),
    )


def sheet(practice: Practice, what: str, answers: dict[str, str]) -> happened.Sheet:
    """One step of "What happened?" at the practice table."""
    return happened.picture(PracticeReading(practice), what, answers, may_rule=True)


# -- the door and the mark -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """A game that can be practised."""

    value: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChoice:
    """A rulebook with the games that can be practised under it."""

    book: str
    games: list[GameChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindMark:
    """How well one kind of scene went."""

    name: str
    entered: int
    right: int
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedError:
    """A scene that was entered wrongly or with help, and what the book says on it."""

    hand: int
    kind: str
    words: str
    facts: list[str]
    wrong: list[str]
    helped: bool
    clause: str
    clause_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The mark, what it is made of, and what the book says on each error."""

    dealer: str
    book: str
    game: str
    is_scripted: bool
    hands: int
    at: datetime
    is_finished: bool
    percent: int
    words: str
    kinds: list[KindMark]
    errors: list[MarkedError]
    url: str


def choices() -> list[BookChoice]:
    """Every rulebook with the games that can be practised under it."""
    games: dict[str, list[GameChoice]] = {}
    for name in game_presets.names():
        rules = game_presets.get(name)
        games.setdefault(rules.book.id, []).append(GameChoice(value=name, words=rules.game.name))
    return [BookChoice(book=rulebooks.get(book).name, games=here) for book, here in games.items()]


def result(practice: Practice) -> Mark:
    """The mark, what it is made of, and what the book says on each error."""
    done = [
        training.Answered(scene["kind"], len(scene["wrong"]), scene["helped"])
        for scene in practice.done
    ]
    percent = training.mark(done)
    rules = rules_of(practice)
    return Mark(
        dealer=practice.dealer,
        book=rules.book.name,
        game=rules.game.name,
        is_scripted=practice.is_scripted,
        hands=practice.hands,
        at=practice.finished_at or practice.at,
        is_finished=practice.finished_at is not None,
        percent=percent,
        words=training.mark_words(percent) if done else "",
        kinds=[_kind(done, kind) for kind in training.KINDS],
        errors=[_error(scene) for scene in practice.done if scene["wrong"] or scene["helped"]],
        url=reverse("practice-table", kwargs={"token": practice.token}),
    )


def _kind(done: list[training.Answered], kind: str) -> KindMark:
    answered = [scene for scene in done if scene.kind == kind]
    return KindMark(
        name=kind.capitalize(),
        entered=len(answered),
        right=sum(scene.points == 2 for scene in answered),
        percent=training.mark(answered),
    )


def _error(scene: Mapping[str, Any]) -> MarkedError:
    clause = clauses.find(scene["clause"]) if scene["clause"] else None
    return MarkedError(**scene, clause_text=clause.behaviour if clause else "")
