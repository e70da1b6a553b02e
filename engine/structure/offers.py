"""What a tournament offers against what its book allows: every doubt as a sentence and a clause."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import chips as chip_sets
from engine import games, rulebooks
from engine.amounts import figure
from engine.answers import Answer
from engine.chips import ChipSet
from engine.office import money
from engine.refusal import Refused
from engine.rules import setup_checks
from engine.rules.book import Rulebook
from engine.schedule import schedule as schedules
from engine.seating.law import CARD, SeatingLaw
from engine.structure import level_games, played, presets, windows
from engine.structure.law import Preset, StructureLaw


@dataclass(frozen=True, slots=True)
class Offer:
    """The parts of a setup that fit on one page; schedule, money and house rules have their own."""

    game: str
    stack: int
    seats: int
    min_players: int
    max_players: int
    chips: ChipSet
    least_chips: int = 1
    entry_price: int = 0
    sold: windows.HousesMinutes = windows.NOTHING_SET


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why an offer cannot be, and which part of it."""

    field: str
    why: str
    clause: str = ""


def of(plain: Mapping[str, Any], *, game: str) -> Offer:
    """The offer a stored structure makes."""
    return Offer(
        game=game,
        stack=plain["stack"],
        seats=plain["seats_per_table"],
        min_players=plain["min_players"],
        max_players=plain["max_players"],
        chips=tuple(chip_sets.Chip(chip["value"], chip["colour"]) for chip in plain["chips"]),
        least_chips=plain.get("least_chips", 1),
        entry_price=plain["entry_price"],
        sold=windows.houses_minutes(plain),
    )


def into(plain: Mapping[str, Any], offer: Offer) -> dict[str, Any]:
    """The structure with the offer put in."""
    made = windows.with_minutes(plain, offer.sold)
    return {
        **made,
        "rebuys": _rebuys(made["rebuys"], offer),
        "stack": offer.stack,
        "seats_per_table": offer.seats,
        "min_players": offer.min_players,
        "max_players": offer.max_players,
        "chips": [{"value": c.denomination, "colour": c.colour} for c in offer.chips],
        "least_chips": offer.least_chips,
        "entry_price": offer.entry_price,
    }


def _rebuys(plain: Mapping[str, Any], offer: Offer) -> dict[str, Any]:
    """Where a re-buy is what the entry was, it follows the entry (igr:A.2(i))."""
    terms = plain["terms"]
    if plain["is_refused"] or not terms["same_terms_clause"]:
        return dict(plain)
    same = {"chips": offer.stack, "price": offer.entry_price, "stack_below": offer.stack}
    return {**plain, "terms": {**terms, **same}}


def games_of(book: Rulebook) -> list[games.Game]:
    """The games a book lets one choose from: all it knows, or those it authorises and no other."""
    if not book.structure.authorised.value:
        return level_games.lawful(book)
    ids = dict.fromkeys(preset.game for preset in book.presets)
    return [games.get(game) for game in ids]


def doubts(offer: Offer, plain: Mapping[str, Any], *, rulebook: str, preset: str) -> list[Doubt]:
    """Everything that speaks against an offer, in the order of the page."""
    basis, law = presets.get(preset), rulebooks.get(rulebook).structure
    return [
        *_game(offer, plain, basis),
        *_numbers(offer, law, basis),
        *_chips(offer, plain, law),
        *_stack(offer, law, basis),
        *_seats(offer, rulebooks.get(rulebook).seating),
        *_money(offer, plain, rulebook),
        *_sales(offer, plain),
    ]


def check(offer: Offer, plain: Mapping[str, Any], *, rulebook: str, preset: str) -> None:
    """Refuse an offer the book does not allow."""
    for doubt in doubts(offer, plain, rulebook=rulebook, preset=preset):
        raise Refused(doubt.why, doubt.clause)


def _game(offer: Offer, plain: Mapping[str, Any], basis: Preset) -> Iterator[Doubt]:
    """The game with the house's own deck must be lawful, and dealt to every seat."""
    if offer.game not in games.ids():
        yield Doubt("game", "There is no such game.")
        return
    book = rulebooks.get(basis.rulebook)
    try:
        rules = played.of(plain, rulebook=book.id, preset=basis.key, game=offer.game).rules()
    except Refused as refusal:
        yield Doubt("game", refusal.why, refusal.clause)
        return
    authorised = book.structure.authorised
    if authorised.value and offer.game != basis.game:
        yield Doubt("game", _not_here(offer.game, book), authorised.clause)
    most = min(rules.game.seats, setup_checks.most_players(rules.game, burns=rules.burns))
    if not 2 <= offer.seats <= most:
        why = f"A table of {rules.game.name} has 2 to {most} seats."
        yield Doubt("seats", why, rules.clause("seats"))


