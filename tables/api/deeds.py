"""The dealer's commands as the API takes them: each kind with its fields, cards as `AsKd`."""

from typing import Annotated, Literal

from pydantic import Field

from engine.hand import commands
from engine.hand.commands import Command
from tournament.api.fields import Cards, SeatNumber, Sent, parse_cards

Seat = Annotated[int, Field(strict=True, ge=0, le=1000, examples=[3])]
Amount = Annotated[int, Field(strict=True, ge=0, le=10**12, examples=[500])]
Count = Annotated[int, Field(strict=True, ge=0, le=100, examples=[2])]

Shown = Annotated[Cards, Field(description="Rank and suit each; none: not entered.")]


class OfASeat(Sent):
    """What one player did."""

    seat: Seat


class FoldCommand(OfASeat):
    """The player folds."""

    kind: Literal["fold"]

    def command(self) -> Command:
        return commands.Fold(self.seat)


class CallAndFoldCommand(OfASeat):
    """The opener's compulsory call, given up at once (Canberra)."""

    kind: Literal["call_and_fold"]

    def command(self) -> Command:
        return commands.CallAndFold(self.seat)


class CheckCommand(OfASeat):
    """The player checks."""

    kind: Literal["check"]

    def command(self) -> Command:
        return commands.Check(self.seat)


class StandCommand(OfASeat):
    """The last blind stays in without paying, where the book knows no check before the flop."""

    kind: Literal["stand"]

    def command(self) -> Command:
        return commands.Stand(self.seat)


class CallCommand(OfASeat):
    """The player calls, all-in where the stack is smaller."""

    kind: Literal["call"]

    def command(self) -> Command:
        return commands.Call(self.seat)


class RaiseToCommand(OfASeat):
    """A bet or raise: `amount` is all that lies in front of the seat afterwards."""

    kind: Literal["raise_to"]
    amount: Amount

    def command(self) -> Command:
        return commands.RaiseTo(self.seat, self.amount)


class AllInCommand(OfASeat):
    """The player puts the whole stack in."""

    kind: Literal["all_in"]

    def command(self) -> Command:
        return commands.AllIn(self.seat)


class DealBoardCommand(Sent):
    """The next community cards."""

    kind: Literal["deal_board"]
    cards: Shown = ""

    def command(self) -> Command:
        return commands.DealBoard(parse_cards(self.cards))


class DealStreetCommand(Sent):
    """One more card for each player (stud), by seat."""

    kind: Literal["deal_street"]
    cards: dict[SeatNumber, Cards] = Field({}, max_length=30, examples=[{"1": "As", "2": "Kd"}])

    def command(self) -> Command:
        dealt = ((seat, card) for seat, words in self.cards.items() for card in parse_cards(words))
        return commands.DealStreet(tuple(dealt))


class NameOpenerCommand(OfASeat):
    """Whose up card opens, where the up cards were not entered (stud)."""

    kind: Literal["name_opener"]

    def command(self) -> Command:
        return commands.NameOpener(self.seat)


class DrawCommand(OfASeat):
    """The player exchanges `count` cards; `cards` are those given up, where they are known."""

    kind: Literal["draw"]
    count: Count
    cards: Shown = ""

    def command(self) -> Command:
        return commands.Draw(self.seat, self.count, parse_cards(self.cards))


class ShowCardsCommand(OfASeat):
    """The player tables a hand."""

    kind: Literal["show_cards"]
    cards: Shown = ""

    def command(self) -> Command:
        return commands.ShowCards(self.seat, parse_cards(self.cards))


class MuckCommand(OfASeat):
    """The player gives the hand up unseen."""

    kind: Literal["muck"]

    def command(self) -> Command:
        return commands.Muck(self.seat)


class AwardCommand(Sent):
    """The dealer says who wins a pot, and who its low half where there is one."""

    kind: Literal["award"]
    pot: Count = Field(description="From 0, the main pot.")
    winners: list[Seat] = Field(max_length=30, examples=[[3]])
    low_winners: list[Seat] = Field([], max_length=30)

    def command(self) -> Command:
        return commands.Award(self.pot, tuple(self.winners), tuple(self.low_winners))


class AwardPotsCommand(Sent):
    """Every pot is paid as the entered cards say."""

    kind: Literal["award_pots"]

    def command(self) -> Command:
        return commands.AwardPots()


Deed = Annotated[
    FoldCommand
    | CallAndFoldCommand
    | CheckCommand
    | StandCommand
    | CallCommand
    | RaiseToCommand
    | AllInCommand
    | DealBoardCommand
    | DealStreetCommand
    | NameOpenerCommand
    | DrawCommand
    | ShowCardsCommand
    | MuckCommand
    | AwardCommand
    | AwardPotsCommand,
    Field(discriminator="kind", examples=[{"kind": "raise_to", "seat": 3, "amount": 500}]),
]
