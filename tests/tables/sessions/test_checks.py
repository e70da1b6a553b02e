"""The checklist before a session: each line green or red, the start refused where it must be."""

from dataclasses import replace

import pytest

from engine.refusal import Refused
from engine.structure import presets
from tables.chips.services import bags
from tables.crew.services import dealer_rota
from tables.models import DealerDuty, Device
from tables.play.services import play, undoing
from tables.seating.services import seating
from tables.sessions.queries import checks
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    cards_ready,
    house_director,
    paired_tablet,
    refreshed,
    request,
    running,
    seated,
    signed_in,
    stored,
    table_of,
    user,
)
from tournament.house.queries import people
from tournament.models import PostedDocument, Staff, Tournament
from tournament.permissions import Forbidden, Role

pytestmark = pytest.mark.django_db
IGR = replace(presets.get("igr"), starting_stack=1000)


def lines(cup: Tournament) -> dict[str, checks.Line]:
    return {line.title: line for line in checks.page(refreshed(cup), now=NOW).lines}


def red(cup: Tournament) -> set[str]:
    return {title for title, line in lines(cup).items() if not line.is_ok}


def start(cup: Tournament) -> None:
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)


def test_what_is_missing_is_red_with_what_to_do_and_turns_green():
    cup = seated(4, seats=2)
    cup.structure["card_steps"] = "book"
    cup.save(update_fields=["structure"])
    assert red(cup) == {"Dealers", "Decks", "Tablets"}
    assert lines(cup)["Tablets"].words == "No tablet at tables 1, 2: pair one."
    page = signed_in(house_director()).get(f"/t/{cup.code}/checks/").content.decode()
    assert "Play can start; red items are warnings." in page
    for number in (1, 2):
        paired_tablet(table_of(cup, number))
    assert red(cup) == {"Dealers", "Decks"}
    start(cup)


@pytest.mark.rule("charity:5.3.1")
def test_what_the_setup_lacks_is_on_the_list_as_it_is_among_the_steps():
    cup = seated(4, preset=replace(presets.get("charity"), starting_stack=2000))
    assert lines(cup)["Setup"].is_ok
    PostedDocument.objects.filter(tournament=cup, what="shoe").delete()
    line = lines(cup)["Setup"]
    assert (line.is_refused, line.to[1]) == (True, "Posted and provided")
    assert "Charity 5.3.1" in line.words
    with pytest.raises(Refused, match="a shoe for one deck at every table"):
        start(cup)


@pytest.mark.rule("adelaide:App1.1c")
def test_levels_the_book_does_not_allow_are_needed_and_refused_however_they_came():
    cup = seated(2, preset=presets.get("adelaide-no-limit"))
    assert lines(cup)["Setup"].is_ok
    cup.structure["schedule"]["rows"][0]["blinds"] = [50]
    cup.save(update_fields=["structure"])
    line = lines(cup)["Setup"]
    assert (line.is_refused, "Adelaide app. 1, 1(c)" in line.words) == (True, True)
    with pytest.raises(Refused, match="Level 1 needs two blinds") as refused:
        start(cup)
    assert refused.value.clause == "adelaide:App1.1c"


@pytest.mark.rule("igr:6.01")
@pytest.mark.rule("igr:6.01(g)")
def test_igr_shows_its_seven_parts_and_starts_with_a_dealer_at_every_table_only():
    cup = seated(4, preset=IGR, seats=2)
    parts = checks.page(cup, now=NOW).parts
    assert [line.clause for line in parts] == [f"igr:6.01({letter})" for letter in "abcdefg"]
    assert all(line.is_ok for line in parts[4:])
    DealerDuty.objects.filter(table__number=2).update(until=NOW)
    assert lines(cup)["Dealers"].is_refused
    with pytest.raises(Refused, match="Give these tables a dealer first: 2") as refused:
        start(cup)
    assert refused.value.clause == "igr:6.01(g)"
    page = signed_in(house_director()).get(f"/t/{cup.code}/checks/").content.decode()
    assert "Licensee's responsibilities" in page
    assert "Needed" in page


@pytest.mark.rule("igr:6.01(g)")
def test_nobody_deals_at_two_tables():
    cup = seated(4, preset=IGR, seats=2)
    first = DealerDuty.objects.get(table__number=1)
    floor = signed_in(user("flo", cup, Role.FLOOR))
    sent = {"kind": "assign", "table": 2, "user": first.user_id}
    assert floor.post(f"/t/{cup.code}/checks/act/", sent).status_code == 302
    on_duty = DealerDuty.objects.filter(until__isnull=True)
    assert [(duty.table.number, duty.user_id) for duty in on_duty] == [(2, first.user_id)]
    with pytest.raises(Refused, match="Appoint this person as dealer first"):
        dealer_rota.assign(tournament_id=cup.pk, number=1, user_id=999, actor=DIRECTOR, now=NOW)


@pytest.mark.rule("igr:A.2(u)")
def test_only_the_dealer_of_the_table_deals_there():
    cup = running(4, preset=IGR, seats=2)
    table = table_of(cup, 1)
    mine, other = (DealerDuty.objects.get(table__number=number).user for number in (1, 2))
    with pytest.raises(Refused, match="Only the dealer of table 1 deals here") as refused:
        play.start_hand(request(table, actor=people.actor(other)))
    assert refused.value.clause == "igr:A.2(u)"
    steps = cards_ready(table)
    play.start_hand(request(table, actor=people.actor(mine)), card_steps=steps)
    outsider = user("out")
    with pytest.raises(Forbidden):
        play.start_hand(request(table_of(cup, 2), actor=people.actor(outsider)))


def test_a_dealer_who_was_relieved_hears_that_the_last_tap_is_done():
    cup = running(4, preset=IGR, seats=2)
    table = table_of(cup, 1)
    dealer = people.actor(DealerDuty.objects.get(table__number=1).user)
    tapped, steps = request(table, actor=dealer), cards_ready(table)
    play.start_hand(tapped, card_steps=steps)
    dealer_rota.assign(tournament_id=cup.pk, number=1, user_id=None, actor=DIRECTOR, now=NOW)
    before = stored()
    play.start_hand(tapped, card_steps=steps)
    assert stored() == before
    with pytest.raises(Refused, match="Only the dealer of table 1 deals here"):
        undoing.undo(request(table, actor=dealer))


def test_bags_and_silent_tablets_are_on_the_list():
    cup = running(2)
    paired_tablet(table_of(cup))
    Device.objects.update(last_seen=NOW - 5 * MINUTE)
    assert lines(cup)["Tablets"].words == "Silent at table 1: wake it or pair another."
    bags.end_session(tournament_id=cup.pk, because="", actor=DIRECTOR, now=NOW + MINUTE)
    assert lines(cup)["Bags"].is_refused
    assert Staff.objects.filter(tournament=cup).count() == 0
