"""Play hands: what is decided at a held table, stored, and settled at its end."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine import rulebooks
from engine.conduct import table_order
from engine.hand import codec
from engine.hand.commands import (
    AllIn,
    Call,
    CallAndFold,
    Check,
    Command,
    DealBoard,
    DealStreet,
    Draw,
    ExposeCards,
    Fold,
    Muck,
    NameOpener,
    PutChips,
    RaiseTo,
    Report,
    ShowCards,
    Stand,
    TimeExpired,
    VoidHand,
)
from engine.hand.events import (
    BlindOwed,
    CardsExposed,
    Event,
    IrregularityRuled,
)
from engine.hand.state import Hand
from engine.referee import referee, reports, start
from engine.refusal import Refused
from engine.rules.book import Rules
from engine.schedule.schedule import Level
from tables.chips.services import rebuys
from tables.commands import AtTable, TableCommand, at_table, finish_if_decided
from tables.conduct.queries import disputes, penalties, timing
from tables.conduct.services import absences, owed_blinds
from tables.models import HandEvent, HandRecord, Seating, Table
from tables.models.tables import TableState
from tables.play.queries import hands, next_hand, scenes, seldom, tablet_tasks
from tables.play.queries.seldom import Waiting
from tables.play.services import after_hand, rulings, settlement
from tables.play.services import card_steps as cards
from tables.play.services.shuffles import Shuffles
from tables.procedures.queries import face_down
from tables.procedures.services import hand_for_hand, last_hands, special_rounds
from tournament.clock.services import clock
from tournament.live.broadcast import Audience
from tournament.permissions import SYSTEM, Permission, may
from tournament.records.hashing import link


def start_hand(
    command: TableCommand,
    *,
    deck: tuple[int, ...] | None = (),
    with_over_blind: bool = False,
    card_steps: Collection[str] = (),
    row: int | None = None,
    in_minutes: Collection[int] | None = None,
) -> Table:
    """The next hand: button, blinds and antes by themselves.

    With a deck the engine deals, with None from one that is shuffled here, which anybody can check.
    `card_steps` are what the dealer has done with the cards, as the tap that deals says. Where it
    was dealt without network some time ago, `row` is the row of the schedule it was dealt at and
    `in_minutes` the seats that had minutes of a penalty to serve then.
    """

    def begin() -> AtTable:
        with at_table(command, "deal") as at:
            if at.is_repeat:
                return at
            table = at.table
            absences.check_none_due(table, now=at.now)
            sitting = hands.seated(table)
            late = _check_may_deal(at, row, sitting)
            if deck == ():
                cards.prepare(table, confirmed=card_steps, actor=at.actor, now=at.now)
            dead = penalties.dead_in(table, now=at.now, minutes=in_minutes)
            chip = hands.smallest_chip(table.tournament, row)
            shuffles = Shuffles(at)
            ready = shuffles.fresh_deck(late) if deck is None else deck
            how = {"deck": ready, "with_over_blind": with_over_blind}
            _begin_hand(at, late, dead, sitting, chip=chip, **how)
            shuffles.record()
        return at

    try:
        at = begin()
    except absences.ForfeitDue as due:
        absences.forfeit_at(due.table, now=command.now)
        at = begin()
    _end_hand(at)
    return at.table


def deal(command: TableCommand, *, confirmed: Collection[str], **more: Any) -> Table:
    """The next hand by a dealer's tap, once the blinds are in where the book wants that first."""
    found = Table.objects.filter(pk=command.table_id)
    rulebook = found.values_list("tournament__rulebook", flat=True).get()
    table_order.check_blinds_are_in(rulebooks.get(rulebook).conduct, confirmed)
    return start_hand(command, **more)


def _check_may_deal(at: AtTable, row: int | None, sitting: list[Seating]) -> Level | None:
    """Refuse a hand too early; the level it was dealt at, where the clock shows another."""
    table, unusual = at.table, seldom.of(at.table)
    disputes.check_plays_on(table)
    clock.catch_up(table.tournament.clock, now=at.now)
    late = next_hand.of_before(table, row)
    hands.check_may_start(table, now=at.now, late=late, sitting=sitting, unusual=unusual)
    level = next_hand.other_level(table, row)
    tablet_tasks.check_may_deal(table, unusual)
    return level


