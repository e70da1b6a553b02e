"""From creation to payout a tournament hears of its own book, or of declared common practice."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from engine import clauses, rulebooks
from engine.entries import purchases
from engine.office import staffing
from engine.refusal import Refused
from engine.rules.book import Rulebook
from engine.structure import presets
from tables.chips.services import rebuys
from tables.play.queries import hands
from tests import written_forms
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    deal,
    house_director,
    refreshed,
    registering,
    running,
    set_stacks,
    signed_in,
    table_of,
    tablet_browser,
)
from tournament.models import Bust, Due, Tournament

pytestmark = pytest.mark.django_db
PRESETS = {
    "adelaide": "friday",
    "canberra": "canberra-e",
    "charity": "charity",
    "igr": "igr",
    "fours": "fours",
}
CLAUSE = re.compile(rf"\b({'|'.join(clauses.books())}):[A-Za-z0-9][\w.()/-]*")
ENDS_IT = {"t/<slug:code>/cancel/"}


def routes() -> Iterator[str]:
    """Every address below one tournament."""
    yield from _below("", get_resolver().url_patterns)


def _below(prefix: str, patterns: list[Any]) -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _below(route, pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and "<slug:code>" in route:
            yield route


def filled(route: str, cup: Tournament) -> str:
    """The address with this tournament's code and the first of everything."""
    entry = cup.entries.order_by("pk").values_list("pk", flat=True).first() or 1
    path = route.replace("<slug:code>", cup.code)
    path = path.replace("<int:entry_id>", str(entry))
    path = re.sub(r"<int:\w+>", "1", path)
    return "/" + re.sub(r"<\w+:\w+>", "x", path)


def stage(book: str, name: str) -> Tournament:
    preset = presets.get(PRESETS[book])
    players = preset.min_players if rulebooks.get(book).prizes.clubs.value else 4
    preset = replace(preset, min_players=min(players, preset.min_players))
    if name == "registering":
        return registering(players, preset=preset)
    cup = running(players, preset=preset)
    if name == "dealt":
        deal(table_of(cup))
    return refreshed(cup)


def paid_out(director: Client, book: str) -> Tournament:
    """Played to its end; every prize that was won is handed over at the payout desk."""
    cup = stage(book, "running")
    if wins_money := not cup.law.prizes.prizes.value.refused:
        _write_prizes(director, cup)
    _set_apart(cup)
    _play_out(cup)
    for what in ("publish", "confirm"):
        director.post(f"/t/{cup.code}/prizes/act/", {"what": what})
    won = Due.objects.filter(tournament=cup)
    assert won.exists() == wins_money
    for door in ("change", "bank") if wins_money else ():  # brought in, and there for cheques
        sent = {"amount": "5000", "note": "float", "command_id": str(uuid4())}
        assert director.post(f"/t/{cup.code}/money/{door}/", sent).status_code == 302
    for due in won.select_related("entry__player"):
        cheque = {"method": "cheque", "cheque": str(due.pk), "cheque_date": f"{NOW:%Y-%m-%d}"}
        sent = {"receiver": due.entry.name, "on_paper": "yes", **cheque}
        assert director.post(f"/t/{cup.code}/payout-desk/{due.pk}/pay/", sent).status_code == 302
    return refreshed(cup)


def _write_prizes(director: Client, cup: Tournament) -> None:
    """Two shares of what the house guarantees, where the list does not stand already."""
    if not cup.law.prizes.prizes.value.locked:
        page = director.get(f"/t/{cup.code}/prizes/").content.decode()
        body = written_forms.form_with(page, "share").body(how="percentages", guarantee="100")
        body["share"] = ["60", "40", *("" for _ in body["share"][2:])]
        assert director.post(f"/t/{cup.code}/prizes/save/", body).status_code == 302


def _set_apart(cup: Tournament) -> None:
    """Everybody has another stack, so that no places are tied when they go out together."""
    table = table_of(cup)
    held = [(seat.seat, seat.entry.stack) for seat in hands.seated(table)]
    shift = range(1 - len(held), len(held), 2)
    apart = zip(held, shift, strict=True)
    set_stacks(table, {seat: stack + 100 * more for (seat, stack), more in apart})


