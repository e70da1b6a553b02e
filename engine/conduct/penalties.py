"""Penalties a director may give, and how they run out by themselves (adelaide:106)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.conduct.law import (
    AWAY,
    DISQUALIFIED,
    EXCLUDED,
    MISSED,
    PER_PLAYER,
    REASONS,
    WARNED,
    ConductLaw,
    Kind,
)
from engine.refusal import Refused
from engine.rules.book import Rulebook

MINUTES = (5, 10, 15, 20, 30)
HANDS = (3, 5, 10, 15, 20)
HANDS_PER_PLAYER = (1, 2, 3)
EXCLUSION_DAYS = (1, 7, 30, 365)
FORMS: Mapping[str, str] = {
    WARNED: "Warning",
    AWAY: "Minutes away from the table",
    MISSED: "Hands missed",
    PER_PLAYER: "Hands missed for each player",
    DISQUALIFIED: "Disqualification",
    EXCLUDED: "Exclusion for a period",
}


OUT_AT_ONCE = frozenset({Kind.DISQUALIFICATION, Kind.EXCLUSION})


@dataclass(frozen=True, slots=True)
class Penalty:
    """What was given; `hands_left` and `ends_at` say how much of it remains."""

    kind: Kind
    clause: str
    hands_left: int = 0
    ends_at: datetime | None = None


def check_reason(reason: str, law: ConductLaw) -> None:
    """Refuse a penalty nobody says the reason of."""
    if not reason.strip():
        raise Refused("A penalty needs its reason.", law.penalties_given.clause)


def warning(book: Rulebook) -> Penalty:
    return Penalty(Kind.WARNING, clause(Kind.WARNING, book))


def time_away(minutes: int, book: Rulebook, *, now: datetime) -> Penalty:
    """Away from the table for 5, 10, 15, 20 or 30 minutes."""
    if minutes not in MINUTES:
        why = "A time penalty lasts 5, 10, 15, 20 or 30 minutes."
        raise Refused(why, _listed(Kind.TIME, book))
    ends_at = now + timedelta(minutes=minutes)
    return Penalty(Kind.TIME, clause(Kind.TIME, book), ends_at=ends_at)


def missed_hands(hands: int, book: Rulebook) -> Penalty:
    """3, 5, 10, 15 or 20 hands."""
    if hands not in HANDS:
        why = "A hand penalty is 3, 5, 10, 15 or 20 hands."
        raise Refused(why, _listed(Kind.HANDS, book))
    return Penalty(Kind.HANDS, clause(Kind.HANDS, book), hands_left=hands)


def hands_per_player(times: int, book: Rulebook, *, players: int) -> Penalty:
    """One, two or three hands for each player at the table, the offender included."""
    if times not in HANDS_PER_PLAYER:
        why = "It is 1, 2 or 3 hands for each player at the table."
        raise Refused(why, _listed(Kind.HANDS, book))
    if players < 1:
        raise Refused("The offender sits at no table.", _listed(Kind.HANDS, book))
    return Penalty(Kind.HANDS, clause(Kind.HANDS, book), hands_left=times * players)


def disqualification(book: Rulebook) -> Penalty:
    """Out at once: the chips leave play, the entry payment is not refunded."""
    return Penalty(Kind.DISQUALIFICATION, clause(Kind.DISQUALIFICATION, book))


def exclusion(days: int, book: Rulebook, *, now: datetime) -> Penalty:
    """Out at once, and not seated again while the period lasts (charity:22.4)."""
    if EXCLUDED not in book.conduct.penalty_forms.value:
        raise Refused("This rulebook knows no exclusion for a period.")
    if days not in EXCLUSION_DAYS:
        why = "An exclusion lasts 1, 7, 30 or 365 days."
        raise Refused(why, _listed(Kind.EXCLUSION, book))
    ends_at = now + timedelta(days=days)
    return Penalty(Kind.EXCLUSION, clause(Kind.EXCLUSION, book), ends_at=ends_at)


def check_forms(forms: Iterable[str], law: ConductLaw, *, is_used: bool) -> list[str]:
    """Which penalties an event uses, fixed before the first is given (igr:A.2(gg)-2)."""
    clause = law.penalties_defined.clause
    if is_used:
        raise Refused("A penalty has already been given: the list is fixed.", clause)
    chosen = set(forms)
    if not chosen or not chosen <= set(law.penalty_forms.value):
        raise Refused("Choose at least one of the penalties listed.", clause)
    return [form for form in FORMS if form in chosen]


def clause_for(reason: str, kind: Kind, law: ConductLaw) -> str:
    """The book's own clause on this reason; empty where it has none."""
    about = law.forbidden.value
    if kind in OUT_AT_ONCE:
        about = {**about, **law.removed_for.value}
    return about.get(reason, "")


def forbidden(law: ConductLaw) -> list[tuple[str, str]]:
    """What players must not do at the table by the book's own word: the reason and its clause."""
    named = law.forbidden.value
    return [(reason, named[reason]) for reason in REASONS if reason in named]


def clause(kind: Kind, book: Rulebook) -> str:
    """Where the book speaks of this penalty; else where it says what a penalty is."""
    return _listed(kind, book) or book.penalty.clause


def _listed(kind: Kind, book: Rulebook) -> str:
    return book.conduct.penalty_kinds.value.get(kind, "")


def after_hand(penalty: Penalty) -> Penalty:
    """A hand is over: a hand penalty is one hand shorter (adelaide:106c-2)."""
    return replace(penalty, hands_left=max(0, penalty.hands_left - 1))


def is_serving(penalty: Penalty, *, now: datetime) -> bool:
    """Whether the player's hands are dead now."""
    if penalty.ends_at is not None:
        return now < penalty.ends_at
    return penalty.hands_left > 0 or penalty.kind in OUT_AT_ONCE
