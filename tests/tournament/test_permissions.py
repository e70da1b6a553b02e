"""Who may do what: one table, read row by row."""

from dataclasses import asdict
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from tables import packing
from tables.middleware import DEVICE_COOKIE
from tables.models import ChipCount, ChipRequest, Penalty, SeatOrder, StateSheet
from tables.services import floor
from tests import kept
from tests.factories import (
    DIRECTOR,
    NOW,
    WITH_REBUYS,
    house_director,
    paired_tablet,
    request,
    signed_in,
    stored,
    table_of,
    tablet_actor,
    user,
)
from tests.factories import running as a_tournament_in_play
from tests.licensed import terms_for
from tournament.models import (
    Addendum,
    Announcement,
    ApiToken,
    Award,
    Bust,
    Charity,
    Deal,
    Donation,
    Entry,
    Ineligibility,
    Invitation,
    League,
    Licence,
    Payout,
    Photo,
    PlacingDecision,
    Player,
    Session,
    SimultaneousBusts,
    TicketSheet,
    Tournament,
    Waiting,
    Webhook,
)
from tournament.permissions import (
    NOBODY,
    SYSTEM,
    Actor,
    Forbidden,
    Permission,
    Role,
    may,
    require,
)
from tournament.services import money

HERE, ELSEWHERE, THIS_TABLE, OTHER_TABLE = 1, 2, 11, 12


def person(role: Role, where: int = HERE) -> Actor:
    return Actor(name=role.value, user_id=5, roles=frozenset({(where, role)}))


def tablet(table_id: int) -> Actor:
    dealer = frozenset({(HERE, Role.DEALER)})
    return Actor(name="tablet", device_id=6, roles=dealer, table_id=table_id)


ACTORS = {
    "nobody": NOBODY,
    "house": Actor(name="house", user_id=1, is_house_director=True),
    "director": person(Role.DIRECTOR),
    "floor": person(Role.FLOOR),
    "desk": person(Role.DESK),
    "dealer": person(Role.DEALER),
    "inspector": person(Role.INSPECTOR),
    "other": person(Role.DIRECTOR, where=ELSEWHERE),
    "tablet": tablet(THIS_TABLE),
    "strange": tablet(OTHER_TABLE),
    "screen": Actor(name="screen", device_id=8),
    "clockwork": SYSTEM,
}

# x: may. The columns are the actors above in their order; `strange` is a tablet of another table.
TABLE = """
                        nobody house director floor desk dealer inspector other tablet strange screen clockwork
create tournaments      .      x     .        .     .    .      .         .     .      .       .      x
change how the house looks . x    .        .     .    .      .         .     .      .       .      x
run the tournament      .      x     x        .     .    .      .         .     .      .       .      x
run the clock           .      x     x        x     .    .      .         .     .      .       .      x
seat and move players   .      x     x        x     .    .      .         .     .      .       .      x
register players        .      x     x        x     x    .      .         .     .      .       .      x
sell chips              .      x     x        .     x    .      .         .     .      .       .      x
deal at this table      .      x     x        x     .    x      .         .     x      .       .      x
give rulings            .      x     x        x     .    .      .         .     .      .       .      x
decide disputes         .      x     x        x     .    .      .         .     .      .       .      x
impose penalties        .      x     x        .     .    .      .         .     .      .       .      x
order a count of the cards . x x       x     .    .      x         .     .      .       .      x
pair tablets and screens .     x     x        x     .    .      .         .     .      .       .      x
appoint staff           .      x     x        .     .    .      .         .     .      .       .      x
see the console         .      x     x        x     x    .      x         .     .      .       .      x
see the journal         .      x     x        x     .    .      x         .     .      .       .      x
take and pay money      .      x     x        .     x    .      .         .     .      .       .      x
see the money           .      x     x        .     x    .      x         .     .      .       .      x
look into every record  .      x     x        .     .    .      x         .     .      .       .      x
"""  # noqa: E501 (a table is read across)


