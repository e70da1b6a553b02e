"""The desk's page: whoever is asked for by name, number or ticket, and what can be done."""

from collections import Counter
from datetime import datetime
from typing import Any

from engine.office.money import Method
from tables.chips.queries import purchases
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.queries import photos
from tournament.entries.queries import tickets as ticket_queries
from tournament.models import Entry, Player, Tournament
from tournament.records.queries import names

MOST_CARDS = 8
COUNTER = (Method.CASH, Method.CARD)  # how one pays in passing, the usual way first


def page(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Who may buy what now; a refusal that several rows share is said once, above them."""
    desk = purchases.desk(tournament, now=now)
    said = Counter(
        (offer["why"], offer["clause"])
        for player in desk["players"]
        for offer in player["offers"]
        if not offer["can"]
    )
    notes = [refusal for refusal, times in said.items() if times > 1]
    for player in desk["players"]:
        for offer in player["offers"]:
            refusal = (offer["why"], offer["clause"])
            offer["note"] = notes.index(refusal) + 1 if refusal in notes else 0
    words = [{"why": why, "clause": clause} for why, clause in notes]
    allowed = term_queries.ways_to_pay(tournament.rulebook)
    ways = [way.value for way in COUNTER if way in allowed]
    left = ticket_queries.left(tournament)
    return {**desk, "notes": words, "tickets_left": left, "usual": ways[0], "ways": ways[1:]}


def found(tournament: Tournament, words: str, desk: dict[str, Any]) -> dict[str, Any]:
    """Cards for what was typed or scanned: entries that fit, and somebody new if none does."""
    scanned = entry_queries.by_code(tournament, words)
    entries = [scanned] if scanned else entry_queries.named(tournament, words)[:MOST_CARDS]
    wanted = names.plain(words).split()
    so_called = sum(names.plain(entry.player.name).split() == wanted for entry in entries)
    terms = term_queries.of(tournament)
    sold = {player["entry"]: player for player in desk["players"]}
    pictured = photos.among(entry.player_id for entry in entries)
    return {
        "words": words,
        "cards": [
            _card(tournament, entry, sold.get(entry.pk))
            | {"has_photo": entry.player_id in pictured}
            for entry in entries
        ],
        "is_sure": scanned is not None
        or so_called == 1
        or (len(entries) == 1 and len(wanted) == 1),
        "can_enter": scanned is None and (not so_called or terms.per_player > 1),
    }


def _card(tournament: Tournament, entry: Entry, seat: dict[str, Any] | None) -> dict[str, Any]:
    ticket = getattr(entry, "ticket", None)
    return {
        "number": entry.number,
        "entry": entry.pk,
        "player": entry.player_id,
        "name": entry.player.name,
        "price": entry.price,
        "owes": entry_queries.owes(tournament, entry),
        "is_here": entry.checked_in_at is not None,
        "is_withdrawn": entry.withdrawn_at is not None,
        "ticket": ticket.number if ticket else None,
        "about": [
            *([entry.session.title] if entry.session else []),
            *([f"table {seat['table']}", f"seat {seat['seat']}"] if seat else []),
            *([f"ticket {ticket.number}"] if ticket else []),
        ],
        "offers": [offer for offer in seat["offers"] if offer["can"]] if seat else [],
    }


def known(words: str) -> dict[str, Any]:
    """What the house knows of the one person of this name."""
    players = Player.objects.filter(name__iexact=" ".join(words.split()), merged_into__isnull=True)
    rows = list(players[:2])
    if len(rows) != 1:
        return {}
    row = rows[0]
    return {"born_on": row.born_on, "email": row.email, "phone": row.phone, "group": row.group}
