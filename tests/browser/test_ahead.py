"""Without network the tablet follows a hand by itself: it must come to what the engine says."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games import BOARD
from engine.hand import commands
from engine.hand.applying import apply
from engine.hand.commands import Command
from engine.hand.setup import Participant, Setup
from engine.hand.state import Hand
from engine.referee import betting, options, referee, start
from engine.rules.book import Rules
from engine.schedule.schedule import Level
from engine.structure import game_presets
from tables.offline.queries import ahead, ahead_raises, coming, hands_to_come, level_to_come

pytestmark = pytest.mark.browser
HANDS_OF_EACH = 12
Step = dict[str, Any]


def begin(rules: Rules, chance: Random) -> Hand:
    """Two to six players, some of them short."""
    seats = sorted(chance.sample(range(1, 9), chance.randint(2, 6)))
    players = tuple(Participant(seat, chance.choice((150, 400, 1000, 5000))) for seat in seats)
    has_blinds = rules.game.blinds
    blinds = (50, 100)[-has_blinds:] if has_blinds else ()
    ante = 0 if has_blinds else 25
    return start.begin(Setup(1, players, blinds=blinds, ante=ante, chip=25), rules)[0]


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
    """What may be wagered, how to stay in and whether to fold, with why not."""
    offered = options.options(hand, rules)
    if offered.phase != options.BET:
        return None
    raising, all_in = offered.raising, offered.all_in
    limits = [raising.least, raising.most, [list(one) for one in raising.presets]]
    reason = [raising.why, raising.clause]
    return [
        limits if raising.is_allowed else reason,
        [all_in.is_allowed, all_in.clause],
        staying(offered, betting.to_call(hand, offered.seat or 0), rules, hand),
        offered.fold.why,
    ]


def staying(offered: options.Options, to_call: int, rules: Rules, hand: Hand) -> list[Any]:
    """The one way to stay in that a tablet shows: its kind, its cost, and why not."""
    if to_call:
        return ["call", to_call, offered.call.why]
    is_first = betting.is_first_round(hand, rules)
    kind = str(rules.book.first_round_word.value) if is_first else "check"
    return [kind, 0, {"check": offered.check, "stand": offered.stand}[kind].why]


def figures(hand: Hand, rules: Rules) -> str:
    return json.dumps(ahead.hand(hand, rules))


FOLLOW = """async told => {
  const { readHand, goOn, potsOf, ...may } = await import("/static/js/tablet-ahead.js");
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
    const { allowed, least, most, presets, why, clause } = may.raisingOf(hand, hand.actor);
    const allIn = may.allInOf(hand, hand.actor);
    const { kind, toCall, why: whyNotStay } = may.stayingOf(hand, hand.actor);
    return [
      allowed ? [least, most, presets] : [why, clause],
      [allIn.allowed, allIn.clause ?? ""],
      [kind, toCall, whyNotStay],
      may.foldingOf(hand).why,
    ];
  };
  const read = (step) => readHand(step.figures);
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


@pytest.mark.parametrize("name", game_presets.names())
def test_what_the_tablet_follows_alone_is_what_the_engine_makes_of_it(name: str, scripts: Page):
    rules, chance = game_presets.get(name), Random(name)
    for _ in range(HANDS_OF_EACH):
        assert scripts.evaluate(FOLLOW, played(rules, chance)) is None


DEAL = """async ([figures, coming, outs]) => {
  const { readHand, nextHand } = await import("/static/js/tablet-ahead.js");
  let hand = readHand(figures);
  const dealt = [];
  for (const [level, ...gone] of outs) {
    const seats = hand.seats.map((one) => ({ ...one, stack: gone.includes(one.seat) ? 0 : 5000 }));
    hand = nextHand({ ...hand, seats, phase: "ended" }, coming, { level });
    if (!hand) return [...dealt, null];
    const bets = hand.seats.map((one) => [one.seat, one.bet]);
    dealt.push([hand.number, hand.marker, hand.actor, bets]);
  }
  return dealt;
}"""


def plan(rules: Rules, seats: tuple[int, ...] = (1, 2, 4, 5, 7)) -> tuple[Hand, dict[str, Any]]:
    """A hand just begun, and what is told of those after it: a level, a break, another level."""
    players = tuple([Participant(seat, 5000) for seat in seats])
    has_blinds = bool(rules.game.blinds)
    stakes = {"blinds": (50, 100)} if has_blinds else {"ante": 25}
    first = Setup(1, players, chip=25, **stakes)
    begun = start.begin(first, rules)[0]
    then, foresight = hands_to_come.after(begun, first, rules)
    here = coming.patterns(foresight)
    told: dict[str, Any] = {"after": 1, "most": None, "is_over": False, "first": then, "level": 0}
    told |= {"hands": [coming.told(one) for one in foresight.found], **coming.once(here)}
    book = ahead_raises.book(rules)
    rows = [
        {**row.told(), "book": book, "patterns": coming.at_row(foresight, here, row, rules)}
        for row in (ROWS if has_blinds else ())
    ]
    return begun, told | {"book": book, "is_break": False, "rows": rows}


BLINDS = ((50, 100), (100, 200), (), (200, 400))
ROWS = [
    level_to_come.RowToCome(row, Level(20, blinds), f"Level {row}", not blinds, None)
    for row, blinds in enumerate(BLINDS)
    if row
]


