"""A template that asks for a field that is not there fails a test, not a hall."""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict, get_type_hints

import pytest
from django.template import engines
from django.template.loader import render_to_string

from tables import screens
from tables.chips.queries import bags, chip_graph, counts, desk
from tables.conduct.queries import floor, seat_menu, shot_clock
from tables.console.queries import console, forecast, front, mine, players
from tables.crew.queries import managers, training
from tables.equipment.queries import decks, devices
from tables.play.queries import (
    happened,
    histories,
    pictures,
    replay,
    tablet,
    tablet_tasks,
    taking_back,
)
from tables.procedures.queries import rounds
from tables.records.queries import signatures
from tables.results.queries import retractions
from tables.screens import Panel
from tables.seating.queries import seats_page
from tables.sessions.queries import checks, sessions
from tests import template_fields
from tests.template_fields import faults
from tournament.clock.queries import announcements
from tournament.draws.queries import draws
from tournament.entries.queries import entries, entry_terms, tickets
from tournament.entries.queries import players as people
from tournament.house.queries import integrations
from tournament.house.queries.house import Branding
from tournament.money.queries import money_page, revenue
from tournament.office.queries import incidents, licence, staffing
from tournament.planner.queries import planner
from tournament.prizes.queries import leagues, placings, prize_page
from tournament.records.queries import journal
from tournament.setup.queries import (
    house_rules,
    poster,
    presets,
    rulebooks,
    schedules,
    setup,
    structure_files,
)
from tournament.setup.queries import sessions as planned_sessions
from tournament.setup.queries.tournaments import PageHeading

PANELS = {
    panel.name: panel
    for panel in (*(screen.panel for screen in screens.SCREENS), screens.LEVELS, screens.MOVES)
    if panel is not None
}

PICTURES: dict[str, dict[str, type]] = {
    "screens/_table.html": {"table": pictures.TablePicture},
    "tables/_oval.html": {"table": pictures.TablePicture},
    "dealer/_tablet.html": {"tablet": tablet.TabletPicture},
    "dealer/_seat.html": {"menu": seat_menu.SeatMenu},
    "dealer/_happened.html": {"sheet": happened.Sheet},
    "console/_console.html": {"console": console.ConsolePicture},
    "console/_floor.html": {"floor": floor.FloorPicture},
    "console/desk.html": {"desk": desk.DeskPage, "found": desk.Found},
    "console/seats.html": {"seats": seats_page.SeatsPage},
    "console/slips.html": {"slips": list[seats_page.Slip]},
    "public/draws.html": {"draws": draws.DrawsPage},
    "public/records.html": {"heads": signatures.HeadsPage},
    "console/prizes.html": {"prizes": prize_page.PrizesPage},
    "console/payout_desk.html": {"desk": prize_page.PayoutDesk},
    "console/prize_receipt.html": {"receipt": prize_page.PrizeReceipt},
    "console/placings.html": {"placings": placings.PlacesPage},
    "public/mine.html": {"mine": mine.OwnPage},
    "console/time.html": {"time": shot_clock.TimePage},
    "console/counts.html": {"counts": counts.CountsPage},
    "console/count_result.html": {"result": counts.CountResult},
    "console/bags.html": {"bags": bags.BagsPage},
    "console/bag_sheets.html": {"sheets": list[bags.BagSheet]},
    "console/decks.html": {"decks": decks.DecksPage},
    "console/devices.html": {"devices": list[devices.DeviceRow]},
    "console/checks.html": {"checks": checks.ChecksPage},
    "console/sessions.html": {
        "outcome": sessions.SessionInPlay,
        "plan": planned_sessions.SessionsPage,
    },
    "console/rounds.html": {"rounds": rounds.CalledPage},
    "console/bust.html": {"bust": retractions.Retraction},
    "console/take_back.html": {"hand": taking_back.TakingBack},
    "console/table_history.html": {"history": histories.TableHistory},
    "console/staff.html": {
        "managers": managers.ManagersPage,
        "staff": list[staffing.StaffRow],
        "declarations": list[staffing.Declared],
    },
    "console/_forecast.html": {"forecast": forecast.Expected},
    "public/front.html": {"cards": list[front.FrontCard]},
    "public/hand.html": {"replay": replay.ReplayedHand},
    "public/replay.html": {"evening": replay.Evening},
    "public/player.html": {"player": players.PlayerPicture, "graph": chip_graph.Graph},
    "public/players.html": {"players": list[players.ListedPlayer]},
    "console/money.html": {"money": money_page.MoneyPage},
    "console/receipt.html": {"receipt": money_page.Receipt},
    "console/revenue.html": {"revenue": revenue.Revenue},
    "console/tickets.html": {"tickets": tickets.TicketsPage},
    "public/ticket.html": {"ticket": tickets.TicketShown},
    "console/entries.html": {
        "entries": list[entries.EntryRow],
        "beside": entries.Beside,
        "count": entries.EntryCount,
        "needs": entry_terms.Needs,
    },
    "console/players.html": {"list": people.PlayersFound},
    "console/licence.html": {"page": licence.LicencePage},
    "console/incidents.html": {"log": incidents.IncidentLog},
    "console/connections.html": {"connections": integrations.ConnectionsPage},
    "console/inspector.html": {"rows": list[journal.JournalRow]},
    "public/leagues.html": {"leagues": list[leagues.LeagueLink]},
    "public/league.html": {"league": leagues.LeaguePage},
    "public/league_form.html": {"form": leagues.LeagueForm},
    "public/rulebooks.html": {
        "books": list[rulebooks.Book],
        "found": list[rulebooks.ClausesFound],
    },
    "public/rulebook.html": {"book": rulebooks.Book, "clauses": list[rulebooks.ClauseRow]},
    "public/compare.html": {"answers": list[rulebooks.Compared]},
    "public/poster.html": {"poster": poster.Poster},
    "console/new.html": {"presets": list[presets.PresetCard]},
    "console/setup.html": {"setup": setup.SetupPage},
    "console/structure_file.html": {"picture": structure_files.FilePicture},
    "console/house_rules.html": {"rules": house_rules.HouseRulesPage},
    "public/house_rules.html": {"rules": house_rules.HouseRulesPage},
    "console/planner.html": {
        "outlook": planner.OutlookShown,
        "assumptions": list[planner.Assumption],
        "set_up": planner.SetUp,
    },
    "console/_schedule_checked.html": {"checked": schedules.Checked},
    "live/_word.html": {"word": announcements.AnnouncementPicture},
    "dealer/mark.html": {"mark": training.Mark},
    "dealer/practice.html": {"books": list[training.BookChoice]},
    "dealer/_sheet_menu.html": {"sheet": tablet_tasks.DeckSheet},
    "dealer/_sheet_count.html": {"sheet": tablet_tasks.CountSheet},
    "dealer/_sheet_result.html": {"sheet": tablet_tasks.ResultSheet},
    "dealer/_sheet_stacks.html": {"sheet": tablet_tasks.StacksSheet},
    "dealer/_sheet_bag.html": {"sheet": tablet_tasks.SealSheet},
    "dealer/_sheet_change.html": {"sheet": tablet_tasks.ChangeSheet},
    **{
        panel: {"tablet": tablet.TabletPicture, "duty": tablet_tasks.Duty}
        for panel in tablet_tasks.PANELS.values()
    },
}


