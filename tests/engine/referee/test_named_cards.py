"""Whatever is reported in any game of any book: the card it turns on is named, and lies once."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest

from engine import game_presets
from engine.cards import cards
from engine.chance import Chance
from engine.hand import commands, events
from engine.hand.applying import replay
from engine.hand.events import Event
from engine.hand.setup import Participant, Setup
from engine.hand.shuffling import mixed
from engine.hand.state import Hand
from engine.referee import options, referee, reports, start
from engine.refusal import Refused
from engine.rules import known
from engine.rules.book import Rules

CHANCE = partial(mixed, chance=Chance(b"named cards"))
MOST_ANSWERS = 3
SEVERAL = 2


def begun(rules: Rules) -> list[Event]:
    has_blinds = rules.game.family != "stud"
    seats = tuple(Participant(seat, 5000) for seat in (1, 2, 3))
    blinds = ((50,) if rules.game.family == "draw" else (50, 100)) if has_blinds else ()
    setup = Setup(number=1, seats=seats, blinds=blinds, ante=0 if has_blinds else 25, chip=25)
    return start.begin(setup, rules)[1]


def passive(hand: Hand, rules: Rules, fresh: Iterator[int]) -> commands.Command | None:
    """Nobody raises; what is dealt face up is entered."""
    now = options.options(hand, rules)
    seat = now.seat or 0
    if now.phase == options.BET:
        return wager(now)
    if now.phase == options.DEAL and now.deal is not None:
        return dealt(hand, now.deal, fresh)
    if now.phase == options.DRAW:
        return commands.Draw(seat, 0)
    return commands.NameOpener(min(hand.in_hand())) if now.phase == options.OPENER else None


def wager(now: options.Options) -> commands.Command:
    """As little as may be: nothing, a call, or the bet that an opener must make."""
    seat = now.seat or 0
    if now.stand.is_allowed:
        return commands.Stand(seat)
    if now.check.is_allowed:
        return commands.Check(seat)
    return commands.Call(seat) if now.call.is_allowed else commands.RaiseTo(seat, now.raising.least)


def dealt(hand: Hand, deal: options.Deal, fresh: Iterator[int]) -> commands.Command:
    """The card that must come, where one was seen; cards of players are not entered."""
    if deal.kind != "board":
        return commands.DealStreet(())
    first = hand.next_card if hand.next_card != cards.UNKNOWN else next(fresh)
    return commands.DealBoard((first, *(next(fresh) for _ in range(deal.cards - 1))))


def moments(rules: Rules) -> Iterator[tuple[list[Event], list[int]]]:
    """A hand from the deal to the showdown, with the cards nobody has seen at each step."""
    story = begun(rules)
    unseen = list(cards.deck(size=rules.game.deck_size))[:40]
    fresh = iter(unseen)
    while not (hand := replay(story)).is_over:
        yield story, list(cards.deck(size=rules.game.deck_size))[-8:]
        wish = passive(hand, rules, fresh)
        if wish is None:
            return
        story = [*story, *referee.decide(hand, wish, rules, CHANCE)]


def answers_to(hand: Hand, rules: Rules, name: str, spare: list[int]) -> Iterator[dict[str, str]]:
    """Each way the sheet can be filled in; without the card that is asked for it is refused."""
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        given = waiting.pop()
        asked = reports.question(hand, rules, name, given)
        if asked is None:
            yield given
            continue
        if asked.field == "cards":
            check_unnamed_is_refused(hand, rules, name, given)
        waiting += [given | {asked.field: one} for one in offered_answers(asked, spare)]


def offered_answers(asked: reports.Question, spare: list[int]) -> list[str]:
    if asked.cards:
        return [cards.text(spare[: asked.cards])]
    if asked.is_amount:
        return ["100"]
    if asked.seats:
        return [str(seat) for seat in asked.seats[:SEVERAL]]
    return [value for value, _ in asked.answers[:MOST_ANSWERS]]


def check_unnamed_is_refused(hand: Hand, rules: Rules, name: str, given: dict[str, str]) -> None:
    for unsaid in ({}, {"cards": ""}, {"cards": "??"}):
        with pytest.raises(Refused):
            reports.command(hand, rules, name, {**given, **unsaid})


def lying(hand: Hand) -> Counter[int]:
    """Every card that is known, as often as it lies anywhere."""
    seen = Counter(card for card in hand.board if card != cards.UNKNOWN)
    seen.update(card for card in hand.burns_seen if card != cards.UNKNOWN)
    for seat in hand.order:
        seen.update(known.of_seat(hand, seat))
    return seen


def check_once(hand: Hand, why: object) -> None:
    assert [card for card, times in lying(hand).items() if times > 1] == [], why


def play_on(story: list[Event], rules: Rules, named: tuple[int, ...], why: object) -> None:
    """To the showdown: each named card is offered again as a card of the board, then another."""
    unseen = cards.deck(size=rules.game.deck_size)[:40]
    hand = replay(story)
    fresh = iter([card for card in unseen if card not in lying(hand) and card not in named])
    while not hand.is_over:
        now = options.options(hand, rules)
        if now.phase == options.DEAL and now.deal is not None and now.deal.kind == "board":
            for card in named:
                rest = tuple(next(fresh) for _ in range(now.deal.cards - 1))
                try:
                    told = referee.decide(hand, commands.DealBoard((card, *rest)), rules, CHANCE)
                except Refused:
                    continue
                check_once(replay([*story, *told]), why)
        wish = passive(hand, rules, fresh)
        if wish is None:
            return
        try:
            story = [*story, *referee.decide(hand, wish, rules, CHANCE)]
        except Refused:  # an order of the ruling comes first, and people carry it out
            return
        hand = replay(story)
        check_once(hand, why)


@pytest.mark.parametrize("preset", game_presets.names())
def test_no_report_goes_on_without_its_card_and_no_card_lies_in_two_places(preset: str):
    rules = game_presets.get(preset)
    tried = 0
    for story, spare in moments(rules):
        hand = replay(story)
        for matter in reports.offered(hand, rules):
            if matter.name not in rules.irregularities:
                continue
            for given in answers_to(hand, rules, matter.name, spare):
                tried += follow(story, rules, matter.name, given)
    assert tried


def follow(story: list[Event], rules: Rules, name: str, given: dict[str, str]) -> int:
    """Rule on it, and go on; 0 where the book refuses or asks the floor."""
    try:
        wish = reports.command(replay(story), rules, name, given)
        told = referee.decide(replay(story), wish, rules, CHANCE)
    except Refused:
        return 0
    named = tuple(card for card in cards.parse(given.get("cards", "")) if card != cards.UNKNOWN)
    after = [*story, *told]
    check_once(replay(after), (name, given))
    if not any(isinstance(event, events.Misdealt) for event in told):
        play_on(after, rules, named, (name, given))
    return 1
