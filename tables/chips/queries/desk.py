"""The desk's page: whoever is asked for by name, number or ticket, and what can be done."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from engine.amounts import dollars, figure
from engine.entries.law import NotOffered
from engine.office.law.money import Method
from engine.office.money import Sold
from tables.chips.queries import purchases
from tables.console.queries.to_do import Ask, Press
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.queries import photos
from tournament.entries.queries import tickets as ticket_queries
from tournament.models import Entry, Player, Tournament
from tournament.records.queries import names

MOST_CARDS = 8
COUNTER = (Method.CASH, Method.CARD)  # how one pays in passing, the usual way first


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A refusal that several rows share."""

    why: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    """What is on sale, who may buy what now, and how one pays in passing."""

    sales: purchases.Desk
    players: list[purchases.PlayerAtDesk]
    notes: list[Note]
    tickets_left: int | None
    usual: str
    ways: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """An entry that fits what was typed or scanned, and what can be done for it."""

    number: int
    entry: int
    player: int
    name: str
    price: int
    owes: int
    is_here: bool
    is_withdrawn: bool
    ticket: int | None
    about: list[str]
    offers: list[purchases.Offer]
    has_photo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Cards for what was typed or scanned; somebody new if none fits."""

    words: str
    cards: list[Card]
    is_sure: bool
    can_enter: bool


def page(tournament: Tournament, *, now: datetime) -> DeskPage:
    """Who may buy what now; a refusal that several rows share is said once, above them."""
    sales = purchases.desk(tournament, now=now)
    notes = _shared_refusals(sales.players)
    ways = ways_to_pay(tournament)
    return DeskPage(
        sales=sales,
        players=[_noted(player, notes) for player in sales.players],
        notes=notes,
        tickets_left=ticket_queries.left(tournament),
        usual=ways[0],
        ways=ways[1:],
    )


def ways_to_pay(tournament: Tournament) -> list[str]:
    """How one pays in passing under this book, the usual way first."""
    allowed = term_queries.ways_to_pay(tournament.rulebook)
    return [way.value for way in COUNTER if way in allowed]


def usual_way(tournament: Tournament) -> str:
    """How most pay."""
    return ways_to_pay(tournament)[0]


def sale(
    tournament: Tournament, entry: Entry, what: Sold, *, by_ticket: bool | None = None
) -> Press:
    """The button that sells it, which names its price; with the player's ticket (igr:5.05(b)-2)."""
    terms, way = purchases.terms_of(tournament, what), usual_way(tournament)
    price, chips = (0, 0) if isinstance(terms, NotOffered) else (terms.price, terms.chips)
    paid, words = f"{dollars(price)} {way}" if price else "no charge", what.words
    if by_ticket is None:
        by_ticket = what is Sold.REBUY and purchases.asks_ticket(tournament)
    return Press(
        url=reverse("sell", kwargs={"code": tournament.code}),
        label=f"{words} · {dollars(price)}" if price else words,
        fields={
            "entry": entry.pk,
            "kind": what.value,
            "method": way,
            "from": "console",
            "command_id": "",
        },
        ask=Ask(name="ticket", label="Ticket number") if by_ticket else None,
        sure=f"Sell a {words.lower()} to {entry.name}: {paid}?",
        sure_more=f"{figure(chips)} chips. Other ways to pay are at the desk.",
        is_calm=True,
    )


def _shared_refusals(players: list[purchases.PlayerAtDesk]) -> list[Note]:
    offers = [offer for player in players for offer in player.offers]
    said = Counter(Note(why=offer.why, clause=offer.clause) for offer in offers if not offer.can)
    return [refusal for refusal, times in said.items() if times > 1]


def _noted(player: purchases.PlayerAtDesk, notes: list[Note]) -> purchases.PlayerAtDesk:
    """With the number of the note above that says why not."""
    numbers = {(note.why, note.clause): number for number, note in enumerate(notes, 1)}
    return replace(
        player,
        offers=[
            replace(offer, note=numbers.get((offer.why, offer.clause), 0))
            for offer in player.offers
        ],
    )


def found(tournament: Tournament, words: str, desk: DeskPage) -> Found:
    """Cards for what was typed or scanned: entries that fit, and somebody new if none does."""
    scanned = entry_queries.by_code(tournament, words)
    entries = [scanned] if scanned else entry_queries.named(tournament, words)[:MOST_CARDS]
    wanted = names.plain(words).split()
    so_called = sum(names.plain(entry.player.name).split() == wanted for entry in entries)
    terms = term_queries.of(tournament)
    sold = {player.entry: player for player in desk.players}
    pictured = photos.among(entry.player_id for entry in entries)
    is_one = so_called == 1 or (len(entries) == 1 and len(wanted) == 1)
    return Found(
        words=words,
        cards=[
            _card(tournament, entry, sold.get(entry.pk), has_photo=entry.player_id in pictured)
            for entry in entries
        ],
        is_sure=scanned is not None or is_one,
        can_enter=scanned is None and (not so_called or terms.per_player > 1),
    )


def _card(
    tournament: Tournament, entry: Entry, seat: purchases.PlayerAtDesk | None, *, has_photo: bool
) -> Card:
    ticket = getattr(entry, "ticket", None)
    return Card(
        number=entry.number,
        entry=entry.pk,
        player=entry.player_id,
        name=entry.player.name,
        price=entry.price,
        owes=entry_queries.owes(tournament, entry),
        is_here=entry.checked_in_at is not None,
        is_withdrawn=entry.withdrawn_at is not None,
        ticket=ticket.number if ticket else None,
        about=[
            *([entry.session.title] if entry.session else []),
            *([f"table {seat.table}", f"seat {seat.seat}"] if seat else []),
            *([f"ticket {ticket.number}"] if ticket else []),
        ],
        offers=[offer for offer in seat.offers if offer.can] if seat else [],
        has_photo=has_photo,
    )


def known(people: QuerySet[Player], words: str) -> dict[str, Any]:
    """What is known of the one person of this name, among those within reach."""
    rows = list(people.filter(name__iexact=" ".join(words.split()))[:2])
    if len(rows) != 1:
        return {}
    row = rows[0]
    return {"born_on": row.born_on, "email": row.email, "phone": row.phone, "group": row.group}
