"""Director and floor: who deals where, counts, bags and decks."""

from datetime import datetime

from pydantic import Field

from tables.api.equipment import DeckChange, Pile, counted
from tables.api.operations import AtTable
from tables.chips.services import bags, counts
from tables.commands import TableCommand
from tables.conduct.services import forfeits
from tables.crew.services import dealer_rota, managing
from tables.equipment.services import decks
from tables.models import Bag, ChipCount, CountedStack
from tables.play.queries.depth import Depth
from tables.play.services import depth
from tournament.api.answers import Made
from tournament.api.fields import (
    Chips,
    CommandId,
    Line,
    Name,
    Number,
    SeatNumber,
    Sent,
    TableNumber,
    Where,
)
from tournament.api.operations import Here, Operations, one_of
from tournament.api.values import Entrant, someone
from tournament.permissions import Permission, require

router = Operations(tags=["counts"])
ACT = "checks-act"
COUNT, BAG = "/counts/{count_id}", "/bags/{bag_id}"


class Dealer(Sent):
    """Who deals at the table, by the user's id; null: nobody."""

    user: Number | None


class Manager(Sent):
    """Who manages the table, by the user's id; null: nobody."""

    user: Number | None


class Recording(Sent):
    """How much tablets record: every action, results or counts."""

    depth: Depth
    table: TableNumber | None = None


class NewCount(Sent):
    """A count of all tables or one, and why."""

    table: TableNumber | None = None
    because: Line


class Explained(Sent):
    """The reason of a difference, and whether it corrects the stack."""

    why: Line
    corrects: bool = False


class Found(Sent):
    """Chips found, and where."""

    amount: Chips
    where: Line


class PocketedThere(Sent):
    """Chips that were taken from the table."""

    seat: SeatNumber
    amount: Chips
    why: Line
    command_id: CommandId


class Because(Sent):
    """Why the session ends."""

    because: Line


class Opened(Sent):
    """A bag opened: what is in it, and whether its seal was whole."""

    pile: Pile = Field(max_length=20, examples=[{"100": 50}])
    is_seal_whole: bool = True


class NewDeck(Sent):
    """A deck for the list."""

    colour: Name = Field(examples=["blue"])
    make: Name = ""
    where: Name = ""
    method: Name = ""


class Care(Sent):
    """What was done with a deck."""

    kind: Name = Field(examples=["supervisor"])
    why: Line = ""


class FloorWish(Sent):
    """Sent twice it counts once."""

    command_id: CommandId


class CardSteps(Sent):
    """Which steps of the cards tablets ask for, and whether players cut."""

    mode: Name = Field(examples=["book"])
    players_cut: bool | None = Field(None, description="Left out: as it is.")


class Ordered(Sent):
    """Why a deck is counted now."""

    why: Line = ""


class BagState(Entrant):
    """A sealed bag of chips."""

    id: int
    table: int
    seat: int
    recorded: int
    counted: int
    seal: str
    sealed_at: datetime
    confirmed_at: datetime | None
    opened_at: datetime | None


@router.act("/dealer", "Set the dealer of a table", f"{ACT}/assign", may=Permission.RULE)
def assign(here: AtTable, wish: Dealer) -> None:
    dealer_rota.assign(number=here.number, user_id=wish.user, **here.by)


@router.act("/manager", "Set the manager of a table", "table-manager")
def set_manager(here: AtTable, wish: Manager) -> None:
    managing.assign(number=here.number, user_id=wish.user, **here.by)


@router.act(
    "/depth",
    "Set how much tables record",
    f"{ACT}/depth",
    "tablet-command/record",
    may=Permission.RULE,
)
def choose_depth(here: Here, wish: Recording) -> None:
    where = here.by
    depth.choose(depth=wish.depth.value, only_table=wish.table, **where)


@router.act("/counts", "Start a chip count", f"{ACT}/open_count", may=Permission.RULE)
def open_count(here: Here, wish: NewCount) -> int:
    where = here.by
    made = counts.open_count(only_table=wish.table, because=wish.because, **where)
    return made.pk


@router.act(COUNT + "/close", "Close a chip count", f"{ACT}/close_count", may=Permission.RULE)
def close_count(here: Here, count_id: Where) -> None:
    counts.close(count_id=here.key(ChipCount, "count", count_id), **here.when)


@router.act(
    COUNT + "/call-off", "Cancel a chip count", f"{ACT}/call_off_count", may=Permission.RULE
)
def call_off(here: Here, count_id: Where) -> None:
    counts.call_off(count_id=here.key(ChipCount, "count", count_id), **here.when)


@router.act(
    "/counted-stacks/{stack_id}/explain",
    "Explain a difference",
    f"{ACT}/explain_count",
    may=Permission.RULE,
)
def explain_count(here: Here, stack_id: Where, wish: Explained) -> None:
    row = one_of(
        CountedStack.objects.filter(table_count__count__tournament=here.tournament),
        "stack",
        pk=stack_id,
    )
    counts.explain(stack_id=row.pk, why=wish.why, corrects=wish.corrects, **here.when)