def _begin_hand(
    at: AtTable,
    late: Level | None,
    on_penalty: dict[int, int],
    sitting: list[Seating],
    *,
    chip: int,
    **how: Any,
) -> None:
    table = at.table
    wanted = hands.next_setup(table, on_penalty=on_penalty, late=late, sitting=sitting, **how)
    wanted = replace(wanted, chip=chip)
    begun = hands.without_waiting(
        table, wanted, late=late, sitting=sitting, last=scenes.last_record(table)
    )
    owed_blinds.carry_over(table, wanted, begun)
    hand, events = start.begin(begun, hands.rules_of_next(table, late))
    dealt_in = {player.seat for player in begun.seats}
    record = HandRecord.objects.create(
        table=table,
        number=begun.number,
        level=next_hand.level_of(table, late),
        players=[p for p in hands.players(sitting, on_penalty) if p["seat"] in dealt_in],
        started_at=at.now,
    )
    special_rounds.begin(table, number=begun.number)
    table.hand_number = begun.number
    clock.first_card(table.tournament.clock, actor=at.actor, now=at.now)
    store(at, record, hand, events)
    settle_and_tell(at, record, hand)


Wish = Callable[[AtTable, Hand, Rules], Command]


def act(command: TableCommand, deed: Command) -> Table:
    """One dealer action: decided by the engine, committed, then shown everywhere."""
    return act_on(command, lambda at, hand, rules: deed)


def pay(command: TableCommand, deed: Command, *, confirmed: Collection[str]) -> Table:
    """A pot to its winner, once the losing hands are mucked where the book wants that first."""

    def wish(at: AtTable, hand: Hand, rules: Rules) -> Command:
        table_order.check_losers_are_mucked(at.table.tournament.law.conduct, confirmed)
        return deed

    return act_on(command, wish)


def report(command: TableCommand, what: str, answers: Mapping[str, str]) -> Table:
    """What happened, in the dealer's words, ruled on as the book prescribes."""

    def wish(at: AtTable, hand: Hand, rules: Rules) -> Command:
        deed = reports.command(hand, rules, what, answers)
        _check_may_report(at, reports.directors_clause(hand, rules, deed))
        return deed

    return act_on(command, wish)


def _check_may_report(at: AtTable, clause: str) -> None:
    """Some rulings are the director's alone: a dealer calls the floor for them."""
    if clause and not may(at.actor, Permission.DECIDE_DISPUTES, at.table.tournament_id):
        raise Refused("Only the director can do this: call the floor.", clause)


def act_on(command: TableCommand, wish: Wish) -> Table:
    """One action that is worked out from the hand while its table is held."""
    with at_table(command, "act") as at:
        table = at.table
        if at.is_repeat:
            return table
        hand = hands.in_play_or_just_over(table)
        wanted = wish(at, hand, hands.rules_of(table.tournament, hand))
        deed = _in_time(at, hand, wanted)
        _act(at, hand, deed)
    _end_hand(at)
    if deed is not wanted:
        why = "Time was up before that: the hand stands as the time left it."
        raise Refused(why, timing.terms_of(table).clause)
    return table


def act_in_turn(command: TableCommand, deeds: Callable[[Hand], Iterator[Command]]) -> Table:
    """Several actions as one step; `deeds` are worked out one after the other from the hand."""
    with at_table(command, "act") as at:
        if at.is_repeat:
            return at.table
        hand = hands.in_play(at.table)
        disputes.check_plays_on(at.table)
        _check_in_time(at, hand)
        happened: list[Event] = []
        for deed in deeds(hand):
            face_down.check(at.table, hand, deed)
            happened += referee.act(hand, deed, hands.rules_of(at.table.tournament, hand))
        if not happened:
            raise Refused("Nothing is left to do.")
        record = hands.record_of(at.table)
        store(at, record, hand, happened)
        settle_and_tell(at, record, hand)
    _end_hand(at)
    return at.table


def _check_in_time(at: AtTable, hand: Hand) -> None:
    """Nobody is passed over whose time is up: that is entered by itself."""
    if hand.actor >= 0 and timing.was_up(at.table, hand, now=at.now) is not None:
        raise Refused("Time is up for the player in turn.", timing.terms_of(at.table).clause)


def _act(at: AtTable, hand: Hand, deed: Command) -> None:
    table, rules = at.table, hands.rules_of(at.table.tournament, hand)
    around = scenes.kept(table)
    if not isinstance(deed, rulings.IRREGULAR):
        disputes.check_plays_on(table)
    face_down.check(table, hand, deed)
    was_over = _check_goes_on(hand, deed)
    shuffles = Shuffles(at)
    events = referee.act(hand, deed, rules, shuffles.shuffle)
    record = around.record if around and around.record else hands.record_of(table)
    if isinstance(deed, _BARE) and not hand.is_over:
        at.only_the_hand()
    is_noted = was_over and all(isinstance(event, _NOTES) for event in events)
    if was_over and not is_noted:
        settlement.take_back(table, record, actor=at.actor, now=at.now)
    store(at, record, hand, events)
    settle_and_tell(at, record, hand, is_settled=is_noted, is_again=was_over)
    rulings.record(table, record, deed, events, by=at.actor, at=at.now)
    shuffles.record()


