"""Penalties a director may give, and how they run out by themselves (adelaide:106)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from engine import clauses, rulebooks
from engine.refusal import Refused

MINUTES = (5, 10, 15, 20, 30)
HANDS = (3, 5, 10, 15, 20)
HANDS_PER_PLAYER = (1, 2, 3)
EXCLUSION_DAYS = (1, 7, 30, 365)
EXCLUDES: Mapping[str, str] = {"charity": "charity:22.4"}  # books that exclude for a period
# Where a book says that the house defines its penalties before they are used.
DEFINED_BY: Mapping[str, str] = {"igr": "igr:A.2(gg)-2"}
FORMS: Mapping[str, str] = {
    "warning": "Warning",
    "time": "Minutes away from the table",
    "hands": "Hands missed",
    "per_player": "Hands missed for each player",
    "disqualification": "Disqualification",
    "exclusion": "Exclusion for a period",
}


class Kind(StrEnum):
    WARNING = "warning"
    TIME = "time away"
    HANDS = "hands"
    DISQUALIFICATION = "disqualification"
    EXCLUSION = "exclusion"


OUT_AT_ONCE = frozenset({Kind.DISQUALIFICATION, Kind.EXCLUSION})


@dataclass(frozen=True, slots=True)
class Penalty:
    """What was given; `hands_left` and `ends_at` say how much of it remains."""

    kind: Kind
    clause: str
    hands_left: int = 0
    ends_at: datetime | None = None


# Where a book itself lists the penalties and how long they last.
LISTED: Mapping[str, Mapping[Kind, str]] = {
    "adelaide": {
        Kind.WARNING: "adelaide:106a",
        Kind.TIME: "adelaide:106b",
        Kind.HANDS: "adelaide:106c",
        Kind.DISQUALIFICATION: "adelaide:106d",
    }
}
# Where a book says who gives penalties, and what is kept of each.
GIVEN_BY: Mapping[str, str] = {"adelaide": "adelaide:106"}


def given_by(rulebook: str) -> str:
    """The clause that says who imposes penalties, and that each has its reason."""
    return GIVEN_BY.get(rulebook, "")


def check_reason(reason: str, *, rulebook: str) -> None:
    """Refuse a penalty nobody says the reason of."""
    if not reason.strip():
        raise Refused("A penalty needs its reason.", given_by(rulebook))


def warning(*, rulebook: str) -> Penalty:
    return Penalty(Kind.WARNING, clause(Kind.WARNING, rulebook=rulebook))


def time_away(minutes: int, *, rulebook: str, now: datetime) -> Penalty:
    """Away from the table for 5, 10, 15, 20 or 30 minutes."""
    if minutes not in MINUTES:
        why = "A time penalty lasts 5, 10, 15, 20 or 30 minutes."
        raise Refused(why, _listed(Kind.TIME, rulebook))
    ends_at = now + timedelta(minutes=minutes)
    return Penalty(Kind.TIME, clause(Kind.TIME, rulebook=rulebook), ends_at=ends_at)


def missed_hands(hands: int, *, rulebook: str) -> Penalty:
    """3, 5, 10, 15 or 20 hands."""
    if hands not in HANDS:
        why = "A hand penalty is 3, 5, 10, 15 or 20 hands."
        raise Refused(why, _listed(Kind.HANDS, rulebook))
    return Penalty(Kind.HANDS, clause(Kind.HANDS, rulebook=rulebook), hands_left=hands)


def hands_per_player(times: int, *, players: int, rulebook: str) -> Penalty:
    """One, two or three hands for each player at the table, the offender included."""
    if times not in HANDS_PER_PLAYER:
        why = "It is 1, 2 or 3 hands for each player at the table."
        raise Refused(why, _listed(Kind.HANDS, rulebook))
    if players < 1:
        raise Refused("The offender sits at no table.", _listed(Kind.HANDS, rulebook))
    return Penalty(Kind.HANDS, clause(Kind.HANDS, rulebook=rulebook), hands_left=times * players)


def disqualification(*, rulebook: str) -> Penalty:
    """Out at once: the chips leave play, the entry payment is not refunded."""
    return Penalty(Kind.DISQUALIFICATION, clause(Kind.DISQUALIFICATION, rulebook=rulebook))


def exclusion(days: int, *, rulebook: str, now: datetime) -> Penalty:
    """Out at once, and not seated again while the period lasts (charity:22.4)."""
    if rulebook not in EXCLUDES:
        raise Refused("This rulebook knows no exclusion for a period.")
    if days not in EXCLUSION_DAYS:
        raise Refused("An exclusion lasts 1, 7, 30 or 365 days.", EXCLUDES[rulebook])
    ends_at = now + timedelta(days=days)
    return Penalty(Kind.EXCLUSION, EXCLUDES[rulebook], ends_at=ends_at)


# Where a book has its own list, and nobody is sent away for minutes or hands: a breach costs the
# hand, which the tablet declares folded (canberra:18.3(a)), or the tournament (canberra:18.3(b)).
_OWN_FORMS: Mapping[str, frozenset[str]] = {"canberra": frozenset({"warning", "disqualification"})}


def known(rulebook: str) -> tuple[str, ...]:
    """Every form of penalty that this book allows."""
    listed = _OWN_FORMS.get(rulebook, frozenset(FORMS))
    return tuple(
        form for form in FORMS if form in listed and (form != "exclusion" or rulebook in EXCLUDES)
    )


def check_forms(forms: Iterable[str], *, rulebook: str, is_used: bool) -> list[str]:
    """Which penalties an event uses, fixed before the first is given (igr:A.2(gg)-2)."""
    clause = DEFINED_BY.get(rulebook, "")
    if is_used:
        raise Refused("A penalty has been given already: the list stays as it is.", clause)
    chosen = set(forms)
    if not chosen or not chosen <= set(known(rulebook)):
        raise Refused("Choose at least one of the penalties listed.", clause)
    return [form for form in FORMS if form in chosen]


# Where a book itself gives the power to send a player home.
DISQUALIFIES: Mapping[str, str] = {
    "canberra": "canberra:18.3(b)",
    "charity": "charity:4.7",
    "igr": "igr:A.2(gg)",
}
CONDUCT, LANGUAGE, PHONE = "Conduct", "Language", "Phone at the table"
SLOW_PLAY, SOFT_PLAY, TALKING = "Slow play", "Soft play", "Talking about a live hand"
EXPOSED, INTOXICATED = "Hand exposed", "Intoxicated"
REASONS = (CONDUCT, LANGUAGE, PHONE, SLOW_PLAY, SOFT_PLAY, TALKING, EXPOSED, INTOXICATED)
# Where a book speaks of this very reason, for whatever penalty or for a removal alone.
_REASONS = {
    ("igr", PHONE): "igr:A.2(ee)",
    ("igr", LANGUAGE): "igr:A.2(dd)",
    ("adelaide", LANGUAGE): "adelaide:75",
    ("adelaide", PHONE): "adelaide:84b",
    ("adelaide", SOFT_PLAY): "adelaide:74a",
    ("adelaide", TALKING): "adelaide:72",
}
_REMOVED_FOR = {("igr", INTOXICATED): "igr:A.2(ff)"}


def clause_for(reason: str, kind: Kind, *, rulebook: str) -> str:
    """The book's own clause on this reason; empty where it has none."""
    about = {**_REASONS, **_REMOVED_FOR} if kind in OUT_AT_ONCE else _REASONS
    return about.get((rulebook, reason), "")


