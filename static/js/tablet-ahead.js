// While the network is away the dealer goes on: this follows the hand, card by card and pot by pot, into the
// hands after it. It knows whose turn is next and what lies where, tablet-raises.js how much may be wagered,
// tablet-clock.js at which level; what is lawful the server says when it hears of it.
// All of it is figures in, figures out: no page, no network, no time but what is given. Others import from here only.
import { NEW_ROUND, noteRaise, potOf } from "./tablet-raises.js";
import { ALL_IN, at, contenders, FOLDED, IN, isIn, live } from "./tablet-seats.js";

export { clockNow, levelOf } from "./tablet-clock.js";
export { allInOf, foldingOf, potOf, raisingOf, stayingOf } from "./tablet-raises.js";
export { ALL_IN, at, contenders, FOLDED, OUT } from "./tablet-seats.js";

const NOBODY = -1;

// --- The hand in figures, as the server wrote them into the page ---------------------------------
const seatOf = ([seat, stack, bet, paid, dead, status, acted]) => ({ seat, stack, bet, paid, dead, status, acted });

// All seats of the hand clockwise, this one or the next to it first.
const clockwise = (hand, from) => {
  const seats = [...hand.order].sort((a, b) => a - b);
  return [...seats.filter((seat) => seat >= from), ...seats.filter((seat) => seat < from)];
};

const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

const copy = (hand) => ({ ...structuredClone(hand) });

// The hand as the page has it, or null where nobody could follow it from here.
export const readHand = (figures) => {
  if (!figures) return null;
  const hand = JSON.parse(figures);
  if (hand.is_strange) return null;
  return settled({ ...hand, seats: hand.seats.map(seatOf), ticked: [], entered: {}, cards: [], won: {}, dealt: 0 });
};

// --- Nobody is to act: what comes next ------------------------------------------------------------
const settled = (hand) => {
  if (hand.ended) return { ...hand, phase: "ended" };
  if (hand.actor > 0) return foldsAway({ ...hand, phase: "betting" });
  if (hand.drawer > 0) return { ...hand, phase: "draw" };
  return rest(hand);
};

const rest = (hand) => {
  hand.actor = NOBODY;
  if (!hand.waits) giveBack(hand);
  const left = contenders(hand);
  if (left.length === 1) return wins(hand, left[0]);
  if (hand.opens === "cards" && hand.opener < 0 && live(hand).length > 1) return { ...hand, phase: "opener" };
  const next = hand.streets[hand.street + 1];
  if (hand.holds && isAllIn(hand, !next)) return { ...hand, phase: "face_down" };
  if (!next) return { ...hand, phase: "award" };
  if (next[1] === "draw") return openDraw(hand);
  const isShort = hand.cards_left < left.length; // one card for all is laid open instead
  return { ...hand, phase: next[1] === "board" || isShort ? "board" : "street" };
};

// In hand-for-hand all-in hands wait for the floor.
const isAllIn = (hand, isLast) =>
  hand.seats.some((one) => one.status === ALL_IN) && (isLast || live(hand).length < 2);

// Whether the betting goes on: nothing is run out, and no hand is turned up before the next card.
export const isPlayed = (hand) => live(hand).length > 1;

// What nobody could call goes back.
const giveBack = (hand) => {
  const [first, second] = [...hand.seats].sort((a, b) => b.bet - a.bet);
  const over = first.bet - (second?.bet ?? 0);
  if (!over || !isIn(first)) return;
  first.bet -= over;
  first.paid -= over;
  first.stack += over;
  if (first.status === ALL_IN) first.status = IN;
};

const wins = (hand, seat) => {
  give(hand, [seat], potOf(hand));
  return ends(hand);
};

// Equal shares in whole chips; what is left goes clockwise, one chip each or all to the first.
const give = (hand, seats, amount) => {
  const [chip, from, isOneEach] = hand.odd;
  const share = Math.floor(amount / seats.length / chip) * chip;
  let left = amount - share * seats.length;
  for (const seat of clockwise(hand, from).filter((one) => seats.includes(one))) {
    const mine = share + (isOneEach ? Math.min(left, chip) : left);
    left -= mine - share;
    at(hand, seat).stack += mine;
    hand.won[seat] = (hand.won[seat] ?? 0) + mine;
  }
};

const ends = (hand) => {
  for (const one of hand.seats) Object.assign(one, { bet: 0, paid: 0, dead: 0 });
  return { ...hand, phase: "ended", ended: true, bonus: 0, actor: NOBODY };
};

// --- The betting ----------------------------------------------------------------------------------
const putIn = (hand, one, wanted) => {
  const more = wanted - one.bet;
  one.bet += more;
  one.paid += more;
  one.stack -= more;
  if (!one.stack) one.status = ALL_IN;
  if (one.bet <= hand.to_match) return false;
  hand.to_match = one.bet;
  return true;
};

