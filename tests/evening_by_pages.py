"""A tournament taken from creation to the last prize by its pages and its tablet.

What a licence asks besides (papers, tickets, staff) is put in order by `tests/licensed.py`.
"""

import re
from random import Random
from typing import Any

from django.test import Client

from engine.lifecycle import TournamentState
from tables.chips.services import rebuys
from tables.models import Table
from tables.play.queries import hands, tablet
from tables.play.queries.pictures import Reading
from tests import written_forms
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    all_in,
    award_to,
    cards_ready,
    deal,
    for_a_good_cause,
    refreshed,
    table_of,
)
from tests.licensed import lawful, licensed, ticketed
from tests.tables.test_every_game import answer, hand_is_over
from tests.tables.test_every_game import tap as tapped
from tournament.models import Bust, Due, Tournament


def refusal(page: str) -> list[str]:
    """What a page that took nothing says of it."""
    return re.findall(r'(?s)class="(?:note[^"]*|refusal[^"]*|error[^"]*)"[^>]*>(.*?)</', page)


def ranks(form: written_forms.Form) -> list[str]:
    """The fields in which a form asks for the order of those who tied."""
    return [one.name for one in form.fields if one.name.startswith("place-")]


class Evening:
    """One evening; each step asserts that its page took it."""

    def __init__(self, preset: str, director: Client, *, players: int) -> None:
        self.director, self.players = director, players
        made = director.post("/tournaments/new/", {"name": "By the pages", "preset": preset})
        assert made.status_code == 302, made.content.decode()
        self.cup = Tournament.objects.latest("pk")

    def send(self, page: str, **body: Any) -> None:
        """Send a form; what refuses it is shown by the failing test."""
        answered = self.director.post(f"/t/{self.cup.code}/{page}", body)
        assert answered.status_code == 302, (page, refusal(answered.content.decode()))

    def page(self, place: str) -> str:
        answered = self.director.get(f"/t/{self.cup.code}/{place}")
        assert answered.status_code == 200, (place, answered.status_code)
        return answered.content.decode()

    def set_up(self) -> None:
        """Setup and house rules as they stand, but for the players that are wanted here."""
        offer = written_forms.form_with(self.page("setup/"), "game")
        fewest = {} if self.cup.law.prizes.clubs.value else {"min_players": "2"}
        self.send("setup/", **offer.body(**{k: v for k, v in fewest.items() if k in offer}))
        for form in written_forms.forms(self.page("house-rules/")):
            if any(one.offered for one in form.fields):
                self.send("house-rules/", **form.body())
        self.cup = refreshed(self.cup)

    def enter(self) -> None:
        """Everybody pays and is entered at the desk."""
        licensed(self.cup, now=NOW)
        ticketed(self.cup, now=NOW, players=self.players)
        for number in range(1, self.players + 1):
            form = written_forms.form_with(self.page("entries/"), "name")
            asked = {
                "name": f"Player {number}",
                "born_on": "1990-05-17",
                "email": f"player-{number}@example.org",
                "is_checked": "on",
                "is_invited": "on",
                "method": "cash",
            }
            self.send("entries/", **{name: said for name, said in asked.items() if name in form})

    def write_prizes(self) -> None:
        """Sixty and forty per cent, where players win something."""
        if not self.cup.law.prizes.prizes.value.refused:
            sheet = written_forms.form_with(self.page("prizes/"), "share")
            body = sheet.body(how="percentages")
            body["share"] = ["60", "40", *("" for _ in body["share"][2:])]
            self.send("prizes/save/", **body)
            if self.cup.law.prizes.prizes.value.locked:
                self.send("prizes/act/", what="approve")

    def sit_down(self) -> None:
        """Seats are drawn and play begins."""
        for_a_good_cause(self.cup)
        self.send("draw/")
        lawful(refreshed(self.cup), now=NOW)
        self.send("start/")
        self.cup = refreshed(self.cup)

    def deal_a_hand(self) -> Table:
        """The first hand, tap by tap, to the award of its pots."""
        rng, table = Random(self.cup.rulebook), table_of(self.cup)
        cards_ready(table)
        while not hand_is_over(table_of(self.cup)):
            table = table_of(self.cup)
            picture = tablet.picture(Reading(table), now=NOW)
            tapped(self.director, table, answer(picture, rng))
        return table_of(self.cup)

    def play_out(self) -> None:
        """Hands in which somebody takes all, until one is left."""
        for minute in range(1, 2 * self.players + 2):
            table, at = table_of(self.cup), NOW + minute * MINUTE
            held = {seat.seat: seat.entry.stack for seat in hands.seated(table) if seat.entry.stack}
            if len(held) < 2:
                break
            deal(table, now=at)
            all_in(table, now=at)
            award_to(table, max(held, key=lambda seat: held[seat]), *held, now=at)
        for bust in Bust.standing.filter(entry__tournament=self.cup, may_rebuy=True):
            later = NOW + 3 * self.players * MINUTE
            rebuys.decline(
                tournament_id=self.cup.pk, entry_id=bust.entry_id, actor=DIRECTOR, now=later
            )
        self.cup = refreshed(self.cup)
        assert self.cup.state == TournamentState.FINISHED

    def separate(self) -> None:
        """Who went out together and is equal by the book is put in order, as the floor rules."""
        while tied := [form for form in written_forms.forms(self.page("places/")) if ranks(form)]:
            order = {name: str(place) for place, name in enumerate(ranks(tied[0]), 1)}
            self.send("places/decide/", **tied[0].body(reason="the floor's ruling", **order))

    def publish(self) -> None:
        self.send("prizes/act/", what="publish")

    def pay(self) -> list[Due]:
        """The list is published, the places confirmed, and every prize handed over at the desk."""
        if self.cup.law.prizes.prizes.value.refused:
            return []
        self.separate()
        self.publish()
        self.send("prizes/act/", what="confirm")
        won = list(Due.objects.filter(tournament=self.cup, withdrawn_at__isnull=True))
        assert won
        for award in won:
            self.page("payout-desk/")
            self.send(
                f"payout-desk/{award.pk}/pay/",
                receiver=award.entry.player.name,
                method="cash",
                on_paper="yes",
            )
        return won
