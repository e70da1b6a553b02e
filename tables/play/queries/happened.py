"""What happened? The sheet behind the button: a list, a question, a choice, or the procedure."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from engine import clauses
from engine.conduct.table_order import DISPUTE
from engine.hand import events
from engine.hand.events import Event
from engine.hand.shuffling import Secret
from engine.hand.state import Hand
from engine.referee import referee, reports, story
from engine.referee.reports import Question
from engine.refusal import NeedsRuling, Refused
from tables.models import Table
from tables.play.queries import hands, tablet_hand
from tables.play.queries.pictures import Reading

ANSWERS = ("detail", "count", "repaired", "seat", "cards", "action", "said", "amount")
FIELDS = (*ANSWERS, "agreed", "reason", "choice")
REASONS = ("Ruling wanted", DISPUTE, "Conduct", "Chip count", "Cards or deck", "Dealer")
_NOTED = (
    events.IrregularityRuled,
    events.ActionCorrected,
    events.WagerHeld,
    events.HandKilled,
    events.HandVoided,
    events.HandRestored,
    events.CardsExposed,
)


def picture(
    reading: Reading, what: str, answers: Mapping[str, str], *, may_rule: bool
) -> dict[str, Any]:
    """One step of the sheet; what is the floor's to do is only shown to who may not rule."""
    sheet = {
        "version": reading.table.version,
        "what": _capital(what),
        "back": _back(reading, what, answers),
        "trail": list(_trail(reading, answers)),
    }
    found = _step(reading, what, answers)
    is_floors = found.pop("directors_clause", "")
    if is_floors and not may_rule:
        found |= {"step": "floor", "why": _told(sheet), **cited(is_floors)}
    return sheet | found


def _told(sheet: Mapping[str, Any]) -> str:
    """What the floor is called for, with all that was said of it."""
    return ", ".join((str(sheet["what"]), *sheet["trail"]))


def _step(reading: Reading, what: str, answers: Mapping[str, str]) -> dict[str, Any]:
    hand = reading.hand
    if not what or hand is None:
        return _list(reading)
    asked = reports.question(hand, reading.rules, what, answers)
    if asked is not None:
        return _question(reading, hand, what, answers, asked)
    return _ruling(reading, hand, what, answers)


def _url(reading: Reading, **query: str) -> str:
    return f"{reading.sheet_url}?{urlencode(query)}" if query else reading.sheet_url


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# -- the list --------------------------------------------------------------------------------------


def _list(reading: Reading) -> dict[str, Any]:
    found = reports.offered(reading.hand, reading.rules) if reading.hand else []
    found.sort(key=lambda matter: _ORDER.index(matter.group))
    groups = [
        {
            "name": name,
            "matters": [
                {"words": _capital(one.name), "url": _url(reading, what=one.name)} for one in those
            ],
        }
        for name, those in groupby(found, key=lambda matter: matter.group)
    ]
    return {"step": "list", "groups": groups, "reasons": REASONS}


_ORDER = (
    reports.CHIPS,
    reports.DEAL,
    reports.BOARD,
    reports.CARDS,
    reports.DECK,
    reports.HANDS,
)


# -- a question ------------------------------------------------------------------------------------


def _question(
    reading: Reading, hand: Hand, what: str, answers: Mapping[str, str], asked: Question
) -> dict[str, Any]:
    def link(value: str) -> str:
        return _url(reading, what=what, **answers, **{asked.field: value})

    return {
        "step": "question",
        "words": asked.words,
        "answers": [_answer(asked, value, words, link(value)) for value, words in asked.answers],
        "seats": [
            {"seat": seat, "name": reading.names[seat], "url": link(str(seat))}
            for seat in asked.seats
        ],
        "amount": _amount(hand) if asked.is_amount else None,
        "cards": asked.cards,
        "used_cards": tablet_hand.out(reading, _seat_of(answers)),
        "deck": tablet_hand.deck(reading.rules),
        "next": f"{_url(reading, what=what, **answers)}&{asked.field}=",
    }


def _seat_of(answers: Mapping[str, str]) -> int:
    """Whose cards are spoken of: they may be named though they lie open."""
    seat = answers.get("seat", "")
    return int(seat) if seat.isascii() and seat.isdigit() else 0


def _answer(asked: Question, value: str, words: str, url: str) -> dict[str, str]:
    is_card = asked.field == "cards"
    return {"words": words, "url": url, "card": value if is_card else ""}


def _amount(hand: Hand) -> dict[str, int]:
    """The keypad: what the player has in front and behind, at most."""
    seat = hand.actor
    return {"in_front": hand.bets[seat], "to_match": hand.bet_to_match}


def _trail(reading: Reading, answers: Mapping[str, str]) -> Iterator[str]:
    """What has been said so far, in words."""
    for field, value in answers.items():
        yield _said(reading, field, value)


