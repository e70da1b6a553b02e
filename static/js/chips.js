// Chips as people read them, as engine/amounts.py writes them.
let group = ",";

// What the house writes between thousands.
export const setApart = (sign) => {
  if (sign) group = sign;
};

export const chips = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, group);
