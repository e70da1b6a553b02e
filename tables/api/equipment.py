"""Dealers: the deck, counts, bags, and tables that record less than every action."""

from pydantic import Field

from engine.equipment.decks import Change
from tables.api.operations import AtSeat, AtTable, Wish
from tables.chips.services import bags, counts
from tables.chips.services.counts import Counted
from tables.conduct.services import forfeits
from tables.crew.services import dealer_rota
from tables.equipment.services import decks
from tables.play.services import results
from tournament.api.fields import Cards, Chips, Count, EntryNumber, Line, Name, Number, SeatNumber
from tournament.api.operations import Operations

router = Operations(tags=["equipment"])
TAP = "tablet-command"
Pile = dict[Chips, Count]  # so many of each denomination


class DealerIn(Wish):
    """The six digits of the dealer's badge."""

    code: Name = Field(max_length=8, examples=["482913"])


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


@router.act("/dealer/in", "Push a dealer in by their code", f"{TAP}/push_in")
def push_in(here: AtTable, wish: DealerIn) -> None:
    dealer_rota.push_in(table=here.table, code=wish.code, command_id=wish.command_id, **here.when)


@router.act("/dealer/out", "Push the dealer out", f"{TAP}/push_out")
def push_out(here: AtTable, wish: Wish) -> None:
    dealer_rota.push_out(table=here.table, command_id=wish.command_id, **here.when)


@router.act("/deck", "Take a deck to the table", f"{TAP}/take_deck")
def take_deck(here: AtTable, wish: Taken) -> None:
    decks.take(here.dealing(wish), colour=wish.colour, deck_id=wish.deck)


@router.act("/deck/step", "Record a deck step as done", f"{TAP}/card_step")
def card_step(here: AtTable, wish: Step) -> None:
    told = decks.Told(method=wish.method, counted=wish.counted, cutter=wish.cutter)
    decks.tick(here.dealing(wish), step=wish.step, told=told)


@router.act("/deck/change", "Change the deck", f"{TAP}/change_deck")
def change_deck(here: AtTable, wish: DeckChange) -> None:
    decks.change(here.dealing(wish), wish.change(), deck_id=wish.deck)


@router.act("/deck/ask", "Ask for another deck", f"{TAP}/ask_deck")
def ask_deck(here: AtTable, wish: Asked) -> None:
    decks.ask(here.dealing(wish), reason=wish.reason, why=wish.why)


@router.act("/deck/count", "Record a count of the cards", f"{TAP}/card_count")
def card_count(here: AtTable, wish: Counting) -> None:
    decks.enter_count(here.dealing(wish), counted=wish.counted)


@router.act("/machine", "Shuffle by machine, or by hand", f"{TAP}/machine")
def machine(here: AtTable, wish: Machine) -> None:
    decks.set_machine(here.dealing(wish), is_used=wish.is_used, why=wish.why)


@router.act("/machine/clear", "Record a cleared jam of the shuffler", f"{TAP}/clear_jam")
def clear_jam(here: AtTable, wish: Wish) -> None:
    decks.clear_jam(here.dealing(wish))


@router.act("/inspect", "Record the inspection of a hand", f"{TAP}/inspect")
def inspect(here: AtTable, wish: Inspected) -> None:
    decks.inspect(here.dealing(wish), seat=wish.seat, cards=wish.cards)


@router.act("/count", "Enter a count of chips", f"{TAP}/chip_count")
def chip_count(here: AtTable, wish: Piles) -> None:
    piles = {seat: counted(pile) for seat, pile in wish.piles.items()}
    plain = {seat: Counted(total) for seat, total in wish.stacks.items()}
    counts.enter(here.dealing(wish), piles or plain)


@router.act("/results", "Enter the result of a hand", f"{TAP}/result")
def result(here: AtTable, wish: Result) -> None:
    put_in, won = (tuple(sorted(found.items())) for found in (wish.put_in, wish.won))
    results.enter(here.dealing(wish), put_in=put_in, won=won)


@router.act("/stacks", "Enter every stack", f"{TAP}/stacks")
def stacks(here: AtTable, wish: Stacks) -> None:
    results.enter_stacks(here.dealing(wish), wish.stacks)


@router.act(
    "/count-out",
    "Eliminate a player at a table that records counts only",
    f"{TAP}/count_out",
    "floor-act/bust",
)
def count_out(here: AtTable, wish: CountedOut) -> None:
    results.count_out(here.dealing(wish), seat=wish.seat, taker=wish.taker)


@router.act("/bags", "Seal a bag", f"{TAP}/seal_bag")
def seal_bag(here: AtTable, wish: Sealed) -> None:
    bags.seal(
        here.dealing(wish),
        entry_id=here.entry(wish.entry),
        number=wish.seal,
        counted=counted(wish.pile),
    )


@router.act("/pocketed", "Remove chips that were hidden or pocketed", f"{TAP}/pocketed")
def pocketed(here: AtTable, wish: Pocketed) -> None:
    forfeits.pocketed(here.dealing(wish), seat=wish.seat, amount=wish.amount, why=wish.why)
