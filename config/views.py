"""Pages about the installation itself: its health, and how a device comes to trust it."""

import hmac
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import docs, health, metrics
from config.machine import tls
from tournament import requests
from tournament.api import problems
from tournament.house.queries import servers

NOT_FOR_PEOPLE = "matches the given query."  # Django's own words for a row that is not there


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is there; a view that knows why has said so."""
    said = [words for words in exception.args if isinstance(words, str)]
    words = next((each for each in said if not each.endswith(NOT_FOR_PEOPLE)), "")
    if request.path.startswith("/api/"):
        return problems.problem(problems.ProblemCode.NOT_FOUND)
    return render(request, "404.html", {"words": words}, status=404)


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Whether every part is alive, and which is not."""
    found = health.report()
    is_well = all(state == health.WELL for state in found.values())
    status = health.WELL if is_well else "failing"
    said = {"status": status, "version": settings.VERSION, **found, "versions": servers.versions()}
    return JsonResponse(said, status=200 if is_well else 503)


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """What a monitor reads, for who has the token or asks from an open network."""
    if not may_watch(request):
        why = "METRICS_TOKEN or METRICS_NETWORKS opens this to other machines.\n"
        return HttpResponse(why, status=403, content_type="text/plain")
    return HttpResponse(metrics.text(), content_type=metrics.KIND)


def may_watch(request: HttpRequest) -> bool:
    """Whether the token was sent, or the sender is in an open network."""
    given = request.headers.get("Authorization", "").encode()
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    if settings.METRICS_TOKEN and hmac.compare_digest(given, wanted):
        return True
    try:
        sender = ip_address(requests.address(request))
    except ValueError:
        return False
    return any(sender in ip_network(each) for each in settings.METRICS_NETWORKS)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a tablet shows when it is reloaded without network; its service worker keeps it."""
    return render(request, "public/offline.html")


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps that page, served from the root so that it speaks for every address."""
    return render(request, "service_worker.js", content_type="text/javascript")


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """How each kind of device is taught to trust this machine's certificate."""
    authority = tls.authority_file(settings.VAR_DIR)
    context = {
        "has_authority": authority.is_file(),
        "fingerprint": tls.fingerprint(authority) if authority.is_file() else "",
        "is_secure": request.is_secure(),
        "onward": onward(request),
    }
    return render(request, "trust.html", context)


def onward(request: HttpRequest) -> str:
    """The page that was asked for at the plain port, over HTTPS; without a wish the front page."""
    if request.is_secure() or not settings.TLS_PORT:
        return ""
    wanted = request.GET.get("to", "")
    return requests.secure_address(request, wanted if wanted.startswith("/") else "/")


@require_safe
def authority_certificate(_request: HttpRequest) -> HttpResponse:
    """The local authority's public certificate, for a device to install."""
    authority = tls.authority_file(settings.VAR_DIR)
    if not authority.is_file():
        raise Http404("This installation serves no HTTPS of its own.")
    return HttpResponse(
        authority.read_bytes(),
        content_type="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'attachment; filename="shuffle-up-authority.crt"'},
    )


@require_safe
def api(request: HttpRequest) -> HttpResponse:
    """Every operation of the API, for people."""
    from config.api import groups  # with all operations: only who asks for them loads them

    return render(request, "public/api.html", {"groups": groups()})


@require_safe
def docs_page(request: HttpRequest, page: str = "") -> HttpResponse:
    """One page of the documentation; the first leads everybody to theirs."""
    if page not in docs.files():
        raise Http404("The documentation has no such page.")
    return render(request, "public/docs.html", {"page": docs.page(page), "is_first": not page})


@require_safe
def docs_file(_request: HttpRequest, name: str) -> HttpResponse:
    """A file that the documentation hands out, as text: an example runs nowhere by itself."""
    found = next((path for path in docs.HANDED_OUT if path.name == name), None)
    if found is None:
        raise Http404("The documentation has no such file.")
    return HttpResponse(found.read_bytes(), content_type="text/plain; charset=utf-8")
