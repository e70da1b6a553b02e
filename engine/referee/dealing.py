"""The dealer's part: cards, streets, and what follows by itself until somebody must decide."""

from engine.cards.cards import UNKNOWN
from engine.games import BOARD, DOWN, DRAW, UP, Street
from engine.hand import commands, events, pots, shuffling
from engine.hand.applying import apply
from engine.hand.events import Event
from engine.hand.shuffling import Shuffle
from engine.hand.state import NOBODY, Hand
from engine.referee import out_of_turn, showdown
from engine.refusal import Refused
from engine.rules import known, opening, remedies
from engine.rules.book import Rules


def proceed(
    hand: Hand, rules: Rules, happened: list[Event], shuffle: Shuffle | None = None
) -> None:
    """Let happen what needs nobody's decision, and add it to what happened."""
    while not hand.ended:
        following = _next(hand, rules)
        if not following:
            return
        if following[-1].__class__ is events.DeckShuffled:
            following = shuffling.by_chance(following, shuffle)
        for event in following:
            apply(hand, event)
        happened += following


def is_at_rest(hand: Hand, rules: Rules) -> bool:
    """Whether somebody must decide before anything else happens."""
    return bool(hand.ended) or (hand.street >= 0 and not _next(hand, rules))


def _next(hand: Hand, rules: Rules) -> list[Event]:
    if hand.actor >= 0:
        return _in_turn_by_itself(hand, rules)
    if hand.drawer >= 0 or hand.street < 0:
        return []
    seat, amount = pots.uncalled(hand)
    if amount and not _bets_wait(hand, rules):
        return [events.UncalledReturned(seat, amount)]
    if hand.contenders == 1:
        return _win_uncontested(hand)
    return _after_the_betting(hand, rules)


def _bets_wait(hand: Hand, rules: Rules) -> bool:
    """Still to be called once the first community card lies (canberra:A.2.2), or comes again."""
    is_waiting = hand.street < rules.first_betting_street or hand.resumes_at is not None
    return is_waiting and hand.contenders > 1


def _after_the_betting(hand: Hand, rules: Rules) -> list[Event]:
    if opener_is_missing(hand, rules):
        return []
    if hand.set_aside and hand.street >= hand.set_aside[1]:
        return remedies.back_from_aside(hand)
    if hand.street < len(rules.streets) - 1:
        return _next_street(hand, rules)
    return _finish(hand, rules)


def _in_turn_by_itself(hand: Hand, rules: Rules) -> list[Event]:
    """An absent player's hand is folded; what was held out of turn now counts or is off."""
    if hand.actor in hand.away:
        return [events.Folded(hand.actor)]
    if hand.actor in hand.held:
        return out_of_turn.at_the_turn(hand, rules)
    return []


def _win_uncontested(hand: Hand) -> list[Event]:
    if hand.pot:
        return [showdown.uncontested(hand)]
    return [ended(hand)]


def ended(hand: Hand) -> Event:
    return events.HandEnded(
        tuple([seat for seat in hand.seats if hand.began[seat] and not hand.stacks[seat]])
    )


def _next_street(hand: Hand, rules: Rules) -> list[Event]:
    """An electronic deal goes on by itself, hands face up first where the book says so."""
    street = rules.streets[hand.street + 1]
    if street.deal == DRAW:
        return [events.DrawOpened(hand.in_hand()[0])]
    if not hand.deck:
        return []
    if not hand.shown and rules.hands_are_up(hand):
        return [events.HandShown(seat, hand.hole[seat]) for seat in hand.in_hand()]
    return [_deal_from_the_deck(hand, rules, street)]


def _finish(hand: Hand, rules: Rules) -> list[Event]:
    if not hand.pot:
        return [ended(hand)]
    if not hand.deck:
        return showdown.uncontested_rest(hand, rules)
    waiting = showdown.to_show(hand, rules)
    if waiting:
        return [_show_or_muck(hand, rules, waiting[0])]
    return showdown.award_all(hand, rules)


