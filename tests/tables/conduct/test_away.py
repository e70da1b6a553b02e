"""Players who are away: on whose word chips are taken, and what they count for in the pots."""

from dataclasses import replace

import pytest
from django.test import Client

from engine.referee.showdown import Proposal
from engine.rulebooks.options import OPENER
from engine.rules import irregularities as what
from engine.structure import presets
from engine.structure.law import Preset
from tables.console.queries import console
from tables.models import HandRecord, Seating, Table
from tables.play.queries import hands
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    NOW,
    award_to,
    entry_in,
    hand_at,
    house_browser,
    offered,
    running,
    seated,
    set_stacks,
    table_of,
    tablet_browser,
    tap,
)
from tests.markup import one_line, said
from tournament.clock.queries import clock as clock_queries
from tournament.models import Bust

pytestmark = pytest.mark.django_db
CANBERRA = replace(presets.get("canberra-e"), starting_stack=5000, min_players=2)
MANILA = replace(presets.get("canberra-a"), starting_stack=5000, min_players=2)
FOURS = replace(presets.get("fours"), starting_stack=1000, min_players=2)


def with_opener(options: str, preset: Preset = CANBERRA, players: int = 4) -> Table:
    """A table whose house has chosen what the opener may do, on its page."""
    cup = seated(players, preset=preset)
    place = [value for value, _ in OPENER.choices].index(options)
    saved = house_browser().post(f"/t/{cup.code}/house-rules/", {"opener_options": place})
    assert saved.status_code == 302
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    return table_of(cup)


def goes_away(table: Table, seat: int) -> None:
    """The tablet says so and the floor confirms it."""
    tap(tablet_browser(table), table, "absent", seat=seat)
    where = f"/t/{table.tournament.code}/seats/away/"
    house_browser().post(where, {"table": table.number, "seat": seat})
    assert Seating.objects.get(table=table, seat=seat, until__isnull=True).is_absent


def opener_seat(table: Table) -> int:
    """Who opens the first betting round of the first hand: the seat after the last blind."""
    blinds = clock_queries.level_now(table.tournament).blinds
    return sorted(seat.seat for seat in hands.seated(table))[len(blinds)]


@pytest.mark.rule("canberra:9.1")
@pytest.mark.rule("canberra:17.3/deduct")
@pytest.mark.parametrize("preset", [CANBERRA, MANILA], ids=["hold'em", "Manila"])
def test_the_player_after_an_absent_opener_had_to_call_and_could_not_fold(
    preset: Preset,
):
    table = with_opener("a", preset)
    opener = opener_seat(table)
    goes_away(table, opener)
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    hand = hand_at(table)
    call = hand.blinds[-1]
    assert hand.began[opener] - hand.stacks[opener] == call, "the compulsory call, once"
    if preset is MANILA:
        tap(tablet, table, "board")
    following = hand_at(table).actor
    assert following == opener + 1
    assert tap(tablet, table, "fold", seat=following).status_code == 200


@pytest.mark.rule("canberra:9.1(c)")
def test_the_player_after_an_absent_opener_had_to_raise_or_fold():
    table = with_opener("c")
    opener = opener_seat(table)
    goes_away(table, opener)
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    assert hand_at(table).stacks[opener] == hand_at(table).began[opener], "no charge"
    assert tap(tablet, table, "call", seat=hand_at(table).actor).status_code == 200


@pytest.mark.rule("canberra:17.3/deduct")
def test_an_absent_opener_with_a_blind_before_him_paid_no_call():
    table = with_opener("a", players=2)
    first = sorted(seat.seat for seat in hands.seated(table))[0]
    goes_away(table, first)
    tap(tablet_browser(table), table, "start_hand")
    record = HandRecord.objects.get(table=table)
    assert record.ended_at is not None, "the other player wins it"
    small, big = hand_at(table).blinds
    assert hand_at(table).stacks[first] == 5000 - big, f"{big - small} besides the small blind"


@pytest.mark.rule("canberra:13.2")
def test_a_short_all_in_won_the_whole_call_of_an_absent_opener():
    table = with_opener("a")
    opener = opener_seat(table)
    short, _, _, rich = sorted(seat.seat for seat in hands.seated(table))
    set_stacks(table, {short: 30, rich: 9970})
    goes_away(table, opener)
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    big = hand_at(table).blinds[-1]
    assert big > 30
    while (seat := hand_at(table).actor) >= 0:
        offer = offered(table)
        tap(tablet, table, "stand" if offer.stand.is_allowed else "call", seat=seat)
    main, side = pots_at_the_showdown(tablet, table)
    assert main.amount == 4 * 30, "as much of it as the short player put in"
    assert side.amount == 3 * (big - 30)


