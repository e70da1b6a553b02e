// Picking cards with two taps each. A card that is already out is never offered.
export const SUITS = "shdc";
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

const rankText = (rank) => (rank === "T" ? "10" : rank);

export const JOKER = "Jk";

export const cardText = (card) => (card === JOKER ? "Joker" : rankText(card[0]) + SIGNS[card[1]]);

export const cardName = (card) => (card === JOKER ? "joker" : `${rankText(card[0])} of ${NAMES[card[1]]}`);

const slot = (card, isNext, rank) => {
  const place = document.createElement("span");
  place.className = "pick";
  if (card) {
    place.classList.add(`pick--${card[1]}`);
    place.textContent = cardText(card);
    place.setAttribute("aria-label", cardName(card));
  } else if (isNext) {
    place.classList.add("is-next");
    place.textContent = rank ? rankText(rank) : "";
  }
  return place;
};

export class CardPicker {
  constructor() {
    this.reset();
  }

  reset() {
    this.cards = [];
    this.rank = "";
  }

  // Tell the picker which element it stands on; the page may have been morphed meanwhile.
  paint(element, picked) {
    this.needed = Number(element.dataset.needed);
    this.out = new Set([...element.dataset.used.split(" "), ...this.cards]);
    for (const key of element.querySelectorAll("[data-rank]")) {
      const rank = key.dataset.rank;
      key.setAttribute("aria-pressed", String(rank === this.rank));
      key.disabled = [...SUITS].every((suit) => this.out.has(rank + suit));
    }
    for (const key of element.querySelectorAll("[data-suit]")) {
      key.disabled = !this.rank || this.out.has(this.rank + key.dataset.suit);
    }
    const joker = element.querySelector("[data-joker]");
    if (joker) joker.disabled = this.out.has(JOKER);
    element.querySelector("[data-erase-card]").disabled = !this.cards.length && !this.rank;
    const slots = Array.from({ length: this.needed }, (_, place) =>
      slot(this.cards[place], place === this.cards.length, this.rank),
    );
    picked.replaceChildren(...slots);
  }

  chooseRank(rank) {
    this.rank = rank;
  }

  // The last card completes the pick: true then.
  chooseSuit(suit) {
    return Boolean(this.rank) && this.#take(this.rank + suit);
  }

  choose(card) {
    return this.#take(card);
  }

  #take(card) {
    if (this.out.has(card)) return false;
    this.cards.push(card);
    this.rank = "";
    return this.cards.length === this.needed;
  }

  erase() {
    if (this.rank) this.rank = "";
    else this.cards.pop();
  }
}