def _show_or_muck(hand: Hand, rules: Rules, seat: int) -> Event:
    """Dealt electronically, a hand that cannot win goes away unseen where the book allows it."""
    if showdown.must_show(hand, rules, seat) or showdown.could_win(hand, rules, seat):
        return events.HandShown(seat, hand.hole[seat])
    return events.HandMucked(seat)


# -- streets ---------------------------------------------------------------------------------------


def street_due(hand: Hand, rules: Rules) -> Street | None:
    """The street whose cards come next; none while betting is open or all are dealt."""
    if hand.actor >= 0 or hand.drawer >= 0 or hand.ended or hand.contenders < 2:
        return None
    following = hand.street + 1
    return rules.streets[following] if following < len(rules.streets) else None


def burns_before(hand: Hand, rules: Rules) -> int:
    """One card before each set of community cards, where burning is on."""
    is_seen = hand.next_card != NOBODY  # its burn went before it
    return int(rules.burns and not is_seen and hand.street + 1 not in hand.skips_burn)


def _deal_from_the_deck(hand: Hand, rules: Rules, street: Street) -> Event:
    if street.deal == BOARD:
        burned = burns_before(hand, rules)
        at = hand.deck_at + burned
        return board_dealt(hand, rules, hand.deck[at : at + street.cards], burned)
    if is_too_short(hand, rules):
        return board_dealt(hand, rules, hand.deck[-1:], len(hand.deck) - hand.deck_at - 1)
    cards = zip(hand.in_hand(), hand.deck[hand.deck_at :], strict=False)
    return _street_dealt(hand, rules, tuple(cards), street)


def is_too_short(hand: Hand, rules: Rules) -> bool:
    """The shoe cannot give every player one more card (canberra:D.4.4)."""
    return rules.game.cards_in_deck - hand.deck_at < hand.contenders


def board_dealt(hand: Hand, rules: Rules, cards: tuple[int, ...], burned: int) -> Event:
    return events.BoardDealt(cards, burned, opener_of_next_street(hand, rules))


def opener_of_next_street(hand: Hand, rules: Rules) -> int:
    """Who will open the betting on the street about to be dealt, where seats decide it."""
    if hand.street + 1 == rules.first_betting_street:
        return opening.first_round(hand, rules)
    return _later_opener(hand, hand, rules, is_seen=False)


def _later_opener(hand: Hand, after: Hand, rules: Rules, *, is_seen: bool) -> int:
    """As the book has it; as before where up cards were not entered and none has been added."""
    opener = rules.book.later_opener.value(after, rules) if hand.live > 1 else NOBODY
    if opener == NOBODY and rules.opens_by_cards and not is_seen:
        return opening.as_before(hand)
    return opener


def _street_dealt(
    hand: Hand, rules: Rules, cards: tuple[tuple[int, int], ...], street: Street
) -> Event:
    """The up cards decide who opens, those just dealt included."""
    after = hand.copy()
    event = events.StreetDealt(cards, street.deal == UP, NOBODY)
    apply(after, event)
    opener = _later_opener(hand, after, rules, is_seen=street.deal == UP)
    return events.StreetDealt(cards, street.deal == UP, opener)


def board(hand: Hand, command: commands.DealBoard, rules: Rules) -> list[Event]:
    """The dealer lays out the next community cards, entered or not."""
    street = _due_from_a_human(hand, rules)
    count = street.cards
    if street.deal != BOARD and not is_too_short(hand, rules):
        raise Refused("No community card is due now.", rules.clause("streets"))
    cards = command.cards or (UNKNOWN,) * count
    if len(cards) != count:
        raise Refused(
            f"The {street.name} has {count} card{'s' if count > 1 else ''}.",
            rules.clause("streets"),
        )
    cards = _with_the_card_seen(hand, cards)
    if hand.next_card not in (NOBODY, *cards):
        raise Refused("Enter the exposed card first.", rules.clause("streets"))
    known.require_free(hand, rules, cards)
    return [board_dealt(hand, rules, cards, burns_before(hand, rules))]


