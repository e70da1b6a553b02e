"""The tournament that comes with the charity book."""

from engine import games
from engine.chips import chip_set
from engine.entries.law import NotOffered
from engine.rulebooks.presets import schedules as built_in
from engine.structure.law import DONATIONS, Preset

SELLS_NOTHING = NotOffered("No player pays for chips here.", "charity:2.4")
_HOLDEM = Preset(
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
    rebuys=SELLS_NOTHING,
    top_up=SELLS_NOTHING,
    add_ons=SELLS_NOTHING,
    prizes=DONATIONS,
    notes="By invitation, without entry fee; the winners' charities receive the donations.",
)
PRESETS = (_HOLDEM,)
GAMES = {
    "charity": games.get("nlhe"),
    "charity-limit": games.get("lhe"),
    "charity-pot": games.get("phe"),
    "charity-half-pot": games.get("hhe"),
}
