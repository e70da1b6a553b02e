// Chips as people read them, as engine/amounts.py writes them.
const GROUP = ",";

export const chips = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, GROUP);
