"""Decks at tables and in the safe: taken, checked, changed, counted, on the record."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine.cards import cards as card_names
from engine.equipment import decks
from engine.equipment.decks import Change, Reason
from engine.office import licensing
from engine.refusal import Refused
from tables import between, locking
from tables import broadcast as table_broadcast
from tables.conduct.services import floor
from tables.equipment.queries import decks as queries
from tables.models import Deck, DeckEvent, Table
from tables.play.queries import hands
from tables.play.services import play
from tables.play.services.card_steps import event
from tables.seating.services import sitting
from tournament.live import broadcast
from tournament.live.broadcast import Audience
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import idempotency, journal


@dataclass(frozen=True, slots=True)
class Told:
    """What the dealer said with a step: by hand or machine, how many cards, who cut."""

    method: str = decks.BY_HAND
    counted: int | None = None
    cutter: int | None = None


@transaction.atomic
def take(request: play.Request, *, colour: str, deck_id: int | None = None) -> Table | None:
    """A deck comes to a table that has none: a new one, or one from the safe."""
    table = between.opened(request)
    if table is None:
        return None
    if queries.deck_at(table) is not None:
        raise Refused("This table has a deck: change it, with a reason.")
    deck = _bring(table, colour=colour, make="", deck_id=deck_id)
    _tell(request, table, "taken", deck)
    return between.closed(request, table, kind="deck")


def _bring(table: Table, *, colour: str, make: str, deck_id: int | None) -> Deck:
    if deck_id is not None:
        deck = queries.find(table.tournament, deck_id)
        if deck.table_id or deck.withdrawn_at:
            raise Refused(f"Deck {deck.number} is in use elsewhere, or out of use.")
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


def _tell(
    request: play.Request, table: Table, kind: str, deck: Deck | None, **data: object
) -> DeckEvent:
    """A line of the table's history and one of the journal."""
    made = event(table, kind, deck=deck, actor=request.actor, now=request.now, **data)
    made.save()
    _write(made, actor=request.actor, now=request.now, where=f" at table {table.number}")
    return made


def _write(made: DeckEvent, *, actor: Actor, now: datetime, where: str = "") -> None:
    words = queries.line(made)["words"]
    journal.write(
        actor, "cards.done", tournament_id=made.tournament_id, at=now, words=words, where=where
    )


@transaction.atomic
def tick(request: play.Request, *, step: str, told: Told) -> Table | None:
    """One of the book's steps is done."""
    table = between.opened(request)
    if table is None:
        return None
    rules, cards = queries.rules_of(table.tournament), queries.read(table)
    if cards.deck is None:
        raise Refused("Take a deck to the table first.")
    opening = decks.opening_owed(rules, cards.facts)
    found = decks.check_step(rules, cards.facts, step, players=len(hands.seated(table)))
    is_opening = found in opening
    data = _step_data(table, step, told)
    if is_opening or step in queries.COUNTS:
        _tell(request, table, step, cards.deck, is_opening=is_opening, **data)
    else:
        event(table, step, deck=cards.deck, actor=request.actor, now=request.now, **data).save()
    if step == decks.CHECK:
        _note_check(cards.deck, told.method, actor=request.actor, now=request.now)
    if data.get("is_complete") is False:
        floor.ring(table, f"Deck: {data['result']}", actor=request.actor, now=request.now)
    return between.closed(request, table, kind="cards")


def _step_data(table: Table, step: str, told: Told) -> dict[str, object]:
    if step == decks.CUT:
        return {"cutter": _cutter(table, told.cutter)}
    if step == decks.SHUFFLE:
        return {"how": " by machine" if queries.read(table).is_machine else ""}
    if step not in queries.COUNTS:
        return {}
    if told.method not in (decks.BY_HAND, decks.BY_MACHINE):
        raise Refused("Checked by hand or by machine?")
    whole = queries.expected(table.tournament)
    number = whole if told.counted is None else told.counted
    if step != decks.COLLECT and number != whole:
        raise Refused(f"{decks.count_words(number, expected=whole)}: take another deck.")
    rules, result = queries.rules_of(table.tournament), decks.count_words(number, expected=whole)
    if step == decks.CHECK and rules.same_make_clause:
        result += ", same make as all decks"  # igr:5.09(c): asked with the check, and kept
    return {"how": f" by {told.method}", "result": result, "is_complete": number == whole}


