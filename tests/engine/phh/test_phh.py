"""Hands in the PHH format: read, played, refused with their line, and written again."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from engine.hand.commands import RaiseTo
from engine.phh import phh, phh_export, phh_play

ROOT = Path(__file__).resolve().parents[3]
OUR_HANDS = sorted((ROOT / "tests" / "hands").glob("*.phh*"))
SAMPLE = sorted(
    (ROOT.parent / "shared" / "phh").rglob("*.phh")
)  # a larger set, where it is at hand


def played(path):
    return [(written, phh_play.play(written)) for written in phh.read(path.read_text())]


@pytest.mark.parametrize("path", OUR_HANDS, ids=lambda path: path.stem)
def test_our_hands_end_as_their_files_say(path):
    for written, outcome in played(path):
        assert outcome.agrees_with(written)
        assert outcome.refused is None or not written.finishing_stacks


def test_recorded_hands_end_as_their_files_say():
    for path in SAMPLE:
        for written, outcome in played(path):
            assert outcome.agrees_with(written), path
            assert outcome.refused is None, path


def test_a_hand_written_out_is_the_same_hand_when_read_again():
    for path in OUR_HANDS + SAMPLE:
        for written, outcome in played(path):
            assert outcome.rules is not None
            text = phh_export.write(outcome.story, outcome.rules, {1: "Ann"})
            (again,) = phh.read(text)
            assert phh_play.play(again).story[1:] == outcome.story[1:], path
            assert again.stacks == written.stacks


def test_several_hands_go_into_one_file():
    (_, outcome), *_ = played(ROOT / "tests" / "hands" / "stud.phh")
    assert outcome.rules is not None
    one = phh_export.write(outcome.story, outcome.rules, {})
    assert [written.name for written in phh.read(phh_export.write_many([one, one]))] == [1, 2]


HAND = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = [
  "d dh p1 ????",
  "d dh p2 ????",
  "d dh p3 ????",
  "p3 cbr 6",
  "p1 f",
  "p2 f",
]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("antes = [0, 0, 0]", "antes = [0, 0, 0", "line 3: "),
        ('variant = "NT"', 'variant = "XX"', "line 1: variant cannot be 'XX'"),
        ('variant = "NT"', "variant = []", "line 1: variant cannot be []"),
        ('variant = "NT"\n', "", "line 1: variant cannot be ''"),
        ("[0, 0, 0]", "[0, 0]", "line 2: antes must have 3 numbers, one for each player"),
        ("[0, 0, 0]", '[0, 0, "x"]', "line 2: antes must be chips, not 'x'"),
        ("[1, 2, 0]", "[1, -2, 0]", "line 3: blinds_or_straddles must be chips, not -2"),
        ("[1, 2, 0]", "[1, inf, 0]", "line 3: blinds_or_straddles must be chips"),
        ("min_bet = 2", "min_bet = true", "line 4: min_bet must be chips, not True"),
        ("min_bet = 2", "small_bet = 2\nbig_bet = 5", "line 5: the big bet is twice the small one"),
        ("[200, 200, 200]", "[200]", "line 5: a hand needs the stacks of at least two players"),
        ("[200, 200, 200]", "7", "line 5: starting_stacks cannot be 7"),
        ("p3 cbr 6", "p3 cbr six", "line 10: 'p3 cbr six' is no action"),
        ("p3 cbr 6", "p4 cbr 6", "line 10: 'p4' is no player: there are p1 to p3"),
        ("p1 f", "p1 flies", "line 11: 'p1 flies' is no action"),
        ("d dh p2 ????", "d dh p2 XhKs", "line 8: 'Xh' in 'XhKs' is not a card"),
        ("d dh p2 ????", "d dx p2 AhKs", "line 8: 'd dx p2 AhKs' deals nothing"),
        ("min_bet = 2", "min_bet = 2\n_rulebook = 'x'", "line 5: _rulebook cannot be 'x'"),
        ("min_bet = 2", "min_bet = 2\n_deck = 51", "line 5: _deck cannot be 51"),
        ("min_bet = 2", "min_bet = 2\n_joker = 1", "line 5: _joker cannot be 1"),
        ("min_bet = 2", "min_bet = 2\n_game = 'faro'", "line 5: _game cannot be 'faro'"),
        ("min_bet = 2", "min_bet = 2\n_marker = 9", "line 5: _marker cannot be 9"),
        ("min_bet = 2", "min_bet = 2\n_settings = {x = 1}", "line 5: _settings cannot have x = 1"),
        ("min_bet = 2", "min_bet = 2\n_status = ['out']", "line 5: _status must tell of each"),
        (
            "min_bet = 2",
            "min_bet = 2\n_settings = {opener_options = 'z'}",
            "line 5: _settings cannot have opener_options = 'z'",
        ),
        ("min_bet = 2", "min_bet = 2\n_deck = 52.0", "line 5: _deck cannot be 52.0: choose one"),
        ("min_bet = 2", "min_bet = 2\n_marker = true", "line 5: _marker cannot be True"),
        ("min_bet = 2", "min_bet = 2\n_limit = 'bogus'", "line 5: _limit cannot be 'bogus'"),
        ("min_bet = 2", "min_bet = 2\n_low = 'zzz'", "line 5: _low cannot be 'zzz'"),
        ("min_bet = 2", "min_bet = 1e5000", "line 4: min_bet must be chips, not such a number"),
        ("min_bet = 2", "min_bet = 1e99999999", "line 4: min_bet must be chips, not such a"),
        ("min_bet = 2", "min_bet = 1e-99999999", "line 4: min_bet must be chips, not such a"),
        ("min_bet = 2", f"min_bet = {'9' * 5000}", "line 4: a number is too long"),
        ("min_bet = 2", f"min_bet = {'9' * 20}", "line 4: min_bet must be chips, not 9999"),
        ("min_bet = 2", f"min_bet = {'[' * 3000}", "line 4: lists are nested too deeply"),
        ("p3 cbr 6", f"p3 cbr {'9' * 5000}", "line 10: 'p3 cbr 9999"),
        ("actions = [", "actions = 7\nnothing = [", "line 6: actions cannot be 7"),
    ],
)
def test_a_malformed_file_is_told_in_a_sentence_with_its_line(old, new, said):
    with pytest.raises(phh.Malformed) as fault:
        phh.read(HAND.replace(old, new))
    assert str(fault.value).startswith(said)


def test_the_line_of_a_fault_in_a_later_hand_is_found():
    two = f"[1]\n{HAND}\n[2]\n{HAND.replace('p3 cbr 6', 'p3 bets')}"
    with pytest.raises(phh.Malformed, match="line 26: 'p3 bets' is no action"):
        phh.read(two)


def test_an_action_that_occurs_twice_is_complained_about_where_it_stands():
    with pytest.raises(phh.Malformed, match="line 8"):
        phh.read(HAND.replace("p1 ????", "p1 AhKh").replace("p2 ????", "p2 AxKh"))


def outcome_of(text):
    (written,) = phh.read(text)
    return phh_play.play(written)


def test_a_showdown_with_too_few_cards_told_ends_with_its_winner_not_recorded():
    checked = "".join(f'"d db {new}", "p1 cc", "p2 cc", "p3 cc",' for new in ("2c3c4c", "5h", "7h"))
    told = HAND.replace(
        '"p3 cbr 6",\n  "p1 f",\n  "p2 f",', f'"p3 cc", "p1 cc", "p2 cc", {checked}'
    )
    played = outcome_of(told.replace("p1 ????", "p1 Ah").replace("p2 ????", "p2 KhKs"))
    assert (played.refused, played.pots, played.unpaid) == (None, (), 6)


def test_a_refused_action_is_named_with_its_clause_and_ends_the_replay():
    refused = outcome_of(HAND.replace("p3 cbr 6", "p3 cbr 3")).refused
    assert (refused.action, refused.clause) == (3, "tda2024:R43")
    assert outcome_of(HAND.replace("p3 cbr 6", "p2 cbr 6")).refused.clause == "tda2024:R53"
    early = outcome_of(HAND.replace('"p3 cbr 6"', '"d db 2c3c4c"'))
    assert early.refused.why == "The betting is still open."


def test_a_limit_and_an_aim_change_the_formats_own_games_too():
    too_much = HAND.replace("p3 cbr 6", "p3 cbr 100")
    assert outcome_of(too_much).refused is None
    refused = outcome_of(too_much + '_limit = "pot"\n').refused
    assert (refused.action, refused.clause) == (3, "tda2024:R54")
    low = outcome_of(HAND + '_low = "split8"\n')
    assert low.rules is not None
    assert (low.rules.game.family, low.rules.game.low) == ("holdem", "split8")


@pytest.mark.parametrize(
    ("game", "limit"),
    [("manila", "manila"), ("draw", "pot"), ("stud", "half-pot"), ("omaha", "pot")],
)
def test_our_games_are_played_with_their_own_limits_where_none_is_named(game, limit):
    (written,) = phh.read(HAND + f'_game = "{game}"\n')
    assert written.variant == phh.Variant(game, limit)


def test_a_rulebook_named_in_the_file_decides():
    small = HAND.replace("p3 cbr 6", "p3 cbr 4").replace("p1 f", "p1 cbr 7")
    assert outcome_of(small).refused is None
    assert outcome_of(small + '_rulebook = "igr"\n').refused.clause == "igr:A.1.Raise"


def test_a_game_the_rulebook_does_not_know_is_refused_before_the_first_action():
    refused = outcome_of(HAND + '_rulebook = "adelaide"\n_deck = 32\n').refused
    assert (refused.action, refused.clause) == (0, "adelaide:8")


@pytest.mark.parametrize(
    ("chosen", "clause"),
    [("_burn = false", "igr:A.1.Burn"), ("_settings = {opener_options = 'a'}", "")],
)
def test_a_choice_the_rulebook_does_not_leave_open_is_refused_before_the_first_action(
    chosen, clause
):
    refused = outcome_of(f'{HAND}_rulebook = "igr"\n{chosen}\n').refused
    assert (refused.action, refused.clause) == (0, clause)
    assert "leaves no choice" in refused.why


def test_only_cards_that_are_held_can_be_given_up():
    text = (ROOT / "tests" / "hands" / "canberra-draw.phh").read_text()
    assert outcome_of(text.replace("p1 sd 2d3h4s", "p1 sd 2d3h5s")).refused.action == 6


def test_a_card_dealt_twice_is_refused():
    twice = HAND.replace("p1 ????", "p1 AhKh").replace("p2 ????", "p2 AhQh")
    assert outcome_of(twice).refused.why == "The ace of hearts is there twice."


def test_one_players_ante_for_the_table_is_understood_and_unequal_ones_are_not():
    paid = outcome_of(HAND.replace("[0, 0, 0]", "[0, 2, 0]"))
    assert paid.stacks == (199, 196, 205)
    refused = outcome_of(HAND.replace("[0, 0, 0]", "[1, 2, 0]")).refused
    assert refused.why == "Antes are the same for everybody, or one player's for the table."


def test_the_button_posts_the_tables_ante_where_the_file_says_so():
    paid = outcome_of(HAND.replace("[0, 0, 0]", "[0, 0, 5]"))
    assert paid.stacks == (199, 198, 203)
    assert paid.pots == ((10, (3,)),)


def test_heads_up_the_second_player_has_the_buck_and_the_first_blind():
    heads_up = HAND.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[50, 100]")
    heads_up = heads_up.replace("[200, 200, 200]", "[2000, 2000]").replace("= 2\n", "= 100\n")
    told = heads_up.replace('"d dh p3 ????",\n  "p3 cbr 6",\n  "p1 f",\n', "")
    for book in ("canberra", "adelaide", "charity"):
        assert outcome_of(f'{told}_rulebook = "{book}"\n').stacks == (2050, 1950), book


def test_fractions_of_a_chip_are_played_in_parts_and_told_as_written():
    text = HAND.replace("[1, 2, 0]", "[0.5, 1.25, 0]").replace("min_bet = 2", "min_bet = 1.25")
    (written,) = phh.read(text.replace("cbr 6", "cbr 6.5"))
    outcome = phh_play.play(written)
    assert [written.amount(stack) for stack in outcome.stacks] == [199.5, 198.75, 201.75]


def test_a_comment_is_no_action_but_has_its_place_in_the_list():
    refused = outcome_of(HAND.replace("p3 cbr 6", "# a long think")).refused
    assert (refused.action, refused.why) == (4, "It is the turn of seat 3.")


def test_the_up_cards_say_who_brings_it_in():
    text = (ROOT / "tests" / "hands" / "razz.phh").read_text()
    refused = outcome_of(text.replace("p3 pb", "p2 pb")).refused
    assert refused.why == "Seat 3 brings it in."


def test_a_hand_kept_unknown_may_draw_unknown_cards():
    text = (ROOT / "tests" / "hands" / "canberra-draw.phh").read_text()
    assert outcome_of(text.replace("p1 sd 2d3h4s", "p1 sd ??????")).stacks == (1325, 950, 725)


def test_an_over_blind_bonus_chips_and_a_smallest_chip_are_kept():
    text = HAND.replace("[1, 2, 0]", "[25, 50, 0]").replace("min_bet = 2", "min_bet = 50")
    text = text.replace("[200, 200, 200]", "[2000, 2000, 2000]").replace("p3 cbr 6", "p1 f")
    text = text.replace('"p1 f",\n  "p2 f"', '"p2 f"')
    text += '_rulebook = "canberra"\n_settings = {may_over_blind = true}\n'
    text += "_over_blind = 100\n_bonus = 75\n_chip = 25\n"
    outcome = outcome_of(text)
    assert outcome.stacks == (1975, 1950, 2150)
    assert outcome.rules is not None
    (again,) = phh.read(phh_export.write(outcome.story, outcome.rules, {}))
    assert (again.over_blind, again.bonus, again.chip) == (100, 75, 25)
    assert again.settings == {"may_over_blind": True}


def test_only_a_hand_that_has_begun_can_be_written():
    outcome = outcome_of(HAND)
    assert outcome.rules is not None
    with pytest.raises(ValueError, match="begins with its first event"):
        phh_export.write(outcome.story[1:], outcome.rules, {})


def test_a_hand_may_be_shown_as_it_was_dealt():
    text = (ROOT / "tests" / "hands" / "holdem-no-limit.phh").read_text()
    assert outcome_of(text.replace("sm QcQd", "sm -")).stacks == (1800, 2800, 1000)


def replay(*paths):
    out, errors = StringIO(), StringIO()
    try:
        call_command("replay", *map(str, paths), stdout=out, stderr=errors)
    except SystemExit as stop:
        return stop.code, out.getvalue(), errors.getvalue()
    return 0, out.getvalue(), errors.getvalue()


def test_replay_prints_one_json_object_per_hand():
    path = ROOT / "tests" / "hands" / "charity.phhs"
    code, out, errors = replay(path)
    first, second = map(json.loads, out.splitlines())
    assert (code, errors) == (0, "")
    assert first == {
        "file": str(path),
        "hand": 1,
        "stacks": [1100, 900, 1000],
        "pots": [{"amount": 200, "winners": [1]}],
        "refused": None,
    }
    assert second["hand"] == 2
    assert second["refused"]["action"] == 3
    assert second["refused"]["clause"] == "charity:9.3.2"


def test_replay_exits_1_when_stacks_differ(tmp_path):
    path = tmp_path / "wrong.phh"
    path.write_text(HAND + "finishing_stacks = [200, 200, 200]\n")
    code, out, errors = replay(path)
    assert code == 1
    assert json.loads(out)["stacks"] == [199, 198, 203]
    assert "the file ends with [200, 200, 200]" in errors


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"actions = [", "line 1"),
        (b"\xff\xfe\x00", "line 1: this is not a text file"),
        (b"", "line 1: a hand needs the stacks of at least two players"),
    ],
)
def test_replay_tells_a_malformed_file_by_its_line_and_goes_on(tmp_path, content, said):
    path, good = tmp_path / "bad.phh", tmp_path / "good.phh"
    path.write_bytes(content)
    good.write_text(HAND)
    code, out, errors = replay(path, good)
    assert code == 1
    assert said in errors
    assert json.loads(out)["stacks"] == [199, 198, 203]


def test_replay_says_when_there_is_no_such_file(tmp_path):
    code, _, errors = replay(tmp_path / "nothing.phh")
    assert code == 1
    assert "No such file" in errors


CHECKED_DOWN = """\
  "p3 cc", "p1 cc", "p2 cc",
  "d db 2c3d4h", "p1 cc", "p2 cc", "p3 cc",
  "d db 9s", "p1 cc", "p2 cc", "p3 cc",
  "d db Th", "p1 cc", "p2 cc", "p3 cc",
