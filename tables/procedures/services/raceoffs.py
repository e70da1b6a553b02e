"""Race a denomination off at a table, between hands, and take that back before the next hand."""

from datetime import datetime

from engine.amounts import figure
from engine.equipment import race_off
from engine.equipment.law import Method, Rounding
from engine.equipment.race_off import Result
from engine.refusal import Refused
from engine.seating import draw_lists
from tables.commands import AtTable, Hall, TableCommand, When, across, table_command
from tables.models import RaceOff, Table
from tables.play.queries import hands
from tables.play.services import busts
from tables.procedures.queries import raceoffs, special_rounds
from tables.procedures.queries.raceoffs import Owed
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn, Wanted
from tournament.live.broadcast import Audience
from tournament.models import Bust, Tournament
from tournament.models.draws import DrawKind
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import ledger


@table_command("race_off", when=When.BETWEEN_HANDS, may_decide=True)
def carry_out(at: AtTable, *, cards: tuple[int, ...] | None) -> None:
    """One card each, as dealt at the table in seat order; without cards, drawn here."""
    seats = hands.seated(at.table)
    special_rounds.check_none_owed(at.table, hands.of(at.table), seats)
    owed = raceoffs.owed(at.table, seats)
    if owed is None:
        raise Refused("No race-off is due at this table.")
    drawn = _draw(at, owed) if cards is None and owed.contenders else None
    dealt = _by_seat(owed, cards or ()) if drawn is None else _drawn(drawn)
    _book(_race(at, owed, dealt, drawn), at, drawn)


def _draw(at: AtTable, owed: Owed) -> Drawn:
    """A card for each from a fresh deck."""
    names = {seat.seat: seat.entry.name for seat in owed.seats}
    title = f"Race-off of the {figure(owed.chip)} chip at table {at.table.number}"
    about = draw_lists.of_cards(owed.contenders, names, race_off.DECK)
    wanted = Wanted(DrawKind.RACE_OFF, title, about, table=at.table.number)
    return draws.make(at.table.tournament, wanted, actor=at.actor, now=at.now)


def _drawn(drawn: Drawn) -> dict[int, int]:
    return {seat: card for seat, (card,) in draw_lists.drawn_cards(drawn.outcome).items()}


def _race(at: AtTable, owed: Owed, dealt: dict[int, int], drawn: Drawn | None) -> RaceOff:
    table = at.table
    choice = raceoffs.choice_of(table.tournament)
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
        drawn_from=drawn.draw.key if drawn else "",
        total_before=sum(holding.stack for holding in owed.holdings),
        total_after=sum(result.stacks.values()),
        at=at.now,
        by=at.actor.name,
    )


def _by_seat(owed: Owed, cards: tuple[int, ...]) -> dict[int, int]:
    if len(cards) != len(owed.contenders):
        raise Refused(f"One card each to {len(owed.contenders)} players, in the order of seats.")
    if not set(cards) <= set(race_off.DECK):
        raise Refused("A race-off is dealt from the 52 cards, without jokers.")
    return dict(zip(owed.contenders, cards, strict=True))


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


def _book(done: RaceOff, at: AtTable, drawn: Drawn | None) -> None:
    _move(done, at, sign=1)
    if drawn is not None:
        draws.record(drawn, actor=at.actor, now=at.now)
    at.write(
        "race_off.done",
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
    busts.record(at.table, raced_out, actor=at.actor, now=at.now, story="entry.raced_out")


def _move(done: RaceOff, at: AtTable, *, sign: int) -> None:
    ledger.move(
        {row["entry"]: sign * (row["after"] - row["before"]) for row in done.seats},
        reason=ChipReason.RACE_OFF,
        note=f"The {done.chip} chip at table {done.table.number}" + (", taken back" * (sign < 0)),
        actor=at.actor,
        now=at.now,
    )


def take_back(at: AtTable, done: RaceOff) -> None:
    """The race-off was wrong: its chips and busts, while no hand has been dealt since."""
    _check_untouched(done)
    done.undone_at = at.now
    done.save(update_fields=["undone_at"])
    out = [row["entry"] for row in done.seats if row["after"] == 0]
    found = Bust.standing.filter(entry_id__in=out)
    because = "the race-off was taken back"
    busts.seat_again(at.table, found, because=because, actor=at.actor, now=at.now)
    _move(done, at, sign=-1)
    because = "The race-off was taken back."
    draws.take_back(
        at.table.tournament, done.drawn_from, because=because, actor=at.actor, now=at.now
    )
    at.write("race_off.undone", table=at.table.number, chip=done.chip)


def confirm(
    *, tournament_id: int, race_off_id: int, counted: int, actor: Actor, now: datetime
) -> RaceOff:
    """Who directs has counted the chips out of play; a wrong count is counted again."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    found = RaceOff.standing.filter(pk=race_off_id, table__tournament_id=tournament_id).first()
    if found is None:
        raise Refused("This race-off has been taken back.")
    _confirm(TableCommand(found.table_id, actor, now), race_off_id=found.pk, counted=counted)
    return RaceOff.standing.select_related("table").get(pk=found.pk)


@table_command("race_off", permission=Permission.RUN_TOURNAMENT, when=When.ANY_TIME)
def _confirm(at: AtTable, *, race_off_id: int, counted: int) -> None:
    done = RaceOff.standing.select_related("table").get(pk=race_off_id)
    if done.confirmed_at is not None:
        at.leave_as_it_was()
        return
    if not raceoffs.can_be_the_count(done, counted):
        clause = at.table.tournament.law.equipment.race_off_confirmed.clause
        raise Refused(f"{counted} cannot be the number of {done.chip} chips: count again.", clause)
    done.removed, done.confirmed_at, done.confirmed_by = counted, at.now, at.actor.name
    done.save(update_fields=["removed", "confirmed_at", "confirmed_by"])
    at.write("race_off.confirmed", table=at.table.number, chip=done.chip, counted=counted)


def _check_untouched(done: RaceOff) -> None:
    """A player who moved, rebought or was given chips since would have them twice."""
    held = ledger.held(row["entry"] for row in done.seats)
    for row in done.seats:
        if held[row["entry"]].stack != row["after"]:
            raise Refused(f"{row['name']}'s stack has changed since the race-off: call the floor.")


def choose(
    *, tournament_id: int, method: str, rounding: str, actor: Actor, now: datetime
) -> Tournament:
    """How this tournament races off; fixed once the first has been carried out."""
    with across(tournament_id, Permission.RUN_TOURNAMENT, actor=actor, now=now) as hall:
        tournament = hall.tournament
        if method not in set(Method) or rounding not in set(Rounding):
            raise Refused("Choose one of the two methods and a rounding.")
        if RaceOff.standing.filter(table__tournament=tournament).exists():
            raise Refused("Chips have already been raced off: the method is fixed.")
        tournament.structure["race_off"] = {"method": method, "rounding": rounding}
        tournament.save(update_fields=["structure"])
        hall.write("race_off.chosen", method=method, rounding=rounding)
        hall.tell(Audience.CONSOLE)
        hall.change(*_waiting_for_cards(hall))
    return tournament


def _waiting_for_cards(hall: Hall) -> list[Table]:
    """A tablet that waits for its cards must say by which method; one in a hand does so after."""
    owing = [hall.tables[table.number] for table, _ in raceoffs.still_owed(hall.tournament)]
    return [table for table in owing if not hands.is_in_play(table)]
