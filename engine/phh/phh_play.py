"""Plays a hand written in PHH through the referee, card by card and wager by wager.

Cards are entered as a human dealer would: hole cards when they are shown, the board as it comes.
Without a rulebook of its own a hand is played by common practice.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from engine import games, rulebooks
from engine.cards.cards import UNKNOWN, fault
from engine.games import Game
from engine.hand import commands
from engine.hand.applying import apply
from engine.hand.commands import Command
from engine.hand.events import DECLARED, AwardsTakenBack, Event, HandStarted, HandVoided, PotAwarded
from engine.hand.setup import PRESENT, Participant, Setup
from engine.hand.state import FOLDED, NOBODY, Hand
from engine.phh.phh import Action, Ruling, Written
from engine.referee import dealing, showdown, well_formed
from engine.referee.options import AWARD, SHOW, options
from engine.referee.referee import act
from engine.referee.start import begin
from engine.refusal import Refused
from engine.rulebooks.common import COMMON
from engine.rules.book import Rules, Settings
from engine.rules.limits import LIMIT_GAMES

BUCK = "Buck"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first action that was not allowed: its place in the file's list, from 0."""

    action: int
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class Played:
    """How a written hand came out; stacks in the order of the players."""

    stacks: tuple[int, ...]
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    refused: Refusal | None
    wishes: tuple[Command, ...]
    story: tuple[Event, ...]
    rules: Rules | None  # none when the book does not know the game
    unpaid: int = 0  # what lies in pots whose winner no card of the file tells

    def agrees_with(self, written: Written) -> bool:
        """Whether the stacks are those the file ends with, if it says; pots unpaid left open."""
        if not written.finishing_stacks:
            return True
        gains = [end - now for end, now in zip(written.finishing_stacks, self.stacks, strict=True)]
        return min(gains) >= 0 and sum(gains) == self.unpaid


def play(written: Written) -> Played:
    """The whole hand, or as far as it is allowed."""
    rules = None
    try:
        rules = rules_of(written)
        with _fitting(written):
            hand, story = opened(written, rules)
    except Refused as refusal:
        refused = Refusal(0, refusal.why, refusal.clause)
        return Played(written.stacks, (), refused, (), (), rules)
    return _play(written, _Table(written, rules, hand, story))


def _play(written: Written, table: "_Table") -> Played:
    refused = None
    try:
        with _fitting(written):
            for action in written.actions:
                table.do(action)
            table.rule(written.entries)
            table.finish()
    except Refused as refusal:
        refused = Refusal(table.at, refusal.why, refusal.clause)
    stacks = tuple(table.hand.stacks[seat] for seat in written.seats)
    return Played(
        *(stacks, table.pots(), refused, tuple(table.wishes), tuple(table.story), table.rules),
        unpaid=table.unpaid,
    )


def opened(written: Written, rules: Rules) -> tuple[Hand, list[Event]]:
    """The hand up to its first decision: by its fields, or as the file has kept it."""
    if not written.opening:
        return begin(setup_of(written, rules), rules)
    first, *_ = story = list(written.opening)
    if not isinstance(first, HandStarted) or {seat for seat, _, _ in first.seats} != {
        *written.seats
    }:
        raise Refused("The opening does not fit the players of the hand.")
    hand = well_formed.replayed(story, rules.cards)
    dealing.proceed(hand, rules, story)
    return hand, story


