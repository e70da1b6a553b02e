"""Director and floor: who deals where, counts, bags and decks."""

from typing import Any

from ninja import Router, Schema
from pydantic import Field

from tables.api.basics import TABLE, table_of
from tables.api.equipment import DeckChange, Pile, counted
from tables.models import Bag, ChipCount, CountedStack
from tables.queries.depth import Depth
from tables.services import bags, counts, decks, depth, duties, forfeits, managing, play
from tournament import http
from tournament.api.basics import (
    AT,
    Chips,
    CommandId,
    Done,
    Line,
    Made,
    Name,
    Number,
    SeatNumber,
    Signed,
    TableNumber,
    Where,
    action,
    by,
    find,
    look,
    one_of,
    picture,
)
from tournament.models import Tournament
from tournament.permissions import Permission, require

router = Router(tags=["counts, bags and decks"])
ACT = "checks-act"
COUNT, BAG = AT + "/counts/{count_id}", AT + "/bags/{bag_id}"


class Dealer(Schema):
    """Who deals at the table, by the user's id; nobody: none."""

    user: Number | None = None


class Manager(Schema):
    """Who manages the table, by the user's id; nobody: none."""

    user: Number | None = None


class Recording(Schema):
    """How much tablets record: every action, results or counts."""

    depth: Depth
    table: TableNumber | None = None


class NewCount(Schema):
    """A count of all tables or one, and why."""

    table: TableNumber | None = None
    because: Line


class Explained(Schema):
    """The reason of a difference, and whether it corrects the stack."""

    why: Line
    corrects: bool = False


class Found(Schema):
    """Chips found, and where."""

    amount: Chips
    where: Line


class PocketedThere(Schema):
    """Chips that were taken from the table."""

    seat: SeatNumber
    amount: Chips
    why: Line
    command_id: CommandId


class Because(Schema):
    """Why the session ends."""

    because: Line


class Opened(Schema):
    """A bag opened: what is in it, and whether its seal was whole."""

    pile: Pile = Field(max_length=20, examples=[{"100": 50}])
    is_seal_whole: bool = True


class NewDeck(Schema):
    """A deck for the list."""

    colour: Name = Field(examples=["blue"])
    make: Name = ""
    where: Name = ""
    method: Name = ""


class Care(Schema):
    """What was done with a deck."""

    kind: Name = Field(examples=["supervisor"])
    why: Line = ""


class FloorWish(Schema):
    """Sent twice it counts once."""

    command_id: CommandId


class CardSteps(Schema):
    """Which steps of the cards tablets ask for, and whether players cut."""

    mode: Name = Field(examples=["book"])
    players_cut: bool = False


class Ordered(Schema):
    """Why a deck is counted now."""

    why: Line = ""


def _here(request: Signed, code: str) -> Tournament:
    """Where the floor works."""
    tournament = find(code)
    require(request.auth, Permission.RULE, tournament.pk)
    return tournament


def _at(request: Signed, code: str, number: int, command_id: Any) -> play.Request:
    table = table_of(code, number)
    require(request.auth, Permission.RULE, table.tournament_id)
    return play.Request(table.pk, request.auth, http.now(), command_id)


@action(router, TABLE + "/dealer", "Who deals here", f"{ACT}/assign")
def assign(request: Signed, code: str, number: Where, wish: Dealer) -> Done:
    duties.assign(number=number, user_id=wish.user, **by(request, _here(request, code)))
    return Done()


@action(router, TABLE + "/manager", "Who manages this table", "table-manager")
def set_manager(request: Signed, code: str, number: Where, wish: Manager) -> Done:
    managing.assign(number=number, user_id=wish.user, **by(request, find(code)))
    return Done()


@action(router, AT + "/depth", "How much tablets record", f"{ACT}/depth")
def choose_depth(request: Signed, code: str, wish: Recording) -> Done:
    where = by(request, _here(request, code))
    depth.choose(depth=wish.depth.value, only_table=wish.table, **where)
    return Done()


@action(router, AT + "/counts", "Open a count of chips", f"{ACT}/open_count", answers=Made)
def open_count(request: Signed, code: str, wish: NewCount) -> Made:
    where = by(request, _here(request, code))
    made = counts.open_count(only_table=wish.table, because=wish.because, **where)
    return Made(id=made.pk)


def _count(request: Signed, code: str, count_id: int) -> ChipCount:
    held = ChipCount.objects.filter(tournament=_here(request, code))
    found: ChipCount = one_of(held, "count", pk=count_id)
    return found


@action(router, COUNT + "/close", "Close a count", f"{ACT}/close_count")
def close_count(request: Signed, code: str, count_id: Where) -> Done:
    found = _count(request, code, count_id)
    counts.close(count_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, COUNT + "/call-off", "Call a count off", f"{ACT}/call_off_count")
def call_off(request: Signed, code: str, count_id: Where) -> Done:
    found = _count(request, code, count_id)
    counts.call_off(count_id=found.pk, actor=request.auth, now=http.now())
    return Done()


@action(
    router,
    AT + "/counted-stacks/{stack_id}/explain",
    "Explain a difference",
    f"{ACT}/explain_count",
)
def explain_count(request: Signed, code: str, stack_id: Where, wish: Explained) -> Done:
    held = CountedStack.objects.filter(table_count__count__tournament=_here(request, code))
    row = one_of(held, "stack", pk=stack_id)
    counts.explain(
        stack_id=row.pk, why=wish.why, corrects=wish.corrects, actor=request.auth, now=http.now()
    )
    return Done()


