// How much may be bet or raised while the network is away, and why not: the book's answers, under the names the server
// gives in the page, from the figures it gives there. tests/browser/test_ahead.py holds every one of them to the engine.
import { chips } from "./chips.js";
import { at, contenders, IN, live } from "./tablet-seats.js";

const THREE = 3;

const unit = (hand) => hand.units[hand.street];
const isLast = (hand) => hand.street === hand.streets.length - 1;
const everything = (one) => one.bet + one.stack;

export const potOf = (hand) => hand.bonus + hand.seats.reduce((sum, one) => sum + one.paid + one.dead, 0);
const afterTheCall = (hand, one) => potOf(hand) + hand.to_match - one.bet;

// --- The least: a total ---------------------------------------------------------------------------
const largest = (hand) => hand.to_match + Math.max(hand.full_raise, unit(hand));
const LEAST = {
  the_largest_raise_so_far: largest,
  complete_the_bring_in: largest, // with a bring-in on the table only the server goes on
  complete_or_the_largest_raise: (hand) => (hand.to_match < unit(hand) ? unit(hand) : largest(hand)),
  double_the_bet: (hand) => Math.max(2 * hand.to_match, unit(hand)),
  one_bet_more: (hand) => Math.max(unit(hand), hand.full_level + unit(hand)),
};
const leastOf = (hand) => LEAST[hand.book.least](hand);

// --- From where to where: the least that is a full raise, and the most -------------------------------
const upTo = (hand, most) => [leastOf(hand), Math.max(leastOf(hand), most)];
const fixed = (hand) => Array(2).fill(LEAST[hand.book.limit_raise](hand));
const inChips = (hand, amount) => amount - (amount % hand.odd[0]);

const manila = (hand) => {
  const least = hand.to_match + Math.max(hand.full_raise, hand.unit);
  return [least, Math.max(least, hand.to_match + (isLast(hand) ? 4 : 2) * hand.unit)];
};

const RANGE = {
  no: (hand) => [leastOf(hand), Infinity],
  pot: (hand, one) => upTo(hand, hand.to_match + afterTheCall(hand, one)),
  "half-pot": (hand, one) => upTo(hand, hand.to_match + inChips(hand, Math.floor(afterTheCall(hand, one) / 2))),
  fixed,
  structured: fixed,
  manila,
  straddle: (hand) => upTo(hand, 2 * (hand.to_match || unit(hand))),
};

const spanOf = (hand, one) => {
  const [full, most] = RANGE[hand.book.limit](hand, one);
  const top = Math.min(most, hand.ceiling < 0 ? Infinity : hand.ceiling, everything(one));
  return { least: Math.min(full, top), most: top, full };
};

// --- Whether at all -----------------------------------------------------------------------------------
const CAPPED = {
  none: () => false,
  three_unless_two_can_bet: (hand) => live(hand).length > 2,
  three_unless_two_could_bet_before: (hand) => hand.live_at_raise > 2,
  three_unless_two_contested_before: (hand) => hand.contenders_at_raise > 2,
  three_unless_two_on_the_last_round: (hand) => !(isLast(hand) && contenders(hand).length === 2),
  three_unless_two_are_left: (hand) => hand.order.length > 2,
};
const isCapped = (hand) => hand.raises >= THREE && CAPPED[hand.book.cap](hand);

const REOPENS = {
  when_facing_a_full_raise: (hand, acted) => hand.to_match - acted >= Math.max(hand.full_raise, unit(hand)),
  when_facing_double_the_bet: (hand, acted) => hand.to_match >= Math.max(2 * acted, unit(hand)),
  when_facing_half_a_bet: (hand, acted) => 2 * (hand.to_match - acted) >= unit(hand),
  after_a_full_raise_only: (hand, acted) => hand.book.any_short_reopens || acted < hand.full_level,
};
// Some books let nobody raise a short all-in, not even those yet to act.
const mayReopen = (hand, one) => {
  if (hand.book.reopens === "nobody_after_a_short_all_in") return !hand.shorts;
  return one.acted < 0 || REOPENS[hand.book.reopens](hand, one.acted);
};

const canAnswer = (hand, one) =>
  hand.seats.some((other) => other !== one && other.status === IN && everything(other) > hand.to_match);

