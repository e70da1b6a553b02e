"""Seats for those who come after the draw: late entries, re-entries, alternates, substitutes.

They draw from the same open seats as everybody (tda2024:R8); a seat chosen by hand is the floor's.
"""

from datetime import datetime

from engine import rulebooks
from engine.conduct.law import How
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import ballots
from engine.seating import seating as engine_seating
from engine.seating.seating import Place
from tables.commands import Hall, across
from tables.models import Seating
from tables.seating.queries import balance
from tables.seating.services import seat_draws, seating
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn
from tournament.live.broadcast import EVERYBODY
from tournament.models import Bust, Entry, Tournament
from tournament.models.draws import DrawKind
from tournament.permissions import Actor, Permission

DESK = "the desk"


def give_seat(
    *,
    tournament_id: int,
    entry_id: int,
    actor: Actor,
    now: datetime,
    to: Place | None = None,
    despite_pair: bool = False,
) -> Place:
    """A seat for somebody who has none: drawn, or chosen by the floor where the book lets it."""
    who = Permission.REGISTER_PLAYERS if to is None else Permission.SEAT_PLAYERS
    with across(tournament_id, who, actor=actor, now=now) as hall:
        tournament = hall.tournament
        entry = _holder(tournament, entry_id)
        if to is None:
            place, by_chance = drawn_seat(hall, entry)
        else:
            place, by_chance = to, None
            has_started = tournament.state == TournamentState.RUNNING
            engine_seating.check_may_choose_seat(tournament.rulebook, has_started=has_started)
            seating.check_apart(entry, to, is_confirmed=despite_pair)
        seating.check_place(tournament, hall.tables, place)
        _sit_down(hall, entry, place, by_chance)
        hall.change(hall.tables[place.table])
        hall.tell(*EVERYBODY)
    return place


def _holder(tournament: Tournament, entry_id: int) -> Entry:
    """A registered player who is still in and has no seat (adelaide:59b)."""
    if tournament.state not in (TournamentState.SEATED, TournamentState.RUNNING):
        raise Refused("Seats can be given from the draw to the end of play.")
    entry = tournament.entries.filter(pk=entry_id).select_related("player").first()
    is_registered = entry is not None and entry.withdrawn_at is None
    is_out = Bust.standing.filter(entry_id=entry_id).exists()
    engine_seating.check_holder(
        is_registered=is_registered, is_out=is_out, rulebook=tournament.rulebook
    )
    if entry is None or entry.stack <= 0:
        why = "This player has no chips: the desk sells or gives them first."
        raise Refused(why, tournament.law.seating.holders.clause)
    if Seating.objects.filter(entry=entry, until__isnull=True).exists():
        raise Refused(f"{entry.name} already has a seat.")
    return entry


def drawn_seat(hall: Hall, entry: Entry) -> tuple[Place, Drawn]:
    """A seat at a table with fewest players (tda2024:R8); the draw is still to be recorded."""
    tables = balance.read(hall.tournament.pk)
    if not any(table.open_seats for table in tables.for_engine):
        raise Refused("Every seat is taken: open another table first.")
    ballot = ballots.of_latecomer(entry.pk, tables.for_engine, apart=tables.apart)
    asked = seat_draws.by_ballot(DrawKind.LATE_SEAT, f"A seat for {entry.name}", ballot)
    drawn, by_chance = seat_draws.make(hall, asked)
    return drawn.places[entry.pk], by_chance


def _sit_down(hall: Hall, entry: Entry, place: Place, by_chance: Drawn | None) -> None:
    tournament = hall.tournament
    is_running = tournament.state == TournamentState.RUNNING
    Seating.objects.create(
        entry=entry,
        table=hall.tables[place.table],
        seat=place.seat,
        since=hall.now,
        reason="takes a seat",
        clause=rulebooks.cited("tda2024:R8", rulebook=tournament.rulebook) if is_running else "",
        how=How.NEW if is_running else "",
        came_from=DESK if is_running else "",
        in_transit=is_running,
        stack_sent=entry.stack if is_running else None,
        sent_by=hall.actor.name[:120] if is_running else "",
    )
    if by_chance is not None:
        draws.record(by_chance, actor=hall.actor, now=hall.now)
    hall.write(
        "seat.given",
        player=entry.name,
        table=place.table,
        seat=place.seat,
        drawn=f" (draw {by_chance.draw.key})" if by_chance else "",
    )
