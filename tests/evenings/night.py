"""One evening as people make it: Setup's pages, the desk, tablets, the console, the payout desk.

Whatever a page lights may be tapped, whatever it does not may be refused; but a page never fails,
and as long as the evening is not over somebody can always go on.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.utils import timezone

from tables import tasks
from tables.conduct.services import timing
from tests import written_forms
from tests.evening_by_pages import Evening
from tests.evenings.checker import Checker
from tests.evenings.reading import SHEET_LINK, SUITS, Fields, Tablet, said
from tests.factories import NOW, Wall, for_a_good_cause, refreshed
from tests.faults.web import Page, is_on
from tests.licensed import lawful, licensed, ticketed
from tournament.clock.services import clock

SECOND = timedelta(seconds=1)
MOST_STUCK = 60  # times that nobody could go on, with minutes between
REFUSED = (409, 422, 400, 403, 404)
HURRY = ("all_in", "raise_to", "call", "check", "stand", "fold")
# What the floor presses of its own accord, and how often it may fail to come off.
LIVELY = 0.3


class Night(Evening):
    """An evening with a seed: the same taps in the same order whenever it is played."""

    def __init__(self, preset: str, seed: int, *, players: int, director: Any, wall: Wall) -> None:
        self.rng, self.wall = Random(f"{preset}/{seed}"), wall
        super().__init__(preset, director, players=players)
        self.checker = Checker(self.cup)
        self.seen: dict[int, Tablet] = {}
        self.has_dealt = self.is_published = False
        self.done: Counter[str] = Counter()
        self.lines: list[str] = []

    # -- setting up --------------------------------------------------------------------------------

    def set_up(self) -> None:
        """A game, a table's size and house rules as chance has them."""
        offer = written_forms.form_with(self.page("setup/"), "game")
        wanted = {"game": self.rng.choice(offer["game"].offered)[0]}
        if not self.cup.law.prizes.clubs.value:
            wanted["seats"] = str(self.rng.choice((4, 5)))
        self.send("setup/", **offer.body(**{k: v for k, v in wanted.items() if k in offer}))
        self.note("setup", wanted)
        for form in written_forms.forms(self.page("house-rules/")):
            if asked := [one for one in form.fields if one.offered]:
                self._choose(form, asked)
        self.cup = refreshed(self.cup)
        self.price = self.cup.structure["entry_price"]
        self.players = max(self.players, self.cup.structure["min_players"])

    def _choose(self, form: written_forms.Form, asked: list[written_forms.Field]) -> None:
        chosen = {one.name: self.rng.choice(one.offered)[0] for one in asked}
        self.note("house rules", chosen)
        answered = self.director.post(f"/t/{self.cup.code}/house-rules/", form.body(**chosen))
        if answered.status_code != 302:
            assert answered.status_code in REFUSED
            self.send("house-rules/", **form.body())

    def enter(self) -> None:
        """Whom the book wants invited is invited first."""
        names = "\n".join(f"Player {number}" for number in range(1, self.players + 1))
        licensed(self.cup, now=NOW)
        ticketed(self.cup, now=NOW, players=self.players)
        if "entries/invite/" in self.page("entries/"):
            self.send("entries/invite/", names=names)
        for name in names.splitlines():
            self.send("entries/", name=name, method="cash", **GROWN_UP)

    def write_prizes(self) -> None:
        """Shares of the pool; sums that keep to the cap where the list is part of a licence."""
        if not self.cup.law.prizes.prizes.value.locked:
            super().write_prizes()
            return
        body = written_forms.form_with(self.page("prizes/"), "share").body(how="fixed")
        body["share"] = ["60", "40", *("" for _ in body["share"][2:])]
        self.send("prizes/save/", **body)
        self.send("prizes/act/", what="approve")

    def sit_down(self) -> None:
        """Seats are drawn; where the book wants the end known, it is set; play begins."""
        for_a_good_cause(self.cup)
        self.send("draw/")
        lawful(refreshed(self.cup), now=NOW)
        if self.cup.law.entries.finishing_time.value:
            at = f"{timezone.localtime(self.wall.now + 4 * HOUR):%H:%M}"
            assert self.press_clock("finish_at", at=at), self.story()
        self.send("start/")
        self.cup = refreshed(self.cup)

    def form_clubs(self) -> None:
        """Two players of each club, where clubs play."""
        if self.cup.law.prizes.clubs.value:
            form = written_forms.form_with(self.page("clubs/"), self._club_field())
            named = [one.name for one in form.fields if one.name.startswith("club-")]
            clubs = {name: f"Club {place // 2 + 1}" for place, name in enumerate(named)}
            self.send("clubs/assign/", **form.body(**clubs))

    def _club_field(self) -> str:
        found = re.search(r'name="(club-\d+)"', self.page("clubs/"))
        assert found is not None
        return found[1]

    def begin(self) -> None:
        """From creation to the first hand."""
        self.set_up()
        self.enter()
        self.write_prizes()
        self.form_clubs()
        self.sit_down()
        self.checker = Checker(self.cup)

    # -- the evening -------------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        """So many things in any order; then everybody hurries until it is over."""
        step, stuck = 0, 0
        while not self.is_over():
            step += 1
            self.wall.now += self.rng.randint(1, 40) * SECOND
            went_on = self.step(hurries=step > steps)
            if went_on:
                self.look()
            stuck = 0 if went_on else stuck + 1
            if stuck:
                self.go_on()
            assert stuck < MOST_STUCK, "nobody could go on: " + self.story()
            assert step < 40 * steps + 4000, "the evening does not end: " + self.story()

    def go_on(self) -> None:
        """Time passes, and a clock that stands is started."""
        self.wall.now += timedelta(minutes=2)
        self.sweep()
        self.press_clock("resume", "back")

    def look(self) -> None:
        """Let the checker look; what it finds is told with what was done before."""
        try:
            self.checker.look({number: self.tablet(number) for number in self.numbers()})
        except AssertionError as wrong:
            raise AssertionError(f"{wrong}\n{self.story()}") from wrong

    def close(self) -> None:
        """Prizes are handed over, and everything is counted a last time."""
        paid = self.pay()
        try:
            self.checker.close(paid, self.public(), entry=self.price)
        except AssertionError as wrong:
            raise AssertionError(f"{wrong}\n{self.story()}") from wrong

    def public(self) -> dict[str, str]:
        """The pages of the end, as anybody reads them."""
        return {place: self.page(place) for place in ("leaderboard/", "places/", "payouts/", "")}

    def is_over(self) -> bool:
        self.cup = refreshed(self.cup)
        return self.cup.is_over

    def story(self) -> str:
        """The last things that were done, for whoever looks into it."""
        return "\n".join(self.lines[-25:])

    def note(self, what: str, said: Any, status: int | str = "") -> None:
        self.lines.append(f"{self.wall.now:%H:%M:%S} {what} {said} {status}")

    def step(self, *, hurries: bool) -> bool:
        """One thing; whether anything was done."""
        chance = self.rng.random()
        if chance < (0.03 if hurries else 0.12):
            return self.press_queue(hurries=hurries) or self.tap_table(hurries=hurries)
        if hurries and self.deal():
            return True
        if hurries and chance < 0.06:
            return self.press_clock("next") or self.tap_table(hurries=hurries)
        if not hurries and chance < 0.12 + LIVELY:
            what = self.rng.choice((self.trouble, self.trouble, self.undo, self.menu, self.floor))
            return what() or self.tap_table(hurries=hurries)
        if chance > 0.97:
            self.sweep()
        return self.tap_table(hurries=hurries) or self.press_queue(hurries=hurries)

    def sweep(self) -> None:
        """What the workers do every second."""
        self.seen.clear()
        clock.advance_due(self.wall.now)
        timing.expire_due(now=self.wall.now)
        tasks.tidy_up()

    # -- prizes ------------------------------------------------------------------------------------

    def deal(self) -> bool:
        """The players left agree to divide what is left, where the book lets them."""
        if self.has_dealt or len(self.checker.sitting()) > 4 or not self.publish_early():
            return False
        self.has_dealt = True
        offers = [form for form in written_forms.forms(self.page("prizes/")) if "divide" in form]
        if not offers or not self.press(offers[0], divide=self.pick(offers[0]["divide"])):
            return False
        return all(self.press(form, answer="yes") for form in self.answers())

    def pick(self, one: written_forms.Field) -> str:
        return self.rng.choice(one.offered)[0]

    def answers(self) -> list[written_forms.Form]:
        """The form in which each player says yes or no."""
        forms = written_forms.forms(self.page("prizes/"))
        return [f for f in forms if "prizes/deal/" in f.action and "entry" in f]

    def publish_early(self) -> bool:
        """The list is published once, during play or after it."""
        if self.cup.law.prizes.prizes.value.refused:
            return False
        here = f"/t/{self.cup.code}/prizes/act/"
        self.is_published = self.is_published or self.post(here, {"what": "publish"})
        return self.is_published

    def publish(self) -> None:
        assert self.publish_early(), self.story()

    def separate(self) -> None:
        """Ties are put in order: by cards drawn here, or as the floor rules."""
        super().separate()
        while tied := [f for f in written_forms.forms(self.page("places/")) if cards_asked(f)]:
            self.send("places/decide/", **tied[0].body(draw="yes"))
            super().separate()

    # -- at a table --------------------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """The tables in play, in an order drawn anew."""
        tables = self.cup.tables.exclude(state="closed").values_list("number", flat=True)
        found = sorted(tables)
        self.rng.shuffle(found)
        return found

    def at(self, number: int, place: str = "") -> str:
        return f"/t/{self.cup.code}/tables/{number}/{place}"

    def tablet(self, number: int) -> Tablet:
        """What the table's tablet shows; what changed elsewhere was pushed to it."""
        now = self.cup.tables.values_list("version", flat=True).get(number=number)
        if number not in self.seen or self.seen[number].version != now:
            answer = self.director.get(self.at(number, "tablet/"))
            assert answer.status_code == 200
            self.seen[number] = Tablet(answer.content.decode())
        return self.seen[number]

    def tap_table(self, *, hurries: bool) -> bool:
        """The first tap that is taken at the first table where one is."""
        return any(self._tap_at(number, hurries=hurries) for number in self.numbers())

    def _tap_at(self, number: int, *, hurries: bool) -> bool:
        tablet = self.tablet(number)
        offered = list(tablet.taps(self.rng))
        if hurries:
            offered.sort(key=lambda tap: HURRY.index(tap[0]) if tap[0] in HURRY else -1)
        elif self.rng.random() < 0.75:
            offered.sort(key=lambda tap: tap[0] in ("all_in", "fold", "raise_to"))
        return any(self.tap(number, tablet.version, *tap) for tap in offered) or self.sheets(number)

    def tap(self, number: int, version: int, kind: str, fields: Fields) -> bool:
        """One tap; whether it was taken."""
        made = str(UUID(int=self.rng.getrandbits(128), version=4))
        sent = {"kind": kind, **fields, "version": version, "command_id": made}
        answer = self.director.post(self.at(number, "command/"), sent)
        self.note(f"table {number}: {kind}", fields, answer.status_code)
        if answer.status_code == 200:
            self.done[kind] += 1
            self.seen[number] = Tablet(answer.content.decode())
            return True
        assert answer.status_code in REFUSED, (kind, fields, answer.status_code)
        self.seen.pop(number, None)
        self.lines[-1] += " " + why(answer)
        return False

    def undo(self) -> bool:
        number = self.numbers()[0]
        tablet = self.tablet(number)
        return is_on(tablet.page.by_id("do-undo")) and self.tap(number, tablet.version, "undo", {})

    # -- sheets ------------------------------------------------------------------------------------

    def trouble(self) -> bool:
        """Something goes wrong, and the sheet is followed to its end."""
        return self.walk(self.numbers()[0], "happened/")

    def menu(self) -> bool:
        """Something is done about one player."""
        number = self.numbers()[0]
        seats = list(self.tablet(number).seats())
        return bool(seats) and self.walk(number, f"seat/{self.rng.choice(seats)}/")

    def walk(self, number: int, place: str) -> bool:
        """Answer whatever a sheet asks, at random, until something can be tapped on it."""
        address = self.at(number, place)
        version = self.tablet(number).version
        for _ in range(9):
            answer = self.director.get(address)
            assert answer.status_code in (200, *REFUSED), (address, answer.status_code)
            if answer.status_code != 200:
                return False
            text = answer.content.decode()
            page = Page(text)
            taps = [b for b in page.having("data-command") if is_on(b) and wanted(b)]
            links = [unescape(link) for link in self._links(text, page)]
            if taps and (not links or self.rng.random() < 0.5):
                kind, fields = said(self.rng.choice(taps), page)
                return self.tap(number, version, kind, fields)
            if not links:
                return False
            address = self.rng.choice(links)
        return False

    def _links(self, text: str, page: Page) -> Iterator[str]:
        """The ways on from here: buttons, cards that are picked, amounts that are typed."""
        head, _, body = text.partition("</header>")
        yield from SHEET_LINK.findall(body or head)
        for place in page.having("data-sheet-picker", "data-next"):
            yield place["data-next"] + self._picked(page)
        for place in page.having("data-sheet-amount", "data-next"):
            yield place["data-next"] + str(25 * self.rng.randint(1, 60))

    def _picked(self, page: Page) -> str:
        picker = page.first("data-picker")
        used = picker["data-used"].split()
        ranks = [found["data-rank"] for found in page.having("data-rank")]
        free = [rank + suit for rank in ranks for suit in SUITS if rank + suit not in used]
        needed = min(len(free), int(picker["data-needed"] or 1))
        return quote("".join(self.rng.sample(free, needed)))

    def sheets(self, number: int) -> bool:
        """Stacks to be counted before anything else."""
        if not self.tablet(number).page.by_id("open-count"):
            return False
        held = self.tablet(number).seats().items()
        stacks = {f"stack_{seat}": stack for seat, (stack, _) in held if stack}
        return self.tap(number, self.tablet(number).version, "chip_count", stacks)

    # -- the floor ---------------------------------------------------------------------------------

    def press_queue(self, *, hurries: bool) -> bool:
        """One of the buttons of what needs attention."""
        page = self.page("console/")
        queue = page[page.index('<ul class="queue">') : page.index("console-tables")]
        forms = [form for form in written_forms.forms(queue) if form.action]
        self.rng.shuffle(forms)
        if hurries:
            forms = [form for form in forms if not form.action.endswith("sell/")]
        return any(self.press(form) for form in forms)

    def press(self, form: written_forms.Form, **more: str) -> bool:
        """A form as it stands; a call that needs a ruling is answered on the floor's page."""
        return self._press(form, more) or ("/calls/" in form.action and self.rule())

    def rule(self) -> bool:
        """The floor writes its ruling down where a call waits for it."""
        for number in self.numbers():
            forms = written_forms.forms(self.get(self.at(number, "floor/")))
            calls = [form for form in forms if "/calls/" in form.action]
            if calls and self.post(calls[0].action, dict(calls[0].body(**FILLED))):
                return True
        return False

    def get(self, address: str) -> str:
        answer = self.director.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer.content.decode()

    def _press(self, form: written_forms.Form, more: dict[str, str]) -> bool:
        """A form with what it asks filled in."""
        body: dict[str, Any] = form.body(**more)
        if "command_id" in form:
            body["command_id"] = str(UUID(int=self.rng.getrandbits(128), version=4))
        for name, words in FILLED.items():
            if name in form:
                body[name] = words
        return self.post(form.action, body)

    def post(self, address: str, body: dict[str, Any]) -> bool:
        answer = self.director.post(address, body)
        self.note(address, body, answer.status_code)
        self.seen.clear()
        if answer.status_code in (204, 302):
            self.done[re.sub(r"/\d+/", "/N/", address.split("/", 3)[3])] += 1
            return True
        assert answer.status_code in (200, *REFUSED), (address, answer.status_code)
        self.lines[-1] += " " + why(answer)
        return False

    def floor(self) -> bool:
        """The floor does something that nobody asked for."""
        what = self.rng.choice((self.move, self.move, self.break_table, self.sell, self.clock))
        return what()

    def move(self) -> bool:
        sitting = list(self.checker.sitting())
        where = self.rng.choice(self.numbers())
        body = {"entry": self.rng.choice(sitting), "table": where, "seat": self.rng.randint(1, 5)}
        return self.post(f"/t/{self.cup.code}/moves/", {**body, "reason": "balance", **FILLED})

    def break_table(self) -> bool:
        if len(self.numbers()) < 2 or self.rng.random() < 0.7:
            return False
        body = {"emergency": "a leak in the roof", **FILLED}
        return self.post(self.at(self.numbers()[0], "break/"), body)

    def sell(self) -> bool:
        """Whatever the desk offers."""
        forms = [f for f in written_forms.forms(self.page("desk/")) if "entry" in f and "kind" in f]
        return bool(forms) and self.press(self.rng.choice(forms))

    def press_clock(self, *kinds: str, **more: str) -> bool:
        """One of these buttons of the clock, if it is there."""
        forms = [f for f in written_forms.forms(self.page("console/")) if "clock/act" in f.action]
        lit = [form for form in forms if form["kind"].value in kinds and "reason" not in form]
        return bool(lit) and self.press(self.rng.choice(lit), **more)

    def clock(self) -> bool:
        return self.press_clock(*CLOCK)


CLOCK = ("pause", "resume", "back", "next", "previous", "undo", "add", "take")
HOUR = timedelta(hours=1)
GROWN_UP = {"born_on": "1990-05-17", "email": "player@example.org", "is_checked": "on"}
FILLED = {"carried_by": "Tom Table", "ruling": "as the book has it", "reason": "the floor's word"}


def cards_asked(form: written_forms.Form) -> bool:
    """Whether a form asks for the cards of those who tied."""
    return any(one.name.startswith("card-") for one in form.fields)


def wanted(button: dict[str, str]) -> bool:
    """Not everybody is sent home."""
    return "disqualification" not in button.get("data-fields", "")


def why(answer: Any) -> str:
    """What a refusal says."""
    text = answer.content.decode()
    found = re.search(r'(?s)(?:data-refusal>|id="refused").*?<p[^>]*>(.*?)</p>', text)
    return " ".join(re.sub("<[^>]*>", " ", found[1] if found else text[-300:]).split())[:200]
