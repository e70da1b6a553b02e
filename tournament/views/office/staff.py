"""Director: who works here and in which office; everybody on the staff: I am here."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from engine.office import staffing as engine_staffing
from engine.refusal import Refused
from engine.rulebooks.citing import by
from tournament import requests
from tournament.forms import StaffForm
from tournament.house.services import people
from tournament.house.services.people import Post
from tournament.models import Staff, Tournament
from tournament.office.queries import staffing as queries
from tournament.office.services import staffing
from tournament.permissions import Permission, Role, may
from tournament.setup.queries import tournaments


def staff_page(
    request: requests.Request, code: str, managers: Callable[[Tournament], object]
) -> HttpResponse:
    """Who works here, and as what; the inspector may look. Who has which table is passed in."""
    tournament = tournaments.find(code)
    requests.admit(request, Permission.APPOINT_STAFF, tournament.pk)
    book = tournament.rulebook
    renewed = _renew(request, tournament) if "renew" in request.POST else None
    form = StaffForm(None if renewed else requests.form_data(request), rulebook=book)
    appointed = _appoint(request, tournament, form) if form.is_valid() else None
    context = {
        "tournament": tournaments.heading(tournament),
        "form": form if appointed is None else StaffForm(rulebook=book),
        "staff": queries.rows(tournament),
        "managers": managers(tournament),
        "appointed": appointed,
        "renewed": renewed,
        "may_renew": may(request.actor, Permission.RENEW_PASSWORDS),
        "may_appoint": may(request.actor, Permission.APPOINT_STAFF, tournament.pk),
        "ladder": engine_staffing.ladder(tournament.rulebook),
        "asks_volunteers": any(
            office.is_volunteer for office in engine_staffing.titles(tournament.rulebook)
        ),
        "declarations": queries.declarations(tournament),
        "declared": engine_staffing.declared(tournament.rulebook),
        "heads": queries.heads(tournament),
        "today": timezone.localdate(requests.now()),
        "roles": list(Role),
    }
    status = 200 if appointed or renewed else requests.form_status(request)
    return render(request, "console/staff.html", context, status=status)


def _appoint(
    request: requests.Request, tournament: Tournament, form: StaffForm
) -> dict[str, str] | None:
    given = form.cleaned_data
    role, _, title = given["role"].partition("/")
    try:
        user, password = people.appoint(
            tournament=tournament,
            username=given["username"],
            full_name=given["full_name"],
            post=Post(role, title, not given["is_paid"], given.get("born_on")),
            actor=request.actor,
            now=requests.now(),
        )
    except Refused as refusal:
        form.add_error(None, f"{refusal.why}{by(refusal.clause)}")
        return None
    return {"username": user.username, "password": password}


def _renew(request: requests.Request, tournament: Tournament) -> dict[str, str]:
    """A password is shown once, on this page, and stored nowhere on the way."""
    found = get_object_or_404(
        Staff.serving,
        pk=requests.number(request, "renew", most=requests.MOST),
        tournament=tournament,
    )
    user, password = people.renew_password(
        staff_id=found.pk, actor=request.actor, now=requests.now()
    )
    return {"name": str(user), "password": password}


@require_POST
def dismiss(request: requests.Request, code: str, staff_id: int) -> HttpResponse:
    """Take a role away."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Staff, pk=staff_id, tournament=tournament)
    people.dismiss(staff_id=found.pk, actor=request.actor, now=requests.now())
    return redirect("staff", code=code)


@require_POST
def attend(request: requests.Request, code: str, staff_id: int) -> HttpResponse:
    """Somebody came, or leaves."""
    tournament = tournaments.find(code)
    found = get_object_or_404(Staff, pk=staff_id, tournament=tournament)
    act = staffing.check_out if requests.text(request, "way") == "out" else staffing.check_in
    act(staff_id=found.pk, actor=request.actor, now=requests.now())
    is_director = may(request.actor, Permission.APPOINT_STAFF, tournament.pk)
    return redirect("staff" if is_director else "console", code=code)


@require_POST
def declare(request: requests.Request, code: str) -> HttpResponse:
    """A conflict of interest, and the roles it closes."""
    tournament = tournaments.find(code)
    said = staffing.Said(
        name=requests.text(request, "name"),
        words=requests.text(request, "words"),
        bars=request.POST.getlist("bars"),
        kind=requests.text(request, "declared"),
        declared_on=requests.optional_day(request, "declared_on"),
    )
    staffing.declare(said, tournament=tournament, actor=request.actor, now=requests.now())
    messages.success(request, "Declaration recorded.")
    return redirect("staff", code=code)
