"""Draws nobody can predict, and everybody can check."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.test import Client

from engine.chance import Chance, commitment
from engine.refusal import Refused
from engine.schedule.schedule import Level, Schedule
from engine.seating import draw_lists
from engine.structure import presets
from tables.procedures.services import raceoffs, special_rounds
from tables.procedures.services.special_rounds import Call
from tables.records.queries import chain
from tables.seating.services import finals, latecomers, seating
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    bust_all_but,
    entry_in,
    fold_round,
    refreshed,
    registering,
    request,
    running,
    set_stacks,
    table_of,
)
from tournament.clock.services import clock
from tournament.draws.queries import checks, draws
from tournament.draws.services import draws as services
from tournament.entries.services import entries
from tournament.models import Bust, JournalEntry, PublicDraw, Tournament
from tournament.models.draws import DrawKind
from tournament.prizes.services import placings
from tournament.setup.services import tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + 21 * MINUTE
CHARITY = replace(presets.get("charity"), starting_stack=2000)
LEVELS = Schedule((Level(20, blinds=(25, 50), race_offs=(25,)), Level(20, blinds=(100, 200))))
CANBERRA = replace(presets.get("canberra-f"), schedule=LEVELS, starting_stack=1000, min_players=2)
By = dict[str, Any]
Act = Callable[[], object]


def by(cup: Tournament) -> By:
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}


def in_earnest(cup: Tournament) -> Tournament:
    """No rehearsal any more: other secrets lie ready, of the system's randomness."""
    Tournament.objects.filter(pk=cup.pk).update(seed="")
    waiting = PublicDraw.objects.filter(tournament=cup, kind="")
    tables = [0, *waiting.exclude(table=0).values_list("table", flat=True)]
    waiting.delete()
    services.ready(refreshed(cup), tables, now=NOW)
    return refreshed(cup)


# Each kind of draw: a tournament in which it is due, and what makes it.


def before_the_draw() -> tuple[Tournament, Act]:
    cup = in_earnest(registering(16, seats=8))
    return cup, lambda: seating.draw(**by(cup))


def somebody_late() -> tuple[Tournament, Act]:
    cup = in_earnest(running(8, seats=4))
    late = entry_in(table_of(cup, 1), 2)
    table_of(cup, 1).seatings.filter(seat__in=(1, 2)).update(until=NOW)
    return cup, lambda: latecomers.give_seat(entry_id=late.pk, **by(cup))


def a_table_too_many() -> tuple[Tournament, Act]:
    cup = in_earnest(running(8, seats=4))
    table_of(cup, 1).seatings.filter(seat__in=(3, 4)).update(until=NOW)
    table_of(cup, 2).seatings.filter(seat__in=(3, 4)).update(until=NOW)
    return cup, lambda: seating.break_table(number=2, **by(cup))


def at_the_final() -> tuple[Tournament, Act]:
    cup = in_earnest(running(9, seats=8))
    return cup, lambda: finals.bring_together(**by(cup))


def chips_to_race_off() -> tuple[Tournament, Act]:
    cup = in_earnest(running(3, preset=CANBERRA))
    table = table_of(cup)
    set_stacks(table, {1: 1050, 2: 925, 3: 1025})
    clock.advance_due(LATER)
    return cup, lambda: raceoffs.carry_out(request(table_of(cup), now=LATER), cards=None)


def equal_stacks() -> tuple[Tournament, Act]:
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    special_rounds.call(Call("elimination", is_announced=True, only_table=None), **by(cup))
    fold_round(table)
    set_stacks(table, {1: 1000, 2: 4000, 3: 1000})
    in_earnest(cup)
    return cup, lambda: special_rounds.eliminate(request(table_of(cup), now=LATER), cards=None)


def out_together() -> tuple[Tournament, Act]:
    cup = in_earnest(running(3, preset=CHARITY))
    table = table_of(cup)
    set_stacks(table, {1: 2000, 2: 2000, 3: 2000})
    bust_all_but(table, 3)
    tied = frozenset(Bust.standing.values_list("entry_id", flat=True))
    return cup, lambda: placings.decide(placings.Answer(tied), **by(cup))


KINDS: dict[DrawKind, Callable[[], tuple[Tournament, Act]]] = {
    DrawKind.SEATS: before_the_draw,
    DrawKind.LATE_SEAT: somebody_late,
    DrawKind.BREAK: a_table_too_many,
    DrawKind.FINAL: at_the_final,
    DrawKind.RACE_OFF: chips_to_race_off,
    DrawKind.ELIMINATION: equal_stacks,
    DrawKind.PLACES: out_together,
}
HEXADECIMAL = re.compile(r"\b(?:[0-9a-f]{2}){8,}\b")


