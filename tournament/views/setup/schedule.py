"""Director: the schedule's editor, its templates, and a tournament made like another."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine.amounts import figure
from engine.refusal import Refused
from engine.schedule import schedule_proposal
from engine.schedule.schedule import Schedule
from tournament import requests
from tournament.clock.queries import clock as clock_queries
from tournament.models import ScheduleTemplate, Tournament
from tournament.permissions import Permission
from tournament.setup import schedule_sheet
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.queries import tournaments as tournament_queries
from tournament.setup.schedule_sheet import Sheet
from tournament.setup.services import schedules, tournaments

SAVE, KEEP, PROPOSE, TEMPLATE = "save", "keep", "propose", "template"
ASK_DROP, DROP = "ask_drop", "drop"
MOST_PLAYERS = 10_000
SAVED = "Schedule saved and shown on every screen."


@require_http_methods(["GET", "POST"])
def schedule_page(request: requests.Request, code: str) -> HttpResponse:
    """Rows to add, remove, reorder and copy; sentences and times follow while somebody types."""
    tournament = tournament_queries.find(code)
    requests.admit(request, Permission.RUN_TOURNAMENT, tournament.pk)
    if request.method != "POST":
        sheet = schedule_sheet.of(clock_queries.schedule_of(tournament))
        return _page(request, tournament, sheet)
    sheet = schedule_sheet.sent(request.POST)
    try:
        return _done(request, tournament, sheet)
    except Refused as refusal:
        context = {"refusal": requests.refusal_words(refusal)}
        return _page(request, tournament, sheet, status=requests.status_of(refusal), **context)


def _done(request: requests.Request, tournament: Tournament, sheet: Sheet) -> HttpResponse:
    """Carry out what the pressed button says; while somebody types no button is pressed."""
    wish = request.POST.get("do", "")
    if wish == SAVE:
        return _save(request, tournament, sheet)
    if wish == KEEP:
        return _keep(request, tournament, sheet)
    if wish in (ASK_DROP, DROP):
        return _drop(request, tournament, sheet)
    if wish in (PROPOSE, TEMPLATE):
        _check_untouched(tournament)
        found = _proposed(request, tournament) if wish == PROPOSE else _template(request)
        return _page(request, tournament, schedule_sheet.of(found), is_unsaved=True)
    if wish:
        sheet = sheet.changed(wish, begun=schedule_queries.rows_begun(tournament.clock))
    return _page(request, tournament, sheet, is_unsaved=True)


def _save(request: requests.Request, tournament: Tournament, sheet: Sheet) -> HttpResponse:
    schedules.change(
        tournament_id=tournament.pk,
        schedule=_readable(sheet),
        seen=request.POST.get("seen", ""),
        actor=request.actor,
        now=requests.now(),
        reason=requests.text(request, "reason"),
    )
    if not request.headers.get("HX-Request"):
        messages.success(request, SAVED)
        return redirect("schedule", code=tournament.code)
    return _page(request, tournament_queries.find(tournament.code), sheet, said=SAVED)


def _keep(request: requests.Request, tournament: Tournament, sheet: Sheet) -> HttpResponse:
    kept = schedules.save_template(
        tournament_id=tournament.pk,
        name=requests.text(request, "template_name"),
        schedule=_readable(sheet),
        actor=request.actor,
        now=requests.now(),
    )
    return _page(request, tournament, sheet, said=f"Saved as template “{kept.name}”.")


def _drop(request: requests.Request, tournament: Tournament, sheet: Sheet) -> HttpResponse:
    """A template nobody wants any more, after one question."""
    kept = get_object_or_404(ScheduleTemplate, pk=requests.number(request, "template"))
    if request.POST["do"] == ASK_DROP:
        return _page(request, tournament, sheet, dropping=kept.pk)
    schedules.drop_template(
        tournament_id=tournament.pk, template_id=kept.pk, actor=request.actor, now=requests.now()
    )
    return _page(request, tournament, sheet, said=f"Template “{kept.name}” deleted.")


def _readable(sheet: Sheet) -> Schedule:
    schedule, wrong = sheet.read()
    if schedule is None:
        raise requests.Malformed(wrong[0].sentence)
    return schedule


def _check_untouched(tournament: Tournament) -> None:
    if schedule_queries.rows_begun(tournament.clock):
        raise Refused("Play has begun: only rows still to come can change.")


def _proposed(request: requests.Request, tournament: Tournament) -> Schedule:
    players, minutes = requests.number(request, "players"), requests.number(request, "target")
    if players > MOST_PLAYERS or minutes > 24 * 60:
        raise Refused(f"Propose for at most {figure(MOST_PLAYERS)} players and 24 hours.")
    chips = [chip["value"] for chip in tournament.structure["chips"]]
    return schedule_proposal.propose(
        players=players, stack=tournament.structure["stack"], chips=chips, minutes=minutes
    )


def _template(request: requests.Request) -> Schedule:
    kept = get_object_or_404(ScheduleTemplate, pk=requests.number(request, "template"))
    return schedule_queries.template(kept)


def _page(
    request: requests.Request,
    tournament: Tournament,
    sheet: Sheet,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    now = requests.now()
    context = {
        "tournament": tournament_queries.heading(tournament),
        "editor": _editor(request, tournament, sheet, now),
        **more,
    }
    return render(request, "console/schedule.html", context, status=status)


def _editor(
    request: requests.Request, tournament: Tournament, sheet: Sheet, now: datetime
) -> dict[str, Any]:
    schedule, wrong = sheet.read()
    current = schedule_queries.stamp(clock_queries.schedule_of(tournament))
    begun = schedule_queries.rows_begun(tournament.clock)
    return {
        "rows": _rows(sheet, begun),
        "every": sheet.every,
        "seen": current if request.POST.get("do") == SAVE else request.POST.get("seen", current),
        "is_open": not tournament.is_over and not schedule_queries.stands(tournament),
        "stands": schedule_queries.stands(tournament),
        "is_untouched": not begun,
        "starts": request.POST.get("starts", "")[:5],
        "checked": schedule_queries.checked(
            tournament,
            schedule,
            now=now,
            starts_at=requests.time_of_day(request, "starts", now=now),
        )
        if schedule is not None
        else schedule_queries.unreadable(wrong),
        "templates": schedule_queries.templates(),
        "ends": schedule_sheet.ENDS,
        "offered": schedule_queries.games_offered(tournament),
        "big_blind": schedule_sheet.BIG_BLIND,
        "players": request.POST.get("players", ""),
        "target": request.POST.get("target", ""),
        "template_name": request.POST.get("template_name", ""),
    }


def _rows(sheet: Sheet, begun: int) -> list[dict[str, Any]]:
    rows, number = [], 0
    for index, words in enumerate(sheet.rows):
        number += words["kind"] == "level"
        name = f"Level {number}" if words["kind"] == "level" else "Break"
        rows.append({**words, "index": index, "name": name, "is_begun": index < begun})
    return rows


@require_POST
def duplicate(request: requests.Request, code: str) -> HttpResponse:
    """A new tournament with this one's structure."""
    origin = tournament_queries.find(code)
    name = requests.text(request, "name") or f"{origin.name} (copy)"
    made = tournaments.duplicate(
        tournament_id=origin.pk, name=name, actor=request.actor, now=requests.now()
    )
    messages.success(request, f"{made.name} is open for registration.")
    return redirect("setup", code=made.code)
