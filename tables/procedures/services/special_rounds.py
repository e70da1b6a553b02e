"""Bonus and elimination rounds: fixed, called, begun, and carried out (charity:15, 16)."""

from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.cards import cards as card_names
from engine.conduct import special_hands
from engine.conduct.special_hands import BonusPlan, Eliminated
from engine.hand import numbers
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.seating import draw_lists
from tables.commands import AtTable, Hall, When, across, table_command
from tables.models import SpecialRound, Table
from tables.models.rounds import RoundKind
from tables.play.queries import hands
from tables.play.services import busts
from tables.procedures.queries import special_rounds
from tables.procedures.queries.special_rounds import Owed
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn, Wanted
from tournament.live.broadcast import Audience
from tournament.models import Bust, PublicDraw, Tournament
from tournament.models.draws import DrawKind
from tournament.models.ledger import ChipReason
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal, ledger

DECK = tuple(range(52))


@transaction.atomic
def fix_plan(
    *, tournament_id: int, amounts: tuple[int, ...], actor: Actor, now: datetime
) -> Tournament:
    """How many bonus rounds there are and what each adds: fixed before the start."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    law = special_hands.known(tournament.law.conduct.special_rounds)
    before_start = (TournamentState.REGISTERING, TournamentState.SEATED)
    special_hands.check_bonus_plan(
        BonusPlan(amounts), law, has_started=tournament.state not in before_start
    )
    tournament.structure["bonus_rounds"] = list(amounts)
    tournament.save(update_fields=["structure"])
    words = ", ".join(f"{amount} chips" for amount in amounts) or "none"
    journal.write(actor, "rounds.planned", tournament_id=tournament_id, at=now, words=words)
    return tournament


@dataclass(frozen=True, slots=True)
class Call:
    """What is called, for one table or all, and whether the players have been told."""

    kind: str
    is_announced: bool
    only_table: int | None = None


def call(
    wish: Call,
    *,
    tournament_id: int,
    actor: Actor,
    now: datetime,
    command_id: UUID | None = None,
) -> list[SpecialRound]:
    """Make the next hand a bonus or elimination round, at one table or at every one."""
    with across(
        tournament_id,
        Permission.RUN_TOURNAMENT,
        actor=actor,
        now=now,
        kind="round",
        command_id=command_id,
    ) as hall:
        if hall.is_repeat:
            return []
        chosen = _chosen(hall, wish)
        made = [_call(hall, table, wish) for table in chosen]
        hall.change(*chosen)
        hall.tell(Audience.CONSOLE)
    return made


def _chosen(hall: Hall, wish: Call) -> list[Table]:
    special_hands.known(hall.tournament.law.conduct.special_rounds)
    if wish.kind not in RoundKind.values:
        raise Refused("Call a bonus round or an elimination round.")
    if hall.tournament.state != TournamentState.RUNNING:
        raise Refused("Bonus and elimination rounds are called while the tournament is in play.")
    chosen = [table for table in hall.open_tables if wish.only_table in (None, table.number)]
    if not chosen:
        raise Refused(f"Table {wish.only_table} is not open.")
    return chosen


def _call(hall: Hall, table: Table, wish: Call) -> SpecialRound:
    amount = _checked(table, wish)
    waiting = SpecialRound.objects.filter(table=table, kind=wish.kind, hand_number__isnull=True)
    if waiting.exists():
        raise Refused(f"The next hand at table {table.number} is already a special round.")
    made = SpecialRound.objects.create(
        table=table, kind=wish.kind, amount=amount, called_at=hall.now, called_by=hall.actor.name
    )
    hall.write("rounds.called", table=table.number, what=special_rounds.words(made))
    return made


def _checked(table: Table, wish: Call) -> int:
    """The chips this round adds; refused in the middle of a hand, unannounced, or beyond plan."""
    law = special_hands.known(table.tournament.law.conduct.special_rounds)
    told = {"is_between_hands": not hands.is_in_play(table), "is_announced": wish.is_announced}
    if wish.kind == RoundKind.ELIMINATION:
        special_hands.check_call(law.elimination, **told)
        return 0
    special_hands.check_call(law.bonus, **told)
    so_far = special_rounds.bonus_count(table)
    return special_hands.next_bonus(special_rounds.plan(table.tournament), law, called=so_far)


def begin(table: Table, *, number: int) -> None:
    """What was called is played in this hand; the caller holds the table."""
    for called_round in special_rounds.called(table, hands.of(table)):
        called_round.hand_number = number
        called_round.save(update_fields=["hand_number"])


# -- an elimination, after its hand: ties draw, the lowest goes, all share -------------------------


@table_command("elimination", when=When.BETWEEN_HANDS, may_decide=True)
def eliminate(at: AtTable, *, cards: tuple[int, ...] | None) -> None:
    """One card each for the tied, as dealt or drawn here; then the lowest goes."""
    owed = _owed(at.table)
    if owed.must_draw:
        _draw(at, owed, cards)
    if not owed.must_draw:
        _eliminate(at, owed)


def _owed(table: Table) -> Owed:
    owed = special_rounds.owed(table, hands.of(table), hands.seated(table))
    if owed is None:
        raise Refused("No elimination is due at this table.")
    return owed


def _draw(at: AtTable, owed: Owed, cards: tuple[int, ...] | None) -> None:
    before = {card for held in owed.cards.values() for card in held}
    drawn = _drawn_here(at, owed, before) if cards is None else None
    if drawn is not None:
        fell = draw_lists.drawn_cards(drawn.outcome)
        cards = tuple(card for seat in owed.must_draw for card in fell[seat])
    _check_cards(owed, cards or (), before)
    for seat, card in zip(owed.must_draw, cards or (), strict=True):
        owed.round.cards[str(seat)] = [*owed.cards.get(seat, ()), card]
    owed.round.save(update_fields=["cards"])
    if drawn is not None:
        draws.record(drawn, actor=at.actor, now=at.now)
    names = {seat.seat: seat.entry.name for seat in owed.seats}
    at.write(
        "elimination.drawn",
        table=at.table.number,
        words="; ".join(
            f"{names[seat]} {card_names.text(held)}" for seat, held in owed.cards.items()
        ),
    )


def _drawn_here(at: AtTable, owed: Owed, before: set[int]) -> Drawn:
    """A card for each who is tied, from what is left of the deck."""
    names = {seat.seat: seat.entry.name for seat in owed.seats}
    left = [card for card in DECK if card not in before]
    about = draw_lists.of_cards(owed.must_draw, names, left)
    wanted = Wanted(DrawKind.ELIMINATION, _title(owed.round), about, table=at.table.number)
    return draws.make(at.table.tournament, wanted, actor=at.actor, now=at.now)


def _title(called: SpecialRound) -> str:
    hand = numbers.as_shown(called.hand_number or 0)
    return f"Elimination at table {called.table.number} after hand {hand}"


def _check_cards(owed: Owed, cards: tuple[int, ...], drawn: set[int]) -> None:
    if len(cards) != len(owed.must_draw):
        who = " and ".join(f"seat {seat}" for seat in owed.must_draw)
        raise Refused(f"One card each, in this order: {who}.", owed.law.dealt)
    if len(set(cards)) < len(cards) or set(cards) & drawn or not set(cards) <= set(DECK):
        raise Refused("The same card cannot be dealt twice, and no joker.", owed.law.dealt)


def _eliminate(at: AtTable, owed: Owed) -> None:
    result = owed.carried_out(hands.smallest_chip(at.table.tournament))
    seats = {seat.seat: seat for seat in owed.seats}
    gone = seats[result.seat].entry
    owed.round.done_at = at.now
    owed.round.outcome = {
        "entry": gone.pk,
        "seat": result.seat,
        "name": gone.name,
        "chips": result.chips,
        "moves": _moves(owed, result),
        "shares": [asdict(one) for one in special_rounds.shares(owed, result.shares)],
        "drawn": [asdict(drawn) for drawn in special_rounds.drawn(owed, owed.cards)],
    }
    owed.round.save(update_fields=["done_at", "outcome"])
    _book(owed.round, at, sign=1)
    at.write(
        "elimination.done",
        table=at.table.number,
        player=gone.name,
        chips=result.chips,
        words=", ".join(f"{seats[s].entry.name} +{share}" for s, share in result.shares.items()),
    )
    fallen = [busts.Fallen(gone.pk, gone.name, result.chips)]
    story = "entry.eliminated"
    busts.record(at.table, fallen, actor=at.actor, now=at.now, story=story, is_final=True)


def _moves(owed: Owed, result: Eliminated) -> dict[str, int]:
    """What each entry gains or loses, keyed as JSON keeps it."""
    entries = {seat.seat: seat.entry_id for seat in owed.seats}
    shares = {str(entries[seat]): share for seat, share in result.shares.items()}
    return {**shares, str(entries[result.seat]): -result.chips}


def _book(one: SpecialRound, at: AtTable, *, sign: int) -> None:
    ledger.move(
        {int(entry): sign * amount for entry, amount in one.outcome["moves"].items()},
        reason=ChipReason.FORFEIT,
        note=f"Elimination round at table {one.table.number}" + (", taken back" * (sign < 0)),
        actor=at.actor,
        now=at.now,
    )


def take_back(at: AtTable, done: SpecialRound) -> None:
    """The elimination was wrong: while no hand has been dealt since; its cards are drawn again."""
    found = Bust.standing.filter(entry_id=done.outcome["entry"])
    because = "the elimination was taken back"
    busts.seat_again(at.table, found, because=because, actor=at.actor, now=at.now)
    _book(done, at, sign=-1)
    done.done_at, done.outcome, done.cards = None, {}, {}
    done.save(update_fields=["done_at", "outcome", "cards"])
    drawn = PublicDraw.objects.filter(
        tournament=at.table.tournament_id, title=_title(done), cancelled_at__isnull=True
    )
    for draw in drawn:
        because = "The elimination was taken back."
        draws.cancel(draw, because=because, actor=at.actor, now=at.now)
    at.write("elimination.undone", table=at.table.number)