// Why this player may not bet or raise at all: the sentence and the question that the book answers.
const whyNot = (hand, one) => {
  if (everything(one) <= hand.to_match) return ["The stack does not reach beyond a call.", "all_in"];
  if (!canAnswer(hand, one)) return ["Nobody is left who could call a raise.", "all_in"];
  if (isCapped(hand)) return ["The raises of this betting round are used up.", "raise_cap"];
  if (hand.to_match && !mayReopen(hand, one)) {
    return [`Seat ${one.seat} may call or fold. A short all-in does not reopen the betting.`, "reopening"];
  }
  if (hand.ceiling >= 0 && hand.to_match >= hand.ceiling) {
    return [`No wager goes above ${chips(hand.ceiling)} in this betting round.`, "ceiling"];
  }
  return null;
};

const clauseOf = (hand, question) => (question === "ceiling" ? hand.ceiling_clause : hand.book.clauses[question]);
const refused = (hand, [why, question]) => ({ allowed: false, why, clause: clauseOf(hand, question) });

// Useful amounts within the limits, each once.
const presetsOf = (hand, one, least, most) => {
  const pot = afterTheCall(hand, one);
  const wanted = [
    ["least", least],
    ["half pot", hand.to_match + Math.floor(pot / 2)],
    ["pot", hand.to_match + pot],
    [most === everything(one) ? "all-in" : "most", most],
  ];
  const offered = new Map();
  for (const [name, amount] of wanted) {
    const rounded = [least, most].includes(amount) ? amount : inChips(hand, amount);
    if (rounded >= least && rounded <= most) offered.set(rounded, name);
  }
  return [...offered].sort(([a], [b]) => a - b).map(([amount, name]) => [name, amount]);
};

export const raisingOf = (hand, seat) => {
  const one = at(hand, seat);
  const reason = whyNot(hand, one);
  if (reason) return refused(hand, reason);
  const { least, most } = spanOf(hand, one);
  return { allowed: true, least, most, presets: presetsOf(hand, one, least, most) };
};

// Everything, as a call or as a raise, whichever it reaches.
export const allInOf = (hand, seat) => {
  const one = at(hand, seat);
  if (everything(one) <= hand.to_match) return { allowed: true };
  const raising = raisingOf(hand, seat);
  if (!raising.allowed || everything(one) <= raising.most) return raising;
  return refused(hand, [`Raise to ${chips(raising.most)} at most.`, "limit"]);
};

// --- Without a raise ------------------------------------------------------------------------------------
const mayNotOpenWith = (hand, action) => hand.opening && hand.opener_may_not.includes(action);

// Some books make the opener of the first betting round bet.
const asOpener = (hand, action) => (mayNotOpenWith(hand, action) ? `The opener may not ${action}.` : "");

export const foldingOf = (hand) => ({ why: asOpener(hand, "fold") });

// How a player stays in: what he does, what it costs, and why he may not.
export const stayingOf = (hand, seat) => {
  const one = at(hand, seat);
  const toCall = Math.min(one.stack, Math.max(0, hand.to_match - one.bet));
  if (toCall) return { kind: "call", toCall, why: asOpener(hand, "call") };
  const kind = hand.street <= hand.first_round ? hand.first_word : "check";
  const mayCheck = hand.checks_last || !isLast(hand);
  return { kind, toCall, why: mayCheck ? asOpener(hand, kind) : "Nobody checks in the last betting round." };
};

// --- What comes of a bet or raise ----------------------------------------------------------------------
const SHORT = {
  never_a_raise: () => true,
  half_a_bet_is_a_raise: (hand, to) => 2 * (to - hand.full_level) < unit(hand),
};

// Noted before the chips are moved: full, short, or only completing what came short.
export const noteRaise = (hand, one, to) => {
  const { full } = spanOf(hand, one);
  if (to < full && SHORT[hand.book.short](hand, to)) return void (hand.shorts += 1);
  const isCompletion = !hand.full_level;
  hand.full_raise = Math.max(hand.full_raise, to - hand.to_match);
  hand.full_level = to;
  if (!hand.to_match || isCompletion) return undefined;
  hand.raises += 1;
  const counts = { live_at_raise: live(hand).length, contenders_at_raise: contenders(hand).length };
  return void Object.assign(hand, counts);
};

export const NEW_ROUND = {
  full_raise: 0, full_level: 0, raises: 0, shorts: 0, live_at_raise: 0, contenders_at_raise: 0, ceiling: -1, ceiling_clause: "",
};