def rows() -> list[tuple[Permission, str, bool]]:
    head, *lines = TABLE.strip().splitlines()
    names = head.split()
    found = []
    for line in lines:
        (*words,) = line.split()
        permission = Permission(" ".join(words[: -len(names)]))
        marks = zip(names, words[-len(names) :], strict=True)
        found += [(permission, name, mark == "x") for name, mark in marks]
    return found


@pytest.mark.parametrize(("permission", "who", "allowed"), rows())
def test_the_table_is_kept(permission: Permission, who: str, allowed: bool):
    assert may(ACTORS[who], permission, HERE, THIS_TABLE) is allowed


def test_every_permission_and_every_actor_is_in_the_table():
    assert {row[0] for row in rows()} == set(Permission)
    assert {row[1] for row in rows()} == set(ACTORS)


@pytest.mark.parametrize("permission", sorted(set(Permission) - {Permission.DEAL}))
def test_a_tablet_does_nothing_but_deal(permission: Permission):
    assert not may(ACTORS["tablet"], permission, HERE)


def test_a_refusal_says_what_one_may_not_do_and_whom_to_ask():
    with pytest.raises(Forbidden, match="You may not sell chips"):
        require(ACTORS["floor"], Permission.SELL_CHIPS, HERE)


def test_a_tablet_of_another_table_is_told_so():
    with pytest.raises(Forbidden, match="This tablet belongs to another table"):
        require(ACTORS["strange"], Permission.DEAL, HERE, THIS_TABLE)


@pytest.mark.django_db
def test_a_tablet_deals_at_its_own_table_only():
    cup = a_tournament_in_play(4, seats=2)
    first, second = table_of(cup, 1), table_of(cup, 2)
    assert may(tablet_actor(first), Permission.DEAL, cup.pk, first.pk)
    assert not may(tablet_actor(first), Permission.DEAL, cup.pk, second.pk)


# -- every form, by everybody ----------------------------------------------------------------------

