"""A charity event with heats, a repechage and a final, run through its pages from end to end."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.amounts import dollars
from tables.equipment.queries import decks
from tables.models import FloorCall, HandRecord
from tests import written_forms
from tests.charity_night import HEAT_ONE, HEAT_TWO, CharityNight, in_hours, session_form, text
from tests.factories import hand_at
from tournament.models import Entry

pytestmark = pytest.mark.django_db
LOSERS = (("Cat", "Heat A"), ("Gus", "Heat B"))


@pytest.fixture
def night() -> CharityNight:
    """Sessions planned, eight players in two heats, nothing drawn yet."""
    return CharityNight().ready()


def names_in(night: CharityNight, session: str) -> set[str]:
    standing = night.cup.entries.filter(session__name=session, withdrawn_at__isnull=True)
    return set(standing.values_list("player__name", flat=True))


# -- which session comes next ----------------------------------------------------------------------


def test_the_repechage_was_drawn_before_the_heats_because_it_was_planned_first(night):
    night.draw_and_start()
    assert night.cup.sessions.get(started_at__isnull=False).name == "Heat A"


def test_heats_were_played_in_the_order_they_were_planned_in_instead_of_by_their_start():
    night = CharityNight()
    night.plan("final", "Final", planned_at=in_hours(9))
    for name, hours in (("Heat A", 5), ("Heat B", 2)):
        night.plan("heat", name, advances_to=1, planned_at=in_hours(hours))
    night.plan("second", "Repechage", advances_to=1, planned_at=in_hours(7))
    night.enter("Heat A", *HEAT_ONE)
    night.enter("Heat B", *HEAT_TWO)
    night.draw_and_start()
    assert night.cup.sessions.get(started_at__isnull=False).name == "Heat B"
    shown = night.page("sessions/")
    order = [shown.index(f"<h2>{name}</h2>") for name in ("Heat B", "Heat A", "Repechage")]
    assert order == sorted(order)


def test_a_final_was_planned_before_the_heat_that_feeds_it():
    night = CharityNight()
    night.plan("final", "Final", planned_at=in_hours(2))
    late = session_form(kind="heat", name="Heat A", advances_to=1, planned_at=in_hours(3))
    assert "Heat A must begin before Final" in night.refused("sessions/", **late)


def test_a_refused_draw_did_not_name_its_session():
    night = CharityNight()
    night.plan_all()
    night.enter("Heat B", *HEAT_TWO)
    said = night.refused("draw/")
    assert "0 players are entered for Heat A: this tournament needs at least 2." in said


@pytest.mark.rule("charity:11.1")
def test_the_button_of_a_session_went_on_from_the_last_hand_of_the_one_before(night):
    night.draw_and_start()
    for _ in range(2):
        night.fold_round()
    night.all_out_but("Ann", "Ben")
    night.end()
    night.draw_and_start()
    night.deal()
    hand = hand_at(night.table())
    assert hand.marker == max(hand.seats), "at the dealer's right"


@pytest.mark.rule("charity:11.1")
def test_the_hands_of_a_session_were_numbered_on_from_the_one_before(night):
    night.draw_and_start()
    assert "Deal hand 1" in night.page("tables/1/tablet/")
    for _ in range(2):
        night.fold_round()
    night.all_out_but("Ann", "Ben")
    night.end()
    night.draw_and_start()
    assert "Deal hand 1" in night.page("tables/1/tablet/")
    assert not decks.read(night.table()).facts.hands, "no cards lie there to be collected"
    night.deal()
    assert "Hand 1" in night.page("tables/1/tablet/")
    while (turn := hand_at(night.table()).actor) >= 0:
        night.tapped("fold", seat=turn)
    assert "Hand 1 is over" in night.page("tables/1/tablet/")
    assert "hand 1 at table 1 ended" in night.page("journal/")
    first, again = (record for record in HandRecord.objects.order_by("pk") if record.shown == 1)
    assert first.number != again.number, "both can still be looked up"
    for record, session in ((first, "Heat A"), (again, "Heat B")):
        shown = night.page(f"tables/1/hands/{record.number}/")
        assert "<h1>Hand 1 at table 1</h1>" in shown
        assert session in shown
    report = night.page("reports/hands/")
    assert report.index("Heat A") < report.index("Heat B")


@pytest.mark.rule("charity:2.3")
def test_a_start_refused_for_want_of_donations_did_not_say_where_they_are_fixed():
    night = CharityNight(donations=()).ready()
    night.press("draw/")
    said = night.refused("start/")
    assert "Fix the donations before play begins, under Prizes, Donations." in said
    assert "charity:2.3" in said
    prizes = night.page("prizes/")
    assert night.at("donations/") in prizes, "the way that the refusal names"


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.rule("charity:3.2(c)")
def test_a_session_took_more_players_than_it_has_places():
    night = CharityNight()
    night.plan("final", "Final", places=3)
    full = session_form(kind="heat", name="Heat A", advances_to=1, advance_by="count", advancing=4)
    assert "Final has 3 places and 4 players" in night.refused("sessions/", **full)
    for name in ("Heat A", "Heat B"):
        night.plan("heat", name, advances_to=1, places=4, advancing=2)
    night.plan("second", "Repechage", advances_to=1, places=2)
    night.enter("Heat A", *HEAT_ONE)
    night.enter("Heat B", *HEAT_TWO[:3])
    sent: dict[str, Any] = {"name": "Hal", "session": 2, "is_checked": "on"}
    assert "Heat A is full" in night.refused("entries/", **sent)
    gus = night.entry("Gus", "Heat B").number
    said = night.refused("sessions/allocate/", number=gus, session=2)
    assert "charity:3.2(c)" in said
    fewer = session_form(kind="heat", name="Heat A", advances_to=1, places=3, advancing=2)
    assert "Heat A has 3 places and 4 players" in night.refused("sessions/2/", **fewer)


@pytest.mark.rule("charity:3.2(c)")
def test_twelve_came_into_a_final_of_nine_places(night):
    """Two tables send two each to a final of three: its plan is changed first."""
    final = session_form(kind="final", name="Final", places=3)
    said = night.refused("sessions/1/", **final)
    assert "Final has 3 places and 4 players" in said
    night.press("sessions/1/", **session_form(kind="final", name="Final", places=4))
    night.press("sessions/2/", **session_form(kind="second", name="Repechage", advances_to=1))
    night.heat("Ann", "Ben")
    night.heat("Eve", "Fay")
    out = [night.entry("Cat", "Heat A").pk, night.entry("Gus", "Heat B").pk]
    night.press("sessions/2/again/", entry=out)
    night.draw_and_start()
    night.play_out("Gus")
    said = night.refused("sessions/end/", **{"table-1": 10_000})
    assert "Final is full: it has 4 places, 0 of them free, and 1 would come in." in said


# -- the repechage ---------------------------------------------------------------------------------


@pytest.mark.rule("charity:4.7")
@pytest.mark.rule("charity:3.2(c)")
def test_a_disqualified_player_was_ticked_for_the_repechage_and_dealt_in(night):
    night.draw_and_start()
    dan = night.entry("Dan", "Heat A").pk
    night.disqualify("Dan")
    night.all_out_but("Ann", "Ben")
    night.end()
    shown = night.page("sessions/")
    assert f'name="entry" value="{night.entry("Cat", "Heat A").pk}" checked' in shown
    assert f'name="entry" value="{dan}"' not in shown
    said = night.refused("sessions/2/again/", entry=[dan])
    assert "Dan was disqualified from this tournament." in said
    assert "charity:4.7" in said


@pytest.mark.rule("charity:4.7")
def test_a_disqualified_player_went_on_because_of_the_place_they_were_given():
    """Two of a heat go on; who is sent home takes nobody's place."""
    night = CharityNight().ready(players_left=1)
    night.draw_and_start()
    night.play_out("Dan")
    night.disqualify("Cat")
    night.disqualify("Ben")
    night.end()
    assert names_in(night, "Final") == {"Ann", "Dan"}


