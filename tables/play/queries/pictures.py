"""A table as one audience may see it."""

from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse

from engine import games
from engine.cards import cards as card_names
from engine.cards.cards import UNKNOWN
from engine.conduct import joining
from engine.conduct.joining import How
from engine.hand import events, pots
from engine.hand.applying import standing
from engine.hand.events import Event
from engine.hand.state import ALL_IN, FOLDED, LIVE, Hand
from engine.referee import exposed, showdown, story
from engine.refusal import Refused
from tables.conduct.queries import penalties
from tables.models import HandRecord, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import hands, newcomers
from tables.seating.queries import notices
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.office.queries import licence as licence_queries

BACK = "??"
NO_CHIPS = "no_chips"  # in his seat, and may buy again
STANDING = {"break": "Break: no new hand.", "paused": "The clock is stopped: no new hand."}


class Reading:
    """Everything a table's pictures are drawn from, read once.

    Who has just written to the record of the last hand can hand it on.
    """

    def __init__(self, table: Table, record: HandRecord | None = None) -> None:
        self.table = table
        is_last = record is not None and record.number == table.hand_number
        self.record = record if is_last else self._record()
        self.rows = self._rows()
        self.hand = self._hand()
        self.rules = hands.rules_of(table.tournament, self.hand)
        self.seats: dict[int, Seating] = {seat.seat: seat for seat in self._seats()}
        self.events = standing([event for _, event in self.rows])

    def _record(self) -> HandRecord | None:
        return HandRecord.objects.filter(table=self.table, number=self.table.hand_number).first()

    def _rows(self) -> list[tuple[int, Event]]:
        return hands.rows(self.record) if self.record is not None else []

    def _hand(self) -> Hand | None:
        return hands.of(self.table)

    def _seats(self) -> list[Seating]:
        return hands.seated(self.table)

    @property
    def version(self) -> int:
        """How many changes this picture has seen."""
        return self.table.version

    @property
    def hand_number(self) -> int:
        """The hand it shows."""
        return self.table.hand_number

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
    def public(self) -> dict[str, Any]:
        """The table as everybody may see it: only tabled cards."""
        hand = self.hand
        return {
            "version": self.version,
            "number": self.table.number,
            "hand_number": self.hand_number,
            "phase": phase(hand),
            "street_words": street_words(self),
            "level_text": self.record.level if self.record else "",
            "board": texts(hand.board) if hand else [],
            "pots": pot_rows(hand) if hand else [],
            "pot_total": hand.pot if hand else 0,
            "seats": [self.seat(number) for number in range(1, self.table.seats + 1)],
            "story": self.story(),
            "message": message(self.table),
        }

    def screen(self, now: datetime) -> dict[str, Any]:
        """The same for a hall screen, with what must be posted near every table."""
        return {
            **self.public,
            "delay": self.table.delay_minutes,
            "stakes": stakes(self.table.tournament),
            "closing": closing(self.table, now),
            "server_ms": clock_queries.milliseconds(now),
        }

    def story(self) -> list[str]:
        """The hand so far, in sentences."""
        told = (story.sentence(event, self.names, self.rules) for event in self.events)
        return [sentence for sentence in told if sentence]

    def seat(self, number: int) -> dict[str, Any]:
        """One seat, occupied or not."""
        seat, hand = self.seats.get(number), self.hand
        if hand is not None and number in self.names and self._is_shown_in_hand(number):
            return self._in_hand(hand, number)
        if seat is None:
            nobody = {"seat": number, "name": "", "state": "empty", "stack": 0, "bet": 0}
            is_out_of_use = number in self.table.out_of_use
            return {**nobody, "is_out_of_use": is_out_of_use, "left": self.left.get(number, "")}
        state = "absent" if seat.is_absent else "waiting" if seat.entry.stack else NO_CHIPS
        return {
            "seat": number,
            "name": seat.entry.name,
            "state": state,
            "stack": seat.entry.stack,
            "bet": 0,
            "marker": self._marker(number),
            "coming": seat.in_transit,
            "waits": self.waits.get(number, ""),
            **self.penalty(seat),
        }

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
        return dict.fromkeys(self._waiting(), joining.WAITS)

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

    def _in_hand(self, hand: Hand, number: int) -> dict[str, Any]:
        return {
            "seat": number,
            "name": self.names[number],
            "stack": hand.stacks[number],
            "bet": hand.bets[number] if not hand.is_over else 0,
            "state": self._state(hand, number),
            "marker": self._marker(number),
            "to_act": number in (hand.actor, hand.drawer),
            "cards": self._cards(hand, number),
            "last_action": last_actions(self.events).get(number, ""),
            "won": won(hand).get(number, 0),
            "hand_words": self.words(number),
            "chance": self.chances.get(number, ""),
            **(self.penalty(self.seats[number]) if number in self.seats else {}),
        }

    def _state(self, hand: Hand, number: int) -> str:
        """Whoever lost the last chip keeps the seat only while he may buy again."""
        gone = (event.seat for event in self.events if isinstance(event, events.StackRemoved))
        if number in gone:
            return "removed"  # igr:A.2(cc)(iii)-2: too short for the big blind
        state = seat_state(hand, number)
        return NO_CHIPS if state == "out" and number in self.seats else state

    @cached_property
    def to_serve(self) -> dict[int, penalties.Left]:
        """What the players here still have to serve."""
        return penalties.left([seat.entry_id for seat in self.seats.values()])

    def penalty(self, seat: Seating) -> dict[str, Any]:
        """What the player in this seat still has to serve."""
        return penalties.on_seat(self.to_serve.get(seat.entry_id, penalties.Left()))

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

    def words(self, number: int) -> str:
        """A tabled hand read aloud."""
        return showdown.words(self.hand, self.rules, number) if self.hand is not None else ""


