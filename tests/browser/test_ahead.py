"""Without network the tablet follows a hand by itself: it must come to what the engine says."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page

from engine import commands, game_presets, options, referee, setup
from engine.applying import apply
from engine.commands import Command
from engine.games import BOARD
from engine.hand import Hand
from engine.rulebooks import Rules
from engine.schedule import Level
from engine.setup import Participant, Setup
from tables.queries import ahead, ahead_raises, coming, hands_to_come, level_to_come

pytestmark = pytest.mark.browser
HANDS_OF_EACH = 12
SCRIPTS = ("js/tablet-raises.js", "js/tablet-ahead.js")
Step = dict[str, Any]


def begin(rules: Rules, chance: Random) -> Hand:
    """Two to six players, some of them short."""
    seats = sorted(chance.sample(range(1, 9), chance.randint(2, 6)))
    players = tuple(Participant(seat, chance.choice((150, 400, 1000, 5000))) for seat in seats)
    has_blinds = rules.game.blinds
    blinds = (50, 100)[-has_blinds:] if has_blinds else ()
    ante = 0 if has_blinds else 25
    return setup.begin(Setup(1, players, blinds=blinds, ante=ante, chip=25), rules)[0]


def wish(hand: Hand, rules: Rules, chance: Random) -> tuple[Command, Step]:
    """Something the dealer could tap now, for the engine and as the tablet sends it."""
    offered = options.options(hand, rules)
    seat = offered.seat or 0
    if offered.phase == options.BET:
        return bet(offered, seat, chance)
    if offered.phase == options.DRAW:
        return commands.Draw(seat, 1), {"kind": "draw", "seat": seat}
    if offered.phase == options.OPENER:
        opener = chance.choice([one for one in hand.in_hand() if hand.stacks[one]])
        return commands.NameOpener(opener), {"kind": "opener", "seat": opener}
    if offered.deal is not None:
        is_board = offered.deal.kind == BOARD
        command = commands.DealBoard() if is_board else commands.DealStreet()
        return command, {"kind": "skip_board" if is_board else "street"}
    pot = offered.pots[0]
    winners = tuple(chance.sample(pot.seats, chance.randint(1, len(pot.seats))))
    fields = [["pot", str(pot.pot)], *(["winners", str(one)] for one in winners)]
    return commands.Award(pot.pot, winners), {"kind": "award", "fields": fields}


def bet(offered: options.Options, seat: int, chance: Random) -> tuple[Command, Step]:
    """Any of what is offered; folding less often, so that hands go on."""
    raising = offered.raising
    found: list[tuple[Command, Step]] = [
        (make(seat), {"kind": kind, "seat": seat})
        for kind, make, choice in (
            ("check", commands.Check, offered.check),
            ("stand", commands.Stand, offered.stand),
            ("call", commands.Call, offered.call),
            ("all_in", commands.AllIn, offered.all_in),
        )
        if choice.is_allowed
    ]
    if raising.is_allowed:
        amount = chance.choice((raising.least, raising.most))
        raised = {"kind": "raise_to", "seat": seat, "amount": str(amount)}
        found.append((commands.RaiseTo(seat, amount), raised))
    if offered.fold.is_allowed and (not found or chance.random() < 0.2):
        found.append((commands.Fold(seat), {"kind": "fold", "seat": seat}))
    return chance.choice(found)


def played(rules: Rules, chance: Random) -> list[Step]:
    """A hand to its end: the figures before each command, and the command."""
    hand = begin(rules, chance)
    told: list[Step] = []
    while not hand.ended:
        command, step = wish(hand, rules, chance)
        told.append(
            {
                "wagers": wagers(hand, rules),
                "figures": figures(hand, rules),
                "command": {"words": "", "fields": [], **step},
            }
        )
        for event in referee.decide(hand, command, rules):
            apply(hand, event)
    told.append({"figures": figures(hand, rules), "command": None})
    return told


def wagers(hand: Hand, rules: Rules) -> list[Any] | None:
    """What may be bet or raised and whether all-in, with the sentence and clause where not."""
    offered = options.options(hand, rules)
    if offered.phase != options.BET:
        return None
    raising, all_in = offered.raising, offered.all_in
    limits = [raising.least, raising.most, [list(one) for one in raising.presets]]
    reason = [raising.why, raising.clause]
    return [limits if raising.is_allowed else reason, all_in.is_allowed, all_in.clause]


def figures(hand: Hand, rules: Rules) -> str:
    return json.dumps(ahead.hand(hand, rules))


FOLLOW = """told => {
  const { readHand, goOn, raisingOf, allInOf, potsOf } = window.shuffleUp;
  const turn = ({ actor, to_match, after, opening, drawer, phase }) =>
    phase === "betting" ? [actor, to_match, after, opening] : phase === "draw" ? drawer : 0;
  const seat = (one, isOver) => [one.seat, one.stack, ...(isOver ? [] : [one.bet, one.status])];
  const seen = (hand) => hand && {
    phase: hand.phase,
    turn: turn(hand),
    stacks: hand.seats.map((one) => seat(one, hand.phase === "ended")),
    pots: hand.phase === "award" ? potsOf(hand) : [],
  };
  const wagers = (hand) => {
    const { allowed, least, most, presets, why, clause } = raisingOf(hand, hand.actor);
    const allIn = allInOf(hand, hand.actor);
    return [allowed ? [least, most, presets] : [why, clause], allIn.allowed, allIn.clause ?? ""];
  };
  const read = (step) => readHand({ dataset: { ahead: step.figures } });
  let alone = read(told[0]);
  for (let place = 0; place < told.length; place += 1) {
    const wanted = JSON.stringify(seen(read(told[place])));
    const found = JSON.stringify(seen(alone));
    const offered = JSON.stringify(told[place].wagers);
    if (wanted !== found) return { place, wanted, found, told: told.slice(0, place + 1) };
    if (told[place].wagers && JSON.stringify(wagers(alone)) !== offered) {
      return { place, offered, alone, found: wagers(alone) };
    }
    if (told[place].command) alone = goOn(alone, told[place].command, null);
  }
  return null;
}"""


def read_scripts(page: Page, *scripts: str) -> None:
    for one in scripts or SCRIPTS:
        script = finders.find(one)
        assert isinstance(script, str)
        page.add_script_tag(content=Path(script).read_text())


@pytest.mark.parametrize("name", game_presets.names())
def test_what_the_tablet_follows_alone_is_what_the_engine_makes_of_it(name: str, browser: Browser):
    rules, chance = game_presets.get(name), Random(name)
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page)
        for _ in range(HANDS_OF_EACH):
            assert page.evaluate(FOLLOW, played(rules, chance)) is None


DEAL = """([figures, coming, outs]) => {
  const { readHand, nextHand } = window.shuffleUp;
  let hand = readHand({ dataset: { ahead: figures } });
  const dealt = [];
  for (const [level, ...gone] of outs) {
    const seats = hand.seats.map((one) => ({ ...one, stack: gone.includes(one.seat) ? 0 : 5000 }));
    hand = nextHand({ ...hand, seats, phase: "ended" }, coming, level);
    if (!hand) return [...dealt, null];
    const bets = hand.seats.map((one) => [one.seat, one.bet]);
    dealt.push([hand.number, hand.marker, hand.actor, bets]);
  }
  return dealt;
}"""


def plan(rules: Rules, seats: tuple[int, ...] = (1, 2, 4, 5, 7)) -> tuple[Hand, dict[str, Any]]:
    """A hand just begun, and what is told of those after it: a level, a break, another level."""
    first = Setup(1, tuple([Participant(seat, 5000) for seat in seats]), blinds=(50, 100), chip=25)
    begun = setup.begin(first, rules)[0]
    then, foresight = hands_to_come.after(begun, first, rules)
    here = coming.patterns(foresight)
    told: dict[str, Any] = {"after": 1, "most": None, "is_over": False, "first": then, "level": 0}
    told |= {"hands": [coming.told(one) for one in foresight.found], **coming.once(here)}
    book = ahead_raises.book(rules)
    rows = [
        {**row.told(), "book": book, "patterns": coming.at_row(foresight, here, row, rules)}
        for row in ROWS
    ]
    return begun, told | {"book": book, "is_break": False, "rows": rows}


BLINDS = ((50, 100), (100, 200), (), (200, 400))
ROWS = [
    level_to_come.RowToCome(row, Level(20, blinds), f"Level {row}", not blinds, None)
    for row, blinds in enumerate(BLINDS)
    if row
]


def test_hands_are_dealt_alone_whoever_goes_out_and_whenever(browser: Browser):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules)
    outs: list[tuple[int, ...]] = [(0,), (0, 2), (0,), (1, 4, 5), (1,), (3,)]
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page)
        dealt = page.evaluate(DEAL, [figures(begun, rules), told, outs])
        few = page.evaluate(DEAL, [figures(begun, rules), {**told, "most": 2}, outs])
        last = page.evaluate(DEAL, [figures(begun, rules), {**told, "rows": []}, outs])
        strange = {**told, "same": {**told["same"], "is_strange": True}}
        none = page.evaluate(DEAL, [figures(begun, rules), strange, outs])
        resting = page.evaluate(DEAL, [figures(begun, rules), told, [(0,), (2,)]])
    assert none == [None]
    assert dealt == json.loads(json.dumps(as_dealt(begun, outs, rules)))
    assert few == [*dealt[:2], None]
    assert last == [*dealt[:3], None]
    assert resting[1:] == [None]


@pytest.mark.parametrize("gone", [(2, 4, 5), (1, 2, 3, 4, 5, 6), (1, 3, 5, 7, 8)])
def test_hands_are_dealt_alone_after_three_or_more_went_out_at_once(
    browser: Browser, gone: tuple[int, ...]
):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules, tuple(range(1, 10)))
    outs: list[tuple[int, ...]] = [(0,), (0, *gone), (0,), (1,)]
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page)
        dealt = page.evaluate(DEAL, [figures(begun, rules), told, outs])
    assert dealt == json.loads(json.dumps(as_dealt(begun, outs, rules)))


def as_dealt(last: Hand, outs: list[tuple[int, ...]], rules: Rules) -> list[list[Any]]:
    """Number, marker, whose turn it is and what lies before whom, hand after hand."""
    left, told = list(last.seats), []
    for number, (level, *gone) in enumerate(outs, last.number + 1):
        left = [seat for seat in left if seat not in gone]
        previous = replace(setup.facts(last), busts=tuple(gone))
        players = tuple([Participant(seat, 5000) for seat in left])
        wanted = Setup(number, players, blinds=BLINDS[level], chip=25, previous=previous)
        last = setup.begin(wanted, rules)[0]
        told.append([number, last.marker, last.actor, [[seat, last.bets[seat]] for seat in left]])
    return told


SERVED = """([figures, coming, ends]) => {
  const { readHand, nextHand, inMinutes } = window.shuffleUp;
  window.shuffleUp.serverNow = () => 1000;
  coming.served[0].since = ends;
  const hand = { ...readHand({ dataset: { ahead: figures } }), phase: "ended" };
  return [inMinutes(coming), nextHand(hand, coming, 0).away, nextHand(hand, coming, 1).away];
}"""


@pytest.mark.parametrize(("ends", "dead"), [(1001, ["2", [2], [2]]), (1000, ["", [], []])])
def test_who_serves_minutes_is_dealt_dead_until_the_clock_says_they_are_over(
    browser: Browser, ends: int, dead: list[Any]
):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules)
    away = [one | {"away": [2]} for one in told["patterns"]]
    free: list[dict[str, Any]] = [{"away": []}] * len(away)
    rows = [row | {"patterns": [{"away": [2]} for _ in away]} for row in told["rows"]]
    stage = {"dead": [], "patterns": free, "rows": {"1": free}}
    told |= {"patterns": away, "rows": rows, "in_minutes": [2], "served": [stage]}
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page)
        assert page.evaluate(SERVED, [figures(begun, rules), told, ends]) == dead


START = """([figures, coming, start]) => {
  const { readHand, goOn } = window.shuffleUp;
  const hand = { ...readHand({ dataset: { ahead: figures } }), phase: "ended" };
  return goOn(hand, { kind: "start_hand", fields: [], ...start }, coming)?.number ?? null;
}"""


def test_a_deal_kept_by_an_older_page_is_followed_and_one_of_no_known_level_waits(browser: Browser):
    rules = game_presets.get("adelaide")
    begun, known = plan(rules)
    told = [figures(begun, rules), known | {"rows": []}]
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page)
        assert page.evaluate(START, [*told, {}]) == 2
        assert page.evaluate(START, [*told, {"level": 0}]) == 2
        assert page.evaluate(START, [*told, {"level": None}]) is None
        assert page.evaluate(START, [*told, {"level": 1}]) is None


OUTLOOK = """([figures, coming, level]) => {
  const { readHand, outlook } = window.shuffleUp;
  const { last, anyone } = outlook(readHand({ dataset: { ahead: figures } }), coming, level);
  return [last, anyone];
}"""


def test_no_more_hands_are_promised_than_are_told_of_the_levels_to_come(browser: Browser):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules)
    *_, then = told["hands"][told["first"]["0"]]
    ring = told["hands"][then["0"]][0]
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page)
        found = [
            page.evaluate(OUTLOOK, [figures(begun, rules), known, level])
            for known, level in (
                (told, 0),
                (without(told, row=3, patterns=[ring]), 0),
                (without(told, row=1, patterns=all_but(told, ring)), 0),
                (told, 3),
                (told | {"rows": []}, 0),
            )
        ]
    assert found == [[3, True], [1, True], [3, False], [3, True], [0, True]]


def without(told: dict[str, Any], *, row: int, patterns: list[int]) -> dict[str, Any]:
    """The same without these patterns at one level."""
    rows = [
        one | {"patterns": [None if at in patterns else p for at, p in enumerate(one["patterns"])]}
        if one["row"] == row
        else one
        for one in told["rows"]
    ]
    return told | {"rows": rows}


def all_but(told: dict[str, Any], *kept: int) -> list[int]:
    first, *_ = told["hands"][told["first"]["0"]]
    return [at for at in range(len(told["patterns"])) if at not in (*kept, first)]


ASK_TWICE = """async () => {
  const answers = [];
  window.fetch = () => new Promise((answer) => answers.push(answer));
  const { coming, lookAhead } = window.shuffleUp;
  const tablet = document.createElement("section");
  const ask = (number) => {
    Object.assign(tablet.dataset, { aheadUrl: "/", ahead: JSON.stringify({ number }) });
    return lookAhead(tablet);
  };
  const tell = (place, after) => answers[place]({ ok: true, json: async () => ({ after }) });
  const asked = [ask(1), ask(2)];
  tell(1, 2);
  await asked[1];
  tell(0, 1);
  await asked[0];
  return coming().after;
}"""


def test_an_answer_that_was_overtaken_is_not_taken(browser: Browser):
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page, *SCRIPTS, "js/tablet-clock.js", "js/tablet-alone.js")
        assert page.evaluate(ASK_TWICE) == 2


SEND = """async () => {
  const sent = [];
  window.fetch = async (url, { body }) => {
    sent.push(body.get("kind"));
    return { status: 200, ok: true, text: async () => "" };
  };
  const changed = () => { throw new Error("This page cannot be painted."); };
  const answered = () => ({ accepted: true, version: 2 });
  const outbox = new window.shuffleUp.Outbox("/", { token: "", answered, changed });
  for (const kind of ["fold", "call"]) outbox.add({ kind, fields: [["kind", kind]], version: 1 });
  while (outbox.waiting.length) await new Promise((then) => setTimeout(then));
  return sent;
}"""


def test_a_page_that_cannot_be_painted_still_sends_what_was_tapped(browser: Browser):
    with browser.new_context() as context:
        page = context.new_page()
        read_scripts(page, "js/outbox.js")
        assert page.evaluate(SEND) == ["fold", "call"]
