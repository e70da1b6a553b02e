"""`make run` and `make demo`: every process of an installation on one machine, by one command."""

import contextlib
import datetime
import fcntl
import ipaddress
import json
import os
import secrets
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import redis

from config.machine import environment, local_redis, tls
from config.machine.supervisor import Child, Supervisor, clear_up_after_crash, say

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_SECONDS = 60.0
EVERY_NETWORK = ("0.0.0.0", "::")
THIS_MACHINE = ("127.0.0.1", "::1", "localhost")
CAN_SHARE_PORTS = sys.platform == "linux"  # where the kernel deals connections out evenly
MOST_WEBS = 16
READABLE = (
    "WARNING: PLAIN HTTP. Anybody on this network can read passwords, players' details and hidden "
    "cards on their way, and change pages. Start it without TLS=0 for HTTPS."
)
SLOWEST, QUICKEST = 0.1, 200.0  # what `manage.py demo` keeps up with


class CannotRun(Exception):
    """One sentence on why this installation cannot be started here."""


@dataclass(frozen=True)
class Plan:
    """What to start, and where."""

    var: Path
    host: str
    port: int
    plain_port: int | None  # with TLS: where devices that do not trust it yet are helped
    redis_url: str
    is_demo: bool
    speed: float = 1.0  # of the demo: 20 is twenty times quicker
    webs: int = 1  # processes that serve pages and screens

    @property
    def has_tls(self) -> bool:
        """Whether HTTPS is served."""
        return self.plain_port is not None

    @property
    def is_only_here(self) -> bool:
        """Whether no other device can reach it."""
        return self.host in THIS_MACHINE

    @property
    def ports(self) -> list[int]:
        """Every port that is served."""
        return [self.port] if self.plain_port is None else [self.port, self.plain_port]

    @property
    def name_here(self) -> str:
        """What a browser on this machine calls it."""
        return "localhost" if self.host in EVERY_NETWORK + THIS_MACHINE else self.host

    @property
    def hall_command(self) -> str:
        """What opens it to the devices of a hall."""
        return f"make {'demo' if self.is_demo else 'run'} HALL=1"

    def url(self, host: str) -> str:
        """The address of the front page under this name of the machine."""
        return f"{'https' if self.has_tls else 'http'}://{in_address(host)}:{self.port}/"

    def trust_url(self, host: str) -> str:
        """With TLS: where a device under this name learns to trust the machine."""
        return f"http://{in_address(host)}:{self.plain_port}/trust/"


def in_address(host: str) -> str:
    """A name or address of the machine as an address of a page writes it."""
    return f"[{host}]" if ":" in host else host


def main(words: list[str]) -> None:
    """Start everything, say when it is ready, keep it alive until Ctrl-C."""
    environment.keep_files_private()
    try:
        plan = make_plan(environment.read(ROOT), is_demo="demo" in words)
        with only_one(plan.var):
            run(plan)
    except CannotRun as reason:
        sys.exit(str(reason))


def make_plan(env: environment.Environment, *, is_demo: bool) -> Plan:
    """Read from the environment what to start; a demo keeps away from any real data."""
    var = Path(env.text("VAR_DIR", str(ROOT / "var")))
    host = env.text("HOST", "0.0.0.0" if env.is_on("HALL") else "127.0.0.1")
    has_tls = env.is_on("TLS", default=host not in THIS_MACHINE)
    return Plan(
        var=(var / "demo" if is_demo else var).resolve(),
        host=host,
        port=port_number(env, "PORT", 8443 if has_tls else 8000),
        plain_port=port_number(env, "PLAIN_PORT", 8000) if has_tls else None,
        redis_url="" if is_demo else env.text("REDIS_URL"),
        is_demo=is_demo,
        speed=demo_speed(env),
        webs=web_processes(env),
    )


def web_processes(env: environment.Environment) -> int:
    """How many share the work of serving: two where there are two cores, unless told otherwise."""
    default = min(2, os.cpu_count() or 1) if CAN_SHARE_PORTS else 1
    value = env.text("WEBS", str(default))
    if not value.isdecimal() or not 0 < int(value) <= MOST_WEBS:
        raise CannotRun(f"WEBS must be a number from 1 to {MOST_WEBS}, not {value}.")
    if int(value) > 1 and not CAN_SHARE_PORTS:
        raise CannotRun("WEBS can be more than 1 only on Linux.")
    return int(value)


def demo_speed(env: environment.Environment) -> float:
    """How fast the demo plays, from the environment."""
    value = env.text("SPEED", "1")
    try:
        speed = float(value)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= QUICKEST:
        raise CannotRun(f"SPEED must be a number from {SLOWEST:g} to {QUICKEST:g}, not {value}.")
    return speed


def port_number(env: environment.Environment, name: str, default: int) -> int:
    """A port from the environment."""
    value = env.text(name, str(default))
    if not value.isdecimal() or not 0 < int(value) < 65536:
        raise CannotRun(f"{name} must be a number from 1 to 65535, not {value}.")
    return int(value)


