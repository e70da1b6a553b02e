"""SQLite as a web server needs it: connections are kept, and writers stand in a queue.

Each request has a thread of its own, and so a connection of its own. Opening one costs as much as
ten questions, for SQLite reads the whole schema anew: those that are done are kept for the next.

A writer who finds another at work is told by SQLite to sleep and to look again, longer each time.
On a busy evening some come seconds late or not at all, while others walk past them. Here a writer
waits until it is his turn: in his own process in a queue, among the processes for two files, of
which the first is for whoever is next.
"""

import atexit
import fcntl
import os
import sqlite3
import threading
import time
from collections import deque
from typing import IO, Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

KEPT = 8  # connections that wait for the next request
LOOK_AGAIN_SECONDS = 0.001


class Queue:
    """A lock that is handed on in the order in which its waiters came.

    Python's own may be taken by whoever happens to run: in a full hall some never got it.
    """

    def __init__(self) -> None:
        self._rows = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._is_taken = False
        self.waiting = 0  # here, or behind other processes
        self.turns = 0
        self.seconds = 0.0  # that was waited for them

    def acquire(self, timeout: float) -> bool:
        """Stand in line; whether it was his turn in time."""
        called = threading.Event()
        with self._rows:
            if not self._is_taken:
                self._is_taken = True
                return True
            self._waiting.append(called)
        return called.wait(timeout) or not self._leave(called)

    def _leave(self, called: threading.Event) -> bool:
        """Out of the line again, unless he has just been called."""
        with self._rows:
            if called.is_set():
                return False
            self._waiting.remove(called)
            return True

    def waits(self) -> float:
        """Somebody has come for a turn; when that was."""
        with self._rows:
            self.waiting += 1
        return time.monotonic()

    def waited(self, since: float) -> None:
        """He has it, or has given up."""
        with self._rows:
            self.waiting -= 1
            self.turns += 1
            self.seconds += time.monotonic() - since

    def release(self) -> None:
        """Call the next, or let it lie."""
        with self._rows:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


kept: dict[str, "deque[sqlite3.Connection]"] = {}
turns: dict[str, Queue] = {}
not_ours: list["deque[sqlite3.Connection]"] = []


class Turn:
    """A writer's turn at a database, from the wait for it until he has done."""

    def __init__(self, database: str, patience: float) -> None:
        self.here = turns.setdefault(database, Queue())
        came = self.here.waits()
        self.until = came + patience
        try:
            self._take(database, patience)
        finally:
            self.here.waited(came)

    def _take(self, database: str, patience: float) -> None:
        if not self.here.acquire(timeout=patience):
            raise OperationalError("database is locked: a writer in this process does not end")
        try:
            with self._ours(f"{database}-next"):  # nobody overtakes who waits behind a writer
                self.everywhere = self._ours(f"{database}-writer")
        except BaseException:
            self.here.release()
            raise

    def _ours(self, path: str) -> IO[str]:
        """Wait behind other processes for a file; whoever dies gives his up."""
        try:
            file = open(path, "w")  # noqa: SIM115  # it is closed when the turn ends
        except OSError as error:
            raise OperationalError(str(error)) from error
        try:
            while not _is_ours(file):
                if time.monotonic() > self.until:
                    raise OperationalError("database is locked: another process does not end")
                time.sleep(LOOK_AGAIN_SECONDS)
        except BaseException:
            file.close()
            raise
        return file

    def end(self) -> None:
        """Let the next one write."""
        try:
            self.everywhere.close()
        finally:
            self.here.release()


def _is_ours(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to SQLite, kept after use, with a turn for each transaction."""

    turn: Turn | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """One that was kept, or else a new one."""
        try:
            return kept[conn_params["database"]].pop()
        except (KeyError, IndexError):
            made: sqlite3.Connection = super().get_new_connection(conn_params)
            return made

    def is_usable(self) -> bool:
        """Whether it is worth keeping: not after trouble, which may lie in the connection."""
        return not self.errors_occurred

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            patience = self.settings_dict["OPTIONS"].get("timeout", 5)
            self.turn = Turn(str(self.settings_dict["NAME"]), patience)
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # Django's stubs leave it out
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]  # Django's stubs leave it out
        finally:
            self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # Django's stubs leave it out
        finally:
            self._end_turn()

    def _close(self) -> None:
        """Keep the connection, unless something is open or went wrong in it, or enough are kept."""
        waiting = kept.setdefault(str(self.settings_dict["NAME"]), deque())
        is_open = self.in_atomic_block or self.connection.in_transaction
        try:
            if is_open or self.errors_occurred or len(waiting) >= KEPT:
                super()._close()  # type: ignore[misc]  # Django's stubs leave it out
            else:
                waiting.append(self.connection)
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.turn is not None:
            turn, self.turn = self.turn, None
            turn.end()


def close_kept() -> None:
    """Close what still waits for a request."""
    for waiting in kept.values():
        while waiting:
            waiting.pop().close()


def begin_anew() -> None:
    """In a process that was forked off: neither connections nor turns are its own.

    SQLite forbids a child to close its parent's connections, so they are only put aside.
    """
    not_ours.extend(kept.values())
    kept.clear()
    turns.clear()


atexit.register(close_kept)
os.register_at_fork(after_in_child=begin_anew)