@pytest.mark.rule("charity:4.7")
def test_a_disqualified_player_was_dealt_in_with_the_entry_of_another_heat():
    night = CharityNight()
    night.plan_all()
    night.press("entries/terms/", kind="invitation", per_player=2)
    night.enter("Heat A", *HEAT_ONE)
    night.enter("Heat B", "Dan", *HEAT_TWO)
    night.draw_and_start()
    night.disqualify("Dan")
    night.all_out_but("Ann", "Ben")
    night.end()
    again: dict[str, Any] = {"name": "Dan", "session": 4, "is_checked": "on"}
    assert "Dan was disqualified from this tournament." in night.refused("entries/", **again)
    answer = night.house.post(night.at("draw/"), follow=True)
    assert "Dan was disqualified from this tournament: not seated." in answer.content.decode()
    assert names_in(night, "Heat B") == set(HEAT_TWO)
    assert not Entry.objects.filter(player__name="Dan", stack__gt=0).exists()


@pytest.mark.rule("charity:22.4")
def test_an_excluded_player_was_offered_a_second_chance(night):
    night.draw_and_start()
    sent = {"seat": night.seat_of("Dan"), "penalty": "exclusion", "amount": 7, "reason": "Conduct"}
    assert night.tap("penalise", by=night.supervisor, **sent).status_code == 200
    dan = night.entry("Dan", "Heat A").pk
    night.all_out_but("Ann", "Ben")
    night.end()
    assert f'name="entry" value="{dan}"' not in night.page("sessions/")
    said = night.refused("sessions/2/again/", entry=[dan])
    assert "Dan is excluded until" in said
    assert "charity:22.4" in said


