"""A draw published before it is made: words are added, its list stands, a cancel has a reason."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from engine.cards import cards
from engine.chance import Chance
from engine.hand import codec
from engine.refusal import Refused
from tables.commands import TableCommand
from tables.play.services import play
from tables.records import archives
from tables.records.queries import chain
from tables.seating.services import finals, seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    fold_round,
    house_director,
    refreshed,
    registering,
    running,
    signed_in,
    stored,
    table_of,
    user,
)
from tests.tournament.draws.test_draws import by, in_earnest, out_together
from tournament.draws.queries import checks
from tournament.entries.queries import links as link_queries
from tournament.entries.services import entries, links
from tournament.models import Entry, PersonalLink, PublicDraw, Tournament
from tournament.permissions import SYSTEM, Role
from tournament.prizes.queries import placings
from tournament.setup.services import tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def waiting(cup: Tournament) -> PublicDraw:
    return PublicDraw.objects.get(
        tournament=cup, published_at__isnull=False, drawn_at=None, cancelled_at=None
    )


def phone_of(entry: Entry) -> str:
    """The address of a player's own page."""
    links.give(tournament_id=entry.tournament_id, actor=DIRECTOR, now=NOW)
    link = PersonalLink.objects.get(entry=entry, revoked_at=None)
    return f"/me/{link_queries.token(entry.pk, link.nonce)}/"


def press(client: Client, cup: Tournament, kind: str, **sent: Any) -> Any:
    return client.post(f"/t/{cup.code}/seats/act/", {"kind": kind, **sent})


def test_a_word_from_a_players_phone_and_a_card_turned_change_what_is_drawn():
    cup = in_earnest(registering(6))
    director, phone = signed_in(house_director()), phone_of(cup.entries.get(number=4))
    assert press(director, cup, "publish").status_code == 302
    draw = waiting(cup)
    assert f"draws/{draw.pk}/" in Client().get(phone).content.decode()
    page = f"{phone}draws/{draw.pk}/"
    assert "Any word you add" in Client().get(page).content.decode()
    assert Client().post(f"{page}word/", {"word": "  red \u202e  herring "}).status_code == 302
    assert "red herring" in Client().get(page).content.decode()
    assert "4 Player 4" in director.get(f"/t/{cup.code}/seats/").content.decode()
    assert press(director, cup, "draw", card="Qh").status_code == 302
    made = PublicDraw.objects.get(pk=draw.pk)
    assert made.words_text == '[["4 Player 4","red herring"],["Card turned","Qh"]]'
    assert made.chance.key != Chance.of(bytes.fromhex(made.secret), made.about).key
    assert list(checks.faults(cup)) == []
    assert cup.journal.get(name="draw.word").data["word"] == "red herring"
    lines = list(cup.journal.values_list("name", flat=True))
    assert lines.index("draw.published") < lines.index("draw.word") < lines.index("draw.made")


@pytest.mark.parametrize(
    ("word", "said"),
    [("  ", "Write a word"), ("\u202e\u0007", "Write a word"), ("x" * 41, "at most 40 characters")],
)
def test_a_word_has_letters_and_an_end(word: str, said: str):
    cup = registering(4)
    phone = phone_of(cup.entries.get(number=1))
    seating.publish(**by(cup))
    before = stored()
    answer = Client().post(f"{phone}draws/{waiting(cup).pk}/word/", {"word": word})
    assert answer.status_code == 409
    assert said in answer.content.decode()
    assert stored() == before


def test_a_player_has_one_word_and_none_after_the_draw():
    cup = registering(4)
    phone = phone_of(cup.entries.get(number=1))
    seating.publish(**by(cup))
    where = f"{phone}draws/{waiting(cup).pk}/word/"
    assert Client().post(where, {"word": "one"}).status_code == 302
    again = Client().post(where, {"word": "two"})
    assert "Your word is in this draw already." in again.content.decode()
    seating.draw(**by(cup))
    late = Client().post(where, {"word": "late"})
    assert "no word can be added" in late.content.decode()
    other = phone_of(running(3).entries.get(number=1))
    assert (
        Client().post(f"{other}draws/{cup.public_draws.earliest('pk').pk}/word/").status_code == 409
    )


