"""Take entries and their money, and take them back."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from engine.amounts import hour
from engine.entries import entering
from engine.entries.entering import Applicant, Terms
from engine.entries.entry_rules import check_late_entry
from engine.entries.law import Kind, LateEntry
from engine.lifecycle import TournamentState
from engine.office.law.money import Method
from engine.office.money import Sold, check_may_owe
from engine.refusal import Refused
from tournament.clock.queries import clock as clock_queries
from tournament.entries.queries import entries as entry_queries
from tournament.entries.queries import entry_terms as term_queries
from tournament.entries.queries import sent_home
from tournament.entries.services import players, tickets
from tournament.entries.services.players import NO_DETAILS, Details
from tournament.live import broadcast
from tournament.models import Bust, Entry, Invitation, Player, Posting, Session, Tournament
from tournament.models.ledger import ChipReason
from tournament.money.services import money
from tournament.office.queries import licence as licence_queries
from tournament.office.services import staffing
from tournament.permissions import Actor, Permission, may, require
from tournament.records.queries import kept
from tournament.records.services import journal, ledger
from tournament.setup.queries import sessions as session_queries
from tournament.setup.services import conditions


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody at the desk wants besides being entered."""

    details: Details = NO_DETAILS
    session: int | None = None
    method: Method | None = None  # None: pays later
    is_checked: bool = False
    is_promised: bool = False
    has_agreed: bool = False
    is_invited: bool = False  # the director invites with the same word
    ahead: Counter[int | None] = field(default_factory=Counter)  # sessions of a file's good rows


PLAIN = Wish()
MOST_ROWS = 500  # of a list or a file


@transaction.atomic
def register(
    *, tournament_id: int, name: str, actor: Actor, now: datetime, wish: Wish = PLAIN
) -> Entry:
    """Enter a player by the book, with their starting stack unless a session deals it out later."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    tournament = _locked(tournament_id)
    session = session_queries.to_enter(tournament, wish.session)
    terms = term_queries.of(tournament)
    name = players.tidy(name)
    licence_queries.check_valid(tournament, now=now)
    _check_open(tournament, session, terms, wish, actor=actor, now=now)
    _check_room(tournament, session, wish)
    player = players.known(name, wish.details, now=now)
    _check_may_enter(tournament, player, terms, wish, actor=actor, now=now)
    staffing.check_entrant(tournament, player.name)
    entry = Entry.objects.create(
        tournament=tournament,
        player=player,
        name=player.shown_name,
        number=_next_number(tournament),
        session=session,
        price=term_queries.price_of(tournament, terms),
        eligible_by=actor.name if wish.is_checked else "",
        registered_at=now,
    )
    _deal_out(tournament, entry, actor=actor, now=now)
    tickets.take_next(tournament, entry, actor=actor, now=now)
    if entry.price:
        _pay_or_owe(tournament, entry, wish.method, actor=actor, now=now)
    conditions.accept(tournament, entry, has_agreed=wish.has_agreed, actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)
    return entry


def _locked(tournament_id: int) -> Tournament:
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("clock", "session")
        .get(pk=tournament_id)
    )


def _deal_out(tournament: Tournament, entry: Entry, *, actor: Actor, now: datetime) -> None:
    """The starting stack; in a session it waits for the draw, where all get the same."""
    said: dict[str, Any] = {"entry": entry.number, "player": entry.player.name}
    said["rows"] = kept.of_entries(entry)
    session = entry.session
    if session is not None and session.pk != tournament.session_id:
        words = {**said, "session": session.title}
        journal.write(actor, "entry.registered_for", tournament_id=tournament.pk, at=now, **words)
        return
    stack = tournament.structure["stack"]
    ledger.move({entry.pk: stack}, reason=ChipReason.ENTRY, actor=actor, now=now)
    entry.refresh_from_db(fields=["stack"])
    journal.write(
        actor, "entry.registered", tournament_id=tournament.pk, at=now, **said, stack=stack
    )


@transaction.atomic
def register_all(
    *, tournament_id: int, names: list[str], actor: Actor, now: datetime, wish: Wish = PLAIN
) -> int:
    """Enter a whole list, or nobody: a wrong line changes nothing."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    wanted = [name for name in names if name.strip()]
    if not wanted:
        raise Refused("Enter one name per line.")
    if len(wanted) > MOST_ROWS:
        raise Refused(f"At most {MOST_ROWS} names at a time: split the list.")
    for line, name in enumerate(wanted, 1):
        try:
            register(tournament_id=tournament_id, name=name, actor=actor, now=now, wish=wish)
        except Refused as refusal:
            raise Refused(f"Line {line}: {refusal.why}", refusal.clause) from refusal
    return len(wanted)


# -- may they enter --------------------------------------------------------------------------------


