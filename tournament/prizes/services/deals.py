"""Deals at the final table: proposed by the director, holding when every player has said yes.

A yes by a personal link is marked so: whoever holds the link said it. It counts when the director
has confirmed it with the player, face to face.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.prizes import deals
from engine.prizes.deals import Method
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Deal, DealVoice, Entry, PersonalLink, Tournament
from tournament.money.services.money_desk import held
from tournament.permissions import Actor, Permission, require
from tournament.prizes.queries import deals as deal_queries
from tournament.prizes.queries import prizes as prize_queries
from tournament.records.services import journal


@dataclass(frozen=True, slots=True)
class Proposal:
    """How to divide, and what is left to play for."""

    method: Method
    kept: int = 0


@transaction.atomic
def propose(wish: Proposal, *, tournament_id: int, actor: Actor, now: datetime) -> Deal:
    """Put shares before the players left; an earlier proposal that nobody closed falls."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    deals.check_allowed(tournament.rulebook)
    stacks = {entry.pk: entry.stack for entry in deal_queries.players_left(tournament)}
    prizes = _prizes_left(tournament, len(stacks))
    shares = deals.propose(stacks, prizes, wish.method, kept=wish.kept)
    _close_earlier(tournament, now)
    made = Deal.objects.create(
        tournament=tournament,
        method=wish.method,
        kept=wish.kept,
        stacks={str(entry): stack for entry, stack in stacks.items()},
        shares={str(entry): cents for entry, cents in shares.items()},
        at=now,
        by=actor.name,
    )
    journal.write(
        actor,
        "deal.proposed",
        tournament_id=tournament_id,
        at=now,
        method=wish.method,
        words=_words(made),
        kept=dollars(wish.kept),
    )
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return made


def _prizes_left(tournament: Tournament, players: int) -> list[int]:
    if tournament.state != TournamentState.RUNNING:
        raise Refused("A deal is made while the tournament is in play.")
    made = prize_queries.list_of(tournament)
    if made is None or made.published_at is None:
        raise Refused("Publish the prize list first.")
    if players < 2:
        raise Refused("A deal needs two players.")
    cash = prize_queries.cash_by_place(prize_queries.amounts(tournament, made))[:players]
    return cash + [0] * (players - len(cash))


def _close_earlier(tournament: Tournament, now: datetime) -> None:
    earlier = tournament.deals.filter(withdrawn_at=None)
    if earlier.filter(agreed_at__isnull=False).exists():
        raise Refused("A deal has been agreed: cancel it first.")
    earlier.update(withdrawn_at=now, withdrawn_because="another proposal")


def _words(deal: Deal) -> str:
    names = {
        entry.pk: entry.name
        for entry in Entry.objects.filter(pk__in=deal.shares).select_related("player")
    }
    return ", ".join(f"{names[int(e)]} {dollars(cents)}" for e, cents in deal.shares.items())


@dataclass(frozen=True, slots=True)
class Voice:
    """What one player says to a deal."""

    entry_id: int
    says_yes: bool


@transaction.atomic
def hear(voice: Voice, *, deal_id: int, actor: Actor, now: datetime) -> Deal:
    """Note what a player says face to face; one no ends the deal, the last yes closes it."""
    tournament_id = Deal.objects.values_list("tournament_id", flat=True).get(pk=deal_id)
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    return _heard(
        voice, deal_id, held(tournament_id), confirmed_by=actor.name, actor=actor, now=now
    )


@transaction.atomic
def hear_link(link: PersonalLink, *, deal_id: int, says_yes: bool, now: datetime) -> Deal:
    """An answer from a phone, for its entry alone: a yes waits until the director confirms it."""
    tournament = held(link.entry.tournament_id)
    if not PersonalLink.objects.filter(pk=link.pk, revoked_at=None).exists():
        raise Refused("This link is revoked. Ask at the desk for a new one.")
    voice, actor = Voice(link.entry_id, says_yes), Actor(name=link.entry.name)
    return _heard(voice, deal_id, tournament, confirmed_by="", actor=actor, now=now)


def _heard(
    voice: Voice,
    deal_id: int,
    tournament: Tournament,
    *,
    confirmed_by: str,
    actor: Actor,
    now: datetime,
) -> Deal:
    deal = Deal.objects.select_for_update(no_key=True).get(pk=deal_id, tournament=tournament)
    same = deal.voices.filter(entry_id=voice.entry_id, says_yes=voice.says_yes).first()
    if same is not None and (same.confirmed_by or not confirmed_by):
        return deal
    if deal.withdrawn_at is not None or deal.agreed_at is not None:
        raise Refused("This deal is closed.")
    if str(voice.entry_id) not in deal.shares:
        raise Refused("Only players in the deal can answer.")
    entry = Entry.objects.select_related("player").get(pk=voice.entry_id)
    _check_same_chips(tournament, deal)
    DealVoice.objects.update_or_create(
        deal=deal,
        entry=entry,
        defaults={
            "says_yes": voice.says_yes,
            "at": now,
            "by": actor.name,
            "confirmed_by": confirmed_by,
        },
    )
    _conclude(deal, entry, now)
    journal.write(
        actor,
        "deal.answered",
        tournament_id=deal.tournament_id,
        at=now,
        player=entry.name,
        answer=_answer(voice, confirmed_by),
        result=_result(deal),
    )
    broadcast.changed(deal.tournament_id, *broadcast.EVERYBODY)
    return deal


def _answer(voice: Voice, confirmed_by: str) -> str:
    word = "yes" if voice.says_yes else "no"
    return word if confirmed_by else f"{word} (by personal link)"


def _check_same_chips(tournament: Tournament, deal: Deal) -> None:
    """The shares were worked out from stacks: they hold while nobody's has changed."""
    left = deal_queries.stacks_left(tournament)
    if left.keys() != deal.stacks.keys():
        raise Refused("A player has gone out since: propose the deal again.")
    if left != deal.stacks:
        raise Refused("Stacks have changed since: propose the deal again.")


def _conclude(deal: Deal, entry: Entry, now: datetime) -> None:
    voices = list(deal.voices.all())
    if not all(voice.says_yes for voice in voices):
        deal.withdrawn_at, deal.withdrawn_because = now, f"{entry.name} said no"
    elif sum(voice.holds for voice in voices) == len(deal.shares):
        deal.agreed_at = now
    deal.save(update_fields=["withdrawn_at", "withdrawn_because", "agreed_at"])


def _result(deal: Deal) -> str:
    if deal.withdrawn_at is not None:
        return ": no deal"
    return ": the deal is agreed" if deal.agreed_at is not None else ""


@transaction.atomic
def withdraw(*, deal_id: int, reason: str, actor: Actor, now: datetime) -> None:
    """Take a deal back before the places are confirmed; once, however often it is said."""
    tournament_id = Deal.objects.values_list("tournament_id", flat=True).get(pk=deal_id)
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    deal = Deal.objects.select_for_update(no_key=True).get(pk=deal_id)
    if deal.withdrawn_at is not None:
        return
    if tournament.confirmations.filter(withdrawn_at=None).exists():
        raise Refused("The places are confirmed: undo the confirmation first.")
    if not reason.strip():
        raise Refused("Give the reason for cancelling the deal: it is recorded.")
    deal.withdrawn_at, deal.withdrawn_because = now, reason.strip()[:200]
    deal.save(update_fields=["withdrawn_at", "withdrawn_because"])
    journal.write(
        actor, "deal.withdrawn", tournament_id=tournament.pk, at=now, reason=reason.strip()
    )
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
