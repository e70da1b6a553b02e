"""Alternates: a queue with numbers for when the tournament is full."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine.entries import entering
from engine.refusal import Personal, Refused
from tournament.entries.services import entries, players
from tournament.entries.services.entries import PLAIN, Wish
from tournament.live import broadcast
from tournament.models import Entry, Tournament, Waiting
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def wait(
    *, tournament_id: int, name: str, actor: Actor, now: datetime, wish: Wish = PLAIN
) -> Waiting:
    """Note somebody for the next free place, with a number of their own."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.is_over:
        raise Refused("The tournament is over: no more alternates.")
    player = players.known(name, wish.details, now=now)
    if player.is_barred:
        why = f"{player.name} is barred: {player.barred_because}."
        raise Personal(why, "", public=entering.not_taken(player.name))
    if tournament.entries.filter(player=player, withdrawn_at__isnull=True).exists():
        raise Refused(f"{player.name} is already entered.")
    waiting = tournament.waiting.filter(called_at__isnull=True, left_at__isnull=True)
    if waiting.filter(player=player).exists():
        raise Refused(f"{player.name} is already on the waiting list.")
    highest = tournament.waiting.aggregate(highest=Max("number"))["highest"] or 0
    made = Waiting.objects.create(
        tournament=tournament, player=player, number=highest + 1, since=now
    )
    _tell(actor, "alternate.waits", made, now)
    return made


@transaction.atomic
def call_next(*, tournament_id: int, actor: Actor, now: datetime, wish: Wish = PLAIN) -> Entry:
    """The one who has waited longest takes the place that came free."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    first = (
        tournament.waiting.filter(called_at__isnull=True, left_at__isnull=True)
        .select_related("player")
        .first()
    )
    if first is None:
        raise Refused("Nobody is waiting.")
    entry = entries.register(
        tournament_id=tournament_id,
        name=first.player.name,
        actor=actor,
        now=now,
        wish=_as(wish, first),
    )
    first.called_at = now
    first.save(update_fields=["called_at"])
    _tell(actor, "alternate.called", first, now)
    return entry


def _as(wish: Wish, waiting: Waiting) -> Wish:
    """The wish with the person who waits, whatever else it says."""
    details = replace(wish.details, player_id=waiting.player_id)
    return replace(wish, details=details)


@transaction.atomic
def leave(*, waiting_id: int, actor: Actor, now: datetime) -> Waiting:
    """Somebody waits no more; the number is not given again."""
    found = Waiting.objects.select_related("player").get(pk=waiting_id)
    require(actor, Permission.REGISTER_PLAYERS, found.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=found.tournament_id)
    if found.called_at is not None or found.left_at is not None:
        raise Refused(f"{found.player.name} is no longer on the waiting list.")
    found.left_at = now
    found.save(update_fields=["left_at"])
    _tell(actor, "alternate.left", found, now)
    return found


def _tell(actor: Actor, name: str, waiting: Waiting, now: datetime) -> None:
    said = {"number": waiting.number, "player": waiting.player.name}
    journal.write(actor, name, tournament_id=waiting.tournament_id, at=now, **said)
    broadcast.changed(waiting.tournament_id, *broadcast.EVERYBODY)
