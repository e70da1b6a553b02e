"""Charity: fix the donations, list the charities, note whom the winners chose, pay them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engine.amounts import dollars
from engine.lifecycle import TournamentState
from engine.office import spending
from engine.office.law.money import Account
from engine.office.money import Line
from engine.prizes import donations
from engine.refusal import Refused
from tournament.live import broadcast
from tournament.models import Charity, Donation, Proceeds, Tournament
from tournament.models.money import PostingKind
from tournament.money.services import money
from tournament.money.services.money import Move, Till
from tournament.money.services.money_desk import held
from tournament.permissions import Actor, Permission, require
from tournament.prizes.queries import placings
from tournament.records.services import journal


def check_ready(tournament: Tournament) -> None:
    """Refuse to begin before the good cause is settled (charity:2.3, igr:Preamble.1)."""
    amounts = list(tournament.donations.values_list("amount", flat=True))
    donations.check_may_start(amounts, rulebook=tournament.rulebook)
    found = Proceeds.objects.filter(tournament=tournament).first()
    spending.check_organisation(
        organisation=found.organisation if found else "",
        purposes=found.purposes if found else (),
        rulebook=tournament.rulebook,
    )


def check_unpaid(tournament: Tournament) -> None:
    """Refuse, as a warning, to take the places back that donations were paid by (charity:2.1)."""
    paid = tournament.donations.filter(posting__isnull=False).select_related("charity")
    told = [f"{dollars(one.amount)} to {one.charity.name}" for one in paid if one.charity]
    if told:
        raise Refused(
            f"Paid already: {', '.join(told)}. Places may change, but paid "
            "donations stay paid: tick that you understand, then undo the finish.",
            "charity:2.1",
        )


@transaction.atomic
def fix_donations(
    amounts: Sequence[int], *, tournament_id: int, actor: Actor, now: datetime
) -> None:
    """What each winning place gives, fixed before the start (charity:2.3)."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    has_started = tournament.started_at is not None
    donations.check_amounts(amounts, rulebook=tournament.rulebook, has_started=has_started)
    tournament.donations.all().delete()  # a plan, not a record: nothing was given by it yet
    Donation.objects.bulk_create(
        Donation(tournament=tournament, place=place, amount=amount)
        for place, amount in enumerate(amounts, 1)
    )
    words = ", ".join(dollars(amount) for amount in amounts)
    journal.write(actor, "donations.fixed", tournament_id=tournament_id, at=now, words=words)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def list_charity(
    *, tournament_id: int, name: str, involvement: str, actor: Actor, now: datetime
) -> Charity:
    """A charity that may be chosen, and how it takes part in the event if it does."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = held(tournament_id)
    donations.rules(tournament.rulebook)
    words = " ".join(name.split())
    if not words or len(words) > 120:
        raise Refused("Enter the name of the charity.")
    made, _ = Charity.objects.update_or_create(
        tournament=tournament, name=words, defaults={"involvement": involvement.strip()[:200]}
    )
    if made.involvement and made.donations.exists():
        donations.check_receiver(made.name, made.involvement, rulebook=tournament.rulebook)
    journal.write(
        actor,
        "charity.listed",
        tournament_id=tournament_id,
        at=now,
        charity=words,
        involvement=f", takes part: {made.involvement}" if made.involvement else "",
    )
    return made


@transaction.atomic
def choose(*, donation_id: int, charity_id: int, actor: Actor, now: datetime) -> Donation:
    """The player of a winning place chooses who receives the donation (charity:2.2)."""
    found = Donation.objects.get(pk=donation_id)
    require(actor, Permission.RUN_TOURNAMENT, found.tournament_id)
    tournament = held(found.tournament_id)
    charity = Charity.objects.get(pk=charity_id, tournament=tournament)
    if tournament.state != TournamentState.FINISHED:
        raise Refused("Charities are chosen once the places are known.", "charity:2.1")
    if waiting := placings.questions(tournament):
        raise Refused("Some places still need a decision.", waiting[0].clause)
    if found.posting_id is not None:
        raise Refused("This donation has been paid.")
    donations.check_receiver(charity.name, charity.involvement, rulebook=tournament.rulebook)
    winners = [placed.name for placed in placings.of(tournament) if placed.place == found.place]
    found.charity, found.chosen_at = charity, now
    found.chosen_by = ", ".join(winners)[:120]
    found.save(update_fields=["charity", "chosen_at", "chosen_by"])
    journal.write(
        actor,
        "donation.chosen",
        tournament_id=tournament.pk,
        at=now,
        player=found.chosen_by,
        charity=charity.name,
        amount=dollars(found.amount),
    )
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return found


@transaction.atomic
def pay(*, donation_id: int, actor: Actor, now: datetime) -> Donation:
    """The house gives the donation to the chosen charity."""
    found = Donation.objects.select_related("charity").get(pk=donation_id)
    require(actor, Permission.HANDLE_MONEY, found.tournament_id)
    tournament = held(found.tournament_id)
    if found.charity is None:
        raise Refused("The winner has not chosen a charity yet.", "charity:2.2")
    if found.posting_id is not None:
        raise Refused("This donation has been paid.")
    lines = (Line(Account.DONATIONS, found.amount), Line(Account.HOUSE, -found.amount))
    words = f"Donation to {found.charity.name}, chosen by {found.chosen_by}"
    found.posting = money.post(
        tournament, Move(PostingKind.DONATION, words, lines), Till(actor, now)
    )
    found.save(update_fields=["posting"])
    return found
