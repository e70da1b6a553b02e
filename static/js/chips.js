// Chips as people read them: thousands apart.
const THIN_SPACE = "\u202f";

export const chips = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
