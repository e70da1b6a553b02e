"""What a stranger on the network might try at the door."""

import socket
import struct
from contextlib import ExitStack, closing
from datetime import timedelta
from random import Random

import pytest
from django.conf import settings
from django.test import Client

from engine.refusal import Refused
from tables import broadcast as table_broadcast
from tables.equipment.services import devices
from tables.models import Device
from tables.models.devices import DeviceKind
from tests.factories import (
    DIRECTOR,
    NOW,
    PASSWORD,
    house_director,
    registering,
    running,
    table_of,
    user,
)
from tests.site import LiveSite
from tournament.house.services.lockout import TRIES
from tournament.live import broadcast

GUESSES = 1000


@pytest.mark.django_db
def test_a_thousand_guesses_at_the_pairing_door_open_nothing():
    """Not even the right one, for a while: it is the first after the lock, and one much later."""
    code = devices.make_code(
        tournament=registering(),
        kind=DeviceKind.SCREEN,
        view="clock",
        table=None,
        actor=DIRECTOR,
        now=NOW,
    )
    guesses = possible_codes(GUESSES, but=code.code)
    locked = [TRIES, TRIES + 500]  # which of the guesses: the door stays locked for ten minutes
    for number in locked:
        guesses[number] = code.code
    said = []
    for number, text in enumerate(guesses):
        with pytest.raises(Refused) as refused:
            devices.pair(text=text, door="stranger", now=NOW + timedelta(seconds=number))
        said.append(refused.value.why)
    assert Device.objects.count() == 0
    assert all("No such code" in words for words in said[:TRIES])
    assert all("Too many" in words for words in said[TRIES : TRIES + 501])
    devices.pair(text=code.code, door="tablet", now=NOW + timedelta(seconds=GUESSES // 2))
    assert Device.objects.count() == 1  # it was the right one all the time


def possible_codes(number: int, *, but: str) -> list[str]:
    """Codes that the house might have made, but for the one that it has."""
    rng = Random("a stranger")
    made = {"".join(rng.choices(devices.ALPHABET, k=devices.CODE_LENGTH)) for _ in range(number)}
    return sorted(made - {but})


@pytest.mark.django_db
@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "javascript:alert(1)",
        r"/\evil.example",
        "\t//e.x",
    ],
)
def test_signing_in_leads_to_no_other_site(elsewhere: str):
    user("dora")
    answer = Client().post(
        f"/sign-in/?next={elsewhere}",
        {"username": "dora", "password": PASSWORD, "next": elsewhere},
    )
    assert answer.status_code == 302
    assert "evil" not in answer["Location"]
    assert answer["Location"].startswith("/")
    assert not answer["Location"].startswith(("//", "/\\"))


@pytest.mark.django_db
def test_a_form_leads_back_to_no_other_site():
    browser = Client()
    browser.force_login(house_director())
    cup = registering(2)
    for field in ("from", "next", "back"):
        answer = browser.post(
            f"/t/{cup.code}/entries/1/check-in/", {field: "https://evil.example/"}
        )
        assert "evil" not in answer.headers.get("Location", "")


@pytest.mark.django_db
def test_a_session_handed_to_somebody_is_worth_nothing_once_they_sign_in():
    user("dora")
    browser = Client()
    browser.get("/sign-in/")
    planted = browser.session
    planted["planted"] = True
    planted.save()
    browser.cookies[settings.SESSION_COOKIE_NAME] = planted.session_key or ""
    browser.post("/sign-in/", {"username": "dora", "password": PASSWORD})
    now = browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert now != planted.session_key or ""
    stranger = Client()
    stranger.cookies[settings.SESSION_COOKIE_NAME] = planted.session_key or ""
    assert "Sign out" in browser.get("/").content.decode()
    assert "Sign out" not in stranger.get("/").content.decode()


@pytest.mark.django_db
def test_a_changed_password_ends_every_other_session():
    user("dora")
    here, elsewhere = Client(), Client()
    for browser in (here, elsewhere):
        browser.post("/sign-in/", {"username": "dora", "password": PASSWORD})
    own = "a pass phrase of my own"
    here.post("/password/", {"old_password": PASSWORD, "new_password1": own, "new_password2": own})
    assert "Sign out" in here.get("/").content.decode()
    assert "Sign out" not in elsewhere.get("/").content.decode()


@pytest.mark.django_db
def test_a_name_that_is_not_the_site_s_is_refused(settings, client: Client):
    settings.ALLOWED_HOSTS = ["poker.example.org"]
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "poker.example.org"}).status_code == 200


