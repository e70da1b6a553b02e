"""SQLite under many requests: connections are kept, and writers are served in their turn."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connections
from django.db.transaction import Atomic

from config.settings import database
from config.sqlite import base
from tests import servers

HOLD = """
import fcntl, sys
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("mine", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.sqlite3"


@pytest.fixture
def connect(path: Path, django_db_blocker) -> Iterator[Callable[[], base.DatabaseWrapper]]:
    """A connection as each request has one; it gives up waiting soon."""
    told = {**connections["default"].settings_dict, **database(f"sqlite:///{path}")}
    told["OPTIONS"] = {**told["OPTIONS"], "timeout": 0.05}
    made: list[base.DatabaseWrapper] = []

    def one() -> base.DatabaseWrapper:
        made.append(base.DatabaseWrapper(told, f"request {len(made)}"))
        made[-1].inc_thread_sharing()
        return made[-1]

    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(base, "kept", {})
        yield one
        for each in made:
            each.close()
        base.close_kept()


def write(
    connection: base.DatabaseWrapper, words: str = "create table if not exists t (n)"
) -> None:
    """A transaction of one statement."""
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    connection.cursor().execute(words)
    connection.commit()
    connection.set_autocommit(True)


def begin(connection: base.DatabaseWrapper) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def test_a_connection_that_is_done_serves_the_next_request(connect):
    first, second = connect(), connect()
    write(first)
    used = first.connection
    first.close()
    second.ensure_connection()
    assert second.connection is used


def test_what_went_wrong_or_is_open_is_not_handed_on(connect):
    wrong, still_open, after = connect(), connect(), connect()
    with pytest.raises(OperationalError, match="no such table"):
        wrong.cursor().execute("select * from nowhere")
    begin(still_open)
    unwanted = {wrong.connection, still_open.connection}
    wrong.close_if_unusable_or_obsolete()  # as a request ends
    still_open.close()
    after.ensure_connection()
    assert after.connection not in unwanted


def test_no_more_are_kept_than_wait_usefully(connect):
    many = [connect() for _ in range(base.KEPT + 3)]
    for each in many:
        each.ensure_connection()
    for each in many:
        each.close()
    assert [len(waiting) for waiting in base.kept.values()] == [base.KEPT]


@pytest.mark.parametrize("how", ["commit", "rollback", "close"])
def test_a_writer_who_has_done_lets_the_next_one_write(connect, how: str):
    first, second = connect(), connect()
    begin(first)
    getattr(first, how)()
    write(second)


def test_a_writer_waits_until_it_is_his_turn(connect):
    first, second = connect(), connect()
    patient = {**second.settings_dict["OPTIONS"], "timeout": servers.PATIENCE_SECONDS}
    second.settings_dict = {**second.settings_dict, "OPTIONS": patient}
    begin(first)
    first.cursor().execute("create table t (n)")
    waiting = threading.Thread(target=write, args=(second, "insert into t values (1)"))
    waiting.start()
    first.commit()
    waiting.join()
    assert first.cursor().execute("select n from t").fetchall() == [(1,)]


def test_writers_of_one_process_are_served_in_the_order_they_came():
    queue, served = base.Queue(), list[str]()
    assert queue.acquire(timeout=0)

    def serve(name: str) -> None:
        assert queue.acquire(timeout=30)
        served.append(name)
        queue.release()

    threads = []
    for place, name in enumerate(("first", "second", "third"), 1):
        threads.append(threading.Thread(target=serve, args=(name,)))
        threads[-1].start()
        while len(queue._waiting) < place:
            pass  # he is on his way to the line
    queue.release()
    for thread in threads:
        thread.join()
    assert served == ["first", "second", "third"]


def test_who_leaves_the_line_is_not_called_and_who_was_called_may_not_leave():
    queue = base.Queue()
    assert queue.acquire(timeout=0)
    assert not queue.acquire(timeout=0)
    queue.release()
    assert queue.acquire(timeout=0)
    called = threading.Event()
    queue._waiting.append(called)
    queue.release()
    assert called.is_set()
    assert not queue._leave(called)
    assert not queue.acquire(timeout=0)  # it was handed on: nobody walks past him


def test_a_writer_who_waits_in_vain_is_told_so_and_the_next_one_is_not_held_up(connect):
    first, second = connect(), connect()
    begin(first)
    with pytest.raises(OperationalError, match="database is locked"):
        begin(second)
    first.rollback()
    first.set_autocommit(True)
    write(second)


@pytest.mark.parametrize("whose", ["writer", "next"])
def test_a_process_that_dies_gives_up_its_turn(connect, path: Path, whose: str):
    command = [sys.executable, "-c", HOLD, f"{path}-{whose}"]
    ours = connect()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        with pytest.raises(OperationalError, match="another process"):
            begin(ours)
        other.kill()
    write(ours)


def test_django_s_own_way_of_a_transaction_takes_and_ends_a_turn(connect):
    ours = connect()
    connections["ours"] = ours
    try:
        with Atomic("ours", savepoint=True, durable=False):
            assert ours.turn is not None
        assert ours.turn is None
    finally:
        del connections["ours"]
