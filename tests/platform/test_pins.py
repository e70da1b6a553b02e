"""Every package is pinned, installed as pinned, and newer than what is known to be weak."""

import re

import pytest

from config import install, pins


def pinned() -> dict[str, str]:
    return pins.pinned(install.CONSTRAINTS.read_text("utf-8"))


def test_everything_that_is_installed_is_pinned_at_that_version():
    there = pins.installed(install.requirements(["dev"]))
    assert {"django", "sqlparse", "daphne", "vine", "pytest"} <= set(there)
    assert list(pins.complaints(pinned(), there)) == []


def test_every_pin_is_of_use():
    assert set(pinned()) - set(pins.installed(install.requirements(["dev"]))) == set()


def test_what_is_there_and_not_pinned_or_at_another_version_is_named():
    found = list(pins.complaints({"ruff": "1.0"}, {"ruff": "1.1", "leftover": "0.1"}))
    assert found == [
        "leftover 0.1 is installed and not pinned.",
        "ruff 1.1 is installed; 1.0 is pinned.",
    ]


def test_a_version_with_a_listed_weakness_is_named():
    assert list(pins.weak({"celery": "5.2.1"})) == [
        "celery 5.2.1 has a known weakness: "
        "CVE-2021-23727: a result from the broker could run a command."
    ]
    assert list(pins.weak({"celery": "5.2.2"})) == []
    assert len(list(pins.weak({"django": "5.2.17"}))) == 2  # of the next release


@pytest.mark.parametrize("line", ["Django>=5.2", "Django", "Django==5.2.*", "-e ."])
def test_a_line_that_leaves_the_version_open_is_refused(line: str):
    with pytest.raises(ValueError, match=f"not pinned: {re.escape(line)}"):
        pins.pinned(f"vine==5.1.0\n{line}\n")


def test_the_list_is_of_packages_that_are_used():
    listed = {line.split(",")[0].lower() for line in pins.WEAKNESSES.read_text().splitlines()[1:]}
    assert listed <= {name.replace("_", "-") for name in pinned()}
