"""What happened? The sheet behind the button: a list, a question, a choice, or the procedure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from urllib.parse import urlencode

from engine import rulebooks
from engine.conduct.table_order import DISPUTE
from engine.hand import events
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.office import staffing
from engine.referee import referee, reports, story
from engine.referee.reports import Question
from engine.refusal import NeedsRuling, Refused
from engine.rules import irregularities
from tables.models import Table
from tables.play.queries import hands, tablet_hand
from tables.play.queries.cited import Cited
from tables.play.queries.pictures import Reading

ANSWERS = ("detail", "count", "repaired", "seat", "cards", "action", "said", "amount")
FIELDS = (*ANSWERS, "agreed", "reason", "choice")
REASONS = ("Ruling wanted", DISPUTE, "Conduct", "Chip count", "Cards or deck", "Dealer")
_NOTED = (
    events.IrregularityRuled,
    events.ActionCorrected,
    events.WagerHeld,
    events.HandKilled,
    events.HandVoided,
    events.HandRestored,
    events.CardsExposed,
)


@dataclass(frozen=True, slots=True)
class Link:
    """An answer that leads on; its own card where it is one."""

    words: str
    url: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Reports of one kind."""

    name: str
    matters: list[Link]


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A player whom the answer may be about."""

    seat: int
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class InFront:
    """What the keypad says of the player's bet and of the bet to match."""

    in_front: int
    to_match: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders(Cited):
    """A ruling as the dealer reads it: the remedy, the steps, the clause, what is recorded."""

    version: int = 0
    remedy: str
    orders: list[str]
    effects: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Cited):
    """What one step of the sheet asks or says."""

    step: str
    why: str = ""
    reasons: tuple[str, ...] = ()
    likely: list[Link] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    words: str = ""
    answers: list[Link] = field(default_factory=list)
    seats: list[SeatLink] = field(default_factory=list)
    amount: InFront | None = None
    cards: int = 0
    used_cards: list[str] = field(default_factory=list)
    deck: tablet_hand.CardKeys | None = None
    next: str = ""
    who: str = ""
    choices: list[Link] = field(default_factory=list)
    fields: str = ""
    ruling: Orders | None = None
    directors_clause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One step, with the way that led to it."""

    version: int
    what: str
    back: str
    trail: list[str]
    now: Step


def picture(reading: Reading, what: str, answers: Mapping[str, str], *, may_rule: bool) -> Sheet:
    """One step of the sheet; what is the floor's to do is only shown to who may not rule."""
    trail = list(_trail(reading, answers))
    found = _step(reading, what, answers)
    if found.directors_clause and not may_rule:
        told = ", ".join((_capital(what), *trail))  # what the floor is called for
        found = Step(step="floor", why=told, clause=found.directors_clause)
    return Sheet(
        version=reading.table.version,
        what=_capital(what),
        back=_back(reading, what, answers),
        trail=trail,
        now=found,
    )


def _step(reading: Reading, what: str, answers: Mapping[str, str]) -> Step:
    hand = reading.hand
    if hand is None:
        return _list(reading)
    try:
        reading.check_plays()
    except Refused as rests:
        return Step(step="refused", why=rests.why, clause=rests.clause)
    if not what:
        return _list(reading)
    if what == WRONG_POT:
        return _wrong_pot(reading)
    asked = reports.question(hand, reading.rules, what, answers)
    if asked is not None:
        return _question(reading, hand, what, answers, asked)
    return _ruling(reading, hand, what, answers)


def _url(reading: Reading, **query: str) -> str:
    return f"{reading.sheet_url}?{urlencode(query)}" if query else reading.sheet_url


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# -- the list --------------------------------------------------------------------------------------


def _list(reading: Reading) -> Step:
    found = reports.offered(reading.hand, reading.rules) if reading.hand else []
    if _last_paid(reading):
        found.append(reports.Matter(WRONG_POT, reports.CHIPS))
    found.sort(key=lambda matter: _ORDER.index(matter.group))
    links = {one.name: Link(_capital(one.name), _url(reading, what=one.name)) for one in found}
    groups = [
        Group(name, [links[one.name] for one in those])
        for name, those in groupby(found, key=lambda matter: matter.group)
    ]
    likely = [links[name] for name in _LIKELY if name in links][:_FEW]
    return Step(step="list", likely=likely, groups=groups, reasons=REASONS)