@pytest.mark.django_db
def test_a_huge_form_is_refused_before_it_is_read(client: Client):
    client.force_login(house_director())
    cup = registering()
    body = {"message": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    answer = client.post(f"/t/{cup.code}/message/", body)
    assert answer.status_code == 400
    assert "reload it and try again" in answer.content.decode()
    many = {f"field{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert client.post(f"/t/{cup.code}/message/", many).status_code == 400


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (f"Content-Length: {10**12}", [b"x"]),
        ("Transfer-Encoding: chunked", [b"100000\r\n" + b"x" * 2**20 + b"\r\n"] * 40),
    ],
)
def test_a_body_larger_than_any_page_takes_is_cut_off(
    live_site: LiveSite, head: str, body: list[bytes]
):
    is_cut_off = False
    with closing(socket.create_connection(("127.0.0.1", live_site.port), timeout=20)) as line:
        line.sendall(f"POST /sign-in/ HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode())
        try:
            for part in body:
                line.sendall(part)
            is_cut_off = b" 413 " in line.recv(4096)
        except ConnectionError:  # the house has hung up while this went on and on
            is_cut_off = True
    assert is_cut_off
    assert live_site.answers("/")


# -- at the socket itself --------------------------------------------------------------------------


def handshake(site: LiveSite, path: str) -> socket.socket:
    """A socket that was let in."""
    line = socket.create_connection(("127.0.0.1", site.port), timeout=20)
    host = f"127.0.0.1:{site.port}"
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n") and (more := line.recv(1)):  # no byte of what is pushed
        answer += more
    assert b" 101 " in answer
    return line


def frame(head: int, body: bytes, *, size: int = 0) -> bytes:
    """A frame as a browser masks it, of this size or as large as what is in it."""
    return bytes([head]) + _length(size or len(body)) + b"\0\0\0\0" + body


def _length(size: int) -> bytes:
    """As short as it can be written, with the mark that the frame is masked."""
    if size < 126:
        return bytes([0x80 | size])
    return b"\xfe" + struct.pack(">H", size) if size < 2**16 else b"\xff" + struct.pack(">Q", size)


TEXT, PING, GOES_ON, MORE_TEXT = 0x81, 0x89, 0x80, 0x01
LARGEST = 2**20  # what Daphne takes
MALFORMED = {
    "no frame at all": bytes(range(255, 191, -1)),
    "not masked": b"\x81\x05hello",
    "reserved bits and an unknown kind": frame(0xFF, b""),
    "four exabytes to come": frame(TEXT, b"", size=2**62),
    "a ping longer than pings may be": frame(PING, b"x" * 65535),
    "the rest of nothing": frame(GOES_ON, b""),
    "text that is none": frame(TEXT, b"\xff\xfe"),
    "a message too large": frame(TEXT, b"x" * (LARGEST + 1)),
    "one too large in parts": frame(MORE_TEXT, b"x" * LARGEST) + frame(GOES_ON, b"x" * LARGEST),
}


def test_frames_that_no_browser_sends_end_their_own_socket_alone(live_site: LiveSite):
    table = table_of(running(2))
    path = f"/ws/t/{table.tournament.code}/tables/1/"
    with closing(handshake(live_site, path)) as good:
        until(good, b'"target"')  # it is in the hall once it has its first picture
        good.sendall(frame(TEXT, b"x" * LARGEST) + frame(PING, b"there?"))
        until(good, b"there?")
        for number, (what, sent) in enumerate(MALFORMED.items()):
            with closing(handshake(live_site, path)) as bad:
                assert is_ended(bad, sent), what
            text = f"<after {number}>"
            message = {"type": "picture", "stamp": text, "text": text, "mark": ""}
            broadcast.send([(table_broadcast.public_group(table.pk), message)])
            until(good, text.encode())
    assert live_site.answers("/")


def is_ended(line: socket.socket, sent: bytes) -> bool:
    """Whether the other side ends the socket on which this is sent; it may do so meanwhile."""
    try:
        line.sendall(sent)
        while line.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


def until(line: socket.socket, words: bytes) -> None:
    """Read until this has come."""
    seen = b""
    while words not in seen:
        more = line.recv(1 << 16)
        assert more
        seen += more


def test_requests_that_are_none_keep_nobody_from_an_answer(live_site: LiveSite):
    for junk in (b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n", b"POST \r\n\r\n"):
        with closing(socket.create_connection(("127.0.0.1", live_site.port), timeout=20)) as line:
            line.sendall(junk + b"\r\n\r\n")
    assert live_site.answers("/")


def test_somebody_who_sends_slowly_keeps_nobody_waiting(live_site: LiveSite):
    with ExitStack() as slow:
        for _ in range(100):
            line = slow.enter_context(socket.create_connection(("127.0.0.1", live_site.port)))
            line.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nu")
        assert live_site.answers("/")
