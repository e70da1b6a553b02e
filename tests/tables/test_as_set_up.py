"""What Setup saved is what conditions, public page and tablet say, and what the hand is played by.

The choices are read off the pages themselves, so whatever they offer is tried: every value of
every select at least once for each preset, in changing company, and any two choices of game and
rules together. EXAMPLES= tries so many more.
"""

import json
import os
from dataclasses import replace
from html import unescape
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.hand.state import Hand
from engine.referee.options import BET, DEAL, Options
from engine.schedule.schedule import Level
from engine.structure.presets import PRESETS
from tables.models import Table
from tables.play.queries import hands, tablet
from tables.play.queries.pictures import Reading
from tests import factories, written_forms
from tests.factories import NOW, begun, house_director, refreshed, signed_in, table_of
from tests.tables.test_every_game import answer, hand_is_over, tap
from tests.written_forms import Field, Form
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

SEATS = "5"  # the largest table that every game can be dealt to from every deck
# Each game by its id: how many cards are dealt first, its usual limit, which hand usually wins.
GAMES = {
    "nlhe": (2, "no", "high"),
    "phe": (2, "pot", "high"),
    "hhe": (2, "half-pot", "high"),
    "lhe": (2, "fixed", "high"),
    "she": (2, "structured", "high"),
    "plo": (4, "pot", "high"),
    "plo8": (4, "pot", "split8"),
    "lo8": (4, "fixed", "split8"),
    "manila": (3, "manila", "high"),
    "draw": (5, "pot", "high"),
    "stud": (3, "half-pot", "high"),
    "lstud": (3, "fixed", "high"),
    "stud8": (3, "fixed", "split8"),
    "razz": (3, "fixed", "low"),
}
ANTE_GAMES = {"stud", "lstud", "stud8", "razz"}
WINS = ("", "high", "low", "split", "split8")  # in the order of the page


class Door:
    """The pages of Setup, as the director's browser sees them."""

    def __init__(self, preset: str, browser: Client) -> None:
        self.browser = browser
        made = browser.post("/tournaments/new/", {"name": "As set up", "preset": preset})
        assert made.status_code == 302
        self.cup = Tournament.objects.latest("pk")

    def page(self, place: str = "") -> str:
        """A page of the tournament, as people read it."""
        return unescape(self.browser.get(f"/t/{self.cup.code}/{place}").content.decode())

    def form(self, place: str, name: str) -> Form:
        page = self.browser.get(f"/t/{self.cup.code}/{place}").content.decode()
        return written_forms.form_with(page, name)

    def send(self, place: str, body: dict[str, Any]) -> str:
        """Send a form: nothing where it was taken, else the page that refuses it."""
        answered = self.browser.post(f"/t/{self.cup.code}/{place}", body)
        return "" if answered.status_code == 302 else unescape(answered.content.decode())

    @property
    def rules(self) -> list[Field]:
        """The house rules that the page asks for; every book leaves some to the house."""
        page = self.browser.get(f"/t/{self.cup.code}/house-rules/").content.decode()
        asked = [one for form in written_forms.forms(page) for one in form.fields if one.offered]
        assert asked
        return asked

    def told(self, rules: list[Field]) -> list[str]:
        """These choices as the conditions state them: each question with its answer."""
        options = self.cup.law.structure.options.value
        questions = {option.key: option.question.rstrip("?") for option in options}
        return [f"{questions[one.name]}: {one.words}." for one in rules]


def picked(one: Field, number: int, chance: Random) -> str:
    """The value that this example takes: all of them in turn, in an order drawn for each select."""
    order = [value for value, _ in one.offered]
    Random(one.name).shuffle(order)
    return order[number % len(order)] if number < len(order) else chance.choice(order)


def set_up(door: Door, number: int, chance: Random) -> None:
    """Choose on each page of Setup; what is refused stays as it was, with a reason."""
    offer = door.form("setup/", "game")
    game = picked(offer["game"], number, chance)
    seats = {} if door.cup.rulebook == "fours" else {"seats": SEATS}
    assert door.send("setup/", offer.body(game=game, **seats)) == ""
    if number % 2:
        write_levels(door, number)
    wanted = {one.name: picked(one, number, chance) for one in door.rules}
    refused = door.send("house-rules/", wanted)
    if refused:
        assert "canberra:9.1(d)" in refused, "only an opener who cannot be is refused"
        assert door.send("house-rules/", wanted | {"opener_options": "0"}) == ""


