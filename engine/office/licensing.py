"""What a licence asks: the approved terms, the papers on the wall, and what may still change."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from engine.amounts import dollars
from engine.entries import sessions
from engine.office.money import ENTRY, REBUYS, price
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class Terms:
    """What the regulator approved for one event; times are local to the place of play."""

    number: str
    holder: str
    place: str
    opens_at: datetime
    closes_at: datetime
    starts_at: datetime
    finishes_at: datetime
    tickets: int
    fee: int
    prizes: str
    has_rebuy: bool
    language: str = "English"
    issuer: str = "IGR"
    site: str = ""
    event_type: str = "Hold'em tournament"


@dataclass(frozen=True, slots=True)
class LicenceRules:
    """What a book says about licences; empty where it knows none."""

    required: str = ""
    approved_only: str = ""
    changes: str = ""
    posted: str = ""
    unique_chips: str = ""
    language: str = ""
    issuer: str = ""
    event_type: str = ""
    valid: str = ""
    expired: str = ""
    state: str = ""
    binding: str = ""  # no check of the book can be switched off by itself


BOOKS: Mapping[str, LicenceRules] = {
    "igr": LicenceRules(
        required="igr:5.01(a)",
        approved_only="igr:5.01(a)",
        changes="igr:5.01(b)",
        posted="igr:5.01(c)",
        unique_chips="igr:5.09(a)",
        language="igr:A.1.Designated Language",
        issuer="igr:Preamble.2",
        event_type="igr:Preamble.3",
        valid="igr:Preamble.4",
        expired="igr:1.01(e)",
        state="igr:3.01",
        binding="igr:Preamble.5",
    ),
}
NONE = LicenceRules()

# What hangs where the public can read it.
LICENCE, REQUIREMENTS, GAME_RULES, STRUCTURE = "licence", "requirements", "rules", "structure"
CONDITIONS, RANKING, SHOE, BUTTON = "conditions", "ranking", "shoe", "button"
DOOR, ROOM = "door", "room"
NO_MINORS, NOT_FOR_MINORS = "no-minors", "not-for-minors"
REALISTIC, STANDARDS = "realistic", "standards"


@dataclass(frozen=True, slots=True)
class Paper:
    """A document that is posted, or a thing that is there, and by which clause."""

    key: str
    words: str
    clause: str
    blocks_start: bool = True
    blocks_publishing: bool = False  # seen to before the public is told of the event
    besides: tuple[tuple[str, str], ...] = ()  # what is excepted, and by which clause


def _publicity(
    key: str, words: str, clause: str, besides: tuple[tuple[str, str], ...] = ()
) -> Paper:
    """A line of the checklist before publishing."""
    return Paper(key, words, clause, blocks_start=False, blocks_publishing=True, besides=besides)


PAPERS: Mapping[str, tuple[Paper, ...]] = {
    "igr": (
        Paper(LICENCE, "The licence", "igr:5.01(c)"),
        Paper(REQUIREMENTS, "The tournament requirements", "igr:5.01(c)"),
        Paper(GAME_RULES, "The rules of the game", "igr:5.01(c)"),
        Paper(STRUCTURE, "Limits, levels, antes and blinds", "igr:A.2(d)"),
        Paper(DOOR, "Nobody under 19 is let in, to watch or to work", "igr:5.03(a)"),
        Paper(
            ROOM,
            "Light, and room for the chairperson, inspectors and spectators",
            "igr:A.2(q)",
            blocks_start=False,
        ),
        _publicity(NO_MINORS, "Publicity shows nobody as a minor", "igr:5.08(c)(i)"),
        _publicity(
            NOT_FOR_MINORS,
            "Publicity is not aimed at minors",
            "igr:5.08(c)(ii)",
            (
                ("to promote abstinence or moderation in gambling", "igr:5.08(c)(ii)a"),
                ("to warn of the harm of excessive gambling", "igr:5.08(c)(ii)b"),
            ),
        ),
        _publicity(
            REALISTIC,
            "Publicity paints no unrealistic chance to win",
            "igr:5.08(d)(i)",
        ),
        _publicity(STANDARDS, "Publicity meets the standards of the community", "igr:5.08(d)(ii)"),
    ),
    "charity": (
        Paper(SHOE, "A shoe for one deck at every table", "charity:5.3.1"),
        Paper(BUTTON, "A dealer button at every table", "charity:5.3"),
        Paper(CONDITIONS, "The tournament conditions", "charity:3.1", blocks_start=False),
        Paper(STRUCTURE, "Limits, structure and blinds", "charity:9.1", blocks_start=False),
    ),
    "canberra": (
        Paper(STRUCTURE, "Starting chips, rebuys and betting", "canberra:4.2", blocks_start=False),
    ),
    "adelaide": (
        Paper(STRUCTURE, "Minimum and maximum wagers", "adelaide:36", blocks_start=False),
        Paper(RANKING, "The ranking of hands", "adelaide:44", blocks_start=False),
    ),
    "fours": (Paper(STRUCTURE, "The blind schedule", "fours:schedule-posted", blocks_start=False),),
}


def rules(rulebook: str) -> LicenceRules:
    """The book's word on licences, or none."""
    return BOOKS.get(rulebook, NONE)


