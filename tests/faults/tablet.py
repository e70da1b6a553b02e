"""A dealer's tablet played by a bot: it taps what its page offers and sends as outbox.js does.

One command at a time, each under one id for ever, sent again until somebody answers; what was
entered meanwhile follows in order, or is given up when the first is refused.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from random import Random
from time import monotonic
from uuid import UUID

from tests.faults.figures import Figures
from tests.faults.web import Answer, Attributes, Browser, Fields, Page, is_on, written

FIRST_RETRY, LAST_RETRY = 1.0, 4.0
MOST_AHEAD = 2
RANKS, SUITS = "AKQJT98765432", "shdc"
NOT_OF_THE_HAND = ("arrived", "confirm_seats", "take_deck", "ask_rebuy", "call_floor")
Wish = tuple[str, Fields]


class Outcome(StrEnum):
    """What a tablet knows of a command in the end."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNSENT = "unsent"


@dataclass
class Tap:
    """One command of one tablet."""

    table_id: int
    kind: str
    fields: Fields
    id: UUID
    version: int
    follows: bool = False
    tried: int = 0
    outcome: Outcome = Outcome.WAITING
    last_tried_at: datetime | None = None
    first_tried: float = 0.0
    why: str = ""
    level: str = ""

    @property
    def form(self) -> Fields:
        """What is posted; a deal that is sent again names its level and who served minutes."""
        is_late = self.kind == "start_hand" and self.tried > 1
        return [
            ("kind", self.kind),
            *self.fields,
            ("command_id", str(self.id)),
            ("version", str(self.version)),
            *([("level", self.level)] if is_late and self.level else []),
            *([("in_minutes", "")] if is_late else []),
        ]


