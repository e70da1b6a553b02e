"""The dealer's tablet drawn from made-up pictures, and a server that only notes what is posted."""

import json
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from playwright.sync_api import Page, Request, Route

from config.middleware import POLICY
from engine.structure import game_presets
from tables.offline.queries import ahead_raises

# What collected files carry in their names: tablet.0123456789ab.css.
STAMP = re.compile(r"\.[0-9a-f]{12}(?=\.)")
ORIGIN = "http://tablet.test"
COMMANDS = "/t/K7Q2/tables/4/command/"
NAMES = ("Anna", "Ben", "Chloe", "Dan", "Emma", "Farid", "Gwen", "Hugo", "Ines", "Jack")
CLOCK = {
    "phase": "play",
    "row": 6,
    "level_name": "Level 7",
    "blinds_text": "300 / 600",
    "ante_text": "Ante 50",
    "seconds_left": 767,
    "ends_at_ms": None,
    "server_ms": 1,
}


def table(**changes: Any) -> dict[str, Any]:
    """Ten players, seat 3 to act."""
    from tables.play.queries.pictures import (
        Seat,  # needs Django, which the pictures of pages set up late
    )

    seats = [
        Seat(seat=seat, name=name, stack=20_000, state="in", to_act=seat == 3)
        for seat, name in enumerate(NAMES, start=1)
    ]
    picture = {
        "number": 4,
        "hand_number": 37,
        "street_words": "Flop",
        "board": ["Ah", "Ks", "2d"],
        "pots": [{"label": "Pot", "amount": 6050}],
        "seats": seats,
        "story": [],
    }
    return picture | changes


def picture(**changes: Any) -> dict[str, Any]:
    """A tablet between two hands; the others change what differs."""
    plain = {
        "version": 12,
        "table": table(),
        "clock": CLOCK,
        "command_url": COMMANDS,
        "phase": "start",
        "start": {"can": True, "why": "", "label": "Deal hand 38"},
        "actions": [],
        "undo": {"can": True, "label": "Undo: seat 2 bets 600"},
        "notices": [],
        "floor_reasons": ("Ruling wanted", "Players disagree", "Conduct"),
    }
    return plain | changes


def betting(seat: int = 3, to_call: int = 600, **changes: Any) -> dict[str, Any]:
    """A player to act, with every action open; seats 4 and 5 come after."""
    stay = ("call", f"Call {to_call}") if to_call else ("check", "Check")
    names = (("fold", "Fold"), stay, ("all_in", "All-in"))
    turn = {"seat": seat, "name": NAMES[seat - 1], "to_call": to_call, "stack": 20_000}
    presets = [("Min", 1200), ("½ pot", 3900), ("Pot", 7250), ("All-in", 20_000)]
    what = {
        "phase": "betting",
        "turn": turn | {"pot": 6050, "after": [4, 5]},
        "actions": [{"kind": kind, "label": label, "allowed": True} for kind, label in names],
        "wager": {
            "allowed": True,
            "word": "Raise to",
            "least": 1200,
            "most": 20_000,
            "presets": [{"label": label, "amount": amount} for label, amount in presets],
        },
    }
    what["ahead"] = figures(seat, to_call, [4, 5])
    return picture(**what) | changes


def figures(seat: int, to_call: int, after: list[int]) -> str:
    """The same hand in figures, as a tablet without network goes on from it."""
    bets = dict.fromkeys(range(1, 11), 0) | ({2: to_call} if to_call else {})
    return json.dumps(
        {
            "number": 37,
            "ended": False,
            "is_strange": False,
            "street": 1,
            "streets": [["pre-flop", "hole", 2], ["flop", "board", 3], ["turn", "board", 1]],
            "first_word": "check",
            "first_round": 0,
            "opening": False,
            "opener_may_not": [],
            "checks_last": True,
            "waits": False,
            "order": list(range(1, 11)),
            "opens": "seat",
            "last_blind": 2,
            "opener": 1,
            "actor": seat,
            "drawer": -1,
            "after": after,
            "to_match": to_call,
            "book": ahead_raises.book(game_presets.get("adelaide")),
            "unit": 600,
            "units": [600, 600, 600],
            "full_raise": to_call,
            "full_level": to_call,
            "raises": 0,
            "shorts": 0,
            "live_at_raise": 0,
            "contenders_at_raise": 0,
            "ceiling": -1,
            "ceiling_clause": "",
            "bonus": 0,
            "odd": [25, 1, True],
            "away": [],
            "cards_left": 29,
            "proposed": [],
            "paid_pots": [],
            "hole": 2,
            "seats": [[one, 20_000, bet, 605 + bet, 0, 1, bet or -1] for one, bet in bets.items()],
        }
    )


