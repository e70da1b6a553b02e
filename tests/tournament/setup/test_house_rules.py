"""What a house decides within its rulebook: offered, refused, kept, played by, and frozen."""

from dataclasses import replace

import pytest

from engine import games, rulebooks
from engine.cards import cards
from engine.hand import commands
from engine.prizes.law import Tie
from engine.refusal import Refused
from engine.rules.book import Settings
from engine.structure import house_rules, level_games, presets
from engine.structure.law import Value
from tables.equipment.queries import decks
from tables.play.queries import hands
from tables.procedures.queries import hand_for_hand
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    NOW,
    deal,
    do,
    house_director,
    offered,
    refreshed,
    registering,
    running,
    seated,
    signed_in,
    stored,
    table_of,
)
from tests.written_forms import form_with
from tournament.clock.queries import clock as clock_queries
from tournament.models import JournalEntry, Tournament
from tournament.setup.queries import house_rules as queries
from tournament.setup.services import house_rules as service
from tournament.setup.services import schedules, tournaments

SATELLITE = presets.get("canberra-e")
STUD = presets.get("canberra-d")


def choose(cup: Tournament, **answers: Value) -> None:
    options = {option.key: option for option in queries.options_of(cup)}
    places = {
        key: [value for value, _ in options[key].choices].index(answer)
        for key, answer in answers.items()
    }
    service.choose(tournament_id=cup.pk, answers=places, actor=DIRECTOR, now=NOW)


def check(rulebook: str, game: str, *, seats: int = 9, **values: Value) -> dict[str, Value]:
    played = [games.get(game)]
    return house_rules.check(values, rulebooks.get(rulebook), games=played, seats=seats)


@pytest.mark.parametrize(
    ("rulebook", "game", "keys"),
    [
        ("charity", "nlhe", {"short_all_in_reopens"}),
        ("fours", "nlhe", {"replaces_exposed_card"}),
        ("canberra", "nlhe", {"burns", "opener_options", "ace_is_low_too"}),
        ("canberra", "draw", {"may_check_last_round"}),
        ("canberra", "stud", {"stud_opens"}),
        ("canberra", "razz", {"ace_is_low_in_low_hands", "stud_opens"}),
    ],
)
def test_a_question_is_asked_where_book_and_game_raise_it(rulebook, game, keys):
    offered = {
        option.key for option in house_rules.offered(rulebooks.get(rulebook), [games.get(game)])
    }
    assert keys <= offered
    everywhere = {"ante_comes_first", "hand_for_hand_minutes", "separate_tables"}
    canberra = {"burns", "opener_options", "ace_is_low_too", "deck_size", "has_joker", "wins"}
    canberra |= {"ace_is_low_in_low_hands"}
    assert offered <= keys | everywhere | (canberra if rulebook == "canberra" else set())


@pytest.mark.parametrize(
    ("rulebook", "game", "values", "clause"),
    [
        ("adelaide", "nlhe", {"burns": False}, "adelaide:12d"),
        ("igr", "nlhe", {"burns": False}, "igr:A.1.Burn"),
        ("canberra", "nlhe", {"short_all_in_reopens": True}, "canberra:13.4"),
        ("canberra", "nlhe", {"opener_options": "d"}, "canberra:9.1(d)"),
        ("canberra", "stud", {"opener_options": "a"}, "canberra:9.1(d)"),
        ("canberra", "nlhe", {"opener_options": "e"}, "canberra:9.1"),
        ("canberra", "nlhe", {"burns": "yes"}, "canberra:H.1.2"),
        ("charity", "nlhe", {"deck_size": 48}, "charity:6.1"),
        ("adelaide", "nlhe", {"has_joker": True}, "adelaide:4"),
    ],
)
def test_what_the_book_forbids_is_refused_with_its_clause(rulebook, game, values, clause):
    with pytest.raises(Refused) as refused:
        check(rulebook, game, **values)
    assert refused.value.clause == clause


