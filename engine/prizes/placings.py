"""Final places, computed from busts and chip counts by the rulebook.

Busts are facts. Those of one `moment` fell together: in the same hand, or at separate tables when
hands were played one for one or the director marked them simultaneous. A book orders them; where
it asks for cards or a ruling, the question is returned and its answer comes back in `decisions`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from engine import clauses
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class Bust:
    """An entry lost its last chip; what the books may ask of it comes along."""

    entry: int
    moment: int
    table: int = 1
    stack_before: int = 0
    put_in: int = 0
    all_in_order: int = 0
    seats_from_button: int = 0


@dataclass(frozen=True, slots=True)
class Survivor:
    entry: int
    chips: int


class Tie(StrEnum):
    """How a book separates those its order leaves equal."""

    DRAW = "draw cards"
    CUT = "cut cards"
    RULING = "ruling"
    JOINT = "joint places"


@dataclass(frozen=True, slots=True)
class Placing:
    entry: int
    place: int
    is_joint: bool = False
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Players whose order waits for cards or for the director."""

    entries: frozenset[int]
    how: Tie
    clause: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Places from first to last; while questions are open those players share one for now."""

    placings: tuple[Placing, ...]
    questions: tuple[Question, ...] = ()

    def place_of(self, entry: int) -> int:
        return next(placing.place for placing in self.placings if placing.entry == entry)


Tiers = list[list[Bust]]
Reason = Callable[[Sequence[Bust], Sequence[Bust]], str]
Decisions = Mapping[frozenset[int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Order:
    """One book's way with busts of one moment and with survivors of equal chips."""

    same_hand: Callable[[Sequence[Bust]], Tiers]
    clause: str
    tie: Tie
    tie_clause: str
    survivors: Tie
    survivors_clause: str
    separate_tables: Tie | None = None  # None: as at one table
    only_where_it_matters: bool = False  # whether places that win the same may stay shared
    ranked: str = ""  # the clause by which those still in rank by their chips
    winner: str = ""  # ... by which the last one in wins
    alone: str = ""  # ... by which the last one out comes before those out earlier
    reason: "Reason | None" = None  # the clause of each tier, where it is not always the same
    separate_clause: str = ""


# What lets the director say that hands of separate tables ended together.
SIMULTANEOUS = {"adelaide": "adelaide:99c-3"}


def together(busts: Sequence[Bust], marked: Iterable[Collection[int]]) -> list[Bust]:
    """The busts, with those the director marked simultaneous at the first moment of theirs."""
    moments = {bust.entry: bust.moment for bust in busts}
    for entries in marked:
        found = {moments[entry] for entry in entries if entry in moments}
        moments = {e: min(found) if moment in found else moment for e, moment in moments.items()}
    return [replace(bust, moment=moments[bust.entry]) for bust in busts]


def check_simultaneous(busts: Sequence[Bust], entries: Collection[int], *, clause: str) -> None:
    """Refuse to mark busts that cannot have ended together (adelaide:99c-3)."""
    chosen = [bust for bust in busts if bust.entry in entries]
    moments = {bust.moment for bust in chosen}
    if len(chosen) < len(set(entries)) or len(chosen) < 2:
        raise Refused("Choose two or more players who are out.", clause)
    if len(moments) < 2:
        raise Refused("They count as out together already.", clause)
    if len({(bust.table, bust.moment) for bust in chosen}) > len({bust.table for bust in chosen}):
        raise Refused("Hands of one table end one after the other.", clause)
    between = {bust.moment for bust in busts if min(moments) < bust.moment < max(moments)}
    if between - moments:
        raise Refused("Others went out between them: choose those too.", clause)


def by_stack(busts: Sequence[Bust]) -> Tiers:
    """The larger stack before the hand places higher."""
    return _tiers(busts, lambda bust: bust.stack_before)


def by_chips_put_in(busts: Sequence[Bust]) -> Tiers:
    """The larger amount put into the pot in that hand places higher."""
    return _tiers(busts, lambda bust: bust.put_in)


def by_all_in(busts: Sequence[Bust]) -> Tiers:
    """Larger all-in; then at one table who went all-in first, at separate ones by the button."""
    tiers: Tiers = []
    for tied in _tiers(busts, lambda bust: bust.put_in):
        tables = {bust.table for bust in tied}
        if len(tables) == 1:
            tiers += _tiers(tied, lambda bust: -bust.all_in_order)
        elif len(tables) == len(tied):
            tiers += _tiers(tied, lambda bust: -bust.seats_from_button)
        else:
            tiers.append(tied)
    return tiers


def all_in_clause(together: Sequence[Bust], tier: Sequence[Bust]) -> str:
    """Which part of adelaide:99c sets this tier apart from the others of its moment."""
    equal = {bust.table for bust in together if bust.put_in == tier[0].put_in}
    is_by_amount = sum(bust.put_in == tier[0].put_in for bust in together) == len(tier)
    if is_by_amount:
        is_one_table = len({bust.table for bust in together}) == 1
        return "adelaide:99c" if is_one_table else "adelaide:99c-3"
    return "adelaide:99c-2" if len(equal) == 1 else "adelaide:99c-4"


