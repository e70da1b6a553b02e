"""Setup and conditions: what is offered, what speaks against it, what entrants agree to."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import games, rulebooks
from engine.chips import Chip
from engine.entries.law import AddOns, Rebuys
from engine.office import conditions_sheet
from engine.refusal import Refused
from engine.structure import offers, presets, structure
from engine.structure.law import Preset
from tables.seating.services import seating
from tests import written_forms
from tests.factories import (
    ADULT,
    DIRECTOR,
    NOW,
    for_a_good_cause,
    house_director,
    refreshed,
    registering,
    running,
    seated,
    signed_in,
    stored,
)
from tests.licensed import staffed
from tests.markup import one_line, said
from tests.refusals import refused
from tournament.clock.queries import clock as clock_queries
from tournament.entries.services import entries
from tournament.models import Acceptance, Donation, Entry, Session, Tournament
from tournament.setup.queries import conditions as queries
from tournament.setup.queries import setup_steps
from tournament.setup.services import conditions, readiness, setup, tournaments

ADELAIDE = presets.get("adelaide-no-limit")
CHARITY = presets.get("charity")
IGR = presets.get("igr")

pytestmark = pytest.mark.django_db
CANBERRA = presets.get("canberra-h")


def by(cup: Tournament) -> dict[str, Any]:
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}


def offer_of(cup: Tournament, **parts: Any) -> offers.Offer:
    return replace(offers.of(cup.structure, game=cup.game), **parts)


def sent(cup: Tournament, **parts: Any) -> dict[str, Any]:
    """The setup form as the page would send it."""
    offer = offers.of(cup.structure, game=cup.game)
    return {
        "name": cup.name,
        "game": offer.game,
        "stack": offer.stack,
        "seats": offer.seats,
        "min_players": offer.min_players,
        "max_players": offer.max_players,
        "least_chips": offer.least_chips,
        "entry_price": offer.entry_price // 100,
        "rebuys": offer.sold.rebuys_until or "",
        "add_ons": offer.sold.add_ons_from or "",
        "add_ons_end": offer.sold.add_ons_until or "",
        "chip": [chip.denomination for chip in offer.chips],
        "colour": [chip.colour for chip in offer.chips],
        **parts,
    }


def plain(words: str) -> str:
    """Without the commas that part thousands."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", words)


# -- what may be offered ---------------------------------------------------------------------------


@pytest.mark.rule("canberra:decl")
@pytest.mark.rule("canberra:4.3(a)")
def test_canberra_offers_its_nine_games_and_refuses_any_other():
    assert len(rulebooks.get("canberra").presets) == 9
    appendices = {preset.key[-1] for preset in rulebooks.get("canberra").presets}
    assert appendices == set("abcdefghi")
    cup = registering(preset=CANBERRA)
    known = {game.id for game in offers.games_of(rulebooks.get("canberra"))}
    for game in set(games.ids()) - known:
        with pytest.raises(Refused):
            setup.change(name="Cup", offer=offer_of(cup, game=game), **by(cup))
    refused("canberra:decl", setup.change, name="Cup", offer=offer_of(cup, game="lhe"), **by(cup))


@pytest.mark.rule("canberra:4.3(b)")
def test_the_least_chips_to_take_part_are_set_on_the_page_and_told_before_play():
    cup = registering(CANBERRA.min_players, preset=CANBERRA)
    director, where = signed_in(house_director()), f"/t/{cup.code}/setup/"
    told = "A player needs at least 500 chips to take part."
    pages = [f"/t/{cup.code}/signs/charges/", reverse("public-conditions", args=[cup.code])]

    def send(least: int) -> Any:
        form = written_forms.form_with(director.get(where).content.decode(), "least_chips")
        return director.post(where, form.body(least_chips=str(least)))

    assert not [page for page in pages if "to take part." in said(Client().get(page))]
    above = send(cup.structure["stack"] + 25)
    assert above.status_code == 409
    assert "canberra:4.3(b)" in above.content.decode()
    assert send(500).status_code == 302
    assert [page for page in pages if told not in said(Client().get(page))] == []
    form = written_forms.form_with(director.get(where).content.decode(), "least_chips")
    assert form["least_chips"].value == "500"
    assert director.post(f"/t/{cup.code}/draw/").status_code == 302
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    before = stored()
    assert send(25).status_code == 409
    assert stored() == before


