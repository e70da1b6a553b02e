"""Carry an elimination round out after its hand: ties draw, the lowest goes, all share."""

from random import Random

from django.db import transaction

from engine.cards import cards as card_names
from engine.conduct.special_hands import Eliminated
from engine.refusal import Refused
from tables import between
from tables.models import SpecialRound, Table
from tables.play.queries import hands
from tables.play.services import busts, play
from tables.procedures.queries import special_rounds
from tables.procedures.queries.special_rounds import Owed
from tournament.models import Bust
from tournament.models.ledger import ChipReason
from tournament.records.services import journal, ledger

DECK = tuple(range(52))


def carry_out(request: play.Request, *, cards: tuple[int, ...] | None) -> Table | None:
    """One card each for the tied, as dealt or drawn from the seed; then the lowest goes."""

    def act(table: Table) -> None:
        owed = _owed(table)
        if owed.must_draw:
            _draw(request, table, owed, cards)
        if not owed.must_draw:
            _eliminate(request, table, owed)

    return between.carry_out(request, act, kind="elimination")


def _owed(table: Table) -> Owed:
    owed = special_rounds.owed(table, hands.of(table), hands.seated(table))
    if owed is None:
        raise Refused("No elimination is due at this table.")
    return owed


def _draw(request: play.Request, table: Table, owed: Owed, cards: tuple[int, ...] | None) -> None:
    drawn = {card for held in owed.cards.values() for card in held}
    if cards is None:
        cards = _from_the_seed(table, owed, drawn)
    _check_cards(owed, cards, drawn)
    for seat, card in zip(owed.must_draw, cards, strict=True):
        owed.round.cards[str(seat)] = [*owed.cards.get(seat, ()), card]
    owed.round.save(update_fields=["cards"])
    names = {seat.seat: seat.entry.name for seat in owed.seats}
    journal.write(
        request.actor,
        "elimination.drawn",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        words="; ".join(
            f"{names[seat]} {card_names.text(held)}" for seat, held in owed.cards.items()
        ),
    )


def _from_the_seed(table: Table, owed: Owed, drawn: set[int]) -> tuple[int, ...]:
    turn = f"{table.tournament.seed}/elimination/{owed.round.pk}/{len(drawn)}"
    left = [card for card in DECK if card not in drawn]
    return tuple(Random(turn).sample(left, len(owed.must_draw)))


def _check_cards(owed: Owed, cards: tuple[int, ...], drawn: set[int]) -> None:
    if len(cards) != len(owed.must_draw):
        who = " and ".join(f"seat {seat}" for seat in owed.must_draw)
        raise Refused(f"One card each, in this order: {who}.", "charity:16.4.1")
    if len(set(cards)) < len(cards) or set(cards) & drawn or not set(cards) <= set(DECK):
        raise Refused("The same card cannot be dealt twice, and no joker.", "charity:16.4.1")


def _eliminate(request: play.Request, table: Table, owed: Owed) -> None:
    result = owed.carried_out(hands.smallest_chip(table.tournament))
    seats = {seat.seat: seat for seat in owed.seats}
    gone = seats[result.seat].entry
    owed.round.done_at = request.now
    owed.round.outcome = {
        "entry": gone.pk,
        "seat": result.seat,
        "name": gone.name,
        "chips": result.chips,
        "moves": _moves(owed, result),
        "shares": special_rounds.shares(owed, result.shares),
        "drawn": special_rounds.drawn(owed, owed.cards),
    }
    owed.round.save(update_fields=["done_at", "outcome"])
    _book(owed.round, request, sign=1)
    journal.write(
        request.actor,
        "elimination.done",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        player=gone.name,
        chips=result.chips,
        words=", ".join(f"{seats[s].entry.name} +{share}" for s, share in result.shares.items()),
    )
    fallen = [busts.Fallen(gone.pk, gone.name, result.chips)]
    busts.record(
        table,
        fallen,
        actor=request.actor,
        now=request.now,
        story="entry.eliminated",
        is_final=True,
    )


def _moves(owed: Owed, result: Eliminated) -> dict[str, int]:
    """What each entry gains or loses, keyed as JSON keeps it."""
    entries = {seat.seat: seat.entry_id for seat in owed.seats}
    shares = {str(entries[seat]): share for seat, share in result.shares.items()}
    return {**shares, str(entries[result.seat]): -result.chips}


def _book(one: SpecialRound, request: play.Request, *, sign: int) -> None:
    ledger.move(
        {int(entry): sign * amount for entry, amount in one.outcome["moves"].items()},
        reason=ChipReason.FORFEIT,
        note=f"Elimination round at table {one.table.number}" + (", taken back" * (sign < 0)),
        actor=request.actor,
        now=request.now,
    )


@transaction.atomic
def undo(request: play.Request) -> Table | None:
    """Take the elimination back while no hand has been dealt since; its cards are drawn again."""
    table = between.opened(request)
    if table is None:
        return None
    done = special_rounds.last_done(table)
    if done is None:
        raise Refused("No elimination has been carried out since the last hand.")
    busts.retract(
        table,
        Bust.standing.filter(entry_id=done.outcome["entry"]),
        because="the elimination was taken back",
        actor=request.actor,
        now=request.now,
    )
    _book(done, request, sign=-1)
    done.done_at, done.outcome, done.cards = None, {}, {}
    done.save(update_fields=["done_at", "outcome", "cards"])
    journal.write(
        request.actor,
        "elimination.undone",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
    )
    return between.closed(request, table, kind="undo")
