"""Decks at tables and in the safe: taken, checked, changed, counted, on the record."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine.cards import cards as card_names
from engine.equipment import decks
from engine.equipment.decks import Change
from engine.equipment.law import CHECK, COLLECT, CUT, SHUFFLE, Reason
from engine.refusal import Refused
from tables.commands import AtTable, Hall, When, across, table_command
from tables.conduct.services import floor
from tables.equipment.queries import decks as queries
from tables.models import Deck, DeckEvent, Table
from tables.play.queries import hands
from tables.play.services.card_steps import event
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@dataclass(frozen=True, slots=True)
class Told:
    """What the dealer said with a step: by hand or machine, how many cards, who cut."""

    method: str = decks.BY_HAND
    counted: int | None = None
    cutter: int | None = None


@table_command("deck", when=When.BETWEEN_HANDS)
def take(at: AtTable, *, colour: str, deck_id: int | None = None) -> None:
    """A deck comes to a table that has none: a new one, or one from the safe."""
    table = at.table
    if queries.deck_at(table) is not None:
        raise Refused("This table has a deck: change it, with a reason.")
    deck = _bring(table, colour=colour, make="", deck_id=deck_id)
    _tell(at, "taken", deck)


def _bring(table: Table, *, colour: str, make: str, deck_id: int | None) -> Deck:
    if deck_id is not None:
        deck = queries.find(table.tournament, deck_id)
        if deck.table_id or deck.withdrawn_at:
            raise Refused(f"Deck {deck.number} is at another table or out of use.")
    else:
        deck = _new(table.tournament, colour=colour, make=make)
    deck.table, deck.secured_at = table, None
    deck.save(update_fields=["table", "secured_at"])
    return deck


def _new(tournament: Tournament, *, colour: str, make: str) -> Deck:
    if colour not in decks.COLOURS:
        raise Refused("Choose the colour of the deck's backs.")
    known = Deck.objects.filter(tournament=tournament)
    makes = set(known.values_list("make", flat=True))
    make = " ".join(make.split())[:60] or next(iter(makes), "")
    decks.check_make(queries.rules_of(tournament), make, makes)
    number = (known.aggregate(last=Max("number"))["last"] or 0) + 1
    return Deck.objects.create(tournament=tournament, number=number, colour=colour, make=make)


def _tell(at: AtTable, kind: str, deck: Deck | None, **data: object) -> None:
    """A line of the table's history and one of the journal."""
    made = event(at.table, kind, deck=deck, actor=at.actor, now=at.now, **data)
    made.save()
    _write(made, actor=at.actor, now=at.now, where=f" at table {at.table.number}")


def _write(made: DeckEvent, *, actor: Actor, now: datetime, where: str = "") -> None:
    words = queries.line(made).words
    journal.write(
        actor, "cards.done", tournament_id=made.tournament_id, at=now, words=words, where=where
    )


@table_command("cards", when=When.BETWEEN_HANDS)
def tick(at: AtTable, *, step: str, told: Told) -> None:
    """One of the book's steps is done."""
    table = at.table
    rules, cards = queries.rules_of(table.tournament), queries.read(table)
    if cards.deck is None:
        raise Refused("Take a deck to the table first.")
    opening = decks.opening_owed(rules, cards.facts)
    found = decks.check_step(rules, cards.facts, step, players=len(hands.seated(table)))
    is_opening = found in opening
    data = _step_data(table, step, told)
    if is_opening or step in queries.COUNTS:
        _tell(at, step, cards.deck, is_opening=is_opening, **data)
    else:
        event(table, step, deck=cards.deck, actor=at.actor, now=at.now, **data).save()
    if step == CHECK:
        _note_check(cards.deck, told.method, actor=at.actor, now=at.now)
    if data.get("is_complete") is False:
        floor.ring(at, f"Deck: {data['result']}")


def _step_data(table: Table, step: str, told: Told) -> dict[str, object]:
    if step == CUT:
        return {"cutter": _cutter(table, told.cutter)}
    if step == SHUFFLE:
        return {"how": " by machine" if queries.read(table).is_machine else ""}
    if step not in queries.COUNTS:
        return {}
    if told.method not in (decks.BY_HAND, decks.BY_MACHINE):
        raise Refused("Say whether it was checked by hand or by machine.")
    whole = queries.expected(table.tournament)
    number = whole if told.counted is None else told.counted
    if step != COLLECT and number != whole:
        raise Refused(f"{decks.count_words(number, expected=whole)}: take another deck.")
    rules, result = queries.rules_of(table.tournament), decks.count_words(number, expected=whole)
    if step == CHECK and rules.same_make_clause:
        result += ", same make as all decks"  # igr:5.09(c): asked with the check, and kept
    return {"how": f" by {told.method}", "result": result, "is_complete": number == whole}


def _cutter(table: Table, seat: int | None) -> str:
    """A player may cut where the book lets the house allow it (charity:7.3)."""
    if seat is None:
        return ""
    rules = queries.rules_of(table.tournament)
    if not rules.player_cut_clause or not table.tournament.structure.get("players_cut"):
        raise Refused("Here the dealer cuts.", rules.player_cut_clause)
    found = sitting.who_sits(table, seat, clause=rules.player_cut_clause)
    return f", by seat {seat}, {found.entry.name}"


