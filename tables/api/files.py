"""Reports, hands and whole tournaments as files."""

from django.http import Http404, HttpResponse
from ninja import File, Router
from ninja.files import UploadedFile

from tables import archives, unpacking
from tables.queries import reports
from tables.views.reports import FORMS, attached, permission_for
from tournament import http
from tournament.api.basics import AT, Signed, action, find, picture
from tournament.api.reading import Heading, heading
from tournament.permissions import Permission, require
from tournament.services import inspections

router = Router(tags=["files"])


@picture(router, AT + "/reports", "Which reports there are", list[dict[str, str]])
def offered(request: Signed, code: str) -> list[dict[str, str]]:
    tournament = find(code)
    require(request.auth, Permission.SEE_CONSOLE, tournament.pk)
    return [{"key": offer.key, "title": offer.title} for offer in reports.OFFERS]


@picture(router, AT + "/reports/{key}/{form}", "A report as pdf, csv or xlsx", bytes)
def report(request: Signed, code: str, key: str, form: str) -> HttpResponse:
    """The answer is the file itself."""
    tournament, offer = find(code), reports.find(key)
    if offer is None or form not in FORMS:
        raise Http404("There is no such report; they come as pdf, csv or xlsx.")
    require(request.auth, permission_for(offer), tournament.pk)
    write, kind = FORMS[form]
    now = http.now()
    note = f"{offer.title} ({form})"
    inspections.note(tournament, note, actor=request.auth, now=now, is_copy=True)
    content = write(reports.build(offer, tournament, now))
    return attached(content, kind, f"{tournament.code}-{key}.{form}")


@picture(router, AT + "/hands.phhs", "Every hand, in the PHH format", bytes)
def hands(request: Signed, code: str) -> HttpResponse:
    """The answer is the file itself."""
    tournament = find(code)
    require(request.auth, Permission.SEE_JOURNAL, tournament.pk)
    note = "Hand histories"
    inspections.note(tournament, note, actor=request.auth, now=http.now(), is_copy=True)
    content = reports.histories(tournament).encode()
    return attached(content, "text/plain; charset=utf-8", f"{tournament.code}-hands.phhs")


@picture(router, AT + "/archive", "The whole tournament as a file", bytes)
def archive(request: Signed, code: str) -> HttpResponse:
    """The answer is the file itself."""
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    content = archives.pack(tournament, now=http.now())
    return attached(content, "application/gzip", f"{tournament.code}.archive")


@action(
    router,
    "/house/tournaments/from-archive",
    "Bring a tournament in from its archive",
    "tournament-from-archive",
    answers=Heading,
)
def bring_in(request: Signed, file: File[UploadedFile]) -> Heading:
    """The house's director, signed in."""
    require(request.auth, Permission.CREATE_TOURNAMENTS)
    if (file.size or 0) > archives.MOST_BYTES:
        raise http.Malformed("The file is larger than twenty megabytes: it is no archive of ours.")
    return heading(unpacking.bring_in(file, actor=request.auth, now=http.now()))
