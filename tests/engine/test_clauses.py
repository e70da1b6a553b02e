"""The clause tables, the rule markers, and the command that measures them."""

import re
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from engine import clauses, matrix, rulebooks
from engine.management import markers, proofs
from engine.management.proofs import Proof
from engine.rules.book import is_section
from tests import rule_markers

KINDS = {"engine", "clock", "dealer", "director", "money", "record", "display", "access", "people"}


def test_every_book_is_loaded_whole_and_in_order():
    sizes = {book: len(clauses.of(book)) for book in clauses.books()}
    assert sizes == {"charity": 228, "adelaide": 277, "canberra": 433, "igr": 259, "fours": 78}
    assert clauses.of("fours")[0].id == "fours:buyin-1"


def test_a_clause_says_its_book_topic_kind_and_behaviour():
    clause = clauses.get("canberra:13.4")
    assert (clause.book, clause.kind) == ("canberra", "engine")
    assert clause.topic
    assert clause.behaviour


def test_every_clause_has_a_known_kind_and_its_books_name():
    for book in clauses.books():
        for clause in clauses.of(book):
            assert clause.kind in KINDS, clause
            assert clause.id.startswith(f"{book}:"), clause


@pytest.mark.parametrize("unknown", ["canberra:99.9", "tda2024:R999", "nobook:1", "", "canberra"])
def test_an_unknown_clause_is_a_loud_error(unknown):
    with pytest.raises(clauses.UnknownClause, match="no rulebook has"):
        clauses.get(unknown)


def test_what_binds_only_people_need_not_be_proved():
    assert clauses.get("canberra:16.3").kind == "people"
    assert "canberra:16.3" not in {clause.id for clause in clauses.to_prove("canberra")}


def test_search_finds_every_word_in_any_order_and_may_be_narrowed_to_a_book():
    found = clauses.search("spades race")
    assert "canberra:4.8/suits" in {clause.id for clause in found}
    assert {clause.book for clause in clauses.search("button", book="fours")} == {"fours"}
    assert clauses.search("no such word anywhere") == ()


def test_a_tda_rule_may_be_cited_and_a_sub_rule_shows_the_rule_it_belongs_to():
    assert clauses.may_be_cited("tda2024:R11-A")
    assert clauses.may_be_cited("tda2024:R47-Z")
    assert not clauses.may_be_cited("tda2024:")
    shown = clauses.find("tda2024:R47-Z")
    assert shown is not None
    assert shown.id == "tda2024:R47"
    assert clauses.find("tda2024:R999-A") is None


def write_test(folder: Path, *marks: str) -> Path:
    path = folder / "test_sample.py"
    path.write_text("import pytest\n\n" + "\n".join(marks) + "\ndef test_it(): ...\n")
    return path


def test_markers_are_found_on_functions_parameters_and_modules(tmp_path):
    path = write_test(
        tmp_path,
        'pytestmark = [pytest.mark.rule("fours:level-1")]',
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("fours:level-2"))])',
        '@pytest.mark.rule("fours:level-3")',
    )
    found = {marker.clause for marker in markers.in_file(path)}
    assert found == {"fours:level-1", "fours:level-2", "fours:level-3"}


def test_what_is_no_marker_is_not_found(tmp_path):
    assert markers.in_file(write_test(tmp_path, "@pytest.mark.race")) == []
    path = write_test(tmp_path, "@pytest.mark.rule(NAME)", '@other.rule("fours:level-1")')
    assert markers.in_file(path) == []


def test_a_marker_that_names_no_clause_fails_the_collection(tmp_path):
    path = write_test(tmp_path, '@pytest.mark.rule("fours:level-1")')
    fault = rule_markers._fault
    assert fault(pytest.mark.rule("fours:level-1").mark, path) == ""
    assert "no rulebook has" in fault(pytest.mark.rule("fours:level-99").mark, path)
    assert "literal" in fault(pytest.mark.rule("fours:level-2").mark, path)
    assert "one clause" in fault(pytest.mark.rule("fours:level-1", "fours:level-2").mark, path)
    assert "one clause" in fault(pytest.mark.rule().mark, path)


def collected(path: Path, *clause_ids: str) -> Any:
    return Marked(path, *clause_ids)


class Marked:
    """What the plugin asks of a collected test."""

    def __init__(self, path, *clause_ids):
        self.path, self.nodeid, self.clause_ids = path, "test_sample.py::test_it", clause_ids

    def iter_markers(self, name):
        return (getattr(pytest.mark, name)(clause_id).mark for clause_id in self.clause_ids)


