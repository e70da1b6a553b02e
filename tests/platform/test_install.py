"""The environment is made once for as long as nothing changes."""

import ast
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from config.machine import install

ROOT = Path(__file__).resolve().parent.parent.parent
SUPPORTED = str(ROOT / "config" / "machine" / "supported.py")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The lock files that were installed, in a folder where nothing is yet."""
    calls: list[Path] = []

    def make_venv() -> None:
        (tmp_path / ".venv" / "bin").mkdir(parents=True)
        (tmp_path / ".venv" / "bin" / "python").touch()

    monkeypatch.setattr(install, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(install, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(install, "make_venv", make_venv)
    monkeypatch.setattr(install, "install", calls.append)
    monkeypatch.setattr(install, "uninstall_setuptools", lambda: None)
    return calls


def test_a_second_start_installs_nothing(installed: list[Path]):
    install.main([])
    install.main([])
    assert installed == [install.LOCKS / "run.txt"]


def test_a_changed_lock_installs_again(
    installed: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install.main([])
    (tmp_path / "run.txt").write_text("Django==5.2.99\n")
    monkeypatch.setattr(install, "LOCKS", tmp_path)
    install.main([])
    assert len(installed) == 2


def test_tools_for_tests_are_installed_only_for_tests(installed: list[Path]):
    install.main([])
    install.main(["dev"])
    run, dev = (lock.read_text() for lock in installed)
    assert "\npytest==" not in run
    assert "\npytest==" in dev


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13), (3, 15, 0), (4, 0, 0)])
def test_a_python_it_does_not_run_on_gets_one_sentence(
    version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 to 3\.14; .* is \d\.\d+\."):
        runpy.run_path(SUPPORTED, run_name="__main__")


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 2)])
def test_a_python_it_runs_on_goes_on(version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "version_info", version)
    assert runpy.run_path(SUPPORTED, run_name="__main__")["IS_THIS"]


def test_the_sentence_is_written_so_that_every_python_can_say_it():
    """Before 3.9 it ended in a traceback of the script that was to say it."""
    newer = (ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.FunctionDef)
    nodes = ast.walk(ast.parse(Path(SUPPORTED).read_text("ascii")))
    assert not [node for node in nodes if isinstance(node, newer)]


def test_whoever_waits_sees_how_far_it_is_and_none_of_the_warnings():
    printed = ["WARNING: a folder is missing", *[f"Collecting p{n}" for n in range(4)]]
    lines = iter([*printed, "Processing ./p4.whl", "Installing collected packages: p0"])
    assert list(install.progress(lines, 5)) == [
        "  2 of 5 fetched",
        "  3 of 5 fetched",
        "  4 of 5 fetched",
        "  5 of 5 fetched",
        "  unpacking ...",
    ]


def test_a_failure_shows_the_end_of_what_was_said_and_where_the_rest_is():
    said = install.failure("WARNING: a folder is missing\nERROR: no such version\n")
    assert said.startswith("ERROR: no such version\nThe dependencies could not be installed: see ")


def test_uv_installs_where_the_machine_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "uv").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    first, second = install.installers()
    assert first[:3] == [str(tmp_path / "uv"), "pip", "install"]
    assert second[1:4] == ["-m", "pip", "install"]
    monkeypatch.setenv("PATH", "/nowhere")
    assert [*install.installers()] == [second]


def test_where_uv_gets_nowhere_pip_installs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A certificate that only pip was told of ended the installation."""
    lock = tmp_path / "lock.txt"
    lock.write_text("one==1\n")
    monkeypatch.setattr(install, "LOG", tmp_path / "install.log")
    monkeypatch.setattr(install, "installers", lambda: iter([["false"], ["echo", "Prepared 1"]]))
    install.install(lock)
    assert capsys.readouterr().out == "Installing 1 packages (once) ...\n  unpacking ...\n"
    monkeypatch.setattr(install, "installers", lambda: iter([["false"]]))
    with pytest.raises(SystemExit, match="could not be installed"):
        install.install(lock)


def test_make_bench_runs_the_benches_that_are_named():
    printed = subprocess.run(
        ["make", "--dry-run", "bench", "engine"], cwd=ROOT, capture_output=True, text=True
    )
    assert "-m bench engine" in printed.stdout
    assert printed.stderr == ""
