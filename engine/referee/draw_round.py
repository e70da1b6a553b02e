"""The exchange of cards in draw poker."""

from engine.cards.cards import UNKNOWN
from engine.hand import commands, events, shuffling
from engine.hand.events import Event
from engine.hand.shuffling import Shuffle
from engine.hand.state import NOBODY, Hand
from engine.referee.dealing import opener_of_next_street
from engine.refusal import Refused
from engine.rules import known
from engine.rules.book import Rules

AT_ONCE = 4  # more than four cards are never replaced in one go (canberra:B.2.5)


def draw(
    hand: Hand, command: commands.Draw, rules: Rules, shuffle: Shuffle | None = None
) -> list[Event]:
    """A player changes up to five cards; the last one's exchange ends the draw."""
    _require_valid(hand, command, rules)
    following = _next_drawer(hand, command.seat)
    is_last = following == NOBODY
    all_five = command.count == len(hand.hole[command.seat])
    owed = int(all_five and not is_last)
    passed = int(all_five and is_last)
    now = command.count - owed
    needed = now + passed + (len(hand.owed_draws) if is_last else 0)
    reshuffled = _reshuffle(hand, rules, needed, shuffle)
    deck = hand.deck[hand.deck_at :] if not reshuffled else reshuffled[0].cards
    cards, rest = _taken(hand, deck, now, passed)
    drawn = events.CardsDrawn(
        command.seat, command.count, command.cards, cards, owed, passed, following
    )
    return [*reshuffled, drawn, *(_complete(hand, rules, rest) if is_last else [])]


def _require_valid(hand: Hand, command: commands.Draw, rules: Rules) -> None:
    if command.seat != hand.drawer:
        raise Refused(f"Seat {command.seat} does not draw now.", rules.clause("turn"))
    held = hand.hole[command.seat]
    if not 0 <= command.count <= len(held):
        raise Refused(f"Draw 0 to {len(held)} cards.", rules.clause("draw"))
    if command.cards and len(set(command.cards)) != command.count:
        raise Refused("Name each card that is given up.", rules.clause("discard"))
    if hand.deck and (len(command.cards) != command.count or set(command.cards) - set(held)):
        raise Refused("Only cards that are held can be given up.", rules.clause("discard"))
    known.require_of_seat(hand, rules, command.seat, command.cards)


def all_five(hand: Hand, seat: int) -> str:
    """How five cards are given: never in one go (canberra:B.2.5(a), canberra:B.2.5(b))."""
    if _next_drawer(hand, seat) == NOBODY:
        return "5: four, one aside, then the fifth"
    return "5: four now, the fifth last"


def then_fifth(hand: Hand, seat: int) -> str:
    """Who gets a fifth card once the last player has drawn, said to that player's dealer."""
    if not hand.owed_draws or _next_drawer(hand, seat) != NOBODY:
        return ""
    seats = " and ".join(str(owed) for owed in hand.owed_draws)
    return f" Then the fifth card for seat {seats}."


def _next_drawer(hand: Hand, seat: int) -> int:
    players = hand.in_hand()
    at = players.index(seat) + 1
    return players[at] if at < len(players) else NOBODY


def _taken(
    hand: Hand, deck: tuple[int, ...], now: int, passed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the player gets, the fifth card after one is passed over, and what is left."""
    if not hand.deck:
        return (UNKNOWN,) * now, ()
    if not passed:
        return deck[:now], deck[now:]
    return deck[:AT_ONCE] + deck[AT_ONCE + 1 : now + 1], deck[now + 1 :]


def _complete(hand: Hand, rules: Rules, deck: tuple[int, ...]) -> list[Event]:
    """Fifth cards for those who wait for one, then the last betting round."""
    seats = hand.owed_draws
    cards = deck[: len(seats)] if hand.deck else (UNKNOWN,) * len(seats)
    opener = opener_of_next_street(hand, rules)
    return [events.DrawCompleted(tuple(zip(seats, cards, strict=True)), opener)]


def _reshuffle(
    hand: Hand, rules: Rules, needed: int, shuffle: Shuffle | None
) -> list[events.DeckShuffled]:
    """When the shoe runs out, what others gave up is shuffled behind it (canberra:B.2.6)."""
    left = hand.deck[hand.deck_at :]
    if not hand.deck or len(left) >= needed:
        return []
    held = {card for seat in hand.in_hand() for card in hand.hole[seat]} | set(left)
    spared = _spared(hand)
    again = sorted(rules.cards - held - spared)
    if len(left) + len(again) < needed:  # the book is silent: five-card draws come back too
        again = sorted(rules.cards - held)
    return [events.DeckShuffled((*left, *shuffling.reshuffled(tuple(again), shuffle)))]


def _spared(hand: Hand) -> set[int]:
    """The discards of those who changed all five."""
    whole = [cards for _, cards in hand.discards if len(cards) > AT_ONCE]
    return {card for cards in whole for card in cards}
