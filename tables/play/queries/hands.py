"""Hands as the engine knows them, read from what is stored."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from engine.amounts import figure
from engine.clock import clock_reading
from engine.conduct import joining
from engine.entries import sessions
from engine.hand import codec
from engine.hand.applying import replay
from engine.hand.events import Event, Retracted
from engine.hand.setup import ABSENT, PENALTY, PRESENT, Participant, Previous, Setup
from engine.hand.state import Hand
from engine.lifecycle import TournamentState
from engine.referee import start
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.schedule.schedule import Level
from engine.structure import level_games
from tables.conduct.queries import absences, owed_blinds
from tables.models import HandRecord, Seating, Table
from tables.models.rounds import RoundKind
from tables.models.tables import TableState
from tables.play.queries import newcomers
from tables.play.queries.seldom import Seldom
from tables.procedures.queries import hand_for_hand, last_hands, raceoffs, special_rounds
from tables.seating.queries import seat_orders
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament
from tournament.office.queries import licence, staffing
from tournament.setup.queries import played


@dataclass(frozen=True, slots=True)
class Step:
    """The events of one command, as undo takes them back; the first is what was wished."""

    version: int
    count: int
    first: Event


def rules_of(
    tournament: Tournament, hand: Hand | None = None, *, late: Level | None = None
) -> Rules:
    """The book and the house's rules applied to the game of this hand, or of the next."""
    game = hand.game if hand is not None else next_game(tournament, late)
    return played.of(tournament).rules(game)


def to_deal_again(table: Table) -> Hand | None:
    """The misdealt hand that comes next, exactly as it was: game and forced bets (tda2024:R35)."""
    before = of(table)
    return before if before is not None and before.ended == "misdeal" else None


def rules_of_next(table: Table, late: Level | None = None) -> Rules:
    """What the next hand of this table is played by; `late` is its level if not the clock's."""
    return rules_of(table.tournament, to_deal_again(table), late=late)


def next_game(tournament: Tournament, late: Level | None = None) -> str:
    """What the next hand is dealt as: the level's game, or the tournament's."""
    level = late or clock_queries.level_now(tournament)
    return level_games.of_level(level, usual=tournament.game)


def of(table: Table) -> Hand | None:
    """The last hand of a table, ended or not; None before the first."""
    if table.hand is None:
        return None
    try:
        return codec.read_hand(table.hand)
    except ValueError:  # written by an older version: the events are the truth
        return replay(story(record_of(table)))


def is_in_play(table: Table) -> bool:
    """Whether a hand is being played here now."""
    if table.hand is None:
        return False
    try:
        return not codec.is_over(table.hand)
    except ValueError:  # as in `of`
        hand = of(table)
        return hand is not None and not hand.is_over


def in_play(table: Table) -> Hand:
    """The hand in play, or a refusal."""
    hand = of(table)
    if hand is None or hand.is_over:
        raise Refused("No hand is in play. Deal the next one first.")
    return hand


def in_play_or_just_over(table: Table) -> Hand:
    """The hand in play or, until the next is dealt, the one before; or a refusal."""
    return of(table) or in_play(table)


def record_of(table: Table) -> HandRecord:
    """The record of the table's last hand."""
    record = HandRecord.objects.filter(table=table, number=table.hand_number).first()
    if record is None:
        raise Refused("No hand has been dealt here yet.")
    return record


def rows(record: HandRecord, *, after: int = -1) -> list[tuple[int, Event]]:
    """Every event of a hand with the table's version it made, retractions included."""
    stored = record.events.filter(version__gt=after).values_list("version", "data")
    return [(version, codec.read_event(data)) for version, data in stored]


def story(record: HandRecord) -> list[Event]:
    """Every event of a hand, retractions included."""
    return [event for _, event in rows(record)]


def steps(told: list[tuple[int, Event]]) -> list[Step]:
    """Every command that still stands, the deal first."""
    found: list[Step] = []
    for version, event in told:
        if isinstance(event, Retracted):
            _take_off(found, event.count)
        elif found and found[-1].version == version:
            found[-1] = replace(found[-1], count=found[-1].count + 1)
        else:
            found.append(Step(version, 1, event))
    return found


def _take_off(found: list[Step], events: int) -> None:
    while events > 0:
        events -= found.pop().count


def last_step(told: list[tuple[int, Event]]) -> Step | None:
    """The last command that still stands; None when only the deal is left."""
    found = steps(told)
    return found[-1] if len(found) > 1 else None


def seated(table: Table) -> list[Seating]:
    """Who sits here now, by seat."""
    seats = Seating.objects.filter(table=table, until__isnull=True)
    return list(seats.select_related("entry__player").order_by("seat"))


