"""Tokens are told once and can be revoked; news reach their address signed, in order, once each."""

import hashlib
import hmac
import json
import runpy
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.client import BadStatusLine
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.refusal import Refused
from tables.chips.services import rebuys
from tables.play.services import undoing
from tables.seating.services import seating
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    bust_all_but,
    entry_in,
    everybody_arrives,
    house_director,
    refreshed,
    registering,
    request,
    running,
    sell,
    signed_in,
    somebody,
    stored,
    table_of,
    user,
)
from tests.markup import one_line
from tournament import requests
from tournament.clock.services import buttons, clock
from tournament.house import webhooks
from tournament.house.queries import integrations as queries
from tournament.house.queries import people as accounts
from tournament.house.services import integrations, people
from tournament.models import ApiToken, Delivery, JournalEntry, Staff, Tournament, Webhook
from tournament.permissions import SYSTEM, Role
from tournament.prizes.queries import placings as placing_queries
from tournament.prizes.services import placings, prizes
from tournament.records.queries.journal import SENTENCES
from tournament.setup.services import tournaments

pytestmark = pytest.mark.django_db
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


class Receiver:
    """Somebody's own server: notes what it is sent, and fails as often as it is told to."""

    def __init__(self) -> None:
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.failures = 0
        self.was_told, self.was_told_twice = threading.Event(), threading.Event()
        self.waits_for: threading.Event | None = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if outer.was_told.is_set():
                    outer.was_told_twice.set()
                outer.was_told.set()
                if outer.waits_for is not None:
                    outer.waits_for.wait(webhooks.PATIENCE)
                is_failing = outer.failures > 0
                outer.failures -= is_failing
                if not is_failing:
                    outer.taken.append((dict(self.headers), body))
                self.send_response(503 if is_failing else 204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/news?from=hall"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A real local receiver."""
    made = Receiver()
    yield made
    made.stop()


def told_of(cup, url: str, *topics: str) -> Webhook:
    return integrations.add_webhook(
        tournament_id=cup.pk, url=url, topics=list(topics), actor=SYSTEM, now=NOW
    )


def press(cup, kind: str, **more: object) -> None:
    clock.act(
        tournament_id=cup.pk,
        kind=kind,
        actor=SYSTEM,
        now=NOW + MINUTE,
        press=buttons.Press(**more),  # type: ignore[arg-type]
    )


def bodies(receiver: Receiver) -> list[bytes]:
    return [body for _, body in receiver.taken]


def test_news_are_signed_and_told_once_in_order(receiver: Receiver):
    cup = running(3)
    hook = told_of(cup, receiver.url, "level")
    press(cup, "pause")
    press(cup, "resume")
    assert webhooks.deliver(NOW) == 2
    assert webhooks.deliver(NOW) == 0
    names = [json.loads(body)["name"] for _, body in receiver.taken]
    assert names == ["clock.play_stopped", "clock.play_resumed"]
    headers, body = receiver.taken[0]
    stamp, mark = headers["Shuffle-Up-Signature"].split(",")
    mixed = hmac.new(hook.secret.encode(), f"{stamp[2:]}.".encode() + body, hashlib.sha256)
    assert mark == f"v1={mixed.hexdigest()}"
    assert json.loads(body)["words"].startswith("play stopped")


def test_every_line_that_is_told_is_one_the_journal_writes_and_belongs_to_one_topic():
    told = [name for _, names in queries.TOPICS.values() for name in names]
    assert set(told) <= set(SENTENCES)
    assert len(told) == len(set(told))


def test_a_level_a_move_a_bust_and_the_end_are_told(receiver: Receiver):
    cup = running(4, seats=3)
    told_of(cup, receiver.url, *queries.TOPICS)
    press(cup, "next")
    winner = table_of(cup, 1).seatings.filter(until=None).values_list("seat", flat=True)[0]
    bust_all_but(table_of(cup, 1), winner)
    seating.break_table(number=2, tournament_id=cup.pk, actor=SYSTEM, now=NOW + MINUTE)
    everybody_arrives(cup)
    bust_all_but(table_of(cup, 1), winner)
    webhooks.deliver(NOW + 2 * MINUTE)
    told = [(news["topic"], news["name"]) for news in map(json.loads, bodies(receiver))]
    assert told == [
        ("level", "clock.level_started"),
        ("bust", "entry.bust"),
        ("move", "table.broken"),
        ("move", "seat.moved"),
        ("move", "seat.moved"),
        ("bust", "entry.bust"),
        ("bust", "entry.bust"),
        ("level", "clock.play_finished"),
        ("finish", "tournament.finished"),
    ]


def test_who_is_out_by_another_way_than_a_hand_is_told_too():
    others = ("eliminated", "raced_out", "counted_out", "forfeited", "declined_rebuy", "no_show")
    assert {queries.TOPIC_OF[f"entry.{how}"] for how in others} == {"bust"}


def names_told(receiver: Receiver) -> list[str]:
    return [json.loads(body)["name"] for body in bodies(receiver)]


def test_who_buys_again_is_told_as_a_rebuy_and_not_as_out(receiver: Receiver):
    """A bust that was rebought was told as an exit, and the rebuy was not told at all."""
    cup = running(3, preset=WITH_REBUYS)
    told_of(cup, receiver.url, "bust", "rebuy")
    bust_all_but(table_of(cup), 1)
    webhooks.deliver(NOW + MINUTE)
    assert names_told(receiver) == []  # both may still buy again
    again, out = (entry_in(table_of(cup), seat) for seat in (2, 3))
    desk: dict[str, Any] = {"tournament_id": cup.pk, "actor": SYSTEM, "now": NOW + 2 * MINUTE}
    sell(again, actor=SYSTEM, now=NOW + 2 * MINUTE)
    rebuys.decline(entry_id=out.pk, **desk)
    webhooks.deliver(NOW + 2 * MINUTE)
    told = [json.loads(body) for body in bodies(receiver)]
    assert [(one["topic"], one["name"], one["data"]["player"]) for one in told] == [
        ("rebuy", "entry.bought", again.name),
        ("bust", "entry.declined_rebuy", out.name),
    ]


def test_an_exit_that_is_undone_with_its_hand_is_told_again_as_undone(receiver: Receiver):
    cup = running(4, seats=3)
    told_of(cup, receiver.url, "bust")
    table = table_of(cup, 1)
    winner = table.seatings.filter(until=None).values_list("seat", flat=True)[0]
    bust_all_but(table, winner)
    undoing.undo(request(table_of(cup, 1)))
    webhooks.deliver(NOW + 2 * MINUTE)
    assert names_told(receiver) == ["entry.bust", "bust.undone"]


def test_the_places_are_in_the_news_that_they_are_confirmed(receiver: Receiver):
    """Only how many there are was told."""
    cup = running(3)
    bust_all_but(table_of(cup), 1)
    desk: dict[str, Any] = {"tournament_id": cup.pk, "actor": SYSTEM, "now": NOW + MINUTE}
    for question in placing_queries.questions(refreshed(cup)):
        order = tuple(sorted(question.entries))
        answer = placings.Answer(frozenset(question.entries), order, "as agreed", {})
        placings.decide(answer, **desk)
    told_of(cup, receiver.url, "finish")
    prizes.confirm(**desk)
    webhooks.deliver(NOW + MINUTE)
    news = json.loads(bodies(receiver)[-1])
    assert news["name"] == "placing.confirmed"
    assert [row["place"] for row in news["data"]["places"]] == [1, 2, 3]
    first = news["data"]["places"][0]
    assert cup.entries.get(number=first["entry"]).name == first["player"]


def test_why_a_player_may_not_win_stays_in_the_house(receiver: Receiver):
    cup = running(3)
    told_of(cup, receiver.url, "finish")
    finding = prizes.Finding("is 16 and ran away", is_underage=True)
    entry = entry_in(table_of(cup), 1)
    prizes.find_ineligible(
        finding, entry_id=entry.pk, tournament_id=cup.pk, actor=SYSTEM, now=NOW + MINUTE
    )
    webhooks.deliver(NOW + MINUTE)
    (body,) = bodies(receiver)
    news = json.loads(body)
    assert news["words"] == f"found {entry.name} ineligible"
    assert news["data"] == {"player": entry.name}


def test_what_is_no_topic_is_refused_by_name():
    """A mistyped one was left out, and the news never came."""
    cup, director = registering(), signed_in(house_director())
    before = stored()
    answer = director.post(
        f"/api/v1/tournaments/{cup.code}/webhooks",
        {"url": "https://poker.example/", "topics": ["level", "busts"]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert "Unknown events: busts. Known: level, bust" in answer.json()["detail"]
    assert stored() == before


def test_a_cancellation_is_told_with_its_reason(receiver: Receiver):
    cup = running(3)
    told_of(cup, receiver.url, "finish")
    tournaments.cancel(tournament_id=cup.pk, reason="no power", actor=SYSTEM, now=NOW + MINUTE)
    assert webhooks.deliver(NOW + MINUTE) == 1
    news = json.loads(bodies(receiver)[0])
    assert news["words"] == "cancelled the tournament: no power"


def test_an_address_hears_only_what_it_asked_for_and_nothing_from_before(receiver: Receiver):
    cup = running(3)
    press(cup, "pause")
    told_of(cup, receiver.url, "bust", "finish")
    press(cup, "resume")
    assert webhooks.deliver(NOW) == 0
    assert receiver.taken == []


def test_what_was_not_taken_is_tried_again_before_anything_newer(receiver: Receiver):
    cup = running(3)
    told_of(cup, receiver.url, "level")
    press(cup, "pause")
    press(cup, "resume")
    receiver.failures = 2
    assert webhooks.deliver(NOW) == 0
    assert webhooks.deliver(NOW + timedelta(seconds=4)) == 0
    assert webhooks.deliver(NOW + timedelta(seconds=6)) == 0
    assert webhooks.deliver(NOW + timedelta(seconds=20)) == 2
    sent = [(json.loads(body)["name"], head["Shuffle-Up-Try"]) for head, body in receiver.taken]
    assert sent == [("clock.play_stopped", "3"), ("clock.play_resumed", "1")]


def test_the_page_says_what_is_not_taken_and_how_much_waits_behind_it(receiver: Receiver):
    cup = running(3)
    told_of(cup, receiver.url, "level")
    receiver.failures = 1
    for _ in range(queries.LATEST):
        press(cup, "pause")
        press(cup, "resume")
    webhooks.deliver(NOW)
    director, address = signed_in(house_director()), f"/t/{cup.code}/connections/"
    page = one_line(director.get(address).content.decode())
    said = page.split('class="notice notice--warning">')[1].split("</p>")[0].strip()
    assert said.startswith("Play stopped")
    assert "Answered 503 (try 1); it is tried again at" in said
    assert said.endswith("15 more wait for it.")
    webhooks.deliver(NOW + MINUTE)
    assert "notice--warning" not in director.get(address).content.decode()


def test_an_address_that_never_answers_is_given_up_with_its_reason():
    cup = running(3)
    hook = told_of(cup, "http://127.0.0.1:1/nobody", "level")
    press(cup, "pause")
    now = NOW
    for _ in range(integrations.MOST_TRIES):
        webhooks.deliver(now)
        now += integrations.LONGEST_PAUSE
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    assert "did not answer 12 times" in hook.stopped_because
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


def test_an_address_that_is_slow_keeps_no_other_waiting(receiver: Receiver):
    """The first answers only when the second has been told."""
    other, cup = Receiver(), running(3)
    receiver.waits_for = other.was_told
    told_of(cup, receiver.url, "level")
    told_of(cup, other.url, "level")
    press(cup, "pause")
    assert webhooks.deliver(NOW) == 2
    assert len(receiver.taken) == len(other.taken) == 1
    other.stop()


def test_an_address_that_is_slow_delays_no_later_news_of_another(receiver: Receiver):
    """Round by round, the second piece of news waited for the slowest answer to the first."""
    other, cup = Receiver(), running(3)
    receiver.waits_for = other.was_told_twice
    told_of(cup, receiver.url, "level")
    told_of(cup, other.url, "level")
    press(cup, "pause")
    press(cup, "resume")
    assert webhooks.deliver(NOW) == 4
    assert names_told(receiver) == names_told(other)
    other.stop()


def test_an_address_that_hangs_is_left_and_tried_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(webhooks, "PATIENCE", 0.05)
    cup = running(3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        told_of(cup, f"http://127.0.0.1:{silent.getsockname()[1]}/", "level")
        press(cup, "pause")
        assert webhooks.deliver(NOW) == 0
    tried = Delivery.objects.get()
    assert tried.last_answer == "no answer: timed out"
    assert (tried.tries, tried.due_at) == (1, NOW + integrations.FIRST_PAUSE)


def test_an_answer_that_comes_byte_by_byte_is_not_waited_for():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.send(b"HTTP/1.1 2")
        with pytest.raises(TimeoutError):
            webhooks._status(ours, monotonic() + 0.02)
        theirs.send(b"04 No Content\r\n")
        with pytest.raises(TimeoutError, match="too long"):
            webhooks._status(ours, monotonic())


def test_what_is_no_answer_of_a_web_server_is_not_taken():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.send(b"220 mail.example ESMTP\r\n")
        with pytest.raises(BadStatusLine):
            webhooks._status(ours, monotonic() + 1)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://x",
        "https://",
        "javascript:alert(1)",
        "http://a:b@c",
        "http://x:y/",
        "http://a..b/",
        "x",
    ],
)
def test_what_is_no_address_is_refused(url: str):
    cup = registering()
    before = stored()
    with pytest.raises(Refused, match="starts with https"):
        told_of(cup, url, "level")
    assert stored() == before


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:6379", "localhost", "hall.localhost", "[::1]", "[::ffff:127.0.0.1]"),
        *("169.254.169.254", "10.0.0.5", "172.16.1.1", "192.168.1.1", "[fe80::1]", "[fd00::1]"),
        *("0.0.0.0", "100.64.0.1", "[2002:7f00:1::]"),
    ],
)
def test_news_are_not_sent_into_private_networks(host: str, settings):
    settings.WEBHOOK_NETWORKS = []
    cup, director = registering(), signed_in(house_director())
    before = stored()
    sent = {"url": f"http://{host}/news", "topics": ["level"]}
    answer = director.post(f"/t/{cup.code}/connections/webhooks/", sent)
    assert "is on a private network" in answer.content.decode()
    assert stored() == before


