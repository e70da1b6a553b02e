"""One chain per tournament: whoever alters a row anywhere is found, and the row is named."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import models

from engine.office.money import Sold
from tables.models import HandEvent, Table
from tables.records.queries import chain
from tests.factories import (
    DIRECTOR,
    NOW,
    bust_all_but,
    fold_round,
    refreshed,
    registering,
    running,
    signed_in,
    table_of,
    user,
)
from tournament.models import Chain, ChipMove, JournalEntry, MoneyLine, Posting, Tournament
from tournament.money.services import money
from tournament.permissions import Role
from tournament.records.hashing import link
from tournament.records.queries import chain as journal_chain

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = timedelta(microseconds=1)


def an_evening() -> Tournament:
    """Entries, money, two hands and a bust."""
    cup = running(3)
    for entry in cup.entries.all():
        money.receive(cup, Sold.ENTRY, entry, money.Till(DIRECTOR, NOW))
    fold_round(table_of(cup))
    bust_all_but(table_of(cup), 1)
    return refreshed(cup)


def changed(row: models.Model, **values: Any) -> Callable[[], object]:
    """Alter a row behind the product's back; call the answer to put it right again."""
    rows = type(row)._default_manager.filter(pk=row.pk)
    was = {name: getattr(row, name) for name in values}
    rows.update(**values)
    return lambda: rows.update(**was)


def test_an_evening_is_whole_and_everything_in_it_was_counted():
    verdict = chain.verify(an_evening())
    assert verdict.broken == ""
    assert verdict.lines > 10
    assert verdict.events > 10
    assert (verdict.chip_moves, verdict.postings) == (3, 3)


def test_a_hand_that_is_played_while_the_chain_is_walked_raises_no_alarm(
    monkeypatch: pytest.MonkeyPatch,
):
    cup = running(3)
    walk = chain.first_broken_event

    def played_meanwhile(table: Table) -> tuple[int, int] | None:
        monkeypatch.setattr(chain, "first_broken_event", walk)
        fold_round(table_of(cup))
        return walk(table)

    monkeypatch.setattr(chain, "first_broken_event", played_meanwhile)
    assert chain.verify(cup).broken == ""


def test_a_line_written_while_the_journal_is_walked_raises_no_alarm(
    monkeypatch: pytest.MonkeyPatch,
):
    cup = running(3)
    end = journal_chain._end_break

    def written_meanwhile(chain: Chain, *walked: Any) -> journal_chain.Break | None:
        monkeypatch.setattr(journal_chain, "_end_break", end)
        fold_round(table_of(cup))
        chain.refresh_from_db()
        return end(chain, *walked)

    monkeypatch.setattr(journal_chain, "_end_break", written_meanwhile)
    assert journal_chain.first_break(cup.pk) is None


def test_whoever_alters_any_row_is_found_and_the_row_is_named():
    cup = an_evening()
    alterations: list[tuple[models.Model, dict[str, Any], str]] = [
        *((line, {"by": "x"}, f"Line {line.sequence} ") for line in cup.journal.all()),
        *(
            (event, values, f"Event {event.version}.{event.index} at table 1")
            for event in HandEvent.objects.filter(table__tournament=cup)
            for values in ({"by": "x"}, {"at": event.at + LATER}, {"data": [*event.data, "x"]})
        ),
        *(
            (move, values, f"Chip move {move.pk} ")
            for move in ChipMove.objects.filter(tournament=cup)
            for values in ({"amount": 1}, {"by": "x"}, {"note": "x"}, {"at": move.at + LATER})
        ),
        *(
            (posting, values, f"Money posting {posting.pk} ")
            for posting in Posting.objects.filter(tournament=cup)
            for values in ({"what": "x"}, {"entry_id": None}, {"about": {"payee": "x"}})
        ),
        *(
            (line, {"amount": line.amount + 1}, f"Money posting {line.posting_id} ")
            for line in MoneyLine.objects.filter(posting__tournament=cup)
        ),
    ]
    for row, values, named in alterations:
        put_right = changed(row, **values)
        assert chain.verify(cup).broken.startswith(named), (row, values)
        put_right()
    assert chain.verify(cup).is_whole


@pytest.mark.parametrize("ledger", [ChipMove, Posting])
def test_a_ledger_row_that_is_missing_is_found(ledger: type[ChipMove | Posting]):
    cup = an_evening()
    row = ledger.objects.filter(tournament=cup)[0]
    for line in (None, cup.chain.length, cup.chain.length + 1):
        put_right = changed(row, link=line)
        assert chain.verify(cup).broken.endswith("was taken out or slipped in.")
        put_right()
    assert chain.verify(cup).is_whole


def test_a_chip_move_that_no_service_wrote_is_found():
    cup = an_evening()
    ChipMove.objects.create(tournament=cup, amount=500, reason="rebuy", at=NOW, by="x")
    assert chain.verify(cup).broken.endswith("is covered by no line of the journal.")


def test_a_table_whose_story_was_written_anew_is_found_by_the_journal():
    cup = an_evening()
    head = ""
    for event in HandEvent.objects.filter(table__tournament=cup):
        event.by = "somebody else"
        event.hash = head = link(head, event.content())
        event.save()
    Table.objects.filter(tournament=cup).update(head=head)
    assert chain.verify(cup).broken == "Hand 1 at table 1 is not the one the journal closed."


def taken_out(row: models.Model) -> None:
    """Delete a row as somebody with the database's password would: nothing stands in the way."""
    rows = type(row)._base_manager.filter(pk=row.pk)
    rows._raw_delete(rows.db)


@pytest.mark.parametrize("which", ["first", "last"])
@pytest.mark.parametrize("model", [JournalEntry, HandEvent, MoneyLine])
def test_a_row_that_was_deleted_is_missed_at_the_beginning_and_at_the_end(
    model: type[models.Model], which: str
):
    cup = an_evening()
    ways = {JournalEntry: "tournament", HandEvent: "table__tournament"}
    rows = model._base_manager.filter(**{ways.get(model, "posting__tournament"): cup})
    row = getattr(rows.order_by("pk"), which)()
    assert row is not None
    taken_out(row)
    assert not chain.verify(refreshed(cup)).is_whole


def test_the_inspector_sees_which_link_is_broken():
    cup = an_evening()
    inspector = signed_in(user("ines", cup, Role.INSPECTOR))
    where = f"/t/{cup.code}/inspect/"
    assert "The records are as they were written." in inspector.get(where).content.decode()
    posting = Posting.objects.filter(tournament=cup)[0]
    Posting.objects.filter(pk=posting.pk).update(what="Tea")
    page = inspector.get(where).content.decode()
    assert "The records are as they were written." not in page
    assert f"Money posting {posting.pk} " in page


def test_the_command_says_whole_or_names_the_first_broken_link():
    cup, other = an_evening(), registering(1)
    said = StringIO()
    call_command("verify", stdout=said)
    assert f"{cup.code}  Friday Cup" in said.getvalue()
    assert said.getvalue().count("whole") == 2
    assert "Tournaments: 2. Hands: 2. Every chain is unbroken." in said.getvalue()
    JournalEntry.objects.filter(tournament=other, sequence=2).update(by="somebody else")
    call_command("verify", cup.code.lower(), stdout=said)
    with pytest.raises(CommandError, match=f"Broken: {other.code}"):
        call_command("verify", stdout=said)
    assert "BROKEN. Line 2 of the journal" in said.getvalue()
    with pytest.raises(CommandError, match="no tournament"):
        call_command("verify", "NONE")
