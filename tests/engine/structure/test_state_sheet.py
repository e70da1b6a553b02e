"""A state sheet is read as it was written, and what makes no sense is refused by its line."""

from datetime import timedelta

import pytest

from engine.refusal import Refused
from engine.structure import state_sheet
from engine.structure.state_sheet import Gone, Seated, StateSheet

ANN, BO = ["1", "4", "Ann", "12 500"], ["2", "1", "Bo", "9,000"]


def test_lines_typed_from_paper_need_no_headings():
    sheet = state_sheet.read([ANN, [], BO, ["3", "Cy"]])
    assert sheet == StateSheet(
        seats=(Seated(1, 4, "Ann", 12500), Seated(2, 1, "Bo", 9000)), out=(Gone(3, "Cy"),)
    )
    assert sheet.names == ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("12:30", timedelta(minutes=12, seconds=30)),
        ("1:02:03", timedelta(hours=1, minutes=2, seconds=3)),
        ("\u2013", None),
    ],
)
def test_level_and_time_stand_under_their_names(words: str, left: timedelta | None):
    sheet = state_sheet.read(
        [["State sheet", "Cup"], ["level", "5"], ["Time left", words], ["Table", "Seat"], ANN, BO]
    )
    assert (sheet.level, sheet.left) == (5, left)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([ANN], "At least two players"),
        ([ANN, BO, ["1", "4", "Cy", "1"]], "Table 1, seat 4 is on the sheet twice"),
        ([ANN, BO, ["3", "ann"]], "Ann is on the sheet twice"),
        ([ANN, BO, ["9", "Cy"]], "Cy cannot be out in place 9: 2 are still in and 1 are out"),
        ([ANN, BO, ["2", "Cy"]], "Cy cannot be out in place 2"),
        ([ANN, ["1", "x", "Bo", "5"]], "Line 2: “x” is no seat"),
        ([ANN, ["1", "2", "Bo", "0"]], "Line 2: table, seat and chips are numbers from 1"),
        ([ANN, ["1", "2", "Bo"]], "Line 2: write table, seat, name and chips"),
        ([ANN, BO, ["Dinner at eight"]], "Line 3 begins with neither a table nor a place"),
        ([ANN, BO, ["Level", "five"]], "The level is a number"),
        ([ANN, BO, ["Time left", "soon"]], "Write the time left as 12:30"),
        ([[]] * (state_sheet.MOST_LINES + 1), "at most 5,000 lines"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_line(rows: list[list[str]], why: str):
    with pytest.raises(Refused, match=why):
        state_sheet.read(rows)
