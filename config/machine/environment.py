"""The process environment, with `.env` beneath it, read in one place."""

import os
from collections.abc import Mapping
from pathlib import Path

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})


def read(folder: Path) -> "Environment":
    """What the process was given; where it was given nothing, what the folder's `.env` says.

    A process may be given another file in ENV_FILE, also one that does not exist.
    """
    dotenv = Path(os.environ.get("ENV_FILE") or folder / ".env")
    written = parse(dotenv.read_text("utf-8")) if dotenv.is_file() else {}
    given = {name: value for name, value in os.environ.items() if value}
    return Environment({**written, **given})


def keep_files_private() -> None:
    """Whatever this process and its children write is for their own user: others have no right."""
    os.umask(0o077)


def parse(text: str) -> dict[str, str]:
    """The NAME=value lines of a `.env` file; blank lines and # lines say nothing."""
    pairs = (line.split("=", 1) for line in text.splitlines() if is_assignment(line))
    return {name.strip(): value.strip().strip("\"'") for name, value in pairs}


def is_assignment(line: str) -> bool:
    """Whether a line of a `.env` file gives a variable its value."""
    return "=" in line and not line.lstrip().startswith("#")


class Environment:
    """Environment variables as the types that settings want; empty counts as unset."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values

    def text(self, name: str, default: str = "") -> str:
        """The value as it stands."""
        return self.values.get(name, "").strip() or default

    def is_on(self, name: str, *, default: bool = False) -> bool:
        """Whether the value is one of the words for yes."""
        value = self.text(name)
        return value.lower() in TRUE_WORDS if value else default

    def words(self, name: str, *default: str) -> list[str]:
        """The value split at commas."""
        found = [word.strip() for word in self.text(name).split(",")]
        return [word for word in found if word] or list(default)
