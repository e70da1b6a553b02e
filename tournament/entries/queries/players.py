"""Players as the desk lists and finds them."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Count, Q, QuerySet

from tournament.models import Player, Tournament
from tournament.permissions import Actor

MOST_FOUND = 200


def is_email(text: str) -> bool:
    """Whether this looks like an e-mail address."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def found(words: str) -> QuerySet[Player]:
    """Everybody whose name, alias, telephone or e-mail has each of these words in it."""
    players = Player.objects.filter(merged_into__isnull=True)
    for word in words.split():
        players = players.filter(
            Q(name__icontains=word)
            | Q(alias__icontains=word)
            | Q(email__icontains=word)
            | Q(phone__icontains=word)
        )
    return players


def of_tournament(tournament: Tournament) -> QuerySet[Player]:
    """Everybody who entered here, waits for a place here or is invited."""
    here = (
        Q(pk__in=rows.values("player"))
        for rows in (tournament.entries, tournament.waiting, tournament.invitations)
    )
    return Player.objects.filter(reduce(or_, here), merged_into__isnull=True)


def within_reach(actor: Actor, tournament: Tournament) -> QuerySet[Player]:
    """Whose details may be seen and changed: the house director everybody's, others those here."""
    if actor.is_house_director:
        return Player.objects.filter(merged_into__isnull=True)
    return of_tournament(tournament)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """A player of the list; one with a twin may be written down twice."""

    row: Player
    has_twin: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersFound:
    """The players that were looked for, those of the same name beside each other."""

    players: list[ListedPlayer]
    has_more: bool
    find: str


def page(people: QuerySet[Player], words: str) -> PlayersFound:
    """The list of these players, those of the same name beside each other."""
    players = list(
        (people & found(words))
        .annotate(entered=Count("entries", filter=Q(entries__withdrawn_at__isnull=True)))
        .order_by("name", "pk")[: MOST_FOUND + 1]
    )
    names = [player.name.casefold() for player in players]
    return PlayersFound(
        players=[
            ListedPlayer(row=player, has_twin=names.count(player.name.casefold()) > 1)
            for player in players[:MOST_FOUND]
        ],
        has_more=len(players) > MOST_FOUND,
        find=words,
    )


def maybe_same(people: QuerySet[Player], player: Player, words: str = "") -> QuerySet[Player]:
    """Others of these who may be the same person: the same name, e-mail, telephone or birthday.

    With words: whoever is called so, since a name typed wrongly is like no other.
    """
    same = Q(name__iexact=player.name)
    if player.email:
        same |= Q(email__iexact=player.email)
    if player.phone:
        same |= Q(phone=player.phone)
    if player.born_on:
        same |= Q(born_on=player.born_on, name__istartswith=player.name.split()[0])
    if words:
        same = Q(name__icontains=words)
    others = people.filter(same).exclude(pk=player.pk)
    return others.order_by("name", "pk")[:20]
