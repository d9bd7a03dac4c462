"""Runs functions in forked processes, so that a build uses every core.

Threads are no substitute: each system call of one waits for the interpreter lock, which another holds. A fork passes no
arguments: the child has the memory of its parent. Only results are encoded, and sent through a pipe.
"""

import fcntl
import os
import pickle
import signal
import sys
import threading
import traceback
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ECHILD
from typing import Generic, TypeVar

from builder.problems import InputError

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

# The numbers of waiting items are in a pipe. Linux gives a user with many pipes new ones of a page, which is 4 KiB.
_MOST_SHARES = 2048
_MOST_PROCESSES = 8
_PIPE_BYTES = 2**20
# Fewer items than this are made in one process: a fork, and what the child imports again, takes as long.
FEW = 12
_KILLED = "was killed, perhaps because memory was short; run the command again"


def process_count() -> int:
    """Count the processes that can work for a build: one for each core, and one if a fork is not safe."""
    # Another thread can hold a lock, which the child would wait for.
    if threading.active_count() > 1:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST_PROCESSES)


class Forked(Generic[_Made]):
    """A forked process that sends results. It must be ended, with ``end``."""

    def __init__(self, make: Callable[[], Iterable[_Made]]) -> None:
        reading, into = os.pipe()
        # A result for which nobody waits yet must fit, or the process cannot go on. Other systems have no such call.
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            with suppress(OSError):
                fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        try:
            self._pid = _fork()
        except OSError:
            os.close(reading)
            os.close(into)
            raise
        self._from = os.fdopen(reading, "rb")
        if self._pid:
            os.close(into)
            return
        # The child leaves with _exit in every case, so that clean-up of the parent does not run twice.
        try:
            self._from.close()
            with os.fdopen(into, "wb") as pipe:
                for outcome in _outcomes(make):
                    pickle.dump(outcome, pipe)
                    pipe.flush()
        finally:
            os._exit(0)

    def result(self) -> _Made:
        """Wait for the next result.

        Raises the ``OSError`` or ``InputError`` of the function, ``ChildProcessError`` when the process was killed, and
        ``RuntimeError`` with the traceback of any other exception.
        """
        try:
            outcome: tuple[_Made] | Exception | str = pickle.load(self._from)  # noqa: S301  this program wrote it
        except (EOFError, pickle.UnpicklingError):
            outcome = ChildProcessError(ECHILD, _KILLED, "a process of the build")
        if isinstance(outcome, tuple):
            return outcome[0]
        if isinstance(outcome, Exception):
            raise outcome
        raise RuntimeError(f"a process of the build failed: {outcome}")

    def end(self) -> None:
        """End the process if it still runs, so that it does nothing more."""
        self._from.close()
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def _fork() -> int:
    """Fork, and return what ``os.fork`` returns. The child ignores interrupts.

    A terminal sends them to every process. The parent acts on them, and ends the child.
    """
    pid, mask = -1, signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        pid = os.fork()
    finally:
        if pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return pid


def _outcomes(make: Callable[[], Iterable[_Made]]) -> Iterator[tuple[_Made] | Exception | str]:
    try:
        for result in make():
            yield (result,)
    except GeneratorExit:
        # The parent has ended, so nobody receives the results.
        raise
    except (OSError, InputError) as error:
        yield error
    except BaseException:  # noqa: BLE001  it is raised again where it can be seen
        yield traceback.format_exc()


def fork_if_useful(make: Callable[[], Iterable[_Made]]) -> Forked[_Made] | None:
    """Return a forked process that runs *make*, or None when this process must do the work.

    That is so with one core, with other threads, and when the system refuses another process.
    """
    if process_count() == 1:
        return None
    try:
        return Forked(make)
    except OSError:
        return None


@contextmanager
def beside(make: Callable[[], _Made], *, is_slow: bool = True) -> Iterator[Callable[[], _Made]]:
    """Run *make* in another process during the block. Calling the value that this yields waits for the result.

    Without another process, or if *make* is not slow, it runs when the value is called. Call it at most once.
    """
    forked = fork_if_useful(lambda: [make()]) if is_slow else None
    if forked is None:
        yield make
        return
    try:
        yield forked.result
    finally:
        forked.end()


class SharedQueue(Generic[_Item]):
    """Items for several processes. Each is iterated in one of those that are forked after it, or in this one."""

    def __init__(self, items: Sequence[_Item]) -> None:
        self._items, self._shares = items, min(len(items), _MOST_SHARES)
        self._owner = os.getpid()
        # Each number in a pipe goes to exactly one reader.
        self._handle, into = os.pipe()
        os.write(into, array("H", range(self._shares)).tobytes())
        os.close(into)

    def __iter__(self) -> Iterator[_Item]:
        return (self._items[number] for number in self.numbers())

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of items that no other process has got."""
        while share := os.read(self._handle, 2):
            if self._owner not in (os.getpid(), os.getppid()):
                # The parent was killed. The next build waits for the lock, which this process also holds.
                return
            yield from range(int.from_bytes(share, sys.byteorder), len(self._items), self._shares)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._handle)


def make_each(
    make: Callable[[_Item], _Made], items: Sequence[_Item], done: Callable[[int], None] = lambda _: None
) -> list[_Made]:
    """Return what *make* returns for each of *items*, in their order. Every core works on them.

    What *make* changes is lost: it may run in another process. *done* gets the number of items that were begun. Raises
    what ``Forked.result`` raises, or the exception of *make*.
    """
    helpers: list[Forked[dict[int, _Made]]] = []
    queue = SharedQueue(items)

    def work(begun: Callable[[int], None]) -> dict[int, _Made]:
        made = {}
        for number in queue.numbers():
            begun(number + 1)
            made[number] = make(items[number])
        return made

    try:
        others = process_count() - 1 if len(items) >= FEW else 0
        begun = (fork_if_useful(lambda: [work(lambda _: None)]) for _ in range(others))
        helpers.extend(helper for helper in begun if helper)
        made = work(done)
        for helper in helpers:
            made |= helper.result()
        return [made[number] for number in range(len(items))]
    finally:
        for helper in helpers:
            helper.end()
        queue.close()
