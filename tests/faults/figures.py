"""What was done in an evening, counted."""

from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

IN_TIME = 5.0  # seconds in which a tap is answered once all it needs is back
NEEDED = ("postgres", "sqlite", "redis", "web1", "web2")


@dataclass
class Figures:
    """Requests, answers and faults."""

    requests: int = 0
    accepted: int = 0
    refused: int = 0
    stale: int = 0
    unanswered: int = 0
    troubles: int = 0
    retries: int = 0
    duplicates: int = 0
    absorbed: int = 0
    pushes: int = 0
    reconnects: int = 0
    longest: tuple[float, str] = (0.0, "nobody")
    longest_after: tuple[float, str] = (0.0, "nobody")  # everything it needs being back
    late: int = 0
    back: dict[str, float] = field(default_factory=dict)  # since when each part is back
    faults: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    record: Counter[str] = field(default_factory=Counter)

    def is_back(self, part: str) -> None:
        """A part does its work again, or a line is mended."""
        self.back[part] = monotonic()

    def waited(self, who: str, since: float) -> None:
        """How long somebody went without an answer, and how long of it all they need was there."""
        now = monotonic()
        needed = [at for part, at in self.back.items() if part in (*NEEDED, who)]
        alone = now - max(since, *needed, since)
        self.longest = max(self.longest, (now - since, who))
        self.longest_after = max(self.longest_after, (alone, who))
        self.late += alone > IN_TIME

    def rows(self) -> list[tuple[str, str]]:
        """The table that is printed."""
        killed = ", ".join(f"{part} {count}" for part, count in sorted(self.kills.items()))
        seconds, who = self.longest
        return [
            ("killed with -9", f"{self.kills.total()}: {killed}"),
            *((kind, str(count)) for kind, count in sorted(self.faults.items())),
            ("requests of the tablets", str(self.requests)),
            ("commands acknowledged", str(self.accepted)),
            ("commands refused", f"{self.refused}, of them {self.stale} stale or out of order"),
            ("requests without an answer", str(self.unanswered)),
            ("answers that said trouble", str(self.troubles)),
            ("retries under the same id", str(self.retries)),
            ("duplicates sent on purpose", str(self.duplicates)),
            ("retries of what was recorded already", str(self.absorbed)),
            ("longest wait for an answer", f"{seconds:.1f} s ({who})"),
            (
                "longest wait once all it needs was back",
                f"{self.longest_after[0]:.1f} s; longer than {IN_TIME:g} s: {self.late}",
            ),
            ("pushes to the screens", str(self.pushes)),
            ("times a screen reconnected", str(self.reconnects)),
            *((what, str(count)) for what, count in self.record.items()),
        ]