def test_a_name_is_judged_by_the_address_it_stands_for_at_each_delivery(
    receiver: Receiver, settings, monkeypatch: pytest.MonkeyPatch
):
    settings.WEBHOOK_NETWORKS = []
    port = receiver.server.server_port
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
    cup = running(3)
    told_of(cup, f"http://news.example:{port}/", "level")
    press(cup, "pause")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: here)
    assert webhooks.deliver(NOW) == 0
    assert receiver.taken == []
    assert Delivery.objects.get().last_answer == "no answer: the address is on a private network"
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    assert webhooks.deliver(NOW + MINUTE) == 1


def test_the_page_shows_nothing_of_what_a_strange_server_says():
    cup = running(3)
    with socket.create_server(("127.0.0.1", 0)) as mail:
        told_of(cup, f"http://127.0.0.1:{mail.getsockname()[1]}/", "level")
        press(cup, "pause")
        greeting = threading.Thread(target=_greet, args=(mail,))
        greeting.start()
        webhooks.deliver(NOW)
        greeting.join()
    answer = Delivery.objects.get().last_answer
    assert answer == "no answer: what came back is not HTTP"


def _greet(mail: socket.socket) -> None:
    caller, _ = mail.accept()
    with caller:
        caller.sendall(b"220 mail.internal ESMTP\r\n")
        caller.recv(4096)


