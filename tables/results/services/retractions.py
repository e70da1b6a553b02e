"""Take a wrong bust back after others have gone out: the player is in again, places follow."""

from dataclasses import dataclass
from datetime import datetime

from engine.amounts import figure
from engine.conduct.law import How
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating.seating import Place
from tables.commands import Hall, across
from tables.models import Seating, Table
from tables.play.services import busts
from tables.results.queries import retractions
from tables.seating.services import latecomers, sitting
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission
from tournament.records.services import ledger


@dataclass(frozen=True, slots=True)
class Ruling:
    """How many chips the player gets, out of whose stack (None: the bank), and why."""

    chips: int
    source: int | None
    reason: str


def take_back(
    *, tournament_id: int, bust_id: int, ruling: Ruling, actor: Actor, now: datetime
) -> Place:
    """The bust stays on record as taken back; the seat is the old one, or drawn."""
    with across(tournament_id, Permission.RULE, actor=actor, now=now) as hall:
        bust = _standing(hall.tournament, bust_id)
        _check(hall, ruling)
        place, by_chance = _place(hall, bust)
        found = Bust.standing.filter(pk=bust.pk)
        busts.take_back(found, because=ruling.reason, actor=actor, now=now)
        _pay(bust, ruling, actor=actor, now=now)
        _sit_down(bust, hall.tables[place.table], place, ruling, actor=actor, now=now)
        if by_chance is not None:
            draws.record(by_chance, actor=actor, now=now)
        hall.write(
            "bust.taken_back",
            player=bust.entry.name,
            reason=ruling.reason,
            chips=ruling.chips,
            place=f"table {place.table}, seat {place.seat}",
        )
        hall.change(*hall.open_tables)
        hall.tell(*EVERYBODY)
    return place


def _standing(tournament: Tournament, bust_id: int) -> Bust:
    found = Bust.standing.select_related("entry__player")
    bust = found.filter(pk=bust_id, entry__tournament=tournament).first()
    if bust is None:
        raise Refused("This bust has already been undone.")
    if bust.may_rebuy:
        raise Refused(f"{bust.entry.name} is not out: the rebuy is still open.")
    return bust


def _check(hall: Hall, ruling: Ruling) -> None:
    if hall.tournament.state != TournamentState.RUNNING:
        raise Refused("The tournament is not in play: reopen it first.")
    if not ruling.reason.strip():
        raise Refused("Give the reason for undoing the bust: it is recorded.")
    if ruling.chips < 1:
        raise Refused("Say how many chips the player gets back.")
    if ruling.source is None:
        return
    seat = sitting.seat_of(hall.tournament, ruling.source)
    sitting.check_between_hands(hall.tables[seat.table.number])
    if seat.entry.stack <= ruling.chips:
        raise Refused(
            f"{seat.entry.name} has only {figure(seat.entry.stack)} chips and must keep some."
        )


def _place(hall: Hall, bust: Bust) -> tuple[Place, Drawn | None]:
    """The old seat where it is free; else one is drawn."""
    old = retractions.last_seat(bust)
    if old is not None and retractions.is_free(old):
        return Place(old.table.number, old.seat), None
    return latecomers.drawn_seat(hall, bust.entry)


def _pay(bust: Bust, ruling: Ruling, *, actor: Actor, now: datetime) -> None:
    moves = {bust.entry_id: ruling.chips}
    if ruling.source is not None:
        moves[ruling.source] = -ruling.chips
    note = f"The bust of {bust.entry.name} was taken back"
    ledger.move(moves, reason=ChipReason.CORRECTION, note=note, actor=actor, now=now)


def _sit_down(
    bust: Bust, table: Table, place: Place, ruling: Ruling, *, actor: Actor, now: datetime
) -> None:
    Seating.objects.create(
        entry_id=bust.entry_id,
        table=table,
        seat=place.seat,
        since=now,
        reason="the bust was taken back",
        how=How.MOVED_BY_STAFF,
        came_from="the rail",
        in_transit=True,
        stack_sent=ruling.chips,
        sent_by=actor.name[:120],
    )
