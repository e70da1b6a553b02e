"""The page where the floor arranges seats: who sits where, who stays, which tables are used."""

from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse

from engine.lifecycle import TournamentState
from engine.rulebooks.citing import cite
from engine.seating import seating as engine_seating
from engine.seating.law import BALLOT, CARD, HAND
from tables.models import KeptApart, LockedSeat, Seating, Table
from tables.seating.queries import balance, notices, seat_checks, short_tables, unseated
from tables.seating.queries.balance import Hall
from tournament.draws.queries import draws
from tournament.models import Bust, Entry, Tournament
from tournament.models.draws import DrawKind
from tournament.prizes.queries import placings

LATEST_BUSTS = 12
METHOD_WORDS = {
    BALLOT: "By ballot, which anyone can check",
    CARD: "By card: ace at the button, then in card order",
    HAND: "By hand: the floor places each player",
}
DISPUTE = "a dispute about the seat settled"
REASONS = (
    ("to balance the tables", ""),
    ("the player asked for another seat", ""),
    ("a wrong seat put right", "tda2024:R7"),
    ("a need of the player", "tda2024:R9"),
    (DISPUTE, ""),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to seat everybody."""

    key: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangeable:
    """Somebody about whom something can be arranged."""

    entry: int
    name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player and their seat."""

    entry: int
    number: int
    name: str
    table: int
    seat: int
    stack: int
    moves: int
    why: str
    is_locked: bool
    is_absent: bool
    in_transit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """A player on the way to another table."""

    entry: int
    name: str
    table: int
    seat: int
    came_from: str
    stack: int
    received: int | None
    carried_by: str
    sent_by: str
    at: datetime
    can_turn_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeats:
    """The open seats of a table."""

    table: int
    seats: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOver:
    """One seat more at a full table."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Somebody who keeps their seat."""

    entry: int
    name: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two who are kept apart."""

    id: int
    names: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A seat of a table, and whether it is out of use."""

    seat: int
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOfHall:
    """An open table, and what can be done with it."""

    number: int
    players: int
    short: str
    plays_on: bool
    numbers: list[Numbered]
    out_of_use: str
    place: str
    approval: str
    approved_on: date | None
    warning: str
    break_url: str
    notice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpareTable:
    """A table that is named for the tournament and not open."""

    number: int
    seats: int
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestBust:
    """Somebody who went out, and the page that takes it back."""

    name: str
    place_text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What a player takes along to the new seat."""

    name: str
    table: int
    seat: int
    came_from: str
    reason: str
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """Who sits where, who stays, who is kept apart, and which tables are used."""

    state: str
    is_running: bool
    act_url: str
    methods: list[Method]
    players: list[Seated]
    waiting: list[Arrangeable]
    coming: list[Coming]
    open_seats: list[OpenSeats]
    seats_over: list[SeatOver]
    reasons: list[str]
    entries: list[Arrangeable]
    locks: list[Lock]
    pairs: list[Pair]
    tables: list[TableOfHall]
    spare_tables: list[SpareTable]
    order: str
    next_to_break: int | None
    check: seat_checks.CheckShown | None
    announced: tuple[str, datetime | None]
    carrier: str
    approval: str
    notice_clause: str
    most_seats: int
    seats_per_table: int
    next_number: int
    busts: list[LatestBust]
    published: list[draws.PublishedDraw]
    is_final_due: bool


def picture(tournament: Tournament) -> SeatsPage:
    """Everything the page shows; the number of statements does not grow with the field."""
    hall = balance.read(tournament.pk)
    moved = balance.move_counts(tournament.pk)
    waiting = list(unseated.entries(tournament.pk))
    where = {"code": tournament.code}
    return SeatsPage(
        state=tournament.state,
        is_running=tournament.state == TournamentState.RUNNING,
        act_url=reverse("seats-act", kwargs=where),
        methods=[
            Method(key=key, words=METHOD_WORDS[key])
            for key in engine_seating.methods(tournament.rulebook)
        ],
        players=[_player(seat, hall, moved) for seat in hall.seats],
        waiting=[_arrangeable(entry) for entry in waiting],
        coming=[_coming(seat) for seat in hall.seats if seat.in_transit],
        open_seats=_open_seats(hall),
        seats_over=_seats_over(tournament, hall),
        reasons=[f"{words} ({cite(clause)})" if clause else words for words, clause in REASONS],
        entries=_entries(tournament, hall, waiting),
        locks=_locks(tournament),
        pairs=_pairs(tournament),
        tables=_tables(tournament, hall),
        spare_tables=_spare(tournament),
        order=", ".join(str(number) for number in hall.order),
        next_to_break=balance.table_to_break(tournament, hall),
        check=seat_checks.picture(tournament),
        announced=seat_checks.last_announced(tournament.pk),
        carrier=tournament.law.seating.carried.clause,
        approval=tournament.law.seating.approved.clause,
        notice_clause=tournament.law.entries.notice.clause,
        most_seats=engine_seating.most_seats(tournament.rulebook),
        seats_per_table=tournament.structure["seats_per_table"],
        next_number=max((table.number for table in hall.tables), default=0) + 1,
        busts=_busts(tournament),
        published=draws.published(tournament.pk, DrawKind.SEATS, DrawKind.FINAL),
        is_final_due=balance.is_final_due(tournament, hall),
    )


def _player(seat: Seating, hall: Hall, moved: dict[int, int]) -> Seated:
    return Seated(
        entry=seat.entry_id,
        number=seat.entry.number,
        name=seat.entry.name,
        table=seat.table.number,
        seat=seat.seat,
        stack=seat.entry.stack,
        moves=moved.get(seat.entry_id, 0),
        why=f"{seat.reason} ({cite(seat.clause)})" if seat.clause else seat.reason,
        is_locked=seat.entry_id in hall.locked,
        is_absent=seat.is_absent,
        in_transit=seat.in_transit,
    )


def _coming(seat: Seating) -> Coming:
    return Coming(
        entry=seat.entry_id,
        name=seat.entry.name,
        table=seat.table.number,
        seat=seat.seat,
        came_from=seat.came_from,
        stack=seat.entry.stack,
        received=seat.stack_received,
        carried_by=seat.carried_by,
        sent_by=seat.sent_by,
        at=seat.since,
        can_turn_back=seat.came_from.startswith("Table"),
    )


def _open_seats(hall: Hall) -> list[OpenSeats]:
    return [
        OpenSeats(table=table.number, seats=list(table.open_seats))
        for table in hall.for_engine
        if table.open_seats
    ]


def _seats_over(tournament: Tournament, hall: Hall) -> list[SeatOver]:
    """One seat more at each full table, where the book settles a dispute so (adelaide:63)."""
    full = {table.number for table in hall.for_engine if not table.open_seats}
    usual, book = tournament.structure["seats_per_table"], tournament.rulebook
    over = {
        table.number: engine_seating.seat_over(table.seats, seats=usual, rulebook=book)
        for table in hall.tables
        if table.number in full
    }
    return [SeatOver(table=number, seat=seat) for number, seat in over.items() if seat is not None]


def _entries(tournament: Tournament, hall: Hall, waiting: list[Entry]) -> list[Arrangeable]:
    """Everybody about whom something can be arranged, by name."""
    if hall.seats:
        found = [*(seat.entry for seat in hall.seats), *waiting]
    else:
        entered = tournament.entries.filter(withdrawn_at__isnull=True)
        found = list(entered.select_related("player"))
    named = sorted(found, key=lambda entry: entry.name.casefold())
    return [_arrangeable(entry) for entry in named]


def _arrangeable(entry: Entry) -> Arrangeable:
    return Arrangeable(entry=entry.pk, name=entry.name, number=entry.number)


def _locks(tournament: Tournament) -> list[Lock]:
    locks = LockedSeat.objects.filter(entry__tournament=tournament, lifted_at__isnull=True)
    return [
        Lock(
            entry=lock.entry_id,
            name=lock.entry.name,
            place=f"table {lock.table_number}, seat {lock.seat}" if lock.seat else "",
            reason=lock.reason,
        )
        for lock in locks.select_related("entry__player")
    ]


def _pairs(tournament: Tournament) -> list[Pair]:
    pairs = KeptApart.objects.filter(tournament=tournament, lifted_at__isnull=True)
    return [
        Pair(id=pair.pk, names=f"{pair.one.name} and {pair.other.name}", reason=pair.reason)
        for pair in pairs.select_related("one__player", "other__player")
    ]


def _tables(tournament: Tournament, hall: Hall) -> list[TableOfHall]:
    counted: dict[int, int] = {}
    for seat in hall.seats:
        counted[seat.table_id] = counted.get(seat.table_id, 0) + 1
    short = short_tables.states(tournament, hall)
    return [
        _table(table, tournament, counted.get(table.pk, 0), short.get(table.number))
        for table in hall.tables
    ]


def _table(
    table: Table, tournament: Tournament, players: int, short: short_tables.Short | None
) -> TableOfHall:
    where = {"code": tournament.code, "number": table.number}
    is_approved = bool(table.approval and table.approved_on)
    return TableOfHall(
        number=table.number,
        players=players,
        short=short or "",
        plays_on=short is short_tables.Short.PLAYS_ON,
        numbers=[
            Numbered(seat=seat, is_out=seat in table.out_of_use)
            for seat in range(1, table.seats + 1)
        ],
        out_of_use=", ".join(str(seat) for seat in table.out_of_use),
        place=table.place,
        approval=table.approval,
        approved_on=table.approved_on,
        warning=engine_seating.missing_approval(
            table.number, rulebook=tournament.rulebook, is_approved=is_approved
        ),
        break_url=reverse("break-table", kwargs=where),
        notice=notices.words(table),
    )


def _spare(tournament: Tournament) -> list[SpareTable]:
    """Tables that are named for the tournament and not open."""
    spare = Table.objects.filter(tournament=tournament, state="closed", is_designated=True)
    return [
        SpareTable(number=table.number, seats=table.seats, place=table.place) for table in spare
    ]


def _busts(tournament: Tournament) -> list[LatestBust]:
    """The latest who went out, each with the page that takes it back."""
    if tournament.state != TournamentState.RUNNING:
        return []
    ids = dict(
        Bust.standing.filter(entry__tournament=tournament, may_rebuy=False).values_list(
            "entry_id", "pk"
        )
    )
    return [
        LatestBust(
            name=placed.name,
            place_text=placed.text,
            url=reverse("bust", kwargs={"code": tournament.code, "bust_id": ids[placed.entry]}),
        )
        for placed in placings.of(tournament)[:LATEST_BUSTS]
    ]


def slips(
    tournament: Tournament, *, table: int | None = None, came_from: int | None = None
) -> list[Slip]:
    """One slip for each player; of one table, or of those who came from a table that broke."""
    hall = balance.read(tournament.pk)
    wanted = [seat for seat in hall.seats if table is None or seat.table.number == table]
    if came_from is not None:
        wanted = [seat for seat in wanted if seat.came_from.startswith(f"Table {came_from},")]
    return [
        Slip(
            name=seat.entry.name,
            table=seat.table.number,
            seat=seat.seat,
            came_from=seat.came_from,
            reason=f"{seat.reason} ({cite(seat.clause)})" if seat.clause else seat.reason,
            stack=seat.entry.stack,
        )
        for seat in wanted
    ]
