"""Whatever a page shows follows from the chain: whoever alters such a row is found, and named."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models

from engine.prizes import deals as engine_deals
from tables.models import HandRecord
from tables.records.queries import chain
from tests.factories import refreshed, running
from tests.prize_night import BY, all_paid, listed, pay, played
from tournament.models import (
    Bust,
    Confirmation,
    Deal,
    DealVoice,
    Due,
    Entry,
    JournalEntry,
    Payout,
    PrizeList,
    Tournament,
)
from tournament.prizes.services import deals, prizes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = timedelta(seconds=1)


def an_evening() -> Tournament:
    """Paid entries, a published list, a deal, the last hand, places and a payout."""
    cup = all_paid(running(3))
    listed(cup)
    prizes.publish(tournament_id=cup.pk, **BY)
    wish = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(wish, tournament_id=cup.pk, **BY)
    for entry in made.shares:
        deals.hear(deals.Voice(int(entry), says_yes=True), deal_id=made.pk, **BY)
    played(cup)
    prizes.confirm(tournament_id=cup.pk, **BY)
    pay(Due.objects.filter(tournament=cup)[0])
    return refreshed(cup)


def test_an_evening_with_deal_places_and_payout_is_whole():
    assert chain.verify(an_evening()).broken == ""


def found_by(cup: Tournament, row: models.Model, **values: Any) -> str:
    """What verify says when somebody with the database's password has altered this row."""
    rows = type(row)._base_manager.filter(pk=row.pk)
    was = {name: getattr(row, name) for name in values}
    rows.update(**values)
    said = chain.verify(cup).broken
    rows.update(**was)
    return said


def test_whoever_alters_what_a_page_shows_is_found_and_row_and_moment_are_named():
    cup = an_evening()
    deal, hand = Deal.objects.get(), HandRecord.objects.filter(table__tournament=cup)[0]
    bust, due, entry = Bust.objects.all()[0], Due.objects.all()[0], cup.entries.all()[0]
    confirmation, listed_prizes = Confirmation.objects.get(), PrizeList.objects.get()
    payout, voice = Payout.objects.get(), DealVoice.objects.all()[0]
    first, *_ = deal.shares
    more = {**deal.shares, first: deal.shares[first] + 100}
    renamed = [{**player, "name": "Nobody"} for player in hand.players]
    places = list(reversed(confirmation.places))
    alterations: list[tuple[models.Model, dict[str, Any], str]] = [
        (entry, {"stack": entry.stack + 500}, f"The stack of {entry.name} (entry {entry.number})"),
        (entry, {"name": "Nobody"}, f"Entry {entry.number} is not as line "),
        (deal, {"shares": more}, "Deal 1 is not as line "),
        (deal, {"agreed_at": None}, "Deal 1 is not as line "),
        (voice, {"says_yes": False}, "Answer to a deal 1 is not as line "),
        (listed_prizes, {"amounts": []}, "Prize list 1 is not as line "),
        (confirmation, {"places": places}, "Confirmation of places 1 is not as line "),
        (due, {"amount": due.amount + 100}, "Prize 1 is not as line "),
        (payout, {"receiver": "Nobody"}, "Payout 1 is not as line "),
        (payout, {"withdrawn_at": payout.at}, "Payout 1 is not as line "),
        (hand, {"pot": hand.pot + 1}, f"Hand {hand.number} at table 1 is not as line "),
        (hand, {"players": renamed}, f"Hand {hand.number} at table 1 is not as line "),
        (hand, {"winners": "Nobody"}, f"Hand {hand.number} at table 1 is not as line "),
        (bust, {"at": bust.at + LATER}, f"Bust 1 of entry {bust.entry.number} is not as line "),
        (bust, {"stack_before": 1}, f"Bust 1 of entry {bust.entry.number} is not as line "),
        (bust, {"retracted_at": bust.at + LATER}, f"The bust of {bust.entry.name} at "),
    ]
    for row, values, named in alterations:
        said = found_by(cup, row, **values)
        assert said.startswith(named), (row, values, said)
        if " is not as line " in named:
            assert said.endswith(" UTC left it."), said
    assert chain.verify(cup).is_whole


@pytest.mark.parametrize("model", [Payout, Due, DealVoice, Bust])
def test_a_row_that_was_taken_out_is_missed(model: type[models.Model]):
    cup = an_evening()
    row = model._base_manager.latest("pk")
    with connection.constraint_checks_disabled():
        type(row)._base_manager.filter(pk=row.pk)._raw_delete("default")
        assert "is missing." in chain.verify(cup).broken
        row.save(force_insert=True)


def test_a_row_that_was_slipped_in_is_found():
    cup = an_evening()
    due = Due.objects.all()[0]
    due.pk, due.posting = None, None
    due.save(force_insert=True)
    count = Due.objects.count()
    assert chain.verify(cup).broken == f"Prize {count} is covered by no line of the journal."


def test_the_digests_are_part_of_what_is_chained():
    cup = an_evening()
    line = JournalEntry.objects.filter(tournament=cup, name="prize.paid").get()
    assert line.rows
    JournalEntry.objects.filter(pk=line.pk).update(rows={})
    assert chain.verify(cup).broken.startswith(f"Line {line.sequence} of the journal was altered")


def test_a_bust_that_was_taken_back_cannot_stand_again_unseen():
    cup = running(3)
    entry = Entry.objects.filter(tournament=cup)[0]
    Bust.objects.create(
        entry=entry, table_number=1, hand_number=1, stack_before=0, at=BY["now"], order=1
    )
    assert f"Bust 1 of entry {entry.number} is covered by no line" in chain.verify(cup).broken