def players(seats: Iterable[Seating], on_penalty: Mapping[int, int]) -> list[dict[str, Any]]:
    """Seat, entry, name and stack as a hand begins, and the penalty served in it."""
    return [
        {
            "seat": seat.seat,
            "entry": seat.entry_id,
            "name": seat.entry.name,
            "stack": seat.entry.stack,
            **({"penalty": on_penalty[seat.entry_id]} if seat.entry_id in on_penalty else {}),
            **({"posted_by": seat.posts_for_him} if seat.is_absent and seat.posts_for_him else {}),
        }
        for seat in seats
        if _takes_part(seat)
    ]


def _takes_part(seat: Seating) -> bool:
    return seat.entry.stack > 0 and not seat.in_transit


def check_between(table: Table) -> None:
    """Refuse a hand before the one in play has ended."""
    if is_in_play(table):
        raise Refused("The hand in play must end first.")


def check_may_start(
    table: Table,
    *,
    now: datetime,
    late: int | None = None,
    sitting: list[Seating] | None = None,
    unusual: Seldom | None = None,
) -> None:
    """Refuse a new hand where there cannot be one, with what to do first.

    One that is heard of late was dealt while the clock still ran its row, before any race-off that
    fell due since; after the book's hours it is refused all the same. `sitting` and `unusual` are
    given where they have just been read.
    """
    check_between(table)
    if table.tournament.is_over:
        words = TournamentState(table.tournament.state).words.lower()
        raise Refused(f"The tournament is {words}: there are no more hands.")
    if table.tournament.state != TournamentState.RUNNING:
        raise Refused("Play has not started: the director starts it on the console.")
    if table.state == TableState.HELD:
        raise Refused(hand_for_hand.why_held(table))
    _check_hours(table.tournament, now, is_late=late is not None)
    if last_hands.left(table) == 0:
        raise Refused("The last hands of this table have been played.")
    licence.check_valid(table.tournament, now=now)
    staffing.check_head(table.tournament)
    seats = seated(table) if sitting is None else sitting
    if sum(_takes_part(seat) for seat in seats) < 2:
        raise Refused("A hand needs two players with chips.")
    if unusual is None or unusual.order:
        seat_orders.check_none(table, of(table))
    _check_nothing_comes_first(table, seats, late)


def _check_hours(tournament: Tournament, now: datetime, *, is_late: bool) -> None:
    """The clock counts a level, and the book's hours are not over (igr:5.07(a)(iii))."""
    state = clock_queries.state_of(tournament.clock)
    if not is_late:
        clock_reading.check_may_start_hand(state, rulebook=tournament.rulebook)
    if state.started_at is not None:
        sessions.check_hand(
            timezone.localtime(now),
            starts_at=timezone.localtime(state.started_at),
            finishes_at=state.finishes_at,
            rulebook=tournament.rulebook,
        )


def _check_nothing_comes_first(table: Table, seats: list[Seating], row: int | None) -> None:
    absences.check_confirmed(table.tournament, seats)
    if row is None:
        _check_transfers(table.tournament, seats)
    special_rounds.check_none_owed(table, of(table), seats)
    if raceoffs.unconfirmed(table):
        why = "The chairperson must confirm the chips taken out of play before the next hand."
        raise Refused(why, table.tournament.law.equipment.race_off_confirmed.clause)
    if owed := raceoffs.owed(table, seats, row=row):
        clause = raceoffs.clause_of(table.tournament)
        raise Refused(f"Race off the {figure(owed.chip)} chips first.", clause)


def _check_transfers(tournament: Tournament, seats: list[Seating]) -> None:
    """Chips that came from another table and were counted wait for who directs (igr:6.02(g))."""
    clause = tournament.law.equipment.race_off_confirmed.clause
    for seat in seats:
        if clause and seat.in_transit and seat.stack_received == seat.entry.stack:
            why = (
                f"The chairperson must confirm the chips of {seat.entry.name} before the next hand."
            )
            raise Refused(why, clause)


