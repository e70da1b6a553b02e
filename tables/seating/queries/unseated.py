"""Entries that are in and have no seat: latecomers, re-entries, alternates."""

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from engine import rulebooks
from engine.lifecycle import TournamentState
from engine.rulebooks.citing import cite
from tables.console.queries.to_do import Press, ToDo
from tables.models import Seating
from tables.seating.queries import balance
from tournament.models import Bust, Entry, Tournament


def entries(tournament_id: int) -> QuerySet[Entry]:
    """Who has chips, is not out, and sits nowhere."""
    seat = Seating.objects.filter(entry=OuterRef("pk"), until__isnull=True)
    bust = Bust.standing.filter(entry=OuterRef("pk"))
    found = Entry.objects.filter(
        tournament_id=tournament_id, withdrawn_at__isnull=True, stack__gt=0
    )
    return found.filter(~Exists(seat), ~Exists(bust)).select_related("player").order_by("number")


def queue(tournament: Tournament) -> list[ToDo]:
    """The console's line for each, with one tap for a drawn seat."""
    if tournament.state not in (TournamentState.SEATED, TournamentState.RUNNING):
        return []
    waiting = list(entries(tournament.pk)[:20])
    if waiting and (number := _table_to_open(tournament)):
        return [_no_room(tournament, len(waiting), number)]
    url = reverse("seats-act", kwargs={"code": tournament.code})
    clause = rulebooks.cited("tda2024:R8", rulebook=tournament.rulebook)
    return [
        ToDo(
            kind="seat",
            text=f"{entry.name} has no seat",
            detail=f"A seat is drawn at one of the shortest tables ({cite(clause)}).",
            form=Press(
                url=url,
                label="Draw a seat",
                fields={"kind": "give_seat", "entry": entry.pk},
            ),
            link=reverse("seats", kwargs={"code": tournament.code}),
        )
        for entry in waiting
    ]


def _table_to_open(tournament: Tournament) -> int | None:
    """The next table's number, where no open table has a free seat."""
    hall = balance.read(tournament.pk)
    if any(table.open_seats for table in hall.for_engine):
        return None
    return max((table.number for table in hall.tables), default=0) + 1


def _no_room(tournament: Tournament, count: int, number: int) -> ToDo:
    players = "1 player has" if count == 1 else f"{count} players have"
    return ToDo(
        kind="seat",
        text=f"{players} no seat, and every table is full",
        detail="Open another table; then draw their seats.",
        form=Press(
            url=reverse("seats-act", kwargs={"code": tournament.code}),
            label=f"Open table {number}",
            fields={"kind": "open", "table": number},
        ),
        link=reverse("seats", kwargs={"code": tournament.code}),
    )
