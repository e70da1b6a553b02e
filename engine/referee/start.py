"""The start of a hand: marker, forced bets and the initial deal, all by the engine itself."""

from collections.abc import Iterator

from engine.amounts import figure
from engine.cards.cards import UNKNOWN
from engine.hand import events
from engine.hand.applying import apply
from engine.hand.events import Event
from engine.hand.setup import PRESENT, Participant, Previous, Setup
from engine.hand.state import NOBODY, Hand
from engine.referee import dealing
from engine.refusal import Refused
from engine.rules import absence, opening, setup_checks
from engine.rules.book import Rules
from engine.rules.button import from_seat, positions


def start(setup: Setup, rules: Rules) -> list[Event]:
    """The events a hand begins with, up to the first decision somebody must take."""
    return begin(setup, rules)[1]


def begin(setup: Setup, rules: Rules) -> tuple[Hand, list[Event]]:
    """The same, with the hand they lead to."""
    setup_checks.check(setup, rules)
    hand = Hand.__new__(Hand)
    happened: list[Event] = []
    for event in _opening(hand, setup, rules):
        apply(hand, event)
        happened.append(event)
    dealing.proceed(hand, rules, happened)
    return hand, happened


def facts(hand: Hand) -> Previous:
    """What the next hand at this table must know of this one."""
    busts = tuple(seat for seat in hand.seats if hand.began[seat] and not hand.stacks[seat])
    return Previous(
        hand.marker, hand.blind_seats, hand.seats, busts, is_misdeal=hand.ended == "misdeal"
    )


# -- the steps -------------------------------------------------------------------------------------


def _opening(hand: Hand, setup: Setup, rules: Rules) -> Iterator[Event]:
    setup, gone = rules.book.short_big_blind.value(setup, rules)
    yield _started(setup, rules, gone)
    for player in gone:
        yield events.StackRemoved(player.seat, player.stack, rules.clause("short_big_blind"))
    yield from _forced_bets(hand, setup, rules)
    if setup.deck:
        yield events.DeckShuffled(setup.deck)
    yield from _initial_deal(hand, setup, rules)


def _started(setup: Setup, rules: Rules, gone: tuple[Participant, ...]) -> Event:
    placed = positions(setup, rules)
    players = sorted((*setup.seats, *gone), key=lambda player: player.seat)
    dealt = tuple(
        sorted(
            player.seat
            for player in setup.seats
            if player.status == PRESENT or absence.is_dealt_in(player.status, rules)
        )
    )
    return events.HandStarted(
        number=setup.number,
        rulebook=rules.book.id,
        game=rules.game.id,
        seats=tuple([(player.seat, player.stack, player.status) for player in players]),
        dealt_in=from_seat(dealt, placed.dealt_first),
        marker=placed.marker,
        blind_seats=placed.blind_seats,
        blinds=setup.blinds,
        ante=setup.ante,
        big_blind_ante=setup.big_blind_ante,
        bring_in=setup.bring_in,
        unit=setup.small_bet or max(setup.blinds, default=0) or setup.ante,
        chip=setup.chip,
        bonus=setup.bonus,
        is_elimination=setup.is_elimination,
    )


def _forced_bets(hand: Hand, setup: Setup, rules: Rules) -> Iterator[Event]:
    if setup.ante:
        seats = tuple(sorted(player.seat for player in setup.seats))
        for seat in from_seat(seats, hand.order[0]):  # charity:11.4
            yield events.AntePosted(seat, min(setup.ante, hand.stacks[seat]))
    if setup.big_blind_ante and rules.settings.ante_comes_first:
        yield from _table_ante(hand, setup)
    yield from _blinds(hand, setup)
    if setup.big_blind_ante and not rules.settings.ante_comes_first:
        yield from _table_ante(hand, setup)
    yield from _owed(hand, setup, rules)
    if setup.over_blind:
        yield _over_blind(hand, setup, rules)


def _blinds(hand: Hand, setup: Setup) -> Iterator[Event]:
    """Who has nothing left after the ante posts nothing; the others owe the blind all the same."""
    for seat, due in zip(hand.blind_seats, setup.blinds, strict=False):
        if seat in hand.seats:
            yield events.BlindPosted(seat, min(due, hand.stacks[seat]), due)


def _table_ante(hand: Hand, setup: Setup) -> Iterator[Event]:
    seat = hand.blind_seats[-1] if setup.table_ante_by == NOBODY else setup.table_ante_by
    amount = min(setup.big_blind_ante, hand.stacks[seat])
    if amount:
        yield events.AntePosted(seat, amount, is_for_the_table=True)


def _owed(hand: Hand, setup: Setup, rules: Rules) -> Iterator[Event]:
    for player in setup.seats:
        if player.owes_live > max(setup.blinds, default=0):
            why = f"Seat {player.seat} owes more than the big blind."
            raise Refused(why, rules.clause("forced_bets"))
        dead = min(player.owes_dead, hand.stacks[player.seat])
        if dead:
            yield events.DeadBlindPosted(player.seat, dead)
        still_due = hand.bet_to_match - hand.bets[player.seat]  # a blind posted in turn counts
        live = min(player.owes_live, hand.stacks[player.seat], still_due)
        if live:
            yield events.OwedBlindPosted(player.seat, live)


def _over_blind(hand: Hand, setup: Setup, rules: Rules) -> Event:
    """The next player after the last blind doubles it, or what the director fixed."""
    seats = tuple(sorted(hand.order))
    seat, amount = from_seat(seats, hand.blind_seats[-1] + 1)[0], setup.over_blind
    clause = rules.clause("over_blind")
    if any(player.seat == seat and player.status != PRESENT for player in setup.seats):
        raise Refused(f"Seat {seat} is away: an over-blind is posted by its own player.", clause)
    if hand.bets[seat] + hand.stacks[seat] < amount:
        raise Refused(f"Seat {seat} cannot post {figure(amount)}.", clause)
    return events.OverBlindPosted(seat, amount)


def _initial_deal(hand: Hand, setup: Setup, rules: Rules) -> Iterator[Event]:
    cards = _hole_cards(hand, rules)
    away = [player for player in setup.seats if player.status != PRESENT]
    if away or not rules.streets[0].has_betting or rules.opens_by_cards:
        yield events.HoleDealt(cards, NOBODY, rules.up_cards)
        yield from absence.at_the_deal(hand, away, rules)
        if rules.streets[0].has_betting and hand.contenders > 1:
            yield from dealing.open_first_round(hand, rules)
        return
    yield events.HoleDealt(cards, opening.first_round(hand, rules))


def _hole_cards(hand: Hand, rules: Rules) -> tuple[tuple[int, tuple[int, ...]], ...]:
    order, each = hand.order, rules.game.hole_cards
    if not hand.deck:
        return tuple([(seat, (UNKNOWN,) * each) for seat in order])
    places = rules.deal_places(len(order))
    deck = hand.deck
    return tuple(
        [
            (seat, tuple([deck[place] for place in mine]))
            for seat, mine in zip(order, places, strict=True)
        ]
    )
