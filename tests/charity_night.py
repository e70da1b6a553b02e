"""A charity event with two heats, a repechage and a final, set up and run through its pages."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from engine.conduct.table_order import DISPUTE
from engine.office import licensing
from tables.models import FloorCall, Seating, Table
from tables.play.queries import hands, tablet
from tables.play.queries.pictures import Reading
from tests.factories import house_director, signed_in, table_of
from tests.markup import one_line
from tournament.models import Attendance, Entry, Session, Tournament, User

HEAT_ONE = ("Ann", "Ben", "Cat", "Dan")
HEAT_TWO = ("Eve", "Fay", "Gus", "Hal")


class CharityNight:
    """The house director's browser and the tournament supervisor's, and what they press."""

    def __init__(self, *, donations: tuple[str, ...] = ("1000", "500")) -> None:
        self.house = signed_in(house_director())
        sent = {"name": "Mayor's Night", "preset": "charity"}
        assert self.house.post("/tournaments/new/", sent).status_code == 302
        self.cup = Tournament.objects.get(name="Mayor's Night")
        if donations:
            self.press("donations/fix/", donation=donations)
        for name in ("Food Bank", "Lifeboats"):
            self.press("donations/charity/", name=name, involvement="")
        self.press("checks/act/", kind="card_steps", mode="shown")
        for paper in licensing.papers("charity"):
            if paper.blocks_start:
                self.press("licence/posted/", what=paper.key, way="up")
        self.supervisor = self.appointed("tess", "Tess Hill", "director")
        self.press("entries/invite/", names="\n".join((*HEAT_ONE, *HEAT_TWO)))

    # -- the doors ---------------------------------------------------------------------------------

    def at(self, where: str) -> str:
        return f"/t/{self.cup.code}/{where}"

    def press(self, where: str, *, by: Client | None = None, **fields: Any) -> Any:
        """A button that does what it says."""
        answer = (by or self.house).post(self.at(where), fields)
        assert answer.status_code in (204, 302), said(answer)
        return answer

    def refused(self, where: str, *, by: Client | None = None, **fields: Any) -> str:
        """A button that refuses, and what it says."""
        answer = (by or self.house).post(self.at(where), fields)
        assert answer.status_code >= 400, answer.status_code
        return text(answer)

    def page(self, where: str, *, by: Client | None = None) -> str:
        """What stands on a page."""
        answer = (by or self.house).get(self.at(where))
        assert answer.status_code == 200, where
        return one_line(text(answer))

    def appointed(self, username: str, name: str, role: str) -> Client:
        """Somebody of the staff who has come, and their browser."""
        form = {"username": username, "full_name": name, "role": role}
        assert self.house.post(self.at("staff/"), form).status_code == 200
        user = User.objects.get(username=username)
        staff = user.duties.get(tournament=self.cup)
        if not Attendance.objects.filter(staff=staff, left_at__isnull=True).exists():
            self.press(f"staff/{staff.pk}/attend/", way="in")
        User.objects.filter(pk=user.pk).update(must_change_password=False)
        return signed_in(User.objects.get(pk=user.pk))

    # -- setup -------------------------------------------------------------------------------------

    def plan(self, kind: str, name: str, **wanted: Any) -> Session:
        """A session, planned on its page."""
        self.press("sessions/", **session_form(kind=kind, name=name, **wanted))
        return self.cup.sessions.get(name=name)

    def plan_all(self, **heat: Any) -> None:
        """The final, the repechage and the heats that lead to them; two of each heat go on."""
        self.plan("final", "Final")
        self.plan("second", "Repechage", advances_to=1)
        for name in ("Heat A", "Heat B"):
            best = {"advance_by": "count", "advancing": 2, "players_left": 2}
            self.plan("heat", name, **{"advances_to": 1, **best, **heat})

    def enter(self, session: str, *names: str, by: Client | None = None) -> None:
        """Players entered at the desk for one of the heats."""
        number = self.cup.sessions.get(name=session).number
        for name in names:
            sent = {"name": name, "session": number, "is_checked": "on"}
            self.press("entries/", by=by, **sent)

    def ready(self, **heat: Any) -> "CharityNight":
        """Everything planned, everybody entered."""
        self.plan_all(**heat)
        self.enter("Heat A", *HEAT_ONE)
        self.enter("Heat B", *HEAT_TWO)
        return self

    # -- play --------------------------------------------------------------------------------------

    def draw_and_start(self) -> None:
        self.press("draw/")
        self.press("start/")

    def table(self, number: int = 1) -> Table:
        return table_of(self.cup, number)

    def seat_of(self, name: str) -> int:
        found = Seating.objects.get(
            entry__tournament=self.cup, entry__player__name=name, until__isnull=True
        )
        return found.seat

    def entry(self, name: str, session: str) -> Entry:
        return self.cup.entries.get(player__name=name, session__name=session)

    def tap(self, kind: str, *, by: Client | None = None, **fields: Any) -> Any:
        """One tap at table 1."""
        table = self.table()
        sent = {"kind": kind, "version": table.version, "command_id": str(uuid4()), **fields}
        return (by or self.house).post(self.at("tables/1/command/"), sent)

    def tapped(self, kind: str, **fields: Any) -> None:
        answer = self.tap(kind, **fields)
        assert answer.status_code == 200, text(answer)

    def picture(self) -> Any:
        return tablet.picture(Reading(self.table()), now=timezone.now())

    def deal(self) -> None:
        start = self.picture().start
        self.tapped("start_hand", steps=start.steps)

    def fold_round(self) -> None:
        """A hand in which everybody folds to the last blind."""
        self.deal()
        while self.picture().phase == "betting":
            self.tapped("fold", seat=self.picture().turn.seat)
        self._pay(self.picture())

    def play_out(self, name: str) -> None:
        """Somebody loses everything to whoever has most, in as many hands as it takes."""
        while name in [one.entry.player.name for one in hands.seated(self.table())]:
            self._lose(name)

    def _lose(self, name: str) -> None:
        self.deal()
        out, other = self.seat_of(name), self._richest_but(name)
        while not _is_over(self.table()):
            now = self.picture()
            if now.phase == "betting":
                is_in = now.turn.seat in (out, other)
                self.tapped(**(_shove(now) if is_in else _fold(now)))
            elif now.phase == "board":
                self.tapped("skip_board")
            else:
                self._pay(now, [other])

    def _richest_but(self, name: str) -> int:
        others = hands.seated(self.table())
        others = [one for one in others if one.entry.player.name != name]
        return max(others, key=lambda one: one.entry.stack).seat

    def _pay(self, now: Any, seats: list[int] = []) -> None:  # noqa: B006 - only read
        if _is_over(self.table()):
            return
        pot = now.award.pots[0]
        may_win = [one.seat for one in pot.eligible]
        winner = next((seat for seat in seats if seat in may_win), may_win[0])
        self.tapped("award", pot=pot.index, winners=[winner])

    def disqualify(self, name: str, *, by: Client | None = None) -> None:
        """The supervisor sends somebody home."""
        sent = {"seat": self.seat_of(name), "penalty": "disqualification", "reason": "Conduct"}
        answer = self.tap("penalise", by=by or self.supervisor, **sent)
        assert answer.status_code == 200, text(answer)

    def stop(self) -> None:
        self.press("sessions/stop/", reason="time")

    def end(self) -> None:
        """The session is closed with all chips counted back."""
        held: dict[int, int] = {}
        sitting = Seating.objects.filter(table__tournament=self.cup, until__isnull=True)
        for seat in sitting.select_related("table", "entry"):
            held[seat.table.number] = held.get(seat.table.number, 0) + seat.entry.stack
        counted: dict[str, Any] = {f"table-{number}": one for number, one in held.items()}
        self.press("sessions/end/", **counted)

    def on_the_clock(self, kind: str, **more: Any) -> dict[str, Any]:
        """A button of the clock, as the console sends it."""
        version = Tournament.objects.get(pk=self.cup.pk).clock.version
        return {"kind": kind, "version": version, "command_id": str(uuid4()), **more}

    def state(self) -> str:
        return Tournament.objects.values_list("state", flat=True).get(pk=self.cup.pk)

    def dispute(self) -> FloorCall:
        """The players at table 1 disagree, and the dealer calls the floor."""
        self.tapped("call_floor", reason=DISPUTE)
        return FloorCall.objects.get(table=self.table(), answered_at__isnull=True)

    def heat(self, *going: str) -> None:
        """The next heat: drawn, played until these are left, ended."""
        self.draw_and_start()
        self.all_out_but(*going)
        self.end()

    def all_out_but(self, *names: str) -> None:
        """Everybody else loses, one after the other."""
        sitting = [one.entry.player.name for one in hands.seated(self.table())]
        for name in sitting:
            if name not in names:
                self.play_out(name)


def session_form(**wanted: Any) -> dict[str, Any]:
    """What the form of a session sends, filled in as far as it is said."""
    empty = {"places": "", "minutes": "", "hands": "", "finishing_time": "", "planned_at": ""}
    usual = {"players_left": 1, "stacks": "fresh", "advances_to": "", "advance_by": "table"}
    return {**empty, **usual, "advancing": 1, "reason": "", **wanted}


def in_hours(hours: int) -> str:
    """A moment as the form writes it."""
    moment = timezone.localtime(timezone.now() + timedelta(hours=hours))
    return f"{moment:%Y-%m-%dT%H:%M}"


def text(answer: Any) -> str:
    """What is read on a page."""
    return unescape(answer.content.decode())


def said(answer: Any) -> str:
    """The part of a page that says what was wrong."""
    found = re.search(r'id="refused".*?</div>', text(answer), re.DOTALL)
    return found.group() if found else text(answer)


def _is_over(table: Table) -> bool:
    hand = hands.of(table)
    return hand is not None and hand.is_over


def _fold(now: Any) -> dict[str, Any]:
    return {"kind": "fold", "seat": now.turn.seat}


def _shove(now: Any) -> dict[str, Any]:
    seat = now.turn.seat
    allowed = [action.kind for action in now.actions if action.allowed]
    kind = next((one for one in ("all_in", "call", "check", "stand") if one in allowed), "fold")
    return {"kind": kind, "seat": seat}