"""


def to_the_end(*showing, **fields):
    """The hand checked down, and what its file tells of the showdown."""
    acts = CHECKED_DOWN + "".join(f'  "{each}",\n' for each in showing)
    text = HAND.replace('  "p3 cbr 6",\n  "p1 f",\n  "p2 f",\n', acts)
    return text + "".join(f"{key} = {value}\n" for key, value in fields.items())


def replayed(tmp_path, text, name="hand.phh"):
    path = tmp_path / name
    path.write_text(text)
    code, out, errors = replay(path)
    return code, [json.loads(line) for line in out.splitlines()], errors


def test_cards_shown_but_not_told_were_taken_for_all_there_was_to_show(tmp_path):
    shown = to_the_end("p1 sm ????", "p1 sm AhAd", "p2 sm KhKd", "p3 sm")
    code, (hand,), errors = replayed(tmp_path, shown)
    assert (code, errors, hand["refused"]) == (0, "", None)
    assert hand["stacks"] == [204, 198, 198]
    # Shown is not mucked: who alone has shown wins, and two such hands leave the winner open.
    code, (hand,), _ = replayed(tmp_path, to_the_end("p1 sm ????", "p2 sm", "p3 sm"))
    assert (code, hand["stacks"]) == (0, [204, 198, 198])
    code, (hand,), _ = replayed(tmp_path, to_the_end("p1 sm ????", "p2 sm ????", "p3 sm"))
    assert (code, hand["note"]) == (0, "winner not recorded")
    # Told once, nothing else is shown in their place.
    twice = to_the_end("p1 sm ????", "p1 sm AhAd", "p1 sm KcKs", "p2 sm KhKd", "p3 sm")
    _, (hand,), _ = replayed(tmp_path, twice)
    assert hand["refused"]["why"] == "Seat 1 has no hand to show."


def test_cards_shown_but_not_told_are_those_that_were_dealt(tmp_path):
    dealt = to_the_end("p1 sm ????", "p2 sm ????", "p3 sm")
    dealt = dealt.replace("p1 ????", "p1 AhAd", 1).replace("p2 ????", "p2 KhKd", 1)
    _, (hand,), _ = replayed(tmp_path, dealt)
    assert (hand["refused"], hand["pots"]) == (None, [{"amount": 6, "winners": [1]}])


def test_a_hand_whose_winner_no_card_tells_was_refused(tmp_path):
    code, (hand,), errors = replayed(tmp_path, to_the_end())
    assert (code, errors, hand["refused"], hand["pots"]) == (0, "", None, [])
    assert (hand["note"], hand["unpaid"]) == ("winner not recorded", 6)
    ends = {"finishing_stacks": "[198, 198, 204]"}
    code, (hand,), errors = replayed(tmp_path, to_the_end(**ends))
    assert (code, errors, hand["note"]) == (0, "", "winner not recorded")
    code, _, errors = replayed(tmp_path, to_the_end(finishing_stacks="[198, 200, 205]"))
    assert code == 1
    assert "the file ends with" in errors


LIMIT = """\
variant = "FT"
antes = [0, 0]
blinds_or_straddles = [10, 5]
small_bet = 10
big_bet = 20
starting_stacks = [33, 200]
actions = [
  "d dh p1 AhAd",
  "d dh p2 KhKd",
  "p2 cbr 20",
  "p1 cbr 30",
  "p2 cbr 33",
  "p1 cc",
  "d db 2c3d4h",
  "d db 9s",
  "d db Th",
]
finishing_stacks = [66, 167]
"""


def test_a_limit_raise_written_up_to_the_others_whole_stack_was_refused(tmp_path):
    code, (hand,), errors = replayed(tmp_path, LIMIT)
    assert (code, errors, hand["refused"]) == (0, "", None)
    assert hand["stacks"] == [66, 167]
    (written,) = phh.read(LIMIT)
    assert RaiseTo(2, 40) in phh_play.play(written).wishes
    # Anything else below the bet of the round is refused as before.
    _, (hand,), _ = replayed(tmp_path, LIMIT.replace("p2 cbr 33", "p2 cbr 32"))
    assert hand["refused"]["action"] == 4


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[200, 200, 200]", "[inf, 200, 200]", "starting_stacks must be chips, not inf"),
        ("[1, 2, 0]", "[1, 2, -4]", "blinds_or_straddles must be chips, not -4"),
    ],
)
def test_one_hand_that_cannot_be_played_kept_the_hands_around_it_from_it(tmp_path, old, new, said):
    hands = [HAND, HAND.replace(old, new), HAND]
    text = "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))
    code, found, errors = replayed(tmp_path, text, "three.phhs")
    assert code == 1
    assert [hand["hand"] for hand in found] == [1, 3]
    (line,) = errors.splitlines()
    assert said in line
    number = text.splitlines().index(next(row for row in text.splitlines() if new in row)) + 1
    assert f"line {number}:" in line