def test_a_token_is_shown_once_and_opens_nothing_once_revoked():
    cup, director = registering(), signed_in(house_director())
    page = director.post(
        f"/t/{cup.code}/connections/tokens/", {"name": "Web site", "role": "inspector"}
    ).content.decode()
    words = page.split('<pre class="code">')[1].split("<")[0]
    assert words.startswith("su_")
    assert words not in director.get(f"/t/{cup.code}/connections/").content.decode()
    assert words not in str(list(ApiToken.objects.values()))
    assert words not in str(list(JournalEntry.objects.values()))
    bearer = {"Authorization": f"Bearer {words}"}
    address = f"/api/v1/tournaments/{cup.code}/journal"
    assert Client().get(address, headers=bearer).status_code == 200
    made = ApiToken.objects.get()
    director.post(f"/t/{cup.code}/connections/tokens/{made.pk}/revoke/")
    assert Client().get(address, headers=bearer).status_code == 401
    assert Client().get(address).json()["detail"].startswith("This needs a token")


def test_a_token_acts_in_its_role_at_its_tournament_only():
    cup, other = running(3), running(3)
    _, words = integrations.give_token(
        tournament_id=cup.pk, name="floor", role=Role.FLOOR, actor=SYSTEM, now=NOW
    )
    bearer = {"Authorization": f"Bearer {words}"}

    def pause(where: Tournament):
        address = f"/api/v1/tournaments/{where.code}/clock/pause"
        return Client().post(address, {}, content_type="application/json", headers=bearer)

    assert pause(cup).status_code == 200
    before = stored()
    refused = pause(other)
    assert refused.status_code == 403
    assert "run the clock" in refused.json()["detail"]
    assert Client().get(f"/api/v1/tournaments/{cup.code}/money", headers=bearer).status_code == 403
    assert stored() == before
    assert queries.token_of("su_nothing", now=NOW) is None