@contextlib.contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Hold the folder: two installations in it would write over each other's data."""
    try:
        var.mkdir(parents=True, exist_ok=True)
        var.chmod(0o700)
        lock = (var / "run.lock").open("w")
    except OSError as error:
        raise CannotRun(f"{var} cannot be written to: {error.strerror}.") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRun(f"Shuffle Up is already running in {var}.") from None
        yield


def run(plan: Plan) -> None:
    """Prepare, start, watch, and stop what was started, whatever happens."""
    clear_up_after_crash(plan.var / "children.json")
    check_ports(plan)
    make_secret_key(plan.var)
    if plan.has_tls:
        make_certificate(plan)
    supervisor = Supervisor(plan.var / "children.json")
    supervisor.heed_signals()
    try:
        serve(plan, supervisor)
    finally:
        supervisor.stop()
    say("Stopped.")


def serve(plan: Plan, supervisor: Supervisor) -> None:
    """Start the parts in the order they need each other, then keep them alive."""
    redis_url = plan.redis_url or start_redis(plan, supervisor)
    child_environment = environment_of_children(plan, redis_url)
    if not supervisor.is_stopping:
        make_ready(child_environment)
    for name, command in parts(plan):
        if not supervisor.is_stopping:
            told = {**child_environment, "PROCESS": name.replace(" ", "")}
            supervisor.add(Child(name, command, told, ROOT, name == "demo"))
    announce(plan, supervisor)
    supervisor.run()


def check_ports(plan: Plan) -> None:
    """Refuse now, in one sentence, what Daphne would refuse later in forty lines."""
    for port in plan.ports:
        family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
        with socket.socket(family) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                attempt.bind((plan.host, port))
            except (OSError, UnicodeError) as error:
                raise CannotRun(why_not(plan.host, port, error)) from error


def why_not(host: str, port: int, error: Exception) -> str:
    """Why this address cannot be served, in words."""
    if isinstance(error, PermissionError):
        return f"Port {port} needs administrator rights: choose one above 1023, as in PORT=8001."
    if isinstance(error, OSError) and "in use" in (error.strerror or ""):
        return f"Port {port} is taken by another program: choose another, as in PORT={port + 1}."
    return f"HOST={host} is not an address of this machine."


def make_secret_key(var: Path) -> None:
    """Make this installation's secret key, once."""
    path = var / "secret-key"
    if path.is_file():
        return
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(64))


def make_certificate(plan: Plan) -> None:
    """A certificate for every name and address this machine has today."""
    now = datetime.datetime.now(datetime.UTC)
    known = tls.authority_file(plan.var).is_file()
    names = [*tls.machine_names(), *tls.machine_addresses()]
    if tls.ensure_certificate(plan.var, names, now=now) and known:
        say("A new local authority was made: every device has to trust it again, at /trust/.")


def start_redis(plan: Plan, supervisor: Supervisor) -> str:
    """Start our own Redis, and return its address once it answers."""
    binary = local_redis.binary()
    if binary is None:
        raise CannotRun(
            "No built-in Valkey server for this platform: install Valkey or Redis and set "
            "REDIS_URL, as in REDIS_URL=redis://127.0.0.1:6379/0."
        )
    ours = local_redis.configure(plan.var / "redis", binary, keep=True)
    supervisor.add(Child("redis", ours.command, dict(os.environ), plan.var))
    supervisor.run(until=lambda: answers(ours.url))
    return ours.url


def answers(redis_url: str) -> bool:
    """Whether Redis is there and has loaded its data."""
    with contextlib.suppress(redis.RedisError), redis.Redis.from_url(redis_url) as server:
        return bool(server.ping())
    return False


def environment_of_children(plan: Plan, redis_url: str) -> dict[str, str]:
    """What every process of this installation is told."""
    told = {
        "VAR_DIR": str(plan.var),
        "REDIS_URL": redis_url,
        "SITE_URL": plan.url(plan.name_here),
        "OUTWARD_URL": outward_url(plan),
        "TLS": "1" if plan.has_tls else "0",
        "TLS_PORT": str(plan.port) if plan.has_tls else "",
        "PLAIN_PORT": str(plan.plain_port or ""),
        "DEMO": "1" if plan.is_demo else "0",
        "PYTHONUNBUFFERED": "1",
    }
    if plan.is_demo:
        told["DATABASE_URL"] = f"sqlite:///{plan.var / 'shuffle-up.sqlite3'}"
    return {**os.environ, **told}


def make_ready(child_environment: dict[str, str]) -> None:
    """Tables, static files, presets, first director; a Ctrl-C does not interrupt it half-way."""
    command = [sys.executable, "-m", "config.machine.ready"]
    finished = subprocess.run(command, env=child_environment, cwd=ROOT, start_new_session=True)
    if finished.returncode != 0:
        raise CannotRun("Preparing failed: see the lines above.")


