"""Bonus and elimination rounds: what is called for the next hand, and what is still to be done."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import cards as card_names
from engine.conduct import special_hands
from engine.conduct.law import SpecialRounds
from engine.conduct.special_hands import BonusPlan
from engine.hand.numbers import as_shown
from engine.hand.state import Hand
from engine.refusal import Refused
from tables.models import Seating, SpecialRound, Table
from tables.models.rounds import RoundKind
from tournament.clock.queries import clock as clock_queries
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Owed:
    """An elimination round whose hand is played: who is lowest, and who must draw."""

    round: SpecialRound
    seats: tuple[Seating, ...]
    button: int
    law: SpecialRounds

    @property
    def stacks(self) -> dict[int, int]:
        return {seat.seat: seat.entry.stack for seat in self.seats}

    @property
    def cards(self) -> dict[int, tuple[int, ...]]:
        """What each of the tied has drawn so far."""
        return {int(seat): tuple(drawn) for seat, drawn in self.round.cards.items()}

    @property
    def must_draw(self) -> tuple[int, ...]:
        """Who gets a card now, in the order of dealing (charity:16.4.1)."""
        return special_hands.must_draw(self.stacks, self.cards, button=self.button)

    def carried_out(self, unit: int) -> special_hands.Eliminated:
        """Who goes and what each of the others gets, in chips of this size at the least."""
        return special_hands.eliminate(
            self.stacks, self.cards, self.law, button=self.button, unit=unit
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What one of the others gets."""

    seat: int
    name: str
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One of the tied, with the cards drawn so far."""

    seat: int
    name: str
    cards: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationAsked:
    """What the tablet asks for: a draw among the tied, or one press."""

    draws: list[Drawn]
    cards_needed: int
    used_cards: list[str]
    names: list[str]
    stack: int
    is_again: bool
    shares: list[Share]


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated:
    """The elimination just carried out: who went, the cards of a tie, and who gets what."""

    words: str
    shares: list[dict[str, Any]]
    drawn: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCalled:
    """A round that was called, and what came of it."""

    round: SpecialRound
    words: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsPage:
    """The page of rounds: the plan, what was called, and what can be."""

    is_known: bool
    amounts: tuple[int, ...]
    amounts_text: str
    called: list[RoundCalled]
    tables: list[int]


def is_known(tournament: Tournament) -> bool:
    """Whether the book has such rounds."""
    return tournament.law.conduct.special_rounds.value is not None


def plan(tournament: Tournament) -> BonusPlan:
    """The bonus rounds as they were fixed before the start (charity:15.1)."""
    return BonusPlan(tuple(tournament.structure.get("bonus_rounds", ())))


def called(table: Table, before: Hand | None) -> list[SpecialRound]:
    """What the next hand is; a hand that came to nothing hands it on to the next."""
    if not is_known(table.tournament):
        return []
    waiting = [None]
    if before is not None and before.is_over and before.ended != "played":
        waiting.append(before.number)  # type: ignore[arg-type]  # no hand yet, or the last one
    rounds = SpecialRound.objects.filter(table=table)
    return [one for one in rounds if one.hand_number in waiting and one.done_at is None]


def owed(table: Table, hand: Hand | None, seats: Sequence[Seating]) -> Owed | None:
    """The elimination that must be carried out before the next hand."""
    if hand is None or not hand.is_elimination or hand.ended != "played":
        return None
    rounds = SpecialRound.objects.filter(
        table=table, hand_number=hand.number, kind=RoundKind.ELIMINATION, done_at__isnull=True
    )
    holders = tuple(seat for seat in seats if seat.entry.stack)
    found = rounds.first()
    if found is None or len(holders) < 2:
        return None
    law = special_hands.known(table.tournament.law.conduct.special_rounds)
    return Owed(found, holders, hand.marker, law)


def check_none_owed(table: Table, hand: Hand | None, seats: Sequence[Seating]) -> None:
    """Refuse what comes after an elimination round that is not carried out yet."""
    if found := owed(table, hand, seats):
        raise Refused("Carry out the elimination round first.", found.law.lowest)


def last_done(table: Table) -> SpecialRound | None:
    """The elimination carried out since the last hand, which can still be taken back."""
    if not is_known(table.tournament):
        return None
    done = SpecialRound.objects.filter(
        table=table, hand_number=table.hand_number, done_at__isnull=False
    )
    return done.first()


def vacated(table: Table) -> tuple[int, ...]:
    """The seat whose player the last hand's elimination round sent out (charity:11.5)."""
    done = last_done(table)
    return (done.outcome["seat"],) if done is not None and "seat" in done.outcome else ()


