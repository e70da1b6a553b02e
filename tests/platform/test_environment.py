"""The environment, with `.env` beneath it."""

import os
import re
from pathlib import Path

import pytest

from config.machine import environment
from config.machine.environment import Environment

ROOT = Path(__file__).resolve().parent.parent.parent
READS = re.compile(r"env\.(?:text|is_on|words)\(\s*\"([A-Z_]+)\"|port_number\(env, \"([A-Z_]+)\"")
ONLY_BETWEEN_OUR_OWN_PROCESSES = {"PROCESS", "TLS_PORT", "OUTWARD_URL", "DEMO"}


def test_the_process_has_the_last_word_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / ".env").write_text("PORT=9\nTIME_ZONE='UTC' \n# HOST=ignored\n\nDEBUG=0\n")
    monkeypatch.setenv("PORT", "10")
    monkeypatch.delenv("HOST", raising=False)
    monkeypatch.setenv("TIME_ZONE", "")
    monkeypatch.delenv("ENV_FILE")
    read = environment.read(tmp_path)
    assert (read.text("PORT"), read.text("TIME_ZONE"), read.text("HOST")) == ("10", "UTC", "")


def test_a_process_may_be_given_another_file_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / ".env").write_text("SPEED=2")
    (tmp_path / "other").write_text("SPEED=3")
    monkeypatch.delenv("SPEED", raising=False)
    monkeypatch.setenv("ENV_FILE", str(tmp_path / "other"))
    assert environment.read(tmp_path).text("SPEED") == "3"
    monkeypatch.setenv("ENV_FILE", os.devnull)
    assert environment.read(tmp_path).text("SPEED") == ""


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("True", True), ("on", True), ("0", False), ("no", False)]
)
def test_words_for_yes_and_no(value: str, meant: bool):
    assert Environment({"TLS": value}).is_on("TLS", default=not meant) is meant


def test_an_empty_value_counts_as_unset():
    empty = Environment({"TLS": "", "ALLOWED_HOSTS": " , "})
    assert empty.is_on("TLS", default=True)
    assert empty.words("ALLOWED_HOSTS", "*") == ["*"]


def explained() -> set[str]:
    example = (ROOT / ".env.example").read_text()
    return set(re.findall(r"^#?\s?([A-Z_]+)=", example, flags=re.MULTILINE))


def read() -> set[str]:
    sources = [(ROOT / "config" / name).read_text() for name in ("settings.py", "machine/run.py")]
    return {name for found in READS.findall("\n".join(sources)) for name in found if name}


def test_the_example_explains_every_variable_that_is_read():
    assert len(read()) > 10
    assert read() - ONLY_BETWEEN_OUR_OWN_PROCESSES <= explained()


def test_every_variable_that_the_makefile_hands_on_is_read_and_explained():
    makefile = (ROOT / "Makefile").read_text()
    exported = re.search(r"^export (.+)$", makefile, flags=re.MULTILINE)
    assert exported
    tools = [ROOT / "tests" / tool / "__main__.py" for tool in ("faults", "mutants")]
    of_tools = set(
        re.findall(r"environ\.get\(\"([A-Z_]+)\"\)", "".join(map(Path.read_text, tools)))
    )
    assert set(exported[1].split()) - of_tools <= read() & explained()
    assert all(f"{name}=" in makefile for name in of_tools)