@action(router, AT + "/found-chips", "Chips were found", f"{ACT}/find_chips")
def find_chips(request: Signed, code: str, wish: Found) -> Done:
    where = by(request, _here(request, code))
    counts.find_chips(amount=wish.amount, where=wish.where, **where)
    return Done()


@action(router, TABLE + "/floor/pocketed", "Chips were taken away", f"{ACT}/pocketed")
def pocketed(request: Signed, code: str, number: Where, wish: PocketedThere) -> Done:
    wanted = _at(request, code, number, wish.command_id)
    forfeits.pocketed(wanted, seat=wish.seat, amount=wish.amount, why=wish.why)
    return Done()


@action(router, AT + "/bagging/begin", "End the session: bags", f"{ACT}/end_session")
def end_session(request: Signed, code: str, wish: Because) -> Done:
    bags.end_session(because=wish.because, **by(request, _here(request, code)))
    return Done()


@action(router, AT + "/bagging/take-back", "The session goes on", f"{ACT}/take_back_end")
def take_back_end(request: Signed, code: str) -> Done:
    bags.take_back_end(**by(request, _here(request, code)))
    return Done()


@action(router, AT + "/bagging/start-next", "All bags are open: play on", f"{ACT}/start_next")
def start_next(request: Signed, code: str) -> Done:
    bags.start_next(**by(request, _here(request, code)))
    return Done()


@picture(router, AT + "/bags", "Bags of the session that ended", list[dict[str, Any]])
def all_bags(request: Signed, code: str) -> list[dict[str, Any]]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return [
        {"id": bag.pk, "entry": bag.entry.number, "seal": bag.seal}
        for bag in Bag.objects.filter(tournament=tournament).select_related("entry")
    ]


def _bag(request: Signed, code: str, bag_id: int) -> Bag:
    found: Bag = one_of(Bag.objects.filter(tournament=_here(request, code)), "bag", pk=bag_id)
    return found


@action(router, BAG + "/confirm", "Confirm a bag", f"{ACT}/confirm_bag")
def confirm_bag(request: Signed, code: str, bag_id: Where) -> Done:
    bag = _bag(request, code, bag_id)
    bags.confirm(bag_id=bag.pk, actor=request.auth, now=http.now())
    return Done()


@action(router, BAG + "/open", "Open a bag", f"{ACT}/open_bag")
def open_bag(request: Signed, code: str, bag_id: Where, wish: Opened) -> Done:
    bag = bags.open_bag(
        bag_id=_bag(request, code, bag_id).pk,
        counted=counted(wish.pile),
        is_seal_whole=wish.is_seal_whole,
        actor=request.auth,
        now=http.now(),
    )
    return Done(words=f"It differs by {bag.difference:+}." if bag.difference else "As sealed.")


@action(router, BAG + "/explain", "Explain a bag's difference", f"{ACT}/explain_bag")
def explain_bag(request: Signed, code: str, bag_id: Where, wish: Explained) -> Done:
    bag = _bag(request, code, bag_id)
    bags.explain(
        bag_id=bag.pk, why=wish.why, corrects=wish.corrects, actor=request.auth, now=http.now()
    )
    return Done()


@action(router, AT + "/decks", "Put a deck on the list", f"{ACT}/register_deck", answers=Made)
def register_deck(request: Signed, code: str, wish: NewDeck) -> Made:
    where = by(request, _here(request, code))
    deck = decks.register(decks.NewDeck(**wish.dict()), **where)
    return Made(id=deck.pk, words=f"Deck {deck.number} is on the list.")


@action(router, AT + "/decks/{deck_id}/care", "Look after a deck", f"{ACT}/look_after_deck")
def look_after(request: Signed, code: str, deck_id: Where, wish: Care) -> Done:
    where = by(request, _here(request, code))
    decks.look_after(deck_id=deck_id, kind=wish.kind, why=wish.why, **where)
    return Done()


@action(router, TABLE + "/floor/deck", "The floor changes a deck", f"{ACT}/change_deck")
def change_deck(request: Signed, code: str, number: Where, wish: DeckChange) -> Done:
    wanted = _at(request, code, number, wish.command_id)
    decks.change(wanted, wish.change(), deck_id=wish.deck)
    return Done()


@action(router, TABLE + "/floor/deck/keep", "The deck stays", f"{ACT}/decline_deck")
def decline_deck(request: Signed, code: str, number: Where, wish: FloorWish) -> Done:
    decks.decline(_at(request, code, number, wish.command_id))
    return Done()


@action(router, AT + "/card-steps", "Which steps of the cards are asked for", f"{ACT}/card_steps")
def card_steps(request: Signed, code: str, wish: CardSteps) -> Done:
    where = by(request, _here(request, code))
    decks.choose_mode(mode=wish.mode, players_cut=wish.players_cut, **where)
    return Done()


@action(router, TABLE + "/deck/order-count", "Have a deck counted", "order-card-count")
def order_card_count(request: Signed, code: str, number: Where, wish: Ordered) -> Done:
    table = table_of(code, number)
    require(request.auth, Permission.ORDER_CARD_COUNT, table.tournament_id)
    decks.order_count(table_id=table.pk, why=wish.why, actor=request.auth, now=http.now())
    return Done()
