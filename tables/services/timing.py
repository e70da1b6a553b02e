"""Call time on a player, and end it as the book says."""

from django.db import transaction

from engine import time_called
from engine.commands import TimeExpired
from engine.refusal import Refused
from tables.models import Table
from tables.queries import hands, timing
from tables.services import between, locking, play
from tournament.permissions import Permission, may, require
from tournament.services import commands, journal


@transaction.atomic
def call(request: play.Request, *, seat: int, seconds: int | None = None) -> Table:
    """The clock runs on the player in turn."""
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    if commands.is_repeated(request.command_id):
        return table
    play.check_fresh(request, table)
    hand, terms = hands.in_play(table), timing.terms_of(table)
    called = time_called.call(
        terms,
        seat=seat,
        to_act=hand.actor,
        is_director=may(request.actor, Permission.RULE, table.tournament_id),
        now=request.now,
        seconds=seconds,
    )
    table.time_called = {
        "seat": seat,
        "mark": timing.mark(hand),
        "ends_at": called.ends_at.isoformat(),
    }
    table.save(update_fields=["time_called"])
    length = round((called.ends_at - called.called_at).total_seconds())
    journal.write(
        request.actor,
        "time.called",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        seat=seat,
        hand=hand.number,
        seconds=length,
        clause=terms.clause,
    )
    return between.closed(request, table, kind="time")


def expire(request: play.Request, *, seat: int) -> Table:
    """Time is up: dead, folded or checked, as the book has it."""
    table = Table.objects.select_related("tournament").get(pk=request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    running = timing.running(table, hands.of(table))
    if running is None or running["seat"] != seat:
        raise Refused("No time runs on this player.", timing.terms_of(table).clause)
    if request.now < running["ends_at"]:
        raise Refused("The time is not up yet.", timing.terms_of(table).clause)
    return play.act(request, TimeExpired(seat))