@pytest.mark.rule("canberra:C.3.1")
def test_a_deck_that_cannot_serve_the_seats_with_burning_is_refused():
    short = games.with_deck(games.get("plo"), size=48)
    house_rules.check({"burns": True}, rulebooks.get("canberra"), games=[short], seats=10)
    shorter = games.with_deck(games.get("plo"), size=44)
    with pytest.raises(Refused, match="can be dealt to 9 players, not to 10"):
        house_rules.check({"burns": True}, rulebooks.get("canberra"), games=[shorter], seats=10)


@pytest.mark.rule("canberra:alt.2.2")
def test_the_operator_picks_one_of_six_decks_and_no_other_size_is_accepted():
    options = house_rules.offered(rulebooks.get("canberra"), [games.get("stud")])
    (deck,) = (one for one in options if one.key == "deck_size")
    assert [size for size, _ in deck.choices] == [52, 48, 44, 40, 36, 32]
    assert check("canberra", "nlhe", deck_size=40, has_joker=True) == {
        "deck_size": 40,
        "has_joker": True,
    }
    for size in (53, 50, 28, "40"):
        with pytest.raises(Refused) as refused:
            check("canberra", "nlhe", deck_size=size)
        assert refused.value.clause == "canberra:2.1"


@pytest.mark.django_db
@pytest.mark.rule("canberra:alt.2.2")
@pytest.mark.rule("canberra:2.1")
def test_the_page_offers_six_decks_and_a_joker_and_the_wall_announces_what_was_picked(client):
    cup = seated(4, preset=replace(SATELLITE, min_players=2))
    director, where = signed_in(house_director()), f"/t/{cup.code}/house-rules/"
    form = form_with(director.get(where).content.decode(), "deck_size")
    sizes = [(value, words) for value, words in form["deck_size"].offered]
    assert [words.split()[0] for _, words in sizes] == ["52", "48", "44", "40", "36", "32"]
    (yes,) = (value for value, words in form["has_joker"].offered if words == "Yes")
    for value, words in sizes:
        sent = form.body(deck_size=value, has_joker=yes)
        assert director.post(where, sent).status_code == 302
        wall = client.get(f"/t/{cup.code}/wall/rules/").content.decode()
        assert f"{words.split()[0]} cards" in wall
        assert "joker" in wall
    before = stored()
    for other in ("6", "50", ""):
        assert director.post(where, form.body(deck_size=other)).status_code in (409, 422)
    assert stored() == before
    assert director.post(f"/t/{cup.code}/start/").status_code == 302
    before = stored()
    assert director.post(where, form.body(deck_size="0")).status_code == 409
    assert stored() == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "most", "clause"),
    [
        pytest.param(
            *("canberra-b", {44: 8, 40: 7, 36: 6, 32: 5}, "canberra:B.3.1"),
            marks=pytest.mark.rule("canberra:B.3.1"),
        ),
        pytest.param(
            *("canberra-c", {48: 10, 44: 9}, "canberra:C.3.1"),
            marks=pytest.mark.rule("canberra:C.3.1"),
        ),
        pytest.param(
            *("canberra-d", {48: 7, 44: 7, 40: 6, 36: 5, 32: 5}, "canberra:D.3.1"),
            marks=pytest.mark.rule("canberra:D.3.1"),
        ),
    ],
)
def test_the_pages_refuse_more_seats_than_a_small_deck_can_serve(preset, most, clause):
    director = signed_in(house_director())
    for size, seats in most.items():
        cup = registering(preset=presets.get(preset), seats=seats)
        where = f"/t/{cup.code}/house-rules/"
        form = form_with(director.get(where).content.decode(), "deck_size")
        (value,) = (key for key, words in form["deck_size"].offered if words.startswith(str(size)))
        assert director.post(where, form.body(deck_size=value)).status_code == 302, (size, seats)
        wide = registering(preset=presets.get(preset), seats=seats)
        setup = form_with(director.get(f"/t/{wide.code}/setup/").content.decode(), "seats")
        more = setup.body(seats=str(seats + 1))
        if director.post(f"/t/{wide.code}/setup/", more).status_code == 302:
            page = f"/t/{wide.code}/house-rules/"
            refused = director.post(page, form.body(deck_size=value))
            assert refused.status_code == 409, (size, seats + 1)
            assert clause in refused.content.decode()
        refused = director.post(f"/t/{cup.code}/setup/", more)
        assert refused.status_code == 409, (size, seats + 1)
        assert clause in refused.content.decode()


