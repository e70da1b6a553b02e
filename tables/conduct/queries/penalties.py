"""Who serves a penalty now, and how that reads."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils import timezone

from engine.amounts import hour
from engine.conduct import penalties
from engine.conduct.law import REASONS, Kind
from engine.hand.state import Hand
from engine.refusal import Refused
from tables.models import HandRecord, Penalty, Table
from tournament.clock.queries.clock import milliseconds
from tournament.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """How much of a penalty is still to be served, or why no more is."""

    words: str = ""
    ends_at_ms: int | None = None
    lifted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A penalty as it was given, and what is left of it."""

    words: str
    reason: str
    clause: str
    at: datetime
    name: str = ""
    by: str = ""
    id: int = 0
    may_lift: bool = False
    left: Remaining


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyForm:
    """One of them."""

    key: str
    words: str
    is_used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyForms:
    """The forms of penalty as their page offers them."""

    is_open: bool
    clause: str
    forms: list[PenaltyForm]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a penalty may be given."""

    words: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyOffer:
    """A penalty that a director may choose, with what it comes to here."""

    kind: str
    amount: int
    words: str


def value(row: Penalty) -> penalties.Penalty:
    """A stored penalty as the engine knows it."""
    return penalties.Penalty(Kind(row.kind), row.clause, row.hands_left, row.ends_at)


def serving(table: Table, *, now: datetime) -> dict[int, int]:
    """Whose hands are dead at this table: the entry, and the penalty it serves."""
    rows = Penalty.open.filter(
        entry__seatings__table=table, entry__seatings__until__isnull=True
    ).order_by("at")
    return {row.entry_id: row.pk for row in rows if penalties.is_serving(value(row), now=now)}


def dead_in(table: Table, *, now: datetime, minutes: Collection[int] | None) -> dict[int, int]:
    """Whose next hand is dead, and by which penalty.

    `minutes` are the seats that a tablet without network dealt dead because their minutes ran then;
    nobody is let off earlier than they allow (adelaide:106b).
    """
    found = serving(table, now=now)
    if minutes is None:
        return found
    rows = Penalty.objects.filter(
        kind=Kind.TIME, entry__seatings__table=table, entry__seatings__until__isnull=True
    ).annotate(seat=F("entry__seatings__seat"))
    for row in rows.order_by("at"):
        if row.seat not in minutes and found.get(row.entry_id) == row.pk:
            raise Refused(f"Seat {row.seat} is still serving a penalty. {LOOK}", row.clause)
        if row.seat in minutes and row.entry_id not in found:
            _check_could_run(table, row)
            found[row.entry_id] = row.pk
    return found


LOOK = "Look at the table again."


def _check_could_run(table: Table, row: Penalty) -> None:
    """Refuse minutes that were over before: the last hand was dealt without this penalty."""
    last = HandRecord.objects.filter(table=table, number=table.hand_number).first()
    is_since = last is not None and last.started_at > row.at
    if is_since and row.pk not in _served_in(table):
        raise Refused(f"{row.entry.name} has already served the penalty. {LOOK}", row.clause)


@dataclass(frozen=True, slots=True)
class DeadNext:
    """Whose next hand is dead: for how many hands in a row, or until when; by entry."""

    hands: dict[int, int]
    until: dict[int, datetime]

    @property
    def entries(self) -> set[int]:
        """Everybody of them."""
        return {*self.hands, *self.until}


def dead_next(table: Table, last: Hand) -> DeadNext:
    """Whose next hand is dead; who has hands and minutes to serve misses the hands at least."""
    rows = Penalty.open.filter(
        entry__seatings__table=table, entry__seatings__until__isnull=True
    ).values_list("entry_id", "pk", "hands_left", "ends_at")
    counts_now = set() if last.is_over else _served_in(table)
    left = {entry: hands - (pk in counts_now) for entry, pk, hands, ends in rows if not ends}
    hands = {entry: count for entry, count in left.items() if count > 0}
    until = {entry: ends for entry, _, _, ends in rows if ends and entry not in hands}
    return DeadNext(hands, until)


def _served_in(table: Table) -> set[int]:
    """The penalties that the hand in play counts (adelaide:106c-2)."""
    played = HandRecord.objects.filter(table=table, number=table.hand_number)
    found = played.values_list("players", flat=True).first() or []
    return {player["penalty"] for player in found if player.get("penalty")}


class Left(NamedTuple):
    """What an entry still has to serve: so many hands, and until when it stays away."""

    hands: int = 0
    until: datetime | None = None


def left(entries: Collection[int]) -> dict[int, Left]:
    """What is left of the open penalties of these entries: the most of each kind."""
    found: dict[int, Left] = {}
    rows = Penalty.open.filter(entry__in=entries)
    for entry, hands, until in rows.values_list("entry_id", "hands_left", "ends_at"):
        before = found.get(entry, Left())
        ends = [one for one in (before.until, until) if one is not None]
        found[entry] = Left(max(before.hands, hands), max(ends, default=None))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ToServe:
    """What is left of a seat's penalties, as tables show it."""

    words: str
    hands: str
    until: str
    ends_ms: int | None


