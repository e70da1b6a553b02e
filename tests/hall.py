"""A house in which everybody is on a post: what the doors, forms and pages are tried with."""

from dataclasses import asdict
from datetime import timedelta
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import get_resolver, reverse

from engine.office.money import Sold
from tables.conduct.services import disputes
from tables.middleware import DEVICE_COOKIE
from tables.models import ChipCount, ChipRequest, Penalty, Seating, SeatOrder, StateSheet, Table
from tables.records import packing
from tests import kept
from tests.factories import (
    DIRECTOR,
    NOW,
    WITH_REBUYS,
    house_director,
    paired_screen,
    paired_tablet,
    request,
    running,
    signed_in,
    table_of,
    user,
)
from tests.licensed import terms_for
from tournament.models import (
    Addendum,
    Announcement,
    ApiToken,
    Bust,
    Charity,
    Deal,
    Delivery,
    Donation,
    Due,
    Entry,
    Ineligibility,
    Invitation,
    League,
    Licence,
    Payout,
    Photo,
    PlacingDecision,
    Player,
    PublicDraw,
    Session,
    SimultaneousBusts,
    TicketSheet,
    Tournament,
    Waiting,
    Webhook,
)
from tournament.models.draws import DrawKind
from tournament.models.incidents import IncidentKind
from tournament.money.services import money
from tournament.permissions import Role


def an_addendum(cup: Tournament) -> int:
    """A change of the licence that waits for its number."""
    terms = asdict(terms_for(cup, NOW))
    approved = Licence.objects.create(tournament=cup, **terms, at=NOW)
    return Addendum.objects.create(licence=approved, changes={}, asked_at=NOW).pk


def an_incident(cup: Tournament) -> int:
    """A dispute on record."""
    matter = {"kind": IncidentKind.DISPUTE, "happened_at": NOW, "at": NOW}
    return cup.incidents.create(number=1, **matter).pk


