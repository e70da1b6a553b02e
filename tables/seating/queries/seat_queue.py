"""What the floor has to do about seats, as lines of the console's queue."""

from django.urls import reverse

from engine import rulebooks
from engine.lifecycle import TournamentState
from engine.rulebooks.citing import cite
from tables.console.queries.to_do import Ask, Press, ToDo
from tables.models.orders import OrderKind
from tables.seating.queries import (
    arriving,
    balance,
    seat_checks,
    seat_orders,
    short_tables,
    unseated,
)
from tables.seating.queries.balance import Hall
from tables.seating.queries.short_tables import Short
from tournament.models import Tournament


def queue(tournament: Tournament, hall: Hall | None = None) -> list[ToDo]:
    """Arrivals, orders, players without a seat, tables that wait, the final, breaks and moves."""
    if tournament.state not in (TournamentState.SEATED, TournamentState.RUNNING):
        return []
    hall = hall or balance.read(tournament.pk)
    return [
        *seat_checks.queue(tournament),
        *arriving.queue(tournament, hall.seats),
        *seat_orders.queue(tournament, hall.orders),
        *unseated.queue(tournament),
        *_stopped(tournament, hall),
        *_final(tournament, hall),
        *_breaks(tournament, hall),
        *_moves(tournament, hall),
        *_warnings(tournament, hall),
        *_sharing(tournament, hall),
    ]


def _stopped(tournament: Tournament, hall: Hall) -> list[ToDo]:
    """Tables that are too short, each with what the director may say to it."""
    found = short_tables.states(tournament, hall)
    return [_short(tournament, number, state) for number, state in found.items()]


def _short(tournament: Tournament, number: int, state: Short) -> ToDo:
    does_wait = state is Short.WAITS
    words, detail = {
        Short.WAITS: ("is too short and waits", "Move players there, or let it play on."),
        Short.PLAYS_ON: ("is too short and plays on", "The director may pause it."),
        Short.SOON: ("is too short", "It stops when the big blind reaches an empty seat."),
    }[state]
    clause = short_tables.clause_of(tournament)
    press = Press(
        url=reverse("seats-act", kwargs={"code": tournament.code}),
        label="Pause table" if state is Short.PLAYS_ON else "Resume table",
        fields={"kind": "unwaive" if state is Short.PLAYS_ON else "waive", "table": number},
    )
    return ToDo(
        kind="stop" if does_wait else "info",
        text=f"Table {number} {words}",
        detail=f"Three players or more below the fullest ({cite(clause)}). {detail}",
        form=press if does_wait else None,
        second=None if does_wait else press,
    )


def _carrier(tournament: Tournament) -> Ask | None:
    """Where the book wants to know who carries the chips, the line asks for it."""
    if not tournament.law.seating.carried.value:
        return None
    return Ask(name="carried_by", label="Chips carried by")


def _cited(tournament: Tournament, kind: OrderKind) -> str:
    return rulebooks.cited(seat_orders.CLAUSES[kind], rulebook=tournament.rulebook)


def _final(tournament: Tournament, hall: Hall) -> list[ToDo]:
    if hall.is_breaking or not balance.is_final_due(tournament, hall):
        return []
    clause = _cited(tournament, OrderKind.FINAL)
    return [
        ToDo(
            kind="break",
            text=f"{len(hall.seats)} players are left: the final table",
            detail=f"Everybody draws a new seat ({cite(clause)}).",
            form=Press(
                url=reverse("final-table", kwargs={"code": tournament.code}),
                label="Draw the final table",
                ask=_carrier(tournament),
                sure="Draw the final table?",
                sure_more=f"{len(hall.seats)} players draw new seats; the other tables close.",
            ),
        )
    ]


def _breaks(tournament: Tournament, hall: Hall) -> list[ToDo]:
    number = balance.table_to_break(tournament, hall)
    if number is None or balance.is_final_due(tournament, hall):
        return []
    url = reverse("break-table", kwargs={"code": tournament.code, "number": number})
    clause = _cited(tournament, OrderKind.BREAK)
    return [
        ToDo(
            kind="break",
            text=f"Table {number} can be broken",
            detail=f"Its players fit at the other tables ({cite(clause)}).",
            form=Press(
                url=url,
                label="Break",
                ask=_carrier(tournament),
                sure=f"Break table {number}?",
                sure_more=_redrawn(hall, number),
            ),
            link=reverse("seats", kwargs={"code": tournament.code}),
        )
    ]


def _redrawn(hall: Hall, number: int) -> str:
    count = sum(seat.table.number == number for seat in hall.seats)
    words = "Its player draws a new seat" if count == 1 else f"Its {count} players draw new seats"
    return f"{words}, and every screen says so."


def _moves(tournament: Tournament, hall: Hall) -> list[ToDo]:
    url = reverse("move", kwargs={"code": tournament.code})
    return [
        ToDo(
            kind="move",
            text=f"{move.name}: table {move.from_table} to table {move.to_table}, "
            f"seat {move.to_seat}",
            detail=f"{move.why} ({cite(move.clause)})" if move.clause else move.why,
            form=Press(
                url=url,
                label="Move",
                fields={
                    "entry": move.entry_id,
                    "table": move.to_table,
                    "seat": move.to_seat,
                    "reason": move.reason,
                    "clause": move.clause,
                    **({"despite_pair": "yes"} if move.meets else {}),
                },
                ask=_carrier(tournament),
            ),
        )
        for move in balance.proposals(tournament, hall)
    ]


def _warnings(tournament: Tournament, hall: Hall) -> list[ToDo]:
    return [
        ToDo(
            kind="info",
            text=words,
            detail="The floor decides.",
            link=reverse("seats", kwargs={"code": tournament.code}),
        )
        for words in balance.warnings(tournament, hall)
    ]


def _apart_clause(tournament: Tournament) -> str:
    clause = tournament.law.seating.apart.clause
    return f" ({cite(clause)})" if clause else ""


def _sharing(tournament: Tournament, hall: Hall) -> list[ToDo]:
    return [
        ToDo(
            kind="info",
            text=words,
            detail=f"Move one of them, or lift it{_apart_clause(tournament)}.",
            link=reverse("seats", kwargs={"code": tournament.code}),
        )
        for words in balance.sharing(hall)
    ]
