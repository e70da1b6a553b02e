"""Play hands: who may, lock, load, decide, store, journal, tell."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.equipment import decks
from engine.hand import codec, shuffling
from engine.hand.applying import apply, replay
from engine.hand.commands import (
    AllIn,
    Call,
    CallAndFold,
    Check,
    Command,
    ExposeCards,
    Fold,
    PutChips,
    RaiseTo,
    Report,
    Stand,
    TimeExpired,
    VoidHand,
)
from engine.hand.events import (
    BlindOwed,
    CardsExposed,
    Event,
    IrregularityRuled,
    Misdealt,
    Retracted,
)
from engine.hand.state import Hand
from engine.lifecycle import TournamentState
from engine.office import staffing
from engine.referee import referee, reports, start
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.schedule.schedule import Level
from tables import broadcast, locking
from tables.chips.services import rebuys
from tables.conduct.queries import disputes, penalties, timing
from tables.conduct.services import absences, owed_blinds
from tables.crew.services import dealer_rota as dealing
from tables.models import HandEvent, HandRecord, Table
from tables.models.tables import TableState
from tables.play.queries import hands, next_hand, tablet_tasks
from tables.play.services import after_hand, rulings, settlement
from tables.play.services import card_steps as cards
from tables.procedures.queries import face_down
from tables.procedures.services import hand_for_hand, last_hands, special_rounds
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.live.broadcast import EVERYBODY, Audience
from tournament.models import Tournament
from tournament.permissions import SYSTEM, Actor, Permission, may, require
from tournament.records.hashing import link
from tournament.records.services import idempotency
from tournament.records.services.stale import Stale
from tournament.setup.services import tournaments


@dataclass(frozen=True, slots=True)
class Request:
    """What every command at a table comes with."""

    table_id: int
    actor: Actor
    now: datetime
    command_id: UUID | None = None
    version: int | None = None


def start_hand(
    request: Request,
    *,
    deck: tuple[int, ...] = (),
    with_over_blind: bool = False,
    card_steps: Collection[str] = (),
    row: int | None = None,
    in_minutes: Collection[int] | None = None,
) -> Table:
    """The next hand: button, blinds and antes by themselves. With a deck, the engine deals.

    `card_steps` are what the dealer has done with the cards, as the tap that deals says. Where it
    was dealt without network some time ago, `row` is the row of the schedule it was dealt at and
    `in_minutes` the seats that had minutes of a penalty to serve then.
    """

    @transaction.atomic
    def begin() -> Table:
        table = _locked(request)
        if _is_repeated(request):
            return table
        absences.check_none_due(table, now=request.now)
        late = _check_may_deal(request, table, row)
        if not deck:
            cards.prepare(table, confirmed=card_steps, actor=request.actor, now=request.now)
        dead = penalties.dead_in(table, now=request.now, minutes=in_minutes)
        chip = hands.smallest_chip(table.tournament, row)
        how = {"deck": deck, "with_over_blind": with_over_blind}
        _begin_hand(request, table, late, dead, chip=chip, **how)
        return table

    try:
        table = begin()
    except absences.ForfeitDue as due:
        absences.forfeit_at(due.table, now=request.now)
        table = begin()
    _declare_winner(request, table)
    return table


def _check_may_deal(request: Request, table: Table, row: int | None) -> Level | None:
    """Refuse a hand too early; the level it was dealt at, where the clock shows another."""
    _check_deals_on(request, table)
    disputes.check_plays_on(table)
    clock.catch_up(table.tournament.clock, now=request.now)
    hands.check_may_start(table, now=request.now, late=next_hand.of_before(table, row))
    late = next_hand.other_level(table, row)
    tablet_tasks.check_may_deal(table)
    return late


def _begin_hand(
    request: Request,
    table: Table,
    late: Level | None,
    on_penalty: dict[int, int],
    *,
    chip: int,
    **how: Any,
) -> None:
    sitting = hands.seated(table)
    wanted = hands.next_setup(table, on_penalty=on_penalty, late=late, sitting=sitting, **how)
    wanted = replace(wanted, chip=chip)
    begun = hands.without_waiting(table, wanted, late=late, sitting=sitting)
    owed_blinds.carry_over(table, wanted, begun)
    hand, events = start.begin(begun, hands.rules_of_next(table, late))
    dealt_in = {player.seat for player in begun.seats}
    record = HandRecord.objects.create(
        table=table,
        number=begun.number,
        level=next_hand.level_of(table, late),
        players=[p for p in hands.players(sitting, on_penalty) if p["seat"] in dealt_in],
        started_at=request.now,
    )
    special_rounds.begin(table, number=begun.number)
    table.hand_number = begun.number
    clock.first_card(table.tournament.clock, actor=request.actor, now=request.now)
    store(request, table, record, hand, events)
    _after(request, table, record, hand)


def act(request: Request, command: Command) -> Table:
    """One dealer action: decided by the engine, committed, then shown everywhere."""
    return _carry_out(request, lambda hand, rules: command)


def act_on(request: Request, wish: Callable[[Hand, Rules], Command]) -> Table:
    """One action that is worked out from the hand while its table is held."""
    return _carry_out(request, wish)


def report(request: Request, what: str, answers: Mapping[str, str]) -> Table:
    """What happened, in the dealer's words, ruled on as the book prescribes."""

    def wish(hand: Hand, rules: Rules) -> Command:
        command = reports.command(hand, rules, what, answers)
        _check_may_report(request, reports.directors_clause(hand, rules, command))
        return command

    return _carry_out(request, wish)


