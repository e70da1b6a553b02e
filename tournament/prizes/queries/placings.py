"""Who finished where: computed from busts by the rulebook, never stored beside them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from engine.lifecycle import TournamentState
from engine.prizes import law as prizes_law
from engine.prizes import placings as engine_placings
from engine.prizes.law import Tie
from engine.prizes.placings import Question, Standing, Survivor
from engine.structure import house_rules
from tournament.draws.queries import draws
from tournament.models import Bust, Entry, PrizeList, SimultaneousBusts, Tournament
from tournament.models.draws import DrawKind
from tournament.setup.queries import sessions


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's place; two may share it where the book says so, or while a question is open."""

    entry: int
    place: int
    name: str
    at: datetime | None
    is_joint: bool
    clause: str

    @property
    def text(self) -> str:
        return ("=" if self.is_joint else "") + ordinal(self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied:
    """A player whose place is open."""

    entry: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionShown:
    """Tied places, and how the book has them decided."""

    title: str
    words: str
    clause: str
    is_ruling: bool
    players: list[Tied]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What was decided or marked, by whom and when."""

    id: int
    words: str
    clause: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A place, and the bust behind it."""

    placed: Placed
    bust: int | None
    hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesPage:
    """What is open, what was decided, and the places so far."""

    questions: list[QuestionShown]
    published: list[draws.PublishedDraw]
    decisions: list[Decided]
    marked: list[Decided]
    rows: list[PlaceRow]
    can_mark: bool
    can_take_back: bool


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 11th."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if 10 <= number % 100 <= 20 else endings.get(number % 10, "th")
    return f"{number}{ending}"


class _Left(NamedTuple):
    """Somebody who is still in."""

    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """Who is out and who is left, and what the book makes of it."""

    busts: dict[int, Bust]
    left: dict[int, _Left]
    standing: Standing

    def in_dealing_order(self, entries: Iterable[int]) -> list[int]:
        """Clockwise from behind the button of each table (charity:21.3.1)."""
        return sorted(entries, key=self._turn)

    def _turn(self, entry: int) -> tuple[int, int, int]:
        bust = self.busts.get(entry)
        return (bust.table_number, bust.seats_from_marker, entry) if bust else (0, 0, entry)

    def name(self, entry: int) -> str:
        return self.busts[entry].entry.name if entry in self.busts else self.left[entry].name


def _read(tournament: Tournament, *, still_in: frozenset[int] = frozenset()) -> _Reading:
    found = _busts(tournament)
    busts = {bust.entry_id: bust for bust in found if bust.entry_id not in still_in}
    left = _left(tournament, busts)
    facts = [fact(bust) for bust in busts.values()]
    standing = engine_placings.standing(
        engine_placings.together(facts, simultaneous(tournament)),
        [Survivor(entry, one.stack) for entry, one in left.items()],
        order=_order(tournament),
        decisions=decisions(tournament),
    )
    return _Reading(busts, left, standing)


def decisions(tournament: Tournament) -> dict[frozenset[int], list[int]]:
    """The order of tied players as it was drawn or ruled; the last word counts."""
    made = tournament.placing_decisions.filter(withdrawn_at__isnull=True)
    return {frozenset(order): order for order in made.values_list("order", flat=True)}


def simultaneous(tournament: Tournament) -> list[list[int]]:
    """Who went out together at separate tables, by the director's word."""
    return list(_marks(tournament).values_list("entries", flat=True))


def facts_of(tournament: Tournament) -> list[prizes_law.Bust]:
    """Every bust that stands as the engine knows it, with the moments that count."""
    facts = [fact(bust) for bust in _busts(tournament)]
    return engine_placings.together(facts, simultaneous(tournament))


def of(tournament: Tournament, *, still_in: frozenset[int] = frozenset()) -> list[Placed]:
    """Everybody who has a place, the best first; the winner only when the play is over.

    `still_in` are busts to leave out: the places as they would be without them.
    """
    read = _read(tournament, still_in=still_in)
    is_over = tournament.state == TournamentState.FINISHED
    return [
        _placed(placing, read.busts.get(placing.entry), read.left.get(placing.entry), tournament)
        for placing in read.standing.placings
        if is_over or placing.entry in read.busts
    ]


def standing(tournament: Tournament) -> Standing:
    """Everybody's place as it stands now, with what is open."""
    return _read(tournament).standing


def questions(tournament: Tournament) -> list[Question]:
    """What waits for cards or the director; survivors are asked about when the play is over."""
    return _open(tournament, _read(tournament))


def _open(tournament: Tournament, read: _Reading) -> list[Question]:
    is_over = tournament.state == TournamentState.FINISHED
    asked = engine_placings.to_settle(read.standing, _order(tournament), _wins(tournament))
    return [one for one in asked if is_over or one.entries <= set(read.busts)]


def _wins(tournament: Tournament) -> dict[int, list[str]] | None:
    """What each place wins by the prize list as written; None before there is one."""
    rows = PrizeList.objects.filter(tournament=tournament).values_list("rows", flat=True).first()
    if rows is None:
        return None
    wins: dict[int, list[str]] = {}
    for row in rows:
        prize = sorted((key, str(value)) for key, value in row.items() if key != "place")
        wins.setdefault(row["place"], []).append(str(prize))
    return {place: sorted(prizes) for place, prizes in wins.items()}


def _order(tournament: Tournament) -> prizes_law.Order:
    return house_rules.order_of_places(tournament.structure, tournament.law)


def in_dealing_order(tournament: Tournament, entries: Iterable[int]) -> list[int]:
    """Tied players in the order in which each gets a card."""
    return _read(tournament).in_dealing_order(entries)


HOW = {
    Tie.DRAW: "A card each decides, dealt in this order from behind the button; the higher card "
    "places higher, and suits do not count.",
    Tie.CUT: "They cut the cards; the higher card places higher, and suits do not count.",
    Tie.RULING: "The rulebook leaves them equal: the director rules.",
}


def page(tournament: Tournament) -> PlacesPage:
    """The page of places: what is open, what was decided, and the places so far."""
    read = _read(tournament)
    made = tournament.placing_decisions.filter(withdrawn_at__isnull=True)
    return PlacesPage(
        questions=[_asked(read, one) for one in _open(tournament, read)],
        published=draws.published(tournament.pk, DrawKind.PLACES),
        decisions=[
            Decided(
                id=one.pk,
                words=" before ".join(
                    read.name(entry) for entry in one.order if entry in {**read.busts, **read.left}
                ),
                clause=one.clause,
                by=one.by,
                at=one.at,
            )
            for one in made
        ],
        marked=[_marked(read, mark) for mark in _marks(tournament)],
        rows=[_row(read, placed) for placed in of(tournament)],
        can_mark=len(read.busts) > 1,
        can_take_back=tournament.state == TournamentState.RUNNING,
    )


def _marks(tournament: Tournament) -> QuerySet[SimultaneousBusts]:
    return tournament.simultaneous_busts.filter(withdrawn_at__isnull=True)


def _marked(read: _Reading, one: SimultaneousBusts) -> Decided:
    names = [read.name(entry) for entry in one.entries if entry in {**read.busts, **read.left}]
    return Decided(
        id=one.pk,
        words=f"{' and '.join(names)} went out together: {one.reason}",
        clause=one.clause,
        by=one.by,
        at=one.at,
    )


def _row(read: _Reading, placed: Placed) -> PlaceRow:
    bust = read.busts.get(placed.entry)
    hand = f"Table {bust.table_number}, hand {bust.hand_shown}" if bust else ""
    return PlaceRow(placed=placed, bust=bust.pk if bust else None, hand=hand)


def _asked(read: _Reading, question: Question) -> QuestionShown:
    first = read.standing.place_of(min(question.entries))
    names = {entry: read.name(entry) for entry in read.in_dealing_order(question.entries)}
    return QuestionShown(
        title=f"{_range(first, len(names))}: {', '.join(names.values())}",
        words=HOW[question.how],
        clause=question.clause,
        is_ruling=question.how is Tie.RULING,
        players=[Tied(entry=entry, name=name) for entry, name in names.items()],
    )


def _range(first: int, count: int) -> str:
    return (
        f"Places {first} and {first + 1}"
        if count == 2
        else f"Places {first} to {first + count - 1}"
    )


def asked(tournament: Tournament) -> list[QuestionShown]:
    """The open questions, as the console's queue names them."""
    read = _read(tournament)
    return [_asked(read, one) for one in _open(tournament, read)]


def _busts(tournament: Tournament) -> list[Bust]:
    busts = Bust.standing.filter(entry__tournament=tournament, may_rebuy=False)
    if tournament.session_id is not None:
        busts = busts.filter(entry__session=tournament.session_id)
    return list(busts.select_related("entry__player"))


def _left(tournament: Tournament, busts: dict[int, Bust]) -> dict[int, _Left]:
    """Those still in with what they hold, or held until their chips were counted back."""
    entries = Entry.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    back: dict[int, int] = {}
    if tournament.session is not None:
        entries = entries.filter(session=tournament.session_id)
        back = sessions.counted_back(tournament.session) if tournament.is_over else {}
    rows = entries.values_list("pk", "name", "stack")
    return {pk: _Left(name, stack + back.get(pk, 0)) for pk, name, stack in rows if pk not in busts}


def fact(bust: Bust) -> prizes_law.Bust:
    """A bust as the engine knows it."""
    return prizes_law.Bust(
        entry=bust.entry_id,
        moment=bust.order,
        table=bust.table_number,
        stack_before=bust.stack_before,
        put_in=bust.chips_put_in,
        all_in_order=bust.all_in_order,
        seats_from_button=bust.seats_from_marker,
    )


def _placed(
    placing: engine_placings.Placing, bust: Bust | None, left: _Left | None, tournament: Tournament
) -> Placed:
    name = bust.entry.name if bust is not None else left.name if left is not None else ""
    at = bust.at if bust is not None else tournament.finished_at
    return Placed(placing.entry, placing.place, name, at, placing.is_joint, placing.clause)
