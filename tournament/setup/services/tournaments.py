"""Create a tournament, start it, finish it, call it off."""

import secrets
from datetime import datetime

from django.db import transaction

from engine.clock import clock as engine_clock
from engine.clock import clock_state
from engine.clock.clock_state import Phase
from engine.conduct import table_order
from engine.lifecycle import TournamentState, before_the_start, move
from engine.refusal import Refused
from engine.structure import structure
from engine.structure.law import Preset
from engine.structure.presets import SATELLITES
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.draws.services import draws
from tournament.entries.services import entries
from tournament.live import broadcast
from tournament.models import Bust, Chain, Clock, Entry, JournalEntry, Tournament
from tournament.office.queries import incidents
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import giving
from tournament.records.queries.names import legible
from tournament.records.services import journal
from tournament.setup.services import conditions, copying, readiness, sessions

ALPHABET = "ACDEFGHJKLMNPQRTUVWXY34679"
CODE_LENGTH = 4


@transaction.atomic
def create(*, name: str, preset: Preset, actor: Actor, now: datetime, seed: str = "") -> Tournament:
    """A tournament from a preset, open for registration; with a seed, a rehearsal that says so."""
    require(actor, Permission.CREATE_TOURNAMENTS)
    name = legible(name)
    if not name:
        raise Refused("Give the tournament a name.")
    tournament = _open(
        Tournament(
            name=name,
            preset=preset.key,
            rulebook=preset.rulebook,
            game=preset.game,
            structure=structure.to_plain(preset),
            seed=seed,
            created_at=now,
        )
    )
    journal.write(
        actor,
        "tournament.created",
        tournament_id=tournament.pk,
        at=now,
        preset=preset.key,
        commitments=draws.ready(tournament, now=now),
    )
    return tournament


@transaction.atomic
def duplicate(*, tournament_id: int, name: str, actor: Actor, now: datetime) -> Tournament:
    """Another tournament with everything that was decided for this one, open for registration."""
    require(actor, Permission.CREATE_TOURNAMENTS)
    origin = Tournament.objects.get(pk=tournament_id)
    words = legible(name)
    if not words or len(words) > 120:
        raise Refused("Give the copy a name of at most 120 characters.")
    tournament = _open(
        Tournament(
            name=words,
            preset=origin.preset,
            rulebook=origin.rulebook,
            game=origin.game,
            structure=origin.structure,
            created_at=now,
        )
    )
    copying.copy_all(origin, tournament, actor=actor, now=now)
    journal.write(
        actor,
        "tournament.duplicated",
        tournament_id=tournament.pk,
        at=now,
        origin=f"{origin.name} ({origin.code})",
        commitments=draws.ready(tournament, now=now),
    )
    return tournament


def _open(tournament: Tournament) -> Tournament:
    """Store a new tournament with its code, journal and waiting clock."""
    tournament.code = unused_code()
    tournament.save()
    Chain.objects.create(tournament=tournament)
    waiting = engine_clock.waiting(clock_queries.schedule_of(tournament))
    Clock.objects.create(tournament=tournament, state=clock_state.to_plain(waiting))
    return tournament