def test_a_token_expires_and_the_page_and_the_api_say_when():
    cup, began = registering(), requests.now() - timedelta(days=89)
    dana = accounts.actor(user("dana", cup, Role.DIRECTOR))
    by: dict[str, Any] = {"tournament_id": cup.pk, "role": Role.DESK, "actor": dana}
    _, fresh = integrations.give_token(name="Fresh", now=began, **by)
    _, stale = integrations.give_token(name="Stale", now=began - timedelta(days=2), **by)
    address = f"/api/v1/tournaments/{cup.code}/entries"
    answers = [
        Client().get(address, headers={"Authorization": f"Bearer {words}"}).status_code
        for words in (fresh, stale)
    ]
    assert answers == [200, 401]
    director = signed_in(house_director())
    ends = began + timedelta(days=90)
    page = director.get(f"/t/{cup.code}/connections/").content.decode()
    assert f"{timezone.localtime(ends):%b %Y}" in page
    told = director.get(f"/api/v1/tournaments/{cup.code}/tokens").json()
    assert [one["expires_at"][:10] for one in told] == [
        f"{at:%Y-%m-%d}" for at in (ends, ends - timedelta(days=2))
    ]


def test_the_tokens_of_a_dismissed_person_end_with_the_last_role():
    cup = registering()
    person = user("dana", cup, Role.DIRECTOR)
    Staff.objects.create(tournament=cup, user=person, role=Role.DESK)
    _, words = integrations.give_token(
        tournament_id=cup.pk, name="Mine", role=Role.DESK, actor=accounts.actor(person), now=NOW
    )
    for duty, left in zip(Staff.serving.filter(user=person), (True, False), strict=True):
        people.dismiss(staff_id=duty.pk, actor=DIRECTOR, now=NOW)
        assert (queries.token_of(words, now=NOW) is not None) is left
    assert cup.journal.filter(name="token.revoked").count() == 1


