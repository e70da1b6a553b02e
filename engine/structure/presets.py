"""Tournaments that come with the product: one press and the structure stands, by its rulebook."""

from dataclasses import dataclass, replace

from engine.entries import purchases
from engine.entries.law import NotOffered
from engine.entries.purchases import AddOnTerms, RebuyTerms, TopUpTerms
from engine.equipment.chips import ChipSet, chip_set
from engine.schedule import built_in_schedules as built_in
from engine.schedule.schedule import Schedule

PERCENTAGES, FIXED, DONATIONS, MEDALS = "percentages", "fixed", "donations", "medals"


@dataclass(frozen=True, slots=True)
class Preset:
    """A structure a director can take as it is or change before the first hand.

    Amounts a book leaves to the house (stacks, prices) are suggestions; money is in cents.
    """

    key: str
    name: str
    rulebook: str
    game: str
    seats_per_table: int
    min_players: int
    max_players: int
    starting_stack: int
    chips: ChipSet
    schedule: Schedule
    rebuys: RebuyTerms
    top_up: TopUpTerms
    add_ons: AddOnTerms
    prizes: str
    entry_price: int = 0
    entry_fee: int = 0  # what of the price is the house's; likewise below
    rebuy_fee: int = 0
    top_up_fee: int = 0
    add_on_fee: int = 0
    full_clause: str = ""
    few_clause: str = ""
    notes: str = ""


CANBERRA_NAMES = {
    "three_card_manila": ("Three Card Manila", "manila"),
    "draw_poker": ("Draw Poker", "draw"),
    "omaha": ("Omaha", "plo"),
    "seven_card_stud": ("Seven Card Stud", "stud"),
    "nlhe_early_bird": ("No Limit Hold-Em Early Bird", "nlhe"),
    "nlhe_instant_satellite": ("No Limit Hold-Em Instant Satellite", "nlhe"),
    "nlhe_super_satellite": ("No Limit Hold-Em Super Satellite", "nlhe"),
    "nlhe": ("No Limit Hold-Em", "nlhe"),
    "lhe": ("Limit Hold-Em", "she"),
}
# Played for seats elsewhere: whoever is left when they suffice has won one.
SATELLITES = frozenset({"canberra-f", "canberra-g"})
CANBERRA_STACKS = {"nlhe_super_satellite": 500, "nlhe": 5000, "lhe": 5000}
NO_TOP_UP_HERE = NotOffered("Only Canberra games with rebuys have a top-up.", "")


def _canberra(game: str) -> Preset:
    row = built_in.canberra_game(game)
    name, game_id = CANBERRA_NAMES[game]
    stack, price = CANBERRA_STACKS.get(game, 1000), 5000
    smallest = (5,) if game == "seven_card_stud" else ()
    return Preset(
        key=f"canberra-{row['appendix'].lower()}",
        name=f"Canberra {row['appendix']}: {name}",
        rulebook="canberra",
        game=game_id,
        seats_per_table=int(row["seats_per_table"]),
        min_players=int(row["min_players"]),
        max_players=int(row["max_players"]),
        starting_stack=stack,
        chips=chip_set(*smallest, 25, 100, 500, 1000, 5000),
        schedule=built_in.canberra(game),
        rebuys=purchases.canberra_rebuys(game, chips=stack, price=price),
        top_up=purchases.canberra_top_up(game, chips=stack, price=price),
        add_ons=NotOffered("Canberra games have a top-up, not an add-on.", "canberra:4.1/rebuys"),
        prizes=FIXED if game == "nlhe_instant_satellite" else PERCENTAGES,
        entry_price=price,
        entry_fee=500,
        full_clause=f"canberra:{row['appendix']}.3.1",
        few_clause=f"canberra:{row['appendix']}.3.1",
    )