@dataclass
class Tablet:
    """A tablet at its table, with what it shows and what it has not sent yet."""

    name: str
    table_id: int
    address: str
    browser: Browser
    rng: Random
    figures: Figures
    pause: float = 0.25
    taps: list[Tap] = field(default_factory=list)
    outbox: deque[Tap] = field(default_factory=deque)
    page: Page | None = None
    version: int = -1
    command_url: str = ""
    ahead: int | None = None  # milliseconds: how far the server's clock is ahead of its own
    wrong: list[str] = field(default_factory=list)
    nudged: asyncio.Event = field(default_factory=asyncio.Event)
    is_closing: bool = False

    # -- the page ----------------------------------------------------------------------------------

    def show(self, text: str) -> None:
        """Show a picture, unless an older one."""
        page = Page(text)
        tablet = page.by_id("tablet")
        if tablet and int(tablet["data-version"]) >= self.version:
            self.page, self.version = page, int(tablet["data-version"])
            self.command_url = tablet["data-command-url"]
        self.learn_time(page)

    def learn_time(self, page: Page) -> None:
        """A stamp is late by its journey: the largest is the truest, as server-time.js has it."""
        if stamp := page.first("data-server-now", "data-left"):
            ahead = int(stamp["data-server-now"]) - self.browser.milliseconds
            self.ahead = ahead if self.ahead is None else max(self.ahead, ahead)

    def level_now(self) -> str:
        """The row of the schedule it deals at; none where it has ended, as its own clock counts."""
        if self.page is None or self.ahead is None:
            return ""
        ends_at = self.page.first("data-server-now", "data-left").get("data-ends-at", "")
        is_over = ends_at and self.browser.milliseconds + self.ahead >= int(ends_at)
        return "" if is_over else self.page.by_id("tablet").get("data-level", "")

    async def look(self) -> None:
        """Load the page anew."""
        answer = await self.browser.get(self.address)
        if answer is not None and answer.status == 200:
            self.show(answer.text)

    # -- playing -----------------------------------------------------------------------------------

    async def play(self) -> None:
        """Tap after tap until the evening closes; what is left in the outbox is sent then too."""
        while not self.is_closing:
            wish = None if self.page is None else choose(self.page, self.rng)
            if wish is None:
                await self.wait(2 * self.pause)
                await self.look()
                continue
            await self.mischief(wish)
            self.outbox.append(self.tap(wish))
            await self.send_all()
            await self.wait(self.pause * self.rng.uniform(0.4, 1.6))

    async def wait(self, seconds: float) -> None:
        """Wait, or go on at once when the network is back."""
        self.nudged.clear()
        try:
            async with asyncio.timeout(seconds):
                await self.nudged.wait()
        except TimeoutError:
            return

    def tap(self, wish: Wish, *, version: int | None = None, follows: bool = False) -> Tap:
        """A command under a new id, with the version seen."""
        kind, fields = wish
        seen = self.version if version is None else version
        made = UUID(int=self.rng.getrandbits(128), version=4)
        self.taps.append(Tap(self.table_id, kind, fields, made, seen, follows))
        self.taps[-1].level = self.level_now()
        return self.taps[-1]

    # -- the outbox --------------------------------------------------------------------------------

    async def send_all(self) -> None:
        """Send what waits, in order, until all of it is answered."""
        retry = FIRST_RETRY
        while self.outbox:
            tap = self.outbox[0]
            answer = await self.send(tap)
            if answer is None:
                self.enter_ahead()
                await self.wait(retry)
                retry = min(2 * retry, LAST_RETRY)
                continue
            retry = FIRST_RETRY
            self.outbox.popleft()
            self.settle(tap, answer)

    async def send(self, tap: Tap) -> Answer | None:
        """Send a command once, or twice at the same moment; None when no answer came."""
        tap.first_tried = tap.first_tried or monotonic()
        tap.last_tried_at = datetime.now(UTC)
        tap.tried += 1
        self.figures.retries += tap.tried > 1
        copies = 2 if self.rng.random() < 0.04 else 1
        self.figures.duplicates += copies - 1
        answers = await asyncio.gather(*(self.post(tap) for _ in range(copies)))
        found = [answer for answer in answers if answer is not None]
        if len({answer.status for answer in found}) > 1:
            self.wrong.append(f"{tap.kind} {tap.id} was answered in two ways at once")
        return found[0] if found else None

    async def post(self, tap: Tap) -> Answer | None:
        """One request; an answer that is the server's trouble counts as none."""
        self.figures.requests += 1
        answer = await self.browser.post(self.command_url, tap.form)
        if answer is None or answer.status >= 500:
            self.figures.unanswered += answer is None
            self.figures.troubles += answer is not None
            return None
        return answer

    def settle(self, tap: Tap, answer: Answer) -> None:
        """Take an answer: the next in the outbox builds on it, or is given up with it."""
        self.figures.waited(self.name, tap.first_tried)
        self.note(tap, answer)
        if tap.outcome is Outcome.ACCEPTED:
            if self.outbox and self.outbox[0].follows:
                self.outbox[0].version = version_in(answer.text)
            return
        while self.outbox:
            self.outbox.popleft().outcome = Outcome.UNSENT

    def note(self, tap: Tap, answer: Answer) -> None:
        """Keep what became of a command, and show the picture that came with it."""
        is_accepted = answer.status == 200 and 'id="tablet"' in answer.text
        tap.outcome = Outcome.ACCEPTED if is_accepted else Outcome.REFUSED
        tap.why = "" if is_accepted else f"{answer.status}"
        if 'id="tablet"' not in answer.text:
            self.wrong.append(f"{tap.kind} at {self.name} was answered {answer.status}")
        self.figures.accepted += is_accepted
        self.figures.refused += not is_accepted
        self.show(answer.text)

    def enter_ahead(self) -> None:
        """The dealer goes on without the network: the next player folds."""
        if self.page is None or len(self.outbox) > MOST_AHEAD or self.rng.random() < 0.5:
            return
        last = self.outbox[-1]
        after = self.page.first("data-turn-card").get("data-after", "").split()
        if last.kind in ("fold", "call") and len(after) >= len(self.outbox):
            seat = after[len(self.outbox) - 1]
            self.outbox.append(self.tap(("fold", [("seat", seat)]), follows=True))

    # -- what should not happen, and does ----------------------------------------------------------

    async def mischief(self, wish: Wish) -> None:
        """Now and then a request comes again, comes late, or overtakes another."""
        chance = self.rng.random()
        if chance < 0.06:
            await self.repeat()
        elif chance < 0.09:
            await self.come_late(wish)
        elif chance < 0.12:
            await self.overtake()

    async def repeat(self) -> None:
        """An accepted command arrives once more, long after it was carried out."""
        accepted = [tap for tap in self.taps if tap.outcome is Outcome.ACCEPTED]
        if not accepted:
            return
        tap = self.rng.choice(accepted[-20:])
        self.figures.duplicates += 1
        answer = await self.post(tap)
        if answer is not None and answer.status != 200:
            self.wrong.append(f"{tap.kind} {tap.id} was refused when it came again")

    async def come_late(self, wish: Wish) -> None:
        """A command entered on a picture that is no longer true is refused, if it is the hand's."""
        if wish[0] in NOT_OF_THE_HAND:
            return
        await self.expect_stale(self.tap(wish, version=self.version - 1))

    async def overtake(self) -> None:
        """The second of two commands arrives before the first, and is refused."""
        assert self.page is not None
        after = self.page.first("data-turn-card").get("data-after", "").split()
        if after:
            second = ("fold", [("seat", after[0])])
            await self.expect_stale(self.tap(second, version=self.version + 1))

    async def expect_stale(self, tap: Tap) -> None:
        """Send something out of its order until somebody says no to it."""
        while (answer := await self.send(tap)) is None:
            await self.wait(FIRST_RETRY)
        self.note(tap, answer)
        self.figures.stale += tap.outcome is Outcome.REFUSED
        if tap.outcome is Outcome.ACCEPTED:
            self.wrong.append(f"{tap.kind} {tap.id} was accepted though it was stale")


