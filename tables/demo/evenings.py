"""Events of a demo, brought quickly to where there is something to see.

A hand that only leads there is dealt and its result entered: two commands instead of twenty. Each
event is made in one transaction: no clock of a task runs on while it is on its way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random

from django.db import transaction

from engine.cards import cards
from engine.hand import commands
from engine.hand.state import Hand
from engine.office.law.money import Method
from engine.prizes import deals as engine_deals
from engine.prizes.prizes import How, Row
from engine.referee import options as engine_options
from engine.referee import result_only
from engine.structure import presets
from engine.structure.law import MEDALS, Preset
from tables import rehearsal
from tables.commands import TableCommand
from tables.demo import furnishing
from tables.equipment.services import decks
from tables.models import Table
from tables.models.devices import DeviceKind
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.play.services import play
from tables.procedures.services import hand_for_hand
from tables.seating.services import seating
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.entries.services import entries, links
from tournament.models import League, Tournament
from tournament.permissions import SYSTEM
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import clubs, deals, leagues, payout_desk, prizes
from tournament.requests import By
from tournament.setup.services import tournaments

MINUTE, WEEK = timedelta(minutes=1), timedelta(days=7)
# How long ago play began: stacks are as deep as they are at such a moment.
EARLY, DINNER, LATE, FOURS = 75 * MINUTE, 150 * MINUTE, 205 * MINUTE, 45 * MINUTE
AFTER_THE_DEAL = 15 * MINUTE
SMALL_LOSSES = (Fraction(1, 20), Fraction(1, 8), Fraction(1, 4))
CLUBS = ("Hearts of the Harbour", "Spades United", "Diamond Street", "Clubs & Sons")
LEAGUE = "Friday League"
NIGHTS = ("Friday League, night 1", "Friday League, night 2")
FORMULA = "10 * sqrt(players) / place"
ACES, KINGS, FLOP = "AhAs", "KdKc", "2c7d9s"
FOR_CLUBS = next(preset for preset in presets.PRESETS if preset.prizes == MEDALS)
ALL_PAID = entries.Wish(method=Method.CASH)


def freeze_out(*, seats: int = 9, price: int = 10_000) -> Preset:
    """One entry, levels of twenty minutes or more: an event that stays where it is for a while."""
    return replace(
        presets.get("adelaide-no-limit"),
        seats_per_table=seats,
        entry_price=price,
        entry_fee=price // 10,
    )


@dataclass
class Evening:
    """One event on its way; every step takes a minute of its own time."""

    tournament: Tournament
    now: datetime
    rng: Random = field(default_factory=lambda: Random(7))

    @property
    def by(self) -> By:
        """What a service is told at this step."""
        return {"tournament_id": self.tournament.pk, "actor": SYSTEM, "now": self.now}

    def tables(self) -> list[Table]:
        """Where people play."""
        found = Table.objects.filter(tournament=self.tournament).exclude(state=TableState.CLOSED)
        return list(found.select_related("tournament__clock"))

    def left(self) -> int:
        """How many have chips."""
        return self.tournament.entries.filter(withdrawn_at=None, stack__gt=0).count()

    def command(self, table: Table) -> TableCommand:
        """As a tablet sends it."""
        return TableCommand(table.pk, SYSTEM, self.now)

    def played(self, table: Table, *losses: Fraction) -> None:
        """A hand in which the deepest stack wins these parts of the shortest ones.

        The whole of a stack is its end.
        """
        play.start_hand(self.command(table), deck=None)
        hand = dealt(table)
        deepest, *others = sorted(hand.in_hand(), key=lambda seat: -holds(hand, seat))
        losers = dict(zip(reversed(others), losses, strict=False))
        put_in, won = result(hand, deepest, losers)
        play.act(self.command(table), commands.EnterResult(put_in, won))

    def warm_up(self, *, rounds: int = 2) -> None:
        """A few hands at each table, so that stacks differ."""
        for _ in range(rounds):
            self.now += MINUTE
            for table in self.tables():
                losses = self.rng.sample(SMALL_LOSSES, 2)
                self.played(table, *losses)

    def play_down(self, left: int) -> None:
        """One bust a hand, at the fullest table; the office breaks tables and moves people."""
        office = rehearsal.Evening(self.tournament, lambda: self.now, rng=self.rng)
        while self.left() > left:
            self.now += MINUTE
            fullest = max(self.tables(), key=lambda table: len(hands.seated(table)))
            self.played(fullest, Fraction(1), self.rng.choice(SMALL_LOSSES))
            while self.left() > 1 and office.do_a_chore():
                self.now += MINUTE / 2

    def equipped(self) -> Tournament:
        """The event as a visitor finds it: a tablet lies at each table that is left."""
        for table in self.tables():
            furnishing.paired(self.tournament, DeviceKind.TABLET, now=self.now, table=table)
        return self.tournament

    def write_prizes(self, *shares: int) -> None:
        """A published list of percentages."""
        rows = tuple(Row(place, percent=Fraction(share)) for place, share in enumerate(shares, 1))
        prizes.save(prizes.ListWish(How.PERCENTAGES, rows), **self.by)
        prizes.publish(**self.by)


def holds(hand: Hand, seat: int) -> int:
    """Chips in front and behind."""
    return hand.stacks[seat] + result_only.posted(hand, seat)


def result(
    hand: Hand, winner: int, losers: Mapping[int, Fraction]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Who put in what, and that one takes it all."""
    posted = {seat: result_only.posted(hand, seat) for seat in hand.seats}
    put_in = {
        seat: max(posted[seat], min(holds(hand, winner), int(holds(hand, seat) * share)))
        for seat, share in losers.items()
    }
    put_in[winner] = min(holds(hand, winner), max([*put_in.values(), *posted.values()]))
    pot = sum((posted | put_in).values()) + hand.bonus
    return tuple(put_in.items()), ((winner, pot),)


