"""What the floor has to do about seats, as lines of the console's queue."""

from typing import Any

from django.urls import reverse

from engine import clauses
from engine.lifecycle import TournamentState
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

Item = dict[str, Any]


def queue(tournament: Tournament, hall: Hall | None = None) -> list[Item]:
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


def _stopped(tournament: Tournament, hall: Hall) -> list[Item]:
    """Tables that are too short, each with what the director may say to it."""
    found = short_tables.states(tournament, hall)
    return [_short(tournament, number, state) for number, state in found.items()]


def _short(tournament: Tournament, number: int, state: Short) -> Item:
    does_wait = state is Short.WAITS
    words, detail = {
        Short.WAITS: ("is too short and waits", "Move players there, or let it play on."),
        Short.PLAYS_ON: ("is too short and plays on", "The director may let it wait."),
        Short.SOON: ("is too short", "It stops when its big blind would reach an empty seat."),
    }[state]
    clause = short_tables.clause_of(tournament)
    return {
        "kind": "stop" if does_wait else "info",
        "text": f"Table {number} {words}",
        "detail": f"Three players or more below the fullest ({clause}). {detail}",
        "form" if does_wait else "second": {
            "url": reverse("seats-act", kwargs={"code": tournament.code}),
            "label": "Stop it" if state is Short.PLAYS_ON else "Let it play on",
            "fields": {"kind": "unwaive" if state is Short.PLAYS_ON else "waive", "table": number},
        },
    }


def _carrier(tournament: Tournament) -> Item:
    """Where the book wants to know who carries the chips, the line asks for it."""
    if not tournament.law.seating.carried.value:
        return {}
    return {"ask": {"name": "carried_by", "label": "Chips carried by"}}


def _cited(tournament: Tournament, kind: OrderKind) -> str:
    return clauses.cited(seat_orders.CLAUSES[kind], rulebook=tournament.rulebook)


def _final(tournament: Tournament, hall: Hall) -> list[Item]:
    if hall.is_breaking or not balance.is_final_due(tournament, hall):
        return []
    return [
        {
            "kind": "break",
            "text": f"{len(hall.seats)} players are left: the final table",
            "detail": f"Everybody draws a new seat ({_cited(tournament, OrderKind.FINAL)}).",
            "form": {
                "url": reverse("final-table", kwargs={"code": tournament.code}),
                "label": "Draw the final table",
                "fields": {},
                **_carrier(tournament),
            },
        }
    ]


def _breaks(tournament: Tournament, hall: Hall) -> list[Item]:
    number = balance.table_to_break(tournament, hall)
    if number is None or balance.is_final_due(tournament, hall):
        return []
    url = reverse("break-table", kwargs={"code": tournament.code, "number": number})
    clause = _cited(tournament, OrderKind.BREAK)
    return [
        {
            "kind": "break",
            "text": f"Table {number} can be broken",
            "detail": f"Its players fit at the other tables ({clause}).",
            "form": {"url": url, "label": "Break", "fields": {}, **_carrier(tournament)},
            "link": reverse("seats", kwargs={"code": tournament.code}),
        }
    ]


def _moves(tournament: Tournament, hall: Hall) -> list[Item]:
    url = reverse("move", kwargs={"code": tournament.code})
    return [
        {
            "kind": "move",
            "text": f"{move.name}: table {move.from_table} to table {move.to_table}, "
            f"seat {move.to_seat}",
            "detail": f"{move.why} ({move.clause})" if move.clause else move.why,
            "form": {
                "url": url,
                "label": "Move",
                "fields": {
                    "entry": move.entry_id,
                    "table": move.to_table,
                    "seat": move.to_seat,
                    "reason": move.reason,
                    "clause": move.clause,
                    **({"despite_pair": "yes"} if move.meets else {}),
                },
                **_carrier(tournament),
            },
        }
        for move in balance.proposals(tournament, hall)
    ]


def _warnings(tournament: Tournament, hall: Hall) -> list[Item]:
    return [
        {
            "kind": "info",
            "text": words,
            "detail": "The floor decides.",
            "link": reverse("seats", kwargs={"code": tournament.code}),
        }
        for words in balance.warnings(tournament, hall)
    ]


def _apart_clause(tournament: Tournament) -> str:
    clause = tournament.law.seating.apart.clause
    return f" ({clause})" if clause else ""


def _sharing(tournament: Tournament, hall: Hall) -> list[Item]:
    return [
        {
            "kind": "info",
            "text": words,
            "detail": f"Move one of them, or lift it{_apart_clause(tournament)}.",
            "link": reverse("seats", kwargs={"code": tournament.code}),
        }
        for words in balance.sharing(hall)
    ]
