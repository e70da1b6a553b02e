"""What every template may use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournament.house.queries import house as house_queries
from tournament.permissions import NOBODY, Permission, may


def house(request: HttpRequest) -> dict[str, Any]:
    """The version, the house, whether it has a certificate to trust, and who is looking."""
    actor = getattr(request, "actor", NOBODY)
    return {
        "house": SimpleLazyObject(house_queries.picture),
        "version": settings.VERSION,
        "is_demo": settings.DEMO,
        "has_authority": bool(settings.TLS_PORT),
        "actor": {
            "name": actor.name,
            "is_signed_in": actor.user_id is not None,
            "is_device": actor.device_id is not None,
            "may_create": actor.is_house_director,
            "may_furnish": may(actor, Permission.FURNISH_HOUSE),
            "roles": sorted({role.value for _, role in actor.roles}),
        },
    }