def test_the_list_that_was_published_is_the_one_that_is_drawn_from():
    cup = registering(4)
    seating.publish(**by(cup))
    first = waiting(cup)
    entries.register(name="Nina Newcomer", **by(cup))
    before = stored()
    with pytest.raises(Refused, match="The list has changed since this draw was published"):
        seating.draw(**by(cup))
    assert stored() == before
    seating.publish(**by(cup))
    first.refresh_from_db()
    assert (first.reason, first.revealed_at) == ("The list has changed.", by(cup)["now"])
    second = waiting(cup)
    assert second.key == "2"
    seating.publish(**by(cup))
    assert waiting(cup) == second
    seating.draw(**by(cup))
    assert PublicDraw.objects.get(pk=second.pk).drawn_at is not None
    assert list(checks.faults(cup)) == []


def test_publishing_changes_nothing_but_the_draw():
    cup = registering(9, seats=5)
    seating.publish(**by(cup))
    assert not cup.tables.exists()
    assert refreshed(cup).state == "registering"
    assert [len(table["seats"]) for table in _tables(waiting(cup))] == [5, 5]


def _tables(draw: PublicDraw) -> list[dict[str, Any]]:
    return list(json.loads(draw.about)["tables"])


def test_seats_given_by_hand_are_not_published_and_cancel_what_was():
    cup = registering(4)
    with pytest.raises(Refused, match="given by hand are not drawn"):
        seating.publish(method="hand", **by(cup))
    seating.publish(**by(cup))
    seating.draw(method="hand", **by(cup))
    assert cup.public_draws.get(number=1, table=0).reason == "Seats were given otherwise."
    assert list(checks.faults(cup)) == []


def test_a_published_draw_is_cancelled_with_a_reason_that_everybody_reads():
    cup = registering(4)
    seating.publish(**by(cup))
    draw, director = waiting(cup), signed_in(house_director())
    where = f"/t/{cup.code}/draws/{draw.pk}/cancel/"
    assert "Give the reason" in director.post(where, {"reason": " "}).content.decode()
    dealer = signed_in(user("dealer", cup, Role.DEALER))
    assert dealer.post(where, {"reason": "mine"}).status_code == 403
    assert director.post(where, {"reason": "A table broke down"}).status_code == 302
    page = Client().get(f"/t/{cup.code}/draws/").content.decode()
    assert "A table broke down" in page
    assert draw.secret in page
    assert director.post(where, {"reason": "again"}).status_code == 409
    assert list(checks.faults(cup)) == []


def test_a_draw_taken_back_stays_with_its_reason_and_the_next_one_is_another():
    cup = registering(6)
    director = signed_in(house_director())
    press(director, cup, "draw")
    director.post(f"/t/{cup.code}/draw/clear/", {"reason": "Two were forgotten"})
    press(director, cup, "draw")
    first, second = cup.public_draws.filter(kind="seats")
    assert (first.reason, second.reason) == ("Two were forgotten", "")
    page = Client().get(f"/t/{cup.code}/draws/").content.decode()
    assert "Two were forgotten" in page
    assert list(checks.faults(cup)) == []


def test_the_final_is_published_and_drawn_on_the_page_of_seats():
    cup = in_earnest(running(9, seats=8))
    director = signed_in(house_director())
    assert "Publish first" in director.get(f"/t/{cup.code}/seats/").content.decode()
    assert press(director, cup, "publish_final").status_code == 302
    draw = waiting(cup)
    assert draw.title == "Final table of 9"
    assert press(director, cup, "final", card="2c").status_code == 302
    draw.refresh_from_db()
    assert [word["word"] for word in draw.words] == ["2c"]
    seated = cup.tables.get(state="open").seatings.filter(until=None)
    assert seated.count() == 9
    assert list(checks.faults(cup)) == []


