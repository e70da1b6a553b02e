"""Final places, computed from busts and chip counts by the rulebook.

Busts are facts. Those of one `moment` fell together: in the same hand, or at separate tables when
hands were played one for one or the director marked them simultaneous. A book orders them; where
it asks for cards or a ruling, the question is returned and its answer comes back in `decisions`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.prizes.law import Bust, Order, Tie
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class Survivor:
    entry: int
    chips: int


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


Decisions = Mapping[frozenset[int], Sequence[int]]


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
    return tuple(question for question in standing.questions if matters(standing, question, wins))


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
