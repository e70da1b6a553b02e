"""The timetable of the tables: nothing here does anything the second time."""

from datetime import timedelta
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import timezone

from engine.lifecycle import TournamentState
from tables.chips.services import rebuys
from tables.conduct.services import absences, penalties, timing
from tables.console import forecast
from tables.models import HandForHand, SeatOrder
from tables.play.services import after_hand
from tables.procedures.services import hand_for_hand, last_hands
from tables.records import packing
from tables.records.services import signatures
from tables.sessions.services import state_sheets
from tournament.models import Clock, Tournament
from tournament.planner import reckoning
from tournament.setup.services import tournaments

LOOK_AHEAD = timedelta(seconds=1.6)
KEPT_SECONDS = 30
FORECAST_TURN = 60
SIGNER, SIGNER_TURN = "signer", 60


@shared_task
def expire_times() -> None:
    """The sweep of every second; it also sets one nudge for what falls due before the next."""
    now = timezone.now()
    timing.expire_due(now=now)
    for due in timing.due_within(now=now, until=now + LOOK_AHEAD):
        if cache.add(f"time-{due.timestamp()}", True, timeout=KEPT_SECONDS):
            nudge.apply_async(eta=due, expires=due + timedelta(seconds=KEPT_SECONDS))


@shared_task
def nudge() -> None:
    """Called when a player's time is up, so that nobody waits for the sweep."""
    timing.expire_due(now=timezone.now())


@shared_task
def tidy_up() -> None:
    """Close expired rebuys, and finish what was cut short: a winner, a round, an order."""
    now = timezone.now()
    rebuys.close_expired(now=now)
    absences.forfeit_due(now=now)
    penalties.finish_due(now=now)
    state_sheets.make_due(now=now)
    for tournament_id in set(SeatOrder.waiting.values_list("tournament", flat=True)):
        after_hand.carry_out(tournament_id=tournament_id, now=now)
    for on in HandForHand.objects.filter(ended_at__isnull=True):
        hand_for_hand.advance(tournament_id=on.tournament_id, now=now)
    for clock in Clock.objects.filter(
        last_hands__isnull=False, tournament__state=TournamentState.RUNNING
    ):
        last_hands.finish_if_played(tournament_id=clock.pk, now=now)
    for tournament_id in _decided():
        tournaments.finish_if_decided(tournament_id=tournament_id, now=now)


@shared_task
def sign_heads() -> None:
    """Sign the records where a mark was passed or a few minutes went by; one signer at a time."""
    if not cache.add(SIGNER, True, timeout=SIGNER_TURN):
        return
    try:
        signatures.sign_due(now=timezone.now())
    finally:
        cache.delete(SIGNER)


@shared_task
def foresee() -> None:
    """Play on from where every evening stands, a few hundred times, and keep what comes of it."""
    if not cache.add(reckoning.BUSY, True, timeout=FORECAST_TURN):
        return  # a plan is being worked out: the next turn comes soon
    try:
        for tournament in Tournament.objects.filter(state=TournamentState.RUNNING):
            forecast.foresee(tournament, now=timezone.now())
    finally:
        cache.delete(reckoning.BUSY)


@shared_task
def make_pack(wish: dict[str, Any]) -> None:
    """Put a compliance pack together for whoever waits on its page."""
    asked = packing.Wish(**wish)
    try:
        packing.make(asked, now=timezone.now())
    except Exception:
        packing.forget(asked)  # so that it can be asked again
        raise


def _decided() -> list[int]:
    """Where one player has all the chips: only those tournaments need to be locked."""
    with_chips = Count("entries", filter=Q(entries__stack__gt=0))
    running = Tournament.objects.filter(state=TournamentState.RUNNING)
    return list(running.annotate(left=with_chips).filter(left=1).values_list("pk", flat=True))
