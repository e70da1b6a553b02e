"""The page of what is called between hands: race-offs, bonus and elimination rounds."""

from dataclasses import dataclass

from engine.equipment import race_off
from engine.equipment.law import EquipmentLaw, Method, Rounding
from engine.rulebooks.citing import cite
from engine.schedule.schedule import Level
from tables.models import RaceOff
from tables.procedures.queries import raceoffs, special_rounds
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament

METHOD_WORDS = {
    Method.HIGHEST_TAKES_ALL: "The highest card takes all odd chips; a player can be raced out",
    Method.ONE_CHIP_EACH: "One larger chip each to the highest cards; nobody is raced out",
}
ROUNDING_WORDS = {
    Rounding.UP: "up to a whole larger chip",
    Rounding.DOWN: "down: the bank keeps the rest",
    Rounding.HALF: "up from half a larger chip",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosable:
    """One way the house may choose."""

    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOffPlanned:
    """A chip that leaves play, and before which level."""

    chip: int
    level: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOffOwed:
    """A table that has not raced a chip off yet."""

    table: int
    chip: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOffHeld:
    """A race-off of the past."""

    race: RaceOff
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOffs:
    """The race-offs: how, planned, owed and held."""

    methods: list[Choosable]
    roundings: list[Choosable]
    planned: list[RaceOffPlanned]
    owed: list[RaceOffOwed]
    unconfirmed: list[RaceOff]
    done: list[RaceOffHeld]


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledPage:
    """The page of what is called between hands."""

    race_offs: RaceOffs
    special: special_rounds.RoundsPage


def picture(tournament: Tournament) -> CalledPage:
    """Everything the page shows."""
    return CalledPage(race_offs=_race_offs(tournament), special=special_rounds.page(tournament))


def _race_offs(tournament: Tournament) -> RaceOffs:
    choice = raceoffs.choice_of(tournament)
    done = RaceOff.standing.filter(table__tournament=tournament).select_related("table")
    return RaceOffs(
        methods=[
            Choosable(
                value=method.value,
                words=_method_words(method, tournament.law.equipment),
                is_chosen=method is choice.method,
            )
            for method in Method
        ],
        roundings=[
            Choosable(
                value=rounding.value,
                words=ROUNDING_WORDS[rounding],
                is_chosen=rounding is choice.rounding,
            )
            for rounding in Rounding
        ],
        planned=_planned(tournament),
        owed=[
            RaceOffOwed(table=table.number, chip=owed.chip)
            for table, owed in raceoffs.still_owed(tournament)
        ],
        unconfirmed=raceoffs.all_unconfirmed(tournament),
        done=[RaceOffHeld(race=race, words=raceoffs.words(race)) for race in done.order_by("-id")],
    )


def _method_words(method: Method, law: EquipmentLaw) -> str:
    clause = race_off.clause(method, law)
    return f"{METHOD_WORDS[method]} ({cite(clause)})" if clause else METHOD_WORDS[method]


def _planned(tournament: Tournament) -> list[RaceOffPlanned]:
    schedule = clock_queries.schedule_of(tournament)
    return [
        RaceOffPlanned(chip=chip, level=schedule.number(index))
        for index, row in enumerate(schedule.rows)
        if isinstance(row, Level)
        for chip in row.race_offs
    ]