@router.act("/found-chips", "Return found chips to stock", f"{ACT}/find_chips", may=Permission.RULE)
def find_chips(here: Here, wish: Found) -> None:
    where = here.by
    counts.find_chips(amount=wish.amount, where=wish.where, **where)


@router.act(
    "/floor/pocketed", "Remove chips that were hidden or pocketed, by the floor", f"{ACT}/pocketed"
)
def pocketed(here: AtTable, wish: PocketedThere) -> None:
    wanted = here.floors(wish.command_id)
    forfeits.pocketed(wanted, seat=wish.seat, amount=wish.amount, why=wish.why)


@router.act("/bagging/begin", "End the session: bags", f"{ACT}/end_session", may=Permission.RULE)
def end_session(here: Here, wish: Because) -> None:
    bags.end_session(because=wish.because, **here.by)


@router.act("/bagging/take-back", "Resume the session", f"{ACT}/take_back_end", may=Permission.RULE)
def take_back_end(here: Here) -> None:
    bags.take_back_end(**here.by)


@router.act(
    "/bagging/start-next",
    "Start the next session when all bags are open",
    f"{ACT}/start_next",
    may=Permission.RULE,
)
def start_next(here: Here) -> None:
    bags.start_next(**here.by)


@router.look("/bags", "Bags of the session that ended", Permission.SEE_CONSOLE)
def all_bags(here: Here) -> list[BagState]:
    return [
        BagState(
            id=bag.pk,
            **someone(bag.entry),
            table=bag.table_number,
            seat=bag.seat,
            recorded=bag.recorded,
            counted=bag.counted,
            seal=bag.seal,
            sealed_at=bag.sealed_at,
            confirmed_at=bag.confirmed_at,
            opened_at=bag.opened_at,
        )
        for bag in Bag.objects.filter(tournament=here.tournament).select_related("entry")
    ]


@router.act(BAG + "/confirm", "Confirm a bag", f"{ACT}/confirm_bag", may=Permission.RULE)
def confirm_bag(here: Here, bag_id: Where) -> None:
    bags.confirm(bag_id=here.key(Bag, "bag", bag_id), **here.when)


@router.act(BAG + "/open", "Open a bag", f"{ACT}/open_bag", may=Permission.RULE)
def open_bag(here: Here, bag_id: Where, wish: Opened) -> str:
    bag = bags.open_bag(
        bag_id=here.key(Bag, "bag", bag_id),
        counted=counted(wish.pile),
        is_seal_whole=wish.is_seal_whole,
        **here.when,
    )
    return f"It differs by {bag.difference:+}." if bag.difference else "As sealed."


@router.act(
    BAG + "/explain", "Explain a bag's difference", f"{ACT}/explain_bag", may=Permission.RULE
)
def explain_bag(here: Here, bag_id: Where, wish: Explained) -> None:
    bags.explain(
        bag_id=here.key(Bag, "bag", bag_id), why=wish.why, corrects=wish.corrects, **here.when
    )


@router.act("/decks", "Add a deck", f"{ACT}/register_deck", may=Permission.RULE)
def register_deck(here: Here, wish: NewDeck) -> Made:
    where = here.by
    deck = decks.register(decks.NewDeck(**wish.dict()), **where)
    return Made(id=deck.pk, words=f"Deck {deck.number} added.")


@router.act(
    "/decks/{deck_id}/care",
    "Record what was done with a deck",
    f"{ACT}/look_after_deck",
    may=Permission.RULE,
)
def look_after(here: Here, deck_id: Where, wish: Care) -> None:
    where = here.by
    decks.look_after(deck_id=deck_id, kind=wish.kind, why=wish.why, **where)


@router.act("/floor/deck", "Change a deck, by the floor", f"{ACT}/change_deck")
def change_deck(here: AtTable, wish: DeckChange) -> None:
    wanted = here.floors(wish.command_id)
    decks.change(wanted, wish.change(), deck_id=wish.deck)


@router.act("/floor/deck/keep", "Keep the deck", f"{ACT}/decline_deck")
def decline_deck(here: AtTable, wish: FloorWish) -> None:
    decks.decline(here.floors(wish.command_id))


@router.act(
    "/card-steps",
    "Set which deck steps are asked for",
    f"{ACT}/card_steps",
    may=Permission.RULE,
)
def card_steps(here: Here, wish: CardSteps) -> None:
    cut = wish.players_cut
    if cut is None:
        cut = bool(here.tournament.structure.get("players_cut"))
    decks.choose_mode(mode=wish.mode, players_cut=cut, **here.by)


@router.act("/deck/order-count", "Order a count of a deck", "order-card-count")
def order_card_count(here: AtTable, wish: Ordered) -> None:
    table = here.table
    require(here.actor, Permission.ORDER_CARD_COUNT, table.tournament_id)
    decks.order_count(TableCommand(table.pk, here.actor, here.now), why=wish.why)
