"""Anybody: sign in, sign out, choose a password."""

from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from engine.refusal import Refused
from tournament import requests
from tournament.forms import SignInForm
from tournament.house.queries import people as people_queries
from tournament.house.services import lockout, people
from tournament.house.services.lockout import Door
from tournament.live import broadcast
from tournament.models import User
from tournament.views.house import known_browsers

WRONG = "Wrong username or password. Check both and try again."


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_in(request: requests.Request) -> HttpResponse:
    """One answer for every wrong pair, and a lock after too many."""
    form = SignInForm(requests.form_data(request))
    context = {"form": form, "next": request.POST.get("next", request.GET.get("next", ""))}
    if not form.is_valid():
        status = requests.form_status(request)
        return render(request, "accounts/sign_in.html", context, status=status)
    try:
        user = _known(request, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.why)
        return render(request, "accounts/sign_in.html", context, status=requests.status_of(refusal))
    login(request, user)
    answer = redirect("password" if user.must_change_password else _where_next(request, user))
    known_browsers.remember(answer, user)
    return answer


def _known(request: requests.Request, *, username: str, password: str) -> User:
    doors = _doors(request, username)
    with lockout.turn():
        lockout.count(*doors, now=requests.now())
        user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise Refused(WRONG)
    lockout.right(*doors)
    return user


def _doors(request: requests.Request, username: str) -> list[Door]:
    """What a try counts at: a browser that has signed in as this user before has its own door."""
    browser = known_browsers.of(request, username)
    if browser:
        return [Door(f"sign-in by browser {browser}")]
    name = Door(f"sign-in as {username.lower()}")
    return [lockout.slowed(f"sign-in from {requests.address(request)}"), name]


def _where_next(request: requests.Request, user: User) -> str:
    """The page asked for, else where this person works, else the front page."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}):
        return wanted
    place = people_queries.works_at(user)
    return reverse(place[0], args=[place[1]]) if place else "front"


@require_POST
def sign_out(request: requests.Request) -> HttpResponse:
    """Leave; what is open of this person closes, and opens again where they stay signed in."""
    user_id = request.user.pk
    logout(request)
    if user_id is not None:
        broadcast.turn_out(user_id)
    return redirect("front")


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def password(request: requests.Request) -> HttpResponse:
    """Choose a password of one's own."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError("login_required lets only users of ours through")
    form = _password_form(request, user)
    is_valid = form.is_valid()
    if form.is_bound and form.cleaned_data.get("old_password"):
        lockout.right(_own_password(user))
    if not is_valid:
        context = {"form": form, "must_change": user.must_change_password}
        status = requests.form_status(request)
        return render(request, "accounts/password.html", context, status=status)
    people.set_password(user=user, password=form.cleaned_data["new_password1"])
    update_session_auth_hash(request, user)
    answer = redirect("front")
    known_browsers.remember(answer, user)
    return answer


def _own_password(user: User) -> Door:
    return Door(f"password of user {user.pk}")


def _password_form(request: requests.Request, user: User) -> "SetPasswordForm[User]":
    """The old password is asked for, unless it was a one-time password a moment ago."""
    data = requests.form_data(request)
    if user.must_change_password:
        return SetPasswordForm(user, data)
    if data is not None:
        lockout.count(_own_password(user), now=requests.now())
    return PasswordChangeForm(user, data)
