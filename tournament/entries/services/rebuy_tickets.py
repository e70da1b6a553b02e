"""A re-buy is sold against the player's own part of the ticket, once (igr:5.05(b)-2)."""

from engine.refusal import Refused
from tournament.models import Entry, Ticket, Tournament
from tournament.models.money import PostingKind


def check(tournament: Tournament, entry: Entry, number: int | None) -> dict[str, object]:
    """Refuse a ticket that is missing, unknown, another's, or used; what the posting keeps."""
    clause = tournament.law.money.ticket.clause
    if not clause or not Ticket.objects.filter(sheet__tournament=tournament).exists():
        return {}
    if number is None:
        raise Refused("Enter the number on the player's part of the ticket.", clause)
    sold = Ticket.objects.filter(sheet__tournament=tournament, void_at=None, number=number)
    if not sold.filter(entry=entry).exists():
        raise Refused(f"Ticket {number} is not {entry.name}'s.", clause)
    used = tournament.money.filter(kind=PostingKind.REBUY, voided_by=None, about__ticket=number)
    if used.exists():
        raise Refused(f"Ticket {number} has been used for a re-buy.", clause)
    return {"ticket": number}