def _cutter(table: Table, seat: int | None) -> str:
    """A player may cut where the book lets the house allow it (charity:7.3)."""
    if seat is None:
        return ""
    rules = queries.rules_of(table.tournament)
    if not rules.player_cut_clause or not table.tournament.structure.get("players_cut"):
        raise Refused("The dealer cuts here.", rules.player_cut_clause)
    found = sitting.who_sits(table, seat, clause=rules.player_cut_clause)
    return f", by seat {seat}, {found.entry.name}"


def _note_check(deck: Deck, method: str, *, actor: Actor, now: datetime) -> None:
    deck.checked_at, deck.checked_by, deck.check_method = now, actor.name, method
    deck.save(update_fields=["checked_at", "checked_by", "check_method"])


# -- a new deck ------------------------------------------------------------------------------------


@transaction.atomic
def ask(request: play.Request, *, reason: str, why: str) -> Table | None:
    """A dealer who may not decide asks for a new deck: it rings on the console (igr:A.2(g))."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    found = decks.find_reason(queries.rules_of(table.tournament), reason)
    words = f"{found.words}{': ' if why else ''}{why}"[:150]
    _tell(request, table, "asked", queries.deck_at(table), why=words, reason=reason)
    return between.closed(request, table, kind="deck")


@transaction.atomic
def decline(request: play.Request) -> Table | None:
    """Whoever decides leaves the deck in play."""
    table = _held(request)
    if table is None:
        return None
    require(request.actor, Permission.RULE, table.tournament_id)
    _tell(request, table, "declined", queries.deck_at(table))
    return between.closed(request, table, kind="deck")


@transaction.atomic
def change(request: play.Request, wish: Change, *, deck_id: int | None = None) -> Table | None:
    """Another deck, or other cards, between hands and for a reason the book knows."""
    table = _held(request)
    if table is None:
        return None
    rules, old = queries.rules_of(table.tournament), queries.deck_at(table)
    if hands.is_in_play(table):
        raise Refused("Change the deck when the hand has ended.", rules.between_hands_clause)
    if deck_id is not None:
        sealed = queries.find(table.tournament, deck_id)
        wish = Change(wish.reason, sealed.colour, sealed.make, wish.asked, wish.card)
    reason = decks.check_change(
        rules,
        wish,
        rank=queries.rank(request.actor, table.tournament_id),
        old_colour=old.colour if old else "",
        players=len(hands.seated(table)),
    )
    if wish.is_partial:
        _change_cards(request, table, old, wish, reason)
    else:
        _change_deck(request, table, old, wish, reason, deck_id)
    return between.closed(request, table, kind="deck")


def _held(request: play.Request) -> Table | None:
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    play.check_fresh(request, table)
    return table


def _change_cards(
    request: play.Request, table: Table, deck: Deck | None, wish: Change, reason: Reason
) -> None:
    """Single cards are replaced: each is checked before the next shuffle (canberra:2.4)."""
    if deck is None:
        raise Refused("Take a deck to the table first.")
    _tell(request, table, "cards_changed", deck, cards=_cards(wish.card), why=reason.words)


def _cards(written: str) -> str:
    try:
        return card_names.text(card_names.parse(written))
    except ValueError:
        return written[:80]


def _change_deck(
    request: play.Request,
    table: Table,
    old: Deck | None,
    wish: Change,
    reason: Reason,
    deck_id: int | None,
) -> None:
    why = reason.words + (f": {_cards(wish.card)}" if wish.card else "")
    if wish.asked:
        why += f" ({wish.asked} of {len(hands.seated(table))})"
    if old is not None:
        _retire(request, table, old, reason, why)
    deck = _bring(table, colour=wish.colour, make=wish.make, deck_id=deck_id)
    _tell(request, table, "changed", deck, old=str(old or "no deck"), why=why)


def _retire(request: play.Request, table: Table, old: Deck, reason: Reason, why: str) -> None:
    old.table, old.withdrawn_at, old.withdrawn_because = None, request.now, why[:160]
    old.save(update_fields=["table", "withdrawn_at", "withdrawn_because"])
    if reason.is_suspect:
        _tell(request, table, "suspect", old, why=why)
        words = f"Incident: deck {old.number} ({old.colour}) may be marked and is kept"
        floor.ring(table, words, actor=request.actor, now=request.now)


# -- counting --------------------------------------------------------------------------------------


@transaction.atomic
def order_count(*, table_id: int, why: str, actor: Actor, now: datetime) -> Table:
    """A supervisor or inspector wants the deck counted, at any time: play waits for it."""
    table = locking.table(table_id)
    require(actor, Permission.ORDER_CARD_COUNT, table.tournament_id)
    if table.card_count is not None:
        raise Refused(f"Table {table.number} is counting its deck already.")
    words = " ".join(why.split())[:120] or "no reason given"
    table.card_count = {"by": actor.name, "why": words}
    table.version += 1
    table.save(update_fields=["card_count", "version"])
    made = event(table, "ordered", deck=queries.deck_at(table), actor=actor, now=now, why=words)
    made.save()
    _write(made, actor=actor, now=now, where=f" at table {table.number}")
    table_broadcast.table_changed(table, Audience.CONSOLE)
    return table


@transaction.atomic
def enter_count(request: play.Request, *, counted: int) -> Table | None:
    """The number of cards, against a whole deck; play goes on, a mismatch calls the floor."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if idempotency.is_repeated(request.command_id):
        return None
    if table.card_count is None:
        raise Refused("No count of the deck is ordered here.")
    whole = queries.expected(table.tournament)
    words = decks.count_words(counted, expected=whole)
    ordered_by, table.card_count = table.card_count["by"], None
    table.save(update_fields=["card_count"])
    result = f"{words} (ordered by {ordered_by})"
    deck = queries.deck_at(table)
    _tell(request, table, "counted", deck, result=result, is_complete=counted == whole)
    if counted != whole:
        floor.ring(table, f"Deck: {words}", actor=request.actor, now=request.now)
    return between.closed(request, table, kind="cards")


