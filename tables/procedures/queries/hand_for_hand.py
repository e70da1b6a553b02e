"""Hand-for-hand: whether it is on, and which tables the others wait for."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse

from engine.lifecycle import TournamentState
from engine.structure import house_rules
from tables.console.queries.to_do import Press, ToDo
from tables.models import HandForHand, Table
from tables.models.tables import TableState
from tables.seating.queries import tables as table_queries
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament

MOST_MINUTES = 3  # tda2024:RP-8


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """The console's switch."""

    is_on: bool
    can_begin: bool
    minutes: int
    most_minutes: int
    url: str


def running(tournament_id: int) -> HandForHand | None:
    """The stretch that is on now."""
    return HandForHand.objects.filter(tournament_id=tournament_id, ended_at__isnull=True).first()


def last_ended(tournament_id: int) -> HandForHand | None:
    """The stretch that ended last; nothing while one is on."""
    last = HandForHand.objects.filter(tournament_id=tournament_id).last()
    return last if last and last.ended_at else None


def played_on(on: HandForHand, tables: Iterable[Table]) -> list[int]:
    """The tables at which something was dealt, bet or taken back since it ended."""
    heads = {int(number): head for number, (_, head) in on.stood.items()}
    return [t.number for t in tables if heads.get(t.number, t.head) != t.head]


def can_take_back_end(tournament: Tournament) -> bool:
    """It has just ended, and nothing came of that yet."""
    ended = last_ended(tournament.pk)
    return (
        ended is not None
        and tournament.state == TournamentState.RUNNING
        and clock_queries.has_just_ended_hand_for_hand(tournament.clock)
        and not played_on(ended, Table.objects.filter(tournament=tournament))
    )


def still_playing(tournament_id: int) -> list[int]:
    """The tables whose hand of this round is not over yet."""
    can_deal = Count(
        "seatings", filter=Q(seatings__until__isnull=True, seatings__entry__stack__gt=0)
    )
    tables = Table.objects.filter(tournament_id=tournament_id, state=TableState.OPEN)
    found = tables.annotate(players=can_deal).order_by("number")
    return [table.number for table in found if table.players > 1]


def why_held(table: Table) -> str:
    """Why no hand starts here now."""
    if running(table.tournament_id) is None:
        return "This table is on hold. The floor lets it go on."
    waiting = still_playing(table.tournament_id)
    return f"Hand-for-hand: {table_queries.awaited(waiting)}" if waiting else "Hand-for-hand."


def picture(tournament: Tournament) -> Switch:
    """The console's switch."""
    on = running(tournament.pk)
    url = "hand-for-hand-end" if on else "hand-for-hand-begin"
    return Switch(
        is_on=on is not None,
        can_begin=on is None and tournament.state == TournamentState.RUNNING,
        minutes=on.minutes if on else house_rules.hand_for_hand_minutes(tournament.structure),
        most_minutes=MOST_MINUTES,
        url=reverse(url, kwargs={"code": tournament.code}),
    )


def queue(tournament: Tournament) -> list[ToDo]:
    """While it is on: which hand, and who is waited for."""
    on = running(tournament.pk)
    if on is None or tournament.state != TournamentState.RUNNING:
        return []
    waiting = still_playing(tournament.pk)
    awaited = table_queries.awaited(waiting).capitalize()
    return [
        ToDo(
            kind="info",
            text=f"Hand-for-hand, hand {on.hands + 1}",
            detail=f"{awaited} Each hand takes {on.minutes} min."
            if waiting
            else "All tables are done.",
            form=Press(
                url=reverse("hand-for-hand-end", kwargs={"code": tournament.code}),
                label="End hand-for-hand",
            ),
        )
    ]
