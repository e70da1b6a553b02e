"""A home game from a list of names: created, paid, entered and seated in one go."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from engine.entries.law import AddOns, Rebuys
from engine.office.law.money import Method
from engine.structure.law import Preset
from tables.seating.services import seating
from tournament.entries.services import entries
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.setup.services import tournaments


@dataclass(frozen=True, slots=True)
class HomeGame:
    """What the host decides: everything else is the preset's."""

    name: str
    preset: Preset
    buy_in: int  # cents, from each player; 0: played without money
    players: tuple[str, ...]


@transaction.atomic
def set_up(game: HomeGame, *, actor: Actor, now: datetime) -> Tournament:
    """Create the tournament with everybody paid and seated, or change nothing."""
    preset = at_price(game.preset, game.buy_in)
    tournament = tournaments.create(name=game.name, preset=preset, actor=actor, now=now)
    entries.register_all(
        tournament_id=tournament.pk,
        names=list(game.players),
        actor=actor,
        now=now,
        wish=entries.Wish(method=Method.CASH),
    )
    seating.draw(tournament_id=tournament.pk, actor=actor, now=now)
    tournament.refresh_from_db()
    return tournament


def at_price(preset: Preset, cents: int) -> Preset:
    """The preset with one price for an entry, a rebuy and an add-on, and nothing for the house."""
    rebuys, add_ons = preset.rebuys, preset.add_ons
    if isinstance(rebuys, Rebuys):
        rebuys = replace(rebuys, price=cents)
    if isinstance(add_ons, AddOns):
        add_ons = replace(add_ons, price=cents)
    return replace(
        preset,
        entry_price=cents,
        rebuys=rebuys,
        add_ons=add_ons,
        entry_fee=0,
        rebuy_fee=0,
        add_on_fee=0,
    )
