// The dealer's tablet: a tap becomes a command; what is half entered (an amount, cards, winners) lives here
// and not in the page, so a push may redraw the page at any moment and nothing is wiped.
import { CardPicker, cardText, JOKER } from "./card-picker.js";
import { paintGrid } from "./card-grid.js";
import { chips, setApart } from "./chips.js";
import { cite } from "./cite.js";
import { Outbox } from "./outbox.js";
import { at, goOn, isPlayed, passedBy, readHand, sharesOf } from "./tablet-ahead.js";
import { showAlone } from "./tablet-alone.js";
import { coming, lookAhead } from "./tablet-coming.js";
import { keyTarget } from "./tablet-keys.js";
import { isGuard, keyOf, noteTap } from "./tablet-fingers.js";
import { clockOf, deadNow, isClockAhead, levelNow } from "./tablet-time.js";

const LONG = 500; // milliseconds that make a press a long one
const ACCEPTED = 15;
const REFUSED = [30, 50, 30];

setApart(document.documentElement.dataset.group);

const page = document.querySelector(".tablet-page");
const token = document.getElementById("token");
const tablet = () => document.getElementById("tablet");
const find = (selector) => tablet().querySelector(selector);
const dialog = (id) => document.getElementById(id);

const put = (selector, text) => {
  const place = find(selector);
  if (place && place.textContent !== text) place.textContent = text;
};

let clean = tablet().outerHTML; // the server's last picture, before anything was painted on it
let isAhead = false; // whether the page shows more than the server knows

// --- What is half entered -------------------------------------------------------------------
const picker = new CardPicker();
const EMPTY = { amount: "", allIn: false, winners: null, lows: null, view: "", confirmed: "" };
const draft = { ...EMPTY, turn: "", refusal: null };
let sentDraft = { turn: null }; // what was entered with the last command, should it be refused

// The same turn has the same name, foreseen here or drawn by the server.
const turnNow = () => {
  const hand = ahead();
  if (hand?.phase !== "betting") return `${tablet().dataset.turn} ${pending().length}`;
  return [hand.number, hand.street, hand.actor, hand.to_match].join("/");
};

// A refused amount stays to be corrected; another turn, or the next one entered ahead, starts empty.
const startDraft = () => {
  const turn = turnNow();
  if (draft.turn === turn) return;
  const isBack = sentDraft.turn === turn;
  Object.assign(draft, EMPTY, isBack ? sentDraft : { turn });
  picker.reset();
  if (!isBack) draft.amount = onlyAmount();
};

// Where the limit leaves one amount, it is entered already.
const onlyAmount = () => {
  const { least, most } = find("[data-raise]:not([data-no-raise])")?.dataset ?? {};
  return least === most ? (least ?? "") : "";
};

// --- Refusals: one sentence above the buttons, gone with the next tap -------------------------
const clauseButton = (clause, text) => {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "clause-link", textContent: cite(clause) });
  Object.assign(button.dataset, { clause, text: text ?? "" });
  return button;
};

const refuse = (why, clause, text) => {
  const line = document.createElement("p");
  line.append(why || "Not possible now.");
  if (clause) line.append(" ", clauseButton(clause, text));
  draft.refusal = [line];
  paintRefusal();
};

// What a tap on a seat has done, where its menu may have been meant: gone with the next tap like a refusal.
const tell = (words, seat) => {
  const place = document.getElementById("told");
  place.querySelector("[data-told]").textContent = words;
  const menu = place.querySelector("[data-seat-menu]");
  menu.dataset.seatMenu = seat;
  menu.textContent = `Seat ${seat}…`;
  place.hidden = false;
};

const paintRefusal = () => {
  const slot = find("[data-refusal]");
  if (draft.refusal) slot.replaceChildren(...draft.refusal);
  else slot.replaceChildren();
};

const forgetRefusal = () => {
  document.getElementById("told").hidden = true;
  draft.refusal = null;
  paintRefusal();
};

// --- Sending ---------------------------------------------------------------------------------
const paired = (text) => text.includes('id="tablet"');

const swap = (text) => {
  isAhead = false;
  htmx.swap({ target: "#tablet", swap: "outerMorph", text, sourceElement: tablet(), transition: false });
};

