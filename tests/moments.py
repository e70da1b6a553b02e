"""Moments of an evening that pages look different in: each made by the services, by the clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.hand import commands
from engine.office.law.money import Method
from engine.prizes.prizes import How, Row
from engine.structure import presets
from engine.structure.law import Preset
from tables import rehearsal
from tables.conduct.services import penalties
from tables.equipment.services import rotation
from tables.models import Seating
from tables.seating.services import seating
from tables.sessions.services import state_sheets
from tests.factories import (
    ADULT,
    DIRECTOR,
    FREEZE_OUT,
    MINUTE,
    all_in,
    bust_all_but,
    deal,
    deck_of,
    do,
    entry_in,
    fold_round,
    for_a_good_cause,
    hand_at,
    offered,
    refreshed,
    request,
    seats_at,
    table_of,
)
from tests.licensed import lawful
from tournament import requests
from tournament.clock.services import announcements, clock
from tournament.clock.services.buttons import Press
from tournament.entries.queries import links as link_queries
from tournament.entries.services import entries, links
from tournament.models import Charity, Donation, Entry, Tournament
from tournament.prizes.services import clubs, prizes
from tournament.setup.services import tournaments

FRIDAY = presets.get("friday")
LONG_NAMES = (
    "Maximiliane von Hohenstein-Oberndorf",
    "Bartholomew Featherstonehaugh III",
    "Nguyễn Thị Phương Thảo",
    "Jo",
)
SHARES = (50, 30, 20)
CLUBS = ("Hearts of the Harbour", "Spades", "Old Diamonds Society", "Clubs")
HALL, PHONE, LAPTOP = "hall", "phone", "laptop"
SINCE = 8 * MINUTE  # how long ago play began


@dataclass(frozen=True)
class View:
    """One page in one moment, what it is looked at on, and how it answers."""

    name: str
    path: str
    on: str = HALL
    status: int = 200


def named(players: int) -> list[str]:
    """So many people, some with long names."""
    made = [f"{name} {ordinal}".strip() for ordinal in ("", "II", "III", "IV") for name in PEOPLE]
    return made[:players]


PEOPLE = (*LONG_NAMES, *rehearsal.PLAYERS)


def evening(
    name: str, players: int, *, preset: Preset = FRIDAY, seats: int = 9, has_begun: bool = True
) -> Tournament:
    """Everybody has paid and sits; play began some minutes ago."""
    now = requests.now() - SINCE
    by: dict[str, Any] = {"actor": DIRECTOR, "now": now}
    preset = replace(preset, seats_per_table=seats, max_players=max(players, preset.max_players))
    made = tournaments.create(name=name, preset=preset, seed="always the same", **by)
    made.structure["card_steps"] = "shown"
    made.save()
    entries.register_all(
        tournament_id=made.pk,
        names=named(players),
        wish=replace(ADULT, method=Method.CASH),
        **by,
    )
    seating.draw(tournament_id=made.pk, **by)
    lawful(for_a_good_cause(made), now=now)
    if has_begun:
        seating.start_play(tournament_id=made.pk, **by)
    return refreshed(made)


def by(cup: Tournament) -> dict[str, Any]:
    """Who does it, where and when."""
    return {"tournament_id": cup.pk, "actor": DIRECTOR, "now": requests.now()}


def before() -> list[View]:
    """Nobody has come yet: what every page says then."""
    now = requests.now()
    cup = tournaments.create(name="Spring Cup", preset=FRIDAY, actor=DIRECTOR, now=now)
    screens = ("clock", "leaderboard", "seating", "payouts", "structure", "wall/clubs")
    desks = ("console", "entries", "desk", "seats", "money", "prizes", "players", "replay")
    return [
        *(View(f"empty-{page.replace('/', '-')}", f"/t/{cup.code}/{page}/") for page in screens),
        *(View(f"empty-{page}", f"/t/{cup.code}/{page}/", LAPTOP) for page in desks),
        View("empty-phone", f"/t/{cup.code}/", PHONE),
    ]


def full() -> list[View]:
    """Eighty players are seated, some under long names; the clock has not begun."""
    cup = evening("Harbour City Midsummer Charity Poker Championship", 80, has_begun=False)
    pages = ("clock", "leaderboard", "seating", "payouts")
    return [
        *(View(f"full-{page}", f"/t/{cup.code}/{page}/") for page in pages),
        View("full-phone", f"/t/{cup.code}/", PHONE),
        View("full-console", f"/t/{cup.code}/console/", LAPTOP),
        View("full-table", f"/t/{cup.code}/tables/1/"),
    ]


def crowd() -> list[View]:
    """Two hundred players with a million chips each, some minutes into the evening."""
    deep = replace(FRIDAY, starting_stack=1_000_000)
    cup = evening("The Million", 200, preset=deep)
    fold_round(table_of(cup), now=requests.now())
    pages = ("clock", "leaderboard", "seating", "tables/1")
    return [
        *(View(f"crowd-{page.replace('/', '-')}", f"/t/{cup.code}/{page}/") for page in pages),
        View("crowd-phone", f"/t/{cup.code}/", PHONE),
        View("crowd-console", f"/t/{cup.code}/console/", LAPTOP),
        View("crowd-tablet", f"/t/{cup.code}/tables/1/tablet/", LAPTOP),
    ]


def standing_still(kind: str, press: Press) -> list[View]:
    """The clock stands, or everybody is at the bar."""
    cup = evening("Summer Cup", 12, seats=6)
    for table in cup.tables.all():
        fold_round(table, now=requests.now())
    clock.act(kind=kind, press=press, **by(cup))
    return [
        View(f"{kind}-clock", f"/t/{cup.code}/clock/"),
        View(f"{kind}-overlay-clock", f"/t/{cup.code}/overlay/clock/"),
        View(f"{kind}-phone", f"/t/{cup.code}/", PHONE),
        View(f"{kind}-console", f"/t/{cup.code}/console/", LAPTOP),
        View(f"{kind}-table", f"/t/{cup.code}/tables/1/"),
        View(f"{kind}-tablet", f"/t/{cup.code}/tables/1/tablet/", LAPTOP),
    ]


def pause() -> list[View]:
    """The director has stopped the clock."""
    return standing_still("pause", Press())


def pause_for_a_break() -> list[View]:
    """A break of some minutes."""
    return standing_still("break", Press(minutes=15))


def showdown() -> list[View]:
    """Two of nine are all-in with the flop out: their hands lie open."""
    cup = evening("Summer Cup", 9)
    table, now = table_of(cup), requests.now()
    deal(table, now=now)
    while len(hand_at(table).in_hand()) > 2:
        do(table, commands.Fold(offered(table).seat or 0), now=now)
    all_in(table, now=now)
    first, second = hand_at(table).in_hand()
    shows = (commands.ShowCards(first, cards("AhAs")), commands.ShowCards(second, cards("KdKc")))
    do(table, *shows, commands.DealBoard(cards("2c7d9s")), now=now)
    return [
        View("showdown-table", f"/t/{cup.code}/tables/1/"),
        View("showdown-overlay-table", f"/t/{cup.code}/overlay/tables/1/"),
        View("showdown-phone-table", f"/t/{cup.code}/tables/1/", PHONE),
        View("showdown-tablet", f"/t/{cup.code}/tables/1/tablet/", LAPTOP),
        View("showdown-floor", f"/t/{cup.code}/tables/1/floor/", LAPTOP),
    ]


def cards(text: str) -> tuple[int, ...]:
    """Just these."""
    return deck_of(text)[: len(text) // 2]


def on_the_move() -> list[View]:
    """A table is broken: people are on their way, one of them looks at his phone."""
    cup = evening("Summer Cup", 13, preset=FREEZE_OUT, seats=6)
    bust_all_but(table_of(cup, 1), 1, now=requests.now())
    links.give(**by(cup))
    seating.break_table(number=3, **by(cup))
    state_sheets.make(**by(cup))
    moving = Seating.objects.filter(table__tournament=cup, in_transit=True, until=None)[0]
    return [
        View("moves-seating", f"/t/{cup.code}/seating/"),
        View("moves-console", f"/t/{cup.code}/console/", LAPTOP),
        View("moves-phone", f"/t/{cup.code}/", PHONE),
        View("moves-state-sheet", f"/t/{cup.code}/state-sheet/", LAPTOP),
        View("moves-mine", mine(moving.entry), PHONE),
    ]


def mine(entry: Entry) -> str:
    """Where this entrant's own page is."""
    link = link_queries.by_entry(entry.tournament_id)[entry.pk]
    return f"/me/{link_queries.token(entry.pk, link.nonce)}/"


