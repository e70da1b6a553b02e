"""Practice for dealers: bots play and sometimes go wrong, the dealer enters what they see, the book
judges.

A scene follows from the seed, the hand and how far it has come, so that a reload shows the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.amounts import figure
from engine.cards.cards import UNKNOWN
from engine.chance import Chance
from engine.games import BOARD
from engine.hand import commands, events, shuffling
from engine.hand.commands import Command
from engine.hand.events import Event
from engine.hand.setup import Participant, Setup
from engine.hand.state import NOBODY, Hand
from engine.practice import bots, troubles
from engine.referee import options as engine_options
from engine.referee import referee, showdown, start, story
from engine.referee.options import Options
from engine.refusal import NeedsRuling, Refused
from engine.rules.book import Rules

ACTION, CARDS, AWARD, TROUBLE = "actions", "cards", "pots", "irregularities"
KINDS = (ACTION, CARDS, AWARD, TROUBLE)
PLAYERS = 6
CHIP = 25
_STACKS = (600, 1000, 1500, 2500, 4000, 6000)
_LATEST_TROUBLE = 6
_CARDS_EACH = {"holdem": 2, "omaha": 4, "manila": 3, "draw": 5, "stud": 7}
_FIRST_UP, _LAST_UP = 2, 6
_MOST_DRAWN = 3

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a practice stands: its seed, the hand with its story, and whether trouble has come."""

    rules: Rules
    seed: str
    hand: Hand
    told: Sequence[Event]
    step: int
    had_trouble: bool = False

    def chance(self, what: str) -> Random:
        return Random(f"{self.seed}/{self.hand.number}/{self.step}/{what}")


