"""Entries are taken, taken back, and never by halves."""

from dataclasses import replace

import pytest

from engine.refusal import Refused
from tests.factories import DIRECTOR, FREEZE_OUT, NOW, registering, seated, stored
from tournament.entries.services import entries
from tournament.models import ChipMove, Player, Tournament
from tournament.models.ledger import ChipReason
from tournament.permissions import NOBODY, Forbidden
from tournament.records.services import ledger

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def register(tournament: Tournament, name: str):
    return entries.register(tournament_id=tournament.pk, name=name, actor=DIRECTOR, now=NOW)


def register_all(tournament: Tournament, *names: str) -> int:
    return entries.register_all(
        tournament_id=tournament.pk, names=list(names), actor=DIRECTOR, now=NOW
    )


def names(tournament: Tournament) -> list[str]:
    return [entry.name for entry in tournament.entries.all()]


def test_an_entry_gets_a_number_and_its_starting_stack_from_the_bank():
    cup = registering()
    ann, ben = register(cup, "Ann"), register(cup, "Ben")
    assert (ann.number, ben.number) == (1, 2)
    assert ann.stack == 1000
    assert list(ChipMove.objects.values_list("entry", "amount", "reason")) == [
        (ann.pk, 1000, "entry"),
        (ben.pk, 1000, "entry"),
    ]


def test_a_registration_is_in_the_journal_with_who_took_it():
    cup = registering()
    register(cup, "Ann")
    line = cup.journal.get(name="entry.registered")
    assert (line.by, line.at, line.data) == (
        DIRECTOR.name,
        NOW,
        {"entry": 1, "player": "Ann", "stack": 1000},
    )


def test_spaces_around_and_inside_a_name_are_tidied():
    assert register(registering(), "  Ann \t  Marsh ").name == "Ann Marsh"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("   ", "Enter the player's name."),
        ("x" * 81, "at most 80 characters"),
        ("ANN", "Ann is already entered"),
    ],
)
def test_a_wrong_name_is_refused_and_nothing_changes(name: str, why: str):
    cup = registering()
    register(cup, "Ann")
    before = stored()
    with pytest.raises(Refused, match=why):
        register(cup, name)
    assert stored() == before


def test_a_full_tournament_takes_nobody_more():
    cup = registering(2, preset=replace(FREEZE_OUT, max_players=2))
    before = stored()
    with pytest.raises(Refused, match="full: 2 players"):
        register(cup, "Ann")
    assert stored() == before


def test_registration_is_closed_once_the_seats_are_drawn():
    cup = seated(3)
    with pytest.raises(Refused, match="Registration is closed"):
        register(cup, "Late Larry")
    assert Player.objects.count() == 3


def test_a_list_is_entered_whole_and_empty_lines_do_not_count():
    cup = registering()
    assert register_all(cup, "Ann", "", "  ", "Ben") == 2
    assert names(cup) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("wrong", "line"), [(("Ann", "Ben", "ann"), 3), (("Ann", "x" * 81, "Ben"), 2)]
)
def test_a_list_with_one_wrong_line_enters_nobody(wrong: tuple[str, ...], line: int):
    cup = registering()
    before = stored()
    with pytest.raises(Refused, match=f"^Line {line}: "):
        register_all(cup, *wrong)
    assert stored() == before


def test_an_empty_list_is_refused():
    with pytest.raises(Refused, match="one name per line"):
        register_all(registering(), "", " ")


def test_a_stranger_with_a_list_is_forbidden_as_such_and_not_told_of_its_lines():
    cup = registering()
    for lines in (["Ann"], []):
        with pytest.raises(Forbidden, match="You may not register players"):
            entries.register_all(tournament_id=cup.pk, names=lines, actor=NOBODY, now=NOW)


def test_a_withdrawn_entry_gives_its_chips_back_and_leaves_room_for_the_name():
    cup = registering(1)
    first = cup.entries.get()
    entries.withdraw(entry_id=first.pk, actor=DIRECTOR, now=NOW)
    first.refresh_from_db()
    assert first.withdrawn_at == NOW
    assert first.stack == 0
    assert sum(ChipMove.objects.values_list("amount", flat=True)) == 0
    assert register(cup, "Player 1").number == 2


def test_nobody_is_taken_chips_he_does_not_have():
    entry = registering(1).entries.get()
    before = stored()
    with pytest.raises(Refused, match="has 1000 chips: 1001 cannot be taken"):
        ledger.move({entry.pk: -1001}, reason=ChipReason.PENALTY, actor=DIRECTOR, now=NOW)
    assert stored() == before


def test_no_chips_moved_are_no_row():
    entry = registering(1).entries.get()
    before = stored()
    ledger.move({entry.pk: 0}, reason=ChipReason.BONUS, actor=DIRECTOR, now=NOW)
    assert stored() == before


def test_nobody_withdraws_twice():
    cup = registering(1)
    entry = cup.entries.get()
    entries.withdraw(entry_id=entry.pk, actor=DIRECTOR, now=NOW)
    before = stored()
    with pytest.raises(Refused, match="has already withdrawn"):
        entries.withdraw(entry_id=entry.pk, actor=DIRECTOR, now=NOW)
    assert stored() == before


def test_nobody_withdraws_from_a_drawn_seat():
    entry = seated(3).entries.get(number=1)
    before = stored()
    with pytest.raises(Refused, match="Seats have been drawn"):
        entries.withdraw(entry_id=entry.pk, actor=DIRECTOR, now=NOW)
    assert stored() == before