@pytest.mark.rule("canberra:4.3")
def test_nothing_of_canberras_setup_changes_once_play_has_begun():
    cup = running(CANBERRA.min_players, preset=CANBERRA)
    refused("canberra:4.3", setup.change, name="Cup", offer=offer_of(cup, stack=25), **by(cup))
    refused("canberra:4.3", setup.take_preset, preset="friday", **by(cup))
    page = one_line(signed_in(house_director()).get(f"/t/{cup.code}/setup/").content.decode())
    assert "Play has begun: the setup is fixed." in page


@pytest.mark.rule("adelaide:88")
def test_the_house_alters_an_event_before_and_during_play_with_reason_time_and_author():
    cup = running(2, preset=ADELAIDE)
    fewer = offer_of(cup, max_players=100)
    refused("adelaide:88", setup.change, name="Cup", offer=fewer, **by(cup))
    with pytest.raises(Refused, match="only the name and the numbers"):
        setup.change(name="Cup", offer=offer_of(cup, least_chips=25), reason="x", **by(cup))
    browser = signed_in(house_director())
    where = f"/t/{cup.code}/setup/"
    assert "Reason for change" in browser.get(where).content.decode()
    body = sent(cup, max_players=100, reason="A table broke down")
    assert browser.post(where, body).status_code == 302
    told = cup.journal.get(name="setup.altered")
    assert told.data == {"words": "maximum players 300 to 100", "reason": "A table broke down"}
    assert refreshed(cup).structure["max_players"] == 100
    refused("", setup.take_preset, preset="friday", **by(cup))
    open_cup = registering(2, preset=ADELAIDE)
    refused("adelaide:88", setup.change, name="Cup", offer=offer_of(open_cup), **by(open_cup))
    tournaments.cancel(reason="Storm", **by(cup))
    called_off = cup.journal.get(name="tournament.called_off")
    assert (called_off.data["reason"], called_off.by) == ("Storm", DIRECTOR.name)


def test_the_setup_leads_step_by_step_until_nothing_is_missing():
    cup = registering(preset=CHARITY)
    browser = signed_in(house_director())
    page = browser.get(f"/t/{cup.code}/setup/").content.decode()
    assert "Next: Donations" in page
    for_a_good_cause(cup)
    page = browser.get(f"/t/{cup.code}/setup/").content.decode()
    assert "Next: Staff" in page
    staffed(cup, now=NOW)
    page = browser.get(f"/t/{cup.code}/setup/").content.decode()
    assert "Setup complete" in page
    assert "Next:" not in page


def test_every_book_names_what_its_setup_still_lacks():
    for preset, lacking in (
        (IGR, ["money", "prizes", "tickets", "staff"]),
        (presets.get("fours"), []),
        (ADELAIDE, []),
    ):
        found = setup_steps.of(registering(preset=preset))
        missing = [step.url for step in found if step.state == setup_steps.MISSING]
        assert missing == lacking, preset.key


def test_before_anybody_entered_the_setup_needs_no_reason():
    cup = registering(preset=ADELAIDE)
    setup.change(name="Autumn Cup", offer=offer_of(cup, max_players=100), **by(cup))
    told = cup.journal.get(name="setup.changed")
    assert told.data["words"] == "name Friday Cup to Autumn Cup; maximum players 300 to 100"
    assert (told.by, told.at) == (DIRECTOR.name, NOW)


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"stack": 1010}, "stack"),
        ({"chips": (Chip(25, "green"), Chip(25, "red"))}, "chips"),
        ({"min_players": 1}, "min_players"),
        ({"max_players": 1}, "max_players"),
        ({"seats": 11}, "seats"),
        ({"game": "chess"}, "game"),
    ],
)
def test_an_offer_that_cannot_be_is_doubted_by_its_field(parts, field: str):
    offer = replace(offers.of(_plain(ADELAIDE), game="nlhe"), **parts)
    found = offers.doubts(offer, _plain(ADELAIDE), rulebook="adelaide", preset=ADELAIDE.key)
    assert field in [doubt.field for doubt in found]


def _plain(preset: Preset) -> dict[str, Any]:
    return structure.to_plain(preset)


def test_law_and_offer_are_compared_while_one_types_and_nothing_is_kept():
    cup = registering(preset=CHARITY)
    browser = signed_in(house_director())
    where = f"/t/{cup.code}/setup/"
    fine = browser.post(f"{where}check/", sent(cup)).content.decode()
    assert "Allowed by the rulebook" in fine
    priced = browser.post(f"{where}check/", sent(cup, entry_price="10")).content.decode()
    assert "(Charity 2.4)" in priced
    odd = browser.post(f"{where}check/", sent(cup, stack="many")).content.decode()
    assert "whole number" in odd
    assert browser.post(where, sent(cup, entry_price="10")).status_code == 409
    assert refreshed(cup).structure == cup.structure
    assert browser.post(where, sent(cup, stack="2500")).status_code == 302
    assert refreshed(cup).structure["stack"] == 2500


