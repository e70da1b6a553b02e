"""Keep what is known of players: contact, age, alias, who is barred, who is the same person."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from engine.refusal import Refused
from tournament.entries.queries import players as player_queries
from tournament.live import broadcast
from tournament.models import (
    Entry,
    Exclusion,
    Invitation,
    Photo,
    Player,
    Tournament,
    Waiting,
)
from tournament.permissions import Actor, Permission, require
from tournament.records.queries import kept
from tournament.records.queries.names import legible
from tournament.records.services import journal

LONGEST_NAME = 80
LONGEST = {"alias": 40, "email": 254, "phone": 40, "group": 40, "country": 40}
TOLD = ("alias", "email", "phone", "born_on", "group", "country")


@dataclass(frozen=True, slots=True)
class Details:
    """What a player tells the desk besides the name; what is empty changes nothing."""

    player_id: int | None = None
    alias: str = ""
    email: str = ""
    phone: str = ""
    born_on: date | None = None
    group: str = ""
    country: str = ""


NO_DETAILS = Details()


def tidy(name: str) -> str:
    """A name without stray spaces and what nobody sees, or a refusal."""
    words = legible(name)
    if not words:
        raise Refused("Enter the player's name.")
    if len(words) > LONGEST_NAME:
        raise Refused(f"A name can have at most {LONGEST_NAME} characters.")
    return words


def known(name: str, details: Details = NO_DETAILS, *, now: datetime) -> Player:
    """The person of this name, with what is new about them; a new one where nobody fits."""
    words = tidy(name)
    _check(details, now)
    found = _fitting(words, details)
    if len(found) > 1:
        raise Refused(
            f"{len(found)} players are called {words}: choose one, or add a date of birth."
        )
    player = found[0] if found else Player(name=words, created_at=now)
    _fill_in(player, details)
    player.save()
    return player


def _check(details: Details, now: datetime) -> None:
    for field, most in LONGEST.items():
        if len(getattr(details, field)) > most:
            raise Refused(f"“{field}” can have at most {most} characters.")
    if details.email and not player_queries.is_email(details.email):
        raise Refused(f"“{details.email}” is not an e-mail address.")
    if details.born_on is not None and not date(1900, 1, 1) <= details.born_on <= now.date():
        raise Refused("That date of birth cannot be right.")


def _fitting(name: str, details: Details) -> list[Player]:
    if details.player_id is not None:
        chosen = Player.objects.filter(pk=details.player_id, merged_into__isnull=True).first()
        if chosen is None:
            raise Refused("This player is no longer on the list. Reload the page.")
        return [chosen]
    same = Player.objects.filter(name__iexact=name, merged_into__isnull=True)
    if details.born_on is not None:
        same = same.filter(Q(born_on__isnull=True) | Q(born_on=details.born_on))
    return list(same.order_by("pk"))


def _fill_in(player: Player, details: Details) -> None:
    for field in TOLD:
        if told := _said(details, field):
            setattr(player, field, told)


def _said(details: Details, field: str) -> Any:
    told = getattr(details, field)
    return legible(told) if isinstance(told, str) else told


@transaction.atomic
def change(
    *,
    tournament_id: int,
    player_id: int,
    name: str,
    details: Details,
    actor: Actor,
    now: datetime,
) -> Player:
    """Put right what is written of a player."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    _check(details, now)
    player = locked(player_id, tournament_id, actor)
    player.name = tidy(name)
    for field in TOLD:
        setattr(player, field, _said(details, field))
    player.save()
    entries = list(Entry.objects.filter(player=player, tournament=tournament_id))
    for entry in entries:
        entry.name = player.shown_name
        entry.save(update_fields=["name"])
    rows = kept.of_entries(*entries)
    _tell(actor, "player.changed", tournament_id, now, rows=rows, player=player.name)
    _tell_elsewhere(player, "changed", tournament_id, actor=actor, now=now)
    return player


