"""The final table: everybody who is left draws a seat at it (tda2024:RP-9)."""

from datetime import datetime

from django.db import transaction

from engine import rulebooks
from engine.conduct.law import How
from engine.refusal import Refused
from engine.seating import ballots
from engine.seating import seating as engine_seating
from tables.commands import Hall, across
from tables.models import Seating, SeatOrder, Table
from tables.play.queries import hands
from tables.seating.queries import balance
from tables.seating.services import seat_draws, seat_orders, seating
from tables.seating.services.seat_draws import SeatDraw
from tournament.draws.services import draws
from tournament.live.broadcast import EVERYBODY
from tournament.models import Tournament
from tournament.models.draws import DrawKind
from tournament.permissions import Actor, Permission


def bring_together(
    *, tournament_id: int, actor: Actor, now: datetime, carried_by: str = "", card: str = ""
) -> SeatOrder | None:
    """Close all tables but one and redraw every seat at it; a card turned is mixed in.

    Returns the order that waits for hands in play, None where the final is drawn.
    """
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as held:
        tournament, hall = held.tournament, balance.read(tournament_id)
        _check_due(held, hall)
        engine_seating.check_carrier(carried_by, rulebook=tournament.rulebook)
        if any(hands.is_in_play(held.tables[table.number]) for table in hall.tables):
            return seat_orders.final(held, carried_by=carried_by)
        _bring_together(held, hall, carried_by, card)
    return None


def publish(*, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Show who draws for which seats, and the hash, before everybody is brought together."""
    with across(tournament_id, Permission.SEAT_PLAYERS, actor=actor, now=now) as held:
        hall = balance.read(tournament_id)
        _check_due(held, hall)
        final = _final(held.tables, hall)
        with transaction.atomic():
            _make_room(held.tournament, final, len(hall.seats))
            wanted = _seats(final, hall).wanted
            transaction.set_rollback(True)
        draws.publish(held.tournament, wanted, actor=actor, now=now)
        held.tell(*EVERYBODY)


def _check_due(held: Hall, hall: balance.Hall) -> None:
    if not balance.is_final_due(held.tournament, hall):
        clause = rulebooks.cited("tda2024:RP-9", rulebook=held.tournament.rulebook)
        raise Refused("Too many players are left for a final table.", clause)


def _bring_together(held: Hall, hall: balance.Hall, carried_by: str, card: str) -> None:
    tournament, final = held.tournament, _final(held.tables, hall)
    _make_room(tournament, final, len(hall.seats))
    drawn, by_chance = seat_draws.make(held, _seats(final, hall), card)
    draws.record(by_chance, actor=held.actor, now=held.now)
    key = by_chance.draw.key
    held.write("table.final", table=final.number, players=len(hall.seats), draw=key)
    moves = ballots.final(hall.for_engine, drawn).moves
    seating.carry_out(held, hall, moves, How.FROM_A_BROKEN_TABLE)
    # Who drew the old seat has drawn it all the same: the table begins anew.
    at_final = Seating.objects.filter(table=final, until__isnull=True)
    at_final.update(carried_by=carried_by[:120], since=held.now)
    tables = [held.tables[one.number] for one in hall.tables]
    for table in tables:
        if table.pk != final.pk:
            seating.close(table)
    held.change(*tables)
    held.tell(*EVERYBODY)


def _final(tables: dict[int, Table], hall: balance.Hall) -> Table:
    """Where somebody cannot leave the seat, else the table that would break last."""
    stuck = [seat.table.number for seat in hall.seats if seat.entry_id in hall.locked]
    first = [table.number for table in hall.tables if table.number not in hall.order]
    return tables[(stuck or first or hall.order[::-1])[0]]


def _make_room(tournament: Tournament, final: Table, players: int) -> None:
    """Eight-handed events end at nine, six-handed ones at seven."""
    missing = players - len(balance.usable_seats(final))
    if missing > 0:
        engine_seating.check_table_size(
            final.seats + missing, seats=final.seats + missing, rulebook=tournament.rulebook
        )
        final.seats += missing
        final.save(update_fields=["seats"])


def _seats(final: Table, hall: balance.Hall) -> SeatDraw:
    at_final = engine_seating.Table(final.number, balance.usable_seats(final))
    ballot = ballots.of_final(hall.for_engine, at_final, locked=hall.locked)
    return seat_draws.by_ballot(DrawKind.FINAL, f"Final table of {len(hall.seats)}", ballot)
