"""What the scenarios start from: people, tournaments that have come so far, and hands to play."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client

from engine.cards import cards
from engine.equipment import decks as engine_decks
from engine.hand import commands
from engine.hand.commands import Command
from engine.hand.state import Hand
from engine.office import spending
from engine.office.law.money import Method
from engine.office.money import Sold
from engine.referee import options as engine_options
from engine.referee.options import Options
from engine.refusal import Refused
from engine.structure import presets
from engine.structure.law import Preset
from tables.chips.services import counts, sales
from tables.chips.services.sales import Purchase, Sale
from tables.commands import TableCommand
from tables.equipment.queries import decks as deck_queries
from tables.equipment.services import decks, devices
from tables.middleware import DEVICE_COOKIE
from tables.models import Device, Seating, Table
from tables.models.devices import DeviceKind
from tables.play.queries import hands, tablet
from tables.play.queries.pictures import Reading
from tables.play.services import play
from tables.seating.services import arrivals, seating
from tests import kept
from tests.licensed import lawful, licensed, ticketed
from tournament.clock.services import buttons, clock
from tournament.entries.services import entries, players
from tournament.house import backups
from tournament.models import CommandRecord, Entry, Staff, Tournament, User
from tournament.money.services import proceeds
from tournament.permissions import Actor, Role
from tournament.prizes.services import giving
from tournament.setup.services import tournaments

NOW = datetime(2027, 3, 5, 19, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DIRECTOR = Actor(name="Dora Marsh", user_id=1, is_house_director=True)
FREEZE_OUT = replace(presets.get("adelaide-no-limit"), starting_stack=1000)
WITH_REBUYS = replace(presets.get("friday"), starting_stack=1000)
PASSWORD = "nine-of-diamonds"
# Somebody whom every book lets in: old enough, to be reached, invited, and looked at by the desk.
ADULT = entries.Wish(
    details=players.Details(born_on=date(1990, 5, 17), email="player@example.org"),
    is_checked=True,
    is_invited=True,
)


class Wall:
    """The clock on the wall, for tests that set it."""

    now: datetime = NOW + 2 * MINUTE


def somebody(tournament: Tournament, role: Role) -> Actor:
    """A signed-in person with one role at this tournament."""
    return Actor(name=f"the {role.value}", user_id=7, roles=frozenset({(tournament.pk, role)}))


def tablet_actor(table: Table) -> Actor:
    """A tablet that lies on this table."""
    dealer = frozenset({(table.tournament_id, Role.DEALER)})
    return Actor(name=f"tablet {table.number}", device_id=9, roles=dealer, table_id=table.pk)


# -- tournaments -----------------------------------------------------------------------------------


def registering(
    players: int = 0, *, preset: Preset = FREEZE_OUT, seats: int | None = None
) -> Tournament:
    """Open for registration with so many entered; without a word on seats, one table fits all."""
    key = ("registering", players, preset, seats)
    made = kept.again(key, lambda: _registering(players, preset, seats))
    return Tournament.objects.get(pk=made)


def _registering(players: int, preset: Preset, seats: int | None) -> Tournament:
    size = seats or min(9, max(2, players))
    preset = replace(preset, seats_per_table=size)
    made = tournaments.create(
        name="Friday Cup", preset=preset, actor=DIRECTOR, now=NOW, seed="always the same"
    )
    made.structure["card_steps"] = "shown"
    Tournament.objects.filter(pk=made.pk).update(structure=made.structure)
    return _entered(made, players)


def _entered(made: Tournament, players: int) -> Tournament:
    licensed(made, now=NOW)
    if players:
        ticketed(made, now=NOW, players=players)
        names = [f"Player {number}" for number in range(1, players + 1)]
        entries.register_all(
            tournament_id=made.pk, names=names, actor=DIRECTOR, now=NOW, wish=paying(made)
        )
    return made


def paying(tournament: Tournament) -> entries.Wish:
    """Somebody who owes the entry, or pays it in cash where the book lets nobody owe it."""
    must_pay = tournament.law.money.at_once.value
    return replace(ADULT, method=Method.CASH) if must_pay else ADULT


def for_a_good_cause(tournament: Tournament) -> Tournament:
    """Donations are fixed and the organisation is named, where the book asks for it."""
    by: dict[str, Any] = {"tournament_id": tournament.pk, "actor": DIRECTOR, "now": NOW}
    if tournament.law.prizes.donations.value is not None:
        giving.fix_donations((100_000, 50_000, 25_000), **by)
    if tournament.law.giving.organisation.value:
        lottery = spending.AccountKind.LOTTERY
        proceeds.set_purpose(proceeds.Purpose("Food Bank", ("Meals",), "77", lottery), **by)
    return tournament


def seated(
    players: int = 3, *, preset: Preset = FREEZE_OUT, seats: int | None = None
) -> Tournament:
    """Everybody has a seat; play has not begun."""
    key = ("seated", players, preset, seats)
    made = kept.again(key, lambda: _seated(players, preset, seats))
    return refreshed(Tournament(pk=made))


def _seated(players: int, preset: Preset, seats: int | None) -> Tournament:
    return _drawn(_registering(players, preset, seats))


def _drawn(made: Tournament) -> Tournament:
    for_a_good_cause(made)
    seating.draw(tournament_id=made.pk, actor=DIRECTOR, now=NOW)
    return refreshed(lawful(made, now=NOW))


def running(
    players: int = 3, *, preset: Preset = FREEZE_OUT, seats: int | None = None
) -> Tournament:
    """Play has begun and the clock runs, also where the first card dealt starts it."""
    key = ("running", players, preset, seats)
    made = kept.again(key, lambda: _running(players, preset, seats))
    return refreshed(Tournament(pk=made))


def _running(players: int, preset: Preset, seats: int | None) -> Tournament:
    return _begun(_seated(players, preset, seats))


def begun(made: Tournament, players: int) -> Tournament:
    """A tournament that was set up: so many enter, seats are drawn, play begins.

    The dealers' work with the cards is shown, and confirmed only where the book asks for it.
    """
    made.structure["card_steps"] = "shown"
    made.save(update_fields=["structure"])
    return _begun(_drawn(_entered(made, players)))


def _begun(made: Tournament) -> Tournament:
    if made.law.entries.finishing_time.value:
        until = buttons.Press(finishes_at=NOW + 5 * 60 * MINUTE)
        clock.act(tournament_id=made.pk, kind="finish_at", actor=DIRECTOR, now=NOW, press=until)
    seating.start_play(tournament_id=made.pk, actor=DIRECTOR, now=NOW)
    with transaction.atomic():
        clock.first_card(refreshed(made).clock, actor=DIRECTOR, now=NOW)
    return refreshed(made)


def refreshed(tournament: Tournament) -> Tournament:
    """The tournament as it is stored now."""
    return Tournament.objects.select_related("clock", "chain").get(pk=tournament.pk)


def table_of(tournament: Tournament, number: int = 1) -> Table:
    """One of its tables as it is stored now."""
    tables = Table.objects.select_related("tournament__clock")
    return tables.get(tournament=tournament, number=number)


def entry_in(table: Table, seat: int) -> Entry:
    """Who sits there."""
    return Seating.objects.get(table=table, seat=seat, until__isnull=True).entry


def everybody_arrives(tournament: Tournament, *, now: datetime = NOW + MINUTE) -> None:
    """Each table confirms who is in transit to it."""
    coming = Seating.objects.filter(
        table__tournament=tournament, until__isnull=True, in_transit=True
    )
    for seat in coming.select_related("table", "entry"):
        here = TableCommand(seat.table_id, DIRECTOR, now)
        arrivals.confirm(here, seat=seat.seat, stack=seat.entry.stack)


def stacks(tournament: Tournament) -> list[int]:
    """Every entry's chips, in the order of entry."""
    return list(tournament.entries.values_list("stack", flat=True))