@transaction.atomic
def bar(*, tournament_id: int, player_id: int, reason: str, actor: Actor, now: datetime) -> Player:
    """Nobody takes this person's entry any more, anywhere in the house."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    player = locked(player_id, tournament_id, actor)
    if not reason.strip():
        raise Refused("Give the reason for the bar: it is recorded.")
    if player.is_barred:
        raise Refused(f"{player.name} is already barred.")
    player.barred_at, player.barred_because = now, " ".join(reason.split())[:200]
    player.save(update_fields=["barred_at", "barred_because"])
    words = player.barred_because
    _tell(actor, "player.barred", tournament_id, now, player=player.name, reason=words)
    _tell_elsewhere(player, "barred", tournament_id, actor=actor, now=now)
    return player


@transaction.atomic
def unbar(*, tournament_id: int, player_id: int, actor: Actor, now: datetime) -> Player:
    """The person may enter again."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    player = locked(player_id, tournament_id, actor)
    if not player.is_barred:
        raise Refused(f"{player.name} is not barred.")
    player.barred_at, player.barred_because = None, ""
    player.save(update_fields=["barred_at", "barred_because"])
    _tell(actor, "player.unbarred", tournament_id, now, player=player.name)
    _tell_elsewhere(player, "unbarred", tournament_id, actor=actor, now=now)
    return player


@transaction.atomic
def merge(*, tournament_id: int, keep_id: int, gone_id: int, actor: Actor, now: datetime) -> Player:
    """Two rows are one person: everything of the second belongs to the first from now on."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    if keep_id == gone_id:
        raise Refused("Choose two different players to merge.")
    keep, gone = (locked(pk, tournament_id, actor) for pk in (keep_id, gone_id))
    _check_not_both_in(keep, gone)
    for field in TOLD:
        if not getattr(keep, field):
            setattr(keep, field, getattr(gone, field))
    if gone.is_barred and not keep.is_barred:
        keep.barred_at, keep.barred_because = gone.barred_at, gone.barred_because
    keep.save()
    if not Photo.objects.filter(player=keep).exists():
        Photo.objects.filter(player=gone).update(player=keep)
    Entry.objects.filter(player=gone).update(player=keep)
    Waiting.objects.filter(player=gone).update(player=keep)
    Exclusion.objects.filter(player=gone).update(player=keep)
    invited = Invitation.objects.filter(player=keep).values("tournament")
    Invitation.objects.filter(player=gone).exclude(tournament__in=invited).update(player=keep)
    gone.merged_into = keep
    gone.save(update_fields=["merged_into"])
    _tell(actor, "player.merged", tournament_id, now, player=keep.name, gone=gone.name)
    _tell_elsewhere(keep, "merged", tournament_id, actor=actor, now=now)
    return keep


def _check_not_both_in(keep: Player, gone: Player) -> None:
    """One person cannot sit twice in the same tournament that still goes on."""
    both = (
        Tournament.objects.exclude(state__in=("finished", "cancelled"))
        .filter(entries__player=keep, entries__withdrawn_at__isnull=True)
        .filter(
            pk__in=Entry.objects.filter(player=gone, withdrawn_at__isnull=True).values("tournament")
        )
    )
    if found := both.first():
        raise Refused(f"Both are entered in {found.name}: cancel one of the entries first.")


def locked(player_id: int, tournament_id: int, actor: Actor) -> Player:
    """A player whom this person may change at this tournament, held."""
    here = player_queries.within_reach(actor, Tournament.objects.get(pk=tournament_id))
    held = Player.objects.select_for_update(no_key=True).filter(pk=player_id)
    player = held.filter(pk__in=here.values("pk")).first()
    if player is None:
        raise Refused("This player is not on this tournament's list. Reload the page.")
    return player


def _tell_elsewhere(
    player: Player, what: str, tournament_id: int, *, actor: Actor, now: datetime
) -> None:
    """The journal of every other tournament that has this player says what was done, and where."""
    here = Tournament.objects.values_list("name", flat=True).get(pk=tournament_id)
    others = Tournament.objects.filter(entries__player=player).exclude(pk=tournament_id)
    for other in others.distinct().order_by("pk"):
        said = {"player": player.name, "where": here}
        journal.write(actor, f"player.{what}_elsewhere", tournament_id=other.pk, at=now, **said)


def _tell(actor: Actor, name: str, tournament_id: int, now: datetime, **data: Any) -> None:
    journal.write(actor, name, tournament_id=tournament_id, at=now, **data)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