class Hall:
    """Two tables in play, somebody on every post, and something to do for each of them."""

    def __init__(self) -> None:
        vars(self).update(kept.whole("hall", self._filled))

    def _filled(self) -> dict[str, Any]:
        self._fill()
        return vars(self)

    def _fill(self) -> None:
        self.other = running(4, seats=2)  # first: no key of the hall's is a number asked for
        Charity.objects.create(tournament=self.other, name="Lifeboats")
        self.cup = running(4, seats=3, preset=WITH_REBUYS)
        first, second = table_of(self.cup, 1), table_of(self.cup, 2)
        call = disputes.call(request(first), reason="dispute")
        assert call is not None
        self.call_id = call.pk
        entry = first.seatings.filter(until__isnull=True)[0].entry
        self.request_id = ChipRequest.objects.create(table=first, entry=entry, at=NOW).pk
        self.order_id = SeatOrder.objects.create(tournament=self.cup, kind="final", at=NOW).pk
        word = {"tournament": self.cup, "at": NOW}
        self.decision_id = PlacingDecision.objects.create(**word, order=[entry.pk]).pk
        self.mark_id = SimultaneousBusts.objects.create(**word, entries=[entry.pk]).pk
        self.addendum_id = an_addendum(self.cup)
        self.incident_id = an_incident(self.cup)
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
        self.pair(first, second)
        self.users = {role.value: user(role.value, self.cup, role) for role in Role}
        self.users |= {"house": house_director(), "other": user("o", self.other, Role.DIRECTOR)}
        self.table = first
        self.prizes(entry)

    def pair(self, first: Table, second: Table) -> None:
        """A tablet for each table, and a screen for the hall."""
        self.device, strange = paired_tablet(second)
        screen = paired_screen(self.cup)[1]
        self.secrets = {"tablet": paired_tablet(first)[1], "strange": strange, "screen": screen}

    def prizes(self, entry: Entry) -> None:
        """What was said and paid: an entry, a prize, a deal on the table, a donation; a face."""
        Photo.objects.create(player_id=self.player_id, jpeg=b"a face", at=NOW, by="desk")
        StateSheet.objects.create(
            tournament=self.cup, row=0, level=1, what="level 1", seats=[], out=[], at=NOW
        )
        said = Announcement.objects.create(tournament=self.cup, text="Tea", at=NOW, until=NOW)
        self.announcement_id = said.pk
        self.token_id = ApiToken.objects.create(
            tournament=self.cup,
            name="x",
            role="desk",
            digest="x",
            created_at=NOW,
            expires_at=NOW + timedelta(days=90),
        ).pk
        self.webhook_id = Webhook.objects.create(
            tournament=self.cup, url="https://x", topics=[], told_until=0, created_at=NOW
        ).pk
        self.delivery_id = Delivery.objects.create(
            webhook_id=self.webhook_id,
            sequence=1,
            body={"id": "x", "topic": "level", "name": "clock.undo", "words": "undid it"},
            delivered_at=NOW,
        ).pk
        given = Penalty.objects.create(entry=entry, kind="hands", hands_left=3, at=NOW)
        self.penalty_id = given.pk
        money.receive(self.cup, Sold.ENTRY, entry, money.Till(DIRECTOR, NOW))
        due = Due.objects.create(
            tournament=self.cup, entry=entry, place=1, amount=100, source="pool", at=NOW
        )
        payout = Payout.objects.create(due=due, number=1, method="cash", at=NOW)
        deal = Deal.objects.create(tournament=self.cup, stacks={}, shares={}, at=NOW)
        barred = Ineligibility.objects.create(entry=entry, reason="a friend played", at=NOW)
        charity = Charity.objects.create(tournament=self.cup, name="Food Bank")
        gift = Donation.objects.create(tournament=self.cup, place=1, amount=100, charity=charity)
        League.objects.create(name="Spring", slug="spring", formula="10", at=NOW)
        self.prize_ids = {
            "due_id": due.pk,
            "payout_id": payout.pk,
            "deal_id": deal.pk,
            "ineligibility_id": barred.pk,
            "donation_id": gift.pk,
            "slug": "spring",
        }
        self.charity_id = charity.pk
        self.draw_id = PublicDraw.objects.create(
            tournament=self.cup,
            number=99,
            secret="ab" * 32,
            committed_at=NOW,
            kind=DrawKind.PLACES,
            title="Places of two",
            about='{"again":true,"deck":["2c"],"people":[],"rule":"cards"}',
            published_at=NOW,
        ).pk

    def browser(self, visitor: str) -> Client:
        """The browser of one of them."""
        if visitor in self.users:
            return signed_in(self.users[visitor])
        client = Client()
        if visitor in self.secrets:
            client.cookies[DEVICE_COOKIE] = self.secrets[visitor]
        return client

    def address(self, name: str) -> str:
        """Where this is done at table 1 of the tournament."""
        pattern = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
        return reverse(name, kwargs={key: self.known[key] for key in pattern})

    @cached_property
    def first(self) -> Seating:
        """Whoever sits first at table 1."""
        return self.table.seatings.filter(until__isnull=True)[0]

    @cached_property
    def known(self) -> dict[str, Any]:
        """The hall's own numbers, by their names in addresses."""
        return {
            "code": self.cup.code,
            "number": 1,
            "call_id": self.call_id,
            "seat": self.first.seat,
            "device_id": self.device.pk,
            "request_id": self.request_id,
            "order_id": self.order_id,
            "mark_id": self.mark_id,
            "bust_id": self.bust_id,
            "player_id": self.player_id,
            "invitation_id": self.invitation_id,
            "waiting_id": self.waiting_id,
            "decision_id": self.decision_id,
            "draw_id": self.draw_id,
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
            "delivery_id": self.delivery_id,
            **self.prize_ids,
            "staff_id": self.users["inspector"].duties.get().pk,
        }

    def body(self) -> dict[str, object]:
        """Fields enough for every form."""
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
            "entry": self.first.entry_id,
            "table": self.table.pk,
            "seat": 3,
            "view": "clock",
            "amount": 100,
            "counted": 0,
            "count": self.count_id,
            "hands": 3,
            "minutes": 2,
            "charity": self.charity_id,
            "method": "cash",
            "divide": "evenly",
            "category": "other",
            "account_kind": "lottery",
            "what": "publish",
        }
