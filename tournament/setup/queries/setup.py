"""The setup page: what is offered, what speaks against it, and where the rest is decided."""

from dataclasses import dataclass

from engine import games
from engine.amounts import dollars, figure
from engine.chips import PALETTE
from engine.entries.law import Rebuys, TopUp
from engine.lifecycle import TournamentState
from engine.structure import offers, presets, structure, windows
from engine.structure.offers import Doubt, Offer
from tournament.models import Tournament
from tournament.office.queries import licence
from tournament.setup.queries import played, setup_steps

WORDS = {
    "stack": "starting stack",
    "seats": "seats per table",
    "min_players": "minimum players",
    "max_players": "maximum players",
    "least_chips": "minimum stack to play",
}
MINUTES = {
    "rebuys_until": "rebuy period in minutes",
    "add_ons_from": "add-ons from minute",
    "add_ons_until": "add-ons until minute",
}


def differences(was: Offer, became: Offer) -> list[str]:
    """What changed, in words."""
    found = [
        f"{words} {figure(getattr(was, name))} to {figure(getattr(became, name))}"
        for name, words in WORDS.items()
        if getattr(was, name) != getattr(became, name)
    ]
    if was.game != became.game:
        found.append(f"game {games.get(was.game).name} to {games.get(became.game).name}")
    if was.chips != became.chips:
        found.append(f"chips {_chips(was)} to {_chips(became)}")
    if was.entry_price != became.entry_price:
        found.append(f"entry price {dollars(was.entry_price)} to {dollars(became.entry_price)}")
    found += [
        f"{words} {getattr(was.sold, name)} to {getattr(became.sold, name)}"
        for name, words in MINUTES.items()
        if getattr(was.sold, name) != getattr(became.sold, name)
    ]
    return found


def _chips(offer: Offer) -> str:
    return ", ".join(f"{figure(chip.denomination)} {chip.colour}" for chip in offer.chips)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupPage:
    """Everything the setup page shows besides what was typed."""

    book_name: str
    preset: str
    presets: list[tuple[str, str]]
    games: list[tuple[str, str]]
    is_bound: bool
    is_open: bool
    has_begun: bool
    may_alter: bool
    reason_clause: str
    has_entries: bool
    colours: tuple[str, ...]
    steps: list[setup_steps.Step]
    sold: windows.HousesMinutes
    sale_words: str

    @property
    def next(self) -> setup_steps.Step | None:
        """The first step that still lacks something."""
        return next(iter(setup_steps.missing(self.steps)), None)

    @property
    def is_complete(self) -> bool:
        """Whether no step lacks anything."""
        return self.next is None


def page(tournament: Tournament) -> SetupPage:
    """Everything the page shows besides what was typed."""
    playing, law = played.of(tournament), tournament.law.structure
    is_registering = tournament.state == TournamentState.REGISTERING
    has_begun = tournament.started_at is not None
    return SetupPage(
        book_name=tournament.law.name,
        preset=tournament.preset,
        presets=[(preset.key, preset.name) for preset in presets.PRESETS],
        games=[
            (game.id, playing.of_id(game.id).name)
            for game in offers.games_of(tournament.law)
            if not law.authorised.value or game.id == tournament.game
        ],
        is_bound=law.authorised.value,
        is_open=is_registering and not has_begun,
        has_begun=has_begun,
        may_alter=may_alter_in_play(tournament),
        reason_clause=law.altered.clause,
        has_entries=tournament.entries.filter(withdrawn_at__isnull=True).exists(),
        colours=PALETTE,
        steps=setup_steps.of(tournament),
        sold=windows.houses_minutes(tournament.structure),
        sale_words=_sale_words(tournament),
    )


def _sale_words(tournament: Tournament) -> str:
    """When what is not the house's to set begins and ends."""
    free = windows.houses_minutes(tournament.structure)
    rebuys = structure.rebuys(tournament.structure)
    top_up = structure.top_up(tournament.structure)
    words = []
    if isinstance(rebuys, Rebuys) and free.rebuys_until is None:
        by = "the schedule" if rebuys.is_houses_window else "the rulebook"
        words.append(f"Rebuys for the first {rebuys.minutes} minutes, by {by}.")
    if isinstance(top_up, TopUp):
        words.append(f"Top-up from minute {top_up.from_minute}, by the rulebook.")
    return " ".join(words)


def may_alter_in_play(tournament: Tournament) -> bool:
    """Whether the house may alter an event that has begun (adelaide:88)."""
    is_in_play = tournament.started_at is not None and not tournament.is_over
    return is_in_play and tournament.law.structure.altered.value


def doubts(tournament: Tournament, offer: Offer) -> list[Doubt]:
    """What speaks against an offer: the book, and the licence where there is one."""
    found = offers.doubts(
        offer, tournament.structure, rulebook=tournament.rulebook, preset=tournament.preset
    )
    if any(doubt.field == "game" for doubt in found):
        return found  # no licence can be asked about a game that cannot be
    return [*found, *licence.doubts(tournament, offer)]