const versionIn = (text) => Number(/id="tablet"[^>]*data-version="(\d+)"/.exec(text)?.[1]);

const STRANGE = {
  403: "This tablet may not act at this table. Ask the floor to pair it again.",
  404: "This table no longer exists. Ask the floor.",
};

const vibrate = (pattern) => {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
};

const answered = (command, { status, ok, text }) => {
  const accepted = ok && paired(text);
  vibrate(accepted ? ACCEPTED : REFUSED);
  if (!accepted) early = [];
  if (!paired(text)) {
    const why = STRANGE[status] ?? "This tablet is no longer paired. Ask the floor to pair it again.";
    refuse(why);
    return { accepted: false, why };
  }
  const version = versionIn(text);
  if (version >= Number(tablet().dataset.version)) swap(text);
  const why = accepted ? "" : keepRefusal(text);
  return { accepted, version, why };
};

const keepRefusal = (text) => {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-refusal]");
  draft.refusal = [...fresh.children].map((child) => document.importNode(child, true));
  paintRefusal();
  return fresh.querySelector("p")?.firstChild.textContent.trim() ?? "";
};

const outbox = new Outbox(tablet().dataset.commandUrl, {
  token: token.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "",
  answered,
  changed: () => paint(),
});

const CALLS = ["call_floor", "call_off"]; // they change nothing of the hand
const ANY_TIME = ["undo", ...CALLS];

const post = (kind, fields, words, version = tablet().dataset.version) => {
  if (isStuck() && !ANY_TIME.includes(kind)) return refuse(waitsFor());
  const { amount, allIn, winners, lows, view, turn } = draft;
  sentDraft = { amount, allIn, winners, lows, view, turn: kind === "undo" ? null : turn };
  if (draft.confirmed) fields = [...fields, ["confirmed", draft.confirmed]];
  outbox.add({
    kind,
    words,
    seat: Number(new URLSearchParams(fields).get("seat")),
    amount: new URLSearchParams(fields).get("amount"),
    fields: [["kind", kind], ...fields],
    version,
    ...(kind === "start_hand" ? { level: levelNow(tablet()), dead: deadNow() } : {}),
  });
};

const waitsFor = () =>
  outbox.behind ? "The next step waits for the network." : "One moment: the last tap is still being sent. Tap again.";

// --- Painting: the server's picture, what is half entered, and what waits to be sent ----------
const paintRaise = () => {
  const button = find("[data-raise]");
  if (!button) return;
  const { word } = button.dataset;
  const amount = draft.allIn ? Number(find("[data-all-in]").dataset.allIn) : Number(draft.amount);
  put("[data-raise-word]", draft.allIn ? "All-in" : word);
  put("[data-raise-amount]", amount ? chips(amount) : "");
  button.setAttribute("aria-disabled", String(!draft.allIn && "noRaise" in button.dataset));
  button.toggleAttribute("data-ready", draft.allIn || isLegal(amount));
  button.toggleAttribute("data-wrong", Boolean(amount) && !draft.allIn && !isLegal(amount));
  for (const preset of tablet().querySelectorAll("[data-preset]")) {
    const chosen = !draft.allIn && preset.dataset.preset === draft.amount;
    preset.setAttribute("aria-pressed", String(chosen));
  }
  find("[data-all-in]")?.setAttribute("aria-pressed", String(draft.allIn));
};

const range = () => {
  const { least, most } = find("[data-raise]").dataset;
  return { least: Number(least), most: Number(most) };
};

const isLegal = (amount) => {
  const { least, most } = range();
  return Boolean(amount) && amount >= least && amount <= most;
};

const paintPicker = () => {
  const element = find("[data-picker]");
  if (element) picker.paint(element, find("[data-picked]"));
  paintGrid(find(".tablet-table"), element, picker);
};

const pressed = (name) =>
  [...tablet().querySelectorAll(`[data-${name}][aria-pressed="true"]`)].map((key) => Object.values(key.dataset)[0]);

const winners = () => draft.winners ?? pressed("winner");

// Where high and low share the pot: who wins the low half, nobody if no hand is low enough.
const lows = () => draft.lows ?? pressed("low");

const seatsInWords = (seats) =>
  seats.length === 1 ? `seat ${seats[0]}` : `seats ${seats.slice(0, -1).join(", ")} and ${seats.at(-1)}`;

