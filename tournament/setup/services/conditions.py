"""Write the conditions, freeze them at the first hand, amend them, keep who agreed."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from engine.lifecycle import TournamentState
from engine.office import conditions_sheet
from engine.refusal import Refused
from tournament.models import (
    Acceptance,
    Conditions,
    Entry,
    JournalEntry,
    KeptSheet,
    Tournament,
)
from tournament.permissions import SYSTEM, Actor, Permission, require
from tournament.records.services import journal
from tournament.setup.queries import conditions as queries
from tournament.setup.queries import kept_conditions
from tournament.setup.queries.kept_conditions import Change

LONGEST, LONGEST_REASON = 2000, 200
LATE = "Play had begun before terms were recorded: as they were after the upgrade."
RELEASE = "Another release of Shuffle Up applies the rulebook differently."


@transaction.atomic
def write(
    *,
    tournament_id: int,
    words: Mapping[str, str],
    asks_acceptance: bool,
    actor: Actor,
    now: datetime,
) -> Conditions:
    """The house's own words; a new version each time, until the first hand."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if tournament.started_at is not None:
        raise Refused(
            "Play has begun: the terms can no longer change.",
            tournament.law.desk.conditions.clause,
        )
    known = {*conditions_sheet.LABELS, "extra"}
    kept = {key: " ".join(said.split()) for key, said in words.items() if key in known}
    if any(len(said) > LONGEST for said in kept.values()):
        raise Refused(f"An item can have at most {LONGEST} characters.")
    found = queries.find(tournament)
    made = Conditions(
        tournament=tournament,
        version=found.version + 1 if found else 1,
        words={key: said for key, said in kept.items() if said},
        asks_acceptance=asks_acceptance,
        at=now,
        by=actor.name,
    )
    made.save()
    journal.write(
        actor,
        "conditions.written",
        tournament_id=tournament_id,
        at=now,
        version=made.version,
        words=made.words,
        acceptance="required" if asks_acceptance else "not required",
    )
    return made


def freeze(tournament: Tournament, *, actor: Actor, now: datetime, why: str = "") -> None:
    """Keep rulebook and conditions as they stand at the first hand; the caller holds it."""
    if tournament.kept_sheets.filter(void_at=None).exists():
        return
    sheet = queries.to_keep(tournament)
    _keep(
        tournament,
        journal.write(
            actor,
            "conditions.frozen",
            tournament_id=tournament.pk,
            at=now,
            version=sheet["version"],
            why=why,
            sheet=sheet,
        ),
    )


def thaw(tournament: Tournament, *, now: datetime) -> None:
    """The first hand was none: the conditions are open again; the caller holds the tournament."""
    tournament.kept_sheets.filter(void_at=None).update(void_at=now)


def told(tournament: Tournament) -> dict[str, str] | None:
    """Every item as the setup has it before a change; None while nothing is frozen."""
    if not tournament.kept_sheets.filter(void_at=None).exists():
        return None
    return queries.as_it_stands(tournament, queries.find(tournament))


def amend(
    tournament: Tournament,
    before: dict[str, str] | None,
    *,
    reason: str,
    actor: Actor,
    now: datetime,
) -> None:
    """Put what a change in play made of the sheet beside it, with its reason (adelaide:88).

    `before` is what `told` said before the change; only what the change itself altered counts.
    """
    kept = kept_conditions.of(tournament)
    if before is None or kept is None:
        return
    became = queries.as_it_stands(tournament, queries.find(tournament))
    altered = {key for key, words in became.items() if words != before.get(key, "")}
    if not altered:
        return
    because = " ".join(reason.split())[:LONGEST_REASON]
    conditions_sheet.check_amendment(because, rulebook=tournament.rulebook)
    part = kept_conditions.ITEMS
    found = kept_conditions.differences(part, kept.in_force(part), became)
    changes = [change for change in found if change.key in altered]
    _amend(tournament, changes, why=because, actor=actor, now=now)


def keep_up(*, now: datetime) -> None:
    """After an upgrade: keep what an older release did not, and note where the book differs."""
    begun = Tournament.objects.filter(started_at__isnull=False)
    kept = KeptSheet.objects.filter(void_at=None).values("tournament")
    for pk in begun.exclude(pk__in=kept).values_list("pk", flat=True):
        _freeze_late(pk, now=now)
    over = (TournamentState.FINISHED, TournamentState.CANCELLED)
    for pk in begun.exclude(state__in=over).values_list("pk", flat=True):
        _note_release(pk, now=now)


@transaction.atomic
def _freeze_late(tournament_id: int, *, now: datetime) -> None:
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    freeze(tournament, actor=SYSTEM, now=now, why=LATE)


@transaction.atomic
def _note_release(tournament_id: int, *, now: datetime) -> None:
    """Another release may answer otherwise: that is an amendment too, and nobody's secret."""
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    kept = kept_conditions.of(tournament)
    if kept is not None:
        part = kept_conditions.RULES
        here = kept_conditions.rules(tournament.rulebook)
        changes = kept_conditions.differences(part, kept.in_force(part), here)
        _amend(tournament, changes, why=RELEASE, actor=SYSTEM, now=now)


def _amend(
    tournament: Tournament, changes: list[Change], *, why: str, actor: Actor, now: datetime
) -> None:
    if not changes:
        return
    entry = journal.write(
        actor,
        "conditions.amended",
        tournament_id=tournament.pk,
        at=now,
        words=", ".join(change.label.lower() for change in changes),
        why=why,
        changes=[asdict(change) for change in changes],
    )
    _keep(tournament, entry)


def _keep(tournament: Tournament, entry: JournalEntry) -> None:
    KeptSheet.objects.create(tournament=tournament, line=entry.sequence)


def accept(
    tournament: Tournament, entry: Entry, *, has_agreed: bool, actor: Actor, now: datetime
) -> None:
    """An entrant agrees in writing, where that is asked; the caller holds the tournament."""
    asked = queries.find(tournament)
    is_asked = asked is not None and asked.asks_acceptance
    conditions_sheet.check_accepted(
        is_asked=is_asked, has_agreed=has_agreed, rulebook=tournament.rulebook
    )
    if asked is None or not has_agreed:
        return
    Acceptance.objects.create(
        tournament=tournament,
        entry=entry,
        name=entry.player.name,
        version=asked.version,
        at=now,
        by=actor.name,
    )
    journal.write(
        actor,
        "conditions.accepted",
        tournament_id=tournament.pk,
        at=now,
        player=entry.player.name,
        version=asked.version,
    )
