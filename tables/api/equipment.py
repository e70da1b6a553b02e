"""Dealers: the deck, counts, bags, and tables that record less than every action."""

from ninja import Router
from pydantic import Field

from engine.decks import Change
from tables.api.basics import TABLE, AtSeat, Wish, dealing
from tables.services import bags, counts, decks, forfeits, results
from tables.services.counts import Counted
from tournament.api.basics import (
    Cards,
    Chips,
    Count,
    Done,
    EntryNumber,
    Line,
    Name,
    Number,
    SeatNumber,
    Signed,
    Where,
    action,
    entry_of,
    find,
)

router = Router(tags=["decks and counts"])
TAP = "tablet-command"
Pile = dict[Chips, Count]  # so many of each denomination


class Taken(Wish):
    """The deck taken to the table."""

    colour: Name = Field("", examples=["blue"])
    deck: Number | None = None


class Step(Wish):
    """A step of the cards: washed, counted, cut and so on."""

    step: Name = Field(examples=["shuffle"])
    method: Name = "hand"
    counted: Count | None = None
    cutter: SeatNumber | None = None


class DeckChange(Wish):
    """A deck changed, and why."""

    reason: Name = Field(examples=["damaged"])
    colour: Name = Field("", examples=["red"])
    make: Name = ""
    asked: Count = Field(0, description="How many players want it.")
    card: Name = ""
    is_partial: bool = False
    deck: Number | None = None

    def change(self) -> Change:
        """As the service takes it."""
        return Change(**self.dict(exclude={"command_id", "version", "deck"}))


class Asked(Wish):
    """A new deck is asked for."""

    reason: Name = Field(examples=["damaged"])
    why: Line = ""


class Counting(Wish):
    """Cards counted."""

    counted: Count


class Machine(Wish):
    """Whether the shuffling machine is used."""

    is_used: bool = True
    why: Line = ""


class Inspected(AtSeat):
    """A hand looked at by the floor."""

    cards: Cards


class Stacks(Wish):
    """Every stack, by seat."""

    stacks: dict[SeatNumber, Chips] = Field(max_length=20, examples=[{"1": 5000, "2": 7500}])


class Piles(Wish):
    """Every stack by seat; or the chips of each denomination."""

    stacks: dict[SeatNumber, Chips] = Field({}, max_length=20, examples=[{"1": 5000}])
    piles: dict[SeatNumber, Pile] = Field({}, max_length=20, examples=[{"1": {"100": 50}}])


class Result(Wish):
    """What each seat put in, and what each won."""

    put_in: dict[SeatNumber, Chips] = Field(max_length=20, examples=[{"1": 100, "2": 100}])
    won: dict[SeatNumber, Chips] = Field(max_length=20, examples=[{"1": 200}])


class CountedOut(AtSeat):
    """Who has no chips left, and who took them."""

    taker: SeatNumber


class Sealed(Wish):
    """A bag sealed."""

    entry: EntryNumber
    seal: Name = Field(examples=["B-17"])
    pile: Pile = Field(max_length=20, examples=[{"100": 50}])


class Pocketed(AtSeat):
    """Chips that were taken from the table."""

    amount: Chips
    why: Line


def counted(pile: Pile) -> Counted:
    """A pile with its total."""
    return Counted(sum(value * number for value, number in pile.items()), pile)


@action(router, TABLE + "/deck", "Take a deck to the table", f"{TAP}/take_deck")
def take_deck(request: Signed, code: str, number: Where, wish: Taken) -> Done:
    decks.take(dealing(request, code, number, wish), colour=wish.colour, deck_id=wish.deck)
    return Done()


@action(router, TABLE + "/deck/step", "A step of the cards is done", f"{TAP}/card_step")
def card_step(request: Signed, code: str, number: Where, wish: Step) -> Done:
    told = decks.Told(method=wish.method, counted=wish.counted, cutter=wish.cutter)
    decks.tick(dealing(request, code, number, wish), step=wish.step, told=told)
    return Done()


