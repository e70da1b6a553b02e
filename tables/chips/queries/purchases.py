"""What the desk may sell or give to whom now, and why not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from engine.entries import purchases
from engine.entries.law import AddOns, NotOffered, Rebuys, TopUp
from engine.entries.purchases import Buyer
from engine.lifecycle import TournamentState
from engine.office.money import CHIPS, Sold
from engine.refusal import Refused
from engine.structure import structure
from tables.models import ChipRequest, Seating, Table
from tables.play.queries import hands
from tournament.clock.queries import clock as clock_queries
from tournament.models import Bust, ChipMove, Entry, Ticket, Tournament

ASKS, MAY = "Asks for a rebuy", "May rebuy"
Terms = Rebuys | TopUp | AddOns | NotOffered


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button of the desk: possible, or why not."""

    kind: str
    words: str
    can: bool
    why: str
    clause: str
    note: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What is on sale, from when to when."""

    words: str
    is_offered: bool
    why: str = ""
    clause: str = ""
    is_open: bool = False
    chips: int = 0
    price: int = 0
    terms: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAtDesk:
    """A player still in, and what may be sold to them."""

    entry: int
    name: str
    number: int
    table: int
    seat: int
    stack: int
    bought: str
    offers: list[Offer]
    asks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The desk's page: the windows, and every player still in."""

    windows: list[Window]
    players: list[PlayerAtDesk]
    gives_chips: bool
    gives_clause: str
    asks_ticket: bool
    tables: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Askable:
    """A player who may buy again, for whom the dealer can ask the desk."""

    seat: int
    name: str
    words: str
    why: str = ""
    needs: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """The desk at one moment: terms, and how they measure the time."""

    tournament: Tournament
    now: datetime

    def terms(self, kind: Sold) -> Terms:
        """The terms of one kind of purchase."""
        return terms_of(self.tournament, kind)

    def at(self, kind: Sold) -> timedelta:
        """The time this purchase is measured by."""
        return clock_queries.purchase_time(self.tournament, self.terms(kind), self.now)

    def check(self, kind: Sold, buyer: Buyer) -> None:
        """Refuse what is not on sale now, by its clause."""
        if self.tournament.state != TournamentState.RUNNING:
            raise Refused("Chips are sold while the tournament is in play.")
        plain, at = self.tournament.structure, self.at(kind)
        if kind is Sold.REBUY:
            purchases.check_rebuy(structure.rebuys(plain), buyer, at=at)
        elif kind is Sold.TOP_UP:
            purchases.check_top_up(structure.top_up(plain), buyer, at=at)
        else:
            purchases.check_add_on(structure.add_ons(plain), buyer, at=at)

    def offer(self, kind: Sold, buyer: Buyer) -> Offer:
        """One button of the desk: possible, or why not."""
        refusal: Refused | None = None
        try:
            self.check(kind, buyer)
        except Refused as refused:
            refusal = refused
        return Offer(
            kind=kind.value,
            words=kind.words,
            can=refusal is None,
            why=refusal.why if refusal else "",
            clause=refusal.clause if refusal else "",
        )

    def is_offered(self, kind: Sold) -> bool:
        """Whether this tournament sells it (canberra:4.1/rebuys)."""
        return not isinstance(self.terms(kind), NotOffered)


def terms_of(tournament: Tournament, kind: Sold) -> Terms:
    """What this tournament asks and gives for one kind of purchase."""
    plain = tournament.structure
    if kind is Sold.REBUY:
        return structure.rebuys(plain)
    return structure.top_up(plain) if kind is Sold.TOP_UP else structure.add_ons(plain)


def buyer(entry: Entry, bought: dict[str, int], *, is_in_hand: bool) -> Buyer:
    """What the rules ask of a player who wants chips."""
    return Buyer(
        stack=entry.stack,
        rebuys=bought.get(Sold.REBUY, 0),
        top_ups=bought.get(Sold.TOP_UP, 0),
        add_ons=bought.get(Sold.ADD_ON, 0),
        is_in_hand=is_in_hand,
    )


def buyer_of(table: Table, entry: Entry) -> Buyer:
    """The same of one player who sits at this table."""
    bought = bought_by([entry.pk]).get(entry.pk, {})
    return buyer(entry, bought, is_in_hand=is_in_hand(table, entry.pk))


def bought_by(entry_ids: list[int]) -> dict[int, dict[str, int]]:
    """How often each of these has bought what; a sale taken back does not count."""
    found: dict[int, dict[str, int]] = {}
    moves = ChipMove.objects.filter(entry_id__in=entry_ids, reason__in=CHIPS)
    kept = Count("id", filter=Q(amount__gt=0)) - Count("id", filter=Q(amount__lt=0))
    for entry_id, reason, count in moves.values_list("entry_id", "reason").annotate(kept=kept):
        found.setdefault(entry_id, {})[reason] = count
    return found


def asks_ticket(tournament: Tournament) -> bool:
    """Whether a rebuy needs the player's part of the ticket (igr:5.05(b)-2)."""
    if not tournament.law.money.ticket.value:
        return False
    return Ticket.objects.filter(sheet__tournament=tournament).exists()