const paintAward = () => {
  const button = find("[data-award]");
  if (!button) return;
  const chosen = winners();
  for (const key of tablet().querySelectorAll("[data-winner]")) {
    key.setAttribute("aria-pressed", String(chosen.includes(key.dataset.winner)));
  }
  for (const key of tablet().querySelectorAll("[data-low]")) {
    key.setAttribute("aria-pressed", String(lows().includes(key.dataset.low)));
  }
  put("[data-award-words]", awardWords(chosen));
  put("[data-award-more]", sharesInWords(chosen) || (paysAll() ? "as the cards say" : button.dataset.label));
  button.setAttribute("aria-disabled", String(!chosen.length));
};

const potsToPay = (chosen) => {
  const proposed = [...tablet().querySelectorAll("[data-proposed]")];
  if (!paysAll()) return [{ index: Number(find("[data-winners]").dataset.pot), winners: chosen.map(Number) }];
  return proposed.map((pot) => ({ index: Number(pot.dataset.index), winners: pot.dataset.proposed.split(" ").map(Number) }));
};

// Who gets how much, with the odd chip, before it is paid; where one takes it all that is said already.
const sharesInWords = (chosen) => {
  const paid = potsToPay(chosen);
  const hand = paid.some(({ winners }) => winners.length > 1) && !lows().length && ahead();
  if (!hand || !hand.seats) return "";
  const shares = Object.entries(sharesOf(hand, paid));
  const words = shares.map(([seat, amount]) => `seat ${seat}: ${chips(amount)}`).join(" · ");
  const least = Math.min(...shares.map(([, amount]) => amount));
  const odd = paid.length === 1 ? shares.filter(([, amount]) => amount > least).map(([seat]) => seat) : [];
  return capital(odd.length ? `${words} (odd chip to ${seatsInWords(odd)})` : words);
};

const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

const awardWords = (chosen) => {
  if (!chosen.length) return "Tap the winner";
  if (paysAll()) return `Pay ${potsProposed().length === 2 ? "both" : `all ${potsProposed().length}`} pots`;
  if (lows().length) return `High ${seatsInWords(chosen)}, low ${seatsInWords(lows())}`;
  return `${chosen.length > 1 ? "Split between" : "Award to"} ${seatsInWords(chosen)}`;
};

const potsProposed = () => [...tablet().querySelectorAll("[data-proposed]")].map((pot) => pot.dataset.proposed);

// One tap pays every pot where the cards name all winners and the dealer has not chosen otherwise.
const paysAll = () => !draft.winners && !draft.lows && potsProposed().length > 1 && potsProposed().every(Boolean);

// What must be done first is confirmed with a tap of its own on the same button.
const paintBefore = () => {
  for (const button of tablet().querySelectorAll("[data-before]")) {
    button.toggleAttribute("data-confirmed", button.dataset.before === draft.confirmed);
  }
};

const paintView = () => (find(".tablet-panel").dataset.view = draft.view);

const isOvertaken = (one) => Number(one.version) < Number(tablet().dataset.version);

// What waits and is not yet in the picture: a push may bring our own command's effect before its answer.
const pending = () =>
  outbox.waiting.filter((one) => !CALLS.includes(one.kind) && !(one === outbox.waiting[0] && isOvertaken(one)));

// Where the hand stands once all that has been carried out; null where only the server can tell.
const ahead = () => pending().reduce((hand, one) => hand && goOn(hand, one, coming()), readHand(tablet().dataset.ahead));

const isStuck = () => pending().length > 0 && !ahead();

// The server answers in a moment: until then the next turn is shown, wherever its picture will be the same.
const FORESEEN = ["betting", "board", "street", "opener", "draw"];
const isForeseen = () => {
  const hand = pending().length > 0 && ahead();
  return Boolean(hand) && FORESEEN.includes(hand.phase) && (hand.phase === "betting" || isPlayed(hand));
};

// Nothing waits to be sent, but the clock has gone on and nobody says so.
const isLeftBehind = () => document.body.dataset.live === "lost" && isClockAhead(tablet());

const isShownAhead = () => (outbox.behind ? pending().length > 0 : isForeseen()) || isLeftBehind();

