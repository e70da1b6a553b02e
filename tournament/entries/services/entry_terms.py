"""Decide who may enter: terms, invitations, and who is turned away."""

from dataclasses import asdict
from datetime import date, datetime

from django.db import transaction

from engine.entries import entering
from engine.entries.entering import Terms
from engine.office.money import Sold, price
from engine.refusal import Refused
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.services import players
from tournament.live import broadcast
from tournament.models import EntryTerms, Invitation, RefusedEntry, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal


@transaction.atomic
def decide(
    *,
    tournament_id: int,
    terms: Terms,
    actor: Actor,
    now: datetime,
    play_on: date | None = None,
) -> None:
    """Set on which terms one enters, within the law of the book, until play has begun."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.started_at is not None:
        raise Refused(
            "Play has begun: the entry requirements can no longer change.",
            tournament.law.desk.entry_terms.clause,
        )
    asked = price(tournament.structure, Sold.ENTRY)
    entering.check_terms(terms, rulebook=tournament.rulebook, price=asked)
    group = " ".join(terms.group.split())[:40]
    EntryTerms.objects.update_or_create(
        tournament=tournament,
        defaults={**asdict(terms), "group": group, "play_on": play_on},
    )
    words = "; ".join(term_queries.words(tournament, terms))
    journal.write(actor, "entry.terms", tournament_id=tournament_id, at=now, words=words)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def invite(*, tournament_id: int, names: list[str], actor: Actor, now: datetime) -> int:
    """The house asks these people to come (charity:2.3bis)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    wanted = [name for name in names if name.strip()]
    if not wanted:
        raise Refused("Enter one name per line.")
    invited = [players.known(name, now=now) for name in wanted]
    for player in invited:
        Invitation.objects.get_or_create(
            tournament=tournament,
            player=player,
            withdrawn_at=None,
            defaults={"at": now, "by": actor.name},
        )
    words = ", ".join(player.name for player in invited)
    journal.write(actor, "entry.invited", tournament_id=tournament_id, at=now, names=words)
    return len(invited)


@transaction.atomic
def take_invitation_back(*, invitation_id: int, actor: Actor, now: datetime) -> Invitation:
    """Somebody is asked no more; an entry already taken stays."""
    found = Invitation.objects.select_related("player").get(pk=invitation_id)
    require(actor, Permission.RUN_TOURNAMENT, found.tournament_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=found.tournament_id)
    if found.withdrawn_at is not None:
        raise Refused(f"The invitation of {found.player.name} has already been cancelled.")
    found.withdrawn_at = now
    found.save(update_fields=["withdrawn_at"])
    said = {"player": found.player.name}
    journal.write(actor, "entry.uninvited", tournament_id=found.tournament_id, at=now, **said)
    return found


@transaction.atomic
def turn_away(
    *, tournament_id: int, name: str, reason: str, actor: Actor, now: datetime
) -> RefusedEntry:
    """The house takes somebody's entry not, and says why (charity:3.2(g)(ii))."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    words = " ".join(reason.split())[:200]
    if not words:
        raise Refused(
            "Give the reason for refusing the entry: it is recorded.",
            tournament.law.desk.turned_away.clause,
        )
    made = RefusedEntry.objects.create(
        tournament=tournament, name=players.tidy(name), reason=words, at=now, by=actor.name
    )
    said = {"player": made.name, "reason": words}
    journal.write(actor, "entry.turned_away", tournament_id=tournament_id, at=now, **said)
    return made


def note_too_young(
    refusal: Refused, *, tournament: Tournament, name: str, actor: Actor, now: datetime
) -> None:
    """Somebody refused for their age leaves a line on record (igr:5.03(a)); others leave none."""
    if isinstance(refusal, entering.TooYoung):
        turn_away(tournament_id=tournament.pk, name=name, reason=refusal.why, actor=actor, now=now)


def copy(origin: Tournament, made: Tournament) -> None:
    """A copy of a tournament is entered on the same terms; its day of play is its own."""
    terms = EntryTerms.objects.filter(pk=origin.pk).first()
    if terms is not None:
        terms.pk, terms.play_on = made.pk, None
        terms.save(force_insert=True)