def _check_open(
    tournament: Tournament,
    session: Session | None,
    terms: Terms,
    wish: Wish,
    *,
    actor: Actor,
    now: datetime,
) -> None:
    if tournament.is_over:
        raise Refused(f"The tournament is {TournamentState(tournament.state).words.lower()}.")
    if session is not None and session.pk != tournament.session_id:
        return
    state = tournament.state
    has_started = state not in (TournamentState.REGISTERING, TournamentState.SEATED)
    late = LateEntry(
        has_started=has_started,
        at=clock_queries.purchase_time(tournament, terms, now),
        window_minutes=terms.late_minutes,
        has_committed=wish.is_promised,
        is_approved=may(actor, Permission.RUN_TOURNAMENT, tournament.pk),
    )
    check_late_entry(late, rulebook=tournament.rulebook)
    if state == TournamentState.SEATED and terms.late_minutes is None:
        raise Refused("Registration is closed: the seats have been drawn.")


def _check_room(tournament: Tournament, session: Session | None, wish: Wish) -> None:
    most = tournament.structure["max_players"]
    standing = tournament.entries.filter(withdrawn_at__isnull=True)
    taken = standing.filter(advanced_from__isnull=True).count() + wish.ahead.total()
    if taken >= most:
        raise Refused(
            f"The tournament is full: {most} players at most. Alternates wait for a place.",
            tournament.structure["full_clause"],
        )
    if session is not None:
        session_queries.check_room(session, 1 + wish.ahead[wish.session])


def _check_may_enter(
    tournament: Tournament,
    player: Player,
    terms: Terms,
    wish: Wish,
    *,
    actor: Actor,
    now: datetime,
) -> None:
    mine = tournament.entries.filter(
        player=player, withdrawn_at__isnull=True, advanced_from__isnull=True
    )
    sent_home.check(tournament, player, now=now)
    _check_not_in(tournament, player, wish)
    who = Applicant(
        name=player.name,
        entries=mine.count(),
        age=_age(tournament, player, now),
        group=player.group,
        barred_because=player.barred_because if player.is_barred else None,
        is_invited=terms.kind is Kind.INVITATION
        and _is_invited(tournament, player, wish, actor=actor, now=now),
        is_checked=wish.is_checked,
    )
    entering.check_entry(who, terms, rulebook=tournament.rulebook)


def _check_not_in(tournament: Tournament, player: Player, wish: Wish) -> None:
    """Nobody plays two stacks at once: an entry of the same session must be out first."""
    session = session_queries.to_enter(tournament, wish.session)
    mine = tournament.entries.filter(player=player, session=session, withdrawn_at__isnull=True)
    out = Bust.standing.filter(entry__in=mine, may_rebuy=False).values("entry")
    if mine.exclude(pk__in=out).exists():
        raise Refused(
            f"{player.name} is already entered. If this is somebody else, add a second name.",
            tournament.law.entries.entry.value.each_clause,
        )


def _age(tournament: Tournament, player: Player, now: datetime) -> int | None:
    if player.born_on is None:
        return None
    day = term_queries.day_of_play(tournament, now)
    return entering.age_on(day, born_on=player.born_on)


def _is_invited(
    tournament: Tournament, player: Player, wish: Wish, *, actor: Actor, now: datetime
) -> bool:
    """Whether the house asked them; a director who says so invites with the same word."""
    invited = Invitation.objects.filter(
        tournament=tournament, player=player, withdrawn_at__isnull=True
    )
    if invited.exists():
        return True
    if not wish.is_invited or not may(actor, Permission.RUN_TOURNAMENT, tournament.pk):
        return False
    Invitation.objects.create(tournament=tournament, player=player, at=now, by=actor.name)
    said = {"names": player.name}
    journal.write(actor, "entry.invited", tournament_id=tournament.pk, at=now, **said)
    return True


def _next_number(tournament: Tournament) -> int:
    highest = tournament.entries.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1


# -- money and presence ----------------------------------------------------------------------------


def held(tournament_id: int, entry_id: int) -> Entry:
    """An entry of this tournament, both held in order."""
    tournament = _locked(tournament_id)
    entries = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    entry = entries.filter(pk=entry_id, tournament=tournament).first()
    if entry is None:
        raise Refused("That entry is not in this tournament.")
    entry.tournament = tournament
    return entry


def pay(entry: Entry, till: money.Till) -> Posting | None:
    """Take the money of an entry that was to pay later; the caller holds it."""
    if entry.withdrawn_at is not None:
        raise Refused(f"{entry.name} has withdrawn: enter the player again.")
    if not entry.price:
        raise Refused(f"{entry.name} has nothing to pay.")
    if entry_queries.paid_at(entry) is not None:
        raise Refused(f"{entry.name} has already paid.")
    return money.receive(entry.tournament, Sold.ENTRY, entry, till)


def _pay_or_owe(
    tournament: Tournament, entry: Entry, method: Method | None, *, actor: Actor, now: datetime
) -> None:
    if method is None:
        check_may_owe(tournament.rulebook)
    else:
        money.receive(tournament, Sold.ENTRY, entry, money.Till(actor, now, method))


