"""Work that is divided among processes."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from errno import EAGAIN
from pathlib import Path

import pytest

from builder.cache.parallel import FEW, Forked, SharedQueue, beside, make_each, process_count
from tests.support.project import ROOT

MANY = list(range(5 * FEW))


def run_alone(program: str, *arguments: str) -> str:
    """Run a function of this module in a new process: a thread that a test has left running would forbid a fork."""
    script = f"from {__name__} import {program}; {program}{arguments!r}"
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60, capture_output=True, text=True
    ).stdout


def test_results_are_in_the_order_of_the_items() -> None:
    assert make_each(lambda number: number * 2, MANY) == [number * 2 for number in MANY]
    assert make_each(str, []) == []


def test_items_that_are_begun_here_are_counted() -> None:
    begun: list[int] = []
    make_each(str, MANY[: FEW - 1], begun.append)
    assert begun == [*range(1, FEW)]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
def test_every_core_makes_some_of_many_items() -> None:
    run_alone("make_many")


def make_many() -> None:
    """Assert that several processes work, each while the others do."""

    def slow(_number: int) -> int:
        time.sleep(0.01)
        return os.getpid()

    assert len(set(make_each(slow, MANY))) == process_count() > 1
    assert set(make_each(slow, MANY[: FEW - 1])) == {os.getpid()}


def test_exception_of_an_item_ends_the_work(tmp_path: Path) -> None:
    def fails(number: int) -> int:
        return 1 // (number - 7)

    with pytest.raises((ZeroDivisionError, RuntimeError), match=r"ZeroDivisionError|division"):
        make_each(fails, MANY)
    with pytest.raises(OSError, match="No such file"):
        make_each(lambda _: (tmp_path / "missing").read_bytes(), MANY)


def test_process_with_other_threads_does_not_fork() -> None:
    counted: list[int] = []
    thread = threading.Thread(target=lambda: counted.append(process_count()))
    thread.start()
    thread.join()
    assert counted == [1]


def test_forked_process_sends_each_result_when_it_is_made(tmp_path: Path) -> None:
    run_alone("receive_results", str(tmp_path))


def receive_results(folder: str) -> None:
    """Assert that results arrive one by one, and then the exception."""
    go = Path(folder, "go")

    def results() -> Iterator[object]:
        yield os.getpid()
        while not go.exists():
            time.sleep(0.001)
        # More than the pipe holds.
        yield b"x" * 2**22
        raise OSError(28, "No space left on device", "page.json")

    forked = Forked(results)
    assert forked.result() != os.getpid()
    go.touch()
    assert forked.result() == b"x" * 2**22
    with pytest.raises(OSError, match="No space left on device") as caught:
        forked.result()
    assert (caught.value.errno, caught.value.filename) == (28, "page.json")
    forked.end()


def test_exception_in_a_forked_process_is_shown_with_its_traceback() -> None:
    run_alone("receive_a_traceback")


def receive_a_traceback() -> None:
    """Assert that an exception of the other process names its place."""
    forked = Forked(lambda: [1 // 0])
    with pytest.raises(RuntimeError, match=r"(?s)test_parallel.*ZeroDivisionError"):
        forked.result()
    forked.end()


@pytest.mark.parametrize("moment", ["before a result", "in a result"])
def test_killed_process_is_named_and_what_to_do_is_said(moment: str) -> None:
    run_alone("receive_from_killed", moment)


def receive_from_killed(moment: str) -> None:
    """Assert what is raised for a process that was killed at *moment*."""

    def killed() -> Iterator[bytes]:
        if moment == "in a result":
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGKILL)).start()
            # More than the pipe holds.
            yield b"x" * 2**22
        os.kill(os.getpid(), signal.SIGKILL)

    forked = Forked(killed)
    time.sleep(0.3)
    with pytest.raises(ChildProcessError, match="run the command again") as caught:
        forked.result()
    assert caught.value.filename == "a process of the build"
    forked.end()


def test_interrupt_of_a_terminal_is_left_to_the_parent() -> None:
    run_alone("interrupt_another")


def interrupt_another() -> None:
    """Assert that an interrupted process goes on, and that this one can still be interrupted."""
    # A shell makes its background jobs ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted() -> Iterator[int]:
        os.kill(os.getpid(), signal.SIGINT)
        yield 7

    forked = Forked(interrupted)
    assert forked.result() == 7
    forked.end()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_process_whose_results_nobody_receives_says_nothing() -> None:
    assert run_alone("stop_receiving") == ""


def stop_receiving() -> None:
    """Close the pipe of a process that sends results, as happens when its parent is killed."""
    os.dup2(sys.stdout.fileno(), sys.stderr.fileno())
    reading, into = os.pipe()
    os.close(into)

    def endless() -> Iterator[bytes]:
        while True:
            yield b"x" * 2**16

    forked = Forked(endless)
    os.dup2(reading, forked._from.fileno())
    time.sleep(0.3)
    forked.end()


def test_work_is_done_here_when_the_system_refuses_a_process() -> None:
    run_alone("work_without_processes")


def work_without_processes() -> None:
    """Assert that work is done without another process, and that no pipe stays open."""

    def refuse() -> int:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))

    opened = len([*Path("/dev/fd").iterdir()])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fork", refuse)
        assert make_each(lambda number: (number, os.getpid()), MANY) == [(number, os.getpid()) for number in MANY]
        with beside(os.getpid) as where:
            assert where() == os.getpid()
    assert len([*Path("/dev/fd").iterdir()]) == opened


def test_ended_process_does_nothing_more(tmp_path: Path) -> None:
    run_alone("end_early", str(tmp_path))
    assert not (tmp_path / "late").exists()


def end_early(folder: str) -> None:
    """End a process before its second result, and wait for longer than that would take."""

    def late() -> Iterator[None]:
        yield None
        time.sleep(0.2)
        Path(folder, "late").touch()

    forked = Forked(late)
    forked.result()
    forked.end()
    time.sleep(0.3)


def test_block_that_fails_ends_the_process_beside_it(tmp_path: Path) -> None:
    assert run_alone("fail_beside", str(tmp_path)).strip() == "[]"


def fail_beside(folder: str) -> None:
    """Print the children of this process after a block that failed."""
    with pytest.raises(ZeroDivisionError), beside(lambda: time.sleep(60)):
        raise ZeroDivisionError
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    print(children.read_text().split() if children.exists() else [], flush=True)  # noqa: T201  read by the test
    assert folder


def test_result_of_what_runs_beside_a_block() -> None:
    with beside(lambda: sum(MANY)) as total:
        assert total() == sum(MANY)


@pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="the system cannot make a smaller pipe")
def test_queue_needs_no_more_than_the_smallest_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = os.pipe

    def smallest() -> tuple[int, int]:
        reading, into = pipe()
        assert fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, 1) < 2**16
        # Instead of waiting forever.
        os.set_blocking(into, False)
        return reading, into

    monkeypatch.setattr(os, "pipe", smallest)
    queue = SharedQueue(range(10_000))
    assert sorted(queue) == [*range(10_000)]
    queue.close()


def test_each_item_of_a_queue_is_iterated_once() -> None:
    items = [*map(str, range(10_000))]
    queue = SharedQueue(items)
    first = iter(queue)
    some = [next(first) for _ in range(10)]
    assert sorted([*some, *queue, *first]) == sorted(items)
    assert [*queue] == []
    queue.close()
