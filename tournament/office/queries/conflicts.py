"""Prizes that look like a gain through one's position (igr:9.01(b))."""

from collections.abc import Iterator

from engine.office import staffing
from engine.office.law.staff import CLEAN, SKILL
from engine.rulebooks.citing import cite
from tournament.models import Declaration, Due, Posting, Proceeds, Staff, Tournament
from tournament.models.money import PostingKind


def warnings(tournament: Tournament) -> list[str]:
    """One sentence for each prize of somebody who works here, supplies the event or governs it."""
    gains = tournament.law.records.gains
    if not gains.value:
        return []
    concerned = dict(_concerned(tournament))
    dues = Due.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    winners = dict.fromkeys(due.entry.player.name for due in dues.select_related("entry__player"))
    return [
        f"{name} wins a prize and {concerned[_key(name)]} ({cite(gains.clause)})."
        for name in winners
        if _key(name) in concerned
    ]


def _concerned(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Everybody with a position here, by name, and which it is."""
    no_conflicts = (SKILL, CLEAN)
    for declared in Declaration.objects.filter(tournament=tournament).exclude(
        kind__in=no_conflicts
    ):
        yield _key(declared.name), "has declared a conflict of interest"
    spent = Posting.objects.filter(
        tournament=tournament, kind=PostingKind.EXPENSE, voided_by__isnull=True
    )
    for posting in spent:
        yield _key(str(posting.about.get("payee", ""))), "was paid as a supplier"
    for proceeds in Proceeds.objects.filter(tournament=tournament):
        yield _key(proceeds.guaranteed_by), "is an officer of the licensee"
    for member in Staff.objects.filter(tournament=tournament).select_related("user"):
        office = staffing.title(tournament.rulebook, member.role, member.title)
        yield _key(str(member.user)), f"is {office.words.lower()} here"


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
