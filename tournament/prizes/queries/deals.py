"""The deal room: what each way of dividing would give whom, and who has said what."""

from dataclasses import dataclass
from typing import Any

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.prizes import deals
from engine.prizes.deals import Method
from engine.refusal import Refused
from tournament.models import Deal, DealVoice, Entry, Tournament
from tournament.prizes.queries import prizes as prize_queries

MOST_SHOWN = 10
COLOURS = {"yes": "good", "no": "stop", "": ""}
SAID = {True: "yes", False: "no", None: ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPlayer:
    """A player of a deal, their share and what they say to it."""

    entry: int
    name: str
    share_text: str
    stack: int
    said: str
    colour: str  # of the badge
    is_by_link: bool  # said by the player's link: the director confirms it face to face


@dataclass(frozen=True, slots=True, kw_only=True)
class DealShown:
    """A deal that is proposed or agreed."""

    id: int
    method: str
    kept_text: str
    is_agreed: bool
    players: list[DealPlayer]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDeal(DealShown):
    """The deal as one of its players sees it."""

    share_text: str
    said: str
    is_asked: bool
    has_moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to divide."""

    key: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What each way would give a player."""

    name: str
    stack: int
    shares: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The deal room: why no deal can be made, or what is known of it."""

    why_not: str
    clause: str
    deal: DealShown | None
    methods: list[Way]
    rows: list[Figures]
    left: int


def players_left(tournament: Tournament) -> list[Entry]:
    """Those still in, the most chips first."""
    left = Entry.objects.filter(tournament=tournament, withdrawn_at=None, stack__gt=0)
    return list(left.select_related("player").order_by("-stack", "number"))


def stacks_left(tournament: Tournament) -> dict[str, int]:
    """Their chips by entry, as a deal keeps them."""
    return {str(entry.pk): entry.stack for entry in players_left(tournament)}


def of_entry(entry: Entry) -> OwnDeal | None:
    """The deal this player is asked about or has agreed to; None for everybody else."""
    deal = prize_queries.standing_deal(entry.tournament)
    if deal is None or str(entry.pk) not in deal.shares:
        return None
    found = _shown(deal)
    own = next(row for row in found.players if row.entry == entry.pk)
    has_moved = not found.is_agreed and stacks_left(entry.tournament) != deal.stacks
    return OwnDeal(
        id=found.id,
        method=found.method,
        kept_text=found.kept_text,
        is_agreed=found.is_agreed,
        players=found.players,
        share_text=own.share_text,
        said=own.said,
        is_asked=not found.is_agreed and not has_moved and not own.said,
        has_moved=has_moved,
    )


def room(tournament: Tournament) -> Room:
    """The page of the deal: the figures side by side while it is open, then who said what."""
    why, clause = _why_not(tournament)
    deal = prize_queries.standing_deal(tournament)
    left = [] if why else players_left(tournament)
    return Room(
        why_not=why,
        clause=clause,
        deal=_shown(deal) if deal else None,
        methods=[Way(key=method.value, words=method.value) for method in Method],
        rows=_figures(tournament, left) if 1 < len(left) <= MOST_SHOWN else [],
        left=len(left),
    )


def _why_not(tournament: Tournament) -> tuple[str, str]:
    try:
        deals.check_allowed(tournament.rulebook)
    except Refused as refusal:
        return refusal.why, refusal.clause
    if tournament.state != TournamentState.RUNNING:
        return "A deal is made while the tournament is in play.", ""
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        return "Publish the prize list first.", ""
    return "", ""


def _figures(tournament: Tournament, left: list[Entry]) -> list[Figures]:
    made = prize_queries.amounts(tournament, prize_queries.list_of(tournament))
    cash = prize_queries.cash_by_place(made)[: len(left)]
    prizes = cash + [0] * (len(left) - len(cash))
    stacks = {entry.pk: entry.stack for entry in left}
    shares = {method: deals.propose(stacks, prizes, method) for method in Method}
    return [
        Figures(
            name=entry.name,
            stack=entry.stack,
            shares=[dollars(shares[method][entry.pk]) for method in Method],
        )
        for entry in left
    ]


def _said(voice: DealVoice | None) -> dict[str, Any]:
    said = SAID[voice.says_yes if voice else None]
    is_by_link = voice is not None and not voice.confirmed_by
    colour = "due" if is_by_link else COLOURS[said]
    return {"said": said, "is_by_link": is_by_link, "colour": colour}


def _shown(deal: Deal) -> DealShown:
    voices = {voice.entry_id: voice for voice in deal.voices.all()}
    players = Entry.objects.filter(pk__in=deal.shares).select_related("player")
    return DealShown(
        id=deal.pk,
        method=deal.method,
        kept_text=dollars(deal.kept) if deal.kept else "",
        is_agreed=deal.agreed_at is not None,
        players=[
            DealPlayer(
                entry=entry.pk,
                name=entry.name,
                share_text=dollars(deal.shares[str(entry.pk)]),
                stack=deal.stacks[str(entry.pk)],
                **_said(voices.get(entry.pk)),
            )
            for entry in sorted(players, key=lambda one: -deal.stacks[str(one.pk)])
        ],
    )
