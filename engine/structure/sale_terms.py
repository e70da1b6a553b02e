"""What the house decides about chips sold during play, as far as its book leaves it open."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.amounts import figure
from engine.entries.law import AddOns, NotOffered, Rebuys
from engine.office.money import TERMS, Sold
from engine.refusal import Refused
from engine.structure.law import BELOW, CHIPS, MOST, OFFERED, HouseTerms, StructureLaw

USUAL_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Sale:
    """How many chips one purchase brings, for whom and how often; None is no limit."""

    is_sold: bool
    chips: int
    most: int | None = None
    stack_below: int | None = None


def houses(plain: Mapping[str, Any], what: Sold, law: StructureLaw) -> frozenset[str]:
    """Which parts of this purchase the house may set here."""
    parts = law.houses_sale.value.get(TERMS[what], frozenset())
    is_off = plain[TERMS[what]]["is_refused"]
    return parts if OFFERED in parts or not is_off else frozenset()


def of(plain: Mapping[str, Any], what: Sold) -> Sale:
    """What is on offer now; where nothing is, what would be usual."""
    terms = plain[TERMS[what]]
    if terms["is_refused"]:
        most = 1 if what is Sold.ADD_ON else None
        below = plain["stack"] if what is Sold.REBUY else None
        return Sale(False, plain["stack"], most, below)
    said = terms["terms"]
    return Sale(True, said["chips"], said.get("most"), said.get("stack_below"))


def into(plain: Mapping[str, Any], sales: Mapping[Sold, Sale], law: StructureLaw) -> dict[str, Any]:
    """The structure with these sales put in, refused where the book decides otherwise."""
    made = dict(plain)
    smallest = min(chip["value"] for chip in plain["chips"])
    for what, sale in sales.items():
        parts = houses(plain, what, law)
        _check_is_ours(of(plain, what), sale, parts, plain[TERMS[what]]["terms"])
        if sale.is_sold:
            _check_amounts(what, sale, smallest)
        made[TERMS[what]] = _plain(plain, what, sale, law.house_terms.value)
    return made


def _check_is_ours(was: Sale, wanted: Sale, parts: Iterable[str], terms: Mapping[str, Any]) -> None:
    changed = {name for name, value in asdict(wanted).items() if value != asdict(was)[name]}
    if not was.is_sold and not wanted.is_sold:
        return
    if changed - set(parts):
        clause = terms.get("clause") or terms.get("stack_clause", "")
        raise Refused("The rulebook fixes this. The house cannot change it.", clause)


def _check_amounts(what: Sold, sale: Sale, smallest: int) -> None:
    if sale.chips < 1 or sale.chips % smallest:
        raise Refused(f"Chips that are sold are a multiple of {figure(smallest)}.")
    is_open_end = sale.most is None and what is not Sold.ADD_ON
    if not is_open_end and not 1 <= (sale.most or 0) <= 99:
        raise Refused("Say how often each player may buy: once at least.")
    if sale.stack_below is not None and sale.stack_below < 1:
        raise Refused("Enter at least 1.")


def _plain(
    plain: Mapping[str, Any], what: Sold, sale: Sale, terms: HouseTerms | None
) -> dict[str, Any]:
    current = plain[TERMS[what]]
    if terms is not None and not sale.is_sold and not current["is_refused"]:
        return _written(terms.none_sold)
    if not sale.is_sold:
        return dict(current)
    is_new = terms is not None and current["is_refused"]
    now = _new(plain, what, sale, terms) if terms and is_new else current["terms"]
    said = {name: value for name, value in _said(sale).items() if name in now}
    return {"is_refused": False, "terms": {**now, **said}}


def _said(sale: Sale) -> dict[str, Any]:
    said = {CHIPS: sale.chips, MOST: sale.most}
    return said if sale.stack_below is None else {**said, BELOW: sale.stack_below}


def _new(plain: Mapping[str, Any], what: Sold, sale: Sale, terms: HouseTerms) -> dict[str, Any]:
    """Terms of a purchase that was not offered: at the entry's price, at the usual time."""
    made: Rebuys | AddOns
    if what is Sold.REBUY:
        below = sale.stack_below or plain["stack"]
        made = replace(terms.rebuys, minutes=USUAL_MINUTES, stack_below=below)
    else:
        end = 2 * USUAL_MINUTES
        made = replace(terms.add_ons, from_minute=USUAL_MINUTES, until_minute=end)
    return asdict(replace(made, chips=sale.chips, price=plain["entry_price"]))


def _written(terms: NotOffered) -> dict[str, Any]:
    return {"is_refused": True, "terms": asdict(terms)}