@dataclass(frozen=True, slots=True)
class Scene:
    """What the dealer sees and hears, and the entry that answers it."""

    kind: str
    words: str
    command: Command
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an entry was right; what was entered, what is right, and where it stands."""

    is_right: bool
    entered: str = ""
    right: str = ""
    clause: str = ""


def stacks_of(seed: str, number: int) -> list[int]:
    """What the players of a hand sit down with, seat by seat."""
    return Random(f"{seed}/{number}/stacks").sample(_STACKS, PLAYERS)


def begin(rules: Rules, seed: str, number: int, before: Hand | None) -> tuple[Hand, list[Event]]:
    """The next hand, with stacks that make side pots likely."""
    stacks = stacks_of(seed, number)
    previous = replace(start.facts(before), busts=()) if before is not None else None
    blinds = {0: (), 1: (50,)}.get(rules.game.blinds, (50, 100))
    wanted = Setup(
        number=number,
        seats=tuple(Participant(seat, stack) for seat, stack in enumerate(stacks, start=1)),
        blinds=blinds,
        ante=0 if blinds else CHIP,
        chip=CHIP,
        previous=previous,
    )
    return start.begin(wanted, rules)


# -- the cards nobody has entered ------------------------------------------------------------------


def _deck(moment: Moment) -> tuple[int, ...]:
    chance = Chance(f"{moment.seed}/{moment.hand.number}/deck".encode())
    return shuffling.fresh_deck(moment.rules.game, chance)


def cards_of(moment: Moment, seat: int) -> tuple[int, ...]:
    """What a player really holds by now."""
    hand, each = moment.hand, _CARDS_EACH[moment.rules.game.family]
    at = hand.order.index(seat) * each
    held = _deck(moment)[at : at + each][: len(hand.hole[seat])]
    for drawer, count, fresh in _draws(moment):
        if drawer == seat:
            held = (*held[: len(held) - count], *fresh)
    return held


def _draws(moment: Moment) -> Iterable[tuple[int, int, tuple[int, ...]]]:
    rest = _rest(moment)
    for event in moment.told:
        if isinstance(event, events.CardsDrawn):
            yield event.seat, event.count, rest[: event.count]
            rest = rest[event.count :]


def _rest(moment: Moment) -> tuple[int, ...]:
    each = _CARDS_EACH[moment.rules.game.family]
    return _deck(moment)[len(moment.hand.order) * each :]


def up_cards(moment: Moment, seat: int) -> tuple[int, ...]:
    """What lies face up before a player of stud."""
    if moment.rules.game.family != "stud":
        return ()
    return cards_of(moment, seat)[_FIRST_UP:_LAST_UP]


def _next_board(moment: Moment, count: int) -> tuple[int, ...]:
    hand = moment.hand
    fixed = () if hand.next_card == NOBODY else (hand.next_card,)
    others = (card for card in _rest(moment) if card not in (*hand.board, *fixed))
    return (*fixed, *others)[:count]


def as_it_lies(moment: Moment) -> Hand:
    """The hand with every card known: for the bots, and for whoever judges."""
    known = moment.hand.copy()
    for seat in known.order:
        known.hole[seat] = cards_of(moment, seat)
        known.up[seat] = up_cards(moment, seat)
    laid = _rest(moment)
    known.board = tuple(
        card if card != UNKNOWN else laid[at] for at, card in enumerate(known.board)
    )
    return known


def is_tabled(moment: Moment, offered: Options) -> bool:
    """Whether everybody still in lies face up: at the showdown, or all-in where the book says."""
    is_showdown = offered.phase in (engine_options.SHOW, engine_options.AWARD)
    return is_showdown or moment.rules.hands_are_up(moment.hand)


# -- what happens next -----------------------------------------------------------------------------


def scene(moment: Moment, names: Names) -> Scene:
    """What the dealer is to enter now."""
    hand, rules = moment.hand, moment.rules
    offered = engine_options.options(hand, rules)
    if _has_trouble_now(moment, offered):
        found = troubles.make(hand, rules, moment.chance("trouble"), names, _rest(moment)[-2:])
        if found is not None:
            return Scene(TROUBLE, found.words, found.command, found.facts)
    return _SCENES[offered.phase](moment, offered, names)


def _has_trouble_now(moment: Moment, offered: Options) -> bool:
    due = Random(f"{moment.seed}/{moment.hand.number}/when").randrange(_LATEST_TROUBLE)
    wants = (engine_options.BET, engine_options.DEAL)
    return not moment.had_trouble and moment.step > due and offered.phase in wants


def _acting(moment: Moment, offered: Options, names: Names) -> Scene:
    wish = bots.choose(as_it_lies(moment), offered, moment.chance("action"))
    return Scene(ACTION, _spoken(moment.hand, wish, names), wish)


def _spoken(hand: Hand, wish: Command, names: Names) -> str:
    """An action as it is seen and heard at a table, not as the tablet calls it."""
    name = names[hand.actor]
    match wish:
        case commands.Fold():
            return f"{name} throws the cards away."
        case commands.Check():
            return f"{name} taps the table."
        case commands.Stand():
            return f"{name}: “I stay.” No chips."
        case commands.Call():
            return f"{name} matches the bet."
        case commands.RaiseTo(amount=amount):
            word = "Raise" if hand.bet_to_match else "Bet"
            return f"{name}: “{word}.” {figure(amount)} in front now."
        case _:
            return f"{name}: “All-in.”"


def _dealing(moment: Moment, offered: Options, names: Names) -> Scene:
    due = offered.deal
    if due is not None and due.face_up:
        seat = due.face_up[0]
        held = cards_of(moment, seat)
        words = f"No more betting: {names[seat]} turns over {story.cards_words(held)}."
        return Scene(CARDS, words, commands.ShowCards(seat, held))
    if due is None or due.kind != BOARD:
        street = due.street if due else "street"
        return Scene(CARDS, f"You deal {street}: one card to each.", commands.DealStreet())
    laid = _next_board(moment, due.cards)
    burn = "You burn one and deal" if due.burn else "You deal"
    words = f"{burn} the {due.street}: {story.cards_words(laid)}."
    return Scene(CARDS, words, commands.DealBoard(laid))


def _opening(moment: Moment, offered: Options, names: Names) -> Scene:
    opener = moment.rules.book.later_opener.value(as_it_lies(moment), moment.rules)
    words = "The up cards lie on the table. Whose card opens the betting?"
    return Scene(CARDS, words, commands.NameOpener(opener))


def _drawing(moment: Moment, offered: Options, names: Names) -> Scene:
    seat = moment.hand.drawer
    count = moment.chance("draw").randint(0, _MOST_DRAWN)
    said = {0: "keeps all five cards", 1: "throws one card away"}
    words = f"{names[seat]} {said.get(count, f'throws {count} cards away')}."
    return Scene(CARDS, words, commands.Draw(seat, count))


def _showing(moment: Moment, offered: Options, names: Names) -> Scene:
    pot = offered.pots[0]
    high, low = showdown.winners(_tabled(moment), moment.rules, pot.seats)
    named = f" Side pot {pot.pot} is" if pot.pot else " The main pot is"
    still = f"{named if len(offered.pots) > 1 or pot.pot else ' The pot is'} {figure(pot.amount)}."
    words = f"The hands lie face up.{still} Who wins it?"
    return Scene(AWARD, words, commands.Award(pot.pot, high, low))


def _tabled(moment: Moment) -> Hand:
    known = as_it_lies(moment)
    known.shown = {seat: known.hole[seat] for seat in known.in_hand()}
    return known


_SCENES = {
    engine_options.BET: _acting,
    engine_options.DEAL: _dealing,
    engine_options.OPENER: _opening,
    engine_options.DRAW: _drawing,
    engine_options.SHOW: _showing,
    engine_options.AWARD: _showing,
}


# -- the judge -------------------------------------------------------------------------------------


def judge(moment: Moment, seen: Scene, entered: Command, names: Names) -> Verdict:
    """Whether the entry is what happened; if not, what it was and what the book says of it."""
    right = referee.decide(moment.hand, seen.command, moment.rules)
    told = answer_to(moment, seen, names)
    wanted, clause = told.right, told.clause
    try:
        happened = referee.decide(moment.hand, entered, moment.rules)
    except NeedsRuling as open_:
        return Verdict(False, open_.why, wanted, clause)
    except Refused as no:
        return Verdict(False, no.why, wanted, no.clause or clause)
    if _is_same(moment, seen, entered, happened, right):
        return Verdict(True, clause=clause)
    return Verdict(False, _sentences(happened, names, moment.rules), wanted, clause)


def answer_to(moment: Moment, seen: Scene, names: Names) -> Verdict:
    """What is right here, for a dealer who asks the floor."""
    right = referee.decide(moment.hand, seen.command, moment.rules)
    told = _told(moment, seen, right, names)
    return Verdict(False, right=told, clause=_clause(moment, seen, right))


def _is_same(
    moment: Moment, seen: Scene, entered: Command, happened: list[Event], right: list[Event]
) -> bool:
    """Cards and winners may be entered in any order, or cards left out; the rest must agree."""
    wanted = seen.command
    if isinstance(wanted, commands.Award):
        return _is_same_award(moment, entered)
    if isinstance(wanted, commands.DealBoard) and isinstance(entered, commands.DealBoard):
        return not entered.cards or set(entered.cards) == set(wanted.cards)
    if isinstance(wanted, commands.ShowCards) and isinstance(entered, commands.ShowCards):
        is_whole = not entered.cards or set(entered.cards) == set(wanted.cards)
        return entered.seat == wanted.seat and is_whole
    return happened == right


def _is_same_award(moment: Moment, entered: Command) -> bool:
    if isinstance(entered, commands.ShowCards):
        held = set(cards_of(moment, entered.seat))
        return not entered.cards or set(entered.cards) == held
    if isinstance(entered, commands.Muck):
        return entered.seat not in _all_winners(moment)  # what wins nothing may go unseen
    if isinstance(entered, commands.Award):
        high, low = set(entered.winners), set(entered.low_winners)
        wins, wins_low = _winners_of(moment, entered.pot)
        return (high, low) == (set(wins), set(wins_low))
    return isinstance(entered, commands.AwardPots)


def _winners_of(moment: Moment, pot: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who wins this pot, whichever is paid first."""
    tabled = _tabled(moment)
    proposals = showdown.propose(tabled, moment.rules)
    seats = next((proposal.seats for proposal in proposals if proposal.pot == pot), ())
    return showdown.winners(tabled, moment.rules, seats) if seats else ((), ())