@transaction.atomic
def check_in(*, entry_id: int, actor: Actor, now: datetime) -> Entry:
    """The player is checked in."""
    tournament, entry = _entry(entry_id, Permission.REGISTER_PLAYERS, actor)
    if entry.withdrawn_at is not None:
        raise Refused(f"{entry.name} has withdrawn: this entry no longer counts.")
    if entry.checked_in_at is not None:
        at = timezone.localtime(entry.checked_in_at)
        raise Refused(f"{entry.name} was checked in at {hour(at)}.")
    entry.checked_in_at = now
    entry.save(update_fields=["checked_in_at"])
    said = {"entry": entry.number, "player": entry.name}
    journal.write(actor, "entry.checked_in", tournament_id=tournament.pk, at=now, **said)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return entry


def _entry(entry_id: int, permission: Permission, actor: Actor) -> tuple[Tournament, Entry]:
    """The entry and its tournament, both held, for somebody who may."""
    tournament_id = Entry.objects.values_list("tournament_id", flat=True).get(pk=entry_id)
    require(actor, permission, tournament_id)
    tournament = _locked(tournament_id)
    entries = Entry.objects.select_for_update(of=("self",), no_key=True)
    return tournament, entries.select_related("player", "session").get(pk=entry_id)


# -- going, and coming instead ---------------------------------------------------------------------


@transaction.atomic
def withdraw(
    *, entry_id: int, actor: Actor, now: datetime, reason: str = "", is_refunded: bool = False
) -> Entry:
    """Take an entry back before play; its chips leave play, its money goes back where it may."""
    tournament, entry = _entry(entry_id, Permission.REGISTER_PLAYERS, actor)
    _check_not_drawn(tournament, entry)
    if entry.withdrawn_at is not None:
        raise Refused(f"{entry.name} has already withdrawn.")
    take_back(tournament, entry, because=reason, actor=actor, now=now)
    if is_refunded:
        words = entry.withdrawn_because or NO_REASON
        money.refund(tournament, entry, money.Till(actor, now), reason=words)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return entry


NO_REASON = "no reason given"


def take_back(
    tournament: Tournament, entry: Entry, *, because: str, actor: Actor, now: datetime
) -> None:
    """An entry counts no more: its chips leave play, its ticket is void. The caller holds it."""
    entry.withdrawn_at, entry.withdrawn_because = now, " ".join(because.split())[:200]
    entry.save(update_fields=["withdrawn_at", "withdrawn_because"])
    ledger.move({entry.pk: -entry.stack}, reason=ChipReason.WITHDRAWN, actor=actor, now=now)
    tickets.void_of(entry, because=entry.withdrawn_because or "entry withdrawn", now=now)
    said = {"entry": entry.number, "player": entry.player.name}
    said["reason"] = entry.withdrawn_because or NO_REASON
    journal.write(actor, "entry.taken_back", tournament_id=tournament.pk, at=now, **said)


def _check_not_drawn(tournament: Tournament, entry: Entry) -> None:
    if entry_queries.is_free(tournament, entry):
        return
    if entry.session is not None and entry.session.ended_at is not None:
        raise Refused(f"{entry.session.title} is over: its entries stay on record.")
    raise Refused("Seats have been drawn: undo the draw first, or let the player bust.")


@transaction.atomic
def substitute(
    *, entry_id: int, name: str, reason: str, actor: Actor, now: datetime, wish: Wish = PLAIN
) -> Entry:
    """Another person takes over seat and chips; only a director approves it (canberra:8.2)."""
    tournament, entry = _entry(entry_id, Permission.RUN_TOURNAMENT, actor)
    if tournament.is_over or entry.withdrawn_at is not None:
        raise Refused("This entry is no longer in play: no substitute can take it over.")
    if not reason.strip():
        raise Refused(
            "Give the reason for the substitution: it is recorded.",
            tournament.law.desk.substitute.clause,
        )
    before, after = entry.player, players.known(name, wish.details, now=now)
    _check_may_enter(
        tournament,
        after,
        term_queries.of(tournament),
        replace(wish, session=entry.session.number if entry.session else None),
        actor=actor,
        now=now,
    )
    staffing.check_entrant(tournament, after.name)
    words = " ".join(reason.split())[:200]
    entry.substitutions.create(
        before=before, after=after, reason=words, at=now, approved_by=actor.name
    )
    entry.player, entry.name = after, after.shown_name
    entry.save(update_fields=["player", "name"])
    tickets.hand_on(entry)
    said = {"entry": entry.number, "before": before.name, "after": after.name, "reason": words}
    rows = kept.of_entries(entry)
    where = tournament.pk
    journal.write(actor, "entry.substituted", tournament_id=where, at=now, rows=rows, **said)
    conditions.accept(tournament, entry, has_agreed=wish.has_agreed, actor=actor, now=now)
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return entry


def refund_all(tournament: Tournament, *, actor: Actor, now: datetime) -> int:
    """The house calls it off: entries get their payment back in full (canberra:14.3/cancel)."""
    paid = tournament.entries.filter(pk__in=entry_queries.PAYMENTS.values("entry"))
    kept = entry_queries.forfeited(tournament)
    entries = list(paid.exclude(pk__in=kept).select_related("player"))
    for entry in entries:
        money.refund(tournament, entry, money.Till(actor, now), reason="tournament cancelled")
    return len(entries)
