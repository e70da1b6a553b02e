"""Every package is pinned, installed as pinned, and newer than what is known to be weak."""

import re

import pytest

from config.machine import install, pins


def pinned() -> dict[str, str]:
    return pins.pinned((install.LOCKS / "dev.txt").read_text("utf-8"))


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
    with pytest.raises(ValueError, match=f"Not pinned: {re.escape(line)}"):
        pins.pinned(f"vine==5.1.0\n{line}\n")


def test_the_list_is_of_packages_that_are_used():
    listed = {line.split(",")[0].lower() for line in pins.WEAKNESSES.read_text().splitlines()[1:]}
    assert listed <= {name.replace("_", "-") for name in (*pinned(), *pins.binaries())}


def test_what_wheels_carry_is_asked_its_version_and_looked_up():
    carried = pins.binaries()
    assert {"valkey-server", "openssl", "libpq", "webp"} <= set(carried)
    assert list(pins.weak(carried)) == []
    assert list(pins.weak({**carried, "valkey-server": "9.1.0"})) == [
        "valkey-server 9.1.0 has a known weakness: "
        "CVE-2026-56684: a signed-in client could run code through CLIENT KILL.",
        "valkey-server 9.1.0 has a known weakness: "
        "CVE-2026-63639: a crafted data file could run code.",
    ]


def test_an_installation_has_the_versions_that_were_tested():
    run = pins.pinned((install.LOCKS / "run.txt").read_text("utf-8"))
    assert run.items() <= pinned().items()
    assert set(run) == set(pins.installed(install.requirements([])))


def test_every_file_is_locked_by_its_hash_without_the_address_of_a_registry():
    for lock in ("run.txt", "dev.txt"):
        text = (install.LOCKS / lock).read_text("utf-8")
        assert "://" not in text
        packages = re.split(r"\n(?=\S)", text)
        assert all(" --hash=sha256:" in package for package in packages)