def write_levels(door: Door, number: int) -> None:
    """Every level another game and another limit, as far as the editor offers them."""
    sheet = door.form("schedule/", "minutes")
    body = sheet.body(do="save")
    levels = [place for place, kind in enumerate(body["kind"]) if kind == "level"]
    for turn, place in enumerate(levels, number // 2 * len(levels)):
        games, limits = (offered_at(sheet, name, place) for name in ("game", "limit"))
        body["game"][place] = games[turn % len(games)]
        body["limit"][place] = limits[turn // len(games) % len(limits)]
        if body["game"][place] in ANTE_GAMES:
            body["ante"][place] = body["ante"][place] or body["blinds"][place].split("/")[0]
            body["blinds"][place], body["ante_from"][place] = "", ""
        elif not body["blinds"][place] and body["game"][place]:
            body["blinds"][place] = f"{body['ante'][place]} / {2 * int(body['ante'][place])}"
            body["ante"][place] = ""
    assert door.send("schedule/", body) == ""


def offered_at(sheet: Form, name: str, place: int) -> list[str]:
    return [value for value, _ in sheet.all(name)[place].offered]


class Saved:
    """What Setup saved, read off its own pages again."""

    def __init__(self, door: Door) -> None:
        offer = door.form("setup/", "game")
        self.game, self.name = offer["game"].value, offer["game"].words
        self.rules = {one.name: one for one in door.rules}
        sheet = door.form("schedule/", "minutes")
        rows = zip(sheet.all("kind"), sheet.all("game"), sheet.all("limit"), strict=True)
        self.levels = [(game, limit) for kind, game, limit in rows if kind.value == "level"]

    def of_level(self, place: int) -> tuple[str, str]:
        """The game and the limit of this level."""
        game, limit = (one.value for one in self.levels[place])
        return game or self.game, limit or GAMES[game or self.game][1]

    def deck(self) -> tuple[int, bool]:
        if "deck_size" not in self.rules:
            return 52, False
        size = int(self.rules["deck_size"].words.split()[0])
        return size, self.rules["has_joker"].words == "Yes"

    def wins(self, game: str) -> str:
        chosen = WINS[int(self.rules["wins"].value)] if "wins" in self.rules else ""
        return chosen or GAMES[game][2]


def check_pages(door: Door, saved: Saved) -> None:
    """Conditions, public page and the public's rules say what was saved."""
    conditions, rules = door.page("conditions/"), door.page("rules/")
    for page in (conditions, door.page(), rules):
        assert saved.name in page
    for sentence in door.told([*saved.rules.values()]):
        assert sentence in conditions
        question, _, answer = sentence[:-1].partition(": ")
        assert question in rules
        assert answer in rules
    for game, limit in saved.levels:
        named = limit if limit.value else game  # a game with another limit is named by it
        assert not named.value or named.words.lower() in conditions.lower(), named.words
    size, joker = saved.deck()
    assert f"{size} cards{' and a joker' if joker else ', no joker'}" in conditions


def check_rules(cup: Tournament, saved: Saved) -> None:
    """Every level's hands will be played as it was saved."""
    schedule = clock_queries.schedule_of(cup)
    for place, level in enumerate(row for row in schedule.rows if isinstance(row, Level)):
        game, limit = saved.of_level(place)
        rules = hands.rules_of(cup, late=level)
        assert rules.game.id.partition(":")[0] == game
        assert (rules.game.limit, rules.game.low) == (limit, saved.wins(game))
        assert (rules.game.deck_size, rules.game.has_joker) == saved.deck()
        for key in saved.rules.keys() & set(type(rules.settings).__dataclass_fields__):
            assert says(saved.rules[key], getattr(rules.settings, key)), key


def says(one: Field, value: bool | str | int) -> bool:
    """Whether the words chosen on the page are this setting."""
    if isinstance(value, bool):
        yes = {"Yes", "Replaced by the top card of the deck", "The ante, then the blind"}
        return value == (one.words in yes or one.words.startswith("Yes:"))
    if one.name == "deck_size":
        return int(one.words.split()[0]) == (value or 52)
    if one.name.endswith("_round_bet"):
        return int(one.value) + 1 == value
    if one.name == "opener_options":
        return ("", "a", "b", "c", "d")[int(one.value)] == value
    return one.name != "stud_opens" or one.words == f"The {value}est"


def check_hand(door: Door, saved: Saved) -> None:
    """The tablet names the game and deals it: cards, limit and the keys of the deck."""
    cup = begun(refreshed(door.cup), max(2, door.cup.structure["min_players"]))
    table = table_of(cup)
    factories.cards_ready(table)
    game, limit = saved.of_level(0)
    where = f"tables/{table.number}/tablet/"
    name = hands.rules_of(cup).game.name
    assert f">{name}</p>" in door.page(where)
    if not saved.levels[0][0].value and not saved.levels[0][1].value:
        assert name == saved.name
    step(door.browser, table, Random(0))
    hand = factories.hand_at(table)
    assert {len(hole) for hole in hand.hole if hole} == {GAMES[game][0]}
    play_on(door, table, saved, limit)


def play_on(door: Door, table: Table, saved: Saved, limit: str) -> None:
    """To the end of the hand by what the tablet offers, the first wager within its limit."""
    size, joker = saved.deck()
    has_bet, rng = False, Random(limit)
    while not hand_is_over(table):
        page = door.page(f"tables/{table.number}/tablet/")
        if "data-rank=" in page and 'data-alone="board"' in page:
            shown = page.split('<template data-alone="betting"')[0]
            assert shown.count("data-rank=") in (0, size // 4)
            assert ("data-joker" in shown) == (joker and "data-rank=" in shown)
        offered, hand = factories.offered(table), factories.hand_at(table)
        if offered.phase == BET and not has_bet:
            check_range(offered, hand, limit)
            has_bet = True
        step(door.browser, table, rng)


def step(browser: Client, table: Table, rng: Random) -> None:
    table.refresh_from_db()
    tap(browser, table, answer(tablet.picture(Reading(table), now=factories.NOW), rng))


def check_range(offered: Options, hand: Hand, limit: str) -> None:
    """The first wager reaches as far as the limit that was chosen, and no further."""
    assert offered.seat is not None
    raising, seat, bet = offered.raising, offered.seat, hand.bet_to_match
    after_call = hand.pot + bet - hand.bets[seat]
    most = {
        "no": hand.stacks[seat] + hand.bets[seat],
        "pot": bet + after_call,
        "half-pot": bet + after_call // 2 - after_call // 2 % hand.chip,
        "fixed": raising.least,
        "structured": raising.least,
        "manila": bet + 2 * hand.unit,
        "straddle": 2 * bet or 2 * hand.unit,
    }[limit]
    assert raising.is_allowed
    assert raising.most == max(raising.least, most), limit


Pair = frozenset[tuple[str, str]]


def pairs_of(chosen: dict[str, str]) -> set[Pair]:
    return {frozenset(pair) for pair in combinations(chosen.items(), 2)}


def fullest(
    game: str, rules: list[Field], seen: set[Pair], start: Field, value: str
) -> dict[str, str]:
    """An example with this value, the other rules as they meet most that has not met yet."""
    chosen = {"game": game, start.name: value}
    for one in rules:
        if one.name != start.name:
            offered = [value for value, _ in one.offered]
            chosen[one.name] = max(
                offered, key=lambda value: len(pairs_of(chosen | {one.name: value}) - seen)
            )
    return chosen


def check_chosen(door: Door, asked: list[Field], chosen: dict[str, str]) -> None:
    """What the conditions say after this choice is what the engine plays the first level by."""
    wanted = {name: value for name, value in chosen.items() if name != "game"}
    if refused := door.send("house-rules/", wanted):
        assert "canberra:9.1(d)" in refused, "only an opener who cannot be is refused"
        return
    saved = {one.name: replace(one, value=wanted[one.name]) for one in asked}
    conditions = door.page("conditions/")
    assert [told for told in door.told([*saved.values()]) if told not in conditions] == []
    rules = hands.rules_of(refreshed(door.cup))
    assert rules.game.id.partition(":")[0] == chosen["game"]
    for key in saved.keys() & set(type(rules.settings).__dataclass_fields__):
        assert says(saved[key], getattr(rules.settings, key)), key
    if "wins" in saved:
        low = WINS[int(saved["wins"].value)] or GAMES[chosen["game"]][2]
        assert rules.game.low == low
    if "deck_size" in saved:
        size = int(saved["deck_size"].words.split()[0])
        assert (rules.game.deck_size, rules.game.has_joker) == (
            *(size, saved["has_joker"].words == "Yes"),
        )


@pytest.mark.rule("canberra:4.3(h)")
@pytest.mark.parametrize("preset", [preset.key for preset in PRESETS])
def test_any_two_choices_of_setup_hold_together_at_the_table(preset: str):
    """Every game with every value of every rule, and any two rules."""
    door = Door(preset, signed_in(house_director()))
    seen: set[Pair] = set()
    for game, _ in door.form("setup/", "game")["game"].offered:
        body = door.form("setup/", "game").body(game=game)
        assert door.send("setup/", body | ({} if preset == "fours" else {"seats": SEATS})) == ""
        rules = door.rules
        for one in rules:
            for value, _ in one.offered:
                if frozenset({("game", game), (one.name, value)}) in seen:
                    continue
                chosen = fullest(game, rules, seen, one, value)
                check_chosen(door, rules, chosen)
                seen |= pairs_of(chosen)
    for first, second in combinations(rules, 2):
        for (value, _), (other, _) in product(first.offered, second.offered):
            assert_met(door, game, rules, seen, {first.name: value, second.name: other})


def assert_met(
    door: Door, game: str, rules: list[Field], seen: set[Pair], two: dict[str, str]
) -> None:
    """Two rules that no example has put together are put together now."""
    if pairs_of(two) <= seen:
        return
    chosen = {"game": game, **{one.name: one.value for one in rules}, **two}
    check_chosen(door, rules, chosen)
    seen |= pairs_of(chosen)


@pytest.mark.rule("charity:9.1")
def test_the_bet_size_of_each_betting_round_was_nobodys_to_set():
    door = Door("charity", signed_in(house_director()))
    offer = door.form("setup/", "game")
    assert door.send("setup/", offer.body(game="she", seats=SEATS)) == ""
    one_size = "Each bet or raise is one minimum bet in every betting round."
    assert one_size in door.page("conditions/")
    wanted = {one.name: one.value for one in door.rules} | {"last_round_bet": "2"}
    assert door.send("house-rules/", wanted) == ""
    told = "one minimum bet in betting rounds 1 to 3, three minimum bets in betting round 4."
    assert f"Each bet or raise is {told}" in door.page("conditions/")
    file = door.browser.get(f"/t/{door.cup.code}/setup/structure.json")
    assert file.json()["structure"]["house_rules"] == {"last_round_bet": 3}
    table = table_of(begun(refreshed(door.cup), 4))
    unit = clock_queries.level_now(refreshed(door.cup)).greatest
    sign = door.page("signs/limits/")
    assert f"{unit} in betting rounds 1 to 3, {3 * unit} in betting round 4." in sign
    factories.deal(table)
    ahead = json.loads(tablet.picture(Reading(table_of(refreshed(door.cup))), now=NOW).ahead)
    assert ahead["units"] == [unit, unit, unit, 3 * unit], "the same without network"
    least = []
    while (offered := factories.offered(table)).phase in (BET, DEAL):
        if offered.phase == BET and len(factories.hand_at(table).board) in (0, 5):
            least.append((offered.raising.least, offered.raising.most))
        factories.do(table, factories.passive(offered))
    assert (2 * unit, 2 * unit) in least
    assert least[-1] == (3 * unit, 3 * unit)


@pytest.mark.rule("charity:1.1(structured-limit)")
@pytest.mark.rule("canberra:4.3(h)")
@pytest.mark.rule("canberra:2.1")
@pytest.mark.rule("canberra:2.2")
@pytest.mark.parametrize("preset", [preset.key for preset in PRESETS])
def test_the_game_chosen_in_setup_is_the_game_at_the_table(preset: str):
    browser, chance = signed_in(house_director()), Random(preset)
    first = Door(preset, browser)
    selects = [first.form("setup/", "game")["game"], *first.rules]
    count = max(len(one.offered) for one in selects) + int(os.environ.get("EXAMPLES", 0))
    for number in range(count):
        door = Door(preset, browser)
        set_up(door, number, chance)
        saved = Saved(door)
        check_pages(door, saved)
        check_rules(refreshed(door.cup), saved)
        if number < 2 or number >= count - 1:
            check_hand(door, saved)