def version_in(text: str) -> int:
    """The version of the picture in an answer."""
    return int(Page(text).by_id("tablet").get("data-version", "-1"))


# -- what a dealer would tap -----------------------------------------------------------------------


def choose(page: Page, rng: Random) -> Wish | None:
    """The next tap on this page; None where there is nothing to do but wait."""
    offered = list(wishes(page, rng))
    if not offered:
        return None
    undo = page.by_id("do-undo")
    if is_on(undo) and rng.random() < 0.03:
        return "undo", []
    if rng.random() < 0.005:
        return "call_floor", [("reason", "a question")]
    return offered[0]


def wishes(page: Page, rng: Random) -> Iterator[Wish]:
    """What can be tapped now, the most pressing first."""
    yield from commands(page, "arrived", "confirm_seats", "take_deck")
    if turn := page.first("data-turn-card"):
        yield bet(page, turn["data-seat"], rng)
        return
    picker = page.first("data-picker")
    if picker.get("data-picker") == "board":
        yield cards(picker, rng) if rng.random() < 0.7 else ("skip_board", [])
        return
    if award := page.first("data-award"):
        may_muck = is_on(page.by_id("do-muck"))
        yield muck(page) if may_muck and rng.random() < 0.3 else pay(page, award, rng)
        return
    yield from commands(page, "muck", "draw_race_off", "draw_elimination", "ask_rebuy")
    yield from commands(page, "start_hand")


def commands(page: Page, *kinds: str) -> Iterator[Wish]:
    """The buttons of these kinds that can be tapped."""
    for button in page.having("data-command"):
        if button["data-command"] in kinds and is_on(button):
            yield button["data-command"], fields_of(button)


def fields_of(button: Attributes) -> Fields:
    """What a button says besides its kind."""
    found = [("seat", button["data-seat"])] if button.get("data-seat") else []
    found += written(button.get("data-fields", ""))
    if button.get("data-before"):
        found.append(("confirmed", button["data-before"]))
    return found


def bet(page: Page, seat: str, rng: Random) -> Wish:
    """A loose player's choice among what is lit."""
    stays = [button for button in page.having("data-stay") if is_on(button)]
    chance = rng.random()
    if chance < 0.006 and is_on(page.first("data-all-in")):
        return "all_in", [("seat", seat)]
    if chance < 0.2 and is_on(button := page.first("data-raise")):
        least, most = int(button["data-least"]), int(button["data-most"])
        return "raise_to", [("seat", seat), ("amount", str(min(most, least * rng.randint(1, 2))))]
    if stays and chance < 0.8:
        return stays[0]["data-command"], [("seat", seat)]
    fold = page.by_id("do-fold")
    return (fold["data-command"] if is_on(fold) else stays[0]["data-command"]), [("seat", seat)]


def cards(picker: Attributes, rng: Random) -> Wish:
    """The board as it lies: any cards that are not out yet."""
    used = set(picker["data-used"].split())
    deck = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in used]
    dealt = "".join(rng.sample(deck, int(picker["data-needed"])))
    return picker["data-picker"], [("cards", dealt)]


def muck(page: Page) -> Wish:
    """A hand that is not shown."""
    return "muck", fields_of(page.by_id("do-muck"))


def pay(page: Page, award: Attributes, rng: Random) -> Wish:
    """A pot to one of those who may win it, now and then to two."""
    seats = [button["data-winner"] for button in page.having("data-winner")]
    winners = rng.sample(seats, 2 if len(seats) > 1 and rng.random() < 0.1 else 1)
    before = [("confirmed", award["data-before"])] if award.get("data-before") else []
    return "award", [("pot", award["data-pot"]), *(("winners", one) for one in winners), *before]
