"""The director at the console: rebuys, moves, broken tables, floor calls, and the clock."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from uuid import UUID

from tests.faults.web import Answer, Browser, Fields, Page

DUTIES = ("/desk/sell/", "/rebuys/decline/", "/moves/", "/break/", "/final-table/", "/calls/")
RETRY = 0.5


@dataclass
class Office:
    """One signed-in browser at the console; a press without an answer is looked at again."""

    code: str
    browser: Browser
    rng: Random
    pause: float = 1.0
    pressed: dict[UUID, str] = field(default_factory=dict)  # clock presses acknowledged
    sold: list[int] = field(default_factory=list)  # entries whose rebuy was acknowledged
    unsure: list[int] = field(default_factory=list)  # entries whose rebuy nobody answered
    is_ending: bool = False  # chips are not sold any more, and the clock is the story's
    is_closing: bool = False

    async def work(self) -> None:
        """Do what the console's queue asks for, and stop the clock for a moment now and then."""
        while not self.is_closing:
            page = await self.console()
            if page is not None:
                await self.do_one(page)
                if not self.is_ending and self.rng.random() < 0.08:
                    await self.stop_the_clock()
            await asyncio.sleep(self.pause * self.rng.uniform(0.5, 1.5))

    async def console(self) -> Page | None:
        """The console as it is now."""
        answer = await self.browser.get(self.at("console/"))
        return Page(answer.text) if answer is not None and answer.status == 200 else None

    def at(self, place: str) -> str:
        """The address of one of the tournament's pages."""
        return f"/t/{self.code}/{place}"

    async def text(self, place: str) -> str:
        """A page as it is now, asked for until it comes."""
        while (answer := await self.browser.get(self.at(place))) is None or answer.status != 200:
            await asyncio.sleep(RETRY)
        return answer.text

    async def send(self, address: str, fields: Fields) -> Answer | None:
        """A form with an id of its own; what became of it."""
        return await self.browser.post(address, self.filled(fields))

    async def do_one(self, page: Page) -> None:
        """Press one button of the queue."""
        duties = DUTIES[1:] if self.is_ending else DUTIES
        offered = [form for form in page.forms if any(duty in form[0] for duty in duties)]
        if offered:
            address, fields = self.rng.choice(offered)
            answer = await self.browser.post(address, self.filled(fields))
            if address.endswith("/desk/sell/"):
                self.note_sale(int(dict(fields)["entry"]), answer)

    def filled(self, fields: Fields) -> Fields:
        """The form with the id that the page's script gives it."""
        return [(name, value) for name, value in fields if name != "command_id"] + [
            ("command_id", str(self.new_id()))
        ]

    def new_id(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)

    def note_sale(self, entry: int, answer: Answer | None) -> None:
        """Whether the desk knows that it has sold."""
        if answer is None or answer.status >= 500:
            self.unsure.append(entry)
        elif answer.status < 400:
            self.sold.append(entry)

    async def stop_the_clock(self) -> None:
        """Stop it, and let it go on; each press is repeated under its id until it is answered."""
        if await self.press("pause"):
            await asyncio.sleep(self.pause)
            await self.press_surely("resume")

    async def press(self, kind: str) -> bool:
        """One button of the clock; whether it was carried out."""
        form = await self.button(kind)
        if form is None:
            return False
        made = self.new_id()
        fields = [*((name, value) for name, value in form if name != "command_id")]
        fields.append(("command_id", str(made)))
        while (answer := await self.send_press(fields)) is None:
            await asyncio.sleep(RETRY)
        if answer.status >= 400:
            return False
        self.pressed[made] = kind
        return True

    async def press_surely(self, kind: str) -> None:
        """Until it is carried out."""
        while not await self.press(kind):
            await asyncio.sleep(RETRY)

    async def button(self, kind: str) -> Fields | None:
        """The form behind a button of the clock, as the console has it now."""
        while (page := await self.console()) is None:
            await asyncio.sleep(RETRY)
        forms = (fields for address, fields in page.forms if address.endswith("/clock/act/"))
        return next((fields for fields in forms if ("kind", kind) in fields), None)

    async def send_press(self, fields: Fields) -> Answer | None:
        answer = await self.browser.post(f"/t/{self.code}/clock/act/", fields)
        return None if answer is None or answer.status >= 500 else answer