def test_the_plugin_stops_the_run_and_names_the_test(tmp_path):
    path = write_test(tmp_path, '@pytest.mark.rule("fours:level-1")')
    rule_markers.pytest_collection_modifyitems([collected(path, "fours:level-1")])
    with pytest.raises(pytest.UsageError, match=r"test_sample\.py::test_it: no rulebook has"):
        rule_markers.pytest_collection_modifyitems([collected(path, "fours:nothing")])


def measured(*arguments: str, tests: Path) -> str:
    out = StringIO()
    call_command("rules", *arguments, "--tests", str(tests), stdout=out)
    return out.getvalue()


def test_the_command_counts_what_is_proved_and_lists_what_is_not(tmp_path):
    write_test(tmp_path, '@pytest.mark.rule("fours:level-1")', '@pytest.mark.rule("tda2024:R23")')
    text = measured("--book", "fours", "--kind", "clock", tests=tmp_path)
    assert "fours     clock        1 of 7" in text
    assert "fours:level-2" in text
    assert "fours:level-1," not in text
    assert text.endswith("1 of 7 clauses proved\n")


def test_the_command_covers_all_books_but_for_people(tmp_path):
    total = sum(len(clauses.to_prove(book)) for book in clauses.books())
    assert f"0 of {total} clauses proved" in measured(tests=tmp_path)


def test_check_fails_while_a_clause_is_unproved_and_passes_when_all_are(tmp_path):
    tests = folder_of_tests(tmp_path)
    record = next(clause for clause in clauses.to_prove("fours") if clause.kind == "record")
    with pytest.raises(CommandError, match="1 clauses are not proved"):
        check_records(tests)
    write_test(tests, f'@pytest.mark.rule("{record.id}")')
    with pytest.raises(CommandError, match="1 clauses have tests that were not seen to pass"):
        check_records(tests)
    saw(tests, "page", record.id)
    assert "1 of 1" in check_records(tests)


def test_check_fails_while_a_clause_that_others_keep_is_proved_in_the_engine_alone(tmp_path):
    tests = folder_of_tests(tmp_path)
    write_test(tests, '@pytest.mark.rule("fours:td-3")')
    saw(tests, "engine", "fours:td-3")
    fault = "1 clauses are kept elsewhere but proved in the engine alone: fours:td-3"
    with pytest.raises(CommandError, match=fault):
        check_records(tests)


def test_check_alone_says_nothing_where_all_is_well(tmp_path):
    tests = folder_of_tests(tmp_path)
    write_test(tests, '@pytest.mark.rule("fours:td-3")')
    saw(tests, "service", "fours:td-3")
    only = ("--book", "fours", "--kind", "record", "--check")
    assert measured(*only, "--verbosity", "0", tests=tests) == ""


def test_the_command_tells_where_each_clause_is_proved(tmp_path):
    tests = folder_of_tests(tmp_path)
    write_test(tests, *(f'@pytest.mark.rule("fours:level-{number}")' for number in (1, 2, 3)))
    seen = {
        f"tests/test_sample.py::test_it[{place}]": Proof(place=place, clauses=["fours:level-1"])
        for place in ("page", "engine")
    }
    alone = {"tests/test_sample.py::test_it[b]": Proof(place="engine", clauses=["fours:level-2"])}
    proofs.write(tmp_path / proofs.RECORD, {**seen, **alone})
    text = measured("--book", "fours", "--kind", "clock", tests=tests)
    assert "    engine: fours:level-2\n    engine, page: fours:level-1\n" in text
    assert "    not run: fours:level-3\n" in text
    assert "1 of 7 kept elsewhere proved in the engine alone" in text


@pytest.mark.parametrize(
    "gone",
    [
        "tests/test_gone.py::test_it",
        "tests/test_sample.py::test_gone",
        "tests/test_other.py::test_it",
    ],
)
def test_what_a_test_that_is_gone_proved_counts_no_more(tmp_path, gone):
    tests = folder_of_tests(tmp_path)
    write_test(tests, '@pytest.mark.rule("fours:td-3")')
    (tests / "test_other.py").write_text("def test_it(): ...")
    proof = Proof(place="page", clauses=["fours:td-3"])
    proofs.write(tmp_path / proofs.RECORD, {gone: proof})
    assert "    not run: fours:td-3\n" in measured("--kind", "record", tests=tests)


def folder_of_tests(folder: Path) -> Path:
    tests = folder / "tests"
    tests.mkdir()
    return tests