@pytest.mark.rule("charity:3.2(c)")
def test_anybody_at_all_could_be_let_into_a_repechage():
    night = CharityNight()
    night.plan("final", "Final")
    night.plan("second", "Repechage", advances_to=1, admits=1)
    for name in ("Heat A", "Heat B"):
        night.plan("heat", name, advances_to=1, advance_by="count", advancing=1)
    night.enter("Heat A", *HEAT_ONE)
    night.enter("Heat B", *HEAT_TWO)
    told = "for the best player who did not advance from each of Heat A and Heat B"
    assert told in night.page("conditions/")
    night.draw_and_start()
    for name in ("Dan", "Cat", "Ben"):
        night.play_out(name)
    night.end()
    ben, cat = night.entry("Ben", "Heat A").pk, night.entry("Cat", "Heat A").pk
    shown = night.page("sessions/")
    assert f'name="entry" value="{ben}" checked' in shown
    assert f'name="entry" value="{cat}"' not in shown
    said = night.refused("sessions/2/again/", entry=[cat])
    assert told in said
    assert "charity:3.2(c)" in said
    night.press("sessions/2/again/", entry=[ben])
    assert names_in(night, "Repechage") == {"Ben"}


# -- entries ---------------------------------------------------------------------------------------


@pytest.mark.rule("charity:2.3bis")
def test_an_uninvited_name_became_invited_because_the_director_typed_it():
    night = CharityNight()
    night.plan_all()
    sent: dict[str, Any] = {"name": "Zoe", "session": 3, "is_checked": "on"}
    said = night.refused("entries/", **sent)
    assert "Zoe has no invitation: the director issues it." in said
    assert "charity:2.3bis" in said
    assert not night.cup.invitations.filter(player__name="Zoe").exists()
    night.press("entries/", **sent, is_invited="on")
    assert night.cup.invitations.get(player__name="Zoe").by == "dora"
    assert "invited Zoe" in night.page("journal/")


def test_an_entry_of_a_finished_heat_was_taken_back(night):
    night.heat("Ann", "Ben")
    cat = night.entry("Cat", "Heat A")
    said = night.refused(f"entries/{cat.number}/withdraw/", reason="by mistake")
    assert "Heat A is over: its entries stay on record." in said
    assert f"entries/{cat.number}/withdraw/" not in night.page("entries/")


def test_after_a_draw_was_cancelled_entries_kept_their_chips_and_could_not_be_withdrawn(night):
    night.heat("Ann", "Ben")
    night.press("draw/")
    assert night.entry("Eve", "Heat B").stack == 5000
    night.press("draw/clear/")
    eve = night.entry("Eve", "Heat B")
    assert eve.stack == 0
    assert "Chips add up" in night.page("console/")
    night.press(f"entries/{eve.number}/withdraw/", reason="ill")
    night.heat("Fay", "Gus")
    assert names_in(night, "Final") == {"Ann", "Ben", "Fay", "Gus"}


# -- what is posted --------------------------------------------------------------------------------


def test_an_amendment_stood_beside_the_conditions_without_its_reason(night):
    night.draw_and_start()
    final = session_form(kind="final", name="Final", places=8)
    said = night.refused("sessions/1/", **final)
    assert "give the reason for the amendment" in said
    assert "charity:8.6" in said
    night.press("sessions/1/", **{**final, "reason": "The small room only"})
    assert "The small room only" in night.page("conditions/edit/")
    entrants = text(Client().get(reverse("public-conditions", args=[night.cup.code])))
    assert "The small room only" in entrants


