"""What every response carries, and how static files are answered."""

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from whitenoise.middleware import WhiteNoiseMiddleware

from config import log
from config.metrics import FIGURES
from tables.views.tablet import dealer

GetResponse = Callable[[HttpRequest], HttpResponse]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "connect-src 'self' {sockets}; form-action 'self'; base-uri 'none'; frame-ancestors {frames}"
)
OPEN_WITHOUT_TLS = ("/trust/", "/static/", "/healthz")
PERMISSIONS = (
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)"
)


REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})  # others are made up


def named(get_response: GetResponse) -> GetResponse:
    """Give every request an id, or keep its proxy's: the log has it and the answer tells it."""

    def answer(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        name = given if REQUEST_ID.fullmatch(given) else log.new_id()
        with log.at_work(name, request.path):
            response = get_response(request)
        response.headers["X-Request-ID"] = name
        return response

    return answer


def counted(get_response: GetResponse) -> GetResponse:
    """Count every answer, with the time it took."""

    def answer(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        FIGURES.time(
            "request_seconds",
            time.perf_counter() - began,
            page=page_of(request),
            kind=kind_of(request, response),
            method=request.method if request.method in METHODS else "other",
            status=str(response.status_code),
        )
        return response

    return answer


def page_of(request: HttpRequest) -> str:
    """The name of the page that was asked for; nobody can make new ones up."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    return request.resolver_match.view_name if request.resolver_match else "none"


def kind_of(request: HttpRequest, response: HttpResponse) -> str:
    """Which tap of a tablet it was; a body that could not be read is not read again."""
    if page_of(request) != "tablet-command" or response.status_code == 400:
        return ""
    kind = request.POST.get("kind", "")
    return kind if kind in dealer.KINDS else "other"


def security_headers(get_response: GetResponse) -> GetResponse:
    """Give every response the content policy: nothing inline, nothing from anywhere else."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_embeddable = getattr(response, "xframe_options_exempt", False)
        framed_by = "'self'" if settings.DEMO else "'none'"
        policy = content_policy(request, frames="*" if is_embeddable else framed_by)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return answer


def plain_http_only_to_build_trust(get_response: GetResponse) -> GetResponse:
    """Beside a local HTTPS port, the plain one only teaches devices to trust it."""
    if not settings.TLS_PORT:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        if request.is_secure() or request.path.startswith(OPEN_WITHOUT_TLS):
            return get_response(request)
        wanted = urlencode({"to": request.get_full_path()})
        return HttpResponseRedirect(f"{reverse('trust')}?{wanted}")

    return answer


def content_policy(request: HttpRequest, *, frames: str) -> str:
    """The policy, naming the sockets' own address: older Safari does not count them as 'self'."""
    scheme = "wss" if request.is_secure() else "ws"
    policy = POLICY.format(sockets=f"{scheme}://{request.get_host()}", frames=frames)
    return f"{policy}; frame-src 'self'" if settings.DEMO else policy


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise, answering with whole bodies: under ASGI Django cannot stream its open files."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The file as WhiteNoise chose it: encoding, range, caching."""
        found = static_file.get_response(request.method, request.META)
        body = found.file.read() if found.file else b""
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response
