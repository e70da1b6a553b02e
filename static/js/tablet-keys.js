// The tablet's keyboard: which button a key stands for.
const KEYS = {
  f: "#do-fold",
  c: "[data-stay][data-allowed]",
  k: "[data-stay][data-allowed]",
  a: "[data-all-in]",
  u: "#do-undo",
  enter: "[data-primary]",
  backspace: "[data-erase], [data-erase-card]",
};

const cardKey = (key, rank) => {
  if (rank && /^[shdc]$/.test(key)) return `[data-suit="${key}"]`;
  if (key === "*") return "[data-joker]";
  return /^[2-9tjqka]$/.test(key) && `[data-rank="${key.toUpperCase()}"]`;
};

// A selector, or nothing. While cards are picked, letters and digits are cards first.
export const keyTarget = (key, { isPicking, rank, amount }) => {
  const card = isPicking && cardKey(key, rank);
  if (card) return card;
  if (/^\d$/.test(key)) return `[data-digit="${key}"], [data-winner="${key}"]`;
  if (key === "r") return amount ? "[data-primary]" : "[data-preset]";
  return KEYS[key];
};
