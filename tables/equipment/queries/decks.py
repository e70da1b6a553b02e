"""The cards of a table: what is owed before the next hand, and all that was done with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from engine.equipment import decks
from engine.equipment.decks import Facts
from engine.equipment.law import DEALER, DIRECTOR, SUPERVISOR, DeckRules, Step
from engine.hand.events import Misdealt
from engine.hand.numbers import as_shown
from engine.refusal import Refused
from tables.models import Deck, DeckEvent, Seating, Table
from tables.play.queries import hands
from tournament.models import JournalEntry, Tournament
from tournament.permissions import Actor, Permission, may

BOOK, SHOWN = "book", "shown"
MODES = {
    BOOK: "No hand is dealt before the book's steps are done",
    SHOWN: "The steps are not asked for",
}
COUNTS = ("check", "count", "collect", "counted")
CHANGES = ("taken", "changed", "cards_changed")
BREAKS = ("clock.break", "clock.break_started")
WORDS = {
    "taken": "took {deck} to the table",
    "check": "checked {deck}{how}{found}",
    "supervisor": "checked {deck} as supervisor",
    "wash": "washed the cards",
    "cut_card": "laid the cut card ready",
    "collect": "collected and counted the cards: {result}",
    "count": "counted {deck}: {result}",
    "shuffle": "shuffled{how}",
    "cut": "cut the cards{cutter}",
    "ordered": "ordered a count of the deck: {why}",
    "counted": "counted {deck} as ordered: {result}",
    "asked": "asked for a new deck: {why}",
    "declined": "leaves {deck} in play",
    "changed": "changed {old} for {deck}: {why}",
    "cards_changed": "changed cards of {deck} ({cards}): {why}",
    "suspect": "kept {deck} for the incident report: {why}",
    "registered": "registered {deck}",
    "secured": "locked {deck} away: {why}",
    "withdrawn": "took {deck} out of use: {why}",
    "closed": "checked {deck} at the end of gaming{how}",
    "machine": "began to shuffle by machine",
    "by_hand": "shuffles by hand again: {why}",
    "jam": "cleared a jam of the shuffler: cards out, checked for damage, riffled once, back in",
    "inspected": "inspected the hand of {player} in hand {hand}: {cards}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckOffered:
    """A deck by its number and colour."""

    id: int
    number: int
    colour: str
    is_checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """A step with the cards, done or owed."""

    name: str
    words: str
    done: str
    clause: str
    is_next: bool
    is_done: bool
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """The steps that the tap which deals confirms."""

    names: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDuty:
    """What the tablet asks to be done with the cards."""

    deck: DeckOffered | None
    colours: list[str]
    sealed: list[DeckOffered]
    opening: list[StepShown]
    done: list[str]
    ticks: list[StepShown]
    confirms: Confirmed | None
    expected: int
    is_machine: bool
    players_cut: bool
    seats: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLine:
    """One line of a table's history."""

    at: datetime
    by: str
    hand: int
    words: str
    is_wrong: bool
    kind: str
    table: Table | None


def rules_of(tournament: Tournament) -> DeckRules:
    """What the tournament's book says of decks."""
    return tournament.law.equipment.decks.value


def mode(tournament: Tournament) -> str:
    """Whether the book's steps are asked for; a choice this book does not leave counts for none."""
    chosen = str(tournament.structure.get("card_steps", BOOK))
    return chosen if chosen in modes(tournament) else BOOK


def modes(tournament: Tournament) -> dict[str, str]:
    """What the house may choose of them: nothing where the book's checks bind."""
    return {BOOK: MODES[BOOK]} if tournament.law.licence.binding.value else MODES


def is_asked_for(tournament: Tournament) -> bool:
    """Whether hands wait for the book's steps."""
    rules = rules_of(tournament)
    return mode(tournament) == BOOK and bool(rules.opening or rules.each_hand)


def deck_at(table: Table) -> Deck | None:
    """The deck in use."""
    return Deck.objects.filter(table=table).first()


def expected(tournament: Tournament) -> int:
    """How many cards a whole deck has here, a joker included (canberra:2.5)."""
    return hands.rules_of(tournament).game.cards_in_deck


@dataclass(frozen=True, slots=True)
class Cards:
    """Everything the next hand's cards are judged by, read once."""

    deck: Deck | None
    facts: Facts
    is_machine: bool