@action(router, TABLE + "/deck/change", "Change the deck", f"{TAP}/change_deck")
def change_deck(request: Signed, code: str, number: Where, wish: DeckChange) -> Done:
    decks.change(dealing(request, code, number, wish), wish.change(), deck_id=wish.deck)
    return Done()


@action(router, TABLE + "/deck/ask", "Ask for another deck", f"{TAP}/ask_deck")
def ask_deck(request: Signed, code: str, number: Where, wish: Asked) -> Done:
    decks.ask(dealing(request, code, number, wish), reason=wish.reason, why=wish.why)
    return Done()


@action(router, TABLE + "/deck/count", "The cards are counted", f"{TAP}/card_count")
def card_count(request: Signed, code: str, number: Where, wish: Counting) -> Done:
    decks.enter_count(dealing(request, code, number, wish), counted=wish.counted)
    return Done()


@action(router, TABLE + "/machine", "Whether the machine shuffles", f"{TAP}/machine")
def machine(request: Signed, code: str, number: Where, wish: Machine) -> Done:
    decks.set_machine(dealing(request, code, number, wish), is_used=wish.is_used, why=wish.why)
    return Done()


@action(router, TABLE + "/machine/clear", "The machine's jam is cleared", f"{TAP}/clear_jam")
def clear_jam(request: Signed, code: str, number: Where, wish: Wish) -> Done:
    decks.clear_jam(dealing(request, code, number, wish))
    return Done()


@action(router, TABLE + "/inspect", "A hand is looked at", f"{TAP}/inspect")
def inspect(request: Signed, code: str, number: Where, wish: Inspected) -> Done:
    decks.inspect(dealing(request, code, number, wish), seat=wish.seat, cards=wish.cards)
    return Done()


@action(router, TABLE + "/count", "Enter a count of chips", f"{TAP}/chip_count")
def chip_count(request: Signed, code: str, number: Where, wish: Piles) -> Done:
    piles = {seat: counted(pile) for seat, pile in wish.piles.items()}
    plain = {seat: Counted(total) for seat, total in wish.stacks.items()}
    counts.enter(dealing(request, code, number, wish), piles or plain)
    return Done()


@action(router, TABLE + "/results", "Enter a hand's result alone", f"{TAP}/result")
def result(request: Signed, code: str, number: Where, wish: Result) -> Done:
    put_in, won = (tuple(sorted(found.items())) for found in (wish.put_in, wish.won))
    results.enter(dealing(request, code, number, wish), put_in=put_in, won=won)
    return Done()


@action(router, TABLE + "/stacks", "Enter every stack", f"{TAP}/stacks")
def stacks(request: Signed, code: str, number: Where, wish: Stacks) -> Done:
    results.enter_stacks(dealing(request, code, number, wish), wish.stacks)
    return Done()


@action(router, TABLE + "/count-out", "A player has no chips left", f"{TAP}/count_out")
def count_out(request: Signed, code: str, number: Where, wish: CountedOut) -> Done:
    results.count_out(dealing(request, code, number, wish), seat=wish.seat, taker=wish.taker)
    return Done()


@action(router, TABLE + "/bags", "Seal a bag", f"{TAP}/seal_bag")
def seal_bag(request: Signed, code: str, number: Where, wish: Sealed) -> Done:
    entry = entry_of(find(code), wish.entry)
    bags.seal(
        dealing(request, code, number, wish),
        entry_id=entry.pk,
        number=wish.seal,
        counted=counted(wish.pile),
    )
    return Done()


@action(router, TABLE + "/pocketed", "Chips were taken from the table", f"{TAP}/pocketed")
def pocketed(request: Signed, code: str, number: Where, wish: Pocketed) -> Done:
    forfeits.pocketed(
        dealing(request, code, number, wish), seat=wish.seat, amount=wish.amount, why=wish.why
    )
    return Done()
