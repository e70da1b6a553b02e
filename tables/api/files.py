"""Reports, hands and whole tournaments as files."""

from enum import StrEnum

from django.http import Http404, HttpResponse
from django.urls import reverse
from ninja import File, Form, Schema
from ninja.files import UploadedFile
from pydantic import Field

from engine.structure import state_sheet
from tables.records import archives, unarchive
from tables.records.queries import reports
from tables.sessions.services import state_sheets
from tables.sessions.services.state_sheets import Opening
from tables.views.floor.state_sheets import sheet_rows
from tables.views.office.reports import FORMS, as_file, attached, permission_for
from tournament import requests
from tournament.api.answers import Made
from tournament.api.fields import Name, Sent
from tournament.api.operations import Here, House, Operations
from tournament.api.reading import Heading, heading
from tournament.permissions import Permission

router = Operations(tags=["files"])
KINDS = [form.KIND.partition(";")[0] for form in FORMS.values()]


class FileForm(StrEnum):
    """What a report comes as."""

    PDF = "pdf"
    CSV = "csv"
    XLSX = "xlsx"


class ReportOffered(Schema):
    """A report, by the key that its address names."""

    key: str
    title: str


@router.look("/reports", "List the reports", Permission.SEE_CONSOLE)
def offered(here: Here) -> list[ReportOffered]:
    return [ReportOffered(key=offer.key, title=offer.title) for offer in reports.OFFERS]


@router.look("/reports/{key}/{form}", "Download a report", None, *KINDS)
def report(here: Here, key: str, form: FileForm) -> HttpResponse:
    """The answer is the file itself."""
    offer = reports.find(key)
    if offer is None:
        raise Http404("No such report.")
    here.look(permission_for(offer))
    found, code = reports.build(offer, here.tournament, here.now), here.tournament.code
    path = reverse("report", args=[code, key])
    return as_file(here.request, found, f"{code}-{key}.{form.value}", path=path)


@router.look("/hands.phhs", "Download every hand as PHH", Permission.SEE_JOURNAL, "text/plain")
def hands(here: Here) -> HttpResponse:
    """The answer is the file itself."""
    content = reports.histories(here.tournament).encode()
    return attached(content, "text/plain; charset=utf-8", f"{here.tournament.code}-hands.phhs")


@router.look(
    "/archive",
    "Download the tournament as an archive",
    Permission.RUN_TOURNAMENT,
    "application/gzip",
)
def archive(here: Here) -> HttpResponse:
    """The answer is the file itself."""
    content = archives.pack(here.tournament, now=here.now)
    return attached(content, "application/gzip", f"{here.tournament.code}.archive")


class Paper(Sent):
    """A state sheet as text, and the tournament play goes on in: a structure, or a preset."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])
    sheet: str = Field(max_length=200_000, examples=["Level,3\nTable,Seat,Player,Stack"])
    preset: Name = Field("", examples=["friday"])
    structure: str = Field("", max_length=200_000, examples=[""])


@router.act("/state-sheets", "Make a state sheet now", "state-sheet-make")
def make_sheet(here: Here) -> Made:
    made = state_sheets.make(**here.by)
    return Made(id=made.pk, words=f"State sheet made: {made.what}.")


@router.act(
    "/house/tournaments/from-state-sheet",
    "Resume play from a state sheet",
    "tournament-from-sheet",
    may=Permission.CREATE_TOURNAMENTS,
)
def take_up(here: House, wish: Paper) -> Heading:
    """The house's director, signed in."""
    sheet = state_sheet.read(sheet_rows(wish.sheet))
    opening = Opening(name=wish.name, preset=wish.preset, structure=wish.structure)
    return heading(state_sheets.take_up(opening=opening, sheet=sheet, **here.when))


@router.act(
    "/house/tournaments/from-archive",
    "Import a tournament from an archive",
    "tournament-from-archive",
    may=Permission.CREATE_TOURNAMENTS,
)
def bring_in(here: House, file: File[UploadedFile], fingerprint: Form[str] = "") -> Heading:
    """The house's director, signed in."""
    if (file.size or 0) > archives.MOST_BYTES:
        raise requests.TooLarge("The file is larger than 20 MB, the most an archive can have.")
    return heading(unarchive.bring_in(file, fingerprint=fingerprint, **here.when))
