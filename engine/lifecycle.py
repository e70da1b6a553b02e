"""The states of a tournament, and the moves between them: one table."""

from enum import StrEnum, unique

from engine.refusal import Refused


@unique
class TournamentState(StrEnum):
    """Where a tournament is between its announcement and its prizes."""

    REGISTERING = "registering"
    SEATED = "seated"
    RUNNING = "running"
    BETWEEN = "between"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    TournamentState.REGISTERING: "Registration open",
    TournamentState.SEATED: "Seats drawn",
    TournamentState.RUNNING: "In play",
    TournamentState.BETWEEN: "Between sessions",
    TournamentState.FINISHED: "Finished",
    TournamentState.CANCELLED: "Cancelled",
}

MOVES: dict[TournamentState, frozenset[TournamentState]] = {
    TournamentState.REGISTERING: frozenset({TournamentState.SEATED, TournamentState.CANCELLED}),
    TournamentState.SEATED: frozenset(
        {
            TournamentState.REGISTERING,
            TournamentState.BETWEEN,
            TournamentState.RUNNING,
            TournamentState.CANCELLED,
        }
    ),
    TournamentState.RUNNING: frozenset(
        {TournamentState.BETWEEN, TournamentState.FINISHED, TournamentState.CANCELLED}
    ),
    TournamentState.BETWEEN: frozenset({TournamentState.SEATED, TournamentState.CANCELLED}),
    TournamentState.FINISHED: frozenset({TournamentState.RUNNING}),
    TournamentState.CANCELLED: frozenset(),
}


def move(now: TournamentState, to: TournamentState) -> TournamentState:
    """The new state, or a refusal in words."""
    if to in MOVES[now]:
        return to
    raise Refused(
        f"The tournament is {now.words.lower()}: it cannot become {to.words.lower()} from there."
    )


def before_the_start(now: TournamentState) -> TournamentState:
    """A start that is taken back: everybody sits. No draw leads here, so it is no move."""
    if now is TournamentState.RUNNING:
        return TournamentState.SEATED
    raise Refused("Play has not begun: nothing to undo.")
