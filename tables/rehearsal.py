"""An evening played by bots: every screen moves, and the office does its part.

The bots go through the same services as dealers and directors do; only the taps are missing.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from random import Random

from engine.entries.law import AddOns, Rebuys
from engine.lifecycle import TournamentState
from engine.office.law.money import Method
from engine.office.money import Sold
from engine.practice import bots
from engine.referee import options as engine_options
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from engine.schedule import schedule
from engine.schedule.schedule import Break, Row, Schedule
from engine.structure import presets
from engine.structure.law import Preset
from tables.chips.services import rebuys, sales
from tables.commands import TableCommand
from tables.models import Seating, Table
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.play.services import play
from tables.procedures.queries import raceoffs as raceoff_queries
from tables.procedures.services import raceoffs
from tables.seating.queries import balance
from tables.seating.services import arrivals, finals, seating
from tables.seating.services.sitting import Order
from tournament.entries.services import entries
from tournament.models import Bust, Tournament
from tournament.permissions import SYSTEM
from tournament.setup.services import tournaments

NAME = "Summer Charity Cup"
PLAYERS = (
    "Ada Marsh",
    "Ben Okafor",
    "Chloe Tan",
    "Dev Patel",
    "Elif Kaya",
    "Finn Doyle",
    "Grace Lam",
    "Hugo Silva",
    "Iris Novak",
    "Jack Byrne",
    "Kaia Lund",
    "Leo Rossi",
    "Mina Park",
    "Noah Weiss",
    "Olga Petrova",
    "Pete Walsh",
    "Quinn Hale",
    "Rosa Diaz",
    "Sam Adeyemi",
    "Tess Moreau",
    "Uma Reddy",
    "Vik Sharma",
    "Wren Castle",
    "Xavier Roy",
    "Yara Haddad",
    "Zoe Keller",
    "Max Brandt",
    "Anna Fischer",
    "Boris Sokolov",
    "Clara Jensen",
    "Dario Conti",
    "Emma Watts",
    "Fatima Rahman",
    "Georg Huber",
    "Hana Suzuki",
    "Ivan Popov",
    "Julia Meyer",
    "Karim Aziz",
    "Lena Virtanen",
    "Marco Greco",
    "Nadia Costa",
    "Oskar Larsen",
    "Paula Ortiz",
    "Rafael Mendes",
    "Sofia Ruiz",
    "Tomas Horvat",
    "Ursula Blanc",
    "Victor Duval",
    "Wendy Chang",
    "Yusuf Demir",
    "Zara Ali",
    "Bruno Neri",
    "Carla Vega",
    "Denis Kovac",
)
SEATS = 9
USUAL_TABLES, MOST_TABLES = 3, len(PLAYERS) // SEATS
STACK = 1000
BETWEEN_ACTIONS, BETWEEN_HANDS, OFFICE_EVERY = 0.9, 3.0, 2.5
REBUYS = 0.4


def demo_preset() -> Preset:
    """An evening short enough to watch: small stacks, levels of two minutes, one break."""
    friday = presets.get("friday")
    levels = [
        replace(level, minutes=2, ends_rebuys=number == 4, top_up=False)
        for number, level in enumerate(friday.schedule.levels[1:10], 1)
    ]
    rows: tuple[Row, ...] = (*levels[:4], Break(1, "Stretch your legs"), *levels[4:])
    terms, more = friday.rebuys, friday.add_ons
    if isinstance(terms, Rebuys):
        terms = replace(terms, chips=STACK, minutes=8, stack_below=STACK, most=1)
    if isinstance(more, AddOns):
        more = replace(more, chips=STACK, from_minute=8, until_minute=10)
    return replace(
        friday,
        max_players=len(PLAYERS),
        starting_stack=STACK,
        schedule=Schedule(rows, schedule.Doubling(2)),
        rebuys=terms,
        add_ons=more,
    )


def seat_everybody(*, now: datetime, tables: int = USUAL_TABLES) -> Tournament:
    """A new evening: so many full tables, the clock running."""
    tournament = tournaments.create(name=NAME, preset=demo_preset(), actor=SYSTEM, now=now)
    entries.register_all(
        tournament_id=tournament.pk,
        names=list(PLAYERS[: tables * SEATS]),
        actor=SYSTEM,
        now=now,
        wish=entries.Wish(method=Method.CASH),
    )
    seating.draw(tournament_id=tournament.pk, actor=SYSTEM, now=now)
    seating.start_play(tournament_id=tournament.pk, actor=SYSTEM, now=now)
    tournament.refresh_from_db()
    return tournament


def keep_quiet(words: str) -> None:
    """Nobody asked to be told."""


@dataclass
class Evening:
    """Bots at every table and in the office, each doing one thing at a time.

    What is refused is told to `say`, once for as long as it stays so.
    """

    tournament: Tournament
    clock: Callable[[], datetime]
    speed: float = 1.0
    rng: Random = field(default_factory=Random)
    due: list[tuple[float, int]] = field(default_factory=list)
    say: Callable[[str], None] = keep_quiet
    said: dict[str, str] = field(default_factory=dict)

    def is_over(self) -> bool:
        """Whether somebody has won."""
        self.tournament.refresh_from_db()
        return self.tournament.state != TournamentState.RUNNING

    def begin(self, *, at: float) -> None:
        """Put every table and the office (0) on the timetable."""
        tables = Table.objects.filter(tournament=self.tournament).exclude(state=TableState.CLOSED)
        self.due = [(at, 0), *((at + 0.3 * table.number, table.pk) for table in tables)]
        heapq.heapify(self.due)

    def step(self) -> float:
        """Do what is due next; returns when the next thing is."""
        at, what = heapq.heappop(self.due)
        pause = self.office() if what == 0 else self.table(what)
        if pause:
            heapq.heappush(self.due, (at + pause / self.speed, what))
        return self.due[0][0] if self.due else at

    def office(self) -> float:
        """One thing that waits, and when to look again."""
        self.do_a_chore()
        return OFFICE_EVERY

    def do_a_chore(self) -> bool:
        """Confirm arrivals; sell or refuse one rebuy, make one move, or break a table.

        Whether anything waited.
        """
        for chore in (self._arrive, self._rebuy, self._final, self._break, self._move):
            who = f"Office, {chore.__name__.strip('_')}"
            try:
                is_done = chore()
            except Refused as refusal:  # not while it is so: the office comes back for it
                self._tell(who, refusal)
                continue
            self.said.pop(who, None)
            if is_done:
                return True
        return False

    def _tell(self, who: str, refusal: Refused) -> None:
        """Say what was refused and by which clause, unless that was the last thing said."""
        cited = f" ({cite(refusal.clause)})" if refusal.clause else ""
        words = f"{who}: {refusal.why}{cited}"
        if self.said.get(who) != words:
            self.said[who] = words
            self.say(words)

    def table(self, table_id: int) -> float:
        """One action at a table, or its next hand; 0 when the table is closed."""
        table = Table.objects.select_related("tournament__clock").get(pk=table_id)
        if table.state == TableState.CLOSED:
            return 0
        hand = hands.of(table)
        request = TableCommand(table.pk, SYSTEM, self.clock())
        if hand is None or hand.is_over:
            return self._deal(table, request)
        offered = engine_options.options(hand, hands.rules_of(table.tournament, hand))
        play.act(request, bots.choose(hand, offered, self.rng))
        return BETWEEN_ACTIONS * self.rng.uniform(0.6, 1.5)

    def _deal(self, table: Table, request: TableCommand) -> float:
        """The next hand; first the race-off that the schedule asks of this table."""
        who = f"Table {table.number}"
        try:
            if raceoff_queries.owed(table, hands.seated(table)) is not None:
                raceoffs.carry_out(request, cards=None)
            else:
                self._start(table, request)
        except Refused as refusal:  # a break, or too few players: ask again later
            self._tell(who, refusal)
        else:
            self.said.pop(who, None)
        return BETWEEN_HANDS

    def _start(self, table: Table, request: TableCommand) -> None:
        play.start_hand(request, deck=None)

    def _rebuy(self) -> bool:
        waiting = Bust.standing.filter(entry__tournament=self.tournament, may_rebuy=True).first()
        if waiting is None:
            return False
        buys = self.rng.random() < REBUYS
        sell = partial(sales.sell, sales.Purchase(Sold.REBUY)) if buys else rebuys.decline
        sell(
            tournament_id=self.tournament.pk,
            entry_id=waiting.entry_id,
            actor=SYSTEM,
            now=self.clock(),
        )
        return True

    def _arrive(self) -> bool:
        """The dealers of the new tables count in who has come."""
        coming = Seating.objects.filter(
            table__tournament=self.tournament, until__isnull=True, in_transit=True
        )
        for seat in coming:
            request = TableCommand(seat.table_id, SYSTEM, self.clock())
            arrivals.confirm(request, seat=seat.seat)
        return False

    def _final(self) -> bool:
        if not balance.is_final_due(self.tournament):
            return False
        finals.bring_together(
            tournament_id=self.tournament.pk, actor=SYSTEM, now=self.clock(), carried_by="bots"
        )
        return True

    def _break(self) -> bool:
        number = balance.table_to_break(self.tournament)
        if number is None:
            return False
        seating.break_table(
            tournament_id=self.tournament.pk, number=number, actor=SYSTEM, now=self.clock()
        )
        return True

    def _move(self) -> bool:
        for move in balance.proposals(self.tournament)[:1]:
            seating.move_player(
                tournament_id=self.tournament.pk,
                entry_id=move.entry_id,
                to=balance.place_of(move),
                order=Order(move.reason),
                actor=SYSTEM,
                now=self.clock(),
            )
            return True
        return False