POSTS = """
                     nobody house director floor desk dealer inspector other tablet strange
tournament-new       .      x     .        .     .    .      .         .     .      .
tournament-from-file .      x     .        .     .    .      .         .     .      .
tournament-from-archive .   x     .        .     .    .      .         .     .      .
tournament-from-sheet .     x     .        .     .    .      .         .     .      .
state-sheet-make     .      x     x        x     .    .      .         .     .      .
house                .      x     .        .     .    .      .         .     .      .
house-logo-remove    .      x     .        .     .    .      .         .     .      .
entries              .      x     x        x     x    .      .         .     .      .
entries-list         .      x     x        x     x    .      .         .     .      .
entry-withdraw       .      x     x        x     x    .      .         .     .      .
entry-pay            .      x     x        x     x    .      .         .     .      .
entry-check-in       .      x     x        x     x    .      .         .     .      .
entry-substitute     .      x     x        .     .    .      .         .     .      .
entries-import       .      x     x        x     x    .      .         .     .      .
entry-terms          .      x     x        .     .    .      .         .     .      .
entry-refuse         .      x     x        x     x    .      .         .     .      .
entry-invite         .      x     x        .     .    .      .         .     .      .
entry-uninvite       .      x     x        .     .    .      .         .     .      .
alternate-wait       .      x     x        x     x    .      .         .     .      .
alternate-call       .      x     x        x     x    .      .         .     .      .
alternate-leave      .      x     x        x     x    .      .         .     .      .
person               .      x     x        x     x    .      .         .     .      .
photo-keep           .      x     x        x     x    .      .         .     .      .
photo-remove         .      x     x        x     x    .      .         .     .      .
person-bar           .      x     x        .     .    .      .         .     .      .
person-unbar         .      x     x        .     .    .      .         .     .      .
person-merge         .      x     x        .     .    .      .         .     .      .
tickets              .      x     x        .     .    .      .         .     .      .
ticket-void          .      x     x        x     x    .      .         .     .      .
desk-enter           .      x     x        x     x    .      .         .     .      .
sessions             .      x     x        .     .    .      .         .     .      .
session-change       .      x     x        .     .    .      .         .     .      .
session-remove       .      x     x        .     .    .      .         .     .      .
second-chance        .      x     x        x     x    .      .         .     .      .
session-stop         .      x     x        .     .    .      .         .     .      .
session-end          .      x     x        .     .    .      .         .     .      .
session-decide       .      x     x        x     .    .      .         .     .      .
session-allocate     .      x     x        x     x    .      .         .     .      .
staff                .      x     x        .     .    .      .         .     .      .
staff-dismiss        .      x     x        .     .    .      .         .     .      .
table-manager        .      x     x        .     .    .      .         .     .      .
setup                .      x     x        .     .    .      .         .     .      .
incidents            .      x     x        x     .    .      .         .     .      .
incident-decide      .      x     x        x     .    .      .         .     .      .
incident-report      .      x     x        .     .    .      .         .     .      .
incident-close       .      x     x        .     .    .      .         .     .      .
setup-check          .      x     x        .     .    .      .         .     .      .
setup-preset         .      x     x        .     .    .      .         .     .      .
setup-file           .      x     x        .     .    .      .         .     .      .
conditions           .      x     x        .     .    .      .         .     .      .
licence              .      x     x        .     .    .      .         .     .      .
licence-check        .      x     x        .     .    .      .         .     .      .
licence-state        .      x     x        .     .    .      .         .     .      .
licence-approve      .      x     x        .     .    .      .         .     .      .
post-document        .      x     x        .     .    .      .         .     .      .
staff-declare        .      x     x        .     .    .      .         .     .      .
staff-attend         .      x     x        .     .    .      .         .     .      .
clock-act            .      x     x        x     .    .      .         .     .      .
clock-sounds         .      x     x        x     .    .      .         .     .      .
schedule             .      x     x        .     .    .      .         .     .      .
house-rules          .      x     x        .     .    .      .         .     .      .
token-give           .      x     x        .     .    .      .         .     .      .
token-revoke         .      x     x        .     .    .      .         .     .      .
webhook-add          .      x     x        .     .    .      .         .     .      .
webhook-stop         .      x     x        .     .    .      .         .     .      .
planner-use          .      x     x        .     .    .      .         .     .      .
forecast-show        .      x     x        x     .    .      .         .     .      .
tournament-duplicate .      x     .        .     .    .      .         .     .      .
tournament-cancel    .      x     x        .     .    .      .         .     .      .
tournament-message   .      x     x        x     .    .      .         .     .      .
draw-seats           .      x     x        x     .    .      .         .     .      .
clear-draw           .      x     x        x     .    .      .         .     .      .
start-play           .      x     x        .     .    .      .         .     .      .
start-take-back      .      x     x        .     .    .      .         .     .      .
rebuy                .      x     x        .     x    .      .         .     .      .
decline-rebuy        .      x     x        .     x    .      .         .     .      .
reopen               .      x     x        .     .    .      .         .     .      .
finish-by-chips      .      x     x        .     .    .      .         .     .      .
race-off-choice      .      x     x        .     .    .      .         .     .      .
race-off-confirm     .      x     x        .     .    .      .         .     .      .
bonus-plan           .      x     x        .     .    .      .         .     .      .
call-round           .      x     x        .     .    .      .         .     .      .
hand-for-hand-begin  .      x     x        x     .    .      .         .     .      .
hand-for-hand-end    .      x     x        x     .    .      .         .     .      .
hand-for-hand-again  .      x     x        x     .    .      .         .     .      .
turn-up              .      x     x        x     .    .      .         .     .      .
time                 .      x     x        .     .    .      .         .     .      .
timekeeper           .      x     x        x     .    .      .         .     .      .
penalties            .      x     x        .     .    .      .         .     .      .
penalty-lift         .      x     x        .     .    .      .         .     .      .
last-hands           .      x     x        x     .    .      .         .     .      .
last-hands-withdraw  .      x     x        x     .    .      .         .     .      .
decide-places        .      x     x        x     .    .      .         .     .      .
withdraw-decision    .      x     x        x     .    .      .         .     .      .
busts-together       .      x     x        x     .    .      .         .     .      .
busts-apart          .      x     x        x     .    .      .         .     .      .
sell                 .      x     x        .     x    .      .         .     .      .
give-chips           .      x     x        .     .    .      .         .     .      .
drop-request         .      x     x        .     x    .      .         .     .      .
move                 .      x     x        x     .    .      .         .     .      .
turn-back            .      x     x        x     .    .      .         .     .      .
withdraw-order       .      x     x        x     .    .      .         .     .      .
arrived              .      x     x        x     .    .      .         .     .      .
confirm-absence      .      x     x        x     .    .      .         .     .      .
final-table          .      x     x        x     .    .      .         .     .      .
seats-act            .      x     x        x     .    .      .         .     .      .
seat-check           .      x     x        x     .    .      .         .     .      .
seat-check-drop      .      x     x        x     .    .      .         .     .      .
in-the-money         .      x     x        x     .    .      .         .     .      .
bust                 .      x     x        x     .    .      .         .     .      .
break-table          .      x     x        x     .    .      .         .     .      .
answer-call          .      x     x        x     .    .      .         .     .      .
floor-act            .      x     x        x     .    .      .         .     .      .
checks-act           .      x     x        x     .    .      .         .     .      .
order-card-count     .      x     x        x     .    .      x         .     .      .
tablet-command       .      x     x        x     .    x      .         .     x      .
take-back            .      x     x        x     .    .      .         .     .      .
devices              .      x     x        x     .    .      .         .     .      .
device-revoke        .      x     x        x     .    .      .         .     .      .
announce             .      x     x        x     .    .      .         .     .      .
announcement-withdraw .     x     x        x     .    .      .         .     .      .
rotate-screen        .      x     x        x     .    .      .         .     .      .
table-notice         .      x     x        x     .    .      .         .     .      .
delay-table          .      x     x        x     .    .      .         .     .      .
links-give           .      x     x        x     x    .      .         .     .      .
link-change          .      x     x        x     x    .      .         .     .      .
device-show          .      x     x        x     .    .      .         .     .      .
money-prices         .      x     x        .     .    .      .         .     .      .
money-check          .      x     x        .     .    .      .         .     .      .
money-sales          .      x     x        .     .    .      .         .     .      .
money-receive        .      x     x        .     x    .      .         .     .      .
money-change         .      x     x        .     x    .      .         .     .      .
money-count          .      x     x        .     x    .      .         .     .      .
money-expense        .      x     x        .     x    .      .         .     .      .
money-purpose        .      x     x        .     .    .      .         .     .      .
money-bank           .      x     x        .     x    .      .         .     .      .
money-disburse       .      x     x        .     x    .      .         .     .      .
money-void           .      x     x        .     x    .      .         .     .      .
prizes-save          .      x     x        .     .    .      .         .     .      .
prizes-check         .      x     x        .     .    .      .         .     .      .
prizes-act           .      x     x        .     .    .      .         .     .      .
prizes-ineligible    .      x     x        .     .    .      .         .     .      .
prizes-eligible      .      x     x        .     .    .      .         .     .      .
deal-propose         .      x     x        .     .    .      .         .     .      .
deal-answer          .      x     x        .     .    .      .         .     .      .
payout-pay           .      x     x        .     x    .      .         .     .      .
payout-take-back     .      x     x        .     x    .      .         .     .      .
donations-fix        .      x     x        .     .    .      .         .     .      .
charity              .      x     x        .     .    .      .         .     .      .
donation             .      x     x        .     .    .      .         .     .      .
clubs-assign         .      x     x        .     .    .      .         .     .      .
league-new           .      x     .        .     .    .      .         .     .      .
league-change        .      x     .        .     .    .      .         .     .      .
"""
PAGES = """
                     nobody house director floor desk dealer inspector other tablet strange
house                .      x     .        .     .    .      .         .     .      .
console              .      x     x        x     x    .      x         .     .      .
entries              .      x     x        x     x    .      x         .     .      .
entries-import       .      x     x        x     x    .      .         .     .      .
players-file         .      x     x        x     x    .      x         .     .      .
people               .      x     x        x     x    .      x         .     .      .
person               .      x     x        x     x    .      x         .     .      .
photo                .      x     x        x     x    .      x         .     .      .
tickets              .      x     x        x     x    .      x         .     .      .
tickets-print        .      x     x        x     x    .      x         .     .      .
sessions             .      x     x        x     x    .      x         .     .      .
session-change       .      x     x        .     .    .      .         .     .      .
devices              .      x     x        x     .    .      x         .     .      .
links                .      x     x        x     x    .      .         .     .      .
hall                 .      x     x        x     .    .      x         .     .      .
staff                .      x     x        .     .    .      x         .     .      .
desk                 .      x     x        .     x    .      x         .     .      .
placings             .      x     x        x     x    .      x         .     .      .
time                 .      x     x        x     x    .      x         .     .      .
penalties            .      x     x        x     x    .      x         .     .      .
rounds               .      x     x        x     x    .      x         .     .      .
schedule             .      x     x        .     .    .      x         .     .      .
house-rules          .      x     x        x     x    .      x         .     .      .
connections          .      x     x        .     .    .      x         .     .      .
planner              .      x     x        x     x    .      x         .     .      .
forecast             .      x     x        x     x    .      x         .     .      .
journal              .      x     x        x     .    .      x         .     .      .
reports              .      x     x        x     x    .      x         .     .      .
incidents            .      x     x        x     .    .      x         .     .      .
setup                .      x     x        x     x    .      x         .     .      .
structure-file       .      x     x        x     x    .      x         .     .      .
conditions           .      x     x        x     x    .      x         .     .      .
licence              .      x     x        x     x    .      x         .     .      .
report               .      x     x        x     .    .      x         .     .      .
report-file          .      x     x        x     .    .      x         .     .      .
incident-paper       .      x     x        x     .    .      x         .     .      .
hand-histories       .      x     x        x     .    .      x         .     .      .
compliance-pack      .      x     x        .     .    .      x         .     .      .
compliance-pack-file .      x     x        .     .    .      x         .     .      .
archive              .      x     x        .     .    .      x         .     .      .
inspector            .      x     x        x     .    .      x         .     .      .
tablet               .      x     x        x     .    x      .         .     x      .
what-happened        .      x     x        x     .    x      .         .     x      .
tablet-ahead         .      x     x        x     .    x      .         .     x      .
floor-table          .      x     x        x     .    .      x         .     .      .
table-sheet          .      x     x        x     .    x      .         .     x      .
table-history        .      x     x        x     x    .      x         .     .      .
checks               .      x     x        x     x    .      x         .     .      .
counts               .      x     x        x     x    .      x         .     .      .
count-result         .      x     x        x     x    .      x         .     .      .
bags                 .      x     x        x     x    .      x         .     .      .
bag-sheets           .      x     x        x     x    .      x         .     .      .
decks                .      x     x        x     x    .      x         .     .      .
take-back            .      x     x        x     .    .      .         .     .      .
floor-panel          .      x     x        x     .    .      x         .     .      .
seats                .      x     x        x     .    .      x         .     .      .
seat-slips           .      x     x        x     .    .      x         .     .      .
bust                 .      x     x        x     .    .      x         .     .      .
find                 .      x     x        x     x    .      x         .     .      .
seat-menu            .      x     x        x     .    x      .         .     x      .
tournament-new       .      x     .        .     .    .      .         .     .      .
tournament-from-file .      x     .        .     .    .      .         .     .      .
tournament-from-archive .   x     .        .     .    .      .         .     .      .
tournament-from-sheet .     x     .        .     .    .      .         .     .      .
state-sheet          .      x     x        x     x    .      x         .     .      .
state-sheet-file     .      x     x        x     x    .      x         .     .      .
money                .      x     x        .     x    .      x         .     .      .
money-receipt        .      x     x        .     x    .      x         .     .      .
prizes               .      x     x        x     x    .      x         .     .      .
payout-desk          .      x     x        .     x    .      x         .     .      .
payout-blank         .      x     x        .     x    .      x         .     .      .
payout-receipt       .      x     x        .     x    .      x         .     .      .
giving               .      x     x        x     x    .      x         .     .      .
certificate          .      x     x        x     x    .      x         .     .      .
clubs                .      x     x        x     x    .      x         .     .      .
league-new           .      x     .        .     .    .      .         .     .      .
league-change        .      x     .        .     .    .      .         .     .      .
revenue              .      x     .        .     .    .      .         .     .      .
"""
OPEN_TO_ALL = {
    *("calendar", "tournament-calendar"),
    *("sign-in", "sign-out", "password", "pair", "device-home", "device-here", "front", "public"),
    *("public-conditions", "conditions-paper", "poster"),
    *("rulebooks", "rulebook", "clock-screen", "leaderboard-screen", "seating-screen"),
    "draws",
    *("table-screen", "structure-screen", "payouts-screen", "public-rules"),
    *("my-receipt", "my-ticket", "leagues", "league"),
    *("house-logo", "house-sheet", "mine", "mine-seen", "mine-deal", "players", "player", "replay"),
    *("rules-screen", "conditions-screen", "clubs-screen", "donations-screen", "compare"),
    *("signs", "sign", "poster"),
    *("hand-replay", "overlay-clock", "overlay-leaderboard", "overlay-table"),
    *("practice", "practice-table", "practice-command", "practice-happened", "practice-mark"),
}
VISITORS = POSTS.split("\n")[1].split()


