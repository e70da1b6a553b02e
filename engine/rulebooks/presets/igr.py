"""The charitable tournament of the gaming regulators."""

from engine import games
from engine.chips import chip_set
from engine.entries.law import NotOffered, Rebuys
from engine.rulebooks.presets import schedules as built_in
from engine.structure.law import NO_TOP_UP_HERE, PERCENTAGES, Preset

NO_ADD_ONS = NotOffered("One re-buy is all that may be bought.", "igr:A.2(i)")


def rebuys(*, starting_stack: int, price: int) -> Rebuys:
    """One re-buy on the entry's own terms, in the first hour of real time (igr:A.2(i))."""
    return Rebuys(
        chips=starting_stack,
        price=price,
        minutes=60,
        stack_below=starting_stack,
        window_clause="igr:A.2(i)-3",
        stack_clause="igr:A.2(i)-4",
        is_real_time=True,
        most=1,
        most_clause="igr:A.2(i)-2",
        same_terms_clause="igr:A.2(i)",
    )


_CHARITABLE = Preset(
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
    rebuys=rebuys(starting_stack=5000, price=5000),
    top_up=NO_TOP_UP_HERE,
    add_ons=NO_ADD_ONS,
    prizes=PERCENTAGES,
    entry_price=5000,
    entry_fee=2500,
    rebuy_fee=2500,
    full_clause="igr:5.05(c)",
    notes="Needs a licence and a finishing time; prizes of at most $5,000, $2,000 for one player.",
)
PRESETS = (_CHARITABLE,)
GAMES = {
    "igr": games.get("nlhe"),
    "igr-limit": games.get("lhe"),
}
