"""What makes the evening one: the prizes are published, the heat ends, a final, a deal, payouts.

The director does it at the pages, while parts of the house die. A press that nobody answered is
pressed again; refused then, it had been carried out.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from config.machine.supervisor import say
from tests.faults.figures import Figures
from tests.faults.office import RETRY, Office
from tests.faults.web import Fields, Page

PATIENCE = 900  # tries
ADVANCING = 8


# How the pages refuse what was done already.
DONE = re.compile(r"already|No session is in play|is not in play|tournament is (in play|running)")


@dataclass
class Story:
    """The director's part of it, step by step."""

    office: Office
    figures: Figures
    heat: int  # commands acknowledged in the heat, at least
    in_all: int

    async def tell(self) -> None:
        """From the first hand to the last prize."""
        await self.step("prizes/act/", [("what", "publish")])
        await self.until(lambda: self.figures.accepted >= self.heat)
        self.office.is_ending = True
        await self.end_heat()
        await self.play_final()
        await self.step("finish/", [])
        await self.pay()

    async def end_heat(self) -> None:
        """Hands in play are finished, ties are decided, the best go on."""
        await self.step("sessions/stop/", [("reason", "enough hands")])
        await self.step("sessions/end/", [], meanwhile=lambda: self.decide("sessions/"))

    async def play_final(self) -> None:
        """Seats are drawn anew; after some hands the players divide what is left."""
        await self.step("draw/", [])
        await self.step("start/", [])
        before = self.figures.accepted
        await self.until(lambda: self.figures.accepted >= max(self.in_all, before + self.least))
        await self.office.press_surely("pause")
        await self.step("prizes/deal/", [("divide", "evenly")])
        await self.agree()
        await self.step("sessions/stop/", [("reason", "a deal")])

    @property
    def least(self) -> int:
        """Commands in the final, at least."""
        return max(20, (self.in_all - self.heat) // 2)

    async def agree(self) -> None:
        """Everybody says yes; where a hand in play changed the stacks it is proposed again."""
        while ">Agreed<" not in (text := await self.office.text("prizes/")):
            asked = [form for form in Page(text).forms if re.search(r"/deal/\d+/$", form[0])]
            yes = [(where, fields) for where, fields in asked if "entry" in dict(fields)]
            answers = [
                await self.office.send(where, [*fields, ("answer", "yes")]) for where, fields in yes
            ]
            if all(answer is not None and 400 <= answer.status < 500 for answer in answers):
                await self.office.send(self.office.at("prizes/deal/"), [("divide", "evenly")])
            await asyncio.sleep(RETRY)
        self.did("deal agreed")

    async def pay(self) -> None:
        """The places are confirmed, and everybody is handed what they won."""
        confirm = [("what", "confirm")]
        await self.step("prizes/act/", confirm, meanwhile=lambda: self.decide("places/"))
        while due := await self.dues():
            for where, fields in due:
                told = [one for one in fields if one[0] in ("receiver", "csrfmiddlewaretoken")]
                await self.office.send(where, [*told, ("method", "cash"), ("on_paper", "yes")])

    async def dues(self) -> list[tuple[str, Fields]]:
        """Whom the payout desk still owes something."""
        page = Page(await self.office.text("payout-desk/"))
        return [form for form in page.forms if form[0].endswith("/pay/")]

    async def decide(self, place: str) -> None:
        """Players who are equal are put in order: by cards drawn here, or by the floor's ruling."""
        for where, fields in Page(await self.office.text(place)).forms:
            if where.endswith("/decide/"):
                ranks = [name for name, _ in fields if name.startswith("place-")]
                order = [(name, str(rank)) for rank, name in enumerate(ranks, 1)]
                ruled = [*order, ("reason", "drawn by lot")] if ranks else [("draw", "yes")]
                who = [one for one in fields if one[0] in ("entries", "csrfmiddlewaretoken")]
                await self.office.send(where, [*who, *ruled])

    async def step(
        self,
        place: str,
        fields: Fields,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Press until it is done; what stands in its way is done meanwhile."""
        was_unanswered = False
        for _ in range(PATIENCE):
            answer = await self.office.send(self.office.at(place), fields)
            if answer is None or answer.status >= 500:
                was_unanswered = True
            elif answer.status < 400 or (was_unanswered and DONE.search(answer.text)):
                self.did(place)
                return
            elif meanwhile is not None:
                await meanwhile()
            await asyncio.sleep(RETRY)
        raise TimeoutError(f"the director could not do this: {place}")

    def did(self, what: str) -> None:
        """Say how far the evening is."""
        say(
            f"{what.rstrip('/')}: {self.figures.kills.total()} killed, {self.figures.accepted} done"
        )

    async def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await asyncio.sleep(RETRY)
