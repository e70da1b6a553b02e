"""The floor opens the hand before the last again: the last is void, nothing vanishes."""

from dataclasses import replace

from engine.hand import codec
from engine.hand.applying import apply, replay
from engine.hand.events import HandVoided, Retracted
from engine.refusal import Refused
from tables.models import HandRecord, Table
from tables.play.queries import hands, taking_back
from tables.play.services import play, settlement


def reopen(request: play.Request, table: Table, *, since: int, reason: str) -> HandRecord:
    """Go back to before this step of the hand before; the caller holds the table and journals."""
    play.check_fresh(request, table)
    last, earlier = hands.record_of(table), taking_back.hand_before(table)
    if earlier is None:
        raise Refused("There is no hand before this one.")
    _void(request, table, last, f"hand {earlier.number} is opened again: {reason}")
    told = hands.rows(earlier)
    table.numbers_used = table.next_hand_number - 1
    table.hand_number = earlier.number
    table.save(update_fields=["numbers_used"])
    table.hand = codec.write_hand(replay([event for _, event in told]))
    settlement.take_back(table, earlier, actor=request.actor, now=request.now)
    steps = [step for step in hands.steps(told)[1:] if step.version >= since]
    retracted = Retracted(sum(step.count for step in steps), reason)
    hand = replay([*(event for _, event in told), retracted])
    play.store(request, table, earlier, hand, [retracted])
    play.tell_all(table)
    return earlier


def _void(request: play.Request, table: Table, record: HandRecord, why: str) -> None:
    """What was dealt since never counts: every chip goes back to who had it before."""
    hand = hands.of(table)
    if hand is None or hand.ended in ("misdeal", "void"):
        return
    if hand.is_over:
        settlement.take_back(table, record, actor=request.actor, now=request.now)
    voided = HandVoided(why[:200], "")
    apply(hand, voided)
    play.store(replace(request, command_id=None), table, record, hand, [voided])
    settlement.settle(table, record, hand, actor=request.actor, now=request.now)