def test_another_rulebook_is_taken_from_its_preset_while_nobody_has_entered():
    cup = registering(preset=CHARITY)
    signed_in(house_director()).post(f"/t/{cup.code}/setup/preset/", {"preset": "igr"})
    assert refreshed(cup).rulebook == "igr"
    entered = registering(2)
    with pytest.raises(Refused, match="have entered"):
        setup.take_preset(preset="igr", **by(entered))
    with pytest.raises(Refused, match="have their chips"):
        setup.change(name="Cup", offer=offer_of(entered, stack=2000), **by(entered))


@pytest.mark.rule("igr:A.2(i)")
def test_an_igr_re_buy_costs_and_brings_what_the_entry_does_when_the_setup_changes():
    cup = registering(preset=IGR)
    setup.change(name="Cup", offer=offer_of(cup, stack=2000, entry_price=4000), **by(cup))
    terms = structure.rebuys(refreshed(cup).structure)
    assert isinstance(terms, Rebuys)
    assert (terms.chips, terms.price, terms.stack_below) == (2000, 4000, 2000)
    too_little = offer_of(cup, entry_price=1000)
    refused("igr:A.2(a)", setup.change, name="Cup", offer=too_little, **by(cup))


@pytest.mark.rule("fours:buyin-1")
def test_every_4s_player_starts_with_two_thousand_chips():
    cup = registering(preset=presets.get("fours"))
    refused("fours:buyin-1", setup.change, name="Cup", offer=offer_of(cup, stack=2500), **by(cup))
    page = signed_in(house_director()).post(f"/t/{cup.code}/setup/check/", sent(cup, stack="1500"))
    assert "(4S rules, buy-in)" in page.content.decode()


@pytest.mark.rule("fours:seating-1")
def test_setup_let_4s_have_two_tables_whose_seats_nobody_could_draw():
    cup = registering(8, preset=presets.get("fours"))
    browser, where = signed_in(house_director()), f"/t/{cup.code}/setup/"
    page = browser.post(where, sent(cup, seats="4")).content.decode()
    assert "Seats are drawn by card at one table: it needs 8 seats." in one_line(page)
    assert "fours:seating-1" in page
    assert browser.post(f"/t/{cup.code}/draw/").status_code == 302
    assert cup.tables.count() == 1


@pytest.mark.rule("charity:8.2")
@pytest.mark.rule("charity:10.1.1")
def test_charity_does_not_begin_with_unequal_stacks():
    cup, director = seated(3, preset=CHARITY), signed_in(house_director())
    everybody, alike = Entry.objects.filter(tournament=cup), cup.structure["stack"]
    for other in (alike - 1, alike + 1, 0):
        everybody.filter(number=1).update(stack=other)
        before = stored()
        answer = director.post(f"/t/{cup.code}/start/")
        assert answer.status_code == 409
        assert "charity:10.1.1" in answer.content.decode()
        assert stored() == before
    everybody.filter(number=1).update(stack=alike)
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    assert set(everybody.values_list("stack", flat=True)) == {alike}


@pytest.mark.rule("igr:A.2(a)")
def test_igr_does_not_begin_with_unequal_stacks():
    cup = seated(3, preset=IGR)
    Entry.objects.filter(tournament=cup, number=1).update(stack=4000)
    refused("igr:A.2(a)", seating.start_play, **by(cup))


@pytest.mark.rule("charity:5.3")
@pytest.mark.rule("charity:5.3.1")
def test_a_charity_table_opens_with_shoe_and_button():
    cup = seated(2, preset=CHARITY)
    cup.posted.filter(what="button").delete()
    refused("charity:5.3", readiness.check_start, cup, now=NOW)
    cup.posted.all().delete()
    refused("charity:5.3.1", readiness.check_start, cup, now=NOW)
    page = signed_in(house_director()).get(f"/t/{cup.code}/licence/").content.decode()
    assert "A shoe for one deck at every table" in page


# -- the conditions sheet --------------------------------------------------------------------------


