"""Change what a tournament offers, until the first hand."""

from datetime import datetime

from django.db import transaction

from engine import clock as engine_clock
from engine import clock_state, offers, presets, structure
from engine.lifecycle import TournamentState
from engine.offers import Offer
from engine.refusal import Refused
from tournament import broadcast
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.queries import clock as clock_queries
from tournament.queries import setup as queries
from tournament.services import journal


def _open(tournament_id: int, actor: Actor) -> Tournament:
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    begun = tournament.started_at is not None
    offers.check_open(has_started=begun, rulebook=tournament.rulebook)
    if tournament.state != TournamentState.REGISTERING:
        raise Refused("Seats are drawn: take the draw back first, then change the setup.")
    return tournament


@transaction.atomic
def change(
    *, tournament_id: int, name: str, offer: Offer, actor: Actor, now: datetime
) -> Tournament:
    """Keep a changed offer, if the book allows it and nobody has been promised otherwise."""
    tournament = _open(tournament_id, actor)
    was = offers.of(tournament.structure, game=tournament.game)
    title = " ".join(name.split())
    if not title or len(title) > 120:
        raise Refused("Give the tournament a name of at most 120 letters.", "charity:2.6")
    offers.check(
        offer, tournament.structure, rulebook=tournament.rulebook, preset=tournament.preset
    )
    _check_promises(tournament, was, offer)
    made = offers.into(tournament.structure, offer)
    words = queries.differences(was, offers.of(made, game=offer.game))
    if title != tournament.name:
        words = [f"name {tournament.name} to {title}", *words]
    if not words:
        return tournament
    tournament.name, tournament.game = title, offer.game
    tournament.structure = made
    tournament.save(update_fields=["name", "game", "structure"])
    journal.write(
        actor, "setup.changed", tournament_id=tournament_id, at=now, words="; ".join(words)
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return tournament


def _check_promises(tournament: Tournament, was: Offer, offer: Offer) -> None:
    entered = tournament.entries.filter(withdrawn_at__isnull=True).count()
    if entered > offer.max_players:
        raise Refused(f"{entered} players have entered already.")
    if entered and was.stack != offer.stack:
        raise Refused("Players hold their chips already: the starting stack stays.", "charity:8.2")
    if entered and was.entry_price != offer.entry_price:
        raise Refused("Players have entered at the old price: it stays.", "igr:A.2(a)")


@transaction.atomic
def take_preset(*, tournament_id: int, preset: str, actor: Actor, now: datetime) -> Tournament:
    """Begin the setup anew from a preset: its book, game, schedule and terms."""
    tournament = _open(tournament_id, actor)
    if preset not in {one.key for one in presets.PRESETS}:
        raise Refused("There is no such preset.")
    if tournament.entries.filter(withdrawn_at__isnull=True).exists():
        raise Refused("Players have entered under this rulebook: make another tournament instead.")
    chosen = presets.get(preset)
    kept = {"card_steps": tournament.structure.get("card_steps", "")}
    tournament.preset, tournament.rulebook, tournament.game = preset, chosen.rulebook, chosen.game
    tournament.structure = {
        **structure.to_plain(chosen),
        **{key: value for key, value in kept.items() if value},
    }
    tournament.save(update_fields=["preset", "rulebook", "game", "structure"])
    waiting = engine_clock.waiting(clock_queries.schedule_of(tournament))
    clock = tournament.clock
    clock.state, clock.version = clock_state.to_plain(waiting), clock.version + 1
    clock.save(update_fields=["state", "version"])
    journal.write(
        actor, "setup.preset_taken", tournament_id=tournament_id, at=now, preset=chosen.name
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return tournament