def _last_paid(reading: Reading) -> hands.Step | None:
    """The last step, where it paid a pot."""
    step = hands.last_step(reading.rows)
    if step is None:
        return None
    did = [event for version, event in reading.rows if version == step.version]
    return step if any(isinstance(event, events.PotAwarded) for event in did) else None


WRONG_POT = "pot went to the wrong player"
_FEW = 5
# What happens most, in this order: the first of them that can have happened now are named first.
_LIKELY = (
    WRONG_POT,
    reports.OUT_OF_TURN,
    reports.STRING_BET,
    irregularities.EXPOSED_HOLE_CARD,
    reports.OVER_CHIP,
    irregularities.NEXT_CARD_BEFORE_BETTING,
    irregularities.PREMATURE_FLOP,
    reports.WRONG_AMOUNT,
    irregularities.SHOWN_BY_PLAYER,
    irregularities.HAND_IN_MUCK,
    irregularities.UNPROTECTED,
    reports.SHOW_TO_ALL,
    reports.DEAD_HAND,
    reports.VOID_HAND,
)
_ORDER = (
    reports.CHIPS,
    reports.DEAL,
    reports.BOARD,
    reports.CARDS,
    reports.DECK,
    reports.HANDS,
)


def _wrong_pot(reading: Reading) -> Step:
    """The payment is undone, and the pot paid again."""
    if (paid := _last_paid(reading)) is None:
        why = "Something has happened since this pot was paid. The floor can go further back."
        return Step(step="refused", why=why)
    did = [event for version, event in reading.rows if version == paid.version]
    told = (story.sentence(event, reading.names, reading.rules) for event in did)
    clause = _corrected_by_the_floor(reading)
    return Step(step="undo", why=" ".join(filter(None, told)), directors_clause=clause)


def _corrected_by_the_floor(reading: Reading) -> str:
    """By which clause a paid pot is the supervisor's to correct; empty where it is the dealer's."""
    if reading.hand is None or reading.hand.ended != "played":
        return ""
    try:
        staffing.check_correction(reading.table.tournament.rulebook, may_correct=False)
    except Refused as refused:
        return refused.clause
    return ""


# -- a question ------------------------------------------------------------------------------------


def _question(
    reading: Reading, hand: Hand, what: str, answers: Mapping[str, str], asked: Question
) -> Step:
    def link(value: str) -> str:
        return _url(reading, what=what, **answers, **{asked.field: value})

    return Step(
        step="question",
        words=asked.words,
        answers=[_answer(asked, value, words, link(value)) for value, words in asked.answers],
        seats=[SeatLink(seat, reading.names[seat], link(str(seat))) for seat in asked.seats],
        amount=_amount(hand) if asked.is_amount else None,
        cards=asked.cards,
        used_cards=tablet_hand.out(reading, _seat_of(answers)),
        deck=tablet_hand.deck(reading.rules),
        next=f"{_url(reading, what=what, **answers)}&{asked.field}=",
    )


def _seat_of(answers: Mapping[str, str]) -> int:
    """Whose cards are spoken of: they may be named though they lie open."""
    seat = answers.get("seat", "")
    return int(seat) if seat.isascii() and seat.isdigit() else 0


def _answer(asked: Question, value: str, words: str, url: str) -> Link:
    is_card = asked.field == "cards"
    return Link(words, url, card=value if is_card else "")


def _amount(hand: Hand) -> InFront:
    """The keypad: what the player has in front and behind, at most."""
    seat = hand.actor
    return InFront(hand.bets[seat], hand.bet_to_match)


def _trail(reading: Reading, answers: Mapping[str, str]) -> Iterator[str]:
    """What has been said so far, in words."""
    for asked, value in answers.items():
        yield _said(reading, asked, value)


def _said(reading: Reading, field: str, value: str) -> str:
    if field == "seat" and value.isdigit():
        return f"Seat {value}, {reading.names.get(int(value), 'nobody')}"
    if field == "cards" and value:
        return f"{value[0].replace('T', '10')}{story.SUITS.get(value[1:2], '')}"
    if field == "count":
        return "One" if value == "1" else "Two or more"
    if field == "repaired":
        return "It can be put right" if value == "yes" else "It cannot be put right"
    if field == "agreed":
        return "All agree" if value == "yes" else "Not all agree"
    return _capital(value) or _NOTHING.get(field, "")


