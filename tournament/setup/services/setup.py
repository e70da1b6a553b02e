"""Change what a tournament offers, until the first hand."""

from datetime import datetime
from typing import Any

from django.db import transaction

from engine.clock import clock as engine_clock
from engine.clock import clock_state
from engine.entries import purchases
from engine.lifecycle import TournamentState
from engine.office import money as engine_money
from engine.refusal import Refused
from engine.structure import fields, offers, presets, structure, structure_file
from engine.structure import house_rules as engine_house_rules
from engine.structure.offers import Offer
from engine.structure.structure_file import StructureFile
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock as clock_service
from tournament.live import broadcast
from tournament.models import Clock, Tournament
from tournament.money.queries import money as money_queries
from tournament.office.services import licence
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal
from tournament.setup.queries import played
from tournament.setup.queries import setup as queries
from tournament.setup.services import conditions, schedules, tournaments


def _open(tournament_id: int, actor: Actor) -> Tournament:
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    begun = tournament.started_at is not None
    offers.check_open(tournament.law.structure, has_started=begun)
    if tournament.state != TournamentState.REGISTERING:
        raise Refused("Seats are drawn: cancel the draw first, then change the setup.")
    return tournament


def _to_alter(tournament_id: int, actor: Actor) -> Tournament:
    """A tournament whose offer may still be changed: before the draw, or by the book in play."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if not queries.may_alter_in_play(tournament):
        return _open(tournament_id, actor)
    return tournament


def _check_reason(tournament: Tournament, was: Offer, offer: Offer, reason: str) -> None:
    if not tournament.entries.filter(withdrawn_at__isnull=True).exists():
        return
    offers.check_alteration(
        was,
        offer,
        tournament.law.structure,
        has_started=tournament.started_at is not None,
        reason=reason,
    )


@transaction.atomic
def change(
    *,
    tournament_id: int,
    name: str,
    offer: Offer,
    actor: Actor,
    now: datetime,
    reason: str = "",
) -> Tournament:
    """Keep a changed offer, if the book allows it and nobody has been promised otherwise."""
    tournament = _to_alter(tournament_id, actor)
    was = offers.of(tournament.structure, game=tournament.game)
    title = " ".join(name.split())
    if not title or len(title) > 120:
        raise Refused(
            "Give the tournament a name of at most 120 characters.",
            tournament.law.desk.name.clause,
        )
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
    _check_reason(tournament, was, offer, reason)
    before = conditions.told(tournament)
    tournament.name, tournament.game = title, offer.game
    tournament.structure = made
    tournament.save(update_fields=["name", "game", "structure"])
    _tell_change(tournament, words, reason, actor=actor, now=now)
    conditions.amend(tournament, before, reason=reason, actor=actor, now=now)
    if (was.game, was.stack) != (offer.game, offer.stack):
        licence.structure_changed(tournament, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return tournament


def _tell_change(
    tournament: Tournament, words: list[str], reason: str, *, actor: Actor, now: datetime
) -> None:
    said = {"words": "; ".join(words)}
    because = " ".join(reason.split())[:200]
    if because:
        said = {**said, "reason": because}
    name = "setup.altered" if because else "setup.changed"
    journal.write(actor, name, tournament_id=tournament.pk, at=now, **said)


def _check_promises(tournament: Tournament, was: Offer, offer: Offer) -> None:
    entered = tournament.entries.filter(withdrawn_at__isnull=True).count()
    if entered > offer.max_players:
        raise Refused(f"{entered} players have already entered.")
    if entered and was.stack != offer.stack:
        raise Refused(
            "Players already have their chips: the starting stack can no longer change.",
            tournament.law.desk.stack.clause,
        )
    if entered and was.entry_price != offer.entry_price:
        raise Refused(
            "Players have entered at the current price: it can no longer change.",
            tournament.law.desk.price.clause,
        )


@transaction.atomic
def take_preset(*, tournament_id: int, preset: str, actor: Actor, now: datetime) -> Tournament:
    """Begin the setup anew from a preset: its book, game, schedule and terms."""
    tournament = _open(tournament_id, actor)
    if preset not in {one.key for one in presets.PRESETS}:
        raise Refused("No such preset.")
    if tournament.entries.filter(withdrawn_at__isnull=True).exists():
        raise Refused(
            "Players have entered under this rulebook: create another tournament instead."
        )
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
    licence.structure_changed(tournament, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return tournament


@transaction.atomic
def take_structure(*, tournament_id: int, text: str, actor: Actor, now: datetime) -> Tournament:
    """A file's structure in place of the setup, if the book allows it and no promise breaks."""
    tournament = _open(tournament_id, actor)
    file = structure_file.read(text)
    was, asked = offers.of(tournament.structure, game=tournament.game), tournament.structure
    has_entries = tournament.entries.filter(withdrawn_at__isnull=True).exists()
    if has_entries and file.preset != tournament.preset:
        raise Refused(
            "Players have entered under another preset: create another tournament instead."
        )
    _put_in(tournament, file)
    _check_lawful(tournament)
    _check_promises(tournament, was, offers.of(tournament.structure, game=tournament.game))
    _check_prices(tournament, asked)
    tournament.save(update_fields=["preset", "rulebook", "game", "structure"])
    held = Clock.objects.select_for_update().get(pk=tournament_id)
    held.tournament = tournament
    clock_service.follow_schedule(held, now=now)
    name = tournament.structure["preset_name"]
    journal.write(actor, "setup.file_taken", tournament_id=tournament_id, at=now, preset=name)
    licence.structure_changed(tournament, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return tournament


@transaction.atomic
def open_from_file(*, name: str, text: str, actor: Actor, now: datetime) -> Tournament:
    """A new tournament with the structure of a file, open for registration."""
    require(actor, Permission.CREATE_TOURNAMENTS)
    title = " ".join(name.split())
    if not title or len(title) > 120:
        raise Refused("Give the tournament a name of at most 120 characters.")
    preset = presets.get(structure_file.read(text).preset)
    made = tournaments.create(name=title, preset=preset, actor=actor, now=now)
    return take_structure(tournament_id=made.pk, text=text, actor=actor, now=now)


def try_structure(*, tournament_id: int, text: str, actor: Actor, now: datetime) -> None:
    """Refuse a file that could not be taken; nothing of it stays."""
    with transaction.atomic():
        take_structure(tournament_id=tournament_id, text=text, actor=actor, now=now)
        transaction.set_rollback(True)


def try_opening(*, name: str, text: str, actor: Actor, now: datetime) -> None:
    """Refuse a file from which no tournament could be made; nothing of it stays."""
    with transaction.atomic():
        open_from_file(name=name, text=text, actor=actor, now=now)
        transaction.set_rollback(True)


def _put_in(tournament: Tournament, file: StructureFile) -> None:
    """What no file says stays as it is, as far as the preset is the same."""
    is_same = file.preset == tournament.preset
    stays = fields.names(fields.Said.BESIDE) if is_same else {"card_steps"}
    kept = {key: tournament.structure[key] for key in stays if key in tournament.structure}
    tournament.preset, tournament.rulebook, tournament.game = file.preset, file.rulebook, file.game
    tournament.structure = {**kept, **file.structure}


def _check_lawful(tournament: Tournament) -> None:
    """Refuse a structure that cannot be played, or not under its rulebook."""
    plain, book = tournament.structure, tournament.rulebook
    if "house_rules" in plain:
        plain["house_rules"] = engine_house_rules.check(
            plain["house_rules"],
            tournament.law,
            games=played.undecided_games(tournament),
            seats=plain["seats_per_table"],
        )
    offer = offers.of(plain, game=tournament.game)
    offers.check(offer, plain, rulebook=book, preset=tournament.preset)
    purchases.check_rebuy_offer(
        structure.rebuys(plain), entry_chips=plain["stack"], entry_price=plain["entry_price"]
    )
    schedules.check(tournament, clock_queries.schedule_of(tournament))


def _check_prices(tournament: Tournament, was: dict[str, Any]) -> None:
    """Who has paid already fixes what everybody pays."""
    became = tournament.structure
    same = all(
        engine_money.split(was, what) == engine_money.split(became, what)
        for what in engine_money.FEES
    )
    paid = tournament.money.filter(kind__in=money_queries.RECEIVED, voided_by=None)
    if not same and paid.exists():
        clause = tournament.law.money.price.clause
        raise Refused("Somebody has already paid: everybody pays the same price.", clause)
