"""A table as one audience may see it."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse

from engine import games
from engine.cards import cards as card_names
from engine.cards.cards import UNKNOWN
from engine.conduct import joining
from engine.conduct.law import How
from engine.hand import events, pots
from engine.hand.applying import standing
from engine.hand.events import Event
from engine.hand.numbers import as_shown
from engine.hand.state import ALL_IN, FOLDED, LIVE, Hand
from engine.referee import exposed, showdown, story
from engine.refusal import Refused
from tables.conduct.queries import penalties
from tables.models import HandRecord, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import at_rest, depth, hands, newcomers, scenes, seldom
from tables.play.queries.depth import Depth
from tables.play.queries.seldom import Seldom
from tables.seating.queries import notices
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.office.queries import licence as licence_queries

BACK = "??"
NO_CHIPS = "no_chips"  # in his seat, and may buy again
READY = "ready"  # in his seat, with chips for the next hand
SAID = {
    "all_in": "All-in",
    "folded": "Folded",
    "removed": "Removed",
    "absent": "Absent",
    "waiting": "Waiting",
    "given_up": "No more bets",
    NO_CHIPS: "May rebuy",
    "out": "Out",
}
STANDING = {"break": "Break. No new hands.", "paused": "Clock paused. No new hands."}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat, occupied or not; what the chips are is not told (None) where it would be early."""

    seat: int
    name: str = ""
    state: str
    stack: int | None = 0
    bet: int = 0
    marker: str = ""
    is_out_of_use: bool = False
    left: str = ""
    coming: bool = False
    waits: str = ""
    to_act: bool = False
    cards: tuple[str, ...] = ()
    last_action: str = ""
    won: int = 0
    hand_words: str = ""
    chance: str = ""
    penalty: penalties.ToServe | None = None

    @property
    def look(self) -> str:
        """How the seat is drawn, as classes."""
        drawn = "in" if self.state in ("given_up", READY) else self.state
        marks = (" is-to-act" * self.to_act, " is-winner" * bool(self.won))
        return f"is-{drawn}{''.join(marks)}"

    @property
    def says(self) -> str:
        """What is written below the name; nothing where a chance or a countdown stands there."""
        if self.coming:
            return "In transit"
        if self.won:
            return f"Wins {clock_queries.chips(self.won)}"
        if self.to_act or self.chance:
            return "To act" if self.to_act else ""
        if self.penalty and self.state != "all_in":
            return "" if self.penalty.ends_ms else f"Penalty, {self.penalty.words}"
        if self.waits and self.state != "absent":
            return "Waiting for the button"
        return SAID.get(self.state) or self.last_action


