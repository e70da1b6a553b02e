"""Give penalties, lift them, and end them when they are served (adelaide:106)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from engine.conduct import penalties
from engine.conduct.law import Kind
from engine.hand.state import Hand
from engine.refusal import Refused
from tables.commands import (
    AtTable,
    TableCommand,
    When,
    at_table,
    check_between_hands,
    table_command,
)
from tables.conduct.queries import penalties as queries
from tables.models import HandRecord, Penalty, Seating, Table
from tables.play.queries import hands
from tables.play.services import busts
from tables.seating.services import sitting
from tournament.models import Exclusion, Tournament
from tournament.models.incidents import IncidentKind
from tournament.models.ledger import ChipReason
from tournament.office.services import incidents
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import journal, ledger


@table_command(
    "penalty",
    permission=Permission.PENALISE,
    left_to=lambda tournament: tournament.law.conduct.penalties_given.clause,
    may_decide=True,
)
def give(at: AtTable, *, seat: int, kind: str, amount: int = 0, reason: str) -> Penalty:
    """The director's penalty for the player in this seat."""
    table, found = at.table, sitting.who_sits(at.table, seat)
    tournament = table.tournament
    if kind not in queries.forms(tournament):
        clause = tournament.law.conduct.penalties_defined.clause
        raise Refused("This penalty is not used at this tournament.", clause)
    penalties.check_reason(reason, tournament.law.conduct)
    value = _value(table, kind, amount, at.now)
    made = Penalty.objects.create(
        entry=found.entry,
        kind=value.kind,
        clause=_clause(tournament, value, reason),
        reason=reason[:200],
        hands=value.hands_left,
        hands_left=value.hands_left,
        ends_at=value.ends_at,
        at=at.now,
        by=at.actor.name,
        finished_at=None if value.kind in (Kind.HANDS, Kind.TIME) else at.now,
    )
    if value.kind in penalties.OUT_AT_ONCE:
        _disqualify(at, found)
    if value.kind is Kind.EXCLUSION and value.ends_at is not None:
        _exclude(found, made, until=value.ends_at)
    _log(at, found, made)
    at.write(
        "penalty.given",
        player=found.entry.name,
        table=table.number,
        seat=seat,
        penalty=queries.row_words(made).lower(),
        reason=made.reason,
        clause=made.clause,
    )
    return made


def _value(table: Table, kind: str, amount: int, now: datetime) -> penalties.Penalty:
    book = table.tournament.law
    match kind:
        case "warning":
            return penalties.warning(book)
        case "time":
            return penalties.time_away(amount, book, now=now)
        case "hands":
            return penalties.missed_hands(amount, book)
        case "per_player":
            players = len(hands.seated(table))
            return penalties.hands_per_player(amount, book, players=players)
        case "exclusion":
            return penalties.exclusion(amount, book, now=now)
        case _:
            return penalties.disqualification(book)


def _log(at: AtTable, seat: Seating, made: Penalty) -> None:
    """A warning, penalty or removal is in the incident log with its ruling (igr:6.02(f))."""
    words = queries.row_words(made)
    matter = incidents.Matter(
        kind=IncidentKind.IRREGULARITY,
        facts=f"{seat.entry.name}, seat {seat.seat}: {made.reason}",
        people=seat.entry.name,
        table=at.table.number,
        hand=at.table.hand_number if at.table.hand_shown else None,
        came_from=f"penalty {made.pk}",
        is_settled=True,
    )
    found = incidents.note(at.table.tournament, matter, actor=at.actor, now=at.now)
    ruling = incidents.Ruling(words=words, reason=made.reason, source=made.clause)
    incidents.rule(found, ruling, actor=at.actor, now=at.now)


def _exclude(seat: Seating, made: Penalty, *, until: datetime) -> None:
    """Nobody enters or seats this person again while it lasts (charity:22.4)."""
    Exclusion.objects.create(
        player_id=seat.entry.player_id,
        until=until,
        reason=made.reason,
        clause=made.clause,
        at=made.at,
        by=made.by,
    )