def test_only_who_appoints_staff_gives_tokens():
    cup = registering()
    with pytest.raises(Refused, match="may not appoint staff"):
        integrations.give_token(
            tournament_id=cup.pk,
            name="x",
            role=Role.DIRECTOR,
            actor=somebody(cup, Role.FLOOR),
            now=NOW,
        )


def test_the_page_refuses_in_a_sentence():
    cup, director = registering(), signed_in(house_director())
    before = stored()
    answer = director.post(f"/t/{cup.code}/connections/webhooks/", {"url": "https://x"})
    assert "at least one kind of event" in answer.content.decode()
    answer = director.post(f"/t/{cup.code}/connections/tokens/", {"name": " ", "role": "desk"})
    assert "what the token is for" in answer.content.decode()
    assert stored() == before


def test_the_example_receiver_takes_what_is_genuine_and_nothing_else(receiver: Receiver):
    cup = running(3)
    hook = told_of(cup, receiver.url, "level")
    press(cup, "pause")
    webhooks.deliver(NOW)
    headers, body = receiver.taken[0]
    is_genuine = runpy.run_path(str(EXAMPLES / "news.py"))["is_genuine"]
    signature, now = headers["Shuffle-Up-Signature"], NOW.timestamp()
    assert is_genuine(signature, body, hook.secret, now=now)
    assert not is_genuine(signature, body + b" ", hook.secret, now=now)
    assert not is_genuine(signature, body, "another secret", now=now)
    assert not is_genuine(signature, body, hook.secret, now=now + 3600)
    assert not is_genuine("", body, hook.secret, now=now)