def parts(plan: Plan) -> list[tuple[str, list[str]]]:
    """The processes that make up an installation, but for Redis."""
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "config"]
    shared = ["--share-port"] if plan.webs > 1 else []
    web = [sys.executable, "-m", "config.web", *shared, "-v", "0"]
    found = [
        ("worker", [*celery, "worker", "--pool", "threads", "--concurrency", "4"]),
        ("beat", [*celery, "beat", "--pidfile", ""]),
        *((name, [*web, *endpoints(plan), "config.asgi:application"]) for name in web_names(plan)),
    ]
    demo = [sys.executable, "manage.py", "demo", "--speed", f"{plan.speed:g}"]
    return [*found, ("demo", demo)] if plan.is_demo else found


def web_names(plan: Plan) -> list[str]:
    """What the terminal calls the processes that serve."""
    return ["web"] if plan.webs == 1 else [f"web {number + 1}" for number in range(plan.webs)]


def endpoints(plan: Plan) -> list[str]:
    """Where Daphne listens, in Twisted's notation."""
    interface = escape(plan.host)
    if plan.plain_port is None:
        return ["-e", f"tcp:{plan.port}:interface={interface}"]
    key, certificate = tls.key_file(plan.var), tls.certificate_file(plan.var)
    secure = (
        f"ssl:{plan.port}:interface={interface}"
        f":privateKey={escape(str(key))}:certKey={escape(str(certificate))}"
    )
    return ["-e", secure, "-e", f"tcp:{plan.plain_port}:interface={interface}"]


def escape(value: str) -> str:
    """A value as Twisted's endpoint notation wants it."""
    return value.replace("\\", "\\\\").replace(":", "\\:").replace("=", "\\=")


def announce(plan: Plan, supervisor: Supervisor) -> None:
    """Say in one line when all parts are alive, or which one is not after a while."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    state: dict[str, str] = {}

    def is_ready() -> bool:
        state.update(ask_health(plan))
        return state["status"] == "ok" or time.monotonic() > deadline

    supervisor.run(until=is_ready)
    if state.get("status") == "ok":
        if not plan.is_only_here and not plan.has_tls:
            say(READABLE)
        say(ready_line(plan))
    elif not supervisor.is_stopping:
        failing = [f"{part} is {word}" for part, word in state.items() if word != "ok"]
        say(f"Not ready after {PATIENCE_SECONDS:g} seconds: {', '.join(failing)}")


def ask_health(plan: Plan) -> dict[str, str]:
    """What /healthz says, or that nobody answers there."""
    host = {"0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}.get(plan.host, plan.host)
    context = None
    if plan.has_tls:
        context = ssl.create_default_context(cafile=str(tls.authority_file(plan.var)))
    try:
        with urllib.request.urlopen(f"{plan.url(host)}healthz", timeout=5, context=context) as page:
            found: dict[str, str] = json.load(page)
    except urllib.error.HTTPError as error:
        found = json.load(error)
    except (OSError, ValueError):
        found = {"status": "failing", "web": "not answering"}
    return {part: word for part, word in found.items() if part != "versions"}


def ready_line(plan: Plan) -> str:
    """The one line that says where to go."""
    outward = outward_name(plan)
    more = []
    if plan.is_only_here:
        more.append(f"this machine only; for the hall: {plan.hall_command}")
    elif plan.has_tls:
        more.append(f"devices first: {plan.trust_url(outward or plan.name_here)}")
    if outward not in ("", plan.name_here):
        more.append(f"{'then' if more else 'other devices'}: {plan.url(outward)}")
    others = f" ({', '.join(more)})" if more else ""
    first_page = plan.url(plan.name_here) + ("demo/" if plan.is_demo else "")
    return f"Ready: {first_page}{others}. Ctrl-C stops it."


def outward_url(plan: Plan) -> str:
    """The front page as other devices of the network reach it; nothing when they cannot."""
    name = outward_name(plan)
    return plan.url(name) if name else ""


def outward_name(plan: Plan) -> str:
    """How other devices of the network call this machine; nothing when they cannot reach it."""
    if plan.is_only_here:
        return ""
    return outward_address() if plan.host in EVERY_NETWORK else plan.host


def outward_address() -> str:
    """The address that other devices see; no packet is sent to find out.

    A laptop that makes the hall's network itself may have no way out to ask about: then it is
    the likeliest of its own addresses.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return likeliest(tls.machine_addresses())


def likeliest(addresses: list[str]) -> str:
    """The address by which a hall's devices probably reach this machine, if it has any."""
    found = [ipaddress.ip_address(address) for address in addresses]
    seen = [each for each in found if each.version == 4 and not each.is_loopback]
    homes = [ipaddress.ip_network(home) for home in ("192.168.0.0/16", "10.0.0.0/8")]
    usual = [each for home in homes for each in seen if each in home]
    return str(next(iter(usual + seen), ""))


if __name__ == "__main__":
    main(sys.argv[1:])