def read(table: Table) -> Cards:
    """What has been done with the cards of this table."""
    deck, following = deck_at(table), table.next_hand_number
    told = DeckEvent.objects.filter(table=table).filter(
        Q(deck=deck) | Q(hand_number=following) | Q(kind__in=("machine", "by_hand"))
    )
    events = list(told)
    mine = _since_changed([e for e in events if deck is not None and e.deck_id == deck.pk])
    has_new_cards = bool(mine) and mine[0].kind == "cards_changed"
    facts = Facts(
        has_deck=deck is not None,
        is_checked=deck is not None and deck.checked_at is not None and not has_new_cards,
        opened=frozenset(event.kind for event in mine if event.data.get("is_opening")),
        for_hand=_for_hand(table, mine, following),
        hands=table.hand_shown,
        must_count=_must_count(table, mine),
    )
    machines = [event.kind for event in events if event.kind in ("machine", "by_hand")]
    return Cards(deck, facts, is_machine=machines[-1:] == ["machine"])


def check_replaced(table: Table) -> None:
    """Refuse to deal again from a deck that was found defective (igr:A.3(x)(iv))."""
    last = hands.of(table)
    if last is None or last.ended != "misdeal" or not is_asked_for(table.tournament):
        return
    replaced = table.tournament.law.equipment.another_deck_after.value
    for event in hands.story(hands.record_of(table)):
        if isinstance(event, Misdealt) and event.clause in replaced:
            _check_changed_since(table, event.clause)


def _check_changed_since(table: Table, clause: str) -> None:
    changes = DeckEvent.objects.filter(table=table, kind__in=CHANGES)
    if not changes.filter(hand_number=table.next_hand_number).exists():
        raise Refused("Replace the defective deck first.", clause)


def _since_changed(mine: list[DeckEvent]) -> list[DeckEvent]:
    """What was done before the deck or some of its cards came counts no more (charity:6.4)."""
    came = [at for at, event in enumerate(mine) if event.kind in CHANGES]
    return mine[came[-1] :] if came else mine


def _for_hand(table: Table, events: Iterable[DeckEvent], number: int) -> frozenset[str]:
    """Steps done for the next hand; void once the table stood vacant (charity:7.1.3)."""
    done = [e for e in events if e.hand_number == number and not e.data.get("is_opening")]
    if not done:
        return frozenset()
    sat = Seating.objects.filter(table=table, until__isnull=True)
    here = sat.order_by("since").values_list("since", flat=True).first()
    return frozenset(event.kind for event in done if here is not None and event.at >= here)


def _must_count(table: Table, mine: list[DeckEvent]) -> bool:
    """A break has begun since this deck was last counted (igr:A.2(c)-2)."""
    if rules_of(table.tournament).at_breaks is None or not mine:
        return False
    began = JournalEntry.objects.filter(
        tournament_id=table.tournament_id, name__in=BREAKS
    ).aggregate(last=Max("at"))["last"]
    counted = max((e.at for e in mine if _is_complete(e)), default=None)
    return began is not None and (counted is None or counted < began)


def _is_complete(event: DeckEvent) -> bool:
    return event.kind in COUNTS and event.data.get("is_complete", True)


def check_ready(table: Table, *, confirmed: Iterable[str] = ()) -> Cards | None:
    """Refuse a hand while the book's steps are owed; None where they are not asked for."""
    if not is_asked_for(table.tournament):
        return None
    cards = read(table)
    decks.check_ready(rules_of(table.tournament), cards.facts, confirmed=tuple(confirmed))
    return cards


def rank(actor: Actor, tournament_id: int) -> str:
    """What the books call whoever asks: dealer, supervisor, or the one in charge."""
    if may(actor, Permission.RUN_TOURNAMENT, tournament_id):
        return DIRECTOR
    return SUPERVISOR if may(actor, Permission.RULE, tournament_id) else DEALER


# -- for the tablet --------------------------------------------------------------------------------


def picture(table: Table) -> CardDuty | None:
    """What the tablet asks to be done with the cards; None where the house does not want it."""
    if not is_asked_for(table.tournament):
        return None
    rules, cards = rules_of(table.tournament), read(table)
    opening = decks.opening_owed(rules, cards.facts)
    return CardDuty(
        deck=_plain(cards.deck) if cards.deck else None,
        colours=list(decks.COLOURS),
        sealed=[_plain(deck) for deck in sealed(table.tournament)] if not cards.deck else [],
        opening=[_step(step, is_next=step is opening[0]) for step in opening],
        done=sorted(cards.facts.opened),
        ticks=_ticks(rules, cards, opening),
        confirms=_confirms(rules, cards, opening),
        expected=expected(table.tournament),
        is_machine=cards.is_machine,
        players_cut=bool(table.tournament.structure.get("players_cut")),
        seats=[seat.seat for seat in hands.seated(table)] if rules.player_cut_clause else [],
    )


