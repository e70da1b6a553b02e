"""One entrant's own page: my seat, my stack, my move, my penalty, my rebuys, my deal, my prize."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from engine.amounts import hour
from engine.conduct.penalties import is_serving
from tables.conduct.queries import penalties
from tables.models import Penalty, Seating
from tables.seating.queries import seat_orders
from tournament.clock.queries import clock as clock_queries
from tournament.draws.queries import draws
from tournament.models import ChipMove, Entry, PersonalLink
from tournament.models.ledger import ChipReason
from tournament.prizes.queries import deals, placings, prizes_shown

MOVE_STANDS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """Where the player sits."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMove:
    """The last change of seat, and whether the player has seen it."""

    id: int
    from_text: str
    to_text: str
    reason: str
    at_text: str
    is_seen: bool
    seen_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPenalty:
    """What is still to be served, in words or in seconds."""

    words: str = ""
    left: int = 0
    ends_at_ms: int | None = None
    server_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """Everything a player's own page shows."""

    version: int
    name: str
    number: int
    stack: int
    in_blinds: str
    rank_text: str
    seat: OwnSeat | None
    move: OwnMove | None
    after_hand: str
    penalty: OwnPenalty | None
    deal: deals.OwnDeal | None
    draws: list[draws.PublishedDraw]
    rebuys: int
    rebuys_when: str
    place_text: str
    prize_text: str


def picture(link: PersonalLink, *, now: datetime) -> OwnPage:
    """Everything the page shows."""
    entry, tournament = link.entry, link.entry.tournament
    seat = _seat(entry)
    placed = next((one for one in placings.of(tournament) if one.entry == entry.pk), None)
    return OwnPage(
        version=int(now.timestamp() * 10),
        name=entry.name,
        number=entry.number,
        stack=entry.stack,
        in_blinds=clock_queries.in_blinds(entry.stack, clock_queries.level_now(tournament)),
        rank_text=_rank(entry),
        seat=OwnSeat(table=seat.table.number, seat=seat.seat) if seat else None,
        move=_move(seat, link, now) if seat else None,
        after_hand=seat_orders.of_entry(entry),
        penalty=_penalty(entry, now),
        deal=deals.of_entry(entry),
        draws=draws.published(tournament.pk),
        rebuys=_bought(entry),
        rebuys_when=clock_queries.rebuys_when(tournament, now),
        place_text=placed.text if placed else "",
        prize_text=prizes_shown.won_words(tournament).get(entry.pk, "") if placed else "",
    )


def _seat(entry: Entry) -> Seating | None:
    seats = Seating.objects.filter(entry=entry, until__isnull=True)
    return seats.select_related("table").first()


def _rank(entry: Entry) -> str:
    """3rd of 34, by chips."""
    if not entry.stack:
        return ""
    left = Entry.objects.filter(tournament_id=entry.tournament_id, withdrawn_at__isnull=True)
    with_chips = left.filter(stack__gt=0)
    ahead = with_chips.filter(stack__gt=entry.stack).count()
    return f"{placings.ordinal(ahead + 1)} of {with_chips.count()}"


def _move(seat: Seating, link: PersonalLink, now: datetime) -> OwnMove | None:
    """The last change of seat while it is news, or until the new table has confirmed it."""
    is_news = seat.in_transit or now - seat.since < MOVE_STANDS
    if not seat.came_from or not is_news:
        return None
    is_seen = link.seen_seating == seat.pk
    return OwnMove(
        id=seat.pk,
        from_text=seat.came_from,
        to_text=f"Table {seat.table.number}, seat {seat.seat}",
        reason=seat.reason,
        at_text=hour(timezone.localtime(seat.since)),
        is_seen=is_seen,
        seen_text=hour(timezone.localtime(link.seen_at)) if is_seen and link.seen_at else "",
    )


def _penalty(entry: Entry, now: datetime) -> OwnPenalty | None:
    rows = [
        row for row in Penalty.open.filter(entry=entry) if is_serving(penalties.value(row), now=now)
    ]
    row = max(rows, key=lambda one: (one.ends_at is not None, one.at), default=None)
    if row is None:
        return None
    if row.ends_at is None:
        return OwnPenalty(words=penalties.hands_words(row.hands_left))
    left = max(0, round((row.ends_at - now).total_seconds()))
    return OwnPenalty(
        words="",
        left=left,
        ends_at_ms=clock_queries.milliseconds(row.ends_at),
        server_ms=clock_queries.milliseconds(now),
    )


def _bought(entry: Entry) -> int:
    moves = ChipMove.objects.filter(entry=entry, reason=ChipReason.REBUY)
    return moves.count()


def is_my_move(link: PersonalLink, seating_id: int) -> bool:
    """Whether this is the seat the entrant was sent to."""
    return Seating.objects.filter(pk=seating_id, entry_id=link.entry_id, until=None).exists()
