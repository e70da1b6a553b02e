"""What no deck can deal, or this book does not allow: refused before the first card."""

from dataclasses import fields
from typing import TYPE_CHECKING

from engine.games import LIMIT_NAMES, Game
from engine.refusal import Refused

if TYPE_CHECKING:
    from engine.hand.setup import Setup
    from engine.rules.book import Rulebook, Rules, Settings

_GAMES = {
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "manila": "Manila",
    "draw": "Draw poker",
    "stud": "Stud",
}
_AIMS = {"high": "High", "low": "Low", "split": "High/low", "split8": "High/low"}

Reason = tuple[str, str] | None  # why not, and the clause (empty: the question's own)


def check_game(book: "Rulebook", game: Game) -> None:
    """Refuse a game, limit, deck or way to win that the book does not know."""
    limit = LIMIT_NAMES[game.limit]
    for answer, wanted, what in (
        (book.families, game.family, f"{_GAMES[game.family]} is not played"),
        (book.limits, game.limit, f"{limit[:1].upper()}{limit[1:]} is not played"),
        (book.lows, game.low, f"{_AIMS[game.low]} poker is not played"),
        (book.decks, game.deck_size, f"A deck of {game.deck_size} cards is not played"),
    ):
        if wanted not in answer.value:
            raise Refused(f"{what} under this rulebook.", answer.clause)
    if game.has_joker and not book.joker.value:
        raise Refused("No joker is played under this rulebook.", book.joker.clause)


def check_settings(book: "Rulebook", settings: "Settings") -> None:
    """Refuse a choice that the book does not leave to the director."""
    for chosen in fields(settings):
        value = getattr(settings, chosen.name)
        if value != chosen.default and chosen.name not in book.choices:
            why = "The rulebook or the game leaves no choice here."
            raise Refused(why, book.fixed.get(chosen.name, ""))


def check(setup: "Setup", rules: "Rules") -> None:
    """Refuse a hand that cannot be played; what depends on the level only is asked once."""
    seats = {player.seat for player in setup.seats}
    if len(seats) != len(setup.seats):
        raise Refused("Each player has one seat and one hand.", rules.clause("one_hand"))
    if any(player.stack <= 0 for player in setup.seats):
        raise Refused("A player without chips takes no part.")
    if setup.deck and frozenset(setup.deck) != rules.cards:
        raise Refused("The deck is not complete.", rules.clause("deck"))
    level = (
        len(seats),
        setup.blinds,
        setup.ante,
        setup.big_blind_ante,
        setup.over_blind,
        setup.bring_in,
        setup.small_bet,
    )
    if level not in rules.checked:
        _check_level(setup, rules)
        rules.checked.add(level)


def _check_level(setup: "Setup", rules: "Rules") -> None:
    _check_players(len(setup.seats), rules)
    reason = rules.book.forced_bets.value(setup)
    if reason:
        why, clause = reason
        raise Refused(why, clause or rules.clause("forced_bets"))
    if setup.over_blind and not (rules.book.over_blind.value and rules.settings.may_over_blind):
        raise Refused("Over-blinds are not allowed here.", rules.clause("over_blind"))
    if 0 < setup.over_blind <= max(setup.blinds, default=0):
        raise Refused("An over-blind is more than the last blind.", rules.clause("over_blind"))
    if setup.bring_in and setup.bring_in >= (setup.small_bet or setup.ante):
        raise Refused("A bring-in is less than the first bet.", rules.clause("forced_bets"))
    if not (any(setup.blinds) or setup.ante or setup.big_blind_ante):
        raise Refused("A hand needs a blind or an ante.", rules.clause("forced_bets"))
    if (setup.big_blind_ante or setup.over_blind) and not setup.blinds:
        why = "A big-blind ante or an over-blind needs a blind."
        raise Refused(why, rules.clause("forced_bets"))


def _check_players(players: int, rules: "Rules") -> None:
    if players < 2:
        raise Refused("A hand needs at least two players.")
    game = rules.game
    if players > min(game.seats, most_players(game, burns=rules.burns)):
        most = min(game.seats, most_players(game, burns=rules.burns))
        raise Refused(f"At most {most} players can be dealt in.", rules.clause("seats"))


def most_players(game: Game, *, burns: bool) -> int:
    """How many the deck can deal: all streets, burns, a few to draw, one over in stud."""
    spare = {
        "holdem": 5 + 3 * burns,
        "omaha": 5 + 3 * burns,
        "manila": 5,
        "draw": 4,
        "stud": 1,
    }
    each = 6 if game.family == "stud" else game.hole_cards
    return (game.cards_in_deck - spare[game.family]) // each


# Which forced bets may there be?


def any_forced_bets(setup: "Setup") -> Reason:
    return None


def one_to_three_blinds(setup: "Setup") -> Reason:
    """Blind betting has one, two or three blinds; ante betting has none."""
    if setup.blinds and not 1 <= len(setup.blinds) <= 3:
        return "There are one, two or three blinds.", ""
    return None


def exactly_two_blinds(setup: "Setup") -> Reason:
    return None if len(setup.blinds) == 2 else ("A small and a big blind are posted.", "")


def first_blind_half_or_all_of_the_minimum(setup: "Setup") -> Reason:
    """The first blind is half the table minimum or all of it, the second at least the minimum."""
    if not setup.blinds:
        return None
    first = setup.blinds[0]
    next_least = min(setup.blinds[1:], default=first)
    if 2 * first == next_least or first == next_least == max(setup.blinds):
        return None
    return "The first blind is half the table minimum or all of it.", ""


def rising_blinds_and_a_small_ante(setup: "Setup") -> Reason:
    """Two blinds at least, never smaller to the left; no ante above the small blind."""
    if len(setup.blinds) < 2:
        return "Two blinds are posted.", ""
    if list(setup.blinds) != sorted(setup.blinds):
        return "A blind is never smaller than the one before.", "adelaide:App1.1d"
    if max(setup.ante, setup.big_blind_ante) > setup.blinds[0]:
        return "An ante is at most the small blind.", "adelaide:App1.6d"
    return None