def dealt(table: Table) -> Hand:
    """The hand in play."""
    hand = hands.of(Table.objects.select_related("tournament__clock").get(pk=table.pk))
    if hand is None:
        raise LookupError("no hand is in play")
    return hand


# -- the events ------------------------------------------------------------------------------------


def opened(name: str, players: int, *, now: datetime, preset: Preset) -> Evening:
    """Everybody has paid; nobody sits yet."""
    made = tournaments.create(name=name, preset=preset, actor=SYSTEM, now=now)
    evening = Evening(made, now)
    names = list(rehearsal.PLAYERS[:players])
    entries.register_all(names=names, wish=ALL_PAID, **evening.by)
    links.give(**evening.by)
    return evening


def begun(
    name: str, players: int, *, now: datetime, preset: Preset, since: timedelta = EARLY
) -> Evening:
    """Play began a while ago."""
    evening = opened(name, players, now=now - since, preset=preset)
    start(evening)
    return evening


def start(evening: Evening) -> None:
    """Seats are drawn, a deck is at every table, the clock runs."""
    seating.draw(**evening.by)
    decks.choose_mode(mode="shown", players_cut=False, **evening.by)
    for table in evening.tables():
        decks.take(evening.command(table), colour="red")
    seating.start_play(**evening.by)
    evening.tournament.refresh_from_db()


@transaction.atomic
def registration(name: str, *, now: datetime) -> Tournament:
    """Doors are open: most have paid, some have not."""
    evening = opened(name, 21, now=now, preset=presets.get("friday"))
    late = list(rehearsal.PLAYERS[30:34])
    entries.register_all(names=late, **evening.by)
    return evening.tournament


@transaction.atomic
def dinner(name: str, *, now: datetime) -> Tournament:
    """Everybody is at dinner; the tables know what they play next."""
    evening = begun(name, 18, now=now, preset=freeze_out(), since=DINNER)
    evening.write_prizes(50, 30, 20)
    evening.warm_up()
    evening.now = now
    clock.act(kind="break", press=Press(minutes=60, reason="Dinner"), **evening.by)
    return evening.equipped()


@transaction.atomic
def all_in(name: str, *, now: datetime) -> Tournament:
    """Aces and kings are all-in with the flop out; turn and river are the visitor's."""
    evening = begun(name, 9, now=now, preset=freeze_out())
    evening.write_prizes(60, 40)
    evening.warm_up()
    evening.now = now
    table = evening.tables()[0]
    play.start_hand(evening.command(table))
    folded_to_two(evening, table)
    first, second = dealt(table).in_hand()
    for wish in (
        commands.ShowCards(first, cards.parse(ACES)),
        commands.ShowCards(second, cards.parse(KINGS)),
        commands.DealBoard(cards.parse(FLOP)),
    ):
        play.act(evening.command(table), wish)
    return evening.equipped()


def folded_to_two(evening: Evening, table: Table) -> None:
    """All but the last two fold; these put everything in."""
    while True:
        hand = dealt(table)
        offered = engine_options.options(hand, hands.rules_of(table.tournament, hand))
        if offered.phase != engine_options.BET or offered.seat is None:
            return
        seat = offered.seat
        may_shove = offered.all_in.is_allowed
        last = commands.AllIn(seat) if may_shove else commands.Call(seat)
        play.act(evening.command(table), last if len(hand.in_hand()) == 2 else commands.Fold(seat))


