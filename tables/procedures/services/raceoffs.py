"""Race a denomination off at a table, between hands, and take that back before the next hand."""

from datetime import datetime
from random import Random

from django.db import transaction

from engine.equipment import race_off
from engine.equipment.race_off import Method, Result, Rounding
from engine.refusal import Refused
from tables import between, locking
from tables.chips.services import stacks
from tables.models import RaceOff, Table
from tables.play.queries import hands
from tables.play.services import busts, play
from tables.procedures.queries import raceoffs, special_rounds
from tables.procedures.queries.raceoffs import Owed
from tournament.live import broadcast
from tournament.models import Bust, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger


def carry_out(request: play.Request, *, cards: tuple[int, ...] | None) -> Table | None:
    """One card each, as dealt at the table in seat order; without cards, drawn from the seed."""

    def act(table: Table) -> None:
        if special_rounds.owed(table, hands.of(table), hands.seated(table)):
            raise Refused("Carry the elimination round out first.", "charity:16.3")
        owed = raceoffs.owed(table, hands.seated(table))
        if owed is None:
            raise Refused("No race-off is due at this table.")
        _book(_race(request, table, owed, cards), request)

    return between.carry_out(request, act, kind="race_off")


def _race(
    request: play.Request, table: Table, owed: Owed, cards: tuple[int, ...] | None
) -> RaceOff:
    choice = raceoffs.choice_of(table.tournament)
    seed = "" if cards is not None or not owed.contenders else _seed(table, owed)
    dealt = race_off.deal(owed.contenders, Random(seed)) if cards is None else _by_seat(owed, cards)
    result = race_off.run(choice, owed.holdings, dealt, chip=owed.chip, larger=owed.larger)
    return RaceOff.objects.create(
        table=table,
        row=owed.row,
        chip=owed.chip,
        larger=owed.larger,
        method=choice.method,
        rounding=choice.rounding,
        after_hand=table.hand_number,
        seats=_seats(owed, dealt, result),
        drawn_from=seed,
        total_before=sum(holding.stack for holding in owed.holdings),
        total_after=sum(result.stacks.values()),
        at=request.now,
        by=request.actor.name,
    )


def _by_seat(owed: Owed, cards: tuple[int, ...]) -> dict[int, int]:
    if len(cards) != len(owed.contenders):
        raise Refused(f"One card each to {len(owed.contenders)} players, in the order of seats.")
    if not set(cards) <= set(race_off.DECK):
        raise Refused("A race-off is dealt from the 52 cards, without jokers.")
    return dict(zip(owed.contenders, cards, strict=True))


def _seed(table: Table, owed: Owed) -> str:
    """The deck follows from the published seed, another one each time."""
    times = RaceOff.objects.filter(table=table).count() + 1
    return f"{table.tournament.seed}/race-off/{owed.chip}/table {table.number}/{times}"


def _seats(owed: Owed, dealt: dict[int, int], result: Result) -> list[dict[str, object]]:
    odd = {holding.seat: holding.small for holding in owed.holdings}
    return [
        {
            "seat": seat.seat,
            "entry": seat.entry_id,
            "name": seat.entry.name,
            "odd": odd[seat.seat],
            "worth": odd[seat.seat] * owed.chip,
            "card": raceoffs.card_text(dealt.get(seat.seat)),
            "before": seat.entry.stack,
            "after": result.stacks[seat.seat],
        }
        for seat in owed.seats
    ]


def _book(done: RaceOff, request: play.Request) -> None:
    _move(done, request, sign=1)
    journal.write(
        request.actor,
        "race_off.done",
        tournament_id=done.table.tournament_id,
        at=request.now,
        table=done.table.number,
        chip=done.chip,
        words=raceoffs.words(done),
        before=done.total_before,
        after=done.total_after,
        drawn_from=done.drawn_from,
    )
    raced_out = [
        busts.Fallen(row["entry"], row["name"], row["before"])
        for row in done.seats
        if row["after"] == 0
    ]
    busts.record(
        done.table, raced_out, actor=request.actor, now=request.now, story="entry.raced_out"
    )