def no_raise() -> dict[str, Any]:
    """A player who may only call or fold."""
    why = "Seat 3 may call or fold. A short all-in does not reopen the betting."
    return betting() | {"wager": {"allowed": False, "why": why, "clause": "canberra:13.4"}}


def flop() -> dict[str, Any]:
    """The flop is to be dealt; the ace of hearts was exposed."""
    need = {"street_words": "Flop", "cards_needed": 3, "can_skip": True, "used_cards": ["Ah"]}
    return picture(phase="board", table=table(board=[]), board=need)


def showdown() -> dict[str, Any]:
    """Seat 8 is to show; there are two pots."""
    show = {"seat": 8, "name": "Hugo", "cards_needed": 2, "may_muck": True, "used_cards": ["Ah"]}
    return award() | {"phase": "show", "show": show}


def award() -> dict[str, Any]:
    """Two pots, both proposed to seat 8."""
    both = [{"seat": 2, "name": "Ben", "words": ""}, {"seat": 8, "name": "Hugo", "words": ""}]
    pots = [
        {"index": 0, "label": "Main pot", "amount": 4850, "eligible": both, "proposed": [8]},
        {"index": 1, "label": "Side pot", "amount": 1200, "eligible": both, "proposed": [8]},
    ]
    return picture(phase="award", award={"pots": pots})


def side_pots() -> dict[str, Any]:
    """Three pots at a showdown, the hands read aloud."""
    read = {2: "Kings full of tens", 5: "Flush, A-J-10-6-2", 8: "Two pair, aces and tens"}
    players = [
        {"seat": seat, "name": NAMES[seat - 1], "words": words} for seat, words in read.items()
    ]
    kings, flush = read[2], read[5]
    pots = [
        {"index": 0, "label": "Main pot", "amount": 9050, "proposed": [2], "words": kings},
        {"index": 1, "label": "Side pot 1", "amount": 6400, "proposed": [5], "words": flush},
        {"index": 2, "label": "Side pot 2", "amount": 2200, "proposed": [5], "words": flush},
    ]
    rows = [{**pot, "eligible": players[at > 0 :]} for at, pot in enumerate(pots)]
    seen = table(
        street_words="Showdown",
        board=["Ks", "Td", "Tc", "6c", "2c"],
        pots=[{"label": pot["label"], "amount": pot["amount"]} for pot in pots],
    )
    hands = {2: ("Kh", "Kd"), 5: ("Ac", "Jc"), 8: ("As", "Ah")}
    seen["seats"] = [
        replace(seat, cards=hands[at], hand_words=read[at], state="all_in", stack=0, to_act=False)
        if (at := seat.seat) in hands
        else replace(seat, state="folded", to_act=False)
        for seat in seen["seats"]
    ]
    return picture(phase="award", table=seen, award={"pots": rows})


def rebuys() -> dict[str, Any]:
    """A hand is over: for one player a rebuy can be asked, one has asked."""
    words = {4: "Rebuy: seat 4, Dan", 5: "Rebuy asked: seat 5, Emma"}
    rows = [{"seat": seat, "name": NAMES[seat - 1], "words": said} for seat, said in words.items()]
    rows[1]["why"] = "The desk has been asked."
    return picture(phase="ended", rebuys=rows)