def _not_here(game: str, book: Rulebook) -> str:
    if game in {known.id for known in games_of(book)}:
        return "Each game comes with its own preset: begin anew from the preset of this game."
    return "Only the games of its presets are authorised."


def _numbers(offer: Offer, law: StructureLaw, basis: Preset) -> Iterator[Doubt]:
    if offer.min_players < 2:
        yield Doubt("min_players", "At least two players are needed.")
    if offer.max_players < offer.min_players:
        yield Doubt("max_players", "Maximum must be at least the minimum.")
    if not law.numbers_fixed.value:
        return
    if offer.min_players < basis.min_players:
        why = f"This game needs at least {basis.min_players} players."
        yield Doubt("min_players", why, basis.few_clause)
    if offer.max_players > basis.max_players:
        why = f"This game takes at most {basis.max_players} players."
        yield Doubt("max_players", why, basis.full_clause)


def _seats(offer: Offer, law: SeatingLaw) -> Iterator[Doubt]:
    """Where seats are drawn by card alone, everybody must find one at the one table."""
    if law.methods.value == (CARD,) and offer.seats < offer.max_players:
        why = f"Seats are drawn by card at one table: it needs {offer.max_players} seats."
        yield Doubt("seats", why, law.methods.clause)


def _chips(offer: Offer, plain: Mapping[str, Any], law: StructureLaw) -> Iterator[Doubt]:
    try:
        chip_sets.check(offer.chips)
    except Refused as refusal:
        yield Doubt("chips", refusal.why)
        return
    smallest = min(chip_sets.denominations(offer.chips))
    if offer.stack < 1 or offer.stack % smallest:
        why = f"The starting stack must be made of chips: a multiple of {figure(smallest)}."
        yield Doubt("stack", why)
    if offer.least_chips > offer.stack:
        why = "Nobody could take part: the least chips are more than the starting stack."
        yield Doubt("least_chips", why, law.least_chips.clause)
    values = chip_sets.denominations(offer.chips)
    for fault in schedules.faults(schedules.from_plain(plain["schedule"]), chips=values):
        if not fault.is_doubt:
            yield Doubt("chips", f"The schedule does not go with these chips. {fault.sentence}")


def _stack(offer: Offer, law: StructureLaw, basis: Preset) -> Iterator[Doubt]:
    if law.stack_fixed.value and offer.stack != basis.starting_stack:
        why = f"Every player starts with {figure(basis.starting_stack)} chips."
        yield Doubt("stack", why, law.stack_fixed.clause)


def _money(offer: Offer, plain: Mapping[str, Any], rulebook: str) -> Iterator[Doubt]:
    asked = {**plain, "entry_price": offer.entry_price, "rebuys": _rebuys(plain["rebuys"], offer)}
    try:
        money.check_terms(asked, rulebook=rulebook)
    except Refused as refusal:
        yield Doubt("entry_price", refusal.why, refusal.clause)


def _sales(offer: Offer, plain: Mapping[str, Any]) -> Iterator[Doubt]:
    try:
        windows.check_minutes(offer.sold, plain)
    except Refused as refusal:
        yield Doubt("sold", refusal.why, refusal.clause)


# Once play has begun nothing of it changes, but where the house may alter an event at any time.


def check_alteration(
    was: Offer, offer: Offer, law: StructureLaw, *, has_started: bool, reason: str
) -> None:
    """Refuse to alter an event that players entered without a reason, or what they play with."""
    if not law.altered.value:
        check_open(law, has_started=has_started)
        return
    kept = replace(offer, min_players=was.min_players, max_players=was.max_players)
    if has_started and kept != was:
        raise Refused("Play has begun: only the name and the numbers of players are altered.")
    if not reason.strip():
        raise Refused("Enter the reason for the change. It is recorded.", law.altered.clause)


def check_open(law: StructureLaw, *, has_started: bool) -> None:
    """Refuse any change of the setup once play has begun."""
    if has_started:
        raise Refused("Play has begun: the setup is fixed.", law.frozen.clause)


def check_equal_stacks(stacks: set[int], equal: Answer[bool]) -> None:
    """Refuse to begin while somebody has more or fewer chips than the others."""
    if equal.value and len(stacks) > 1:
        raise Refused("Everybody begins with the same number of chips.", equal.clause)
