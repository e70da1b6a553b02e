"""Record a licence, ask for changes, put papers up: all of it stays on record."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.office import licensing
from engine.office.law.licence import STRUCTURE
from engine.office.licensing import Terms
from engine.refusal import Refused
from tournament.models import Addendum, Advert, Licence, PostedDocument, Tournament
from tournament.models.licence import LicenceState
from tournament.office.queries import licence as queries
from tournament.permissions import Actor, Permission, require
from tournament.records.queries.report import Kind, text
from tournament.records.services import journal


@dataclass(frozen=True, slots=True)
class Extras:
    """What stands beside the approved terms."""

    chip_set: str = ""
    more_tables: str = ""


@transaction.atomic
def record(
    *, tournament_id: int, terms: Terms, extras: Extras, actor: Actor, now: datetime
) -> Licence:
    """Keep what the regulator approved."""
    tournament = _held(tournament_id, actor)
    if queries.find(tournament) is not None:
        raise Refused(
            "The licence is already on record: request a change instead.",
            tournament.law.licence.changes.clause,
        )
    licensing.check_terms(queries.local(terms), rulebook=tournament.rulebook)
    in_use = queries.chip_sets_in_use(tournament)
    licensing.check_chip_set(extras.chip_set, in_use=in_use, rulebook=tournament.rulebook)
    made = Licence.objects.create(
        tournament=tournament, **asdict(terms), **asdict(extras), at=now, by=actor.name
    )
    journal.write(
        actor,
        "licence.recorded",
        tournament_id=tournament_id,
        at=now,
        number=made.number,
        holder=made.holder,
        terms={name: _plain(value) for name, value in asdict(terms).items()},
    )
    return made


def _held(tournament_id: int, actor: Actor) -> Tournament:
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


@transaction.atomic
def ask_change(
    *, tournament_id: int, terms: Terms, request: str, actor: Actor, now: datetime
) -> Addendum | None:
    """What differs waits for the regulator's addendum; nothing changes before (igr:5.01(b))."""
    tournament = _held(tournament_id, actor)
    licence = _found(tournament)
    licensing.check_change(rulebook=tournament.rulebook, request=request)
    licensing.check_terms(queries.local(terms), rulebook=tournament.rulebook)
    was, wanted = asdict(queries.terms(licence)), asdict(terms)
    changes = {
        name: [_plain(was[name]), _plain(wanted[name])] for name in was if was[name] != wanted[name]
    }
    if not changes:
        return None
    _check_still_ahead(licence, changes, now)
    made = Addendum.objects.create(
        licence=licence, changes=changes, request=request[:200], asked_at=now, asked_by=actor.name
    )
    words = ", ".join(queries.WORDS[name].lower() for name in changes)
    journal.write(actor, "licence.change_asked", tournament_id=tournament_id, at=now, words=words)
    return made


def _check_still_ahead(licence: Licence, changes: dict[str, Any], now: datetime) -> None:
    """Once play has begun, only what lies ahead can be changed in advance (igr:5.01(b))."""
    tournament = licence.tournament
    if tournament.started_at is not None:
        licensing.check_still_ahead(
            changes, queries.terms(licence), rulebook=tournament.rulebook, now=now
        )


def _found(tournament: Tournament) -> Licence:
    licence = queries.find(tournament)
    if licence is None:
        raise Refused("No licence is on record yet.", tournament.law.licence.required.clause)
    return licence


@transaction.atomic
def approve(*, addendum_id: int, number: str, actor: Actor, now: datetime) -> Licence:
    """The addendum is here: what was asked for counts now."""
    asked = Addendum.objects.select_related("licence__tournament").get(pk=addendum_id)
    tournament = _held(asked.licence.tournament_id, actor)
    licensing.check_addendum(number, rulebook=tournament.rulebook)
    if asked.approved_at or asked.withdrawn_at:
        raise Refused("This change has already been dealt with.")
    licence = asked.licence
    _check_still_ahead(licence, asked.changes, now)
    for name, (_, wanted) in asked.changes.items():
        is_moment = name.endswith("_at")
        setattr(licence, name, datetime.fromisoformat(wanted) if is_moment else wanted)
    licence.save()
    asked.number, asked.approved_at, asked.approved_by = number.strip()[:40], now, actor.name
    asked.save(update_fields=["number", "approved_at", "approved_by"])
    journal.write(
        actor,
        "licence.changed",
        tournament_id=tournament.pk,
        at=now,
        number=asked.number,
        words=_words(asked),
    )
    return licence


