"""A second opinion on the evening: it counts for itself and asks the engine nothing.

It reads what is stored (who paid what in, which cards lie where) and what the pages say, and works
out with its own few lines what must follow.
"""

import re
from collections import Counter
from collections.abc import Iterable
from html import unescape
from itertools import chain, pairwise

from engine.hand.state import Hand
from tables.models import Seating, Table
from tables.play.queries import hands
from tests.evenings.reading import Tablet
from tournament.models import ChipMove, Due, Entry, MoneyLine, Payout, Posting, Tournament

FOLDED = 3
ROW = r'board-rank">(.*?)</span>\s*<span class="board-name"[^>]*>(?:<bdi>)?(.*?)<'
Pot = tuple[int, frozenset[int]]


def side_pots(put: dict[int, int], out: Iterable[int], dead: int = 0) -> list[Pot]:
    """The pots and who may win each, by what everybody has put in."""
    pots: list[Pot] = []
    folded, before = set(out), 0
    for level in sorted({amount for seat, amount in put.items() if seat not in folded}):
        amount = sum(min(paid, level) - min(paid, before) for paid in put.values())
        may_win = frozenset(s for s, paid in put.items() if paid >= level and s not in folded)
        pots.append((amount, may_win))
        before = level
    over = sum(paid - min(paid, before) for paid in put.values())
    merged: list[Pot] = []
    for amount, may_win in pots:
        if merged and merged[-1][1] == may_win:
            amount += merged.pop()[0]
        merged.append((amount, may_win))
    if merged:
        merged[0] = (merged[0][0] + dead, merged[0][1])
        merged[-1] = (merged[-1][0] + over, merged[-1][1])
    return merged


def cards_of(hand: Hand) -> list[int]:
    """Every card of a hand of which anybody knows where it lies."""
    held = [{*hand.hole[seat], *hand.up[seat], *hand.shown.get(seat, ())} for seat in hand.order]
    gone = chain.from_iterable(cards for _, cards in hand.discards)
    own = set(chain.from_iterable(held))
    open_ones = {card for cards in hand.exposed.values() for card in cards} - own
    return [c for c in (*hand.board, *chain.from_iterable(held), *open_ones, *gone) if c >= 0]