def bonus_count(table: Table) -> int:
    """How many bonus rounds this table has had."""
    return SpecialRound.objects.filter(table=table, kind=RoundKind.BONUS).count()


def words(one: SpecialRound) -> str:
    """A round as the dealer announces it."""
    if one.kind == RoundKind.BONUS:
        return f"Bonus round: {clock_queries.chips(one.amount)} chips are added to the pot."
    return "Elimination round: after this hand the lowest stack goes out."


def notices(table: Table, hand: Hand | None) -> list[str]:
    """What the players are told before the deal, and while the hand is played."""
    if not is_known(table.tournament):
        return []
    rounds = called(table, hand)
    if hand is not None and not hand.is_over:
        rounds = list(SpecialRound.objects.filter(table=table, hand_number=hand.number))
    return [words(one) for one in rounds]


def shares(what: Owed, given: Mapping[int, int]) -> list[Share]:
    """What each of the others gets, seat by seat."""
    names = {seat.seat: seat.entry.name for seat in what.seats}
    return [
        Share(
            seat=s,
            name=names[s],
            chips=chips,
        )
        for s, chips in sorted(given.items())
    ]


def drawn(what: Owed, seats: Iterable[int]) -> list[Drawn]:
    """These of the tied, each with the cards drawn so far."""
    names = {seat.seat: seat.entry.name for seat in what.seats}
    return [
        Drawn(
            seat=seat,
            name=names[seat],
            cards=_texts(what.cards.get(seat, ())),
        )
        for seat in seats
    ]


def _texts(cards: Iterable[int]) -> list[str]:
    return [card_names.text([card]) for card in cards]


def picture(what: Owed, *, unit: int) -> EliminationAsked:
    """What the tablet asks for: a draw among the tied, or one press."""
    names = {seat.seat: seat.entry.name for seat in what.seats}
    lowest = special_hands.lowest_stacks(what.stacks)
    return EliminationAsked(
        draws=drawn(what, what.must_draw),
        cards_needed=len(what.must_draw),
        used_cards=[card for held in what.cards.values() for card in _texts(held)],
        names=[f"{seat} {names[seat]}" for seat in lowest],
        stack=what.stacks[lowest[0]],
        is_again=bool(what.cards),
        shares=[] if what.must_draw else shares(what, what.carried_out(unit).shares),
    )


def page(tournament: Tournament) -> RoundsPage:
    """The page of rounds: the plan, what was called, and what can be."""
    amounts = plan(tournament).amounts
    called_so_far = SpecialRound.objects.filter(table__tournament=tournament)
    return RoundsPage(
        is_known=is_known(tournament),
        amounts=amounts,
        amounts_text=" ".join(str(amount) for amount in amounts),
        called=[
            RoundCalled(
                round=one,
                words=words(one),
                outcome=outcome_words(one),
            )
            for one in called_so_far.select_related("table").order_by("-id")
        ],
        tables=list(
            Table.objects.filter(tournament=tournament)
            .exclude(state="closed")
            .values_list("number", flat=True)
        ),
    )


def outcome_words(one: SpecialRound) -> str:
    """Who went, for the page and the tablet."""
    if not one.outcome:
        return "" if one.hand_number is None else f"Hand {as_shown(one.hand_number)}"
    chips = clock_queries.chips(one.outcome["chips"])
    return f"{one.outcome['name']} is out; {chips} chips are shared among the others."


def eliminated(one: SpecialRound) -> Eliminated:
    """What the tablet tells the players of it, as it was kept."""
    kept = one.outcome
    return Eliminated(
        words=outcome_words(one), shares=kept.get("shares", []), drawn=kept.get("drawn", [])
    )