const WAGERS = {
  fold: () => 0,
  check: () => 0,
  stand: () => 0,
  call: (hand) => hand.to_match,
  call_and_fold: (hand) => hand.to_match,
  all_in: (hand, one) => one.bet + one.stack,
  raise_to: (hand, one, command) => Number(command.amount),
};

const bets = (hand, command) => {
  const one = at(hand, hand.actor);
  hand.opening = false;
  const wanted = Math.min(WAGERS[command.kind](hand, one, command), one.bet + one.stack);
  if (wanted > hand.to_match) noteRaise(hand, one, wanted);
  const isRaised = wanted > one.bet && putIn(hand, one, wanted);
  one.acted = hand.to_match;
  if (command.kind.endsWith("fold")) one.status = FOLDED;
  hand.entered[one.seat] = command.words.split(": ").at(-1);
  if (isRaised) hand.after = clockwise(hand, one.seat).slice(1);
  return turns(hand);
};

const turns = (hand) => {
  hand.after = hand.after.filter((seat) => at(hand, seat).status === IN);
  const next = contenders(hand).length < 2 ? undefined : live(hand).length < 2 ? lone(hand) : hand.after[0];
  if (next === undefined) return rest(hand);
  hand.actor = next;
  hand.after = hand.after.filter((seat) => seat !== next);
  return foldsAway({ ...hand, phase: "betting" });
};

// Against all-in players only, the last one with chips acts only if he is behind.
const lone = (hand) => {
  const most = Math.max(0, ...hand.seats.filter((one) => one.status === ALL_IN).map((one) => one.bet));
  return hand.after.find((seat) => at(hand, seat).bet < most);
};

// Whoever is away is folded when the turn comes.
const foldsAway = (hand) => {
  if (!hand.away.includes(hand.actor)) return hand;
  at(hand, hand.actor).status = FOLDED;
  return turns(hand);
};

const opens = (hand, from) => {
  const able = live(hand);
  if (able.length < 2) return rest({ ...hand, opener: NOBODY });
  const seats = clockwise(hand, from);
  const order = seats.filter((seat) => able.includes(seat));
  hand.opener = hand.actor = order[0];
  // Whose turn it is because the opener is away is no opener.
  const isFirst = order[0] === seats.find((seat) => at(hand, seat).status !== ALL_IN);
  hand.opening = hand.street === hand.first_round && isFirst;
  hand.after = order.slice(1);
  return foldsAway({ ...hand, phase: "betting" });
};

const clears = (hand) => {
  for (const one of hand.seats) Object.assign(one, { bet: 0, acted: NOBODY });
  Object.assign(hand, NEW_ROUND);
  hand.to_match = 0;
  hand.entered = {};
  hand.opener = NOBODY;
};

// --- The dealer's part ----------------------------------------------------------------------------
const street = (hand) => {
  hand.street += 1;
  if (hand.phase === "street") hand.cards_left -= contenders(hand).length;
  const wasWaiting = hand.waits;
  hand.waits = false;
  if (wasWaiting) return opens(hand, hand.last_blind ? hand.last_blind + 1 : hand.order[0]);
  const before = hand.opener;
  clears(hand);
  if (hand.opens !== "cards") return opens(hand, hand.order[0]);
  // A card face down, or one for all, changes nothing that shows: who opened before opens again.
  const isUp = hand.phase === "street" && hand.streets[hand.street][1] === "up";
  const opensAgain = !isUp && before > 0 && at(hand, before).status === IN;
  return opensAgain ? opens(hand, before) : rest(hand);
};

const board = (hand, command) => {
  const given = new URLSearchParams(command.fields).get("cards") ?? "";
  hand.cards.push(...(given.match(/Jk|../g) ?? Array(hand.streets[hand.street + 1][2]).fill("??")));
  return street(hand);
};

const openDraw = (hand) => {
  hand.street += 1;
  clears(hand);
  return { ...hand, phase: "draw", drawer: contenders(hand)[0] };
};

const draws = (hand) => {
  const order = contenders(hand);
  const next = order[order.indexOf(hand.drawer) + 1];
  if (next !== undefined) return { ...hand, drawer: next };
  return opens({ ...hand, drawer: NOBODY }, hand.last_blind ? hand.last_blind + 1 : hand.order[0]);
};

const names = (hand, command) => {
  const order = clockwise(hand, command.seat).filter((seat) => at(hand, seat).status === IN);
  hand.opener = hand.actor = command.seat;
  hand.opening = hand.street === hand.first_round;
  hand.after = order.filter((seat) => seat !== command.seat);
  return foldsAway({ ...hand, phase: "betting" });
};

