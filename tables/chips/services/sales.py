"""A sale taken back: the money and the chips go together."""

from datetime import datetime

from django.db import transaction

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tables.chips.queries import purchases as purchase_queries
from tables.chips.services import rebuys, stacks
from tournament.models import ChipMove, Posting
from tournament.models.ledger import ChipReason
from tournament.models.money import PostingKind
from tournament.money.services import money
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger

CANCELLED = TournamentState.CANCELLED
SOLD = {kind: reason for reason, (kind, _) in money.SOLD.items()}


def void(*, posting_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """Void a posting; of chips that were sold, the chips come back too while they are played."""
    found = Posting.objects.select_related("tournament").get(pk=posting_id)
    kind, is_called_off = PostingKind(found.kind), found.tournament.state == CANCELLED
    if kind in SOLD and not is_called_off:
        _take_back(posting_id, SOLD[kind], reason=reason, actor=actor, now=now)
    else:
        money.void(posting_id=posting_id, reason=reason, actor=actor, now=now)


@transaction.atomic
def _take_back(
    posting_id: int, sold: ChipReason, *, reason: str, actor: Actor, now: datetime
) -> None:
    found = Posting.objects.select_related("entry").get(pk=posting_id)
    if found.entry is None:
        raise Refused("Nobody's chips belong to this posting.")
    require(actor, Permission.SELL_CHIPS, found.tournament_id)
    table, entry = rebuys.locked(found.tournament_id, found.entry.pk, now=now)
    if purchase_queries.is_in_hand(table, entry.pk):
        raise Refused("Chips are taken back between hands only.")
    bought = ChipMove.objects.filter(entry=entry, reason=sold, amount__gt=0, at=found.at).first()
    chips = bought.amount if bought else 0
    if entry.stack <= chips:
        raise Refused(f"{entry.name} has played with these chips: they cannot be taken back.")
    ledger.move({entry.pk: -chips}, reason=sold, note=reason, actor=actor, now=now)
    money.void(posting_id=posting_id, reason=reason, actor=actor, now=now)
    journal.write(
        actor,
        "sale.taken_back",
        tournament_id=found.tournament_id,
        at=now,
        player=entry.name,
        amount=chips,
        reason=reason.strip(),
    )
    stacks.bump(table)