def _play_out(cup: Tournament) -> None:
    """Hands in which somebody takes all, until one is left."""
    for minute in range(1, 9):
        table = table_of(cup)
        seats = [seat for seat in hands.seated(table) if seat.entry.stack]
        held = {seat.seat: seat.entry.stack for seat in seats}
        if len(held) < 2:
            break
        most = max(held, key=lambda seat: held[seat])
        deal(table, now=NOW + minute * MINUTE)
        all_in(table, now=NOW + minute * MINUTE)
        award_to(table, most, *held, now=NOW + minute * MINUTE)
    for bust in Bust.standing.filter(entry__tournament=cup, may_rebuy=True):
        later = NOW + 9 * MINUTE
        rebuys.decline(tournament_id=cup.pk, entry_id=bust.entry_id, actor=DIRECTOR, now=later)


JUNK = {
    "version": "0",
    "seat": "1",
    "amount": "-1",
    "number": "99",
    "reason": "",
    "name": "",
    "minutes": "-1",
    "kind": "nothing",
}


def foreign(book: str, words: str) -> set[str]:
    """The clauses of other books that are named, by their ids or as people cite them."""
    named = {found[0] for found in CLAUSE.finditer(words) if found[1] != book}
    others = [known for known in rulebooks.BOOKS.values() if known.id != book]
    return named | {found[0] for other in others for found in _cited(other).finditer(words)}


def _cited(book: Rulebook) -> re.Pattern[str]:
    """A clause of this book in the words of a ruling: Adelaide rule 88, Canberra app. G."""
    begins = {words.partition("\\")[0] for _, words in book.cites}
    told = [re.escape(words) + ("" if " " in words.strip() else r"\d") for words in begins]
    return re.compile(rf"(?:{'|'.join(told)})[\w.()]*")


def heard(director: Client, cup: Tournament, *, posts: bool) -> dict[str, set[str]]:
    """What every page and every refused form of a tournament cites out of another book."""
    book, tablet = cup.rulebook, _tablet(cup)
    found: dict[str, set[str]] = {}
    for route in sorted(set(routes()) - ENDS_IT):
        browser = tablet if "tables/<" in route and "floor" not in route else director
        path = filled(route, cup)
        answers = [browser.get(path)]
        if posts:
            answers.append(browser.post(path, {**JUNK, "command_id": str(uuid4())}))
        for answer in answers:
            seen = set() if answer.streaming else foreign(book, read(answer))
            if seen:
                found.setdefault(route, set()).update(seen)
    return found


def read(answer: Any) -> str:
    """The answer without the words by which its scripts cite any book."""
    return re.sub(r'data-cites="[^"]*"', "", answer.content.decode("utf-8", "replace"))


def _tablet(cup: Tournament) -> Client:
    return tablet_browser(table_of(cup)) if cup.tables.exists() else Client()


@pytest.mark.parametrize("book", sorted(rulebooks.BOOKS))
def test_a_tournament_was_told_clauses_of_another_book(book: str) -> None:
    """From registration to its last prize: pages, and forms that are refused."""
    director = signed_in(house_director())
    assert heard(director, stage(book, "registering"), posts=True) == {}
    assert heard(director, stage(book, "dealt"), posts=True) == {}
    over = paid_out(director, book)
    assert over.state == "finished"
    assert heard(director, over, posts=False) == {}
    lines = [*over.journal.values_list("data", flat=True)]
    assert foreign(book, str(lines)) == set()


@pytest.mark.parametrize("book", sorted(rulebooks.BOOKS))
def test_a_book_that_does_not_say_who_decides_fell_into_the_ladder_of_another(book: str) -> None:
    cited = {step.clause for step in staffing.ladder(book)}
    assert {clauses.book_of(clause) for clause in cited} == {book}
    (unwritten,) = staffing.ladder(rulebooks.COMMON.id)
    assert unwritten.clause == "tda2024:R1"


def test_free_chips_were_allowed_where_a_book_is_not_listed() -> None:
    for book in (*rulebooks.BOOKS, rulebooks.COMMON.id):
        if book == "charity":
            purchases.check_gives_chips(book, 100)
            continue
        with pytest.raises(Refused) as refused:
            purchases.check_gives_chips(book, 100)
        assert clauses.book_of(refused.value.clause) in ("", book)