// --- The pots: the main pot first, one more for every all-in level ---------------------------------
export const potsOf = (hand) => {
  const rivals = contenders(hand);
  const levels = [...new Set(rivals.map((seat) => at(hand, seat).paid))].sort((a, b) => a - b);
  if (!hand.seats.some((one) => one.status === ALL_IN)) return open(hand, [{ amount: potOf(hand), seats: rivals }]);
  const dead = hand.bonus + hand.seats.reduce((sum, one) => sum + one.dead, 0);
  return open(hand, levels.map((level, place) => ({
    amount: layer(hand, levels[place - 1] ?? 0, level, place === levels.length - 1) + (place ? 0 : dead),
    seats: rivals.filter((seat) => at(hand, seat).paid >= level),
  })));
};

const layer = (hand, below, level, isTop) =>
  hand.seats.reduce((sum, one) => sum + Math.max((isTop ? one.paid : Math.min(one.paid, level)) - below, 0), 0);

const label = (count, place) => (count === 1 ? "Pot" : place === 0 ? "Main pot" : count === 2 ? "Side pot" : `Side pot ${place}`);

const open = (hand, pots) =>
  pots
    .map((pot, index) => ({ ...pot, index, label: label(pots.length, index) }))
    .filter((pot) => !hand.paid_pots.includes(pot.index));

const pays = (hand, pot, winners, lows) => {
  const low = lows.length ? Math.floor(pot.amount / 2) : 0;
  give(hand, winners, pot.amount - low);
  if (low) give(hand, lows, low);
  hand.paid_pots.push(pot.index);
};

// What each would get of these pots, where no low half is shared: known before it is paid.
export const sharesOf = (hand, paid) => {
  const now = { ...copy(hand), won: {} };
  const pots = potsOf(now);
  for (const { index, winners } of paid) {
    const pot = pots.find((one) => one.index === index);
    if (pot) give(now, winners, pot.amount);
  }
  return now.won;
};

// Everybody before a seat folds, or checks where there is nothing to call.
const passes = (hand, { seat }) => {
  const { street } = hand;
  let now = hand;
  while (now.actor !== seat && now.phase === "betting" && now.street === street) {
    const kind = at(now, now.actor).bet < now.to_match ? "fold" : "check";
    now = bets(now, { kind, words: capital(`${kind}s`) });
  }
  return now.actor === seat ? now : null;
};

// Who passes if play comes to this seat at once; nobody where it does not come to it in this betting round.
export const passedBy = (hand, seat) => {
  if (hand?.phase !== "betting" || hand.away.includes(seat) || !hand.after.includes(seat)) return [];
  const before = hand.after.slice(0, hand.after.indexOf(seat)).filter((one) => !hand.away.includes(one));
  return [hand.actor, ...before];
};

const award = (hand, command) => {
  const said = new URLSearchParams(command.fields);
  const pot = potsOf(hand).find((one) => one.index === Number(said.get("pot")));
  if (!pot) return null;
  pays(hand, pot, said.getAll("winners").map(Number), said.getAll("low_winners").map(Number));
  const left = potsOf(hand);
  if (left.some((one) => one.seats.length > 1)) return hand;
  for (const one of left) pays(hand, one, one.seats, []);
  return ends(hand);
};

const awardAll = (hand) => {
  for (const pot of potsOf(hand)) {
    const said = hand.proposed.find(([index]) => index === pot.index);
    if (!said) return null;
    pays(hand, pot, said[1], said[2]);
  }
  return ends(hand);
};

// --- The next hand, as the server foresaw it --------------------------------------------------------
const out = (hand) => hand.seats.filter((one) => !one.stack).map((one) => one.seat).sort((a, b) => a - b);

// Who is dealt dead for minutes of a penalty at this moment.
export const inMinutes = (coming, now) => {
  const stage = coming?.served?.findLast(({ since }) => now >= since);
  return (stage?.dead ?? coming?.in_minutes)?.join(",");
};

// What is different at another level, or when a penalty is served; nothing here and now, null where that is not known.
const atLevel = (coming, { level, dead }, pattern) => {
  const stage = coming.served?.find((one) => one.dead.join(",") === dead);
  const isHere = level === coming.level;
  if (isHere && coming.is_break) return null;
  const found = isHere ? coming : coming.rows.find(({ row }) => row === level);
  const served = isHere ? stage?.patterns : stage?.rows[level];
  const different = isHere && !stage ? {} : (stage ? served : found?.patterns)?.[pattern];
  return different ? { book: found.book, game: found.game, ...different } : null;
};