def punished() -> list[View]:
    """Somebody sits out a penalty, and the public sees the table late."""
    cup = evening("Summer Cup", 6)
    table = table_of(cup)
    links.give(**by(cup))
    seat = seats_at(table)[0]
    penalties.give(
        request(table, now=requests.now()),
        seat=seat,
        kind="hands",
        amount=3,
        reason="Phone at the table",
    )
    rotation.delay(table=table, minutes=5, actor=DIRECTOR, now=requests.now())
    return [
        View("penalty-mine", mine(entry_in(table, seat)), PHONE),
        View("penalty-page", f"/t/{cup.code}/penalties/", LAPTOP),
        View("delayed-table", f"/t/{cup.code}/tables/1/"),
        View("hall-page", f"/t/{cup.code}/hall/", LAPTOP),
    ]


def announced() -> list[View]:
    """The hall is told something."""
    cup = evening("Summer Cup", 12, seats=6)
    words = announcements.Words("Dinner is served in the garden until eight o'clock", minutes=60)
    announcements.announce(words=words, **by(cup))
    return [
        View("announcement-clock", f"/t/{cup.code}/clock/"),
        View("announcement-phone", f"/t/{cup.code}/", PHONE),
    ]


def won() -> list[View]:
    """Somebody has won: places, prizes, the whole evening."""
    cup = evening("Summer Cup", 9, preset=FREEZE_OUT)
    shares = tuple(Row(place, percent=Fraction(share)) for place, share in enumerate(SHARES, 1))
    prizes.save(prizes.ListWish(How.PERCENTAGES, shares, guarantee=123_400), **by(cup))
    links.give(**by(cup))
    fold_round(table_of(cup), now=requests.now())
    while not refreshed(cup).is_over:
        bust_all_but(table_of(cup), seats_at(table_of(cup))[0], now=requests.now())
    publish_and_confirm(cup)
    winner = entry_in(table_of(cup), seats_at(table_of(cup))[0])
    pages = ("clock", "leaderboard", "payouts", "seating")
    return [
        *(View(f"won-{page}", f"/t/{cup.code}/{page}/") for page in pages),
        View("won-phone", f"/t/{cup.code}/", PHONE),
        View("won-mine", mine(winner), PHONE),
        View("won-player", f"/t/{cup.code}/players/{winner.number}/", PHONE),
        View("won-replay", f"/t/{cup.code}/replay/", LAPTOP),
        View("won-console", f"/t/{cup.code}/console/", LAPTOP),
        View("won-payout-desk", f"/t/{cup.code}/payout-desk/", LAPTOP),
    ]


