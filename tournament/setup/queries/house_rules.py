"""The options of a tournament within its rulebook, as console and public read them."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChoice:
    """One of the answers a house may choose, by its place in the list."""

    value: int
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOption:
    """A question the book leaves to the house, what is usual and what is chosen."""

    key: str
    question: str
    answer: str
    usual: str
    is_usual: bool
    clause: str
    choices: list[RuleChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What the book itself decides, in the words of its clause."""

    question: str
    clause: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRules:
    """A template that has house rules."""

    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRulesPage:
    """Each option with what is chosen, and what the book settles."""

    is_open: bool
    options: list[RuleOption]
    settled: list[Ruled]
    conduct: list[Ruled]
    templates: list[KeptRules]
    games: list[str]


def page(tournament: Tournament) -> HouseRulesPage:
    """Each option with its words, the book's default, the clause and what is chosen."""
    kept = ScheduleTemplate.objects.exclude(house_rules={})
    return HouseRulesPage(
        is_open=is_open(tournament),
        options=answered(tournament),
        settled=settled(tournament),
        conduct=conduct(tournament),
        templates=[KeptRules(id=template.pk, name=template.name) for template in kept],
        games=[game.name for game in played.games(tournament)],
    )


def answered(tournament: Tournament) -> list[RuleOption]:
    """Each question the book leaves to the house, and what is chosen."""
    options = options_of(tournament)
    chosen = house_rules.chosen(tournament.structure, options)
    return [_row(option, chosen[option.key]) for option in options]


def places(tournament: Tournament) -> dict[str, int]:
    """What is chosen, by its place in the list of each option's choices."""
    return {
        option.key: choice.value
        for option in answered(tournament)
        for choice in option.choices
        if choice.is_chosen
    }


def _row(option: Option, value: Value) -> RuleOption:
    return RuleOption(
        key=option.key,
        question=option.question,
        answer=option.words(value),
        usual=option.words(option.default),
        is_usual=value == option.default,
        clause=option.clause,
        choices=[
            RuleChoice(value=number, words=words, is_chosen=choice == value)
            for number, (choice, words) in enumerate(option.choices)
        ],
    )


def settled(tournament: Tournament) -> list[Ruled]:
    """What the book itself decides, in the words of its clause."""
    rules = played.of(tournament).rules()
    questions = ((words, rules.clause(question)) for question, words in SETTLED)
    return [
        Ruled(question=words, clause=clause, answer=known.behaviour)
        for words, clause in questions
        if (known := clauses.find(clause))
    ]


def conduct(tournament: Tournament) -> list[Ruled]:
    """What the book forbids at the table, in the words of its clause (adelaide:75)."""
    return [
        Ruled(question=reason, clause=clause, answer=clauses.get(clause).behaviour)
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