@dataclass(frozen=True, slots=True)
class PotRow:
    """A pot as every screen names it."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level of the schedule, and whether it is the one in play."""

    text: str
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What must be near every table: level, blinds, ante, the limit, and what comes next."""

    level: str
    text: str
    limit: str
    language: str
    next: str
    standing: str
    schedule: list[LevelRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """How long a table that was given notice still stays open."""

    left: int
    ends_at_ms: int
    server_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePicture:
    """A table as everybody may see it; on a hall screen with what must be posted near it."""

    version: int
    number: int
    hand_number: int
    phase: str
    street_words: str
    level_text: str
    board: list[str]
    pots: list[PotRow]
    pot_total: int
    seats: list[Seat]
    story: list[str]
    message: str
    delay: int = 0
    stakes: Stakes | None = None
    closing: Closing | None = None
    server_ms: int = 0


class Reading:
    """Everything a table's pictures are drawn from, read once.

    Who has just written to the record of the last hand can hand it on.
    """

    def __init__(self, table: Table, record: HandRecord | None = None) -> None:
        self.table, self._handed_on = table, record
        self.record = self._record()
        self.rows = self._rows()
        self.hand = self._hand()
        self.rules = hands.rules_of(table.tournament, self.hand)
        self.seats: dict[int, Seating] = {seat.seat: seat for seat in self._seats()}
        self.events = standing([event for _, event in self.rows])

    @cached_property
    def scene(self) -> scenes.Scene:
        """What is around the hand, kept from one bet to the next."""
        found = scenes.of(self.table, self._handed_on)
        self._is_first = "seldom" not in vars(found)
        return found

    @cached_property
    def unusual(self) -> Seldom:
        """What is out of the ordinary here now."""
        scene = self.scene
        return scene.seldom if self._is_first else seldom.of(self.table)

    def _record(self) -> HandRecord | None:
        return self.scene.record

    def _rows(self) -> list[tuple[int, Event]]:
        return self.scene.rows(self.table.version)

    def _hand(self) -> Hand | None:
        return hands.of(self.table)

    def _seats(self) -> list[Seating]:
        return self.scene.seats

    def check_plays(self) -> None:
        """Refuse what is done at a table that takes no commands."""
        at_rest.check_plays(self.table)

    @property
    def version(self) -> int:
        """How many changes this picture has seen."""
        return self.table.version

    @property
    def hand_number(self) -> int:
        """The hand it shows, by its number in the session."""
        return self.table.hand_shown

    @property
    def sheet_url(self) -> str:
        """Where this table asks what happened."""
        where = {"code": self.table.tournament.code, "number": self.table.number}
        return reverse("what-happened", kwargs=where)

    @property
    def names(self) -> dict[int, str]:
        """Who is in the hand, by seat."""
        return {p["seat"]: p["name"] for p in self.record.players} if self.record else {}

    @cached_property
    def public(self) -> TablePicture:
        """The table as everybody may see it: only tabled cards."""
        hand = self.hand
        return TablePicture(
            version=self.version,
            number=self.table.number,
            hand_number=self.hand_number,
            phase=phase(hand),
            street_words=street_words(self),
            level_text=self.record.level if self.record else "",
            board=texts(hand.board) if hand else [],
            pots=pots_left(hand) if hand else [],
            pot_total=hand.pot if hand else 0,
            seats=[self.seat(number) for number in range(1, self.table.seats + 1)],
            story=self.story(),
            message=message(self.table),
        )

    def screen(self, now: datetime) -> TablePicture:
        """The same for a hall screen, with what must be posted near every table."""
        return replace(
            self.public,
            delay=self.table.delay_minutes,
            stakes=stakes(self.table.tournament),
            closing=closing(self.table, now),
            server_ms=clock_queries.milliseconds(now),
        )

    def story(self) -> list[str]:
        """The hand so far, in sentences."""
        told = story.sentences(self.events, self.names, self.rules)
        return [sentence for sentence in told if sentence]

    def seat(self, number: int) -> Seat:
        """One seat, occupied or not."""
        seat, hand = self.seats.get(number), self.hand
        if hand is not None and number in self.names and self._is_shown_in_hand(number):
            return self._in_hand(hand, number)
        return self._empty(number) if seat is None else self._outside_hand(seat)

    def _empty(self, number: int) -> Seat:
        is_out_of_use = number in self.table.out_of_use
        left = self.left.get(number, "")
        return Seat(seat=number, state="empty", is_out_of_use=is_out_of_use, left=left)

    def _outside_hand(self, seat: Seating) -> Seat:
        waits = self.waits.get(seat.seat, "")
        is_between = phase(self.hand) != "play" and not waits
        waiting = READY if is_between else "waiting"
        return Seat(
            seat=seat.seat,
            name=seat.entry.name,
            state="absent" if seat.is_absent else waiting if seat.entry.stack else NO_CHIPS,
            stack=seat.entry.stack,
            marker=self._marker(seat.seat),
            coming=seat.in_transit,
            waits=waits,
            penalty=self.penalty(seat),
        )

    @cached_property
    def left(self) -> dict[int, str]:
        """Why a seat is empty whose player had chips after the last hand."""
        hand, record = self.hand, self.record
        if hand is None or record is None:
            return {}
        had = {p["seat"]: p for p in record.players if hand.stacks[p["seat"]]}
        gone = {seat: player for seat, player in had.items() if seat not in self.seats}
        return {seat: f"{player['name']} {self._why(player)}" for seat, player in gone.items()}

    def _why(self, player: dict[str, Any]) -> str:
        sits = Seating.objects.filter(entry=player["entry"], until__isnull=True)
        if to := sits.select_related("table").first():
            return f"moved to table {to.table.number}"
        return "was removed" if penalties.was_removed(player["entry"]) else "has left"

    @cached_property
    def waits(self) -> dict[int, str]:
        """Who has chips and a seat and is not dealt in yet, in a word and by which rule."""
        return dict.fromkeys(self._waiting(), self.rules.book.conduct.waits.clause)

    def _waiting(self) -> frozenset[int]:
        seats, record = self.seats.values(), self.record
        came = newcomers.of(seats, record)
        if not came or record is None or self.hand is None:
            return frozenset()
        if not self.hand.is_over:
            return frozenset(came) - {
                seat.seat for seat in seats if (seat.arrived_at or seat.since) > record.started_at
            }
        return self._waiting_for_the_next(came)

    def _waiting_for_the_next(self, came: dict[int, How]) -> frozenset[int]:
        try:
            begun = hands.next_setup(self.table, sitting=list(self.seats.values()))
            return joining.waiting(begun, came, hands.rules_of_next(self.table))
        except Refused:  # there is no next hand yet
            return frozenset()

    def _is_shown_in_hand(self, number: int) -> bool:
        """A hand that has ended shows whom it was played by, until the seat or its chips change."""
        if self.hand is None or self.record is None:
            return False
        holder = self.seats.get(number)
        entry = next(p["entry"] for p in self.record.players if p["seat"] == number)
        has_same_player = holder is None or holder.entry_id == entry
        chips = holder.entry.stack if holder else 0  # whoever went out in it is still shown
        return has_same_player and (not self.hand.is_over or chips == self.hand.stacks[number])

    def _in_hand(self, hand: Hand, number: int) -> Seat:
        return Seat(
            seat=number,
            name=self.names[number],
            stack=hand.stacks[number],
            bet=hand.bets[number] if not hand.is_over else 0,
            state=self._state(hand, number),
            marker=self._marker(number),
            to_act=number in (hand.actor, hand.drawer) and self.records_actions,
            cards=tuple(self._cards(hand, number)),
            last_action=self.last_actions.get(number, ""),
            won=won(hand).get(number, 0),
            hand_words=self.words(number),
            chance=self.chances.get(number, ""),
            penalty=self.penalty(self.seats[number]) if number in self.seats else None,
        )

    @cached_property
    def last_actions(self) -> dict[int, str]:
        """What each seat did last on this street."""
        return last_actions(self.events)

    def _state(self, hand: Hand, number: int) -> str:
        """Whoever lost the last chip keeps the seat only while he may buy again."""
        gone = (event.seat for event in self.events if isinstance(event, events.StackRemoved))
        if number in gone:
            return "removed"  # igr:A.2(cc)(iii)-2: too short for the big blind
        state, seat = seat_state(hand, number), self.seats.get(number)
        if state == "folded" and seat is not None and seat.is_absent:
            return "absent"
        return NO_CHIPS if state == "out" and seat is not None else state

    @cached_property
    def to_serve(self) -> dict[int, penalties.Left]:
        """What the players here still have to serve."""
        return self.scene.to_serve

    def penalty(self, seat: Seating) -> penalties.ToServe | None:
        """What the player in this seat still has to serve."""
        owed = self.to_serve.get(seat.entry_id)
        return penalties.on_seat(owed) if owed and any(owed) else None

    @cached_property
    def chances(self) -> dict[int, str]:
        """What the open hands may expect, in words."""
        return exposed.chances(self.hand, self.rules).words() if self.hand else {}

    def _cards(self, hand: Hand, number: int) -> list[str]:
        if number in hand.shown:
            return texts(hand.shown[number])
        if number in hand.exposed and self._may_be_seen(hand, number):
            seen = texts(hand.exposed[number])
            return [*seen, *[BACK] * (len(hand.hole[number]) - len(seen))]
        if hand.status[number] not in (LIVE, ALL_IN):
            return []
        up = texts(hand.up[number])
        return [*up, *[BACK] * (len(hand.hole[number]) - len(up))]

    def _may_be_seen(self, hand: Hand, number: int) -> bool:
        """Shown to one, shown to all (adelaide:74c); a folded hand perhaps not yet (igr:A.3(j))."""
        is_in = hand.status[number] in (LIVE, ALL_IN)
        return is_in or hand.is_over or self.rules.book.folded_open.value

    def _marker(self, number: int) -> str:
        if self.hand is None or number != self.hand.marker:
            return ""
        return self.rules.book.marker_name.lower()

    @cached_property
    def records_actions(self) -> bool:
        """Whether it is known whose turn it is: where only results are kept, nobody's."""
        return depth.of(self.table) is Depth.ACTIONS

    def words(self, number: int) -> str:
        """A tabled hand read aloud."""
        return showdown.words(self.hand, self.rules, number) if self.hand is not None else ""