def _plain(deck: Deck) -> DeckOffered:
    return DeckOffered(
        id=deck.pk,
        number=deck.number,
        colour=deck.colour,
        is_checked=deck.checked_at is not None,
    )


def sealed(tournament: Tournament) -> QuerySet[Deck]:
    """Decks that wait in the safe."""
    return Deck.objects.filter(
        tournament=tournament, table__isnull=True, withdrawn_at__isnull=True
    ).order_by("number")


def _step(step: Step, *, is_next: bool, is_done: bool = False) -> StepShown:
    return StepShown(
        name=step.name,
        words=step.words,
        done=step.done,
        clause=step.clause,
        is_next=is_next,
        is_done=is_done,
        counts=step.name in COUNTS,
    )


def _ticks(rules: DeckRules, cards: Cards, opening: tuple[Step, ...]) -> list[StepShown]:
    """The steps of each hand where each wants its own tap (charity:7.2)."""
    if opening or not rules.is_ticked_each_hand:
        return []
    owed = decks.hand_owed(rules, cards.facts)
    return [
        _step(step, is_next=owed[:1] == (step,), is_done=step not in owed)
        for step in decks.hand_steps(rules, cards.facts)
    ]


def _confirms(rules: DeckRules, cards: Cards, opening: tuple[Step, ...]) -> Confirmed | None:
    """The steps that the tap which deals confirms."""
    if opening or rules.is_ticked_each_hand or not rules.each_hand:
        return None
    owed = decks.hand_owed(rules, cards.facts)
    words = ", ".join(step.done for step in owed)
    return Confirmed(names=",".join(step.name for step in owed), words=words.capitalize())


# -- what was done ---------------------------------------------------------------------------------


def line(event: DeckEvent) -> DeckLine:
    """One line of a table's history."""
    data = {"how": "", "cutter": "", "result": "", "why": "", "old": "", "cards": "", **event.data}
    found = f": {data['result']}" if data["result"] else ""
    about = {**data, "deck": str(event.deck or "the deck"), "found": found}
    return DeckLine(
        at=event.at,
        by=event.by,
        hand=as_shown(event.hand_number),
        words=WORDS[event.kind].format(**about),
        is_wrong=event.data.get("is_complete") is False,
        kind=event.kind,
        table=event.table,
    )


def history(table: Table) -> list[DeckLine]:
    """Everything done with this table's cards, the newest first."""
    events = DeckEvent.objects.filter(table=table).select_related("deck", "table")
    return [line(event) for event in events.order_by("-id")]


def asked(tournament: Tournament) -> list[DeckEvent]:
    """New decks that dealers have asked for and nobody has decided on yet."""
    kinds = ("asked", "changed", "declined")
    told = DeckEvent.objects.filter(tournament=tournament, kind__in=kinds)
    last: dict[int | None, DeckEvent] = {}
    for event in told.select_related("table", "deck").order_by("id"):
        last[event.table_id] = event
    return [event for event in last.values() if event.kind == "asked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksPage:
    """The console's page of decks."""

    decks: QuerySet[Deck]
    tables: list[Table]
    rules: DeckRules
    colours: tuple[str, ...]
    expected: int
    mode: str
    modes: list[tuple[str, str]]
    players_cut: bool
    steps: list[Step]
    events: list[DeckLine]
    asked: list[DeckEvent]


def page(tournament: Tournament) -> DecksPage:
    """The console's page of decks."""
    rules = rules_of(tournament)
    events = DeckEvent.objects.filter(tournament=tournament).select_related("deck", "table")
    return DecksPage(
        decks=Deck.objects.filter(tournament=tournament).select_related("table"),
        tables=list(Table.objects.filter(tournament=tournament).exclude(state="closed")),
        rules=rules,
        colours=decks.COLOURS,
        expected=expected(tournament),
        mode=mode(tournament),
        modes=list(modes(tournament).items()),
        players_cut=bool(tournament.structure.get("players_cut")),
        steps=[*rules.opening, *rules.each_hand, *filter(None, (rules.at_breaks,))],
        events=[line(event) for event in events.order_by("-id")[:60]],
        asked=asked(tournament),
    )


def find(tournament: Tournament, deck_id: int) -> Deck:
    """A deck of this tournament, or a refusal."""
    found = Deck.objects.filter(tournament=tournament, pk=deck_id).first()
    if found is None:
        raise Refused("This deck is not one of the tournament's.")
    return found
