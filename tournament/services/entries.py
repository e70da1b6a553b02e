"""Take entries, and take them back."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engine.lifecycle import TournamentState
from engine.refusal import Refused
from tournament import broadcast
from tournament.models import Entry, Player, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.services import journal, ledger

LONGEST_NAME = 80


@transaction.atomic
def register(*, tournament_id: int, name: str, actor: Actor, now: datetime) -> Entry:
    """Enter a player and give him his starting stack."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    name = _tidy(name)
    _check_open(tournament)
    _check_room(tournament)
    _check_new(tournament, name)
    entry = Entry.objects.create(
        tournament=tournament,
        player=Player.objects.create(name=name, created_at=now),
        number=_next_number(tournament),
        registered_at=now,
    )
    stack = tournament.structure["stack"]
    ledger.issue(entry, amount=stack, reason=ChipReason.ENTRY, actor=actor, at=now)
    journal.write(
        actor,
        "entry.registered",
        tournament_id=tournament_id,
        at=now,
        entry=entry.number,
        player=name,
        stack=stack,
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return entry


@transaction.atomic
def register_all(*, tournament_id: int, names: list[str], actor: Actor, now: datetime) -> int:
    """Enter a whole list, or nobody: a wrong line changes nothing."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    wanted = [name for name in names if name.strip()]
    if not wanted:
        raise Refused("Write one name on each line.")
    for line, name in enumerate(wanted, 1):
        try:
            register(tournament_id=tournament_id, name=name, actor=actor, now=now)
        except Refused as refusal:
            raise Refused(f"Line {line}: {refusal.why}", refusal.clause) from refusal
    return len(wanted)


@transaction.atomic
def withdraw(*, entry_id: int, actor: Actor, now: datetime) -> Entry:
    """Take an entry back before play; its chips leave play."""
    entry = Entry.objects.select_related("tournament", "player").get(pk=entry_id)
    require(actor, Permission.REGISTER_PLAYERS, entry.tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=entry.tournament_id)
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player")
        .get(pk=entry_id)
    )
    if tournament.state != TournamentState.REGISTERING:
        raise Refused("Seats have been drawn: undo the draw first, or let the player bust.")
    if entry.withdrawn_at is not None:
        raise Refused(f"{entry.name} has withdrawn already.")
    entry.withdrawn_at = now
    entry.save(update_fields=["withdrawn_at"])
    ledger.take(entry, amount=entry.stack, reason=ChipReason.WITHDRAWN, actor=actor, at=now)
    journal.write(actor, "entry.withdrawn", tournament_id=tournament.pk, at=now, entry=entry.number)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return entry


def _tidy(name: str) -> str:
    tidy = " ".join(name.split())
    if not tidy:
        raise Refused("Write the player's name.")
    if len(tidy) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} letters.")
    return tidy


def _check_open(tournament: Tournament) -> None:
    if tournament.state != TournamentState.REGISTERING:
        raise Refused("Registration is closed: the seats have been drawn.")


def _check_room(tournament: Tournament) -> None:
    most = tournament.structure["max_players"]
    if tournament.entries.filter(withdrawn_at__isnull=True).count() >= most:
        raise Refused(
            f"The tournament is full: {most} players at most.",
            tournament.structure["full_clause"],
        )


def _check_new(tournament: Tournament, name: str) -> None:
    same = tournament.entries.filter(player__name__iexact=name, withdrawn_at__isnull=True)
    if same.exists():
        raise Refused(f"{name} is entered already. Add a second name to tell them apart.")


def _next_number(tournament: Tournament) -> int:
    highest = tournament.entries.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1
