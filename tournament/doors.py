"""What each address asks of whoever opens it: a page drawn for all shows nobody a locked door.

The console is drawn once for everybody who watches it; the page around it says what its reader may,
and the style sheet leaves out the rest. `tests/browser/test_doors.py` tries what is left.
"""

from collections.abc import Iterable, Mapping

from django.urls import Resolver404, resolve

from tournament import menu
from tournament.permissions import Actor, Permission, may, may_see

# Buttons of the console's queue that are not the floor's.
FORMS: Mapping[str, Permission] = {
    "sell": Permission.SELL_CHIPS,
    "decline-rebuy": Permission.SELL_CHIPS,
    "drop-request": Permission.SELL_CHIPS,
    "finish-by-chips": Permission.RUN_TOURNAMENT,
    "checks-act/open_count": Permission.RUN_TOURNAMENT,
    "seats-act/waive": Permission.RUN_TOURNAMENT,
    "seats-act/unwaive": Permission.RUN_TOURNAMENT,
    "seats-act/give_seat": Permission.REGISTER_PLAYERS,
}
# Pages of a table, and those behind the menu's.
PAGES: Mapping[str, Permission] = {
    "tablet": Permission.DEAL,
    "take-back": Permission.RULE,
    "floor-table": Permission.RULE,
    "seat-slips": Permission.SEAT_PLAYERS,
}
OF_THE_MENU = {page.name: page.needs for _, pages in menu.MENU for page in pages}
# Nobody looks on where hands are dealt.
ONLY_THEIRS = frozenset({Permission.DEAL})


def of_form(address: str, kind: object = "") -> Permission:
    """What a button's address asks; `kind` tells those behind one address apart."""
    name = _name(address)
    return FORMS.get(f"{name}/{kind}", FORMS.get(name, Permission.SEAT_PLAYERS))


def of_page(address: str) -> Permission:
    """What a page asks."""
    name = _name(address)
    return PAGES.get(name) or OF_THE_MENU.get(name) or Permission.SEE_CONSOLE


def _name(address: str) -> str:
    try:
        return resolve(address.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def word(permission: Permission) -> str:
    """A permission as a class and the style sheet call it."""
    return permission.name.lower().replace("_", "-")


def opened_to(actor: Actor, tournament_id: int) -> dict[str, str]:
    """What the page around a picture drawn for all says of its reader: acts, and looks."""
    acts = [one for one in Permission if may(actor, one, tournament_id)]
    looks = [one for one in Permission if one in acts or _looks_on(actor, one, tournament_id)]
    return {"acts": _words(acts), "looks": _words(looks)}


def _looks_on(actor: Actor, permission: Permission, tournament_id: int) -> bool:
    return permission not in ONLY_THEIRS and may_see(actor, permission, tournament_id)


def _words(permissions: Iterable[Permission]) -> str:
    return " ".join(word(one) for one in permissions)
