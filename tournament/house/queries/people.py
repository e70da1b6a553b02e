"""People as permissions see them."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from engine.office import staffing
from tournament.models import Staff, User
from tournament.permissions import GRANTS, Actor, Permission, Role


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
