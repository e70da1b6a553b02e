"""`python -m config.pins`: whether what is installed is what is pinned, and not known to be weak.

It runs without a network. So it knows the weaknesses of `config/weaknesses.csv` and no others: for
each package that had any, the last ones found in public advisories and change logs to October 2026;
within this release line, a version that has their repair has the older ones too. What came since,
an audit tool with a network must find: it looks over `config/constraints.txt`.
"""

import csv
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from config import install

WEAKNESSES = Path(__file__).with_name("weaknesses.csv")
PIN = re.compile(r"([\w.-]+)==([\w.]+)")


def pinned(text: str) -> dict[str, str]:
    """The version of each package; raises ValueError for a line that leaves it open."""
    lines = [line for line in text.splitlines() if line]
    found = [PIN.fullmatch(line) for line in lines]
    if open_ones := [line for line, pin in zip(lines, found, strict=True) if pin is None]:
        raise ValueError(f"These are not pinned: {', '.join(open_ones)}.")
    return {canonicalize_name(pin[1]): pin[2] for pin in found if pin is not None}


def installed(wanted: list[str]) -> dict[str, str]:
    """Everything that these bring along on this machine, with the version that is there."""
    found: dict[str, str] = {}
    waiting = [Requirement(name) for name in wanted]
    asked: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key not in asked:
            asked.add(key)
            there = distribution(one.name)
            found[key[0]] = there.version
            waiting += needs(there.requires or [], one.extras or {""})
    return found


def needs(listed: list[str], extras: set[str]) -> Iterator[Requirement]:
    """What a package asks for on this machine, with these extras."""
    for line in listed:
        one = Requirement(line)
        marker = one.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
            yield one


def complaints(pins: Mapping[str, str], there: Mapping[str, str]) -> Iterator[str]:
    """One sentence for each package that is not as it should be."""
    for name, version in sorted(there.items()):
        if name not in pins:
            yield f"{name} {version} is installed and not pinned."
        elif Version(version) != Version(pins[name]):
            yield f"{name} {version} is installed; {pins[name]} is pinned."
    yield from weak(pins)


def weak(pins: Mapping[str, str]) -> Iterator[str]:
    """Pins that are older than the repair of a known weakness."""
    with WEAKNESSES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            version = pins.get(canonicalize_name(row["package"]))
            if version is not None and Version(version) < Version(row["repaired_in"]):
                yield f"{row['package']} {version} has a known weakness: {row['weakness']}."


def main() -> int:
    """Say what is wrong, or that nothing was found."""
    try:
        pins = pinned(install.CONSTRAINTS.read_text("utf-8"))
        there = installed(install.requirements(["dev"]))
    except (ValueError, PackageNotFoundError) as trouble:
        install.say(str(trouble))
        return 1
    wrong = list(complaints(pins, there))
    for line in wrong:
        install.say(line)
    if not wrong:
        install.say(f"{len(there)} packages are installed as pinned; none has a listed weakness.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
