"""A player who missed blinds posts them with the next hand, or is let off."""

from engine.conduct import joining
from engine.hand.setup import Setup
from engine.refusal import Refused
from tables.commands import AtTable, When, table_command
from tables.conduct.queries import absences, owed_blinds
from tables.models import Seating, Table
from tournament.clock.queries import clock as clock_queries
from tournament.live.broadcast import Audience
from tournament.permissions import Actor


@table_command("owing", when=When.ANY_TIME, tells=(Audience.CONSOLE,))
def set_owing(at: AtTable, *, seat: int, owes: bool, is_confirmed: bool = True) -> None:
    """Note that a player posts with the next hand what they missed, or that they need not.

    A page asks by itself before it takes chips; who does not says whether it is confirmed.
    """
    table = at.table
    seats = Seating.objects.filter(table=table, seat=seat, until__isnull=True)
    found = seats.select_related("entry__player").first()
    if found is None:
        raise Refused(f"Nobody sits in seat {seat}.")
    if owes:
        _check_answered(table, seat=seat, is_confirmed=is_confirmed)
        _check_word(table, at.actor)
    if owed_blinds.is_due(table, found) == owes:
        at.leave_as_it_was()
        return
    found.owes_from = table.next_hand_number if owes else None
    found.save(update_fields=["owes_from"])
    name = "seat.owes_blinds" if owes else "seat.owes_nothing"
    at.write(name, player=found.entry.name, table=table.number, seat=seat)


def _check_answered(table: Table, *, seat: int, is_confirmed: bool) -> None:
    """Refuse to take chips where no blind is owed, or before somebody confirmed it."""
    missed = table.tournament.law.conduct.missed_blinds
    joining.check_may_owe(clock_queries.level_now(table.tournament).blinds, missed)
    if not is_confirmed:
        why = f"This takes {owed_blinds.words(table)} from seat {seat}: confirm it."
        raise Refused(why, missed.clause)


def _check_word(table: Table, actor: Actor) -> None:
    """Chips of who was away are taken on the word of who rules, where the book says so."""
    if absences.needs_word(table.tournament, actor):
        clause = table.tournament.law.conduct.absence_confirmed.clause
        raise Refused("Only the floor decides whether blinds were missed: call the floor.", clause)


def carry_over(table: Table, wanted: Setup, begun: Setup) -> None:
    """Who posts does so in this hand, dealt again or not; who waits for the button, later."""
    owing = {player.seat for player in wanted.seats if player.owes_live}
    if not owing:
        return
    dealt_in = {player.seat for player in begun.seats}
    noted = Seating.objects.filter(table=table, until__isnull=True)
    seats = noted.filter(owes_from__gte=table.hand_number)  # what a ruling left owed is in the hand
    seats.filter(seat__in=owing & dealt_in).update(owes_from=begun.number)
    seats.filter(seat__in=owing - dealt_in).update(owes_from=begun.number + 1)
