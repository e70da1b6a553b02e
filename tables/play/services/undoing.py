"""Take steps back: the tablet's one undo button, and the floor's several steps with a reason.

Nothing vanishes: what was taken back stays on record beside what still stands.
"""

from engine.hand import codec
from engine.hand.applying import apply, replay
from engine.hand.events import Event, HandVoided, Misdealt, Retracted
from engine.hand.state import Hand
from engine.office import staffing
from engine.referee import story
from engine.refusal import Refused
from tables.commands import AtTable, TableCommand, at_table, table_command
from tables.models import HandRecord, Table
from tables.play.queries import hands, taking_back
from tables.play.services import after_hand, play, settlement
from tables.procedures.queries import raceoffs, special_rounds
from tables.procedures.services import raceoffs as raceoff_services
from tables.procedures.services import special_rounds as round_services
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.permissions import Permission, may


def undo(command: TableCommand) -> Table:
    """What was done since the hand ended, or else the hand's own last step."""
    is_deal = False
    with at_table(command, "undo") as at:
        if at.is_repeat:
            return at.table
        is_between = not hands.is_in_play(at.table)
        if is_between and (race := raceoffs.last_of(at.table)):
            raceoff_services.take_back(at, race)
        elif is_between and (round_ := special_rounds.last_done(at.table)):
            round_services.take_back(at, round_)
        else:
            is_deal = not _step_back(at)
    if is_deal:
        command.shown.doubt()
        where, here = at.table.tournament_id, at.table.pk
        after_hand.carry_out(tournament_id=where, now=at.now, not_dealt_again=here)
    return at.table


def _step_back(at: AtTable) -> bool:
    """Whether a step of the hand was left; when it is only dealt, the deal is void."""
    record = hands.record_of(at.table)
    told = hands.rows(record)
    _, *decided = hands.steps(told)
    if decided:
        _take_steps_back(at, record, told, decided[-1:])
    else:
        _take_the_deal_back(at, record)
    return bool(decided)


def _take_steps_back(
    at: AtTable,
    record: HandRecord,
    told: list[tuple[int, Event]],
    steps: list[hands.Step],
    reason: str = "",
) -> None:
    if record.ended_at is not None:
        _check_may_correct(at)
        settlement.take_back(at.table, record, actor=at.actor, now=at.now)
    hand = _retract(at, record, told, steps, reason)
    if hand.is_over:  # what was taken back came after its end
        settlement.settle(at.table, record, hand, actor=at.actor, now=at.now)


def _retract(
    at: AtTable,
    record: HandRecord,
    told: list[tuple[int, Event]],
    steps: list[hands.Step],
    reason: str,
) -> Hand:
    retracted = Retracted(sum(step.count for step in steps), reason)
    hand = replay([*(event for _, event in told), retracted])
    play.store(at, record, hand, [retracted])
    return hand


def _check_may_correct(at: AtTable) -> None:
    """Pots that are paid may be the supervisor's to correct; a misdeal moved no chips."""
    hand, tournament = hands.of(at.table), at.table.tournament
    if hand is not None and hand.ended == "played":
        may_correct = may(at.actor, Permission.RULE, tournament.pk)
        staffing.check_correction(tournament.rulebook, may_correct=may_correct)


def _take_the_deal_back(at: AtTable, record: HandRecord) -> None:
    """Dealt too early: everything as before the deal, and the same seat has the marker again."""
    hand = hands.in_play(at.table)
    misdealt = Misdealt("taken back before the first action", False, "")
    apply(hand, misdealt)
    play.store(at, record, hand, [misdealt])
    play.settle_and_tell(at, record, hand)
    if not _others_dealt(at.table, record):
        clock.take_back_first_card(at.table.tournament_id, actor=at.actor, now=at.now)


def _others_dealt(table: Table, record: HandRecord) -> bool:
    """Whether the clock has more than this hand to count for."""
    since = clock_queries.state_of(table.tournament.clock).started_at
    dealt = HandRecord.objects.filter(table__tournament=table.tournament_id)
    return since is None or dealt.filter(started_at__gte=since).exclude(pk=record.pk).exists()


@table_command("take_back", permission=Permission.RULE)
def take_back(at: AtTable, *, since: int, reason: str) -> None:
    """The floor takes all from this step on back; the journal says by whom and why."""
    if not reason:
        raise Refused("Give the reason for undoing these steps: it is recorded.")
    steps, record = _go_back(at, since=since, reason=reason[:200])
    names = {player["seat"]: player["name"] for player in record.players}
    rules = hands.rules_of(at.table.tournament, hands.of(at.table))
    at.write(
        "hand.taken_back",
        table=at.table.number,
        hand=record.number,
        steps=len(steps),
        first=story.sentence(steps[0].first, names, rules).rstrip("."),
        reason=reason[:200],
    )


def _go_back(at: AtTable, *, since: int, reason: str) -> tuple[list[hands.Step], HandRecord]:
    """In the last hand, or in the one before it, which is opened again."""
    if steps := _from(taking_back.steps(at.table), since):
        record = hands.record_of(at.table)
        _take_steps_back(at, record, hands.rows(record), steps, reason)
        return steps, record
    if steps := _from(taking_back.steps_before(at.table), since):
        return steps, _reopen(at, steps, reason)
    raise Refused("This step no longer exists. Look at the hand again.")


def _from(steps: list[hands.Step], since: int) -> list[hands.Step]:
    """This step and all that followed it."""
    found = [step for step in steps if step.version >= since]
    return found if found and found[0].version == since else []


def _reopen(at: AtTable, steps: list[hands.Step], reason: str) -> HandRecord:
    """Open the hand before the last again: the last is void."""
    table = at.table
    last, earlier = hands.record_of(table), taking_back.hand_before(table)
    if earlier is None:
        raise Refused("No hand was played before this one.")
    _void(at, last, f"hand {earlier.shown} reopened: {reason}")
    told = hands.rows(earlier)
    table.numbers_used = table.next_hand_number - 1
    table.hand_number = earlier.number
    at.keep("numbers_used")
    table.hand = codec.write_hand(replay([event for _, event in told]))
    settlement.take_back(table, earlier, actor=at.actor, now=at.now)
    _retract(at, earlier, told, steps, reason)
    return earlier


def _void(at: AtTable, record: HandRecord, why: str) -> None:
    """What was dealt since never counts: every chip goes back to who had it before."""
    hand = hands.of(at.table)
    if hand is None or hand.ended in ("misdeal", "void"):
        return
    if hand.is_over:
        settlement.take_back(at.table, record, actor=at.actor, now=at.now)
    voided = HandVoided(why[:200], "")
    apply(hand, voided)
    play.store(at, record, hand, [voided])
    settlement.settle(at.table, record, hand, actor=at.actor, now=at.now)
