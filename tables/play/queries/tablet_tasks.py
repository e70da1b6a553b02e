"""What the tablet asks of the dealer besides the hand: cards, counts, bags, and lesser records."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from engine.equipment import decks as engine_decks
from engine.equipment.law import DEALER, Reason
from engine.referee import result_only
from engine.refusal import Refused
from tables.chips.queries import bags, counts
from tables.crew.queries import dealers
from tables.equipment.queries import decks
from tables.models import Bag, Deck, Table
from tables.play.queries import depth, hands, tablet_hand
from tables.play.queries.depth import Depth
from tables.play.queries.pictures import Reading
from tables.play.queries.seldom import Seldom
from tables.seating.queries import short_tables
from tournament.models import Tournament

# Which fragment the tablet shows instead of its own panel.
PANELS = {
    "card_count": "dealer/_card_count.html",
    "result": "dealer/_result.html",
    "bags": "dealer/_bags.html",
    "count": "dealer/_count.html",
    "cards": "dealer/_cards.html",
    "stacks": "dealer/_stacks.html",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedBag:
    """A bag that has been filled."""

    seal: str
    is_confirmed: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BagRow:
    """A player whose chips go into a bag."""

    seat: int
    entry: int
    name: str
    bag: SealedBag | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bags:
    """The bags of this table."""

    rows: list[BagRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What is due at this table besides the hand, and the sheet behind its button."""

    due: str
    panel: str
    cards: decks.CardDuty | None
    depth: str
    card_count: Any | None
    expected: int
    count_clause: str
    menu_url: str
    sheet_url: str
    bags: Bags | None
    bag_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCounted:
    """A player whose chips are counted."""

    seat: int
    name: str
    stack: int
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipValue:
    """A chip in play with its colour."""

    value: int
    colour: Any


def picture(reading: Reading) -> Duty:
    """What is due at this table, and the sheet behind its button."""
    table = reading.table
    is_in_play = hands.is_in_play(table)
    cards = None if is_in_play else decks.picture(table)
    due = _due(reading, is_in_play=is_in_play, cards=cards)
    where = {"code": table.tournament.code, "number": table.number}
    return Duty(
        due=due,
        panel=PANELS.get(due, ""),
        cards=cards,
        depth=depth.of(table).value,
        card_count=table.card_count,
        expected=decks.expected(table.tournament) if table.card_count else 0,
        count_clause=table.tournament.law.equipment.decks.value.count_clause,
        menu_url=reverse("table-sheet", kwargs={**where, "what": "menu"}),
        sheet_url=reverse("table-sheet", kwargs={**where, "what": due}) if due in SHEETS else "",
        bags=_bags(reading) if due == "bags" else None,
        bag_url=reverse("table-sheet", kwargs={**where, "what": "bag"}),
    )


def _due(reading: Reading, *, is_in_play: bool, cards: decks.CardDuty | None) -> str:
    table = reading.table
    if table.card_count is not None:
        return "card_count"
    if is_in_play:
        return "result" if depth.of(table) is Depth.RESULTS else ""
    is_done = table.tournament.is_over or not table.is_open
    return "" if is_done else _due_between(table, cards, reading.unusual)


def _due_between(table: Table, cards: decks.CardDuty | None, unusual: Seldom) -> str:
    if unusual.bags:
        return "bags"
    if unusual.chip_count and counts.is_owed(table):
        return "count"
    if cards is not None and cards.opening:
        return "cards"
    return "stacks" if depth.of(table) is Depth.COUNTS else ""


def check_may_deal(table: Table, unusual: Seldom) -> None:
    """Refuse a hand while the deck, the chips or the number of players do not allow one."""
    depth.check_deals_hands(table)
    decks.check_replaced(table)
    short_tables.check(table)
    if unusual.bags:
        raise Refused("The chips lie in bags: the next session starts when all are open.")
    if unusual.chip_count and counts.is_owed(table):
        raise Refused("Count the chips first.", counts.clause_of(table.tournament))