def _said(reading: Reading, field: str, value: str) -> str:
    if field == "seat" and value.isdigit():
        return f"Seat {value}, {reading.names.get(int(value), 'nobody')}"
    if field == "cards" and value:
        return f"{value[0].replace('T', '10')}{story.SUITS.get(value[1:2], '')}"
    if field == "count":
        return "One" if value == "1" else "Two or more"
    if field == "repaired":
        return "It can be put right" if value == "yes" else "It cannot be put right"
    if field == "agreed":
        return "All agree" if value == "yes" else "Not all agree"
    return _capital(value) or _NOTHING.get(field, "")


_NOTHING = {
    "detail": "None of these",
    "said": "Nothing was said",
}


def _back(reading: Reading, what: str, answers: Mapping[str, str]) -> str:
    """One step back: without the last answer, then the list."""
    if not what:
        return ""
    kept = dict(list(answers.items())[:-1])
    return _url(reading, what=what, **kept) if answers else _url(reading)


# -- what the book prescribes ----------------------------------------------------------------------


def _ruling(reading: Reading, hand: Hand, what: str, answers: Mapping[str, str]) -> dict[str, Any]:
    try:
        command = reports.command(hand, reading.rules, what, answers)
        happened = _before_chance(referee.decide(hand, command, reading.rules, Secret("")))
        directors = reports.directors_clause(hand, reading.rules, command)
    except NeedsRuling as open_:
        return _choices(reading, what, answers, open_)
    except Refused as no:
        return {"step": "refused", "why": _capital(no.why), **cited(no.clause)}
    return {
        "step": "ruling",
        "fields": urlencode({"what": what, **answers}),
        "directors_clause": directors,
        **procedure(reading, happened),
    }


def _before_chance(happened: list[Event]) -> list[Event]:
    """What is certain before it is done: which cards come from a new shuffle, nobody knows yet."""
    shuffled = [at for at, event in enumerate(happened) if isinstance(event, events.DeckShuffled)]
    return happened[: shuffled[0] + 1] if shuffled else happened


def _choices(
    reading: Reading, what: str, answers: Mapping[str, str], open_: NeedsRuling
) -> dict[str, Any]:
    links = [
        {"words": _capital(choice), "url": _url(reading, what=what, **answers, choice=choice)}
        for choice in open_.choices
    ]
    who = "The player chooses" if open_.is_players else "The floor decides"
    told = {"step": "choice", "who": who, "why": _capital(open_.why), "choices": links}
    return told | cited(open_.clause)


def procedure(reading: Reading, happened: list[Event]) -> dict[str, Any]:
    """A ruling as the dealer reads it: the remedy, the steps, the clause, what is recorded."""
    first = happened[0]
    if isinstance(first, events.IrregularityRuled):
        return {
            "remedy": _capital(first.remedy),
            "orders": [_capital(order) for order in first.orders],
            "effects": [story.sentence(event, reading.names, reading.rules) for event in happened][
                1:
            ],
            **cited(first.clause),
        }
    told = [story.sentence(event, reading.names, reading.rules) for event in happened]
    clause = getattr(first, "clause", "")
    return {"remedy": told[0], "orders": [], "effects": told[1:], **cited(clause)}


def cited(clause: str) -> dict[str, str]:
    """A clause with its text, for one tap on it; and where it is not the book's, that it is not."""
    found = clauses.find(clause) if clause else None
    text = found.behaviour if found else ""
    return {"clause": clause, "clause_text": text, "silence": clauses.silence(clause)}


# -- on the tablet until the next step -------------------------------------------------------------


def orders(reading: Reading) -> dict[str, Any] | None:
    """What the dealer was told to do, while it is the last thing that happened."""
    step = hands.last_step(reading.rows)
    if step is None:
        return None
    happened = [event for version, event in reading.rows if version == step.version]
    noted = happened if isinstance(step.first, _NOTED) else _noted_later(happened)
    return {"version": step.version, **procedure(reading, noted)} if noted else None


def _noted_later(happened: list[Event]) -> list[Event]:
    """What fell due with this step: an order of an earlier ruling, or a wager out of turn."""
    ruled = [at for at, one in enumerate(happened) if isinstance(one, events.IrregularityRuled)]
    return happened[ruled[0] :] if ruled else _released(happened)


def _released(happened: list[Event]) -> list[Event]:
    """What became of a wager out of turn whose turn came with this step; else nothing."""
    turns = [one for one in happened if isinstance(one, events.WagerReleased)]
    corrected = [one for one in happened if isinstance(one, events.ActionCorrected)]
    return [*corrected, *turns] if turns else []


def declared_by(table_id: int, what: str) -> str:
    """The clause of this table's book by which not everybody may report this (charity:19.4)."""
    found = Table.objects.filter(pk=table_id).values_list("tournament__rulebook", flat=True)
    return reports.declared_by(found.get(), what)