def software(cup: Tournament) -> Any:
    _, words = integrations.give_token(
        tournament_id=cup.pk, name="x", role=Role.DIRECTOR, actor=SYSTEM, now=NOW
    )
    return Client(headers={"Authorization": f"Bearer {words}"})


def test_a_test_and_a_second_delivery_are_asked_for_by_api(receiver: Receiver):
    cup = running(3)
    hook, at = told_of(cup, receiver.url, "level"), f"/api/v1/tournaments/{cup.code}"
    client = software(cup)
    assert client.post(f"{at}/webhooks/{hook.pk}/test").status_code == 200
    assert webhooks.deliver(timezone.now()) == 1
    assert json.loads(bodies(receiver)[0])["topic"] == "test"
    press(cup, "pause")
    webhooks.deliver(timezone.now())
    rows = client.get(f"{at}/webhooks/{hook.pk}/deliveries").json()["rows"]
    assert [(row["topic"], row["tries"]) for row in rows] == [("level", 1), ("test", 1)]
    assert all(row["delivered_at"] and row["last_answer"] == "answered 204" for row in rows)
    again = f"{at}/deliveries/{rows[0]['id']}/again"
    assert client.post(again).status_code == 200
    assert client.post(again).status_code == 409  # it is on its way
    assert webhooks.deliver(timezone.now()) == 1
    ids = [json.loads(body)["id"] for body in bodies(receiver)]
    assert ids[1] == ids[2] == rows[0]["news"]


def test_a_webhook_that_was_removed_is_told_nothing_again(receiver: Receiver):
    cup = running(3)
    hook, director = told_of(cup, receiver.url, "level"), signed_in(house_director())
    press(cup, "pause")
    webhooks.deliver(timezone.now())
    page = f"/t/{cup.code}/connections/"
    assert "Send again" in director.get(page).content.decode()
    integrations.stop_webhook(webhook_id=hook.pk, actor=SYSTEM, now=NOW)
    shown = director.get(page).content.decode()
    assert "Send again" not in shown
    assert "Send test" not in shown
    before = stored()
    for act in (
        lambda: integrations.test_webhook(webhook_id=hook.pk, actor=SYSTEM, now=NOW),
        lambda: integrations.redeliver(delivery_id=hook.deliveries.get().pk, actor=SYSTEM, now=NOW),
    ):
        with pytest.raises(Refused, match="was removed"):
            act()
    assert stored() == before


def test_the_description_has_every_topic_with_its_headers():
    said = Client().get("/api/v1/openapi.json").json()
    assert set(said["webhooks"]) == {*queries.TOPICS, queries.TEST}
    for told in said["webhooks"].values():
        headers = [one["name"] for one in told["post"]["parameters"]]
        assert headers == [webhooks.SIGNATURE, webhooks.TRY]
    names = said["webhooks"]["bust"]["post"]["requestBody"]["content"]["application/json"]
    assert "entry.bust" in names["schema"]["properties"]["name"]["enum"]
