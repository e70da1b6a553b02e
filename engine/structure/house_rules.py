"""What a house decides before play within its rulebook: each option, its words and its clause."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.games import Game
from engine.prizes.law import Order, Tie
from engine.refusal import Refused
from engine.rulebooks.options import HAND_MINUTES, SHARED
from engine.rules import setup_checks
from engine.rules.book import Rulebook, Settings
from engine.structure.law import Option, Value


def offered(book: Rulebook, games: Iterable[Game]) -> list[Option]:
    """The options of this book that arise in one of these games."""
    played = list(games)
    return [
        replace(option, clause=option.clause.format(appendix=played[0].appendix))
        for option in book.structure.options.value
        if any(option.suits(game) for game in played)
    ]


def chosen(plain: Mapping[str, Any], options: Sequence[Option]) -> dict[str, Value]:
    """Every option's value: as this structure has it, else the book's default."""
    kept = plain.get("house_rules", {})
    return {option.key: kept.get(option.key, option.default) for option in options}


def check(
    values: Mapping[str, Value], book: Rulebook, *, games: Sequence[Game], seats: int
) -> dict[str, Value]:
    """What is kept of a choice: only what differs from the default; or a refusal with a clause."""
    options = {option.key: option for option in offered(book, games)}
    for key, value in values.items():
        _check_one(key, value, options, book)
    for game in games:
        _check_together(values, book, game, seats)
    return {key: value for key, value in values.items() if value != options[key].default}


def _check_one(key: str, value: Value, options: Mapping[str, Option], book: Rulebook) -> None:
    option = options.get(key)
    if option is None:
        why = "The rulebook or the game leaves no choice here."
        raise Refused(why, book.fixed.get(key, ""))
    if not any(value == choice and type(value) is type(choice) for choice, _ in option.choices):
        raise Refused("Choose one of the answers offered.", option.clause)


def _check_together(values: Mapping[str, Value], book: Rulebook, game: Game, seats: int) -> None:
    opener = values.get("opener_options", "")
    if opener == "d" and game.blinds:
        why = f"{game.name} is played with blinds: the opener need not bet."
        raise Refused(why, book.opener_clauses["d"])
    if opener and opener != "d" and not game.blinds:
        why = f"{game.name} is played with antes: there is nothing to call, the opener bets."
        raise Refused(why, book.opener_clauses["d"])
    game = _settings(values).dealt(game)
    most = setup_checks.most_players(game, burns=bool(values.get("burns", True)) and game.burns)
    if most < seats:
        why = f"{game.name} can be dealt to {most} players, not to {seats} at a table."
        raise Refused(why, book.seats.clause.format(appendix=game.appendix))


def settings(plain: Mapping[str, Any]) -> Settings:
    """What every hand of this structure is played by."""
    rows = plain.get("schedule", {}).get("rows", ())
    may_over_blind = any(row.get("over_blind") for row in rows)
    return replace(_settings(plain.get("house_rules", {})), may_over_blind=may_over_blind)


def _settings(values: Mapping[str, Any]) -> Settings:
    known = {key: value for key, value in values.items() if key in Settings.__dataclass_fields__}
    return Settings(**known)


def check_open(changed: Iterable[Option], *, is_open: bool) -> None:
    """Refuse a choice once play has begun; of the deck the book says so itself (canberra:2.1)."""
    if not is_open:
        clause = next((option.frozen for option in changed if option.frozen), "")
        raise Refused("Play has begun: the house rules are fixed.", clause)


def hand_for_hand_minutes(plain: Mapping[str, Any]) -> int:
    """What a hand of hand-for-hand takes off the clock (tda2024:RP-8)."""
    return int(plain.get("house_rules", {}).get("hand_for_hand_minutes", HAND_MINUTES.default))


def order_of_places(plain: Mapping[str, Any], book: Rulebook) -> Order:
    """How busts of one moment are placed: by the book, across tables as the house has it."""
    order = book.prizes.order.value
    wanted = plain.get("house_rules", {}).get("separate_tables")
    if wanted is None:
        return order
    return replace(order, separate_tables=Tie.JOINT if wanted == SHARED else None)