def stakes(tournament: Tournament) -> Stakes:
    """What must be near every table: level, blinds, ante, the limit, and what comes next.

    (adelaide:36, charity:9.1, canberra:4.2, fours:schedule-posted)
    """
    schedule = clock_queries.schedule_of(tournament)
    state = clock_queries.state_of(tournament.clock)
    level = schedule.level(state.index)
    return Stakes(
        level=f"Level {schedule.number(state.index)}",
        text=clock_queries.level_text(level),
        limit=limit_words(tournament),
        language=licence_queries.language(tournament),
        next=clock_queries.following_text(schedule, state),
        standing=STANDING.get(clock_queries.PHASES[state.phase], ""),
        schedule=[LevelRow(clock_queries.level_text(row), row is level) for row in schedule.levels],
    )


def limit_words(tournament: Tournament) -> str:
    """How far a wager may go: no limit, pot limit ..."""
    return games.LIMIT_NAMES[hands.rules_of(tournament).game.limit].capitalize()


def texts(cards: tuple[int, ...]) -> list[str]:
    """Cards as templates take them: Ah, Tc, or ?? for one nobody entered."""
    return [card_names.text([card]) if card != UNKNOWN else BACK for card in cards]


def phase(hand: Hand | None) -> str:
    """Between hands, in play, or just ended."""
    if hand is None:
        return "between"
    return "ended" if hand.is_over else "play"


