"""The mutation run: which changes it makes, how it puts them in, and who meets them."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from engine.answers import Answer
from tests.mutants import changes, choosing, lines, meeting, putting, report
from tests.mutants.changes import Mutant
from tests.mutants.lines import Test
from tests.mutants.results import KILLED, SURVIVED, Result

SAMPLE = '''
from functools import cache

from engine.answers import Answer

LEAST = 2
TABLE = {"short": Answer(5, "fours:level-1"), "long": Answer(6, "fours:level-2")}


@cache
def may_act(stack: int, bet: int = 1) -> bool:
    """Not a word of this is changed."""
    return stack >= LEAST and not bet


def counted(bets: list[int]):
    def total() -> int:
        return max(bets) - 1

    return total
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sample_rules.py"
    path.write_text(SAMPLE, "utf-8")
    return path


@pytest.fixture
def module(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The sample, loaded as it is."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, file.stem, made)
    spec.loader.exec_module(made)
    return made


def _the(file: Path, was: str, now: str) -> Mutant:
    (found,) = (mutant for mutant in changes.of(file) if (mutant.was, mutant.now) == (was, now))
    return found


def test_every_small_change_is_made_once_and_no_word_for_readers(file: Path):
    made = {(mutant.function, mutant.kind, mutant.was, mutant.now) for mutant in changes.of(file)}
    assert made >= {
        ("", "constant", "2", "3"),
        ("", "clause", "'fours:level-1'", "'fours:level-2'"),
        ("", "constant", "1", "2"),  # a usual value belongs to the module, not to the function
        ("may_act", "comparison", "stack >= LEAST", "stack > LEAST"),
        ("may_act", "negation", "not bet", "bet"),
        ("may_act", "and, or", "stack >= LEAST and (not bet)", "stack >= LEAST or not bet"),
        ("counted", "name", "max", "min"),
        ("counted", "arithmetic", "max(bets) - 1", "max(bets) + 1"),
        ("counted", "return", "return total", "return None"),
    }
    assert len({mutant.id for mutant in changes.of(file)}) == len(changes.of(file))
    assert not any("word" in mutant.was for mutant in changes.of(file))


def test_an_entry_of_a_table_is_left_out(file: Path):
    rows = [mutant for mutant in changes.of(file) if mutant.kind == "row"]
    assert [mutant.now for mutant in rows] == [
        "{'long': Answer(6, 'fours:level-2')}",
        "{'short': Answer(5, 'fours:level-1')}",
    ]


def test_a_change_keeps_its_name_while_others_move_its_lines(file: Path):
    before = _the(file, "max", "min")
    file.write_text(f"LIMIT = 7\n{SAMPLE}", "utf-8")
    after = _the(file, "max", "min")
    assert (after.id, after.first) == (before.id, before.first + 1)


def test_a_change_names_the_clauses_nearest_to_it(file: Path):
    assert _the(file, "5", "6").cited == ("fours:level-1",)


def test_a_function_answers_with_its_change_also_what_it_remembered(
    file: Path, module: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(putting, "OURS", (module.__name__,))
    loaded = putting.look_around()
    assert module.may_act(2, 0)
    putting.swap(_the(file, "stack >= LEAST", "stack > LEAST"), loaded)
    assert not module.may_act(2, 0)


def test_a_function_made_before_the_change_has_it_too(file: Path, module: ModuleType):
    total = module.counted([3, 9])
    putting.swap(_the(file, "max", "min"), putting.look_around())
    assert total() == 2


def test_a_table_is_changed_where_it_lies():
    kept = Answer(5, "fours:level-1")
    assert putting.changed(kept, Answer(6, "fours:level-2"))
    assert (kept.value, kept.clause) == (6, "fours:level-2")


def test_a_table_that_lost_a_row_is_not_changed_where_it_lies():
    assert not putting.changed((1, 2), (1,))


def test_a_process_that_dies_has_noticed_the_change():
    fate = meeting.fate_of(["tests/test_a.py::test_b"], 1.0)
    assert (fate.fate, fate.by) == (KILLED, "tests/test_a.py::test_b (never ended)")


def test_a_process_says_which_test_failed():
    fate = meeting.fate_of(["tests/test_a.py::test_b", "tests/test_a.py::test_c", KILLED], 1.0)
    assert (fate.fate, fate.by, fate.met) == (KILLED, "tests/test_a.py::test_c", 2)


def test_a_fault_of_the_tool_is_no_killed_mutant():
    assert meeting.fate_of(["tests/test_a.py::test_b", "broken OSError()"], 1.0).fate == "broken"


def test_its_own_clauses_come_first_and_time_is_short(file: Path, monkeypatch: pytest.MonkeyPatch):
    known = {
        "quick": Test(("fours:level-3",), "engine", 0.1),
        "own": Test(("fours:level-1",), "page", 2.0),
        "slow": Test(("fours:level-3",), "page", 60.0),
        "elsewhere": Test(("fours:level-3",), "page", 0.1),
    }
    ran = {line: frozenset({"quick", "slow", ""}) for line in range(1, 30)}
    monkeypatch.setattr(lines, "of", lambda _: ran)
    monkeypatch.setattr(choosing, "_sources", lambda: {file: SAMPLE})
    chosen = choosing.tests(_the(file, "5", "6"), known, seconds=10)
    assert (chosen.names, chosen.of) == (("own", "quick"), 3)


def test_the_table_counts_what_was_made_and_what_was_seen(file: Path):
    mutants = changes.of(file)[:3]
    package = "/".join(mutants[0].path.split("/")[:2])
    killed, survived = (
        Result(mutant.id, mutant.path, "", "constant", 6, "2", "3", fate)
        for mutant, fate in zip(mutants[:2], (KILLED, SURVIVED), strict=True)
    )
    known = {killed.id: killed, survived.id: survived}
    rows = report.text(mutants, known, is_long=False).splitlines()
    assert rows[2] == f"| {package} | 3 | 2 | 1 (50.0%) | 0 | 1 | 0 | 0 |"