def _move(done: RaceOff, request: play.Request, *, sign: int) -> None:
    ledger.move(
        {row["entry"]: sign * (row["after"] - row["before"]) for row in done.seats},
        reason=ChipReason.RACE_OFF,
        note=f"The {done.chip} chip at table {done.table.number}" + (", taken back" * (sign < 0)),
        actor=request.actor,
        now=request.now,
    )


@transaction.atomic
def undo(request: play.Request) -> Table | None:
    """Take the race-off back while no hand has been dealt since."""
    table = between.opened(request)
    if table is None:
        return None
    done = raceoffs.last_of(table)
    if done is None:
        raise Refused("No race-off has been carried out since the last hand.")
    _check_untouched(done)
    done.undone_at = request.now
    done.save(update_fields=["undone_at"])
    out = [row["entry"] for row in done.seats if row["after"] == 0]
    found = Bust.standing.filter(entry_id__in=out)
    because = "the race-off was taken back"
    busts.retract(table, found, because=because, actor=request.actor, now=request.now)
    _move(done, request, sign=-1)
    journal.write(
        request.actor,
        "race_off.undone",
        tournament_id=table.tournament_id,
        at=request.now,
        table=table.number,
        chip=done.chip,
    )
    return between.closed(request, table, kind="undo")


@transaction.atomic
def confirm(
    *, tournament_id: int, race_off_id: int, counted: int, actor: Actor, now: datetime
) -> RaceOff:
    """Who directs has counted the chips out of play; a wrong count is counted again."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    found = RaceOff.standing.filter(pk=race_off_id, table__tournament_id=tournament_id).first()
    if found is None:
        raise Refused("This race-off has been taken back.")
    table = locking.table(found.table_id)
    done = RaceOff.standing.select_related("table").get(pk=found.pk)
    if done.confirmed_at is not None:
        return done
    if not raceoffs.can_be_the_count(done, counted):
        clause = race_off.SUPERVISED.get(table.tournament.rulebook, "")
        raise Refused(f"{counted} chips of {done.chip} cannot be all: count again.", clause)
    done.removed, done.confirmed_at, done.confirmed_by = counted, now, actor.name
    done.save(update_fields=["removed", "confirmed_at", "confirmed_by"])
    journal.write(
        actor,
        "race_off.confirmed",
        tournament_id=tournament_id,
        at=now,
        table=table.number,
        chip=done.chip,
        counted=counted,
    )
    stacks.bump(table)
    return done


def _check_untouched(done: RaceOff) -> None:
    """A player who moved, rebought or was given chips since would have them twice."""
    held = ledger.held(row["entry"] for row in done.seats)
    for row in done.seats:
        if held[row["entry"]].stack != row["after"]:
            raise Refused(f"{row['name']}'s stack has changed since the race-off: call the floor.")


@transaction.atomic
def choose(
    *, tournament_id: int, method: str, rounding: str, actor: Actor, now: datetime
) -> Tournament:
    """How this tournament races off; fixed once the first has been carried out."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament, tables = locking.tournament_and_tables(tournament_id)
    if method not in set(Method) or rounding not in set(Rounding):
        raise Refused("Choose one of the two methods and a rounding.")
    if RaceOff.standing.filter(table__tournament=tournament).exists():
        raise Refused("Chips have been raced off already: the method stays as it is.")
    tournament.structure["race_off"] = {"method": method, "rounding": rounding}
    tournament.save(update_fields=["structure"])
    journal.write(
        actor,
        "race_off.chosen",
        tournament_id=tournament_id,
        at=now,
        method=method,
        rounding=rounding,
    )
    broadcast.changed(tournament_id, broadcast.Audience.CONSOLE)
    for table, _ in raceoffs.still_owed(tournament):
        _show_anew(tables[table.number])
    return tournament


def _show_anew(table: Table) -> None:
    """A tablet that waits for its cards must say by which method; one in a hand does so after."""
    if not hands.is_in_play(table):
        stacks.bump(table)