def test_a_deck_too_small_for_the_seats_is_refused_at_setup():
    with pytest.raises(Refused, match="can be dealt to 5 players, not to 8"):
        check("canberra", "stud", seats=8, deck_size=32)


@pytest.mark.django_db
@pytest.mark.rule("canberra:2.1")
def test_the_deck_picked_before_play_is_announced_dealt_and_cannot_change_after_the_start(client):
    cup = seated(4, preset=replace(SATELLITE, min_players=2))
    choose(cup, deck_size=40)
    assert "40 cards" in client.get(f"/t/{cup.code}/wall/rules/").content.decode()
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    table = table_of(cup)
    deal(table)
    while (now := offered(table)).phase == "bet":
        seat = now.seat or 0
        do(table, commands.Call(seat) if now.call.is_allowed else commands.Stand(seat))
    with pytest.raises(Refused) as low:
        do(table, commands.DealBoard(cards.parse("4h Kd Qs")))
    assert low.value.clause == "canberra:2.1(d)"
    do(table, commands.DealBoard(cards.parse("5h Kd Qs")))
    before = stored()
    with pytest.raises(Refused) as fixed:
        choose(refreshed(cup), deck_size=52)
    assert fixed.value.clause == "canberra:2.1"
    assert stored() == before


@pytest.mark.django_db
@pytest.mark.rule("canberra:3.5(b)")
@pytest.mark.rule("canberra:3.5(c)")
@pytest.mark.parametrize(("wins", "paid"), [("high", [1]), ("low", [2]), ("split", [1, 2])])
def test_high_or_low_or_both_win_as_chosen_before_play_and_not_changed_after_it(wins, paid):
    cup = seated(2, preset=replace(SATELLITE, min_players=2))
    choose(cup, wins=wins)
    seating.start_play(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    table = table_of(cup)
    deal(table)
    while (now := offered(table)).phase != "show":
        seat = now.seat or 0
        if now.phase == "bet":
            calls = now.call.is_allowed
            word = commands.Check if now.check.is_allowed else commands.Stand
            do(table, commands.Call(seat) if calls else word(seat))
            continue
        assert now.deal is not None
        dealt = {"flop": "Ks9d5c", "turn": "3h", "river": "4h"}[now.deal.street]
        do(table, commands.DealBoard(cards.parse(dealt)))
    shown = {1: "AsAd", 2: "2c7h"}
    while (now := offered(table)).phase == "show":
        do(table, commands.ShowCards(now.seat or 0, cards.parse(shown[now.seat or 0])))
    hand = do(table, commands.AwardPots())
    assert sorted({seat for award in hand.awards for seat, _ in award.shares}) == paid
    before = stored()
    with pytest.raises(Refused) as fixed:
        choose(refreshed(cup), wins="split8")
    assert fixed.value.clause == "canberra:3.5(b)"
    assert stored() == before


def test_no_other_book_leaves_the_way_to_win_to_the_house():
    for rulebook in ("charity", "adelaide", "igr", "fours"):
        with pytest.raises(Refused, match="leaves no choice"):
            check(rulebook, "nlhe", wins="low")


@pytest.mark.django_db
@pytest.mark.rule("canberra:2.2")
def test_one_joker_may_be_added_and_the_count_of_the_deck_expects_it():
    cup = registering(4, preset=SATELLITE)
    assert decks.expected(cup) == 52
    choose(cup, deck_size=36, has_joker=True)
    assert decks.expected(refreshed(cup)) == 37


def test_each_book_has_its_own_games_and_limits():
    adelaide = rulebooks.get("adelaide")
    assert {game.id for game in level_games.lawful(adelaide)} == {"nlhe", "phe", "hhe", "lhe"}
    assert "structured" not in adelaide.limits.value


def test_only_what_differs_from_the_book_is_kept():
    assert check("canberra", "nlhe", burns=True, opener_options="c") == {"opener_options": "c"}


@pytest.mark.django_db
def test_every_hand_is_played_by_the_rules_of_the_house_and_a_copy_takes_them_along():
    cup = registering(3, preset=SATELLITE)
    choose(cup, burns=False, opener_options="c", hand_for_hand_minutes=3)
    cup = refreshed(cup)
    rules = hands.rules_of(cup)
    assert rules.settings == Settings(burns=False, opener_options="c")
    assert not rules.burns
    assert hand_for_hand.picture(cup).minutes == 3
    copy = tournaments.duplicate(tournament_id=cup.pk, name="Again", actor=DIRECTOR, now=NOW)
    assert hands.rules_of(copy).settings == rules.settings
    told = JournalEntry.objects.get(tournament_id=cup.pk, name="house_rules.chosen").data
    assert "Raise or fold" in told["became"]
    assert told["was"] == "as in the rulebook"


@pytest.mark.django_db
def test_the_rules_freeze_when_play_begins():
    cup = running(3, preset=replace(SATELLITE, min_players=2))
    before = stored()
    with pytest.raises(Refused, match="Play has begun"):
        choose(cup, burns=False)
    assert stored() == before


@pytest.mark.django_db
def test_separate_tables_share_a_place_where_the_house_says_so():
    cup = seated(2, preset=presets.get("charity"))
    order = house_rules.order_of_places(cup.structure, cup.law)
    assert order.separate_tables is None
    choose(cup, separate_tables="shared")
    order = house_rules.order_of_places(refreshed(cup).structure, cup.law)
    assert order.separate_tables is Tie.JOINT


@pytest.mark.django_db
def test_the_page_offers_keeps_refuses_and_everybody_reads_it(client):
    cup = registering(3, preset=STUD)
    director = signed_in(house_director())
    page = director.get(f"/t/{cup.code}/house-rules/").content.decode()
    assert "Which up card opens the first betting round?" in page
    assert "canberra:D.1.2" in page
    saved = director.post(f"/t/{cup.code}/house-rules/", {"stud_opens": 1})
    assert saved.status_code == 302
    public = client.get(f"/t/{cup.code}/rules/").content.decode()
    assert "The lowest" in public
    assert "usual: The highest" in public
    refused = director.post(f"/t/{cup.code}/house-rules/", {"opener_options": 1})
    assert refused.status_code == 409
    assert "the opener bets" in refused.content.decode()


@pytest.mark.django_db
def test_a_template_keeps_the_choices_and_another_tournament_takes_what_it_can_use():
    cup = registering(3, preset=SATELLITE)
    choose(cup, burns=False, hand_for_hand_minutes=3)
    kept = schedules.save_template(
        tournament_id=cup.pk,
        name="Ours",
        schedule=clock_queries.schedule_of(cup),
        actor=DIRECTOR,
        now=NOW,
    )
    adelaide = registering(3)
    page = f"/t/{adelaide.code}/house-rules/"
    director = signed_in(house_director())
    assert "Use template" in director.get(page).content.decode()
    assert director.post(page, {"template": kept.pk}).status_code == 302
    assert refreshed(adelaide).structure["house_rules"] == {"hand_for_hand_minutes": 3}
