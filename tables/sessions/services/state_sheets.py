"""Make the state sheet of every level, and take play up again from one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db import transaction

from engine.lifecycle import TournamentState, move
from engine.refusal import Refused
from engine.seating import seating
from engine.structure import presets
from engine.structure.state_sheet import Gone, Seated
from engine.structure.state_sheet import StateSheet as Sheet
from tables.commands import across
from tables.models import Seating, StateSheet, Table
from tables.play.services import busts
from tables.sessions.queries import state_sheets
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.live import broadcast
from tournament.models import Entry, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import journal, ledger
from tournament.setup.services import conditions, setup, tournaments

FROM_PAPER = entries.Wish(is_checked=True, is_promised=True, has_agreed=True, is_invited=True)
WHY = "as on the state sheet"


@dataclass(frozen=True, slots=True)
class Opening:
    """The tournament play goes on in: its name, and a structure file or else a preset."""

    name: str
    preset: str = ""
    structure: str = ""


def make_due(*, now: datetime) -> int:
    """A sheet for every level that has begun; does nothing the second time."""
    found = state_sheets.due()
    for tournament in found:
        make(tournament_id=tournament.pk, actor=SYSTEM, now=now)
    return len(found)


@transaction.atomic
def make(*, tournament_id: int, actor: Actor, now: datetime) -> StateSheet:
    """Put on record how play stands."""
    require(actor, Permission.SEAT_PLAYERS, tournament_id)
    tournament = _locked(tournament_id)
    if tournament.state != TournamentState.RUNNING:
        raise Refused("The tournament is not in play: there is nothing to record.")
    sheet = state_sheets.as_it_stands(tournament, now=now)
    sheet.save()
    journal.write(actor, "state_sheet.made", tournament_id=tournament_id, at=now, what=sheet.what)
    return sheet


def _locked(tournament_id: int) -> Tournament:
    held = Tournament.objects.select_for_update(of=("self",), no_key=True)
    return held.select_related("clock").get(pk=tournament_id)


@transaction.atomic
def take_up(*, opening: Opening, sheet: Sheet, actor: Actor, now: datetime) -> Tournament:
    """A new tournament in which everything stands as on the sheet; its clock waits, stopped.

    Play began lawfully elsewhere: what a book wants before the first hand is not asked again.
    """
    require(actor, Permission.CREATE_TOURNAMENTS)
    if sheet.level is None:
        raise Refused("Say which level was being played.")
    cup = _opened(opening, actor=actor, now=now)
    entries.register_all(
        tournament_id=cup.pk, names=sheet.names, actor=actor, now=now, wish=FROM_PAPER
    )
    by_name = dict(zip(sheet.names, cup.entries.order_by("number"), strict=True))
    tables = _seat(cup, sheet.seats, by_name, now=now)
    _set_stacks(sheet, by_name, actor=actor, now=now)
    _put_out(tables[0], sheet.out, by_name, actor=actor, now=now)
    _begin(cup, sheet, actor=actor, now=now)
    said = {"players": len(sheet.seats), "tables": len(tables), "level": sheet.level}
    journal.write(actor, "tournament.re_entered", tournament_id=cup.pk, at=now, **said)
    conditions.freeze(cup, actor=actor, now=now, why="Play was taken up from a state sheet.")
    broadcast.changed(cup.pk, *broadcast.EVERYBODY)
    return cup


def _opened(opening: Opening, *, actor: Actor, now: datetime) -> Tournament:
    if opening.structure:
        return setup.open_from_file(name=opening.name, text=opening.structure, actor=actor, now=now)
    preset = next((one for one in presets.PRESETS if one.key == opening.preset), None)
    if preset is None:
        raise Refused("Choose a preset, or the file of the structure.")
    return tournaments.create(name=opening.name, preset=preset, actor=actor, now=now)


def _seat(
    cup: Tournament, seats: Iterable[Seated], by_name: dict[str, Entry], *, now: datetime
) -> list[Table]:
    """Everybody where the sheet has them, at tables of the same numbers."""
    made: list[Table] = []
    most = min(99, seating.most_seats(cup.rulebook))
    for number, group in groupby(sorted(seats, key=lambda one: one.table), lambda one: one.table):
        here = list(group)
        last = max(one.seat for one in here)
        if last > most:
            raise Refused(f"Table {number} has no seat {last} under this rulebook.")
        size = max(last, cup.structure["seats_per_table"])
        table = Table.objects.create(tournament=cup, number=number, seats=size)
        Seating.objects.bulk_create(
            Seating(entry=by_name[one.name], table=table, seat=one.seat, since=now) for one in here
        )
        made.append(table)
    return made


def _set_stacks(sheet: Sheet, by_name: dict[str, Entry], *, actor: Actor, now: datetime) -> None:
    """The ledger follows the sheet, line by line."""
    chips = {seat.name: seat.chips for seat in sheet.seats}
    moves = {entry.pk: chips.get(name, 0) - entry.stack for name, entry in by_name.items()}
    ledger.move(moves, reason=ChipReason.CORRECTION, note=WHY, actor=actor, now=now)


def _put_out(
    table: Table,
    out: Iterable[Gone],
    by_name: dict[str, Entry],
    *,
    actor: Actor,
    now: datetime,
) -> None:
    """The worst place first; who shares a place went out at the same moment."""
    latest = sorted(out, key=lambda one: -one.place)
    for _, group in groupby(latest, lambda one: one.place):
        fallen = [busts.Fallen(by_name[one.name].pk, one.name, 0) for one in group]
        busts.record(table, fallen, actor=actor, now=now, story="entry.out", is_final=True)


def _begin(cup: Tournament, sheet: Sheet, *, actor: Actor, now: datetime) -> None:
    with across(cup.pk, Permission.CREATE_TOURNAMENTS, actor=actor, now=now) as hall:
        tournament = hall.tournament
        seated = move(TournamentState(tournament.state), TournamentState.SEATED)
        tournament.state = move(seated, TournamentState.RUNNING)
        tournament.started_at = now
        tournament.save(update_fields=["state", "started_at"])
        assert sheet.level is not None
        level, left = sheet.level, sheet.left
        clock.stand_at(tournament_id=cup.pk, level=level, left=left, actor=actor, now=now)
    cup.refresh_from_db()
