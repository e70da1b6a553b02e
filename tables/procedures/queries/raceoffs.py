"""Race-offs: which one a table owes, and what the last one did."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import cards
from engine.equipment import race_off
from engine.equipment.law import Choice, Method
from engine.equipment.race_off import Holding
from engine.schedule.schedule import Schedule
from engine.structure import structure
from tables.models import RaceOff, Seating, Table
from tables.models.tables import TableState
from tables.play.queries.cited import Cited
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Owed:
    """A denomination that has left play while this table still holds it."""

    chip: int
    larger: int
    row: int
    seats: tuple[Seating, ...]

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Every stack, with the fewest small chips it must hold."""
        return tuple(
            Holding(seat.seat, seat.entry.stack, self._odd(seat.entry.stack)) for seat in self.seats
        )

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that get a card."""
        return race_off.contenders(self.holdings, chip=self.chip, larger=self.larger)

    def _odd(self, stack: int) -> int:
        return race_off.small_chips(stack, chip=self.chip, larger=self.larger)


@dataclass(frozen=True, slots=True, kw_only=True)
class OddChips:
    """A player with odd chips."""

    seat: int
    name: str
    odd: int
    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOffAsked(Cited):
    """What the tablet asks for: who hands in what, and one card each."""

    chip: int
    larger: int
    players: list[OddChips]
    cards_needed: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RacedRow:
    """What a player with odd chips gave and got."""

    seat: int
    name: str
    card: str
    worth: int
    gets: int
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOffDone:
    """What the tablet tells the players when the cards have fallen."""

    chip: int
    larger: int
    rows: list[RacedRow]
    before: int
    after: int
    difference: int
    drawn_from: str


def choice_of(tournament: Tournament) -> Choice:
    """How this tournament races off."""
    return structure.race_offs(tournament.structure, tournament.law.equipment)


def owed(table: Table, seats: Sequence[Seating], *, row: int | None = None) -> Owed | None:
    """The next race-off of a table; worked out, so that a level played twice owes it once.

    `row` is that of a hand which arrives late: what fell due after that hand is not owed before it.
    """
    gone = chips_gone(table.tournament, row)
    if not gone:
        return None
    done = set(RaceOff.standing.filter(table=table).values_list("chip", flat=True))
    return _first_owed(table.tournament, gone, done, seats)


def chips_gone(tournament: Tournament, row: int | None = None) -> list[int]:
    """The denominations that the schedule has taken out of play by now or a row, smallest first."""
    schedule = clock_queries.schedule_of(tournament)
    index = clock_queries.state_of(tournament.clock).index if row is None else row
    return sorted(schedule.raced_off_before(index))


def _first_owed(
    tournament: Tournament, gone: list[int], done: set[int], seats: Sequence[Seating]
) -> Owed | None:
    holders = tuple(seat for seat in seats if seat.entry.stack)
    schedule = clock_queries.schedule_of(tournament)
    values = [chip["value"] for chip in tournament.structure["chips"]]
    for chip in gone:
        larger = race_off.larger_chip(chip, values)
        if larger is None or not holders:
            continue
        found = Owed(chip, larger, _row(schedule, chip), holders)
        if chip not in done or found.contenders:
            return found
    return None


def _row(schedule: Schedule, chip: int) -> int:
    rows = enumerate(schedule.rows)
    return next(index for index, row in rows if chip in getattr(row, "race_offs", ()))


def still_owed(tournament: Tournament) -> list[tuple[Table, Owed]]:
    """Every open table that has not raced off yet, by number."""
    gone = chips_gone(tournament)
    if not gone:
        return []
    done: dict[int, set[int]] = {}
    for table_id, chip in _standing(tournament).values_list("table_id", "chip"):
        done.setdefault(table_id, set()).add(chip)
    found = []
    for table, seats in _tables_with_seats(tournament):
        if what := _first_owed(tournament, gone, done.get(table.pk, set()), seats):
            found.append((table, what))
    return found


def _standing(tournament: Tournament) -> Any:
    return RaceOff.standing.filter(table__tournament=tournament)


def _tables_with_seats(tournament: Tournament) -> list[tuple[Table, list[Seating]]]:
    tables = Table.objects.filter(tournament=tournament).exclude(state=TableState.CLOSED)
    by_table: dict[int, list[Seating]] = {table.pk: [] for table in tables}
    seats = Seating.objects.filter(table__in=tables, until__isnull=True)
    for seat in seats.select_related("entry__player").order_by("seat"):
        by_table[seat.table_id].append(seat)
    return [(table, by_table[table.pk]) for table in tables]


def last_of(table: Table) -> RaceOff | None:
    """The race-off since the last hand, which can still be taken back."""
    done = RaceOff.standing.filter(table=table, after_hand=table.hand_number)
    return done.order_by("-id").first()


def unconfirmed(table: Table) -> RaceOff | None:
    """The race-off whose count nobody has confirmed where the book wants that (igr:6.02(g))."""
    if not table.tournament.law.equipment.race_off_confirmed.value:
        return None
    waiting = RaceOff.standing.filter(table=table, confirmed_at__isnull=True)
    return waiting.order_by("-id").first()


def all_unconfirmed(tournament: Tournament) -> list[RaceOff]:
    """The same for every table."""
    if not tournament.law.equipment.race_off_confirmed.value:
        return []
    waiting = _standing(tournament).filter(confirmed_at__isnull=True)
    return list(waiting.select_related("table").order_by("id"))


def can_be_the_count(done: RaceOff, counted: int) -> bool:
    """The odd chips of every seat, and whole larger chips' worth that was simply exchanged."""
    exchanged: int = (counted - sum(row["odd"] for row in done.seats)) * done.chip
    return exchanged >= 0 and exchanged % done.larger == 0


