"""Every page of the product, read from the addresses it answers at: a new one is in it by itself.

An address is a page unless it is named here as something else; whether it is one is looked at in
`tests/platform/test_page_sizes.py`. What cannot be opened in this house fails there and in
`tests/browser/test_axe_pages.py`, so that no page goes unseen.
"""

from collections.abc import Iterable
from typing import Any

from django.urls import get_resolver, reverse

from engine.structure import game_presets
from tables.crew.services import training
from tables.models import SeatOrder, Table
from tests.attacks import allowed
from tests.factories import DIRECTOR, NOW, fold_round, table_of
from tests.hall import Hall
from tournament import requests
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import PersonalLink, Posting, Ticket, Tournament
from tournament.money.queries import money_page
from tournament.setup.queries import signs

# Handed out: for a printer, a spreadsheet, a calendar, or by one page to another.
FILES = {
    *("healthz", "metrics", "service-worker", "trust-certificate", "house-logo", "house-sheet"),
    *("calendar", "tournament-calendar", "players-file", "structure-file", "conditions-paper"),
    *("report-file", "incident-paper", "hand-histories", "compliance-pack-file", "archive"),
    *("tickets-print", "state-sheet-file", "photo", "tablet-ahead", "docs-file"),
    *("signed-heads-file", "records-key"),
}
# A part of another page, asked for by that page, and where in it that comes to stand.
PARTS = {
    "find": ("console", "#command-found"),
    "forecast": ("console", "#forecast"),
    "floor-panel": ("console", "#floor-dialog-body"),
    "player-menu": ("console", "#floor-dialog-body"),
    "what-happened": ("tablet", "#happened-body"),
    "table-sheet": ("tablet", "#happened-body"),
    "seat-menu": ("tablet", "#seat-body"),
    "practice-happened": ("practice-table", "#happened-body"),
}
# They answer by one's own account, device or practice table, or by the house's picture.
OF_ONE_S_OWN = {
    *("sign-in", "password", "device-home", "device-here", "practice-table", "practice-happened"),
    *("practice-mark", "my-receipt", "my-ticket", "house-logo", "mine-draw"),
}
# They send the visitor on to one of the pages.
DOORS = {"device-home", "device-here"}


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


def methods_of(view: Any) -> Iterable[str]:
    """What a page takes, as its decorator was told."""
    while view is not None:
        names = view.__code__.co_freevars
        if "request_method_list" in names:
            found: list[str] = view.__closure__[names.index("request_method_list")].cell_contents
            return found
        view = getattr(view, "__wrapped__", None)
    return ()


def sent_to() -> set[str]:
    """Addresses that take a form and show nothing by themselves."""
    return set(allowed.rows("form")) - set(allowed.rows("page"))


def pages() -> set[str]:
    """The name of every page."""
    return addresses() - FILES - set(PARTS) - DOORS - sent_to()


def public(cup: Tournament) -> dict[str, str]:
    """Where anybody finds each page, but for those of one's own; a player's if one has a link."""
    link = PersonalLink.objects.filter(entry__tournament=cup).first()
    known = {
        "code": cup.code,
        "number": 1,
        "hand": 1,
        "slug": "spring",
        "book": "adelaide",
        "page": "dealing",
        "name": "news.py",
        "kind": next(iter(signs.SIGNS)),
        "version": "1",
        "token": link_queries.token(link.entry_id, link.nonce) if link else "none",
    }
    names = sorted(allowed.open_to_all("page") - OF_ONE_S_OWN)
    return {name: reverse(name, kwargs={key: known[key] for key in asks(name)}) for name in names}


def asks(name: str) -> list[str]:
    """The names of what stands in an address."""
    found: list[str] = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    return found


class House(Hall):
    """The hall of the permissions' table, with a hand played and a link given."""

    def __init__(self) -> None:
        super().__init__()
        SeatOrder.objects.update(closed_at=NOW)  # no hand is dealt while the final waits for it
        fold_round(Table.objects.get(pk=self.table.pk), now=requests.now())
        links.give(tournament_id=self.cup.pk, actor=DIRECTOR, now=NOW)
        link = PersonalLink.objects.filter(entry__tournament=self.cup)[0]
        choice = training.Choice(game_presets.names()[0], 3, dealer="Dee", is_scripted=True)
        practice = training.begin(choice, visitor="here", seed="", now=requests.now())
        paid = Posting.objects.filter(tournament=self.cup)[0]
        ticket = Ticket.objects.create(sheet_id=self.cup.pk, number=1, code="T234567892")
        at_practice = {"token": practice.token}
        of_a_player = {"token": link_queries.token(link.entry_id, link.nonce)}
        self.keys: dict[str, dict[str, Any]] = {
            "mine": of_a_player,
            "mine-seen": of_a_player,
            "mine-deal": of_a_player,
            "mine-draw": {**of_a_player, "draw_id": self.draw_id},
            "mine-word": {**of_a_player, "draw_id": self.draw_id},
            "house-sheet": {"version": "1"},
            "house-logo": {"version": "1"},
            "my-receipt": {"token": money_page.token(paid)},
            "my-ticket": {"ticket": ticket.code},
            "practice-table": at_practice,
            "practice-mark": at_practice,
            "practice-happened": at_practice,
            "practice-command": at_practice,
            "rulebook": {"book": "canberra"},
            "docs-page": {"page": "dealing"},
            "docs-file": {"name": "news.py"},
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
