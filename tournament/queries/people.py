"""People as permissions see them."""

from collections import defaultdict
from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from engine import staffing
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


def limits(duties: Iterable[Staff]) -> frozenset[tuple[int, Permission]]:
    """What these roles would allow, but none of the offices they are held in does."""
    granted: dict[int, set[Permission]] = defaultdict(set)
    withheld: dict[int, set[Permission]] = defaultdict(set)
    for duty in duties:
        office = staffing.title(duty.tournament.rulebook, duty.role, duty.title)
        kept = {Permission(office.may_not[0])} if office.may_not else set()
        withheld[duty.tournament_id] |= kept
        granted[duty.tournament_id] |= GRANTS[Role(duty.role)] - kept
    return frozenset(
        (where, permission)
        for where, permissions in withheld.items()
        for permission in permissions - granted[where]
    )