class Checker:
    """What it has seen of the evening so far."""

    def __init__(self, cup: Tournament) -> None:
        self.cup = cup
        self.stacks = dict(cup.entries.values_list("pk", "stack"))
        self.out: list[list[int]] = []

    # -- after every tap ---------------------------------------------------------------------------

    def look(self, pages: dict[int, Tablet]) -> None:
        """Chips, seats, cards and what every table's tablet shows."""
        self.chips()
        self.seats()
        self.note_busts()
        for table in self.tables():
            self.table(table, pages[table.number])

    def tables(self) -> list[Table]:
        found = Table.objects.filter(tournament=self.cup).exclude(state="closed")
        return list(found.select_related("tournament__clock"))

    def sitting(self) -> list[int]:
        """Who has a seat."""
        found = Seating.objects.filter(table__tournament=self.cup, until__isnull=True)
        return sorted(found.values_list("entry_id", flat=True))

    def chips(self) -> None:
        """What was handed out is what is held, and nobody holds less than nothing."""
        moves = ChipMove.objects.filter(tournament=self.cup).values_list("amount", flat=True)
        stacks = Entry.objects.filter(tournament=self.cup).values_list("stack", flat=True)
        assert sum(moves) == sum(stacks), (sum(moves), sum(stacks))
        assert min(stacks, default=0) >= 0

    def seats(self) -> None:
        """Nobody sits twice, no seat is taken twice, and who has chips has a seat."""
        sitting = Seating.objects.filter(table__tournament=self.cup, until__isnull=True)
        for column in ("entry_id", ("table_id", "seat")):
            names = (column,) if isinstance(column, str) else column
            taken = Counter(sitting.values_list(*names))
            assert not [key for key, times in taken.items() if times > 1], column
        if self.cup.tables.exists():
            with_chips = set(self.cup.entries.filter(stack__gt=0).values_list("pk", flat=True))
            assert with_chips <= set(sitting.values_list("entry_id", flat=True))

    def table(self, table: Table, tablet: Tablet) -> None:
        """One table: its cards, its pots, and its page."""
        hand = hands.of(table)
        if hand is None or hand.is_over:
            self.between(table, tablet, hand)
            return
        self.cards(hand)
        self.pots(table, hand, tablet)

    def between(self, table: Table, tablet: Tablet, hand: Hand | None) -> None:
        """The page shows every stack as it is kept."""
        kept = {seat.seat: seat.entry.stack for seat in hands.seated(table)}
        shown = {seat: stack for seat, (stack, _) in tablet.seats().items()}
        assert {s: n for s, n in shown.items() if n} == {s: n for s, n in kept.items() if n}
        if hand is not None:
            after = sum(hand.stacks[seat] for seat in hand.seats)
            before = sum(hand.began[seat] for seat in hand.seats)
            assert after == before + hand.bonus - hand.removed, "a hand made or ate chips"

    def cards(self, hand: Hand) -> None:
        """One card lies in one place."""
        twice = [card for card, times in Counter(cards_of(hand)).items() if times > 1]
        assert not twice, ("a card in two places", twice)

    def pots(self, table: Table, hand: Hand, tablet: Tablet) -> None:
        """What is in front of everybody and in the pots is all that was there."""
        shown = tablet.seats()
        put = {seat: hand.paid[seat] for seat in hand.seats}
        dead = sum(hand.dead[seat] for seat in hand.seats)
        for seat in hand.seats:
            assert hand.stacks[seat] >= 0
            if seat in shown:
                assert shown[seat] == (hand.stacks[seat], hand.bets[seat]), (seat, shown[seat])
        total = sum(hand.began[seat] for seat in hand.seats) + hand.bonus - hand.removed
        left = sum(hand.stacks[seat] for seat in hand.seats)
        assert left + hand.pot == total, "chips of the hand"
        if not hand.awards:
            assert hand.pot == sum(put.values()) + dead + hand.bonus, "the pot"
        if tablet.phase in ("award", "show") and not hand.awards:
            out = [seat for seat in hand.seats if hand.status[seat] in (0, FOLDED)]
            mine = [amount for amount, _ in side_pots(put, out, dead + hand.bonus)]
            assert sorted(tablet.awards() or mine) == sorted(mine), (tablet.awards(), mine)

    # -- after a hand ------------------------------------------------------------------------------

    def note_busts(self) -> None:
        """Who has lost the last chip since it was looked at; who has some again is in again."""
        stacks = dict(self.cup.entries.values_list("pk", "stack"))
        now = {entry for entry, stack in stacks.items() if not stack and self.stacks.get(entry)}
        back = {entry for entry, stack in stacks.items() if stack}
        self.out = [[entry for entry in group if entry not in back] for group in self.out]
        self.out = [group for group in [*self.out, sorted(now)] if group]
        self.stacks = stacks

    # -- at the end --------------------------------------------------------------------------------

    def close(self, paid: list[Due], pages: dict[str, str], *, entry: int) -> None:
        """Places as people went out, and every cent where it belongs."""
        self.places(pages["leaderboard/"])
        self.money(paid, entry)

    def places(self, page: str) -> None:
        """Who went out later is placed better, whatever else decides between equals."""
        listed = re.findall(ROW, page)
        place = {unescape(name): int(re.sub(r"\D", "", rank)) for rank, name in listed}
        names = dict(self.cup.entries.values_list("pk", "name"))
        groups = [[place[names[entry]] for entry in group] for group in self.out]
        for earlier, later in pairwise(groups):
            assert min(earlier) > max(later), ("places", groups, place)
        gone = {names[entry] for group in self.out for entry in group}
        stayed = [rank for name, rank in place.items() if name not in gone]
        assert max(stayed, default=0) <= len(place) - len(gone), ("places", gone, place)

    def money(self, paid: list[Due], entry: int) -> None:
        """Both sides of every posting, what came in, and that all prizes went out once."""
        for posting in Posting.objects.filter(tournament=self.cup):
            assert not sum(posting.lines.values_list("amount", flat=True)), posting
        standing = Posting.objects.filter(tournament=self.cup, voided_by=None)
        entries = standing.filter(kind="entry").count()
        assert entries == self.cup.entries.filter(advanced_from=None).count() or not entry
        took = MoneyLine.objects.filter(posting__in=standing.filter(kind="entry"), amount__gt=0)
        assert sum(took.values_list("amount", flat=True)) == entries * entry
        handed = Payout.objects.filter(due__in=paid, withdrawn_at=None)
        assert handed.count() == len(paid)