@transaction.atomic
def set_machine(request: play.Request, *, is_used: bool, why: str = "") -> Table | None:
    """The table shuffles by machine, or by hand again; the hands go on as they were."""
    table = _held(request)
    if table is None:
        return None
    rules = queries.rules_of(table.tournament)
    if not rules.machine_clause:
        raise Refused("This rulebook knows no shuffling machine.")
    kind = "machine" if is_used else "by_hand"
    _tell(request, table, kind, None, why=why or "the machine failed")
    return between.closed(request, table, kind="cards")


@transaction.atomic
def clear_jam(request: play.Request) -> Table | None:
    """Cards stuck in the machine: out, checked, riffled once and back, on record (adelaide:4-7)."""
    table = _held(request)
    if table is None:
        return None
    rules, cards = queries.rules_of(table.tournament), queries.read(table)
    if not rules.jam_clause or not cards.is_machine:
        raise Refused("No shuffling machine is used at this table.", rules.jam_clause)
    _tell(request, table, "jam", cards.deck)
    return between.closed(request, table, kind="cards")


@transaction.atomic
def inspect(request: play.Request, *, seat: int, cards: str) -> Table | None:
    """A supervisor looks at a hand when it is over, mucked or not (charity:6.6)."""
    table = between.opened(request)
    if table is None:
        return None
    require(request.actor, Permission.RULE, table.tournament_id)
    record = hands.record_of(table)
    player = next((p["name"] for p in record.players if p["seat"] == seat), None)
    if player is None:
        raise Refused(f"Seat {seat} had no part in hand {record.number}.")
    words = _cards(cards) or "seen"
    _tell(request, table, "inspected", None, player=player, hand=record.number, cards=words)
    return between.closed(request, table, kind="cards")


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
            raise Refused("Checked by hand or by machine?")
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
            raise Refused("Say why the deck is taken out of use.")
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


@transaction.atomic
def choose_mode(
    *, tournament_id: int, mode: str, players_cut: bool, actor: Actor, now: datetime
) -> Tournament:
    """Whether hands wait for the book's steps, and whether players may cut."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if mode not in queries.MODES:
        raise Refused("Choose whether the steps are asked for.")
    if mode not in queries.modes(tournament):
        binding = licensing.rules(tournament.rulebook).binding
        raise Refused("No check of this book is left out: the steps are asked for.", binding)
    if players_cut and not queries.rules_of(tournament).player_cut_clause:
        raise Refused("By this rulebook the dealer cuts.")
    tournament.structure |= {"card_steps": mode, "players_cut": players_cut}
    tournament.save(update_fields=["structure"])
    words = queries.MODES[mode].lower() + (", players may cut" if players_cut else "")
    journal.write(actor, "cards.chosen", tournament_id=tournament_id, at=now, words=words)
    for table in tables.values():
        table_broadcast.table_changed(table)
    broadcast.changed(tournament_id, Audience.CONSOLE)
    return tournament
