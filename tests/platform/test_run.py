"""What `make run` refuses, each in one sentence, and what it prepares."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.machine import local_redis, run, tls
from config.machine.environment import Environment
from config.machine.local_redis import free_port
from config.machine.run import CannotRun, Plan
from config.machine.supervisor import Supervisor

ROOT = Path(__file__).resolve().parent.parent.parent


def plan(var: Path, **changed: object) -> Plan:
    usual: dict[str, object] = {
        "var": var,
        "host": "127.0.0.1",
        "port": free_port(),
        "plain_port": None,
        "redis_url": "",
        "is_demo": False,
    }
    return Plan(**{**usual, **changed})  # type: ignore[arg-type]  # the tests name the fields


def test_a_taken_port_gets_one_sentence(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotRun, match=f"^Port {port} is taken .* PORT={port + 1}\\.$"):
            run.check_ports(plan(tmp_path, port=port))


def test_a_taken_port_for_devices_without_trust_gets_the_same(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotRun, match=f"^Port {port} is taken"):
            run.check_ports(plan(tmp_path, plain_port=port))


def test_a_host_that_is_not_ours_gets_one_sentence(tmp_path: Path):
    with pytest.raises(CannotRun, match=r"^HOST=192\.0\.2\.7 is not an address of this machine\.$"):
        run.check_ports(plan(tmp_path, host="192.0.2.7"))


def test_a_port_that_is_no_number_gets_one_sentence():
    with pytest.raises(CannotRun, match=r"^PORT must be a number from 1 to 65535, not eighty"):
        run.make_plan(Environment({"PORT": "eighty"}), is_demo=False)


def test_a_folder_that_cannot_be_written_gets_one_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(CannotRun, match=r"var cannot be written to: Not a directory\.$"),
        run.only_one(tmp_path / "file" / "var"),
    ):
        pass


def test_a_second_installation_in_the_same_folder_gets_one_sentence(tmp_path: Path):
    with (
        run.only_one(tmp_path),
        pytest.raises(CannotRun, match="already running"),
        run.only_one(tmp_path),
    ):
        pass


def test_a_platform_without_redis_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(local_redis, "binary", lambda: None)
    with pytest.raises(CannotRun, match=r"No built-in Valkey server for this platform.*REDIS_URL"):
        run.start_redis(plan(tmp_path), Supervisor(tmp_path / "children.json"))


def test_the_sentence_is_all_that_is_printed(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        finished = subprocess.run(
            [sys.executable, "-m", "config.machine.run"],
            cwd=ROOT,
            env={
                "ENV_FILE": os.devnull,
                "HOST": "127.0.0.1",
                "PORT": str(port),
                "VAR_DIR": str(tmp_path),
            },
            capture_output=True,
            text=True,
        )
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert finished.stderr.splitlines() == [
        f"Port {port} is taken by another program: choose another, as in PORT={port + 1}."
    ]
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "run.lock").stat().st_mode & 0o777 == 0o600


def test_what_a_command_writes_is_for_its_own_user(tmp_path: Path):
    kept = tmp_path / "kept.sqlite3"
    told = {"ENV_FILE": os.devnull, "DATABASE_URL": f"sqlite:///{kept}", "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "migrate", "sessions", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=told, check=True)
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_demo_keeps_away_from_real_data():
    given = Environment({"REDIS_URL": "redis://real/0", "DATABASE_URL": "postgresql://real/real"})
    demo = run.make_plan(given, is_demo=True)
    told = run.environment_of_children(demo, "redis://ours/0")
    assert demo.redis_url == ""
    assert demo.var == ROOT / "var" / "demo"
    assert told["DATABASE_URL"] == f"sqlite:///{ROOT}/var/demo/shuffle-up.sqlite3"
    assert "demo" in dict(run.parts(demo))
    assert run.ready_line(demo).startswith("Ready: http://localhost:8000/demo/ ")


def test_no_wish_of_the_environment_makes_an_installation_a_demo(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DEMO", "1")
    for is_demo, said in ((False, "0"), (True, "1")):
        plan = run.make_plan(Environment({}), is_demo=is_demo)
        assert run.environment_of_children(plan, "redis://ours/0")["DEMO"] == said


def test_a_demo_has_a_folder_of_its_own_in_any_installation(tmp_path: Path):
    given = Environment({"VAR_DIR": str(tmp_path)})
    assert run.make_plan(given, is_demo=False).var == tmp_path
    assert run.make_plan(given, is_demo=True).var == tmp_path / "demo"


def test_a_demo_plays_as_fast_as_it_is_told():
    usual = run.make_plan(Environment({}), is_demo=True)
    quick = run.make_plan(Environment({"SPEED": "20"}), is_demo=True)
    command = [sys.executable, "manage.py", "demo", "--speed"]
    assert dict(run.parts(usual))["demo"] == [*command, "1"]
    assert dict(run.parts(quick))["demo"] == [*command, "20"]
    assert "demo" not in dict(run.parts(run.make_plan(Environment({}), is_demo=False)))


def test_two_processes_share_the_port_where_there_are_two_cores(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    two = dict(run.parts(run.make_plan(Environment({}), is_demo=False)))
    assert two["web 1"] == two["web 2"]
    assert "--share-port" in two["web 1"]
    one = dict(run.parts(run.make_plan(Environment({"WEBS": "1"}), is_demo=False)))
    assert "--share-port" not in one["web"]


@pytest.mark.parametrize("webs", ["many", "0", "17", "-1"])
def test_a_number_of_web_processes_that_cannot_be_gets_one_sentence(webs: str):
    with pytest.raises(CannotRun, match=r"^WEBS must be a number from 1 to 16, not .*\.$"):
        run.make_plan(Environment({"WEBS": webs}), is_demo=False)


def test_where_ports_cannot_be_shared_there_is_one_process(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run, "CAN_SHARE_PORTS", False)
    assert "web" in dict(run.parts(run.make_plan(Environment({}), is_demo=False)))
    with pytest.raises(CannotRun, match=r"^WEBS can be more than 1 only on Linux\.$"):
        run.make_plan(Environment({"WEBS": "2"}), is_demo=False)


@pytest.mark.parametrize("speed", ["quick", "0", "-1", "201", "nan"])
def test_a_speed_that_cannot_be_kept_gets_one_sentence(speed: str):
    said = f"^SPEED must be a number from 0\\.1 to 200, not {speed}\\.$"
    with pytest.raises(CannotRun, match=said):
        run.make_plan(Environment({"SPEED": speed}), is_demo=True)


@pytest.mark.parametrize("is_demo", [False, True])
def test_without_a_word_it_serves_this_machine_alone_at_port_8000(is_demo: bool):
    usual = run.make_plan(Environment({}), is_demo=is_demo)
    assert (usual.host, usual.port, usual.has_tls) == ("127.0.0.1", 8000, False)
    assert usual.url("localhost") == "http://localhost:8000/"


@pytest.mark.parametrize(
    "given", [{"HALL": "1"}, {"HOST": "0.0.0.0"}, {"HOST": "192.168.1.5"}, {"HALL": "1", "TLS": ""}]
)
def test_open_to_the_hall_it_serves_https(given: dict[str, str]):
    opened = run.make_plan(Environment(given), is_demo=False)
    assert (opened.host, opened.port) == (given.get("HOST", "0.0.0.0"), 8443)
    assert (opened.has_tls, opened.plain_port) == (True, 8000)
    assert run.environment_of_children(opened, "redis://ours/0")["TLS"] == "1"


def test_plain_http_is_served_to_the_hall_only_when_it_is_asked_for_and_then_said_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    plain = run.make_plan(Environment({"HALL": "1", "TLS": "0"}), is_demo=False)
    assert (plain.host, plain.port, plain.has_tls) == ("0.0.0.0", 8000, False)
    assert said_when_ready(plan(tmp_path, host="0.0.0.0"), monkeypatch)[0] == run.READABLE
    secure = plan(tmp_path, host="0.0.0.0", port=8443, plain_port=8000)
    for quiet in (secure, plan(tmp_path)):
        (line,) = said_when_ready(quiet, monkeypatch)
        assert line.startswith("Ready: ")


def said_when_ready(ours: Plan, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr(run, "say", said.append)
    monkeypatch.setattr(run, "ask_health", lambda _: {"status": "ok"})
    run.announce(ours, Supervisor(ours.var / "children.json"))
    return said


def test_with_tls_it_serves_https_and_a_plain_port_for_devices_without_trust():
    secure = run.make_plan(Environment({"TLS": "1"}), is_demo=False)
    assert secure.host == "127.0.0.1"
    assert (secure.port, secure.plain_port) == (8443, 8000)
    assert secure.url("laptop.local") == "https://laptop.local:8443/"


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("0.0.0.0", "localhost"),
        ("::", "localhost"),
        ("127.0.0.1", "localhost"),
        ("::1", "localhost"),
        ("localhost", "localhost"),
        ("192.168.1.5", "192.168.1.5"),
        ("fd00::5", "[fd00::5]"),
    ],
)
def test_the_address_it_prints_is_one_that_it_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, named: str
):
    monkeypatch.setattr(run, "outward_address", lambda: "")
    ours = plan(tmp_path, host=host, port=8000)
    here_only = " (this machine only; for the hall: make run HALL=1)" if ours.is_only_here else ""
    assert run.ready_line(ours) == f"Ready: http://{named}:8000/{here_only}. Ctrl-C stops it."
    assert (
        run.environment_of_children(ours, "redis://ours/0")["SITE_URL"] == f"http://{named}:8000/"
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_serving_every_network_it_prints_the_address_for_other_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
):
    monkeypatch.setattr(run, "outward_address", lambda: "192.168.1.5")
    assert run.ready_line(plan(tmp_path, host=host, port=8000)) == (
        "Ready: http://localhost:8000/ (other devices: http://192.168.1.5:8000/). Ctrl-C stops it."
    )


def test_with_tls_it_prints_where_devices_learn_to_trust_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(run, "outward_address", lambda: "192.168.1.5")
    secure = plan(tmp_path, host="0.0.0.0", port=8443, plain_port=8000)
    assert run.ready_line(secure) == (
        "Ready: https://localhost:8443/ (devices first: http://192.168.1.5:8000/trust/, "
        "then: https://192.168.1.5:8443/). Ctrl-C stops it."
    )
    assert run.environment_of_children(secure, "redis://ours/0")["PLAIN_PORT"] == "8000"


@pytest.mark.parametrize(
    ("host", "told"),
    [("0.0.0.0", "http://10.42.0.1:8000/"), ("192.168.1.5", "http://192.168.1.5:8000/")],
)
def test_pages_are_told_how_other_devices_reach_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, told: str
):
    monkeypatch.setattr(run, "outward_address", lambda: "10.42.0.1")
    ours = plan(tmp_path, host=host, port=8000)
    assert run.environment_of_children(ours, "redis://ours/0")["OUTWARD_URL"] == told


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_machine_that_serves_itself_alone_has_no_address_for_others(tmp_path: Path, host: str):
    assert run.outward_url(plan(tmp_path, host=host)) == ""


def test_without_a_way_out_the_address_is_one_of_the_machine(monkeypatch: pytest.MonkeyPatch):
    def no_route(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_route)
    monkeypatch.setattr(tls, "machine_addresses", lambda: ["127.0.0.1", "192.168.44.1", "::1"])
    assert run.outward_address() == "192.168.44.1"


@pytest.mark.parametrize(
    ("addresses", "chosen"),
    [
        (["10.42.0.1", "127.0.0.1", "172.17.0.1"], "10.42.0.1"),
        (["172.17.0.1", "192.168.2.1"], "192.168.2.1"),
        (["127.0.0.1", "203.0.113.9", "fe80::1"], "203.0.113.9"),
        (["127.0.0.1", "::1"], ""),
    ],
)
def test_the_likeliest_address_is_that_of_a_network_at_home(addresses: list[str], chosen: str):
    assert run.likeliest(addresses) == chosen


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path):
    run.make_secret_key(tmp_path)
    first = (tmp_path / "secret-key").read_text()
    run.make_secret_key(tmp_path)
    assert (tmp_path / "secret-key").read_text() == first
    assert len(first) >= 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
