"""Players left divide what is left: proposed, agreed, shown and undone."""

from typing import Any

import pytest
from django.test import Client

from engine.office.law.money import Account
from engine.prizes import deals as engine_deals
from engine.prizes.prizes import Row, Source
from engine.refusal import Refused
from tests.factories import (
    NOW,
    fold_round,
    house_director,
    running,
    signed_in,
    stored,
    table_of,
)
from tests.markup import one_line
from tests.prize_night import BY, HALVES, all_paid, balance, listed, played, seen
from tournament.entries.queries import links as link_queries
from tournament.entries.services import links
from tournament.models import (
    PersonalLink,
    Tournament,
)
from tournament.prizes.queries import prizes as prize_queries
from tournament.prizes.services import deals, prizes

pytestmark = pytest.mark.django_db


def test_a_deal_holds_when_all_have_said_yes_and_keeps_something_for_the_winner():
    tournament = all_paid(running(3))
    listed(tournament, *HALVES, Row(1, amount=900, source=Source.HOUSE))
    even = deals.Proposal(engine_deals.Method.EVEN, kept=3000)
    with pytest.raises(Refused, match="Publish the prize list"):
        deals.propose(even, tournament_id=tournament.pk, **BY)
    prizes.publish(tournament_id=tournament.pk, **BY)
    refused = deals.propose(even, tournament_id=tournament.pk, **BY)
    entries = [int(entry) for entry in refused.shares]
    deals.hear(deals.Voice(entries[0], says_yes=False), deal_id=refused.pk, **BY)
    with pytest.raises(Refused, match="closed"):
        deals.hear(deals.Voice(entries[1], says_yes=True), deal_id=refused.pk, **BY)
    agreed = deals.propose(even, tournament_id=tournament.pk, **BY)
    for entry in entries:
        agreed = deals.hear(deals.Voice(entry, says_yes=True), deal_id=agreed.pk, **BY)
    assert agreed.agreed_at == NOW
    first, *_ = played(tournament)
    prizes.confirm(tournament_id=tournament.pk, **BY)
    won: dict[int, int] = {}
    for due in prize_queries.standing_dues(tournament):
        won[due.entry_id] = won.get(due.entry_id, 0) + due.amount
    assert won == {e: 9300 + (3000 if e == first.pk else 0) for e in entries}
    assert balance(tournament, Account.PRIZE_POOL) == 0
    assert balance(tournament, Account.ADDED_PRIZES) == 0
    with pytest.raises(Refused, match="undo the confirmation"):
        deals.withdraw(deal_id=agreed.pk, reason="regret", **BY)


def test_a_deal_does_not_close_on_stacks_of_before():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    first, second, _ = (int(entry) for entry in made.shares)
    deals.hear(deals.Voice(first, says_yes=True), deal_id=made.pk, **BY)
    fold_round(table_of(tournament))
    before = stored()
    with pytest.raises(Refused, match="Stacks have changed since: propose the deal again"):
        deals.hear(deals.Voice(second, says_yes=True), deal_id=made.pk, **BY)
    assert stored() == before
    again = deals.propose(even, tournament_id=tournament.pk, **BY)
    assert deals.hear(deals.Voice(first, says_yes=True), deal_id=again.pk, **BY) == again


