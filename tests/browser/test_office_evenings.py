"""Whole events through the office: each from the setup to its end, under its own rulebook."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from engine.hand.commands import AllIn, Award, Call, Fold
from engine.referee.options import BET
from tables.play.queries import hands
from tests.browser.test_two_tablets import apart
from tests.factories import (
    all_in,
    award_to,
    bust_all_but,
    call_down,
    deal,
    do,
    fold_out,
    offered,
    table_of,
)
from tournament.models import Tournament
from tournament.prizes.queries import placings

pytestmark = pytest.mark.browser


def open_registration(page: Page, name: str, preset: str) -> Tournament:
    """From the front page to the setup of a new tournament."""
    page.goto("/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_label("Name of the tournament").fill(name)
    page.locator(f"input[value={preset}]").check()
    page.get_by_role("button", name="Open registration").click()
    page.wait_for_url("**/setup/")
    return Tournament.objects.get(name=name)


def press(page: Page, button: str, *, sure: str = "", says: str = "") -> None:
    """Press a button, say that you are sure where it asks, and see what it answers."""
    page.get_by_role("button", name=button, exact=True).first.click()
    if sure:
        page.locator("dialog").get_by_role("button", name=sure, exact=True).click()
    expect(page.locator("main")).not_to_have_attribute("inert", "")  # it has been answered
    if says:
        expect(page.get_by_text(says).first).to_be_visible()


def hang_everything_up(page: Page, cup: Tournament) -> None:
    """Each paper and thing the book wants in the hall is ticked."""
    page.goto(f"/t/{cup.code}/licence/")
    papers = page.get_by_role("button", name=": done")
    while count := papers.count():
        papers.first.click()
        expect(papers).to_have_count(count - 1)


def leave_the_cards_to_the_dealers(page: Page, cup: Tournament) -> None:
    """The book's steps with the cards are done, and no tablet asks for them."""
    page.goto(f"/t/{cup.code}/decks/")
    page.get_by_label("On the tablets").select_option("shown")
    press(page, "Save")
    expect(page.get_by_label("On the tablets")).to_have_value("shown")


def start(page: Page, cup: Tournament) -> None:
    """Seats are drawn and play begins, on the console."""
    page.goto(f"/t/{cup.code}/console/")
    page.get_by_role("button", name="Draw seats").click()
    page.get_by_role("button", name="Shuffle up and deal").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


# -- charity ---------------------------------------------------------------------------------------


def test_a_charity_event_with_bonus_and_elimination_rounds_to_the_certificate(director: Page):
    cup = open_registration(director, "Mayor's Night", "charity")
    director.get_by_label("Entry price ($)").fill("10")
    expect(director.get_by_text("Charity 2.4").first).to_be_visible()
    director.get_by_label("Entry price ($)").fill("0")
    expect(director.get_by_text("Allowed by the rulebook")).to_be_visible()
    press(director, "Save", says="Setup saved.")
    fix_the_donations(director, cup)
    fix_the_bonus_rounds(director, cup)
    leave_the_cards_to_the_dealers(director, cup)
    hang_everything_up(director, cup)
    a_supervisor_comes(director, cup)
    invite_and_enter(director, cup)
    start(director, cup)
    play_the_bonus_round(director, cup)
    play_the_elimination_round(director, cup)
    apart(lambda: bust_all_but(table_of(cup), leader(cup), now=timezone.now()))
    draw_for_the_places(director, cup)
    the_winner_s_charity_receives_the_donation(director, cup)


