"""People as permissions see them."""

from django.contrib.auth.models import AbstractBaseUser

from tournament.models import Staff, User
from tournament.permissions import Actor, Role


def actor(user: AbstractBaseUser) -> Actor:
    """The actor a signed-in user is; one with a one-time password may nothing yet."""
    if not isinstance(user, User):
        raise TypeError("people sign in as tournament.User")
    if user.must_change_password:
        return Actor(name=str(user), user_id=user.pk)
    duties = Staff.objects.filter(user=user).values_list("tournament_id", "role")
    return Actor(
        name=str(user),
        user_id=user.pk,
        is_house_director=user.is_house_director,
        roles=frozenset((where, Role(role)) for where, role in duties),
    )
