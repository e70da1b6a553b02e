"""Practice at a table of no tournament: what the dealer enters is judged, then carried out."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac

from engine.hand import codec
from engine.hand.commands import Command
from engine.hand.state import Hand
from engine.practice import training
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.structure import game_presets
from tables.crew.queries import training as queries
from tables.models import Practice
from tournament.records.services.stale import Stale

KEPT = timedelta(days=7)
IN_USE = timedelta(hours=1)  # what began longer ago makes room where its visitor wants more
MOST, MOST_OF_ONE = 2000, 40  # tables; a whole class behind one address
HANDS = (3, 5, 10)
SCRIPT = "the same table for everybody"
HELP_AFTER = 2

Wish = Callable[[Hand, Rules], Command]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a dealer wants to practise, and under which name."""

    rules: str
    hands: int
    dealer: str = ""
    is_scripted: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What every entry of a dealer comes with."""

    token: UUID
    now: datetime
    command_id: UUID
    version: int


class Wrong(Refused):
    """Not what happened at the table."""


@transaction.atomic
def begin(choice: Choice, *, visitor: str, seed: str, now: datetime) -> Practice:
    """A new exercise; those nobody has come back to for a week are thrown away."""
    if choice.rules not in game_presets.names():
        raise Refused("Choose a rulebook and a game.")
    if choice.hands not in HANDS:
        raise Refused("Choose 3, 5 or 10 hands.")
    whose = salted_hmac("practice", visitor, algorithm="sha256").hexdigest()
    _make_room(whose, now)
    return Practice.objects.create(
        visitor=whose,
        rules=choice.rules,
        hands=choice.hands,
        dealer=choice.dealer[:80],
        is_scripted=choice.is_scripted,
        seed=SCRIPT if choice.is_scripted else seed,
        at=now,
    )


def _make_room(visitor: str, now: datetime) -> None:
    """A visitor's own tables make room for more of theirs; nobody else's do."""
    Practice.objects.filter(at__lt=now - KEPT).delete()
    mine = Practice.objects.filter(visitor=visitor)
    if mine.count() >= MOST_OF_ONE:
        mine.filter(Q(finished_at__isnull=False) | Q(at__lt=now - IN_USE)).delete()
    if mine.count() >= MOST_OF_ONE:
        raise Refused(f"{MOST_OF_ONE} practice tables are in use from here. Finish one first.")
    if Practice.objects.count() >= MOST:
        raise Refused("All practice tables are in use. Try again later.")


def deal(entry: Entry) -> None:
    """The next hand."""
    with transaction.atomic():
        practice = _locked(entry)
        if practice is None:
            return
        hand = queries.hand_of(practice)
        if hand is not None and not hand.is_over:
            raise Refused("The hand in play must end first.")
        if practice.number >= practice.hands:
            raise Refused("That was the last hand of this practice.")
        practice.number += 1
        rules = queries.rules_of(practice)
        _, happened = training.begin(rules, practice.seed, practice.number, hand)
        practice.told = []
        practice.is_helped = False
        _store(practice, entry, [codec.write_event(event) for event in happened])


def enter(entry: Entry, wish: Wish) -> None:
    """What the dealer says happened: right, it is done; wrong, it is noted and explained."""
    wrong = None
    with transaction.atomic():
        practice = _locked(entry)
        if practice is None:
            return
        moment = queries.moment_of(practice)
        if moment is None or moment.hand.is_over:
            raise Refused("No hand is in play. Deal the next one first.")
        wrong = _judged(practice, entry, moment, wish(moment.hand, moment.rules))
    if wrong is not None:
        raise wrong


def _judged(
    practice: Practice, entry: Entry, moment: training.Moment, command: Command
) -> Wrong | None:
    seen = training.scene(moment, queries.NAMES)
    verdict = training.judge(moment, seen, command, queries.NAMES)
    if not verdict.is_right:
        practice.wrong = [*practice.wrong, verdict.entered]
        practice.save(update_fields=["wrong"])
        return Wrong(_explained(practice, verdict), verdict.clause)
    _carry_out(practice, entry, moment, command, (seen, verdict))
    return None


def _explained(practice: Practice, verdict: training.Verdict) -> str:
    entered = verdict.entered.rstrip(".")
    if len(practice.wrong) < HELP_AFTER:
        return f"That is not what happened. You entered: {entered}. Look at the table again."
    return f"Not so: {entered}. Right is: {verdict.right}"


def _carry_out(
    practice: Practice,
    entry: Entry,
    moment: training.Moment,
    command: Command,
    seen: tuple[training.Scene, training.Verdict],
) -> None:
    scene, verdict = seen
    hand, happened = training.carried_out(moment, command)
    practice.done = [
        *practice.done,
        {
            "hand": practice.number,
            "kind": scene.kind,
            "words": scene.words,
            "facts": list(scene.facts),
            "wrong": practice.wrong,
            "helped": practice.is_helped,
            "clause": verdict.clause,
        },
    ]
    practice.wrong, practice.is_helped = [], False
    if hand.is_over and practice.number >= practice.hands:
        practice.finished_at = entry.now
    _store(practice, entry, [codec.write_event(event) for event in happened])


def ask(entry: Entry) -> None:
    """The floor is called: it says what the book prescribes, which costs half the points."""
    told = None
    with transaction.atomic():
        practice = _locked(entry)
        if practice is None:
            return
        moment = queries.moment_of(practice)
        if moment is None or moment.hand.is_over:
            raise Refused("Call the floor while a hand is in play.")
        practice.is_helped = True
        practice.save(update_fields=["is_helped"])
        seen = training.scene(moment, queries.NAMES)
        told = training.answer_to(moment, seen, queries.NAMES)
    raise Wrong(f"The floor says: {told.right}", told.clause)


def _locked(entry: Entry) -> Practice | None:
    """The practice, or nothing where this very entry has been taken already."""
    practice = Practice.objects.select_for_update(no_key=True).filter(token=entry.token).first()
    if practice is None:
        raise Refused("This practice is no longer available. Start a new one.")
    if practice.last_command == entry.command_id:
        return None
    if practice.version != entry.version:
        raise Stale("The table has moved on. Check it again, then tap.")
    return practice


def _store(practice: Practice, entry: Entry, rows: list[object]) -> None:
    practice.version += 1
    practice.told = [*practice.told, *([practice.version, row] for row in rows)]
    practice.last_command = entry.command_id
    practice.save()