def test_hands_are_dealt_alone_whoever_goes_out_and_whenever(scripts: Page):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules)
    outs: list[tuple[int, ...]] = [(0,), (0, 2), (0,), (1, 4, 5), (1,), (3,)]
    dealt = scripts.evaluate(DEAL, [figures(begun, rules), told, outs])
    few = scripts.evaluate(DEAL, [figures(begun, rules), {**told, "most": 2}, outs])
    last = scripts.evaluate(DEAL, [figures(begun, rules), {**told, "rows": []}, outs])
    strange = {**told, "same": {**told["same"], "is_strange": True}}
    none = scripts.evaluate(DEAL, [figures(begun, rules), strange, outs])
    resting = scripts.evaluate(DEAL, [figures(begun, rules), told, [(0,), (2,)]])
    assert none == [None]
    assert dealt == json.loads(json.dumps(as_dealt(begun, outs, rules)))
    assert few == [*dealt[:2], None]
    assert last == [*dealt[:3], None]
    assert resting[1:] == [None]


@pytest.mark.parametrize("gone", [(2, 4, 5), (1, 2, 3, 4, 5, 6), (1, 3, 5, 7, 8)])
def test_hands_are_dealt_alone_after_three_or_more_went_out_at_once(
    scripts: Page, gone: tuple[int, ...]
):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules, tuple(range(1, 10)))
    outs: list[tuple[int, ...]] = [(0,), (0, *gone), (0,), (1,)]
    dealt = scripts.evaluate(DEAL, [figures(begun, rules), told, outs])
    assert dealt == json.loads(json.dumps(as_dealt(begun, outs, rules)))


def as_dealt(last: Hand, outs: list[tuple[int, ...]], rules: Rules) -> list[list[Any]]:
    """Number, marker, whose turn it is and what lies before whom, hand after hand."""
    left, told = list(last.seats), []
    for number, (level, *gone) in enumerate(outs, last.number + 1):
        left = [seat for seat in left if seat not in gone]
        previous = replace(start.facts(last), busts=tuple(gone))
        players = tuple([Participant(seat, 5000) for seat in left])
        wanted = Setup(number, players, blinds=BLINDS[level], chip=25, previous=previous)
        last = start.begin(wanted, rules)[0]
        told.append([number, last.marker, last.actor, [[seat, last.bets[seat]] for seat in left]])
    return told


SERVED = """async ([figures, coming, ends]) => {
  const { readHand, nextHand, inMinutes } = await import("/static/js/tablet-ahead.js");
  coming.served[0].since = ends;
  const dead = inMinutes(coming, 1000);
  const hand = { ...readHand(figures), phase: "ended" };
  return [dead, ...[0, 1].map((level) => nextHand(hand, coming, { level, dead }).away)];
}"""


@pytest.mark.parametrize(("ends", "dead"), [(1001, ["2", [2], [2]]), (1000, ["", [], []])])
def test_who_serves_minutes_is_dealt_dead_until_the_clock_says_they_are_over(
    scripts: Page, ends: int, dead: list[Any]
):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules)
    away = [one | {"away": [2]} for one in told["patterns"]]
    free: list[dict[str, Any]] = [{"away": []}] * len(away)
    rows = [row | {"patterns": [{"away": [2]} for _ in away]} for row in told["rows"]]
    stage = {"dead": [], "patterns": free, "rows": {"1": free}}
    told |= {"patterns": away, "rows": rows, "in_minutes": [2], "served": [stage]}
    assert scripts.evaluate(SERVED, [figures(begun, rules), told, ends]) == dead


START = """async ([figures, coming, start]) => {
  const { readHand, goOn } = await import("/static/js/tablet-ahead.js");
  const hand = { ...readHand(figures), phase: "ended" };
  return goOn(hand, { kind: "start_hand", fields: [], ...start }, coming)?.number ?? null;
}"""


def test_a_deal_kept_by_an_older_page_is_followed_and_one_of_no_known_level_waits(scripts: Page):
    rules = game_presets.get("adelaide")
    begun, known = plan(rules)
    told = [figures(begun, rules), known | {"rows": []}]
    assert scripts.evaluate(START, [*told, {}]) == 2
    assert scripts.evaluate(START, [*told, {"level": 0}]) == 2
    assert scripts.evaluate(START, [*told, {"level": None}]) is None
    assert scripts.evaluate(START, [*told, {"level": 1}]) is None


OUTLOOK = """async ([figures, coming, level]) => {
  const { readHand, outlook } = await import("/static/js/tablet-ahead.js");
  const { last, anyone } = outlook(readHand(figures), coming, { level });
  return [last, anyone];
}"""


def test_no_more_hands_are_promised_than_are_told_of_the_levels_to_come(scripts: Page):
    rules = game_presets.get("adelaide")
    begun, told = plan(rules)
    *_, then = told["hands"][told["first"]["0"]]
    ring = told["hands"][then["0"]][0]
    found = [
        scripts.evaluate(OUTLOOK, [figures(begun, rules), known, level])
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
  const { coming, lookAhead } = await import("/static/js/tablet-coming.js");
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


def test_an_answer_that_was_overtaken_is_not_taken(scripts: Page):
    assert scripts.evaluate(ASK_TWICE) == 2


SEND = """async () => {
  const sent = [];
  window.fetch = async (url, { body }) => {
    sent.push(body.get("kind"));
    return { status: 200, ok: true, text: async () => "" };
  };
  const changed = () => { throw new Error("This page cannot be painted."); };
  const answered = () => ({ accepted: true, version: 2 });
  const { Outbox } = await import("/static/js/outbox.js");
  const outbox = new Outbox("/", { token: "", answered, changed });
  for (const kind of ["fold", "call"]) outbox.add({ kind, fields: [["kind", kind]], version: 1 });
  while (outbox.waiting.length) await new Promise((then) => setTimeout(then));
  return sent;
}"""


def test_a_page_that_cannot_be_painted_still_sends_what_was_tapped(scripts: Page):
    assert scripts.evaluate(SEND) == ["fold", "call"]
