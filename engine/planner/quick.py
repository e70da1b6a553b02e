"""One hand by the planner's habits, reckoned without cards: what the referee would have it end as.

The same decisions as `in_full`, on bare numbers: an evening has hundreds of hands, and the planner
plays a thousand evenings.
"""

from random import Random

from engine.planner.habits import (
    LEAVE,
    OPEN,
    RAISE,
    Habits,
    Price,
    answer,
    at_table,
    next_mode,
    raises_to,
)
from engine.planner.stakes import Stakes


def play(stacks: list[int], button: int, stakes: Stakes, habits: Habits, rng: Random) -> None:
    """Play one hand: the stacks are changed in place, their sum is not."""
    hand = _Hand(stacks, button, stakes)
    opener = hand.post() if not stakes.bring_in else hand.bring_in(rng)
    hand.first_round(opener, habits, rng)
    for street in range(1, stakes.streets + 1):
        if not hand.goes_on():
            break
        hand.later_round(street, habits, rng)
    hand.pay(rng)


class _Hand:
    """The numbers of one hand; seats are counted from 0 in the order of play."""

    __slots__ = ("bet", "button", "dead", "live", "put", "stacks", "stakes")

    def __init__(self, stacks: list[int], button: int, stakes: Stakes) -> None:
        self.stacks, self.button, self.stakes = stacks, button, stakes
        self.put = [0] * len(stacks)
        self.live = [True] * len(stacks)
        self.dead = 0
        self.bet = 0

    def post(self) -> int:
        """Antes first, as dead money for the main pot; then the blinds left of the button.

        Gives the last of those who posted: the next seat speaks first.
        """
        stakes, count = self.stakes, len(self.stacks)
        self._post_antes()
        first = self.button + (0 if count == 2 else 1)
        for step, blind in enumerate(stakes.blinds):
            seat = (first + step) % count
            paid = self._take(seat, blind)
            self.put[seat] += paid
        if stakes.big_blind_ante and stakes.blinds:
            self.dead += self._take((first + len(stakes.blinds) - 1) % count, stakes.big_blind_ante)
        self.bet = stakes.unit if stakes.blinds else 0
        return first + len(stakes.blinds) - 1

    def bring_in(self, rng: Random) -> int:
        """Antes, then the bring-in of whoever's card says so: any of those with chips left."""
        self._post_antes()
        able = [seat for seat, stack in enumerate(self.stacks) if stack]
        opener = rng.choice(able) if able else self.button
        self._put(opener, self.stakes.bring_in)
        self.bet = self.stakes.bring_in
        return opener

    def _post_antes(self) -> None:
        if self.stakes.ante:
            for seat in range(len(self.stacks)):
                self.dead += self._take(seat, self.stakes.ante)

    def _take(self, seat: int, amount: int) -> int:
        paid = min(amount, self.stacks[seat])
        self.stacks[seat] -= paid
        return paid

    def first_round(self, last: int, habits: Habits, rng: Random) -> None:
        """Everybody speaks once, this seat last; whoever is raised after that speaks again."""
        stacks, put, live, chance = self.stacks, self.put, self.live, rng.random
        count, forced = len(stacks), self.stakes.forced
        mine = at_table(habits, count)
        seat, mode, owing, must_open = last, OPEN, count, self.stakes.must_open
        while owing:
            seat, owing = (seat + 1) % count, owing - 1
            if not (live[seat] and stacks[seat]) or (not owing and self._is_alone(seat)):
                continue
            wish, must_open = 0.0 if must_open else chance(), False
            reply = answer(mode, wish, mine, habits, is_fresh=put[seat] <= forced)
            if reply == RAISE and (whole := stacks[seat] + put[seat]) > self.bet:
                price = Price(self.bet, self.dead + sum(put) + self.bet - put[seat])
                amount = raises_to(mode, whole, price, self.stakes, habits)
                mode, owing = next_mode(mode, amount, whole), count - 1
                self._put(seat, amount - put[seat])
            elif self.bet > put[seat]:
                self._call_or_fold(seat, is_calling=reply != LEAVE)

    def _call_or_fold(self, seat: int, *, is_calling: bool) -> None:
        if is_calling:
            self._put(seat, self.bet - self.put[seat])
        else:
            self.live[seat] = False

    def _is_alone(self, seat: int) -> bool:
        return sum(self.live) == 1 and self.live[seat]

    def _put(self, seat: int, amount: int) -> None:
        self.put[seat] += self._take(seat, amount)
        self.bet = max(self.bet, self.put[seat])

    def goes_on(self) -> bool:
        """Whether two or more can still bet."""
        return sum(1 for seat, stack in enumerate(self.stacks) if stack and self.live[seat]) > 1

    def later_round(self, street: int, habits: Habits, rng: Random) -> None:
        """One bet at most: the first who wishes bets, the others call or fold."""
        stacks, put, live, chance = self.stacks, self.put, self.live, rng.random
        count = len(stacks)
        bettor = -1
        first = self.button + 1
        for step in range(count):
            seat = (first + step) % count
            if live[seat] and stacks[seat] and chance() < habits.bets:
                bettor = seat
                break
        if bettor < 0:
            return
        self._put(bettor, self.stakes.bet_into(self.dead + sum(put), street))
        for step in range(1, count):
            seat = (bettor + step) % count
            owed = self.bet - put[seat]
            if live[seat] and stacks[seat] and owed > 0:
                self._call_or_fold(seat, is_calling=chance() < habits.calls)

    def pay(self, rng: Random) -> None:
        """The best hand takes from each as much as it put in; what is left is the next one's."""
        stacks, order = self.stacks, [seat for seat, is_live in enumerate(self.live) if is_live]
        if len(order) > 1:
            rng.shuffle(order)
            if rng.random() < self.stakes.shared_by(len(order)):
                self._share(*order[:2])
        for seat in order:
            stacks[seat] += self._won(self.put[seat])
        # what a folded player put in beyond everybody left goes to the best hand
        stacks[order[0]] += self.dead + sum(self.put)

    def _share(self, one: int, other: int) -> None:
        """Two hands as good as each other, or the best and the lowest: half of it for each."""
        won = self.dead + self._won(min(self.put[one], self.put[other]))
        self.dead = 0
        self.stacks[one] += won - won // 2
        self.stacks[other] += won // 2

    def _won(self, share: int) -> int:
        """As much as this from everybody who has it in."""
        if not share:
            return 0
        won, put = 0, self.put
        for seat, paid in enumerate(put):
            part = paid if paid < share else share
            won += part
            put[seat] = paid - part
        return won
