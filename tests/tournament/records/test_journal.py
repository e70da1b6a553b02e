"""The journal: in order, in words, and any tampering is found."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from engine.refusal import Refused
from tables.models import HandEvent
from tables.records.queries import chain as hand_chain
from tests.factories import (
    DIRECTOR,
    NOW,
    bust_all_but,
    deal,
    fold_round,
    refreshed,
    registering,
    running,
    table_of,
)
from tournament.entries.services import entries
from tournament.models import Chain, JournalEntry, Tournament
from tournament.permissions import Role
from tournament.records.queries import journal as journal_queries
from tournament.records.services import journal

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def an_evening() -> Tournament:
    cup = running(3)
    fold_round(table_of(cup))
    bust_all_but(table_of(cup), 1)
    return refreshed(cup)


def broken(tournament: Tournament) -> int | None:
    return journal_queries.first_broken_link(tournament.pk)


def test_the_chain_of_an_evening_is_whole_and_without_gaps():
    cup = an_evening()
    assert broken(cup) is None
    sequences = list(cup.journal.values_list("sequence", flat=True))
    assert sequences == list(range(1, len(sequences) + 1))
    assert cup.chain.length == len(sequences)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda line: {"name": "clock.pause"},
        lambda line: {"by": "somebody else"},
        lambda line: {"at": line.at + timedelta(microseconds=1)},
        lambda line: {"data": {**line.data, "pot": 1}},
        lambda line: {"hash": "0" * 64},
    ],
    ids=["name", "by", "at", "data", "hash"],
)
def test_a_changed_value_in_any_row_is_found(tamper):
    cup = an_evening()
    for line in cup.journal.all():
        was = {key: getattr(line, key) for key in tamper(line)}
        JournalEntry.objects.filter(pk=line.pk).update(**tamper(line))
        assert broken(cup) == line.sequence
        JournalEntry.objects.filter(pk=line.pk).update(**was)
    assert broken(cup) is None


def test_a_missing_row_is_found_wherever_it_was():
    cup = an_evening()
    for line in list(cup.journal.all()):
        JournalEntry.objects.filter(pk=line.pk).delete()
        assert broken(cup) == line.sequence
        line.save(force_insert=True)
    assert broken(cup) is None


def test_a_row_slipped_in_at_the_end_is_found():
    cup = an_evening()
    last = cup.journal.order_by("-sequence")[0]
    JournalEntry.objects.create(
        tournament=cup, sequence=last.sequence + 1, name="x", by="x", at=NOW, hash="0" * 64
    )
    assert broken(cup) == last.sequence + 1


def test_an_end_of_the_chain_that_was_set_back_is_found():
    cup = an_evening()
    last = cup.journal.order_by("-sequence")[0]
    Chain.objects.filter(pk=cup.pk).update(head="0" * 64)
    assert broken(cup) == last.sequence + 1


def test_each_tournament_has_a_chain_of_its_own():
    first, second = registering(1), registering(1)
    JournalEntry.objects.filter(tournament=first).update(by="somebody else")
    assert broken(first) == 1
    assert broken(second) is None


def test_a_refused_command_leaves_no_trace_in_the_chain():
    cup = running(3)
    length = cup.chain.length
    with pytest.raises(Refused):
        entries.register(tournament_id=cup.pk, name="Late", actor=DIRECTOR, now=NOW)
    assert refreshed(cup).chain.length == length


def test_the_events_of_every_table_are_a_chain_too():
    cup = an_evening()
    table = table_of(cup)
    assert hand_chain.first_broken_event(table) is None
    for event in HandEvent.objects.filter(table=table):
        HandEvent.objects.filter(pk=event.pk).update(data=[*event.data, "tampered"])
        assert hand_chain.first_broken_event(table) == (event.version, event.index)
        HandEvent.objects.filter(pk=event.pk).update(data=event.data)


def test_an_event_that_was_taken_out_is_found_even_at_the_end():
    cup = running(3)
    table = table_of(cup)
    deal(table)
    HandEvent.objects.filter(table=table).order_by("-version", "-index")[0].delete()
    assert hand_chain.first_broken_event(table_of(cup)) is not None


def test_every_name_the_code_writes_has_a_sentence():
    written = set()
    for app in ("tournament", "tables"):
        for source in Path(settings.BASE_DIR / app).rglob("services/*.py"):
            written |= set(re.findall(r'"([a-z]+\.[a-z_]+)"', source.read_text("utf-8")))
    assert len(written) > 20
    assert written <= set(journal_queries.SENTENCES)


def test_every_line_of_an_evening_is_told_in_words():
    cup = an_evening()
    told = [journal_queries.row(line).sentence for line in cup.journal.all()]
    assert all(told)
    assert told[1] == "registered Player 1 as entry 1 with 1000 chips"
    assert "started play with 3 players" in told


def test_roles_are_written_as_plain_words():
    cup = registering()
    line = journal.write(
        DIRECTOR, "staff.appointed", tournament_id=cup.pk, at=NOW, user="flo", role=Role.FLOOR
    )
    assert journal_queries.row(line).sentence == "appointed flo as floor"
