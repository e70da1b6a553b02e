"""What the floor has to do about seats, as lines of the console's queue."""

from typing import Any

from django.urls import reverse

from engine.lifecycle import TournamentState
from engine.seating import CARRIED
from tables.queries import arriving, balance, seat_checks, seat_orders, short_tables, unseated
from tables.queries.balance import Hall
from tournament.models import Tournament

Item = dict[str, Any]


def queue(tournament: Tournament) -> list[Item]:
    """Arrivals, orders, players without a seat, tables that wait, the final, breaks and moves."""
    if tournament.state not in (TournamentState.SEATED, TournamentState.RUNNING):
        return []
    hall = balance.read(tournament.pk)
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
    """Tables that wait for players until the director waives it."""
    waived = {table.number for table in hall.tables if table.is_waived}
    return [
        {
            "kind": "stop",
            "text": f"Table {number} is too short and waits",
            "detail": f"Three players or more below the fullest ({short_tables.CLAUSE}). "
            "Move players there, or let it play on.",
            "form": {
                "url": reverse("seats-act", kwargs={"code": tournament.code}),
                "label": "Let it play on",
                "fields": {"kind": "waive", "table": number},
            },
        }
        for number in short_tables.stopped(tournament)
        if number not in waived
    ]


def _carrier(tournament: Tournament) -> Item:
    """Where the book wants to know who carries the chips, the line asks for it."""
    if tournament.rulebook not in CARRIED:
        return {}
    return {"ask": {"name": "carried_by", "label": "Chips carried by"}}


def _final(tournament: Tournament, hall: Hall) -> list[Item]:
    if hall.is_breaking or not balance.is_final_due(tournament, hall):
        return []
    return [
        {
            "kind": "break",
            "text": f"{len(hall.seats)} players are left: the final table",
            "detail": "Everybody draws a new seat (tda2024:RP-9).",
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
    return [
        {
            "kind": "break",
            "text": f"Table {number} can be broken",
            "detail": "Its players fit at the other tables (tda2024:R10).",
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


def _sharing(tournament: Tournament, hall: Hall) -> list[Item]:
    return [
        {
            "kind": "info",
            "text": words,
            "detail": "Move one of them, or lift it (adelaide:62).",
            "link": reverse("seats", kwargs={"code": tournament.code}),
        }
        for words in balance.sharing(hall)
    ]
