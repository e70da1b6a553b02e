// The page of a tablet that is alone for a while: the panels are the server's own, kept empty in the page
// and filled in here from what tablet-ahead.js has followed.
import { cardText } from "./card-picker.js";
import { chips } from "./chips.js";
import { ALL_IN, allInOf, at, contenders, FOLDED, foldingOf, nextHand, OUT, outlook } from "./tablet-ahead.js";
import { potOf, potsOf, raisingOf, stayingOf } from "./tablet-ahead.js";
import { coming } from "./tablet-coming.js";
import { clockOf, deadNow, showClock } from "./tablet-time.js";

const STATES = ["out", "in", "all_in", "folded"];
const WAITS = "The next hand waits for the network.";
const UNKNOWN = "The server decides who is dealt in and who posts.";

const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

// --- Small things -----------------------------------------------------------------------------------
const put = (root, selector, text) => {
  const place = root.querySelector(selector);
  if (place) place.textContent = text;
};

const button = (className, words, data) => {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className, textContent: words });
  Object.assign(made.dataset, data);
  return made;
};

const nameOf = (tablet, seat) => tablet.querySelector(`#seat-${seat} .seat-name`)?.textContent ?? `Seat ${seat}`;

// A long name is set smaller, as the server has it.
const putName = (panel, selector, name) => {
  put(panel, selector, name);
  const place = panel.querySelector(selector);
  if (name.length > 20) place.dataset.long = "2";
  else if (name.length > 16) place.dataset.long = "";
  else delete place.dataset.long;
};

// --- The panels -------------------------------------------------------------------------------------
const betting = (panel, hand, tablet) => {
  const one = at(hand, hand.actor);
  const staying = stayingOf(hand, one.seat);
  put(panel, "[data-who-seat]", one.seat);
  putName(panel, "[data-who-name]", nameOf(tablet, one.seat));
  put(panel, "[data-who-call]", chips(staying.toCall));
  put(panel, "[data-who-stack]", chips(one.stack));
  put(panel, ".who-facts div:last-child dd", chips(potOf(hand)));
  stay(panel.querySelector("[data-stay]"), staying);
  forbid(panel.querySelector("#do-fold"), foldingOf(hand));
  wager(panel, hand, one);
};

const stay = (key, { kind, toCall, why }) => {
  Object.assign(key.dataset, { command: kind, allowed: "" });
  key.textContent = toCall ? `Call ${chips(toCall)}` : capital(kind);
  forbid(key, { why });
};

const forbid = (key, { why }) => {
  if (why) refuse(key, why);
};

const refuse = (key, why, clause = "") => {
  key.setAttribute("aria-disabled", "true");
  Object.assign(key.dataset, { why, whyClause: clause, whyText: texts()[clause] ?? "" });
};

// What the clauses say that are cited here, as the page brought them.
const texts = () => JSON.parse(document.querySelector("template[data-clauses]").dataset.clauses);

const PRESETS = { least: "Min", "half pot": "½ pot", pot: "Pot", most: "Max" };
const PLACES = { "half pot": "preset--half", pot: "preset--pot", most: "preset--most" };

const wager = (panel, hand, one) => {
  const raising = raisingOf(hand, one.seat);
  const raise = panel.querySelector("[data-raise]");
  raise.dataset.word = hand.to_match ? "Raise to" : "Bet";
  panel.querySelector("#preset-min").remove();
  if (raising.allowed) offer(panel, raise, raising, hand.book.clauses);
  else forbidRaise(panel, raise, raising);
  const allIn = panel.querySelector("[data-all-in]");
  allIn.dataset.allIn = one.stack;
  put(allIn, "small", chips(one.stack));
  const { allowed, why, clause } = allInOf(hand, one.seat);
  if (!allowed && why) refuse(allIn, why, clause);
};

const offer = (panel, raise, { least, most, presets }, { raise_size: leastClause, limit: mostClause }) => {
  const said = { leastText: texts()[leastClause] ?? "", mostText: texts()[mostClause] ?? "" };
  Object.assign(raise.dataset, { least, most, leastClause, mostClause, ...said });
  put(panel, "[data-raise-range]", least === most ? "The only amount" : `${chips(least)} to ${chips(most)}`);
  const named = new Map([["least", least], ...presets]);
  named.delete("all-in");
  panel.querySelector(".presets").append(...[...named].map(preset));
};