@transaction.atomic
def note_permit(*, tournament_id: int, number: str, actor: Actor, now: datetime) -> Licence:
    """Keep the number of the liquor permit, nothing more (igr:5.07(c))."""
    licence = _found(_held(tournament_id, actor))
    licence.liquor_permit = " ".join(number.split())[:40]
    licence.save(update_fields=["liquor_permit"])
    words = licence.liquor_permit or "as none"
    journal.write(actor, "licence.permit", tournament_id=tournament_id, at=now, number=words)
    return licence


@transaction.atomic
def log_advert(
    *, tournament_id: int, advert: licensing.Advert, actor: Actor, now: datetime
) -> Advert:
    """Write down where an advert ran, wherever it was (igr:5.08(b))."""
    tournament = _held(tournament_id, actor)
    licensing.check_advert(advert, rulebook=tournament.rulebook)
    made = Advert.objects.create(
        tournament=tournament,
        outlet=advert.outlet.strip()[:120],
        place=advert.place.strip()[:120],
        is_inside=advert.is_inside,
        ran_on=advert.ran_on,
        at=now,
        by=actor.name,
    )
    journal.write(
        actor,
        "advert.logged",
        tournament_id=tournament_id,
        at=now,
        outlet=made.outlet,
        place=made.place,
        day=made.ran_on.isoformat(),
    )
    return made


@transaction.atomic
def set_state(*, tournament_id: int, state: str, because: str, actor: Actor, now: datetime) -> int:
    """The regulator suspends, cancels or restores it: at once for every event it covers."""
    tournament = _held(tournament_id, actor)
    licence = _found(tournament)
    if state not in LicenceState.values:
        raise Refused(
            "A licence is in force, suspended or cancelled.", tournament.law.licence.state.clause
        )
    if not because.strip():
        raise Refused(
            "Give the reason and the letter: it is recorded.", tournament.law.licence.state.clause
        )
    same = Licence.objects.filter(number=licence.number, holder=licence.holder)
    for one in same.exclude(state=state).order_by("pk"):
        one.state, one.state_because = state, because.strip()[:200]
        one.save(update_fields=["state", "state_because"])
        journal.write(
            actor,
            "licence.state",
            tournament_id=one.pk,
            at=now,
            state=LicenceState(state).label.lower(),
            reason=one.state_because,
        )
    return same.count()


def _words(asked: Addendum) -> str:
    return "; ".join(
        f"{queries.WORDS[name].lower()} {_said(name, before)} to {_said(name, after)}"
        for name, (before, after) in asked.changes.items()
    )


def _said(name: str, value: Any) -> str:
    if name.endswith("_at"):
        return text(datetime.fromisoformat(value), Kind.MOMENT)
    return text(value, Kind.MONEY if name == "fee" else Kind.NUMBER)


@transaction.atomic
def post_document(
    *, tournament_id: int, what: str, is_up: bool, actor: Actor, now: datetime
) -> None:
    """A paper hangs in public view, or was taken down."""
    tournament = _held(tournament_id, actor)
    papers = {paper.key: paper for paper in tournament.law.licence.papers.value}
    if what not in papers:
        raise Refused("This rulebook requires no such document.")
    hanging = PostedDocument.objects.filter(
        tournament=tournament, what=what, taken_down_at__isnull=True
    )
    if is_up == hanging.exists():
        return
    if is_up:
        PostedDocument.objects.create(tournament=tournament, what=what, at=now, by=actor.name)
    else:
        hanging.update(taken_down_at=now)
    name = "document.posted" if is_up else "document.taken_down"
    words = papers[what].words.lower()
    journal.write(actor, name, tournament_id=tournament_id, at=now, words=words)


def structure_changed(tournament: Tournament, *, actor: Actor, now: datetime) -> None:
    """The structure on the wall is no longer the one played: post it again (igr:A.2(d)-2)."""
    hanging = tournament.posted.filter(what=STRUCTURE, taken_down_at__isnull=True)
    if hanging.update(taken_down_at=now):
        journal.write(actor, "document.outdated", tournament_id=tournament.pk, at=now)