def forbidden(rulebook: str) -> list[tuple[str, str]]:
    """What players must not do at the table by the book's own word: the reason and its clause."""
    return [
        (reason, _REASONS[rulebook, reason]) for reason in REASONS if (rulebook, reason) in _REASONS
    ]


def clause(kind: Kind, *, rulebook: str) -> str:
    """Where the book speaks of this penalty; common practice where it is silent."""
    if kind is Kind.DISQUALIFICATION and rulebook in DISQUALIFIES:
        return DISQUALIFIES[rulebook]
    if listed := _listed(kind, rulebook):
        return listed
    return clauses.cited(rulebooks.get(rulebook).penalty.clause, rulebook=rulebook)


def _listed(kind: Kind, rulebook: str) -> str:
    return LISTED.get(rulebook, {}).get(kind, "")


def after_hand(penalty: Penalty) -> Penalty:
    """A hand is over: a hand penalty is one hand shorter (adelaide:106c-2)."""
    return replace(penalty, hands_left=max(0, penalty.hands_left - 1))


def is_serving(penalty: Penalty, *, now: datetime) -> bool:
    """Whether the player's hands are dead now."""
    if penalty.ends_at is not None:
        return now < penalty.ends_at
    return penalty.hands_left > 0 or penalty.kind in OUT_AT_ONCE
