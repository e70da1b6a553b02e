"""The options of a tournament within its rulebook, as console and public read them."""

from typing import Any

from engine import clauses
from engine.conduct import penalties
from engine.lifecycle import TournamentState
from engine.structure import house_rules
from engine.structure.law import Option, Value
from tournament.models import ScheduleTemplate, Tournament
from tournament.setup.queries import played

OPEN = (TournamentState.REGISTERING, TournamentState.SEATED)
# What a book settles by itself and players ask about: the question and its words.
SETTLED = (
    ("odd_chips", "Odd chips"),
    ("reopening", "Reopening after a short all-in"),
    ("raise_cap", "Raise cap"),
    ("absence", "Absent players' hands"),
    ("misdeal", "After a misdeal"),
    ("time_up", "When time is up"),
)


def options_of(tournament: Tournament) -> list[Option]:
    """What this book lets a house choose in these games."""
    return house_rules.offered(tournament.law, played.games(tournament))


def is_open(tournament: Tournament) -> bool:
    """Whether the rules may still be chosen: they freeze when play begins."""
    return tournament.state in OPEN


def page(tournament: Tournament) -> dict[str, Any]:
    """Each option with its words, the book's default, the clause and what is chosen."""
    options = options_of(tournament)
    chosen = house_rules.chosen(tournament.structure, options)
    return {
        "is_open": is_open(tournament),
        "options": [_row(option, chosen[option.key]) for option in options],
        "settled": settled(tournament),
        "conduct": conduct(tournament),
        "templates": [
            {"id": kept.pk, "name": kept.name}
            for kept in ScheduleTemplate.objects.exclude(house_rules={})
        ],
        "games": [game.name for game in played.games(tournament)],
    }


def places(tournament: Tournament) -> dict[str, int]:
    """What is chosen, by its place in the list of each option's choices."""
    return {
        row["key"]: choice["value"]
        for row in page(tournament)["options"]
        for choice in row["choices"]
        if choice["is_chosen"]
    }


def _row(option: Option, value: Value) -> dict[str, Any]:
    return {
        "key": option.key,
        "question": option.question,
        "answer": option.words(value),
        "usual": option.words(option.default),
        "is_usual": value == option.default,
        "clause": option.clause,
        "choices": [
            {"value": number, "words": words, "is_chosen": choice == value}
            for number, (choice, words) in enumerate(option.choices)
        ],
    }


def settled(tournament: Tournament) -> list[dict[str, str]]:
    """What the book itself decides, in the words of its clause."""
    rules = played.of(tournament).rules()
    found = ((words, rules.clause(question)) for question, words in SETTLED)
    return [
        {"question": words, "clause": clause, "answer": known.behaviour}
        for words, clause in found
        if (known := clauses.find(clause))
    ]


def conduct(tournament: Tournament) -> list[dict[str, str]]:
    """What the book forbids at the table, in the words of its clause (adelaide:75)."""
    return [
        {"question": reason, "clause": clause, "answer": clauses.get(clause).behaviour}
        for reason, clause in penalties.forbidden(tournament.law.conduct)
    ]


def words(tournament: Tournament) -> str:
    """What differs from the book's defaults, in one line."""
    options = options_of(tournament)
    chosen = house_rules.chosen(tournament.structure, options)
    parts = [
        f"{option.question} {option.words(chosen[option.key])}"
        for option in options
        if chosen[option.key] != option.default
    ]
    return "; ".join(parts) or "as in the rulebook"