def saw(tests: Path, place: str, clause: str) -> None:
    proof = Proof(place=place, clauses=[clause])
    proofs.write(tests.parent / proofs.RECORD, {"tests/test_sample.py::test_it": proof})


def check_records(tests: Path) -> str:
    return measured("--book", "fours", "--kind", "record", "--check", tests=tests)


def test_every_clause_that_software_can_keep_is_named_by_a_test():
    named = {marker.clause for marker in markers.in_folder(Path(settings.BASE_DIR) / "tests")}
    every = [clause.id for book in clauses.books() for clause in clauses.to_prove(book)]
    assert [clause for clause in every if clause not in named] == []


def test_the_command_names_the_line_of_a_marker_no_table_has(tmp_path):
    write_test(tmp_path, '@pytest.mark.rule("fours:level-99")')
    with pytest.raises(CommandError, match=r"test_sample\.py:3: no clause 'fours:level-99'"):
        measured(tests=tmp_path)


def test_the_matrix_is_written_with_every_question_and_book(tmp_path):
    path = tmp_path / "matrix.md"
    call_command("rules", "--matrix", str(path), stdout=StringIO())
    text = path.read_text()
    assert "| question | adelaide | canberra | charity | fours | igr |" in text
    assert "nobody after a short all in `canberra:13.4`" in text
    assert "same hand by all in, `adelaide:99c`, tie ruling, tie `adelaide:99c-4`" in text
    assert "| clock: hand level | the tap that deals it" in text


def test_the_matrix_asks_every_question_of_every_section():
    asked = {row.question for row in matrix.questions()}
    law = rulebooks.COMMON
    sections = [part.name for part in fields(law) if is_section(getattr(law, part.name))]
    assert set(matrix.sections()) == {*sections}
    for section in sections:
        for question in fields(getattr(law, section)):
            assert f"{section}: {question.name.replace('_', ' ')}" in asked


def test_an_answer_that_no_book_gives_is_declared_common_practice():
    cells = next(row for row in matrix.questions() if row.question == "staff: most tables").cells
    assert cells["adelaide"].text == "nothing (common practice)"
    assert cells["igr"].text == "25 `igr:6.01(f)`"


def test_the_matrix_in_the_docs_is_current():
    stored = Path(settings.BASE_DIR) / "docs" / "rules-matrix.md"
    assert stored.read_text() == matrix.markdown(), "run: manage.py rules --matrix"


def test_the_table_of_proofs_has_a_line_for_every_clause_and_no_gap(tmp_path):
    tests, path = folder_of_tests(tmp_path), tmp_path / "proved.md"
    with pytest.raises(CommandError, match="not proved by any test"):
        measured("--proved", str(path), tests=tests)
    every = [clause.id for book in clauses.books() for clause in clauses.to_prove(book)]
    write_test(tests, *(f'@pytest.mark.rule("{clause}")' for clause in every))
    proof = Proof(place="browser", clauses=every)
    proofs.write(tmp_path / proofs.RECORD, {"tests/test_sample.py::test_it": proof})
    measured("--proved", str(path), tests=tests)
    lines = path.read_text().splitlines()
    assert [line.split("`")[1] for line in lines if line.startswith("| `")] == every
    assert all(line.endswith(" | browser |") for line in lines if line.startswith("| `"))
    assert "docs/proved.md is older than what was seen" in measured("--check", tests=tests)


def test_the_stored_table_of_proofs_has_todays_clauses():
    stored = (Path(settings.BASE_DIR) / "docs" / "proved.md").read_text()
    rows = [line.split(" | ") for line in stored.splitlines() if line.startswith("| `")]
    every = [clause for book in clauses.books() for clause in clauses.to_prove(book)]
    listed = [(row[0].strip("|` "), row[1]) for row in rows]
    wanted = [(clause.id, clause.kind) for clause in every]
    assert listed == wanted, "run: make test, then manage.py rules --proved"


def test_every_clause_the_rulebook_tables_name_exists():
    cited = {clause for clause, _ in matrix.answered() if not clauses.is_fallback(clause)}
    appendices = re.compile(r"canberra:[A-I]\.")
    wrong = {c for c in cited if not clauses.is_known(c) and not appendices.match(c)}
    assert wrong == set()


def test_an_answer_is_put_into_words():
    assert matrix._said(None) == ""
    assert matrix._said(value=True) == "yes"
    assert matrix._said((52, 48)) == "52, 48"
    assert matrix._said("check") == "check"