def _check_may_report(request: Request, clause: str) -> None:
    """Some rulings are the director's alone: a dealer calls the floor for them."""
    if not clause:
        return
    tournament = Table.objects.values_list("tournament", flat=True).get(pk=request.table_id)
    if not may(request.actor, Permission.DECIDE_DISPUTES, tournament):
        raise Refused("Only the director can do this: call the floor.", clause)


def _carry_out(request: Request, wish: Callable[[Hand, Rules], Command]) -> Table:
    with transaction.atomic():
        table = _locked(request)
        if _is_repeated(request):
            return table
        _check_deals_on(request, table)
        hand = hands.in_play_or_just_over(table)
        rules = hands.rules_of(table.tournament, hand)
        wanted = wish(hand, rules)
        request, command = _in_time(request, table, hand, wanted)
        if not isinstance(command, rulings.IRREGULAR):
            disputes.check_plays_on(table)
        face_down.check(table, hand, command)
        was_over = _check_goes_on(hand, command)
        events = referee.act(hand, command, rules, _chance(table))
        record = hands.record_of(table)
        is_noted = was_over and all(isinstance(event, _NOTES) for event in events)
        if was_over and not is_noted:
            settlement.take_back(table, record, actor=request.actor, now=request.now)
        store(request, table, record, hand, events)
        _after(request, table, record, hand, is_settled=is_noted, is_again=was_over)
        rulings.record(table, record, command, events, by=request.actor, at=request.now)
    _declare_winner(request, table)
    if command is not wanted:
        why = "Time was up before that: the hand stands as the time left it."
        raise Refused(why, timing.terms_of(table).clause)
    return table


# What a player does in turn, and may do no more when the time called on him is up.
_IN_TURN = (Fold, Check, Stand, Call, CallAndFold, RaiseTo, AllIn, PutChips)


def _in_time(
    request: Request, table: Table, hand: Hand, command: Command
) -> tuple[Request, Command]:
    """What is wanted, or the end of the time that was up before it and that no sweep has seen."""
    if not isinstance(command, _IN_TURN) or command.seat != hand.actor:
        return request, command
    end = timing.was_up(table, hand, now=request.now)
    if end is None:
        return request, command
    table.time_due_at = None
    table.save(update_fields=["time_due_at"])
    return replace(request, actor=SYSTEM, now=end), TimeExpired(hand.actor)


