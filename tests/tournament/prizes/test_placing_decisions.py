"""What the rulebook leaves open between tied players is asked, answered and used."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import cards
from engine.refusal import Refused
from engine.rulebooks import citing
from engine.structure import presets
from engine.structure.law import Preset
from tables.console.queries import console
from tables.models import Seating, Table
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    bust_all_but,
    hand_at,
    house_director,
    refreshed,
    running,
    set_stacks,
    signed_in,
    somebody,
    stored,
    table_of,
)
from tournament.models import (
    Bust,
    Entry,
    PlacingDecision,
    PublicDraw,
    SimultaneousBusts,
    Tournament,
)
from tournament.permissions import Forbidden, Role
from tournament.prizes.queries import placings as queries
from tournament.prizes.services import placings
from tournament.prizes.services.placings import Answer
from tournament.records.queries import journal as journal_queries

pytestmark = pytest.mark.django_db
SOON = NOW + 2 * MINUTE
CHARITY = replace(presets.get("charity"), starting_stack=1000)
CANBERRA = replace(presets.get("canberra-f"), starting_stack=1000, min_players=2)


def tied(preset: Preset) -> tuple[Tournament, list[int]]:
    """Two went out in the same hand with the same stack, and one has won."""
    cup = running(3, preset=preset)
    table = table_of(cup)
    set_stacks(table, {1: 1000, 2: 1000, 3: 1000})
    bust_all_but(table, 3)
    return refreshed(cup), sorted(Bust.standing.values_list("entry_id", flat=True))


def decide(cup: Tournament, answer: Answer, **more) -> PlacingDecision:
    sent: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": SOON, **more}
    return placings.decide(answer, **sent)


def by_cards(entries: list[int], *texts: str) -> Answer:
    held = {e: cards.parse(text) for e, text in zip(entries, texts, strict=True)}
    return Answer(frozenset(entries), cards=held)


def places(cup: Tournament) -> list[str]:
    return [placed.text for placed in queries.of(refreshed(cup))]


def name(entry: int) -> str:
    return Entry.objects.select_related("player").get(pk=entry).name


@pytest.mark.rule("charity:21.3")
def test_equal_stacks_in_one_hand_draw_for_their_places_and_never_share_them():
    cup, pair = tied(CHARITY)
    assert places(cup) == ["1st", "=2nd", "=2nd"]
    item = next(i for i in console.queue(cup) if i.text.startswith("Places 2 and 3"))
    assert citing.cite("charity:21.3") in item.detail
    decide(cup, by_cards(pair, "2c", "Ad"))
    assert places(cup) == ["1st", "2nd", "3rd"]
    assert queries.of(refreshed(cup))[1].name == name(pair[1])
    assert queries.questions(refreshed(cup)) == []


@pytest.mark.rule("charity:21.3.1")
def test_the_tied_players_get_one_card_each_clockwise_from_behind_the_button():
    cup = running(4, preset=CHARITY)
    table = table_of(cup)
    set_stacks(table, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    bust_all_but(table, 2)
    marker = hand_at(table).marker
    behind = [seat for seat in (*range(marker + 1, 5), *range(1, marker + 1)) if seat != 2]
    tied = [entry_last_in(table, seat) for seat in behind]
    assert tied != sorted(tied)  # else the order of entry would pass for the order of dealing
    [asked] = queries.asked(refreshed(cup))
    assert [player.entry for player in asked.players] == tied
    made = decide(cup, Answer(frozenset(tied)))
    listed = json.loads(PublicDraw.objects.get(kind="places").about)["people"]
    keys = dict(cup.entries.values_list("number", "pk"))
    assert [keys[number] for number, _ in listed] == tied
    assert list(map(int, made.cards)) == tied


def entry_last_in(table: Table, seat: int) -> int:
    """Who sat there when the hand was dealt."""
    return Seating.objects.filter(table=table, seat=seat).order_by("-pk")[0].entry_id


@pytest.mark.rule("charity:21.3")
def test_equal_cards_are_drawn_again():
    cup, pair = tied(CHARITY)
    before = stored()
    with pytest.raises(Refused, match="draw again") as refusal:
        decide(cup, by_cards(pair, "Ac", "Ad"))
    assert refusal.value.clause == "charity:21.3"
    assert stored() == before
    decide(cup, by_cards(pair, "Ac 9c", "Ad 3d"))
    assert queries.of(refreshed(cup))[1].name == name(pair[0])


def test_cards_are_drawn_here_where_none_are_given():
    cup, pair = tied(CHARITY)
    made = decide(cup, Answer(frozenset(pair)))
    assert PublicDraw.objects.get(kind="places").key == made.drawn_from
    assert set(made.cards) == {str(entry) for entry in pair}
    assert sorted(made.order) == pair


@pytest.mark.rule("canberra:15.2")
def test_equal_contributions_wait_for_the_directors_ruling_with_its_reason():
    cup, pair = tied(CANBERRA)
    assert places(cup) == ["1st", "=2nd", "=2nd"]
    before = stored()
    for answer, why in (
        (Answer(frozenset(pair), order=tuple(pair)), "needs a reason"),
        (Answer(frozenset(pair), order=(pair[0],) * 2, reason="x"), "a different place"),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            decide(cup, answer)
        assert refusal.value.clause == "canberra:15.2"
    assert stored() == before
    order = (pair[1], pair[0])
    decide(cup, Answer(frozenset(pair), order=order, reason="larger stack behind"))
    assert [placed.name for placed in queries.of(refreshed(cup))][1:] == [name(e) for e in order]


@pytest.mark.parametrize("texts", [("Ac", "Ac"), ("Ac", "Jk"), ("Ac", "")])
def test_cards_that_cannot_be_change_nothing(texts: tuple[str, str]):
    cup, pair = tied(CHARITY)
    before = stored()
    with pytest.raises(Refused):
        decide(cup, by_cards(pair, *texts))
    assert stored() == before


def test_a_decision_taken_back_opens_the_question_again():
    cup, pair = tied(CHARITY)
    made = decide(cup, by_cards(pair, "2c", "Ad"))
    for _ in range(2):
        placings.withdraw(decision_id=made.pk, actor=DIRECTOR, now=SOON)
    assert places(cup) == ["1st", "=2nd", "=2nd"]
    assert cup.journal.filter(name="placing.withdrawn").count() == 1
    lines = [journal_queries.row(entry).sentence for entry in cup.journal.all()]
    assert any("decided tied places:" in line for line in lines)


def test_what_is_not_asked_is_not_answered_and_not_by_everybody():
    cup, pair = tied(CHARITY)
    with pytest.raises(Refused, match="not open any more"):
        decide(cup, Answer(frozenset({1, 2, 3})))
    with pytest.raises(Forbidden):
        decide(cup, Answer(frozenset(pair)), actor=somebody(cup, Role.DEALER))


def test_survivors_are_asked_about_only_when_the_play_is_over():
    cup = running(3, preset=CHARITY)
    assert queries.questions(cup) == []


def test_the_page_asks_and_takes_the_answer():
    cup, pair = tied(CHARITY)
    director = signed_in(house_director())
    where = f"/t/{cup.code}/places/"
    assert "Places 2 and 3" in director.get(where).content.decode()
    sent = {"entries": pair, f"card-{pair[0]}": "Kd", f"card-{pair[1]}": "nonsense"}
    assert director.post(f"{where}decide/", sent).status_code == 422
    page = director.post(f"{where}decide/", {"entries": pair, "draw": "yes"}, follow=True)
    assert "Decided" in page.content.decode()
    made = PlacingDecision.objects.get()
    page = director.post(f"{where}{made.pk}/withdraw/", follow=True)
    assert "Use these cards" in page.content.decode()
    assert director.post(f"{where}decide/", {"entries": ["x"]}).status_code == 422


def test_the_page_takes_a_ruling():
    cup, pair = tied(CANBERRA)
    director = signed_in(house_director())
    sent = {"entries": pair, f"place-{pair[0]}": "2", f"place-{pair[1]}": "1", "reason": "fair"}
    director.post(f"/t/{cup.code}/places/decide/", sent)
    assert PlacingDecision.objects.get().order == pair[::-1]
    assert director.post(f"/t/{cup.code}/places/decide/", sent).status_code == 409


# -- hands that ended together ---------------------------------------------------------------------


def out_one_after_the_other() -> tuple[Tournament, list[int]]:
    """Out at table 1 for 900, then at table 2 for 600; hands are not played one for one."""
    cup, out = running(4, seats=2), []
    for number, stacks in ((1, {1: 1100, 2: 900}), (2, {1: 1400, 2: 600})):
        table = table_of(cup, number)
        set_stacks(table, stacks)
        bust_all_but(table, 1)
        out.append(entry_last_in(table, 2))
    return refreshed(cup), out


def mark(cup: Tournament, entries: list[int], *, reason: str = "both all-in at 20:14", **more):
    sent: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": SOON, **more}
    return placings.mark_simultaneous(entries, reason=reason, **sent)


@pytest.mark.rule("adelaide:99c-3")
def test_busts_the_director_marks_simultaneous_go_by_the_larger_all_in():
    cup, (first, second) = out_one_after_the_other()
    assert [placed.entry for placed in queries.of(cup)] == [second, first]
    made = mark(cup, [first, second])
    assert [placed.entry for placed in queries.of(refreshed(cup))] == [first, second]
    [line] = cup.journal.filter(name="busts.simultaneous")
    told = journal_queries.row(line).sentence
    assert told.endswith("as out together: both all-in at 20:14 (Adelaide rule 99(c))")
    for _ in range(2):
        placings.withdraw_simultaneous(mark_id=made.pk, actor=DIRECTOR, now=SOON)
    assert [placed.entry for placed in queries.of(refreshed(cup))] == [second, first]
    assert cup.journal.filter(name="busts.one_after_another").count() == 1


def test_without_a_reason_or_a_right_nothing_is_marked():
    cup, out = out_one_after_the_other()
    before = stored()
    with pytest.raises(Refused, match="Give the reason") as refusal:
        mark(cup, out, reason=" ")
    assert refusal.value.clause == "adelaide:99c-3"
    with pytest.raises(Forbidden):
        mark(cup, out, actor=somebody(cup, Role.DESK))
    assert stored() == before


def test_the_page_of_places_marks_who_went_out_together_and_takes_it_back():
    cup, out = out_one_after_the_other()
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/places/").content.decode()
    assert "Table 2, hand 1" in page
    wish = {"entries": out, "reason": "one moment"}
    page = director.post(f"/t/{cup.code}/places/together/", wish, follow=True).content.decode()
    assert "went out together: one moment" in page
    mark_id = SimultaneousBusts.objects.get().pk
    url = f"/t/{cup.code}/places/together/{mark_id}/withdraw/"
    assert "went out together:" not in director.post(url, follow=True).content.decode()


def test_every_bust_on_the_page_of_places_can_be_taken_back_while_play_goes_on():
    cup, _ = out_one_after_the_other()
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/places/").content.decode()
    links = [f"/t/{cup.code}/busts/{bust}/" for bust in Bust.standing.values_list("pk", flat=True)]
    assert len(links) == 2
    for link in links:
        assert f'href="{link}"' in page
        assert director.get(link).status_code == 200
    Tournament.objects.filter(pk=cup.pk).update(state="finished")
    page = director.get(f"/t/{cup.code}/places/").content.decode()
    assert not any(link in page for link in links)
