"""Decks that are shuffled here: each is a draw, but its secret stays in the records.

It would tell cards that nobody showed (adelaide:49). `verify` works each deck out again, and so
does whoever is given the archive.
"""

from dataclasses import dataclass, field

from engine.hand import numbers, shuffling
from engine.schedule.schedule import Level
from engine.seating import draw_lists
from tables.commands import AtTable
from tables.play.queries import hands
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn, Wanted
from tournament.models.draws import DrawKind


@dataclass(slots=True)
class Shuffles:
    """What one command at a table shuffles; `record` writes it down, last of all."""

    at: AtTable
    made: list[Drawn] = field(default_factory=list)

    def fresh_deck(self, late: Level | None) -> tuple[int, ...]:
        """The whole deck of the hand to come, shuffled and cut (igr:A.1.Cut)."""
        return self.shuffle(shuffling.whole_deck(hands.rules_of_next(self.at.table, late).game))

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """These cards in another order; none that the table can see follows from it."""
        table = self.at.table
        about = draw_lists.of_deck(cards)
        wanted = Wanted(DrawKind.DECK, f"Deck at table {table.number}", about, table=table.number)
        drawn = draws.make(table.tournament, wanted, actor=self.at.actor, now=self.at.now)
        self.made.append(drawn)
        return draw_lists.drawn_deck(drawn.outcome)

    def record(self) -> None:
        """The journal's lines, with the hand that the decks belong to."""
        table = self.at.table
        hand = numbers.as_shown(table.hand_number)
        for drawn in self.made:
            title = f"Deck of hand {hand} at table {table.number}"
            draws.record_deck(drawn, title=title, actor=self.at.actor, now=self.at.now)