const preset = ([name, amount]) => {
  const key = button(`key key--preset ${PLACES[name] ?? "preset--min"}`, PRESETS[name], { preset: amount });
  const figure = document.createElement("small");
  figure.textContent = chips(amount);
  key.append(figure);
  key.setAttribute("aria-pressed", "false");
  if (name === "least") key.id = "preset-min";
  return key;
};

const forbidRaise = (panel, raise, { why, clause }) => {
  raise.dataset.noRaise = "";
  refuse(raise, why, clause);
  put(panel, "[data-raise-range]", "Not possible now");
};

const board = (panel, hand, tablet) => {
  const [name, , count] = hand.streets[hand.street + 1];
  const picker = panel.querySelector("[data-picker]");
  const shown = [...(tablet.dataset.openCards ?? "").split(" "), ...hand.cards].filter((card) => card && card !== "??");
  Object.assign(picker.dataset, { needed: count, used: shown.join(" "), words: capital(name) });
  put(panel, ".who-name", capital(name));
  panel.querySelector("#do-skip").dataset.words = `${capital(name)} dealt, cards not recorded`;
};

const choice = (panel, eyebrow, title, question, answers) => {
  put(panel, ".who-seat", eyebrow);
  put(panel, ".who-name", title);
  put(panel, ".who-words", question);
  const place = panel.querySelector(".answers");
  place.className = `answers answers--${answers.length}`;
  const style = answers.length === 1 ? "act act--go" : "act act--quiet";
  place.replaceChildren(...answers.map(([words, data]) => button(style, words, data)));
  if (answers.length === 1) place.firstChild.dataset.primary = "";
};

const street = (panel, hand) => {
  const [name, kind] = hand.streets[hand.street + 1];
  const way = kind === "up" ? "face up" : "face down";
  const dealt = ["Dealt", { command: "street", words: `${name} dealt` }];
  choice(panel, "Deal", capital(name), `One card ${way} to each player.`, [dealt]);
};

const opener = (panel, hand, tablet) => {
  const answers = contenders(hand).sort((a, b) => a - b).map((seat) => {
    const name = nameOf(tablet, seat);
    return [`${seat} ${name}`, { command: "opener", seat, words: `${name} opens` }];
  });
  const shows = hand.opens_with?.[hand.street > 0 ? 1 : 0] ?? "the card that opens"; // an older page's hand
  choice(panel, "Who opens?", "See the up cards", `Tap the seat with ${shows}: it opens the betting.`, answers);
};

const draw = (panel, hand, tablet) => {
  const name = nameOf(tablet, hand.drawer);
  const isLast = contenders(hand).at(-1) === hand.drawer;
  const five = isLast ? "5: four, one aside, then the fifth" : "5: four now, the fifth last";
  const answers = Array.from({ length: hand.hole + 1 }, (_, count) => {
    const data = { command: "draw", seat: hand.drawer, count, words: `${name} draws ${count}` };
    return [count === 5 ? five : count ? String(count) : "None", data];
  });
  choice(panel, `Seat ${hand.drawer} draws`, name, "How many cards are changed?", answers);
};

const winner = (tablet, seat) => {
  const key = button("key key--winner", "", { winner: seat });
  key.setAttribute("aria-pressed", "false");
  for (const [style, words] of [["winner-seat", seat], ["winner-name", nameOf(tablet, seat)]]) {
    const part = document.createElement("span");
    Object.assign(part, { className: style, textContent: words });
    key.append(part);
  }
  return key;
};

const low = (seat) => {
  const key = button("key key--low", "Low", { low: seat });
  key.setAttribute("aria-pressed", "false");
  key.setAttribute("aria-label", `Low half to seat ${seat}`);
  return key;
};

const award = (panel, hand, tablet) => {
  const [pot, ...later] = potsOf(hand);
  put(panel, ".who-seat", pot.label);
  put(panel, ".who-name", chips(pot.amount));
  const then = later.map((one) => `${one.label} ${chips(one.amount)}`).join(", ");
  put(panel, ".who-words", then ? `Tap the winner of this pot. Then: ${then}.` : "Tap the winner of this pot.");
  const place = panel.querySelector("[data-winners]");
  const isSplit = hand.is_split;
  place.classList.toggle("winners--split", isSplit);
  place.dataset.pot = pot.index;
  place.replaceChildren(...pot.seats.flatMap((seat) => [winner(tablet, seat), ...(isSplit ? [low(seat)] : [])]));
  Object.assign(panel.querySelector("[data-award]").dataset, { pot: pot.index, label: pot.label });
  if (pot.seats.length === 1) place.firstChild.setAttribute("aria-pressed", "true");
};

