"""Save files of The Tournament Director: read as data, with everything that is not taken named."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refusal import Refused
from engine.structure import structure_file, td_file, td_notation
from engine.structure.td_notation import Made

HARBOUR = (Path(__file__).parents[2] / "structures" / "harbour.tdt").read_text("utf-8")


def taken(text: str = HARBOUR, preset: str = "friday") -> dict[str, Any]:
    file = td_file.read(text, preset=preset)
    structure_file.read(file.text)
    made: dict[str, Any] = json.loads(file.text)
    return made


def left(text: str = HARBOUR, preset: str = "friday") -> str:
    return " ".join(td_file.read(text, preset=preset).left)


def test_a_save_file_becomes_a_structure():
    made = taken()
    assert td_file.looks_like_one(HARBOUR)
    assert td_file.read(HARBOUR, preset="friday").title == 'Harbour "Deep" Stack'
    assert (made["rulebook"], made["preset"], made["game"]) == ("adelaide", "friday", "nlhe")
    plain = made["structure"]
    assert (plain["stack"], plain["entry_price"], plain["entry_fee"]) == (5000, 5000, 500)
    assert (plain["seats_per_table"], plain["max_players"]) == (9, 17)
    assert plain["chips"] == [
        {"value": 25, "colour": "green"},
        {"value": 100, "colour": "black"},
        {"value": 500, "colour": "purple"},
        {"value": 1000, "colour": "white"},
    ]
    assert plain["rebuys"] == {
        "chips": 5000,
        "price": 4000,
        "minutes": 60,
        "stack_below": 5000,
        "most": 2,
    }
    assert (plain["add_ons"]["price"], plain["add_ons"]["until_minute"]) == (2050, 75)


def test_levels_breaks_and_the_chips_that_leave():
    rows = taken()["structure"]["schedule"]["rows"]
    assert [row["kind"] for row in rows] == ["level"] * 3 + ["break"] + ["level"] * 2
    assert rows[1]["note"] == "Doors close"
    assert rows[2]["race_offs"] == [25]
    assert rows[3] == {"kind": "break", "minutes": 10, "note": "Soup"}
    assert rows[4] == {"kind": "level", "minutes": 15, "blinds": [100, 200], "ante": 100}
    assert "race_offs" not in rows[5]


def test_everything_that_is_not_taken_over_is_named():
    words = left()
    for part in (
        "The description",
        "The league",
        "The season",
        "The start time",
        "The prizes",
        "3 players",
        "Guaranteed: 1000",
        "usual one of 2 profiles",
        "The most of all rebuys",
        "The break after the last level",
        "does not say when",
        "a part of the fee",
    ):
        assert part in words
    assert "history" not in words


def test_players_are_read_with_their_nicknames():
    assert td_file.players(HARBOUR) == [("Mona", "O'Keefe", "Mole"), ("Tiller", "", "")]


def test_another_rulebook_keeps_its_own_terms_or_sells_nothing():
    made = taken(preset="canberra-h")["structure"]
    assert (made["rebuys"], made["add_ons"]) == (None, None)
    assert made["max_players"] != 17
    assert "Rebuys: the rulebook does not sell them." in left(preset="canberra-h")
    satellite = taken(preset="canberra-g")["structure"]["rebuys"]
    assert (satellite["price"], satellite["minutes"]) == (4000, 60)
    assert taken(preset="igr")["structure"]["rebuys"]["stack_below"] == 5000


def test_an_almost_empty_file_falls_back_on_the_preset():
    bare = "{V:'3',T:new Tournament({Levels:[new GameRound({Minutes:5,BigBlind:2})]})}"
    made = taken(bare)["structure"]
    assert (made["stack"], made["rebuys"], made["entry_price"]) == (5000, None, 0)
    assert made["schedule"]["rows"] == [{"kind": "level", "minutes": 5, "blinds": [2]}]
    assert "the preset's is taken" in left(bare)
    assert "the preset's are taken" in left(bare)


def changed(old: str, new: str) -> str:
    assert old in HARBOUR
    return HARBOUR.replace(old, new)


def test_the_stack_may_be_counted_from_the_chips():
    text = changed("Chips:5000", "Chips:0")
    assert taken(text)["structure"]["stack"] == 12 * 25 + 12 * 100 + 5 * 500 + 1000


def test_limits_and_games_that_are_not_understood_are_named():
    assert taken(changed("GameType:2", "GameType:1"))["game"] == "phe"
    mixed = HARBOUR.replace("GameType:2", "GameType:0", 1)
    assert "Levels of different limits" in left(mixed)
    assert "“Razz”" in left(HARBOUR.replace("Texas Hold'em", "Razz", 1))
    assert "limits written beside levels" in left(HARBOUR.replace("Limits:[0", "Limits:[4", 1))


def test_a_race_off_before_the_first_level_is_named():
    early = changed(
        "Levels:[new GameRound", "Levels:[new GameBreak({Minutes:1,ChipUp:true}),new GameRound"
    )
    assert "The race-off before the first level." in left(early)


def test_a_race_off_without_a_chip_to_spare_says_nothing():
    small = changed("SmallBlind:500,BigBlind:1000", "SmallBlind:525,BigBlind:1050")
    assert "race_offs" not in taken(small)["structure"]["schedule"]["rows"][2]


def test_add_ons_may_stay_open_and_rebuys_be_without_end():
    text = HARBOUR.replace("LastRound:4", "LastRound:0").replace("LastRound:3", "LastRound:0")
    made = taken(text)["structure"]
    assert made["add_ons"]["until_minute"] is None
    assert made["rebuys"]["minutes"] == 90


def test_tables_are_no_larger_than_the_game_allows():
    assert (
        taken(changed("NumberOfSeats:9", "NumberOfSeats:12"))["structure"]["seats_per_table"] == 10
    )
    assert "Tables of more than 10 seats." in left(changed("NumberOfSeats:9", "NumberOfSeats:12"))


def test_more_chips_than_we_have_colours_are_cut():
    chips = "".join(
        f"new GameChip({{Value:{25 * 2**power},Color:'nut brown'}})," for power in range(13)
    )
    many = changed("Chips:[", f"Chips:[{chips}")
    made = taken(many)["structure"]["chips"]
    assert len({chip["colour"] for chip in made}) == len(made) == 11
    assert "Chips above the 11 smallest" in left(many)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot be read"),
        (HARBOUR[:-200], "cannot be read"),
        (HARBOUR + "}", "cannot be read"),
        ("{V:1,T:alert(1)}", "no save file"),
        ("{V:1,T:{}}", "no save file"),
        ("[1]", "no save file"),
        ("{V:1,T:new 5}", "cannot be read"),
        ("{V:1,T:x}", "cannot be read"),
        ("{[:1}", "cannot be read"),
        ("{V 1}", "cannot be read"),
        ("{V:Map.from([1])}", "cannot be read"),
        ("{V:;}", "cannot be read"),
        ("[" * 100, "nested too deeply"),
        ("9" * 31, "cannot be read"),
        (" " * 3_000_001, "too large"),
        (changed("Minutes:10", "Minutes:-1"), "where an amount should be"),
        (changed("Minutes:10", "Minutes:1.5"), "“1.5” is not a whole number"),
        (changed("Minutes:10", 'Minutes:"ten"'), "where an amount should be"),
    ],
)
def test_what_is_no_save_file_is_refused_with_a_sentence(text: str, words: str):
    with pytest.raises(Refused, match=words):
        td_file.read(text, preset="friday")


def test_an_unknown_preset_is_refused():
    with pytest.raises(Refused, match="no such preset"):
        td_file.read(HARBOUR, preset="nowhere")


def test_the_notation():
    read = td_notation.read(
        """{a:'it\\'s',"b c":"\\x41\\u0042\\n\\q\\u0000",3:[1,-2.5e1,.5,],d:new LO.Cell(),
        e:new P(1,2),f:Map.from([["k",true]]),g:undefined,h:{},}"""
    )
    assert read == {
        "a": "it's",
        "b c": "AB\nq",
        "3": [1, -25.0, 0.5],
        "d": Made("LO.Cell", ()),
        "e": Made("P", (1, 2)),
        "f": {"k": True},
        "g": None,
        "h": {},
    }
    assert (read["d"].inside, read["e"].inside) == ([], [1, 2])


@given(st.text(alphabet='{}[]():,"newMap.from\\ 1-T', max_size=60))
def test_no_text_breaks_the_reader(text: str):
    try:
        td_notation.read(text)
    except Refused as refusal:
        said = refusal.why
    else:
        said = "read"
    assert said


@given(st.integers(0, len(HARBOUR) - 1), st.sampled_from('{}[]",:5aN-'))
def test_one_wrong_letter_is_a_sentence_or_a_structure(place: int, letter: str):
    text = HARBOUR[:place] + letter + HARBOUR[place + 1 :]
    try:
        made = td_file.read(text, preset="friday").text
        structure_file.read(made)
        td_file.players(text)
    except Refused as refusal:
        assert refusal.why.endswith(".")  # noqa: PT017 (either outcome is right)


@pytest.mark.parametrize(
    ("preset", "game"), [("charity", "phe"), ("igr", "phe"), ("canberra-h", "nlhe")]
)
def test_the_limit_of_a_file_is_taken_where_the_book_knows_it_and_authorises_no_list(preset, game):
    file = td_file.read(changed("GameType:2", "GameType:1"), preset=preset)
    assert json.loads(file.text)["game"] == game
