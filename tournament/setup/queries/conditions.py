"""The conditions sheet: what the setup says in sentences, with the house's own words beside it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.amounts import dollars, figure
from engine.office import conditions_sheet, staffing
from engine.office.conditions_sheet import LABELS
from engine.office.law.staff import DIRECTOR
from engine.prizes.prizes import Row
from engine.schedule.schedule import Doubling, Level
from tournament.clock.queries import clock as clock_queries
from tournament.entries.queries import entry_terms
from tournament.models import Conditions, Donation, Licence, Tournament
from tournament.prizes.queries import placings, prizes
from tournament.setup.queries import house_rules, kept_conditions, played, sessions, signs, sold
from tournament.setup.queries.kept_conditions import AmendedAnswer, AmendedWords, Kept

EXTRA = "extra"


def find(tournament: Tournament) -> Conditions | None:
    """What the house added, if anything."""
    return Conditions.objects.filter(tournament=tournament).first()


@dataclass(frozen=True, kw_only=True)
class ConditionItem:
    """One item of the sheet: its words, and which of them the house wrote."""

    key: str
    label: str
    generated: str
    own: str
    words: str
    clause: str
    amended: list[AmendedWords]


@dataclass(frozen=True, kw_only=True)
class ConditionsSheet:
    """The whole sheet."""

    version: int
    asks_acceptance: bool
    book_name: str
    items: list[ConditionItem]
    extra: str
    extra_amended: list[AmendedWords]
    missing: list[str]
    is_frozen: bool
    kept: Kept | None
    rules_amended: list[AmendedAnswer]


def sheet(tournament: Tournament) -> ConditionsSheet:
    """The whole sheet as pages and papers show it: from the first hand on as it was kept then."""
    added = find(tournament)
    kept = kept_conditions.of(tournament)
    words = kept.in_force(kept_conditions.ITEMS) if kept else as_it_stands(tournament, added)
    return ConditionsSheet(
        version=added.version if added else 0,
        asks_acceptance=added.asks_acceptance if added else False,
        book_name=tournament.law.name,
        items=_items(tournament, added, kept, words),
        extra=words.get(EXTRA, ""),
        extra_amended=kept.history(EXTRA) if kept else [],
        missing=[
            LABELS[item] for item in conditions_sheet.missing(words, rulebook=tournament.rulebook)
        ],
        is_frozen=tournament.started_at is not None,
        kept=kept,
        rules_amended=kept.of_the_book() if kept else [],
    )


def _items(
    tournament: Tournament, added: Conditions | None, kept: Kept | None, words: dict[str, str]
) -> list[ConditionItem]:
    """Each item with its words; before the first hand also which of them the house wrote."""
    own = added.words if added else {}
    generated = {} if kept else generate(tournament)
    return [
        ConditionItem(
            key=key,
            label=label,
            generated=generated.get(key, ""),
            own=own.get(key, ""),
            words=words.get(key, ""),
            clause=conditions_sheet.clause(tournament.rulebook, key),
            amended=kept.history(key) if kept else [],
        )
        for key, label in LABELS.items()
    ]


def as_it_stands(tournament: Tournament, added: Conditions | None) -> dict[str, str]:
    """Every item as the setup has it at this moment, and what the house added at the end."""
    words = all_words(tournament, added)
    return {**words, EXTRA: added.words.get(EXTRA, "")} if added else words


def to_keep(tournament: Tournament) -> dict[str, Any]:
    """All that is kept at the first hand: the sheet, the house's choices, the book's answers."""
    added = find(tournament)
    chosen = house_rules.answered(tournament)
    return {
        "book": tournament.law.name,
        "version": added.version if added else 1,
        kept_conditions.ITEMS: as_it_stands(tournament, added),
        kept_conditions.HOUSE_RULES: {option.question: option.answer for option in chosen},
        kept_conditions.RULES: kept_conditions.rules(tournament.rulebook),
    }


def all_words(tournament: Tournament, added: Conditions | None) -> dict[str, str]:
    """Item by item: what follows from the setup, then what the house wrote."""
    own = added.words if added else {}
    generated = generate(tournament)
    return {
        key: " ".join(part for part in (generated.get(key, ""), own.get(key, "")) if part)
        for key in LABELS
    }


def check_complete(tournament: Tournament) -> None:
    """Refuse to begin while an item the book wants is empty."""
    words = all_words(tournament, find(tournament))
    conditions_sheet.check_complete(words, rulebook=tournament.rulebook)


def generate(tournament: Tournament) -> dict[str, str]:
    """What follows from the setup alone."""
    return {
        conditions_sheet.STACK: _stack(tournament),
        conditions_sheet.WAGERS: _wagers(tournament),
        conditions_sheet.STRUCTURE: _structure(tournament),
        conditions_sheet.TABLES: (
            f"Seats are drawn at random, at tables of {tournament.structure['seats_per_table']}; "
            "as players go out, tables are balanced and closed."
        ),
        conditions_sheet.PLAY: _play(tournament),
        conditions_sheet.ENTRY: _entry(tournament),
        conditions_sheet.LAWFUL: (
            "Entry is limited to persons who may lawfully be here and may lawfully gamble."
        ),
        conditions_sheet.DISCRETION: (
            "The house accepts or refuses any entry at its own discretion."
        ),
        conditions_sheet.PRIZES: _prizes(tournament),
        conditions_sheet.RULES: (
            f"The {_head(tournament)} runs the event under these conditions and the rules of "
            f"{tournament.law.name}. Where they differ, the rules prevail."
        ),
    }


def _head(tournament: Tournament) -> str:
    """What this book calls the person in charge."""
    return staffing.title(tournament.rulebook, DIRECTOR).words.lower()


def _stack(tournament: Tournament) -> str:
    words = f"Every player begins with {figure(tournament.structure['stack'])} chips."
    return " ".join([words, *sold.sentences(tournament)])


def _wagers(tournament: Tournament) -> str:
    """Least and most of every hand, and when either rises (charity:3.2(b))."""
    schedule = clock_queries.schedule_of(tournament)
    if not schedule.levels:
        return ""
    words = (
        f"{_games(tournament)} The minimum bet is {_least(schedule.levels)}. "
        f"{_levels(schedule.levels)} "
        "Amounts rise with each level, for hands dealt after it begins."
    )
    if isinstance(schedule.after_last, Doubling):
        words += f" After that everything doubles every {schedule.after_last.every} minutes."
    return words


def _least(levels: Sequence[Level]) -> str:
    """By what bets are measured; Stud knows antes and no blinds (canberra:D.3.4)."""
    if all(level.blinds for level in levels):
        return "the big blind of the level"
    if any(level.blinds for level in levels):
        return "the big blind of the level, or its ante where it has no blinds"
    return "the ante of the level"


def _games(tournament: Tournament) -> str:
    """Every game that is played, with its deck, and how much may be bet in it."""
    playing = played.of(tournament)
    return " ".join(
        f"{game.name}, with {signs.deck_words(game)}. {signs.wagers(playing.rules(game.id))}"
        for game in played.games(tournament)
    )


def _levels(levels: Sequence[Level]) -> str:
    """Every level's amounts, and how long it lasts."""
    [(usual, _)] = Counter(level.minutes for level in levels).most_common(1)
    each = (
        " · ".join(filter(None, (clock_queries.level_text(level), clock_queries.game_text(level))))
        + (f" ({level.minutes} min)" if level.minutes != usual else "")
        for level in levels
    )
    return f"Levels of {usual} minutes: {', '.join(each)}."


