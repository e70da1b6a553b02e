"""The console: what needs the director now, every table at a glance, and whether all adds up."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, Sum
from django.urls import reverse

from engine.clock.clock_state import Phase
from engine.conduct.table_order import DISPUTE
from engine.lifecycle import TournamentState
from engine.office.money import Sold
from engine.rulebooks.citing import by
from tables.chips.queries import counts, desk, purchases
from tables.conduct.queries import absences, timing
from tables.console.queries import table_tiles, work_queue
from tables.console.queries.to_do import Ask, Countdown, Press, ToDo
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
from tournament.prizes.queries import placings, prize_page

SILENT_AFTER = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLedger:
    """Chips issued against chips held."""

    ok: bool
    issued: int
    in_play: int
    difference: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCount:
    """Players who entered against players in their seats."""

    here: int
    absent: int
    in_transit: int
    entries: int
    busts: int
    left: int
    is_drawn: bool
    ok: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """One step of what follows the last hand, in its order, and whether it is done."""

    words: str
    link: str
    is_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolePicture:
    """The evening on one page."""

    version: int
    clock: clock_queries.ClockPicture
    queue: list[ToDo]
    tables: list[table_tiles.Tile]
    players_left: int
    entries: int
    ledger: ChipLedger
    money: money_queries.MoneyState
    count: PlayerCount
    latest_busts: list[standings.FinishedRow]
    message: str
    state: str
    can_draw: bool
    min_players: int
    can_start: bool
    can_clear_draw: bool
    clock_url: str
    hand_for_hand: hand_for_hand.Switch
    last_hands: last_hands.Announcement
    timekeeper: int | None
    can_take_back_start: bool
    can_take_back_hand_for_hand: bool
    clock_undo: str
    counts_back: str
    has_given: bool
    after: list[After]


def picture(tournament: Tournament, *, now: datetime, user_id: int | None = None) -> ConsolePicture:
    """Everything the console shows; to a user the tables managed by that user first."""
    clock = clock_queries.picture(tournament, now=now)
    hall = balance.read(tournament.pk)
    least = max(2, tournament.structure["min_players"])
    is_registering = tournament.state == TournamentState.REGISTERING
    return ConsolePicture(
        version=standings.version(tournament) + tournament.clock.version,
        clock=clock,
        queue=_whole_queue(tournament, hall, now),
        tables=table_tiles.cards(tournament, now=now, user_id=user_id, hall=hall),
        players_left=clock.players_left,
        entries=clock.entries,
        ledger=ledger(tournament.pk),
        money=money_queries.state(tournament.pk),
        count=player_count(tournament.pk),
        latest_busts=standings.finished_rows(tournament)[:5],
        message=tournament.message,
        state=tournament.state,
        can_draw=is_registering and clock.entries >= least,
        min_players=least,
        can_start=tournament.state == TournamentState.SEATED,
        can_clear_draw=tournament.state == TournamentState.SEATED,
        clock_url=reverse("clock-act", kwargs={"code": tournament.code}),
        hand_for_hand=hand_for_hand.picture(tournament),
        last_hands=last_hands.picture(tournament),
        timekeeper=_timekeeper(tournament),
        can_take_back_start=starting.can_be_taken_back(tournament),
        can_take_back_hand_for_hand=hand_for_hand.can_take_back_end(tournament),
        clock_undo=clock_queries.undo_label(tournament.clock),
        counts_back=_counts_back(tournament),
        has_given=_has_given(tournament),
        after=_after(tournament),
    )


def _after(tournament: Tournament) -> list[After]:
    """Places confirmed, prizes paid, reports filed, players thanked."""
    if tournament.state != TournamentState.FINISHED:
        return []
    code = {"code": tournament.code}
    is_confirmed = tournament.confirmations.filter(withdrawn_at=None).exists()
    is_paid = is_confirmed and not prize_page.desk(tournament).waiting
    thanks = tournament.announcements.filter(at__gte=tournament.finished_at)
    steps = (
        ("Confirm places", "prizes", is_confirmed),
        ("Pay prizes", "payout-desk", is_paid),
        ("File reports", "reports", False),
        ("Thank the players", "hall", thanks.exists()),
    )
    return [
        After(words=words, link=reverse(page, kwargs=code), is_done=is_done)
        for words, page, is_done in steps
    ]


def _counts_back(tournament: Tournament) -> str:
    """The session whose chips a finished tournament still has to count back."""
    session = tournament.session
    if tournament.state != TournamentState.FINISHED or session is None:
        return ""
    return session.title if session.is_in_play else ""


def _has_given(tournament: Tournament) -> bool:
    """Whether donations are paid, which taking a finish back would not undo."""
    if tournament.state != TournamentState.FINISHED:
        return False
    return tournament.donations.filter(posting__isnull=False).exists()


def ledger(tournament_id: int) -> ChipLedger:
    """Chips issued against chips held: they must be the same."""
    issued = ChipMove.objects.filter(tournament_id=tournament_id).aggregate(all=Sum("amount"))
    held = Entry.objects.filter(tournament_id=tournament_id).aggregate(all=Sum("stack"))
    issued_chips, in_play = issued["all"] or 0, held["all"] or 0
    return ChipLedger(
        ok=issued_chips == in_play,
        issued=issued_chips,
        in_play=in_play,
        difference=in_play - issued_chips,
    )


def player_count(tournament_id: int) -> PlayerCount:
    """Entries - busts = seated + absent + in transit, once seats are drawn."""
    count = clock_queries.players(tournament_id)
    seats = Seating.objects.filter(table__tournament_id=tournament_id, until__isnull=True)
    seated = seats.aggregate(
        here=Count("id", filter=Q(in_transit=False, is_absent=False)),
        absent=Count("id", filter=Q(in_transit=False, is_absent=True)),
        in_transit=Count("id", filter=Q(in_transit=True)),
    )
    return PlayerCount(
        **seated,
        entries=count.entries,
        busts=count.entries - count.left,
        left=count.left,
        is_drawn=sum(seated.values()) > 0,
        ok=sum(seated.values()) in (0, count.left),
    )


def _whole_queue(tournament: Tournament, hall: Hall, now: datetime) -> list[ToDo]:
    """With what only time makes due."""
    return [
        *_times(tournament, now),
        *absences.queue(tournament, now=now),
        *notices.queue(tournament, now=now),
        *queue(tournament, hall),
        *work_queue.prizes(tournament, now=now),
    ]


def queue(tournament: Tournament, hall: Hall | None = None) -> list[ToDo]:
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


def _floor_calls(tournament: Tournament) -> list[ToDo]:
    calls = FloorCall.objects.filter(table__tournament=tournament, answered_at__isnull=True)
    return [
        ToDo(
            kind="floor-call",
            call=str(call.pk),
            text=f"Table {call.table.number} calls the floor",
            detail=call.reason or f"Hand {call.hand_shown}",
            at=call.at,
            form=_answer(tournament, call),
            link=reverse(
                "floor-table", kwargs={"code": tournament.code, "number": call.table.number}
            ),
            panel=reverse(
                "floor-panel", kwargs={"code": tournament.code, "number": call.table.number}
            ),
        )
        for call in calls.select_related("table").order_by("-at")
    ]


def _answer(tournament: Tournament, call: FloorCall) -> Press:
    """A dispute that stops the clock is decided in words (charity:22.1, fours:break-3)."""
    url = reverse("answer-call", kwargs={"code": tournament.code, "call_id": call.pk})
    stops = tournament.law.conduct.dispute_stops_clock.clause
    if stops and call.reason == DISPUTE:
        return Press(url=url, label="Decide", ask=Ask(name="ruling", label="Decision"))
    return Press(url=url, label="Answered")


def _times(tournament: Tournament, now: datetime) -> list[ToDo]:
    """Time that runs on a player, counted down here as on the tablet."""
    found = Table.objects.filter(tournament=tournament, time_called__isnull=False)
    clocks = [
        (table, timing.picture(Reading(table), now=now))
        for table in found.select_related("tournament__clock")
    ]
    return [
        ToDo(
            kind="time",
            text=f"Time on {clock.name}, table {table.number}, seat {clock.seat}",
            detail=f"{clock.ends}{by(clock.clause)}",
            countdown=Countdown(
                ends_at_ms=clock.ends_at_ms, server_ms=clock.server_ms, left=clock.left
            ),
            link=reverse("floor-table", kwargs={"code": tournament.code, "number": table.number}),
        )
        for table, clock in clocks
        if clock is not None
    ]


def _end_of_play(tournament: Tournament) -> list[ToDo]:
    """The clock has ended play: the chips decide once the last hands are over."""
    state = clock_queries.state_of(tournament.clock)
    if tournament.state != TournamentState.RUNNING or state.phase is not Phase.FINISHED:
        return []
    if session_queue.goes_on(tournament):
        return []
    return [
        ToDo(
            kind="info",
            text=f"Play is over: {state.reason}",
            detail="Hands in progress are finished; then the chip counts decide the places.",
            form=_count_first(tournament) or _set_places(tournament),
        )
    ]


def _set_places(tournament: Tournament) -> Press:
    url = reverse("finish-by-chips", kwargs={"code": tournament.code})
    return Press(
        url=url,
        label="Set places by chips",
        sure="Set the places by chips?",
        sure_more="The tournament ends; every stack as it stands decides its place.",
    )


def _count_first(tournament: Tournament) -> Press | None:
    """Where only counted chips decide the places, the count comes first (igr:A.2(jj)(ii))."""
    is_owed = tournament.law.prizes.counted.value and counts.open_one(tournament.pk) is None
    tables = Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
    if not is_owed or not counts.uncounted(tables):
        return None
    fields: dict[str, str | int | None] = {"kind": "open_count", "because": "Play is over"}
    url = reverse("checks-act", kwargs={"code": tournament.code})
    return Press(url=url, label="Count the chips", fields=fields)


def _eliminations(tournament: Tournament) -> list[ToDo]:
    """Elimination rounds whose hand is played and whose lowest stack is still there."""
    if not special_rounds.is_known(tournament):
        return []
    tables = Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
    return [
        ToDo(
            kind="race-off",
            text=f"Table {table.number}: carry out the elimination round",
            detail=f"On its tablet; no hand is dealt before{by('charity:16.3')}.",
            link=reverse("tablet", kwargs={"code": tournament.code, "number": table.number}),
        )
        for table in tables
        if special_rounds.owed(table, hands.of(table), hands.seated(table))
    ]


def _race_offs(tournament: Tournament) -> list[ToDo]:
    """Which tables still hold chips that have left play."""
    if tournament.state != TournamentState.RUNNING:
        return []
    return [
        ToDo(
            kind="race-off",
            text=f"Table {table.number} owes the race-off of the "
            f"{clock_queries.chips(owed.chip)} chips",
            detail="After the hand in play, on its tablet."
            if hands.is_in_play(table)
            else "Now, on its tablet; no hand is dealt before.",
            link=reverse("tablet", kwargs={"code": tournament.code, "number": table.number}),
        )
        for table, owed in raceoffs.still_owed(tournament)
    ] + [
        ToDo(
            kind="race-off",
            text=f"Table {one.table.number}: confirm the count of its race-off",
            detail=f"The {clock_queries.chips(one.chip)} chips leave play in your presence"
            f"{by('igr:6.02(g)')}.",
            link=reverse("rounds", kwargs={"code": tournament.code}),
        )
        for one in raceoffs.all_unconfirmed(tournament)
    ]


def _open_places(tournament: Tournament) -> list[ToDo]:
    """Tied places that wait for cards or a ruling."""
    return [
        ToDo(
            kind="info",
            text=question.title,
            detail=f"{question.words}{by(question.clause)}",
            link=reverse("placings", kwargs={"code": tournament.code}),
        )
        for question in placings.asked(tournament)
    ]


def _rebuys(tournament: Tournament) -> list[ToDo]:
    found = Bust.standing.filter(entry__tournament=tournament, may_rebuy=True)
    waiting = list(found.select_related("entry__player").order_by("-at"))
    by_ticket = bool(waiting) and purchases.asks_ticket(tournament)
    return [
        ToDo(
            kind="rebuy",
            text=f"{bust.entry.name} has no chips and may rebuy",
            detail=f"Table {bust.table_number}, hand {bust.hand_shown}",
            at=bust.at,
            form=desk.sale(tournament, bust.entry, Sold.REBUY, by_ticket=by_ticket),
            second=Press(
                url=reverse("decline-rebuy", kwargs={"code": tournament.code}),
                label="Eliminate",
                fields={"entry": bust.entry_id},
                sure=f"Eliminate {bust.entry.name}?",
                sure_more="No rebuy: the player is out and the seat is free.",
            ),
        )
        for bust in waiting
    ]


def _requests(tournament: Tournament) -> list[ToDo]:
    """Rebuys that tables have asked for."""
    waiting = purchases.waiting(tournament)
    by_ticket = bool(waiting) and purchases.asks_ticket(tournament)
    return [
        ToDo(
            kind="rebuy",
            text=f"{asked.entry.name} asks for a rebuy",
            detail=f"Table {asked.table.number}, {clock_queries.chips(asked.entry.stack)} chips",
            at=asked.at,
            form=desk.sale(tournament, asked.entry, Sold.REBUY, by_ticket=by_ticket),
            second=Press(
                url=reverse(
                    "drop-request", kwargs={"code": tournament.code, "request_id": asked.pk}
                ),
                label="Not now",
            ),
        )
        for asked in waiting
    ]


def _timekeeper(tournament: Tournament) -> int | None:
    """The number of the table that may stop and start the clock."""
    keeper = tournament.clock.timekeeper_table
    if keeper is None:
        return None
    found = Table.objects.filter(tournament=tournament, pk=keeper)
    return found.values_list("number", flat=True).first()