def _note_check(deck: Deck, method: str, *, actor: Actor, now: datetime) -> None:
    deck.checked_at, deck.checked_by, deck.check_method = now, actor.name, method
    deck.save(update_fields=["checked_at", "checked_by", "check_method"])


# -- a new deck ------------------------------------------------------------------------------------


@table_command("deck", when=When.ANY_TIME)
def ask(at: AtTable, *, reason: str, why: str) -> None:
    """A dealer who may not decide asks for a new deck: it rings on the console (igr:A.2(g))."""
    table = at.table
    found = decks.find_reason(queries.rules_of(table.tournament), reason)
    words = f"{found.words}{': ' if why else ''}{why}"[:150]
    _tell(at, "asked", queries.deck_at(table), why=words, reason=reason)


@table_command("deck", permission=Permission.RULE)
def decline(at: AtTable) -> None:
    """Whoever decides leaves the deck in play."""
    table = at.table
    _tell(at, "declined", queries.deck_at(table))


@table_command("deck")
def change(at: AtTable, wish: Change, *, deck_id: int | None = None) -> None:
    """Another deck, or other cards, between hands and for a reason the book knows."""
    table = at.table
    rules, old = queries.rules_of(table.tournament), queries.deck_at(table)
    if hands.is_in_play(table):
        raise Refused("Change the deck when the hand has ended.", rules.between_hands_clause)
    if deck_id is not None:
        sealed = queries.find(table.tournament, deck_id)
        wish = Change(wish.reason, sealed.colour, sealed.make, wish.asked, wish.card)
    reason = decks.check_change(
        rules,
        wish,
        rank=queries.rank(at.actor, table.tournament_id),
        old_colour=old.colour if old else "",
        players=len(hands.seated(table)),
    )
    if wish.is_partial:
        _change_cards(at, old, wish, reason)
    else:
        _change_deck(at, old, wish, reason, deck_id)


def _change_cards(at: AtTable, deck: Deck | None, wish: Change, reason: Reason) -> None:
    """Single cards are replaced: each is checked before the next shuffle (canberra:2.4)."""
    if deck is None:
        raise Refused("Take a deck to the table first.")
    _tell(at, "cards_changed", deck, cards=_cards(wish.card), why=reason.words)


def _cards(written: str) -> str:
    try:
        return card_names.text(card_names.parse(written))
    except ValueError:
        return written[:80]


def _change_deck(
    at: AtTable, old: Deck | None, wish: Change, reason: Reason, deck_id: int | None
) -> None:
    why = reason.words + (f": {_cards(wish.card)}" if wish.card else "")
    if wish.asked:
        why += f" ({wish.asked} of {len(hands.seated(at.table))})"
    if old is not None:
        _retire(at, old, reason, why)
    deck = _bring(at.table, colour=wish.colour, make=wish.make, deck_id=deck_id)
    _tell(at, "changed", deck, old=str(old or "no deck"), why=why)


def _retire(at: AtTable, old: Deck, reason: Reason, why: str) -> None:
    old.table, old.withdrawn_at, old.withdrawn_because = None, at.now, why[:160]
    old.save(update_fields=["table", "withdrawn_at", "withdrawn_because"])
    if reason.is_suspect:
        _tell(at, "suspect", old, why=why)
        words = f"Incident: deck {old.number} ({old.colour}) may be marked and is kept"
        floor.ring(at, words)


# -- counting --------------------------------------------------------------------------------------


@table_command(
    "order_count",
    permission=Permission.ORDER_CARD_COUNT,
    when=When.ANY_TIME,
    tells=(Audience.CONSOLE,),
)
def order_count(at: AtTable, *, why: str) -> None:
    """A supervisor or inspector wants the deck counted, at any time: play waits for it."""
    table = at.table
    if table.card_count is not None:
        raise Refused(f"Table {table.number} is already counting its deck.")
    words = " ".join(why.split())[:120] or "no reason given"
    table.card_count = {"by": at.actor.name, "why": words}
    at.keep("card_count")
    _tell(at, "ordered", queries.deck_at(table), why=words)


@table_command("cards", when=When.ANY_TIME)
def enter_count(at: AtTable, *, counted: int) -> None:
    """The number of cards, against a whole deck; play goes on, a mismatch calls the floor."""
    table = at.table
    if table.card_count is None:
        raise Refused("No count of this deck has been ordered.")
    whole = queries.expected(table.tournament)
    words = decks.count_words(counted, expected=whole)
    ordered_by, table.card_count = table.card_count["by"], None
    at.keep("card_count")
    result = f"{words} (ordered by {ordered_by})"
    deck = queries.deck_at(table)
    _tell(at, "counted", deck, result=result, is_complete=counted == whole)
    if counted != whole:
        floor.ring(at, f"Deck: {words}")


