"""What was done in an evening, counted."""

from collections import Counter
from dataclasses import dataclass, field


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
    faults: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    record: Counter[str] = field(default_factory=Counter)

    def waited(self, who: str, seconds: float) -> None:
        """How long somebody went without an answer."""
        self.longest = max(self.longest, (seconds, who))

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
            ("pushes to the screens", str(self.pushes)),
            ("times a screen reconnected", str(self.reconnects)),
            *((what, str(count)) for what, count in self.record.items()),
        ]
