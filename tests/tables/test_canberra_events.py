"""Canberra's events run whole, by pages and tablet: each test is a fault once seen there."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.amounts import figure
from engine.clock.clock_state import Phase
from engine.lifecycle import TournamentState
from engine.structure import presets
from tables.models import Seating
from tables.play.queries import hands
from tests.factories import (
    MINUTE,
    NOW,
    all_in,
    call_down,
    entry_in,
    fold_round,
    hand_at,
    house_director,
    offered,
    refreshed,
    registering,
    running,
    seated,
    set_stacks,
    signed_in,
    stacks,
    stored,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line
from tests.written_forms import form_with
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import clock
from tournament.models import Due, Entry, Player
from tournament.records.queries import journal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
ADELAIDE = replace(presets.get("adelaide-no-limit"), min_players=2)
HOLDEM = replace(presets.get("canberra-h"), min_players=2)
STUD = replace(presets.get("canberra-d"), min_players=2)


# -- the final table -------------------------------------------------------------------------------


def drawn_final(cup):
    """The final table, drawn on the console after a hand at each of two tables."""
    for number in (1, 2):
        fold_round(table_of(cup, number))
    fold_round(table_of(cup, 1))
    director = signed_in(house_director())
    assert director.post(f"/t/{cup.code}/final/").status_code == 302
    final = table_of(cup, 1)
    tablet = tablet_browser(final)
    for seat in Seating.objects.filter(table=final, until__isnull=True, in_transit=True):
        assert tap(tablet, final, "arrived", seat=seat.seat).status_code == 200
    return final, tablet


@pytest.mark.rule("canberra:8.5")
@pytest.mark.rule("canberra:8.6")
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_live_player_was_not_dealt_in_after_the_final_table_draw(seed):
    cup = running(9, seats=8, preset=HOLDEM)
    cup.seed = seed
    cup.save(update_fields=["seed"])
    final, tablet = drawn_final(cup)
    assert tap(tablet, final, "start_hand").status_code == 200
    hand = hand_at(final)
    assert len(hand.seats) == 9
    assert hand.marker == 1, "the Buck begins at the dealer's left"


def send_between_the_blinds(cup):
    """Somebody of table 2 is sent to the free seat of table 1, between its blinds of just now."""
    table = table_of(cup, 1)
    free = min(set(range(1, 7)) - {seat.seat for seat in hands.seated(table)})
    beside = (free - 1 or 6, free % 6 + 1)
    while fold_round(table).blind_seats != beside:
        pass
    director = signed_in(house_director())
    sent = {"entry": entry_in(table_of(cup, 2), 1).pk, "table": 1, "seat": free}
    assert director.post(f"/t/{cup.code}/moves/", sent).status_code == 302
    tablet = tablet_browser(table)
    assert tap(tablet, table, "arrived", seat=free).status_code == 200
    return table, free, tablet


@pytest.mark.rule("canberra:8.4")
def test_who_came_from_another_table_waited_by_a_rule_the_book_does_not_have():
    cup = running(10, seats=6, preset=HOLDEM)
    table, seat, tablet = send_between_the_blinds(cup)
    page = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert "Waiting for the button" not in page
    assert tap(tablet, table, "start_hand").status_code == 200
    assert seat in hand_at(table).seats


@pytest.mark.rule("tda2024:R10-A")
def test_no_page_said_why_a_player_was_not_dealt_in():
    charity = replace(presets.get("charity"), min_players=2)
    cup = running(10, seats=6, preset=charity)
    table, seat, tablet = send_between_the_blinds(cup)
    page = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert page.count("Waiting for the button") == 1
    menu = tablet.get(f"/t/{cup.code}/tables/1/seat/{seat}/").content.decode()
    assert "Not dealt in until the button has passed" in menu
    assert "tda2024:R10-A" in menu
    assert tap(tablet, table, "start_hand").status_code == 200
    assert seat not in hand_at(table).seats
    page = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert page.count("Waiting for the button") == 1


# -- blinds missed, breaches, who is out -----------------------------------------------------------


@pytest.mark.rule("canberra:4.5")
@pytest.mark.rule("canberra:17.3/deduct")
def test_missed_blinds_took_chips_from_a_player_who_had_missed_nothing():
    cup = running(4, preset=HOLDEM)
    table = table_of(cup)
    fold_round(table)
    tablet, director = tablet_browser(table), signed_in(house_director())
    before = stacks(cup)
    refused = tap(tablet, table, "owes_blinds", seat=2)
    assert refused.status_code == 409
    assert "canberra:4.5" in refused.content.decode()
    assert "Missed the blinds" not in tablet.get(f"/t/{cup.code}/tables/1/seat/2/").content.decode()
    where = f"/t/{cup.code}/tables/1/floor/"
    assert "Missed blinds" not in director.get(where).content.decode()
    assert stacks(cup) == before
    assert tap(tablet, table, "start_hand").status_code == 200
    hand = hand_at(table)
    assert sum(hand.paid) + sum(hand.dead) == sum(hand.blinds) + hand.ante * len(hand.seats)


@pytest.mark.rule("canberra:18.3(b)")
def test_canberra_gave_minutes_and_hands_away_by_a_penalty_list_that_is_not_its_own():
    cup = running(4, preset=HOLDEM)
    table, director = table_of(cup), signed_in(house_director())
    floor = f"/t/{cup.code}/tables/1/floor/"
    page = director.get(f"/t/{cup.code}/penalties/").content.decode()
    assert "Disqualification" in page
    assert "Minutes away from the table" not in page
    assert "Hands missed" not in page
    given = {"seat": 2, "amount": 5, "reason": "Conduct"}
    refused = tap(director, table, "penalise", penalty="time", **given)
    assert refused.status_code == 409
    assert "not used at this tournament" in refused.content.decode()
    out = {**given, "penalty": "disqualification", "amount": 0}
    assert tap(director, table, "penalise", **out).status_code == 200
    assert "canberra:18.3(b)" in director.get(f"/t/{cup.code}/penalties/").content.decode()
    assert "5 minutes" not in director.get(floor).content.decode()


def test_the_journal_said_went_out_of_a_player_who_may_still_rebuy():
    cup = running(3, preset=replace(presets.get("canberra-g"), min_players=2))
    table, director = table_of(cup), signed_in(house_director())
    set_stacks(table, {1: 600, 2: 100, 3: sum(stacks(cup)) - 700})
    tablet, short = tablet_browser(table), entry_in(table, 2)
    for kind, seat in (("start_hand", 0), ("all_in", 3), ("fold", 1), ("all_in", 2)):
        assert tap(tablet, table, kind, seat=seat).status_code == 200
    call_down(table)
    assert tap(tablet, table, "award", pot=0, winners=[3]).status_code == 200
    journal_page = f"/t/{cup.code}/journal/"
    told = director.get(journal_page).content.decode()
    assert f"{short.name} went out" not in told
    assert f"{short.name} lost the last chip in hand 1 at table 1; may rebuy" in told
    director.post(f"/t/{cup.code}/rebuys/decline/", {"entry": short.pk})
    assert f"{short.name} does not rebuy and is out" in director.get(journal_page).content.decode()


def test_a_penalised_dead_hand_was_offered_chips_to_put_in_in_the_results_grid():
    cup = running(3, preset=ADELAIDE)
    table, director = table_of(cup), signed_in(house_director())
    given = {"seat": 2, "penalty": "hands", "amount": 3, "reason": "Conduct"}
    assert tap(director, table, "penalise", **given).status_code == 200
    page = f"/t/{cup.code}/checks/act/"
    assert director.post(page, {"kind": "depth", "depth": "results"}).status_code == 302
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand").status_code == 200
    grid = tablet.get(f"/t/{cup.code}/tables/1/sheet/result/").content.decode()
    assert 'aria-label="Put in by' in grid
    dead = entry_in(table, 2).name
    for offer in (f"Put in by {dead}", f"{dead} is all-in", f"Won by {dead}", f"{dead} wins"):
        assert offer not in grid
    assert "Dead hand" in grid


def test_the_decks_were_green_with_none_checked():
    cup = seated(3, preset=HOLDEM)
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/checks/").content.decode()
    assert "0 decks are checked" not in page
    assert "Not checked yet at table 1" in page
    assert "Canberra 2.3" in page


# -- signs and conditions --------------------------------------------------------------------------


@pytest.mark.rule("canberra:4.1/sign")
@pytest.mark.rule("canberra:D.3.4")
def test_the_sign_and_the_conditions_of_stud_spoke_of_a_big_blind():
    cup = seated(3, preset=STUD)
    conditions = one_line(
        Client().get(reverse("public-conditions", args=[cup.code])).content.decode()
    )
    assert "The minimum bet is the ante of the level." in conditions
    assert "big blind" not in conditions
    limits = one_line(Client().get(f"/t/{cup.code}/signs/limits/").content.decode())
    assert "Ante</dt><dd>5</dd>" in limits
    assert "Blinds" not in limits


@pytest.mark.rule("canberra:4.1/sign")
@pytest.mark.parametrize(
    ("key", "told"),
    [
        pytest.param(
            "canberra-d",
            (
                f"in the first 120 minutes to players with less than {figure(1000)} chips",
                "they end at minute 120.",
                "once to each player still in, at minute 120.",
                "the 5 chips at minute 80, the 25 chips at minute 200",
            ),
            marks=[
                pytest.mark.rule("canberra:D.3.3"),
                pytest.mark.rule("canberra:D.3.3/topup"),
                pytest.mark.rule("canberra:D.3.4/race"),
            ],
        ),
        pytest.param(
            "canberra-g",
            (
                "in the first 60 minutes to players with less than 500 chips",
                "they end at minute 60.",
                "once to each player still in, at minute 60.",
                "the 25 chips at minute 60, the 100 chips at minute 160.",
            ),
            marks=[
                pytest.mark.rule("canberra:G.3.3"),
                pytest.mark.rule("canberra:G.3.3/topup"),
                pytest.mark.rule("canberra:G.3.4/race"),
            ],
        ),
    ],
)
def test_signs_and_conditions_left_out_top_up_rebuy_limits_and_race_offs(key, told):
    cup = seated(3, preset=replace(presets.get(key), min_players=2))
    signs = [f"/t/{cup.code}/signs/{sign}/" for sign in ("structure", "charges")]
    for page in (*signs, reverse("public-conditions", args=[cup.code])):
        shown = Client().get(page)
        assert [one for one in told if one not in shown.content.decode()] == [], page


# -- D.4.3 -----------------------------------------------------------------------------------------


@pytest.mark.rule("canberra:D.4.3/check")
def test_a_player_with_chips_who_checked_an_exposed_last_card_was_called_all_in():
    cup = running(3, preset=STUD)
    table = table_of(cup)
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    while hand_at(table).street < 4 or offered(table).phase != "bet":
        _step(tablet, table)
    shown = next(seat for seat in hand_at(table).in_hand() if seat != offered(table).seat)
    what = {"what": "last card exposed", "seat": shown}
    assert tap(tablet, table, "happened", **what).status_code == 200
    assert offered(table).seat == shown
    assert tap(tablet, table, "check", seat=shown).status_code == 200
    page = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert "All-in</span>" not in page
    assert "is-all_in" not in page
    assert "No more bets" in page


def _step(tablet, table):
    """The next thing a dealer taps where nobody raises."""
    now = offered(table)
    if now.phase == "opener":
        return tap(tablet, table, "opener", seat=hand_at(table).in_hand()[0])
    if now.phase == "deal":
        return tap(tablet, table, "street")
    stays = [kind for kind in ("check", "call") if getattr(now, kind).is_allowed]
    if stays:
        return tap(tablet, table, stays[0], seat=now.seat)
    return tap(tablet, table, "raise_to", seat=now.seat, amount=now.raising.least)


# -- places and prizes -----------------------------------------------------------------------------


def prize_list(director, cup, *rows):
    """A list of fixed prizes paid by the house, as the page sends it: place, amount, thing."""
    sent = {"how": "fixed", "unit": "1", "guarantee": "", "reason": "as announced"}
    columns = {
        "place": [place for place, _, _ in rows],
        "share": ["" if item else amount for _, amount, item in rows],
        "item": [item for _, _, item in rows],
        "price": [amount if item else "" for _, amount, item in rows],
        "tax": [""] * len(rows),
        "source": ["house"] * len(rows),
    }
    page = f"/t/{cup.code}/prizes"
    assert director.post(f"{page}/save/", {**sent, **columns}).status_code == 302
    return page


def out_together(table, winner):
    """All chips go in on the tablet and one seat wins them all."""
    tablet = tablet_browser(table)
    assert tap(tablet, table, "start_hand").status_code == 200
    all_in(table)
    call_down(table)
    pots = [pot.pot for pot in offered(table).pots]
    for pot in pots:
        assert tap(tablet, table, "award", pot=pot, winners=[winner]).status_code == 200


@pytest.mark.rule("canberra:15.2")
def test_of_two_out_in_one_round_the_larger_contribution_takes_the_better_place():
    cup = running(3, preset=HOLDEM)
    table, director = table_of(cup), signed_in(house_director())
    page = prize_list(director, cup, (1, 500, ""), (2, 200, ""))
    set_stacks(table, {1: 700, 2: sum(stacks(cup)) - 1200, 3: 500})
    larger, smaller = entry_in(table, 1), entry_in(table, 3)
    out_together(table, 2)
    places = one_line(director.get(f"/t/{cup.code}/places/").content.decode())
    assert places.index(larger.name) < places.index(smaller.name)
    assert places.count("Canberra 15.2") == 2, "both by what they put in"
    for what in ("publish", "confirm"):
        assert director.post(f"{page}/act/", {"what": what}).status_code == 302
    assert Due.objects.get(tournament=cup, place=2).entry == larger


@pytest.mark.rule("canberra:15.2")
def test_a_tie_between_places_that_win_nothing_kept_the_winner_from_the_prize():
    cup = running(3, preset=HOLDEM)
    director = signed_in(house_director())
    page = prize_list(director, cup, (1, 500, ""))
    out_together(table_of(cup), 2)
    shown = director.get(f"{page}/").content.decode()
    assert "Places 2 and 3" not in director.get(f"/t/{cup.code}/console/").content.decode()
    assert "=2nd" in shown
    assert director.post(f"{page}/act/", {"what": "publish"}).status_code == 302
    answer = director.post(f"{page}/act/", {"what": "confirm"})
    assert answer.status_code == 302, answer.content.decode()
    (due,) = Due.objects.filter(tournament=cup)
    assert (due.place, due.amount, due.entry) == (1, 50_000, entry_in(table_of(cup), 2))


@pytest.mark.rule("canberra:15.2")
def test_a_tie_in_which_one_place_wins_is_still_the_directors_to_rule_on():
    cup = running(3, preset=HOLDEM)
    director = signed_in(house_director())
    page = prize_list(director, cup, (1, 500, ""), (2, 200, ""))
    out_together(table_of(cup), 2)
    assert "Places 2 and 3" in director.get(f"/t/{cup.code}/console/").content.decode()
    director.post(f"{page}/act/", {"what": "publish"})
    refused = director.post(f"{page}/act/", {"what": "confirm"})
    assert refused.status_code == 409
    assert "canberra:15.2" in refused.content.decode()


@pytest.mark.rule("canberra:15.1")
@pytest.mark.parametrize("key", ["canberra-f", "canberra-g"])
def test_a_satellite_played_on_when_everybody_left_had_won_a_seat(key):
    cup = running(3, preset=replace(presets.get(key), min_players=2))
    director = signed_in(house_director())
    page = prize_list(director, cup, (1, 550, "Seat on Sunday"), (2, 550, "Seat on Sunday"))
    table = table_of(cup)
    set_stacks(table, {1: 600, 2: 100, 3: sum(stacks(cup)) - 700})
    tablet, short = tablet_browser(table), entry_in(table, 2)
    for kind, seat in (("start_hand", 0), ("all_in", 3), ("fold", 1), ("all_in", 2)):
        assert tap(tablet, table, kind, seat=seat).status_code == 200
    call_down(table)
    assert tap(tablet, table, "award", pot=0, winners=[3]).status_code == 200
    if key == "canberra-g":
        assert refreshed(cup).state == TournamentState.RUNNING, "who may rebuy is waited for"
        director.post(f"/t/{cup.code}/rebuys/decline/", {"entry": short.pk})
    assert refreshed(cup).state == TournamentState.FINISHED
    assert director.post(f"{page}/act/", {"what": "publish"}).status_code == 302
    assert director.post(f"{page}/act/", {"what": "confirm"}).status_code == 302
    won = Due.objects.filter(tournament=cup).order_by("place")
    assert [(due.place, due.item) for due in won] == [
        (1, "Seat on Sunday"),
        (2, "Seat on Sunday"),
    ]


# -- the clock -------------------------------------------------------------------------------------


def started(players=3, *, preset=HOLDEM, seats=None):
    """Play is begun on the console; no card has been dealt."""
    cup = seated(players, preset=preset, seats=seats)
    director = signed_in(house_director())
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    return refreshed(cup), director


def clock_of(cup):
    return clock_queries.state_of(refreshed(cup).clock)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("canberra-a", marks=pytest.mark.rule("canberra:A.3.6")),
        pytest.param("canberra-b", marks=pytest.mark.rule("canberra:B.3.6")),
        pytest.param("canberra-c", marks=pytest.mark.rule("canberra:C.3.6")),
        pytest.param("canberra-d", marks=pytest.mark.rule("canberra:D.3.6")),
        pytest.param("canberra-e", marks=pytest.mark.rule("canberra:E.3.6")),
        pytest.param("canberra-f", marks=pytest.mark.rule("canberra:F.3.6")),
        pytest.param("canberra-g", marks=pytest.mark.rule("canberra:G.3.6")),
        pytest.param("canberra-h", marks=pytest.mark.rule("canberra:H.3.6")),
        pytest.param("canberra-i", marks=pytest.mark.rule("canberra:I.3.6")),
    ],
)
def test_the_schedule_counted_before_the_first_card_was_dealt(key, wall):
    cup, director = started(preset=replace(presets.get(key), min_players=2))
    wall.now += 7 * MINUTE
    clock.advance_due(wall.now)
    assert clock_of(cup).phase is Phase.ARMED
    page = director.get(f"/t/{cup.code}/console/").content.decode()
    assert "The clock starts with the first card dealt" in page
    hall = Client().get(f"/t/{cup.code}/clock/").content.decode()
    assert "The clock starts with the first card dealt" in hall
    table = table_of(cup)
    tablet = tablet_browser(table)
    shown = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    assert "Starts with the first card" in shown
    assert tap(tablet, table, "start_hand").status_code == 200
    state = clock_of(cup)
    length = clock_queries.schedule_of(refreshed(cup)).length(0)
    assert (state.phase, state.started_at) == (Phase.PLAYING, wall.now)
    assert state.ends_at == wall.now + length
    assert "first card" not in director.get(f"/t/{cup.code}/console/").content.decode()


@pytest.mark.rule("canberra:H.3.6")
def test_the_second_table_does_not_start_the_clock_again(wall):
    cup, _ = started(6, seats=3)
    tap(tablet_browser(table_of(cup, 2)), table_of(cup, 2), "start_hand")
    first = wall.now
    wall.now += 4 * MINUTE
    tap(tablet_browser(table_of(cup, 1)), table_of(cup, 1), "start_hand")
    assert clock_of(cup).started_at == first


@pytest.mark.rule("canberra:H.3.6")
def test_a_first_hand_that_was_taken_back_let_the_clock_run_on(wall):
    cup, _ = started()
    table = table_of(cup)
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    wall.now += 3 * MINUTE
    assert tap(tablet, table, "undo").status_code == 200
    assert clock_of(cup).phase is Phase.ARMED
    told = [str(journal.row(line)) for line in journal.newest_first(cup.pk)]
    assert any("first card dealt" in line for line in told)
    wall.now += 2 * MINUTE
    assert tap(tablet, table, "start_hand").status_code == 200
    assert (clock_of(cup).phase, clock_of(cup).started_at) == (Phase.PLAYING, wall.now)


def test_undo_at_one_table_does_not_stop_the_clock_of_another(wall):
    cup, _ = started(6, seats=3)
    for number in (1, 2):
        tap(tablet_browser(table_of(cup, number)), table_of(cup, number), "start_hand")
        wall.now += MINUTE
    assert tap(tablet_browser(table_of(cup, 2)), table_of(cup, 2), "undo").status_code == 200
    assert clock_of(cup).phase is Phase.PLAYING


def test_an_armed_clock_is_stopped_let_go_and_taken_back_by_the_console(wall):
    cup, director = started()

    def press(kind):
        sent = {"kind": kind, "version": refreshed(cup).clock.version, "command_id": str(uuid4())}
        return director.post(f"/t/{cup.code}/clock/act/", sent).status_code

    assert press("next") == 409
    assert press("pause") == 302
    table = table_of(cup)
    assert tap(tablet_browser(table), table, "start_hand").status_code == 409
    wall.now += MINUTE
    assert press("resume") == 302
    assert clock_of(cup).phase is Phase.ARMED
    assert director.post(f"/t/{cup.code}/start/take-back/").status_code == 302
    assert (refreshed(cup).state, refreshed(cup).started_at) == (TournamentState.SEATED, None)
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    assert tap(tablet_browser(table), table, "start_hand").status_code == 200
    assert clock_of(cup).phase is Phase.PLAYING


def test_an_event_called_off_before_its_first_card_ends_its_clock():
    cup, director = started()
    sent = {"reason": "The lights went out"}
    assert director.post(f"/t/{cup.code}/cancel/", sent).status_code == 302
    assert clock_of(cup).phase is Phase.FINISHED


# -- how many play ---------------------------------------------------------------------------------

APPENDICES = [
    pytest.param(*("a", 9, 72, 9), marks=pytest.mark.rule("canberra:A.3.1")),
    pytest.param(*("b", 8, 64, 8), marks=pytest.mark.rule("canberra:B.3.1")),
    pytest.param(*("c", 10, 80, 10), marks=pytest.mark.rule("canberra:C.3.1")),
    pytest.param(*("d", 8, 64, 8), marks=pytest.mark.rule("canberra:D.3.1")),
    pytest.param(*("e", 10, 80, 10), marks=pytest.mark.rule("canberra:E.3.1")),
    pytest.param(*("f", 10, 10, 10), marks=pytest.mark.rule("canberra:F.3.1")),
    pytest.param(*("g", 10, 80, 10), marks=pytest.mark.rule("canberra:G.3.1")),
    pytest.param(*("h", 10, 80, 10), marks=pytest.mark.rule("canberra:H.3.1")),
    pytest.param(*("i", 10, 80, 10), marks=pytest.mark.rule("canberra:I.3.1")),
]


@pytest.mark.parametrize(("appendix", "fewest", "most", "seats"), APPENDICES)
def test_too_few_or_too_many_players_were_kept_out_by_helpers_that_only_tests_called(
    appendix, fewest, most, seats
):
    preset, clause = presets.get(f"canberra-{appendix}"), f"canberra:{appendix.upper()}.3.1"
    director = signed_in(house_director())
    few = registering(fewest - 1, preset=preset, seats=preset.seats_per_table)
    refused = director.post(f"/t/{few.code}/draw/")
    assert refused.status_code == 409
    assert clause in refused.content.decode()
    assert _enters(director, few, 1).status_code == 302
    assert director.post(f"/t/{few.code}/draw/").status_code == 302
    assert table_of(few).seats == seats
    full = registering(2, preset=preset)
    _fill(full, most - 1)
    assert _enters(director, full, 1).status_code == 302
    assert clause in _enters(director, full, 2).content.decode()
    assert full.entries.count() == most


@pytest.mark.parametrize(("appendix", "fewest", "most", "seats"), APPENDICES)
def test_setup_keeps_to_the_players_and_seats_of_the_appendix(appendix, fewest, most, seats):
    preset, clause = presets.get(f"canberra-{appendix}"), f"canberra:{appendix.upper()}.3.1"
    cup, director = registering(preset=preset), signed_in(house_director())
    where = f"/t/{cup.code}/setup/"
    form = form_with(director.get(where).content.decode(), "min_players")
    before = stored()
    for field, number in (
        *(("min_players", fewest - 1), ("max_players", most + 1), ("seats", seats + 1)),
    ):
        refused = director.post(where, form.body(**{field: str(number)}))
        assert refused.status_code == 409, field
        assert clause in refused.content.decode(), field
    assert stored() == before


@pytest.mark.parametrize(("appendix", "fewest", "most", "seats"), APPENDICES)
def test_play_started_with_fewer_than_the_least_when_one_was_put_out_after_the_draw(
    appendix, fewest, most, seats
):
    cup = seated(fewest, preset=presets.get(f"canberra-{appendix}"), seats=seats)
    director, table = signed_in(house_director()), table_of(cup)
    sent = {"kind": "penalise", "penalty": "disqualification", "seat": 2, "reason": "Conduct"}
    sent |= {"version": table.version, "command_id": str(uuid4())}
    act = director.post(f"/t/{cup.code}/tables/{table.number}/floor/act/", sent)
    assert act.status_code == 302
    refused = director.post(f"/t/{cup.code}/start/")
    assert refused.status_code == 409
    assert f"canberra:{appendix.upper()}.3.1" in refused.content.decode()
    assert f"{fewest - 1} players" in refused.content.decode()
    assert refreshed(cup).state == TournamentState.SEATED


def _fill(cup, players):
    """As many entries as that, stored at once."""
    names = [
        Player(name=f"Filler {number}", created_at=NOW)
        for number in range(cup.entries.count(), players)
    ]
    made = Player.objects.bulk_create(names)
    Entry.objects.bulk_create(
        Entry(
            tournament=cup,
            player=player,
            name=player.name,
            number=100 + number,
            registered_at=NOW,
        )
        for number, player in enumerate(made)
    )


def _enters(director, cup, number):
    """One more name at the desk."""
    sent = {"email": f"late{number}@example.org", "born_on": "1990-05-17", "method": "cash"}
    return director.post(f"/t/{cup.code}/entries/", {"name": f"Late {number}", **sent})
