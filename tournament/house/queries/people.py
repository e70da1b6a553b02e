"""People as permissions see them."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from engine.lifecycle import TournamentState
from engine.office import staffing
from tournament.models import Staff, User
from tournament.permissions import GRANTS, Actor, Permission, Role

OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)


def actor(user: AbstractBaseUser) -> Actor:
    """The actor a signed-in user is; one with a one-time password may nothing yet."""
    if not isinstance(user, User):
        raise TypeError("people sign in as tournament.User")
    if user.must_change_password:
        return Actor(name=str(user), user_id=user.pk)
    held = Staff.serving.filter(user=user).select_related("tournament")
    duties = list(held.only("role", "title", "tournament__rulebook"))
    return Actor(
        name=str(user),
        user_id=user.pk,
        is_house_director=user.is_house_director,
        roles=frozenset((duty.tournament_id, Role(duty.role)) for duty in duties),
        limits=frozenset() if user.is_house_director else limits(duties),
    )


def limits(duties: Iterable[Staff]) -> frozenset[tuple[int, Permission, str]]:
    """What these roles would allow, but none of the offices they are held in does, and why."""
    granted: set[tuple[int, Permission]] = set()
    withheld: set[tuple[int, Permission, str]] = set()
    for duty in duties:
        office = staffing.title(duty.tournament.rulebook, duty.role, duty.title)
        kept = {Permission(what): clause for what, clause in office.may_not}
        withheld |= {(duty.tournament_id, what, clause) for what, clause in kept.items()}
        granted |= {(duty.tournament_id, what) for what in GRANTS[Role(duty.role)] - set(kept)}
    return frozenset(one for one in withheld if one[:2] not in granted)


LANDS = {
    Role.DIRECTOR: "console",
    Role.FLOOR: "console",
    Role.DESK: "desk",
    Role.INSPECTOR: "inspector",
}


def works_at(user: User) -> tuple[str, str] | None:
    """The page and the tournament's code of whoever works at one tournament only."""
    if user.is_house_director:
        return None
    held = Staff.serving.filter(user=user).exclude(tournament__state__in=OVER)
    duties = list(held.select_related("tournament"))
    codes = {duty.tournament.code for duty in duties}
    pages = [page for role, page in LANDS.items() if role in {duty.role for duty in duties}]
    return (pages[0], codes.pop()) if len(codes) == 1 and pages else None
