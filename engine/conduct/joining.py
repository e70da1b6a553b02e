"""Who joins a running table: whether they are dealt in at once, and what they owe.

In a tournament nothing is posted for joining (adelaide:86); who sits down between the button and
the small blind waits until the button has passed (tda2024:R8, tda2024:R10-A).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.answers import Answer
from engine.conduct.law import How, Posting
from engine.hand.setup import Participant, Setup
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.rules.button import positions


@dataclass(frozen=True, slots=True)
class Owed:
    """Chips to post before being dealt in at once, and where the book says so."""

    live: int
    dead: int
    clause: str


def owed(how: How, blinds: Sequence[int], posting: Posting, *, is_first_lap: bool = False) -> Owed:
    """A big blind of who joins; a dead small blind with it of who missed them both."""
    if how is How.BACK:
        return Owed(blinds[-1], sum(blinds[:-1]), posting.back)
    if how is How.FROM_A_BROKEN_TABLE:
        return Owed(0, 0, posting.from_a_broken_table)
    if how is How.MOVED_BY_STAFF:
        return Owed(0, 0, posting.moved_by_staff)
    if is_first_lap:
        return Owed(0, 0, posting.first_lap)
    return Owed(blinds[-1], 0, posting.new)


def seat(player: Participant, due: Owed, *, posts: bool, is_big_blind: bool) -> Participant:
    """The player as dealt in: posting what is owed, or in the big blind where nothing more is."""
    if is_big_blind or not (due.live or due.dead):
        return player
    if not posts:
        raise Refused("Post what is owed, or wait for the big blind.", due.clause)
    return Participant(player.seat, player.stack, player.status, due.live, due.dead)


def check_may_owe(blinds: Sequence[int], missed: Answer[bool]) -> None:
    """Refuse to take a missed blind where the book or the level knows none."""
    if not missed.value:
        why = "Blinds are taken from who is away: nothing is owed in a tournament."
        raise Refused(why, missed.clause)
    if not blinds:
        raise Refused("There are no blinds at this level: nothing is owed.")


def coming_back(setup: Setup, seats: frozenset[int], rules: Rules) -> Setup:
    """The hand with what these seats owe; who is in the big blind has it before them already."""
    law = rules.book.conduct
    check_may_owe(setup.blinds, law.missed_blinds)
    last = positions(setup, rules).blind_seats[-1]
    due = owed(How.BACK, setup.blinds, law.posting.value)
    players = (
        seat(player, due, posts=True, is_big_blind=player.seat == last)
        if player.seat in seats
        else player
        for player in setup.seats
    )
    return replace(setup, seats=tuple(players))


def with_debts(setup: Setup, debts: Sequence[tuple[int, int, int]]) -> Setup:
    """The hand with blinds not posted before: seat, live, dead (adelaide:65b, adelaide:66b)."""
    due = {seat: (min(live, setup.blinds[-1]), dead) for seat, live, dead in debts if setup.blinds}
    players = (
        Participant(player.seat, player.stack, player.status, *due[player.seat])
        if player.seat in due
        else player
        for player in setup.seats
    )
    return replace(setup, seats=tuple(players))


def waiting(setup: Setup, newcomers: Mapping[int, How], rules: Rules) -> frozenset[int]:
    """The seats of newcomers whom the button has to pass before they are dealt in."""
    at_once = rules.book.conduct.at_once.value
    waits: frozenset[int] = frozenset()
    if setup.previous is None or setup.previous.is_misdeal or not setup.blinds:
        return waits
    for newcomer in sorted(seat for seat, how in newcomers.items() if how not in at_once):
        if len(setup.seats) - len(waits) > 2 and _comes_between(
            setup, (newcomers, waits), newcomer, rules
        ):
            waits |= {newcomer}
    return waits


def _comes_between(
    setup: Setup,
    seated: tuple[Mapping[int, How], frozenset[int]],
    newcomer: int,
    rules: Rules,
) -> bool:
    """Between button and small blind, or so that somebody would post the big blind twice.

    Nobody has posted it yet where the seat that did is a newcomer's by now.
    """
    newcomers, waits = seated
    players = tuple(player for player in setup.seats if player.seat not in waits)
    placed = positions(replace(setup, seats=players), rules)
    before = setup.previous.blind_seats[-1:] if setup.previous is not None else ()
    if before and placed.blind_seats[-1:] == before and before[0] not in newcomers:
        others = tuple(player for player in players if player.seat != newcomer)
        without = positions(replace(setup, seats=others), rules)
        return without.blind_seats != placed.blind_seats
    return _is_between(placed.marker, newcomer, placed.blind_seats[0])


def _is_between(first: int, seat: int, last: int) -> bool:
    """Strictly between two seats, going clockwise."""
    if first == last:
        return False
    return first < seat < last if first < last else seat > first or seat < last
