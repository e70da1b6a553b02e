"""The page of what is called between hands: race-offs, bonus and elimination rounds."""

from typing import Any

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


def picture(tournament: Tournament) -> dict[str, Any]:
    """Everything the page shows."""
    return {"race_offs": _race_offs(tournament), "special": special_rounds.page(tournament)}


def _race_offs(tournament: Tournament) -> dict[str, Any]:
    choice = raceoffs.choice_of(tournament)
    done = RaceOff.standing.filter(table__tournament=tournament).select_related("table")
    return {
        "methods": [
            {
                "value": method.value,
                "words": _method_words(method, tournament.law.equipment),
                "is_chosen": method is choice.method,
            }
            for method in Method
        ],
        "roundings": [
            {"value": one.value, "words": ROUNDING_WORDS[one], "is_chosen": one is choice.rounding}
            for one in Rounding
        ],
        "planned": _planned(tournament),
        "owed": [
            {"table": table.number, "chip": owed.chip}
            for table, owed in raceoffs.still_owed(tournament)
        ],
        "unconfirmed": raceoffs.all_unconfirmed(tournament),
        "done": [{"race": race, "words": raceoffs.words(race)} for race in done.order_by("-id")],
    }


def _method_words(method: Method, law: EquipmentLaw) -> str:
    clause = race_off.clause(method, law)
    return f"{METHOD_WORDS[method]} ({cite(clause)})" if clause else METHOD_WORDS[method]


def _planned(tournament: Tournament) -> list[dict[str, Any]]:
    schedule = clock_queries.schedule_of(tournament)
    return [
        {"chip": chip, "level": schedule.number(index)}
        for index, row in enumerate(schedule.rows)
        if isinstance(row, Level)
        for chip in row.race_offs
    ]