@pytest.mark.rule("charity:3.2(c)")
@pytest.mark.rule("charity:9.1")
@pytest.mark.rule("charity:21.2")
def test_conditions_and_signs_left_out_bet_sizes_ends_of_heats_and_the_add_on():
    night = CharityNight()
    offer = written_forms.form_with(night.page("setup/"), "game")
    fields: dict[str, Any] = offer.body(game="lhe")
    night.press("setup/", **fields)
    night.plan_all()
    told = (
        "Heat A: ends when 2 players are left; the best 2 go on to Final.",
        "Repechage: for everybody who did not advance from Heat A or Heat B",
        "An add-on may be given between hands",
    )
    sizes = "Each bet or raise is"
    shown = night.page("conditions/")
    assert [words for words in (*told, sizes) if words not in shown] == []
    sign = night.page("signs/structure/")
    assert [words for words in told if words not in sign] == []
    assert sizes in night.page("signs/limits/")


# -- the end ---------------------------------------------------------------------------------------


@pytest.fixture
def decided(night: CharityNight) -> CharityNight:
    """The final is won by Ann; Ben is second."""
    night.heat("Ann", "Ben")
    night.heat("Eve", "Fay")
    night.press("sessions/2/again/", entry=[night.entry(*who).pk for who in LOSERS])
    night.draw_and_start()
    night.play_out("Gus")
    night.end()
    night.draw_and_start()
    night.all_out_but("Ann", "Ben")
    night.play_out("Ben")
    assert night.state() == "finished"
    return night


def give(night: CharityNight, place: int, charity: str) -> None:
    """The winner of a place chooses, and the house pays."""
    row = night.cup.donations.get(place=place)
    chosen = night.cup.charities.get(name=charity)
    night.press(f"donations/{row.pk}/", charity=chosen.pk)
    night.press(f"donations/{row.pk}/", what="pay")


@pytest.mark.rule("charity:22.3")
def test_the_chips_of_the_final_were_not_counted_back(decided):
    assert "The chips of Final have not been counted back" in decided.page("console/")
    assert "Chips counted back from table 1 (Charity 22.3)" in decided.page("sessions/")
    held = sum(decided.cup.entries.values_list("stack", flat=True))
    said = decided.refused("sessions/end/", **{"table-1": held - 25})
    assert "Table 1 should return" in said
    assert "charity:22.3" in said
    assert decided.cup.sessions.get(name="Final").ended_at is None
    decided.press("sessions/end/", **{"table-1": held})
    assert decided.cup.sessions.get(name="Final").ended_at is not None
    assert "have not been counted back" not in decided.page("console/")
    assert "ended Final: the places are decided" in decided.page("journal/")


@pytest.mark.rule("charity:22.3")
def test_the_chips_of_the_final_stayed_with_the_winner_though_they_were_counted_back(decided):
    ann = decided.entry("Ann", "Final")
    held = ann.stack
    assert held == 25_000
    decided.press("sessions/end/", **{"table-1": held})
    ann.refresh_from_db()
    assert ann.stack == 0
    assert "Chips add up" in decided.page("console/")
    assert "Ann" in decided.page("clock/"), "the winner stays on the screens"
    places = decided.page("places/")
    assert places.index("Ann") < places.index("Ben")
    decided.press("reopen/")
    ann.refresh_from_db()
    assert (ann.stack, decided.state()) == (held, "running")
    assert "Chips add up" in decided.page("console/")


@pytest.mark.rule("charity:1.1(session)(ii)")
def test_the_deciding_session_fixes_its_winner_and_placegetters_and_all_may_read_them(decided):
    held = sum(decided.cup.entries.values_list("stack", flat=True))
    decided.press("sessions/end/", **{"table-1": held})
    assert decided.cup.sessions.get(name="Final").ended_at is not None
    for page in ("", "leaderboard/", "clock/"):
        shown = text(Client().get(decided.at(page)))
        assert "Ann" in shown, page
    shown = text(Client().get(decided.at("leaderboard/")))
    assert shown.index("Ann") < shown.index("Ben")


