"""Browsers that have signed in before: wrong tries of strangers must not keep their people out."""

import hashlib
import hmac
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.models import User

COOKIE = "known"
KNOWN_FOR = timedelta(days=180)
_signer = signing.TimestampSigner(salt="browsers that have signed in")


def remember(answer: HttpResponse, user: User) -> None:
    """Leave a mark in the browser that has just signed in; a new password makes it worthless."""
    answer.set_cookie(
        COOKIE,
        _signer.sign_object([user.pk, _stamp(user)]),
        max_age=KNOWN_FOR,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def of(request: HttpRequest, username: str) -> str:
    """What to call this browser if it has signed in under this name before, or nothing."""
    mark = request.COOKIES.get(COOKIE, "")
    try:
        key, stamp = _signer.unsign_object(mark, max_age=KNOWN_FOR)
    except signing.BadSignature:
        return ""
    user = User.objects.filter(pk=key, username__iexact=username).first()
    if user is None or not hmac.compare_digest(stamp, _stamp(user)):
        return ""
    return hashlib.sha256(mark.encode()).hexdigest()[:32]


def _stamp(user: User) -> str:
    """Changes with the password; says nothing about it."""
    return user.get_session_auth_hash()[:16]
