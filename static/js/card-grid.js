// One tap a card: all cards that may still come, over the table, beside the keys for rank and suit.
import { cardName, cardText, JOKER, SUITS } from "./card-picker.js";

const WIDE = matchMedia("(orientation: landscape) and (min-width: 60rem)");
const KEY = 58; // pixels a finger needs

const grid = document.getElementById("card-grid");

const isWanted = (element) =>
  Boolean(element?.offsetParent) && WIDE.matches && document.documentElement.dataset.cards !== "keys";

const keyFor = (card, isFirst) => {
  const key = document.createElement("button");
  Object.assign(key, { type: "button", className: `key card-key key--${card[1]}`, textContent: cardText(card) });
  key.setAttribute("aria-label", cardName(card));
  key.dataset.card = card;
  key.classList.toggle("card-key--first", isFirst);
  return key;
};

// The deck of this game, as its picker has it: a row for each suit, or two.
const build = (element) => {
  const ranks = [...element.querySelectorAll("[data-rank]")].map((key) => key.dataset.rank);
  const hasJoker = Boolean(element.querySelector("[data-joker]"));
  const deck = `${ranks.join("")}${hasJoker}`;
  if (grid.dataset.deck === deck) return;
  grid.dataset.deck = deck;
  const keys = [...SUITS].flatMap((suit) => ranks.map((rank, place) => keyFor(rank + suit, !place)));
  grid.replaceChildren(...keys, ...(hasJoker ? [keyFor(JOKER, true)] : []));
};

const place = (table, ranks) => {
  const { left, top, width, height } = table.getBoundingClientRect();
  const columns = width / ranks < KEY ? Math.ceil(ranks / 2) : ranks;
  Object.assign(grid.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  grid.style.setProperty("--columns", columns);
};

// What is out has no key; every other card keeps its place.
export const paintGrid = (table, element, picker) => {
  grid.hidden = !isWanted(element);
  if (grid.hidden) return;
  build(element);
  place(table, element.querySelectorAll("[data-rank]").length);
  for (const key of grid.children) key.disabled = picker.out.has(key.dataset.card);
};
