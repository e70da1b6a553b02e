"""What every template may use."""

from typing import Any

from django.http import HttpRequest

from tournament.permissions import NOBODY

HOUSE_NAME = "Shuffle Up"


def house(request: HttpRequest) -> dict[str, Any]:
    """The house, and who is looking."""
    actor = getattr(request, "actor", NOBODY)
    return {
        "house": {"name": HOUSE_NAME},
        "actor": {
            "name": actor.name,
            "is_signed_in": actor.user_id is not None,
            "is_device": actor.device_id is not None,
            "may_create": actor.is_house_director,
            "roles": sorted({role.value for _, role in actor.roles}),
        },
    }