def _chance(table: Table) -> shuffling.Secret:
    """By which this step of the hand shuffles a deck anew: secret, and the same when proved."""
    return shuffling.Secret(
        f"{table.tournament.seed}/{table.number}/{table.hand_number}/{table.version}"
    )


# What may come to light when the pots are paid, and what of it changes no result.
_AFTERWARDS = (Report, VoidHand, ExposeCards)
_NOTES = (IrregularityRuled, BlindOwed, CardsExposed)


def _check_goes_on(hand: Hand, command: Command) -> bool:
    """Whether the hand is over and this may still be said of it (charity:19.1.7, adelaide:56-2)."""
    if hand.is_over and not isinstance(command, _AFTERWARDS):
        raise Refused("No hand is in play. Deal the next one first.")
    return hand.is_over


def undo(request: Request, *, reason: str = "", since: int | None = None) -> Table:
    """Take back the last step of the hand, or with `since` all from that version on.

    The record keeps both. When only the deal is left it is void, to be dealt again.
    """
    with transaction.atomic():
        table = _locked(request)
        if _is_repeated(request):
            return table
        _check_deals_on(request, table)
        record = hands.record_of(table)
        told = hands.rows(record)
        taken = _taken_back(told, since)
        if taken:
            retracted = Retracted(sum(step.count for step in taken), reason)
            _take_steps_back(request, table, record, [event for _, event in told], retracted)
        else:
            _take_the_deal_back(request, table, record)
    if not taken:
        after_hand.carry_out(
            tournament_id=table.tournament_id, now=request.now, not_dealt_again=table.pk
        )
    return table


def _take_steps_back(
    request: Request, table: Table, record: HandRecord, told: list[Event], retracted: Retracted
) -> None:
    if record.ended_at is not None:
        _check_may_correct(request, table)
        settlement.take_back(table, record, actor=request.actor, now=request.now)
    hand = replay([*told, retracted])
    store(request, table, record, hand, [retracted])
    if hand.is_over:  # what was taken back came after its end
        settlement.settle(table, record, hand, actor=request.actor, now=request.now)
    tell_all(table)


def _check_may_correct(request: Request, table: Table) -> None:
    """Pots that are paid may be the supervisor's to correct; a misdeal moved no chips."""
    hand = hands.of(table)
    if hand is not None and hand.ended == "played":
        may_correct = may(request.actor, Permission.RULE, table.tournament_id)
        staffing.check_correction(table.tournament.rulebook, may_correct=may_correct)


def _taken_back(told: list[tuple[int, Event]], since: int | None) -> list[hands.Step]:
    _, *decided = hands.steps(told)
    return decided[-1:] if since is None else [step for step in decided if step.version >= since]


def _take_the_deal_back(request: Request, table: Table, record: HandRecord) -> None:
    """Dealt too early: everything as before the deal, and the same seat has the marker again."""
    hand = hands.in_play(table)
    events: list[Event] = [Misdealt("taken back before the first action", False, "")]
    for event in events:
        apply(hand, event)
    store(request, table, record, hand, events)
    _after(request, table, record, hand)
    if not _others_dealt(table, record):
        where = table.tournament_id
        clock.take_back_first_card(where, actor=request.actor, now=request.now)


def _others_dealt(table: Table, record: HandRecord) -> bool:
    """Whether the clock has more than this hand to count for."""
    since = clock_queries.state_of(table.tournament.clock).started_at
    dealt = HandRecord.objects.filter(table__tournament=table.tournament_id)
    return since is None or dealt.filter(started_at__gte=since).exclude(pk=record.pk).exists()


def tell_all(table: Table) -> None:
    """A result has changed: everybody who watches is told."""
    broadcast.table_changed(table, *EVERYBODY)


