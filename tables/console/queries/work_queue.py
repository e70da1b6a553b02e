"""What the floor's other work puts into the console's queue: decks, counts, bags, prizes."""

from datetime import datetime

from django.urls import reverse

from engine.lifecycle import TournamentState
from engine.rulebooks.citing import cite
from tables.chips.queries import bags, counts
from tables.console.queries.to_do import ToDo
from tables.equipment.queries import decks
from tables.models import Table
from tables.seating.queries import tables as table_queries
from tournament.models import Tournament
from tournament.office.queries import licence
from tournament.prizes.queries import prizes as prize_queries


def queue(tournament: Tournament) -> list[ToDo]:
    """What waits for somebody, each with its page."""
    return [
        *_papers(tournament),
        *_decks(tournament),
        *_counted_decks(tournament),
        *_count(tournament),
        *_bags(tournament),
    ]


def prizes(tournament: Tournament, *, now: datetime) -> list[ToDo]:
    """The pool is known, so that the list is due on the screens (adelaide:105)."""
    made = prize_queries.list_of(tournament)
    is_due = tournament.state == TournamentState.RUNNING and not (made and made.published_at)
    if not is_due or tournament.law.prizes.prizes.value.refused:
        return []
    if prize_queries.why_not_known(tournament, now=now):
        return []
    if not prize_queries.amounts(tournament, made):
        return []
    return [
        ToDo(
            kind="info",
            text="The prize pool is final: publish the prizes",
            detail="Nothing more can be sold. Until then the screens show an estimate.",
            link=_link("prizes", tournament),
        )
    ]


def _link(name: str, tournament: Tournament) -> str:
    return reverse(name, kwargs={"code": tournament.code})


def _papers(tournament: Tournament) -> list[ToDo]:
    """The structure that hung was changed, or came down: it is posted again (igr:A.2(d)-2)."""
    clause = licence.to_post_again(tournament)
    if not clause:
        return []
    return [
        ToDo(
            kind="info",
            text="Post the structure again",
            detail=f"The posted copy is out of date or was taken down ({cite(clause)}).",
            link=_link("licence", tournament),
        )
    ]


def _decks(tournament: Tournament) -> list[ToDo]:
    return [
        ToDo(
            kind="floor-call",
            call=f"deck {event.pk}",
            text=f"Table {event.table.number} asks for a new deck",
            detail=event.data.get("why", ""),
            at=event.at,
            link=_link("decks", tournament),
        )
        for event in decks.asked(tournament)
        if event.table is not None
    ]


def _counted_decks(tournament: Tournament) -> list[ToDo]:
    waiting = Table.objects.filter(tournament=tournament, card_count__isnull=False)
    return [
        ToDo(
            kind="info",
            text=f"Table {table.number} counts its deck",
            detail=f"Ordered by {(table.card_count or {})['by']}; play waits there.",
            link=reverse("tablet", kwargs={"code": tournament.code, "number": table.number}),
        )
        for table in waiting
    ]


def _count(tournament: Tournament) -> list[ToDo]:
    current = counts.open_one(tournament.pk)
    if current is None:
        return []
    missing = [table.number for table in counts.tables_missing(current)]
    words = table_queries.awaited(missing).capitalize() if missing else "All tables have counted."
    link = reverse("count-result", kwargs={"code": tournament.code, "count_id": current.pk})
    return [ToDo(kind="info", text="Chips are being counted", detail=words, link=link)]


def _bags(tournament: Tournament) -> list[ToDo]:
    bagging = bags.current(tournament.pk)
    if bagging is None:
        return []
    words = {
        "sealing": "Bags are being sealed and confirmed.",
        "opening": "All bags are sealed. Open them at the next session.",
        "opened": "All bags are open: start the next session.",
    }[bags.phase(bagging)]
    link = _link("bags", tournament)
    return [ToDo(kind="info", text=bagging.because, detail=words, link=link)]
