"""Decks at the tables: taken, checked, changed and counted as each book wants it, on the record."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import cards
from engine.equipment.decks import Change
from engine.hand.commands import VoidHand
from engine.refusal import Refused
from engine.rulebooks import options
from engine.rules import irregularities as what
from engine.structure import presets
from tables.commands import TableCommand
from tables.console.queries import work_queue
from tables.equipment.queries import decks
from tables.equipment.services import decks as services
from tables.equipment.services.decks import NewDeck, Told
from tables.models import Deck, DeckEvent, FloorCall, Seating, Table
from tables.play.queries import tablet
from tables.play.queries.pictures import Reading
from tables.play.services import play
from tables.seating.services import seating
from tables.sessions.queries import checks
from tests.factories import (
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    NOW,
    award_to,
    deal,
    deck_of,
    fold_out,
    hand_at,
    house_director,
    refreshed,
    request,
    running,
    seated,
    signed_in,
    somebody,
    stored,
    table_of,
    tablet_browser,
    tap,
    user,
)
from tests.markup import one_line
from tests.written_forms import form_with
from tournament.clock.services import clock
from tournament.models import Tournament
from tournament.permissions import Forbidden, Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
CHARITY = replace(presets.get("charity"), starting_stack=1000)
CANBERRA = replace(presets.get("canberra-f"), starting_stack=1000, min_players=2)
IGR = replace(presets.get("igr"), starting_stack=1000)
BLINDS_IN = {"confirmed": "blinds"}


def by_the_book(preset=FREEZE_OUT, players: int = 3) -> tuple[Tournament, Table]:
    """Play has begun and the tablets ask for every step of the book."""
    cup = running(players, preset=preset)
    cup.structure["card_steps"] = "book"
    cup.save(update_fields=["structure"])
    return refreshed(cup), table_of(cup)


def picture(table: Table) -> Any:
    return tablet.picture(Reading(table_of(table.tournament, table.number)), now=NOW + MINUTE)


def refusal(client, table: Table, kind: str, **fields) -> str:
    answer = tap(client, table, kind, **fields)
    assert answer.status_code == 409, answer.status_code
    text = one_line(answer.content.decode()).partition("data-refusal><p>")[2]
    return text.partition("</p>")[0].strip()


def kinds(table: Table) -> list[str]:
    return list(DeckEvent.objects.filter(table=table).values_list("kind", flat=True))


def ready(client, table: Table, *steps: str, colour: str = "red") -> None:
    assert tap(client, table, "take_deck", colour=colour).status_code == 200
    for step in steps:
        answer = tap(client, table, "card_step", step=step, method="hand")
        assert answer.status_code == 200, answer.content.decode()[-600:]


@pytest.mark.rule("adelaide:4-2")
@pytest.mark.rule("adelaide:4-3")
def test_the_tablet_asks_for_the_check_then_the_wash_and_deals_no_hand_before():
    cup, table = by_the_book()
    client = tablet_browser(table)
    assert picture(table).duty.due == "cards"
    assert "Check the deck, card by card first." in refusal(client, table, "start_hand")
    ready(client, table, "check")
    assert Deck.objects.get().checked_by.startswith("Tablet")
    shown = tap(client, table, "card_step", step="cut", method="hand").content.decode()
    assert "Wash the new deck face down" in shown
    assert tap(client, table, "card_step", step="wash").status_code == 200
    start = picture(table).start
    assert (start.can, start.steps, start.steps_words) == (
        True,
        "shuffle,cut",
        "Shuffled, cut",
    )
    assert "Shuffle first." in refusal(client, table, "start_hand")
    assert tap(client, table, "start_hand", steps="shuffle,cut").status_code == 200
    assert kinds(table) == ["taken", "check", "wash", "shuffle", "cut"]
    assert cup.journal.filter(name="cards.done", data__where=" at table 1").count() == 3


@pytest.mark.rule("adelaide:5")
@pytest.mark.rule("adelaide:5a")
@pytest.mark.rule("adelaide:5b")
@pytest.mark.rule("adelaide:6")
def test_a_deck_is_changed_between_hands_for_a_reason_and_for_another_colour():
    _, table = by_the_book()
    client = tablet_browser(table)
    ready(client, table, "check", "wash")
    tap(client, table, "start_hand", steps="shuffle,cut")
    told: dict[str, Any] = {"reason": "players", "asked": 2, "colour": "blue"}
    assert "when the hand has ended" in refusal(client, table, "change_deck", **told)
    award_to(table, *[seat.seat for seat in Seating.objects.filter(table=table)])
    assert "At least 2 of the 3" in refusal(client, table, "change_deck", **{**told, "asked": 1})
    assert "another colour" in refusal(client, table, "change_deck", **{**told, "colour": "red"})
    damaged = {"reason": "damaged", "colour": "blue"}
    assert "which card" in refusal(client, table, "change_deck", **damaged)
    assert tap(client, table, "change_deck", card="7d", **damaged).status_code == 200
    old, new = Deck.objects.order_by("number")
    assert (old.withdrawn_because, new.table_id) == ("A card is mutilated: 7d", table.pk)
    assert picture(table).duty.due == "cards"
    assert "changed deck 1 (red) for deck 2 (blue)" in decks.history(table)[0].words


@pytest.mark.rule("adelaide:5c")
def test_the_supervisors_own_decision_is_no_dealers():
    cup, table = by_the_book()
    client = tablet_browser(table)
    ready(client, table, "check", "wash")
    told: dict[str, Any] = {"reason": "supervisor", "colour": "blue"}
    assert "the floor decides" in refusal(client, table, "change_deck", **told)
    floor = request(table, actor=somebody(cup, Role.FLOOR))
    services.change(floor, Change("supervisor", "blue"))
    assert Deck.objects.get(table=table).colour == "blue"


@pytest.mark.rule("adelaide:7")
def test_adelaide_lists_the_decks_in_the_safe_with_who_checked_them_until_a_table_takes_one():
    cup, table = by_the_book()
    deck = services.register(
        NewDeck("green", "Bee", "cage", "hand"), tournament_id=cup.pk, actor=DIRECTOR, now=NOW
    )
    page = signed_in(house_director()).get(f"/t/{cup.code}/decks/").content.decode()
    assert "1 green" in page
    assert DIRECTOR.name in page
    assert Deck.objects.get().table is None
    assert tap(tablet_browser(table), table, "take_deck", deck=deck.pk).status_code == 200
    assert (Deck.objects.get().table, Deck.objects.get().checked_by) == (table, DIRECTOR.name)


@pytest.mark.rule("charity:6.3")
@pytest.mark.rule("charity:1.1(deck-checking-device)")
def test_decks_are_checked_ahead_and_wait_in_the_safe_with_their_check():
    cup, table = by_the_book(CHARITY)
    deck = services.register(
        NewDeck("green", "Bee", "cage", "machine"), tournament_id=cup.pk, actor=DIRECTOR, now=NOW
    )
    page = signed_in(house_director()).get(f"/t/{cup.code}/decks/").content.decode()
    assert "1 green" in page
    assert "cage" in page
    assert "by machine" in page
    client = tablet_browser(table)
    assert tap(client, table, "take_deck", deck=deck.pk).status_code == 200
    assert picture(table).duty.due == ""
    assert Deck.objects.get().checked_by == DIRECTOR.name
    assert checks.page(cup, now=NOW).lines[3].is_ok


@pytest.mark.rule("adelaide:4-6")
@pytest.mark.rule("adelaide:4-7")
def test_a_shuffling_machine_comes_and_fails_and_the_hands_go_on():
    _, table = by_the_book()
    client = tablet_browser(table)
    ready(client, table, "check", "wash")
    assert "No shuffling machine" in refusal(client, table, "clear_jam")
    assert tap(client, table, "machine", used="yes").status_code == 200
    menu = client.get(f"/t/{table.tournament.code}/tables/1/sheet/menu/").content.decode()
    assert "Jam: cards out, checked for damage, riffled once, back in" in menu
    assert tap(client, table, "clear_jam").status_code == 200
    assert decks.history(table)[0].words.startswith("cleared a jam of the shuffler")
    tap(client, table, "start_hand", steps="shuffle,cut")
    assert decks.history(table)[1].words == "shuffled by machine"
    assert tap(client, table, "machine", used="no").status_code == 200
    assert table_of(table.tournament).hand_number == 1
    assert "by hand again" in decks.history(table)[0].words
    _, other = by_the_book(CHARITY)
    with pytest.raises(Refused, match="allow shuffling machines"):
        services.set_machine(request(other), is_used=True)


@pytest.mark.rule("canberra:2.3")
def test_canberra_deals_from_a_checked_deck_only_and_checks_it_again_at_the_end():
    cup, table = by_the_book(CANBERRA)
    client = tablet_browser(table)
    assert "Check the deck" in refusal(client, table, "start_hand", steps="shuffle,cut")
    ready(client, table, "check")
    deck = Deck.objects.get()
    tap(client, table, "start_hand", steps="shuffle,cut")
    told: dict[str, Any] = {
        "tournament_id": cup.pk,
        "deck_id": deck.pk,
        "actor": DIRECTOR,
        "now": NOW,
    }
    with pytest.raises(Refused, match="A hand is in play"):
        services.look_after(kind="closed", why="", **told)
    award_to(table, 1, 2, 3)
    services.look_after(kind="closed", why="", **told)
    assert "at the end of gaming" in decks.history(table)[0].words


@pytest.mark.rule("canberra:2.4")
def test_canberra_changes_single_cards_and_checks_each_before_the_next_shuffle():
    _, table = by_the_book(CANBERRA)
    client = tablet_browser(table)
    ready(client, table, "check")
    tap(client, table, "start_hand", steps="shuffle,cut")
    some = {"reason": "operator", "partial": "yes", "card": "7d 8d", "colour": "red"}
    assert "when the hand has ended" in refusal(client, table, "change_deck", **some)
    award_to(table, 1, 2, 3)
    assert tap(client, table, "change_deck", **some).status_code == 200
    assert Deck.objects.count() == 1
    assert "Check the deck" in refusal(client, table, "start_hand", steps="shuffle,cut")
    tap(client, table, "card_step", step="check")
    assert tap(client, table, "start_hand", steps="shuffle,cut").status_code == 200


@pytest.mark.rule("canberra:7.2")
def test_canberra_wants_the_cut_confirmed_before_the_first_bet():
    _, table = by_the_book(CANBERRA)
    client = tablet_browser(table)
    ready(client, table, "check")
    assert "Cut once" in refusal(client, table, "start_hand", steps="shuffle")
    assert tap(client, table, "start_hand", steps="shuffle,cut").status_code == 200
    assert kinds(table)[-2:] == ["shuffle", "cut"]


@pytest.mark.rule("canberra:7.1")
def test_canberras_dealer_shuffles_before_every_hand():
    _, table = by_the_book(CANBERRA)
    client = tablet_browser(table)
    ready(client, table, "check")
    for hand in (1, 2):
        for unshuffled in ("", "cut"):
            said = refusal(client, table, "start_hand", steps=unshuffled)
            assert "Shuffle" in said
        assert tap(client, table, "start_hand", steps="shuffle,cut").status_code == 200
        assert kinds(table).count("shuffle") == hand
        award_to(table, 1, 2, 3)


@pytest.mark.rule("canberra:7.1")
@pytest.mark.parametrize("letter", ["b", "d", "h"])
def test_dealt_electronically_every_hand_has_the_whole_deck_shuffled_anew(letter: str):
    preset = replace(presets.get(f"canberra-{letter}"), min_players=2)
    table, decks_dealt = table_of(running(3, preset=preset)), []
    for _ in range(2):
        play.start_hand(request(table), deck=None)
        decks_dealt.append(hand_at(table).deck)
        play.act(request(table), VoidHand("fire"))
    assert [sorted(deck) for deck in decks_dealt] == [sorted(cards.deck())] * 2
    assert decks_dealt[0] != decks_dealt[1]


@pytest.mark.rule("canberra:2.5")
@pytest.mark.rule("charity:6.7")
@pytest.mark.parametrize(("preset", "role"), [(CANBERRA, Role.FLOOR), (CHARITY, Role.INSPECTOR)])
def test_a_count_ordered_at_any_time_stops_the_hand_until_the_number_is_in(preset, role):
    cup = running(3, preset=preset)
    table = table_of(cup)
    deal(table)
    client = tablet_browser(table)
    who = somebody(cup, role)
    services.order_count(TableCommand(table.pk, who, NOW + MINUTE), why="a doubt")
    assert picture(table).duty.due == "card_count"
    before = stored()
    assert "Count the deck first" in refusal(client, table, "fold", seat=1)
    assert stored() == before
    assert tap(client, table, "card_count", counted=51).status_code == 200
    last = decks.history(table)[0]
    assert last.is_wrong
    assert last.words.endswith(f"51 cards instead of 52: 1 missing (ordered by {who.name})")
    assert FloorCall.objects.get().reason == "Deck: 51 cards instead of 52: 1 missing"
    assert picture(table).duty.due == ""
    dealer = somebody(cup, Role.DEALER)
    with pytest.raises(Forbidden):
        services.order_count(TableCommand(table.pk, dealer, NOW), why="")


@pytest.mark.rule("canberra:2.5")
def test_a_supervisors_count_in_the_middle_of_a_hand_expects_the_joker_too():
    cup = seated(3, preset=replace(presets.get("canberra-h"), min_players=2))
    director = signed_in(house_director())
    rules = director.get(f"/t/{cup.code}/house-rules/").content.decode()
    assert "Is a joker added to the deck?" in rules
    yes = [value for value, _ in options.JOKER.choices].index(True)
    assert director.post(f"/t/{cup.code}/house-rules/", {"has_joker": yes}).status_code == 302
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    table = table_of(cup)
    deal(table)
    supervisor = signed_in(user("sue", cup, Role.FLOOR))
    here, wish = f"/t/{cup.code}/decks/", {"table": 1, "why": "a doubt"}
    assert tablet_browser(table).post(f"{here}count/", wish).status_code == 403
    assert supervisor.post(f"{here}count/", wish).status_code == 302
    client = tablet_browser(table)
    seat = hand_at(table).actor
    assert "Count the deck first" in refusal(client, table, "fold", seat=seat)
    assert tap(client, table, "card_count", counted=53).status_code == 200
    assert not decks.history(table)[0].is_wrong
    assert tap(client, table, "fold", seat=seat).status_code == 200
    supervisor.post(f"{here}count/", wish)
    assert tap(client, table, "card_count", counted=52).status_code == 200
    page = supervisor.get(f"/t/{cup.code}/tables/1/history/").content.decode()
    assert "52 cards instead of 53: 1 missing (ordered by sue)" in page


@pytest.mark.rule("canberra:2.5")
@pytest.mark.parametrize(
    ("size", "joker", "expected"), [("52", "No", 52), ("40", "Yes", 41), ("32", "No", 32)]
)
def test_a_supervisor_orders_a_count_before_in_and_after_a_hand(size, joker, expected):
    cup = seated(3, preset=CANBERRA)
    director, where = signed_in(house_director()), f"/t/{cup.code}/house-rules/"
    form = form_with(director.get(where).content.decode(), "deck_size")
    chosen = {
        name: next(value for value, words in form[name].offered if words.startswith(said))
        for name, said in (("deck_size", size), ("has_joker", joker))
    }
    assert director.post(where, form.body(**chosen)).status_code == 302
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    table, supervisor = table_of(cup), signed_in(user("sue", cup, Role.FLOOR))
    client, page = tablet_browser(table), f"/t/{cup.code}/tables/1/history/"

    def counted(found: int) -> str:
        wish = {"table": 1, "why": "a doubt"}
        assert supervisor.post(f"/t/{cup.code}/decks/count/", wish).status_code == 302
        assert tap(client, table, "card_count", counted=found).status_code == 200
        return one_line(supervisor.get(page).content.decode())

    right, short = (
        f"{expected} cards, complete",
        f"{expected - 1} cards instead of {expected}: 1 missing",
    )
    assert f"{right} (ordered by sue)" in counted(expected), "before the first hand"
    assert tap(client, table, "start_hand").status_code == 200
    assert f"{short} (ordered by sue)" in counted(expected - 1), "in a hand"
    fold_out(table)
    assert counted(expected).count(f"{right} (ordered by sue)") == 2, "and after it"


@pytest.mark.rule("charity:1.1(inspector)")
def test_an_inspector_orders_a_count_and_alters_nothing_else():
    cup = running(3, preset=CHARITY)
    inspector = signed_in(user("ivy", cup, Role.INSPECTOR))
    ordered = inspector.post(f"/t/{cup.code}/decks/count/", {"table": 1, "why": "a look"})
    assert ordered.status_code == 302
    ordered_by = table_of(cup).card_count or {}
    assert ordered_by["by"] == "ivy"
    answer = inspector.post(f"/t/{cup.code}/checks/act/", {"kind": "depth", "depth": "counts"})
    assert answer.status_code == 403


@pytest.mark.rule("charity:6.2")
@pytest.mark.rule("charity:7.1.1")
@pytest.mark.rule("charity:7.1.2")
@pytest.mark.rule("charity:7.2")
@pytest.mark.rule("charity:18.2.2")
def test_charity_ticks_every_step_before_every_hand():
    _, table = by_the_book(CHARITY)
    client = tablet_browser(table)
    assert "Check the deck" in refusal(client, table, "start_hand", steps="shuffle,cut")
    ready(client, table, "check")
    assert [tick.name for tick in picture(table).duty.cards.ticks] == ["shuffle", "cut"]
    assert "Shuffle first." in refusal(client, table, "start_hand", steps="shuffle,cut")
    tap(client, table, "card_step", step="shuffle")
    assert "Cut onto the cutting card" in refusal(client, table, "start_hand")
    tap(client, table, "card_step", step="cut")
    assert tap(client, table, "start_hand").status_code == 200
    award_to(table, 1, 2, 3)
    assert "Collect and count the cards first." in refusal(client, table, "start_hand")
    assert tap(client, table, "card_step", step="collect", counted=51).status_code == 200
    assert decks.history(table)[0].is_wrong
    assert FloorCall.objects.count() == 1
    tap(client, table, "card_step", step="shuffle")
    tap(client, table, "card_step", step="cut")
    assert tap(client, table, "start_hand").status_code == 200


@pytest.mark.rule("charity:7.1.3")
def test_a_table_that_stood_vacant_is_shuffled_again():
    _, table = by_the_book(CHARITY)
    client = tablet_browser(table)
    ready(client, table, "check", "shuffle")
    assert decks.read(table).facts.for_hand >= {"shuffle"}
    later = DeckEvent.objects.latest("id").at + MINUTE
    Seating.objects.filter(table=table).update(since=later)
    assert decks.read(table).facts.for_hand == frozenset()
    assert "Shuffle first." in refusal(client, table, "start_hand")


@pytest.mark.rule("charity:7.3")
def test_a_player_cuts_where_the_house_allows_it():
    cup, table = by_the_book(CHARITY)
    client = tablet_browser(table)
    ready(client, table, "check", "shuffle")
    assert "Here the dealer cuts" in refusal(client, table, "card_step", step="cut", cutter=2)
    services.choose_mode(
        tournament_id=cup.pk, mode="book", players_cut=True, actor=DIRECTOR, now=NOW
    )
    assert tap(client, table, "card_step", step="cut", cutter=2).status_code == 200
    assert "cut the cards, by seat 2, Player" in decks.history(table)[0].words
    adelaide, _ = by_the_book()
    with pytest.raises(Refused, match="the dealer cuts"):
        services.choose_mode(
            tournament_id=adelaide.pk, mode="book", players_cut=True, actor=DIRECTOR, now=NOW
        )


@pytest.mark.rule("charity:6.4")
def test_unfit_cards_are_changed_by_a_supervisor_after_a_hand_then_checked_shuffled_and_cut():
    cup, table = by_the_book(CHARITY)
    client = tablet_browser(table)
    ready(client, table, "check", "shuffle", "cut")
    unfit = {"reason": "unfit", "colour": "red"}
    assert "Ask for it" in refusal(client, table, "change_deck", **unfit)
    assert tap(client, table, "ask_deck", reason="unfit", card="7d").status_code == 200
    asked = work_queue.queue(cup)[0]
    assert asked.text == "Table 1 asks for a new deck"
    floor = signed_in(user("flo", cup, Role.FLOOR))
    sent = {"kind": "change_deck", "table": 1, "command_id": "6" * 32, **unfit}
    assert floor.post(f"/t/{cup.code}/checks/act/", sent).status_code == 302
    assert not work_queue.queue(cup)
    assert "Check the deck" in refusal(client, table, "start_hand")
    tap(client, table, "card_step", step="check")
    assert "Shuffle first." in refusal(client, table, "start_hand")


@pytest.mark.rule("charity:6.6")
def test_a_supervisor_sees_any_hand_when_it_is_over_and_nobody_else_does():
    cup = running(3, preset=CHARITY)
    table = table_of(cup)
    deal(table, deck=deck_of("AhKhQd2c7s7d"))
    where = f"/t/{cup.code}/tables/1/history/"
    director = signed_in(house_director())
    assert "Every hand of the last deal" not in director.get(where).content.decode()
    fold_out(table)
    page = director.get(where).content.decode()
    assert "Every hand of the last deal" in page
    assert "Ah" in page
    desk = signed_in(user("des", cup, Role.DESK))
    assert "Every hand of the last deal" not in desk.get(where).content.decode()
    services.inspect(request(table), seat=1, cards="7s7d")
    assert "inspected the hand of" in decks.history(table)[0].words
    with pytest.raises(Forbidden):
        services.inspect(request(table, actor=somebody(cup, Role.DEALER)), seat=1, cards="")


@pytest.mark.rule("igr:5.09(c)")
def test_igr_registers_decks_of_one_kind_only():
    cup = running(3, preset=IGR)
    told: dict[str, Any] = {"tournament_id": cup.pk, "actor": DIRECTOR, "now": NOW}
    services.register(NewDeck("red", "Bee", "", "hand"), **told)
    services.register(NewDeck("blue", "Bee", "", "hand"), **told)
    with pytest.raises(Refused, match="of one kind") as refused:
        services.register(NewDeck("red", "Copag", "", "hand"), **told)
    assert refused.value.clause == "igr:5.09(c)"


@pytest.mark.rule("igr:A.1.Cut Card")
@pytest.mark.rule("igr:A.1.Wash")
@pytest.mark.rule("igr:A.3(b)")
@pytest.mark.rule("igr:A.3(c)")
def test_igr_lays_the_cut_card_then_washes_shuffles_and_cuts_once_before_each_hand():
    _, table = by_the_book(IGR)
    client = tablet_browser(table)
    ready(client, table, "check")
    assert "Lay the cut card ready" in refusal(
        client, table, "start_hand", steps="wash,cut", **BLINDS_IN
    )
    tap(client, table, "card_step", step="cut_card")
    start = picture(table).start
    assert start.steps_words == "Washed and shuffled, cut"
    assert "Wash and shuffle first." in refusal(
        client, table, "start_hand", steps="cut", **BLINDS_IN
    )
    tap(client, table, "card_step", step="wash")
    tap(client, table, "card_step", step="cut")
    assert "no further cut" in refusal(client, table, "card_step", step="cut")
    assert tap(client, table, "start_hand", **BLINDS_IN).status_code == 200
    fold_out(table)
    again = refusal(client, table, "start_hand", steps="cut", **BLINDS_IN)
    assert "Wash and shuffle first." in again, "before every hand"


@pytest.mark.rule("igr:A.2(c)-2")
def test_igr_counts_each_deck_at_every_break_before_play_goes_on():
    cup, table = by_the_book(IGR)
    services.take(request(table, now=NOW), colour="red")
    for step in ("check", "cut_card"):
        services.tick(request(table, now=NOW), step=step, told=Told())
    later = NOW + 30 * MINUTE
    clock.act(tournament_id=cup.pk, kind="break", actor=DIRECTOR, now=later - MINUTE)
    clock.act(tournament_id=cup.pk, kind="back", actor=DIRECTOR, now=later)
    with pytest.raises(Refused, match="Count the deck first") as refused:
        play.start_hand(request(table, now=later), card_steps=("wash", "cut"))
    assert refused.value.clause == "igr:A.2(c)-2"
    with pytest.raises(Refused, match="51 cards instead of 52"):
        services.tick(request(table, now=later), step="count", told=Told(counted=51))
    services.tick(request(table, now=later), step="count", told=Told(counted=52))
    assert decks.history(table)[0].by == DIRECTOR.name
    assert not decks.read(table_of(cup)).facts.must_count


@pytest.mark.rule("igr:A.2(f)")
@pytest.mark.rule("igr:A.2(g)")
def test_igr_changes_decks_on_the_chairpersons_word_and_keeps_a_suspected_one():
    cup, table = by_the_book(IGR)
    client = tablet_browser(table)
    ready(client, table, "check", "cut_card")
    marked = {"reason": "marked", "colour": "blue"}
    assert "Ask for it" in refusal(client, table, "change_deck", **marked)
    assert tap(client, table, "ask_deck", reason="marked", card="the aces").status_code == 200
    manager = request(table, actor=somebody(cup, Role.FLOOR))
    with pytest.raises(Refused, match="Ask for it"):
        services.change(manager, Change("chairperson", "blue"))
    services.change(request(table), Change("marked", "blue"))
    told = [line.words for line in decks.history(table)]
    assert told[1] == "kept deck 1 (red) for the incident report: Cards may be marked"
    assert FloorCall.objects.get().reason.startswith("Incident: deck 1 (red) may be marked")


@pytest.mark.rule("igr:A.3(x)(iv)")
def test_a_defective_deck_is_replaced_before_the_hand_is_dealt_again():
    _, table = by_the_book(IGR)
    client = tablet_browser(table)
    ready(client, table, "check", "cut_card")
    tap(client, table, "start_hand", steps="wash,cut", **BLINDS_IN)
    told = tap(client, table, "happened", what=what.DEFECTIVE_DECK).content.decode()
    assert "Replace the deck" in told
    again: dict[str, Any] = {"steps": "wash,cut", **BLINDS_IN}
    before = stored()
    assert "Replace the defective deck first." in refusal(client, table, "start_hand", **again)
    assert stored() == before
    services.change(request(table), Change("marked", "blue"))
    for step in ("check", "cut_card"):
        tap(client, table, "card_step", step=step, method="hand")
    assert tap(client, table, "start_hand", **again).status_code == 200


@pytest.mark.rule("charity:20.1")
def test_after_a_card_was_shown_by_a_player_the_deck_is_counted_before_the_next_hand():
    _, table = by_the_book(CHARITY)
    client = tablet_browser(table)
    ready(client, table, "check", "shuffle", "cut")
    tap(client, table, "start_hand")
    play.report(request(table), what.SHOWN_BY_PLAYER, {"seat": "1", "cards": "Ah"})
    award_to(table, 1, 2, 3)
    for step in ("shuffle", "cut"):
        assert "Collect and count" in refusal(client, table, "card_step", step=step)
    assert "Collect and count" in refusal(client, table, "start_hand")
    tap(client, table, "card_step", step="collect", counted=52)
    for step in ("shuffle", "cut"):
        tap(client, table, "card_step", step=step)
    assert tap(client, table, "start_hand").status_code == 200
