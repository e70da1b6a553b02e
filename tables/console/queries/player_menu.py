"""One player's menu: every act there is for them now, the same wherever it is opened."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from engine.amounts import dollars, figure
from engine.lifecycle import TournamentState
from engine.office.money import CHIPS
from tables.chips.queries import desk, purchases
from tables.console.queries.to_do import Press
from tables.models import Seating, Table
from tables.play.queries.depth import Depth
from tables.play.queries.depth import of as depth_of
from tournament.entries.queries import entries as entry_queries
from tournament.models import Bust, Entry, Tournament
from tournament.permissions import Actor, Permission, may, may_see

# What the command bar finds beside a name.
WORDS = ("Bust", "Rebuy", "Move", "Penalty", "Away", "Link", "Receipt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A button, or a page that has the form."""

    words: str
    press: Press | None = None
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMenu:
    """Who it is about, and what can be done."""

    name: str
    number: int
    about: str
    acts: list[Act]


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose menu, opened by whom."""

    tournament: Tournament
    entry: Entry
    seat: Seating | None
    actor: Actor
    now: datetime

    def may(self, permission: Permission) -> bool:
        """Whether who opened it may do this."""
        return may(self.actor, permission, self.tournament.pk)

    def may_see(self, permission: Permission) -> bool:
        """Whether who opened it may look at this."""
        return may_see(self.actor, permission, self.tournament.pk)

    def link(self, name: str, **where: object) -> str:
        """A page of the tournament."""
        return reverse(name, kwargs={"code": self.tournament.code, **where})


def of(tournament: Tournament, entry: Entry, *, actor: Actor, now: datetime) -> PlayerMenu:
    """Everything that can be done for this entry now."""
    seats = Seating.objects.filter(entry=entry, until__isnull=True)
    seat = seats.select_related("table__tournament").first()
    asked = Asked(tournament, entry, seat, actor, now)
    acts = [*_sold(asked), *_at_the_table(asked), *_out(asked), *_papers(asked)]
    return PlayerMenu(name=entry.name, number=entry.number, about=_about(asked), acts=acts)


def _about(asked: Asked) -> str:
    if asked.seat is None:
        return f"Entry {asked.entry.number}, no seat"
    where = f"table {asked.seat.table.number}, seat {asked.seat.seat}"
    return f"Entry {asked.entry.number}, {where}, {figure(asked.entry.stack)} chips"


def _sold(asked: Asked) -> Iterator[Act]:
    """What the desk takes: the entry still to pay, and the chips on sale."""
    is_paid = asked.entry.withdrawn_at is not None or entry_queries.paid_at(asked.entry)
    owes = 0 if is_paid else asked.entry.price
    if owes and asked.may(Permission.REGISTER_PLAYERS):
        yield Act(words=f"Take {dollars(owes)} for the entry", press=_pay(asked, owes))
    if asked.seat is None or not asked.may(Permission.SELL_CHIPS):
        return
    counter = purchases.Counter(asked.tournament, asked.now)
    buyer = purchases.buyer_of(asked.seat.table, asked.entry)
    for kind in CHIPS:
        if counter.is_offered(kind) and counter.offer(kind, buyer).can:
            press = desk.sale(asked.tournament, asked.entry, kind)
            yield Act(words=press.label, press=press)


def _pay(asked: Asked, owes: int) -> Press:
    way = desk.usual_way(asked.tournament)
    return Press(
        url=asked.link("entry-pay", number=asked.entry.number),
        label=f"Take {dollars(owes)}",
        fields={"method": way, "from": "console", "command_id": ""},
        sure=f"{asked.entry.name} pays {dollars(owes)} {way}?",
        is_calm=True,
    )


def _at_the_table(asked: Asked) -> Iterator[Act]:
    """Away or back, moved, penalised, out."""
    seat = asked.seat
    if seat is None:
        return
    table = seat.table
    if asked.may(Permission.RULE):
        word, kind = ("Back", "back") if seat.is_absent else ("Away", "absent")
        yield Act(words=word, press=_at(asked, table, kind, word))
        yield from _bust(asked, table, seat)
        here = asked.link("floor-table", number=table.number)
        yield Act(words="Penalty", link=f"{here}#penalty-seat")
    if asked.may(Permission.SEAT_PLAYERS):
        yield Act(words="Move", link=f"{asked.link('seats')}?entry={asked.entry.pk}#move-entry")


def _bust(asked: Asked, table: Table, seat: Seating) -> Iterator[Act]:
    """Where stacks are counted the floor says who has the chips; else the hand decides."""
    if depth_of(table) is not Depth.COUNTS or not asked.entry.stack:
        return
    others = Seating.objects.filter(table=table, until__isnull=True).exclude(pk=seat.pk)
    for other in others.select_related("entry__player").order_by("seat"):
        words = f"Bust: chips to {other.entry.name}"
        press = _at(asked, table, "bust", words, taker=other.seat)
        yield Act(words=words, press=press)


def _at(asked: Asked, table: Table, kind: str, label: str, **more: int) -> Press:
    """A press of the floor at this table."""
    number = asked.seat.seat if asked.seat else 0
    is_bust = kind == "bust"
    return Press(
        url=asked.link("floor-act", number=table.number),
        label=label,
        fields={
            "kind": kind,
            "seat": number,
            "version": table.version,
            "command_id": "",
            **more,
        },
        sure=f"Bust {asked.entry.name} with {figure(asked.entry.stack)} chips?" if is_bust else "",
        sure_more=label if is_bust else "",
    )


def _out(asked: Asked) -> Iterator[Act]:
    """Who is out comes in again from the page of the bust."""
    bust = Bust.standing.filter(entry=asked.entry).first()
    is_over = asked.tournament.state == TournamentState.CANCELLED
    if bust is not None and not is_over and asked.may_see(Permission.RULE):
        yield Act(words="Undo bust", link=asked.link("bust", bust_id=bust.pk))


def _papers(asked: Asked) -> Iterator[Act]:
    """Receipt, link and the player's own page."""
    paid = asked.entry.money.filter(voided_by=None, voids=None).last()
    if paid is not None and asked.may_see(Permission.SEE_MONEY):
        link = asked.link("money-receipt", number=paid.number)
        yield Act(words=f"Receipt {paid.number}", link=link)
    if asked.may(Permission.REGISTER_PLAYERS):
        yield Act(words="Link", link=f"{asked.link('links')}?find={asked.entry.number}")
    if asked.may_see(Permission.REGISTER_PLAYERS):
        yield Act(words="Player", link=asked.link("person", player_id=asked.entry.player_id))