@transaction.atomic
def bubble(name: str, *, now: datetime) -> Tournament:
    """Seven left, six paid: hand for hand at two tables."""
    evening = begun(name, 24, now=now, preset=freeze_out(seats=5), since=LATE)
    evening.write_prizes(38, 24, 15, 10, 7, 6)
    evening.warm_up(rounds=1)
    evening.play_down(7)
    evening.now = now
    hand_for_hand.begin(minutes=2, **evening.by)
    return evening.equipped()


@transaction.atomic
def final_table(name: str, *, now: datetime) -> Tournament:
    """The last nine have drawn their seats for the final."""
    evening = begun(name, 20, now=now, preset=freeze_out(seats=8, price=50_000), since=LATE)
    evening.write_prizes(40, 25, 15, 10, 6, 4)
    evening.warm_up(rounds=1)
    evening.play_down(9)
    return evening.equipped()


@transaction.atomic
def ended_with_a_deal(name: str, *, now: datetime) -> Tournament:
    """The last three agreed by ICM and played on for the title; two have been paid."""
    evening = begun(name, 8, now=now, preset=freeze_out(price=20_000), since=LATE)
    evening.write_prizes(50, 30, 20)
    evening.warm_up(rounds=1)
    evening.play_down(3)
    evening.now = now - AFTER_THE_DEAL
    wish = deals.Proposal(engine_deals.Method.ICM, kept=20_000)
    deal = deals.propose(wish, **evening.by)
    for entry in deal.shares:
        voice = deals.Voice(int(entry), says_yes=True)
        deals.hear(voice, deal_id=deal.pk, actor=SYSTEM, now=evening.now)
    finish(evening)
    pay(evening, most=2)
    return evening.equipped()


def finish(evening: Evening) -> None:
    """To the winner; the places are confirmed."""
    evening.play_down(1)
    evening.tournament.refresh_from_db()
    prizes.confirm(**evening.by)


def pay(evening: Evening, *, most: int) -> None:
    """The first ones come for their prizes."""
    evening.tournament.refresh_from_db()
    for due in list(prize_queries.standing_dues(evening.tournament))[:most]:
        receipt = payout_desk.Receipt(due.entry.name, is_on_paper=True)
        payout_desk.pay(receipt, due_id=due.pk, actor=SYSTEM, now=evening.now)


@transaction.atomic
def club_night(name: str, *, now: datetime) -> Tournament:
    """Four clubs with two players each; two players are out."""
    evening = opened(name, 8, now=now - FOURS, preset=FOR_CLUBS)
    players = evening.tournament.entries.values_list("pk", flat=True)
    clubs.assign({pk: CLUBS[place // 2] for place, pk in enumerate(players)}, **evening.by)
    start(evening)
    evening.warm_up()
    evening.play_down(6)
    return evening.equipped()


def league(name: str, *, now: datetime) -> Tournament:
    """Three nights of a season and its table; the last of them is returned.

    The table is there before the last night is: whoever waits for that finds both.
    """
    ago = ((3 * WEEK, NIGHTS[0]), (2 * WEEK, NIGHTS[1]), (WEEK, name))
    nights: list[Tournament] = []
    for number, (when, night) in enumerate(ago):
        rng = Random(night)
        nights.append(league_night(night, now=now - when, rng=rng, first=2 * number))
        keep_table(nights, now=now)
    return nights[-1]


def keep_table(nights: list[Tournament], *, now: datetime) -> None:
    """The league of these nights; there is one of that name."""
    known = League.objects.filter(name=LEAGUE).values_list("pk", flat=True).first()
    terms = leagues.Terms(LEAGUE, FORMULA, best=2, tournaments=[night.pk for night in nights])
    leagues.save(terms, actor=SYSTEM, now=now, league_id=known)


@transaction.atomic
def league_night(name: str, *, now: datetime, rng: Random, first: int) -> Tournament:
    """Seven members play to the winner; who comes differs a little from night to night."""
    made = tournaments.create(name=name, preset=freeze_out(), actor=SYSTEM, now=now)
    evening = Evening(made, now, rng)
    members = [*rehearsal.PLAYERS[first : first + 7]]
    rng.shuffle(members)
    entries.register_all(names=members, wish=ALL_PAID, **evening.by)
    start(evening)
    evening.write_prizes(60, 40)
    evening.warm_up()
    finish(evening)
    return evening.tournament