def street_words(reading: Reading) -> str:
    """Pre-flop, Flop, Turn, River, or what the table waits for."""
    hand = reading.hand
    if hand is None:
        return "Waiting for the first hand"
    if hand.is_over:
        return f"Hand {as_shown(hand.number)} is over"
    return reading.rules.streets[max(hand.street, 0)].name.capitalize()


def pot_rows(hand: Hand) -> list[PotRow]:
    """The pots as every screen names them."""
    if hand.is_over:
        return []
    found = _contested(pots.build(hand))
    names = ["Pot"] if len(found) == 1 else ["Main pot", *_side_names(len(found) - 1)]
    return [PotRow(name, pot.amount) for name, pot in zip(names, found, strict=True)]


def pots_left(hand: Hand) -> list[PotRow]:
    """The pots that are still to be paid, under the names they had."""
    paid: dict[int, int] = {}
    rows = pot_rows(hand)
    for award in hand.awards:
        pot = min(award.pot, len(rows) - 1)
        paid[pot] = paid.get(pot, 0) + award.amount
    left = (replace(row, amount=row.amount - paid.get(n, 0)) for n, row in enumerate(rows))
    return [row for row in left if row.amount]


def _contested(found: list[pots.Pot]) -> list[pots.Pot]:
    """What nobody has called yet is no pot of its own: it belongs to the last one shown."""
    whole = [pot for pot in found if len(pot.seats) > 1] or found[:1]
    loose = sum(pot.amount for pot in found) - sum(pot.amount for pot in whole)
    if not loose:
        return whole
    return [*whole[:-1], replace(whole[-1], amount=whole[-1].amount + loose)]


def _side_names(count: int) -> list[str]:
    return ["Side pot"] if count == 1 else [f"Side pot {number}" for number in range(1, count + 1)]


def seat_state(hand: Hand, number: int) -> str:
    """How a seat stands in the hand; who bets no more and has chips is not all-in."""
    if hand.is_over and not hand.stacks[number]:
        return "out"
    if hand.status[number] == ALL_IN and hand.stacks[number] and not hand.is_over:
        return "given_up"  # canberra:D.4.3/check
    states = {LIVE: "in", ALL_IN: "all_in", FOLDED: "folded"}
    return states.get(hand.status[number], "absent")


def won(hand: Hand) -> dict[int, int]:
    """What each seat has won in this hand."""
    shares: dict[int, int] = {}
    for award in hand.awards:
        for seat, share in award.shares:
            shares[seat] = shares.get(seat, 0) + share
    return shares


def last_actions(told: list[Event]) -> dict[int, str]:
    """What each seat did last on this street."""
    done: dict[int, str] = {}
    for event in told:
        if isinstance(event, events.BoardDealt | events.StreetDealt | events.DrawCompleted):
            done.clear()
        elif (words := _did(event)) and (seat := getattr(event, "seat", None)) is not None:
            done[seat] = words
    return done


_DONE: dict[type, str] = {
    events.Checked: "Checks",
    events.Stood: "Stands",
    events.Called: "Calls {amount}",
    events.Bet: "Bets {to}",
    events.Raised: "Raises to {to}",
    events.BlindPosted: "Blind",
    events.HandMucked: "Mucks",
}


def _did(event: Event) -> str:
    chips = clock_queries.chips
    amount, to = getattr(event, "amount", 0), getattr(event, "to", 0)
    return _DONE.get(type(event), "").format(amount=chips(amount), to=chips(to))


def closing(table: Table, now: datetime) -> Closing | None:
    """How long a table that was given notice still stays open (adelaide:80-2)."""
    if table.closes_at is None or table.state == TableState.CLOSED:
        return None
    return Closing(
        left=max(0, round((table.closes_at - now).total_seconds())),
        ends_at_ms=clock_queries.milliseconds(table.closes_at),
        server_ms=clock_queries.milliseconds(now),
    )


def message(table: Table) -> str:
    """What everybody at this table should know."""
    if table.state == TableState.CLOSED:
        return "This table is closed."
    on_hold = "This table is on hold." if table.state == TableState.HELD else ""
    return notices.words(table) or on_hold