class Chip(TypedDict):
    """As JSON keeps it."""

    value: int


class Seat(NamedTuple):
    """A row of a list."""

    name: str
    stack: int | None


@dataclass(frozen=True)
class Board:
    """A picture with all that pictures have."""

    version: int
    seats: list[Seat]
    chips: list[Chip]
    winner: Seat | None
    notes: dict[str, str]

    @property
    def best(self) -> Seat:
        """A field that is worked out."""
        return self.seats[0]


RIGHT = (
    "{{ board.version }} {{ board.best.name }} {{ board.winner.stack|default:0 }} {{ other.any }}",
    "{% for seat in board.seats %}{{ seat.name }} {{ forloop.counter }}{% endfor %}",
    "{% for chip in board.chips %}{{ chip.value }}{% empty %}{{ board.notes.any }}{% endfor %}",
    "{% if board.winner and board.winner.name|length > 3 %}{{ board.seats.0.stack }}{% endif %}",
    "{% with first=board.best %}{{ first.name }}{% endwith %}{{ board.seats|length }}",
    "{% url 'front' as place %}{{ place.any }}",
    "{% for a, b in board.notes.items %}{{ a }}{% endfor %}",
)
WRONG = {
    "{{ board.versoin }}": "board.versoin",
    "{% if board.winer %}{% endif %}": "board.winer",
    "{% if not board.version or board.winner.nmae == 'Jo' %}{% endif %}": "board.winner.nmae",
    "{% for seat in board.seats %}{{ seat.nmae }}{% endfor %}": "seat.nmae",
    "{% for seat in board.seats %}{% empty %}{{ board.x }}{% endfor %}": "board.x",
    "{% for chip in board.chips %}{{ chip.vlaue }}{% endfor %}": "chip.vlaue",
    "{% with first=board.best %}{{ first.nmae }}{% endwith %}": "first.nmae",
    "{{ 3|default:board.x }}": "board.x",
    "{% url 'public' board.x %}": "board.x",
    "{% if 0 %}{% if 0 %}{{ board.seats.0.nmae }}{% endif %}{% endif %}": "board.seats.0.nmae",
    "{{ board.version.x }}": "board.version.x",
    "{% include 'screens/_structure.html' with structure=board %}": "structure.levels",
}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch):
    """A template that is not in a file; what it includes is."""
    known = engines["django"]
    find = known.get_template

    def as_written(source: str) -> list[str]:
        made = known.from_string(source)
        monkeypatch.setattr(
            known, "get_template", lambda name: made if name == "it" else find(name)
        )
        return [fault.asked for fault in faults("it", {"board": Board})]

    return as_written


@pytest.mark.parametrize("source", RIGHT)
def test_what_is_there_may_be_asked_for(written: Any, source: str):
    assert written(source) == []


@pytest.mark.parametrize(("source", "asked"), WRONG.items())
def test_what_is_not_there_is_found_on_every_branch(written: Any, source: str, asked: str):
    assert asked in written(source)


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
def test_a_panel_asks_for_what_its_picture_has(panel: Panel):
    given = {panel.shows or panel.name: get_type_hints(panel.read)["return"]}
    assert faults(panel.partial, given) == []


@pytest.mark.parametrize(("template", "given"), PICTURES.items(), ids=PICTURES)
def test_a_picture_has_what_its_template_asks_for(template: str, given: dict[str, type]):
    assert faults(template, {"tournament": PageHeading, "house": Branding, **given}) == []


def test_every_page_that_a_test_draws_is_looked_at():
    wrong = Board(1, [], [], None, {})
    with pytest.raises(AssertionError, match=r"structure\.levels: Board has no such field"):
        render_to_string("screens/_structure.html", {"structure": wrong})


def test_of_a_page_s_plain_parts_those_with_fields_are_known():
    given = template_fields.kind_of({"board": Board(1, [], [], None, {}), "rows": [{"a": 1}]})
    assert given["board"] is Board