def test_a_player_answers_a_deal_on_his_own_phone_and_for_himself_alone():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    links.give(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    for link in PersonalLink.objects.filter(entry__tournament=tournament):
        address = f"/me/{link_queries.token(link.entry_id, link.nonce)}/"
        assert "Yes, I agree" in Client().get(address).content.decode()
        bad = Client().post(f"{address}deal/", {"deal": made.pk, "answer": "perhaps"})
        assert bad.status_code == 422
        said = {"deal": made.pk, "answer": "yes"}
        assert Client().post(f"{address}deal/", said).status_code == 302
        before = stored()
        assert Client().post(f"{address}deal/", said).status_code == 302
        assert stored() == before
        voice = made.voices.get(entry=link.entry)
        assert (voice.says_yes, voice.by, voice.confirmed_by) == (True, link.entry.name, "")
        assert "says yes" in one_line(Client().get(address).content.decode())
    said_by = tournament.journal.filter(name="deal.answered").values_list("data__answer", flat=True)
    assert set(said_by) == {"yes (by personal link)"}
    made.refresh_from_db()
    assert made.agreed_at is None
    director, page = signed_in(house_director()), f"/t/{tournament.code}/prizes/"
    assert "yes, by link" in one_line(director.get(page).content.decode())
    for entry in made.shares:
        assert "Deal agreed" not in one_line(Client().get(address).content.decode())
        director.post(f"{page}deal/{made.pk}/", {"entry": entry, "answer": "yes"})
    assert "Deal agreed: you get $100" in one_line(Client().get(address).content.decode())
    assert Client().post("/me/nobody/deal/", said).status_code == 404


def agree(director: Client, tournament: Tournament, **wish: Any) -> None:
    """A deal proposed at the prizes page, and every player's yes noted there."""
    place = f"/t/{tournament.code}/prizes/deal/"
    assert director.post(place, {"divide": "evenly", **wish}).status_code == 302
    made = tournament.deals.get(withdrawn_at=None)
    for entry in made.shares:
        director.post(f"{place}{made.pk}/", {"entry": entry, "answer": "yes"})


def test_hall_console_and_phones_went_on_showing_the_list_after_a_deal_was_agreed():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    director = signed_in(house_director())
    agree(director, tournament, kept="30")
    names = [entry.name for entry in tournament.entries.order_by("pk")]
    wall = f"/t/{tournament.code}/payouts/"
    for page in (wall, f"/t/{tournament.code}/"):
        shown = seen(page)
        assert shown.count("$90") == 3, page
        assert all(name in shown for name in names)
        assert "+ $30" in shown
        assert "$180" not in shown
    console = director.get(f"/t/{tournament.code}/prizes/").content.decode()
    assert "$180" not in console
    assert "Winner + $30" in seen(f"/t/{tournament.code}/clock/")
    taken = director.post(
        f"/t/{tournament.code}/prizes/act/", {"what": "unpublish", "reason": "wrong"}
    )
    assert taken.status_code == 409
    assert "cancel the deal first" in taken.content.decode()


def test_a_finished_event_went_on_showing_the_list_instead_of_what_was_won():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    director = signed_in(house_director())
    agree(director, tournament, kept="30")
    first, second, third = played(tournament)
    links.give(tournament_id=tournament.pk, **BY)
    mine = PersonalLink.objects.get(entry=second)
    address = f"/me/{link_queries.token(mine.entry_id, mine.nonce)}/"
    for _ in ("before the places are confirmed", "and after"):
        for page in (f"/t/{tournament.code}/payouts/", f"/t/{tournament.code}/"):
            shown = seen(page)
            assert first.name in shown, page
            assert "$120" in shown
            assert shown.count("$90") >= 2
            assert "+ $30" not in shown
        assert "2nd · $90" in Client().get(address).content.decode()
        director.post(f"/t/{tournament.code}/prizes/act/", {"what": "confirm"})
    assert {due.amount for due in prize_queries.standing_dues(tournament)} == {12_000, 9000}
    assert third.name in seen(f"/t/{tournament.code}/payouts/")


def test_a_link_taken_away_says_nothing_to_a_deal():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    links.give(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    link = PersonalLink.objects.filter(entry__tournament=tournament)[0]
    links.revoke(entry=link.entry, **BY)
    before = stored()
    with pytest.raises(Refused, match="is revoked"):
        deals.hear_link(link, deal_id=made.pk, says_yes=True, now=NOW)
    assert stored() == before


def test_a_deal_is_taken_back_once_however_often_it_is_said():
    tournament = all_paid(running(3))
    listed(tournament)
    prizes.publish(tournament_id=tournament.pk, **BY)
    even = deals.Proposal(engine_deals.Method.EVEN)
    made = deals.propose(even, tournament_id=tournament.pk, **BY)
    deals.withdraw(deal_id=made.pk, reason="regret", **BY)
    before = stored()
    deals.withdraw(deal_id=made.pk, reason="regret", **BY)
    assert stored() == before