def why_cards_wait(duty: Duty) -> str:
    """Which step with the cards comes before the deal."""
    cards = duty.cards
    if cards is None:
        return ""
    owed = [step for step in (*cards.opening, *cards.ticks) if not step.is_done]
    return f"{owed[0].words} first." if owed else ""


def _bags(reading: Reading) -> Bags:
    known = bags.of_table(reading.table, reading.seats.values())
    return Bags(
        rows=[
            BagRow(
                seat=number,
                entry=seat.entry_id,
                name=seat.entry.name,
                bag=_bag_words(known[number]) if number in known else None,
            )
            for number, seat in sorted(reading.seats.items())
            if seat.entry.stack
        ]
    )


def _bag_words(bag: Bag) -> SealedBag:
    is_open = bag.opened_at is not None
    return SealedBag(
        seal=bag.seal,
        is_confirmed=bag.is_confirmed,
        is_open=is_open,
    )


# -- the sheets ------------------------------------------------------------------------------------

SHEETS = ("menu", "count", "result", "stacks", "bag", "change", "dealer")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSheet:
    """What every sheet of a table's tasks says of the table."""

    table: Table

    @property
    def version(self) -> int:
        """What a command from this sheet has seen."""
        return self.table.version

    @property
    def hand(self) -> int:
        """The hand in play, or the last one."""
        return self.table.hand_shown

    @property
    def command_url(self) -> str:
        """Where the sheet is sent."""
        return reverse("tablet-command", kwargs=self._where)

    @property
    def urls(self) -> dict[str, str]:
        """The other sheets by name."""
        return {name: reverse("table-sheet", args=(*self._where.values(), name)) for name in SHEETS}

    @property
    def _where(self) -> dict[str, object]:
        return {"code": self.table.tournament.code, "number": self.table.number}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSheet(TaskSheet):
    """The stacks of the count that is open for this table."""

    seats: list[SeatCounted]
    values: list[ChipValue]
    by_chips: bool
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSeat:
    """A player of a hand of which only the result is entered."""

    seat: int
    name: str
    posted: int
    had: int
    can_win: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSheet(TaskSheet):
    """Who put in what, and who won."""

    seats: list[ResultSeat]
    bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksSheet(TaskSheet):
    """The stacks at a table that records no hands."""

    seats: list[SeatCounted]
    values: list[ChipValue]
    by_chips: bool
    held: int
    out: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealSheet(TaskSheet):
    """The chips of one player, which go into a bag."""

    seat: SeatCounted
    values: list[ChipValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSheet(TaskSheet):
    """The deck on the table, how much is recorded here, and the lesser records."""

    deck: Deck | None
    is_machine: bool
    machine_clause: str
    is_in_play: bool
    recent: list[decks.DeckLine]
    may_rule: bool
    inspection_clause: str
    names: list[tuple[int, str]]
    count_clause: str
    depth: str
    depths: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeReason:
    """Why a deck is changed, and whether this dealer may decide it."""

    reason: Reason
    may: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSheet(TaskSheet):
    """A new deck, or cards of one."""

    deck: Deck | None
    reasons: list[ChangeReason]
    colours: tuple[str, ...]
    card_keys: tablet_hand.CardKeys
    sealed: QuerySet[Deck]
    partial_clause: str
    other_colour_clause: str
    players: int


def sheet(reading: Reading, what: str, *, rank: str, chosen: dict[str, str]) -> TaskSheet:
    """What a sheet asks for."""
    return _BY_NAME[what](reading, rank, chosen)


def _seats(reading: Reading) -> list[SeatCounted]:
    return [
        SeatCounted(
            seat=number,
            name=seat.entry.name,
            stack=seat.entry.stack,
            entry=seat.entry_id,
        )
        for number, seat in sorted(reading.seats.items())
        if counts.is_counted(seat)
    ]


def values_of(tournament: Tournament) -> list[ChipValue]:
    """The chips in play with their colours, the largest first."""
    colours = {int(chip["value"]): chip["colour"] for chip in tournament.structure["chips"]}
    return [ChipValue(value=v, colour=colours[v]) for v in bags.denominations(tournament)]


def _count(reading: Reading, rank: str, chosen: dict[str, str]) -> CountSheet:
    count = counts.asked_of(reading.table)
    if count is None:
        raise Refused("No count is open for this table.")
    return CountSheet(
        table=reading.table,
        seats=_seats(reading),
        values=values_of(reading.table.tournament),
        by_chips=chosen.get("by") == "chips",
        because=count.because,
    )


def _result(reading: Reading, rank: str, chosen: dict[str, str]) -> ResultSheet:
    hand = reading.hand
    if hand is None or hand.is_over:
        raise Refused("No hand is in play. Deal the next one first.")
    posted = {seat: result_only.posted(hand, seat) for seat in hand.seats}
    seats = [
        ResultSeat(
            seat=seat,
            name=reading.names[seat],
            posted=posted[seat],
            had=posted[seat] + hand.stacks[seat],
            can_win=seat in hand.in_hand(),
        )
        for seat in hand.seats
    ]
    return ResultSheet(table=reading.table, seats=seats, bonus=hand.bonus)


def _stacks(reading: Reading, rank: str, chosen: dict[str, str]) -> StacksSheet:
    seats = _seats(reading)
    return StacksSheet(
        table=reading.table,
        seats=seats,
        values=values_of(reading.table.tournament),
        by_chips=chosen.get("by") == "chips",
        held=sum(seat.stack for seat in seats),
        out=chosen.get("out", ""),
    )


def _bag(reading: Reading, rank: str, chosen: dict[str, str]) -> SealSheet:
    entry = chosen.get("entry", "")
    seat = next((seat for seat in _seats(reading) if str(seat.entry) == entry), None)
    if seat is None:
        raise Refused("This player has no chips at this table.")
    return SealSheet(table=reading.table, seat=seat, values=values_of(reading.table.tournament))


def _menu(reading: Reading, rank: str, chosen: dict[str, str]) -> DeckSheet:
    table = reading.table
    rules, cards = decks.rules_of(table.tournament), decks.read(table)
    return DeckSheet(
        table=table,
        deck=cards.deck,
        is_machine=cards.is_machine,
        machine_clause=rules.machine_clause,
        is_in_play=hands.is_in_play(table),
        recent=decks.history(table)[:4],
        may_rule=rank != DEALER,
        inspection_clause=rules.inspection_clause,
        names=sorted(reading.names.items()),
        count_clause=rules.count_clause,
        depth=depth.of(table).value,
        depths=[(kind.value, words.split(":")[0]) for kind, words in depth.WORDS.items()],
    )


def _change(reading: Reading, rank: str, chosen: dict[str, str]) -> ChangeSheet:
    table = reading.table
    rules = decks.rules_of(table.tournament)
    return ChangeSheet(
        table=table,
        deck=decks.deck_at(table),
        reasons=[
            ChangeReason(reason=reason, may=engine_decks.may_decide(reason, rank))
            for reason in rules.reasons
        ],
        colours=engine_decks.COLOURS,
        card_keys=tablet_hand.deck(reading.rules),
        sealed=decks.sealed(table.tournament),
        partial_clause=rules.partial_clause,
        other_colour_clause=rules.other_colour_clause,
        players=len(reading.seats),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerSheet(TaskSheet):
    """Who has pushed in here, and since when."""

    dealer: str
    since: datetime | None


def _dealer(reading: Reading, rank: str, chosen: dict[str, str]) -> DealerSheet:
    duty = dealers.on_duty(reading.table)
    return DealerSheet(
        table=reading.table,
        dealer=str(duty.user) if duty else "",
        since=duty.since if duty else None,
    )


_BY_NAME: dict[str, Callable[[Reading, str, dict[str, str]], TaskSheet]] = {
    "menu": _menu,
    "count": _count,
    "result": _result,
    "stacks": _stacks,
    "bag": _bag,
    "change": _change,
    "dealer": _dealer,
}
