"""What can be tapped, pressed and filled in on a page as it was sent."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.faults.web import Attributes, Page, is_on, written

Fields = dict[str, Any]
SUITS = "shdc"
# Not to be tapped like the rest: each has a moment of its own.
ASIDE = frozenset({"undo", "call_floor", "stop_clock", "go_on", "call_off", "time_expired"})
MAIN = re.compile(r'<section id="tablet".*?</section>', re.DOTALL)
SHEET_LINK = re.compile(r'hx-get="([^"]+)"')


def chips(text: str) -> int:
    """Chips as a page writes them."""
    return int(re.sub(r"\D", "", text) or 0)


@dataclass
class Tablet:
    """One table's tablet, as its page shows it."""

    text: str

    def __post_init__(self) -> None:
        found = MAIN.search(self.text)
        assert found is not None, self.text[:2000]
        self.text = found.group()
        self.page = Page(self.text)
        self.says = self.page.by_id("tablet")

    @property
    def phase(self) -> str:
        return self.says["data-phase"]

    @property
    def version(self) -> int:
        return int(self.says["data-version"])

    @property
    def deck(self) -> list[str]:
        """The cards that can be picked, the joker among them."""
        ranks = [found["data-rank"] for found in self.page.having("data-rank")]
        joker = ["Jk"] if self.page.first("data-joker").get("class") else []
        return [rank + suit for rank in ranks for suit in SUITS] + joker

    def seats(self) -> dict[int, tuple[int, int]]:
        """Each player's stack and bet as they are written."""
        found = {}
        for part in self.text.split('<li id="seat-')[1:]:
            stack = re.search(r'class="seat-stack">([^<]*)<', part)
            bet = re.search(r'class="seat-bet".*?<b>([^<]*)<', part, re.DOTALL)
            if stack:
                seat = int(part[: part.index('"')])
                found[seat] = (chips(stack[1]), chips(bet[1]) if bet else 0)
        return found

    def pots(self) -> list[int]:
        """Each pot as it is written in the middle of the table."""
        middle = self.text.split('class="oval-pots"')[1].split("</div>")[0]
        return [chips(each) for each in re.findall(r"<b>([^<]*)</b>", middle)]

    def awards(self) -> list[int]:
        """The pots to be paid, where there are several."""
        listed = re.search(r'class="award-pots">(.*?)</ol>', self.text, re.DOTALL)
        return [chips(each) for each in re.findall(r"<b>([^<]*)</b>", listed[1])] if listed else []

    # -- what a dealer might tap -------------------------------------------------------------------

    def taps(self, rng: Random) -> Iterator[tuple[str, Fields]]:
        """Everything that is lit, in an order drawn anew."""
        offered = [*self._bets(rng), *self._cards(rng), *self._awards(rng), *self._buttons()]
        rng.shuffle(offered)
        return iter(offered)

    def _bets(self, rng: Random) -> Iterator[tuple[str, Fields]]:
        turn = self.page.first("data-turn-card")
        if not turn:
            return
        seat = turn["data-seat"]
        if is_on(self.page.first("data-all-in")):
            yield "all_in", {"seat": seat}
        raising = self.page.first("data-raise")
        if is_on(raising):
            least, most = int(raising["data-least"]), int(raising["data-most"])
            amount = rng.choice((least, least, most, rng.randint(least, max(least, most))))
            yield "raise_to", {"seat": seat, "amount": amount}

    def _cards(self, rng: Random) -> Iterator[tuple[str, Fields]]:
        picker = self.page.first("data-picker")
        if not picker or picker["data-picker"] == "sheet":
            return
        free = [card for card in self.deck if card not in picker["data-used"].split()]
        needed = int(picker["data-needed"])
        if needed <= len(free):
            seat = {"seat": picker["data-seat"]} if picker["data-seat"] else {}
            yield picker["data-picker"], {**seat, "cards": "".join(rng.sample(free, needed))}

    def _awards(self, rng: Random) -> Iterator[tuple[str, Fields]]:
        award = self.page.first("data-award")
        if not award:
            return
        high, low = self._winners("data-winner", rng), self._winners("data-low", rng)
        before = {"confirmed": award["data-before"]} if award.get("data-before") else {}
        lows = {"low_winners": low} if low else {}
        yield "award", {"pot": award["data-pot"], "winners": high, **lows, **before}

    def _winners(self, kind: str, rng: Random) -> list[str]:
        """Those proposed; else one, now and then two."""
        buttons = list(self.page.having(kind))
        proposed = [found[kind] for found in buttons if found["aria-pressed"] == "true"]
        if proposed or not buttons:
            return proposed
        several = 2 if len(buttons) > 1 and rng.random() < 0.15 else 1
        return [found[kind] for found in rng.sample(buttons, several)]

    def _buttons(self) -> Iterator[tuple[str, Fields]]:
        for button in self.page.having("data-command"):
            if is_on(button) and button["data-command"] not in ASIDE:
                yield said(button, self.page)


def said(button: Attributes, page: Page) -> tuple[str, Fields]:
    """The command of a button with what it says besides."""
    turn = page.first("data-turn-card").get("data-seat", "")
    named = {name: button.get(f"data-{name}", "") for name in ("seat", "count")}
    fields: Fields = {name: value for name, value in named.items() if value}
    if turn and "seat" not in fields:
        fields["seat"] = turn
    fields |= dict(written(button.get("data-fields", "")))
    if button.get("data-before"):
        fields["confirmed"] = button["data-before"]
    return button["data-command"], fields