def set_stacks(table: Table, by_seat: dict[int, int]) -> None:
    """Move chips between the players of a table before a hand; the sum must stay the same."""
    seats = {seat.seat: seat.entry for seat in hands.seated(table)}
    assert sum(by_seat.values()) == sum(seats[seat].stack for seat in by_seat)
    for seat, stack in by_seat.items():
        Entry.objects.filter(pk=seats[seat].pk).update(stack=stack)


def stored() -> list[str]:
    """Every row of the database, to show that a refusal changed nothing.

    PostgreSQL sums each table up in one statement for all of them.
    """
    if connection.vendor != "postgresql":
        return stored_lines()
    tables = [model._meta.db_table for model in backups.kept_models()]
    sums = (
        f"select '{name}', count(*), md5(string_agg(t::text, ',' order by t::text))"
        f' from "{name}" t'
        for name in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(" union all ".join(sums))
        return sorted(str(row) for row in cursor.fetchall())


def stored_lines() -> list[str]:
    """Every row of the database in words, to look for something in them."""
    return list(backups.row_lines())


# -- hands -----------------------------------------------------------------------------------------


def request(
    table: Table,
    *,
    actor: Actor = DIRECTOR,
    now: datetime = NOW + MINUTE,
    version: int | None = None,
) -> TableCommand:
    """A command as a tablet sends it: with an id of its own."""
    return TableCommand(table.pk, actor, now, command_id=uuid4(), version=version)


def deal(table: Table, *, deck: Sequence[int] = (), now: datetime = NOW + MINUTE) -> Hand:
    """Start the next hand."""
    steps = cards_ready(table, now=now)
    play.start_hand(request(table, now=now), deck=tuple(deck), card_steps=steps)
    return hand_at(table)


def cards_ready(table: Table, *, now: datetime = NOW + MINUTE) -> tuple[str, ...]:
    """The dealer's work where the book leaves none of it out (igr:Preamble.5).

    The steps that the tap which deals confirms; none where the house may leave them out.
    """
    if not table.tournament.law.licence.binding.value:
        return ()
    if deck_queries.deck_at(table) is None:
        decks.take(request(table, now=now), colour="red")
    rules = deck_queries.rules_of(table.tournament)
    table.refresh_from_db()
    for _ in engine_decks.opening_owed(rules, deck_queries.read(table).facts):
        if owed := engine_decks.opening_owed(rules, deck_queries.read(table).facts):
            decks.tick(request(table, now=now), step=owed[0].name, told=decks.Told())
    return tuple(step.name for step in rules.each_hand)


def do(table: Table, *wishes: Command, now: datetime = NOW + MINUTE) -> Hand:
    """Carry commands out one after the other."""
    for wish in wishes:
        play.act(request(table, now=now), wish)
    return hand_at(table)


def hand_at(table: Table) -> Hand:
    """The table's hand as it is stored now."""
    table.refresh_from_db()
    hand = hands.of(table)
    assert hand is not None
    return hand


def offered(table: Table) -> Options:
    """What may be done now."""
    hand = hand_at(table)
    return engine_options.options(hand, hands.rules_of(table.tournament, hand))


def all_in(table: Table, *, now: datetime = NOW + MINUTE) -> Hand:
    """Everybody puts all he has into the pot."""
    while (now_offered := offered(table)).phase == engine_options.BET:
        seat = now_offered.seat or 0
        shove = now_offered.all_in.is_allowed
        do(table, commands.AllIn(seat) if shove else commands.Call(seat), now=now)
    return hand_at(table)


def call_down(table: Table, *, now: datetime = NOW + MINUTE) -> Hand:
    """Nobody raises, nobody folds: to the showdown."""
    while (now_offered := offered(table)).phase in (engine_options.BET, engine_options.DEAL):
        do(table, passive(now_offered), now=now)
    return hand_at(table)


def passive(now_offered: Options) -> Command:
    seat = now_offered.seat or 0
    if now_offered.phase == engine_options.DEAL:
        return commands.DealBoard()
    if now_offered.stand.is_allowed:
        return commands.Stand(seat)
    return commands.Check(seat) if now_offered.check.is_allowed else commands.Call(seat)


def award_to(table: Table, *winners: int, now: datetime = NOW + MINUTE) -> Hand:
    """Lay the board unseen and give every pot to the first of these who may win it."""
    call_down(table, now=now)
    while not hand_at(table).is_over:
        pot = offered(table).pots[0]
        seat = next(seat for seat in winners if seat in pot.seats)
        do(table, commands.Award(pot.pot, (seat,)), now=now)
    return hand_at(table)


def bust_all_but(table: Table, winner: int, *, now: datetime = NOW + MINUTE) -> Hand:
    """A hand in which one seat wins all chips of the table."""
    deal(table, now=now)
    all_in(table, now=now)
    return award_to(table, winner, now=now)


def fold_round(table: Table, *, now: datetime = NOW + MINUTE) -> Hand:
    """A hand that everybody folds to the big blind."""
    deal(table, now=now)
    return fold_out(table, now=now)


def fold_out(table: Table, *, now: datetime = NOW + MINUTE) -> Hand:
    """The hand in play is folded to the last one."""
    while not hand_at(table).is_over:
        do(table, commands.Fold(offered(table).seat or 0), now=now)
    return hand_at(table)


def deck_of(start: str) -> tuple[int, ...]:
    """A whole deck that begins with these cards."""
    first = cards.parse(start)
    return (*first, *(card for card in cards.deck() if card not in first))


# -- people and devices at the door ----------------------------------------------------------------


def user(username: str, tournament: Tournament | None = None, role: Role | None = None) -> User:
    """An account; with a role, one of this tournament's staff."""
    made = User.objects.create_user(username, password=PASSWORD)
    if tournament is not None and role is not None:
        Staff.objects.create(tournament=tournament, user=made, role=role)
    return made


def house_director() -> User:
    """The account that directs every tournament."""
    made = user("dora")
    User.objects.filter(pk=made.pk).update(is_house_director=True)
    made.refresh_from_db()
    return made


def signed_in(who: User) -> Client:
    """A browser in which this person has signed in."""
    client = Client()
    client.force_login(who)
    return client


def paired_tablet(table: Table) -> tuple[Device, str]:
    """A tablet paired with this table, and the secret it keeps."""
    code = devices.make_code(
        tournament=table.tournament,
        kind=DeviceKind.TABLET,
        view="",
        table=table,
        actor=DIRECTOR,
        now=NOW,
    )
    return devices.pair(text=code.code, door="test", now=NOW)


def paired_screen(cup: Tournament) -> tuple[Device, str]:
    """A hall screen paired with this tournament, and the secret it keeps."""
    code = devices.make_code(
        tournament=cup, kind=DeviceKind.SCREEN, view="clock", table=None, actor=DIRECTOR, now=NOW
    )
    return devices.pair(text=code.code, door="test", now=NOW)


def count_chips(tournament: Tournament, *, now: datetime) -> None:
    """Every table counts just what is recorded."""
    because = "Play is over"
    counts.open_count(
        tournament_id=tournament.pk, only_table=None, because=because, actor=DIRECTOR, now=now
    )
    for table in tournament.tables.exclude(state="closed"):
        held = {one.seat: counts.Counted(one.entry.stack) for one in hands.seated(table)}
        counts.enter(request(table, now=now), held)


def tablet_browser(table: Table) -> Client:
    """The browser of a paired tablet."""
    client = Client()
    client.cookies[DEVICE_COOKIE] = paired_tablet(table)[1]
    return client


def tap(client: Client, table: Table, kind: str, **fields: object):
    """One tap on the tablet: posted with an id and the version seen, unless told otherwise.

    Whatever it was, a tap that was carried out has left its id: sent again it would be the same.
    """
    table.refresh_from_db()
    sent = {"kind": kind, "command_id": str(uuid4()), "version": table.version, **fields}
    where = f"/t/{table.tournament.code}/tables/{table.number}/command/"
    answer = client.post(where, sent)
    if answer.status_code == 200:
        assert CommandRecord.objects.filter(pk=str(sent["command_id"])).exists(), kind
    return answer


def sell(
    entry: Entry,
    what: str = "rebuy",
    *,
    method: Method = Method.CASH,
    ticket: int | None = None,
    **by: Any,
) -> Sale:
    """The one sale, as every page and the API make it; `by` is actor, now and command id."""
    usual: dict[str, Any] = {
        "actor": DIRECTOR,
        "now": NOW + MINUTE,
        "tournament_id": entry.tournament_id,
    }
    return sales.sell(Purchase(Sold(what), method, ticket), entry_id=entry.pk, **usual | by)


def refusal(call: Callable[..., object], *args: Any, **given: Any) -> Refused:
    """What this call is refused with; nothing is changed by it."""
    before = stored()
    with pytest.raises(Refused) as caught:
        call(*args, **given)
    assert stored() == before
    return caught.value


def house_browser() -> Client:
    """A browser of the house director, however often it is asked for."""
    known = User.objects.filter(is_house_director=True).first()
    return signed_in(known or house_director())


def picture(table: Table, *, now: datetime = NOW + 2 * MINUTE) -> Any:
    """What the table's tablet shows."""
    return tablet.picture(Reading(table_of(table.tournament, table.number)), now=now)


def by_seat(table: Table) -> dict[int, int]:
    """The chips of each seat."""
    return {seat.seat: seat.entry.stack for seat in hands.seated(table)}


def seats_at(table: Table) -> list[int]:
    """The seats in which somebody sits."""
    return sorted(table.seatings.filter(until=None).values_list("seat", flat=True))


def free_seat(table: Table) -> int:
    """The first seat in which nobody sits."""
    return min(set(range(1, table.seats + 1)) - set(seats_at(table)))


def just_dealt(players: int = 4, **how: Any) -> Table:
    """A table at which a hand has just been dealt."""
    table = table_of(running(players, **how))
    deal(table)
    return table


def sheet(tablet: Client, table: Table, **answers: str) -> str:
    """The sheet "What happened?" on the tablet, as far as it is answered."""
    where = f"/t/{table.tournament.code}/tables/{table.number}/happened/"
    answer = tablet.get(f"{where}?{urlencode(answers)}")
    assert answer.status_code == 200
    return str(answer.content.decode())