@dataclass
class Stranger:
    """Whoever reads all that is open to anybody, and the journal besides."""

    cup: Tournament

    @property
    def knows(self) -> str:
        pages = ("", "draws/", "seating/", "players/")
        read = [Client().get(f"/t/{self.cup.code}/{page}").content.decode() for page in pages]
        lines = JournalEntry.objects.filter(tournament=self.cup).values_list("data", flat=True)
        return "\n".join([*read, *map(str, lines)])

    def guesses(self) -> list[bytes]:
        """Whatever looks like a secret."""
        return [bytes.fromhex(found) for found in set(HEXADECIMAL.findall(self.knows))]


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_predicts_a_draw_from_what_is_open_before_it(kind: DrawKind):
    cup, act = KINDS[kind]()
    stranger = Stranger(cup)
    knew, guesses = stranger.knows, stranger.guesses()
    act()
    drawn = PublicDraw.objects.get(tournament=cup, kind=kind)
    assert drawn.commitment in knew
    assert drawn.secret not in knew
    assert commitment(bytes.fromhex(drawn.secret)) == drawn.commitment
    for guess in guesses:
        assert Chance.of(guess, drawn.about, drawn.words_text).key != drawn.chance.key
    assert drawn.secret in stranger.knows
    assert list(checks.faults(cup)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_done_is_what_the_draw_says(kind: DrawKind):
    cup, act = KINDS[kind]()
    act()
    drawn = PublicDraw.objects.get(tournament=cup, kind=kind)
    told = drawn.outcome.get("places") or drawn.outcome["cards"]
    shown = draws.shown(drawn)
    assert {row.number for row in shown.rows} == {number for number, *_ in told}
    assert all(row.what for row in shown.rows)
    for number, table, seat in drawn.outcome.get("places", ()):
        assert (
            cup.entries.get(number=number)
            .seatings.filter(table__number=table, seat=seat, until=None)
            .exists()
        )


def test_two_tournaments_alike_in_all_that_is_open_draw_differently():
    drawn = []
    for _ in range(2):
        cup = tournaments.create(name="Cup", preset=FREEZE_OUT, actor=DIRECTOR, now=NOW)
        names = [f"Player {number}" for number in range(1, 10)]
        entries.register_all(names=names, **by(cup))
        seating.draw(**by(cup))
        drawn.append(PublicDraw.objects.get(tournament=cup, kind="seats"))
    assert drawn[0].about == drawn[1].about
    assert drawn[0].result != drawn[1].result


def test_the_hash_lies_open_from_the_first_moment_and_the_next_one_from_the_draw_on():
    cup = registering(4)
    page = Client().get(f"/t/{cup.code}/draws/").content.decode()
    [ready] = cup.public_draws.all()
    assert ready.commitment in page
    assert ready.secret not in page
    assert cup.journal.get(name="tournament.created").data["commitments"] == {"1": ready.commitment}
    seating.draw(**by(cup))
    following = cup.public_draws.get(kind="", table=0)
    made = cup.journal.get(name="draw.made").data
    published = cup.journal.get(name="draw.published").data
    assert {**published["commitments"], **made["commitments"]} == {"2": following.commitment}
    assert published["list"]["people"] == [[n, f"Player {n}"] for n in range(1, 5)]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("secret", "00" * 32, "its secret is not the one whose hash was published"),
        ("commitment", "00" * 32, "its secret is not the one whose hash was published"),
        ("about", '{"apart":[],"people":[],"rule":"seats","staying":[],"tables":[]}', "another"),
        ("words", [{"who": "Card turned", "word": "Qh"}], "another result"),
        ("result", {"places": [], "together": []}, "another result"),
    ],
)
def test_a_draw_that_was_changed_afterwards_is_told(field: str, value: object, said: str):
    cup = running(4)
    assert chain.verify(refreshed(cup)).is_whole
    cup.public_draws.filter(kind="seats").update(**{field: value})
    verdict = chain.verify(refreshed(cup))
    assert verdict.broken.startswith("Draw 1, Seats for 4 players, does not hold")
    assert said in verdict.broken


def test_a_draw_written_anew_in_itself_is_told_by_the_journal():
    cup = running(4)
    drawn = cup.public_draws.get(kind="seats")
    drawn.secret = "ab" * 32
    drawn.commitment = commitment(bytes.fromhex(drawn.secret))
    drawn.result = draw_lists.result(_list(drawn), drawn.chance)
    drawn.save()
    assert "its hash is not the one the journal published" in chain.verify(refreshed(cup)).broken
    drawn.delete()
    assert "Draw 1 is gone" in chain.verify(refreshed(cup)).broken


def _list(drawn: PublicDraw) -> dict[str, Any]:
    return dict(json.loads(drawn.about))


def test_a_rehearsal_says_that_its_draws_can_be_predicted():
    seeded = tournaments.create(
        name="Rehearsal", preset=FREEZE_OUT, actor=DIRECTOR, now=NOW, seed="known to all"
    )
    real = tournaments.create(name="Cup", preset=FREEZE_OUT, actor=DIRECTOR, now=NOW)
    words = "This is a rehearsal."
    assert words in Client().get(f"/t/{seeded.code}/draws/").content.decode()
    assert words not in Client().get(f"/t/{real.code}/draws/").content.decode()


def test_a_card_turned_is_mixed_in_and_kept():
    cup = in_earnest(registering(6))
    with pytest.raises(Refused, match="rank and suit"):
        seating.draw(**by(cup), card="the queen")
    seating.draw(**by(cup), card="qh")
    drawn = cup.public_draws.get(kind="seats")
    assert drawn.words_text == '[["Card turned","Qh"]]'
    without = Chance.of(bytes.fromhex(drawn.secret), drawn.about)
    assert draw_lists.result(_list(drawn), without) != drawn.result
    assert list(checks.faults(cup)) == []