@contextmanager
def _fitting(written: Written) -> Iterator[None]:
    """Events out of a file may not fit the hand they are told of: that is refused, not a fault."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        if isinstance(fault, Refused) or not (written.opening or written.rulings):
            raise
        raise Refused("What the file has kept of a ruling does not fit the hand.") from None


def rules_of(written: Written) -> Rules:
    """The rulebook and the game a file names."""
    book = rulebooks.BOOKS.get(written.rulebook, COMMON)
    usual = Settings(burns=written.burns, ace_is_low_in_low_hands=book is COMMON)
    return Rules(book, game_of(written), replace(usual, **written.settings))


def game_of(written: Written) -> Game:
    """The built-in game nearest to what the file describes, with its limit, deck and aim."""
    variant = written.variant
    alike = [game for game in map(games.get, games.ids()) if game.family == variant.game]
    alike.sort(key=lambda game: (game.limit != variant.limit, game.low != variant.low))
    return replace(
        alike[0],
        limit=variant.limit,
        low=variant.low,
        deck_size=written.deck_size,
        has_joker=written.has_joker,
        blinds=sum(1 for blind in written.blinds if blind),
    )


def setup_of(written: Written, rules: Rules) -> Setup:
    """The table as the file describes it: seats are the players' numbers."""
    seats = written.seats
    marker = seats[written.marker - 1] if written.marker else _usual_marker(seats, rules)
    ante, table_ante = _antes(written)
    return Setup(
        number=written.name if isinstance(written.name, int) else 1,
        seats=tuple(
            Participant(*each) for each in zip(seats, written.stacks, written.statuses, strict=True)
        ),
        blinds=_blinds(written, rules, marker),
        ante=ante,
        big_blind_ante=table_ante,
        table_ante_by=seats[written.antes.index(table_ante)] if table_ante else NOBODY,
        bring_in=written.bring_in,
        small_bet=written.bet,
        chip=written.chip,
        marker=marker,
        bonus=written.bonus,
        over_blind=written.over_blind,
    )


def _usual_marker(seats: tuple[int, ...], rules: Rules) -> int:
    """The first player is dealt first: left of the button, or in the Buck seat.

    Heads-up the second player posts the first blind: with a button, and with the Buck too.
    """
    return seats[0] if rules.book.marker_name == BUCK and len(seats) > 2 else seats[-1]


def _blinds(written: Written, rules: Rules, marker: int) -> tuple[int, ...]:
    """The blinds in the order of posting; heads-up the format lists the second player first."""
    seats, listed = written.seats, written.blinds
    due = dict(zip(seats, listed if len(seats) > 2 else listed[::-1], strict=True))
    posting = rules.book.positions.value(marker, tuple(sorted(seats)), len(seats)).blind_seats
    amounts = [due[seat] for seat in posting]
    while amounts and not amounts[-1]:
        amounts.pop()
    return tuple(amounts)


def _antes(written: Written) -> tuple[int, int]:
    """What everybody antes, or what one player antes for the table."""
    different = set(written.antes)
    if len(different) == 1:
        return different.pop(), 0
    one = [ante for ante in written.antes if ante]
    if len(one) == 1:
        return 0, one[0]
    raise Refused("Antes are the same for everybody, or one player's for the table.")


