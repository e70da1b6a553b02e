"""Every report of a tournament by its name, and those about tables, hands, chips and cards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Sum

from engine.hand import numbers
from engine.hand.applying import replay, standing
from engine.phh import phh_export
from engine.rulebooks.citing import cite
from tables.console.queries.console import ledger as chip_state
from tables.models import CountedStack, DeckEvent, HandRecord, Penalty, Seating
from tables.play.queries import hands
from tables.play.queries import replay as replays
from tables.records.queries import signatures
from tournament.models import ChipMove, Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.office.queries import staffing as staff_queries
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet, Value, total
from tournament.records.queries.reports import giving, money, office, people, published, record
from tournament.records.queries.reports.common import event, heading
from tournament.setup.queries import sessions

Builder = Callable[[Tournament, datetime], Report]


@dataclass(frozen=True, slots=True)
class Offer:
    """A report somebody can ask for."""

    key: str
    title: str
    lead: str
    build: Builder
    is_about_money: bool = False


def chips(tournament: Tournament, now: datetime) -> Report:
    """Chips issued against chips in play, in all and table by table (igr:5.09(b))."""
    state = chip_state(tournament.pk)
    moves = ChipMove.objects.filter(tournament=tournament)
    reasons = dict(moves.values_list("reason").annotate(Sum("amount")).order_by("reason"))
    issued = [(ChipReason(reason).label, amount) for reason, amount in reasons.items()]
    tables = [
        (f"Table {number}", players, held, _counted(tournament, number))
        for number, players, held in _held_at_tables(tournament)
    ]
    return Report(
        key="chips",
        title="Chip audit",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact(
                "Chips issued",
                state.issued,
                Kind.NUMBER,
                tournament.law.equipment.only_issued.clause,
            ),
            Fact("Chips in play", state.in_play, Kind.NUMBER),
            Fact("Difference", state.difference, Kind.NUMBER),
        ],
        sheets=[
            Sheet(
                "Why chips came into play or left it",
                (Column("Reason"), Column("Chips", Kind.NUMBER)),
                issued,
                ("In all", total(issued, 1)) if issued else (),
                empty="No chips have been issued.",
            ),
            Sheet(
                "Table by table",
                (
                    Column("Table"),
                    Column("Players", Kind.NUMBER),
                    Column("Recorded", Kind.NUMBER),
                    Column("Last count differs by", Kind.NUMBER),
                ),
                tables,
                ("In all", total(tables, 1), total(tables, 2), None) if tables else (),
                empty="Seats are not drawn yet.",
            ),
            _counts(tournament),
            _moves(tournament),
        ],
        signatures=("Counted by", "Checked by"),
        warnings=[] if state.ok else ["Chips in play are not the chips that were issued."],
    )


def _moves(tournament: Tournament) -> Sheet:
    """The chip ledger row by row, with what had been issued after each of them."""
    found = ChipMove.objects.filter(tournament=tournament).select_related("entry__player")
    issued, rows = 0, []
    for one in found.order_by("pk"):
        issued += one.amount
        name = one.entry.name if one.entry else ""
        label = ChipReason(one.reason).label
        rows.append((one.at, name, label, one.amount, issued, one.note, one.by))
    return Sheet(
        "Chip ledger",
        (
            Column("When", Kind.MOMENT),
            Column("Player"),
            Column("Reason"),
            Column("Chips", Kind.NUMBER),
            Column("Issued in all", Kind.NUMBER),
            Column("Note"),
            Column("By"),
        ),
        rows,
        empty="No chips have moved.",
    )


def _held_at_tables(tournament: Tournament) -> list[tuple[int, int, int]]:
    seats = Entry.objects.filter(tournament=tournament, seatings__until__isnull=True, stack__gt=0)
    found: dict[int, list[int]] = {}
    for number, stack in seats.values_list("seatings__table__number", "stack"):
        if number is not None:
            found.setdefault(number, []).append(stack)
    return [(number, len(stacks), sum(stacks)) for number, stacks in sorted(found.items())]


def _counted(tournament: Tournament, number: int) -> int | None:
    """How far off the last count at this table was; nothing where none was taken."""
    last = (
        CountedStack.objects.filter(
            table_count__count__tournament=tournament, table_count__table__number=number
        )
        .values("table_count")
        .annotate(off=Sum("counted") - Sum("recorded"))
        .order_by("-table_count")
        .first()
    )
    return int(last["off"]) if last else None


def _counts(tournament: Tournament) -> Sheet:
    found = CountedStack.objects.filter(table_count__count__tournament=tournament)
    rows = [
        (
            row.table_count.at,
            f"Table {row.table_count.table.number}",
            row.entry.name,
            row.recorded,
            row.counted,
            row.difference,
            row.explanation,
            row.table_count.by,
        )
        for row in found.select_related("table_count__table", "entry__player").order_by(
            "table_count_id", "seat"
        )
    ]
    return Sheet(
        "Counts",
        (
            Column("When", Kind.MOMENT),
            Column("Where"),
            Column("Player"),
            Column("Recorded", Kind.NUMBER),
            Column("Counted", Kind.NUMBER),
            Column("Difference", Kind.NUMBER),
            Column("Explanation"),
            Column("Counted by"),
        ),
        rows,
        empty="No count has been taken.",
    )


FLAGS = {"is_opening": "before the first hand", "is_complete": "complete"}


def _detail(data: dict[str, object]) -> str:
    """What is known of it, in words."""
    told = {name: value for name, value in data.items() if value}
    return ", ".join(
        FLAGS.get(name, name.removeprefix("is_")) if value is True else f"{name} {value}"
        for name, value in told.items()
    )


def decks(tournament: Tournament, now: datetime) -> Report:
    """What was done with the cards: who counted, checked and changed them, and when."""
    found = DeckEvent.objects.filter(tournament=tournament).select_related("table", "deck")
    rows = [
        (
            row.at,
            f"Table {row.table.number}" if row.table else "",
            str(row.deck) if row.deck else "",
            row.kind.replace("_", " "),
            numbers.as_shown(row.hand_number) or None,
            _detail(row.data),
            row.by,
        )
        for row in found
    ]
    return Report(
        key="decks",
        title="Decks and card counts",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[
            Sheet(
                "",
                (
                    Column("When", Kind.MOMENT),
                    Column("Where"),
                    Column("Deck"),
                    Column("What"),
                    Column("Hand", Kind.NUMBER),
                    Column("Detail"),
                    Column("By"),
                ),
                rows,
                empty="No deck has been counted or changed.",
            )
        ],
    )


def _session(one: HandRecord, named: Mapping[int, str]) -> list[str]:
    """The session of a hand, where there are sessions: each numbers its hands from 1."""
    return [named.get(numbers.session_of(one.number), "")] if named else []


def played(tournament: Tournament, now: datetime) -> Report:
    """Every hand: where, when, how much, who won."""
    found = HandRecord.objects.filter(table__tournament=tournament).select_related("table")
    named = sessions.of_hands(tournament)
    rows = [
        (
            f"Table {row.table.number}",
            *_session(row, named),
            row.shown,
            row.level,
            row.started_at,
            row.ended_at,
            row.pot,
            row.winners,
        )
        for row in found.order_by("table__number", "number")
    ]
    return Report(
        key="hands",
        title="Hands played",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), Fact("Hands", len(rows), Kind.NUMBER)],
        sheets=[
            Sheet(
                "",
                (
                    Column("Table"),
                    *([Column("Session")] if named else []),
                    Column("Hand", Kind.NUMBER),
                    Column("Level"),
                    Column("Dealt", Kind.MOMENT),
                    Column("Over", Kind.MOMENT),
                    Column("Pot", Kind.NUMBER),
                    Column("Won by"),
                ),
                rows,
                empty="No hand has been dealt.",
            )
        ],
        note="The hands themselves, action by action, are in the report of hand histories.",
    )


def told(tournament: Tournament, now: datetime) -> Report:
    """Every hand that is over, action by action, as it still stands."""
    records = HandRecord.objects.filter(table__tournament=tournament, ended_at__isnull=False)
    found = records.select_related("table__tournament").order_by("table__number", "number")
    named = sessions.of_hands(tournament)
    rows: list[Sequence[Value]] = [
        (f"Table {row.table.number}", *_session(row, named), row.shown, step.step, step.words)
        for row in found
        for step in replays.sentences(row, standing(hands.story(row)))
    ]
    return Report(
        key="histories",
        title="Hand histories",
        event=event(tournament),
        made_at=now,
        facts=[*heading(tournament), Fact("Hands", len(found), Kind.NUMBER)],
        sheets=[
            Sheet(
                "",
                (
                    Column("Table"),
                    *([Column("Session")] if named else []),
                    Column("Hand", Kind.NUMBER),
                    Column("Step", Kind.NUMBER),
                    Column("What happened"),
                ),
                rows,
                empty="No hand is over yet.",
            )
        ],
        note="The same hands are in the file of hand histories, for programs to read.",
    )


def histories(tournament: Tournament) -> str:
    """Every hand that is over, action by action, in the open PHH format; empty without one."""
    records = HandRecord.objects.filter(table__tournament=tournament, ended_at__isnull=False)
    found = records.select_related("table__tournament").order_by("table__number", "number")
    written = [_history(row) for row in found]
    return phh_export.write_many(written) if written else ""


def _history(one: HandRecord) -> str:
    story = hands.story(one)
    rules = hands.rules_of(one.table.tournament, replay(story))
    names = {player["seat"]: player["name"] for player in one.players}
    return phh_export.write(story, rules, names)


def penalties(tournament: Tournament, now: datetime) -> Report:
    """Who was penalised, why, by whom."""
    found = Penalty.objects.filter(entry__tournament=tournament).select_related("entry__player")
    rows = [
        (row.at, row.entry.name, row.kind, row.reason, cite(row.clause), row.by)
        for row in found.order_by("pk")
    ]
    return Report(
        key="penalties",
        title="Penalties",
        event=event(tournament),
        made_at=now,
        facts=heading(tournament),
        sheets=[
            Sheet(
                "",
                (
                    Column("When", Kind.MOMENT),
                    Column("Player"),
                    Column("Penalty"),
                    Column("Reason"),
                    Column("Clause"),
                    Column("By"),
                ),
                rows,
                empty="Nobody has been penalised.",
            )
        ],
    )


def door(tournament: Tournament, now: datetime) -> Report:
    """Who may come to the tables: players with their seats, and workers (igr:A.2(o))."""
    found = Seating.objects.filter(
        table__tournament=tournament, until__isnull=True, entry__stack__gt=0
    ).select_related("entry__player", "table")
    seats = sorted((one.entry.name, one.table.number, one.seat) for one in found)
    workers = [(row.name, row.title) for row in staff_queries.rows(tournament)]
    return Report(
        key="door",
        title="Lists for the door",
        event=event(tournament),
        made_at=now,
        facts=[
            *heading(tournament),
            Fact("Players", len(seats), Kind.NUMBER, "igr:A.2(o)"),
            Fact("Workers", len(workers), Kind.NUMBER, "igr:A.2(o)"),
        ],
        sheets=[
            Sheet(
                "Players and seats",
                (Column("Name"), Column("Table", Kind.NUMBER), Column("Seat", Kind.NUMBER)),
                seats,
                empty="Seats are not drawn yet.",
            ),
            Sheet(
                "Staff",
                (Column("Name"), Column("As")),
                workers,
                empty="Nobody is appointed yet.",
            ),
        ],
        note="Nobody else comes to the tables.",
    )


OFFERS = (
    Offer("results", "Results", "places, the best first", record.results),
    Offer("hendon-mob", "Results for The Hendon Mob", "cash places to send in", published.results),
    Offer("entries", "Entries", "everybody who entered", people.entries),
    Offer("door", "Lists for the door", "seats and staff, to print", door),
    Offer("conditions", "Terms of entry", "and who accepted them", office.conditions),
    Offer("licence", "Licence and posted documents", "its terms and its changes", office.licence),
    Offer("sessions", "Sessions and qualifiers", "how each ended, who advanced", office.sessions),
    Offer("financial", "Financial report", "revenue, prizes, expenses", money.financial, True),
    Offer("tickets", "Ticket reconciliation", "stubs against cash", people.tickets, True),
    Offer("prizes", "Prize receipts", "paid and unpaid", money.prizes, True),
    Offer("donations", "Donations", "what the winners gave, and to whom", giving.donations, True),
    Offer("disbursements", "Register of disbursements", "every cheque", money.disbursements, True),
    Offer("cash", "Cash counts", "what each cashier had and counted", office.cash, True),
    Offer("ledger", "Money ledger", "every posting and account", money.ledger, True),
    Offer("chips", "Chip audit", "issued against in play, counts", chips),
    Offer("decks", "Decks and card counts", "checked, counted, changed", decks),
    Offer("hands", "Hands played", "level, pot and winner of each", played),
    Offer("histories", "Hand histories", "every hand, action by action", told),
    Offer("incidents", "Incident report", "disputes and irregularities", record.incidents),
    Offer("penalties", "Penalties", "imposed by the floor", penalties),
    Offer("staff", "Staff and attendance", "who worked as what", people.staff),
    Offer("inspections", "Inspections", "what inspectors looked at", record.inspections),
    Offer("journal", "Journal", "who did what, with its chain", record.journal_report),
)
_BY_KEY = {offer.key: offer for offer in OFFERS}


def build(offer: Offer, tournament: Tournament, now: datetime) -> Report:
    """The report, naming only clauses of the tournament's own book."""
    report = offer.build(tournament, now)
    book = f"{tournament.rulebook}:"
    facts = [
        fact if fact.clause.startswith(book) else replace(fact, clause="") for fact in report.facts
    ]
    return replace(report, facts=facts, anchor=signatures.anchor(tournament))


def find(key: str) -> Offer | None:
    """The report of this name, or none."""
    return _BY_KEY.get(key)
