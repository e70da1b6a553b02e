"""The console's menu: every page in its group, for those who may open it."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tournament.permissions import Actor, Permission, is_inspecting, may, may_see

SEE = Permission.SEE_CONSOLE


@dataclass(frozen=True, slots=True)
class Page:
    """One link; `also` are the pages behind it, which it leads to."""

    name: str
    words: str
    needs: Permission = SEE
    also: tuple[str, ...] = ()
    is_for_inspectors: bool = True

    def opens(self, actor: Actor, tournament_id: int) -> bool:
        """Whether this person may see the page."""
        looks = may_see if self.is_for_inspectors else may
        return looks(actor, self.needs, tournament_id)


MENU: tuple[tuple[str, tuple[Page, ...]], ...] = (
    (
        "Floor",
        (
            Page("console", "Console", also=("floor-table", "bust")),
            Page("seats", "Seats", Permission.SEAT_PLAYERS, ("seat-slips",)),
            Page("rounds", "Between hands"),
            Page("time", "Time"),
            Page("penalties", "Penalties"),
            Page("checks", "Checks", also=("counts", "count-result", "bags", "decks")),
        ),
    ),
    (
        "Players",
        (
            Page(
                "entries",
                "Entries",
                Permission.REGISTER_PLAYERS,
                ("entries-import", "people", "person"),
            ),
            Page("desk", "Desk", Permission.SELL_CHIPS),
            Page("tickets", "Tickets", Permission.REGISTER_PLAYERS),
            Page("sessions", "Sessions", also=("session-change",)),
            # who has a link answers for its player: it is nobody else's
            Page("links", "Links", Permission.REGISTER_PLAYERS, is_for_inspectors=False),
        ),
    ),
    (
        "Structure",
        (
            Page("setup", "Setup"),
            Page("conditions", "Terms of entry"),
            Page("schedule", "Schedule", Permission.RUN_TOURNAMENT),
            Page("house-rules", "House rules"),
            Page("planner", "Planner"),
            Page("licence", "Licence"),
            Page("staff", "Staff", Permission.APPOINT_STAFF),
        ),
    ),
    (
        "Prizes",
        (
            Page("money", "Money", Permission.SEE_MONEY, ("money-receipt",)),
            Page("prizes", "Prizes", also=("giving", "clubs", "certificate")),
            Page("placings", "Places"),
            Page("payout-desk", "Payout desk", Permission.SEE_MONEY),
        ),
    ),
    (
        "Hall",
        (
            Page("hall", "Hall", Permission.PAIR_DEVICES),
            Page("devices", "Devices", Permission.PAIR_DEVICES),
            Page("connections", "Connections", Permission.APPOINT_STAFF),
        ),
    ),
    (
        "Records",
        (
            Page("reports", "Reports", also=("report", "state-sheet", "compliance-pack")),
            Page("incidents", "Incidents", Permission.SEE_JOURNAL),
            Page("journal", "Journal", Permission.SEE_JOURNAL),
            Page("inspector", "Inspector", Permission.SEE_JOURNAL),
        ),
    ),
)


NAMES = {name for _, pages in MENU for page in pages for name in (page.name, *page.also)}


def _page_above(path: str, code: str) -> str:
    """The page below whose address this one lies, if any."""
    pages = [page.name for _, group in MENU for page in group]
    return next((name for name in pages if path.startswith(reverse(name, args=[code]))), "")


def menu(actor: Actor, tournament_id: int, code: str, here: str, path: str = "") -> dict[str, Any]:
    """The groups, each leading to its first page, and the pages of the group one is in.

    A page that is drawn again at the address of its form is found by that address.
    """
    here = here if here in NAMES else _page_above(path, code)
    groups = []
    pages: list[dict[str, Any]] = []
    for words, all_pages in MENU:
        open_to = [page for page in all_pages if page.opens(actor, tournament_id)]
        if not open_to:
            continue
        is_here = any(here == page.name or here in page.also for page in open_to)
        address = reverse(open_to[0].name, args=[code])
        groups.append({"words": words, "address": address, "is_here": is_here})
        if is_here:
            pages = [
                {
                    "words": page.words,
                    "address": reverse(page.name, args=[code]),
                    "is_here": here == page.name,
                    "is_behind": here in page.also,
                }
                for page in open_to
            ]
    looks_on = is_inspecting(actor, tournament_id)
    return {"groups": groups, "pages": pages, "is_inspecting": looks_on}