def pots_at_the_showdown(tablet: Client, table: Table) -> tuple[Proposal, ...]:
    """Everybody checks to the end."""
    while offered(table).phase in ("deal", "bet"):
        seat = hand_at(table).actor
        if seat < 0:
            tap(tablet, table, "board")
        else:
            tap(tablet, table, "check", seat=seat)
    return offered(table).pots


@pytest.mark.rule("fours:leave-2")
def test_a_short_all_in_won_the_whole_blind_of_a_player_who_was_away():
    cup = running(4, preset=FOURS)
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    tap(tablet, table, "start_hand")
    hand = hand_at(table)
    away, short = hand.blind_seats[1], hand.blind_seats[0]
    tap(tablet, table, "undo")
    rich = next(seat for seat in hand.seats if seat not in (away, short))
    set_stacks(table, {short: 5, rich: 1995})
    tap(tablet, table, "absent", seat=away)
    tap(tablet, table, "start_hand")
    big = hand_at(table).blinds[-1]
    while (seat := hand_at(table).actor) >= 0:
        tap(tablet, table, "call", seat=seat)
    main, side = pots_at_the_showdown(tablet, table)
    assert (main.amount, side.amount) == (4 * 5, 3 * (big - 5))
    assert away not in main.seats


@pytest.mark.rule("fours:leave-2")
def test_the_stored_pot_left_out_what_the_winner_had_put_in_against_an_absent_blind():
    cup = running(3, preset=FOURS)
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    tap(tablet, table, "start_hand")
    small_seat, away = hand_at(table).blind_seats
    tap(tablet, table, "undo")
    tap(tablet, table, "absent", seat=away)
    tap(tablet, table, "start_hand")
    small, big = hand_at(table).blinds
    tap(tablet, table, "fold", seat=hand_at(table).actor)
    record = HandRecord.objects.filter(table=table).latest("number")
    winner = next(player["name"] for player in record.players if player["seat"] == small_seat)
    assert (record.pot, record.winners) == (small + big, winner)
    assert console.ledger(cup.pk).ok


@pytest.mark.rule("charity:4.5")
def test_the_tablet_alone_took_an_absent_players_blinds_at_a_charity_event():
    cup = running(4, preset=presets.get("charity"))
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    seat = hands.seated(table)[1].seat
    assert tap(tablet, table, "absent", seat=seat).status_code == 200
    asked = Seating.objects.get(table=table, seat=seat, until__isnull=True)
    assert (asked.is_absent, asked.absence_asked_at is not None) == (False, True)
    refused = tap(tablet, table, "start_hand")
    assert refused.status_code == 409
    assert 'data-clause="charity:4.5"' in refused.content.decode()
    console = said(house_browser().get(f"/t/{cup.code}/console/"))
    assert "taken as they fall due (Charity 4.5)." in console
    where = f"/t/{cup.code}/seats/away/"
    house_browser().post(where, {"table": table.number, "seat": seat})
    pot = 0
    for _ in range(len(hands.seated(table))):
        assert tap(tablet, table, "start_hand").status_code == 200
        hand = hand_at(table)
        assert seat in hand.away
        posted = dict(zip(hand.blind_seats, hand.blinds, strict=True)).get(seat, 0)
        assert hand.began[seat] - hand.stacks[seat] == posted, "no more than is compulsory"
        assert hand.pot == sum(hand.blinds), "and it lies in the pot"
        pot += posted
        while not hand_at(table).is_over:
            tap(tablet, table, "fold", seat=hand_at(table).actor)
    assert pot == sum(hand_at(table).blinds), "once round the table"


@pytest.mark.rule("charity:4.5")
def test_an_absent_player_whose_stack_ran_out_in_the_blinds_is_out():
    cup = running(3, preset=replace(presets.get("charity"), min_players=2))
    table, tablet = table_of(cup), tablet_browser(table_of(cup))
    tap(tablet, table, "start_hand")
    away = hand_at(table).blind_seats[1]
    tap(tablet, table, "undo")
    entry = entry_in(table, away)
    others = [one.seat for one in hands.seated(table) if one.seat != away]
    whole = sum(one.entry.stack for one in hands.seated(table))
    set_stacks(table, {away: 20, others[0]: 1000, others[1]: whole - 1020})
    goes_away(table, away)
    tap(tablet, table, "start_hand")
    assert hand_at(table).stacks[away] == 0
    while (seat := hand_at(table).actor) >= 0:
        kind = "call" if hand_at(table).bets[seat] < hand_at(table).bet_to_match else "check"
        tap(tablet, table, kind, seat=seat)
    while not hand_at(table).is_over:
        if tap(tablet, table, "skip_board").status_code != 200:
            award_to(table, others[0])
        elif (seat := hand_at(table).actor) >= 0:
            tap(tablet, table, "check", seat=seat)
    assert Bust.standing.get().entry == entry