def is_in_hand(table: Table, entry_id: int) -> bool:
    """Whether this player has cards in the hand in play."""
    if not hands.is_in_play(table):
        return False
    return any(player["entry"] == entry_id for player in hands.record_of(table).players)


def desk(tournament: Tournament, *, now: datetime) -> Desk:
    """The desk's page: the windows, and every player still in."""
    counter = Counter(tournament, now)
    kinds = [kind for kind in CHIPS if counter.is_offered(kind)]
    seats = Seating.objects.filter(table__tournament=tournament, until__isnull=True)
    seats = seats.select_related("entry__player", "table").order_by("entry__player__name")
    bought, asked = bought_by([seat.entry_id for seat in seats]), asking(tournament)
    players = [
        _player(counter, seat, bought.get(seat.entry_id, {}), kinds, asked.get(seat.entry_id, ""))
        for seat in seats
    ]
    return Desk(
        windows=[_window(counter, kind) for kind in CHIPS],
        players=sorted(players, key=lambda player: not player.asks),
        gives_chips=bool(purchases.gives_chips(tournament.law)),
        gives_clause=purchases.gives_chips(tournament.law),
        asks_ticket=asks_ticket(tournament),
        tables=sorted({seat.table.number for seat in seats}),
    )


def _player(
    counter: Counter, seat: Seating, bought: dict[str, int], kinds: list[Sold], asks: str
) -> PlayerAtDesk:
    wanted = buyer(seat.entry, bought, is_in_hand=is_in_hand(seat.table, seat.entry_id))
    return PlayerAtDesk(
        entry=seat.entry_id,
        name=seat.entry.name,
        number=seat.entry.number,
        table=seat.table.number,
        seat=seat.seat,
        stack=seat.entry.stack,
        bought=", ".join(f"{kind.words} {bought[kind]}" for kind in kinds if kind in bought),
        offers=[counter.offer(kind, wanted) for kind in kinds],
        asks=asks,
    )


def _window(counter: Counter, kind: Sold) -> Window:
    terms = counter.terms(kind)
    if isinstance(terms, NotOffered):
        return Window(
            words=kind.words,
            is_offered=False,
            why=terms.why,
            clause=terms.clause,
        )
    offer = counter.offer(kind, Buyer(stack=0))
    return Window(
        words=kind.words,
        is_offered=True,
        is_open=offer.can,
        chips=terms.chips,
        price=terms.price,
        terms=_terms_words(terms),
        why=offer.why,
        clause=offer.clause,
    )


def _terms_words(terms: Rebuys | TopUp | AddOns) -> str:
    if isinstance(terms, Rebuys):
        kind = "of real time" if terms.is_real_time else "of play"
        below = f"stack below {clock_queries.chips(terms.stack_below)}"
        most = f", {terms.most} each" if terms.most is not None else ""
        return f"the first {terms.minutes} minutes {kind}, {below}{most}"
    if isinstance(terms, TopUp):
        return f"once each, from minute {terms.from_minute} for {terms.open_for} minutes"
    until = f" to {terms.until_minute}" if terms.until_minute is not None else " on"
    return f"{terms.most} each, from minute {terms.from_minute}{until}, whatever the stack"


def askable(table: Table, seats: list[Seating], *, now: datetime) -> list[Askable]:
    """Players of a table who may buy again, for whom the dealer can ask the desk."""
    counter = Counter(table.tournament, now)
    terms = structure.rebuys(table.tournament.structure)
    if table.tournament.state != TournamentState.RUNNING or not isinstance(terms, Rebuys):
        return []
    below = [seat for seat in seats if seat.entry.stack < terms.stack_below]
    if not below:
        return []
    bought = bought_by([seat.entry_id for seat in below])
    asked = asking(table.tournament)
    return [
        _ask(seat, asked.get(seat.entry_id, ""))
        for seat in below
        if counter.offer(
            Sold.REBUY, buyer(seat.entry, bought.get(seat.entry_id, {}), is_in_hand=False)
        ).can
    ]


def _ask(seat: Seating, asks: str) -> Askable:
    """The tablet's button, and why it has nothing left to ask; who is out of chips needs one."""
    number, name = seat.seat, seat.entry.name
    who = f"seat {number}, {name}"
    if asks == ASKS:
        why = "The desk has been asked."
        return Askable(seat=number, name=name, words=f"Rebuy asked: {who}", why=why, needs=True)
    return Askable(seat=number, name=name, words=f"Rebuy: {who}", needs=asks == MAY)


def asking(tournament: Tournament) -> dict[int, str]:
    """Entries for whom a table has asked, and those who lost their last chip and may buy again."""
    busts = Bust.standing.filter(entry__tournament=tournament, may_rebuy=True)
    asked = [request.entry_id for request in waiting(tournament)]
    may = busts.values_list("entry_id", flat=True)
    return {**dict.fromkeys(may, MAY), **dict.fromkeys(asked, ASKS)}


def waiting(tournament: Tournament) -> list[ChipRequest]:
    """What tables have asked the desk for, the newest first."""
    found = ChipRequest.objects.filter(table__tournament=tournament, answered_at__isnull=True)
    return list(found.select_related("entry__player", "table").order_by("-id"))
