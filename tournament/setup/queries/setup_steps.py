"""The steps of a setup in the order they are taken: what each says now, and what is missing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from engine.amounts import dollars
from engine.clock import lawful_schedules
from engine.office import licensing, money, spending
from engine.office import staffing as engine_staffing
from engine.prizes import clubs, donations
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from tournament.clock.queries import clock as clock_queries
from tournament.entries.queries import entry_terms
from tournament.models import Proceeds, Staff, TicketSheet, Tournament
from tournament.office.queries import licence
from tournament.office.queries import staffing as staff_queries
from tournament.prizes.queries import prizes as prize_queries
from tournament.setup.queries import conditions

DONE, MISSING, FREE = "done", "missing", "free"


@dataclass(frozen=True, slots=True)
class Step:
    """One page of the setup; a free one may stay as it is."""

    url: str
    title: str
    now: str
    state: str
    why: str = ""


def of(tournament: Tournament) -> list[Step]:
    """Every step in its order."""
    return list(_steps(tournament))


def missing(steps: Iterable[Step]) -> list[Step]:
    """Those that still lack something."""
    return [step for step in steps if step.state == MISSING]


def _steps(tournament: Tournament) -> Iterator[Step]:
    levels = [row for row in tournament.structure["schedule"]["rows"] if row["kind"] == "level"]
    yield _step("schedule", "Schedule", f"{len(levels)} levels", lambda: _schedule(tournament))
    yield Step("house-rules", "House rules", "what the rulebook leaves to the house", FREE)
    words = "; ".join(entry_terms.words(tournament, entry_terms.of(tournament)))
    yield Step("entries", "Entry requirements", words, DONE)
    yield Step("sessions", "Sessions", f"{tournament.sessions.count()} planned", FREE)
    yield _step("money", "Money", _price(tournament), lambda: _money(tournament))
    if tournament.law.prizes.prizes.value.refused is None:
        check = partial(prize_queries.check_standing, tournament)
        yield _step("prizes", "Prizes", "what each place wins", check)
    if tournament.law.prizes.donations.value is not None:
        yield _step("giving", "Donations", "what each place gives", lambda: _giving(tournament))
    if tournament.law.conduct.special_rounds.value is not None:
        planned = len(tournament.structure.get("bonus_rounds", ()))
        yield Step("rounds", "Bonus rounds", f"{planned} fixed", FREE)
    if tournament.law.prizes.clubs.value:
        named = tournament.clubs.count()
        yield Step("clubs", "Clubs", f"{named} of {clubs.CLUBS}", DONE if named else FREE)
    yield from _licensed(tournament)
    conditions_now = "what players read and accept"
    yield _step(
        "conditions",
        "Terms of entry",
        conditions_now,
        lambda: conditions.check_complete(tournament),
    )
    yield Step("checks", "Checks", "how much tables record", FREE)
    serving = Staff.serving.filter(tournament=tournament).count()
    yield _step("staff", "Staff", f"{serving} appointed", lambda: _staff(tournament))


def _licensed(tournament: Tournament) -> Iterator[Step]:
    """What only a licensed event has."""
    if tournament.law.licence.required.value:
        now = "number, hours, posted documents"
        yield _step("licence", "Licence", now, lambda: _licence(tournament))
    elif any(paper.blocks_start for paper in tournament.law.licence.papers.value):
        now = "documents and material in the hall"
        yield _step("licence", "Posted and provided", now, lambda: _papers(tournament))
    if clause := tournament.law.entries.entry.value.ticket_clause:
        has = TicketSheet.objects.filter(pk=tournament.pk).exists()
        why = "" if has else f"Number the entry tickets ({cite(clause)})."
        yield Step("tickets", "Tickets", "numbered and printed", DONE if has else MISSING, why)


def _step(url: str, title: str, now: str, check: Callable[[], None]) -> Step:
    try:
        check()
    except Refused as refusal:
        why = f"{refusal.why} ({cite(refusal.clause)})" if refusal.clause else refusal.why
        return Step(url, title, now, MISSING, why)
    return Step(url, title, now, DONE)


def _schedule(tournament: Tournament) -> None:
    schedule = clock_queries.schedule_of(tournament)
    lawful_schedules.check(schedule, rulebook=tournament.rulebook)


def _price(tournament: Tournament) -> str:
    price = money.price(tournament.structure, money.Sold.ENTRY)
    return f"entry {dollars(price)}" if price else "free entry"


def _money(tournament: Tournament) -> None:
    money.check_terms(tournament.structure, rulebook=tournament.rulebook)
    found = Proceeds.objects.filter(tournament=tournament).first()
    spending.check_organisation(
        organisation=found.organisation if found else "",
        purposes=found.purposes if found else (),
        rulebook=tournament.rulebook,
    )


def _giving(tournament: Tournament) -> None:
    amounts = list(tournament.donations.values_list("amount", flat=True))
    donations.check_may_start(amounts, rulebook=tournament.rulebook)


def _licence(tournament: Tournament) -> None:
    rules = tournament.law.licence
    found = licence.find(tournament)
    if found is None:
        raise Refused("Record the licence.", rules.required.clause)
    for why in licence.wrong(tournament, found):
        raise Refused(why, rules.approved_only.clause)
    _papers(tournament)


def _papers(tournament: Tournament) -> None:
    licensing.check_papers(licence.posted(tournament), rulebook=tournament.rulebook)


def _staff(tournament: Tournament) -> None:
    engine_staffing.check_staff(
        staff_queries.people(tournament),
        tables=licence.tables(tournament),
        rulebook=tournament.rulebook,
        approval=staff_queries.approval_for_more_tables(tournament),
    )
