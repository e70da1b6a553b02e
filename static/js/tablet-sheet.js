// The sheet of "What happened?": its keypad and its card picker. Every answer is an address the server made;
// here only the amount or the cards are put at its end.
import { CardPicker, JOKER } from "./card-picker.js";
import { chips } from "./chips.js";

const box = document.getElementById("happened");
const body = document.getElementById("happened-body");
const find = (selector) => body.querySelector(selector);
const picker = new CardPicker();
let amount = "";

const paint = () => {
  const place = find("[data-sheet-picker], [data-pick-into]");
  if (place) picker.paint(place.querySelector("[data-picker]"), find("[data-sheet-picked]"));
  const written = find("[data-pick-into] [name=card]");
  if (written) written.value = picker.cards.join("");
  const total = find("[data-sheet-total]");
  if (!total) return;
  total.textContent = chips(Number(amount) || 0);
  find("[data-sheet-go]").setAttribute("aria-disabled", String(!Number(amount)));
};

const seatBox = document.getElementById("seat-menu");
const seatBody = document.getElementById("seat-body");

// Whatever does not come can be left: a tablet has no key to escape by.
const say = (place, words) => {
  const line = document.createElement("p");
  Object.assign(line, { className: "sheet-wait", textContent: words });
  const close = document.createElement("button");
  Object.assign(close, { type: "button", className: "button button--large sheet-leave", textContent: "Close" });
  close.dataset.close = "";
  place.replaceChildren(line, close);
};

const go = (place, answer) =>
  htmx.ajax("GET", place.dataset.next + encodeURIComponent(answer), { target: body, swap: "innerHTML" });

// In a form the cards are one of its fields; elsewhere the last one leads on.
const picked = (isComplete) => {
  if (isComplete && find("[data-sheet-picker]")) go(find("[data-sheet-picker]"), picker.cards.join(""));
};

const DOINGS = {
  rank: (button) => picker.chooseRank(button.dataset.rank),
  suit: (button) => picked(picker.chooseSuit(button.dataset.suit)),
  joker: () => picked(picker.choose(JOKER)),
  eraseCard: () => picker.erase(),
  sheetDigit: (button) => (amount = (amount + button.dataset.sheetDigit).replace(/^0+/, "").slice(0, 9)),
  sheetErase: () => (amount = amount.slice(0, -1)),
  sheetGo: () => Number(amount) && go(find("[data-sheet-amount]"), amount),
};

// The tablet's own buttons of these names stand in its panel: taps in here go no further.
body.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const doing = button && Object.keys(DOINGS).find((name) => name in button.dataset);
  if (!doing) return;
  event.stopPropagation();
  DOINGS[doing](button);
  paint();
});

// What has all the words that are typed, in whatever group.
body.addEventListener("input", ({ target }) => {
  if (!("sheetSearch" in target.dataset)) return;
  const words = target.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const list = find(".sheet-groups");
  list.toggleAttribute("data-searching", words.length > 0);
  for (const matter of list.querySelectorAll(".sheet-matters .matter")) {
    const text = matter.textContent.toLowerCase();
    matter.toggleAttribute("data-found", words.length > 0 && words.every((word) => text.includes(word)));
  }
  for (const group of list.querySelectorAll("details")) {
    if (words.length) group.removeAttribute("name");
    else group.setAttribute("name", "matters");
    group.open = words.length > 0 && Boolean(group.querySelector("[data-found]"));
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open='happened']")) say(body, "One moment…");
});

// A tap on a seat of the oval opens what concerns that player.
document.addEventListener("click", (event) => {
  const named = event.target.closest("[data-seat-menu]")?.dataset.seatMenu;
  const seat = named ?? event.target.closest("#tablet .seat:not(.is-empty)")?.dataset.seat;
  const menus = document.getElementById("tablet").dataset.seatUrl;
  if (!seat || !menus || document.querySelector("dialog[open]")) return;
  const url = menus.replace("/0/", `/${seat}/`);
  say(seatBody, "One moment…");
  seatBox.showModal();
  htmx.ajax("GET", url, { target: "#seat-body", swap: "innerHTML" });
});

// What concerns a hand goes on in the sheet.
document.addEventListener("click", (event) => {
  if (event.target.closest("#seat-menu [data-open]")) seatBox.close();
  if (event.target.closest("#comfort [data-open]")) document.getElementById("comfort").close();
});

// Opened while a tap was on its way, the list is of the moment before: it comes again with the next picture.
const listAnew = () => {
  const list = find(".sheet--list");
  if (!list || list.querySelector("[data-sheet-search]")?.value) return;
  if (Number(list.dataset.version) >= Number(document.getElementById("tablet").dataset.version)) return;
  const address = document.getElementById("open-happened").getAttribute("hx-get");
  htmx.ajax("GET", address, { target: body, swap: "innerHTML" });
};

document.addEventListener("htmx:after:swap", () => {
  if (box.open) listAnew();
  if (!box.open || find("#sheet")?.seen) return;
  if (find("#sheet")) find("#sheet").seen = true;
  picker.reset();
  amount = "";
  paint();
});

const NO_ANSWER = "The server is not answering. Close, then try again.";

document.addEventListener("htmx:error", () => {
  if (box.open && !find("#sheet")) say(body, NO_ANSWER);
  if (seatBox.open && !seatBody.querySelector(".seat-sheet")) say(seatBody, NO_ANSWER);
});