const paintAhead = () => {
  const wasAhead = isAhead;
  isAhead = isShownAhead() && Boolean(tablet().dataset.ahead);
  if (wasAhead && !isAhead) swap(clean);
  if (isAhead) showAlone(tablet(), ahead(), pending().length);
};

const count = (number) => (number === 1 ? "1 action" : `${number} actions`);

const item = (words) => {
  const line = document.createElement("li");
  line.textContent = words;
  return line;
};

const whyWaiting = () => (outbox.offline ? outbox.trouble : outbox.slow ? "Slow network" : "Sending");

const paintWaiting = () => {
  const sign = find("[data-waiting-sign]");
  const number = outbox.waiting.length;
  const shown = outbox.behind;
  sign.hidden = !shown;
  put("[data-waiting-sign]", shown ? `${whyWaiting()}: ${count(number)} waiting` : "");
  const list = dialog("waiting-list").querySelector("[data-waiting-actions]");
  list.replaceChildren(...outbox.waiting.map((one) => item(one.words)));
  const last = outbox.waiting.at(-1);
  const drop = last?.tried ? "Discard last action" : "Undo last action";
  dialog("waiting-list").querySelector("[data-drop-last]").textContent = drop;
  if (!number) settled();
  page.toggleAttribute("data-behind", shown);
  page.toggleAttribute("data-sending", isBlind());
  if (number) paintUndo(last);
};

const settled = () => {
  dialog("waiting-list").close();
  for (const button of document.querySelectorAll("[data-tapped]")) button.removeAttribute("data-tapped");
};

// The picture is older than the last tap, and what comes next is not known here.
const isBlind = () => outbox.waiting.length > 0 && !outbox.behind && !isForeseen() && pending().length > 0;

const paintUndo = (last) => {
  put("#do-undo", last.tried ? "Undo" : `Undo: ${last.words}`);
  find("#do-undo").removeAttribute("aria-disabled");
};

const paintUnsent = () => {
  const box = dialog("unsent-list");
  if (!outbox.unsent || box.open) return;
  box.querySelector("[data-unsent-why]").textContent = outbox.unsent.why;
  box.querySelector("[data-unsent-actions]").replaceChildren(...outbox.unsent.words.map(item));
  box.showModal();
};

const paint = () => {
  startDraft();
  paintAhead();
  paintView();
  paintRaise();
  paintPicker();
  paintAward();
  paintBefore();
  if (draft.refusal) paintRefusal();
  paintWaiting();
  paintUnsent();
};

// --- What a tap does --------------------------------------------------------------------------
const seatToAct = () => find("[data-who-seat]")?.textContent ?? "";

const command = (button) => {
  const { command: kind, words, seat, count, fields: more, version } = button.dataset;
  if (kind === "undo" && takeBack()) return;
  const waits = kind === "start_hand" && whyDealWaits();
  if (waits) return refuse(waits);
  const isAction = Boolean(button.closest(".tablet-main"));
  const fields = isAction ? [["seat", seatToAct()]] : seat ? [["seat", seat]] : [];
  if (count) fields.push(["count", count]);
  fields.push(...new URLSearchParams(more ?? ""));
  button.closest("dialog")?.close();
  return post(kind, fields, isAction ? `Seat ${seatToAct()}: ${button.textContent.trim()}` : words, version);
};

// With a network the server is asked, whatever the clock here says.
const whyDealWaits = () => {
  const isAlone = isAhead || (!navigator.onLine && levelNow(tablet()) === null);
  return isAlone ? clockOf(tablet()).why : "";
};

const takeBack = () => {
  const taken = outbox.takeBackLast();
  if (taken) refuse(`Undone before it was sent: ${taken.words}.`);
  return Boolean(taken);
};

// The same where only the server follows the hand: as its picture says.
const passedHere = (seat) => {
  const turn = find("[data-turn-card]")?.dataset;
  const after = (turn?.after ?? "").split(" ").map(Number);
  return turn && after.includes(seat) ? [Number(turn.seat), ...after.slice(0, after.indexOf(seat))] : [];
};