@transaction.atomic
def choose(*, tournament_id: int, forms: Iterable[str], actor: Actor, now: datetime) -> Tournament:
    """Which warnings and penalties this event uses, before the first is given."""
    require(actor, Permission.PENALISE, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    is_used = Penalty.objects.filter(entry__tournament=tournament).exists()
    chosen = penalties.check_forms(forms, tournament.law.conduct, is_used=is_used)
    if chosen == queries.forms(tournament):
        return tournament
    tournament.structure = {**tournament.structure, "penalties": chosen}
    tournament.save(update_fields=["structure"])
    words = ", ".join(penalties.FORMS[form].lower() for form in chosen)
    journal.write(actor, "penalties.chosen", tournament_id=tournament_id, at=now, words=words)
    return tournament


def lift(
    *, tournament_id: int, penalty_id: int, reason: str, actor: Actor, now: datetime
) -> Penalty:
    """A penalty given by mistake is taken off from the next hand on, with its reason."""
    require(actor, Permission.PENALISE, tournament_id)
    with _held(penalty_id, actor=actor, now=now) as (row, at):
        if not row.lifted_because:
            _lift(row, reason, actor=actor, now=now)
        elif at is not None:
            at.leave_as_it_was()
    return row


def _lift(row: Penalty, reason: str, *, actor: Actor, now: datetime) -> None:
    _check_lift(row, reason)
    row.finished_at, row.lifted_because = row.finished_at or now, " ".join(reason.split())[:200]
    row.save(update_fields=["finished_at", "lifted_because"])
    journal.write(
        actor,
        "penalty.lifted",
        tournament_id=row.entry.tournament_id,
        at=now,
        player=row.entry.name,
        penalty=queries.row_words(row).lower(),
        reason=row.lifted_because,
    )
    _log_lifted(row, actor=actor, now=now)


def _log_lifted(row: Penalty, *, actor: Actor, now: datetime) -> None:
    words = f"{row.entry.name}: {queries.row_words(row).lower()} lifted. {row.lifted_because}"
    matter = incidents.Matter(
        kind=IncidentKind.CORRECTION, facts=words, people=row.entry.name, is_settled=True
    )
    incidents.note(row.entry.tournament, matter, actor=actor, now=now)


def _check_lift(row: Penalty, reason: str) -> None:
    if not reason.strip():
        raise Refused("Give the reason for lifting the penalty.", row.clause)
    if row.kind in penalties.OUT_AT_ONCE:
        raise Refused(f"{row.entry.name} is out: undo the elimination instead.", row.clause)
    if row.finished_at is not None and row.kind != Kind.WARNING:
        raise Refused(f"{row.entry.name} has already served it.", row.clause)


def _clause(tournament: Tournament, value: penalties.Penalty, reason: str) -> str:
    """The book's own word on this reason, or the clause of the penalty itself."""
    named = penalties.clause_for(reason, value.kind, tournament.law.conduct)
    return named or value.clause


def _disqualify(at: AtTable, seat: Seating) -> None:
    """Out at once: the chips leave play, and the place is that of this moment (adelaide:106d)."""
    check_between_hands(at.table)
    stack = seat.entry.stack
    ledger.move(
        {seat.entry_id: -stack},
        reason=ChipReason.PENALTY,
        note=f"{seat.entry.name} disqualified",
        actor=at.actor,
        now=at.now,
    )
    fallen = [busts.Fallen(seat.entry_id, seat.entry.name, stack)]
    busts.record(at.table, fallen, actor=at.actor, now=at.now, is_final=True)


# Penalties end by themselves: with their last hand, or when their time is up.


def serve(record: HandRecord, hand: Hand, *, now: datetime) -> None:
    """A hand has been played: a hand penalty is one hand shorter (adelaide:106c-2)."""
    for row in _of(record, hand).select_related("entry__player"):
        row.hands_left = penalties.after_hand(queries.value(row)).hands_left
        row.finished_at = None if row.hands_left else now
        row.save(update_fields=["hands_left", "finished_at"])
        if row.finished_at:
            _write(row, at=now)


def unserve(record: HandRecord, hand: Hand) -> None:
    """The hand is taken back, and what it counted."""
    _of(record, hand).update(hands_left=F("hands_left") + 1, finished_at=None)


def _of(record: HandRecord, hand: Hand) -> QuerySet[Penalty]:
    mine = [player["penalty"] for player in record.players if player.get("penalty")]
    served = mine if hand.ended == "played" else []
    return Penalty.objects.filter(pk__in=served, kind=Kind.HANDS, lifted_because="")


def finish_due(*, now: datetime) -> int:
    """Penalties whose time is up are served, each at its own moment (adelaide:106b)."""
    due = Penalty.open.filter(kind=Kind.TIME, ends_at__lte=now).order_by("ends_at")
    return sum(
        _finish(penalty_id, now=now) for penalty_id in list(due.values_list("pk", flat=True))
    )


def _finish(penalty_id: int, *, now: datetime) -> bool:
    with _held(penalty_id, actor=SYSTEM, now=now) as (row, at):
        is_due = row.finished_at is None and row.ends_at is not None
        if is_due and row.ends_at is not None:
            row.finished_at = row.ends_at
            row.save(update_fields=["finished_at"])
            _write(row, at=row.ends_at)
        if at is not None and is_due:  # the hand in play stays: what waits on a tablet holds
            at.keep_version()
        elif at is not None:
            at.leave_as_it_was()
    return is_due


@contextmanager
def _held(
    penalty_id: int, *, actor: Actor, now: datetime
) -> Iterator[tuple[Penalty, AtTable | None]]:
    """The penalty, and before it the table at which the player sits now, if they sit."""
    seats = Seating.objects.filter(entry__penalties=penalty_id, until__isnull=True)
    table_id = seats.values_list("table_id", flat=True).first()
    rows = Penalty.objects.select_for_update(of=("self",), no_key=True)
    rows = rows.select_related("entry__player")
    if table_id is None:
        with transaction.atomic():
            yield rows.get(pk=penalty_id), None
        return
    command, who = TableCommand(table_id, actor, now), Permission.PENALISE
    with at_table(command, "penalty", permission=who, when=When.ANY_TIME) as at:
        yield rows.get(pk=penalty_id), at


def _write(row: Penalty, *, at: datetime) -> None:
    journal.write(
        SYSTEM,
        "penalty.served",
        tournament_id=row.entry.tournament_id,
        at=at,
        player=row.entry.name,
        penalty=queries.row_words(row).lower(),
    )