# -- blinds that were not posted ------------------------------------------------------------------


def reported(tablet: Client, table: Table, detail: str) -> tuple[int, tuple[int, ...]]:
    """Somebody was dealt in without the post, has acted, and it is seen then."""
    tap(tablet, table, "start_hand")
    tap(tablet, table, "fold", seat=hand_at(table).actor)
    seat = hand_at(table).actor
    tap(tablet, table, "call", seat=seat)
    answer = tap(tablet, table, "happened", what=what.NOT_POSTED, detail=detail, seat=seat)
    assert answer.status_code == 200
    assert "with the next hand" in answer.content.decode()
    return seat, hand_at(table).blinds


def fold_out(tablet: Client, table: Table) -> None:
    while not hand_at(table).is_over:
        tap(tablet, table, "fold", seat=hand_at(table).actor)


@pytest.mark.rule("adelaide:65b")
@pytest.mark.rule("adelaide:66b")
@pytest.mark.parametrize(("detail", "is_back"), [("", False), ("came back", True)])
def test_a_blind_that_was_not_posted_was_only_ordered_and_never_taken(detail: str, is_back: bool):
    table = table_of(running(5))
    tablet = tablet_browser(table)
    seat, (small, big) = reported(tablet, table, detail)
    fold_out(tablet, table)
    tap(tablet, table, "start_hand")
    hand = hand_at(table)
    taken = hand.began[seat] - hand.stacks[seat]
    assert taken == big + (small if is_back else 0)
    assert hand.bets[seat] == big, "the big blind is live, the small one dead"
    fold_out(tablet, table)
    tap(tablet, table, "start_hand")
    hand = hand_at(table)
    posted = dict(zip(hand.blind_seats, hand.blinds, strict=True)).get(seat, 0)
    assert hand.began[seat] - hand.stacks[seat] == posted, "once only"


@pytest.mark.rule("adelaide:66b")
def test_a_blind_owed_was_forgotten_when_the_hand_that_took_it_was_misdealt():
    table = table_of(running(5))
    tablet = tablet_browser(table)
    seat, (small, big) = reported(tablet, table, "came back")
    fold_out(tablet, table)
    tap(tablet, table, "start_hand")
    tap(tablet, table, "happened", what=what.EXPOSED_HOLE_CARD, count=2)
    assert hand_at(table).ended == "misdeal"
    assert tap(tablet, table, "start_hand").status_code == 200
    assert hand_at(table).began[seat] - hand_at(table).stacks[seat] == small + big


@pytest.mark.rule("adelaide:65b")
def test_a_report_taken_back_left_its_blind_to_be_paid():
    table = table_of(running(5))
    tablet = tablet_browser(table)
    seat, _ = reported(tablet, table, "")
    tap(tablet, table, "undo")
    fold_out(tablet, table)
    tap(tablet, table, "start_hand")
    assert seat not in hand_at(table).blind_seats
    assert hand_at(table).stacks[seat] == hand_at(table).began[seat]


def test_the_seat_of_an_absent_player_read_folded_in_a_hand():
    cup = running(4, preset=replace(presets.get("fours"), min_players=2))
    table = table_of(cup)
    tablet = tablet_browser(table)
    assert tap(tablet, table, "absent", seat=2).status_code == 200
    assert tap(tablet, table, "start_hand").status_code == 200
    while (turn := hand_at(table).actor) >= 0 and hand_at(table).street == 0:
        kind = "call" if hand_at(table).bets[turn] < hand_at(table).bet_to_match else "check"
        assert tap(tablet, table, kind, seat=turn).status_code == 200
    page = tablet.get(f"/t/{cup.code}/tables/1/tablet/").content.decode()
    seat = one_line(page).partition('id="seat-2"')[2].partition('id="seat-3"')[0]
    assert "Absent" in seat
    assert "Folded" not in seat