def papers(rulebook: str) -> tuple[Paper, ...]:
    """What this book wants on the wall."""
    return PAPERS.get(rulebook, ())


def check_terms(terms: Terms, *, rulebook: str) -> None:
    """Refuse a licence that says too little, or allows what the book does not."""
    clause = rules(rulebook).approved_only
    said = (terms.number, terms.holder, terms.place, terms.prizes)
    if not all(words.strip() for words in said):
        raise Refused("A licence has a number, a holder, a place and the prizes.", clause)
    if not terms.language.strip():
        raise Refused("Name the language spoken at the tables.", rules(rulebook).language)
    _check_kind(terms, rules(rulebook))
    if terms.tickets < 2:
        raise Refused("A licence approves at least two tickets.", clause)
    hours = sessions.LicensedHours(terms.opens_at, terms.closes_at)
    sessions.check_hours(starts_at=terms.starts_at, finishes_at=terms.finishes_at, licence=(hours,))


def _check_kind(terms: Terms, book: LicenceRules) -> None:
    if book.issuer and terms.issuer.strip().casefold() != "igr":
        raise Refused("The licence comes from IGR.", book.issuer)
    if book.issuer and not terms.site.strip():
        raise Refused("Name the reserve on which it is played.", book.issuer)
    if book.event_type and "hold'em" not in terms.event_type.casefold():
        raise Refused("The licence must be for a hold'em tournament.", book.event_type)


ACTIVE = "active"


def check_valid(
    state: str | None, *, closes_at: datetime | None, rulebook: str, now: datetime | None = None
) -> None:
    """Refuse sales and hands without a licence, or when it is over, suspended or cancelled."""
    book = rules(rulebook)
    if not book.valid:
        return
    if state is None:
        raise Refused("Record the licence first: nothing is sold without it.", book.valid)
    if state != ACTIVE:
        raise Refused(f"The licence is {state}: nothing is sold and no hand dealt.", book.state)
    if now is not None and closes_at is not None and now >= closes_at:
        raise Refused("The licence has run out.", book.expired)


def mismatches(terms: Terms, plain: Mapping[str, Any]) -> list[str]:
    """Where what is offered is not what was approved."""
    found = []
    fee, has_rebuy = price(plain, ENTRY), price(plain, REBUYS) > 0
    if fee != terms.fee:
        found.append(f"The entry fee is {dollars(fee)}, approved was {dollars(terms.fee)}.")
    if has_rebuy != terms.has_rebuy:
        offered, approved = ("a", "none") if has_rebuy else ("no", "one")
        found.append(f"There is {offered} re-buy, approved was {approved}.")
    if plain["max_players"] > terms.tickets:
        most = plain["max_players"]
        found.append(f"{most} players may enter, approved were {terms.tickets} tickets.")
    return found


PRINTED = {
    "licensee": "holder",
    "licence_number": "number",
    "place": "place",
    "prizes": "prizes",
    "starts_at": "starts_at",
}


@dataclass(frozen=True, slots=True)
class Announced:
    """What was told to the players: on their tickets, and when play is to end.

    `changed` names the terms that the regulator changed after the tickets were numbered.
    """

    tickets: Mapping[str, Any] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    finishes_at: datetime | None = None


NOTHING_ANNOUNCED = Announced()


def told_otherwise(terms: Terms, announced: Announced) -> list[str]:
    """Where what players were told is not what was approved."""
    found = []
    for name, said in announced.tickets.items():
        term = PRINTED[name]
        approved = getattr(terms, term)
        if said != approved and term not in announced.changed:
            found.append(f"The tickets say {_said(said)}, approved was {_said(approved)}.")
    ends_at = announced.finishes_at
    if ends_at is not None and ends_at > terms.finishes_at:
        found.append(f"Play is to end {_said(ends_at)}, approved was {_said(terms.finishes_at)}.")
    return found


def _said(value: object) -> str:
    return f"{value:%-d %B %Y, %H:%M}" if isinstance(value, datetime) else f"“{value}”"


def check_tickets(terms: Terms, tickets: Mapping[str, Any], *, rulebook: str) -> None:
    """Refuse tickets that say something else than the licence."""
    for why in told_otherwise(terms, Announced(tickets)):
        raise Refused(why, rules(rulebook).approved_only)