// A tap on a seat that is still to act brings play there: everybody before it folds, or checks where nobody has bet.
const passTo = (seat) => {
  const hand = ahead();
  const passed = hand ? passedBy(hand, seat) : passedHere(seat);
  if (!tablet().dataset.seatUrl || !passed.length || isBlind()) return false;
  const isFold = hand
    ? passed.some((one) => at(hand, one).bet < hand.to_match)
    : find("[data-turn-card]").dataset.toCall !== "0";
  const verb = isFold ? "fold" : "check";
  const words = `${isFold ? "Folds" : "Checks"} to seat ${seat}`;
  post("pass_to", [["seat", String(seat)]], words);
  tell(`${words}: ${seatsInWords(passed.map(String))} ${passed.length > 1 ? verb : `${verb}s`}.`, seat);
  return true;
};

const raise = () => {
  if (draft.allIn) return post("all_in", [["seat", seatToAct()]], `Seat ${seatToAct()}: all-in`);
  const { word } = find("[data-raise]").dataset;
  const amount = Number(draft.amount);
  if (!isLegal(amount)) return refuse(...outOfRange(amount));
  const fields = [["seat", seatToAct()], ["amount", String(amount)]];
  return post("raise_to", fields, `Seat ${seatToAct()}: ${word.toLowerCase()} ${chips(amount)}`);
};

// The sentence, the clause and what it says.
const outOfRange = (amount) => {
  const { least, most } = range();
  const { leastClause, leastText, mostClause, mostText } = find("[data-raise]").dataset;
  if (!amount) return [`Choose an amount first: ${chips(least)} to ${chips(most)}.`];
  if (amount < least) return [`At least ${chips(least)}.`, leastClause, leastText];
  return [`At most ${chips(most)}.`, mostClause, mostText];
};

const digit = (text) => {
  if (draft.allIn) draft.amount = "";
  draft.allIn = false;
  draft.amount = (draft.amount + text).replace(/^0+/, "").slice(0, 9);
};

const erase = () => {
  if (!draft.allIn) draft.amount = draft.amount.slice(0, -1);
  draft.allIn = false;
};

const picked = (isComplete) => {
  if (!isComplete) return;
  const { picker: kind, seat, words } = find("[data-picker]").dataset;
  const cards = picker.cards.join("");
  const fields = [["cards", cards], ...(seat ? [["seat", seat]] : [])];
  post(kind, fields, `${words}: ${picker.cards.map(cardText).join(" ")}`);
  picker.reset();
};

const toggled = (chosen, seat) => {
  const others = chosen.filter((one) => one !== seat);
  return chosen.includes(seat) ? others : [...others, seat].sort((a, b) => a - b);
};

const award = (button) => {
  const chosen = winners();
  if (paysAll()) return post("award_all", [], "All pots as the cards say");
  const fields = [["pot", button.dataset.pot], ...chosen.map((seat) => ["winners", seat])];
  fields.push(...lows().map((seat) => ["low_winners", seat]));
  return post("award", fields, `${button.dataset.label} to ${seatsInWords(chosen)}`);
};

const openClause = ({ clause, text }) => {
  const box = dialog("clause");
  box.querySelector("[data-clause-name]").textContent = cite(clause);
  box.querySelector("[data-clause-text]").textContent = text || "The rulebook has the text of this clause.";
  const book = token.dataset.rulebook.replace("BOOK", clause.split(":")[0]);
  box.querySelector("[data-clause-page]").href = `${book}#${clause}`;
  box.showModal();
};

const DOINGS = {
  command,
  raise,
  award,
  preset: (button) => Object.assign(draft, { amount: button.dataset.preset, allIn: false }),
  allIn: () => (draft.allIn = true),
  digit: (button) => digit(button.dataset.digit),
  erase,
  rank: (button) => picker.chooseRank(button.dataset.rank),
  suit: (button) => picked(picker.chooseSuit(button.dataset.suit)),
  card: (button) => picked(picker.choose(button.dataset.card)),
  joker: () => picked(picker.choose(JOKER)),
  eraseCard: () => picker.erase(),
  winner: (button) => (draft.winners = toggled(winners(), button.dataset.winner)),
  low: (button) => (draft.lows = toggled(lows(), button.dataset.low)),
  viewOf: (button) => (draft.view = button.dataset.viewOf),
  clause: (button) => openClause(button.dataset),
  open: (button) => dialog(button.dataset.open).showModal(),
  close: (button) => button.closest("dialog").close(),
  waitingSign: () => dialog("waiting-list").showModal(),
  sendNow: () => outbox.sendNow(),
  dropLast: () => outbox.giveUpLast(),
  understood: (button) => {
    outbox.understood();
    button.closest("dialog").close();
  },
};
const doingOf = (button) => Object.keys(DOINGS).find((name) => name in button.dataset);

