"""What players must and may have besides the starting stack, as signs and conditions say it."""

from collections.abc import Iterator

from engine.amounts import dollars, figure
from engine.entries import purchases
from engine.entries.law import AddOns, Rebuys, TopUp
from engine.schedule.schedule import Level, Schedule
from engine.structure import structure
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament


def sentences(tournament: Tournament) -> list[str]:
    """The least to take part, rebuys and their end, the top-up, add-ons, which chips leave play."""
    plain = tournament.structure
    terms, top_up, add_ons = (
        structure.rebuys(plain),
        structure.top_up(plain),
        structure.add_ons(plain),
    )
    found = _least(plain["least_chips"]) if "least_chips" in plain else []
    found.append(_rebuys(terms) if isinstance(terms, Rebuys) else "No rebuys.")
    if isinstance(top_up, TopUp):
        found.append(_top_up(top_up))
    if isinstance(add_ons, AddOns):
        found.append(_add_ons(add_ons))
    if purchases.gives_chips(tournament.law):
        found.append(GIVEN)
    raced = ", ".join(_race_offs(clock_queries.schedule_of(tournament)))
    return [*found, *([f"Race-offs: {raced}."] if raced else [])]


GIVEN = (
    "An add-on may be given between hands: the same number of chips, free, to everybody still in."
)


def _least(chips: int) -> list[str]:
    """The minimum stack to take part, where the book sets one (canberra:4.3(b))."""
    return [f"A player needs at least {figure(chips)} chips to take part."] if chips > 1 else []


def _rebuys(terms: Rebuys) -> str:
    """How much for how much, for whom, how often and until when (canberra:4.1/sign)."""
    words = f"Rebuys of {figure(terms.chips)} chips for {dollars(terms.price)} are sold"
    often = "" if terms.most is None else f", at most {terms.most} for each player"
    return (
        f"{words} in the first {terms.minutes} minutes to players with less than "
        f"{figure(terms.stack_below)} chips{often}; they end at minute {terms.minutes}."
    )


def _top_up(terms: TopUp) -> str:
    return (
        f"A top-up of {figure(terms.chips)} chips for {dollars(terms.price)} is sold once to each "
        f"player still in, at minute {terms.from_minute}."
    )


def _add_ons(terms: AddOns) -> str:
    until = "" if terms.until_minute is None else f" until minute {terms.until_minute}"
    return (
        f"Add-ons of {figure(terms.chips)} chips for {dollars(terms.price)} are sold from minute "
        f"{terms.from_minute}{until}, at most {terms.most} for each player."
    )


def _race_offs(schedule: Schedule) -> Iterator[str]:
    """Which chips leave play when, by the minutes of play."""
    minute = 0
    for row in schedule.rows:
        if isinstance(row, Level):
            minute += row.minutes
            yield from (f"the {figure(chip)} chips at minute {minute}" for chip in row.race_offs)