// As far as hands are told from this level on, while nobody goes out.
const levelName = (last) => coming().rows.find(({ row }) => row === last)?.level_name ?? "the level";

const left = (hand, when) => {
  const { left: count, last, anyone } = outlook(hand, coming(), when);
  if (count === 1) return "Without network this tablet deals one more hand.";
  const many = count === Infinity ? `on to the end of ${levelName(last)}` : `${count} more hands`;
  return `Without network this tablet deals ${many}${anyone ? "." : ", as long as nobody else goes out."}`;
};

const ended = (panel, hand, tablet) => {
  const won = Object.entries(hand.won).map(([seat, amount]) => `${nameOf(tablet, Number(seat))} wins ${chips(amount)}`);
  put(panel, ".who-seat", `Hand ${hand.number} complete`);
  put(panel, "[data-alone-won]", won.join(", "));
  const start = panel.querySelector("[data-alone-start]");
  const { row: level, why: waits, after, ends_at: ends } = clockOf(tablet);
  const dead = deadNow();
  const next = waits ? null : nextHand(hand, coming(), { level, dead });
  const unknown = `${WAITS} ${coming()?.why || UNKNOWN}`;
  put(panel, "[data-alone-words]", next ? left(hand, { level, dead }) : after || waits || unknown);
  if (after) showBreak(panel, ends);
  if (!next) return start.remove();
  ticks(panel, hand, start);
  const { steps, confirms } = coming();
  const minutes = dead === undefined ? {} : { in_minutes: dead };
  const fields = new URLSearchParams({ level, ...minutes, ...(steps ? { steps } : {}) });
  const words = `Deal hand ${next.number}${next.game ? `: ${next.game}` : ""}`;
  Object.assign(start.dataset, { fields: String(fields), words });
  if (confirms) start.dataset.before = confirms;
  put(start, ".after-words", words);
  if (!confirms) start.querySelector(".before-words").remove();
  return undefined;
};

const showBreak = (panel, ends) => {
  const place = panel.querySelector("[data-alone-break]");
  place.hidden = false;
  place.querySelector("time").dataset.endsAt = ends;
};

// What the book wants done with the cards, each with its own tap.
const ticks = (panel, hand, start) => {
  const owed = coming().ticks ?? [];
  const place = panel.querySelector("[data-alone-ticks]");
  const made = owed.map((tick, index) => {
    const isDone = index < hand.ticked.length;
    const key = button("button duty-tick", `${isDone ? "✓ " : ""}${tick.words}`, { command: "card_step", ...tick });
    key.setAttribute("aria-pressed", String(isDone));
    if (index !== hand.ticked.length) {
      key.setAttribute("aria-disabled", "true");
      key.dataset.why = isDone ? "Done." : "Do the step before first.";
    }
    return key;
  });
  place.replaceChildren(...made);
  if (hand.ticked.length >= owed.length) return;
  start.setAttribute("aria-disabled", "true");
  start.dataset.why = "Finish the steps with the cards first.";
};

const stuck = (panel, words) => {
  put(panel, ".who-seat", "All entered");
  put(panel, "[data-alone-words]", words);
  panel.querySelector("[data-alone-start]").remove();
};

const FACE_DOWN = "Hand-for-hand, all-in and called: leave the hands face down. The floor tells you when.";
const PANELS = {
  betting: ["betting", betting],
  board: ["board", board],
  street: ["choice", street],
  opener: ["choice", opener],
  draw: ["choice", draw],
  award: ["award", award],
  ended: ["ended", ended],
  face_down: ["ended", (panel) => stuck(panel, FACE_DOWN)],
  stuck: ["ended", (panel) => stuck(panel, "The next step waits for the network.")],
};

const keyOf = (hand, count, tablet) => {
  if (!hand) return "stuck";
  const { row, why } = clockOf(tablet);
  const clock = hand.phase === "ended" ? [row, why, deadNow()] : [];
  return [hand.phase, hand.number, hand.street, hand.actor, hand.drawer, hand.paid_pots, hand.ticked.length, count, ...clock].join("/");
};