def nine_in_four_pots() -> dict[str, Any]:
    """Nearly everybody is all-in: nine hands are read aloud, and four pots are won by one."""
    read = "Two pair, tens and twos, ace kicker"
    players = [
        {"seat": seat, "name": name, "words": read} for seat, name in enumerate(NAMES[:9], start=1)
    ]
    labels = ("Main pot", "Side pot 1", "Side pot 2", "Side pot 3")
    pots = [
        {"index": index, "label": label, "amount": 9050, "proposed": [9], "words": read}
        for index, label in enumerate(labels)
    ]
    rows = [{**pot, "eligible": players} for pot in pots]
    seen = table(pots=[{"label": label, "amount": 9050} for label in labels])
    seen["seats"] = [
        replace(seat, state="all_in", stack=0, bet=12_500, to_act=False) for seat in seen["seats"]
    ]
    return picture(phase="award", table=seen, award={"pots": rows})


def bags() -> dict[str, Any]:
    """The session is over: one bag is confirmed, one waits for it, eight are to be sealed."""
    sealed = {0: {"seal": "4711", "is_confirmed": True}, 1: {"seal": "4712"}}
    rows = [
        {"entry": seat, "seat": seat + 1, "name": name, "bag": sealed.get(seat)}
        for seat, name in enumerate(NAMES)
    ]
    duty = {"due": "bags", "panel": "dealer/_bags.html", "bags": {"rows": rows}, "bag_url": "/bag"}
    return picture(duty=duty)


def refused(shown: dict[str, Any], why: str) -> dict[str, Any]:
    """The same picture with a refusal."""
    clause = {"clause": "canberra:13.4", "clause_text": "Nobody may raise a short tap-out."}
    return shown | {"refusal": {"why": why} | clause}


def whole_page(shown: dict[str, Any]) -> str:
    """The page as a tablet first loads it."""
    tournament = {"name": "Charity Cup"}  # no code: nothing is pushed here
    from tables.offline.queries import (
        ahead,  # needs Django, which the pictures of pages set up late
    )

    blank = ahead.blank(game_presets.get("adelaide"))
    context = {"tablet": shown, "tournament": tournament, "blank": blank}
    return render_to_string("dealer/tablet.html", context)


def fragment(shown: dict[str, Any]) -> str:
    """What a push or an answer carries."""
    return render_to_string("dealer/_tablet.html", {"tablet": shown})


def answer_static(route: Route, path: str) -> None:
    """A static file as it is written, whatever fingerprint its name carries."""
    name = path.removeprefix("/static/")
    found = finders.find(name) or finders.find(STAMP.sub("", name))
    if found is None:
        route.fulfill(status=404)
    else:
        route.fulfill(path=found, content_type=mimetypes.guess_type(name)[0] or "text/plain")


Answer = tuple[int, dict[str, Any]]


@dataclass
class FakeTable:
    """Serves one tablet; `answer` says what comes back to the posted fields."""

    shown: dict[str, Any]
    answer: Callable[[dict[str, list[str]]], Answer] | None = None
    is_up: bool = True
    posted: list[dict[str, list[str]]] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)

    def serve(self, page: Page) -> None:
        """Open the tablet on this page."""
        page.route("**/*", self._handle)
        page.goto(ORIGIN)

    def _handle(self, route: Route, request: Request) -> None:
        path = urlsplit(request.url).path
        if request.method == "POST":
            self._command(route, request)
        elif path.startswith("/static/"):
            answer_static(route, path)
        else:
            policy = POLICY.format(sockets="ws://tablet.test", frames="'none'")
            headers = {"Content-Security-Policy": policy}
            page = whole_page(self.shown)
            route.fulfill(body=page, content_type="text/html; charset=utf-8", headers=headers)

    def _command(self, route: Route, request: Request) -> None:
        fields = parse_qs(request.post_data or "")
        self.tried.append(fields["command_id"][0])
        if not self.is_up:
            route.abort()
            return
        self.posted.append(fields)
        status, shown = self.answer(fields) if self.answer else (200, self.next())
        body = fragment(shown)
        route.fulfill(status=status, body=body, content_type="text/html; charset=utf-8")

    def next(self) -> dict[str, Any]:
        """The same picture, one version on, as if somebody else were to act."""
        self.shown = self.shown | {"version": self.shown["version"] + 1}
        if self.shown["phase"] == "betting":
            seat = self.shown["turn"]["seat"] + 1
            turn = self.shown["turn"] | {"seat": seat}
            self.shown |= {"turn": turn, "ahead": figures(seat, turn["to_call"], [5])}
        return self.shown


