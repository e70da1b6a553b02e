"""A line of the console's queue: what needs somebody now, and the buttons that see to it."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The one thing a button has to be told."""

    name: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button and what it sends; what takes money, chips or a seat asks first, with the amount."""

    url: str
    label: str
    fields: dict[str, str | int | None] = field(default_factory=dict)
    ask: Ask | None = None
    sure: str = ""
    sure_more: str = ""
    is_calm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """The seconds that a line counts down by itself."""

    ends_at_ms: int | None
    server_ms: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDo:
    """One line: what it is about, since when, what can be pressed and where to look."""

    kind: str
    text: str
    detail: str
    call: str = ""
    at: datetime | None = None
    countdown: Countdown | None = None
    form: Press | None = None
    second: Press | None = None
    link: str = ""
    link_words: str = "Look"
    panel: str = ""