def fix_the_donations(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/donations/")
    page.get_by_label("1st place, $").fill("1000")
    page.get_by_label("2nd place, $").fill("500")
    press(page, "Save donations", says="Donations saved.")
    for name, part in (("Food Bank", ""), ("Bar Crew", "runs the bar")):
        page.get_by_label("Charity", exact=True).fill(name)
        page.get_by_label("Role in the event").fill(part)
        press(page, "Add charity", says="Charity added.")
    expect(page.get_by_text("cannot receive")).to_be_visible()


def fix_the_bonus_rounds(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/rounds/")
    page.get_by_label("Chips added in each bonus round").fill("1000")
    press(page, "Save bonus rounds")
    expect(page.get_by_label("Chips added in each bonus round")).to_have_value("1000")


def a_supervisor_comes(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/staff/")
    page.get_by_label("Username").fill("tess")
    page.get_by_label("Name", exact=True).fill("Tess")
    page.get_by_label("Role", exact=True).select_option(label="Tournament supervisor")
    press(page, "Appoint", says="tess is appointed.")
    press(page, "Check Tess in")
    expect(page.get_by_role("button", name="Check Tess out")).to_be_visible()


def invite_and_enter(page: Page, cup: Tournament) -> None:
    names = [f"Guest {number}" for number in range(1, 6)]
    page.goto(f"/t/{cup.code}/entries/")
    page.get_by_label("Names, one per line").last.fill("\n".join(names))
    press(page, "Invite")
    page.get_by_text("Paste a list").click()
    page.locator("#id_names").fill("\n".join(names))
    page.get_by_label("All of them may lawfully be here and play").check()
    press(page, "Register all", says="5 players registered.")


def play_the_bonus_round(page: Page, cup: Tournament) -> None:
    call_a_round(page, cup, "bonus")
    apart(lambda: one_calls_and_the_rest_folds(cup))
    page.goto(f"/t/{cup.code}/console/")
    expect(page.get_by_text(re.compile("Chips add up: 26.000"))).to_be_visible()


def play_the_elimination_round(page: Page, cup: Tournament) -> None:
    """The lowest stack goes: the tablet shares its chips among the others."""
    call_a_round(page, cup, "elimination")
    apart(lambda: everybody_folds(cup))
    page.goto(f"/t/{cup.code}/tables/1/tablet/")
    expect(page.get_by_text("has the lowest stack: 4,925")).to_be_visible()
    page.locator("#do-elimination").click()
    expect(page.get_by_text("is out; 4,925 chips are shared")).to_be_visible()
    page.goto(f"/t/{cup.code}/console/")
    expect(page.get_by_text(re.compile("Chips add up: 26.000"))).to_be_visible()
    expect(page.get_by_text("5th").first).to_be_visible()


def call_a_round(page: Page, cup: Tournament, kind: str) -> None:
    page.goto(f"/t/{cup.code}/rounds/")
    page.get_by_label("The next hand is").select_option(kind)
    page.get_by_label("The players have been told").check()
    press(page, "Call round")
    expect(page.get_by_text("Table 1, ").first).to_be_visible()


def one_calls_and_the_rest_folds(cup: Tournament) -> None:
    """The big blind loses its blind, and pays the small one in the next hand."""
    table, now = table_of(cup), timezone.now()
    deal(table, now=now)
    do(table, Call(offered(table).seat or 0), now=now)
    fold_out(table, now=now)


def everybody_folds(cup: Tournament) -> None:
    table, now = table_of(cup), timezone.now()
    deal(table, now=now)
    fold_out(table, now=now)


def leader(cup: Tournament) -> int:
    """The seat with the most chips."""
    table = table_of(cup)
    return max(hands.seated(table), key=lambda seat: seat.entry.stack).seat


def draw_for_the_places(page: Page, cup: Tournament) -> None:
    """Who went out in the same hand draws a card for each place."""
    page.goto(f"/t/{cup.code}/places/")
    waiting = page.get_by_role("button", name="Draw cards here")
    while count := waiting.count():
        waiting.first.click()
        expect(waiting).to_have_count(count - 1)
    expect(page.get_by_text("No ties to decide")).to_be_visible()


def the_winner_s_charity_receives_the_donation(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/donations/")
    choice = page.get_by_label("Charity of the 1st place")
    choice.select_option("Bar Crew")
    press(page, "Save", says="Charity 2.2")
    page.goto(f"/t/{cup.code}/donations/")
    choice.select_option("Food Bank")
    press(page, "Save", says="chosen by")
    press(page, "Paid", sure="Mark as paid")
    page.get_by_role("link", name="Certificate").click()
    winner = placings.of(Tournament.objects.get(pk=cup.pk))[0].name
    expect(page.get_by_text(winner).first).to_be_visible()
    expect(page.get_by_text("Food Bank").first).to_be_visible()
    page.goto(f"/t/{cup.code}/prizes/")
    press(page, "Confirm places", sure="Confirm", says="Confirmed by")
    page.goto("/revenue/")
    expect(page.get_by_text("Mayor's Night")).to_be_visible()


# -- fours -----------------------------------------------------------------------------------------


CLUBS = ("Owls", "Foxes", "Wolves", "Hawks")


def test_a_4s_event_of_four_clubs_to_its_medals(director: Page):
    cup = open_registration(director, "Club Night", "fours")
    director.get_by_label("Starting stack").fill("2500")
    expect(director.get_by_text("4S rules, buy-in").first).to_be_visible()
    director.get_by_label("Starting stack").fill("2000")
    press(director, "Save", says="Setup saved.")
    register_all(director, cup, 8, says="8 players registered.")
    set_the_clubs(director, cup)
    start(director, cup)
    apart(lambda: bust_all_but(table_of(cup), leader(cup), now=timezone.now()))
    director.goto(f"/t/{cup.code}/clubs/")
    expect(director.get_by_text("Gold")).to_have_count(0)
    draw_for_the_places(director, cup)
    director.goto(f"/t/{cup.code}/prizes/")
    press(director, "Confirm places", sure="Confirm", says="Confirmed by")
    director.get_by_role("link", name="Clubs and medals").click()
    for medal in ("Gold", "Silver", "Bronze"):
        expect(director.get_by_text(medal, exact=True)).to_be_visible()
    points = [int(text) for text in director.locator("td.is-number").all_inner_texts()]
    assert (sum(points), points) == (36, sorted(points, reverse=True))
    director.goto(f"/t/{cup.code}/leaderboard/")
    for number in range(1, 9):
        expect(director.get_by_text(f"Guest {number}", exact=True).first).to_be_visible()


def set_the_clubs(page: Page, cup: Tournament) -> None:
    """A club has two players, not three (fours:medals-1)."""
    page.goto(f"/t/{cup.code}/clubs/")
    for number in range(1, 9):
        page.get_by_label(f"Guest {number}", exact=True).fill(CLUBS[number % 3])
    press(page, "Save clubs", says="4S rules, medals")
    page.goto(f"/t/{cup.code}/clubs/")
    for number in range(1, 9):
        page.get_by_label(f"Guest {number}", exact=True).fill(CLUBS[number % 4])
    press(page, "Save clubs", says="Clubs saved.")


def register_all(page: Page, cup: Tournament, players: int, *, says: str, pays: str = "") -> None:
    """A pasted list of names; everybody pays at once where a way is said."""
    page.goto(f"/t/{cup.code}/entries/")
    page.get_by_text("Paste a list").click()
    page.locator("#id_names").fill("\n".join(f"Guest {n}" for n in range(1, players + 1)))
    if pays:
        page.locator("#list-pays").select_option(pays)
    press(page, "Register all", says=says)


# -- Adelaide --------------------------------------------------------------------------------------


def test_an_adelaide_heat_sends_two_on_and_the_final_pays_its_prizes(director: Page):
    cup = open_registration(director, "Open", "adelaide-no-limit")
    leave_the_cards_to_the_dealers(director, cup)
    plan_heat_and_final(director, cup)
    register_all(director, cup, 6, pays="cash", says="6 players registered.")
    start(director, cup)
    apart(lambda: three_share_and_three_are_out(cup))
    cut_for_who_goes_on(director, cup)
    press(director, "End session", sure="End session", says="Complete")
    start(director, cup)
    apart(lambda: bust_all_but(table_of(cup), leader(cup), now=timezone.now()))
    divide_the_pool(director, cup)
    pay_everybody(director, cup, "$360", "$240")


def plan_heat_and_final(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/sessions/")
    page.get_by_label("Kind").select_option("final")
    page.get_by_label("Name", exact=True).fill("Final")
    press(page, "Add to the plan", says="Final added to the plan.")
    page.get_by_label("Kind").select_option("heat")
    page.get_by_label("Name", exact=True).fill("Tuesday")
    page.get_by_label("or with players left").fill("3")
    page.get_by_label("Qualifiers advance to").select_option("1")
    page.get_by_label("Who advances", exact=True).select_option("count")
    page.get_by_label("How many").fill("2")
    press(page, "Add to the plan", says="Tuesday added to the plan.")


def three_share_and_three_are_out(cup: Tournament) -> None:
    """Everybody is all-in, and three equal hands divide the pot."""
    table, now = table_of(cup), timezone.now()
    deal(table, now=now)
    all_in(table, now=now)
    call_down(table, now=now)
    winners = tuple(sorted(offered(table).pots[0].seats)[:3])
    do(table, Award(0, winners), now=now)


def cut_for_who_goes_on(page: Page, cup: Tournament) -> None:
    """Two kings are no answer: their owners cut again (adelaide:98)."""
    page.goto(f"/t/{cup.code}/console/")
    expect(page.get_by_text("Tuesday: no more hands")).to_be_visible()
    page.goto(f"/t/{cup.code}/sessions/")
    expect(page.get_by_text("Adelaide rule 98").first).to_be_visible()
    fields = page.get_by_label("card, and more while tied")
    for field, cards in zip(fields.all(), ("Kd", "Kh", "2c"), strict=True):
        field.fill(cards)
    press(page, "Use these cards", says="Still tied")
    page.goto(f"/t/{cup.code}/sessions/")
    for field, cards in zip(fields.all(), ("Kd 9c", "Kh 5c", "Ac"), strict=True):
        field.fill(cards)
    press(page, "Use these cards")
    expect(page.get_by_text("Advances", exact=True)).to_have_count(2)


def divide_the_pool(page: Page, cup: Tournament) -> None:
    """Shares that do not make the whole are refused before the right ones are published."""
    page.goto(f"/t/{cup.code}/prizes/")
    write_shares(page, "60", "30")
    press(page, "Save list", says="add up to 90, not to 100")
    write_shares(page, "60", "40")
    press(page, "Save list")
    press(page, "Publish prizes", sure="Publish", says="Published")
    press(page, "Confirm places", sure="Confirm", says="Confirmed by")


def write_shares(page: Page, *shares: str) -> None:
    """These places and no other."""
    places = page.locator("input[name=place]")
    for row in range(places.count()):
        share = shares[row] if row < len(shares) else ""
        places.nth(row).fill(str(row + 1) if share else "")
        page.locator("input[name=share]").nth(row).fill(share)


def pay_everybody(page: Page, cup: Tournament, *amounts: str) -> None:
    """Each prize against a receipt signed on paper; then the drawer and the ledger agree."""
    page.goto(f"/t/{cup.code}/payout-desk/")
    for amount in amounts:
        waiting = page.locator("details", has_text=amount).first
        waiting.locator("summary").click()
        waiting.get_by_label("Signed on paper instead").check()
        waiting.get_by_role("button", name=f"Pay {amount}").click()
        expect(page.get_by_text("Paid to ").first).to_be_visible()
    expect(page.get_by_text("All prizes paid.")).to_be_visible()
    page.goto(f"/t/{cup.code}/console/")
    expect(page.get_by_text("Money adds up")).to_be_visible()


# -- Canberra --------------------------------------------------------------------------------------


def test_a_canberra_tournament_sells_rebuys_for_an_hour_and_then_one_top_up(director: Page):
    cup = open_registration(director, "Satellite", "canberra-g")
    leave_the_cards_to_the_dealers(director, cup)
    register_all(director, cup, 10, pays="cash", says="10 players registered.")
    start(director, cup)
    apart(lambda: one_is_all_in_and_loses(cup))
    sell_rebuys(director, cup)
    an_hour_passes(director, cup)
    sell_the_top_up(director, cup)
    race_the_small_chips_off(director, cup)
    apart(lambda: bust_all_but(table_of(cup), leader(cup), now=timezone.now()))
    rule_on_equal_stakes(director, cup)
    divide_the_pool(director, cup)
    pay_everybody(director, cup, "$390", "$260")


def one_is_all_in_and_loses(cup: Tournament) -> None:
    """First to act shoves, the next calls, everybody else folds."""
    table, now = table_of(cup), timezone.now()
    deal(table, now=now)
    loser = offered(table).seat or 0
    do(table, AllIn(loser), now=now)
    winner = offered(table).seat or 0
    do(table, Call(winner), now=now)
    while offered(table).phase == BET:
        do(table, Fold(offered(table).seat or 0), now=now)
    award_to(table, winner, now=now)


def sell_rebuys(page: Page, cup: Tournament) -> None:
    """The busted player on the console, a short one at the desk; the others are told why not."""
    page.goto(f"/t/{cup.code}/console/")
    expect(page.get_by_text("has no chips and may rebuy")).to_be_visible()
    press(page, "Rebuy · $50", sure="Rebuy · $50", says="Receipt")
    expect(page.get_by_text("has no chips and may rebuy")).to_have_count(0)
    page.goto(f"/t/{cup.code}/desk/")
    offers = page.get_by_role("button", name=re.compile("^Rebuy for .* (?!by)[0-9]+$"))
    expect(offers).to_have_count(2)
    expect(page.get_by_text("Canberra app. G, 3.3").first).to_be_visible()
    offers.first.click()
    expect(offers).to_have_count(1)


def an_hour_passes(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/console/")
    for level in (2, 3, 4):
        press(page, "Next level")
        expect(page.get_by_role("heading", name=f"Level {level}", exact=True)).to_be_visible()


def sell_the_top_up(page: Page, cup: Tournament) -> None:
    """Whatever the stack, and once for each; the rebuys are over."""
    page.goto(f"/t/{cup.code}/desk/")
    expect(
        page.get_by_text("Rebuys closed after 60 minutes. Canberra app. G, 3.3").first
    ).to_be_visible()
    offers = page.get_by_role("button", name=re.compile("^Top-up for .* (?!by)[0-9]+$"))
    expect(offers).to_have_count(10)
    for left in (9, 8):
        offers.first.click()
        expect(offers).to_have_count(left)
    expect(page.get_by_text("Canberra app. G, 3.3").first).to_be_visible()


def race_the_small_chips_off(page: Page, cup: Tournament) -> None:
    page.goto(f"/t/{cup.code}/tables/1/tablet/")
    page.locator("#do-draw-race-off").click()
    expect(page.locator(".raced")).to_contain_text("cards drawn here")


def rule_on_equal_stakes(page: Page, cup: Tournament) -> None:
    """Who put in the same in the last hand is placed by the director, with his reason."""
    page.goto(f"/t/{cup.code}/places/")
    waiting = page.get_by_role("button", name="Confirm ruling")
    while count := waiting.count():
        question = page.locator("form", has=waiting).first
        for place, field in enumerate(question.get_by_label("finishing place").all(), 1):
            field.fill(str(place))
        question.get_by_label("Reason").fill("in the order of their seats")
        question.get_by_role("button", name="Confirm ruling").click()
        expect(waiting).to_have_count(count - 1)