// A pattern knows its players by their order at the table: here they get their seats.
const seated = (pattern, seats, marker) => {
  const seat = (place) => seats[place - 1] ?? place; // nobody stays nobody
  const [chip, from, isOneEach] = pattern.odd;
  return {
    ...pattern,
    order: pattern.order.map(seat),
    after: pattern.after.map(seat),
    away: pattern.away.map(seat),
    last_blind: seat(pattern.last_blind),
    opener: seat(pattern.opener),
    actor: seat(pattern.actor),
    drawer: seat(pattern.drawer),
    marker,
    odd: [chip, marker + from, isOneEach],
    seats: pattern.seats.map(([place, ...rest]) => [seat(place), ...rest]),
  };
};

// One of the hands to come at a level; null where it is not told.
const told = (coming, when, place) => {
  if (!coming.hands[place]) return null;
  const [pattern, marker, seats, then] = coming.hands[place];
  const stakes = atLevel(coming, when, pattern);
  if (!stakes) return null;
  const whole = { ...coming.same, ...coming.patterns[pattern], ...stakes };
  return whole.is_strange ? null : { ...seated(whole, seats, marker), then };
};

// The hand after this one among those foreseen, by who went out in it.
const foreseen = (hand, coming, when) => {
  if (!coming || coming.after + hand.dealt !== hand.number) return null;
  if (hand.dealt >= (coming.most ?? Infinity)) return null;
  const gone = hand.dealt || !coming.is_over ? out(hand) : [];
  return told(coming, when, (hand.dealt ? hand.then : coming.first)[gone.join(",") || "0"]);
};

// The levels that are dealt from here on while nobody else goes out.
const levelsFrom = (coming, { level, dead }, place) => {
  const rows = coming.rows.filter(({ row, is_break: isBreak }) => row > level && !isBreak).map(({ row }) => row);
  const end = rows.findIndex((row) => !told(coming, { level: row, dead }, place));
  return [level, ...(end < 0 ? rows : rows.slice(0, end))];
};

// How many more hands are sure to be as foreseen, to the end of which level, and whoever goes out in the next one.
export const outlook = (hand, coming, { level, dead }) => {
  const figures = foreseen(hand, coming, { level, dead });
  if (!figures) return null;
  const left = coming.most === null ? Infinity : coming.most - hand.dealt;
  const levels = levelsFrom(coming, { level, dead }, figures.then[0]);
  const isTold = (one, seat) => told(coming, { level: one, dead }, figures.then[seat]);
  const anyone = figures.seats.every(([seat]) => levels.every((one) => isTold(one, seat)));
  return { left, last: levels.at(-1), anyone };
};

// The hand that is dealt next at a level, with these dead for minutes of a penalty; null where it is not told.
export const nextHand = (hand, coming, when) => {
  const figures = foreseen(hand, coming, when);
  if (!figures) return null;
  const seats = figures.seats.map(seatOf).map((one) => withStack(one, at(hand, one.seat)?.stack ?? 0));
  if (seats.some((one) => one.stack < 0)) return null; // a blind that cannot be paid in full is the server's to judge
  const begun = { ...structuredClone(figures), seats, dealt: hand.dealt + 1 };
  return settled({ ...begun, number: hand.number + 1, ticked: [], entered: {}, cards: [], won: {} });
};

// A hand is dealt at the level that its tap was made at; one kept by an older page does not name it.
const starts = (hand, command, coming) => {
  const said = new URLSearchParams(command.fields);
  const { level = coming?.level, dead = coming?.in_minutes?.join(",") } = command;
  const when = { level: Number(said.get("level") ?? level ?? NaN), dead: said.get("in_minutes") ?? dead };
  return nextHand(hand, coming, when);
};

const withStack = (one, stack) => {
  const left = stack - one.paid - one.dead;
  return { ...one, stack: left, status: left || one.status !== IN ? one.status : ALL_IN };
};

// --- One command after the other --------------------------------------------------------------------
const same = (hand) => hand;
const DONE = {
  ...Object.fromEntries(Object.keys(WAGERS).map((kind) => [kind, { in: "betting", do: bets }])),
  board: { in: "board", do: board },
  skip_board: { in: "board", do: board },
  street: { in: "street", do: street },
  opener: { in: "opener", do: names },
  draw: { in: "draw", do: draws },
  pass_to: { in: "betting", do: passes },
  show: { in: "award board", do: same },
  face_up: { in: "board", do: same },
  muck: { in: "award", do: same },
  award: { in: "award", do: award },
  award_all: { in: "award", do: awardAll },
  start_hand: { in: "ended", do: starts },
  card_step: { in: "ended", do: (hand, command) => ({ ...hand, ticked: [...hand.ticked, command.words] }) },
};
const BESIDE = ["absent", "back", "ask_rebuy", "call_time"]; // they change nothing of whose turn it is

// The hand after this command, or null where only the server can tell.
export const goOn = (hand, command, coming) => {
  if (BESIDE.includes(command.kind)) return hand;
  const done = DONE[command.kind];
  if (!done?.in.split(" ").includes(hand.phase)) return null;
  return done.do(copy(hand), command, coming);
};