def _tell_of_the_end(table: Table, record: HandRecord, hand: Hand) -> None:
    """Most hands only move chips: the clock, the seats and the other tables stay as they are."""
    everybody_plays_on = all(hand.stacks[player["seat"]] for player in record.players)
    is_ordinary = hand.ended == "played" and not hand.bonus and everybody_plays_on
    if is_ordinary and table.state != TableState.HELD:
        played = [player["entry"] for player in record.players]
        watchers = (Audience.STANDINGS, Audience.CONSOLE)
        broadcast.table_changed(table, *watchers, record=record, entrants=played)
    else:
        tell_all(table)


def _locked(request: Request) -> Table:
    table = locking.table(request.table_id)
    require(request.actor, Permission.DEAL, table.tournament_id, table.pk)
    return table


def _is_repeated(request: Request) -> bool:
    return idempotency.is_repeated(request.command_id)


def _check_deals_on(request: Request, table: Table) -> None:
    """Refuse a dealer who was relieved, and what comes too late."""
    dealing.check_deals(request.actor, table)
    check_fresh(request, table)


def check_fresh(request: Request, table: Table) -> None:
    """Refuse a command to a table that is closed, over, or has moved on meanwhile."""
    _check_not_over(table.tournament)
    if table.state == TableState.CLOSED:
        raise Refused(f"Table {table.number} is closed.")
    if table.card_count is not None:
        clause = decks.of(table.tournament.rulebook).count_clause
        raise Refused(f"{table.card_count['by']} wants the deck counted first.", clause)
    disputes.check_none(table, request.actor)
    if request.version is not None and request.version != table.version:
        raise Stale("The table has moved on. Look at it again, then tap.")


def _check_not_over(tournament: Tournament) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise Refused("The tournament is over: the director can reopen it on the console.")
    if tournament.state == TournamentState.CANCELLED:
        raise Refused("The tournament is cancelled: no hand goes on.")


def store(
    request: Request, table: Table, record: HandRecord, hand: Hand, events: list[Event]
) -> None:
    """Events, state, version and the command's id: all or nothing."""
    table.version += 1
    rows = []
    for index, event in enumerate(events):
        row = HandEvent(
            hand=record,
            table=table,
            version=table.version,
            index=index,
            data=codec.write_event(event),
            by=request.actor.name,
            at=request.now,
            command_id=request.command_id,
        )
        row.hash = table.head = link(table.head, row.content())
        rows.append(row)
    HandEvent.objects.bulk_create(rows)
    table.hand = codec.write_hand(hand)
    table.save(update_fields=["version", "head", "hand", "hand_number"])
    idempotency.remember(
        request.command_id, tournament_id=table.tournament_id, kind="table", now=request.now
    )


def _after(
    request: Request,
    table: Table,
    record: HandRecord,
    hand: Hand,
    *,
    is_settled: bool = False,
    is_again: bool = False,
) -> None:
    """A hand that ended is settled in the same transaction; then everybody is told."""
    if hand.is_over and not is_settled:
        settlement.settle(table, record, hand, actor=request.actor, now=request.now)
        hand_for_hand.hold(table, hand)
    if is_again and not is_settled:  # its result was taken back, and somebody may be in again
        tell_all(table)
    elif hand.is_over and not is_settled:
        _tell_of_the_end(table, record, hand)
    else:
        is_whole = bool(hand.decisions)  # nothing but the hand has changed since it was dealt
        broadcast.table_changed(table, Audience.CONSOLE, record=record, is_whole=is_whole)


def _declare_winner(request: Request, table: Table) -> None:
    """In a transaction of its own: it holds the tournament, which no table command may."""
    hand = hands.of(table)
    if hand is not None and hand.is_over:
        rebuys.close_expired_at(table.tournament, now=request.now)
        tournaments.finish_if_decided(tournament_id=table.tournament_id, now=request.now)
        absences.forfeit_at(table, now=request.now)
        after_hand.carry_out(tournament_id=table.tournament_id, now=request.now)
        hand_for_hand.advance(tournament_id=table.tournament_id, now=request.now)
        last_hands.finish_if_played(tournament_id=table.tournament_id, now=request.now)