ORDERS: Mapping[str, Order] = {
    "charity": Order(by_stack, "charity:21.3", Tie.DRAW, "charity:21.3", Tie.RULING, "tda2024:R1"),
    "adelaide": Order(
        *(by_all_in, "adelaide:99c", Tie.RULING, "adelaide:99c-4", Tie.CUT, "adelaide:98"),
        ranked="adelaide:99a",
        alone="adelaide:99b",
        reason=all_in_clause,
    ),
    "canberra": Order(
        *(by_chips_put_in, "canberra:15.2", Tie.RULING, "canberra:15.2"),
        *(Tie.RULING, "canberra:15.1"),
        only_where_it_matters=True,  # canberra:15.2: one of them is eligible for a place
        ranked="canberra:15.1",
        winner="canberra:15.1",
    ),
    "igr": Order(
        *(by_stack, "igr:A.2(jj)(i)", Tie.JOINT, "igr:A.2(jj)(i)"),
        *(Tie.JOINT, "igr:A.2(jj)(ii)"),
        separate_tables=Tie.JOINT,
        ranked="igr:A.2(jj)(ii)",
        winner="igr:A.2(jj)(i)",
        alone="igr:A.2(jj)(i)",
        separate_clause=clauses.cited("tda2024:RP-8-A", rulebook="igr"),
    ),
    "fours": Order(
        by_stack, "fours:same-hand-1", Tie.DRAW, "fours:same-hand-1", Tie.RULING, "tda2024:R1"
    ),
}


def standing(
    busts: Iterable[Bust],
    survivors: Iterable[Survivor],
    *,
    order: Order,
    decisions: Decisions | None = None,
) -> Standing:
    """Everyone's place: survivors by chips first, then the last out before those out earlier."""
    groups = [*_survivor_groups(survivors, order), *_bust_groups(busts, order)]
    placings: list[Placing] = []
    questions: list[Question] = []
    for group in groups:
        placed, question = _place(group, len(placings) + 1, decisions or {})
        placings += placed
        questions += question
    return Standing(tuple(placings), tuple(questions))


def to_settle(
    standing: Standing, order: Order, wins: Mapping[int, object] | None
) -> tuple[Question, ...]:
    """The questions that somebody must answer; `wins` tells what each place wins, where known."""
    if wins is None or not order.only_where_it_matters:
        return standing.questions
    return tuple(one for one in standing.questions if matters(standing, one, wins))


def matters(standing: Standing, question: Question, wins: Mapping[int, object]) -> bool:
    """Whether the places these players share do not all win the same."""
    first = standing.place_of(min(question.entries))
    places = range(first, first + len(question.entries))
    return any(wins.get(place) != wins.get(first) for place in places)


@dataclass(frozen=True, slots=True)
class _Group:
    entries: tuple[int, ...]
    tie: Tie
    clause: str
    tie_clause: str


def _survivor_groups(survivors: Iterable[Survivor], order: Order) -> list[_Group]:
    ranked = sorted(survivors, key=lambda survivor: (-survivor.chips, survivor.entry))
    clause = order.ranked if len(ranked) > 1 else order.winner
    return [
        _Group(
            tuple(survivor.entry for survivor in equal),
            order.survivors,
            clause,
            order.survivors_clause,
        )
        for _, equal in groupby(ranked, key=lambda survivor: survivor.chips)
    ]


def _bust_groups(busts: Iterable[Bust], order: Order) -> list[_Group]:
    ranked = sorted(busts, key=lambda bust: (-bust.moment, bust.entry))
    groups: list[_Group] = []
    for _, together in groupby(ranked, key=lambda bust: bust.moment):
        groups += _ordered(list(together), order)
    return groups


def _ordered(together: list[Bust], order: Order) -> list[_Group]:
    if len(together) == 1:
        return [_Group((together[0].entry,), order.tie, order.alone, order.alone)]
    if order.separate_tables is not None and len({bust.table for bust in together}) > 1:
        entries = tuple(bust.entry for bust in together)
        clause = order.separate_clause or "tda2024:RP-8-A"
        return [_Group(entries, order.separate_tables, clause, clause)]
    return [
        _Group(
            tuple(bust.entry for bust in tier),
            order.tie,
            order.reason(together, tier) if order.reason else order.clause,
            order.tie_clause,
        )
        for tier in order.same_hand(together)
    ]


def _place(group: _Group, first: int, decisions: Decisions) -> tuple[list[Placing], list[Question]]:
    entries, is_alone = group.entries, len(group.entries) == 1
    answer = decisions.get(frozenset(entries))
    if is_alone or answer is not None:
        ranked = entries if answer is None else _checked(answer, entries)
        clause = group.clause if is_alone else group.tie_clause
        return [Placing(e, first + n, clause=clause) for n, e in enumerate(ranked)], []
    shared = [Placing(e, first, is_joint=True, clause=group.tie_clause) for e in entries]
    if group.tie is Tie.JOINT:
        return shared, []
    return shared, [Question(frozenset(entries), group.tie, group.tie_clause)]


def _checked(answer: Sequence[int], entries: Sequence[int]) -> tuple[int, ...]:
    if sorted(answer) != sorted(entries):
        raise Refused("The order must name each of the tied players once.")
    return tuple(answer)


def _tiers(busts: Sequence[Bust], worth: Callable[[Bust], int]) -> Tiers:
    ranked = sorted(busts, key=worth, reverse=True)
    return [list(equal) for _, equal in groupby(ranked, key=worth)]


# After the event.


def without(standing: Standing, entry: int) -> Standing:
    """A winner found ineligible: the places below move up one (adelaide:104)."""
    gone = standing.place_of(entry)
    kept = tuple(
        replace(p, place=p.place - 1) if p.place > gone else p
        for p in standing.placings
        if p.entry != entry
    )
    return replace(standing, placings=kept)


def is_final(standing: Standing) -> bool:
    """Whether nothing waits for cards or a ruling, so that the director can confirm."""
    return not standing.questions


def table_winners(
    tables: Mapping[int, Sequence[Survivor]], *, decisions: Decisions | None = None
) -> dict[int, Standing]:
    """Adelaide: at each table the most chips win the session (adelaide:97)."""
    return {
        number: standing((), players, order=ORDERS["adelaide"], decisions=decisions)
        for number, players in tables.items()
    }