def _all_winners(moment: Moment) -> set[int]:
    pots = showdown.propose(_tabled(moment), moment.rules)
    won = (_winners_of(moment, pot.pot) for pot in pots)
    return {seat for high, low in won for seat in (*high, *low)}


def _told(moment: Moment, seen: Scene, right: list[Event], names: Names) -> str:
    said = _sentences(right, names, moment.rules)
    if not isinstance(seen.command, commands.Award):
        return said
    hand = _tabled(moment)
    read = [
        f"{names[seat]}: {showdown.words(hand, moment.rules, seat)}"
        for seat in dict.fromkeys((*seen.command.winners, *seen.command.low_winners))
    ]
    return f"{said} {'; '.join(read)}."


def _sentences(happened: list[Event], names: Names, rules: Rules) -> str:
    return story.sentence(happened[0], names, rules) if happened else ""


_CLAUSES = {ACTION: "turn", CARDS: "streets", AWARD: "cards_speak"}


def _clause(moment: Moment, seen: Scene, right: list[Event]) -> str:
    cited = (str(getattr(event, "clause", "")) for event in right)
    return next(filter(None, cited), "") or moment.rules.clause(_CLAUSES.get(seen.kind, "ruling"))


def carried_out(moment: Moment, entered: Command) -> tuple[Hand, list[Event]]:
    """The hand after the entry, and what happened."""
    hand = moment.hand.copy()
    return hand, referee.act(hand, entered, moment.rules)


# -- the mark --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """A scene that is done: how often it was entered wrongly before, and whether help was asked."""

    kind: str
    wrong: int = 0
    helped: bool = False

    @property
    def points(self) -> int:
        """Two for the right entry at once, one with help or at the second try."""
        if not self.wrong and not self.helped:
            return 2
        return int(self.wrong <= 1)


def mark(done: Sequence[Answered]) -> int:
    """Of a hundred."""
    return round(50 * sum(one.points for one in done) / len(done)) if done else 0


def mark_words(percent: int) -> str:
    """What the floor would say to it."""
    if percent >= 95:
        return "Ready for any table."
    if percent >= 80:
        return "Good: look at what went wrong, then deal."
    return "Practise again before a real table." if percent >= 50 else "Read the book first."
