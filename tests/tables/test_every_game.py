"""Every built-in tournament is dealt on its tablet by posting what the tablet offers."""

from dataclasses import replace
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.structure import presets
from engine.structure.presets import PRESETS
from tables.console.queries import console
from tables.models import Table
from tables.play.queries import hands, tablet
from tables.play.queries.pictures import Reading
from tests import factories

pytestmark = pytest.mark.django_db

HANDS = 2


@pytest.mark.parametrize("key", [preset.key for preset in PRESETS])
def test_every_preset_is_dealt_on_the_tablet_to_the_end_of_its_hands(key: str, client: Client):
    preset = replace(presets.get(key), min_players=2)
    tournament = factories.running(4, preset=preset)
    client.force_login(factories.house_director())
    rng, phases = Random(key), set()
    factories.cards_ready(factories.table_of(tournament))
    table = factories.table_of(tournament)
    while table.hand_number < HANDS or not hand_is_over(table):
        picture = tablet.picture(Reading(table), now=factories.NOW)
        phases.add(picture.phase)
        tap(client, table, answer(picture, rng))
        table = factories.table_of(tournament)
    assert {"start", "betting"} <= phases
    assert console.ledger(tournament.pk).ok


def hand_is_over(table: Table) -> bool:
    hand = hands.of(table)
    return hand is not None and hand.is_over


def tap(client: Client, table: Table, fields: dict[str, Any]) -> None:
    """One tap, which the tablet offered and which is therefore accepted."""
    where = f"/t/{table.tournament.code}/tables/{table.number}/command/"
    sent = {**fields, "version": table.version, "command_id": str(uuid4())}
    answered = client.post(where, sent)
    assert answered.status_code == 200, (fields, answered.content.decode()[-2000:])


def answer(picture: Any, rng: Random) -> dict[str, Any]:
    """What a dealer might tap here."""
    match picture.phase:
        case "start" | "ended":
            start = picture.start
            sent = {"kind": "start_hand", "steps": start.steps}
            return {**sent, "confirmed": start.before.name} if start.before else sent
        case "betting":
            return bet(picture, rng)
        case "board":
            return {"kind": "skip_board"}
        case "draw" | "opener" | "street":
            return choose(picture.choice, rng)
        case _:
            pot = picture.award.pots[0]
            winner = pot.eligible[0].seat
            paid = {"kind": "award", "pot": pot.index, "winners": [winner]}
            before = picture.award.before
            return {**paid, "confirmed": before.name} if before else paid


def choose(choice: Any, rng: Random) -> dict[str, Any]:
    chosen = rng.choice(choice.answers)
    fields = {"seat": chosen.seat} if chosen.count is None else {"count": chosen.count}
    return {"kind": chosen.command, "seat": chosen.seat, **fields}


def bet(picture: Any, rng: Random) -> dict[str, Any]:
    seat, raising = picture.turn.seat, picture.wager
    allowed = [action.kind for action in picture.actions if action.allowed]
    if raising.allowed and (not allowed or rng.random() < 0.2):
        return {"kind": "raise_to", "seat": seat, "amount": raising.least}
    stays = [kind for kind in allowed if kind in ("check", "call", "stand")]
    return {"kind": stays[0] if stays else allowed[0], "seat": seat}
