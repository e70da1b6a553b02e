"""Impose penalties (adelaide:106)."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engine.conduct import penalties
from engine.conduct.penalties import Kind
from engine.refusal import Refused
from tables import between, locking
from tables.chips.services import stacks
from tables.conduct.queries import penalties as queries
from tables.conduct.services import serving
from tables.models import Penalty, Seating, Table
from tables.play.queries import hands
from tables.play.services import busts, play
from tables.seating.services import sitting
from tournament.models import Exclusion, Tournament
from tournament.models.incidents import IncidentKind
from tournament.models.ledger import ChipReason
from tournament.office.services import incidents
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal, ledger
from tournament.setup.services import tournaments


def give(
    request: play.Request, *, seat: int, kind: str, amount: int = 0, reason: str
) -> Penalty | None:
    """The director's penalty for the player in this seat."""
    with transaction.atomic():
        table = locking.table(request.table_id)
        by = penalties.given_by(table.tournament.rulebook)
        require(request.actor, Permission.PENALISE, table.tournament_id, table.pk, clause=by)
        if idempotency.is_repeated(request.command_id):
            return None
        play.check_fresh(request, table)
        made = _impose(request, table, sitting.who_sits(table, seat), kind, amount, reason)
        between.closed(request, table, kind="penalty")
    tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
    return made


def _impose(
    request: play.Request, table: Table, seat: Seating, kind: str, amount: int, reason: str
) -> Penalty:
    tournament = table.tournament
    if kind not in queries.forms(tournament):
        clause = penalties.DEFINED_BY.get(tournament.rulebook, "")
        raise Refused("This penalty is not used at this tournament.", clause)
    penalties.check_reason(reason, rulebook=tournament.rulebook)
    value = _value(table, kind, amount, request.now)
    made = Penalty.objects.create(
        entry=seat.entry,
        kind=value.kind,
        clause=_clause(tournament, value, reason),
        reason=reason[:200],
        hands=value.hands_left,
        hands_left=value.hands_left,
        ends_at=value.ends_at,
        at=request.now,
        by=request.actor.name,
        finished_at=None if value.kind in (Kind.HANDS, Kind.TIME) else request.now,
    )
    if value.kind in penalties.OUT_AT_ONCE:
        _disqualify(request, table, seat)
    if value.kind is Kind.EXCLUSION and value.ends_at is not None:
        _exclude(seat, made, until=value.ends_at)
    _log(request, table, seat, made)
    _write(request, table, seat, made)
    return made


def _value(table: Table, kind: str, amount: int, now: datetime) -> penalties.Penalty:
    book = table.tournament.rulebook
    match kind:
        case "warning":
            return penalties.warning(rulebook=book)
        case "time":
            return penalties.time_away(amount, rulebook=book, now=now)
        case "hands":
            return penalties.missed_hands(amount, rulebook=book)
        case "per_player":
            players = len(hands.seated(table))
            return penalties.hands_per_player(amount, players=players, rulebook=book)
        case "exclusion":
            return penalties.exclusion(amount, rulebook=book, now=now)
        case _:
            return penalties.disqualification(rulebook=book)


def _log(request: play.Request, table: Table, seat: Seating, made: Penalty) -> None:
    """A warning, penalty or removal is in the incident log with its ruling (igr:6.02(f))."""
    words = queries.row_words(made)
    matter = incidents.Matter(
        kind=IncidentKind.IRREGULARITY,
        facts=f"{seat.entry.name}, seat {seat.seat}: {made.reason}",
        people=seat.entry.name,
        table=table.number,
        hand=table.hand_number or None,
        came_from=f"penalty {made.pk}",
        is_settled=True,
    )
    found = incidents.note(table.tournament, matter, actor=request.actor, now=request.now)
    ruling = incidents.Ruling(words=words, reason=made.reason, source=made.clause)
    incidents.rule(found, ruling, actor=request.actor, now=request.now)


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
    chosen = penalties.check_forms(forms, rulebook=tournament.rulebook, is_used=is_used)
    if chosen == queries.forms(tournament):
        return tournament
    tournament.structure = {**tournament.structure, "penalties": chosen}
    tournament.save(update_fields=["structure"])
    words = ", ".join(penalties.FORMS[form].lower() for form in chosen)
    journal.write(actor, "penalties.chosen", tournament_id=tournament_id, at=now, words=words)
    return tournament


@transaction.atomic
def lift(
    *, tournament_id: int, penalty_id: int, reason: str, actor: Actor, now: datetime
) -> Penalty:
    """A penalty given by mistake is taken off from the next hand on, with its reason."""
    require(actor, Permission.PENALISE, tournament_id)
    table_id = serving.seated_at(penalty_id)
    table = None if table_id is None else locking.table(table_id)
    row = serving.locked(penalty_id)
    if row.lifted_because:
        return row
    _check_lift(row, reason)
    row.finished_at, row.lifted_because = row.finished_at or now, " ".join(reason.split())[:200]
    row.save(update_fields=["finished_at", "lifted_because"])
    journal.write(
        actor,
        "penalty.lifted",
        tournament_id=tournament_id,
        at=now,
        player=row.entry.name,
        penalty=queries.row_words(row).lower(),
        reason=row.lifted_because,
    )
    _log_lifted(row, actor=actor, now=now)
    if table is not None:
        stacks.bump(table)
    return row


def _log_lifted(row: Penalty, *, actor: Actor, now: datetime) -> None:
    words = f"{row.entry.name}: {queries.row_words(row).lower()} lifted. {row.lifted_because}"
    matter = incidents.Matter(
        kind=IncidentKind.CORRECTION, facts=words, people=row.entry.name, is_settled=True
    )
    incidents.note(row.entry.tournament, matter, actor=actor, now=now)


def _check_lift(row: Penalty, reason: str) -> None:
    if not reason.strip():
        raise Refused("Say why the penalty is lifted.", row.clause)
    if row.kind in penalties.OUT_AT_ONCE:
        raise Refused(f"{row.entry.name} is out: take the elimination back instead.", row.clause)
    if row.finished_at is not None and row.kind != Kind.WARNING:
        raise Refused(f"{row.entry.name} has served it already.", row.clause)


def _clause(tournament: Tournament, value: penalties.Penalty, reason: str) -> str:
    """The book's own word on this reason, or the clause of the penalty itself."""
    named = penalties.clause_for(reason, value.kind, rulebook=tournament.rulebook)
    return named or value.clause


def _disqualify(request: play.Request, table: Table, seat: Seating) -> None:
    """Out at once: the chips leave play, and the place is that of this moment (adelaide:106d)."""
    between.check(table)
    stack = seat.entry.stack
    ledger.move(
        {seat.entry_id: -stack},
        reason=ChipReason.PENALTY,
        note=f"{seat.entry.name} disqualified",
        actor=request.actor,
        now=request.now,
    )
    fallen = [busts.Fallen(seat.entry_id, seat.entry.name, stack)]
    busts.record(table, fallen, actor=request.actor, now=request.now, is_final=True)


def _write(request: play.Request, table: Table, seat: Seating, made: Penalty) -> None:
    journal.write(
        request.actor,
        "penalty.given",
        tournament_id=table.tournament_id,
        at=request.now,
        player=seat.entry.name,
        table=table.number,
        seat=seat.seat,
        penalty=queries.row_words(made).lower(),
        reason=made.reason,
        clause=made.clause,
    )