def next_setup(
    table: Table,
    *,
    deck: tuple[int, ...] = (),
    on_penalty: Collection[int] = (),
    with_over_blind: bool = False,
    late: Level | None = None,
    sitting: list[Seating] | None = None,
) -> Setup:
    """Everything the next hand begins with; `on_penalty` are entries whose hands are dead.

    `sitting` are those at the table, where they have just been read.
    """
    level = late or clock_queries.level_now(table.tournament)
    if with_over_blind and not level.over_blind:
        clause = table.tournament.law.clock.over_blinds.clause
        raise Refused("Over-blinds are not allowed at this level.", clause)
    before = of(table)
    again = to_deal_again(table)
    stakes = again or level
    called = special_rounds.called(table, before)
    sitting = seated(table) if sitting is None else sitting
    seats = [seat for seat in sitting if _takes_part(seat)]
    begun = Setup(
        number=table.next_hand_number,
        seats=tuple(_participant(seat, on_penalty) for seat in seats),
        blinds=stakes.blinds,
        ante=stakes.ante,
        big_blind_ante=stakes.big_blind_ante,
        chip=smallest_chip(table.tournament),
        previous=_previous(table, before, sitting),
        deck=deck,
        bonus=sum(one.amount for one in called),
        is_elimination=any(one.kind == RoundKind.ELIMINATION for one in called),
        over_blind=level.over_blind if with_over_blind else 0,
        bring_in=stakes.bring_in,
        small_bet=_first_bet(stakes),
    )
    if begun.previous is not None:
        begun = joining.with_debts(begun, _debts(table, before))
    owing = _owing(table, seats, is_dealt_again=again is not None) if stakes.blinds else frozenset()
    return joining.coming_back(begun, owing, rules_of_next(table, late)) if owing else begun


def _previous(table: Table, before: Hand | None, sitting: list[Seating]) -> Previous | None:
    """The hand before; None where all seats were drawn anew since, as for a final (canberra:8.5).

    Nobody sits where the blinds were then: the marker begins where the book lays it first.
    """
    if before is None:
        return None
    if _are_drawn_anew(table, sitting):
        return None
    told = start.facts(before)
    return replace(told, busts=(*told.busts, *special_rounds.vacated(table)))


def _are_drawn_anew(table: Table, sitting: list[Seating]) -> bool:
    """Whether everybody took a seat since the last hand began, and somebody had another then."""
    first, began = min(seat.since for seat in sitting), table.tournament.started_at
    if began is None or first <= began:  # somebody sits here since play began: nothing to look up
        return False
    last = HandRecord.objects.filter(table=table, number=table.hand_number)
    at = last.values_list("started_at", flat=True).first()
    entries = [seat.entry_id for seat in sitting]
    return (
        at is not None
        and first > at
        and Seating.objects.filter(entry__in=entries, until__gt=at).exists()
    )


def _debts(table: Table, before: Hand | None) -> tuple[tuple[int, int, int], ...]:
    """Blinds not posted in the hand before; a misdealt or void hand took nothing of them."""
    if before is None or before.owed_blinds or before.ended == "played":
        return before.owed_blinds if before is not None else ()
    earlier = HandRecord.objects.filter(table=table, number__lt=table.hand_number)
    for record in earlier.order_by("-number"):
        hand = replay(story(record))
        if hand.owed_blinds or hand.ended == "played":
            return hand.owed_blinds
    return ()


def _owing(table: Table, seats: list[Seating], *, is_dealt_again: bool) -> frozenset[int]:
    """Who posts the blinds he missed with this hand."""
    due = (one for one in seats if owed_blinds.is_due(table, one, is_dealt_again=is_dealt_again))
    return frozenset(one.seat for one in due)


def _first_bet(stakes: Level | Hand) -> int:
    """The bet above a bring-in; a misdealt hand is dealt again at its own."""
    return stakes.unit * bool(stakes.bring_in) if isinstance(stakes, Hand) else stakes.small_bet


def without_waiting(
    table: Table,
    begun: Setup,
    *,
    late: Level | None = None,
    sitting: list[Seating] | None = None,
    last: HandRecord | None = None,
) -> Setup:
    """The same hand without those whom the button has yet to pass (tda2024:R8).

    `last` is the record of the hand before, where it has been read.
    """
    if last is None:
        last = HandRecord.objects.filter(table=table, number=table.hand_number).first()
    sitting = seated(table) if sitting is None else sitting
    return newcomers.without_waiting(begun, sitting, last, rules_of_next(table, late))


def _participant(seat: Seating, on_penalty: Collection[int]) -> Participant:
    status = ABSENT if seat.is_absent else PRESENT
    return Participant(
        seat.seat, seat.entry.stack, PENALTY if seat.entry_id in on_penalty else status
    )


def smallest_chip(tournament: Tournament, row: int | None = None) -> int:
    """The smallest chip still in play, now or at a row of the schedule."""
    gone = set(raceoffs.chips_gone(tournament, row))
    values = [chip["value"] for chip in tournament.structure["chips"]]
    return int(min(set(values) - gone, default=min(values)))