def stakes(tournament: Tournament) -> dict[str, Any]:
    """What must be near every table: level, blinds, ante, the limit, and what comes next.

    (adelaide:36, charity:9.1, canberra:4.2, fours:schedule-posted)
    """
    schedule = clock_queries.schedule_of(tournament)
    state = clock_queries.state_of(tournament.clock)
    level = schedule.level(state.index)
    return {
        "level": f"Level {schedule.number(state.index)}",
        "text": clock_queries.level_text(level),
        "limit": limit_words(tournament),
        "language": licence_queries.language(tournament),
        "next": clock_queries.following_text(schedule, state),
        "standing": STANDING.get(clock_queries.PHASES[state.phase], ""),
        "schedule": [
            {"text": clock_queries.level_text(row), "is_now": row is level}
            for row in schedule.levels
        ],
    }


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
        return f"Hand {hand.number} is over"
    return reading.rules.streets[max(hand.street, 0)].name.capitalize()


def pot_rows(hand: Hand) -> list[dict[str, Any]]:
    """The pots as every screen names them."""
    if hand.is_over:
        return []
    found = _contested(pots.build(hand))
    names = ["Pot"] if len(found) == 1 else ["Main pot", *_side_names(len(found) - 1)]
    return [{"label": name, "amount": pot.amount} for name, pot in zip(names, found, strict=True)]


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


def closing(table: Table, now: datetime) -> dict[str, int] | None:
    """How long a table that was given notice still stays open (adelaide:80-2)."""
    if table.closes_at is None or table.state == TableState.CLOSED:
        return None
    return {
        "left": max(0, round((table.closes_at - now).total_seconds())),
        "ends_at_ms": clock_queries.milliseconds(table.closes_at),
        "server_ms": clock_queries.milliseconds(now),
    }


def message(table: Table) -> str:
    """What everybody at this table should know."""
    if table.state == TableState.CLOSED:
        return "This table is closed."
    on_hold = "This table is on hold." if table.state == TableState.HELD else ""
    return notices.words(table) or on_hold
