"""Adelaide hold'em at its four limits, and a Friday night among friends."""

from dataclasses import replace

from engine import games
from engine.chips import chip_set
from engine.entries.law import AddOns, NotOffered, Rebuys
from engine.rulebooks.presets import schedules as built_in
from engine.structure.law import NO_TOP_UP_HERE, PERCENTAGES, HouseTerms, Preset

FREEZE_OUT = NotOffered("A freeze-out sells no more chips.", "adelaide:1.Freeze Out")


def rebuys(*, chips: int, price: int, minutes: int, stack_below: int) -> Rebuys:
    clause = "adelaide:1.Re-buy"
    return Rebuys(
        chips=chips,
        price=price,
        minutes=minutes,
        stack_below=stack_below,
        window_clause=clause,
        stack_clause=clause,
        hand_clause="adelaide:33",
        is_houses_window=True,
    )


def add_ons(*, chips: int, price: int, from_minute: int, until_minute: int) -> AddOns:
    return AddOns(
        chips=chips,
        price=price,
        clause="adelaide:1.Add-On",
        from_minute=from_minute,
        until_minute=until_minute,
        hand_clause="adelaide:33",
    )


_NO_LIMIT = Preset(
    key="adelaide-no-limit",
    name="Adelaide hold'em, no limit",
    rulebook="adelaide",
    game="nlhe",
    seats_per_table=10,
    min_players=2,
    max_players=300,
    starting_stack=10_000,
    chips=chip_set(25, 100, 500, 1000, 5000),
    schedule=built_in.adelaide(),
    rebuys=FREEZE_OUT,
    top_up=NO_TOP_UP_HERE,
    add_ons=FREEZE_OUT,
    prizes=PERCENTAGES,
    entry_price=11_000,
    entry_fee=1000,
    full_clause="adelaide:88e",
    notes="A freeze-out: at least 70% of each entry payment is the prize pool's.",
)
_FRIDAY = replace(
    _NO_LIMIT,
    key="friday",
    name="Friday night hold'em",
    seats_per_table=9,
    max_players=45,
    starting_stack=5000,
    schedule=built_in.friday(),
    rebuys=rebuys(chips=5000, price=2000, minutes=60, stack_below=5000),
    add_ons=add_ons(chips=5000, price=2000, from_minute=60, until_minute=120),
    entry_price=2000,
    entry_fee=0,
    notes="An evening among friends: re-buys in the first hour, one add-on in the second.",
)
PRESETS = (
    _NO_LIMIT,
    replace(_NO_LIMIT, key="adelaide-pot", name="Adelaide hold'em, pot limit", game="phe"),
    replace(
        _NO_LIMIT,
        key="adelaide-half-pot",
        name="Adelaide hold'em, half pot limit",
        game="hhe",
    ),
    replace(
        _NO_LIMIT,
        key="adelaide-fixed",
        name="Adelaide hold'em, fixed limit",
        game="lhe",
        schedule=built_in.adelaide_limit(),
    ),
    _FRIDAY,
)

GAMES = {
    "adelaide": games.get("nlhe"),
    "adelaide-limit": games.get("lhe"),
    "adelaide-half-pot": games.get("hhe"),
    "adelaide-pot": games.get("phe"),
}
HOUSE_TERMS = HouseTerms(
    rebuys=rebuys(chips=0, price=0, minutes=0, stack_below=0),
    add_ons=add_ons(chips=0, price=0, from_minute=0, until_minute=0),
    none_sold=FREEZE_OUT,
)