@dataclass(slots=True)
class _Table:
    """A hand in play by its seats, and the cards the file has dealt to each so far."""

    written: Written
    rules: Rules
    hand: Hand
    story: list[Event]
    cards: dict[int, tuple[int, ...]] = field(default_factory=dict)
    fresh: dict[int, tuple[int, ...]] = field(default_factory=dict)
    wishes: list[Command] = field(default_factory=list)
    at: int = 0  # the place of the action in hand
    ruled: int = 0  # how many rulings have been carried out
    goes_on_at: int = 0  # entries before this place are told by a ruling
    unpaid: int = 0

    def do(self, action: Action) -> None:
        """One action of the file, after the rulings that come before it."""
        self.rule(action.at)
        if action.at < self.goes_on_at:
            return
        if action.who:
            action = replace(action, who=self.written.seats[action.who - 1])
        if action.verb != "dealt":
            self._hand_out()
        if action.verb in _IN_TURN and dealing.opener_is_missing(self.hand, self.rules):
            self._act(commands.NameOpener(action.who))
        _DO[action.verb](self, action)

    def rule(self, place: int) -> None:
        """Carry out what was ruled up to this place of the file."""
        self.at = place
        for ruling in self.written.rulings[self.ruled :]:
            if ruling.at > place:
                return
            self.at, self.ruled = ruling.at, self.ruled + 1
            self.goes_on_at = ruling.at + ruling.entries
            self._carry_out(ruling)
        self.at = place

    def _carry_out(self, ruling: Ruling) -> None:
        """A declared award goes through the referee; what else was ruled happens as it did."""
        self._hand_out()
        declared = _declared(ruling.told)
        if declared is not None:
            self._act(declared)
            return
        if any(isinstance(event, AwardsTakenBack) for event in ruling.told):
            self.finish()
        chips = self.hand.chips()
        for event in ruling.told:
            well_formed.check_event(event, self.hand.seats, self.rules.cards)
            apply(self.hand, event)
        gone = self.hand.bonus if self.hand.ended in ("misdeal", "void") else 0
        gone += _lost(ruling.told)
        if self.hand.chips() not in (chips, chips - gone) or min(self.hand.stacks) < 0:
            raise Refused("What the file has kept of a ruling makes or loses chips.")
        self.story += ruling.told

    def finish(self) -> None:
        """Show what is left to show, and pay the pots where the cards tell who wins them."""
        self._hand_out()
        while (offered := options(self.hand, self.rules)).phase == SHOW and offered.showing:
            seat = offered.showing.seat
            self._act(commands.ShowCards(seat, self.cards.get(seat, ())))
            if not showdown.has_shown(self.hand, seat):  # the file does not tell all its cards
                break
        self.unpaid = 0
        if offered.phase not in (SHOW, AWARD):
            return
        if all(pot.is_known for pot in offered.pots):
            self._act(commands.AwardPots())
        else:
            self.unpaid = sum(pot.amount for pot in offered.pots)

    def pots(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each pot paid and who had a part of it, halves of one pot taken together."""
        amounts: dict[int, int] = {}
        winners: dict[int, set[int]] = {}
        for award in self.hand.awards:
            amounts[award.pot] = amounts.get(award.pot, 0) + award.amount
            players = (self.written.seats.index(seat) + 1 for seat, _ in award.shares)
            winners.setdefault(award.pot, set()).update(players)
        return tuple((amounts[pot], tuple(sorted(winners[pot]))) for pot in sorted(amounts))

    def _act(self, command: Command) -> None:
        self.story += act(self.hand, command, self.rules)
        self.wishes.append(command)

    # -- the dealer --------------------------------------------------------------------------------

    def dealt(self, action: Action) -> None:
        if action.who in self.fresh and len(self.cards[action.who]) >= self.rules.game.hole_cards:
            self._hand_out()  # the next street, with no action in between
        cards = self.cards.get(action.who, ()) + action.cards
        game = self.rules.game
        lying = [
            held for seat, held in self.cards.items() if seat != action.who and self._lies(seat)
        ]
        seen = [card for held in lying for card in held]
        why = fault((*seen, *cards, *self.hand.board), size=game.deck_size, joker=game.has_joker)
        if why:
            raise Refused(why, self.rules.clause("deck"))
        self.cards[action.who] = cards
        self.fresh[action.who] = action.cards

    def _lies(self, seat: int) -> bool:
        """Whether its cards cannot come again: folded ones may, in the draw (canberra:B.2.6)."""
        return self.hand.status[seat] != FOLDED or not self.hand.discards

    def _hand_out(self) -> None:
        """In stud cards just dealt are a street; elsewhere hole cards stay unseen till shown."""
        fresh, self.fresh = self.fresh, {}
        if not fresh or not self.rules.opens_by_cards:
            return
        in_hand = self.hand.in_hand()
        newest = tuple((seat, some[-1]) for seat, some in fresh.items() if seat in in_hand)
        are_first = dealing.opener_is_missing(self.hand, self.rules)
        if not are_first or all(card != UNKNOWN for _, card in newest):
            self._act(commands.DealStreet(newest))

    def board(self, action: Action) -> None:
        if self.rules.opens_by_cards or self.hand.actor < 0:
            self._act(commands.DealBoard(action.cards))
            return
        raise Refused("The betting is still open.", self.rules.clause("streets"))

    # -- the players -------------------------------------------------------------------------------

    def fold(self, action: Action) -> None:
        """An absent player's hand has been folded already when its turn came."""
        status = self.written.statuses[self.written.seats.index(action.who)]
        if self.hand.status[action.who] != FOLDED or status == PRESENT:
            self._act(commands.Fold(action.who))

    def check_or_call(self, action: Action) -> None:
        hand, seat = self.hand, action.who
        if hand.bets[seat] < hand.bet_to_match:
            self._act(commands.Call(seat))
        elif options(hand, self.rules).stand.is_allowed:
            self._act(commands.Stand(seat))
        else:
            self._act(commands.Check(seat))

    def bet_or_raise(self, action: Action) -> None:
        self._act(commands.RaiseTo(action.who, self._full_raise(action)))

    def _full_raise(self, action: Action) -> int:
        """In limit games some files write a raise only up to what the others can still call."""
        hand, seat = self.hand, action.who
        others = [hand.bets[each] + hand.stacks[each] for each in hand.in_hand() if each != seat]
        if self.rules.game.limit not in LIMIT_GAMES or action.amount != max(others, default=0):
            return action.amount
        return max(action.amount, options(hand, self.rules).raising.least)

    def bring_in(self, action: Action) -> None:
        """The engine has posted it for whom the up cards name; the file must name the same."""
        opener = self.hand.opener
        if opener != action.who:
            raise Refused(f"Seat {opener} brings it in.", self.rules.clause("later_opener"))

    def draw(self, action: Action) -> None:
        seat, gone = action.who, action.cards
        held = list(self.cards.get(seat, ()))
        if UNKNOWN in gone:  # nobody knows what was kept
            held, gone = [UNKNOWN] * len(held), (UNKNOWN,) * len(gone)
        for card in gone:
            if card not in held and UNKNOWN not in held:
                raise Refused("Only cards that are held can be given up.", "canberra:B.2.4")
            held.remove(card if card in held else UNKNOWN)
        self._act(commands.Draw(seat, len(gone), () if UNKNOWN in gone else gone))
        self.cards[seat] = tuple(held)

    def show_or_muck(self, action: Action) -> None:
        """Cards shown that the file does not tell are those it dealt, as far as it tells these."""
        if not action.cards:
            self._act(commands.Muck(action.who))
            return
        dealt = self.cards.get(action.who, ())
        is_told = UNKNOWN not in action.cards or len(dealt) != len(action.cards)
        self._act(commands.ShowCards(action.who, action.cards if is_told else dealt))

    def show(self, action: Action) -> None:
        self._act(commands.ShowCards(action.who, self.cards.get(action.who, ())))


def _lost(told: Sequence[Event]) -> int:
    """The bets of a void hand that were not refunded."""
    lost = [amount for one in told if isinstance(one, HandVoided) for _, amount in one.lost]
    if any(amount < 0 for amount in lost):
        raise Refused("What the file has kept of a ruling makes or loses chips.")
    return sum(lost)


def _declared(told: Sequence[Event]) -> commands.Award | None:
    """The dealer's declaration that these events began with."""
    first = told[0]
    if not isinstance(first, PotAwarded) or first.how != DECLARED:
        return None
    halves = [one for one in told if isinstance(one, PotAwarded) and one.pot == first.pot]
    by_half = {half.half: tuple(seat for seat, _ in half.shares) for half in halves}
    return commands.Award(
        first.pot, by_half.get("high", by_half.get("", ())), by_half.get("low", ())
    )


_IN_TURN = ("f", "cc", "cbr", "pb")
_DO: dict[str, Callable[[_Table, Action], None]] = {
    "dealt": _Table.dealt,
    "board": _Table.board,
    "f": _Table.fold,
    "cc": _Table.check_or_call,
    "cbr": _Table.bet_or_raise,
    "pb": _Table.bring_in,
    "sd": _Table.draw,
    "sm": _Table.show_or_muck,
    "show": _Table.show,
}