@pytest.mark.rule("charity:3.2")
@pytest.mark.rule("charity:3.2(a)")
@pytest.mark.rule("charity:3.2(b)")
@pytest.mark.rule("charity:3.2(c)")
@pytest.mark.rule("charity:3.2(d)")
@pytest.mark.rule("charity:3.2(e)")
@pytest.mark.rule("charity:3.2(g)")
@pytest.mark.rule("charity:3.2(h)")
@pytest.mark.rule("charity:3.2(i)")
@pytest.mark.rule("charity:2.6")
def test_the_charity_sheet_states_every_item_under_whatever_name_the_event_has():
    cup = for_a_good_cause(registering(2, preset=CHARITY))
    setup.change(name="Mayor's Cup", offer=offer_of(cup), **by(cup))
    page = signed_in(house_director()).get(f"/t/{cup.code}/conditions/").content.decode()
    assert "Mayor&#x27;s Cup, played under the rules of" in page
    assert "Charity poker" in page
    for words in (
        "Every player begins with 5,000 chips.",
        "The minimum bet is the big blind of the level.",
        "Any amount from the minimum bet or raise up to all-in.",
        wagers(cup),
        "Amounts rise with each level, for hands dealt after it begins.",
        "Places follow the order in which players go out",
        "Seats are drawn at random",
        "Time may be called on a player who takes too long.",
        "No bonus rounds.",
        "An elimination round may be announced between hands",
        "By invitation only",
        "who may lawfully be here and may lawfully gamble",
        "at its own discretion",
        "donations to the winners&#x27; charities, place 1 $1,000",
        "The tournament supervisor runs the event under these conditions",
        "Where they differ, the rules prevail.",
    ):
        assert plain(words) in plain(page), words


@pytest.mark.rule("charity:3.2(c)")
@pytest.mark.rule("charity:3.2(e)")
def test_the_charity_sheet_states_heats_second_chances_and_bonus_rounds():
    cup = registering(2, preset=CHARITY)
    cup.structure["bonus_rounds"] = [500, 1000]
    cup.save()
    final = cup.sessions.create(number=1, kind="final")
    second = cup.sessions.create(number=2, kind="second", advances_to=final, advancing=1)
    for number in (3, 4):
        cup.sessions.create(number=number, kind="heat", advances_to=final, advancing=2)
    Session.objects.filter(pk=second.pk).update(advance_by="count")
    page = plain(Client().get(f"/t/{cup.code}/conditions/").content.decode())
    for words in (
        "Heat 3: ends when one player is left; the best 2 of each table go on to Final 1.",
        "Heat 4: ends when one player is left; the best 2 of each table go on to Final 1.",
        "Second chance 2: for everybody who did not advance from Heat 3 or Heat 4; ends when one "
        "player is left; the winner goes on to Final 1.",
        "Final 1: ends when one player is left; the last player left, or the one with most chips "
        "at its end, wins.",
        "Bonus rounds: 2, with 500, then 1000 chips from the house in the pot; each is "
        "announced between hands.",
    ):
        assert words in page, words


def wagers(cup: Tournament) -> str:
    """Every level of the schedule, with its minutes."""
    levels = clock_queries.schedule_of(cup).levels
    assert len({level.minutes for level in levels}) == 1
    amounts = ", ".join(clock_queries.level_text(level) for level in levels)
    return f"Levels of {levels[0].minutes} minutes: {amounts}."


@pytest.mark.rule("charity:3.2(i)")
def test_no_condition_of_the_house_overrides_a_rule_of_the_book():
    cup = registering(preset=CHARITY)
    before = refreshed(cup).structure
    refused("charity:2.4", setup.change, name="C", offer=offer_of(cup, entry_price=1000), **by(cup))
    assert refreshed(cup).structure == before
    conditions.write(words={"rules": "The house decides."}, asks_acceptance=False, **by(cup))
    said = queries.all_words(cup, queries.find(cup))["rules"]
    assert "Where they differ, the rules prevail." in said
    assert said.endswith("The house decides.")


@pytest.mark.rule("charity:3.2")
def test_play_does_not_begin_while_an_item_says_nothing():
    cup = seated(2, preset=CHARITY)
    Donation.objects.filter(tournament=cup).delete()
    refused("charity:3.2(h)", readiness.check_start, cup, now=NOW)
    words = {"prizes": "Donations as the board decides.", "extra": "No photographs."}
    conditions.write(words=words, asks_acceptance=False, **by(cup))
    readiness.check_start(cup, now=NOW)
    sheet = queries.sheet(cup)
    assert (sheet.version, sheet.extra, sheet.missing) == (1, "No photographs.", [])
    for item in conditions_sheet.wanted("charity"):
        said = {key: "words" for key in conditions_sheet.LABELS if key != item}
        clause = conditions_sheet.clause("charity", item)
        refused(clause, conditions_sheet.check_complete, said, rulebook="charity")