_NOTHING = {
    "detail": "None of these",
    "said": "Nothing was said",
}


def _back(reading: Reading, what: str, answers: Mapping[str, str]) -> str:
    """One step back: without the last answer, then the list."""
    if not what:
        return ""
    kept = dict(list(answers.items())[:-1])
    return _url(reading, what=what, **kept) if answers else _url(reading)


# -- what the book prescribes ----------------------------------------------------------------------


def _ruling(reading: Reading, hand: Hand, what: str, answers: Mapping[str, str]) -> Step:
    try:
        command = reports.command(hand, reading.rules, what, answers)
        happened = _before_chance(referee.decide(hand, command, reading.rules, _as_they_lie))
        directors = reports.directors_clause(hand, reading.rules, command)
    except NeedsRuling as open_:
        return _choices(reading, what, answers, open_)
    except Refused as no:
        return Step(step="refused", why=_capital(no.why), clause=no.clause)
    ruled = procedure(reading, happened)
    return Step(
        step="ruling",
        fields=urlencode({"what": what, **answers}),
        directors_clause=directors,
        ruling=ruled,
        clause=ruled.clause,
    )


def _as_they_lie(cards: tuple[int, ...]) -> tuple[int, ...]:
    """In place of a shuffle: nothing of its order is shown."""
    return cards


def _before_chance(happened: list[Event]) -> list[Event]:
    """What is certain before it is done: which cards come from a new shuffle, nobody knows yet."""
    shuffled = [at for at, event in enumerate(happened) if isinstance(event, events.DeckShuffled)]
    return happened[: shuffled[0] + 1] if shuffled else happened


def _choices(reading: Reading, what: str, answers: Mapping[str, str], open_: NeedsRuling) -> Step:
    links = [
        Link(_capital(choice), _url(reading, what=what, **answers, choice=choice))
        for choice in open_.choices
    ]
    who = "The player chooses" if open_.is_players else "The floor decides"
    why = _capital(open_.why)
    return Step(step="choice", who=who, why=why, choices=links, clause=open_.clause)


def procedure(reading: Reading, happened: list[Event], version: int = 0) -> Orders:
    """A ruling as the dealer reads it."""
    first = happened[0]
    told = [story.sentence(event, reading.names, reading.rules) for event in happened]
    ruled = first if isinstance(first, events.IrregularityRuled) else None
    return Orders(
        version=version,
        remedy=_capital(ruled.remedy) if ruled else told[0],
        orders=[_capital(order) for order in ruled.orders] if ruled else [],
        effects=told[1:],
        clause=getattr(first, "clause", ""),
    )


# -- on the tablet until the next step -------------------------------------------------------------


def orders(reading: Reading) -> Orders | None:
    """What the dealer was told to do, while it is the last thing that happened."""
    step = hands.last_step(reading.rows)
    if step is None:
        return None
    happened = [event for version, event in reading.rows if version == step.version]
    noted = happened if isinstance(step.first, _NOTED) else _noted_later(happened)
    return procedure(reading, noted, step.version) if noted else None


def _noted_later(happened: list[Event]) -> list[Event]:
    """What fell due with this step: an order of an earlier ruling, or a wager out of turn."""
    ruled = [at for at, one in enumerate(happened) if isinstance(one, events.IrregularityRuled)]
    return happened[ruled[0] :] if ruled else _released(happened)


def _released(happened: list[Event]) -> list[Event]:
    """What became of a wager out of turn whose turn came with this step; else nothing."""
    turns = [one for one in happened if isinstance(one, events.WagerReleased)]
    corrected = [one for one in happened if isinstance(one, events.ActionCorrected)]
    return [*corrected, *turns] if turns else []


def declared_by(table_id: int, what: str) -> str:
    """The clause of this table's book by which not everybody may report this (charity:19.4)."""
    found = Table.objects.filter(pk=table_id).values_list("tournament__rulebook", flat=True)
    return reports.declared_by(rulebooks.get(found.get()), what)
