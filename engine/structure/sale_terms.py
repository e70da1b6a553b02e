"""What the house decides about chips sold during play, as far as its book leaves it open."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.amounts import figure
from engine.entries import purchases
from engine.entries.law import NotOffered
from engine.entries.purchases import AddOns, Rebuys
from engine.office.money import ADD_ON, REBUYS, TOP_UP
from engine.refusal import Refused

KEYS: Mapping[str, str] = {REBUYS: "rebuys", TOP_UP: "top_up", ADD_ON: "add_ons"}
CHIPS, MOST, BELOW, OFFERED = "chips", "most", "stack_below", "is_sold"
# What is the house's: amounts under Canberra, all of it under Adelaide; the others say it all.
HOUSES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "canberra": {REBUYS: frozenset({CHIPS}), TOP_UP: frozenset({CHIPS})},
    "adelaide": {
        REBUYS: frozenset({CHIPS, MOST, BELOW, OFFERED}),
        ADD_ON: frozenset({CHIPS, MOST, OFFERED}),
    },
}
USUAL_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Sale:
    """How many chips one purchase brings, for whom and how often; None is no limit."""

    is_sold: bool
    chips: int
    most: int | None = None
    stack_below: int | None = None


def houses(plain: Mapping[str, Any], what: str, *, rulebook: str) -> frozenset[str]:
    """Which parts of this purchase the house may set here."""
    parts = HOUSES.get(rulebook, {}).get(what, frozenset())
    is_off = plain[KEYS[what]]["is_refused"]
    return parts if OFFERED in parts or not is_off else frozenset()


def of(plain: Mapping[str, Any], what: str) -> Sale:
    """What is on offer now; where nothing is, what would be usual."""
    terms = plain[KEYS[what]]
    if terms["is_refused"]:
        most = 1 if what == ADD_ON else None
        below = plain["stack"] if what == REBUYS else None
        return Sale(False, plain["stack"], most, below)
    said = terms["terms"]
    return Sale(True, said["chips"], said.get("most"), said.get("stack_below"))


def into(plain: Mapping[str, Any], sales: Mapping[str, Sale], *, rulebook: str) -> dict[str, Any]:
    """The structure with these sales put in, refused where the book decides otherwise."""
    made = dict(plain)
    smallest = min(chip["value"] for chip in plain["chips"])
    for what, sale in sales.items():
        parts = houses(plain, what, rulebook=rulebook)
        _check_is_ours(of(plain, what), sale, parts, plain[KEYS[what]]["terms"])
        if sale.is_sold:
            _check_amounts(what, sale, smallest)
        made[KEYS[what]] = _plain(plain, what, sale)
    return made


def _check_is_ours(was: Sale, wanted: Sale, parts: Iterable[str], terms: Mapping[str, Any]) -> None:
    changed = {name for name, value in asdict(wanted).items() if value != asdict(was)[name]}
    if not was.is_sold and not wanted.is_sold:
        return
    if changed - set(parts):
        clause = terms.get("clause") or terms.get("stack_clause", "")
        raise Refused("The rulebook says this: it is not for the house to change.", clause)


def _check_amounts(what: str, sale: Sale, smallest: int) -> None:
    if sale.chips < 1 or sale.chips % smallest:
        raise Refused(f"Chips that are sold are a multiple of {figure(smallest)}.")
    is_open_end = sale.most is None and what != ADD_ON
    if not is_open_end and not 1 <= (sale.most or 0) <= 99:
        raise Refused("Say how often each player may buy: once at least.")
    if sale.stack_below is not None and sale.stack_below < 1:
        raise Refused("A stack below nothing cannot be: say at least 1.")


def _plain(plain: Mapping[str, Any], what: str, sale: Sale) -> dict[str, Any]:
    current = plain[KEYS[what]]
    if not sale.is_sold:
        is_off = current["is_refused"]
        return current if is_off else _written(purchases.ADELAIDE_FREEZE_OUT)
    terms = _new(plain, what, sale) if current["is_refused"] else current["terms"]
    said = {name: value for name, value in _said(sale).items() if name in terms}
    return {"is_refused": False, "terms": {**terms, **said}}


def _said(sale: Sale) -> dict[str, Any]:
    said = {CHIPS: sale.chips, MOST: sale.most}
    return said if sale.stack_below is None else {**said, BELOW: sale.stack_below}


def _new(plain: Mapping[str, Any], what: str, sale: Sale) -> dict[str, Any]:
    """Terms of a purchase that was not offered: at the entry's price, at the usual time."""
    price = plain["entry_price"]
    made: Rebuys | AddOns
    if what == REBUYS:
        below = sale.stack_below or plain["stack"]
        made = purchases.adelaide_rebuys(
            chips=sale.chips, price=price, minutes=USUAL_MINUTES, stack_below=below
        )
    else:
        made = purchases.adelaide_add_ons(
            chips=sale.chips, price=price, from_minute=USUAL_MINUTES, until_minute=2 * USUAL_MINUTES
        )
    return asdict(made)


def _written(terms: NotOffered) -> dict[str, Any]:
    return {"is_refused": True, "terms": asdict(terms)}
