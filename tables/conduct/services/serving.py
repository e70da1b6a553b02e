"""Penalties end by themselves: with their last hand (adelaide:106c-2), or when their time is up."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from engine.conduct import penalties
from engine.conduct.penalties import Kind
from engine.hand.state import Hand
from tables import broadcast, locking
from tables.conduct.queries import penalties as queries
from tables.models import HandRecord, Penalty, Seating
from tournament.live.broadcast import EVERYBODY
from tournament.permissions import SYSTEM
from tournament.records.services import journal


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
    return sum(_finish(penalty_id) for penalty_id in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _finish(penalty_id: int) -> bool:
    table_id = seated_at(penalty_id)
    table = None if table_id is None else locking.table(table_id)
    row = locked(penalty_id)
    if row.finished_at is not None or row.ends_at is None:
        return False
    row.finished_at = row.ends_at
    row.save(update_fields=["finished_at"])
    _write(row, at=row.ends_at)
    if table is not None:  # the hand in play stays as it is: what waits on a tablet still holds
        broadcast.table_changed(table, *EVERYBODY)
    return True


def seated_at(penalty_id: int) -> int | None:
    """The table at which the penalised player sits now, if he sits."""
    seats = Seating.objects.filter(entry__penalties=penalty_id, until__isnull=True)
    return seats.values_list("table_id", flat=True).first()


def locked(penalty_id: int) -> Penalty:
    """The penalty itself, held."""
    rows = Penalty.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("entry__player").get(pk=penalty_id)


def _write(row: Penalty, *, at: datetime) -> None:
    journal.write(
        SYSTEM,
        "penalty.served",
        tournament_id=row.entry.tournament_id,
        at=at,
        player=row.entry.name,
        penalty=queries.row_words(row).lower(),
    )
