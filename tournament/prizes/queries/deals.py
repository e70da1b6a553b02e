"""The deal room: what each way of dividing would give whom, and who has said what."""

from typing import Any

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.prizes import deals
from engine.prizes.deals import Method
from engine.refusal import Refused
from tournament.models import Deal, Entry, Tournament
from tournament.prizes.queries import prizes as prize_queries

MOST_SHOWN = 10


def players_left(tournament: Tournament) -> list[Entry]:
    """Those still in, the most chips first."""
    left = Entry.objects.filter(tournament=tournament, withdrawn_at=None, stack__gt=0)
    return list(left.select_related("player").order_by("-stack", "number"))


def stacks_left(tournament: Tournament) -> dict[str, int]:
    """Their chips by entry, as a deal keeps them."""
    return {str(entry.pk): entry.stack for entry in players_left(tournament)}


def of_entry(entry: Entry) -> dict[str, Any] | None:
    """The deal this player is asked about or has agreed to; None for everybody else."""
    deal = prize_queries.standing_deal(entry.tournament)
    if deal is None or str(entry.pk) not in deal.shares:
        return None
    found = _shown(deal)
    own = next(row for row in found["players"] if row["entry"] == entry.pk)
    has_moved = not found["is_agreed"] and stacks_left(entry.tournament) != deal.stacks
    return {
        **found,
        "share_text": own["share_text"],
        "said": own["said"],
        "is_asked": not found["is_agreed"] and not has_moved and not own["said"],
        "has_moved": has_moved,
    }


def room(tournament: Tournament) -> dict[str, Any]:
    """The page of the deal: the figures side by side while it is open, then who said what."""
    why, clause = _why_not(tournament)
    deal = prize_queries.standing_deal(tournament)
    left = [] if why else players_left(tournament)
    return {
        "why_not": why,
        "clause": clause,
        "deal": _shown(deal) if deal else None,
        "methods": [{"key": method.value, "words": method.value} for method in Method],
        "rows": _figures(tournament, left) if 1 < len(left) <= MOST_SHOWN else [],
        "left": len(left),
    }


def _why_not(tournament: Tournament) -> tuple[str, str]:
    try:
        deals.check_allowed(tournament.rulebook)
    except Refused as refusal:
        return refusal.why, refusal.clause
    if tournament.state != TournamentState.RUNNING:
        return "A deal is made while the tournament is in play.", ""
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        return "Publish the prize list first: nobody can divide what is not known.", ""
    return "", ""


def _figures(tournament: Tournament, left: list[Entry]) -> list[dict[str, Any]]:
    made = prize_queries.amounts(tournament, prize_queries.list_of(tournament))
    cash = prize_queries.cash_by_place(made)[: len(left)]
    prizes = cash + [0] * (len(left) - len(cash))
    stacks = {entry.pk: entry.stack for entry in left}
    shares = {method: deals.propose(stacks, prizes, method) for method in Method}
    return [
        {
            "name": entry.name,
            "stack": entry.stack,
            "shares": [dollars(shares[method][entry.pk]) for method in Method],
        }
        for entry in left
    ]


def _shown(deal: Deal) -> dict[str, Any]:
    voices = {voice.entry_id: voice.says_yes for voice in deal.voices.all()}
    players = Entry.objects.filter(pk__in=deal.shares).select_related("player")
    return {
        "id": deal.pk,
        "method": deal.method,
        "kept_text": dollars(deal.kept) if deal.kept else "",
        "is_agreed": deal.agreed_at is not None,
        "players": [
            {
                "entry": entry.pk,
                "name": entry.name,
                "share_text": dollars(deal.shares[str(entry.pk)]),
                "stack": deal.stacks[str(entry.pk)],
                "said": {True: "yes", False: "no"}.get(voices[entry.pk], "")
                if entry.pk in voices
                else "",
            }
            for entry in sorted(players, key=lambda one: -deal.stacks[str(one.pk)])
        ],
    }