def table(text: str) -> dict[str, dict[str, bool]]:
    """A row for each address, who may at it."""
    head, *lines = text.strip("\n").splitlines()
    return {
        line.split()[0]: {
            name: mark == "x" for name, mark in zip(head.split(), line.split()[1:], strict=True)
        }
        for line in lines
    }


def an_addendum(cup: Tournament) -> int:
    """A change of the licence that waits for its number."""
    terms = asdict(terms_for(cup, NOW))
    approved = Licence.objects.create(tournament=cup, **terms, at=NOW)
    return Addendum.objects.create(licence=approved, changes={}, asked_at=NOW).pk


class Hall:
    """Two tables in play, somebody on every post, and something to do for each of them."""

    def __init__(self) -> None:
        vars(self).update(kept.whole("hall", self._filled))

    def _filled(self) -> dict[str, Any]:
        self._fill()
        return vars(self)

    def _fill(self) -> None:
        self.cup = a_tournament_in_play(4, seats=3, preset=WITH_REBUYS)
        self.other = a_tournament_in_play(2)
        first, second = table_of(self.cup, 1), table_of(self.cup, 2)
        call = floor.call(request(first), reason="dispute")
        assert call is not None
        self.call_id = call.pk
        entry = first.seatings.filter(until__isnull=True)[0].entry
        self.request_id = ChipRequest.objects.create(table=first, entry=entry, at=NOW).pk
        self.order_id = SeatOrder.objects.create(tournament=self.cup, kind="final", at=NOW).pk
        word = {"tournament": self.cup, "at": NOW}
        self.decision_id = PlacingDecision.objects.create(**word, order=[entry.pk]).pk
        self.mark_id = SimultaneousBusts.objects.create(**word, entries=[entry.pk]).pk
        self.addendum_id = an_addendum(self.cup)
        self.incident_id = self.cup.incidents.create(number=1, happened_at=NOW, at=NOW).pk
        self.count_id = ChipCount.objects.create(
            tournament=self.cup, because="asked", opened_at=NOW, closed_at=NOW
        ).pk
        undone = Bust.objects.create(
            entry=entry,
            table_number=1,
            hand_number=1,
            stack_before=1,
            at=NOW,
            order=1,
            retracted_at=NOW,
        )
        self.bust_id = undone.pk
        self.player_id = entry.player_id
        guest = Player.objects.create(name="Guest", created_at=NOW)
        by = {"tournament": self.cup, "player": guest}
        self.invitation_id = Invitation.objects.create(**by, at=NOW).pk
        self.waiting_id = Waiting.objects.create(**by, number=1, since=NOW).pk
        TicketSheet.objects.create(
            tournament=self.cup, fee=1, approved=1, for_sale=1, starts_at=NOW, at=NOW
        )
        Session.objects.create(tournament=self.cup, number=1, kind="final")
        self.tablets = {"tablet": paired_tablet(first), "strange": paired_tablet(second)}
        self.device = self.tablets["strange"][0]
        self.users = {role.value: user(role.value, self.cup, role) for role in Role}
        self.users |= {"house": house_director(), "other": user("o", self.other, Role.DIRECTOR)}
        self.table = first
        self.prizes(entry)

    def prizes(self, entry: Entry) -> None:
        """What was said and paid: an entry, a prize, a deal on the table, a donation; a face."""
        Photo.objects.create(player_id=self.player_id, jpeg=b"a face", at=NOW, by="desk")
        StateSheet.objects.create(
            tournament=self.cup, row=0, level=1, what="level 1", seats=[], out=[], at=NOW
        )
        said = Announcement.objects.create(tournament=self.cup, text="Tea", at=NOW, until=NOW)
        self.announcement_id = said.pk
        self.token_id = ApiToken.objects.create(
            tournament=self.cup, name="x", role="desk", digest="x", created_at=NOW
        ).pk
        self.webhook_id = Webhook.objects.create(
            tournament=self.cup, url="https://x", topics=[], told_until=0, created_at=NOW
        ).pk
        given = Penalty.objects.create(entry=entry, kind="hands", hands_left=3, at=NOW)
        self.penalty_id = given.pk
        money.receive_entry(self.cup, entry, money.Till(DIRECTOR, NOW))
        award = Award.objects.create(
            tournament=self.cup, entry=entry, place=1, amount=100, source="pool", at=NOW
        )
        payout = Payout.objects.create(award=award, number=1, method="cash", at=NOW)
        deal = Deal.objects.create(tournament=self.cup, stacks={}, shares={}, at=NOW)
        barred = Ineligibility.objects.create(entry=entry, reason="a friend played", at=NOW)
        charity = Charity.objects.create(tournament=self.cup, name="Food Bank")
        gift = Donation.objects.create(tournament=self.cup, place=1, amount=100, charity=charity)
        League.objects.create(name="Spring", slug="spring", formula="10", at=NOW)
        self.prize_ids = {
            "award_id": award.pk,
            "payout_id": payout.pk,
            "deal_id": deal.pk,
            "ineligibility_id": barred.pk,
            "donation_id": gift.pk,
            "slug": "spring",
        }
        self.charity_id = charity.pk

    def browser(self, visitor: str) -> Client:
        """The browser of one of them."""
        if visitor in self.users:
            return signed_in(self.users[visitor])
        client = Client()
        if visitor in self.tablets:
            client.cookies[DEVICE_COOKIE] = self.tablets[visitor][1]
        return client

    def address(self, name: str) -> str:
        """Where this is done at table 1 of the tournament."""
        pattern = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
        known = {
            "code": self.cup.code,
            "number": 1,
            "call_id": self.call_id,
            "seat": self.table.seatings.filter(until__isnull=True)[0].seat,
            "device_id": self.device.pk,
            "request_id": self.request_id,
            "order_id": self.order_id,
            "mark_id": self.mark_id,
            "bust_id": self.bust_id,
            "player_id": self.player_id,
            "invitation_id": self.invitation_id,
            "waiting_id": self.waiting_id,
            "decision_id": self.decision_id,
            "count_id": self.count_id,
            "what": "menu",
            "race_off_id": 1,
            "penalty_id": self.penalty_id,
            "key": "results",
            "pack_key": packing.keep(packing.Wish(self.cup.pk, "", ""), b"PK", now=NOW),
            "addendum_id": self.addendum_id,
            "incident_id": self.incident_id,
            "form": "pdf",
            "announcement_id": self.announcement_id,
            "token_id": self.token_id,
            "webhook_id": self.webhook_id,
            **self.prize_ids,
            "staff_id": self.users["inspector"].duties.get().pk,
        }
        return reverse(name, kwargs={key: known[key] for key in pattern})

    def body(self) -> dict[str, object]:
        """Fields enough for every form."""
        entry = self.table.seatings.filter(until__isnull=True)[0].entry_id
        return {
            "name": "Cup",
            "preset": "friday",
            "names": "Ann\nBen",
            "message": "Dinner",
            "username": "new",
            "full_name": "New",
            "role": "director",
            "ruling": "stands",
            "kind": "start_hand",
            "command_id": str(uuid4()),
            "version": self.table.version,
            "entry": entry,
            "table": self.table.pk,
            "seat": 3,
            "view": "clock",
            "amount": 100,
            "counted": 0,
            "hands": 3,
            "minutes": 2,
            "charity": self.charity_id,
            "method": "cash",
            "divide": "evenly",
            "category": "other",
            "account_kind": "lottery",
            "what": "publish",
        }


