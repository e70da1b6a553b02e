"""All-in and called in hand-for-hand: the hands stay face down until the floor says so."""

from django.urls import reverse

from engine.hand.commands import (
    Award,
    AwardPots,
    Command,
    DealBoard,
    DealStreet,
    Draw,
    Muck,
    ShowCards,
    SplitByAgreement,
)
from engine.hand.state import Hand
from engine.refusal import Refused
from engine.rulebooks.citing import by
from engine.rules import showing
from tables.console.queries.to_do import Press, ToDo
from tables.models import Table
from tables.models.tables import TableState
from tables.play.queries import hands
from tables.procedures.queries import hand_for_hand
from tournament.models import Tournament

CLAUSE = "tda2024:RP-8"
_WAIT = (DealBoard, DealStreet, Draw, ShowCards, Muck, Award, AwardPots, SplitByAgreement)


def is_waiting(table: Table, hand: Hand | None) -> bool:
    """Whether this table's all-in hands wait for the floor."""
    if hand is None or hand.is_over or not _is_all_in_and_called(table, hand):
        return False
    is_told = table.turned_up == table.hand_number
    return not is_told and hand_for_hand.running(table.tournament_id) is not None


def _is_all_in_and_called(table: Table, hand: Hand) -> bool:
    rules = hands.rules_of(table.tournament, hand)
    is_last = hand.street == len(rules.streets) - 1
    is_paid = bool(hand.awards or hand.shown or hand.deck)
    return not is_paid and showing.once_betting_is_over(hand, is_last_street=is_last)


def check(table: Table, hand: Hand, command: Command) -> None:
    """Refuse the next card, a shown hand or a paid pot until the floor has spoken."""
    if isinstance(command, _WAIT) and is_waiting(table, hand):
        raise Refused("Hand-for-hand: the hands stay face down until the floor says so.", CLAUSE)


def others(table: Table) -> str:
    """Which other tables are still in their hand."""
    playing = [n for n in hand_for_hand.still_playing(table.tournament_id) if n != table.number]
    names = ", ".join(str(number) for number in playing)
    if not playing:
        return "All other tables are done."
    return f"Still in their hand: table {names}."


def queue(tournament: Tournament) -> list[ToDo]:
    """For the console: each table that waits, with the word that lets it go on."""
    if hand_for_hand.running(tournament.pk) is None:
        return []
    tables = Table.objects.filter(tournament=tournament, state=TableState.OPEN)
    waiting = [one for one in tables.order_by("number") if is_waiting(one, hands.of(one))]
    return [
        ToDo(
            kind="info",
            text=f"Table {table.number}: all-in and called, hands face down",
            detail=f"{others(table)}{by(CLAUSE)}",
            form=Press(
                url=reverse("turn-up", kwargs=_where(tournament, table)),
                label="Turn them up",
            ),
            link=reverse("floor-table", kwargs=_where(tournament, table)),
            panel=reverse("floor-panel", kwargs=_where(tournament, table)),
        )
        for table in waiting
    ]


def _where(tournament: Tournament, table: Table) -> dict[str, object]:
    return {"code": tournament.code, "number": table.number}
