"""Reports, hands and whole tournaments as files."""

from django.http import Http404, HttpResponse
from django.urls import reverse
from ninja import File, Router, Schema
from ninja.files import UploadedFile
from pydantic import Field

from engine import state_sheet
from tables import archives, unpacking
from tables.queries import reports
from tables.services import state_sheets
from tables.services.state_sheets import Opening
from tables.views.reports import FORMS, as_file, attached, permission_for
from tables.views.state_sheets import sheet_rows
from tournament import http
from tournament.api.basics import AT, Made, Name, Signed, action, by, find, look, picture
from tournament.api.reading import Heading, heading
from tournament.permissions import Permission, require

router = Router(tags=["files"])


@picture(router, AT + "/reports", "Which reports there are", list[dict[str, str]])
def offered(request: Signed, code: str) -> list[dict[str, str]]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return [{"key": offer.key, "title": offer.title} for offer in reports.OFFERS]


@picture(router, AT + "/reports/{key}/{form}", "A report as pdf, csv or xlsx", None)
def report(request: Signed, code: str, key: str, form: str) -> HttpResponse:
    """The answer is the file itself."""
    tournament, offer = find(code), reports.find(key)
    if offer is None or form not in FORMS:
        raise Http404("There is no such report; they come as pdf, csv or xlsx.")
    look(request, permission_for(offer), tournament)
    found, path = reports.build(offer, tournament, http.now()), reverse("report", args=[code, key])
    return as_file(request, found, f"{tournament.code}-{key}.{form}", path=path)


@picture(router, AT + "/hands.phhs", "Every hand, in the PHH format", None)
def hands(request: Signed, code: str) -> HttpResponse:
    """The answer is the file itself."""
    tournament = find(code)
    look(request, Permission.SEE_JOURNAL, tournament)
    content = reports.histories(tournament).encode()
    return attached(content, "text/plain; charset=utf-8", f"{tournament.code}-hands.phhs")


@picture(router, AT + "/archive", "The whole tournament as a file", None)
def archive(request: Signed, code: str) -> HttpResponse:
    """The answer is the file itself."""
    tournament = find(code)
    look(request, Permission.RUN_TOURNAMENT, tournament)
    content = archives.pack(tournament, now=http.now())
    return attached(content, "application/gzip", f"{tournament.code}.archive")


class Paper(Schema):
    """A state sheet as text, and the tournament play goes on in: a structure, or a preset."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])
    sheet: str = Field(max_length=200_000, examples=["Level,3\nTable,Seat,Player,Stack"])
    preset: Name = Field("", examples=["friday"])
    structure: str = Field("", max_length=200_000, examples=[""])


@action(
    router, AT + "/state-sheets", "A state sheet of this moment", "state-sheet-make", answers=Made
)
def make_sheet(request: Signed, code: str) -> Made:
    made = state_sheets.make(**by(request, find(code)))
    return Made(id=made.pk, words=f"The state sheet of {made.what} is made.")


@action(
    router,
    "/house/tournaments/from-state-sheet",
    "Take play up from a state sheet",
    "tournament-from-sheet",
    answers=Heading,
)
def take_up(request: Signed, wish: Paper) -> Heading:
    """The house's director, signed in."""
    require(request.auth, Permission.CREATE_TOURNAMENTS)
    sheet = state_sheet.read(sheet_rows(wish.sheet))
    opening = Opening(name=wish.name, preset=wish.preset, structure=wish.structure)
    return heading(
        state_sheets.take_up(opening=opening, sheet=sheet, actor=request.auth, now=http.now())
    )


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
