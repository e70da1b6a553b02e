// Who still plays in a hand in figures.
export const [OUT, IN, ALL_IN, FOLDED] = [0, 1, 2, 3];

export const at = (hand, seat) => hand.seats.find((one) => one.seat === seat);
export const isIn = (one) => one.status === IN || one.status === ALL_IN;
export const contenders = (hand) => hand.order.filter((seat) => isIn(at(hand, seat)));
export const live = (hand) => hand.order.filter((seat) => at(hand, seat).status === IN);