def check_start(
    terms: Terms | None,
    plain: Mapping[str, Any],
    *,
    rulebook: str,
    now: datetime,
    announced: Announced = NOTHING_ANNOUNCED,
) -> None:
    """Refuse to start an event that is not the one on the licence."""
    book = rules(rulebook)
    if terms is None:
        if book.required:
            raise Refused("Record the licence first: the event runs as it says.", book.required)
        return
    if wrong := [*mismatches(terms, plain), *told_otherwise(terms, announced)]:
        raise Refused(wrong[0], book.approved_only)
    if now < terms.starts_at:
        why = f"Approved is a start on {_said(terms.starts_at)}, not before."
        raise Refused(why, book.approved_only)
    if not terms.opens_at <= now < terms.closes_at:
        raise Refused("The licence does not cover this hour.", "igr:5.07(a)(i)")
    sessions.check_hand_in_hours(now, starts_at=terms.starts_at, finishes_at=terms.finishes_at)


def check_papers(posted: Collection[str], *, rulebook: str) -> None:
    """Refuse to start before everything hangs or is there that the book insists on."""
    for paper in papers(rulebook):
        if paper.blocks_start and paper.key not in posted:
            words = paper.words[:1].lower() + paper.words[1:]
            why = f"See to this first, and tick it on the page of the licence: {words}."
            raise Refused(why, paper.clause)


def to_see_to(posted: Collection[str], *, rulebook: str) -> list[Paper]:
    """What nobody has seen to yet of what must be right before the public is told."""
    wanted = papers(rulebook)
    return [paper for paper in wanted if paper.blocks_publishing and paper.key not in posted]


def check_publicity(posted: Collection[str], *, rulebook: str) -> None:
    """Refuse to publish before the checklist is gone through (igr:5.08(c), igr:5.08(d))."""
    left = to_see_to(posted, rulebook=rulebook)
    if left:
        words = f"{left[0].words[:1].lower()}{left[0].words[1:]}"
        why = f"It is not published yet. Tick it on the page of the licence first: {words}."
        raise Refused(why, left[0].clause)


# Where the book says in which part of the country an event is advertised.
ADVERTISED: Mapping[str, tuple[str, str]] = {"igr": ("Saskatchewan", "igr:5.08(b)")}


@dataclass(frozen=True, slots=True)
class Advert:
    """One advert: where it ran, and on which day."""

    outlet: str
    place: str
    ran_on: date
    is_inside: bool


def check_advert(advert: Advert, *, rulebook: str) -> None:
    """Refuse a line of the log that does not say where the advert ran."""
    clause = ADVERTISED.get(rulebook, ("", ""))[1]
    if not advert.outlet.strip() or not advert.place.strip():
        raise Refused("Say in what it was advertised, and where that is read or heard.", clause)


# A change is the regulator's to approve in advance: once play has begun, only its end is ahead.

STILL_AHEAD = frozenset({"closes_at", "finishes_at"})


def check_change(*, rulebook: str, request: str) -> None:
    """Refuse a change without a written request (igr:5.01(b))."""
    clause = rules(rulebook).changes
    if clause and not request.strip():
        raise Refused("A change needs a written request in advance: say of when.", clause)


def check_still_ahead(
    changed: Collection[str], terms: Terms, *, rulebook: str, now: datetime
) -> None:
    """Refuse to change, once play has begun, what is past (igr:5.01(b))."""
    clause = rules(rulebook).changes
    if not STILL_AHEAD.issuperset(changed):
        why = "Play has begun: the licence stands. Only the end of play can still be changed."
        raise Refused(why, clause)
    if now >= terms.finishes_at:
        raise Refused("The licensed end of play has passed: it cannot be changed now.", clause)


def check_finish(terms: Terms | None, finishes_at: datetime, *, rulebook: str) -> None:
    """Refuse an end of play later than the licence has it (igr:5.01(b), 5.07(a)(i))."""
    book = rules(rulebook)
    if terms is None or not book.changes:
        return
    if finishes_at > terms.closes_at:
        why = f"The licence allows play until {_said(terms.closes_at)}: ask for an addendum first."
        raise Refused(why, "igr:5.07(a)(i)")
    if finishes_at > terms.finishes_at:
        why = f"The licence ends play on {_said(terms.finishes_at)}: ask for an addendum first."
        raise Refused(why, book.changes)


def check_addendum(number: str, *, rulebook: str) -> None:
    """Refuse to put a change into force without the addendum's number."""
    if not number.strip():
        raise Refused("Give the number of the addendum.", rules(rulebook).changes)


def check_chip_set(name: str, *, in_use: Collection[str], rulebook: str) -> None:
    """Refuse chips that serve another open event (igr:5.09(a))."""
    clause = rules(rulebook).unique_chips
    if not clause:
        return
    if not name.strip():
        raise Refused("Say what marks these chips as this event's own.", clause)
    if name.strip().casefold() in {used.strip().casefold() for used in in_use}:
        raise Refused("These chips are in use at another open event.", clause)
