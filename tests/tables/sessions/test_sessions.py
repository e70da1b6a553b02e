"""Heats, second chances and finals: entered, played, ended, advanced from."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from engine.hand import commands
from engine.lifecycle import TournamentState
from engine.refusal import Refused
from engine.structure import presets
from engine.structure.law import Preset
from tables.commands import TableCommand
from tables.conduct.services import penalties
from tables.console.queries import console
from tables.models import Table
from tables.play.queries import hands
from tables.results.queries import standings
from tables.seating.services import seating
from tables.sessions.queries import sessions as outcome_queries
from tables.sessions.services import sessions as table_sessions
from tests.factories import (
    ADULT,
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    bust_all_but,
    deal,
    do,
    fold_round,
    for_a_good_cause,
    hand_at,
    offered,
    refreshed,
    registering,
    seats_at,
    set_stacks,
    stored,
    table_of,
)
from tests.licensed import lawful
from tournament.clock.services import clock
from tournament.entries.services import entries
from tournament.models import Entry, EntryTerms, PublicDraw, Session, SessionResult, Tournament
from tournament.models.sessions import AdvanceBy, SessionKind, StacksBegin
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.services import placings
from tournament.setup.queries import conditions
from tournament.setup.queries import sessions as session_queries
from tournament.setup.services import sessions, tournaments
from tournament.setup.services.sessions import Plan

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + 5 * MINUTE


def plan(cup: Tournament, number: int | None = None, **wanted: Any) -> Session:
    return sessions.plan(
        tournament_id=cup.pk,
        wanted=Plan(**wanted),
        actor=DIRECTOR,
        now=NOW,
        number=number,
        reason="another day was needed",
    )


def with_heats(
    *, seats: int = 3, per_player: int = 2, preset: Preset = FREEZE_OUT, **heat: Any
) -> Tournament:
    """Two sessions of a first heat that lead to a final."""
    cup = registering(seats=seats, preset=preset)
    EntryTerms.objects.create(tournament=cup, kind="paid", per_player=per_player)
    plan(cup, kind=SessionKind.FINAL, name="Final", **heat.pop("final", {}))
    for name in ("Tuesday", "Wednesday"):
        plan(cup, kind=SessionKind.HEAT, name=name, advances_to=1, **heat)
    return cup


def enter(cup: Tournament, *names: str, session: int) -> list[Entry]:
    wish = replace(ADULT, session=session)
    return [
        entries.register(tournament_id=cup.pk, name=name, actor=DIRECTOR, now=NOW, wish=wish)
        for name in names
    ]


def current(cup: Tournament) -> Session:
    """The session last drawn, as it is stored now."""
    session = refreshed(cup).session
    assert session is not None
    return session


def begin(cup: Tournament, *, now: datetime = LATER) -> Tournament:
    """Draw and start the next session."""
    seating.draw(tournament_id=cup.pk, actor=DIRECTOR, now=now)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=now)
    return refreshed(cup)


def end(cup: Tournament, *, now=LATER + 3 * MINUTE) -> Session:
    return table_sessions.end(tournament_id=cup.pk, actor=DIRECTOR, now=now)


def open_ties(cup: Tournament) -> list[outcome_queries.OpenTie]:
    """What the page asks about the session that has ended."""
    played = outcome_queries.page(refreshed(cup), now=LATER)
    assert played is not None
    return played.questions


def fold_to_the_end(table) -> None:
    """The hand in play is folded out."""
    while not hand_at(table).is_over:
        do(table, commands.Fold(offered(table).seat or 0), now=LATER)


def stop(cup: Tournament) -> None:
    table_sessions.stop(tournament_id=cup.pk, reason="time", actor=DIRECTOR, now=LATER + 2 * MINUTE)


def first_heat_played() -> Tournament:
    """Tuesday's heat is over, Wednesday's is to come; Ann is in both."""
    cup = with_heats()
    enter(cup, "Ann", "Ben", "Cat", session=2)
    enter(cup, "Ann", "Dan", "Eve", "Fay", session=3)
    begin(cup)
    bust_all_but(table_of(cup), 1, now=LATER + MINUTE)
    end(cup)
    return refreshed(cup)


@pytest.mark.rule("adelaide:88f")
@pytest.mark.rule("adelaide:88j")
@pytest.mark.rule("adelaide:90")
def test_one_may_enter_several_sessions_of_the_first_heat_each_paid_but_no_later_one():
    cup = with_heats()
    enter(cup, "Ann", session=2)
    (second,) = enter(cup, "Ann", session=3)
    assert {entry.price for entry in cup.entries.all()} == {11_000}
    assert {entry.stack for entry in cup.entries.all()} == {0}
    with pytest.raises(Refused, match="already in Tuesday"):
        sessions.allocate(entry_id=second.pk, number=2, actor=DIRECTOR, now=NOW)
    (fay,) = enter(cup, "Fay", session=2)
    sessions.allocate(entry_id=fay.pk, number=3, actor=DIRECTOR, now=NOW)
    assert cup.sessions.get(name="Wednesday").entries.filter(player__name="Fay").exists()
    with pytest.raises(Refused, match="players advance to it") as refused:
        enter(cup, "Gus", session=1)
    assert refused.value.clause == "adelaide:90"
    plan(cup, name="Thursday", advances_to=1)
    with pytest.raises(Refused, match="entered 2 times") as refused:
        enter(cup, "Ann", session=4)
    assert refused.value.clause == "adelaide:88j"


@pytest.mark.rule("adelaide:87c")
def test_a_heat_ends_with_its_last_player_who_goes_on_and_the_chips_come_back():
    cup = with_heats()
    enter(cup, "Ann", "Ben", "Cat", session=2)
    enter(cup, "Dan", "Eve", session=3)
    begin(cup)
    assert current(cup).title == "Tuesday"
    assert cup.entries.filter(stack=1000).count() == 3
    bust_all_but(table_of(cup), 1, now=LATER + MINUTE)
    assert session_queries.is_stopped(refreshed(cup))
    with pytest.raises(Refused, match="play is over"):
        deal(table_of(cup), now=LATER + 2 * MINUTE)
    end(cup)
    assert refreshed(cup).state == TournamentState.BETWEEN
    ledger = console.ledger(cup.pk)
    assert (ledger.issued, ledger.in_play) == (0, 0)
    assert set(cup.entries.values_list("stack", flat=True)) == {0}
    (winner,) = SessionResult.objects.filter(advances=True)
    assert (winner.is_winner, winner.chips) == (True, 3000)
    assert Entry.objects.get(session__number=1).advanced_from == winner.entry


@pytest.mark.rule("adelaide:87c")
@pytest.mark.rule("adelaide:97")
def test_the_winners_of_all_heats_meet_in_a_final_that_decides():
    cup = first_heat_played()
    begin(cup)
    won = set()
    for table in (table_of(cup, 1), table_of(cup, 2)):
        holder = table.seatings.filter(until__isnull=True)[0]
        won.add(holder.entry_id)
        bust_all_but(table, holder.seat, now=LATER + MINUTE)
    stop(cup)
    second = current(cup)
    end(cup)
    winners = SessionResult.objects.filter(session=second, is_winner=True)
    assert {one.entry_id for one in winners} == won  # the most chips at each table, not in all
    assert len(won) == 2
    page = session_queries.page(refreshed(cup), now=LATER)
    (final,) = page.checklist
    assert final.is_whole
    assert len(final.rows) in (2, 3)  # Ann may have won twice: her best entry is kept

    begin(cup)
    assert current(cup).title == "Final"
    bust_all_but(table_of(cup), 1, now=LATER + MINUTE)
    done = refreshed(cup)
    assert done.state == TournamentState.FINISHED
    assert current(cup).ended_at is not None
    assert len(placing_queries.of(done)) == len(final.rows)


def cut_cards(cup: Tournament, tied: list[int]) -> int:
    """Two kings of different suits do not decide; their owners cut again."""
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}
    kings = {tied[0]: (44,), tied[1]: (47,)}
    with pytest.raises(Refused, match="again") as again:
        table_sessions.decide(placings.Answer(frozenset(tied), cards=kings), **by)
    assert again.value.clause == "adelaide:98"
    held = {tied[0]: (44, 3), tied[1]: (47, 51)}
    made = table_sessions.decide(placings.Answer(frozenset(tied), cards=held), **by)
    assert (made.order, made.drawn_from) == ([tied[1], tied[0]], "")
    return tied[1]


def cut_here(cup: Tournament, tied: list[int]) -> int:
    """The cards come from a draw that anybody can check, and are kept."""
    by: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": LATER}
    made = table_sessions.decide(placings.Answer(frozenset(tied)), **by)
    assert PublicDraw.objects.get(kind="places").key == made.drawn_from
    assert set(made.cards) == {str(entry) for entry in tied}
    return int(made.order[0])


@pytest.mark.rule("adelaide:98")
@pytest.mark.rule("adelaide:100")
@pytest.mark.parametrize("is_physical", [True, False], ids=["cut at the table", "cut here"])
def test_equal_stacks_at_the_line_are_cut_for_after_the_last_hand(is_physical: bool):
    cup = with_heats(minutes=1)
    enter(cup, "Ann", "Ben", "Cat", session=2)
    begin(cup)
    table = table_of(cup)
    deal(table, now=LATER)
    clock.advance_due(LATER + 2 * MINUTE)
    with pytest.raises(Refused, match="still plays its last hand"):
        end(cup)
    fold_to_the_end(table)
    first, second, third = (seat.seat for seat in table.seatings.filter(until__isnull=True))
    set_stacks(table, {first: 1400, second: 1400, third: 200})
    with pytest.raises(Refused, match="are tied") as refused:
        end(cup)
    assert refused.value.clause == "adelaide:98"
    (question,) = open_ties(cup)
    tied = [player.entry for player in question.players]
    best = (cut_cards if is_physical else cut_here)(cup, tied)
    end(cup)
    (going,) = SessionResult.objects.filter(advances=True)
    assert going.entry_id == best
    assert going.chips == 1400


def one_session(preset: Preset, **end: Any) -> Tournament:
    """Three players in a session that ends so, and from which the best goes on."""
    cup = lawful(for_a_good_cause(registering(3, preset=preset)), now=NOW)
    plan(cup, kind=SessionKind.SESSION, name="Sunday")
    best: dict[str, Any] = {"advance_by": AdvanceBy.COUNT, "advancing": 1}
    plan(cup, kind=SessionKind.SESSION, name="Saturday", advances_to=1, **best, **end)
    Entry.objects.filter(tournament=cup).update(session=cup.sessions.get(name="Saturday"))
    return begin(cup)


def by_minutes(table: Table) -> None:
    clock.advance_due(LATER + 19 * MINUTE)
    assert not session_queries.is_stopped(refreshed(table.tournament))
    clock.advance_due(LATER + 20 * MINUTE)


def by_hands(table: Table) -> None:
    for minute in (1, 2):
        assert not session_queries.is_stopped(refreshed(table.tournament))
        fold_round(table, now=LATER + minute * MINUTE)


def by_players_left(table: Table) -> None:
    out = TableCommand(table.pk, DIRECTOR, LATER + MINUTE)
    penalties.give(out, seat=3, kind="disqualification", reason="Conduct")


ADELAIDE, CHARITY = presets.get("adelaide-no-limit"), presets.get("charity")


@pytest.mark.parametrize(
    ("preset", "end", "play_to_it"),
    [
        pytest.param(ADELAIDE, {"minutes": 20}, by_minutes, marks=pytest.mark.rule("adelaide:87b")),
        pytest.param(ADELAIDE, {"hands": 2}, by_hands, marks=pytest.mark.rule("adelaide:87b")),
        *(
            pytest.param(CHARITY, end, how, marks=pytest.mark.rule("charity:1.1(session)"))
            for end, how in (
                ({"minutes": 20}, by_minutes),
                ({"hands": 2}, by_hands),
                ({"players_left": 2}, by_players_left),
            )
        ),
    ],
)
def test_a_session_ends_as_it_was_set_and_no_new_hand_starts(preset, end, play_to_it):
    cup = one_session(preset, **end)
    table = table_of(cup)
    play_to_it(table)
    assert session_queries.is_stopped(refreshed(cup))
    with pytest.raises(Refused, match="play is over"):
        deal(table, now=LATER + 30 * MINUTE)


def test_a_session_ends_after_its_hands_and_carries_chips_and_level_to_the_next():
    cup = registering(3)
    plan(cup, kind=SessionKind.SESSION, name="Sunday", stacks=StacksBegin.CARRIED)
    by_chips: dict[str, Any] = {"advance_by": AdvanceBy.CHIPS, "advancing": 1}
    plan(cup, kind=SessionKind.SESSION, name="Saturday", hands=2, advances_to=1, **by_chips)
    Entry.objects.filter(tournament=cup).update(session=cup.sessions.get(name="Saturday"))
    begin(cup)
    table = table_of(cup)
    for minute in (1, 2):
        assert not session_queries.is_stopped(refreshed(cup))
        fold_round(table, now=LATER + minute * MINUTE)
    with pytest.raises(Refused, match="play is over"):
        deal(table, now=LATER + 3 * MINUTE)
    before = dict(cup.entries.values_list("number", "stack"))
    end(cup)
    assert dict(cup.entries.values_list("number", "stack")) == before
    begin(cup)
    assert current(cup).title == "Sunday"
    assert dict(cup.entries.values_list("number", "stack")) == before
    fold_round(table, now=LATER + 5 * MINUTE)
    richest = max(hands.seated(table), key=lambda seat: seat.entry.stack).seat
    bust_all_but(table, richest, now=LATER + 6 * MINUTE)
    assert refreshed(cup).state == TournamentState.FINISHED


def test_between_sessions_everybody_left_is_listed_and_the_next_counts_from_its_own_beginning():
    cup = registering(3)
    plan(cup, kind=SessionKind.SESSION, name="Sunday", stacks=StacksBegin.CARRIED)
    by_chips: dict[str, Any] = {"advance_by": AdvanceBy.CHIPS, "advancing": 1}
    plan(cup, kind=SessionKind.SESSION, name="Saturday", hands=1, advances_to=1, **by_chips)
    Entry.objects.filter(tournament=cup).update(session=cup.sessions.get(name="Saturday"))
    begin(cup)
    table = table_of(cup)
    fold_round(table, now=LATER + MINUTE)
    set_stacks(table, {1: 500, 2: 900, 3: 1600})
    end(cup)
    board = standings.picture(refreshed(cup), now=LATER + 4 * MINUTE)
    assert [(row.stack, row.table) for row in board.rows] == [
        (1600, None),
        (900, None),
        (500, None),
    ]
    assert (board.players_left, board.average_stack) == (3, 1000)
    begin(cup, now=LATER + 5 * MINUTE)
    board = standings.picture(refreshed(cup), now=LATER + 5 * MINUTE)
    assert [row.change for row in board.rows] == [0, 0, 0]


def charity_heat() -> Tournament:
    """Four players in a heat of two tables, from which the best two go on to the final."""
    charity = replace(presets.get("charity"), starting_stack=1000)
    cup = lawful(for_a_good_cause(registering(4, preset=charity, seats=2)), now=NOW)
    plan(cup, kind=SessionKind.FINAL)
    plan(cup, kind=SessionKind.HEAT, advances_to=1, advance_by=AdvanceBy.COUNT, advancing=2)
    Entry.objects.filter(tournament=cup).update(session=cup.sessions.get(number=2))
    return begin(cup)


@pytest.mark.rule("charity:21.1")
@pytest.mark.rule("charity:21.2")
def test_how_many_advance_is_in_the_conditions_and_fixed_from_the_start_on():
    cup = charity_heat()
    printed = " ".join(conditions.all_words(cup, None).values())
    assert "Heat 2: ends when one player is left; the best 2 go on to Final 1." in printed
    with pytest.raises(Refused, match="fixed before the start") as refused:
        plan(cup, kind=SessionKind.HEAT, advances_to=1, advancing=3)
    assert refused.value.clause == "charity:21.1"


@pytest.mark.rule("charity:22.3")
@pytest.mark.rule("charity:1.1(session)(i)")
@pytest.mark.rule("charity:10.1")
def test_a_charity_session_closes_only_with_every_tables_chips_counted_back():
    cup = charity_heat()
    stop(cup)
    settle_by_seed(cup)

    def close(counted: dict[int, int]) -> None:
        table_sessions.end(tournament_id=cup.pk, actor=DIRECTOR, now=LATER, counted=counted)

    before = stored()
    for wrong, why in (({}, "table 1 back"), ({1: 2000}, "table 2 back"), ({1: 1975}, "not 1.975")):
        with pytest.raises(Refused, match=why) as refused:
            close(wrong)
        assert refused.value.clause == "charity:22.3"
    assert stored() == before
    close({1: 2000, 2: 2000})
    going = set(SessionResult.objects.filter(advances=True).values_list("entry", flat=True))
    final = Entry.objects.filter(tournament=cup, session__number=1)
    assert {entry.advanced_from_id for entry in final} == going
    assert len(going) == 2
    assert set(cup.entries.values_list("stack", flat=True)) == {0}
    assert cup.journal.get(name="session.ended").data["returned"] == {"1": 2000, "2": 2000}


def settle_by_seed(cup: Tournament) -> None:
    """Whatever is tied is ruled in the order of entry."""
    while asked := open_ties(cup):
        tied = tuple(player.entry for player in asked[0].players)
        answer = placings.Answer(entries=frozenset(tied), order=tied, reason="at random")
        table_sessions.decide(answer, tournament_id=cup.pk, actor=DIRECTOR, now=LATER)


def test_those_who_went_out_get_a_second_chance():
    cup = with_heats(seats=4)
    plan(cup, kind=SessionKind.SECOND_CHANCE, name="Again", advances_to=1)
    enter(cup, "Ann", "Ben", "Cat", session=2)
    begin(cup)
    bust_all_but(table_of(cup), seats_at(table_of(cup))[0], now=LATER + MINUTE)
    end(cup)
    second = cup.sessions.get(name="Again")
    out = [result.entry_id for result in session_queries.hopefuls(second, now=LATER)]
    assert len(out) == 2
    with pytest.raises(Refused, match="have no place"):
        again(cup, [SessionResult.objects.get(advances=True).entry_id])
    assert again(cup, out) == 2
    assert session_queries.hopefuls(second, now=LATER) == []
    assert second.entries.count() == 2


def again(cup: Tournament, chosen: list[int]) -> int:
    return sessions.let_in_again(
        tournament_id=cup.pk, number=4, chosen=chosen, actor=DIRECTOR, now=LATER
    )


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"advances_to": 9}, "Choose another session"),
        ({"minutes": 0}, "at least one minute"),
        ({"advances_to": 1, "advancing": 0}, "At least one player advances"),
        ({"kind": SessionKind.FINAL, "advances_to": 1}, "The final decides"),
        ({"kind": "gala"}, "Reload"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_and_changes_nothing(wanted, why: str):
    cup = with_heats()
    before = stored()
    with pytest.raises(Refused, match=why):
        plan(cup, **wanted)
    assert stored() == before


def test_a_session_that_leads_back_to_itself_or_has_begun_is_not_planned_so():
    cup = with_heats()
    with pytest.raises(Refused, match="in a circle"):
        plan(cup, 1, advances_to=2)
    enter(cup, "Ann", "Ben", session=2)
    begin(cup)
    with pytest.raises(Refused, match="has started"):
        plan(cup, 2, minutes=90)
    with pytest.raises(Refused, match="still in play"):
        end(cup)
    enter(cup, "Cat", session=3)
    with pytest.raises(Refused, match="has entries"):
        sessions.remove(tournament_id=cup.pk, number=3, actor=DIRECTOR, now=NOW)


def test_a_copy_of_a_tournament_has_the_same_sessions_and_terms_of_entry():
    cup = with_heats(minutes=45)
    copy = tournaments.duplicate(tournament_id=cup.pk, name="Next", actor=DIRECTOR, now=NOW)
    planned = [(one.name, one.minutes, one.advances_to) for one in copy.sessions.all()]
    final = copy.sessions.get(number=1)
    assert planned == [("Final", None, None), ("Tuesday", 45, final), ("Wednesday", 45, final)]
    assert EntryTerms.objects.get(tournament=copy).per_player == 2