@pytest.fixture
def hall(db: None) -> Hall:
    """A hall full of people."""
    return Hall()


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_form_is_taken_from_those_who_may_and_changes_nothing_by_others(hall, visitor: str):
    browser = hall.browser(visitor)
    before, wrong = stored(), {}
    for name, row in table(POSTS).items():
        with transaction.atomic():
            answer = browser.post(hall.address(name), hall.body())
            transaction.set_rollback(row[visitor])  # what a refused form did would stay
        if answer.status_code >= 500 or (answer.status_code != 403) is not row[visitor]:
            wrong[name] = answer.status_code
    assert wrong == {}
    assert stored() == before


@pytest.mark.parametrize("visitor", VISITORS)
def test_every_page_is_opened_by_those_who_may(hall: Hall, visitor: str):
    browser = hall.browser(visitor)
    for name, row in table(PAGES).items():
        assert browser.get(hall.address(name)).status_code == (200 if row[visitor] else 403), name


def test_no_address_is_left_out():
    names = {
        pattern.name
        for module in ("tournament.urls", "tables.urls")
        for pattern in import_module(module).urlpatterns
    }
    assert names == {*table(POSTS), *table(PAGES), *OPEN_TO_ALL}


def test_what_changes_something_needs_a_form(hall: Hall):
    house = hall.browser("house")
    for name in sorted(set(table(POSTS)) - set(table(PAGES))):
        assert house.get(hall.address(name)).status_code == 405, name


def test_a_refused_visitor_is_told_in_words(hall: Hall):
    page = hall.browser("nobody").post(hall.address("tournament-cancel")).content.decode()
    assert "You may not run the tournament. Ask the tournament director." in page
    answer = hall.browser("strange").post(hall.address("tablet-command"), hall.body())
    assert "This tablet belongs to another table. Pair it here first." in answer.content.decode()