def push(page: Page, shown: dict[str, Any]) -> None:
    """What a WebSocket push does to the page."""
    page.evaluate(
        "text => htmx.swap({target: '#tablet', swap: 'outerMorph', text, transition: false,"
        " sourceElement: document.body})",
        fragment(shown),
    )


LONG_NAMES = (
    *("Maximilian Featherstone", "Konstantinos Papadopoulos", "Jo Wu", "Alexandra van der Berg"),
    *("Bartholomew O'Shaughnessy", "Ng", "Wilhelmina Abernathy", "Christopher Montgomery"),
    *("Guadalupe Hernandez-Ortiz", "Anastasia Kuznetsova"),
)


def crowded(amount: int, **changes: Any) -> dict[str, Any]:
    """Ten players with long names, everybody has bet as much and has as much left."""
    seats = [
        replace(seat, name=name, stack=amount, bet=amount, cards=("??",) * 4, last_action="Calls")
        for seat, name in zip(table()["seats"], LONG_NAMES, strict=True)
    ]
    labels = ("Main pot", "Side pot 1", "Side pot 2", "Side pot 3")
    seen = table(
        seats=[replace(seats[0], marker="button"), *seats[1:]],
        board=["Ah", "Ks", "2d", "Tc", "9h"],
        pots=[{"label": label, "amount": amount * 10} for label in labels],
    )
    presets = [("Min", amount * 2), ("½ pot", amount * 6), ("Pot", amount * 11)]
    wager = {"allowed": True, "word": "Raise to", "least": amount * 2, "most": amount * 40}
    wager["presets"] = [{"label": label, "amount": of} for label, of in presets]
    turn = {"seat": 3, "name": LONG_NAMES[1], "to_call": amount, "stack": amount, "after": [4]}
    acts = (("fold", "Fold"), ("call", f"Call {amount:,}"), ("all_in", f"All-in {amount:,}"))
    clock = CLOCK | {
        "blinds_text": f"{amount // 2:,} / {amount:,}",
        "ante_text": f"Ante {amount:,}",
    }
    return (
        picture(
            phase="betting",
            table=seen,
            turn=turn | {"pot": amount * 40},
            wager=wager,
            actions=[{"kind": kind, "label": label, "allowed": True} for kind, label in acts],
            undo={"can": True, "label": f"Undo: {LONG_NAMES[1]} raises to {amount:,}."},
            clock=clock,
        )
        | changes
    )


def shown_down(amount: int, held: int) -> dict[str, Any]:
    """Everybody is all-in with open hands, read aloud, in four pots."""
    crowd = crowded(amount)
    read = "Full house, kings full of tens"
    seats = [
        replace(
            seat,
            state="all_in",
            stack=0,
            bet=0,
            to_act=False,
            cards=("Ah", "Kd", "Tc", "7s", "5h", "3d", "2c")[:held],
            hand_words=read,
            last_action="",
        )
        for seat in crowd["table"]["seats"]
    ]
    players = [{"seat": one.seat, "name": one.name, "words": read} for one in seats]
    pots = [
        {"index": index, **pot, "eligible": players, "proposed": [3], "words": read}
        for index, pot in enumerate(crowd["table"]["pots"])
    ]
    seen = crowd["table"] | {"seats": seats}
    return crowd | {"phase": "award", "table": seen, "award": {"pots": pots}}