CHARITY = Preset(
    key="charity",
    name="Charity hold'em",
    rulebook="charity",
    game="nlhe",
    seats_per_table=10,
    min_players=2,
    max_players=200,
    starting_stack=5000,
    chips=chip_set(25, 100, 500, 1000, 5000),
    schedule=built_in.charity(),
    rebuys=purchases.CHARITY_SELLS_NOTHING,
    top_up=purchases.CHARITY_SELLS_NOTHING,
    add_ons=purchases.CHARITY_SELLS_NOTHING,
    prizes=DONATIONS,
    notes="By invitation, without entry fee; the winners' charities receive the donations.",
)
ADELAIDE = Preset(
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
    rebuys=purchases.ADELAIDE_FREEZE_OUT,
    top_up=NO_TOP_UP_HERE,
    add_ons=purchases.ADELAIDE_FREEZE_OUT,
    prizes=PERCENTAGES,
    entry_price=11_000,
    entry_fee=1000,
    full_clause="adelaide:88e",
    notes="A freeze-out: at least 70% of each entry payment is the prize pool's.",
)
IGR = Preset(
    key="igr",
    name="IGR charitable tournament",
    rulebook="igr",
    game="nlhe",
    seats_per_table=10,
    min_players=2,
    max_players=250,
    starting_stack=5000,
    chips=chip_set(25, 100, 500, 1000, 5000),
    schedule=built_in.igr(),
    rebuys=purchases.igr_rebuys(starting_stack=5000, price=5000),
    top_up=NO_TOP_UP_HERE,
    add_ons=purchases.IGR_NO_ADD_ONS,
    prizes=PERCENTAGES,
    entry_price=5000,
    entry_fee=2500,
    rebuy_fee=2500,
    full_clause="igr:5.05(c)",
    notes="Needs a licence and a finishing time; prizes of at most $5\u202f000,"
    " $2\u202f000 for one player.",
)
FOURS = Preset(
    key="fours",
    name="4S: four clubs, eight players",
    rulebook="fours",
    game="nlhe",
    seats_per_table=8,
    min_players=8,
    max_players=8,
    starting_stack=2000,
    chips=chip_set(5, 25, 100, 500, 1000),
    schedule=built_in.fours(),
    rebuys=purchases.FOURS_SELLS_NOTHING,
    top_up=purchases.FOURS_SELLS_NOTHING,
    add_ons=purchases.FOURS_SELLS_NOTHING,
    prizes=MEDALS,
    full_clause="fours:medals-1",
    few_clause="fours:medals-1",
)
FRIDAY = replace(
    ADELAIDE,
    key="friday",
    name="Friday night hold'em",
    seats_per_table=9,
    max_players=45,
    starting_stack=5000,
    schedule=built_in.friday(),
    rebuys=purchases.adelaide_rebuys(chips=5000, price=2000, minutes=60, stack_below=5000),
    add_ons=purchases.adelaide_add_ons(chips=5000, price=2000, from_minute=60, until_minute=120),
    entry_price=2000,
    entry_fee=0,
    notes="An evening among friends: re-buys in the first hour, one add-on in the second.",
)
ADELAIDE_LIMITS = (
    ADELAIDE,
    replace(ADELAIDE, key="adelaide-pot", name="Adelaide hold'em, pot limit", game="phe"),
    replace(
        ADELAIDE,
        key="adelaide-half-pot",
        name="Adelaide hold'em, half pot limit",
        game="hhe",
    ),
    replace(
        ADELAIDE,
        key="adelaide-fixed",
        name="Adelaide hold'em, fixed limit",
        game="lhe",
        schedule=built_in.adelaide_limit(),
    ),
)
PRESETS = (
    *(_canberra(game) for game in built_in.canberra_games()),
    CHARITY,
    *ADELAIDE_LIMITS,
    IGR,
    FOURS,
    FRIDAY,
)
_BY_KEY = {preset.key: preset for preset in PRESETS}


def get(key: str) -> Preset:
    """A built-in preset; raises KeyError."""
    return _BY_KEY[key]


def of(rulebook: str) -> tuple[Preset, ...]:
    return tuple(preset for preset in PRESETS if preset.rulebook == rulebook)
