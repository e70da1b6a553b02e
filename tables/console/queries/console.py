"""The console: what needs the director now, every table at a glance, and whether all adds up."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, Sum
from django.urls import reverse

from engine.clock.clock_state import Phase
from engine.lifecycle import TournamentState
from tables.chips.queries import purchases
from tables.conduct.queries import absences, timing
from tables.console.queries import table_tiles, work_queue
from tables.models import FloorCall, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.play.queries.pictures import Reading
from tables.procedures.queries import face_down, hand_for_hand, last_hands, raceoffs, special_rounds
from tables.results.queries import standings
from tables.seating.queries import balance, notices, seat_queue
from tables.seating.queries.balance import Hall
from tables.sessions.queries import session_queue, starting
from tournament.clock.queries import clock as clock_queries
from tournament.models import Bust, ChipMove, Entry, Tournament
from tournament.money.queries import money as money_queries
from tournament.prizes.queries import placings

SILENT_AFTER = timedelta(seconds=60)


def picture(tournament: Tournament, *, now: datetime, user_id: int | None = None) -> dict[str, Any]:
    """Everything the console shows; to a user the tables managed by that user first."""
    clock = clock_queries.picture(tournament, now=now)
    hall = balance.read(tournament.pk)
    return {
        "version": standings.version(tournament) + tournament.clock.version,
        "clock": clock,
        "queue": [
            *_times(tournament, now),
            *absences.queue(tournament, now=now),
            *notices.queue(tournament, now=now),
            *queue(tournament, hall),
            *work_queue.prizes(tournament, now=now),
        ],
        "tables": table_tiles.cards(tournament, now=now, user_id=user_id, hall=hall),
        "players_left": clock.players_left,
        "entries": clock.entries,
        "ledger": ledger(tournament.pk),
        "money": money_queries.state(tournament.pk),
        "count": player_count(tournament.pk),
        "latest_busts": standings.finished_rows(tournament)[:5],
        "message": tournament.message,
        "state": tournament.state,
        "can_draw": tournament.state == TournamentState.REGISTERING
        and clock.entries >= max(2, tournament.structure["min_players"]),
        "min_players": max(2, tournament.structure["min_players"]),
        "can_start": tournament.state == TournamentState.SEATED,
        "can_clear_draw": tournament.state == TournamentState.SEATED,
        "clock_url": reverse("clock-act", kwargs={"code": tournament.code}),
        "hand_for_hand": hand_for_hand.picture(tournament),
        "last_hands": last_hands.picture(tournament),
        "timekeeper": _timekeeper(tournament),
        "can_take_back_start": starting.can_be_taken_back(tournament),
        "can_take_back_hand_for_hand": hand_for_hand.can_take_back_end(tournament),
        "clock_undo": clock_queries.undo_label(tournament.clock),
        **_after_the_end(tournament),
    }


def _after_the_end(tournament: Tournament) -> dict[str, Any]:
    """What a finished tournament still waits for, and what taking it back would not undo."""
    if tournament.state != TournamentState.FINISHED:
        return {}
    session = tournament.session
    return {
        "counts_back": session.title if session is not None and session.is_in_play else "",
        "has_given": tournament.donations.filter(posting__isnull=False).exists(),
    }


def ledger(tournament_id: int) -> dict[str, Any]:
    """Chips issued against chips held: they must be the same."""
    issued = ChipMove.objects.filter(tournament_id=tournament_id).aggregate(all=Sum("amount"))
    held = Entry.objects.filter(tournament_id=tournament_id).aggregate(all=Sum("stack"))
    issued_chips, in_play = issued["all"] or 0, held["all"] or 0
    return {
        "ok": issued_chips == in_play,
        "issued": issued_chips,
        "in_play": in_play,
        "difference": in_play - issued_chips,
    }


def player_count(tournament_id: int) -> dict[str, Any]:
    """Entries - busts = seated + absent + in transit, once seats are drawn."""
    count = clock_queries.players(tournament_id)
    seats = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    seated = seats.aggregate(
        here=Count("id", filter=Q(in_transit=False, is_absent=False)),
        absent=Count("id", filter=Q(in_transit=False, is_absent=True)),
        in_transit=Count("id", filter=Q(in_transit=True)),
    )
    return {
        **seated,
        "entries": count.entries,
        "busts": count.entries - count.left,
        "left": count.left,
        "is_drawn": sum(seated.values()) > 0,
        "ok": sum(seated.values()) in (0, count.left),
    }


def queue(tournament: Tournament, hall: Hall | None = None) -> list[dict[str, Any]]:
    """What needs somebody now, the newest first."""
    return [
        *_floor_calls(tournament),
        *_end_of_play(tournament),
        *session_queue.queue(tournament),
        *face_down.queue(tournament),
        *hand_for_hand.queue(tournament),
        *last_hands.queue(tournament),
        *_open_places(tournament),
        *_eliminations(tournament),
        *_race_offs(tournament),
        *_requests(tournament),
        *_rebuys(tournament),
        *seat_queue.queue(tournament, hall),
        *work_queue.queue(tournament),
    ]


def _floor_calls(tournament: Tournament) -> list[dict[str, Any]]:
    calls = FloorCall.objects.filter(table__tournament=tournament, answered_at__isnull=True)
    return [
        {
            "kind": "floor-call",
            "call": call.pk,
            "text": f"Table {call.table.number} calls the floor",
            "detail": call.reason or f"Hand {call.hand_number}",
            "at": call.at,
            "form": {
                "url": reverse("answer-call", kwargs={"code": tournament.code, "call_id": call.pk}),
                "label": "Answered",
                "fields": {},
            },
            "link": reverse(
                "floor-table", kwargs={"code": tournament.code, "number": call.table.number}
            ),
            "panel": reverse(
                "floor-panel", kwargs={"code": tournament.code, "number": call.table.number}
            ),
        }
        for call in calls.select_related("table").order_by("-at")
    ]


def _times(tournament: Tournament, now: datetime) -> list[dict[str, Any]]:
    """Time that runs on a player, counted down here as on the tablet."""
    found = Table.objects.filter(tournament=tournament, time_called__isnull=False)
    clocks = [
        (table, timing.picture(Reading(table), now=now))
        for table in found.select_related("tournament__clock")
    ]
    return [
        {
            "kind": "time",
            "text": f"Time on {clock['name']}, table {table.number}, seat {clock['seat']}",
            "detail": f"{clock['ends']} ({clock['clause']})",
            "countdown": clock,
            "link": reverse(
                "floor-table", kwargs={"code": tournament.code, "number": table.number}
            ),
        }
        for table, clock in clocks
        if clock is not None
    ]


def _end_of_play(tournament: Tournament) -> list[dict[str, Any]]:
    """The clock has ended play: the chips decide once the last hands are over."""
    state = clock_queries.state_of(tournament.clock)
    if tournament.state != TournamentState.RUNNING or state.phase is not Phase.FINISHED:
        return []
    if session_queue.goes_on(tournament):
        return []
    url = reverse("finish-by-chips", kwargs={"code": tournament.code})
    return [
        {
            "kind": "info",
            "text": f"Play is over: {state.reason}",
            "detail": "Hands in progress are finished; then the chip counts decide the places.",
            "form": {"url": url, "label": "Places by chips", "fields": {}},
        }
    ]


def _eliminations(tournament: Tournament) -> list[dict[str, Any]]:
    """Elimination rounds whose hand is played and whose lowest stack is still there."""
    if not special_rounds.is_known(tournament):
        return []
    tables = Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
    return [
        {
            "kind": "race-off",
            "text": f"Table {table.number}: carry the elimination round out",
            "detail": "On its tablet; no hand is dealt before (charity:16.3).",
            "link": reverse("tablet", kwargs={"code": tournament.code, "number": table.number}),
        }
        for table in tables
        if special_rounds.owed(table, hands.of(table), hands.seated(table))
    ]


def _race_offs(tournament: Tournament) -> list[dict[str, Any]]:
    """Which tables still hold chips that have left play."""
    if tournament.state != TournamentState.RUNNING:
        return []
    return [
        {
            "kind": "race-off",
            "text": f"Table {table.number} owes the race-off of the "
            f"{clock_queries.chips(owed.chip)} chips",
            "detail": "After the hand in play, on its tablet."
            if hands.is_in_play(table)
            else "Now, on its tablet; no hand is dealt before.",
            "link": reverse("tablet", kwargs={"code": tournament.code, "number": table.number}),
        }
        for table, owed in raceoffs.still_owed(tournament)
    ] + [
        {
            "kind": "race-off",
            "text": f"Table {one.table.number}: confirm the count of its race-off",
            "detail": f"The {clock_queries.chips(one.chip)} chips leave play under your eyes "
            "(igr:6.02(g)).",
            "link": reverse("rounds", kwargs={"code": tournament.code}),
        }
        for one in raceoffs.all_unconfirmed(tournament)
    ]


def _open_places(tournament: Tournament) -> list[dict[str, Any]]:
    """Tied places that wait for cards or a ruling."""
    return [
        {
            "kind": "info",
            "text": question["title"],
            "detail": f"{question['words']} ({question['clause']})",
            "link": reverse("placings", kwargs={"code": tournament.code}),
        }
        for question in placings.asked(tournament)
    ]


def _rebuys(tournament: Tournament) -> list[dict[str, Any]]:
    found = Bust.standing.filter(entry__tournament=tournament, may_rebuy=True)
    waiting = list(found.select_related("entry__player").order_by("-at"))
    by_ticket = bool(waiting) and purchases.asks_ticket(tournament)
    return [
        {
            "kind": "rebuy",
            "text": f"{bust.entry.name} has no chips and may rebuy",
            "detail": f"Table {bust.table_number}, hand {bust.hand_number}",
            "at": bust.at,
            "form": _rebuy_form(tournament, bust.entry, by_ticket=by_ticket),
            "second": {
                "url": reverse("decline-rebuy", kwargs={"code": tournament.code}),
                "label": "Is out",
                "fields": {"entry": bust.entry_id},
            },
        }
        for bust in waiting
    ]


def _rebuy_form(tournament: Tournament, entry: Entry, *, by_ticket: bool) -> dict[str, Any]:
    """The button that sells it; with the number of the player's ticket (igr:5.05(b)-2)."""
    form = {
        "url": reverse("rebuy", kwargs={"code": tournament.code}),
        "label": "Rebuy",
        "fields": {"entry": entry.pk},
    }
    return {**form, "ask": {"name": "ticket", "label": "Ticket number"}} if by_ticket else form


def _requests(tournament: Tournament) -> list[dict[str, Any]]:
    """Rebuys that tables have asked for."""
    waiting = purchases.waiting(tournament)
    by_ticket = bool(waiting) and purchases.asks_ticket(tournament)
    return [
        {
            "kind": "rebuy",
            "text": f"{asked.entry.name} asks for a rebuy",
            "detail": f"Table {asked.table.number}, {clock_queries.chips(asked.entry.stack)} chips",
            "at": asked.at,
            "form": _rebuy_form(tournament, asked.entry, by_ticket=by_ticket),
            "second": {
                "url": reverse(
                    "drop-request", kwargs={"code": tournament.code, "request_id": asked.pk}
                ),
                "label": "Not now",
                "fields": {},
            },
        }
        for asked in waiting
    ]


def _timekeeper(tournament: Tournament) -> int | None:
    """The number of the table that may stop and start the clock."""
    keeper = tournament.clock.timekeeper_table
    if keeper is None:
        return None
    found = Table.objects.filter(tournament=tournament, pk=keeper)
    return found.values_list("number", flat=True).first()
