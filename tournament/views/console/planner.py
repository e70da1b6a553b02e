"""Director: the evening before it happens."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, time

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from engine.amounts import typed_figure
from engine.planner import evening
from engine.planner.habits import Habits
from engine.planner.outlook import Spread
from engine.refusal import Refused
from engine.schedule import schedule
from tournament import requests
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.permissions import Permission, may, require
from tournament.planner import reckoning
from tournament.planner.queries import planner, wall_clock
from tournament.planner.queries.planner import AS_SET_UP, Otherwise
from tournament.planner.reckoning import Wish
from tournament.planner.simulation import Request
from tournament.requests import Malformed
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.queries import tournaments
from tournament.setup.services import schedules
from tournament.tasks import reckon

USUAL_START = time(19, 0)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the form says; it is all in the address, so that a plan can be sent to somebody."""

    least: int
    most: int
    starts_at: datetime
    ends_at: datetime | None
    assumed: Habits
    otherwise: Otherwise = AS_SET_UP

    @property
    def tried(self) -> dict[str, object]:
        """What is otherwise than set up, as the address says it."""
        said = self.otherwise
        sold = None if said.has_rebuys else "no"
        fields = {"stack": said.stack, "tables": said.tables, "dealers": said.dealers}
        return {name: value for name, value in (fields | {"rebuys_sold": sold}).items() if value}

    @property
    def minutes(self) -> int | None:
        """How long it should take."""
        return None if self.ends_at is None else int((self.ends_at - self.starts_at).seconds // 60)


@require_safe
def page(request: requests.Request, code: str) -> HttpResponse:
    """The form, and beside it what it comes to; that part asks again by itself until it is done."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.SEE_CONSOLE, tournament.pk)
    context = {
        "tournament": tournaments.heading(tournament),
        "may_run": may(request.actor, Permission.RUN_TOURNAMENT, tournament.pk),
    }
    try:
        asked = _asked(request.GET, tournament)
        context |= _form(asked, tournament) | _found(tournament, asked)
    except Refused as refusal:
        usual = _asked({}, tournament)
        context |= _form(usual, tournament) | {"refusal": requests.refusal_words(refusal)}
    context["query"] = request.GET.urlencode()
    is_part = request.headers.get("HX-Request") and request.GET.get("part")
    return render(request, "console/_planner.html" if is_part else "console/planner.html", context)


@require_POST
def use(request: requests.Request, code: str) -> HttpResponse:
    """Take the proposed schedule over."""
    tournament = tournaments.find(code)
    require(request.actor, Permission.RUN_TOURNAMENT, tournament.pk)
    found = reckoning.progress(_wish(tournament, _asked(request.POST, tournament)))
    if not found or "proposed" not in found:
        raise Malformed("No proposal for this plan yet. Wait until it is ready.")
    schedules.change(
        tournament_id=tournament.pk,
        schedule=schedule.from_plain(found["proposed"]),
        seen=request.POST.get("seen", ""),
        reason=requests.text(request, "reason"),
        actor=request.actor,
        now=requests.now(),
    )
    messages.success(request, "Proposed schedule saved and shown on every screen.")
    return redirect("schedule", code=tournament.code)


def _found(tournament: Tournament, asked: Asked) -> dict[str, object]:
    wish = _wish(tournament, asked)
    if reckoning.claim(wish):
        reckon.delay(wish.to_plain())
    found = reckoning.progress(wish) or {"done": 0, "of": wish.request.evenings}
    context: dict[str, object] = {"progress": found, "is_done": found.get("is_done", False)}
    if "outlook" in found:
        context["outlook"] = planner.shown(
            tournament,
            wish.request.plan,
            found,
            starts_at=asked.starts_at,
            dealers=asked.otherwise.dealers,
        )
    if "proposed_end" in found:
        context["proposed_end"] = wall_clock.times(Spread(**found["proposed_end"]), asked.starts_at)
        context["is_reached"] = found["is_reached"]
        context["proposed"] = schedule.from_plain(found["proposed"]).levels
        context["seen"] = schedule_queries.stamp(clock_queries.schedule_of(tournament))
    return context


def _wish(tournament: Tournament, asked: Asked) -> Wish:
    plan = planner.plan_of(
        tournament,
        entries=(asked.least, asked.most),
        assumed=asked.assumed,
        otherwise=asked.otherwise,
        until=planner.minutes_until(clock_queries.finishing_time(tournament), asked.starts_at),
    )
    count = evening.enough(plan, planner.EVENINGS, least=planner.EVENINGS // 10)
    request = Request(plan, planner.SEED, count)
    if asked.minutes is not None and asked.minutes < 30:
        raise Refused("Plan at least 30 minutes.")
    return Wish(request, asked.minutes)


def _form(asked: Asked, tournament: Tournament) -> dict[str, object]:
    return {
        "asked": asked,
        "tried": asked.tried,
        "assumptions": planner.assumptions(asked.assumed),
        "set_up": planner.set_up(tournament),
    }


def _asked(sent: Mapping[str, str], tournament: Tournament) -> Asked:
    least, most = planner.expected(tournament)
    starts_at = _time(sent, "starts") or _at(USUAL_START)
    ends_at = _time(sent, "ends")
    return Asked(
        least=_whole(sent, "least", least),
        most=_whole(sent, "most", max(most, _whole(sent, "least", least))),
        starts_at=starts_at,
        ends_at=ends_at,
        assumed=_habits(sent),
        otherwise=Otherwise(
            stack=_if_said(sent, "stack"),
            tables=_if_said(sent, "tables"),
            dealers=_if_said(sent, "dealers"),
            has_rebuys=sent.get("rebuys_sold", "yes") != "no",
        ),
    )


def _habits(sent: Mapping[str, str]) -> Habits:
    found = {}
    for field in fields(Habits):
        text = sent.get(field.name, "").strip()
        if text:
            try:
                found[field.name] = float(text)
            except ValueError:
                raise Malformed(f"“{text}” is not a number.") from None
    return Habits(**found)  # type: ignore[arg-type]


def _whole(sent: Mapping[str, str], name: str, usual: int) -> int:
    found = _if_said(sent, name)
    return usual if found is None else found


def _if_said(sent: Mapping[str, str], name: str) -> int | None:
    text = sent.get(name, "").strip()
    if not text:
        return None
    found = typed_figure(text)
    if found is None or found >= 10**9:
        raise Malformed(f"“{text}” is not a whole number.")
    return found


def _time(sent: Mapping[str, str], name: str) -> datetime | None:
    text = sent.get(name, "").strip()
    if not text:
        return None
    try:
        return _at(time.fromisoformat(text))
    except ValueError:
        raise Malformed(f"“{text}” is not a time, such as 19:30.") from None


def _at(moment: time) -> datetime:
    """That time of today: the day does not matter for a plan."""
    return datetime.combine(
        timezone.localdate(requests.now()), moment.replace(tzinfo=None)
    ).replace(tzinfo=timezone.get_current_timezone())
