"""What a browser is to the server: requests with cookies, and pages read for their buttons."""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode

PATIENCE = 8.0  # seconds: an answer that takes longer counts as none, as on the tablet
Fields = list[tuple[str, str]]
Attributes = dict[str, str]


@dataclass(frozen=True)
class Answer:
    """A whole answer; half of one counts as none."""

    status: int
    headers: Sequence[tuple[str, str]]
    text: str

    @property
    def cookies(self) -> dict[str, str]:
        """What the browser is to keep."""
        set_by = (value for name, value in self.headers if name == "set-cookie")
        return dict(one.split(";")[0].split("=", 1) for one in set_by)


@dataclass
class Browser:
    """One device at one line to the house; its clock may be wrong."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    clock_wrong_by: timedelta = timedelta(0)

    @property
    def origin(self) -> str:
        """Where its pages come from."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def cookie_header(self) -> str:
        """Its cookies as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @property
    def milliseconds(self) -> int:
        """What its own clock says."""
        return round(1000 * (datetime.now(UTC) + self.clock_wrong_by).timestamp())

    async def get(self, path: str) -> Answer | None:
        """A page, or None when no whole answer came."""
        return await self._ask("GET", path, "")

    async def post(self, path: str, fields: Fields) -> Answer | None:
        """A form sent as htmx sends it; None when no whole answer came."""
        return await self._ask("POST", path, urlencode(fields))

    async def _ask(self, method: str, path: str, body: str) -> Answer | None:
        request = self._request(method, path, body.encode())
        with contextlib.suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(PATIENCE):
                answer = await _exchange(self.port, request)
            self.cookies |= answer.cookies
            return answer
        return None

    def _request(self, method: str, path: str, body: bytes) -> bytes:
        told = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": self.origin,
            "Cookie": self.cookie_header,
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value)
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


async def _exchange(port: int, request: bytes) -> Answer:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = [_header(line) for line in head[1:] if line]
        length = dict(headers).get("content-length", "0")
        body = await reader.readexactly(int(length))
        return Answer(int(head[0].split(" ")[1]), headers, body.decode())
    finally:
        writer.transport.abort()


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()


class Page(HTMLParser):
    """The tags of a page in their order, each with its attributes, and the forms among them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Attributes]] = []
        self.forms: list[tuple[str, Fields]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag; a form's fields belong to the form last opened."""
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if tag == "form":
            self.forms.append((found.get("action", ""), []))
        elif tag == "input" and "name" in found and self.forms:
            self.forms[-1][1].append((found["name"], found.get("value", "")))

    def having(self, *names: str) -> Iterator[Attributes]:
        """The tags that have all these attributes."""
        return (found for _, found in self.tags if all(name in found for name in names))

    def first(self, *names: str) -> Attributes:
        """The first tag with these attributes; nothing where there is none."""
        return next(self.having(*names), {})

    def by_id(self, name: str) -> Attributes:
        """The tag with this id; nothing where there is none."""
        return next((found for found in self.having("id") if found["id"] == name), {})


def is_on(button: Mapping[str, str]) -> bool:
    """Whether a button is there and can be tapped."""
    return bool(button) and button.get("aria-disabled") != "true"


def written(text: str) -> Fields:
    """Fields written into a button."""
    return parse_qsl(text)
