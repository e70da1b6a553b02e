"""The nine games of Canberra's appendices."""

from dataclasses import replace

from engine import games
from engine.chips import chip_set
from engine.entries.law import NotOffered, Rebuys, RebuyTerms, TopUp, TopUpTerms
from engine.rulebooks.presets import schedules as built_in
from engine.structure.law import FIXED, PERCENTAGES, Preset

_GAMES = {
    "a": replace(games.get("manila"), appendix="A"),
    "b": replace(games.get("draw"), appendix="B"),
    "c": replace(games.get("plo"), appendix="C"),
    "d": replace(games.get("stud"), appendix="D"),
    "e": replace(games.get("nlhe"), name="No Limit Hold-Em (Early Bird)", appendix="E"),
    "f": replace(games.get("nlhe"), name="No Limit Hold-Em (Instant Satellite)", appendix="F"),
    "g": replace(games.get("nlhe"), name="No Limit Hold-Em (Super Satellite)", appendix="G"),
    "h": replace(games.get("nlhe"), name="No Limit Hold-Em", appendix="H"),
    "i": replace(games.get("she"), name="Limit Hold-Em", appendix="I"),
}
GAMES = {f"canberra-{letter}": game for letter, game in _GAMES.items()}
_NAMES = {
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
_SATELLITES = frozenset({"nlhe_instant_satellite", "nlhe_super_satellite"})
_STACKS = {"nlhe_super_satellite": 500, "nlhe": 5000, "lhe": 5000}


def rebuys(game: str, *, chips: int, price: int) -> RebuyTerms:
    """An appendix allows rebuys for its first three levels, or not at all (canberra:4.1/rebuys)."""
    row = built_in.canberra_game(game)
    clause = f"canberra:{row['appendix']}.3.3"
    if not row["rebuy_minutes"]:
        return NotOffered("This game has no rebuys.", clause)
    minutes, below = int(row["rebuy_minutes"]), int(row["rebuy_stack_below"])
    return Rebuys(chips, price, minutes, below, window_clause=clause, stack_clause=clause)


def top_up(game: str, *, chips: int, price: int) -> TopUpTerms:
    row = built_in.canberra_game(game)
    clause = f"canberra:{row['appendix']}.3.3"
    if not row["rebuy_minutes"]:
        return NotOffered("This game has no top-up.", clause)
    return TopUp(chips, price, int(row["rebuy_minutes"]), f"{clause}/topup")


def _preset(game: str) -> Preset:
    row = built_in.canberra_game(game)
    name, game_id = _NAMES[game]
    stack, price = _STACKS.get(game, 1000), 5000
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
        rebuys=rebuys(game, chips=stack, price=price),
        top_up=top_up(game, chips=stack, price=price),
        add_ons=NotOffered("Canberra games have a top-up, not an add-on.", "canberra:4.1/rebuys"),
        prizes=FIXED if game == "nlhe_instant_satellite" else PERCENTAGES,
        entry_price=price,
        entry_fee=500,
        full_clause=f"canberra:{row['appendix']}.3.1",
        few_clause=f"canberra:{row['appendix']}.3.1",
        is_satellite=game in _SATELLITES,
    )


PRESETS = tuple(_preset(game) for game in built_in.canberra_games())