const showPanel = (tablet, hand, count) => {
  const place = tablet.querySelector(".tablet-panel");
  const key = keyOf(hand, count, tablet);
  if (place.dataset.alone === key) return;
  const [name, fill] = PANELS[hand?.phase ?? "stuck"];
  const panel = document.querySelector(`template[data-alone="${name}"]`).content.cloneNode(true);
  fill(panel, hand, tablet);
  place.className = `tablet-panel tablet-panel--${hand?.phase ?? "stuck"}`;
  place.replaceChildren(panel, place.querySelector("[data-refusal]"));
  place.dataset.alone = key;
  tablet.dataset.phase = hand?.phase ?? "stuck";
};

// --- The table ----------------------------------------------------------------------------------------
const showBet = (place, bet) => {
  let sign = place.querySelector(".seat-bet");
  if (!bet) return sign?.remove();
  if (!sign) {
    sign = document.querySelector('template[data-alone="bet"]').content.firstElementChild.cloneNode(true);
    place.append(sign);
  }
  if (bet > 99_999) sign.dataset.long = bet > 999_999 ? "2" : "";
  else delete sign.dataset.long;
  return put(sign, "b", chips(bet));
};

const stateWords = (hand, one) => {
  if (one.seat === hand.actor || one.seat === hand.drawer) return "To act";
  if (hand.won[one.seat]) return `Wins ${chips(hand.won[one.seat])}`;
  if (hand.phase === "ended" && !one.stack) return "Out";
  if (one.status === ALL_IN) return "All-in";
  if (one.status === FOLDED) return "Folded";
  return hand.entered[one.seat] ?? "";
};

const showSeat = (tablet, hand, one) => {
  const place = tablet.querySelector(`#seat-${one.seat}`);
  if (!place) return;
  put(place, ".seat-stack", chips(one.stack));
  if (one.status === OUT) return; // away, and dealt no cards
  if (one.status === FOLDED && place.classList.contains("is-absent")) return showBet(place, one.bet);
  const isTurn = one.seat === hand.actor || one.seat === hand.drawer;
  for (const state of STATES) place.classList.toggle(`is-${state}`, STATES[one.status] === state);
  place.classList.toggle("is-to-act", isTurn);
  place.classList.toggle("is-entered", Boolean(hand.entered[one.seat]) && !isTurn);
  put(place, ".seat-state", stateWords(hand, one));
  showBet(place, one.bet);
  if (one.status === FOLDED) place.querySelector(".seat-cards")?.remove();
};

// A hand dealt here: the cards of the one before are gone, and so is who went out in it.
const clearSeats = (tablet, hand) => {
  for (const cards of tablet.querySelectorAll(".seat-cards")) cards.remove();
  for (const place of tablet.querySelectorAll(".seat.is-all_in")) {
    if (!at(hand, Number(place.dataset.seat))) place.classList.replace("is-all_in", "is-out");
  }
};

const showMarker = (tablet, hand) => {
  const marker = tablet.querySelector(".seat-marker");
  if (marker) tablet.querySelector(`#seat-${hand.marker}`)?.append(marker);
};

const showCards = (tablet, hand) => {
  const place = tablet.querySelector(".oval-board");
  const already = hand.dealt ? 0 : (tablet.dataset.boardCards ??= place.children.length);
  while (place.children.length > already) place.lastElementChild.remove();
  for (const card of hand.cards) {
    const made = document.createElement("span");
    Object.assign(made, { className: `pick pick--${card[1]}`, textContent: card === "??" ? "" : cardText(card) });
    place.append(made);
  }
};

const showMiddle = (tablet, hand) => {
  const pot = potOf(hand);
  const pots = tablet.querySelector(".oval-pots");
  while (pots.children.length > 1) pots.lastElementChild.remove();
  put(pots, ".oval-pot-name", "Pot");
  put(pots, "b", chips(pot));
  pots.classList.toggle("is-none", !pot);
  const words = hand.phase === "ended" ? `Hand ${hand.number} complete` : capital(hand.streets[Math.max(hand.street, 0)][0]);
  put(tablet, ".oval-street", words);
  put(tablet, ".tablet-top h1 .quiet", `Hand ${hand.number}`);
  const game = tablet.querySelector(".tablet-game");
  if (game && "game" in hand) game.textContent = hand.game || game.dataset.usual;
};

// What lies on the table once all that was entered has been carried out; null where nobody can tell.
export const showAlone = (tablet, hand, count) => {
  showClock(tablet);
  if (hand) {
    if (hand.dealt) clearSeats(tablet, hand);
    for (const one of hand.seats) showSeat(tablet, hand, one);
    showMarker(tablet, hand);
    showCards(tablet, hand);
    showMiddle(tablet, hand);
  }
  showPanel(tablet, hand, count);
};
