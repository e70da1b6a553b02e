"""The chip set of a tournament: denominations and their colours."""

from dataclasses import dataclass

from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class Chip:
    denomination: int
    colour: str


ChipSet = tuple[Chip, ...]

COLOURS = {
    5: "red",
    25: "green",
    100: "black",
    500: "purple",
    1000: "yellow",
    5000: "brown",
    25000: "grey",
    100000: "pink",
}
PALETTE = tuple(sorted({*COLOURS.values(), "white", "blue", "orange"}))  # what a page can show


def chip_set(*denominations: int) -> ChipSet:
    """Chips in the usual colours, smallest first."""
    return tuple(Chip(value, COLOURS.get(value, "white")) for value in sorted(denominations))


def denominations(chips: ChipSet) -> tuple[int, ...]:
    return tuple(sorted(chip.denomination for chip in chips))


def check(chips: ChipSet) -> None:
    """Refuse a set in which a chip has no worth, or two chips have the same worth or colour."""
    values = [chip.denomination for chip in chips]
    colours = [chip.colour.casefold() for chip in chips]
    if not chips or min(values) < 1:
        raise Refused("A chip set needs chips worth at least one.")
    if len(set(values)) < len(values) or len(set(colours)) < len(colours):
        raise Refused("No two chips of a set may have the same value or colour.")