def _with_the_card_seen(hand: Hand, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The card that was seen too early lies there though it is not entered."""
    if hand.next_card in cards or UNKNOWN not in cards:
        return cards
    at = cards.index(UNKNOWN)
    return (*cards[:at], hand.next_card, *cards[at + 1 :])


def street(hand: Hand, command: commands.DealStreet, rules: Rules) -> list[Event]:
    """The dealer gives each player one more card (stud), entered or not."""
    if opener_is_missing(hand, rules):
        return _up_cards(hand, command, rules)
    due = _due_from_a_human(hand, rules)
    if due.deal not in (UP, DOWN) or is_too_short(hand, rules):
        raise Refused("No such card is due now.", rules.clause("streets"))
    entered = dict(command.cards)
    players = hand.in_hand()
    if set(entered) - set(players):
        raise Refused("Only players still in the hand get a card.", rules.clause("streets"))
    cards = tuple((seat, entered.get(seat, UNKNOWN)) for seat in players)
    known.require_free(hand, rules, tuple(entered.values()))
    return [_street_dealt(hand, rules, cards, due)]


def _up_cards(hand: Hand, command: commands.DealStreet, rules: Rules) -> list[Event]:
    """The up cards of the initial deal, entered after it."""
    entered = tuple(card for _, card in command.cards)
    if {seat for seat, _ in command.cards} != set(hand.in_hand()) or UNKNOWN in entered:
        raise Refused(
            "Enter the up card of every player, or name the opener.", rules.clause("later_opener")
        )
    known.require_free(hand, rules, entered)
    after = hand.copy()
    apply(after, events.UpCardsEntered(command.cards, NOBODY))
    opener = rules.book.later_opener.value(after, rules)
    return [events.UpCardsEntered(command.cards, opener), *_bring_in(hand, opener)]


def _due_from_a_human(hand: Hand, rules: Rules) -> Street:
    due = street_due(hand, rules)
    if due is None:
        raise Refused("No card is due now.", rules.clause("streets"))
    if hand.deck:
        raise Refused("The house deals the cards of this hand. Do not enter any.")
    return due


# -- who opens -------------------------------------------------------------------------------------


def open_first_round(hand: Hand, rules: Rules) -> list[Event]:
    """The first betting round after an initial deal that could not open it at once."""
    if not rules.opens_by_cards:
        return [events.BettingOpened(opening.first_round(hand, rules))]
    opener = rules.book.later_opener.value(hand, rules)
    if opener == NOBODY:
        return []
    return [events.BettingOpened(opener), *_bring_in(hand, opener)]


def _bring_in(hand: Hand, opener: int) -> list[Event]:
    if not hand.bring_in:
        return []
    return [events.BringInPosted(opener, min(hand.bring_in, hand.stacks[opener]))]


def opener_is_missing(hand: Hand, rules: Rules) -> bool:
    """Stud with up cards that were not entered: the dealer must say who opens."""
    if not rules.opens_by_cards or hand.deck or hand.opener >= 0 or hand.live < 2:
        return False
    return hand.actor < 0 and not hand.ended and hand.contenders > 1 and hand.street >= 0


def name_opener(hand: Hand, command: commands.NameOpener, rules: Rules) -> list[Event]:
    if not opener_is_missing(hand, rules):
        raise Refused("The cards say who opens.", rules.clause("later_opener"))
    seat = command.seat
    if seat not in hand.in_hand() or not hand.stacks[seat]:
        raise Refused(f"Seat {seat} cannot open.", rules.clause("later_opener"))
    return [events.BettingOpened(seat), *(_bring_in(hand, seat) if hand.street == 0 else [])]
