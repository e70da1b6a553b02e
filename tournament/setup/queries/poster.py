"""The poster of an event: what the public must be told before the doors open."""

from dataclasses import dataclass

from django.utils import timezone

from engine.amounts import dollars, hour
from engine.entries.law import Rebuys
from engine.office import licensing, publicity
from engine.refusal import Refused
from engine.rulebooks.citing import cite
from engine.structure import structure
from tournament.clock.queries import clock as clock_queries
from tournament.models import Licence, Tournament
from tournament.office.queries import licence as licences
from tournament.permissions import Actor
from tournament.setup.queries import conditions, tournaments


def words(tournament: Tournament) -> dict[str, str]:
    """Item by item, from the licence where there is one, else from the setup."""
    licence = Licence.objects.filter(tournament=tournament).first()
    return _licensed(licence) if licence else _unlicensed(tournament)


def _licensed(licence: Licence) -> dict[str, str]:
    start = timezone.localtime(licence.starts_at)
    when = f"{start:%A, %d %B %Y}, {hour(start)}, {licence.place}" if licence.place else ""
    holder = f"{licence.holder}, licence {licence.number}"
    return {
        publicity.LICENSEE: holder if licence.holder and licence.number else "",
        publicity.FEE: dollars(licence.fee) if licence.fee else "",
        publicity.PRIZES: licence.prizes,
        publicity.WHEN: when,
        publicity.TICKETS: str(licence.tickets or ""),
        publicity.REBUY: "A rebuy is available." if licence.has_rebuy else "No rebuy.",
    }


def _unlicensed(tournament: Tournament) -> dict[str, str]:
    price = tournament.structure.get("entry_price", 0)
    terms = structure.rebuys(tournament.structure)
    rebuy = f"Rebuys in the first {terms.minutes} minutes." if isinstance(terms, Rebuys) else ""
    return {
        publicity.FEE: dollars(price) if price else "Free",
        publicity.REBUY: rebuy or "No rebuy.",
    }


def is_published(tournament: Tournament) -> bool:
    """Whether the public may be told of the event (igr:5.08(a)); most books ask for nothing."""
    try:
        check_published(tournament)
    except Refused:
        return False
    return True


def check_published(tournament: Tournament) -> None:
    """Refuse what the public may not be told yet: something is unsaid, or the checklist waits."""
    if not tournament.law.public.stated.value:
        return
    publicity.check(tournament.rulebook, words(tournament))
    if tournament.started_at is None:
        licensing.check_publicity(licences.posted(tournament), rulebook=tournament.rulebook)


def is_told(tournament: Tournament, actor: Actor) -> bool:
    """The staff and the house's own screens know of an event before the public may."""
    return is_published(tournament) or is_of_the_house(tournament, actor)


def is_of_the_house(tournament: Tournament, actor: Actor) -> bool:
    """Whether this is one of the staff, or a device of the house."""
    return actor.device_id is not None or bool(actor.roles_at(tournament.pk))


def find(code: str, actor: Actor) -> Tournament:
    """The tournament behind a code, for what anybody may open; refused until it is published."""
    return told(tournaments.find(code), actor)


def told(tournament: Tournament, actor: Actor) -> Tournament:
    """The same one, unless the public may not be told of it yet."""
    if not is_of_the_house(tournament, actor):
        check_published(tournament)
    return tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A label and what is told there."""

    label: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """Everything the poster says."""

    rows: list[Told]
    stack: int
    blinds_text: str
    conditions: conditions.ConditionsSheet


def rows(tournament: Tournament) -> list[Told]:
    """What the book wants told wherever the event is; refused while something is missing."""
    if not tournament.law.public.stated.value:
        return []
    check_published(tournament)
    return [*_told(tournament), *_where_told(tournament)]


def _told(tournament: Tournament) -> list[Told]:
    said = words(tournament)
    return [Told(label=publicity.LABELS[item], words=text) for item, text in said.items()]


def _where_told(tournament: Tournament) -> list[Told]:
    """In which part of the country it is advertised, where the book says (igr:5.08(b))."""
    region = tournament.law.public.region
    words = f"In {region.value} only ({cite(region.clause)})"
    return [Told(label="Advertised", words=words)] if region.value else []


def sheet(tournament: Tournament) -> Poster:
    """Everything the poster says; refused while something the book wants is missing."""
    check_published(tournament)
    told = [row for row in _told(tournament) if row.words]
    return Poster(
        rows=[*told, *_where_told(tournament)],
        stack=tournament.structure["stack"],
        blinds_text=clock_queries.level_text(clock_queries.schedule_of(tournament).levels[0]),
        conditions=conditions.sheet(tournament),
    )