def _structure(tournament: Tournament) -> str:
    planned = sessions.told(tournament)
    if not planned:
        return (
            "One session, played until one player has all chips or the clock ends play. "
            "Places follow the order in which players go out, the last player left wins."
        )
    return " ".join(planned)


def _play(tournament: Tournament) -> str:
    plain = tournament.structure
    words = []
    shot = plain.get("shot_clock") or {}
    if shot.get("seconds"):
        words.append(f"Each action takes at most {shot['seconds']} seconds.")
    else:
        words.append("Time may be called on a player who takes too long.")
    licence = Licence.objects.filter(tournament=tournament).first()
    if licence is not None:
        words.append(f"The language at the tables is {licence.language}.")
    if tournament.law.conduct.special_rounds.value is not None:
        words += _special_rounds(plain.get("bonus_rounds", ()))
    return " ".join([*words, *_chosen(tournament)])


def _chosen(tournament: Tournament) -> list[str]:
    """What the house decided within its rulebook, each question with its answer."""
    options = house_rules.answered(tournament)
    return [f"{option.question.rstrip('?')}: {option.answer}." for option in options]


def _special_rounds(bonus: Sequence[int]) -> list[str]:
    """Timing and method of bonus and elimination rounds (charity:3.2(e))."""
    added = ", then ".join(figure(amount) for amount in bonus)
    return [
        f"Bonus rounds: {len(bonus)}, with {added} chips from the house in the pot; each is "
        "announced between hands."
        if bonus
        else "No bonus rounds.",
        "An elimination round may be announced between hands: when its pots are paid, the "
        "smallest stack at the table goes out and the others share its chips.",
    ]


def _entry(tournament: Tournament) -> str:
    terms = entry_terms.of(tournament)
    words = "; ".join(entry_terms.words(tournament, terms))
    paid = entry_terms.price_of(tournament, terms)
    cost = f" The entry costs {dollars(paid)}." if paid else " Entry is free."
    most = tournament.structure["max_players"]
    return f"{words}.{cost} At most {figure(most)} players."


def _prize(row: Row) -> str:
    """A share, an amount, or a thing with what it is worth."""
    place = placings.ordinal(row.place)
    if row.item:
        return f"{place} {row.item} ({dollars(row.value)})"
    if row.percent is not None:
        return f"{place} {float(row.percent):g} % of the pool"
    return f"{place} {dollars(row.amount)}"


def _prizes(tournament: Tournament) -> str:
    donations = Donation.objects.filter(tournament=tournament)
    if donations:
        given = ", ".join(
            f"place {donation.place} {dollars(donation.amount)}" for donation in donations
        )
        return f"No player wins anything: donations to the winners' charities, {given}."
    listed = prizes.list_of(tournament)
    if listed is not None and listed.rows:
        rows = (prizes.from_plain(row) for row in listed.rows)
        return ", ".join(_prize(row) for row in rows) + "."
    return {"percentages": "Shares of the prize pool, published when it is known."}.get(
        tournament.structure["prizes"], ""
    )
