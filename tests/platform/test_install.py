"""The environment is made once for as long as nothing changes."""

import subprocess
import sys
from pathlib import Path

import pytest

from config import install

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was installed, in a folder where nothing is yet."""
    calls: list[list[str]] = []

    def make_venv() -> None:
        (tmp_path / ".venv" / "bin").mkdir(parents=True)
        (tmp_path / ".venv" / "bin" / "python").touch()

    monkeypatch.setattr(install, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(install, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(install, "make_venv", make_venv)
    monkeypatch.setattr(install, "install", calls.append)
    return calls


def test_a_second_start_installs_nothing(installed: list[list[str]]):
    install.main([])
    install.main([])
    assert len(installed) == 1
    assert "Django>=5.2,<5.3" in installed[0]


def test_a_changed_pin_installs_again(
    installed: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install.main([])
    changed = tmp_path / "constraints.txt"
    changed.write_text("Django==5.2.99\n")
    monkeypatch.setattr(install, "CONSTRAINTS", changed)
    install.main([])
    assert len(installed) == 2


def test_tools_for_tests_are_installed_only_for_tests(installed: list[list[str]]):
    install.main([])
    install.main(["dev"])
    assert "pytest" not in installed[0]
    assert "pytest" in installed[1]


def test_an_old_python_gets_one_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        install.main([])


def test_every_dependency_is_pinned_without_the_address_of_a_registry():
    pins = install.CONSTRAINTS.read_text().splitlines()
    assert all("==" in line and "://" not in line and "@" not in line for line in pins)
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in pins}
    wanted = {plain(name) for name in install.requirements(["dev"])}
    assert wanted <= pinned


def plain(requirement: str) -> str:
    name = requirement.split("[")[0].split(">")[0].split("=")[0]
    return name.strip().lower().replace("_", "-")


def test_make_bench_runs_the_benches_that_are_named():
    printed = subprocess.run(
        ["make", "--dry-run", "bench", "engine"], cwd=ROOT, capture_output=True, text=True
    )
    assert "-m bench engine" in printed.stdout
    assert printed.stderr == ""
