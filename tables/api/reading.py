"""Anybody: standings, seats, prizes, tables and hands as the hall sees them. Dealers: theirs."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

from django.db.models import QuerySet
from ninja import Query, Schema
from pydantic import Field

from engine.hand.applying import standing
from engine.structure.law import DONATIONS, MEDALS
from tables.api.operations import AtTable, TableShown
from tables.console.queries import console, forecast
from tables.console.queries.console import ConsolePicture
from tables.models import HandRecord, Seating
from tables.play.queries import delayed, hands, pictures, replay
from tables.play.queries import tablet as tablet_queries
from tables.play.queries.pictures import Reading
from tables.play.queries.tablet import TabletPicture
from tables.results.queries import payouts, standings
from tables.seating.queries import seating
from tournament.api.fields import MOST, Where
from tournament.api.operations import Hall, Here, Operations
from tournament.api.values import Entrant, Limit, Page, Priced, part, people, someone
from tournament.models import Entry, Tournament
from tournament.permissions import Permission, require
from tournament.prizes.queries import placings, prizes_shown
from tournament.prizes.queries import prizes as prize_queries

router = Operations(tags=["reading"])
USUAL = 50
BeforeHand = Annotated[int | None, Query(ge=0, le=MOST, description="`next` of the page before.")]


class Standing(Entrant):
    """Somebody who is left."""

    rank: int
    stack: int
    change: int = Field(description="Chips won or lost since the level began.")
    table: int | None
    seat: int | None


class Finished(Entrant, Priced):
    """Somebody who is out, or the winner."""

    place: int
    is_joint: bool
    at: datetime | None
    clause: str
    prize: int | None = Field(description="In cents, where it is fixed and money.")
    item: str = Field(description="Or a prize that is no money.")


class Pot(Schema):
    """One of the biggest pots."""

    amount: int
    winners: str
    table: int
    hand: int


class Standings(Schema):
    """Who has how many chips, and who finished where."""

    version: int
    entries: int
    players_left: int
    average_stack: int
    rows: list[Standing]
    finished: list[Finished]
    biggest_pots: list[Pot]


class SeatTaken(Entrant):
    """Somebody in a seat, or on the way to it."""

    seat: int
    in_transit: bool
    since: datetime


class TableSeats(Schema):
    """A table that is open, and who sits there."""

    table: int
    seats: int = Field(description="How many it has.")
    players: list[SeatTaken]


class MoveMade(Entrant):
    """A change of seat, the newest first."""

    came_from: str
    table: int
    seat: int
    at: datetime
    reason: str
    in_transit: bool


class SeatingPlan(Schema):
    """Every open table, and the moves of the last ten minutes."""

    version: int
    tables: list[TableSeats]
    moves: list[MoveMade]
    broken: list[int] = Field(description="Tables that were broken in the last ten minutes.")


class PrizeOffered(Schema):
    """What a place wins: money in cents, a share of the pool, or a thing."""

    place: int
    amount: int
    percent: float | None
    item: str
    value: int = Field(description="What the thing is worth, in cents.")
    winners: list[Entrant]


class ClubRow(Schema):
    """A club and its points, or what a place gives to a charity."""

    place: str
    prize: str
    name: str


class Prizes(Priced):
    """What the places win, as far as it is known."""

    pool: int
    is_final: bool
    is_deal: bool
    rows: list[PrizeOffered]
    others: list[ClubRow] = Field(description="Medals and donations, where no money is won.")
    note: str


class SeatShown(Schema):
    """A seat as everybody may see it; the cards only once they are face up."""

    seat: int
    entry: int | None
    player: int | None
    name: str
    state: str
    stack: int | None = Field(description="Null where the table is shown late.")
    bet: int
    is_to_act: bool
    marker: str
    cards: list[str] = Field(examples=[["As", "Kd"]], description="`??` is a card face down.")
    last_action: str
    won: int


class PotShown(Schema):
    """A pot of the hand."""

    label: str
    amount: int


class TableView(Schema):
    """A table as the public may see it."""

    version: int
    number: int
    hand_number: int
    phase: str
    level: str
    board: list[str]
    pots: list[PotShown]
    seats: list[SeatShown]
    story: list[str]
    message: str
    delay: int = Field(description="How many minutes late it is shown.")


Spread = dict[str, datetime]  # as early, as likely and as late as it may well be


class BreakForeseen(Schema):
    """The next table to break: with how many players left, and when."""

    left: int
    when: Spread | None


class Forecast(Schema):
    """When things are expected, by what is known now."""

    at: datetime
    end: Spread | None
    final: Spread | None
    bubble: Spread | None
    next_break: BreakForeseen | None
    seconds_a_hand: float | None


class Foreseen(Schema):
    """The forecast; null where nothing is known."""

    forecast: Forecast | None


class PlayerOfHand(Schema):
    """Who was in a hand, and with how much."""

    seat: int
    entry: int | None
    player: int | None
    name: str
    stack: int


class HandPlayed(Schema):
    """A hand that is over."""

    id: int
    table: int
    hand: int = Field(description="As the address of the hand names it.")
    number: int = Field(description="In its session, as people say it.")
    level: str
    started_at: datetime
    ended_at: datetime | None
    pot: int
    winners: str
    players: list[PlayerOfHand]


class HandPage(Page):
    """Hands, the newest first."""

    rows: list[HandPlayed]


class HandStep(Schema):
    """One thing that happened in a hand."""

    step: int
    words: str


class HandTold(HandPlayed):
    """A hand step by step; cards are told only once they were face up."""

    board: list[str]
    steps: list[HandStep]


@router.show("/standings", "Standings")
def leaderboard(here: Hall) -> Standings:
    shown = standings.picture(here.tournament, now=here.now)
    return Standings(
        version=shown.version,
        entries=shown.entries,
        players_left=shown.players_left,
        average_stack=shown.average_stack,
        rows=[Standing.from_orm(row) for row in shown.rows],
        finished=_finished(here.tournament),
        biggest_pots=[
            Pot(amount=pot.amount, winners=pot.name, table=pot.table, hand=pot.hand)
            for pot in shown.biggest_pots
        ],
    )


def _finished(tournament: Tournament) -> list[Finished]:
    placed = placings.of(tournament)
    who = people(tournament, (one.entry for one in placed))
    won = prizes_shown.won_amounts(tournament) if placed else {}
    return [
        Finished(
            **who[one.entry],
            place=one.place,
            is_joint=one.is_joint,
            at=one.at,
            clause=one.clause,
            prize=won[one.entry].amount if one.entry in won else None,
            item=won[one.entry].item if one.entry in won else "",
        )
        for one in placed
    ]


@router.show("/seating", "Seats and moves")
def seats(here: Hall) -> SeatingPlan:
    sitting: dict[int, list[SeatTaken]] = {}
    for one in _sitting(here.tournament).order_by("seat"):
        taken = SeatTaken(
            **someone(one.entry), seat=one.seat, in_transit=one.in_transit, since=one.since
        )
        sitting.setdefault(one.table_id, []).append(taken)
    return SeatingPlan(
        version=standings.version(here.tournament),
        tables=[
            TableSeats(table=table.number, seats=table.seats, players=sitting.get(table.pk, []))
            for table in seating.open_tables(here.tournament.pk)
        ],
        moves=[_move(one) for one in seating.moved(here.tournament.pk, now=here.now)],
        broken=seating.recently_broken(here.tournament.pk, now=here.now),
    )


def _sitting(tournament: Tournament) -> QuerySet[Seating]:
    found = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    return found.select_related("entry")


def _move(seated: Seating) -> MoveMade:
    return MoveMade(
        **someone(seated.entry),
        came_from=seated.came_from,
        table=seated.table.number,
        seat=seated.seat,
        at=seated.since,
        reason=seated.reason,
        in_transit=seated.in_transit,
    )


@router.show("/payouts", "Payouts")
def prizes(here: Hall) -> Prizes:
    cup, shown = here.tournament, payouts.picture(here.tournament)
    made = prize_queries.list_of(cup)
    is_other = cup.structure["prizes"] in (MEDALS, DONATIONS)
    return Prizes(
        pool=prize_queries.pool(cup, made),
        is_final=prizes_shown.is_final(cup, made),
        is_deal=prizes_shown.agreed(cup) is not None,
        rows=[] if is_other else _offered(cup),
        others=[
            ClubRow(place=row.place_text, prize=row.prize_text, name=row.name)
            for row in (shown.rows if is_other else ())
        ],
        note=shown.note,
    )


def _offered(tournament: Tournament) -> list[PrizeOffered]:
    made = prize_queries.list_of(tournament)
    shares = {row.place: row.percent for row in prize_queries.rows_of(tournament, made)}
    winners = prizes_shown.winners(tournament)
    who = people(tournament, (entry for entries in winners.values() for entry in entries))
    amounts = prize_queries.amounts(tournament, made)
    return [
        PrizeOffered(
            place=prize.place,
            amount=prize.amount,
            percent=None if shares.get(prize.place) is None else float(shares[prize.place] or 0),
            item=prize.item,
            value=prize.value,
            winners=[Entrant(**who[entry]) for entry in winners.get(prize.place, ())],
        )
        for prize in amounts
    ]


@router.show("", "A table")
def table(here: TableShown) -> TableView:
    """As the public may see it: no card that was not shown, and as late as the screens."""
    reading = delayed.reading(here.table, now=here.now)
    shown = reading.screen(here.now)
    return TableView(
        level=shown.level_text,
        pots=[PotShown(label=pot.label, amount=pot.amount) for pot in shown.pots],
        seats=_seats(reading, shown),
        **{name: getattr(shown, name) for name in OF_A_TABLE},
    )


def _seats(reading: Reading, shown: pictures.TablePicture) -> list[SeatShown]:
    sitting = {number: someone(one.entry) for number, one in reading.seats.items()}
    nobody: dict[str, Any] = {"entry": None, "player": None}
    return [
        SeatShown(
            **{**nobody, **sitting.get(one.seat, {}), "name": one.name},
            is_to_act=one.to_act,
            **{name: getattr(one, name) for name in OF_A_SEAT},
        )
        for one in shown.seats
    ]


OF_A_TABLE = ("version", "number", "hand_number", "phase", "board", "story", "message", "delay")
OF_A_SEAT = ("seat", "state", "stack", "bet", "marker", "cards", "last_action", "won")


@router.show("/hands", "List hands")
def all_hands(here: Hall, before: BeforeHand = None, limit: Limit = USUAL) -> HandPage:
    """Those that are over, the newest first; `before` is the `next` of the page before."""
    told = delayed.hands_told(here.tournament.pk, now=here.now).order_by("-pk")
    if before is not None:
        told = told.filter(pk__lt=before)
    found, goes_on = part(told.select_related("table"), limit)
    entries = _entries(here.tournament)
    rows = [HandPlayed(**_played(record, entries)) for record in found]
    return HandPage(rows=rows, next=rows[-1].id if goes_on else None)


@router.show("/tables/{table_number}/hands/{hand}", "A hand")
def one_hand(here: Hall, table_number: Where, hand: Where) -> HandTold:
    record = replay.find(here.tournament, table_number, hand, now=here.now)
    told = standing([event for _, event in hands.rows(record)])
    shown = replay.Replayed(record, told, len(told)).public
    return HandTold(
        **_played(record, _entries(here.tournament)),
        board=shown.board,
        steps=[HandStep.from_orm(step) for step in replay.sentences(record, told)],
    )


def _entries(tournament: Tournament) -> dict[int, Entry]:
    return {entry.pk: entry for entry in tournament.entries.all()}


def _played(record: HandRecord, entries: dict[int, Entry]) -> dict[str, Any]:
    return {
        "id": record.pk,
        "table": record.table.number,
        "hand": record.number,
        "number": record.shown,
        "level": record.level,
        "started_at": record.started_at,
        "ended_at": record.ended_at,
        "pot": record.pot,
        "winners": record.winners,
        "players": [
            {
                "seat": one["seat"],
                "entry": entries[one["entry"]].number if one["entry"] in entries else None,
                "player": entries[one["entry"]].player_id if one["entry"] in entries else None,
                "name": one["name"],
                "stack": one["stack"],
            }
            for one in record.players
        ],
    }


@router.look("/tablet", "A table for its dealer", None)
def tablet(here: AtTable) -> TabletPicture:
    found = here.table
    require(here.actor, Permission.DEAL, found.tournament_id, found.pk)
    return tablet_queries.picture(Reading(found), now=here.now)


@router.look("/console", "The console", Permission.SEE_CONSOLE)
def console_picture(here: Here) -> ConsolePicture:
    return console.picture(here.tournament, now=here.now, user_id=here.actor.user_id)


@router.look("/forecast", "The forecast", Permission.SEE_CONSOLE)
def latest_forecast(here: Here) -> Foreseen:
    found = forecast.latest(here.tournament)
    return Foreseen(forecast=None if found is None else Forecast(**asdict(found)))