@table_command("cards")
def set_machine(at: AtTable, *, is_used: bool, why: str = "") -> None:
    """The table shuffles by machine, or by hand again; the hands go on as they were."""
    table = at.table
    rules = queries.rules_of(table.tournament)
    if not rules.machine_clause:
        raise Refused("This rulebook doesn't allow shuffling machines.")
    kind = "machine" if is_used else "by_hand"
    _tell(at, kind, None, why=why or "the machine failed")


@table_command("cards")
def clear_jam(at: AtTable) -> None:
    """Cards stuck in the machine: out, checked, riffled once and back, on record (adelaide:4-7)."""
    table = at.table
    rules, cards = queries.rules_of(table.tournament), queries.read(table)
    if not rules.jam_clause or not cards.is_machine:
        raise Refused("No shuffling machine is used at this table.", rules.jam_clause)
    _tell(at, "jam", cards.deck)


@table_command("cards", permission=Permission.RULE, when=When.BETWEEN_HANDS)
def inspect(at: AtTable, *, seat: int, cards: str) -> None:
    """A supervisor looks at a hand when it is over, mucked or not (charity:6.6)."""
    table = at.table
    record = hands.record_of(table)
    player = next((p["name"] for p in record.players if p["seat"] == seat), None)
    if player is None:
        raise Refused(f"Seat {seat} had no part in hand {record.shown}.")
    words = _cards(cards) or "seen"
    _tell(at, "inspected", None, player=player, hand=record.shown, cards=words)


# -- the safe --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A deck for the safe; without a method it has not been checked yet."""

    colour: str
    make: str = ""
    where: str = ""
    method: str = ""


@transaction.atomic
def register(new: NewDeck, *, tournament_id: int, actor: Actor, now: datetime) -> Deck:
    """A deck is checked ahead and locked away (adelaide:7, charity:6.3)."""
    require(actor, Permission.RULE, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    deck = _new(tournament, colour=new.colour, make=new.make)
    if new.method:
        if new.method not in (decks.BY_HAND, decks.BY_MACHINE):
            raise Refused("Say whether it was checked by hand or by machine.")
        _note_check(deck, new.method, actor=actor, now=now)
        _note(deck, "check", actor=actor, now=now, how=f" by {new.method}")
    deck.secured_at, deck.secured_where = now, " ".join(new.where.split())[:80] or "the safe"
    deck.save(update_fields=["secured_at", "secured_where"])
    _note(deck, "secured", actor=actor, now=now, why=deck.secured_where)
    broadcast.changed(tournament_id, Audience.CONSOLE)
    return deck


def _note(deck: Deck, kind: str, *, actor: Actor, now: datetime, **data: object) -> None:
    made = DeckEvent.objects.create(
        tournament_id=deck.tournament_id,
        table=deck.table,
        deck=deck,
        kind=kind,
        data=data,
        at=now,
        by=actor.name,
    )
    _write(made, actor=actor, now=now)


@transaction.atomic
def look_after(
    *, tournament_id: int, deck_id: int, kind: str, why: str, actor: Actor, now: datetime
) -> Deck:
    """A supervisor's own check, the check when gaming ends, or a deck taken out of use."""
    require(actor, Permission.RULE, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    deck = queries.find(tournament, deck_id)
    if kind == "supervisor":
        deck.supervisor = actor.name
    elif kind == "closed":
        _check_may_close(deck)
    elif kind == "withdrawn":
        if not why.strip():
            raise Refused("Give the reason for taking the deck out of use.")
        deck.table, deck.withdrawn_at, deck.withdrawn_because = None, now, why[:160]
    else:
        raise Refused("Choose what was done with the deck.")
    deck.save()
    _note(deck, kind, actor=actor, now=now, why=why[:160])
    broadcast.changed(tournament_id, Audience.CONSOLE)
    return deck


def _check_may_close(deck: Deck) -> None:
    if deck.table is not None and hands.is_in_play(deck.table):
        raise Refused("A hand is in play with this deck: check it at the end.")


def choose_mode(
    *, tournament_id: int, mode: str, players_cut: bool, actor: Actor, now: datetime
) -> Tournament:
    """Whether hands wait for the book's steps, and whether players may cut."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        _choose_mode(hall, mode, players_cut=players_cut)
    return hall.tournament


def _choose_mode(hall: Hall, mode: str, *, players_cut: bool) -> None:
    tournament = hall.tournament
    if mode not in queries.MODES:
        raise Refused("Choose whether the steps are asked for.")
    if mode not in queries.modes(tournament):
        binding = tournament.law.licence.binding.clause
        raise Refused("This rulebook requires every check: the steps are asked for.", binding)
    if players_cut and not queries.rules_of(tournament).player_cut_clause:
        raise Refused("In this rulebook the dealer cuts.")
    tournament.structure |= {"card_steps": mode, "players_cut": players_cut}
    tournament.save(update_fields=["structure"])
    words = queries.MODES[mode].lower() + (", players may cut" if players_cut else "")
    hall.write("cards.chosen", words=words)
    hall.show(*hall.tables.values())
    hall.tell(Audience.CONSOLE)