def test_no_final_is_published_that_is_not_due():
    cup = running(12, seats=6)
    with pytest.raises(Refused, match="Too many players"):
        finals.publish(**by(cup))


def test_tied_places_are_published_and_then_drawn():
    cup, decide = out_together()
    director = signed_in(house_director())
    tied = [question.entries for question in placings.questions(refreshed(cup))]
    sent = {"entries": sorted(tied[0]), "draw": "publish"}
    assert director.post(f"/t/{cup.code}/places/decide/", sent).status_code == 302
    draw = waiting(cup)
    assert draw.title.startswith("Places of Player")
    assert draw.title in director.get(f"/t/{cup.code}/places/").content.decode()
    decide()
    draw.refresh_from_db()
    assert draw.drawn_at is not None
    assert list(checks.faults(cup)) == []


# -- decks -----------------------------------------------------------------------------------------


def shuffled(cup: Tournament) -> PublicDraw:
    """The deck of the next hand at the first table, shuffled here."""
    play.start_hand(TableCommand(table_of(cup).pk, SYSTEM, NOW + MINUTE), deck=None)
    return PublicDraw.objects.filter(tournament=cup, kind="deck").latest("pk")


def open_words(cup: Tournament) -> str:
    """What anybody reads of the decks of table 1, and what is told in the journal."""
    pages = (
        f"/t/{cup.code}/draws/",
        f"/t/{cup.code}/draws/decks/1/",
        f"/api/v1/tournaments/{cup.code}/draws",
    )
    read = "".join(Client().get(page).content.decode() for page in pages)
    return read + "".join(map(str, cup.journal.values_list("data", flat=True)))


@pytest.mark.rule("adelaide:49")
def test_a_deck_shuffled_here_has_its_hash_published_before_and_its_order_told_to_nobody():
    cup = in_earnest(running(3))
    ready = cup.public_draws.get(kind="", table=1)
    assert ready.commitment in open_words(cup)
    deck = shuffled(cup)
    assert (deck.pk, deck.title) == (ready.pk, "Deck of hand 1 at table 1")
    tournaments.cancel(reason="The hall burns", **by(cup))
    told = open_words(cup)
    assert deck.commitment in told
    assert deck.secret not in told
    assert not [card for card in deck.outcome["deck"] if f'"{card}"' in told or f"'{card}'" in told]


def test_a_deck_is_worked_out_again_from_the_records_and_from_their_archive():
    cup = in_earnest(running(3))
    deck = shuffled(cup)
    assert chain.verify(refreshed(cup)).is_whole
    assert deck.secret in gzip.decompress(archives.pack(refreshed(cup), now=NOW)).decode()
    PublicDraw.objects.filter(pk=deck.pk).update(result={"deck": deck.outcome["deck"][::-1]})
    assert "give another result" in chain.verify(refreshed(cup)).broken


def test_the_hand_is_dealt_from_the_deck_that_was_drawn():
    cup = in_earnest(running(3))
    deck = shuffled(cup)
    hand = table_of(cup).hand
    assert hand is not None
    assert cards.text(codec.read_hand(hand).deck) == "".join(deck.outcome["deck"])


# -- archives --------------------------------------------------------------------------------------


def test_an_archive_leaves_the_secrets_of_draws_to_come_at_home():
    cup = in_earnest(running(3))
    fold_round(table_of(cup))
    seating_draw = cup.public_draws.filter(kind="seats").first()
    text = gzip.decompress(archives.pack(refreshed(cup), now=NOW)).decode()
    for draw in cup.public_draws.filter(drawn_at=None):
        assert draw.commitment in text
        assert draw.secret not in text
    assert seating_draw is not None
    assert seating_draw.secret in text
