"""The evening of the 4S league."""

from engine import games
from engine.chips import chip_set
from engine.entries.law import NotOffered
from engine.rulebooks.presets import schedules as built_in
from engine.structure.law import MEDALS, Preset

SELLS_NOTHING = NotOffered("There are no rebuys and no add-ons.", "fours:buyin-3")
_LEAGUE = Preset(
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
    rebuys=SELLS_NOTHING,
    top_up=SELLS_NOTHING,
    add_ons=SELLS_NOTHING,
    prizes=MEDALS,
    full_clause="fours:medals-1",
    few_clause="fours:medals-1",
)
PRESETS = (_LEAGUE,)
GAMES = {
    "fours": games.get("nlhe"),
}