@pytest.mark.rule("charity:3.3")
def test_an_entry_without_its_written_agreement_is_refused_where_that_is_asked():
    cup = registering(preset=CHARITY)
    enter = {"name": "Ann", **by(cup)}
    entries.register(wish=ADULT, **enter)
    conditions.write(words={}, asks_acceptance=True, **by(cup))
    conditions.write(words={"extra": "No hats."}, asks_acceptance=True, **by(cup))
    other = {**enter, "name": "Ben"}
    refused("charity:3.3", entries.register, wish=ADULT, **other)
    entries.register(wish=replace(ADULT, has_agreed=True), **other)
    kept = Acceptance.objects.get(tournament=cup)
    assert (kept.entry.name, kept.version, kept.at, kept.by) == ("Ben", 2, NOW, DIRECTOR.name)
    assert cup.journal.filter(name="conditions.accepted").exists()


def test_conditions_are_versions_until_play_begins_and_print_as_a_pdf():
    cup = running(2)
    refused("", conditions.write, words={}, asks_acceptance=False, **by(cup))
    open_cup = registering()
    browser = signed_in(house_director())
    where = f"/t/{open_cup.code}/conditions/"
    browser.post(f"{where}edit/", {"play": "Phones stay in the pocket.", "asks_acceptance": "on"})
    assert "Phones stay in the pocket." in browser.get(where).content.decode()
    assert browser.get(f"{where}paper/").content.startswith(b"%PDF")
    assert "Save as version 2" in browser.get(f"{where}edit/").content.decode()


@pytest.mark.rule("adelaide:30")
def test_every_entrant_gets_the_set_starting_stack_and_the_sheet_says_so():
    cup = registering(3, preset=ADELAIDE)
    assert set(cup.entries.values_list("stack", flat=True)) == {ADELAIDE.starting_stack}
    stack = queries.generate(cup)[conditions_sheet.STACK]
    assert plain(stack).startswith("Every player begins with 10000 chips.")
    page = said(Client().get(reverse("public-conditions", args=[cup.code])))
    assert "Every player begins with 10,000 chips." in page


# -- how long chips are sold -----------------------------------------------------------------------


@pytest.mark.rule("adelaide:1.Re-buy")
def test_the_house_sets_how_long_rebuys_and_add_ons_are_sold_where_the_book_leaves_it_free():
    cup = registering(preset=presets.get("friday"))
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/setup/").content.decode()
    assert "Rebuy period (min)" in page
    said = sent(cup, rebuys=90, add_ons=90, add_ons_end="")
    assert director.post(f"/t/{cup.code}/setup/", said).status_code == 302
    kept = refreshed(cup).structure
    rebuys, add_ons = structure.rebuys(kept), structure.add_ons(kept)
    assert isinstance(rebuys, Rebuys)
    assert isinstance(add_ons, AddOns)
    assert (rebuys.minutes, add_ons.from_minute, add_ons.until_minute) == (90, 90, None)
    line = cup.journal.get(name="setup.changed")
    assert line.data["words"].startswith(
        "rebuy period in minutes 60 to 90; add-ons from minute 60 to 90"
    )


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"rebuys": 0}, "at least one"),
        ({"rebuys": ""}, "at least one"),
        ({"add_ons": ""}, "from which minute"),
        ({"add_ons": 60, "add_ons_end": 60}, "end after they begin"),
    ],
)
def test_minutes_in_which_nothing_is_sold_are_refused(parts, why):
    cup = registering(preset=presets.get("friday"))
    answer = signed_in(house_director()).post(f"/t/{cup.code}/setup/", sent(cup, **parts))
    assert (answer.status_code, why in answer.content.decode()) == (409, True)
    assert refreshed(cup).structure == cup.structure


@pytest.mark.rule("canberra:E.3.3")
def test_canberra_s_minutes_of_rebuys_are_not_the_house_s_to_set():
    cup = registering(preset=presets.get("canberra-e"))
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/setup/").content.decode()
    assert "Rebuys for the first 90 minutes, by the rulebook." in page
    before = cup.journal.count()
    director.post(f"/t/{cup.code}/setup/", sent(cup, rebuys=400, add_ons=5))
    assert (refreshed(cup).structure, cup.journal.count()) == (cup.structure, before)


def test_chips_that_the_schedule_cannot_be_played_with_are_refused():
    cup = registering(preset=presets.get("friday"))
    chips = {"chip": [20, 50, 100], "colour": ["red", "blue", "green"], "stack": 5000}
    answer = signed_in(house_director()).post(f"/t/{cup.code}/setup/", sent(cup, **chips))
    assert answer.status_code == 409
    assert "The schedule does not go with these chips." in answer.content.decode()
    assert refreshed(cup).structure == cup.structure
