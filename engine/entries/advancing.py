"""Who goes on from a session, what still waits for cards, and whether anybody was forgotten."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine import rulebooks
from engine.amounts import figure
from engine.prizes.placings import Question, Standing
from engine.refusal import Refused


class By(StrEnum):
    """How it is worked out who goes on."""

    TABLE = "table"
    COUNT = "count"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Rule:
    """So many of each table, so many of all, or everybody with so many chips."""

    by: By
    number: int


@dataclass(frozen=True, slots=True)
class Finish:
    """How a session stands: of all, at each table, and what the survivors hold."""

    overall: Standing
    tables: Mapping[int, Standing]
    chips: Mapping[int, int]


def check_rule(rule: Rule, *, rulebook: str, has_started: bool) -> None:
    """Refuse a number nobody can advance by, or one that comes too late."""
    law = rulebooks.get(rulebook).entries
    if has_started and law.number_fixed.value:
        raise Refused("How many advance was fixed before the start.", law.number_fixed.clause)
    if rule.number < 1:
        raise Refused("At least one player advances.", law.go_on.clause)


def check_stacks_begin(*, is_carried: bool, rulebook: str) -> None:
    """Refuse to carry stacks where the book starts every session with equal ones."""
    equal = rulebooks.get(rulebook).entries.equal_stacks
    if is_carried and equal.value:
        raise Refused("Every player starts a session with the same stack.", equal.clause)


def check_equal_stacks(stacks: Iterable[int], *, rulebook: str) -> None:
    """Refuse a start in which two players sit down with different stacks (charity:8.2)."""
    equal = rulebooks.get(rulebook).entries.equal_stacks
    if len(set(stacks)) > 1 and equal.value:
        raise Refused(
            "The stacks differ: every player starts with the same number of chips.",
            equal.clause,
        )


def check_counted_back(
    counted: Mapping[int, int], held: Mapping[int, int], *, rulebook: str
) -> None:
    """Refuse to close a session while a table's chips are not counted back (charity:22.3)."""
    counted_back = rulebooks.get(rulebook).entries.counted_back
    if not counted_back.value:
        return
    for table, chips in sorted(held.items()):
        if counted.get(table) is None:
            raise Refused(f"Count the chips of table {table} back first.", counted_back.clause)
        if counted[table] != chips:
            raise Refused(
                f"Table {table} should return {figure(chips)} chips, not {figure(counted[table])}: "
                "count again, or correct the stacks.",
                counted_back.clause,
            )


def questions(rule: Rule, finish: Finish, *, wants_winners: bool) -> tuple[Question, ...]:
    """The ties that must be settled first: across the line, or for a table's win (adelaide:97)."""
    found: list[Question] = []
    if rule.by is By.COUNT:
        found += _touching(finish.overall, rule.number)
    for standing in finish.tables.values():
        if rule.by is By.TABLE:
            found += _touching(standing, rule.number)
        if wants_winners:
            found += _touching(standing, 1)
    return tuple(dict.fromkeys(found))


def _touching(standing: Standing, number: int) -> list[Question]:
    """Questions whose players lie on both sides of the line."""
    found = []
    for question in standing.questions:
        first = min(p.place for p in standing.placings if p.entry in question.entries)
        if first <= number < first + len(question.entries) - 1:
            found.append(question)
    return found


def who(rule: Rule, finish: Finish) -> frozenset[int]:
    """The entries that go on; those who share the last place that does all go on."""
    if rule.by is By.CHIPS:
        return frozenset(entry for entry, chips in finish.chips.items() if chips >= rule.number)
    standings = [finish.overall] if rule.by is By.COUNT else list(finish.tables.values())
    for standing in standings:
        if waiting := _touching(standing, rule.number):
            raise Refused("Who advances still waits for cards or a ruling.", waiting[0].clause)
    return frozenset(
        placing.entry
        for standing in standings
        for placing in standing.placings
        if placing.place <= rule.number
    )


def winners(finish: Finish) -> frozenset[int]:
    """The first of each table (adelaide:97)."""
    return frozenset(
        placing.entry
        for standing in finish.tables.values()
        for placing in standing.placings
        if placing.place == 1
    )


def best(stacks: Mapping[int, int]) -> int:
    """Of one player's entries that qualified, the one with the most chips; the first of equals."""
    return max(sorted(stacks), key=lambda entry: stacks[entry])


def missing(qualified: Iterable[int], there: Iterable[int]) -> frozenset[int]:
    """Players who qualified and have no place in the next session."""
    return frozenset(qualified) - frozenset(there)