# What a player does in turn, and may do no more when the time called on him is up.
_WAGERS = (Fold, Check, Stand, Call, CallAndFold, RaiseTo, AllIn)
_IN_TURN = (*_WAGERS, PutChips)


def _in_time(at: AtTable, hand: Hand, deed: Command) -> Command:
    """What is wanted, or the end of the time that was up before it and that no sweep has seen."""
    if not isinstance(deed, _IN_TURN) or deed.seat != hand.actor:
        return deed
    end = timing.was_up(at.table, hand, now=at.now)
    if end is None:
        return deed
    at.table.time_due_at = None
    at.keep("time_due_at")
    at.actor, at.now = SYSTEM, end
    return TimeExpired(hand.actor)


# What changes nothing but the hand, as long as it goes on.
_BARE = (*_WAGERS, DealBoard, DealStreet, Draw, NameOpener, ShowCards, Muck)

# What may come to light when the pots are paid, and what of it changes no result.
_AFTERWARDS = (Report, VoidHand, ExposeCards)
_NOTES = (IrregularityRuled, BlindOwed, CardsExposed)


def _check_goes_on(hand: Hand, command: Command) -> bool:
    """Whether the hand is over and this may still be said of it (charity:19.1.7, adelaide:56-2)."""
    if hand.is_over and not isinstance(command, _AFTERWARDS):
        raise Refused("No hand is in play. Deal the next one first.")
    return hand.is_over


def _tell_of_the_end(at: AtTable, record: HandRecord, hand: Hand) -> None:
    """Most hands only move chips: the clock, the seats and the other tables stay as they are."""
    everybody_plays_on = all(hand.stacks[player["seat"]] for player in record.players)
    is_ordinary = hand.ended == "played" and not hand.bonus and everybody_plays_on
    if is_ordinary and at.table.state != TableState.HELD:
        played = [player["entry"] for player in record.players]
        at.tell(Audience.STANDINGS, Audience.CONSOLE, record=record, entrants=played)
    else:
        at.tell(*at.tells, record=record)


def store(at: AtTable, record: HandRecord, hand: Hand, events: list[Event]) -> None:
    """Events and state, with the version they made: all or nothing."""
    table, rows = at.table, []
    for index, event in enumerate(events):
        row = HandEvent(
            hand=record,
            table=table,
            version=table.version + 1,
            index=index,
            data=codec.write_event(event),
            by=at.actor.name,
            at=at.now,
            command_id=at.command.command_id,
        )
        row.hash = table.head = link(table.head, row.content())
        rows.append(row)
    HandEvent.objects.bulk_create(rows)
    table.hand = codec.write_hand(hand)
    at.move_on("head", "hand", "hand_number", events=events)


def settle_and_tell(
    at: AtTable,
    record: HandRecord,
    hand: Hand,
    *,
    is_settled: bool = False,
    is_again: bool = False,
) -> None:
    """A hand that ended is settled in the same transaction; who is told depends on its end."""
    if hand.is_over and not is_settled:
        told = scenes.told(at.table, record, at.events)
        settlement.settle(at.table, record, hand, actor=at.actor, now=at.now, told=told)
        hand_for_hand.hold(at.table, hand)
    if is_again and not is_settled:  # its result was taken back, and somebody may be in again
        return
    if hand.is_over and not is_settled:
        _tell_of_the_end(at, record, hand)
    else:
        at.tell(Audience.CONSOLE, record=record)


def _end_hand(at: AtTable) -> None:
    """In transactions of their own: they hold the tournament, which no table command may."""
    table, hand = at.table, hands.of(at.table)
    if hand is not None and hand.is_over:
        gone = rebuys.close_expired_at(table.tournament, now=at.now)
        finish_if_decided(at)
        gone += absences.forfeit_at(table, now=at.now)
        waiting = seldom.waiting(table.tournament_id)
        if gone or any(waiting):
            at.command.shown.doubt()
        _carry_on(table.tournament_id, waiting, at.now)


def _carry_on(where: int, waiting: Waiting, now: datetime) -> None:
    """What waited for this hand, or for the last of them all."""
    if waiting.order:
        after_hand.carry_out(tournament_id=where, now=now)
    if waiting.hand_for_hand:
        hand_for_hand.advance(tournament_id=where, now=now)
    if waiting.last_hands:
        last_hands.finish_if_played(tournament_id=where, now=now)
