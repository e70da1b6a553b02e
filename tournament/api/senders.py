"""Who sends a request: a token, somebody signed in on the pages, or anybody."""

from django.conf import settings
from django.http import HttpRequest
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from tournament import requests
from tournament.api import allowance, problems
from tournament.house.queries import integrations
from tournament.permissions import NOBODY, Actor, Forbidden


class Token(HttpBearer):
    """`Authorization: Bearer su_...`: a token speaks in its role, at its tournament."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor | None:
        now = requests.now()
        found = integrations.token_of(token, now=now)
        if found is None:
            return None
        told = allowance.take(found.pk, expires_at=found.expires_at, now=now)
        request.allowance = told  # type: ignore[attr-defined]  # tournament/api/http.py tells it
        if told.left < 0:
            raise problems.TooOften(problems.WORDS[problems.ProblemCode.TOO_MANY])
        return integrations.actor_of(found)


class Person(APIKeyCookie):
    """Somebody signed in on the pages, with the X-CSRFToken of a form; may what they may there."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self) -> None:
        super().__init__(csrf=False)  # looked at below, after somebody is known

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor | None:
        if not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise Forbidden("Send the X-CSRFToken of the pages, or use a token.")
        actor: Actor = request.actor  # type: ignore[attr-defined]  # given by tables/middleware.py
        return actor


def sender(request: HttpRequest) -> Actor:
    """Who asks: as the two above say; without them somebody signed in, a paired device, nobody."""
    here: Actor = getattr(request, "actor", NOBODY)
    known: Actor | None = getattr(request, "auth", None)
    return known or here
