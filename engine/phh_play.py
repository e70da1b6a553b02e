"""Plays a hand written in PHH through the referee, card by card and wager by wager.

Cards are entered as a human dealer would: hole cards when they are shown, the board as it comes.
Without a rulebook of its own a hand is played by common practice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine import commands, dealing, games, rulebooks, showdown
from engine.cards import UNKNOWN, fault
from engine.commands import Command
from engine.events import Event
from engine.games import Game
from engine.hand import FOLDED, Hand
from engine.options import AWARD, SHOW, options
from engine.phh import Action, Written
from engine.referee import act
from engine.refusal import Refused
from engine.rulebooks import Rules, Settings
from engine.rulebooks.common import COMMON
from engine.setup import PRESENT, Participant, Setup, begin

BUCK = "Buck"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first action that was not allowed, counted from 0."""

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

    def agrees_with(self, written: Written) -> bool:
        """Whether the stacks are those the file ends with, if it says."""
        return not written.finishing_stacks or written.finishing_stacks == self.stacks


def play(written: Written) -> Played:
    """The whole hand, or as far as it is allowed."""
    rules = None
    try:
        rules = rules_of(written)
        hand, story = begin(setup_of(written, rules), rules)
    except Refused as refusal:
        refused = Refusal(0, refusal.why, refusal.clause)
        return Played(written.stacks, (), refused, (), (), rules)
    return _play(written, _Table(rules, hand, story, _away(written)))


def _play(written: Written, table: "_Table") -> Played:
    refused = None
    try:
        for action in written.actions:
            table.do(action)
        table.finish()
    except Refused as refusal:
        refused = Refusal(table.done, refusal.why, refusal.clause)
    stacks = tuple(table.hand.stacks[1:])
    return Played(
        stacks, table.pots(), refused, tuple(table.wishes), tuple(table.story), table.rules
    )


def _away(written: Written) -> frozenset[int]:
    statuses = enumerate(written.statuses, 1)
    return frozenset(seat for seat, status in statuses if status != PRESENT)


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
    seats = tuple(range(1, len(written.stacks) + 1))
    marker = written.marker or _usual_marker(seats, rules)
    ante, big_blind_ante = _antes(written)
    return Setup(
        number=written.name if isinstance(written.name, int) else 1,
        seats=tuple(
            Participant(*each) for each in zip(seats, written.stacks, written.statuses, strict=True)
        ),
        blinds=_blinds(written, rules, marker, seats),
        ante=ante,
        big_blind_ante=big_blind_ante,
        bring_in=written.bring_in,
        small_bet=written.bet,
        chip=written.chip,
        marker=marker,
        bonus=written.bonus,
        over_blind=written.over_blind,
    )


def _usual_marker(seats: tuple[int, ...], rules: Rules) -> int:
    """The first player is dealt first: left of the button, or in the Buck seat."""
    return seats[0] if rules.book.marker_name == BUCK else seats[-1]


def _blinds(written: Written, rules: Rules, marker: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The blinds in the order of posting; heads-up the format lists the second player first."""
    listed = written.blinds if len(seats) > 2 else written.blinds[::-1]
    posting = rules.book.positions.value(marker, seats, len(seats)).blind_seats
    amounts = [listed[seat - 1] for seat in posting]
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
    """A hand in play, and the cards the file has dealt to each player so far."""

    rules: Rules
    hand: Hand
    story: list[Event]
    away: frozenset[int]
    cards: dict[int, tuple[int, ...]] = field(default_factory=dict)
    fresh: dict[int, tuple[int, ...]] = field(default_factory=dict)
    wishes: list[Command] = field(default_factory=list)
    done: int = 0

    def do(self, action: Action) -> None:
        if action.verb != "dealt":
            self._hand_out()
        if action.verb in _IN_TURN and dealing.opener_is_missing(self.hand, self.rules):
            self._act(commands.NameOpener(action.who))
        _DO[action.verb](self, action)
        self.done += 1

    def finish(self) -> None:
        """Show what is left to show where the cards are known, and pay the pots."""
        self._hand_out()
        while (offered := options(self.hand, self.rules)).phase == SHOW and offered.showing:
            seat = offered.showing.seat
            self._act(commands.ShowCards(seat, self.cards.get(seat, ())))
            if not showdown.has_shown(self.hand, seat):  # the file does not tell all its cards
                break
        if offered.phase in (SHOW, AWARD):
            self._act(commands.AwardPots())

    def pots(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each pot paid and who had a part of it, halves of one pot taken together."""
        amounts: dict[int, int] = {}
        winners: dict[int, set[int]] = {}
        for award in self.hand.awards:
            amounts[award.pot] = amounts.get(award.pot, 0) + award.amount
            winners.setdefault(award.pot, set()).update(seat for seat, _ in award.shares)
        return tuple((amounts[pot], tuple(sorted(winners[pot]))) for pot in sorted(amounts))

    def _act(self, command: Command) -> None:
        self.story += act(self.hand, command, self.rules)
        self.wishes.append(command)

    # -- the dealer --------------------------------------------------------------------------------

    def dealt(self, action: Action) -> None:
        if action.who in self.fresh and len(self.cards[action.who]) >= self.rules.game.hole_cards:
            self._hand_out()  # the next street, with no action in between
        cards = self.cards.get(action.who, ()) + action.cards
        seen = [card for seat, held in self.cards.items() if seat != action.who for card in held]
        game = self.rules.game
        why = fault((*seen, *cards, *self.hand.board), size=game.deck_size, joker=game.has_joker)
        if why:
            raise Refused(why, self.rules.clause("deck"))
        self.cards[action.who] = cards
        self.fresh[action.who] = action.cards

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
        if self.hand.status[action.who] != FOLDED or action.who not in self.away:
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
        self._act(commands.RaiseTo(action.who, action.amount))

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
        if action.cards:
            self._act(commands.ShowCards(action.who, action.cards))
        else:
            self._act(commands.Muck(action.who))

    def show(self, action: Action) -> None:
        self._act(commands.ShowCards(action.who, self.cards.get(action.who, ())))


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
