"""One dealer's actions, one after the other, beside the floor under them."""

import asyncio
import uuid
from urllib.parse import urlencode

from bench import figures
from bench.figures import Row
from bench.house import House
from bench.live import evening
from bench.live.evening import Dealers, Tablet
from tables.models import HandRecord

ROUNDS, EACH = 5, 60
MOST = 2.0


async def beside_the_floor(house: House, database: str) -> Row:
    """Processor time of whatever answers: the web processes, and the database if it is a server.

    Actions and bare requests take turns, so that both meet the same machine.
    """
    ours, bare = await asyncio.to_thread(_tablets, house.port)
    dealers = Dealers([ours, bare])
    await dealers.open()
    await ours.post(ours.wish)
    await bare.post(bare.wish)  # a hand that the bare view adds to
    spent = [0.0, 0.0]
    for number in range(ROUNDS + 1):
        for which, play in enumerate((_acted, _bare)):
            before = house.answering_seconds()
            await play(dealers, (ours, bare)[which])
            spent[which] += (house.answering_seconds() - before) * (number > 0)  # after one warm-up
    await dealers.close()
    action, floor = (total / (ROUNDS * EACH) for total in spent)
    return figures.within(
        f"{database}, processor time of an action in web process and database",
        figures.ms(action),
        f"floor, with nothing decided or drawn: {figures.ms(floor)}",
        action / floor,
        most=MOST,
    )


def _tablets(port: int) -> list[Tablet]:
    """One for each of two tournaments of one table."""
    cups = [evening.running(1, name) for name in ("An action", "The floor")]
    return [tablet for cup in cups for tablet in evening.tablets(cup, port)]


async def _acted(dealers: Dealers, tablet: Tablet) -> None:
    """As many actions of an evening."""
    for _ in range(EACH):
        await dealers.look(tablet)
        status = await tablet.post(tablet.wish)
        assert status == 200, status


async def _bare(dealers: Dealers, tablet: Tablet) -> None:
    """As many bare requests, of the same size; what is next is looked up as often."""
    hand = await HandRecord.objects.filter(table=tablet.table).alast()
    assert hand is not None
    for _ in range(EACH):
        await dealers.look(tablet)
        body = urlencode({"kind": "call", "seat": 3, "hand": hand.pk, "command_id": uuid.uuid4()})
        head, _body = await tablet.send("POST", f"/bare/{tablet.table.pk}/", body)
        assert " 200 " in head, head