def on_seat(owed: Left) -> ToServe:
    """What is left of a seat's penalties; a time counts itself down where it is shown."""
    until = owed.until
    missed = hands_words(owed.hands)
    until_words = f"until {hour(timezone.localtime(until))}" if until else ""
    return ToServe(
        words=" and ".join(filter(None, (missed, until_words))),
        hands=missed,
        until=until_words,
        ends_ms=milliseconds(until) if until else None,
    )


def hands_words(hands: int) -> str:
    """So many hands."""
    if not hands:
        return ""
    return "1 hand" if hands == 1 else f"{hands} hands"


def row_words(row: Penalty) -> str:
    """A penalty in a few words, as it was given."""
    if row.kind == Kind.EXCLUSION and row.ends_at is not None:
        return f"Excluded until {timezone.localtime(row.ends_at):%Y-%m-%d}"
    if row.kind == Kind.TIME and row.ends_at is not None:
        return f"{round((row.ends_at - row.at).total_seconds() / 60)} minutes away"
    return hands_words(row.hands) or row.kind.capitalize()


def history(entry_id: int) -> list[Given]:
    """What a player has been given so far, the newest first."""
    return [
        Given(
            words=row_words(row),
            reason=row.reason,
            clause=row.clause,
            at=row.at,
            left=_left(row),
        )
        for row in Penalty.objects.filter(entry_id=entry_id)
    ]


def given(tournament: Tournament) -> list[Given]:
    """Every penalty of a tournament, the newest first."""
    rows = Penalty.objects.filter(entry__tournament=tournament).select_related("entry__player")
    return [
        Given(
            name=row.entry.name,
            words=row_words(row),
            reason=row.reason,
            clause=row.clause,
            at=row.at,
            by=row.by,
            id=row.pk,
            may_lift=_may_lift(row),
            left=_left(row),
        )
        for row in rows
    ]


def _left(row: Penalty) -> Remaining:
    """How much of it is still to be served, or why no more is."""
    if row.lifted_because:
        return Remaining(lifted=row.lifted_because)
    if row.finished_at or row.ends_at is None:
        return Remaining(words="" if row.finished_at else hands_words(row.hands_left))
    until = f"until {hour(timezone.localtime(row.ends_at))}"
    return Remaining(words=until, ends_at_ms=milliseconds(row.ends_at))


def _may_lift(row: Penalty) -> bool:
    is_open = row.finished_at is None or row.kind == Kind.WARNING
    return is_open and not row.lifted_because


def forms(tournament: Tournament) -> list[str]:
    """Which forms of penalty this event uses: as chosen, else all its book allows."""
    allowed = tournament.law.conduct.penalty_forms.value
    return list(tournament.structure.get("penalties") or allowed)


def choices(tournament: Tournament) -> PenaltyForms:
    """The list as its page offers it; fixed once a penalty has been given (igr:A.2(gg)-2)."""
    used = forms(tournament)
    return PenaltyForms(
        is_open=not Penalty.objects.filter(entry__tournament=tournament).exists(),
        clause=tournament.law.conduct.penalties_defined.clause,
        forms=[
            PenaltyForm(
                key=form,
                words=penalties.FORMS[form],
                is_used=form in used,
            )
            for form in tournament.law.conduct.penalty_forms.value
        ],
    )


def reasons(tournament: Tournament) -> list[Reason]:
    """Why a penalty may be given, each with the book's own clause where it has one."""
    own = tournament.law.conduct.forbidden.value
    return [Reason(words=words, clause=own.get(words, "")) for words in REASONS]


def was_removed(entry_id: int) -> bool:
    """Whether somebody was sent out of the tournament."""
    given = Penalty.objects.filter(entry=entry_id, kind__in=penalties.OUT_AT_ONCE)
    return given.filter(lifted_because="").exists()


def offers(tournament: Tournament, players: int) -> list[PenaltyOffer]:
    """Every penalty a director may choose, with what it comes to here (adelaide:106)."""
    per_player = [
        ("per_player", times, f"{times} per player: {hands_words(times * players)}")
        for times in penalties.HANDS_PER_PLAYER
    ]
    found = [
        ("warning", 0, "Warning"),
        *(("time", minutes, f"{minutes} minutes") for minutes in penalties.MINUTES),
        *(("hands", hands, f"{hands} hands") for hands in penalties.HANDS),
        *per_player,
        ("disqualification", 0, "Disqualification"),
        *(("exclusion", days, f"Excluded, {days} days") for days in penalties.EXCLUSION_DAYS),
    ]
    used = forms(tournament)
    return [
        PenaltyOffer(
            kind=kind,
            amount=amount,
            words=said,
        )
        for kind, amount, said in found
        if kind in used
    ]