def publish_and_confirm(cup: Tournament) -> None:
    """The list hangs, the places are right: the prizes can be paid."""
    prizes.publish(**by(cup))
    prizes.confirm(**by(cup))


def for_clubs_and_charities() -> list[View]:
    """What is won for others: points of clubs, donations."""
    teams = evening("4S Club Night", 8, preset=presets.get("fours"), seats=8, has_begun=False)
    players = teams.entries.values_list("pk", flat=True)
    clubs.assign({pk: CLUBS[number // 2] for number, pk in enumerate(players)}, **by(teams))
    given = evening("Charity Night", 10, preset=presets.get("charity"), has_begun=False)
    food = Charity.objects.create(tournament=given, name="Harbour Food Bank and Night Shelter")
    Donation.objects.filter(tournament=given, place=1).update(charity=food)
    return [
        View("clubs-wall", f"/t/{teams.code}/wall/clubs/"),
        View("clubs-payouts", f"/t/{teams.code}/payouts/"),
        View("donations-wall", f"/t/{given.code}/wall/donations/"),
        View("donations-payouts", f"/t/{given.code}/payouts/"),
        View("conditions-wall", f"/t/{given.code}/wall/conditions/"),
        View("charity-phone", f"/t/{given.code}/", PHONE),
    ]


def refused() -> list[View]:
    """What is said where something is not there, not allowed or not now."""
    cup = tournaments.create(
        name="Licensed Night", preset=presets.get("igr"), actor=DIRECTOR, now=requests.now()
    )
    return [
        View("not-found", "/t/none/", LAPTOP, 404),
        View("not-found-phone", "/me/none/", PHONE, 404),
        View("not-yet", f"/t/{cup.code}/poster/", LAPTOP, 409),
        View("nothing-found", "/rulebooks/?q=zeppelin", LAPTOP),
    ]


MOMENTS: Sequence[Callable[[], list[View]]] = (
    *(before, pause, pause_for_a_break, showdown, on_the_move, punished, announced, won),
    *(for_clubs_and_charities, refused),
)


def every() -> list[View]:
    """Every page in every moment it looks different in."""
    return [view for moment in MOMENTS for view in moment()]
