"""Every page of the product, read from the addresses it answers at: a new one is in it by itself.

An address is a page unless it is named here as something else; whether it is one is looked at in
`tests/platform/test_page_sizes.py`. What cannot be opened in this house fails there and in
`tests/browser/test_axe_pages.py`, so that no page goes unseen.
"""

from typing import Any

from django.urls import get_resolver, reverse

from engine import game_presets
from tables.models import SeatOrder, Table
from tables.services import training
from tests.factories import DIRECTOR, NOW, fold_round, table_of
from tests.tournament.test_permissions import PAGES, POSTS, Hall, table
from tournament import http
from tournament.models import PersonalLink, Posting, Ticket
from tournament.queries import links as link_queries
from tournament.queries import money_page
from tournament.services import links

# Handed out: for a printer, a spreadsheet, a calendar, or by one page to another.
FILES = {
    *("healthz", "service-worker", "trust-certificate", "house-logo", "house-sheet"),
    *("calendar", "tournament-calendar", "players-file", "structure-file", "conditions-paper"),
    *("report-file", "incident-paper", "hand-histories", "compliance-pack-file", "archive"),
    *("tickets-print", "state-sheet-file", "photo", "tablet-ahead"),
}
# A part of another page, asked for by that page, and where in it that comes to stand.
PARTS = {
    "find": ("console", "#command-found"),
    "forecast": ("console", "#forecast"),
    "floor-panel": ("console", "#floor-dialog-body"),
    "what-happened": ("tablet", "#happened-body"),
    "table-sheet": ("tablet", "#happened-body"),
    "seat-menu": ("tablet", "#seat-body"),
    "practice-happened": ("practice-table", "#happened-body"),
}
# They send the visitor on to one of the pages.
DOORS = {"device-home", "device-here"}
# Only sent to. The tables of permissions know all others.
SENT_TO = {"sign-out", "mine-seen", "mine-deal", "practice-command"}


def addresses() -> set[str]:
    """The name of every address, but for the API's own."""
    found = set()

    def walk(patterns: Any) -> None:
        for pattern in patterns:
            if not hasattr(pattern, "url_patterns"):
                found.add(pattern.name)
            elif not pattern.namespace:
                walk(pattern.url_patterns)

    walk(get_resolver().url_patterns)
    return found


def sent_to() -> set[str]:
    """Addresses that take a form and show nothing by themselves."""
    return SENT_TO | (set(table(POSTS)) - set(table(PAGES)))


def pages() -> set[str]:
    """The name of every page."""
    return addresses() - FILES - set(PARTS) - DOORS - sent_to()


class House(Hall):
    """The hall of the permissions' table, with a hand played and a link given."""

    def __init__(self) -> None:
        super().__init__()
        SeatOrder.objects.update(closed_at=NOW)  # no hand is dealt while the final waits for it
        fold_round(Table.objects.get(pk=self.table.pk), now=http.now())
        links.give(tournament_id=self.cup.pk, actor=DIRECTOR, now=NOW)
        link = PersonalLink.objects.filter(entry__tournament=self.cup)[0]
        practice = training.begin(
            rules=game_presets.names()[0],
            hands=3,
            dealer="Dee",
            is_scripted=True,
            seed="",
            now=http.now(),
        )
        paid = Posting.objects.filter(tournament=self.cup)[0]
        ticket = Ticket.objects.create(sheet_id=self.cup.pk, number=1, code="T234567892")
        at_practice = {"token": practice.token}
        self.keys: dict[str, dict[str, Any]] = {
            "mine": {"token": link_queries.token(link.entry_id, link.nonce)},
            "my-receipt": {"token": money_page.token(paid)},
            "my-ticket": {"ticket": ticket.code},
            "practice-table": at_practice,
            "practice-mark": at_practice,
            "practice-happened": at_practice,
            "rulebook": {"book": "canberra"},
            "sign": {"code": self.cup.code, "kind": "limits"},
            "hand-replay": {
                "code": self.cup.code,
                "number": 1,
                "hand": table_of(self.cup, 1).hand_number,
            },
        }

    def place(self, name: str) -> str:
        """Where this is found in the house."""
        if name in self.keys:
            return reverse(name, kwargs=self.keys[name])
        return self.address(name)

    def places(self) -> dict[str, str]:
        """Every page by its name."""
        return {name: self.place(name) for name in sorted(pages())}
