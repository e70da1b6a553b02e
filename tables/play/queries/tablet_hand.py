"""The hand on the dealer's tablet: whose turn it is, what may be done, which cards, who wins."""

from dataclasses import dataclass, fields
from typing import Any

from engine.cards import cards
from engine.conduct import table_order
from engine.games import BOARD, UP
from engine.hand.state import LIVE, Hand
from engine.referee import draw_round, showdown
from engine.referee import options as engine_options
from engine.referee.options import Choice, Deal, Options, Raising
from engine.rules import opening
from engine.rules.book import Rules
from tables.play.queries import cited, pictures
from tables.play.queries.cited import Cited
from tables.play.queries.pictures import Reading
from tournament.clock.queries import clock as clock_queries

PHASES = {
    engine_options.BET: "betting",
    engine_options.DEAL: "board",
    engine_options.DRAW: "draw",
    engine_options.OPENER: "opener",
    engine_options.SHOW: "show",
    engine_options.AWARD: "award",
    engine_options.OVER: "ended",
}
PRESETS = {"least": "Min", "half pot": "½ pot", "pot": "Pot", "all-in": "All-in", "most": "Max"}
chips = clock_queries.chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Whose turn it is, and what the player faces."""

    seat: int
    name: str
    to_call: int
    stack: int
    pot: int
    after: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Cited):
    """One button of the betting panel; what is not allowed says why."""

    kind: str
    label: str
    amount: int | None
    allowed: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """An amount one tap away."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager(Cited):
    """The range a bet or raise may have, with shortcuts."""

    allowed: bool
    word: str
    least: int
    most: int
    step: int
    presets: list[Shortcut]
    why: str
    least_clause: str
    most_clause: str

    @property
    def least_text(self) -> str:
        """What the book says of how little may be wagered."""
        return cited.text(self.least_clause)

    @property
    def most_text(self) -> str:
        """What the book says of how much."""
        return cited.text(self.most_clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """The cards of the board that are dealt next."""

    street_words: str
    cards_needed: int
    burn: int
    can_skip: bool
    used_cards: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One of them."""

    command: str
    label: str
    words: str
    seat: int = 0
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with a few answers, each one tap."""

    eyebrow: str
    title: str
    question: str
    answers: list[Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Somebody who may win a pot."""

    seat: int
    name: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PotToAward:
    """A pot, who may win it, and what the cards propose."""

    index: int
    label: str
    amount: int
    eligible: list[Contender]
    proposed: list[int]
    proposed_low: list[int]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing(Cited):
    """Whose hand is shown or mucked; of all-in hands that are turned up, how many are left."""

    seat: int
    name: str
    cards_needed: int
    may_muck: bool
    turned_up: int = 0
    used_cards: list[str]
    award: list[PotToAward]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeStep:
    """What the dealer confirms before the main step."""

    name: str
    words: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarding:
    """The pots to award, and what comes before."""

    pots: list[PotToAward]
    is_split: bool
    before: BeforeStep | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardKeys:
    """The keys of the card picker."""

    ranks: str
    joker: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandParts:
    """What the panel beside the table is drawn from."""

    turn: Turn | None
    actions: list[Action]
    wager: Wager | None
    board: Street | None
    choice: Question | None
    show: Showing | None
    award: Awarding | None
    deck: CardKeys


def parts(reading: Reading, offered: Options | None) -> HandParts:
    """What the panel beside the table is drawn from."""
    return HandParts(
        turn=_turn(reading, offered),
        actions=_actions(offered) if offered else [],
        wager=_wager(offered.raising, reading) if offered and offered.seat else None,
        board=_board(reading, offered),
        choice=_choice(reading, offered),
        show=_show(reading, offered),
        award=_award(reading, offered),
        deck=deck(reading.rules),
    )


def phase(offered: Options) -> str:
    """Which panel a hand in play needs."""
    if offered.deal is not None and offered.deal.face_up:
        return "show"
    if offered.deal is not None and offered.deal.kind != BOARD:
        return "street"
    return PHASES[offered.phase]


def deck(rules: Rules) -> CardKeys:
    """The keys of the card picker: the ranks of this game's deck, and the joker if it plays."""
    lowest = cards.lowest_rank(rules.game.deck_size)
    return CardKeys(ranks=cards.RANKS[lowest:][::-1], joker=rules.game.has_joker)


def _turn(reading: Reading, offered: Options | None) -> Turn | None:
    hand = reading.hand
    if hand is None or offered is None or offered.phase != engine_options.BET or not offered.seat:
        return None
    seat = offered.seat
    return Turn(
        seat=seat,
        name=reading.names[seat],
        to_call=max(0, hand.bet_to_match - hand.bets[seat]),
        stack=hand.stacks[seat],
        pot=hand.pot,
        after=after(hand, seat),
    )


def after(hand: Hand, seat: int) -> list[int]:
    """Who must still act behind this seat, for a tablet that is offline for a while."""
    seats, following = [], hand.next_seat[seat]
    while following != seat:
        if hand.status[following] == LIVE and hand.acted[following] < hand.bet_to_match:
            seats.append(following)
        following = hand.next_seat[following]
    return seats


def _actions(offered: Options) -> list[Action]:
    """Always the same buttons in the same places."""
    if offered.phase != engine_options.BET:
        return []
    passing = _passing(offered)
    all_in = f"All-in {chips(offered.all_in.amount)}" if offered.all_in.is_allowed else "All-in"
    return [
        _giving_up(offered),
        passing,
        _action("all_in", all_in, offered.all_in),
    ]


def _giving_up(offered: Options) -> Action:
    """The left button: fold, after the opener's compulsory call where the book wants that."""
    owed = offered.call_and_fold
    if owed.is_allowed and not offered.fold.is_allowed:
        return _action("call_and_fold", f"Call {chips(owed.amount)} and fold", owed)
    return _action("fold", "Fold", offered.fold)


def _passing(offered: Options) -> Action:
    """The middle button: stand, check or call, whichever the book offers."""
    if offered.stand.is_allowed:
        return _action("stand", "Stand", offered.stand)
    if offered.check.is_allowed:
        return _action("check", "Check", offered.check)
    if not (offered.call.is_allowed or offered.call.amount):
        return _action("check", "Check", offered.check)
    return _action("call", f"Call {chips(offered.call.amount)}", offered.call)


def _action(kind: str, label: str, choice: Choice) -> Action:
    return Action(
        kind=kind,
        label=label,
        amount=choice.amount or None,
        allowed=choice.is_allowed,
        why=choice.why,
        clause=choice.clause,
    )


def _wager(raising: Raising, reading: Reading) -> Wager:
    hand, rules = reading.hand, reading.rules
    return Wager(
        allowed=raising.is_allowed,
        word="Bet" if raising.is_bet else "Raise to",
        least=raising.least,
        most=raising.most,
        step=hand.chip if hand else 1,
        presets=[Shortcut(label=PRESETS[name], amount=amount) for name, amount in raising.presets],
        why=raising.why,
        clause=raising.clause,
        least_clause=rules.clause("raise_size") if hand else "",
        most_clause=_most_clause(raising, hand, rules) if hand else "",
    )


def _most_clause(raising: Raising, hand: Hand, rules: Rules) -> str:
    """Where the book says how much may be wagered."""
    return hand.ceiling_clause if raising.most == hand.ceiling else rules.limit_clause()


def flat(shown: HandParts) -> dict[str, Any]:
    """The parts by their names, to be parts of a tablet's picture."""
    return {field.name: getattr(shown, field.name) for field in fields(shown)}


def out(reading: Reading, seat: int = 0) -> list[str]:
    """Cards that lie open elsewhere: no picker offers them, but to whom they belong."""
    hand = reading.hand
    if hand is None:
        return []
    tabled = (cards for cards in hand.shown.values())
    open_ = (cards for owner, cards in hand.exposed.items() if owner != seat)
    up = (hand.up[owner] for owner in hand.order if owner not in (seat, *hand.shown))
    gone = (hand.burns_seen, hand.set_aside[:1])
    lying = (hand.board, *gone, *tabled, *open_, *up)
    seen = dict.fromkeys(card for cards in lying for card in cards)
    return [text for text in pictures.texts(tuple(seen)) if text != pictures.BACK]


def _board(reading: Reading, offered: Options | None) -> Street | None:
    if offered is None or offered.deal is None:
        return None
    return Street(
        street_words=offered.deal.street.capitalize(),
        cards_needed=offered.deal.cards,
        burn=offered.deal.burn,
        can_skip=True,
        used_cards=out(reading),
    )


def _choice(reading: Reading, offered: Options | None) -> Question | None:
    """A question with a few answers, each one tap: streets of stud, who opens, how many to draw."""
    hand = reading.hand
    if offered is None or hand is None:
        return None
    if offered.phase == engine_options.DRAW and offered.seat:
        return _how_many(reading, hand, offered.seat)
    if offered.phase == engine_options.OPENER:
        return _who_opens(reading, hand)
    if offered.deal is not None and offered.deal.kind != BOARD:
        return _street(offered.deal)
    return None


def _how_many(reading: Reading, hand: Hand, seat: int) -> Question:
    name, most = reading.names[seat], len(hand.hole[seat])
    labels = {0: "None", draw_round.AT_ONCE + 1: draw_round.all_five(hand, seat)}
    waiting = draw_round.then_fifth(hand, seat)
    return Question(
        eyebrow=f"Seat {seat} draws",
        title=name,
        question=f"How many cards are changed?{waiting}",
        answers=[
            Answer(
                command="draw",
                seat=seat,
                count=count,
                label=labels.get(count, str(count)),
                words=f"{name} draws {count}",
            )
            for count in range(most + 1)
        ],
    )


def _who_opens(reading: Reading, hand: Hand) -> Question:
    brings_in = hand.bring_in and hand.street <= 0
    does = f"brings it in for {chips(hand.bring_in)}" if brings_in else "opens the betting"
    shows = opening.in_words(reading.rules, is_first=hand.street <= 0)
    return Question(
        eyebrow="Who opens?",
        title="See the up cards",
        question=f"Tap the seat with {shows}: it {does}.",
        answers=[
            Answer(
                command="opener",
                seat=seat,
                label=f"{seat} {reading.names[seat]}",
                words=f"{reading.names[seat]} opens",
            )
            for seat in sorted(hand.in_hand())
            if hand.stacks[seat]  # who is all-in opens nothing
        ],
    )


def _street(deal: Deal) -> Question:
    way = "face up" if deal.kind == UP else "face down"
    return Question(
        eyebrow="Deal",
        title=deal.street.capitalize(),
        question=f"One card {way} to each player.",
        answers=[
            Answer(
                command="street",
                label="Dealt",
                words=f"{deal.street} dealt",
            )
        ],
    )


def _show(reading: Reading, offered: Options | None) -> Showing | None:
    if offered is None or reading.hand is None:
        return None
    if offered.deal is not None and offered.deal.face_up:
        return _turning_up(reading, reading.hand, offered.deal.face_up)
    if offered.showing is None:
        return None
    seat = offered.showing.seat
    return Showing(
        seat=seat,
        name=reading.names[seat],
        cards_needed=len(reading.hand.hole[seat]),
        may_muck=not offered.showing.must_show,
        clause=offered.showing.clause,
        used_cards=out(reading, seat),
        award=_award_pots(reading, offered),
    )


def _turning_up(reading: Reading, hand: Hand, seats: tuple[int, ...]) -> Showing:
    """No more betting is possible: the hands lie face up before the rest of the board."""
    return Showing(
        seat=seats[0],
        name=reading.names[seats[0]],
        cards_needed=len(hand.hole[seats[0]]),
        may_muck=False,
        turned_up=len(seats),
        clause=reading.rules.clause("face_up"),
        used_cards=out(reading, seats[0]),
        award=[],
    )


def _award(reading: Reading, offered: Options | None) -> Awarding | None:
    if offered is None or offered.phase not in (engine_options.AWARD, engine_options.SHOW):
        return None
    is_split = reading.rules.game.low in showdown.SPLIT
    return Awarding(
        pots=_award_pots(reading, offered),
        is_split=is_split,
        before=_before_paying(reading, offered),
    )


def _before_paying(reading: Reading, offered: Options) -> BeforeStep | None:
    """The losing hands go first where the book says so, by name where the cards are known."""
    first = reading.rules.book.conduct.muck_first
    if not first.value:
        return None
    winners = {seat for pot in offered.pots for seat in (*pot.high, *pot.low)}
    contenders = {seat for pot in offered.pots for seat in pot.seats}
    losers = sorted(contenders - winners) if winners else []
    named = f": {', '.join(f'{seat} {reading.names[seat]}' for seat in losers)}" if losers else ""
    return BeforeStep(
        name=table_order.MUCKED,
        words=f"Losing hands mucked{named}",
        clause=first.clause,
    )


def _award_pots(reading: Reading, offered: Options) -> list[PotToAward]:
    labels = pictures.pot_rows(reading.hand) if reading.hand else []
    return [
        PotToAward(
            index=pot.pot,
            label=labels[pot.pot].label if pot.pot < len(labels) else "Pot",
            amount=pot.amount,
            eligible=[
                Contender(
                    seat=seat,
                    name=reading.names[seat],
                    words=reading.words(seat),
                )
                for seat in pot.seats
            ],
            proposed=list(pot.high),
            proposed_low=list(pot.low),
            words=reading.words(pot.high[0]) if pot.high else "",
        )
        for pot in offered.pots
    ]