@pytest.mark.rule("charity:2.1")
@pytest.mark.parametrize("report", ["financial", "results", "donations"])
def test_donations_were_in_no_report(decided, report):
    give(decided, 1, "Food Bank")
    shown = decided.page(f"reports/{report}/")
    told = ("Donations", "Food Bank", dollars(100_000), "Ann", "not chosen yet", "$500")
    assert [words for words in told if words not in shown] == []


@pytest.mark.rule("charity:2.1")
def test_the_finish_was_taken_back_after_donations_were_paid_without_a_warning(decided):
    give(decided, 2, "Lifeboats")
    assert "donations already paid stay paid" in decided.page("console/")
    said = decided.refused("reopen/")
    assert "Paid already: $500 to Lifeboats." in said
    assert "charity:2.1" in said
    assert decided.state() == "finished"
    decided.press("reopen/", is_confirmed="on")
    assert decided.state() == "running"


# -- disputes --------------------------------------------------------------------------------------


@pytest.mark.rule("charity:22.1")
def test_go_on_overrode_an_open_dispute(night):
    night.draw_and_start()
    night.deal()
    seat = hand_at(night.table()).actor
    call = night.dispute()
    for kind in ("resume", "undo"):
        said = night.refused("clock/act/", by=night.supervisor, **night.on_the_clock(kind))
        assert "The dispute at table 1 is not decided: answer that call first." in said
        assert "charity:22.1" in said
    assert "charity:22.1" in text(night.tap("fold", by=night.supervisor, seat=seat))
    night.press(f"calls/{call.pk}/", by=night.supervisor, ruling="The call stands.")
    assert night.tap("fold", by=night.supervisor, seat=seat).status_code == 200


@pytest.mark.rule("charity:22.1")
def test_a_session_and_the_tournament_ended_with_a_dispute_nobody_had_decided(night):
    night.draw_and_start()
    night.all_out_but("Ann", "Ben")
    call = night.dispute()
    said = night.refused("sessions/end/", **{"table-1": 20_000})
    assert "The dispute at table 1 is not decided" in said
    night.press(f"calls/{call.pk}/", by=night.supervisor, ruling="The call stands.")
    night.end()
    night.heat("Eve", "Fay")
    night.press("sessions/2/again/", entry=[night.entry(*who).pk for who in LOSERS])
    night.draw_and_start()
    night.play_out("Gus")
    night.end()
    night.draw_and_start()
    night.all_out_but("Ann", "Ben")
    call = night.dispute()
    night.disqualify("Ben")
    assert night.state() == "running"
    assert "in play" in night.page("sessions/").lower()
    night.press(f"calls/{call.pk}/", by=night.supervisor, ruling="Ben is out.")
    assert night.state() == "finished"


@pytest.mark.rule("charity:22.5")
@pytest.mark.rule("charity:22.6")
def test_a_review_by_the_tournament_supervisor_was_recorded_as_the_operators(night):
    carl = night.appointed("carl", "Carl Moss", "floor")
    night.draw_and_start()
    night.press(f"calls/{night.dispute().pk}/", by=night.supervisor, ruling="It stands.")
    incident = night.cup.incidents.get()
    said = night.refused(f"incidents/{incident.pk}/decide/", by=night.supervisor, words="Again.")
    assert "This is for the casino supervisor to decide." in said
    assert "charity:22.5" in said
    for by, words in ((carl, "Reviewed: it stands."), (night.house, "It stands for good.")):
        night.press(f"incidents/{incident.pk}/decide/", by=by, words=words)
    given = [(made.title, made.by) for made in incident.decisions.order_by("level")]
    assert given == [
        ("Tournament supervisor", "Tess Hill"),
        ("Casino supervisor", "Carl Moss"),
        ("Operator", "dora"),
    ]


@pytest.mark.rule("charity:22.5")
def test_a_ruling_from_the_floor_did_not_say_of_which_office_it_was(night):
    carl = night.appointed("carl", "Carl Moss", "floor")
    night.draw_and_start()
    night.tapped("call_floor", reason="Ruling wanted")
    call = FloorCall.objects.get(answered_at__isnull=True)
    night.press(f"calls/{call.pk}/", by=carl, ruling="The chips stay in the pot.")
    told = "Carl Moss, casino supervisor: The chips stay in the pot."
    assert told in night.page("incidents/")
    assert "The chips stay in the pot. (Casino supervisor)" in night.page("journal/")
    assert "Carl Moss, casino supervisor" in night.page("tables/1/floor/")
