"""Who asks: a signed-in person, a paired device, or nobody we know."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from tables.equipment.queries import devices
from tournament.house.queries import people
from tournament.models import User
from tournament.permissions import NOBODY, Actor

GetResponse = Callable[[HttpRequest], HttpResponse]

DEVICE_COOKIE = "device"


def who(get_response: GetResponse) -> GetResponse:
    """Give every request its actor, looked up when somebody asks for it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if must_choose_a_password(request) and not request.path.startswith(open_before()):
            return redirect("password")
        request.actor = SimpleLazyObject(lambda: actor_of(request))  # type: ignore[attr-defined]  # read through tournament.requests.Request
        return get_response(request)

    return answer


def open_before() -> tuple[str, ...]:
    """The pages for those who have not chosen a password yet."""
    return reverse("password"), reverse("sign-out")


def must_choose_a_password(request: HttpRequest) -> bool:
    """Whether somebody came in by a one-time password and has not replaced it yet."""
    return request.user.is_authenticated and request.user.must_change_password


def actor_of(request: HttpRequest) -> Actor:
    """Who sent this request."""
    return known(request.user, request.COOKIES)


def known(user: User | AnonymousUser, cookies: Mapping[str, str]) -> Actor:
    """The person if one has signed in here, else the device, else nobody."""
    if user.is_authenticated:
        return people.actor(user)
    return devices.actor(cookies.get(DEVICE_COOKIE, "")) or NOBODY


class WhoOpens:
    """Gives every socket its actor, looked up when somebody asks for it."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass the connection on; the lookup asks the database, so it belongs in a thread."""
        actor = SimpleLazyObject(lambda: known(scope["user"], scope["cookies"]))
        return await self.application({**scope, "actor": actor}, receive, send)
