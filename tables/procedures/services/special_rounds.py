"""Fix, call and begin bonus and elimination rounds (charity:15, 16)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.conduct import special_hands
from engine.conduct.special_hands import BonusPlan
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables import locking
from tables.models import SpecialRound, Table
from tables.models.rounds import RoundKind
from tables.play.queries import hands
from tables.procedures.queries import special_rounds
from tournament.live import broadcast
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal


@transaction.atomic
def fix_plan(
    *, tournament_id: int, amounts: tuple[int, ...], actor: Actor, now: datetime
) -> Tournament:
    """How many bonus rounds there are and what each adds: fixed before the start."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    special_hands.check_known(tournament.rulebook)
    before_start = (TournamentState.REGISTERING, TournamentState.SEATED)
    special_hands.check_bonus_plan(
        BonusPlan(amounts), has_started=tournament.state not in before_start
    )
    tournament.structure["bonus_rounds"] = list(amounts)
    tournament.save(update_fields=["structure"])
    words = ", ".join(f"{amount} chips" for amount in amounts) or "none"
    journal.write(actor, "rounds.planned", tournament_id=tournament_id, at=now, words=words)
    return tournament


@dataclass(frozen=True, slots=True)
class Call:
    """What is called, for one table or all, and whether the players have been told."""

    kind: str
    is_announced: bool
    only_table: int | None = None


@transaction.atomic
def call(
    wish: Call,
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> list[SpecialRound]:
    """Make the next hand a bonus or elimination round, at one table or at every one."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if idempotency.is_repeated(command_id):
        return []
    special_hands.check_known(tournament.rulebook)
    if wish.kind not in RoundKind.values:
        raise Refused("Call a bonus round or an elimination round.")
    if tournament.state != TournamentState.RUNNING:
        raise Refused("Bonus and elimination rounds are called while the tournament is in play.")
    chosen = [t for t in tables.values() if t.is_open and wish.only_table in (None, t.number)]
    if not chosen:
        raise Refused(f"There is no open table {wish.only_table}.")
    made = [_call(table, wish, actor=actor, now=now) for table in chosen]
    idempotency.remember(command_id, tournament_id=tournament_id, kind="round", now=now)
    broadcast.changed(tournament_id, broadcast.Audience.CONSOLE)
    return made


def _call(table: Table, wish: Call, *, actor: Actor, now: datetime) -> SpecialRound:
    amount = _checked(table, wish)
    waiting = SpecialRound.objects.filter(table=table, kind=wish.kind, hand_number__isnull=True)
    if waiting.exists():
        raise Refused(f"The next hand at table {table.number} is such a round already.")
    made = SpecialRound.objects.create(
        table=table, kind=wish.kind, amount=amount, called_at=now, called_by=actor.name
    )
    journal.write(
        actor,
        "rounds.called",
        tournament_id=table.tournament_id,
        at=now,
        table=table.number,
        what=special_rounds.words(made),
    )
    table.version += 1
    table.save(update_fields=["version"])
    table_broadcast.table_changed(table)
    return made


def _checked(table: Table, wish: Call) -> int:
    """The chips this round adds; refused in the middle of a hand, unannounced, or beyond plan."""
    told = {"is_between_hands": not hands.is_in_play(table), "is_announced": wish.is_announced}
    if wish.kind == RoundKind.ELIMINATION:
        special_hands.check_call_elimination(**told)
        return 0
    special_hands.check_call_bonus(**told)
    so_far = special_rounds.bonus_count(table)
    return special_hands.next_bonus(special_rounds.plan(table.tournament), called=so_far)


def begin(table: Table, *, number: int) -> None:
    """What was called is played in this hand; the caller holds the table."""
    for one in special_rounds.called(table, hands.of(table)):
        one.hand_number = number
        one.save(update_fields=["hand_number"])
