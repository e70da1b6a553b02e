"""Every command of the Makefile begins: nothing it needs first is loaded too soon."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = sorted(
    set(re.findall(r"-m ((?:config|tests|bench)[\w.]*)", (ROOT / "Makefile").read_text()))
)


@pytest.mark.parametrize("module", MODULES)
def test_what_a_command_starts_can_be_loaded_before_django_is_set_up(module: str):
    """`make shots` stopped at its own imports, and no test had begun it."""
    name = (
        module
        if Path(ROOT, *module.split(".")).with_suffix(".py").is_file()
        else f"{module}.__main__"
    )
    run = subprocess.run(
        [sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.stderr == ""
