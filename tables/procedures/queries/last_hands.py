"""The last hands: how many each table still deals once they are announced."""

from dataclasses import dataclass

from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce
from django.urls import reverse

from engine.lifecycle import TournamentState
from tables.console.queries.to_do import Press, ToDo
from tables.models import HandRecord, Table
from tables.models.tables import TableState
from tournament.models import Tournament

MOST_HANDS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """The console's form, or what is announced."""

    can_announce: bool
    announced: int | None
    words: str
    most: int
    url: str


def left(table: Table) -> int | None:
    """Hands this table may still deal; None where no end is announced."""
    announced = table.tournament.clock.last_hands
    if announced is None:
        return None
    return max(0, announced - _dealt(table))


def _dealt(table: Table) -> int:
    """Hands since the announcement; a misdeal is dealt again and does not count (tda2024:R35).

    Nobody has won it; a pot of nothing says less: a lone blind that all fold to goes back.
    """
    since = HandRecord.objects.filter(table=table, number__gt=table.last_hands_after or 0)
    return since.exclude(ended_at__isnull=False, winners="").count()


def notices(table: Table, *, is_in_play: bool) -> list[str]:
    """What the tablet says above the table."""
    more = left(table)
    if more is None:
        return []
    if more == 0:
        return ["This is the last hand." if is_in_play else "The last hands have been played."]
    return [f"{words(more)}{' after this one' if is_in_play else ''}."]


def words(count: int) -> str:
    """Last 3 hands, or the last one."""
    return "Last hand" if count == 1 else f"Last {count} hands"


def unfinished(tournament_id: int) -> list[tuple[int, int]]:
    """Open tables with two players or more that still deal, and how many hands each."""
    can_deal = Count(
        "seatings",
        filter=Q(seatings__until__isnull=True, seatings__entry__stack__gt=0),
        distinct=True,
    )
    is_since = Q(hands__number__gt=Coalesce(F("last_hands_after"), 0))
    is_void = Q(hands__ended_at__isnull=False, hands__winners="")
    dealt = Count("hands", filter=is_since & ~is_void, distinct=True)
    tables = Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.CLOSED)
    found = tables.annotate(
        players=can_deal, dealt=dealt, wanted=F("tournament__clock__last_hands")
    )
    return [
        (table.number, table.wanted - table.dealt)
        for table in found.order_by("number")
        if table.players > 1 and table.wanted is not None and table.wanted > table.dealt
    ]


def picture(tournament: Tournament) -> Announcement:
    """The console's form, or what is announced."""
    announced = tournament.clock.last_hands
    name = "last-hands" if announced is None else "last-hands-withdraw"
    return Announcement(
        can_announce=announced is None and tournament.state == TournamentState.RUNNING,
        announced=announced,
        words="" if announced is None else words(announced),
        most=MOST_HANDS,
        url=reverse(name, kwargs={"code": tournament.code}),
    )


def queue(tournament: Tournament) -> list[ToDo]:
    """While the last hands are dealt: which tables still have some."""
    announced = tournament.clock.last_hands
    if announced is None or tournament.state != TournamentState.RUNNING:
        return []
    tables = unfinished(tournament.pk)
    waiting = ", ".join(f"table {number}: {more}" for number, more in tables)
    return [
        ToDo(
            kind="info",
            text=f"{words(announced)} at every table",
            detail=f"Still to deal: {waiting}." if waiting else "All tables have dealt them.",
            form=Press(
                url=reverse("last-hands-withdraw", kwargs={"code": tournament.code}),
                label="Cancel",
            ),
        )
    ]
