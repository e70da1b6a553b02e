"""What docs/examples shows works as it stands: each is run on a served site."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from config.machine import local_redis
from tests import servers
from tests.browser.test_two_tablets import apart
from tests.factories import DIRECTOR, MINUTE, NOW, registering, running
from tests.site import LiveSite, is_listening
from tournament.clock.services import clock
from tournament.house import webhooks
from tournament.house.services import integrations
from tournament.models import Tournament, Webhook
from tournament.permissions import SYSTEM, Role

pytestmark = pytest.mark.browser
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """An example by itself: nothing of ours is on its path."""
    name, *rest = words
    return subprocess.run(
        [sys.executable, "-I", str(EXAMPLES / name), *rest],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def token(cup: Tournament, role: Role) -> str:
    return integrations.give_token(
        tournament_id=cup.pk, name="example", role=role, actor=SYSTEM, now=NOW
    )[1]


def test_the_desk_enters_players_and_reads_the_standings(live_site: LiveSite):
    cup = registering()
    answer = run(
        *("desk.py", live_site.url, cup.code, "Ann Archer", "Ben Baker"),
        TOKEN=token(cup, Role.DESK),
    )
    assert answer.stdout.splitlines()[:2] == ["Ann Archer is entry 1.", "Ben Baker is entry 2."]
    assert (answer.returncode, answer.stderr) == (0, "")
    played = running(3)
    told = run("desk.py", live_site.url, played.code)
    assert len(told.stdout.splitlines()) == 3
    assert not told.stderr


def walk_through() -> str:
    """The program of docs/api.md, as it stands there."""
    (program,) = re.findall(r"```python\n(.*?)```", (EXAMPLES.parent / "api.md").read_text(), re.S)
    return str(program)


def test_the_evening_of_the_docs_runs_as_it_is_written(live_site: LiveSite, tmp_path: Path):
    """With a slash at the end of the site's address, as it is copied from a browser."""
    program, cup = tmp_path / "evening.py", registering()
    program.write_text(walk_through())
    where = {"SITE": f"{live_site.url}/", "CODE": cup.code, "TOKEN": token(cup, Role.DIRECTOR)}
    answer = run(str(program), **where)
    assert (answer.returncode, answer.stderr) == (0, "")
    told = answer.stdout.splitlines()
    assert told[:3] == [f"{name} is entry {n}." for n, name in enumerate(("Ann", "Ben", "Cid"), 1)]
    assert " won " in told[3]
    assert [line.split()[0] for line in told[4:7]] == ["1.", "2.", "3."]
    assert told[7] == "The clock is paused."
    again = run(str(program), **where)
    assert again.stderr.startswith("refused: ")


def test_the_desk_says_in_a_sentence_why_it_did_not_work(live_site: LiveSite):
    cup = registering()
    site = live_site.url
    for words, why in (
        (("desk.py", site, "NONE"), "No tournament has this code.\n"),
        (("desk.py", site, cup.code, "Ann"), "This needs a token"),
        (("desk.py", "http://127.0.0.1:9", cup.code), "does not answer"),
        (("desk.py",), "python desk.py http://localhost:8000 ABCD"),
        (("news.py",), "SECRET=... python news.py 9000"),
    ):
        answer = run(*words)
        assert why in answer.stderr
        assert "Traceback" not in answer.stderr
        assert answer.returncode == 1
    assert cup.entries.count() == 0


@pytest.fixture
def hook(live_site: LiveSite) -> Webhook:
    """An address that wants to know of levels."""
    return integrations.add_webhook(
        tournament_id=running(3).pk,
        url=f"http://127.0.0.1:{local_redis.free_port()}/",
        topics=["level"],
        actor=SYSTEM,
        now=NOW,
    )


@pytest.fixture
def receiver(hook: Webhook) -> Iterator[subprocess.Popen[str]]:
    """The example that receives news, started as its first lines say."""
    port = int(hook.url.rstrip("/").rsplit(":", 1)[1])
    with subprocess.Popen(
        [sys.executable, "-I", str(EXAMPLES / "news.py"), str(port)],
        env={"SECRET": hook.secret},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        servers.wait_until(lambda: is_listening(port), what="the example receives")
        yield process
        process.kill()


def test_the_receiver_is_told_of_a_level_and_takes_it(
    hook: Webhook, receiver: subprocess.Popen[str]
):
    press(hook.tournament, "pause")
    assert webhooks.deliver(timezone.now()) == 1
    assert receiver.stdout is not None
    number, topic, words = receiver.stdout.readline().strip().split(" ", 2)
    taken = hook.deliveries.get()
    assert (number, topic, words) == (str(taken.body["id"]), "level", taken.body["words"])
    assert words == "play stopped at level 1 (25 / 50)"
    assert taken.delivered_at is not None


def press(cup: Tournament, kind: str) -> None:
    clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=NOW + MINUTE)


def test_the_overlay_shows_the_hall_and_follows_it(browser: Browser, live_site: LiveSite):
    cup = apart(lambda: running(6))
    page = browser.new_page()
    page.goto(f"{(EXAMPLES / 'overlay.html').as_uri()}?site={live_site.url}&code={cup.code}")
    expect(page.locator("#blinds")).to_have_text("25 / 50")
    expect(page.locator("#leaders li")).to_have_count(5)
    apart(lambda: press(cup, "next"))
    expect(page.locator("#blinds")).to_have_text("50 / 100")
    page.close()