def words(done: RaceOff) -> str:
    """What it did, for the journal."""
    parts = [_seat_words(row) for row in done.seats if row["before"] != row["after"]]
    return "; ".join(parts) or "nobody had odd chips"


def _seat_words(row: dict[str, Any]) -> str:
    card = f" ({row['card']})" if row["card"] else ""
    return f"{row['name']}{card} {row['before']} to {row['after']}"


def picture(what: Owed, tournament: Tournament) -> RaceOffAsked:
    """What the tablet asks for: who hands in what, and one card each."""
    exchanges = race_off.exchanges(what.holdings, chip=what.chip, larger=what.larger)
    names = {seat.seat: seat.entry.name for seat in what.seats}
    is_highest = choice_of(tournament).method is Method.HIGHEST_TAKES_ALL
    cited = clause_of(tournament)
    return RaceOffAsked(
        chip=what.chip,
        larger=what.larger,
        players=[
            OddChips(
                seat=exchange.seat,
                name=names[exchange.seat],
                odd=exchange.left,
                worth=exchange.left * what.chip,
            )
            for exchange in exchanges
            if exchange.left
        ],
        cards_needed=len(what.contenders),
        rule="The highest card takes all odd chips." if is_highest else _ONE_EACH,
        clause=cited,
    )


def clause_of(tournament: Tournament) -> str:
    """By which rule this tournament races off."""
    return race_off.clause(choice_of(tournament).method, tournament.law.equipment)


_ONE_EACH = "The highest cards get one larger chip each; nobody is raced out."


def result_picture(done: RaceOff) -> RaceOffDone:
    """What the tablet tells the players when the cards have fallen."""
    return RaceOffDone(
        chip=done.chip,
        larger=done.larger,
        rows=[_result_row(row, done.larger) for row in done.seats if row["odd"]],
        before=done.total_before,
        after=done.total_after,
        difference=done.difference,
        drawn_from=done.drawn_from,
    )


def _result_row(row: dict[str, Any], larger: int) -> RacedRow:
    gained = row["after"] - (row["before"] - row["worth"])
    return RacedRow(
        seat=row["seat"],
        name=row["name"],
        card=row["card"],
        worth=row["worth"],
        gets=gained // larger,
        is_out=row["after"] == 0,
    )


def card_text(card: int | None) -> str:
    """A card as it is stored; nothing for a seat that got none."""
    return "" if card is None else cards.text([card])
