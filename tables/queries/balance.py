"""What the engine proposes: moves that even tables out, and the table to break next."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine import balancing, games, seating
from engine.lifecycle import TournamentState
from tables.models import Seating, Table
from tables.queries import hands, standings
from tables.queries import seating as seating_queries
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move the director can accept with one tap."""

    entry_id: int
    name: str
    from_table: int
    to_table: int
    to_seat: int
    reason: str
    clause: str


def engine_tables(tables: Iterable[Table], seats: Iterable[Seating]) -> list[seating.Table]:
    """Tables as the engine sees them; players are named by their entry's id."""
    players: dict[int, dict[int, int]] = {}
    for seat in seats:
        players.setdefault(seat.table_id, {})[seat.seat] = seat.entry_id
    return [
        seating.Table(
            number=table.number,
            seats=tuple(range(1, table.seats + 1)),
            players=players.get(table.pk, {}),
            big_blind=_big_blind(table),
        )
        for table in tables
    ]


def _big_blind(table: Table) -> int | None:
    hand = hands.of(table)
    return hand.blind_seats[-1] if hand is not None and hand.blind_seats else None


def table_to_break(tournament: Tournament) -> int | None:
    """The table whose players now fit at the others."""
    if tournament.state != TournamentState.RUNNING:
        return None
    tables = seating_queries.open_tables(tournament.pk)
    seats = standings.standing_seats(tournament.pk)
    return seating.table_to_break(engine_tables(tables, seats))


def proposals(tournament: Tournament) -> list[Proposal]:
    """The moves that balance the tables, unless one should break instead."""
    if tournament.state != TournamentState.RUNNING or table_to_break(tournament) is not None:
        return []
    seats = list(standings.standing_seats(tournament.pk))
    names = {seat.entry_id: seat.entry.name for seat in seats}
    plan = balancing.balance(
        engine_tables(seating_queries.open_tables(tournament.pk), seats),
        rulebook=tournament.rulebook,
        method=balancing.method_of(games.get(tournament.game).family),
    )
    return [
        Proposal(
            entry_id=move.entry,
            name=names[move.entry],
            from_table=move.origin.table,
            to_table=move.target.table,
            to_seat=move.target.seat,
            reason=move.reason,
            clause=move.clause,
        )
        for move in plan.moves
    ]


def place_of(move: Proposal) -> seating.Place:
    """Where a proposed move leads."""
    return seating.Place(move.to_table, move.to_seat)
