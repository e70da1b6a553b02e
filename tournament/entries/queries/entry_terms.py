"""On which terms one enters a tournament: what the house decided, else what the book says."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from engine import rulebooks
from engine.entries import entering
from engine.entries.entering import Terms
from engine.entries.law import Kind
from engine.office.law.money import Method
from engine.office.money import Sold, price
from engine.rulebooks.citing import by
from tournament.models import Conditions, EntryTerms, Tournament


def of(tournament: Tournament) -> Terms:
    """The terms that hold now."""
    stored = EntryTerms.objects.filter(pk=tournament.pk).first()
    asked = price(tournament.structure, Sold.ENTRY)
    if stored is None:
        return entering.terms_of(tournament.rulebook, price=asked)
    return Terms(
        kind=Kind(stored.kind),
        per_player=stored.per_player,
        minimum_age=stored.minimum_age,
        group=stored.group,
        late_minutes=stored.late_minutes,
    )


def play_on(tournament: Tournament) -> date | None:
    """The day of play, where it was said."""
    days = EntryTerms.objects.filter(pk=tournament.pk).values_list("play_on", flat=True)
    return days.first()


def day_of_play(tournament: Tournament, now: datetime) -> date:
    """The day on which ages are reckoned."""
    return play_on(tournament) or timezone.localtime(now).date()


def price_of(tournament: Tournament, terms: Terms) -> int:
    """What an entry costs under these terms; who is invited pays like everybody (igr:5.05(e))."""
    return 0 if terms.kind is Kind.FREE_ROLL else price(tournament.structure, Sold.ENTRY)


KIND_WORDS = {
    Kind.PAID: "Paid entry",
    Kind.FREE_ROLL: "Free-roll",
    Kind.INVITATION: "By invitation only",
}


def words(tournament: Tournament, terms: Terms) -> list[str]:
    """The terms as sentences."""
    law = tournament.law.entries.entry.value
    times = "once" if terms.per_player == 1 else f"up to {terms.per_player} times"
    lines = [KIND_WORDS[terms.kind], f"each person {times}"]
    if terms.minimum_age:
        lines.append(f"{terms.minimum_age} years or older{by(law.age_clause)}")
    if terms.group:
        lines.append(f"{terms.group} only")
    if terms.late_minutes:
        lines.append(f"until {terms.late_minutes} minutes after the start")
    return lines


def ways_to_pay(rulebook: str) -> list[str]:
    """How one may pay, the usual way first; later where the book lets an entry owe it."""
    law = rulebooks.get(rulebook).money
    ways = [method.value for method in Method if method in law.methods.value]
    return ways if law.at_once.value else [*ways, ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What the desk must ask for besides the name, and by which clause."""

    born: bool
    contact: bool
    check: bool
    check_clause: str
    agree: bool
    group: bool
    age: int | None
    price: int
    methods: list[str]
    invitation: bool
    promise: str


def needs(tournament: Tournament, terms: Terms) -> Needs:
    """What the desk must ask for besides the name."""
    law = tournament.law.entries.entry.value
    return Needs(
        born=terms.minimum_age is not None,
        contact=bool(law.contact_clause),
        check=bool(law.check_clause),
        check_clause=law.check_clause,
        agree=Conditions.objects.filter(tournament=tournament, asks_acceptance=True).exists(),
        group=bool(terms.group),
        age=terms.minimum_age,
        price=price_of(tournament, terms),
        methods=ways_to_pay(tournament.rulebook),
        invitation=terms.kind is Kind.INVITATION,
        promise=tournament.law.entries.by_promise.clause,
    )