def unused_code() -> str:
    """A code that no tournament here has."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not Tournament.objects.filter(code=code).exists():
            return code


def start(tournament: Tournament, *, players: int, actor: Actor, now: datetime) -> None:
    """Play begins and the clock with it; the caller holds the tournament."""
    giving.check_ready(tournament)
    readiness.check_start(tournament, now=now)
    tournament.state = move(TournamentState(tournament.state), TournamentState.RUNNING)
    tournament.started_at = tournament.started_at or now
    tournament.save(update_fields=["state", "started_at"])
    sessions.begin(tournament, actor=actor, now=now)
    clock.start(tournament_id=tournament.pk, actor=actor, now=now)
    journal.write(actor, "tournament.started", tournament_id=tournament.pk, at=now, players=players)
    conditions.freeze(tournament, actor=actor, now=now)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)


def take_back_start(tournament: Tournament, *, actor: Actor, now: datetime) -> None:
    """Play had not begun after all: everybody sits and waits. The caller holds the tournament."""
    begun = clock_queries.began_at(tournament.clock)
    clock.take_back_start(tournament_id=tournament.pk, actor=actor, now=now)
    tournament.state = before_the_start(TournamentState(tournament.state))
    if tournament.started_at == begun:
        tournament.started_at = None
        conditions.thaw(tournament, now=now)
    tournament.save(update_fields=["state", "started_at"])
    sessions.take_back_begin(tournament)
    journal.write(actor, "tournament.start_taken_back", tournament_id=tournament.pk, at=now)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)


def finish_if_decided(*, tournament_id: int, now: datetime) -> bool:
    """Declare the last one standing, or those left when a satellite's seats suffice for them.

    Does nothing while more have chips, or the second time.
    """
    return not _is_open(tournament_id) and _finish_if_decided(tournament_id, now)


def _is_open(tournament_id: int) -> bool:
    """Whether two have chips, and only the last is waited for: then nobody need be held up."""
    left = Entry.objects.filter(tournament=tournament_id, stack__gt=0)
    waited_for = left.filter(tournament__session__isnull=True)
    return len(waited_for.exclude(tournament__preset__in=SATELLITES).values("pk")[:2]) > 1


@transaction.atomic
def _finish_if_decided(tournament_id: int, now: datetime) -> bool:
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.state != TournamentState.RUNNING:
        return False
    left = Entry.objects.filter(tournament=tournament, stack__gt=0)
    count = left.count()
    waiting = Bust.standing.filter(entry__tournament=tournament, may_rebuy=True)
    seats = prize_queries.seats(tournament)
    if tournament.session_id is None and not 1 <= count <= seats:
        return False
    if waiting.exists() or _was_just_reopened(tournament_id) or _is_disputed(tournament):
        return False
    if sessions.stop_if_few(tournament, left=count, now=now) or not 1 <= count <= seats:
        return False
    winner = ", ".join(entry.name for entry in left.select_related("player").order_by("-stack"))
    _finish(tournament, winner=winner, actor=SYSTEM, now=now)
    return True


def finish_by_chips(tournament: Tournament, *, actor: Actor, now: datetime) -> None:
    """Play has ended by the clock: the most chips win (igr:A.2(jj)(ii)). The caller holds it."""
    require(actor, Permission.RUN_TOURNAMENT, tournament.pk)
    if tournament.state != TournamentState.RUNNING:
        raise Refused("The tournament is not in play.")
    clock.catch_up(tournament.clock, now=now)
    if clock_queries.state_of(tournament.clock).phase is not Phase.FINISHED:
        raise Refused("The clock is still running: play ends with it, or with the last player.")
    sessions.check_decides(tournament)
    check_no_dispute(tournament)
    left = list(Entry.objects.filter(tournament=tournament, stack__gt=0).select_related("player"))
    most = max((entry.stack for entry in left), default=0)
    winner = ", ".join(entry.name for entry in left if entry.stack == most)
    _finish(tournament, winner=winner, actor=actor, now=now)


def check_no_dispute(tournament: Tournament) -> None:
    """Refuse an end of play over a dispute that nobody has decided (charity:22.1)."""
    disputed = incidents.disputed_table(tournament)
    table_order.check_ends(tournament.law.conduct, disputed=disputed)


def _is_disputed(tournament: Tournament) -> bool:
    """Whether the game waits for a decision: then nobody has won yet (charity:22.1)."""
    is_stopped = tournament.law.conduct.dispute_stops_play.value
    return is_stopped and incidents.disputed_table(tournament) is not None


def _finish(tournament: Tournament, *, winner: str, actor: Actor, now: datetime) -> None:
    tournament.state = move(TournamentState(tournament.state), TournamentState.FINISHED)
    tournament.finished_at = now
    tournament.save(update_fields=["state", "finished_at"])
    sessions.close_final(tournament, now=now)
    clock.finish(tournament_id=tournament.pk, reason=f"{winner} wins", actor=actor, now=now)
    journal.write(actor, "tournament.finished", tournament_id=tournament.pk, at=now, winner=winner)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)


def _was_just_reopened(tournament_id: int) -> bool:
    """A finish taken back stays so until the last hand, or a rebuy declined, decides anew."""
    names = ("tournament.reopened", "hand.ended", "entry.declined_rebuy")
    told = JournalEntry.objects.filter(tournament_id=tournament_id, name__in=names)
    last = told.order_by("-sequence").values_list("name", flat=True).first()
    return last == "tournament.reopened"


@transaction.atomic
def reopen(*, tournament_id: int, actor: Actor, now: datetime, is_confirmed: bool = False) -> None:
    """Take the finish back, to correct the last hand; the clock stands where it ended.

    Not while the places are confirmed: prizes are awarded by them. Donations that were paid stay
    paid: whoever takes it back says that they know.
    """
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.state != TournamentState.FINISHED:
        raise Refused("The tournament is not finished.")
    if tournament.confirmations.filter(withdrawn_at=None).exists():
        why = "The places are confirmed: undo the confirmation first, under Prizes."
        raise Refused(why)
    if not is_confirmed:
        giving.check_unpaid(tournament)
    tournament.state, tournament.finished_at = TournamentState.RUNNING, None
    tournament.save(update_fields=["state", "finished_at"])
    sessions.reopen_final(tournament, actor=actor, now=now)
    clock.reopen(tournament_id=tournament_id, actor=actor, now=now)
    journal.write(actor, "tournament.reopened", tournament_id=tournament_id, at=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def cancel(*, tournament_id: int, actor: Actor, now: datetime, reason: str) -> None:
    """Call a tournament off; what was recorded stays, what entries paid goes back."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    words = " ".join(reason.split())[:200]
    if not words:
        why = "Give the reason for cancelling: it is recorded."
        raise Refused(why, tournament.law.desk.cancel.clause)
    was_running = tournament.state == TournamentState.RUNNING
    tournament.state = move(TournamentState(tournament.state), TournamentState.CANCELLED)
    tournament.finished_at = now
    tournament.save(update_fields=["state", "finished_at"])
    if was_running:
        clock.finish(tournament_id=tournament_id, reason="cancelled", actor=actor, now=now)
    said = {"reason": words}
    journal.write(actor, "tournament.called_off", tournament_id=tournament_id, at=now, **said)
    entries.refund_all(tournament, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def announce(*, tournament_id: int, text: str, actor: Actor, now: datetime) -> None:
    """Put words on every clock screen; none clears them."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    words = " ".join(text.split())
    if len(words) > 200:
        raise Refused("An announcement has at most 200 characters.")
    tournament.message = words
    tournament.save(update_fields=["message"])
    journal.write(actor, "tournament.announced", tournament_id=tournament_id, at=now, text=words)
    broadcast.changed(tournament_id, broadcast.Audience.CLOCK, broadcast.Audience.CONSOLE)


@transaction.atomic
def show_end(*, tournament_id: int, is_shown: bool, actor: Actor, now: datetime) -> None:
    """Put the expected end on the clock screens, or take it off."""
    require(actor, Permission.RUN_CLOCK, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.shows_end == is_shown:
        return
    tournament.shows_end = is_shown
    tournament.save(update_fields=["shows_end"])
    kind = "tournament.end_shown" if is_shown else "tournament.end_hidden"
    journal.write(actor, kind, tournament_id=tournament_id, at=now)
    broadcast.changed(tournament_id, broadcast.Audience.CLOCK)
