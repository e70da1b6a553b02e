"""Hypothesis strategies: rulebooks with their games, hands to start, and wishes to make of them."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine import games, rulebooks
from engine.cards import cards
from engine.chance import Chance
from engine.hand import commands, shuffling
from engine.hand.commands import Command
from engine.hand.setup import Participant, Previous, Setup
from engine.hand.shuffling import Shuffle
from engine.hand.state import Hand
from engine.referee.options import Options, options
from engine.referee.out_of_turn import ACTIONS
from engine.referee.referee import decide
from engine.referee.start import begin
from engine.refusal import Refused
from engine.rules import known, put_chips
from engine.rules.book import Rulebook, Rules, Settings
from engine.rules.setup_checks import most_players


def _allowed(book_id: str, game: games.Game) -> bool:
    try:
        Rules(rulebooks.get(book_id), game)
    except Refused:
        return False
    return True


def _variants() -> list[tuple[str, games.Game]]:
    """Every book with every game, limit, deck and way to win that it allows."""
    made = []
    for game in map(games.get, games.ids()):
        for size in cards.DECK_SIZES:
            for joker in (False, True):
                for low in games.LOWS:
                    variant = replace(game, deck_size=size, has_joker=joker, low=low)
                    made += [(book, variant) for book in rulebooks.BOOKS if _allowed(book, variant)]
    return made


VARIANTS = _variants()
REPORTS = sorted({what for book in rulebooks.BOOKS.values() for what in book.irregularities})
DETAILS = (
    "",
    "looked at",
    "same player",
    "first two cards",
    "first card of a blind",
    "hole card",
    "flop",
    "extra cards",
    "second card",
    "came back",
)
CHIPS = (put_chips.CALL, put_chips.FOLD, put_chips.FORFEIT, put_chips.LEAST_RAISE)


@st.composite
def settings(draw: st.DrawFn, book: Rulebook, game: games.Game) -> Settings:
    """What a director may have decided for this game, as far as the book lets him."""
    wishes: dict[str, st.SearchStrategy[bool | str | int]] = {
        each.name: st.integers(1, 6) if each.name.endswith("_round_bet") else st.booleans()
        for each in fields(Settings)
    }
    wishes["opener_options"] = st.sampled_from("abc" if game.blinds else "d")
    wishes["stud_opens"] = st.sampled_from(("high", "low"))
    chosen = sorted(book.choices - {"deck_size", "has_joker", "wins"})  # the game has these already
    made: dict[str, Any] = {name: draw(wishes[name]) for name in chosen}
    return Settings(**made)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """One book, one of its games, a limit and a deck it allows, some settings."""
    book = rulebooks.get(draw(st.sampled_from(list(rulebooks.BOOKS))))
    game = draw(st.sampled_from([game for name, game in VARIANTS if name == book.id]))
    limit = draw(st.sampled_from((game.limit,) * 3 + book.limits.value))
    played = replace(game, limit=limit)
    return Rules(book, played, draw(settings(book, played)))


@st.composite
def setups(draw: st.DrawFn, playing: Rules) -> Setup:
    """A first hand for these rules: seats with gaps, short stacks, people away or owing blinds."""
    game = playing.game
    most = min(game.seats, most_players(game, burns=playing.burns))
    numbers = draw(st.lists(st.integers(1, 10), min_size=2, max_size=most, unique=True))
    forbids = playing.book.forced_bets.value
    lawful = [some for some in BLINDS[game.blinds] if not forbids(Setup(1, (), blinds=some))]
    blinds = draw(st.sampled_from(lawful))
    chip = draw(st.sampled_from((1, 5, 25)))
    bring_in = draw(st.sampled_from((0, 10))) if not blinds and chip < 25 else 0
    players = tuple(draw(players_in(seat, blinds, chip)) for seat in sorted(numbers))
    deck = list(cards.deck(game.deck_size, game.has_joker))
    Random(draw(st.integers(0, 2**32))).shuffle(deck)
    made = Setup(
        number=draw(st.integers(1, 999)),
        seats=_somebody_present(players),
        blinds=blinds,
        ante=draw(st.sampled_from((0, 25))) if blinds else 25,
        big_blind_ante=draw(st.sampled_from((0, 0, 50))) if blinds else 0,
        deck=tuple(deck) if draw(st.booleans()) else (),
        bonus=draw(st.sampled_from((0, 0, 500))),
        bring_in=bring_in,
        small_bet=draw(st.sampled_from((0, 50))) if bring_in else 0,
        chip=chip,
        over_blind=draw(st.sampled_from((0, 250, 400))) if _may_over_blind(playing, blinds) else 0,
    )
    return made if _can_start(made, playing) else replace(made, over_blind=0)


def _can_start(made: Setup, playing: Rules) -> bool:
    """Whether who would post an over-blind is there and has the chips."""
    try:
        begin(made, playing)
    except Refused:
        return False
    return True


# What is posted in games of one blind, of two, and of antes.
BLINDS: dict[int, tuple[tuple[int, ...], ...]] = {
    0: ((),),
    1: ((100,), (100,), (50, 100)),
    2: ((50, 100), (50, 100), (50, 100), (100, 100), (50, 100, 200)),
}


@st.composite
def players_in(draw: st.DrawFn, seat: int, blinds: tuple[int, ...], chip: int) -> Participant:
    """A player with few chips or many, now and then away or with blinds to make up."""
    few, many = st.integers(1, 400 // chip), st.integers(400 // chip, 20_000 // chip)
    stack = chip * draw(st.one_of(few, many))
    status = draw(st.sampled_from(("present",) * 8 + ("absent", "penalty")))
    owes = blinds and draw(st.sampled_from((False,) * 9 + (True,)))
    return Participant(seat, stack, status, *((blinds[-1], blinds[0]) if owes else ()))


def _may_over_blind(playing: Rules, blinds: tuple[int, ...]) -> bool:
    return bool(blinds) and playing.book.over_blind.value and playing.settings.may_over_blind


def every_variant(book: str) -> Iterator[tuple[Random, Rules]]:
    """Each game, deck and way to win of a book once, with its own chance."""
    for number, (other, game) in enumerate(VARIANTS):
        if other == book:
            yield Random(f"{book} {number}"), Rules(rulebooks.get(book), game)


def some_setup(playing: Rules, rng: Random, *, is_electronic: bool) -> Setup:
    """A first hand with as many players as can be dealt in, or fewer."""
    game = playing.game
    players = rng.randint(2, min(game.seats, most_players(game, burns=playing.burns)))
    deck = list(cards.deck(game.deck_size, game.has_joker))
    rng.shuffle(deck)
    return Setup(
        number=1,
        seats=tuple(Participant(seat, rng.randint(100, 9000)) for seat in range(1, players + 1)),
        blinds=((100,), (50, 100))[game.blinds - 1] if game.blinds else (),
        ante=0 if game.blinds else 25,
        deck=tuple(deck) if is_electronic else (),
    )


def _somebody_present(players: tuple[Participant, ...]) -> tuple[Participant, ...]:
    return (replace(players[0], status="present"), *players[1:])


def mixing(rng: Random) -> Shuffle:
    """A shuffle that follows from this chance, another one each time."""
    return lambda cards: shuffling.mixed(cards, Chance(rng.randbytes(32)))


def any_command(hand: Hand, playing: Rules, rng: Random) -> Command:
    """Something the options offer, amounts and cards at random."""
    offered = options(hand, playing)
    return _BY_PHASE[offered.phase](offered, hand, playing, rng)


def any_report(hand: Hand, playing: Rules, rng: Random) -> Command:
    """Something goes wrong: with the cards, the turn, the chips or a player."""
    seat = rng.choice(hand.order)
    most = hand.bets[seat] + hand.stacks[seat]
    seen = hand.hole[seat][:1] if hand.deck else _free(hand, playing, rng, 1)
    amount = rng.randint(0, most)
    made = (
        commands.Report(
            what=rng.choice(REPORTS),
            seat=seat,
            cards=seen if rng.random() < 0.5 else (),
            count=rng.randint(1, 2),
            can_be_repaired=rng.random() < 0.5,
            detail=rng.choice(DETAILS),
            choice=rng.choice(("", "play on", "deal again", "void")),
        ),
        commands.ActOutOfTurn(seat, rng.choice(ACTIONS), amount - amount % hand.chip),
        commands.PutChips(
            max(hand.actor, 0),
            hand.chip * rng.randint(1, 3000 // hand.chip),
            rng.randint(0, 3),
            rng.choice(("", "raise")),
            rng.randint(1, 2),
            rng.choice(("", *CHIPS)),
        ),
        commands.KillHand(seat, "ruled dead"),
        commands.RestoreHand(seat, "false information"),
        commands.ExposeCards(seat, seen),
        commands.SplitByAgreement(0, tuple(hand.in_hand())),
        commands.TimeExpired(seat),
        commands.Arrive(seat),
    )
    return rng.choice(made)


def any_wish(hand: Hand, playing: Rules, rng: Random) -> Command:
    """What is offered, or now and then something that goes wrong and is ruled on."""
    reported = any_report(hand, playing, rng)
    if rng.random() < 0.3 and is_accepted(hand, reported, playing):
        return reported
    return any_command(hand, playing, rng)


def is_accepted(hand: Hand, command: Command, playing: Rules) -> bool:
    """Whether this may be done now; a refusal changes nothing."""
    before = hand.copy()
    try:
        decide(hand, command, playing, mixing(Random(0)))
    except Refused:
        assert hand == before
        return False
    return True


def offered_bets(offered: Options, rng: Random, chip: int = 1) -> list[Command]:
    """Every wager the options allow, one amount for a raise."""
    seat, raising = offered.seat or 0, offered.raising
    made: list[Command] = []
    for choice, kind in (
        (offered.check, commands.Check),
        (offered.stand, commands.Stand),
        (offered.call, commands.Call),
        (offered.call_and_fold, commands.CallAndFold),
        (offered.fold, commands.Fold),
        (offered.all_in, commands.AllIn),
    ):
        made += [kind(seat)] if choice.is_allowed else []
    if raising.is_allowed:
        near = max(3 * raising.least // chip * chip, raising.least)
        amounts = {raising.least, near, *(amount for _, amount in raising.presets)}
        amount = rng.choice(sorted(each for each in amounts if each <= raising.most))
        made.append(commands.RaiseTo(seat, amount))
    return made


def _bet(offered: Options, hand: Hand, playing: Rules, rng: Random) -> Command:
    made = offered_bets(offered, rng, hand.chip)
    calm = [command for command in made if not isinstance(command, commands.AllIn)]
    return rng.choice(calm if calm and rng.random() < 0.9 else made)


def _free(hand: Hand, playing: Rules, rng: Random, count: int) -> tuple[int, ...]:
    """Cards that may come now, as far as anybody knows."""
    lying = known.elsewhere(hand, playing)
    left = sorted(playing.cards - lying)
    return tuple(rng.sample(left, count)) if len(left) >= count else ()


def _deal(offered: Options, hand: Hand, playing: Rules, rng: Random) -> Command:
    """Unseen, or entered as they come."""
    due = offered.deal
    assert due is not None
    is_entered = rng.random() < 0.6
    if due.kind == "board" or due.cards == 0:
        new = _free(hand, playing, rng, due.cards) if is_entered else ()
        if new and hand.next_card >= 0:
            new = (hand.next_card, *new[1:])
        return commands.DealBoard(new)
    seats = hand.in_hand()
    dealt = _free(hand, playing, rng, len(seats)) if is_entered else ()
    return commands.DealStreet(tuple(zip(seats, dealt, strict=False)))


def _draw(offered: Options, hand: Hand, playing: Rules, rng: Random) -> Command:
    held = hand.hole[offered.seat or 0]
    count = rng.randint(0, len(held))
    given_up = tuple(rng.sample(held, count)) if hand.deck else ()
    return commands.Draw(offered.seat or 0, count, given_up)


def _opener(offered: Options, hand: Hand, playing: Rules, rng: Random) -> Command:
    seats = hand.in_hand()
    entered = _free(hand, playing, rng, len(seats))
    if hand.street == 0 and entered and rng.random() < 0.5:
        return commands.DealStreet(tuple(zip(seats, entered, strict=True)))
    return commands.NameOpener(rng.choice([s for s in seats if hand.stacks[s]]))


def _show(offered: Options, hand: Hand, playing: Rules, rng: Random) -> Command:
    showing = offered.showing
    assert showing is not None
    if not showing.must_show and rng.random() < 0.5:
        return commands.Muck(showing.seat)
    wish = commands.ShowCards(showing.seat, _whole(hand, playing, rng, showing.seat))
    return wish if is_accepted(hand, wish, playing) else commands.ShowCards(showing.seat)


def _whole(hand: Hand, playing: Rules, rng: Random, seat: int) -> tuple[int, ...]:
    """A hand that contains what everybody has seen of it; or nothing, tabled but not entered."""
    own = tuple(sorted(known.of_seat(hand, seat)))
    rest = _free(hand, playing, rng, max(len(hand.hole[seat]) - len(own), 0))
    whole = (*own, *rest)
    return whole if len(whole) == len(hand.hole[seat]) and rng.random() < 0.7 else ()


def _award(offered: Options, hand: Hand, playing: Rules, rng: Random) -> Command:
    """As the cards say, by agreement, or as the dealer declares where they do not say."""
    pot = offered.pots[0]
    if playing.book.agreement.value and rng.random() < 0.3:
        return commands.SplitByAgreement(pot.pot, pot.seats)
    if all(proposal.is_known for proposal in offered.pots):
        return commands.AwardPots()
    several = tuple(rng.sample(pot.seats, rng.randint(1, len(pot.seats))))
    alone = [(seat,) for seat in rng.sample(pot.seats, len(pot.seats))]
    wishes = [commands.Award(pot.pot, pot.high or winners) for winners in (several, *alone)]
    return next(wish for wish in wishes if is_accepted(hand, wish, playing))


_BY_PHASE = {
    "bet": _bet,
    "deal": _deal,
    "draw": _draw,
    "opener": _opener,
    "show": _show,
    "award": _award,
}


def next_setup(setup: Setup, hand: Hand, previous: Previous, number: int) -> Setup:
    """The hand after this one, with those who have chips left, dealt by a human."""
    left = tuple(
        replace(player, stack=hand.stacks[player.seat], owes_live=0, owes_dead=0)
        for player in setup.seats
        if hand.stacks[player.seat]
    )
    following = replace(setup, number=number, seats=left, previous=previous)
    return replace(following, deck=(), bonus=0, over_blind=0)
