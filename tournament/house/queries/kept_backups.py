"""Which backups the timetable has made, and how trying to restore them went."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

NAME = re.compile(r"\d{8}-\d{6}\.backup")
WRITTEN = "%Y%m%d-%H%M%S.backup"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a restore into a scratch database found; while it runs, nothing yet."""

    at: datetime
    is_whole: bool
    words: str

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return not self.words


@dataclass(frozen=True, slots=True)
class Backup:
    """A file that holds everything as of one moment."""

    name: str
    made_at: datetime
    bytes: int
    trial: Trial | None

    @property
    def path(self) -> Path:
        """Where it lies."""
        return folder() / self.name


def folder() -> Path:
    """Where the timetable's backups are."""
    return Path(settings.BACKUP_DIR)


def every() -> list[Backup]:
    """All of them, the newest first."""
    found = folder().glob("*.backup") if folder().is_dir() else ()
    names = sorted((path.name for path in found if NAME.fullmatch(path.name)), reverse=True)
    return [one(name) for name in names]


def one(name: str) -> Backup:
    """The one of this name."""
    made_at = datetime.strptime(name, WRITTEN).replace(tzinfo=UTC)
    return Backup(name, made_at, (folder() / name).stat().st_size, trial(name))


def find(name: str) -> Backup | None:
    """The one of this name, if there is one: a name is no path."""
    is_there = NAME.fullmatch(name) and (folder() / name).is_file()
    return one(name) if is_there else None


def trial(name: str) -> Trial | None:
    """How it went when somebody tried it last."""
    note = note_of(name)
    if not note.is_file():
        return None
    told = json.loads(note.read_text("utf-8"))
    return Trial(datetime.fromisoformat(told["at"]), told["is_whole"], told["words"])


def note_of(name: str) -> Path:
    """Where a trial's result is written."""
    return folder() / f"{name}.trial.json"


def is_due(now: datetime) -> bool:
    """Whether the timetable wants another one."""
    if not settings.BACKUP_HOURS:
        return False
    last = next(iter(every()), None)
    return last is None or now - last.made_at >= timedelta(hours=settings.BACKUP_HOURS)