const explain = (button) => refuse(button.dataset.why, button.dataset.whyClause, button.dataset.whyText);

const confirmFirst = (button) => (draft.confirmed = button.dataset.before);

// Fold, and whatever stays in, are for whoever is to act then: tapped early, they wait for the answer.
const MAIN = ["fold", "stay"];
let early = [];

const tapEarly = (button) => {
  if (!MAIN.includes(keyOf(button))) return;
  early.push(keyOf(button));
  button.toggleAttribute("data-tapped", true);
};

const mayTap = (button) => button.offsetParent && button.getAttribute("aria-disabled") !== "true";

const tapWhatWaited = () => {
  while (early.length && !isBlind()) {
    const key = early.shift();
    const button = [...tablet().querySelectorAll(".tablet-main button")].find((one) => keyOf(one) === key && mayTap(one));
    if (!button) early = [];
    else act(button, "command");
  }
};

const tap = (button, event) => {
  const doing = doingOf(button);
  if (!doing) return;
  if (isBlind() && button.closest(".tablet-panel, .card-grid")) return tapEarly(button);
  const sent = outbox.waiting.length;
  const before = keyOf(button);
  button.toggleAttribute("data-tapped", true);
  act(button, doing);
  if (outbox.waiting.length !== sent || keyOf(button) !== before) noteTap(before, event);
};

const act = (button, doing) => {
  if (doing !== "clause") forgetRefusal();
  if (button.getAttribute("aria-disabled") === "true") explain(button);
  else if (button.dataset.before && button.dataset.before !== draft.confirmed) confirmFirst(button);
  else DOINGS[doing](button);
  paint();
};

// Where the picture changed between the finger's coming and its going, the key is the one that lies there now.
const buttonAt = (event) =>
  event.target.closest("button") ??
  (event.target.closest(".tablet-panel") && document.elementFromPoint(event.clientX, event.clientY)?.closest("button"));

document.addEventListener("click", (event) => {
  if (isGuard(event.target)) return;
  const button = buttonAt(event);
  if (button) return tap(button, event);
  forgetRefusal();
  const seat = !event.target.closest("dialog") && event.target.closest("#tablet .seat:not(.is-empty)");
  if (!seat || isHeld || !passTo(Number(seat.dataset.seat))) return;
  event.stopImmediatePropagation(); // its menu opens otherwise
  noteTap(seat.id, event);
});

// A long press on a seat opens its menu, whoever is to act.
let isHeld = false;
let press = 0;
document.addEventListener("pointerdown", () => {
  isHeld = false;
  clearTimeout(press);
  press = setTimeout(() => (isHeld = true), LONG);
});
document.addEventListener("contextmenu", (event) => event.preventDefault());

// --- Keyboard -----------------------------------------------------------------------------------
document.addEventListener("keydown", (event) => {
  const busy = event.repeat || event.ctrlKey || event.metaKey || event.altKey;
  if (busy || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (key === "enter" && document.activeElement?.matches?.(".tablet-foot button")) return;
  const isPicking = Boolean(find("[data-picker]"));
  const selector = keyTarget(key, { isPicking, rank: picker.rank, amount: draft.amount || draft.allIn });
  const button = selector && [...tablet().querySelectorAll(selector)].find((one) => one.offsetParent);
  if (!button || button.disabled) return;
  event.preventDefault();
  tap(button, event);
});

document.addEventListener("htmx:after:swap", () => {
  clean = tablet().outerHTML;
  isAhead = false;
  lookAhead(tablet());
  paint();
  tapWhatWaited();
});
addEventListener("storage", () => paint());
addEventListener("resize", () => paint());
document.addEventListener("tablet:comfort", () => paint());
setInterval(() => (isAhead || isLeftBehind()) && paint(), 1000); // the clock begins a level, or a break
lookAhead(tablet());
outbox.send();
paint();
