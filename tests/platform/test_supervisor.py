"""Children are kept alive, and exactly those are stopped."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.machine import supervisor as supervision
from config.machine.supervisor import Child, Supervisor, clear_up_after_crash


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    ours = Supervisor(tmp_path / "children.json")
    yield ours
    ours.stop()


def child(folder: Path, *command: str, may_finish: bool = False) -> Child:
    return Child("worker", command, os.environ, folder, may_finish)


def pid_of(started: Child) -> int:
    assert started.process is not None
    return started.process.pid


def test_a_child_that_dies_is_started_again_with_a_visible_line(
    supervisor: Supervisor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    worker = child(tmp_path, "sleep", "600")
    supervisor.add(worker)
    first = pid_of(worker)
    os.kill(first, signal.SIGKILL)
    supervisor.run(until=lambda: worker.process is not None and worker.process.pid != first)
    assert psutil.pid_exists(pid_of(worker))
    assert "worker was killed by SIGKILL; starting it again in 0.5 s" in capsys.readouterr().out


def test_a_child_that_keeps_dying_is_started_later_each_time(tmp_path: Path):
    worker = child(tmp_path, "false")
    pauses = []
    for _ in range(8):
        worker.started_at = 1000.0
        worker.bury(1, 1001.0)
        pauses.append(worker.due_at - 1001.0)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


def test_a_child_that_had_settled_is_started_again_at_once(tmp_path: Path):
    worker = child(tmp_path, "false")
    worker.pause = 16.0
    worker.started_at = 1000.0
    worker.bury(1, 1031.0)
    assert worker.due_at == 1031.5


def test_a_child_that_may_finish_is_left_alone_when_it_has(supervisor: Supervisor, tmp_path: Path):
    demo = child(tmp_path, "true", may_finish=True)
    supervisor.add(demo)
    supervisor.run(until=lambda: demo.process is None)
    supervisor.watch()
    assert not demo.is_waiting
    assert demo.process is None


def test_a_child_that_may_finish_is_started_again_when_it_failed(
    supervisor: Supervisor, tmp_path: Path
):
    demo = child(tmp_path, "false", may_finish=True)
    supervisor.add(demo)
    supervisor.run(until=lambda: demo.process is None)
    assert demo.is_waiting


def test_stopping_ends_the_children_and_nothing_else(supervisor: Supervisor, tmp_path: Path):
    stranger = subprocess.Popen(["sleep", "600"])
    worker = child(tmp_path, "sleep", "600")
    supervisor.add(worker)
    ours = pid_of(worker)
    supervisor.stop()
    assert not psutil.pid_exists(ours)
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


def test_stopping_ends_what_a_child_started_itself(supervisor: Supervisor, tmp_path: Path):
    shell = child(tmp_path, "sh", "-c", "sleep 600 & echo $! > grandchild; wait")
    supervisor.add(shell)
    noted = tmp_path / "grandchild"
    supervisor.run(until=lambda: noted.is_file() and bool(noted.read_text().strip()))
    grandchild = psutil.Process(int(noted.read_text()))
    supervisor.stop()
    psutil.wait_procs([grandchild], timeout=10)
    assert not is_alive(grandchild)


def is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def test_a_child_that_will_not_stop_is_killed(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(supervision, "STOPPING_SECONDS", 0.2)
    deaf = child(tmp_path, "sh", "-c", "trap '' TERM; touch deaf; while :; do sleep 600; done")
    supervisor.add(deaf)
    supervisor.run(until=(tmp_path / "deaf").is_file)
    ours = pid_of(deaf)
    supervisor.stop()
    assert not psutil.pid_exists(ours)


def test_the_next_start_clears_up_after_a_supervisor_that_was_killed(tmp_path: Path):
    pid_file = tmp_path / "children.json"
    killed = Supervisor(pid_file)
    orphan = child(tmp_path, "sleep", "600")
    killed.add(orphan)
    clear_up_after_crash(pid_file)
    assert not psutil.pid_exists(pid_of(orphan))
    assert orphan.process is not None
    orphan.process.wait()
    assert not pid_file.exists()


def test_clearing_up_spares_a_stranger_that_got_the_same_number(tmp_path: Path):
    stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
    pid_file = tmp_path / "children.json"
    pid_file.write_text(f'{{"{stranger.pid}": 12345.0}}')
    clear_up_after_crash(pid_file)
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


SUPERVISED = """
import os, sys
from pathlib import Path
from config.machine.supervisor import Child, Supervisor
supervisor = Supervisor(Path(sys.argv[1]) / "children.json")
supervisor.heed_signals()
supervisor.add(Child("worker", ["sleep", "600"], os.environ, Path(sys.argv[1])))
print(supervisor.children[0].process.pid, flush=True)
supervisor.run()
supervisor.stop()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_and_its_kin_stop_everything_in_good_order(tmp_path: Path, number: signal.Signals):
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISED, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.send_signal(number)
        assert process.wait(20) == 0
    assert not psutil.pid_exists(worker)
