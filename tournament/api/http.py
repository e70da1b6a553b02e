"""What the API adds to HTTP: HEAD, ETags, leave for other sites' scripts, problems, limits."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from tournament.api import problems
from tournament.api.allowance import Allowance

GetResponse = Callable[[HttpRequest], HttpResponse]
AT = "/api/"
SAFE = ("GET", "HEAD")
TOLD_TO_SCRIPTS = "ETag, Link, X-Request-ID"
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def api_problems(get_response: GetResponse) -> GetResponse:
    """Give every error under /api/ the one shape, whoever answered it, an outer layer too."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        return _as_problem(response) if _is_api(request) else response

    return answer


def api_answers(get_response: GetResponse) -> GetResponse:
    """Answer under /api/ as software expects it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not _is_api(request):
            return get_response(request)
        if request.method == "OPTIONS":
            return _open_to_scripts(HttpResponse(status=204, headers=PREFLIGHT))
        response = _answered(request, get_response)
        if request.method in SAFE:
            response = _tagged(request, response)
            if not request.headers.get("Authorization"):
                _open_to_scripts(response)
        for name, value in _allowance(request).items():
            response.headers[name] = value
        return response

    return answer


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith(AT) and request.path != AT


def _answered(request: HttpRequest, get_response: GetResponse) -> HttpResponse:
    """HEAD is answered like GET; whoever serves leaves the body out."""
    if request.method != "HEAD":
        return get_response(request)
    request.method = "GET"
    try:
        return get_response(request)
    finally:
        request.method = "HEAD"


def _as_problem(response: HttpResponse) -> HttpResponse:
    """The one shape of errors, also for what never reached an operation."""
    if response.status_code < 400 or response["Content-Type"] == problems.KIND:
        return response
    said = problems.of_status(response.status_code)
    for name, value in response.headers.items():
        if name not in ("Content-Type", "Content-Length"):
            said.headers[name] = value
    return said


def _tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """With an ETag; who has this answer already is told that it has not changed."""
    if response.status_code != 200 or response.streaming:
        return response
    response.headers["ETag"] = tag = problems.tag(response.content)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ("Authorization", "Cookie"))
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if known == ["*"] or tag in (each.removeprefix("W/") for each in known):
        headers = {name: response.headers[name] for name in ("ETag", "Cache-Control", "Vary")}
        return HttpResponse(status=304, headers=headers)
    return response


def _open_to_scripts(response: HttpResponse) -> HttpResponse:
    """Any site's script may read what needs no token; browsers send no cookies along with `*`."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = TOLD_TO_SCRIPTS
    return response


def _allowance(request: HttpRequest) -> dict[str, str]:
    """How much longer, and how often, the token of this request may ask."""
    allowance: Allowance | None = getattr(request, "allowance", None)
    return {} if allowance is None else allowance.headers
